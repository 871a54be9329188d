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


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"type": "inhibit"}, "gate of type inhibit needs a condition"),
        ({"type": "and", "condition": "C"}, "condition belongs to inhibit gates, found on and"),
        ({"type": "cardinality", "k": 1}, "gate of type cardinality needs k_max"),
        ({"type": "or", "k_max": 1}, "k_max belongs to cardinality gates, found on or"),
    ],
)
def test_a_gate_says_which_key_it_lacks_or_has_in_vain(keys: dict[str, str], words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        Gate.model_validate({"id": "G", "inputs": ["A"], "text": "It fails"} | keys)
