"""The protocol of paper 003 Table 1 on any file of labelled points, beside what the test set supports.

Settings of the published runs: random forest of 10 trees (``random_state=5``), a fifth of the points for
testing (``train_test_split(..., random_state=1)``), bandwidth 0.2, cells of side below r̂ on the unit box (250
per axis for the running example and DS-1, 500 for DS-2), the same 10⁴ offsets in every cell.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from casegen_evidence.bounds import clopper_pearson
from casegen_evidence.method import InputProblem
from casegen_evidence.models import adapt
from casegen_evidence.ram import paper
from casegen_evidence.ram.data import LabelledPoints, conflicting, read, require_variation
from casegen_evidence.ram.latent import pca
from casegen_evidence.ram.low import severity_matrix
from casegen_evidence.ram.separation import Separation, separation
from numpy.typing import NDArray

CELLS = {1: 10_000, 2: 250, 3: 40, 4: 16}
"""Cells per axis if none are stated: about as many in all as the running example has."""
CONFIDENCE = 0.975
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of the published runs, each of which can be changed."""

    cells: tuple[int, ...] | None = None
    bandwidth: float = 0.2
    samples: int = 10_000
    trees: int = 10
    forest_seed: int = 5
    test_share: float = 0.2
    split_seed: int = 1
    bootstrap: int | None = None
    top: int | None = None
    only: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table, and what testing alone supports: ``test_upper`` at the same confidence."""

    points: int
    features: int
    classes: int
    scaled: bool
    train_error: float
    test_error: float
    distance: float
    cell_side: float
    cells: tuple[int, ...]
    acu: float
    mean: float
    sd: float
    upper: float
    test_lower: float
    test_upper: float
    seconds_per_cell: float


def to_unit_box(points: Array) -> tuple[Array, bool]:
    """Points in the unit box as they are; others scaled to it by their range, and whether that was done."""
    if points.min() >= 0 and points.max() <= 1:
        return points, False
    low, high = points.min(axis=0), points.max(axis=0)
    return (points - low) / (high - low), True


def row(data: LabelledPoints, settings: Settings) -> Row:
    """Train as the published runs did, and assess on the unit box."""
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.model_selection import train_test_split

    require_variation(data)
    points, scaled = to_unit_box(data.points)
    n, d = points.shape
    if d not in CELLS and settings.cells is None:
        raise InputProblem(f"expected 1 to {max(CELLS)} features; found {d}. State --components 2 or --cells")
    train, test = train_test_split(
        np.arange(n), test_size=settings.test_share, random_state=settings.split_seed
    )
    forest = RandomForestClassifier(settings.trees, random_state=settings.forest_seed)
    model = adapt(forest.fit(points[train], np.array(data.classes)[data.labels[train]]), data.classes)
    apart = separation(points, data.labels)
    cells = _shape(settings.cells, d)
    if (
        d > 2 and math.prod(cells) > MANY_CELLS
    ):  # in the plane a forest's shares are exact, whatever the cells
        print(
            f"{math.prod(cells):,} cells, each asked at {settings.samples:,} points: this may take hours; "
            "fewer --cells, --samples or --components take less",
            file=sys.stderr,
        )
    pairs = [(true, predicted, 1.0) for true, predicted in settings.only] or None
    begun = time.perf_counter()
    result = paper.published_row(
        points,
        data.labels,
        test,
        model,
        cells=cells,
        bandwidth=settings.bandwidth,
        samples=settings.samples,
        bootstrap=settings.bootstrap,
        severity=severity_matrix(data.classes, pairs),
        top=settings.top,
        confidence=CONFIDENCE,
    )
    spent = time.perf_counter() - begun
    wrong = int(np.sum(model(points[test]) != data.labels[test]))
    limits = [float(v) for v in clopper_pearson(wrong, len(test), CONFIDENCE)]
    return Row(
        points=n,
        features=d,
        classes=len(data.classes),
        scaled=scaled,
        train_error=float(np.mean(model(points[train]) != data.labels[train])),
        test_error=result.test_error,
        distance=apart.distance,
        cell_side=1 / max(cells),
        cells=cells,
        acu=result.acu,
        mean=result.mean,
        sd=result.sd,
        upper=result.upper,
        test_lower=limits[0],
        test_upper=limits[1],
        seconds_per_cell=spent / np.prod(cells),
    )


MANY_CELLS = 100_000
"""cells beyond which a sampled forest takes longer than anybody expects"""


def _shape(stated: tuple[int, ...] | None, dimension: int) -> tuple[int, ...]:
    if stated is None:
        return (CELLS[dimension],) * dimension
    if len(stated) not in (1, dimension):
        raise InputProblem(f"expected one number of cells, or {dimension}; found {len(stated)}")
    return stated * dimension if len(stated) == 1 else stated


def reduced(data: LabelledPoints, components: int | None) -> LabelledPoints:
    """The first principal components instead of the features, if asked for."""
    if components is None:
        return data
    scale = np.maximum(data.points.std(axis=0), 1e-12)
    codes = pca(data.points / scale, components)(data.points / scale)
    names = tuple(f"component {k + 1}" for k in range(components))
    return LabelledPoints(codes, data.labels, data.classes, names, data.notes)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``table1``; defaults are the published settings."""
    d = Settings()
    parser.add_argument(
        "--data", type=Path, required=True, help="csv (with a header or without), or npz (points, labels)"
    )
    parser.add_argument("--label", help="column of the label (default: the last)")
    parser.add_argument("--components", type=int, help="principal components to keep of many features")
    parser.add_argument("--cells", type=int, nargs="+", help="cells per axis (default: 250 in a plane)")
    parser.add_argument("--bandwidth", type=float, default=d.bandwidth)
    parser.add_argument("--samples", type=int, default=d.samples, help="per cell")
    parser.add_argument("--trees", type=int, default=d.trees)
    parser.add_argument("--forest-seed", type=int, default=d.forest_seed)
    parser.add_argument("--test-share", type=float, default=d.test_share)
    parser.add_argument("--split-seed", type=int, default=d.split_seed)
    parser.add_argument(
        "--bootstrap", type=int, help="repeats of appendix A (default: what they estimate, exactly)"
    )
    parser.add_argument(
        "--top", type=int, help="keep so many cells of most operational mass, as the published code"
    )
    parser.add_argument(
        "--only", action="append", default=[], metavar="TRUE:PREDICTED", help="count this failure only"
    )
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(work=work)


