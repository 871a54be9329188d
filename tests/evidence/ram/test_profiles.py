"""Stated profiles: they are distributions, and they have the effect that they state."""

import tempfile
from importlib.metadata import EntryPoint
from pathlib import Path

import numpy as np
import pytest
from casegen_evidence import installed
from casegen_evidence.method import InputProblem, Result, Run
from casegen_evidence.profiles.restatement import KnownShares
from casegen_evidence.ram.grid import Grid
from casegen_evidence.ram.method import LOW_DIMENSIONAL
from casegen_evidence.ram.operation import _beyond, _ratio, _weights
from casegen_evidence.ram.problems import two_boxes
from casegen_evidence.ram.sound import failure_limits, worst_shift
from casegen_evidence.ram.stated import Known, KnownProfile, class_weights
from pydantic import ValidationError

MARGINALS = {
    "uniform": {"kind": "uniform", "low": 0.1, "high": 0.7},
    "normal": {"kind": "normal", "mean": 0.4, "sd": 0.1},
    "cut": {"kind": "normal", "mean": 0.2, "sd": 0.3, "low": 0.0, "high": 0.9},
    "beta": {"kind": "beta", "a": 2.0, "b": 3.0, "low": -0.5, "high": 1.0},
    "histogram": {"kind": "histogram", "edges": [0.0, 0.2, 0.5, 1.0], "shares": [0.5, 0.0, 0.5]},
}
WIDE = Grid((-2.0, -2.0), (3.0, 3.0), (50, 40))


def _known(*names: str, shares: tuple[float, ...] = (1.0,)) -> KnownProfile:
    components = [
        {"share": s, "marginals": {"x1": MARGINALS[n], "x2": MARGINALS["cut"]}}
        for n, s in zip(names, shares, strict=True)
    ]
    return KnownProfile(Known.model_validate({"kind": "known", "components": components}), ["x1", "x2"])


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(MARGINALS))
def test_marginals_agree_with_themselves_and_sum_to_one(name: str) -> None:
    known = _known(name)
    masses = known.masses(WIDE)
    assert [m.sum() for m in masses] == pytest.approx([1.0, 1.0], abs=1e-9)
    marginal = known._parts[0][0]
    u = np.linspace(0.01, 0.49, 40)
    assert marginal.cdf(marginal.quantile(u)) == pytest.approx(u, abs=1e-9)
    x = np.linspace(-1.9, 2.9, 200_001)
    integral = np.concatenate(
        [[0.0], np.cumsum(marginal.pdf(x)[1:] + marginal.pdf(x)[:-1]) / 2 * (x[1] - x[0])]
    )
    assert integral == pytest.approx(marginal.cdf(x), abs=1e-3)


def test_a_mixture_is_drawn_as_its_cells_say() -> None:
    known = _known("uniform", "normal", "histogram", shares=(0.2, 0.5, 0.3))
    masses = known.masses(WIDE)
    op = np.einsum("c,ca,cb->ab", known.shares, *masses)
    assert op.sum() == pytest.approx(1, abs=1e-9)
    drawn = known.sample(100_000, np.random.default_rng(0))
    counted = np.bincount(WIDE.locate(drawn), minlength=WIDE.cells) / 100_000
    error = np.sqrt(op.ravel() / 100_000) + 1e-5
    assert np.max(np.abs(counted - op.ravel()) / error) < 5.5


