"""A stand-in for the process of an item: what it does is said by the item's text, what it did stands in a log.

``until X``: it ends when X has begun as well.  ``dies N``: it dies at its first N starts.  ``for S``: it takes S seconds.
``raises WORDS``: its code fails.  ``cut``: it dies while it reports, so that what it sent is no report.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import time
from pathlib import Path

from casegen.store.item_process import _end_with_parent
from casegen.store.outcome import Outcome


def main() -> None:
    import threading

    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with os.fdopen(os.dup(0), "rb") as stream:
        job = pickle.load(stream)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    spec, log = job.wanted.spec, job.case.root / "log"
    note(log, f"begun {spec.id} {job.processes}")
    pickle.dump((0.5, "half of it"), out)
    what, _, value = spec.text.partition(" ")
    if what == "dies" and log.read_text().count(f"begun {spec.id} ") <= int(value):
        os.kill(os.getpid(), signal.SIGKILL)
    elif what == "cut":
        out.write(b"ccasegen.store.outcome\nOutc\n.")
        out.flush()
        os.kill(os.getpid(), signal.SIGKILL)
    elif what == "until":
        until(log, f"begun {value} ")
    elif what == "for":
        time.sleep(float(value))
    note(log, f"ended {spec.id} {job.processes}")
    pickle.dump(RuntimeError(value) if what == "raises" else Outcome(spec.id, "computed", 1.0), out)
    out.flush()


def note(log: Path, line: str) -> None:
    with log.open("a") as stream:
        stream.write(f"{line}\n")


def until(log: Path, words: str, seconds: float = 120.0) -> None:
    end = time.monotonic() + seconds
    while words not in (log.read_text() if log.exists() else ""):
        if time.monotonic() > end:
            sys.exit(f"{words!r} did not happen")
        time.sleep(0.02)
