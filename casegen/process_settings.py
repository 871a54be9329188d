"""Settings of the process that a call of an installed package's part leaves as they were.

What a part may count on later stays: variables of the environment, which the libraries that it loads read, and the state
of ``random``, which casegen does not draw from.
"""

from __future__ import annotations

import locale
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from decimal import localcontext
from typing import Any

from casegen.model.arithmetic import NUMPY


@contextmanager
def same_settings() -> Iterator[None]:
    """Within, a part may set what it likes of the process; afterwards all settings below are as they were."""
    recursion = sys.getrecursionlimit()
    with ExitStack() as kept:
        kept.enter_context(localcontext())
        for keep in (_of_numpy, _of_locale, _of_signals, _of_warnings, _of_new_files, _of_long_numbers):
            kept.callback(keep())
        try:
            yield
        finally:  # first: with few levels left, nothing else could be restored
            sys.setrecursionlimit(recursion)


def _of_numpy() -> Callable[[], Any]:
    """Errors of numpy, of one that the part itself loads as numpy begins; and how it prints numbers."""
    loaded = sys.modules.get("numpy")
    before = NUMPY if loaded is None else loaded.geterr()
    printed = None if loaded is None else loaded.get_printoptions()

    def restore() -> None:
        if (numpy := sys.modules.get("numpy")) is not None and hasattr(numpy, "seterr"):
            numpy.seterr(**before)
        if loaded is not None and printed is not None and loaded.get_printoptions() != printed:
            loaded.set_printoptions(**printed)

    return restore


def _of_new_files() -> Callable[[], Any]:
    """Who may read the files that the process makes: its umask, which the system tells only where it is set."""
    before = os.umask(0o077)
    os.umask(before)
    return lambda: os.umask(before)


def _of_long_numbers() -> Callable[[], Any]:
    """How many digits a whole number may have where it is written or read."""
    before = sys.get_int_max_str_digits()
    return lambda: sys.set_int_max_str_digits(before)


def _of_locale() -> Callable[[], Any]:
    before = locale.setlocale(locale.LC_ALL)

    def restore() -> None:
        if locale.setlocale(locale.LC_ALL) != before:
            with suppress(locale.Error):
                locale.setlocale(locale.LC_ALL, before)

    return restore


def _of_signals() -> Callable[[], Any]:
    """What Ctrl-C and an end from outside do; only the main thread may set it."""
    if threading.current_thread() is not threading.main_thread():
        return lambda: None
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def restore() -> None:
        for number, handler in before.items():
            if handler is not None and signal.getsignal(number) is not handler:
                signal.signal(number, handler)

    return restore


def _of_warnings() -> Callable[[], Any]:
    """Filters that make every warning an error; those for single messages, which libraries add, stay."""
    before = [*warnings.filters]

    def restore() -> None:
        added = [one for one in warnings.filters if one not in before and one[0] == "error"]
        if added:
            warnings.filters[:] = [one for one in warnings.filters if one not in added]  # type: ignore[index]

    return restore
