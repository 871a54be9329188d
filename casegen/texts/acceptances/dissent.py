"""Whether a text that is to settle something dissents from that, or says that nothing was looked at.

In English and German: ``I disagree with the answer`` and ``closed without a check`` are what somebody writes
who closes under pressure.
"""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.numbers.stated import READ
from casegen.texts.reservations.settling import says_done
from casegen.texts.wording.quotations import without_quotations

_DOCUMENT = (
    r"(?:sheets?|pages?|files?|documents?|records?|reports?|drawings?|links?|attachments?|tables?|appendix|annex|folders?|archives?|data|logs?|pdf|"
    r"evidence|proofs?|blatt|seiten?|dateien?|dokumente?|protokolle?|berichte?|zeichnung(?:en)?|anhang|nachweise?|unterlagen?|aufzeichnung(?:en)?)"
)
_ANSWER = (
    r"(?:(?:the|this|that|his|her|their|your|author['’]?s|die|der|das|diese[rs]?)\s+)*"
    r"(?:answers?|responses?|repl(?:y|ies)|explanations?|justifications?|rationale|argument(?:s|ation)?|antwort(?:en)?|begründung(?:en)?|erklärung(?:en)?|"
    rf"{_DOCUMENT})(?:\s+\d[\w.-]*)?"
)
_NOT = r"(?:\s+(?:not|never|hardly|nicht|kaum)\b|n['’]t\b)"
_DISAGREES = (
    rf"\b(?:i|we|ich|wir|reviewers?|assessors?|experts?)\s+(?:\w+ly\s+|still\s+|all\s+|both\s+)?(?:disagree|dissent|object|protest|(?:do|does|can|could){_NOT}\s+(?:\w+ly\s+)?(?:agree|accept|concur|share|"
    r"follow|see\s+(?:how|why|that)|believe)|cannot\s+(?:\w+ly\s+)?(?:agree|accept|concur|share|follow|see\s+(?:how|why|that)|believe)|"
    r"widerspreche[nt]?|(?:bin|sind)\s+(?:\w+\s+)?(?:nicht|anderer)\s+(?:einverstanden|überzeugt|meinung))\b|"
    r"^\W*(?:i\s+(?:am|was)\s+|we\s+(?:are|were)\s+)?(?:still\s+)?(?:(?:not|hardly|un|nicht|kaum)\s*(?:\w+ly\s+|yet\s+|quite\s+)?(?:convinced|satisfied|persuaded|überzeugt|zufrieden)|unconvinc(?:ed|ing)|unhappy|"
    r"disagree[ds]?|under\s+protest|with\s+reservations?|reluctantly|unter\s+(?:protest|vorbehalt)|mit\s+vorbehalt|widerwillig)\b|"
    r"\b(?:is|are|was|ist|sind|war)(?:\s+not|n['’]t|\s+nicht|\s+hardly)\s+(?:\w+ly\s+)?(?:convincing|satisfactory|credible|plausible|überzeugend|glaubhaft|plausibel)\b"
)
_MISSES = (
    rf"^\W*{_ANSWER}\s+(?:still\s+|only\s+|also\s+|\w+ly\s+)?(?:miss(?:es|ed)\s+the\s+(?:point|question)|ignore[sd]?|evade[sd]?|avoid(?:s|ed)?\s+the|dodge[sd]?|beg(?:s|ged)\s+the|repeat(?:s|ed)?\s+the|"
    rf"(?:does|do|did){_NOT}\s+(?:\w+ly\s+)?(?:answer|address|cover|show|prove|support|convince|suffice|help|explain|settle|match|fit|mention|say)\b|"
    r"says?\s+nothing|shows?\s+nothing|proves?\s+nothing|answers?\s+nothing|(?:is|are|was|were)\s+(?:not\s+(?:enough|sufficient|adequate|acceptable|an?\s+answer|to\s+the\s+point|there|available|complete|signed)|insufficient|"
    r"inadequate|evasive|beside\s+the\s+point|off\s+the\s+point|circular|wrong|weak|vague|thin|poor|useless|unsigned|outdated|missing|unclear|incomplete|unacceptable)\b(?!\s+(?:in|before|until)\b)|"
    r"(?:genügt|reicht|überzeugt|passt|hilft|zeigt|belegt)\s+(?:das\s+|es\s+|mich\s+|uns\s+)?nicht|geht\s+am\s+(?:\w+\s+)?vorbei|verfehlt\b|weicht\b.*\baus)"
)
_PART = (
    r"^\W*(?:(?:it|this|that|the\s+\w+|es|dies|das|f\d+|s\d+)\s+(?:is|was|are|were|has\s+been|ist|wurde)\s+)?(?:"
    r"(?:only|merely|just|nur|bloß)?\s*(?:partly|partially|half|halfway|in\s+part|to\s+(?:a|some)\s+(?:degree|extent)|incompletely|insufficiently|inadequately|"
    r"teilweise|halb|zum\s+teil|unvollständig|unzureichend|ungenügend)\s+(?:[^\W\d]+(?:ed|lt|en|et|t)|done|met|shown)\b|"
    r"(?:only|merely|just)\s+(?:\w+ed)\s+(?:in\s+part|partly|partially|half|on\s+paper|for\s+now)\b|[^\W\d]+ed\s+(?:only\s+)?(?:in\s+part|partly|partially|on\s+paper\s+only|halfway)\W*$|"
    r"half\s+done|(?:partly|partially|teilweise|halb)\W*$)"
)
_NO_GROUNDS = (
    r"^\W*(?:there\s+(?:is|was)\s+)?(?:no|kein\w*)\s+(?:\w+\s+)?(?:evidence|proofs?|records?|reports?|documents?|documentation|answers?|response|reply|justification|explanation|"
    r"checks?|tests?|reviews?|inspections?|analysis|nachweise?|belege?|unterlagen|antwort|begründung|prüfung)"
    r"(?:\s+(?:of\s+\w+\s+)?(?:(?:is|was|were|are|has\s+been|have\s+been|wurden?|ist|sind|liegt|liegen)\s+)?(?:yet\s+)?"
    r"(?:provided|given|attached|shown|available|supplied|submitted|presented|received|seen|made|done|there|at\s+hand|exists?|vorhanden|vorgelegt|"
    r"geliefert|erbracht|beigefügt|vor|gemacht|erfolgt)|\s+(?:exists?|was\s+there))?\W*$|"
    rf"^\W*(?:evidence|proof|{_DOCUMENT})\s+(?:\d[\w.-]*\s+)?(?:(?:is|was|are|ist|sind)\s+)?(?:still\s+)?(?:missing|lacking|not\s+(?:provided|attached|available|there|given)|fehlt|fehlen)\W*$|"
    rf"\b(?:i|we|ich|wir|one)\s+(?:could|can)(?:\s*not|n['’]t)\s+(?:yet\s+)?"
    r"(?:open|read|find|access|get|see|load|view|obtain|download|understand|verify|"
    rf"locate|retrieve)\w*\s+(?:the\s+|any\s+|this\s+|that\s+)?(?:\w+\s+)?{_DOCUMENT}\b|"
    rf"\b(?:ich|wir)\s+konnten?\s+(?:\w+\s+){{0,2}}?{_DOCUMENT}\s+(?:\S+\s+)?nicht\s+\w+"
)
_PRESSURE = (
    r"(?:(?:for|because\s+of|due\s+to|owing\s+to|on\s+account\s+of|under|out\s+of|wegen|aus|unter)\s+(?:\w+\s+){0,2}?"
    r"(?:schedul|time\b(?!\s*-?(?:out|limit))|budget|costs?\b|deadline|commercial|politic|delivery|management|boss|pressure|termin|zeit|kosten|druck)\w*|"
    r"to\s+(?:meet|keep|save|hold)\s+(?:the\s+|our\s+)?(?:\w+\s+)?(?:deadline|date|schedule|milestone|time|money|budget)\b)"
)
_UNSEEN = (
    r"^\W*(?:(?:the\s+)?(?:finding|condition|point|issue|it|this|f\d+|s\d+)\s+)?(?:(?:is|was|has\s+been|can\s+be|we\s+|i\s+)\s*)?"
    r"(?:closed?|closing|accept(?:ed|ing)?|sign(?:ed|ing)?(?:\s+off)?|approved?|discharged?|ticked(?:\s+off)?|waved\s+through|taken|geschlossen|akzeptiert|abgezeichnet|"
    r"abgehakt|freigegeben)\s+(?:unseen|unchecked|unread|blind(?:ly)?|untested|ungeprüft|ungelesen|blind|anyway|regardless|nonetheless|nevertheless|trotzdem|dennoch|under\s+protest|unter\s+protest|"
    r"(?:(?:purely|only|just|rein|nur)\s+)?(?:without|ohne)\s+(?:(?:a|an|any|the|further|another|having|much|eine|jede|weitere)\s+)*"
    r"(?:check|test|review|evidence|inspection|look|read|proof|see|visit|verif|analys|evaluat|assess|answer|prüf|nachweis|begutacht|sicht)\w*|"
    rf"{_PRESSURE})"
)
_WITHOUT_CHECK = (
    rf"^\W*{_PRESSURE}\s+(?:\w+\s+)?(?:closed|accepted|geschlossen|akzeptiert)\b|"
    r"^\W*(?:without|ohne)\s+(?:(?:a|any|further|eine|jede|weitere)\s+)*(?:check|test|review|evidence|inspection|proof|prüfung|nachweis\w*)\W*$|"
    r"\b(?:but|yet|though|aber|jedoch)\s+(?:was\s+|is\s+|we\s+|i\s+|wurde\s+)?closed?\s+(?:(?:anyway|regardless|nonetheless|nevertheless|all\s+the\s+same)\b|"
    + _PRESSURE
    + r")|\b(?:aber|trotzdem|dennoch)\s+geschlossen\b"
)
_DENIED = (
    r"^\W*(?:(?:it|this|that|the\s+(?:text|part|sentence|number|claim))\s+is\s+)?(?:denied|contradicted|disproved)\s+(?:by|in)\b|"
    r"^\W*(?:(?:es|das|dies)\s+(?:wird|ist)\s+)?(?:durch|von|im)\s+[^.;]*\s(?:widersprochen|bestritten)\b"
)
_FORMS = compiled(rf"{_DISAGREES}|{_MISSES}|{_PART}|{_NO_GROUNDS}|{_UNSEEN}|{_WITHOUT_CHECK}|{_DENIED}", re.I)
_SENTENCE = re.compile(r"[.;!]\s+")
_WHOLE = compiled(
    r"\b(?:fully|completely|entirely|in\s+full|the\s+(?:rest|others?)|vollständig|ganz)\b", re.I
)
"""behind what was done in part: the rest was done, too"""
_ACT = compiled(r"\b(?:closed?|closing|accepted|signed|approved|geschlossen|akzeptiert)\b", re.I)
"""the act itself, which is no deed that answers a dissent"""


def dissents(text: str) -> str:
    """Words by which a text dissents from what it settles, after which nothing says what was done; empty without them.

    >>> [bool(dissents(t)) for t in ("I disagree with the answer.", "Only partly addressed", "Closed without a check")]
    [True, True, True]
    >>> [bool(dissents(t)) for t in ("Only partly addressed in v1; fixed in v2", "No evidence of wear was found")]
    [False, False]
    """
    sentences = _SENTENCE.split(without_quotations(text[:READ]))
    for k, sentence in enumerate(sentences, 1):
        match = _FORMS.search(sentence)
        if match and not any(
            says_done(_ACT.sub(" ", rest)) or _WHOLE.search(rest)
            for rest in (sentence[match.end() :], *sentences[k:])
        ):
            return match[0].strip(" ,")
    return ""
