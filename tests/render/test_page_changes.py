"""The page's what-if tells what the command tells, or says that it does not: change sets drawn at random."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from casegen.assessment.assess import Session
from casegen.assessment.portable.assessment import portable
from casegen.io import load
from casegen.model.results import Freshness
from casegen.render.whatif import whatif_model
from tests.assessment.test_ledger import TWO, two_records
from tests.assessment.test_safety import INTOLERABLE, compared, with_matrix
from tests.false_support import folder
from tests.false_support.bases import calculation
from tests.false_support.test_joint import CASE, DECLARED, FILES
from tests.false_support.test_propagation import measured as from_record
from tests.false_support.test_propagation import record
from tests.page_changes import OPEN, Changes, on_the_page, play
from tests.page_scripts import run_script

ROOT = Path(__file__).parents[2]
MORE_LOOKS = {"R.csv": "entry,demands,failures\nquay,2000,5\n"}


def records(at: Path) -> Path:
    """A tree on two records together, one of which was looked at twice."""
    for files in ({**FILES, **MORE_LOOKS}, FILES):
        folder(at, CASE, DECLARED, files)
    return at


def allocated(at: Path) -> Path:
    """A claim on what the target of a tree on two records leaves to one of them, with the number in its sentence."""
    wanted = {
        "measure": {"evidence": "S", "measure": "probability"}, "comparison": "<=", "kind": "probability-per-demand",
        "bound": {"allocated": {"tree": "FT", "event": "B"}}, "confidence": 0.975,
    }  # fmt: skip
    edits = {
        "trees.FT.target": {"probability": 2.6e-3, "confidence": 0.95, "source": "risk assessment"},
        "claims.C-S.requirement": wanted,
        "claims.C-S.text": "S does not act in at most 1.4 of 1,000 demands",
    }
    return folder(at, CASE, {**edits, "claims.C1.requirement.bound": 2.6e-3}, FILES)


def studied(at: Path) -> Path:
    """A measure out of proportion, beside a matrix of risk."""
    return folder(
        at, compared(300), {"case.study.risk_matrix": with_matrix()["case"]["study"]["risk_matrix"]}
    )


def rated(at: Path) -> Path:
    wide = {k: v for k, v in INTOLERABLE.items() if not k.startswith("events")}
    waive = [{"rule": "risk-intolerable", "by": "B. Judge", "reason": "Retrofit until June"}]
    return folder(at, with_matrix(), {**wide, "trees.FT.waive": waive})


def stale(at: Path) -> Path:
    """A rated tree, a measure against its risk, and a record behind it that has changed since it was evaluated."""
    edits = {"case.study.risk_matrix": with_matrix()["case"]["study"]["risk_matrix"]}
    item, row = record("R", 0.95, 30_000, 0)
    folder(
        at,
        compared(300),
        {**edits, "events.E2.model": from_record("R"), "evidence_items": [item]},
        {"R.csv": row},
    )
    (at / "R.csv").write_text(row + "later,1,0\n", "utf-8")
    return at


def of_two_kinds(at: Path) -> Path:
    """A rated tree, and one on a record that is of another kind, for which the matrix has no class."""
    other = {"id": "FR", "title": "The rope tears", "top": "R0", "kind": "probability-per-demand", "properties": ["MP"],
             "gates": [{"id": "R0", "type": "or", "inputs": ["E9"], "text": "The rope tears"}]}  # fmt: skip
    model = {k: v for k, v in from_record("R").items() if k != "exposure"}
    event = {"id": "E9", "text": "A strand tears", "source": "tests of ropes", "model": model}
    item, row = record("R", 0.95, 30_000, 0)
    matrix = with_matrix()["case"]["study"]["risk_matrix"] | {"kind": "probability-per-mission"}
    edits = {"case.study.risk_matrix": matrix, "evidence_items": [item], "events.+": event, "trees.+": other}
    return folder(at, with_matrix(), edits, {"R.csv": row})


def unsourced(at: Path) -> Path:
    """Two events whose numbers have no source, and gates whose texts state numbers."""
    base = calculation()
    for event in base["events"]:
        del event["source"]
    return folder(at, base, {"trees.FT.gates.TOP.text": "The lift starts about once in 5,000 missions"})


def lent(at: Path) -> Path:
    """Two events whose numbers have the source of a parameter, one of them one of its own besides."""
    rate = {
        "id": "rate",
        "text": "Failure rate of a contact",
        "unit": "1/h",
        "source": "sheet",
        "value": 1e-6,
    }
    base = calculation() | {"parameters": [rate]}
    for event in base["events"]:
        event["model"] = {"type": "exponential", "rate": {"parameter": "rate"}}
    del base["events"][0]["source"]
    return folder(at, base, {"trees.FT.mission_time": 10})


def worded(at: Path) -> Path:
    """A rated tree of a measured event whose text states its number, and a typed one."""
    item, row = record("R", 0.95, 30_000, 3)
    text = {"events.E1.text": "The door contact sticks in about 0.01 % of the starts"}
    edits = {
        **text,
        "events.E1.model": from_record("R"),
        "evidence_items": [item],
        "trees.FT.target.probability": 0.01,
    }
    return folder(
        at, with_matrix(), edits | {"claims.C1.text": INTOLERABLE["claims.C1.text"]}, {"R.csv": row}
    )


def split(at: Path) -> Path:
    """Two records whose bounds hold together with just what the case asks for."""
    return folder(at, two_records(joint_confidence=0.95), None, TWO)


GROUPS = """
casegen: 1
case: {id: g, title: Groups and gates of every kind, roots: [C1]}
claims:
  - id: C1
    text: The top event is rare
    requirement: {measure: {tree: T}, bound: 0.05, kind: probability-per-mission, confidence: 0.9}
  - {id: C2, text: Nor does it happen otherwise, requirement: {measure: {tree: X}, bound: 0.3, kind: probability-per-mission}}
  - {id: C3, text: It rests on this, assumed: so, accepted_by: B. Judge}
  - {id: W1, text: The trees contain the causes, assumed: so, accepted_by: B. Judge}
