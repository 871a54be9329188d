"""Break a top-event target down to basic events, and hold today's evidence against what each must meet."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, cast

from casegen.assessment.allocation.events import (
    MOST_TIMES,
    RequiredBound,
    is_complement,
    last_held,
    measure_of,
    own_kind,
    required_bound,
    today_of,
    verdict_top,
    with_required,
)
from casegen.assessment.allocation.joint import (
    RecordsTogether,
    asked_of,
    largest_target,
    required_together,
    still_above,
    verdict_joint,
)
from casegen.assessment.assess import Session
from casegen.assessment.documents import number
from casegen.assessment.stale_parts import stale_events
from casegen.assessment.trees import BoundTree
from casegen.model.case import Case
from casegen.model.diagnostic import InputError
from casegen.model.digits import in_full
from casegen.model.plural import counted
from casegen.model.quantity import MeasureKind
from casegen.model.results import JointBound
from casegen.model.suggestions import nearest

if TYPE_CHECKING:
    from casegen.model.output.case import JointRow
    from casegen.model.output.studies import AllocationDocument


@dataclass(frozen=True, slots=True)
class AllocatedEvent:
    """One event's share.  ``current`` and ``bound`` are today's value and upper bound, ``required`` the most it
    may be, all in the tree's kind; ``measure_required`` is ``required`` in its evidence's own ``kind``.
    """

    id: str
    current: float
    bound: float
    required: float | None
    measure_required: float | None
    kind: MeasureKind
    criticality: float = 1.0
    """share of the top event's bound that goes with this event, with all events at their bounds"""
    complement: bool = False
    """the event is that the measure does not hold: ``measure_required`` is the least that the measure may be"""
    stale: str = ""
    """the evidence item that today's number comes from, where it is stale"""

    @property
    def meets(self) -> bool:
        """Whether today's bound is within what is required; a number out of date meets nothing."""
        return not self.stale and self.required is not None and self.bound <= self.required


@dataclass(frozen=True, slots=True)
class Breakdown:
    """A target broken down.  ``achieved``: the top event's bound with every event at what is required.

    ``joint``: the limit from independent records together, where the tree declares them; ``together``: it is what the
    verdict uses, and what the target is broken down by.  ``unbounded``: why, of a target without a confidence, the
    events' bounds are today's numbers.
    """

    tree: str
    target: float
    method: str
    achieved: float | None
    events: tuple[AllocatedEvent, ...] = field(repr=False)
    problem: str = ""
    joint: JointBound | None = None
    together: bool = False
    unbounded: str = ""
    stale: tuple[str, ...] = ()
    """stale evidence items that the numbers of the tree come from"""

    def document(self) -> AllocationDocument:
        """``allocate --json``."""
        return {
            "tree": self.tree,
            "target": self.target,
            "method": self.method,
            "achieved": self.achieved,
            "problem": self.problem,
            "unbounded": self.unbounded,
            "joint": None if self.joint is None else cast("JointRow", asdict(self.joint)),
            "together": self.together,
            "stale": list(self.stale),
            "events": [
                {
                    "id": e.id,
                    "current": e.current,
                    "bound": e.bound,
                    "required": e.required,
                    "meets": e.meets,
                    "measure_required": number(e.measure_required),
                    "measure_kind": e.kind.value,
                    "stale": e.stale or None,
                }
                for e in self.events
            ],
        }


METHODS = ("equal", "proportional", "cost")


def break_down(
    session: Session, tree: str, target: float | None, events: tuple[str, ...], method: str
) -> Breakdown:
    """Break ``target`` (the tree's own, if None) down to ``events`` (all, if empty).

    One event is solved exactly, whatever the method: it takes all that the others leave.  Raises
    :class:`InputError` for what is unknown.
    """
    case = session.case
    bound = _tree(session, tree)
    wanted = target if target is not None else _target(case, bound.id)
    if not 0.0 < wanted <= bound.compiled.most or math.isinf(wanted):
        raise _refused(f"a target probability lies in (0, 1], found {in_full(wanted)}")
    if method not in METHODS:
        raise _refused(
            f"there is no method {method!r}{nearest(method, METHODS)}", f"methods: {', '.join(METHODS)}"
        )
    if again := next((event for event in events if events.count(event) > 1), None):
        raise _refused(f"{again} is given twice", "give each event once")
    for event in events:
        known = [*bound.values.events, *bound.compiled.groups]
        group = next((g.id for g in case.common_cause if event in g.members and g.id in known), None)
        if group is not None:
            raise _refused(
                f"{event} is a member of the common-cause group {group}", f"--event {group}, its total"
            )
        if event not in known:
            if event in case.event or any(event == g.id for g in case.common_cause):
                raise _refused(f"no gate that tree {bound.id} reaches uses {event}")
            raise _refused(f"tree {bound.id} has no basic event {event!r}{nearest(event, known)}")
        if event in bound.compiled.groups and len(events) > 1:
            raise _refused(
                f"{event} is a common-cause group: its total is asked for alone", f"--event {event}"
            )
    if impossible := session.numbers().of_tree(case, bound.id).impossible:
        return _without_meaning(case, bound, wanted, events, method, impossible)
    unargued = session.argued(session.numbers()).unargued
    joint, together = verdict_joint(case, bound, session.evidence, unargued=unargued)
    result = _by_themselves(case, bound, wanted, events, method)
    if together:
        result = _together(case, bound, result, events) or result
    result = _aged(result, bound, stale_events(case, bound.values.events, session.evidence, bound.overridden))
    confidence = _confidence(case, bound.id)
    unbounded = bound.box(None).problem if confidence is None else ""  # else it is the problem
    return replace(
        result, joint=joint, together=together, unbounded=unbounded,
        problem=result.problem or _unknown_today(case, bound, result),
    )  # fmt: skip


