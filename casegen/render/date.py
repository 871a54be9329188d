"""The date that a document bears."""

from __future__ import annotations

import datetime
import os

from casegen.model.case import Case, Location
from casegen.model.diagnostic import InputError


def document_date(case: Case) -> datetime.date:
    """The date that a document bears: ``SOURCE_DATE_EPOCH`` (UTC), else the case's own, else today.

    Source of the variable: https://reproducible-builds.org/specs/source-date-epoch/

    Raises:
        InputError: the variable is set and is no count of seconds.
    """
    return stated_date() or case.header.date or datetime.datetime.now(tz=datetime.UTC).date()


def stated_date() -> datetime.date | None:
    """The date of ``SOURCE_DATE_EPOCH``, None where it is not set.

    Raises:
        InputError: the variable is set and is no count of seconds.
    """
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "").strip()
    if not epoch:
        return None
    try:
        return datetime.datetime.fromtimestamp(int(epoch), tz=datetime.UTC).date()
    except (ValueError, OverflowError, OSError) as error:
        raise InputError.at(
            Location("SOURCE_DATE_EPOCH"),
            f"environment variable SOURCE_DATE_EPOCH should be whole seconds since 1970, found {epoch!r}",
            hint="unset it, or set it to the output of `git log -1 --format=%ct`",
        ) from error
