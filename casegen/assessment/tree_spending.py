"""What the limits that enter a fault tree spend over all looks at them, and whether a confidence pays for that.

*Each limit by itself.*  The bound of the top event errs only where a limit of an input does, at one look or another:
with at most the sum over all looks at all inputs (Boole's inequality).

*Records together.*  Their limit is one of a combination: of one look at each item that enters the tree, the one that
stands when the claim is judged.  Which looks stand depends on the data (the second record is tested anew once the first
is clean, a record goes back to an earlier lot), so that any combination of them may be the one that is judged.

  Theorem.  Let n items enter the tree, and let the limit of any combination that is fixed beforehand err with at most a.
  Whoever takes at most F further looks in all, at whichever items and in whatever order the data suggest, meets a
  combination whose limit errs with at most C(F + n, n) a.

  Proof.  Number the looks at each item from 0.  The combination that is judged has numbers k_1 ... k_n with
  k_1 + ... + k_n <= F.  There are C(F + n, n) such tuples, and they are fixed before the data.  Each errs with at most a:
  the records are independent, and what a numbered look measures does not depend on which looks stand beside it.  Add up.

The number must be that of all tuples which F allows, not the product of the looks that were taken: how these are divided
among the items is chosen by the data, and a product would be paid for by each division.  a is the sum of what the records
may err with.  The limits of other inputs are counted in the tuples, because they order the outcomes of the records; they
have F + 1 looks each at most, and add what they err with at each.  F is fixed beforehand only where the confidences are:
where one was changed between looks, nothing pays.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from casegen.assessment.joint import records_of
from casegen.assessment.looks import is_constant, spent_at
from casegen.assessment.trees import BoundTree
from casegen.model.ledger import added, error_probability, is_within
from casegen.model.results import EvidenceState


@dataclass(frozen=True, slots=True)
class LooksTogether:
    """Looks at the inputs of a tree whose records meet a limit together."""

    items: int
    """evidence items that enter the tree"""
    further: int
    """looks at any of them beside the first"""
    records: float
    """what the limit of one combination errs with: the sum over the records"""
    others: float = 0.0
    """the same sum over the limits of the other inputs"""
    constant: bool = True
    """whether each item was computed at one confidence from the first look on"""

    @property
    def combinations(self) -> int:
        """How many combinations of looks may be the one that is judged."""
        return math.comb(self.further + self.items, self.items)

    @property
    def spent(self) -> float:
        """What the limit that is judged errs with at most; 1 where nothing bounds it."""
        if self.further and not self.constant:
            return 1.0
        return added((self.combinations * self.records, (1 + self.further) * self.others))


def looks_together(bound: BoundTree, evidence: Mapping[str, EvidenceState]) -> LooksTogether | None:
    """The looks at the inputs of a tree; None where no records bound its top event together."""
    declared = bound.case.tree[bound.id].independent
    records = {} if declared is None else records_of(bound, declared.evidence)
    joint = [one.measured for one, _ in records.values() if one.measured is not None]
    if len(joint) < 2:
        return None
    sides = sides_of(bound)
    states = {item: evidence[item] for item, _ in sides if item in evidence}
    errors = {key: _error(states[key[0]], key[1]) for key in sides if key[0] in states}
    return LooksTogether(
        len(states),
        sum(max(0, state.looks - state.seeds) for state in states.values()),
        added(errors[key] for key in joint),
        added(error * (1 if sides[key] else 2) for key, error in errors.items() if key not in joint),
        all(is_constant(states[item], measure) for item, measure in errors),
    )


def _error(state: EvidenceState, measure: str) -> float:
    return error_probability(state.measures[measure].confidence or 0.0)


def is_paid(bound: BoundTree, confidence: float | None, evidence: Mapping[str, EvidenceState]) -> bool:
    """Whether the confidence that is asked for leaves room for every look at every input."""
    sides = sides_of(bound)
    if confidence is None or len(sides) < len(bound.values.uncertain):
        return False
    spent = spent_by_looks(bound, evidence)
    if len(spent) < len(sides):
        return False
    together = looks_together(bound, evidence)
    total = math.fsum(spent.values()) if together is None else together.spent
    return is_within(total, 1.0 - confidence)


def sides_of(bound: BoundTree) -> dict[tuple[str, str], int]:
    """How the top moves with each measure that enters the tree with its limits."""
    moves = bound.moves
    return {
        one.measured: moves[key]
        for key, one in bound.values.uncertain.items()
        if one.measured is not None and key in moves
    }


def spent_by_looks(bound: BoundTree, evidence: Mapping[str, EvidenceState]) -> dict[str, float]:
    """What each measure with a confidence that enters the tree, as ``ITEM.MEASURE``, spends over all looks at it."""
    spent: dict[str, float] = {}
    for (item, measure), move in sides_of(bound).items():
        state = evidence.get(item)
        level = state.measures[measure].confidence if state is not None else None
        if state is not None and level is not None:
            spent[f"{item}.{measure}"] = (1 if move else 2) * spent_at(
                state, measure, error_probability(level)
            )
    return spent
