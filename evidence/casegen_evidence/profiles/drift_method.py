"""How far operation is from the rows that were tested, from records of any length."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from casegen_evidence.method import Figure, InputProblem, Kind, Measure, Parameters, Result, Run, Table
from casegen_evidence.signs import Direction, directions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from casegen_evidence.profiles.tally import ReferenceSample, Tally
    from casegen_evidence.ram.grid import Grid

SHOWN = 25
LEAST_ROWS = 30
DRAWS = "rows of operation are independent draws of it"


class DriftParameters(Parameters):
    """Parameters of ``operation-drift``."""

    columns: list[str] | None = Field(
        None,
        min_length=1,
        description="columns of numbers that are compared; all of the reference if left out",
    )
    fields: Annotated[int, Field(ge=2, le=100)] = Field(
        5, description="fields that each column is cut into, with equal counts of the reference"
    )
    domain: list[tuple[float, float]] | None = Field(
        None, description="interval per column, to count the cells of a grid instead, such as a RAM's"
    )
    cells: Annotated[int, Field(gt=0)] | list[Annotated[int, Field(gt=0)]] | None = Field(
        None, description="cells of that grid along each column"
    )


class OperationDrift:
    """Registered as ``operation-drift``."""

    name = "operation-drift"
    version = 1
    summary = (
        "How far operation's inputs are from a reference sample, and the mass of operation in each cell of it"
    )
    source = "Kolmogorov & Smirnov (1948); Dvoretzky, Kiefer & Wolfowitz (1956), Massart (1990); Clopper & Pearson (1934)"
    parameters: type[Parameters] = DriftParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        "reference": (True, "rows that were tested, or an earlier period: a table with columns of numbers"),
        "operation": (
            True,
            "rows of operation, any number of them: csv, Parquet or npz with the same columns",
        ),
    }
    measures: Mapping[str, tuple[Kind, str]] = {
        "largest_shift": ("score", "largest difference of a column's distribution function between the two"),
        "unseen_mass": ("fraction", "operational mass of cells without a row of the reference, and outside a `domain`"),
        "outside_mass": ("fraction", "operational mass beyond the reference's least or largest value in some column"),
        "p_alike": ("score", "p-value that both are draws of one distribution, column by column; for no claim"),
    }  # fmt: skip
    better: Mapping[str, Direction] = directions(
        lower=("largest_shift", "unseen_mass", "outside_mass"), higher=("p_alike",)
    )
    signs: Mapping[str, str] = {
        "copied-operation": "rows of operation that are copies of one another",
        "stuck-operation": "a column of operation that hardly varies where the reference does",
        "beyond-reference": "operation beyond the reference's values, which counts as seen in cells without an end",
        "scaled-apart": "a reference and an operation that were each scaled by themselves",
        "reference-in-operation": "rows of one table that occur in the other too: the comparison confirms itself",
    }
    distinct: Sequence[Sequence[str]] = (("reference", "operation"),)
    extra: str | None = None
    memory: tuple[float, float] = (0.4e9, 2.0)
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-9)

    def run(self, run: Run) -> Result:
        """Cut by the reference, count operation chunk by chunk, bound."""
        import numpy as np

        from casegen_evidence.profiles.drift_signs import judge_beyond, judge_drift, judge_operation_file
        from casegen_evidence.profiles.tally import SAMPLE, ReferenceSample, Tally
        from casegen_evidence.tables.stream import stream_input

        p: DriftParameters = run.parameters
        names, rows = _reference(run, p)
        reference = ReferenceSample(rows, p.fields, _grid(p, names))
        tally, head = Tally(reference), []
        for chunk in stream_input(run, "operation", names):
            if tally.rows < SAMPLE:
                head.append(chunk[: SAMPLE - tally.rows])
            tally.add(chunk)
            run.progress(0.5, f"{tally.rows:,} rows of operation")
        judge_drift(run.intake, names, tally, np.concatenate(head))
        judge_operation_file(run, names)
        shifts = [tally.distance(k) for k in range(len(names))]
        measures = _measures(tally, shifts, run.confidence)
        judge_beyond(run.intake, tally, measures["outside_mass"], run.confidence)
        tables = [_columns(names, tally, shifts, run.confidence), _cells(names, tally, run.confidence)]
        run.progress(1.0, "done")
        return Result(
            measures, tables, [_bars(names, tally, shifts, run.confidence)], _ASSUMPTIONS,
            signs=run.intake.signs, read=run.intake.read,
        )  # fmt: skip


_ASSUMPTIONS = (
    "Rows of the reference, and rows of operation, are independent draws; rows that follow one another in time rarely "
    "are: take them far enough apart.",
    "Operation goes on as in the record, and the columns hold what matters: nothing is said of what they do not hold.",
)


def _reference(run: Run, p: DriftParameters) -> tuple[list[str], NDArray[Any]]:
    import numpy as np

    from casegen_evidence.tables.reader import read_input
    from casegen_evidence.tables.spec import Number

    wanted: Any = dict.fromkeys(p.columns or (), Number())
    table = read_input(run, "reference", wanted, rest=None if p.columns else Number())
    names = list(p.columns or table.columns)
    if not names:
        raise InputProblem(f"expected a column of numbers with a name in {table.file}; found none")
    rows = np.stack([table.numbers(name) for name in names], axis=1)
    if len(rows) < LEAST_ROWS:
        raise InputProblem(
            f"expected at least {LEAST_ROWS} rows of reference, found {len(rows)} in {table.file}"
        )
    for name, column in zip(names, rows.T, strict=True):
        if np.ptp(column) == 0:
            raise InputProblem(
                f"expected columns that vary in {table.file}; {name} is {column[0]:g} in all rows. Leave it out of "
                "`columns`"
            )
    return names, rows


def _grid(p: DriftParameters, names: list[str]) -> Grid | None:
    """The grid that the parameters state, cut as a RAM cuts it."""
    from casegen_evidence.ram.grid import Grid

    if p.domain is None and p.cells is None:
        return None
    if p.domain is None or p.cells is None:
        raise InputProblem("expected both `domain` and `cells` of a grid, or neither; found one of them")
    shape = (p.cells,) * len(names) if isinstance(p.cells, int) else tuple(p.cells)
    if not len(p.domain) == len(shape) == len(names):
        raise InputProblem(
            f"expected an interval and a number of cells for each of {', '.join(names)}; found {len(p.domain)} intervals "
            f"and {len(shape)} numbers"
        )
    for name, (low, high) in zip(names, p.domain, strict=True):
        if not (math.isfinite(low) and math.isfinite(high) and low < high):
            raise InputProblem(
                f"expected an interval of positive width in `domain`; {name} has {low:g} to {high:g}"
            )
    lower, upper = zip(*p.domain, strict=True)
    return Grid(lower, upper, shape)


def _slack(tally: Tally, columns: int, confidence: float) -> float:
    """Half width of the limits of all columns' distances together: both samples' bands, each with half the error."""
    from casegen_evidence.profiles.tally import band

    error = (1 - confidence) / (2 * columns)
    return band(len(tally.reference.rows), error) + band(tally.rows, error)


def _p_value(tally: Tally, distance: float) -> float:
    """Smirnov's limit of the two-sample test; conservative where values occur several times."""
    from scipy.special import kolmogorov

    n, m = len(tally.reference.rows), tally.rows
    return float(kolmogorov(distance * (n * m / (n + m)) ** 0.5))


