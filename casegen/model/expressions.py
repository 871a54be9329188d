"""Regular expressions, compiled once for an installation, as Python does with modules, and only where they are used.

Compiling the expressions by which casegen reads sentences takes .4 s, more than any other part of ``casegen assess``;
their compiled form, some MB, lies beside the bytecode of this module, in a file of its own for each version of Python,
and is written at the end of the first run, where bytecode would be.  Of it a run reads what it uses.

An entry is found by the whole expression and its flags, so that none can be out of date: an expression that has changed
is another one, and is compiled.  What is damaged, or of another Python, is left aside.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import marshal
import re
import sys
import unicodedata
from array import array
from functools import cache
from importlib import import_module
from importlib.util import cache_from_source
from itertools import islice
from pathlib import Path
from typing import Any

from casegen.model.kept_code import put

MOST = 1500
"""Expressions that are kept: some 800 of casegen's own, and of the nouns of cases.  A file that would hold more begins
anew with those of the last run."""
_WORDS = "I"
"""type code of :class:`array.array` for a word of the matching engine: 4 bytes on every machine with CPython"""
_LENGTH, _DIGEST = 8, 32
"""bytes of the index's length, and of a SHA-256"""

Key = tuple[str, int]
Compiled = tuple[int, bytes, int, dict[str, int], tuple[str | None, ...]]
"""Flags of the engine, its code, the number of groups, their names, and the names by number."""


Place = tuple[int, int, bytes]
"""Where an entry starts in a file, behind its index, its length, and its SHA-256."""


class Expressions:
    """Compiled expressions in a file, and those that were compiled because it had none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.places, self._content = _read(path)
        self.used: dict[Key, Compiled] = {}
        self.missing = 0
        """expressions that had to be compiled"""

    def compiled(self, text: str, flags: int = 0) -> re.Pattern[str]:
        """The same as ``re.compile(text, flags)``."""
        key = (text, int(flags))
        entry = self._kept(key)
        if entry is None:
            entry = _compiled(*key)
            if entry is None:
                return re.compile(text, flags)
            self.missing += 1
        self.used[key] = entry
        return _pattern(text, entry)

    def write(self) -> None:
        """Keep what had to be compiled; nothing happens where nothing had to be, or where it cannot be kept."""
        if not self.missing:
            return
        known = {key: entry for key in self.places if (entry := self._kept(key)) is not None}
        entries = {**known, **self.used}
        most = entries if len(entries) <= MOST else dict(islice(self.used.items(), MOST))
        put(self.path, _content(most))

    def _kept(self, key: Key) -> Compiled | None:
        """The entry of the file; None where it has none, or a damaged one."""
        place = self.places.get(key)
        if place is None:
            return None
        start, length, digest = place
        blob = self._content[start : start + length]
        if hashlib.sha256(blob).digest() != digest:
            return None
        entry: Compiled = marshal.loads(blob)
        return entry


@cache
def _installed() -> Expressions | None:
    """The expressions of this installation; None where this Python keeps no bytecode, or its engine is another."""
    if not _usable():
        return None
    with contextlib.suppress(NotImplementedError):
        result = Expressions(Path(cache_from_source(__file__)).with_suffix(".expressions"))
        if not sys.dont_write_bytecode:
            atexit.register(result.write)
        return result
    return None


def keep_compiled() -> None:
    """Keep what was compiled until now: for a process that ends at once, without the steps at exit."""
    if (installed := _installed()) is not None and not sys.dont_write_bytecode:
        installed.write()


def compiled(text: str, flags: int = 0) -> re.Pattern[str]:
    """The same as ``re.compile(text, flags)``, for expressions that are the same in the next run; compiled when used.

    >>> compiled(r"(?P<n>[0-9]+) days?", re.I).fullmatch("30 Days")["n"]
    '30'
    """
    later: Any = UsedLater(text, flags)
    expression: re.Pattern[str] = later
    return expression


class UsedLater:
    """A regular expression that is compiled when it is first used: most of a run's are never asked."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._stated = flags

    def __getattr__(self, name: str) -> Any:
        """What this object lacks until it is compiled: everything but its text."""
        if name.startswith("__"):
            raise AttributeError(name)
        real = _now(self.pattern, self._stated)
        vars(self).update({part: getattr(real, part) for part in PARTS})
        return getattr(real, name)

    def __reduce__(self) -> tuple[Any, ...]:
        return compiled, (self.pattern, self._stated)

    def __repr__(self) -> str:
        return f"compiled({self.pattern!r}, {self._stated!r})"


