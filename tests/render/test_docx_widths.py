"""Columns of DOCX tables: no word of a head and no category, id or number alone in a cell is broken."""

from __future__ import annotations

import pytest

from casegen.render.prose.docx_style import column_widths, lone_words
from casegen.render.prose.pieces import Items, plain


def test_no_column_of_a_docx_is_narrower_than_a_word_of_its_head() -> None:
    head = ("Entry", "Item and attribute", "Properties")
    assert column_widths(9000, (1, 1, 1), head) == [3000, 3000, 3000]
    narrow = column_widths(9000, (0.2, 8, 0.5), head)
    assert sum(narrow) == pytest.approx(9000, abs=2)
    assert narrow[0] > 700
    assert narrow[2] > narrow[0]
    assert sum(column_widths(600, (1, 1, 1), head)) == pytest.approx(600, abs=2)


def test_a_category_alone_in_a_cell_is_not_broken() -> None:
    rows = (
        (plain("H1"), plain("catastrophic")),
        (plain("H2"), plain("a text of several words")),
        (plain("H3"), Items(())),
        (plain("H4"),),
    )
    assert lone_words(rows, 1) == {"catastrophic"}
    assert lone_words(rows, 0) == {"H1", "H2", "H3", "H4"}


def test_a_name_and_ids_in_a_list_are_not_broken() -> None:
    rows = (
        (plain("homogeneity_p_value"), plain("C-OC1-STRIKE, C-COMPLETE")),
        (plain("a name of several words"), plain("C-SD, and what it rests on")),
        (plain("casegen_evidence.tables.signs.judged_answers"), plain("")),
    )
    assert lone_words(rows, 0) == {"homogeneity_p_value"}
    assert lone_words(rows, 1) - {""} == {"C-OC1-STRIKE", "C-COMPLETE"}
