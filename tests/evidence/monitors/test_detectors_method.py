"""Fitted monitors of a user's own network: from arrays, an ONNX file, a provider; equal numbers whichever way."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from casegen_evidence import installed
from casegen_evidence.method import InputProblem
from casegen_evidence.monitors.detectors import detector
from casegen_evidence.monitors.detectors_method import DETECTORS
from casegen_evidence.monitors.names import MonitorName
from casegen_evidence.monitors.operating import threshold_for
from numpy.typing import NDArray
from sklearn.datasets import load_digits

from tests.evidence.nnmetrics.test_nnmetrics_methods import call
from tests.evidence.nnmetrics.test_own_network import _Point, small_network

EVERY = list(get_args(MonitorName))
CUTS = {"training": slice(0, 700), "calibration": slice(700, 1100), "evaluation": slice(1100, 1700)}


def parts(folder: Path, **arrays: NDArray[Any]) -> dict[str, Path]:
    """The three files, each with its rows of the arrays."""
    paths = {}
    for role, cut in CUTS.items():
        paths[role] = folder / f"{role}.npz"
        np.savez(paths[role], **{name: a[cut] for name, a in arrays.items()})  # type: ignore[arg-type]
    return paths


@pytest.fixture(scope="module")
def seen() -> dict[str, NDArray[Any]]:
    """Digits through a small scikit-learn network: inputs, a layer's outputs, probabilities, labels."""
    from casegen_evidence.nnmetrics.networks import mlp_layers
    from sklearn.neural_network import MLPClassifier

    x, y = load_digits(return_X_y=True)
    x = x / 16 + np.where(np.arange(len(x)) % 3 == 0, 0.3, 0.0)[:, None]  # a third is brighter
    model = MLPClassifier((24,), max_iter=80, random_state=0).fit(x[:700], y[:700])
    layer = mlp_layers(model, x)[0]
    return {
        "inputs": x,
        "labels": y,
        "features": layer,
        "probabilities": model.predict_proba(x),
        "model": model,
    }  # type: ignore[dict-item]


def arrays(seen: dict[str, NDArray[Any]], **other: NDArray[Any]) -> dict[str, NDArray[Any]]:
    return {k: v for k, v in (seen | other).items() if k != "model"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.slow] if "isolation" in n else []) for n in EVERY]
)
def test_each_monitor_is_fitted_calibrated_and_counted(
    tmp_path: Path, seen: dict[str, NDArray[Any]], name: str
) -> None:
    """Against the counts of paper 004 Eqns 10-11, taken by hand."""
    from casegen_evidence.monitors.detectors import View

    result = call(DETECTORS, tmp_path, parts(tmp_path, **arrays(seen)), {"monitor": name})
    views = {
        r: View(*(seen[n][cut] for n in ("inputs", "features", "probabilities"))) for r, cut in CUTS.items()
    }
    one = detector(name)
    one.fit(views["training"], seen["labels"][CUTS["training"]], 1)
    alarm = one.score(views["evaluation"]) > threshold_for(one.score(views["calibration"]), 0.1)
    wrong = views["evaluation"].predictions != seen["labels"][CUTS["evaluation"]]
    values = {n: m.value for n, m in result.measures.items()}
    assert values["residual_hazard"] == pytest.approx((wrong & ~alarm).mean())
    assert values["safety_gain"] == pytest.approx((wrong & alarm).mean())
    assert values["availability_cost"] == pytest.approx((~wrong & alarm).mean())
    assert set(result.measures) == set(DETECTORS.measures)
    assert "`features` of the files" in result.notes[0]
    assert "inputs themselves" not in result.notes[0]


@pytest.mark.slow
def test_torch_and_its_onnx_export_give_equal_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("onnxruntime", reason="needs the extra casegen[onnx]")
    pytest.importorskip("onnx", reason="a development-only part: pip install onnx")
    from casegen_evidence.models.onnx_graph import node_outputs

    module = small_network()
    path = tmp_path / "cnn.onnx"
    torch.onnx.export(module, (torch.zeros(2, 1, 8, 8),), str(path), dynamo=False, input_names=["pixels"],
                      output_names=["scores"], dynamic_axes={"pixels": {0: "n"}, "scores": {0: "n"}})  # fmt: skip
    monkeypatch.setattr(installed, "entry_points", lambda group: [_Point("own", "own:own", group)])
    monkeypatch.setattr(_Point, "given", module, raising=False)
    x, y = load_digits(return_X_y=True)
    files = parts(tmp_path, inputs=x.reshape(-1, 1, 8, 8) / 16, labels=y)
    relu = next(name for name in node_outputs(path.read_bytes()) if "Relu" in name)
    compared = ["mahalanobis", "activation-pattern", "activation-hull"]
    own = {"monitor": "max-softmax", "compare": compared, "layout": "NCHW"}
    onnx = call(DETECTORS, tmp_path, files | {"model": path}, own | {"layer": relu})
    ours = call(DETECTORS, tmp_path, files, own | {"provider": "own", "layer": "1"})
    assert {n: m.value for n, m in onnx.measures.items()} == {n: m.value for n, m in ours.measures.items()}
    assert onnx.tables[0].rows == ours.tables[0].rows


