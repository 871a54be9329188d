"""How often something happens, as a description says it: of events, gates, parameters and targets.

A description names sizes, settings and test intervals as well (``10 % too fast``, ``tested once a year``, ``2 of 3
pumps``).  Only what says how often something happens is read: of missions, demands or other occasions, with a word of
probability, or per time.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS
from casegen.texts.frequencies.source_ratings import counted_rates
from casegen.texts.numbers.cited_numbers import OF_ELSE, cited
from casegen.texts.numbers.counted_failures import FAILING, counted, overlaps
from casegen.texts.numbers.counts import COUNT, ORDINAL, count_of, ordinal_of
from casegen.texts.numbers.designations import is_designation
from casegen.texts.numbers.integrity_levels import LEVELS, is_certified, least
from casegen.texts.numbers.number_readings import PER_DEMAND
from casegen.texts.numbers.occasions import OCCASION, OF_COUNTED, OF_OCCASIONS, PER_ANYTHING, SINGLE
from casegen.texts.numbers.stated import CLAUSE, READ, Stated, stated
from casegen.texts.numbers.units import OF_SIZE

_LIKELY = compiled(
    r"probab|likelihood|chance\b|\bodds\b|\bhep\b|\bp\s?\([^()]*\)|wahrscheinlich|unavailab|unreliab|nichtverfügbar|\bpf[dh]|\bp(?:_?\w+)?\s*[=≈]\s*$|"
    r"(?:failure|defect|error|miss|fault|outage|false[\s-]\w+|accident|fehler|ausfall|versagens|unfall)[\s-]?(?:rate|fraction|share|quote)",
    re.I,
)
_WORKS = r"(?:availab|reliab|uptime|success|surviv|verfügbar|zuverlässig|fiabil|disponib)[^\W\d]*(?:\s+rate)?"
_WORKING = compiled(
    rf"\b{_WORKS}(?:[\s:=≥>≈~]|\([^()]*\)|\b(?:of|is|was|at|about|von|ist|de|least|only|mindestens|nur|over|to|(?:of\s+)?(?:the|this|each|one)\s+[^\W\d]+)\b)*$",
    re.I,
)
_WORKING_AFTER = compiled(rf"^\s*(?:(?:of|operational|annual|mean)\s+)*{_WORKS}", re.I)
"""``availability 99.5 %``, ``99.5 % available``: the rest of it is how often something fails"""
_CITED_AFTER = compiled(r"^[\s.;]*(?:\([^()]*\)[\s.;]*)?$")
"""nothing behind a number but where it comes from"""
_UNIT_AFTER = compiled(
    r"^\s*(?!(?:per|pro|je|to|bis|a|an|of|failures?|faults?|on|at|in|for|with|and|or|bei|mit|und)\b)[^\W\d]+",
    re.I,
)
"""a word that makes a plain number one of something else (``1e-3 mbar``)"""
_BOUND_AFTER = compiled(
    r"^[\s-]*(?:(?:upper|lower|one-sided|two-sided|obere\w*|untere\w*)[\s-]+)*"
    r"(?:bounds?|limits?|quantiles?|percentiles?|intervals?|level|quantil|schranke|grenze)\b",
    re.I,
)
_REPEATED = compiled(
    r"test|inspect|check|calibrat|replac|servic|maint|clean|renew|adjust|survey|updat|review|visit|lubricat|overhaul|train|"
    r"\bused\b|\bcalled\b|benutzt|drill|backup|exercis|prüf|wart|kalibr|ersetz|reinig|tausch|inspiz|schul|revision|kontroll",
    re.I,
)
_FACTOR = compiled(
    rf"(?<!reduction )\b(?:factor|faktor)\s+(?:of\s+|von\s+)?(?P<n>{COUNT})"
    r"(?!\d|[.,]\d|\s?(?:%|‰|per\s?cent|prozent))",
    re.I,
)
_EVERY = {"second": 2, "other": 2, "third": 3, "fourth": 4, "fifth": 5, "tenth": 10, "hundredth": 100, "zweite": 2,
          "dritte": 3, "vierte": 4, "fünfte": 5, "zehnte": 10, "hundertste": 100, "half": 2, "quarter": 4, "hälfte": 2,
          "drittel": 3, "viertel": 4, "fünftel": 5, "zehntel": 10}  # fmt: skip
_PART = "third|quarter|fourth|fifth|tenth|drittel|viertel|fünftel|zehntel"
_NONE_OF = 0.2
"""no event in n tries: the model is not below so much of 1/n (a half of it is the median of the Jeffreys posterior)"""
_NONE_SEEN = compiled(
    r"\b(?:0|no|none|zero|keine?r?|null)\s+(?:[^\W\d]+\s+){0,3}?(?:in|of|out\s+of|during|bei|von|aus|auf)\s+"
    rf"(?P<n>{COUNT})\s+(?:[^\W\d]+\s+){{0,2}}?(?:{OCCASION})\b",
    re.I,
)
_IN_WORDS = compiled(
    rf"\b(?:in|at|during|bei)\s+(?P<most>most|the\s+majority|more\s+than\s+half|half|den\s+meisten|der\s+hälfte)(?:\s+(?:of|der|aller))?"
    rf"(?:\s+(?:the|all))?\s+(?:{OCCASION})\b|"
    rf"\b(?:a|one|ein(?:em)?)\s+(?P<part>{_PART})\s+(?:of|der|aller)\s+(?:(?:the|all)\s+)?(?:{OCCASION})\b|"
    rf"\b(?:every|each|jede[rsnm]?)\s+(?P<nth>(?:{'|'.join(_EVERY)})[nrs]?|{ORDINAL})\s+(?:time\b|mal\b|{OCCASION}|(?:{SINGLE})\b)",
    re.I,
)
_MOSTLY = compiled(
    r"\b(?P<often>usually|mostly|nearly\s+always|almost\s+always|always|often|frequently|regularly|meistens|fast\s+immer|immer|oft|häufig)\s+"
    r"(?:fails?|sticks?|misses|breaks?|jams?|leaks?|errs|trips|(?:is\s+)?(?:wrong|late|missed|lost|stuck|broken)|versagt|klemmt|bricht|leckt)\b|"
    r"\b(?:fails|sticks|misses|breaks|jams|leaks|errs|trips|versagt|klemmt|bricht)\s+"
    r"(?P<then>usually|mostly|nearly\s+always|almost\s+always|always|often|frequently|regularly|meistens|fast\s+immer|immer|oft|häufig|"
    r"(?:in|at|on)\s+(?:every|each)\s+(?:mission|demand|start|approach|flight|trip|run|use|case)|(?:every|each)\s+time|jedes\s+mal|"
    r"(?:in|bei)\s+jede[rms]\s+(?:mission|fahrt|flug|start|anflug|fall))\b",
    re.I,
)
_MEAN_OCCASIONS = compiled(
    r"\b(?:MT(?:T|B)F|mean\s+(?:number\s+of\s+)?(?:[^\W\d]+\s+)?(?:to|between|before)\s+(?:[^\W\d]+\s+)?failures?)\W*(?:of\s+|is\s+|ist\s+|von\s+)?"
    rf"(?P<n>{COUNT})\s+(?:[^\W\d]+\s+)?(?!days?\b|nights?\b|hours?\b|years?\b|tagen?\b|nächten?\b|stunden\b|jahren?\b)(?:{OCCASION})\b",
    re.I,
)
"""``MTTF 80 runs``"""
_PERIODS = {"hour": 1.0, "stün": 1.0, "dail": 24.0, "tägl": 24.0, "nigh": 24.0, "week": 168.0, "wöch": 168.0,
            "mont": 730.0, "mona": 730.0, "year": 8760.0, "annu": 8760.0, "jähr": 8760.0}  # fmt: skip
"""hours, by the first letters of an adverb"""
_ADVERB = compiled(
    rf"(?:\b(?P<n>{COUNT})(?:\s?(?:times|mal))?\s+)?\b(?P<period>hourly|daily|nightly|weekly|monthly|yearly|annually|stündlich|täglich|"
    r"wöchentlich|monatlich|jährlich)\b",
    re.I,
)
_CLAUSE_END = compiled(r"[.;:,]\s")
_COLON = compiled(r":\s*$")
_BARE_SLASH = compiled(r"\d+\s?/\s?\d+")
_AT_TIMES = ("often", "frequently", "regularly", "oft", "häufig")
_OFTEN = 0.05
"""what often fails does not fail more rarely than this"""
_SHEET = compiled(
    r"sheet|records?\b|log\b|logbook|statistic|certificate|fmeda|supplier|vendor|manufacturer|datenblatt|zertifikat|hersteller|field",
    re.I,
)
_CERTIFICATE = compiled(r"certificat\w*|zertifikat\w*", re.I)
_CITED = compiled(
    rf"{_SHEET.pattern}|hand\s?book|handbuch|data\s?(?:base|bank)|survey|statistik|literature|literatur", re.I
)
"""what is cited for how often something fails"""
_PER_MANY = compiled(r"\b(?:per|pro|je)\s", re.I)
_ONE_IN = compiled(r"(?:one|ein(?:e[rn]?)?|1)\s+[^\W\d]+\s+(?:in|out\s+of|von)\s", re.I)
"""``misses one train in fifty``"""
_RATIO_OF_ODDS = compiled(r"\s(?:to|zu)\s", re.I)
_ODDS_AGAINST = compiled(
    r"\b(?:odds|chances)\b[^.;:]*\bagainst(?:\s+(?:it|this|that))?\s*(?:[.;,)]|$|\s(?:are|is|stand)\b)|"
    r"\b(?:chancen|wetten?|wettquoten?)\b[^.;:]*\bdagegen\b",
    re.I,
)
_RATE_BEFORE = compiled(
    r"(?:\bPFH(?:[_-]?[dDsS])?|\b(?:dangerous\s+|hazard\s+|random\s+|hardware\s+)*(?:failure|hazard)[\s-]rate|\bausfallrate|\bλ(?:[_-]?\w{1,3})?|"
    r"\blambda(?:[_-]?\w{1,3})?)\s*(?:[:=≈~<≤]|\b(?:of|is|von|ist|about|at\s+most|below|höchstens)\b|\s)*$",
    re.I,
)
"""what is a rate per hour without a unit behind it: ``PFH: 2e-7``"""
_REDUCED = compiled(r"risk[\s-]+reduction|RRF|risiko(?:minderungs|reduktions)faktor", re.I)
_SUCCEEDS_BEFORE = compiled(
    r"\b(?:works|worked|functions|functioned|succeeds|succeeded|passes|passed|opens|closes|starts|holds|funktioniert\w*|gelingt)\s+"
    r"(?:in\s+|bei\s+)?$",
    re.I,
)
_FEW_WORDS = 6
RANGE = compiled(
    r"\b(?:between|zwischen|from|von)\s+[\d.,⁰¹²³⁴⁵⁶⁷⁸⁹⁻eE^·×x\s-]+\s+(?:and|to|und|bis)\b|[\d⁰¹²³⁴⁵⁶⁷⁸⁹]\s?[%‰]?\s?(?:to|bis|–|—|…|\.\.+)\s?\d",
    re.I,
)
"""a range is no product"""
_SURELY_RARE = 0.01
_SMALL = 0.1
"""a power of ten from here on is seldom how often something fails (``duty factor 3e-1``)"""
_MOST_NUMBERS = 6
"""of one text; products of more are not tried"""
NEAR = 0.9
"""a model that is less than a tenth below its text may be rounded"""


@dataclass(frozen=True, slots=True)
class Frequency:
    """How often something happens: a probability, or a rate per hour."""

    quote: str
    values: tuple[float, ...]
    """what it may mean"""
    is_rate: bool
    side: str
    of_level: bool = False
    """the rarest failure that an integrity level stands for"""


@lru_cache(maxsize=MOST_TEXTS)
def frequencies(text: str) -> tuple[Frequency, ...]:
    """What a description says of how often something happens.

    >>> [f.values for f in frequencies("Sticks in 5 % of the starts; 10 % more friction; tested once a year")]
    [(0.05,)]
    >>> [f.is_rate for f in frequencies("Data sheet: 100 FIT")]
    [True]
    """
    text = text[:READ]
    in_words = [Frequency(m[0], (_in_words(m),), False, "") for m in _IN_WORDS.finditer(text)]
    in_words += [
        Frequency(m[0], (_OFTEN if (m["often"] or m["then"]).casefold() in _AT_TIMES else 0.5,), False, "")
        for m in _MOSTLY.finditer(text)
    ]
    for match in _NONE_SEEN.finditer(text):
        tries = max(count_of(match["n"], whole=True), default=0.0)
        if tries >= 1.0:
            in_words.append(Frequency(match[0], (_NONE_OF / tries,), False, ""))
    in_words += _recurring(text)
    for match in _MEAN_OCCASIONS.finditer(text):
        in_words += [
            Frequency(match[0], (1.0 / n,), False, "") for n in count_of(match["n"], whole=True) if n > 1.0
        ]
    read = (*in_words, *_numbers(text))
    places = [(text.find(one.quote), one.quote) for one in read]
    more = (one for one in counted(text) if one.of != "failures" and not overlaps(one, places))
    return (*read, *(Frequency(one.quote, (one.value,), one.of == "hours", "") for one in more))


def cited_frequencies(source: str) -> tuple[Frequency, ...]:
    """As :func:`frequencies`, of a source, in which a plain share says how often, too.

    >>> [f.values for f in cited_frequencies("maker 0.2 %")]
    [(0.002,)]
    """
    read = frequencies(source)
    quotes = {one.quote for one in read}
    more = (one for one in cited(source) if one.quote not in quotes)
    rates = (Frequency(one.quote, (one.value,), True, "") for one in counted_rates(source))
    return (*read, *(Frequency(one.quote, (one.value,), False, one.side) for one in more), *rates)


def odds_against(text: str) -> bool:
    """Whether a text states odds against what it describes itself, and speaks of no failure of that.

    >>> [odds_against(f"Closes, odds of 19 to 1 against{rest}") for rest in ("", " it", " a failure")]
    [True, True, False]
    """
    return _ODDS_AGAINST.search(text) is not None and FAILING.search(text) is None


def _recurring(text: str) -> Iterator[Frequency]:
    """``fails daily``: a rate, of sentences that speak of failing and of no test."""
    for match in _ADVERB.finditer(text):
        start = max((m.end() for m in _CLAUSE_END.finditer(text, 0, match.start())), default=0)
        clause = text[start : match.end()] + _CLAUSE_END.split(text[match.end() :])[0]
        if FAILING.search(clause) and not _REPEATED.search(clause):
            times = next(iter(count_of(match["n"])), 1.0) if match["n"] else 1.0
            yield Frequency(match[0], (times / _PERIODS[match["period"].casefold()[:4]],), True, "")


def _in_words(match: re.Match[str]) -> float:
    if match["most"]:
        return 0.5
    nth = (match["nth"] or match["part"]).lower()
    n = _EVERY.get(nth) or _EVERY.get(nth[:-1]) or max(ordinal_of(nth), default=1.0)
    return 1.0 / max(n, 1.0)


def _numbers(text: str) -> tuple[Frequency, ...]:
    return tuple(
        one
        for number in stated(text)
        for one in (_levels(number, text) if number.what in LEVELS else (_frequency(number, text),))
        if one is not None
    )


def _levels(number: Stated, text: str) -> Iterator[Frequency]:
    """An integrity level that is all that stands for a number, or is certified: no data sheet, no name of a part."""
    certified = is_certified(text[number.at + len(number.quote) :])
    others = _CERTIFICATE.sub(" ", text)
    if (number.attribute and not certified) or _SHEET.search(others) or len(text.split()) > _FEW_WORDS:
        return
    for per_hour in (True, False):
        rarest = least(number.what, number.readings[0], per_hour)
        if rarest is not None:
            yield Frequency(number.quote, (rarest,), per_hour, "", of_level=True)


def _frequency(number: Stated, text: str) -> Frequency | None:
    end = number.at + len(number.quote)
    clause = clause_before(text, number.at)
    after = text[end:]
    if number.what == "confidence" or _BOUND_AFTER.match(after) or is_designation(text, number):
        return None
    if number.what == "rate":
        words = f"{clause} {number.quote} {CLAUSE.split(after)[0]}"
        often = max(number.readings) > 1.0 or _REPEATED.search(words) is not None
        return None if often else Frequency(number.quote, number.readings, True, number.side)
    if number.what == "decimal" and _RATE_BEFORE.search(clause) and max(number.readings) < _SMALL:
        return Frequency(number.quote, number.readings, True, number.side)  # the kind says per hour
    if number.what == "decimal" and not (
        _LIKELY.search(clause)
        or PER_DEMAND.match(after)
        or (max(number.readings) < 0.5 and PER_ANYTHING.match(after) and not OF_SIZE.match(after))
        or (max(number.readings) < 0.5 and OF_COUNTED.match(after))
        or (min(number.readings) >= 0.5 and max(number.readings) < 1.0 and _WORKING.search(text[: number.at]))
        or _is_all(number, text)
        or (
            ("e" in number.written.casefold() or "10" in number.written)
            and max(number.readings) < _SMALL
            and not _UNIT_AFTER.match(after)
        )
    ):
        return None
    if max(number.readings) == 0.0:
        return None  # none seen: see what of how many
    if number.what == "share" and not _is_frequency(number, clause, after, text):
        return None
    values = tuple({v for r in number.readings for v in ((r, 1.0 - r) if r >= 0.5 else (r,))})
    return Frequency(number.quote, values, False, number.side)


def clause_before(text: str, at: int) -> str:
    """The clause of a number as far as it; a colon just before it ends none (``probability per demand: 0.5 %``)."""
    return CLAUSE.split(_COLON.sub(" ", text[:at]))[-1]


def _is_all(number: Stated, text: str) -> bool:
    """Whether a text says nothing but the number."""
    return not any(c.isalpha() for c in f"{text[: number.at]}{text[number.at + len(number.quote) :]}")


def _is_frequency(number: Stated, clause: str, after: str, text: str) -> bool:
    """Whether a share is one of occasions, or is called a probability: not a size, and not a number of parts."""
    if _LIKELY.search(clause) or OF_OCCASIONS.match(after) or _REDUCED.match(number.written):
        return True
    if max(number.readings) >= 0.5 and _SUCCEEDS_BEFORE.search(clause):
        return True  # "works 499 times in 500"
    if max(number.readings) >= 0.5 and (_WORKING.search(text[: number.at]) or _WORKING_AFTER.match(after)):
        return True
    if _is_all(number, text):
        return True
    if (
        max(number.readings) < 0.5
        and _CITED.search(text)
        and _CITED_AFTER.match(after)
        and len(text.split()) <= _FEW_WORDS
        and not OF_ELSE.search(clause)
    ):
        return True  # "data sheet, 3 %": all that the sheet is cited for
    if _ONE_IN.match(number.written) or _RATIO_OF_ODDS.search(number.written):
        return True
    if (
        _BARE_SLASH.fullmatch(number.written)
        and not text[: number.at].strip()
        and not re.match(r"\s*\w", after)
    ):
        return True  # "5/100, plant records"
    if OF_SIZE.match(after):
        return False  # 3 per 1,000 kg
    if _PER_MANY.search(number.written) and max(number.readings) < 0.5 and "%" not in number.written:
        return True  # "200 per 10⁴", "3 per 1,000 locks": whatever is counted
    percent = re.search(r"[%‰]|per\s?cent|prozent|promille|pp[mb]", number.written, re.I)
    counts = count_of(re.split(r"\s|/|:", number.written)[0]) if not percent else ()
    return not percent and bool(counts) and max(number.readings) <= _SURELY_RARE


def excess(
    text: str, probability: float | None, rate: float | None, among: Sequence[Frequency] | None = None
) -> str:
    """The frequency that a description states and that its model stays below; empty where the model covers one of them.

    Numbers of one text may be factors of each other (``2 × 10⁻⁷ per hour, of which 10 % …``), and so may
    ``a factor of 10``.  ``among``: these numbers of the text only.
    """
    stated_here = (frequencies(text) if among is None else among)[:_MOST_NUMBERS]
    known = [f for f in stated_here if (rate if f.is_rate else probability) is not None]
    if not known:
        return ""
    factors = [1.0 / n for match in _FACTOR.finditer(text[:READ]) for n in count_of(match["n"]) if n > 1.0]
    sizes = 1 if RANGE.search(text[:READ]) else len(stated_here)
    if any(_fits(group, factors, probability, rate) for group in _groups(stated_here, sizes)):
        return ""
    return known[0].quote


def _groups(numbers: Sequence[Frequency], most: int) -> list[tuple[Frequency, ...]]:
    groups = (group for size in range(1, most + 1) for group in combinations(numbers, size))
    return [group for group in groups if len(group) == 1 or not any(f.of_level for f in group)]


def _fits(
    group: tuple[Frequency, ...], factors: Sequence[float], probability: float | None, rate: float | None
) -> bool:
    rates = sum(f.is_rate for f in group)
    model = rate if rates else probability
    if rates > 1 or model is None:
        return False
    return model >= NEAR * math.prod(min(f.values) for f in group) * math.prod(factors)
