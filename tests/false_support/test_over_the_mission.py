"""A requirement on a tree that rises and falls within the mission is met at every time of it, or is not met."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import Change, Session
from casegen.io import load
from casegen.model.results import Status
from casegen.review.impact import impact
from tests.false_support import DROP, call, edited, folder, must_hold, must_not_hold, parameters
from tests.false_support.bases import calculation

YEAR = 8760.0
AT_THE_END = "where it is largest within"


def on_test(interval: float, rate: float = 2e-4, **more: Any) -> dict[str, Any]:
    return {"type": "periodic-test", "failure_rate": rate, "interval": interval, "first": interval, **more}


def grown(rate: float = 2e-4, **more: Any) -> dict[str, Any]:
    return {"type": "exponential", "rate": rate, **more}


def constant(p: float) -> dict[str, Any]:
    return {"type": "constant", "probability": p}


TIME = {"time": "mission"}


def op(name: str, *args: Any) -> dict[str, Any]:
    return {"op": name, "args": [*args]}


def case(
    one: dict[str, Any], other: dict[str, Any], limit: float, gate: str = "and", **more: Any
) -> dict[str, Any]:
    """A tree of two events over a year, and a claim on its top event."""
    return edited(calculation(), {
        "events.E1.model": one, "events.E2.model": other, "trees.FT.mission_time": YEAR,
        "trees.FT.gates.TOP.type": gate, "trees.FT.target.probability": limit, "trees.FT.target.source": DROP,
        "claims.C1.text": "The lift rarely starts with an open door", "events.E1.source": "data sheet D-1, table 2",
        "events.E2.source": "data sheet D-2, table 4", **more,
    })  # fmt: skip


BUMP = op("mul", 0.004, op("exp", op("neg", op("pow", op("div", op("sub", TIME, 3000.0), 400.0), 2.0))))
"""a hump at 3,000 h: nothing is left of it at the end of the mission"""
PHASES = {"repair_rate": 0.02, "rate_in_test": 2e-4, "failure_at_test": 0.0, "test_duration": 12.0, "available_in_test": 0.0,
          "detection": 1.0, "failure_at_restart": 0.0}  # fmt: skip
SHARE = {"distribution": "uniform", "lower": 1e-4, "upper": 3e-4}
WITHOUT = ["E1", {"type": "not", "inputs": ["E2"]}]

FALSE = {
    "a-life-of-its-own-beside-a-short-mission": (case(on_test(4999, 1e-3, hours=5000), grown(1e-3), 5e-4, **{"trees.FT.mission_time": 1}), {"trees.FT.target.probability": 1e-3}),
    "prevented-by-what-has-hours-of-its-own": (
        case(constant(0.2), grown(1e-4, hours=YEAR), 0.19, **{"trees.FT.gates.TOP.inputs": WITHOUT}), {"trees.FT.target.probability": 0.21}),
    # rarer tests make it worse, and end just before the mission does
    "tested-once": (case(on_test(8759), constant(0.005), 5e-4), {"events.E1.model.interval": 300, "events.E1.model.first": 300}),
    "staggered-tests": (case(on_test(8759), on_test(4000, first=759), 0.4), {"events.E1.model.interval": 100, "events.E1.model.first": 100}),
    "tested-and-repaired": (case(on_test(8700, repair_rate=0.5), constant(0.005), 5e-4), {"events.E1.model.interval": 300, "events.E1.model.first": 300}),
    "out-of-order-in-tests": (case(on_test(700, **PHASES), constant(0.005), 1e-3), {"events.E1.model.available_in_test": 1.0}),
    "repaired-after-a-poor-start": (
        case({"type": "glm", "on_demand": 0.1, "failure_rate": 1e-6, "repair_rate": 0.01}, constant(0.005), 1e-4),
        {"events.E1.model.on_demand": 1e-3}),
    "an-expression-with-a-hump": (case(constant(0.5), {"type": "constant", "probability": BUMP}, 1e-3),
                                  {"trees.FT.target.probability": 2.1e-3}),
    "one-that-prevents": (
        case(constant(1e-3), grown(1e-3), 5e-4, **{
            "trees.FT.gates.TOP.inputs": ["E1", {"type": "not", "inputs": ["E2"]}]}),
        {"trees.FT.target.probability": 1.1e-3}),
    "its-own-hours": (case(on_test(8759, hours=YEAR), constant(0.005), 5e-4), {"events.E1.model.interval": 300, "events.E1.model.first": 300}),
    "intervals-as-parameters": (
        case(on_test(8759) | {"interval": {"parameter": "P"}, "first": {"parameter": "P"}}, constant(0.005), 5e-4,
             parameters=[{"id": "P", "value": 8759.0, "text": "interval of tests", "source": "plan of tests"}]),
        {"parameters.P.value": 300.0}),
    "uncertain": (case(on_test(8759) | {"failure_rate": SHARE}, constant(0.005), 5e-4, **{"trees.FT.target.confidence": 0.9,
                       "claims.C1.requirement.confidence": 0.9}), {"events.E1.model.interval": 300, "events.E1.model.first": 300}),
}  # fmt: skip


@pytest.mark.parametrize("name", parameters(FALSE, FALSE.keys() - {"tested-once", "staggered-tests"}))
def test_what_is_met_at_the_end_only(name: str, tmp_path: Path) -> None:
    base, twin = FALSE[name]
    must_not_hold(folder(tmp_path / "false", base), AT_THE_END)
    must_hold(folder(tmp_path / "true", base, twin))


@pytest.mark.slow
def test_hours_that_begin_at_any_time(tmp_path: Path) -> None:
    """Within the limit after all hours, above it before they begin: neither shown to be met nor to be missed."""
    base = case(constant(0.2), grown(1e-4, hours=1000), 0.19, **{"trees.FT.gates.TOP.inputs": WITHOUT})
    text = " ".join(must_not_hold(folder(tmp_path / "false", base), "not evaluated").text.split())
    assert (
        "hours that E2 states for itself may begin at any time of the mission, in which it may be 0.2" in text
    )
    twin = {"trees.FT.target.probability": 0.21}
    text = " ".join(must_hold(folder(tmp_path / "true", base, twin)).text.split())
    assert "are counted at the worse end" in text


@pytest.mark.slow
def test_a_mean_of_hours_that_begin_at_any_time(tmp_path: Path) -> None:
    """Met after all hours, and missed before they begin: challenged, where it is not known to be missed either."""
    words = "A lift starts with an open door with a probability of at most 19 % on average over the year"
    base = case(constant(0.2), grown(1e-4, hours=1000), 0.19, **{
        "trees.FT.gates.TOP.inputs": WITHOUT, "claims.C1.text": words,
    })  # fmt: skip
    text = " ".join(must_not_hold(folder(tmp_path / "false", base), "not evaluated").text.split())
    assert "hours that E2 states for itself may begin at any time of the mission, in which it may be" in text
    # missed whenever they begin
    missed = {"trees.FT.target.probability": 0.1, "claims.C1.text": words.replace("19 %", "10 %")}
    must_not_hold(folder(tmp_path / "missed", base, missed), "challenged")
    met = {"trees.FT.target.probability": 0.21, "claims.C1.text": words.replace("19 %", "21 %")}
    must_hold(folder(tmp_path / "true", base, met))


@pytest.mark.slow
def test_what_fails_on_demand_has_not_before_its_hours_begin(tmp_path: Path) -> None:
    fails = {"type": "glm", "on_demand": 0.5, "failure_rate": 1e-4, "repair_rate": 0, "hours": 1000}
    base = case(constant(0.2), fails, 0.15, **{"trees.FT.gates.TOP.inputs": WITHOUT})
    must_not_hold(folder(tmp_path / "false", base), "not evaluated")
    must_hold(folder(tmp_path / "true", base, {"trees.FT.target.probability": 0.21}))


@pytest.mark.slow
def test_a_mission_that_ends_on_the_edge_of_a_test_has_one_age(tmp_path: Path) -> None:
    """At its end it was "0.06, just after a test", beside a largest of 0.033 a moment before."""
    model = {
        "type": "periodic-test",
        "failure_rate": 1e-4,
        "interval": 333.333333333,
        "first": 333.333333333,
    }
    base = case(model, constant(1.0), 0.033, **{"trees.FT.mission_time": 1000})
    text = must_hold(folder(tmp_path / "true", base)).text
    assert "at its end" not in text
    must_not_hold(folder(tmp_path / "false", base, {"trees.FT.target.probability": 0.0327}), "challenged")


def test_a_curve_names_what_it_found_beyond_what_it_shows(tmp_path: Path) -> None:
    """Not beside a time whose range reaches as far."""
    model = on_test(333.333333333, 1e-4)
    at = folder(tmp_path / "c", case(model, constant(1.0), 0.033, **{"trees.FT.mission_time": 1000}))
    _, out, _ = call("fta", "curve", at, "--hours", "1000", "--points", "3")
    assert "before or after a test" in out
    assert "largest" not in out
    _, out, _ = call("fta", "curve", at, "--hours", "900", "--points", "3")
    assert "largest found 0.03278 at 666.7 h, between the times shown" in " ".join(out.split())


def test_it_says_when(tmp_path: Path) -> None:
    at = folder(tmp_path / "c", case(on_test(8759), constant(0.005), 5e-4))
    said = must_not_hold(at, "challenged").text
    assert "0.00413" in said
    assert "at 8,759 h" in said
    assert "after the test at 8,759 h" in said


def test_what_rises_is_compared_at_the_end_as_before(tmp_path: Path) -> None:
    text = must_hold(folder(tmp_path / "c", case(grown(), constant(0.005), 5e-3))).text
    assert AT_THE_END not in text


@pytest.mark.slow
@pytest.mark.parametrize("words", ["A lift starts with an open door with a probability of at most {} on average over the year",
                                   "The stop of the lift meets SIL 2 (low demand)"])  # fmt: skip
def test_an_average_counts_where_the_claim_is_on_one(words: str, tmp_path: Path) -> None:
    # the mean over a test interval is half of what it is at its end
    limit, model = (0.01, on_test(720, 2e-5))
    base = case(model, constant(1.0), limit, **{"claims.C1.text": words.format("1 %")})
    must_not_hold(
        folder(
            tmp_path / "false",
            base,
            {"claims.C1.text": "The lift starts with an open door in at most 1 % of the years"},
        )
    )
    must_hold(folder(tmp_path / "true", base))
    must_not_hold(
        folder(tmp_path / "worse", base, {"events.E1.model.failure_rate": 4e-5}), "mean over the mission"
    )


def test_an_allocated_bound_holds_at_every_time(tmp_path: Path) -> None:
    base = case(on_test(8759), constant(0.005), 5e-4)
    _, out, _ = call("allocate", folder(tmp_path / "c", base), "--event", "E2", "--json")
    # at the end of the mission, just after a test, the target would leave anything to it
    assert [row["required"] for row in json.loads(out)["events"]] == [pytest.approx(5e-4 / 0.8265, rel=1e-3)]


def test_several_events_are_allocated_at_every_time(tmp_path: Path) -> None:
    at = folder(tmp_path / "c", case(on_test(8759), on_test(4000, first=759), 0.2))
    _, out, _ = call("allocate", at, "--json")
    one, other = (row["required"] for row in json.loads(out)["events"])
    assert one * other == pytest.approx(0.2)


def test_a_what_if_and_a_risk_are_judged_at_the_worst_time(tmp_path: Path) -> None:
    opened = Session.open(load(folder(tmp_path / "c", case(on_test(8759), constant(1e-4), 5e-4))))
    assert opened.assess().claims["C1"].status is Status.SUPPORTED
    worse = opened.assess((Change(0.005, event="E2"),))
    assert worse.claims["C1"].status is Status.CHALLENGED
    tree = worse.trees["FT"]
    assert tree.top is not None
    assert tree.judged is not None
    assert (tree.top.value, tree.judged.value) == (
        pytest.approx(1e-6, rel=1e-3),
        pytest.approx(0.00413, rel=1e-2),
    )
    assert tree.worst_hours == 8759.0


def test_the_value_at_mission_time_is_printed_as_it_is(tmp_path: Path) -> None:
    at = folder(tmp_path / "c", case(on_test(8759), constant(0.005), 5e-4))
    _, out, _ = call("fta", "quantify", at, "--json")
    assert json.loads(out)["probability"] == pytest.approx(0.005 * 2e-4, rel=1e-3)


@pytest.mark.slow
def test_what_cannot_be_enclosed_ends_and_is_not_evaluated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No piece reaches less than 1, and those at 0 were halved down to the smallest numbers, of which there is no end."""
    from casegen.assessment.over_mission import PIECES, OverMission

    asked, ends = [], OverMission.ends
    monkeypatch.setattr(OverMission, "ends", lambda *given: asked.append(given[2]) or ends(*given))  # type: ignore[func-returns-value]
    model = grown(1e-4, hours=op("mod", TIME, 300))
    at = folder(tmp_path / "c", case(model, constant(0.5), 0.4))
    must_not_hold(at, "it is not shown to be met at every time")
    assert len(asked) < 10 * PIECES  # two searches, each piece and one time within it


