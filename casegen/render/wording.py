"""Numbers, statuses and kinds in words: the same in page, PDF and diagrams."""

from __future__ import annotations

import math

from casegen.assessment.results import Freshness, RequirementResult, Status
from casegen.model.quantity import Comparison, Estimate, MeasureKind

_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

STATUS_WORD: dict[Status, str] = {
    Status.SUPPORTED: "Supported",
    Status.CHALLENGED: "Challenged",
    Status.UNDEVELOPED: "Undeveloped",
    Status.ASSUMED: "Assumed",
    Status.STALE: "Stale",
    Status.NOT_EVALUATED: "Not evaluated",
}
STATUS_CLASS: dict[Status, str] = {
    Status.SUPPORTED: "supported",
    Status.CHALLENGED: "challenged",
    Status.UNDEVELOPED: "undeveloped",
    Status.ASSUMED: "assumed",
    Status.STALE: "stale",
    Status.NOT_EVALUATED: "unknown",
}
STATUS_MEANING: dict[Status, str] = {
    Status.SUPPORTED: "its argument, side-claims and evidence all hold",
    Status.CHALLENGED: "a requirement fails, a defeater is open, or an assumption is false",
    Status.UNDEVELOPED: "no argument supports it yet",
    Status.ASSUMED: "taken without support, for a stated reason",
    Status.STALE: "rests on evidence whose inputs changed since it was measured",
    Status.NOT_EVALUATED: "could not be evaluated; the reason says why",
}
FRESHNESS_CLASS: dict[Freshness, str] = {
    Freshness.FRESH: "supported",
    Freshness.STALE: "stale",
    Freshness.MISSING: "undeveloped",
    Freshness.FAILED: "challenged",
}
KIND_WORD: dict[MeasureKind, str] = {
    MeasureKind.PER_DEMAND: "per demand",
    MeasureKind.PER_MISSION: "per mission",
    MeasureKind.PER_HOUR: "per hour",
    MeasureKind.FRACTION: "fraction",
    MeasureKind.SCORE: "score",
}
COMPARISON_SIGN: dict[Comparison, str] = {
    Comparison.AT_MOST: "≤",
    Comparison.LESS: "<",
    Comparison.AT_LEAST: "≥",
    Comparison.GREATER: ">",
}


def number(value: float | None, digits: int = 3) -> str:
    """``value`` with ``digits`` significant digits; small and large ones as a power of ten.

    >>> number(0.000123456), number(0.25), number(None), number(0.0)
    ('1.23×10⁻⁴', '0.25', '–', '0')
    """
    if value is None or math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if value == 0:
        return "0"
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    power = int(exponent)
    if -3 <= power < 6:
        plain = f"{value:.{max(digits - 1 - power, 0)}f}"
        plain = plain.rstrip("0").rstrip(".") if "." in plain else plain
        return plain.replace("-", "−")
    mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
    head = "" if mantissa in ("1", "-1") else f"{mantissa}×"
    sign = "−" if mantissa == "-1" else ""
    return f"{sign}{head}10{str(power).translate(_SUPERSCRIPT)}".replace("-", "−")


def percent(value: float | None, digits: int = 3) -> str:
    """A fraction in percent.

    >>> percent(0.95), percent(0.00012)
    ('95\\u202f%', '0.012\\u202f%')
    """
    return "–" if value is None else f"{number(value * 100, digits)}\u202f%"


def confidence(value: float | None) -> str:
    """A one-sided confidence with every digit that was stated, in percent."""
    return "" if value is None else f"{value * 100:.6g}\u202f%"


def interval(estimate: Estimate | None) -> str:
    """The bounds of an estimate, each with its one-sided confidence."""
    if estimate is None:
        return "–"
    return bounds(estimate.lower, estimate.upper, estimate.confidence)


def bounds(lower: float | None, upper: float | None, level: float | None) -> str:
    """Bounds in words: ``[a, b], each bound 95 %``, or one bound alone; a dash when there is none."""
    if lower is not None and upper is not None:
        return f"[{number(lower)}, {number(upper)}], each bound {confidence(level)}"
    if upper is not None:
        return f"≤ {number(upper)} at {confidence(level)}"
    if lower is not None:
        return f"≥ {number(lower)} at {confidence(level)}"
    return "–"


def requirement(result: RequirementResult) -> str:
    """A requirement in one line: comparison, bound, kind, confidence."""
    level = f" at {confidence(result.confidence)} confidence" if result.confidence is not None else ""
    return f"{COMPARISON_SIGN[result.comparison]} {number(result.bound)} {KIND_WORD[result.kind]}{level}"


def seconds(value: float) -> str:
    """A duration in words.

    >>> seconds(0.25), seconds(12.3), seconds(3725)
    ('0.25 s', '12.3 s', '1 h 2 min')
    """
    if value < 60:
        return f"{number(value)} s"
    minutes = int(value // 60)
    return f"{minutes} min {int(value % 60)} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def plural(count: int, word: str, words: str = "") -> str:
    """``count`` with its noun.

    >>> plural(1, "claim"), plural(3, "entry", "entries")
    ('1 claim', '3 entries')
    """
    return f"{count} {word if count == 1 else words or word + 's'}"


def anchor(kind: str, identifier: str) -> str:
    """The fragment that leads to a part: stable over rebuilds, one to one with the id.

    Every character but ASCII letters, digits, ``.``, ``_`` and ``-`` becomes ``~`` and its code point.

    >>> anchor("claim", "C1.2"), anchor("claim", "a b")
    ('claim-C1.2', 'claim-a~20~b')
    """
    safe = "".join(c if (c.isascii() and c.isalnum()) or c in "._-" else f"~{ord(c):x}~" for c in identifier)
    return f"{kind}-{safe}"
