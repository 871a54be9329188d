"""What a target leaves to an event is a number with which the verdict holds, to the last place."""

from __future__ import annotations

import random
from decimal import Decimal
from pathlib import Path

import pytest

from casegen.api import CaseBuilder, OpenCase
from casegen.assessment.allocation.breakdown import break_down
from casegen.assessment.assess import Session
from casegen.assessment.over_mission import OverMission, Peak
from tests.assessment.test_bounds import case_of

Numbers = dict[str, float]


def lamp(numbers: Numbers, target: float, *, both: bool = False, exposure: float | None = None) -> OpenCase:
    """An OR of A, B and D (or of A and B together, and D), and a claim that holds its top against the target."""
    case = CaseBuilder("lamp", title="The lamp", version="1")
    stated = {"probability": target, "source": "criteria sheet"}
    tree = case.tree("FT", top="G", target=stated, title="The lamp is dark")
    for event, number in numbers.items():
        model: object = number
        if exposure is not None and event == "A":
            model = {
                "type": "constant", "probability": number, "kind": "rate-per-hour", "exposure": {"hours": exposure}
            }  # fmt: skip
        tree.event(event, model, text="It is out", source="data sheet")  # type: ignore[arg-type]
    if both:
        tree.and_("GA", "A", "B", text="both are out")
        tree.or_("G", "GA", "D", text="dark")
    else:
        tree.or_("G", *numbers, text="dark")
    requirement = {"measure": {"tree": "FT"}, "bound": {"target_of": "FT"}, "kind": "probability-per-mission"}
    case.claim("C", "The lamp is dark in few nights", owner="safety", requirement=requirement)
    for id, text in (("S", "The parts are the ones listed"), ("W", "The tree holds all parts of the lamp")):
        case.claim(id, text, owner="safety", assumed="read", accepted_by="Rita Reviewer")
    case.argument(
        "A1", supports="C", block="calculation", premises=["S"], side_claims=["W"], tree="FT", text="Sum"
    )
    return case.open()  # fmt: skip


KNOWN = [(0.0155, 0.117, False), (0.00016, 0.355, False), (0.01331, 0.11, False), (0.00026, 0.118, False)]


def drawn(count: int, seed: int = 3) -> list[tuple[float, float, bool]]:
    """Random values of B, targets and trees, as a person types them."""
    draw = random.Random(seed)
    return [
        (round(10 ** draw.uniform(-4, -1.8), 5), round(draw.uniform(0.03, 0.4), 3), draw.random() < 0.5)
        for _ in range(count)
    ]


def assert_held(b: float, target: float, both: bool, events: tuple[str, ...], method: str) -> None:
    numbers = {"A": 1e-4, "B": b, "D": 0.013}
    answer = lamp(numbers, target, both=both).allocate("FT", events=events, method=method)
    assert not answer.problem
    assert answer.achieved is not None
    assert answer.achieved <= target
    required = {event.id: event.required for event in answer.events}
    asked = {event: numbers[event] if required.get(event) is None else required[event] for event in numbers}
    after = lamp({event: p or 0.0 for event, p in asked.items()}, target, both=both)
    assert after.supported, after.claims["C"].reasons
    if len(events) == 1 and required[events[0]] != 1.0:  # and it is the last but rounding
        more = lamp({**numbers, events[0]: (required[events[0]] or 0.0) * (1 + 1e-12)}, target, both=both)
        assert not more.supported


@pytest.mark.parametrize(("b", "target", "both"), KNOWN)
def test_the_case_holds_with_what_is_required_of_one_event(b: float, target: float, both: bool) -> None:
    """OR of A, B = .0155 and D = .013, target .117: the top with the answer was .11700000000000002."""
    assert_held(b, target, both, ("A",), "proportional")


@pytest.mark.slow
@pytest.mark.parametrize(("b", "target", "both"), drawn(30))
@pytest.mark.parametrize(
    ("events", "method"),
    [(("A",), "equal"), (("B", "A"), "equal"), ((), "proportional"), ((), "equal"), ((), "cost")],
)
def test_the_case_holds_with_what_is_required(
    b: float, target: float, both: bool, events: tuple[str, ...], method: str
) -> None:
    assert_held(b, target, both, events, method)


@pytest.mark.parametrize(("b", "target", "both"), drawn(12, seed=5))
def test_the_case_holds_with_the_rate_that_is_required(b: float, target: float, both: bool) -> None:
    """An event that has a rate is asked for a rate, which is rounded down too."""
    numbers = {"A": 1e-6, "B": b, "D": 0.013}
    answer = lamp(numbers, target, both=both, exposure=700.0).allocate("FT", events=("A",)).events[0]
    rate = answer.measure_required
    assert rate is not None
    if rate != float("inf"):
        assert lamp({**numbers, "A": rate}, target, both=both, exposure=700.0).supported


