"""XML as elements that know their line and column; entities, external references and bombs are refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.sax import SAXParseException
from xml.sax.expatreader import ExpatLocator
from xml.sax.handler import ContentHandler

from casegen.io.regular import read_bytes
from casegen.model.case import Location
from casegen.model.diagnostic import InputError

MAX_DEPTH = 100
"""elements within each other: an expression takes five calls of its reader each"""
MAX_BYTES = 200 * 2**20
MAX_PARTS = 4_000_000
"""elements and attributes of a file: each takes some 500 bytes of memory"""


@dataclass(slots=True)
class Element:
    """One element: name, attributes, children, and where it starts."""

    tag: str
    attributes: dict[str, str]
    place: Location
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def __iter__(self) -> Iterator[Element]:
        return iter(self.children)

    def all(self, tag: str) -> list[Element]:
        """Children of one name."""
        return [c for c in self.children if c.tag == tag]

    def first(self, *tags: str) -> Element | None:
        """The first child with one of the names."""
        return next((c for c in self.children if c.tag in tags), None)


def parse_xml(path: Path, name: str = "") -> Element:
    """The root element of a file.

    Raises :class:`InputError` with line and column for malformed XML, entity declarations, external
    references, nesting deeper than 100 and files above 200 MiB.
    """
    from defusedxml import DefusedXmlException
    from defusedxml.sax import make_parser

    label = name or str(path)
    here = Location(label)
    try:
        if path.stat().st_size > MAX_BYTES:
            raise InputError.at(here, f"the file is larger than {MAX_BYTES // 2**20} MiB")
        raw = read_bytes(path, most=MAX_BYTES, follow=True)
    except OSError as error:
        raise InputError.at(here, f"cannot read the file: {error.strerror or error}") from None
    handler = _Handler(label)
    parser = make_parser()
    parser.setContentHandler(handler)
    handler.setDocumentLocator(ExpatLocator(parser))
    try:
        parser.feed(raw)  # at once: expat reads what it was given in pieces again for each of them
        parser.close()
    except SAXParseException as error:
        place = Location(label, error.getLineNumber() or 1, (error.getColumnNumber() or 0) + 1)
        raise InputError.at(place, f"not well-formed XML: {error.getMessage()}") from None
    except DefusedXmlException as error:
        what = type(error).__name__.replace("Forbidden", "").lower()
        raise InputError.at(
            handler.here(),
            f"the file declares {what or 'entities'}, which is refused: it can read other files or exhaust memory",
            hint="write the text in full, without <!ENTITY> and external references",
        ) from None
    except (LookupError, ValueError, UnicodeError) as error:
        raise InputError.at(handler.here(), f"cannot decode the file: {error}") from None
    assert handler.root is not None
    return handler.root


class _Handler(ContentHandler):
    def __init__(self, file: str) -> None:
        super().__init__()
        self.file = file
        self.locator: Any = None
        self.root: Element | None = None
        self.parts = 0
        self.open: list[Element] = []
        self.texts: list[list[str]] = []
        """pieces of the text of each open element: joined once, since a long text comes in many"""

    def setDocumentLocator(self, locator: Any) -> None:  # noqa: N802 (name of the SAX interface)
        self.locator = locator

    def here(self) -> Location:
        line = self.locator.getLineNumber() if self.locator else 1
        column = self.locator.getColumnNumber() if self.locator else 0
        return Location(self.file, line or 1, (column or 0) + 1)

    def startElement(self, name: str, attrs: Any) -> None:  # noqa: N802
        self.parts += 1 + len(attrs)
        if self.parts > MAX_PARTS:
            raise InputError.at(self.here(), f"more than {MAX_PARTS:,} elements and attributes")
        element = Element(name.rpartition(":")[2], dict(attrs.items()), self.here())
        if len(self.open) >= MAX_DEPTH:
            raise InputError.at(element.place, f"elements are nested deeper than {MAX_DEPTH}")
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)
        self.texts.append([])

    def endElement(self, name: str) -> None:  # noqa: N802
        self.open.pop().text = "".join(self.texts.pop()).strip()

    def characters(self, content: str) -> None:
        if self.open:
            self.texts[-1].append(content)
