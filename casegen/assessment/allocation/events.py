"""The way down: from a top event's target to the bound one event, or one measured input, must meet."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from casegen.assessment.allocation.groups import group_of, group_total, rises_with_total, top_with_total
from casegen.assessment.bounds import ConfidenceBox, model_of, top_range
from casegen.assessment.trees import BoundTree, bind
from casegen.fta.events.decimals import typed
from casegen.fta.study.allocation import below_resolution
from casegen.model.case import Case
from casegen.model.digits import bound_and_limit
from casegen.model.fault_tree import UNSTATED, AllocationBound, Constant, EventModel, FaultTree, FromEvidence
from casegen.model.quantity import Dependence, Exposure, MeasureKind, convert, invert

_ANOTHER = 1e-6
"""relative difference above which two tops are different questions, and not one number with rounding"""
_STEPS_DOWN = 40
_CONVERTED = 2.0**-47
"""relative error of a converted number, more than :mod:`casegen.fta.events.rounding` counts"""
_NOTHING = 1e-15
"""share of a target below which what the rest leaves of it is rounding"""
_DOWN = -80.0, -700.0
"""logarithms of the least share of the most that an amount may be: the second for targets that are next to nothing"""


@dataclass(frozen=True, slots=True)
class RequiredBound:
    """What the target leaves: ``probability`` of the event in the tree's kind, ``measure`` in its evidence's.

    ``achieved`` is the top event's bound with the event there, at its best where nothing is left.  ``problem`` says why
    nothing is left (infeasible) or why it cannot be computed.
    """

    event: str
    probability: float | None
    measure: float | None
    kind: MeasureKind
    achieved: float | None = None
    problem: str = ""

    @property
    def is_unreachable(self) -> bool:
        """Whether the target is missed even with the event at its best: it is known what is achieved then."""
        return bool(self.problem) and self.achieved is not None


MOST_TIMES = 8
"""worst times of a mission, each for what the last one leaves to an event, that are looked at"""


def required_bound(
    case: Case, bound: BoundTree, event: str, target: float, confidence: float | None
) -> RequiredBound:
    """The largest probability of ``event``, or total of that group, at which the top event's bound just meets ``target``.

    All other events stand at their bounds for the joint ``confidence``, or the largest that their evidence allows when
    it is None.  Events bound to the same measure of the same evidence move together, each through its own
    exposure, and so do common-cause groups with that measure as their total; the independent parts of a group are no
    measure's events, and are asked for in the tree's kind.  A constant with an exposure is asked for per demand or hour,
    too.  A top that does not rise with the event whatever the others are has no such probability.  What the tree's
    ``allocation`` states of the event limits the answer, as it does that of several.
    """
    key = (event, target, confidence)
    if key not in bound.required:
        required = _required_bound if bound.prepared.rises else _at_every_time
        bound.required[key] = required(case, bound, event, target, confidence)
    return bound.required[key]


def verdict_top(
    case: Case, bound: BoundTree, required: Mapping[str, RequiredBound], achieved: float, target: float,
    confidence: float | None,
) -> float:  # fmt: skip
    """``achieved``, or the number that a claim holds against ``target`` with what is ``required``, if that is larger.

    By rounding only: with more than that between them they are of different inputs, and what was achieved stands.
    """
    tree = with_required(case, bound, required, bound.hours)
    estimate = tree.estimate(case, confidence)[0]
    upper = None if estimate.confidence is None else estimate.upper
    held = tree.known(target, upper=True) if upper is None else upper
    return max(achieved, held) if held <= target * (1 + _ANOTHER) else achieved


def last_held(top: Callable[[float], float], target: float, amount: float, least: float) -> float:
    """``amount``, or the next below it at which ``top`` is at most ``target``: a solution may be a rounding above."""
    return next((lower for lower in _lower(amount, least) if top(lower) <= target), amount)


def _lower(amount: float, least: float) -> Iterator[float]:
    """The number, its neighbours below, then ever larger steps down, to ``least``."""
    number = amount
    for step in range(_STEPS_DOWN):
        yield number
        if number <= least:
            return
        # the first by single places; then twice as far each time
        down = math.nextafter(number, -math.inf) if step < 4 else amount * (1 - 1e-16 * 2.0 ** (step - 1))
        number = max(least, min(down, math.nextafter(number, -math.inf)))


def inverted_down(number: float, kind: MeasureKind, target: MeasureKind, exposure: Exposure | None) -> float:
    """As :func:`casegen.model.quantity.invert`, rounded so that converted again it is no more than ``number``.

    A result of which it is not known exactly what it converts to leaves room for the rounding of that.
    """
    result = invert(number, kind, target, exposure)
    if number >= 1.0 or math.isinf(result):
        return result
    room = 1.0 if exposure is None or _is_exact(result, exposure) else 1.0 + _CONVERTED
    return last_held(lambda x: convert(x, kind, target, exposure) * room, number, result, 0.0)


def measure_of(case: Case, bound: BoundTree, event: str, required: float) -> float:
    """What is required of an event, in the kind of its own measure."""
    # a part of a common-cause group has a share of the group's measure, and no measure of its own
    model = own_model(case, bound, event)
    kind, exposure = own_kind(case, bound, event)
    measure = inverted_down(required, kind, case.tree[bound.id].kind, exposure)
    return 1.0 - measure if isinstance(model, FromEvidence) and model.complement else measure


def is_complement(case: Case, event: str) -> bool:
    """Whether an event is that its measure does not hold."""
    model = model_of(case, event)
    return isinstance(model, FromEvidence) and model.complement


def _is_exact(number: float, exposure: Exposure) -> bool:
    """Whether it is known exactly what the number converts to: over independent hours by no rational function."""
    rational = exposure.demands is not None or exposure.dependence is Dependence.ANY
    return rational and typed(number) is not None


def _at_every_time(
    case: Case, bound: BoundTree, event: str, target: float, confidence: float | None
) -> RequiredBound:
    """What the target leaves at every time of the mission: the least that it leaves at the worst of them.

    What is left to the event may move the worst time, which is looked for again with the event there.
    """
    times = [bound]
    for _ in range(MOST_TIMES):
        left = [_required_bound(case, one, event, target, confidence) for one in times]
        least = min(left, key=lambda one: -1.0 if one.probability is None else one.probability)
        if least.probability is None:
            return least
        peak = with_required(case, bound, {event: least}).through.beyond(target, confidence)
        if peak is None:
            return least
        if peak.seen <= target:
            break
        times.append(bound.at(peak.hours))
    problem = f"what the target leaves to {event} is not known at every time of the mission"
    return RequiredBound(event, None, None, least.kind, problem=problem)


def with_required(
    case: Case, bound: BoundTree, required: Mapping[str, RequiredBound], hours: float | None = None
) -> BoundTree:
    """The tree at ``hours`` (None: the end), with events, groups and measures as they are required to be."""
    settings, evidence = dict(bound.settings), {item: dict(own) for item, own in bound.evidence.items()}
    for event, one in required.items():
        model = own_model(case, bound, event)
        if one.probability is None or one.measure is None:
            continue
        if not isinstance(model, FromEvidence) or math.isinf(one.measure):
            settings[event] = one.probability
            continue
        old = evidence[model.evidence][model.measure]
        ends = {"value": one.measure, "lower": one.measure, "upper": one.measure}
        evidence[model.evidence][model.measure] = old.altered(update=ends)
    return bind(case, bound.id, evidence, settings, bound.prepared, hours)


def _required_bound(
    case: Case, bound: BoundTree, event: str, target: float, confidence: float | None
) -> RequiredBound:
    tree = case.tree[bound.id]
    model, group = own_model(case, bound, event), group_of(case, bound, event)
    kind, exposure = own_kind(case, bound, event)
    corners = bound.box(confidence)
    if problem := corners.problem or below_resolution(target):
        return RequiredBound(event, None, None, kind, problem=problem)
    corners = _any_order(bound, corners, event)
    rises = _rises(bound, event, model) if group is None else rises_with_total(bound, group)
    if not rises:
        problem = (
            f"more of {event} does not always mean more of the top event: nothing can be allocated to it"
        )
        return RequiredBound(event, None, None, kind, problem=problem)
    complement = isinstance(model, FromEvidence) and model.complement
    of_points = _others_stand(bound, corners, event)

    def at(amount: float) -> float:
        """The top event's bound with the measure, or its complement, at ``amount``."""
        if isinstance(model, FromEvidence):
            return _with_measure(bound, corners, model, 1.0 - amount if complement else amount)
        if group is not None:
            return top_with_total(case, bound, group, corners, amount)
        place = bound.compiled.index[event]
        top = _with_event(bound, corners, place, amount)
        # the exact side is known of numbers as they were typed, and of nothing between two ends
        return bound.held(top, target, {place: amount}, upper=True).number if of_points else top

    ceiling, least, most = _ends(case, bound, event, target, corners)
    linear = group is None and not isinstance(model, FromEvidence)
    amount = _largest(at, target, least, most, linear=linear)
    if amount is None:
        ends = bound_and_limit(at(least), target, upper=True)
        problem = f"infeasible: with {event} at its best the top event is still {ends[0]}, above the target {ends[1]}"
        return RequiredBound(event, None, None, kind, at(least), problem)

    def answer(amount: float) -> RequiredBound:
        """What is asked of the event where the top allows this amount."""
        if not isinstance(model, FromEvidence):
            own = inverted_down(amount, kind, tree.kind, exposure)
            return RequiredBound(event, amount, own, kind, at(amount))
        measure = 1.0 - amount if complement else amount
        p = (
            stated_limits(tree, event).at_most
            if amount == most < ceiling
            else convert(amount, kind, tree.kind, exposure)
        )
        if amount == ceiling and kind is not tree.kind and kind is MeasureKind.PER_HOUR:
            p, measure = 1.0, math.inf  # the event may be certain: any rate will do
        return RequiredBound(event, p, measure, kind, at(amount))

    def top(amount: float) -> float:
        one = answer(amount)
        return verdict_top(case, bound, {event: one}, one.achieved or 0.0, target, confidence)

    return answer(last_held(top, target, amount, least))


