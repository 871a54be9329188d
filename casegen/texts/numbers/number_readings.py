"""What each form of number in a text means: shares, rates per hour, probabilities; from the match of its pattern."""

from __future__ import annotations

import re
from collections.abc import Callable
from statistics import NormalDist
from typing import NamedTuple

from casegen.model.expressions import compiled
from casegen.texts.numbers.calendar_periods import PERIOD, hours_between, hours_of
from casegen.texts.numbers.counted_demands import goes_wrong
from casegen.texts.numbers.counts import COUNT, SMALL, count_of, ordinal_of
from casegen.texts.numbers.measurement_units import is_reciprocal, unit_at
from casegen.texts.numbers.named_rates import rate_named_before
from casegen.texts.numbers.number_relations import SIDE
from casegen.texts.numbers.occasions import OCCASION, OF_COUNTED, PER_ANYTHING
from casegen.texts.numbers.ordinal_words import EITHER
from casegen.texts.numbers.quantity_words import denominator
from casegen.texts.numbers.recurrences import is_maintained, per_hour
from casegen.texts.numbers.shares_of_time import share_of_named_period, share_of_period
from casegen.texts.numbers.thousands import is_of_thousands

_FAILING = 0.5
"""a share of so much in each year, or on each occasion, is one of what works"""
_DAY = 24.0
_PARTS = {"%": 1e-2, "pct": 1e-2, "percent": 1e-2, "per cent": 1e-2, "prozent": 1e-2,
          "pour cent": 1e-2, "por ciento": 1e-2, "per cento": 1e-2, "‰": 1e-3, "promille": 1e-3, "per mille": 1e-3,
          "permille": 1e-3,
          "ppm": 1e-6, "ppb": 1e-9, "basis point": 1e-4, "basis points": 1e-4, "bp": 1e-4, "bps": 1e-4, "‱": 1e-4,
          "pcm": 1e-5, "o/oo": 1e-3, "v.h.": 1e-2, "vh": 1e-2, "v.t.": 1e-3, "vt": 1e-3}  # fmt: skip
