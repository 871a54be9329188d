"""The ledger adds up what may be wrong, each statement once; a claim that does not hold has no number."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from casegen.argument.view import view_of
from casegen.assessment import ledger
from casegen.assessment.assess import Session, assess
from casegen.assessment.looks import once_grown, spending, spent_at
from casegen.io import load
from casegen.model.ledger import Account, Ledger, Spend, error_probability
from casegen.model.quantity import Estimate, MeasureKind
from casegen.model.results import Assessment, EvidenceState, Freshness, Status
from casegen.store.looks import another_look, counted, recorded_looks, vouched, with_another
from casegen.store.shape import _are_looks
from casegen.store.store import Store
from tests.false_support import DROP, call, folder, must_hold, must_not_hold
from tests.false_support.bases import ACCEPTED, RECORD, calculation, measured
from tests.false_support.test_joint import CASE, DECLARED
from tests.false_support.test_joint import FILES as TOGETHER
from tests.false_support.test_people_and_dates import with_tree

FILES = {"record.csv": RECORD}
SURE = {"evidence_items.R.confidence": 0.9975, "evidence_items.S.confidence": 0.9975}
RATES = {
    "measure": {"evidence": "EV", "measure": "probability"}, "comparison": "<=", "bound": 1e-3,
    "kind": "probability-per-demand", "confidence": 0.9,
}  # fmt: skip


def assessed(at: Path, edits: dict[str, Any] | None = None) -> Assessment:
    return assess(load(folder(at, measured(), edits, FILES)))


def test_one_measure_spends_its_error_probability_once(tmp_path: Path) -> None:
    """Two claims on the same bound, one at less confidence: the bound of the evidence is one statement."""
    edits = {
        "claims.+": {"id": "C2", "text": "The guard fails in at most 1 of 1,000 approaches of the quay", "owner": "A",
                     "requirement": RATES, "undeveloped": True},
        "arguments.A1.from": ["N1", "C2"],
    }  # fmt: skip
    result = assessed(tmp_path / "case", edits)
    assert result.ledger is not None
    account = result.ledger.account("C1")
    assert [(s.source, s.looks) for s in account.spends] == [("upper bound of EV probability", 1)]
    assert account.statistical == pytest.approx(0.05)
    assert (account.doubts, account.confidence) == (0.0, pytest.approx(0.95))
    assert account.unstated == 3  # W1, C2 and N1


@pytest.mark.slow
def test_doubts_are_named_apart(tmp_path: Path) -> None:
    edits = {"claims.W1.doubt": 0.02, "evidence.N1.doubt": 0.01}
    result = assessed(tmp_path / "case", edits)
    assert result.ledger is not None
    account = result.ledger.account("C1")
    assert account.statistical == pytest.approx(0.05)
    assert account.doubts == pytest.approx(0.03)
    assert account.confidence == pytest.approx(0.92)
    assert account.if_independent == pytest.approx(0.95 - 0.03)


@pytest.mark.slow
def test_a_doubt_about_a_claim_that_is_argued_counts(tmp_path: Path) -> None:
    """Somebody doubts the step: the doubt is not lost because there is an argument."""
    edits = {"claims.C1.doubt": 0.03, "claims.W1.doubt": 0.02, "evidence.N1.doubt": 0.0}
    result = assessed(tmp_path / "case", edits)
    assert result.ledger is not None
    assert result.ledger.account("C1").doubts == pytest.approx(0.05)
    assert result.claims["C1"].doubt == pytest.approx(0.05)
    budget = {"case.joint_confidence": 0.93}
    must_not_hold(folder(tmp_path / "less", measured(), {**edits, **budget}, FILES), "hold together with 0.9")
    must_hold(folder(tmp_path / "twin", measured(), {**edits, **budget, "claims.C1.doubt": 0.0}, FILES))
    must_not_hold(
        folder(tmp_path / "most", measured(), {"claims.C1.doubt": 0.6}, FILES), "more likely wrong than right"
    )


HISTORIES = [
    (0.9, 0.999, 0.98), (0.999, 0.9, 0.98), (0.999, 0.999, 0.98), (0.95, 0.995, 0.99), (0.999, 0.98), (0.95, 0.975),
    (0.995, 0.99), (0.98, 0.98, 0.98), (0.9, 0.999, 0.9, 0.98),
]  # fmt: skip


def sum_over_looks(confidences: tuple[float, ...]) -> float:
    """By hand: each look errs with the one confidence that was stated; with several nothing bounds it."""
    return len(confidences) * (1 - confidences[-1]) if len({*confidences}) == 1 else 1.0


def state_after(confidences: tuple[float, ...], item: str = "EV") -> EvidenceState:
    """The state of an item after a run at each confidence, each of another record."""
    state = EvidenceState(item, Freshness.FRESH)
    for n, confidence in enumerate(confidences):
        measures = {"probability": {"value": n / 1000, "upper": 0.5, "confidence": confidence}}
        document = {"id": item, "recipe": {"inputs": {"record": str(n)}}, "measures": measures}
        state = counted(state, document)
        origin = {"looks": recorded_looks(state, document)}
        assert _are_looks(origin["looks"])
        estimate = Estimate(value=n / 1000, upper=0.5, confidence=confidence, kind=MeasureKind.PER_DEMAND)
        state = vouched(
            EvidenceState(
                item, Freshness.FRESH, measures={"probability": estimate},
                document={**json.loads(json.dumps(document)), "provenance": json.loads(json.dumps(origin))},
            )
        )  # fmt: skip
    return state


@pytest.mark.parametrize("confidences", HISTORIES)
def test_looks_are_paid_for_by_one_confidence_alone(confidences: tuple[float, ...]) -> None:
    state = state_after(confidences)
    assert state.looks == len(confidences)
    assert spent_at(state, "probability", error_probability(confidences[-1])) == pytest.approx(
        sum_over_looks(confidences), abs=1e-12
    )
    grown = spending(once_grown(state), "probability")
    own = error_probability(confidences[-1])
    least = sum_over_looks((*confidences, confidences[-1]))
    assert (grown.affordable(least * 0.99), grown.affordable(least)) == (0.0, own)
    assert grown.at(own / 2) == 1.0, "a confidence that is raised for the next look pays for none"


@pytest.mark.parametrize("confidences", HISTORIES)
def test_looks_of_a_merge_are_those_of_both(confidences: tuple[float, ...]) -> None:
    """Two went on from the same first look: the other's later looks are added, each with what it spent."""
    first, *others = confidences
    mine, theirs = state_after((first, first)), state_after((first, *others))
    document = dict(theirs.document or {})
    document["recipe"] = {"inputs": {"record": f"other {len(others)}"}}
    apart = replace(
        theirs, document=document, history=(*theirs.history[:1], *(f"{i}" for i in range(len(others))))
    )
    both = with_another(mine, apart)
    assert both.looks == 2 + len(others)
    expected = sum_over_looks((first, *others, first))
    assert spent_at(both, "probability", error_probability(first)) == pytest.approx(expected)


