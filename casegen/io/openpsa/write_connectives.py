"""Connectives of gates as every reader of Open-PSA MEF takes them, from the lines of their inputs."""

from __future__ import annotations

from itertools import combinations

from casegen.io.openpsa.write_numbers import call

_TRUE = ['<constant value="true"/>']


def _distinct(inputs: list[list[str]]) -> list[list[str]]:
    return [list(lines) for lines in dict.fromkeys(map(tuple, inputs))]


def joined(kind: str, inputs: list[list[str]]) -> list[str]:
    """A gate over its distinct inputs; one input by itself."""
    distinct = _distinct(inputs)
    return distinct[0] if len(distinct) == 1 else call(kind, *distinct)


def of_all(inputs: list[list[str]], of_complements: bool, complement: bool) -> list[str]:
    """AND, OR, NAND, NOR, NOT: all inputs or none of them, and the complement."""
    if of_complements == complement:
        return joined("or" if complement else "and", inputs)
    distinct = _distinct(inputs)
    return call("not" if len(distinct) == 1 else "nand" if complement else "nor", *distinct)


def odd(inputs: list[list[str]]) -> list[str]:
    """XOR of many as XORs of two, nested no deeper than need be; an input against itself is false."""
    left: list[list[str]] = []
    for one in inputs:
        if one in left:
            left.remove(one)
        else:
            left.append(one)
    while len(left) > 1:
        pairs = [call("xor", one, other) for one, other in zip(left[::2], left[1::2], strict=False)]
        left = [*pairs, *left[2 * len(pairs) :]]
    return left[0] if left else ['<constant value="false"/>']


def at_least(k: int, inputs: list[list[str]]) -> list[str]:
    """At least ``k``: the plain gate where it says so, the choices written out where an input repeats."""
    if k <= 0:
        return _TRUE
    if k == 1:
        return joined("or", inputs)
    if k == len(inputs):
        return joined("and", inputs)
    if len(_distinct(inputs)) < len(inputs):
        return joined("or", [joined("and", list(chosen)) for chosen in combinations(inputs, k)])
    return [f'<atleast min="{k}">', *(f"  {line}" for lines in inputs for line in lines), "</atleast>"]


def between(low: int, high: int, inputs: list[list[str]]) -> list[str]:
    """From ``low`` to ``high``: at least ``low`` and not at least one more than ``high``."""
    if high >= len(inputs):
        return at_least(low, inputs)
    most = call("not", at_least(high + 1, inputs))
    return most if low <= 0 else call("and", at_least(low, inputs), most)
