"""The message where a file of the case cannot be read or written, with what helps."""

from __future__ import annotations

import errno
from pathlib import PurePath

from casegen.io.regular import IrregularFileError

OWN = ".casegen"
"""the folder of a case in which casegen keeps its locks, and what it is about to write"""
_READ_ONLY = "copy the case to where you may write; `assess` and `build --no-run -o FOLDER` only read it"
_IN_ITS_PLACE = "remove it; casegen makes what belongs there"
_NO_RIGHT = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
_ANOTHER_KIND = frozenset({errno.EEXIST, errno.ENOTDIR, errno.EISDIR, errno.ELOOP, errno.ENXIO})
_NO_ROOM = {
    errno.ENOSPC: "free some space there, or name another place to write to",
    errno.EDQUOT: "free some of your quota there, or name another place to write to",
    errno.EFBIG: "raise the limit on the size of a file (`ulimit -f`), or name a place that takes larger files",
}


def said_by_system(error: OSError) -> str:
    """The words of the system, and the file that they are about.

    >>> said_by_system(PermissionError(13, "Permission denied", "case/.casegen/lock"))
    'Permission denied: case/.casegen/lock'
    """
    return f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}"


def fix_of(error: OSError) -> str:
    """What helps where a file cannot be read or written; empty where nothing is known.

    >>> fix_of(PermissionError(13, "Permission denied", "case/.casegen/lock")).partition(";")[0]
    'copy the case to where you may write'
    """
    if OWN in PurePath(str(error.filename)).parts[-3:]:
        if error.errno in _NO_RIGHT:
            return _READ_ONLY
        if isinstance(error, IrregularFileError) or error.errno in _ANOTHER_KIND:
            return _IN_ITS_PLACE
    return _NO_ROOM.get(error.errno or 0, "")