@pytest.mark.slow
@pytest.mark.parametrize("confidences", [(0.9, 0.98), (0.98, 0.98), (0.999, 0.98), (0.9, 0.99, 0.98)])
@pytest.mark.parametrize(("top", "sides"), [("or", 1), ("xor", 2)])
def test_a_tree_spends_its_joint_confidence_and_each_earlier_look_at_a_limit(
    tmp_path: Path, confidences: tuple[float, ...], top: str, sides: int
) -> None:
    case = with_tree(0.98)
    case["trees"][0]["gates"][0]["type"] = top
    case["trees"][0]["target"]["confidence"] = 0.95
    at = load(folder(tmp_path / "case", case, None, FILES))
    session = Session.open(at)
    fresh = session.evidence["EV"]
    past = state_after(confidences)
    evidence = {"EV": replace(fresh, looks=past.looks, confidences=past.confidences)}
    numbers = session.numbers()
    (spend,) = [
        spend
        for spend in ledger.add_up(at, session.requirements(numbers), evidence, numbers.trees)
        .account("C1")
        .spends
        if spend.source == "upper bound of the top event of FT"
    ]
    earlier = sum_over_looks(confidences) - 0.02
    assert spend.total == pytest.approx(min(1.0, 0.05 + sides * earlier), abs=1e-12)
    assert spend.looks == len(confidences)


