"""The registered methods: measures, intervals, and what is said of bad inputs."""

from __future__ import annotations

import base64
import csv
import tempfile
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import InputProblem, Method, Result, Run
from casegen_evidence.nnmetrics.activation_method import NEURON_ACTIVATION
from casegen_evidence.nnmetrics.adversarial_method import ADVERSARIAL_LOSS
from casegen_evidence.nnmetrics.confusion_method import WEIGHTED_CONFUSION
from casegen_evidence.nnmetrics.coverage_method import SCENARIO_COVERAGE
from casegen_evidence.nnmetrics.interpretation_method import INTERPRETATION
from casegen_evidence.nnmetrics.metrics_method import NETWORK_METRICS, PARTS
from casegen_evidence.nnmetrics.performance_method import SCENARIO_PERFORMANCE
from casegen_evidence.nnmetrics.picture_figures import png
from sklearn.datasets import load_digits

CONDITIONS = {"weather": ["sunny", "rainy"], "light": ["day", "night"], "road": ["dry", "wet"]}
SMALL = {"options": {"hidden_layer_sizes": [16], "max_iter": 25}}
METHODS = [*PARTS.values(), NETWORK_METRICS]


def call(method: Method, folder: Path, inputs: Mapping[str, Path], parameters: Mapping[str, Any]) -> Result:
    checked = method.parameters.model_validate(parameters)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scratch = Path(tempfile.mkdtemp(dir=folder))  # checkpoints belong to one call
        return method.run(Run(inputs, checked, seed=1, confidence=0.95, scratch=scratch))


def write(path: Path, rows: Sequence[Mapping[str, Any]]) -> Path:
    with path.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


@pytest.fixture
def table(tmp_path: Path) -> Path:
    rng = np.random.default_rng(0)
    rows = []
    for _ in range(120):
        true = str(rng.choice(["pedestrian", "vehicle", "background"]))
        said = true if rng.random() < 0.9 else str(rng.choice(["pedestrian", "vehicle", "background"]))
        where = {"weather": "sunny", "light": str(rng.choice(["day", "night"])), "road": "dry"}
        rows.append({**where, "true": true, "predicted": said})
    return write(tmp_path / "predictions.csv", rows)


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    x, y = load_digits(return_X_y=True)
    x = x.reshape(-1, 8, 8) / 16.0
    path = tmp_path_factory.mktemp("pictures") / "digits.npz"
    np.savez(
        path,
        train_images=x[:800],
        train_labels=y[:800],
        images=x[800:840],
        labels=y[800:840],
        masks=x[800:840] > 0.3,
    )
    return path


@pytest.mark.parametrize("method", METHODS, ids=lambda m: m.name)
def test_declared_parts_are_whole(method: Method) -> None:
    assert isinstance(method, Method)
    assert set(method.tolerance) == set(method.measures)


def check(method: Method, result: Result, bare: Sequence[str] = ()) -> None:
    """Measures are declared with their kind, and have limits around the value unless they are counts."""
    for name, m in result.measures.items():
        assert method.measures[name][0] == m.kind
        if name in bare:
            assert m.lower is None
        else:
            assert m.lower is not None
            assert m.upper is not None
            assert m.lower <= m.value <= m.upper
            assert m.confidence == 0.95
    for figure in result.figures:
        assert figure.alt
    for listed in result.tables:
        assert all(len(row) == len(listed.columns) for row in listed.rows)


def test_scenario_coverage(tmp_path: Path, table: Path) -> None:
    operation = write(
        tmp_path / "met.csv",
        [{"weather": w, "light": "day", "road": "dry"} for w in ["sunny"] * 9 + ["rainy"]],
    )
    inputs = {"scenarios": table, "operation": operation}
    result = call(SCENARIO_COVERAGE, tmp_path, inputs, {"conditions": CONDITIONS})
    check(SCENARIO_COVERAGE, result)
    counted = result.measures["scenario_coverage"]
    assert counted.value == counted.lower == counted.upper == pytest.approx(5 / 12)
    assert result.measures["unseen_demand"].value == pytest.approx(0.1)
    assert len(result.tables[0].rows) == 7


