"""The date that ``SOURCE_DATE_EPOCH`` states for what is written, so that the same case gives the same bytes.

Source of the variable: https://reproducible-builds.org/specs/source-date-epoch/
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

VARIABLE = "SOURCE_DATE_EPOCH"


def stated_moment() -> datetime.datetime | None:
    """The moment of ``SOURCE_DATE_EPOCH`` (UTC), None where it is not set or empty.

    Raises:
        InputError: the variable is set and is no count of seconds.
    """
    epoch = os.environ.get(VARIABLE, "").strip()
    if not epoch:
        return None
    try:
        return datetime.datetime.fromtimestamp(int(epoch), tz=datetime.UTC)
    except (ValueError, OverflowError, OSError) as error:
        from casegen.model.case import Location
        from casegen.model.diagnostic import InputError

        raise InputError.at(
            Location(VARIABLE),
            f"environment variable {VARIABLE} should be whole seconds since 1970, found {epoch!r}",
            hint="unset it, or set it to the output of `git log -1 --format=%ct`",
        ) from error


def readable_date() -> AbstractContextManager[None]:
    """Within, the variable is one that numpy can read, which does so where it is loaded, and ends with any other.

    Raises:
        InputError: the variable is set and is no count of seconds.  An empty one is as if it were not set.
    """
    # every computation asks, and the variable is rarely there
    return _readable() if VARIABLE in os.environ else nullcontext()


@contextmanager
def _readable() -> Iterator[None]:
    if stated_moment() is not None or (empty := os.environ.pop(VARIABLE, None)) is None:
        yield
        return
    try:
        yield
    finally:
        os.environ.setdefault(VARIABLE, empty)
