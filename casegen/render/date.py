"""The date that a document bears."""

from __future__ import annotations

import datetime

from casegen.model.case import Case
from casegen.model.stated_date import stated_moment


def document_date(case: Case) -> datetime.date:
    """The date that a document bears: ``SOURCE_DATE_EPOCH`` (UTC), else the case's own, else today.

    Raises:
        InputError: the variable is set and is no count of seconds.
    """
    stated = stated_moment()
    return stated.date() if stated else case.header.date or datetime.datetime.now(tz=datetime.UTC).date()
