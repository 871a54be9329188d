"""Numbers of a decomposition's parts compared with the number of the whole; each with a true twin."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from casegen.argument.reading.part_numbers import is_by_cause, to_be_added, weaker_part
from casegen.argument.view import CaseView
from casegen.io import load
from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import ACCEPTED

WHOLE = "The lift starts with an open door in at most 1 of 1,000 missions"
BY_CONTACT = "The lift starts with an open door through a stuck contact in at most 1 of 1,000 missions"
BY_CONTROLLER = "The lift starts with an open door through a controller fault in at most {} missions"
ALL_WAYS = "Contact and controller are all causes of a start with an open door"


def parts(
    one: str, other: str, limits: tuple[float, float], side: str = ALL_WAYS, whole: str = WHOLE
) -> dict[str, Any]:
    """A root that is decomposed into two calculated claims with these texts and targets."""
    case: dict[str, Any] = {
        "casegen": 1, "case": {"id": "lift", "title": "Lift door", "roots": ["C0"]},
        "events": [], "trees": [], "claims": [{"id": "C0", "text": whole, "owner": "A. Author"}],
        "arguments": [{"id": "A0", "text": "By cause", "supports": "C0", "block": "decomposition", "from": ["C1", "C2"],
                       "side_claims": ["W0"]}],
    }  # fmt: skip
    claims = [{"id": "W0", "text": side, "owner": "A. Author", **ACCEPTED}]
    for k, (text, limit) in enumerate(zip((one, other), limits, strict=True), start=1):
        case["events"] += [
            {"id": f"E{k}{x}", "text": f"Part {x} of the door sticks", "source": "data sheet",
             "model": {"type": "constant", "probability": 0.4 * limit}} for x in "ab"]  # fmt: skip
        top = f"The lift starts with an open door by path {k}"
        case["trees"].append(
            {"id": f"T{k}", "title": top, "top": f"G{k}", "target": {"probability": limit, "source": "standard"},
             "gates": [{"id": f"G{k}", "type": "or", "inputs": [f"E{k}a", f"E{k}b"], "text": top}]})  # fmt: skip
        claims += [
            {"id": f"C{k}", "text": text, "owner": "A. Author", "requirement": {
                "measure": {"tree": f"T{k}"}, "bound": {"target_of": f"T{k}"}, "kind": "probability-per-mission"}},
            {"id": f"D{k}", "text": f"The data sheet of part {k} holds for the lift door", "owner": "A. Author", **ACCEPTED},
            {"id": f"W{k}", "text": f"The lift door tree {k} holds every start", "owner": "A. Author", **ACCEPTED},
        ]  # fmt: skip
        case["arguments"].append(
            {"id": f"A{k}", "text": "By fault tree", "supports": f"C{k}", "block": "calculation", "tree": f"T{k}",
             "from": [f"D{k}"], "side_claims": [f"W{k}"]})  # fmt: skip
    case["claims"] += claims
    return case


HUNDRED = BY_CONTROLLER.format("1 of 100")


@pytest.mark.parametrize(("other", "side"), [
    (HUNDRED, ALL_WAYS),
    (HUNDRED, "Walked through with operations"),
    ("The controller of the lift door fails in at most 1 of 100 missions", ALL_WAYS),
    ("The controller of the lift door is good enough", "There are no other ways of starting with an open door"),
])  # fmt: skip
def test_a_strong_part_hides_no_weak_one(tmp_path: Path, other: str, side: str) -> None:
    case = parts(BY_CONTACT, other, (1e-3, 1e-2), side)
    must_not_hold(folder(tmp_path / "x", case), "number-unevaluated")
    case["claims"][0]["requirement"] = deepcopy(case["claims"][2]["requirement"])
    must_not_hold(folder(tmp_path / "required", case), "number-unevaluated")


def test_parts_no_weaker_than_the_whole(tmp_path: Path) -> None:
    half = BY_CONTACT.replace("1,000", "2,000"), BY_CONTROLLER.format("1 of 2,000")
    must_hold(folder(tmp_path / "x", parts(*half, (5e-4, 5e-4))))


@pytest.mark.parametrize(("one", "other", "side"), [
    ("The lift starts with an open door by day in at most 1 of 2,000 missions",
     "The lift starts with an open door by night in at most 1 of 100 missions",
     "Day and night are all times, one mission in a hundred is by night"),
    ("The first door contact fails in at most 1 of 1,000 missions", "The second door contact fails in at most 1 of 100 missions",
     "Failures of both contacts together are all causes"),
    ("The lift starts with an open door with a load in at most 1 of 1,000 missions",
     "The lift starts with an open door when it is empty in at most 1 of 100 missions", "Empty and loaded is all there is"),
])  # fmt: skip
def test_a_part_that_counts_for_less_is_asked_about(tmp_path: Path, one: str, other: str, side: str) -> None:
    at = folder(tmp_path / "x", parts(one, other, (5e-4, 1e-2), side))
    must_hold(at)
    case = load(at)
    view = CaseView(case)
    assert weaker_part(view, case.claim["C0"]) == ""
    assert to_be_added(view, case.claim["C0"], case.arguments[0]) == (
        "C0: 1 of 1,000",
        "C1: 5\u202f×\u202f10⁻⁴",
        "C2: 0.01",
    )


@pytest.mark.parametrize(("limit", "asked"), [(9e-4, 3), (5e-4, 0), (4e-4, 0)])
def test_the_sum_of_equal_parts_is_asked_about(tmp_path: Path, limit: float, asked: int) -> None:
    count = f"1 of {1 / 1e-3:,.0f}"
    at = folder(tmp_path / "x", parts(BY_CONTACT, BY_CONTROLLER.format(count), (limit, limit)))
    case = load(at)
    view = CaseView(case)
    assert weaker_part(view, case.claim["C0"]) == ""
    assert len(to_be_added(view, case.claim["C0"], case.arguments[0])) == asked


@pytest.mark.parametrize("between", [
    "by night", "when the contact sticks", "in case of a fault", "after a controller fault", "with a load", "through a gap if it is wet",
    "",
])  # fmt: skip
def test_a_condition_is_no_cause(between: str) -> None:
    assert not is_by_cause(
        f"The lift starts {between} in at most 1 of 100 missions",
        "The lift starts in at most 1 of 1,000 missions",
    )


@pytest.mark.parametrize(
    "between", ["through wear", "by a controller fault", "because of a stuck contact", "due to rain"]
)
def test_a_cause(between: str) -> None:
    assert is_by_cause(
        f"The lift starts {between} in at most 1 of 100 missions",
        "The lift starts in at most 1 of 1,000 missions",
    )
