"""A sentence held against the requirement that stands for it: numbers, units, words that allow no failure, times.

A requirement that is weaker than its sentence, or that is per something else, shows less than the sentence says.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from casegen.model.argument import Requirement
from casegen.model.case import Case
from casegen.model.decimals import in_own_context
from casegen.model.digits import in_full
from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS
from casegen.model.quantity import PROBABILITY_KINDS, Comparison, MeasureKind
from casegen.texts.events.absolutes import absolute, none_in
from casegen.texts.events.failure_definitions import without_sizes
from casegen.texts.frequencies.counted_occasions import PER_MISSION, counted_otherwise
from casegen.texts.frequencies.event_thresholds import without_thresholds
from casegen.texts.numbers.counts import COUNT, count_of
from casegen.texts.numbers.factors import with_factors
from casegen.texts.numbers.integrity_levels import LEVELS, is_exclusive, most
from casegen.texts.numbers.stated import READ, Stated, stated
from casegen.texts.numbers.strict_limits import strictly_at
from casegen.texts.numbers.units import nouns, other_unit
from casegen.texts.times.counted_units import all_of_periods
from casegen.texts.times.exposure import Period, counted, counts_missions, periods
from casegen.texts.wording.event_words import words_of as event_words

_SLACK = 1e-6
_SAME_TIME = 1.05
"""a month may be 30 days or the twelfth part of a year"""
_RATE_WORD = compiled(r"rate\b|\bλ|\blambda\b|\bpfh", re.I)
_NOUN = compiled(r"[^\W\d]{5,}")
_FLEET = compiled(
    r"\b(?P<all>(?:whole|entire|all|ganzen?|gesamten?)\s+)?(?:fleet|series|flotte|serie)\s+(?:of|von)\s+"
    rf"(?P<n>{COUNT})",
    re.I,
)
_TOGETHER = compiled(
    r"\b(?:in\s+total|altogether|taken\s+together|as\s+a\s+whole|insgesamt|zusammen)\b", re.I
)
_NEARLY_ALL = 0.99
_HALF = 0.5
_DAY = 24.0
"""1 of 1,000 days: a day is a mission where nothing else is said; a year is none"""
_YEAR = 8760.0
_UNIT_DEFINED = compiled(
    r"\b(?:missions?|demands?|inputs?|missionen|einsatz|anforderung(?:en)?)\b.*\b(?:is|are|means?|of|covers?|ist|sind|heißt|bedeutet|von)\b|"
    r"\b(?:mission|demand|input|einsatz|anforderung)\s*[:=(]",
    re.I | re.S,
)
"""``a mission is one kilometre of track``"""
_defines_unit = lru_cache(maxsize=MOST_TEXTS)(_UNIT_DEFINED.search)
_LIFE_LONG = compiled(
    r"\b(?:over|in|during|throughout|über|während)\s+(?:its|their|the|an?|one|die|seine|ihre)\s+(?:whole\s+|entire\s+|gesamte\s+|ganze\s+)?"
    r"(?:service\s+|operating\s+)?(?:life(?:time)?|lebensdauer|lebenszeit)\b|\b(?:hourly|daily|weekly|monthly|yearly)\s+with\b|"
    r"\b(?:every|each|jede[nrs]?)\s+(?:hour|day|week|month|year|stunde|tag|woche|monat|jahr)\b(?=.*(?:probab|wahrschein))",
    re.I,
)
_RARE_RATE = 0.01
"""per hour: a larger number without a relation is one of work, not of failures"""


def disagreement(
    text: str,
    comparison: Comparison,
    limit: float,
    kind: MeasureKind,
    confidence: float | None,
    hours: float | None = None,
    about: str = "",
    subject: str = "",
    failure: str = "",
    events: Sequence[str] = (),
    at_moments: bool = False,
) -> str:
    """Why a requirement is weaker than the sentence it stands for; empty where it is at least as strong.

    Numbers after a relation decide; without any, one number that fits suffices.  Conditions (``with at most …``)
    are left out.  ``hours``: how long a mission lasts, where a tree says so.  ``about``: what the measured item says
    of its data (:func:`words_of`).  ``subject``: what may be counted (:func:`subject_of`).  ``failure``: what the item
    counts as one (:func:`failure_of`).  ``events``: title and top event of the tree (:func:`events_of`).
    ``at_moments``: as of :func:`~casegen.texts.frequencies.counted_occasions.counted_otherwise`.
    """
    named = [n for n in without_thresholds(_joined(text), text, events) if not n.condition]
    named = named if kind is MeasureKind.SCORE else without_sizes(named, text, failure)
    claimed = [*named, *none_in(text)]
    numbers = list(with_factors(claimed, text))
    for number in numbers:
        if number.what == "confidence" and max(number.readings) > (confidence or 0.0) * (1 + _SLACK):
            wanted = in_full(confidence) if confidence is not None else "no confidence"
            said = repr(number.quote) if number.readings == (1.0,) else f"{number.quote} confidence"
            return f"the text says {said}, the requirement asks for {wanted}"
    word = absolute(text)
    allows = 0.0 < limit < 1.0 and kind is not MeasureKind.SCORE
    if word and allows and not agrees(text, comparison, limit, kind):
        asked = "0" if comparison.is_upper else "1"
        return (
            f"the text says {word!r}, which asks for {asked}, the requirement {comparison} {in_full(limit)}"
        )
    numbers = [n for n in numbers if n.what != "confidence"]
    if kind not in (MeasureKind.FRACTION, MeasureKind.SCORE):
        numbers = all_of_periods(numbers, text, about)
    other = counted_otherwise(text, kind, about, at_moments) or other_unit(text, kind, subject or about)
    if other:
        return f"the text speaks of {other}, the requirement of a {kind}"
    levels = [n for n in numbers if n.what in LEVELS]
    numbers = [n for n in numbers if n.what not in LEVELS]
    fitting = [n for n in numbers if (n.what == "rate") == (kind is MeasureKind.PER_HOUR)]
    if any(n.side for n in fitting):  # "the SIL 2 controller fails in at most 1 of 1,000 runs"
        levels = [n for n in levels if not n.attribute]
    if not fitting and not levels:
        fitting, problem = _converted(numbers, text, kind, hours, failure)
        if problem:
            return problem
    problem = next((p for n in levels if (p := _below_level(n, comparison, limit, kind, hours, text))), "")
    if problem:
        return problem
    related = [n for n in fitting if n.side]
    weak = [n for n in related or fitting if not _covers(n, comparison, limit, kind)]
    if not weak or (not related and len(weak) < len(fitting)):
        return ""
    return f"the text says {weak[0].quote!r}, the requirement {comparison} {in_full(limit)}"


_JOINS = compiled(
    r"(?:\b(?:and|or|but|und|oder|aber|sowie)|[,;])\s+(?:(?:in|on|with|only|even|bei|mit|an|nur|sogar)\s+)*$",
    re.I,
)


def _joined(text: str) -> list[Stated]:
    """The numbers of a text; a share joined to another by ``and`` stands behind the same relation.

    ``At most 1 of 1,000 by day and 1 of 100,000 by night`` limits both.
    """
    result: list[Stated] = []
    for number in stated(text):
        last = result[-1] if result else None
        alike = last is not None and last.side and not last.condition and last.what == number.what == "share"
        if last and alike and not number.side and _JOINS.search(text[: number.at]):
            small = max(number.readings) < _HALF and max(last.readings) < _HALF and last.side == "upper"
            number = replace(number, side=last.side) if small else number
        result.append(number)
    return result


@in_own_context
def _below_level(
    number: Stated, comparison: Comparison, limit: float, kind: MeasureKind, hours: float | None, text: str
) -> str:
    """Why a requirement is weaker than an integrity level; empty where it is not, or the level has no number."""
    level = number.readings[0]
    if most(number.what, level, MeasureKind.PER_HOUR) is None or kind is MeasureKind.SCORE:
        return ""
    allowed = most(number.what, level, kind, hours, text)
    if number.attribute and (allowed is None or kind is MeasureKind.FRACTION):
        return ""  # it names the part that the number is about
    if allowed is None:
        said = "a probability on demand" if kind is MeasureKind.PER_HOUR else "a rate"
        return f"the text speaks of {said} ({number.quote}), the requirement of a {kind}"
    bound, end = Decimal(repr(float(limit))), Decimal(repr(allowed))
    if bound <= end if comparison.is_upper else bound >= 1 - end:
        return ""  # exactly there a number is compared strictly: level_at
    side = "below" if is_exclusive(number.what) else "at most"
    return f"the text says {number.quote!r} ({side} {in_full(allowed)}), the requirement {comparison} {in_full(limit)}"


@in_own_context
def level_at(text: str, upper: bool, limit: float, kind: MeasureKind, hours: float | None = None) -> str:
    """The integrity level of a sentence whose range ends at the ``limit``, which is not part of it; empty without one.

    Limits are compared as the decimals that were typed.  ``hours``: how long a mission lasts.

    >>> level_at("The stop meets SIL 2", True, 0.01, MeasureKind.PER_DEMAND)
    'SIL 2'
    >>> level_at("The stop meets SIL 2", True, 0.009, MeasureKind.PER_DEMAND)
    ''
    """
    bound, numbers = Decimal(repr(float(limit))), stated(text)
    other = any(n.side and n.what not in LEVELS for n in numbers)
    for number in numbers:
        if number.what not in LEVELS or not is_exclusive(number.what) or (number.attribute and other):
            continue  # "the SIL 2 controller fails in at most 1 of 100 runs"
        end = most(number.what, number.readings[0], kind, hours, text)
        if end is not None and bound == (Decimal(repr(end)) if upper else 1 - Decimal(repr(end))):
            return number.quote
    return ""


def strict_words_at(
    text: str, upper: bool, limit: float, kind: MeasureKind, hours: float | None, about: str, failure: str
) -> str:
    """The words of a sentence that exclude its number, where that is the ``limit``; empty without any.

    Arguments as of :func:`disagreement`.

    >>> strict_words_at("It fails in fewer than 1 of 1,000 runs", True, 0.001, MeasureKind.PER_DEMAND, None, "", "")
    'fewer than 1 of 1,000'
    >>> strict_words_at("It fails in at most 1 of 1,000 runs", True, 0.001, MeasureKind.PER_DEMAND, None, "", "")
    ''
    """
    numbers = [n for n in _joined(text) if n.what != "confidence" and n.what not in LEVELS]
    if kind not in (MeasureKind.FRACTION, MeasureKind.SCORE):
        numbers = all_of_periods(numbers, text, about)
    fitting = [n for n in numbers if (n.what == "rate") == (kind is MeasureKind.PER_HOUR)]
    if not fitting:
        fitting, _ = _converted(numbers, text, kind, hours, failure)
    return strictly_at(text, fitting, upper, limit, kind)


def words_of(case: Case, requirement: Requirement) -> str:
    """What the measured item of a requirement says of its data: title, text, files, columns, parameters."""
    item = case.evidence_item.get(requirement.measure.evidence or "")
    if item is None:
        return ""
    parts = (item.title, item.text, *item.inputs.values(), *item.columns.values(), str(item.parameters))
    return " ".join(parts).casefold()


def failure_of(case: Case, requirement: Requirement) -> str:
    """What the measured item of a requirement counts as a failure; empty where it says nothing of it."""
    item = case.evidence_item.get(requirement.measure.evidence or "")
    return str(item.parameters.get("failure", "")) if item is not None else ""


def events_of(case: Case, requirement: Requirement) -> tuple[str, ...]:
    """Title and top event of the tree of a requirement: a size within them says nothing of how often."""
    tree = case.tree.get(requirement.measure.tree or "")
    return (tree.title, *(g.text for g in tree.gates if g.id == tree.top)) if tree is not None else ()


def how_often(case: Case, requirement: Requirement, text: str, numbers: Sequence[Stated]) -> list[Stated]:
    """The numbers of a claim without sizes of what fails, which are no limit (:func:`failure_of`, :func:`events_of`)."""
    left = without_thresholds(numbers, text, events_of(case, requirement))
    return without_sizes(left, text, failure_of(case, requirement))


def subject_of(case: Case, requirement: Requirement) -> str:
    """What the measure, its tree, and sentences about missions, demands and inputs say: the number may be per that."""
    tree = case.tree.get(requirement.measure.tree or "")
    texts = [words_of(case, requirement)]
    if tree is not None:
        texts += [tree.title, tree.text, *(gate.text for gate in tree.gates)]
    header = case.header
    stated_there = (*(c.text for c in case.contexts), header.intended_use, header.environment, header.system)
    return " ".join((*texts, *filter(_defines_unit, stated_there)))


def _converted(
    numbers: Sequence[Stated], text: str, kind: MeasureKind, hours: float | None, failure: str
) -> tuple[list[Stated], str]:
    """Rates as shares of a mission, shares of a stated time as rates; or why they cannot be compared.

    ``1 of 1,000 days`` is a share where the ``failure`` that is counted is one of a day.
    """
    if kind is MeasureKind.PER_HOUR:
        named = _RATE_WORD.search(text) is not None
        shares = [n for n in numbers if n.what in ("share", "decimal") and (n.side or named)]
        spans = periods(text)
        if shares and spans:
            least = min(span.hours for span in spans)
            return [_scaled_by(n, 1.0 / least) for n in shares], ""
        if any(n.what == "share" for n in shares) or (shares and not named):
            return [], f"the text speaks of a share ({shares[0].quote}), the requirement of a {kind}"
        return shares, ""
    if kind not in PROBABILITY_KINDS:
        return [], ""
    rates = [n for n in numbers if n.what == "rate" and (n.side or _is_failure_rate(n))]
    if not rates:
        return [], ""
    if kind is MeasureKind.PER_MISSION and (hours or all(n.of_hours == _DAY for n in rates)):
        return [_scaled_by(n, hours or n.of_hours) for n in rates], ""
    if kind is not MeasureKind.PER_MISSION and all(_of_counted_time(n, failure) for n in rates):
        return [_scaled_by(n, n.of_hours) for n in rates], ""
    return [], f"the text speaks of a rate ({rates[0].quote}), the requirement of a {kind}"


_PERIOD = compiled(
    r"(?:days?|weeks?|months?|years?|decades?|tage?n?|wochen?|monate?n?|jahre?n?|\w*jahre?n?)\b", re.I
)


def _of_counted_time(number: Stated, failure: str) -> bool:
    """Whether a rate is a share of periods (``1 of 1,000 days``), for each of which the record says whether it failed."""
    words = event_words(" ".join(_PERIOD.findall(number.quote)))
    return bool(number.of_hours) and bool(words) and words <= event_words(failure)


def _is_failure_rate(number: Stated) -> bool:
    return re.search(r"/|\b(?:per|pro|je)\b", number.quote) is not None and max(number.readings) < _RARE_RATE


def _scaled_by(number: Stated, factor: float) -> Stated:
    return replace(
        number, readings=tuple(factor * reading for reading in number.readings), side=number.side or "upper"
    )


def outlasted(text: str, kind: MeasureKind, limit: float | None, hours: float | None, about: str = "") -> str:
    """Why the time that a sentence speaks of is longer than the one its number is for; empty where it is not.

    A limit that is stronger by as much as the time is shorter covers the sentence: shorter missions one after the other
    fail at most as often as their sum.
    """
    fleet = _FLEET.search(text[:READ])
    of_all = fleet is not None and (_TOGETHER.search(text[:READ]) or (fleet["all"] and not counted(text)))
    if fleet and of_all and max(count_of(fleet["n"], whole=True), default=0.0) > 1.0:
        return f"the text speaks of {fleet[0]!r}, the number is for one of them"
    lifelong = _LIFE_LONG.search(text[:READ])
    if lifelong and kind is MeasureKind.PER_MISSION and not counted(text) and (hours or 0.0) < _YEAR:
        return f"the text speaks of {lifelong[0]!r}, the number is for one mission"
    if lifelong and kind in (MeasureKind.PER_DEMAND, MeasureKind.FRACTION) and not counted(text):
        return f"the text speaks of {lifelong[0]!r}, the number is for one demand or input"
    wanted = exposure(text, nouns(text) if kind is MeasureKind.PER_MISSION else ())
    if wanted is None:
        return ""
    if kind is MeasureKind.PER_MISSION and hours:
        if wanted.hours <= hours * _SAME_TIME:
            return ""
        shares = [
            max(n.readings) for n in stated(text) if n.what in ("share", "decimal") and n.side != "lower"
        ]
        if limit is not None and shares and limit * wanted.hours / hours <= min(shares) * (1 + _SLACK):
            return ""
        return f"the text speaks of {wanted.quote!r} ({wanted.hours:g} h), the number is for missions of {hours:g} h"
    if kind not in (MeasureKind.PER_DEMAND, MeasureKind.FRACTION) or counted(text):
        return ""
    if not (wanted.of_mission and any(word[:5] in about for word in _NOUN.findall(wanted.quote.casefold()))):
        one = "one demand" if kind is MeasureKind.PER_DEMAND else "one input"
        return f"the text speaks of {wanted.quote!r}, the number is for {one}"
    return ""


def exposure(text: str, of: tuple[str, ...] = ()) -> Period | None:
    """The time that the sentence's number is for: the shortest mission it names, else the longest stretch of time.

    ``of``: what its number is per, besides missions.
    """
    spans = periods(text, of)
    missions = [span for span in spans if span.of_mission]
    if missions:
        return min(missions, key=lambda span: span.hours)
    if counts_missions(text) or PER_MISSION.search(text[:READ]):
        return None  # the share is one of missions, however long they are
    return max(spans, key=lambda span: span.hours, default=None)


def agrees(text: str, comparison: Comparison, limit: float, kind: MeasureKind) -> bool:
    """Whether the text itself states a relation on the requirement's side, that the requirement covers."""
    side = "upper" if comparison.is_upper else "lower"
    return any(
        n.side == side and not n.condition and _covers(n, comparison, limit, kind) for n in stated(text)
    )


