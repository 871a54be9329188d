"""A what-if as an object: before, after, and what flips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from casegen.api.arguments import Known
from casegen.model.diagnostic import Diagnostic, InputError
from casegen.model.plural import counted

if TYPE_CHECKING:
    from casegen.assessment.assess import Change, Session
    from casegen.assessment.whatif import WhatIfComparison
    from casegen.model.case import Case
    from casegen.model.output.studies import WhatIfDocument
    from casegen.model.quantity import Estimate
    from casegen.model.results import Assessment, Status

Setting = float | bool | Mapping[str, Any]


def stated(case: Case, session: Session, changes: Mapping[str, Setting]) -> tuple[Change, ...]:
    """The changes, checked; raises :class:`InputError` with everything that is wrong with any of them."""
    from casegen.assessment.whatif import stated_change

    results: list[Change] = []
    problems: list[Diagnostic] = []
    for subject, setting in changes.items():
        try:
            results.append(stated_change(case, session, subject, setting))
        except InputError as error:
            problems += error.diagnostics
    if problems:
        raise InputError(problems)
    return tuple(results)


@dataclass(frozen=True, repr=False)
class WhatIf:
    """The case before and after a set of changes."""

    comparison: WhatIfComparison
    __hash__ = None  # type: ignore[assignment]  # equal by what it holds, which is tables

    @classmethod
    def of(cls, session: Session, before: Assessment, changes: Sequence[Change]) -> WhatIf:
        """Assess ``session`` with ``changes``, beside ``before``."""
        from casegen.assessment.whatif import compare

        return cls(compare(session, changes, before=before))

    @property
    def before(self) -> Assessment:
        """The case as it is."""
        return self.comparison.before

    @property
    def after(self) -> Assessment:
        """The case with the changes."""
        return self.comparison.after

    @property
    def supported(self) -> bool:
        """Whether every root claim is supported in the case edited so."""
        return self.comparison.supported

    @property
    def flipped(self) -> Mapping[str, tuple[Status, Status]]:
        """Claims whose status differs: (before, after) by id."""
        before, after = self.before.claims, self.after.claims
        return Known(
            "flipped claim",
            {id: (before[id].status, after[id].status) for id in self.comparison.flipped()},
        )

    @property
    def edited(self) -> Mapping[str, Status]:
        """Status of each claim in the case edited so, by id: also of those that :attr:`unread` names."""
        return Known("claim", dict(self.comparison.edited))

    @property
    def unchanged(self) -> tuple[str, ...]:
        """What has the value already that is set."""
        return self.comparison.unchanged

    @property
    def set_aside(self) -> tuple[str, ...]:
        """What texts of the case say of the numbers that are changed, and what for that reason does not count."""
        return self.comparison.set_aside

    @property
    def barred(self) -> Mapping[str, tuple[str, ...]]:
        """Why the number of a tree supports no claim with the changes, by tree, where that is not so without them."""
        return self.comparison.barred

    @property
    def not_evaluated(self) -> Mapping[str, str]:
        """Why a tree has no top event with the changes, by tree.

        Where it holds something of what is set, whether it changes is not known.
        """
        return self.comparison.not_evaluated

    @property
    def stale(self) -> Mapping[str, tuple[str, ...]]:
        """Stale evidence items that the numbers of a tree come from, by tree: these are out of date."""
        return self.comparison.stale

    @property
    def unread(self) -> tuple[str, ...]:
        """Claims that the case edited so does not support though they keep their status, each with the reason, and why
        it is refused.
        """
        return self.comparison.unread

    def top(self, tree: str) -> Estimate | None:
        """Top event of ``tree`` with the changes; None where it cannot happen as it is modelled, or has no number.

        It is the one that requirements judge: where the tree is largest before the end of its mission, that value.
        """
        return Known("fault tree", self.after.trees)[tree].judged

    def document(self) -> WhatIfDocument:
        """``casegen whatif --json``: changes, trees and claims before and after."""
        from casegen.assessment.documents import comparison
        from casegen.review.questions import open_in_both

        return comparison(self.comparison, open_in_both(self.before, self.after))

    def __repr__(self) -> str:
        subjects = ", ".join(f"{c.subject}={c.number:g}" for c in self.comparison.changes)
        flips = f"{counted(len(self.flipped), 'claim changes its', 'claims change their')} status"
        rest = (
            ("not evaluated", self.not_evaluated),
            ("set aside", self.set_aside),
            ("unread", self.unread),
            ("unchanged", self.unchanged),
        )
        return f"<what if {subjects}: {', '.join([flips, *(f'{len(rows)} {what}' for what, rows in rest if rows)])}>"
