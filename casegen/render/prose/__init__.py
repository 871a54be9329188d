"""The report as a sequence of pieces: one list for the PDF, for word processors (DOCX) and for wikis (Markdown)."""

from __future__ import annotations

from casegen.render.prose.chapters import pieces_of
from casegen.render.prose.pieces import (
    Bullets,
    Cell,
    Heading,
    Items,
    Paragraph,
    Picture,
    Piece,
    Span,
    TableBlock,
    Words,
    flat,
)

__all__ = [
    "Bullets", "Cell", "Heading", "Items", "Paragraph", "Picture", "Piece", "Span", "TableBlock", "Words", "flat",
    "pieces_of",
]  # fmt: skip
