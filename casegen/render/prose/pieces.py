"""What a report is made of when no template sets it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from casegen.render.diagrams.symbols import SIGN
from casegen.render.language import language_of_methods, translate
from casegen.render.page_size import Room
from casegen.render.views.base import Reference, StateView


@dataclass(frozen=True, slots=True)
class Span:
    """A run of text; ``href`` is a fragment of the report, ``css`` the class of a status, ``soft`` of less weight.

    ``lang`` is its language where that is not the document's.
    """

    text: str
    href: str = ""
    strong: bool = False
    css: str = ""
    soft: bool = False
    lang: str = ""


Words = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Items:
    """A cell that holds a list."""

    items: tuple[Words, ...]


Cell = Words | Items


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 starts a chapter; one that is not ``listed`` stands in no table of contents."""

    level: int
    text: str
    anchor: str = ""
    listed: bool = True


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; ``anchor`` is a place that links lead to; ``lead`` stays on the page of what follows."""

    words: Words
    anchor: str = ""
    lead: bool = False


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list; ``depths`` indents its items and ``anchors`` are their places, where given."""

    items: tuple[Words, ...]
    depths: tuple[int, ...] = ()
    anchors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table; ``anchors`` are the places of its rows, empty where a row has none.

    ``widths`` are shares of the width, one a column (equal where empty); ``numbers`` the columns that are set to the
    right; ``small`` sets a wide one in the smallest readable letters.  ``lang`` is the language of caption and heads
    where that is not the document's.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""
    anchors: tuple[str, ...] = ()
    widths: tuple[float, ...] = ()
    numbers: tuple[int, ...] = ()
    small: bool = False
    lang: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing or plot as SVG with what leads on from it; ``room`` is the sheet of a drawing, and its scale."""

    name: str
    title: str
    alt: str
    svg: str
    room: Room | None = None
    onwards: tuple[tuple[tuple[str, ...], str], ...] = ()
    """where a drawing goes on: the names of the other drawings, and the words of the reference"""


@dataclass(frozen=True, slots=True)
class PictureRow:
    """Plots side by side, so many as ``across``."""

    pictures: tuple[Picture, ...]
    across: int = 2


@dataclass(frozen=True, slots=True)
class DrawingSheet:
    """A page of its own size with drawings: width and height of the page [mm], each drawing with its corner [mm].

    ``heading`` is that of the chapter that begins with it.
    """

    width: float
    height: float
    placed: tuple[tuple[Picture, float, float], ...]
    scale: float
    heading: Heading | None = None


@dataclass(frozen=True, slots=True)
class Break:
    """A new page."""


@dataclass(frozen=True, slots=True)
class Annexes:
    """From here on chapters are annexes, with letters for numbers."""


@dataclass(frozen=True, slots=True)
class Contents:
    """The table of contents, which only a format with pages has."""


@dataclass(frozen=True, slots=True)
class Index:
    """Places by their ids: id, place, kind.  A format without pages lists them :func:`by_kind`."""

    rows: tuple[tuple[str, str, str], ...]


Part = Heading | Paragraph | Bullets | TableBlock | Picture | PictureRow


@dataclass(frozen=True, slots=True)
class Together:
    """What stands on one page where it fits on one."""

    pieces: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Sideways:
    """What stands on paper that lies on its side.

    ``picture`` stands before it where the page has room for it, else after it: a page that is turned ends the one before.
    ``upright``: narrow letters need no paper on its side for so few lines.
    """

    pieces: tuple[Part, ...]
    picture: Picture | None = None
    upright: bool = False


Piece = Part | DrawingSheet | Break | Annexes | Contents | Index | Together | Sideways


def flat(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces one after the other, whatever stands together, side by side or on a sheet: for formats without pages."""
    for piece in pieces:
        match piece:
            case Together():
                yield from flat(piece.pieces)
            case Sideways():
                yield from flat((*filter(None, (piece.picture,)), *piece.pieces))
            case PictureRow():
                yield from piece.pictures
            case DrawingSheet():
                if piece.heading is not None:
                    yield piece.heading
                yield from (picture for picture, _, _ in piece.placed)
            case _:
                yield piece


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
    """A status with its sign, distinct without colour."""
    sign = SIGN.get(css, "")
    return (Span(f"{sign} {word}" if sign else word, strong=True, css=css),)


def reference(row: Reference) -> Words:
    """An id with the place it leads to."""
    return link(row["href"], row["id"])


def references(rows: Iterable[Reference]) -> Words:
    """Ids, separated by commas; a dash when there are none."""
    return joined([reference(row) for row in rows], ", ") or dash("")


def soft(text: object) -> Words:
    """Text of less weight."""
    return (Span(str(text), soft=True),) if text not in ("", None) else ()


def quoted(text: object, *, soft: bool = False) -> Words:
    """A text of a method, which is English in every document, so that a screen reader reads it so."""
    return (Span(str(text), soft=soft, lang=language_of_methods()),) if text not in ("", None) else ()