arguments:
  - {id: A1, supports: C1, block: calculation, from: [C2], side_claims: [W1], tree: T, text: By tree}
  - {id: A2, supports: C2, block: calculation, from: [C3], side_claims: [W1], tree: X, text: By tree}
parameters: [{id: rate, value: {distribution: lognormal, mean: 1e-3, error_factor: 3}, source: sheet}]
events:
  - {id: E1, text: a, source: data sheet, model: {type: exponential, rate: {parameter: rate}}}
  - {id: E2, text: b, source: data sheet, model: {type: exponential, rate: {parameter: rate}}}
  - {id: E3, text: c, source: data sheet, model: {type: constant, probability: {distribution: beta, alpha: 2, beta: 50}, kind: probability-per-mission}}
  - {id: E4, text: d, source: data sheet, model: {type: constant, probability: 0.01, kind: probability-per-mission}}
  - {id: M1, text: m}
  - {id: M2, text: n}
  - {id: M3, text: o}
common_cause:
  - {id: G, members: [M1, M2, M3], model: beta-factor, factors: [0.1], total: {type: constant, probability: 0.02, kind: probability-per-mission}}
house_events: [{id: DARK, state: false, text: It is dark}]
trees:
  - id: T
    top: G0
    kind: probability-per-mission
    mission_time: 10
    target: {probability: 0.05, confidence: 0.95, source: data sheet}
    gates:
      - {id: G0, type: or, inputs: [E1, G1, E4], text: t}
      - {id: G1, type: and, inputs: [G2, G3], text: t}
      - {id: G2, type: or, inputs: [E2, E3, DARK], text: t}
      - {id: G3, type: atleast, k: 2, inputs: [M1, M2, M3], text: t}
  - id: X
    top: X0
    kind: probability-per-mission
    mission_time: 10
    gates:
      - {id: X0, type: or, inputs: [X1, X2], text: t}
      - {id: X1, type: xor, inputs: [E1, E3], text: t}
      - {id: X2, type: priority-and, inputs: [E1, E2], text: t}
