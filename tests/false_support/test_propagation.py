"""Bounds of top events: claims that are false or unknowable whatever the gates, factors and units hide, and true twins.

Each row: the case, what a user reads where it may not hold, and the edit that makes it hold.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.false_support import folder, must_hold, must_not_hold, parameters
from tests.false_support.bases import ACCEPTED

Edits = dict[str, Any]
LIMIT, CONFIDENCE = "claims.C1.requirement.bound", "claims.C1.requirement.confidence"


def record(name: str, confidence: float, demands: int, failures: int) -> tuple[dict[str, Any], str]:
    """An evidence item on a record of one entry, and the record."""
    item = {
        "id": name, "title": f"Tests of {name}", "method": "demand-record", "inputs": {"record": f"{name}.csv"},
        "parameters": {"stopping": "planned", "entries": "recorded", "failure": "does not act", "population": "two units"}, "confidence": confidence,
        "owner": "T. Tester",
    }  # fmt: skip
    return item, f"entry,demands,failures\n{name} tests,{demands},{failures}\n"


def tree_case(
    events: dict[str, Any], gates: list[dict[str, Any]], limit: float, *records: tuple[dict[str, Any], str],
    confidence: float | None = None, kind: str = "probability-per-mission", comparison: str = "<=", **more: Any,
) -> tuple[dict[str, Any], dict[str, str]]:  # fmt: skip
    """A claim on a tree whose first gate is the top; ``events`` maps ids to models."""
    tree = {"id": "FT", "title": "The hazard", "top": gates[0]["id"], "kind": kind, "gates": gates}
    tree |= {key: more.pop(key) for key in ("mission_time",) if key in more}
    requirement = {
        "measure": {"tree": "FT"}, "comparison": comparison, "bound": limit, "kind": kind,
        **({"confidence": confidence} if confidence else {}),
    }  # fmt: skip
    case: dict[str, Any] = {
        "casegen": 1,
        "case": {"id": "prop", "title": "Propagation", "roots": ["C1"]},
        "events": [
            {"id": e, "text": f"Event {e}", "source": "data sheet", **({"model": m} if m else {})} for e, m in events.items()
        ],
        "trees": [tree],
        "evidence_items": [item for item, _ in records],
        "claims": [
            {"id": "C1", "text": "The hazard is rare enough", "owner": "A. Author", "requirement": requirement},
            {"id": "C2", "text": "The inputs are right", "owner": "A. Author", **ACCEPTED},
            {"id": "W1", "text": "The tree contains the causes", "owner": "A. Author", **ACCEPTED},
        ],
        "arguments": [
            {"id": "A1", "text": "By fault tree", "supports": "C1", "block": "calculation", "tree": "FT",
             "from": ["C2"], "side_claims": ["W1"]},
        ],
        "evidence": [],
        **more,
    }  # fmt: skip
    for item, _ in records:
        name = item["id"]
        case["claims"] += [
            {"id": f"C-{name}", "text": f"The record of {name} stands for operation", "owner": "A. Author"},
            {
                "id": f"W-{name}",
                "text": f"The tests of {name} are like operation",
                "owner": "A. Author",
                **ACCEPTED,
            },
        ]
        case["evidence"].append(
            {"id": f"N-{name}", "text": f"Record of {name}", "evidence": name, "owner": "T. Tester"}
        )
        case["arguments"].append(
            {"id": f"A-{name}", "text": "The record shows it", "supports": f"C-{name}",
             "block": "evidence-incorporation", "from": [f"N-{name}"], "side_claims": [f"W-{name}"]}
        )  # fmt: skip
        case["arguments"][0]["from"] = [*case["arguments"][0]["from"], f"C-{name}"]
    unshared: dict[str, Any] = json.loads(
        json.dumps(case)
    )  # a YAML file has no part that stands in two places
    return unshared, {f"{item['id']}.csv": text for item, text in records}


def measured(item: str, **more: Any) -> dict[str, Any]:
    return {
        "type": "evidence",
        "evidence": item,
        "measure": "probability",
        "exposure": {"demands": 1},
        **more,
    }


def constant(p: Any, **more: Any) -> dict[str, Any]:
    return {"type": "constant", "probability": p, **more}


def gate(name: str, kind: str, *inputs: Any, **more: Any) -> dict[str, Any]:
    return {"id": name, "type": kind, "inputs": list(inputs), "text": f"Gate {name}", **more}


def group(model: str, total: Any, *factors: Any) -> list[dict[str, Any]]:
    return [
        {
            "id": "G",
            "text": "cables",
            "model": model,
            "members": ["A", "B"],
            "total": total,
            "factors": list(factors),
        }
    ]


UP_TO = {"distribution": "uniform", "lower": 0.0, "upper": 0.2}
SLOW = {"distribution": "lognormal", "median": 1e-3, "error_factor": 30}
SHARP = {"distribution": "lognormal", "median": 1e-3, "error_factor": 1.05}
AND, OR = [gate("T", "and", "A", "B")], [gate("T", "or", "A", "B")]
ORDER = [gate("T", "priority-and", "A", "B")]
NOT_ORDER = [gate("T", "not", "P"), gate("P", "priority-and", "A", "B")]
RATE = {"type": "exponential", "rate": SLOW}
PER_HOUR = {"kind": "rate-per-hour"}
ZERO = record("R", 0.95, 3000, 0)
NONE_OF_30 = record("R", 0.95, 30, 0)
HALF = record("R", 0.95, 1000, 500)
TWENTY = {f"E{i}": measured("R") if i % 2 else measured("S") for i in range(20)}
Q = {"parameter": "q"}
UNIT = [
    {
        "id": "q",
        "text": "share",
        "value": {"distribution": "uniform", "lower": 0.0, "upper": 1.0},
        "source": "data sheet",
    }
]
TESTED = {"type": "periodic-test", "failure_rate": 1e-4, "interval": 100, "first": {"distribution": "uniform", "lower": 1,
          "upper": 900}}  # fmt: skip

AT_LENGTH = "twenty-events-exclusive"  # takes longest of them all
SLOW = {"interval-of-tests-at-its-mean", "share-of-orders-at-the-mean"}

CASES: dict[str, tuple[tuple[dict[str, Any], dict[str, str]], str, Edits]] = {
    # the eight that were seen
    "common-cause-factor-at-its-mean": (
        tree_case({"A": None, "B": None}, AND, 1.1e-4, ZERO, confidence=0.9,
                  common_cause=group("beta-factor", measured("R"), UP_TO)), "exceeds", {LIMIT: 2.0e-4}),
    "share-of-orders-at-the-mean": (
        tree_case({"A": RATE, "B": RATE}, ORDER, 0.5, confidence=0.95, mission_time=3000), "exceeds",
        {"events.A.model.rate": SHARP, "events.B.model.rate": SHARP}),
    "not-of-an-order": (
        tree_case({"A": constant(0.999), "B": constant(0.999)}, NOT_ORDER, 0.01), "exceeds",
        {"trees.FT.gates.P.type": "and"}),
    "rates-multiplied": (
        tree_case({"A": constant(0.01, **PER_HOUR), "B": constant(0.01, **PER_HOUR)}, AND, 1e-3, kind="rate-per-hour"),
        "rates per hour may be added", {"trees.FT.gates.T.type": "or", LIMIT: 0.021}),
    "nothing-measured": (
        tree_case({"A": constant(1e-3), "B": constant(1e-3)}, OR, 1e-2, confidence=0.99), "no confidence",
        {"claims.C1.requirement": {"measure": {"tree": "FT"}, "bound": 1e-2, "kind": "probability-per-mission"}}),
    "exclusive-or-of-one-record": (
        tree_case({"A": measured("R"), "B": measured("R")}, [gate("T", "xor", "A", "B")], 0.5005, HALF, confidence=0.95),
        "both sides of R.probability", {"evidence_items.R.confidence": 0.975, LIMIT: 0.505}),
    "zero-of-thirty": (
        tree_case({"A": measured("R"), "B": constant(1e-12)}, OR, 1e-9, NONE_OF_30), "exceeds", {LIMIT: 0.1}),
    "demands-of-any-dependence": (
        tree_case({"A": constant(0.01, kind="probability-per-demand", exposure={"demands": 50, "dependence": "any"}),
                   "B": constant(1e-9)}, OR, 0.45), "exceeds", {"events.A.model.exposure": {"demands": 50}}),
    # twenty of the same kinds
    "share-of-the-profile": (
        tree_case({"A": measured("R", exposure={"demands": 1, "share": 0.08}), "B": constant(1e-9)}, OR, 2e-3, ZERO,
                  confidence=0.95), "exceeds", {LIMIT: 0.0125}),
    "not-of-any-dependence": (
        tree_case({"A": constant(0.001, kind="probability-per-demand", exposure={"demands": 1000, "dependence": "any"}),
                   "B": constant(0.5)}, [gate("T", "and", "B", {"type": "not", "inputs": ["A"]})], 0.01), "exceeds",
        {"events.A.model": constant(0.999), LIMIT: 0.01}),
    "not-of-a-share": (
        tree_case({"A": constant(0.04, kind="probability-per-demand", exposure={"demands": 1, "share": 0.04}),
                   "B": constant(0.5)}, [gate("T", "and", "B", {"type": "not", "inputs": ["A"]})], 0.1), "exceeds",
        {"events.A.model": constant(0.999)}),
    "hours-of-any-dependence": (
        tree_case({"A": constant(1.0, **PER_HOUR, exposure={"hours": 1, "dependence": "any"}), "B": constant(1e-9)},
                  OR, 0.7), "exceeds", {"events.A.model.exposure": {"hours": 1}}),
    "not-of-a-measure-without-lower-bound": (
        tree_case({"A": measured("R"), "B": constant(0.5)}, [gate("T", "and", "B", {"type": "not", "inputs": ["A"]})],
                  0.25, record("R", 0.95, 100, 50), confidence=0.9), "exceeds", {LIMIT: 0.31}),
    "nor-of-measures": (
        tree_case({"A": measured("R"), "B": constant(0.9)}, [gate("T", "nor", "A", "B")], 0.045,
                  record("R", 0.95, 100, 55), confidence=0.95), "exceeds", {LIMIT: 0.06}),
    "equivalence-of-one-record": (
        tree_case({"A": measured("R"), "B": measured("R")}, [gate("T", "iff", "A", "B")], 0.52, HALF, confidence=0.95),
        "both sides", {"evidence_items.R.confidence": 0.975, LIMIT: 0.53}),
    "two-of-three-rates": (
        tree_case({e: constant(1e-3, **PER_HOUR) for e in "ABC"}, [gate("T", "atleast", "A", "B", "C", k=2)], 1e-4,
                  kind="rate-per-hour"), "rates per hour", {"trees.FT.gates.T.k": 1, LIMIT: 4e-3}),
    "not-of-a-rate": (
        tree_case({"A": constant(0.999, **PER_HOUR), "B": constant(1e-3, **PER_HOUR)},
                  [gate("T", "or", "B", {"type": "not", "inputs": ["A"]})], 0.1, kind="rate-per-hour"), "no complement",
        {"events.A.model.probability": 1e-3, "trees.FT.gates.T.inputs": ["A", "B"]}),
    "scores-through-gates": (
        tree_case({"A": constant(0.1, kind="score"), "B": constant(0.1, kind="score")}, AND, 0.02, kind="score"),
        "go through no gate",
        {"events.A.model": constant(0.1), "events.B.model": constant(0.1), "trees.FT.kind": "probability-per-mission",
         "claims.C1.requirement.kind": "probability-per-mission"}),
    "sum-of-rates-is-no-union": (
        tree_case({"A": constant(0.5, **PER_HOUR), "B": constant(0.5, **PER_HOUR)}, OR, 0.8, kind="rate-per-hour"),
        "exceeds", {"events.A.model.probability": 0.1, "events.B.model.probability": 0.1}),
    "rates-of-one-event-under-two-gates": (
        tree_case({e: constant(2e-3, **PER_HOUR) for e in "ABC"},
                  [gate("T", "or", "G", "H"), gate("G", "or", "A", "B"), gate("H", "or", "B", "C")], 5.9e-3,
                  kind="rate-per-hour"), "exceeds", {LIMIT: 6.1e-3}),
    "rates-above-one": (
        tree_case({"A": constant(0.9, **PER_HOUR), "B": constant(0.9, **PER_HOUR)}, OR, 1.5, kind="rate-per-hour"),
        "exceeds", {LIMIT: 1.81}),
    "complement-of-what-rounds-to-one": (
        tree_case({"A": constant(0.99999999999999999), "B": constant(0.5)},
                  [gate("T", "and", "B", {"type": "not", "inputs": ["A"]})], 1e-18), "exceeds", {LIMIT: 1e-15}),
    "expression-that-cancels": (
        tree_case({"A": constant({"op": "sub", "args": [1, {"op": "sub", "args": [1, 1e-17]}]}), "B": constant(1e-20)}, OR,
                  1e-18), "exceeds", {LIMIT: 1e-14}),
    "sum-less-one-of-its-terms": (
        tree_case({"A": constant({"op": "sub", "args": [{"op": "add", "args": [0.5, 1e-17]}, 0.5]}), "B": constant(1e-20)},
                  OR, 1e-18), "exceeds", {LIMIT: 1e-14}),
    "interval-of-tests-at-its-mean": (
        tree_case({"A": TESTED, "B": constant(0.5)}, AND, 2.5e-3, confidence=0.95, mission_time=1000), "exceeds",
        {LIMIT: 0.05}),
    "order-of-constants-from-below": (
        tree_case({"A": constant(0.9), "B": constant(0.9)}, ORDER, 0.5, comparison=">="), "",
        {"claims.C1.requirement.comparison": "<=", LIMIT: 0.82}),
    "multiple-greek-letters": (
        tree_case({"A": None, "B": None}, AND, 1.1e-4, ZERO, confidence=0.9,
                  common_cause=group("mgl", measured("R"), UP_TO)), "exceeds", {LIMIT: 2.0e-4}),
    "alpha-factors": (
        tree_case({"A": None, "B": None}, AND, 1.7e-4, ZERO, confidence=0.9,
                  common_cause=group("alpha-factor", measured("R"), 0.9, UP_TO)), "exceeds", {LIMIT: 3.2e-4}),
    "phi-factors": (
        tree_case({"A": None, "B": None}, AND, 1.1e-4, ZERO, confidence=0.9,
                  common_cause=group("phi-factor", measured("R"), 0.9, UP_TO)), "exceeds", {LIMIT: 2.0e-4}),
    "parameter-and-its-complement": (
        tree_case({"A": constant(Q), "B": constant({"op": "sub", "args": [1, Q]})}, AND, 0.2, confidence=0.9,
                  parameters=UNIT), "exceeds", {LIMIT: 0.255}),
    "operation-without-enclosure": (
        tree_case({"A": constant({"op": "mul", "args": [1e-6, {"op": "tan", "args": [Q]}]}), "B": constant(1e-9)}, OR, 1e-3,
                  confidence=0.9, parameters=UNIT), "is not enclosed",
        {"events.A.model.probability.args.1": {"op": "sin", "args": [Q]}}),
    AT_LENGTH: (
        tree_case(TWENTY, [gate("T", "xor", *TWENTY)], 0.45, record("R", 0.99, 1000, 50), record("S", 0.99, 1000, 60),
                  confidence=0.95), "exceeds", {LIMIT: 0.6}),
    "records-jointly": (
        tree_case({"A": measured("R"), "B": measured("S")}, OR, 5e-3, ZERO, record("S", 0.95, 3000, 0), confidence=0.95),
        "hold jointly with 0.9 only", {"evidence_items.R.confidence": 0.975, "evidence_items.S.confidence": 0.975}),
}  # fmt: skip


def with_its_number(case: dict[str, Any], edits: dict[str, Any]) -> dict[str, Any]:
    """``edits`` by which the claim says its limit, where that is no rare event."""
    requirement = case["claims"][0]["requirement"]
    limit = edits.get("claims.C1.requirement.bound", requirement["bound"])
    if limit <= 0.5:
        return edits
    hourly = requirement["kind"] == "rate-per-hour"
    often = f"at most {limit:g} times an hour" if hourly else f"in at most {limit:.2%} of missions"
    return {**edits, "claims.C1.text": f"The hazard occurs {often}"}


@pytest.mark.parametrize("name", parameters(CASES, SLOW))
def test_what_is_not_known_is_not_supported(tmp_path: Path, name: str) -> None:
    (case, files), because, _ = CASES[name]
    must_not_hold(folder(tmp_path / name, case, with_its_number(case, {}), files), because)


@pytest.mark.parametrize("name", parameters(CASES, {*SLOW, AT_LENGTH}))
def test_what_is_known_is_supported(tmp_path: Path, name: str) -> None:
    (case, files), _, edits = CASES[name]
    must_hold(folder(tmp_path / name, case, with_its_number(case, edits), files))