@pytest.mark.parametrize("target", [0.0117, 0.0355, 0.011, 0.0118, 0.0733, 0.0219])
def test_the_total_of_a_group_is_rounded_down(tmp_path: Path, target: float) -> None:
    def group(at: Path, total: float) -> Session:
        at.mkdir()
        return Session(case_of(at, f"""
events: [{{id: A}}, {{id: B}}, {{id: D, model: {{type: constant, probability: 0.00131}}}}]
common_cause: [{{id: CC, members: [A, B], model: beta-factor, total: {{type: constant, probability: {total!r}}},
  factors: [0.1]}}]
trees: [{{id: T, top: G, target: {{probability: {target}}}, gates: [{{id: G, type: or, inputs: [A, B, D]}}]}}]
"""), {})  # fmt: skip

    (row,) = break_down(group(tmp_path / "a", 1e-4), "T", None, ("CC",), "equal").events
    assert row.required is not None
    after = group(tmp_path / "b", row.required).numbers().trees["T"]
    assert after.known(target, upper=True) <= target


def test_a_target_whose_worst_time_is_not_found_is_not_met_by_its_events(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    case = CaseBuilder("pump", title="The pump", version="1")
    tree = case.tree("FT", top="G", target=0.02, mission_time=8760.0, title="No water")
    pump: dict[str, object] = {
        "type": "glm", "on_demand": 1e-3, "failure_rate": 1e-5, "repair_rate": 0.1
    }  # fmt: skip
    valve: dict[str, object] = {
        "type": "periodic-test", "failure_rate": 1e-5, "interval": 720, "first": 720, "repair_rate": 0.1
    }  # fmt: skip
    for event, model in (("P", pump), ("V", valve)):
        tree.event(event, model, text="It fails", source="data sheet")  # type: ignore[arg-type]
    tree.or_("G", "P", "V", text="no water")
    case.claim("C", "The pump fails rarely", undeveloped=True, owner="safety")
    answer = case.open().allocate("FT")
    assert not answer.problem
    assert all(event.meets for event in answer.events)
    monkeypatch.setattr(OverMission, "peak", lambda *_: Peak(8640.0, 0.0073, 0.083))
    assert "not shown to be" in case.open().allocate("FT").problem


@pytest.mark.parametrize("method", ["equal", "proportional", "cost"])
@pytest.mark.parametrize("numbers", [(0.001, 0.001), (0.1, 0.1, 0.1), (0.01, 0.01, 0.01, 0.01), (0.7, 0.7)])
@pytest.mark.parametrize("gate", ["and", "or"])
def test_events_of_a_case_that_holds_exactly_meet_what_is_required(
    gate: str, numbers: tuple[float, ...], method: str
) -> None:
    fails, works = Decimal(1), Decimal(1)
    for number in numbers:
        fails, works = fails * Decimal(repr(number)), works * (1 - Decimal(repr(number)))
    target = float(fails if gate == "and" else 1 - works)
    for limit, held in ((target, True), (target * (1 - 1e-9), False)):
        case = CaseBuilder("lamp", title="The lamp", version="1")
        tree = case.tree("FT", top="G", target={"probability": limit, "source": "sheet"})
        names = [f"E{k}" for k in range(len(numbers))]
        for event, number in zip(names, numbers, strict=True):
            tree.event(event, number, source="data sheet")
        (tree.and_ if gate == "and" else tree.or_)("G", *names)
        case.claim("C", "The lamp is dark in few nights", undeveloped=True)
        answer = case.open().allocate("FT", method=method)
        assert all(event["meets"] for event in answer.document()["events"]) is held


@pytest.mark.parametrize("confidence", [None, 0.9])
@pytest.mark.parametrize("both", [False, True])
def test_what_is_achieved_has_the_others_at_their_bounds(confidence: float | None, both: bool) -> None:
    """With A uncertain, what B may have was found with A at its bound, and *achieved* stood at the mean of A."""
    spread = {"distribution": "uniform", "lower": 0.0, "upper": 0.02}
    case = CaseBuilder("lamp", title="The lamp", version="1")
    stated = {"probability": 0.05, "source": "criteria sheet"} | (
        {"confidence": confidence} if confidence else {}
    )
    tree = case.tree("FT", top="G", target=stated, title="The lamp is dark")
    tree.event("A", {"type": "constant", "probability": spread}, text="It is out", source="data sheet")
    for event in "BD":
        tree.event(event, 0.001, text="It is out", source="data sheet")
    tree.or_("G", *"ABD", text="dark")
    result = case.open().allocate("FT", events=("B", "D") if both else ("B",), method="equal")
    assert result.achieved == pytest.approx(0.05, rel=1e-9)
