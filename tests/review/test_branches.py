"""Two branches that each add to a review, and are merged: nothing that either said is lost."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.model.diagnostic import InputError
from casegen.review import add_finding, create, decide
from casegen.review.acts import respond
from casegen.review.chain import HEAD
from casegen.review.events import FindingSeverity, FindingStatus
from casegen.review.journal import read_journal
from tests.review.conftest import ANN, BOB


def raised(at: Path, target: str, severity: FindingSeverity = FindingSeverity.MINOR) -> None:
    add_finding(at, target=target, severity=severity, text=f"Why does {target} hold?", by=BOB)


def merged(one: Path, other: Path) -> Path:
    """What ``git merge`` leaves: every file of both, none of them changed in both."""
    for top in ("review", HEAD):
        for path in sorted(p for p in (other / top).rglob("*") if p.is_file()):
            target = one / path.relative_to(other)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    return one


@pytest.fixture(params=[0, 1], ids=["the first finding", "a later one"])
def branches(request: pytest.FixtureRequest, rover: Path, tmp_path: Path) -> tuple[Path, Path]:
    create(rover, "v1", author="Dan Developer", reason="first")
    for _ in range(request.param):
        raised(rover, "C1")
    return rover, Path(shutil.copytree(rover, tmp_path / "other"))


def test_both_findings_of_one_number_stand(branches: tuple[Path, Path]) -> None:
    one, other = branches
    raised(one, "C1", FindingSeverity.MAJOR)
    raised(other, "C2")
    journal = read_journal(merged(one, other))
    assert not journal.problems
    assert {f.target for f in journal.findings[-2:]} == {"C1", "C2"}
    first, second = (f.id for f in journal.findings[-2:])
    number = first.partition("-")[0]
    assert (first != second, second.partition("-")[0]) == (True, number)
    with pytest.raises(InputError, match=f"there are 2 findings {number}, .*{first} and {second}"):
        respond(one, number, text="The record of the wheels shows it", by=ANN)


def test_each_is_answered_and_decided_by_itself(branches: tuple[Path, Path]) -> None:
    one, other = branches
    raised(one, "C1")
    raised(other, "C2")
    respond(other, read_journal(other).findings[-1].id, text="The record of the wheels shows it", by=ANN)
    at = merged(one, other)
    by_target = {f.target: f for f in read_journal(at).findings[-2:]}
    assert by_target["C1"].recorded is FindingStatus.OPEN
    assert by_target["C2"].recorded is FindingStatus.ANSWERED
    respond(at, by_target["C1"].id, text="The drawing of 3 May shows it", by=ANN)
    decide(at, by_target["C2"].id, status="accepted", by=BOB, text="The record shows it")
    journal = read_journal(at)
    assert not journal.problems
    after = {f.target: f for f in journal.findings[-2:]}
    assert after["C1"].recorded is FindingStatus.ANSWERED
    assert after["C2"].recorded is FindingStatus.ACCEPTED
    assert [len(after[t].events) for t in ("C1", "C2")] == [2, 3]
    raised(at, "C1")
    assert "-" not in read_journal(at).findings[-1].id


def test_a_first_event_that_is_gone_is_named(branches: tuple[Path, Path]) -> None:
    one, other = branches
    raised(one, "C1")
    raised(other, "C2")
    at = merged(one, other)
    (file,) = (f.files[0] for f in read_journal(at).findings[-1:])
    (at / file).unlink()
    assert read_journal(at).problems


def test_the_command_line_names_both(
    branches: tuple[Path, Path], command: Callable[..., tuple[int, str]]
) -> None:
    one, other = branches
    raised(one, "C1")
    raised(other, "C2")
    at = merged(one, other)
    code, text = command("review", "list", at)
    assert code == 0
    assert all(f.id in text for f in read_journal(at).findings)
