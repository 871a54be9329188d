"""Strata of likeness: points sorted by a score that tells operation from the labelled sample.

Within a stratum of the true density ratio both samples have one distribution (Rosenbaum & Rubin 1983).  The
score is fitted, and the strata cut, on rows that are used for nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem

Array = NDArray[np.float64]
Index = NDArray[np.int64]
POINTS_EACH = (80, 30)
"""Labelled points that a stratum shall have in the mean, where the score tells little and where it tells much."""
MOST = (8, 16)
"""Strata at most, in the same order."""
TELLS = 0.01
"""Gain of likelihood per row, in nats, from which on the score tells much."""
FOLDS = 4
FEWEST_LABELLED = 2
"""Labelled rows that a fit without one of the folds needs, at least."""
PILOT_ROWS = 4000
"""The score is fitted to at most so many rows of each sample."""


@dataclass(frozen=True, slots=True)
class Strata:
    """``score`` maps rows to numbers, larger the more like operation; ``edges`` cut it into strata."""

    score: Callable[[Array], Array]
    edges: Array

    def __len__(self) -> int:
        return len(self.edges) + 1

    def of(self, score: Array) -> Index:
        """Stratum of each score, from 0 (least like operation)."""
        return np.asarray(np.searchsorted(self.edges, score, side="right"), dtype=np.int64)


def stratify(labelled: Array, operation: Array, points: int, seed: int) -> Strata:
    """Fit the score to pilot rows ``labelled`` (n, a) and ``operation`` (N, a); cut for ``points`` labelled points.

    The model is the one of largest cross-validated likelihood among a constant, logistic regressions (linear, and with
    squares and products) and a random forest.  Strata hold equal shares of the mean of both samples by scores of rows
    left out of the fit.

    Raises :class:`~casegen_evidence.method.InputProblem` if fewer than two rows are labelled.
    """
    if len(labelled) < FEWEST_LABELLED:
        raise InputProblem(
            f"expected at least {FEWEST_LABELLED} labelled points beside those that count, to compare operation with; "
            f"found {len(labelled)}. Label more points"
        )
    rng = np.random.default_rng([seed, 0x57])
    a, b = (x[rng.permutation(len(x))[:PILOT_ROWS]] for x in (labelled, operation))
    x = np.concatenate([a, b])
    y = np.append(np.zeros(len(a)), np.ones(len(b)))
    weight = np.append(np.full(len(a), 0.5 / len(a)), np.full(len(b), 0.5 / len(b))) * len(x)
    best, scores, fitted = -np.log(2.0), None, None
    folds = rng.permutation(len(x)) % FOLDS
    if len(np.unique(folds[: len(a)])) == 1:  # each fit needs rows of both samples
        folds[: len(a)] = np.arange(len(a)) % FOLDS
    for make in _models(x.shape[1], len(x), seed):
        left_out = np.empty(len(x))
        for fold in range(FOLDS):
            model = make()
            model.fit(x[folds != fold], y[folds != fold], **_weights(model, weight[folds != fold]))
            left_out[folds == fold] = model.predict_proba(x[folds == fold])[:, 1]
        p = np.clip(left_out, 1e-3, 1 - 1e-3)
        likelihood = float(np.average(np.where(y > 0, np.log(p), np.log(1 - p)), weights=weight))
        if scores is None or likelihood > best:
            best, scores, fitted = likelihood, left_out, make
    assert fitted is not None
    assert scores is not None
    model = fitted()
    model.fit(x, y, **_weights(model, weight))
    much = int(best + np.log(2.0) > TELLS)
    count = int(np.clip(points // POINTS_EACH[much], 2, MOST[much]))
    order = np.argsort(scores, kind="stable")
    share = np.cumsum(weight[order]) / weight.sum()
    cuts = [scores[order][int(np.searchsorted(share, k / count))] for k in range(1, count)]
    return Strata(lambda rows: np.asarray(model.predict_proba(rows)[:, 1]), np.unique(cuts))


def _weights(model: Any, weight: Array) -> dict[str, Array]:
    last = model.steps[-1][0] if hasattr(model, "steps") else None
    return {f"{last}__sample_weight": weight} if last else {"sample_weight": weight}


def _models(dimension: int, rows: int, seed: int) -> list[Callable[[], Any]]:
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import PolynomialFeatures, StandardScaler

    def linear() -> Any:
        return make_pipeline(StandardScaler(), LogisticRegression(C=1.0, max_iter=500))

    def curved() -> Any:
        return make_pipeline(
            StandardScaler(), PolynomialFeatures(2, include_bias=False), StandardScaler(),
            LogisticRegression(C=0.3, max_iter=500),
        )  # fmt: skip

    def forest() -> Any:
        leaf = max(10, rows // 100)
        return RandomForestClassifier(60, min_samples_leaf=leaf, random_state=seed % 2**32, max_features=None)

    return [linear, curved, forest] if dimension <= 40 else [linear]
