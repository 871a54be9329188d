"""Status: the worst of what a claim rests on, explained by the leaves that make it so."""

from __future__ import annotations

import pytest

from casegen.argument import status
from casegen.argument.status import REASON_LIMIT
from casegen.model.argument import Block, ContextNode, Defeater, ResidualDoubt, SubCase
from casegen.model.case import Case
from casegen.model.results import Freshness, Status, TreeResult
from tests.argument.arguments import (
    accepted,
    argument,
    artefact,
    case,
    claim,
    measured,
    met,
    requirement,
    state,
)

INCORPORATION = Block.EVIDENCE_INCORPORATION


def matches(case_: Case, **inputs: object) -> dict[str, Status]:
    result = status(case_, **{"requirements": {}, "evidence": {}, "trees": {}, **inputs})  # type: ignore[arg-type]
    return {id: r.status for id, r in (*result.claims.items(), *result.nodes.items())}


def measured_case(*more: object, **root: object) -> Case:
    """C1 ← C2 ← measured evidence with a requirement on C2."""
    return case(
        claim("C1", **root),
        argument("A1", "C1", "C2", side=("W1",)),
        accepted("W1"),
        claim("C2", requirement=requirement()),
        argument("A2", "C2", "E1", block=INCORPORATION, side=("W2",)),
        accepted("W2"),
        measured("E1", "EV"),
        *more,
        items=("EV",),
    )


FRESH = {"EV": state("EV")}


def test_supported_when_everything_below_is() -> None:
    result = status(measured_case(), {"C2": met(True)}, FRESH, {})
    assert result.supported
    assert result.weakest == ()
    assert result.claims["C1"].status is Status.SUPPORTED
    reported = {r.target: r.status for r in result.claims["C1"].reasons}
    assert reported == {
        "W1": Status.ASSUMED, "W2": Status.ASSUMED, "C2": Status.SUPPORTED, "EV": Status.SUPPORTED,
    }  # fmt: skip


def test_a_failed_requirement_challenges_all_above() -> None:
    result = status(measured_case(), {"C2": met(False)}, FRESH, {})
    assert result.claims["C1"].status is Status.CHALLENGED
    assert [(r.target, r.message) for r in result.claims["C1"].reasons] == [
        (
            "C2",
            "pmi ≤ 0.001: upper bound 0.2 % exceeds the limit of 0.1 % per demand (95 % confidence)",
        )
    ]
    assert not result.supported
    assert [r.target for r in result.weakest] == ["C2"]


@pytest.mark.parametrize("holds", [True, False])
def test_a_stale_number_neither_supports_nor_challenges(holds: bool) -> None:
    stale = {"EV": state("EV", Freshness.STALE, "data.csv changed")}
    result = status(measured_case(), {"C2": met(holds)}, stale, {})
    assert {result.claims[c].status for c in ("C1", "C2")} == {Status.STALE}
    assert [r.message for r in result.claims["C1"].reasons] == ["evidence item EV is stale: data.csv changed"]


@pytest.mark.parametrize("freshness", [Freshness.MISSING, Freshness.FAILED])
def test_evidence_without_result_is_not_evaluated(freshness: Freshness) -> None:
    statuses = matches(
        measured_case(), requirements={"C2": met(None)}, evidence={"EV": state("EV", freshness)}
    )
    assert statuses["C1"] is statuses["E1"] is Status.NOT_EVALUATED


def test_absent_results_are_not_evaluated() -> None:
    assert matches(measured_case())["C1"] is Status.NOT_EVALUATED


def test_nine_strong_children_do_not_hide_one_that_fails() -> None:
    nodes = [claim("C1"), argument("A1", "C1", *(f"P{k}" for k in range(10)))]
    for k in range(10):
        nodes += [
            claim(f"P{k}"),
            argument(f"B{k}", f"P{k}", f"E{k}", block=INCORPORATION),
            artefact(f"E{k}", accepted_by="assessor" if k != 6 else ""),
        ]
    result = status(case(*nodes), {}, {}, {})
    assert result.claims["C1"].status is Status.NOT_EVALUATED
    assert [r.target for r in result.claims["C1"].reasons] == ["E6"]


def recorded(id: str) -> tuple[object, ...]:
    """A claim that an accepted artefact supports."""
    step = argument(f"A-{id}", id, f"E-{id}", block=INCORPORATION)
    return claim(id), step, artefact(f"E-{id}", accepted_by="assessor")


def test_an_undeveloped_side_claim_keeps_the_claim_from_support() -> None:
    nodes = (claim("C1"), argument("A1", "C1", "C2", side=("W1",)), *recorded("C2"))
    assert matches(case(*nodes, claim("W1", undeveloped=True)))["C1"] is Status.UNDEVELOPED
    assert matches(case(*nodes, accepted("W1")))["C1"] is Status.SUPPORTED


