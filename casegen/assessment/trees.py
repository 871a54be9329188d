"""The case's fault trees with measured evidence bound to their events; what documents show of them: ``tree_results``."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from casegen.assessment.bounds import ConfidenceBox, box, directions, top_range
from casegen.model.case import Case
from casegen.model.fault_tree import FromEvidence
from casegen.model.quantity import Estimate, MeasureKind
from casegen.model.results import EvidenceState, JointBound, TreeResult

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casegen.assessment.allocation.events import RequiredBound
    from casegen.assessment.over_mission import OverMission
    from casegen.fta import CompiledTree, EventValues
    from casegen.fta.tree.conditioning import LostDigits

TIE = 1e-12
"""relative distance of a top from its limit within which rounding may decide"""
MOST_RECENT = 32
"""sets of numbers that a tree keeps with what was computed of them"""
MOST_RECENT_VALUES = 20_000
"""numbers of events in all of them: fewer sets of a large tree"""


MOST_DIFFERENCES = 8
"""trees whose differences from one are kept: a rule and the what-ifs of a document ask for the same"""


class Held(NamedTuple):
    """A top that nothing is uncertain of, on the side of its limit on which it truly lies: compared as it is.

    Where rounding leaves that undecided it lies on the side on which the limit is not met.
    """

    number: float
    undecided: bool = False


class Prepared:
    """What a tree is whatever its numbers: compiled once, shared by every what-if."""

    def __init__(self, case: Case, tree_id: str) -> None:
        from casegen.fta import compile_tree

        self.compiled: CompiledTree = compile_tree(case, tree_id)
        self.cases = [case]
        """those in which the tree, its events and the texts beside them are the same"""
        most = MOST_RECENT_VALUES // max(1, len(self.compiled.events))
        self.recent: deque[BoundTree] = deque(maxlen=min(MOST_RECENT, most))
        """the latest numbers that were bound: a rule, a measure against risk and a claim ask what follows of the same"""

    @cached_property
    def rises(self) -> bool:
        """Whether the top only rises through the mission, whatever the numbers: then its end is its worst time."""
        from casegen.fta.study.mission import plainly_rises

        return plainly_rises(self.cases[0], self.compiled)

    def is_of(self, *cases: Case) -> bool:
        """Whether the tree is the same in all these cases."""
        return all(any(case is one for one in self.cases) for case in cases)

    @cached_property
    def settable(self) -> frozenset[str]:
        """Events and common-cause groups: what a what-if may set in this tree."""
        return frozenset((*self.compiled.events, *self.compiled.groups))

    def measures(
        self, case: Case, evidence: Mapping[str, Mapping[str, Estimate]]
    ) -> dict[str, Mapping[str, Estimate]]:
        """Of ``evidence`` what the tree's numbers come from: whatever else changes leaves the tree as it is."""
        compiled = self.compiled
        cases = [one for one in (case, case.as_written) if one is not None]
        models = [one.event[name].model for one in cases for name in compiled.events if name in case.event]
        models += [group.total for one in cases for group in one.common_cause if group.id in compiled.groups]
        items = dict.fromkeys(model.evidence for model in models if isinstance(model, FromEvidence))
        return {item: evidence[item] for item in items if item in evidence}

    @cached_property
    def arrays(self) -> dict[str, Any]:
        """The diagram as plain lists, for pages that evaluate it by themselves."""
        return {**self.compiled.diagram(), "coherent": self.compiled.coherent}


