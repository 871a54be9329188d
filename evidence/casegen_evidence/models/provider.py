"""Models that an installed package provides under a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.installed import faults_of, installed
from casegen_evidence.method import InputProblem
from casegen_evidence.models.classifier import Classifier, adapt

GROUP = "casegen.providers"


def with_file(options: Mapping[str, Any], model: Path | None) -> dict[str, Any]:
    """The options that a provider gets: with the path of the item's input ``model``, where it names one.

    The file counts by its content, and is found on another machine too.
    """
    if model is None:
        return dict(options)
    if "model" in options:
        raise InputProblem(
            "expected the model's file as the input `model` alone; found an option `model` too. Remove the option"
        )
    return {**options, "model": str(model)}


def provided(
    name: str,
    options: Mapping[str, Any],
    points: NDArray[np.float64],
    labels: NDArray[np.int64],
    classes: tuple[str, ...],
    seed: int,
) -> Classifier:
    """The model of entry point ``name`` in the group ``casegen.providers``.

    The entry point is a function of ``(points, labels, classes, seed, options)``, where labels are indices
    into ``classes``; it returns whatever :func:`casegen_evidence.models.adapt` takes, trained before or on the spot.
    The name is looked up among installed packages only: a case folder cannot bring code.
    """
    provide = installed(GROUP, name)
    with faults_of(provide.title):
        return replace(adapt(provide(points, labels, classes, seed, options), classes), plug_in=provide.title)
