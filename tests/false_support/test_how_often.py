"""How often a top event happens, or whether it ever does in a mission, is held by no unavailability."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

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
    f"{THE_LIFT} with a probability of at most 2 %",
    f"The mean probability that the {THE_LIFT[4:]} is at most 2 % over the mission",
    "The PFD of the lift is at most 0.01",
    "The lift meets SIL 1",
    f"The lift, which is tested once a year, {THE_LIFT[9:]} on demand with a probability of at most 2 %",
    "Der Aufzug fährt bei Anforderung mit einer Wahrscheinlichkeit von höchstens 2 % mit offener Tür an",
)


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
    """``0.005 of demands on average`` held for a tree per mission, ``5 of 1000 demands`` was an error."""
    base = claim(f"{THE_LIFT}{average} in at most {share}", TESTED, 0.005)
    verdict = must_not_hold(folder(tmp_path / "false", base), "the text speaks of demands")
    assert "text-number" in verdict.rules
    must_hold(
        folder(
            tmp_path / "true",
            base,
            {"claims.C1.text": f"{THE_LIFT} when needed with a probability of at most 0.5 %"},
        )
    )
