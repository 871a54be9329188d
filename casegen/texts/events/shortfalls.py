"""Whether a clause says that what is to be so is so in part only, or that the thing itself is gone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from casegen.model.expressions import compiled
from casegen.texts.events.subjects import stems
from casegen.texts.numbers.counts import SPELT, count_of
from casegen.texts.wording.denials import negations

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


_COUNTED = rf"(?:\d{{1,6}}|{SPELT})"
_OF_ALL = compiled(
    rf"(?<![\w.,-])(?P<some>{_COUNTED})\s+(?:(?:out\s+)?of|von)\s+(?:the\s+|all\s+|our\s+|den\s+)?(?P<all>{_COUNTED})(?![\w%]|[.,]\d)",
    re.I,
)
_NUMBERED = compiled(
    r"\b(?:pages?|sheets?|sections?|parts?|steps?|items?|tables?|figures?|rev(?:ision)?|volumes?|conditions?|findings?|reports?|seite|blatt|teil|schritt|"
    r"abschnitt|tabelle|auflage)\W*$",
    re.I,
)
"""before ``3 of 4``: the third, not three"""
_LEFT_OUT = compiled(
    r"\b(?:except(?:ing)?(?!\s+that)|apart\s+from|other\s+than|save\s+for|with\s+the\s+exception\s+of|excluding|mit\s+ausnahme\s+von|ausgenommen|außer|"
    r"bis\s+auf(?!\s+weiteres))\s+\w|\b(?:all|every(?:thing|one)?|alle[sn]?)\s+but\s+(?!not\b)\w|"
    r"(?<![\w.,])(?<!at )(?<!to )(?<!with )(?<!below )(?<!above )(?<!under )(?<!than )(?<!within )(?<!bei )(?<!mit )"
    r"\d{1,2}(?:[.,]\d+)?\s*"
    r"(?:%|per\s?cent|prozent)\s+(?:of|der|des|von|aller)\b|"
    r"\b(?:so\s+far|to\s+date|up\s+to\s+now|bisher|bislang)\s+(?:only\s+|nur\s+)?(?:on|at|in|for|one|some|the\s+first|an|auf|bei|für)\b|"
    r"\b(?:old|former|previous|existing|original|alte[nrs]?|bisherige[nrs]?)\s+(?:\w+\s+){0,2}?(?:still\s+)?(?:remains?|stays?|are|is|bleib(?:t|en)|sind|ist)\s+"
    r"(?:still\s+|noch\s+)?(?:in\s+(?:service|use|place|operation|betrieb|gebrauch)|fitted|installed|mounted|eingebaut|montiert)\b|"
    r"\b(?:keeps?|kept|retains?|retained|behält|behalten)\s+(?:its|their|the|his|ihre?n?|seine?n?|den|die|das)\s+(?:old|former|previous|existing|original|alte[nrs]?|"
    r"bisherige[nrs]?)\b",
    re.I,
)
"""``replaced except at platform 4``, ``all but one``, ``80 % of the latches``, ``the old ones remain in service``"""
_THE_REST = compiled(
    r"\b(?:last|remaining|rest|others?|also|übrigen?|letzten?|restlichen?|anderen?)\b"
    r"(?!.*\b(?:not|never|keeps?|remains?|stays?|old|open|later|will|follows?|pending|due|to\s+be|nicht|noch|bleib\w*|folg\w*|offen)\b)",
    re.I,
)
"""``the last one on 5 May``: what was left has been done as well"""


def left_in_part(clauses: Sequence[str], wanted: str) -> bool:
    """Whether clauses say that what ``wanted`` asks for is so of some only, and no later one that the rest is, too.

    >>> [left_in_part([c], "All latches are replaced") for c in ("39 of 40 latches are replaced",
    ...     "Replaced except at platform 4", "All but one are replaced", "80 % of the latches are replaced",
    ...     "The old latches remain in service")]
    [True, True, True, True, True]
    >>> [left_in_part(c, "All latches are replaced") for c in (["40 of 40 latches are replaced"],
    ...     ["Replaced, see page 3 of 4"], ["39 of 40 were replaced on 3 May", "the last one on 5 May"],
    ...     ["Replaced and tested at 80 % of the load"])]
    [False, False, False, False]
    """
    if _is_some(wanted) or _LEFT_OUT.search(wanted):
        return False
    said = [k for k, clause in enumerate(clauses) if _is_some(clause) or _LEFT_OUT.search(clause)]
    return bool(said) and not any(_THE_REST.search(clause) for clause in clauses[said[0] + 1 :])


def _is_some(clause: str) -> bool:
    """``3 of 4``, and not ``4 of 4`` or ``page 3 of 4``."""
    return any(
        count_of(match["some"]) < count_of(match["all"]) and not _NUMBERED.search(clause[: match.start()])
        for match in _OF_ALL.finditer(clause)
    )


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