@pytest.mark.slow
@pytest.mark.parametrize(("changed", "total"), [({}, 0.05), ({"probability": (0.975, 0.9975)}, 1.0)])
def test_a_bound_from_records_together_pays_for_each_combination_of_looks(
    tmp_path: Path, changed: dict[str, Any], total: float
) -> None:
    """Three combinations err with .015; where a confidence was changed between looks nothing says with how much."""
    at = load(folder(tmp_path / "case", CASE, {**DECLARED, **SURE}, TOGETHER))
    session = Session.open(at)
    numbers = session.numbers()
    evidence = {**session.evidence, "R": replace(session.evidence["R"], looks=2, confidences=changed)}
    spend = ledger._of_tree(view_of(at), "bound", "FT", numbers.trees, 0.05, evidence, (True,))
    assert (spend.total, spend.looks) == (pytest.approx(total), 2)
    spend = ledger._of_tree(view_of(at), "bound", "FT", numbers.trees, 0.01, evidence, (True,))
    assert spend.total == pytest.approx(1.0 if changed else 0.015)


def test_a_tree_spends_its_joint_confidence_and_a_value_none(tmp_path: Path) -> None:
    result = assess(load(folder(tmp_path / "calc", calculation())))
    assert result.ledger is not None
    account = result.ledger.account("C1")
    assert (account.spends, account.by_value) == ((), ("value of the top event of FT",))


@pytest.mark.slow
def test_a_measured_tree_is_held_with_its_bound_without_a_stated_confidence(tmp_path: Path) -> None:
    """The bound holds with the confidence of its record, 0.99, which is spent as often as the record was looked at."""
    edits = {"claims.C1.requirement.confidence": DROP, "trees.FT.target.confidence": DROP}
    files = {"record.csv": "entry,demands,failures\nquay,9000,0\nbuoy,9000,1\n"}
    at = folder(tmp_path / "case", with_tree(0.99), {**edits, "case.joint_confidence": 0.98}, files)
    must_hold(at)
    result = assess(load(at))
    assert result.ledger is not None
    account = result.ledger.account("C1")
    assert [(s.source, s.total) for s in account.spends] == [
        ("upper bound of EV probability", 0.01), ("upper bound of the top event of FT", 0.01)]  # fmt: skip
    assert not account.by_value
    short = folder(tmp_path / "short", with_tree(0.99), {**edits, "case.joint_confidence": 0.985}, files)
    must_not_hold(short, "hold together with 0.98")


def test_more_than_everything_is_no_confidence() -> None:
    account = Account(tuple(Spend(str(k), 0.1) for k in range(12)))
    assert account.total == pytest.approx(1.2)
    assert account.confidence == 0.0


@pytest.mark.slow
@pytest.mark.parametrize("wanted", [0.95, 0.9])
def test_a_joint_confidence_that_is_reached(tmp_path: Path, wanted: float) -> None:
    must_hold(folder(tmp_path / "case", measured(), {"case.joint_confidence": wanted}, FILES))


