"""Whether a clause says that what is to be so is so in part only, or that the thing itself is gone."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.denials import negations
from casegen.texts.subjects import stems

_BE = r"(?:is|are|was|were|has\s+been|have\s+been|got|remains?|stays?|ist|sind|war(?:en)?|wurden?|bleibt)"
_GONE = compiled(
    r"\b(?:removed|gone|dismantled|dismounted|detached|taken\s+(?:away|off|out|down)|thrown\s+away|scrapped|destroyed|defeated|bypassed|bridged|"
    r"overridden|disconnected|unplugged|circumvented|wedged|propped|entfernt|ausgebaut|abgebaut|demontiert|verschwunden|weg|überbrückt|umgangen|"
    r"abgeklemmt|zerstört)\b",
    re.I,
)
_PARTLY = compiled(
    r"\b(?:(?:only\s+|just\s+|nur\s+)?(?:half|halfway|partly|partially|nearly|almost|mostly|largely|incompletely|loosely|barely|hardly|halb|teilweise|fast|beinahe|"
    r"weitgehend|kaum|größtenteils)|(?:not|nicht)\s+(?:fully|completely|entirely|quite|all\s+the\s+way|ganz|vollständig|völlig))[\s-]+(?P<is>[^\W\d]+)",
    re.I,
)
_AJAR = compiled(r"\b(?:ajar|half[\s-]?(?:open|way)|einen\s+spalt)\b", re.I)
_SOME = compiled(
    r"^\W*(?:only\s+|nur\s+)?(?:half|some|most|part|parts|many|few|a\s+few|several|einige|manche|die\s+hälfte|ein\s+teil|die\s+meisten)\s+(?:of\s+|von\s+)?",
    re.I,
)
_SUBJECT = compiled(
    rf"^\W*(?:(?:the|an?|each|every|all|both|der|die|das|jede[rs]?|alle)\s+)*(?P<of>(?:[^\W_][\w-]*\s+){{1,4}}?){_BE}\b",
    re.I,
)


def falls_short(clause: str, wanted: str) -> bool:
    """Whether a clause says of what ``wanted`` asks for that it is so in part, or that its thing is gone.

    >>> [falls_short(c, "The guard is closed") for c in ("The guard is removed", "No guard", "The guard is half closed")]
    [True, True, True]
    >>> [falls_short(c, "The guard is closed") for c in ("The rust is removed", "No gap", "Closed, half of it steel")]
    [False, False, False]
    """
    if negations(wanted):
        return False
    return _is_partly(clause, wanted) or _is_gone(clause, wanted)


def _is_partly(clause: str, wanted: str) -> bool:
    asked = stems(wanted)
    if _PARTLY.search(wanted) or _SOME.match(wanted):
        return False
    if any(stems(match["is"]) & asked for match in _PARTLY.finditer(clause)):
        return True
    some = _SOME.match(clause)
    return _AJAR.search(clause) is not None or (
        some is not None and bool(stems(" ".join(clause[some.end() :].split()[:3])) & asked)
    )


def _is_gone(clause: str, wanted: str) -> bool:
    subject = _SUBJECT.match(wanted)
    if subject is None or _GONE.search(wanted):
        return False
    thing = re.escape(subject["of"].strip().split()[-1])
    none = (
        r"^\W*(?:there\s+(?:is|was)\s+)?(?:no|without(?:\s+(?:the|a))?|keine?|ohne)\s+(?:\w+\s+)?"
        rf"{thing}(?:\s+(?:any\s+more|there|left|mehr|da))?\W*$"
    )
    gone = rf"^\W*(?:(?:the|der|die|das)\s+)?(?:\w+\s+){{0,2}}?{thing}s?\s+(?:{_BE}\s+)?(?:\w+\s+)?{_GONE.pattern}"
    return any(re.search(form, clause, re.I) for form in (none, gone))
