"""The places that links can lead to, and about which page each comes to stand on before anything is laid out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from casegen.render.prose.pieces import (
    Annexes,
    Break,
    Bullets,
    Contents,
    DrawingSheet,
    Heading,
    Paragraph,
    Picture,
    PictureRow,
    Piece,
    Sideways,
    TableBlock,
    Together,
    row_lines,
)

FIRST = 2
"""the page after the title page"""
LINES = 80.0
"""lines of a page, as :func:`row_lines` counts: it tells the most that a row can take"""
IN_TEXT = 0.4
"""share of a page that a picture takes in the text"""
CHARACTERS = 120.0
"""characters of a line of a paragraph"""


def places(pieces: Iterable[Piece]) -> dict[str, int]:
    """Each place with the page that it is near: good enough to leave room for the digits of a reference to it."""
    pages: dict[str, int] = {}
    down = float(FIRST)
    for name, taken, on_new_page in _parts(pieces):
        if on_new_page:
            down = math.ceil(down)
        if name:
            pages.setdefault(name, int(down))
        down += taken
    return pages


def _parts(pieces: Iterable[Piece]) -> Iterator[tuple[str, float, bool]]:
    """Place, empty where there is none, share of a page that is taken after it, and whether a page begins here."""
    for piece in pieces:
        match piece:
            case Break() | Annexes():
                yield "", 0.0, True
            case Contents():
                yield "", 1.0, False
            case DrawingSheet():
                yield piece.heading.anchor if piece.heading else "", 0.0, True
                yield from ((picture.name, 0.0, False) for picture, _, _ in piece.placed)
                yield "", 1.0, False
            case Sideways():
                yield from _parts(filter(None, (piece.picture,)))
                yield from _parts((Break(), *piece.pieces, Break()))
            case Together():
                yield from _parts(piece.pieces)
            case PictureRow():
                yield from ((picture.name, IN_TEXT / piece.across, False) for picture in piece.pictures)
            case Picture():
                yield piece.name, IN_TEXT, False
            case Heading():
                yield piece.anchor, 3 / LINES, False
            case Paragraph():
                yield piece.anchor, (1 + sum(len(s.text) for s in piece.words) / CHARACTERS) / LINES, False
            case Bullets():
                yield from (
                    (anchor, 1 / LINES, False) for anchor in piece.anchors or ("",) * len(piece.items)
                )
            case TableBlock():
                anchors = piece.anchors or ("",) * len(piece.rows)
                for row, anchor in zip(piece.rows, anchors, strict=True):
                    yield anchor, row_lines(row, piece.widths) / LINES, False
