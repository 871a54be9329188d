"""Every type of gate has a row, and what the row says is what trees, drawings and files do with it."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from casegen.fta import compile_tree, event_values
from casegen.io.exchange import exchange_format
from casegen.io.galileo import read_galileo
from casegen.io.galileo_write import write_galileo
from casegen.io.openpsa import read_openpsa
from casegen.io.openpsa_write import write_openpsa
from casegen.model.case import Case
from casegen.model.gates import GATES, GateType, Operator
from casegen.render.diagrams.symbols import gate_symbol
from tests.fta.small_trees import case_of, gate, holds, worlds

P = {"a": 0.1, "b": 0.2, "c": 0.3, "d": 0.4}


def one(kind: GateType) -> Case:
    """A tree with one gate of a type, over as many inputs as it takes."""
    row = GATES[kind]
    inputs = ("a", "b", "c")[: row.most or 3]
    more: dict[str, object] = {}
    if row.operator in (Operator.AT_LEAST, Operator.BETWEEN):
        more["k"] = 2
    if row.operator is Operator.BETWEEN:
        more["k_max"] = 2
    if kind is GateType.INHIBIT:
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


def test_a_galileo_file_is_imported_through_the_registry(tmp_path: Path) -> None:
    file = tmp_path / "t.dft"
    file.write_text('toplevel "T";\n"T" or "a" "b";\n"a" prob=0.1;\n"b" prob=0.2;\n')
    reader = exchange_format("galileo").read
    assert reader is not None
    assert probability(reader([file]).case) == pytest.approx(0.28)
