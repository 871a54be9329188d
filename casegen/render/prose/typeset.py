"""The pieces of a report as data for the template of the PDF: nothing of a text is ever read as markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from casegen.render.fonts import BOLD, metrics
from casegen.render.page_size import TableColumns, TableRoom, table_room
from casegen.render.prose.columns import table_widths
from casegen.render.prose.pieces import (
    Annexes,
    Break,
    Bullets,
    Cell,
    Contents,
    DrawingSheet,
    Heading,
    Index,
    Items,
    Paragraph,
    Picture,
    PictureRow,
    Piece,
    Sideways,
    Span,
    TableBlock,
    Together,
    flat,
    row_lines,
    table_lines,
)
from casegen.render.wording import tied

Row = dict[str, Any]
"""a piece as the typesetter's script reads it"""


def typeset(pieces: Iterable[Piece]) -> list[Row]:
    """One entry a piece; a place that several pieces claim belongs to the first."""
    return _Setter().all(_upright(pieces))


def _upright(pieces: Iterable[Piece]) -> Iterator[Piece]:
    for piece in pieces:
        if isinstance(piece, Sideways) and piece.upright:
            yield from flat([piece])
        else:
            yield piece


UPRIGHT_ROOM, SIDEWAYS_ROOM = 508.0, 705.0
"""pt between the margins of the narrowest paper, upright and on its side; on other paper all columns grow alike"""
SIZE, GAP = 8.3, 8.0
SMALL_SIZE, SMALL_GAP = 6.9, 5.2
"""letters of a table and the space between its columns [pt]: those of ``pieces.typ``"""


class _Setter:
    def __init__(self) -> None:
        self._seen: set[str] = set()
        self._room = UPRIGHT_ROOM

    def all(self, pieces: Iterable[Piece]) -> list[Row]:
        parts = _led([part for piece in pieces for part in _in_parts(piece)])
        return [self._one(part) for part in parts]

    def _one(self, piece: Piece) -> Row:
        match piece:
            case Heading():
                return {
                    "is": "heading", "level": piece.level, "text": piece.text, "listed": piece.listed,
                    "anchor": self._place(piece.anchor),
                }  # fmt: skip
            case Paragraph():
                words, place = _words(piece.words), self._place(piece.anchor)
                return {"is": "paragraph", "words": words, "lead": piece.lead, "anchor": place}
            case Bullets():
                depths = piece.depths or (0,) * len(piece.items)
                marks = piece.anchors or ("",) * len(piece.items)
                rows = [
                    {"depth": d, "words": _words(i), "anchor": self._place(a)}
                    for i, d, a in zip(piece.items, depths, marks, strict=True)
                ]
                return {"is": "bullets", "items": rows, "nested": bool(piece.depths)}
            case TableBlock():
                return self._table(piece)
            case Picture():
                return {"is": "picture"} | self._picture(piece)
            case PictureRow():
                made = [self._picture(p) for p in piece.pictures]
                return {"is": "pictures", "pictures": made, "across": piece.across}
            case DrawingSheet():
                heading = None if piece.heading is None else self._one(piece.heading)
                placed = [{"picture": self._picture(p), "x": x, "y": y} for p, x, y in piece.placed]
                size = {"width": piece.width, "height": piece.height, "scale": piece.scale}
                return {"is": "sheet", "placed": placed, "heading": heading} | size
            case Together():
                return {"is": "together", "pieces": self.all(piece.pieces)}
            case Sideways():
                early = None if piece.picture is None else self._one(piece.picture)
                self._room = SIDEWAYS_ROOM
                inside = self.all(piece.pieces)
                self._room = UPRIGHT_ROOM
                return {"is": "side", "pieces": inside, "picture": early}
            case Contents():
                return {"is": "contents"}
            case Index():
                return {"is": "index", "rows": [{"id": i, "anchor": a, "kind": k} for i, a, k in piece.rows]}
            case Break():
                return {"is": "break"}
            case Annexes():
                return {"is": "annexes"}

    def _table(self, piece: TableBlock) -> Row:
        count = len(piece.head)
        places = piece.anchors or ("",) * len(piece.rows)
        room: TableRoom = {"size": SIZE, "landscape": False, "whole": True}
        if not piece.widths:  # a table of a method: as wide as its words
            cells = [[_text(cell) for cell in row] for row in piece.rows]
            numeric = [i in piece.numbers for i in range(count)]
            room = table_room(TableColumns(columns=list(piece.head), rows=cells, numeric=numeric))
        elif piece.small:
            room["size"] = SMALL_SIZE
        return {
            "is": "table", "head": list(piece.head) if any(piece.head) else [], "columns": count,
            "whole": _fits(piece) and _stays_whole(piece), "widths": self._widths(piece),
            "numbers": list(piece.numbers), "caption": piece.caption, "room": room,
            "rows": [
                {"cells": [_cell(cell) for cell in row], "whole": _short(row, piece.widths)} for row in piece.rows
            ],
            "anchors": [self._place(place) for place in places],
            **({"lang": piece.lang} if piece.lang else {}),
        }  # fmt: skip

    def _widths(self, piece: TableBlock) -> list[float]:
        """Widths of the columns; none for a table of a method, whose columns follow their words."""
        if not piece.widths or not any(piece.head):
            return list(piece.widths)
        size, gap = (SMALL_SIZE, SMALL_GAP) if piece.small else (SIZE, GAP)
        letters = metrics(BOLD)
        widths = table_widths(piece, self._room, lambda word: letters.width(word, size) + gap)
        return [round(width, 2) for width in widths]

    def _picture(self, piece: Picture) -> Row:
        from casegen.render.pictures import picture_size

        width, height = picture_size(piece.svg)
        return {
            "name": self._place(piece.name), "title": piece.title, "alt": piece.alt, "svg": piece.svg.rstrip("\n"),
            "width": width, "height": height, "room": piece.room,
            "onwards": [{"names": list(names), "words": words} for names, words in piece.onwards],
        }  # fmt: skip

    def _place(self, anchor: str) -> str:
        if anchor in self._seen:
            return ""
        self._seen.add(anchor)
        return anchor


