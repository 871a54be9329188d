"""The most that a measure takes off a top event, against enumeration of every corner of the joint set."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import beta

from casegen.assessment.assess import Change, Session, assess
from casegen.assessment.portable.assessment import portable
from casegen.assessment.safety.alarp import _without_rounding
from casegen.assessment.safety.removed_harm import LargestChange
from casegen.assessment.trees import BoundTree, bind
from casegen.io import load
from casegen.model.case import Case
from casegen.model.fault_tree import BasicEvent, Constant, FromEvidence, Gate
from casegen.model.quantity import Estimate, MeasureKind
from casegen.model.results import Status
from casegen.model.safety_results import ReductionDecision
from tests.assessment.test_ledger import two_records
from tests.false_support import folder
from tests.fta.small_trees import case_of, gate, holds, weight, worlds
from tests.page_scripts import status_on_the_page

COHERENT = ("and", "or", "atleast")
ANY = (*COHERENT, "xor", "not", "nand", "nor")


def of_record(item: str) -> dict[str, Any]:
    return {"type": "evidence", "measure": "probability", "evidence": item, "exposure": {"demands": 1}}


def guards(top: Mapping[str, Any], changes: Mapping[str, Any], cost: float = 8.0) -> dict[str, Any]:
    """Two guards measured with 0.98 each, and a measure against risk; a loss of 1000."""
    case = two_records()
    case["events"] = [
        {"id": name, "text": f"Guard {name} fails", "source": "records", "model": of_record(item)}
        for name, item in (("B1", "EV"), ("B2", "EV2"))
    ]
    for item in case["evidence_items"]:
        item["confidence"] = 0.98
        item["parameters"]["entries"] = "one-rate"
    case["trees"] = [
        {"id": "FT", "title": "A guard fails", "top": "TOP", "gates": [{"id": "TOP", "text": "A guard fails", **top}],
         "target": {"probability": 0.9, "confidence": 0.95, "source": "customer"}}
    ]  # fmt: skip
    case["case"]["study"] = {
        "alarp": {"disproportion": 3, "losses": [{"tree": "FT", "amount": 1000}], "claim": "C8"}
    }
    case["claims"] += [
        {"id": "C8", "text": "Each measure left out is out of proportion", "owner": "A. Author"},
        {"id": "C9", "text": "The measures were collected by the board", "owner": "A. Author",
         "assumed": "Minutes of 3 March", "accepted_by": "B. Judge"},
    ]  # fmt: skip
    case["arguments"] += [
        {"id": "A3", "text": "By the list", "supports": "C8", "block": "substitution", "from": ["C9"], "side_claims": ["C9"]}
    ]  # fmt: skip
    case["risk_reductions"] = [
        {"id": "RR", "title": "No quay", "changes": dict(changes), "cost": cost, "cost_source": "offer"}
    ]
    return case


FILES = {
    "record.csv": "entry,demands,failures\nquay,937,0\n",
    "second.csv": "entry,demands,failures\nbuoy,20,4\n",
}
NEVER_FAILED = beta.ppf(0.98, 1, 937)
LEAST_OF_OTHER, MOST_OF_OTHER = beta.ppf(0.02, 4, 17), beta.ppf(0.98, 5, 16)


@pytest.mark.slow
def test_a_guard_that_never_failed_in_its_tests_may_fail(tmp_path: Path) -> None:
    """Of A or B the measure against A removes A (1 − B): A at its upper limit, B at its lower one, though A's estimate is 0."""
    case = guards({"type": "or", "inputs": ["B1", "B2"]}, {"B1": 0})
    result = assess(load(folder(tmp_path / "case", case, None, FILES)))
    assert result.reductions is not None
    (measure,) = result.reductions.measures
    assert measure.harm == 0.0
    assert measure.harm_at_bounds == pytest.approx(1000 * NEVER_FAILED * (1 - LEAST_OF_OTHER), rel=1e-9)
    assert measure.decision is ReductionDecision.MUST_BE_TAKEN
    assert result.claims["C8"].status is Status.CHALLENGED
    dearer = assess(
        load(
            folder(
                tmp_path / "twin", guards({"type": "or", "inputs": ["B1", "B2"]}, {"B1": 0}, 12), None, FILES
            )
        )
    )
    assert dearer.reductions is not None
    assert dearer.reductions.holds
    assert dearer.claims["C8"].status is Status.SUPPORTED, dearer.claims["C8"].reasons


