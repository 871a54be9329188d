"""Whether a text says of itself that it is no longer in force: *withdrawn*, *Report TR-7 (ersetzt durch TR-9)*.

The words count where they are set apart (at the start, in brackets, behind a comma, colon or dash) or say it of what the
sentence begins with (*The report is void*).  Of another thing within the text they say nothing (*replaced by hand*).
"""

from __future__ import annotations

import re
from functools import lru_cache

from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS
from casegen.model.spelling import plainly_spelled
from casegen.texts.numbers.stated import READ
from casegen.texts.reservations.unfinished import taken_back
from casegen.texts.reservations.weakenings import weakened

_DOCUMENT = (
    r"(?:[A-Z]{1,6}[\s-]?\d[\w./-]*|(?:the\s+|an?\s+|die\s+|den\s+|das\s+|eine[nr]?\s+)?(?:new(?:er)?|later|next|current|revised|second|third|neue[nrs]?|spätere[nrs]?|"
    r"aktuelle[nrs]?)?\s*(?:revision|rev\.?|issue|edition|version|report|document|data\s+sheet|standard|certificate|record|table|ausgabe|fassung|bericht|"
    r"dokument|norm|datenblatt|zertifikat|tabelle)\b)"
)
_GONE = (
    r"(?:withdrawn|superseded|retracted|revoked|rescinded|repealed|annulled|obsolete|outdated|deprecated|invalid(?:ated)?|void(?:ed)?|null\s+and\s+void|"
    r"cancell?ed|expired|lapsed|out\s+of\s+(?:date|force)|no\s+longer\s+(?:valid|in\s+force|applicable|current)|not\s+(?:valid|in\s+force|applicable)\s+(?:any\s+(?:more|longer)|anymore)|"
    r"not\s+to\s+be\s+(?:used|relied\s+(?:up)?on|trusted)|ceased\s+to\s+(?:apply|be\s+(?:valid|in\s+force))|recalled(?:\s+by\s+the\s+(?:maker|manufacturer|vendor|supplier|issuer))?|"
    r"(?:found|known|shown|proved|proven)\s+(?:to\s+be\s+)?(?:wrong|faulty|false|incorrect|flawed|unreliable)(?!\s+in\s+\d{1,3}\b)|retired|since\s+replaced|obsolet|do\s+not\s+use|not\s+for\s+use|"
    r"zurückgezogen|widerrufen|ungültig|überholt|veraltet|hinfällig|aufgehoben|annulliert|storniert|abgelaufen|erloschen|(?:außer|ausser)\s+kraft(?:\s+(?:gesetzt|getreten))?|"
    r"nicht\s+mehr\s+(?:gültig|in\s+kraft|anwendbar|verwenden|zu\s+verwenden|anzuwenden|angewendet)|nicht\s+(?:zu\s+)?verwenden|gilt\s+nicht\s+mehr|gelten\s+nicht\s+mehr)"
)
_REPLACED = (
    rf"(?:(?:replaced|superseded)\s+by|ersetzt\s+durch|abgelöst\s+durch)\s+(?-i:{_DOCUMENT})|"
    rf"(?:please\s+)?use\s+(?-i:{_DOCUMENT})\s+instead|stattdessen\s+(?-i:{_DOCUMENT})"
)
_DATE = (
    r"(?:\d|(?:january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|"
    r"oktober|dezember)\b)"
)
_WHEN = (
    rf"(?:\s+(?:by|durch|see|siehe|with|mit)\s+(?-i:{_DOCUMENT})[^,;:()]*|"
    rf"\s+(?:(?:on|since|in|as\s+of|from|at|am|seit|zum|ab|im)\s+)?(?:the\s+)?{_DATE}[^,;:()]*)?"
)
_PIECE = compiled(
    r"\W*(?:(?:now|since|meanwhile|already|jetzt|inzwischen|bereits|is|ist|was|wurde)\s+)?"
    rf"(?:{_GONE}{_WHEN}|{_REPLACED}.*)\W*",
    re.I,
)
_PAPER = (
    r"(?:[\w-]*(?:report|record|sheet|certificate|standard|norm|document|handbook|manual|table|edition|issue|revision|statement|paper|analysis|study|survey|"
    r"log|protocol|minutes|source|specification|regulation|directive|drawing|letter|approval|permit|licen[cs]e|evidence|measurement|result|database|"
    r"bericht|protokoll|datenblatt|zertifikat|dokument|handbuch|tabelle|ausgabe|fassung|nachweis|studie|analyse|vorschrift|richtlinie|zeichnung|"
    r"freigabe|genehmigung|messung|ergebnis|quelle)(?:s|n|en|e|es)?|(?-i:[A-Z]{2,}[\w-]*\d[\w./-]*))"
)
_SAID_OF_IT = compiled(
    rf"^(?=[^,;:.]*\b{_PAPER}\b)\W*"
    r"(?:(?:the|this|our|der|die|das|diese[rs]?|unser\w*)\s+)?(?:(?!(?:not|no|never|old|previous|former|earlier|that|which|if|when|unless|until|"
    r"nicht|kein\w*|alte[rsnm]?|frühere\w*|wenn|falls)\b)[\w./-]+\s+){1,9}?"
    r"(?:(?:is|are|was|were|has\s+been|have\s+been|ist|sind|wurden?|gilt\s+als)\s+(?:now\s+|since\s+|meanwhile\s+|already\s+|jetzt\s+|inzwischen\s+|bereits\s+|seit\s+\w+\s+)?"
    rf"(?:{_GONE}|{_REPLACED})|gilt\s+nicht\s+mehr|gelten\s+nicht\s+mehr|(?:has|have)\s+(?:expired|lapsed)|trat\s+außer\s+kraft){_WHEN}\W*$",
    re.I,
)
_PAPER_IN = compiled(rf"\b{_PAPER}\b", re.I)
_ABOUT_A_THING = compiled(r"\W*(?:the|der|die|das)\b", re.I)
"""``The key is invalid`` says nothing of the text itself"""
_APART = compiled(r"[,;:()\[\]]|\s[–—-]\s|[.!]\s+(?=[^\W\d])")
_OTHER = compiled(
    r"\b(?:replaces|supersedes|instead\s+of|in\s+place\s+of|formerly|previously|old|previous|former|earlier|ersetzt(?!\s+durch)|anstelle|statt|früher\w*|alte[rsnm]?|"
    r"vorherige\w*)\b",
    re.I,
)
"""words of what this text stands in place of"""


@lru_cache(maxsize=MOST_TEXTS)
def out_of_force(text: str) -> str:
    """Words by which a text says that it no longer stands; empty where it says nothing of the kind of itself.

    >>> [out_of_force(t) for t in ("Withdrawn", "Data sheet DS-4 (expired)", "Norm 12, ersetzt durch DIN 4711")]
    ['Withdrawn', 'expired', 'ersetzt durch DIN 4711']
    >>> [out_of_force(t) for t in ("The report is void", "DS-4, replaces DS-3 (withdrawn)", "Seal, replaced by hand")]
    ['The report is void', '', '']
    """
    text = plainly_spelled(text[:READ]).strip()
    said = taken_back(text)
    if said and (_PAPER_IN.search(said) or not _ABOUT_A_THING.match(said)):
        return said
    before = ""
    for piece in _APART.split(text):
        if _PIECE.fullmatch(piece) and not _OTHER.search(before):
            return piece.strip(" .")
        before = f"{before} {piece}"
    match = _SAID_OF_IT.match(text)
    return match[0].strip(" .") if match else ""


def weakened_or_gone(text: str) -> str:
    """Words by which a text denies, doubts or narrows what it shows, or says that it no longer stands."""
    return weakened(text) or out_of_force(text)