def work(chosen: argparse.Namespace) -> None:
    """Read, assess, print."""
    data = reduced(read(chosen.data, chosen.label), chosen.components)
    settings = Settings(
        cells=tuple(chosen.cells) if chosen.cells else None,
        bandwidth=chosen.bandwidth,
        samples=chosen.samples,
        trees=chosen.trees,
        forest_seed=chosen.forest_seed,
        test_share=chosen.test_share,
        split_seed=chosen.split_seed,
        bootstrap=chosen.bootstrap,
        top=chosen.top,
        only=tuple(_pair(text) for text in chosen.only),
    )
    result = row(data, settings)
    print(json.dumps(asdict(result)) if chosen.json else text(result, data, chosen.data.name))


def _pair(text: str) -> tuple[str, str]:
    true, colon, predicted = text.partition(":")
    if not colon:
        raise InputProblem(f"expected TRUE:PREDICTED; found {text!r}")
    return true, predicted


def text(result: Row, data: LabelledPoints, name: str) -> str:
    """The row as Table 1 prints it, and below it what testing alone supports."""
    apart = Separation(result.distance, (-1, -1))
    head = "data | train/test error | r-separation | radius ε | # of cells | ACU | E[λ] | V[λ] | Ub 97.5 % | s per cell"
    cells = "×".join(str(c) for c in result.cells)
    values = (
        f"{name} | {result.train_error:.4f}/{result.test_error:.4f} | {result.distance:.6f} | {result.cell_side:.4g} | "
        f"{cells} | {result.acu:.6f} | {result.mean:.6f} | {result.sd:.6f} | {result.upper:.6f} | "
        f"{result.seconds_per_cell:.2g}"
    )
    scaled = ", scaled to the unit box by their range" if result.scaled else ""
    notes = [*data.notes]
    if conflicts := conflicting(data):
        notes.append(
            f"{conflicts} points coincide with a point of another label; cells that hold such points count as failing."
        )
    notes += [
        f"{result.points:,} points, {result.features} features ({', '.join(data.features)}){scaled}, "
        f"{result.classes} classes ({', '.join(data.classes)}).",
        f"V[λ] is the standard deviation, as in the published table: {result.sd:.3g}. r-separation is the smallest "
        f"L∞ distance of unlike labels; half of it (Remark 3) is {apart.radius:.3g}.",
        f"The test set alone supports a pmi between {result.test_lower:.4f} and {result.test_upper:.4f} "
        "(97.5 % each, Clopper–Pearson): Eqn 13 reproduces, it does not cover.",
    ]
    return "\n".join([head, values, "", *notes])
