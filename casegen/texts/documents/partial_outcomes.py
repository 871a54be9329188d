"""Sentences and lines by which a document falls short although something in it passed; English and German.

In part only, taken back, not within a limit, not accepted; headings, lines of logs and single values that say so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from casegen.model.expressions import compiled
from casegen.texts.documents.made_good import EXCEPT

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?!(?:Jan|Feb|März|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)[a-z]*\b)|\n")
_LONGEST = 500
"""characters of a sentence that are looked at"""
_HINT = compiled(
    r"withdrawn|retracted|revoked|zurückgezogen|widerrufen|except|other than|but |apart from|save for|außer|"
    r"ausser|bis auf|ausnahme|most|many|almost|nearly|meisten|fast|deviation|verfehlt|[❌✗✘🔴]|bestanden|not\b|"
    r"n['’]t\b|nicht|unsuccess|"
    r"exceed|"
    r"überschr|refus|denied|verweiger|declin|blocked|blockiert|condition|bedingt|conform|konform|NCR|abgebrochen|"
    r"fail|fehlgesch|durchgef|nok|n\.? ?i\.? ?o|error|rc=|exit|return|✖|\[-\]|no\b|nein|false",
    re.I,
)
_PAPER = (
    r"(?:report|record|result|certificate|document|test\s+report|test|protocol|statement|approval|acceptance|release|bericht|prüfbericht|protokoll|ergebnis|zertifikat|"
    r"dokument|nachweis|freigabe|abnahme|prüfung)"
)
_TAKEN_BACK = r"(?:withdrawn|retracted|revoked|rescinded|annulled|zurückgezogen|widerrufen|annulliert)"
_WITHDRAWN = compiled(
    rf"^\W*(?:(?:note|remark|important|attention|hinweis|achtung|wichtig)\W+)?(?:(?:this|the|our|these|diese[rs]?|das|der|die|unser\w*)\s+)(?:test\s+)?{_PAPER}s?\s+(?:has|have|had|is|are|was|were|wird|wurden?|ist|sind)\s+"
    rf"(?:(?:been|now|since|therefore|hereby|hiermit|daher|inzwischen|am\s+\d{{1,2}}\.?[^.;]{{0,20}}|on\s+\d[^.;]{{0,20}})\s+)*{_TAKEN_BACK}\b(?!\s+(?:if|when|unless|wenn|falls)\b)|"
    rf"^\W*(?:(?:test\s+)?{_PAPER}\s+)?{_TAKEN_BACK}(?:\W*$|\W*\s(?:(?:on|by|since|am|seit|von|durch|because|wegen|weil|due)\s|\d))|^\W*(?:ungültig|invalid|void)\s*!",
    re.I,
)
_NOT_SO = compiled(
    r"\b(?:no|none|never|nobody|neither|nor|without|if|when|whenever|whether|where|unless|until|before|once|should|must|shall|may\s+not|can|could|would|will|that|which|who|"
    r"not\s+once|at\s+no\s+time|on\s+purpose|injected|simulated|expected|supposed|intended|kein\w*|nie\w*|ohne|wenn|falls|ob|sobald|bevor|solange|soll\w*|darf|dürfen|"
    r"muss|kann|absichtlich|requirement:|meaning|means|bedeutet)\b|(?<![\w.,])0\s+(?:of|von)\b|\b[ck]riteri\w+[^.:\n]{0,30}:|[=?]",
    re.I,
)
"""it did not occur, or is spoken of"""
_UNMET = compiled(
    r"\b(?:nicht\s+(?:erfüllt|eingehalten|erreicht|in\s+ordnung|i\.\s?o\.?|erfolgreich)|(?:was|were|is|are)\s+(?:unsuccessful|not\s+successful|not\s+(?:met|kept|fulfilled|satisfied))|(?:kriterium|grenzwert|ziel|anforderung)\s+(?:\w+\s+){0,3}verfehlt)\W*$",
    re.I,
)
_BEYOND = compiled(
    r"\b(?:exceed(?:s|ed)?\s+(?:the|its|this)\s+(?:[\w-]+\s+)?(?:limit|threshold|tolerance|maximum)\b|"
    r"(?:überschreite[tn]|überschritt(?:en)?)\s+(?:den|die|das)\s+(?:[\w-]+\s+)?(?:grenzwert|grenze|limit|toleranz|höchstwert)\w*|"
    r"(?:den|die|das)\s+(?:grenzwert|grenze|limit|toleranz|höchstwert)\w*\s+(?:\w+\s+){0,2}überschritten\b|"
    r"\b(?:limit|threshold|tolerance|grenzwert|toleranz)\s+(?:(?:was|is|ist|wurde)\s+)?(?:exceeded|überschritten)\W*$)",
    re.I,
)
_GOOD_ABOVE = compiled(
    r"\b\w*(?:resistance|strength|capacity|margin|life|lifetime|reserve|endurance|coverage|recall|accuracy|precision|availability|widerstand|festigkeit|kapazität|reserve|"
    r"genauigkeit|verfügbarkeit|alarm\w*|warn\w*|did\s+not|does\s+not|not|nicht)\b",
    re.I,
)
"""sizes that are to be above a limit, and what is to react to one above it"""
_REFUSED = compiled(
    r"\b(?:refuse[sd]?|declined|denied|withheld)\s+(?:the\s+|to\s+|its\s+|his\s+|her\s+|their\s+)?(?:accept\w*|approv\w*|release|sign(?:ature)?)\b|"
    r"\b(?:acceptance|approval|release)\s+(?:(?:was|is|has\s+been|were)\s+)?(?:refused|denied|withheld|declined)\b|"
    r"\b(?:abnahme|freigabe|zulassung|genehmigung)\s+(?:(?:wurde|wird|ist|war)\s+)?(?:(?!nicht\b)\w+\s+){0,2}?(?:verweigert|versagt|abgelehnt)\b",
    re.I,
)
_MOST = compiled(
    r"\b(?:most|many|nearly\s+all|almost\s+all|die\s+meisten|fast\s+alle)\b[^.;,:|]{0,40}\b(?:pass(?:ed)?|bestanden|succeeded)\W*$",
    re.I,
)
_DID_NOT = compiled(r"\b(?:did|does|do|was|were|has|have)\s*(?:not|n['’]t)\s+(?:be\s+|been\s+)?refuse", re.I)
_HEADED = compiled(
    r"^[ \t]*#{1,6}[ \t]+(?P<of>[^\n]{1,60}?)(?:[ \t]*[:–—][ \t]*|[ \t]+-[ \t]+|[ \t]*\()[*_]*(?:fail(?:ed)?|nok|"
    r"not[ \t]+(?:ok|passed)|nicht[ \t]+bestanden|fehlgeschlagen|"
    r"durchgefallen|n\.?[ \t]?i\.?[ \t]?o\.?)[*_)]*[ \t.!]*$",
    re.I,
)
"""``## Stop – fail``, ``## Stop (failed)``"""
_HEADED_AS = compiled(
    r"^[ \t]*#{1,6}[ \t]+(?:(?!.*\b(?:what|that|which|who|where|if|when|how|why|after|before|none|no|not|tests|"
    r"steps|checks|items|starts|runs|"
    r"cases|was|wenn|falls|die|kein\w*)\b)[^\n#:]{1,50}[ \t](?:failed|fehlgeschlagen|nicht[ \t]+bestanden|"
    r"durchgefallen)[ \t.!*_]*$|"
    r"[❌✗✘✖🔴][ \t]+[^\W_]|(?-i:FAIL|FAILED|NOK)[ \t:–-]+(?!(?:safe|silent|open|soft|operational|over|criteri\w+|"
    r"modes?|states?|rates?|"
    r"definitions?|conditions?|handling|tests|steps|starts|cases|runs|analysis|if|when|means?|is)\b)[^\W\d_])",
    re.I,
)
"""``## Stop failed``, ``### FAIL Stop``, ``## ❌ Stop``"""
_STEP = (
    r"(?:steps?|tests?|test\s+cases?|cases?|checks?|runs?|schritte?|prüfschritte?|prüfung|versuch|lauf|"
    r"\w*start|\w*stopp?)"
)
_VALUE = compiled(
    rf"^[ \t>*_•+-]*(?:\d{{1,3}}[.)][ \t]+)?(?:{_STEP}(?:[ \t]+[\w.-]+){{0,3}}[*_ \t]*[:=][ \t*_\"']*(?:blocked|"
    r"blockiert)|"
    r"(?:(?:overall|final|test|gesamt)[ \t-]*)?(?:result|verdict|outcome|conclusion|ergebnis|gesamtergebnis|"
    r"urteil)[*_ \t]*[:=][ \t*_\"']*"
    r"(?:conditional(?:ly)?[ \t]+(?:pass(?:ed)?|accepted|approved)|(?:pass(?:ed)?|accepted|"
    r"approved)[ \t]+conditionally|deviation[ \t]+(?:report[ \t]+)?\d+|(?:bedingt|"
    r"unter[ \t]+vorbehalt)[ \t]+(?:bestanden|freigegeben)|ncr[ \t#-]*\d+|"
    r"(?:prüfung|test|versuch)[ \t]+(?:abgebrochen|aborted|nicht[ \t]+bestanden)|non-?conforming|nicht[ \t]+konform)|"
    r"[^\W\d_][^:\n|=]{0,50}[ \t]*[:=|][ \t*_\"']*(?:nok|not[ \t]+ok|n\.?[ \t]?i\.?[ \t]?o\.?|"
    r"nicht[ \t]+(?:i\.?[ \t]?o\.?|in[ \t]+ordnung))|"
    r"[\"']?(?:\w+_)?(?:ok|passed|valid|success(?:ful)?|compliant|conform(?:s|ing)?|in[ _]ordnung|bestanden|"
    r"erfüllt)[\"']?[ \t]*[:=][ \t*_\"']*(?:no|false|nein))[ \t*_\"'.,!|]*$",
    re.I,
)
"""``stop: nok``, ``Step 4: blocked``, ``Result: NCR 12``, ``ok: false``"""
_LOG = compiled(
    r"^\W{0,3}error:[ \t]+(?:[\w-]+[ \t]+)?(?:test|tests|job|build|command|process|step)\b[^\n]{0,20}\bfailed\b|"
    r"\bmake(?:\[\d+\])?:[ \t]+\*{3}[^\n]*\berror[ \t]+[1-9]\d*\b|"
    r"^[^\n:]{0,40}\b(?:rc|exit[ _]?(?:code|status)|return[ _]?(?:code|status)|returncode|"
    r"exitcode)[ \t]*[:=][ \t]*[1-9]\d{0,4}\W*$",
    re.I,
)
"""what build tools and scripts write when something ended badly"""
_SIGNS = ((compiled(r"^[ \t]*✔[ \t]", re.M), "✖"), (compiled(r"^[ \t]*\[\+\][ \t]", re.M), "[-]"))
"""marks of lines that passed, and those of lines that did not, in the same document"""


