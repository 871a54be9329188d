"""Models from files: ONNX by its content, estimators by skops, nothing by pickle; classes by name."""

from __future__ import annotations

import pickle
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import InputProblem, Run
from casegen_evidence.models.model_file import classifier_in, model_in
from casegen_evidence.monitors.detectors_method import DETECTORS
from casegen_evidence.nnmetrics.adversarial_method import ADVERSARIAL_LOSS
from casegen_evidence.nnmetrics.interpretation_method import INTERPRETATION
from casegen_evidence.nnmetrics.networks import network
from casegen_evidence.ram.method import LOW_DIMENSIONAL
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_digits
from sklearn.ensemble import (
    BaggingClassifier,
    GradientBoostingClassifier,
    RandomForestClassifier,
    VotingClassifier,
)
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.multiclass import OneVsRestClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, PolynomialFeatures, StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from tests.evidence.monitors.test_detectors_method import parts
from tests.evidence.nnmetrics.test_nnmetrics_methods import call
from tests.later import later

skops_io = later("skops.io", reason="needs the extra casegen[skops]")


@pytest.fixture(scope="module")
def digits() -> tuple[Any, Any]:
    x, y = load_digits(return_X_y=True)
    return x / 16, y


@pytest.fixture(scope="module")
def forest(digits: tuple[Any, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("forest") / "forest.skops"
    x, y = digits
    skops_io.dump(RandomForestClassifier(15, random_state=0).fit(x[:800], y[:800]), path)
    return path


@pytest.mark.slow
def test_a_forest_goes_through_the_methods_that_ask_a_network(
    tmp_path: Path, digits: tuple[Any, Any], forest: Path
) -> None:
    x, y = digits
    model = model_in(forest)
    wrong = float((model.predict(x[800:860]) != y[800:860]).mean())
    pictures = tmp_path / "pictures.npz"
    shown = x.reshape(-1, 8, 8)[800:860]
    np.savez(pictures, images=shown, labels=y[800:860], masks=shown > 0.8)
    files = {"images": pictures, "model": forest}
    loss = call(
        ADVERSARIAL_LOSS, tmp_path, files, {"transformers": ["identity", "brightness"], "epsilon": 0.05}
    )
    assert loss.measures["adversarial_error"].value >= wrong
    assert [s for s in loss.signs if s.severity == "fails"] == []
    assert "forest.skops" in " ".join(loss.notes)
    assert call(INTERPRETATION, tmp_path, files, {"patch": 2, "limit": 10}).measures
    monitored = call(
        DETECTORS,
        tmp_path,
        parts(tmp_path, inputs=x, labels=y) | {"model": forest},
        {"monitor": "max-softmax"},
    )
    assert monitored.measures["hazard"].value == pytest.approx(
        (model.predict(x[1100:1700]) != y[1100:1700]).mean()
    )


@pytest.mark.slow
def test_a_forest_is_assessed_by_the_ram(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    x = rng.uniform(size=(900, 2))
    names = np.where(x.sum(axis=1) > 1, "stop", "go")
    model = RandomForestClassifier(10, random_state=0).fit(x[:300], names[:300])
    skops_io.dump(model, tmp_path / "m.skops")
    np.savez(tmp_path / "p.npz", points=x[300:], labels=names[300:])
    spec = {"classifier": {"kind": "skops"}, "domain": [[0, 1], [0, 1]]}
    inputs = {"points": tmp_path / "p.npz", "model": tmp_path / "m.skops"}
    result = LOW_DIMENSIONAL.run(
        Run(inputs, LOW_DIMENSIONAL.parameters.model_validate(spec), 1, 0.95, tmp_path)
    )
    assert 0 <= result.measures["acu"].value < 0.2


@pytest.mark.parametrize(
    "model",
    [
        DecisionTreeClassifier(max_depth=4),
        GradientBoostingClassifier(n_estimators=3),
        BaggingClassifier(DecisionTreeClassifier(max_depth=3), n_estimators=3, max_features=0.5),
        make_pipeline(PolynomialFeatures(2), DecisionTreeClassifier(max_depth=4)),
        SVC(),
    ],
    ids=lambda m: type(m).__name__,
)
def test_ordinary_estimators_are_read(tmp_path: Path, model: Any) -> None:
    x = np.random.default_rng(0).uniform(size=(200, 4))
    model.fit(x, np.where(x[:, 0] > x[:, 1], "a", "b"))
    skops_io.dump(model, tmp_path / "m.skops")
    assert (classifier_in(tmp_path / "m.skops", ("a", "b"))(x) == (model.predict(x) == "b")).all()


def test_scores_are_brought_into_the_order_of_the_classes(digits: tuple[Any, Any]) -> None:
    """Labels 0 to 11: as text they are sorted 0, 1, 10, 11, 2, ..., as numbers they are not."""
    x, y = digits
    model = RandomForestClassifier(5, random_state=0).fit(x, np.where(x[:, 20] > 0.9, y + 2, y))
    classes = tuple(sorted(str(c) for c in model.classes_))
    expected = model.predict_proba(x[:50])[:, [list(map(str, model.classes_)).index(c) for c in classes]]
    assert network(model, classes).probabilities(x[:50]) == pytest.approx(expected, abs=1e-9)


def test_an_estimator_of_other_classes_is_refused(forest: Path) -> None:
    with pytest.raises(InputProblem, match="estimator of the classes cat, dog; found one of 0, 1"):
        network(model_in(forest), ("cat", "dog"))


class Evil:
    def __reduce__(self) -> Any:
        return (Path.touch, (Path("evil-was-here"),))


def test_code_in_a_file_does_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.skops").write_bytes(pickle.dumps(Evil()))
    with pytest.raises(InputProblem, match="pickled object"):
        model_in(tmp_path / "m.skops")
    from sklearn.preprocessing import FunctionTransformer

    skops_io.dump(FunctionTransformer(np.linalg.inv), tmp_path / "f.skops")
    with pytest.raises(InputProblem, match=r"holds numpy\.linalg|expected an estimator"):
        model_in(tmp_path / "f.skops")
    assert not (tmp_path / "evil-was-here").exists()


@pytest.mark.parametrize("forged", ["child", "loop", "feature", "ensemble"])
def test_a_tree_with_forged_nodes_is_refused(tmp_path: Path, digits: tuple[Any, Any], forged: str) -> None:
    """skops does not trust trees, since scikit-learn follows their nodes without a look: here they are looked at."""
    x, y = digits
    model = RandomForestClassifier(2, random_state=0).fit(x[:200], y[:200])
    tree = model.estimators_[1].tree_
    if forged == "ensemble":
        model.n_features_in_ = 2
    else:
        state = tree.__getstate__()
        name, value = {
            "child": ("left_child", 10**6),
            "loop": ("right_child", 0),
            "feature": ("feature", 999),
        }[forged]
        state["nodes"][name][0] = value
        tree.__setstate__(state)
    skops_io.dump(model, tmp_path / "m.skops")
    with pytest.raises(InputProblem, match="nodes that no training makes"):
        model_in(tmp_path / "m.skops")


@pytest.mark.parametrize("content", [b"PK\x03\x04rubbish", b"", b"not a model"])
def test_files_that_are_no_model(tmp_path: Path, content: bytes) -> None:
    pytest.importorskip("onnxruntime", reason="needs the extra casegen[onnx]")
    (tmp_path / "m.skops").write_bytes(content)
    with pytest.raises(InputProblem, match="expected"):
        classifier_in(tmp_path / "m.skops", ("a", "b"))


def test_an_archive_that_unpacks_to_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from casegen_evidence.models import model_file

    monkeypatch.setattr(model_file, "MOST_BYTES", 1000)
    with zipfile.ZipFile(tmp_path / "m.skops", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("schema.json", b" " * 10_000)
    with pytest.raises(InputProblem, match="unpacks to 10,000 bytes"):
        model_in(tmp_path / "m.skops")


def test_a_description_of_unbounded_size_is_refused_before_it_is_read(tmp_path: Path) -> None:
    from casegen_evidence.models.model_file import MOST_OUTLINE

    assert MOST_OUTLINE > 20_863_404  # of 1000 boosted trees of depth 3
    with zipfile.ZipFile(tmp_path / "m.skops", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("schema.json", b" " * (MOST_OUTLINE + 1))
    with pytest.raises(
        InputProblem, match=r"schema\.json, which describes the estimator, has 33,554,433 bytes"
    ):
        model_in(tmp_path / "m.skops")


MACHINE = {
    "_n_support": np.array([10**6, 10**6], dtype=np.int32),
    "support_": np.array([10**8] * 3, dtype=np.int32),
    "_dual_coef_": np.zeros((1, 1)),
    "_intercept_": np.zeros(0),
    "_probA": np.zeros(5),
    "shape_fit_": (0, 2),
}
NEIGHBOURS = {"_y": np.arange(60) * 10**9, "_fit_X": np.zeros((60, 1))}


@pytest.mark.parametrize(
    ("kind", "name"), [("svm", name) for name in MACHINE] + [("neighbours", name) for name in NEIGHBOURS]
)
def test_arrays_that_compiled_code_would_run_beyond_are_refused(tmp_path: Path, kind: str, name: str) -> None:
    x = np.random.default_rng(0).normal(size=(60, 2))
    y = np.array(["0", "1"])[(x[:, 0] > 0).astype(int)]
    made: Any = SVC() if kind == "svm" else KNeighborsClassifier(algorithm="brute")
    model = make_pipeline(StandardScaler(), made.fit(x, y))
    model.steps[0][1].fit(x)
    path = tmp_path / "model.skops"
    skops_io.dump(model, path)
    assert classifier_in(path, ["0", "1"])(x).shape == (60,)
    setattr(made, name, (MACHINE if kind == "svm" else NEIGHBOURS)[name])
    skops_io.dump(model, path)
    with pytest.raises(InputProblem, match="do not fit each other"):
        classifier_in(path, ["0", "1"])


MADE: dict[str, Any] = {
    "MLPClassifier": lambda: MLPClassifier((4,), max_iter=5),
    "MLPClassifier of SGD in a pipeline": lambda: make_pipeline(
        StandardScaler(), MLPClassifier((4,), solver="sgd", max_iter=5)
    ),
    "neighbours": lambda: KNeighborsClassifier(algorithm="brute"),
    "one against the rest": lambda: OneVsRestClassifier(LogisticRegression()),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", MADE)
def test_estimators_that_come_in(tmp_path: Path, digits: tuple[Any, Any], name: str) -> None:
    x, y = digits
    made = MADE[name]().fit(x[:200], y[:200])
    skops_io.dump(made, tmp_path / "m.skops")
    assert np.array_equal(model_in(tmp_path / "m.skops").predict(x[200:300]), made.predict(x[200:300]))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_what_to_do_with_estimators_that_skops_does_not_trust(
    tmp_path: Path, digits: tuple[Any, Any]
) -> None:
    """Each remedy is named where it is needed, and works."""
    x, y = digits[0][:200], digits[1][:200]
    path = tmp_path / "m.skops"
    search = GridSearchCV(DecisionTreeClassifier(), {"max_depth": [2, 3]}, cv=2).fit(x, y)
    votes = VotingClassifier([("a", DecisionTreeClassifier())]).fit(x, y)
    near = KNeighborsClassifier(algorithm="kd_tree").fit(x, y)
    own = make_pipeline(FunctionTransformer(len), DecisionTreeClassifier())
    for made, words in (
        (search, r"Save its best_estimator_; or export it to ONNX"),
        (votes, r"Delete its named_estimators_"),
        (near, r"algorithm='brute'"),
        (CalibratedClassifierCV(DecisionTreeClassifier(), cv=2).fit(x, y), r"somebody else's\. Export it to ONNX"),
        (own, r"somebody else's\. Export it to ONNX"),
    ):  # fmt: skip
        skops_io.dump(made, path)
        with pytest.raises(InputProblem, match=words):
            model_in(path)
    del votes.named_estimators_
    for made in (search.best_estimator_, votes):
        skops_io.dump(made, path)
        assert np.array_equal(model_in(path).predict(x), made.predict(x))


OTHERS: dict[str, tuple[bytes, str]] = {
    "hdf5": (b"\x89HDF\r\n\x1a\n" + b"0" * 9, "a file of Keras.*format='onnx'"),
    "joblib": (b"\x78\x9c" + b"0" * 9, "pickled object.*skops.io.dump"),
    "tflite": (b"\x1c\0\0\0TFL3" + b"0" * 9, "TensorFlow Lite.*tf2onnx"),
    "safetensors": ((2).to_bytes(8, "little") + b'{"a":1}    ', "weights without the network"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_formats_are_named_with_what_to_do(tmp_path: Path, name: str) -> None:
    content, words = OTHERS[name]
    (tmp_path / "m.bin").write_bytes(content)
    with pytest.raises(InputProblem, match=rf"m\.bin is .*{words}"):
        model_in(tmp_path / "m.bin")


@pytest.mark.parametrize(("inner", "words"), [("net/data.pkl", "provider"), ("model.weights.h5", "Keras")])
def test_archives_of_other_programs(tmp_path: Path, inner: str, words: str) -> None:
    with zipfile.ZipFile(tmp_path / "m.pt", "w") as archive:
        archive.writestr(inner, b"x")
    with pytest.raises(InputProblem, match=rf"m\.pt is a file of .*{words}"):
        model_in(tmp_path / "m.pt")
