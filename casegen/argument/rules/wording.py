"""Wording: what a program can see of how claims are put.

Every rule cites the guideline of the Safety Case Core Guidelines (CC BY 4.0) that it looks for signs of.
The signs are words and forms; a finding is a question to a person, who may waive it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from casegen.argument.acceptance import is_accepted
from casegen.argument.reading.part_numbers import weaker_part
from casegen.argument.reading.written_bounds import unevaluated
from casegen.argument.rule import Finding, Place, warning
from casegen.argument.view import CaseView
from casegen.model.argument import Block, Claim
from casegen.model.expressions import compiled
from casegen.texts.events.self_defined import (
    UNIVERSAL,
    defines_itself,
    is_logical,
    names_its_set,
    spoken_of_as_all,
)
from casegen.texts.wording.propositions import is_proposition

FAMILY = "Wording"
MAX_WORDS = 40
MAX_COMMAS = 5
READ = 2_000
"""so many characters of a text are read for signs: a longer claim is refused by its length already"""
MAX_DIGITS = 4

_WORD = compiled(r"[^\W\d_][\w'’-]*")


def stated(view: CaseView) -> Iterator[tuple[Place, Claim, str]]:
    """Every claim with its place and the text that is read."""
    for place, claim in view.claims():
        yield place, claim, claim.text[:READ]


@warning(
    "claim-proposition",
    FAMILY,
    "A claim is a sentence that can be true or false.",
    source="SCCG CL.1",
    hint="say what is true of what: subject, verb, property",
)
def claim_proposition(view: CaseView) -> Iterator[Finding]:
    """No verb and no relation: a label or heading.  A question is no proposition either."""
    for place, claim, text in stated(view):
        if not text:
            continue
        if text.endswith("?"):
            message = f"claim {claim.id} is a question"
        elif not is_proposition(text):
            message = f"claim {claim.id} states nothing that could be false: {quoted(text)}"
        else:
            continue
        yield Finding((*place, "text"), message, claim.id)


_PROPERTY = (
    r"(?:safe|secure|reliable|correct|complete|available|robust|valid|accurate|consistent|trustworthy|"
    r"maintainable|timely|verified|validated|tested|reviewed|implemented|effective|explainable|interpretable|fair|private)"
)
_TWO_PROPERTIES = compiled(
    rf"\b(?:is|are|be|remains?)\s+(?:\w+\s+){{0,2}}?{_PROPERTY}(?:\s*,\s*{_PROPERTY})*\s*,?\s+"
    rf"(?:and|as well as)\s+(?:\w+\s+)?{_PROPERTY}\b",
    re.I,
)
_TWO_SENTENCES = compiled(
    r"(?<!\b[a-z])(?<!\be\.g)(?<!\bi\.e)(?<!\bcf)(?<!\bFig)(?<!\bNo)(?<!\bvs)(?<!\bDr)[.;!]\s+(?=[A-Z])"
)
_GERMAN_ORDINAL = compiled(
    r"\b(?P<every>jede[nrms]?|de[rmns]|die|das|am|im|zum|vom|bis)\s+(?P<n>\d[\d.]*)\.(?=\s)", re.I
)
"""``jeder 1.000. Einsatz``: no end of a sentence"""
_TWO_CLAUSES = compiled(
    r"\b(?:is|are|has|have|does|do|meets?|satisf(?:y|ies))\b.*?(?:,|;)?\s\band\b\s+(?:the|its|each|it|they)\s+"
    r"(?:[\w-]+\s+){1,4}?(?:is|are|has|have|does|do|meets?|satisf(?:y|ies))\b",
    re.I,
)


@warning(
    "claim-single",
    FAMILY,
    "One claim says one thing.",
    source="SCCG CL.2",
    hint="make each its own claim, and decompose",
)
def claim_single(view: CaseView) -> Iterator[Finding]:
    """Two sentences, two properties joined by `and`, or two clauses."""
    for place, claim, said in stated(view):
        text = _GERMAN_ORDINAL.sub(r"\g<every> \g<n>", said)
        if (
            _TWO_PROPERTIES.search(text)
            or _TWO_SENTENCES.search(text)
            or (" and " in text and _TWO_CLAUSES.search(text))
        ):
            message = f"claim {claim.id} makes more than one claim: {quoted(said)}"
            yield Finding((*place, "text"), message, claim.id)


_STEPS = compiled(
    r"\b(identified|analysed|analyzed|specified|implemented|mitigated|tested|verified|validated|monitored)\b",
    re.I,
)


@warning(
    "claim-steps",
    FAMILY,
    "One claim takes one step: to identify, to implement and to verify are three.",
    source="SCCG CL.6",
    hint="make each step a sub-claim",
)
def claim_steps(view: CaseView) -> Iterator[Finding]:
    """Three or more steps of a process, or two joined by `and`, in one claim."""
    for place, claim, text in stated(view):
        steps = list(dict.fromkeys(step.casefold() for step in _STEPS.findall(text)))
        if len(steps) > 1 and not _TWO_PROPERTIES.search(text):
            message = f"claim {claim.id} mixes steps: {', '.join(steps)}"
            yield Finding((*place, "text"), message, claim.id)


@warning(
    "claim-long",
    FAMILY,
    f"A claim has at most {MAX_WORDS} words, and lists at most {MAX_COMMAS} topics.",
    source="SCCG CL.3",
    hint="move scope into context, and topics into sub-claims",
)
def claim_long(view: CaseView) -> Iterator[Finding]:
    """An essay in the box: by its words, or by the commas of its list."""
    for place, claim in view.claims():
        count = len(claim.text.split())
        if count > MAX_WORDS:
            yield Finding((*place, "text"), f"claim {claim.id} has {count} words", claim.id)
        elif claim.text.count(",") >= MAX_COMMAS:
            message = f"claim {claim.id} lists {claim.text.count(',') + 1} topics: {quoted(claim.text)}"
            yield Finding((*place, "text"), message, claim.id)


_INCORPORATES = Block.EVIDENCE_INCORPORATION
_VAGUE = compiled(
    r"\b(adequate(?:ly)?|sufficient(?:ly)?|appropriate(?:ly)?|acceptabl[ey]|suitabl[ey]|reasonabl[ey]|"
    r"robust(?:ly)?|timely|effective(?:ly)?|normal(?:ly)?|safe|enough|properly|satisfactor(?:y|ily)|"
    r"all(?!\s+that\b)|every|always|never)\b",
    re.I,
)


@warning(
    "claim-qualifier",
    FAMILY,
    "A vague or universal word has something that fixes what it means here.",
    source="SCCG CL.5, AR.6, RD.2",
    hint="add `context:` that defines it, a `requirement:`, or a concretion below the claim",
)
def claim_qualifier(view: CaseView) -> Iterator[Finding]:
    """Fixed by a context of the claim, of its argument or of the argument and claim above; by a
    requirement, named hazards or properties; or by a substitution or concretion below.  That ``every`` or ``all`` holds
    of what is assumed is answered for by whoever accepted it.  Or by the sentence itself: a relative clause that
    names the set, ``… means that``, *needed and sufficient*, or a step whose parts speak of ``all`` of the same."""
    for place, claim, text in stated(view):
        if claim.context or claim.requirement or claim.hazards or claim.properties:
            continue
        result = next((m for m in _VAGUE.finditer(text) if not _fixed_in_text(view, claim, text, m)), None)
        if result is None:
            continue
        if claim.assumed and result[0].casefold() in UNIVERSAL and is_accepted(claim, view.case):
            continue
        if _explained_below(view, claim.id) or _context_above(view, claim.id):
            continue
        message = f"claim {claim.id}: nothing fixes what {result[0]!r} means: {quoted(text)}"
        yield Finding((*place, "text"), message, claim.id)


def _fixed_in_text(view: CaseView, claim: Claim, text: str, word: re.Match[str]) -> bool:
    """Whether the sentence, or the parts of its step, fix what a vague or universal word of it means."""
    said = word[0].casefold()
    if defines_itself(text, word.start(), word.end()):
        return True
    if said == "sufficient" and claim.assumed and is_accepted(claim, view.case):
        return is_logical(text)
    if said not in UNIVERSAL:
        return False
    return names_its_set(text, word.end()) or _parts_name_all(view, claim, text, word.start())


_EACH = compiled(r"\b(?:all|every|each|both)\b", re.I)


def _parts_name_all(view: CaseView, claim: Claim, text: str, start: int) -> bool:
    """Whether evidence or an accepted side-claim of a step speaks of all of the same: ``All six doors were tried``."""
    of = spoken_of_as_all(text, start)
    steps = [step for _, step in view.arguments_for.get(claim.id, ()) if step.block is _INCORPORATES]
    names = [name for step in steps for name in (*step.premises, *step.side_claims) if of]
    nodes = [
        node for node in map(view.case.node.get, names) if node is not None and is_accepted(node, view.case)
    ]
    texts = [node.text[:READ] for node in nodes]
    return any(of == spoken_of_as_all(text, m.start()) for text in texts for m in _EACH.finditer(text))


def _explained_below(view: CaseView, claim: str) -> bool:
    explaining = (Block.SUBSTITUTION, Block.CONCRETION)
    return any(
        argument.context or argument.block in explaining for _, argument in view.arguments_for.get(claim, ())
    )


def _context_above(view: CaseView, claim: str) -> bool:
    for argument in view.used_by.get(claim, ()):
        above = view.case.claim.get(argument.supports)
        if argument.context or (above is not None and above.context):
            return True
    return False


_MEMBER = r"hazard|requirement|component|function|condition|scenario|phase|part|mode|cause|step|subsystem|failure|class"
_SET = compiled(
    rf"\b(?:all|over|across)\b.{{0,80}}?\b(?:(?:{_MEMBER})(?:s|es)|properties|criteria)\b|"
    rf"\b(?:each|every)\b.{{0,40}}?\b(?:{_MEMBER}|property|criterion)\b",
    re.I,
)


@warning(
    "decomposition-set",
    FAMILY,
    "What a decomposition runs over is defined by a context.",
    source="SCCG AR.2, AR.6",
    hint="add a context that lists the set, to the argument or its claim, or name the hazards on the sub-claims",
)
def decomposition_set(view: CaseView) -> Iterator[Finding]:
    """A decomposition whose text names a set that no context, hazard list or fault tree defines."""
    for place, argument in view.arguments():
        if argument.block is not Block.DECOMPOSITION or argument.context:
            continue
        result = _SET.search(argument.text[:READ])
        claim = view.case.claim.get(argument.supports)
        if result is None or claim is None or claim.context or claim.hazards or claim.properties:
            continue
        parts = [view.case.claim.get(premise) for premise in argument.premises]
        if any(part is not None and (part.hazards or part.properties) for part in parts):
            continue
        message = f"argument {argument.id}: no context defines the set it runs over: {quoted(argument.text)}"
        yield Finding((*place, "text"), message, argument.id)


@warning(
    "claim-restated",
    FAMILY,
    "A claim is not supported by its own words.",
    source="SCCG LF.1",
    hint="say in the sub-claim what makes the claim true",
)
def claim_restated(view: CaseView) -> Iterator[Finding]:
    """A premise or side-claim with the text of the claim above it."""
    for place, argument in view.arguments():
        above = view.case.claim.get(argument.supports)
        if above is None or not above.text:
            continue
        same = _plain(above.text)
        for key, ids in (("from", argument.premises), ("side_claims", argument.side_claims)):
            for k, id in enumerate(ids):
                below = view.case.claim.get(id)
                if below is None or below is above or below.assumed:
                    continue  # an assumption with these words is an error of its own
                if _plain(below.text) == same:
                    message = f"claim {above.id} is supported by {below.id}, which says the same"
                    yield Finding((*place, key, k), message, argument.id)


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold())) or text


_NUMBER = compiled(r"(?<![\w.])(\d+(?:\.\d+)*)(?:[eE][-+]?\d+)?(?![\w.]*\d)")


@warning(
    "pseudo-precision",
    FAMILY,
    f"A number in a claim has at most {MAX_DIGITS} significant digits.",
    source="SCCG LF.6",
    hint="round to what the interval supports; a `requirement:` keeps the exact bound",
)
def pseudo_precision(view: CaseView) -> Iterator[Finding]:
    """Counts significant digits of decimals; whole numbers are counts, years or names of standards."""
    for place, claim, text in stated(view):
        for item in _NUMBER.finditer(text):
            grouped = re.fullmatch(r"[1-9]\d{0,2}(?:\.\d{3})+", item[0])  # German: 10.000
            exact = grouped or (
                "." not in item[0] and "e" not in item[0].casefold()
            )  # a count, a year, a standard
            if not exact and _significant(item[1]) > MAX_DIGITS:
                message = f"claim {claim.id} states {item[0]}, {_significant(item[1])} significant digits"
                yield Finding((*place, "text"), message, claim.id)


def _significant(number: str) -> int:
    whole, point, fraction = number.partition(".")
    digits = (whole + fraction).lstrip("0")
    return len(digits) if point else len(digits.rstrip("0"))


@warning(
    "number-unevaluated",
    FAMILY,
    "A bound in a claim's text is a requirement that the tool evaluates.",
    source="SCCG AR.4, LF.6",
    hint="add `requirement:` with measure, bound, kind and confidence; or `assumed:`, where somebody answers for it",
)
def number_unevaluated(view: CaseView) -> Iterator[Finding]:
    """A probability, percentage or rate bound that is only written down, of a claim that is no assumption.

    Where the support comes to other numbers, none of which is as strong, or a part of a decomposition allows more than
    the whole, the claim is not evaluated until then.
    """
    for place, claim, _ in stated(view):
        quote = unevaluated(view, claim)
        message = (
            f"claim {claim.id}: nothing evaluates the bound {quote!r}" if quote else weaker_part(view, claim)
        )
        if message:
            yield Finding((*place, "text"), message, claim.id)


def quoted(text: str) -> str:
    return f"“{text if len(text) <= 80 else text[:79] + '…'}”"
