"""Data described by operating conditions, and how many of their combinations it holds (paper 002 §II-A)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.nnmetrics.domain import DomainRule, Rule, connected, never, possible, rule_of
from casegen_evidence.own_arithmetic import in_own_arithmetic
from casegen_evidence.suggestions import among, near
from casegen_evidence.tables.data_table import DataTable
from casegen_evidence.tables.labels import label
from casegen_evidence.tables.spec import Problems

MOST_CELLS = 20_000_000
"""Larger projection tables are refused."""

Codes = NDArray[np.int64]
Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class ConditionCategories:
    """Operating conditions and their categories: ``{"weather": ("sunny", "rainy"), …}``.

    ``excluded`` lists partial scenarios that cannot occur, ``rules`` says what holds together in every scenario; a
    tuple of values that only impossible scenarios contain does not count.  ``domain`` is both, as tables.
    """

    categories: Mapping[str, tuple[str, ...]]
    excluded: tuple[Mapping[str, str], ...] = ()
    rules: tuple[DomainRule, ...] = ()
    domain: tuple[Rule, ...] = field(init=False)

    def __post_init__(self) -> None:
        for name, values in self.categories.items():
            if not values:
                raise InputProblem(f"expected categories of condition {name}, found none")
            if len(set(values)) < len(values):
                raise InputProblem(f"expected different categories of condition {name}, found {list(values)}")
        domain = [
            never(self, rule, f"exclusion {n}") for n, rule in enumerate(self.excluded, start=1) if rule
        ]
        domain += [rule_of(self, rule, f"rule {n}") for n, rule in enumerate(self.rules, start=1)]
        object.__setattr__(self, "domain", tuple(domain))

    @property
    def names(self) -> tuple[str, ...]:
        """Names in order."""
        return tuple(self.categories)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Number of categories per condition."""
        return tuple(len(v) for v in self.categories.values())

    def code(self, name: str, value: str, place: str) -> int:
        """Index of ``value`` among the categories of ``name``; raises :class:`InputProblem` with ``place``."""
        if name not in self.categories:
            raise InputProblem(
                f"expected conditions among {', '.join(self.names)} in {place}; found {name!r}"
                f"{near(name, self.names)}"
            )
        known = self.categories[name]
        if value not in known:
            raise InputProblem(
                f"expected {name} to be one of {', '.join(known)} in {place}; found {value!r}"
                f"{near(value, known)}. Correct the row, or add the category to the condition"
            )
        return known.index(value)

    def encode(self, rows: Sequence[Mapping[str, str]], source: str = "row") -> Codes:
        """Rows as category indices ``(n, conditions)``; columns that are no condition are not looked at."""
        result = np.empty((len(rows), len(self.names)), dtype=np.int64)
        for i, row in enumerate(rows):
            place = f"{source} {i + 1}"
            for k, name in enumerate(self.names):
                if name not in row:
                    raise InputProblem(
                        f"expected a column {name}; found {among(row)}{near(name, tuple(row))}"
                    )
                result[i, k] = self.code(name, row[name], place)
        self._refuse_impossible(result, source)
        return result

    def encode_table(self, table: DataTable) -> Codes:
        """Rows of a table as category indices ``(n, conditions)``; every problem is raised at once, with its place."""
        problems = Problems(table.file)
        columns = []
        for name in self.names:
            index = {label(value): i for i, value in enumerate(self.categories[name])}
            names = table.names(name)
            for k, word in enumerate(names.words):
                if word not in index:
                    place = table.place(int(np.flatnonzero(names.codes == k)[0]), name)
                    known = ", ".join(self.categories[name])
                    problems.add(
                        f"{place}: expected one of {known}, found {word!r}{near(word, tuple(index))}; correct the "
                        "row, or "
                        "add the category to the condition"
                    )
            columns.append(
                np.array([index.get(word, -1) for word in names.words], dtype=np.int64)[names.codes]
            )
        problems.settle()
        codes = np.stack(columns, axis=1)
        self._refuse_impossible_rows(codes, table)
        return codes

    def _impossible(self, codes: Codes) -> Iterator[tuple[Rule, NDArray[np.intp]]]:
        """Rules that rows break, each with these rows."""
        for rule in self.domain:
            broken = np.flatnonzero(~rule.allowed[tuple(codes[:, c] for c in rule.scope)])
            if len(broken):
                yield rule, broken

    def _refuse_impossible_rows(self, codes: Codes, table: DataTable) -> None:
        problems = Problems(table.file)
        for rule, rows in self._impossible(codes):
            place = f"{table.file}:{table.line(int(rows[0]))}"
            problems.add(
                f"{place}: breaks a rule of the domain: {rule.text} ({len(rows):,} rows do). Correct them, or the rule"
            )
        problems.settle()

    def _refuse_impossible(self, codes: Codes, source: str) -> None:
        for rule, rows in self._impossible(codes):
            raise InputProblem(
                f"{source} {int(rows[0]) + 1} breaks a rule of the domain: {rule.text}. Correct the row, or the rule"
            )


