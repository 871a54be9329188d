"""YAML as plain data plus the place of every part, so that any later error can point at its line.

Scalars follow YAML 1.2's core schema: ``no`` is a word, ``1e-3`` a number, a date a string.  Anchors,
aliases, merge keys and tags are refused: what a file says is what stands in it.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from casegen.io.regular import read_bytes
from casegen.model.case import Location
from casegen.model.diagnostic import Diagnostic, InputError, Severity
from casegen.model.explain import MOST, more
from casegen.model.setting import MORE_DIGITS, read_as, vanishes

MAX_BYTES = 16 * 2**20
MAX_DEPTH = 250
MAX_DIGITS = 400
"""a longer whole number, also an octal or hexadecimal one, is read as text: no number of a case is that large"""

_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_WORDS: dict[str, Any] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
    ".nan": float("nan"), ".NaN": float("nan"), ".inf": float("inf"), "-.inf": float("-inf"),
}  # fmt: skip

UNSEEN_LINE_ENDS = {
    "\x0b": "line tabulation", "\x0c": "form feed", "\r": "carriage return",
    "\x1c": "file separator", "\x1d": "group separator", "\x1e": "record separator",
    "\x85": "next line", "\u2028": "line separator", "\u2029": "paragraph separator",
}  # fmt: skip
"""ends of a line, and so of a comment, for some programs; an editor shows none of them as one"""
_UNSEEN = re.compile(f"(?!\r\n)[{''.join(UNSEEN_LINE_ENDS)}]")

Path_ = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Parsed:
    """The data of one file and where each part of it stands."""

    data: Any
    places: dict[Path_, Location]
    problems: tuple[Diagnostic, ...]


def read_text(path: Path, name: str) -> str:
    """The file's text, or :class:`InputError` for a file that is missing, too large, or no UTF-8."""
    here = Location(name)
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            limit = MAX_BYTES // 2**20
            raise InputError.at(
                here,
                f"the file is {size / 2**20:.1f} MiB; a case file holds at most {limit} MiB",
                hint="split it with `include`, or look whether it is a case file at all",
            )
        raw = read_bytes(path, most=MAX_BYTES, follow=True)
    except OSError as error:
        raise InputError.at(here, f"cannot read the file: {error.strerror or error}") from None
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - (raw.rfind(b"\n", 0, error.start) + 1) + 1
        raise InputError.at(
            Location(name, line, column),
            f"expected UTF-8 text, found the byte 0x{raw[error.start]:02x}",
            hint="save the file as UTF-8",
        ) from None


def parse(text: str, name: str) -> Parsed:
    """Parse one YAML document.

    Raises :class:`InputError` where the text is no YAML at all, or holds a line end that is not seen;
    duplicate keys, tags and aliases are collected in ``problems`` so that everything else of the file is
    still checked.
    """
    refuse_unseen_line_ends(text, name)
    build = _Build(name)
    try:
        loader = yaml.CSafeLoader(text)
        try:
            while (event := loader.get_event()) is not None:
                build.take(event)
        finally:
            loader.dispose()
    except yaml.reader.ReaderError as error:
        raise InputError.at(*_reader_place(text, name, error)) from None
    except yaml.MarkedYAMLError as error:
        place, message, hint = _marked_place(name, error)
        raise InputError.at(place, message, hint=hint) from None
    except (yaml.YAMLError, ValueError) as error:
        raise InputError.at(Location(name), f"not a YAML file: {_first_line(error)}") from None
    if build.further:
        build.problems.append(more(build.further, Location(name)))
    return Parsed(build.root, build.places, tuple(build.problems))


def _first_line(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]


def refuse_unseen_line_ends(text: str, name: str) -> None:
    """What stands behind such a character looks like a part of the line before it, and may be read as one of its own.

    Raises :class:`InputError` at the first.
    """
    match = _UNSEEN.search(text)
    if match is None:
        return
    character = match[0]
    bare = character == "\r"
    raise InputError.at(
        _after(text[: match.start()], name),
        f"found U+{ord(character):04X} ({UNSEEN_LINE_ENDS[character]}){' without a line feed' if bare else ''}, "
        "which ends a line, and a comment, unseen",
        hint="normalise the line ends of the file"
        if bare
        else "remove it, or end the line as the others end",
    )