_CHANCE = compiled(r"odds|chance|probab|likelihood|wahrscheinlich|risk|ratio|verhältnis|quote", re.I)
ODDS = compiled(r"\b(?:odds|chances|chancen|wett(?:e[nt]?|quoten?)|against|dagegen|gegen)\b", re.I)
_OF_ODDS = compiled(r"\b(?:odds|chances|chancen|wett(?:e[nt]?|quoten?))\b[^.;]*$", re.I)
_AGAINST = compiled(r"\b(?:against|dagegen|gegen)\b", re.I)
PER_DEMAND = compiled(
    r"\s*(?:(?:failures?|ausfälle?)\s+)?(?:per|pro|je)\s+(?:demand|anforderung|mission|start)\b", re.I
)
_SURE_AFTER = compiled(
    r"\s*(?:[a-zäöü-]+\s+){0,1}?(?:confidence|konfidenz|vertrauen\w*|certainty|certain|sure|sicherheit|(?-i:CL))\b",
    re.I,
)
_SURE_BEFORE = compiled(
    r"(?:confidence|konfidenz\w*|vertrauens\w*|certainty)(?:\s+(?:level|of|von))*\s*$", re.I
)
_QUANTILE = r"(?:percentiles?|quantiles?|perzentil\w*|quantil\w*)"
_QUANTILE_AFTER = compiled(rf"[\s-]*{_QUANTILE}\b(?!\s*(?:of|von|at|bei|:|=)?\s*\d)", re.I)
_QUANTILE_BEFORE = compiled(rf"\b{_QUANTILE}\s*(?:of|von|at|bei|:|=)?\s*$", re.I)
_LIKELY = compiled(
    r"probab|likelihood|wahrscheinlich|\brate\b|pmi\b|\bpf[dh]|reliab|availab|zuverlässig|verfügbar|\bp(?:_?\w+)?\s*[=≈]\s*$",
    re.I,
)
_OF_STATE = (
    r"(?:oxygen|humidity|moisture|load|slope|gradient|incline|travel|stroke|charge|speed|throttle|opening|brightness|contrast|torque|"
    r"voltage|salinity|concentration|capacity|luftfeuchte|luftfeuchtigkeit|feuchte|last|steigung|gefälle|ladung|drehzahl|nennlast|"
    r"helligkeit|hub)\b"
)
_STATE = compiled(
    r"\s*(?:of\s+(?:its|the|their|full|rated|nominal|maximum)\s+|der\s+|des\s+)?(?:(?:full|rated|nominal|maximum|relative[rn]?|state\s+of)\s+)?"
    rf"{_OF_STATE}(?!\s+(?:{OCCASION}|changes?|steps?|jumps?|sprüngen?|wechsel\w*)\b)",
    re.I,
)
_STATE_BEFORE = compiled(
    rf"\b{_OF_STATE}\s+(?:of|from|above|below|up\s+to|von|ab|über|unter|bis)\s+(?:(?:at\s+(?:most|least)|up\s+to|bis\s+zu)\s+)?$",
    re.I,
)
"""of what a percentage is no share of occasions"""
_AT_MOST_AFTER = compiled(
    r"\s*,?\s*(?:at\s+(?:the\s+)?most|höchstens|or\s+(?:less|fewer|more\s+rarely))\b", re.I
)
_OR_MORE = compiled(
    r"\s+(?:(?:or|and|oder|und)\s+(?:more|mehr|above|over|upwards?|darüber)|at\s+(?:the\s+)?least|mindestens|"
    r"aufwärts|upwards?)\s",
    re.I,
)
_OR_FEWER = compiled(
    r"\s+(?:(?:or|and|oder|und)\s+(?:less|fewer|weniger)|at\s+(?:the\s+)?most|höchstens)\s", re.I
)
"""inside a share: ``two or more of 1,000``"""
_STRETCH_OF = compiled(
    r"(?:an?|one|eine?[rnms]?)\s+(?:[^\W\d]+\s+)?(?:period|span|stretch|interval|time|life(?:time)?|term|course|shift|night|watch|flight|mission|trip|voyage|dive|schicht|nacht|einsatz|flug|fahrt|reise|tauchgang|zeitr\w+|zeitspanne|\w*dauer|(?:missions|einsatz|flug)zeit|"
    r"lebensdauer|frist)\s",
    re.I,
)


_NOUN = (
    r"(?:[^\W\d]+\s+)?[^\W\d]*(?:shift|night|watch|flight|mission|trip|voyage|dive|sortie|treatment|tour|duty|period|window|schicht|nacht|einsatz|flug|fahrt|reise|dienst|"
    r"tauchgang|behandlung)(?:s|es|en)?\b"
)
_LASTING = compiled(rf"[\s-](?:long\s+|lange[nrms]?\s+)?{_NOUN}", re.I)
_HYPHENED = compiled(rf"[\s-](?:{PERIOD}|min|minutes?|minuten)[\s-](?:long\s+|lange[nrms]?\s+)?{_NOUN}", re.I)
_SHIFTS_LASTING = compiled(
    rf"\s(?:{COUNT})[\s-]?(?:{PERIOD})[\s-](?:long\s+|lange[nrms]?\s+)?{_NOUN}|"
    rf"\s{_NOUN}\s+(?:of|von|zu|à)\s+(?:(?:each|je)\s+)?(?:{COUNT})[\s-]?(?:{PERIOD})\b",
    re.I,
)
"""``0.001 in two 8 hour night shifts``"""
_SHIFTS_OF = compiled(rf"(?:{COUNT})\s+{_NOUN}\s+(?:of|von)\s", re.I)
"""``three shifts of 8 h``"""
_PER_ONE = compiled(r"\s(?:per|pro|je|each|every|in|during|während)\s", re.I)
_PERIOD_OF = compiled(rf"(?:an?|one|eine?[rnms]?)\s+(?:[^\W\d]+\s+)?(?P<of>{PERIOD})\s", re.I)


class Near(NamedTuple):
    """The words before and behind a number, the side that they name, and whether they state a condition."""

    before: str
    after: str
    side: str
    condition: bool


