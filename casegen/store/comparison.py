"""How a stored result and its recomputation differ, and how far each part of it may."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from casegen.model.expressions import compiled

if TYPE_CHECKING:
    from casegen_evidence.method import Method

_NUMBER = compiled(r"\d+(?:\.\d+)?(?:e[+-]?\d+)?")
_POWER = compiled("×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
_SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_CELL = compiled(r"tables\[(\d+)\]\.rows\[\d+\]\[(\d+)\]")
ZERO = 1e-15
"""absolute, in tables and figures: what should be 0 and is left of sums of parts of 1"""
_DRAWN = compiled(r"tables\[\d+\]\.rows|figures\[\d+\]\.(data|alt)")
_NUMBERS = ("value", "lower", "upper")
COMPARED = ("measures", "tables", "figures", "assumptions", "notes", "signs", "read")
ROUNDING = 1e-9
"""relative; sums in another order, or another approximation of a function, differ by about 1e-12"""
EMPTY: tuple[Any, ...] = (None, "", [], {})
"""a field left out says no more than an empty one, and is within any tolerance of it: other versions of casegen may write
the one or the other"""
STATED = ("method", "summary", "source")
"""what the method says of itself: to the letter"""


@dataclass(frozen=True, slots=True)
class MeasureDifference:
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
) -> list[MeasureDifference]:
    """Every place of ``new`` that is not what ``old`` has.

    Measures have their own tolerance, columns of tables the one that the method states for them in
    ``column_tolerance`` (``title/column`` or ``column``), everything else, also numbers within texts, the smallest.

    ``elsewhere``: other instructions or versions computed ``old``, so that sums may be rounded otherwise: no tolerance
    is then smaller than :data:`ROUNDING`.  Where rounding multiplies, as in training, a method states an absolute
    tolerance of its measures (``elsewhere``): value and limits of these are held to it, the numbers of its tables and
    figures are not compared (:func:`uncompared` names them), all other parts as usual.
    """
    limits: Mapping[str, float] = getattr(value, "elsewhere", {}) if elsewhere else {}
    parts = (*COMPARED, *STATED)
    result = []
    left = 0
    for place, x, y, relative in _differences({p: old.get(p) for p in parts}, {p: new[p] for p in parts}, ""):
        part, _, rest = place.partition(".")
        measure, _, field = rest.partition(".") if part == "measures" else ("", "", "")
        text = f"{place}: stored {shortened(x)}, recomputed {shortened(y)}"
        if limits and (_DRAWN.match(place) or (measure in limits and field.startswith("distribution."))):
            left += 1
            continue
        if measure in limits and field in _NUMBERS and _is_number(x) and _is_number(y):
            result.append(MeasureDifference(f"{text}, absolute", abs(x - y), limits[measure], measure))
            continue
        if elsewhere and not measure and _is_number(x) and _is_number(y) and abs(x - y) < ZERO:
            result.append(MeasureDifference(f"{text}, absolute", abs(x - y), ZERO, ""))
            continue
        allowed = _allowed(place, measure, old, value)
        if elsewhere and part not in STATED:
            allowed = max(allowed, ROUNDING)
        result.append(MeasureDifference(text, relative, allowed, measure))
    if left:
        text = f"numbers that are not compared: {left} are not as stored"
        result.append(MeasureDifference(text, 0.0, 0.0, ""))
    return result


def same_but_rounding(old: object, new: object) -> bool:
    """Whether two parts of results differ at most as sums in another order do (:data:`ROUNDING`).

    >>> same_but_rounding({"upper": 0.1 + 0.2}, {"upper": 0.3}), same_but_rounding({"upper": 0.3}, {"upper": 0.300001})
    (True, False)
    """
    return all(relative <= ROUNDING for *_, relative in _differences(old, new, ""))


def first_difference(old: object, new: object) -> str:
    """The first place where two documents differ by more than rounding, with both values; empty where there is none.

    >>> first_difference({"a": [1, 2]}, {"a": [1, 3]}), first_difference({"a": 1}, {"a": 1})
    ('a[1]: stored 2, made again 3', '')
    """
    for place, x, y, relative in _differences(old, new, ""):
        if not relative <= ROUNDING:
            return f"{place}: stored {shortened(x)}, made again {shortened(y)}"
    return ""


def uncompared(old: Mapping[str, Any], value: Method) -> str:
    """What :func:`differences` leaves out of a result from another processor, in words; empty where nothing."""
    if not getattr(value, "elsewhere", {}):
        return ""
    named = [
        f"{part[:-1]} {one.get('title')!r}" for part in ("tables", "figures") for one in old.get(part, ())
    ]
    return (
        "computed with other instructions or versions: rounding multiplies here, so that "
        + ", ".join(f"{name} within {most:g}" for name, most in value.elsewhere.items())  # type: ignore[attr-defined]
        + " is what must repeat"
        + (f"; numbers not compared: {', '.join(named)}" if named else "")
    )


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
            place = f"{path}.{name}" if path else name
            if old.get(name) in EMPTY and new.get(name) in EMPTY:
                if name not in old or name not in new or old[name] != new[name]:
                    yield place, old.get(name), new.get(name), 0.0
                continue
            yield from _differences(old.get(name), new.get(name), place)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, (a, b) in enumerate(zip(old, new, strict=True)):
            yield from _differences(a, b, f"{path}[{index}]")
    elif _is_number(old) and _is_number(new):
        if not (math.isfinite(old) and math.isfinite(new)):
            yield path, old, new, math.inf
        elif repr(old) != repr(new):
            yield path, old, new, _relative(old, new, counts=path.startswith("tables"))
    elif repr(old) != repr(new):  # True is no 1
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


def shortened(value: Any) -> str:
    """A value for a message."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"
