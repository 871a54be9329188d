"""The page's what-if has a bound where the command has one: kinds of inputs, by what of them is set, by what is asked."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from _pytest.mark import ParameterSet

from casegen.assessment.assess import Session
from casegen.assessment.whatif import change, compare, stated_change
from casegen.io import load
from casegen.render.whatif import whatif_model
from tests.false_support import DROP, folder
from tests.false_support.bases import calculation
from tests.false_support.test_propagation import measured as from_record
from tests.false_support.test_propagation import record
from tests.page_changes import OPEN, Changes, Played, on_the_page, play

Model = dict[str, Any]

WIDE = {"distribution": "lognormal", "mean": 0.003, "error_factor": 3}
BOUNDED = {"distribution": "beta", "alpha": 3, "beta": 997}
RATE = {"distribution": "lognormal", "mean": 3e-4, "error_factor": 3}
SHARE = {"distribution": "uniform", "lower": 0.05, "upper": 0.15}
TOTALS: dict[str, Model] = {
    "typed": {"type": "constant", "probability": 0.003},
    "lognormal": {"type": "constant", "probability": WIDE},
    "beta": {"type": "constant", "probability": BOUNDED},
    "parameter": {"type": "constant", "probability": {"parameter": "q"}},
    "rate": {"type": "exponential", "rate": RATE},
    "weibull": {"type": "weibull", "scale": {"distribution": "lognormal", "mean": 3000, "error_factor": 2}, "shape": 1},
    "periodic": {"type": "periodic-test", "failure_rate": RATE, "interval": 20, "first": 20},
    "measured": from_record("R"),
}  # fmt: skip
"""of the event E, or of the group CC of K1 and K2"""
SINGLE = {f"event {name}": model for name, model in TOTALS.items()}
FACTORS: dict[str, list[Any]] = {
    "beta-factor": [0.1],
    "alpha-factor": [0.95, 0.05],
    "mgl": [0.1],
    "phi-factor": [0.9, 0.1],
}
LOOSE = {
    "beta-factor": [SHARE],
    "alpha-factor": [0.95, SHARE],
    "mgl": [SHARE],
    "phi-factor": [0.9, SHARE],
}
GATES = ("and", "or")
ASKED: tuple[tuple[float | None, float | None], ...] = ((0.9, 0.9), (None, None), (None, 0.9))
"""confidence of the tree's target, and of the claim"""
VALUES = (1e-4, 0.01)
"""below and above what the numbers are"""


def _group(model: str, total: Model, factors: list[Any]) -> dict[str, Any]:
    return {
        "id": "CC", "model": model, "members": ["K1", "K2"], "factors": factors, "total": total,
        "text": "same supply", "source": "handbook",
    }  # fmt: skip


def built(at: Path, first: Model | dict[str, Any], *others: Model) -> list[str]:
    """A case of a tree for each gate and confidence on one input and others; what of it may be set, by id."""
    item, row = record("R", 0.98, 3000, 2)
    case = calculation() | {"parameters": [{"id": "q", "value": WIDE, "text": "q", "source": "data sheet"}]}  # fmt: skip
    models = dict(zip("EFG", (() if "members" in first else (first,)) + others, strict=False))
    case["events"] = [
        {"id": name, "text": "A part stops", "source": "data sheet", "model": m} for name, m in models.items()
    ]
    case["common_cause"] = []
    inputs = [*models]
    if "members" in first:
        case["common_cause"] = [first]
        case["events"] += [
            {"id": name, "text": "A pump stops", "source": "handbook"} for name in ("K1", "K2")
        ]
        inputs += ["K1", "K2"]
    case["trees"], case["claims"], arguments = [], case["claims"][1:], []
    for number, (gate, (target, claim)) in enumerate(itertools.product(GATES, ASKED)):
        tree, limit = f"T{number}", 2e-3 if gate == "and" else 0.02
        goal = {"probability": limit, "source": "criteria", **({"confidence": target} if target else {})}
        case["trees"].append({
            "id": tree, "title": f"Stop {number}", "top": f"G{number}", "mission_time": 10, "target": goal,
            "gates": [{"id": f"G{number}", "type": gate, "inputs": inputs, "text": "All stops"}]})  # fmt: skip
        asked = {"measure": {"tree": tree}, "bound": {"target_of": tree}, "kind": "probability-per-mission"}
        case["claims"].append({
            "id": f"C-{tree}", "text": "The stop is rare enough", "owner": "A. Author",
            "requirement": asked | ({"confidence": claim} if claim else {})})  # fmt: skip
        arguments.append(case["arguments"][0] | {"id": f"A-{tree}", "supports": f"C-{tree}", "tree": tree})
    case["case"]["roots"] = [claim["id"] for claim in case["claims"][2:]]
    case["arguments"] = arguments
    read = '"R"' in json.dumps([first, *others])
    if read:
        case["evidence_items"] = [item]
    # written out: no part is an alias of another
    folder(at, json.loads(json.dumps(case)), None, {"R.csv": row} if read else None)
    return [*(["CC"] if "members" in first else []), *models, *(["R.probability"] if read else [])]