@pytest.mark.slow
def test_a_joint_confidence_that_is_not_reached(tmp_path: Path) -> None:
    at = folder(tmp_path / "case", measured(), {"case.joint_confidence": 0.96}, FILES)
    assert must_not_hold(at, "joint confidence of 0.96 is required").claims["C1"] == "challenged"
    doubt = folder(
        tmp_path / "doubt", measured(), {"case.joint_confidence": 0.95, "claims.W1.doubt": 0.01}, FILES
    )
    must_not_hold(doubt, "hold together with 0.94")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edits", "status"),
    [
        ({"claims.W1.accepted_by": ""}, "challenged"),
        ({"claims.+": {"id": "C9", "text": "The quay is lit", "owner": "A", "undeveloped": True},
          "case.roots": ["C1", "C9"]}, "challenged"),
        ({"defeaters.+": {"id": "D1", "text": "The guard was not tried", "target": "W1", "kind": "rebutting"}},
         "challenged"),
    ],
)  # fmt: skip
def test_a_joint_confidence_is_tested_whatever_else_is_lacking(
    tmp_path: Path, edits: dict[str, Any], status: str
) -> None:
    """The sum is a requirement of its own: another leaf below the roots takes nothing of it away."""
    result = assessed(tmp_path / "case", {"case.joint_confidence": 0.96, **edits})
    named = [reason for reason in result.weakest if "joint confidence of 0.96" in reason.message]
    assert [reason.target for reason in named] == ["C1"]
    assert len(result.weakest) > 1, "the other leaf is listed too"
    assert (result.claims["C1"].status.value, named[0] in result.claims["C1"].reasons) == (status, True)
    for shown in (call("assess", tmp_path / "case")[1], call("assess", tmp_path / "case", "--json")[1]):
        assert "joint confidence of 0.96 is required" in " ".join(shown.split())
    met = assessed(tmp_path / "met", {"case.joint_confidence": 0.95, **edits})
    assert not any("joint confidence" in reason.message for reason in met.weakest)


@pytest.mark.slow
def test_what_would_reach_the_joint_confidence_is_named(tmp_path: Path) -> None:
    at = folder(tmp_path / "case", measured(), {"case.joint_confidence": 0.99}, FILES)
    assert assess(load(at)).claims["C1"].status is Status.CHALLENGED
    ((repair,),) = json.loads(call("explain", at, "--json")[1])["repair_sets"]
    assert "casegen plan" in repair["action"]


def test_a_joint_confidence_is_about_bounds(tmp_path: Path) -> None:
    at = folder(tmp_path / "calc", calculation(), {"case.joint_confidence": 0.5})
    assert must_not_hold(at, "compared without confidence").claims["C1"] == "not evaluated"


@pytest.mark.slow
def test_a_claim_that_does_not_hold_has_no_confidence(tmp_path: Path) -> None:
    edits = {"claims.W1.doubt": 0.02, "evidence.N1.doubt": 0.01}
    good = folder(tmp_path / "good", measured(), edits, FILES)
    assert assess(load(good)).claims["C1"].doubt == pytest.approx(0.03)
    assert json.loads(call("explain", good, "--json")[1])["confidence"][0]["value"] == pytest.approx(0.92)
    bad = folder(tmp_path / "bad", measured(), {**edits, "claims.C1.requirement.bound": 1e-4,
                 "claims.C1.text": "The range guard fails in at most 1 of 10,000 approaches"}, FILES)  # fmt: skip
    assert assess(load(bad)).claims["C1"].status is Status.CHALLENGED
    assert assess(load(bad)).claims["C1"].doubt is None
    document = json.loads(call("explain", bad, "--json")[1])
    assert document["confidence"][0]["value"] is None
    shown = call("explain", bad)[1]
    assert "C1 does not hold" in shown
    row = json.loads(call("assess", bad, "--json")[1])["ledger"]
    assert (row["statistical"], row["confidence"]) == (pytest.approx(0.05), None)


