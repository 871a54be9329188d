"""Several files of a case folder replaced together: a kill at any moment leaves all of them old, or all new.

New contents are written beside (``.casegen/together/``), then a list of them, in one step.  From then on the
change counts as made: whoever loads the folder next finishes the renames.  Without the list, nothing was
changed, and what lies beside is thrown away by the next writer.
"""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from casegen.io.atomic import locked, write_bytes
from casegen.io.file_errors import OWN
from casegen.io.regular import read_bytes
from casegen.model.case import Location
from casegen.model.diagnostic import InputError

BESIDE = ".casegen/together"
LIST = ".casegen/together.json"
_LOCK = ".casegen/together.lock"
_EDITING = ".casegen/editing.lock"
_MAX_LIST = 2**20


@contextlib.contextmanager
def editing(root: Path) -> Iterator[None]:
    """Whoever edits the case reads and writes it within: of two at once, the second reads what the first has written.

    Raises:
        InputError: the place of the lock leaves ``root``.
        OSError: the folder cannot be written.
    """
    _within(root)
    with locked(root / _EDITING):
        yield


def write_together(root: Path, files: Mapping[str, str]) -> None:
    """Replace the files of ``files`` (path below ``root`` to text), all or none of them.

    Raises:
        InputError: a path leaves ``root``, or is none of a YAML file that a case can hold.
    """
    _within(root)
    _allowed(root, files)
    with locked(root / _LOCK):
        _finish(root)
        shutil.rmtree(root / BESIDE, ignore_errors=True)
        steps = []
        for number, (name, text) in enumerate(files.items()):
            write_bytes(root / BESIDE / str(number), text.encode("utf-8"))
            steps.append({"path": name, "from": str(number)})
        write_bytes(root / LIST, json.dumps({"casegen_together": 1, "files": steps}).encode())
        _finish(root)


def finish(root: Path) -> None:
    """Finish a change that was cut off while its files were renamed; does nothing where there is none.

    Raises:
        InputError: the list is no such list, or names something outside the folder, or cannot be carried out.
    """
    try:
        if not (root / LIST).is_file():
            return
    except OSError:
        return  # a folder of another user's that may only be read
    _within(root)
    try:
        with locked(root / _LOCK):
            _finish(root)
    except OSError as error:
        raise InputError.at(
            Location(LIST),
            f"a change of several files was cut off and cannot be finished: {error.strerror or error}",
            hint="make the folder writable",
        ) from None


def _finish(root: Path) -> None:
    if not (root / LIST).is_file():
        return
    steps = _steps(root)
    _allowed(root, [path for path, _ in steps])
    for path, name in steps:
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):  # renamed before the kill
            (root / BESIDE / name).replace(target)
    (root / LIST).unlink()
    shutil.rmtree(root / BESIDE, ignore_errors=True)


def _steps(root: Path) -> list[tuple[str, str]]:
    """The renames of the list, each (path below the folder, name beside)."""
    here = root / LIST
    try:
        data: Any = json.loads(read_bytes(here)) if here.stat().st_size <= _MAX_LIST else None
        steps = [(str(step["path"]), str(step["from"])) for step in data["files"]]
    except (ValueError, KeyError, TypeError, RecursionError):
        steps = [("", "")]
    if not all(path and name.isdecimal() for path, name in steps):
        raise InputError.at(
            Location(LIST), "expected the list of a change that was cut off", hint="remove it"
        )
    return steps


def _within(root: Path) -> None:
    """Refuse a folder whose place for this is a link to somewhere else."""
    from casegen.io.folder import inside

    for path in (BESIDE, LIST, _LOCK, _EDITING):
        if inside(root, path) is None:
            link = OWN if (root / OWN).is_symlink() else path
            message = f"{link} is a link out of the case folder or in a circle: nothing is written there"
            raise InputError.at(Location(link), message, hint="remove it; casegen makes what belongs there")


def _allowed(root: Path, paths: Iterable[str]) -> None:
    """A list may come with a stranger's folder: only files of a case are replaced, none that a tool would run."""
    from casegen.io.folder import inside

    for path in paths:
        pure = PurePosixPath(path)
        hidden = any(part.startswith(".") for part in pure.parts)
        if inside(root, path) is None or hidden or pure.suffix not in (".yaml", ".yml"):
            raise _refused(path)


def _refused(path: str) -> InputError:
    message = f"{path!r} is no YAML file inside the case folder: nothing is written there"
    return InputError.at(Location(LIST), message, hint=f"remove {LIST} if the folder came from somebody else")
