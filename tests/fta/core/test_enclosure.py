"""Every exact result is held against algorithms that use no diagram: they enclose the truth, and catch what is not."""

from __future__ import annotations

import math
import random
import time

import pytest

from casegen.fta import CompiledTree, build_structure, compile_tree, event_values
from casegen.fta.core import kernels
from casegen.fta.core.enclosure import compare, enclosed
from casegen.fta.core.kernels import GateGraph
from casegen.fta.errors import InconsistentResult
from casegen.model.case import Case
from casegen.model.fault_tree import Formula, GateType
from tests.fta.small_trees import case_of, gate, holds, worlds

KINDS = ("and", "or", "not", "xor", "nand", "nor", "iff", "atleast", "cardinality", "inhibit")


def random_case(seed: int) -> Case:
    """A tree of up to 7 events and 9 gates of every type, gates shared, inputs repeated."""
    draw = random.Random(seed)
    events = [f"e{i}" for i in range(draw.randint(1, 7))]
    names = [f"g{j}" for j in range(draw.randint(1, 9))]
    gates = []
    for j, name in enumerate(names):
        kind = draw.choice(KINDS)
        pool = [*events, *names[j + 1 :], *names[j + 1 : j + 3]]
        size = 1 if kind == "not" else 2 if kind in ("xor", "iff") else draw.randint(1, 4)
        inputs = [draw.choice(pool) for _ in range(size)]
        more = {"k": draw.randint(1, size)} if kind in ("atleast", "cardinality") else {}
        if kind == "inhibit":
            more["condition"] = draw.choice(events)
        if kind == "cardinality":
            more["k_max"] = draw.randint(more["k"], size)
        gates.append(gate(name, kind, *inputs, **more))
    return case_of(
        gates, {e: draw.choice((0.0, 1.0, draw.random(), 10.0 ** -draw.randint(1, 12))) for e in events}
    )


def brute_force(case: Case, p: dict[str, float]) -> float:
    """Sum over all worlds in which the top holds."""
    total = 0.0
    for world in worlds(tuple(p)):
        if holds(case, case.trees[0].top, world):
            weight = 1.0
            for e, state in world.items():
                weight *= p[e] if state else 1.0 - p[e]
            total += weight
    return total


@pytest.mark.parametrize("block", range(20))
def test_two_thousand_random_trees_are_what_all_their_worlds_sum_up_to(block: int) -> None:
    for seed in range(100 * block, 100 * block + 100):
        case = random_case(seed)
        tree, values = compile_tree(case, "t"), event_values(case, "t", {})
        p = dict(zip(tree.events, values.points, strict=True))
        exact = brute_force(case, p)
        assert tree.probability(values.points) == pytest.approx(exact, rel=1e-9, abs=1e-15), seed
        lower, upper = kernels.enclose(GateGraph.of(tree.structure), values.points)
        assert lower * (1 - 1e-9) - 1e-15 <= exact <= upper * (1 + 1e-9) + 1e-15, seed


def _pairs(n: int) -> CompiledTree:
    pairs = [gate(f"g{i}", "and", f"e{i}", f"e{i + 1}") for i in range(n - 1)]
    return compile_tree(
        case_of([gate("top", "or", *(g.id for g in pairs)), *pairs], {f"e{i}": 0.01 for i in range(n)}), "t"
    )


def test_a_diagram_with_one_wrong_node_is_refused() -> None:
    """As once where a module had more than 511 variables: some were left out, and the number looked right."""
    tree = _pairs(600)
    graph, diagram = GateGraph.of(tree.structure), tree._diagram
    compare(graph, diagram, "t")
    refused = 0
    for n in range(2, len(diagram), 40):  # thirty times one pair is forgotten: most are noticed
        high = diagram.nodes.high[:]
        high[n] = diagram.nodes.low[n]
        wrong = type(diagram)(diagram.nodes._replace(high=high), diagram.root, diagram.rank)
        try:
            compare(graph, wrong, "t")
        except InconsistentResult:
            refused += 1
    assert refused >= 10
    structure = build_structure(
        case_of([gate("top", "or", "a", "b"), gate("b", "and", "x", "y")], {"a": 0.1, "x": 0.2, "y": 0.3}),
        "t",
    )
    small = CompiledTree(structure)
    nodes = small._diagram.nodes
    for n in range(2, len(nodes.var)):
        high = nodes.high[:]
        high[n] = nodes.low[n]
        with pytest.raises(InconsistentResult, match="please report"):
            compare(
                small._graph, type(small._diagram)(nodes._replace(high=high), small._diagram.root, ()), "t"
            )


