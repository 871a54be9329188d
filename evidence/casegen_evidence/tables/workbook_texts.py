"""Texts of a workbook that stand in no cell: its title and remarks, lines at the top and foot of pages, named values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from casegen_evidence.expressions import compiled

_MOST = 100
"""characters of a text that are shown"""
_PROPERTIES = ("title", "subject", "description", "keywords", "category", "contentStatus")
_PAGE = compiled(r"(?:\b\w+\s+)?&P(?:\s*(?:/|\w+)\s*&N)?")
"""number of a page with its words, such as ``Page &P of &N``"""
_CODE = compiled(r'&(?:"[^"]*"|\[[^\]]*\]|K[0-9A-Fa-f]{6}|\d+|[A-Za-z])')
"""codes of a page's header: fonts, colours, sizes, and the number of the page, the date, the name of file or sheet"""
_REFERENCE = compiled(r"""[=]?(?:(?:'[^']*'|[\w.]+)!)?\$?[A-Za-z]{0,3}\$?\d*(?::\$?[A-Za-z]{0,3}\$?\d*)?""")
"""a name for cells, which stand where they stand, on this sheet or on another one that is named by itself"""


def texts_of(book: Any) -> Iterator[str]:
    """What the workbook says of itself, by where it says so."""
    for name in _PROPERTIES:
        if text := _in_line(getattr(book.properties, name, None)):
            yield f"property {name} of the workbook: {text!r}"
    for sheet in book.worksheets:
        for where, text in _of_pages(sheet):
            yield f"{where} of the pages of sheet {sheet.title!r}: {text!r}"
        yield from _at_cells(sheet)
        yield from _named_values(sheet.defined_names)
    yield from _named_values(book.defined_names)


def _at_cells(sheet: Any) -> Iterator[str]:
    """What a sheet shows where the pointer or the cursor is: tips of links, words for what may be entered."""
    for cell in sheet._cells.values():
        if cell.hyperlink is not None and (text := _in_line(cell.hyperlink.tooltip)):
            yield f"tip of the link at {cell.coordinate} of sheet {sheet.title!r}: {text!r}"
    for one in sheet.data_validations.dataValidation:
        said = (one.promptTitle, one.prompt, one.errorTitle, one.error)
        if text := _in_line(" ".join(part for part in said if part)):
            yield f"words for what to enter at {one.sqref} of sheet {sheet.title!r}: {text!r}"


def _of_pages(sheet: Any) -> Iterator[tuple[str, str]]:
    """Header and footer with words or numbers of their own, those of first, odd and even pages once."""
    seen = set[tuple[str, str]]()
    for which in ("odd", "even", "first"):
        for where in ("header", "footer"):
            lines = getattr(sheet, f"{which}{where.title()}")
            parts = (getattr(lines, part).text for part in ("left", "center", "right"))
            text = _in_line(" ".join(_CODE.sub(" ", _PAGE.sub(" ", part)) for part in parts if part))
            if re.search(r"\w", text) and (where, text) not in seen:
                seen.add((where, text))
                yield where, text


def _named_values(names: Any) -> Iterator[str]:
    """Names that stand for a value or a formula and not for cells."""
    for name, one in names.items():
        value = _in_line(one.attr_text)
        if (value and not _REFERENCE.fullmatch(value)) or value.isdecimal():
            yield f"name {name[:_MOST]} stands for {value}"


def _in_line(text: object) -> str:
    return " ".join(str(text or "").split())[:_MOST]
