"""Numbers and stretches of time in a sentence that no rule reads: a person is asked about them by name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from casegen.model.expressions import compiled
from casegen.texts.numbers.calendar_periods import LONG, PERIOD
from casegen.texts.numbers.counts import COUNT, NUMBER, as_written, count_of, plain
from casegen.texts.numbers.factors import WITHOUT_NUMBER
from casegen.texts.numbers.integrity_levels import NO_LEVEL
from casegen.texts.numbers.measurement_units import is_inch, is_reciprocal, rate_of_work_at, unit_at
from casegen.texts.numbers.number_relations import LOWER, UPPER
from casegen.texts.numbers.occasions import OF_COUNTED
from casegen.texts.numbers.quantity_words import PARTS
from casegen.texts.numbers.recurrences import in_time, is_interval_of_work
from casegen.texts.numbers.stated import READ, numbers
from casegen.texts.numbers.unit_like import unit_like
from casegen.texts.numbers.units import STRETCH, nouns
from casegen.texts.times.calendar_years import is_year
from casegen.texts.times.exposure import periods

_DIGITS = compiled(rf"(?<![\w.,/])(?<![\w)]-)(?<!\d\s)(?:{NUMBER})(?![\d]|[.,]\d)(?:(?:st|nd|rd|th)\b)?")
_LARGE = compiled(
    r"\b(?:[^\W\d]+[\s-])?(?:(?:hundred|thousand|million|billion|hundert|tausend|million(?:en)?|milliarden?)(?:s|th|ths)?|"
    r"(?:ein|zehn|hundert|einhundert)tausend(?:ste[nrm]?)?)\b",
    re.I,
)
_OTHER = compiled(
    r"\b(?:within|during|in|over|throughout|per|pro|je|während|über)\s+(?:an?|one|the|its|each|every|eine[rmn]?|jede[rmn]?|der|die|das)?\s*"
    r"(?:(?:whole|entire|working|service|full|single|ganzen?|gesamten?)\s+)*"
    r"(?:seasons?|life(?:time)?|careers?|campaigns?|generations?|eras?|saison|leben)\b|"
    r"\b(?:exp|ln|log\d{0,2}|sqrt)\s?\([^()]*\)|"
    rf"\b(?:(?:of|von)\s+(?:which|these|those|them|denen|diesen)|davon)\s+(?:[^\W\d]+\s+){{0,4}}?(?:{'|'.join(PARTS)})s?\b|"
    r"\b(?:half|a\s+(?:third|quarter|fifth|tenth)|ein\s+(?:drittel|viertel|zehntel))\s+(?:of|von)\s+(?=\d|one\b)",
    re.I,
)
_SURE = compiled(
    r"\b\d{1,2}(?:[.,]\d+)?(?:st|nd|rd|th)?[\s.-]*(?:%\s*)?(?:percentiles?|quantiles?|perzentil\w*|quantil\w*)\b|"
    r"\b(?:CL|C\.L\.|LOC)\s*[:=]?\s*(?:of\s+)?\d[\d.,]*\s?%?|\b\d[\d.,]*\s?%?\s?(?-i:CL)\b|"
    r"(?<![\w.])(?:\d(?:[.,]\d+)?|two|three|four|five|six|seven|zwei|drei|vier|fünf|sechs)[\s-]?(?:σ|sigma\b)|"
    r"\bbeyond\s+(?:any|all|every|(?:any\s+|all\s+)?reasonable)\s+doubt\b|\bfor\s+(?:certain|sure)\b|\bzweifelsfrei\b|\bohne\s+jeden\s+zweifel\b|"
    rf"\b(?:[^\W\d]+)[\s-](?:{'|'.join(PARTS)})s?\s+(?:confidence|certainty|konfidenz|sicherheit)\b",
    re.I,
)
"""a confidence in other words: ``for certain``, ``95th percentile``, ``CL 95``, ``2σ``, ``nine-tenths confidence``"""
_MEASURED = compiled(
    r"\s?(?:times\s+(?:the|its)\s+(?:rated|nominal|maximum|usual|normal|mean|permitted|allowed)\b|[°µ′″]|(?:[numcdkMGh]?(?:m|s|g|Hz|V|A|W|N|Pa|l|J|C|F|Ω|T)|Hz|VA|ms|min|K|[mk]?bar|dB|ft|mi|lx|lm|rad|deg|px|rpm|"
    r"kn|t|Nm|Ah|Wh|kWh|mol|cd|kg|mph|fps)(?:[²³]|\b)|(?:km|m|mm|cm)\s?[/²³]|pixels?\b|(?:kilo|centi|milli|nano|micro)?met(?:er|re)s?\b|"
    r"seconds?\b|sekunden?\b|minutes?\b|minuten?\b|degrees?\b|grad\b|euros?\b|€|\$|volts?\b|watts?\b|tonn?e?s?\b|kilograms?\b|"
    r"lit(?:er|re)s?\b|knots?\b|miles?\b|feet\b|per\s+second|%|percent\b|per\s+cent\b|prozent\b)"
)
_NAMED = compiled(
    r"(?:\b(?:iso|iec|en|din|vde|do|sae|ul|ansi|ieee|sil|asil|pl|dal|no|nr|version|release|section|clause|type|part|chapter|table|figure|"
    r"annex|appendix|level|class|line|platform|unit|model|stage|phase|zone|step|item|room|hall|gate|track|year|kilomet(?:er|re)|mile|post|floor|bay|lane|m\d{1,2}\s?[x×]|raum|zimmer|blatt|seite|kapitel|ziffer|strecke|schrank|weiche|tor|"
    r"signal|platz|spur|bahnsteig|kategorie|typ|teil|"
    r"abschnitt|tabelle|linie|gleis|halle)\.?|\b(?-i:[A-Z]{1,5}))[\s-]*$",
    re.I,
)
_NO_NAME = (
    r"all|any|its|our|the|both|every|first|last|next|least|most|den|after|over|within|with|only|each|from|than|about|more|less|some|"
    r"until|under|above|below|during|given|fewer|none|these|those|their|nach|über|alle|jede\w*|unter|innerhalb|während|etwa|rund|"
    r"mindestens|höchstens|keine\w*|diese\w*"
)
_CALLED = compiled(
    r"(?:^(?:the\s+|das\s+|der\s+|die\s+)?|\b(?:of|in|on|at|from|von|der|des|im)\s+)"
    rf"(?!(?:{_NO_NAME})\b)[^\W\d]{{3,}}[^\W\ds]\s$",
    re.I,
)
"""``Valve 17 sticks``"""
_DOES = compiled(r"\s+[^\W\d]+[st]\b", re.I)
_MODEL = compiled(rf"(?-i:[A-Z])\w*\b|-(?!(?:{PERIOD})\b)[^\W\d]{{3,}}", re.I)
"""``5G``, ``25L``, ``64-bit``"""
_WITH = compiled(rf"\b(?:with|mit|for|für|carrying)\s+(?:{LOWER}|{UPPER})\s*$", re.I)
"""a condition: ``with up to 4 passengers``"""
_PLACE = compiled(r"\d{1,2}(?:st|nd|rd|th)", re.I)
"""in a row, of days or of centuries"""
_RANGE = compiled(rf"^\s?(?:to|and|bis|und|–|-|x|×)\s?(?:{NUMBER})", re.I)
"""``20 to 24 °C``"""
_RELATED = compiled(rf"(?:{LOWER}|{UPPER})\s*$", re.I)
_OF_PROBABILITY = compiled(
    r"\b(?:probability|chance|likelihood|(?:[^\W\d]+)?wahrscheinlichkeit|PFD|(?:failure|fault|with\s+an?)\s+rate|ausfallrate|mit\s+einer\s+rate)\s*"
    rf"(?:of|is|von|ist|beträgt|:|=)?\s*(?:{LOWER}|{UPPER})\s*[-−]?$",
    re.I,
)
"""``with a probability of at most 10 µ``: whatever unit follows makes no length or weight of it"""
_FEW = 12
"""without a relation before it a small whole number counts parts: two cameras, 12 stops"""


def unread(text: str) -> tuple[str, ...]:
    """Numbers and long times of a sentence that nothing reads, in its order.

    >>> unread("It fails in at most 1 of 1,000 runs of 40 batches"), unread("It stops within 2 s in 99 % of the runs")
    (('40',), ())
    >>> unread("It sticks at most once each dry season"), unread("It sticks at most once within ten dry years")
    (('at most once each dry season',), ())
    """
    raw = text[:READ]
    text = plain(raw)
    known = numbers(raw)
    taken = [(n.at, n.at + len(n.quote)) for n in known]
    for period in periods(text, nouns(raw)):
        at = text.find(period.quote)
        taken.append((at, at + len(period.quote)))
    often = any(n.side and n.readings and not n.condition and n.what != "confidence" for n in known)
    matches = (*_candidates(text, often), *_lengths(text, nouns(raw)))
    left = sorted(as_written(raw, text, *m.span()) for m in matches if not _inside(m, taken))
    return tuple(dict.fromkeys(raw[at:end] for at, end in left))


_OF_AGE = compiled(
    r"\b(?:(?:older|younger|newer|älter|jünger|neuer)|(?:after|since|nach|seit)\s+(?:more|less|mehr|weniger))\s+(?:than|als)\s+$",
    re.I,
)
"""before a time: how old something is, or how long ago"""
_TIME = compiled(rf"[\s-]*(?:{PERIOD}|min|s|minutes?|seconds?|minuten?|sekunden?)\b", re.I)
_SET_OFF = compiled(
    rf"(?:[;(–—]|[,:](?=\s))\s*(?:(?:each|about|je|jeweils|rund)\s+)?(?P<time>(?:{COUNT})[\s-]*(?:{LONG})\b)(?=\s*(?:$|[.,;:)–—]|\s(?:each|long|lang)\b))",
    re.I,
)
"""``1 of 1,000 missions, 3 days``: a time that may be as long as a mission"""


_ENDURED = (
    r"(?:lasting|(?:that|which)\s+(?:last|take)s?|lasts?|takes?|dauern|dauert|"
    r"(?:die|der|das)(?=\s+\S+\s+\S+\s+dauer[nt]))"
)
_PARTS_OF_MISSION = (
    r"(?:legs?|laps?|runs?|trips?|dives?|stops?|turns?|units?|men|cars?|rides?|lots?|jobs?|tasks?|parts?|cuts?|shots?|tons?|"
    r"züge[n]?|teile[n]?|fahrten)\b"
)


def _lengths(text: str, of: tuple[str, ...]) -> Iterator[re.Match[str]]:
    """What is counted lasts so many of a unit that nobody knows: ``missions of 3 sols``, ``runs lasting two kips``."""
    names = "|".join(sorted({"missions?", "missionen", *map(re.escape, of)}, key=len, reverse=True))
    each = r"(?:each\s+|je\s+)?"
    pattern = (
        rf"\b(?:{names})\s*,?\s+{each}(?:(?P<lasts>{_ENDURED})|of|von|zu|à)\s+{each}"
        rf"(?!an?\b|ein)(?P<n>{COUNT})[\s-]?(?P<unit>[^\W\d_]+)\.?"
    )
    for match in re.finditer(pattern, text, re.I):
        size = _MEASURED.match(text[match.end("n") :]) and not _LONG_SECONDS.fullmatch(match["unit"])
        known = size or re.fullmatch(_PARTS_OF_MISSION, match["unit"], re.I)
        short = len(match["unit"]) <= _SHORTEST or re.fullmatch(
            r"[bcdfghjklmnpqrstvwxz]+", match["unit"], re.I
        )
        named = _TIME_LIKE.fullmatch(match["unit"]) or STRETCH.fullmatch(match["unit"])
        if (match["lasts"] or short or named) and not known and not _GOES_ON.fullmatch(match["unit"]):
            yield match


_SIZE = compiled(rf"(?:{NUMBER})(?!\d)")
_TIME_LIKE = compiled(
    r"fortn(?:i(?:g(?:ht?)?)?|t|gt|ts)?|decad\w?|centur|mil+en+\w*|semest|trimest\w*|quarta|annu\w*|weeke\w*|sennights?|lunations?|"
    r"lunar\w*|olympiads?|aeons?|eons?|ages?|jahrz|jahrh|monat|woch|tagew\w*|stund|dekaden?|äonen|epochen|nychthemer\w+",
    re.I,
)
"""a word of time cut short, or one of no certain length: ``missions of 3 fortn``"""
_LONG_SECONDS = compiled(r"[hkMG]s")
_SHORTEST = 4
"""letters of what may be an abbreviation"""
_GOES_ON = compiled(
    r"(?:of|in|on|at|by|to|or|and|out|von|aus|in|bis|und|oder|mit|with|from|als|per|pro|je|for|each)", re.I
)


def _is_other(text: str, match: re.Match[str], sizes: bool) -> bool:
    """Whether a count beside a period is an age, or a size: ``500 kilometres per hour``, ``30 kilowatt-hours``."""
    if _OF_AGE.search(text[: match.start()]):
        return True
    number = _SIZE.match(text, match.start())
    return sizes and number is not None and bool(unit_at(text[number.end() : match.end()]))


def _inside(match: re.Match[str], taken: list[tuple[int, int]]) -> bool:
    return any(a < match.end() and match.start() < b for a, b in taken)


def _measured(before: str, after: str, sizes: bool) -> bool:
    """Whether a number is a size by what is behind it; ``sizes``: in any unit, as beside a number of how often."""
    if _MEASURED.match(after) or is_inch(after):
        return True
    unit = unit_at(after) if sizes else ""
    if unit:
        return not OF_COUNTED.match(after[after.index(unit) + len(unit) :])
    return sizes and bool(rate_of_work_at(before, after))


def _candidates(text: str, sizes: bool) -> Iterator[re.Match[str]]:
    yield from _LARGE.finditer(text)
    yield from _OTHER.finditer(text)
    yield from WITHOUT_NUMBER.finditer(text)
    yield from _SURE.finditer(text)
    yield from NO_LEVEL.finditer(text)
    yield from (match for match in in_time(text) if not _is_other(text, match, sizes))
    yield from _SET_OFF.finditer(text)
    for match in _DIGITS.finditer(text):
        before, after = text[: match.start()], text[match.end() :]
        if sizes and is_reciprocal(match[0], after) and not _OF_PROBABILITY.search(before):
            continue
        measured = _measured(before, _RANGE.sub("", after), sizes)
        if not _NAMED.search(before) and unit_like(before, after) and not (sizes and unit_at(after)):
            yield match
            continue
        if _OF_PROBABILITY.search(before) and _measured(before, after, sizes=True):
            yield match
            continue
        if (
            is_interval_of_work(before, after)
            or _MODEL.match(after)
            or (_OF_AGE.search(before) and _TIME.match(after))
        ):
            continue
        if measured or _NAMED.search(before) or _PLACE.fullmatch(match[0]):
            continue
        values = count_of(re.sub(r"(?:st|nd|rd|th)$", "", match[0]), whole=True)
        related = _RELATED.search(before) is not None
        related = related and not _WITH.search(before)
        few = bool(values) and all(v == int(v) and v <= _FEW for v in values if v < 1e15) and not related
        if _CALLED.search(before) and re.fullmatch(r"\d{1,4}", match[0]) and _DOES.match(after):
            continue
        if not few and not is_year(before, match[0], after):
            yield match
