"""Rows that repeat, and rows that belong together: counted once, kept on one side of the split."""

import csv
from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.method import Result, Run
from casegen_evidence.profiles.rows import identity, one_of_each, recurring, repeated, units
from casegen_evidence.ram.data import labelled
from casegen_evidence.ram.method import HIGH_DIMENSIONAL, LOW_DIMENSIONAL
from casegen_evidence.ram.specs import design_mask, split

RNG = np.random.default_rng(0)


def _write(path: Path, points: np.ndarray, labels: np.ndarray, groups: np.ndarray | None = None) -> Path:
    with path.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(
            [*(f"x{k}" for k in range(points.shape[1])), *(["scene"] if groups is not None else []), "label"]
        )
        for k, row in enumerate(points.tolist()):
            writer.writerow([*row, *([groups[k]] if groups is not None else []), f"c{labels[k]}"])
    return path


def _low(path: Path, scratch: Path, **parameters: object) -> Result:
    chosen = {
        "cells": 10,
        "samples": 2000,
        "bandwidth": 0.1,
        "classifier": {"kind": "k-nearest-neighbours", "options": {"n_neighbors": 1}},
    }
    checked = LOW_DIMENSIONAL.parameters.model_validate(chosen | parameters)
    return LOW_DIMENSIONAL.run(Run({"points": path}, checked, 1, 0.95, scratch))


@pytest.mark.parametrize("times", [2, 4, 5])
def test_a_memorising_model_gains_nothing_from_rows_written_many_times(times: int, tmp_path: Path) -> None:
    """Labels are coin throws: no model is right more than half of the time."""
    points, labels = RNG.random((150, 2)), RNG.integers(0, 2, 150)
    order = RNG.permutation(150 * times)
    path = _write(
        tmp_path / "p.csv", np.repeat(points, times, axis=0)[order], np.repeat(labels, times)[order]
    )
    result = _low(path, tmp_path)
    assert result.measures["pmi"].upper > 0.5
    assert result.measures["pmi"].n == 75
    assert any("repeat an earlier one" in note for note in result.notes)


def test_frames_of_a_scene_are_one_observation(tmp_path: Path) -> None:
    """40 scenes of 15 jittered frames with a label of chance: the bound is that of scenes."""
    scenes, labels = RNG.random((40, 2)), RNG.integers(0, 2, 40)
    frames = np.repeat(scenes, 15, axis=0) + RNG.normal(0, 1e-4, (600, 2))
    path = _write(tmp_path / "p.csv", frames, np.repeat(labels, 15), np.repeat(np.arange(40), 15))
    result = _low(path, tmp_path, group="scene")
    assert result.measures["pmi"].n == 20
    assert result.measures["pmi"].upper > 0.5
    high = HIGH_DIMENSIONAL.parameters.model_validate(
        {"group": "scene", "classifier": {"kind": "k-nearest-neighbours", "options": {"n_neighbors": 1}}, "radius": 1e-5, "evaluation_share": 0.8, "samples": 50}
    )  # fmt: skip
    assert HIGH_DIMENSIONAL.run(Run({"points": path}, high, 1, 0.95, tmp_path)).measures["pmi"].n == 32


def test_values_that_can_only_coincide_are_no_copies() -> None:
    """Few discrete values: independent draws repeat, and each counts."""
    points = RNG.integers(0, 5, (400, 2)).astype(float)
    assert not repeated(points, RNG.integers(0, 2, 400)).any()
    assert len(np.unique(units(points))) == 400


def test_without_copies_the_split_is_the_plain_one() -> None:
    data = labelled(RNG.random((100, 3)), RNG.integers(0, 2, 100))
    same, design, notes = split(data, 0.4, 7)
    assert same is data
    assert np.array_equal(design, design_mask(100, 0.4, 7))
    assert notes == ()


def test_groups_and_equal_rows_join_into_units() -> None:
    points = RNG.random((6, 1))
    points[3] = points[0]  # rows 0 and 3 are equal, 3 and 4 share a group, 1 and 2 another
    unit = units(points, ["a", "b", "b", "c", "c", "d"])
    assert unit[0] == unit[3] == unit[4]
    assert unit[1] == unit[2]
    assert len(np.unique(unit)) == 3
    chosen = one_of_each(unit, np.random.default_rng(1))
    assert chosen.sum() == 3
    assert len(np.unique(unit[chosen])) == 3
    assert identity(points)[0] == identity(points)[3]


@pytest.mark.parametrize("digits", [1, 2, 3])
def test_rounding_explains_equal_values_of_one_feature(digits: int) -> None:
    values = np.round(RNG.normal(size=(4000, 1)), digits)
    assert not repeated(values).any()
    assert recurring(values) == (-1, 0)
    copied = np.repeat(RNG.normal(size=(1000, 1)), 4, axis=0)
    assert repeated(copied).sum() == 3000
    assert recurring(copied) == (-1, 0), "copying multiplies all rows alike"


def test_one_row_that_makes_up_much_of_a_table_recurs() -> None:
    points = RNG.random((1000, 2))
    points[100:180] = 0.0
    assert recurring(points) == (100, 80)
