"""Fault trees: gates, basic and house events, common-cause groups, targets.

Events, parameters and common-cause groups belong to the case, so that several trees share them; gates
belong to a tree and may be named by another tree (a transfer).  Numbers and event models stand in
:mod:`casegen.model.event_model` and are named here too: whoever reads trees needs both.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

from pydantic import Discriminator, Field, Tag, ValidationInfo, field_validator, model_validator

from casegen.model.event_model import (
    Constant,
    EventModel,
    Exponential,
    FromEvidence,
    Glm,
    Identifier,
    MissionTime,
    Operation,
    Parameter,
    ParameterRef,
    PeriodicTest,
    Value,
    Weibull,
)
from casegen.model.gates import GATES, GateRow, GateType
from casegen.model.part import Part
from casegen.model.plural import counted
from casegen.model.quantity import Confidence, MeasureKind, NonNegative, Positive, Probability
from casegen.model.sentence import NOTHING, Sentence, worded
from casegen.model.waiver import Waivers

__all__ = [
    "UNSTATED", "AllocationBound", "BasicEvent", "CcfModel", "CommonCauseGroup", "Constant", "EventModel", "Exponential",
    "FaultTree", "Formula", "FromEvidence", "Gate", "GateType", "Glm", "HouseEvent", "Identifier",
    "IndependentRecords", "Input", "MissionTime", "Operation", "Parameter", "ParameterRef", "PeriodicTest",
    "Target", "Value", "Weibull",
]  # fmt: skip


def _named_or_nested(value: Any) -> str:
    return "name" if isinstance(value, str) else "formula"


Input = Annotated[
    Annotated[Identifier, Tag("name")] | Annotated["Formula", Tag("formula")], Discriminator(_named_or_nested)
]


def _wrong(key: str, own: str, kind: GateType, *, needed: bool) -> str:
    """That a gate lacks a key, or has one that its type does not take; ``own``: which of casegen's types takes it."""
    if needed:
        return f"gate of type {kind} needs {'a ' if key == 'condition' else ''}{key}"
    return f"{key} belongs to {own} gates, found on {kind}"


class Formula(Part):
    """A gate without a name, nested in another gate's inputs."""

    type: GateType = Field(description="gate type")
    inputs: Annotated[tuple[Input, ...], Field(min_length=1)] = Field(
        description="ids of gates and events, or gates without a name"
    )
    k: Annotated[int, Field(ge=0)] | None = Field(
        None, description="how many inputs at least (atleast, cardinality)"
    )
    k_max: Annotated[int, Field(ge=0)] | None = Field(
        None, description="how many inputs at most (cardinality)"
    )
    condition: Identifier | None = Field(
        None, description="event that must hold for an inhibit gate to pass its input on"
    )

    @model_validator(mode="after")
    def _arity(self) -> Formula:
        row, n = self.row, len(self.inputs)
        low, high = row.least, row.most
        if n < low or (high is not None and n > high):
            wanted = "exactly" if low == high else "at least"
            raise ValueError(f"gate of type {self.type} needs {wanted} {counted(low, 'input')}, found {n}")
        if row.takes_k and self.k is None:
            raise ValueError(f"gate of type {self.type} needs k")
        if not row.takes_k and self.k is not None:
            raise ValueError(f"k belongs to atleast and cardinality gates only, found on {self.type}")
        if self.k is not None and self.k > n:
            raise ValueError(f"k = {self.k} is more than the {n} inputs")
        if row.takes_k_max != (self.k_max is not None):
            raise ValueError(_wrong("k_max", "cardinality", self.type, needed=row.takes_k_max))
        if self.k_max is not None and self.k is not None and not self.k <= self.k_max <= n:
            raise ValueError(f"cardinality needs k <= k_max <= inputs, found {self.k}, {self.k_max}, {n}")
        if row.conditional != (self.condition is not None):
            raise ValueError(_wrong("condition", "inhibit", self.type, needed=row.conditional))
        return self

    @property
    def row(self) -> GateRow:
        """What the type means, is drawn as and is called elsewhere."""
        return GATES[self.type]

    @property
    def limits(self) -> tuple[int, int]:
        """``k`` and ``k_max``, the gate's own or those that its type fixes; 0 where it has none."""
        row = self.row
        return (self.k or 0, self.k_max or 0) if row.k is None else (row.k, row.k_max or 0)

    def holds(self, true: int) -> bool:
        """Whether the gate holds when ``true`` of its inputs do, a condition counted among them."""
        return self.row.holds(true, len(self.inputs) + (self.condition is not None), *self.limits)


class Gate(Formula):
    """A named gate: what the event it stands for is, and from which inputs it follows."""

    id: Identifier = Field(description="name of the part; no other part of its kind has it")
    text: str = Field("", description="the event that the gate stands for")


class BasicEvent(Part):
    """A leaf of a fault tree.  Without a model it is undeveloped and cannot be quantified."""

    id: Identifier = Field(description="name of the part; no other part of its kind has it")
    text: str = Field("", description="what happens")
    model: EventModel | None = Field(
        None, description="its probability: constant, a model in time, or a measurement"
    )
    undeveloped: bool = Field(False, description="drawn as a diamond: could be developed further, is not")
    conditional: bool = Field(False, description="drawn as an oval: the condition of an inhibit gate")
    component: str = Field("", description="what fails")
    source: str = Field("", description="where the number comes from")
    waive: Waivers = ()


