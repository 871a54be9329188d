"""Words by which a sentence counts failures, or says that one occurs at all within a time.

Each is of another number than an unavailability: of a frequency, a time between failures, or an unreliability
(IEC 60050-192, 192-05-05 and 192-05-11).
"""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.numbers.calendar_periods import PERIOD
from casegen.texts.numbers.counts import COUNT
from casegen.texts.numbers.number_relations import LOWER, UPPER
from casegen.texts.numbers.shares_of_time import is_duration
from casegen.texts.numbers.stated import Stated

_LOSS = (
    r"(?:fail(?:ure|ing)s?|loss(?:es)?|outages?|breakdowns?|malfunctions?|interruptions?|stoppages?|shutdowns?|"
    r"\w*(?:ausf[aä]ll(?:e?[sn]?)|verluste?[sn]?|versagens?|störung(?:en)?|unterbrechung(?:en)?))"
)
_COUNTED = rf"(?:{_LOSS}|events?|occurrences?|ereignisse?[sn]?)"
_WORDS = r"(?:[\w'’-]+\s+){0,4}?"
_NUMBER_OF_TIMES = compiled(
    r"\b(?:expected|erwartete\w*)\s+(?:number|anzahl|zahl)\b|"
    rf"\b(?:mean|average|mittlere\w*|durchschnittliche\w*)\s+(?:number|count|anzahl|zahl)\s+(?:of|der|von|an)\s+{_WORDS}{_COUNTED}\b|"
    rf"\b(?:number|anzahl|zahl)\s+(?:of|der|von|an)\s+{_WORDS}{_COUNTED}\s+{_WORDS}(?:per|a|an|each|pro|je|in\s+an?|in\s+one)\s+{_WORDS}(?:{PERIOD}|missions?|einsatz)\b|"
    rf"\bbetween\s+(?:two\s+|any\s+|successive\s+|consecutive\s+|its\s+|the\s+){{0,2}}{_WORDS}{_LOSS}\b|"
    rf"\bzwischen\s+(?:je\s+)?(?:zwei\s+|den\s+|aufeinanderfolgenden\s+){{0,2}}{_WORDS}{_LOSS}\b|"
    rf"\b(?:MTBF|MTTFD?)\b[^.;]{{0,40}}\b(?:{LOWER})|\bPFH\b[^.;]{{0,40}}\b(?:{UPPER})|"
    r"\b(?:return\s+period|recurrence\s+(?:interval|period|time)|wiederkehr(?:periode|intervall|zeit|dauer)\w*)\b|"
    rf"\b(?:once|one)-in-(?:an?-)?[\w.,]+(?:-(?:{PERIOD}))?\b|\b[\w.,]+-(?:year|month|century|decade)\s+(?:event|loss|failure|flood|return)\b|"
    r"\b[\w.,]+-?jährliche[smnr]?\s+\w*ereignis\w*|"
    rf"\b(?:{UPPER})\s+(?:once|twice|thrice|(?:ein|zwei|drei|vier|fünf|zehn|\d+-?)mal|(?:{COUNT})\s+times)\b(?!\s+(?:as|the|its|more|larger|higher|longer|so)\b)",
    re.I,
)
"""an expected number, a time between failures, ``at most twice``"""
_CHECKED = (
    r"(?<!tested\s)(?<!checked\s)(?<!demanded\s)(?<!needed\s)(?<!used\s)(?<!called\s)"
    r"(?<!inspected\s)(?<!serviced\s)(?<!wird\s)"
)
_ONE_OR_MORE = compiled(
    rf"{_CHECKED}\b(?:at\s+least\s+once|once\s+or\s+more(?:\s+often)?|one\s+or\s+more\s+times|at\s+least\s+(?:one|1|a\s+single)\s+(?:time|(?:[\w-]+\s+){{0,2}}?{_LOSS}))\b|"
    rf"\bone\s+or\s+more\s+(?:[\w-]+\s+){{0,2}}?{_LOSS}\b|\b(?:for\s+the\s+)?first\s+(?:time|(?:[\w-]+\s+){{0,2}}?{_LOSS})\b|"
    r"\b(?:mindestens|wenigstens)\s+(?:einmal|ein\s+mal)\b|\bein(?:mal)?\s+oder\s+(?:mehrere|mehrmals|mehrfach)\b|\bein-\s+oder\s+mehrmals\b|\berstmals\b|"
    rf"\b(?:mindestens|wenigstens)\s+ein(?:e[mnrs]?)?\s+{_LOSS}\b|\berste[rnms]?\s+{_LOSS}\b",
    re.I,
)
_EVER = compiled(
    r"(?<!\bif )\bever\b(?!-)|\beven\s+once\b|\ba\s+single\s+time\b|\bat\s+some\s+(?:time|point|moment|stage)\b|"
    r"\bsome\s?time\b|\bsooner\s+or\s+later\b|"
    r"\bjemals\b|\birgendwann\b|\b(?:kein|ein)\s+einziges\s+mal\b|"
    r"\b(?:fails?|lost|occurs?|happens|arises|breaks)\s+at\s+any\s+time\s+(?:in|during|within)\b",
    re.I,
)
"""of a stretch of time whatever else is said: ``is ever unavailable``"""
_WHOLE = (
    r"(?:(?:the|its|their|a|an|one|each|any|every|whole|entire|full|single|given|course\s+of|der|die|das|den|dem|des|"
    r"(?:ein|sein|ihr|jed|ganz|gesamt|voll)e?[mnrs]?|laufe|verlauf)\s+)*"
)
_MISSION = (
    r"(?:missions?(?!\s+(?:configuration|mode|phase|profile|plan|control)s?\b)|missionen|"
    r"einsatz(?:es)?|einsätzen?)"
)
_OF_A_TIME = compiled(
    rf"\b(?:within|over|during|throughout|through|in|across|for|by|until|before|während|innerhalb|in|im|über|für|bis)\s+{_WHOLE}(?:(?:zum|the)\s+)?(?:ende?\s+(?:of|de[rs])\s+{_WHOLE})?{_MISSION}\b|"
    r"\b(?:the|its)\s+(?:whole|entire|full)\s+mission\b|"
    rf"\b(?:die|den|eine?n?)\s+(?:ganze|gesamte|volle)n?\s+(?:mission|einsatz|{PERIOD})\b|\b(?:{PERIOD}|mission|einsatz)\s+lang\b|"
    r"\bmission(?:['’]s)?[\s-]+(?:un)?reliab\w+|\bmission\s+(?:failure|loss|success|abort|survival)\b|\bmissions(?:zuverlässigkeit|ausfall|erfolg|verlust)\w*|"
    r"\bcomplet\w+\s+(?:[\w'’]+\s+){0,3}?missions?\b|\bmissions?\s+(?:is|are)\s+(?:completed|lost|aborted|failed)\b|\bmission\b[^.;]{0,40}\bdurch(?:hält|halten)?\b|"
    r"\b(?:surviv(?:es?|al|ing)|outliv\w+|outlast\w+|übersteht|überstehen|überleb\w+|überdauer\w+)\b|\b(?:un)?reliabilit(?:y|ies)\b(?!\s+(?:programme|program|engineer\w*|plan|data|test|manual|handbook)\b)|\b\w*(?:un)?zuverlässigkeit\w*|"
    r"\bwithout\s+(?:an?\s+|any\s+)?(?:failure|loss|interruption|outage|breakdown|stoppage)s?\b|\b(?:failure|fault|trouble|interruption)-free\b|\buninterrupted\w*|"
    r"\b(?:störungs|ausfall|unterbrechungs|fehler)frei\w*|\bohne\s+(?:einen?\s+|jede[nrm]?\s+)?(?:ausfall|störung|unterbrechung|versagen)\b|"
    rf"\b(?:before|by|until|till|up\s+to)\s+(?:the\s+)?end\s+of\s+{_WHOLE}(?:[\w-]+\s+)?(?:{PERIOD}|life(?:time)?|campaigns?|cycles?|seasons?)\b|"
    rf"\b(?:in|during|within|over|for|through)\s+(?:the|its)\s+(?:first|next|coming|following)\s+(?:(?:{COUNT})\s+)?(?:[\w-]+\s+)?(?:{PERIOD})\b|"
    rf"\b(?:in|während|innerhalb)\s+(?:den|der)\s+(?:ersten|nächsten|kommenden)\s+(?:(?:{COUNT})\s+)?(?:{PERIOD})\b|"
    rf"\bthrough(?:out)?\s+{_WHOLE}(?:{PERIOD})\b|\bbis\s+(?:zum|zu)\s+(?:(?:jahres|monats|wochen|missions|einsatz|betriebs)ende|ende\b)|"
    rf"\b(?:{COUNT})[\s-](?:year|month|week|day|hour|h)\s+(?:[\w-]+\s+){{0,2}}?(?:probabilit\w+|risks?|chance|likelihood|failure|loss)\b|"
    r"\b(?:annual|yearly|monthly|weekly|daily|hourly|per-year|(?:jähr|monat|wöchent|täg|stünd)liche[rnms]?)\s+(?!test|inspect|check|prüf)(?:[\w-]+\s+){0,2}?\w*(?:probabilit\w+|risks?|chance|"
    r"likelihood|failure|loss|wahrscheinlichkeit|risiko|häufigkeit)\b|"
    rf"\b(?:probability|chance|risk|likelihood|wahrscheinlichkeit|risiko)\b[^.;,\d]{{0,60}}\b(?:per|pro|je)\s+(?:[\w-]+\s+){{0,2}}?(?:{PERIOD}|mission|einsatz)\b",
    re.I,
)
"""``completes the mission``, ``before the end of the year``, ``one-year failure probability``, ``reliability``"""
_ADJECTIVES = (
    r"(?:(?!(?:after|before|in|for|with|within|over|and|or|of|from|under|by|per|to|than|cases|nach|vor|mit|bei|von|für|über|und|oder|fällen)\b)"
    r"[^\W\d][\w'’-]*[\s-]+){0,2}?"
)
_PER_TIME = compiled(
    rf"\s*(?:/\s*|(?:per|pro|je|an?|in\s+an?|in\s+(?:each|one|every))\s+){_ADJECTIVES}(?:{PERIOD})\b", re.I
)
_OF_TIMES = compiled(
    rf"\s*(?:(?:of|der|aller|von)\s+)?(?:(?:the|all|its|den|allen)\s+)*{_ADJECTIVES}"
    rf"(?:(?:days|weeks|months|quarters|years|decades|\w*(?:jahren?|monaten?|wochen|tagen?|quartalen?))\b|"
    rf"(?:cycles|campaigns|seasons|shifts|periods|runs|intervals|spans|missions)\s+of\s+(?:an?\s+|(?:{COUNT})[\s-]+)(?:[\w-]+\s+)?(?:{PERIOD})\b)",
    re.I,
)
_ENDS_IN_TIMES = compiled(rf"\s(?:{PERIOD})$", re.I)


