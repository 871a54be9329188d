"""Reading a report in XML: without entities, in one namespace, with what stands in it beside its elements."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder

from casegen_evidence.expressions import compiled
from casegen_evidence.method import InputProblem
from casegen_evidence.reports.report_files import content

MAX_DEPTH = 200
"""elements within one another"""
LONG = 120
"""characters of a remark that are shown"""


@dataclass(frozen=True, slots=True)
class XmlReport:
    """A report: its root, names of elements without namespaces, and its comments and processing instructions.

    These are no part of the tree, so that none counts as a test or a line, but people write into them what was taken out
    of a report, and they hold what somebody turned into a comment.
    """

    root: Element
    remarks: tuple[str, ...]

    def entries(self) -> Iterator[str]:
        """What to ask of the remarks: all but those in which a program names itself."""
        for remark in (" ".join(text.split()) for text in self.remarks):
            if remark and not _TOOL.fullmatch(remark):
                yield f"comment: {remark[:LONG]}"

    def asides(self, holders: Collection[str]) -> Iterator[tuple[str, str]]:
        """Remarks, and texts of elements called as one of ``holders``, which are to hold elements only: place and text.

        To XML, a section CDATA and signs that are spelt ``&lt;`` are text, whatever they hold.
        """
        yield from (("a comment", remark) for remark in self.remarks)
        for element in self.root.iter():
            if element.tag in holders and (text := own_text(element).strip()):
                yield f"the text of <{element.tag}>", text

    def elements_in_asides(self, names: Collection[str], holders: Collection[str]) -> list[str]:
        """Elements of the given names in an aside, each with its place: they were in the report, and are not read."""
        held = [(name, place) for place, text in self.asides(holders) for name in _ELEMENT.findall(text)]
        return [f"<{name}> in {place}" for name, place in dict.fromkeys(held) if name in names]


_ELEMENT = compiled(r"<\s*/?\s*(?:[\w.-]+:)?([A-Za-z][\w.-]*)(?=[\s/>])")
_TOOL = compiled(
    r"(?i)(?:generated|created|produced|written|converted|exported)\s+(?:by|with|using)\s+"
    r"(?:[\w+-]*[.\d][\w.+-]*:?|[\w.+-]+:?(?=\s+(?:v(?:ersion)?\s*)?\d|\s+https?:))"
    r"(?:\s+(?:v(?:ersion)?\s*)?\d[\w.+-]*)?(?:\s+https?://\S+)?|"
    r"based on https?://\S+|this file represents the results of running a test suite|xml-stylesheet\s.*"
)
"""a program that names itself, with a version or an address, the form that it writes, or the look of the page"""


class _Listening(TreeBuilder):
    """Builds the tree without comments and processing instructions, as always, and keeps their texts."""

    def __init__(self) -> None:
        super().__init__()
        self.remarks: list[str] = []

    def comment(self, text: str | None, /) -> Element:
        self.remarks.append((text or "").strip())
        return Element("comment")

    def pi(self, target: str, text: str | None = None, /) -> Element:
        self.remarks.append(f"{target}\n{text or ''}".strip())
        return Element("pi")


def read_xml(path: Path, what: str, names: Collection[str]) -> XmlReport:
    """A report in XML; ``what`` it should be stands in the messages, ``names`` are the elements that are counted.

    Raises :class:`InputProblem` for text that is no XML, for entities, which can read other files, and for elements that
    may be meant to count and would not: of one of the names in another namespace than the root's, or spelt otherwise.
    """
    root, remarks = _parsed(path, what)
    own = _namespace(root.tag)
    known = {_folded(name): name for name in names}
    for element in root.iter():
        name = element.tag.rpartition("}")[2]
        meant = known.get(_folded(name))
        if meant is not None and meant != name:
            raise InputProblem(
                f"{path.name}: expected {what}: <{name[:60]}> is none of its elements, and would not be counted. Write "
                f"<{meant}>"
            )
        if meant is not None and _namespace(element.tag) not in (own, ""):  # some write it at the root alone
            raise InputProblem(
                f"{path.name}: expected {what}: <{name}> stands in the namespace {_namespace(element.tag)[:80]!r}, the "
                f"root in {own[:80]!r}. Write all of the report in one"
            )
        element.tag = name
    here, depth = [root], 0
    while here := [child for element in here for child in element]:
        depth += 1
        if depth >= MAX_DEPTH:  # what is asked of each element and all within it would take for ever
            raise InputProblem(f"{path.name}: expected {what}: elements are nested deeper than {MAX_DEPTH}")
    return XmlReport(root, remarks)


def _parsed(path: Path, what: str) -> tuple[Element, tuple[str, ...]]:
    from xml.etree.ElementTree import ParseError

    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser

    target = _Listening()
    parser: Any = DefusedXMLParser(
        target=target, forbid_dtd=False, forbid_entities=True, forbid_external=True
    )
    try:
        parser.feed(content(path))
        return parser.close(), tuple(target.remarks)
    except ParseError as error:
        line, column = error.position
        raise InputProblem(f"{path.name}:{line}:{column + 1}: expected {what}: {error}") from None
    except DefusedXmlException:
        raise InputProblem(
            f"{path.name}: the file declares entities, which is refused: write {what} without <!ENTITY>"
        ) from None
    except (LookupError, ValueError) as error:
        raise InputProblem(f"{path.name}: expected {what}: {error}") from None


def _namespace(tag: str) -> str:
    return tag.rpartition("}")[0].removeprefix("{")


def _folded(name: str) -> str:
    """A name without capitals and signs, in which ``test-case`` and ``TestCase`` are one."""
    return re.sub(r"[\W_]", "", name).casefold()


def own_text(element: Element) -> str:
    """The text that stands in an element itself, before, between and behind the elements within it."""
    return "\n".join(filter(None, (element.text, *(child.tail for child in element))))
