"""Write beside, then rename: a reader, or a kill, never meets half a file."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from pathlib import Path

from casegen.io.regular import IrregularFileError

_PART = re.compile(r"\..+\.[a-z0-9_]{8}\.part", re.DOTALL)
"""names of what :func:`write_bytes` writes beside a file"""


_check: ContextVar[Callable[[Path], None] | None] = ContextVar("check", default=None)
"""what refuses places in this context"""


@contextlib.contextmanager
def checking(check: Callable[[Path], None]) -> Iterator[None]:
    """Call ``check``, which may refuse it, with the path of every file before it is written here."""
    token = _check.set(check)
    try:
        yield
    finally:
        _check.reset(token)


def write_bytes(path: Path, content: bytes) -> Path:
    """Replace ``path`` by ``content`` in one step; the folder is made if needed.  Returns ``path``.

    The file gets the permissions that a plain ``open`` would give it.
    """
    if (check := _check.get()) is not None:
        check(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with _holding(path.parent, wait=True):
        beside = write_beside(path, content)
        try:
            beside.replace(path)
        except BaseException as error:
            with contextlib.suppress(OSError):
                beside.unlink()
            raise _about(path, error) from error
    return path


def write_beside(path: Path, content: bytes) -> Path:
    """Write what is to replace ``path`` beside it, and return where; nothing is left where that fails."""
    if (check := _check.get()) is not None:
        check(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle, beside = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    except OSError as error:
        raise _about(path, error) from error
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        mask = os.umask(0)
        os.umask(mask)
        Path(beside).chmod(0o666 & ~mask)
    except BaseException as error:
        with contextlib.suppress(OSError):
            Path(beside).unlink()
        raise _about(path, error) from error
    return Path(beside)


@contextlib.contextmanager
def naming(path: Path) -> Iterator[None]:
    """An error within that names no file, as that of a full disk, is one about ``path``.

    Raises:
        OSError: what failed within.
    """
    try:
        yield
    except OSError as error:
        if error.filename is not None:
            raise
        raise _about(path, error) from error


def _about(path: Path, error: BaseException) -> BaseException:
    """The same error about ``path``: nobody knows the name beside it, and a full disk names nothing."""
    if isinstance(error, OSError) and error.errno is not None:
        return OSError(error.errno, error.strerror, str(path))
    return error


def write_text(path: Path, content: str) -> Path:
    """As :func:`write_bytes`, UTF-8."""
    return write_bytes(path, content.encode("utf-8"))


def remove_leftovers(*folders: Path) -> None:
    """Remove what a killed :func:`write_bytes` left in folders; only for who holds the lock of all that write there."""
    for folder in folders:
        if folder.is_dir() and not folder.is_symlink():
            for path in folder.iterdir():
                if _PART.fullmatch(path.name) and path.is_file() and not path.is_symlink():
                    path.unlink(missing_ok=True)


def clear_leftovers(*folders: Path) -> None:
    """As :func:`remove_leftovers`, where no lock is held, and folders of :func:`scratch_folder`.

    A folder into which somebody writes just now is left alone.
    """
    for folder in folders:
        if folder.is_dir() and not folder.is_symlink():
            with _holding(folder, wait=False) as alone:
                if not alone:
                    continue
                remove_leftovers(folder)
                for path in folder.glob(f"{_SCRATCH}*.part"):
                    if path.is_dir() and not path.is_symlink():
                        shutil.rmtree(path, ignore_errors=True)


_SCRATCH = ".scratch."


@contextlib.contextmanager
def scratch_folder(folder: Path) -> Iterator[Path]:
    """A folder inside ``folder``, from which files are moved there; it is removed at the end."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        _holding(folder, wait=True),
        tempfile.TemporaryDirectory(prefix=_SCRATCH, suffix=".part", dir=folder) as apart,
    ):
        yield Path(apart).resolve()


@contextlib.contextmanager
def _holding(folder: Path, *, wait: bool) -> Iterator[bool]:
    """Write into a folder beside others (``wait``), or have it alone for as long as clearing it takes.

    The lock is that of the folder itself, so that none is left in it; whoever is killed holds it no longer.  Yields
    whether it is held: not where others have it, nor where the folder cannot be opened or locked (some network drives).
    """
    import fcntl

    how = fcntl.LOCK_SH if wait else fcntl.LOCK_EX | fcntl.LOCK_NB
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        yield False
        return
    try:
        try:
            fcntl.flock(handle, how)
            held = True
        except OSError:
            held = False
        yield held
    finally:
        os.close(handle)


@contextlib.contextmanager
def locked(path: Path, *, wait: bool = True) -> Iterator[None]:
    """Hold an advisory lock on ``path`` (made if needed), so that two writers take turns.

    Raises:
        BlockingIOError: another holds it, and ``wait`` is false.
        OSError: ``path`` or its folder is a link, or what stands there is no plain file.
    """
    import fcntl

    if path.parent.is_symlink():
        raise IrregularFileError(path.parent, "expected a folder, found a link")
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_symlink() or (path.exists() and not path.is_file()):
        kind = "a link" if path.is_symlink() else "something else"
        raise IrregularFileError(path, f"expected a lock file, found {kind}")
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o666)
    with os.fdopen(handle, "rb+", buffering=0) as stream:
        fcntl.flock(stream, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        try:
            yield
        finally:
            fcntl.flock(stream, fcntl.LOCK_UN)