@dataclass(frozen=True, slots=True)
class Projection:
    """One k-subset of the conditions: which value tuples can occur and which the data holds.

    ``possible`` and ``seen`` have the shape of the subset's sizes.
    """

    subset: tuple[int, ...]
    possible: Cells
    seen: Cells


@dataclass(frozen=True, slots=True)
class Coverage:
    """k-projection coverage: ``covered`` of ``possible`` value tuples are in the data."""

    conditions: ConditionCategories
    k: int
    projections: tuple[Projection, ...]

    @property
    def covered(self) -> int:
        """Value tuples that occur in the data."""
        return sum(int((p.seen & p.possible).sum()) for p in self.projections)

    @property
    def possible(self) -> int:
        """Value tuples that can occur."""
        return sum(int(p.possible.sum()) for p in self.projections)

    @property
    def value(self) -> float:
        """Paper 002 Eqn 1: covered over possible."""
        return self.covered / self.possible

    def missing(self) -> Iterator[dict[str, str]]:
        """Value tuples that can occur and do not, as partial scenarios."""
        names, categories = self.conditions.names, tuple(self.conditions.categories.values())
        for p in self.projections:
            for cell in np.argwhere(p.possible & ~p.seen).tolist():
                yield {names[c]: categories[c][v] for c, v in zip(p.subset, cell, strict=True)}

    def unseen(self, codes: Codes) -> NDArray[np.bool_]:
        """For scenarios ``(n, conditions)``: does it hold a value tuple that the data lacks?"""
        result = np.zeros(len(codes), dtype=bool)
        for p in self.projections:
            result |= ~p.seen[tuple(codes[:, c] for c in p.subset)]
        return result


@in_own_arithmetic
def coverage(conditions: ConditionCategories, codes: Codes, k: int = 2) -> Coverage:
    """k-projection coverage of scenarios ``codes`` (n, conditions), paper 002 Eqn 1, for any k.

    ``Σ_{|S|=k} |{v_S(x): x ∈ D}| / Σ_{|S|=k} Π_{i∈S} |C_i|``; tuples that only impossible scenarios
    contain leave the denominator.

    >>> c = ConditionCategories({"weather": ("sunny", "rainy"), "road": ("dry", "wet")})
    >>> coverage(c, c.encode([{"weather": "sunny", "road": "dry"}])).value
    0.25
    """
    sizes = conditions.sizes
    if not 1 <= k <= len(sizes):
        raise InputProblem(f"expected k from 1 to the number of conditions, {len(sizes)}; found {k}")
    total = _tuples(sizes, k)
    if total > MOST_CELLS or comb(len(sizes), k) > MOST_CELLS // 8:
        raise InputProblem(
            f"expected at most {MOST_CELLS:,} value tuples; {k}-projection of {len(sizes)} conditions has {total:,}. "
            "Take a smaller k or fewer conditions"
        )
    if not possible(conditions.domain, (), sizes):
        raise InputProblem("expected scenarios that can occur; the exclusions and rules leave none")
    projections = tuple(_projection(s, conditions, codes) for s in combinations(range(len(sizes)), k))
    return Coverage(conditions, k, projections)


def _tuples(sizes: tuple[int, ...], k: int) -> int:
    """Σ over k-subsets of the product of their sizes, without listing the subsets."""
    sums = [1] + [0] * k
    for size in sizes:
        for j in range(k, 0, -1):
            sums[j] += sums[j - 1] * size
    return sums[k]


def _projection(subset: tuple[int, ...], conditions: ConditionCategories, codes: Codes) -> Projection:
    sizes = conditions.sizes
    shape = tuple(sizes[c] for c in subset)
    seen = np.zeros(shape, dtype=bool)
    seen[tuple(codes[:, c] for c in subset)] = True
    can = np.ones(shape, dtype=bool)
    if rules := connected(conditions.domain, subset):
        ruled = {c for rule in rules for c in rule.scope}
        shared = tuple(c for c in subset if c in ruled)
        can &= possible(rules, shared, sizes).reshape([sizes[c] if c in shared else 1 for c in subset])
    return Projection(subset, can, seen)
