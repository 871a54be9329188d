"""Classifiers named in a case folder: a fixed list of scikit-learn estimators, trained by the method.

A case folder holds data, never code, so that a case from a stranger can be opened safely: only these kinds,
only plain hyper-parameters.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.models.classifier import Classifier
from casegen_evidence.own_arithmetic import in_own_arithmetic

NAMED: Mapping[str, tuple[str, str]] = {
    "decision-tree": ("sklearn.tree", "DecisionTreeClassifier"),
    "extra-trees": ("sklearn.ensemble", "ExtraTreesClassifier"),
    "gaussian-naive-bayes": ("sklearn.naive_bayes", "GaussianNB"),
    "gradient-boosting": ("sklearn.ensemble", "GradientBoostingClassifier"),
    "k-nearest-neighbours": ("sklearn.neighbors", "KNeighborsClassifier"),
    "logistic-regression": ("sklearn.linear_model", "LogisticRegression"),
    "mlp": ("sklearn.neural_network", "MLPClassifier"),
    "random-forest": ("sklearn.ensemble", "RandomForestClassifier"),
    "svm": ("sklearn.svm", "SVC"),
}
"""Kind to (module, class)."""


@in_own_arithmetic
def train(
    kind: str,
    options: Mapping[str, Any],
    points: NDArray[np.float64],
    labels: NDArray[np.int64],
    classes: tuple[str, ...],
    seed: int,
) -> Classifier:
    """Train the named kind on ``points`` (n, d) and ``labels`` (indices into ``classes``).

    ``options`` are the estimator's own hyper-parameters as scikit-learn names them; ``random_state`` is
    ``seed`` unless given.  Raises :class:`InputProblem` for an unknown kind or option.
    """
    if kind not in NAMED:
        raise InputProblem(f"expected a classifier kind among {', '.join(NAMED)}; found {kind!r}")
    module, name = NAMED[kind]
    estimator_class = getattr(importlib.import_module(module), name)
    known = estimator_class().get_params()
    unknown = sorted(set(options) - set(known))
    if unknown:
        raise InputProblem(
            f"expected options of {name} ({', '.join(sorted(known))}); found {', '.join(unknown)}"
        )
    chosen = dict(options)
    if "random_state" in known:
        chosen.setdefault("random_state", seed)
    if "n_jobs" in known:
        chosen["n_jobs"] = None
    try:
        estimator = estimator_class(**chosen).fit(points, labels)
    except (ValueError, TypeError) as error:
        if len(held := np.unique(labels)) < 2:
            words = f"of class {classes[int(held[0])]!r} alone" if len(held) else "that are none"
            raise InputProblem(
                f"{name} could not be trained on {len(labels)} points {words}; expected two classes or more: give more "
                "points to train on, such as by a smaller `evaluation_share`"
            ) from error
        raise InputProblem(f"{name} could not be trained with {chosen}: {error}") from error
    return Classifier(lambda x: _codes(estimator, x), classes, estimator, "indices")


def _codes(estimator: Any, points: NDArray[np.float64]) -> NDArray[Any]:
    return estimator.predict(points)  # type: ignore[no-any-return]
