"""Probabilities that were written down with few digits are probabilities; sigmoids are not, however they are rounded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.models.rounding import sum_tolerance
from casegen_evidence.monitors.detectors_method import DETECTORS
from casegen_evidence.nnmetrics.kinds_of_scores import probable
from casegen_evidence.nnmetrics.networks import as_logits, network, softmax

from tests.evidence.monitors.test_detectors_method import parts
from tests.evidence.nnmetrics.test_nnmetrics_methods import call


def shares(classes: int, rows: int = 400, seed: int = 0) -> Any:
    return softmax(np.random.default_rng(seed).normal(size=(rows, classes)) * 3)


@pytest.mark.parametrize("digits", [2, 3, 4])
@pytest.mark.parametrize("classes", [2, 3, 10, 40])
@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_rounded_probabilities(digits: int, classes: int, kind: Any) -> None:
    exact = shares(classes)
    p = exact.round(digits).astype(kind)
    assert np.abs(p.sum(axis=1) - 1).max() > 1e-6 or classes == 2
    near = classes * 10.0**-digits
    assert softmax(as_logits(p.astype(float))) == pytest.approx(exact, abs=near)
    assert network(lambda x: p[: len(x)]).probabilities(np.zeros((400, 3))) == pytest.approx(exact, abs=near)


@pytest.mark.parametrize("digits", [2, 3, 8])
@pytest.mark.parametrize("classes", [2, 10, 100])
def test_sigmoids_stay_refused(digits: int, classes: int) -> None:
    z = np.random.default_rng(0).normal(size=(100, classes)) * 2
    with pytest.raises(InputProblem, match=r"sigmoid|sum to 1"):
        as_logits((1 / (1 + np.exp(-z))).round(digits))


def test_the_tolerance_follows_the_digits() -> None:
    p = shares(10)
    assert sum_tolerance(p) == 1e-3
    assert sum_tolerance(p.round(2)) == pytest.approx(0.05, abs=1e-5)
    assert sum_tolerance(p.round(3)) == pytest.approx(0.005, abs=1e-5)
    assert sum_tolerance(p.round(5)) == 1e-3
    assert sum_tolerance(shares(400).round(2)) == pytest.approx(0.1, abs=1e-5)


@pytest.mark.parametrize("digits", [0, 1, 2])
def test_rounded_percents_are_not_taken_for_logits(digits: int) -> None:
    with pytest.raises(InputProblem, match=r"are all positive and sum to [19]\d+"):
        as_logits((100 * shares(5)).round(digits))


@pytest.mark.slow
def test_a_table_of_rounded_probabilities_for_monitors(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 5, 1700)
    p = softmax(rng.normal(size=(1700, 5)) + 3 * np.eye(5)[labels])
    given = {"inputs": rng.normal(size=(1700, 6)), "labels": labels, "features": rng.normal(size=(1700, 6))}
    rounded, exact = (
        call(DETECTORS, tmp_path, parts(tmp_path, probabilities=v, **given), {"monitor": "max-softmax"})
        for v in (p.round(3), p)
    )
    assert rounded.measures["hazard"].value == pytest.approx(exact.measures["hazard"].value, abs=0.01)
    with pytest.raises(InputProblem, match="rows sum to 1"):
        call(DETECTORS, tmp_path, parts(tmp_path, probabilities=p.round(3) * 1.1, **given), {"monitor": "max-softmax"})  # fmt: skip


@pytest.mark.parametrize("classes", [2, 10, 200])
def test_probabilities_of_half_precision(classes: int) -> None:
    exact = shares(classes)
    for p in (exact.astype(np.float16), _cut_to(exact, 8)):
        wide = p.astype(float)
        assert network(lambda x, p=p: p[: len(x)]).probabilities(np.zeros((400, 3))) == pytest.approx(
            wide / wide.sum(axis=1, keepdims=True), abs=1e-9
        )


def test_tensors_of_half_precision() -> None:
    torch = pytest.importorskip("torch")
    exact = torch.as_tensor(shares(10))
    for kind in (torch.float16, torch.bfloat16):
        assert probable(exact.to(kind))
        assert not probable(torch.sigmoid(exact * 3).to(kind))


def test_scores_from_0_to_1_that_sum_to_anything_need_no_softmax() -> None:
    p = shares(5)
    for given, hint in ((p * 99, "sum to 99 to 99. Divide them by 99"), (p**2, "Give shares of one whole")):
        with pytest.raises(InputProblem, match=f"found 5 in a row, .*{hint}"):
            network(lambda x, given=given: given[: len(x)]).probabilities(np.zeros((400, 3)))
    with pytest.raises(InputProblem, match="Apply softmax to logits"):
        network(lambda x: np.log(p[: len(x)])).probabilities(np.zeros((400, 3)))


def _cut_to(values: Any, bits: int) -> Any:
    """As numbers of so many bits (bfloat16 has 8)."""
    mantissa, power = np.frexp(values)
    return np.ldexp(np.rint(mantissa * 2.0**bits) / 2.0**bits, power)
