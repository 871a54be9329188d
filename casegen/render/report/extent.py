"""Which part of a very large argument documents list: what decides the verdict first."""

from __future__ import annotations

from dataclasses import dataclass, replace

from casegen.model.results import Assessment, Status
from casegen.render import diagrams
from casegen.render.freshness import out_of_date
from casegen.render.language import thousands_apart, translate
from casegen.render.views.argument import ExtentView

LISTED = 5_000
"""claims, and points that prevent support, that documents list of a larger one"""
PRINTED = 5_000
"""nodes of an argument that reports list whole, as a table and as an outline"""
LISTED_ON_PAPER = 1_000
"""claims that reports list of a larger one"""
_BY_STATUS = {
    Status.CHALLENGED: 0, Status.NOT_EVALUATED: 1, Status.STALE: 2, Status.UNDEVELOPED: 3, Status.ASSUMED: 4,
    Status.SUPPORTED: 5,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Extent:
    """How much of the argument is listed; ``unlisted`` are ids that have no place in the documents."""

    nodes: int
    claims: int
    unlisted: frozenset[str] = frozenset()
    printed: frozenset[str] | None = None
    """claims that reports list; None for all"""

    @property
    def whole(self) -> bool:
        """Whether all of it is drawn and listed."""
        return self.nodes <= diagrams.DRAWN

    @property
    def listed(self) -> int:
        """Claims that are listed."""
        return self.claims if self.whole else min(self.claims, LISTED)


def extent_of(assessment: Assessment) -> Extent:
    """All of an argument that is drawn, of a larger one the :data:`LISTED` claims that matter most, on paper fewer.

    These are the top claims, then those with a requirement, the ones that fail before the ones that hold, then the
    others, challenged before supported; in the order of the case where that is the same.
    """
    case = assessment.case
    extent = Extent(len(case.node), len(case.claims))
    if extent.nodes <= PRINTED and extent.whole:
        return extent
    ranked = sorted((_rank(assessment, claim.id), place) for place, claim in enumerate(case.claims))
    names = [case.claims[place].id for _, place in ranked]
    printed = frozenset(names[: min(LISTED, LISTED_ON_PAPER)])
    unlisted = frozenset() if extent.whole else frozenset(case.node) - set(names[:LISTED])
    return replace(extent, unlisted=unlisted, printed=printed)


def _rank(assessment: Assessment, claim: str) -> tuple[int, int]:
    result = assessment.claims.get(claim)
    status = _BY_STATUS[result.status] if result is not None else 1
    if claim in assessment.case.header.roots:
        return 0, status
    if result is None or result.requirement is None:
        return 4, status
    return {False: 1, None: 2, True: 3}[result.requirement.holds], status


def extent_row(extent: Extent) -> ExtentView:
    """What documents say of a part that they leave out; an empty sentence where there is none."""

    def counted_in(listed: int, key: str) -> str:
        counts = {"nodes": extent.nodes, "claims": extent.claims, "listed": listed}
        return translate(key, **{name: thousands_apart(f"{n:,}") for name, n in counts.items()})

    if extent.printed is None:
        return {"whole": True, "sentence": "", "printed": None, "paper": ""}
    key = "argument.extent_paper" if extent.whole else "argument.extent"
    return {
        "whole": extent.whole,
        "sentence": "" if extent.whole else counted_in(extent.listed, key),
        "printed": extent.printed,
        "paper": counted_in(len(extent.printed), key),
    }


def requirement_outcomes(assessment: Assessment) -> list[bool | None]:
    """Whether each requirement of a claim holds; None where it was not evaluated, or met by numbers out of date."""
    results = (assessment.claims.get(claim.id) for claim in assessment.case.claims)
    return [
        None if one.requirement.holds and out_of_date(assessment, one) else one.requirement.holds
        for one in results
        if one is not None and one.requirement is not None
    ]
