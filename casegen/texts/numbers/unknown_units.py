"""What stands directly beside a number below 1: a word that goes on with the sentence, or a unit that nobody knows.

``0.05 bps`` and ``0.05/100`` are not 0.05.  Units cannot all be listed, so that the words are listed which leave a
number what it is; whatever else is directly beside it is named.
"""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.numbers.calendar_periods import UNIT
from casegen.texts.numbers.counts import COUNT, count_of
from casegen.texts.numbers.occasions import FAILURES, OCCASION, SINGLE
from casegen.texts.numbers.thousands import thousands_sign

_GOES_ON = """
per pro je a an each every any all of der die das des dem den von vom aller the this that these those it they its
their his her in im on at by for from to into onto upon over under within during after before until above below about
against among between through without with as than then so if when while where whether because since unless although
though and or but nor not no only also even both either which who whose is are was were be been has have had does do
did can could may might must shall should will would here there now once twice more less most least fewer higher lower
better worse up down out off auf bei aus mit für über unter nach vor zu zum zur bis um gegen ohne wenn falls als wie
dass weil da wo wobei und oder aber nicht kein keine nur auch ist sind war waren wird werden hat haben kann können
darf soll muss ein eine einem einer eines jede jeder jedes jedem jeden beim am ab pour par de del della di dans sur et
ou que con por para en y il lo la le les una probability probabilities likelihood chance chances risk confidence
credibility reliability availability unavailability certainty level value estimate estimated mean average median bound
limit expected maximum minimum conservative conservatively wahrscheinlichkeit konfidenz vertrauen sicherheit
zuverlässigkeit verfügbarkeit risiko mittelwert geschätzt according see source part type page table section record
report sheet seite tabelle abschnitt bericht siehe laut gemäß quelle gem acc measured assumed taken calculated
computed stated given rounded gemessen angenommen berechnet gerundet mission missions demand demands hour hours year
years time times stunde stunden jahr jahre together jointly alone itself respectively altogether today zusammen
insgesamt
"""
_SHARE = (
    r"per\s?-?(?:cent|mil(?!e))|pct|prozent|promil|pro-mille|cent(?:um)?\b|mille?\b|hundredth|hunderts?tel|thousandth|tausendstel|"
    r"millionth|millionstel|tenths?\b|zehntel|ppm|ppb|ppt|basis|bps?\b|bips?\b|pcm\b|[%‰‱]|[°º](?!\s?[CFK]\b)|/\s?\d[\d.,]*|o\s?/\s?o|\bE\s?[-−–]"
)
"""words of a share, also where the number is read without them"""
_SHARE_WORD = compiled(_SHARE, re.I)
_PHYSICAL = (
    r"(?:[numcdkMGhµμ]?(?:m|s|g|Hz|V|A|W|N|Pa|l|L|J|C|F|Ω|T|Sv|Gy|Bq|mol|lx|lm|cd|bar|eV|VA|Wh|Ah|Nm)|min|h|d|K|[°º]\s?[CF]?|dB(?:\(?[A-Z]\)?)?|"
    r"ft|mi|rad|deg|px|rpm|kn|t|mph|fps|[€$£]|(?i:inch(?:es)?|feet|zoll|ohms?|volts?|watts?|amp(?:ere)?s?|newtons?|hertz|lux|lumen|pixels?|"
    r"(?:kilo|centi|milli|nano|micro|mikro|zenti)?(?:met(?:er|re)|gram|gramm|lit(?:er|re)|second|sekunde)[ns]?|minutes?|minuten?|"
    r"tonn?e?s?|miles?|knots?|degrees?|grad|days?|weeks?|months?|tage?n?|wochen?|monate?n?|euros?|eur))"
)
_SIZE = compiled(rf"\s?{_PHYSICAL}(?:[²³]|\^\d)?(?:\s?[/·*]\s?{_PHYSICAL}(?:[²³]|\^\d)?)*(?![\w%‰]|[-−–]\d)")
"""a unit of a size; not one behind which occasions are counted"""
_OF_OCCASIONS = compiled(rf"\s*(?:of|der|aller|von)\s+(?:[^\W\d]+\s+){{0,3}}?(?:{OCCASION}|{SINGLE})\b", re.I)
_WORD = compiled(r"\s+(?P<word>[^\W\d_]+(?:[-'’][^\W\d_]+)*)(?![\w%‰⁻^]|\s?\^)\.?", re.I)
_MANY = compiled(
    rf"\s*(?:(?:(?:out\s+)?of|in|on|to|zu|auf|from|over|among|unter|aus|von|per|pro|je|for)\s+(?:(?:an?|the|each|every|any|jede[mnrs]?)\s+)?)"
    rf"(?:(?P<n>{COUNT})(?!\s?%)|(?P<scale>hundred|thousand|million|hundert|tausend|[kK]\b))",
    re.I,
)
"""``0.05 on 1,000``"""
_TIME = compiled(rf"\s?-?(?:{UNIT}|{_PHYSICAL}\b|min|seconds?)", re.I)
_EACH_LASTING = compiled(
    rf"\s(?:[^\W\d]+\s+(?:of|von|zu|à)\s+(?:(?:each|je)\s+)?)?(?:{COUNT})\s?-?{UNIT}", re.I
)
"""``0.001 in two 8 hour shifts``"""
_FEW = 20
_IN_SHARES = compiled(
    rf"\s*(?:{_SHARE})|\s*,?\s*(?:in|as|als|given\s+in|angegeben\s+in)\s+(?:an?\s+)?(?:{_SHARE})", re.I
)
_CLOSED = compiled(
    r"\s*(?:$|[.,;!?…)\]}\"'»“”’|→&+±≤≥<>=≈`](?!\d)|:(?!\d|\s?[1-9])|[–—-](?:\s|[^\W\d]\b)|(?:±|[≤≥<>=≈]|~(?=\s?\d|[^\W\d])|\+/-)\s?)"
)
_RANGE = compiled(
    r"\s?(?:[–—-]|…|\.\.+)\s?(?:0?[.,]\d|\d+(?:[.,]\d+)?\s?(?:e-|·|×|x|%|‰|10)|\s?[x×]\s?0?[.,]\d)", re.I
)
_BRACKET = compiled(r"\s?[\[(]\s*(?P<inside>[^()\[\]]*)(?:[\])]|$)")
_PER = compiled(rf"\s?/\s?[^\W\d]{{3,}}|\s?/\s?[hda]\b|\s?/\s?{_PHYSICAL}\b|\s?[·*]?\s?h\^?-1|\s?1/h", re.I)
_COUNTED = compiled(
    r"\s+(?P<noun>[^\W\d_]{4,}(?:[-\s][^\W\d_]{3,})??)\s+(?:per|pro|je|a|an|each|every|jede[nmrs]?|im|in\s+(?:an?|each|every|one|einem|einer|jede[rmn]?))\s",
    re.I,
)
"""``0.02 collisions per run``"""
_BEFORE = compiled(
    r"(?:^|[^\d\s.,]\s?|[\[(]\s?)(?P<unit>(?:[%‰‱％﹪٪]|\b(?:per\s?cent|pct|prozent|promille|per\s?mille|permille|ppm|ppb|bps?)\b)"
    r"\s*[\])]?\s*[:=]?)\s*(?:[≤<≈~=]\s*)?$|"
    r"\b(?P<of>percentages?|prozents(?:atz|ätze)\w*|prozentzahl)\s+(?:(?:of|von|is|ist)\s+)?(?:(?:at\s+most|below|under|höchstens|unter)\s+|[≤<]\s?)?$|"
    r"(?P<sign>[^\s\w(\[{\"'“„»«≤≥<>=≈~:;,|/–—−±+*·×→&.)\]-])$",
    re.I,
)
_GOING_ON = frozenset(_GOES_ON.split())
_FAILED = compiled(rf"\s+(?:[^\W\d_]+\s+)?(?:[^\W\d_]*(?:{FAILURES})|{OCCASION}|{SINGLE})\b", re.I)
_VERB = compiled(r"\s+(?:[a-z]{3,}ed\b|(?P<german>[a-zäöüß]{5,})(?![\w-]))")
"""``mit 0,001 offen``: what a German sentence goes on or ends with; units of shares are known there"""
_NAMED = compiled(
    r"(?:\b(?:release|version|rev(?:ision)?|v|p|pp|page|sect(?:ion)?|sec|chapter|ch|issue|ed(?:ition)?|table|fig(?:ure)?|no|nr|clause|annex|"
    r"abschnitt|kapitel|tabelle|bild|ausgabe|teil|stand|blatt)\.?\s*|§\s*|[\w/][-–/])$",
    re.I,
)
_LONGEST = 16
"""so many characters of what is beside a number are quoted"""


