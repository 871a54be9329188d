"""Train the networks of ``examples/auv``: ``python -m casegen_underwater FOLDER --seed N``.

The training of a classifier that was killed goes on from its last epoch.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from casegen_underwater.detector import save_detector
from casegen_underwater.detector_training import DetectorSettings, train_detector
from casegen_underwater.network import save
from casegen_underwater.training import train
from casegen_underwater.training_method import Training, TrainingParameters, settings_of


def main() -> None:
    """Write ``network-….npz`` and ``detector-….npz``, trained normally and adversarially, unless they are there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--training", choices=("normal", "adversarial"), help="only this one")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for training in ("normal", "adversarial") if given.training is None else (given.training,):
        _classifier(given.folder, training, given.seed)
        _detector(given.folder, training, given.seed)


def _classifier(folder: Path, training: Training, seed: int) -> None:
    path = folder / f"network-{training}.npz"
    if path.exists():
        print(f"{path.name} is there")
        return
    settings = settings_of(TrainingParameters(training=training))
    unfinished = folder / f"unfinished-{training}-{seed}"
    unfinished.mkdir(exist_ok=True)
    result = train(seed, settings, _report, unfinished)
    save(result.weights, path)
    shutil.rmtree(unfinished)
    print(f"{path.name}: {result.curve[-1][2]:.2%} of the selection frames are misclassified")


def _detector(folder: Path, training: Training, seed: int) -> None:
    path = folder / f"detector-{training}.npz"
    if path.exists():
        print(f"{path.name} is there")
        return
    epsilon = TrainingParameters().epsilon if training == "adversarial" else 0.0
    save_detector(train_detector(seed, DetectorSettings(epsilon=epsilon), _report), path)


def _report(done: float, what: str) -> None:
    print(what, flush=True)


if __name__ == "__main__":
    main()
