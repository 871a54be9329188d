"""Scenario coverage: the paper's example, gaps, exclusions, and the scenarios that close them."""

from __future__ import annotations

import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.nnmetrics.covering_array import close_gaps
from casegen_evidence.nnmetrics.scenarios import ConditionCategories, coverage

ROADS = {
    "weather": ("sunny", "cloudy", "rainy"),
    "surface": ("stone", "mud", "tarmac"),
    "orientation": ("straight", "curvy"),
}


def points(*rows: tuple[str, str, str]) -> list[dict[str, str]]:
    return [dict(zip(ROADS, row, strict=True)) for row in rows]


def test_two_data_points_cover_six_of_twenty_one_pairs() -> None:
    conditions = ConditionCategories(ROADS)
    result = coverage(
        conditions, conditions.encode(points(("sunny", "stone", "straight"), ("rainy", "mud", "curvy")))
    )
    assert (result.covered, result.possible) == (6, 21)
    assert result.value == pytest.approx(2 / 7)


def test_a_new_scenario_adds_the_pairs_it_alone_holds() -> None:
    conditions = ConditionCategories(ROADS)
    two = points(("sunny", "stone", "straight"), ("rainy", "mud", "curvy"))
    fresh = [*two, *points(("cloudy", "tarmac", "straight"))]
    known = [*two, *points(("sunny", "stone", "curvy"))]
    assert coverage(conditions, conditions.encode(fresh)).covered == 9
    assert coverage(conditions, conditions.encode(known)).covered == 8


@pytest.mark.parametrize(("k", "covered", "possible"), [(1, 6, 8), (2, 6, 21), (3, 2, 18)])
def test_other_projections(k: int, covered: int, possible: int) -> None:
    conditions = ConditionCategories(ROADS)
    codes = conditions.encode(points(("sunny", "stone", "straight"), ("rainy", "mud", "curvy")))
    result = coverage(conditions, codes, k)
    assert (result.covered, result.possible) == (covered, possible)
    assert len(list(result.missing())) == possible - covered


def test_exclusions_leave_the_denominator() -> None:
    conditions = ConditionCategories(
        ROADS, ({"surface": "mud", "orientation": "straight"}, {"weather": "rainy"})
    )
    result = coverage(conditions, conditions.encode(points(("sunny", "stone", "straight"))))
    assert result.possible == 2 * 3 + 2 * 2 + (3 * 2 - 1)
    assert {"surface": "mud", "orientation": "straight"} not in list(result.missing())


def test_tuples_that_only_excluded_scenarios_contain_do_not_count() -> None:
    rules = tuple({"surface": "mud", "orientation": o} for o in ROADS["orientation"])
    conditions = ConditionCategories(ROADS, rules)
    result = coverage(conditions, conditions.encode(points(("sunny", "stone", "straight"))))
    assert all(t.get("surface") != "mud" for t in result.missing())


def test_closing_scenarios_close_every_gap_and_respect_exclusions() -> None:
    conditions = ConditionCategories(ROADS, ({"weather": "rainy", "surface": "mud"},))
    result = coverage(conditions, conditions.encode(points(("sunny", "stone", "straight"))))
    closing = close_gaps(result)
    both = [*points(("sunny", "stone", "straight")), *closing.scenarios]
    assert coverage(conditions, conditions.encode(both)).value == 1.0
    assert closing.at_least <= len(closing.scenarios) <= result.possible - result.covered
    assert sum(closing.gains) == result.possible - result.covered


def test_full_pairs_of_three_by_three_by_two_need_nine_scenarios_and_get_few_more() -> None:
    conditions = ConditionCategories(ROADS)
    closing = close_gaps(coverage(conditions, conditions.encode([])), seed=1, tries=30)
    assert closing.at_least == 9
    assert 9 <= len(closing.scenarios) <= 11


def test_scenarios_of_operation_with_unseen_pairs_are_found() -> None:
    conditions = ConditionCategories(ROADS)
    result = coverage(
        conditions, conditions.encode(points(("sunny", "stone", "straight"), ("rainy", "mud", "curvy")))
    )
    met = conditions.encode(points(("sunny", "stone", "straight"), ("sunny", "mud", "curvy")))
    assert result.unseen(met).tolist() == [False, True]


def test_value_outside_its_category() -> None:
    with pytest.raises(
        InputProblem, match=r"weather to be one of sunny, cloudy, rainy in row 1; found 'suny'.*sunny"
    ):
        ConditionCategories(ROADS).encode(points(("suny", "stone", "straight")))


def test_missing_column() -> None:
    with pytest.raises(InputProblem, match="expected a column surface"):
        ConditionCategories(ROADS).encode([{"weather": "sunny", "surfaces": "mud", "orientation": "curvy"}])


def test_unknown_condition_in_an_exclusion() -> None:
    with pytest.raises(InputProblem, match=r"found 'wether'.*weather"):
        ConditionCategories(ROADS, ({"wether": "rainy"},))


def test_data_that_contradicts_an_exclusion() -> None:
    with pytest.raises(
        InputProblem, match="row 1 breaks a rule of the domain: weather = sunny is excluded as impossible"
    ):
        ConditionCategories(ROADS, ({"weather": "sunny"},)).encode(points(("sunny", "stone", "straight")))


def test_exclusions_that_leave_nothing() -> None:
    with pytest.raises(InputProblem, match="leave none"):
        coverage(
            ConditionCategories({"a": ("x",)}, ({"a": "x"},)),
            ConditionCategories({"a": ("x",)}).encode([]),
            1,
        )


@pytest.mark.parametrize("k", [0, 4])
def test_k_out_of_range(k: int) -> None:
    conditions = ConditionCategories(ROADS)
    with pytest.raises(InputProblem, match="number of conditions, 3"):
        coverage(conditions, conditions.encode([]), k)


def test_too_many_tuples_are_refused() -> None:
    many = ConditionCategories({f"c{i}": tuple(str(v) for v in range(9)) for i in range(12)})
    with pytest.raises(InputProblem, match="smaller k"):
        coverage(many, many.encode([]), 8)
    crowd = ConditionCategories({f"c{i}": ("0", "1") for i in range(60)})
    with pytest.raises(InputProblem, match="smaller k"):
        coverage(crowd, crowd.encode([]), 30)
