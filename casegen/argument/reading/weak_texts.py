"""Texts around a supported argument that deny or weaken it: limitations of the header, and texts of measured items."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from casegen.argument.reading.answers import no_ground
from casegen.argument.reading.step import ReadingStep
from casegen.argument.reading.used_numbers import Used
from casegen.argument.view import CaseView
from casegen.model.expressions import compiled
from casegen.model.spelling import plainly_spelled
from casegen.model.vital_sign import VitalSign
from casegen.texts.documents.reported_outcomes import reports_opposite
from casegen.texts.events.subjects import excluded_number, stems
from casegen.texts.numbers.stated import READ
from casegen.texts.reservations.weakenings import weakened, weakened_or_undone

_DISCLAIMED = compiled(
    r"(?P<who>^|^.*?\b)(?:(?:does|do|did|is|are|was|were|will)\s*(?:not|n['’]t)\s+(?:been\s+|be\s+|yet\s+)?|not\s+|(?:gilt|gelten|ist|sind|wurden?)\s+(?:noch\s+)?(?:nicht|nie)\s+|"
    r"(?:is|are|was|were|has\s+been|have\s+been)\s+never\s+(?:been\s+)?|(?=untested|unverified|unproven))"
    r"(?P<what>holds?|appl(?:y|icable)|(?:valid|tested|verified|checked|measured|shown|proven|analy[sz]ed|examined|assessed|reviewed|inspected|gültig|anwendbar|getestet|geprüft|gemessen|nachgewiesen|untersucht)\b|untested|unverified|unproven|(?=für\b|bei\b|in\b|im\b))"
    r"(?P<rest>.*)$",
    re.I | re.S,
)
"""``does not hold for …``, ``not applicable to …``, ``gilt nicht für …``"""
_OF_THE_CASE = compiled(
    r"\b(?:claims?|case|results?|argument|conclusions?|numbers?|it|this|guarantee\w*|fall|behauptung(?:en)?|ergebnisse?|zahlen|werte|aussagen|nachweise?)\b",
    re.I,
)
_BEYOND = compiled(
    r"\b(?:other|another|different|outside|beyond|above|below|over|under|without|unless|except|than|older|newer|later|earlier|former|previous|future|next|"
    r"larger|smaller|heavier|faster|if|when|where|after|before|andere\w*|außerhalb|über|unter|ohne|spätere\w*|frühere\w*|künftige\w*|wenn|falls)\b|\d",
    re.I,
)
"""words that bound a limitation: it speaks of something else than the case does"""
_NOT_COVERED = compiled(
    r"(?:(?P<what>[^.;:]+?)\s+(?:is|are)\s+not\s+(?:covered|considered|included|addressed|treated|part\s+of\s+(?:it|(?:the|this)\s+case))|"
    r"(?:it|(?:the|this)\s+(?:\w+\s+)?(?:case|argument|analysis))\s+does\s+not\s+(?:cover|consider|include|address|treat)\s+(?P<of>[^.;:]+))\W*$",
    re.I,
)
"""a limitation that only names what is left out"""
_OF_ANY_USE = frozenset(
    stems(
        "used uses using operation operational service installed delivered production series serie practice practise "
        "field customer customers einsatz betrieb praxis eingebaut eingebaute ausgeliefert"
    )
)
_USE = compiled(r"\b(?:use|uses|sites?|today|now|here|einsatz|heute)\b", re.I)


def disclaims(view: CaseView, limitation: str) -> str:
    """Words by which a limitation takes back what the case is about; empty where it bounds it by something else.

    ``Does not hold for presses in use`` of a case about presses takes all back; ``for presses above 100 t`` bounds it.
    """
    text = plainly_spelled(limitation[:READ])
    own = _words_of_case(view)
    match = _DISCLAIMED.search(text)
    if match is None:
        said = weakened_or_undone(text)
        return said if said and not _spoken_of_another(text, own) else ""
    names = re.findall(r"[\w.-]*\w", match["who"])
    if any(name in view.case.claim for name in names):
        return text.strip()
    subject, rest = match["who"], match["rest"]
    bounded = _BEYOND.search(rest) is not None or not stems(rest) <= own | _OF_ANY_USE
    if not bounded and (_OF_THE_CASE.search(subject) or stems(subject) <= own | _OF_ANY_USE):
        return text.strip()
    return ""


def _spoken_of_another(text: str, own: frozenset[str]) -> bool:
    """Whether a limitation is bounded by words that the case does not have: what it leaves open is something else.

    What is not covered bounds the case by itself, unless the case has nothing else: ``Ramps are not covered``.
    """
    if match := _NOT_COVERED.match(text.strip()):
        named = match["what"] or match["of"]
        what = frozenset[str]() if _OF_THE_CASE.search(named) else stems(named)
        return bool(what) and not what <= own | _OF_ANY_USE
    return _BEYOND.search(text) is not None and not stems(text) <= own | _OF_ANY_USE


def _words_of_case(view: CaseView) -> frozenset[str]:
    """Subjects that the header and the claims of a case name."""
    header = view.case.header
    texts = [header.title, header.system, header.environment, header.intended_use]
    texts += [claim.text for claim in view.case.claims]
    return frozenset[str]().union(*(stems(text) for text in texts))


def limitations_that_deny(view: CaseView) -> Iterator[str]:
    """Limitations of the header that say that the case, or what it is about, does not hold or was not tested."""
    for text in view.case.header.limitations:
        if _TAKES_BACK.search(plainly_spelled(text)) or reports_opposite(text) or disclaims(view, text):
            yield text


_TAKES_BACK = compiled(
    r"\b(?:claims?|case|result|argument|it|fall|behauptung(?:en)?)\s+(?:(?:does|do|did)\s+not\s+hold|gilt\s+nicht|gelten\s+nicht)\b|"
    r"\b(?:was|were|has\s+been|have\s+been|wurde[n]?)\s+(?:never|not|nie|nicht)\s+(?:tested|checked|verified|measured|getestet|"
    r"geprüft|gemessen)\b",
    re.I,
)


def items_that_select(view: CaseView, supported: Set[str], used: Used) -> Iterator[ReadingStep]:
    """Measured items below supported claims whose texts say that the data were selected, or are of something else.

    Also those that state a number which a claim on them excludes.
    """
    claims = [claim for claim in view.case.claims if claim.id in supported and claim.requirement is not None]
    for item in view.case.evidence_items:
        texts = (item.title, item.text, str(item.parameters.get("population", "")))
        own = [c.text for c in claims if c.requirement and c.requirement.measure.evidence == item.id]
        said = next(((text, words) for text in texts if text and (words := _weak(text, own))), None)
        if item.id in used.items and said is not None:
            yield ReadingStep(item.id, "context", said, asks=True)


def _weak(text: str, claims: Sequence[str]) -> str:
    """Words by which the text of an item weakens what it stands for, or a number in it that a claim excludes."""
    worse = (excluded_number(claim, text) for claim in claims)
    return weakened(text) or next(filter(None, worse), "")


_NOT_KNOWN = compiled(
    r"\b(?:do(?:es)?|did|is|are)\s*(?:not|n['’]t)\s+(?:known?|sure|certain|clear)\b|\b(?:unknown|unclear|unsure|nobody\s+knows|no\s+idea|"
    r"weiß\s+(?:ich\s+)?nicht|unbekannt|unklar|keine\s+ahnung)\b|\bnuisance\b|\bannoying\b|\blästig\b",
    re.I,
)


def weak_reason(reason: str, signs: Sequence[VitalSign]) -> str:
    """Words by which a reason to set a sign of the data aside names no ground, or only repeats what the sign says."""
    if said := no_ground(reason) or weakened_or_undone(reason):
        return said
    if match := _NOT_KNOWN.search(reason):
        return match[0]
    own = stems(reason)
    said_by_sign = frozenset[str]().union(*(stems(f"{sign.message} {sign.hint}") for sign in signs))
    return reason.strip() if own and own <= said_by_sign else ""
