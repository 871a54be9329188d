"""Decision trees of an estimator that came from a file, checked before they are asked.

scikit-learn follows the nodes of a tree without looking whether they exist: a forged index reads memory that is not its
own, or never ends.  In a tree that scikit-learn grew, children come after their parent, and features are the data's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from casegen_evidence.method import InputProblem

TREE = "sklearn.tree._tree.Tree"


def check_trees(model: Any, file: str) -> None:
    """Raises :class:`InputProblem` for a tree whose nodes no training makes, anywhere in ``model``."""
    from sklearn.ensemble import StackingClassifier, VotingClassifier
    from sklearn.tree._tree import Tree

    for part in parts_of(model):
        if isinstance(tree := getattr(part, "tree_", None), Tree):
            _check(tree, int(getattr(part, "n_features_in_", 0)), file)
        if isinstance(part, StackingClassifier | VotingClassifier):
            continue  # each of their members looks at the data itself
        for inner in members(getattr(part, "estimators_", None)):
            # other ensembles look at the data once and ask their trees without another look
            if getattr(inner, "n_features_in_", 0) > getattr(part, "n_features_in_", 0):
                raise _forged(file)


def _check(tree: Any, features: int, file: str) -> None:
    left, right, feature = tree.children_left, tree.children_right, tree.feature
    here = np.arange(tree.node_count)
    leaf = (left == -1) & (right == -1)
    inner = (left > here) & (right > here) & (left < tree.node_count) & (right < tree.node_count)
    known = (feature >= 0) & (feature < min(features, tree.n_features))
    if not tree.node_count or not (leaf | (inner & known)).all():
        raise _forged(file)


def _forged(file: str) -> InputProblem:
    return InputProblem(
        f"{file}: a decision tree holds nodes that no training makes, which could read memory that is not its own. Save "
        "the estimator anew"
    )


def members(estimators: Any) -> Iterator[Any]:
    """Estimators of a list, however lists and arrays are nested in it; a single one by itself, of none nothing."""
    if isinstance(estimators, list | tuple | np.ndarray):
        for one in estimators:
            yield from members(one)
    elif estimators is not None:
        yield estimators


def parts_of(model: Any) -> Iterator[Any]:
    """Every object that can be reached from ``model``, itself included."""
    seen: set[int] = set()
    queue = [model]
    while queue:
        part = queue.pop()
        if id(part) in seen or isinstance(part, str | bytes | int | float | None):
            continue
        seen.add(id(part))
        if isinstance(part, dict):
            queue += [*part.keys(), *part.values()]
        elif isinstance(part, list | tuple | set | frozenset):
            queue += part
        elif isinstance(part, np.ndarray):
            queue += list(part.flat) if part.dtype == object else []
        else:
            yield part
            queue += vars(part).values() if hasattr(part, "__dict__") else []
