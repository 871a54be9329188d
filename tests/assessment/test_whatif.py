"""What may be set in a what-if, and what follows from an event made uncertain."""

import dataclasses
import math
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from casegen.assessment.assess import Session
from casegen.assessment.whatif import change, parse_changes
from casegen.model.diagnostic import InputError
from casegen.model.fault_tree import Constant
from casegen.model.quantity import Estimate, MeasureKind
from tests.fta.small_trees import case_of, gate

MEASURES = {
    "rate": Estimate(value=1e-5, kind=MeasureKind.PER_HOUR),
    "miss": Estimate(value=1e-5, kind=MeasureKind.PER_DEMAND),
    "seconds": Estimate(value=2.0, kind=MeasureKind.SCORE),
}
CASE = SimpleNamespace(
    common_cause=(), trees=(), event={"BE": None}, house_event={"HE": None}, evidence_item={"EV": None}
)
SESSION = SimpleNamespace(evidence={"EV": SimpleNamespace(measures=MEASURES)})


@pytest.mark.parametrize(
    ("subject", "number", "reported"),
    [
        ("EV.rate", float("nan"), "must be finite"),
        ("EV.rate", float("inf"), "must be finite"),
        ("EV.seconds", float("inf"), "must be finite"),
        ("EV.rate", -1.0, "at least 0"),
        ("EV.miss", 1.5, r"\[0, 1\]"),
        ("BE", float("nan"), r"\[0, 1\]"),
        ("HE", 0.5, "true or false"),
        ("EV.rat", 0.5, "did you mean 'rate'"),
    ],
)
def test_impossible_values_are_told(subject: str, number: float, reported: str) -> None:
    with pytest.raises(InputError, match=reported):
        change(CASE, SESSION, subject, number)


def test_possible_values_are_taken() -> None:
    assert change(CASE, SESSION, "EV.rate", 2.0).subject == "EV.rate"
    assert change(CASE, SESSION, "EV.seconds", -1.0).number == -1.0
    assert change(CASE, SESSION, "HE", 1.0).house == "HE"


LOGNORMAL = "{distribution: lognormal, median: 0.05, error_factor: 3}"
SIGMA = math.log(3.0) / 1.6448536269514722
Z_975 = 1.959963984540054
"""the classifier's bound spends .025 of the .05 that the target allows, and leaves as much to the event"""


def test_an_uncertain_event_moves_value_and_bound_as_by_hand(auv: Path, casegen: Callable[..., Any]) -> None:
    tree = casegen("whatif", auv, "--set", f"BE-PLAN-CHECK={LOGNORMAL}", "--json").json["trees"][1]
    assert tree["tree"] == "FT-MISS"
    mean = 0.05 * math.exp(SIGMA**2 / 2.0)
    assert tree["after"] == pytest.approx(tree["before"] * mean / 0.05, rel=1e-9)
    assert tree["after_upper"] == pytest.approx(tree["before_upper"] * math.exp(SIGMA * Z_975), rel=1e-9)


def test_a_scenario_file_holds_distributions(auv: Path, casegen: Callable[..., Any], tmp_path: Path) -> None:
    scenarios = tmp_path / "scenarios.yaml"
    scenarios.write_text(f"scenarios:\n  spread: {{BE-PLAN-CHECK: {LOGNORMAL}, BE-SLAM: 1e-4}}\n")
    from_file = casegen("whatif", auv, "--scenario", scenarios, "--json").json
    called = casegen(
        "whatif", auv, "--set", f"BE-PLAN-CHECK={LOGNORMAL}", "--set", "BE-SLAM=1e-4", "--json"
    ).json
    assert from_file["changes"][0]["to"]["distribution"] == "lognormal"
    assert from_file["trees"] == called["trees"]
    assert "lognormal(median=0.05, error_factor=3)" in casegen("whatif", auv, "--scenario", scenarios).out


