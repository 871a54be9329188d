"""Write one fault tree as a Galileo ``.dft`` file; what it cannot say is listed, never dropped in silence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import assert_never

from casegen.io.atomic import write_text
from casegen.io.unseen import UNSEEN, unseen
from casegen.model.case import Case
from casegen.model.diagnostic import InputError
from casegen.model.fault_tree import (
    BasicEvent,
    Constant,
    Exponential,
    Formula,
    GateType,
    Weibull,
)
from casegen.model.gates import OWN, Operator
from casegen.model.quantity import MeasureKind


def write_galileo(
    case: Case, tree_id: str, path: Path, numbers: Mapping[str, float], parts: Mapping[str, Sequence[str]]
) -> tuple[str, ...]:
    """Write :func:`galileo_text` to ``path`` in one step; returns what could not be carried."""
    text, left_out = galileo_text(case, tree_id, numbers, parts)
    write_text(path, text)
    return left_out


def galileo_text(
    case: Case, tree_id: str, numbers: Mapping[str, float], parts: Mapping[str, Sequence[str]]
) -> tuple[str, tuple[str, ...]]:
    """The tree as text, gates of other trees it reaches included, and what could not be carried.

    ``numbers``: probability of every event.  ``parts``: the independent events that each common-cause member is
    the OR of.
    """
    writer = _Writer(case, dict(numbers), {m: list(p) for m, p in parts.items()})
    document = writer.document(tree_id)
    strange = (f"{words}: {UNSEEN}" for words in unseen(case, ("events", "house_events", "trees")))
    return document, tuple(dict.fromkeys((*writer.left_out, *strange)))


_ALWAYS = "always true"


class _Writer:
    def __init__(self, case: Case, numbers: dict[str, float], parts: dict[str, list[str]]) -> None:
        self.case, self.numbers, self.parts = case, numbers, parts
        self.left_out: list[str] = []
        self.lines: list[str] = []
        self.own: dict[str, Formula] = {}

    def document(self, tree_id: str) -> str:
        """The whole file."""
        tree = self.case.tree[tree_id]
        if tree.kind is MeasureKind.PER_HOUR:
            raise InputError.at(
                self.case.locate("trees", self.case.trees.index(tree)),
                f"tree {tree_id} is of rates per hour; Galileo holds trees of probabilities",
            )
        if tree.kind is not MeasureKind.PER_MISSION:
            self.left_out.append(f"tree {tree_id}: its kind ({tree.kind.value})")
        self.own = {**self.case.gate, **{g.id: g for g in tree.gates}}
        for note, value in (("target", tree.target), ("mission time", tree.mission_time)):
            if value is not None:
                self.left_out.append(f"tree {tree_id}: its {note}")
        self.lines = [f"toplevel {_quoted(tree.top)};"]
        done: set[str] = set()
        stack = [tree.top]
        while stack:
            name = stack.pop()
            if name in done:
                continue
            done.add(name)
            if name in self.own:
                inputs = self._gate(name, self.own[name])
            elif name in self.parts:
                inputs = self.parts[name]
                self._statement(name, "or", inputs)
            else:
                inputs = []
                self._leaf(name)
            stack.extend(reversed(inputs))
        return "\n".join([*self.lines, ""])

    def _statement(self, name: str, kind: str, inputs: Sequence[str]) -> None:
        self.lines.append(f"{_quoted(name)} {kind} {' '.join(map(_quoted, inputs))};")

    def _gate(self, name: str, formula: Formula) -> list[str]:
        """The gate's statement, and those of the formulae nested in it; returns the names it refers to."""
        if formula.row.conditional:
            self.left_out.append(f"gate {name}: {formula.type} written as and, its condition as an input")
        parts: list[tuple[str, Formula]] = []
        results: list[str] = []
        stack: list[tuple[str, Formula]] = [(name, formula)]
        while stack:
            here, current = stack.pop()
            given, current = current, _plain(current)
            if given.type not in OWN and current is not given:
                self.left_out.append(
                    f"gates of type {given.type}: written as what they mean, without their type"
                )
            inputs = []
            for item in current.inputs:
                if isinstance(item, str):
                    inputs.append(self._target(item))
                    results.append(inputs[-1])
                else:
                    inputs.append(f"{name} part {len(parts) + 1}")
                    parts.append((inputs[-1], item))
                    stack.append(parts[-1])
            kind = _keyword(current, len(inputs))
            self._statement(here, kind, inputs)
        return results

    def _target(self, item: str) -> str:
        if item not in self.own and item in self.case.tree and item not in self.case.event:
            return self.case.tree[item].top
        return item

    # --- leaves --------------------------------------------------------------------------------------

    def _leaf(self, name: str) -> None:
        if name == _ALWAYS:
            self.lines.append(f"{_quoted(name)} prob=1.0;")
            return
        house = self.case.house_event.get(name)
        event = self.case.event.get(name)
        if house is not None and event is None:
            self.left_out.append(f"house event {name}: written as probability {float(house.state):g}")
            self.lines.append(f"{_quoted(name)} prob={float(house.state)!r};")
            return
        self.lines.append(f"{_quoted(name)} {self._model(name, event)};")
        if event is not None and event.text:
            self.left_out.append(f"event {name}: its text")

    def _model(self, name: str, event: BasicEvent | None) -> str:
        model = event.model if event is not None else None
        match model:
            case Constant(probability=float()) if (
                name in self.numbers and model.probability == self.numbers[name]
            ):
                pass
            case Exponential(rate=float(rate), hours=None):
                return f"lambda={rate!r}"
            case Weibull(scale=float(scale), shape=float(shape), location=0.0, hours=None):
                return f"rate={1.0 / scale!r} shape={shape!r}"
            case _:
                self.left_out.append(f"event {name}: written as the probability it has now")
        return f"prob={self.numbers[name]!r}"


