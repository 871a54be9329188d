"""Write a case's fault trees as Open-PSA MEF; what it cannot say is listed, never dropped in silence."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from casegen.io.atomic import write_text
from casegen.model.case import Case
from casegen.model.fault_tree import (
    CommonCauseGroup,
    Constant,
    EventModel,
    Exponential,
    FaultTree,
    Formula,
    FromEvidence,
    Glm,
    Operation,
    ParameterRef,
    PeriodicTest,
    Value,
    Weibull,
)
from casegen.model.quantity import Beta, Distribution, Empirical, Gamma, Histogram, Lognormal, Normal, Uniform

_Z95 = 1.6448536269514722


def write_openpsa(
    case: Case, path: Path, probabilities: Mapping[str, float] | None = None
) -> tuple[str, ...]:
    """Write :func:`openpsa_text` to ``path`` in one step; returns what could not be carried."""
    text, left_out = openpsa_text(case, probabilities)
    write_text(path, text)
    return left_out


def openpsa_text(case: Case, probabilities: Mapping[str, float] | None = None) -> tuple[str, tuple[str, ...]]:
    """The case's trees, events and parameters as an MEF document, and what could not be carried.

    ``probabilities`` (event id to probability) stands for events bound to evidence, whose numbers Open-PSA
    cannot refer to.
    """
    writer = _Writer(case, dict(probabilities or {}))
    document = writer.document()
    return document, tuple(writer.left_out)


class _Writer:
    def __init__(self, case: Case, probabilities: dict[str, float]) -> None:
        self.case = case
        self.probabilities = probabilities
        self.left_out: list[str] = []
        self.lines: list[str] = []
        self.names = {n: _identifier(n) for n in self._ids()}
        self.renamed()

    def _ids(self) -> list[str]:
        case = self.case
        parts: list[Any] = [
            *case.events,
            *case.house_events,
            *case.parameters,
            *case.common_cause,
            *case.trees,
        ]
        return [p.id for p in parts] + [g.id for t in case.trees for g in t.gates]

    def renamed(self) -> None:
        """List every id whose spelling Open-PSA does not allow."""
        for old, new in self.names.items():
            if old != new:
                self.left_out.append(
                    f"{old}: written as {new}, since Open-PSA names hold letters, digits, _ - only"
                )

    def document(self) -> str:
        """The whole file as text."""
        self.lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<opsa-mef>"]
        for tree in self.case.trees:
            self._tree(tree)
        self.lines.append("  <model-data>")
        members = {m for g in self.case.common_cause for m in g.members}
        for event in self.case.events:
            if event.id not in members:
                self._event(event.id, event.text, event.model)
        for house in self.case.house_events:
            state = "true" if house.state else "false"
            self._defined("house-event", house.id, house.text, [f'<constant value="{state}"/>'])
        for parameter in self.case.parameters:
            self._defined(
                "parameter", parameter.id, parameter.text, self._value(parameter.value, parameter.id)
            )
        self.lines += ["  </model-data>", "</opsa-mef>", ""]
        return "\n".join(self.lines)

    def _defined(self, kind: str, name: str, text: str, body: list[str], indent: str = "    ") -> None:
        self.lines.append(f"{indent}<define-{kind} name={quoteattr(self.names[name])}>")
        if text:
            self.lines.append(f"{indent}  <label>{escape(text)}</label>")
        self.lines += [f"{indent}  {line}" for line in body]
        self.lines.append(f"{indent}</define-{kind}>")

    # --- trees ---------------------------------------------------------------------------------------

    def _tree(self, tree: FaultTree) -> None:
        self.lines.append(f"  <define-fault-tree name={quoteattr(self.names[tree.id])}>")
        if tree.title:
            self.lines.append(f"    <label>{escape(tree.title)}</label>")
        for note, value in (("target", tree.target), ("mission time", tree.mission_time)):
            if value is not None:
                self.left_out.append(f"tree {tree.id}: its {note}")
        for gate in tree.gates:
            self._defined("gate", gate.id, gate.text, self._formula(gate, tree, gate.id))
        used = {i for gate in tree.gates for i in _inputs(gate)}
        for group in self.case.common_cause:
            if used & set(group.members) and group.id not in self._written_groups():
                self._group(group)
        self.lines.append("  </define-fault-tree>")

    def _written_groups(self) -> set[str]:
        marker = "<define-CCF-group name="
        return {
            g.id for g in self.case.common_cause
            if any(line.strip().startswith(f"{marker}{quoteattr(self.names[g.id])}") for line in self.lines)
        }  # fmt: skip

    def _formula(self, formula: Formula, tree: FaultTree, gate: str) -> list[str]:
        kind, attributes = str(formula.type), ""
        inputs = [self._input(i, tree, gate) for i in formula.inputs]
        if formula.condition is not None:
            inputs.append(self._input(formula.condition, tree, gate))
            self.left_out.append(f"gate {gate}: inhibit written as and, its condition as an input")
            kind = "and"
        if kind == "priority-and":
            self.left_out.append(f"gate {gate}: priority-AND written as and; the order of its inputs is lost")
            kind = "and"
        if kind == "atleast" and (formula.k or 0) <= 1:
            kind = "or" if formula.k else "atleast"
        if kind == "atleast" and formula.k == len(formula.inputs):
            kind = "and"
        if kind == "xor" and len(inputs) > 2:
            return self._chain(inputs)
        if kind in ("and", "or") and len(inputs) == 1:
            return inputs[0]
        if kind == "atleast":
            if formula.k == 0:
                return ['<constant value="true"/>']
            attributes = f' min="{formula.k}"'
        elif kind == "cardinality":
            attributes = f' min="{formula.k}" max="{formula.k_max}"'
        return [f"<{kind}{attributes}>", *(f"  {line}" for lines in inputs for line in lines), f"</{kind}>"]

    @staticmethod
    def _chain(inputs: list[list[str]]) -> list[str]:
        """XOR of many as nested XORs of two, which is what Open-PSA has."""
        result = inputs[0]
        for other in inputs[1:]:
            result = ["<xor>", *(f"  {line}" for line in result + other), "</xor>"]
        return result

    def _input(self, item: str | Formula, tree: FaultTree, gate: str) -> list[str]:
        if not isinstance(item, str):
            return self._formula(item, tree, gate)
        own = {g.id for g in tree.gates}
        if item in own or (item in self.case.gate and item not in self.case.event):
            return [f"<gate name={quoteattr(self.names[item])}/>"]
        if item in self.case.house_event and item not in self.case.event:
            return [f"<house-event name={quoteattr(self.names[item])}/>"]
        if item in self.case.tree and item not in self.case.event:
            return [f"<gate name={quoteattr(self.names[self.case.tree[item].top])}/>"]
        return [f"<basic-event name={quoteattr(self.names.get(item, _identifier(item)))}/>"]

    # --- numbers -------------------------------------------------------------------------------------

    def _event(self, name: str, text: str, model: EventModel | None) -> None:
        if name in self.probabilities and (model is None or isinstance(model, FromEvidence)):
            self.left_out.append(f"event {name}: bound to evidence, written as the number it has now")
            body = [_number(self.probabilities[name])]
        elif model is None:
            body = []
        else:
            body = self._model(model, name)
        self._defined("basic-event", name, text, body)

    def _model(self, model: EventModel, name: str) -> list[str]:
        match model:
            case Constant():
                if model.exposure is not None:
                    return self._exposed(model, name)
                return self._value(model.probability, name)
            case Exponential():
                return _call("exponential", self._value(model.rate, name), self._hours(model.hours, name))
            case Weibull():
                parts = [self._value(v, name) for v in (model.scale, model.shape, model.location)]
                return _call("Weibull", *parts, self._hours(model.hours, name))
            case Glm():
                parts = [
                    self._value(v, name) for v in (model.on_demand, model.failure_rate, model.repair_rate)
                ]
                return _call("GLM", *parts, self._hours(model.hours, name))
            case PeriodicTest():
                values = [model.failure_rate, model.repair_rate, model.interval, model.first]
                parts = [self._value(v, name) for v in values if v is not None]
                return _call("periodic-test", *parts, self._hours(model.hours, name))
            case FromEvidence():
                self.left_out.append(
                    f"event {name}: bound to evidence {model.evidence}, written without a number"
                )
                return []

    def _exposed(self, model: Constant, name: str) -> list[str]:
        p = self._value(model.probability, name)
        assert model.exposure is not None
        if model.exposure.hours is not None:
            return _call("exponential", p, [_number(model.exposure.hours)])
        assert model.exposure.demands is not None
        survive = _call("pow", _call("sub", [_number(1.0)], p), [_number(model.exposure.demands)])
        return _call("sub", [_number(1.0)], survive)

    def _hours(self, hours: Value | None, name: str) -> list[str]:
        return ["<system-mission-time/>"] if hours is None else self._value(hours, name)

    def _value(self, value: Value, name: str) -> list[str]:
        if isinstance(value, int | float):
            return [_number(float(value))]
        if isinstance(value, ParameterRef):
            return [f"<parameter name={quoteattr(self.names.get(value.parameter, value.parameter))}/>"]
        if isinstance(value, Operation):
            return _call(value.op, *(self._value(a, name) for a in value.args))
        return self._distribution(value, name)

    def _distribution(self, d: Distribution, name: str) -> list[str]:
        def deviate(kind: str, *numbers: float) -> list[str]:
            return _call(f"{kind}-deviate", *([_number(x)] for x in numbers))

        match d:
            case Uniform():
                return deviate("uniform", d.lower, d.upper)
            case Normal():
                return deviate("normal", d.mean, d.sd)
            case Lognormal():
                if d.mean is not None:
                    return deviate("lognormal", d.mean, d.error_factor, d.level)
                assert d.median is not None
                from scipy.special import ndtri

                return deviate(
                    "lognormal", math.log(d.median), math.log(d.error_factor) / float(ndtri(d.level))
                )
            case Gamma():
                return deviate("gamma", d.shape, d.scale)
            case Beta():
                return deviate("beta", d.alpha, d.beta)
            case Histogram():
                bins = [
                    _call("bin", [_number(e)], [_number(w)])
                    for e, w in zip(d.edges[1:], d.weights, strict=True)
                ]
                return _call("histogram", [_number(d.edges[0])], *bins)
            case Empirical():
                self.left_out.append(f"{name}: empirical samples written as their mean")
                return [_number(sum(d.samples) / len(d.samples))]

    def _group(self, group: CommonCauseGroup) -> None:
        model = "MGL" if group.model == "mgl" else str(group.model)
        first = {"mgl": 2, "beta-factor": len(group.members)}.get(str(group.model), 1)
        members = _call("members", *([f"<basic-event name={quoteattr(self.names.get(m, _identifier(m)))}/>"]
                                     for m in group.members))  # fmt: skip
        factors = [
            [
                f'<factor level="{first + i}">',
                *(f"  {line}" for line in self._value(f, group.id)),
                "</factor>",
            ]
            for i, f in enumerate(group.factors)
        ]
        self.lines.append(f'    <define-CCF-group name={quoteattr(self.names[group.id])} model="{model}">')
        if group.text:
            self.lines.append(f"      <label>{escape(group.text)}</label>")
        total = self._model(group.total, group.id)
        body = [*members, *_call("distribution", total), *_call("factors", *factors)]
        self.lines += [f"      {line}" for line in body]
        self.lines.append("    </define-CCF-group>")


def _call(tag: str, *arguments: list[str]) -> list[str]:
    render: Callable[[list[str]], list[str]] = lambda lines: [f"  {line}" for line in lines]  # noqa: E731
    return [f"<{tag}>", *(line for a in arguments for line in render(a)), f"</{tag}>"]


def _number(x: float) -> str:
    return f'<float value="{x!r}"/>'


def _identifier(name: str) -> str:
    import re

    clean = re.sub(r"[^\w-]+", "_", name)
    return clean if re.match(r"[^\W\d]", clean) else f"n{clean}"


def _inputs(formula: Formula) -> set[str]:
    found: set[str] = set()
    for item in formula.inputs:
        found |= {item} if isinstance(item, str) else _inputs(item)
    return found | ({formula.condition} if formula.condition else set())
