"""The nearest known name."""

from __future__ import annotations

import time

import pytest

from casegen.model.suggestions import KnownNames

KNOWN = {"SubC7", "TLC1", "harbour-pump", "EV-RAM"}


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("subc7", "SubC7"), ("SubC-7", "SubC7"), ("SubC77", "SubC7"), ("SbC7", "SubC7"), ("SubX7", "SubC7"),
        ("harbor-pump", "harbour-pump"), ("harbour_pump", "harbour-pump"), ("EVRAM", "EV-RAM"),
        ("weather", None), ("Q", None),
    ],
)  # fmt: skip
def test_nearest(word: str, meant: str | None) -> None:
    assert KnownNames(KNOWN).nearest(word) == meant


def test_a_nearer_name_wins() -> None:
    assert KnownNames({"A-C1", "C1"}).nearest("C-1x") == "C1"


def test_thousands_of_mistakes_among_thousands_of_names_stay_cheap() -> None:
    names = KnownNames({f"Claim-{k:05d}" for k in range(10_000)})
    start = time.process_time()
    results = [names.nearest(f"Clain-{k:05d}") for k in range(5_000)]
    assert results[:2] == ["Claim-00000", "Claim-00001"]
    assert time.process_time() - start < 120