@pytest.mark.slow
def test_measures_left_out_spend_the_bounds_that_tell_their_harm(tmp_path: Path) -> None:
    """The claim holds by the change of a top event, which is as sure as that top event's bound."""
    case = with_tree()
    case["case"] |= {"study": {"alarp": {
        "disproportion": 3, "unit": "EUR", "losses": [{"tree": "FT", "amount": 1e6}], "claim": "C3"}}}  # fmt: skip
    case["risk_reductions"] = [
        {"id": "RR", "title": "Second brake", "changes": {"B2": 0.4}, "cost": 1e6, "cost_source": "offer"}
    ]
    case["claims"] += [
        {"id": "C3", "text": "Each measure left out is out of proportion", "owner": "A. Author"},
        {"id": "C4", "text": "The measures were collected by the board", "owner": "A. Author", **ACCEPTED},
        {"id": "W3", "text": "Nothing else was proposed", "owner": "A. Author", **ACCEPTED},
    ]
    case["arguments"].append({"id": "A3", "text": "By the list", "supports": "C3", "block": "substitution",
                              "from": ["C4"], "side_claims": ["W3"]})  # fmt: skip
    result = assess(load(folder(tmp_path / "case", case, None, FILES)))
    assert result.claims["C3"].status is Status.SUPPORTED, result.claims["C3"].reasons
    assert result.ledger is not None
    account = result.ledger.account("C3")
    assert [(s.source, s.total) for s in account.spends] == [("upper bound of the top event of FT", 0.05)]
    # the same statement as C1's
    assert result.ledger.account(["C1", "C3"]).statistical == pytest.approx(0.05 + 0.05)


def two_records(**header: Any) -> dict[str, Any]:
    """The guard on two records of its own each, and a claim that argues why their bounds err independently."""
    case = measured()
    second = {**case["evidence_items"][0], "id": "EV2", "inputs": {"record": "second.csv"}}
    case["evidence_items"].append(second)
    wanted = {**case["claims"][0]["requirement"], "measure": {"evidence": "EV2", "measure": "probability"}}
    case["claims"][0] |= {
        "id": "C2",
        "text": "The range guard fails in at most 1 of 1,000 approaches of the quay",
    }
    case["arguments"][0]["supports"] = "C2"
    case["claims"] += [
        {"id": "C1", "text": "The range guard stops the vehicle at quay and buoy", "owner": "A. Author"},
        {**case["claims"][0], "id": "C3", "requirement": wanted,
         "text": "The range guard fails in at most 1 of 1,000 approaches of the buoy"},
        {"id": "W2", "text": "The vehicle is used at quay and buoy only",
         "owner": "A. Author", **ACCEPTED},
        {"id": "W3", "text": "The tests at both places were made and recorded apart", "owner": "A. Author", **ACCEPTED},
    ]  # fmt: skip
    case["evidence"].append(
        {"id": "N2", "text": "Record of the tests", "evidence": "EV2", "owner": "T. Tester"}
    )
    case["arguments"] += [
        {"id": "A1B", "text": "The record shows it", "supports": "C3", "block": "evidence-incorporation",
         "from": ["N2"], "side_claims": ["W1"]},
        {"id": "A0", "text": "By places", "supports": "C1", "block": "decomposition", "from": ["C2", "C3"],
         "side_claims": ["W2", "W3"]},
    ]  # fmt: skip
    case["case"] |= header
    return dict(json.loads(json.dumps(case)))  # no part is written twice by reference


TWO = {**FILES, "second.csv": "entry,demands,failures\nquay,5000,0\nbuoy,5000,1\n"}


