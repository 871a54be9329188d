"""Where what is stated exceeds the limit by itself, no step advises to measure more."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import Change, Session, assess
from casegen.assessment.planning.plan import plan
from casegen.assessment.points import next_steps, preventing
from casegen.io import load
from casegen.model.quantity import Estimate, MeasureKind
from casegen.model.results import Assessment
from casegen.render.language import counted, shipped_language, use_language
from tests.false_support import edited, folder
from tests.false_support.bases import RECORD, calculation, measured

READ = {"type": "evidence", "evidence": "EV", "measure": "probability"}
TWO = {"type": "constant", "probability": 0.004}


def tree(at: Path, gate: str, second: dict[str, Any], target: float, **more: Any) -> Assessment:
    """A tree of a measured event (1 failure of 8,000) and stated ones below one gate."""
    case = calculation()
    case["evidence_items"] = measured()["evidence_items"]
    inputs = ["E1", "E2", *(["E3"] if more else [])]
    edits = {
        "events.E1.model": {**READ, "exposure": {"demands": 1}},
        "events.E2.model": second,
        "trees.FT.gates.TOP": {"id": "TOP", "type": gate, "inputs": inputs, "text": "The lift starts"},
        "trees.FT.target": {"probability": target, "confidence": 0.95, "source": "lift standard"},
        "claims.C1.requirement.confidence": 0.95,
        "evidence_items.EV.confidence": 0.975,
        "claims.C1.text": "The lift does not start with an open door",
    }
    if more:
        edits["events.+"] = {
            "id": "E3",
            "text": "The bolt sticks",
            "source": "data sheet",
            "model": more["third"],
        }
    return assess(load(folder(at, edited(case, edits), files={"record.csv": RECORD})))


def kind(assessed: Assessment) -> str:
    [point] = [p for p in preventing(assessed) if p.target == "C1"]
    return point.kind


@pytest.mark.parametrize(
    ("gate", "stated", "target", "expected"),
    [
        ("or", 0.5, 0.02, "design"),
        ("or", 0.0201, 0.02, "design"),
        ("or", 0.0199999, 0.02, "requirement"),
        ("or", 1e-4, 2e-4, "requirement"),
        ("and", 0.5, 1e-5, "requirement"),
    ],
)
def test_the_step_is_to_change_the_design_where_measuring_cannot_help(
    tmp_path: Path, gate: str, stated: float, target: float, expected: str
) -> None:
    assessed = tree(tmp_path, gate, {"type": "constant", "probability": stated}, target)
    assert kind(assessed) == expected
    said = " ".join(next_steps(assessed))
    assert ("change the design, or what is stated" in said) == (expected == "design")
    assert ("measure more" in said) == (expected == "requirement")


def test_two_stated_events_exceed_the_limit_together(tmp_path: Path) -> None:
    """Neither does by itself: 0.004 and 0.004 against 0.007."""
    assert kind(tree(tmp_path / "a", "or", TWO, 0.007, third=TWO)) == "design"
    assert kind(tree(tmp_path / "b", "or", TWO, 0.008, third=TWO)) == "requirement"


def test_of_a_tree_that_is_not_coherent_nothing_is_shown(tmp_path: Path) -> None:
    """Less of an event can mean more of the top: the exclusive or."""
    assert kind(tree(tmp_path, "xor", {"type": "constant", "probability": 0.5}, 0.02)) != "design"


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_documents_have_the_step(language: str) -> None:
    with use_language(shipped_language(language)):
        assert counted("actions.design", 1) != "actions.design"


def stated(median: float) -> dict[str, Any]:
    """A number that is uncertain by itself: its own 95 % bound is three times its median."""
    spread = {"distribution": "lognormal", "median": median, "error_factor": 3, "level": 0.95}
    return {"type": "constant", "probability": spread}


UNIFORM = {"type": "constant", "probability": {"distribution": "uniform", "lower": 0.0, "upper": 1.9e-3}}


@pytest.mark.parametrize(
    ("second", "target", "expected"),
    [
        (stated(5e-4), 1e-3, "design"),
        (stated(5e-4), 1.49e-3, "design"),
        (stated(5e-4), 1.6e-3, "confidence"),
        (stated(5e-4), 1.9e-3, "requirement"),
        (UNIFORM, 1.7e-3, "design"),
        (UNIFORM, 1.83e-3, "confidence"),
        (UNIFORM, 1.95e-3, "requirement"),
        ({"type": "constant", "probability": 1e-3}, 1e-3, "design"),
    ],
)
def test_the_bound_of_what_is_stated_counts_and_not_its_middle_value(
    tmp_path: Path, second: dict[str, Any], target: float, expected: str
) -> None:
    """The step agrees with the what-if of a measured event that never happens, and with the plan."""
    at = tmp_path
    assert kind(tree(at, "or", second, target)) == expected
    session = Session.open(load(at))
    after = session.assess((Change(0.0, event="E1"),)).requirements["C1"]
    assert (not after.holds) == (expected == "design")  # of a tree with nothing uncertain there is no bound
    [planned] = plan(session).claims
    assert ("out of reach" in planned.problem) == (expected != "requirement")
    said = " ".join(next_steps(session.assess()))
    assert ("change the design, or what is stated, which leaves nothing" in said) == (expected == "design")
    assert ("measure at a higher confidence" in said) == (expected == "confidence")


def test_a_higher_confidence_of_the_measure_helps_where_the_step_says_so(tmp_path: Path) -> None:
    """The same tree with twice the failures of the record allowed: more of the confidence is left to what is stated."""
    case = tree(tmp_path, "or", stated(5e-4), 1.6e-3).case
    [item] = case.evidence_items
    higher = item.altered(update={"confidence": 0.9999})
    state = replace(
        Session.open(case).evidence["EV"],
        measures={
            "probability": Estimate(
                value=1e-6, lower=0.0, upper=2e-6, confidence=0.9999, kind=MeasureKind.PER_DEMAND
            )
        },
    )
    session = Session(replace(case, evidence_items=(higher,)), {"EV": state})
    assert session.assess().requirements["C1"].holds is True


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_documents_have_the_step_of_a_higher_confidence(language: str) -> None:
    with use_language(shipped_language(language)):
        assert counted("actions.confidence", 1) != "actions.confidence"
