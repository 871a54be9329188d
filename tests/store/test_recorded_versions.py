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
        (put("0" * 64, "inputs", "ghost.csv"), "inputs has ghost.csv, which is no input of the recipe"),
        (put("1.0", "code", "packages", "ghost"), "code.packages has ghost, which no module imports"),
        (
            put(version("pytest"), "code", "packages", "pytest"),
            "code.packages has pytest, which no module imports",
        ),
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


NOT_RECOMPUTABLE: list[tuple[Change, str]] = [
    (put("", "code", "module"), "code.module"),
    (put({}, "code"), "code.distribution"),
    *(
        (removed("code", name), f"code.{name}")
        for name in ("modules", "sha256", "method_version", "packages")
    ),
    (removed("stated"), "stated"),
]
DIFFERENT: list[tuple[Change, str]] = [
    (put("other", "code", "distribution", "name"), "code.distribution is not casegen"),
    (put("casegen_evidence.ram", "code", "module"), "code.module is not casegen_evidence.ram.method"),
    (removed("code", "packages", "pydantic"), "pydantic"),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "words", "outcome"),
    [
        *((change, words, "not recomputable") for change, words in NOT_RECOMPUTABLE),
        *((change, words, "different") for change, words in DIFFERENT),
    ],
)
def test_a_record_that_lacks_or_changes_a_part_is_no_recomputation(
    small: Path, change: Change, words: str, outcome: str
) -> None:
    after(small, change)
    (one,) = recompute(load(small))
    assert one.outcome == outcome
    assert words in " ".join((*one.differences, *one.notes))


def test_an_honest_record_is_bit_equal(small: Path) -> None:
    after(small, lambda provenance: None)
    assert [one.outcome for one in recompute(load(small))] == ["bit-equal"]


@pytest.mark.parametrize("name", ["python", "numpy", "scipy", "scikit-learn"])
def test_an_emptied_version_is_one_that_is_not_recorded(small: Path, name: str) -> None:
    state = after(small, put("", "environment", name))
    assert state.freshness is Freshness.STALE
    assert name in state.why[0]


@pytest.mark.parametrize("name", ["processor", "instructions"])
def test_what_a_system_does_not_say_may_be_empty(small: Path, name: str) -> None:
    assert after(small, put("", "environment", name)).freshness is Freshness.FRESH


def test_a_second_file_of_the_same_content_was_not_read(small: Path) -> None:
    def twice(provenance: dict[str, Any]) -> None:
        provenance["inputs"]["copy.csv"] = next(iter(provenance["inputs"].values()))

    state = after(small, twice)
    assert "more files of its content than the recipe has inputs" in state.why[0]
    assert not any(one.holds for one in recompute(load(small)))


@pytest.mark.slow
@pytest.mark.parametrize(
    "place",
    [
        ("ghost",), ("recipe", "ghost"), ("provenance", "ghost"), ("provenance", "code", "ghost"),
        ("provenance", "code", "distribution", "ghost"), ("provenance", "environment", "ghost"),
        ("provenance", "looks", "ghost"),
    ],
    ids=".".join,
)  # fmt: skip
def test_a_key_that_no_run_writes_is_refused(small: Path, place: tuple[str, ...]) -> None:
    """A recomputation compares what it knows, so that nothing would speak against the rest."""
    computed(small)

    def plant(document: dict[str, Any]) -> None:
        part = document
        for name in place[:-1]:
            part = part.setdefault(name, {})
        part[place[-1]] = "x"

    edit(small, plant)
    (state,) = Store(load(small)).states().values()
    assert state.freshness is Freshness.FAILED
    assert "ghost" in state.why[0] or "looks" in state.why[0]
    (one,) = recompute(load(small))
    assert one.outcome == "not recomputable"
    assert state.why[0] in one.differences


@pytest.mark.parametrize("seconds", [-1.0, 1e9, 1e300])
def test_a_run_takes_no_negative_time_and_ends_in_the_past(small: Path, seconds: float) -> None:
    assert after(small, put(seconds, "seconds")).freshness is Freshness.FAILED


def test_a_run_may_take_a_day(small: Path) -> None:
    def change(provenance: dict[str, Any]) -> None:
        provenance["started"], provenance["seconds"] = "2026-01-01T00:00:00+00:00", 86_400.5

    assert after(small, change).freshness is Freshness.FRESH


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
def test_a_result_from_which_something_was_removed_is_not_used(small: Path, place: tuple[str, ...]) -> None:
    """A result without a whole part of its record was not written by a run; without a detail it is stale."""
    state = after(small, removed(*place))
    assert state.freshness in (Freshness.STALE, Freshness.FAILED)
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


@pytest.mark.parametrize(
    ("started", "freshness"),
    [("0001-01-01T00:00:00+00:00", Freshness.STALE), ("1999-12-31T00:00:00+00:00", Freshness.STALE),
     ("2000-01-01T00:00:00+00:00", Freshness.FRESH)],
)  # fmt: skip
def test_no_run_began_before_any_could(small: Path, started: str, freshness: Freshness) -> None:
    assert after(small, put(started, "started")).freshness is freshness
    assert next(iter(recompute(load(small)))).holds is (freshness is Freshness.FRESH)
