"""Writers of a review take turns by a lock; readers need none: they look again where a writer was at work meanwhile."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import TypeVar

from casegen.io.atomic import locked
from casegen.review.chain import HEAD
from casegen.review.manifest import BASELINES, REVIEW, own

T = TypeVar("T")

UNLOCKED = 3
"""readings beside writers before a reader takes its turn among them"""
TRIES = 20
"""readings of a folder in which no lock can be held, such as a read-only one"""

_LOCK = ".casegen/review.lock"
_writing: ContextVar[bool] = ContextVar("writing", default=False)
"""whether the lock is held here: it is not taken twice"""


@contextlib.contextmanager
def writing(root: Path) -> Iterator[None]:
    """Hold the lock of the review of a case folder.

    Raises:
        OSError: as :func:`casegen.io.atomic.locked`.
    """
    with locked(root / _LOCK):
        token = _writing.set(True)
        try:
            yield
        finally:
            _writing.reset(token)


def consistently(root: Path, read: Callable[[], T]) -> T:
    """What ``read`` returns of the review, read again where its files became others meanwhile.

    Events, records of the last ones and baselines are files of one name and content for ever, so that a reading
    between two equal lists of names saw one state.  After a few in vain, it is done between two writers.
    """
    for count in range(TRIES):
        with contextlib.ExitStack() as stack:
            if count >= UNLOCKED and not _writing.get():
                with contextlib.suppress(OSError):  # a read-only folder has no lock
                    stack.enter_context(writing(root))
            before = _names(root)
            result = read()
            if _names(root) == before:
                break
    return result


def _names(root: Path) -> frozenset[str]:
    """Names of everything that the history of a review is read from."""
    review, baselines, head = (own(root, name) for name in (REVIEW, BASELINES, HEAD))
    results = {path.as_posix() for folder in (review, baselines, head) for path in _inside(folder)}
    return frozenset({*results, *(path.as_posix() for folder in _inside(review) for path in _inside(folder))})


def _inside(folder: Path) -> tuple[Path, ...]:
    try:
        return tuple(folder.iterdir())
    except OSError:  # none, no folder, or one that may not be listed: what reads it says so
        return ()