@pytest.mark.parametrize(
    ("top", "changes", "most"),
    [
        ({"type": "and", "inputs": ["B1", "B2"]}, {"B1": 0}, NEVER_FAILED * MOST_OF_OTHER),
        ({"type": "or", "inputs": ["B1", "B2"]}, {"B1": 0, "B2": 0}, 1 - (1 - NEVER_FAILED) * (1 - MOST_OF_OTHER)),
        ({"type": "or", "inputs": ["B1", "B2"]}, {"EV.probability": 0}, NEVER_FAILED * (1 - LEAST_OF_OTHER)),
        # without the measure the guard fails once in a hundred: the most where the present one does not
        ({"type": "and", "inputs": ["B1", {"type": "not", "inputs": ["B2"]}]}, {"B1": 0}, NEVER_FAILED * (1 - LEAST_OF_OTHER)),
        ({"type": "xor", "inputs": ["B1", "B2"]}, {"B1": 0}, NEVER_FAILED * (1 - 2 * LEAST_OF_OTHER)),
    ],
)  # fmt: skip
def test_each_event_stands_at_the_end_that_raises_the_difference(
    tmp_path: Path, top: dict[str, Any], changes: dict[str, Any], most: float
) -> None:
    result = assess(load(folder(tmp_path / "case", guards(top, changes), None, FILES)))
    assert result.reductions is not None
    (measure,) = result.reductions.measures
    assert measure.harm_at_bounds == pytest.approx(1000 * most, rel=1e-9), measure.problem


def test_a_measure_in_force_that_never_failed(tmp_path: Path) -> None:
    """Without it the guard fails with 0.01: what it removes is the most where it never fails, and neither does the other."""
    case = guards({"type": "or", "inputs": ["B1", "B2"]}, {"B1": 0.01})
    case["risk_reductions"][0]["taken"] = True
    result = assess(load(folder(tmp_path / "case", case, None, FILES)))
    assert result.reductions is not None
    (measure,) = result.reductions.measures
    assert measure.harm_at_bounds == pytest.approx(1000 * 0.01 * (1 - LEAST_OF_OTHER), rel=1e-9)


def test_a_house_event_takes_a_part_of_the_tree_away(tmp_path: Path) -> None:
    case = guards({"type": "or", "inputs": [{"type": "and", "inputs": ["H", "B1"]}, "B2"]}, {"H": False})
    case["house_events"] = [{"id": "H", "text": "The quay is open", "state": True}]
    result = assess(load(folder(tmp_path / "case", case, None, FILES)))
    assert result.reductions is not None
    (measure,) = result.reductions.measures
    assert measure.harm_at_bounds == pytest.approx(1000 * NEVER_FAILED * (1 - LEAST_OF_OTHER), rel=1e-9)


def test_limits_that_do_not_hold_together_with_what_the_target_asks(tmp_path: Path) -> None:
    """They are limits all the same: with none of them counted the harm would be that of the estimates, here none at all."""
    case = guards({"type": "or", "inputs": ["B1", "B2"]}, {"B1": 0})
    case["trees"][0]["target"]["confidence"] = 0.99
    (measure,) = assess(load(folder(tmp_path / "case", case, None, FILES))).reductions.measures  # type: ignore[union-attr]
    assert measure.harm_at_bounds == pytest.approx(1000 * NEVER_FAILED * (1 - LEAST_OF_OTHER), rel=1e-9)


def test_the_total_of_a_common_cause_group(tmp_path: Path) -> None:
    """Without the group a pair fails: its parts move together with the total, the rest stands at its least."""
    case = guards({"type": "or", "inputs": [{"type": "and", "inputs": ["P1", "P2"]}, "B2"]}, {"CC": 0})
    case["events"] = [
        case["events"][1],
        *({"id": p, "text": f"Pump {p} fails", "source": "record"} for p in ("P1", "P2")),
    ]
    case["common_cause"] = [
        {"id": "CC", "model": "beta-factor", "members": ["P1", "P2"], "factors": [0.1], "source": "handbook",
         "total": of_record("EV")}
    ]  # fmt: skip
    result = assess(load(folder(tmp_path / "case", case, None, FILES)))
    assert result.reductions is not None
    (measure,) = result.reductions.measures
    q = NEVER_FAILED
    pair = 1 - (1 - (0.9 * q) ** 2) * (1 - 0.1 * q)
    assert measure.harm_at_bounds == pytest.approx(1000 * pair * (1 - LEAST_OF_OTHER), rel=1e-9), (
        measure.problem
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cost", "number", "status"),
    [(8.0, 0.1, "challenged"), (11.0, 0.1, "challenged"), (11.0, 0.25, "supported")],
)
def test_the_page_says_of_measures_what_the_command_says(
    tmp_path: Path, cost: float, number: float, status: str
) -> None:
    case = guards({"type": "or", "inputs": ["B1", "B2"]}, {"B1": 0}, cost)
    session = Session.open(load(folder(tmp_path / "case", case, None, FILES)))
    model = portable(session.assess(), session)
    assert session.assess([Change(number, event="B2")]).claims["C8"].status.value == status
    assert status_on_the_page(model, {"B2": number}, "C8") == status