def test_neuron_activation(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    np.savez(tmp_path / "a.npz", fc1=np.maximum(rng.normal(size=(50, 12)), 0))
    np.savez(tmp_path / "s.npz", fc1=np.maximum(rng.normal(size=(40, 12)) + 1, 0))
    inputs = {"activations": tmp_path / "a.npz", "scenario": tmp_path / "s.npz"}
    result = call(NEURON_ACTIVATION, tmp_path, inputs, {"groups": 6})
    check(NEURON_ACTIVATION, result, bare=["pattern_deviation_all"])
    assert result.measures["pattern_deviation"].n == 20
    assert "ReLU" in result.notes[0]
    with pytest.raises(InputProblem, match=r"among fc1 in a\.npz; found 'fc2'"):
        call(NEURON_ACTIVATION, tmp_path, inputs, {"layer": "fc2"})
    np.savez(tmp_path / "a.npz", fc1=rng.normal(size=(50, 12)))
    with pytest.raises(InputProblem, match="state a threshold"):
        call(NEURON_ACTIVATION, tmp_path, inputs, {})
    stated = call(NEURON_ACTIVATION, tmp_path, inputs, {"threshold": 0.0})
    assert "stated threshold 0" in stated.notes[0]


@pytest.mark.slow
def test_adversarial_loss_from_pictures(tmp_path: Path, pictures: Path) -> None:
    result = call(ADVERSARIAL_LOSS, tmp_path, {"images": pictures}, {"steps": 3, "classifier": SMALL})
    check(ADVERSARIAL_LOSS, result)
    assert -1 < result.measures["confidence_loss"].value < 0
    assert result.measures["adversarial_error"].value >= result.measures["clean_error"].value


@pytest.mark.slow
def test_wrong_answers_are_shown_with_the_number_of_their_picture_in_the_file(
    tmp_path: Path, pictures: Path
) -> None:
    """Every picture that the gallery names is in the file under that number, and of the class that it states."""
    result = call(
        ADVERSARIAL_LOSS, tmp_path, {"images": pictures}, {"steps": 3, "limit": 25, "classifier": SMALL}
    )
    galleries = {f.title: f for f in result.figures if f.form == "pictures"}
    wrong = result.measures["clean_error"].value * 25
    with np.load(pictures) as file:
        labels, images = file["labels"], file["images"]
    misread = galleries["Answered wrongly"].data["pictures"]
    assert len(misread) == min(8, round(wrong))
    low, high = (f([images[_number(one) - 1] for one in misread]) for f in (np.min, np.max))
    for one in misread:
        index = _number(one) - 1
        assert one["text"].startswith(f"{labels[index]} read as ")
        assert not one["text"].startswith(f"{labels[index]} read as {labels[index]},")
        assert one["png"] == png(images[index], low, high)
    for one in galleries["Turned by a change"].data["pictures"]:
        assert f": {labels[_number(one) - 1]} read as " in one["text"]
        assert _number(one) not in map(_number, misread)


def _number(shown: Mapping[str, str]) -> int:
    return int(shown["name"].removeprefix("picture "))


def test_a_picture_becomes_a_png_of_its_dots() -> None:
    from io import BytesIO

    from PIL import Image

    grey = np.arange(12.0).reshape(3, 4)
    seen = np.asarray(Image.open(BytesIO(base64.b64decode(png(grey, 0.0, 11.0)))))
    np.testing.assert_array_equal(seen, np.rint(grey / 11 * 255))
    colours = np.random.default_rng(0).random((5, 3, 3))
    seen = np.asarray(Image.open(BytesIO(base64.b64decode(png(colours, 0.0, 1.0)))))
    np.testing.assert_array_equal(seen, np.rint(colours * 255))
    large = np.asarray(Image.open(BytesIO(base64.b64decode(png(np.ones((300, 500)), 0.0, 1.0)))))
    assert large.shape == (75, 125)
    assert (np.asarray(Image.open(BytesIO(base64.b64decode(png(np.ones((2, 2)), 1.0, 1.0))))) == 128).all()


def test_adversarial_loss_from_confidences(tmp_path: Path) -> None:
    path = write(tmp_path / "c.csv", [{"clean": 0.9, "fog": 0.4}, {"clean": 0.7, "fog": 0.8}])
    result = call(ADVERSARIAL_LOSS, tmp_path, {"confidences": path}, {})
    check(ADVERSARIAL_LOSS, result)
    assert result.measures["confidence_loss"].value == pytest.approx(-0.2)
    with pytest.raises(InputProblem, match="one of the inputs images and confidences; found neither"):
        call(ADVERSARIAL_LOSS, tmp_path, {}, {})
    write(tmp_path / "c.csv", [{"clean": 0.9}, {"clean": 0.7}])
    with pytest.raises(
        InputProblem, match=r"one transformer, found none\. Give a column for each transformer"
    ):
        call(ADVERSARIAL_LOSS, tmp_path, {"confidences": path}, {})
    write(tmp_path / "c.csv", [{"clean": 0.9, "fog": "dense"}])
    with pytest.raises(InputProblem, match=r"c\.csv:2, column fog: expected a finite number, found 'dense'"):
        call(ADVERSARIAL_LOSS, tmp_path, {"confidences": path}, {})


@pytest.mark.slow
def test_interpretation_from_pictures_and_maps(tmp_path: Path, pictures: Path) -> None:
    result = call(
        INTERPRETATION, tmp_path, {"images": pictures}, {"patch": 3, "limit": 30, "classifier": SMALL}
    )
    check(INTERPRETATION, result)
    maps = [f for f in result.figures if f.form == "heatmap"]
    assert len(maps) == 3
    for figure in maps:
        assert figure.data["picture"]["extent"] == [0, 8, 0, 8]
        assert figure.data["extent"] == [1.0, 7.0, 1.0, 7.0]
        rims = {one["name"]: np.array(one["cells"]) for one in figure.data["outlines"]}
        assert rims["object"].shape == (8, 8)
        np.testing.assert_array_equal(rims["hot"], np.array(figure.data["z"]) < 0.5)
    np.savez(tmp_path / "m.npz", heatmaps=np.full((3, 4, 4), 0.9), occluding=np.eye(4)[None].repeat(3, 0))
    cold = call(INTERPRETATION, tmp_path, {"maps": tmp_path / "m.npz"}, {})
    assert set(cold.measures) == {"occlusion_covering"}
    assert "3 of 3 pictures have no hot position" in cold.notes[0]


@pytest.mark.slow
def test_missing_masks(tmp_path: Path, pictures: Path) -> None:
    with np.load(pictures) as file:
        np.savez(tmp_path / "p.npz", **{n: file[n] for n in file.files if n != "masks"})
    with pytest.raises(InputProblem, match=r"array masks in p\.npz.*Add the masks"):
        call(INTERPRETATION, tmp_path, {"images": tmp_path / "p.npz"}, {"classifier": SMALL})
    np.savez(tmp_path / "m.npz", heatmaps=np.full((3, 4, 4), 0.9))
    with pytest.raises(InputProblem, match=r"expected an array occluding in m\.npz"):
        call(INTERPRETATION, tmp_path, {"maps": tmp_path / "m.npz"}, {})


def test_misaligned_arrays(tmp_path: Path, pictures: Path) -> None:
    with np.load(pictures) as file:
        arrays = {n: file[n] for n in file.files}
    np.savez(tmp_path / "p.npz", **{**arrays, "labels": arrays["labels"][:7]})
    with pytest.raises(InputProblem, match=r"images 40, labels 7, masks 40.*misaligned"):
        call(INTERPRETATION, tmp_path, {"images": tmp_path / "p.npz"}, {"classifier": SMALL})


def test_scenario_performance(tmp_path: Path, table: Path) -> None:
    parameters = {"by": ["light"], "conditions": CONDITIONS}
    result = call(SCENARIO_PERFORMANCE, tmp_path, {"predictions": table}, parameters)
    check(SCENARIO_PERFORMANCE, result)
    m = result.measures
    assert m["discounted_performance"].value == pytest.approx(m["performance"].value * 5 / 12)
    assert m["worst_scenario"].value <= m["performance"].value
    with pytest.raises(InputProblem, match=r"predictions\.csv: expected a column lihgt.*'light'"):
        call(SCENARIO_PERFORMANCE, tmp_path, {"predictions": table}, {"by": ["lihgt"]})


def test_weighted_confusion(tmp_path: Path, table: Path) -> None:
    severities = {"pedestrian": {"background": 5, "vehicle": 3}}
    result = call(
        WEIGHTED_CONFUSION, tmp_path, {"predictions": table}, {"severities": severities, "default": 1}
    )
    check(WEIGHTED_CONFUSION, result)
    assert result.measures["weighted_confusion"].value > result.measures["accuracy"].value
    assert "pedestrian as background" in result.measures["critical_confusion"].text
    with pytest.raises(InputProblem, match="Add it, or a default"):
        call(WEIGHTED_CONFUSION, tmp_path, {"predictions": table}, {"severities": severities})


@pytest.mark.slow
def test_all_metrics_together_with_the_ricc_summary(tmp_path: Path, table: Path, pictures: Path) -> None:
    np.savez(tmp_path / "a.npz", fc1=np.maximum(np.random.default_rng(0).normal(size=(50, 12)), 0))
    inputs = {"scenarios": table, "predictions": table, "activations": tmp_path / "a.npz", "images": pictures}
    parameters = {
        "coverage": {"conditions": CONDITIONS},
        "activation": {"k": 3},
        "adversarial": {"transformers": ["identity", "FGSM"], "classifier": SMALL},
        "performance": {"by": ["light"]},
        "interpretation": {"limit": 10, "classifier": SMALL},
        "confusion": {"severities": {}, "default": 1},
    }
    result = call(NETWORK_METRICS, tmp_path, inputs, parameters)
    check(NETWORK_METRICS, result)
    summary = result.tables[0]
    assert summary.title == "RICC summary"
    assert len(summary.rows) == 8
    missing = [row[0] for row in summary.rows if row[1] == "not computed"]
    assert missing == ["Neuron activation pattern"]
    assert result.figures[0].form == "bars"


def test_a_metric_without_its_input(tmp_path: Path, table: Path) -> None:
    with pytest.raises(InputProblem, match="input scenarios for coverage; found predictions"):
        call(NETWORK_METRICS, tmp_path, {"predictions": table}, {"coverage": {"conditions": CONDITIONS}})
    with pytest.raises(InputProblem, match="confidences or images for adversarial"):
        call(NETWORK_METRICS, tmp_path, {"predictions": table}, {"adversarial": {}})
    with pytest.raises(InputProblem, match="at least one of coverage"):
        call(NETWORK_METRICS, tmp_path, {"predictions": table}, {})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n", "expected a column weather; found a, b"),
        ("a,a\n1,2\n", "the header has 'a' in columns 1, 2"),
        ("weather,light,road\nsunny,day\n", "bad.csv:2: 2 values where the header names 3 columns"),
    ],
)
def test_bad_tables(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(text)
    with pytest.raises(InputProblem, match=message):
        call(SCENARIO_COVERAGE, tmp_path, {"scenarios": path}, {"conditions": CONDITIONS})


def test_pickled_arrays_are_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", fc1=np.array([{"run": "me"}], dtype=object))
    with pytest.raises(InputProblem, match="npz file of plain arrays"):
        call(NEURON_ACTIVATION, tmp_path, {"activations": tmp_path / "a.npz"}, {})


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.array([["a", "b"]]), "expected numbers in array fc1"),
        (np.zeros((0, 4)), "it is empty"),
        (np.array([[np.inf, 1.0]]), "1 are not"),
    ],
)
def test_arrays_that_hold_no_numbers(tmp_path: Path, array: np.ndarray, message: str) -> None:
    np.savez(tmp_path / "a.npz", fc1=array)
    with pytest.raises(InputProblem, match=message):
        call(NEURON_ACTIVATION, tmp_path, {"activations": tmp_path / "a.npz"}, {})


@pytest.mark.parametrize("content", [b"not an archive", b"PK\x03\x04broken", b""])
def test_files_that_are_no_archives(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.npz").write_bytes(content)
    with pytest.raises(InputProblem, match="npz file of plain arrays"):
        call(NEURON_ACTIVATION, tmp_path, {"activations": tmp_path / "a.npz"}, {})


def test_tables_that_are_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_bytes("weather\nhei\xdf\n".encode("latin-1"))
    with pytest.raises(InputProblem, match=r"bad\.csv:2: expected text in UTF-8"):
        call(SCENARIO_COVERAGE, tmp_path, {"scenarios": path}, {"conditions": {"weather": ["heiß"]}, "k": 1})


def test_too_many_gaps_to_close(tmp_path: Path) -> None:
    names = [f"c{i}" for i in range(14)]
    path = write(tmp_path / "s.csv", [dict.fromkeys(names, "0")])
    conditions = {n: [str(v) for v in range(9)] for n in names}
    result = call(SCENARIO_COVERAGE, tmp_path, {"scenarios": path}, {"conditions": conditions, "k": 3})
    assert "too many to propose" in result.notes[0]
    assert [t.title for t in result.tables] == ["Gaps"]
