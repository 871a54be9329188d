"""The registered method, whole: what it measures, what it refuses, and that it repeats to the bit."""

import csv
import json
from importlib.metadata import EntryPoint
from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.bounds.distribution import beta_of
from casegen_evidence.method import InputProblem, Method, Result, Run
from casegen_evidence.models import adapt
from casegen_evidence.ram import low
from casegen_evidence.ram.data import conflicting, labelled, read
from casegen_evidence.ram.method import LOW_DIMENSIONAL
from casegen_evidence.ram.problems import ASSETS, PROBLEMS, exact_pmi, underwater_assets, write_csv


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "points.csv"
    write_csv(underwater_assets(), path, 2000, seed=3)
    return path


def _run(path: Path, scratch: Path, jobs: int = 1, **parameters: object) -> Result:
    chosen = {"cells": 60, "domain": [(0, 1), (0, 1)], "samples": 50_000, **parameters}
    checked = LOW_DIMENSIONAL.parameters.model_validate(chosen)
    return LOW_DIMENSIONAL.run(Run({"points": path}, checked, 5, 0.95, scratch, jobs))


@pytest.mark.slow
def test_it_satisfies_the_contract(file: Path, tmp_path: Path) -> None:
    assert isinstance(LOW_DIMENSIONAL, Method)
    result = _run(file, tmp_path)
    restated = {"pmi_as_drawn", "p_alike", "p_alike_within", "conceded_mass"}  # only with operation beside
    restated |= {"mean_severity"}  # only where severities differ from 1
    assert set(result.measures) == set(LOW_DIMENSIONAL.measures) - restated
    for name, measure in result.measures.items():
        assert measure.kind == LOW_DIMENSIONAL.measures[name][0]
        assert 0 <= measure.value <= 1
        if measure.upper is not None:
            assert (measure.lower or 0) <= measure.value <= measure.upper <= 1
    assert result.measures["pmi_eqn13"].reproduction_only
    assert not result.measures["pmi"].reproduction_only
    assert len(result.assumptions) == 3
    figures = {f.title: f for f in result.figures}
    assert figures["Operational profile"].form == "heatmap"
    data = [dict(f.data) for f in result.figures]
    assert len(json.dumps(data)) < 300_000
    for figure in result.figures:
        assert figure.alt
    for table in result.tables:
        assert all(len(row) == len(table.columns) for row in table.rows)


@pytest.mark.slow
def test_it_repeats_to_the_bit_whatever_the_jobs(file: Path, tmp_path: Path) -> None:
    spec = {"classifier": {"kind": "logistic-regression"}}
    one = _run(file, tmp_path / "a", 1, **spec) if (tmp_path / "a").mkdir() is None else None
    (tmp_path / "b").mkdir()
    two = _run(file, tmp_path / "b", 2, **spec)
    assert one == two


@pytest.mark.slow
def test_another_seed_gives_another_split(file: Path, tmp_path: Path) -> None:
    spec = LOW_DIMENSIONAL.parameters.model_validate({"cells": 40})
    runs = [LOW_DIMENSIONAL.run(Run({"points": file}, spec, s, 0.95, tmp_path)) for s in (1, 2)]
    assert runs[0].measures["acu"].value != runs[1].measures["acu"].value


@pytest.mark.slow
def test_only_the_misclassifications_that_count(file: Path, tmp_path: Path) -> None:
    tree = {"kind": "decision-tree", "options": {"max_depth": 2}}
    every = _run(file, tmp_path, classifier=tree).measures
    pairs = [{"true": c, "predicted": "docking-cage"} for c in ASSETS[:-1]]
    some = _run(file, tmp_path, classifier=tree, failures=pairs).measures
    assert some["test_error"] == every["test_error"]
    assert some["test_failure"].value < every["test_failure"].value
    half = [{**p, "severity": 0.5} for p in pairs]
    weighed = _run(file, tmp_path, classifier=tree, failures=half).measures
    assert weighed["test_failure"] == some["test_failure"]
    assert weighed["pmi"].upper == some["pmi"].upper, "a probability, whatever the severity"
    graded = weighed["mean_severity"]
    assert (graded.kind, graded.value) == ("score", pytest.approx(some["test_failure"].value / 2))
    assert graded.upper == pytest.approx(some["pmi"].upper / 2)
    assert "mean_severity" not in some