class Read(NamedTuple):
    """What a number may mean, what it is of, and the side that its own form names; ``of_hours`` as in :class:`Stated`."""

    readings: tuple[float, ...]
    what: str = "share"
    side: str = ""
    of_hours: float = 0.0


def _odds(match: re.Match[str], near: Near) -> Read:
    """Odds against something: the longer they are, the rarer it is."""
    other = {"lower": "upper", "upper": "lower"}.get(near.side, "")
    return Read(tuple(1.0 / (m + 1.0) for m in count_of(match["m"], whole=True) if m >= 20), side=other)


def _odds_said(match: re.Match[str], near: Near) -> Read:
    """``Odds of 19 to 1 against it`` at every ratio; which of two larger odds without a word for it means is open."""
    said = _OF_ODDS.search(near.before)
    against = _AGAINST.match(near.after.lstrip()) or (said and _AGAINST.search(said[0] + near.after[:40]))
    many = [m for m in count_of(match["m"], whole=True) if m > 0.0]
    few = (
        [1.0] if match["n"].casefold() == "eins" else [n for n in count_of(match["n"], whole=True) if n > 0.0]
    )
    if not (said or against):
        return Read(())
    if against:
        other = {"lower": "upper", "upper": "lower"}.get(near.side, "")
        return Read(tuple(n / (m + n) for m in many for n in few), side=other)
    shares = {x / (m + n) for m in many for n in few for x in ((m,) if m < n else (n, m))}
    return Read(tuple(sorted(shares)))


def _reduction(match: re.Match[str], near: Near) -> Read:
    """A factor of at least so much is a probability of failure on demand of at most its reciprocal."""
    return Read(tuple(1.0 / n for n in count_of(match["n"], whole=True) if n > 1.0), side="upper")


def _chances(match: re.Match[str], near: Near) -> Read:
    """``A probability of at most 1 to 10,000``, no scale of 1 to 40."""
    said = _CHANCE.search(near.before)
    named = said and (
        near.side or said[0].casefold() not in ("chance", "probab", "likelihood", "wahrscheinlich", "risk")
    )
    return Read(_of_many(match["n"], match["m"]) if named else ())


def _every(match: re.Match[str], near: Near) -> Read:
    side = near.side or "upper"
    if relation := SIDE.search(match[0][: match.start("n") - match.start()]):
        side = "lower" if relation["lower"] else "upper"
    shares, hours = _of_many(match["n"], match["m"]), hours_of(match["of"])
    return Read(tuple(n / (hours or 1.0) for n in shares), "rate" if hours else "share", side)


def _nth(match: re.Match[str], near: Near) -> Read:
    if match["m"]:  # "every tenth start is watched" says nothing of failures
        side = near.side or ("upper" if _AT_MOST_AFTER.match(near.after) else "")
        return Read(tuple(1.0 / m for m in ordinal_of(match["m"]) if m >= 2 and side), side=side)
    if match["p"]:
        return Read(tuple(1.0 / m for m in ordinal_of(match["p"]) if m >= 2))
    return Read(_of_many("1", match["n"] or match["k"]), side="upper")


def _expected(match: re.Match[str], near: Near) -> Read:
    hours = hours_of(match["unit"])
    shares = _of_many(match["n"].split()[0], match["m"])
    return Read(tuple(n / (hours or 1.0) for n in shares), "rate" if hours else "share")


def _of_many(some: str, many: str) -> tuple[float, ...]:
    total = [m for m in count_of(many, whole=True) if m >= 20]
    return tuple(n / m for n in count_of(some, whole=True) for m in total if n < m)


