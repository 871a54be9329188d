"""Points and models of worlds whose pmi is known, run through the registered methods."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np
import pytest
from casegen_evidence import models
from casegen_evidence.method import Result, Run
from casegen_evidence.models.classifier import adapt
from casegen_evidence.ram.method import HIGH_DIMENSIONAL, LOW_DIMENSIONAL

Array = np.ndarray
Ran = Callable[..., Result]
SMALL: dict[str, dict[str, Any]] = {
    "low": {"cells": 8, "samples": 4000, "bandwidth": 0.1},
    "high": {"radius": 0.02, "samples": 100, "latent": 2, "scale": "none"},
}


def ran_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ran:
    """Run the RAM in ``low`` or ``high`` dimension on points and labels, with a model of another origin."""

    def run(
        kind: str, model: Any, points: Array, labels: Array, operation: Array | None = None, **parameters: Any
    ) -> Result:
        folder = Path(mkdtemp(dir=tmp_path))
        np.savez(folder / "points.npz", points=points, labels=labels)
        inputs = {"points": folder / "points.npz"}
        if operation is not None:
            np.savez(folder / "operation.npz", points=operation)
            inputs["operation"] = folder / "operation.npz"
        monkeypatch.setattr(
            models, "provided", lambda name, options, x, y, classes, seed: adapt(model, classes)
        )
        method = {"low": LOW_DIMENSIONAL, "high": HIGH_DIMENSIONAL}[kind]
        own = {"classifier": {"kind": "provider", "provider": "own"}}
        chosen = method.parameters.model_validate({**SMALL[kind], **own, **parameters})
        return method.run(Run(inputs, chosen, 1, 0.95, folder))

    return run


def by_first(points: Array) -> Array:
    """The true class: whether the first feature is above one half."""
    return np.asarray(points[:, 0] > 0.5)


def wrong_at(places: Array) -> Callable[[Array], Array]:
    """A model that is right, except at ``places`` exactly."""

    def answer(points: Array) -> Array:
        hit = (points[:, None, :] == places[None]).all(axis=2).any(axis=1) if len(places) else False
        return np.where(hit, ~by_first(points), by_first(points)).astype(int).astype(str)

    return answer
