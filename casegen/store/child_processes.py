"""Processes that a run starts import nothing from the folder it was called in, which may be a stranger's.

Python started with ``-m`` or ``-c``, as joblib, Dask and multiprocessing start theirs, looks for every module in the
working folder first: a ``pickle.py`` there would run.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

_SAFE_PATH = "PYTHONSAFEPATH"


@contextmanager
def closed_to_the_working_folder() -> Iterator[None]:
    """Let Python processes that start within the context leave the working folder out of their module path."""
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(_SAFE_PATH, None)
        else:
            os.environ[_SAFE_PATH] = before