def _ends(
    case: Case, bound: BoundTree, event: str, target: float, corners: ConfidenceBox
) -> tuple[float, float, float]:
    """The largest amount there is, and the least and the most that the tree's ``allocation`` asks for and grants.

    In the kind of the event's evidence, or the tree's where it has none.
    """
    tree, model = case.tree[bound.id], own_model(case, bound, event)
    kind, exposure = own_kind(case, bound, event)
    measured = isinstance(model, FromEvidence)
    ceiling = 1.0
    if tree.kind is MeasureKind.PER_HOUR:
        ceiling = target  # a rate of a tree of rates is never asked to be above the whole
    elif kind is MeasureKind.PER_HOUR and isinstance(model, FromEvidence):
        ceiling = _rate_ceiling(model)
    stated = stated_limits(tree, event)
    # what is below its limit today may stay where it is
    floor = min(stated.at_least, today_of(case, bound, event, corners)[1]) if stated.at_least else 0.0
    least, most = (invert(x, kind, tree.kind, exposure) if measured else x for x in (floor, stated.at_most))
    return ceiling, least, min(ceiling, most) if stated.at_most < 1.0 else ceiling


def today_of(case: Case, bound: BoundTree, event: str, corners: ConfidenceBox) -> tuple[float, float]:
    """Value and upper bound of an event, or of a group's total, in the tree's kind."""
    group = group_of(case, bound, event)
    if group is not None:
        return group_total(case, bound, group, corners)
    position = bound.values.events.index(event)
    return float(bound.values.probability[position]), float(corners.upper[position])


