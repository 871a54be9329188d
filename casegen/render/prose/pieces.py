"""What a report is made of when no template sets it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from casegen.render.diagrams.symbols import SIGN
from casegen.render.language import translate
from casegen.render.report.links import Row


@dataclass(frozen=True, slots=True)
class Span:
    """A run of text; ``href`` is a fragment of the report, ``css`` the class of a status."""

    text: str
    href: str = ""
    strong: bool = False
    css: str = ""


Words = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 starts a chapter."""

    level: int
    text: str
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; ``anchor`` is a place that links lead to."""

    words: Words
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list; ``depths`` indents its items, where given."""

    items: tuple[Words, ...]
    depths: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table; ``anchors`` are the places of its rows, empty where a row has none."""

    head: tuple[str, ...]
    rows: tuple[tuple[Words, ...], ...]
    caption: str = ""
    anchors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing or plot as SVG.  ``width`` and ``height`` in drawing units, 0 where the SVG says it."""

    name: str
    title: str
    alt: str
    svg: str
    room: Row | None = None


Piece = Heading | Paragraph | Bullets | Table | Picture


def plain(text: object) -> Words:
    """Text without any mark."""
    return (Span(str(text)),) if text not in ("", None) else ()


def strong(text: str) -> Words:
    """Text that stands out."""
    return (Span(text, strong=True),)


def link(href: str, text: str) -> Words:
    """Text that leads to a place of the report."""
    return (Span(text, href=href),)


def status(css: str, word: str) -> Words:
    """A status with its sign, told apart without colour."""
    sign = SIGN.get(css, "")
    return (Span(f"{sign} {word}" if sign else word, strong=True, css=css),)


def reference(row: Row) -> Words:
    """An id with the place it leads to."""
    return link(row["href"], row["id"])


def references(rows: Iterable[Row]) -> Words:
    """Ids, separated by commas; a dash when there are none."""
    return joined([reference(row) for row in rows], ", ") or dash("")


def dash(text: str) -> Words:
    """The text, or a dash for an empty one."""
    return plain(text or "–")


def joined(parts: Sequence[Words], separator: str = " ") -> Words:
    """Parts that are not empty, with ``separator`` between them."""
    spans: list[Span] = []
    for part in parts:
        if part:
            spans += [Span(separator)] if spans else []
            spans += part
    return tuple(spans)


def lines(*parts: Words) -> Words:
    """Parts that are not empty, each on a line of its own."""
    return joined(parts, "\n")


def turned(before: Row, after: Row) -> Words:
    """How one state went over into another."""
    return (*status(before["class"], before["word"]), Span(" → "), *status(after["class"], after["word"]))


def table(keys: Sequence[str], rows: Iterable[Sequence[Words]], anchors: Iterable[str] = ()) -> Table:
    """A table whose headings are words of the language."""
    head = tuple(translate(f"column.{key}") for key in keys)
    return Table(head, tuple(tuple(row) for row in rows), anchors=tuple(anchors))


def facts(pairs: Iterable[tuple[str, Words]]) -> Table:
    """Labels with their values; what is empty is left out."""
    return Table(("", ""), tuple((plain(label), words) for label, words in pairs if words))