def test_a_number_outside_rigorous_bounds_is_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = _pairs(20)
    right = tree.probability([0.01] * 20)
    graph = GateGraph.of(tree.structure)
    for wrong in (right / 10, 10 * right, -1e-9, 1.5):
        with pytest.raises(InconsistentResult, match="lies outside the bounds"):
            enclosed(graph, [0.01] * 20, wrong, "t")
    sweep = kernels.evaluate
    monkeypatch.setattr(kernels, "evaluate", lambda nodes, p: [x / 30 for x in sweep(nodes, p)])
    with pytest.raises(InconsistentResult):
        tree.probability([0.01] * 20)


def test_independent_parts_are_enclosed_without_a_gap() -> None:
    """No event occurs twice: the bounds are the exact value."""
    gates = [gate("top", "or", "a", "v", "x"), gate("v", "atleast", *(f"e{i}" for i in range(9)), k=4)]
    gates += [gate("x", "xor", "y", "n"), gate("n", "not", "z")]
    p = {"a": 1e-9, "y": 0.3, "z": 0.9999999} | {f"e{i}": 0.001 * (i + 1) for i in range(9)}
    tree = compile_tree(case_of(gates, p), "t")
    points = [p[e] for e in tree.events]
    exact = tree.probability(points)
    assert kernels.enclose(GateGraph.of(tree.structure), points) == pytest.approx((exact, exact), rel=1e-13)


@pytest.mark.parametrize(
    "inputs",
    [
        ("a", Formula(type=GateType.ATLEAST, inputs=("f", "e", "e"), k=3), "h1", "h1"),
        (Formula(type=GateType.CARDINALITY, inputs=("e", "f", "e", "a"), k=3, k_max=3), "d", "h1"),
        ("h0", Formula(type=GateType.XOR, inputs=("f", "c", "f", "f")), "h1", "h1"),
    ],
    ids=["atleast", "cardinality", "xor"],
)
def test_what_cancels_to_nothing_is_within_its_bounds(inputs: tuple[str | Formula, ...]) -> None:
    """A gate and its complement never agree: the bounds of that are 0, or above it by rounding only."""
    gates = [
        gate("never", "iff", Formula(type=GateType.NOT, inputs=("none",)), "none"),
        gate("none", "cardinality", *inputs, k=0, k_max=0),
    ]
    for seed in range(200):
        p = {e: random.Random(f"{seed}{e}").uniform(0.01, 0.99) for e in "abcdef"}
        tree = compile_tree(case_of(gates, p, {"h0": False, "h1": True}), "t")
        assert tree.probability([p[e] for e in tree.events]) == 0.0


@pytest.mark.slow
def test_a_long_chain_is_enclosed_in_time_that_grows_with_its_length() -> None:
    n = 50_000
    gates = [gate(f"c{i}", "or", f"e{i}", f"c{i + 1}" if i < n - 1 else f"e{i + 1}") for i in range(n)]
    case = case_of(gates, {f"e{i}": 1e-6 for i in range(n + 1)})
    graph = GateGraph.of(build_structure(case, "t"))
    exact = -math.expm1((n + 1) * math.log1p(-1e-6))
    begun = time.perf_counter()
    low, high = kernels.enclose(graph, [1e-6] * (n + 1))
    assert time.perf_counter() - begun < 10.0
    assert low * (1.0 - 1e-9) <= exact <= high * (1.0 + 1e-9)