@pytest.mark.slow
def test_inputs_from_operation_narrow_what_is_seen(file: Path, tmp_path: Path) -> None:
    tree = {"kind": "decision-tree", "options": {"max_depth": 2}}
    inputs, _ = underwater_assets().sample(20_000, 77)
    np.savez(tmp_path / "operation.npz", points=inputs)
    parameters = LOW_DIMENSIONAL.parameters.model_validate(
        {"cells": 60, "domain": [(0, 1), (0, 1)], "classifier": tree}
    )
    paths = {"points": file, "operation": tmp_path / "operation.npz"}
    with_inputs = LOW_DIMENSIONAL.run(Run(paths, parameters, 5, 0.95, tmp_path))
    without = _run(file, tmp_path, classifier=tree)
    assert with_inputs.measures["pmi"].upper > 0
    assert with_inputs.measures["pmi_voted"].upper < without.measures["pmi_voted"].upper


def test_hidden_and_seen_failures_account_for_every_failure() -> None:
    from casegen_evidence.ram.sound import Evaluation, hidden_failures, seen_failures
    from casegen_evidence.ram.unastuteness import exact_unastuteness

    problem = PROBLEMS["checkerboard"]()
    data = labelled(*problem.sample(3000, 1))
    design = np.arange(3000) < 1000
    from sklearn.tree import DecisionTreeClassifier

    classifier = adapt(DecisionTreeClassifier(max_depth=6, random_state=0).fit(
        data.points[design], data.labels[design]), data.classes)  # fmt: skip
    assessment = low.assess(
        data, classifier, design, low.CellPlan(((0, 1), (0, 1)), (30, 30), bandwidth=0.05)
    )
    severity = 1.0 - np.eye(2)
    held = Evaluation(data.points[~design], data.labels[~design], assessment.answers)
    shares = exact_unastuteness(classifier, assessment.cells, severity)
    part = (assessment.cells.grid, held.points)
    seen = seen_failures(*part, held.answers, shares, severity)
    hidden = hidden_failures(*part, held.labels, held.answers, shares, severity)
    failed = severity[held.labels, held.answers]
    assert failed.sum() > 50
    assert np.all(seen + hidden >= failed)
    assert np.all(hidden <= failed)


@pytest.mark.parametrize("name", sorted(PROBLEMS))
def test_exact_pmi_agrees_with_counting(name: str) -> None:
    problem = PROBLEMS[name]()

    def predict(points: np.ndarray) -> np.ndarray:
        return np.where(points[:, 0] + 0.2 * points[:, 1] > 0.6, 1, 0)

    truth, error = exact_pmi(problem, predict, resolution=300)
    points, labels = problem.sample(200_000, 4)
    counted = np.mean(predict(points) != labels)
    assert error < 1e-4
    assert truth == pytest.approx(counted, abs=5 * np.sqrt(truth / 200_000) + 1e-4)


@pytest.mark.parametrize("name", sorted(PROBLEMS))
def test_problems_keep_their_separation_and_density(name: str) -> None:
    from casegen_evidence.ram.separation import separation

    problem = PROBLEMS[name]()
    points, labels = problem.sample(5000, 5)
    assert separation(points, labels).radius >= problem.separation - 1e-9
    nodes = (np.arange(600) + 0.5) / 600
    spots = np.stack(np.meshgrid(nodes, nodes), axis=-1).reshape(-1, 2)
    assert problem.density(spots).mean() == pytest.approx(1, rel=0.02)


def test_severe_pairs_in_the_exact_pmi() -> None:
    problem = underwater_assets()

    def predict(points: np.ndarray) -> np.ndarray:
        return np.zeros(len(points), dtype=np.int64)

    truth, _ = exact_pmi(problem, predict, {(5, 0): 0.5}, resolution=20)
    assert truth == pytest.approx(0.5 * 0.08)


