"""Results that were measured and are not where the next run looks for them: of a renamed item, moved, or gone."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.assessment.assess import assess
from casegen.io import load
from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.bases import measured
from tests.false_support.test_renamed_items import LAST, looks, run_renamed
from tests.false_support.test_seeds import RECORDED, TREE, demands, second

FAILED, PASSED = "quay,4000,5", "buoy,9000,1"


def results(at: Path, item: str = "EV") -> list[Path]:
    return sorted((at / "results").glob(f"{item}-{'?' * 12}.json"))


def renamed_throughout(at: Path) -> None:
    """As `git mv` of the files and a replacement of the id, also in the entry; results are not edited."""
    for path in list((at / "results").glob("EV*")):
        path.rename(path.with_name(path.name.replace("EV", "EV-2", 1)))
    entry = at / "results" / "EV-2.lock"
    entry.write_text(entry.read_text().replace('"EV"', '"EV-2"'))


@pytest.mark.slow
def test_an_item_renamed_with_its_entry_keeps_what_it_measured(tmp_path: Path) -> None:
    at = demands(tmp_path / "again", FAILED)
    renamed_throughout(at)
    (before,) = results(at, "EV-2")
    must_not_hold(run_renamed(at, LAST), "sign-looked-again")
    assert looks(at) == 2
    assert assess(load(at)).evidence["EV-2"].earlier
    assert before.is_file(), "what another id is named in is not removed"
    run_renamed(at, {"record.csv": "entry,demands,failures\npier,9500,1\n"})
    assert looks(at) == 3, "what was counted once is not counted again"


@pytest.mark.slow
def test_an_item_renamed_with_its_entry_and_run_on_the_same_data_holds(tmp_path: Path) -> None:
    at = demands(tmp_path / "once", PASSED)
    renamed_throughout(at)
    must_hold(run_renamed(at, LAST))
    assert looks(at) == 1
    assert not assess(load(at)).evidence["EV-2"].lost


def removed(path: Path) -> None:
    path.unlink()


def edited(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b" ")


def moved(path: Path) -> None:
    path.rename(path.with_name(path.name.replace("EV-", "EV-2-")))


@pytest.mark.slow
@pytest.mark.parametrize("gone", [removed, edited])
def test_a_lost_result_counts_as_one_that_did_not_pass(tmp_path: Path, gone: Callable[[Path], None]) -> None:
    at = demands(tmp_path / "again", FAILED)
    (path,) = results(at)
    gone(path)
    text = must_not_hold(demands(at, PASSED), "sign-looked-again").text
    assert "its numbers are not known" in text
    assert path.name.removeprefix("EV") in text
    must_not_hold(demands(at, "pier,9500,1"), "sign-looked-again")
    assert looks(at, "EV") == 3
    entry = at / "results" / "EV.lock"
    recorded = json.loads(entry.read_text())
    assert len(recorded.pop("lost")) == 1
    entry.write_text(json.dumps(recorded))
    must_not_hold(at, "sign-looked-again")
    assert call("evidence", "verify", at)[0] == 0


@pytest.mark.slow
def test_a_result_moved_to_the_name_of_another_item_is_not_lost(tmp_path: Path) -> None:
    files = {"record.csv": f"entry,demands,failures\n{FAILED}\n"}
    at = folder(tmp_path / "again", second(measured()), {}, files)
    (path,) = results(at)
    moved(path)
    (at / "results" / "EV.lock").unlink()
    assert call("evidence", "run", at, "--force")[0] == 0
    kept = [p for p in (at / "results").glob("*.json") if json.loads(p.read_text())["id"] == "EV"]
    assert path.name.replace("EV-", "EV-2-") in {p.name for p in kept}
    folder(at, second(measured()), {}, {"record.csv": f"entry,demands,failures\n{PASSED}\n"})
    assert looks(at, "EV") == 2
    assert assess(load(at)).evidence["EV"].earlier


def test_a_lost_result_that_is_measured_again_holds(tmp_path: Path) -> None:
    at = demands(tmp_path / "same", PASSED)
    results(at)[0].unlink()
    must_hold(demands(at, PASSED))
    assert looks(at, "EV") == 1


@pytest.mark.slow
def test_a_result_that_comes_back_is_not_lost(tmp_path: Path) -> None:
    at = demands(tmp_path / "before", "buoy,9000,2")
    (path,) = results(at)
    kept = path.read_bytes()
    path.unlink()
    path.write_bytes(kept)
    must_hold(demands(at, "pier,9500,1"))
    at = demands(tmp_path / "after", "buoy,9000,2")
    (path,) = results(at)
    kept = path.read_bytes()
    path.unlink()
    must_not_hold(demands(at, "pier,9500,1"), "sign-looked-again")
    path.write_bytes(kept)
    must_hold(at)
    assert looks(at, "EV") == 2
    must_hold(demands(at, "yard,9900,1"))
    assert looks(at, "EV") == 3
    assert "lost" not in (at / "results" / "EV.lock").read_text()


def test_a_failed_result_that_comes_back_counts_with_its_numbers(tmp_path: Path) -> None:
    at = demands(tmp_path / "after", FAILED)
    (path,) = results(at)
    kept = path.read_bytes()
    path.unlink()
    demands(at, PASSED)
    path.write_bytes(kept)
    assert "its numbers are not known" not in must_not_hold(at, "sign-looked-again").text


@pytest.mark.slow
def test_a_lost_result_survives_a_merge(tmp_path: Path) -> None:
    at = demands(tmp_path / "ours", FAILED)
    theirs = Path(shutil.copytree(at, tmp_path / "theirs"))
    results(theirs)[0].unlink()
    demands(theirs, PASSED)
    shutil.rmtree(at / "results")
    demands(at, "pier,9500,1")
    for path in results(theirs):
        shutil.copy(path, at / "results")
    must_not_hold(at, "sign-looked-again")


@pytest.mark.slow
def test_a_lost_result_stands_below_a_tree_until_it_is_set_aside(tmp_path: Path) -> None:
    waive = [
        {"rule": "sign-looked-again", "reason": "the copy of the house has it: 0 failures", "by": "S. Safety"}
    ]
    edits: dict[str, object] = TREE
    at = folder(tmp_path / "x", measured(), edits, {"record.csv": f"entry,demands,failures\n{FAILED}\n"})
    results(at)[0].unlink()
    files = {"record.csv": f"entry,demands,failures\n{PASSED}\n"}
    must_not_hold(folder(at, measured(), edits, files), "sign-looked-again")
    must_hold(folder(at, measured(), {**edits, f"{RECORDED}.waive": waive}, files))


@pytest.mark.slow
def test_an_open_record_that_goes_on_beside_its_result_holds(tmp_path: Path) -> None:
    """The last result, in a file named after the item, says what the record held; once it is lost, nothing does."""
    on = "quay,20000,2"
    must_hold(demands(tmp_path / "on", "quay,4000,1", on, stopping="open"))
    at = demands(tmp_path / "lost", "quay,4000,1", stopping="open")
    results(at)[0].unlink()
    must_not_hold(demands(at, on, stopping="open"), "sign-looked-again")
    at = demands(tmp_path / "same", on, stopping="open")
    results(at)[0].unlink()
    must_hold(demands(at, on, stopping="open"))