def until(hours: float, p: float = 0.1) -> dict[str, Any]:
    """Possible at the beginning of the mission, and not at its end."""
    return {"type": "constant", "probability": op("ite", op("lt", {"time": "mission"}, hours), p, 0.0)}


def since(hours: float, p: float = 0.1) -> dict[str, Any]:
    return {
        "type": "constant",
        "probability": op("ite", op("lt", {"time": "mission"}, hours), 0.0, op("mul", p, 1.0)),
    }


@pytest.mark.parametrize("gate", ["and", "or"])
def test_what_is_possible_only_before_the_end_is_judged_at_its_worst_time(gate: str, tmp_path: Path) -> None:
    worst = {"and": 0.05, "or": 0.145}[gate]
    other = constant(0.5) if gate == "and" else until(6000, 0.05)
    at = folder(tmp_path / "false", case(other, until(4000), 0.9 * worst, gate))
    text = must_not_hold(at, "challenged").text
    assert "where it is largest within the mission; at its end, 8,760 h, it is 0" in text
    assert "cannot happen" not in call("assess", at)[1]
    must_hold(folder(tmp_path / "true", case(other, until(4000), 1.1 * worst, gate)))


def test_events_that_are_never_possible_at_one_time_make_no_top_that_can_happen(tmp_path: Path) -> None:
    at = folder(tmp_path / "c", case(since(5000), until(4000), 0.5))
    must_not_hold(at, "not evaluated")
    assert "the top event cannot happen" in " ".join(call("assess", at)[1].split())


