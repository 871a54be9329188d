"""The whole report as one Markdown file (CommonMark with tables), its drawings as SVG files beside it.

Every text of the case is escaped: it can start no markup, no HTML, no formula, no mention.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from casegen.model.legible import legible
from casegen.model.results import Assessment
from casegen.render.document_settings import read_custom
from casegen.render.language import use_language
from casegen.render.prose import (
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
    pieces_of,
)
from casegen.render.prose.pieces import Index, by_kind
from casegen.render.report import build_report
from casegen.review.dossier import Dossier

_SPECIAL = re.compile(r"[\\`*_\[\]#|~$]")
_AT_START = re.compile(r"^(\s*)(?:([-+=])|(\d{1,9})([.)])(?=\s))", re.MULTILINE)
"""what starts a list, a rule or a heading where it stands first on a line"""
_ANCHOR = re.compile(r'<a id="([^"]*)"></a>(\n\n)?')
"""a place that links lead to: the first of a name, since a scenario has its row and its drawing"""
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;"})


def write_markdown(assessment: Assessment, path: Path, dossier: Dossier | None = None) -> tuple[Path, ...]:
    """Write the report and its pictures; returns the file of text first, then the pictures.

    Raises:
        InputError: ``document.yaml`` is wrong.
        MissingDependencyError: no Graphviz layout program was found.
        OSError: a file cannot be written.
    """
    from casegen.io.atomic import write_bytes

    custom = read_custom(assessment.case.root)
    report = build_report(assessment, dossier, custom)
    with use_language(custom.language):
        pieces = list(flat(pieces_of(report)))
    folder = path.with_name(f"{path.stem}-pictures")
    text = markdown(pieces, folder.name)
    written = [write_bytes(path, text.encode("utf-8"))]
    for piece in pieces:
        if isinstance(piece, Picture):
            written.append(write_bytes(folder / f"{file_name(piece)}", piece.svg.encode("utf-8")))
    return tuple(written)


def file_name(picture: Picture) -> str:
    """File name of a picture."""
    return f"{picture.name}.svg"


def markdown(pieces: list[Piece], folder: str) -> str:
    """The pieces as Markdown; pictures lie in ``folder``."""
    places = set(_places(pieces))
    parts = (_piece(piece, folder, places) for piece in _leveled(pieces))
    text = "\n\n".join(filter(None, parts)) + "\n"
    seen: set[str] = set()

    def once(place: re.Match[str]) -> str:
        if place[1] in seen:
            return ""
        seen.add(place[1])
        return place[0]

    return _ANCHOR.sub(once, text)


def _leveled(pieces: list[Piece]) -> Iterator[Piece]:
    """The pieces; a heading before the first chapter is one level higher, so that none is left out above it."""
    begun = False
    for piece in pieces:
        if isinstance(piece, Heading):
            begun = begun or piece.level == 1
            if piece.level > 1 and not begun:
                yield replace(piece, level=piece.level - 1)
                continue
        yield piece


def _places(pieces: list[Piece]) -> Iterator[str]:
    for piece in pieces:
        if isinstance(piece, Heading | Paragraph) and piece.anchor:
            yield piece.anchor
        elif isinstance(piece, TableBlock | Bullets):
            yield from filter(None, piece.anchors)
        elif isinstance(piece, Picture):
            yield piece.name


def _piece(piece: Piece, folder: str, places: set[str]) -> str:
    match piece:
        case Heading():
            place = f"{_place(piece.anchor)}\n\n" if piece.anchor else ""
            return f"{place}{'#' * (piece.level + 1)} {escaped(piece.text)}"
        case Paragraph():
            return _place(piece.anchor) + _words(piece.words, places)
        case Bullets():
            depths = piece.depths or (0,) * len(piece.items)
            anchors = piece.anchors or ("",) * len(piece.items)
            rows = zip(piece.items, _steps(depths), anchors, strict=True)
            return "\n".join(f"{'  ' * depth}- {_place(a)}{_words(item, places)}" for item, depth, a in rows)
        case Picture():
            alt = " ".join(escaped(piece.alt).split())
            caption = f"*{escaped(piece.title)}*" if piece.title else ""
            return f"{_place(piece.name)}\n\n![{alt}](<{folder}/{file_name(piece)}>)\n\n{caption}"
        case TableBlock():
            return _table(piece, places)
        case Index():
            return _table(by_kind(piece), places)
        case _:  # pages and contents are a matter of paper
            return ""


def _steps(depths: tuple[int, ...]) -> list[int]:
    """Depths in which an item lies at most one step below the item before it, as lists need it."""
    result: list[int] = []
    for depth in depths:
        result.append(min(depth, result[-1] + 1) if result else 0)
    return result


def _table(piece: TableBlock, places: set[str]) -> str:
    anchors = piece.anchors or ("",) * len(piece.rows)
    head = [escaped(name) or " " for name in piece.head]
    rows = [
        [_place(anchor) + _cell(row[0], places), *(_cell(cell, places) for cell in row[1:])] if row else []
        for row, anchor in zip(piece.rows, anchors, strict=True)
    ]
    lines = [head, ["---"] * len(head), *rows]
    caption = f"*{escaped(piece.caption)}*\n\n" if piece.caption else ""
    return caption + "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(cell: Cell, places: set[str]) -> str:
    if isinstance(cell, Items):
        return "<br>".join(f"• {_words(item, places)}" for item in cell.items)
    return _words(cell, places) or " "


def _place(anchor: str) -> str:
    return f'<a id="{anchor}"></a>' if anchor else ""


def _words(words: Words, places: set[str]) -> str:
    return "".join(_span(span, places) for span in words)


def _span(span: Span, places: set[str]) -> str:
    text = escaped(span.text)
    inner = text.strip()
    if not inner:
        return text
    if span.strong:
        text = text.replace(inner, f"**{inner}**")
    return f"[{text}](#{span.href})" if span.href in places else text


def escaped(text: str) -> str:
    """Text that no reader of Markdown takes for anything else; line breaks become ``<br>``."""
    # a break between two parts is a text of its own; at the ends of a text it is nothing
    clean = legible(text.strip("\n") if text.strip("\n") else text)
    quoted = _SPECIAL.sub(lambda result: "\\" + result[0], clean).translate(_ENTITIES)
    quoted = quoted.replace("://", "&#58;//")
    quoted = _AT_START.sub(_unlisted, quoted)
    return re.sub(r"[ \t]*\n[ \t]*", "<br>", quoted)


def _unlisted(result: re.Match[str]) -> str:
    space, sign, number, mark = result.groups()
    return f"{space}\\{sign}" if sign else f"{space}{number}\\{mark}"
