"""Probabilities, rates and confidences that a sentence states, in English and German.

Read are percentages, ``1 of 1,000``, ``one in a thousand``, ``once in 10⁵ hours``, ``1e-4 per hour``, decimals after
a relation (``at most 0.001``), ``SIL 2``, ``ASIL B``, ``PL d``, ``DAL A``, ``five nines``, and the confidence.  Lengths,
times and counts are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from casegen.argument.integrity_levels import (
    ASIL,
    ASIL_WORDS,
    DAL,
    DAL_WORDS,
    LEVELS,
    PL,
    PL_WORDS,
    SIL,
    SIL_WORDS,
    is_attribute,
    number_of,
)
from casegen.argument.number_relations import NOT_MORE, SIDE
from casegen.argument.occasions import FAILURES, OCCASION, OF_COUNTED, OF_OCCASIONS, SINGLE
from casegen.argument.quantity_words import denominator, left_out, not_written_out
from casegen.argument.text_counts import (
    COUNT,
    DIGITS,
    HOUR_OF,
    NO_THING,
    NUMBER,
    ORDINAL,
    POWER,
    SMALL,
    SPELT,
    UNIT,
    WORD,
    count_of,
    hours_of,
    ordinal_of,
    plain,
)
from casegen.model.expressions import compiled

READ = 2_000
"""so many characters of a text are read"""
_RARE = 0.01
"""per hour: more often is work, not failure"""
_RATIO = compiled(
    rf"(?P<n>{COUNT})\s+(?:[^\W\d]+\s+){{0,2}}?(?:(?P<share>out\s+of|of|von|aus|sur|de\s+cada|de|su|van\s+de)|in|auf|per|pro|je|every|alle)\s+"
    rf"(?:(?:a|an|every|each|ein|eine[rmn]?|jede[rmn]?)\s+)?(?P<m>{COUNT})"
    rf"(?![.,]?\d|\s?(?:%|‰|per\s?cent|prozent|promille|ppm))(?:\s+(?:(?:{HOUR_OF})\s+)?{UNIT})?",
    re.I,
)
_PARTS = {"%": 1e-2, "pct": 1e-2, "percent": 1e-2, "per cent": 1e-2, "prozent": 1e-2,
          "pour cent": 1e-2, "por ciento": 1e-2, "per cento": 1e-2, "‰": 1e-3, "promille": 1e-3, "per mille": 1e-3,
          "permille": 1e-3,
          "ppm": 1e-6, "ppb": 1e-9, "basis point": 1e-4, "basis points": 1e-4}  # fmt: skip
_PERCENT = compiled(
    rf"(?<![\w.,])(?P<n>{NUMBER}|{SPELT})[\s\u00a0\u202f-]?"
    r"(?P<part>%|‰|(?:percent|pct|per cent|prozent|pour cent|por ciento|per cento|promille|per ?mille|ppm|ppb|"
    r"basis points?)\b)",
    re.I,
)
_SHARES = r"(?:ten|hundred|thousand|million)ths?|(?:zehn|hundert|tausend|million)s?tel"
_PART_WORD = compiled(
    rf"(?P<n>{COUNT})\s(?P<m>(?:(?:ten|hundred|zehn|hundert)[\s-]?)?(?:{_SHARES}))\b",
    re.I,
)
_NINES = compiled(rf"(?P<n>\b(?:{WORD})\b|\b\d\b)[\s-](?:nines|neunen)\b", re.I)
_EVERY = compiled(
    rf"\b(?:every|each|(?<!\w\s)(?:(?:out\s+)?of|von)|alle|jede|per|pro|je|in|auf|tous\s+les|toutes\s+les|cada|ogni)\s+(?P<m>{COUNT})\s+(?:[^\W\d]+\s+)?(?:{OCCASION})\b"
    r"(?:,?\s+(?!(?:in|of|per)\b)[^\W\d]+){0,10}?\s+"
    r"(?:(?:in|bei)\s+(?:(?:at\s+most|no\s+more\s+than|höchstens)\s+)?)?(?P<n>(?:once|twice|einmal|zweimal)\b|"
    r"(?<!with at most )(?<!mit höchstens )(?:(?<=most )|(?<=than )|(?<=höchstens ))"
    r"(?:one|two|three|eine?[rmn]?|zwei|drei|[1-9])"
    rf"(?=\W*$|\s+(?!{NO_THING})[^\W\d])|(?:one|two|three|eine[rmn]?|zwei|drei|[1-9])(?=\s+(?:at\s+most|höchstens)\b))",
    re.I,
)
_EXPECTED = compiled(
    rf"\b(?P<n>(?:one|two|three|four|five|six|seven|eight|nine|ten|a\s+single|eine?n?\s+einzige[rn]?|"
    rf"(?<=höchstens )eine?n?|\d+)\b(?![.,]\d))\s+(?:[^\W\d]+\s+){{3,8}}?"
    rf"(?:in|within|per|during|bei|auf|pro)\s+(?P<m>{COUNT})\s+(?:(?:{HOUR_OF})\s+)?"
    rf"(?:{UNIT}|(?:[^\W\d]+\s+)?(?:{OCCASION})\b)",
    re.I,
)
_RECURS = compiled(
    r"\b(?P<n>once|twice|einmal|zweimal)\s+(?:(?:in|per|every|each|pro|alle|im)\s+)?"
    rf"(?:(?:an?|one|eine[mrns]?|jede[mrns]?)\s+)?(?:lifetime\s+of\s+)?(?P<m>{COUNT}\s+)??{UNIT}",
    re.I,
)
_INTERVAL = compiled(
    rf"(?:at\s+most|no\s+more\s+(?:often\s+)?than|not\s+more\s+(?:often\s+)?than|höchstens|nicht\s+öfter\s+als)\s+(?:every|alle)\s+"
    rf"(?P<m>{COUNT})\s+{UNIT}",
    re.I,
)
_NO_PERIOD = r"(?!(?:hours?|days?|nights?|weeks?|months?|years?|stunden?|tagen?|n[aä]chten?|wochen?|monaten?|jahren?)\b)"
_NTH = compiled(
    rf"\b(?:every|each|jede[rnms]?)\s+(?P<m>{ORDINAL})\s+(?:[^\W\d]+\s+)?{_NO_PERIOD}(?:{OCCASION}|{SINGLE})\b|"
    rf"(?:at\s+most|höchstens)\s+(?:every|alle)\s+(?P<n>{COUNT})\s+(?:[^\W\d]+\s+)?{_NO_PERIOD}(?:{OCCASION})\b|"
    rf"\b(?:every|alle)\s+(?P<k>{COUNT})\s+(?:[^\W\d]+\s+)?{_NO_PERIOD}(?:{OCCASION})\s+(?:at\s+(?:the\s+)?most|höchstens)\b",
    re.I,
)
"""``every fiftieth start``, ``every 200 missions at most``"""
_SLASH = compiled(rf"(?<![\w.,:/-])(?P<n>\d{{1,6}})\s?[/:]\s?(?P<m>{DIGITS}|{POWER})(?![\w/:-])")
_PER_HOUR = compiled(
    rf"(?<!\d)(?<!\d[.,])(?P<n>{NUMBER})\s?(?:(?:(?:[^\W\d]+\s+)?(?:{FAILURES})|(?P<times>times?|mal|\s{{3,}}))\s*)?"
    rf"(?:/\s?|per\s+(?:(?:{HOUR_OF})\s+)?|pro\s+|je\s+|(?(times)(?:in\s+)?(?:an?|one|every)\s+|(?!))){UNIT}",
    re.I,
)
_PLAIN = compiled(
    rf"(?<!\d)(?<!\d[.,])(?P<n>{NUMBER})(?!\d)(?!\s?(?:%|percent|prozent|[°µ]|(?:[numcdkMG]?(?:m|s|g|Hz|V|A|W|N|Pa|l|J)|min|h|K|bar|dB|"
    r"km/h|m/s|rad|deg|px|pixels?|metres?|meters?|seconds?|sekunden?|minutes?|minuten?|hours?|stunden?)\b))",
    re.I,
)
_MEAN_TIME = compiled(
    r"(?:\bMT(?:B|T)F\b|\bmean\s+time\s+(?:between|to)\s+(?:[^\W\d]+\s+)?failures?|\bmean\s+life|"
    r"\bmittlere[rn]?\s+(?:zeit\s+zwischen\s+(?:zwei\s+)?ausfällen|lebensdauer))\s*"
    rf"(?::|=|[≥>]=?|(?:[^\W\d]+\s+){{0,8}}?)\s*(?P<n>{COUNT})\s?{UNIT}",
    re.I,
)
_FIT = compiled(rf"(?<![\w.,])(?P<n>{NUMBER})\s?(?-i:FIT)\b")
_ODDS = compiled(rf"\b(?P<m>{COUNT})\s+(?:to|zu)\s+(?:one|1|eins)\b", re.I)
_CHANCES = compiled(
    rf"(?<![\w.,])(?P<n>1|one|eins?)\s+(?:to|zu)\s+(?P<m>{COUNT})(?!\s?(?:%|[numckMG]?[msgVAWNJ]\b|h\b|°))",
    re.I,
)
_CHANCE = compiled(r"odds|chance|probab|likelihood|wahrscheinlich|risk", re.I)
_CONDITION = compiled(
    r"(?:\b(?:(?P<with>with|mit)|under|given|unter|(?P<for>for|(?<!liegt )(?<!liegen )bei|für))\s+)$", re.I
)
_ONE = rf"(?:[^\W\d]+\s+)?(?:{OCCASION}|{SINGLE})\b"
_PER_OCCASION = compiled(rf"\s*(?:per|pro|je|a|an|every|each|jede[rmns]?)\s+{_ONE}", re.I)
PER_DEMAND = compiled(
    r"\s*(?:(?:failures?|ausfälle?)\s+)?(?:per|pro|je)\s+(?:demand|anforderung|mission|start)\b", re.I
)
_LAST_OCCASION = compiled(rf"\s*{_ONE}\W*$", re.I)
_SURE_AFTER = compiled(
    r"\s*(?:[a-zäöü-]+\s+){0,1}?(?:confidence|konfidenz|vertrauen\w*|certainty|certain|sure|sicherheit)\b",
    re.I,
)
_SURE_BEFORE = compiled(
    r"(?:confidence|konfidenz\w*|vertrauens\w*|certainty)(?:\s+(?:level|of|von))*\s*$", re.I
)
_FORMS = (
    ("mean time", _MEAN_TIME), ("fit", _FIT), ("odds", _ODDS), ("chances", _CHANCES),
    ("rate", _PER_HOUR), ("nth", _NTH), ("every", _EVERY), ("interval", _INTERVAL), ("recurs", _RECURS),
    ("ratio", _RATIO),
    ("expected", _EXPECTED), ("part", _PART_WORD), ("share", _PERCENT),
    ("nines", _NINES), ("slash", _SLASH), (SIL, SIL_WORDS), (ASIL, ASIL_WORDS), (PL, PL_WORDS), (DAL, DAL_WORDS),
    ("decimal", _PLAIN),
)  # fmt: skip
_NEEDED = {
    "odds": compiled(r"\s(?:to|zu)\s+(?:one|1|eins)\b", re.I),
    "part": compiled(_SHARES, re.I),
    "share": compiled(
        r"%|‰|percent|pct|per cent|prozent|pour cent|por ciento|promille|per ?mille|ppm|ppb|basis point", re.I
    ),
    "nines": compiled("nines|neunen", re.I),
}
"""What forms end with: looked for first, since from each number on a form is tried at length."""
CLAUSE = compiled(r"[;:]|[.,]\s")
_LIKELY = compiled(
    r"probab|likelihood|wahrscheinlich|\brate\b|pmi\b|\bpf[dh]|reliab|availab|zuverlässig|verfügbar|\bp(?:_?\w+)?\s*[=≈]\s*$",
    re.I,
)
_ENDLESS = compiled(r"\d{400,}")
"""digits beyond every number; read from each of them on, they would hold a check up"""


@dataclass(frozen=True, slots=True)
class Stated:
    """A number that a text states.  ``readings``: what it may mean where separators are ambiguous."""

    quote: str
    readings: tuple[float, ...]
    side: str
    """``upper``, ``lower``, or empty where the text states no relation"""
    what: str
    """``share``, ``rate`` (per hour), ``decimal``, ``confidence``, or an integrity level, such as ``sil``"""
    condition: bool = False
    """it limits a condition (``with at most 1 % noise``), not what is claimed"""
    at: int = 0
    of_hours: float = 0.0
    """of periods that are counted (``1 of 1,000 days``): how long one is [h]"""
    attribute: bool = False
    """an integrity level that names a part (``the SIL 2 controller``), not what is claimed of it"""
    beside: str = ""
    """a quantity directly beside it that is not read: then there are no readings"""


def stated(text: str) -> tuple[Stated, ...]:
    """Every probability, rate and confidence in ``text``, in its order; none is read twice."""
    return tuple(number for number in numbers(text) if number.readings)


def half_read(text: str) -> tuple[str, ...]:
    """Numbers of ``text`` beside which a quantity stands that is not read, so that nothing is known of them.

    >>> half_read("At most 1 in 10 to the power -x"), half_read("At most 1 in 10 runs")
    (('1 in 10 (to the power)',), ())
    """
    return (
        *(f"{n.quote} ({n.beside})" for n in numbers(text) if n.beside),
        *not_written_out(plain(text[:READ])),
    )


@lru_cache(maxsize=8192)
def numbers(text: str) -> tuple[Stated, ...]:
    """As :func:`stated`, with those that are read in part: they have no readings."""
    text = _ENDLESS.sub(lambda run: " " * len(run[0]), plain(text[:READ]))
    taken: list[tuple[int, int]] = []
    result: list[Stated] = []
    for what, pattern in _FORMS:
        if what in _NEEDED and not _NEEDED[what].search(text):
            continue
        start = 0
        while match := pattern.search(text, start):
            start = match.start() + 1
            span = match.span()
            if any(a < span[1] and span[0] < b for a, b in taken):
                continue
            number = _read(what, match, text)
            if number is not None:
                if what not in LEVELS and (beside := left_out(text[: span[0]], text[span[1] :])):
                    number = replace(number, readings=(), beside=beside)
                taken.append(span)
                result.append(number)
                start = span[1]
    return tuple(sorted(result, key=lambda number: number.at))


class _Near(NamedTuple):
    """The words before and behind a number, the side that they name, and whether they state a condition."""

    before: str
    after: str
    side: str
    condition: bool


class _Read(NamedTuple):
    """What a number may mean, what it is of, and the side that its own form names; ``of_hours`` as in :class:`Stated`."""

    readings: tuple[float, ...]
    what: str = "share"
    side: str = ""
    of_hours: float = 0.0


def _read(what: str, match: re.Match[str], text: str) -> Stated | None:
    near = _around(what, match, text)
    quote, at = match[0].strip(), match.start()
    if what in LEVELS:
        level, named = (number_of(match["n"]),), is_attribute(near.after)
        return Stated(quote, level, near.side or "upper", what, near.condition, at, attribute=named)
    readings, of, side, of_hours = _READERS[what](match, near)
    if not readings:
        return None
    # "with at most 1e-7 per hour" is how often it fails
    condition = near.condition and not (of == "rate" and max(readings) < _RARE)
    return Stated(quote, readings, side or near.side, of, condition, at, of_hours)


def _around(what: str, match: re.Match[str], text: str) -> _Near:
    before, after = text[: match.start()], text[match.end() :]
    relation = SIDE.search(before)
    side = "" if relation is None else "lower" if relation["lower"] else "upper"
    if side == "lower" and NOT_MORE.search(CLAUSE.split(before)[-1]):
        side = "upper"
    given = _CONDITION.search(before[: relation.start()]) if relation is not None else None
    behind = OF_COUNTED if what == "share" else OF_OCCASIONS
    # "bei höchstens 1 von 1.000 Anflügen", "with at most 1e-4 per run" and "bei höchstens 1e-4 je Fahrt" say how often
    happens = given is not None and (
        ((given["with"] or given["for"]) and _PER_OCCASION.match(after))
        or (given["for"] and (what == "nth" or (what in ("ratio", "share") and behind.match(after))))
        or (given["with"] and what == "ratio" and _LAST_OCCASION.match(after))
    )
    return _Near(before, after, side, given is not None and not happens)


def _odds(match: re.Match[str], near: _Near) -> _Read:
    return _Read(tuple(1.0 / (m + 1.0) for m in count_of(match["m"], whole=True) if m >= 20))


def _chances(match: re.Match[str], near: _Near) -> _Read:
    """``A probability of at most 1 to 10,000``, no scale of 1 to 40."""
    named = _CHANCE.search(near.before) and (near.side or "odds" in near.before.casefold())
    return _Read(_of_many(match["n"], match["m"]) if named else ())


def _every(match: re.Match[str], near: _Near) -> _Read:
    side = near.side or "upper"
    if relation := SIDE.search(match[0][: match.start("n") - match.start()]):
        side = "lower" if relation["lower"] else "upper"
    return _Read(_of_many(match["n"], match["m"]), side=side)


def _nth(match: re.Match[str], near: _Near) -> _Read:
    if match["m"]:  # "every tenth start is watched" says nothing of failures
        return _Read(tuple(1.0 / m for m in ordinal_of(match["m"]) if m >= 2 and near.side))
    return _Read(_of_many("1", match["n"] or match["k"]), side="upper")


def _expected(match: re.Match[str], near: _Near) -> _Read:
    hours = hours_of(match["unit"])
    shares = _of_many(match["n"].split()[0], match["m"])
    return _Read(tuple(n / (hours or 1.0) for n in shares), "rate" if hours else "share")


def _of_many(some: str, many: str) -> tuple[float, ...]:
    total = [m for m in count_of(many, whole=True) if m >= 20]
    return tuple(n / m for n in count_of(some, whole=True) for m in total if n < m)


def _ratio(match: re.Match[str], near: _Near) -> _Read:
    total = [m for m in count_of(match["m"], whole=True) if m >= 2]
    unit = hours_of(match["unit"])
    readings = tuple(
        n / (m * (unit or 1.0)) for n in count_of(match["n"], whole=True) for m in total if n <= m
    )
    of_hours = unit if unit and unit >= 24.0 and match["share"] else 0.0
    return _Read(readings, "rate" if unit else "share", of_hours=of_hours)


def _rate(match: re.Match[str], near: _Near) -> _Read:
    numbers = [n for n in count_of(match["n"]) if n < 1 or not match["times"]]  # 3 times per hour is work
    return _Read(tuple(n / (hours_of(match["unit"]) or 1.0) for n in numbers), "rate")


def _share(match: re.Match[str], near: _Near) -> _Read:
    part = _PARTS[match["part"].casefold()]
    sure = _SURE_AFTER.match(near.after) or _SURE_BEFORE.search(near.before)
    readings = tuple(n * part for n in count_of(match["n"]) if n * part <= 1.0)
    return _Read(readings, "confidence" if sure else "share")


def _parts(match: re.Match[str], near: _Near) -> _Read:
    return _Read(tuple(n / denominator(match["m"]) for n in count_of(match["n"])))


def _mean_time(match: re.Match[str], near: _Near) -> _Read:
    """At least so long means at most so often."""
    times = count_of(match["n"], whole=True)
    return _Read(
        tuple(1.0 / (n * (hours_of(match["unit"]) or 1.0)) for n in times if n > 0.0), "rate", "upper"
    )


def _fit(match: re.Match[str], near: _Near) -> _Read:
    return _Read(tuple(1e-9 * n for n in count_of(match["n"])), "rate")


def _nines(match: re.Match[str], near: _Near) -> _Read:
    return _Read(tuple(1.0 - 10.0**-n for n in count_of(match["n"]) if 2 <= n <= 15))


def _recurs(match: re.Match[str], near: _Near) -> _Read:
    spans = count_of(match["m"], whole=True) if match["m"] else (1.0,)
    hour = hours_of(match["unit"]) or 1.0
    return _Read(tuple(n / (m * hour) for n in count_of(match["n"]) for m in spans if m > 0), "rate")


def _interval(match: re.Match[str], near: _Near) -> _Read:
    """``At most every 100 years``."""
    hour = hours_of(match["unit"]) or 1.0
    return _Read(tuple(1.0 / (m * hour) for m in count_of(match["m"], whole=True) if m > 0), "rate", "upper")


def _slash(match: re.Match[str], near: _Near) -> _Read:
    total = [m for m in count_of(match["m"], whole=True) if m >= 20 and not 1900 <= m < 2100]  # no year
    return _Read(tuple(n / m for n in count_of(match["n"]) for m in total if n < m))


def _decimal(match: re.Match[str], near: _Near) -> _Read:
    readings = tuple(n for n in count_of(match["n"]) if n <= 1.0)
    small = any(n < 1.0 for n in readings) and SMALL.search(match["n"])
    said = near.side or small or _LIKELY.search(near.before) or PER_DEMAND.match(near.after)
    bare = re.fullmatch(r"[01]", match["n"]) or not said
    return _Read(() if bare else readings, "decimal")


_READERS: dict[str, Callable[[re.Match[str], _Near], _Read]] = {
    "odds": _odds, "chances": _chances, "nth": _nth, "every": _every, "expected": _expected,
    "ratio": _ratio, "rate": _rate,
    "share": _share, "part": _parts, "mean time": _mean_time, "fit": _fit, "nines": _nines, "interval": _interval,
    "recurs": _recurs, "slash": _slash, "decimal": _decimal,
}  # fmt: skip
"""by form: what a match of it means"""