@dataclass(frozen=True)
class BoundTree:
    """A compiled tree with the values of its events: what requirements and allocation work on."""

    case: Case = field(compare=False, repr=False)
    id: str
    kind: MeasureKind
    prepared: Prepared
    values: EventValues
    overridden: frozenset[str]
    kinds: Mapping[tuple[str, str], MeasureKind]
    """kind of each measure the evidence has, by (evidence, measure)"""
    evidence: Mapping[str, Mapping[str, Estimate]] = field(default_factory=dict, compare=False, repr=False)
    """the measures that the values are taken from"""
    settings: Mapping[str, float] = field(default_factory=dict, compare=False, repr=False)
    """what is set by hand: the probability of an event, the total of a common-cause group"""
    estimates: dict[float | None, tuple[Estimate, str]] = field(
        default_factory=dict, compare=False, repr=False
    )
    """what :meth:`estimate` gave, by confidence: a hundred claims may ask for the same top"""
    joints: dict[float | None, tuple[Mapping[str, EvidenceState], JointBound]] = field(
        default_factory=dict, compare=False, repr=False
    )
    """the limit from records together, and the state of the evidence in which it was asked for"""
    allocations: dict[tuple[str, float, float | None], RequiredBound | None] = field(
        default_factory=dict, compare=False, repr=False
    )
    """what the records together leave to an event of a target, at a confidence"""
    required: dict[tuple[str, float, float | None], RequiredBound] = field(
        default_factory=dict, compare=False, repr=False
    )
    """what the bounds by themselves leave to it"""
    boxes: dict[float | None, ConfidenceBox] = field(default_factory=dict, compare=False, repr=False)
    differences: deque[tuple[BoundTree, Any]] = field(
        default_factory=lambda: deque(maxlen=MOST_DIFFERENCES), compare=False, repr=False
    )
    """the latest trees from which this one's difference was asked for, and what is known of it"""
    results: dict[frozenset[str], TreeResult] = field(default_factory=dict, compare=False, repr=False)
    """what :func:`casegen.assessment.tree_results.quantify` gave, by the items of evidence that are stale"""
    hours: float | None = None
    """the time of the numbers, where it is not the end of the mission"""

    @property
    def compiled(self) -> CompiledTree:
        """The structure."""
        return self.prepared.compiled

    def __reduce__(self) -> tuple[Any, ...]:
        """What it is made of; compiled and valued again where it is read, from the numbers that it has here."""
        evidence = {item: dict(own) for item, own in self.evidence.items()}
        return bind, (self.case, self.id, evidence, dict(self.settings), None, self.hours)

    def at(self, hours: float | None) -> BoundTree:
        """The same tree at another time of the mission; None: at its end."""
        if hours == self.hours:
            return self
        return bind(self.case, self.id, self.evidence, self.settings, self.prepared, hours)

    @cached_property
    def through(self) -> OverMission:
        """The tree at every time of its mission."""
        from casegen.assessment.over_mission import OverMission

        return OverMission(self)

    def box(self, confidence: float | None) -> ConfidenceBox:
        """The joint set of the inputs at ``confidence``, and the events' bounds over it."""
        if confidence not in self.boxes:
            self.boxes[confidence] = box(self.compiled, self.values, confidence, self.moves)
        return self.boxes[confidence]

    @cached_property
    def moves(self) -> Mapping[str, int]:
        """How the top moves with each uncertain input, as :func:`casegen.assessment.bounds.directions` has it."""
        return directions(self.compiled, self.values)

    @cached_property
    def barred(self) -> tuple[str, ...]:
        """Why the top may not support a claim, whatever the evidence says of itself."""
        from casegen.assessment.tree_limits import barred_as_modelled

        return tuple(barred_as_modelled(self.case, self))

    @cached_property
    def _known(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """What is known of each event with every input at its point, shape (events,) each."""
        return self.values.enclosures({})

    def has(self, event: str, p: float) -> bool:
        """Whether the event has this probability, and nothing about it is uncertain."""
        if event not in self.compiled.index:
            return False
        i = self.compiled.index[event]
        lower, upper = (ends[i] for ends in self._known)
        same = float(self.values.probability[i]) == p and math.isclose(lower, upper, rel_tol=TIE)
        return same and not self.values.inputs_at(i)

    @property
    def set_by_hand(self) -> frozenset[str]:
        """Events and common-cause groups to which a what-if gives a number or a distribution."""
        return frozenset((*self.case.spread_by_hand, *self.settings))

    @property
    def unset(self) -> BoundTree:
        """The tree without what is set by hand; raises what :func:`bind` raises where an event has no other number."""
        as_written = self.case.as_written
        if as_written is None or not self.case.spread_by_hand:
            return bind(self.case, self.id, self.evidence, {}, self.prepared, self.hours)
        return bind(as_written, self.id, self.evidence, {}, None, self.hours)

    @property
    def measured(self) -> bool:
        """Whether a measure of evidence enters the tree."""
        return any(one.measured is not None for one in self.values.uncertain.values())

    @cached_property
    def span(self) -> tuple[float, float]:
        """The top with every input at its point: one value, unless an order or an exposure is known as a set only."""
        from casegen.fta.tree.directions import extremes

        return self._rounded(*extremes(self.compiled, *self.values.enclosures({})))

    def known(self, limit: float | None, *, upper: bool) -> float:
        """An end of the span, on the side of ``limit`` on which it truly lies, as :meth:`held` has it."""
        end = self.span[int(upper)]
        return end if limit is None else self.held(end, limit, upper=upper).number

    def held(
        self, end: float, limit: float, changed: Mapping[int, float] | None = None, *, upper: bool
    ) -> Held:
        """``end`` as it is compared with ``limit``, with these events (by position) ``changed``.

        Where rounding leaves both sides of the limit open, numbers as they were typed may still decide it.
        """
        near = math.isclose(end, limit, rel_tol=TIE)
        if end == limit == 0.0 or not (near or (not changed and self._may_meet(end, limit, upper=upper))):
            return Held(end)
        from casegen.assessment.exact_side import decided

        held = decided(self, limit, changed or {}, upper=upper)
        return held if near or not held.undecided else Held(end)

    def _may_meet(self, end: float, limit: float, *, upper: bool) -> bool:
        """Whether the ``end`` misses the limit by no more than the digits that are lost to rounding."""
        if self.lost is None or end != self.span[int(upper)]:
            return False
        return self.lost.lower <= limit <= end if upper else end <= limit <= self.lost.upper

    @cached_property
    def lost(self) -> LostDigits | None:
        """What rounding leaves of the top's digits with every input at its point; None where they stand."""
        from casegen.fta.tree.conditioning import lost_digits

        return lost_digits(self.compiled, self.values.probability, self.values)

    def _rounded(self, low: float, high: float) -> tuple[float, float]:
        """Bounds of the top, wider by what rounding may have taken."""
        if self.lost is None:
            return low, high
        top = self.compiled.probability(self.values.probability)
        lower, upper = low - (top - self.lost.lower), high + (self.lost.upper - top)
        return max(0.0, lower), min(self.compiled.most, upper)

    def estimate(self, case: Case, confidence: float | None) -> tuple[Estimate, str]:
        """The top event with its bounds at ``confidence``, and why there are none if so."""
        if confidence not in self.estimates:
            self.estimates[confidence] = self._estimated(case, confidence)
        return self.estimates[confidence]

    def _estimated(self, case: Case, confidence: float | None) -> tuple[Estimate, str]:
        kind = self.kind
        # sums over a diagram may end a rounding above 1
        value = min(self.compiled.most, max(0.0, self.compiled.probability(self.values.probability)))
        corners = self.box(confidence)
        if corners.problem or corners.confidence is None:
            return Estimate(value=value, kind=kind, note=corners.note or None), corners.problem
        result = top_range(self.compiled, self.values, corners)
        low, high = self._rounded(min(result[0], value), max(result[1], value))
        return Estimate(
            value=value, lower=low, upper=high, confidence=corners.confidence, kind=kind, note=corners.note
        ), ""


def measured(evidence: Mapping[str, EvidenceState]) -> dict[str, dict[str, Estimate]]:
    """Estimates by evidence id and measure name, from every state that has them."""
    return {item: dict(state.measures) for item, state in evidence.items() if state.measures}


def bind(
    case: Case,
    tree_id: str,
    evidence: Mapping[str, Mapping[str, Estimate]],
    overrides: Mapping[str, float],
    prepared: Prepared | None = None,
    hours: float | None = None,
) -> BoundTree:
    """Compile a tree (unless it is prepared) and give its events their values; the same again for the same numbers.

    ``hours``: at that time of the mission; None at its end.  Raises what compiling and binding raise:
    :class:`ValueError` with the reason.
    """
    from casegen.fta.events.valuation import structure_values
    from casegen.fta.study.mission import values_at

    known = prepared or Prepared(case, tree_id)
    compiled = known.compiled
    here = {event: p for event, p in overrides.items() if event in known.settable}
    own = known.measures(case, evidence)
    for same in known.recent:
        alike = same.case is case or known.is_of(case, same.case)
        if alike and (same.hours, same.settings, same.evidence) == (hours, here, own):
            return same
    if hours is None:
        values = structure_values(case, compiled.structure, own, overrides=here)
    else:
        values = values_at(case, compiled, own, here, hours)
    kinds = {(item, m): e.kind for item, measures in own.items() for m, e in measures.items()}
    parts = {part for group in here for part in compiled.groups.get(group, ())}
    kind = case.tree[tree_id].kind
    result = BoundTree(
        case, tree_id, kind, known, values, frozenset(here) | parts, kinds, own, here, hours=hours
    )
    known.recent.append(result)
    return result
