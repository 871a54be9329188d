"""Event models and numbers of a case as Open-PSA expressions, line by line."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from xml.sax.saxutils import quoteattr

from casegen.io.openpsa.expressions import OPERATIONS
from casegen.model.case import Location
from casegen.model.diagnostic import InputError
from casegen.model.fault_tree import (
    Constant,
    EventModel,
    Exponential,
    FromEvidence,
    Glm,
    MissionTime,
    Operation,
    ParameterRef,
    PeriodicTest,
    Value,
    Weibull,
)
from casegen.model.quantity import (
    Beta,
    Dependence,
    Distribution,
    Empirical,
    Gamma,
    Histogram,
    Lognormal,
    Normal,
    Uniform,
)
from casegen.model.value_ranges import arguments

_TAGS = {op: tag for tag, op in OPERATIONS.items()}
MOST_LINES = 1_000_000
_TIME = ["<system-mission-time/>"]


class NumberWriter:
    """Renders models and values; ``lost`` receives what the format cannot express, ``parameters`` renames."""

    def __init__(self, parameters: Mapping[str, str], lost: Callable[[str], None]) -> None:
        self.parameters = parameters
        self.lost = lost

    def model(self, model: EventModel, name: str) -> list[str]:
        """The expression of an event model; empty for one bound to evidence."""
        match model:
            case Constant():
                if model.exposure is not None:
                    return self._exposed(model, name)
                return self.value(model.probability, name)
            case Exponential():
                return call("exponential", self.value(model.rate, name), self._hours(model.hours, name))
            case Weibull():
                parts = [self.value(v, name) for v in (model.scale, model.shape, model.location)]
                return call("Weibull", *parts, self._hours(model.hours, name))
            case Glm():
                values = (model.on_demand, model.failure_rate, model.repair_rate)
                return call("GLM", *(self.value(v, name) for v in values), self._hours(model.hours, name))
            case PeriodicTest():
                fields = arguments("periodic-test", 5 if model.test_duration is None else 11)[:-1]
                stated = [v for v in (getattr(model, f) for f in fields) if v is not None]
                return call(
                    "periodic-test", *(self.value(v, name) for v in stated), self._hours(model.hours, name)
                )
            case FromEvidence():
                self.lost(f"event {name}: bound to evidence {model.evidence}, written without a number")
                return []

    def _exposed(self, model: Constant, name: str) -> list[str]:
        """What a mission makes of the number (:func:`casegen.model.quantity.convert`)."""
        x, exposure = self.value(model.probability, name), model.exposure
        assert exposure is not None
        size = exposure.demands if exposure.hours is None else exposure.hours
        assert size is not None
        if exposure.share is not None:
            x = call("div", x, [number(exposure.share)])
        anyhow = exposure.dependence is Dependence.ANY
        if anyhow or exposure.share is not None:
            self.lost(f"{name}: an exposure of {'any dependence' if anyhow else 'a share'} gives an upper end, which is "
                      "written as a plain number")  # fmt: skip
        if anyhow:
            return call("min", [number(1.0)], call("mul", [number(size)], x))
        if exposure.hours is not None:
            return call("exponential", x, [number(size)])
        if isinstance(model.probability, int | float):  # 1 - p forgets the digits of a small p
            p = model.probability / (exposure.share or 1.0)
            return [number(-math.expm1(size * math.log1p(-p)) if p < 1.0 else 1.0)]
        self.lost(
            f"{name}: {size:g} demands of an expression p are written as 1 - (1 - p)^{size:g}, in which"
            " a p below 1e-8 loses half of its digits, and one below 1e-16 counts as 0"
        )
        survive = call("pow", call("sub", [number(1.0)], x), [number(size)])
        return call("sub", [number(1.0)], survive)

    def _hours(self, hours: Value | None, name: str) -> list[str]:
        return _TIME if hours is None else self.value(hours, name)

    def value(self, value: Value, name: str) -> list[str]:
        """The expression of a value."""
        if isinstance(value, int | float):
            return [number(float(value))]
        if isinstance(value, ParameterRef):
            return [f"<parameter name={quoteattr(self.parameters.get(value.parameter, value.parameter))}/>"]
        if isinstance(value, MissionTime):
            return _TIME
        if isinstance(value, Operation):
            parts = [self.value(a, name) for a in value.args]
            if len(parts) == 1 and value.op in ("add", "mul", "min", "max", "mean"):
                return parts[0]
            if len(parts) == 1 and value.op == "sub":
                return call("neg", parts[0])
            if value.op == "ite" and len(parts) > 3:
                cases = [call("case", *pair) for pair in zip(parts[:-1:2], parts[1::2], strict=True)]
                return call("switch", *cases, parts[-1])
            return call(_TAGS[value.op], *parts)
        return self._distribution(value, name)

    def _distribution(self, d: Distribution, name: str) -> list[str]:
        def deviate(kind: str, *numbers: float) -> list[str]:
            return call(f"{kind}-deviate", *([number(x)] for x in numbers))

        match d:
            case Uniform():
                return deviate("uniform", d.lower, d.upper)
            case Normal():
                return deviate("normal", d.mean, d.sd)
            case Lognormal():
                return _lognormal(d)
            case Gamma():
                return deviate("gamma", d.shape, d.scale)
            case Beta():
                return deviate("beta", d.alpha, d.beta)
            case Histogram():
                bins = [
                    call("bin", [number(e)], [number(w)]) for e, w in zip(d.edges[1:], d.weights, strict=True)
                ]
                return call("histogram", [number(d.edges[0])], *bins)
            case Empirical():
                self.lost(f"{name}: empirical samples written as their mean")
                return [number(sum(d.samples) / len(d.samples))]


def _lognormal(d: Lognormal) -> list[str]:
    """Mean, error factor and level; or, by the median, the logarithm's parameters as expressions.

    The format has no form with a median.  Logarithms written out as expressions keep both numbers exact.
    """
    if d.mean is not None:
        return call("lognormal-deviate", [number(d.mean)], [number(d.error_factor)], [number(d.level)])
    assert d.median is not None
    from scipy.special import ndtri

    mu = call("log", [number(d.median)])
    sigma = call("div", call("log", [number(d.error_factor)]), [number(float(ndtri(d.level)))])
    return call("lognormal-deviate", mu, sigma)


def call(tag: str, *arguments: list[str]) -> list[str]:
    """An element over the lines of its children, indented.

    Raises :class:`InputError` where gates that are written out twice within each other take too many.
    """
    if (count := sum(map(len, arguments))) > MOST_LINES:
        message = f"written out as Open-PSA a gate takes {count:,} lines, more than {MOST_LINES:,}"
        raise InputError.at(Location("export"), message, hint="give inner gates a name of their own")
    return [f"<{tag}>", *(f"  {line}" for lines in arguments for line in lines), f"</{tag}>"]


def number(x: float) -> str:
    """A number that reads back as it is."""
    return f'<float value="{x!r}"/>'
