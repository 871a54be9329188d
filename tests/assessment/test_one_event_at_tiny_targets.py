"""What a tiny target leaves to one event, or to a group, is met with it; below what can be resolved it is a problem."""

from __future__ import annotations

import pytest

from casegen.api import CaseBuilder, InputError, OpenCase
from casegen.model.fault_tree import CommonCauseGroup

TARGETS = (1e-20, 1e-36, 1e-100, 1e-300)


def _case(kind: str) -> tuple[OpenCase, str]:
    """A top of two events, one of 1e-4; the other is one event, or the total of a group of two."""
    case = CaseBuilder("lamps", title="Lamps")
    tree = case.tree("FT", top="G", title="Dark", target=1e-3)
    if kind == "group":
        members = [tree.event("K1", text="one is out"), tree.event("K2", text="two is out")]
        total = {"type": "constant", "probability": 1e-2}
        group = CommonCauseGroup(id="CC", members=members, model="beta-factor", total=total, factors=[0.1])
        case.add("common_cause", group)
        tree.and_("G", *members, tree.event("D", 1e-4, text="it is night"), text="dark")
        return case.open(), "CC"
    model: dict[str, object] = {"type": "constant", "probability": 1e-6}
    if kind == "rate":
        model |= {"kind": "rate-per-hour", "exposure": {"hours": 10.0}}
    tree.event("A", model, text="it is out")
    tree.and_("G", "A", tree.event("D", 1e-4, text="it is night"), text="dark")
    return case.open(), "A"


@pytest.mark.parametrize("kind", ["event", "rate", "group"])
@pytest.mark.parametrize("target", TARGETS)
def test_what_is_left_to_one_meets_the_target(kind: str, target: float) -> None:
    """A group was left 1.8e-35 whatever the target, and nothing said that the top was above it."""
    case, event = _case(kind)
    answer = case.allocate("FT", target, events=[event])
    assert answer.problem == ""
    assert answer.achieved is not None
    assert answer.achieved <= target
    assert answer.achieved == pytest.approx(target, rel=1e-9)
    assert answer.events[0].required == pytest.approx(
        target / 1e-4 / (0.1 if kind == "group" else 1), rel=1e-6
    )


@pytest.mark.parametrize("kind", ["event", "rate", "group"])
def test_what_cannot_be_resolved_is_a_problem(kind: str) -> None:
    case, event = _case(kind)
    answer = case.allocate("FT", 1e-305, events=[event])
    assert "1e-305 is too small to be broken down" in answer.problem
    assert answer.events[0].required is None
    assert not answer.events[0].meets
    with pytest.raises(InputError, match="a target probability lies in"):
        case.allocate("FT", 0.0, events=[event])
