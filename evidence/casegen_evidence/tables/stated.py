"""Units that a file states beside its columns: in a column of units, or in the number format of a spreadsheet's cells.

One quantity has one unit: what the file states has to be what the item declares under ``units``, or what the method
counts in where nothing is declared.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from casegen_evidence.expressions import compiled
from casegen_evidence.tables.spec import Number, Problems, Reading
from casegen_evidence.tables.units import COUNT, agrees, known, quantity

if TYPE_CHECKING:
    from casegen_evidence.tables.columns import Cells

_NAMED = compiled(
    r"(?i)(?P<before>.*?)[\s_.\-]*(?<![^\W_])(units?|einheit(en)?|uom|unit[ée]s?|ma(ß|ss)einheit|masseinheit)(?![^\W_])"
    r"[\s_.\-]*(?:of|for|der|von)?[\s_]*(?P<behind>.*)"
)
"""names of columns of units, with the column that they speak of where they name one"""
_SCALE = {"thousands", "k", "millions", "%", "‰", "ppm"}
_LITERAL = compiled(r'"([^"]*)"|\\(.)|\[\$([^\]-]*)')


def names_units(name: str) -> bool:
    """Whether a column is named as one of units."""
    return _NAMED.fullmatch(name.strip()) is not None


def check_unit_columns(
    first_line: int, cells: Sequence[Cells], beside: Sequence[Cells], reading: Reading, problems: Problems
) -> None:
    """Refuse columns of numbers beside which another column states units that are not theirs, or several."""
    numbers = [one for one in cells if isinstance(one.kind, Number)]
    for column in beside:
        codes, words = column.words()
        named = _NAMED.fullmatch(column.spelled.strip())
        units = [known(word) for word in words]
        if not any(units) or not (named or (all(units) and all(len(word) > 1 for word in words))):
            continue
        about = _about(named, numbers, beside)
        for one in about:
            assert isinstance(one.kind, Number)
            wanted = one.kind.unit or one.kind.measured_in
            for k, word in enumerate(words):
                if units[k] and _wrong(units[k], units[k], one.name, wanted, reading, units):
                    line = first_line + int(np.flatnonzero(codes == k)[0])
                    problems.add(
                        _refused(f"{problems.file}:{line}", column.spelled, word, one, wanted, units)
                    )
                    break


def _about(named: re.Match[str] | None, numbers: Sequence[Cells], beside: Sequence[Cells]) -> list[Cells]:
    """The columns of numbers that a column of units speaks of: the one it names, else the one with a unit."""
    if named:
        said = {part.strip(" _-.()[]").casefold() for part in (named["before"], named["behind"])} - {""}
        chosen = [one for one in numbers if {one.spelled.casefold(), one.name.casefold()} & said]
        if said & {one.spelled.casefold() for one in beside}:
            return []
        if chosen:
            return chosen
    timed = [one for one in numbers if isinstance(one.kind, Number) and one.kind.unit not in ("", COUNT)]
    return timed or list(numbers)


def _wrong(word: str, unit: str, name: str, wanted: str, reading: Reading, units: Sequence[str]) -> bool:
    if wanted == COUNT:  # the unit of a time or a length speaks of another column
        return unit in _SCALE and not agrees(word, name, wanted, reading)
    if wanted:
        return not agrees(word, name, wanted, reading)
    same = {u for u in units if quantity(u) == quantity(unit)}  # nothing is expected: one unit a quantity
    return bool(quantity(unit)) and len(same) > 1


def _refused(place: str, column: str, word: str, one: Cells, wanted: str, units: Sequence[str]) -> str:
    several = len({u for u in units if u}) > 1
    if several or not wanted:
        said = ", ".join(dict.fromkeys(u for u in units if u))
        return f"{place}: column {column!r} gives the rows of {one.spelled!r} different units ({said}); write them in one"
    return f"{place}: {column!r} says {word!r}, and {_fix(one, wanted, word)}"


def _fix(one: Cells, wanted: str, word: str) -> str:
    expected = "a plain count" if wanted == COUNT else wanted
    declared = (
        f"{one.name}: {known(word)}"
        if quantity(known(word)) == quantity(wanted) != ""
        else f"{one.name}: 1000"
    )
    return (
        f"column {one.spelled!r} is read in {expected}; declare `units: {{{declared}}}` (what one of it is), or correct "
        "the file"
    )


def check_formats(
    formats: Mapping[int, tuple[str, str]], at: Mapping[int, Cells], reading: Reading, problems: Problems
) -> None:
    """Refuse columns whose cells show another unit than the one they are read in: ``formats`` has cell and words."""
    for index, (cell, word) in formats.items():
        one = at.get(index)
        if one is None or not isinstance(one.kind, Number):
            continue
        wanted = one.kind.unit or one.kind.measured_in
        unit = known(word) or (word if re.match(r"(?i)(per|je|pro)\b|/", word) else "")
        if wanted and unit and not agrees(word, one.name, wanted, reading):
            problems.add(
                f"{problems.file}, cell {cell}: its number format shows {word!r}, and {_fix(one, wanted, word)}"
            )


def shown_unit(form: str) -> str:
    """What the number format of a cell writes beside its number.

    >>> [shown_unit(f) for f in ('0" min"', '#,##0.0\\\\ "km/h"', "General", "0%", '0" per thousand"', "0.00")]
    ['min', 'km/h', '', '', 'per thousand', '']
    """
    words = ["".join(part) for part in _LITERAL.findall(form.partition(";")[0])]
    return "".join(words).strip()
