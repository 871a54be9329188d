"""Data that say of themselves that they are older than the system: periods of entries, dates of rows and of reports."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any, NamedTuple

from casegen.argument.reading.data_periods import texts_of_before, texts_of_use_before
from casegen.argument.reading.data_words import hashes_of_data
from casegen.argument.reading.step import ReadingStep
from casegen.argument.view import CaseView
from casegen.model.argument import EvidenceNode
from casegen.model.case import Case
from casegen.model.dates import started_on, today
from casegen.model.evidence import EvidenceSpec
from casegen.model.expressions import compiled
from casegen.model.fault_tree import FromEvidence
from casegen.model.results import EvidenceState

OLDER_RULE = "evidence-older"


class OlderData(NamedTuple):
    """A measured item that is older than the release, at the evidence that cites it or, without one, by itself."""

    place: tuple[str, int]
    part: EvidenceNode | EvidenceSpec
    item: EvidenceSpec
    dates: tuple[str, ...]
    """what its data say of their dates; none where only its result is dated"""
    computed: datetime.date | None

    @property
    def waived(self) -> bool:
        """Whether somebody has set the rule aside, at the evidence or at the item."""
        return any(waiver.rule == OLDER_RULE for waiver in (*self.part.waive, *self.item.waive))


def older_data(case: Case, evidence: Mapping[str, EvidenceState]) -> Iterator[OlderData]:
    """Measured evidence whose data, or whose result if nothing dates them, are older than the release of the system.

    Evidence with a date before it is left out: that date says so already.
    """
    released = case.header.released
    for section, index, part, item in _measured(case) if released is not None else ():
        state = evidence.get(item.id)
        dated = part.date if isinstance(part, EvidenceNode) else None
        if released is None or state is None or (dated is not None and dated < released):
            continue
        written = case.header.date or today()
        said = (*dates_before(state, released), *texts_before(item, released, written))
        dates = tuple(dict.fromkeys(said))
        computed = started_on(state.document) if dated is None else None
        if dates or (computed is not None and computed < released):
            yield OlderData((section, index), part, item, dates, computed)


def older_read(
    view: CaseView, supported: Set[str], items: Iterable[str], evidence: Mapping[str, EvidenceState]
) -> Iterator[ReadingStep]:
    """Evidence of supported claims that is older than the release, where nobody has set the rule aside."""
    released, used = view.case.header.released, set(items)
    cited = {name for step in view.case.arguments if step.supports in supported for name in step.premises}
    for node in view.case.evidence:
        if released is None or node.date is None or node.date >= released or node.id not in cited:
            continue
        if not any(waiver.rule == OLDER_RULE for waiver in node.waive):
            yield ReadingStep(node.id, "older", (node.text, f"{node.date}", f"{released}"), asks=True)
    for old in older_data(view.case, evidence):
        if not old.waived and (old.part.id in cited or old.item.id in used):
            texts = (old.part.text or old.item.title, *(old.dates or (f"{old.computed}",)), f"{released}")
            rests_on = hashes_of_data(evidence.get(old.item.id))
            yield ReadingStep(old.part.id, "older", texts, asks=True, rests_on=rests_on)


def _measured(case: Case) -> Iterator[tuple[str, int, EvidenceNode | EvidenceSpec, EvidenceSpec]]:
    """Every evidence node on a measured item, and every item that only events and assumptions are bound to."""
    for index, node in enumerate(case.evidence):
        if (item := case.evidence_item.get(node.evidence or "")) is not None:
            yield "evidence", index, node, item
    bound = _bound(case) - {node.evidence for node in case.evidence}
    for index, item in enumerate(case.evidence_items):
        if item.id in bound:
            yield "evidence_items", index, item, item


def _bound(case: Case) -> set[str | None]:
    models = [*(event.model for event in case.events), *(group.total for group in case.common_cause)]
    required = [claim.requirement for claim in case.claims] + [one.requirement for one in case.contexts]
    return {
        *(model.evidence for model in models if isinstance(model, FromEvidence)),
        *(one.measure.evidence for one in required if one is not None),
    }


def dates_before(state: EvidenceState, released: datetime.date) -> Iterator[str]:
    """What the data of a result say that lies before ``released``: `record.csv: entries 2025-01 to 2025-10`.

    A month, quarter or year that holds the day of the release is not before it, a range that begins before it is; and a
    name that may mean several days none of them.  Of several versions of the system all but one are of before or after.
    """
    for table in (state.document or {}).get("read", ()):
        file = table.get("file", "")
        for column, dates in _dates(table):
            old = list(texts_of_before(dates, released))
            if old:
                span = old[0] if len(old) == 1 else f"{old[0]} to {old[-1]}"
                yield f"{file}: {column} {span}"
        for column, several in _versions(table):
            yield f"{file}: {column} {several}, of which one at most is that of the release"


def texts_before(
    item: EvidenceSpec, released: datetime.date, written: datetime.date | None = None
) -> Iterator[str]:
    """What the title and the population of an item say of use before ``released``: `title: trials in 2024`.

    ``written``: when, as *trials of last year* counts from it.
    """
    said = {"title": item.title, "population": item.parameters.get("population")}
    for name, text in said.items():
        if isinstance(text, str):
            yield from (f"{name}: {one}" for one in texts_of_use_before(text, released, written))


def _dates(table: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Names of entries, and what columns and fields of a date that are not read hold."""
    for column in table.get("columns", ()):
        if column.get("name") == "entry":
            yield "entries", list(map(str, column.get("classes", ())))
    for name in map(str, table.get("not_read", ())):
        field, colon, value = name.partition(": ")
        if colon and _dates_rows(field.rpartition("/")[2]):
            yield field, [value]
    for note in map(str, table.get("notes", ())):
        match = _NOTE.fullmatch(note)
        if match is not None and _dates_rows(match["name"]):
            ends = [match["from"], match["to"]]
            if _OF_YEARS.search(match["name"]):
                ends += [match["first"], match["last"]]
            said = [*filter(None, ends), *_QUOTED.findall(match["says"] or "")]
            yield match["name"], list(dict.fromkeys(said))


