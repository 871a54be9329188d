"""Results are kept by content: fresh, stale with the reason, tampered, missing; a kill loses nothing."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

import pytest
from casegen_evidence.method import InputProblem

from casegen.io import load
from casegen.model.diagnostic import InputError
from casegen.model.results import Freshness
from casegen.store.entries import read_entry, result_name, results_of, write_entry
from casegen.store.run import run
from casegen.store.store import Store

SMALL = """casegen: 1
case: {id: s, title: Small}
evidence_items:
  - id: EV
    method: ram-low-dimensional
    inputs: {points: points.csv}
    parameters: {classifier: {kind: decision-tree}, domain: [[0, 1], [0, 1]], cells: 20, samples: 20000}
    confidence: 0.95
    seed: 3
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return write_small(tmp_path)


def write_small(at: Path) -> Path:
    from casegen_evidence.ram.problems import two_boxes, write_csv

    folder = at / "small"
    folder.mkdir()
    (folder / "case.yaml").write_text(SMALL)
    write_csv(two_boxes(), folder / "points.csv", n=400, seed=1)
    return folder


@cache
def _computed_once() -> dict[str, bytes]:
    """What computing the small case writes, by name."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = write_small(Path(scratch))
        before = set(folder.rglob("*"))
        assert [o.what for o in run(load(folder))] == ["computed"]
        new = [path for path in folder.rglob("*") if path.is_file() and path not in before]
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in new}


def computed(small: Path) -> None:
    """The small case as :func:`run` leaves it, without computing it again for each test that edits the result."""
    assert (small / "case.yaml").read_text() == SMALL
    for name, content in _computed_once().items():
        (small / name).parent.mkdir(exist_ok=True)
        (small / name).write_bytes(content)


def state(folder: Path) -> tuple[Freshness, str]:
    result = Store(load(folder)).states()["EV"]
    return result.freshness, "; ".join(result.why)


@pytest.mark.slow
def test_from_missing_to_fresh_to_stale_and_back(small: Path) -> None:
    assert state(small)[0] is Freshness.MISSING
    assert [o.what for o in run(load(small))] == ["computed"]
    assert state(small) == (Freshness.FRESH, "")
    assert [o.what for o in run(load(small))] == ["fresh"]

    points = small / "points.csv"
    before = points.read_bytes()
    points.write_bytes(before + b"0.1,0.1,0\n")
    assert state(small) == (Freshness.STALE, "input points (points.csv) has changed")
    points.write_bytes(before)
    assert state(small)[0] is Freshness.FRESH

    (small / "case.yaml").write_text(SMALL.replace("seed: 3", "seed: 4").replace("cells: 20", "cells: 25"))
    freshness, why = state(small)
    assert freshness is Freshness.STALE
    assert why == "seed was 3, is 4; parameter cells was 20, is 25"


@pytest.mark.slow
def test_running_twice_gives_the_same_measures(small: Path) -> None:
    def measures() -> object:
        list(run(load(small), force=True))
        return (Store(load(small)).states()["EV"].document or {})["measures"]

    assert measures() == measures()


@pytest.mark.slow
def test_only_one_result_file_is_kept(small: Path) -> None:
    list(run(load(small)))
    (small / "case.yaml").write_text(SMALL.replace("seed: 3", "seed: 4"))
    list(run(load(small)))
    assert len(list((small / "results").glob("EV-*.json"))) == 1


@pytest.mark.slow
@pytest.mark.parametrize("what", ["value", "truncated"])
def test_a_changed_result_is_refused_by_name(small: Path, what: str) -> None:
    list(run(load(small)))
    path = next((small / "results").glob("EV-*.json"))
    text = path.read_text()
    path.write_text(text.replace('"value": ', '"value": 0', 1) if what == "value" else text[:-20])
    freshness, why = state(small)
    assert freshness is Freshness.FAILED
    assert path.name in why
    assert "does not match its recorded hash" in why


@pytest.mark.slow
def test_a_lost_result_and_a_broken_lock(small: Path) -> None:
    list(run(load(small)))
    next((small / "results").glob("EV-*.json")).unlink()
    assert state(small)[0] is Freshness.MISSING
    (small / "results" / "EV.lock").write_text("{not json")
    freshness, why = state(small)
    assert freshness is Freshness.FAILED
    assert why.startswith("results/EV.lock:1:1: expected JSON")


@pytest.mark.slow
def test_provenance_says_where_the_numbers_come_from(small: Path) -> None:
    list(run(load(small)))
    document = Store(load(small)).states()["EV"].document
    assert document is not None
    provenance = document["provenance"]
    assert list(provenance["inputs"]) == ["points.csv"]
    assert provenance["seed"] == 3
    assert provenance["parameters"]["cells"] == 20
    assert provenance["environment"]["numpy"]
    code = provenance["code"]
    assert {"casegen_evidence.ram.method", "casegen_evidence.bounds.binomial"} <= code["modules"].keys()
    assert code["packages"]["numpy"] == provenance["environment"]["numpy"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("points.csv}", "../points.csv}"), "leaves the case folder"),
        (("points.csv}", "nowhere.csv}"), "there is no file 'nowhere.csv'"),
        (("points.csv}", "results}"), "'results' cannot be read: expected a file, found a folder"),
        (("points.csv}", "pipe}"), "'pipe' cannot be read: expected a file, found a named pipe"),
        (("points.csv}", "results/../results/OTHER-0123456789ab.json}"), "a result is no data"),
        (("points: points", "point: points"), "has no input 'point' (did you mean 'points'?)"),
        (("ram-low-dimensional", "ram-low-dimensonal"), "did you mean 'ram-low-dimensional'"),
        (("cells: 20", "cell: 20"), "did you mean 'cells'"),
        (("samples: 20000", "samples: many"), "expected a whole number, found 'many'"),
    ],
)
def test_specs_that_cannot_run_are_reported_at_once(small: Path, change: tuple[str, str], words: str) -> None:
    (small / "case.yaml").write_text(SMALL.replace(*change))
    (small / "results").mkdir()
    os.mkfifo(small / "pipe")
    with pytest.raises(InputError) as caught:
        list(run(load(small)))
    assert any(words in d.message for d in caught.value.diagnostics), caught.value
    assert list((small / "results").iterdir()) == []


@pytest.mark.slow
def test_what_a_killed_run_left_is_removed(small: Path) -> None:
    """It was killed between writing beside and renaming; nobody else writes there under the lock."""
    results = small / "results"
    results.mkdir()
    leftover = results / ".EV-000000000000.json.ab_12xyz.part"
    kept = [results / name for name in (".mine.part", "notes.part", ".EV.part")]
    for path in (leftover, *kept):
        path.write_text("{")
    (results / ".EV.ab_12xyz.part").symlink_to(small / "points.csv")
    list(run(load(small)))
    assert not leftover.exists()
    assert all(path.exists() for path in kept)
    assert (results / ".EV.ab_12xyz.part").is_symlink()


def test_data_that_cannot_be_used_fail_with_the_methods_words(small: Path) -> None:
    (small / "points.csv").write_text("x1,x2,label\n0.1,0.2,a\n0.3,nan,b\n")
    outcome = next(iter(run(load(small))))
    assert outcome.what == "failed"
    freshness, why = state(small)
    assert freshness is Freshness.FAILED
    assert outcome.message in why


def test_a_failure_without_a_word_leaves_a_record_that_can_be_read(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise InputProblem("")

    monkeypatch.setattr("casegen.store.run._resumed", fails)
    outcome = next(iter(run(load(small))))
    assert outcome.what == "failed", outcome
    freshness, why = state(small)
    assert (freshness, "without a reason" in why) == (Freshness.FAILED, True), (outcome, why)


@pytest.mark.slow
def test_a_kill_at_any_moment_leaves_a_whole_store(small: Path) -> None:
    code = f"from casegen import load\nfrom casegen.store.run import run\nlist(run(load({str(small)!r}), force=True))"
    list(run(load(small)))
    for delay in (0.3, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.2, 2.5):
        child = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL)
        time.sleep(delay)
        child.send_signal(signal.SIGKILL)
        child.wait()
        assert state(small)[0] is Freshness.FRESH
        assert json.loads((small / "results" / "EV.lock").read_text())["key"]
    assert [o.what for o in run(load(small), force=True)] == ["computed"]
    assert state(small)[0] is Freshness.FRESH


@pytest.mark.slow
def test_the_device_is_recorded_where_it_was_used_and_identifies_nothing(small: Path) -> None:
    pytest.importorskip("torch", reason="needs the extra casegen[torch]")
    spec = SMALL.replace("ram-low-dimensional", "ram-high-dimensional").replace(
        "{kind: decision-tree}, domain: [[0, 1], [0, 1]], cells: 20, samples: 20000",
        "{kind: logistic-regression}, encoder: vae, latent: 1, radius: 0.005, balls: 40, samples: 10",
    )
    (small / "case.yaml").write_text(spec)
    outcome = next(iter(run(load(small), device="cpu")))
    assert (outcome.what, outcome.message, outcome.device) == ("computed", "", "cpu")
    document = Store(load(small)).states()["EV"].document or {}
    assert document["provenance"]["environment"]["device"] == "cpu"
    assert "device" not in json.dumps(document["recipe"])
    assert [o.what for o in run(load(small), device="auto")] == ["fresh"]


@pytest.mark.slow
def test_a_device_that_nothing_used_is_not_recorded_and_reported_if_asked_for(small: Path) -> None:
    reported = "nothing that ram-low-dimensional computed here makes use of --device"
    for asked, message in (("cpu", reported), ("auto", "")):
        outcome = next(iter(run(load(small), device=asked, force=True)))
        assert (outcome.what, outcome.message, outcome.device) == ("computed", message, None)
        document = Store(load(small)).states()["EV"].document or {}
        assert "device" not in document["provenance"]["environment"]


@pytest.mark.slow
def test_a_device_that_is_not_there_is_reported(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch", reason="needs the extra casegen[torch]")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(InputError, match="torch finds no CUDA device") as reported:
        list(run(load(small), device="cuda"))
    assert reported.value.diagnostics[0].hint == "Use device cpu, or auto to take what there is"
    with pytest.raises(InputError, match="cpu, cuda, auto; found 'tpu'"):
        list(run(load(small), device="tpu"))
    assert [o.what for o in run(load(small), device="auto")] == ["computed"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("written", "why"),
    [
        ('"format": 2', "has format 2, newer than this casegen, which reads format 1: update casegen"),
        ('"format": 0', "has no format: expected 1, found 0"),
        ('"format": true', "has no format: expected 1, found True"),
        ('"version": 1', "has no format: expected 1, found None"),
    ],
)
def test_a_result_of_a_newer_format_is_refused_by_name(small: Path, written: str, why: str) -> None:
    """What its fields mean is not known here, whatever they are called."""
    list(run(load(small)))
    (path,) = results_of(small, "EV")
    raw = path.read_bytes().replace(b'"format": 1', written.encode(), 1)
    path.unlink()
    digest = hashlib.sha256(raw).hexdigest()
    (small / "results" / result_name("EV", digest)).write_bytes(raw)
    entry = read_entry(small, "EV")
    assert entry is not None
    write_entry(small, "EV", dataclasses.replace(entry, result=digest))
    freshness, words = state(small)
    assert freshness is Freshness.FAILED
    assert words.endswith(why)
    assert result_name("EV", digest) in words


@pytest.mark.slow
def test_a_look_under_a_clock_that_ran_ahead_is_no_lost_one(small: Path) -> None:
    """Its result is not used, and it is there: the next run counts it as what it is."""
    computed(small)
    (path,) = (small / "results").glob("EV-*.json")
    document = json.loads(path.read_text())
    document["provenance"]["started"] = "2999-01-01T00:00:00+00:00"
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    digest = hashlib.sha256(text.encode()).hexdigest()
    path.unlink()
    path.with_name(f"EV-{digest[:12]}.json").write_text(text)
    entry = small / "results" / "EV.lock"
    entry.write_text(json.dumps(json.loads(entry.read_text()) | {"result": digest}))
    freshness, why = state(small)
    assert freshness is Freshness.FAILED
    assert "2999-01-01, which lies in the future" in why
    assert "clock" in why
    (small / "case.yaml").write_text(SMALL.replace("seed: 3", "seed: 4"))
    assert [o.what for o in run(load(small))] == ["computed"]
    after = Store(load(small)).states()["EV"]
    assert (after.looks, after.lost) == (2, ())
