"""Modules and away references: what one part of the case may use of another."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.argument.rule import Finding, error
from casegen.argument.rules.citations import CAE, GSN
from casegen.argument.view import CaseView

FAMILY = "Modules"


@error(
    "sub-case-claim",
    FAMILY,
    "A sub-case repeats a claim.",
    source=CAE,
    hint="name the claim that the other module presents",
)
def sub_case_claim(view: CaseView) -> Iterator[Finding]:
    """A sub-case of an argument, of evidence, or of another sub-case."""
    for index, sub in enumerate(view.case.sub_cases):
        if view.section(sub.claim) not in (None, "claims"):
            message = f"sub-case {sub.id} repeats {view.label(sub.claim)}, expected a claim"
            yield Finding(("sub_cases", index, "claim"), message, sub.id)


@error(
    "away-same-module",
    FAMILY,
    "A sub-case repeats a claim of another module.",
    source=f"{CAE}; {GSN}",
    hint="use the claim itself",
)
def away_same_module(view: CaseView) -> Iterator[Finding]:
    """A sub-case in the module of its own claim."""
    for index, sub in enumerate(view.case.sub_cases):
        claim = view.case.claim.get(sub.claim)
        if claim is not None and claim.module == sub.module:
            where = f"module {claim.module}" if claim.module else "the part without module"
            message = f"sub-case {sub.id} and its claim {claim.id} are both in {where}"
            yield Finding(("sub_cases", index), message, sub.id)


@error(
    "away-public",
    FAMILY,
    "What another module uses is public.",
    source=GSN,
    hint="set `public: true` on the claim, or use a claim that its module offers",
)
def away_public(view: CaseView) -> Iterator[Finding]:
    """A sub-case of a claim that is not public, or a direct link to one across modules."""
    for index, sub in enumerate(view.case.sub_cases):
        claim = view.case.claim.get(sub.claim)
        if claim is not None and claim.module != sub.module and not claim.public:
            message = (
                f"sub-case {sub.id} repeats claim {claim.id} of {_home(claim.module)}, which is not public"
            )
            yield Finding(("sub_cases", index, "claim"), message, sub.id)
    for place, argument in view.arguments():
        for key, ids in (("from", argument.premises), ("side_claims", argument.side_claims)):
            for k, id in enumerate(ids):
                claim = view.case.claim.get(id)
                if claim is not None and claim.module != argument.module and not claim.public:
                    message = (
                        f"argument {argument.id} of {_home(argument.module)} uses claim {id} of "
                        f"{_home(claim.module)}, which is not public"
                    )
                    yield Finding((*place, key, k), message, argument.id)


@error(
    "away-developed",
    FAMILY,
    "A claim that others use is developed in its own module.",
    source=GSN,
    hint="put the argument into the module of its claim, or let the other module present the claim",
)
def away_developed(view: CaseView) -> Iterator[Finding]:
    """A sub-case whose claim is undeveloped, or argued in another module than the one that presents it."""
    for index, sub in enumerate(view.case.sub_cases):
        claim = view.case.claim.get(sub.claim)
        if claim is None or claim.module == sub.module:
            continue
        place = ("sub_cases", index, "claim")
        arguments = view.arguments_for.get(claim.id, [])
        if claim.undeveloped and not arguments:
            message = f"sub-case {sub.id} relies on claim {claim.id}, undeveloped in {_home(claim.module)}"
            yield Finding(place, message, sub.id, "develop the claim, or state it here as undeveloped")
        for _, argument in arguments[:1]:
            if argument.module != claim.module:
                message = (
                    f"claim {claim.id} of {_home(claim.module)} is argued by {argument.id} of "
                    f"{_home(argument.module)}"
                )
                yield Finding(place, message, sub.id)


def _home(module: str | None) -> str:
    return f"module {module}" if module else "the part without module"
