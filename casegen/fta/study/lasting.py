"""Whether a top event that has happened stays: only then is its number that of having failed by the end of the mission.

Where events come back (repair, periodic tests) or end the top (NOT, XOR) it is an unavailability, the probability of
being failed at a moment, which does not say how often the top begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from casegen.fta.events.over_time import above_time, through_time, values_over_time
from casegen.fta.events.values import Evidence
from casegen.fta.study.course import factors_over_time, models_of, placed
from casegen.fta.study.mission import direction_in, number_of_hours, parts_of, signs_of
from casegen.fta.tree.compiled_tree import CompiledTree
from casegen.model.case import Case
from casegen.model.event_model import EventModel, Glm, Operation, ParameterRef, PeriodicTest, Value


class Recurrence(NamedTuple):
    """Events and common-cause groups by which the top of a tree may end, and happen again, within a mission."""

    repaired: tuple[str, ...] = ()
    """repaired while the mission goes on"""
    tested: tuple[str, ...] = ()
    """restored by a periodic test within the mission"""
    ending: tuple[str, ...] = ()
    """move through the time in a direction that may end the top"""

    @property
    def is_unavailability(self) -> bool:
        """Whether the number of the top is one of a moment alone."""
        return bool(self.repaired or self.tested or self.ending)


def recurrence(case: Case, tree: CompiledTree, evidence: Evidence) -> Recurrence:
    """By which events the top comes back, whatever numbers are set by hand: a repaired event's is an unavailability, too.

    A top that can only end, and held from the beginning, does not happen again.  Events that cannot move it, as those
    beside a house event that is off, are left out.
    """
    written = {
        name: one for name, one in models_of(case, tree).items() if one is not None and _moves(tree, name)
    }
    models = {name: one for name, one in placed(case, tree, written, {}, at_points=True).items() if one}
    end = case.tree[tree.id].mission_time or 0.0
    repaired = tuple(name for name, one in models.items() if _is_repaired(case, one))
    tested = tuple(name for name, one in models.items() if _is_tested(case, one, end))
    others = {name: one for name, one in models.items() if name not in repaired and name not in tested}
    moved = dict(_moved(case, tree, evidence, others))
    ends_only = not repaired and not tested and set().union(*moved.values()) <= {-1}
    ending = () if ends_only else tuple(name for name, towards in moved.items() if towards != {1})
    return Recurrence(repaired, tested, ending)


def _moves(tree: CompiledTree, name: str) -> bool:
    """Whether the top depends on an event or group; with gates in order, where times count, each counts."""
    return bool(tree.structure.orders) or any(
        tree.index[part] in tree.reached for part in parts_of(tree, name)
    )


def comes_back(case: Case, model: EventModel) -> bool:
    """Whether an event of this model may end by itself, whatever the mission: at a first look, which may err."""
    if isinstance(model, Glm | PeriodicTest) or any(True for _ in above_time(case, model)):
        return True
    return any(True for name in ("glm", "periodic-test") for _ in _operations(case, model, name))


def _moved(
    case: Case, tree: CompiledTree, evidence: Evidence, models: Mapping[str, EventModel]
) -> Iterator[tuple[str, set[int]]]:
    """The directions in which each event or group that moves through the time moves the top: 1 up, -1 down, 0 both."""
    factors = factors_over_time(case, tree)
    computed: list[str] = []
    for name, model in models.items():
        if isinstance(model, Glm) and not any(
            _may_be_more(case, rate) for rate in (model.failure_rate, model.repair_rate)
        ):
            continue  # what fails on demand alone does not change
        own = direction_in(case, tree, name, model)
        if own == 0 and isinstance(model, PeriodicTest):
            own = 1  # tested between missions
        elif own == 0 and isinstance(model, Glm):
            own = -1 if _may_be_more(case, model.repair_rate) else 1  # what may fail again is distinguished
        if name in factors or (own == 0 and any(True for _ in above_time(case, model))):
            computed.append(name)
        elif own is not None:
            yield name, {own * sign for sign in signs_of(tree, name)}
    if not computed:
        return
    values = values_over_time(case, tree.structure, evidence, {}, frozenset())
    for name in computed:
        yield (
            name,
            {
                (through_time(values.expression(tree.index[part]))[1] or 0) * sign
                for part, sign in zip(parts_of(tree, name), signs_of(tree, name), strict=True)
            },
        )


def _is_repaired(case: Case, model: EventModel) -> bool:
    """Whether what has failed is repaired, and may fail again: the second and third argument of ``glm`` are its rates."""
    if isinstance(model, Glm):
        return _may_be_more(case, model.failure_rate) and _may_be_more(case, model.repair_rate)
    return any(
        _may_be_more(case, one.args[1]) and _may_be_more(case, one.args[2])
        for one in _operations(case, model, "glm")
    )


def _is_tested(case: Case, model: EventModel, end: float) -> bool:
    """Whether a periodic test falls into the mission, or into longer hours of the event's own of many missions."""
    if not isinstance(model, PeriodicTest):
        return any(True for _ in _operations(case, model, "periodic-test"))
    own, first = number_of_hours(case, model.hours), model.first
    if 0.0 < end < own and _is_tested_between(model, end):
        return False
    last = max(end, own)
    return not isinstance(first, int | float) or not last or first < last


def _is_tested_between(model: PeriodicTest, end: float) -> bool:
    """Whether the tests of a latent failure may lie between missions of ``end`` hours, shorter than its intervals."""
    times = (model.first, model.interval)
    return model.repair_rate is None and all(isinstance(t, int | float) and t >= end for t in times)


def _may_be_more(case: Case, value: Value) -> bool:
    """Whether a value is anything but the number 0."""
    return _known(case, value) != 0.0


def _known(case: Case, value: Value) -> Value:
    """What a value is behind the parameters that it names."""
    seen: set[str] = set()
    while isinstance(value, ParameterRef) and value.parameter not in seen:
        seen.add(value.parameter)
        value = case.parameter[value.parameter].value
    return value


def _operations(case: Case, model: EventModel, name: str) -> Iterator[Operation]:
    """Operations of that name in the numbers of a model, and in the parameters below them."""
    waiting, seen = [value for _, value in model], set()
    while waiting:
        value = waiting.pop()
        if isinstance(value, ParameterRef):
            if value.parameter in seen:
                continue
            seen.add(value.parameter)
            value = _known(case, value)
        if isinstance(value, Operation):
            if value.op == name:
                yield value
            waiting += value.args
