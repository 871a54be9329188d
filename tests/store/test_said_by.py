"""What an error without a word says."""

from __future__ import annotations

import pytest
from casegen_evidence.method import InputProblem

from casegen.store.measuring import said_by
from casegen.store.run import out_of_memory


@pytest.mark.parametrize("error", [InputProblem(), InputProblem(None), InputProblem("  "), MemoryError()])
def test_an_error_without_a_word_says_nothing(error: Exception) -> None:
    assert said_by(error) == ""


def test_a_lack_of_memory_is_named_with_and_without_what_python_says() -> None:
    assert out_of_memory(MemoryError()).startswith("expected data that fit into memory; found more. Measure")
    assert "found more: 3 TiB. Measure" in out_of_memory(MemoryError("3 TiB"))
