"""Evaluated pictures that are training pictures: as they are, saved again, turned, or moved by some pixels."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.signs import Intake

SMALL = 16
"""rows and columns up to which a border of one pixel is much of a picture"""
STEPS = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]


def separate_pictures(
    training: NDArray[Any], images: NDArray[Any], file: str, intake: Intake, classes: int
) -> None:
    """Evaluated pictures that the classifier was trained on say nothing of pictures it has not seen."""
    from casegen_evidence.tables.arrays import no_copies
    from casegen_evidence.tables.overlap import shared_rows
    from casegen_evidence.tables.resaved import saved_again

    no_copies(images, f"{file}, evaluated pictures", intake, classes=classes)
    tested, trained = (pictures.reshape(len(pictures), -1) for pictures in (images, training))
    turned = [images[:, ::-1], images[:, :, ::-1], -images]
    if images.shape[1] == images.shape[2]:
        turned += [np.rot90(images, k, (1, 2)) for k in (1, 3)]
    shared = max(
        shared_rows(tested, trained),
        saved_again(tested, trained),
        *(saved_again(t.reshape(len(t), -1), trained) for t in turned),
        saved_again(_spectra(images), _spectra(training)),
        saved_again(tested, _blurred(training)),
        saved_again(_inner(images), _inner(training)),
    )
    if not shared and max(images.shape[1:3]) <= SMALL:
        shared = max(saved_again(*_moved(images, training, *by)) for by in STEPS)
    if shared:
        intake.fails(
            "trained-on-tests",
            f"{file}: about {shared:,} of {len(images):,} evaluated pictures are training pictures too, as they are or "
            "saved again",
            hint="evaluate pictures that were not used for training",
        )


def _inner(pictures: NDArray[Any]) -> NDArray[Any]:
    """Pictures, flat, without their border, which cropping changes."""
    return pictures[:, 1:-1, 1:-1].reshape(len(pictures), -1)


def _blurred(pictures: NDArray[Any]) -> NDArray[np.float64]:
    """Pictures, flat, of which each pixel is the mean of itself and its four neighbours."""
    x = np.asarray(pictures, dtype=float)
    near = sum(np.roll(x, step, axis) for step in (-1, 1) for axis in (1, 2))
    return ((x + near) / 5).reshape(len(x), -1)


def given_away(images: NDArray[Any], labels: NDArray[np.int64], file: str, intake: Intake) -> None:
    """Bar pictures in which one pixel has a value of its own for each class."""
    classes = np.unique(labels)
    flat = images.reshape(len(images), -1)
    if len(classes) < 2 or len(images) < 20 * len(classes):
        return
    least = np.stack([flat[labels == c].min(axis=0) for c in classes])
    most = np.stack([flat[labels == c].max(axis=0) for c in classes])
    alone = np.all(least == most, axis=0) & np.all(np.diff(np.sort(least, axis=0), axis=0) > 0, axis=0)
    if alone.any():
        place = ", ".join(str(int(k) + 1) for k in np.unravel_index(int(alone.argmax()), images.shape[1:]))
        intake.fails(
            "label-given-away",
            f"{file}: the pixel at {place} has one value for each class: a network that reads it is right on these "
            "pictures and on no others",
            hint="give the pictures as the system sees them",
        )


def _moved(
    images: NDArray[Any], training: NDArray[Any], down: int, right: int
) -> tuple[NDArray[Any], NDArray[Any]]:
    """What is left of both, flat, where the first are the second moved by a pixel ``down`` and ``right``."""
    rows, columns = images.shape[1:3]
    cut = [
        p[:, max(i, 0) : rows + min(i, 0), max(j, 0) : columns + min(j, 0)]
        for p, i, j in ((images, down, right), (training, -down, -right))
    ]
    return cut[0].reshape(len(images), -1), cut[1].reshape(len(training), -1)


def _spectra(pictures: NDArray[Any]) -> NDArray[np.float64]:
    """Amplitudes of each picture's two-dimensional spectrum, which hardly change when it is moved by some pixels."""
    amplitudes = np.abs(np.fft.rfft2(np.asarray(pictures, dtype=float), axes=(1, 2)))
    return amplitudes.reshape(len(amplitudes), -1)