def stated_limits(tree: FaultTree, event: str) -> AllocationBound:
    """What the tree's ``allocation`` states of an event."""
    return next((one for one in tree.allocation if one.event == event), UNSTATED)


def _others_stand(bound: BoundTree, corners: ConfidenceBox, event: str) -> bool:
    """Whether every other event has one number, and no ends that its evidence or distribution leaves open."""
    place = bound.compiled.index.get(event)
    ends = zip(corners.lower, corners.upper, bound.values.probability, strict=True)
    return all(low == up == point for other, (low, up, point) in enumerate(ends) if other != place)


def _any_order(bound: BoundTree, corners: ConfidenceBox, event: str) -> ConfidenceBox:
    """The corners with the order of every priority-AND open that the event is an input of: it moves with the event."""
    compiled = bound.compiled
    names = {event, *compiled.groups.get(event, ())}
    orders = compiled.structure.orders.items()
    moved = [compiled.index[order] for order, inputs in orders if not names.isdisjoint(inputs)]
    if not moved:
        return corners
    lower, upper = corners.lower.copy(), corners.upper.copy()
    lower[moved], upper[moved] = 0.0, 1.0
    return replace(corners, lower=lower, upper=upper)


def _rises(bound: BoundTree, event: str, model: EventModel | None) -> bool:
    """Whether the top rises with the event, or with its measure, whatever the other events are."""
    if not isinstance(model, FromEvidence):
        return bound.compiled.signs[bound.compiled.index[event]] == 1
    move = bound.moves[f"evidence {model.evidence}/{model.measure}"]
    return move == (-1 if model.complement else 1)


