"""Looks stay with an item that is renamed, whatever became of its files; what another item counted is none of them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from casegen.assessment.assess import assess
from casegen.io import load
from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import measured
from tests.false_support.test_seeds import demands, renamed

LAST = {"record.csv": "entry,demands,failures\nbuoy,9000,1\n"}
BETTER = {"record.csv": "entry,demands,failures\npier,9500,1\n"}


def looks(at: Path, item: str = "EV-2") -> int:
    return assess(load(at)).evidence[item].looks


def run_renamed(at: Path, files: dict[str, str]) -> Path:
    return folder(at, renamed(measured(), "EV-2"), {}, files)


def files_renamed(at: Path) -> None:
    """As `git mv` of a result; its entry, which says another id and is refused, removed as the message says."""
    for path in list((at / "results").glob("EV-*.json")):
        path.rename(path.with_name(path.name.replace("EV-", "EV-2-")))
    (at / "results" / "EV.lock").unlink()


def entry_with_its_new_id(at: Path) -> None:
    """As the message says of an entry that was renamed: its new id is written into it."""
    for path in list((at / "results").glob("EV[.-]*")):
        path.rename(path.with_name(path.name.replace("EV", "EV-2", 1)))
    entry = at / "results" / "EV-2.lock"
    entry.write_text(entry.read_text().replace('"id": "EV"', '"id": "EV-2"'))


def entry_lost(at: Path) -> None:
    (at / "results" / "EV.lock").unlink()


@pytest.mark.slow
@pytest.mark.parametrize("how", [files_renamed, entry_with_its_new_id, entry_lost])
def test_an_item_renamed_with_its_files_keeps_its_looks(tmp_path: Path, how: object) -> None:
    at = demands(tmp_path / "again", "quay,4000,6", "quay,4000,5")
    how(at)  # type: ignore[operator]
    must_not_hold(run_renamed(at, LAST), "sign-looked-again")
    assert looks(at) == 3
    run_renamed(at, BETTER)
    assert looks(at) == 4, "what was counted once is not counted again"


@pytest.mark.slow
def test_an_item_renamed_and_named_as_before_keeps_its_looks(tmp_path: Path) -> None:
    at = demands(tmp_path / "again", "quay,4000,6", "quay,4000,5")
    files_renamed(at)
    must_not_hold(demands(at, "buoy,9000,1"), "sign-looked-again")
    assert looks(at, "EV") == 3


@pytest.mark.slow
def test_a_merge_with_a_side_that_renamed_the_item_counts_both(tmp_path: Path) -> None:
    base = demands(tmp_path / "base", "quay,4000,1")
    theirs = Path(shutil.copytree(base, tmp_path / "theirs"))
    demands(theirs, "quay,4000,6")
    ours = Path(shutil.copytree(base, tmp_path / "ours"))
    run_renamed(ours, LAST)
    assert looks(ours) == 2
    for path in (ours / "results").glob("EV-[!2]*.json"):
        path.unlink()
    for name in ("EV.lock", *(p.name for p in (theirs / "results").glob("EV-*.json"))):
        shutil.copy(theirs / "results" / name, ours / "results")
    assert looks(ours) == 3
    must_not_hold(run_renamed(ours, BETTER), "sign-looked-again")
    assert looks(ours) == 4


@pytest.mark.slow
def test_an_item_that_left_the_case_is_no_look_of_another_one(tmp_path: Path) -> None:
    at = demands(tmp_path / "base", "buoy,9000,2")
    other = Path(shutil.copytree(at, tmp_path / "other"))
    shutil.rmtree(other / "results")
    run_renamed(other, {"record.csv": "entry,demands,failures\nquay,4000,6\n"})
    for path in (other / "results").glob("EV-2*"):
        shutil.copy(path, at / "results")
    assert looks(at, "EV") == 1
    must_hold(demands(at, "buoy,9000,1\nquay,9000,0"))
    assert looks(at, "EV") == 2