@pytest.mark.slow
def test_a_forest_has_no_layer_and_is_monitored_by_its_inputs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sklearn.ensemble import RandomForestClassifier

    x, y = load_digits(return_X_y=True)
    forest = RandomForestClassifier(20, random_state=0).fit(x[:700], y[:700])
    monkeypatch.setattr(installed, "entry_points", lambda group: [_Point("own", "own:own", group)])
    monkeypatch.setattr(_Point, "given", forest, raising=False)
    files = parts(tmp_path, inputs=x, labels=y)
    result = call(
        DETECTORS, tmp_path, files, {"monitor": "mahalanobis", "compare": ["max-softmax"], "provider": "own"}
    )
    wrong = forest.predict(x[1100:1700]) != y[1100:1700]
    assert result.measures["hazard"].value == pytest.approx(wrong.mean())
    assert result.signs == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "names", [["n9", "n8", "n7", "n6", "n5", "n4", "n3", "n2", "n1", "n0"], [False, True], [-1, 0, 1]]
)
def test_a_forest_of_classes_by_name_is_that_of_their_numbers(tmp_path: Path, names: list[Any]) -> None:
    """Its classes stand in the order of their names, which is another one than that of the digits."""
    skops_io = pytest.importorskip("skops.io", reason="needs the extra casegen[skops]")
    from sklearn.ensemble import RandomForestClassifier

    x, y = load_digits(return_X_y=True)
    y = y % len(names)
    named, results = np.array(names)[y], []
    for labels in (y, named):
        forest = RandomForestClassifier(8, max_depth=6, random_state=0).fit(x[:700], labels[:700])
        skops_io.dump(forest, tmp_path / "forest.skops")
        files = parts(tmp_path, inputs=x, labels=labels) | {"model": tmp_path / "forest.skops"}
        results.append(
            call(DETECTORS, tmp_path, files, {"monitor": "max-softmax", "compare": ["activation-pattern"]})
        )
        wrong = forest.predict(x[1100:1700]) != labels[1100:1700]
        assert results[-1].measures["hazard"].value == pytest.approx(wrong.mean())
    assert results[1].signs == []
    if names[0] in (False, -1):  # the two orders are one
        assert results[0].measures == results[1].measures


@pytest.mark.parametrize("numbers", [[1, 2, 3], [0, 2, 3], [1, 2], [7, 40, 41]])
@pytest.mark.parametrize("kind", [np.int64, np.uint8])
def test_the_classes_known_are_the_ones_of_the_estimator(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, numbers: list[int], kind: Any
) -> None:
    """Whole numbers that begin at 1, or leave some out, are no places: there is no class 0 that is not evaluated."""
    from sklearn.linear_model import LogisticRegression

    monkeypatch.setattr(installed, "entry_points", lambda group: [_Point("own", "own:own", group)])
    x, y = load_digits(return_X_y=True)
    x, y = x[y < len(numbers)], np.array(numbers)[y[y < len(numbers)]]
    cuts = dict(zip(CUTS, (slice(0, 200), slice(200, 270), slice(270, None)), strict=True))
    estimator = LogisticRegression(max_iter=50).fit(x[:200] / 16, y[:200])
    monkeypatch.setattr(_Point, "given", estimator, raising=False)
    for left_out in (None, numbers[-1]):
        files = {}
        for role, cut in cuts.items():
            rows = np.arange(len(y))[cut]
            rows = rows[y[rows] != left_out] if role == "evaluation" else rows
            files[role] = tmp_path / f"{role}.npz"
            np.savez(files[role], inputs=x[rows] / 16, labels=y[rows].astype(kind))
        result = call(DETECTORS, tmp_path, files, {"monitor": "max-softmax", "provider": "own"})
        said = [s for s in result.signs if s.name == "sign-class-not-evaluated"]
        assert len(said) == (left_out is not None)
        assert all(f"of class {left_out}," in s.message for s in said)


