"""Rows that repeat, and rows that belong together: counted once, kept on one side of the split."""

import csv
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.bounds import clopper_pearson
from casegen_evidence.method import Result, Run
from casegen_evidence.profiles.rows import identity, one_of_each, recurring, repeated, units
from casegen_evidence.ram.data import LabelledPoints, labelled
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


def _scenes(rng: np.random.Generator, sizes: tuple[int, int], scenes: int = 400) -> LabelledPoints:
    """Scenes of which a fifth have the second size; of their frames .25 are wrong for the first feature, else .01."""
    rare = rng.random(scenes) < 0.2
    scene = np.repeat(np.arange(scenes), np.where(rare, sizes[1], sizes[0]))
    points = rng.random((len(scene), 2))
    wrong = rng.random(len(scene)) < np.where(rare, 0.25, 0.01)[scene]
    labels = (points[:, 0] > 0.5) ^ wrong
    return replace(labelled(points, labels.astype(int)), groups=tuple(str(s) for s in scene))


def _failures(data: LabelledPoints, design: np.ndarray) -> tuple[int, int]:
    """Wrong answers of a classifier that goes by the first feature, and the points that count."""
    own = data.part(~design)
    return int(np.sum((own.points[:, 0] > 0.5) != (own.labels == 1))), len(own.labels)


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [(3, 12), (4, 8), (5, 5), (12, 3)])
def test_what_counts_of_groups_are_draws_of_the_next_row(sizes: tuple[int, int]) -> None:
    """Limits of the failures are wrong of the rate of rows no more often than they state."""
    truth = (0.8 * sizes[0] * 0.01 + 0.2 * sizes[1] * 0.25) / (0.8 * sizes[0] + 0.2 * sizes[1])
    below = above = 0
    for seed in range(200):
        failed, n = _failures(*split(_scenes(np.random.default_rng([9, seed]), sizes), 0.5, seed)[:2])
        lower, upper = clopper_pearson(failed, n, 0.95)
        below += upper < truth
        above += lower > truth
    assert below <= 200 * 0.05 + 3 * np.sqrt(200 * 0.05 * 0.95)
    assert above <= 200 * 0.05 + 3 * np.sqrt(200 * 0.05 * 0.95)


def test_groups_of_one_size_all_count() -> None:
    data = _scenes(np.random.default_rng(0), (5, 5))
    part, design, notes = split(data, 0.5, 3)
    assert np.sum(~design) == 200
    assert len(notes) == 1
    again, other, _ = split(data, 0.5, 3, "copies", "ignored")
    assert np.array_equal(part.points, again.points)
    assert np.array_equal(design, other)


def test_of_smaller_groups_fewer_count_unless_sizes_are_ignored() -> None:
    data = _scenes(np.random.default_rng(0), (3, 12))
    part, design, notes = split(data, 0.5, 3)
    size = Counter(data.groups or ())
    kept = Counter(size[g] for g in part.part(~design).groups or ())
    alike, mask, _ = split(data, 0.5, 3, "copies", "ignored")
    every = Counter(size[g] for g in alike.part(~mask).groups or ())
    assert sum(every.values()) == 200
    assert kept[12] == every[12]
    assert 0.1 < kept[3] / every[3] < 0.4
    assert any("pmi is that of the next row" in note for note in notes)
    assert np.array_equal(part.part(design).points, alike.part(mask).points), "design points stay as they are"


def test_equal_rows_without_groups_are_not_drawn_by_size() -> None:
    """Rows of equal features and two labels stay on one side; they are no group of which the size says anything."""
    points = RNG.random((100, 2))
    points[1] = points[0]
    labels = RNG.integers(0, 2, 100)
    labels[:2] = 0, 1
    _, design, _ = split(labelled(points, labels), 0.9, 1)
    assert np.sum(~design) >= 88


def test_a_claim_names_that_sizes_are_ignored(tmp_path: Path) -> None:
    data = _scenes(np.random.default_rng(1), (3, 12), 120)
    path = _write(tmp_path / "p.csv", data.points, data.labels, np.array(data.groups))
    counted, ignored = (_low(path, tmp_path, group="scene", group_sizes=s) for s in ("count", "ignored"))
    assert ignored.measures["pmi"].n == 60
    assert counted.measures["pmi"].n < 60
    assert "fail equally often" in ignored.measures["pmi"].assumes
    assert "fail equally often" not in counted.measures["pmi"].assumes
