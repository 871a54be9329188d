"""The nearest known name."""

from __future__ import annotations

import time

import pytest

from casegen.model.suggestions import KnownNames, nearest

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


@pytest.mark.slow
@pytest.mark.parametrize("count", [300, 1_000])
def test_a_thousand_references_to_nothing_are_refused_at_once(count: int) -> None:
    """However alike the names are, and though each reference is looked up by itself."""
    known = [f"event_of_subsystem_{k}_{k * k}" for k in range(count)]
    start = time.process_time()
    for k in range(1_000):
        nearest(f"event_in_subsystem_{k}_x77", known)
    assert time.process_time() - start < 3


def test_what_has_most_in_common_is_suggested_where_several_letters_differ() -> None:
    assert (
        nearest("trhoughputs", ["latency", "throughput", "thoroughness"]) == " (did you mean 'throughput'?)"
    )