@pytest.mark.slow
def test_independence_that_a_claim_argues_tightens(tmp_path: Path) -> None:
    """0.95² = 0.9025 where both bounds err independently; 1 − 0.1 whatever their dependence."""
    must_hold(folder(tmp_path / "sum", two_records(joint_confidence=0.9), None, TWO))
    must_not_hold(
        folder(tmp_path / "more", two_records(joint_confidence=0.902), None, TWO), "hold together with 0.9"
    )
    argued = two_records(joint_confidence=0.902, independent_errors="W3")
    at = folder(tmp_path / "argued", argued, None, TWO)
    must_hold(at)
    assert "at least 0.9025, as independent as W3 argues" in " ".join(call("assess", at)[1].split())
    row = json.loads(call("assess", at, "--json")[1])["ledger"]
    assert (row["confidence"], row["independence_argued_by"]) == (pytest.approx(0.9025), "W3")
    assert row["statistical"] == pytest.approx(0.1), "what is spent stays what it is"
    assert "1 − their sum" not in call("explain", at)[1], "beside a product"
    assert "1 − their sum" in call("explain", tmp_path / "sum")[1]


@pytest.mark.parametrize(
    ("headroom", "shown"),
    [(1.000005, "1.000005×"), (1.0019246853, "1.001×"), (1.9999999, "1.99×"), (1.0, "1×")],
)
def test_room_is_rounded_down(headroom: float, shown: str) -> None:
    from casegen.cli.explain import _room

    assert _room(headroom) == shown


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edits", "words"),
    [
        ({"evidence_items.EV2.inputs.record": "record.csv"}, "hold together with 0.9"),
        ({"claims.W3.accepted_by": ""}, ""),
        ({"claims.W2.doubt": 0.01}, "hold together with 0.89"),
        ({"case.independent_errors": "W9"}, "independent-errors"),
        ({"case.independent_errors": "W2"}, "independent-errors"),
        ({"case.independent_errors": "C2"}, "independent-errors"),
        ({"claims.W3.text": "The bounds are not independent of each other"}, "independent-errors"),
    ],
)  # fmt: skip
def test_independence_that_is_not_argued_of_these_does_not(
    tmp_path: Path, edits: dict[str, Any], words: str
) -> None:
    case = two_records(joint_confidence=0.902, independent_errors="W3")
    must_not_hold(folder(tmp_path / "case", case, edits, TWO), words)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "The records are independent: no sensor, rig or crew is in two of them",
        "No sensor, rig or crew is in two of the records",
        "The records share no sensor",
    ],
)
def test_independence_may_be_said_by_what_is_not_shared(tmp_path: Path, text: str) -> None:
    case = two_records(joint_confidence=0.902, independent_errors="W3")
    must_hold(folder(tmp_path / "true", case, {"claims.W3.text": text}, TWO))
    denied = f"It is not so that {text[0].lower()}{text[1:]}"
    must_not_hold(folder(tmp_path / "denied", case, {"claims.W3.text": denied}, TWO), "independent-errors")


@pytest.mark.slow
@pytest.mark.parametrize("second", [RECORD, "entry,failures,demands\nbuoy,1,4000\nquay,0,4000\n"])
def test_a_copy_of_a_record_is_no_other_data(tmp_path: Path, second: str) -> None:
    case = two_records(joint_confidence=0.902, independent_errors="W3")
    at = folder(tmp_path / "case", case, None, {**FILES, "second.csv": second})
    must_not_hold(at, "hold together with 0.9")


@pytest.mark.parametrize(
    ("levels", "product"),
    [
        ((0.95, 0.995), 0.94525),
        ((0.9, 0.9), 0.81),
        ((0.99, 0.98, 0.97), 0.941094),
        ((0.95, 0.95, 0.99), 0.893475),
    ],
)
def test_a_product_that_is_met_exactly_is_met(levels: tuple[float, ...], product: float) -> None:
    spends = tuple(
        Spend(f"bound {n}", error_probability(level), draws_on=frozenset({str(n)}))
        for n, level in enumerate(levels)
    )
    assert Account(spends, argued="W3").confidence == product


