"""Drawings that share a page: none covers another, and all stand in the order in which they are read."""

from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from casegen.render.page_size import SHEETS, large_paper
from casegen.render.sheet_packing import MARGINS, packed, smallest

SIZES = st.lists(st.tuples(st.floats(60.0, 420.0), st.floats(30.0, 290.0)), max_size=24)


def room() -> tuple[float, float]:
    sheet = large_paper("a4")
    return sheet.width - MARGINS[0], sheet.height - MARGINS[1]


@settings(max_examples=60, deadline=None)
@given(sizes=SIZES, heading=st.sampled_from([0.0, 13.0]))
def test_none_leaves_its_page_or_covers_another_and_pages_go_on_in_order(
    sizes: list[tuple[float, float]], heading: float
) -> None:
    wide, high = room()
    pages = packed(sizes, heading=heading)
    assert [place.index for page in pages for place in page] == list(range(len(sizes)))
    for number, page in enumerate(pages):
        boxes = [(p.x, p.y, p.x + sizes[p.index][0], p.y + sizes[p.index][1]) for p in page]
        if len(page) > 1:
            assert all(
                c <= wide + 1e-6 and d <= high - (0 if number else heading) + 1e-6 for *_, c, d in boxes
            )
        for (a, b, c, d), (e, f, g, h) in itertools.combinations(boxes, 2):
            assert c <= e or g <= a or d <= f or h <= b, "two drawings cover each other"
            assert d <= f or c <= e, "a later drawing stands below an earlier one or to its right"


def test_small_drawings_fill_a_page_before_the_next_one_begins() -> None:
    assert [len(page) for page in packed([(120.0, 80.0)] * 12)] == [9, 3]
    assert [len(page) for page in packed([(389.0, 130.0), (120.0, 60.0), (120.0, 60.0), (260.0, 120.0)])] == [
        4
    ]


def test_a_drawing_that_no_page_holds_stands_alone() -> None:
    assert [[place.index for place in page] for page in packed([(80.0, 80.0), (900.0, 80.0), (80.0, 80.0)])] == [
        [0], [1], [2],
    ]  # fmt: skip


def test_drawings_that_a_smaller_sheet_holds_leave_no_large_one_half_empty() -> None:
    for sizes, sheet in (([(120.0, 150.0)] * 2, SHEETS["a4"][1]), ([(120.0, 170.0)] * 2, large_paper("a4"))):
        [page] = packed(sizes)
        taken, corners = smallest(sizes, page, "a4", 13.0)
        assert taken == sheet
        assert corners == [(0.0, 0.0), (124.0, 0.0)]