def _versions(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Columns that are not read and name the release, or the version of the software, of each row, where these differ."""
    for note in map(str, table.get("notes", ())):
        match = _SEVERAL.fullmatch(note)
        if match is not None and _VERSION.fullmatch(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", match["name"])):
            said = list(dict.fromkeys(_QUOTED.findall(match["says"] or "")))
            ends = [*filter(None, (match["from"], match["to"])), *said]
            if len(set(ends)) > 1:
                yield match["name"], " and ".join((ends[0], ends[-1]))


_SEVERAL = compiled(
    r"Column (?P<quote>['\"])(?P<name>.*?)(?P=quote) is not read; it "
    r"(?:(?:goes from|holds) (?P<from>\S+) to (?P<to>\S+)|says (?P<says>.*))\."
)
_VERSION = compiled(
    r"\W*(?:(?:software|firmware|sw|fw|system|product|controller|steuerungs?)[\s_.-]*)?"
    r"(?:release|version|rev|revision|build|firmware|softwarestand|softwareversion|firmwareversion|stand)\W*",
    re.I,
)
"""names of columns that say of which release of the system a row is; a version of a format or of a data sheet is none"""
_NOTE = compiled(
    r"Column (?P<quote>['\"])(?P<name>.*?)(?P=quote) is not read; it "
    r"(?:goes from (?P<from>.*) to (?P<to>.*)|holds (?P<first>(?:19|20)\d\d) to (?P<last>(?:19|20)\d\d)|"
    r"says (?P<says>.*))\."
)
_OF_YEARS = compiled(r"year|jahr", re.I)
"""names of columns whose whole numbers are years; others may count anything"""
_QUOTED = compiled(r"'([^']+)' \((?:line [\d,]+|[\d,]+ rows)\)")
_WORDS = compiled(r"[^\W\d_]+")
_WHEN = {
    "date", "dates", "day", "time", "times", "timestamp", "datetime", "month", "week", "when", "recorded", "measured",
    "tested", "test", "started", "start", "begin", "end", "ended", "from", "to", "until", "period", "captured", "taken",
    "datum", "tag", "zeit", "zeitpunkt", "zeitstempel", "monat", "woche", "gemessen", "erfasst", "aufgenommen", "geprüft",
    "beginn", "ende", "von", "bis", "zeitraum", "of", "at", "on", "utc", "am", "der", "run", "measurement", "recording",
    "messung", "messdatum", "prüfdatum", "testdatum", "year", "quarter", "season", "jahr", "quartal", "saison",
}  # fmt: skip
"""words that name when a row was recorded; any other, such as `built` or `calibration`, dates something else"""


def _dates_rows(name: str) -> bool:
    words = _WORDS.findall(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).casefold())
    return bool(words) and all(word in _WHEN for word in words)
