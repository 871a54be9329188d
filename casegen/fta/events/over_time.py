"""The events of a tree at any time of the mission: their numbers as functions of the time, and how they move with it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from casegen.fta.errors import Path
from casegen.fta.events.enclosures import FUNCTIONS, Ruled
from casegen.fta.events.expressions import (
    Apply,
    Expression,
    Fixed,
    Input,
    Moment,
    NoEnclosure,
    Range,
    Signs,
    mean_draw,
)
from casegen.fta.events.impossible import point
from casegen.fta.events.orders import AnyOrder, InOrder
from casegen.fta.events.placed_tests import PlacedTests
from casegen.fta.events.valuation import EventValueResolver
from casegen.fta.events.values import EventValues, Evidence, Source
from casegen.fta.gates.structure import Structure
from casegen.model.case import Case
from casegen.model.event_model import (
    EventModel,
    MissionTime,
    Operation,
    ParameterRef,
    PeriodicTest,
    Value,
)
from casegen.model.fault_tree import BasicEvent

TIME = "the mission time"
"""key of the mission time as an input: no parameter's, evidence item's or event's"""


@dataclass(frozen=True, slots=True, eq=False)
class AnyTimeUpTo:
    """What hours at risk that begin at any time of a longer mission come to: from nothing to all, counted as all.

    Of the hours, and of the probability too: before they begin nothing is demanded, and what fails on demand has not.
    """

    a_set = True
    is_any_time = True

    def __call__(self, a: list[Any]) -> Any:
        return a[0]

    def signs(self, ranges: Sequence[Range]) -> Signs:
        return (1,)

    def enclose(self, ranges: Sequence[Range]) -> Range:
        return 0.0, ranges[0][1]


class OverTime(EventValueResolver):
    """The events' expressions with the mission time as an input, anywhere from 0 to its end.

    ``clocked``: events whose models state hours of their own and are not worst at their end; they are followed up to it.
    ``unplaced``: events whose own hours are shorter than the mission, and may begin at any time of it.  ``moment``: one
    time instead of an input.
    """

    clocked: frozenset[str] = frozenset()
    unplaced: frozenset[str] = frozenset()
    moment: float | None = None
    ordered: frozenset[str] = frozenset()
    """inputs of a priority-AND whose order is followed: the gate's probability stands in the event of their order"""

    def known(self, value: Value, key: str, *, at_points: bool) -> float | None:
        """What a value comes to at any time; None where the time moves it, or (not ``at_points``) it is uncertain."""
        expression = self._number(value, key, ("events",))
        moved = (p.key == TIME or not at_points for p in expression.parts() if isinstance(p, Input))
        if self.faults or any(moved):
            return None
        return point(expression)

    def _sources(self, structure: Structure, parts: Mapping[str, Any]) -> Iterator[Source]:
        followed = (inputs for inputs in structure.orders.values() if self._is_followed(inputs))
        self.ordered = frozenset(name for inputs in followed for name in inputs)
        return super()._sources(structure, parts)

    def _event(self, event: BasicEvent) -> Source:
        source = super()._event(event)
        return Source(Fixed(1.0), source.text) if event.id in self.ordered else source

    def _model(self, model: EventModel, name: str, place: Path, stated: str) -> Source:
        source = super()._model(model, name, place, stated)
        if name not in self.unplaced:
            return source
        whole = source.expression
        if isinstance(model, PeriodicTest) and isinstance(whole, Apply) and isinstance(whole.function, Ruled):
            mission = math.inf if self.mission_time is None else self.mission_time
            return Source(Apply(PlacedTests(whole.function, mission), whole.arguments), source.text)
        return Source(Apply(AnyTimeUpTo(), (whole,)), source.text)

    def _hours(self, stated: Value | None, name: str, place: Path) -> Expression:
        if stated is None and self.mission_time is None:
            return super()._hours(stated, name, place)
        if stated is None:
            assert self.mission_time is not None
            return self._time(self.mission_time)
        own = super()._hours(stated, name, place)
        if name in self.unplaced:
            return Apply(AnyTimeUpTo(), (own,))
        if name in self.clocked and self.moment is not None and isinstance(own, Fixed):
            return Moment(self.moment) if self.moment < own.number else own
        return Apply(FUNCTIONS["min"], (self._time(math.inf), own)) if name in self.clocked else own

    def _time(self, end: float) -> Expression:
        """The time as far as ``end``: events with hours of their own may be followed for longer than the mission."""
        if self.moment is not None:
            return Moment(self.moment) if self.moment < end else Fixed(end)
        time = Input(TIME, end, (0.0, end))
        return Apply(FUNCTIONS["min"], (time, Fixed(end))) if self.clocked and math.isfinite(end) else time

    def _order(self, gate: str, inputs: tuple[str, ...]) -> Source:
        """At a moment the share of the order; over a range of times the probability of the order itself, not a share.

        The inputs occur nowhere else, so that they may stand at 1 beside it.  The share of a short time is a quotient of
        two small numbers, and its enclosure is wide.
        """
        if self.moment is None:
            if self.ordered.isdisjoint(inputs):
                return Source(Apply(AnyOrder(), ()), "")
            assert self.mission_time is not None
            shapes, arguments = self._shapes(inputs)
            return Source(Apply(InOrder(shapes), (*arguments, self._time(self.mission_time))), "")
        whole, self.mission_time = self.mission_time, min(self.mission_time or math.inf, self.moment)
        try:
            return super()._order(gate, inputs)
        finally:
            self.mission_time = whole

    def _is_followed(self, inputs: tuple[str, ...]) -> bool:
        """Whether the order's probability is a function of the time: no number of an input is set, or moves by itself."""
        if self.moment is not None or self.mission_time is None or not inputs:
            return False
        models = [self.case.event[name].model for name in inputs if name not in self.overrides]
        return len(models) == len(inputs) and not any(
            model is None or any(True for _ in above_time(self.case, model)) for model in models
        )