@pytest.mark.slow
def test_the_derivation_names_the_joint_confidence_that_is_not_reached(tmp_path: Path) -> None:
    at = folder(tmp_path / "more", two_records(joint_confidence=0.902), None, TWO)
    root = load(at).header.roots[0]
    printed = call("assess", at, "--why", root)[1]
    assert f"{root}: challenged" in printed
    assert "joint: joint confidence of 0.902 is required" in " ".join(printed.split())
    held = folder(tmp_path / "sum", two_records(joint_confidence=0.9), None, TWO)
    assert f"{root}: supported" in call("assess", held, "--why", root)[1]


def test_bounds_that_share_data_are_summed() -> None:
    shared = Account((Spend("a", 0.05, draws_on=frozenset("x")), Spend("b", 0.05, draws_on=frozenset("xy")),
                      Spend("c", 0.05, draws_on=frozenset("z")), Spend("d", 0.01, measured=False)))  # fmt: skip
    assert shared.if_independent == pytest.approx(0.9 * 0.95 - 0.01)
    assert shared.confidence == pytest.approx(1 - 0.16)


@pytest.mark.slow
def test_runs_until_it_passes_are_looks(tmp_path: Path) -> None:
    at = folder(tmp_path / "case", measured(), None, {"record.csv": "entry,demands,failures\nquay,4000,3\n"})
    for failures in (2, 0):
        (at / "record.csv").write_text(f"entry,demands,failures\nquay,4000,{failures}\n")
        call("evidence", "run", at)
    assert Store(load(at)).states()["EV"].looks == 3
    result = assess(load(at))
    assert result.ledger is not None
    assert result.ledger.account("C1").statistical == pytest.approx(0.15)
    must_not_hold(at, "sign-looked-again")
    call("evidence", "run", at, "--force")  # the same draws
    assert Store(load(at)).states()["EV"].looks == 3


def test_what_is_another_look() -> None:
    old: dict[str, Any] = {
        "recipe": {"seed": 1, "inputs": {"a": "0"}, "method_version": 1},
        "measures": {"p": {"value": 1}},
    }
    seed = {"recipe": {**old["recipe"], "seed": 2}, "measures": {"p": {"value": 2}}}
    code = {"recipe": {**old["recipe"], "method_version": 2}, "measures": {"p": {"value": 2}}}
    same = {"recipe": {**old["recipe"], "seed": 2}, "measures": {"p": {"value": 1}}}
    assert [another_look(old, new) for new in (seed, code, same)] == [True, False, False]
    assert not another_look(None, seed)


@pytest.mark.parametrize(("shift", "again"), [(1e-13, False), (1e-6, True)])
def test_the_same_number_but_for_rounding_is_no_other_look(shift: float, again: bool) -> None:
    """A record whose rows stand in another order adds up to another last digit."""

    def result(population: str, upper: float) -> dict[str, Any]:
        return {
            "recipe": {"inputs": {"r": "1"}, "parameters": {"population": population}, "seed": 1},
            "measures": {"rate": {"value": 0.0, "upper": upper, "kind": "rate-per-hour"}},
        }

    assert another_look(result("pump", 0.0013), result("pump of hall 2", 0.0013 * (1 + shift))) is again


def test_a_claim_spends_what_it_asks_for_and_all_together_the_most() -> None:
    strict, loose = Spend("upper bound of EV rate", 0.01), Spend("upper bound of EV rate", 0.1)
    both = Ledger((strict, loose), {"A": 1, "B": 2, "TOP": 3})
    assert [both.account(id).total for id in ("A", "B", "TOP")] == [0.01, 0.1, 0.1]
    assert both.account(("A", "B")).total == 0.1