@pytest.mark.slow
def test_classes_by_name_are_in_the_order_of_the_scores(
    tmp_path: Path, seen: dict[str, NDArray[Any]]
) -> None:
    names = [f"class {9 - k}" for k in range(10)]
    by_number = call(DETECTORS, tmp_path, parts(tmp_path, **arrays(seen)), {"monitor": "mahalanobis"})
    files = parts(tmp_path, **arrays(seen, labels=np.array(names)[seen["labels"]]))
    by_name = call(DETECTORS, tmp_path, files, {"monitor": "mahalanobis", "classes": names})
    assert by_name.measures == by_number.measures
    for classes, words in (
        (names[:9], "expected labels among"),
        ([*names, "eleventh"], "expected 11 probabilities"),
        ([*names[:9], names[0]], "each class once"),
    ):
        with pytest.raises(InputProblem, match=words):
            call(DETECTORS, tmp_path, files, {"monitor": "mahalanobis", "classes": classes})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda a: a | {"labels": a["labels"].astype(str)}, "numbers of classes from 0"),
        (lambda a: a | {"labels": a["labels"] + 5}, "expected labels below 10"),
        (lambda a: a | {"probabilities": a["probabilities"] * 100}, "whose rows sum to 1"),
        (lambda a: {k: v for k, v in a.items() if k != "features"}, "expected features beside the inputs"),
        (lambda a: a | {"features": a["features"][:, :0]}, "it is empty"),
    ],
)
def test_files_that_do_not_fit_are_refused(
    tmp_path: Path, seen: dict[str, NDArray[Any]], change: Any, words: str
) -> None:
    with pytest.raises(InputProblem, match=words):
        call(DETECTORS, tmp_path, parts(tmp_path, **change(arrays(seen))), {"monitor": "max-softmax"})


@pytest.mark.slow
def test_evaluated_inputs_that_were_fitted_to_bar_the_measures(
    tmp_path: Path, seen: dict[str, NDArray[Any]]
) -> None:
    files = parts(tmp_path, **arrays(seen))
    for role in ("training", "calibration"):
        mixed = {
            k: np.concatenate([v[CUTS["evaluation"]], v[CUTS[role]][:200]]) for k, v in arrays(seen).items()
        }
        mixed["inputs"] = np.round(mixed["inputs"], 6)
        np.savez(files["evaluation"], **mixed)  # type: ignore[arg-type]
        (sign,) = call(DETECTORS, tmp_path, files, {"monitor": "max-softmax"}).signs
        assert (sign.name, sign.severity) == ("sign-fitted-on-tests", "fails")
        assert f"{role}.npz" in sign.message


@pytest.mark.slow
@pytest.mark.parametrize("factor", [16.0, 1 / 255])
def test_evaluated_inputs_in_other_units_are_doubted(
    tmp_path: Path, seen: dict[str, NDArray[Any]], factor: float
) -> None:
    files = parts(tmp_path, **arrays(seen))
    scaled = {k: v[CUTS["evaluation"]] * (factor if k == "inputs" else 1) for k, v in arrays(seen).items()}
    np.savez(files["evaluation"], **scaled)  # type: ignore[arg-type]
    signs = call(DETECTORS, tmp_path, files, {"monitor": "max-softmax"}).signs
    assert [s.name for s in signs] == ["sign-other-scale"] * 2  # beside training, and beside calibration
    assert all("same units" in s.message for s in signs)


def test_files_of_two_networks_are_refused(tmp_path: Path, seen: dict[str, NDArray[Any]]) -> None:
    files = parts(tmp_path, **arrays(seen))
    np.savez(files["evaluation"], **arrays(seen, features=seen["features"][:, :5]))  # type: ignore[arg-type]
    with pytest.raises(InputProblem, match="files of one network"):
        call(DETECTORS, tmp_path, files, {"monitor": "max-softmax"})


@pytest.mark.slow
def test_labels_in_another_order_than_the_scores_bar_the_measures(
    tmp_path: Path, seen: dict[str, NDArray[Any]]
) -> None:
    shifted = (seen["probabilities"].argmax(axis=1) + 1) % 10
    files = parts(tmp_path, **arrays(seen, labels=shifted))
    signs = call(DETECTORS, tmp_path, files, {"monitor": "max-softmax"}).signs
    assert [s.name for s in signs if s.severity == "fails"] == ["sign-never-right"]
    assert "sign-classes-renumbered" in {s.name for s in signs}


@pytest.mark.slow
def test_calibration_inputs_that_the_monitor_was_fitted_to_are_reported(
    tmp_path: Path, seen: dict[str, NDArray[Any]]
) -> None:
    paths = parts(tmp_path, **arrays(seen))
    stated = {"monitor": "max-softmax"}
    apart = call(DETECTORS, tmp_path, paths, stated)
    assert "sign-calibrated-on-training" not in {sign.name for sign in apart.signs}
    again = {n: a[200:600] for n, a in arrays(seen).items()}  # training rows, in other order
    np.savez(paths["calibration"], **{n: a[::-1] for n, a in again.items()})  # type: ignore[arg-type]
    result = call(DETECTORS, tmp_path, paths, stated)
    (sign,) = [sign for sign in result.signs if sign.name == "sign-calibrated-on-training"]
    assert (sign.severity, "400 of 400 calibration inputs" in sign.message) == ("suspicious", True)


def test_answers_beside_the_network_that_would_give_them_are_refused(
    tmp_path: Path, seen: dict[str, NDArray[Any]]
) -> None:
    paths = parts(tmp_path, **arrays(seen))
    with pytest.raises(InputProblem, match=r"a network or its features and probabilities; found both"):
        call(DETECTORS, tmp_path, paths, {"monitor": "max-softmax", "provider": "own"})
