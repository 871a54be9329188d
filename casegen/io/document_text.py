"""The words of a document whatever its form: encodings, web pages, JSON, office files; PDF and pictures are not read."""

from __future__ import annotations

import html
import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

from casegen.model.spelling import plainly_spelled

READ = 200_000
"""bytes of a document, and characters of its words, that are looked at"""
_BLOCK = re.compile(
    r"</(?:p|div|h\d|li|tr|title|table|section|text:p|text:h|w:p|table:table-row|w:tr)>|<br\s*/?>", re.I
)
_CELL = re.compile(r"</(?:td|th|w:tc|table:table-cell)>", re.I)
_UNSEEN = re.compile(r"<(script|style)\b.*?</\1\s*>|<!--.*?-->", re.I | re.S)
_TAG = re.compile(r"<[^<>]*>")
_PAGE = re.compile(r"^\s*(?:<\?xml[^>]*>\s*)?(?:<!doctype\s+html|<html)\b", re.I)
_MARKS = {
    ".pdf": (b"%PDF",), ".png": (b"\x89PNG",), ".jpg": (b"\xff\xd8",), ".jpeg": (b"\xff\xd8",), ".docx": (b"PK",),
    ".xlsx": (b"PK",), ".odt": (b"PK",), ".ods": (b"PK",), ".zip": (b"PK",), ".gz": (b"\x1f\x8b",),
}  # fmt: skip
_MARK_WITHIN = 1024
"""bytes: a PDF may start with something else"""
_OFFICE = ("word/document.xml", "content.xml")
_DEEPEST = 20


def other_form(path: Path) -> str:
    """The form that a file's name promises and its first bytes do not keep, such as ``PDF``; empty where they do."""
    marks = _MARKS.get(path.suffix.casefold(), ())
    with path.open("rb") as file:
        start = file.read(_MARK_WITHIN)
    kept = not marks or any(mark in start if mark == b"%PDF" else start.startswith(mark) for mark in marks)
    return "" if kept else path.suffix[1:].upper()


def document_text(path: Path) -> str:
    """The words of a document as they are read for their meaning, lines kept; empty where its form is not read."""
    return plainly_spelled(_written_text(path))


def _written_text(path: Path) -> str:
    """The words of a document, lines kept; empty where its form is not read (PDF, pictures, archives).

    Web pages and office files lose their tags (cells are kept apart by ``|``), JSON becomes lines ``key: value``.
    """
    with path.open("rb") as file:
        start = file.read(READ)
    if start.startswith(b"PK"):
        return _office(path)
    if any(start.startswith(mark) for marks in _MARKS.values() for mark in marks):
        return ""
    text = decoded(start)
    if "\0" in text:
        return ""
    if _PAGE.match(text) or path.suffix.casefold() in (".html", ".htm", ".xhtml"):
        return _without_tags(text)
    if text.lstrip().startswith("<") and _ELEMENT.search(text):
        return text + "\n" + _of_xml(text)
    if text.lstrip()[:1] in ("{", "["):
        return _of_json(text)
    return text


def decoded(data: bytes) -> str:
    """UTF-16 by its mark or its zero bytes, UTF-8, else Latin-1.

    >>> decoded("Ergebnis: geprüft".encode("latin-1")), decoded("fail".encode("utf-16-le"))
    ('Ergebnis: geprüft', 'fail')
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    for offset, name in ((1, "utf-16-le"), (0, "utf-16-be")):
        zeros = data[offset::2].count(0)
        if len(data) > 3 and zeros > len(data) // 4 and not data[1 - offset :: 2].count(0):
            return data.decode(name, "replace")
    for name in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(name)
        except UnicodeDecodeError as error:
            if len(data) >= READ and error.start > len(data) - 4:  # cut within a letter
                return data[: error.start].decode(name)
    return data.decode("latin-1")


def _without_tags(text: str) -> str:
    seen = _TAG.sub("", _CELL.sub(" | ", _BLOCK.sub("\n", _UNSEEN.sub(" ", text))))
    return html.unescape(seen)[:READ]


def _office(path: Path) -> str:
    """The body of a text document; nothing is unpacked beyond what is read."""
    try:
        with zipfile.ZipFile(path) as archive:
            name = next((name for name in _OFFICE if name in archive.namelist()), "")
            if not name:
                return ""
            with archive.open(name) as file:
                return _without_tags(file.read(5 * READ).decode("utf-8", "replace"))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError):
        return ""


_ELEMENT = re.compile(
    r"<(?P<name>[A-Za-z][\w:.-]*)(?P<held>(?:\s[^<>]*)?)(?:/>|>(?:(?P<said>[^<>]{1,200})</)?)"
)
_ATTRIBUTE = re.compile(r"(?P<name>[A-Za-z][\w-]*)\s*=\s*[\"'](?P<said>[^\"'<>]{1,200})[\"']")
_STATES = ("status", "state")
"""attributes of single tests, which are not the state of the document"""


def _of_xml(text: str) -> str:
    """Elements that hold words and nothing else, and attributes, one line each as ``name: words``."""
    lines = []
    for element in _ELEMENT.finditer(text):
        held = [(m["name"], m["said"]) for m in _ATTRIBUTE.finditer(element["held"])]
        held += [(element["name"], element["said"])] if element["said"] and element["said"].strip() else []
        lines += [f"{name}: {said.strip()}" for name, said in held if name.casefold() not in _STATES]
    return "\n".join(lines)[:READ]


def _of_json(text: str) -> str:
    """One line a value, also of one document a line; a text that is no whole JSON as it is."""
    documents: list[Any] = []
    for parts in ([text], [line for line in text.splitlines() if line.strip()]):
        try:
            documents = [json.loads(part) for part in parts]
        except (ValueError, RecursionError):
            continue
        break
    lines = io.StringIO()
    for document in documents:
        lines.write(_of_sarif(document))
        _spread("", document, lines, 0)
    return lines.getvalue()[:READ] or text


def _of_sarif(document: Any) -> str:
    """What a report in SARIF 2.1.0 comes to: a run that did not end, or results that are errors and not suppressed."""
    runs = document.get("runs") if isinstance(document, dict) and "version" in document else None
    if not isinstance(runs, list) or not all(isinstance(run, dict) and "tool" in run for run in runs):
        return ""
    results = [one for run in runs for one in run.get("results") or () if isinstance(one, dict)]
    errors = sum(1 for one in results if one.get("level") == "error" and not one.get("suppressions"))
    calls = [call for run in runs for call in run.get("invocations") or () if isinstance(call, dict)]
    broken = any(call.get("executionSuccessful") is False for call in calls)
    said = "failed, the run did not end" if broken else f"failed, {errors} errors" if errors else "no error"
    return f"Result: {said}\n"


def _spread(key: str, value: Any, lines: io.StringIO, depth: int) -> None:
    if depth > _DEEPEST:
        return
    if isinstance(value, dict):
        for name, part in value.items():
            _spread(str(name), part, lines, depth + 1)
    elif isinstance(value, list):
        for part in value:
            _spread(key, part, lines, depth + 1)
    else:
        said = (
            {True: "yes", False: "no", None: ""}.get(value, value)
            if isinstance(value, bool | None)
            else value
        )
        lines.write(f"{key}: {said}\n" if key else f"{said}\n")
