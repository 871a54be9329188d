"""Parameters that a value of the case is computed from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from casegen.model.event_model import Operation, Parameter, ParameterRef

Steps = tuple[tuple[str, int], ...]


def named_parameters(value: object) -> Iterator[tuple[str, Steps]]:
    """Every name of a parameter in ``value``, in order, below which operations, and as which argument of each.

    >>> quarter = Operation(op="div", args=(ParameterRef(parameter="HOURS"), 4))
    >>> [*named_parameters(Operation(op="sub", args=(1, quarter)))]
    [('HOURS', (('sub', 1), ('div', 0)))]
    """
    stack: list[tuple[object, Steps]] = [(value, ())]
    while stack:
        part, steps = stack.pop()
        if isinstance(part, ParameterRef):
            yield part.parameter, steps
        elif isinstance(part, Operation):
            stack += [(a, (*steps, (part.op, k))) for k, a in reversed([*enumerate(part.args)])]


def parameters_behind(
    known: Mapping[str, Parameter], values: Iterable[object], *, falls: bool = False
) -> Iterator[tuple[Parameter, bool]]:
    """Every known parameter behind ``values``, once, and whether they fall where it rises: what is taken away.

    ``falls``: whether what is asked about falls where the values rise.
    """
    stack, seen = [(value, falls) for value in reversed([*values])], set[str]()
    while stack:
        value, less = stack.pop()
        if isinstance(value, Parameter):
            if value.id in seen:
                continue
            seen.add(value.id)
            yield value, less
            value = value.value
        below = [
            (known[name], less ^ _taken(steps)) for name, steps in named_parameters(value) if name in known
        ]
        stack += reversed(below)


def _taken(steps: Steps) -> bool:
    return sum(step[0] == "sub" and step[1] > 0 for step in steps) % 2 == 1
