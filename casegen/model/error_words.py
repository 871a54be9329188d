"""What an error of another package's code says of itself, whatever its class does where it is read.

A class of errors may fail where it is shown, compared or asked for its cause, and may end the process there; Python's own
record of where it was raised is read past it.
"""

from __future__ import annotations

import re
from types import TracebackType
from typing import Any

from casegen.model.legible import legible, one_line

MOST = 2000
"""Characters of a message; of a longer one, its beginning and its end are kept."""
_END = 400
_ADDRESS = re.compile(r" (?:object )?at 0x[0-9a-fA-F]+")


def words_of(error: BaseException | None) -> str:
    """``str(error)``; empty where there is no error, or where that fails.

    >>> words_of(ValueError("expected 4 features"))
    'expected 4 features'
    """
    try:
        return "" if error is None else str(error)
    except BaseException:  # one that would end the process has no say in whose fault is reported
        return ""


def said(error: BaseException) -> str:
    """Kind and words of an error, in one line that a file can hold; without the full stop at their end.

    >>> said(ValueError("expected 4\\nfeatures.")), said(ValueError("and so on ..."))
    ('ValueError: expected 4 features', 'ValueError: and so on ...')
    """
    words = words_of(error).rstrip()
    if words.endswith(".") and not words.endswith(".."):
        words = words[:-1]
    kind = type.__dict__["__name__"].__get__(type(error))  # its own class may have another answer
    return in_a_message(f"{kind}: {words}" if words else kind)


def in_a_message(words: str) -> str:
    """``words`` of others in one line of at most ``MOST`` characters; controls and what no file can hold as codes.

    >>> in_a_message("a\\x1b[2Jb\\nc")
    'a[U+001B][2Jb c'
    """
    line = _ADDRESS.sub("", legible(one_line(words)))
    if len(line) > MOST:
        line = f"{line[: MOST - _END - 3]} … {line[-_END:]}"
    return line.encode("utf-8", "backslashreplace").decode()


def is_a(error: BaseException | None, kinds: type | tuple[type, ...]) -> bool:
    """Whether an error was made as one of ``kinds``; what its ``__class__`` says is not asked."""
    return issubclass(type(error), kinds)


def says_nothing(error: BaseException) -> bool:
    """Whether an error was raised with nothing, or with None."""
    return all(part is None for part in _held("args", error))


def notes_of(error: BaseException) -> tuple[str, ...]:
    """What was noted on an error on its way; nothing of one that cannot be asked."""
    return tuple(map(str, getattr(error, "__notes__", ()))) if is_readable(error) else ()


def is_readable(error: BaseException) -> bool:
    """Whether an error can be shown, and asked for what an error has."""
    try:
        str(error)
        _ = (error.args, error.__class__, error.__cause__, error.__context__, error.__traceback__)
        getattr(error, "__notes__", ())
    except BaseException:
        return False
    return True


def cause_of(error: BaseException) -> BaseException | None:
    """The error from which it was raised, as Python holds it."""
    cause: BaseException | None = _held("__cause__", error)
    return cause


def trace_of(error: BaseException) -> TracebackType | None:
    """Where an error passed, as Python holds it."""
    trace: TracebackType | None = _held("__traceback__", error)
    return trace


def _held(name: str, error: BaseException) -> Any:
    return BaseException.__dict__[name].__get__(error)
