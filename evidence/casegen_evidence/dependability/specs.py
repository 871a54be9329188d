"""Domains, distributions and partitions as written in a case folder: data, never code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, StringConstraints, Tag

from casegen_evidence.method import InputProblem, Parameters

if TYPE_CHECKING:
    from casegen_evidence.dependability.conditions import Product
    from casegen_evidence.dependability.domain import Dimension, Domain
    from casegen_evidence.dependability.marginals import Marginal, Normal, Uniform
    from casegen_evidence.dependability.partition import Partition
    from casegen_evidence.dependability.scenarios import ScenarioTests

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Finite = Annotated[float, Field(allow_inf_nan=False)]
Probability = Annotated[float, Field(ge=0, le=1)]


class Spec(BaseModel):
    """Base: immutable, unknown names are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class NumericSpec(Spec):
    """A numeric dimension of the domain."""

    name: Name = Field(description="name; a column of the tables")
    lower: Finite = Field(description="smallest value")
    upper: Finite = Field(description="largest value")
    unit: str = Field("", description="unit, for readers")


class CategoricalSpec(Spec):
    """A categorical dimension of the domain."""

    name: Name = Field(description="name; a column of the tables")
    categories: Annotated[list[Name], Field(min_length=1)] = Field(description="every category")


def _dimension_form(value: Any) -> str:
    keys = value if isinstance(value, dict) else getattr(type(value), "model_fields", {})
    return "categorical" if "categories" in keys else "numeric"


DimensionSpec = Annotated[
    Annotated[NumericSpec, Tag("numeric")] | Annotated[CategoricalSpec, Tag("categorical")],
    Discriminator(_dimension_form),
]


class UniformSpec(Spec):
    """Uniform between ``lower`` and ``upper`` (the ends of the domain unless given)."""

    distribution: Literal["uniform"] = Field(description="the word `uniform`")
    lower: Finite | None = Field(None, description="smallest value; the dimension's if left out")
    upper: Finite | None = Field(None, description="largest value; the dimension's if left out")


class NormalSpec(Spec):
    """Normal; what lies beyond the domain counts as untested."""

    distribution: Literal["normal"] = Field(description="the word `normal`")
    mean: Finite = Field(description="mean")
    sd: Annotated[float, Field(gt=0, allow_inf_nan=False)] = Field(description="standard deviation")


class TruncatedSpec(Spec):
    """``of`` given that it lies between ``lower`` and ``upper`` (the ends of the domain unless given)."""

    distribution: Literal["truncated"] = Field(description="the word `truncated`")
    of: Annotated[UniformSpec | NormalSpec, Field(discriminator="distribution")] = Field(
        description="distribution that is cut off"
    )
    lower: Finite | None = Field(None, description="lower end; the dimension's if left out")
    upper: Finite | None = Field(None, description="upper end; the dimension's if left out")


class ClippedSpec(Spec):
    """``of`` with values beyond ``lower`` and ``upper`` set to the nearer end, which becomes an atom."""

    distribution: Literal["clipped"] = Field(description="the word `clipped`")
    of: Annotated[UniformSpec | NormalSpec, Field(discriminator="distribution")] = Field(
        description="distribution that is clipped"
    )
    lower: Finite | None = Field(None, description="lower end; the dimension's if left out")
    upper: Finite | None = Field(None, description="upper end; the dimension's if left out")


class DiscreteSpec(Spec):
    """Single values with their probabilities."""

    distribution: Literal["discrete"] = Field(description="the word `discrete`")
    values: Annotated[list[Finite], Field(min_length=1)] = Field(description="the values")
    probabilities: Annotated[list[Probability], Field(min_length=1)] = Field(
        description="probability of each value"
    )


class CategoriesSpec(Spec):
    """Probability of each category; those left out have none."""

    distribution: Literal["categorical"] = Field(description="the word `categorical`")
    probabilities: Annotated[dict[Name, Probability], Field(min_length=1)] = Field(
        description="probability of each category"
    )


class EmpiricalSpec(Spec):
    """Recorded values, each equally likely."""

    distribution: Literal["empirical"] = Field(description="the word `empirical`")
    samples: Annotated[list[Finite], Field(min_length=1)] = Field(description="values seen, equally likely")


MarginalSpec = Annotated[
    UniformSpec | NormalSpec | TruncatedSpec | ClippedSpec | DiscreteSpec | CategoriesSpec | EmpiricalSpec,
    Field(discriminator="distribution"),
]


class CorrelationSpec(Spec):
    """Correlation of the normal scores of two dimensions (Gaussian copula)."""

    between: tuple[Name, Name] = Field(description="two dimensions")
    value: Annotated[float, Field(gt=-1, lt=1)] = Field(description="correlation of the copula")