UNFOLLOWED = {
    "hump": ({"type": "constant", "probability": BUMP}, "it is not proved that E2 moves the top one way only"),
    "jump": (until(4000), "E2 is computed from the time by ite, lt, and may jump"),
    "computed": (on_test(720) | {"interval": {"parameter": "P"}, "first": {"parameter": "P"}},
                 "the first and interval of the tests of E2 are no plain numbers"),
    "own-hours": (on_test(720, hours=YEAR) | {"interval": {"parameter": "P"}}, "the interval of the tests of E2 is no"),
    "own-hours-many": (on_test(7, hours=YEAR), "E2 is tested more than 500 times"),
    "many": (on_test(7), "E2 is tested more than 500 times"),
}  # fmt: skip


@pytest.mark.parametrize("name", UNFOLLOWED)
def test_why_a_mean_is_not_known(name: str, tmp_path: Path) -> None:
    model, why = UNFOLLOWED[name]
    words = "A lift starts with an open door with a probability of at most 1 % on average over the year"
    spread = {"distribution": "uniform", "lower": 700.0, "upper": 740.0}
    known = [{"id": "P", "value": spread, "text": "interval of tests", "source": "plan of tests"}]
    at = folder(tmp_path, case(constant(0.5), model, 1e-2, parameters=known, **{"claims.C1.text": words}))
    assert f"its mean over the mission is not known: {why}" in " ".join(call("assess", at)[1].split())