class HouseEvent(Part):
    """An event known to be true or false."""

    id: Identifier = Field(description="name of the part; no other part of its kind has it")
    state: bool = Field(description="whether it is the case")
    text: str = Field("", description="what it is")


class CcfModel(StrEnum):
    """Common-cause models, as in Open-PSA."""

    BETA_FACTOR = "beta-factor"
    MGL = "mgl"
    ALPHA_FACTOR = "alpha-factor"
    PHI_FACTOR = "phi-factor"


class CommonCauseGroup(Part):
    """Events that fail together: total probability ``model`` and level ``factors``.

    ``factors``: beta-factor [beta]; MGL [beta, gamma, …] for levels 2, 3, …; alpha and phi factors
    [level 1, level 2, …].
    """

    id: Identifier = Field(description="name of the part; no other part of its kind has it")
    model: CcfModel = Field(description="common-cause model")
    members: Annotated[tuple[Identifier, ...], Field(min_length=2)] = Field(
        description="basic events that can fail together"
    )
    total: EventModel = Field(
        description="total failure probability of one member; of phi factors the number that each factor multiplies: "
        "factor k times it is the probability of each cause that fails k members"
    )
    factors: Annotated[tuple[Value, ...], Field(min_length=1)] = Field(
        description="the model's factors, by level"
    )
    text: str = Field("", description="what they have in common")
    source: str = Field("", description="where the factors, and a total that is typed, come from")

    @property
    def most_factors(self) -> int:
        """So many factors the model takes: one each level that it tells apart."""
        n = len(self.members)
        return {CcfModel.BETA_FACTOR: 1, CcfModel.MGL: n - 1}.get(self.model, n)

    @property
    def too_many_factors(self) -> Sentence:
        """What is wrong with the number of factors; empty where the model takes as many."""
        if len(self.factors) <= self.most_factors:
            return NOTHING
        return worded(
            "tree_problem.factors",
            "common-cause group {group} ({model}, {members} members) takes at most {n} factor, found {given}|"
            "common-cause group {group} ({model}, {members} members) takes at most {n} factors, found {given}",
            group=self.id, model=self.model, members=len(self.members), n=self.most_factors,
            given=len(self.factors),
        )  # fmt: skip


class Target(Part):
    """The tolerable probability of the top event, and where it comes from."""

    probability: NonNegative = Field(
        description="tolerable probability of the top event, or its rate, per what the tree's `kind` says [kind]"
    )
    confidence: Confidence | None = Field(
        None, description="one-sided confidence at which the top event is compared with it"
    )
    source: str = Field("", description="where the target comes from")


class _ProbabilityTarget(Target):
    """The target of a tree whose top event has a probability."""

    probability: Probability


class IndependentRecords(Part):
    """Records that are independent of each other and of all other evidence of the tree, and the claim that argues it."""

    evidence: Annotated[tuple[Identifier, ...], Field(min_length=2)] = Field(
        description="evidence items with data of their own"
    )
    claim: Identifier = Field(description="claim that argues why the records are independent")


class AllocationBound(Part):
    """What allocation may ask of one event: lower and upper limit, and the price of a decade of reduction."""

    event: Identifier = Field(description="basic event")
    at_least: Probability = Field(
        0.0, description="allocation asks for no less than this, or than today's value where that is less"
    )
    at_most: Probability = Field(1.0, description="allocation grants no more than this")
    cost_per_decade: Positive = Field(
        1.0, description="price of making the event ten times rarer [any currency]"
    )


UNSTATED = AllocationBound(event="unstated")
"""what allocation may ask of an event of which nothing is stated; always so of a combination, whose name no file has"""


class FaultTree(Part):
    """One fault tree: its top gate and the gates it owns."""

    id: Identifier = Field(description="name of the part; no other part of its kind has it")
    title: str = Field("", description="heading in the documents")
    text: str = Field("", description="scope and assumptions of the tree")
    top: Identifier = Field(description="id of the top gate")
    kind: MeasureKind = Field(MeasureKind.PER_MISSION, description="what the top event's probability is per")
    mission_time: NonNegative | None = Field(None, description="mission time [h]")
    target: Target | None = Field(None, description="tolerable probability of the top event")
    properties: tuple[Identifier, ...] = Field((), description="mission properties the top event violates")
    independent: IndependentRecords | None = Field(
        None,
        description="records whose limits may be taken together: the bound is smaller than with each by itself",
    )
    independent_events: Identifier | None = Field(
        None,
        description="claim that argues why events of the tree occur independently of each other",
    )
    allocation: tuple[AllocationBound, ...] = Field(
        (), description="limits and prices that allocation respects"
    )
    waive: Waivers = ()
    gates: Annotated[tuple[Gate, ...], Field(min_length=1)] = Field(
        description="the gates that belong to this tree"
    )

    @field_validator("target")
    @classmethod
    def _in_its_kind(cls, target: Target | None, info: ValidationInfo) -> Target | None:
        if target is not None and info.data.get("kind") is not MeasureKind.PER_HOUR:
            _ProbabilityTarget.model_validate(target.model_dump())
        return target
