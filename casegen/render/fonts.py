"""Widths of text in the font that the documents embed, and wrapping by them.

Widths come from the font's own ``hmtx`` table (fontTools), so a line that fits here fits in the page and
in the PDF.  Kerning is left out: in Inter it only ever narrows a line by a fraction of a percent.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, cached_property, lru_cache
from pathlib import Path

from casegen.model.legible import UNUSUAL_BLANKS, joins, legible
from casegen.render.resources import fallback_fonts_folder, fonts_folder

REGULAR = "Inter-Regular.ttf"
BOLD = "Inter-SemiBold.ttf"
_BREAKS = re.compile(r"[ \t\r\n]+")
_SEAMS = re.compile(r"(?<=[-_.:,;+])(?=[^-_.:,;+])|(?<=[a-z0-9])(?=[A-Z])|(?<=[ \t\r\n])")
"""where the line of an id may end: behind signs between its words, and before its humps"""
WIDEST = 1.1
"""Width in em of a character that no embedded font has: wide enough for any script."""


class Metrics:
    """Advance widths of one font file, in em."""

    def __init__(self, file: str) -> None:
        from fontTools.ttLib import TTFont

        with TTFont(str(fonts_folder() / file), lazy=True) as font:
            units = font["head"].unitsPerEm
            advance = font["hmtx"].metrics
            self._em = {chr(code): advance[name][0] / units for code, name in font.getBestCmap().items()}

    def width(self, text: str, size: float) -> float:
        """Width of ``text`` at ``size``, in the unit of ``size``."""
        em = self._em
        ems: float = sum(em.get(character, WIDEST) for character in text)
        return size * ems

    @cached_property
    def characters(self) -> frozenset[str]:
        """What the font has glyphs for, and the blanks that need none."""
        return frozenset(self._em) | {"\n", "\t"}

    def has(self, character: str) -> bool:
        """Whether the font has a glyph for ``character``."""
        return character in self._em


@cache
def metrics(file: str = REGULAR) -> Metrics:
    """The metrics of an embedded font, read once."""
    return Metrics(file)


@cache
def _fallback_characters() -> frozenset[int]:
    from fontTools.ttLib import TTFont

    with TTFont(str(fallback_fonts_folder() / "DejaVuSans.ttf"), lazy=True) as font:
        return frozenset(font.getBestCmap())


_of_the_case: ContextVar[tuple[Path, ...]] = ContextVar("fonts of the case", default=())


@contextmanager
def use_fonts(files: Sequence[Path]) -> Iterator[None]:
    """Within this block, :func:`printable` lets through what these font files can draw."""
    token = _of_the_case.set(tuple(files))
    try:
        yield
    finally:
        _of_the_case.reset(token)


@lru_cache(maxsize=16)
def _characters(file: Path) -> frozenset[int]:
    from fontTools.ttLib import TTFont

    with TTFont(str(file), lazy=True) as font:
        return frozenset(font.getBestCmap() or {})


@lru_cache(maxsize=16)
def family(file: Path) -> str:
    """The family name of a font file."""
    from fontTools.ttLib import TTFont

    with TTFont(str(file), lazy=True) as font:
        return str(font["name"].getBestFamilyName())


def is_font(file: Path) -> bool:
    """Whether a file is a font that has a name and characters."""
    from fontTools.ttLib import TTLibError

    try:
        return bool(_characters(file) and family(file))
    except (TTLibError, OSError, KeyError, ValueError, AssertionError):
        return False


def missing(text: str) -> str:
    """The distinct characters of ``text`` that no font at hand can draw, in their order; controls are not counted."""
    if text.isascii():
        return ""
    text = unicodedata.normalize("NFC", text)
    # each sign once: texts of drawings are long, and have few
    known, others = metrics(), _others()
    some = {c for c in set(text) if not known.has(c) and ord(c) not in others and c.isprintable()}
    return "".join(dict.fromkeys(c for c in text if c in some)) if some else ""


def _others() -> frozenset[int]:
    return _fallback_characters().union(*map(_characters, _of_the_case.get()))


def printable(text: str) -> str:
    """``text`` with every character that no embedded font can draw written as its code point.

    PDF/A forbids a missing glyph, so a character outside the fonts appears as ``[U+4E2D]``: still exact,
    still searchable, never an empty box; a space that none has is a plain one.  Control characters
    other than newline and tab are written so too; a joiner between letters that are written with it
    stays, and needs no sign.
    """
    if text.isascii() and text.isprintable():
        return text
    text = unicodedata.normalize("NFC", text)  # a letter and its accents as the one sign that fonts have
    known = metrics()
    if known.characters.issuperset(text):
        return text
    fallback = _others()
    return "".join(
        " "
        if not known.has(c) and unicodedata.category(c) == "Zs" and c not in UNUSUAL_BLANKS
        else c
        if known.has(c) or c in "\n\t" or (ord(c) in fallback and c.isprintable()) or joins(text, at)
        else f"[U+{ord(c):04X}]"
        for at, c in enumerate(text)
    )


def all_drawn(written: str) -> bool:
    """Whether :func:`printable` and :func:`boxed` leave all texts in data as they are, of which ``written`` is the JSON.

    One look at some hundred signs, where a case has a hundred thousand texts.
    """
    known, others = metrics(), _others()
    return (
        all((known.has(c) or (ord(c) in others and c.isprintable())) and not _unseen(c) for c in set(written))
        and not any(f"\\{escape}" in written for escape in ("u00", "b", "f", "r"))  # control characters
        and unicodedata.is_normalized("NFC", written)  # then its parts are
    )


def boxed(text: str) -> str:
    """``text`` of a drawing, in whose boxes code points find no room: a sign that no font has is an empty square."""
    if text.isascii():
        return printable(text)
    text = unicodedata.normalize("NFC", text)
    lacking = dict.fromkeys(map(ord, missing(text)), "□")
    return printable(text.translate(lacking | dict.fromkeys(ord(c) for c in set(text) if _unseen(c))))


def _unseen(character: str) -> bool:
    """Whether a character has no shape of its own: what joins, directs or varies its neighbours."""
    return unicodedata.category(character) == "Cf" or "\ufe00" <= character <= "\ufe0f"


def has_marks(text: str) -> bool:
    """Whether a mark stands over or under another sign in ``text``."""
    return not text.isascii() and any(unicodedata.category(c).startswith("M") for c in text)


def spelled(text: str, instead: str = "") -> str:
    """``text`` with marks and letters of scripts that join or run from the right as code points, or as ``instead``.

    >>> spelled("e\u0301"), spelled("abc"), spelled("\u05e9", "□")
    ('e[U+0301]', 'abc', '□')
    """
    if text.isascii():
        return text
    return "".join(
        instead or f"[U+{ord(c):04X}]"
        if unicodedata.category(c).startswith("M") or unicodedata.bidirectional(c) in ("R", "AL")
        else c
        for c in text
    )


def _pieces(word: str, width: float, size: float, font: Metrics) -> Iterable[str]:
    """A word that is wider than a line, cut where it must be."""
    start = 0
    used = 0.0
    for index, character in enumerate(word):
        step = font.width(character, size)
        if used + step > width and index > start:
            yield word[start:index]
            start, used = index, 0.0
        used += step
    yield word[start:]


@lru_cache(maxsize=65536)
def wrap(text: str, width: float, size: float, file: str = REGULAR, limit: int = 0) -> tuple[str, ...]:
    """``text`` in lines no wider than ``width`` at ``size``; with ``limit`` > 0 at most so many lines.

    A text that is cut ends in an ellipsis; nothing is ever wider than ``width`` (a single character aside).
    """
    font = metrics(file)
    space = font.width(" ", size)
    lines: list[str] = []
    line, used = "", 0.0
    for word in _BREAKS.split(legible(text).strip()):
        for piece in _pieces(word, width, size, font):
            step = font.width(piece, size)
            if line and used + space + step > width:
                lines.append(line)
                line, used = piece, step
            elif line:
                line, used = f"{line} {piece}", used + space + step
            else:
                line, used = piece, step
    if line:
        lines.append(line)
    if limit and len(lines) > limit:
        lines = [*lines[: limit - 1], shorten(f"{lines[limit - 1]} {lines[limit]}", width, size, file)]
    return tuple(lines)


def shorten(text: str, width: float, size: float, file: str = REGULAR) -> str:
    """``text`` on one line of ``width``, with an ellipsis where it was cut."""
    font, text = metrics(file), legible(text)
    if font.width(text, size) <= width:
        return text
    room = width - font.width("…", size)
    used = 0.0
    for index, character in enumerate(text):
        used += font.width(character, size)
        if used > room:
            return text[:index].rstrip() + "…"
    return text


@lru_cache(maxsize=65536)
def wrap_id(identifier: str, width: float, size: float, file: str = BOLD) -> tuple[str, ...]:
    """An id in as many lines as it needs, broken behind signs or before a hump: ids differ in their ends."""
    font = metrics(file)
    lines: list[str] = [""]
    for part in _SEAMS.split(legible(identifier).strip()):
        for piece in _pieces(part, width, size, font):
            if lines[-1] and font.width((lines[-1] + piece).rstrip(), size) > width:
                lines.append("")
            lines[-1] += piece
    return tuple(line.rstrip() for line in lines)


def shorten_id(identifier: str, width: float, size: float, file: str = REGULAR) -> str:
    """An id on one line of ``width``; where it is cut, an ellipsis stands in its middle: ids differ in their ends."""
    font, text = metrics(file), legible(identifier)
    if font.width(text, size) <= width:
        return text
    start, end = (len(text) + 1) // 2, len(text) // 2
    while end > 1 and font.width(f"{text[:start]}…{text[-end:]}", size) > width:
        start, end = (start, end - 1) if end >= start else (start - 1, end)
    return f"{text[:start]}…{text[-end:]}"
