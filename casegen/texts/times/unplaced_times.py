"""Times in a sentence that are longer than what its number is for, and of which no word says what they are.

A probability is for a mission or a demand.  Every amount of time, and every stretch or date of the calendar, beside it is
one of these: what a rate or a share counts, a time of exposure (:mod:`casegen.texts.times.exposure`, compared with the
mission), an interval of work, an age, a time of data, or a time that fits into the mission, such as a deadline.  What is
left may be the time that the number is claimed for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from casegen.model.expressions import compiled
from casegen.texts.numbers.calendar_periods import PERIOD, hours_of
from casegen.texts.numbers.counts import COUNT, count_of
from casegen.texts.numbers.recurrences import WORK
from casegen.texts.numbers.stated import READ, stated
from casegen.texts.times.calendar_dates import dated_stretches
from casegen.texts.times.exposure import periods
from casegen.texts.times.lengths_in_digits import lengths_in_digits
from casegen.texts.times.stretches import counts_occasions
from casegen.texts.wording.event_words import words_of

_SAME = 1.05
_DAY = 24.0
"""what lasts less beside a number per demand is a time to respond [h]"""
_SECONDS = {"s": 1 / 3600, "m": 1 / 60}
_UNIT = rf"(?P<unit>{PERIOD}|min|minutes?|minuten?|seconds?|sekunden?|s)(?![\w-])"
_NO_ADJECTIVE = r"(?!(?:of|in|or|and|to|per|a|an|the|von|aus|und|oder|bis|pro|je|im)\b)"
_AMOUNT = compiled(
    rf"(?<![\w.,])(?P<n>{COUNT}|several|many|a\s+few|mehrere[nr]?|einige[nr]?)[\s-]*(?:{_NO_ADJECTIVE}(?!(?:{COUNT})\b)[^\W\d]{{3,}}[\s-]+)?{_UNIT}",
    re.I,
)
"""``72 hours``, ``3 consecutive days``"""
_EXTENT = (
    r"(?:within|during|in|over|throughout|across|for|on|by|before|until|till|up\s+to|"
    r"innerhalb|binnen|während|im|über|bis|vor|an|am)"
)
_STRETCH = compiled(
    rf"\b{_EXTENT}\s+(?:(?:the|an?|its|this|that|first|next|last|coming|whole|entire|full|end|of|zu[mr]?|de[rsmn]|die|das|diese[rsmn]?|eine[rsmn]?|"
    rf"ende|erste[nrm]|nächste[nrm]|ganze[nrm]?|[^\W\d]+(?:th|ste[nrm]?|te[nrm]?)|second|third|working)\s+){{1,6}}?(?P<unit>{PERIOD})(?![\w-])",
    re.I,
)
"""``by the end of the month``, ``before the first week is over``"""
_BARE = compiled(
    rf"(?<![\w-])(?:(?:next|this|any|each|nächste[nrs]?|diese[rs]?)\s+)?(?P<unit>(?=[^\W\d]{{3}}){PERIOD})(?![\w-])"
    r"(?!\s+(?:of\s+(?:manufacture|construction|make)|shift|crew|mode|light|book|data|report)\b)",
    re.I,
)
"""``next week``, ``a couple of days``: whatever stands before it"""
_SEVERAL = compiled(
    r"days|weeks|fortnights|months|quarters|years|decades|centuries|tagen?|wochen|monaten?|quartalen?|jahren?|jahrzehnten?",
    re.I,
)
_END_OF = compiled(
    r"\b(?P<unit>(?:monat|jahr|quartal|jahrzehnt)|(?:month|quarter|year|decade)(?=\W))(?:(?:e?s)?ende\b|(?:['’]s)?[\s-]end\b)",
    re.I,
)
_GOES_ON = (
    r"(?:with|is|are|has|at|in|on|mit|ist|sind|beträgt|liegt|bei|bleibt|fällt|die|der|das|aus|höchstens)"
)
_UNTIL = compiled(
    r"\b(?:until|till|up\s+to\s+(?=the\b|its\b)|(?:by|before)\s+(?=the\s+end\b)|bis\s+(?=(?-i:[A-ZÄÖÜ]))|"
    r"bis\s+(?:zu[mr]|zu\s+(?=de[rmn]\b|ihre[rm]\b|seine[rm]\b|eine[rm]\b)))\s*"
    rf"(?P<what>(?:it|they|sie|er|es)\s+[^\W\d]+(?:\s+[^\W\d]+)?|[^\W\d][\w-]*(?:\s+(?!{_GOES_ON}\b)[^\W\d][\w-]*){{0,4}})",
    re.I,
)
"""``until decommissioning``: an end that no word dates"""
_PERIOD = compiled(rf"\b(?:{PERIOD})\b", re.I)
"""an end of the calendar, which has a length: ``by the end of the year``"""
_MISSION = compiled(r"\b(?:mission|einsatz|demand|anforderung)", re.I)
_INTERVAL = r"(?:interval|intervall|inspection|calibration|abstand|MTTR|reparatur|instandsetzung)"
_WORK_BEFORE = compiled(
    rf"(?:\b(?:{WORK.pattern}|repaired|restored|repariert|behoben)|{_INTERVAL}\w*|\b(?:mean\s+)?(?:time\s+to|duration\s+of)\s+(?:repair|restor\w+))\W+(?:[^\W\d]+\W+){{0,3}}$|"
    r"\b(?:every|each|per|pro|je|alle|jede[rsnm]?)\s+(?:[^\W\d]+\s+)?$",
    re.I,
)
_WORK_BEHIND = compiled(
    rf"[\s-]+(?:[^\W\d]+\s+){{0,3}}?(?:{WORK.pattern}|repaired|repariert|behoben|\w*{_INTERVAL}\w*)\b", re.I
)
"""``replaced every 5,000 h``, ``within 72 h repaired``, ``a test interval of a year``"""
_AGE_BEFORE = compiled(
    r"\b(?:(?:older|younger|newer|älter|jünger|neuer)\s+(?:than|als)|aged|since|seit)\W+$", re.I
)
_AGE_BEHIND = compiled(r"[\s-]+(?:old|ago|of\s+age|later|earlier|alt|alten?|zuvor)\b", re.I)
_DATA = (
    r"(?:data|records?|recorded|recordings?|observed|collected|experience|statistics?|\w*daten|\w*erfahrung|aufzeichnung\w*|"
    r"erhoben|beobachtet)"
)
_DATA_BEFORE = compiled(rf"\b{_DATA}\W+(?:[^\W\d]+\W+){{0,3}}$", re.I)
_DATA_BEHIND = compiled(rf"\s+(?:[^\W\d]+\s+){{0,3}}?{_DATA}\b", re.I)


def unplaced_times(text: str, hours: float | None, known: str = "") -> tuple[str, ...]:
    """Times of a sentence longer than ``hours`` [h] that nothing places, none twice; in its order.

    ``hours``: how long a mission lasts; None of one demand, and where nobody says it.  ``known``: what the tree says of
    its top event: an end that stands in it (``until standstill``) is part of the event.  A text that counts
    occasions, or limits a rate, says itself what its number is per.

    >>> unplaced_times("It stops in 3 days with a probability of at most 2 %", 24.0)
    ('3 days',)
    >>> unplaced_times("It stops from 2026 to 2030 with a probability of at most 2 %", 8760.0)
    ('from 2026 to 2030',)
    >>> unplaced_times("A pump serviced every 72 h stops within 2 s with a probability of at most 2 %", 24.0)
    ()
    """
    text = text[:READ]
    numbers = [n for n in stated(text) if n.what != "confidence" and not n.condition]
    if counts_occasions(text) or any(n.what == "rate" for n in numbers):
        return ()
    taken = [(n.at, n.at + len(n.quote)) for n in numbers]
    for period in periods(text):
        at = text.find(period.quote)
        taken.append((at, at + len(period.quote)))
    limit = (hours or _DAY) * _SAME
    left: list[tuple[int, int]] = []
    for start, end, longer in _times(text, limit, known):
        if any(a < end and start < b for a, b in taken):
            continue
        taken.append((start, end))
        if longer:
            left.append((start, end))
    return tuple(dict.fromkeys(text[a:b] for a, b in sorted(left)))


def _times(text: str, limit: float, known: str) -> Iterator[tuple[int, int, bool]]:
    """Where times stand, the longer forms first, and whether one is of more than ``limit`` [h], and nothing places it."""
    yield from ((start, end, hours > limit) for start, end, hours in dated_stretches(text))
    for match in _AMOUNT.finditer(lengths_in_digits(text)):
        yield *match.span(), _length(match) > limit and not _is_placed(text, match)
    for form in (_STRETCH, _END_OF, _BARE):
        for match in form.finditer(text):
            hours = (hours_of(match["unit"]) or 0.0) * (2.0 if _SEVERAL.fullmatch(match["unit"]) else 1.0)
            yield *match.span(), hours > limit and not _is_placed(text, match)
    for match in _UNTIL.finditer(text):
        placed = _MISSION.search(match["what"]) or _PERIOD.search(match["what"])
        yield *match.span(), not (placed or words_of(match["what"]) <= words_of(known))


def _length(match: re.Match[str]) -> float:
    """The longest time that a match of an amount may mean [h]; several are at least two."""
    unit = hours_of(match["unit"]) or _SECONDS[match["unit"][0].casefold()]
    return max(count_of(match["n"], whole=True), default=2.0) * unit


def _is_placed(text: str, match: re.Match[str]) -> bool:
    """Whether a time is one of work, of age or of data."""
    before, after = text[: match.start()], text[match.end() :]
    return bool(
        _WORK_BEFORE.search(before)
        or _WORK_BEHIND.match(after)
        or _AGE_BEFORE.search(before)
        or _AGE_BEHIND.match(after)
        or _DATA_BEFORE.search(before)
        or _DATA_BEHIND.match(after)
    )
