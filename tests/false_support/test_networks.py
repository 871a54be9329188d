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


def labelled(classes: list[str]) -> dict[str, Any]:
    """Which class is taken for which is measured by a network whose own labels are person, bush and car."""
    return {
        "evidence_items.EV": {"id": "EV", "title": "Confusions", "method": "nn-weighted-confusion",
                              "inputs": {"predictions": "t.npz", "model": "net.onnx"},
                              "parameters": {"severities": {"car": {"bush": 1}}, "default": 0.2,
                                             "network": {"classes": classes}},
                              "confidence": 0.95, "owner": "T. Tester"},
        "claims.C1.text": "The network takes a car for a bush in at most 2 of 100 demands",
        "claims.C1.requirement": {"measure": {"evidence": "EV", "measure": "critical_confusion"}, "bound": 0.02,
                                  "kind": "probability-per-demand", "confidence": 0.95},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("classes", "shares", "because"),
    [
        (["bush", "person", "car"], (3, 3, 400, 20), "by its own labels they are of person, bush, car"),
        (["person", "bush", "car"], (3, 3, 400, 20), "critical_confusion"),
        (["person", "bush", "car"], (100, 100, 600, 1), ""),
    ],
)
def test_labels_of_a_network_are_the_classes_of_its_scores(
    tmp_path: Path, classes: list[str], shares: tuple[int, int, int, int], because: str
) -> None:
    """20 of 400 cars are taken for a bush; with the places of bush and person exchanged none was."""
    from tests.evidence.models.test_own_labels import labelled as network

    own, (persons, bushes, cars, taken) = ["person", "bush", "car"], shares
    rng = np.random.default_rng(1)
    true = np.repeat([0, 1, 2], [persons, bushes, cars])
    said = true.copy()
    said[persons + bushes : persons + bushes + taken] = 1
    x = rng.normal(0, 0.5, (len(true), 3)).astype(np.float32)
    x[np.arange(len(true)), said] += 4
    order, stream = rng.permutation(len(true)), io.BytesIO()
    np.savez(stream, inputs=x[order], true=np.array(own)[true[order]])
    files: dict[str, str | bytes] = {"t.npz": stream.getvalue(), "net.onnx": network(own)}
    at = folder(tmp_path / "case", measured(), labelled(classes), files)
    if because:
        must_not_hold(at, because)
    else:
        must_hold(at)
