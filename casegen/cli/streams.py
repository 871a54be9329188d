"""Standard output and error as a program can rely on them: a verdict stays what it is whoever reads it."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TextIO


class _Enduring:
    """A stream of which some failures to write count as written: what is written after them goes nowhere."""

    def __init__(self, stream: TextIO, borne: type[OSError]) -> None:
        self._stream, self._borne = stream, borne
        self._file: int | None = None
        with suppress(OSError):  # a stream in memory
            self._file = stream.fileno()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def _open(self) -> None:
        """Open the stream again if a plug-in closed it: the file behind standard output is still open."""
        if self._stream.closed and self._file is not None:
            self._stream = open(  # noqa: SIM115 - as long as the process
                self._file, "w", encoding="utf-8", errors="backslashreplace", closefd=False
            )

    def detach(self) -> None:
        """Refused: a stream without what it writes to can neither be written to nor closed as the process ends."""
        raise io.UnsupportedOperation("standard output and error stay with the command")

    def write(self, text: str) -> int:
        self._open()
        try:
            return self._stream.write(text)
        except self._borne:
            silence(self._stream)
            return len(text)

    def flush(self) -> None:
        self._open()
        try:
            self._stream.flush()
        except self._borne:
            silence(self._stream)


@contextmanager
def enduring_streams() -> Iterator[None]:
    """Messages that cannot be written end nothing; nor does a reader of the output that goes away (``| head``).

    What the encoding of a stream has not is written as an escape, what is written to a closed one goes nowhere.
    """
    before = sys.stdout, sys.stderr
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, io.TextIOWrapper(io.FileIO(os.devnull, "w"), encoding="utf-8"))
        elif isinstance(stream, io.TextIOWrapper) and stream.errors in ("strict", "surrogateescape"):
            stream.reconfigure(errors="backslashreplace")
    sys.stdout = _Enduring(sys.stdout, BrokenPipeError)
    sys.stderr = _Enduring(sys.stderr, OSError)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


_reserved: list[tuple[TextIO, int | None]] = []
"""standard output as ``--json`` found it, and a copy of its file where it has one"""


@contextmanager
def reserved_for_json(words: Sequence[str]) -> Iterator[None]:
    """With ``--json`` all that is printed goes to standard error, except what goes to :func:`json_stream`.

    A plug-in, a library or a process that they start may print.
    """
    if "--json" not in words or "--help" in words:
        yield
        return
    out = sys.stdout
    _reserved.append((out, _to_standard_error(out)))
    sys.stdout = sys.stderr
    try:
        yield
    finally:
        sys.stdout = out
        _, kept = _reserved.pop()
        if kept is not None:
            out.flush()
            os.dup2(kept, out.fileno())
            os.close(kept)


@contextmanager
def json_stream() -> Iterator[TextIO]:
    """Standard output for the document of ``--json``; what cannot be written is not written elsewhere."""
    out, kept = _reserved[-1] if _reserved else (sys.stdout, None)
    if kept is not None:
        out.flush()
        os.dup2(kept, out.fileno())
    try:
        yield out
    except OSError:
        with suppress(OSError):
            silence(out)
            out.flush()
        raise
    finally:
        if kept is not None:
            _point(out, 2)


def _to_standard_error(stream: TextIO) -> int | None:
    """Make the file of ``stream`` standard error; a copy of it as it was, None for a stream without a file."""
    stream.flush()
    try:
        kept = os.dup(stream.fileno())
    except OSError:  # a stream in memory
        return None
    _point(stream, 2)
    return kept


def _point(stream: TextIO, to: int) -> None:
    try:
        os.dup2(to, stream.fileno())
    except OSError:  # standard error is closed
        silence(stream)


def silence(stream: TextIO) -> None:
    """Nothing more goes to where ``stream`` leads, what is still held back included."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
