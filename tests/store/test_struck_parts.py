"""Parts struck from a stored result, or of another form: the item fails by name, and no command ends in a crash."""

from __future__ import annotations

import copy
import dataclasses
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from casegen.io import load
from casegen.model.results import Freshness
from casegen.store.canonical import canonical
from casegen.store.entries import read_entry, results_of, write_entry
from casegen.store.run import run
from tests.false_support import call
from tests.store.test_identity import edit
from tests.store.test_store import state

CASE = """casegen: 1
case: {id: lamp, title: Lamp, version: "1", date: 2026-11-20, authors: [Ann Author], organisation: Lamps Ltd,
  system: A lamp, environment: indoors, intended_use: light, roots: [C]}
claims:
  - id: C
    text: The lamp fails in at most 2 of 1000 demands
    owner: safety
    requirement: {measure: {evidence: EV, measure: probability}, bound: 0.002, kind: probability-per-demand, confidence: 0.95}
arguments:
  - {id: A, supports: C, block: evidence-incorporation, from: [N], text: Tests}
evidence:
  - {id: N, evidence: EV, text: Record, owner: testing, version: "1", date: 2026-10-02}
evidence_items:
  - id: EV
    title: Lamp tests
    method: demand-record
    inputs: {record: r.csv}
    parameters: {failure: stays dark, population: ten lamps, stopping: planned, entries: recorded}
    confidence: 0.975
"""
STRUCK = object()
FORMS = (STRUCK, 5, [[1]], [], {}, None)


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lamp")
    (folder / "case.yaml").write_text(CASE)
    (folder / "r.csv").write_text("entry,demands,failures\nspring,2000,1\nautumn,2000,2\n")
    assert [o.what for o in run(load(folder))] == ["computed"]
    return folder


def _places(document: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    for key, value in document.items():
        yield (key,)
        if isinstance(value, dict):
            yield from ((key, inner) for inner in value)
    yield from (("measures", "probability", inner) for inner in document["measures"]["probability"])


def _changed(document: dict[str, Any], place: tuple[str, ...], form: object) -> dict[str, Any]:
    part = result = copy.deepcopy(document)
    for name in place[:-1]:
        part = part[name]
    if form is STRUCK:
        del part[place[-1]]
    else:
        part[place[-1]] = form
    return result


def _put(folder: Path, document: dict[str, Any]) -> None:
    edit(folder, lambda old: (old.clear(), old.update(document)))
    entry = read_entry(folder, "EV")
    assert entry is not None
    key = hashlib.sha256(canonical(document.get("recipe", {}))).hexdigest()
    write_entry(folder, "EV", dataclasses.replace(entry, key=key))


@pytest.mark.slow
def test_no_command_ends_in_a_crash(honest: Path, tmp_path: Path) -> None:
    (path,) = results_of(honest, "EV")
    document = json.loads(path.read_text("utf-8"))
    commands = (
        ("assess", honest), ("evidence", "show", honest, "EV"), ("evidence", "list", honest), ("explain", honest, "C"),
        ("plan", honest), ("build", honest, "-o", tmp_path, "--markdown", "--no-run"), ("evidence", "verify", honest),
    )  # fmt: skip
    failed = 0
    crashed: list[tuple[object, ...]] = []
    for place in _places(document):
        for form in FORMS:
            _put(honest, _changed(document, place, form))
            failed += state(honest)[0] is Freshness.FAILED
            if state(honest)[0] is Freshness.FAILED and failed > 5:
                continue  # without a document, one is as the other
            for command in commands:
                try:
                    code, _, err = call(*command)
                    assert code in (0, 1, 2), err
                except AssertionError as error:
                    crashed.append((place, form, command[0], str(error)[:200]))
    _put(honest, document)
    assert not crashed


@pytest.mark.parametrize(
    "place", ["provenance", "read", "recipe.seed", "provenance.started", "measures", "signs"]
)
def test_a_part_that_is_missing_is_named(honest: Path, place: str) -> None:
    (path,) = results_of(honest, "EV")
    document = json.loads(path.read_text("utf-8"))
    _put(honest, _changed(document, tuple(place.split(".")), STRUCK))
    try:
        freshness, why = state(honest)
        assert freshness is Freshness.FAILED
        assert f"not written by a run: `{place}` is missing" in why
    finally:
        _put(honest, document)
    assert state(honest) == (Freshness.FRESH, "")


def test_an_estimator_of_another_form_is_named(honest: Path) -> None:
    (path,) = results_of(honest, "EV")
    document = json.loads(path.read_text("utf-8"))
    for form in ([[1]], {"a": 1}, 5):
        _put(honest, _changed(document, ("measures", "probability", "estimator"), form))
        assert "`measures.probability.estimator` has another form" in state(honest)[1]
    _put(honest, document)


EMPTY = (None, "", [], {})


def _empty_places(part: Any, place: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every key of the compared parts whose value says nothing."""
    pairs = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for key, value in pairs:
        if isinstance(part, dict) and value in EMPTY:
            yield (*place, key)
        yield from _empty_places(value, (*place, key))


def test_an_empty_part_that_every_run_writes_is_not_left_out(honest: Path) -> None:
    """To a recomputation, a part left out is an empty one: so it must be there."""
    (path,) = results_of(honest, "EV")
    document = json.loads(path.read_text("utf-8"))
    compared = {name: document[name] for name in ("measures", "tables", "figures", "signs", "read")}
    places = list(_empty_places(compared))
    assert {place[-1] for place in places} > {"not_read", "asked", "distribution", "not_for_claims"}
    for place in places:
        changed = copy.deepcopy(document)
        part: Any = changed
        for step in place[:-1]:
            part = part[step]
        del part[place[-1]]
        if "figures" in place and "data" in place:
            continue  # what the method draws
        _put(honest, changed)
        freshness, why = state(honest)
        assert freshness is Freshness.FAILED, place
        assert "not written by a run: `" in why
        assert f"{place[-1]}` is missing" in why
    _put(honest, document)
    assert state(honest) == (Freshness.FRESH, "")


def test_what_is_no_table_need_not_speak_as_one(honest: Path) -> None:
    (path,) = results_of(honest, "EV")
    document = json.loads(path.read_text("utf-8"))
    entry = {"input": "record", "file": "r.csv", "rows": 2}
    for more in (
        {},
        {"columns": []},
        {"columns": [{"name": "x", "in_file": "x", "shape": [2], "least": 0, "most": 1}]},
        {"columns": [], "not_read": ["a"], "asked": [], "notes": []},
    ):
        _put(honest, {**document, "read": [*document["read"], {**entry, **more}]})
        assert state(honest)[0] is Freshness.FRESH, more
    _put(honest, document)
