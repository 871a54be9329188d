"""Pictures and a classifier trained on them, for methods that look inside the network."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from casegen_evidence.method import InputProblem, Run

FILE = (
    "npz: train_images (n, rows, columns[, channels]), train_labels (n,), images and labels to evaluate, "
    "and masks (n, rows, columns) of the evaluated images where segmentation is needed"
)


Option = bool | int | float | str | list[int | float] | None


def _default_options() -> dict[str, Option]:
    return {"hidden_layer_sizes": [64], "max_iter": 200}


class PictureClassifier(BaseModel):
    """A classifier trained by the method on the pictures' pixels, by name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["mlp", "logistic-regression", "random-forest", "extra-trees"] = Field(
        "mlp", description="kind of classifier, trained on a part of the pictures"
    )
    options: dict[str, Option] = Field(
        default_factory=_default_options, description="hyper-parameters as scikit-learn names them"
    )


@dataclass(frozen=True, slots=True)
class Pictures:
    """Pictures to evaluate, their classes as indices, and the trained estimator."""

    images: NDArray[np.float64]
    labels: NDArray[np.int64]
    classes: tuple[str, ...]
    masks: NDArray[np.bool_] | None
    model: Any


def trained(run: Run, classifier: PictureClassifier, limit: int) -> Pictures:
    """Read input ``images``, train on its training part; of the evaluated part at most ``limit`` are drawn."""
    from casegen_evidence.models import train
    from casegen_evidence.nnmetrics.vital_signs import all_classes, separate_pictures
    from casegen_evidence.tables import label
    from casegen_evidence.tables.arrays import aligned, read_arrays

    needed = ("train_images", "train_labels", "images", "labels")
    path = run.inputs["images"]
    arrays = read_arrays(path, needed, intake=run.intake, role="images")
    aligned({n: arrays[n] for n in needed[:2]}, path.name)
    aligned({n: arrays[n] for n in arrays if n not in needed[:2]}, path.name)
    x, images = arrays["train_images"].astype(float), arrays["images"].astype(float)
    if x.ndim < 3 or x.shape[1:] != images.shape[1:]:
        raise InputProblem(
            f"expected training and evaluated pictures of one shape (rows, columns[, channels]), found "
            f"{x.shape[1:]} and {images.shape[1:]}"
        )
    names = np.array([label(str(v)) for v in arrays["train_labels"].tolist()])
    known, y = np.unique(names, return_inverse=True)
    if len(known) < 2 or arrays["labels"].ndim != 1:
        raise InputProblem(
            f"expected labels (n,) of two classes or more in {path.name}; found {', '.join(known)}"
        )
    answers = np.array([label(str(v)) for v in arrays["labels"].tolist()])
    strange = sorted(set(answers.tolist()) - set(known.tolist()))
    if strange:
        raise InputProblem(f"expected labels among {', '.join(known)}; found {', '.join(strange[:5])}")
    separate_pictures(x, images, path.name, run.intake)
    all_classes(known.tolist(), set(answers.tolist()), path.name, run.intake)
    labels = np.searchsorted(known, answers).astype(np.int64)
    classes = tuple(str(c) for c in known)
    with warnings.catch_warnings():
        # a fixed number of epochs is part of the recipe
        warnings.filterwarnings("ignore", message="Stochastic Optimizer: Maximum iterations")
        fitted = train(
            classifier.kind,
            classifier.options,
            x.reshape(len(x), -1),
            y.reshape(-1).astype(np.int64),
            classes,
            run.seed,
        )
    chosen = _drawn(len(images), limit)
    masks = arrays["masks"].astype(bool)[chosen] if "masks" in arrays else None
    return Pictures(images[chosen], labels[chosen], classes, masks, fitted.model)


def _drawn(size: int, limit: int) -> NDArray[np.int64]:
    """At most ``limit`` rows, drawn at random: the first ones of rows sorted by class are of one class.

    The draw does not depend on the run's seed, so that it cannot be chosen.
    """
    if size <= limit:
        return np.arange(size)
    return np.sort(np.random.default_rng([0x11417, size]).permutation(size)[:limit])
