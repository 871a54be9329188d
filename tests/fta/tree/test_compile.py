"""Compilation: what a tree refers to, and what is wrong with it."""

from __future__ import annotations

import pytest

from casegen.fta import EventUnitMismatch, FaultTreeError, compile_tree, event_values
from casegen.fta.core import kernels
from casegen.fta.core.diagram import DecisionDiagram
from casegen.fta.core.kernels import GateGraph
from casegen.model.case import Case, Header
from casegen.model.fault_tree import (
    BasicEvent,
    CommonCauseGroup,
    Constant,
    Exponential,
    FaultTree,
    Formula,
    FromEvidence,
    GateType,
    Parameter,
    ParameterRef,
)
from casegen.model.quantity import Estimate, Exposure, Lognormal, MeasureKind, UnitMismatch
from tests.fta.small_trees import case_of, gate


def test_a_cycle_is_named_whole() -> None:
    case = case_of(
        [gate("g1", "or", "a", "g2"), gate("g2", "and", "g3", "a"), gate("g3", "or", "g1")], {"a": 0.1}
    )
    with pytest.raises(FaultTreeError, match="g1 -> g2 -> g3 -> g1") as caught:
        compile_tree(case, "t")
    assert caught.value.element == ("trees", 0, "gates", 0)


def test_every_undefined_input_is_reported_with_its_place() -> None:
    case = case_of([gate("g1", "or", "pump_a", "g2"), gate("g2", "and", "nix", "pump_a")], {"pump_b": 0.1})
    with pytest.raises(FaultTreeError, match="did you mean 'pump_b'") as caught:
        compile_tree(case, "t")
    assert [path for path, _ in caught.value.elements] == [
        ("trees", 0, "gates", 0, "inputs", 0),
        ("trees", 0, "gates", 1, "inputs", 0),
        ("trees", 0, "gates", 1, "inputs", 1),
    ]


def test_unknown_tree_names_those_there_are() -> None:
    with pytest.raises(FaultTreeError, match="the case has: t"):
        compile_tree(case_of([gate("g", "or", "a")], {"a": 0.1}), "u")


def _two_trees() -> Case:
    return Case(
        header=Header(id="c", title="c"),
        events=tuple(BasicEvent(id=e, model=Constant(probability=0.5)) for e in "abc"),
        trees=(
            FaultTree(id="t", top="top", gates=(gate("top", "and", "sub", "u", "a"),)),
            FaultTree(
                id="u", top="sub", gates=(gate("sub", "or", "b", "inner"), gate("inner", "and", "a", "c"))
            ),
        ),
    )


def test_transfers_reach_gates_and_tops_of_other_trees() -> None:
    tree = compile_tree(_two_trees(), "t")
    p = dict(zip(tree.events, [0.5, 0.5, 0.5], strict=True))
    # a and (b or a and c): 1/2 * (1 - 1/2 * 1/2)
    assert tree.probability(list(p.values())) == 0.375
    assert set(tree.gate_probabilities(list(p.values()))) == {"top", "sub", "inner"}


def test_house_events_can_be_switched() -> None:
    case = case_of([gate("g", "or", "a", "h")], {"a": 0.25}, {"h": False})
    assert compile_tree(case, "t").probability([0.25]) == 0.25
    assert compile_tree(case, "t", house={"h": True}).probability([0.25]) == 1.0
    with pytest.raises(FaultTreeError, match="no house event x"):
        compile_tree(case, "t", house={"x": True})


def test_deep_trees_need_no_recursion() -> None:
    n = 5000
    gates = [gate(f"g{i}", "or" if i % 2 else "and", f"g{i + 1}", "a", "b") for i in range(n)]
    case = case_of([*gates, gate(f"g{n}", "or", "a", "b")], {"a": 0.1, "b": 0.2})
    assert compile_tree(case, "t").probability([0.1, 0.2]) == pytest.approx(0.02)


def test_undeveloped_events_are_named_together() -> None:
    case = case_of([gate("g", "or", "a", "b", "c")], {"a": None, "b": 0.1, "c": None})
    with pytest.raises(FaultTreeError, match="no model for a, c"):
        event_values(case, "t", {})
    values = event_values(case, "t", {}, overrides={"a": 0.5, "c": 0.25})
    assert values.probability.tolist() == [0.5, 0.1, 0.25]
    assert values.sources == ("set by hand", "constant", "set by hand")


def test_overrides_are_checked() -> None:
    case = case_of([gate("g", "or", "alpha")], {"alpha": 0.1})
    with pytest.raises(FaultTreeError, match="did you mean 'alpha'"):
        event_values(case, "t", {}, overrides={"alhpa": 0.1})
    with pytest.raises(FaultTreeError, match="no probability"):
        event_values(case, "t", {}, overrides={"alpha": 1.1})