def _without_meaning(
    case: Case, bound: BoundTree, target: float, events: tuple[str, ...], method: str, problem: str
) -> Breakdown:
    """Of a top event that cannot happen as it is modelled: its 0 meets no target, and leaves nothing to any event."""
    corners = bound.box(_confidence(case, bound.id))
    orders = bound.compiled.structure.orders
    rows = []
    for event in events or tuple(event for event in bound.values.events if event not in orders):
        kind = own_kind(case, bound, event)[0] if event in bound.compiled.index else bound.kind
        current, upper = today_of(case, bound, event, corners)
        rows.append(AllocatedEvent(event, current, upper, None, None, kind, 0.0, is_complement(case, event)))
    return Breakdown(bound.id, target, method, None, tuple(rows), problem)


def _aged(result: Breakdown, bound: BoundTree, old: Mapping[str, str]) -> Breakdown:
    """The breakdown with the stale items that its events' numbers come from; a group rests on what its parts do."""
    if not old:
        return result
    parts = bound.compiled.groups
    rows = tuple(
        replace(row, stale=next((old[e] for e in (row.id, *parts.get(row.id, ())) if e in old), ""))
        for row in result.events
    )
    return replace(result, events=rows, stale=tuple(dict.fromkeys(old.values())))


def _unknown_today(case: Case, bound: BoundTree, result: Breakdown) -> str:
    """Where all events are met today: that the tree itself is not, as its worst time is not found; else empty."""
    if bound.prepared.rises or not all(e.meets for e in result.events):
        return ""
    from casegen.assessment.every_time import worst_time_unknown

    peak = bound.at(None).through.peak(_confidence(case, bound.id), 1)
    unknown = worst_time_unknown(bound, peak) if peak.reach > result.target else ""
    return unknown and f"the events are met today, the target is not shown to be: {unknown}"


def _by_themselves(
    case: Case, bound: BoundTree, target: float, events: tuple[str, ...], method: str
) -> Breakdown:
    """The target broken down with each bound by itself."""
    if len(events) == 1:
        return _one(case, bound, target, events[0], method)
    orders = bound.compiled.structure.orders
    asked = events or tuple(event for event in bound.values.events if event not in orders)
    return _several(case, bound, target, asked, method)


def _together(case: Case, bound: BoundTree, alone: Breakdown, events: tuple[str, ...]) -> Breakdown | None:
    """The same by the limit from the records together; None where it leaves no more than the bounds by themselves."""
    confidence = _confidence(case, bound.id)
    if len(events) == 1:
        one = required_together(case, bound, events[0], alone.target, confidence)
        return None if one is None else _one(case, bound, alone.target, events[0], alone.method, one)
    if alone.problem and alone.achieved is None:
        return None
    records = RecordsTogether.of(case, bound, confidence)

    def at(target: float) -> Breakdown:
        return _by_themselves(case, bound, target, events, alone.method)

    def limit(target: float) -> float:
        broken = at(target)
        if any(e.required is None for e in broken.events):
            return math.inf
        return records.limit(asked_of(case, bound, _required(broken)))

    today = bound.estimate(case, confidence)[0].upper or 1.0
    least = max(alone.target, (alone.achieved or 0.0) * (1 + 1e-9)) if alone.problem else alone.target
    wanted, reached = largest_target(alone.target, least, today, limit)
    if wanted is not None:
        return replace(at(wanted), target=alone.target, achieved=reached)
    if not alone.problem or math.isinf(reached):
        return None
    names = ", ".join(events) if 0 < len(events) <= 5 else f"{len(events) or len(bound.values.events)} events"
    return replace(alone, achieved=reached, problem=still_above(names, reached, alone.target))


def _tree(session: Session, tree: str) -> BoundTree:
    known = [t.id for t in session.case.trees]
    if not tree and len(known) != 1:
        raise _refused(
            f"the case has {counted(len(known), 'fault tree')}",
            f"--tree, one of: {', '.join(known)}",
        )
    name = tree or known[0]
    numbers = session.numbers()
    if name not in known:
        raise _refused(f"there is no tree {name!r}{nearest(name, known)}")
    if name not in numbers.trees:
        said = f"tree {name} cannot be quantified: "
        raise _refused(said + numbers.problems[name].removeprefix(said))
    return numbers.trees[name]


