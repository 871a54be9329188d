"""Labels that a network gives beside its scores, as skl2onnx writes them, held to these and to the stated classes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.models.ties import COMPARED, contradicting, out_of_order, settled
from casegen_evidence.tables.labels import label

SHOWN = 12
"""classes that a message names at most"""


class Labels(NamedTuple):
    """An output ``name`` of labels ``(n,)``, and the output ``scored`` whose scores they are held to.

    ``known`` are the whole numbers that the output has given so far.
    """

    name: str
    scored: str
    own: NDArray[np.generic]
    known: Collection[int] = ()


def labels_among(answer: object, rows: int) -> NDArray[np.generic] | None:
    """The labels ``(rows,)`` of an output: whole numbers, texts, or the likeliest keys of a ZipMap; None for others."""
    if isinstance(answer, list):
        if len(answer) != rows or not all(isinstance(row, dict) and row for row in answer):
            return None
        return np.array([max(row, key=row.get) for row in answer])
    if not isinstance(answer, np.ndarray) or answer.shape not in ((rows,), (rows, 1)):
        return None
    return answer.reshape(-1) if answer.dtype.kind in "iuOUS" else None


def judge_labels(labels: Labels, scores: NDArray[np.float32], classes: Sequence[str] = ()) -> None:
    """Refuse labels that the scores ``(n, K)`` deny, or that name other ``classes`` than those stated for the scores.

    Labels that are places of the scores, 0 to K - 1, are taken for names only where the classes have these names, or
    have some of them in another order.  Raises :class:`InputProblem`.
    """
    own, first = labels.own[:COMPARED], scores[:COMPARED]
    wrong = contradicting(own, first)
    names = [label(str(name)) for name in classes]
    if len(names) == scores.shape[1] and len(set(names)) == len(names):
        renamed = _renamed(own, first, names)
        if renamed is not None and not (renamed and _may_be_places(names, own, first)):
            if renamed > wrong:
                raise InputProblem(_other_classes(labels, first, names, renamed))
            if not wrong and all(word in names for word in _words(own)[0]):
                return
    if not wrong and (moved := out_of_order(own, first, labels.known)):
        raise InputProblem(
            f"the network's own answers, its output {labels.name}, are in "
            f"{moved:,} of {len(own):,} inputs another number than the place of the largest score in {labels.scored}: "
            "either its scores are in another order than its classes are numbered, or one of both outputs is "
            f"wrong. Where the scores are right, say `output: {labels.scored}`, with `classes` in the order of the "
            "scores; else write the answers to a table"
        )
    if wrong:
        raise InputProblem(
            f"the network's own answers, its output {labels.name}, are not the class "
            f"of the largest score in {wrong:,} of {len(own):,} inputs, as of an SVC with "
            f"probabilities. Where the system goes by the scores, or that output is no answer, say "
            f"`output: {labels.scored}`; else write the answers to a table, or give the model by a provider"
        )


def _renamed(own: NDArray[np.generic], scores: NDArray[np.float32], names: Sequence[str]) -> int | None:
    """Rows whose label names another class than the largest score; None where no label is the name of a class."""
    place = {name: k for k, name in enumerate(names)}
    words, inverse = _words(own)
    at = np.array([place.get(word, -1) for word in words], dtype=np.int64)[inverse]
    shared = np.flatnonzero(at >= 0)
    if not shared.size:
        return None
    return int((~_largest(scores)[shared, at[shared]]).sum())


def _may_be_places(names: Sequence[str], own: NDArray[np.generic], scores: NDArray[np.float32]) -> bool:
    """Whether labels may number the scores from 0, where ``names`` are stated for these."""
    places = [str(k) for k in range(len(names))]
    if list(names) == places:  # by default, or as stated: the numbers of the classes are the places
        return True
    shared = [name for name in names if name in set(places)]
    if len(shared) == len(names) or shared != sorted(shared, key=int):
        return False
    words, inverse = _words(own)
    at = np.array([places.index(word) if word in places else -1 for word in words], dtype=np.int64)[inverse]
    return bool((at >= 0).all() and _largest(scores)[np.arange(len(at)), at].all())


def _words(own: NDArray[np.generic]) -> tuple[list[str], NDArray[np.int64]]:
    """The different labels as the names of classes are spelt, and the place ``(n,)`` among them of each row's."""
    kept, inverse = np.unique(own.astype(str), return_inverse=True)
    return [label(word) for word in kept.tolist()], inverse.reshape(-1)


def _largest(scores: NDArray[np.float32]) -> NDArray[np.bool_]:
    level = settled(scores)
    return np.asarray(level == level.max(axis=1, keepdims=True))


def _other_classes(labels: Labels, scores: NDArray[np.float32], names: Sequence[str], renamed: int) -> str:
    """The message, with the order that is stated and the order that the labels have."""
    own = labels.own[: len(scores)]
    words, inverse = _words(own)
    first = _largest(scores).argmax(axis=1)
    given = []
    for k in range(min(len(names), SHOWN)):
        rows = inverse[first == k]
        given.append(words[int(np.bincount(rows).argmax())] if rows.size else "(never answered)")
    more = ", …" if len(names) > SHOWN else ""
    return (
        f"the network's own answers, its output {labels.name}, name in {renamed:,} of {len(own):,} inputs another class "
        f"than `classes` does at the largest score in {labels.scored}: by `classes` its scores are of "
        f"{', '.join(names[:SHOWN])}{more}; by its own labels they are of {', '.join(given)}{more}. State `classes` in "
        "the order that the labels show; only where that output holds no names of classes, say "
        f"`output: {labels.scored}`"
    )