def _measures(tally: Tally, shifts: list[float], confidence: float) -> dict[str, Measure]:
    from casegen_evidence.bounds.measures import proportion

    slack, value = _slack(tally, len(shifts), confidence), max(shifts)
    met, grid = tally.reference.cells() > 0, tally.reference.grid
    if grid is not None:
        met[grid.whole] = False  # however far apart they lie, all places outside are one cell
    unseen = int(tally.cells[~met].sum())
    measures = {
        "largest_shift": Measure(
            value, "score", max(0.0, value - slack), min(1.0, value + slack), confidence, n=tally.rows,
            text="largest difference of a column's distribution function between reference and operation",
            estimator="Kolmogorov–Smirnov; bands of both samples, Massart (1990), Bonferroni over columns",
            assumes=f"rows of the reference are independent draws, and {DRAWS}",
        ),
        "p_alike": Measure(
            min(1.0, len(shifts) * min(_p_value(tally, d) for d in shifts)), "score",
            estimator="Smirnov (1948), Bonferroni",
            not_for_claims="no rejection proves likeness; use largest_shift",
        ),
    }  # fmt: skip
    for name, count, text in (
        (
            "unseen_mass",
            unseen,
            "operational mass of cells without a row of the reference, "
            + ("outer cells without an end" if grid is None else "and of all that lies outside the grid"),
        ),
        ("outside_mass", tally.outside, "operational mass beyond the reference's values"),
    ):
        measures[name] = replace(proportion(count, tally.rows, confidence, "fraction", text), assumes=DRAWS)
    return measures


