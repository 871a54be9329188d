"""Numbers of basic events: values and expressions, parameters, and the models of an event's probability."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, model_validator

from casegen.model.part import Part
from casegen.model.quantity import UNSIGNED_ZERO, Distribution, Exposure, MeasureKind

Identifier = Annotated[
    str, Field(min_length=1, max_length=200, pattern=r"^[^\s/\\<>\"'&][^/\\<>\"'&\n\r\t]*$")
]


class ParameterRef(Part):
    """The value of a parameter of the case; events that share it are sampled together."""

    parameter: Identifier = Field(description="id of a parameter of the case")


class MissionTime(Part):
    """The mission time in hours, as a number in an expression."""

    time: Literal["mission"] = Field(description="the word `mission`: the mission time in hours")


_UNARY_OPERATIONS = ("neg", "abs", "exp", "log", "log10", "sqrt", "ceil", "floor", "sin", "cos", "tan", "asin",
                     "acos", "atan", "sinh", "cosh", "tanh", "not")  # fmt: skip
_OPERATION_ARITY: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(_UNARY_OPERATIONS, (1,)),
    **dict.fromkeys(("pow", "mod", "eq", "df", "lt", "gt", "leq", "geq", "exponential"), (2,)),
    "glm": (4,),
    "weibull": (4,),
    "periodic-test": (4, 5, 11),
}


class Operation(Part):
    """Arithmetic on values, as Open-PSA expressions have it; conditions are numbers, 0 for false.

    ``ite`` takes condition, then, else; more pairs of condition and then may stand before the else, of which the first
    that holds counts.  ``exponential`` (rate, time), ``glm`` (on demand, failure rate, repair
    rate, time), ``weibull`` (scale, shape, location, time) and ``periodic-test`` are the event models as
    numbers.
    """

    op: Literal[
        "add",
        "sub",
        "mul",
        "div",
        "neg",
        "abs",
        "exp",
        "log",
        "log10",
        "pow",
        "sqrt",
        "mod",
        "ceil",
        "floor",
        "sin",
        "cos",
        "tan",
        "asin",
        "acos",
        "atan",
        "sinh",
        "cosh",
        "tanh",
        "min",
        "max",
        "mean",
        "not",
        "and",
        "or",
        "eq",
        "df",
        "lt",
        "gt",
        "leq",
        "geq",
        "ite",
        "exponential",
        "glm",
        "weibull",
        "periodic-test",
    ] = Field(description="operation, as Open-PSA names it")
    args: Annotated[tuple[Value, ...], Field(min_length=1)] = Field(description="its arguments, in order")

    @model_validator(mode="after")
    def _arity(self) -> Operation:
        if self.op == "ite" and (len(self.args) < 3 or len(self.args) % 2 == 0):
            raise ValueError(
                f"ite takes 3 arguments, or 2 more for each further case, found {len(self.args)}"
            )
        allowed = _OPERATION_ARITY.get(self.op)
        if allowed is not None and len(self.args) not in allowed:
            raise ValueError(
                f"{self.op} takes {' or '.join(map(str, allowed))} arguments, found {len(self.args)}"
            )
        return self


VALUE_FORMS = ("parameter", "distribution", "op", "time")
"""keys that tell a value which is no plain number"""


def _form(value: Any) -> str:
    """Which form of a value was meant: decides by the key present, so that errors speak of one form."""
    keys = value if isinstance(value, dict) else getattr(type(value), "model_fields", {})
    for form in VALUE_FORMS:
        if form in keys:
            return form
    return "number"


Value = Annotated[
    Annotated[float, UNSIGNED_ZERO, Tag("number")]
    | Annotated[ParameterRef, Tag("parameter")]
    | Annotated[Distribution, Tag("distribution")]
    | Annotated[Operation, Tag("op")]
    | Annotated[MissionTime, Tag("time")],
    Discriminator(_form),
    Field(description="a number, {parameter: ID}, a distribution, {op: mul, args: […]}, or {time: mission}"),
]


class Parameter(Part):
    """A named number, possibly uncertain."""

    id: Identifier = Field(description="name of the part; no other part of its kind has it")
    value: Value = Field(description="the number: fixed, distributed, or computed")
    text: str = Field("", description="what it is")
    unit: str = Field("", description="unit, for readers")
    source: str = Field("", description="where the number comes from")


# --- event models --------------------------------------------------------------------------------


class Constant(Part):
    """A probability of ``kind``; with ``exposure`` it is converted to the tree's kind."""

    type: Literal["constant"] = Field("constant", description="the word `constant`, needed in a file")
    probability: Value = Field(description="probability, per what `kind` says [kind]")
    kind: MeasureKind = Field(MeasureKind.PER_MISSION, description="what one unit of the probability is")
    exposure: Exposure | None = Field(
        None, description="how many demands or hours one mission has, where the kind is not per mission"
    )


