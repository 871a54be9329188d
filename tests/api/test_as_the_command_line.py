"""Everything that `--json` prints of a case can be had from its objects, with the same values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import casegen as library
from casegen.api import OpenCase, OpenTree
from casegen.assessment.documents import number, sign

INSPECTION = Path(__file__).parents[2] / "examples" / "inspection"
TREE = "FT-SD"
Call = Callable[..., Any]
Values = Mapping[str, Any]


@pytest.fixture(scope="module")
def case() -> OpenCase:
    return library.open(INSPECTION)


def quantify(case: OpenCase, tree: OpenTree) -> Values:
    q = tree.quantified
    return {
        "tree": tree.id, "top": case.model.tree[tree.id].top, "probability": q.probability, "lower": q.lower,
        "upper": q.upper, "method": q.method, "exact": q.exact, "stale": list(tree.stale), "basic_events": len(tree.events),
        "gates": tree.gate_count, "bdd_nodes": tree.bdd_nodes, "minimal_cut_sets": tree.cut_sets().count,
    }  # fmt: skip


def cut_sets(case: OpenCase, tree: OpenTree) -> Values:
    r = tree.cut_sets(top=5)
    return {
        "tree": tree.id, "count": r.count, "complete": r.complete, "truncation": r.truncation,
        "rare_event_sum": r.rare_event_sum, "rounding": tree.rounding, "stale": list(tree.stale), "hours": tree.hours,
        "by_order": {str(order): n for order, n in r.by_order.items()},
        "cut_sets": [
            {"events": list(c.events), "order": c.order, "probability": c.probability, "contribution": c.contribution}
            for c in r.rows
        ],
    }  # fmt: skip


def importance(case: OpenCase, tree: OpenTree) -> Values:
    rows = [
        {key: number(v) if isinstance(v, float) else v for key, v in r._asdict().items()}
        for r in tree.importance()
    ]
    return {
        "tree": tree.id,
        "events": rows,
        "rounding": tree.rounding,
        "stale": list(tree.stale),
        "hours": tree.hours,
    }


def gates(case: OpenCase, tree: OpenTree) -> Values:
    rows = [r._asdict() for r in tree.importance(gates=True)]
    rows = [{key: number(v) if isinstance(v, float) else v for key, v in row.items()} for row in rows]
    return {
        "tree": tree.id,
        "gates": rows,
        "rounding": tree.rounding,
        "stale": list(tree.stale),
        "hours": tree.hours,
    }


def uncertainty(case: OpenCase, tree: OpenTree) -> Values:
    u = tree.uncertainty(trials=200, seed=3)
    return {
        "tree": tree.id, "mean": u.mean, "mean_standard_error": u.mean_error, "std": u.std,
        "error_factor": number(u.error_factor), "quantiles": {str(level): q for level, q in u.quantiles.items()},
        "point": u.point, "trials": u.trials, "seed": u.seed, "method": u.method, "clipped": u.clipped,
        "fixed": list(u.fixed), "rounding": tree.rounding, "stale": list(tree.stale), "hours": tree.hours,
    }  # fmt: skip


def sensitivity(case: OpenCase, tree: OpenTree) -> Values:
    rows = [
        {"id": s.id, "events": list(s.events), "low": s.low, "high": s.high, "basis": s.basis,
         "gradient": s.gradient, "elasticity": s.elasticity, "note": s.note, "swing": s.swing,
         "low_range": s.low_range, "high_range": s.high_range}
        for s in tree.sensitivity()
    ]  # fmt: skip
    return {
        "tree": tree.id,
        "top": tree.probability,
        "rounding": tree.rounding,
        "stale": list(tree.stale),
        "hours": tree.hours,
        "inputs": rows,
    }


def evidence(case: OpenCase, tree: OpenTree) -> Values:
    state = case.evidence["EV-RAM-SD"]
    kept = ("method", "measures", "provenance", "assumptions", "tables", "notes", "read")
    return {key: (state.document or {}).get(key) for key in kept} | {
        "id": state.id, "status": state.freshness.value, "why": list(state.why), "versions": list(state.versions), "signs": [sign(s) for s in state.signs],
        "looks": state.looks, "reading": (state.document or {}).get("recipe", {}).get("reading") or {},
    }  # fmt: skip


def check(case: OpenCase, tree: OpenTree) -> Values:
    rows = [
        {"rule": d.rule, "severity": d.severity.value, "message": d.message, "file": d.location.file,
         "line": d.location.line, "column": d.location.column, "source": d.source, "hint": d.hint}
        for d in case.check()
    ]  # fmt: skip
    return {
        "errors": sum(row["severity"] == "error" for row in rows),
        "warnings": sum(row["severity"] == "warning" for row in rows), "diagnostics": rows,
    }  # fmt: skip


FTA = ("--tree", TREE, "--json")
SAME: list[tuple[tuple[str, ...], Callable[[OpenCase, OpenTree], Any], set[str]]] = [
    (("fta", "quantify", *FTA), quantify, {"seconds", "label"}),
    (("fta", "cutsets", *FTA, "--top", "5"), cut_sets, {"kind"}),
    (("fta", "importance", *FTA), importance, set()),
    (("fta", "importance", *FTA, "--gates"), gates, set()),
    (("fta", "uncertainty", *FTA, "--trials", "200", "--seed", "3"), uncertainty, set()),
    (("fta", "sensitivity", *FTA), sensitivity, set()),
    (("evidence", "show", "EV-RAM-SD", "--json"), evidence, set()),
    (("check", "--json"), check, set()),
    (("assess", "--json"), lambda case, tree: case.document(), set()),
    (("allocate", *FTA), lambda case, tree: case.allocate(TREE).document(), set()),
    (("whatif", "--set", "BE-SONAR=0.5", "--json"), lambda case, tree: case.what_if({"BE-SONAR": 0.5}).document(), set()),
]  # fmt: skip
"""the command (the case is put before its options), what its objects say, and what only a run of the command has"""


@pytest.mark.parametrize(("command", "values", "of_a_run"), SAME, ids=[" ".join(c) for c, _, _ in SAME])
def test_objects_have_what_json_has(
    case: OpenCase, casegen: Call, command: tuple[str, ...], values: Any, of_a_run: set[str]
) -> None:
    words = 2 if command[0] in ("fta", "evidence") else 1
    printed = casegen(*command[:words], INSPECTION, *command[words:]).json
    expected = {key: value for key, value in printed.items() if key not in of_a_run}
    assert values(case, case.tree(TREE)) == expected


@pytest.mark.parametrize("kind", ["xor", "nor"])
def test_hours_that_may_begin_at_any_time_are_a_range_in_python_too(
    tmp_path: Path, casegen: Call, kind: str
) -> None:
    """The command had a range, and Python called the number after all hours exact."""
    at = tmp_path / "case"
    at.mkdir()
    (at / "case.yaml").write_text(HOURS.replace("KIND", kind))
    tree, shown = library.open(at).tree("FT"), casegen("fta", "quantify", at, "--json").json
    ours = tree.quantified
    assert (ours.exact, ours.lower, ours.upper, f"{ours.label}; {tree.hours}") == (
        shown["exact"], shown["lower"], shown["upper"], shown["label"],
    )  # fmt: skip
    assert not ours.exact
    assert ours.lower is not None
    assert ours.upper is not None
    assert ours.lower < ours.upper
    assert "hours of its own" in tree.rounding


HOURS = """\
casegen: 1
case: {id: x, title: x, version: "1"}
events:
- {id: A, text: a, model: {type: exponential, rate: 0.001, hours: 10.0}}
- {id: B, text: b, model: {type: exponential, rate: 0.01}}
trees:
- {id: FT, title: x, top: G, mission_time: 100.0, gates: [{id: G, type: KIND, inputs: [A, B], text: g}]}
"""
