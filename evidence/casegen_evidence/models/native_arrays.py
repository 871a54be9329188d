"""Arrays of an estimator that came from a file, checked before compiled code is handed them.

libsvm and the compiled searches of scikit-learn take the lengths of some arrays from others without a look: a forged
array makes them read, or write, memory that is not theirs.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from casegen_evidence.method import InputProblem
from casegen_evidence.models.tree_nodes import parts_of


def check_arrays(model: Any, file: str) -> None:
    """Raises :class:`InputProblem` for arrays that do not fit each other, anywhere in ``model``.

    Looked at are support vector machines, searches of neighbours, and clusterings.
    """
    from sklearn.svm._base import BaseLibSVM

    for part in parts_of(model):
        try:
            fits = _machine(part) if isinstance(part, BaseLibSVM) else _search(part)
        except (AttributeError, TypeError, ValueError, IndexError):
            fits = False
        if not fits:
            raise InputProblem(
                f"{file}: the arrays of a {type(part).__name__} do not fit each other, as those of no training are. Save "
                "the estimator anew"
            )


def _machine(part: Any) -> bool:
    """Whether the arrays that libsvm reads are as long as it takes them to be."""
    if not hasattr(part, "_n_support"):  # never trained: it says so when it is asked
        return True
    support = np.asarray(part.support_)
    counts, classes = np.array([len(support)]), 2
    if part._impl in ("c_svc", "nu_svc"):
        counts, classes = np.asarray(part._n_support), len(part._n_support)
    total, pairs = int(counts.sum()), classes * (classes - 1) // 2
    vectors = (0, 0) if part.kernel == "precomputed" else (total, part.n_features_in_)
    return (
        bool((counts >= 0).all())
        and support.shape == (total,)
        and bool(((support >= 0) & (support < part.shape_fit_[0])).all())
        and np.shape(part.support_vectors_) == vectors
        and np.shape(part._dual_coef_) == (classes - 1, total)
        and np.shape(part._intercept_) == (pairs,)
        and np.shape(part._probA) == np.shape(part._probB)
        and np.size(part._probA) in (0, pairs)
    )


def _search(part: Any) -> bool:
    """Whether what points are compared with has their features, and its labels are classes."""
    centres = [getattr(part, name) for name in ("_fit_X", "cluster_centers_") if hasattr(part, name)]
    if not all(isinstance(c, np.ndarray) and c.shape[1:] == (part.n_features_in_,) for c in centres):
        return False
    labels = getattr(part, "_y", None)
    if labels is None or not hasattr(part, "classes_") or not hasattr(part, "_fit_X"):
        return True
    several = isinstance(part.classes_, list)
    limits = np.array([len(c) for c in part.classes_] if several else [len(part.classes_)])
    codes = np.asarray(labels).reshape(len(part._fit_X), -1)
    return bool(codes.shape[1] == len(limits) and (codes >= 0).all() and (codes < limits).all())