def _after(before: str, name: str) -> Location:
    return Location(name, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)


def _reader_place(text: str, name: str, error: yaml.reader.ReaderError) -> tuple[Location, str]:
    # the parser counts bytes
    before = text.encode("utf-8", "replace")[: error.position] if isinstance(error.position, int) else b""
    return (
        _after(before.decode("utf-8", "replace"), name),
        f"expected printable text, found the control character #x{error.character:04x}"
        if isinstance(error.character, int)
        else f"expected printable text: {error.reason}",
    )


_MENDS = (
    ("tab character", "indent with spaces; a tab has no fixed width"),
    ("unexpected end of stream", "close the quote that starts here"),
    ("expected ',' or", "close the bracket, or put the text before in quotes"),
    (
        "mapping values",
        "put a text that holds `: ` in quotes; a key starts in the column of the keys beside it",
    ),
    ("sequence entries are not allowed", "start the list on a line of its own, or write [one, two]"),
    ("expected '-'", "start `-` in the column of the entries before, and all keys of an entry in one column"),
    (
        "expected key",
        "start all keys of one entry in the same column; a quote within a quoted text is written twice",
    ),
    ("cannot start any token", "put a text that starts with %, @ or ` in quotes"),
    (
        "invalid Unicode character escape",
        r"write the sign itself, or its one code: \U0001F680 for \ud83d\ude80",
    ),
    ("alphabetic or numeric", "put a text that starts with * or & in quotes"),
)
"""how to fix what the YAML parser tells, by a part of its words"""


def _marked_place(name: str, error: yaml.MarkedYAMLError) -> tuple[Location, str, str]:
    words = error.problem or "unreadable"
    hint = next((hint for part, hint in _MENDS if part in words), "")
    mark = error.problem_mark or error.context_mark
    open_quote = "end of stream" in words and error.context_mark is not None
    if open_quote:
        mark = error.context_mark  # the end of the file tells nobody where the quote was forgotten
    place = Location(name, mark.line + 1, mark.column + 1) if mark else Location(name)
    context = f" {error.context}" if error.context else ""
    opened = error.context_mark
    if "expected ',' or" in words and opened is not None:
        context += f" that starts at {opened.line + 1}:{opened.column + 1}"
    return place, f"not valid YAML{context}: {words}", hint


_PENDING = object()


