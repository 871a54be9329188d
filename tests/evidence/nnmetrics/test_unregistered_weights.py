"""Torch modules whose weights are registered nowhere: inputs come in the type of what they hold."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.models.classifier import adapt
from casegen_evidence.nnmetrics.networks import network

torch = pytest.importorskip("torch")
WEIGHTS = np.random.default_rng(3).normal(size=(4, 3))
INPUTS = np.random.default_rng(4).normal(size=(5, 4))


def module(kind: str, weights: Any) -> Any:
    """A linear module that holds ``weights`` as a buffer, an attribute, an attribute of a part, or not at all."""

    class Part(torch.nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            if kind == "buffer":
                self.register_buffer("order", torch.arange(3))
                self.register_buffer("w", weights)
            elif kind == "attribute":
                self.w = weights

        def forward(self, x: Any) -> Any:
            return x @ getattr(self, "w", weights)

    return torch.nn.Sequential(Part())


@pytest.mark.parametrize(
    ("kind", "dtype"),
    [
        ("buffer", "float32"),
        ("buffer", "float64"),
        ("attribute", "float32"),
        ("attribute", "float64"),
        ("none", "float32"),
    ],
)
def test_inputs_have_the_type_of_the_weights(kind: str, dtype: str) -> None:
    net = module(kind, torch.as_tensor(WEIGHTS, dtype=getattr(torch, dtype)))
    face = network(net)
    assert np.allclose(face.logits(INPUTS), INPUTS @ WEIGHTS, atol=1e-5)
    assert face.pullback is not None
    assert np.isfinite(face.pullback(INPUTS, np.ones((5, 3)))).all()
    assert adapt(net, ("a", "b", "c")).predict(INPUTS).tolist() == (INPUTS @ WEIGHTS).argmax(axis=1).tolist()


def test_weights_of_another_type_end_in_what_to_do() -> None:
    with pytest.raises(InputProblem, match="Register its weights as parameters or buffers"):
        network(module("none", torch.as_tensor(WEIGHTS))).logits(INPUTS)


def test_another_shape_asks_for_the_layout() -> None:
    net = module("attribute", torch.as_tensor(WEIGHTS))
    with pytest.raises(InputProblem, match="State in `layout`"):
        network(net).logits(np.zeros((2, 7)))