def test_an_assumption_nobody_accepted_shows_at_the_root() -> None:
    nodes = (claim("C1"), argument("A1", "C1", "C2", "C3"), *recorded("C3"))
    result = status(case(*nodes, claim("C2", assumed="it seems so")), {}, {}, {})
    assert result.claims["C1"].status is Status.ASSUMED
    assert not result.supported
    assert [r.target for r in result.weakest] == ["C2"]
    accepted_result = status(case(*nodes, accepted("C2")), {}, {}, {})
    assert accepted_result.claims["C2"].status is Status.ASSUMED
    assert accepted_result.claims["C1"].status is Status.SUPPORTED
    assert accepted_result.claims["C1"].reasons[0].status is Status.ASSUMED


def test_an_assumed_root_is_not_supported() -> None:
    result = status(case(accepted("C1")), {}, {}, {})
    assert result.claims["C1"].status is Status.ASSUMED
    assert not result.supported
    assert [r.target for r in result.weakest] == ["C1"]


def test_no_root_is_not_supported() -> None:
    assert not status(case(accepted("C1"), roots=()), {}, {}, {}).supported
    assert not status(case(accepted("C1"), roots=("nowhere",)), {}, {}, {}).supported


def test_a_requirement_holds_in_addition_to_support() -> None:
    top = measured_case(requirement=requirement(bound=1e-2))
    assert (
        matches(top, requirements={"C1": met(False), "C2": met(True)}, evidence=FRESH)["C2"]
        is Status.SUPPORTED
    )
    assert (
        matches(top, requirements={"C1": met(False), "C2": met(True)}, evidence=FRESH)["C1"]
        is Status.CHALLENGED
    )
    assert (
        matches(top, requirements={"C1": met(True), "C2": met(True)}, evidence=FRESH)["C1"]
        is Status.SUPPORTED
    )


@pytest.mark.parametrize(
    ("target", "challenged"),
    [
        ("C2", {"C1", "A1", "C2"}),
        ("A2", {"C1", "A1", "C2", "A2"}),
        ("A1:C2", {"C1", "A1"}),
        ("E1", {"C1", "A1", "C2", "A2", "E1"}),
        ("W2", {"C1", "A1", "C2", "A2", "W2"}),
    ],
)
def test_an_open_defeater_challenges_its_target_and_all_above(target: str, challenged: set[str]) -> None:
    inputs = {"requirements": {"C2": met(True)}, "evidence": FRESH}
    objection = {"id": "D1", "text": "The data are old", "target": target, "kind": "undermining"}
    statuses = matches(measured_case(Defeater(**objection)), **inputs)
    assert {id for id, s in statuses.items() if s is Status.CHALLENGED} == challenged | {"D1"}
    restored = matches(
        measured_case(
            Defeater(**objection, state="refuted", response="The data are of May", refuted_by="B. Judge")
        ),
        **inputs,
    )
    assert restored["C1"] is Status.SUPPORTED


def test_a_conceded_defeater_challenges_until_the_doubt_that_remains_is_accepted() -> None:
    inputs = {"requirements": {"C2": met(True)}, "evidence": FRESH}
    conceded = Defeater(
        id="D1",
        text="Old data",
        target="C2",
        kind="rebutting",
        state="accepted",
        response="The data are of 2020",
    )
    assert matches(measured_case(conceded), **inputs)["C1"] is Status.CHALLENGED
    doubt = ResidualDoubt(
        id="R1", text="Old data", target="D1", owner="lead", reason="small drift", accepted_by="assessor"
    )
    result = status(measured_case(conceded, doubt), {"C2": met(True)}, FRESH, {})
    assert result.claims["C1"].status is Status.SUPPORTED
    assert "D1" in {r.target for r in result.claims["C1"].reasons}
    again = Defeater(id="D2", text="The drift is not small", target="R1", kind="undermining")
    assert matches(measured_case(conceded, doubt, again), **inputs)["C1"] is Status.CHALLENGED


def test_a_residual_doubt_without_acceptance_challenges() -> None:
    inputs = {"requirements": {"C2": met(True)}, "evidence": FRESH}
    bare = ResidualDoubt(id="R1", text="Rare weather", target="C2", owner="lead", reason="rare")
    assert matches(measured_case(bare), **inputs)["C1"] is Status.CHALLENGED


def test_a_false_assumption_challenges_all_that_use_it_and_what_is_below() -> None:
    wrong = ContextNode(id="X", text="Daylight", kind="assumption", state="false")
    nodes = (
        claim("C1"), argument("A1", "C1", "C2", "C4"), claim("C2", context=("X",)),
        argument("A2", "C2", "C3"), accepted("C3"), accepted("C4"), wrong,
    )  # fmt: skip
    statuses = matches(case(*nodes))
    assert {id for id, s in statuses.items() if s is Status.CHALLENGED} == {"C1", "A1", "C2", "A2", "C3", "X"}
    assert statuses["C4"] is Status.ASSUMED


def test_context_is_not_inherited_across_a_sub_case() -> None:
    wrong = ContextNode(id="X", text="Daylight", kind="assumption", state="false")
    nodes = (
        claim("C1", context=("X",)), argument("A1", "C1", "S"), SubCase(id="S", claim="C2"),
        accepted("C2", module="M", public=True), wrong,
    )  # fmt: skip
    assert matches(case(*nodes))["C2"] is Status.ASSUMED


