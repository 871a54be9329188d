"""Inputs of a stored result whose file bears another name now, or is gone: which one the result recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from casegen.io.folder import inside, name_inside
from casegen.io.regular import same_content
from casegen.io.sentences import sentence
from casegen.model.evidence import EvidenceSpec

_LOOKED_AT = 100
"""files of a folder that are compared with a recorded hash"""


def file_at(root: Path, name: str) -> Path | None:
    """The file of the case that ``name`` stands for, by this name also where it is a link; None where there is none.

    A stranger may have written the name: it may be too long for a file, or no text of the file system.
    """
    with suppress(OSError, ValueError):
        return root / name if name and (path := inside(root, name)) is not None and path.is_file() else None
    return None


def recorded_files(spec: EvidenceSpec, document: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Each input of a result: its name, the SHA-256 and the file that was measured, empty where that is not recorded.

    Of several files of one content an input is the one that the run says it read, else the one that the item names.
    """
    recorded = document["provenance"].get("inputs", {})
    read = {(table.get("input"), table.get("file")) for table in document.get("read") or ()}
    for name, digest in document["recipe"].get("inputs", {}).items():
        files = [path for path, content in recorded.items() if content == digest]
        own = [path for path in files if (name, Path(path).name) in read]
        own = own or [path for path in files if path == spec.inputs.get(name)]
        yield name, digest, [*files, *own][-1] if files else ""


def renamed(root: Path, spec: EvidenceSpec, document: Mapping[str, Any]) -> dict[str, str]:
    """By the file that was measured the other one, of the same content, that the item names for the input now."""
    result = {}
    for name, digest, file in recorded_files(spec, document):
        now = spec.inputs.get(name, "")
        path = file_at(root, now) if now != file else None
        if file and path is not None and same_content(path, digest):
            result[file] = now
    return result


def file_names(root: Path, spec: EvidenceSpec, document: Mapping[str, Any]) -> dict[str, str]:
    """:func:`renamed` by the names of the files alone, as texts of a result have them; none of two files of one name."""
    recorded = [Path(file).name for _, _, file in recorded_files(spec, document)]
    pairs = ((Path(old).name, Path(now).name) for old, now in renamed(root, spec, document).items())
    return {old: now for old, now in pairs if old != now and recorded.count(old) == 1}


_ONE_FORMAT = {".txt": ".csv", ".dat": ".csv", ".data": ".csv", "": ".csv", ".tab": ".tsv", ".xlsm": ".xlsx"}
"""endings whose files are read alike: text with a separator that its header shows, tabulators, sheets"""


def _form(file: str) -> str:
    suffix = Path(file).suffix.lower()
    return _ONE_FORMAT.get(suffix, suffix)


def read_otherwise(spec: EvidenceSpec, document: Mapping[str, Any]) -> Iterator[str]:
    """Inputs whose file ends otherwise now than what was measured: a method may read it as another format for that."""
    recorded = document["provenance"].get("inputs", {})
    for name, digest in document["recipe"].get("inputs", {}).items():
        files = [file for file, own in recorded.items() if own == digest]
        now = spec.inputs.get(name, "")
        if now and files and _form(now) not in {_form(file) for file in files}:
            yield sentence("stale_why.read_otherwise", name=name, old=files[0], now=now)


def misnamed(root: Path, spec: EvidenceSpec, document: Mapping[str, Any]) -> Iterator[str]:
    """Inputs that were not measured as the case names them now.

    The result records a file of the case that has another content, or one whose name ends otherwise.
    """
    for name, digest, file in recorded_files(spec, document):
        path = file_at(root, file)
        if path is not None and not same_content(path, digest):
            yield f"the result recorded {file} as input {name}, and its content is not what was measured"
    yield from read_otherwise(spec, document)


def recorded_words(root: Path, spec: EvidenceSpec, document: Mapping[str, Any]) -> Iterator[str]:
    """Which file the result recorded for each input whose file is gone, and where one of its content lies."""
    for name, digest, file in recorded_files(spec, document):
        if not (file_at(root, spec.inputs.get(name, "")) and file_at(root, file)):
            yield missing_words(root, name, digest, file)


def missing_words(root: Path, name: str, digest: str, file: str) -> str:
    """What the result recorded of an input, and a file beside the recorded one that has this content."""
    words = f"the result recorded {file or 'no file'} as input {name} (sha256 {digest[:12]}…)"
    if file_at(root, file) is not None:
        return f"{words}, which is in the case folder: name it in the item, or restore the file that the item names"
    place = _of_content(root, file, digest)
    if not place:
        return f"{words}, and no file of that name or content is where it lay: restore it"
    return f"{words}; {place} has this content: name it so in the item, or give the file its old name"


def _of_content(root: Path, file: str, digest: str) -> str:
    """A file beside the recorded one that has the content; empty where none is seen."""
    with suppress(OSError, ValueError):
        path = inside(root, file) if file else None
        if path is None or not path.parent.is_dir():
            return ""
        beside = sorted(one for one in path.parent.iterdir() if one.is_file() and not one.is_symlink())
        for one in beside[:_LOOKED_AT]:
            if same_content(one, digest):
                return name_inside(root, one)
    return ""
