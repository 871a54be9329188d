"""Evaluated pictures that are training pictures after a change that leaves them the same pictures."""

from __future__ import annotations

import time
from collections.abc import Callable
from io import BytesIO

import numpy as np
import pytest
from casegen_evidence.nnmetrics.seen_pictures import separate_pictures
from casegen_evidence.signs import Intake
from numpy.typing import NDArray
from sklearn.datasets import load_digits

Array = NDArray[np.float64]
X: Array = load_digits().images / 16
TRAINING, FRESH = X[:1000], X[1000:1500]


def noisy(pictures: Array, size: float) -> Array:
    noise = size * np.random.default_rng(0).normal(size=pictures.shape)
    return np.asarray(np.clip(pictures + noise, 0, 1))


def compressed(pictures: Array, quality: int) -> Array:
    from PIL import Image

    result = []
    for picture in pictures:
        stream = BytesIO()
        Image.fromarray((picture * 255).astype("uint8")).save(stream, "JPEG", quality=quality)
        result.append(np.asarray(Image.open(stream)) / 255)
    return np.array(result)


AGAIN: dict[str, Callable[[Array], Array]] = {
    "noise": lambda x: noisy(x, 0.05),
    "much noise": lambda x: noisy(x, 0.1),
    "brighter": lambda x: np.clip(x + 0.1, 0, 1),
    "darker": lambda x: 0.8 * x,
    "contrast": lambda x: x**1.4,
    "moved": lambda x: np.roll(x, 1, 2),
    "moved both ways": lambda x: np.roll(x, (1, 1), (1, 2)),
    "compressed": lambda x: compressed(x, 50),
    "moved and noisy": lambda x: noisy(np.roll(x, 1, 1), 0.02),
}


def names(training: Array, images: Array) -> list[str]:
    separate_pictures(training, images, "p.npz", (intake := Intake()), 10)
    return [sign.name for sign in intake.signs]


@pytest.mark.slow
@pytest.mark.parametrize("how", AGAIN)
def test_training_pictures_that_were_changed_are_seen_among_others(how: str) -> None:
    some = np.concatenate([AGAIN[how](TRAINING[100:200]), FRESH[100:]])
    assert names(TRAINING, some) == ["sign-trained-on-tests"]


@pytest.mark.slow
def test_pictures_of_their_own_are_no_copies() -> None:
    assert not names(TRAINING, FRESH)
    assert not names(TRAINING, noisy(FRESH, 0.05))
    assert not names(X[::2], X[1::2])


@pytest.mark.slow
def test_five_thousand_pictures_against_as_many_take_seconds() -> None:
    rng = np.random.default_rng(1)
    begun = time.process_time()
    assert not names(rng.random((5000, 28, 28)), rng.random((5000, 28, 28)))
    assert time.process_time() - begun < 20