def _evidence_case(model: FromEvidence) -> Case:
    return Case(
        header=Header(id="c", title="c"),
        events=(BasicEvent(id="ml", model=model),),
        trees=(FaultTree(id="t", top="g", gates=(gate("g", "or", "ml"),)),),
    )


def test_evidence_is_converted_through_its_exposure_bounds_too() -> None:
    case = _evidence_case(
        FromEvidence(type="evidence", evidence="e", measure="m", exposure=Exposure(demands=12))
    )
    estimate = Estimate(value=0.01, lower=0.005, upper=0.02, confidence=0.975, kind=MeasureKind.PER_DEMAND)
    values = event_values(case, "t", {"e": {"m": estimate}})
    assert values.probability[0] == pytest.approx(1 - 0.99**12)
    assert values.lower[0] == pytest.approx(1 - 0.995**12)
    assert values.upper[0] == pytest.approx(1 - 0.98**12)
    assert values.confidence[0] == 0.975


def test_a_complement_swaps_its_bounds() -> None:
    case = _evidence_case(FromEvidence(type="evidence", evidence="e", measure="m", complement=True))
    estimate = Estimate(value=0.9, lower=0.8, upper=0.95, confidence=0.95, kind=MeasureKind.FRACTION)
    values = event_values(case, "t", {"e": {"m": estimate}})
    assert (values.probability[0], values.lower[0], values.upper[0]) == pytest.approx((0.1, 0.05, 0.2))


def test_a_unit_mismatch_names_both_ends() -> None:
    case = _evidence_case(FromEvidence(type="evidence", evidence="e", measure="m"))
    estimate = Estimate(value=0.01, kind=MeasureKind.PER_DEMAND)
    with pytest.raises(UnitMismatch, match=r"ml.*probability-per-demand.*probability-per-mission") as caught:
        event_values(case, "t", {"e": {"m": estimate}})
    assert isinstance(caught.value, EventUnitMismatch)
    assert caught.value.element == ("events", 0, "model")


def test_missing_evidence_and_mission_time_are_named() -> None:
    case = _evidence_case(FromEvidence(type="evidence", evidence="e", measure="m"))
    with pytest.raises(FaultTreeError, match="evidence e has no result"):
        event_values(case, "t", {})
    timed = Case(
        header=Header(id="c", title="c"),
        events=(BasicEvent(id="x", model=Exponential(type="exponential", rate=1e-3)),),
        trees=(FaultTree(id="t", top="g", gates=(gate("g", "or", "x"),)),),
    )
    with pytest.raises(FaultTreeError, match="no mission time for x"):
        event_values(timed, "t", {})
    assert event_values(timed, "t", {}, mission_time=100).probability[0] == pytest.approx(0.0951626)


def test_parameters_are_sampled_once_and_cycles_named() -> None:
    shared = Parameter(id="q", value=Lognormal(distribution="lognormal", mean=1e-2, error_factor=3))
    events = tuple(BasicEvent(id=e, model=Constant(probability=ParameterRef(parameter="q"))) for e in "ab")
    tree = FaultTree(id="t", top="g", gates=(gate("g", "and", "a", "b"),))
    case = Case(header=Header(id="c", title="c"), events=events, parameters=(shared,), trees=(tree,))
    values = event_values(case, "t", {})
    P = values.sample(1000, seed=1)
    assert (P[0] == P[1]).all()
    assert P.std() > 0
    assert values.probability[0] == pytest.approx(1e-2)
    looped = Parameter(id="q", value=ParameterRef(parameter="q"))
    with pytest.raises(FaultTreeError, match="q -> q"):
        event_values(Case(header=case.header, events=events, parameters=(looped,), trees=(tree,)), "t", {})


def test_common_cause_groups_become_independent_events() -> None:
    case = Case(
        header=Header(id="c", title="c"),
        events=tuple(BasicEvent(id=e) for e in "ab"),
        common_cause=(
            CommonCauseGroup(
                id="pumps",
                model="beta-factor",
                members=("a", "b"),
                total=Constant(probability=0.1),
                factors=(0.2,),
            ),
        ),
        trees=(FaultTree(id="t", top="g", gates=(gate("g", "and", "a", "b"),)),),
    )
    tree = compile_tree(case, "t")
    assert set(tree.events) == {"[a]", "[b]", "[a b]"}
    values = event_values(case, "t", {})
    assert tree.probability(values.probability) == pytest.approx(1 - (1 - 0.02) * (1 - 0.08**2))
    assert tree.gate_probabilities(values.probability)["a"] == pytest.approx(1 - (1 - 0.02) * (1 - 0.08))
    with pytest.raises(FaultTreeError, match="common-cause group pumps"):
        event_values(case, "t", {}, overrides={"a": 0.5})
    halved = event_values(case, "t", {}, overrides={"pumps": 0.05})
    assert halved.probability.sum() == pytest.approx(0.01 + 2 * 0.04)