def items(parts: Iterable[Words]) -> Cell:
    """A cell of a list; of one part, the part itself; a dash for none."""
    kept = tuple(part for part in parts if part)
    return Items(kept) if len(kept) > 1 else kept[0] if kept else dash("")


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


def turned(before: StateView, after: StateView) -> Words:
    """How one state went over into another."""
    return (*status(before["class"], before["word"]), Span(" → "), *status(after["class"], after["word"]))


def table(
    keys: Sequence[str],
    rows: Iterable[Sequence[Cell]],
    anchors: Iterable[str] = (),
    *,
    numbers: Sequence[int] = (),
    small: bool = False,
) -> TableBlock:
    """A table whose headings are words of the language; its columns are as wide as their contents ask for."""
    head = tuple(translate(f"column.{key}") for key in keys)
    made = tuple(tuple(row) for row in rows)
    return TableBlock(head, made, "", tuple(anchors), content_shares(head, made), tuple(numbers), small)


def facts(pairs: Iterable[tuple[str, Cell]], anchor: str = "") -> TableBlock:
    """Labels with their values; what is empty is left out.  ``anchor`` is the place of the first."""
    rows = tuple((soft(label), words) for label, words in pairs if words)
    anchors = (anchor, *("" for _ in rows[1:])) if anchor else ()
    return TableBlock(("", ""), rows, anchors=anchors, widths=(1.0, 4.0))


LINE = 90.0
"""characters of a line of a table's full width"""
LINE_END = 4
"""characters that stay empty at the end of a line"""
NARROWEST = 4.0
"""characters of a line of a column that holds little"""


def content_shares(head: Sequence[str], rows: Sequence[Sequence[Cell]]) -> tuple[float, ...]:
    """Characters of a line of each column, at which the usual cells of all columns take as few lines as they can.

    No column is wider than its longest line, so that what long texts need is not spent on ids and states.
    """
    longest = [max(NARROWEST, *map(len, name.split())) for name in head]
    squares, plain = [0.0] * len(head), [0.0] * len(head)
    for row in rows:
        for column, cell in enumerate(row[: len(head)]):
            texts = [line for text in _cell_texts(cell) for line in text.split("\n")]
            longest[column] = max(longest[column], *map(len, texts), NARROWEST)
            length = sum(len(text) + LINE_END for text in texts if text)
            squares[column] += length**2
            plain[column] += length
    if sum(longest) <= LINE:
        return tuple(longest)
    usual = [math.sqrt(square / max(len(rows), 1)) for square in squares]
    shares = _shares_of(usual, longest)
    if not any(most > LONG_FOR_ITS_COLUMN * text for most, text in zip(longest, usual, strict=True)):
        return shares
    # one cell that is far longer than the others would take the room that the rows without such a cell need
    other = _shares_of([length / max(len(rows), 1) for length in plain], longest)
    before, after = (sum(row_lines(row, widths) for row in rows) for widths in (shares, other))
    return other if after < WORTH_IT * before else shares


WORTH_IT = 0.9
"""share of the lines that is left where other widths are taken: words that do not break make a line or two of more"""
LONG_FOR_ITS_COLUMN = 1.5
"""how many times the usual length of its column the longest line has where one cell stands out"""


def _shares_of(usual: Sequence[float], longest: Sequence[float]) -> tuple[float, ...]:
    """Characters of a line of each column, at which cells of these usual lengths take the same lines in all columns."""

    def shares(lines: float) -> tuple[float, ...]:
        return tuple(
            min(most, max(NARROWEST, text / lines)) for most, text in zip(longest, usual, strict=True)
        )

    few, many = 0.1, max(1.0, *usual)
    for _ in range(40):
        lines = (few + many) / 2
        few, many = (lines, many) if sum(shares(lines)) > LINE else (few, lines)
    return shares(many)


def cell_parts(cell: Cell) -> Sequence[Words]:
    """The items of a cell; the cell itself where it has none."""
    return cell.items if isinstance(cell, Items) else (cell,)


def _cell_texts(cell: Cell) -> list[str]:
    return ["".join(span.text for span in part) for part in cell_parts(cell)] or [""]


def row_lines(row: Sequence[Cell], widths: Sequence[float]) -> float:
    """Lines that a row takes at most."""
    shares = widths or (1.0,) * len(row)
    total = sum(shares)
    most = 0.0
    for cell, share in zip(row, shares, strict=False):
        texts = _cell_texts(cell)
        most = max(most, sum(1 + text.count("\n") + len(text) * total / (LINE * share) for text in texts))
    return most


def table_lines(given: TableBlock) -> float:
    """Lines that the rows of a table take at most."""
    return sum(row_lines(row, given.widths) for row in given.rows)


def by_kind(index: Index) -> TableBlock:
    """The index where no page has a number: a row for each kind, with a link for each part."""
    rows: dict[str, list[Span]] = {}
    for name, place, kind in index.rows:
        row = rows.setdefault(kind, [])
        row += [*plain(", " if row else ""), *link(place, name)]
    return facts((kind, tuple(words)) for kind, words in rows.items())
