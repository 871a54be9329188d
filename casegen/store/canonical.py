"""The one way in which data are written to be hashed."""

from __future__ import annotations

import json
from typing import Any


def canonical(data: Any) -> bytes:
    """Canonical JSON: sorted keys, no spaces, UTF-8."""
    return json.dumps(
        data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    ).encode()
