"""The severity of a top event, from the HAZOP entries that lead to it: unknown where one of them states none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from casegen.assessment.safety.risk_acceptance import claims_on
from casegen.model.case import Case
from casegen.model.fault_tree import FaultTree
from casegen.model.hazard import HazopEntry
from casegen.model.safety import SEVERITIES

_WORST = SEVERITIES[-1]


@dataclass(frozen=True, slots=True)
class Leading:
    """The worst severity that entries leading to trees state, and the entries of it."""

    stated: str
    entries: tuple[str, ...]
    open: tuple[str, ...]
    """entries without a severity, where they may be worse than what the others state"""

    @property
    def severity(self) -> str:
        """The severity that holds for the trees; empty where an open entry may be worse, or none states one."""
        return "" if self.open else self.stated

    @property
    def at_worst(self) -> str:
        """The severity that the trees may have, with the open entries."""
        return _WORST if self.open else self.stated


def leading_entries(case: Case, trees: Sequence[FaultTree]) -> list[HazopEntry]:
    """HAZOP entries whose scenarios are paths of the trees, or that violate a property of these trees or paths.

    One that leads to no tree at all that way leads to the trees of the claims that name it among their hazards.
    """
    leading = _by_path_or_property(case, trees)
    claims = (case.claim[name] for tree in trees for name in claims_on(case, tree.id))
    named = {entry for claim in claims for entry in claim.hazards}
    if named:
        leading |= named - _by_path_or_property(case, case.trees)
    return [entry for entry in case.hazop if entry.id in leading]


def _by_path_or_property(case: Case, trees: Sequence[FaultTree]) -> set[str]:
    ids = {tree.id for tree in trees}
    paths = [scenario for scenario in case.scenarios if scenario.tree in ids]
    named = {entry for path in paths for entry in path.hazop}
    wanted = {name for tree in trees for name in tree.properties} | {p.property for p in paths if p.property}
    return {e.id for e in case.hazop if e.id in named or wanted.intersection(e.properties)}


def worst_severity(case: Case, trees: Sequence[FaultTree]) -> Leading:
    """What the entries that lead to the trees state; nothing is worse than the worst, whatever is open."""
    leading = leading_entries(case, trees)
    worst = max((str(e.severity) for e in leading if e.severity), key=SEVERITIES.index, default="")
    unstated = tuple(e.id for e in leading if not e.severity) if worst != _WORST else ()
    return Leading(worst, tuple(e.id for e in leading if worst and e.severity == worst), unstated)
