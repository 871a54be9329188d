"""How a claim stands: supported by one argument, undeveloped, or assumed."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.argument.rule import Finding, error, warning
from casegen.argument.rules.citations import ASSURANCE_2, CAE, ISO_15026_2
from casegen.argument.view import CaseView

FAMILY = "Claims"


@error(
    "claim-unsupported",
    FAMILY,
    "A claim is supported by an argument, or flagged undeveloped, or assumed.",
    source=f"{ISO_15026_2}; {CAE}; SCCG EV.1",
    hint="add an argument with `supports:` this claim, or flag it `undeveloped: true`, or state why it is "
    "`assumed:`",
)
def claim_unsupported(view: CaseView) -> Iterator[Finding]:
    """Neither support nor a word about its absence."""
    for place, claim in view.claims():
        if not (claim.id in view.arguments_for or claim.undeveloped or claim.assumed):
            yield Finding(place, f"claim {claim.id} is unsupported: no argument supports it", claim.id)


@error(
    "claim-several-arguments",
    FAMILY,
    "A claim is supported by exactly one argument.",
    source=CAE,
    hint="join them into one argument, or put a sub-claim above each",
)
def claim_several_arguments(view: CaseView) -> Iterator[Finding]:
    """Reported at the second and every further argument."""
    for _, claim in view.claims():
        for index, argument in view.arguments_for.get(claim.id, [])[1:]:
            first = view.arguments_for[claim.id][0][1].id
            message = f"claim {claim.id} is supported by {first} already; {argument.id} is a further argument"
            yield Finding(("arguments", index, "supports"), message, claim.id)


@error(
    "claim-undeveloped-supported",
    FAMILY,
    "Undeveloped means that there is no support.",
    source=CAE,
    hint="remove `undeveloped: true`, or the argument",
)
def claim_undeveloped_supported(view: CaseView) -> Iterator[Finding]:
    """Flagged undeveloped although an argument supports it."""
    for place, claim in view.claims():
        if claim.undeveloped and claim.id in view.arguments_for:
            by = view.arguments_for[claim.id][0][1].id
            message = f"claim {claim.id} is flagged undeveloped, but argument {by} supports it"
            yield Finding((*place, "undeveloped"), message, claim.id)


@error(
    "claim-one-standing",
    FAMILY,
    "A claim is supported, or undeveloped, or assumed: one of them.",
    source=CAE,
    hint="keep the one that is true",
)
def claim_one_standing(view: CaseView) -> Iterator[Finding]:
    """Assumed and supported, or assumed and undeveloped."""
    for place, claim in view.claims():
        if not claim.assumed:
            continue
        if claim.id in view.arguments_for:
            by = view.arguments_for[claim.id][0][1].id
            message = f"claim {claim.id} is assumed, but argument {by} supports it"
            yield Finding((*place, "assumed"), message, claim.id)
        elif claim.undeveloped:
            yield Finding((*place, "assumed"), f"claim {claim.id} is assumed and undeveloped", claim.id)


@error(
    "direct-link",
    FAMILY,
    "In a strict case claims are linked through arguments only.",
    source=f"{CAE}; SCCG AR.2",
    hint="put an argument between them that names its block, or set `strict: false` under `case:`",
)
def direct_link(view: CaseView) -> Iterator[Finding]:
    """A claim that names a claim or evidence where only context may stand.

    With ``strict: false`` such a link carries no support, but what stands against its end stands against the claim.
    """
    if not view.case.header.strict:
        return
    for place, claim in view.claims():
        for k, other in enumerate(claim.context):
            section = view.section(other)
            if section in ("claims", "evidence", "sub_cases"):
                message = f"claim {claim.id} is linked directly to {view.label(other)}, without an argument"
                yield Finding((*place, "context", k), message, claim.id)


@warning(
    "claim-undeveloped",
    FAMILY,
    "A finished case has no undeveloped claim.",
    source=f"{CAE}; SCCG SU.4",
    hint="develop it, or say when and by whom it will be",
)
def claim_undeveloped(view: CaseView) -> Iterator[Finding]:
    """Keeps the work that is left visible."""
    for place, claim in view.claims():
        if claim.undeveloped and claim.id not in view.arguments_for:
            role = "side-claim" if claim.id in view.side_claims else "claim"
            yield Finding(place, f"{role} {claim.id}: no argument given yet", claim.id)


@warning(
    "assumption-unaccepted",
    FAMILY,
    "Somebody answers for a claim that is assumed.",
    source=f"{ASSURANCE_2}; SCCG SU.2",
    hint="add `accepted_by:` with the name of who accepts it, or support the claim",
)
def assumption_unaccepted(view: CaseView) -> Iterator[Finding]:
    """Until then whatever rests on the claim is no better than assumed."""
    for place, claim in view.claims():
        if claim.assumed and not claim.accepted_by:
            role = "side-claim" if claim.id in view.side_claims else "claim"
            yield Finding(place, f"{role} {claim.id} is assumed, and nobody has accepted it", claim.id)
