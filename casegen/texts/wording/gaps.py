"""Whether a sentence says that something is left out, not covered or incomplete; English and German."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.numbers.stated import READ

_BE = r"(?:is|are|was|were|has\s+been|have\s+been|remains?|ist|sind|war|waren|wurden?|bleib(?:t|en))"
_HOW = r"(?:(?:still|yet|also|only|partly|partially|often|deliberately|noch|immer|auch|nur|teilweise)\s+)*"
_ANALYSIS = (
    r"(?:(?:fault\s+)?trees?|analysis|model|argument|study|calculation|formula|table|list|(?:fehler)?baum(?:s|es)?|analyse|modell(?:s)?|rechnung|"
    r"studie|tabelle|liste)"
)
_CAUSES = (
    r"(?:causes?|hazards?|failures?|faults?|modes|parts|cases|contributors?|contributions?|conditions|events|scenarios|ursachen?|gefahren|"
    r"gefährdungen|ausfälle|fehler|teile|fälle|beiträge|bedingungen|ereignisse)"
)
_LEFT_OUT = compiled(
    r"\b(?:leaves?|left|leaving)\s+(?:[^\W\d]+\s+){0,4}?out\b(?!\s+of\s+account)|\b(?:omits?|omitted|overlooks?|overlooked|forgets?|forgot|skips?|skipped|lacks?)\b|"
    rf"\b{_BE}\s+{_HOW}(?:left\s+out|omitted|overlooked|forgotten|missing|lacking|absent|incomplete|unfinished|unanalysed|untested|unexamined|uncovered|"
    r"ausgelassen|weggelassen|übersehen|vergessen|unvollständig|lückenhaft)\b|"
    r"\b(?:lässt|ließ|lassen|ließen)\b[^,;.]*?\b(?:aus|weg)\b|\b(?:fehlt|fehlen|fehlten?)\b|"
    r"\bthere\s+(?:is|are|remains?)\s+(?:\w+\s+)?(?:gaps?|holes?)\b|\b(?:has|have|hat|haben)\s+(?:\w+\s+)?(?:gaps?|holes?|lücken?)\b",
    re.I,
)
_WHOLE = compiled(
    rf"\b{_BE}\s+(?:(?:not|n['’]t|never|nicht|nie|hardly)\s+)?{_HOW}(?:[^\W\d]+ly\s+)?(?:(?:not|nicht)\s+)?"
    r"(?:complete|exhaustive|included|covered|considered|analysed|analyzed|examined|looked\s+at|accounted\s+for|addressed|treated|"
    r"vollständig|abgedeckt|enthalten|einbezogen|erfasst|betrachtet|berücksichtigt|untersucht|behandelt)\b|"
    rf"\b{_BE}\s+(?:not|nicht)\s+(?:yet\s+|noch\s+)?(?:a\s+|ein\s+)?(?:part\s+of|in|teil|im|in)\s+(?:the\s+|this\s+|its\s+|de[rs]\s+|diese[srm]\s+)?{_ANALYSIS}\b|"
    rf"^\W*(?:[^\W\d]+\s+){{1,3}}(?:not|nicht)\s+(?:yet\s+|noch\s+)?(?:included|covered|considered|analysed|analyzed|addressed|treated|modelled|modeled|"
    r"enthalten|abgedeckt|einbezogen|betrachtet|berücksichtigt|behandelt|modelliert)\W*$|"
    r"\b(?:does|do|did|has|have)\s*(?:not|n['’]t)\s+(?:yet\s+)?(?:cover|consider|include|address|analyse|analyze|examine|treat|account\s+for|look\s+at|reach)(?:ed)?\b|"
    r"\b(?:deckt|betrachtet|berücksichtigt|erfasst|behandelt|untersucht)\b[^,;.]*?\bnicht\b",
    re.I,
)
_NOT_ALL = compiled(
    rf"\b(?:not\s+(?:all|every)|nicht\s+alle)\s+(?:the\s+|of\s+the\s+|der\s+)?(?:[^\W\d]+\s+)?{_CAUSES}\s+(?:is|are|were|sind|wurden|stehen)\b"
    rf"(?=[^,]*\b(?:{_ANALYSIS}|known|included|covered|considered|analysed|analyzed|addressed|listed|named|modelled|found|bekannt|enthalten|erfasst|"
    r"betrachtet|berücksichtigt|untersucht|genannt|modelliert)\b)|"
    rf"\b(?:other|further|remaining|more|some|many|andere|weitere|übrige|einige|manche)\s+{_CAUSES}\s+(?:is|are|were|was|sind|werden|wurden)\s+(?:[^\W\d]+ly\s+)?"
    r"(?:ignored|neglected|disregarded|excluded\s+from|set\s+aside|ignoriert|vernachlässigt|außer\s+acht)\b(?!\s+by\b)",
    re.I,
)
"""said of the causes themselves; a device may ignore a reading"""
_SET_ASIDE = compiled(
    r"(?:\b(?:is|are|was|were|ist|sind|werden|wird|wurden?)\s+(?:[^\W\d]+ly\s+|here\s+|hier\s+)?|(?:^|[,;:(]\s*)(?:the\s+|das\s+|der\s+|die\s+)?(?:[^\W\d]+\s+){1,3})"
    r"(?:excluded|ignored|neglected|disregarded|unaddressed|ausgenommen|ausgeschlossen|ignoriert|vernachlässigt|nicht\s+betrachtet)\W*$",
    re.I,
)
"""what is ruled out and what is left out have the same word"""
_RULED_OUT = compiled(
    r"\b(?:all|any|every|each|other|further|else|alle|jede\w*|andere\w*|weitere\w*)\b.*\b(?:excluded|ausgeschlossen)\W*$",
    re.I,
)
_DENIED = compiled(
    r"\b(?:not|no(?!\s+longer)|never|none|nothing|nobody|neither|nor|cannot|without|hardly|nicht(?!\s+mehr)|nichts|kein\w*|nie|niemals|niemand|ohne|weder)\b|"
    r"n['’]t\b|\bno\s+longer\b|\bnicht\s+mehr\b|(?<![\w.,])0\b|\b(?:zero|null)\b",
    re.I,
)
_ASIDE = compiled(
    r"\b(?:which|who|whose|where|when|whenever|while|if|unless|although|whether|because|since|wenn|wo|während|falls|obwohl|weil|deren|dessen|"
    r"(?<!known\s)(?<!clear\s)(?<!true\s)(?<!shows\s)(?<!show\s)(?<!says\s)(?<!found\s)(?<!means\s)(?<!admitted\s)that)\b",
    re.I,
)
"""from here on the clause speaks of something else"""
_CLAUSE = compiled(r"[;.:](?=\s|$)|,\s+(?=(?:and|so|or|und|oder)\b)|\s+–\s+")
_CLOSED = compiled(
    r"\b(?:but|however|therefore|instead|on\s+purpose|now|then|later|since|because|added|closed|fitted|found\s+and|argued|counts?|counted|"
    r"conservative\w*|cautious\w*|safe\s+side|aber|jedoch|sondern|daher|weil|jetzt|danach|nachgetragen|ergänzt|konservativ\w*|zählt|zählen)\b",
    re.I,
)
"""what says that the gap is closed, or does no harm: a reader judges that"""

_MEASURES = (
    r"(?:(?:measures?|options?|reductions)(?:\s+against\s+(?:[^\W\d]+\s+)??(?:risks?|harm|losses))?|"
    r"maßnahmen?|massnahmen?)"
)
_NO_OBJECT = r"(?!\s+(?:of|from|in|two|three|four|five|one|some|many|several|the|a|an|\d+)\b)"
_REJECTED_MEASURE = compiled(
    rf"(?:^|[,;:(]\s*|\b(?:and|or|of|for|by|that|und|oder|von|für)\s+|(?=\b(?:the|all|any|each|every|those)\b))(?:(?:the|all|any|each|every|those)\s+)?"
    rf"(?:(?:further|other|possible|additional|known|protective|safety|risk|risk[\s-]+reduction)\s+)?{_MEASURES}\s+"
    r"(?:left\s+out|omitted|skipped|(?:the|its)\s+[^\W\d]+\s+(?:omits|omitted|leaves\s+out|left\s+out))\b"
    rf"{_NO_OBJECT}|"
    rf"\b(?:omitted|skipped|left[\s-]out)\s+(?:risk[\s-]+reduction\s+)?{_MEASURES}\b{_NO_OBJECT}",
    re.I,
)
"""a noun with its attribute: the measures that a plant does without, not the list that lacks one"""
_LEFT_OUT_AT_A_PRICE = compiled(
    rf"\b{_MEASURES}\s+{_BE}\s+(?:[^\W\d]+\s+)?(?:left\s+out|omitted|weggelassen|ausgelassen)\b{_NO_OBJECT}"
    r"(?=.*\b(?:(?:grossly\s+)?disproportion\w*|out\s+of\s+(?:all\s+)?proportion|unverhältnismäßig\w*))",
    re.I,
)


def without_rejected_measures(text: str) -> str:
    """The sentence without what it says of measures against risk that are left out, as ALARP lets them be.

    >>> without_rejected_measures("Rare stops and the measures left out are the criteria")
    'Rare stops and are the criteria'
    >>> without_rejected_measures("Two measures are left out of the list")
    'Two measures are left out of the list'
    """
    text = text[:READ]
    rest = _REJECTED_MEASURE.sub(lambda match: _joining(match[0]), text)
    return rest if _DENIED.search(rest) else _LEFT_OUT_AT_A_PRICE.sub("", rest)


def _joining(words: str) -> str:
    """The conjunction or sign that a noun begins with, so that the rest keeps its clauses."""
    first = words.split(maxsplit=1)[0] if words.strip() else ""
    return first if first.casefold() in _JOINED or first in {",", ";", ":", "("} else ""


_JOINED = frozenset(["and", "or", "of", "for", "by", "that", "und", "oder", "von", "für"])


def admitted_gap(text: str) -> str:
    """Words by which a sentence admits that something is left out; empty where it denies that, or says what follows.

    >>> admitted_gap("The study left out two hazards"), admitted_gap("Night is not covered by the parts")
    ('left out', 'is not covered')
    >>> [admitted_gap(t) for t in ("Nothing is left out", "What is not covered is closed", "The list is whole")]
    ['', '', '']
    """
    text = text[:READ]
    if _CLOSED.search(text):
        return ""
    if match := _NOT_ALL.search(text):
        return match[0].strip()
    for clause in _CLAUSE.split(text):
        said = _ASIDE.split(clause)[0]
        odd = len(_DENIED.findall(said)) % 2 == 1
        match = None if odd else _LEFT_OUT.search(said)
        match = match or (_WHOLE.search(said) if odd and not _LEFT_OUT.search(said) else None)
        if match:
            return match[0].strip()
    return ""


def set_aside(text: str) -> str:
    """Words by which a sentence rules something out, or leaves it out; which of both only a reader knows.

    >>> set_aside("Governor or gear fails, rope excluded"), set_aside("No cause is excluded")
    ('rope excluded', '')
    """
    text = text[:READ]
    if _CLOSED.search(text):
        return ""
    for clause in _CLAUSE.split(text):
        match = _SET_ASIDE.search(clause)
        if (
            match
            and not _RULED_OUT.search(clause)
            and not _DENIED.search(clause.replace("nicht betrachtet", ""))
        ):
            return match[0].strip(" ,;:(.")
    return ""
