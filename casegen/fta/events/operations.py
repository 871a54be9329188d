"""Arithmetic of expressions, and of event models over time (Open-PSA MEF 2.0d, section on expressions).

Every operation takes a list of numbers or of equally long arrays of samples, and returns the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from casegen.fta.arrays import np
from casegen.fta.events import models
from casegen.model.fault_tree import Exponential, Glm, PeriodicTest, Weibull
from casegen.model.value_ranges import ValueRange, argument_ranges, arguments, model_ranges


def _truth(condition: Any) -> Any:
    return np.where(condition, 1.0, 0.0)


def _all(a: list[Any]) -> Any:
    return _truth(np.all([np.asarray(x) != 0.0 for x in np.broadcast_arrays(*a)], axis=0))


def _any(a: list[Any]) -> Any:
    return _truth(np.any([np.asarray(x) != 0.0 for x in np.broadcast_arrays(*a)], axis=0))


def _chosen(a: list[Any]) -> Any:
    """The value after the first condition that holds, else the last; what stands in a branch not taken may be none."""
    result = a[-1]
    for condition, value in zip(a[-3::-2], a[-2::-2], strict=True):
        result = np.where(np.isnan(condition), np.nan, np.where(np.asarray(condition) != 0.0, value, result))
    return result


def _periodic(a: list[Any]) -> Any:
    """4, 5 or 11 arguments, in the order of the MEF."""
    if len(a) == 4:
        return models.periodic_test(a[0], a[1], a[2], a[3])
    if len(a) == 5:
        return models.periodic_test(a[0], a[2], a[3], a[4], a[1])
    return models.periodic_test_phases(*a)


Compute = Callable[[list[Any]], Any]


def _quiet(compute: Compute) -> Compute:
    """``compute`` without numpy's warnings: infinity and nan are errors where the numbers are used."""

    def computed(a: list[Any]) -> Any:
        with np.errstate(all="ignore"):
            return compute(a)

    return computed


def _of_numbers(compute: Compute) -> Compute:
    """``compute``, without a number where an argument has none: no condition holds of what is none."""

    def computed(a: list[Any]) -> Any:
        missing = np.any(np.broadcast_arrays(*map(np.isnan, a)), axis=0)
        return np.where(missing, np.nan, compute(a)) if np.any(missing) else compute(a)

    return computed


def _of_possible(compute: Compute, a: list[Any], ranges: Sequence[ValueRange | None]) -> Any:
    """``compute(a)``, without a number where an argument is outside its range: a model has no meaning there."""
    impossible: Any = False
    for x, limits in zip(a, ranges, strict=True):
        if limits is not None:
            impossible = impossible | limits.excludes(x)
    if impossible is False or not np.any(impossible):
        return compute(a)
    columns = np.broadcast_arrays(impossible, *a)
    result = np.full(columns[0].shape, np.nan)
    if not columns[0].all():
        result[~columns[0]] = compute([c[~columns[0]] for c in columns[1:]])
    return result if result.ndim else np.nan


def _limits(ranges: Mapping[str, ValueRange], name: str, x: Any) -> ValueRange | None:
    """The range of an argument; none of samples of an exponential rate.

    Those below 0 give a probability below 0, which is counted and set to 0 like the tail of any normal distribution.
    """
    return None if name == "rate" and isinstance(x, np.ndarray) and x.ndim else ranges.get(name)


def _model(name: str, compute: Compute) -> Compute:
    """An operation that is an event model, of arguments in their ranges."""

    def computed(a: list[Any]) -> Any:
        names, ranges = arguments(name, len(a)), argument_ranges(name, len(a))
        return _of_possible(compute, a, [_limits(ranges, n, x) for n, x in zip(names, a, strict=True)])

    return computed


