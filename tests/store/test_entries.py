"""What is said of an entry or an input that cannot be used: what is so, at that item only, and what helps."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from casegen.assessment.checks.case import check
from casegen.io import load
from casegen.model.diagnostic import InputError
from casegen.model.results import Freshness
from casegen.store.entries import Entry, entry_name, read_entry, result_name, write_entry
from casegen.store.store import Store
from casegen.store.verify import IMPOSSIBLE, recompute
from tests.store.test_store import SMALL, computed, small, state

__all__ = ["small"]


@pytest.mark.parametrize(("text", "side"), [("<<<<<<< HEAD\n=======\n", True), ("{", False), ("[1]", False)])
def test_only_a_conflict_has_sides_to_keep(small: Path, text: str, side: bool) -> None:
    computed(small)
    (small / "results" / entry_name("EV")).write_text(text)
    (match,) = [d for d in check(load(small)) if d.rule == "result-entry"]
    assert ("keep one side" in match.hint) == side


def test_a_format_is_a_whole_number(small: Path) -> None:
    computed(small)
    path = small / "results" / entry_name("EV")
    path.write_text(path.read_text().replace('"format": 2', '"format": 2.0'))
    freshness, why = state(small)
    assert freshness is Freshness.FAILED
    assert "found format 2.0" in why


def test_an_entry_that_names_another_result_is_not_called_gone(small: Path) -> None:
    computed(small)
    entry = read_entry(small, "EV")
    assert entry is not None
    write_entry(small, "EV", replace(entry, result="a" * 64))
    freshness, why = state(small)
    assert freshness is Freshness.STALE
    assert "results/EV.lock names EV-aaaaaaaaaaaa.json, which is gone" in why


def test_an_input_that_cannot_be_read_is_the_matter_of_its_item(small: Path) -> None:
    computed(small)
    other = SMALL.partition("evidence_items:\n")[2].replace("id: EV", "id: EW").replace("points.csv", "b.csv")
    (small / "case.yaml").write_text(SMALL + other)
    with (small / "b.csv").open("wb") as file:
        os.truncate(file.fileno(), 2**37)
    states = Store(load(small)).states()
    assert states["EV"].freshness is Freshness.FRESH
    assert states["EW"].freshness is Freshness.FAILED
    assert "input 'b.csv' cannot be read: " in states["EW"].why[0]
    (one,) = recompute(load(small), ["EW"])
    assert one.outcome == IMPOSSIBLE


def test_no_result_is_a_hidden_file() -> None:
    """A baseline leaves hidden files out, and with them it would leave out what the claims rest on."""
    assert not {
        name[0] for item in (".EV", "..", "EV") for name in (entry_name(item), result_name(item, "0" * 64))
    } & {"."}
    assert entry_name(".EV") != entry_name("_EV")


def test_a_key_of_an_entry_that_nobody_writes_is_refused(tmp_path: Path) -> None:
    write_entry(
        tmp_path, "EV", Entry("0" * 64, "1" * 64, looks=3, earlier={"m": (0.1, 0.2)}, lost=("2" * 64,))
    )
    assert read_entry(tmp_path, "EV") is not None
    path = tmp_path / "results" / "EV.lock"
    path.write_text(path.read_text().replace('"id"', '"note": 1, "id"'))
    with pytest.raises(InputError, match="unknown key 'note'"):
        read_entry(tmp_path, "EV")