def _ratio(match: re.Match[str], near: Near) -> Read:
    total = [m for m in count_of(match["m"], whole=True) if m >= 2]
    unit = hours_of(match["unit"])
    readings = tuple(
        n / (m * (unit or 1.0)) for n in count_of(match["n"], whole=True) for m in total if n <= m
    )
    sized = unit_at(near.after) or is_reciprocal(match["m"], near.after)
    if match["share"] and sized and re.fullmatch(r"an?|eine?[rnm]?", match["n"], re.I):
        return Read(())  # "a load of 500 kg", "a speed of 3000 1/min"
    named = _PERIOD_OF.match(match[0])  # "a day of 8 h", not "one hour of 1,000 hours"
    long = hours_of(named["of"]) if named else None
    if unit and long and all(m * unit <= long for m in total):
        return Read(())
    if unit and (_STRETCH_OF.match(match[0]) or _SHIFTS_OF.match(match[0])):
        return Read(())  # "over a period of ten years"
    if _is_one_long_mission(match, near.after):
        return Read(())
    if unit and match["share"] and readings and max(readings) * unit >= _FAILING:
        return Read(tuple(n * unit for n in readings))  # "in 98 of 100 years": of what works
    of_hours = unit if unit and unit >= 24.0 and match["share"] else 0.0
    inside = match[0][match.end("n") - match.start() : match.start("m") - match.start()]
    side = "lower" if _OR_MORE.search(inside) else "upper" if _OR_FEWER.search(inside) else ""
    return Read(readings, "rate" if unit else "share", side, of_hours)


def _is_one_long_mission(match: re.Match[str], after: str) -> bool:
    """Whether a probability stands beside how long a mission lasts: ``0.001 in an 8-h shift``, ``per shift of 8 h``."""
    some = count_of(match["n"])
    if not some or max(some) >= 1.0:
        return False
    if match["share"] and match["unit"]:
        return _PER_ONE.search(match[0]) is not None
    forms = (_LASTING,) if match["unit"] else (_HYPHENED, _SHIFTS_LASTING)
    return any(form.match(after) for form in forms)


def _chance_per_time(match: re.Match[str], near: Near) -> Read:
    hours = hours_of(match["unit"]) or 1.0
    return Read(tuple(n / hours for n in _of_many(match["n"], match["m"])), "rate")


def _rate(match: re.Match[str], near: Near) -> Read:
    if match["small"] or match["at"]:  # 3 a day may be anything, 0.001 a day is a rate
        hours = hours_of(match["each"]) or hours_between(match["adverb"] or "") or 1.0
        numbers = [n for n in count_of(match["small"] or match["at"]) if n < _FAILING]
        return Read(tuple(n / hours for n in numbers if near.side or SMALL.search(match[0])), "rate")
    numbers = [n for n in count_of(match["n"]) if n < 1 or not match["times"]]  # 3 times per hour is work
    return Read(tuple(n / (hours_of(match["unit"]) or 1.0) for n in numbers), "rate")


def _share(match: re.Match[str], near: Near) -> Read:
    part = _PARTS[re.sub(r"(?<=\.) ", "", match["part"].casefold())]
    sure = _SURE_AFTER.match(near.after) or _SURE_BEFORE.search(near.before)
    readings = tuple(n * part for n in count_of(match["n"]) if n * part <= 1.0)
    if _STATE.match(near.after) or (_STATE_BEFORE.search(near.before) and not OF_COUNTED.match(near.after)):
        return Read(())
    hours = hours_of("year" if match["annum"] else match["unit"])
    hours = (
        hours * max(count_of(match["many"], whole=True), default=1.0) if hours and match["many"] else hours
    )
    if hours and not sure and near.side != "lower" and readings and max(readings) < _FAILING:
        return Read(tuple(n / hours for n in readings), "rate", of_hours=hours if hours == _DAY else 0.0)
    return Read(readings, "confidence" if sure else "share")


def _parts(match: re.Match[str], near: Near) -> Read:
    if EITHER.fullmatch(match[0]):
        return Read(())
    return Read(tuple(n / denominator(match["m"]) for n in count_of(match["n"])))


def _mean_time(match: re.Match[str], near: Near) -> Read:
    """At least so long means at most so often, and at most so long at least so often."""
    times = count_of(match["n"], whole=True)
    hours = hours_of(match["unit"]) or 1.0
    relation = SIDE.search(match[0][: match.start("n") - match.start()])
    side = "lower" if relation is not None and relation["upper"] else "upper"
    return Read(tuple(1.0 / (n * hours) for n in times if n > 0.0), "rate", side)


