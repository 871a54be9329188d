"""In which encoding a text is by its first bytes, for what a command says of a file before a method reads it."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from casegen.io.regular import read_bytes

_MARKS: Sequence[tuple[bytes, str]] = (
    (codecs.BOM_UTF32_LE, "utf-32"),  # begins as UTF-16 does
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (codecs.BOM_UTF8, "utf-8-sig"),
)
_ZEROS: Mapping[tuple[bool, ...], str] = {
    (False, True, True, True): "utf-32-le", (True, True, True, False): "utf-32-be",
    (False, True, False, True): "utf-16-le", (True, False, True, False): "utf-16-be",
}  # fmt: skip
"""which of the first four bytes are zero, where two letters of ASCII or more begin a text without a mark"""

UTF8 = frozenset({"utf-8", "utf-8-sig"})


def encoding_shown(head: bytes) -> str:
    """The encoding that the first bytes of a text show, by Python's name; ``utf-8`` where they show no other.

    >>> encoding_shown("<a/>".encode("utf-16")), encoding_shown(b"<a/>"), encoding_shown("{}".encode("utf-16-be"))
    ('utf-16', 'utf-8', 'utf-16-be')
    """
    marked = next((name for mark, name in _MARKS if head.startswith(mark)), "")
    return marked or _ZEROS.get(tuple(byte == 0 for byte in head[:4]), "utf-8")


def beginning(head: bytes) -> str:
    """The first bytes of a text as text, without its mark; what is cut or is no text in that encoding is replaced."""
    return head.decode(encoding_shown(head), "replace")


def is_utf8(head: bytes) -> bool:
    """Whether the first bytes of a file are text in UTF-8, except for a character at their end that is cut."""
    if encoding_shown(head) not in UTF8:
        return False
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return True


def encoding_fix(report: Path) -> str:
    """What to do about a report in XML or JSON that cannot be read for its encoding; empty where that is not why."""
    content = read_bytes(report, follow=True)
    if report.suffix.lower() != ".xml":
        return "" if is_utf8(content) else "save it as UTF-8"
    return (
        "save it as UTF-8, or state in its first line the encoding that it is in"
        if _misstated(content)
        else ""
    )


def _misstated(xml: bytes) -> bool:
    """Whether the first line of an XML document states another encoding than its bytes show, or none that is read."""
    shown = encoding_shown(xml)
    stated = re.match(r"<\?xml[^>]*\bencoding\s*=\s*[\"']([\w.-]+)", beginning(xml[:400]))
    name = stated[1].lower() if stated else "utf-8"
    if shown in UTF8:
        return name == "utf-8" and not is_utf8(xml)
    return shown.startswith("utf-32") or (stated is not None and not name.startswith("utf-16"))
