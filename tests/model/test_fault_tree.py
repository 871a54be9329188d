"""Gates refuse what they cannot mean, in whole words."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from casegen.model.fault_tree import Gate


@pytest.mark.parametrize(
    ("kind", "inputs", "said"),
    [
        ("not", ["A", "B"], "needs exactly 1 input, found 2"),
        ("xor", ["A"], "needs at least 2 inputs, found 1"),
    ],
)
def test_a_gate_says_how_many_inputs_it_needs(kind: str, inputs: list[str], said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        Gate.model_validate({"id": "G", "type": kind, "inputs": inputs, "text": "It fails"})
