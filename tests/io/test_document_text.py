"""Words of documents: stretches that say nothing are not looked through from each of their lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.io.document_text import document_text
from casegen.texts.documents.failures import reported_failures
from casegen.texts.documents.reported_outcomes import failed_verdict


@pytest.mark.parametrize("line", ["", " ", "---", "| | |", "☐", "\t* * *"])
def test_many_lines_without_a_word_are_shortened(tmp_path: Path, line: str) -> None:
    path = tmp_path / "record.md"
    path.write_text("FAIL: wet start\n" + f"{line}\n" * 20_000 + "Step 4 passed.\n")
    text = document_text(path)
    assert len(text) < 400
    assert (text[:15], text[-15:]) == ("FAIL: wet start", "Step 4 passed.\n")
    assert failed_verdict(text) or reported_failures(text)


def test_few_lines_without_a_word_stay(tmp_path: Path) -> None:
    path = tmp_path / "record.md"
    path.write_text("One.\n" + "\n" * 10 + "☒\n" * 8 + "Two.\n")
    assert document_text(path) == path.read_text()