def _among(match: re.Match[str], near: Near) -> Read:
    fails = goes_wrong(match[0] + near.after[:40])
    return Read(_of_many(match["n"], match["m"]) if fails else (), side="upper")


def _demands_to_failure(match: re.Match[str], near: Near) -> Read:
    """At least so many for each failure means at most one in so many."""
    return Read(_of_many("1", match["n"] or match["of"]), side="upper")


def _sure(match: re.Match[str], near: Near) -> Read:
    """So many standard deviations, on one side or on both, or certainty."""
    many = match["k"] or match["of"]
    sides = [NormalDist().cdf(n) for n in count_of(many, whole=True)] if many else [1.0]
    return Read(tuple(dict.fromkeys(p for one in sides for p in (one, 2.0 * one - 1.0))), "confidence")


def _fit(match: re.Match[str], near: Near) -> Read:
    return Read(tuple(1e-9 * n for n in count_of(match["n"])), "rate")


def _nines(match: re.Match[str], near: Near) -> Read:
    return Read(tuple(1.0 - 10.0**-n for n in count_of(match["n"]) if 2 <= n <= 15))


def _recurs(match: re.Match[str], near: Near) -> Read:
    if near.side != "upper" and is_maintained(near.before, near.after):
        return Read(())
    readings, side = per_hour(match, near.side)
    return Read(readings, "rate", side)


def _slash(match: re.Match[str], near: Near) -> Read:
    total = [m for m in count_of(match["m"], whole=True) if m >= 20 and not 1900 <= m < 2100]  # no year
    hours = hours_of(match["unit"])  # 2/10⁶ h
    shares = tuple(n / (m * (hours or 1.0)) for n in count_of(match["n"]) for m in total if n < m)
    return Read(shares, "rate" if hours else "share")


def _decimal(match: re.Match[str], near: Near) -> Read:
    readings = tuple(n for n in count_of(match["n"]) if n <= 1.0)
    if is_of_thousands(match["n"], near.before + match[0] + near.after):
        return Read(())  # "at least 1,000 starts"
    if _QUANTILE_AFTER.match(near.after) or _QUANTILE_BEFORE.search(near.before):
        return Read(())
    if _SURE_AFTER.match(near.after) and re.match(r"0?[.,]\d", match["n"]):
        return Read(readings, "confidence")
    small = any(n < 1.0 for n in readings) and SMALL.search(match["n"])
    likely = _LIKELY.search(near.before) or PER_DEMAND.match(near.after) or OF_COUNTED.match(near.after)
    each = bool(readings) and max(readings) < _FAILING and PER_ANYTHING.match(near.after)  # 0.02 per batch
    said = near.side or small or likely or each
    bare = re.fullmatch(r"[01]", match["n"]) or not said
    if readings and not bare and rate_named_before(near.before):
        return Read(readings, "rate")
    return Read(() if bare else readings, "decimal")


def _share_of_time(match: re.Match[str], near: Near) -> Read:
    """``18 days a year``, of a state."""
    return Read(share_of_period(match, near.before, near.after))


def _downtime(match: re.Match[str], near: Near) -> Read:
    """``the annual downtime is at most 180 hours``."""
    return Read(share_of_named_period(match, near.before))


READERS: dict[str, Callable[[re.Match[str], Near], Read]] = {
    "chance per time": _chance_per_time, "share of time": _share_of_time, "downtime": _downtime, "among": _among,
    "demands to failure": _demands_to_failure,
    "odds said": _odds_said, "odds": _odds, "chances": _chances, "nth": _nth, "every": _every, "expected": _expected,
    "ratio": _ratio, "rate": _rate, "sure": _sure,
    "share": _share, "part": _parts, "mean time": _mean_time, "reduction": _reduction,
    "fit": _fit, "nines": _nines, "recurs": _recurs, "slash": _slash, "decimal": _decimal,
    "plain": lambda match, near: Read(()),
}  # fmt: skip
"""by form: what a match of it means"""
