"""Runtime monitors: scores that grow with suspicion, fitted on training data of the monitored network.

A monitor sees inputs, a layer's outputs, the network's answers and its probabilities.  Its alarm is a score above
a threshold from calibration data (:mod:`casegen_evidence.monitors.operating`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem

Array = NDArray[np.float64]
Labels = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class View:
    """What a monitor can see of n inputs.

    ``inputs`` ``(n, d)`` flat, ``features`` ``(n, p)`` outputs of a layer (after ReLU), ``probabilities`` ``(n, K)`` of
    the network.
    """

    inputs: Array
    features: Array
    probabilities: Array

    def __post_init__(self) -> None:
        if not len(self.inputs) == len(self.features) == len(self.probabilities):
            raise InputProblem(
                f"expected inputs, features and probabilities of one length; found {len(self.inputs)}, "
                f"{len(self.features)} and {len(self.probabilities)}. The rows are misaligned"
            )

    @property
    def predictions(self) -> Labels:
        """The network's answers ``(n,)``."""
        return np.asarray(self.probabilities.argmax(axis=1), dtype=np.int64)


class Detector(Protocol):
    """``fit`` on training data with its true labels, then ``score`` new data: larger is more suspicious."""

    def fit(self, view: View, labels: Labels, seed: int) -> None:
        """Learn from training data ``(n,)``."""
        ...

    def score(self, view: View) -> Array:
        """Suspicion of each input, ``(n,)``."""
        ...


class MaxSoftmax:
    """1 − the largest probability (Hendrycks & Gimpel 2017)."""

    def fit(self, view: View, labels: Labels, seed: int) -> None:
        """Nothing to learn."""

    def score(self, view: View) -> Array:
        """1 − max p."""
        return np.asarray(1.0 - view.probabilities.max(axis=1))


def _isolation(x: Array, seed: int) -> Callable[[Array], Array]:
    from sklearn.ensemble import IsolationForest

    forest = IsolationForest(n_estimators=100, random_state=seed).fit(x)
    return lambda z: np.asarray(-forest.score_samples(z))


def _one_class(x: Array, seed: int) -> Callable[[Array], Array]:
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import OneClassSVM

    scale = StandardScaler().fit(x)
    machine = OneClassSVM(nu=0.1, gamma="scale").fit(scale.transform(x))
    return lambda z: np.asarray(-machine.score_samples(scale.transform(z)))


class PerClass:
    """One-class models of the features, one per class; the predicted class's model scores (paper 004 §III-A).

    ``model`` is ``isolation-forest`` (Liu, Ting & Zhou 2008) or ``one-class-svm``.
    """

    _KINDS: Mapping[str, Callable[[Array, int], Callable[[Array], Array]]] = {
        "isolation-forest": _isolation,
        "one-class-svm": _one_class,
    }

    def __init__(self, model: str = "isolation-forest") -> None:
        if model not in self._KINDS:
            raise InputProblem(f"expected a one-class model among {', '.join(self._KINDS)}; found {model!r}")
        self._build = self._KINDS[model]
        self._models: dict[int, Callable[[Array], Array]] = {}

    def fit(self, view: View, labels: Labels, seed: int) -> None:
        """Fit one model to the features of each class of ``labels``."""
        for c in np.unique(labels).tolist():
            self._models[c] = self._build(view.features[labels == c], seed)

    def score(self, view: View) -> Array:
        """Score of the predicted class's model; a class without training data is infinitely suspicious."""
        result = np.full(len(view.inputs), np.inf)
        predictions = view.predictions
        for c, model in self._models.items():
            mine = predictions == c
            if mine.any():
                result[mine] = model(view.features[mine])
        worst = result[np.isfinite(result)].max(initial=0.0) + 1.0
        return np.asarray(np.where(np.isfinite(result), result, worst))


class Mahalanobis:
    """Squared distance to the nearest class mean under the shared covariance (Lee et al. 2018), shrunk (Ledoit–Wolf)."""

    def fit(self, view: View, labels: Labels, seed: int) -> None:
        """Class means and the inverse of the pooled covariance."""
        from sklearn.covariance import LedoitWolf

        classes = np.unique(labels)
        self._means = np.stack([view.features[labels == c].mean(axis=0) for c in classes])
        centred = view.features - self._means[np.searchsorted(classes, labels)]
        self._precision = LedoitWolf(assume_centered=True).fit(centred).precision_

    def score(self, view: View) -> Array:
        """Smallest squared distance over classes."""
        away = view.features[:, None, :] - self._means[None]
        return np.asarray(np.einsum("nkp,pq,nkq->nk", away, self._precision, away, optimize=True).min(axis=1))


