"""The features of an estimator by the names that it states: asked about columns in another order, it answers wrongly."""

from __future__ import annotations

import unicodedata
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from casegen_evidence.method import InputProblem
from casegen_evidence.models.tree_nodes import members

SHOWN = 5
"""names in a message, at most"""

DEPTH = 8
"""estimators within each other, at most"""

PARTS = (
    "estimators_", "calibrated_classifiers_", "best_estimator_", "estimator_", "classifier_", "estimator",
    "transformer_list",
)  # fmt: skip
"""where an estimator holds others that are asked about the columns it is asked about"""


def stated(model: Any) -> tuple[str, ...]:
    """Names of the features that an estimator was trained on, in its order; none where it was trained on an array.

    A pipeline that begins with ``passthrough`` and what is built around one state none themselves, but their parts do.
    """
    listed = list(_listed(model, DEPTH))
    if not all(isinstance(name, str) for name in listed):
        return ()
    spelled = tuple(map(_spelled, listed))
    return spelled if len({*spelled}) == len(spelled) else ()


def places(model: Any, features: Sequence[str], what: str) -> tuple[int, ...]:
    """Where the estimator's features stand among ``features``, in its order; empty where they are taken as they stand.

    That is where the estimator states no names, or ``features`` are x1, x2, …, as those of an array are.  ``what`` is
    called so in messages.  Raises :class:`InputProblem` for other names.
    """
    own, given = stated(model), [_spelled(name) for name in features]
    if not own or [*own] == given:
        return ()
    if {*own} != {*given}:
        if given == [f"x{k + 1}" for k in range(len(given))]:
            return ()
        raise InputProblem(_differ(model, own, given, what))
    return tuple(given.index(name) for name in own)


def refuse_other_order(model: Any, features: Sequence[str], what: str) -> None:
    """Refuse an estimator that was trained on the same ``features`` in another order, where nobody reorders them.

    Raises :class:`InputProblem`.
    """
    own, given = stated(model), [_spelled(name) for name in features]
    if {*own} == {*given} and [*own] != given:
        raise InputProblem(
            f"{what}: expected features in the order of the points, {_few(given)}; the {type(model).__name__} "
            f"was trained on {_few(own)}. Give the points in that order"
        )


@contextmanager
def in_order() -> Iterator[None]:
    """Keep scikit-learn from warning of arrays without names, whose columns are in the estimator's order by now."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "X does not have valid feature names", UserWarning)
        yield


def _listed(model: Any, depth: int) -> Iterable[Any]:
    """Names that an estimator states, or else the first part of it that takes the same columns as it does."""
    names = getattr(model, "feature_names_in_", None)
    if names is not None or not depth or isinstance(model, str):
        return names if isinstance(names, list | tuple | np.ndarray) else ()
    steps = getattr(model, "steps", None)
    if isinstance(steps, list):  # later steps take what the first one made of the columns
        asked = [step for _, step in steps if step is not None and not isinstance(step, str)][:1]
    else:
        asked = [part for place in PARTS for part in members(getattr(model, place, None))]
    return next((own for part in asked if len(own := [*_listed(part, depth - 1)])), ())


def _spelled(name: str) -> str:
    return unicodedata.normalize("NFC", name).strip()


def _differ(model: Any, own: Sequence[str], given: Sequence[str], what: str) -> str:
    lacking, more = ([one for one in a if one not in b] for a, b in ((own, given), (given, own)))
    differences = [f"no {_few(lacking)}"] * bool(lacking) + [f"also {_few(more)}"] * bool(more)
    return (
        f"{what}: expected the features that the {type(model).__name__} was trained on, {_few(own)}; found "
        f"{' and '.join(differences)}. Name the columns as there; x1, x2, … are taken by their places"
    )


def _few(names: Sequence[str]) -> str:
    return ", ".join(names[:SHOWN]) + (", …" if len(names) > SHOWN else "")
