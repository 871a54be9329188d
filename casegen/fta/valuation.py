"""Where the numbers of a tree's events come from: models, parameters, evidence, what is set by hand."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from casegen.fta import models
from casegen.fta.arrays import Vector, np
from casegen.fta.errors import FaultTreeError, Path
from casegen.fta.operations import OPERATIONS, TIMED
from casegen.fta.structure import Structure, build_structure, common_cause_parts
from casegen.fta.values import Draw, EventValues, Evidence, Source, fixed, mean_draw
from casegen.model.case import Case
from casegen.model.fault_tree import (
    BasicEvent,
    CcfModel,
    CommonCauseGroup,
    Constant,
    EventModel,
    FaultTree,
    FromEvidence,
    MissionTime,
    Operation,
    ParameterRef,
    Value,
)
from casegen.model.quantity import Exposure, MeasureKind, UnitMismatch, convert

MOST_TERMS = 100_000
"""parameters a parameter may stand for, each counted as often as it is named"""


class EventUnitMismatch(FaultTreeError, UnitMismatch):
    """Events whose measure kind cannot become the tree's: every one, with both ends named."""


def event_values(
    case: Case, tree_id: str, evidence: Evidence, *, mission_time: float | None = None,
    overrides: Mapping[str, float] | None = None, top: str | None = None,
    house: Mapping[str, bool] | None = None,
) -> EventValues:  # fmt: skip
    """Probabilities of the events of ``compile_tree(case, tree_id).events``, in that order.

    ``evidence``: estimates by item and measure.  ``mission_time`` (hours) stands before the tree's own.
    ``overrides`` replaces events by plain probabilities of the tree's kind; a common-cause group's id
    replaces its total.  Raises :class:`~casegen.fta.errors.FaultTreeError` naming all events at once that
    have no model, no evidence, no mission time or an impossible number, and :class:`EventUnitMismatch`.
    """
    structure = build_structure(case, tree_id, top=top, house=house)
    return structure_values(case, structure, evidence, mission_time=mission_time, overrides=overrides)


def structure_values(
    case: Case, structure: Structure, evidence: Evidence, *, mission_time: float | None = None,
    overrides: Mapping[str, float] | None = None,
) -> EventValues:  # fmt: skip
    """As :func:`event_values`, for a structure at hand."""
    return EventValueResolver(
        case, case.tree[structure.tree], evidence, mission_time, dict(overrides or {})
    ).run(structure)


