"""What a number of a report is called, and what stands beside it, against what it is taken for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from casegen_evidence.expressions import compiled
from casegen_evidence.method import InputProblem, Kind, Run
from casegen_evidence.reports.beside import number_of, part_of, steps_of
from casegen_evidence.reports.merits import no_failure
from casegen_evidence.tables.signs.column_names import parts

_LEVEL = compiled(r"(?<!\d)(?:0?\.)?([5-9]\d(?:\.\d+)?)\s*(?:%|percent|ci|$)", re.IGNORECASE)
_LEVELS = {
    "confidence", "confidence level", "level", "ci", "ci level", "conf", "conf level", "credibility", "credible level",
    "confidence interval",
}  # fmt: skip
_FAR_LEVELS = _LEVELS - {"confidence", "conf", "level"}
"""what names a confidence further up too: a detector has a confidence, and a game a level"""
LEAST = 0.5
"""a smaller number beside a limit is no confidence, but the width of the interval, or a threshold"""
_ERROR_LEVELS = {"alpha", "significance", "significance level"}
_SIGMAS = compiled(r"(?i)\b(one|two|three|[123])[ -]?(?:sigma|σ|standard (?:deviations?|errors?))(?!\w)")
WITHIN = {"one": 0.6827, "1": 0.6827, "two": 0.9545, "2": 0.9545, "three": 0.9973, "3": 0.9973}
"""share of a normal distribution within so many standard deviations of its mean"""
_SHARE = compiled(r"(?<![\d.,])(\d+(?:[.,]\d+)?)\s*(%|percent\b|pct\b)?", re.IGNORECASE)
_OTHER_UNIT = compiled(
    r"(?i)(?:per|/)[_ ]?(seconds?|s|min(?:ute)?s?|days?|months?|years?|km|missions?|demands?|cycles?|kh|mh|"
    r"(?:10+|1e\d+|10\^\d+|thousand|million|billion|mega|kilo)[_ ]?(?:operating[_ ])?h?(?:ou)?r?s?)"
    r"(?:$|[_\W])|(?:^|_)fits?$|fpmh$"
)
_PER_TIME = compiled(
    r"(?i)(?:(?:^|[_\W])(?:per|pro)|/)[_\W]?(?:h|hrs?|hours?|s|sec(?:onds?)?|min(?:utes?)?|days?|weeks?|months?|years?|stunden?|tag|jahr)"
    r"(?:$|[_\W])|per(?:Hour|Second|Minute|Day|Year)(?![a-z])"
)
_PER_HOUR = compiled(
    r"(?i)(?:per|/)\s*(?:operating\s*)?h(?:ou)?r?\b(?!\w)|\bh(?:ou)?r?s?\s*(?:\^|\*\*)?\s*\(?[-−⁻]\s*[1¹]|\bfph\b"
)
_OF_SHARES = compiled(r"(?i)%|percent|pct|ppm|ppb|permil|‰")
_NO_SHARE = {"s", "ms", "h", "hour", "hours", "second", "seconds", "m", "km", "fit", "fits"}
_NO_LIMIT = {
    "threshold", "target", "goal", "requirement", "required", "allowed", "allowable", "permitted", "acceptable",
    "acceptance", "budget", "soll", "std", "stdev", "sd", "sigma", "se", "sem", "stderr", "variance", "var", "margin",
    "halfwidth", "width", "seed", "epoch", "images", "samples", "trials", "pvalue",
}  # fmt: skip
"""names of what is asked for, or of a spread, which is no limit of a confidence interval"""
_SIDES = {
    "upper": {"upper", "high", "hi", "max", "maximum", "ucl", "ub", "oben", "obere", "obergrenze"},
    "lower": {"lower", "low", "lo", "min", "minimum", "lcl", "lb", "unten", "untere", "untergrenze"},
}
_ESTIMATES = {"median", "mean", "point", "estimate", "average", "avg"}


def names_at(document: Any, place: str, *, metric: bool = True) -> list[str]:
    """What a place in the file is called: its parts, and the name that an object on the way to it states of itself.

    A ``metric`` names what was computed of the trials, and not how many they are.
    """
    steps, names = steps_of(place), list[str]()
    for depth, step in enumerate(steps, 1):
        names.append(step)
        held = part_of(document, steps[:depth])
        if isinstance(held, Mapping):
            named = ("key", "name", "metric") if metric else ("key", "name")
            names += [v for k in named if isinstance(v := held.get(k), str)]
    return names


def judge_stated(
    document: Any, what: str, place: str, kind: Kind, path: Path, run: Run, measure: str
) -> None:
    """Compare a stated number's name, and what stands beside it, with what it is taken for: its unit, its confidence.

    ``what`` is the value, or the lower or upper limit.  Raises :class:`InputProblem` for another quantity.
    """
    last = steps_of(place)[-1]
    if what != "value":
        _limit_by_name(last, what, place, path)
    if {"percent", "percentage", "pct", "ppm", "permille"} & set(parts(last)) or "%" in last:
        raise InputProblem(
            f"{path.name}: {place} is a percentage by its name; give the number as a share of one"
        )
    _said_to_fail(names_at(document, place), place, kind, path)
    _unit(part_of(document, steps_of(place)[:-1]), last, place, kind, path)
    if what == "value":
        return
    for share, certain in _levels(document, place):
        if share < run.confidence - 1e-9:
            note = run.intake.fails if certain else run.intake.suspects
            note(
                "lower-confidence",
                f"{path.name}: the {what} limit at {place} has a confidence of {share:g} by the file, the item states "
                f"{run.confidence:g}",
                [measure],
                "state the confidence that the limit has, or compute the limit at this one",
            )


def _limit_by_name(last: str, what: str, place: str, path: Path) -> None:
    words = set(parts(last))
    if words & _ESTIMATES:
        raise InputProblem(
            f"{path.name}: the {what} limit at {place} is an estimate, by its name; give the limit"
        )
    if words & _SIDES["lower" if what == "upper" else "upper"] and not words & _SIDES[what]:
        raise InputProblem(f"{path.name}: the {what} limit at {place} is the other one, by its name")
    if other := sorted(words & _NO_LIMIT):
        raise InputProblem(
            f"{path.name}: the {what} limit at {place} is a {other[0]}, by its name, and no limit of a confidence "
            "interval; give the limit that was computed from the data"
        )


def _said_to_fail(names: list[str], place: str, kind: Kind, path: Path) -> None:
    """Refuse as a probability or rate of failure what is called an accuracy, or a loss or a time."""
    if kind in ("fraction", "score"):
        return
    said = no_failure(names)
    if said == "merit":
        raise InputProblem(
            f"{path.name}: the number at {place} says how much went well, by its name; expected how much failed, for a "
            f"{kind}. Take it as `kind: fraction`, or write the share of failures"
        )
    if said == "quantity":
        raise InputProblem(
            f"{path.name}: the number at {place} is no {kind}, by its name; take it as `kind: score`"
        )


def _unit(beside: Any, last: str, place: str, kind: Kind, path: Path) -> None:
    """Refuse a number whose name, or the unit stated beside it, is another one than its kind has."""
    if kind == "rate-per-hour" and (named := _OTHER_UNIT.search(last)):
        raise InputProblem(
            f"{path.name}: {place} is {named[0].strip('_ ')!r} by its name; expected a rate per hour"
        )
    if kind not in ("rate-per-hour", "score") and _PER_TIME.search(last):
        raise InputProblem(
            f"{path.name}: the number at {place} is a rate in time, by its name; expected a {kind}. Take a number per "
            "hour as `kind: rate-per-hour`"
        )
    entries = beside.items() if isinstance(beside, Mapping) else ()
    stated = [v for k, v in entries if str(k).casefold() in ("unit", "units", "einheit")]
    for unit in (u.strip() for u in stated if isinstance(u, str) and u.strip()):
        if kind == "rate-per-hour" and (not _PER_HOUR.search(unit) or _OTHER_UNIT.search(unit)):
            raise InputProblem(f"{path.name}: the unit of {place} is {unit[:40]!r}; expected a rate per hour")
        if kind not in ("rate-per-hour", "score") and (
            _OF_SHARES.search(unit) or unit.casefold() in _NO_SHARE
        ):
            raise InputProblem(f"{path.name}: the unit of {place} is {unit[:40]!r}; expected a share of one")


def _levels(document: Any, place: str) -> Iterator[tuple[float, bool]]:
    """Confidences of a limit by the file, and whether they can be of nothing else."""
    steps = steps_of(place)
    if named := _LEVEL.search(steps[-1]):
        yield _share(float(named[1])), True
    for depth in range(len(steps)):
        held = part_of(document, steps[:depth])
        known = _LEVELS if depth == len(steps) - 1 else _FAR_LEVELS
        for key, value in held.items() if isinstance(held, Mapping) else ():
            name, number = " ".join(parts(str(key))), _level(value)
            if number is not None and number >= LEAST and name in known:
                yield number, True
            elif (
                number is not None
                and number <= 1 - LEAST
                and name in _ERROR_LEVELS
                and depth == len(steps) - 1
            ):
                yield 1 - number, False


def _share(number: float) -> float:
    return number / 100 if number > 1 else number


def _level(value: Any) -> float | None:
    """A confidence as a number or in words, as a share of one.

    >>> [_level(v) for v in (0.9, 95, "50 %", "two-sided 80% CI", "0.9", "high", 250, [0.1, 0.2], "one sigma")]
    [0.9, 0.95, 0.5, 0.8, 0.9, None, None, None, 0.6827]
    """
    number, percent = number_of(value), False
    if isinstance(value, str) and (named := _SIGMAS.search(value)):
        return WITHIN[named[1].casefold()]
    if isinstance(value, str) and len(value) < 60:
        shown = list(_SHARE.finditer(value))
        one = next((m for m in shown if m[2]), shown[0] if len(shown) == 1 else None)
        number, percent = (float(one[1].replace(",", ".")), bool(one[2])) if one else (None, False)
    if number is None or not 0 < number < 100:
        return None
    return number / 100 if percent else _share(number)