def _target(case: Case, tree: str) -> float:
    stated = case.tree[tree].target
    if stated is None:
        raise _refused(f"tree {tree} states no target", "give --target P, or `target:` in the tree")
    return stated.probability


def _confidence(case: Case, tree: str) -> float | None:
    target = case.tree[tree].target
    return target.confidence if target is not None else None


def _one(
    case: Case, bound: BoundTree, target: float, event: str, method: str, known: RequiredBound | None = None
) -> Breakdown:
    confidence = _confidence(case, bound.id)
    result = known or required_bound(case, bound, event, target, confidence)
    current, upper = today_of(case, bound, event, bound.box(confidence))
    row = AllocatedEvent(
        event,
        current,
        upper,
        result.probability,
        result.measure,
        result.kind,
        complement=is_complement(case, event),
    )
    return Breakdown(bound.id, target, method, result.achieved, (row,), result.problem)


def _several(case: Case, bound: BoundTree, target: float, events: tuple[str, ...], method: str) -> Breakdown:
    """Several events at the worst time of the mission, looked for again with what is required of them."""
    result = _at_one_time(case, bound, target, events, method)
    if bound.prepared.rises:
        return result
    for _ in range(MOST_TIMES):
        required = _required(result)
        if result.problem or not required:
            return result
        tree = with_required(case, bound, required)
        peak = tree.through.beyond(target, _confidence(case, bound.id))
        if peak is None:
            return result
        result = _at_one_time(case, bound.at(peak.hours), target, events, method)
    problem = "what the target leaves to the events is not known at every time of the mission"
    return replace(result, achieved=None, problem=problem)


def _at_one_time(
    case: Case, bound: BoundTree, target: float, events: tuple[str, ...], method: str
) -> Breakdown:
    """Several events at the one time of ``bound``, for the target or so little less that the verdict holds with them."""
    known: dict[float, Breakdown] = {}

    def top(wanted: float) -> float:
        known[wanted] = result = _solved(case, bound, wanted, events, method)
        required = _required(result)
        if result.problem or not required or result.achieved is None:
            return 0.0  # there is nothing to round
        return verdict_top(case, bound, required, result.achieved, target, _confidence(case, bound.id))

    wanted = last_held(top, target, target, 0.0)
    return _as_today(case, bound, replace(known[wanted], target=target))


_ROUNDING = 1e-12
"""relative difference that is one of the solution's rounding"""


def _as_today(case: Case, bound: BoundTree, result: Breakdown) -> Breakdown:
    """With today's numbers where they are above what is required by rounding only, and the verdict holds with them."""
    rows = tuple(
        replace(e, required=e.bound, measure_required=measure_of(case, bound, e.id, e.bound))
        if e.required is not None and e.required < e.bound <= e.required * (1 + _ROUNDING)
        else e
        for e in result.events
    )
    if result.problem or rows == result.events:
        return result
    nearest_by = replace(result, events=rows)
    confidence = _confidence(case, bound.id)
    top = verdict_top(case, bound, _required(nearest_by), 0.0, result.target, confidence)
    return replace(nearest_by, achieved=top) if 0.0 < top <= result.target else result


def _required(result: Breakdown) -> dict[str, RequiredBound]:
    return {
        e.id: RequiredBound(e.id, e.required, e.measure_required, e.kind)
        for e in result.events
        if e.required is not None
    }


def _solved(case: Case, bound: BoundTree, target: float, events: tuple[str, ...], method: str) -> Breakdown:
    from casegen.fta import Allocation, allocate

    confidence = _confidence(case, bound.id)
    corners = bound.box(confidence)
    limits = {limit.event: limit for limit in case.tree[bound.id].allocation}
    if confidence is not None and corners.problem:
        result = Allocation(
            target, method, problem=corners.problem
        )  # no bounds to hold against what is required
    else:
        result = allocate(bound.compiled, corners.upper, target, events, method=method, bounds=limits)
    weights = {row.id: row.criticality or 0.0 for row in bound.compiled.importance(corners.upper)}
    rows = []
    for event in events:
        position = bound.values.events.index(event)
        required = result.required.get(event)
        kind, _ = own_kind(case, bound, event)
        measure = None if required is None else measure_of(case, bound, event, required)
        current = float(bound.values.probability[position])
        upper = float(corners.upper[position])
        rows.append(
            AllocatedEvent(
                event,
                current,
                upper,
                required,
                measure,
                kind,
                weights.get(event, 0.0),
                is_complement(case, event),
            )
        )
    return Breakdown(bound.id, target, method, result.achieved, tuple(rows), result.problem)


def _refused(message: str, hint: str = "") -> InputError:
    return InputError.call(message, hint=hint, rule="call")
