"""Claims, arguments, evidence: the CAE notation with its five blocks."""

from __future__ import annotations

import datetime
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, model_validator

from casegen.model.fault_tree import Identifier
from casegen.model.file_path import PathText
from casegen.model.part import LONGEST, Part
from casegen.model.quantity import Comparison, Confidence, MeasureKind
from casegen.model.read_only import SHARED, ReadOnly
from casegen.model.waiver import Waivers

Text = Annotated[str, Field(max_length=LONGEST)]


class Block(StrEnum):
    """The five CAE building blocks (Bloomfield & Netkachova)."""

    DECOMPOSITION = "decomposition"
    SUBSTITUTION = "substitution"
    CONCRETION = "concretion"
    CALCULATION = "calculation"
    EVIDENCE_INCORPORATION = "evidence-incorporation"


class MeasureReference(Part):
    """Which number a requirement speaks of: a tree's top event, or a measure of an evidence item."""

    tree: Identifier | None = Field(None, description="fault tree whose top event is meant")
    evidence: Identifier | None = Field(None, description="evidence item")
    measure: Identifier | None = Field(None, description="measure of that evidence item")

    @model_validator(mode="after")
    def _one(self) -> MeasureReference:
        if (self.tree is None) == (self.evidence is None):
            raise ValueError("measure names either a tree, or an evidence item with its measure")
        if (self.evidence is None) != (self.measure is None):
            raise ValueError("measure of an evidence item needs both `evidence` and `measure`")
        return self


class TreeTarget(Part):
    """The bound is the target of this tree."""

    target_of: Identifier = Field(description="fault tree whose target is the bound")


class Allocated(Part):
    """The bound is what the tree's target leaves to this event: `P_req`, in the evidence's own kind."""

    tree: Identifier = Field(description="fault tree whose target is broken down")
    event: Identifier = Field(
        description="basic event, or common-cause group by its total, that the bound is for"
    )


class AllocatedBound(Part):
    """The bound comes from allocation over a fault tree."""

    allocated: Allocated = Field(description="tree and event")


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

    measure: MeasureReference = Field(description="the number that is compared with the bound")
    comparison: Comparison = Field(Comparison.AT_MOST, description="the side it must be on")
    bound: Bound
    kind: MeasureKind = Field(description="what one unit of the bound is")
    confidence: Confidence | None = Field(
        None, description="one-sided confidence of the measure's bound; without one its value is compared"
    )


class InstantiatedFrom(Part):
    """Which pattern, version and parameters made the node."""

    pattern: str = Field(description="name of the pattern")
    version: int = Field(description="its version")
    parameters: Annotated[dict[str, str | int | float | bool | None], SHARED] = Field(
        default_factory=ReadOnly, description="the parameters it was given"
    )
    node: str = Field("", description="node of the pattern")


class Node(Part):
    """What every node of the argument has."""

    id: Identifier = Field(description="name of the part; no other part of its kind has it")
    text: Annotated[Text, Field(description="what it says")] = ""
    module: Identifier | None = Field(None, description="module it belongs to; that of the file if left out")
    owner: str = Field("", description="who answers for it")
    context: tuple[Identifier, ...] = Field((), description="contexts and assumptions it is to be read in")
    review_by: datetime.date | None = Field(
        None, description="date until which it is to be reviewed again; after it the part is stale"
    )
    waive: Waivers = ()
    pattern: InstantiatedFrom | None = Field(None, description="record of the pattern that made it")
    note: str = Field("", description="remarks; not part of the argument")


class Claim(Node):
    """A proposition.  Supported by one argument, or flagged undeveloped, or assumed."""

    requirement: Requirement | None = Field(None, description="number that must hold, besides the support")
    undeveloped: bool = Field(False, description="true: nothing supports it yet")
    assumed: Annotated[str, Field(description="why it may be taken without support")] = ""
    accepted_by: str = Field("", description="who accepted the assumption")
    public: bool = Field(False, description="may be referenced from other modules")
    doubt: Annotated[float, Field(ge=0, le=1)] | None = Field(
        None, description="probability that it is wrong all the same, for confidence"
    )
    hazards: tuple[Identifier, ...] = Field((), description="HAZOP entries it answers")
    properties: tuple[Identifier, ...] = Field((), description="mission properties it is about")


class Argument(Node):
    """How a claim follows: block, sub-claims or evidence, and the side-claims that warrant the step."""

    supports: Identifier = Field(description="claim that follows")
    block: Block = Field(description="kind of step")
    premises: tuple[Identifier, ...] = Field(
        (), alias="from", description="sub-claims, sub-cases, or evidence nodes"
    )
    side_claims: tuple[Identifier, ...] = Field((), description="claims that warrant the step")
    tree: Identifier | None = Field(None, description="for calculation: the fault tree that is the formula")


class EvidenceNode(Node):
    """A result that supports a claim: a measured item of the case, or an artefact."""

    evidence: Identifier | None = Field(None, description="measured evidence item")
    artefact: PathText = Field("", description="path or stable address of the document")
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")] | None = Field(
        None, description="hash of the artefact"
    )
    version: str = Field("", description="version of the artefact")
    date: datetime.date | None = Field(None, description="date of the artefact")
    accepted_by: str = Field("", description="who judged an artefact sufficient")
    doubt: Annotated[float, Field(ge=0, le=1)] | None = Field(
        None, description="probability that it does not show what it should, for confidence"
    )


class ContextNode(Node):
    """CAE `other` node: context, definition, justification or assumption."""

    kind: Literal["context", "assumption", "definition", "justification"] = Field(
        "context", description="what it is"
    )
    state: Literal["valid", "unknown", "false"] = Field(
        "valid", description="of an assumption: whether it holds"
    )
    requirement: Requirement | None = Field(None, description="makes an assumption falsifiable by evidence")
    accepted_by: str = Field("", description="who accepted an assumption that nothing measures")


class SubCase(Node):
    """Repeats a claim that another module presents (an away reference)."""

    claim: Identifier = Field(description="public claim of another module")


MOST_DOUBT = 0.5
"""beyond it a part is more likely to be wrong than right"""


class Defeater(Node):
    """An objection to a node: rebutting (the claim), undercutting (the step), undermining (the evidence)."""

    target: Identifier = Field(description="node, or link as ARGUMENT:NODE")
    kind: Literal["rebutting", "undercutting", "undermining"] = Field(
        description="what it attacks: a claim, a step, or evidence"
    )
    state: Literal["open", "refuted", "accepted"] = Field("open", description="what became of it")
    response: str = Field("", description="the answer to it")
    refuted_by: str = Field(
        "", description="who judged the answer sufficient; not who raised the objection (`owner`)"
    )


class ResidualDoubt(Node):
    """A doubt that stays, and who accepted it."""

    target: Identifier = Field(description="node or defeater that the doubt is about")
    reason: str = Field("", description="why it is tolerable")
    accepted_by: str = Field("", description="who accepted it")


class Module(Part):
    """A named part of the argument, drawn on pages of its own."""

    id: Identifier = Field(description="name of the part; no other part of its kind has it")
    title: str = Field("", description="heading in the documents")
    text: str = Field("", description="what the module is about")
