"""One thread for linear algebra, so that no result depends on how many processors there are.

BLAS adds the parts of a product in an order that follows from its number of threads.  What computes in parallel does so
by processes (:mod:`casegen_evidence.blocks`), each with one thread.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_THREADS = "OMP_NUM_THREADS"
"""variable that libraries with OpenMP read where they are loaded"""


@contextmanager
def one_thread() -> Iterator[None]:
    """Sums in one order: BLAS and OpenMP on one thread, and torch, also where it is loaded within."""
    torch = _torch()
    threads = torch.get_num_threads() if torch is not None else _usual_threads()
    try:
        with _limited(), _limited_where_loaded():
            yield
    finally:  # last: the end of a limit sets what it saw at its beginning
        if (torch := _torch()) is not None:
            torch.set_num_threads(threads)


def one_thread_for_good() -> None:
    """As :func:`one_thread`, for the rest of a process that only computes blocks."""
    _limited()


def _torch() -> Any:
    """The package, once it is loaded whole."""
    torch = sys.modules.get("torch")
    return torch if hasattr(torch, "get_num_threads") else None


def _usual_threads() -> int:
    """How many threads torch takes where nothing is set."""
    given = os.environ.get(_THREADS, "")
    return int(given) if given.isdecimal() and int(given) else os.cpu_count() or 1


@contextmanager
def _limited_where_loaded() -> Iterator[None]:
    """One thread of OpenMP in what is loaded within, as torch may be by a model."""
    before = os.environ.get(_THREADS)
    os.environ[_THREADS] = "1"
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(_THREADS, None)
        else:
            os.environ[_THREADS] = before


def _limited() -> Any:
    """One thread from now on, and the context that ends it for BLAS and OpenMP."""
    import scipy.linalg  # noqa: F401  # a limit holds for the libraries that are loaded; this one has its own BLAS
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    if (torch := _torch()) is not None:
        torch.set_num_threads(1)
    return threadpool_limits(1)
