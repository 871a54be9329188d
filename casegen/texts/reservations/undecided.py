"""Texts of an analysis that leave open what they should say, such as *to be confirmed by the supplier*."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.wording.open_words import IN_WORK, MARKS

_ANALYSED = (
    r"(?:analysed|analyzed|assessed|evaluated|clarified|confirmed|decided|defined|determined|discussed|agreed|examined|"
    r"identified|investigated|reviewed|studied|rated|resolved|specified)"
)
_BARE = r"(?:analysed|analyzed|assessed|examined|investigated|studied|discussed|rated|reviewed)"
_UNTERSUCHT = (
    r"(?:untersucht|geklärt|geklaert|analysiert|bewertet|ermittelt|betrachtet|behandelt|diskutiert|bestimmt|festgelegt|"
    r"abgestimmt)"
)
_ANALYSIS = (
    r"(?:analysis|investigation|study|studies|clarification|discussion|assessment|review|input|klärung|untersuchung|analyse|prüfung|"
    r"abstimmung)"
)
_MEETING = (
    r"(?:session|meeting|workshop|study|review|round|hazop|analysis|phase|sitzung|studie|besprechung|runde|"
    r"analyse)"
)
_ANSWER = (
    r"(?:reply|answer|response|input|feedback|confirmation|decision|clarification|information|review|analysis|investigation|"
    r"antwort|rückmeldung|rückfrage|entscheidung|klärung|auskunft|bestätigung)"
)
_ASKED = r"(?:maker|manufacturer|supplier|vendor|customer|client|hersteller|lieferant(?:en)?|kunden?)"
_LATER = (
    r"(?:\s+(?:by|with|in|from|after|later|next|until|till|mit|von|vom|durch|bis|nach)\b"
    r"(?!.*\b(?:each|every|before|jede\w*|vor)\b).*)?"
)
_ROLE = (
    r"(?:the|an?|operators?|drivers?|pilots?|crew|controllers?|systems?|monitors?|software|plant|sensors?|staff|users?|supervisors?|"
    r"nothing|nobody|somebody|time|signals?|value|unable|failure|fails?|order|command|request)"
)
_ERRAND = (
    r"(?:confirm|check|clarify|investigate|analy[sz]e|find\s+out|ask|verify|supply|provide|complete|"
    r"fill\s+in|look\s+into)"
)
_PUT_OFF = compiled(
    rf"\W*(?:(?:still|noch|currently|derzeit)\s+)?(?:on-?going|{IN_WORK}|laufend|(?:still\s+)?to\s+(?:follow|come)|"
    rf"(?:folgt|follows)(?:\s+(?:noch|later|später))?|n\.\s?n\.?|(?:as|see|same\s+as|like|wie|siehe)\s+(?:above|before|oben|vorher)|s\.\s?o\.?|dit+o|idem|"
    rf"(?:causes?|reasons?|consequences?|effects?|ursachen?|gründe?|folgen?)\s+(?:(?:is|are|ist|sind)\s+)?(?:(?:still|noch|yet)\s+)?"
    r"(?:un(?:clear|known|resolved)|not\s+(?:yet\s+)?(?:known|clear)|unklar|unbekannt|nicht\s+bekannt)(?:\s+(?:yet|so\s+far|bisher))?|"
    rf"(?:awaiting|waiting\s+for|pending|wartet\s+auf|warten\s+auf)\s+(?:[^\W\d]+\s+){{0,3}}?(?:from|by|of|von|vom)\s+(?:(?:the|dem|der|den)\s+)?{_ASKED}\b.*|"
    rf"(?:left|put\s+off|kept)\s+(?:open\s+)?(?:for|to|until)\s+(?:(?:the|a)\s+)?(?:next|later|following)\s+(?:\w+\s+)?{_MEETING}\b.*|"
    rf"(?!{_ROLE}\b)(?-i:[A-Z][\w.]*(?:\s+[A-Z][\w.]*)?)\s+to\s+{_ERRAND}\b(?:\s+[^\s.;,]+){{0,4}}|"
    r"(?-i:(?:[Aa]ction|ACTION|[Aa]ktion|AP)\s+(?:[A-Z][\w.]*\s*){1,3}:).*)\W*",
    re.I,
)
"""what somebody is to do or to bring, or is said elsewhere in the table; `waiting for data from the sensor` is a cause"""
_OPEN_POINT = (
    rf"(?:[A-Z]+-?\d+\W*|(?:\w+\W+)?(?:actions?|aktion|reply|answer|clarification|rückfrage|antwort|klärung|see|siehe|ask|tbd|tbc|points?|items?|punkt|question|frage|"
    rf"with\s+(?:the\s+)?{_ASKED}|{_ASKED})\b.*)"
)

_UNDECIDED = compiled(
    r"\W*(?:(?:still|noch|currently|derzeit)\s+)?(?:unknown|not\s+(?:yet\s+)?(?:known|clear|decided|determined|agreed)|un(?:clear|decided|determined|resolved)|"
    r"open(?:\s+(?:points?|issues?|questions?|items?))?|pending|(?:under|in)\s+(?:clarification|discussion)|unbekannt|unklar|ungeklärt|unentschieden|"
    r"(?:noch\s+)?nicht\s+(?:bekannt|entschieden|geklärt|klar)|offen(?:er?\s+(?:punkt|frage))?|ausstehend|in\s+klärung|wird\s+(?:noch\s+)?geklärt|"
    r"(?:noch\s+)?zu\s+klären|(?:noch\s+)?strittig|wird\s+(?:noch\s+)?geklaert|(?:left|(?:causes?|reasons?|ursachen?|consequences?|folgen?)(?:\s+still)?|still)\s+(?:(?:is|are|ist|sind)\s+)?(?:(?:still|noch)\s+)?(?:open|offen)|"
    r"(?:under|in)\s+(?:investigation|analysis|examination)|in\s+untersuchung|nothing\s+(?:yet|so\s+far)|noch\s+nichts|"
    r"(?:see|siehe|cf|vgl)\W+(?:(?:the|das|die)\s+)?(?:minutes|notes?|meeting|protokoll|besprechung|actions?|aktion)\b[^:;,]*|"
    r"(?:open|offen)\s*[:;,–-]\s*(?:to\s+be|tbd|ask|see|with|zu|mit|siehe)\b.*)"
    r"(?:\W+(?:see|siehe|cf|vgl|action|aktion|punkt|point|item|nr|no)\b.*)?\W*",
    re.I,
)
"""`open` alone answers no guide word, whatever list it is an entry of; `open circuit` is a cause"""
_LEFT_OPEN = compiled(
    rf"\W*(?:(?:still|noch|yet)\s+)?(?:"
    rf"(?:(?:has|have|is|are)\s+)?(?:yet\s+)?(?:to|will)\s+be\s+{_ANALYSED}{_LATER}|"
    rf"{MARKS}(?:\W+(?:by|with|in|at|from|mit|von|durch)\b.*)?|"
    rf"(?:open|offen)\s*\(\s*{_OPEN_POINT}|(?:open|offen)\s*[:;,–-]\s*{_OPEN_POINT}|"
    rf"(?:noch\s+)?(?:not|nicht)\s+(?:{_BARE}|{_UNTERSUCHT})(?:\s+(?:in|during|at)\s+(?:this|the|our|dieser|der)\s+(?:\w+\s+)?{_MEETING}\b.*)?|"
    rf"not\s+(?:yet\s+(?:known|clear|agreed|{_ANALYSED})|(?:known|clear|agreed|{_ANALYSED})\s+(?:yet|so\s+far))|"
    rf"(?:pending|awaiting|waiting\s+for|wartet\s+auf|warten\s+auf|ausstehende)\s+(?:[\w'’]+\s+){{0,3}}?{_ANSWER}\b.*|"
    r"(?:under|in)\s+(?:review|consideration|evaluation|assessment|study|prüfung|bearbeitung|abstimmung|diskussion)|"
    r"k\.\s?a\.?|keine\s+(?:angaben?|ahnung)|no\s+(?:idea|clue)(?:\s+yet)?|"
    r"(?:none|nothing|no\s+(?:causes?|consequences?|measures?)|keine?|nichts)\s+(?:(?:was|were|has\s+been|have\s+been)\s+)?"
    r"(?:(?:identified|known|named|listed|determined|bekannt|ermittelt|benannt)\s+)?(?:yet|so\s+far|bisher)(?:\s+(?:identified|bekannt|ermittelt|benannt))?|"
    rf"(?:needs?|requires?|braucht|erfordert)\s+(?:(?:a|an|further|more|additional|deeper|detailed|weitere|nähere)\s+)*{_ANALYSIS}\b.*|"
    rf"(?:further|more|additional|weitere|nähere)\s+{_ANALYSIS}(?:\s+(?:is|are|ist|sind))?\s+(?:required|needed|necessary|pending|nötig|notwendig|erforderlich)\W*|"
    r"(?:deferred|postponed|adjourned|put\s+off|held\s+over|zurückgestellt|verschoben|vertagt)(?:\s+(?:to|until|till|for|auf|bis)\b.*)?|"
    rf"(?:wird|werden|muss|müssen)\s+(?:(?:noch|derzeit|später|gerade)\s+)*{_UNTERSUCHT}(?:\s+werden)?|(?:noch\s+)?zu\s+(?:klären|bewerten|untersuchen|prüfen)(?:\s+mit\b.*)?|"
    rf"\?\s*[^\W\d_].*|(?:please\s+)?(?:ask|clarify\s+with|check\s+with)\s+(?:the\s+)?{_ASKED}\b.*|(?:bitte\s+)?(?:beim\s+)?{_ASKED}\s+fragen"
    r")\W*(?:\([^()]*\)\W*)?",
    re.I,
)
"""what is put off, asked of somebody, or not assessed; `not evaluated by the controller` is a cause"""


def undecided(text: str) -> bool:
    """Whether a text of an analysis leaves open what it should say.

    >>> [undecided(t) for t in ("to be confirmed by the supplier", "open (ACT-12)", "nicht bewertet", "k. A.")]
    [True, True, True, True]
    >>> [undecided(t) for t in ("valve open", "open circuit", "pending load", "open (contact welded)")]
    [False, False, False, False]
    """
    return any(form.fullmatch(text) for form in (_UNDECIDED, _LEFT_OPEN, _PUT_OFF))


_WHAT = (
    r"(?:causes?|reasons?|consequences?|effects?|measures?|points?|questions?|issues?|ursachen?|gründe?|folgen?|punkte?|"
    r"fragen?)"
)
_END = r"(?=\s*(?:$|[.;,()\]]|\s[–-]\s|\b(?:by|with|in|at|von|mit|bis)\b))"
_OPEN_WITHIN = compiled(
    rf"\b(?-i:TB[ACD])\b|\bt\.\s?b\.\s?[acd]\.|[(\[]\s*tb[acd]\b|\b(?:still|yet|remains?)\s+to\s+be\s+{_ANALYSED}\b|"
    rf"(?:[(;,:]|\s[–-])\s*to\s+be\s+{_ANALYSED}\W*$|\b(?:is|are)\s+to\s+be\s+(?:clarified|determined|investigated|analysed|analyzed|assessed)\W*$|"
    rf"\b(?:(?:is|are|still)\s+|{_WHAT}\s+|[(;,:]\s*)(?:still\s+)?under\s+(?:investigation|clarification){_END}|"
    rf"\bnot\s+yet\s+(?:{_BARE}|clarified|known){_END}|\b{_WHAT}\s+(?:(?:is|are|ist|sind)\s+)?(?:(?:still|noch)\s+)?(?:open|offen|ungeklärt|unresolved)\b{_END}|"
    r"\bopen\s+(?:points?|issues?|questions?)\b|\boffene[rn]?\s+(?:punkte?|fragen?)\b|"
    rf"\bnoch\s+(?:zu\s+(?:klären|bewerten|untersuchen)|nicht\s+{_UNTERSUCHT}|ungeklärt){_END}|"
    rf"[(;,:–]\s*(?:[^\W\d]+\s+){{1,3}}to\s+be\s+(?:measured|{_ANALYSED})\W*$|"
    r"(?:[(;,:]|\s[–-])\s*(?:confirmed|correct|sure|true|verified|really|bestätigt|sicher|wirklich)\s*\?\W*$|"
    rf"\b(?:wird|werden)\s+noch\s+{_UNTERSUCHT}{_END}|[(;,:]\s*in\s+(?:klärung|untersuchung){_END}",
    re.I,
)
_SETTLED = compiled(r"\b(?:no|none|without|kein\w*|ohne|nichts)\b[^.;]*$", re.I)


def left_open_in(text: str) -> str:
    """Words by which a text, whatever else it says, leaves a part of it open; empty where it does not.

    >>> [left_open_in(t) for t in ("contact welded, TBD", "wear; to be determined", "Ursache noch offen")]
    ['TBD', '; to be determined', 'Ursache noch offen']
    >>> [left_open_in(t) for t in ("no open points", "door still open", "the value is to be confirmed by the driver")]
    ['', '', '']
    """
    match = _OPEN_WITHIN.search(text)
    return match[0].strip() if match and not _SETTLED.search(text[: match.start()]) else ""