def counted_failures(text: str) -> str:
    """The words of a number of failures, or of the time between two; empty where there are none.

    >>> counted_failures("The mean operating time between failures is 50 years"), counted_failures("It fails")
    ('between failures', '')
    """
    return _quoted(_NUMBER_OF_TIMES, text)


def whether_ever(text: str, on_demand: bool = False) -> str:
    """The words by which something happens at all; ``on_demand``: a count may be that of demands.

    >>> whether_ever("It is lost at least once"), whether_ever("It fails on demand, at least once needed", True)
    ('at least once', '')
    """
    return _quoted(_EVER, text) or ("" if on_demand else _quoted(_ONE_OR_MORE, text))


def in_a_time(text: str) -> str:
    """The words of a mission or a stretch of time in which something happens, or does not.

    >>> in_a_time("The lift completes the mission"), in_a_time("Es läuft bis zum Jahresende")
    ('completes the mission', 'bis zum Jahresende')
    """
    return _quoted(_OF_A_TIME, text)


def times_behind(text: str, number: Stated) -> str:
    """A number with the periods behind it: ``2 out of 100 plant years``, ``2e-2 per reactor year``; else empty."""
    if number.what == "share" and is_duration(number.quote):
        return ""
    if number.what == "share" and _ENDS_IN_TIMES.search(number.quote):
        return number.quote  # "98 of 100 years"
    end = number.at + len(number.quote)
    match = _PER_TIME.match(text, end) or (_OF_TIMES.match(text, end) if number.what == "share" else None)
    return text[number.at : match.end()] if match is not None else ""


def _quoted(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.search(text)
    return match[0].strip() if match is not None else ""
