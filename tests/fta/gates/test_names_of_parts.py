"""The events that a common-cause group is expanded into have names of their own, or the tree is refused."""

from __future__ import annotations

import pytest

from casegen.fta import FaultTreeError, compile_tree, event_values
from casegen.model.fault_tree import CommonCauseGroup, Constant
from tests.fta.small_trees import case_of, gate


def group(
    name: str, *members: str, model: str = "beta-factor", factors: tuple[float, ...] = (0.1,)
) -> CommonCauseGroup:
    return CommonCauseGroup(
        id=name, model=model, members=members, total=Constant(probability=0.1), factors=factors
    )  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["[A B]", "[A]"])
def test_an_event_is_not_taken_for_a_part_of_a_group(name: str) -> None:
    """An event of .2 became the group's own of .01: .018 where the tree is above .2, and exact."""
    gates = [gate("G", "or", name, "AB"), gate("AB", "and", "A", "B")]
    case = case_of(gates, {"A": None, "B": None, name: 0.2}, common_cause=(group("CC", "A", "B"),))
    with pytest.raises(FaultTreeError, match="has the name of a basic event"):
        compile_tree(case, "t")
    fine = case_of(
        [gate("G", "or", "[B A]", "AB"), gates[1]],
        {"A": None, "B": None, "[B A]": 0.2},
        common_cause=case.common_cause,
    )
    top = compile_tree(fine, "t").probability(event_values(fine, "t", {}).points)
    assert top == pytest.approx(1 - 0.8 * (1 - 0.01) * (1 - 0.09**2), rel=1e-12)


def test_two_groups_whose_members_read_alike_together() -> None:
    """`[A B C]` of A and B C, and of A B and C: two independent events became one."""
    members = ("A", "B C", "A B", "C")
    gates = [gate("G", "and", *members)]
    both = (group("X", "A", "B C"), group("Y", "A B", "C"))
    with pytest.raises(FaultTreeError, match="has the name of one of group X"):
        compile_tree(case_of(gates, dict.fromkeys(members), common_cause=both), "t")
    one = group("Z", *members, model="mgl", factors=(0.1, 0.2, 0.3))
    with pytest.raises(FaultTreeError, match="names that read alike together"):
        compile_tree(case_of(gates, dict.fromkeys(members), common_cause=(one,)), "t")


def test_a_number_is_not_set_for_an_event_and_a_group_at_once() -> None:
    gates = [gate("G", "or", "CC", "AB"), gate("AB", "and", "A", "B")]
    case = case_of(gates, {"A": None, "B": None, "CC": 0.2}, common_cause=(group("CC", "A", "B"),))
    with pytest.raises(FaultTreeError, match="is a basic event and a common-cause group"):
        event_values(case, "t", {}, overrides={"CC": 0.5})
    assert event_values(case, "t", {}, overrides={}).events
