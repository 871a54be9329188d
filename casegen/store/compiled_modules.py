"""Which file Python takes for a module, and whether the compiled form that it keeps is of the source beside it."""

from __future__ import annotations

import marshal
import os
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import MAGIC_NUMBER, cache_from_source, source_hash
from pathlib import Path

_COMPILED = (".so", ".pyd", ".pyc")
_HEADER = 16
"""bytes of a compiled file before its code: magic number, flags, date and size (or hash) of the source"""


def module_in(folder: str, name: str) -> Path | None:
    """The file of a module in a folder: extensions of this interpreter go before the source, as in its imports."""
    compiled = compiled_in(folder).get(name, ())
    ends = [end for end in EXTENSION_SUFFIXES if name + end in compiled]
    if ends:
        return Path(folder, name + ends[0])
    source = f"{folder}/{name}.py"
    if os.path.isfile(source):  # noqa: PTH113 - half of them are not there
        return Path(source)
    return Path(folder, compiled[0]) if compiled else None


@cache
def is_folder(path: str) -> bool:
    """Whether there is a folder of that name."""
    return os.path.isdir(path)  # noqa: PTH112 - a text, asked for hundreds of times


@cache
def compiled_in(folder: str) -> Mapping[str, list[str]]:
    """The compiled modules of a folder: their files by their names, bytecode without a source last."""
    results: dict[str, list[str]] = {}
    with suppress(OSError):
        with os.scandir(folder) as there:  # most of these are no folders: ten times as fast as paths
            names = [
                one.name for one in there if one.name.endswith(_COMPILED) and not one.name.startswith(".")
            ]
        for name in sorted(names, key=lambda name: (_COMPILED.index(Path(name).suffix), name)):
            results.setdefault(name.partition(".")[0], []).append(name)
    return results


@cache
def ran_from(path: Path) -> bool:
    """Whether what Python runs for a source file is of that source.

    Python compares date and size, which a file that was copied or unpacked may share with the one before.
    """
    if path.suffix != ".py":
        return True
    try:
        source, raw = path.read_bytes(), Path(cache_from_source(str(path))).read_bytes()
        if not _is_taken(path, source, raw):
            return True
        return bool(marshal.loads(raw[_HEADER:]) == compile(source, str(path), "exec", dont_inherit=True))
    except (OSError, NotImplementedError):
        return True  # no compiled form is kept
    except (ValueError, EOFError, TypeError, SyntaxError):
        return False


def _is_taken(path: Path, source: bytes, raw: bytes) -> bool:
    """Whether Python takes the compiled file ``raw`` for the source."""
    flags = int.from_bytes(raw[4:8], "little")
    if raw[:4] != MAGIC_NUMBER or len(raw) < _HEADER:
        return False
    if flags & 1:
        return not flags & 2 or raw[8:16] == source_hash(source)
    about = path.stat()
    date, size = (int.from_bytes(raw[i : i + 4], "little") for i in (8, 12))
    return (date, size) == (int(about.st_mtime) & 0xFFFFFFFF, about.st_size & 0xFFFFFFFF)
