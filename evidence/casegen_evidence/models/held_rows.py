"""Rows that a model keeps in its file, as a search of neighbours, a support vector machine or a Gaussian process does.

A model that holds the rows it is evaluated on was trained on them: what it answers to them says nothing of others.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.archives import opened
from casegen_evidence.method import InputProblem
from casegen_evidence.models.feature_names import in_order
from casegen_evidence.process_settings import same_settings
from casegen_evidence.signs import Intake

Array = NDArray[np.float64]
FEWEST = 5
"""rows of an array of a model from which on they may be rows of data"""


def judge_held(path: Path, rows: NDArray[Any], what: str, intake: Intake, model: Any = None) -> None:
    """Bar measures of a model whose file holds the evaluated ``rows`` (n, …), as they are or as its steps change them.

    ``model`` is the estimator of the file, if it is one.
    """
    held = rows_held(path, rows, model)
    if held:
        intake.fails(
            "trained-on-tests",
            f"{what}: about {held:,} of {len(rows):,} evaluated rows are stored in {path.name}, as a model keeps what it "
            "was trained on",
            hint="evaluate rows that the model was not trained on",
        )


def rows_held(path: Path, rows: NDArray[Any], model: Any = None) -> int:
    """About how many of ``rows`` (n, …) are rows of an array in the model's file; 0 where chance explains it."""
    from casegen_evidence.tables.resaved import held_again

    seen = list(_as_seen(np.asarray(rows, dtype=float).reshape(len(rows), -1), model))
    return max(
        (
            held_again(one, array)
            for stored in _arrays(path)
            for one in seen
            for array in _as_rows(stored, one.shape[1])
        ),
        default=0,
    )


def _as_seen(rows: Array, model: Any) -> Iterator[Array]:
    """The rows as they are, and as each step of a pipeline gets them."""
    yield rows
    for _, step in getattr(model, "steps", [])[:-1]:
        if hasattr(step, "transform"):
            try:
                with in_order(), same_settings():
                    changed = step.transform(rows.copy())
            except (ValueError, TypeError, IndexError, AttributeError):
                return  # rows that the model cannot take are refused where it is asked
            rows = np.asarray(changed.toarray() if hasattr(changed, "toarray") else changed, dtype=float)
            yield rows


def _as_rows(stored: NDArray[Any], columns: int) -> Iterator[Array]:
    """An array as rows of so many ``columns``, also where these are its first axis."""
    if stored.ndim < 2 or not stored.size or stored.dtype.kind not in "iuf" or not np.isfinite(stored).all():
        return
    flat = stored.reshape(len(stored), -1).astype(float)
    if flat.shape[1] == columns and len(flat) >= FEWEST:
        yield flat
    if stored.ndim == 2 and len(stored) == columns and stored.shape[1] >= FEWEST:
        yield flat.T


def _arrays(path: Path) -> Iterator[NDArray[Any]]:
    """The arrays of numbers in a model's file: of an archive, or the constants of an ONNX network."""
    from casegen_evidence.models.model_file import ZIP
    from casegen_evidence.models.onnx_graph import read_graph

    content = path.read_bytes()
    if (
        content[:4] != ZIP
    ):  # by its beginning, as the model is read: what is behind a network makes it no archive
        try:
            yield from read_graph(content).constants.values()
        except InputProblem:
            return
        return
    with opened(path, path.name) as archive:
        for name in archive.namelist():
            if name.endswith(".npy"):
                yield from _plain(archive.read(name))
            elif name.endswith(".npz"):
                yield from _sparse(archive.read(name))


def _plain(content: bytes) -> Iterator[NDArray[Any]]:
    try:
        yield np.load(io.BytesIO(content), allow_pickle=False)
    except ValueError:
        return


def _sparse(content: bytes) -> Iterator[NDArray[Any]]:
    from scipy.sparse import load_npz

    try:
        yield load_npz(io.BytesIO(content)).toarray()
    except (ValueError, KeyError):
        return