class PartitionSpec(Spec):
    """How the domain is cut into voxels."""

    kind: Literal["grid", "quantile", "k-d"] = Field(
        "k-d",
        description="cells of equal width (grid), of equal mass (quantile), or halved while tests last (k-d)",
    )
    cells: Annotated[int, Field(ge=1, le=10_000)] | dict[Name, Annotated[int, Field(ge=1, le=10_000)]] = (
        Field(10, description="for grid and quantile: intervals per numeric dimension, or by name")
    )
    least: Annotated[int, Field(ge=1)] = Field(50, description="for k-d: tests every voxel keeps")


class TestedParameters(Parameters):
    """What was tested: shared by the methods that read scenario tests."""

    domain: Annotated[list[DimensionSpec], Field(min_length=1)] = Field(
        description="dimensions of a scenario"
    )
    outcomes: dict[Literal["success", "task-failure", "harmful-failure"], list[str]] | None = Field(
        None,
        description="words of the table's outcome column per mode; default: the modes' own names, or 0, 1, 2",
    )
    testing: dict[Name, MarginalSpec] | None = Field(
        None, description="distribution the tests were drawn from, per dimension; unknown if left out"
    )
    partition: PartitionSpec = Field(PartitionSpec(), description="how the domain is cut into voxels")


def domain_of(specs: Sequence[NumericSpec | CategoricalSpec]) -> Domain:
    """The domain; raises :class:`InputProblem` for ends or names that cannot be."""
    from casegen_evidence.dependability.domain import Categorical, Domain, Numeric

    dimensions: list[Dimension] = []
    for s in specs:
        if isinstance(s, NumericSpec):
            dimensions.append(Numeric(s.name, s.lower, s.upper, s.unit))
        else:
            dimensions.append(Categorical(s.name, tuple(s.categories)))
    return Domain(tuple(dimensions))


def product_of(domain: Domain, specs: Mapping[str, Any], what: str) -> Product:
    """Conditions with independent dimensions; every dimension needs its distribution."""
    from casegen_evidence.dependability.conditions import Product

    missing = [name for name in domain.names if name not in specs]
    unknown = [name for name in specs if name not in domain.names]
    if missing or unknown:
        parts = [f"{', '.join(missing)} missing"] if missing else []
        parts += [f"{', '.join(unknown)} not a dimension"] if unknown else []
        raise InputProblem(
            f"expected {what} conditions with a distribution for each of {', '.join(domain.names)}; "
            + "; ".join(parts)
        )
    return Product(domain, tuple(_marginal(d, specs[d.name], what) for d in domain.dimensions))


def _marginal(d: Dimension, spec: Any, what: str) -> Marginal:
    from casegen_evidence.dependability.domain import Categorical
    from casegen_evidence.dependability.marginals import Clipped, Discrete, Truncated, categories, empirical

    wants_categories = isinstance(spec, CategoriesSpec)
    if isinstance(d, Categorical) != wants_categories:
        kind = "categorical" if isinstance(d, Categorical) else "numeric"
        raise InputProblem(
            f"expected a distribution of a {kind} dimension for {d.name} in the {what} conditions, found "
            f"{spec.distribution}"
        )
    if isinstance(d, Categorical):
        return categories(d, spec.probabilities)
    low, high = d.lower, d.upper
    if isinstance(spec, UniformSpec | NormalSpec):
        return _base(spec, low, high)
    if isinstance(spec, TruncatedSpec | ClippedSpec):
        ends = (low if spec.lower is None else spec.lower, high if spec.upper is None else spec.upper)
        form = Truncated if isinstance(spec, TruncatedSpec) else Clipped
        return form(_base(spec.of, low, high), *ends)
    if isinstance(spec, DiscreteSpec):
        if len(spec.values) != len(spec.probabilities) or len(set(spec.values)) != len(spec.values):
            raise InputProblem(
                f"expected different values, each with its probability, for {d.name} in the {what} conditions; found "
                f"{len(spec.values)} values and {len(spec.probabilities)} probabilities"
            )
        return Discrete(dict(zip(spec.values, spec.probabilities, strict=True)))
    return empirical(spec.samples)


def _base(spec: UniformSpec | NormalSpec, lower: float, upper: float) -> Uniform | Normal:
    from casegen_evidence.dependability.marginals import Normal, Uniform

    if isinstance(spec, NormalSpec):
        return Normal(spec.mean, spec.sd)
    return Uniform(lower if spec.lower is None else spec.lower, upper if spec.upper is None else spec.upper)


def partition_of(spec: PartitionSpec, tests: ScenarioTests, conditions: Sequence[Product]) -> Partition:
    """The partition, with a stratum for every atom of ``conditions`` and of the tests, cut at every break."""
    from casegen_evidence.dependability.conditions import merged
    from casegen_evidence.dependability.partition import grid, k_d, quantile

    points = merged([tests.tied(), *(c.points() for c in conditions)])
    breaks = merged([c.breaks() for c in conditions])
    if spec.kind == "k-d":
        return k_d(tests.domain, tests.scenarios, spec.least, points, breaks)
    if spec.kind == "quantile":
        return quantile(tests.domain, tests.scenarios, spec.cells, points, breaks)
    return grid(tests.domain, spec.cells, points, breaks)
