"""Data of the number reading: pictures of digits with masks, activations, and answers under the conditions of delivery.

``python examples/monitor/data/generate.py`` writes ``numbers.npz``, ``digits.npz``, ``activations.npz``,
``usual.npz`` and ``readings.csv`` beside itself.  The pictures are those that come with scikit-learn;
darkness, wear and distance are simulated by the perturbations of this library.
"""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
from casegen_evidence.monitors.perturbations import PERTURBATIONS
from casegen_evidence.nnmetrics.layers import layer_outputs
from casegen_monitored_worlds.classification import train_network
from sklearn.datasets import load_digits

HERE = Path(__file__).parent
LIGHT = {"day": 0.0, "dusk": 0.35, "night": 0.8}
PLATE = {"clean": 0.0, "worn": 0.25}
DISTANCE = {"near": 0.0, "far": 0.3}


def main() -> None:
    """Train on the first 900 pictures, read the rest under random conditions."""
    x, y = load_digits(return_X_y=True)
    x = x.reshape(-1, 8, 8) / 16.0
    with (HERE / "numbers.npz").open("wb") as stream:
        np.savez_compressed(stream, images=x.astype(np.float32), labels=y.astype(np.uint8))
    with (HERE / "digits.npz").open("wb") as stream:
        np.savez_compressed(
            stream,
            train_images=x[:900].astype(np.float32),
            train_labels=y[:900].astype(np.uint8),
            images=x[900:1200].astype(np.float32),
            labels=y[900:1200].astype(np.uint8),
            masks=x[900:1200] > 0.25,
        )
    rng = np.random.default_rng(20261121)
    network = train_network((x[:900], y[:900]), (64,), 0)
    rows, usual = [], []
    for picture, digit in zip(x[900:], y[900:], strict=True):
        light, plate = rng.choice(list(LIGHT), p=[0.6, 0.3, 0.1]), rng.choice(list(PLATE), p=[0.8, 0.2])
        distance = rng.choice(list(DISTANCE), p=[0.7, 0.3])
        seen = PERTURBATIONS["darkness"](picture[None], LIGHT[light], rng)
        seen = PERTURBATIONS["dead-pixels"](seen, PLATE[plate], rng)
        seen = PERTURBATIONS["blur"](seen, DISTANCE[distance], rng)
        answer = int(network.predict(seen.reshape(1, -1))[0])
        if (light, plate, distance) == ("day", "clean", "near"):
            usual.append(seen[0])
        rows.append([light, plate, distance, int(digit), answer])
    for name, pictures in (("activations", x[:900]), ("usual", np.stack(usual))):
        outputs = layer_outputs(network, ["hidden1"], pictures)["hidden1"].astype(np.float16)
        with (HERE / f"{name}.npz").open("wb") as stream:
            np.savez_compressed(stream, hidden1=outputs)
    with (HERE / "readings.csv").open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(["light", "plate", "distance", "true", "predicted"])
        writer.writerows(rows)


if __name__ == "__main__":
    main()