_COMPUTED: dict[str, Compute] = {
    "add": sum,
    "sub": lambda a: -a[0] if len(a) == 1 else a[0] - sum(a[1:]),
    "mul": lambda a: np.prod(np.broadcast_arrays(*a), axis=0),
    "div": lambda a: a[0] / np.prod(np.broadcast_arrays(*a[1:]), axis=0),
    "neg": lambda a: -a[0],
    "abs": lambda a: np.abs(a[0]),
    "exp": lambda a: np.exp(a[0]),
    "log": lambda a: np.log(a[0]),
    "log10": lambda a: np.log10(a[0]),
    "pow": lambda a: np.power(np.asarray(a[0], dtype=float), a[1]),
    "sqrt": lambda a: np.sqrt(a[0]),
    "mod": lambda a: np.fmod(a[0], a[1]),
    "ceil": lambda a: np.ceil(a[0]),
    "floor": lambda a: np.floor(a[0]),
    "sin": lambda a: np.sin(a[0]),
    "cos": lambda a: np.cos(a[0]),
    "tan": lambda a: np.tan(a[0]),
    "asin": lambda a: np.arcsin(a[0]),
    "acos": lambda a: np.arccos(a[0]),
    "atan": lambda a: np.arctan(a[0]),
    "sinh": lambda a: np.sinh(a[0]),
    "cosh": lambda a: np.cosh(a[0]),
    "tanh": lambda a: np.tanh(a[0]),
    "min": lambda a: np.min(np.broadcast_arrays(*a), axis=0),
    "max": lambda a: np.max(np.broadcast_arrays(*a), axis=0),
    "mean": lambda a: sum(a) / len(a),
    "not": lambda a: _truth(np.asarray(a[0]) == 0.0),
    "and": _all,
    "or": _any,
    "eq": lambda a: _truth(np.asarray(a[0]) == a[1]),
    "df": lambda a: _truth(np.asarray(a[0]) != a[1]),
    "lt": lambda a: _truth(np.asarray(a[0]) < a[1]),
    "gt": lambda a: _truth(np.asarray(a[0]) > a[1]),
    "leq": lambda a: _truth(np.asarray(a[0]) <= a[1]),
    "geq": lambda a: _truth(np.asarray(a[0]) >= a[1]),
    "ite": _chosen,
    "exponential": lambda a: models.exponential(a[0], a[1]),
    "glm": lambda a: models.glm(a[0], a[1], a[2], a[3]),
    "weibull": lambda a: models.weibull(a[0], a[1], a[2], a[3]),
    "periodic-test": _periodic,
}  # fmt: skip

_BLIND = ("pow", "not", "and", "or", "eq", "df", "lt", "gt", "leq", "geq", "weibull", "periodic-test")
"""what may give a number though an argument has none"""
_COMPUTED |= {
    name: _model(name, _COMPUTED[name]) for name in ("exponential", "glm", "weibull", "periodic-test")
}
_COMPUTED |= {name: _of_numbers(_COMPUTED[name]) for name in _BLIND}

OPERATIONS: dict[str, Compute] = {name: _quiet(compute) for name, compute in _COMPUTED.items()}
"""what each :class:`~casegen.model.fault_tree.Operation` computes; conditions are 1 or 0"""


def _tested(a: dict[str, Any], hours: Any) -> Any:
    if "test_duration" not in a:
        return models.periodic_test(a["failure_rate"], a["interval"], a["first"], hours, a.get("repair_rate"))
    return models.periodic_test_phases(
        a["failure_rate"], a["rate_in_test"], a["repair_rate"], a["interval"], a["first"], a["failure_at_test"],
        a["test_duration"], a["available_in_test"], a["detection"], a["failure_at_restart"], hours,
    )  # fmt: skip


Timed = Callable[[dict[str, Any], Any], Any]


def _timed(model: type, compute: Timed) -> Timed:
    """A model of parameters in their ranges, without numpy's warnings."""
    ranges = model_ranges(model)

    def computed(a: dict[str, Any], hours: Any) -> Any:
        names = list(a)

        def of_list(values: list[Any]) -> Any:
            return compute(dict(zip(names, values[:-1], strict=True)), values[-1])

        limits = [_limits(ranges, name, x) for name, x in a.items()]
        with np.errstate(all="ignore"):
            return _of_possible(of_list, [*a.values(), hours], [*limits, ranges["hours"]])

    return computed


_TIMED: dict[type, Timed] = {
    Exponential: lambda a, t: models.exponential(a["rate"], t),
    Weibull: lambda a, t: models.weibull(a["scale"], a["shape"], a["location"], t),
    Glm: lambda a, t: models.glm(a["on_demand"], a["failure_rate"], a["repair_rate"], t),
    PeriodicTest: _tested,
}
TIMED: dict[type, Timed] = {model: _timed(model, compute) for model, compute in _TIMED.items()}
"""probability at a time in hours of each event model, from its parameters by name"""
