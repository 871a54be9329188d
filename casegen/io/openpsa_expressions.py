"""Open-PSA expressions: arithmetic, distributions, and the probability models of basic events."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError

from casegen.io.xml_places import Element
from casegen.model.diagnostic import InputError
from casegen.model.fault_tree import (
    Constant,
    EventModel,
    Exponential,
    Glm,
    Operation,
    ParameterRef,
    PeriodicTest,
    Value,
    Weibull,
)
from casegen.model.quantity import Beta, Distribution, Gamma, Histogram, Lognormal, Normal, Uniform

_VALUE: TypeAdapter[Value] = TypeAdapter(Value)
_ARITHMETIC: dict[str, str] = {
    "neg": "neg", "add": "add", "sub": "sub", "mul": "mul", "div": "div", "exp": "exp", "log": "log",
    "pow": "pow", "sqrt": "sqrt", "min": "min", "max": "max", "mean": "mean",
}  # fmt: skip
_FOLDED: dict[str, Callable[..., float]] = {
    "abs": abs, "acos": math.acos, "asin": math.asin, "atan": math.atan, "ceil": math.ceil, "cos": math.cos,
    "cosh": math.cosh, "floor": math.floor, "log10": math.log10, "mod": math.fmod, "sin": math.sin,
    "sinh": math.sinh, "tan": math.tan, "tanh": math.tanh,
}  # fmt: skip
_UNARY = {"neg", "exp", "log", "sqrt"}
_MODELS = ("exponential", "GLM", "Weibull", "periodic-test")

TIME = "system-mission-time"


class Expressions:
    """Reads expressions; ``parameters`` maps every defined name to its element, to fold what must be a number."""

    def __init__(self, parameters: Mapping[str, Element], resolve: Callable[[str, Element], str]) -> None:
        self.parameters = parameters
        self.resolve = resolve

    def model(self, expression: Element) -> EventModel:
        """The event model an event's expression stands for."""
        found: EventModel = guarded(expression, lambda: self._model(expression))
        return found

    def _model(self, e: Element) -> EventModel:
        args = e.children
        if e.tag == "exponential":
            self._arity(e, 2)
            return Exponential(type="exponential", rate=self.value(args[0]), hours=self._hours(args[1]))
        if e.tag == "GLM":
            self._arity(e, 4)
            on_demand, failure, repair = (self.value(a) for a in args[:3])
            return Glm(type="glm", on_demand=on_demand, failure_rate=failure, repair_rate=repair,
                       hours=self._hours(args[3]))  # fmt: skip
        if e.tag == "Weibull":
            self._arity(e, 4)
            scale, shape, location = (self.value(a) for a in args[:3])
            return Weibull(
                type="weibull", scale=scale, shape=shape, location=location, hours=self._hours(args[3])
            )
        if e.tag == "periodic-test":
            return self._periodic(e)
        return Constant(probability=self.value(e))

    def _periodic(self, e: Element) -> EventModel:
        n = len(e.children)
        if n == 11:
            raise InputError.at(e.place, "periodic-test with 11 arguments cannot be carried; 4 or 5 can")
        self._arity(e, 4, 5)
        values = [self.value(a) for a in e.children[:-1]]
        repair = values.pop(1) if n == 5 else None
        rate, interval, first = values
        return PeriodicTest(type="periodic-test", failure_rate=rate, interval=interval, first=first,
                            repair_rate=repair, hours=self._hours(e.children[-1]))  # fmt: skip

    def _hours(self, e: Element) -> Value | None:
        return None if self._is_time(e, ()) else self.value(e)

    def _is_time(self, e: Element, seen: tuple[str, ...]) -> bool:
        if e.tag == TIME:
            return True
        if e.tag != "parameter":
            return False
        name = self.resolve("parameter", e)
        defined = self.parameters.get(name)
        inner = definition(defined) if defined is not None and name not in seen else None
        return inner is not None and self._is_time(inner, (*seen, name))

    def value(self, e: Element) -> Value:
        """A number, parameter, distribution or operation."""
        found: Value = guarded(e, lambda: self._value(e))
        return found

    def _value(self, e: Element) -> Value:
        if e.tag in ("float", "int", "bool"):
            return self._literal(e)
        if e.tag == "parameter":
            return ParameterRef(parameter=self.resolve("parameter", e))
        if e.tag == "pi":
            return math.pi
        if e.tag.endswith("-deviate") or e.tag == "histogram":
            return self._distribution(e)
        if e.tag in _ARITHMETIC:
            self._arity(e, 1, 1 if e.tag in _UNARY else None)
            op: Any = _ARITHMETIC[e.tag]
            return Operation(op=op, args=tuple(self.value(a) for a in e.children))
        if e.tag in _FOLDED:
            return float(_FOLDED[e.tag](*(self.number(a) for a in e.children)))
        if e.tag == TIME or e.tag in _MODELS:
            raise InputError.at(
                e.place, f"<{e.tag}> can only be the whole expression of a basic event, or its time"
            )
        raise InputError.at(e.place, f"expression <{e.tag}> is not known, or cannot be carried")

    def _literal(self, e: Element) -> float:
        text = e.attributes.get("value", "").strip()
        if e.tag == "bool" and text in ("true", "false"):
            return float(text == "true")
        try:
            number = float(text)
        except ValueError:
            raise InputError.at(e.place, f'<{e.tag}> needs value="a number", found {text!r}') from None
        if not math.isfinite(number):
            raise InputError.at(e.place, f"<{e.tag}> must be finite, found {text}")
        return number

    def number(self, e: Element, seen: tuple[str, ...] = ()) -> float:
        """An expression that must not be uncertain, folded to a number."""
        if e.tag == "parameter":
            name = self.resolve("parameter", e)
            if name in seen:
                raise InputError.at(e.place, f"parameters form a cycle: {' -> '.join([*seen, name])}")
            inner = definition(self.parameters[name])
            if inner is None:
                raise InputError.at(e.place, f"parameter {name} has no expression")
            return self.number(inner, (*seen, name))
        if e.tag in _FOLDED:
            return float(_FOLDED[e.tag](*(self.number(a, seen) for a in e.children)))
        if e.tag in _ARITHMETIC:
            return _fold(e.tag, [self.number(a, seen) for a in e.children])
        found = self.value(e)
        if not isinstance(found, float):
            raise InputError.at(e.place, f"<{e.tag}> stands where a plain number is needed")
        return found

    def _distribution(self, e: Element) -> Distribution:
        def at(i: int) -> float:
            return self.number(e.children[i])

        match e.tag:
            case "uniform-deviate":
                self._arity(e, 2)
                return Uniform(distribution="uniform", lower=at(0), upper=at(1))
            case "normal-deviate":
                self._arity(e, 2)
                return Normal(distribution="normal", mean=at(0), sd=at(1))
            case "lognormal-deviate":
                self._arity(e, 2, 3)
                if len(e.children) == 3:
                    return Lognormal(distribution="lognormal", mean=at(0), error_factor=at(1), level=at(2))
                return Lognormal(distribution="lognormal", median=math.exp(at(0)),
                                 error_factor=math.exp(1.6448536269514722 * at(1)))  # fmt: skip
            case "gamma-deviate":
                self._arity(e, 2)
                return Gamma(distribution="gamma", shape=at(0), scale=at(1))
            case "beta-deviate":
                self._arity(e, 2)
                return Beta(distribution="beta", alpha=at(0), beta=at(1))
            case "histogram":
                edges = [self.number(e.children[0])]
                weights = []
                for bin_ in e.children[1:]:
                    self._arity(bin_, 2)
                    edges.append(self.number(bin_.children[0]))
                    weights.append(self.number(bin_.children[1]))
                return Histogram(distribution="histogram", edges=tuple(edges), weights=tuple(weights))
        raise InputError.at(e.place, f"distribution <{e.tag}> is not known")

    @staticmethod
    def _arity(e: Element, low: int, high: int | None = -1) -> None:
        high = low if high == -1 else high
        n = len(e.children)
        if n < low or (high is not None and n > high):
            wanted = str(low) if low == high else f"at least {low}" if high is None else f"{low} to {high}"
            raise InputError.at(e.place, f"<{e.tag}> takes {wanted} arguments, found {n}")


