"""The one way in which data are written to be hashed."""

from __future__ import annotations

import json
from typing import Any


def canonical(data: Any) -> bytes:
    """Canonical JSON: sorted keys, no spaces, UTF-8."""
    return json.dumps(
        data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    ).encode()


def writable(text: str) -> str:
    """``text`` with what no file can hold (half of a surrogate pair, as in a name that is not UTF-8) written as code."""
    return text.encode("utf-8", "backslashreplace").decode()