def test_a_group_of_common_cause_may_be_uncertain(casegen: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "case.yaml").write_text(
        "case: {id: c, title: T, roots: [A]}\n"
        "events: [{id: X}, {id: Y}]\n"
        "common_cause: [{id: G, model: beta-factor, members: [X, Y], factors: [0.1], "
        "total: {type: constant, probability: 1e-3}}]\n"
        "trees: [{id: FT, top: T, gates: [{id: T, type: and, inputs: [X, Y]}]}]\n"
        "claims: [{id: A, text: The pumps run, undeveloped: true, owner: me}]\n"
    )
    uniform = "{distribution: uniform, lower: 0.001, upper: 0.003}"
    tree = casegen("whatif", tmp_path, "--set", f"G={uniform}", "--json").json["trees"][0]
    # at the mean .002: both alone, or the whole group
    assert tree["after"] == pytest.approx(1.0 - (1.0 - (0.9 * 0.002) ** 2) * (1.0 - 0.1 * 0.002), rel=1e-9)
    assert tree["after_upper"] > tree["after"]


@pytest.mark.parametrize(
    ("setting", "reported"),
    [
        ("BE-SONAR={distribution: lognormall, mean: 1, error_factor: 3}", "did you mean 'lognormal'"),
        ("BE-SONAR={distribution: lognormal, mean: 1e-5}", "error_factor: required key missing"),
        ("BE-SONAR={distribution: uniform, lower: 1, upper: 3}", "lies in [0, 1], found 2"),
        ("BE-SONAR={parameter: rate-thruster}", "expected a distribution such as"),
        ("BE-SONAR={distribution: beta", "not valid YAML"),
        ("BE-SONR={distribution: uniform, lower: 0, upper: 1}", "did you mean 'BE-SONAR'"),
        ("EV-RAM.pmi={distribution: uniform, lower: 0, upper: 1}", "only basic events are uncertain"),
        ("BE-SONAR=3%", "3 % is written 0.03"),
    ],
)
def test_what_is_no_distribution_is_told(
    auv: Path, casegen: Callable[..., Any], setting: str, reported: str
) -> None:
    ran = casegen("whatif", auv, "--set", setting)
    assert ran.code == 2
    assert reported in " ".join(ran.err.split())


def test_one_thing_is_set_once() -> None:
    """Of two values the last was taken, and both were listed."""
    with pytest.raises(InputError, match="BE is set to two values"):
        parse_changes(CASE, SESSION, ["BE=0.1", "BE=0.2"])
    assert [c.number for c in parse_changes(CASE, SESSION, ["BE=0.1", "BE=0.1"])] == [0.1]


@pytest.mark.parametrize("text", ["BE=1_0e-3", "BE=0.1_0", "BE=\u0661e-3", "BE=1e", "BE=."])
def test_numbers_are_written_as_in_the_files(text: str) -> None:
    with pytest.raises(InputError, match="expected EVENT=PROBABILITY"):
        parse_changes(CASE, SESSION, [text])


def test_a_rate_may_be_set_above_one() -> None:
    case = case_of([gate("g", "or", "x=1")], {"x=1": None}, kind="rate-per-hour")
    model = Constant(probability=0.5, kind="rate-per-hour")
    case = dataclasses.replace(case, events=(case.events[0].model_copy(update={"model": model}),))
    session = Session(case, {})
    (set_to,) = parse_changes(case, session, ["x=1=2.5"])
    top = session.assess([set_to]).trees["t"].top
    assert top is not None
    assert top.value == 2.5
    for wrong in ("inf", "-1", "nan"):
        with pytest.raises(InputError, match="found"):
            parse_changes(case, session, [f"x=1={wrong}"])
    with pytest.raises(InputError, match=r"\[0, 1\]"):
        parse_changes(CASE, SESSION, ["BE=2.5"])


def test_the_same_what_if_is_assessed_once() -> None:
    case = case_of([gate("g", "or", "A", "B")], {"A": 0.1, "B": 0.2})
    session = Session(case, {})
    spread = parse_changes(case, session, ["A={distribution: lognormal, mean: 1.0e-4, error_factor: 3}"])
    assert session.assess() is session.assess()
    assert session.assess(spread) is session.restated(spread).assess()
    assert session.assess(spread).trees["t"].top != session.assess().trees["t"].top
