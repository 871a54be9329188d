"""Estimators of a ball that a package installs, pmi over the radius, and the paper's curves over the balls."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np
import pytest
from casegen_evidence import installed
from casegen_evidence.method import InputProblem, Result, Run
from casegen_evidence.ram import evaluators
from casegen_evidence.ram.high import eqns_14_15
from casegen_evidence.ram.high_method import HIGH_DIMENSIONAL

RNG = np.random.default_rng(4)
POINTS = RNG.random((600, 3))
LABELS = (POINTS[:, 0] > 0.5).astype(int)
SMALL: dict[str, Any] = {
    "classifier": {"kind": "decision-tree"},
    "balls": 120,
    "samples": 200,
    "latent": 2,
    "radius": 0.05,
}
SHIPPED = Path(__file__).parents[3] / "examples" / "plugin" / "casegen_example_plugin" / "latin.py"


def shipped() -> Callable[..., Any]:
    spec = importlib.util.spec_from_file_location("latin", SHIPPED)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    evaluator: Callable[..., Any] = module.latin
    return evaluator


def run(tmp_path: Path, **parameters: Any) -> Result:
    path = tmp_path / "points.npz"
    np.savez(path, points=POINTS, labels=LABELS)
    chosen = HIGH_DIMENSIONAL.parameters.model_validate({**SMALL, **parameters})
    return HIGH_DIMENSIONAL.run(Run({"points": path}, chosen, 3, 0.95, Path(mkdtemp(dir=tmp_path))))


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], None]:
    """Make ``own`` the one evaluator that is installed."""

    def make(evaluator: Any) -> None:
        point = EntryPoint("own", "nowhere:own", evaluators.GROUP)
        monkeypatch.setattr(EntryPoint, "load", lambda _: evaluator)
        known = {evaluators.GROUP: [point]}
        monkeypatch.setattr(installed, "entry_points", lambda group: known.get(group, []))

    return make


def test_the_shipped_evaluator_finds_what_sampling_finds(
    tmp_path: Path, install: Callable[[Any], None]
) -> None:
    install(shipped())
    own, plain = run(tmp_path, estimator="own"), run(tmp_path)
    assert own.measures["pmi"].value == pytest.approx(plain.measures["pmi"].value, rel=0.05)
    assert own.measures["pmi"].value > 0
    assert "evaluator 'own' does not underestimate" in own.measures["pmi"].assumes
    assert not own.signs
    assert not plain.measures["pmi"].assumes


def test_an_evaluator_that_finds_too_little_bars_the_measure(
    tmp_path: Path, install: Callable[[Any], None]
) -> None:
    half = shipped()
    install(lambda *given: tuple(part * 0.8 for part in half(*given)))
    signs = {sign.name: sign for sign in run(tmp_path, estimator="own").signs}
    assert "plain samples in them fail" in signs["sign-evaluator-contradicted"].message
    assert "pmi" in signs["sign-evaluator-contradicted"].measures


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        (lambda k: (np.zeros(k - 1), np.zeros(k - 1)), "an estimate and a variance for each"),
        (lambda k: (np.full(k, 1.5), np.zeros(k)), "estimates between 0 and 1"),
        (lambda k: (np.full(k, np.nan), np.zeros(k)), "estimates between 0 and 1"),
        (lambda k: (np.zeros(k), np.full(k, -1.0)), "estimates between 0 and 1"),
    ],
)
def test_what_an_evaluator_returns_is_checked(
    returned: Callable[[int], Any], message: str, tmp_path: Path, install: Callable[[Any], None]
) -> None:
    install(lambda classify, low, *rest: returned(len(low)))
    with pytest.raises(InputProblem, match=message):
        run(tmp_path, estimator="own")


def test_unknown_evaluators_and_other_disturbances_are_refused(
    tmp_path: Path, install: Callable[[Any], None]
) -> None:
    with pytest.raises(InputProblem, match="expected smc, amls or an evaluator installed"):
        run(tmp_path, estimator="guess")
    install(shipped())
    with pytest.raises(InputProblem, match="expected estimator smc for another disturbance"):
        run(tmp_path, estimator="own", disturbance="toward-others")


@pytest.mark.slow
def test_pmi_over_the_radius_holds_the_result_and_changes_nothing(tmp_path: Path) -> None:
    plain = run(tmp_path)
    swept = run(tmp_path, sweep=[0.2, 0.05, 0.01])
    assert swept.measures == plain.measures
    rows = {row[0]: row[1:] for row in swept.tables[-1].rows}
    m = plain.measures["pmi"]
    assert list(rows) == [0.01, 0.05, 0.2]
    assert rows[0.05] == pytest.approx([m.value, m.lower, m.upper], rel=1e-3)
    assert rows[0.01][0] < rows[0.05][0] < rows[0.2][0]
    assert swept.figures[-1].data["series"][0]["x"] == [0.01, 0.05, 0.2]
    assert len(swept.figures) == len(plain.figures) + 1


def test_pmi_and_acu_over_the_balls_with_their_variance(tmp_path: Path) -> None:
    result = run(tmp_path)
    figures = {figure.title: figure for figure in result.figures}
    means = figures["pmi and ACU over the balls, by the paper's equations (for reproduction)"].data["series"]
    variances = figures["Variance of both (Eqn 15)"].data["series"]
    assert [s["name"] for s in means] == [s["name"] for s in variances] == ["pmi (Eqn 14)", "ACU (Eqn 16)"]
    assert means[0]["y"][-1] == pytest.approx(result.measures["pmi_eqn15"].value, rel=1e-3)
    assert means[0]["upper"][-1] == pytest.approx(result.measures["pmi_eqn15"].upper, rel=1e-3)
    assert means[1]["y"][-1] == pytest.approx(result.measures["acu"].value, rel=1e-3)
    assert means[0]["x"][-1] == 120
    spread = (means[1]["upper"][-1] - means[1]["y"][-1]) / 1.6448536
    assert variances[1]["y"][-1] == pytest.approx(spread**2, rel=1e-2)
    assert eqns_14_15(np.array([0.0, 1.0]), np.ones(2), 0.975)[:2] == (0.5, 0.5)
