"""Counting metrics against counting one by one."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from casegen_evidence.nnmetrics.activation import k_activation
from casegen_evidence.nnmetrics.covering_array import close_gaps
from casegen_evidence.nnmetrics.scenarios import ConditionCategories, coverage
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

patterns = arrays(bool, st.tuples(st.integers(1, 14), st.integers(4, 7)))


@pytest.mark.parametrize("k", [1, 2, 3, 4])
@given(active=patterns)
@settings(max_examples=40, deadline=None)
def test_k_activation_is_the_brute_force_count(k: int, active: np.ndarray) -> None:
    expected = sum(
        len({tuple(row) for row in active[:, list(s)].tolist()})
        for s in combinations(range(active.shape[1]), k)
    )
    assert k_activation(active, k).seen == expected


@st.composite
def scenario_sets(draw: st.DrawFn) -> tuple[ConditionCategories, list[dict[str, str]]]:
    sizes = draw(st.lists(st.integers(1, 3), min_size=2, max_size=4))
    categories = {f"c{i}": tuple(f"v{v}" for v in range(n)) for i, n in enumerate(sizes)}
    full = [dict(zip(categories, values, strict=True)) for values in product(*categories.values())]
    rule = draw(st.lists(st.sampled_from(full), max_size=2))
    keys = draw(st.lists(st.sampled_from(list(categories)), min_size=1, max_size=2, unique=True))
    rules = tuple({k: r[k] for k in keys} for r in rule)
    possible = [s for s in full if not any(all(s[k] == v for k, v in r.items()) for r in rules)]
    if not possible:
        rules, possible = (), full
    rows = draw(st.lists(st.sampled_from(possible), max_size=5))
    return ConditionCategories(categories, rules), rows


@pytest.mark.slow
@given(case=scenario_sets(), k=st.integers(1, 3))
@settings(max_examples=60, deadline=None)
def test_coverage_is_the_brute_force_count_and_the_gaps_can_be_closed(
    case: tuple[ConditionCategories, list[dict[str, str]]], k: int
) -> None:
    conditions, rows = case
    k = min(k, len(conditions.names))
    result = coverage(conditions, conditions.encode(rows), k)
    full = [dict(zip(conditions.names, v, strict=True)) for v in product(*conditions.categories.values())]
    full = [s for s in full if not any(all(s[n] == v for n, v in r.items()) for r in conditions.excluded)]
    tuples = lambda scenarios: {  # noqa: E731
        tuple((n, s[n]) for n in names) for s in scenarios for names in combinations(conditions.names, k)
    }
    assert result.covered == len(tuples(rows))
    assert result.possible == len(tuples(full))
    closing = close_gaps(result, tries=2)
    assert tuples([*rows, *closing.scenarios]) == tuples(full)
    assert closing.at_least <= len(closing.scenarios)
