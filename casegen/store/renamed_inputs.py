"""Inputs of a stored result whose file bears another name now, or is gone: which one the result recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from casegen.io.folder import inside, name_inside
from casegen.io.regular import same_content
from casegen.model.evidence import EvidenceSpec

_LOOKED_AT = 100
"""files of a folder that are compared with a recorded hash"""


def recorded_files(document: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Each input of a result: its name, the SHA-256 and the file that was measured, empty where that is not recorded."""
    by_hash = {digest: path for path, digest in document["provenance"].get("inputs", {}).items()}
    for name, digest in document["recipe"].get("inputs", {}).items():
        yield name, digest, by_hash.get(digest, "")


def renamed(root: Path, spec: EvidenceSpec, document: Mapping[str, Any]) -> dict[str, str]:
    """By the file that was measured the other one, of the same content, that the item names for the input now."""
    result = {}
    for name, digest, file in recorded_files(document):
        now = spec.inputs.get(name, "")
        path = inside(root, now) if now not in ("", file) else None
        if file and path is not None and path.is_file() and same_content(path, digest):
            result[file] = now
    return result


def misnamed(root: Path, document: Mapping[str, Any]) -> Iterator[str]:
    """Inputs for which the result records a file of the case that has another content: it was not measured from that."""
    for name, digest, file in recorded_files(document):
        path = inside(root, file) if file else None
        if path is not None and path.is_file() and not same_content(path, digest):
            yield f"the result recorded {file} as input {name}, and its content is not what was measured"


def recorded_words(root: Path, spec: EvidenceSpec, document: Mapping[str, Any]) -> Iterator[str]:
    """Which file the result recorded for each input whose file is gone, and where one of its content lies."""
    for name, digest, file in recorded_files(document):
        if not (_is_there(root, spec.inputs.get(name, "")) and _is_there(root, file)):
            yield missing_words(root, name, digest, file)


def missing_words(root: Path, name: str, digest: str, file: str) -> str:
    """What the result recorded of an input, and a file beside the recorded one that has this content."""
    words = f"the result recorded {file or 'no file'} as input {name} (sha256 {digest[:12]}…)"
    if _is_there(root, file):
        return f"{words}, which is in the case folder: name it in the item, or restore the file that the item names"
    place = _of_content(root, file, digest)
    if not place:
        return f"{words}, and no file of that name or content is where it lay: restore it"
    return f"{words}; {place} has this content: name it so in the item, or give the file its old name"


def _is_there(root: Path, file: str) -> bool:
    path = inside(root, file) if file else None
    return path is not None and path.is_file()


def _of_content(root: Path, file: str, digest: str) -> str:
    """A file beside the recorded one that has the content; empty where none is seen."""
    path = inside(root, file) if file else None
    if path is None or not path.parent.is_dir():
        return ""
    beside = sorted(one for one in path.parent.iterdir() if one.is_file() and not one.is_symlink())
    for one in beside[:_LOOKED_AT]:
        if same_content(one, digest):
            return name_inside(root, one)
    return ""
