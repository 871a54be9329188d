"""What a number of a report is called, and what stands beside it, against what it is taken for."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from casegen_evidence.expressions import compiled
from casegen_evidence.method import InputProblem, Kind, Run
from casegen_evidence.reports.beside import number_of, part_of, steps_of
from casegen_evidence.reports.merits import no_failure
from casegen_evidence.signs import Intake
from casegen_evidence.tables.signs.column_names import no_count, parts, without_circumstance
from casegen_evidence.tables.signs.count_names import names_a_count, rate_by_name
from casegen_evidence.tables.units import COUNT, known, stated_unit

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
    if metric and isinstance(document, Mapping) and isinstance(whole := document.get("metric"), str):
        names.append(whole)
    for depth, step in enumerate(steps, 1):
        names.append(step)
        held = part_of(document, steps[:depth])
        if isinstance(held, Mapping):
            named = ("key", "name", "metric") if metric else ("key", "name")
            names += [v for k in named if isinstance(v := held.get(k), str)]
    return names


_OPEN = {"value", "result", "latest", "overall", "current", "estimate"}
"""words of a name that leave it to the name above what a number is"""
_STATISTICS = {
    "mean",
    "avg",
    "average",
    "averages",
    "median",
    "percent",
    "percentage",
    "percentages",
    "pct",
    "ppm",
    "permille",
}
"""names of an object that make each number in it such a one"""
_SCALES = {"hundreds", "thousands", "k", "millions", "%", "‰", "ppm"}
_RANKED = compiled(r"(?i)(?:top|at|@|of)[\W_]*k\W*$")
"""a k that is how many answers were looked at, and no thousand"""
_FACTOR = compiled(
    r"(?i)[%‰]|(?:k|m|tsd|tausend|mio|hundreds?|thousands?|millions?|[x×*]?\s*(?:1/)?\d[\d.,e^*-]*)\.?"
)
_UNITS = {"unit", "units", "einheit", "uom"}
_OF_A_SCALE = compiled(
    r"(?i)d?bm?|decibels?|log(?:2|10|arithmic)?|ln|lg|nats?|bits?|points?|pp|bps?|basis points?|degrees?|°.?"
)
"""units, of no length, mass or time, that a count has none of"""
_OF_ALL = compiled(
    r"(?i)[%‰]|per ?cent|pct|prozent|per ?mill?e?|promille|ppm|ppb|[x×*]?\s*(?:1/)?10{2,}|thousands|millions"
)
"""units of all numbers in an object that states one; a metre, or ``truck 7``, is of other things in it"""
_BESIDE = _UNITS | {"scale", "statistic", "stat", "aggregation", "aggregate"}


def judge_counted(document: Any, place: str, taken: Collection[str], path: Path) -> None:
    """Refuse as a count what its name, or a unit stated beside it, makes a share, a mean or a number of thousands.

    ``taken`` are the places of all numbers that are taken.  Raises :class:`InputProblem`.
    """
    names = names_at(document, place)
    own = next((k for k in range(len(names), 0, -1) if not set(parts(names[k - 1])) <= _OPEN), 1) - 1
    said = next(filter(None, map(_no_whole_number, names[own:])), "")
    above = (set(parts(name)) for name in names[:own])
    said = said or next((" ".join(sorted(words)) for words in above if words and words <= _STATISTICS), "")
    said = said or rate_by_name(names)
    if said:
        raise InputProblem(
            f"{path.name}: the number at {place} is no count, by its name ({said}); give the counted failures, as a "
            "whole number, and the number of trials"
        )
    for key, unit in _units_beside(document, place, taken):
        if unit != "1" and (_of_no_count(unit) or unit.casefold() in _NO_SHARE or known(unit)):
            raise InputProblem(
                f"{path.name}: {key!r} beside the number at {place} is {unit[:40]!r}, and a count has none such; give "
                "the counted failures, as a whole number, and the number of trials"
            )


def _of_no_count(unit: str) -> bool:
    """Whether a unit is that of a share, a factor or a level.

    >>> [_of_no_count(unit) for unit in ("%", "per 1000", "dB", "log10", "x1000", "images", "pcs")]
    [True, True, True, True, True, False, False]
    """
    return bool(no_count(unit) or _FACTOR.fullmatch(unit) or _OF_A_SCALE.fullmatch(unit))


def judge_unnamed(document: Any, count: str, measure: str, file: str, intake: Intake) -> None:
    """Doubt a count whose names do not say that it counts something."""
    if not names_a_count(names_at(document, count)):
        intake.suspects(
            "not-called-a-count",
            f"{file}: nothing in the name of the number at {count} says that it is a count: a rate in percent, an index "
            "or a size is a whole number, too",
            [measure],
            "give a place whose name says what is counted (`misses`, `n_errors`), or say in the waiver what it counts",
        )


def _no_whole_number(name: str) -> str:
    """The words or the unit of a name that make it no number of whole things; empty where there are none."""
    scale = stated_unit(without_circumstance(name), COUNT) or ""
    scaled = (scale in _SCALES or scale[:1].isdigit()) and not _RANKED.search(name)
    return no_count(name) or (scale if scaled else "")


def _units_beside(document: Any, place: str, taken: Collection[str]) -> Iterator[tuple[str, str]]:
    """Keys beside a number, or above it, that state its unit, and the unit; not those that speak of a share there."""
    *above, last = steps_of(place)
    beside = part_of(document, above)
    entries = beside.items() if isinstance(beside, Mapping) else ()
    shares = _has_shares(beside, taken)
    for key, value in entries:
        words = set(parts(str(key)))
        of_it = words & _UNITS and words - _UNITS == set(parts(last))
        if key in ("per", "pro") and (isinstance(value, str) or (number_of(value) or 0) >= 10):
            yield key, f"per {value}"
        elif isinstance(value, str) and value.strip() and (of_it or (words <= _BESIDE and not shares)):
            yield key, value.strip()
        elif words <= _UNITS and isinstance(value, Mapping) and isinstance(value.get(last), str):
            yield key, value[last].strip()
    for depth in range(len(above) - 1, -1, -1):
        held = part_of(document, above[:depth])
        shares = shares or _has_shares(held, taken)
        for key, value in held.items() if isinstance(held, Mapping) and not shares else ():
            if set(parts(str(key))) <= _UNITS and isinstance(value, str) and _OF_ALL.fullmatch(value.strip()):
                yield key, value.strip()


def _has_shares(held: Any, taken: Collection[str]) -> bool:
    """Whether an object has shares or scores beside the numbers ``taken``, of which a unit in it may be."""
    others = {steps_of(one)[-1] for one in taken}
    return isinstance(held, Mapping) and any(
        no_count(str(key)) or no_failure([str(key)]) == "merit" or rate_by_name([str(key)])
        for key, value in held.items()
        if number_of(value) is not None and key not in others
    )


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
