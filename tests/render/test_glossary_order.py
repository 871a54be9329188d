"""The glossary of a document is in alphabetical order; documents are written into a folder only."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.model.diagnostic import InputError
from casegen.render.formats import refuse_file
from casegen.render.language import alphabetical, shipped, shipped_language


@pytest.mark.parametrize("code", shipped())
def test_the_glossary_is_in_alphabetical_order(code: str) -> None:
    words = [word for word, _ in shipped_language(code).glossary]
    assert words == sorted(words, key=alphabetical)


def test_an_umlaut_is_sorted_as_its_letter() -> None:
    assert sorted(["Zweig", "Überprüfung", "unten", "Ast"], key=alphabetical) == [
        "Ast",
        "Überprüfung",
        "unten",
        "Zweig",
    ]


def test_a_file_is_no_place_for_documents(tmp_path: Path) -> None:
    refuse_file(tmp_path / "new" / "folder")
    refuse_file(tmp_path)
    (file := tmp_path / "afile").write_text("kept")
    for output in (file, file / "below"):
        with pytest.raises(InputError, match="folder"):
            refuse_file(output)
    assert file.read_text() == "kept"
