"""Writing a document: beside its place first, then renamed, so that no reader ever sees half a file."""

from __future__ import annotations

import contextlib
import datetime
import os
import tempfile
from pathlib import Path

from casegen.model.case import Case, Location
from casegen.model.diagnostic import InputError


def write_atomically(path: Path, content: bytes) -> Path:
    """Write ``content`` to ``path`` through a temporary file in the same folder; returns ``path``.

    The file gets the permissions that a plain ``open`` would give it.

    Raises:
        OSError: the folder cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    return path


def document_date(case: Case) -> datetime.date:
    """The date that a document bears: ``SOURCE_DATE_EPOCH`` (UTC), else the case's own, else today.

    Source of the variable: https://reproducible-builds.org/specs/source-date-epoch/

    Raises:
        InputError: the variable is set and is no count of seconds.
    """
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "").strip()
    if epoch:
        try:
            return datetime.datetime.fromtimestamp(int(epoch), tz=datetime.UTC).date()
        except (ValueError, OverflowError, OSError) as error:
            raise InputError.at(
                Location("SOURCE_DATE_EPOCH"),
                f"environment variable SOURCE_DATE_EPOCH should be whole seconds since 1970, found {epoch!r}",
                mend="unset it, or set it to the output of `git log -1 --format=%ct`",
            ) from error
    return case.header.date or datetime.datetime.now(tz=datetime.UTC).date()