def _fold(op: str, a: list[float]) -> float:
    match op:
        case "neg":
            return -a[0]
        case "add":
            return sum(a)
        case "sub":
            return a[0] - sum(a[1:])
        case "mul":
            return math.prod(a)
        case "div":
            return a[0] / math.prod(a[1:])
        case "exp":
            return math.exp(a[0])
        case "log":
            return math.log(a[0])
        case "pow":
            return math.pow(a[0], a[1])
        case "sqrt":
            return math.sqrt(a[0])
        case "min":
            return min(a)
        case "max":
            return max(a)
    return sum(a) / len(a)


def definition(element: Element) -> Element | None:
    """The expression or formula of a ``define-…`` element: its first child that is no label or attribute."""
    return next((c for c in element.children if c.tag not in ("label", "attributes")), None)


def guarded(e: Element, make: Callable[[], Any]) -> Any:
    """``make()`` with what the model refuses, and impossible arithmetic, reported at the element."""
    try:
        return make()
    except ValidationError as error:
        messages = [d["msg"].removeprefix("Value error, ") for d in error.errors(include_url=False)]
        raise InputError.at(e.place, f"<{e.tag}>: {'; '.join(dict.fromkeys(messages))}") from None
    except (ArithmeticError, ValueError, TypeError, IndexError) as error:
        raise InputError.at(e.place, f"<{e.tag}> has no value: {error}") from None