def settings(names: list[str]) -> list[Changes]:
    """Each alone, all but one, all: to a number below what it is and to one above; and one below with others above."""
    few = (
        [set(names[:n]) for n in range(len(names) + 1)]
        + [{*names} - {name} for name in names]
        + [{n} for n in names]
    )
    result: list[Changes] = [dict.fromkeys(sorted(one), value) for one in few if one for value in VALUES]
    mixed: Changes = {name: VALUES[i % 2] for i, name in enumerate(names)}
    return [*result, mixed]


def played(at: Path, first: Mapping[str, Any], *others: Model) -> Played:
    names = built(at, dict(first), *others)
    return play(at, 0, sets=settings(names))


GROUPS = {
    f"{model} {kind} {total}": _group(model, TOTALS[total], factors[model])
    for model, total in itertools.product(FACTORS, TOTALS)
    for kind, factors in (("fixed", FACTORS), ("loose", LOOSE))
}
INPUTS = GROUPS | SINGLE
OTHERS: dict[str, tuple[str, ...]] = {
    "alone": (), "beside one": ("lognormal",), "beside its parameter": ("parameter",),
    "beside a record": ("measured",), "beside two": ("rate", "beta"), "beside a typed one": ("typed",),
}  # fmt: skip
ALL = [(name, [*OTHERS][(3 * n + 1) % len(OTHERS)]) for n, name in enumerate(INPUTS)]
"""each kind of input with some others"""
FEW = {
    ("beta-factor fixed lognormal", "alone"), ("beta-factor fixed parameter", "beside one"),
    ("beta-factor fixed measured", "beside a record"), ("mgl loose typed", "alone"),
    ("alpha-factor loose measured", "beside two"), ("event weibull", "beside its parameter"),
}  # fmt: skip
"""those that are tried in every run"""


def _rows() -> Iterator[ParameterSet]:
    for name, beside in [*sorted(FEW), *(one for one in ALL if one not in FEW)]:
        marks = [] if (name, beside) in FEW else [pytest.mark.slow]
        yield pytest.param(name, beside, marks=marks, id=f"{name} {beside}")


@pytest.mark.parametrize(("name", "beside"), [*_rows()])
def test_a_bound_is_shown_where_the_command_has_one(tmp_path: Path, name: str, beside: str) -> None:
    """Each input alone, all but one and all are set: no bound is left where nothing uncertain is, or one as wide."""
    result = played(tmp_path / "case", INPUTS[name], *(TOTALS[other] for other in OTHERS[beside]))
    assert not result.parted


