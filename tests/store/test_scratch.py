"""Folders of checkpoints that another run removes, or would remove, while they are looked at or used."""

import os
import shutil
import time
from pathlib import Path

import pytest

from casegen.store import footing
from casegen.store.footing import usable
from casegen.store.scratch import DAYS, checkpoints, scratch


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "casegen" / "scratch"


def kept(folder: Path) -> Path:
    """A folder with a checkpoint and what it rests on."""
    folder.mkdir()
    (folder / "a-0.npz").write_bytes(b"x")
    folder.with_suffix(".json").write_text('{"modules": {}, "read": {}, "packages": {}}')
    return folder


def test_a_folder_that_vanishes_after_it_was_seen_has_no_checkpoints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other run of the same recipe, of a copy of the case, has just ended."""
    monkeypatch.setattr(Path, "is_dir", lambda path: True)
    assert list(usable(tmp_path / "gone", tmp_path)) == []


def test_a_folder_that_vanishes_while_it_is_listed_has_no_checkpoints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other run ends after what the checkpoints rest on was found to be as it was."""
    folder = kept(tmp_path / "f")
    assert [path.name for path in usable(folder, tmp_path)] == ["a-0.npz"]
    sound = footing._sound

    def then_removed(path: Path, root: Path) -> object:
        result = sound(path, root)
        shutil.rmtree(path)
        return result

    monkeypatch.setattr(footing, "_sound", then_removed)
    assert list(usable(folder, tmp_path)) == []


def test_old_checkpoints_are_removed_unless_a_run_uses_them(home: Path) -> None:
    """A run that goes on from checkpoints of last month keeps them until it has ended."""
    long_ago = time.time() - (DAYS + 1) * 86400

    def aged(path: Path | None) -> Path:
        assert path is not None
        (path / "a-0.npz").write_bytes(b"x")
        os.utime(path, (long_ago, long_ago))
        os.utime(home / "pruned", (long_ago, long_ago))
        return path

    with scratch("recipe", "code") as used:
        aged(used)
        with scratch("another", "code"):
            assert (used / "a-0.npz").is_file()
    aged(checkpoints("recipe", "code"))
    with scratch("another", "code"):
        assert not used.exists()
