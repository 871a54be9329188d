"""Open-PSA expressions: arithmetic, conditions, distributions, and the probability models of basic events."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import Any

from casegen.io.openpsa.names import Definitions, Scope
from casegen.io.openpsa.xml_places import Element
from casegen.model.diagnostic import InputError
from casegen.model.digits import in_full
from casegen.model.fault_tree import (
    Constant,
    EventModel,
    Exponential,
    Glm,
    MissionTime,
    Operation,
    ParameterRef,
    PeriodicTest,
    Value,
    Weibull,
)
from casegen.model.given_parts import WrongPart
from casegen.model.plural import counted
from casegen.model.quantity import Beta, Distribution, Gamma, Histogram, Lognormal, Normal, Uniform
from casegen.model.setting import as_written, vanishes, whole_number
from casegen.model.value_ranges import argument_ranges, arguments

TIME = "system-mission-time"
_LARGEST = sys.float_info.max
Z95 = 1.6448536269514722
"""0.95 quantile of the standard normal distribution"""

_AT_LEAST_TWO = {"add", "sub", "mul", "div", "min", "max", "mean", "and", "or"}
_NAMED_ALIKE = {
    *_AT_LEAST_TWO, "neg", "abs", "exp", "log", "log10", "pow", "sqrt", "mod", "ceil", "floor", "sin", "cos", "tan",
    "asin", "acos", "atan", "sinh", "cosh", "tanh", "not", "eq", "df", "lt", "gt", "leq", "geq", "ite",
}  # fmt: skip
OPERATIONS = {tag: tag for tag in _NAMED_ALIKE} | {
    "GLM": "glm", "Weibull": "weibull", "exponential": "exponential", "periodic-test": "periodic-test",
}  # fmt: skip
"""operation of the model by the element that names it"""
_REFUSED = {
    "extern-function": "it would run code of a library",
    "test-functional-event": "it belongs to the instructions of an event tree",
    "test-initiating-event": "it belongs to the instructions of an event tree",
}


class ExpressionReader:
    """Reads expressions in a scope, in which names of parameters are looked up."""

    def __init__(self, definitions: Definitions, scope: Scope = ()) -> None:
        self.definitions = definitions
        self.scope = scope

    def model(self, expression: Element) -> EventModel:
        """The event model an event's expression stands for."""
        event_model: EventModel = guarded(expression, lambda: self._model(expression))
        return event_model

    def _model(self, e: Element) -> EventModel:
        args = e.children
        match e.tag:
            case "exponential":
                _arity(e, 2)
                (rate,) = self._parameters(e)
                return Exponential(type="exponential", rate=rate, hours=self._hours(args[1]))
            case "GLM":
                _arity(e, 4)
                demand, failure, repair = self._parameters(e)
                return Glm(type="glm", on_demand=demand, failure_rate=failure, repair_rate=repair,
                           hours=self._hours(args[3]))  # fmt: skip
            case "Weibull":
                _arity(e, 4)
                scale, shape, location = self._parameters(e)
                return Weibull(type="weibull", scale=scale, shape=shape, location=location,
                               hours=self._hours(args[3]))  # fmt: skip
            case "periodic-test":
                return self._periodic(e)
        return Constant(probability=self.value(e))

    def _periodic(self, e: Element) -> EventModel:
        names = arguments("periodic-test", len(e.children))
        if not names:
            raise InputError.at(
                e.place, f"<periodic-test> takes 4, 5 or 11 arguments, found {len(e.children)}"
            )
        parts: dict[str, Any] = dict(zip(names, self._parameters(e), strict=False))
        return PeriodicTest(type="periodic-test", hours=self._hours(e.children[-1]), **parts)

    def _parameters(self, e: Element) -> list[Value]:
        """The parameters of an event model without its time, which is checked with them."""
        return self._arguments(e)[:-1]

    def _arguments(self, e: Element) -> list[Value]:
        """The arguments of an operation; those of event models in their ranges."""
        op, count = OPERATIONS[e.tag], len(e.children)
        names, ranges, values = (
            arguments(op, count),
            argument_ranges(op, count),
            [*map(self.value, e.children)],
        )
        for name, value, child in zip(names, values, e.children, strict=False):
            problem = ranges[name].problem_of(value) if name in ranges else ""
            if problem:
                raise InputError.at(child.place, f"<{e.tag}>: {name} {problem}")
        return values

    def _hours(self, e: Element) -> Value | None:
        return None if e.tag == TIME else self.value(e)

    def value(self, e: Element) -> Value:
        """A number, parameter, distribution or operation."""
        result: Value = guarded(e, lambda: self._value(e))
        return result

    def _value(self, e: Element) -> Value:
        if e.tag in ("float", "int", "bool"):
            return _literal(e)
        if e.tag == "parameter":
            return ParameterRef(parameter=self.definitions.parameter(e, self.scope).id)
        if e.tag == TIME:
            return MissionTime(time="mission")
        if e.tag == "pi":
            return math.pi
        if e.tag.endswith("-deviate") or e.tag == "histogram":
            return self._distribution(e)
        if e.tag == "switch":
            return self._switch(e)
        if e.tag in OPERATIONS:
            if e.tag in _AT_LEAST_TWO:
                _arity(e, 2, None)
            if e.tag == "ite":
                _arity(e, 3)
            op: Any = OPERATIONS[e.tag]
            return Operation(op=op, args=tuple(self._arguments(e)))
        if e.tag in _REFUSED:
            name = e.attributes.get("name", "")
            raise InputError.at(e.place, f"<{e.tag}> {name} is refused here: {_REFUSED[e.tag]}".replace("  ", " "),
                                hint="write the expression itself, or its number")  # fmt: skip
        from casegen.model.suggestions import nearest

        known = [*OPERATIONS, "float", "int", "bool", "parameter", "switch", "histogram", TIME]
        raise InputError.at(e.place, f"expression <{e.tag}> is not known{nearest(e.tag, known)}")

    def _switch(self, e: Element) -> Value:
        """Cases from first to last, then the default, side by side: within each other they would have no end."""
        _arity(e, 1, None)
        parts: list[Value] = []
        for case in e.children[:-1]:
            if case.tag != "case":
                raise InputError.at(
                    case.place, f"<switch> holds <case>s and then a default, found <{case.tag}>"
                )
            _arity(case, 2)
            parts += map(self.value, case.children)
        default = self.value(e.children[-1])
        return Operation(op="ite", args=(*parts, default)) if parts else default

    def number(self, e: Element, seen: tuple[str, ...] = ()) -> float:
        """An expression that must not be uncertain, folded to a number."""
        if e.tag == "parameter":
            entry = self.definitions.parameter(e, self.scope)
            inner = definition(entry.element)
            if entry.id in seen:
                raise InputError.at(e.place, f"parameters form a cycle: {' -> '.join([*seen, entry.id])}")
            if inner is None:
                raise InputError.at(e.place, f"parameter {entry.id} has no expression")
            return ExpressionReader(self.definitions, entry.scope).number(inner, (*seen, entry.id))
        if e.tag in _FOLD and e.tag in OPERATIONS:
            return float(_FOLD[e.tag]([self.number(a, seen) for a in e.children]))
        result = self.value(e)
        if not isinstance(result, float):
            raise InputError.at(e.place, f"<{e.tag}> stands where a plain number is needed")
        return result

    def _distribution(self, e: Element) -> Distribution:
        if e.tag == "histogram":
            return self._histogram(e)
        if e.tag == "lognormal-deviate":
            return self._lognormal(e)
        kinds: dict[str, tuple[type, str, str]] = {
            "uniform-deviate": (Uniform, "lower", "upper"), "normal-deviate": (Normal, "mean", "sd"),
            "gamma-deviate": (Gamma, "shape", "scale"), "beta-deviate": (Beta, "alpha", "beta"),
        }  # fmt: skip
        if e.tag not in kinds:
            raise InputError.at(e.place, f"distribution <{e.tag}> is not known")
        _arity(e, 2)
        kind, *names = kinds[e.tag]
        parts = {name: self.number(a) for name, a in zip(names, e.children, strict=True)}
        result: Distribution = kind(distribution=e.tag.removesuffix("-deviate"), **parts)
        return result

    def _lognormal(self, e: Element) -> Lognormal:
        """Mean, error factor and level; or mean and standard deviation of the logarithm."""
        _arity(e, 2, 3)
        if len(e.children) == 3:
            mean, factor, level = (self.number(a) for a in e.children)
            return Lognormal(distribution="lognormal", mean=mean, error_factor=factor, level=level)
        mu, sigma = e.children
        # written as log(median) and log(error factor)/z, both numbers come back without rounding
        median = self.number(mu.children[0]) if mu.tag == "log" else math.exp(self.number(mu))
        if sigma.tag == "div" and [a.tag for a in sigma.children] == ["log", "float"]:
            z = self.number(sigma.children[1])
            factor, level = self.number(sigma.children[0].children[0]), level_of(z)
        else:
            factor, level = math.exp(Z95 * self.number(sigma)), 0.95
        return Lognormal(distribution="lognormal", median=median, error_factor=factor, level=level)

    def _histogram(self, e: Element) -> Histogram:
        _arity(e, 2, None)
        edges = [self.number(e.children[0])]
        weights = []
        for bin_ in e.children[1:]:
            _arity(bin_, 2)
            edges.append(self.number(bin_.children[0]))
            weights.append(self.number(bin_.children[1]))
        return Histogram(distribution="histogram", edges=tuple(edges), weights=tuple(weights))


