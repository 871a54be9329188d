"""Words by which a sentence with a form of an unavailability limits another: a share of missions, whether at all.

A share of missions in which something happens, that it lasts without a break, that it begins, that all demands are met
together, and a number of failures are of an interval; an unavailability is of an instant (IEC 60050-192, 192-08-01,
and 192-05-05 for the reliability over an interval).
"""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.numbers.calendar_periods import PERIOD
from casegen.texts.numbers.counts import COUNT
from casegen.texts.numbers.number_relations import LOWER, UPPER
from casegen.texts.unavailability.moments import is_of_a_demand

_DEMAND = (
    r"(?:demands?|requests?|calls?|signals?|commands?|alarms?|starts?|activations?|actuations?|emergenc(?:y|ies)|attempts?|trials?|"
    r"launch(?:es)?|tests?|cases?|anforderung(?:en)?|abrufen?|signalen?|alarmen?|befehlen?|anläufen?|versuchen?|fällen?|notfällen?)"
)
_ASKED_TOGETHER = (
    r"(?:demands|requests|calls|signals|commands|alarms|starts|activations|actuations|emergencies|attempts|anforderungen|abrufen?|"
    r"signalen?|alarmen?|befehlen?|anläufen?|versuchen?)"
)
_LOSSES = (
    r"(?:failures?|outages?|trips?|breakdowns?|interruptions?|repairs?|shut-?downs?|stops?|stoppages?|standstills?|incidents?|losses|"
    r"malfunctions?|accidents?|events?|downtimes|\w*(?:ausfälle[n]?|störungen|unterbrechungen|reparaturen|stillstände[n]?|pannen|"
    r"ereignisse[n]?|stopps|unfälle[n]?))"
)
_PLURALS = (
    r"(?:failures|outages|trips|breakdowns|interruptions|repairs|shut-?downs|stops|stoppages|standstills|incidents|losses|events|"
    r"malfunctions|accidents|\w*(?:ausfälle|störungen|unterbrechungen|reparaturen|stillstände|pannen|ereignisse))"
)
_READY = (
    r"(?:available|ready|operational|operable|functional|working|serviceable|up|intact|in\s+(?:service|operation|order)|"
    r"verfügbar|bereit|\w+bereit|funktionsfähig|betriebsfähig|funktionstüchtig|intakt|in\s+Betrieb)"
)
_ABSENT = (
    r"(?:un-?available|failed|down|inoperable|inoperative|defective|faulty|broken|dead|out\s+of\s+(?:service|order|action)|"
    r"unverfügbar\w*|defekt\w*|ausgefallene\w*)"
)
_NOUN = r"[^\W\d][\w-]*"
_NO_DEMANDS = rf"(?!(?:{_NOUN}\s+)?{_DEMAND}\b)"
_OF_MISSIONS = (
    r"\b(?:shares?|fractions?|proportions?|percentages?|parts?|portions?|ratio)\s+of\s+(?:(?:all|the|its|their|those|such)\s+)*"
    rf"(?:(?<!the ){_NOUN}\s+)?(?!{_DEMAND}\b)(?!(?:times|hours|minutes|seconds)\b)[^\W\d][\w-]{{2,}}s\b(?<!ss)|"
    r"\banteil(?:e|s)?\s+(?:der|aller|von|an|jener|derjenigen)\s+(?:(?:allen|den)\s+)?(?:[a-zäöü]\w*\s+)?"
    r"(?!(?:\w*zeit(?:en)?|\w*dauer|\w*stunden|mission|woche|fahrt|schicht|saison|reise|kampagne|periode|nutzung)\b)"
    rf"(?!(?:\w+\s+)?{_DEMAND}\b)(?-i:[A-ZÄÖÜ])\w*(?:e|en|n|s)\b"
)
_EVERY_SO_MANY = (
    rf"\b(?:every|alle)\s+(?:{COUNT})\s+{_NO_DEMANDS}[^\W\d][\w-]*|"
    rf"\b(?:every|each|jede[rsnm]?)\s+(?:\d+(?:st|nd|rd|th|\.)|(?!south\b|north\b)[a-z]+(?:ieth|th|ste[nrsm]?))\s+{_NO_DEMANDS}{_NOUN}|"
    rf"\b(?:one|a\s+single|1)\s+{_NO_DEMANDS}(?!(?:in|of|out)\b){_NOUN}\s+(?:in|out\s+of)\s+(?:{COUNT})\b|"
    rf"\bein(?:e[rnsm]?)?\s+{_NO_DEMANDS}{_NOUN}\s+(?:in|von|unter|auf)\s+(?!ein)(?:{COUNT})\b(?!\s+(?:{PERIOD})\b)|"
    rf"\b(?:{COUNT})\s+(?:{PERIOD})\s+(?:apart|auseinander)\b"
)
_WITHOUT_A_BREAK = (
    rf"\b(?:remain|stay|keep)(?:s|ing)?\s+(?:[\w-]+\s+){{0,3}}?{_READY}(?!\w)|\bbleib(?:t|en)\b[^.;]{{0,110}}\b{_READY}\b|"
    rf"\b(?:always|still)\s+{_READY}(?!\w)|\b(?:immer|stets|allzeit)\b[^.;]{{0,90}}\b{_READY}\b|"
    r"\bwithout\s+(?:an?\s+|any\s+)?(?:[\w-]+\s+)?(?:interruption|break|pause|gap|stop|outage|downtime|intermission)s?\b|\bnon-?\s?stop\b|"
    r"\bfrom\s+(?:the\s+)?(?:start|beginning|first|launch)\b[^.;\d]{0,20}\bto\s+(?:the\s+|its\s+)?(?:finish|end|last|landing)\b|"
    r"\b(?:permanently|constantly|continually|incessantly|unceasingly|perpetually)\b(?!\s+[\w-]+ed\b)|"
    r"\b(?:round|around)\s+the\s+clock\b|\bday\s+and\s+night\b|\b(?:the\s+)?(?:whole|entire|full)\s+time\b|\ball\s+the\s+(?:time|while)\b|"
    r"\bpausenlos\b|\b(?:ständig|dauerhaft|dauernd|permanent|fortwährend|unentwegt)\b(?!\s+(?:überwacht|gespeist|versorgt|eingeschaltet|"
    r"bestromt|installiert|gefördert)\w*)|\bdie\s+(?:ganze|gesamte|volle)\s+zeit\b|\brund\s+um\s+die\s+uhr\b|\btag\s+und\s+nacht\b|"
    r"\bohne\s+(?:eine\s+|jede\s+|jegliche\s+)?(?:unterbrechung|pause|lücke)\b|\brun(?:s|ning)?\s+(?:right\s+)?through\b|"
    r"\bläuft\s+durch\b|\bfor\s+not\s+(?:a\s+single|one)\s+(?:moment|instant)\b"
)
_AT_ALL = (
    r"\b(?:even|at\s+least|if\s+only|(?:if\s+)?just)\s+(?:(?:for|at)\s+)?(?:an?|one|the\s+(?:briefest|shortest))\s+(?:[\w-]+\s+)?"
    r"(?:moment|instant|second|minute|hour|while)\b|\bany\s+time\s+at\s+all\b|"
    r"\b(?:at|for)\s+one\s+or\s+more\s+(?:moments|instants|times|hours|minutes)\b|\bany\s+(?:one\s+of\s+(?:all\s+)?)?(?:the\s+)?moments\b|"
    rf"\bfor\s+(?:more|longer)\s+than\s+(?:an?|{COUNT})\s+(?:seconds?|minutes?|min|{PERIOD})\b|"
    rf"\bfor\s+(?:an?|{COUNT})\s+(?:moment|second|minute|{PERIOD})s?\s+or\s+(?:more|longer)\b|\bfor\s+any\s+length\s+of\s+time\b|"
    r"\bauch\s+nur\s+(?:kurz\w*|(?:für\s+)?eine[nmrs]?\s+(?:[\w-]+\s+)?\w+)|\b(?:zwischendurch|zeitweise|zeitweilig|wiederholt|mehrfach|mehrmals|zuweilen)\b|"
    r"\b(?:repeatedly|again\s+and\s+again|now\s+and\s+then|from\s+time\s+to\s+time|intermittently|temporarily|occasionally)\b|"
    r"\b(?:at|in)\s+(?:any|some)\s+(?:stage|part|phase)\s+of\b|\bat\s+some\s+stage\b|\bwithin\s+(?:its|the|a)\s+(?:[\w-]+\s+)?(?:guarantee|warranty)\b|"
    r"\b(?:innerhalb|während)\s+(?:der|ihrer|seiner)\s+(?:garantie|gewährleistung)\w*"
)
_BETWEEN = compiled(
    r"\bbetween\s+(?:two|any\s+two|successive|consecutive|start)\s+(?!(?:[\w-]+\s+)?(?:tests|inspections|checks)\b)(?:[\w-]+\s+){0,2}?"
    r"[\w-]+\b|\bzwischen\s+(?:je\s+)?zwei\s+[\w-]+\b",
    re.I,
)
_BEGINS = (
    rf"\b(?:has|have|had)\s+been\s+{_ABSENT}|\b(?:was|were)\s+{_ABSENT}|"
    rf"\b(?:turn|get|grow|fall|go|drop|slip|enter|switch|drive|put|come|chang)\w*\s+(?:into\s+|to\s+)?(?:an?\s+|the\s+|its\s+)?(?:state\s+in\s+which\s+it\s+is\s+)?{_ABSENT}\b|"
    rf"\b(?:driven|put|brought)\s+(?:into|to)\s+(?:an?\s+)?{_ABSENT}\b|"
    r"\bun-?availabilit(?:y|ies)\b[^.;%\d]{0,40}?\b(?:occurs?|arises?|sets?\s+in|happens?|begins?|starts?|comes\s+(?:up|about)|develops?|emerges?|appears?)\b|"
    r"\b(?:geht|gerät|fällt|kommt|wechselt)\b[^.;]{0,110}\b(?:in\s+(?:einen|den)\s+)[^.;]{0,30}zustand\b|"
    r"\bverfügbarkeit\b[^.;]{0,90}\b(?:tritt|entsteht|beginnt)\b|\b(?:dass|ob)\b[^,;.]{0,60}verfügbarkeit\s+(?:[\w-]+\s+){0,3}?(?:eintritt|entsteht|beginnt|auftritt)\b"
)
_ANY_DOWNTIME = (
    r"\b(?:has|have|had|with|sees?|suffers?|shows?)\s+(?:no|zero|any|some|an?)\s+(?:[\w-]+\s+)?(?:down-?time|outages?|standstills?|stoppages?|interruptions?)\b|"
    r"\b(?:has|have)\s+downtime\b|\bdown-?time\s+(?:[\w-]+\s+){0,4}?(?:occurs?|arises?|happens?|is\s+zero)\b|\bdown-?time\s+events?\b|"
    r"\b(?:probability|chance|risk|likelihood|hazard)\s+(?:of|for)\s+(?:an?\s+|any\s+|some\s+)?(?:[\w-]+\s+)?(?:down-?time|outages?|standstills?|stoppages?|interruptions?)\b|"
    r"\b(?:wahrscheinlichkeit|risiko|gefahr)\s+(?:eine[rs]|für\s+einen?|von)\s+(?:[\w-]+\s+)?(?:still?st[aä]nd\w*|unterbrechung\w*|ausfallzeit\w*)\b|"
    r"\bstillstandswahrscheinlichkeit\b|\b(?:kein\w*|ohne)\s+(?:stillst[aä]nd\w*|ausfallzeit\w*|unterbrechung\w*)\b|"
    r"\b(?:an\s+)?(?:outage|interruption|standstill)\b[^.;\d]{0,60}\bhas\s+an?\s+probability\b"
)
_ALL_DEMANDS = (
    r"(?<!averaged )(?<!average )(?<!mean )\b(?:on|in|at|to|for|over|across)\s+all\s+(?:of\s+)?(?:(?:the|its)\s+)?"
    rf"(?:[\w-]+\s+)?{_ASKED_TOGETHER}\b|"
    rf"\b(?:on|in|at|to)\s+each\s+of\s+(?:the|its)\s+(?:[\w-]+\s+)?{_ASKED_TOGETHER}\b|"
    r"\b(?:no|not\s+one)\s+(?:demand|request|call|signal|command|alarm|start)\s+(?:[\w-]+\s+){0,4}?(?:fails?|is\s+(?:missed|lost|unmet|ignored|refused))\b|"
    rf"\ball\s+(?:(?:the|its)\s+)?{_ASKED_TOGETHER}\s+(?:[\w-]+\s+){{0,3}}?(?:are|get)\b|\bof\s+all\s+(?:the\s+)?{_ASKED_TOGETHER}\s+(?:not\s+one|none)\b|"
    rf"\b(?:one\s+or\s+(?:more|several)|some|several)\s+(?:of\s+(?:the|its)\s+)?(?:[\w-]+\s+)?{_ASKED_TOGETHER}\b|\b(?:on|at|to|in)\s+some\s+(?:demand|request|signal|call)\b|"
    rf"\b(?:any|one|some)\s+of\s+(?:the|its)\s+(?:[\w-]+\s+)?{_ASKED_TOGETHER}\b|"
    rf"\b{_ASKED_TOGETHER}\s+in\s+(?:a\s+row|succession)\b|\b(?:consecutive|successive)\s+{_ASKED_TOGETHER}\b|"
    rf"\b(?:bei|auf|in|über)\s+(?:allen|sämtlichen|alle)\s+(?:[\w-]+\s+)?{_ASKED_TOGETHER}\b|"
    r"\b(?:mindestens|wenigstens)\s+eine[rmns]?\s+(?:der\s+)?(?:[\w-]+\s+)?anforderung(?:en)?\b|\beine[rmns]?\s+oder\s+mehr(?:ere[rn]?)?\s+anforderungen\b|"
    r"\b(?:alle|sämtliche)\s+anforderungen\s+(?:erfüllt|bedient|beantwortet)\b|\bkeine\s+(?:der\s+)?anforderung(?:en)?\s+(?:versagt|fehlschlägt|ausfällt|unerfüllt)\b|"
    r"\bbei\s+einer\s+der\s+(?:[\w-]+\s+)?anforderungen\b|\b(?:permanent|frequent|continuous|ständige\w*|häufige\w*)\s+(?:demand|anforderung)\b"
)
_COUNTED = (
    rf"(?:(?<![^\W\d_])(?:{UPPER}|{LOWER})\s*|\b(?:with|mit|bei)\s+)(?:(?:{COUNT})|a\s+single|ein(?:e[rnm]?)?)\s+(?:(?!of\b|von\b){_NOUN}\s+){{0,2}}?{_LOSSES}\b"
    rf"(?!\s+(?:(?:[\w-]+)\s+){{0,3}}?(?:in|per|on|out\s+of|bei|auf|je|pro|von)\s+(?:{COUNT})?\s*(?:[\w-]+\s+)?{_DEMAND}\b)|"
    rf"(?<![^\W\d_])(?:{UPPER})\s+(?:three|\d+)\s*x(?!\s*\d)\b|\bfewer\s+than\s+(?:{COUNT})\s+altogether\b|"
    rf"\b{_PLURALS}\b[^.;%\d]{{0,50}}?\b(?:are|amount\s+to|number|betragen|sind)\s+(?:{UPPER})"
)
_NAMED = compiled(
    r"\btime\s+between\s+(?!(?:(?:two|any|successive|consecutive)\s+)*(?:[\w-]+\s+)?(?:tests?|inspections?|services|maintenance|overhauls?|"
    rf"demands|requests|calls|checks)\b){_NOUN}|\bnumber\s+of\s+(?:{_NOUN}\s+){{0,2}}?{_PLURALS}\b|\b(?:anzahl|zahl)\s+de[rs]\s+(?:{_NOUN}\s+)?{_PLURALS}\b|"
    rf"\b{_LOSSES}\s+(?:rate|frequency|count)\b|\bfrequency\s+of\s+(?:the\s+)?{_LOSSES}\b|\bhäufigkeit\s+(?:de[rs]|von|eine[rs])\s+{_NOUN}|"
    rf"\b(?:at\s+most|höchstens|less\s+than|(?:one|an?|1)\s+{_LOSSES})\s+(?:every|alle)\s+(?:{COUNT})\s+{_NO_DEMANDS}{_NOUN}|"
    rf"\b(?:one|an?|1|fewer\s+than\s+one|ein)\s+(?:{_LOSSES}|\w*(?:stillstand|ausfall))\s+in\s+(?:{COUNT})\s+{_NO_DEMANDS}{_NOUN}|"
    rf"(?:%|percent|prozent)\s+(?:of|de[rs])\s+(?:(?:all|the)\s+)?{_NO_DEMANDS}(?:missions|sorties|voyages|cruises|flights|years|days|shifts|campaigns|"
    rf"seasons|batches|einsätze|fahrten|jahre|tage|schichten)\b|"
    rf"\b{_PLURALS}\s+(?:[\w-]+\s+){{0,5}}?(?:per|pro|je)\s+{_NO_DEMANDS}(?!component\b|unit\b|part\b|item\b|gerät\b|bauteil\b){_NOUN}|{_COUNTED}|"
    rf"\b(?:un)?reliability\s+(?:of\s+)?\d|{_OF_MISSIONS}",
    re.I,
)
"""in a text that need not state a limit itself"""
_IN_WORDS = compiled(f"{_EVERY_SO_MANY}|{_COUNTED}", re.I)
_OTHER = compiled(f"{_OF_MISSIONS}|{_EVERY_SO_MANY}|{_COUNTED}", re.I)
_OF_A_STRETCH = compiled(f"{_WITHOUT_A_BREAK}|{_AT_ALL}|{_BEGINS}|{_ANY_DOWNTIME}", re.I)
_TOGETHER = compiled(_ALL_DEMANDS, re.I)
_STATE_NOUN = compiled(
    r"\b(?:un-?)?availabilit(?:y|ies)\b|\bPFD\w*|verfügbarkeit\b|\b(?:mean|average)\b|\bmittlere\w*", re.I
)


