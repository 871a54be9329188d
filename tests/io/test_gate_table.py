"""Every type of gate has a row, and what the row says is what trees, drawings and files do with it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from casegen import plugins
from casegen.fta import compile_tree, event_values
from casegen.io.exchange import exchange_format
from casegen.io.galileo.read import read_galileo
from casegen.io.galileo.write import write_galileo
from casegen.io.openpsa.read import read_openpsa
from casegen.io.openpsa.write import write_openpsa
from casegen.model.case import Case
from casegen.model.gates import GATES, GateRow, GateType, Operator, Shape
from casegen.render.diagrams.symbols import gate_symbol
from tests.fta.small_trees import case_of, gate, holds, worlds

P = {"a": 0.1, "b": 0.2, "c": 0.3, "d": 0.4}


def one(kind: GateType) -> Case:
    """A tree with one gate of a type, over as many inputs as it takes."""
    row = GATES[kind]
    inputs = ("a", "b", "c")[: row.most or 3]
    more: dict[str, object] = {}
    if row.takes_k:
        more["k"] = 2
    if row.takes_k_max:
        more["k_max"] = 2
    if row.conditional:
        more["condition"] = "d"
    return case_of([gate("g", kind.value, *inputs, **more)], P)


def probability(case: Case) -> float:
    tree = compile_tree(case, case.trees[0].id)
    return tree.probability(event_values(case, case.trees[0].id, {}).points)


def test_every_type_has_a_row() -> None:
    assert set(GATES) == set(GateType)


@pytest.mark.parametrize("kind", GateType)
def test_a_gate_is_what_its_row_says_in_trees_drawings_and_files(kind: GateType, tmp_path: Path) -> None:
    case = one(kind)
    exact = sum(
        math.prod(P[e] if state else 1.0 - P[e] for e, state in world.items())
        for world in worlds(tuple(P))
        if holds(case, "g", world)
    )
    assert probability(case) == pytest.approx(exact, rel=1e-12)
    assert "<" in gate_symbol(case.trees[0].gates[0], 0.0, 0.0)
    write_openpsa(case, tmp_path / "t.xml")
    assert probability(read_openpsa(tmp_path / "t.xml")) == pytest.approx(exact, rel=1e-12)
    write_galileo(case, "t", tmp_path / "t.dft", P, {})
    assert probability(read_galileo(tmp_path / "t.dft")) == pytest.approx(exact, rel=1e-12)


def rows() -> Iterator[GateRow]:
    """Every meaning that a row can state."""
    counts: dict[Operator, list[dict[str, int]]] = {
        Operator.AT_LEAST: [{}, {"k": 0}, {"k": 2}],
        Operator.BETWEEN: [{}, {"k": 1, "k_max": 1}, {"k": 0, "k_max": 2}],
    }
    for operator, inside, outside, conditional in itertools.product(Operator, *[(False, True)] * 3):
        for fixed in counts.get(operator, [{}]):
            yield GateRow(
                operator=operator, of_complements=inside, complement=outside, conditional=conditional, least=2,
                shape=Shape.HEXAGON, bubble=outside, mark="new", **fixed,
            )  # fmt: skip


def means(row: GateRow, count: int, inputs: int, k: int, k_max: int) -> bool:
    """The row's sentence, written down apart from it."""
    counted = inputs - count if row.of_complements else count
    result = {
        Operator.ALL: counted >= inputs,
        Operator.ODD: bool(counted & 1),
        Operator.AT_LEAST: not counted < k,
        Operator.BETWEEN: counted in range(k, k_max + 1),
    }[row.operator]
    return not result if row.complement else result


@pytest.mark.slow
def test_a_type_that_a_package_adds_is_what_its_row_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    added = {f"type-{n}": row for n, row in enumerate(rows())}
    monkeypatch.setattr(plugins, "points", lambda group: added if group == plugins.GATES else {})
    monkeypatch.setattr(plugins, "load", lambda _, name, kind: added[name])
    try:
        for name, row in added.items():
            given = GateType(name)
            assert (given, given.value, GATES[given]) == (name, name, row)
            case = one(given)
            gate = case.trees[0].gates[0]
            k, k_max = gate.limits
            inputs = [*gate.inputs, *(["d"] if row.conditional else [])]
            exact = sum(
                math.prod(P[e] if state else 1.0 - P[e] for e, state in world.items())
                for world in worlds(tuple(P))
                if means(row, sum(world[str(e)] for e in inputs), len(inputs), k, k_max)
            )
            assert probability(case) == pytest.approx(exact, rel=1e-12), row
            assert "new" in gate_symbol(gate, 0.0, 0.0)
            for file, lost in (("t.xml", write_openpsa(case, tmp_path / "t.xml")),
                               ("t.dft", write_galileo(case, "t", tmp_path / "t.dft", P, {}))):  # fmt: skip
                again = (read_openpsa if file == "t.xml" else read_galileo)(tmp_path / file)
                assert probability(again) == pytest.approx(exact, rel=1e-12), (file, row)
                assert any(name in line for line in lost), file
    finally:
        for name in added:
            dict.pop(GATES, GateType._value2member_map_.pop(name), None)  # type: ignore[arg-type]


def test_a_row_that_contradicts_itself_is_refused() -> None:
    for wrong in (
        {"operator": Operator.ALL, "k": 1},
        {"operator": Operator.BETWEEN, "k": 1},
        {"operator": Operator.AT_LEAST, "k": 1, "k_max": 1},
        {"operator": Operator.AT_LEAST, "k": 2},
        {"operator": Operator.BETWEEN, "k": 1, "k_max": 0},
        {"operator": Operator.ODD, "ordered": True},
    ):
        with pytest.raises(ValueError, match=r"type that counts has a k|may be ordered"):
            GateRow(shape=Shape.OR, **wrong)  # type: ignore[arg-type]


def test_a_galileo_file_is_imported_through_the_registry(tmp_path: Path) -> None:
    file = tmp_path / "t.dft"
    file.write_text('toplevel "T";\n"T" or "a" "b";\n"a" prob=0.1;\n"b" prob=0.2;\n')
    reader = exchange_format("galileo").read
    assert reader is not None
    assert probability(reader([file]).case) == pytest.approx(0.28)