def test_the_page_can_evaluate_the_diagram() -> None:
    case = case_of(
        [gate("g", "xor", "a", "h", "k"), gate("h", "atleast", "a", "b", "c", k=2), gate("k", "not", "b")],
        {"a": 0.1, "b": 0.2, "c": 0.3},
    )
    tree = compile_tree(case, "t")
    p = event_values(case, "t", {}).probability
    page = tree.diagram()
    value = [0.0, 1.0]
    for n in range(2, len(page["var"])):
        v = page["var"][n]
        q = p[v] if v < len(page["events"]) else value[page["proxies"][v - len(page["events"])]]
        value.append(q * value[page["high"][n]] + (1 - q) * value[page["low"][n]])
    assert value[page["root"]] == pytest.approx(tree.probability(p), rel=1e-12)
    for name, probability in tree.gate_probabilities(p).items():
        assert value[page["gates"][name]] == pytest.approx(probability, rel=1e-12)


def test_gates_too_large_together_are_solved_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    from casegen.fta import TooLarge
    from casegen.fta.tree import compiled_tree

    case = case_of(
        [gate("g", "xor", "a", "h"), gate("h", "atleast", "a", "b", "c", k=2)], dict.fromkeys("abc", 0.3)
    )
    p = [0.3, 0.3, 0.3]
    together = compile_tree(case, "t").gate_probabilities(p)

    def refuse(*_: object) -> None:
        raise TooLarge("all gates", 1)

    monkeypatch.setattr(compiled_tree, "all_gates_diagram", refuse)
    monkeypatch.setattr(compiled_tree, "_shared", {})
    alone = compile_tree(case, "t")
    assert alone.gate_probabilities(p) == pytest.approx(together)
    assert alone.diagram()["gates"] == {}


def test_a_budget_of_nodes_is_kept() -> None:
    from casegen.fta import TooLarge

    names = [f"e{i}" for i in range(40)]
    pairs = [gate(f"p{i}", "and", names[i], names[39 - i]) for i in range(20)]
    case = case_of(
        [gate("g", "atleast", *names, *(f"p{i}" for i in range(20)), k=30), *pairs], dict.fromkeys(names, 0.1)
    )
    with pytest.raises(TooLarge, match="1,000 diagram nodes"):
        compile_tree(case, "t", max_nodes=1000)


def test_assessments_of_the_same_tree_share_its_diagrams() -> None:
    gates = [gate("top", "or", "g", "a"), gate("g", "and", "a", "b", "h")]
    one = case_of(gates, {"a": 0.1, "b": 0.2}, {"h": True})
    other = case_of(gates, {"a": 0.3, "b": 0.4}, {"h": True})
    tree = compile_tree(one, "t")
    assert compile_tree(other, "t") is tree
    assert tree.probability([0.3, 0.4]) == pytest.approx(0.3)
    assert compile_tree(one, "t", house={"h": False}) is not tree
    assert compile_tree(one, "t", max_nodes=1000) is not tree
    assert compile_tree(one, "t", top="g") is not tree
    changed = case_of([gates[0], gate("g", "or", "a", "b", "h")], {"a": 0.1, "b": 0.2}, {"h": True})
    assert compile_tree(changed, "t") is not tree


@pytest.mark.parametrize("kinds", [("or", "xor", "nor"), ("or", "and"), ("xor",)])
def test_a_long_chain_of_gates_has_one_small_diagram_of_them_all(kinds: tuple[str, ...]) -> None:
    """Under the order of the top each gate of a chain had nodes of its own, a million in all: 9 s instead of 1."""
    n = 600
    gates = [
        gate(f"x{i}", kinds[i % len(kinds)], f"x{i - 1}" if i > 1 else "e0", f"e{i}") for i in range(1, n)
    ]
    case = case_of(gates[::-1], {f"e{i}": 0.01 for i in range(n)})
    tree = compile_tree(case, "t")
    p = [0.001 * (1 + i % 7) for i in range(n)]
    gates_at = tree.gate_probabilities(p)
    assert len(tree._gates) < 20 * n
    index = tree.index
    x = p[index["e0"]]
    for i in range(1, n):
        q = p[index[f"e{i}"]]
        either, both = x + q - x * q, x * q
        x = {"or": either, "nor": 1.0 - either, "and": both, "xor": either - both}[kinds[i % len(kinds)]]
        assert gates_at[f"x{i}"] == pytest.approx(x, rel=1e-9)
    assert set(tree.diagram()["gates"]) == set(gates_at)


