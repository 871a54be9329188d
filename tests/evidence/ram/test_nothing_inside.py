"""The paper's equations where their profile has no mass: no number, rather than a division of nothing by nothing."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.method import Run
from casegen_evidence.ram import paper
from casegen_evidence.ram.high import eqns_14_15
from casegen_evidence.ram.method import LOW_DIMENSIONAL


@pytest.fixture(autouse=True)
def no_warnings() -> object:
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        yield


def test_a_profile_without_mass_gives_no_number() -> None:
    value = np.array([0.2, 0.4])
    none = paper.assemble(np.zeros(2), np.zeros(2), value, np.zeros(2), 0.95)
    assert np.isnan([none.mean, none.sd, none.upper]).all()
    assert none.acu == pytest.approx(0.3)
    assert none.mass_inside == 0
    some = paper.assemble(np.array([0.0, 1e-300]), np.zeros(2), value, np.zeros(2), 0.95)
    assert some.mean == pytest.approx(0.4)


def test_balls_without_density_give_no_number() -> None:
    assert np.isnan(eqns_14_15(np.array([0.1, 0.2]), np.zeros(2), 0.95)).all()
    assert eqns_14_15(np.array([0.1, 0.2]), np.array([0.0, 1.0]), 0.95)[0] == pytest.approx(0.2)


@pytest.mark.slow
def test_kernels_that_reach_no_centre_leave_the_papers_number_out(tmp_path: Path) -> None:
    rng = np.random.default_rng(6)
    x = (rng.integers(0, 4, (200, 2)) + 0.05) / 4  # far from the centres of 4 × 4 cells
    rows = [f"{a:.5f},{b:.5f},{'left' if a < 0.5 else 'right'}" for a, b in x + 1e-3 * rng.random((200, 2))]
    (tmp_path / "points.csv").write_text("a,b,label\n" + "\n".join(rows))
    stated = {"domain": [[0, 1], [0, 1]], "cells": 4, "samples": 200, "bandwidth": 0.001,
              "classifier": {"kind": "decision-tree"}}  # fmt: skip
    parameters = LOW_DIMENSIONAL.parameters.model_validate(stated)
    result = LOW_DIMENSIONAL.run(Run({"points": tmp_path / "points.csv"}, parameters, 1, 0.95, tmp_path))
    assert "pmi_eqn13" not in result.measures
    assert np.isfinite(result.measures["pmi"].value)
    assert any("Eqns 11–13 give no number" in note for note in result.notes)
    assert "nan" not in str([figure.data for figure in result.figures]).lower()