def values_over_time(
    case: Case, structure: Structure, evidence: Evidence, settled: Mapping[str, float], clocked: frozenset[str],
    moment: float | None = None, *, unplaced: frozenset[str] = frozenset(),
) -> EventValues:  # fmt: skip
    """The numbers of the events with the mission time as the input :data:`TIME`, or at one ``moment`` of it."""
    resolver = OverTime(case, case.tree[structure.tree], evidence, None, dict(settled))
    resolver.clocked, resolver.unplaced, resolver.moment = clocked, unplaced, moment
    return resolver.run(structure)


def above_time(case: Case, model: EventModel) -> Iterator[tuple[str, ...]]:
    """Of each place in the model's fields that names the mission time, the operations it goes through."""
    return values_above_time(case, [value for _, value in model])


def values_above_time(case: Case, values: Iterable[Value]) -> Iterator[tuple[str, ...]]:
    """As :func:`above_time`, of single values."""
    for value in values:
        yield from _through(case, value, ())


def _through(case: Case, value: Value, above: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    match value:
        case MissionTime():
            yield above
        case ParameterRef():
            yield from _through(case, case.parameter[value.parameter].value, above)
        case Operation():
            for argument in value.args:
                yield from _through(case, argument, (*above, value.op))
        case _:
            return


def through_time(expression: Expression) -> tuple[Range, int | None]:
    """Where an expression lies over the time, and how it moves: 1 up, -1 down, 0 unknown, None where it stands still.

    All inputs but the time stand at their points.
    """
    if isinstance(expression, Input) and expression.key == TIME:
        return expression.support, 1
    if not any(isinstance(part, Input) and part.key == TIME for part in expression.parts()):
        number = float(expression.value(mean_draw))
        return (number, number), None
    if not isinstance(expression, Apply):
        return (-math.inf, math.inf), 0
    below = [through_time(argument) for argument in expression.arguments]
    ranges = [span for span, _ in below]
    try:
        own, span = expression.function.signs(ranges), expression.function.enclose(ranges)
    except NoEnclosure:
        return (-math.inf, math.inf), 0
    moves = {sign * inner for sign, (_, inner) in zip(own, below, strict=True) if inner is not None}
    return span, moves.pop() if len(moves) == 1 else 0