@pytest.mark.slow
def test_looks_that_are_stated_after_they_were_taken_pay_for_none(tmp_path: Path) -> None:
    """One look more is stated each time that the record fails: 0.05 (1 + 1/2 + 1/3) is spent, and not 0.05."""
    case, text = measured(), "entry,demands,failures\nquay,2000,0\n"
    parameters = case["evidence_items"][0]["parameters"]
    parameters["entries"] = "recorded"
    for looks, more in ((1, ""), (2, "buoy,1200,0\n"), (3, "pier,1200,0\n")):
        parameters["looks"], text = looks, text + more
        at = folder(tmp_path / "after", case, None, {"record.csv": text})
    must_not_hold(at, "sign-looked-again")
    result = assess(load(at))
    assert result.ledger is not None
    assert [(s.alpha, s.looks) for s in result.ledger.account("C1").spends] == [(0.05, 3)]


@pytest.mark.slow
def test_looks_that_were_stated_from_the_first_on_pay_for_all(tmp_path: Path) -> None:
    case, text = measured(), "entry,demands,failures\nquay,2000,0\n"
    case["evidence_items"][0]["parameters"] |= {"entries": "recorded", "looks": 3}
    for more in ("", "buoy,1200,0\n", "pier,1200,0\n"):
        text += more
        at = folder(tmp_path / "before", case, None, {"record.csv": text})
    must_hold(at)


def looked(at: Path, confidence: float, text: str, bound: float = 1e-3) -> Path:
    edits = {"evidence_items.EV.parameters.entries": "recorded", "evidence_items.EV.confidence": confidence,
             "claims.C1.requirement.bound": bound}  # fmt: skip
    return folder(at, measured(), edits, {"record.csv": f"entry,demands,failures\n{text}"})


FIRST, SECOND = "quay,2995,1\n", "quay,2995,1\nbuoy,4500,0\n"


@pytest.mark.slow
def test_a_confidence_that_is_raised_after_a_look_does_not_pay_for_it(tmp_path: Path) -> None:
    """Decided at 0.95 and then at 0.975: nothing bounds what is spent, and it is not 0.05."""
    at = tmp_path / "after"
    for confidence, text in ((0.95, FIRST), (0.975, SECOND)):
        at = looked(at, confidence, text)
    must_not_hold(at, "sign-looked-again")
    ledger = assess(load(at)).ledger
    assert ledger is not None
    assert ledger.account("C1").statistical == 1.0
    again = looked(at, 0.9834, SECOND + "pier,900,0\n")
    must_not_hold(again, "sign-looked-again")
    ledger = assess(load(again)).ledger
    assert ledger is not None
    assert ledger.account("C1").statistical == 1.0


@pytest.mark.slow
def test_a_confidence_that_is_raised_on_the_same_draws_first_pays_no_more(tmp_path: Path) -> None:
    at = tmp_path / "between"
    for confidence, text in ((0.95, FIRST), (0.975, FIRST), (0.975, SECOND)):
        at = looked(at, confidence, text)
    must_not_hold(at, "sign-looked-again")


@pytest.mark.slow
def test_a_confidence_that_was_stated_before_the_first_look_pays_for_two(tmp_path: Path) -> None:
    at = tmp_path / "before"
    for text in (FIRST, SECOND):
        at = looked(at, 0.975, text)
    must_hold(at)
    ledger = assess(load(at)).ledger
    assert ledger is not None
    assert ledger.account("C1").statistical == pytest.approx(0.05)


@pytest.mark.slow
def test_a_plan_for_looks_that_used_up_what_the_claim_allows_says_so(tmp_path: Path) -> None:
    used = looked(tmp_path / "used", 0.95, FIRST)
    row = json.loads(call("plan", used, "--json")[1])["claims"][0]
    assert "used up" in row["barred"][0]
    said = " ".join(call("plan", used)[1].split())
    assert "used up" in said
    assert "pay for" not in said
    assert ("works, at" in said, "limit met, at" in said) == (False, True)
    first = looked(tmp_path / "left", 0.975, FIRST)
    assert "works, at" in " ".join(call("plan", first)[1].split())
    (one,) = json.loads(call("plan", first, "--json")[1])["claims"][0]["records"]
    must_hold(looked(first, 0.975, f"{FIRST}buoy,{one['more']:.0f},0\n"))
