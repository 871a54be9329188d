"""Write one fault tree as a Galileo ``.dft`` file; what it cannot say is listed, never dropped in silence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from casegen.io.atomic import write_text
from casegen.model.case import Case
from casegen.model.fault_tree import (
    BasicEvent,
    Constant,
    Exponential,
    Formula,
    GateType,
    Weibull,
)
from casegen.model.gates import GATES


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
    return writer.document(tree_id), tuple(dict.fromkeys(writer.left_out))


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
        if formula.type is GateType.INHIBIT:
            self.left_out.append(f"gate {name}: inhibit written as and, its condition as an input")
        parts: list[tuple[str, Formula]] = []
        results: list[str] = []
        stack: list[tuple[str, Formula]] = [(name, formula)]
        while stack:
            here, current = stack.pop()
            current = _plain(current)
            inputs = []
            for item in [*current.inputs, *([current.condition] if current.condition else [])]:
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
    """What the format calls a gate; an inhibit gate is the AND of its inputs and its condition."""
    if formula.type is GateType.INHIBIT:
        return GATES[GateType.AND].galileo
    if formula.type is GateType.ATLEAST:
        return f"{formula.k}of{inputs}"
    keyword = GATES[formula.type].galileo
    if not keyword:
        raise NotImplementedError(f"Galileo has no gate of type {formula.type}, and none is written for it")
    return keyword


def _plain(formula: Formula) -> Formula:
    """IFF, XOR of many, cardinality and empty counts by the gates the format has."""
    inputs, n = formula.inputs, len(formula.inputs)
    if formula.type is GateType.IFF:
        return Formula(type=GateType.NOT, inputs=(Formula(type=GateType.XOR, inputs=inputs),))
    if formula.type is GateType.XOR and n > 2:
        # of more than two inputs other programs may read "exactly one"; this is an odd number
        return Formula(type=GateType.XOR, inputs=(inputs[0], Formula(type=GateType.XOR, inputs=inputs[1:])))
    if formula.type is GateType.ATLEAST and not formula.k:
        return Formula(type=GateType.OR, inputs=(_ALWAYS,))
    if formula.type is not GateType.CARDINALITY:
        return formula
    low, high = formula.k or 0, formula.k_max or 0
    least = Formula(type=GateType.ATLEAST, k=low, inputs=inputs)
    if high >= n:
        return _plain(least)
    most = Formula(type=GateType.NOT, inputs=(Formula(type=GateType.ATLEAST, k=high + 1, inputs=inputs),))
    return most if low == 0 else Formula(type=GateType.AND, inputs=(least, most))


def _quoted(name: str) -> str:
    return f'"{name}"'
