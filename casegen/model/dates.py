"""Dates that cannot be true yet."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_AS_OF: ContextVar[datetime.date | None] = ContextVar("as_of", default=None)


@contextmanager
def as_of(day: datetime.date) -> Iterator[None]:
    """Judge what lies in the past as on ``day`` for the length of the context."""
    before = _AS_OF.set(day)
    try:
        yield
    finally:
        _AS_OF.reset(before)


def today() -> datetime.date:
    """The present day of this computer, unless a context judges as of another."""
    return _AS_OF.get() or datetime.date.today()


def latest_date() -> datetime.date:
    """The latest date that it is anywhere on Earth: what is dated later is still to come."""
    day = _AS_OF.get() or datetime.datetime.now(datetime.UTC).date()
    return day + datetime.timedelta(days=1)


def started_on(document: object) -> datetime.date | None:
    """The day on which a stored result was begun, as its provenance says; None where it does not."""
    provenance = document.get("provenance", {}) if isinstance(document, dict) else {}
    started = provenance.get("started") if isinstance(provenance, dict) else None
    try:
        return datetime.datetime.fromisoformat(str(started)).date()
    except ValueError:
        return None
