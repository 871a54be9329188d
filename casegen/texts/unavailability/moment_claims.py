"""Sentences that an unavailability may answer: in a known form, without words of a rate, a count or a time beside it.

The known forms are a demand, a state at a moment, a share of the time, and a mean (IEC 61508-4, 3.6.17 and 3.6.18;
IEC 60050-192, 192-08-01 to 192-08-06).  They are taken out of the sentence, and what remains is searched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from casegen.model.expressions import compiled
from casegen.texts.frequencies.demand_rates import without_demand_rate
from casegen.texts.numbers.calendar_periods import ABBREVIATION, ADVERB, PERIOD
from casegen.texts.numbers.counts import SPELT
from casegen.texts.numbers.integrity_levels import SIL_WORDS, is_by_the_hour
from casegen.texts.numbers.number_relations import LOWER, UPPER
from casegen.texts.numbers.shares_of_time import DOWN, DOWN_IN_GERMAN
from casegen.texts.numbers.stated import READ, stated
from casegen.texts.unavailability.moments import is_of_a_demand, is_of_a_state, is_of_an_action, names_a_mean
from casegen.texts.unavailability.unread_words import words_left
from casegen.texts.unavailability.whether_at_all import named_count, of_another_number

_RECURRING = (
    r"(?:missions?|flights?|voyages?|seasons?|shifts?|batch(?:es)?|campaigns?|overhauls?|revisions?|cycles?|runs?|patrols?|"
    r"watch(?:es)?|tours?|sorties?|journeys?|outings?|life(?:times?)?|lives|"
    r"missionen|einsatz(?:es)?|einsätzen?|flug(?:es|s)?|flügen?|fahrt(?:en)?|schicht(?:en)?|chargen?|kampagnen?|revision(?:en)?|"
    r"saison(?:s|en)?|reisen?|zyklus|zyklen|lebensdauer|leben|läufen?|lebenszeit)"
)
_TIME = (
    rf"(?:(?:{PERIOD})|{_RECURRING})(?!\s+(?:crew|deck|computer|control\w*|recorder|profile|phase|mode|plan|configuration|data|level|path|"
    r"management|director|engineer)s?\b)"
)
_ARTICLES = (
    r"(?:(?:the|its|their|a|an|one|each|any|every|all|whole|entire|full|single|given|same|next|first|last|of|course|laufe?|verlaufe?|"
    r"de[rnms]|die|das|(?:ein|sein|ihr|jed|all|ganz|gesamt|nächst|erst)e?[mnrs]?|[\d.,]+)\s+)*"
)
_LONG = rf"{_ARTICLES}(?:[^\W\d][\w-]*[\s-]+)?{_TIME}\b"
_ONE_TIME = (
    rf"(?:the|its|an?|one|each|de[rs]|eine[rs])\s+(?:[\w-]+\s+){{0,2}}?{_TIME}\b"
    rf"(?:\s+(?:of|von)\s+[\d.,]+\s*(?:{PERIOD}|h)\b)?"
)
_WITHIN = r"(?:of|in|during|within|throughout|over|for|between|auf|de[rs]|während|im|in|innerhalb|von)"
_MOMENT = (
    r"(?:\b(?:at|an)\s+(?:(?:any|every|each|no|an?|the|all|whatever|worst|one\s+given|given|random|arbitrary|single|particular|"
    r"chosen|same)\s+)*"
    r"(?:times?|moments?|instants?|points?(?:\s+(?:in|of)\s+time)?)\b(?!\s+or\s+another)|at\s+t\b|\banytime\b|"
    r"zu\s+(?:(?:jede[mr]|eine[mr]|keine[mr]|gegebenen|beliebigen|zufälligen)\s+)*(?:zeitpunkt|zeit)\b|\bjederzeit\b|"
    r"(?:im|in\s+(?:eine|jede)m)\s+(?:(?:beliebigen|jeweiligen|gegebenen)\s+)*(?:augenblick|moment)\b)"
)
_CALLED = r"(?:demands?|requests?|needed|required|called|commanded|need|Bedarf|Anforderung(?:en)?|gebraucht|benötigt)"
_SERVED = (
    r"(?:(?:proof-?|function-?)?tested|checked|inspected|serviced|maintained|calibrated|exercised|replaced|repaired|renewed|verified|"
    r"overhauled|\w*(?:getestet|geprüft|gewartet|repariert|kalibriert|ersetzt)(?:e[nrsm]?)?)"
)
_SERVICE = (
    r"(?:(?:\w*-)?tests?|checks?|inspections?|maintenance|calibrations?|\w*(?:prüfung(?:en)?|tests?|wartung|"
    r"inspektion(?:en)?))"
)
_ASKED = (
    r"(?<!when )(?<!if )(?<!whenever )(?<!wenn )"
    r"(?:demanded|needed|used|called|requested|angefordert|gebraucht|benötigt)"
)
_INSPECTED = (
    r"(?:proof|tests?|testing|checks?|inspections?|intervals?|services?|maintenance|calibrations?|prüf\w*|wartung\w*|"
    r"inspektion\w*)"
)
_COUNTED_OFTEN = (
    r"(?:at\s+(?:least|most)\s+|mindestens\s+|höchstens\s+)?(?:once|twice|\w+\s+times|(?:ein|zwei|drei|vier)mal)\s+"
    rf"(?:an?|per|every|each|in\s+an?|pro|je|im|in\s+der)\s+(?:[\w.,]+\s+){{0,2}}?(?:{_TIME}\b|{ABBREVIATION}\b)"
)
_EVERY = rf"(?:(?:an?|per|every|each|pro|je|alle)\s+(?:[\w.,]+\s+){{0,2}}?(?:{_TIME}\b|{ABBREVIATION}\b)|{ADVERB}\b)"
_SOON = rf"(?:within|in|after|innerhalb|binnen|nach)\s+(?:[\w.,]+\s+){{0,2}}?(?:{PERIOD}|{ABBREVIATION})\b"
_SHORTLY = r"(?:(?!with\b|fails?\b)[\w-]+\s+){0,2}?"
_OF_SERVICE = compiled(
    rf"\b{_SERVED}\s+{_SHORTLY}(?:{_COUNTED_OFTEN}|{_EVERY}|{_SOON})|\b{_SERVICE}\s+(?:{_COUNTED_OFTEN}|{_EVERY})|"
    rf"\b{_ASKED}\s+(?:{_COUNTED_OFTEN}|{ADVERB}\b)|{ADVERB}\w*\s+(?:[\w-]+\s+)?(?:{_INSPECTED}|{_SERVED})\b|"
    rf"\b(?:once|twice|einmal|zweimal|(?:[\w]+\s+times))\s+(?:an?|im|pro|je|per)\s+(?:{PERIOD})\s+{_SERVED}\b|"
    rf"\b(?:every|alle)\s+(?:[\w.,]+\s+)?(?:{PERIOD})\s+(?:[\w-]+\s+)?{_SERVED}\b|"
    rf"\b(?:interval|intervall|abstand)s?\s+(?:of|von)\s+(?:[\w.,]+\s+)(?:{PERIOD}|{ABBREVIATION})\b|"
    rf"\bwith\s+an?\s+(?:mean|average)\s+(?:time\s+between\s+\w+|time\s+to\s+\w+)\s+of\s+[\w.,]+\s+(?:{PERIOD})\b|"
    rf"\b(?:within|in|after|innerhalb|binnen)\s+(?:[\w.,]+\s+)?(?:{PERIOD}|h)\s+(?:of|after|nach)\s+(?:(?:the|an?|its|de[rm]|eine[rm])\s+)?(?:{_CALLED}|alarm|signal|trip|Alarm|Signal)\b",
    re.I,
)
"""``tested once a year``, ``monthly inspections``, ``within an hour of the demand``"""
_MANY = rf"(?:[\d.,]+|{SPELT})"
_A_PERIOD = rf"(?:an?|per|pro|je|each|every|in\s+an?|(?:in|per|of|out\s+of|von|auf|pro|je)\s+{_MANY})"
_OF_THE_TIME = compiled(
    rf"(?:%|percent|prozent|\b(?:fraction|share|part|proportion|teil|anteil))\s+(?:of\s+|an\s+)?(?:(?:the|its|an?|all|each|de[rs]|eine[rs]|ihrer|seiner)\s+)+"
    rf"(?:[\w-]+\s+)?(?:\w*time|\w*zeit|year|month|week|day|mission|flight|voyage|season|shift|campaign|life(?:time)?|Jahres|Monats|Woche|"
    rf"Tages|Mission|Einsatzes|Fluges|\w+dauer)\b(?!\s+(?:of\s+)?(?:failures?|outages?))|(?:%|percent|prozent)\s+of\s+time\b|"
    rf"\b(?:fraction|share|part|proportion)\s+of\s+time\b|\b(?:for|during|{DOWN})\s+(?:{UPPER}|{LOWER})\s+{_MANY}\s*"
    rf"(?:hours?|h|days?|weeks?|minutes?)\s+{_A_PERIOD}\s+(?:{PERIOD}|mission)\b|"
    rf"\b(?:(?:down|dead)-?\s?times?|\w*(?:ausfall|still?stands?)zeit(?:en)?)\b[^.;\d]{{0,60}}?(?:{UPPER}|{LOWER})\s+{_MANY}\s*"
    rf"(?:hours?|h|days?|weeks?|minutes?|stunden?|tagen?|wochen?|minuten?)\s+(?:{_A_PERIOD}|im|am|in\s+der)\s+(?:{PERIOD})\b|"
    rf"\b(?:{UPPER}|{LOWER})\s+{_MANY}\s*(?:stunden?|h|tagen?|wochen?|minuten?)\s+(?:im|pro|je|in\s+der|am)\s+(?:{PERIOD})(?=\s+{DOWN_IN_GERMAN}\b)|\b(?:annual|yearly|monthly|weekly|daily)\s+(?:down|up|dead)-?\s?time\b|"
    r"\b(?:jähr|monat|wöchent|täg)lich(?:e[nrms]?)?\s+\w*(?:ausfall|still?stands?)zeit(?:en)?\b|"
    rf"\b(?:fractional\s+)?(?:dead|down|up)-?\s?times?\b|\b\w*(?:ausfall|still?stands?|verfügbarkeits|tot)zeit(?:en)?\b",
    re.I,
)
"""``5 % of the year``, ``for at most 18 days a year``; not ``5 % of the years``"""
_DOWNTIME = compiled(r"(?:fractional\s+)?(?:dead|down|up)-?\s?times?|\w*zeit(?:en)?", re.I)
_TIME_WORD = compiled(
    rf"\b{_TIME}|\b(?:(?:prüf)?intervall?|time|end|ende|start|beginning|anfang|beginn)\b", re.I
)
_STATE_IN_TIME = compiled(
    rf"\b\w*(?:un-?availabilit|availabilit|verfügbarkeit|unverfügbarkeit|\bPFD|probability\s+of\s+failure\s+on\s+demand)\w*"
    rf"(?:(?!\b(?:fail|occur|tritt|per|pro|je|with)\b)[^.;%\d]){{0,60}}?\s{_WITHIN}\s+{_ONE_TIME}|"
    rf"\b(?:never|always)\s+(?:exceeds?|below)[^.;]{{0,30}}\s{_WITHIN}\s+{_ONE_TIME}",
    re.I,
)
"""``the unavailability of the pump over the mission``"""
_MOMENT_IN_TIME = compiled(
    rf"{_MOMENT}(?:\s+t)?(?:\s+{_WITHIN}\s+{_ONE_TIME}|\s+de[rs]\s+(?:\w+\s+)?{_TIME}\b)?|"
    rf"\b(?<!bis )(?:at|near|am|zum)\s+(?:the\s+)?(?:very\s+)?"
    rf"(?:end|start|beginning|ende|anfang|beginn)e?\s+(?:of|de[rs])\s+{_ONE_TIME}|"
    rf"\b(?<!bis )(?:am|zum)\s+(?:ende|anfang|beginn)\s+de[rs]\s+(?:\w+\s+)?{_TIME}\b|"
    rf"\b(?:at|after|nach)\s+[\d.,]+\s*(?:{PERIOD}|h)\b|"
    rf"\b(?:in|im)\s+(?:the\s+)?(?:last|final|letzten?)\s+(?:{PERIOD}|h)\s+(?:of|de[rs])\s+(?:the\s+)?{_TIME}\b|"
    rf"\bfor\s+each\s+t\s+of\s+the\s+mission\b|"
    rf"(?:^|,\s*)(?:während|during|in)\s+{_ONE_TIME}\s+(?:zu|at)\b",
    re.I,
)
"""``at any time of the mission``, ``at the end of the mission``: of a state, not of an event"""
_MOMENT_ALONE = compiled(rf"{_MOMENT}(?!\s+(?:of|in|during|within|over|before|until|up|by|de[rs])\b)", re.I)
_CALLED_IN_TIME = compiled(
    rf"\b{_CALLED}\s+(?:during|in|wird\s+während)\s+(?:the|its|a|de[rs])\s+(?:mission|flight|voyage|operation|Mission|Einsatzes)\b",
    re.I,
)
_CALLED_IN_MISSIONS = compiled(
    r"\b(?:in|bei)\s+(?:(?:at\s+most|no\s+more\s+than|less\s+than|fewer\s+than|höchstens|weniger\s+als)\s+)?"
    r"[\d.,]+\s+(?:out\s+)?(?:of|von)\s+[\d.,]+\s+(?:missions|missionen|einsätzen)\b",
    re.I,
)
"""``when needed in at most 2 of 100 missions``: those in which it was needed"""
_MEAN_IN_TIME = compiled(
    rf"\b(?:averaged|average|mean|on\s+average|gemittelt\w*|mittlere\w*|durchschnittliche\w*|im\s+(?:zeitlichen\s+)?(?:mittel|durchschnitt))\b(?:[^.;]|\.\d){{0,120}}?\s"
    rf"(?:over|across|taken\s+over|throughout|über)\s+(?:the|its|an?|one|die|das|den|eine?n?)\s+(?:[\w-]+\s+)?(?:{_TIME}|interval|prüfintervall|time)\b",
    re.I,
)
"""``the average probability … over the mission``"""
_EVENT = compiled(
    r"\b(?:fails|fail|failing|lost|loses?|loss|losing|occurs?|happens?|arises?|breaks?|ceases?|stops?|trips?|failures?|interruptions?|outages?|breakdowns?|"
    r"fällt|fallen|ausf[aä]ll\w*|versagt|versagen|eintritt|tritt)\b",
    re.I,
)
_STARTS_TO = (
    r"\bbecom(?:es?|ing)\b|\b(?:goes|go|going)\s+(?:down|out\s+of)\b|\bstops?\s+being\b|\bceases?\b|\b(?:anew|afresh)\b|"
    r"\bwird\b(?!,)[^.;]{0,50}\b(?:nicht\s+verfügbar|unverfügbar)\b|\b(?:arises?|starts)\s+with\s+an?\s+probab\w+|"
    r"\b(?:has|have|been)\s+(?:ever|never)\b|\b(?:never|nie|niemals)\s+(?:fail\w*|interrupt\w*|lost|unavailable|ausgefallen|ausfällt)\b"
)
_RATE = (
    r"(?<!flow )(?<!heart )(?<!data )(?<!bit )(?<!sampling )(?<!frame )(?<!feed )(?<!pulse )"
    r"(?<!clock )(?<!dose )(?<!yaw )(?<!turn )"
    r"(?<!spray )(?<!delivery )(?<!infusion )(?<!charging )(?<!heating )(?<!sink )"
    r"\brates?\b(?!\s+(?:of\s+(?:climb|descent|flow|turn|rise)|sensor|gyro|limiter|meter|controller)\b)|"
    r"(?<!high )(?<!low )(?<!mains )(?<!grid )(?<!line )(?<!radio )(?<!carrier )(?<!clock )(?<!natural )"
    r"\bfrequenc(?:y|ies)\b"
    r"(?!\s+(?:converter|inverter|band|response|range|relay|meter|protection|control\w*|modulat\w+|drive)s?\b)|"
    r"\bintensit(?:y|ies)\b(?!\s+of\s+(?:light|rain)\b)|\bPFH\w*|\bMTTFD?\b|\bMTBF\b|\bFIT\b|\bincidence\b|\boccurrences?\b|"
    r"\b\w*(?:ausfall|fehler|versagens|eintritts|gefährdungs|unfall|schadens|störungs)\w*(?:raten?|häufigkeit(?:en)?|zahl(?:en)?|dichten?)\b|"
    r"\b(?:\w*häufigkeit(?:en)?|intensität(?:en)?|anzahl)\b|\b(?:hazard|failure)\s+(?:density|function)\b|\btime\s+(?:between|to)\s+(?!two\s+tests)[^\W\d]\w*|"
    r"\bof\s+[\d.,]+\s+(?!(?:demands|requests|calls|cases)\b)[^\W\d][\w-]*\s+(?:at\s+most|no\s+more\s+than|höchstens)\b"
)
_COUNT = (
    r"\b(?:number|count|zahl)\s+(?:of|der|von|an)\b|\btimes\b(?!\s+(?:as|in\s+[\d.,]+\s+(?:demands|requests|calls|cases|attempts)|out\s+of\s+[\d.,]+\s+(?:demands|cases))\b)|\boccasions?\b(?!\s+of\s+(?:need|a\s+demand))|"
    r"\b(?:[\d.,]+|ein|kein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|zwanzig|hundert|tausend|manch|viel)?-?mal\b(?!\s+(?:bei|in|auf|je)\s+[\d.,]+\s+Anforderungen)|\b(?:once|twice|einmal|zweimal)\b(?!\s+(?:it|they|needed|demanded|called|sie|er|es)\b|\s+(?:in|bei|per|auf)\s+[\d.,\w]+\s+(?:demands|requests|calls|cases|anforderungen))|"
    r"\b(?:first|ever|jemals|irgendwann|irgendeine[mr]|sometimes?|someday|erste[nrms]?|erstmals|even\s+once)\b(?![\s-]+(?:stage|floor|aid|pump|of\s+two|line|gear|responder))|\bat\s+least\s+(?:at\s+)?one\b(?!\s+of\s+(?:the|its|two|three|four|\d))|"
    r"\b(?:at\s+)?(?:one|some)\s+(?:time|moment|point|instant)(?:\s+or\s+another)?\b|\bmindestens\s+(?:ein|in\s+einem|zu\s+einem)\b|"
    r"\b(?:at\s+most|up\s+to|no\s+more\s+than|höchstens|an\s+average\s+of)\s+[\d.,]+\s+(?:[\w-]+\s+){0,2}?(?:failures?|outages?|losses|breakdowns?|interruptions?|events?|ausfälle|störungen)\b"
)
_PER = (
    rf"(?:\bper|\bpro|\bje|\b(?:for\s+)?each|\b(?:for\s+)?every|\ban?|\bin\s+an?|\bin\s+any|\bin\s+one|\bp\.)\s*(?:[^\W\d][\w-]*[\s-]+){{0,2}}(?<!\w){_TIME}\b|\bp\.\s*a\.|"
    rf"\b(?:per|pro|je)\s+(?!cent\b|se\b|nach\b|(?:[\w-]+\s+)?(?:demand|request|call|case|activation|actuation|start|launch|trial|command|attempt|signal|"
    r"alarm|emergency|anforderung|abruf|fall|alarm|start|anlauf|versuch|befehl)\b)[^\W\d]\w*|"
    rf"/\s*(?:{ABBREVIATION}|{_TIME})\b|\b1\s*/\s*{ABBREVIATION}\b|[\d\s](?:h|hr|a|yr)\s*(?:\^?\s*[-−]\s*1|⁻¹)|(?<![\w-])(?:{ADVERB})\b|\bannual\b|\b\w*(?:jähr|monat|täg|stünd|wöchent)liche[rnms]?\b|"
    rf"\b(?:every|each|alle|jede[snmr]?)\s+(?:\d+(?:st|nd|rd|th|\.)|[a-z]+(?:th|ieth|ste[ns]?))\s+{_TIME}\b|\ball\s+(?:the\s+time|year)\b|"
    rf"\b(?:within|in|during|over|by|before|until|till|through(?:out)?|up\s+to|for|across|from|since|after|on|innerhalb|binnen|während|über|bis|vor|im|"
    rf"für|auf|zur|zum|seit|between)\s+{_LONG}|\b(?:by|before|until|till|since|up\s+to|through|bis|vor)\s+(?:the\s+|zu[mr]\s+|any\s+)?(?:end|next|then|time|ende|start|nächste\w*|anfang)\b|"
    rf"\b(?:lifetime|life-?long|cumulative|kumulative?\w*|throughout|continuously|durchgehend|uninterrupted\w*|ununterbrochen)\b"
)
_OF_MANY = compiled(
    r"(?:\b(?:[\d.,]+|one|two|five|ten|nineteen|ein\w*|zwei|fünf)\s+(?:(?:out\s+)?of|in|aus|von)\s+(?:[\d.,]+|ten|twenty|fifty|a\s+hundred|zwanzig|hundert)|(?:%|percent|prozent)\s+(?:of|de[rs]|aller))\s+"
    r"(?:(?:all|the|its|their|de[rsn]|allen?)\s+)*(?P<what>(?:[^\W\d][\w-]*\s+)?[^\W\d][\w-]*)",
    re.I,
)
_INSIDE = compiled(r"\b(?:in|on|of|for|during|an|bei|auf|für|von)\s+(?:[\w-]+\s+){0,4}$", re.I)
_IS_COUNTED = compiled(
    r"(?:[\w-]+\s+)?(?:demands|requests|calls|cases|activations|actuations|emergencies|alarms|attempts|starts|launches|trials|commands|signals|tests|"
    r"anforderungen|fällen?|abrufen?|alarmen?|notfällen?|anläufen?|starts|versuchen?|befehlen?|signalen?)\b",
    re.I,
)
_IS_SERVED = compiled(
    r"(?:[\w-]+\s+)?(?:demands|requests|calls|activations|actuations|emergencies|alarms|starts|launches|commands|anforderungen|abrufen?|"
    r"alarmen?|notfällen?|anläufen?|starts|befehlen?)\b",
    re.I,
)
"""which are demands themselves; *cases* are what the sentence says of them"""
_OF_OTHER = compiled(f"{_STARTS_TO}|{_RATE}|{_COUNT}|{_PER}", re.I)
_FORMS_OF_A_RATE = compiled(
    rf"\b(?:tolerable\s+)?(?:failure|hazard|outage|accident|loss|event|breakdown|incident|trip|dangerous|demand)\s+(?:rates?|frequenc\w+|intensit\w+)\b|"
    rf"\b(?:rates?|frequenc\w+|intensit\w+)\s+of\s+(?:an?\s+|the\s+)?(?:[\w-]+\s+){{0,2}}?(?:failures?|loss(?:es)?|outages?|accidents?|hazards?|events?|breakdowns?)\b|"
    rf"\b(?:mean|average)\s+(?:[\w-]+\s+)?(?:rate|frequency|intensity)\b|\bPFH\w*|\bMTBF\b|\bMTTFD?\b|\bFIT\b|"
    rf"\b\w*(?:ausfall|versagens|gefährdungs|eintritts|unfall)\w*(?:rate|häufigkeit)n?\b|"
    rf"\b(?:failures?|outages?|losses|accidents|events|[\d.,]+|\w*ausfälle)\s*(?:per|pro|je|an?|/)\s*(?:[^\W\d][\w-]*\s+)?(?:{PERIOD}|mission|{ABBREVIATION})\b|"
    rf"\b(?:once|one|einmal|1|an?)(?:\s+(?:failure|loss|event|time|accident|outage|ausfall))?\s+(?:in|every|per|alle)\s+(?:[\d.,]+|[a-zäöü]+)\s+(?:{PERIOD}|missions)\b|"
    rf"\b(?:every|each|alle|jede[snmr]?)\s+(?:\d+(?:st|nd|rd|th|\.)|[a-z]+(?:th|ste[ns]?))\s+(?:{PERIOD})\b|"
    rf"\b(?:failures?|outages?|loss(?:es)?|accidents?|breakdowns?|\w*ausfälle)\s+(?:[\w-]+\s+){{1,5}}?(?:per|pro|je)\s+(?:[\w-]+\s+)?{_TIME}\b|"
    rf"\b(?:once|twice|einmal|zweimal)\s+(?:an?|per|im|pro|je)\s+(?:{PERIOD})\b|\bein\s+\w*ausfall\s+(?:in|alle)\s+[\d.,]+|"
    r"\b(?:annual|yearly|lifetime|cumulative|mission)\s+(?:[\w-]+\s+)?(?:risk|probability|likelihood)\b|\bjährliche\w*\s+\w*(?:wahrscheinlichkeit|risiko)\b|"
    rf"\b(?:probability|risk|\w*wahrscheinlichkeit)\s+(?:[\w-]+\s+){{0,3}}?(?:per|pro|je)\s+(?:[\w-]+\s+)?{_TIME}\b|"
    r"\d\s*(?:h|hr|a|yr)\s*(?:\^?\s*[-−]\s*1|⁻¹)",
    re.I,
)
"""in a text that states no limit itself, as a title or the source of a target"""


def names_the_moment(text: str) -> bool:
    """Whether a sentence has a known form: a demand, a state, a share of the time, a mean, or a SIL on demand.

    >>> names_the_moment("It fails on demand"), names_the_moment("It fails with a probability of at most 2 %")
    (True, False)
    """
    text = without_demand_rate(text)
    served = any(_IS_SERVED.match(match["what"]) for match in _OF_MANY.finditer(text))
    known = (
        served or is_of_a_demand(text) or is_of_an_action(text) or is_of_a_state(text) or names_a_mean(text)
    )
    if known or _OF_THE_TIME.search(text):
        return True
    if _MOMENT_ALONE.search(text) and not _EVENT.search(text):
        return True
    return SIL_WORDS.search(text) is not None and not is_by_the_hour(text)


def beside_the_moment(text: str) -> str:
    """The words of a rate, a count or a time that a sentence with a limit has beside its known forms; else empty.

    >>> beside_the_moment("On demand it fails with at most 0.05 per flight hour"), beside_the_moment("It fails on demand")
    ('per flight hour', '')
    """
    rest = without_demand_rate(text[:READ])
    if words := of_another_number(_OF_SERVICE.sub(" · ", rest), _is_share_of_time(rest)):
        return words
    shares = [n.at for n in stated(rest) if n.what == "share"]
    counted = next(
        (m for m in _OF_MANY.finditer(rest) if _is_a_share(m, shares) and not _is_of_demands(m)), None
    )
    for form in _forms(rest):
        rest = form.sub(" · ", rest)
    match = _OF_OTHER.search(rest)
    if match is not None:
        return match[0].strip()
    return counted[0] if counted is not None and counted[0] in rest else ""


def named_rate(text: str) -> str:
    """The words by which a title or a source names a rate or a number of failures in a time; else empty.

    >>> named_rate("Failure rate of the pump"), named_rate("The frequency converter fails")
    ('Failure rate', '')
    """
    match = _FORMS_OF_A_RATE.search(text[:READ])
    return match[0].strip() if match is not None else named_count(text[:READ])


def unread_beside(text: str, known: Iterable[str]) -> tuple[str, ...]:
    """The words of a claim of which no rule knows what they say of its unavailability; ``known``: texts on its subject.

    >>> unread_beside("It is available nonstop with at least 98 %", ()), unread_beside("Its PFDavg is at most 0.02", ())
    (('nonstop',), ())
    """
    rest = without_demand_rate(text[:READ])
    for form in (_STATE_IN_TIME, _MEAN_IN_TIME):  # their words between stay in sight
        rest = form.sub(lambda match: _TIME_WORD.sub(" ", match[0]), rest)
    forms = (form for form in _forms(rest) if form not in (_STATE_IN_TIME, _MEAN_IN_TIME))
    return words_left(rest, known, forms)


def _is_share_of_time(text: str) -> bool:
    """Whether the limit is a share of the time; a word of downtime alone is none."""
    return any(not _DOWNTIME.fullmatch(match[0]) for match in _OF_THE_TIME.finditer(text))


def _is_a_share(match: re.Match[str], shares: list[int]) -> bool:
    """``in at most 2 of 100 batches``; not ``at least 2 of 3 pumps are …``, which is a vote beside a limit."""
    if not match[0][0].isalnum() or match[0].lower().startswith("p"):  # a percentage
        return True
    at = next((one for one in shares if match.start() <= one <= match.end()), None)
    within = _INSIDE.search(match.string[: match.start()])
    return at is not None and (within is not None or len(shares) == 1)


def _is_of_demands(match: re.Match[str]) -> bool:
    return _IS_COUNTED.match(match["what"]) is not None


def _forms(text: str) -> tuple[re.Pattern[str], ...]:
    """What is taken out of a sentence: a moment *of a time* only where it is one of a state, or of a demand."""
    of_demands = (_CALLED_IN_MISSIONS,) if is_of_a_demand(text) else ()
    always = (_OF_SERVICE, _OF_THE_TIME, _CALLED_IN_TIME, _STATE_IN_TIME, _MEAN_IN_TIME, *of_demands)
    if is_of_a_state(text) or (is_of_a_demand(text) and not _EVENT.search(text)):
        return (*always, _MOMENT_IN_TIME)
    return (*always, _MOMENT_ALONE)
