"""How often a top event happens, or whether it ever does in a mission, is held by no unavailability."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casegen.texts.numbers.stated import stated
from tests.false_support import call, edited, folder, must_hold, must_not_hold
from tests.false_support.test_over_the_mission import TIME, YEAR, case, constant, grown, on_test, op

REPAIRED = {"type": "glm", "on_demand": 0, "failure_rate": 0.05, "repair_rate": 1.0}
TESTED = on_test(20, 1e-4)
THE_LIFT = "The lift starts with an open door"
MOMENT = "the probability of being failed at one moment"
RULE = "unavailability-as-frequency"
NEVER = constant(1e-9)


def claim(
    text: str, model: dict[str, Any], limit: float, other: dict[str, Any] = NEVER, **more: Any
) -> dict[str, Any]:
    """A claim on a lift, of a tree of two events, either of which suffices."""
    return case(
        model, other, limit, "or", **{"claims.C1.text": text, "trees.FT.target.probability": limit, **more}
    )


HOW_OFTEN = {
    "once a year": (f"{THE_LIFT} at most once a year", REPAIRED, 0.9),
    "einmal im Jahr": ("Der Aufzug fährt höchstens einmal im Jahr mit offener Tür an", REPAIRED, 0.9),
    "high demand mode": (f"{THE_LIFT}: it meets SIL 2 in high demand mode", TESTED, 0.008),
    "once in a million hours": (f"{THE_LIFT} at most once in 10⁶ hours", TESTED, 0.008),
    "at a rate": (f"{THE_LIFT} at a rate below 1e-6 per hour", TESTED, 0.008),
    "PFH": ("The PFH of the lift starting with an open door is below 1e-6 per hour", TESTED, 0.008),
    "with a rate": (f"{THE_LIFT} with at most 10⁻⁶ per hour", TESTED, 0.008),
    "times per hour": (f"{THE_LIFT} at most 10⁻⁵ times per hour", TESTED, 0.08),
    "PL": ("The lift meets PL d", TESTED, 0.008),
    "ASIL": ("The lift meets ASIL B", on_test(20, 1e-6), 8e-4),
    "SIL per hour": ("The lift meets SIL 2 per hour", TESTED, 0.008),
    "SIL pro Stunde": ("Der Aufzug erfüllt SIL 2 pro Stunde", TESTED, 0.008),
    "FIT": (f"{THE_LIFT} with at most 900 FIT", TESTED, 0.0078),
    "missions": (f"{THE_LIFT} in at most 2 of 100 missions", on_test(20, 1e-3), 0.02),
    "missions on average": (f"On average, {THE_LIFT[0].lower()}{THE_LIFT[1:]} in at most 2 of 100 missions", on_test(20, 1e-3), 0.02),
    "a part of missions": (f"{THE_LIFT} on average in at most 0.02 of missions", on_test(20, 1e-3), 0.02),
    "Einsätze": ("Der Aufzug fährt in höchstens 2 von 100 Einsätzen mit offener Tür an", on_test(20, 1e-3), 0.02),
    "per mission": (f"{THE_LIFT} with a probability of at most 2 % per mission", on_test(20, 1e-3), 0.02),
    "within a year": (f"{THE_LIFT} within a year with a probability of at most 2 %", on_test(20, 1e-3), 0.02),
    "watches of a year": (f"{THE_LIFT} in at most 2 of 100 voyages of 365 days", on_test(20, 1e-3), 0.02),
}  # fmt: skip


@pytest.mark.parametrize("name", HOW_OFTEN)
def test_an_unavailability_says_nothing_of_how_often(name: str, tmp_path: Path) -> None:
    text, model, limit = HOW_OFTEN[name]
    verdict = must_not_hold(folder(tmp_path / "false", claim(text, model, limit)), MOMENT)
    assert verdict.rules >= {RULE}
    assert verdict.claims["C1"] == "not evaluated"


TREES = {
    "and of two": (claim("", {**REPAIRED, "failure_rate": 0.01}, 0.008, {**REPAIRED, "failure_rate": 0.01}, **{"trees.FT.gates.TOP.type": "and"})),
    "in order": (claim("", {**REPAIRED, "failure_rate": 0.01}, 0.008, grown(1e-4), **{"trees.FT.gates.TOP.type": "priority-and"})),
    "unless": (claim("", grown(1e-6), 0.008, grown(1e-3), **{
        "trees.FT.gates.TOP.type": "and", "trees.FT.gates.TOP.inputs": ["E1", {"type": "not", "inputs": ["E2"]}]})),
    "one alone": (claim("", grown(1e-7), 0.008, grown(1e-7), **{"trees.FT.gates.TOP.type": "xor"})),
    "an operation": (claim("", constant(op("glm", 0.0, 1e-4, 1.0, TIME)), 0.008)),  # type: ignore[arg-type]
    "hours of its own": (claim("", on_test(20, 1e-4, hours=YEAR), 0.008)),
}  # fmt: skip


@pytest.mark.parametrize("name", TREES)
def test_whatever_ends_the_top(name: str, tmp_path: Path) -> None:
    text = {"claims.C1.text": f"{THE_LIFT} at most once in 10⁶ hours"}
    must_not_hold(folder(tmp_path / "false", TREES[name], text), MOMENT)
    must_hold(folder(tmp_path / "true", TREES[name], {"claims.C1.text": f"{THE_LIFT} rarely"}))


STAYS = {
    "failures that stay": (grown(9e-7), 0.00876),
    "wear": ({"type": "weibull", "scale": 1e5, "shape": 2}, 0.00876),
    "a constant": (constant(0.008), 0.00876),
    "never repaired": ({**REPAIRED, "failure_rate": 5e-7, "repair_rate": 0}, 0.00876),
    "repaired by a parameter of 0": ({**REPAIRED, "failure_rate": 5e-7, "repair_rate": {"parameter": "P"}}, 0.00876),
}  # fmt: skip


@pytest.mark.parametrize("name", STAYS)
def test_a_rate_of_what_stays_failed(name: str, tmp_path: Path) -> None:
    model, limit = STAYS[name]
    base = claim(f"{THE_LIFT} at a rate below 1e-6 per hour", model, limit)
    base["parameters"] = [{"id": "P", "value": 0.0, "text": "no repair", "source": "manual"}]
    if "parameter" not in str(model):
        del base["parameters"]
    at = folder(tmp_path / "true", base)
    must_hold(at)
    assert RULE not in call("check", at)[1]
    assert MOMENT not in call("assess", at)[1]


def test_a_rate_that_is_exceeded_stays_so(tmp_path: Path) -> None:
    must_not_hold(
        folder(tmp_path, claim(f"{THE_LIFT} at a rate below 1e-6 per hour", grown(1.1e-6), 0.00876)),
        "challenged",
    )


AT_A_MOMENT = (
    f"{THE_LIFT} on demand with a probability of at most 2 %",
    f"{THE_LIFT} when needed in at most 2 of 100 missions",
    "The lift is unavailable with a probability of at most 2 % at any time of a year",
    f"The mean probability that the {THE_LIFT[4:]} is at most 2 % over the mission",
    "The PFD of the lift is at most 0.01",
    "The lift meets SIL 1",
    f"The lift, which is tested once a year, {THE_LIFT[9:]} on demand with a probability of at most 2 %",
    "Der Aufzug fährt bei Anforderung mit einer Wahrscheinlichkeit von höchstens 2 % mit offener Tür an",
)


IN_OTHER_WORDS = (
    f"{THE_LIFT} in at most 2 out of 100 lift years",
    f"{THE_LIFT} in no more than 2 % of the operating years",
    f"{THE_LIFT} at most 2e-2 per operating year",
    "The expected number of starts of the lift with an open door per year is at most 0.02",
    "The probability that the lift starts with an open door at least once is at most 2 %",
    "The probability that the lift ever starts with an open door is at most 2 %",
    f"{THE_LIFT} at some time during the mission with a probability of at most 2 %",
    f"{THE_LIFT} within its mission with a probability of at most 2 %",
    f"{THE_LIFT} before the end of the year with a probability of at most 2 %",
    f"{THE_LIFT} in the first 8760 hours with a probability of at most 2 %",
    "Der Aufzug fährt während der Mission mit einer Wahrscheinlichkeit von höchstens 2 % mit offener Tür an",
    "Der Aufzug fährt bis zum Jahresende mit einer Wahrscheinlichkeit von höchstens 2 % mit offener Tür an",
)


@pytest.mark.parametrize("text", IN_OTHER_WORDS)
def test_how_often_in_other_words(text: str, tmp_path: Path) -> None:
    """Each was supported by the unavailability, without a question."""
    base = claim(text, on_test(20, 1e-3), 0.02)
    verdict = must_not_hold(folder(tmp_path / "false", base), MOMENT)
    assert verdict.rules >= {RULE}
    at = folder(tmp_path / "true", base, {"claims.C1.text": AT_A_MOMENT[0]})
    must_hold(at)


BY_ITS_NAME = (
    "The PFH of the lift starting with an open door is at most 1e-6",
    "The PFH of the lift starting with an open door < 1e-6",
    "The average frequency of a dangerous failure per hour of the lift starting with an open door is at most 1e-6",
    "The probability of dangerous failure per hour (PFH) of the lift starting with an open door is at most 1e-6",
    "The probability per hour that the lift starts with an open door is at most 1e-6",
    "The expected number of starts per hour with an open door is at most 1e-6",
    "The average frequency of the lift starting with an open door (1/h) is at most 1e-6",
    "Die PFH des Aufzugs, der mit offener Tür anfährt, ist höchstens 1e-6",
    "Die Wahrscheinlichkeit pro Stunde, dass der Aufzug mit offener Tür anfährt, ist höchstens 1e-6",
    "Die mittlere Häufigkeit je Stunde, mit der der Aufzug mit offener Tür anfährt, beträgt höchstens 1e-6",
)
EVERY_SO_MANY_YEARS = (
    f"{THE_LIFT} every 114 years or less often",
    f"{THE_LIFT} every 114 years, or more rarely",
    f"{THE_LIFT} no more often than every 114 years",
    f"{THE_LIFT} less often than every 114 years",
    "In 114 years the lift starts at most once with an open door",
    "Der Aufzug fährt in 114 Jahren höchstens einmal mit offener Tür an",
    "Der Aufzug fährt seltener als alle 114 Jahre mit offener Tür an",
    "Der Aufzug fährt nicht öfter als alle 114 Jahre mit offener Tür an",
    "Der Aufzug fährt höchstens alle 114 Jahre mit offener Tür an",
    "Der Aufzug fährt alle 114 Jahre oder seltener mit offener Tür an",
    "In 9,913 of 10,000 years the lift does not start with an open door",
    "The lift does not start with an open door in at least 9,913 of 10,000 years",
    "In at least 99.13 % of the years the lift does not start with an open door",
)


@pytest.mark.parametrize("text", BY_ITS_NAME + EVERY_SO_MANY_YEARS)
def test_a_rate_in_its_usual_words(text: str, tmp_path: Path) -> None:
    """Each was an error of number, time or direction on an honest tree, or was not known to say how often."""
    limit = 0.0087
    base = claim(text, grown(9e-7), limit)
    must_hold(folder(tmp_path / "true", base))
    often = must_not_hold(folder(tmp_path / "often", base, {"events.E1.model": TESTED}), MOMENT)
    assert often.rules == {RULE}
    weak = folder(tmp_path / "weak", base, {"trees.FT.target.probability": 0.02})
    assert "text-number" in must_not_hold(weak).rules


@pytest.mark.parametrize("text", EVERY_SO_MANY_YEARS)
def test_a_limit_of_years_is_none_of_months(text: str, tmp_path: Path) -> None:
    """``98 % of the years`` was held by a limit of 2 % in each month."""
    month = claim(text, grown(9e-7), 0.0087, **{"trees.FT.mission_time": 730})
    assert "text-number" in must_not_hold(folder(tmp_path / "false", month)).rules
    must_hold(folder(tmp_path / "true", month, {"trees.FT.target.probability": 0.0087 / 12}))


def test_other_numbers_beside_a_name_of_a_rate() -> None:
    texts = {
        "Its PFD is at most 0.01": "decimal",
        "Its PFH is met with a probability of at least 0.99": "decimal",
        "Its PFH is known, and its share of failures is at most 0.01": "decimal",
        "The probability of failure per demand is at most 0.01": "decimal",
    }
    assert {text: stated(text)[0].what for text in texts} == texts


OPEN = (
    f"{THE_LIFT} with a probability of 2 %",
    f"{THE_LIFT} with a probability of at most 2 %",
    "Der Aufzug fährt mit einer Wahrscheinlichkeit von höchstens 2 % mit offener Tür an",
)


@pytest.mark.parametrize("text", OPEN)
def test_a_claim_that_says_neither_is_not_evaluated(text: str, tmp_path: Path) -> None:
    """Each was supported, and only warned of."""
    base = claim(text, on_test(20, 1e-3), 0.02)
    verdict = must_not_hold(folder(tmp_path / "open", base), "of no moment, demand or mean")
    assert verdict.rules >= {RULE}
    stays = folder(tmp_path / "stays", claim(text, grown(1e-6), 0.02))
    must_hold(stays)
    assert RULE not in call("check", stays)[1]
    named = folder(tmp_path / "named", base, {"trees.FT.title": "The lift is not available"})
    must_hold(named)
    assert RULE not in call("check", named)[1]


BESIDE_A_MOMENT = (
    "The average frequency of a dangerous failure of the lift per hour is at most 0.02",
    "On demand the lift starts with an open door with at most 0.02 per flight hour",
    "The lift is unavailable with at most 0.02 per reactor year",
    "The lift is unavailable in at most 2 of 100 missions",
    "The lift fails at any moment of the mission with a probability of at most 2 %",
    "Bei Bedarf versagt der Aufzug innerhalb eines Jahres mit höchstens 2 %",
)


@pytest.mark.parametrize("text", BESIDE_A_MOMENT)
def test_a_rate_or_a_time_beside_a_moment(text: str, tmp_path: Path) -> None:
    """Each was supported, without a question, for it names a demand, a state or a mean."""
    base = claim(text, on_test(20, 1e-3), 0.02)
    assert must_not_hold(folder(tmp_path / "false", base), MOMENT).rules >= {RULE}
    must_hold(folder(tmp_path / "true", base, {"claims.C1.text": "The lift is unavailable with at most 2 %"}))


@pytest.mark.parametrize("place", ["trees.FT.title", "trees.FT.target.source"])
@pytest.mark.parametrize(
    "text", ["Mean failure rate of the lift", "Failures of the lift per year", "PFH of the lift"]
)
def test_a_rate_in_the_title_or_the_source_of_the_target(place: str, text: str, tmp_path: Path) -> None:
    base = claim("The lift is unavailable with at most 2 %", on_test(20, 1e-3), 0.02)
    assert must_not_hold(folder(tmp_path / "false", base, {place: text}), MOMENT).rules >= {RULE}
    must_hold(folder(tmp_path / "true", base, {place: "PFD of the lift"}))


@pytest.mark.parametrize("text", AT_A_MOMENT)
def test_a_claim_on_a_moment_stays(text: str, tmp_path: Path) -> None:
    limit = 0.01 if "PFD" in text else 0.02
    at = folder(tmp_path / "true", claim(text, on_test(20, 1e-3 if limit > 0.01 else 1e-4), limit))
    must_hold(at)
    assert RULE not in call("check", at)[1]


def test_a_claim_above_that_the_number_is_for(tmp_path: Path) -> None:
    """The claim with the requirement names no number; the one that it makes precise does."""
    more = {
        "case.roots": ["C0"],
        "claims.+": {"id": "C0", "text": f"{THE_LIFT} at most once in 10⁶ hours", "owner": "A. Author"},
        "arguments.+": {"id": "A0", "text": "The tree shows it", "supports": "C0", "block": "concretion", "from": ["C1"], "side_claims": ["W1"]},
    }  # fmt: skip
    base = edited(claim(f"{THE_LIFT} rarely", TESTED, 0.008), more)
    must_not_hold(folder(tmp_path / "false", base), MOMENT)
    must_hold(folder(tmp_path / "true", base, {"events.E1.model": grown(9e-7)}))


DEMANDS = (
    "5 of 1000 demands",
    "0.005 of demands",
    "0.5 % of all demands",
    "10⁻² of the demands",
    "a hundredth of demands",
)


@pytest.mark.parametrize("share", DEMANDS)
@pytest.mark.parametrize("average", ["", " on average"])
def test_demands_are_no_missions_however_they_are_counted(share: str, average: str, tmp_path: Path) -> None:
    """``0.005 of demands on average`` held for a tree per mission, ``5 of 1000 demands`` was an error.

    A constant, or a failure that stays, is one per mission.  With tests within the mission the number is an
    unavailability, which is the probability of failure on demand: of such a tree it was an error, too.
    """
    base = claim(f"{THE_LIFT}{average} in at most {share}", grown(5e-7), 0.005)
    verdict = must_not_hold(folder(tmp_path / "false", base), "the text speaks of demands")
    assert "text-number" in verdict.rules
    must_hold(folder(tmp_path / "true", base, {"events.E1.model": TESTED}))


OF_DEMANDS = (
    f"{THE_LIFT} in at most 2 of 100 demands",
    f"{THE_LIFT} with a probability of at most 0.02 per demand",
    f"{THE_LIFT} with a probability of at most 2 % per demand",
    f"{THE_LIFT} in no more than 2 % of demands",
    f"{THE_LIFT} at most once in 50 demands",
    "Der Aufzug fährt bei höchstens 2 von 100 Anforderungen mit offener Tür an",
    "Der Aufzug fährt in höchstens 2 % der Anforderungen mit offener Tür an",
    "Der Aufzug fährt mit einer Wahrscheinlichkeit von höchstens 0,02 pro Anforderung mit offener Tür an",
)
BETWEEN_MISSIONS = {**on_test(10_000, 1e-6), "first": 10_000, "hours": 20_000}
STILL_OF_MISSIONS = {"never repaired": {**REPAIRED, "failure_rate": 1e-6, "repair_rate": {"parameter": "P"}},
                     "tested between missions": BETWEEN_MISSIONS}  # fmt: skip


@pytest.mark.parametrize("text", OF_DEMANDS)
@pytest.mark.parametrize("model", [on_test(20, 1e-3), REPAIRED | {"failure_rate": 0.015}])
def test_an_unavailability_is_one_of_demands(text: str, model: dict[str, Any], tmp_path: Path) -> None:
    """Each was an error of the text, on a tree whose number is that of failing on a demand."""
    base = claim(text, model, 0.02)
    must_hold(folder(tmp_path / "true", base))
    weak = folder(tmp_path / "weak", base, {"trees.FT.target.probability": 0.03})
    assert "text-number" in must_not_hold(weak).rules
    stays = folder(tmp_path / "stays", base, {"events.E1.model": grown(1e-6)})
    assert "text-number" in must_not_hold(stays, "the text speaks of").rules


@pytest.mark.parametrize("name", STILL_OF_MISSIONS)
def test_repair_and_tests_that_restore_nothing(name: str, tmp_path: Path) -> None:
    base = claim(OF_DEMANDS[0], STILL_OF_MISSIONS[name], 0.02)
    base["parameters"] = [{"id": "P", "value": 0.0, "text": "no repair", "source": "manual"}]
    if "parameter" not in str(STILL_OF_MISSIONS[name]):
        del base["parameters"]
    verdict = must_not_hold(folder(tmp_path / "false", base), "counts demands")
    assert verdict.rules == {RULE}
    must_hold(folder(tmp_path / "true", base, {"claims.C1.text": f"{THE_LIFT} in at most 2 of 100 missions"}))