def _write(path: Path, rows: list[list[object]]) -> Path:
    with path.open("w", newline="") as stream:
        csv.writer(stream).writerows([["x1", "x2", "label"], *rows])
    return path


GOOD = [[0.1 + 0.01 * i, 0.2 + 0.02 * (i % 7), i % 2] for i in range(40)]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            [*GOOD, ["nan", 0.1, 0]],
            r"points.csv:42, column x1: no value \(.nan.\) where a number is expected",
        ),
        ([*GOOD, ["abc", 0.1, 0]], r"points.csv:42, column x1: expected a finite number, found 'abc'"),
        ([*GOOD, [0.1, 0.2]], r"points.csv:42: 2 values where the header names 3 columns"),
        ([[r[0], 0.5, r[2]] for r in GOOD], r"x2 is 0.5 in all 40 rows"),
        ([[*r[:2], "cat"] for r in GOOD], r"two classes or more; all 40 have label 'cat'"),
        ([], r"expected a header and at least one row"),
    ],
    ids=["nan", "text", "short-row", "constant", "one-class", "empty"],
)
def test_bad_data_is_refused_with_its_place(tmp_path: Path, rows: list[list[object]], message: str) -> None:
    with pytest.raises(InputProblem, match=message):
        _run(_write(tmp_path / "points.csv", rows), tmp_path)


@pytest.mark.slow
def test_coinciding_points_of_different_labels(tmp_path: Path) -> None:
    rows = [*GOOD, *[[r[0], r[1], 1 - r[2]] for r in GOOD[:3]]]
    path = _write(tmp_path / "points.csv", rows)
    assert conflicting(read(path)) == 6
    checked = LOW_DIMENSIONAL.parameters.model_validate({"bandwidth": 0.1})
    with pytest.raises(InputProblem, match=r"r̂ = 0: points coincide.*state `cells`"):
        LOW_DIMENSIONAL.run(Run({"points": path}, checked, 0, 0.95, tmp_path))
    result = _run(path, tmp_path, cells=10, bandwidth=0.1)
    assert any("6 points coincide" in note for note in result.notes)


@pytest.mark.slow
def test_too_many_cells_says_how_many_would_fit(file: Path, tmp_path: Path) -> None:
    with pytest.raises(
        InputProblem,
        match=r"at most 10,000 cells \(most_cells\); found 90,000.*leave out 0.\d+ of the .*`cells` \(99, 99\)",
    ):
        _run(file, tmp_path, cells=300, most_cells=10_000)
    fits = _run(file, tmp_path, cells=99, most_cells=10_000)
    assert fits.measures["pmi"].upper < 0.2


@pytest.mark.slow
def test_cells_follow_from_the_separation(file: Path, tmp_path: Path) -> None:
    checked = LOW_DIMENSIONAL.parameters.model_validate({})
    result = LOW_DIMENSIONAL.run(Run({"points": file}, checked, 0, 0.95, tmp_path))
    rows = {row[0]: row[1] for row in next(t for t in result.tables if t.title == "Partition").rows}
    sides = [float(s) for s in str(rows["cell side"]).split(" × ")]
    assert max(sides) < float(rows["r̂ (half of it, Remark 3)"])


def test_unknown_failure_classes_are_named(file: Path, tmp_path: Path) -> None:
    with pytest.raises(InputProblem, match=r"expected classes among .*docking-cage.*; found submarine"):
        _run(file, tmp_path, failures=[{"true": "submarine", "predicted": "pipe"}])


