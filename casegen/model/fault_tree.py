"""Fault trees: gates, basic and house events, event models, parameters, common-cause groups.

Events, parameters and common-cause groups belong to the case, so that several trees share them; gates
belong to a tree and may be named by another tree (a transfer).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, model_validator

from casegen.model.quantity import (
    Confidence,
    Distribution,
    Exposure,
    MeasureKind,
    NonNegative,
    Part,
    Positive,
    Probability,
)

Identifier = Annotated[
    str, Field(min_length=1, max_length=200, pattern=r"^[^\s/\\<>\"'&][^/\\<>\"'&\n\r\t]*$")
]


class GateType(StrEnum):
    """Gate types; ``atleast`` needs ``k``, ``cardinality`` needs ``k`` and ``k_max``."""

    AND = "and"
    OR = "or"
    NOT = "not"
    XOR = "xor"
    NAND = "nand"
    NOR = "nor"
    IFF = "iff"
    ATLEAST = "atleast"
    CARDINALITY = "cardinality"
    INHIBIT = "inhibit"
    PRIORITY_AND = "priority-and"


_ARITY: dict[GateType, tuple[int, int | None]] = {
    GateType.NOT: (1, 1),
    GateType.XOR: (2, None),
    GateType.IFF: (2, 2),
    GateType.PRIORITY_AND: (2, None),
    GateType.INHIBIT: (1, None),
}


def _named_or_nested(value: Any) -> str:
    return "name" if isinstance(value, str) else "formula"


Input = Annotated[
    Annotated[Identifier, Tag("name")] | Annotated["Formula", Tag("formula")], Discriminator(_named_or_nested)
]


class Formula(Part):
    """A gate without a name, nested in another gate's inputs."""

    type: GateType
    inputs: Annotated[tuple[Input, ...], Field(min_length=1)]
    k: Annotated[int, Field(ge=0)] | None = None
    k_max: Annotated[int, Field(ge=0)] | None = None
    condition: Identifier | None = None

    @model_validator(mode="after")
    def _arity(self) -> Formula:
        low, high = _ARITY.get(self.type, (1, None))
        n = len(self.inputs)
        if n < low or (high is not None and n > high):
            wanted = f"exactly {low}" if low == high else f"at least {low}"
            raise ValueError(f"gate of type {self.type} needs {wanted} inputs, found {n}")
        counting = self.type in (GateType.ATLEAST, GateType.CARDINALITY)
        if counting and self.k is None:
            raise ValueError(f"gate of type {self.type} needs k")
        if not counting and self.k is not None:
            raise ValueError(f"k belongs to atleast and cardinality gates only, found on {self.type}")
        if self.k is not None and self.k > n:
            raise ValueError(f"k = {self.k} is more than the {n} inputs")
        if (self.type is GateType.CARDINALITY) != (self.k_max is not None):
            raise ValueError("k_max belongs to, and is needed by, cardinality gates")
        if self.k_max is not None and self.k is not None and not self.k <= self.k_max <= n:
            raise ValueError(f"cardinality needs k <= k_max <= inputs, found {self.k}, {self.k_max}, {n}")
        if (self.type is GateType.INHIBIT) != (self.condition is not None):
            raise ValueError("condition belongs to, and is needed by, inhibit gates")
        return self


class Gate(Formula):
    """A named gate: what the event it stands for is, and from which inputs it follows."""

    id: Identifier
    text: str = ""


# --- numbers inside event models -----------------------------------------------------------------


class ParameterRef(Part):
    """The value of a parameter of the case; events that share it are sampled together."""

    parameter: Identifier


class Operation(Part):
    """Arithmetic on values, as Open-PSA expressions have it."""

    op: Literal["add", "sub", "mul", "div", "neg", "exp", "log", "pow", "sqrt", "min", "max", "mean"]
    args: Annotated[tuple[Value, ...], Field(min_length=1)]


def _form(value: Any) -> str:
    """Which form of a value was meant: decides by the key present, so that errors speak of one form."""
    keys = value if isinstance(value, dict) else getattr(type(value), "model_fields", {})
    for form in ("parameter", "distribution", "op"):
        if form in keys:
            return form
    return "number"