# --- any tree ---------------------------------------------------------------------------------------------


def drawn(seed: int, kinds: Sequence[str], shared: bool) -> tuple[Case, dict[str, dict[str, Estimate]]]:
    """A tree of three gates over six events, measured but for one; records in common if ``shared``."""
    rng = random.Random(seed)
    names = [f"E{i}" for i in range(6)]
    gates: list[Gate] = []
    for i in range(2):
        kind = rng.choice(kinds)
        inputs: list[str] = rng.sample(names, 1 if kind == "not" else rng.choice((2, 3)))
        gates.append(gate(f"G{i + 1}", kind, *inputs, **({"k": 2} if kind == "atleast" else {})))
    top = rng.choice([kind for kind in kinds if kind != "not"])
    rest = rng.sample(names, 2)
    gates.insert(0, gate("G0", top, "G1", "G2", *rest, **({"k": 2} if top == "atleast" else {})))
    case = case_of(gates, dict.fromkeys(names, 0.1))
    records = [f"R{rng.randrange(3) if shared else i}" for i in range(6)]
    events = tuple(
        BasicEvent(id=name, model=Constant(probability=0.2) if i == 5 else FromEvidence(type="evidence", evidence=records[i], measure="m"))
        for i, name in enumerate(names)
    )  # fmt: skip
    evidence = {}
    for record in dict.fromkeys(records):
        low, value, high = sorted(rng.choice((1e-4, 1.0)) * rng.random() for _ in range(3))
        if rng.random() < 0.3:
            low = value = 0.0
        evidence[record] = {
            "m": Estimate(value=value, lower=low, upper=high, confidence=0.99, kind=MeasureKind.PER_MISSION)
        }
    return replace(case, events=events), evidence


def changed_events(seed: int, case: Case) -> dict[str, float]:
    rng = random.Random(1000 + seed)
    used = bind_events(case)
    return {
        name: rng.choice((0.0, 1e-5, 0.5)) for name in rng.sample(used, min(len(used), rng.choice((1, 1, 2))))
    }


def bind_events(case: Case) -> list[str]:
    return sorted(
        {i for g in case.trees[0].gates for i in g.inputs if isinstance(i, str) and i.startswith("E")}
    )


def largest_by_enumeration(
    case: Case, tree: BoundTree, changes: Mapping[str, float], *, shared: bool
) -> float:
    """Over every corner (of the records where these are shared: and a grid between), straight from the definitions."""
    names = list(tree.compiled.events)
    true = [w for w in worlds(names) if holds(case, case.trees[0].top, w)]

    def top(p: Mapping[str, float]) -> float:
        return sum(weight(w, p) for w in true)

    keys = sorted(tree.values.uncertain)
    ends = {k: tree.box(None).inputs[k] for k in keys}
    steps = 5 if shared else 2
    best = 0.0
    of = {name: next(iter(tree.values.inputs_at(i)), None) for i, name in enumerate(names)}
    for corner in itertools.product(*(np.linspace(*ends[k], steps) for k in keys)):
        at = dict(zip(keys, corner, strict=True))
        p = {
            name: at[key] if (key := of[name]) else float(tree.values.points[i])
            for i, name in enumerate(names)
        }
        best = max(best, top(p) - top({**p, **{k: v for k, v in changes.items() if k in p}}))
    return best


@pytest.mark.slow
@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("kinds", [COHERENT, ANY])
@pytest.mark.parametrize("seed", range(25))
def test_it_is_the_most_of_any_corner(seed: int, kinds: Sequence[str], shared: bool) -> None:
    case, evidence = drawn(seed, kinds, shared)
    changes = changed_events(seed, case)
    before, after = bind(case, "t", evidence, {}), bind(case, "t", evidence, changes)
    if before.box(None).problem or not before.values.uncertain:
        pytest.skip("nothing is measured")
    change = LargestChange(before, after)
    most = largest_by_enumeration(case, before, changes, shared=shared)
    assert change.most >= most * (1 - 1e-9) - 1e-15
    if not shared:
        assert change.most == pytest.approx(most, rel=1e-9, abs=1e-14)
    back = LargestChange(after, before)
    assert back.most >= 0.0


def test_a_ratio_of_differences_is_printed_without_their_rounding() -> None:
    assert _without_rounding(9.69999999999717, 3e-13) == 9.7
    assert _without_rounding(9.6999, 3e-13) == 9.6999
    assert _without_rounding(1 / 3, 1e-15) == 1 / 3