def test_what_is_written_out_has_no_gates_that_are_many_beside_the_top(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from casegen.fta.tree import compiled_tree

    case = case_of([gate("g", "xor", "a", "h"), gate("h", "and", "b", "c")], dict.fromkeys("abc", 0.3))
    monkeypatch.setattr(compiled_tree, "_GATES_AT_LEAST", 1)
    monkeypatch.setattr(compiled_tree, "_GATES_TIMES", 0)
    monkeypatch.setattr(compiled_tree, "_shared", {})
    tree = compile_tree(case, "t")
    assert set(tree.gate_probabilities([0.3] * 3)) == {"g", "h"}
    assert tree.diagram()["gates"] == {}


def test_a_ladder_of_gates_has_one_small_diagram_of_them_all() -> None:
    """Two chains that use each other: of 240 events each gate was solved by itself in 14 s, of 600 in minutes."""
    n, gates = 80, []
    for i in range(1, n):
        a, b = (f"a{i}", f"b{i}")
        x, y = (f"x{i - 1}", f"y{i - 1}") if i > 1 else ("a0", "b0")
        gates += [
            gate(
                f"x{i}",
                "xor",
                Formula(type=GateType("or"), inputs=(x, a)),
                Formula(type="and", inputs=(y, b)),
            ),
            gate(f"n{i}", "nand", x, b),
            gate(f"y{i}", "and", f"n{i}", Formula(type=GateType("or"), inputs=(y, a))),
        ]
    top = gate("g", "iff", f"x{n - 1}", f"y{n - 1}")
    tree = compile_tree(case_of([top, *gates], {f"{e}{i}": 0.1 for i in range(n) for e in "ab"}), "t")
    p = [0.1] * (2 * n)
    assert tree.gate_probabilities(p)["g"] == pytest.approx(tree.probability(p), rel=1e-12)
    assert len(tree._gates) < 40 * n


def ladder(rungs: int) -> Case:
    """No path along two rails that rungs connect: each end is cut off where rail and rung, or both ends before it, are."""
    gates, events = [], {"a0": 1e-3, "b0": 1e-3}
    u, v = "a0", "b0"
    for i in range(1, rungs + 1):
        events |= {f"{e}{i}": 1e-3 for e in "abr"}
        across = (Formula(type=GateType("or"), inputs=(end, f"r{i}")) for end in (f"q{i}", f"p{i}"))
        gates += [
            gate(f"p{i}", "or", u, f"a{i}"),
            gate(f"q{i}", "or", v, f"b{i}"),
            gate(f"u{i}", "and", f"p{i}", next(across)),
            gate(f"v{i}", "and", f"q{i}", next(across)),
        ]
        u, v = f"u{i}", f"v{i}"
    return case_of([gate("g", "and", u, v), *gates], events)


def test_a_ladder_takes_time_in_proportion_to_its_length() -> None:
    """Solved from the far end each rung made the whole diagram anew: 28 s for 3,000 events, minutes for 4,500."""
    tree = compile_tree(ladder(1500), "t")
    assert tree.bdd_nodes < 4 * 4502
    x = 1e-3
    none, one, both = (1 - x) ** 2, 2 * x * (1 - x), x * x
    for _ in range(1500):  # rails that are cut, then whether the rung keeps the end of the only one
        none, cut, both = (
            none * (1 - x) ** 2,
            none * 2 * x * (1 - x) + one * (1 - x),
            both + one * x + none * x * x,
        )
        none, one = none + cut * (1 - x), cut * x
    assert tree.probability([x] * 4502) == pytest.approx(both, rel=1e-9)


@pytest.mark.parametrize("rungs", [3, 60, 70, 80])
def test_a_long_ladder_is_solved_as_a_short_one(rungs: int) -> None:
    """Gates, cut sets and importances do not depend on which order was tried first."""
    case = ladder(rungs)
    tree, p = compile_tree(case, "t"), [1e-3] * (3 * rungs + 2)
    solved = kernels.solve(GateGraph.of(tree.structure), 1 << 20)
    assert solved is not None
    plain = DecisionDiagram(*solved)
    top, slope = plain.gradient(p)
    assert tree.probability(p) == pytest.approx(top, rel=1e-12)
    assert tree.birnbaum(p) == pytest.approx(slope, rel=1e-9)
    assert tree.gate_probabilities(p)["g"] == pytest.approx(top, rel=1e-12)