def unit_beside(before: str, after: str) -> str:
    """What stands directly before or behind a number below 1 and may make it another one; empty where nothing does.

    >>> [unit_beside("in at most ", t) for t in (" bps of the runs", "/100 of the runs", " of the runs", "/run", ".")]
    ['bps', '/100', '', '', '']
    >>> unit_beside("at most %", " of the runs"), unit_beside("thinner than ", " mm")
    ('%', '')
    """
    if _NAMED.search(before[-20:]):
        return ""
    if match := _BEFORE.search(before[-60:]):
        return (match["unit"] or match["of"] or match["sign"]).strip(" :=)]")
    if match := _IN_SHARES.match(after) or _of_many(after):
        return match[0].strip()
    if _CLOSED.match(after) or _RANGE.match(after) or _PER.match(after):
        return ""
    if match := _BRACKET.match(after):
        inside = match["inside"]
        plain_words = re.search(r"[^\W\d_]{4,}|\d", inside) and not _SHARE_WORD.search(
            re.sub(r"\d[\d.,]*\s?%", "", inside)
        )
        return "" if plain_words else match[0].strip()[:_LONGEST]
    size = _SIZE.match(after)
    if size and not _OF_OCCASIONS.match(after[size.end() :]):
        return ""
    if (word := _WORD.match(after)) and not size:
        counted = _COUNTED.match(after)
        if word["word"].casefold() in _GOING_ON or _FAILED.match(after):
            return ""
        verb = _VERB.match(after)
        if (
            verb
            and (not verb["german"] or thousands_sign(before + after) == ".")
            and not _SHARE_WORD.search(verb[0])
        ):
            return ""
        if counted and not _SHARE_WORD.search(counted["noun"]):
            return ""
    rest = re.match(r"\s?\S+", after)
    return rest[0].strip(" .,;")[:_LONGEST] if rest else ""


def _of_many(after: str) -> re.Match[str] | None:
    """The number that a number is of; none where it is a time or a size (``0.001 in 8 hours``), or the end of a range."""
    match = _MANY.match(after)
    if match is None or match["scale"]:
        return match
    many, rest = max(count_of(match["n"], whole=True), default=0.0), after[match.end() :]
    return None if many <= 1.0 or _TIME.match(rest) or (many <= _FEW and _EACH_LASTING.match(rest)) else match