def _with_measure(bound: BoundTree, corners: ConfidenceBox, model: FromEvidence, measure: float) -> float:
    key = f"evidence {model.evidence}/{model.measure}"
    ranges = {**corners.inputs, key: (measure, measure)}
    mixed = tuple(k for k in corners.mixed if k != key)
    moved = replace(corners, inputs=ranges, mixed=mixed)
    lower, upper = bound.values.enclosures(ranges)
    return top_range(bound.compiled, bound.values, replace(moved, lower=lower, upper=upper))[1]


def _with_event(bound: BoundTree, corners: ConfidenceBox, place: int, amount: float) -> float:
    from casegen.fta.tree.directions import extremes

    lower, upper = corners.lower.copy(), corners.upper.copy()
    lower[place] = upper[place] = amount
    return extremes(bound.compiled, lower, upper)[1]


def own_model(case: Case, bound: BoundTree, event: str) -> EventModel | None:
    """An event's own model, or a common-cause group's total; None where it is set by hand, and for a part of a group,
    which has a share of the group's measure."""
    group = group_of(case, bound, event)
    if group is not None:
        return None if event in bound.settings else group.total
    if event in bound.overridden or event not in case.event:
        return None
    return model_of(case, event)


def own_kind(case: Case, bound: BoundTree, event: str) -> tuple[MeasureKind, Exposure | None]:
    """What the event's own number is per, and the exposure that makes it the tree's; the tree's kind without one."""
    match own_model(case, bound, event):
        case FromEvidence() as model:
            return bound.kinds[model.evidence, model.measure], model.exposure
        case Constant(exposure=Exposure()) as model:
            return model.kind, model.exposure
        case _:
            return case.tree[bound.id].kind, None


def _rate_ceiling(model: FromEvidence) -> float:
    return invert(1.0 - 1e-15, MeasureKind.PER_HOUR, MeasureKind.PER_MISSION, model.exposure)


def _largest(
    at: Callable[[float], float], target: float, least: float, most: float, *, linear: bool
) -> float | None:
    """The largest argument in [least, most] at which the increasing ``at`` is at most ``target``; ``most`` if below."""
    low, high = at(least), at(most)
    if high <= target:
        return most
    if low > target:
        return None
    if math.isclose(low, target, rel_tol=_NOTHING, abs_tol=0.0):
        return least
    if linear:
        return least + (target - low) / (high - low) * (most - least)

    def above(t: float) -> float:
        return at(math.exp(t) * most) - target

    down = next((t for t in _DOWN if above(t) <= 0.0), None)
    return least if down is None else max(least, math.exp(_root(above, down, 0.0, high - target)) * most)


def _root(f: Callable[[float], float], a: float, b: float, fb: float) -> float:
    """The largest known argument in [a, b] at which the increasing ``f`` is at most 0; ``fb`` is its value at ``b``.

    A secant within a bracket (Illinois, every third step a bisection), until the bracket is 1e-13 wide;
    a library for it takes longer to import than a whole assessment.
    """
    fa, side = f(a), 0
    for step in range(400):
        c = 0.5 * (a + b) if step % 3 == 2 or fa == fb else (a * fb - b * fa) / (fb - fa)
        if not a < c < b:
            c = 0.5 * (a + b)
        if not a < c < b or b - a <= 1e-13:
            break
        fc = f(c)
        if fc <= 0.0:
            a, fa = c, fc
            fb = 0.5 * fb if side < 0 else fb
            side = -1
        else:
            b, fb = c, fc
            fa = 0.5 * fa if side > 0 else fa
            side = 1
    return a
