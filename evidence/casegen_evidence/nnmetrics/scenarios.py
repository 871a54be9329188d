"""Data described by operating conditions, and how many of their combinations it holds (paper 002 §II-A)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.suggestions import near
from casegen_evidence.tables import DataTable, label
from casegen_evidence.tables.spec import Problems

MOST_CELLS = 20_000_000
"""Larger projection tables are refused."""

Codes = NDArray[np.int64]
Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Conditions:
    """Operating conditions and their categories: ``{"weather": ("sunny", "rainy"), …}``.

    ``excluded`` lists partial scenarios that cannot occur; a tuple of values that only excluded scenarios
    contain does not count.
    """

    categories: Mapping[str, tuple[str, ...]]
    excluded: tuple[Mapping[str, str], ...] = ()

    def __post_init__(self) -> None:
        for name, values in self.categories.items():
            if not values:
                raise InputProblem(f"expected categories of condition {name}, found none")
            if len(set(values)) < len(values):
                raise InputProblem(f"expected different categories of condition {name}, found {list(values)}")
        for row, rule in enumerate(self.excluded, start=1):
            for name, value in rule.items():
                self.code(name, value, f"exclusion {row}")

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
                        f"expected a column {name}; found {', '.join(row)}{near(name, tuple(row))}"
                    )
                result[i, k] = self.code(name, row[name], place)
            self._refuse_excluded(row, place)
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
        self._refuse_excluded_rows(codes, table)
        return codes

    def _refuse_excluded_rows(self, codes: Codes, table: DataTable) -> None:
        for rule in self.excluded:
            met = np.ones(len(codes), dtype=bool)
            for name, value in rule.items():
                met &= codes[:, self.names.index(name)] == self.categories[name].index(value)
            if rule and met.any():
                words = ", ".join(f"{n} = {v}" for n, v in rule.items())
                raise InputProblem(
                    f"{table.file}:{table.line(int(np.flatnonzero(met)[0]))}: {words} is excluded as impossible, and "
                    "occurs "
                    f"in {int(met.sum()):,} rows. Correct the row, or take the exclusion away"
                )

    def _refuse_excluded(self, row: Mapping[str, str], place: str) -> None:
        for rule in self.excluded:
            if rule and all(row[name] == value for name, value in rule.items()):
                words = ", ".join(f"{n} = {v}" for n, v in rule.items())
                raise InputProblem(
                    f"expected no scenario with {words}, which is excluded as impossible; found it in {place}. "
                    "Correct the row, or take the exclusion away"
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

    conditions: Conditions
    k: int
    projections: tuple[Projection, ...]
    allowed: Codes | None
    involved: tuple[int, ...]

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


def coverage(conditions: Conditions, codes: Codes, k: int = 2) -> Coverage:
    """k-projection coverage of scenarios ``codes`` (n, conditions), paper 002 Eqn 1, for any k.

    ``Σ_{|S|=k} |{v_S(x): x ∈ D}| / Σ_{|S|=k} Π_{i∈S} |C_i|``; tuples that only excluded scenarios contain
    leave the denominator.

    >>> c = Conditions({"weather": ("sunny", "rainy"), "road": ("dry", "wet")})
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
    involved, allowed = _allowed(conditions)
    projections = tuple(
        _projection(s, sizes, codes, involved, allowed) for s in combinations(range(len(sizes)), k)
    )
    result = Coverage(conditions, k, projections, allowed, involved)
    if not result.possible:
        raise InputProblem("expected scenarios that can occur; the exclusions leave none")
    return result


def _tuples(sizes: tuple[int, ...], k: int) -> int:
    """Σ over k-subsets of the product of their sizes, without listing the subsets."""
    sums = [1] + [0] * k
    for size in sizes:
        for j in range(k, 0, -1):
            sums[j] += sums[j - 1] * size
    return sums[k]


def _allowed(conditions: Conditions) -> tuple[tuple[int, ...], Codes | None]:
    """The conditions that exclusions speak of, and every combination of their values that remains."""
    names, sizes = conditions.names, conditions.sizes
    involved = tuple(sorted({names.index(n) for rule in conditions.excluded for n in rule}))
    if not involved:
        return (), None
    if prod(sizes[c] for c in involved) > MOST_CELLS // 10:
        raise InputProblem(
            f"expected exclusions over fewer conditions; {len(involved)} conditions have too many combinations"
        )
    table = np.ones([sizes[c] for c in involved], dtype=bool)
    for rule in conditions.excluded:
        if rule:
            at = {names.index(n): conditions.code(n, v, "exclusion") for n, v in rule.items()}
            table[tuple(at.get(c, slice(None)) for c in involved)] = False
    return involved, np.argwhere(table)


def _projection(
    subset: tuple[int, ...],
    sizes: tuple[int, ...],
    codes: Codes,
    involved: tuple[int, ...],
    allowed: Codes | None,
) -> Projection:
    shape = tuple(sizes[c] for c in subset)
    seen = np.zeros(shape, dtype=bool)
    seen[tuple(codes[:, c] for c in subset)] = True
    possible = np.ones(shape, dtype=bool)
    shared = [c for c in subset if c in involved]
    if allowed is not None and (shared or not len(allowed)):
        table = np.zeros([sizes[c] for c in shared], dtype=bool)
        table[tuple(allowed[:, involved.index(c)] for c in shared)] = len(allowed) > 0
        possible &= table.reshape([sizes[c] if c in shared else 1 for c in subset])
    return Projection(subset, possible, seen)
