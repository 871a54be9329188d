"""Evidence that an earlier run, or a vital sign, lets be worse: reported where a number that rests on it is required."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from casegen.argument.references import SINGULAR
from casegen.assessment.other_limits import has_others
from casegen.assessment.vital_signs import reported_limits
from casegen.model.argument import AllocatedBound
from casegen.model.case import Case
from casegen.model.diagnostic import Diagnostic

if TYPE_CHECKING:
    from casegen.assessment.assess import Session


def doubts_by_limits(case: Case, session: Session) -> Iterator[Diagnostic]:
    """A warning at each requirement on a tree, or on what a tree allocates, that an earlier run would not meet, or what a
    sign makes possible.
    """
    if not any(has_others(state) for state in session.evidence.values()):
        return
    numbers = session.numbers()
    for section in ("claims", "contexts"):
        for index, node in enumerate(getattr(case, section)):
            wanted = node.requirement
            if wanted is None or (
                wanted.measure.tree is None and not isinstance(wanted.bound, AllocatedBound)
            ):
                continue
            signs = session.evaluated(node, wanted, numbers).signs
            place = case.locate(section, index, "requirement")
            yield from reported_limits(f"{SINGULAR[section]} {node.id}", signs, place)
