"""What the tests of all methods share."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

ROOM = Path(__file__).parent.parent.parent / "evidence" / "casegen_evidence"


@pytest.fixture(autouse=True)
def streams_are_distinct(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No two places of ``evidence`` draw from one random stream within a test, whatever their seeds look like.

    One place may come back to its stream, to draw the same again.  The network metrics are left out: three of
    them start from the plain seed, and each measures something of its own.
    """
    original = np.random.default_rng
    places: defaultdict[tuple[int, ...], set[str]] = defaultdict(set)

    def recorded(seed: Any = None) -> np.random.Generator:
        generator = original(seed)
        code = sys._getframe(1).f_code
        if code.co_name == "stream":
            code = sys._getframe(2).f_code
        path = Path(code.co_filename)
        if seed is not None and path.is_relative_to(ROOM) and not path.is_relative_to(ROOM / "nnmetrics"):
            state = generator.bit_generator.seed_seq.generate_state(4)  # type: ignore[attr-defined]
            places[tuple(state.tolist())].add(f"{path.relative_to(ROOM)}, {code.co_qualname}")
        return generator

    monkeypatch.setattr(np.random, "default_rng", recorded)
    yield
    shared = [sorted(p) for p in places.values() if len(p) > 1]
    assert not shared, f"one random stream in several places: {shared}"