def _covers(number: Stated, comparison: Comparison, limit: float, kind: MeasureKind) -> bool:
    return any(_one(reading, number, comparison.is_upper, limit, kind) for reading in number.readings)


def _one(value: float, number: Stated, upper: bool, limit: float, kind: MeasureKind) -> bool:
    if kind is MeasureKind.SCORE:
        least = min(abs(limit - value), abs(limit + value), abs(limit - 100.0 * value))
        return least <= 0.02 * max(abs(limit), value) or not number.side
    side = number.side
    if upper and side == "upper" and value >= _NEARLY_ALL and limit < 0.5 and number.what != "rate":
        return False  # "answers at most 999 of 1,000" is no limit on failures
    if not side:  # a bare number: the small side of a limit from above, the large one of a limit from below
        side = "upper" if value <= 0.5 else "lower"
    if (side == "upper") == upper:
        return limit <= value * (1 + _SLACK) if upper else limit >= value * (1 - _SLACK)
    if kind not in PROBABILITY_KINDS:
        return False
    if upper and value < 0.5 and limit < 0.5:
        return False  # "in more than 1 of 1,000" is no limit from above
    other = 1.0 - value
    return limit <= other + _SLACK * max(other, 1e-9) if upper else limit >= other * (1 - _SLACK)
