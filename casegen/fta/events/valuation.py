"""Where the numbers of a tree's events come from: models, parameters, evidence, what is set by hand."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from casegen.fta.errors import FaultTreeError, NumberOutside, Path
from casegen.fta.events import distributions, models, problems
from casegen.fta.events.conversion import Conversion
from casegen.fta.events.decimals import exactly
from casegen.fta.events.enclosures import Monotone
from casegen.fta.events.expressions import Apply, Expression, Fixed, Input, Settled, mean_draw, support
from casegen.fta.events.impossible import of_number, point
from casegen.fta.events.operations import OPERATIONS
from casegen.fta.events.orders import AnyOrder, Order, Shapes
from casegen.fta.events.outside import numbers_outside
from casegen.fta.events.sizes import MOST_DEEP, MOST_TERMS, ParameterSizes
from casegen.fta.events.timed import operation, timed_model
from casegen.fta.events.undecided import doubt
from casegen.fta.events.values import EventValues, Evidence, Source
from casegen.fta.gates.dimensions import dimension_faults
from casegen.fta.gates.structure import Structure, build_structure, common_cause_parts
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
from casegen.model.gates import NO_ORDER, NO_ORDER_BY_HAND, ORDER_OF
from casegen.model.quantity import Exposure, MeasureKind, UnitMismatch, convert
from casegen.model.sentence import Sentence
from casegen.model.value_ranges import ABOVE_ZERO, FROM_ZERO, SHARE, ValueRange

_NOTHING = Fixed(0.0)
_ANY_ORDER = Apply(AnyOrder(), ())


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


def structure_outside(case: Case, structure: Structure, evidence: Evidence) -> list[tuple[Path, str]]:
    """Every event and common-cause group whose number leaves its range, though others have none: place and message."""
    return EventValueResolver(case, case.tree[structure.tree], evidence, None, {}).outside(structure)


def group_totals(
    case: Case, structure: Structure, evidence: Evidence, *, mission_time: float | None = None
) -> dict[str, float]:
    """The total of each common-cause group of a structure: of phi factors the number that each of them multiplies."""
    resolver = EventValueResolver(case, case.tree[structure.tree], evidence, mission_time, {})
    groups = [group for group in case.common_cause if group.id in structure.groups]
    return {g.id: float(resolver.total_of(g).expression.value(mean_draw)) for g in groups}


class EventValueResolver:
    def __init__(
        self, case: Case, tree: FaultTree, evidence: Evidence, mission_time: float | None,
        overrides: dict[str, float],
    ) -> None:  # fmt: skip
        self.case, self.tree, self.evidence, self.overrides = case, tree, evidence, overrides
        self.mission_time = tree.mission_time if mission_time is None else mission_time
        rates = tree.kind is MeasureKind.PER_HOUR
        self.most, self.what = (math.inf, "rate") if rates else (1.0, "probability")
        self.faults: list[tuple[Path, str]] = []
        self.numbers: list[tuple[Path, str]] = []
        self.mismatches: list[tuple[Path, str]] = []
        self.undeveloped: list[tuple[Path, str]] = []
        self.timeless: list[tuple[Path, str]] = []
        self.sizes = ParameterSizes(case)
        self.measures: dict[str, Input] = {}
        self.stated: dict[str, Input] = {}
        self.place_of: dict[str, Path] = {g.id: ("common_cause", i) for i, g in enumerate(case.common_cause)}
        self.place_of |= {e.id: ("events", i) for i, e in reversed(list(enumerate(case.events)))}
        self.group_of: dict[str, str] = {}

    def run(self, structure: Structure) -> EventValues:
        parts = self._parts(structure)
        self._check_overrides(structure, parts)
        place: Path = ("trees", list(self.case.tree).index(self.tree.id), "kind")
        self.faults += [(place, message) for message in dimension_faults(self.tree.kind, structure)]
        sources = list(self._sources(structure, parts))
        self._raise_faults()
        values = EventValues(structure.events, sources, self.most)
        if faults := self._outside(values):
            raise NumberOutside.gather(faults)
        return values

    def outside(self, structure: Structure) -> list[tuple[Path, str]]:
        """Where events, and common-cause groups, have numbers outside their ranges, whatever the others lack."""
        parts = self._parts(structure)
        known: list[tuple[str, Source]] = []
        before = self._lacking()
        for name, source in zip(structure.events, self._sources(structure, parts), strict=True):
            if self._lacking() == before:
                known.append((name, source))
            before = self._lacking()
        if not known:
            return self.numbers
        names, sources = zip(*known, strict=True)
        return [*self.numbers, *self._outside(EventValues(names, sources, self.most))]

    def _lacking(self) -> int:
        """How much is known to be wrong so far."""
        return sum(map(len, (self.faults, self.numbers, self.mismatches, self.undeveloped, self.timeless)))

    def _parts(self, structure: Structure) -> dict[str, Any]:
        """The events that common-cause groups become, each with its group and members."""
        parts = {part: (g, members) for g in self.case.common_cause if g.id in structure.groups
                 for part, members in common_cause_parts(g).items()}  # fmt: skip
        self.group_of = {part: group.id for part, (group, _) in parts.items()}
        return parts

    def _sources(self, structure: Structure, parts: Mapping[str, Any]) -> Iterator[Source]:
        """Where the number of each event comes from, in their order."""
        levels: dict[tuple[str, int], Source] = {}
        for name in structure.events:
            if name in self.overrides:
                yield Source(Fixed(self.overrides[name], name), "set by hand")
            elif name in structure.orders:
                yield self._order(name, structure.orders[name])
            elif name in parts:
                group, level = parts[name][0], len(parts[name][1])
                if (group.id, level) not in levels:
                    levels[group.id, level] = self._common_cause(group, level)
                yield levels[group.id, level]
            else:
                yield self._event(self.case.event[name])

    def _check_overrides(self, structure: Structure, parts: Mapping[str, Any]) -> None:
        known = {*structure.events, *structure.groups}
        for name, p in self.overrides.items():
            if name not in known:
                group = next((g.id for g in self.case.common_cause if name in g.members), None)
                self.faults.append((("trees",), problems.no_event(self.tree.id, name, group, known)))
            elif name in structure.groups and name in structure.events:
                self.faults.append((self._place(name), problems.event_and_group(name)))
            elif not (0.0 <= p <= self.most and math.isfinite(p)):
                self.faults.append((self._place(name), problems.set_to_none(name, p, self.what)))

    def _place(self, name: str) -> Path:
        return self.place_of.get(self.group_of.get(name, name), ("events",))

    def _raise_faults(self) -> None:
        tree = self.tree.id
        if self.undeveloped:
            names = ", ".join(name for _, name in self.undeveloped)
            self.faults.append((self.undeveloped[0][0], problems.no_model(tree, names)))
        if self.timeless:
            names = ", ".join(dict.fromkeys(name for _, name in self.timeless))
            self.faults.append((self.timeless[0][0], problems.no_time(tree, names)))
        if self.faults or self.numbers:
            raise FaultTreeError.gather(self.faults + self.numbers + self.mismatches)
        if self.mismatches:
            raise EventUnitMismatch.gather(self.mismatches)

    def _outside(self, values: EventValues) -> list[tuple[Path, str]]:
        """What is wrong with the numbers of events, each by itself."""
        outside = numbers_outside(values, self.what, self._who)
        return list(dict.fromkeys((self._place(name), problem) for name, problem in outside))

    def _who(self, name: str) -> Sentence:
        group = self.group_of.get(name)
        return problems.of_event(name) if group is None else problems.of_group(group)

    # --- events --------------------------------------------------------------------------------------

    def _event(self, event: BasicEvent) -> Source:
        if event.model is None:
            self.undeveloped.append((self._place(event.id), event.id))
            return Source(_NOTHING, "")
        return self._model(event.model, event.id, self._place(event.id), event.source)

    def _order(self, gate: str, inputs: tuple[str, ...]) -> Source:
        """Probability that the inputs of a priority-AND fail in order, given that all fail."""
        hours = self.mission_time
        if not inputs:
            return Source(_ANY_ORDER, NO_ORDER)
        if hours is None:
            return Source(_ANY_ORDER, "")  # the inputs' own fault names the missing time
        if any(name in self.overrides for name in inputs):
            return Source(_ANY_ORDER, NO_ORDER_BY_HAND)
        shapes, arguments = self._shapes(inputs)
        return Source(Apply(Order(shapes, hours), arguments), f"{ORDER_OF}{gate}")

    def _shapes(self, inputs: tuple[str, ...]) -> tuple[Shapes, tuple[Expression, ...]]:
        """The models of a gate's inputs, and their parameters in turn."""
        models = [(name, model) for name in inputs if (model := self.case.event[name].model) is not None]
        parts = [(type(m), self._parameters(m, name, self._place(name))) for name, m in models]
        arguments = tuple(argument for _, part in parts for argument in part.values())
        return tuple((kind, tuple(part)) for kind, part in parts), arguments

    def _parameters(self, model: EventModel, name: str, place: Path) -> dict[str, Expression]:
        return {f: self._number(v, f"{name}/{f}", place) for f, v in model
                if f not in ("type", "hours") and v is not None}  # fmt: skip

    def _common_cause(self, group: CommonCauseGroup, level: int) -> Source:
        n, place = len(group.members), self._group_place(group)
        self._check_factors(group, place)
        total = self.total_of(group)
        factors = [self._number(f, f"{group.id}/factor {i + 1}", place) for i, f in enumerate(group.factors)]
        self._check_shares(group, factors, place)

        def share(a: list[Any]) -> Any:
            return models.common_cause_level(group.model, n, level, a[0], a[1:])

        signs = (1, *models.common_cause_signs(group.model, n, level, len(factors)))
        top = math.inf if group.model is CcfModel.PHI_FACTOR else 1.0
        limits = FROM_ZERO if group.model is CcfModel.PHI_FACTOR else SHARE
        named = (
            ("total", ValueRange(0.0, self.most)),
            *((f"factor {k}", limits) for k in range(1, len(factors) + 1)),
        )
        function = Monotone(f"the factors of {group.id}", share, signs, (0.0, top), named, rational=True)
        text = f"{group.model} common cause of {group.id}, {level} of {n} together; total: {total.text}"
        text += f"; {group.source}" if group.source else ""
        return Source(Apply(function, (total.expression, *factors)), text)

    def _group_place(self, group: CommonCauseGroup) -> Path:
        return "common_cause", next(i for i, g in enumerate(self.case.common_cause) if g.id == group.id)

    def total_of(self, group: CommonCauseGroup) -> Source:
        """What a group's factors share among its members."""
        if group.id in self.overrides:
            return Source(Fixed(self.overrides[group.id], group.id), "set by hand")
        return self._model(group.total, group.id, self._group_place(group), "")

    def _check_factors(self, group: CommonCauseGroup, place: Path) -> None:
        problem = group.too_many_factors
        if problem and (place, problem) not in self.faults:  # each level asks
            self.faults.append((place, problem))

    def _check_shares(self, group: CommonCauseGroup, factors: Sequence[Expression], place: Path) -> None:
        """Factors at the inputs' points; one that has no number is seen where it is used."""
        limits = FROM_ZERO if group.model is CcfModel.PHI_FACTOR else SHARE
        numbers = [point(factor) for factor in factors]
        wrong = [
            of_number(f"factor {i}", limits.problem(x, x), doubt([factor], limits))
            for i, (x, factor) in enumerate(zip(numbers, factors, strict=True), 1)
            if x is not None and limits.problem(x, x)
        ]
        if group.model is CcfModel.ALPHA_FACTOR and not any(x is None or x for x in numbers):
            wrong.append(problems.no_sum(doubt(factors, ABOVE_ZERO)))
        # every level of a group has the same factors
        faults = [(place, problems.of_subject(problems.of_group(group.id), problem)) for problem in wrong]
        self.numbers += [fault for fault in faults if fault not in self.numbers]

    def _model(self, model: EventModel, name: str, place: Path, stated: str) -> Source:
        match model:
            case Constant():
                return self._constant(model, name, place, stated)
            case FromEvidence():
                return self._from_evidence(model, name, place)
        if self.tree.kind is not MeasureKind.PER_MISSION:
            self._mismatch(name, place, problems.model_of_other_kind(model.type, self.tree))
        hours = self._hours(model.hours, name, place)
        part = self._parameters(model, name, place)
        text = f"{model.type} model" + (f" ({stated})" if stated else "")
        return Source(Apply(timed_model(type(model), tuple(part)), (*part.values(), hours)), text)

    def _hours(self, stated: Value | None, name: str, place: Path) -> Expression:
        if stated is not None:
            return self._number(stated, f"{name}/hours", place)
        if self.mission_time is None:
            self.timeless.append((place, name))
            return _NOTHING
        return Fixed(self.mission_time)

    def _constant(self, model: Constant, name: str, place: Path, stated: str) -> Source:
        number = self._number(model.probability, f"{name}/probability", place)
        change = self._converter(model.kind, model.exposure, name, place)
        return Source(self._converted(change, number), stated or "constant")

    def _from_evidence(self, model: FromEvidence, name: str, place: Path) -> Source:
        measures = self.evidence.get(model.evidence)
        estimate = measures.get(model.measure) if measures is not None else None
        if estimate is None:
            lacks = problems.of_subject(problems.of_event(name), problems.no_measure(model, measures))
            self.faults.append(((*place, "model"), lacks))
            return Source(_NOTHING, "")
        change = self._converter(estimate.kind, model.exposure, name, place, complement=model.complement)
        key = f"evidence {model.evidence}/{model.measure}"
        most = math.inf if estimate.kind is MeasureKind.PER_HOUR else 1.0
        measure = Input(
            key, estimate.value, (0.0, most), estimate.distribution, (model.evidence, model.measure),
            estimate.lower, estimate.upper, estimate.confidence, estimate.kind, estimate.n,
        )  # fmt: skip
        text = f"evidence {model.evidence}, measure {model.measure}" + (
            ", complement" if model.complement else ""
        )
        return Source(self._converted(change, self.measures.setdefault(key, measure)), text)

    @staticmethod
    def _converted(change: Conversion, number: Expression) -> Expression:
        """The number in the tree's kind, as a step of its own: what it loses to rounding is enclosed with it."""
        return number if change.trivial else Apply(change, (number,))

    def _converter(
        self,
        kind: MeasureKind,
        exposure: Exposure | None,
        name: str,
        place: Path,
        *,
        complement: bool = False,
    ) -> Conversion:
        try:
            convert(0.0, kind, self.tree.kind, exposure)
        except UnitMismatch as error:
            self._mismatch(name, place, problems.in_tree(error, self.tree.id))
        if complement and kind is MeasureKind.PER_HOUR:
            self._mismatch(name, place, problems.no_complement(kind))
        return Conversion(kind, self.tree.kind, exposure, complement)

    def _mismatch(self, name: str, place: Path, message: Sentence) -> None:
        self.mismatches.append(((*place, "model"), problems.of_subject(problems.of_event(name), message)))

    # --- numbers -------------------------------------------------------------------------------------

    def _number(self, value: Value, key: str, place: Path, seen: tuple[str, ...] = ()) -> Expression:
        if isinstance(value, int | float):
            return Fixed(float(value), key)
        if isinstance(value, ParameterRef):
            return self._parameter(value.parameter, key, place, seen)
        if isinstance(value, MissionTime):
            return self._hours(None, key.partition("/")[0], place)
        if isinstance(value, Operation):
            operands = tuple(self._number(a, f"{key}.{i}", place, seen) for i, a in enumerate(value.args))
            made = Apply(operation(value.op, OPERATIONS[value.op], len(operands)), operands)
            known = all(isinstance(a, Fixed | Settled) for a in operands)
            return Settled(made, exactly(value.op, operands)) if known else made
        if key not in self.stated:
            self.stated[key] = Input(key, distributions.mean(value), support(value), value)
        return self.stated[key]

    def _parameter(self, name: str, key: str, place: Path, seen: tuple[str, ...]) -> Expression:
        if name in seen:
            self.faults.append((place, problems.cycle_of_parameters([*seen[seen.index(name) :], name])))
            return _NOTHING
        parameter = self.case.parameter.get(name)
        if parameter is None:
            self.faults.append((place, problems.undefined_parameter(key, name)))
            return _NOTHING
        terms, levels = self.sizes.of(name)
        if terms > MOST_TERMS or levels > MOST_DEEP:
            self.faults.append((place, problems.too_long_parameter(name)))
            return _NOTHING
        if isinstance(parameter.value, int | float):
            return Fixed(float(parameter.value), f"parameter {name}", parameter=True)
        return self._number(parameter.value, f"parameter {name}", place, (*seen, name))
