"""What a long command is at, on standard error: in one line on a terminal, else as plain lines now and then."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from casegen.cli import output
from casegen.cli.printing import echo

EVERY = 10.0
"""seconds before the first line, and between lines"""


@contextmanager
def telling_stages(command: str) -> Iterator[Callable[[str], None]]:
    """Within, tell the stage that was named last to the function that this yields, and how long all took so far.

    A command that ends within :data:`EVERY` seconds tells nothing.
    """
    stage, ended, start = [""], Event(), time.monotonic()
    err = output.console(error=True)

    def words() -> str:
        return f"{command}: {stage[0]} ({time.monotonic() - start:.0f} s)"

    def lines() -> None:
        while not ended.wait(EVERY):
            echo(words(), err=True)

    def in_place() -> None:
        if ended.wait(EVERY):
            return
        with err.status(output.escape(words())) as shown:
            while not ended.wait(1.0):
                shown.update(output.escape(words()))

    def begun(what: str) -> None:
        stage[0] = what

    telling = Thread(target=in_place if err.is_terminal else lines, daemon=True)
    telling.start()
    try:
        yield begun
    finally:
        ended.set()
        telling.join()