class _Build:
    """Builds data from parser events without recursion: a stranger's nesting cannot exhaust the stack."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.root: Any = None
        self.places: dict[Path_, Location] = {}
        self.problems: list[Diagnostic] = []
        self.further = 0  # problems that are counted only
        self._stack: list[Any] = []  # the open containers
        self._keys: list[Any] = []  # of each: the key waiting for its value, or the next index
        self._path: Path_ = ()
        self._doubled: set[Path_] = set()  # duplicated keys: what is below them is duplicated by that alone
        self._documents = 0

    def take(self, event: yaml.Event) -> None:
        """Add one parser event."""
        if isinstance(event, yaml.ScalarEvent):
            if self._stack and isinstance(self._stack[-1], dict) and self._keys[-1] is _PENDING:
                self._key(event)
            else:
                self._value(self._scalar(event), event)
        elif isinstance(event, yaml.MappingStartEvent):
            self._open({}, _PENDING, event)
        elif isinstance(event, yaml.SequenceStartEvent):
            self._open([], 0, event)
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            self._close()
        elif isinstance(event, yaml.AliasEvent):
            self._problem(event, "an alias (*name) repeats a part", "write the part out where it is used")
            self.take(yaml.ScalarEvent(None, None, (True, False), "null", event.start_mark, event.end_mark))
        elif isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                raise InputError.at(
                    self._place(event),
                    "a second YAML document starts here; a case file holds one",
                    hint="remove the line `---`, or use `include`",
                )

    def _place(self, event: yaml.Event) -> Location:
        mark = event.start_mark
        return (
            Location(self.name, mark.line + 1, mark.column + 1) if mark is not None else Location(self.name)
        )

    def _problem(self, event: yaml.Event, message: str, hint: str) -> None:
        if len(self.problems) >= MOST:
            self.further += 1
            return
        self.problems.append(Diagnostic("yaml", Severity.INPUT, message, self._place(event), hint=hint))

    def _key(self, event: yaml.ScalarEvent) -> None:
        key = str(event.value)
        first = self.places.get((*self._path, key))
        within = any(self._path[:n] in self._doubled for n in range(1, len(self._path) + 1))
        if first is not None and not within:
            self._doubled.add((*self._path, key))
            hint = "remove one of the two, or start a new entry of the list with `- `"
            self._problem(event, f"key {key!r} is duplicated (first at line {first.line})", hint)
        self.places[(*self._path, key)] = self._place(event)
        self._keys[-1] = key

    def _here(self) -> Path_:
        return (*self._path, self._keys[-1]) if self._stack else ()

    def _value(self, value: Any, event: yaml.Event) -> None:
        self.places.setdefault(self._here(), self._place(event))
        if not self._stack:
            self.root = value
        elif isinstance(self._stack[-1], list):
            self._stack[-1].append(value)
            self._keys[-1] += 1
        else:
            self._stack[-1][self._keys[-1]] = value
            self._keys[-1] = _PENDING

    def _open(self, container: Any, key: Any, event: yaml.CollectionStartEvent) -> None:
        if self._stack and self._keys[-1] is _PENDING:
            raise InputError.at(
                self._place(event),
                "expected a plain word as key, found a list or mapping",
                hint="put the key in quotes",
            )
        if len(self._stack) >= MAX_DEPTH:
            raise InputError.at(
                self._place(event),
                f"nested more than {MAX_DEPTH} deep",
                hint="look whether it is a case file at all",
            )
        if event.tag is not None:
            self._problem(event, f"tags such as {event.tag!r} are not used in case files", "remove the tag")
        path = self._here()
        self.places.setdefault(path, self._place(event))
        if not self._stack:
            self.root = container
        elif isinstance(self._stack[-1], list):
            self._stack[-1].append(container)
        else:
            self._stack[-1][self._keys[-1]] = container
        self._stack.append(container)
        self._keys.append(key)
        self._path = path

    def _close(self) -> None:
        self._stack.pop()
        self._keys.pop()
        self._path = self._path[:-1]
        if self._stack:
            self._keys[-1] = self._keys[-1] + 1 if isinstance(self._stack[-1], list) else _PENDING

    def _scalar(self, event: yaml.ScalarEvent) -> Any:
        if event.tag not in (None, "!", "tag:yaml.org,2002:str"):
            self._problem(event, f"tags such as {event.tag!r} are not used in case files", "remove the tag")
        plain = event.implicit[0] and event.tag is None
        value = typed(event.value) if plain else event.value
        if isinstance(value, float) and math.isfinite(value) and (kept := read_as(event.value)):
            hint = f"write {kept}, or fewer digits"
            self._problem(event, f"{event.value} has {MORE_DIGITS} {kept}", hint)
        return value


def typed(text: str) -> Any:
    """The value of a plain scalar under YAML 1.2's core schema.

    >>> typed("1e-3"), typed("no"), typed("0x10"), typed("2026-01-01")
    (0.001, 'no', 16, '2026-01-01')
    """
    if text in _WORDS:
        return _WORDS[text]
    if _INT.fullmatch(text):
        if len(text) >= MAX_DIGITS:
            return text
        return int(text, 0) if text.startswith(("0o", "0x")) else int(text)
    if _FLOAT.fullmatch(text):
        return text if vanishes(text) else float(text)
    return text
