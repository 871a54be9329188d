"""Write a case's fault trees as Open-PSA MEF; what it cannot say is listed, never dropped in silence.

Only what every reader of the format takes is written: XOR of two, IFF as its negation, counting gates with at
least two of more inputs, names without blanks.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import assert_never
from xml.sax.saxutils import escape, quoteattr

from casegen.io.atomic import write_text
from casegen.io.openpsa.formulas import names_in
from casegen.io.openpsa.groups import PHI_TOLERANCE
from casegen.io.openpsa.not_written import UNITS, is_rate, not_written
from casegen.io.openpsa.write_connectives import at_least, between, joined, odd, of_all
from casegen.io.openpsa.write_numbers import NumberWriter, call, number
from casegen.io.unseen import UNSEEN, for_xml, unseen
from casegen.model.case import Case
from casegen.model.diagnostic import InputError
from casegen.model.fault_tree import (
    BasicEvent,
    CcfModel,
    CommonCauseGroup,
    FaultTree,
    Formula,
    FromEvidence,
    Gate,
    Value,
)
from casegen.model.gates import OWN, Operator
from casegen.model.quantity import MeasureKind

CARRIED = ("parameters", "events", "house_events", "common_cause", "trees")
"""sections that the format holds"""


def write_openpsa(
    case: Case, path: Path, probabilities: Mapping[str, float] | None = None,
    totals: Mapping[str, float] | None = None,
) -> tuple[str, ...]:  # fmt: skip
    """Write :func:`openpsa_text` to ``path`` in one step; returns what could not be carried."""
    text, left_out = openpsa_text(case, probabilities, totals)
    write_text(path, text)
    return left_out


def openpsa_text(
    case: Case, probabilities: Mapping[str, float] | None = None, totals: Mapping[str, float] | None = None
) -> tuple[str, tuple[str, ...]]:
    """The case's trees, events and parameters as an MEF document, and what could not be carried.

    ``probabilities`` (event id to probability) and ``totals`` (id of a common-cause group to its total) stand for what
    is bound to evidence, whose numbers Open-PSA cannot refer to.  Trees of rates are left out: other tools would take
    their rates for probabilities.

    Raises:
        InputError: the case has no tree of probabilities.
    """
    writer = _Writer(case, dict(probabilities or {}), dict(totals or {}))
    if not writer.trees:
        raise InputError.at(
            case.locate("trees", 0), "Open-PSA holds trees of probabilities; the case has none, or trees of rates only"
        )  # fmt: skip
    document = writer.document()
    return document, tuple(dict.fromkeys(writer.left_out))


class _Writer:
    def __init__(self, case: Case, probabilities: dict[str, float], totals: dict[str, float]) -> None:
        self.case = case
        self.totals = totals
        self.probabilities = probabilities
        self.left_out: list[str] = []
        self.lines: list[str] = []
        self.used: tuple[set[str], set[str]] = set(), set()
        """gates that others use in the case, and in the file"""
        self.trees = [tree for tree in case.trees if tree.kind is not MeasureKind.PER_HOUR]
        self.idle = _idle(self.trees)
        """by tree, the gates that neither its top nor another tree reaches"""
        self.gates_of = {tree.id: frozenset(g.id for g in tree.gates) for tree in case.trees}
        gates = [g.id for t in self.trees for g in t.gates]
        self.repeated = {name for name, n in Counter(gates).items() if n > 1}
        self.conditions = {e.id for e in case.events if e.conditional}
        self.conditions |= {g.condition for t in self.trees for g in t.gates if g.condition is not None}
        self.members = {m for group in case.common_cause for m in group.members}
        members = (m for group in case.common_cause for m in group.members)
        self.event_names = self._named(
            [*(e.id for e in case.events), *(h.id for h in case.house_events), *members, *gates]
        )
        self.tree_names = self._named(t.id for t in self.trees)
        self.group_names = self._named(g.id for g in case.common_cause)
        parameters = self._named(p.id for p in case.parameters)
        self.parameter_names = parameters
        self.numbers = NumberWriter(parameters, self.left_out.append)

    def _named(self, ids: Iterable[str]) -> dict[str, str]:
        """A name that the format allows for each id, no two alike; changed ones are listed."""
        results: dict[str, str] = {}
        taken: set[str] = set()
        for old in dict.fromkeys(ids):
            name = plain = identifier(old)
            n = 1
            while name in taken:
                n += 1
                name = f"{plain}_{n}"
            taken.add(name)
            results[old] = name
            if name != old:
                self.left_out.append(
                    f"{old}: written as {name}, since Open-PSA names hold letters, digits, _ and single - only"
                )
        return results

    def document(self) -> str:
        """The whole file as text."""
        name = quoteattr(identifier(self.case.header.id))
        self.lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<opsa-mef name={name}>"]
        for tree in self.trees:
            self._tree(tree)
        self.left_out += not_written(self.case)
        self.left_out += (f"{words}: {UNSEEN}" for words in unseen(self.case, CARRIED))
        for name in sorted(line.split('"')[1] for line in self.used[0] - self.used[1]):
            self.left_out.append(
                f"gate {name}: what uses it is constant, so that nothing in the file does: others take it for a top event"
            )
        groups = [g for g in self.case.common_cause if self._has_total(g)]
        for group in groups:
            self._group(group)
        self.lines.append("  <model-data>")
        members = {m for g in groups for m in g.members}
        for event in self.case.events:
            if event.id in members:
                if event.text:
                    self.left_out.append(f"event {event.id}: its text, since a group defines it")
            elif not is_rate(event):
                self._event(event)
        for house in self.case.house_events:
            state = "true" if house.state else "false"
            self._defined(
                "house-event", self.event_names[house.id], house.text, [f'<constant value="{state}"/>']
            )
        for parameter in self.case.parameters:
            body = self.numbers.value(parameter.value, parameter.id)
            name, unit = self.parameter_names[parameter.id], parameter.unit
            self._defined("parameter", name, parameter.text, body, unit=unit if unit in UNITS else "")
        self.lines += ["  </model-data>", "</opsa-mef>", ""]
        return "\n".join(self.lines)

    def _defined(
        self, kind: str, name: str, text: str, body: list[str], *, flavour: str = "", private: bool = False,
        unit: str = "",
    ) -> None:  # fmt: skip
        role = ' role="private"' if private else f' unit="{unit}"' if unit else ""
        self.lines.append(f"    <define-{kind} name={quoteattr(name)}{role}>")
        if text:
            self.lines.append(f"      <label>{_label(text)}</label>")
        if flavour:
            self.lines.append(f'      <attributes><attribute name="flavor" value="{flavour}"/></attributes>')
        self.lines += [f"      {line}" for line in body]
        self.lines.append(f"    </define-{kind}>")

    # --- trees ---------------------------------------------------------------------------------------

    def _tree(self, tree: FaultTree) -> None:
        self.lines.append(f"  <define-fault-tree name={quoteattr(self.tree_names[tree.id])}>")
        if tree.title:
            self.lines.append(f"    <label>{_label(tree.title)}</label>")
        for gate in sorted(tree.gates, key=lambda g: g.id != tree.top):
            if gate.id in self.idle[tree.id]:
                self.left_out.append(
                    f"gate {gate.id} of tree {tree.id}: nothing uses it, and others would take it for a top event"
                )
            else:
                self._gate(gate, tree)
        self.lines.append("  </define-fault-tree>")

    def _gate(self, gate: Gate, tree: FaultTree) -> None:
        row = gate.row
        flavour = row.flavour
        if row.conditional and not self._plainly_conditional(gate):
            self.left_out.append(f"gate {gate.id}: {gate.type} written as and, its condition as an input")
            flavour = ""
        body = self._formula(gate, tree)
        self.used[1].update(line.strip() for line in body)
        self._defined(
            "gate", self.event_names[gate.id], gate.text, body, flavour=flavour,
            private=gate.id in self.repeated,
        )  # fmt: skip
        if row.ordered:
            self.left_out.append(
                f"gate {gate.id}: priority-AND written as and with an attribute; other tools lose the order of its inputs"
            )

    def _plainly_conditional(self, gate: Gate) -> bool:
        """Whether one of two inputs, and only one, is a conditional event: what an inhibit gate is to others."""
        given = set(gate.inputs)
        alone = next(iter(given)) if len(given) == 1 else ""
        grouped = gate.condition in self.members
        return gate.condition in self.case.event and not grouped and alone not in self.conditions

    def _formula(self, formula: Formula, tree: FaultTree) -> list[str]:
        inputs = [self._input(i, tree) for i in formula.inputs]
        row, (low, high) = formula.row, formula.limits
        if row.ordered and not isinstance(formula, Gate):
            self.left_out.append(
                f"tree {tree.id}: a priority-AND without a name is written as and: the order of its inputs is"
                " lost"
            )
        if formula.type not in OWN:
            self.left_out.append(
                f"gates of type {formula.type}: written as what they mean, without their type"
            )
        if formula.condition is not None and row.flavour:
            # readers of the flavour "inhibit" take two arguments
            return joined("and", [joined("and", inputs), self._input(formula.condition, tree)])
        if formula.condition is not None:
            inputs.append(self._input(formula.condition, tree))
        if row.operator is Operator.ALL:
            return of_all(inputs, row.of_complements, row.complement)
        if row.of_complements:
            inputs = [call("not", one) for one in inputs]
        match row.operator:
            case Operator.ODD:
                if len(set(map(tuple, inputs))) < len(inputs):
                    self.left_out.append(
                        f"tree {tree.id}: an xor has one input twice, and is written without that pair, which is false"
                    )
                body = odd(inputs)
            case Operator.AT_LEAST:
                body = at_least(low, inputs)
            case Operator.BETWEEN:
                body = between(low, high, inputs)
            case _:
                assert_never(row.operator)
        return call("not", body) if row.complement else body

    def _input(self, item: str | Formula, tree: FaultTree) -> list[str]:
        if not isinstance(item, str):
            return self._formula(item, tree)
        case = self.case
        known = item in case.event or item in self.probabilities
        if item in self.gates_of[tree.id] or (item in case.gate and not known):
            return self._gate_used(item, tree)
        if item in case.house_event and item not in case.event:
            return [f"<house-event name={quoteattr(self.event_names[item])}/>"]
        if item in case.tree and item not in self.event_names:
            other = case.tree[item]
            return self._gate_used(other.top, other)
        return [f"<basic-event name={quoteattr(self.event_names.get(item, identifier(item)))}/>"]

    def _gate_used(self, gate: str, tree: FaultTree) -> list[str]:
        line = f"<gate name={quoteattr(self._gate_path(gate, tree))}/>"
        self.used[0].add(line)
        return [line]

    def _gate_path(self, gate: str, tree: FaultTree) -> str:
        """A gate's name, or the path of one whose name several trees use."""
        name = self.event_names[gate]
        return f"{self.tree_names[tree.id]}.{name}" if gate in self.repeated else name

    # --- data ----------------------------------------------------------------------------------------

    def _event(self, event: BasicEvent) -> None:
        if event.id in self.probabilities and (event.model is None or isinstance(event.model, FromEvidence)):
            self.left_out.append(f"event {event.id}: bound to evidence, written as the number it has now")
            body = [number(self.probabilities[event.id])]
        else:
            body = [] if event.model is None else self.numbers.model(event.model, event.id)
        flavour = "conditional" if event.id in self.conditions else "undeveloped" if event.undeveloped else ""
        self._defined("basic-event", self.event_names[event.id], event.text, body, flavour=flavour)

    def _has_total(self, group: CommonCauseGroup) -> bool:
        """Whether Open-PSA can hold the group: it needs the total, of which evidence may have no number."""
        if not isinstance(group.total, FromEvidence) or group.id in self.totals:
            return True
        self.left_out.append(
            f"common-cause group {group.id}: bound to evidence {group.total.evidence}; "
            "its members are written as independent"
        )
        return False

    def _group(self, group: CommonCauseGroup) -> None:
        model = "MGL" if group.model == "mgl" else str(group.model)
        first = {"mgl": 2, "beta-factor": len(group.members)}.get(str(group.model), 1)
        members = call("members", *([f"<basic-event name={quoteattr(self.event_names[m])}/>"]
                                    for m in group.members))  # fmt: skip
        shares, times = _of_sum_one(group)
        factors = [
            [
                f'<factor level="{first + i}">',
                *(f"  {line}" for line in self.numbers.value(f, group.id)),
                "</factor>",
            ]
            for i, f in enumerate(shares)
        ]
        self.lines.append(
            f'  <define-CCF-group name={quoteattr(self.group_names[group.id])} model="{model}">'
        )
        if group.text:
            self.lines.append(f"    <label>{_label(group.text)}</label>")
        if isinstance(group.total, FromEvidence):
            self.left_out.append(f"group {group.id}: bound to evidence, written as the number it has now")
            total = [number(self.totals[group.id])]
        else:
            total = self.numbers.model(group.total, group.id)
        if times != 1.0:
            self.left_out.append(
                f"common-cause group {group.id}: its phi factors sum to {times:g}, and Open-PSA's to 1: written divided "
                "by their sum, and their total multiplied by it"
            )
            total = call("mul", total, [number(times)])
        if group.model is CcfModel.PHI_FACTOR and not all(isinstance(f, int | float) for f in group.factors):
            self.left_out.append(
                f"common-cause group {group.id}: its phi factors are not plain numbers, and written as they are; other"
                " tools need their means to sum to 1"
            )
        body = [*members, *call("distribution", total), *call("factors", *factors)]
        self.lines += [f"    {line}" for line in body]
        self.lines.append("  </define-CCF-group>")


