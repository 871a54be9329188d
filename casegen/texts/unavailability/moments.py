"""Whether a sentence speaks of being failed on a demand, at a moment or on average: what an unavailability answers.

Terms of IEC 61508-4 (3.6.17, probability of failure on demand) and IEC 60050-192 (instantaneous and mean availability).
"""

from __future__ import annotations

import re

from casegen.model.expressions import compiled

_NEEDED = r"(?:needed|required|commanded|called|demanded|requested|asked)"
_ON_DEMAND = compiled(
    r"(?<!high )(?<!high-)\bdemand(?:s|ed)?\b(?!\s+mode)|\brequests?\b|\blow[\s-]demand\b|"
    rf"\b(?:when(?:ever)?|if|as)\s+(?:(?:it|they|this|that)\s+(?:is|are)\s+|(?:the|its|an?)\s+(?:[\w-]+\s+){{1,4}}?(?:is|are)\s+)?{_NEEDED}\b|"
    r"\bin\s+(?:the\s+)?case\s+of\s+need\b|\bpfd\w*|\bAnforderung(?:en|sfall|s?wahrscheinlichkeit)?\b|\b(?:wenn|falls|sobald|sofern|wird|werden)\b"
    r"[^.;]{0,60}\b(?:gebraucht|benötigt|nötig|gefordert|angefordert|verlangt|erforderlich)\b|"
    r"\bim\s+(?:Bedarfs|Anforderungs)fall\b|\bbei\s+Bedarf\b",
    re.I,
)
"""``on demand``, ``when needed``, ``PFD``; not ``high demand mode``"""
_STATE = (
    r"(?:failed|unavailable|defective|faulty|broken|down|stuck|out\s+of\s+(?:service|order|action|operation)|inoperable|inoperative|"
    r"non-?functional|not\s+(?:available|working|ready|operable|operational|functional|functioning|in\s+service))"
)
_OF_A_STATE = compiled(
    rf"\b(?:is|are|be|being|stands?|lies?|been)\s+(?:found\s+|currently\s+|just\s+)?{_STATE}\b|\bun-?availab\w+|\bavailabilit\w+|\b(?:is|are|not)\s+available\b|"
    r"\b(?:is|are)\s+(?:ready|operable|operational|up|working|dead|jammed|blocked|frozen)\b|\bfailed\s+state\b|\bfind(?:s|ing)?\s+(?:[\w-]+\s+){1,4}?failed\b|\b(?:dead|down|up)-?\s?times?\b|"
    r"\b(?:dormant|latent)(?:ly)?[\s-]failed\b|\b(?:dormant|latent|undetected|unrevealed|hidden)\s+(?:[\w-]+\s+)?(?:failure|fault)\b|\binstantaneous\w*|\bsteady[\s-]state\b|\bcannot\s+be\s+used\b|"
    r"\b\w*(?:unverfügbar|nichtverfügbarkeit|verfügbarkeit)\w*|\bnicht\s+(?:verfügbar|bereit|betriebsbereit|einsatzbereit|funktionsfähig|betriebsfähig)\b|"
    r"\b(?:ist|sind)\b[^.;]{0,60}\b(?:defekt|gestört|verfügbar|betriebsbereit|einsatzbereit|außer\s+Betrieb|blockiert)\b|"
    r"\b(?:steht|stehen)\b[^.;]{0,90}\bstill\b|\bstill(?:steht|stehen|gestanden)\b|"
    r"\bausgefallen\s+(?:ist|sind)\b|\b(?:ist|sind)\b[^.;]{0,90}\bausgefallen\b|\b\w*(?:ausfall|still?stands?|tot)zeit(?:en)?\b",
    re.I,
)
"""``is unavailable``, ``has an availability of``, ``ist gerade ausgefallen``"""
_AT_A_MOMENT = compiled(
    rf"\b(?:has|have)\s+(?:found\s+)?{_STATE}\b|\bnicht\s+zur\s+verfügung\b|\bmoments?\b|"
    r"\bat\s+(?:any|every|each|no|one|a|all)\s+(?:given\s+|single\s+|random\s+)?(?:times?|instants?|points?)\b|\bat\s+(?:the\s+)?end\s+of\b|"
    r"\b(?:fraction|share|part|percent|proportion)\s+of\s+(?:the\s+|its\s+)?time\b|%\s+of\s+(?:the\s+|its\s+)?(?:time|year|operating\s+time)\b|"
    r"\bzu\s+(?:jede[mr]|eine[mr]|keine[mr])\s+(?:\w+\s+)?(?:zeitpunkt|zeit)\b|\bjederzeit\b|\b(?:im|in\s+(?:eine|jede)m)\s+augenblick\b|\bam\s+ende\s+de[rs]\b|"
    r"(?:%|prozent|teil|anteil)\s+de[rs]\s+(?:zeit|jahres)\b",
    re.I,
)
"""``at any moment``, ``2 % of the time``; not ``at some time``"""
_OF_AN_ACTION = compiled(
    r"\b(?:fails?|refuses?|failure|does\s+not|do\s+not|unable)\s+(?:to\s+)?(?:start|open|close|shut|stop|trip|respond|react|operate|switch|release|brake|engage|actuate|run|deliver|isolate)\b(?!\s+with\s+an?\b)|"
    r"\b(?:in\s+an?|in\s+case\s+of\s+an?|im)\s+(?:emergency|notfall)\b|\bbei\s+einem\s+notfall\b|\b(?:up?on|to|at)\s+an?\s+(?:[\w-]+\s+)?(?:call|trip|signal|alarm|command)\b|\b(?:when|if|as)\s+(?:an?|the)\s+(?:[\w-]+\s+)?(?:alarm|signal|call|command)s?\s+(?:comes|sounds|occurs|arrives|is\s+given)\b|\bbei\s+eine[mr]\s+(?:\w*alarm|\w*signal|\w*befehl|abruf)\b|"
    r"\bat\s+the\s+(?:time|moment)\s+of\s+(?:need|(?:an?|the)\s+(?:demand|accident|emergency|alarm|trip))\b",
    re.I,
)
"""asked of it on an occasion, as on a demand: ``fails to start``, ``in an emergency``"""
_ON_AVERAGE = compiled(
    r"\b(?:mean|average|averaged)\b|\bim\s+(?:zeitlichen\s+)?(?:mittel|durchschnitt)\b|\b(?:mittlere|durchschnittliche|gemittelte)\w*",
    re.I,
)