"""


def groups(at: Path) -> Path:
    return folder(at, yaml.safe_load(GROUPS))


def reduced(at: Path) -> Path:
    """Measures against risk that change an event, a common-cause total and a house event."""
    case = yaml.safe_load(GROUPS)
    # the page evaluates no tree that may be worst before the end of its mission, as an XOR over time is
    case["trees"][1]["gates"][1]["type"] = "or"
    losses = [{"tree": "T", "amount": 1e4}, {"tree": "X", "amount": 10.0}]
    case["case"] |= {"study": {"alarp": {"disproportion": 3, "unit": "EUR", "losses": losses, "claim": "C4"}}}
    case["risk_reductions"] = [
        {"id": "R1", "title": "Better part", "changes": {"E4": 1e-3}, "cost": 300},
        {"id": "R2", "title": "Other rail", "changes": {"G": 0.0, "E4": 0.009}, "cost": 60},
        {"id": "R3", "title": "Lamp", "changes": {"DARK": True}, "cost": 1, "taken": True},
    ]
    case["claims"].append({"id": "C4", "text": "Each measure left out is out of proportion"})
    case["arguments"][1]["from"].append("C4")
    case["arguments"].append(
        {
            "id": "A4",
            "supports": "C4",
            "block": "substitution",
            "from": ["C3"],
            "side_claims": ["W1"],
            "text": "L",
        }
    )
    return folder(at, case)


BUILT = (
    records,
    allocated,
    studied,
    rated,
    stale,
    of_two_kinds,
    unsourced,
    lent,
    worded,
    split,
    groups,
    reduced,
)


@pytest.mark.slow
@pytest.mark.parametrize("count", [25, pytest.param(250, marks=pytest.mark.slow)])
@pytest.mark.parametrize("build", BUILT)
def test_the_page_parts_from_the_command_nowhere(
    tmp_path: Path, build: Callable[[Path], Path], count: int
) -> None:
    played = play(build(tmp_path / "case"), count)
    assert not played.parted
    assert played.flips
    if (
        build is studied
    ):  # the comparison of measures against risk is repeated, except a top that cannot happen
        assert played.statuses_open < 0.05 * played.count


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "count"), [("auv", 80), ("inspection", 200), ("monitor", 200), ("press", 200), ("robot", 200)]
)
def test_the_page_parts_from_the_command_nowhere_in_the_examples(name: str, count: int) -> None:
    played = play(ROOT / "examples" / name, count)
    assert not played.parted
    assert played.flips > count / 4
    # what it leaves to the command is the exception
    assert played.verdicts_open < 0.25 * played.count


@pytest.mark.slow
def test_a_risk_whose_number_a_text_contradicts_has_no_class(tmp_path: Path) -> None:
    """The command rates it neither tolerable nor intolerable: the page leaves it open."""
    sets: list[Changes] = [{"R.probability": 1e-6, "E2": 0.5}, {"R.probability": 1e-4, "E2": 0.5}]
    played = play(worded(tmp_path / "case"), 0, sets=sets)
    assert not played.parted
    assert played.flips == 2
    assert played.statuses_open == 2


PRESS: list[tuple[Changes, bool | None, str]] = [
    # no event reads the record of the brake any more, and the number set has no source: the case edited so does not hold
    ({"EV-RELAY.probability": 1e-4, "BE-BRAKE": 1e-4, "EV-CURTAIN.probability": 1e-4}, False, "open"),
    # no bound of records together is below the estimate
    ({"BE-BRAKE": 1.0}, False, "challenged"),
    ({"BE-BRAKE": 0.001}, False, "open"),
    # one record is none together with another
    ({"BE-BRAKE": 1e-4, "BE-RELAY": 1e-4}, False, "challenged"),
]


@pytest.mark.slow
def test_records_together_are_known_or_left_open_by_name() -> None:
    at = ROOT / "examples" / "press"
    assert not play(at, 0, sets=[changes for changes, _, _ in PRESS]).parted
    states = Session.open(load(at)).evidence  # while evidence code changes, those of the examples are stale
    session = Session(load(at), {k: replace(v, freshness=Freshness.FRESH) for k, v in states.items()})
    model: dict[str, Any] = {**portable(session.assess(), session), "houses": [], "variants": []}
    shown = on_the_page(model, [{}, *(changes for changes, _, _ in PRESS)])
    assert [(one["supported"], one["status"]["C-PRESS"]) for one in shown if one] == [
        (True, "supported"),
        *((supported, status) for _, supported, status in PRESS),
    ]


@pytest.mark.parametrize(("harm", "said"), [(-3, "none"), (-1.5, "none,out"), (-0.5, "none,out"), (0, "out")])
def test_harm_within_rounding_of_none_is_left_to_the_command(harm: float, said: str) -> None:
    """The command's own sums decide there whether the measure adds harm."""
    row = f"{{loss: 1, harm: {harm} * 1e-12, rounding: 1e-12, least: 1, all: 2, most: () => ({{least: 2, most: 2}})}}"
    program = (
        f"console.log(Reductions.weighed({{disproportion: 3}}, {{cost: 100, taken: false}}, [{row}]).join())"
    )
    assert run_script(program) == said


@pytest.mark.slow
def test_a_tree_of_which_nothing_is_set_is_not_evaluated_anew(tmp_path: Path) -> None:
    session = Session.open(load(groups(tmp_path / "case")))
    model = {**portable(session.assess(), session), "houses": [], "variants": []}
    program = (
        f"const m = {json.dumps(model)}, times = [0, 0], both = Diagram.both;"
        "Variants.run(m, {}); Variants.run(m, { E4: 0.02 });"
        "Diagram.both = (d, p) => { times[m.trees.findIndex((t) => t.diagram === d)] += 1; return both.call(Diagram, d, p); };"
        "Variants.run(m, { E4: 0.03 }); console.log(times.join());"
    )
    changed, other = map(int, run_script(program).split(","))
    assert other == 0
    # estimate and two bounds, for the confidence of the target and of the claim, and whether it is possible at all
    assert 0 < changed <= 7


@pytest.mark.slow
def test_a_claim_whose_record_no_event_reads_any_more_is_left_to_the_command() -> None:
    """The root rests on it: the page shows neither as supported."""
    case = load(ROOT / "examples" / "press")
    session = Session.open(case)
    model = whatif_model(session.assess(), session=session)
    (plain, shown) = on_the_page(model, [{}, {"BE-BRAKE": 1e-9}])
    assert plain is not None
    assert plain["status"]["C-BRAKE"] == "supported"
    assert shown is not None
    assert shown["supported"] is False
    assert {shown["status"][name] for name in ("C-BRAKE", "C-PRESS")} == {OPEN}
