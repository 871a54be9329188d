"""Near copies in groups of any size, and none where points are draws."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.ram.copies import near_copies

NAMES = ("x0", "x1")


@pytest.mark.parametrize(("scenes", "frames"), [(40, 60), (16, 320), (20, 1200)])
def test_groups_of_any_size_are_seen(scenes: int, frames: int) -> None:
    rng = np.random.default_rng(frames)
    scene = np.repeat(np.arange(scenes), frames)
    points = rng.random((scenes, 2))[scene] + 0.002 * rng.normal(size=(scenes * frames, 2))
    words = near_copies(points, rng.integers(0, 2, scenes)[scene], NAMES)
    about = int(words.split("about ")[1].split()[0].replace(",", ""))
    assert about == pytest.approx(frames, rel=0.2)


@pytest.mark.parametrize("seed", range(3))
def test_many_draws_are_no_copies(seed: int) -> None:
    rng = np.random.default_rng(seed)
    points = np.exp(rng.normal(size=(6000, 2)))
    assert not near_copies(points, (points[:, 0] > 1).astype(np.int64), NAMES)
