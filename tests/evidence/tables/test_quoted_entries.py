"""Of a column that is not read the most frequent entries are quoted, the rarest, and those that state numbers."""

from __future__ import annotations

from pathlib import Path

from casegen_evidence.field_data.reading import read
from casegen_evidence.reports.left_unread import entries_of_rows
from casegen_evidence.signs import Intake


def quoted(at: Path, remarks: list[str]) -> str:
    """What the report says of a column of remarks."""
    rows = (f'e{k},{400 + 7 * k % 31},0,"{text}"' for k, text in enumerate(remarks))
    (at / "r.csv").write_text("entry,demands,failures,what was seen\n" + "\n".join(rows) + "\n")
    intake = Intake()
    read(at / "r.csv", "demands", whole=True, intake=intake)
    return next(str(note) for note in intake.read[-1]["notes"] if "what was seen" in note)


def test_what_occurs_most_and_what_occurs_once(tmp_path: Path) -> None:
    usual = [f"all well on lap {'abcdefgh'[k % 8]}" for k in range(64)]
    note = quoted(tmp_path, [*usual, *usual[:9], "somebody walked by", *usual[:8]])
    assert "'all well on lap a' (11 rows)" in note
    assert "'somebody walked by' (line 75)" in note
    assert note.endswith("and 3 more.")


def test_sentences_with_numbers_come_before_others(tmp_path: Path) -> None:
    remarks = [
        f"lap along the {word} side"
        for word in ("north", "east", "west", "south", "far", "near", "inner", "outer", "dry")
    ]
    note = quoted(tmp_path, [*remarks, "we took 12 stops by hand out of the list"])
    assert "'we took 12 stops by hand out of the list' (line 11)" in note
    assert note.endswith("and 4 more.")


def test_a_long_remark_is_marked_as_cut_after_its_numbers(tmp_path: Path) -> None:
    text = (
        "the crew moved the cones by hand before each of the approaches of the afternoon, and 37 stops came from that"
        + " x" * 90
    )
    note = quoted(tmp_path, [text, "all well"])
    assert "and 37 stops came from that" in note
    assert "…" in note


def test_rare_values_of_fields_are_listed_too() -> None:
    values = ["a"] * 9 + ["b"] * 8 + ["c"] * 7 + ["d"] * 6 + ["redrawn by hand"]
    said = list(entries_of_rows("images", [{"note": value} for value in values], ()))
    assert said == [
        "images/note: 'a' (9 times), 'b' (8 times), 'd' (6 times), 'redrawn by hand' (1 times), and 1 others"
    ]
