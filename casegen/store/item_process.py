"""The process of one evidence item of several that are computed side by side.

It reads its job from standard input, and writes what it has to report to standard output, pickled: how far it is, the
outcome, or the error.  It ends when standard input does, which is when whoever started it is gone.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import threading
import traceback
from typing import IO, Any


def main() -> None:
    """Compute the item and report."""
    from casegen.store.run import compute
    from casegen.store.store import Store

    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a method prints is no report
    with os.fdopen(os.dup(0), "rb") as stream:
        job = pickle.load(stream)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    store = Store(job.case)
    try:
        with _cluster(job):
            outcome = compute(
                store, _wanted(job), job.processes, job.device,
                lambda item, done, what: _report(out, (done, what)), force=job.force,
            )  # fmt: skip
        _report(out, outcome)
    except KeyboardInterrupt as error:  # Ctrl-C does not reach this process
        _report(out, raised_by_a_part(error))
    except Exception as error:
        _report(out, _portable(error))


def raised_by_a_part(error: KeyboardInterrupt) -> Exception:
    """The error of an item that ended with an interrupt: a part of it raised it, which its notes name."""
    from casegen.model.diagnostic import MissingDependencyError

    where = " ".join(getattr(error, "__notes__", ())) or "in its method"
    return MissingDependencyError(f"interrupted {where}, which raised KeyboardInterrupt")


def _wanted(job: Any) -> Any:
    from casegen.model.diagnostic import InputError
    from casegen.store.recipe import recipe

    if not job.anew:
        return job.wanted
    index = next(i for i, spec in enumerate(job.case.evidence_items) if spec.id == job.wanted.spec.id)
    wanted, problems = recipe(job.case, index)
    if wanted is None:
        raise InputError(problems)
    return wanted


def _cluster(job: Any) -> contextlib.AbstractContextManager[Any]:
    from casegen.store.backends import computing_on
    from casegen.store.methods import module_of

    if not job.address:
        return contextlib.nullcontext()
    return computing_on("dask", 1, job.address, [module_of(job.wanted.spec.method)])


def _portable(error: Exception) -> Exception:
    """The error as it can travel; where it cannot, its kind and its words, with where it arose as a note."""
    from casegen.model.diagnostic import MethodDefectError
    from casegen.model.error_words import said

    try:
        again = pickle.loads(pickle.dumps(error))
        if str(again) == str(error):
            return error
    except Exception:  # what a class of errors needs to be made again is its own affair
        pass
    if isinstance(error, OSError) and error.errno is not None:
        result: Exception = OSError(error.errno, error.strerror, error.filename)
    else:
        result = MethodDefectError(said(error))
    with contextlib.suppress(Exception):  # as above, of what it was raised from
        result.add_note("".join(traceback.format_exception(error)))
    return result


def _report(out: IO[bytes], report: object) -> None:
    pickle.dump(report, out)
    out.flush()


def _end_with_parent() -> None:
    while os.read(0, 1):  # no stream of Python's: its lock would be held when the process ends
        pass
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)
