"""What holds a large tree back: memory that is free, and whoever presses Ctrl-C."""

from __future__ import annotations

import _thread
import dataclasses
import math
import random
import signal
import threading
import time

import pytest

from casegen.fta import (
    FaultTreeError,
    TooLarge,
    bound,
    build_structure,
    compile_tree,
    event_values,
    nodes_within,
)
from casegen.fta.core import engine, kernels
from casegen.model.case import Case, Header
from casegen.model.fault_tree import BasicEvent, Constant, FaultTree, Operation, Parameter, ParameterRef
from tests.fta.small_trees import case_of, gate


@pytest.mark.slow
def test_a_running_kernel_is_interrupted_at_once() -> None:
    if threading.current_thread() is not threading.main_thread():
        pytest.skip("signals reach the main thread alone")
    votes = [
        gate(f"h{i}", "atleast", *(f"a{(i * k) % 97}" for k in range(1, 30)), k=13) for i in range(1, 60)
    ]
    case = case_of(
        [gate("top", "atleast", *(g.id for g in votes), k=20), *votes], {f"a{i}": 0.1 for i in range(97)}
    )
    structure = build_structure(case, "t")
    timer = threading.Timer(0.1, _thread.interrupt_main)
    start = time.monotonic()
    heard = signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
    try:
        with pytest.raises(KeyboardInterrupt):  # noqa: PT012 - the timer is part of the call
            timer.start()
            kernels.solve(kernels.GateGraph.of(structure), 10_000_000)
    finally:
        signal.signal(signal.SIGINT, heard)
    assert time.monotonic() - start < 30.0


def test_the_budget_of_nodes_follows_the_memory_that_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    assert engine.free_memory() > 0.0
    monkeypatch.setattr(engine, "free_memory", lambda: 1e9)
    assert nodes_within(1e6) == int(1e6 / engine.BYTES_PER_NODE)
    assert nodes_within(1e12) == int(engine.RESERVE * 1e9 / engine.BYTES_PER_NODE)


def test_a_tree_beyond_the_free_memory_is_refused_before_it_takes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = [gate(f"g{i}", "and", f"a{i}", f"b{(7 * i) % 40}") for i in range(40)]
    case = case_of(
        [gate("top", "or", *(g.id for g in pairs)), *pairs], {f"{x}{i}": 0.1 for x in "ab" for i in range(40)}
    )
    assert compile_tree(case, "t").bdd_nodes > 0
    monkeypatch.setattr(engine, "free_memory", lambda: 0.0)
    hard = [gate(f"h{i}", "atleast", *(f"a{(i * k) % 37}" for k in range(1, 12)), k=5) for i in range(1, 30)]
    harder = case_of(
        [gate("top", "atleast", *(g.id for g in hard), k=9), *hard], {f"a{i}": 0.1 for i in range(37)}
    )
    with pytest.raises(TooLarge, match="1,000 diagram nodes"):
        compile_tree(harder, "t")


def test_parameters_that_multiply_are_refused_at_once() -> None:
    """Each of 60 parameters is the square of the next: 2^60 terms, written out; 12 of them are worked out."""

    def chain(n: int) -> Case:
        square = [
            Parameter(id=f"p{i}", value={"op": "mul", "args": [{"parameter": f"p{i + 1}"}] * 2})
            for i in range(n)
        ]
        event = BasicEvent(id="a", model=Constant(probability=ParameterRef(parameter="p0")))
        return Case(
            header=Header(id="c", title="c"), events=(event,), trees=(FaultTree(id="t", top="g", gates=(gate("g", "or", "a"),)),),
            parameters=(*square, Parameter(id=f"p{n}", value=0.9999)),
        )  # fmt: skip

    assert event_values(chain(12), "t", {}).probability[0] == pytest.approx(0.9999**4096)
    with pytest.raises(FaultTreeError, match="parameter p0 stands for more than 100,000 terms, written out"):
        event_values(chain(60), "t", {})


def test_sets_of_one_probability_are_listed_one_by_one() -> None:
    """30 of 60 equal events: 1.2e17 minimal cut sets of one probability."""
    events = {f"e{i:02}": 0.01 for i in range(60)}
    case = case_of([gate("g", "atleast", *events, k=30)], events)
    tree = compile_tree(case, "t")
    result = tree.cut_sets(event_values(case, "t", {}).points, top=5)
    assert [row.order for row in result.rows] == [30] * 5
    assert len({row.events for row in result.rows}) == 5
    assert result.count == math.comb(60, 30)


@pytest.mark.parametrize("between", [0, 1, 20])
def test_a_long_chain_of_parameters_and_operations_is_a_finding(between: int) -> None:
    def below(i: int) -> ParameterRef | Operation:
        value: ParameterRef | Operation = ParameterRef(parameter=f"p{i}")
        for _ in range(between):
            value = Operation(op="add", args=(value, 0.0))
        return value

    chain = [Parameter(id=f"p{i}", value=below(i + 1)) for i in range(900)]
    case = case_of([gate("g", "or", "a")], {})
    case = dataclasses.replace(
        case,
        parameters=(*chain, Parameter(id="p900", value=0.25)),
        events=(BasicEvent(id="a", model=Constant(probability=ParameterRef(parameter="p0"))),),
    )
    with pytest.raises(FaultTreeError, match="chain of more than 200 parameters and operations"):
        event_values(case, "t", {})
    last = 901 - 199 // (between + 1)
    event = BasicEvent(id="a", model=Constant(probability=ParameterRef(parameter=f"p{last}")))
    assert event_values(dataclasses.replace(case, events=(event,)), "t", {}).probability[0] == 0.25


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "k", "n"), [("atleast", 150, 300), ("and", None, 20_000), ("or", None, 20_000)]
)
def test_long_cut_sets_of_unequal_events_are_listed_in_seconds(kind: str, k: int | None, n: int) -> None:
    p = {f"e{i}": 0.02 + 0.9 * ((i * 7919) % n) / n for i in range(n)}
    tree = compile_tree(case_of([gate("g", kind, *p, **({"k": k} if k else {}))], p), "t")
    start = time.process_time()
    result = tree.cut_sets(list(p.values()), top=3)
    assert time.process_time() - start < 120.0  # 0.2 s idle; without its shortcut the first one ran for hours
    order = {"and": n, "or": 1}.get(kind, k)
    assert result.by_order == {order: math.comb(n, k) if k else {"and": 1, "or": n}[kind]}
    best = sorted(p, key=lambda e: -p[e])[:order]
    assert set(result.rows[0].events) == set(best)


@pytest.mark.slow
def test_bounds_are_given_where_no_pruned_diagram_fits() -> None:
    n, rng = 300, random.Random(1)
    p = {f"e{i}": 0.3 + 0.001 * i for i in range(n)}
    parts = [gate(f"h{j}", "or", *rng.sample(list(p), 20)) for j in range(120)]
    case = case_of([gate("g", "atleast", *(part.id for part in parts), k=60), *parts], p)
    result = bound(build_structure(case, "t"), list(p.values()))
    assert result.lower is not None
    assert result.upper is not None
    assert 0.99 < result.lower <= result.upper <= 1.0
    assert "one pass over the gates" in result.label