def is_of_a_demand(text: str) -> bool:
    """Whether the sentence speaks of a demand.

    >>> is_of_a_demand("It fails when needed"), is_of_a_demand("It meets SIL 2 in high demand mode")
    (True, False)
    """
    return _ON_DEMAND.search(text) is not None


def is_at_a_moment(text: str) -> bool:
    """Whether the sentence speaks of a moment: of one, of a state, or of a share of the time.

    >>> is_at_a_moment("It is down at any time"), is_at_a_moment("It is lost at some time")
    (True, False)
    """
    return _OF_A_STATE.search(text) is not None or _AT_A_MOMENT.search(text) is not None


def names_a_mean(text: str) -> bool:
    """Whether the sentence has a word of an average, be it that of its limit or not.

    >>> names_a_mean("Im Mittel versagt es bei 1 von 100 Anforderungen"), names_a_mean("It fails")
    (True, False)
    """
    return _ON_AVERAGE.search(text) is not None


def is_of_a_state(text: str) -> bool:
    """Whether the sentence speaks of a state that something is in: no moment, and no event.

    >>> is_of_a_state("It is unavailable"), is_of_a_state("It becomes lost at any time")
    (True, False)
    """
    return _OF_A_STATE.search(text) is not None


def is_of_an_action(text: str) -> bool:
    """Whether the sentence speaks of what is asked for on an occasion.

    >>> is_of_an_action("It fails to start"), is_of_an_action("It fails")
    (True, False)
    """
    return _OF_AN_ACTION.search(text) is not None
