"""A rule: importing this module registers it."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.argument.rule import Finding, warning
from casegen.argument.view import CaseView


@warning(
    "example-claim-owner",
    "Example",
    "Every claim has an owner.",
    source="our company's safety manual, section 3",
    hint="add `owner:`",
)
def claim_owner(view: CaseView) -> Iterator[Finding]:
    """Nobody answers for a claim without an owner."""
    for index, claim in enumerate(view.case.claims):
        if not claim.owner:
            yield Finding(("claims", index), f"claim {claim.id} has no owner", claim.id)
