"""A newcomer's torch CNN, its ONNX export and a forest: every metric, monitor, RAM and dependability; torch equals ONNX."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from casegen_evidence import installed as packages
from casegen_evidence.dependability.method import DEPENDABILITY
from casegen_evidence.method import InputProblem, Result
from casegen_evidence.models.onnx_graph import node_outputs
from casegen_evidence.monitors.detectors_method import DETECTORS
from casegen_evidence.monitors.names import MonitorName
from casegen_evidence.nnmetrics.adversarial_method import ADVERSARIAL_LOSS
from casegen_evidence.nnmetrics.confusion_method import WEIGHTED_CONFUSION
from casegen_evidence.nnmetrics.metric_summary import METRICS
from casegen_evidence.nnmetrics.metrics_method import NETWORK_METRICS
from casegen_evidence.ram.high_method import HIGH_DIMENSIONAL
from casegen_evidence.ram.method import LOW_DIMENSIONAL
from sklearn.datasets import load_digits
from sklearn.ensemble import RandomForestClassifier

from tests.evidence.monitors.test_detectors_method import CUTS, parts
from tests.evidence.nnmetrics.test_nnmetrics_methods import call
from tests.evidence.nnmetrics.test_own_network import _Point, small_network
from tests.evidence.ram.test_intervals import export, network
from tests.later import later

torch = later("torch", reason="needs the extra casegen[torch]")
pytest.importorskip("onnx", reason="a development-only part: pip install onnx")
pytest.importorskip("onnxruntime", reason="needs the extra casegen[onnx]")
skops_io = later("skops.io", reason="needs the extra casegen[skops]")
KINDS = ("torch", "onnx", "forest")
SHOWN = slice(800, 1000)


class Newcomer:
    """Three models of the same digits, and what an item has to say of each."""

    def __init__(self, folder: Path) -> None:
        x, y = load_digits(return_X_y=True)
        self.folder, self.labels = folder, y
        self.pictures = x.reshape(-1, 1, 8, 8) / 16
        self.module = small_network()
        self.onnx = folder / "cnn.onnx"
        torch.onnx.export(self.module, (torch.zeros(2, 1, 8, 8),), str(self.onnx), dynamo=False,
                          input_names=["pixels"], dynamic_axes={"pixels": {0: "n"}})  # fmt: skip
        forest = RandomForestClassifier(8, max_depth=5, random_state=0).fit(x[:800] / 16, y[:800])
        self.forest = folder / "forest.skops"
        skops_io.dump(forest, self.forest)
        self.relu = next(n for n in node_outputs(self.onnx.read_bytes()) if "Relu" in n)

    def file(self, name: str, **arrays: Any) -> Path:
        path = self.folder / f"{name}.npz"
        np.savez(path, **arrays)
        return path

    def model(self, kind: str) -> dict[str, Path]:
        """The input `model`; the torch module is a provider's."""
        return {} if kind == "torch" else {"model": self.onnx if kind == "onnx" else self.forest}

    def layer(self, kind: str) -> str:
        return {"torch": "1", "onnx": self.relu, "forest": "nodes"}[kind]


@pytest.fixture(scope="module")
def newcomer(tmp_path_factory: pytest.TempPathFactory) -> Newcomer:
    return Newcomer(tmp_path_factory.mktemp("newcomer"))


@pytest.fixture
def installed(newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "entry_points", lambda group: [_Point("own", "own:own", group)])
    monkeypatch.setattr(_Point, "given", newcomer.module, raising=False)


def values(result: Result) -> dict[str, float]:
    return {name: m.value for name, m in result.measures.items()}


def bars(result: Result) -> list[str]:
    return [s.name for s in result.signs if s.severity == "fails"]


