"""What a run does not use, since something else takes its place, is refused: no number stands beside it as if it were used."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence import installed
from casegen_evidence.method import InputProblem, Result, Run

NETWORK = {"layout": "NCHW", "output": "scores"}
SEVERITIES = {"severities": {"b": {"a": 5}}, "default": 1}
DOMAIN = {
    "domain": [{"name": "v", "lower": 0, "upper": 1}],
    "operating": {"v": {"distribution": "uniform", "lower": 0, "upper": 1}},
}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    rng = np.random.default_rng(1)
    true, wrong = rng.choice(["a", "b"], 60), rng.random(60) < 0.1
    said = np.where(wrong, np.where(true == "a", "b", "a"), true)
    rows = [f"{w},{t},{p}" for w, t, p in zip(rng.choice(["dry", "rain"], 60), true, said, strict=True)]
    (tmp_path / "answers.csv").write_text("\n".join(["weather,true,predicted", *rows]))
    outcomes = [f"{v:.6f},{'success' if v < 0.9 else 'task failure'}" for v in rng.random(60)]
    (tmp_path / "tests.csv").write_text("\n".join(["v,outcome", *outcomes]))
    np.savez(tmp_path / "layer.npz", relu=np.maximum(rng.normal(size=(60, 8)), 0))
    clean = [f"{c:.4f},{c - 0.1:.4f},{c - 0.2:.4f}" for c in rng.uniform(0.5, 1, 60)]
    (tmp_path / "confidences.csv").write_text("\n".join(["clean,one,two", *clean]))
    np.savez(tmp_path / "maps.npz", heatmaps=rng.random((20, 7, 7)), occluding=rng.random((20, 7, 7)) > 0.5)
    points = [f"{x:.5f},{y:.5f},{'a' if x > y else 'b'}" for x, y in rng.random((60, 2))]
    (tmp_path / "points.csv").write_text("\n".join(["x,y,label", *points]))
    (tmp_path / "network.onnx").write_bytes(b"no network, and never opened")
    return tmp_path


def ran(folder: Path, name: str, inputs: dict[str, str], **parameters: Any) -> Result:
    [entry] = entry_points(group="casegen.evidence_methods", name=name)
    method: Any = entry.load()
    given = {role: folder / file for role, file in inputs.items()}
    stated = method.parameters.model_validate(parameters)
    result: Result = method.run(Run(given, stated, seed=1, confidence=0.95, scratch=folder))
    return result


BESIDE_ANSWERS: dict[str, tuple[dict[str, str], dict[str, Any], list[dict[str, Any]]]] = {
    "nn-weighted-confusion": (
        {"predictions": "answers.csv"}, SEVERITIES,
        [{"network": NETWORK}, {"network": {"provider": "own"}}, {"network": {"classes": ["a", "b"]}}],
    ),
    "nn-scenario-performance": (
        {"predictions": "answers.csv"}, {"by": ["weather"]},
        [{"network": NETWORK}, {"network": {"provider": "own", "options": {"deep": True}}}],
    ),
    "nn-neuron-activation": (
        {"activations": "layer.npz"}, {},
        [{"provider": "own"}, {"layout": "NCHW"}, {"preprocessing": {"divide": 255}}, {"options": {"deep": True}}],
    ),
    "nn-adversarial-loss": (
        {"confidences": "confidences.csv"}, {}, [{"epsilon": 0.3}, {"layout": "NCHW"}, {"classes": ["a", "b"]}],
    ),
    "nn-interpretation": ({"maps": "maps.npz"}, {"threshold": 0.4}, [{"patch": 3}, {"stride": 2}]),
    "ml-dependability": ({"tests": "tests.csv"}, DOMAIN, []),
}  # fmt: skip


@pytest.mark.parametrize("name", BESIDE_ANSWERS)
def test_a_model_beside_answers_is_refused(files: Path, name: str) -> None:
    inputs, parameters, others = BESIDE_ANSWERS[name]
    assert ran(files, name, inputs, **parameters).measures
    with pytest.raises(InputProblem, match=r"the input `model` plays no part beside .* Leave it out"):
        ran(files, name, {**inputs, "model": "network.onnx"}, **parameters)
    for other in others:
        with pytest.raises(
            InputProblem, match=rf"`{next(iter(other))}.*no part beside .*\. Leave (it|them) out"
        ):
            ran(files, name, inputs, **parameters, **other)


def test_what_no_scheme_and_no_monitor_looks_at_is_refused(files: Path) -> None:
    rng = np.random.default_rng(4)
    rows = [
        f"{t},{p},{a}"
        for t, p, a in zip(*rng.choice(["a", "b"], (2, 60)), rng.integers(0, 2, 60), strict=True)
    ]
    (files / "outcomes.csv").write_text("\n".join(["true,predicted,alarm", *rows]))
    outcomes = {"outcomes": "outcomes.csv"}
    assert ran(files, "monitor-evaluation", outcomes).measures
    assert ran(files, "monitor-evaluation", outcomes, compare=["severities"], **SEVERITIES).measures
    for stated in ({"severities": {"b": {"a": 5}}}, {"default": 1}, {"boxes": {"score": 0.5}}):
        with pytest.raises(
            InputProblem, match=rf"`{next(iter(stated))}.*plays no part beside the scheme model-errors"
        ):
            ran(files, "monitor-evaluation", outcomes, **stated)
    parts = dict.fromkeys(("training", "calibration", "evaluation"), "layer.npz")
    for named in (["max-softmax"], ["max-softmax", "autoencoder"]):
        with pytest.raises(InputProblem, match=r"`layer` plays no part beside .*, which looks at no layer"):
            ran(files, "monitor-detectors", parts, monitor=named[0], compare=named[1:], layer="relu")


@pytest.mark.parametrize("name", ["condition", "draws"])
def test_what_no_observed_run_and_no_joint_draw_needs_is_refused(files: Path, name: str) -> None:
    stated = {"condition": "winter", "draws": 2000}[name]
    with pytest.raises(InputProblem, match=rf"`{name}` plays no part beside"):
        ran(files, "ml-dependability", {"tests": "tests.csv"}, **DOMAIN, **{name: stated})


def test_a_stated_default_says_nothing(files: Path) -> None:
    inputs, parameters, _ = BESIDE_ANSWERS["nn-weighted-confusion"]
    plain = ran(files, "nn-weighted-confusion", inputs, **parameters)
    stated = ran(
        files, "nn-weighted-confusion", inputs, **parameters, network={"layout": None, "classes": []}
    )
    assert plain.measures == stated.measures


def test_of_several_metrics_one_must_use_the_model(files: Path) -> None:
    inputs = {"predictions": "answers.csv", "activations": "layer.npz"}
    both = {"confusion": SEVERITIES, "activation": {}}
    assert ran(files, "nn-metrics", inputs, **both).measures
    with pytest.raises(InputProblem, match="the input `model` plays no part"):
        ran(files, "nn-metrics", {**inputs, "model": "network.onnx"}, **both)
    with pytest.raises(
        InputProblem, match=r"`network\.provider` plays no part beside the answers in answers.csv"
    ):
        ran(files, "nn-metrics", inputs, confusion={**SEVERITIES, "network": {"provider": "own"}})
    rng = np.random.default_rng(2)
    np.savez(files / "pictures.npz", images=rng.random((30, 8, 8)))
    with pytest.raises(
        InputProblem, match="the file is cut, or is none"
    ):  # the activations ask it, the table does not
        ran(files, "nn-metrics", {**inputs, "activations": "pictures.npz", "model": "network.onnx"},
            confusion=SEVERITIES, activation={"layer": "relu"})  # fmt: skip


@pytest.mark.parametrize("name", ["ram-low-dimensional", "ram-high-dimensional"])
def test_a_classifier_has_no_part_of_another_kind(files: Path, name: str) -> None:
    own: dict[str, Any] = {"radius": 0.01} if name == "ram-high-dimensional" else {}
    with pytest.raises(InputProblem, match="the input `model` plays no part beside a classifier of kind svm"):
        ran(files, name, {"points": "points.csv", "model": "network.onnx"}, classifier={"kind": "svm"}, **own)
    with pytest.raises(InputProblem, match=r"`classifier\.provider` plays no part beside .* of kind svm"):
        ran(files, name, {"points": "points.csv"}, classifier={"kind": "svm", "provider": "own"}, **own)
    with pytest.raises(InputProblem, match=r"`classifier\.options` plays no part beside .* of kind skops"):
        ran(files, name, {"points": "points.csv", "model": "network.onnx"},
            classifier={"kind": "skops", "options": {"depth": 3}}, **own)  # fmt: skip


def test_a_function_returns_labels_to_the_ram_and_probabilities_to_metrics(
    files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As documented; the other one is refused."""

    def scores(x: Any) -> Any:
        p = np.clip(np.asarray(x).reshape(len(x), -1)[:, :1], 0, 1)
        return np.hstack([1 - p, p])

    def labels(x: Any) -> Any:
        return np.where(scores(x)[:, 1] > 0.5, "b", "a")

    rng = np.random.default_rng(3)
    inputs = rng.random((60, 2))
    np.savez(files / "inputs.npz", inputs=inputs, true=labels(inputs))
    network = {"provider": "own", "classes": ["a", "b"]}
    ram = {"radius": 0.01, "balls": 20, "samples": 20, "classifier": {"kind": "provider", "provider": "own"}}
    for returned, good, bad in ((scores, "nn-weighted-confusion", "ram-high-dimensional"),
                                (labels, "ram-high-dimensional", "nn-weighted-confusion")):  # fmt: skip

        class Point(EntryPoint):
            def load(self, made: Any = returned) -> Any:
                return lambda points, labels, classes, seed, options: made

        monkeypatch.setattr(
            installed, "entry_points", lambda group, point=Point: [point("own", "own:own", group)]
        )
        calls: dict[str, Any] = {
            "nn-weighted-confusion": ({"predictions": "inputs.npz"}, {**SEVERITIES, "network": network}),
            "ram-high-dimensional": ({"points": "points.csv"}, ram),
        }
        assert ran(files, good, calls[good][0], **calls[good][1]).measures
        with pytest.raises(InputProblem, match=r"Return class labels, not scores|the model's probabilities"):
            ran(files, bad, calls[bad][0], **calls[bad][1])