PARTS = (
    "search", "match", "fullmatch", "findall", "finditer", "split", "sub", "subn", "flags", "groups", "groupindex",
)  # fmt: skip
"""public attributes of a compiled expression, besides its text"""


def _now(text: str, flags: int) -> re.Pattern[str]:
    installed = _installed()
    return re.compile(text, flags) if installed is None else installed.compiled(text, flags)


def _usable() -> bool:
    """Whether this Python's engine takes compiled expressions as they are kept here."""
    try:
        entry = _compiled("a|(?P<b>[bc])", re.I)
        return (
            array(_WORDS).itemsize == 4
            and entry is not None
            and _pattern("a|(?P<b>[bc])", entry) == re.compile("a|(?P<b>[bc])", re.I)
        )
    except (AttributeError, TypeError, ValueError, RuntimeError):
        return False


def _engine() -> Any:
    """The matching engine: of CPython alone, and without a public name."""
    try:
        return import_module("_sre")
    except ImportError:
        return None


def _head() -> bytes:
    """What compiled expressions depend on besides their text: Python, its engine and its table of letters."""
    engine = _engine()
    about = f"{sys.version} {sys.byteorder} {engine.MAGIC} {engine.CODESIZE} {unicodedata.unidata_version}"
    return b"casegen expressions 3\n" + hashlib.sha256(about.encode()).digest()


def _content(entries: dict[Key, Compiled]) -> bytes:
    """What is kept: the head, an index with its length, and the entries one after the other."""
    places: dict[Key, Place] = {}
    blobs: list[bytes] = []
    start = 0
    for key, entry in entries.items():
        blob = marshal.dumps(entry)
        places[key] = start, len(blob), hashlib.sha256(blob).digest()
        blobs.append(blob)
        start += len(blob)
    index = marshal.dumps(places)
    return b"".join(
        [_head(), len(index).to_bytes(_LENGTH, "little"), hashlib.sha256(index).digest(), index, *blobs]
    )


def _read(path: Path) -> tuple[dict[Key, Place], bytes]:
    """The index of a file and its entries; nothing where it is damaged, or was written for another Python."""
    try:
        content = path.read_bytes()
    except OSError:
        return {}, b""
    head = _head()
    at = len(head) + _LENGTH
    length = int.from_bytes(content[len(head) : at], "little")
    digest, start = content[at : at + _DIGEST], at + _DIGEST
    index, entries = content[start : start + length], content[start + length :]
    if not content.startswith(head) or hashlib.sha256(index).digest() != digest:
        return {}, b""
    places: dict[Key, Place] = marshal.loads(index)
    return places, entries


def _compiled(text: str, flags: int) -> Compiled | None:
    """What ``re.compile`` hands to the engine; None where this Python does not say."""
    compiler: Any = getattr(re, "_compiler", None)
    parser: Any = getattr(re, "_parser", None)
    if not hasattr(compiler, "_code") or not hasattr(parser, "parse"):
        return None
    parsed = parser.parse(text, flags)
    names = dict(parsed.state.groupdict)
    by_number: list[str | None] = [None] * parsed.state.groups
    for name, number in names.items():
        by_number[number] = name
    code = array(_WORDS, compiler._code(parsed, flags)).tobytes()
    return flags | parsed.state.flags, code, parsed.state.groups - 1, names, tuple(by_number)


def _pattern(text: str, entry: Compiled) -> re.Pattern[str]:
    flags, code, groups, names, by_number = entry
    result: re.Pattern[str] = _engine().compile(
        text, flags, array(_WORDS, code).tolist(), groups, names, by_number
    )
    return result