LEADS = 400
"""characters of paragraphs that stay with what they introduce"""


def _led(pieces: list[Piece]) -> Iterator[Piece]:
    """A short paragraph between a heading and what follows stays with both, so that no page ends with the two alone."""
    before: Piece | None = None
    level = 0
    for piece, after in zip(pieces, [*pieces[1:], None], strict=True):
        level = piece.level if isinstance(piece, Heading) else level
        first = isinstance(before, Heading) or (isinstance(before, Paragraph) and before.lead)
        goes_on = (
            after.level > level
            if isinstance(after, Heading)
            else isinstance(after, Paragraph | TableBlock | Bullets)
        )
        if isinstance(piece, Paragraph) and first and goes_on:
            piece = replace(piece, lead=piece.lead or len(_text(piece.words)) <= LEADS)
        yield piece
        before = piece


ROWS = 250
"""rows of one table: the time that typst takes for a table grows with their square"""


def _in_parts(piece: Piece) -> Iterator[Piece]:
    """A long table as several, each with its head; others, and those whose columns follow their words, as they are."""
    if not isinstance(piece, TableBlock) or len(piece.rows) <= ROWS or not piece.widths:
        yield piece
        return
    for first in range(0, len(piece.rows), ROWS):
        part = slice(first, first + ROWS)
        caption = "" if first else piece.caption
        yield replace(piece, rows=piece.rows[part], anchors=piece.anchors[part], caption=caption)


SHORT = 16
"""characters of a name that stays whole, so that a search finds it"""
FEW_ROWS = 5
"""rows of a small table, which stands on one page with its heading"""
FEW_FACTS = 10
"""the same of a table without a head, whose rows are short"""
MOST_LINES, FEW_LINES = 40, 26
"""lines that surely fit on a page, and on a part of one"""


def _fits(piece: TableBlock) -> bool:
    """Whether a table surely takes no more than a part of a page, and so may be kept on one."""
    return table_lines(piece) <= FEW_LINES


def _stays_whole(piece: TableBlock) -> bool:
    """Whether a table that fits is one that a page does not cut: with a caption, or small."""
    return bool(piece.caption) or len(piece.rows) <= (FEW_ROWS if any(piece.head) else FEW_FACTS)


def _short(row: tuple[Cell, ...], widths: tuple[float, ...]) -> bool:
    """Whether a row surely fits on a page, and so may be kept on one."""
    return row_lines(row, widths) <= MOST_LINES


def _text(cell: Cell) -> str:
    words = cell.items[0] if isinstance(cell, Items) else cell
    return "".join(span.text for span in words)


def _cell(cell: Cell) -> Any:
    if isinstance(cell, Items):
        return {"items": [_words(item) for item in cell.items]}
    return _words(cell)


def _words(words: Iterable[Span]) -> list[Row]:
    return [_span(span) for span in words]


_JOINTS = re.compile(r"[_./:][A-Za-z]|[0-9A-Za-z]{28}")
"""where a long word may break: after its joints, and anywhere in a hash"""


def _span(span: Span) -> Row:
    row: Row = {"t": tied(span.text)}
    if len(span.text) > SHORT and _JOINTS.search(span.text):
        row["k"] = True
    if span.href:
        row["h"] = span.href
    if span.strong:
        row["b"] = True
    if span.css:
        row["c"] = span.css
    if span.soft:
        row["q"] = True
    if span.lang:
        row["l"] = span.lang
    return row