Value = Annotated[
    Annotated[float, Tag("number")]
    | Annotated[ParameterRef, Tag("parameter")]
    | Annotated[Distribution, Tag("distribution")]
    | Annotated[Operation, Tag("op")],
    Discriminator(_form),
    Field(description="a number, {parameter: ID}, a distribution, or {op: mul, args: […]}"),
]


class Parameter(Part):
    """A named number, possibly uncertain."""

    id: Identifier
    value: Value
    text: str = ""
    unit: str = ""
    source: str = ""


# --- event models --------------------------------------------------------------------------------


class Constant(Part):
    """A probability of ``kind``; with ``exposure`` it is converted to the tree's kind."""

    type: Literal["constant"] = "constant"
    probability: Value
    kind: MeasureKind = MeasureKind.PER_MISSION
    exposure: Exposure | None = None


class Exponential(Part):
    """1 - exp(-rate*t); ``rate`` per hour, t the mission time unless ``hours`` is given."""

    type: Literal["exponential"]
    rate: Value
    hours: Value | None = None


class Weibull(Part):
    """1 - exp(-((t - location)/scale)**shape)."""

    type: Literal["weibull"]
    scale: Value
    shape: Value
    location: Value = 0.0
    hours: Value | None = None


class Glm(Part):
    """Failure on demand, then failure and repair in operation (Open-PSA GLM)."""

    type: Literal["glm"]
    on_demand: Value
    failure_rate: Value
    repair_rate: Value = 0.0
    hours: Value | None = None


class PeriodicTest(Part):
    """Exponential failures revealed by a test every ``interval`` hours, the first after ``first``."""

    type: Literal["periodic-test"]
    failure_rate: Value
    interval: Value
    first: Value
    repair_rate: Value | None = None
    hours: Value | None = None


class FromEvidence(Part):
    """A measured probability: evidence item, measure, and the exposure that makes it per mission."""

    type: Literal["evidence"]
    evidence: Identifier
    measure: Identifier
    exposure: Exposure | None = None
    complement: bool = Field(False, description="use 1 - measure (coverage to miss rate)")


EventModel = Annotated[
    Constant | Exponential | Weibull | Glm | PeriodicTest | FromEvidence, Field(discriminator="type")
]


class BasicEvent(Part):
    """A leaf of a fault tree.  Without a model it is undeveloped and cannot be quantified."""

    id: Identifier
    text: str = ""
    model: EventModel | None = None
    undeveloped: bool = Field(False, description="drawn as a diamond: could be developed further, is not")
    conditional: bool = Field(False, description="drawn as an oval: the condition of an inhibit gate")
    component: str = ""
    source: str = Field("", description="where the number comes from")


class HouseEvent(Part):
    """An event known to be true or false."""

    id: Identifier
    state: bool
    text: str = ""


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

    id: Identifier
    model: CcfModel
    members: Annotated[tuple[Identifier, ...], Field(min_length=2)]
    total: EventModel
    factors: Annotated[tuple[Value, ...], Field(min_length=1)]
    text: str = ""


class Target(Part):
    """What the top event may cost: the tolerable probability, and where it comes from."""

    probability: Probability
    confidence: Confidence | None = None
    source: str = ""


class AllocationBound(Part):
    """What allocation may ask of one event: lower and upper limit, and the price of a decade of reduction."""

    event: Identifier
    at_least: Probability = 0.0
    at_most: Probability = 1.0
    cost_per_decade: Positive = 1.0


class FaultTree(Part):
    """One fault tree: its top gate and the gates it owns."""

    id: Identifier
    title: str = ""
    text: str = ""
    top: Identifier
    kind: MeasureKind = Field(MeasureKind.PER_MISSION, description="what the top event's probability is per")
    mission_time: NonNegative | None = Field(None, description="hours")
    target: Target | None = None
    properties: tuple[Identifier, ...] = Field((), description="mission properties the top event violates")
    allocation: tuple[AllocationBound, ...] = Field(
        (), description="limits and prices that allocation respects"
    )
    gates: Annotated[tuple[Gate, ...], Field(min_length=1)]


Formula.model_rebuild()
Operation.model_rebuild()
