"""The largest number that a stated value may be taken for."""

from __future__ import annotations

import math
from collections.abc import Callable

from casegen.model.case import Case
from casegen.model.fault_tree import MissionTime, Operation, ParameterRef, Value
from casegen.model.quantity import Beta, Empirical, Gamma, Histogram, Lognormal, Normal, Uniform

_Z95 = 1.6449
_DEEPEST = 8
_ZERO = 0.0


def most(case: Case, value: Value, mission: float | None) -> float | None:
    """The largest number that a value may be taken for: itself, its mean, or its quantile of about 95 %."""
    return _computed(case, value, mission, _taken_for, _of_distribution)


def largest(case: Case, value: Value | None, mission: float | None) -> float | None:
    """The largest a value can be, where that is plain: a number, a parameter, a product, a uniform distribution."""
    return None if value is None else _computed(case, value, mission, _plain, _bounded)


def _computed(
    case: Case,
    value: Value,
    mission: float | None,
    of_operation: Callable[[Operation, list[float]], float | None],
    of_distribution: Callable[[Value], float | None],
    depth: int = 0,
) -> float | None:
    """A value through parameters and operations; None where a part of it is not known."""
    if depth > _DEEPEST:
        return None
    if isinstance(value, float | int):
        return float(value)
    if isinstance(value, ParameterRef):
        parameter = case.parameter.get(value.parameter)
        if parameter is None:
            return None
        return _computed(case, parameter.value, mission, of_operation, of_distribution, depth + 1)
    if isinstance(value, MissionTime):
        return mission
    if not isinstance(value, Operation):
        return of_distribution(value)
    known = [_computed(case, one, mission, of_operation, of_distribution, depth + 1) for one in value.args]
    numbers = [number for number in known if number is not None]
    return of_operation(value, numbers) if len(numbers) == len(known) else None


def _taken_for(operation: Operation, numbers: list[float]) -> float | None:
    if operation.op in _FALLING and any(map(_is_spread, operation.args[1:])):
        return None
    try:
        return _of_operation(operation.op, numbers)
    except (ArithmeticError, ValueError):
        return None


def _plain(operation: Operation, numbers: list[float]) -> float | None:
    return _of_operation(operation.op, numbers) if operation.op in _RISING else None


def _of_operation(op: str, numbers: list[float]) -> float | None:
    match op:
        case "mul":
            return math.prod(numbers)
        case "add":
            return sum(numbers)
        case "div" if all(numbers[1:]):
            return numbers[0] / math.prod(numbers[1:])
        case "max" | "mean":
            return max(numbers)
        case "min":
            return min(numbers)
        case "sub":
            return numbers[0] - sum(numbers[1:])
        case "pow":
            power = numbers[0] ** numbers[1]
            return power if isinstance(power, float) else None
        case "exp":
            return math.exp(numbers[0])
        case "sqrt":
            return math.sqrt(numbers[0])
        case "exponential":
            return -math.expm1(-numbers[0] * numbers[1])
        case _:
            return None


_RISING = ("mul", "add", "div", "max", "min")
_FALLING = ("sub", "pow", "div")
"""more in the second place may be less in the result: read where that place is no distribution"""


def _is_spread(value: Value) -> bool:
    """Whether a value is, or may be computed from, a distribution."""
    return not isinstance(value, float | int | MissionTime)


def _bounded(value: Value) -> float | None:
    """The end of a distribution that has one."""
    if isinstance(value, Uniform):
        return value.upper
    return value.edges[-1] if isinstance(value, Histogram) else None


def _of_distribution(value: Value) -> float | None:
    if isinstance(value, Uniform | Histogram):
        return _bounded(value)
    if isinstance(value, Empirical):
        return max(value.samples)
    if isinstance(value, Normal):
        return value.mean + _Z95 * value.sd
    if isinstance(value, Lognormal):
        spread = math.log(value.error_factor)
        median = value.median
        if median is None and value.mean is not None:
            median = value.mean * math.exp(-((spread / _Z95) ** 2) / 2.0)
        return None if median is None else max(median * value.error_factor, value.mean or _ZERO)
    if isinstance(value, Gamma):
        return value.scale * (value.shape + 2.0 * math.sqrt(value.shape))
    if isinstance(value, Beta):
        mean = value.alpha / (value.alpha + value.beta)
        return min(1.0, mean + 2.0 * math.sqrt(mean * (1.0 - mean) / (value.alpha + value.beta + 1.0)))
    return None