def test_a_mean_does_not_hang_on_how_the_times_of_tests_are_stated(tmp_path: Path) -> None:
    """A parameter that is a number is known: its mean was called unknown."""
    words = "A lift starts with an open door with a probability of at most 1 % on average over the year"
    compared = []
    known = [{"id": "P", "value": 720.0, "text": "interval of tests", "source": "plan of tests"}]
    named = {"interval": {"parameter": "P"}, "first": {"parameter": "P"}}
    for name, times in (("plain", {}), ("parameter", named)):
        edits = {"claims.C1.text": words, **({"parameters": known} if times else {})}
        at = folder(tmp_path / name, case(constant(0.5), on_test(720) | times, 1e-2, **edits))
        must_not_hold(at, "challenged")
        compared.append(Session.open(load(at)).assess().requirements["C1"].compared)
    assert compared[0] == compared[1] == pytest.approx(0.0339, rel=1e-2)


def test_what_is_longer_than_the_mission_is_named(tmp_path: Path) -> None:
    base = FALSE["a-life-of-its-own-beside-a-short-mission"][0]
    text = " ".join(must_not_hold(folder(tmp_path / "c", base), "challenged").text.split())
    assert (
        "at 4,999 h, where it is largest within the 5,000 h that E1 states for itself (the mission: 1 h); at"
        in text
    )
    words = "A lift starts with an open door with a probability of at most 1 % on average over the year"
    text = must_not_hold(folder(tmp_path / "mean", base, {"claims.C1.text": words}), "challenged").text
    assert "mean over the 5,000 h that E1 states for itself (the mission: 1 h)" in text
    assert "within the mission" not in text


