"""What operation's inputs, of any number, say beside a reference sample: counts that are merged chunk by chunk, exactly.

Everything is cut by the reference alone, so that operation's rows are counted into cells that did not look at them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.bounds.binomial import clopper_pearson
from casegen_evidence.method import InputProblem

if TYPE_CHECKING:
    from casegen_evidence.ram.grid import Grid

Array = NDArray[np.float64]
Counts = NDArray[np.int64]
MOST_CELLS = 2_000_000
COPIES_SHARE = 0.01
"""Share of rows that repeat others from which on they are copies, beyond what chance explains."""
CHANCE = 5.0
SAMPLE = 100_000
"""First rows by which the number of rows that coincide by chance is judged."""


@dataclass(frozen=True, slots=True)
class ReferenceSample:
    """The sample that operation is compared with: ``rows`` (n, d), cut into ``fields`` of equal counts per column.

    With a ``grid`` (the partition of a RAM, say) its cells are counted instead; what lies outside it is one more cell.
    """

    rows: Array
    fields: int
    grid: Grid | None = None
    sites: tuple[Array, ...] = field(init=False)
    edges: tuple[Array, ...] = field(init=False)
    digests: NDArray[np.uint64] = field(init=False)

    def __post_init__(self) -> None:
        columns = list(self.rows.T)
        cuts = np.linspace(0, 1, self.fields + 1)[1:-1]
        edges = tuple(np.unique(np.quantile(c, cuts, method="inverted_cdf")) for c in columns)
        object.__setattr__(self, "sites", tuple(np.unique(c) for c in columns))
        object.__setattr__(self, "edges", edges)
        object.__setattr__(self, "digests", np.unique(digests(self.rows)))
        if self.count > MOST_CELLS and self.grid is not None:
            raise InputProblem(
                f"expected at most {MOST_CELLS:,} cells; the grid has {self.grid.whole:,}. State fewer"
            )
        cells = self.count
        if cells > MOST_CELLS:
            raise InputProblem(
                f"expected at most {MOST_CELLS:,} cells; {' × '.join(map(str, self.shape))} are {cells:,}. State fewer "
                "`fields` or fewer `columns`"
            )

    @property
    def shape(self) -> tuple[int, ...]:
        """Fields along each column."""
        return tuple(len(e) + 1 for e in self.edges)

    @property
    def count(self) -> int:
        """Number of cells."""
        return math.prod(self.shape) if self.grid is None else self.grid.whole + 1

    def cell(self, rows: Array) -> Counts:
        """Number of the cell of each of ``rows`` (m, d)."""
        if self.grid is not None:
            place = self.grid.locate(rows)
            return np.where(place < 0, self.grid.whole, place)
        at = [np.searchsorted(e, c) for e, c in zip(self.edges, rows.T, strict=True)]
        return np.asarray(np.ravel_multi_index(at, self.shape), dtype=np.int64)

    def cells(self) -> Counts:
        """Rows of the reference in each cell."""
        return np.bincount(self.cell(self.rows), minlength=self.count)


def digests(rows: Array) -> NDArray[np.uint64]:
    """A number of 64 bits per row, the same for equal rows."""
    digest = np.zeros(len(rows), dtype=np.uint64)
    with np.errstate(over="ignore"):
        for k in range(rows.shape[1]):
            value = (rows[:, k] + 0.0).view(np.uint64)  # -0 is 0
            value = (value ^ (value >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9 + 2 * k)
            digest = (digest ^ (value ^ (value >> np.uint64(32)))) * np.uint64(0x94D049BB133111EB)
    return digest


@dataclass(slots=True)
class Tally:
    """Counts of operation's rows; chunks in any order give the same, and tallies of parts are added.

    ``places[k]`` (2m + 1,) counts rows below, at, and between the m distinct values of the reference along column k,
    ``cells`` those in each cell, ``outside`` those beyond the reference along some column.
    """

    reference: ReferenceSample
    rows: int = 0
    outside: int = 0
    cells: Counts = field(init=False)
    places: list[Counts] = field(init=False)
    seen: list[NDArray[np.uint64]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.cells = np.zeros(self.reference.count, dtype=np.int64)
        self.places = [np.zeros(2 * len(s) + 1, dtype=np.int64) for s in self.reference.sites]

    def add(self, chunk: Array) -> None:
        """Count ``chunk`` (m, d)."""
        beyond = np.zeros(len(chunk), dtype=bool)
        for k, sites in enumerate(self.reference.sites):
            low = np.searchsorted(sites, chunk[:, k], side="left")
            place = low + np.searchsorted(sites, chunk[:, k], side="right")
            self.places[k] += np.bincount(place, minlength=len(self.places[k]))
            beyond |= (place == 0) | (place == 2 * len(sites))
        self.cells += np.bincount(self.reference.cell(chunk), minlength=len(self.cells))
        self.outside += int(beyond.sum())
        self.rows += len(chunk)
        self.seen.append(digests(chunk))

    def merge(self, other: Tally) -> None:
        """Add what another part of operation's rows counted."""
        self.cells += other.cells
        for mine, theirs in zip(self.places, other.places, strict=True):
            mine += theirs
        self.rows += other.rows
        self.outside += other.outside
        self.seen += other.seen

    def repeated(self) -> tuple[int, float]:
        """Rows that repeat another, and how many coincide by chance at most, as the first rows tell."""
        every = np.concatenate(self.seen) if self.seen else np.zeros(0, dtype=np.uint64)
        self.seen = [every]
        head = every[:SAMPLE]
        alike = len(head) - len(np.unique(head))
        chance = (alike + 3.0) * (len(every) / max(len(head), 1)) ** 2 if len(every) > len(head) else 0.0
        every.sort()
        return int(np.sum(every[1:] == every[:-1])), chance

    def known(self) -> int:
        """Distinct rows of the reference that occur in operation too."""
        (every,) = self.seen
        at = np.searchsorted(every, self.reference.digests)
        inside = at < len(every)
        return int(np.sum(every[at[inside]] == self.reference.digests[inside]))

    def standing(self) -> int:
        """Rows of operation that are rows of the reference too, to the digit."""
        return int(np.isin(np.concatenate(self.seen), self.reference.digests).sum())

    def distance(self, column: int) -> float:
        """Largest difference of the two distribution functions along ``column`` (Kolmogorov & Smirnov), exact."""
        values = self.reference.rows[:, column]
        sites = self.reference.sites[column]
        own = np.searchsorted(np.sort(values), sites, side="right") / len(values)
        counted = np.cumsum(self.places[column]) / self.rows
        at, before = counted[1::2], counted[0:-1:2]  # up to each value with it; and up to it without it
        below = np.append(0.0, own[:-1])
        return float(
            max(np.abs(at - own).max(), np.abs(before - below).max(), np.abs(counted[2::2] - own).max())
        )

    def masses(self, confidence: float) -> tuple[Array, Array]:
        """Lower and upper limits of operation's mass in each cell; all lower, and all upper ones, hold together."""
        level = 1 - (1 - confidence) / len(self.cells)
        low, high = clopper_pearson(self.cells, self.rows, level)
        return np.asarray(low), np.asarray(high)


def band(rows: int, error: float) -> float:
    """Half width of a distribution function's band from ``rows`` draws, two-sided (Massart 1990)."""
    return float(np.sqrt(np.log(2 / error) / (2 * rows)))
