"""What a result says of the code and packages that made it: complete, free of contradictions, compared with this machine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from casegen.io import load
from casegen.model.results import EvidenceState, Freshness
from casegen.store.distributions import version
from casegen.store.entries import results_of
from casegen.store.store import Store
from casegen.store.verify import recompute
from tests.store.test_identity import edit, fresh_caches
from tests.store.test_store import computed, small

__all__ = ["fresh_caches", "small"]

Change = Callable[[dict[str, Any]], object]


def after(folder: Path, change: Change) -> EvidenceState:
    """The state of the one item, whose stored result was changed as its author could."""
    computed(folder)
    edit(folder, lambda document: change(document["provenance"]))
    (state,) = Store(load(folder)).states().values()
    return state


def removed(*place: str) -> Change:
    def change(part: dict[str, Any]) -> None:
        for name in place[:-1]:
            part = part[name]
        del part[place[-1]]

    return change


def put(value: Any, *place: str) -> Change:
    def change(part: dict[str, Any]) -> None:
        for name in place[:-1]:
            part = part[name]
        part[place[-1]] = value

    return change


def numpy_of(code: str, environment: str) -> Change:
    def change(provenance: dict[str, Any]) -> None:
        provenance["code"]["packages"]["numpy"] = code
        provenance["environment"]["numpy"] = environment

    return change


def casegen_of(own: str, distribution: str) -> Change:
    def change(provenance: dict[str, Any]) -> None:
        provenance["code"]["casegen"] = own
        provenance["code"]["distribution"]["version"] = distribution

    return change


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (put("0" * 64, "code", "sha256"), "code.sha256 is not the hash of the modules"),
        (put(99, "code", "method_version"), "code.method_version is 99"),
        (put("casegen_evidence.ram", "code", "module"), "code.module is not casegen_evidence.ram.method"),
        (put("other", "code", "distribution", "name"), "code.distribution is not casegen"),
        (casegen_of("9.9.9", version("casegen")), "casegen is 9.9.9 and"),
        (casegen_of(version("casegen"), "9.9.9"), "and 9.9.9"),
        (numpy_of("0.0.1", version("numpy")), "numpy is 0.0.1 and"),
        (numpy_of(version("numpy"), "0.0.1"), "and 0.0.1"),
    ],
)
def test_a_result_that_contradicts_itself_is_stale_and_is_no_recomputation(
    small: Path, change: Change, words: str
) -> None:
    state = after(small, change)
    assert state.freshness is Freshness.STALE
    assert words in state.why[0]
    assert "contradicts itself" in state.why[0]
    (one,) = recompute(load(small))
    assert not one.holds or any(words in note for note in one.notes), one


@pytest.mark.slow
@pytest.mark.parametrize(
    "place",
    [
        *(("code", name) for name in ("distribution", "casegen", "method_version", "module", "sha256", "packages")),
        *(("environment", name) for name in ("python", "machine", "system", "processor", "instructions", "numpy")),
        *((name,) for name in ("inputs", "parameters", "stated", "seed", "code", "environment", "started", "seconds")),
        ("code", "packages", "numpy"),
        ("code", "packages", "pydantic"),
    ],
    ids=".".join,
)  # fmt: skip
def test_a_result_from_which_something_was_removed_is_stale(small: Path, place: tuple[str, ...]) -> None:
    state = after(small, removed(*place))
    assert state.freshness is Freshness.STALE
    assert "record" in state.why[0] or place[-1] in state.why[0]
    assert any(note.startswith("stale: ") for one in recompute(load(small)) for note in one.notes) or not all(
        one.holds for one in recompute(load(small))
    )


@pytest.mark.parametrize("text", ["", "yesterday", "2026-11-28T01:34:56", "2026-11-28T01:34:56+00:00x"])
def test_the_start_is_a_time(small: Path, text: str) -> None:
    assert after(small, put(text, "started")).freshness is Freshness.STALE


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (numpy_of("0.0.1", "0.0.1"), f"numpy was 0.0.1, is {version('numpy')}"),
        (casegen_of("9.9.9", "9.9.9"), f"casegen was 9.9.9, is {version('casegen')}"),
        (put("0.0.1", "code", "packages", "pydantic"), f"pydantic was 0.0.1, is {version('pydantic')}"),
        (put("3.1.4", "environment", "python"), "python was 3.1.4, is"),
    ],
)
def test_other_versions_are_named_and_no_change(
    small: Path, casegen: Callable[..., Any], change: Change, words: str
) -> None:
    """Casegen itself is upgraded more often than the modules of a method change, and so is numpy."""
    state = after(small, change)
    assert (state.freshness, state.why) == (Freshness.FRESH, ())
    assert any(words in one for one in state.versions), state.versions
    shown = casegen("evidence", "list", small, "--json").out
    assert words in shown
    (one,) = recompute(load(small))
    assert one.holds
    assert any(words in note for note in one.notes), one.notes


def test_a_result_as_a_run_writes_it_is_fresh_and_names_no_version(small: Path) -> None:
    state = after(small, lambda provenance: None)
    assert (state.freshness, state.why, state.versions) == (Freshness.FRESH, (), ())
    assert len(list(results_of(small, state.id))) == 1


def test_an_extra_that_was_not_installed_then_is_no_change(small: Path) -> None:
    """Where torch is absent a run records no version of it; here it may be installed."""
    state = after(small, lambda p: (p["code"]["packages"].pop("torch", 0), p["environment"].pop("torch", 0)))
    assert state.freshness is Freshness.FRESH, state.why
