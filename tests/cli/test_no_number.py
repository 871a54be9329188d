"""What gives no number is refused in words, at its place: never an internal error, never inf or NaN."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.false_support import call

LONG_TEST = [1e-4, 0.05, 1e-4, 0.5, 10, 0.001, 2, 0, 0.99, 0.001, 1000]
"""a test of 2 h every 0.001 h"""


def constant(name: str, probability: Any = 0.1) -> dict[str, Any]:
    return {"id": name, "model": {"type": "constant", "probability": probability}}


def timed(**more: Any) -> dict[str, Any]:
    test = {"failure_rate": 1e-4, "interval": 720, "first": 720, "repair_rate": 0.05, "rate_in_test": 1e-4,
            "failure_at_test": 0.001, "test_duration": 2, "available_in_test": 0, "detection": 0.99,
            "failure_at_restart": 0.001}  # fmt: skip
    return {"id": "B", "model": {"type": "periodic-test", **test, **more}}


def case(at: Path, *events: dict[str, Any], **more: Any) -> Path:
    gates = [{"id": "TOP", "type": "or", "inputs": [e["id"] for e in events]}]
    tree = {"id": "T", "top": "TOP", "mission_time": 1000, "target": {"probability": 0.01}, "gates": gates}
    claim = {"id": "C", "text": "the x is safe", "undeveloped": True}
    whole = {"casegen": 1, "case": {"id": "x", "title": "X", "roots": ["C"]}, "claims": [claim],
             "events": events, "trees": [tree], **more}  # fmt: skip
    at.mkdir(exist_ok=True)
    (at / "case.yaml").write_text(json.dumps(whole, indent=1))
    return at


def said(*words: Any) -> tuple[int, str]:
    code, out, err = call(*map(str, words))
    return code, out + err


@pytest.mark.parametrize(
    ("event", "because"),
    [
        (timed(interval=0.5), "must be at most the interval of 0.5 h, found 2 h"),
        (constant("B", {"op": "periodic-test", "args": LONG_TEST}), "has no probability: a test of 2 hours"),
        (constant("B", {"distribution": "histogram", "edges": [0, 0.1, 0.2], "weights": [1e308, 1e308]}), "sum to inf"),
        ({"id": "B", "model": {"type": "exponential", "rate": 0.5, "hours": -1e308}}, "hours must be at least 0"),
        (constant("B", {"op": "lt", "args": [{"op": "asin", "args": [2]}, 1]}), "its expression has no number"),
        (constant("B", {"op": "pow", "args": [1, {"op": "log", "args": [-1]}]}), "its expression has no number"),
        ({"id": "B", "model": {"type": "weibull", "scale": 1, "shape": {"op": "log", "args": [-1]}, "location": 9999}}, "no number"),
        ({"id": "B", "model": {"type": "glm", "on_demand": 0, "failure_rate": -1e308, "repair_rate": 1}}, "at least 0"),
    ],
)  # fmt: skip
def test_an_event_without_a_number(tmp_path: Path, event: dict[str, Any], because: str) -> None:
    code, text = said("fta", "quantify", case(tmp_path / "c", constant("A"), event))
    assert code in (1, 2)
    assert because in text
    assert "case.yaml:" in text


def test_a_model_without_a_number_for_what_is_drawn(tmp_path: Path) -> None:
    at = case(tmp_path / "c", timed(interval={"distribution": "uniform", "lower": 1, "upper": 100}))
    code, text = said("fta", "uncertainty", at, "--trials", 2000)
    assert code == 2
    assert "never ends" in text


@pytest.mark.parametrize("command", [["uncertainty"], ["importance", "--uncertainty"]])
def test_an_expression_without_a_number_for_what_is_drawn(tmp_path: Path, command: list[str]) -> None:
    spread = {"distribution": "normal", "mean": 0, "sd": 1e-300}
    at = case(tmp_path / "c", constant("A", {"op": "sub", "args": [1, {"op": "pow", "args": [-1, spread]}]}))
    code, text = said("fta", *command, at, "--trials", 50, "--json")
    assert code == 2
    assert "event A has no number for what was drawn" in text


@pytest.mark.parametrize("command", [["uncertainty"], ["importance", "--uncertainty"]])
def test_a_tree_without_a_number_for_what_is_drawn_leaves_the_others_theirs(
    tmp_path: Path, command: list[str]
) -> None:
    """All trees were refused, for a parameter and a number that were not named."""
    life = {"distribution": "normal", "mean": 0.1, "sd": 0.05}
    worn = constant("B", {"op": "sqrt", "args": [{"parameter": "life"}]})
    at = tmp_path / "c"
    case(at, constant("A", {"distribution": "uniform", "lower": 0.1, "upper": 0.2}), worn)
    whole = json.loads((at / "case.yaml").read_text())
    whole["parameters"] = [{"id": "life", "value": life, "source": "s"}]
    whole["trees"] = [
        {**whole["trees"][0], "id": f"T-{e}", "top": f"G-{e}", "gates": [{"id": f"G-{e}", "type": "or", "inputs": [e]}]}
        for e in "BA"
    ]  # fmt: skip
    (at / "case.yaml").write_text(json.dumps(whole))
    code, out, _ = call("fta", *command, str(at), "--trials", "500", "--json")
    document = json.loads(out)
    assert code == 2
    assert [tree["tree"] for tree in document["trees"]] == ["T-A"]
    (why,) = document["left_out"]
    assert "tree T-B: event B has no number for what was drawn, parameter life = -" in why
    code, out, err = call("fta", *command, str(at), "--trials", "500")
    assert code == 2
    assert "T-A: " in out
    assert why in " ".join(err.split())


def test_the_parameter_of_a_model_that_has_no_meaning_in_a_trial_is_named(tmp_path: Path) -> None:
    spread = {"distribution": "lognormal", "mean": 0.0145, "error_factor": 10}
    repaired = {
        "id": "B",
        "model": {"type": "glm", "on_demand": spread, "failure_rate": 1e-4, "repair_rate": 0.1},
    }
    code, text = said("fta", "uncertainty", case(tmp_path / "c", repaired), "--trials", 100_000, "--json")
    assert code == 2
    assert "on_demand must lie in [0, 1], found 1." in text


def test_the_swing_of_an_input_without_a_number_at_an_end(tmp_path: Path) -> None:
    spread = {"distribution": "normal", "mean": 0, "sd": 1e-300}
    power = {"op": "sub", "args": [1, {"op": "pow", "args": [-1, spread]}]}
    out = call(
        "fta", "sensitivity", str(case(tmp_path / "c", constant("A", power), constant("B"))), "--json"
    )[1]
    (of_b, of_a) = json.loads(out)["inputs"]
    assert of_b["swing"] > 0.1
    assert of_a["swing"] is None


def test_what_lost_digits_leave_in_a_range_is_called_no_exposure(tmp_path: Path) -> None:
    doubtful = {"op": "gt", "args": [{"op": "exp", "args": [{"op": "log", "args": [0.3]}]}, 0.3]}
    gates = [
        {"id": "TOP", "type": "or", "inputs": ["A", "P"]},
        {"id": "P", "type": "priority-and", "inputs": ["B", "K"]},
    ]
    tree = {"id": "T", "top": "TOP", "mission_time": 1000, "gates": gates}
    at = case(tmp_path / "c", constant("A", doubtful), *map(constant, "BK"), trees=[tree])
    code, text = said("fta", "quantify", at)
    assert code == 0
    assert "exposure" not in text
    assert "rounding leaves A" in " ".join(text.split())


def test_the_branch_not_taken_needs_no_number(tmp_path: Path) -> None:
    chosen = {"op": "ite", "args": [{"op": "gt", "args": [0, 1]}, {"op": "log", "args": [-1]}, 0.25]}
    code, text = said("fta", "quantify", case(tmp_path / "c", constant("A", chosen)))
    assert code == 0
    assert "0.25" in text


@pytest.mark.parametrize(
    "chains",
    [[["A", "X", "Y"], ["Y", "X", "Q"]], [["A", "A", "Y"]], [["A", "X", "Y"], ["Y", "Q", "X"]]],
)
def test_scenarios_whose_steps_cause_themselves(tmp_path: Path, chains: list[list[str]]) -> None:
    scenarios = [
        {"id": f"S{n}", "title": "s", "chain": [{"event": e, "text": f"{e} happens"} for e in chain]}
        for n, chain in enumerate(chains)
    ]
    at = case(tmp_path / "c", *map(constant, "AXYQ"), scenarios=scenarios)
    code, text = said("fta", "scenarios", at)
    assert code == 2
    assert "steps of scenarios cause themselves" in text
    assert "case.yaml:" in text
    assert "give no fault tree" in said("check", at)[1]
    whole = case(tmp_path / "c", *map(constant, "AXYQ"), scenarios=scenarios[:1])
    assert said("fta", "scenarios", whole)[0] == (0 if len(chains) > 1 else 2)


def chain(name: str, *steps: str, joined_by: str = "B", **more: Any) -> dict[str, Any]:
    rows: list[dict[str, Any]] = [{"event": step, "text": f"{step} happens"} for step in steps]
    rows[-1] |= {"gate": "and", "joined_by": [joined_by]}
    return {"id": name, "title": name, "chain": rows, **more}


FIRST = {
    "id": "FT", "top": "Y",
    "gates": [{"id": "Y", "type": "or", "inputs": ["X", "B"]}, {"id": "X", "type": "or", "inputs": ["A"]}],
}  # fmt: skip
"""a tree that the case has already, of the same steps"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("events", "trees"),
    [("ABC", []), ("AB", []), ("ABC", [FIRST]), ("ABCXYZ", [])],
    ids=["steps-of-no-tree", "new-cause", "steps-of-another-tree", "steps-that-are-events"],
)
def test_a_tree_of_scenarios_is_a_file_that_the_case_includes(
    tmp_path: Path, events: str, trees: list[dict[str, Any]]
) -> None:
    """It refused steps that no tree had, and wrote ids that the case had already."""
    chains = [chain("S1", "A", "X", "Y"), chain("S2", "C", "Y", joined_by="A")]
    more = {"scenarios": chains, "trees": trees}
    at = case(tmp_path / "c", *map(constant, events), **more)
    code, text = said("fta", "scenarios", at, "-o", at / "new.yaml")
    assert code == 0, text
    whole = case(tmp_path / "c", *map(constant, events), **more, include=["new.yaml"])
    errors = [
        line
        for line in said("check", whole)[1].splitlines()
        if " error [" in line or line.startswith("error")
    ]
    assert not errors
    setting = [] if "C" in events else ["--set", "C=0.1"]
    _, text = said("fta", "quantify", whole, "--tree", "scenarios", *setting)
    assert "0.019" in text  # 1 - (1 - .1 * .1) (1 - .1 * .1), A shared: A and (B or C)


def test_a_time_curve_too_short_for_a_rate(tmp_path: Path) -> None:
    code, text = said("fta", "curve", case(tmp_path / "c", constant("A")), "--hours", 1e-320, "--json")
    assert code == 2
    assert "give more hours" in text
