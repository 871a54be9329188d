"""Prime implicants against enumeration of all products of literals."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings

from casegen.fta import TooLarge, compile_tree, event_values
from casegen.model.case import Case
from tests.fta.small_trees import case_of, gate, holds, random_cases, worlds


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(random_cases())
def test_prime_implicants_by_enumeration(case: Case) -> None:
    tree = compile_tree(case, "t")
    top = case.trees[0].top
    truths = {tuple(w.values()): holds(case, top, w) for w in worlds(tree.events)}

    def forces(product: tuple[bool | None, ...]) -> bool:
        fits = [
            t for w, t in truths.items() if all(x is None or x == y for x, y in zip(product, w, strict=True))
        ]
        return all(fits)

    implicants = {q for q in itertools.product((None, False, True), repeat=len(tree.events)) if forces(q)}
    primes = {
        q
        for q in implicants
        if not any((*q[:i], None, *q[i + 1 :]) in implicants for i in range(len(q)) if q[i] is not None)
    }
    expected = {
        frozenset(e if x else f"not {e}" for e, x in zip(tree.events, q, strict=True) if x is not None)
        for q in primes
    }
    result = tree.prime_implicants(event_values(case, "t", {}).probability, top=None)
    assert {frozenset(r.events) for r in result.rows} == expected
    assert result.count == len(expected)


def test_long_gates_have_their_prime_implicants() -> None:
    names = [f"e{i}" for i in range(300)]
    p = dict.fromkeys(names, 0.1)
    for top, count, literal in (
        (gate("g", "and", *names), 1, "e0"),
        (gate("g", "nand", *names), 300, "not e"),
    ):
        result = compile_tree(case_of([top], p), "t").prime_implicants([0.1] * 300, top=1)
        assert result.count == count
        assert result.rows[0].events[0].startswith(literal)
    many = {f"e{i}": 0.1 for i in range(1001)}
    with pytest.raises(TooLarge, match=r"expected at most 1,000 events .* found 1,001"):
        compile_tree(case_of([gate("g", "nand", *many)], many), "t").prime_implicants([0.1] * 1001)
