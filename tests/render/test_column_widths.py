"""Columns of tables: their contents decide, and no word of a head and no category, id or number alone in a cell is broken."""

from __future__ import annotations

import pytest

from casegen.render.fonts import BOLD, metrics
from casegen.render.language import shipped_language, use_language
from casegen.render.prose.columns import column_widths, lone_words, table_widths
from casegen.render.prose.pieces import Items, Sideways, TableBlock, content_shares, plain, table
from casegen.render.prose.typeset import typeset

HAZOP = (
    "entry", "item", "guide_word", "causes", "consequences", "mitigations", "severity", "properties", "leads_to",
)  # fmt: skip
TEXT = plain("a text of many words that says at length what happens then, and to whom")


@pytest.mark.parametrize("upright", [True, False])
def test_no_column_on_paper_is_narrower_than_a_word_of_its_head(upright: bool) -> None:
    """``Entry`` ran into ``Item and attribute`` in German, whose words are longer."""
    with use_language(shipped_language("de")):
        hazop = table(HAZOP, [(plain("H1"), *[TEXT] * 8)], small=True)
    [side] = typeset([Sideways((hazop,), None, upright)])
    [made] = [side] if side["is"] == "table" else side["pieces"]
    inset, size = 2.6, made["room"]["size"]
    for name, width in zip(made["head"], made["widths"], strict=True):
        for word in name.split():
            assert metrics(BOLD).width(word, size) + 2 * inset <= width + 0.01, word


def test_columns_follow_what_their_cells_hold() -> None:
    rows = [
        (plain("H1"), plain("word " * 60), plain("word " * 20)),
        (plain("H2"), plain("word " * 50), plain("")),
    ]
    short, long, middle = content_shares(("Id", "Text", "Note"), rows)
    assert short < middle < long
    assert content_shares(("Id", "State"), [(plain("H1"), plain("not supported"))]) == (4.0, 13.0)


def test_a_table_without_room_for_its_heads_still_fills_its_room() -> None:
    heads = ("Unvermeidlichkeit", "Eigenschaften")
    widths = table_widths(TableBlock(heads, ()), 60, lambda word: 10.0 * len(word))
    assert sum(widths) == pytest.approx(60)
    assert widths[0] > widths[1]


def test_no_word_of_a_cell_is_broken_where_there_is_room() -> None:
    """``configuration`` in a list of causes was wider than its column of short texts."""
    causes = Items((plain("configuration error"),))
    made = TableBlock(("Id", "Causes"), ((TEXT, causes),), widths=(20, 1))
    assert table_widths(made, 400, lambda word: 10.0 * len(word))[1] >= 130
    assert table_widths(made, 100, lambda word: 10.0 * len(word))[1] == 60


def test_a_power_of_ten_is_one_word() -> None:
    """``3.31 × 10⁻⁵`` ran into the next column: its blanks are none at which a line is broken."""
    number = "3.31\u00a0×\u00a010⁻⁵"
    made = TableBlock(
        ("Value", "Text"), ((plain(number), TEXT), (plain(f"{number} per hour"), TEXT)), widths=(1, 20)
    )
    assert table_widths(made, 400, lambda word: 10.0 * len(word))[0] >= 10.0 * len(number)


def test_what_a_word_needs_is_taken_from_the_wider_columns() -> None:
    assert column_widths(9000, (1, 1, 1), (700, 900, 800)) == [3000, 3000, 3000]
    narrow = column_widths(9000, (0.2, 8, 0.5), (700, 900, 800))
    assert sum(narrow) == pytest.approx(9000)
    assert (narrow[0], narrow[2]) == (700, 800)


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
    assert lone_words(rows, 1) == {"C-OC1-STRIKE", "C-COMPLETE"}