def test_what_changes_only_before_the_end_is_shown_to_change(tmp_path: Path) -> None:
    """Nothing is left of the hump at the end of the mission: compared there, the tree would not change."""
    at = folder(tmp_path / "c", case(constant(0.01), {"type": "constant", "probability": BUMP}, 5e-4))
    (tree,) = json.loads(call("whatif", at, "--set", "E1=0.02", "--json")[1])["trees"]
    assert tree["at_worst"] is True
    assert (tree["before"], tree["after"]) == (pytest.approx(4e-5, rel=1e-3), pytest.approx(8e-5, rel=1e-3))
    assert tree["ratio"] == pytest.approx(2.0)
    text = call("whatif", at, "--set", "E1=0.02")[1]
    assert "4.0" in text or "4e-05" in text
    assert "FT is shown where it is largest within the mission" in " ".join(text.split())


def test_a_difference_of_two_states_is_of_the_worst_time(tmp_path: Path) -> None:
    states = [
        Session.open(
            load(
                folder(tmp_path / f"c{p}", case(constant(p), {"type": "constant", "probability": BUMP}, 5e-4))
            )
        )
        for p in (0.01, 0.02)
    ]
    (changed,) = impact(states[0].case, states[1].case).trees
    assert changed.at_worst
    assert (changed.before, changed.after) == (pytest.approx(4e-5, rel=1e-3), pytest.approx(8e-5, rel=1e-3))


def test_a_mean_is_shown_beside_the_end_of_it_that_is_compared(tmp_path: Path) -> None:
    """Up to 9e-5 above the mean, that end was shown as the mean."""
    words = "A lift starts with an open door with a probability of at most {} on average over the year"
    base = case(
        on_test(1000.0), on_test(1000.0, 1.2e-4), 0.00741, **{"claims.C1.text": words.format("0.741 %")}
    )
    at = folder(tmp_path / "mean", base)
    text = Session.open(load(at)).assess().requirements["C1"].text
    mean = re.search(
        r"mean over the mission of 8,760 h: integrated (\S+), at most (\S+) with the error of that", text
    )
    assert mean is not None, text
    exact = _mean(2e-4, 1.2e-4, 1000.0, YEAR)
    assert float(mean[1]) == pytest.approx(exact, rel=1e-4)  # four digits are shown
    assert exact < float(mean[2]) < exact * (1 + 2e-4)


