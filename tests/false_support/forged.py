"""Stored results as an author who can write the folder could leave them: edited, with every hash made anew."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from casegen.store.entries import place, read_entry, result_name, write_entry
from casegen.store.stored_result import result_text


def rewritten(folder: Path, item: str, change: Callable[[dict[str, Any]], object]) -> None:
    """Edit the stored result of the item in place; its file and its entry fit it afterwards."""
    entry = read_entry(folder, item)
    assert entry is not None
    path = place(folder, result_name(item, entry.result))
    document = json.loads(path.read_text("utf-8"))
    change(document)
    raw = result_text(document).encode()
    digest = hashlib.sha256(raw).hexdigest()
    path.unlink()
    place(folder, result_name(item, digest)).write_bytes(raw)
    write_entry(folder, item, replace(entry, result=digest))