def _keyword(formula: Formula, inputs: int) -> str:
    """What the format calls a gate that :func:`_plain` gave."""
    return f"{formula.k}of{inputs}" if formula.type is GateType.ATLEAST else formula.row.galileo


def _plain(formula: Formula) -> Formula:
    """A gate by the gates that the format has: what its type means, an inhibit gate as the AND with its condition."""
    row, inputs, (low, high) = formula.row, formula.inputs, formula.limits
    counted = row.takes_k or formula.condition is not None  # no word has a place for either
    if row.galileo and not counted and (row.operator is not Operator.ODD or len(inputs) == 2):
        return formula
    if formula.condition is not None:
        inputs = (*inputs, formula.condition)
    if row.of_complements:
        inputs = tuple(_not(one) for one in inputs)
    match row.operator:
        case Operator.ALL:
            plain = Formula(type=GateType.AND, inputs=inputs)
        case Operator.ODD:
            plain = _odd(inputs)
        case Operator.AT_LEAST:
            plain = _at_least(low, inputs)
        case Operator.BETWEEN:
            most = [] if high >= len(inputs) else [_not(_at_least(high + 1, inputs))]
            least = [] if low <= 0 and most else [_at_least(low, inputs)]
            limits = [*least, *most]
            plain = limits[0] if len(limits) == 1 else Formula(type=GateType.AND, inputs=tuple(limits))
        case _:
            assert_never(row.operator)
    return _not(plain) if row.complement else plain


def _not(one: str | Formula) -> Formula:
    return Formula(type=GateType.NOT, inputs=(one,))


def _odd(inputs: tuple[str | Formula, ...]) -> Formula:
    """An odd number: of more than two inputs other programs may read "exactly one"."""
    if len(inputs) == 1:
        return Formula(type=GateType.OR, inputs=inputs)
    rest = inputs[1] if len(inputs) == 2 else Formula(type=GateType.XOR, inputs=inputs[1:])
    return Formula(type=GateType.XOR, inputs=(inputs[0], rest))


def _at_least(k: int, inputs: tuple[str | Formula, ...]) -> Formula:
    if k <= 0:
        return Formula(type=GateType.OR, inputs=(_ALWAYS,))
    return Formula(type=GateType.ATLEAST, k=k, inputs=inputs)


def _quoted(name: str) -> str:
    return f'"{name}"'