def _of_sum_one(group: CommonCauseGroup) -> tuple[Sequence[Value], float]:
    """A group's factors as the format takes them, and what their total is to be multiplied by in return.

    Phi factors that are plain numbers have to sum to 1 there (MEF 2.0d, and the reader's own rule); here they need not.
    """
    plain = [float(f) for f in group.factors if isinstance(f, int | float)]
    times = math.fsum(plain)
    if (
        group.model is not CcfModel.PHI_FACTOR
        or len(plain) < len(group.factors)
        or abs(times - 1.0) <= PHI_TOLERANCE
    ):
        return group.factors, 1.0
    return [f / times if times else 1.0 / len(plain) for f in plain], times


def _idle(trees: Sequence[FaultTree]) -> dict[str, set[str]]:
    """By tree, its gates that no top reaches; a name is the tree's own gate, or else a gate, or the top, of others."""
    own = {tree.id: {gate.id: gate for gate in tree.gates} for tree in trees}
    tops = {tree.id: tree.top for tree in trees}
    stack = [(tree.id, tree.top) for tree in trees]
    reached: set[tuple[str, str]] = set()
    while stack:
        place = stack.pop()
        if place in reached:
            continue
        reached.add(place)
        tree, gate = place
        for name in names_in(own[tree][gate]) if gate in own[tree] else ():
            owners = [tree] if name in own[tree] else [t for t in own if name in own[t]]
            stack += [(t, name) for t in owners] or ([(name, tops[name])] if name in tops else [])
    return {tree: {gate for gate in gates if (tree, gate) not in reached} for tree, gates in own.items()}


def _label(text: str) -> str:
    """A text in one line, as XML holds it."""
    return escape(for_xml(" ".join(text.split())))


def identifier(name: str) -> str:
    """The nearest name that the format allows: no blanks or dots, no double or trailing ``-``, no digit in front."""
    clean = re.sub(r"-{2,}", "-", re.sub(r"[^\w-]+", "_", name)).strip("-") or "n"
    return clean if re.match(r"[^\W\d]", clean) else f"n{clean}"
