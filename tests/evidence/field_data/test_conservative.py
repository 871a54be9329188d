"""Conservative Bayesian inference: its closed forms, the worst prior by search, and what it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.bounds import clopper_pearson, credible_limit, posterior_confidence
from casegen_evidence.field_data.conservative import CONSERVATIVE
from casegen_evidence.method import InputProblem, Method, Result, Run
from casegen_evidence.signs import Intake

import casegen
from casegen.model.diagnostic import InputError
from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import measured

BELIEF = {"prior": 0.5, "at": 1e-4, "source": "inspection report 17", "failure": "does not stop"}


def _run(tmp_path: Path, demands: int, failures: int = 0, confidence: float = 0.95, **more: Any) -> Result:
    path = tmp_path / "record.csv"
    path.write_text(f"entry,demands,failures\nall,{demands},{failures}\n")
    parameters = CONSERVATIVE.parameters.model_validate({**BELIEF, **more})
    return CONSERVATIVE.run(Run({"record": path}, parameters, 0, confidence, tmp_path))


@pytest.mark.parametrize("demands", [1, 30, 1000, 10**6])
@pytest.mark.parametrize("prior", [0.05, 0.5, 0.9])
@pytest.mark.parametrize("at", [0.0, 1e-5, 1e-2])
def test_the_limit_is_where_the_confidence_is_reached(demands: int, prior: float, at: float) -> None:
    p = credible_limit(demands, 0.95, prior, at)
    assert at <= p <= 1
    if at < p < 1:
        assert posterior_confidence(demands, p, prior, at) >= 0.95 - 1e-9
        assert posterior_confidence(demands, at + 0.999 * (p - at), prior, at) < 0.95


def test_no_prior_with_the_belief_is_worse(tmp_path: Path) -> None:
    """Two-point priors by search: mass 0.5 at or below 1e-4, the rest anywhere above."""
    demands = 2000
    measure = _run(tmp_path, demands).measures["probability"]
    low, high = np.meshgrid(np.linspace(0, 1e-4, 21), np.geomspace(1.0001e-4, 0.5, 4001))
    good, bad = 0.5 * (1 - low) ** demands, 0.5 * (1 - high) ** demands
    mean = (good * low + bad * high) / (good + bad)
    assert measure.value == pytest.approx(mean.max(), rel=1e-3)
    above = np.where(high > measure.upper, bad / (good + bad), 0.0)
    assert above.max() <= 0.05 + 1e-9
    assert above.max() > 0.049


def test_it_is_a_method_and_shows_its_belief(tmp_path: Path) -> None:
    assert isinstance(CONSERVATIVE, Method)
    result = _run(tmp_path, 4000, prior=0.9)
    assert set(result.measures) == set(CONSERVATIVE.measures) == set(CONSERVATIVE.tolerance)
    measure = result.measures["probability"]
    assert "at most 0.0001 with probability 0.9 (inspection report 17)" in measure.assumes
    assert measure.value <= measure.upper < clopper_pearson(0, 4000, 0.95)[1]


def test_what_it_refuses(tmp_path: Path) -> None:
    with pytest.raises(InputProblem, match=r"prior belief below the confidence of 0\.95; found 0\.99"):
        _run(tmp_path, 100, prior=0.99)


@pytest.mark.slow
def test_a_claim_shows_the_belief_and_falls_with_a_failure(tmp_path: Path) -> None:
    edits = {
        "evidence_items.EV.method": "conservative-bayes",
        "evidence_items.EV.parameters": {**BELIEF},
    }
    held = must_hold(
        folder(tmp_path / "a", measured(), edits, {"record.csv": "entry,demands,failures\na,4000,0\n"})
    )
    assert "with probability 0.5 (inspection report 17)" in held.text
    for record in ("a,4000,1", "a,300,0"):
        files = {"record.csv": f"entry,demands,failures\n{record}\n"}
        must_not_hold(folder(tmp_path / record[-6:], measured(), edits, files))


def test_a_source_that_says_too_little_is_asked_for_in_words() -> None:
    with pytest.raises(InputError, match="source: expected a text of at least 10 characters, found 'memo'"):
        casegen.measure(
            "conservative-bayes",
            {"record": {"entry": ["a"], "demands": [2000], "failures": [0]}},
            parameters={**BELIEF, "source": "memo"},
        )


@pytest.mark.parametrize(
    ("rows", "sign"),
    [
        ("hall A,1500,0\nhall B,1500,0\n", ["sign-one-rate"]),
        ("three campaigns at two sites,3000,0\n", ["sign-merged-entries"]),
        ("hall A,3000,0\n", []),
        ("one of the five vehicles,3000,0\n", []),
    ],
)
def test_several_entries_are_only_taken_to_fail_alike(tmp_path: Path, rows: str, sign: list[str]) -> None:
    path = tmp_path / "record.csv"
    path.write_text(f"entry,demands,failures\n{rows}")
    run = Run(
        {"record": path}, CONSERVATIVE.parameters.model_validate(BELIEF), 0, 0.95, tmp_path, intake=Intake()
    )
    assert [one.name for one in CONSERVATIVE.run(run).signs] == sign


def test_failures_leave_the_belief_out_and_are_a_look(tmp_path: Path) -> None:
    result = _run(tmp_path, 3000, failures=2, prior=0.9)
    measure = result.measures["probability"]
    assert measure == result.measures["without_belief"]
    assert measure.value == 2 / 3000
    assert measure.upper > clopper_pearson(2, 3000, 0.95)[1]
    assert not measure.assumes
    assert "The record holds 2 failures: the belief is left out, and the record alone bounds." in result.notes


def test_campaigns_until_one_has_no_failure_wait(tmp_path: Path) -> None:
    """A run on a record with failures is a look as any other."""
    edits = {
        "evidence_items.EV.method": "conservative-bayes", "evidence_items.EV.parameters": {**BELIEF, "prior": 0.9},
        "claims.C1.requirement.bound": 0.0009,
    }  # fmt: skip
    for row in ("campaign 1,3000,1", "campaign 2,3100,2", "campaign 3,3200,0"):
        files = {"record.csv": f"entry,demands,failures\n{row}\n"}
        must_not_hold(case := folder(tmp_path / "a", measured(), edits, files))
    must_not_hold(case, "sign-looked-again")
