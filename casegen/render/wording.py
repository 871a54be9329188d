"""Numbers, statuses and kinds in words: the same in page, PDF and diagrams."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from casegen.model import number_text
from casegen.model.digits import hours_text, round_outward
from casegen.model.number_text import compared, level_in_percent
from casegen.model.number_text import in_percent as in_percent
from casegen.model.quantity import Comparison, Estimate, MeasureKind
from casegen.model.results import Freshness, RequirementResult, Status
from casegen.render.language import Spoken, thousands_apart, translate

STATUS_WORD: Mapping[Status, str] = Spoken("status", Status)
STATUS_CLASS: dict[Status, str] = {
    Status.SUPPORTED: "supported",
    Status.CHALLENGED: "challenged",
    Status.UNDEVELOPED: "undeveloped",
    Status.ASSUMED: "assumed",
    Status.STALE: "stale",
    Status.NOT_EVALUATED: "unknown",
}
SETTLED = (Status.SUPPORTED, Status.ASSUMED)
"""statuses of an objection that no longer prevents support"""
STATUS_MEANING: Mapping[Status, str] = Spoken("meaning", Status)
FRESHNESS_WORD: Mapping[Freshness, str] = Spoken("freshness", Freshness)
FRESHNESS_CLASS: dict[Freshness, str] = {
    Freshness.FRESH: "supported",
    Freshness.STALE: "stale",
    Freshness.MISSING: "undeveloped",
    Freshness.FAILED: "challenged",
}
KIND_WORD: Mapping[MeasureKind, str] = Spoken("kind", MeasureKind)
COMPARISON_SIGN: dict[Comparison, str] = {
    Comparison.AT_MOST: "≤",
    Comparison.LESS: "<",
    Comparison.AT_LEAST: "≥",
    Comparison.GREATER: ">",
}

_LOOSE = re.compile(r"(?<=\d) (?=[%×])|(?<=×) (?=\d)")
"""where a line would end between a number and what belongs to it"""


def number(value: float | None, digits: int = 3, whole: float = 1.0, *, beside: Iterable[float] = ()) -> str:
    """As :func:`casegen.model.number_text.number`, with the thousands apart as in all documents.

    >>> number(8760.0), number(1234567.0), number(0.25)
    ('8\u202f760', '1.23\u202f×\u202f10⁶', '0.25')
    """
    return grouped(number_text.number(value, digits, whole, beside=beside))


def bound(value: float | None, *, upper: bool, digits: int = 3, beside: Iterable[float] = ()) -> str:
    """As :func:`casegen.model.number_text.bound`, with the thousands apart."""
    return grouped(number_text.bound(value, upper=upper, digits=digits, beside=beside))


def in_full(value: float | None) -> str:
    """As :func:`casegen.model.number_text.in_full`, with the thousands apart.

    >>> in_full(20000.0)
    '20\u202f000'
    """
    return grouped(number_text.in_full(value))


def limit(value: float | None, *, upper: bool) -> str:
    """As :func:`casegen.model.number_text.limit`, with the thousands apart."""
    return grouped(number_text.limit(value, upper=upper))


def grouped(text: str) -> str:
    """A printed number with the thousands of its whole part apart."""
    whole, point, part = text.partition(".")
    digits = whole.removeprefix("−")
    if not digits.isdecimal():
        return text
    return f"{whole[: len(whole) - len(digits)]}{thousands_apart(f'{int(digits):,}')}{point}{part}"


def objection_class(status: Status | None) -> str:
    """The class of an objection that is not settled; none of one that is, or of one that was not assessed."""
    return STATUS_CLASS[status] if status is not None and status not in SETTLED else ""


def percent(value: float | None, digits: int = 3) -> str:
    """A fraction in percent.

    >>> percent(0.95), percent(0.00012), percent(0.999998)
    ('95\\u202f%', '0.012\\u202f%', '99.9998\\u202f%')
    """
    return "–" if value is None else f"{number(in_percent(value), digits, 100.0)}\u202f%"


def confidence(value: float | None) -> str:
    """A one-sided confidence with every digit that was stated, in percent."""
    return "" if value is None else f"{level_in_percent(value)}\u202f%"


def interval(estimate: Estimate | None, *, beside: Iterable[float] = ()) -> str:
    """The bounds of an estimate, each with its one-sided confidence; ``beside`` as :func:`bounds` takes it."""
    if estimate is None:
        return "–"
    return bounds(estimate.lower, estimate.upper, estimate.confidence, beside=beside)


def bounds(
    lower: float | None,
    upper: float | None,
    level: float | None,
    *,
    short: bool = False,
    beside: Iterable[float] = (),
) -> str:
    """Bounds in words: ``[a, b], each bound 95 %``, or one bound alone; a dash when there is none.

    ``short`` leaves out that each bound holds by itself, for drawings.  ``beside``: limits that they stand with.
    """
    beside = tuple(beside)
    if lower is not None and upper is not None:
        key = "number.short" if short else "number.both"
        digits = _digits_of_width(lower, upper)
        low = bound(lower, upper=False, digits=digits, beside=beside)
        high = bound(upper, upper=True, digits=digits, beside=beside)
        return translate(key, low=low, high=high, confidence=confidence(level))
    if upper is not None:
        return translate(
            "number.upper", high=bound(upper, upper=True, beside=beside), confidence=confidence(level)
        )
    if lower is not None:
        return translate(
            "number.lower", low=bound(lower, upper=False, beside=beside), confidence=confidence(level)
        )
    return "–"


def swing_ends(low: float, high: float, *, at_bounds: bool, beside: Iterable[float] = ()) -> tuple[str, str]:
    """The top event at both ends of an input; at measured bounds each is rounded away from the other.

    >>> swing_ends(0.00013728, 0.00137287, at_bounds=True)
    ('1.37\\u202f×\\u202f10⁻⁴', '0.00138')
    """
    beside = tuple(beside)
    if not at_bounds:
        return number(low, beside=beside), number(high, beside=beside)
    rises = not low > high
    return bound(low, upper=not rises, beside=beside), bound(high, upper=rises, beside=beside)


WIDER = 1.25
"""how much wider than it is an interval may be printed, both ends rounded outward"""
DIGITS, MOST_DIGITS = 3, 6


def _digits_of_width(lower: float, upper: float) -> int:
    """Significant digits at which rounding outward adds little to the width of an interval."""
    for digits in range(DIGITS, MOST_DIGITS):
        low, high = (
            round_outward(lower, upper=False, digits=digits),
            round_outward(upper, upper=True, digits=digits),
        )
        if not high - low > WIDER * (upper - lower):
            return digits
    return MOST_DIGITS


def requirement(result: RequirementResult) -> str:
    """A requirement in one line: comparison, bound, kind, confidence."""
    level = (
        f" {translate('number.confidence', confidence=confidence(result.confidence))}"
        if result.confidence is not None
        else ""
    )
    return f"{COMPARISON_SIGN[result.comparison]} {held(result)[1]} {KIND_WORD[result.kind]}{level}"


def held(result: RequirementResult) -> tuple[str, str]:
    """The number that was compared and the limit, in digits that read as they compare; a dash for what is not there."""
    if result.compared is None or result.bound is None:
        upper = result.comparison.is_upper
        return bound(result.compared, upper=upper), limit(result.bound, upper=upper)
    upper = result.comparison.is_upper
    shown, strict = compared(result.compared, result.bound, upper=upper, is_bound=not result.is_value)
    return grouped(shown), grouped(strict)


def ratio(value: float | None) -> str:
    """A factor.

    >>> ratio(2.5), ratio(None)
    ('×2.5', '–')
    """
    return "–" if value is None else f"×{number(value)}"


def tied(text: str) -> str:
    """A sentence whose numbers keep their percent sign and their power of ten on the line.

    >>> tied("1.31 × 10⁻⁴ exceeds 5 % of it")
    '1.31\\xa0×\\xa010⁻⁴ exceeds 5\\xa0% of it'
    """
    return _LOOSE.sub("\u00a0", text)


def apart(text: str) -> str:
    """A text within a line of casegen's: one from right to left does not turn a date behind it.

    >>> apart("second issue"), apart("\u0623\u0628")
    ('second issue', '\u0623\u0628\u200e')
    """
    turns = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in text)
    return text + "\u200e" if turns else text


def seconds(value: float) -> str:
    """A duration in words.

    >>> seconds(0.25), seconds(12.3), seconds(3725)
    ('0.25 s', '12.3 s', '1 h 2 min')
    """
    if value < 60:
        return f"{number(value)} s"
    minutes = int(value // 60)
    return f"{minutes} min {int(value % 60)} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def whole_hours(hours: float) -> str:
    """A time of a mission with the digits that a requirement names it with, thousands apart.

    >>> whole_hours(8640.0), whole_hours(0.25)
    ('8\u202f640', '0.25')
    """
    return thousands_apart(hours_text(hours))


def anchor(kind: str, identifier: str) -> str:
    """The fragment that leads to a part: stable over rebuilds, one to one with the id.

    Every character but ASCII letters, digits, ``.``, ``_`` and ``-`` becomes ``~`` and its code point.

    >>> anchor("claim", "C1.2"), anchor("claim", "a b")
    ('claim-C1.2', 'claim-a~20~b')
    """
    safe = "".join(c if (c.isascii() and c.isalnum()) or c in "._-" else f"~{ord(c):x}~" for c in identifier)
    return f"{kind}-{safe}"
