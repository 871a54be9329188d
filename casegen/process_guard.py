"""What a call of an installed package's part leaves as it was: the process, its working folder and its output."""

from __future__ import annotations

import io
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, wraps
from typing import Any, NamedTuple

from casegen_evidence.rounding import UnusualRounding, same_rounding

from casegen.model.diagnostic import LeftChanged

_OUTPUT = {"stdout": "standard output", "stderr": "standard error"}
_FILES = {1: "standard output", 2: "standard error"}
_within: ContextVar[int] = ContextVar("_within", default=0)
"""the process whose part is running in this thread; a process that the part starts is another one"""


@contextmanager
def guarded() -> Iterator[None]:
    """Within, nothing ends this process silently; afterwards its working folder, settings and output are what they were.

    Raises:
        LeftChanged: the part closed or removed the output, or left numbers computed otherwise than by default.
        RuntimeError: it would have ended the process.
    """
    _guard_ends()
    token = _within.set(os.getpid())
    try:
        # here, so that a command without a part of another package loads no numpy
        from casegen_evidence.process_settings import same_settings

        with _same_output(), _same_files(), _same_rounding(), same_settings(), _same_warnings():
            yield
    finally:
        _within.reset(token)


@cache
def _guard_ends() -> None:
    """Once, and not only within: a part may keep what ``os`` held when it was loaded."""
    for name in ("_exit", "execv", "execve"):
        setattr(os, name, _refusing(name, getattr(os, name)))


def _refusing(name: str, end: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(end)
    def refuse(*given: Any, **named: Any) -> Any:
        if _within.get() == os.getpid():
            raise RuntimeError(f"os.{name} would end the command without its verdict")
        return end(*given, **named)

    return refuse


@contextmanager
def _same_rounding() -> Iterator[None]:
    try:
        with same_rounding():
            yield
    except UnusualRounding as error:
        raise LeftChanged(str(error)) from error


@contextmanager
def _same_warnings() -> Iterator[None]:
    """How warnings are shown, which a part may replace by what raises or hides them."""
    shown = warnings.showwarning
    try:
        yield
    finally:
        warnings.showwarning = shown


@contextmanager
def _same_output() -> Iterator[None]:
    before = {name: getattr(sys, name) for name in _OUTPUT}
    usable = [name for name in before if _is_open(name)]
    copies = {name: _copied_below(before[name]) for name in usable}
    taken: list[str] = []
    try:
        yield
        taken = [name for name in usable if not _is_open(name)]
    finally:
        for name, stream in before.items():
            setattr(sys, name, stream)
        taken += [name for name in usable if not _is_open(name) and name not in taken]
        for name, copy in copies.items():
            _open_again(name, copy)
    if taken:
        taken = [_OUTPUT[name] for name in taken]
        raise LeftChanged(f"it closed or removed {' and '.join(taken)}")


def _is_open(name: str) -> bool:
    stream = getattr(sys, name)
    try:
        return stream is not None and not getattr(stream, "closed", False)
    except ValueError:  # what it wrote to was taken from it
        return False


class _Copy(NamedTuple):
    """A copy of the file below a text stream, with what is needed to open the stream again from it."""

    file: int
    encoding: str
    errors: str | None
    by_line: bool


def _copied_below(stream: Any) -> _Copy | None:
    """The copy of a stream; None of one in memory."""
    if not isinstance(stream, io.TextIOWrapper):
        return None
    try:
        stream.flush()  # what it holds back would be lost with what it writes to
        file = _copied(stream.fileno())
    except (OSError, ValueError):
        return None
    return None if file is None else _Copy(file, stream.encoding, stream.errors, stream.line_buffering)


def _open_again(name: str, copy: _Copy | None) -> None:
    """Open a stream that a part closed, on what it wrote to; a copy that is not needed is closed."""
    if copy is None:
        return
    if _is_open(name):
        os.close(copy.file)
        return
    writer = io.BufferedWriter(io.FileIO(copy.file, "w"))
    stream = io.TextIOWrapper(writer, copy.encoding, copy.errors, line_buffering=copy.by_line)
    if getattr(sys, f"__{name}__") is getattr(sys, name):
        setattr(sys, f"__{name}__", stream)
    setattr(sys, name, stream)


@contextmanager
def _same_files() -> Iterator[None]:
    """The files behind both streams, which a part may close or lead elsewhere below them."""
    copies = {file: copy for file in _FILES if (copy := _copied(file)) is not None}
    try:
        yield
        taken = [_FILES[file] for file, copy in copies.items() if not _same(file, copy)]
    finally:
        for file, copy in copies.items():
            if not _same(file, copy):
                os.dup2(copy, file)
            os.close(copy)
    if taken:
        raise LeftChanged(f"it closed {' and '.join(taken)}, or led it elsewhere")


def _copied(file: int) -> int | None:
    try:
        return os.dup(file)
    except OSError:  # it was closed before, or there is no room for another
        return None


def _same(file: int, copy: int) -> bool:
    try:
        return os.path.samestat(os.fstat(file), os.fstat(copy))
    except OSError:
        return False
