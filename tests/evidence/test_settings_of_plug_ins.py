"""What code of others sets of the process is set back after each call: nothing that a method computes depends on it."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np
import pytest
from casegen_evidence import installed
from casegen_evidence.installed import faults_of
from casegen_evidence.method import Run
from casegen_evidence.models import adapt
from casegen_evidence.models.asking import asking
from casegen_evidence.models.classifier import Classifier
from casegen_evidence.nnmetrics.layers import layer_outputs
from casegen_evidence.process_settings import same_settings
from casegen_evidence.ram.data import provided_points
from casegen_evidence.ram.high_method import HIGH_DIMENSIONAL

from tests.plugins.test_process_settings import READ, SETS

RNG = np.random.default_rng(4)
POINTS = RNG.random((300, 3))
LABELS = (POINTS[:, 0] > 0.5).astype(int)
SMALL: dict[str, Any] = {
    "classifier": {"kind": "decision-tree"},
    "balls": 60,
    "samples": 50,
    "latent": 2,
    "radius": 0.05,
}


class _Model:
    def __init__(self, setting: str) -> None:
        self.setting = setting

    def predict(self, points: np.ndarray) -> np.ndarray:
        exec(self.setting)
        return np.where(points[:, 0] > 0.5, "1", "0")


def _model(setting: str) -> Callable[..., Any]:
    def provide(*given: Any) -> Any:
        exec(setting)
        return _Model(setting)

    return provide


def _data(setting: str) -> Callable[..., Any]:
    def provide(*given: Any) -> Any:
        exec(setting)
        return POINTS, LABELS

    return provide


def _disturbance(setting: str) -> Callable[..., Any]:
    def draw(centres: Any, low: Any, high: Any, labels: Any, samples: int, rng: Any) -> Any:
        exec(setting)
        return low[:, None, :] + rng.random((len(low), samples, low.shape[1])) * (high - low)[:, None, :]

    return draw


def _evaluator(setting: str) -> Callable[..., Any]:
    def evaluate(
        classify: Any, low: Any, high: Any, labels: Any, severity: Any, samples: int, rng: Any
    ) -> Any:
        exec(setting)
        points = rng.uniform(low[:, None, :], high[:, None, :], (len(low), samples, low.shape[1]))
        answers = classify(points.reshape(-1, low.shape[1])).reshape(len(low), samples)
        harm = severity[labels[:, None], answers].mean(axis=1)
        return harm, harm * (1 - harm) / samples

    return evaluate


PARTS: dict[str, tuple[Callable[[str], Any], dict[str, Any]]] = {
    "casegen.providers": (_model, {"classifier": {"kind": "provider", "provider": "own"}}),
    "casegen.data": (_data, {}),
    "casegen.disturbances": (_disturbance, {"disturbance": "own"}),
    "casegen.ball_evaluators": (_evaluator, {"estimator": "own"}),
}


def _answers(folder: Path, group: str, setting: str, patch: pytest.MonkeyPatch, *, at_import: bool) -> str:
    make, chosen = PARTS[group]

    def load(point: EntryPoint) -> Any:
        if at_import:
            exec(setting)
        return make("" if at_import else setting)

    patch.setattr(EntryPoint, "load", load)
    known = {group: [EntryPoint("own", "nowhere:own", group)]}
    patch.setattr(installed, "entry_points", lambda group: known.get(group, []))
    path = folder / "points.npz"
    np.savez(path, points=POINTS, labels=LABELS)
    if group == "casegen.data":
        return repr(provided_points("own", {}, 3)[1])
    parameters = HIGH_DIMENSIONAL.parameters.model_validate({**SMALL, **chosen})
    run = Run({"points": path}, parameters, 3, 0.95, Path(mkdtemp(dir=folder)))
    return repr(HIGH_DIMENSIONAL.run(run).measures)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What each part measures that sets nothing."""
    folder = tmp_path_factory.mktemp("plain")
    result = {}
    for group in PARTS:
        with pytest.MonkeyPatch.context() as patch:
            result[group] = _answers(folder, group, "", patch, at_import=False)
    return result


@pytest.mark.parametrize("when", ["call", "import"])
@pytest.mark.parametrize("group", PARTS)
@pytest.mark.parametrize("name", ["numpy", "decimals", "recursion", "umask", "warnings"])
def test_a_part_that_sets_what_others_count_on_changes_no_number(
    name: str,
    group: str,
    when: str,
    tmp_path: Path,
    undisturbed: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """``np.seterr(all='raise')`` in a provider ended the method in an internal error."""
    setting = SETS[name].replace("(400)", "(max(400, 60 + len(__import__('inspect').stack())))")
    before = {one: read() for one, read in READ.items()}
    measured = _answers(tmp_path, group, setting, monkeypatch, at_import=when == "import")
    assert measured == undisturbed[group]
    assert {one: read() for one, read in READ.items()} == before


@pytest.mark.parametrize("name", [one for one in SETS if one != "recursion"])
def test_each_kind_of_call_of_a_model_is_set_back(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {one: read() for one, read in READ.items()}

    class Foreign:
        classes_ = np.array(["0", "1"])

        def predict(self, points: Any) -> Any:
            exec(SETS[name])
            return np.array(["0"] * len(points))

        def predict_proba(self, points: Any) -> Any:
            exec(SETS[name])
            return np.full((len(points), 2), 0.5)

    classifier: Classifier = adapt(Foreign(), ("0", "1"))
    for call in (classifier, classifier.confidence):
        call(POINTS)
        assert {one: read() for one, read in READ.items()} == before


def test_a_working_folder_is_that_of_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with same_settings():
        __import__("os").chdir("/")
    assert Path.cwd() == tmp_path


def test_gradients_and_threads_of_torch_are_those_of_before() -> None:
    torch = pytest.importorskip("torch")
    threads = torch.get_num_threads()
    with same_settings():
        torch.set_grad_enabled(False)
        torch.set_num_threads(threads + 1)
    assert torch.is_grad_enabled()
    assert torch.get_num_threads() == threads


def test_a_step_of_a_pipeline_is_set_back() -> None:
    from sklearn.neural_network import MLPClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import FunctionTransformer

    def step(x: Any) -> Any:
        np.seterr(all="raise")
        return x * 1e3  # far out in the tails of what the layers compute

    with np.errstate(all="warn"):
        model = make_pipeline(
            FunctionTransformer(step), MLPClassifier((4,), activation="tanh", max_iter=5, random_state=0)
        )
        with pytest.warns(UserWarning, match="iterations"), same_settings():
            model.fit(POINTS, LABELS)
        assert set(layer_outputs(model, ["hidden1", "logits"], POINTS)) == {"hidden1", "logits"}
        assert np.geterr()["under"] == "warn"


@pytest.mark.parametrize("of", [lambda: faults_of("a part"), lambda: asking(object()), same_settings])
def test_what_is_decorated_keeps_the_settings_of_each_call_and_travels(of: Callable[[], Any]) -> None:
    depth = sys.getrecursionlimit()
    keep = pickle.loads(pickle.dumps(of()))

    @keep
    def within(left: int) -> int:
        sys.setrecursionlimit(depth + left)
        return 0 if not left else 1 + within(left - 1)

    assert within(5) == 5
    assert sys.getrecursionlimit() == depth
    if not isinstance(keep, asking):
        assert pickle.dumps(keep)
