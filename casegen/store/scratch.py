"""Where a method keeps checkpoints: outside the case, per user, per recipe and code, one run at a time.

A case folder may come from a stranger, and a checkpoint is believed by the run that goes on from it: so nothing in the
case folder is one.  The folder is the user's alone, and belongs to one recipe computed by one state of the code.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from casegen.io.atomic import locked

DAYS = 30
"""after which checkpoints of a run that was killed are removed"""


@contextlib.contextmanager
def scratch(key: str, code: str) -> Iterator[Path]:
    """The checkpoint folder of the recipe ``key`` computed by ``code``, for the length of the context.

    A second run of the same recipe waits until the first has ended.
    """
    home = user_folder()
    if home is None:
        with tempfile.TemporaryDirectory(prefix="casegen-scratch-") as name:
            yield Path(name)
        return
    _prune(home)
    folder = home / _name(key, code)
    with locked(folder.with_suffix(".lock")):
        _free(folder)
        folder.mkdir(mode=0o700, exist_ok=True)
        yield folder
        with contextlib.suppress(OSError):  # checkpoints are left there: a later run goes on from them
            folder.rmdir()


def checkpoints(key: str, code: str) -> Path | None:
    """Where a run of the recipe ``key`` by ``code`` keeps its checkpoints, to look at; None where none are kept."""
    home = user_folder()
    return None if home is None else home / _name(key, code)


def _name(key: str, code: str) -> str:
    return hashlib.sha256(f"{key} {code}".encode()).hexdigest()[:32]


def user_folder() -> Path | None:
    """The user's own folder of checkpoints; None where there is no place that only the user can write."""
    cache = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    with contextlib.suppress(OSError, RuntimeError):
        folder = Path(cache).expanduser() / "casegen" / "scratch"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        about = folder.lstat()
        mine = not hasattr(os, "getuid") or about.st_uid == os.getuid()
        writable = os.access(folder, os.W_OK | os.X_OK)
        if stat.S_ISDIR(about.st_mode) and mine and writable and not about.st_mode & 0o022:
            return folder
    return None


def clear(folder: Path) -> None:
    """Remove what a run has kept; the folder may be gone, removed by the method itself."""
    _free(folder)
    for path in content(folder):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def _free(folder: Path) -> None:
    """Remove a file or a link that a method has put in the place of its folder."""
    if folder.is_symlink() or folder.is_file():
        folder.unlink()


def content(folder: Path) -> list[Path]:
    """What a run has kept in ``folder``; nothing where the method has removed it."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        return list(folder.iterdir())
    return []


def _prune(home: Path) -> None:
    """Once a day, remove what no run has touched for :data:`DAYS` days."""
    now, stamp = time.time(), home / "pruned"
    with contextlib.suppress(OSError):
        if stamp.stat().st_mtime > now - 86400:
            return
    stamp.touch(mode=0o600)
    oldest = now - DAYS * 86400
    for path in home.iterdir():
        with contextlib.suppress(OSError):  # also where a run goes on from them at this moment
            if path.suffix in ("", ".json", ".part") and path != stamp and path.stat().st_mtime < oldest:
                with locked(path.with_suffix(".lock"), wait=False):
                    _remove(path)


def _remove(path: Path) -> None:
    """Remove the checkpoints, or what they rest on, at ``path``."""
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink()
