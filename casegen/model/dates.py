"""Dates that cannot be true yet."""

from __future__ import annotations

import datetime


def latest_date() -> datetime.date:
    """The latest date that it is anywhere on Earth: what is dated later is still to come."""
    return datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days=1)


def started_on(document: object) -> datetime.date | None:
    """The day on which a stored result was begun, as its provenance says; None where it does not."""
    provenance = document.get("provenance", {}) if isinstance(document, dict) else {}
    started = provenance.get("started") if isinstance(provenance, dict) else None
    try:
        return datetime.datetime.fromisoformat(str(started)).date()
    except ValueError:
        return None