def level_of(z: float) -> float:
    """The level of a normal quantile, as the shortest decimal that has it."""
    if z == Z95:
        return 0.95
    level = 0.5 * math.erfc(-z / math.sqrt(2.0))
    return next((r for r in (round(level, n) for n in range(2, 15)) if abs(r - level) < 1e-15), level)


def _arity(e: Element, low: int, high: int | None = -1) -> None:
    high = low if high == -1 else high
    n = len(e.children)
    if n < low or (high is not None and n > high):
        wanted = str(low) if low == high else f"at least {low}" if high is None else f"{low} to {high}"
        raise InputError.at(e.place, f"<{e.tag}> takes {wanted} arguments, found {n}")


def _literal(e: Element) -> float:
    text = e.attributes.get("value", "").strip()
    if e.tag == "bool":
        if text not in ("true", "false"):
            raise InputError.at(e.place, f'<bool> needs value="true" or "false", found {text!r}')
        return float(text == "true")
    number = whole_number(text) if e.tag == "int" else as_written(text)
    if number is None:
        what = "a whole number" if e.tag == "int" else "a number"
        raise InputError.at(e.place, f'<{e.tag}> needs value="{what}", found {text[:40]!r}')
    if not -_LARGEST <= number <= _LARGEST:
        raise InputError.at(e.place, f"<{e.tag}> must be finite, found {text[:40]}")
    if vanishes(text):
        raise InputError.at(e.place, f"<{e.tag}> is too small for a number: {text[:40]} would be read as 0")
    return float(number)