def metrics(newcomer: Newcomer, kind: str, folder: Path) -> Result:
    """All eight metrics of paper 002 from the model alone: no answer, activation or confidence is written down."""
    x, y = newcomer.pictures[SHOWN], newcomer.labels[SHOWN]
    weather = np.where(np.arange(200) % 3, "dry", "rain")
    light = np.where(np.arange(200) % 2, "day", "night")
    conditions = {"weather": ["dry", "rain"], "light": ["day", "night"]}
    scenarios = folder / "scenarios.csv"
    scenarios.write_text(
        "weather,light\n" + "".join(f"{w},{v}\n" for w, v in zip(weather, light, strict=True))
    )
    pictures = {"images": x, "labels": y, "masks": x[:, 0] > 0.5}
    if kind == "torch":
        pictures |= {"train_images": newcomer.pictures[:800], "train_labels": newcomer.labels[:800]}
    inputs = {
        "scenarios": scenarios,
        "predictions": newcomer.file("asked", inputs=x, true=y, weather=weather, light=light),
        "images": newcomer.file("pictures", **pictures),
        "activations": newcomer.file("activations", images=newcomer.pictures[1000:1400]),
        "scenario": newcomer.file("scenario", images=newcomer.pictures[1400:1700]),
        **newcomer.model(kind),
    }
    own: dict[str, Any] = {"provider": "own"} if kind == "torch" else {}
    classifier = {"classifier": {"kind": "provider", "provider": "own"}} if kind == "torch" else {}
    layout = {"layout": "NCHW"}
    asked = {"network": {**own, **layout}}
    attacks = {} if kind != "forest" else {"transformers": ["identity", "square", "noise", "blur"]}
    return call(NETWORK_METRICS, folder, inputs, {
        "coverage": {"conditions": conditions},
        "activation": {"layer": newcomer.layer(kind), "k": 1, **own, **layout},
        "adversarial": {"epsilon": 0.05, "limit": 40, "queries": 20, **classifier, **layout, **attacks},
        "performance": {"by": ["weather", "light"], **asked},
        "interpretation": {"limit": 20, **classifier, **layout},
        "confusion": {"severities": {"1": {"7": 5}}, "default": 1, **asked},
    })  # fmt: skip


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
def test_all_eight_metrics(newcomer: Newcomer, tmp_path: Path) -> None:
    results = {kind: metrics(newcomer, kind, tmp_path) for kind in KINDS}
    for kind, result in results.items():
        assert {m.measure for m in METRICS} <= set(result.measures), kind
        assert bars(result) == [], kind
    one, other = values(results["torch"]), values(results["onnx"])
    assert one == pytest.approx(other, abs=1e-4)
    x, y = newcomer.pictures[SHOWN], newcomer.labels[SHOWN]
    with torch.no_grad():
        right = (newcomer.module(torch.as_tensor(x, dtype=torch.float32)).argmax(1).numpy() == y).mean()
    assert one["accuracy"] == one["performance"] == pytest.approx(right)


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("kind", KINDS)
def test_every_monitor(newcomer: Newcomer, tmp_path: Path, kind: str) -> None:
    """Eight monitors, fitted to the model's own layer."""
    files = parts(tmp_path, inputs=newcomer.pictures, labels=newcomer.labels) | newcomer.model(kind)
    quick = [n for n in get_args(MonitorName) if "isolation" not in n and n != "mahalanobis"]
    own = {"monitor": "max-softmax", "compare": quick, "layout": "NCHW", "layer": newcomer.layer(kind)}
    result = call(DETECTORS, tmp_path, files, own | ({"provider": "own"} if kind == "torch" else {}))
    assert len({row[0] for row in result.tables[0].rows}) == len(quick)
    assert bars(result) == []


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
def test_slow_monitors_too(newcomer: Newcomer, tmp_path: Path) -> None:
    """The monitors that take seconds to fit: for all three models, and alike for torch and ONNX."""
    slow = [n for n in get_args(MonitorName) if "isolation" in n or n == "mahalanobis"]
    results = {}
    for kind in KINDS:
        files = parts(tmp_path, inputs=newcomer.pictures, labels=newcomer.labels) | newcomer.model(kind)
        own = {"monitor": "mahalanobis", "compare": slow, "layout": "NCHW", "layer": newcomer.layer(kind)}
        results[kind] = call(
            DETECTORS, tmp_path, files, own | ({"provider": "own"} if kind == "torch" else {})
        )
        assert len({row[0] for row in results[kind].tables[0].rows}) == len(slow)
    torch_rows, onnx_rows = (results[kind].tables[0].rows for kind in ("torch", "onnx"))
    # the layer's outputs differ by rounding in 32 bits, which can move one input across a threshold
    counted = len(newcomer.labels[CUTS["evaluation"]])
    for one, other in zip(torch_rows, onnx_rows, strict=True):
        assert one[:2] == other[:2]
        if one[1] != "share removed":  # a quotient of the others
            assert one[2] == pytest.approx(other[2], abs=1.5 / counted), one[:2]


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
def test_dependability_from_inputs(newcomer: Newcomer, tmp_path: Path) -> None:
    """The outcome of each test is the network's own answer, harmful where the confusion is listed."""
    rng = np.random.default_rng(0)
    x, y = newcomer.pictures[SHOWN], newcomer.labels[SHOWN]
    light = rng.uniform(size=200)
    files = {"tests": newcomer.file("tests", inputs=x, true=y, light=light)}
    uniform = {"light": {"distribution": "uniform"}}
    own = {"domain": [{"name": "light", "lower": 0, "upper": 1}], "testing": uniform, "operating": uniform}
    harmful = [{"true": str(a), "predicted": str(b)} for a, b in ((8, 1), (1, 8), (9, 3))]
    results = {}
    for kind in KINDS:
        network = {"layout": "NCHW", "harmful": harmful} | ({"provider": "own"} if kind == "torch" else {})
        results[kind] = call(
            DEPENDABILITY, tmp_path, files | newcomer.model(kind), own | {"network": network}
        )
        assert bars(results[kind]) == []
    assert values(results["torch"]) == values(results["onnx"])
    with torch.no_grad():
        answers = newcomer.module(torch.as_tensor(x, dtype=torch.float32)).argmax(1).numpy()
    harm = sum(((y == int(p["true"])) & (answers == int(p["predicted"]))).sum() for p in harmful)
    table = next(t for t in results["onnx"].tables if any("harm" in str(c) for c in t.columns))
    assert table.rows
    assert values(results["onnx"])["dependability_eqn8"] == pytest.approx((answers == y).mean(), abs=0.1)
    assert harm > 0
    with pytest.raises(InputProblem, match="in `harmful`; found 11"):
        call(DEPENDABILITY, tmp_path, files | newcomer.model("onnx"),
             own | {"network": {"layout": "NCHW", "harmful": [{"true": "11", "predicted": "1"}]}})  # fmt: skip


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
def test_the_high_dimensional_ram(
    newcomer: Newcomer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flat = newcomer.pictures[800:].reshape(-1, 64)
    inputs = {"points": newcomer.file("points", points=flat, labels=newcomer.labels[800:])}
    unflatten = torch.nn.Sequential(torch.nn.Unflatten(1, (1, 8, 8)), newcomer.module)
    monkeypatch.setattr(_Point, "given", unflatten, raising=False)
    results = {}
    for kind in KINDS:
        own = (
            {"kind": "provider", "provider": "own"}
            if kind == "torch"
            else {"kind": "onnx" if kind == "onnx" else "skops"}
        )
        results[kind] = call(HIGH_DIMENSIONAL, tmp_path, inputs | newcomer.model(kind),
                             {"classifier": own, "balls": 20, "samples": 50, "latent": 3, "radius": 0.05,
                              "domain": [0, 1], "scale": "none"})  # fmt: skip
    assert values(results["torch"]) == pytest.approx(values(results["onnx"]))
    assert 0 < values(results["forest"])["pmi"] < 1


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
def test_the_low_dimensional_ram(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    x = rng.uniform(size=(900, 2))
    y = (x.sum(axis=1) > 1).astype(np.int64)
    np.savez(tmp_path / "points.npz", points=x[300:], labels=y[300:])
    module = torch.nn.Linear(2, 2)
    with torch.no_grad():
        module.weight.copy_(torch.tensor([[-1.0, -1.0], [1.0, 1.0]]))
        module.bias.copy_(torch.tensor([0.99, -0.99]))
    torch.onnx.export(module, (torch.zeros(2, 2),), str(tmp_path / "m.onnx"), dynamo=False, input_names=["x"],
                      dynamic_axes={"x": {0: "n"}})  # fmt: skip
    monkeypatch.setattr(_Point, "given", module, raising=False)
    results = {}
    for kind in ("provider", "onnx"):
        inputs = {"points": tmp_path / "points.npz"} | (
            {"model": tmp_path / "m.onnx"} if kind == "onnx" else {}
        )
        classifier = {"kind": kind} | ({"provider": "own"} if kind == "provider" else {})
        results[kind] = call(
            LOW_DIMENSIONAL, tmp_path, inputs, {"classifier": classifier, "domain": [[0, 1], [0, 1]]}
        )
    assert values(results["provider"]) == values(results["onnx"])
    assert 0 < values(results["onnx"])["pmi"] < 0.1
    for result in results.values():
        assert any("within rounding of a boundary" in note for note in result.notes)
    forest = {
        "classifier": {"kind": "random-forest", "options": {"n_estimators": 3}},
        "domain": [[0, 1], [0, 1]],
    }
    trained = call(LOW_DIMENSIONAL, tmp_path, {"points": tmp_path / "points.npz"}, forest)
    assert not any("rounding" in note for note in trained.notes)


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("form", ["sequence", "own"])
def test_a_network_with_a_hidden_layer_in_the_low_dimensional_ram(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both are proven in the same cells; a point within rounding of the boundary may get another answer."""
    rng = np.random.default_rng(0)
    x = rng.uniform(size=(600, 2))
    np.savez(tmp_path / "points.npz", points=x, labels=(x[:, 0] > 0.5 * x[:, 1]).astype(int))
    module = network(form)
    monkeypatch.setattr(_Point, "given", module, raising=False)
    results = {}
    for kind, files in (("provider", {}), ("onnx", {"model": export(module, tmp_path / "m.onnx")})):
        (scratch := tmp_path / kind).mkdir()
        classifier = {"kind": kind} | ({"provider": "own"} if kind == "provider" else {})
        own = {"classifier": classifier, "domain": [[0, 1], [0, 1]], "cells": 30, "samples": 20_000}
        results[kind] = values(
            call(LOW_DIMENSIONAL, scratch, {"points": tmp_path / "points.npz", **files}, own)
        )
    assert results["provider"] == pytest.approx(results["onnx"], abs=1e-6)


@pytest.mark.slow
def test_inputs_and_answers_together_are_refused(newcomer: Newcomer, tmp_path: Path) -> None:
    x, y = newcomer.pictures[SHOWN], newcomer.labels[SHOWN]
    own: dict[str, Any] = {"severities": {}, "default": 1, "network": {"layout": "NCHW"}}
    both = newcomer.file("both", inputs=x, true=y, predicted=y)
    with pytest.raises(InputProblem, match="found both"):
        call(WEIGHTED_CONFUSION, tmp_path, {"predictions": both, "model": newcomer.onnx}, own)
    alone = newcomer.file("alone", inputs=x, true=y)
    with pytest.raises(InputProblem, match="expected a network for its inputs"):
        call(WEIGHTED_CONFUSION, tmp_path, {"predictions": alone}, own)
    short = newcomer.file("short", inputs=x, true=y[:-1])
    with pytest.raises(InputProblem, match="columns of 200 rows"):
        call(WEIGHTED_CONFUSION, tmp_path, {"predictions": short, "model": newcomer.onnx}, own)


@pytest.mark.slow
def test_answers_of_another_order_bar_the_measures(newcomer: Newcomer, tmp_path: Path) -> None:
    x, y = newcomer.pictures[SHOWN], newcomer.labels[SHOWN]
    asked = newcomer.file("turned", inputs=x, true=y)
    own = {"severities": {}, "default": 1, "network": {"layout": "NCHW", "classes": list("1234567890")}}
    result = call(WEIGHTED_CONFUSION, tmp_path, {"predictions": asked, "model": newcomer.onnx}, own)
    assert result.measures["accuracy"].value < 0.1
    assert "sign-network-guesses" in {s.name for s in result.signs}
    moved = newcomer.file("from-one", inputs=x, true=y + 1)
    own = {"severities": {}, "default": 1, "network": {"layout": "NCHW"}}
    result = call(WEIGHTED_CONFUSION, tmp_path, {"predictions": moved, "model": newcomer.onnx}, own)
    assert "sign-network-guesses" in {s.name for s in result.signs}


@pytest.mark.slow
def test_a_provider_reads_the_module_s_own_file(
    newcomer: Newcomer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The input `model` is the provider's to open, and no training pictures are needed."""
    path = tmp_path / "module.pt"
    torch.jit.save(torch.jit.script(newcomer.module), str(path))

    class Loading(_Point):
        def load(self) -> Any:
            return lambda points, labels, classes, seed, options: torch.jit.load(options["model"])

    monkeypatch.setattr(packages, "entry_points", lambda group: [Loading("own", "own:own", group)])
    x, y = newcomer.pictures[SHOWN], newcomer.labels[SHOWN]
    files = {"images": newcomer.file("shown", images=x, labels=y), "model": path}
    own = {"classifier": {"kind": "provider", "provider": "own"}, "layout": "NCHW", "limit": 40}
    loaded = call(ADVERSARIAL_LOSS, tmp_path, files, own)
    onnx = call(ADVERSARIAL_LOSS, tmp_path, files | {"model": newcomer.onnx}, {"layout": "NCHW", "limit": 40})
    assert values(loaded) == pytest.approx(values(onnx), abs=1e-3)
    asked = {"predictions": newcomer.file("own", inputs=x, true=y), "model": path}
    severities: dict[str, Any] = {"severities": {}, "default": 1}
    result = call(
        WEIGHTED_CONFUSION, tmp_path, asked, severities | {"network": {"provider": "own", "layout": "NCHW"}}
    )
    assert result.measures["accuracy"].value > 0.8
    files = parts(tmp_path, inputs=newcomer.pictures, labels=newcomer.labels) | {"model": path}
    monitored = call(
        DETECTORS, tmp_path, files, {"monitor": "max-softmax", "provider": "own", "layout": "NCHW"}
    )
    assert monitored.measures["hazard"].value > 0


@pytest.mark.slow
def test_eleven_classes_stand_in_the_order_of_their_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Class 10 comes after class 9, not after class 1."""
    rng = np.random.default_rng(0)
    y = np.arange(220) % 11
    x = np.zeros((220, 4, 3))
    x.reshape(220, 12)[np.arange(220), y] = 0.7
    x += 0.3 * rng.random(x.shape)
    module = torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Linear(12, 11))
    with torch.no_grad():
        module[1].weight.copy_(20 * torch.eye(12)[:11])
        module[1].bias.zero_()
    monkeypatch.setattr(packages, "entry_points", lambda group: [_Point("own", "own:own", group)])
    monkeypatch.setattr(_Point, "given", module, raising=False)
    np.savez(tmp_path / "p.npz", images=x[110:], labels=y[110:], train_images=x[:110], train_labels=y[:110])
    own = {"classifier": {"kind": "provider", "provider": "own"}, "transformers": ["identity", "blur"]}
    result = call(ADVERSARIAL_LOSS, tmp_path, {"images": tmp_path / "p.npz"}, own)
    assert result.measures["clean_error"].value == 0
    with pytest.raises(InputProblem, match="each class once"):
        call(
            ADVERSARIAL_LOSS,
            tmp_path,
            {"images": tmp_path / "p.npz"},
            own | {"classes": [*"0123456789", "9"]},
        )
