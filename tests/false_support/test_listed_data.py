"""What stands in a record beside its numbers is listed, also without a column's name; an imported note is no secret."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.argument.reading.step import ReadingStep
from casegen.assessment.assess import assess
from casegen.assessment.points import reading_steps
from casegen.io import load
from tests.false_support import folder
from tests.false_support.bases import calculation, measured


def rows(at: Path) -> tuple[ReadingStep, ...]:
    return reading_steps(assess(load(at)))


@pytest.mark.parametrize("head", ["entry,demands,failures,", 'entry,demands,failures," "'])
def test_a_column_without_a_name_is_asked_about(tmp_path: Path, head: str) -> None:
    record = f"{head}\nquay,4000,0,sensor was bypassed\nbuoy,4000,1,door replaced by hand\n"
    (asked,) = [
        r
        for r in rows(folder(tmp_path / "c", measured(), {}, {"record.csv": record}))
        if r.id == "EV" and r.asks
    ]
    assert any("sensor was bypassed" in text for text in asked.texts)


def test_names_of_entries_are_listed(tmp_path: Path) -> None:
    record = "entry,demands,failures\nquay of lift L9,4000,0\nbuoy,4000,1\n"
    listed = rows(folder(tmp_path / "c", measured(), {}, {"record.csv": record}))
    assert any("quay of lift L9" in text for row in listed for text in row.texts)


@pytest.mark.parametrize("part", ["claims.C1", "arguments.A1", "claims.W1"])
def test_a_note_added_on_import_is_listed_and_asked_about_where_it_takes_back(
    tmp_path: Path, part: str
) -> None:
    said = "Added on import: superseded by E2, do not use"
    listed = rows(folder(tmp_path / "c", calculation(), {f"{part}.note": said}))
    assert [row.asks for row in listed if said in row.texts and row.kind == "note"] == [True]


def test_a_note_of_the_program_is_listed_only(tmp_path: Path) -> None:
    said = "Added on import: the step that the file drew as a link"
    listed = rows(folder(tmp_path / "c", calculation(), {"arguments.A1.note": said}))
    assert [row.asks for row in listed if said in row.texts] == [False]
