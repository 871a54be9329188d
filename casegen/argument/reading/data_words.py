"""Words beside the numbers that a claim rests on: what an item says of its data, what of them is not read, sources."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from casegen.argument.view import CaseView
from casegen.model.argument import Argument, EvidenceNode
from casegen.model.evidence import EvidenceSpec
from casegen.model.results import EvidenceState

LISTED = 50
"""columns, fields and rows of a file that are named; the others are counted"""
_UNNAMED = "Column '' is not read; it "
"""how a note on a column without a name begins"""


def said_of_numbers(view: CaseView, step: Argument) -> list[str]:
    """What the numbers of a step are said to be: text of its tree, sources of typed events, words of measured items.

    Of an item its title, its text, the names of its files and all that it declares of them and of the method.
    """
    case, said = view.case, list[str]()
    if (tree := case.tree.get(step.tree or "")) is not None:
        said.append(tree.text)
    for node in (case.node.get(name) for name in step.premises):
        item = case.evidence_item.get(node.evidence or "") if isinstance(node, EvidenceNode) else None
        if item is not None and isinstance(node, EvidenceNode):
            said += [*said_of_item(item), f"version: {node.version}" if node.version else ""]
    return [text for text in said if text]


def said_of_item(item: EvidenceSpec) -> list[str]:
    """Title and text of an item, the sentences among its parameters, its files, and what it declares of them."""
    sentences = [text for text in item.parameters.values() if isinstance(text, str) and " " in text]
    said = [item.title, item.text, *sentences, *item.inputs.values(), *declared(item)]
    return [text for text in said if text]


def declared(item: EvidenceSpec) -> list[str]:
    """What an item declares of its files and its method, a line for each field: ``columns: failures ← drops in rain``.

    Sentences among the parameters stand by themselves, and are left out.
    """
    lines = []
    for name in _READ_BY:
        value = getattr(item, name)
        if isinstance(value, Mapping) and value:
            lines.append(f"{name}: " + ", ".join(f"{key} ← {of}" for key, of in value.items()))
        elif value not in (None, "") and not (isinstance(value, Mapping | Sequence) and not value):
            lines.append(f"{name}: {_in_a_line(value)}")
    stated = {k: v for k, v in item.parameters.items() if not (isinstance(v, str) and " " in v)}
    return [*lines, *(f"{name}: {_in_a_line(value)}" for name, value in stated.items())]


_READ_BY = ("columns", "labels", "units", "sheet", "rows", "totals")
"""fields of an item that decide which numbers of its files are taken, and as what"""


def factor_of(unit: str) -> float | None:
    """The number that one of a column stands for; None of a unit by name, such as ``min``.

    >>> factor_of("1000"), factor_of("0.01"), factor_of("min"), factor_of("1")
    (1000.0, 0.01, None, None)
    """
    try:
        factor = float(unit)
    except ValueError:
        return None
    return factor if factor != 1.0 else None


def _in_a_line(value: object) -> str:
    if isinstance(value, BaseModel):
        value = value.model_dump(mode="json", exclude_defaults=True)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def hashes_of_data(state: EvidenceState | None) -> tuple[str, ...]:
    """The files that a result was computed from, each with its SHA-256."""
    document = state.document if state is not None else None
    inputs = (document or {}).get("provenance", {}).get("inputs", {})
    return tuple(f"{name} {digest}" for name, digest in sorted(inputs.items()))


def unread_data(
    state: EvidenceState | None, *, asked: bool = False, said: Sequence[str] = ()
) -> tuple[str, ...]:
    """What the files of a result hold and its method does not read: file, then columns or fields with what they say.

    With ``asked`` what only a person can judge: not names, times and measured quantities, nor one name of the system in
    every row that is ``said`` of it anyway.
    """
    document = state.document if state is not None else None
    return tuple(
        text
        for table in (document or {}).get("read", ())
        for text in _unread(
            table, table.get("asked", table.get("not_read")) if asked else table.get("not_read"), said
        )
    )


def _unread(table: Mapping[str, object], names: object, said: Sequence[str]) -> Iterator[str]:
    texts, notes, elsewhere = list[str](), table.get("notes"), table.get("elsewhere")
    notes = notes if isinstance(notes, list) else []
    for name in names if isinstance(names, list) and "notes" in table else ():
        head = f"Column {name!r} is not read; it "
        note = next((str(note).removeprefix(head) for note in notes if str(note).startswith(head)), "")
        if not _as_said(str(name), note, said):
            texts.append(f"{name} {note}".strip())
    texts += [
        f"a column without a name {str(n).removeprefix(_UNNAMED)}"
        for n in notes
        if str(n).startswith(_UNNAMED)
    ]
    texts += [str(entry) for entry in elsewhere] if isinstance(elsewhere, list) else []
    yield from _some(table, texts)


def _some(table: Mapping[str, object], texts: Sequence[str]) -> Iterator[str]:
    if texts:
        yield str(table.get("file", ""))
        yield from texts[:LISTED]
    if len(texts) > LISTED:
        yield f"and {len(texts) - LISTED} more"


def names_of_entries(state: EvidenceState | None) -> tuple[str, ...]:
    """What the rows of a record are called, by file: names that may say what was done, or left out, there."""
    document = state.document if state is not None else None
    return tuple(text for table in (document or {}).get("read", ()) for text in _entries(table))


def _entries(table: Mapping[str, Any]) -> Iterator[str]:
    for column in table.get("columns", ()):
        if column.get("name") == "entry":
            yield from _some(table, list(map(str, column.get("classes", ()))))


_SYSTEM = re.compile(
    r"(?i)(?:product|system|device|component|machine|vehicle|robot|sut|dut|(?:system|device|unit) under test|produkt|"
    r"gerät|maschine|fahrzeug|roboter|prüfling|komponente|population)(?:[\s_-](?:name|id))?"
)
_ONE_WORD = re.compile(r"says '([^']+)' \([\d,]+ rows\)\.|holds (\S+) to \2\.")


def _as_said(name: str, note: str, said: Sequence[str]) -> bool:
    """Whether a column has one value, which a text gives it by name (`firmware 2.1`), or which names the system there."""
    match = _ONE_WORD.fullmatch(note)
    if match is None:
        return False
    value = match[1] or match[2]
    word = _SYSTEM.fullmatch(name.strip()) is not None and re.search(r"[^\W\d_]{3}", value) is not None
    phrase = r"[\s_:=]+".join(map(re.escape, ([] if word else name.split()) + value.split()))
    return any(re.search(rf"(?i)(?<!\w){phrase}(?!\s*\d|\w|\.\d)", text) for text in said)