def _columns(names: list[str], tally: Tally, shifts: list[float], confidence: float) -> Table:
    slack = _slack(tally, len(names), confidence)
    rows: list[list[str | float | int | None]] = [
        [
            name, shift, max(0.0, shift - slack), min(1.0, shift + slack), _p_value(tally, shift),
            int(tally.places[k][0]), int(tally.places[k][-1]),
        ]
        for k, (name, shift) in enumerate(zip(names, shifts, strict=True))
    ]  # fmt: skip
    heads = ["column", "largest difference", "at least", "at most", "p-value", "rows below", "rows above"]
    note = f"{tally.rows:,} rows of operation beside {len(tally.reference.rows):,} of reference, some beyond its values."
    return Table("Difference of operation from the reference, by column", heads, rows, note)


def _cells(names: list[str], tally: Tally, confidence: float) -> Table:
    import numpy as np

    low, high = tally.masses(confidence)
    own = tally.reference.cells()
    order = np.argsort(-tally.cells, kind="stable")[:SHOWN]
    rows: list[list[str | float | int | None]] = [
        [
            _place(names, tally.reference, int(k)), int(tally.cells[k]), float(tally.cells[k] / tally.rows),
            float(low[k]), float(high[k]), int(own[k]),
        ]
        for k in order.tolist()
    ]  # fmt: skip
    heads = ["cell", "rows", "mass", "at least", "at most", "rows of reference"]
    note = (
        f"The {len(rows)} heaviest of {len(own):,} cells; the limits of all cells hold together (Bonferroni)."
    )
    return Table("Operational mass by cell", heads, rows, note)


def _place(names: list[str], reference: ReferenceSample, cell: int) -> str:
    import numpy as np

    words = []
    if reference.grid is not None:
        if cell == reference.grid.whole:
            return "outside the grid"
        low = reference.grid.origin(np.array([cell]))[0]
        for name, start, side in zip(names, low.tolist(), reference.grid.side.tolist(), strict=True):
            words.append(f"{name} {start:.4g} to {start + side:.4g}")
        return ", ".join(words)
    for name, edges, at in zip(names, reference.edges, np.unravel_index(cell, reference.shape), strict=True):
        ends = (["−∞", *(f"{e:.4g}" for e in edges), "∞"])[int(at) : int(at) + 2]
        words.append(f"{name} {ends[0]} to {ends[1]}")
    return ", ".join(words)


def _bars(names: list[str], tally: Tally, shifts: list[float], confidence: float) -> Figure:
    slack = _slack(tally, len(names), confidence)
    series = {
        "name": "largest difference", "values": shifts, "lower": [max(0.0, d - slack) for d in shifts],
        "upper": [min(1.0, d + slack) for d in shifts],
    }  # fmt: skip
    worst = max(range(len(names)), key=lambda k: shifts[k])
    alt = f"Largest difference of the distribution functions by column: {names[worst]} with {shifts[worst]:.3g}."
    return Figure(
        "How far operation is from the reference", "bars", {"categories": names, "series": [series]}, alt, "",
        "difference of distribution functions",
    )  # fmt: skip


DRIFT = OperationDrift()
