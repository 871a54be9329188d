"""Texts that say of themselves that they are unfinished, or that a step does not hold; in English and German."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.numbers.stated import READ
from casegen.texts.wording.denials import denies_itself
from casegen.texts.wording.open_words import IN_WORK, MARKS

_LATER = r"(?:done|written|stated|defined|filled\s+in|completed|added|argued|justified|modelled|modeled)"
_NOTHING = compiled(
    rf"^\W*(?:(?:{MARKS}|n/?a|to\s+be\s+{_LATER}|(?:begründung\s+|text\s+)?folgt(?:\s+noch)?)\W*)?$",
    re.I,
)
_PAPER = (
    r"(?:(?:safety|assurance|hazard|risk|fault|test|system|first|second|final)\s+){0,3}(?:cases?|reports?|analys[ie]s|study|studies|trees?|"
    r"documents?|versions?|revisions?|issues?|plans?|arguments?|specifications?|hazop|fmea|sicherheitsnachweis\w*|nachweis\w*|\w*bericht\w*|"
    r"\w*analyse\w*|fehlerbaum\w*)"
)
_OF_A_SHIP = (
    r"(?!\s*[,;]\s*(?:(?:and|or)\s+)?(?:trim|heel|list|displacement|beam|length|freeboard|depth|breadth|speed)\b|"
    r"\s*\(\s*(?:in\s+)?(?:\d[\d.,]*\s*)?(?:m|cm|mm|ft|met(?:re|er)s?)\s*\))"
)
"""behind *draft*: how deep a ship lies in the water"""
_DRAFT = compiled(
    rf"^\W*draft(?:\s+(?:of\s+(?:(?:the|an?|this|our)\s+)?)?{_PAPER}\b|\s+v\.?\s?\d|\s+\d+\.\d+\W*$|\s+(?:for\s+(?:review|comments?|discussion)|only)\b|\s+[-–—]\s)|"
    rf"^\W*entwurf\s+(?:(?:des|der|eine[sr])\s+)?{_PAPER}\b|(?-i:^\W*DRAFT\s+(?=\S*[a-z]))|"
    rf"^\W*draft{_OF_A_SHIP}\s*(?:[:;.,(]|$)|"
    r"^\W*(?:incomplete|unfinished|preliminary|wip|entwurf|(?:noch\s+)?unvollständig|unfertig|vorläufig)\s*(?:[:;.,(]|$)|^\W*(?-i:TODO|FIXME|TBD)\b|"
    r"\b(?:not\s+(?:yet\s+)?(?:modelled|modeled)|noch\s+nicht\s+modelliert)(?:\s+yet)?\W*$|"
    r"(?:^\W*|\b(?:tree|model|analysis|branch|baum|modell|zweig)\s+(?:is|was|ist|wurde)\s+(?:\w+\s+)?)(?:not\s+(?:yet\s+)?(?:reviewed|completed?|finished)|"
    r"incomplete|unfinished|(?:noch\s+)?nicht\s+(?:geprüft|vollständig|fertig)|unvollständig|unfertig)(?:\s+yet)?\W*$|"
    rf"\b(?:is|are)\s+(?:still\s+)?to\s+be\s+{_LATER}\W*$|\bstill\s+to\s+be\s+{_LATER}\b",
    re.I,
)
_SKETCH = rf"(?:{IN_WORK}|stub|placeholder|sketch|platzhalter|skizze)"
_DRAWN = (
    r"(?:included|considered|analysed|analyzed|modelled|modeled|drawn|in\s+the\s+tree|enthalten|betrachtet|berücksichtigt|"
    r"eingetragen)"
)
_PART = r"(?:branch|part|half|side|tree|model|zweig|teil|hälfte|seite|baum|modell)"
_TO_COME = compiled(
    r"^\W*(?:missing|to\s+come|left\s+to\s+do|fehlt(?:\s+noch)?)\s*:|"
    rf"^\W*(?:(?:only|just|still|nur|noch)\s+)?(?:an?\s+|the\s+|eine?\s+)?(?:(?:first|rough|early|erste[rs]?|grobe[rs]?)\s+)?{_SKETCH}"
    r"(?:\s+(?:only|for\s+now|so\s+far|nur|bisher))?\s*(?:[:;.,(]|$)|"
    r"^\W*(?:an?\s+|eine?\s+)?(?:first|rough|erste[rs]?|grobe[rs]?)\s+(?:sketch|draft|skizze|entwurf)\b|"
    rf"\b(?:tree|model|analysis|branch|baum|modell|zweig)\s+(?:is|ist)\s+(?:still\s+|noch\s+)?(?:an?\s+|eine?\s+)?{_SKETCH}\b|"
    rf"\b(?:not|nicht)\s+{_DRAWN}\s+yet\W*$|\b(?:not\s+yet|noch\s+nicht)\s+{_DRAWN}\W*$|"
    r"\b(?:without|ohne)\b[^.;]*,\s+(?:which|that|der|die|das)\s+(?:follows?|comes?|folgt|folgen|kommt)(?:\s+(?:later|soon|next|noch|später))?\W*$|"
    rf"^\W*(?:only|so\s+far|nur|bisher)\b[^.;]*\b{_PART}\b[^.;,]*\s(?:is|are|ist|sind)\s+(?:done|finished|complete|fertig|erledigt)\W*$|"
    r"^\W*(?:only|so\s+far|nur|bisher)\b[^.;]*\b(?:is|are|ist|sind)\s+(?:modelled|modeled|drawn|modelliert|gezeichnet)\W*$|"
    r"^\W*(?:(?!(?:what|nothing|ha(?:s|ve|d)|is|are|fails?|u?nable|able|ready|free|time|used|supposed|meant)\b)[^\W\d]+\s+){1,3}to\s?do\W*$|"
    r"\b(?:will|wird|werden)\s+(?:\w+\s+){0,2}?(?:be\s+(?:modelled|modeled|included|drawn)|modelliert|nachgereicht|nachgetragen|(?:be\s+added|follow|ergänzt)\s+"
    r"(?:later|soon|next|in\s+version))\b",
    re.I,
)
"""what is to be done, said at length"""
_NOTHING_TO_DO = compiled(r"\b(?:nothing|no\w*|nichts|kein\w*)\b[^.;]*$", re.I)
_STEP = r"(?:step|argument|inference|conclusion|reasoning|schritt|schluss|begründung)"
_FOLLOWS_NOT = compiled(
    r"^\W*(?:i|we|ich|wir)\s+(?:think|believe|guess|hope|feel|suppose|denken?|glauben?|hoffen?|meinen?)\b|"
    r"^\W*(?:it|this|that|the\s+(?:claim|conclusion))\s+(?:does\s+not|doesn't|cannot|can't|need\s+not|may\s+not)\s+follow(?:\s+(?:from|that|yet)\b|\W*$|,)|"
    rf"\b{_STEP}\s+(?:is|ist)\s+(?:\w+ly\s+)?(?:invalid|wrong|false|unsound|circular|faulty|unwarranted|unjustified|ungültig|falsch|zirkulär|unbegründet|"
    r"(?:not|nicht)\s+(?:yet\s+|noch\s+)?(?:valid|sound|correct|warranted|justified|supported|proven|proved|gültig|schlüssig|gerechtfertigt|begründet|"
    r"belegt))\b(?!\s+(?:by|from|durch|von)\b|[^.;]*\b(?:alone|only|but|until|allein|nur|sondern)\b)|"
    r"(?<!no )(?<!not )(?<!without )(?<!avoids )(?<!kein )(?<!keine )(?<!ohne )"
    r"\b(?:circular\s+(?:reasoning|argument(?:ation)?|inference)|zirkelschluss)\b|"
    rf"^\W*(?:the\s+|this\s+|der\s+|die\s+)?(?:{_STEP}|text|warrant)\s+(?:(?:is|are|ist)\s+)?(?:still\s+|noch\s+)?(?:to\s+(?:be\s+{_LATER}|come|follow)|pending|missing|"
    r"offen|fehlt|follows\s+later|folgt\s+(?:noch|später))\W*$|"
    r"\bfollows?\s+(?:only|just|merely|at\s+best)\s+(?:partly|partially|in\s+part|weakly|loosely|to\s+some\s+extent)\b|"
    r"\bfolgt\s+(?:nur|bloß|lediglich)\s+(?:teilweise|zum\s+teil|bedingt)\b|\bnon\s+sequitur\b|^\W*circular(?:\s+reasoning)?\W*$|"
    r"\b(?:nobody|no\s+one)\s+knows\s+(?:why|how|whether|if)\b|\b(?:not|un)\s?(?:sure|certain|clear)\s+(?:that|whether|why|if|how)\b|"
    r"\b(?:impliziert|belegt|zeigt|begründet)\s+(?:die\s+aussage|den\s+schluss|es|das)\s+nicht\W*$|\b(?:does|do|did)\s+not\s+(?:really\s+)?(?:show|prove|support|demonstrate|imply|entail|establish|justify|warrant)\s+(?:it|this|that|the\s+(?:claim|conclusion))\W*$|"
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
    >>> unfinished("Draft hazard analysis of the lift"), unfinished("Draft, trim and heel are measured")
    ('Draft hazard analysis', '')
    >>> unfinished("Incomplete braking"), unfinished("Draft of the ship above 2 m")
    ('', '')
    """
    text = text[:READ].strip()
    match = _DRAFT.search(text)
    later = _TO_COME.search(text) if match is None else None
    if later and not _NOTHING_TO_DO.search(text[: later.start()]):
        match = later
    return match[0].strip() if match else text.strip() if text.strip() and still_to_write(text) else ""


_TAKEN_BACK = compiled(
    r"^\W*(?:(?:this|the|diese[rs]?|der|die|das)\s+(?:\w+\s+)?(?:is|was|ist|wurde)\s+)?"
    r"(?:withdrawn|superseded|retracted|revoked|obsolete|outdated|invalid|void|wrong|expired|do\s+not\s+use|not\s+valid|no\s+longer\s+valid|"
    r"number\s+invented|invented|placeholder(?:\s+number)?|zurückgezogen|ungültig|überholt|abgelaufen|falsch|nicht\s+(?:mehr\s+)?(?:gültig|verwenden))"
    r"(?=\W*$|\s*[,;:.(–]|\s+(?:\d{1,2}\.?\s+[^\W\d]{3,}|\d{1,2}[./]\d{1,2}|20\d\d\b)|\s+-\s|\s+(?:by|on|since|in|see|any|durch|am|seit|mehr|(?:for|für)\s+(?:this|these|our|diese\w*|unsere\w*))\b)",
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
