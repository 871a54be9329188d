"""Models that other tools publish numbers of, rebuilt here from their structure.

Numbers: SCRAM 0.16.2's own benchmark tests (github.com/rakhimov/scram, tests/bench_*.cc), each to the digits given
there.  ThreeMotor: the three-motor system of the Fault Tree Handbook (NUREG-0492), as OpenFTA distributes it.  Chinese
and Baobab 1: the Aralia structures with the probabilities SCRAM gives them, which are not Aralia's.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.fta import compile_tree, event_values, quantify
from casegen.io.openpsa.read import read_openpsa
from casegen.model.case import Case, Header
from casegen.model.fault_tree import BasicEvent, CommonCauseGroup, Constant, FaultTree, Formula, GateType
from tests.fta.small_trees import case_of, gate


def three_motor() -> Case:
    """Voltage on motor 2 for too long: relay K5 stays closed, and so does K2; timers KT1 to KT3 are reset."""
    gates = [
        gate("motor", "and", "relay 5", "relay 2"),
        gate("relay 5", "or", "K5", "coil 5"),
        gate("coil 5", "and", "relay 1 by 3", "relay 3"),
        gate("relay 3", "or", "T2", "K5"),
        gate("relay 2", "or", "K2", "T1", "K1", "S1", "T3", "timer"),
        gate("timer", "and", "KT1", "KT3", Formula(type=GateType.OR, inputs=("KT2", "T4"))),
        gate("relay 1 by 3", "or", "K1", "timers by 3", "S1", "T1 in"),
        gate("timers by 3", "and",
             *(Formula(type=GateType.OR, inputs=(f"KT{i} in", f"T{i + 1} in")) for i in (1, 2, 3))),
    ]  # fmt: skip
    names = ["K1", "K2", "K5", "S1", "T1", "T2", "T3", "T4", "T1 in", "T2 in", "T3 in", "T4 in"]
    names += [f"KT{i} in" for i in (1, 2, 3)]
    return case_of(gates, dict.fromkeys(names, 0.02), {f"KT{i}": True for i in (1, 2, 3)})


def test_three_motor() -> None:
    case = three_motor()
    tree = compile_tree(case, "t")
    p = event_values(case, "t", {}).probability
    assert tree.probability(p) == pytest.approx(0.0211538, abs=5e-8)
    assert tree.cut_set_count() == 12
    leading = tree.cut_sets(p, top=1).rows[0]
    assert leading.events == ("K5",)


@pytest.mark.parametrize(
    ("name", "exact", "rare_event", "tolerance"),
    [("chinese", 0.0045691, 0.004804, 5e-7), ("baobab1", 1.2823e-6, 1.6815e-6, 5e-11)],
)
def test_aralia_structures_with_other_probabilities(
    name: str, exact: float, rare_event: float, tolerance: float, reference_data: Path
) -> None:
    case = read_openpsa(reference_data / "aralia" / f"{name}.xml")
    tree = compile_tree(case, case.trees[0].id)
    known = dict.fromkeys(tree.events, 0.02) if name == "chinese" else _baobab1()
    p = [known[event] for event in tree.events]
    assert tree.probability(p) == pytest.approx(exact, abs=tolerance)
    assert quantify(tree, p, "rare-event").probability == pytest.approx(rare_event, abs=tolerance)


def _baobab1() -> dict[str, float]:
    numbers = {
        7.2e-5: [1], 0.018: [2, 3, 4, 5], 0.0188: [6, 7, 8, 9], 8e-6: [14], 0.00052: [15, 16], 0.0117: [17, 18],
        0.0038: [19, 20], 0.0137: [29, 30, 31, 32], 0.0218: [45, 46, 47, 48], 0.01: [53], 0.112: [54, 55, 56, 57],
        0.051: [58, 59, 60, 61], 0.015: [10, 11, 12, 13, 33, 34, 35, 36, 41, 42, 43, 44],
        0.016: [*range(21, 29), 37, 38, 39, 40, 49, 50, 51, 52],
    }  # fmt: skip
    return {f"e{i}": p for p, events in numbers.items() for i in events}


@pytest.mark.parametrize(
    ("model", "factors", "exact", "rare_event", "cut_sets"),
    [
        ("beta-factor", (0.2,), 0.04308, 0.044096, 10),
        ("mgl", (0.2, 0.1), 0.01630, 0.01771, 34),
        ("alpha-factor", (0.7, 0.2, 0.1), 0.05298, 0.05488, 34),
        ("phi-factor", (0.7, 0.2, 0.1), 0.04104, 0.04434, 34),
    ],
)
def test_three_trains_with_common_causes(
    model: str, factors: tuple[float, ...], exact: float, rare_event: float, cut_sets: int
) -> None:
    """All of three trains fail, each by its valve or pump; valves and pumps are groups of total 0.1."""
    gates = [gate("all", "and", "1", "2", "3"), *(gate(i, "or", f"valve {i}", f"pump {i}") for i in "123")]
    groups = tuple(
        CommonCauseGroup(id=f"{part}s", model=model, members=tuple(f"{part} {i}" for i in "123"),
                         total=Constant(probability=0.1), factors=factors)
        for part in ("valve", "pump")
    )  # fmt: skip
    case = Case(
        header=Header(id="c", title="three trains"), common_cause=groups,
        events=tuple(BasicEvent(id=f"{part} {i}") for part in ("valve", "pump") for i in "123"),
        trees=(FaultTree(id="t", top="all", gates=tuple(gates)),),
    )  # fmt: skip
    tree = compile_tree(case, "t")
    p = event_values(case, "t", {}).probability
    assert tree.probability(p) == pytest.approx(exact, abs=1e-5)
    assert quantify(tree, p.tolist(), "rare-event").probability == pytest.approx(rare_event, abs=1e-5)
    assert tree.cut_set_count() == cut_sets