_FOLD: dict[str, Callable[[list[float]], float]] = {
    "neg": lambda a: -a[0], "add": sum, "sub": lambda a: a[0] - sum(a[1:]), "mul": math.prod,
    "div": lambda a: a[0] / math.prod(a[1:]), "abs": lambda a: abs(a[0]), "exp": lambda a: math.exp(a[0]),
    "log": lambda a: math.log(a[0]), "log10": lambda a: math.log10(a[0]), "pow": lambda a: math.pow(a[0], a[1]),
    "sqrt": lambda a: math.sqrt(a[0]), "mod": lambda a: math.fmod(a[0], a[1]), "ceil": lambda a: math.ceil(a[0]),
    "floor": lambda a: math.floor(a[0]), "sin": lambda a: math.sin(a[0]), "cos": lambda a: math.cos(a[0]),
    "tan": lambda a: math.tan(a[0]), "asin": lambda a: math.asin(a[0]), "acos": lambda a: math.acos(a[0]),
    "atan": lambda a: math.atan(a[0]), "sinh": lambda a: math.sinh(a[0]), "cosh": lambda a: math.cosh(a[0]),
    "tanh": lambda a: math.tanh(a[0]), "min": min, "max": max, "mean": lambda a: sum(a) / len(a),
}  # fmt: skip


def definition(element: Element) -> Element | None:
    """The expression or formula of a ``define-…`` element: its first child that is no label or attribute."""
    return next((c for c in element.children if c.tag not in ("label", "attributes")), None)


def expression_of(element: Element) -> Element:
    """As :func:`definition`, where there must be one."""
    result = definition(element)
    if result is None:
        name = element.attributes.get("name", "")
        raise InputError.at(element.place, f"<{element.tag}> {name} has no expression".replace("  ", " "))
    return result


def guarded(e: Element, make: Callable[[], Any]) -> Any:
    """``make()`` with what the model refuses, and impossible arithmetic, reported at the element."""
    try:
        return make()
    except WrongPart as error:
        details = error.errors()
        # a list from which an entry was refused is no list that is too short
        details = [d for d in details if d["type"] != "too_short"] or details
        messages = [_problem_text(detail) for detail in details]
        raise InputError.at(e.place, f"<{e.tag}>: {'; '.join(dict.fromkeys(messages))}") from None
    except (ArithmeticError, ValueError, TypeError, IndexError) as error:
        raise InputError.at(e.place, f"<{e.tag}> has no value: {error}") from None


def _problem_text(detail: Any) -> str:
    """What the model refuses, with the name of the number and what was found."""
    message: str = detail["msg"].removeprefix("Value error, ")
    if detail["type"] == "string_pattern_mismatch":
        return f"the name {detail['input']!r} holds a character that names cannot have: / \\ < > \" ' & or a line break"
    names = [step for step in detail["loc"] if isinstance(step, str)]
    if message.startswith("Input should") and names and isinstance(detail["input"], float | int):
        return f"{names[-1]} {message.removeprefix('Input ')}, found {in_full(detail['input'])}"
    if detail["type"] == "too_short":
        least = counted(detail["ctx"]["min_length"], "entry", "entries")
        return f"{names[-1] if names else 'the list'} needs at least {least}"
    return message
