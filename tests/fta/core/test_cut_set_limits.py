"""What the limits of a listing of cut sets leave out is said, whatever else the listing is asked for."""

from __future__ import annotations

import pytest

from casegen.fta import compile_tree, event_values
from casegen.fta.core import cutsets
from casegen.fta.tree.bounds import quantify
from tests.fta.small_trees import case_of, gate

SPREAD = {"a": 0.1, "b": 0.01, "c": 0.001}


@pytest.mark.parametrize("top", [0, 1, 2, 3, None])
@pytest.mark.parametrize(("cutoff", "above"), [(0.0, 3), (0.005, 2), (0.5, 0), (1e-4, 3), (None, 3)])
def test_what_a_cutoff_leaves_out_is_said_however_few_are_listed(
    top: int | None, cutoff: float | None, above: int
) -> None:
    """Fewer listed than lie above the cut-off: an unknown number of sets, all of them by order, and nothing said."""
    case = case_of([gate("g", "or", *SPREAD)], SPREAD)
    tree, p = compile_tree(case, "t"), event_values(case, "t", {}).probability
    result = tree.cut_sets(p, top=top, cutoff=cutoff)
    assert result.count == above
    assert len(result.rows) == min(above, 3 if top is None else top)
    assert result.by_order == ({1: above} if above else {})
    assert result.complete == (above == 3)
    assert (f"{3 - above} cut set" in result.truncation) == (above < 3)


def test_more_above_the_cutoff_than_are_counted_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cutsets, "_MOST_UNLISTED", 1)
    case = case_of([gate("g", "or", *SPREAD)], SPREAD)
    tree, p = compile_tree(case, "t"), event_values(case, "t", {}).probability
    assert tree.cut_sets(p, top=1, cutoff=0.005).count == 2
    result = tree.cut_sets(p, top=0, cutoff=0.005)
    assert result.count is None
    assert not result.complete
    assert "those below probability 0.005 left out, not counted" in result.truncation
    assert result.by_order == {1: 3}


@pytest.mark.parametrize(
    ("numbers", "cutoff", "said"),
    [
        ({"a": 0.1, "b": 0.2, "c": 0.3}, None, "complete; left out: 0 of"),
        ({"a": 0.5, "b": 0.25, "c": 1e-14}, 1e-10, "1 cut set below probability 1e-10 left out; left out: less than 7.5e-13"),
        ({"a": 0.5, "b": 0.25, "c": 1e-9}, 1e-8, "1 cut set below probability 1e-08 left out; left out: 1e-09 of"),
    ],
)  # fmt: skip
def test_a_sum_is_complete_where_no_set_is_missing_only(
    numbers: dict[str, float], cutoff: float | None, said: str
) -> None:
    """A rest of less than 1e-12 counted as none, and rounding as a rest."""
    case = case_of([gate("g", "or", *numbers)], numbers)
    tree, p = compile_tree(case, "t"), event_values(case, "t", {}).probability
    assert said in quantify(tree, p, "cutoff", cutoff=cutoff).label
