"""Files beside Python's bytecode that hold what this installation has compiled: checked, and written as a whole."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path

_DIGEST = 32
"""bytes of a SHA-256"""


def kept(path: Path) -> bytes | None:
    """What was kept at ``path``; None where there is nothing, or where it is damaged."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    digest, code = content[:_DIGEST], content[_DIGEST:]
    return code if hashlib.sha256(code).digest() == digest else None


def keep(path: Path, code: bytes) -> None:
    """Keep ``code`` at ``path``; nothing happens where it cannot be written."""
    put(path, hashlib.sha256(code).digest() + code)


def put(path: Path, content: bytes) -> None:
    """Write a file as a whole, or not at all."""
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    with suppress(OSError):
        beside.write_bytes(content)
        beside.replace(path)
