"""Times, lengths and speeds that a sentence names, held against columns of the data that nobody reads."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from casegen.model.expressions import compiled
from casegen.model.results import EvidenceState
from casegen.texts.numbers.counts import NUMBER, count_of, plain

_UNITS = {"ms", "s", "min", "mm", "cm", "m", "km", "m/s", "km/h", "kn", "mph"}
"""units of what a single input or task is measured by; hours and more are exposures"""
_NAMED = compiled(rf"(?<![\w.,])(?P<n>{NUMBER})\s?(?P<unit>(?:km|m)/[hs]|[^\W\d_]+)\b")
_HOLDS = re.compile(r"holds (?P<low>\S+) to (?P<high>\S+)\.$")
_ALIKE = 30.0
"""a column is of the same thing as the sentence where its numbers lie within this factor of what is named"""
_DISTANCES = {
    "distance",
    "dist",
    "range",
    "way",
    "gap",
    "abstand",
    "entfernung",
    "reichweite",
    "weg",
    "clearance",
}
_SURROUNDINGS = compiled(
    r"°|\b(?:temperatur\w*|degrees?|grad|cold|hot|heat\w*|frost\w*|freez\w*|ice|icy|humid\w*|rain\w*|wind\w*|storm\w*|"
    r"weather|k[äa]lte|hitze|regen|wetter|sturm|nights?|nacht\w*|dark\w*|dunkel\w*|daylight|tageslicht|fog\w*|nebel\w*|snow\w*|"
    r"schnee\w*|dusk|glare)\b",
    re.I,
)
"""words of a sentence that speaks of weather, light or temperature"""
_REACH = 0.5
"""share of a length or speed up to which rows reach that cover it hardly"""


def quantities_beside(state: EvidenceState | None, sentences: Sequence[str]) -> tuple[str, ...]:
    """Columns that no method reads and that say otherwise than a quantity in the ``sentences``, after their file.

    Of weather, light and temperature all, where a sentence speaks of these.

    `Answers within 200 ms` beside `latency_ms` up to 900; `within 30 m` beside `distance_m` that ends at 8.
    """
    from casegen_evidence.tables.units import of_surroundings

    document = (state.document if state is not None else None) or {}
    named = [quantity for text in sentences for quantity in quantities(text)]
    said = (
        text
        for table in document.get("read", ())
        for name, low, high, unit in (_columns(table) if named else ())
        for quote, size, of in named
        if _says_otherwise(low, high, unit, size, of) and (of != "length" or _may_be_meant(name, sentences))
        for text in (str(table.get("file", "")), f"{name} holds {low:g} to {high:g} {unit}, beside {quote}")
    )
    weather = any(map(_SURROUNDINGS.search, sentences))
    around = (
        text
        for table in document.get("read", ())
        for name, note in (_notes(table) if weather else ())
        if of_surroundings(name)
        for text in (str(table.get("file", "")), f"{name} {note}")
    )
    return tuple(dict.fromkeys((*said, *around, *_before(document, sentences))))


_SINCE = compiled(
    r"\b(?:since|seit|as\s+of|from|ab)\s+(?:(?P<month>[^\W\d_]{3,})\s+)?(?P<year>(?:19|20)\d\d)\b", re.I
)
_GOES = re.compile(r"goes from (?P<year>\d{4})-(?P<month>\d\d)\S* to .*")
_MONTH = re.compile(r"(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])(?:-\d\d)?")


def _before(document: Mapping[str, Any], sentences: Sequence[str]) -> Iterator[str]:
    """Dates, of entries or beside what is read, that begin before the month since which a sentence holds."""
    from casegen_evidence.field_data.day_spans import month_number

    since = [match for text in sentences for match in _SINCE.finditer(text)]
    for table in document.get("read", ()) if since else ():
        for says, dates in _dates(table):
            begins = int(dates["year"]), int(dates["month"])
            for match in since:
                if begins < (int(match["year"]), month_number(match["month"] or "")):
                    yield str(table.get("file", ""))
                    yield f"{says}, beside {match[0]}"


def _dates(table: Mapping[str, Any]) -> Iterator[tuple[str, re.Match[str]]]:
    """Columns of dates and entries that are months or days: what each says, and its first month."""
    for name, note in _notes(table):
        if dates := _GOES.fullmatch(note):
            yield f"{name} {note.removesuffix('.')}", dates
    for column in table.get("columns", ()):
        classes = sorted(column.get("classes", ()))
        if classes and all(map(_MONTH.fullmatch, classes)) and (first := _MONTH.fullmatch(classes[0])):
            yield f"{column['in_file']} goes from {classes[0]} to {classes[-1]}", first


def quantities(text: str) -> Iterator[tuple[str, float, str]]:
    """Times, lengths and speeds of a text: as written, in the unit of their kind, and the kind."""
    from casegen_evidence.tables.units import QUANTITIES, known, quantity

    for match in _NAMED.finditer(plain(text)):
        unit = known(match["unit"])
        if unit in _UNITS:
            of = quantity(unit)
            for number in count_of(match["n"])[:1]:
                yield match[0], number * QUANTITIES[of][unit], of


def _columns(table: dict[str, Any]) -> Iterator[tuple[str, float, float, str]]:
    """Columns of numbers that are not read, whose names end in a unit, with least and largest number."""
    from casegen_evidence.tables.units import stated_at_end

    for name, note in _notes(table):
        held = _HOLDS.fullmatch(note)
        if held is not None and (unit := stated_at_end(name)) in _UNITS:
            yield name, float(held["low"]), float(held["high"]), str(unit)


def _notes(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Columns that are not read, with what they hold or say."""
    for name in table.get("not_read", ()):
        head = f"Column {name!r} is not read; it "
        for note in table.get("notes", ()):
            if str(note).startswith(head):
                yield name, str(note).removeprefix(head)


def _may_be_meant(name: str, sentences: Sequence[str]) -> bool:
    """Whether a length is a distance, or is named in a sentence: depths and widths of a scene deny no stand-off."""
    words = re.findall(r"[^\W\d_]{3,}", name.casefold())
    said = " ".join(sentences).casefold()
    return any(word in _DISTANCES or (len(word) > 3 and word[:4] in said) for word in words)


def _says_otherwise(low: float, high: float, unit: str, size: float, of: str) -> bool:
    """Whether numbers of a like quantity go beyond what is named, or, of a length or speed, end far below it."""
    from casegen_evidence.tables.units import QUANTITIES

    if unit not in QUANTITIES[of] or not size > 0:
        return False
    least, most = low * QUANTITIES[of][unit], high * QUANTITIES[of][unit]
    beyond = size * (1 + 1e-9) < most and least < _ALIKE * size
    short = of != "time" and size / _ALIKE < most < _REACH * size
    return beyond or short
