"""Whether what a step rests on denies its conclusion, or itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from casegen.argument.reading.carried_denials import claims_above
from casegen.argument.reading.surroundings import denied_around, named_as_false, unmet_condition
from casegen.argument.rule import Finding, Place, error
from casegen.argument.rules.citations import ASSURANCE_2, CAE_BLOCKS
from casegen.argument.view import CaseView
from casegen.model.argument import Block, Claim, Defeater, ResidualDoubt
from casegen.model.expressions import compiled
from casegen.texts.documents.reported_outcomes import reports_opposite_alone
from casegen.texts.events.subjects import contradiction, opposite
from casegen.texts.reservations.unfinished import denies_step, taken_back
from casegen.texts.wording.denials import denied_whole, denies_itself, weakly_asserts
from casegen.texts.wording.gaps import without_rejected_measures

FAMILY = "Contradictions"


@error(
    "premise-contradicts",
    FAMILY,
    "What a step rests on does not exclude the number of its conclusion.",
    source=f"{CAE_BLOCKS}; SCCG LF.6",
    hint="correct the number that is wrong; a conclusion is no stronger than what it follows from",
)
def premise_contradicts(view: CaseView) -> Iterator[Finding]:
    """A premise, side-claim or context that states another number of the same, or its denial in the same words.

    A premise that makes the claim precise, or stands for it, states no weaker one either.  Nothing that stands with a
    claim (contexts that it inherits, side-claims of steps above, what is below it) denies it in its own words, by its
    id or by a worse number; no side-claim asks for more than a premise says.  Nor does a conceded objection, or a
    residual doubt, deny a claim above what it is against.
    """
    for place, argument in view.arguments():
        claim = view.case.claim.get(argument.supports)
        if claim is None:
            continue
        precise = argument.block in (Block.CONCRETION, Block.SUBSTITUTION)
        for k, name in enumerate(argument.premises):
            yield from _against(view, claim, name, (*place, "from", k), argument.id, precise)
        for key, names in (("side_claims", argument.side_claims), ("context", argument.context)):
            for k, name in enumerate(names):
                yield from _against(view, claim, name, (*place, key, k), argument.id)
    for place, claim in view.claims():
        for k, name in enumerate(claim.context):
            yield from _against(view, claim, name, (*place, "context", k), claim.id)
    yield from _carried(view)
    yield from _denied_elsewhere(view)
    yield from _conditional(view)


def _carried(view: CaseView) -> Iterator[Finding]:
    """Conceded objections and residual doubts against a claim that what they are about supports."""
    for section, index, node in view.nodes:
        if isinstance(node, ResidualDoubt) or (isinstance(node, Defeater) and node.state == "accepted"):
            for claim in claims_above(view, node):
                yield from _against(view, claim, node.id, (section, index, "text"), node.id)


def _denied_elsewhere(view: CaseView) -> Iterator[Finding]:
    """What stands with a claim, above, beside or below it, and denies it in its own words, by its id or by a number."""
    for claim, name, quote in denied_around(view):
        said = f"says {quote!r}, which denies" if quote else "denies"
        message = f"{view.label(name)} {said} what claim {claim.id} says, which stands with it"
        yield Finding((*view.place[claim.id], "text"), message, claim.id)


def _conditional(view: CaseView) -> Iterator[Finding]:
    """Side-claims and contexts of a step that hold on a stronger condition than a premise of the step states."""
    for place, argument in view.arguments():
        above = view.case.claim.get(argument.supports)
        for name in dict.fromkeys(
            (*argument.side_claims, *argument.context, *(above.context if above else ()))
        ):
            node = view.case.node.get(name)
            premise, quote = unmet_condition(view, argument, node.text) if node is not None else ("", "")
            if premise:
                message = f"{view.label(name)} asks for more than {view.label(premise)} says: {quote!r}"
                yield Finding(place, message, argument.id)


def _against(
    view: CaseView, claim: Claim, name: str, place: Place, target: str, precise: bool = False
) -> Iterator[Finding]:
    node = view.case.node.get(name)
    if node is None:
        return
    quote = contradiction(claim.text, node.text, precise)
    if quote:
        yield Finding(place, f"{view.label(name)} says {quote!r}, which claim {claim.id} excludes", target)
    elif opposite(claim.text, node.text):
        yield Finding(place, f"{view.label(name)} denies what claim {claim.id} says", target)
    elif said := named_as_false(node.text, claim.id):
        yield Finding(place, f"{view.label(name)} says {said!r} of claim {claim.id}", target)


_KNOWN = compiled(
    r"\bknown\s+(?:to\s+be\s+|as\s+)?(?:wrong|false|untrue|incorrect|invalid|violated|broken)\b|"
    r"\b(?:turned\s+out|proved|proven|shown|found)\s+(?:to\s+be\s+)?(?:wrong|false|untrue|incorrect|invalid)\b|"
    r"\bknows?\s+(?:that\s+)?(?:it|this|that)\s+(?:is|to\s+be)\s+(?:wrong|false|untrue|incorrect)\b|"
    r"\b(?:contradicted|refuted|widersprochen)\s+(?:by|von|durch)\b|"
    r"\b(?:disproved|disproven|falsified|widerlegt)\b|\bbekannt(?:ermaßen|lich)?\s+(?:als\s+)?falsch\b|"
    r"\b(?:is|are|ist|sind)\s+(?:known\s+)?not\s+true\b|\bstimmt\s+nicht\b|\btrifft\s+nicht\s+zu\b|"
    r"\bnachweislich\s+(?:falsch|unwahr)\b|\bals\s+falsch\s+(?:bekannt|erkannt)\b|\bno\s+longer\s+(?:true|valid|holds?)\b|"
    r"\bgilt\s+nicht\s+mehr\b",
    re.I,
)
"""said of an assumption, in its own words"""
_UNCHECKED = compiled(
    r"\b(?:not|never|nicht|nie|noch\s+nicht|un)[\s-]*(?:yet\s+|been\s+|yet\s+been\s+)*(?:verified|validated|checked|confirmed|"
    r"established|substantiated|justified|verifiziert|validiert|geprüft|überprüft|bestätigt|belegt|nachgewiesen|begründet)\b|"
    r"\b(?:does|do)\s+not\s+hold\b|\bdoesn't\s+hold\b|\bgilt\s+nicht\b|\b(?:nobody|no\s+one)\s+(?:has\s+)?(?:checked|verified|knows|looked|read|seen|tested|reviewed)\b|"
    r"\bniemand\s+(?:hat|weiß)\b|\b(?:time|budget)\s+did\s+not\s+(?:allow|suffice)\b|\b(?:the\s+)?(?:author|owner|der\s+autor)\s+(?:says|said|thinks|sagt)\b|"
    r"^(?!.*\b(?:no|not|none|nothing|never|kein\w*|nicht|nichts)\b).*\b(?:leaves?\s+out|(?:is|are|was|were)\s+(?:missing|left\s+out|omitted)|omits?|"
    r"l(?:ä|ae)sst\s+.*\s+aus|fehl(?:t|en))\b|"
    r"\bno\s+(?:justification|reason|evidence|basis|grounds?|time)\b(?!\s+(?:to|against|of|that))|\bohne\s+(?:begründung|nachweis|grund)\b|"
    r"\bunknown\s+whether\b|\b(?:is|probably|likely|clearly|obviously|wahrscheinlich|ist)\s+(?:wrong|false|untrue|falsch)\b|"
    r"\b(?:a\s+)?guess(?:ed)?\b|\bgeraten\b|\bto\s+be\s+(?:verified|validated|checked|confirmed|shown|justified|reviewed|analysed|analyzed|clarified|decided|discussed)\b|"
    r"\bwill\s+be\s+(?:looked\s+at|clarified|shown|demonstrated|decided|reviewed|checked|verified|analysed)\s+(?:later|soon|next|then)\b",
    re.I,
)
"""said as the reason to take something without support"""
_BUT = compiled(
    r"\b(?:but|since|because|however|though|although|yet\s+conservative|instead|by\s+test|in\s+operation|where|when|if|there|"
    r"jedoch|aber|weil|da|sondern|obwohl|wenn|falls)\b|\bin\s+which\b|\bof\s+no\b",
    re.I,
)


@error(
    "assumption-denied",
    FAMILY,
    "Nothing is assumed that its own words deny.",
    source=f"{ASSURANCE_2}; SCCG SU.2, SU.10",
    hint='argue without it, or say why it may be taken; an assumption found false has `state: "false"`',
)
def assumption_denied(view: CaseView) -> Iterator[Finding]:
    """``assumed: known to be wrong``, ``not verified``, ``does not hold``; of assumptions and doubts alike."""
    for section, index, node in view.nodes:
        reasons = {key: str(getattr(node, key, "") or "") for key in ("assumed", "reason")}
        texts = (
            {"text": node.text}
            if getattr(node, "assumed", "") or getattr(node, "kind", "") == "assumption"
            else {}
        )
        texts |= {"note": node.note} if texts else {}
        for key, text in (*reasons.items(), *texts.items()):
            said = without_rejected_measures(text) if view.compares_measures else text
            match = _denied(said, is_reason=key in reasons)
            if match:
                message = f"{view.label(node.id)}: `{key}:` says {match!r} of what is taken"
                yield Finding((section, index, key), message, node.id)


def _denied(text: str, is_reason: bool) -> str:
    if turned := _turned_down(text) if is_reason else "":
        return turned
    known = _KNOWN.search(text)
    if known and (is_reason or re.search(r"\bassum|annahm|\bthis\b|\bdies", text, re.I)):
        return known[0]
    soft = _UNCHECKED.search(text) if is_reason else None
    return soft[0] if soft and not _BUT.search(text) else ""


_GIVEN_UP = compiled(
    r"\b(?:this|the|diese[rs]?|die)\s+(?:claim|statement|assumption|step|argument|aussage|behauptung|annahme|schritt)\s+(?:is|was|does|ist|gilt)\s+"
    r"(?:false|wrong|untrue|not\s+\w+|falsch|nicht\b)|"
    r"\b(?:this|it|that|claim|statement)\s+(?:does\s+not|doesn't|no\s+longer|did\s+not)\s+(?:really\s+)?holds?\b|"
    r"\b(?:known\s+to\s+be|we\s+know\s+that\s+(?:this|it)\s+is)\s+(?:wrong|false|untrue)\b|"
    r"\b(?:gilt|stimmt)\s+(?:so\s+)?nicht\b|\btrifft\s+nicht\s+zu\b",
    re.I,
)


_TURNED_DOWN = compiled(
    r"^\W*(?:(?:it|this|that|(?:the|this)\s+(?:claim|assumption|step|argument|statement)|(?:die|diese)\s+(?:annahme|aussage|behauptung))\s+)?"
    r"(?:was|has\s+been|is|wurde|ist)\s+(?:refuted|disproved|disproven|rejected|withdrawn|revoked|retracted|contested|disputed|overruled|"
    r"voted\s+down|widerlegt|verworfen|abgelehnt|zurückgezogen|bestritten)\b|"
    r"^\W*(?-i:(?:[A-ZÄÖÜ][\w.'’-]*\s+){1,3}(?:disagree[sd]?|objects|objected|dissents|dissented|rejects|rejected|contests|disputes|"
    r"widerspricht|widersprach|bestreitet|bezweifelt))(?=\W*$|\s+(?:with|to|it|this|in|on|at|since|dem|der|am|im)\b)",
    re.I,
)
"""``was refuted in the session of May``, ``Rita disagrees``"""
_SETTLED_SINCE = compiled(
    r"\b(?:but|until|withdrew|now|agreed|agrees|meanwhile|answered|resolved|settled|aber|inzwischen|zugestimmt|geklärt)\b",
    re.I,
)


def _turned_down(text: str) -> str:
    """Words by which somebody turned down what a reason or note stands at, and nothing settled it since."""
    match = _TURNED_DOWN.match(text)
    return match[0].strip() if match and not _SETTLED_SINCE.search(text[match.end() :]) else ""


def _given_up(note: str) -> str:
    if turned := _turned_down(note):
        return turned
    match = _GIVEN_UP.search(note)
    return match[0] if match else taken_back(note)


@error(
    "claim-asserts",
    FAMILY,
    "A claim asserts what it says.",
    source="SCCG CL.1; ISO/IEC/IEEE 15026-2",
    hint="say what is true of what; a doubt is a defeater or a residual doubt, a denial is a claim of its own",
)
def claim_asserts(view: CaseView) -> Iterator[Finding]:
    """``It is not known whether …``, ``… is false``, ``perhaps``, ``the test was not passed``; of contexts too.

    In English, German, French, Spanish and Italian.  What supports such a sentence would support its opposite.
    """
    for section, index, node in view.nodes:
        if section not in ("claims", "contexts", "sub_cases"):
            continue
        # "Wrong: the lane is off by 30 cm" defines a word
        defines = getattr(node, "kind", "") in ("definition", "context")
        words = (
            denied_whole(node.text)
            if defines
            else denies_itself(node.text) or reports_opposite_alone(node.text) or _given_up(node.note)
        )
        if not words and isinstance(node, Claim) and (node.requirement or node.id in view.roots):
            from_below = node.requirement is not None and not node.requirement.comparison.is_upper
            words = "" if from_below else weakly_asserts(node.text)
        if words:
            message = f"{view.label(node.id)} does not assert what it says: {words!r}"
            yield Finding((section, index, "text"), message, node.id)


@error(
    "step-asserts",
    FAMILY,
    "A step says that its conclusion follows.",
    source=CAE_BLOCKS,
    hint="say why the claim follows; a doubt about the step is an undercutting defeater",
)
def step_asserts(view: CaseView) -> Iterator[Finding]:
    """``It does not follow``, ``the step is circular``, ``still to be argued``, ``it is not known whether``."""
    for place, argument in view.arguments():
        words = denies_step(argument.text) or _given_up(argument.note)
        if words:
            message = f"argument {argument.id} does not say that claim {argument.supports} follows: {words!r}"
            yield Finding((*place, "text"), message, argument.id)
