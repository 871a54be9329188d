"""The classifier of frames: a small convolutional network, kept as plain arrays and run with torch.

Loading weights needs no torch; building the module from them does.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from casegen_evidence.method import InputProblem
from casegen_evidence.models import Classifier, adapt
from numpy.typing import NDArray

from casegen_underwater.render import SIDE
from casegen_underwater.scenes import ASSETS

Single = NDArray[np.float32]
Weights = Mapping[str, Single]
CHANNELS = (12, 24, 32)
HIDDEN = 64
FEATURES = "active"
"""Name of the layer whose outputs ``(n, HIDDEN)``, after the rectifier, metrics and monitors look at."""


def _shapes() -> dict[str, tuple[int, ...]]:
    """Arrays of the network and their shapes, in order."""
    results: dict[str, tuple[int, ...]] = {}
    before, kernel = 1, 5
    for number, channels in enumerate(CHANNELS, start=1):
        results[f"conv{number}.weight"] = (channels, before, kernel, kernel)
        results[f"conv{number}.bias"] = (channels,)
        before, kernel = channels, 3
    flat = CHANNELS[-1] * (SIDE // 8) ** 2
    for name, out, inputs in (("dense", HIDDEN, flat), ("answer", len(ASSETS), HIDDEN)):
        results[f"{name}.weight"], results[f"{name}.bias"] = (out, inputs), (out,)
    return results


def build(seed: int = 0) -> Any:
    """An untrained ``torch.nn.Sequential`` from frames (n, SIDE, SIDE) or (n, SIDE²) to scores (n, 6)."""
    from collections import OrderedDict

    import torch
    from torch import nn

    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        first, second, third = CHANNELS
        return nn.Sequential(
            OrderedDict(
                flat=nn.Flatten(),
                frame=nn.Unflatten(1, (1, SIDE, SIDE)),
                conv1=nn.Conv2d(1, first, 5, stride=2, padding=2),
                relu1=nn.ReLU(),
                conv2=nn.Conv2d(first, second, 3, stride=2, padding=1),
                relu2=nn.ReLU(),
                conv3=nn.Conv2d(second, third, 3, stride=2, padding=1),
                relu3=nn.ReLU(),
                map=nn.Flatten(),
                dense=nn.Linear(third * (SIDE // 8) ** 2, HIDDEN),
                active=nn.ReLU(),
                answer=nn.Linear(HIDDEN, len(ASSETS)),
            )
        )


def weights_of(module: Any) -> dict[str, Single]:
    """Copies of a module's weights as arrays."""
    return {name: np.array(p.detach().cpu().numpy(), np.float32) for name, p in module.named_parameters()}


def module_of(weights: Weights) -> Any:
    """The module with these weights, ready to be evaluated."""
    import torch

    module = build()
    module.load_state_dict({name: torch.from_numpy(np.array(w)) for name, w in weights.items()})
    return module.eval()


def classifier_of(module: Any) -> Classifier:
    """The module as a :class:`Classifier` over :data:`ASSETS`, in batches that keep memory small."""
    face = adapt(module, ASSETS)
    return Classifier(face.predict, face.classes, module, "indices", batch=2048)


def answers(module: Any, images: Single, batch: int = 4096) -> NDArray[np.int64]:
    """The asset that the module answers for each image ``(n, …)``, shape ``(n,)``."""
    import torch

    with torch.no_grad():
        parts = [
            module(torch.from_numpy(images[i : i + batch])).argmax(1) for i in range(0, len(images), batch)
        ]
    return np.concatenate([p.numpy() for p in parts]) if parts else np.zeros(0, dtype=np.int64)


def save(weights: Mapping[str, NDArray[Any]], path: Path) -> None:
    """Write weights as npz of plain arrays."""
    np.savez(path, **weights)  # type: ignore[arg-type]


def load(path: Path) -> dict[str, Single]:
    """Read weights written by :func:`save`; raises :class:`InputProblem` for anything else."""
    return arrays_of(path, _shapes(), "network")


def arrays_of(path: Path, wanted: Mapping[str, tuple[int, ...]], what: str) -> dict[str, Single]:
    """Arrays of these shapes, in single precision, from an npz; ``what`` they are of is for messages.

    Raises:
        InputProblem: the file is no npz of plain arrays, or lacks one of the shape, or holds numbers that are not finite.
    """
    try:
        with np.load(path, allow_pickle=False) as file:
            results = {
                name: np.asarray(file[name], dtype=np.float32) for name in wanted if name in file.files
            }
    except (OSError, ValueError, EOFError) as error:
        raise InputProblem(f"expected a {what} as npz of plain arrays at {path.name}: {error}") from error
    for name, shape in wanted.items():
        if name not in results or results[name].shape != shape or not np.isfinite(results[name]).all():
            seen = f"shape {results[name].shape}" if name in results else "no such array"
            raise InputProblem(
                f"expected {name} of finite numbers with shape {shape} in {path.name}, found {seen}. Write the "
                f"{what}s with `python -m casegen_underwater`"
            )
    return results
