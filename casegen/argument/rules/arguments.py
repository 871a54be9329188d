"""The five blocks: what each may hold, and the warrant each owes."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.argument.reading.relevance import unrelated
from casegen.argument.rule import Finding, Place, error, warning
from casegen.argument.rules.citations import ASSURANCE_2, CAE_BLOCKS
from casegen.argument.view import CaseView
from casegen.model.argument import Block, Claim
from casegen.texts.events.matters import plain_words
from casegen.texts.wording.gaps import admitted_gap, without_rejected_measures

FAMILY = "Arguments and blocks"

WARRANTS: dict[Block, str] = {
    Block.DECOMPOSITION: "that the parts are complete, that the claim follows from all of them, and that "
    "their interactions are handled",
    Block.SUBSTITUTION: "that the two objects or properties are equivalent for this claim",
    Block.CONCRETION: "that the precise statement is faithful to the vague one",
    Block.CALCULATION: "that the formula is valid and its assumptions hold",
    Block.EVIDENCE_INCORPORATION: "that the result is trustworthy, relevant, and implies the measured claim",
}
"""What the side-claim of each block must show."""


@error(
    "argument-supports",
    FAMILY,
    "An argument supports a claim.",
    source=CAE_BLOCKS,
    hint="name the claim that follows from the argument",
)
def argument_supports(view: CaseView) -> Iterator[Finding]:
    """An argument attached to another argument, a context, a sub-case or a defeater."""
    for place, argument in view.arguments():
        section = view.section(argument.supports)
        if section not in (None, "claims", "evidence"):
            message = f"argument {argument.id} supports {view.label(argument.supports)}, expected a claim"
            yield Finding((*place, "supports"), message, argument.id)


@error(
    "premise-missing",
    FAMILY,
    "An argument has at least one sub-claim, sub-case or evidence.",
    source=CAE_BLOCKS,
    hint="add `from: [ID]`; side-claims alone are a warrant without anything to warrant",
)
def premise_missing(view: CaseView) -> Iterator[Finding]:
    """An argument from nothing."""
    for place, argument in view.arguments():
        if not argument.premises:
            yield Finding(place, f"argument {argument.id} has no sub-claim and no evidence", argument.id)


@error(
    "premise-kind",
    FAMILY,
    "Premises are claims, sub-cases or evidence.",
    source=CAE_BLOCKS,
    hint="name claims, sub-cases or evidence under `from:`; contexts go under `context:`",
)
def premise_kind(view: CaseView) -> Iterator[Finding]:
    """An argument, context, defeater or residual doubt under ``from``."""
    for place, argument in view.arguments():
        for k, premise in enumerate(argument.premises):
            if view.section(premise) not in (None, "claims", "sub_cases", "evidence"):
                message = f"argument {argument.id} rests on {view.label(premise)}"
                yield Finding((*place, "from", k), message, argument.id)


@error(
    "side-claim-kind",
    FAMILY,
    "A side-claim is a claim.",
    source=CAE_BLOCKS,
    hint="state the warrant as a claim and support it, or assume it and have it accepted",
)
def side_claim_kind(view: CaseView) -> Iterator[Finding]:
    """Evidence, context or an argument in the place of a warrant; a sub-case repeats a claim and may."""
    for place, argument in view.arguments():
        for k, side in enumerate(argument.side_claims):
            if view.section(side) not in (None, "claims", "sub_cases"):
                message = f"argument {argument.id} has {view.label(side)} as side-claim, expected a claim"
                yield Finding((*place, "side_claims", k), message, argument.id)


@error(
    "warrant-own",
    FAMILY,
    "A step is not warranted by what it rests on, nor by its own conclusion.",
    source=f"{CAE_BLOCKS}; SCCG LF.1",
    hint="say in the side-claim why the conclusion follows from the premises",
)
def warrant_own(view: CaseView) -> Iterator[Finding]:
    """A side-claim that repeats a premise or the conclusion, as a sub-case or in the same words.

    The same node named twice, and a claim with the words of the conclusion, are reported by rules of their own.
    """
    for place, argument in view.arguments():
        for k, side in enumerate(argument.side_claims):
            warrant = view.repeated(side)
            if warrant is None:
                continue
            others = [name for name in argument.premises if name != side]
            others += [argument.supports] if view.section(side) == "sub_cases" else []
            same = next((name for name in others if _repeats(view, warrant, name)), None)
            if same is not None:
                message = f"argument {argument.id} is warranted by {view.label(side)}, which repeats {view.label(same)}"
                yield Finding((*place, "side_claims", k), message, argument.id)


def _repeats(view: CaseView, warrant: Claim, name: str) -> bool:
    one = view.repeated(name)
    return one is not None and (
        one.id == warrant.id or (one.text != "" and plain_words(one.text) == plain_words(warrant.text))
    )


@error(
    "warrant-gap",
    FAMILY,
    "A warrant does not say that something is left out.",
    source=f"{CAE_BLOCKS}; SCCG AR.2",
    hint="argue what is left out as well, or narrow the claim to what is argued",
)
def warrant_gap(view: CaseView) -> Iterator[Finding]:
    """A side-claim or a step that says ``not covered``, ``left out``, ``incomplete``: so the step does not hold.

    Measures against risk may be left out where the case compares their costs with the harm that they remove (ALARP).
    """
    for place, argument in view.arguments():
        texts: dict[Place, str] = {("text",): argument.text}
        for k, side in enumerate(argument.side_claims):
            warrant = view.repeated(side)
            texts[("side_claims", k)] = warrant.text if warrant is not None else ""
        for key, text in texts.items():
            if words := admitted_gap(without_rejected_measures(text) if view.compares_measures else text):
                message = f"the warrant of argument {argument.id} says that something is left out: {words!r}"
                yield Finding((*place, *key), message, argument.id)


@error(
    "evidence-mixed",
    FAMILY,
    "Evidence and sub-claims are not mixed under one argument.",
    source=CAE_BLOCKS,
    hint="put a sub-claim above the evidence: what the evidence measured",
)
def evidence_mixed(view: CaseView) -> Iterator[Finding]:
    """An argument whose premises are partly evidence, partly claims."""
    for place, argument in view.arguments():
        evidence = [p for p in argument.premises if view.section(p) == "evidence"]
        others = [p for p in argument.premises if view.section(p) in ("claims", "sub_cases")]
        if evidence and others:
            message = f"argument {argument.id} mixes evidence ({evidence[0]}) with sub-claims ({others[0]})"
            yield Finding((*place, "from"), message, argument.id)


@error(
    "evidence-entry",
    FAMILY,
    "Evidence enters through evidence incorporation only.",
    source=f"{CAE_BLOCKS}; SCCG EV.3",
    hint="set `block: evidence-incorporation`, or put a sub-claim above the evidence",
)
def evidence_entry(view: CaseView) -> Iterator[Finding]:
    """Evidence as the only kind of premise of another block."""
    for place, argument in view.arguments():
        if argument.block is Block.EVIDENCE_INCORPORATION:
            continue
        kinds = {view.section(p) for p in argument.premises} - {None}
        if kinds == {"evidence"}:
            message = f"argument {argument.id} is a {argument.block}, but rests on evidence"
            yield Finding((*place, "block"), message, argument.id)


@error(
    "incorporation-without-evidence",
    FAMILY,
    "Evidence incorporation incorporates evidence.",
    source=CAE_BLOCKS,
    hint="name evidence under `from:`, or choose the block that the step really is",
)
def incorporation_without_evidence(view: CaseView) -> Iterator[Finding]:
    """The block promises evidence, and only claims are there."""
    for place, argument in view.arguments():
        if argument.block is not Block.EVIDENCE_INCORPORATION:
            continue
        kinds = {view.section(p) for p in argument.premises} - {None}
        if kinds and kinds <= {"claims", "sub_cases"}:
            message = f"argument {argument.id} is an evidence incorporation, but has no evidence"
            yield Finding((*place, "block"), message, argument.id)


@error(
    "tree-outside-calculation",
    FAMILY,
    "A fault tree is the formula of a calculation.",
    source=CAE_BLOCKS,
    hint="set `block: calculation`, or remove `tree:`",
)
def tree_outside_calculation(view: CaseView) -> Iterator[Finding]:
    """``tree`` on a block of another type."""
    for place, argument in view.arguments():
        if argument.tree is not None and argument.block is not Block.CALCULATION:
            message = (
                f"argument {argument.id} is a {argument.block}, but names the fault tree {argument.tree}"
            )
            yield Finding((*place, "tree"), message, argument.id)


@warning(
    "warrant-missing",
    FAMILY,
    "Every argument has the side-claim that its block owes.",
    source=f"{CAE_BLOCKS}; {ASSURANCE_2}; SCCG AR.2, EV.6",
    hint="add a side-claim and support it, or assume it and have it accepted",
)
def warrant_missing(view: CaseView) -> Iterator[Finding]:
    """Names what the warrant of this block must show.

    Evidence, or a precise statement, with no word in common with the claim is not evaluated until a side-claim says
    how the two are connected; names of documents (``Record of the review``) are let through.
    """
    for place, argument in view.arguments():
        if not argument.side_claims:
            message = (
                f"argument {argument.id}, {_an(argument.block)}, has no side-claim; it owes one that shows "
                f"{WARRANTS[argument.block]}"
            )
            for _, name in unrelated(view, argument):
                message += f"; {view.label(name)} has no word in common with claim {argument.supports}"
            yield Finding(place, message, argument.id)


@warning(
    "block-shape",
    FAMILY,
    "Substitution and concretion replace one claim by one other.",
    source=CAE_BLOCKS,
    hint="substitute first, then decompose the claim that results",
)
def block_shape(view: CaseView) -> Iterator[Finding]:
    """A substitution or concretion with several sub-claims does two steps at once."""
    for place, argument in view.arguments():
        if argument.block in (Block.SUBSTITUTION, Block.CONCRETION) and len(argument.premises) > 1:
            message = f"argument {argument.id}, a {argument.block}, has {len(argument.premises)} sub-claims"
            yield Finding((*place, "from"), message, argument.id)


def _an(block: Block) -> str:
    return f"{'an' if block[0] in 'aeiou' else 'a'} {block}"
