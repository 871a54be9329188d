"""Language: words that hide, advertise or overstate, in claims, evidence and assumptions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from casegen.argument.rule import Finding, warning
from casegen.argument.rules.wording import FAMILY, READ, quoted, stated
from casegen.argument.view import CaseView
from casegen.model.expressions import compiled

_DOCUMENT = compiled(
    r"\b(?:report|analysis|test|tests|document|study|review|certificate|paper)\b(?:\s+[\w-]+){0,3}?\s+"
    r"(?:proves?|shows?|demonstrates?|confirms?|establish(?:es)?|ensures?|guarantees?)\b",
    re.I,
)


@warning(
    "claim-document",
    FAMILY,
    "A claim states the fact, not that a document shows it.",
    source="SCCG EV.3",
    hint="claim what was found, and put the document below it as evidence",
)
def claim_document(view: CaseView) -> Iterator[Finding]:
    """A report, test or analysis that `shows` or `proves`."""
    yield from _claims_with(view, _DOCUMENT, "speaks of a document instead of the fact")


_PRAISE = compiled(
    r"\b(world[- ]class|cutting[- ]edge|state[- ]of[- ]the[- ]art|best[- ]in[- ]class|outstanding|excellent|"
    r"superior|industry[- ]leading|revolutionary|unparalleled|unmatched|highest quality|second to none|"
    r"extremely safe|ultra[- ]safe)\b",
    re.I,
)


@warning(
    "claim-praise",
    FAMILY,
    "A claim does not advertise.",
    source="SCCG RD.4",
    hint="remove the praise; state the property and its measure",
)
def claim_praise(view: CaseView) -> Iterator[Finding]:
    """Words whose removal loses nothing."""
    yield from _claims_with(view, _PRAISE, "advertises")


_ABSOLUTE = compiled(
    r"\b(proven safe|guaranteed|absolutely|completely safe|totally|zero risk|risk[- ]free|foolproof|fail[- ]proof|"
    r"cannot fail|impossible to fail|perfectly|without any doubt|beyond doubt)\b|\b100\s?%\s+(?:safe|reliable|correct)",
    re.I,
)


@warning(
    "claim-absolute",
    FAMILY,
    "A claim is no stronger than its support can be.",
    source="SCCG RD.2, LF.6",
    hint="state the scope, and the bound with its confidence",
)
def claim_absolute(view: CaseView) -> Iterator[Finding]:
    """Words of certainty that no evidence supports."""
    yield from _claims_with(view, _ABSOLUTE, "is stated as a certainty")


_NOBODY = compiled(
    r"\bit\s+(?:was|is|has been)\s+(?:determined|decided|judged|considered|believed|concluded|agreed|found|assumed)|"
    r"\b(?:is|are|has been|have been|was|were)\s+(?:considered|believed|deemed|judged|thought)\b",
    re.I,
)


@warning(
    "claim-actor",
    FAMILY,
    "Who judged is named.",
    source="SCCG RD.5, SU.3",
    hint="name who judged, or state the fact that was judged",
)
def claim_actor(view: CaseView) -> Iterator[Finding]:
    """A judgement in the passive without a `by`."""
    for place, claim, text in stated(view):
        result = _NOBODY.search(text)
        if result and " by " not in text[result.end() :]:
            message = f"claim {claim.id} hides who judged ({result[0]!r}): {quoted(text)}"
            yield Finding((*place, "text"), message, claim.id)


_IGNORANCE = compiled(
    r"\bno\s+(?:\w+\s+)?(?:evidence|failures?|faults?|defects?|problems?|incidents?|accidents?|bugs?)\s+"
    r"(?:has|have|was|were|are|is)?\s*(?:been\s+)?(?:found|known|observed|reported|seen|discovered|to suggest|that)",
    re.I,
)


@warning(
    "claim-ignorance",
    FAMILY,
    "That nothing was found is no support unless it was looked for.",
    source="SCCG LF.3, SU.7",
    hint="say how much was searched, and bound what may have been missed",
)
def claim_ignorance(view: CaseView) -> Iterator[Finding]:
    """Absence of findings as a claim, without a requirement that bounds it."""
    for place, claim, text in stated(view):
        result = _IGNORANCE.search(text)
        if result and claim.requirement is None:
            message = f"claim {claim.id} argues from what was not found: {quoted(text)}"
            yield Finding((*place, "text"), message, claim.id)


_LIVE = compiled(r"(?:^|[/.])(?:wiki|confluence|docs\.google|sharepoint|notion|drive\.google)\b", re.I)
_HEAD = compiled(r"/(?:latest|main|master|HEAD|trunk|current)(?:/|$)", re.I)


@warning(
    "evidence-live",
    "Evidence",
    "Evidence is a fixed state, not a page that changes.",
    source="SCCG EV.8",
    hint="cite an archived or tagged version",
)
def evidence_live(view: CaseView) -> Iterator[Finding]:
    """A wiki page, a branch head or `latest`: a hash would only tell that it has changed."""
    for index, item in enumerate(view.case.evidence):
        if _LIVE.search(item.artefact) or ("://" in item.artefact and _HEAD.search(item.artefact)):
            message = f"evidence {item.id} cites content that changes: {item.artefact}"
            yield Finding(("evidence", index, "artefact"), message, item.id)


_HOPE = compiled(r"\b(somehow|usually|generally|typically|normally|should be fine|as usual|etc)\b", re.I)


@warning(
    "assumption-vague",
    "Context and assumptions",
    "An assumption can be checked.",
    source="SCCG SU.10",
    hint="say what is assumed of what, so that somebody could find it false",
)
def assumption_vague(view: CaseView) -> Iterator[Finding]:
    """Words that leave open when the assumption would be broken."""
    for index, context in enumerate(view.case.contexts):
        result = _HOPE.search(context.text[:READ]) if context.kind == "assumption" else None
        if result:
            message = f"assumption {context.id} is vague ({result[0]!r}): {quoted(context.text)}"
            yield Finding(("contexts", index, "text"), message, context.id)


def _claims_with(view: CaseView, sign: re.Pattern[str], what: str) -> Iterator[Finding]:
    for place, claim, text in stated(view):
        result = sign.search(text)
        if result:
            message = f"claim {claim.id} {what} ({result[0]!r}): {quoted(text)}"
            yield Finding((*place, "text"), message, claim.id)
