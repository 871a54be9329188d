"""One call beside the others of a command: in a copy of the process, where a second core stands idle."""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import signal
import sys
import threading
import warnings
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from casegen.model.expressions import keep_compiled

Answer = TypeVar("Answer")


def apart(call: Callable[[], Answer]) -> Callable[[], Answer]:
    """Begin ``call``, whose answer depends on nothing that happens meanwhile; the result's call gives the answer.

    What fails in the copy, or cannot be begun, is called here when the answer is asked for: errors are those of the
    call, and come from this process.  ``call`` changes nothing: what it remembers in the copy is gone with it.
    """
    if not _has_room():
        return call
    receiving, sending = os.pipe()
    # Ctrl-C ends the copy without a word, at whatever line it is
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with warnings.catch_warnings():
            # of threads, which Python 3.12 tells: those of linear algebra, which begins them anew in a copy
            warnings.simplefilter("ignore", DeprecationWarning)
            sys.stderr.flush()  # what waits there would be written by both
            copy = os.fork()
        if copy == 0:
            _answer(call, sending)
    except OSError:  # no more processes, or no memory for one
        os.close(receiving)
        return call
    finally:
        os.close(sending)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return partial(_received, os.getpid(), copy, receiving, call)


def _has_room() -> bool:
    """Whether a copy has a core for itself, no other thread of this process may hold what it would wait for, and what
    the copy prints is seen: text that is collected in memory would be collected in the copy."""
    alone = sys.platform == "linux" and len(os.sched_getaffinity(0)) > 1 and threading.active_count() == 1
    try:
        return alone and sys.stderr.fileno() >= 0
    except (OSError, ValueError, AttributeError):
        return False


def _answer(call: Callable[[], Answer], sending: int) -> None:
    """The whole life of the copy: it ends here, and leaves what it has of this process's files alone."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        gc.disable()  # a search for what is unused would copy the memory that both share
        answer = pickle.dumps(call())
        with open(sending, "wb") as pipe:
            pipe.write(answer)
        keep_compiled()
        sys.stderr.flush()  # what a part of an installed package printed
    finally:
        os._exit(0)


def _received(begun_by: int, copy: int, receiving: int, call: Callable[[], Answer]) -> Answer:
    """The answer of the copy; of one that ended without one, and in another copy, the call's here."""
    if os.getpid() != begun_by:  # who began it reads the answer, and nobody else
        return call()
    with open(receiving, "rb") as pipe:
        answer = pipe.read()
    with contextlib.suppress(ChildProcessError):  # where the system clears away what ended by itself
        os.waitpid(copy, 0)
    try:
        given: Answer = pickle.loads(answer)
    except (EOFError, pickle.UnpicklingError):
        return call()
    return given
