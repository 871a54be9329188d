"""A damaged history of the review is said wherever the review is shown: never that there is nothing, or that all was read."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.review import add_finding, create
from casegen.review.events import FindingSeverity, Independence, Person
from casegen.review.questions import read
from tests.review.conftest import BOB
from tests.review.test_signing import make_key

Command = Callable[..., tuple[int, str]]

READER = Person(name="Rita Reader", role="assessor", independence=Independence.PERSON)


@pytest.fixture
def reviewed(rover: Path) -> Path:
    """A case with one finding of Bob's."""
    create(rover, "v1", author="Dan Developer", reason="first")
    add_finding(rover, target="C1", severity=FindingSeverity.MAJOR, text="why?", by=BOB)
    return rover


def event(root: Path, pattern: str) -> Path:
    [result] = (root / "review").glob(pattern)
    return result


def damage(reviewed: Path, how: str) -> None:
    file = event(reviewed, "F1/01-*.yaml")
    if how == "cut":
        file.write_text(file.read_text("utf-8")[:200], "utf-8")
    elif how == "file removed":
        file.unlink()
    else:
        shutil.rmtree(reviewed / "review")


@pytest.mark.slow
@pytest.mark.parametrize("how", ["cut", "file removed", "review removed"])
def test_a_finding_that_cannot_be_read_is_never_no_finding(
    reviewed: Path, how: str, command: Command
) -> None:
    damage(reviewed, how)
    code, text = command("review", "list", reviewed)
    assert code == 1
    assert "no findings" not in text
    assert "review/F1" in text
    assert "the history of the review is damaged" in " ".join(text.split())
    code, text = command("review", "list", reviewed, "--json")
    document = json.loads(text)
    assert (code, document["findings"]) == (1, [])
    assert any("review/F1" in row["file"] for row in document["problems"])


@pytest.mark.slow
def test_documents_do_not_say_that_none_was_raised(reviewed: Path, tmp_path: Path, command: Command) -> None:
    damage(reviewed, "cut")
    code, text = command("build", reviewed, "-o", tmp_path / "out", "--markdown", "--html", "--no-run")
    assert code == 0, text
    for [file] in (list((tmp_path / "out").glob(f"*.{kind}")) for kind in ("md", "html")):
        written = file.read_text("utf-8")
        assert "The history of the review is damaged. Findings and sign-offs may be missing here" in written
        assert '<p class="quiet">No finding was raised' not in written
        assert "\nNo finding was raised" not in written


@pytest.mark.slow
def test_a_whole_review_lists_as_before(reviewed: Path, command: Command) -> None:
    code, text = command("review", "list", reviewed)
    assert code == 0
    assert "damaged" not in text
    assert "F1" in text
    assert json.loads(command("review", "list", reviewed, "--json")[1])["problems"] == []


@pytest.mark.slow
def test_a_changed_signed_act_is_listed_as_such(rover: Path, tmp_path: Path, command: Command) -> None:
    pytest.importorskip("cryptography", reason="signatures are an extra: pip install 'casegen[sign]'")
    create(rover, "v1", author="Dan Developer", reason="first")
    key = make_key(tmp_path, "bob")[0]
    add_finding(rover, target="C1", severity=FindingSeverity.MAJOR, text="why?", by=BOB, key=key)
    file = event(rover, "F1/01-*.yaml")
    file.write_text(file.read_text("utf-8").replace("why?", "why!"), "utf-8")
    code, text = command("review", "list", rover)
    assert code == 1
    assert "the signature is none of this event" in " ".join(text.split())
    status = json.loads(command("review", "status", rover, "--json")[1])
    assert json.loads(command("review", "list", rover, "--json")[1])["problems"] == status["problems"]


def _read_all(root: Path, command: Command) -> None:
    for part in dict.fromkeys(
        one["id"] for one in json.loads(command("assess", root, "--json")[1])["to_be_read"]
    ):
        read(root, [part], by=READER, text="compared with the records of the rig, section 4")


@pytest.mark.slow
def test_status_says_how_many_parts_are_unread(reviewed: Path, command: Command) -> None:
    left = json.loads(command("assess", reviewed, "--json")[1])["unread"]
    assert left > 1
    document = json.loads(command("review", "status", reviewed, "--json")[1])
    assert document["unread"] == left
    [verdict] = [one for one in document["points"] if one["subject"] == "verdict"]
    assert verdict["state"] == f"holds by its numbers, {left} parts unread"
    assert verdict["done"]
    text = " ".join(command("review", "status", reviewed)[1].split())
    assert f"{left} parts have not been read" in text
    _read_all(reviewed, command)
    document = json.loads(command("review", "status", reviewed, "--json")[1])
    [verdict] = [one for one in document["points"] if one["subject"] == "verdict"]
    assert (document["unread"], verdict["state"]) == (0, "holds")
    assert "not been read" not in command("review", "status", reviewed)[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    "what", ["review/F1", "baselines/v1", "baselines/v1/files/records/wheels.md", "baselines/v1/ROOT"]
)
def test_readings_that_a_damaged_history_voids_are_void_with_the_reason_everywhere(
    reviewed: Path, what: str, command: Command
) -> None:
    _read_all(reviewed, command)
    said = "the review's history is damaged: readings do not count"
    text = " ".join(command("assess", reviewed)[1].split())
    assert "read by Rita Reader" in text
    assert said not in text
    path = reviewed / what
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.chmod(0o644)
        path.write_text("altered\n")
    text = " ".join(command("assess", reviewed)[1].split())
    assert "holds by its numbers" in text
    assert said in text
    document = json.loads(command("review", "status", reviewed, "--json")[1])
    assert document["unread"] == json.loads(command("assess", reviewed, "--json")[1])["unread"] > 0
    assert document["problems"]
