"""What is reported where a file has no room: the file, and what helps."""

from __future__ import annotations

import errno
import os

import pytest

from casegen.cli.entry import _described


@pytest.mark.parametrize(
    ("number", "fix"), [(errno.ENOSPC, "free some space"), (errno.EFBIG, "ulimit -f"), (errno.EISDIR, "")]
)
def test_what_helps_is_named(number: int, fix: str) -> None:
    rule, message, hint, code = _described(OSError(number, os.strerror(number), "out/press.html"))
    assert (rule, code) == ("file", 2)
    assert message == f"{os.strerror(number)}: out/press.html"
    assert hint.startswith(fix) or fix in hint
    assert bool(hint) == bool(fix)
