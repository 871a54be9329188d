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


def test_an_xor_of_many_is_nested_no_deeper_than_need_be() -> None:
    """One within the other, 150 inputs were nested deeper than a reader takes."""
    events = {f"e{i}": 0.001 * (i + 1) for i in range(150)}
    text, _ = openpsa_text(case_of([gate("g", "xor", *events, "e3", "e3", "e5")], events))
    deepest = max((len(line) - len(line.lstrip())) // 2 for line in text.splitlines())
    assert deepest < 14
    # e3 is there three times and e5 twice
    assert text.count('<basic-event name="e3"/>') == 1
    assert '<basic-event name="e5"/>' not in text
