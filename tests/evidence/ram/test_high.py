"""The RAM in high dimension: balls, latent profile, digits as real images."""

import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from casegen_evidence import bounds
from casegen_evidence.method import Checkpoints, InputProblem, Method, Run
from casegen_evidence.models import adapt
from casegen_evidence.ram.balls import Balls, Estimation, estimate
from casegen_evidence.ram.data import labelled
from casegen_evidence.ram.high import HighPlan, assess_high, decides, eqns_14_15, planned_looks, sound_limits
from casegen_evidence.ram.high_report import _notes
from casegen_evidence.ram.latent import latent_profile, log_density, pca, vae
from casegen_evidence.ram.method import HIGH_DIMENSIONAL, LOW_DIMENSIONAL
from casegen_evidence.ram.splitting import Splitting


@pytest.mark.slow
def test_splitting_on_a_network_agrees_with_many_samples() -> None:
    """Three balls of a trained network, 10⁶ samples each."""
    from sklearn.datasets import load_digits
    from sklearn.neural_network import MLPClassifier

    x, y = load_digits(return_X_y=True)
    x = x / 16
    model = MLPClassifier((32,), max_iter=60, random_state=0).fit(x[:900], y[:900])
    classifier = adapt(model, [str(c) for c in range(10)])
    severity = 1.0 - np.eye(10)
    balls = Balls.around(x[900:], y[900:], 0.3, (np.zeros(64), np.ones(64)))
    rough = estimate(classifier, balls, severity, Estimation("smc", 400), 0)
    some = np.flatnonzero((rough.value > 0.005) & (rough.value < 0.2))[:3]
    assert len(some) == 3
    few = Balls(balls.low[some], balls.high[some], balls.label[some])
    counted = estimate(classifier, few, severity, Estimation("smc", 200_000), 1).value
    again = Balls(*(np.repeat(a, 20, axis=0) for a in (few.low, few.high, few.label)))
    splits = estimate(classifier, again, severity, Estimation("amls", splitting=Splitting(200, moves=30)), 2)
    means = splits.value.reshape(3, 20).mean(axis=1)
    spread = splits.value.reshape(3, 20).std(axis=1) / np.sqrt(20)
    assert np.all(np.abs(means - counted) <= 4.5 * spread + 0.05 * counted)


def _digits(radius: float | None = 0.15, **plan: object):
    from sklearn.datasets import load_digits
    from sklearn.neural_network import MLPClassifier

    x, y = load_digits(return_X_y=True)
    data = labelled(x / 16, y)
    design = np.random.default_rng(0).random(len(x)) < 0.5
    model = MLPClassifier((32,), max_iter=80, random_state=0).fit(data.points[design], y[design])
    chosen = HighPlan(radius=radius, domain=(0.0, 1.0), balls=200, estimation=Estimation("smc", 200), **plan)
    return data, adapt(model, data.classes), design, chosen


def test_inputs_of_operation_outside_a_stated_domain_are_refused_as_points_are() -> None:
    from casegen_evidence.ram.high import box

    points = np.random.default_rng(2).random((40, 3))
    data = labelled(points, np.arange(40) % 2)
    beyond = points.copy()
    beyond[:2, 1] = 1.5
    plan = HighPlan(radius=0.1, domain=(0.0, 1.0), balls=10)
    with pytest.raises(InputProblem, match=r"inputs of operation within `domain`.*2 of 40 .*1\.5 in"):
        box(data, plan, beyond)
    low, high = box(data, plan, points + 1e-12)
    assert (low == 0).all()
    assert (high == 1).all()
    own = box(data, HighPlan(radius=0.1, balls=10), beyond)  # no domain was stated
    assert own[1].max() <= 1


@pytest.mark.slow
def test_digits_as_real_images() -> None:
    data, classifier, design, plan = _digits()
    result = assess_high(data, classifier, design, plan)
    error = np.mean(result.answers != data.labels[~design])
    assert 0.01 < error < 0.1
    assert result.bound.lower <= error <= result.bound.upper
    assert result.bound.value == pytest.approx(result.runs.value.mean())
    assert result.distance / 2 == pytest.approx(0.21875)
    mean, _, upper = eqns_14_15(result.runs.value, result.density, 0.975)
    assert bounds.kish(result.density) < 0.6 * result.k
    assert upper < result.bound.upper
    assert mean < result.bound.value


