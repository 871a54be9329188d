"""What an export does with characters that are not seen: XML has no place for some, others go out as they are, listed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from casegen.model.case import SECTIONS, Case
from casegen.model.expressions import compiled
from casegen.model.legible import character_name, hidden

_NOT_OF_XML = compiled("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
UNSEEN = "not seen by whoever reads it there; XML has U+FFFD in place of a control character"


def for_xml(text: str) -> str:
    """``text`` with the sign for a character that is no text, U+FFFD, in place of each that XML cannot hold.

    >>> for_xml("a\x01b\tc")
    'a\ufffdb\tc'
    """
    return _NOT_OF_XML.sub("\ufffd", text)


def unseen(case: Case, sections: Collection[str] = SECTIONS) -> Iterator[str]:
    """Each text of these sections, and of the header, that holds characters which are not seen, with their names."""
    for where, text in _texts(case.header, "case"):
        yield from _named(where, text)
    for section in sections:
        for part in getattr(case, section):
            for where, text in _texts(part, f"{section} {getattr(part, 'id', '')}".strip()):
                yield from _named(where, text)


def _named(where: str, text: str) -> Iterator[str]:
    names = ", ".join(character_name(character) for character in dict.fromkeys(hidden(text)))
    if names:
        yield f"{where} holds {names}"


def _texts(part: Any, where: str) -> Iterator[tuple[str, str]]:
    """Every text that may hold such characters, with the part and the key where it stands."""
    if isinstance(part, str):
        if not (part.isascii() and part.isprintable()):
            yield where, part
    elif isinstance(part, BaseModel | Mapping):
        fields: Mapping[str, Any] = part.__dict__ if isinstance(part, BaseModel) else part
        head = where.partition(":")[0]
        for name, value in fields.items():
            yield from _texts(value, f"{head}: {name}")
    elif isinstance(part, tuple | list):
        for value in part:
            yield from _texts(value, where)