def of_another_number(text: str, of_the_time: bool = False) -> str:
    """The words by which a sentence limits something of missions or of an interval, or that demands are met together.

    ``of_the_time``: the limit is a share of the time, of which *without a break* and *for more than a minute* may speak.

    >>> of_another_number("The share of missions in which it is unavailable is at most 2 %")
    'share of missions'
    >>> [of_another_number(f"It {is_} with 98 %") for is_ in ("remains available", "is available")]
    ['remains available', '']
    """
    match = _OTHER.search(text) or _TOGETHER.search(text)
    if match is None and not of_the_time and not is_of_a_demand(text):
        match = _OF_A_STRETCH.search(text)
        if match is None and not _STATE_NOUN.search(text):
            match = _BETWEEN.search(text)
    return match[0].strip() if match is not None else ""


def counts_in_words(text: str) -> bool:
    """Whether a sentence counts failures, or occasions that are no demands; the number may be in words.

    >>> counts_in_words("One mission in fifty at most finds it down"), counts_in_words("One demand in fifty fails")
    (True, False)
    """
    return _IN_WORDS.search(text) is not None


def named_count(text: str) -> str:
    """The words by which a title or a source names a number of failures, or shares of missions; else empty.

    >>> named_count("Mean time between stops, 50 years"), named_count("Time between two proof tests")
    ('time between stops', '')
    """
    match = _NAMED.search(text)
    return match[0].strip() if match is not None else ""
