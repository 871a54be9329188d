"""What may be set in a what-if, and what follows from an event made uncertain."""

import dataclasses
import math
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from casegen.api.what_if import WhatIf
from casegen.argument.view import view_of
from casegen.assessment.assess import Session
from casegen.assessment.trees import bind
from casegen.assessment.whatif import WhatIfComparison, change, parse_changes
from casegen.model.case import Case
from casegen.model.diagnostic import InputError
from casegen.model.fault_tree import CcfModel, CommonCauseGroup, Constant, FaultTree, FromEvidence
from casegen.model.quantity import Estimate, MeasureKind
from casegen.model.results import Freshness, TreeResult
from tests.fta.small_trees import case_of, gate

MEASURES = {
    "rate": Estimate(value=1e-5, kind=MeasureKind.PER_HOUR),
    "miss": Estimate(value=1e-5, kind=MeasureKind.PER_DEMAND),
    "seconds": Estimate(value=2.0, kind=MeasureKind.SCORE),
}
CASE = SimpleNamespace(
    common_cause=(), trees=(), event={"BE": None}, house_event={"HE": None}, evidence_item={"EV": None}
)
SESSION = SimpleNamespace(evidence={"EV": SimpleNamespace(measures=MEASURES, freshness=Freshness.FRESH)})


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
def test_impossible_values_are_reported(subject: str, number: float, reported: str) -> None:
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


@pytest.mark.slow
def test_an_uncertain_event_moves_value_and_bound_as_by_hand(auv: Path, casegen: Callable[..., Any]) -> None:
    tree = casegen("whatif", auv, "--set", f"BE-PLAN-CHECK={LOGNORMAL}", "--json").json["trees"][1]
    assert tree["tree"] == "FT-MISS"
    mean = 0.05 * math.exp(SIGMA**2 / 2.0)
    assert tree["after"] == pytest.approx(tree["before"] * mean / 0.05, rel=1e-9)
    assert tree["after_upper"] == pytest.approx(tree["before_upper"] * math.exp(SIGMA * Z_975), rel=1e-9)


@pytest.mark.slow
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