@pytest.mark.parametrize(
    ("profile", "message"),
    [
        ({"kind": "reweighted", "shares": {"0": 0.5, "1": 0.4}}, "sum to 1; found a sum of 0.9"),
        ({"kind": "known", "components": [{"share": 0.5, "marginals": {"x1": MARGINALS["beta"]}}]}, "sum to 1"),
        ({"kind": "known", "components": [{"marginals": {"x1": {"kind": "uniform", "low": 1, "high": 0}}}]}, "low below high"),
        ({"kind": "known", "components": [{"marginals": {"x1": {"kind": "normal", "mean": 1, "sd": 0}}}]}, "greater than 0"),
    ],
)  # fmt: skip
def test_what_is_no_distribution_is_refused(profile: dict[str, object], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        LOW_DIMENSIONAL.parameters.model_validate({"profile": profile})


def test_class_weights_have_the_operational_shares() -> None:
    labels = np.array([0] * 10 + [1] * 30)
    weights, missing = class_weights({"a": 0.9, "b": 0.05, "c": 0.05}, labels, ("a", "b", "c"))
    assert missing == pytest.approx(0.05)
    assert weights.mean() == pytest.approx(0.95)
    assert weights[:10].sum() / 40 == pytest.approx(0.9)
    with pytest.raises(InputProblem, match=r"classes among a, b, c .* found d"):
        class_weights({"a": 0.5, "d": 0.5}, labels, ("a", "b", "c"))


@pytest.mark.slow
def test_reweighted_limits_cover_where_balanced_ones_would_not() -> None:
    """Balanced tests, one class failing at 10 %, which is 60 % of operation: 300 repetitions."""
    rng, covered, naive = np.random.default_rng(0), 0, 0
    classes = KnownShares(np.repeat([0, 1], 200), np.array([0.6, 0.4]))
    truth = 0.6 * 0.1 + 0.4 * 0.01
    for _ in range(300):
        failed = np.concatenate([rng.random(200) < 0.1, rng.random(200) < 0.01]).astype(float)
        covered += classes.limits(failed, 1.0, 0.975)[2] >= truth
        naive += failure_limits(failed, 1.0, 0.975)[1] >= truth
    assert covered >= 290
    assert naive < covered


@pytest.mark.slow
def test_the_worst_shift_is_the_linear_programme() -> None:
    from scipy.optimize import linprog

    rng = np.random.default_rng(2)
    op, values, shift = rng.dirichlet(np.ones(12)), rng.random(12), 0.3
    # q = op + up - down, both at least 0, of total `shift` at most
    cost = -np.concatenate([values, -values])
    rows = [np.concatenate([np.ones(12), np.zeros(12)])]
    equal = [np.concatenate([np.ones(12), -np.ones(12)])]
    ends = [(0, None)] * 12 + [(0, p) for p in op]
    result = linprog(cost, A_ub=rows, b_ub=[shift], A_eq=equal, b_eq=[0], bounds=ends)
    assert worst_shift(op, values, shift) == pytest.approx(op @ values - result.fun)
    assert worst_shift(op, values, 0.0) == pytest.approx(op @ values)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    points, labels = two_boxes().sample(1200, 1)
    path = tmp_path_factory.mktemp("data") / "points.npz"
    np.savez(path, points=points, labels=labels)
    return path


def _run(file: Path | None, scratch: Path, **parameters: object) -> Result:
    chosen = {"cells": 20, "domain": [(0, 1), (0, 1)], "samples": 5000, "bandwidth": 0.1, **parameters}
    chosen.setdefault("classifier", {"kind": "decision-tree", "options": {"max_depth": 1}})
    checked = LOW_DIMENSIONAL.parameters.model_validate(chosen)
    own = Path(tempfile.mkdtemp(dir=scratch))  # a scratch folder belongs to one run
    return LOW_DIMENSIONAL.run(Run({} if file is None else {"points": file}, checked, 5, 0.95, own))


@pytest.mark.slow
def test_each_profile_changes_what_it_should(file: Path, tmp_path: Path) -> None:
    """A classifier that always answers one class: the pmi is the other class's share."""
    lazy = {
        "classifier": {
            "kind": "gaussian-naive-bayes",
            "options": {"priors": [0.999999, 1e-6], "var_smoothing": 1.0},
        }
    }
    plain = _run(file, tmp_path, **lazy).measures
    assert plain["pmi"].value == pytest.approx(0.5, abs=0.06)
    shares = {"kind": "reweighted", "shares": {"0": 0.9, "1": 0.1}}
    weighed = _run(file, tmp_path, profile=shares, **lazy).measures
    assert weighed["pmi"].value == pytest.approx(0.1, abs=0.03)
    assert weighed["pmi"].lower <= 0.1 <= weighed["pmi"].upper < 0.2
    assert "stated shares" in weighed["pmi"].assumes
    marginals = {
        "x1": {"kind": "uniform", "low": 0.3, "high": 0.7},
        "x2": {"kind": "uniform", "low": 0.2, "high": 0.8},
    }
    known = {"kind": "known", "components": [{"marginals": marginals}], "draws": 3000}
    stated = _run(file, tmp_path, profile=known, **lazy)
    assert stated.measures["pmi"].lower <= 0.5 <= stated.measures["pmi"].upper
    assert "within each stratum" in stated.measures["pmi"].assumes
    shifted = _run(file, tmp_path, total_variation=0.05, **lazy).measures
    assert shifted["pmi"].upper == pytest.approx(plain["pmi"].upper + 0.05)
    assert shifted["pmi"].value == plain["pmi"].value


@pytest.mark.slow
def test_weights_by_stated_densities_cover_with_a_ceiling_known_beforehand() -> None:
    """Points of one stated density, a profile of another, failures where the points are thin: 200 repetitions."""
    profile, sampling = _known("normal"), _known("uniform", "normal", shares=(0.8, 0.2))
    rng, covered, widths = np.random.default_rng(4), 0, []
    fails = lambda x: (np.abs(x[:, 0] - 0.45) < 0.01).astype(float)  # noqa: E731
    truth = float(fails(profile.sample(400_000, rng)).mean())
    drawn = profile.sample(4000, rng)
    for _ in range(200):
        points = sampling.sample(400, rng)
        ratio = _weights(profile, sampling, points, drawn, 0.995)
        value, lower, upper = ratio.limits(fails(points), 1.0, 0.95)
        assert lower <= value <= upper
        covered += upper >= truth
        widths.append(upper)
    assert covered >= 182
    assert np.median(widths) < 3 * truth


@pytest.mark.slow
def test_mass_beyond_the_ceiling_is_bounded_and_not_only_estimated() -> None:
    profile, sampling = _known("uniform", "normal", shares=(0.5, 0.5)), _known("cut")
    rng = np.random.default_rng(4)
    points = sampling.sample(300, rng)
    truth = profile.sample(100_000, rng)
    good = 0
    for _ in range(100):
        ratio = _weights(profile, sampling, points, profile.sample(400, rng), 0.9)
        good += ratio.missing >= _beyond(ratio.ceiling, _ratio(profile, sampling, truth)).mean()
    assert good >= 90


@pytest.mark.slow
def test_a_known_profile_far_from_the_points_concedes_what_they_say_nothing_of(
    file: Path, tmp_path: Path
) -> None:
    marginals = {"x1": {"kind": "uniform", "low": 5, "high": 6}, "x2": MARGINALS["cut"]}
    known = {"kind": "known", "components": [{"marginals": marginals}], "draws": 1000}
    result = _run(file, tmp_path, profile=known, domain=[(0, 6), (0, 1)]).measures
    assert result["pmi"].upper > 0.9
    assert result["p_alike"].value < 0.01
    known["components"][0]["marginals"] = {"x1": MARGINALS["cut"]}
    with pytest.raises(InputProblem, match=r"a marginal for each of x1, x2"):
        _run(file, tmp_path, profile=known)


@pytest.mark.slow
def test_points_of_a_provider(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Point(EntryPoint):
        def load(self):
            return lambda options, seed: (*two_boxes().sample(int(options["n"]), seed), ["left", "right"])

    points = [Point("boxes", "boxes_of_the_test:points", "casegen.data")]
    monkeypatch.setattr(installed, "entry_points", lambda group: points if group == "casegen.data" else [])
    result = _run(None, tmp_path, data={"provider": "boxes", "options": {"n": 400}})
    assert any(note.startswith("400 points of data provider boxes, SHA-256") for note in result.notes)
    with pytest.raises(InputProblem, match=r"casegen.data \(boxes\); found 'other'"):
        _run(None, tmp_path, data={"provider": "other"})
    with pytest.raises(InputProblem, match="found both"):
        _run(file, tmp_path, data={"provider": "boxes"})
    with pytest.raises(InputProblem, match="found neither"):
        _run(None, tmp_path)


@pytest.mark.slow
def test_what_points_say_of_their_own_profile_takes_nothing_from_operation(tmp_path: Path) -> None:
    """Inputs of operation are no draws of the points' profile: counted as such, they put the estimate out of its limits."""
    rng = np.random.default_rng([0, 1580])
    scenes = np.repeat(rng.random((100, 2)), 8, axis=0)
    points = np.clip(scenes + rng.normal(0, 0.01, (800, 2)), 0, 1)
    inputs = rng.random((4000, 2))
    labels = ((points[:, 0] > 0.5) ^ (points < 0.2).all(axis=1)).astype(int)
    np.savez(tmp_path / "points.npz", points=points, labels=labels)
    np.savez(tmp_path / "operation.npz", points=inputs)
    chosen = LOW_DIMENSIONAL.parameters.model_validate(
        {"cells": 12, "samples": 3000, "bandwidth": 0.05, "classifier": {"kind": "decision-tree", "options": {"max_depth": 1}}}
    )  # fmt: skip
    files = {name: tmp_path / f"{name}.npz" for name in ("points", "operation")}
    own = LOW_DIMENSIONAL.run(Run(files, chosen, 0, 0.975, tmp_path)).measures
    assert own["pmi_as_drawn"].value == own["test_failure"].value
    assert own["pmi_as_drawn"].upper == pytest.approx(own["test_failure"].upper)
