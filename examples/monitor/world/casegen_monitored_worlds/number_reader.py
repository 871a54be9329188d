"""The network that reads the numbers, as an installed package provides it to the methods that measure networks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray


def provide(
    points: NDArray[Any],
    labels: NDArray[Any],
    classes: tuple[str, ...],
    seed: int,
    options: Mapping[str, Any],
) -> Any:
    """The network of ``data/generate.py``, whose answers and activations are the other evidence: trained by its recipe.

    The recipe has a seed of its own, so that the network is the same whatever ``seed`` an item states.
    """
    from casegen_monitored_worlds.classification import train_network

    return train_network((points, labels), (64,), 0)
