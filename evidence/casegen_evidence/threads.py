"""One thread for linear algebra, so that no result depends on how many processors there are.

BLAS adds the parts of a product in an order that follows from its number of threads.  What computes in parallel does so
by processes (:mod:`casegen_evidence.blocks`), each with one thread.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def one_thread() -> Iterator[None]:
    """Sums in one order: BLAS and OpenMP on one thread, and torch if it is loaded."""
    torch = _torch()
    threads = torch.get_num_threads() if torch is not None else 0
    with _limited():
        try:
            yield
        finally:
            if torch is not None:
                torch.set_num_threads(threads)


def one_thread_for_good() -> None:
    """As :func:`one_thread`, for the rest of a process that only computes blocks."""
    _limited()


def _torch() -> Any:
    return sys.modules.get("torch")


def _limited() -> Any:
    """One thread from now on, and the context that ends it for BLAS and OpenMP."""
    import scipy.linalg  # noqa: F401  # a limit holds for the libraries that are loaded; this one has its own BLAS
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    if (torch := _torch()) is not None:
        torch.set_num_threads(1)
    return threadpool_limits(1)