def test_a_falsifiable_assumption_follows_its_requirement() -> None:
    light = ContextNode(
        id="X", text="Daylight", kind="assumption", state="unknown", requirement=requirement()
    )
    nodes = (claim("C1", context=("X",)), argument("A1", "C1", "C2"), *recorded("C2"), light)
    built = case(*nodes, items=("EV",))
    assert matches(built, evidence=FRESH)["C1"] is Status.NOT_EVALUATED
    assert matches(built, evidence=FRESH, requirements={"X": met(True)})["C1"] is Status.SUPPORTED
    assert matches(built, evidence=FRESH, requirements={"X": met(False)})["C1"] is Status.CHALLENGED


def test_an_assumption_of_unknown_validity_is_not_evaluated() -> None:
    light = ContextNode(id="X", text="Daylight", kind="assumption", state="unknown")
    nodes = (claim("C1", context=("X",)), argument("A1", "C1", "C2"), accepted("C2"), light)
    assert matches(case(*nodes))["C1"] is Status.NOT_EVALUATED


def test_a_stale_or_unquantified_tree_reaches_the_claim() -> None:
    nodes = (
        claim("C1"), argument("A1", "C1", "C2", tree="FT", block=Block.CALCULATION), accepted("C2"),
    )  # fmt: skip
    built = case(*nodes)
    assert matches(built)["C1"] is Status.NOT_EVALUATED
    assert matches(built, trees={"FT": TreeResult("FT", None)})["C1"] is Status.SUPPORTED
    assert matches(built, trees={"FT": TreeResult("FT", None, stale=True)})["C1"] is Status.STALE
    broken = {"FT": TreeResult("FT", None, problem="event E has no model")}
    assert matches(built, trees=broken)["C1"] is Status.NOT_EVALUATED


def test_circular_support_is_challenged_and_named() -> None:
    nodes = (
        claim("C1"), argument("A1", "C1", "C2"), claim("C2"), argument("A2", "C2", "C3"),
        claim("C3"), argument("A3", "C3", "C2"),
    )  # fmt: skip
    result = status(case(*nodes), {}, {}, {})
    assert result.claims["C1"].status is Status.CHALLENGED
    assert [r.message for r in result.claims["C1"].reasons] == ["circular support: C2 → A2 → C3 → A3 → C2"]


def test_dangling_references_are_not_evaluated() -> None:
    assert matches(case(claim("C1"), argument("A1", "C1", "C9")))["C1"] is Status.NOT_EVALUATED
    assert matches(case(claim("C1"), argument("A1", "C1", "S"), SubCase(id="S", claim="C9")))["C1"] is (
        Status.NOT_EVALUATED
    )


def test_the_gravest_leaf_explains_and_the_weakest_lists_all() -> None:
    nodes = (
        claim("C1"), argument("A1", "C1", "C2", "C3"), claim("C2", undeveloped=True),
        claim("C3"), argument("A3", "C3", "E1", block=INCORPORATION), measured("E1", "EV"),
    )  # fmt: skip
    result = status(case(*nodes, items=("EV",)), {}, {"EV": state("EV", Freshness.STALE)}, {})
    assert [r.target for r in result.claims["C1"].reasons] == ["EV"]
    assert [(r.target, r.status) for r in result.weakest] == [
        ("EV", Status.STALE), ("C2", Status.UNDEVELOPED),
    ]  # fmt: skip


def test_reasons_are_few_and_the_weakest_complete() -> None:
    parts = [f"P{k}" for k in range(30)]
    nodes = [claim("C1"), argument("A1", "C1", *parts), *(claim(p, undeveloped=True) for p in parts)]
    result = status(case(*nodes), {}, {}, {})
    assert len(result.claims["C1"].reasons) == REASON_LIMIT
    assert len(result.weakest) == 30


@pytest.mark.slow
def test_ten_thousand_deep_does_not_exhaust_the_stack() -> None:
    nodes = []
    for k in range(10_000):
        nodes += [claim(f"C{k}"), argument(f"A{k}", f"C{k}", f"C{k + 1}")]
    result = status(case(*nodes, claim("C10000", undeveloped=True), roots=("C0",)), {}, {}, {})
    assert result.claims["C0"].status is Status.UNDEVELOPED
    assert [r.target for r in result.claims["C0"].reasons] == ["C10000"]


def test_a_requirement_without_a_number_names_what_is_missing_once() -> None:
    missing = {"EV": state("EV", Freshness.MISSING)}
    result = status(measured_case(), {"C2": met(None, "no result")}, missing, {})
    assert [r.target for r in result.claims["C1"].reasons] == ["EV"]
    result = status(measured_case(), {"C2": met(None, "confidence too low")}, FRESH, {})
    assert [r.message for r in result.claims["C1"].reasons] == ["pmi ≤ 0.001: confidence too low"]
