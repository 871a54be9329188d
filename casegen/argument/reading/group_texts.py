"""Shares of common causes, as texts of a common-cause group and of the parameters of its factors state them.

Such texts name coverages, loads and numbers of parts as well.  Only what is called a factor, or a share of failures, is
read, and what stands there alone (``IEC 61508-6, table D.4: 5 %``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from casegen.model.expressions import compiled
from casegen.model.fault_tree import CcfModel, CommonCauseGroup, Value
from casegen.model.limits import MOST_TEXTS
from casegen.texts.frequencies.described_frequencies import (
    RANGE,
    Frequency,
    clause_before,
    excess,
    frequencies,
)
from casegen.texts.numbers.counted_failures import FAILING, counted, overlaps
from casegen.texts.numbers.counts import count_of
from casegen.texts.numbers.occasions import FAILURES, OCCASION, SINGLE
from casegen.texts.numbers.stated import CLAUSE, READ, stated

_DECIMAL = compiled(
    r"(?<![\w.,/:-])0?[.,]\d+(?:[eE][-−]\d+)?(?![\w%‰]|[.,]\d|\s?(?:%|‰|per\s?cent|prozent|°|"
    r"(?:[numcdkMG]?(?:m|s|g|Hz|V|A|W|N|Pa|l|J)|min|h|K|bar|dB)\b))"
)
_NAME = compiled(
    r"\b(?:beta(?:faktor)?|ccf|gva)\b|\b(?:dependent|double|multiple|simultaneous|abhängige[rn]?|gleichzeitige[rn]?)\s(?:failures?|faults?|outages|ausfälle[n]?)|"
    r"\b(?:doppel|mehrfach)ausfälle[n]?\b|β|(?<![^\W\d][\s-])\b(?:factors?|faktor(?:en)?)\b|-faktor\b|\bcommon[\s-](?:causes?|mode)|\bgemeinsam|"
    r"\b(?:shared?|fraction|portion|proportion|anteil)\b(?!\s+(?:(?:of|an?|the|one|der|des)\s+)+(?!common|fail|fault|dep|indep|separat|gemein|ausf|fehl|[\d.,]|$))",
    re.I,
)
"""what a number is called that is a factor, or a share of common causes"""
_JUST_BEFORE = compiled(
    rf"(?:{_NAME.pattern}|\b(?:gamma|delta|alpha|phi)\b|[γδαφϕ])"
    r"(?:[\s\d_:=≈~-]|factors?|faktor(?:en)?|causes?|mode|shares?|fraction|of|is|was|are|von|ist|about|around|roughly|rund|etwa|ca\.?|up|to|"
    r"at|most|bis|zu|höchstens|equals?|equal|comes?|came|out|amounts?|accounts?|for|makes?|taken|set|assumed|estimated|put|stands?|over|"
    r"dependent|failures?|faults?|abhängige[rn]?|gemeinsame[rn]?|ursachen?|ausfälle[n]?|der|liegt|bei|beträgt|mach(?:t|en)|als|mit|we|use[ds]?|werden|wird|wurden?|angesetzt|geschätzt)*$",
    re.I,
)
_OF_FAILURES = compiled(
    r"^\s*(?:(?:of|der|aller|von|the|all|these|its|are|is|haben|sind)\s+)*(?:[^\W\d]+\s+){0,2}?"
    r"(?:failures?|faults?|outages|ausfälle[n]?|(?:ausfall|fehler)raten?|fehler[n]?|versagen|störungen|common|shared|gemeinsam\w*|dependent|independent|unabhängig\w*)\b"
    r"(?!\s+(?:per|pro|je)\b)",
    re.I,
)
_NO_MORE = compiled(
    r"^\s*(?:$|[()\[\]]|(?:after|from|according|nach|laut|aus|by|see|siehe|estimated|geschätzt)\b|[-–—]\s|"
    r"(?:for|für)\s[^\d]*$|(?:and|und|or|oder|to|bis)\s+[\d.,]+\s?%?\s*(?:$|[()]))",
    re.I,
)
"""nothing behind a number, or where it comes from"""
_ALONE = compiled(
    r"^(?:\W|\d|\b(?:about|around|rund|etwa|ca|up\s+to|at\s+most|bis\s+zu|höchstens|and|und|or|oder|to|bis|e|estimate[ds]?|mean|"
    r"(?-i:[A-Z]{2,}[\w-]*)|gives?|states?|lists?|recommends?|suggests?|nennt|gibt|empfiehlt|"
    r"mittel|score[ds]?|percent|prozent|geschätzt|values?|of|wert|generic|experts?|panel|(?:engineering\s+)?judge?ment|handbook|literature|put|it|at|pp?|page|erfahrungswert|literaturwert|handbuch|schätzung)\b)*$",
    re.I,
)
_CITED = compiled(r"(\b[^\W\d_]{1,4})\.(?=\s)")
"""abbreviations end no clause: ``eq. 0.3``, ``S. 0.5``"""
_COUNTED = compiled(r"[^\W\d]\s|/|:")
"""``3 of 40``"""
_EXPOSED = compiled(
    rf"\b(?!(?:stop|event|case|time|occasion|occurrence|alarm)s?\b|fälle|fall\b)(?:{OCCASION}|{SINGLE})\b",
    re.I,
)
"""what a part is exposed to, and no failure of it"""
_FAILURE = compiled(rf"\b(?:{FAILURES}|breakdowns?|events?)\b", re.I)
_TOGETHER = compiled(
    r"\b(?:both|all|together|along|common|joint(?:ly)?|shared?|too|also|as\s+well|propagat\w*|fortpflanz\w*|double|simultaneous(?:ly)?|at\s+once|the\s+(?:other|second|next|rest)|whole|entire|"
    r"beide[rn]?|alle[rn]?|zusammen|gemeinsam\w*|auch|zugleich|gleichzeitig|d(?:er|ie|as)\s+(?:andere|zweite|nächste)n?|mehrere[rn]?|doppel\w+|sämtliche[rn]?)\b",
    re.I,
)
"""what failures of several parts at once are called"""
_CASES = compiled(r"\b(?:cases|times?|(?:of\s+)?the\s+time|occasions|fälle[n]?|malen?)\b", re.I)
_GIVEN = compiled(
    r"\b(?:given|conditional|if|when|once|as\s+well|the\s+other|follows?|wenn|falls|auch|bedingte?)\b|\|",
    re.I,
)
"""a probability under the condition that one has failed is a share"""
_LIKELY = compiled(r"\bpf[dh]|\bp\s?\(|probab|likelihood|chance|wahrscheinlich", re.I)


@lru_cache(maxsize=MOST_TEXTS)
def shares(text: str) -> tuple[tuple[Frequency, bool], ...]:
    """Numbers of a text that may be factors; of each, whether it is called one.

    >>> [(f.values, called) for f, called in shares("Table D.4: 5 %; 60 % diagnostic coverage; beta = 0.1")]
    [((0.05,), False), ((0.1,), True)]
    """
    text = text[:READ]
    read = [
        (n.at, n.quote, n.readings)
        for n in stated(text)
        if n.what == "share" or (n.what == "decimal" and min(n.readings, default=0.0) > 0.0)
    ]
    for match in _DECIMAL.finditer(text):
        if not any(at <= match.start() < at + len(quote) for at, quote, _ in read):
            read.append((match.start(), match[0], tuple(n for n in count_of(match[0]) if 0.0 < n < 1.0)))
    shown = [
        (at, Frequency(quote, _with_rest(readings), is_rate=False, side=""), called)
        for at, quote, readings in sorted(read)
        if readings and (called := _called(text[:at], quote, text[at + len(quote) :])) is not None
    ]
    places = [(at, frequency.quote) for at, frequency, _ in shown]
    shown += [
        (one.at, Frequency(one.quote, _with_rest((one.value,)), is_rate=False, side=""), True)
        for one in counted(text)
        if one.of == "failures" and not overlaps(one, places)
    ]
    return tuple((frequency, called) for _, frequency, called in sorted(shown, key=lambda one: one[0]))


def _with_rest(readings: Sequence[float]) -> tuple[float, ...]:
    """A share of more than a half may be that of the failures that have no common cause."""
    return tuple(dict.fromkeys(v for r in readings for v in ((r, 1.0 - r) if 0.5 <= r < 1.0 else (r,))))


def _called(before: str, quote: str, after: str) -> bool | None:
    """Whether a number is called a share of common causes; None where it is one of something else."""
    cited = _CITED.sub(r"\1", before)
    clause, heading = CLAUSE.split(cited)[-1], clause_before(cited, len(cited))
    common = _is_common(heading, quote, CLAUSE.split(after)[0])
    if common or _OF_FAILURES.match(after) or _JUST_BEFORE.search(heading):
        return True
    if not any(c.isalpha() for c in f"{before}{after}"):
        return False
    likely = _LIKELY.search(heading)
    if likely and _GIVEN.search(before) and FAILING.search(before):
        return True
    if _COUNTED.search(quote) or likely or not _NO_MORE.match(CLAUSE.split(after)[0]):
        return None
    return True if _NAME.search(clause) else False if _ALONE.match(clause) else None


def group_excess(text: str, stands: tuple[float | None, float | None], factors: Sequence[float]) -> str:
    """What a text of a group states and neither its total nor its factors cover; empty where they do.

    ``stands``: probability and rate of the total, None where they are not known; ``factors``: shares of common causes by
    level, none where one of them is not known.
    """
    numbers, totals = _separated(text)
    if quote := excess(text, *stands, totals):
        return quote
    if not numbers or not factors:
        return ""
    if len(numbers) == len(factors) > 1 and not RANGE.search(text):
        pairs = zip(numbers, factors, strict=True)
        return next((quote for (f, _), k in pairs if (quote := excess(text, k, None, (f,)))), "")
    called = any(called for _, called in numbers)
    probability, rate = (None, None) if called else stands
    return excess(text, max(*factors, probability or 0.0, rate or 0.0), None, [f for f, _ in numbers])


def _separated(text: str) -> tuple[tuple[tuple[Frequency, bool], ...], list[Frequency]]:
    """Numbers that may be factors, and frequencies that are none of them."""
    numbers = shares(text)
    quotes = {number.quote for number, _ in numbers}
    others = [f for f in frequencies(text) if not any(q in f.quote or f.quote in q for q in quotes)]
    common = [f for f in others if not f.is_rate and _called(*text.partition(f.quote))]
    return (*numbers, *((f, True) for f in common)), [f for f in others if f not in common]


def _is_common(before: str, quote: str, after: str) -> bool:
    """Whether a share is one of failures, and its clause speaks of several parts: ``one stop in twenty stops both``."""
    counted = f"{quote} {' '.join(after.split()[:4])}"
    if _EXPOSED.search(counted) or _LIKELY.search(f"{before} {counted}"):
        return False
    failed = _FAILURE.search(counted) or (_CASES.search(counted) and FAILING.search(f"{before} {after}"))
    return bool(failed) and _TOGETHER.search(f"{before} {after}") is not None


def factor_excess(text: str, value: float) -> str:
    """As :func:`~casegen.texts.frequencies.described_frequencies.excess`, of a parameter that a factor rests on."""
    numbers, others = _separated(text)
    return excess(text, value, value, [*others, *(number for number, _ in numbers)])


def shares_by_level(group: CommonCauseGroup, most_of: Callable[[Value], float | None]) -> list[float]:
    """The factors as shares that fail in common, by level; none where one of them is not known.

    The first of alpha and phi factors is the share that fails alone: what the others leave.
    """
    values = [most_of(factor) for factor in group.factors]
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return []
    return [sum(known[1:]), *known[1:]] if alone_first(group) and len(known) > 1 else known


def alone_first(group: CommonCauseGroup) -> bool:
    """Whether the group's first factor is the share of failures of one member alone."""
    return group.model in (CcfModel.ALPHA_FACTOR, CcfModel.PHI_FACTOR)
