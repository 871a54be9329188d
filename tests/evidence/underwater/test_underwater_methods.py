"""The registered methods of the underwater example, tiny; all of them run the network and so need torch."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import InputProblem, Method, Result, Run
from casegen_underwater import network, scenes
from casegen_underwater.data import Truth
from casegen_underwater.dependability_method import DEPENDABILITY_OF_SITE
from casegen_underwater.described import conditions, described
from casegen_underwater.detection_method import VIEW_DETECTION
from casegen_underwater.metrics_method import METRICS_OF_FRAMES
from casegen_underwater.monitor_method import MONITOR
from casegen_underwater.ram_method import RAM
from casegen_underwater.training_method import TRAINING
from casegen_underwater.truth_comparison import beside, factor

RELEASE = Path(__file__).parents[3] / "examples" / "auv" / "baselines" / "r0.1" / "files"
SHIPPED = RELEASE / "data" / "network-normal.npz"
METHODS: Mapping[str, Method] = {
    m.name: m for m in (TRAINING, RAM, DEPENDABILITY_OF_SITE, METRICS_OF_FRAMES, MONITOR, VIEW_DETECTION)
}


def needs_torch() -> None:
    pytest.importorskip("torch", reason="running the network needs the extra torch")


def call(method: Method, folder: Path, given: Path | None = SHIPPED, **parameters: Any) -> Result:
    folder.mkdir(exist_ok=True)
    inputs = {} if given is None else {"network": given}
    checked = method.parameters.model_validate(parameters)
    return method.run(Run(inputs, checked, seed=1, confidence=0.975, scratch=folder))


def tell_everything(method: Method, result: Result) -> None:
    """Every measure is announced, lies within its limits, and comes with words."""
    assert set(result.measures) <= set(method.measures)
    for name, m in result.measures.items():
        assert m.kind == method.measures[name][0], name
        assert m.lower is None or m.lower <= m.value + 1e-12, name
        assert m.upper is None or m.value <= m.upper + 1e-12, name
    assert result.tables
    assert result.assumptions


@pytest.mark.parametrize("name", sorted(METHODS))
def test_methods_are_registered(name: str) -> None:
    from importlib.metadata import entry_points

    (result,) = entry_points(group="casegen.evidence_methods", name=name)
    assert result.load() is METHODS[name]


def test_every_scene_has_a_category_of_every_variable() -> None:
    words = described(scenes.draw("testing", np.random.default_rng(1), 300))
    for name, categories in conditions().items():
        assert set(words[name].tolist()) <= set(categories)


def test_truth_counts_the_failures_that_are_asked_for() -> None:
    counts = np.zeros((6, 6), dtype=np.int64)
    tank, ball = scenes.ASSETS.index("gas-tank"), scenes.ASSETS.index("floating-ball")
    counts[tank, tank], counts[tank, ball], counts[ball, tank] = 990, 3, 7
    truth = Truth(counts)
    assert (truth.failures("any"), truth.failures("safety-related")) == (10, 3)
    true = truth.measure("any", 0.99, "x")
    assert true.value == 0.01
    (row,) = beside([("pmi", true, true)]).rows
    assert row[-1] == "yes"
    assert factor(true, true, "x").value == pytest.approx(true.upper / 0.01)  # type: ignore[operator]


@pytest.mark.parametrize("spoil", ["missing", "shape", "infinite", "text"])
def test_a_file_that_is_no_network_is_refused(spoil: str, tmp_path: Path) -> None:
    path = tmp_path / "network.npz"
    weights = {name: np.zeros(shape, np.float32) for name, shape in network._shapes().items()}
    if spoil == "missing":
        del weights["dense.bias"]
    if spoil == "shape":
        weights["conv1.bias"] = np.zeros(3, np.float32)
    if spoil == "infinite":
        weights["answer.bias"][0] = np.inf
    network.save(weights, path)
    if spoil == "text":
        path.write_text("weights", "utf-8")
    with pytest.raises(InputProblem, match="expected"):
        network.load(path)


@pytest.mark.slow
def test_training_learns_repeats_and_goes_on_after_a_kill(tmp_path: Path) -> None:
    needs_torch()
    from casegen_underwater.training import Settings, train

    small = Settings(frames=1500, epochs=2, epsilon=0.03)
    whole = train(3, small, scratch=None)
    with pytest.raises(KeyboardInterrupt):
        train(3, small, _kill, _made(tmp_path / "scratch"))
    again = train(3, small, scratch=tmp_path / "scratch")
    assert again.curve == whole.curve
    assert all(np.array_equal(again.weights[n], w) for n, w in whole.weights.items())
    assert whole.curve[-1][2] < 0.75, "worse than always answering the most frequent asset"


@pytest.mark.slow
def test_training_method_compares_with_what_is_shipped(tmp_path: Path) -> None:
    needs_torch()
    result = call(TRAINING, tmp_path, frames=1000, epochs=1, held=400, attacked=50)
    tell_everything(TRAINING, result)
    assert result.measures["same_answers"].value < 1
    assert {f.form for f in result.figures} == {"lines", "image"}


@pytest.mark.slow
def test_ram_sets_its_bound_beside_the_truth(tmp_path: Path) -> None:
    needs_torch()
    sizes: dict[str, Any] = {
        "design": 200,
        "balls": 60,
        "attacked": 20,
        "truth": 2000,
        "particles": 20,
        "moves": 2,
    }
    result = call(RAM, tmp_path / "amls", failures="any", encoder="pca", **sizes)
    tell_everything(RAM, result)
    m = result.measures
    assert m["pmi"].upper is not None
    assert m["pmi"].upper >= m["true_pmi"].value
    assert m["bound_over_truth"].value == pytest.approx(m["pmi"].upper / m["true_pmi"].value)
    related = call(RAM, tmp_path / "smc", encoder="pca", estimator="smc", samples=20, **sizes)
    assert related.measures["true_pmi"].value < m["true_pmi"].value


@pytest.mark.slow
def test_dependability_of_a_site_is_that_of_its_simulation(tmp_path: Path) -> None:
    needs_torch()
    result = call(DEPENDABILITY_OF_SITE, tmp_path, site="night", tests=6000, truth=4000)
    tell_everything(DEPENDABILITY_OF_SITE, result)
    m = result.measures
    for name in ("dependability", "task_undependability", "harmful_undependability"):
        low, high, true = m[name].lower, m[name].upper, m[f"true_{name}"]
        assert low is not None
        assert high is not None
        assert true.lower is not None
        assert true.upper is not None
        assert low <= true.upper, name
        assert true.lower <= high, name
    assert m["misclassification"].value == pytest.approx(1 - m["dependability"].value)


@pytest.mark.slow
def test_all_eight_metrics_come_out(tmp_path: Path) -> None:
    needs_torch()
    sizes = {"training_frames": 500, "frames": 1500, "attacked": 30, "explained": 20}
    result = call(METRICS_OF_FRAMES, tmp_path, **sizes)
    tell_everything(METRICS_OF_FRAMES, result)
    wanted = {"scenario_coverage", "neuron_activation", "pattern_deviation", "confidence_loss", "performance"}
    wanted |= {"interpretation_precision", "occlusion_covering", "weighted_confusion", "adversarial_error"}
    assert wanted <= set(result.measures)
    loss, clean = result.measures["adversarial_error"].value, result.measures["clean_error"].value
    assert loss > clean


@pytest.mark.slow
def test_monitor_is_judged_on_frames_of_its_own(tmp_path: Path) -> None:
    needs_torch()
    sizes = {"fit": 400, "calibration": 1500, "frames": 3000, "truth": 2000}
    result = call(MONITOR, tmp_path, hazard="any", profile="night", **sizes)
    tell_everything(MONITOR, result)
    m = result.measures
    assert m["safety_gain"].value + m["residual_hazard"].value == pytest.approx(m["hazard"].value)
    assert 0 < m["recall"].value < 1
    assert m["availability_cost"].value < 0.1


def _kill(done: float, what: str) -> None:
    raise KeyboardInterrupt


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


@pytest.mark.slow
def test_two_processes_give_the_same_to_the_bit(tmp_path: Path) -> None:
    needs_torch()
    sizes = {"design": 200, "balls": 130, "attacked": 20, "truth": 20_000, "particles": 20, "moves": 2}
    parameters = RAM.parameters.model_validate({"encoder": "pca", "failures": "any", **sizes})
    results = []
    for jobs in (1, 2):
        scratch = _made(tmp_path / f"{jobs}")
        run = Run({"network": SHIPPED}, parameters, seed=1, confidence=0.975, scratch=scratch, jobs=jobs)
        results.append(RAM.run(run).measures)
    assert results[0] == results[1]
