"""Data that a method refuses, after earlier data gave a result: both are shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from casegen.io import load
from casegen.model.diagnostic import InputError
from casegen.model.results import Freshness
from casegen.store.entries import read_entry
from casegen.store.run import run
from tests.store.test_store import computed, small, state

__all__ = ["small"]


def refused(folder: Path) -> str:
    """Exchange the data for some that the method refuses, and run; why it refused them."""
    (folder / "points.csv").write_text("a,b\nx,y\n")
    (outcome,) = run(load(folder))
    assert outcome.what == "failed"
    return outcome.message


@pytest.mark.slow
def test_a_stale_result_says_why_the_last_run_failed(small: Path) -> None:
    computed(small)
    points = (small / "points.csv").read_bytes()
    why = refused(small)
    freshness, words = state(small)
    assert freshness is Freshness.STALE
    assert words == f"input points (points.csv) has changed; the last run failed: {why}"
    (small / "points.csv").write_bytes(points + b"0.1,0.1,0\n")
    assert "last run" not in state(small)[1]  # of other data
    (small / "points.csv").write_bytes(points)
    assert state(small) == (Freshness.FRESH, "")


@pytest.mark.slow
def test_a_later_result_forgets_the_failure(small: Path) -> None:
    computed(small)
    points = (small / "points.csv").read_bytes()
    refused(small)
    (small / "points.csv").write_bytes(points + b"0.1,0.1,0\n")
    assert [o.what for o in run(load(small))] == ["computed"]
    entry = read_entry(small, "EV")
    assert entry is not None
    assert entry.refused is None
    assert entry.looks == 2


@pytest.mark.slow
def test_without_an_earlier_result_it_failed(small: Path) -> None:
    why = refused(small)
    assert state(small) == (Freshness.FAILED, f"the last run failed: {why}")


@pytest.mark.parametrize("later", [3, {}, {"key": "0" * 64}, {"key": 1, "failed": "no"}, []])
def test_what_is_no_failure_is_refused(small: Path, later: object) -> None:
    computed(small)
    path = small / "results" / "EV.lock"
    path.write_text(json.dumps({**json.loads(path.read_text()), "refused": later}))
    with pytest.raises(InputError, match="expected `refused`"):
        read_entry(small, "EV")
