"""How often in a period of the calendar: ``once within ten years``, ``two failures per quarter``, ``pro Jahr einmal``.

One form for all words of a period (:mod:`casegen.texts.numbers.calendar_periods`), whatever stands between it and the
count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from casegen.model.expressions import compiled
from casegen.texts.numbers.calendar_periods import ADVERB, HOUR_OF, PERIOD, UNIT, hours_between, hours_of
from casegen.texts.numbers.counted_failures import FAILURE
from casegen.texts.numbers.counts import COUNT, NUMBER, SPELT, count_of
from casegen.texts.numbers.number_relations import LOWER, SIDE, UPPER

_ONCE = (
    r"once(?!\s+(?:the|its?|they|this|that|these|those|all|both|he|she|we)\b)|twice|thrice|(?:an?|one)\s+single\s+time|one\s+time|einmal|zweimal|ein(?:\s+einziges)?\s+mal|"
    rf"(?:{COUNT})\s+(?:times|mal)(?!\s+(?:the|as|its|their|more|larger|higher|longer|so)\b)|(?:{SPELT})(?=\s{{3}})"
)
"""a count of occasions; ``dreimal`` is read as ``drei`` before blanks"""
_FRAME = (
    r"(?:within|in|during|over|per|every|each|any|across|throughout|for|on|an?|one|the|its|course|of|life(?:time)?|period|span|"
    r"interval|stretch|time|single|given|innerhalb|binnen|während|über|pro|je|alle|im|am|ein(?:e[mnrs]?)?|jede[mnrs]?|laufe|"
    r"verlauf|von|zeitraum|zeitspanne|lebensdauer|des|de[rmn]|"
    rf"(?:{UPPER}|{LOWER}|about|etwa|rund))"
)
_FIRST = (
    r"within|in|during|over|per|every|each|any|across|throughout|for|on|an?|one|innerhalb|binnen|während|über|pro|je|alle|im|am|"
    r"in|ein(?:e[mnrs]?)?|jede[mnrs]?"
)
"""what a span begins with: ``once the year is over`` is none"""
_NO_ADJECTIVE = (
    r"(?:and|or|but|of|to|from|than|after|before|until|und|oder|aber|bis|nach|vor|als|is|are|ist|sind|which|that|"
    r"hundred|thousand|million|hundert|tausend|other|alternate|second|third|(?:four|fif|six|seven|eigh|nin|ten|twelf|hundred|\w+tie)th|"
    r"(?:zwei|drit|vier|fünf|sechs|sieb|ach|neun|zehn|zwölf|\w+zigs|hunderts)te[mnrs]?)\b"
)
"""``every other year`` is no year"""
_ADJECTIVE = rf"(?:(?:{HOUR_OF})|(?!{_NO_ADJECTIVE})(?!(?:{PERIOD})\b)[^\W\d]{{3,}})"
_SPAN = (
    rf"(?:,?\s+at\s+(?:the\s+)?most)?\s+(?:{_FIRST})\b(?:\s+{_FRAME}\b){{0,6}}(?:\s+(?P<m>{COUNT}))?(?:[\s-]+{_ADJECTIVE})?[\s-]+{UNIT}"
    r"(?:[\s-]+(?:periods?|intervals?|spans?|stretch(?:es)?|windows?|time)\b)?"
)
_RECURS = compiled(
    rf"\b(?P<n>{_ONCE})(?:\s+(?:more|only|at\s+most|höchstens))?(?:{_SPAN}|\s+(?P<adverb>{ADVERB})\b)", re.I
)
"""``once within any ten years``, ``einmal im Kalenderjahr``, ``twice yearly``"""
_NO_SIZE = (
    r"(?!(?:[kcmµ]?m|[km]?g|k?[WVAN]h?|min|s|ms|h|l|°\w?|degrees?|grad|bar|(?:kilo|centi|milli)?met(?:er|re)s?|lit(?:er|re)s?|tonn\w+|"
    r"seconds?|minutes?|sekunden?|minuten?|percent|per|prozent|euros?|times|mal|" + PERIOD + r")\b)"
)
_FAILURES_PER = compiled(
    rf"(?<![\w.,])(?P<n>{NUMBER}|{SPELT})(?:(?P<bare>)(?=\s+(?:per|an?|every|each|within|during|pro|je|jede[mns]?|innerhalb|während|{ADVERB})\b)|\s+(?:{_NO_SIZE}(?!{_FRAME}\b)[^\W\d]{{2,}}\s+){{0,2}}?(?:{FAILURE}))"
    rf"(?:{_SPAN}|\s+(?P<adverb>{ADVERB})\b)",
    re.I,
)
"""``at most one failure per quarter``, ``höchstens zwei Ausfälle im Jahr``"""
_EACH = r"(?:per|in|within|during|over|every|each|for|any|pro|je|jede[mnrs]?|in\s+jedem|im|alle|innerhalb|während)"
_SPAN_FIRST = compiled(
    rf"\b{_EACH}(?:\s+{_FRAME}\b){{0,4}}?(?:\s+(?P<m>{COUNT}))?(?:[\s-]+{_ADJECTIVE})??[\s-]+{UNIT}"
    rf"(?:,?\s+(?!{_NO_ADJECTIVE})(?!(?:{UPPER}|{LOWER})\b)[^\W\d]+){{0,6}}?,?\s+(?P<rel>{UPPER}|only|nur)?\s*"
    rf"(?P<n>{_ONCE}|(?:{NUMBER}|{SPELT})(?=\s+(?:[^\W\d]+\s+)?(?:{FAILURE})\b))",
    re.I,
)
"""``in any year at most once``, ``alle 30 Tage einmal``"""
_WITH_NUMBER = (
    r"[\s-]+(?:with|mit)\s+(?:[^\W\d]+\s+){0,2}?(?:\W?\d|probab|likelihood|chances?\b|risk|\w*wahrscheinlich|risiko|"
    rf"(?:{UPPER}|{LOWER})\b)"
)
"""``at most hourly with a probability of 0.01``: not how often it happens"""
_INTERVAL = compiled(
    rf"(?P<rel>{UPPER})\s+(?:(?:every|alle|each|jede[mnrs]?)\s+(?:(?P<m>{COUNT})\s+)?(?:{_ADJECTIVE}\s+)??{UNIT}|(?P<adverb>{ADVERB}))"
    rf"(?!{_WITH_NUMBER})",
    re.I,
)
"""``at most every 100 years``, ``no more often than yearly``"""
_INTERVAL_FIRST = compiled(
    rf"\b(?:every|alle|each|jede[mnrs]?)\s+(?:(?P<m>{COUNT})\s+)?(?:{_ADJECTIVE}\s+)??{UNIT},?\s+"
    r"(?P<rel>at\s+(?:the\s+)?most|höchstens|maximal|(?:or|oder)\s+(?:(?:even|noch|much|viel|still)\s+)?(?:less\s+(?:often|frequently)|"
    r"more\s+(?:rarely|seldom)|rarer|seltener|weniger\s+(?:oft|häufig))\b)(?!\s+(?:\w*\d|(?:once|twice|one|an?|einmal|zweimal|eine?[nrms]?)\b))",
    re.I,
)
"""``every ten years at most``, ``every ten years or less often``"""
FAILS_AFTER = compiled(
    rf"\b(?:fails|breaks|sticks|versagt|fällt|bricht|klemmt)\s+(?:on\s+average\s+|im\s+(?:mittel|durchschnitt|schnitt)\s+)?(?:only\s+|erst\s+)?"
    rf"(?:after|nach|every|alle)\s+(?P<n>{COUNT})\s+{UNIT}(?:\s+(?:of\s+[^\W\d]+|aus))?(?:\s+(?:on\s+average|im\s+(?:mittel|durchschnitt|schnitt)))?",
    re.I,
)
"""``fails after 20,000 h on average``"""
RECURRING = (_RECURS, _FAILURES_PER, _SPAN_FIRST, _INTERVAL, _INTERVAL_FIRST)
"""the forms, in the order in which they are tried"""
_IN_TIME = compiled(
    rf"\b(?:{_ONCE}|(?:(?<=most )|(?<=than )|(?<=höchstens )|(?<=als ))(?:{COUNT}))(?!\w)"
    rf"(?:\s+(?!(?:and|or|but|und|oder|aber)\b)[\w-]+){{0,6}}?[\s-]+"
    rf"(?:{PERIOD}|{ADVERB})\b|\b(?:{PERIOD}|{ADVERB})(?:,?\s+(?!(?:and|or|but|und|oder|aber)\b)[\w-]+){{0,4}}?\s+(?:{_ONCE})(?!\w)",
    re.I,
)
"""a count of occasions and a period in one clause, in whatever words"""


_MAINTAINED = (
    r"(?:tested|inspected|checked|serviced|calibrated|replaced|maintained|cleaned|lubricated|overhauled|adjusted|verified|renewed|"
    r"exchanged|reviewed|audited|updated|trained|getestet|geprüft|gewartet|kalibriert|ersetzt|gereinigt|geschmiert|überholt|"
    r"überprüft|erneuert|ausgetauscht|geschult)"
)
_WORK_BEFORE = compiled(
    rf"\b{_MAINTAINED}\W+(?:(?:at\s+least|mindestens|only|nur|fully|also|about|[^\W\d]+ly)\s+){{0,2}}$", re.I
)
_WORK_BEHIND = compiled(rf"\s*(?:[^\W\d]+\s+)?{_MAINTAINED}\b", re.I)


_WORK_EVERY = compiled(rf"\b{_MAINTAINED}\W+(?:at\s+least\s+|mindestens\s+)?(?:every|alle)\s+$", re.I)
_TIME = compiled(rf"[\s-]*(?:(?:{HOUR_OF})\s+)?(?:{PERIOD})\b", re.I)
WORK = compiled(_MAINTAINED, re.I)
"""what is done to the system, by its participle"""


def is_interval_of_work(before: str, after: str) -> bool:
    """Whether a number is how long it is from one work on the system to the next: ``serviced every 500 h``.

    >>> is_interval_of_work("a pump serviced every ", " h"), is_interval_of_work("it fails every ", " h")
    (True, False)
    """
    return _WORK_EVERY.search(before) is not None and _TIME.match(after) is not None


def is_maintained(before: str, after: str) -> bool:
    """Whether what recurs is work on the system: ``tested once a year``, ``jährlich geprüft``.

    >>> is_maintained("a pump that is tested ", " is safe"), is_maintained("a pump fails ", "")
    (True, False)
    """
    return _WORK_BEFORE.search(before) is not None or _WORK_BEHIND.match(after) is not None


def times_of(text: str) -> tuple[float, ...]:
    """How many times: ``once``, ``thrice``, ``a single time``, ``3 times``, ``two``.

    >>> times_of("a single time"), times_of("thrice"), times_of("three times")
    ((1.0,), (3.0,), (3.0,))
    """
    low = text.strip().lower()
    if low == "thrice":
        return (3.0,)
    if re.fullmatch(r"(?:an?|one|ein)\s+(?:single|einziges)?\s*(?:time|mal)", low):
        return (1.0,)
    return count_of(re.sub(r"\s+(?:times|mal)$", "", low), whole=True)


def per_hour(match: re.Match[str], side: str) -> tuple[tuple[float, ...], str]:
    """The rates per hour that a match of one of the forms may mean, and the side that its own words name.

    ``side``: what stands before the match says.  Neither a relation nor *once*: work, and no rate of failures.
    """
    groups = match.groupdict()
    own = SIDE.search(groups.get("rel") or "")
    side = ("lower" if own["lower"] else "upper") if own else "upper" if groups.get("rel") else side
    adverb = groups.get("adverb")
    hours = (hours_between(adverb) if adverb else hours_of(groups["unit"])) or 1.0
    spans = count_of(groups["m"], whole=True) if groups.get("m") else (1.0,)
    counted = times_of(groups["n"]) if groups.get("n") else (1.0,)
    # "0.5 a year" says nothing of failures, "below 0.1 within a year" is a probability, "at most one a year" a count
    bare = groups.get("bare") is not None
    alone = not bare and re.match(
        r"(?:once|twice|einmal|zweimal)\b|0|[.,]\d", groups.get("n") or "once", re.I
    )
    if not (side or alone) or (bare and (side != "upper" or min(counted, default=0.0) < 1.0)):
        return (), side
    rates = tuple(n / (m * hours) for n in counted for m in spans if m > 0.0)
    return (rates if alone or max(rates, default=0.0) < 1.0 else ()), side  # 30 times per hour is work


_PERIODICALLY = (
    r"[\w-]*(?:hour|dai|day|night|week|month|quarter|year|annual|ennial|decad|seasonal|decennial)ly|"
    r"[\w-]*(?:stünd|täg|nächt|wöch(?:ent)?|monat|jähr|saison)lich"
)
"""an adverb of a period, whether its length is known or not: ``biannually``, ``zweimonatlich``"""
_LIMITED = compiled(
    r"\b(?:at\s+most|at\s+the\s+most|(?:no|not|never)\s+(?:more\s+(?:often\s+|frequently\s+)?|oftener\s+)than|(?:less\s+often|fewer|rarer|less)\s+than|"
    r"höchstens|maximal|(?:nicht|nie)\s+(?:mehr|öfter|häufiger)\s+als|seltener\s+als|weniger\s+als)\s+"
    rf"(?:(?:{_ONCE})(?!\w)|(?:{ADVERB}|{_PERIODICALLY}|every|each|jede[mnrs]?|alle)\b)(?:\s+[^\W\d_][\w-]*){{0,4}}",
    re.I,
)
"""a limit in words on how often: ``at most once each season``"""


_LIMIT_FROM_ABOVE = compiled(rf"(?:{UPPER})\b", re.I)


def in_time(text: str) -> Iterator[re.Match[str]]:
    """Limits and counts of how often, in words and beside a period of the calendar, whether a form reads them or none.

    >>> [m[0] for m in in_time("It sticks once in the life of a dry decade")]
    ['once in the life of a dry decade']
    """
    for pattern in (_LIMITED, _IN_TIME):
        for match in pattern.finditer(text):
            limits = _LIMIT_FROM_ABOVE.match(match[0])
            if limits or not is_maintained(text[: match.start()], text[match.end() :]):
                yield match
