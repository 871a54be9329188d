"""How a stored result and its recomputation differ, and how far each part of it may."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from casegen_evidence.method import Method

_NUMBER = re.compile(r"\d+(?:\.\d+)?(?:e[+-]?\d+)?")
_POWER = re.compile("×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
_SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_CELL = re.compile(r"tables\[(\d+)\]\.rows\[\d+\]\[(\d+)\]")
COMPARED = ("measures", "tables", "figures", "assumptions", "notes")
STATED = ("method", "summary", "source")
"""what the method says of itself: to the letter"""


@dataclass(frozen=True, slots=True)
class Difference:
    """A place that differs, the relative difference, and how far it may differ."""

    text: str
    relative: float
    allowed: float
    measure: str

    @property
    def outside(self) -> bool:
        """Whether it is more than the tolerance; never false for what is no number."""
        return not self.relative <= self.allowed


def differences(
    old: Mapping[str, Any], new: Mapping[str, Any], value: Method, *, elsewhere: bool
) -> list[Difference]:
    """Every place of ``new`` that is not what ``old`` has.

    Measures have their own tolerance, columns of tables the one that the method states for them in
    ``column_tolerance`` (``title/column`` or ``column``), everything else, also numbers within texts, the smallest.
    ``elsewhere``: another processor computed ``old``; a method that states how far its measures then agree
    (``elsewhere``, absolute, for what multiplies rounding, such as training) is held to that, and its tables, figures
    and other measures are not compared.
    """
    limits: Mapping[str, float] = getattr(value, "elsewhere", {}) if elsewhere else {}
    if limits:
        return [d for name, most in limits.items() if (d := _quality(name, most, old, new)) is not None]
    parts = (*COMPARED, *STATED)
    result = []
    for place, x, y, relative in _differences({p: old.get(p) for p in parts}, {p: new[p] for p in parts}, ""):
        part, _, rest = place.partition(".")
        measure = rest.split(".", 1)[0] if part == "measures" else ""
        allowed = _allowed(place, measure, old, value)
        text = f"{place}: stored {_short(x)}, recomputed {_short(y)}"
        result.append(Difference(text, relative, allowed, measure))
    return result


def _quality(name: str, most: float, old: Mapping[str, Any], new: Mapping[str, Any]) -> Difference | None:
    x, y = (part.get("measures", {}).get(name, {}).get("value") for part in (old, new))
    if not (_is_number(x) and _is_number(y)):
        return Difference(
            f"measures.{name}: stored {_short(x)}, recomputed {_short(y)}", math.inf, most, name
        )
    if x == y:
        return None
    text = f"measures.{name}: stored {_short(x)}, recomputed {_short(y)} on another processor, absolute"
    return Difference(text, abs(x - y), most, name)


def _allowed(place: str, measure: str, old: Mapping[str, Any], value: Method) -> float:
    tolerance = value.tolerance
    if measure:
        return tolerance.get(measure, 0.0)
    if place.partition(".")[0] in STATED:
        return 0.0
    smallest = min(tolerance.values(), default=0.0)
    hit = _CELL.match(place)
    if hit is None:
        return smallest
    columns: Mapping[str, float] = getattr(value, "column_tolerance", {})
    table = old["tables"][int(hit[1])]
    column = str(dict(enumerate(table.get("columns", ()))).get(int(hit[2]), ""))
    return columns.get(f"{table.get('title', '')}/{column}", columns.get(column, smallest))


def _differences(old: Any, new: Any, path: str) -> Iterator[tuple[str, Any, Any, float]]:
    """Places that differ, with the relative difference (infinite where neither numbers nor texts with numbers are)."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name in sorted({*old, *new}):
            yield from _differences(old.get(name), new.get(name), f"{path}.{name}" if path else name)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, (a, b) in enumerate(zip(old, new, strict=True)):
            yield from _differences(a, b, f"{path}[{index}]")
    elif _is_number(old) and _is_number(new):
        if not (math.isfinite(old) and math.isfinite(new)):
            yield path, old, new, math.inf
        elif old != new:
            yield path, old, new, _relative(old, new, counts=path.startswith("tables"))
    elif old != new:
        message = isinstance(old, str) and isinstance(new, str)
        yield path, old, new, _relative_of_texts(old, new) if message else math.inf


def _relative(old: float, new: float, *, counts: bool) -> float:
    """Relative difference; of two ``counts`` to one more than the larger, since 0 and 1 of many are near each other."""
    whole = counts and isinstance(old, int) and isinstance(new, int)
    if old == new:  # written in two ways
        return 0.0
    return abs(old - new) / (max(abs(old), abs(new)) + whole)


def _relative_of_texts(old: str, new: str) -> float:
    """Largest relative difference of the numbers in two texts that are the same except for them; else infinite."""
    one, other = _plain_powers(old), _plain_powers(new)
    if _NUMBER.split(one) != _NUMBER.split(other):
        return math.inf
    pairs = zip(_NUMBER.findall(one), _NUMBER.findall(other), strict=True)
    return max((_relative(float(a), float(b), counts=False) for a, b in pairs if a != b), default=math.inf)


def _plain_powers(text: str) -> str:
    """``2×10⁻⁵`` as ``2e-5``."""
    return _POWER.sub(lambda result: "e" + result[1].translate(_SUPERSCRIPTS), text)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"
