"""Texts that say of themselves that they are unfinished, or that a step does not hold; in English and German."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.denials import denies_itself
from casegen.texts.numbers import READ

_LATER = r"(?:done|written|stated|defined|filled\s+in|completed|added|argued|justified|modelled|modeled)"
_NOTHING = compiled(
    rf"^\W*(?:(?:tb[acd]|to\s?do|fixme|xxx+|n/?a|to\s+be\s+{_LATER}|(?:begründung\s+|text\s+)?folgt(?:\s+noch)?)\W*)?$",
    re.I,
)
_DRAFT = compiled(
    r"^\W*(?:draft|incomplete|unfinished|preliminary|wip|entwurf|(?:noch\s+)?unvollständig|unfertig|vorläufig)\s*(?:[:;.,(]|$)|^\W*(?-i:TODO|FIXME|TBD)\b|"
    r"\b(?:not\s+(?:yet\s+)?(?:modelled|modeled)|noch\s+nicht\s+modelliert)(?:\s+yet)?\W*$|"
    r"(?:^\W*|\b(?:tree|model|analysis|branch|baum|modell|zweig)\s+(?:is|was|ist|wurde)\s+(?:\w+\s+)?)(?:not\s+(?:yet\s+)?(?:reviewed|completed?|finished)|"
    r"incomplete|unfinished|(?:noch\s+)?nicht\s+(?:geprüft|vollständig|fertig)|unvollständig|unfertig)(?:\s+yet)?\W*$|"
    rf"\b(?:is|are)\s+(?:still\s+)?to\s+be\s+{_LATER}\W*$|\bstill\s+to\s+be\s+{_LATER}\b",
    re.I,
)
_STEP = r"(?:step|argument|inference|conclusion|reasoning|schritt|schluss|begründung)"
_FOLLOWS_NOT = compiled(
    r"^\W*(?:i|we|ich|wir)\s+(?:think|believe|guess|hope|feel|suppose|denken?|glauben?|hoffen?|meinen?)\b|"
    r"^\W*(?:it|this|that|the\s+(?:claim|conclusion))\s+(?:does\s+not|doesn't|cannot|can't|need\s+not|may\s+not)\s+follow(?:\s+(?:from|that|yet)\b|\W*$|,)|"
    rf"\b{_STEP}\s+(?:is|ist)\s+(?:\w+ly\s+)?(?:invalid|wrong|false|unsound|circular|faulty|not\s+(?:valid|sound|correct)|ungültig|falsch|"
    r"zirkulär|nicht\s+(?:gültig|schlüssig))\b|\bnon\s+sequitur\b|^\W*circular(?:\s+reasoning)?\W*$|"
    r"\b(?:nobody|no\s+one)\s+knows\s+(?:why|how|whether|if)\b|\b(?:not|un)\s?(?:sure|certain|clear)\s+(?:that|whether|why|if|how)\b|"
    r"\b(?:does|do|did)\s+not\s+(?:really\s+)?(?:show|prove|support|demonstrate)\s+(?:it|this|that|the\s+claim)\W*$|"
    r"\b(?:daraus|hieraus)\s+folgt\s+(?:das\s+)?nicht\b|\bes\s+folgt\s+nicht\b|\bniemand\s+weiß\s*,?\s*(?:warum|wie|ob)\b",
    re.I,
)


def still_to_write(text: str) -> bool:
    """Whether a text stands for one that is still to be written.

    >>> [still_to_write(t) for t in ("TBD", "?", "to be written", "To be safe is to be tested", "Over both doors")]
    [True, True, True, False, False]
    """
    return _NOTHING.match(text[:READ]) is not None


def unfinished(text: str) -> str:
    """Words by which a description says that what it describes is not finished; empty where there are none.

    >>> unfinished("Draft: two of nine causes"), unfinished("Causes of software are not modelled yet")
    ('Draft:', 'not modelled yet')
    >>> unfinished("Incomplete braking"), unfinished("Draft of the ship above 2 m")
    ('', '')
    """
    match = _DRAFT.search(text[:READ].strip())
    return match[0].strip() if match else text.strip() if text.strip() and still_to_write(text) else ""


_TAKEN_BACK = compiled(
    r"^\W*(?:(?:this|the|diese[rs]?|der|die|das)\s+(?:\w+\s+)?(?:is|was|ist|wurde)\s+)?"
    r"(?:withdrawn|superseded|retracted|revoked|obsolete|outdated|invalid|void|wrong|expired|do\s+not\s+use|not\s+valid|no\s+longer\s+valid|"
    r"number\s+invented|invented|placeholder(?:\s+number)?|zurückgezogen|ungültig|überholt|abgelaufen|falsch|nicht\s+(?:mehr\s+)?(?:gültig|verwenden))"
    r"(?=\W*$|\s*[,;:.(–]|\s+-\s|\s+(?:by|on|since|in|see|any|durch|am|seit|mehr)\b)",
    re.I,
)


def taken_back(note: str) -> str:
    """Words by which a note takes back what it stands at; empty where it says something else.

    >>> [taken_back(n) for n in ("Withdrawn", "superseded by E2", "not valid any more", "Ungültig, siehe Mail")]
    ['Withdrawn', 'superseded', 'not valid', 'Ungültig']
    >>> [taken_back(n) for n in ("superseded reports are in annex B", "TR-3 was withdrawn; this one stands")]
    ['', '']
    """
    match = _TAKEN_BACK.match(note[:READ])
    return match[0].strip() if match else ""


def denies_step(text: str) -> str:
    """Words by which a step says that its conclusion does not follow; empty where it says nothing of the kind.

    >>> denies_step("It does not follow from the record"), denies_step("The step is circular")
    ('It does not follow from', 'step is circular')
    >>> denies_step("What does not follow the plan is tested"), denies_step("The inspection shows it")
    ('', '')
    """
    match = _FOLLOWS_NOT.search(text[:READ])
    return match[0].strip() if match else denies_itself(text) or unfinished(text)
