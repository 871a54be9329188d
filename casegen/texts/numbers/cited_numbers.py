"""Plain numbers in the source of an event, a parameter or a target: ``maker 0.2 %``, ``contract: 0.0001``.

A source is cited for how often something happens, whatever it is called: so a small share in it is how often, unless its
words say that it is of something else (a coverage, a tolerance, a humidity, the number of a page).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS
from casegen.texts.numbers.counts import DIGITS, count_of, plain
from casegen.texts.numbers.designations import is_designation
from casegen.texts.numbers.stated import CLAUSE, READ, Stated, stated

_MOST = 0.5
_SMALL = 0.1
"""a plain decimal from here on is seldom how often something fails"""
OF_ELSE = compiled(
    r"cover|confiden|credib|toleran|accura|precis|uncertain|deviat|error\s+of|humid|moist|temperat|load|torque|strength|friction|slope|gradient|"
    r"beta|β|gamma|γ|delta|δ|factor|share\s+of|part\s+of|portion|margin|reserve|duty|utili[sz]|common|efficien|purit|concentrat|voltage|current|"
    r"pressure|speed|discount|interest|volume|tighten|wear|elongat|resolution|threshold|limit\s+of\s+detection|quantile|percentile|class|"
    r"safe\s+failure|\bsff\b|\bdc\b|sample|budget|spread|sigma|σ|uptime|reduc|times|"
    r"deckung|konfidenz|vertrauen|toleranz|genauig|unsicher|abweich|feucht|temperat|last\b|belast|moment|reibung|anteil|faktor|reserve|"
    r"verschleiß|wirkungsgrad|spannung|druck|geschwindig|stichprobe|schwelle|auslastung",
    re.I,
)
"""beside a share: what it is of, where that is not how often something fails"""
_NAMES = compiled(
    r"(?:\b(?:rev(?:ision)?|version|v|p|pp|page|sect(?:ion)?|sec|chapter|ch|issue|ed(?:ition)?|table|fig(?:ure)?|no|nr|number|clause|annex|part|"
    r"item|line|row|seite|s|abschnitt|kapitel|tabelle|bild|ausgabe|teil|zeile|blatt|stand)\.?\s*|§\s*|[\w/][-–/])$",
    re.I,
)
_ABOUT = (
    r"(?:according\s+to|as\s+(?:in|of|per|stated|given)|from|per|in|by|at|on|acc|see|taken|for|under|of\s+(?:the\s+|all\s+)?(?:demands?|cases|"
    r"trips|starts|missions?)|each|every|laut|nach|gemäß|gem|aus|bei|im|von|siehe|je|pro|probability|chance|risk|"
    r"failures?|fails?|failed|wahrscheinlichkeit|ausfälle|versagen)"
)
_BEHIND = compiled(rf"^\s*(?:$|[.,;:)\]]|\(|–|{_ABOUT}\b)", re.I)
_DECIMAL = compiled(rf"(?<![\w.,+*/×·^-])(?P<n>{DIGITS})(?![\w.,]?\d|\s?[%‰°µ/]|\s?[×·*x^]\s?\d)")
_FRACTION = compiled(r"0?[.,]\d+")


@dataclass(frozen=True, slots=True)
class Cited:
    """A share that a source is cited for."""

    quote: str
    value: float
    side: str


@lru_cache(maxsize=MOST_TEXTS)
def cited(source: str) -> tuple[Cited, ...]:
    """The shares in a source that nothing says to be of something else.

    >>> [c.value for c in cited("maker 0.2 %")], [c.value for c in cited("data sheet 12: 0.002")]
    ([0.002], [0.002])
    >>> [cited(t) for t in ("coverage 0.2 %", "data sheet, rev. 0.02", "0.2 % friction")]
    [(), (), ()]
    """
    source = source[:READ]
    numbers = [n for n in stated(source) if n.what in ("share", "decimal")]
    result = [
        Cited(n.quote, max(n.readings), n.side)
        for n in numbers
        if 0.0 < max(n.readings) < _MOST and n.side != "lower" and _stands_alone(source, n)
        if not is_designation(source, n)
    ]
    places = [(n.at, n.at + len(n.quote)) for n in stated(source)]
    text = plain(source)
    for match in _DECIMAL.finditer(text) if text == source else ():
        values = [v for v in count_of(match["n"]) if _FRACTION.fullmatch(match["n"]) and 0.0 < v < _SMALL]
        taken = any(a < match.end() and match.start() < b for a, b in places)
        if values and not taken and _is_bare(source, match.start(), match.end()):
            result.append(Cited(match["n"], max(values), ""))
    return tuple(result)


def _stands_alone(source: str, number: Stated) -> bool:
    return _is_bare(source, number.at, number.at + len(number.quote))


def _is_bare(source: str, start: int, end: int) -> bool:
    """Whether nothing beside a number says what it is of, or that it is the number of a page."""
    before, after = source[:start], source[end:]
    clause = f"{CLAUSE.split(before.rstrip(' :'))[-1]} {CLAUSE.split(after)[0]}"
    return not _NAMES.search(before) and _BEHIND.match(after) is not None and not OF_ELSE.search(clause)
