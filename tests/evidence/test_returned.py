"""What code of installed packages returns: every way in refuses what is no answer, and takes the same answer as it should be."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from importlib.metadata import EntryPoint
from typing import Any

import numpy as np
import pytest
from casegen_evidence import installed as parts
from casegen_evidence.installed import PluginFault, faults_of, installed
from casegen_evidence.method import InputProblem
from casegen_evidence.models import provided
from casegen_evidence.nnmetrics.asked import _by_name
from casegen_evidence.nnmetrics.networks import network
from casegen_evidence.ram.balls import Balls
from casegen_evidence.ram.data import provided_points
from casegen_evidence.ram.disturbances import drawn_within
from casegen_evidence.ram.evaluators import evaluated
from casegen_evidence.ram.margins import scores_of
from casegen_evidence.ram.operation import Asked
from casegen_evidence.returned import finite

POINTS = np.array([[0.1, 0.5], [0.2, 0.6], [0.9, 0.25]])
CODES = np.array([0, 1, 0])
CLASSES = ("ball", "pipe")
WORDS = np.array(["ball", "pipe", "ball"])
SHARES = np.array([[0.875, 0.125], [0.25, 0.75], [0.5, 0.5]])
BALLS = Balls.around(POINTS, CODES, 0.1, (np.zeros(2), np.ones(2)))
RNG = np.random.default_rng(1)
Way = Callable[[Any], Any]


@pytest.fixture
def put(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], None]:
    """Make ``own`` the entry point of every group, which loads what is given."""

    def make(loaded: Any) -> None:
        monkeypatch.setattr(EntryPoint, "load", lambda _: loaded)
        monkeypatch.setattr(parts, "entry_points", lambda group: [EntryPoint("own", "nowhere:own", group)])

    return make


class Estimator:
    """Gives the answers that it holds, whatever it is asked."""

    def __init__(
        self, words: Any = WORDS, shares: Any = SHARES, scores: Any = SHARES, classes: Any = CLASSES
    ) -> None:
        self.classes_ = classes
        self._words, self._shares, self._scores = words, shares, scores

    def predict(self, points: Any) -> Any:
        return self._words[: len(points)] if len(points) < 3 else self._words

    def predict_proba(self, points: Any) -> Any:
        return self._shares

    def scores(self, points: Any) -> Any:
        return self._scores


def _model() -> Any:
    return provided("own", {}, POINTS, CODES, CLASSES, 1)


WAYS: dict[str, tuple[Any, Callable[[Any], Any], Way]] = {
    "points of a data provider": (
        POINTS, lambda given: lambda options, seed: (given, WORDS), lambda _: provided_points("own", {}, 1)[0].points
    ),
    "labels of a data provider": (
        WORDS, lambda given: lambda options, seed: (POINTS, given), lambda _: provided_points("own", {}, 1)[0].labels
    ),
    "answers of a function": (
        WORDS, lambda given: lambda *_: lambda points: given, lambda _: _model()(POINTS)
    ),
    "answers of an estimator": (
        WORDS, lambda given: lambda *_: Estimator(words=given), lambda _: _model()(POINTS)
    ),
    "answers of an estimator to inputs": (
        WORDS, lambda given: lambda *_: Estimator(words=given), lambda _: _by_name(_model().model, POINTS, [], _model().plug_in)[0]
    ),
    "probabilities of a function": (
        SHARES, lambda given: lambda *_: lambda points: given,
        lambda _: network(_model().model, CLASSES, _model().plug_in).probabilities(POINTS),
    ),
    "probabilities of an estimator": (
        SHARES, lambda given: lambda *_: Estimator(shares=given),
        lambda _: network(_model().model, plug_in=_model().plug_in).probabilities(POINTS),
    ),
    "confidence of an estimator": (
        SHARES, lambda given: lambda *_: Estimator(shares=given),
        lambda _: Asked(None, None, _model(), None).views(POINTS),  # type: ignore[arg-type]
    ),
    "scores of a model": (
        SHARES, lambda given: lambda *_: Estimator(scores=given),
        lambda _: scores_of(_model()).value(POINTS),  # type: ignore[union-attr]
    ),
    "inputs of a disturbance": (
        POINTS[:, None, :], lambda given: lambda *_: given,
        lambda _: drawn_within(
            installed("casegen.disturbances", "own"), POINTS, BALLS.low, BALLS.high, CODES, 1, RNG
        ),
    ),
    "means of an evaluator": (
        np.array([0.005, 0.25, 0.0]), lambda given: lambda *_: (given, np.zeros(3)), lambda _: _evaluated()
    ),
    "variances of an evaluator": (
        np.array([0.005, 0.25, 0.0]), lambda given: lambda *_: (np.zeros(3), given), lambda _: _evaluated()
    ),
}  # fmt: skip
"""by way in: a sound value, the entry point that returns it, and what asks for it"""


def _evaluated() -> Any:
    evaluator = installed("casegen.ball_evaluators", "own")
    return evaluated(evaluator, _always_ball, BALLS, np.ones((2, 2)), 10, RNG)  # type: ignore[arg-type]


def _always_ball(points: Any) -> Any:
    return np.zeros(len(points), dtype=np.int64)


def masked(value: Any) -> Any:
    """The first value is hidden: what lies below the mask is a sound one."""
    flags = np.zeros(value.shape, dtype=bool)
    flags[0] = True
    return np.ma.masked_array(value, mask=flags)


def masked_rows(value: Any) -> Any:
    return list(masked(value[None, :])) if value.ndim == 1 else list(masked(value))


class Lazy:
    """An array of a library of its own, whose values are masked once they are computed."""

    def __init__(self, value: Any) -> None:
        self._value = value
        self.ndim, self.shape = value.ndim, value.shape

    def __len__(self) -> int:
        return len(self._value)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return masked(self._value)


def first(value: Any, other: Any) -> Any:
    result = value.astype(object)
    result.reshape(-1)[0] = other
    return result


ALWAYS: dict[str, Way] = {
    "masked": masked,
    "masked rows in a list": masked_rows,
    "masked when it is computed": Lazy,
    "wholly masked": lambda value: np.ma.masked_all(value.shape, value.dtype),
    "None": lambda value: None,
    "a None among them": lambda value: first(value, None),
    "NaT": lambda value: first(value, np.datetime64("NaT")),
    "a nan among them": lambda value: first(value, float("nan")),
    "days": lambda value: np.zeros(value.shape, "timedelta64[D]"),
    "dates": lambda value: np.zeros(value.shape, "datetime64[D]"),
    "complex": lambda value: np.zeros(value.shape) * 1j,
    "rows of other lengths": lambda value: [[1.0], [1.0, 2.0], [3.0]],
    "a function": lambda value: len,
    "raises": lambda value: _Raising(),
}
OF_NUMBERS: dict[str, Way] = {
    "texts": lambda value: value.astype(str),
    "texts as objects": lambda value: value.astype(str).astype(object),
    "a text among them": lambda value: first(value, str(value.reshape(-1)[0])),
    "a duration among them": lambda value: first(value, np.timedelta64(0, "D")),
}


class _Raising:
    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        raise RuntimeError("on another device")

    def __len__(self) -> int:
        raise RuntimeError("on another device")


BAD = [
    pytest.param(way, change, id=f"{way}: {name}")
    for way, (value, _, _) in WAYS.items()
    for name, change in {**ALWAYS, **({} if value.dtype.kind == "U" else OF_NUMBERS)}.items()
]


@pytest.mark.parametrize(("way", "change"), BAD)
def test_what_is_no_answer_is_refused_by_the_name_of_the_plug_in(
    put: Callable[[Any], None], way: str, change: Way
) -> None:
    value, entry, asked = WAYS[way]
    put(entry(change(value)))
    with pytest.raises(PluginFault, match=r"'own'"):
        asked(None)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("change", [np.asarray, list, np.ma.asarray, lambda value: value.astype(object)])
def test_the_same_answers_without_a_mask_are_taken(put: Callable[[Any], None], way: str, change: Way) -> None:
    value, entry, asked = WAYS[way]
    put(entry(value))
    expected = asked(None)
    put(entry(change(value)))
    np.testing.assert_array_equal(asked(None), expected)


class Writing(Estimator):
    """Writes into each array that it is shown, as ``x /= 255`` does."""

    def __call__(self, *shown: Any) -> Any:
        for array in shown:
            if isinstance(array, np.ndarray):
                array[...] = 0
        return self

    def predict(self, points: Any) -> Any:
        self(points)
        return super().predict(points)

    def predict_proba(self, points: Any) -> Any:
        self(points)
        return self._shares

    def scores(self, points: Any) -> Any:
        self(points)
        return self._scores


def _writes(answer: Any) -> Any:
    return lambda *shown: (Writing()(*shown), answer)[1]


WRITES: dict[str, Any] = {
    "answers of a function": lambda *_: _writes(WORDS),
    "answers of an estimator": Writing(),
    "answers of an estimator to inputs": Writing(),
    "probabilities of a function": lambda *_: _writes(SHARES),
    "probabilities of an estimator": Writing(),
    "confidence of an estimator": Writing(),
    "scores of a model": Writing(),
    "inputs of a disturbance": _writes(POINTS[:, None, :].copy()),
    "means of an evaluator": _writes((np.zeros(3), np.zeros(3))),
}


@pytest.mark.parametrize("way", WRITES)
def test_what_a_part_writes_into_what_it_is_shown_reaches_nothing_else(
    put: Callable[[Any], None], way: str
) -> None:
    """A model that scales its inputs in place changed the data of everything that came after it."""
    put(WRITES[way])
    shown = [array.copy() for array in (POINTS, CODES, BALLS.low, BALLS.high)]
    try:
        WAYS[way][2](None)
        for array, before in zip((POINTS, CODES, BALLS.low, BALLS.high), shown, strict=True):
            np.testing.assert_array_equal(array, before)
    finally:
        for array, before in zip((POINTS, CODES, BALLS.low, BALLS.high), shown, strict=True):
            array[...] = before


def test_options_that_a_part_changes_stay_those_of_the_case(put: Callable[[Any], None]) -> None:
    options = {"depth": [1, 2]}
    put(lambda options, seed: (options["depth"].clear(), (POINTS, WORDS))[1])
    provided_points("own", options, 1)
    assert options == {"depth": [1, 2]}


@pytest.mark.parametrize("loaded", [7, None, np, "text"], ids=["int", "None", "module", "text"])
@pytest.mark.parametrize(
    "group", ["casegen.providers", "casegen.data", "casegen.disturbances", "casegen.ball_evaluators"]
)
def test_an_entry_point_that_is_no_function_is_named(
    put: Callable[[Any], None], group: str, loaded: object
) -> None:
    put(loaded)
    with pytest.raises(
        PluginFault, match=r"'own' \(nowhere:own\).*expected a function of \(.*Name the function"
    ):
        installed(group, "own")


def test_a_part_that_raises_keeps_its_cause(put: Callable[[Any], None]) -> None:
    put(lambda *_: [][5])
    for group, call in (
        ("the provider 'own'", lambda: provided("own", {}, POINTS, CODES, CLASSES, 1)),
        ("the data provider 'own'", lambda: provided_points("own", {}, 1)),
    ):
        with pytest.raises(PluginFault, match=f"{group} .*IndexError: list index out of range") as error:
            call()
        assert isinstance(error.value.__cause__, IndexError)


@pytest.mark.parametrize("model", [None, 5, "model", np])
def test_what_is_no_model_is_named(put: Callable[[Any], None], model: object) -> None:
    put(lambda *_: model)
    with pytest.raises(PluginFault, match=r"the provider 'own' .*expected a classifier"):
        provided("own", {}, POINTS, CODES, CLASSES, 1)


def test_what_names_the_faults_of_a_part_travels_to_a_worker() -> None:
    with (
        pytest.raises(PluginFault, match="the model 'm' failed: ZeroDivisionError"),
        pickle.loads(pickle.dumps(faults_of("the model 'm'"))),
    ):
        1 / 0  # noqa: B018
    with pytest.raises(ZeroDivisionError), faults_of(""):
        1 / 0  # noqa: B018


def test_numbers_that_are_not_finite_are_named_by_their_row() -> None:
    scores = np.zeros((5, 3))
    finite(scores, "scores")
    scores[2, 1], scores[4, 0] = np.nan, np.inf
    with pytest.raises(
        InputProblem, match=r"row 3 of the 5 asked for together has nan, and 1 more row has such"
    ):
        finite(scores, "scores of the network")