def partial_outcomes(document: str, after: int) -> Iterator[str]:
    """The sentences of a document by which it falls short; of those before ``after`` the ones that take it back alone.

    >>> list(partial_outcomes("This report is withdrawn. All 12 steps passed.", 27))
    ['This report is withdrawn.']
    >>> list(partial_outcomes("11 steps passed, step 4 did not.", -1)), list(partial_outcomes("R4: met", -1))
    (['11 steps passed, step 4 did not.'], [])
    """
    bad_signs = [bad for good, bad in _SIGNS if bad in document and good.search(document)]
    at = 0
    for part in _SENTENCE.split(document):
        at = document.index(part, at)
        line = part.strip()[:_LONGEST]
        if _HINT.search(line):
            later = at > after
            marked = any(line.startswith(sign) and line[len(sign) :].strip() for sign in bad_signs)
            if _WITHDRAWN.search(line) or (later and (marked or _falls_short(line))):
                yield " ".join(line.split())[:160]
        at += len(part)


def _falls_short(line: str) -> bool:
    """Whether a sentence or line reports what was not so."""
    if _HEADED.match(line) or _HEADED_AS.match(line) or _VALUE.match(line) or _LOG.search(line):
        return True
    if line.startswith("#") or _NOT_SO.search(line):
        return False
    beyond = _BEYOND.search(line)
    return (
        EXCEPT.search(line) is not None
        or _MOST.search(line) is not None
        or ("|" not in line and _UNMET.search(line) is not None)
        or (beyond is not None and not _GOOD_ABOVE.search(line[: beyond.start()]))
        or (_REFUSED.search(line) is not None and not _DID_NOT.search(line))
    )
