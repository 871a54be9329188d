"""Which files are documents, drawings or texts that casegen wrote: recognised by content, since a name says nothing."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from pathlib import Path

_START, _MOST = 1 << 16, 1 << 28
"""bytes at the beginning of a file, and at most of one, in which a mark is looked for"""
OWN_DOCUMENTS = frozenset({".html", ".pdf", ".docx", ".md"})
"""endings of documents; the others that are recognised are of drawings and texts"""
_PAGE = b'<meta name="generator" content="casegen '
_REPORT = b'<a id="chapter-verdict"></a>'
_DRAWING = b'text{font-family:"Inter","DejaVu Sans",sans-serif'
_GRAPH = b'digraph {\nnode [fontname="sans-serif"] edge [dir=back]\n'
_WRITTEN_BY = re.compile(rb">casegen \d")


def is_own(path: Path) -> bool:
    """Whether a file is one that casegen writes as a document; False where it cannot be read, or is another's."""
    has_mark = _MARKS.get(path.suffix)
    try:
        return has_mark is not None and path.is_file() and has_mark(path)
    except OSError:
        return False


def own_in(folder: Path) -> list[Path]:
    """The files of a folder that :func:`is_own` tells, none where the folder cannot be read."""
    try:
        return sorted(filter(is_own, folder.iterdir()))
    except OSError:
        return []


def _read(path: Path, most: int) -> bytes:
    with path.open("rb") as file:
        return file.read(most)


def _is_pdf(path: Path) -> bool:
    """By the case and its assessment, which every report has attached."""
    import pikepdf

    try:
        with pikepdf.open(path) as document:
            attached = document.attachments
            return "case.json" in attached and b'"roots"' in attached["case.json"].get_file().read_bytes()
    except (pikepdf.PdfError, ValueError):
        return False


def _is_docx(path: Path) -> bool:
    """By its bookmarks, and by what document control says of its origin."""
    try:
        with zipfile.ZipFile(path) as packed, packed.open("word/document.xml") as file:
            text = file.read(_MOST)
    except (zipfile.BadZipFile, KeyError, RuntimeError, NotImplementedError, ValueError):
        return False
    return b'w:name="place_' in text and _WRITTEN_BY.search(text) is not None


_MARKS: dict[str, Callable[[Path], bool]] = {
    ".html": lambda path: _PAGE in _read(path, _START),
    ".pdf": _is_pdf,
    ".docx": _is_docx,
    ".md": lambda path: _REPORT in _read(path, _MOST),
    ".svg": lambda path: _DRAWING in _read(path, _START),
    ".dot": lambda path: _GRAPH in _read(path, _START),
    ".mmd": lambda path: is_own(path.with_suffix(".dot")),  # both are written of one drawing
}