PUMPS = """
casegen: 1
case: {id: m1, title: Two pumps, roots: [TOP]}
events:
  - {id: A, text: Pump one stops}
  - {id: B, text: Pump two stops}
common_cause:
  - {id: CC, model: beta-factor, members: [A, B], factors: [0.1], text: same supply, source: handbook,
     total: {type: constant, probability: {distribution: lognormal, mean: 0.003, error_factor: 3}}}
trees:
  - id: FT
    title: No water
    top: G
    target: {probability: 0.01, confidence: 0.9, source: criteria}
    gates: [{id: G, type: and, inputs: [A, B], text: Both pumps stop}]
claims:
  - {id: TOP, text: Water stops flowing in at most 1 of 100 missions, owner: o,
     requirement: {measure: {tree: FT}, bound: {target_of: FT}, kind: probability-per-mission, confidence: 0.9}}
  - {id: W, text: Tree FT has every path, owner: o, assumed: walked, accepted_by: R. V}
  - {id: P, text: The pumps are built as drawn, owner: o, assumed: seen, accepted_by: R. V}
arguments:
  - {id: AA, supports: TOP, block: calculation, tree: FT, from: [P], side_claims: [W], text: Tree}
"""
WEAK = {"trees.FT.target.probability": 5e-4, "claims.TOP.text": "Water stops flowing in at most 5 of 10,000 missions"}  # fmt: skip
ALONE: dict[str, tuple[dict[str, Any], Changes]] = {
    "supported": ({}, {"CC": 0.01}),
    "challenged": (WEAK, {"CC": 0.001}),
    "beside an event": (
        {
            "trees.FT.gates.G": {"id": "G", "type": "or", "inputs": ["A", "D"], "text": "Water stops"},
            "common_cause.CC.members": ["A", "B"],
            "events.+": {"id": "D", "text": "The pipe bursts", "source": "handbook", "model": TOTALS["lognormal"]},
        },
        {"CC": 0.001, "D": 0.0002},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ALONE)
def test_a_total_that_is_set_leaves_no_bound(tmp_path: Path, name: str) -> None:
    """The number of a group is exact once it is set: a claim that asks for a confidence is not evaluated."""
    edits, changes = ALONE[name]
    at = folder(tmp_path / "case", yaml.safe_load(PUMPS), edits)
    assert not play(at, 0, sets=[changes]).parted
    session = Session.open(load(at))
    (shown,) = on_the_page(whatif_model(session.assess(), session=session), [changes])
    assert shown is not None
    assert shown["supported"] is False
    assert shown["status"]["TOP"] == "not evaluated"
    assert shown["tops"]["FT"]["confidence"] is None


def test_a_total_that_stays_uncertain_keeps_its_bound(tmp_path: Path) -> None:
    """The true twin: the case as it is, and with a distribution in place of a number, holds."""
    at = folder(tmp_path / "case", yaml.safe_load(PUMPS))
    spread = {"distribution": "lognormal", "mean": 0.01, "error_factor": 3}
    session = Session.open(load(at))
    scenarios = {"wider": (stated_change(session.case, session, "CC", spread),)}
    model = whatif_model(session.assess(), scenarios, session)
    shown = on_the_page(model, [{}, model["scenarios"]["wider"]])
    assert [one["status"]["TOP"] for one in shown if one] == ["supported", "supported"]


BETWEEN = {"common_cause.CC.total.probability": {"distribution": "lognormal", "median": 1e-2, "error_factor": 3},
           "events.+": {"id": "V", "text": "The valve sticks", "source": "handbook", "model": {
               "type": "constant", "probability": {"distribution": "lognormal", "median": 1e-3, "error_factor": 3}}},
           "trees.FT.gates": [
               {"id": "G", "type": "or", "inputs": ["P", "V"], "text": "No water"},
               {"id": "P", "type": "and", "inputs": ["A", "B"], "text": "Both pumps stop"}],
           "claims.TOP.text": "Water stops flowing in few missions"}  # fmt: skip
"""a group with an uncertain total, beside an uncertain event"""


@pytest.mark.parametrize("model", FACTORS)
@pytest.mark.parametrize(
    "changes", [{"V": 1e-3}, {"V": 4.6e-3}, {"CC": 5e-3}], ids=["event", "worse event", "total"]
)
def test_a_bound_from_before_the_change_decides_only_what_it_meets(
    tmp_path: Path, model: str, changes: Changes
) -> None:
    """Limits from below the estimate, by both bounds, to above the page's: met, missed by the estimate, or open."""
    edits = BETWEEN | {"common_cause.CC.model": model, "common_cause.CC.factors": FACTORS[model]}
    at = folder(tmp_path / "case", yaml.safe_load(PUMPS), edits)
    session = Session.open(load(at))
    exact = compare(session, [change(session.case, session, *one) for one in changes.items()])
    top = exact.after.trees["FT"].top
    assert top is not None
    assert top.upper is not None
    (shown,) = on_the_page(whatif_model(session.assess(), session=session), [changes])
    assert shown is not None
    wide = shown["tops"]["FT"]["upper"]
    limits = {
        top.value * 0.9: {False}, (top.value + top.upper) / 2: {False, None}, (top.upper + wide) / 2: {True, None},
        wide * 1.1: {True},
    }  # fmt: skip
    for number, (limit, allowed) in enumerate(limits.items()):
        tried = folder(
            tmp_path / str(number), yaml.safe_load(PUMPS), edits | {"trees.FT.target.probability": limit}
        )
        played = play(tried, 0, sets=[changes])
        assert not played.parted
        again = Session.open(load(tried))
        (now,) = on_the_page(whatif_model(again.assess(), session=again), [changes])
        assert now is not None
        assert now["required"]["TOP"] in allowed


XOR = {
    "trees.FT.gates": [{"id": "G", "type": "xor", "inputs": ["D", "V"], "text": "One stops without the other"}],
    "common_cause": DROP,
    "events": [
        {"id": name, "text": "A part stops", "source": "handbook", "model": json.loads(json.dumps(TOTALS["lognormal"]))} for name in ("D", "V", "W1")
    ],
    "claims.TOP.text": "Water stops flowing in few missions",
}  # fmt: skip


@pytest.mark.parametrize(("limit", "holds"), [(0.0224, False), (0.9, None)])
def test_an_estimate_above_its_limit_misses_it_without_a_bound(
    tmp_path: Path, limit: float, holds: bool | None
) -> None:
    """No upper bound lies below the estimate, also of a tree whose bounds the page leaves to the command."""
    edits = XOR | {"trees.FT.gates.G.inputs": ["D", "V", "W1"], "trees.FT.target.probability": limit}
    at = folder(tmp_path / "case", yaml.safe_load(PUMPS), edits)
    changes: Changes = {"D": 0.025}
    assert not play(at, 0, sets=[changes]).parted
    session = Session.open(load(at))
    exact = compare(session, [change(session.case, session, "D", 0.025)])
    assert exact.after.requirements["TOP"].holds is (holds is None)
    (shown,) = on_the_page(whatif_model(session.assess(), session=session), [changes])
    assert shown is not None
    assert shown["required"]["TOP"] is holds
    assert shown["status"]["TOP"] == ("challenged" if holds is False else OPEN)