@pytest.mark.slow
def test_balls_do_not_depend_on_jobs_or_on_being_resumed(tmp_path: Path) -> None:
    from casegen_evidence.blocks import Workers

    data, classifier, design, plan = _digits()
    one = assess_high(data, classifier, design, plan)
    two = assess_high(data, classifier, design, plan, workers=Workers(jobs=2, scratch=Checkpoints(tmp_path)))
    assert one.runs.value.tobytes() == two.runs.value.tobytes()
    kept = sorted(tmp_path.glob("balls-*.npz"))
    assert len(kept) >= 4
    kept[1].unlink()
    three = assess_high(data, classifier, design, plan, workers=Workers(scratch=Checkpoints(tmp_path)))
    assert one.runs.value.tobytes() == three.runs.value.tobytes()


@pytest.mark.slow
def test_it_stops_when_the_requirement_is_met() -> None:
    data, classifier, design, plan = _digits(requirement=0.2)
    result = assess_high(data, classifier, design, plan)
    assert result.looks == (100, 200)
    assert result.k == 100
    assert result.bound.upper <= 0.2
    plain = sound_limits(result.runs.value, 0.975, 1.0)
    assert result.bound.upper > plain.upper


@pytest.mark.slow
def test_it_stops_when_the_requirement_is_refuted() -> None:
    data, classifier, design, plan = _digits(radius=0.4, requirement=0.005)
    result = assess_high(data, classifier, design, plan)
    assert result.k == 100
    assert result.bound.lower > 0.005
    assert decides(result.bound, 0.005) is False


@pytest.mark.slow
def test_it_goes_on_while_the_limits_leave_the_requirement_open() -> None:
    data, classifier, design, plan = _digits(requirement=0.04)
    result = assess_high(data, classifier, design, plan)
    assert result.k == 200
    assert decides(result.bound, 0.04) is None


def test_looks_double_up_to_all_balls() -> None:
    assert planned_looks(500) == (100, 200, 400, 500)
    assert planned_looks(60) == (60,)


@pytest.mark.slow
def test_another_profile_is_restated_by_strata_and_what_is_never_labelled_fails() -> None:
    """Operation shows four digits only; noise that no digit resembles is conceded."""
    data, classifier, design, plan = _digits()
    met = np.isin(data.labels, [1, 4, 7, 8])
    result = assess_high(data, classifier, design, plan, inputs=data.points[met & design])
    assert result.comparison is not None
    assert result.comparison.unlike
    assert result.bound.upper >= result.bound.value
    noise = np.random.default_rng(0).random((300, 64))
    strange = assess_high(data, classifier, design, plan, inputs=noise)
    assert strange.comparison is not None
    assert strange.bound.upper > 0.5


@pytest.mark.slow
def test_safety_related_pairs_only() -> None:
    data, classifier, design, plan = _digits()
    severity = np.zeros((10, 10))
    severity[3, 8] = 1.0
    some = assess_high(data, classifier, design, plan, severity=severity)
    every = assess_high(data, classifier, design, plan)
    assert np.all(some.runs.value <= every.runs.value)
    assert some.bound.value < every.bound.value


def test_principal_components_against_scikit_learn() -> None:
    from sklearn.decomposition import PCA

    x = np.random.default_rng(0).normal(size=(80, 6)) @ np.random.default_rng(1).normal(size=(6, 6))
    ours, theirs = pca(x, 3)(x), PCA(3).fit_transform(x)
    assert np.abs(ours) == pytest.approx(np.abs(theirs), abs=1e-8)


def test_latent_density_far_into_the_tail() -> None:
    """Where the density itself underflows; term by term with scipy's normal."""
    from scipy.special import logsumexp
    from scipy.stats import norm

    rng = np.random.default_rng(0)
    codes, at = rng.normal(size=(200, 8)), rng.normal(size=(50, 8)) * 10
    terms = norm.logpdf(at[:, None], codes[None], 0.4).sum(axis=2)
    expected = logsumexp(terms, axis=1) - np.log(200)
    assert log_density(codes, at, 0.4, block=7) == pytest.approx(expected, rel=1e-9)
    assert expected.min() < -745


@pytest.mark.slow
def test_variational_encoder_repeats_and_separates() -> None:
    pytest.importorskip("torch", reason="needs the extra casegen[torch]")
    from sklearn.datasets import load_digits
    from sklearn.neighbors import KNeighborsClassifier

    x, y = load_digits(return_X_y=True)
    encode = vae(x[:1000], 8, seed=0, epochs=30)
    again = vae(x[:1000], 8, seed=0, epochs=30)
    assert np.array_equal(encode(x), again(x))
    near = KNeighborsClassifier().fit(encode(x[:1000]), y[:1000])
    assert near.score(encode(x[1000:]), y[1000:]) > 0.7