_OWN_HOURS = (
    "time at risk of its own; the mission time of the tree if left out. Shorter hours may begin at any time of the"
    " mission, and where the top may fall with the event (NOT, XOR) every number from none to all of them is allowed for."
    " So it is with what rises and falls (tests, repair). Longer hours than the mission are followed to their end, in"
    " which the other events stand as at the mission's end [h]"
)


class Exponential(Part):
    """1 - exp(-rate*t); ``rate`` per hour, t the mission time unless ``hours`` is given."""

    type: Literal["exponential"] = Field(description="the word `exponential`")
    rate: Value = Field(description="failure rate [1/h]")
    hours: Value | None = Field(None, description=_OWN_HOURS)


class Weibull(Part):
    """1 - exp(-((t - location)/scale)**shape)."""

    type: Literal["weibull"] = Field(description="the word `weibull`")
    scale: Value = Field(description="characteristic life [h]")
    shape: Value = Field(description="below 1 early failures, above 1 wear")
    location: Value = Field(0.0, description="time without failures [h]")
    hours: Value | None = Field(None, description=_OWN_HOURS)


class Glm(Part):
    """Failure on demand, then failure and repair in operation (Open-PSA GLM)."""

    type: Literal["glm"] = Field(description="the word `glm`")
    on_demand: Value = Field(description="probability that it does not start")
    failure_rate: Value = Field(description="failure rate in operation [1/h]")
    repair_rate: Value = Field(0.0, description="repair rate [1/h]")
    hours: Value | None = Field(None, description=_OWN_HOURS)


class PeriodicTest(Part):
    """Exponential failures revealed by a test every ``interval`` hours, the first after ``first``.

    Tests take no time, unless ``test_duration`` and the six that go with it are given: the component then fails
    with ``failure_at_test`` when a test starts and at ``rate_in_test`` during it, works on during tests if
    ``available_in_test`` is not 0, is found failed with probability ``detection``, and comes back from repair
    failed with ``failure_at_restart``.  What comes back from repair during a test fails at ``failure_rate``, and that
    test does not find it.  At the moment of a test the component counts as it is just before it; where tests take
    time, at the start of each as just before it, from then on as in the test, and at its end still so.  All events
    tested at one moment are so of one time, and a mission that ends as a test starts holds none of it; what is judged
    at the worst time is judged behind the start, too.  A time within 1e-12 (relative) of such a moment gives a range
    over what is before and after it, unless it is exactly that moment by the decimals as typed.
    """

    type: Literal["periodic-test"] = Field(description="the word `periodic-test`")
    failure_rate: Value = Field(description="failure rate between tests [1/h]")
    interval: Value = Field(description="time from test to test [h]")
    first: Value = Field(description="time of the first test [h]")
    repair_rate: Value | None = Field(
        None, description="repair rate after a test; repaired at once if left out [1/h]"
    )
    rate_in_test: Value | None = Field(None, description="failure rate during a test [1/h]")
    failure_at_test: Value | None = Field(
        None, description="probability that starting the test makes it fail"
    )
    test_duration: Value | None = Field(None, description="how long a test takes [h]")
    available_in_test: Value | None = Field(None, description="0 if it does not work during a test, else 1")
    detection: Value | None = Field(None, description="probability that a test finds a failure")
    failure_at_restart: Value | None = Field(
        None, description="probability that it comes back from repair failed"
    )
    hours: Value | None = Field(None, description=_OWN_HOURS)

    @model_validator(mode="after")
    def _whole(self) -> PeriodicTest:
        names = ("rate_in_test", "failure_at_test", "test_duration", "available_in_test", "detection",
                 "failure_at_restart")  # fmt: skip
        missing = [name for name in (*names, "repair_rate") if getattr(self, name) is None]
        if missing and any(getattr(self, name) is not None for name in names):
            raise ValueError(f"a test that takes time needs {', '.join(missing)} too")
        return self


class FromEvidence(Part):
    """A measured probability: evidence item, measure, and the exposure that makes it per mission."""

    type: Literal["evidence"] = Field(description="the word `evidence`")
    evidence: Identifier = Field(description="id of the evidence item")
    measure: Identifier = Field(description="measure of its method")
    exposure: Exposure | None = Field(
        None, description="demands or hours of one mission, where the measure is per demand or per hour"
    )
    complement: bool = Field(False, description="use 1 - measure (coverage to miss rate)")


EventModel = Annotated[
    Constant | Exponential | Weibull | Glm | PeriodicTest | FromEvidence, Field(discriminator="type")
]