class Autoencoder:
    """Reconstruction error of a network trained to repeat its input through a narrow layer of ``code`` neurons."""

    def __init__(self, code: int = 12, hidden: int = 48, epochs: int = 60) -> None:
        self._shape, self._epochs = (hidden, code, hidden), epochs

    def fit(self, view: View, labels: Labels, seed: int) -> None:
        """Train on the inputs; labels are not used."""
        import warnings

        from sklearn.exceptions import ConvergenceWarning
        from sklearn.neural_network import MLPRegressor

        with warnings.catch_warnings():
            # a fixed number of epochs is part of the monitor's definition
            warnings.simplefilter("ignore", ConvergenceWarning)
            self._model = MLPRegressor(
                hidden_layer_sizes=self._shape,
                max_iter=self._epochs,
                batch_size=64,
                learning_rate_init=2e-3,
                random_state=seed,
            ).fit(view.inputs, view.inputs)

    def score(self, view: View) -> Array:
        """Mean squared error per input."""
        return np.asarray(((self._model.predict(view.inputs) - view.inputs) ** 2).mean(axis=1))

    def code(self, inputs: Array) -> Array:
        """Outputs of the narrow layer ``(n, code)``."""
        from casegen_evidence.nnmetrics.networks import mlp_layers

        return mlp_layers(self._model, inputs)[1]


class AutoencoderPerClass:
    """One isolation forest per class on the code of an autoencoder (the paper's second monitor, 004 §III-A)."""

    def __init__(self) -> None:
        self._encoder, self._forests = Autoencoder(), PerClass()

    def fit(self, view: View, labels: Labels, seed: int) -> None:
        """Train the autoencoder, then the forests on its code."""
        self._encoder.fit(view, labels, seed)
        self._forests.fit(self._coded(view), labels, seed)

    def score(self, view: View) -> Array:
        """Score of the predicted class's forest."""
        return self._forests.score(self._coded(view))

    def _coded(self, view: View) -> View:
        return View(view.inputs, self._encoder.code(view.inputs), view.probabilities)


class ActivationPatterns:
    """Hamming distance to the nearest on-off pattern seen for the predicted class (Cheng, Nührenberg & Yasuoka 2019)."""

    def fit(self, view: View, labels: Labels, seed: int) -> None:
        """Remember the patterns of correctly classified training inputs, per class."""
        right = view.predictions == labels
        on = view.features > 0
        self._seen = {
            c: np.unique(on[right & (labels == c)], axis=0).astype(np.float32)
            for c in np.unique(labels).tolist()
        }

    def score(self, view: View) -> Array:
        """Number of neurons in which the nearest seen pattern differs; all of them where none was seen."""
        on = (view.features > 0).astype(np.float32)
        result = np.full(len(on), float(on.shape[1]))
        for c, seen in self._seen.items():
            mine = view.predictions == c
            if mine.any() and len(seen):
                a = on[mine]
                apart = a.sum(1)[:, None] + seen.sum(1)[None] - 2 * a @ seen.T
                result[mine] = apart.min(axis=1)
        return result


class ActivationHull:
    """Neurons outside the binary hull of the predicted class: on where no training input was, or off where all were."""

    def fit(self, view: View, labels: Labels, seed: int) -> None:
        """Per class and neuron, whether it was ever on, and whether always, for correct training inputs."""
        right = view.predictions == labels
        on = view.features > 0
        self._ever: dict[int, NDArray[np.bool_]] = {}
        self._always: dict[int, NDArray[np.bool_]] = {}
        for c in np.unique(labels).tolist():
            mine = on[right & (labels == c)]
            self._ever[c] = mine.any(axis=0)
            self._always[c] = mine.all(axis=0) & bool(len(mine))

    def score(self, view: View) -> Array:
        """Number of neurons outside the hull; all of them for a class without training inputs."""
        on = view.features > 0
        result = np.full(len(on), float(on.shape[1]))
        for c, ever in self._ever.items():
            mine = view.predictions == c
            result[mine] = ((on[mine] & ~ever) | (~on[mine] & self._always[c])).sum(axis=1)
        return result


DETECTORS: Mapping[str, Callable[[], Any]] = {
    "max-softmax": MaxSoftmax,
    "isolation-forest": PerClass,
    "one-class-svm": lambda: PerClass("one-class-svm"),
    "mahalanobis": Mahalanobis,
    "autoencoder": Autoencoder,
    "autoencoder-isolation-forest": AutoencoderPerClass,
    "activation-pattern": ActivationPatterns,
    "activation-hull": ActivationHull,
}
"""Monitors by name."""


def detector(name: str) -> Detector:
    """A fresh monitor of that name; raises :class:`InputProblem` for an unknown one."""
    if name not in DETECTORS:
        from casegen_evidence.suggestions import near

        raise InputProblem(
            f"expected a monitor among {', '.join(DETECTORS)}; found {name!r}{near(name, tuple(DETECTORS))}"
        )
    made: Detector = DETECTORS[name]()
    return made
