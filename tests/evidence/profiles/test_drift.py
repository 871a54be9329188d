"""Operation of any length beside a reference: counts merge exactly, limits cover, copies are seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import InputProblem, Result, Run
from casegen_evidence.profiles.drift_method import DRIFT
from casegen_evidence.profiles.tally import ReferenceSample, Tally
from casegen_evidence.signs import Intake
from casegen_evidence.tables import sources
from scipy.stats import ks_2samp

Array = np.ndarray[Any, Any]


def write(path: Path, rows: Array, names: str = "ab") -> Path:
    columns = dict(zip(names, rows.T, strict=True))
    if path.suffix == ".npz":
        np.savez(path, **columns)
    elif path.suffix == ".parquet":
        pa = pytest.importorskip("pyarrow", reason="needs the extra casegen[parquet]")
        import pyarrow.parquet as pq

        pq.write_table(pa.table(columns), path, row_group_size=700)
    else:
        lines = [",".join(columns), *(",".join(repr(float(v)) for v in row) for row in rows)]
        path.write_text("\n".join(lines) + "\n")
    return path


def drift(
    folder: Path, reference: Array, operation: Array, suffix: str = ".csv", **parameters: Any
) -> Result:
    inputs = {
        "reference": write(folder / "reference.csv", reference),
        "operation": write(folder / f"operation{suffix}", operation),
    }
    checked = DRIFT.parameters.model_validate(parameters)
    return DRIFT.run(Run(inputs, checked, seed=1, confidence=0.95, scratch=folder, intake=Intake()))


def drawn(n: int, seed: int, shift: float = 0.0) -> Array:
    return np.random.default_rng(seed).normal(shift, 1.0, (n, 2))


def tallied(reference: ReferenceSample, chunks: list[Array]) -> Tally:
    tally = Tally(reference)
    for chunk in chunks:
        tally.add(chunk)
    return tally


@pytest.mark.parametrize("rounded", [False, True])
def test_counts_are_exact_however_the_rows_are_cut(rounded: bool) -> None:
    own, other = drawn(300, 1), drawn(5000, 2, 0.2)
    if rounded:
        own, other = np.round(own, 1), np.round(other, 1)
    reference = ReferenceSample(own, 4)
    whole = tallied(reference, [other])
    parts = tallied(reference, [other[4000:], *np.array_split(other[:4000], 7)])
    first, second = tallied(reference, [other[:1700]]), tallied(reference, [other[1700:]])
    second.merge(first)
    for tally in (whole, parts, second):
        assert np.array_equal(tally.cells, whole.cells)
        assert all(np.array_equal(a, b) for a, b in zip(tally.places, whole.places, strict=True))
        assert (tally.rows, tally.outside, tally.repeated()) == (5000, whole.outside, whole.repeated())
    for k in range(2):
        expected = ks_2samp(own[:, k], other[:, k], method="asymp").statistic
        assert whole.distance(k) == pytest.approx(expected, abs=1e-12)
    inside = np.all((other >= own.min(axis=0)) & (other <= own.max(axis=0)), axis=1)
    assert whole.outside == np.sum(~inside)
    edges = [np.concatenate([[-np.inf], e, [np.inf]]) for e in reference.edges]
    by_hand = [
        np.sum((other[:, 0] > a) & (other[:, 0] <= b) & (other[:, 1] > c) & (other[:, 1] <= d))
        for a, b in zip(edges[0], edges[0][1:], strict=False)
        for c, d in zip(edges[1], edges[1][1:], strict=False)
    ]
    assert whole.cells.tolist() == by_hand


def test_cells_of_a_grid_are_those_that_a_ram_counts(tmp_path: Path) -> None:
    from casegen_evidence.ram.grid import Grid

    own, other = np.round(drawn(300, 1), 1), np.round(drawn(5000, 2), 1)  # many rows on the edges of cells
    grid = Grid((-1.0, -2.0), (1.0, 2.0), (4, 8))
    tally = tallied(ReferenceSample(own, 4, grid), np.array_split(other, 7))
    located = grid.locate(other)
    assert tally.cells[:-1].tolist() == np.bincount(located[located >= 0], minlength=32).tolist()
    assert tally.cells[-1] == np.sum(located < 0) > 0
    low, high = tally.masses(0.95)
    assert np.all((low <= tally.cells / 5000) & (tally.cells / 5000 <= high))
    stated: Any = {"domain": [(-1, 1), (-2, 2)], "cells": [4, 8]}
    result = drift(tmp_path, own, other, ".npz", **stated)
    rows = {row[0]: row[1] for row in result.tables[1].rows}
    assert rows["outside the grid"] == tally.cells[-1]
    assert sum(rows.values()) <= 5000  # type: ignore[arg-type]
    unseen = np.bincount(ReferenceSample(own, 4, grid).cell(own), minlength=33) == 0
    assert not unseen[-1]
    unseen[-1] = True
    assert result.measures["unseen_mass"].value == tally.cells[unseen].sum() / 5000
    for wrong, words in (
        ({"domain": [(0, 1), (0, 1)]}, "or neither"),
        ({"domain": [(0, 1)], "cells": 3}, "for each of a, b"),
        ({"domain": [(0, 1), (1, 1)], "cells": 3}, "b has 1 to 1"),
        ({"domain": [(0, 1), (0, 1)], "cells": 2000}, "the grid has 4,000,000"),
    ):
        with pytest.raises(InputProblem, match=words):
            drift(tmp_path, own, other, **wrong)


@pytest.mark.slow
def test_every_format_gives_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "ROWS", 1000)
    own, other = drawn(200, 1), drawn(3500, 2, 0.1)
    results = [drift(tmp_path, own, other, suffix) for suffix in (".csv", ".npz", ".parquet")]
    assert results[0].measures == results[1].measures == results[2].measures
    assert results[0].tables == results[1].tables == results[2].tables
    read = [r.read[1] for r in results]
    assert {r["rows"] for r in read} == {3500}
    for r in read:
        assert [c["mean"] for c in r["columns"]] == pytest.approx(other.mean(axis=0))
    assert read[0]["columns"][0]["most"] == other[:, 0].max()
    assert not results[0].signs


@pytest.mark.slow
def test_limits_of_the_shift_cover() -> None:
    """True largest difference of two normal distributions a half apart; of two columns, one does not differ."""
    from casegen_evidence.profiles.drift_method import _measures
    from scipy.stats import norm

    true, missed, narrow = 2 * norm.cdf(0.25) - 1, 0, 0.0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        own, other = rng.normal(size=(150, 2)), rng.normal((0.5, 0.0), 1.0, (2000, 2))
        tally = tallied(ReferenceSample(own, 3), [other])
        measure = _measures(tally, [tally.distance(k) for k in range(2)], 0.9)["largest_shift"]
        assert measure.lower is not None
        assert measure.upper is not None
        missed += not measure.lower <= true <= measure.upper
        narrow = max(narrow, measure.upper - measure.lower)
    assert missed <= 20
    assert narrow < 0.4


@pytest.mark.slow
def test_operation_where_nothing_was_tested_has_its_mass_bounded(tmp_path: Path) -> None:
    own, other = (
        drawn(500, 1),
        np.concatenate([drawn(9000, 2), np.full((1000, 2), 7.0) + drawn(1000, 3) / 100]),
    )
    measures = drift(tmp_path, own, other).measures
    assert measures["outside_mass"].value >= 0.1
    assert (measures["outside_mass"].lower or 0) > 0.09
    corner = np.array([[0, 1], [1, 0]] * 60, dtype=float) + np.arange(240).reshape(120, 2) / 1e4
    both = np.random.default_rng(4).random((5000, 2)) * 1.02
    assert (drift(tmp_path, corner, both, fields=2).measures["unseen_mass"].lower or 0) > 0.2


def test_one_row_outside_the_grid_makes_nothing_there_seen(tmp_path: Path) -> None:
    """900 of 3,000 rows of operation lay where no test had been, and `unseen_mass` was 0: "outside" was one cell."""
    own = np.vstack([drawn(500, 1, 0.0), [[30.0, 9.5]]])
    other = np.vstack([drawn(2100, 2, 0.0), drawn(900, 3, 9.0)])
    result = drift(tmp_path, own, other, domain=[[-5, 5], [-5, 5]], cells=1)
    assert result.measures["unseen_mass"].value == pytest.approx(0.3, abs=0.001)


@pytest.mark.parametrize(("shift", "possible"), [(9.0, 0.9), (2.5, 0.2), (0.0, 0.0)])
def test_operation_beyond_the_reference_is_doubted_as_unseen(
    shift: float, possible: float, tmp_path: Path
) -> None:
    """Outer cells have no end: what lies far outside counts as seen, so that the claim is doubted as far as it goes."""
    result = drift(tmp_path, drawn(3000, 1), drawn(2000, 2, shift))
    assert result.measures["unseen_mass"].value == 0
    signs = [s for s in result.signs if s.name == "sign-beyond-reference"]
    assert [s.possible["unseen_mass"] > possible for s in signs] == [True] * bool(shift)
    stated = drift(tmp_path, drawn(3000, 1), drawn(2000, 2, shift), domain=[[-5, 5], [-5, 5]], cells=3)
    assert not [s for s in stated.signs if s.name == "sign-beyond-reference"]


@pytest.mark.parametrize(
    ("change", "sign"),
    [
        (lambda own, other: np.concatenate([other, other]), "sign-copied-operation"),
        (lambda own, other: np.repeat(other, 3, axis=0), "sign-copied-operation"),
        (lambda own, other: np.concatenate([other, own]), "sign-reference-in-operation"),
    ],
    ids=["twice", "each thrice", "with the reference"],
)
def test_copies_are_seen(tmp_path: Path, change: Any, sign: str) -> None:
    own, other = drawn(400, 1), drawn(3000, 2)
    assert [s.name for s in drift(tmp_path, own, change(own, other)).signs] == [sign]


@pytest.mark.slow
def test_copies_far_apart_are_seen_by_their_number() -> None:
    from casegen_evidence.profiles.drift_signs import judge_drift

    other = drawn(300_000, 2)
    for rows, signs in ((other, []), (np.concatenate([other, other]), ["sign-copied-operation"])):
        intake, tally = Intake(), tallied(ReferenceSample(drawn(400, 1), 3), np.array_split(rows, 6))
        judge_drift(intake, ["a", "b"], tally, rows[:100_000])
        assert [s.name for s in intake.signs] == signs


def test_rounded_values_that_coincide_are_no_copies(tmp_path: Path) -> None:
    assert not drift(tmp_path, np.round(drawn(400, 1), 1), np.round(drawn(20_000, 2), 1)).signs


def test_what_cannot_be_compared_is_refused_with_its_place(tmp_path: Path) -> None:
    own, other = drawn(100, 1), drawn(500, 2)
    with pytest.raises(InputProblem, match="b is 1 in all rows"):
        drift(tmp_path, np.column_stack([own[:, 0], np.ones(100)]), other)
    with pytest.raises(InputProblem, match="expected at most 2,000,000 cells"):
        ReferenceSample(np.random.default_rng(1).random((200, 5)), 50)
    wrong = other.copy()
    wrong[123, 1] = np.nan
    for suffix in (".csv", ".npz", ".parquet"):
        with pytest.raises(InputProblem, match=rf"operation\{suffix}:12[45], column b"):
            drift(tmp_path, own, wrong, suffix)
    with pytest.raises(InputProblem, match="expected at least 30 rows"):
        drift(tmp_path, own[:20], other)


def test_a_first_column_without_a_name_is_one_of_the_rows_or_refused(tmp_path: Path) -> None:
    own, other = drawn(100, 1), drawn(500, 2)

    def unnamed(first: Array, name: str) -> Path:
        rows = zip(first.tolist(), *own.T.tolist(), strict=True)
        path = tmp_path / "reference.csv"
        path.write_text(
            "\n".join([name, *(",".join(map(repr, row)) for row in rows)]) + "\n", encoding="utf-8"
        )
        return path

    def run(reference: Path) -> Result:
        inputs = {"reference": reference, "operation": write(tmp_path / "operation.csv", other)}
        return DRIFT.run(
            Run(inputs, DRIFT.parameters(), seed=1, confidence=0.95, scratch=tmp_path, intake=Intake())
        )

    head = write(tmp_path / "names.csv", own).read_text(encoding="utf-8").splitlines()[0]
    with pytest.raises(
        InputProblem, match="column 1 has no name and holds numbers that do not name the rows"
    ):
        run(unnamed(np.random.default_rng(3).random(100), f",{head}"))
    index = np.arange(100.0)
    for rows in (index, np.random.default_rng(4).permutation(index), np.tile(index[:50], 2), index * 0.04):
        assert run(unnamed(rows, f",{head}")).measures
    nothing = tmp_path / "nothing.csv"
    nothing.write_text("\n".join(['""', *map(str, range(40))]) + "\n", encoding="utf-8")
    with pytest.raises(InputProblem, match="a column of numbers with a name"):
        run(nothing)


def test_a_file_that_breaks_off_is_named(tmp_path: Path) -> None:
    path = write(tmp_path / "operation.npz", drawn(5000, 2))
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    inputs = {"reference": write(tmp_path / "reference.csv", drawn(100, 1)), "operation": path}
    run = Run(inputs, DRIFT.parameters(), seed=1, confidence=0.95, scratch=tmp_path, intake=Intake())
    with pytest.raises(InputProblem, match=r"operation\.npz"):
        DRIFT.run(run)
    path.write_bytes(whole[:3000] + bytes([whole[3000] ^ 255]) + whole[3001:])
    with pytest.raises(InputProblem, match=r"operation\.npz"):
        DRIFT.run(run)


def test_a_sensor_that_stood_still_is_seen(tmp_path: Path) -> None:
    stuck = drawn(300, 2)
    stuck[:, 1] = stuck[0, 1]
    (sign,) = [s for s in drift(tmp_path, drawn(300, 1), stuck).signs if "stuck" in s.name]
    assert "column b has 1 values in the first 300 rows" in sign.message
    flags = np.round(np.abs(drawn(300, 3)))  # a column of few values in the reference too
    assert [s for s in drift(tmp_path, flags, flags[:200]).signs if "stuck" in s.name] == []
