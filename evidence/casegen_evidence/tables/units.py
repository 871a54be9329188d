"""Units of columns: a method says what it counts in, the item what the file holds."""

from __future__ import annotations

import re

from casegen_evidence.tables.spec import Problems, Reading

HOURS = {"s": 1 / 3600, "min": 1 / 60, "h": 1.0, "d": 24.0, "kh": 1000.0, "1000 h": 1000.0, "y": 8766.0}
_SPELLED = {
    "sec": "s", "second": "s", "seconds": "s", "minute": "min", "minutes": "min", "mins": "min", "hour": "h",
    "hours": "h", "hr": "h", "hrs": "h", "day": "d", "days": "d", "year": "y", "years": "y", "yr": "y", "a": "y",
}  # fmt: skip
_IN_NAME = re.compile(r"[\[(/]\s*([^\])/]+?)\s*[\])]?\s*$")


def factor(name: str, spelled: str, unit: str, reading: Reading, problems: Problems) -> float:
    """What a cell is multiplied with to be in ``unit`` (only hours, so far); 1 where nothing is declared.

    A unit in the column's own name that is another than ``unit`` has to be declared: ``operating time [min]``.
    """
    declared = reading.units.get(name)
    match = _IN_NAME.search(spelled)
    written = _plain(match[1]) if match else ""
    if declared is None:
        if written in HOURS and written != unit:
            problems.add(
                f"{problems.file}: the column {spelled!r} is in {match[1] if match else ''}, {unit} is expected; "
                f"declare `units: {{{name}: {written}}}`, and it is converted"
            )
        return 1.0
    known = _plain(declared)
    if known not in HOURS:
        problems.add(f"{problems.file}: unknown unit {declared!r} of {name}; known: {', '.join(HOURS)}")
        return 1.0
    return HOURS[known] / HOURS[unit]


def _plain(text: str) -> str:
    word = text.strip().lower()
    return _SPELLED.get(word, word)
