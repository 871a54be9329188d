"""Train the networks of ``examples/auv``: ``python -m casegen_underwater FOLDER --seed N``.

A run that was killed goes on from its last epoch.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from casegen_underwater.network import save
from casegen_underwater.training import train
from casegen_underwater.training_method import TrainingParameters, settings_of


def main() -> None:
    """Write ``network-normal.npz`` and ``network-adversarial.npz`` unless they are there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--training", choices=("normal", "adversarial"), help="only this one")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for training in ("normal", "adversarial") if given.training is None else (given.training,):
        path = given.folder / f"network-{training}.npz"
        if path.exists():
            print(f"{path.name} is there")
            continue
        settings = settings_of(TrainingParameters(training=training))
        unfinished = given.folder / f"unfinished-{training}-{given.seed}"
        unfinished.mkdir(exist_ok=True)
        result = train(given.seed, settings, lambda done, what: print(what, flush=True), unfinished)
        save(result.weights, path)
        shutil.rmtree(unfinished)
        print(f"{path.name}: {result.curve[-1][2]:.2%} of the selection frames are misclassified")


if __name__ == "__main__":
    main()
