"""The report as a sequence of pieces, and its writers for wikis (Markdown) and word processors (DOCX).

The PDF is set from the same rows by a template of its own; here a chapter is put together once for every
format that knows headings, paragraphs, lists, tables and pictures.
"""

from __future__ import annotations

from casegen.render.prose.chapters import pieces_of
from casegen.render.prose.pieces import Bullets, Heading, Paragraph, Picture, Piece, Span, Table, Words

__all__ = ["Bullets", "Heading", "Paragraph", "Picture", "Piece", "Span", "Table", "Words", "pieces_of"]
