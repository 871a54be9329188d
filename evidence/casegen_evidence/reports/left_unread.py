"""What a report says beside the numbers that are taken from it: no program knows which of it matters, so it is listed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from casegen_evidence.expressions import compiled
from casegen_evidence.reports.run_state import ENDED
from casegen_evidence.reports.xml_report import XmlReport, own_text
from casegen_evidence.signs import Intake
from casegen_evidence.tables.report import is_time

if TYPE_CHECKING:
    from pathlib import Path

MOST = 200
"""entries of a report that are listed"""
LONG = 120
"""characters of a text that are shown"""
_OPENED = 5
"""entries of a list up to which each is looked into"""
_DEEPEST = 30
_OFTEN, _RARE = 2, 2
"""values of a field that are listed: the most frequent, and the rarest"""
_OUTCOMES = {"failure", "error", "skipped", "class", "line", "condition", "method"}
"""elements whose attributes the methods read"""
_REASONS = {"failure", "error", "skipped"}
"""elements whose text says why"""
_COUNTS = {
    "tests", "failures", "errors", "skipped", "assertions", "time", "name", "classname", "file", "line", "id",
    "line-rate", "branch-rate", "lines-covered", "lines-valid", "branches-covered", "branches-valid", "complexity",
    "version",
}  # fmt: skip
"""attributes that the methods read, or that name and time a test"""


def note_entries(
    role: str,
    path: Path,
    entries: Iterable[str],
    intake: Intake,
    rows: int = 0,
    plain: Collection[str] = (),
) -> None:
    """Store what stands in the file ``path`` and is not read, and how many ``rows`` are; ``plain`` places ask nothing."""
    left = list(dict.fromkeys(entries))
    asked = [entry for entry in left[:MOST] if entry.partition(": ")[0] not in plain and _says_more(entry)]
    beside: dict[str, Any] = {"not_read": left[:MOST], "asked": asked, "notes": []} if left else {}
    if len(left) > MOST:
        beside["not_read"].append(f"and {len(left) - MOST} more")
    if left or rows:
        intake.read.append(
            {"input": role, "file": path.name, "rows": rows or len(left), "columns": [], **beside}
        )


_OTHERS = compiled(r", and ([\d,]+) others$")
_MACHINES = {
    "hostname", "host", "timestamp", "package", "commit", "uuid", "url", "year", "date_created", "contributor", "license",
    "seconds", "duration", "elapsed", "runtime", "run_id", "run_uuid", "start_time", "end_time", "lifecycle_stage",
}  # fmt: skip
"""what names where a report was made, when, how long that took, and by which tool"""
_STATES = {"status", "result", "outcome", "state"}
_NONE_OF = {
    "disabled",
    "ignored",
    "inconclusive",
    "blocked",
    "flakes",
    "reruns",
    "retries",
    "warnings",
    "unknown",
}
"""counts of a suite of which none asks nothing"""
_LONG_NAMES = {"license", "contributor", "timestamp", "date_created", "start_time", "end_time"}
_SENTENCE = 4
"""words from which on the name of a machine or a commit is a remark"""
_IDS = 30
"""values of a field from which on it names or measures the rows"""


def _says_more(entry: str) -> bool:
    """Whether an entry holds something else than a time, or names or numbers of rows."""
    others = _OTHERS.search(entry)
    if others is not None:
        return int(others[1].replace(",", "")) < _IDS
    name, _, value = entry.partition(": ")
    own = name.rpartition("/")[2].casefold()
    own = re.sub(r"_(?:s|sec|ms|seconds|min|h)$", "", own)
    named = own in _MACHINES and (own in _LONG_NAMES or len(value.split()) < _SENTENCE)
    if "/" not in name and (
        (own in _STATES and value.casefold() in ENDED | {"run"}) or (own in _NONE_OF and value == "0")
    ):
        return False  # as GoogleTest and CTest write it at every test and suite
    if named or name == "/info/version" or (own == "status" and value.casefold() in ENDED):
        return False
    return bool(value) and not is_time(value)


def entries_of_rows(place: str, rows: Iterable[Mapping[str, Any]], read: Collection[str]) -> Iterator[str]:
    """Fields of the members of a list that are not ``read``, each with what it holds most often and least often."""
    held: dict[str, Counter[str]] = {}
    for row in rows:
        for key, value in row.items():
            if key not in read:
                held.setdefault(str(key), Counter())[str(value)[:LONG]] += 1
    for key, counts in held.items():
        ordered = counts.most_common()
        listed = ordered[:_OFTEN] + ordered[_OFTEN:][-_RARE:]
        shown = ", ".join(f"{value!r} ({n:,} times)" for value, n in listed)
        others = len(ordered) - len(listed)
        yield f"{place}/{key}: {shown}" + (f", and {others:,} others" if others else "")


def entries_of_json(document: Any, read: Collection[str], place: str = "") -> Iterator[str]:
    """Entries of a JSON document with their places; ``read``: places whose values are taken from it."""
    if place.count("/") > _DEEPEST:
        yield f"{place}: …"
    elif isinstance(document, Mapping):
        for key, value in document.items():
            yield from entries_of_json(
                value, read, f"{place}/{str(key).replace('~', '~0').replace('/', '~1')}"
            )
    elif isinstance(document, list) and len(document) <= _OPENED:
        for k, value in enumerate(document):
            yield from entries_of_json(value, read, f"{place}/{k}")
    elif isinstance(document, list):
        yield f"{place}: {len(document)} entries"
    elif place not in read:
        yield f"{place}: {str(document)[:LONG]}"


def entries_of_xml(report: XmlReport) -> Iterator[str]:
    """Comments, properties, texts and attributes of a report in XML that no method reads as an outcome or a count."""
    yield from report.entries()
    for element in report.root.iter():
        if element.tag == "property":
            yield f"{element.get('name', '')}: {element.get('value') or element.text or ''}"[:LONG]
            continue
        if element.tag not in _OUTCOMES:
            yield from (
                f"{k}: {v}"[:LONG] for k, v in element.attrib.items() if v.strip() and k not in _COUNTS
            )
        if element.tag not in _REASONS and (text := " ".join(own_text(element).split())):
            yield f"{element.tag}: {text}"[:LONG]
