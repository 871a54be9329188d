"""Claims, arguments, evidence: the CAE notation with its five blocks."""

from __future__ import annotations

import datetime
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, model_validator

from casegen.model.fault_tree import Identifier
from casegen.model.quantity import Comparison, Confidence, MeasureKind, Part

Text = Annotated[str, Field(max_length=20_000)]


class Block(StrEnum):
    """The five CAE building blocks (Bloomfield & Netkachova)."""

    DECOMPOSITION = "decomposition"
    SUBSTITUTION = "substitution"
    CONCRETION = "concretion"
    CALCULATION = "calculation"
    EVIDENCE_INCORPORATION = "evidence-incorporation"


class Measure(Part):
    """Which number a requirement speaks of: a tree's top event, or a measure of an evidence item."""

    tree: Identifier | None = None
    evidence: Identifier | None = None
    measure: Identifier | None = None

    @model_validator(mode="after")
    def _one(self) -> Measure:
        if (self.tree is None) == (self.evidence is None):
            raise ValueError("measure names either a tree, or an evidence item with its measure")
        if (self.evidence is None) != (self.measure is None):
            raise ValueError("measure of an evidence item needs both `evidence` and `measure`")
        return self


class TreeTarget(Part):
    """The bound is the target of this tree."""

    target_of: Identifier


class Allocated(Part):
    """The bound is what the tree's target leaves to this event: `P_req`, in the evidence's own kind."""

    tree: Identifier
    event: Identifier


class AllocatedBound(Part):
    """The bound comes from allocation over a fault tree."""

    allocated: Allocated


def _bound_form(value: Any) -> str:
    keys = value if isinstance(value, dict) else getattr(type(value), "model_fields", {})
    return next((form for form in ("target_of", "allocated") if form in keys), "number")


Bound = Annotated[
    Annotated[float, Tag("number")]
    | Annotated[TreeTarget, Tag("target_of")]
    | Annotated[AllocatedBound, Tag("allocated")],
    Discriminator(_bound_form),
    Field(description="a number, {target_of: TREE}, or {allocated: {tree: TREE, event: EVENT}}"),
]


class Requirement(Part):
    """measure (comparison) bound, with a confidence; evaluated by the tool, never typed in as met."""

    measure: Measure
    comparison: Comparison = Comparison.AT_MOST
    bound: Bound
    kind: MeasureKind
    confidence: Confidence | None = None


class Waiver(Part):
    """A quality rule set aside for this node, by whom and why."""

    rule: str
    reason: Annotated[str, Field(min_length=1)]
    by: Annotated[str, Field(min_length=1)]


class InstantiatedFrom(Part):
    """Which pattern, version and parameters made the node."""

    pattern: str
    version: int
    parameters: dict[str, str | int | float | bool | None] = Field(default_factory=dict)
    node: str = ""


class Node(Part):
    """What every node of the argument has."""

    id: Identifier
    text: Annotated[Text, Field(description="what it says")] = ""
    module: Identifier | None = None
    owner: str = ""
    context: tuple[Identifier, ...] = ()
    waive: tuple[Waiver, ...] = ()
    pattern: InstantiatedFrom | None = None
    note: str = ""


class Claim(Node):
    """A proposition.  Supported by one argument, or flagged undeveloped, or assumed."""

    requirement: Requirement | None = None
    undeveloped: bool = False
    assumed: Annotated[str, Field(description="why it may be taken without support")] = ""
    accepted_by: str = ""
    public: bool = Field(False, description="may be referenced from other modules")
    doubt: Annotated[float, Field(ge=0, le=1)] | None = Field(None, description="leaf doubt, for confidence")
    hazards: tuple[Identifier, ...] = Field((), description="HAZOP entries it answers")
    properties: tuple[Identifier, ...] = ()


class Argument(Node):
    """How a claim follows: block, sub-claims or evidence, and the side-claims that warrant the step."""

    supports: Identifier
    block: Block
    premises: tuple[Identifier, ...] = Field(
        (), alias="from", description="sub-claims, sub-cases, or evidence nodes"
    )
    side_claims: tuple[Identifier, ...] = ()
    tree: Identifier | None = Field(None, description="for calculation: the fault tree that is the formula")


class EvidenceNode(Node):
    """A result that supports a claim: a measured item of the case, or an artefact."""

    evidence: Identifier | None = Field(None, description="measured evidence item")
    artefact: str = Field("", description="path or stable address of the document")
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")] | None = None
    version: str = ""
    date: datetime.date | None = None
    accepted_by: str = Field("", description="who judged an artefact sufficient")
    doubt: Annotated[float, Field(ge=0, le=1)] | None = None


class ContextNode(Node):
    """CAE `other` node: context, definition, justification or assumption."""

    kind: Literal["context", "assumption", "definition", "justification"] = "context"
    state: Literal["valid", "unknown", "false"] = "valid"
    requirement: Requirement | None = Field(None, description="makes an assumption falsifiable by evidence")


class SubCase(Node):
    """Repeats a claim that another module presents (an away reference)."""

    claim: Identifier


class Defeater(Node):
    """An objection to a node: rebutting (the claim), undercutting (the step), undermining (the evidence)."""

    target: Identifier
    kind: Literal["rebutting", "undercutting", "undermining"]
    state: Literal["open", "refuted", "accepted"] = "open"
    response: str = ""


class ResidualDoubt(Node):
    """A doubt that stays, and who accepted it."""

    target: Identifier
    reason: str = ""
    accepted_by: str = ""


class Module(Part):
    """A named part of the argument, drawn on pages of its own."""

    id: Identifier
    title: str = ""
    text: str = ""
