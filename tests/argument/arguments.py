"""Small arguments built in Python for the tests of rules and status."""

from __future__ import annotations

from typing import Any

from casegen.model.argument import (
    Argument,
    Block,
    Claim,
    ContextNode,
    Defeater,
    EvidenceNode,
    Requirement,
    ResidualDoubt,
    SubCase,
)
from casegen.model.case import Case, Header
from casegen.model.evidence import EvidenceSpec
from casegen.model.quantity import Comparison, MeasureKind
from casegen.model.results import EvidenceState, Freshness, RequirementResult


def claim(id: str, **more: Any) -> Claim:
    return Claim(id=id, text=f"The part {id} works", **more)


def accepted(id: str, **more: Any) -> Claim:
    return claim(id, assumed="by review", accepted_by="assessor", **more)


def argument(id: str, supports: str, *premises: str, side: tuple[str, ...] = (), **more: Any) -> Argument:
    block = more.pop("block", Block.DECOMPOSITION)
    given = {"from": premises, "side_claims": side, **more}
    return Argument(id=id, text=f"Why {supports} follows", supports=supports, block=block, **given)


def measured(id: str, item: str, **more: Any) -> EvidenceNode:
    return EvidenceNode(id=id, text=f"Result of {item}", evidence=item, **{"accepted_by": "assessor", **more})


def artefact(id: str, **more: Any) -> EvidenceNode:
    given = {"owner": "tester", "version": "1", "date": "2026-01-01", "sha256": "0" * 64, **more}
    return EvidenceNode(id=id, text=f"Record {id}", artefact=f"{id}.pdf", **given)


def requirement(item: str = "EV", bound: float = 1e-3) -> Requirement:
    return Requirement.model_validate(
        {
            "measure": {"evidence": item, "measure": "pmi"},
            "bound": bound,
            "kind": "probability-per-demand",
            "confidence": 0.95,
        }
    )


def met(holds: bool | None, problem: str = "") -> RequirementResult:
    compared = None if holds is None else 5e-4 if holds else 2e-3
    return RequirementResult(
        "pmi ≤ 0.001", Comparison.AT_MOST, 1e-3, MeasureKind.PER_DEMAND, 0.95, None, compared, holds, problem
    )


def state(item: str, freshness: Freshness = Freshness.FRESH, *why: str) -> EvidenceState:
    return EvidenceState(item, freshness, why)


def case(*nodes: Any, roots: tuple[str, ...] = ("C1",), items: tuple[str, ...] = (), **more: Any) -> Case:
    """A case from nodes of any kind; ``items`` are ids of measured evidence."""

    def of(kind: type) -> tuple[Any, ...]:
        return tuple(node for node in nodes if type(node) is kind)

    return Case(
        header=Header(id="T", title="Test", roots=roots),
        claims=of(Claim),
        arguments=of(Argument),
        evidence=of(EvidenceNode),
        contexts=of(ContextNode),
        sub_cases=of(SubCase),
        defeaters=of(Defeater),
        residual_doubts=of(ResidualDoubt),
        evidence_items=tuple(EvidenceSpec(id=item, method="any", owner="tester") for item in items),
        **more,
    )