_KILLED = {
    "balls": 400,
    "samples": 2000,
    "radius": 0.1,
    "evaluation_share": 0.6,
    "classifier": {"kind": "logistic-regression"},
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    from sklearn.datasets import load_digits

    x, y = load_digits(return_X_y=True)
    np.savez(tmp_path / "digits.npz", points=x[:800] / 16, labels=y[:800])
    return tmp_path / "digits.npz"


def _run(file: Path, scratch: Path, **parameters: object):
    chosen = {"balls": 60, "samples": 100, "radius": 0.1, **parameters}
    return HIGH_DIMENSIONAL.run(
        Run({"points": file}, HIGH_DIMENSIONAL.parameters.model_validate(chosen), 1, 0.95, scratch)
    )


@pytest.mark.slow
def test_registered_method(file: Path, tmp_path: Path) -> None:
    assert isinstance(HIGH_DIMENSIONAL, Method)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    result = _run(file, scratch, classifier={"kind": "logistic-regression"})
    restated = {"pmi_as_drawn", "p_alike", "p_alike_within", "conceded_mass"}  # only with operation beside
    assert set(result.measures) == set(HIGH_DIMENSIONAL.measures) - restated
    pmi = result.measures["pmi"]
    assert pmi.lower is not None
    assert pmi.upper is not None
    assert 0 <= pmi.lower <= pmi.value <= pmi.upper <= 1
    assert result.measures["pmi_eqn15"].reproduction_only
    curve = next(f for f in result.figures if f.form == "lines")
    assert curve.data["series"][0]["x"][-1] == 60
    assert len(result.assumptions) == 3


@pytest.mark.slow
def test_splitting_needs_scores(file: Path, tmp_path: Path) -> None:
    with pytest.raises(InputProblem, match=r"expected a model with scores .*RandomForest.*Use estimator smc"):
        _run(file, tmp_path, estimator="amls", classifier={"kind": "random-forest"})
    failures = [{"true": "3", "predicted": "8", "severity": 0.5}]
    with pytest.raises(InputProblem, match=r"failures that count 1 each: pmi is a probability"):
        _run(file, tmp_path, estimator="amls", classifier={"kind": "logistic-regression"}, failures=failures)


def test_no_separation_no_radius(tmp_path: Path) -> None:
    x = np.random.default_rng(0).random((200, 5))
    np.savez(tmp_path / "p.npz", points=np.concatenate([x, x[:1]]), labels=[*([0, 1] * 100), 1])
    checked = HIGH_DIMENSIONAL.parameters.model_validate({"classifier": {"kind": "logistic-regression"}})
    with pytest.raises(InputProblem, match=r"r̂ = 0.*state `radius`"):
        HIGH_DIMENSIONAL.run(Run({"points": tmp_path / "p.npz"}, checked, 1, 0.95, tmp_path))


@pytest.mark.slow
def test_pmi_of_digits_against_a_long_simulation(tmp_path: Path) -> None:
    """The truth over the balls by 20,000 samples in each; the method's λ by splitting agree with it one by one."""
    data, classifier, design, plan = _digits(radius=0.2)
    result = assess_high(data, classifier, design, replace(plan, estimation=Estimation("amls")))
    ends = (np.zeros(64), np.ones(64))
    balls = Balls.around(data.points[result.order], data.labels[result.order], 0.2, ends)
    long = estimate(classifier, balls, 1.0 - np.eye(10), Estimation("smc", 20_000), 5)
    truth = long.value.mean()
    assert truth > 0.01
    spread = np.sqrt(result.noise**2 + long.variance.sum() / len(balls) ** 2)
    assert result.bound.value == pytest.approx(truth, abs=4 * spread)
    assert result.bound.lower <= truth <= result.bound.upper
    often = (long.value > 0.002) & (long.value < 0.9)
    off = (result.runs.value - long.value)[often] / np.sqrt(result.runs.variance + long.variance)[often]
    assert often.sum() >= 10
    assert np.sqrt(np.mean(off**2)) < 2


@pytest.mark.slow
def test_a_killed_run_goes_on_and_ends_as_if_it_had_not_been(file: Path, tmp_path: Path) -> None:
    code = (
        "import sys\nfrom pathlib import Path\n"
        "from casegen_evidence.method import Checkpoints, Run\nfrom casegen_evidence.ram.method import HIGH_DIMENSIONAL as method\n"
        f"p = method.parameters.model_validate({_KILLED!r})\n"
        "method.run(Run({'points': Path(sys.argv[1])}, p, 1, 0.95, Checkpoints(sys.argv[2])))\n"
    )
    scratch, whole = tmp_path / "scratch", tmp_path / "whole"
    scratch.mkdir()
    whole.mkdir()
    child = subprocess.Popen([sys.executable, "-c", code, str(file), str(scratch)])
    end = time.monotonic() + 60
    while len(list(scratch.glob("balls-*.npz"))) < 2 and child.poll() is None and time.monotonic() < end:
        time.sleep(0.005)
    child.send_signal(signal.SIGKILL)
    assert child.wait() == -signal.SIGKILL
    kept = {path: path.stat().st_mtime_ns for path in scratch.glob("balls-*.npz")}
    assert len(kept) >= 2
    again = _run(file, Checkpoints(scratch), **_KILLED)
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    assert len(list(scratch.glob("balls-*.npz"))) > len(kept)
    plain = _run(file, whole, **_KILLED)
    assert again.measures == plain.measures
    assert again.figures == plain.figures


@pytest.mark.slow
def test_a_requirement_is_drawn_and_its_verdict_reported(file: Path, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    result = _run(
        file, tmp_path / "a", requirement=0.3, balls=150, classifier={"kind": "logistic-regression"}
    )
    assert any(note.startswith("After 100 balls the requirement is met; 50 more") for note in result.notes)
    curve = next(f for f in result.figures if f.form == "lines")
    assert curve.data["series"][-1] == {"name": "requirement", "x": [10, 100], "y": [0.3, 0.3]}


def test_a_ball_given_up_is_reported_as_at_most_the_floor(tmp_path: Path) -> None:
    """Two classes far apart: no failure can be reached, and nothing proves it for lack of bounds."""
    rng = np.random.default_rng(0)
    x = np.concatenate([rng.random((80, 3)) * 0.1, 0.9 + rng.random((80, 3)) * 0.1])
    data = labelled(x, np.repeat([0, 1], 80))

    class Far:
        def predict(self, points):
            return self.scores(points).argmax(axis=1)

        def scores(self, points):
            middle = points.sum(axis=1) - 1.5
            return np.stack([-middle, middle], axis=1)

    settings = Splitting(50, moves=5, log_floor=float(np.log(1e-6)))
    plan = HighPlan(
        radius=0.1, domain=(0.0, 1.0), balls=40, latent=2, estimation=Estimation("amls", splitting=settings)
    )
    result = assess_high(data, adapt(Far(), data.classes), np.arange(160) % 2 == 0, plan)
    assert result.runs.floored.all()
    assert result.runs.value == pytest.approx(np.full(40, 1e-6))
    assert result.noise == 0
    assert "40 balls are counted at the floor of the splitting, ≤ 1e-06: at most that." in _notes(result)


def test_points_on_a_grid_are_refused_with_advice_that_helps(tmp_path: Path) -> None:
    """In high dimension no bandwidth can be stated; cells of the low dimension hold one place each."""
    rng = np.random.default_rng(1)
    points = np.floor(rng.random((200, 2)) * 5) / 5 + 0.1
    np.savez(tmp_path / "p.npz", points=points, labels=(points[:, 1] > 0.5).astype(int))
    inputs = {"points": tmp_path / "p.npz"}
    chosen = {"classifier": {"kind": "logistic-regression"}, "radius": 0.01, "balls": 30, "samples": 50}
    high = HIGH_DIMENSIONAL.parameters.model_validate(chosen)
    with pytest.raises(InputProblem, match=r"stand on 25 places there.*ram-low-dimensional") as problem:
        HIGH_DIMENSIONAL.run(Run(inputs, high, 1, 0.95, tmp_path))
    assert "`bandwidth`" not in str(problem.value)
    low = LOW_DIMENSIONAL.parameters.model_validate(
        {"classifier": {"kind": "decision-tree"}, "domain": [[0, 1], [0, 1]], "cells": 5, "bandwidth": 0.1}
    )
    assert LOW_DIMENSIONAL.run(Run(inputs, low, 1, 0.95, tmp_path)).measures["pmi"].upper < 0.1


def test_few_design_points_are_refused_without_a_bandwidth_to_state() -> None:
    with pytest.raises(InputProblem, match="expected at least 10 design points") as problem:
        latent_profile(np.random.default_rng(0).random((9, 2)), np.zeros((1, 2)), 1)
    assert "`bandwidth`" not in str(problem.value)
