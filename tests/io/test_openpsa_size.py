"""How the time to write a model grows with it."""

from __future__ import annotations

import time

import pytest

from casegen.io.openpsa.write import openpsa_text
from tests.fta.small_trees import case_of, gate


@pytest.mark.slow
def test_a_deep_chain_is_written_in_linear_time() -> None:
    """Every input looked at all gates of its tree: 10,000 gates took 20 s."""
    deep = 10_000
    gates = [gate(f"g{i}", "or", f"g{i + 1}", "a") for i in range(deep)]
    case = case_of([*gates, gate(f"g{deep}", "or", "a", "b")], {"a": 0.1, "b": 0.2})
    start = time.process_time()
    text, _ = openpsa_text(case)
    assert text.count("<define-gate") == deep + 1
    assert time.process_time() - start < 4.0