def test_unknown_options_of_a_classifier(file: Path, tmp_path: Path) -> None:
    with pytest.raises(InputProblem, match=r"options of DecisionTreeClassifier.*found depth"):
        _run(file, tmp_path, classifier={"kind": "decision-tree", "options": {"depth": 3}})
    with pytest.raises(InputProblem, match=r"could not be trained"):
        _run(file, tmp_path, classifier={"kind": "decision-tree", "options": {"max_depth": -3}})


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (lambda x: x, r"an array of shape \(\d+,\); the model returned shape"),
        (lambda x: np.array(["dog"] * len(x)), r"the model answered dog, which the data does not know"),
        (lambda x: 1 / 0, r"the model raised ZeroDivisionError"),
        (object(), r"expected a classifier .* found object"),
    ],
    ids=["shape", "labels", "raises", "no-model"],
)
def test_models_that_misbehave(model: object, message: str) -> None:
    data = labelled(*underwater_assets().sample(300, 0))
    with pytest.raises(InputProblem, match=message):
        low.assess(
            data,
            adapt(model, data.classes),
            np.arange(300) < 150,
            low.CellPlan(shape=(10, 10), bandwidth=0.1),
        )


def test_labels_may_be_numbers_or_words() -> None:
    data = labelled(np.random.default_rng(0).random((20, 2)), [10.0, 9.0] * 10)
    assert data.classes == ("9", "10")
    answer = adapt(lambda x: np.full(len(x), 10.0), data.classes)(data.points)
    assert set(answer) == {1}


def test_torch_modules_and_estimators_are_models_too() -> None:
    torch = pytest.importorskip("torch", reason="needs the extra casegen[torch]")
    net = torch.nn.Linear(2, 3)
    x = np.random.default_rng(1).normal(size=(50, 2))
    scores = x @ net.weight.detach().numpy().T + net.bias.detach().numpy()
    assert np.array_equal(adapt(net, ["a", "b", "c"])(x), scores.argmax(axis=1))
    with pytest.raises(InputProblem, match=r"one column per class; the network returned"):
        adapt(net, ["a", "b"])(x)


@pytest.mark.parametrize(("value", "upper"), [(0.001, 0.003), (0.0, 0.0015), (1e-4, 0.01), (0.02, 0.021)])
def test_the_distribution_carries_the_bound(value: float, upper: float) -> None:
    from scipy.stats import beta

    shape = beta_of(value, upper, 0.95)
    assert shape is not None
    law = beta(shape["alpha"], shape["beta"])
    assert law.ppf(0.95) == pytest.approx(upper, rel=1e-6)
    assert law.mean() >= value * (1 - 1e-6)


@pytest.mark.slow
def test_a_package_may_provide_the_model(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from casegen_evidence import installed

    def first_class(points, labels, classes, seed, options):
        return lambda x: np.full(len(x), classes[0], dtype=object)

    class Point(EntryPoint):
        def load(self):
            return first_class

    monkeypatch.setattr(
        installed, "entry_points", lambda group: [Point("first-class", "package:first_class", group)]
    )
    result = _run(file, tmp_path, classifier={"kind": "provider", "provider": "first-class"})
    assert result.measures["test_error"].value > 0.7
    with pytest.raises(InputProblem, match=r"casegen.providers \(first-class\); found 'other'"):
        _run(file, tmp_path, classifier={"kind": "provider", "provider": "other"})


@pytest.mark.slow
def test_three_and_four_features(tmp_path: Path) -> None:
    """The same problem with further features that carry nothing: the failures stay the same kind."""
    rng = np.random.default_rng(0)
    plane, labels = underwater_assets().sample(600, 1)
    for dimension, cells in ((3, 12), (4, 7)):
        points = np.hstack([plane, rng.random((600, dimension - 2))])
        np.savez(tmp_path / f"{dimension}.npz", points=points, labels=np.array(ASSETS)[labels])
        checked = LOW_DIMENSIONAL.parameters.model_validate({"cells": cells, "samples": 40_000})
        run = Run({"points": tmp_path / f"{dimension}.npz"}, checked, 2, 0.95, tmp_path / str(dimension))
        run.scratch.mkdir()
        result = LOW_DIMENSIONAL.run(run)
        assert result.measures["pmi"].upper < 0.1
        assert len([f for f in result.figures if f.form == "heatmap"]) == 6