def _mean(one: float, other: float, interval: float, hours: float) -> float:
    """The mean of a product of two components tested together, by its antiderivative."""

    def area(t: float) -> float:
        return t + sum(math.expm1(-k * t) / k * sign for k, sign in ((one, 1), (other, 1), (one + other, -1)))

    whole = int(hours // interval)
    return (whole * area(interval) + area(hours - whole * interval)) / hours


@pytest.mark.parametrize(("begins", "most"), [(112, 0.1), (111.9, 1.0), (106, 1.0)])
def test_where_one_test_ends_as_another_begins_only_one_is_under_test(
    begins: float, most: float, tmp_path: Path
) -> None:
    """The numbers of all events are those before the instant or those after it: it is no time of both tests."""
    other = on_test(700, first=begins, **PHASES)
    at = folder(tmp_path / "c", case(on_test(700, first=100, **PHASES), other, 0.04))
    must_not_hold(at, "challenged")
    result = Session.open(load(at)).assess().requirements["C1"]
    assert result.compared is not None
    assert most <= result.compared < 1.6 * most
    assert "for that instant alone" not in result.text


@pytest.mark.parametrize("kind", ["and", "and-not"])
def test_events_tested_at_once_have_the_numbers_of_one_time(kind: str, tmp_path: Path) -> None:
    """One was of before its test and one of in it, and the worst time was one at which both are at once: 0.01 for 1e-4."""
    other = {
        "type": "periodic-test", "failure_rate": 1e-5, "interval": 100, "first": 100, "repair_rate": 0.1,
        "rate_in_test": 1e-5, "failure_at_test": 0, "test_duration": 1, "available_in_test": 0, "detection": 1,
        "failure_at_restart": 0,
    }  # fmt: skip
    one = {"type": "periodic-test", "failure_rate": 1e-4, "interval": 100, "first": 100}
    edits: dict[str, Any] = {"trees.FT.mission_time": 1000}
    if kind == "and-not":
        edits["trees.FT.gates.TOP"] = {
            "id": "TOP",
            "type": "and",
            "inputs": ["E1", {"type": "not", "inputs": ["E2"]}],
        }
    at = folder(tmp_path / "c", case(one, other, 0.04), edits)
    result = Session.open(load(at)).assess().requirements["C1"]
    alone = -math.expm1(-1e-4)  # as the test of the other ends
    fresh = -math.expm1(-1e-2) * math.exp(-1e-5 * 100)  # before the first tests
    assert result.compared == pytest.approx(alone if kind == "and" else fresh, rel=1e-4)


def test_what_happens_at_one_instant_alone_is_called_so(tmp_path: Path) -> None:
    at_once = {"op": "ite", "args": [{"op": "eq", "args": [{"time": "mission"}, 4380]}, 0.5, 0.01]}
    at = folder(tmp_path / "c", case(constant(0.5), {"type": "constant", "probability": at_once}, 0.04))
    text = " ".join(must_not_hold(at, "challenged").text.split())
    assert "for that instant alone (just before it is 0.005" in text


WIDE = {"id": "P", "text": "failure rate", "unit": "1/h", "source": "data sheet D-3, table 1",
        "value": {"distribution": "lognormal", "median": 2e-7, "error_factor": 30.0, "level": 0.95}}  # fmt: skip


def _uncertain(limit: float) -> dict[str, Any]:
    """Tested every 720 h up to 2,000 h; the other's mean is small, and its bound is largest at the end."""
    return case(
        on_test(720, 1e-5), grown() | {"rate": {"parameter": "P"}}, limit, "or",
        parameters=[WIDE], **{"trees.FT.mission_time": 2000},
    )  # fmt: skip


def test_without_a_confidence_the_worst_time_is_that_of_the_value(tmp_path: Path) -> None:
    """The bound is largest at the end, and so the value was compared there, where it is smaller."""
    result = Session.open(load(folder(tmp_path / "c", _uncertain(0.0093)))).assess().requirements["C1"]
    assert result.compared == pytest.approx(0.0096, rel=0.02)
    assert "at 1,440 h" in result.text
    must_not_hold(folder(tmp_path / "false", _uncertain(0.0093)), AT_THE_END)
    must_hold(folder(tmp_path / "true", _uncertain(0.0098)))


@pytest.mark.parametrize("confidence", [None, 0.95])
def test_the_number_at_the_end_is_of_the_same_kind(confidence: float | None, tmp_path: Path) -> None:
    """A bound was named beside a value that is compared, and one that counts every order as right beside a share."""
    base = _uncertain(0.009)
    base["events"] += [{"id": name, "text": f"Motor {name} stops", "source": "data sheet D-4, table 1", "model": grown(2e-5)} for name in ("M1", "M2")]  # fmt: skip
    tree = base["trees"][0]
    tree["gates"][0]["inputs"].append({"type": "priority-and", "inputs": ["M1", "M2"]})
    claim = next(c for c in base["claims"] if c["id"] == "C1")
    base["parameters"][0]["value"]["error_factor"] = 3.0
    if confidence is not None:
        claim["requirement"]["confidence"] = tree["target"]["confidence"] = confidence
    session = Session.open(load(folder(tmp_path / "c", base)))
    result = session.assess().requirements["C1"]
    named = re.search(r"at its end, 2,000 h, it is (\S+?):?(?: |$)", result.text + " ")
    assert named is not None, result.text
    tree_at_end = session.numbers().trees["FT"].at(None).estimate(session.case, confidence)[0]
    at_end = tree_at_end.value if confidence is None else tree_at_end.upper
    assert float(named[1].rstrip(",")) == pytest.approx(at_end, rel=6e-3)
