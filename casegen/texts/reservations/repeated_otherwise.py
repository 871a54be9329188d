"""A text that repeats another one and changes a word that decides what it says: a side, a day, a unit, a name, a hedge.

English and German, for texts that are near copies of each other.  *The two pumps stop* repeats *one of the two pumps
stops* as more than it says.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from casegen.model.expressions import compiled

_PAIRS = """
above/below over/under before/after inside/outside inner/outer indoors/outdoors upper/lower left/right
front/rear front/back day/night daytime/night light/dark dry/wet hot/cold warm/cold summer/winter with/without
opens/closes open/closed opening/closing opened/closed start/stop starts/stops on/off up/down high/low
full/empty fast/slow more/less most/least maximum/minimum first/last all/some every/some both/one either/both
and/or new/old loaded/unloaded manual/automatic manually/automatically moving/standing über/unter
oberhalb/unterhalb vor/nach innen/außen drinnen/draußen oben/unten links/rechts vorne/hinten tag/nacht
tags/nachts tagsüber/nachts hell/dunkel trocken/nass heiß/kalt warm/kalt sommer/winter mit/ohne
öffnet/schließt offen/geschlossen ein/aus auf/zu hoch/tief voll/leer schnell/langsam mehr/weniger und/oder
neu/alt alle/einige jede/einige beide/eine
"""
_OPPOSITE = {frozenset(pair.split("/")) for pair in _PAIRS.split()}
_UNITS = """
second minute hour shift day night week month quarter year decade season mission flight trip demand start
cycle lift lap sekunde minute stunde schicht tag nacht woche monat quartal jahr jahrzehnt fahrt flug einsatz
anforderung start zyklus
"""
_HEDGED = """
mostly partly partially largely mainly chiefly usually typically normally generally often frequently sometimes
occasionally nearly almost practically virtually essentially possibly probably presumably perhaps likely
should may might could somewhat roughly approximately meist meistens größtenteils teilweise weitgehend
überwiegend gewöhnlich üblicherweise normalerweise oft häufig manchmal fast nahezu praktisch möglicherweise
wahrscheinlich vermutlich vielleicht sollte sollten könnte könnten dürfte dürften etwa ungefähr
"""
_SOME = """
one two three half some several most many part few eine einer eines zwei drei einige mehrere manche viele
"""
_UNIT, _HEDGES, _SHARES = (frozenset(words.split()) for words in (_UNITS, _HEDGED, _SOME))
_WORD = compiled(r"[^\W_]+(?:[-'’][^\W_]+)*")
_NAME = re.compile(r"(?:[A-Z]|\d{1,4}|[A-Z]{1,3}-?\d{1,4}|[A-Z]\d?)")
_NAMED = compiled(
    r"(?:pump|valve|motor|unit|line|channel|train|hall|door|part|type|zone|level|mode|class|track|robot|crane|works|sensor|station|plant|side|group|area|room|"
    r"system|version|model|pumpe|ventil|kanal|halle|tür|teil|typ|stufe|klasse|gleis|werk|anlage|seite|gruppe|bereich|raum|version)s?",
    re.I,
)
_LEAST = 0.5
"""share of words in common of a near copy"""


def says_more(text: str, original: str) -> str:
    """What a near copy of ``original`` changes so that it says another thing; empty where it is other words, or the same.

    >>> says_more("The tank holds above 5 bar", "The tank holds below 5 bar")
    'below → above'
    >>> says_more("The two pumps stop", "One of the two pumps stops"), says_more("It holds", "It mostly holds")
    ('One of → –', 'mostly → –')
    >>> says_more("Pump A stops", "Pump A halts"), says_more("The pump is quickly stopped", "The pump is stopped")
    ('', '')
    """
    new, old = _WORD.findall(text), _WORD.findall(original)
    folded = [[_stem(word) for word in words] for words in (new, old)]
    matcher = SequenceMatcher(None, folded[1], folded[0], autojunk=False)
    if matcher.ratio() < _LEAST:
        return ""
    for tag, i, j, k, m in matcher.get_opcodes():
        was, now = old[i:j], new[k:m]
        if tag == "replace" and (said := _exchanged(was, now, old[:i], new[m:])):
            return said
        if tag in ("delete", "replace") and (said := _dropped(was, now, new)):
            return said
    return ""


def _stem(word: str) -> str:
    folded = word.casefold()
    return folded[:-1] if folded.endswith("s") and len(folded) > 3 and not folded.endswith("ss") else folded


def _exchanged(was: list[str], now: list[str], before: list[str], after: list[str]) -> str:
    """A word for its opposite, a unit for another one, a name for another one of the same kind."""
    for one in was:
        for other in now:
            pair = (one.casefold(), other.casefold())
            units = _stem(one) in _UNIT and _stem(other) in _UNIT and _stem(one) != _stem(other)
            if frozenset(pair) in _OPPOSITE or frozenset(map(_stem, pair)) in _OPPOSITE or units:
                return f"{one} → {other}"
    kind = before[-1] if before else ""
    if (
        len(was) == len(now) == 1
        and _NAMED.fullmatch(kind)
        and _NAME.fullmatch(was[0])
        and _NAME.fullmatch(now[0])
    ):
        return f"{kind} {was[0]} → {kind} {now[0]}"
    return ""


def _dropped(was: list[str], now: list[str], new: list[str]) -> str:
    """A word by which the original says less than all, and that is gone."""
    kept = {word.casefold() for word in new}
    if any(word.casefold() in _HEDGES for word in now) or kept & _HEDGES:
        return ""
    if any(word.casefold() in _HEDGES for word in was):
        return f"{' '.join(was)} → –"
    if (
        not now
        and len(was) > 1
        and was[0].casefold() in _SHARES
        and was[1].casefold() in ("of", "der", "von", "des")
    ):
        return f"{' '.join(was[:2])} → –"
    return ""