@pytest.mark.parametrize(("event", "which"), [("X", "member"), ("[X]", "part"), ("[X Y]", "part")])
def test_what_belongs_to_a_group_of_common_cause_names_the_group(event: str, which: str) -> None:
    groups = (SimpleNamespace(id="G", members=("X", "Y")), SimpleNamespace(id="H", members=("X Z", "Z")))
    case = SimpleNamespace(common_cause=groups)
    with pytest.raises(
        InputError, match=rf" is a {which} of the common-cause group G: set G, the total, instead"
    ):
        change(case, SESSION, event, 0.5)


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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("setting", "reported"),
    [
        ("BE-SONAR={distribution: lognormall, mean: 1, error_factor: 3}", "did you mean 'lognormal'"),
        ("BE-SONAR={distribution: lognormal, mean: 1e-5}", "error_factor: required key missing"),
        ("BE-SONAR={distribution: uniform, lower: 1, upper: 3}", "lies in [0, 1], found 2"),
        (
            "BE-SONAR={distribution: normal, mean: 0.01, sd: 0.01}",
            "0.16 of the normal distribution lies below 0",
        ),
        ("BE-SONAR=1.0000001", "lies in [0, 1], found 1.0000001"),
        ("BE-SONAR={parameter: rate-thruster}", "expected a distribution such as"),
        ("BE-SONAR={distribution: beta", "not valid YAML"),
        ("BE-SONR={distribution: uniform, lower: 0, upper: 1}", "did you mean 'BE-SONAR'"),
        (
            "EV-RAM.pmi={distribution: uniform, lower: 0, upper: 1}",
            "only basic events and totals of common-cause groups",
        ),
        ("BE-SONAR=3%", "3 % is written 0.03"),
        ("BE-SONAR=1,000", "a number is written with a decimal point, without commas"),
        ("BE-SONAR=0,5", "a number is written with a decimal point, without commas"),
    ],
)
def test_what_is_no_distribution_is_reported(
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


MISSED = FromEvidence(type="evidence", evidence="EV", measure="miss")


def measured_case(group: bool = False) -> Case:
    """A tree of a constant and a measured event, or of two whose common cause is measured."""
    case = case_of([gate("g", "or", "A", "B")], {"A": 0.1, "B": 0.2}, kind=MeasureKind.PER_DEMAND)
    if group:
        total = CommonCauseGroup(
            id="CCF", model=CcfModel.BETA_FACTOR, members=("A", "B"), total=MISSED, factors=(0.1,)
        )
        return dataclasses.replace(case, common_cause=(total,))
    first, second = (e.model_copy(update={"model": e.model.model_copy(update={"kind": MeasureKind.PER_DEMAND})})
                     for e in case.events)  # fmt: skip
    return dataclasses.replace(case, events=(first, second.model_copy(update={"model": MISSED})))


def test_the_same_numbers_are_bound_once_and_others_anew() -> None:
    case = measured_case()
    evidence = {"EV": MEASURES}
    first = bind(case, "t", evidence, {})
    known = first.prepared
    assert bind(case, "t", {"EV": dict(MEASURES)}, {"other": 0.5}, known) is first
    changed = bind(case, "t", evidence, {"A": 0.3}, known)
    assert changed.values.points != first.values.points
    worse = {
        "EV": {**MEASURES, "miss": MEASURES["miss"].model_copy(update={"upper": 0.5, "confidence": 0.95})}
    }
    assert bind(case, "t", worse, {}, known) is not first
    assert bind(dataclasses.replace(case), "t", evidence, {}, known) is not first


@pytest.mark.parametrize("group", [False, True])
def test_evidence_that_a_tree_does_not_name_leaves_it_as_it_is(group: bool) -> None:
    case = measured_case(group)
    own, other = {"EV": MEASURES}, {"miss": MEASURES["miss"]}
    first = bind(case, "t", own, {})
    assert bind(case, "t", {**own, "OTHER": other}, {}, first.prepared) is first
    less = {"miss": MEASURES["miss"].model_copy(update={"value": 1e-6})}
    assert (
        bind(case, "t", {"EV": less, "OTHER": other}, {}, first.prepared).values.points != first.values.points
    )


SPREAD = "={distribution: lognormal, mean: 1.0e-4, error_factor: 3}"


@pytest.mark.parametrize(
    ("setting", "shared"),
    [
        ("H=true", {"v"}),
        (f"A{SPREAD}", {"v"}),
        (f"C{SPREAD}", {"t"}),
        (f"X{SPREAD}", {"v"}),  # of no number of its tree, since H is off; its texts are read all the same
        (f"CCF{SPREAD}", {"t"}),
    ],
)
def test_a_what_if_shares_the_trees_that_do_not_name_what_it_restates(setting: str, shared: set[str]) -> None:
    case = case_of(
        [gate("g", "or", "A", "off"), gate("off", "and", "H", "X")],
        {"A": 0.1, "B": 0.2, "C": 0.3, "D": 0.01, "E": 0.01, "X": 0.1},
        {"H": False},
    )
    total = Constant(probability=0.01)
    group = CommonCauseGroup(
        id="CCF", model=CcfModel.BETA_FACTOR, members=("D", "E"), total=total, factors=(0.1,)
    )
    others = (
        FaultTree(id="u", top="k", gates=(gate("k", "or", "t", "v"),)),
        FaultTree(id="v", top="m", gates=(gate("m", "or", "B", "C", "n"), gate("n", "and", "D", "E"))),
    )
    case = dataclasses.replace(case, trees=(*case.trees, *others), common_cause=(group,))
    session = Session(case, {})
    now = session.numbers().trees
    changes = parse_changes(case, session, [setting])
    restated = session.restated(changes)
    then = restated.numbers().trees
    assert {tree for tree in now if then[tree] is now[tree]} == shared
    alone = Session(restated.case, {})
    assert restated.assess().trees == alone.assess().trees
    assert restated.restated(changes).numbers().trees["u"].values.points == then["u"].values.points


def test_a_tree_that_a_gate_names_is_part_of_what_stands_below() -> None:
    case = case_of([gate("g", "or", "A", "B")], {"A": 0.1, "B": 0.2, "C": 0.3})
    over = FaultTree(id="u", top="k", gates=(gate("k", "or", "t", "C"),))
    case = dataclasses.replace(case, trees=(*case.trees, over))
    assert view_of(case).parts_of["u"] == {"k", "t", "g", "A", "B", "C"}
    numbers = Session(case, {}).numbers()
    assert set(numbers.of_tree(case, "u").unsourced) == {"A", "B", "C"}


def test_a_tree_keeps_few_of_the_numbers_that_were_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casegen.assessment.trees.MOST_RECENT_VALUES", 5)
    case = case_of([gate("g", "or", "A", "B")], {"A": 0.1, "B": 0.2})
    known = bind(case, "t", {}, {}).prepared
    for p in (0.3, 0.4, 0.5):
        bind(case, "t", {}, {"A": p}, known)
    assert [one.settings["A"] for one in known.recent] == [0.4, 0.5]


def test_what_changes_by_rounding_alone_is_unchanged(casegen: Callable[..., Any], tmp_path: Path) -> None:
    """A house event that takes part of the tree away may change the order in which terms are added."""
    (tmp_path / "case.yaml").write_text(
        """
casegen: 1
case: {id: mini, title: Mini}
house_events:
  - {id: HE-A, state: false, text: House A}
  - {id: HE-B, state: true, text: House B}
events:
  - {id: A, text: a, model: {type: constant, probability: 0.01}, source: handbook}
  - {id: B, text: b, model: {type: constant, probability: 0.02}, source: handbook}
  - {id: P, text: p, model: {type: constant, probability: 0.03}, source: handbook}
  - {id: R, text: r, model: {type: constant, probability: 0.0125}, source: handbook}
  - {id: Q, text: q, conditional: true, model: {type: constant, probability: 0.5}, source: handbook}
trees:
  - id: FT
    top: T
    gates:
      - {id: T, type: or, inputs: [G1, G2, G3, G4, G5]}
      - {id: G1, type: cardinality, k: 1, k_max: 2, inputs: [A, B, P]}
      - {id: G2, type: inhibit, inputs: [P], condition: HE-A}
      - {id: G3, type: inhibit, inputs: [R], condition: HE-B}
      - {id: G4, type: priority-and, inputs: [P, A]}
      - {id: G5, type: inhibit, inputs: [{type: cardinality, k: 1, k_max: 1, inputs: [P, R]}], condition: Q}
""",
        "utf-8",
    )
    done = casegen("whatif", str(tmp_path), "--set", "HE-A=true")
    assert "HE-A = true" in done.out
    assert "0.9999999" not in done.out
    assert "1 tree does not change" in done.out


def test_the_top_of_a_what_if_is_what_a_requirement_judges() -> None:
    """Of a tree that is largest before the end of its mission, not the value at the end."""
    end, worst = (Estimate(value=p, kind=MeasureKind.PER_MISSION) for p in (6e-3, 1.3e-2))
    tree = TreeResult("FT", end, worst=worst, worst_hours=222.0)
    after = SimpleNamespace(trees={"FT": tree})
    assert WhatIf(cast(WhatIfComparison, SimpleNamespace(after=after))).top("FT") == worst
