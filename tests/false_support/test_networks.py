"""Numbers of another network than the one in use, or of pictures in another order of axes; each has a true twin."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.datasets import load_digits

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import measured


def pictures(**more: Any) -> bytes:
    x, y = load_digits(return_X_y=True)
    x = x.reshape(-1, 8, 8) / 16
    stream = io.BytesIO()
    arrays = {"train_images": x[:900], "train_labels": y[:900], "images": x[900:1100], "labels": y[900:1100]}
    np.savez(stream, **(arrays | more))
    return stream.getvalue()


def case(**classifier: Any) -> dict[str, Any]:
    kind = {"kind": "random-forest", "options": {"n_estimators": 30}, **classifier}
    return {
        "evidence_items.EV": {"id": "EV", "title": "Loss", "method": "nn-adversarial-loss", "inputs": {"images": "p.npz"},
                              "parameters": {"classifier": kind, "transformers": ["identity", "brightness"], "epsilon": 0.1,
                                             "limit": 200},
                              "confidence": 0.95, "owner": "T. Tester"},
        "claims.C1.text": "The mean loss of confidence under changed brightness is at most 0.5",
        "claims.C1.requirement": {"measure": {"evidence": "EV", "measure": "confidence_loss"}, "comparison": ">=",
                                  "bound": -0.5, "kind": "score", "confidence": 0.95},
    }  # fmt: skip


@pytest.mark.slow
def test_a_network_that_the_method_trained_is_not_the_one_in_use(tmp_path: Path) -> None:
    must_not_hold(folder(tmp_path / "case", measured(), case(), {"p.npz": pictures()}), "sign-stand-in")


@pytest.mark.slow
def test_a_network_that_is_trained_by_the_items_recipe_is(tmp_path: Path) -> None:
    must_hold(folder(tmp_path / "case", measured(), case(deployed=True), {"p.npz": pictures()}))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("alpha", "bound", "holds"), [(10.0, -0.5, True), (30.0, -0.5, True), (30.0, -0.03, False)]
)
def test_an_unsure_network_is_doubted_only_where_the_claim_would_be_false(
    tmp_path: Path, alpha: float, bound: float, holds: bool
) -> None:
    """A penalty on large weights makes it unsure; on the scale that agrees with its answers it loses 0.06 or less."""
    options = {"alpha": alpha, "hidden_layer_sizes": [32], "max_iter": 200}
    edits = {"claims.C1.requirement.bound": bound,
             "claims.C1.text": f"The mean loss of confidence under changed brightness is at most {-bound}"}  # fmt: skip
    unsure = case(kind="mlp", options=options, deployed=True) | edits
    at = folder(tmp_path / "case", measured(), unsure, {"p.npz": pictures()})
    if holds:
        must_hold(at)
    else:
        must_not_hold(at, "sign-confidence-scale")


@pytest.mark.slow
@pytest.mark.parametrize(("move", "because"), [(True, "Declare `layout: NCHW`"), (False, "")])
def test_channels_first_are_not_taken_for_rows(tmp_path: Path, move: bool, because: str) -> None:
    x, _ = load_digits(return_X_y=True)
    colour = np.repeat(x.reshape(-1, 8, 8, 1) / 16, 3, axis=3)
    colour = np.moveaxis(colour, 3, 1) if move else colour
    content = pictures(train_images=colour[:900], images=colour[900:1100])
    at = folder(tmp_path / "case", measured(), case(deployed=True), {"p.npz": content})
    must_not_hold(at, because) if because else must_hold(at)
