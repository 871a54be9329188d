"""Scenario tests that are not what they seem: modes read the other way, runs that contradict, copies, missing rows."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.dependability.scenarios import copies

from tests.false_support import edited, folder, must_hold, must_not_hold
from tests.false_support.bases import measured

ITEM = "evidence_items.EV"
DOMAIN = [{"name": "v", "lower": 0, "upper": 10}, {"name": "y", "lower": 0, "upper": 50}]
UNIFORM = {"v": {"distribution": "uniform"}, "y": {"distribution": "uniform"}}
WORDS = ("success", "task failure", "harmful failure")
HARM = 0.002


def base(**parameters: Any) -> dict[str, Any]:
    """Harm in at most 1 of 100 tasks, from tests of which 1 in 500 is harmful."""
    return edited(measured(), {
        f"{ITEM}.method": "ml-dependability",
        f"{ITEM}.inputs": {"tests": "tests.csv"},
        f"{ITEM}.parameters": {"domain": copy.deepcopy(DOMAIN), "operating": copy.deepcopy(UNIFORM), "testing": copy.deepcopy(UNIFORM),
                               "partition": {"kind": "grid", "cells": 4}, **parameters},
        "claims.C1.requirement.measure.measure": "harmful_undependability",
        "claims.C1.requirement.bound": 0.01,
            "claims.C1.text": "Harm is rare enough for the use in the yard",
    })  # fmt: skip


def rows(
    n: int = 4000, harm: float = HARM, seed: int = 0
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    rng = np.random.default_rng(seed)
    return rng.uniform([0, 0], [10, 50], (n, 2)), rng.choice(3, n, p=[0.9 - harm, 0.1, harm])


def table(x: np.ndarray[Any, Any], words: list[str]) -> str:
    lines = [f"{float(v)!r},{float(y)!r},{w}" for (v, y), w in zip(x, words, strict=True)]
    return "v,y,outcome\n" + "\n".join(lines) + "\n"


def worded(modes: np.ndarray[Any, Any], names: tuple[str, ...] = WORDS) -> list[str]:
    return [names[m] for m in modes.tolist()]


X, MODES = rows()
TESTS = table(X, worded(MODES))
OBSERVED = {f"{ITEM}.inputs.observed": "observed.csv"}


@pytest.mark.slow
def test_true_twins(tmp_path: Path) -> None:
    must_hold(folder(tmp_path / "words", base(), {}, {"tests.csv": TESTS}))
    codes = {"tests.csv": table(X, worded(MODES, ("0", "1", "2")))}
    labels = {f"{ITEM}.labels": {0: "success", 1: "task failure", 2: "harmful failure"}}
    must_hold(folder(tmp_path / "codes", base(), labels, codes))
    spelled = worded(MODES, ("Success", "task-failure", "harmful_failure"))
    must_hold(folder(tmp_path / "spelled", base(), {}, {"tests.csv": table(X, spelled)}))
    seen = "outcome,count\nsuccess,900\ntask failure,98\nharmful failure,2\n"
    must_hold(folder(tmp_path / "observed", base(), OBSERVED, {"tests.csv": TESTS, "observed.csv": seen}))


@pytest.mark.slow
def test_codes_of_a_label_encoder_in_the_order_of_the_alphabet(tmp_path: Path) -> None:
    x, modes = rows(harm=0.09)
    codes = worded(modes, ("1", "2", "0"))  # harmful failure, success, task failure
    must_not_hold(
        folder(tmp_path / "codes", base(), {}, {"tests.csv": table(x, codes)}), "tests.csv:2, column outcome"
    )
    labels = {f"{ITEM}.labels": {1: "success", 2: "task failure", 0: "harmful failure"}}
    must_not_hold(folder(tmp_path / "declared", base(), labels, {"tests.csv": table(x, codes)}), "challenged")


@pytest.mark.slow
def test_one_for_fine(tmp_path: Path) -> None:
    """Almost every task fails with harm; 1 marks the ones that went well."""
    codes = worded(np.where(MODES == 0, 1, 0), ("0", "1"))
    must_not_hold(
        folder(tmp_path / "x", base(), {}, {"tests.csv": table(X, codes)}),
        "does not say which number is harm",
    )


@pytest.mark.slow
@pytest.mark.parametrize(("observed", "because"), [
    ("outcome,count\nsuccess,300\nharmful failure,30\n", "sign-observed-worse"),
    ("outcome,count [x100]\nsuccess,9\nharmful failure,1\n", "sign-unread-count"),
    ("outcome,n\nsuccess,1\nharmful failure,1\n", "sign-"),
    ("outcome,count,count\nsuccess,1,300\nharmful failure,30,0\n", "'count' in columns 2, 3"),
    ("outcome,outcome,count\nharmful failure,success,30\n", "'outcome' in columns 1, 2"),
    ("condition,outcome,count\nsite,success,90\nSite,harmful failure,240\n", "differ only in case"),
    ("condition,outcome,count\nsite,success,90\nyard,harmful failure,240\n", "expected runs of one condition"),
    ("condition,outcome,count\nsite,success,90\nTotal,success,90\n", "'Total' adds up"),
    ("outcome,Count\nsuccess,1\nharmful failure,400\n", "column 'Count' is not read"),
    ("outcome,count\nsuccess,\nharmful failure,30\n", "observed.csv:2, column count: no value"),
])  # fmt: skip
def test_observed_runs_that_contradict(observed: str, because: str, tmp_path: Path) -> None:
    x, modes = rows(harm=0.0)
    files = {"tests.csv": table(x, worded(modes)), "observed.csv": observed}
    must_not_hold(folder(tmp_path / "x", base(), OBSERVED, files), because)


def test_observed_runs_of_one_condition_with_a_blank_behind_it(tmp_path: Path) -> None:
    seen = "condition,outcome,count\nsite,success,900\nsite,task failure,98\nsite ,harmful failure,240\n"
    files = {"tests.csv": TESTS, "observed.csv": seen}
    must_not_hold(folder(tmp_path / "x", base(condition="site"), OBSERVED, files), "sign-observed-worse")


def test_one_file_in_two_roles(tmp_path: Path) -> None:
    files = {"tests.csv": TESTS, "observed.csv": TESTS}
    must_not_hold(folder(tmp_path / "x", base(), OBSERVED, files), "the same content as input tests")


@pytest.mark.slow
def test_forty_scenarios_a_hundred_times(tmp_path: Path) -> None:
    x, modes = np.repeat(X[:40], 100, axis=0), np.repeat(np.zeros(40, int), 100)
    must_not_hold(
        folder(tmp_path / "x", base(), {}, {"tests.csv": table(x, worded(modes))}), "sign-repeated-scenarios"
    )
    assert copies(np.round(X)) == (0, 0), "a grid of whole numbers meets again by itself"


@pytest.mark.slow
def test_tests_that_were_not_drawn_as_stated(tmp_path: Path) -> None:
    x = X.copy()
    x[:, 0] = 10 * (x[:, 0] / 10) ** 2
    must_not_hold(
        folder(tmp_path / "x", base(), {}, {"tests.csv": table(x, worded(MODES))}), "sign-not-as-stated"
    )


def test_indicators_that_contradict_the_outcome(tmp_path: Path) -> None:
    head = "v,y,outcome,success,task_failure,harmful_failure\n"
    lines = [f"{float(v)!r},{float(y)!r},success,{int(m == 0)},{int(m == 1)},{int(m == 2)}"
             for (v, y), m in zip(X, MODES, strict=True)]  # fmt: skip
    must_not_hold(
        folder(tmp_path / "x", base(), {}, {"tests.csv": head + "\n".join(lines)}),
        "contradicts the indicator",
    )


def safety(after: str) -> dict[str, Any]:
    return edited(base(), {
        f"{ITEM}.method": "ml-safety-function",
        f"{ITEM}.inputs": {"learning": "learning.csv", "before": "before.csv", "after": after},
        f"{ITEM}.parameters": {"domain": copy.deepcopy(DOMAIN), "limit": {"dimension": "y", "side": "below", "threshold": 39.0}},
        "claims.C1.requirement.measure.measure": "harmful_undependability_after",
    })  # fmt: skip


@pytest.mark.slow
def test_after_is_before_without_its_harmful_rows(tmp_path: Path) -> None:
    files = {}
    for seed, name in enumerate(("learning", "before", "after"), start=3):
        x = rows(seed=seed)[0]
        modes = np.where(x[:, 1] > 40, 2, 0) * (name != "after")
        files[f"{name}.csv"] = table(x, worded(modes))
        if name == "before":
            files["kept.csv"] = table(x[modes == 0], worded(modes[modes == 0]))
            files["rounded.csv"] = table(np.round(x[modes == 0], 5), worded(modes[modes == 0]))
    must_hold(folder(tmp_path / "twin", safety("after.csv"), {}, files))
    must_not_hold(folder(tmp_path / "x", safety("kept.csv"), {}, files), "sign-left-out-scenarios")
    must_not_hold(folder(tmp_path / "y", safety("rounded.csv"), {}, files), "sign-left-out-scenarios")
