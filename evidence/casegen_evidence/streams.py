"""Random streams that never coincide."""

from __future__ import annotations

import numpy as np


def stream(seed: int, first: int, *rest: int) -> np.random.Generator:
    """A generator for the part ``(first, *rest)`` of the work under ``seed``, apart from those of all other parts.

    Whole numbers from 0, the parts below 2^32.  A plain list of numbers does not do: numpy fills up short seeds
    with zeros, so that ``default_rng([s, p])`` and ``default_rng([s, p, 0])`` are one stream.  The part goes in
    as a spawn key, before which the seed is filled up, and keys of different length differ.
    """
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(first, *rest)))
