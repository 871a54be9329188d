"""Settings of the process that a call of code of others leaves as they were: a part of an installed package, a model.

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
from collections.abc import Callable
from contextlib import ContextDecorator, ExitStack, suppress
from decimal import localcontext
from typing import Any

from casegen_evidence.own_arithmetic import NUMPY
from casegen_evidence.rounding import same_rounding
from casegen_evidence.torch_settings import first_settings, set_back, settings_of


class same_settings(ContextDecorator):  # noqa: N801 - used as a context, and to decorate what travels to workers
    """Within, code of others may set what it likes of the process; afterwards the settings below are as before."""

    def __init__(self) -> None:
        self._kept = ExitStack()
        self._recursion = 0

    def _recreate_cm(self) -> same_settings:
        """What is decorated keeps the settings of each call of its own."""
        return type(self)()

    def __enter__(self) -> None:
        self._recursion = sys.getrecursionlimit()
        self._kept.enter_context(same_rounding())
        self._kept.enter_context(localcontext())
        for keep in _KEPT:
            self._kept.callback(keep())

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        sys.setrecursionlimit(self._recursion)  # first: with few levels left, nothing else could be restored
        self._kept.close()


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


def _of_torch() -> Callable[[], Any]:
    """What the numbers of torch depend on, of one that the part itself loads as torch begins; and its threads."""
    loaded = _torch()
    before = [] if loaded is None else settings_of(loaded)
    threads = 0 if loaded is None else loaded.get_num_threads()

    def restore() -> None:
        if (torch := _torch()) is None:
            return
        set_back(torch, before or first_settings(torch))
        if threads and torch.get_num_threads() != threads:
            torch.set_num_threads(threads)

    return restore


def _torch() -> Any:
    """The package, once it is loaded whole."""
    torch = sys.modules.get("torch")
    return torch if torch is not None and hasattr(torch, "get_num_threads") else None


def _of_the_folder() -> Callable[[], Any]:
    """The working folder: files may be named by paths from it."""
    try:
        before = os.getcwd()  # noqa: PTH109 - the same on every call, without a look at the disk
    except OSError:  # it was removed, and no path leads from it
        return lambda: None
    return lambda: os.chdir(before)


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


_KEPT = (
    _of_numpy, _of_torch, _of_locale, _of_signals, _of_warnings, _of_the_folder, _of_new_files, _of_long_numbers,
)  # fmt: skip
