"""A smallest set of repairs makes the case hold, and no part of it does: random arguments without numbers."""

from __future__ import annotations

import datetime
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import strategies as st

from casegen.argument import Repair, repairs, status
from casegen.model.case import Case
from casegen.model.results import EvidenceState, Freshness
from tests.argument.arguments import argument, artefact, case, claim
from tests.repetitions import tried

PAST, ITEM = datetime.date(2020, 1, 1), "EV"
CAUSES = ("overdue", "doubted", "objected", "no acceptance")
OF_ROOT, OF_EVIDENCE = (*CAUSES, "conceded"), (*CAUSES, "withdrawn")


def node_keys(causes: set[str]) -> dict[str, Any]:
    return {
        **({"review_by": PAST} if "overdue" in causes else {}),
        **({"doubt": 0.7} if "doubted" in causes else {}),
    }


@st.composite
def troubled(draw: st.DrawFn) -> Case:
    """A root that rests on assumptions, artefacts and contexts, each with any of the causes that keep it from holding."""
    nodes: list[Any] = []
    premises = [f"P{k}" for k in range(draw(st.integers(1, 3)))]
    kinds = dict.fromkeys((*premises, "X"), CAUSES) | {"E": OF_EVIDENCE, "C1": OF_ROOT}
    causes = {name: draw(st.sets(st.sampled_from(those))) for name, those in kinds.items()}
    by = {name: "" if "no acceptance" in those else "assessor" for name, those in causes.items()}
    used = draw(st.lists(st.sampled_from(["C1", *premises]), unique=True))
    at = {name: {"context": ["X"]} if name in used else {} for name in ("C1", *premises)}
    nodes.append(claim("C1", **at["C1"], **node_keys(causes["C1"])))
    nodes.append(argument("A1", "C1", *premises))
    for name in premises:
        nodes.append(
            claim(name, assumed="by review", accepted_by=by[name], **at[name], **node_keys(causes[name]))
        )
    nodes[2] = claim("P0", **at["P0"], **node_keys(causes["P0"]))  # else all would be assumed
    nodes += [argument("B", "P0", "E", block="evidence-incorporation")]
    note = "withdrawn, see E2" if "withdrawn" in causes["E"] else ""
    nodes += [artefact("E", accepted_by=by["E"], note=note, **node_keys(causes["E"]))]
    return with_objections(nodes, causes, used, by["X"])


def with_objections(nodes: list[Any], causes: dict[str, set[str]], used: list[str], by: str) -> Case:
    from casegen.model.argument import ContextNode, Defeater, ResidualDoubt

    if "conceded" in causes["C1"]:
        nodes.append(Defeater(id="D", text="It is not so", target="C1", kind="rebutting", state="accepted"))
        nodes.append(
            ResidualDoubt(
                id="R", text="A little", target="D", owner="B", reason="It is rare", accepted_by="assessor"
            )
        )
    if used:
        date = node_keys(causes["X"] - {"doubted"})
        nodes.append(ContextNode(id="X", kind="assumption", text="It is dry", accepted_by=by, **date))
    for name, those in causes.items():
        if "objected" in those and (name != "X" or used):
            nodes.append(Defeater(id=f"D-{name}", text="It is not so", target=name, kind="undermining"))
    return case(*nodes)


def repaired(before: Case, done: tuple[Repair, ...]) -> Case:
    """The case once the repairs are made, each as its action asks."""
    names = ("claims", "evidence", "contexts", "defeaters", "residual_doubts")
    sections = {name: list(getattr(before, name)) for name in names}
    for repair in done:
        if repair.action.startswith(("refute", "change what it is against")):
            sections["defeaters"] = [d for d in sections["defeaters"] if d.id != repair.target]
            doubts = sections["residual_doubts"]
            sections["residual_doubts"] = [d for d in doubts if d.target != repair.target]
            continue
        if repair.action.startswith("review"):
            change: dict[str, Any] = {"review_by": None}
        elif repair.action.startswith("settle"):
            change = {"doubt": None}
        elif repair.action.startswith("argue with other evidence"):
            change = {"note": ""}
        else:
            change = {"accepted_by": "assessor"}
        for name, nodes in sections.items():
            sections[name] = [n.model_copy(update=change) if n.id == repair.target else n for n in nodes]
    return replace(before, **{name: tuple(nodes) for name, nodes in sections.items()})


def holds(of: Case) -> bool:
    return status(of, {}, {ITEM: EvidenceState(ITEM, Freshness.FRESH)}, {}).supported


@pytest.mark.slow
@tried(troubled(), often=200)
def test_a_smallest_set_is_enough_and_nothing_of_it_is_left_out(built: Case) -> None:
    for one in repairs(built, {}, {}, {}):
        assert holds(repaired(built, one)), one
        for part in combinations(one, max(len(one) - 1, 0)):
            assert not one or not holds(repaired(built, part)), part
