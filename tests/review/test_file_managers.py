"""What file managers leave in folders enters no baseline and no pack, damages no history, and is said to be uncovered."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from casegen.audit.inspection import inspect
from casegen.audit.pack import write_pack
from casegen.io import load
from casegen.model.diagnostic import InputError
from casegen.review import add_finding, create, decide, respond, review_state
from casegen.review.events import FindingSeverity
from casegen.review.manifest import members
from tests.review.conftest import ANN, BOB
from tests.review.test_pack import unzipped

NAMES = (".DS_Store", "Thumbs.db", "desktop.ini")
APPLE_DOUBLE = bytes.fromhex("0005160700020000") + b"Mac OS X        "
"""how macOS begins what it keeps beside each file, named after it behind ``._``"""


def folders(root: Path) -> Iterator[Path]:
    yield root
    yield from (path for path in sorted(root.rglob("*")) if path.is_dir())


def shown_in_a_file_manager(root: Path, content: str = "icons") -> None:
    for folder in list(folders(root)):
        for name in NAMES:
            (folder / name).write_text(content)
    beside_each_file(root)


def beside_each_file(root: Path) -> None:
    for path in sorted(path for path in root.rglob("*") if path.is_file()):
        if not path.name.startswith("._"):
            path.with_name(f"._{path.name}").write_bytes(APPLE_DOUBLE)


def is_theirs(path: Path) -> bool:
    return path.name in NAMES or path.name.startswith("._")


@pytest.fixture
def reviewed(rover: Path) -> Path:
    create(rover, "v1", author="Dan Developer", reason="first")
    add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text="why?", by=BOB)
    respond(rover, "F1", text="because of the plan of frames", by=ANN)
    decide(rover, "F1", status="closed", by=BOB, text="Seen in the plan of frames")
    return rover


def test_looking_into_the_folders_changes_nothing(
    reviewed: Path, command: Callable[..., tuple[int, str]]
) -> None:
    before = members(reviewed)
    shown_in_a_file_manager(reviewed)
    assert members(reviewed) == before
    state = review_state(load(reviewed))
    assert (state.problems, state.settled) == ((), True)
    [one] = inspect(reviewed)
    assert (one.holds, one.working) == (True, ()), (one.frozen, one.working)
    assert any("not covered: .DS_Store" in note for note in one.notes)
    assert command("review", "list", reviewed)[0] == 0
    create(reviewed, "v2", author="Dan Developer", reason="second")
    frozen = reviewed / "baselines" / "v2"
    assert not [path for path in frozen.rglob("*") if is_theirs(path)]


def test_a_changed_file_is_found_beside_them(reviewed: Path) -> None:
    shown_in_a_file_manager(reviewed)
    path = reviewed / "baselines" / "v1" / "files" / "trees.yaml"
    path.chmod(0o644)
    path.write_text(path.read_text() + "\n")
    assert not inspect(reviewed)[0].holds


def test_no_pattern_of_an_include_reaches_them(reviewed: Path) -> None:
    text = (reviewed / "case.yaml").read_text()
    (reviewed / "case.yaml").write_text(text.replace("argument/*.yaml", "argument/*"))
    claims = len(load(reviewed).claims)
    shown_in_a_file_manager(reviewed, "claims:\n  - {id: NEW, text: New, owner: nobody}\n")
    assert len(load(reviewed).claims) == claims


def test_a_case_that_names_such_a_file_is_not_frozen(reviewed: Path) -> None:
    shutil.copy(reviewed / "data/counts.csv", reviewed / "data/Thumbs.db")
    text = (reviewed / "case.yaml").read_text()
    (reviewed / "case.yaml").write_text(text.replace("data/counts.csv", "data/Thumbs.db"))
    with pytest.raises(InputError, match="named as file managers name theirs"):
        create(reviewed, "v2", author="Dan Developer", reason="second")


@pytest.mark.parametrize(
    ("folder", "what", "fix"),
    [
        ("Thumbs.db", "in the folder 'Thumbs.db', which is named as file managers name theirs", "give the folder another name"),
        ("a/._x", "in the folder '._x', which is named as file managers name theirs", "give the folder another name"),
        (".raw", "in the folder '.raw', which is hidden", "give the folder a name without a dot in front"),
        ("__pycache__", "in the folder '__pycache__', which is named as Python names its compiled files", "give the folder another"),
    ],
)  # fmt: skip
def test_a_folder_of_such_a_name_is_named(folder: str, what: str, fix: str, reviewed: Path) -> None:
    (reviewed / folder).mkdir(parents=True)
    shutil.copy(reviewed / "data/counts.csv", reviewed / folder)
    text = (reviewed / "case.yaml").read_text()
    (reviewed / "case.yaml").write_text(text.replace("data/counts.csv", f"{folder}/counts.csv"))
    with pytest.raises(InputError) as refused:
        create(reviewed, "v2", author="Dan Developer", reason="second")
    [finding] = refused.value.diagnostics
    assert what in finding.message
    assert fix in finding.hint


@pytest.mark.parametrize("name", ["._case.yaml", "._open.yml", "review/._open.yaml"])
def test_a_part_of_an_argument_under_such_a_name_was_added(name: str, reviewed: Path) -> None:
    """No file manager writes that; one finding, and not a word that it does not matter."""
    path = reviewed / "baselines" / "v1" / "files" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(APPLE_DOUBLE)
    assert inspect(reviewed)[0].holds
    path.write_text("claims:\n  - {id: NEW, text: New, owner: nobody}\n")
    [one] = inspect(reviewed)
    assert [(m.kind, m.path) for m in one.frozen] == [("added", f"files/{name}")]
    assert not any("not covered" in note for note in one.notes)


def test_what_macos_keeps_beside_results_is_read_by_nothing(
    reviewed: Path, command: Callable[..., tuple[int, str]]
) -> None:
    calls = [("assess",), ("check",), ("evidence", "list"), ("evidence", "verify"), ("baseline", "verify")]
    before = [command(*call, reviewed) for call in calls]
    beside_each_file(reviewed)
    for call, (code, said) in zip(calls, before, strict=True):
        now, more = command(*call, reviewed)
        assert now == code, (call, more)
        assert "baseline" in call or more == said


def test_a_link_of_such_a_name_is_reported(reviewed: Path) -> None:
    (reviewed / "baselines" / "v1" / ".DS_Store").symlink_to("ROOT")
    assert not inspect(reviewed)[0].holds


@pytest.mark.slow
def test_a_pack_holds_that_was_unpacked_and_looked_at(reviewed: Path, tmp_path: Path) -> None:
    shown_in_a_file_manager(reviewed)
    pack = write_pack(reviewed, tmp_path / "pack.zip", formats=()).path
    assert inspect(pack)[0].holds
    top = unzipped(pack, tmp_path)
    assert not [path for path in top.rglob("*") if is_theirs(path)]
    shown_in_a_file_manager(top)
    [one] = inspect(top)
    assert one.holds, one.frozen
    assert any("not covered: .DS_Store" in note for note in one.notes)
