"""Inputs that are one function, and the bound without cancelling, against truth tables of small random trees."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

from casegen.fta.core.engine import top_diagram
from casegen.fta.gates.structure import AND, ATLEAST, XOR, Structure
from casegen.fta.tree.recurring_inputs import repeated_inputs, without_cancelling

EVENTS = 4


def some_structure(rng: random.Random) -> Structure:
    kinds, counts, rows = [], [], []
    for j in range(rng.randint(1, 6)):
        literals = [*range(2, 2 + EVENTS + j)] * 2
        row = tuple(x * rng.choice((1, 1, 1, -1)) for x in rng.sample(literals, rng.randint(1, 4)))
        kinds.append(rng.choice((AND, AND, XOR, ATLEAST)))
        counts.append(rng.randint(0, len(row) + 1))
        rows.append(row)
    top = 2 + EVENTS + len(rows) - 1
    names = {f"G{j}": 2 + EVENTS + j for j in range(len(rows))}
    return Structure("T", tuple("ABCD"), tuple(kinds), tuple(counts), tuple(rows), top, names)


def tables(structure: Structure) -> dict[int, tuple[bool, ...]]:
    """Each literal at every state of the events."""
    states = [*product((False, True), repeat=EVENTS)]
    result = {1: (True,) * len(states)}
    result |= {2 + i: tuple(state[i] for state in states) for i in range(EVENTS)}
    for j, row in enumerate(structure.arguments):
        inputs = [[value == (x > 0) for value in result[abs(x)]] for x in row]
        numbers = [sum(column) for column in zip(*inputs, strict=True)] or [0] * len(states)
        kind, count = structure.kinds[j], structure.counts[j]
        result[2 + EVENTS + j] = tuple(
            n == len(row) if kind == AND else n % 2 == 1 if kind == XOR else n >= count for n in numbers
        )
    return result


def doubles(structure: Structure) -> set[str]:
    """Gates that count two inputs of one table, or of opposite ones."""
    table, result = tables(structure), set()
    for j, row in enumerate(structure.arguments):
        kind, count = structure.kinds[j], structure.counts[j]
        if (kind == XOR and len(row) > 1) or (kind == ATLEAST and 1 < count < len(row)):
            own = [table[abs(x)] for x in row]
            if any(len({*a}) == 2 and (a == b or all(x != y for x, y in zip(a, b, strict=True)))
                   for a, b in combinations(own, 2)):  # fmt: skip
                result.add(f"G{j}")
    return result


@pytest.mark.parametrize("seed", range(300))
def test_inputs_that_are_one_function(seed: int) -> None:
    structure = some_structure(random.Random(seed))
    assert {gate for gate, _ in repeated_inputs(structure, top_diagram(structure))} == doubles(structure)


@pytest.mark.parametrize("seed", range(300))
def test_without_cancelling_a_tree_holds_wherever_it_held_and_only_rises(seed: int) -> None:
    structure = some_structure(random.Random(seed))
    rising = without_cancelling(structure)
    before, after = tables(structure)[structure.top], tables(rising)
    top = after[abs(rising.top)] if rising.top > 0 else tuple(not x for x in after[-rising.top])
    assert all(b <= a for b, a in zip(before, top, strict=True))
    states = [*product((False, True), repeat=EVENTS)]
    at = dict(zip(states, top, strict=True))
    for state, i in product(states, range(EVENTS)):
        assert at[state] <= at[(*state[:i], True, *state[i + 1 :])]