class EventValueResolver:
    def __init__(
        self, case: Case, tree: FaultTree, evidence: Evidence, mission_time: float | None,
        overrides: dict[str, float],
    ) -> None:  # fmt: skip
        self.case, self.tree, self.evidence, self.overrides = case, tree, evidence, overrides
        self.mission_time = tree.mission_time if mission_time is None else mission_time
        self.faults: list[tuple[Path, str]] = []
        self.mismatches: list[tuple[Path, str]] = []
        self.undeveloped: list[tuple[Path, str]] = []
        self.timeless: list[tuple[Path, str]] = []
        self.terms: dict[str, int] = {}
        self.place_of = {e.id: ("events", i) for i, e in reversed(list(enumerate(case.events)))}

    def run(self, structure: Structure) -> EventValues:
        parts = {part: (g, members) for g in self.case.common_cause if g.id in structure.groups
                 for part, members in common_cause_parts(g).items()}  # fmt: skip
        self._check_overrides(structure, parts)
        sources: list[Source] = []
        levels: dict[tuple[str, int], Source] = {}
        for name in structure.events:
            if name in self.overrides:
                sources.append(Source(fixed(self.overrides[name]), "set by hand"))
            elif name in structure.orders:
                sources.append(self._order(structure.orders[name]))
            elif name in parts:
                group, level = parts[name][0], len(parts[name][1])
                if (group.id, level) not in levels:
                    levels[group.id, level] = self._common_cause(group, level)
                sources.append(levels[group.id, level])
            else:
                sources.append(self._event(self.case.event[name]))
        self._raise_faults()
        values = EventValues(structure.events, sources)
        self._check_range(values)
        return values

    def _check_overrides(self, structure: Structure, parts: Mapping[str, Any]) -> None:
        known = {*structure.events, *structure.groups}
        for name, p in self.overrides.items():
            if name not in known:
                import difflib

                group = next((g.id for g in self.case.common_cause if name in g.members), None)
                close = difflib.get_close_matches(name, sorted(known), n=1)
                hint = f"; set its common-cause group {group}" if group else (
                    f"; did you mean {close[0]}?" if close else "")  # fmt: skip
                self.faults.append((("trees",), f"tree {self.tree.id} has no basic event {name}{hint}"))
            elif not 0.0 <= p <= 1.0:
                self.faults.append((self._place(name), f"{name} is set to {p}, which is no probability"))

    def _place(self, name: str) -> Path:
        return self.place_of.get(name, ("events",))

    def _raise_faults(self) -> None:
        if self.undeveloped:
            names = ", ".join(name for _, name in self.undeveloped)
            self.faults.append((self.undeveloped[0][0], f"tree {self.tree.id} cannot be quantified: no model for "
                                f"{names}; give each a model, or set its probability"))  # fmt: skip
        if self.timeless:
            names = ", ".join(dict.fromkeys(name for _, name in self.timeless))
            self.faults.append((self.timeless[0][0], f"no mission time for {names}; state hours in the event's "
                                f"model, mission_time in tree {self.tree.id}, or --mission-time"))  # fmt: skip
        if self.faults:
            raise FaultTreeError.gather(self.faults + self.mismatches)
        if self.mismatches:
            raise EventUnitMismatch.gather(self.mismatches)

    def _check_range(self, values: EventValues) -> None:
        wrong = [i for i, p in enumerate(values.points) if not 0.0 <= p <= 1.0]
        if wrong:
            raise FaultTreeError.gather([
                (self._place(values.events[i]),
                 f"event {values.events[i]} has probability {values.points[i]:g}, outside [0, 1]")
                for i in wrong
            ])  # fmt: skip

    # --- events --------------------------------------------------------------------------------------

    def _event(self, event: BasicEvent) -> Source:
        if event.model is None:
            self.undeveloped.append((self._place(event.id), event.id))
            return Source(lambda _draw: 0.0, "")
        return self._model(event.model, event.id, self._place(event.id), event.source)

    def _order(self, inputs: tuple[str, ...]) -> Source:
        """Probability that the inputs of a priority-AND fail in order, given that all fail."""
        hours = self.mission_time
        if hours is None:
            return Source(lambda _draw: 1.0, "")  # the inputs' own fault names the missing time
        if any(name in self.overrides for name in inputs):
            return Source(lambda _draw: 1.0, "order unknown, an input is set by hand: an upper bound")
        curves = [self._distribution_function(name) for name in inputs]
        together = math.prod(float(curve(np.array([hours]))[0]) for curve in curves)
        if together <= 0.0:
            return Source(lambda _draw: 1.0, "order integral")
        share = min(1.0, models.in_order(curves, hours) / together)
        return Source(lambda _draw: share, "order integral at the mean of every parameter")

    def _distribution_function(self, name: str) -> Callable[[Vector], Vector]:
        model = self.case.event[name].model
        assert model is not None
        place = self._place(name)
        part = {f: self._number(v, f"{name}/{f}", place)(mean_draw) for f, v in model
                if f not in ("type", "hours") and v is not None}  # fmt: skip
        return lambda times: np.asarray(TIMED[type(model)](part, times))

    def _common_cause(self, group: CommonCauseGroup, level: int) -> Source:
        n = len(group.members)
        place: Path = (
            "common_cause",
            next(i for i, g in enumerate(self.case.common_cause) if g.id == group.id),
        )
        self._check_factors(group, place)
        if group.id in self.overrides:
            q = self.overrides[group.id]
            total = Source(lambda _draw: q, "set by hand")
        else:
            total = self._model(group.total, group.id, place, "")
        factors = [self._number(f, f"{group.id}/factor {i + 1}", place) for i, f in enumerate(group.factors)]

        def share(q: Any, draw: Draw) -> Any:
            return models.common_cause_levels(group.model, n, q, [f(draw) for f in factors]).get(level, 0.0)

        def bound(x: float | None) -> float | None:
            return None if x is None else float(share(x, mean_draw))

        text = f"{group.model} common cause of {group.id}, {level} of {n} together; total: {total.text}"
        return Source(lambda draw: share(total.compute(draw), draw), text, bound(total.lower),
                       bound(total.upper), total.confidence)  # fmt: skip

    def _check_factors(self, group: CommonCauseGroup, place: Path) -> None:
        n, result = len(group.members), len(group.factors)
        most = {CcfModel.BETA_FACTOR: 1, CcfModel.MGL: n - 1}.get(group.model, n)
        if result > most:
            self.faults.append((place, f"common-cause group {group.id} ({group.model}, {n} members) takes at most "
                                f"{most} factors, found {result}"))  # fmt: skip

    def _model(self, model: EventModel, name: str, place: Path, stated: str) -> Source:
        match model:
            case Constant():
                return self._constant(model, name, place, stated)
            case FromEvidence():
                return self._from_evidence(model, name, place)
        if self.tree.kind is not MeasureKind.PER_MISSION:
            self._mismatch(name, place, f"its {model.type} model gives a {MeasureKind.PER_MISSION}, the tree "
                           f"{self.tree.id} needs a {self.tree.kind}")  # fmt: skip
        hours = self._hours(model.hours, name, place)
        part = {f: self._number(v, f"{name}/{f}", place) for f, v in model
                if f not in ("type", "hours") and v is not None}  # fmt: skip
        compute = TIMED[type(model)]
        text = f"{model.type} model" + (f" ({stated})" if stated else "")
        return Source(lambda draw: compute({k: v(draw) for k, v in part.items()}, hours(draw)), text)

    def _hours(self, stated: Value | None, name: str, place: Path) -> Callable[[Draw], Any]:
        if stated is not None:
            return self._number(stated, f"{name}/hours", place)
        if self.mission_time is None:
            self.timeless.append((place, name))
            return lambda _draw: 0.0
        time = self.mission_time
        return lambda _draw: time

    def _constant(self, model: Constant, name: str, place: Path, stated: str) -> Source:
        number = self._number(model.probability, f"{name}/probability", place)
        change = self._converter(model.kind, model.exposure, name, place)
        return Source(lambda draw: change(number(draw)), stated or "constant")

    def _from_evidence(self, model: FromEvidence, name: str, place: Path) -> Source:
        measures = self.evidence.get(model.evidence)
        estimate = measures.get(model.measure) if measures is not None else None
        if estimate is None:
            what = f"evidence {model.evidence} has no measure {model.measure}" if measures is not None else (
                f"evidence {model.evidence} has no result")  # fmt: skip
            has = f"; it has: {', '.join(measures)}" if measures else ""
            self.faults.append(((*place, "model"), f"event {name}: {what}{has}"))
            return Source(lambda _draw: 0.0, "")
        change = self._converter(estimate.kind, model.exposure, name, place, complement=model.complement)
        key = f"evidence {model.evidence}/{model.measure}"
        spread = estimate.distribution

        def compute(draw: Draw) -> Any:
            # the point value is the estimate's own, not its distribution's mean
            return change(estimate.value if spread is None or draw is mean_draw else draw(key, spread))

        lower, upper = estimate.lower, estimate.upper
        if model.complement:
            lower, upper = upper, lower
        text = f"evidence {model.evidence}, measure {model.measure}" + (
            ", complement" if model.complement else ""
        )
        low, high = (None if b is None else float(change(b)) for b in (lower, upper))
        return Source(compute, text, low, high, estimate.confidence)

    def _converter(
        self,
        kind: MeasureKind,
        exposure: Exposure | None,
        name: str,
        place: Path,
        *,
        complement: bool = False,
    ) -> Callable[[Any], Any]:
        try:
            convert(0.0, kind, self.tree.kind, exposure)
        except UnitMismatch as error:
            self._mismatch(name, place, f"{error} (tree {self.tree.id})")
        if complement and kind is MeasureKind.PER_HOUR:
            self._mismatch(name, place, f"a {kind} has no complement")
        target = self.tree.kind

        def change(x: Any) -> Any:
            x = 1.0 - x if complement else x
            if not isinstance(x, int | float):
                return _convert_many(x, kind, target, exposure)
            possible = x >= 0.0 and (x <= 1.0 or kind is MeasureKind.PER_HOUR)
            return convert(x, kind, target, exposure) if possible else x

        return change

    def _mismatch(self, name: str, place: Path, message: str) -> None:
        self.mismatches.append(((*place, "model"), f"event {name}: {message}"))

    # --- numbers -------------------------------------------------------------------------------------

    def _number(
        self, value: Value, key: str, place: Path, seen: tuple[str, ...] = ()
    ) -> Callable[[Draw], Any]:
        if isinstance(value, int | float):
            constant = float(value)
            return lambda _draw: constant
        if isinstance(value, ParameterRef):
            return self._parameter(value.parameter, key, place, seen)
        if isinstance(value, MissionTime):
            return self._hours(None, key.partition("/")[0], place)
        if isinstance(value, Operation):
            operands = [self._number(a, f"{key}.{i}", place, seen) for i, a in enumerate(value.args)]
            operate = OPERATIONS[value.op]
            return lambda draw: operate([f(draw) for f in operands])
        return lambda draw: draw(key, value)

    def _parameter(self, name: str, key: str, place: Path, seen: tuple[str, ...]) -> Callable[[Draw], Any]:
        if name in seen:
            chain = " -> ".join([*seen[seen.index(name) :], name])
            self.faults.append((place, f"parameters form a cycle: {chain}"))
            return lambda _draw: 0.0
        parameter = self.case.parameter.get(name)
        if parameter is None:
            self.faults.append((place, f"{key} names parameter {name}, which is not defined"))
            return lambda _draw: 0.0
        if self._terms(name) > MOST_TERMS:
            self.faults.append(
                (place, f"parameter {name} stands for more than {MOST_TERMS:,} terms, written out")
            )
            return lambda _draw: 0.0
        return self._number(parameter.value, f"parameter {name}", place, (*seen, name))

    def _terms(self, name: str) -> int:
        """How many parameters ``name`` stands for, written out, itself included; one on a cycle counts once."""
        if name not in self.terms:
            self.terms[name] = 1
            parameter = self.case.parameter.get(name)
            below = _named(parameter.value) if parameter is not None else ()
            self.terms[name] = 1 + sum(self._terms(used) for used in below)
        return self.terms[name]


def _named(value: Value) -> Iterator[str]:
    """Parameters that ``value`` names, each as often as it does."""
    stack: list[Any] = [value]
    while stack:
        part = stack.pop()
        if isinstance(part, ParameterRef):
            yield part.parameter
        elif isinstance(part, Operation):
            stack.extend(part.args)


def _convert_many(x: Vector, kind: MeasureKind, target: MeasureKind, exposure: Exposure | None) -> Vector:
    if exposure is None:
        return x
    if exposure.demands is not None:
        return np.asarray(-np.expm1(exposure.demands * np.log1p(-np.clip(x, 0.0, 1.0 - 1e-16))))
    assert exposure.hours is not None
    return np.asarray(-np.expm1(-np.multiply(x, exposure.hours)))
