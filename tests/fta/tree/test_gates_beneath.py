"""A gate solved by itself, of the gates beneath it alone, has the number that it has in the whole tree."""

from __future__ import annotations

import random

import pytest

from casegen.fta import compile_tree
from casegen.fta.core.engine import top_diagram
from casegen.fta.tree.gates_beneath import beneath
from tests.fta.small_trees import case_of, gate


@pytest.mark.parametrize("seed", range(20))
def test_a_gate_by_itself_has_the_same_probability(seed: int) -> None:
    rng = random.Random(seed)
    events = {f"e{i}": round(rng.random(), 3) for i in range(8)}
    gates, names = [], list(events)
    for j in range(7):
        kind = rng.choice(["and", "or", "xor", "nand", "nor", "not"])
        inputs = rng.sample(names, 1 if kind == "not" else rng.randint(2, 3))
        gates.append(gate(f"g{j}", kind, *inputs))
        names.append(f"g{j}")
    tree = compile_tree(case_of(gates[::-1], events), "t")
    p = [events[e] for e in tree.events]
    together = tree.gate_probabilities(p)
    for name, literal in tree.structure.names.items():
        own = beneath(tree.structure, literal)
        assert len(own.arguments) <= len(tree.structure.arguments)
        diagram = top_diagram(own)
        assert float(diagram.values(tree._vector(p))[diagram.root]) == pytest.approx(
            together[name], rel=1e-12
        )


def test_only_the_gates_beneath_are_kept() -> None:
    """Of 3,281 gates each was solved with the arrays of all: 15 s."""
    gates = [
        gate("top", "or", "g0", "g2"),
        gate("g0", "and", "g1", "a"),
        gate("g1", "or", "b", "c"),
        gate("g2", "xor", "a", "c"),
    ]
    structure = compile_tree(case_of(gates, {"a": 0.1, "b": 0.2, "c": 0.3}), "t").structure
    sizes = {
        name: len(beneath(structure, literal).arguments) for name, literal in structure.names.items() if name in ("g0", "g1")
    }  # fmt: skip
    assert sizes == {"g0": 2, "g1": 1}
    assert beneath(structure, structure.names["g1"]).events == structure.events
