"""The words of a document whatever its form: encodings, web pages, JSON, office files; PDF and pictures are not read."""

from __future__ import annotations

import html
import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

from casegen.io.markdown_text import shown_of_markdown
from casegen.model.spelling import plainly_spelled

READ = 200_000
"""bytes of a document, and characters of its words, that are looked at"""
_BLOCK = re.compile(
    r"</(?:p|div|h\d|li|dd|tr|title|table|section|text:p|text:h|w:p|table:table-row|w:tr)>|<br\s*/?>", re.I
)
_TERM = re.compile(r"\s*</dt>", re.I)
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
_AS_TYPED = (".csv", ".tsv", ".xml", ".json", ".jsonl", ".sarif")
"""endings of files in which no letter is a mark of Markdown"""
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
    return _WORDLESS.sub(_shortened, plainly_spelled(_without_marks(_written_text(path))))


_WORDLESS = re.compile(r"(?:^[^\w\n]*\n){20,}", re.M)
"""lines without a letter or digit, more of them than mean anything: each form would look through all from each"""


def _shortened(lines: re.Match[str]) -> str:
    return "\n".join(lines[0].split("\n")[:20]) + "\n"


_QUOTED = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.M)
"""lines of a letter that is answered"""
_WITHIN = re.compile(
    r"(?<=[^\W\d_])(?:\*{1,3}|`)(?=[^\W\d_])|(?<![\w*`])(?:\*{1,3}|`)(?=[^\W\d_](?:\*{1,3}|`)[^\W\d_])"
)
_UNDERLINED = re.compile(r"(?<!\w)_{1,2}(?=[^\W_])(?P<said>[^_\n]{1,200})(?<=[^\W_])_{1,2}(?!\w)")
_STRUCK = re.compile(r"<(?P<name>del|s|strike)\b[^<>]*>(?P<said>.*?)</(?P=name)\s*>", re.I | re.S)


_OVERLAY = re.compile(r"[\u0335-\u0338]")
_OVERLAID = re.compile(r"(?:[^\W\d_][\u0335-\u0338])+(?:\s(?:[^\W\d_][\u0335-\u0338])+)*")


def _without_marks(text: str) -> str:
    """Words without what marks quoted lines and emphasis: ``> The test``, ``fai**led**``, ``_failed_``.

    What is struck out stands between two tildes, as in Markdown.
    """
    text = _OVERLAID.sub(lambda match: f"~~{_OVERLAY.sub('', match[0])}~~", text)
    text = _STRUCK.sub(r"~~\g<said>~~", text)
    text = _UNDERLINED.sub(r"\g<said>", _WITHIN.sub("", _QUOTED.sub("", text)))
    return re.sub(r"([.!?])~~", r"~~\1", text)


def _written_text(path: Path) -> str:
    """The words of a document, lines kept; empty where its form is not read (PDF, pictures, archives).

    Web pages and office files lose their tags (cells are kept apart by ``|``), JSON becomes lines ``key: value``, and
    texts lose the marks of Markdown.
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
    if text.lstrip()[:1] in ("{", "[") and (read := _of_json(text)) != text:
        return read
    return text if path.suffix.casefold() in _AS_TYPED else shown_of_markdown(text)


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
    text = _STRUCK.sub(r"~~\g<said>~~", text)
    seen = _TAG.sub("", _CELL.sub(" | ", _BLOCK.sub("\n", _TERM.sub(": ", _UNSEEN.sub(" ", text)))))
    return html.unescape(seen)[:READ]


def _office(path: Path) -> str:
    """The body of a text document, then the heads and feet of its pages; nothing is unpacked beyond what is read."""
    try:
        with zipfile.ZipFile(path) as archive:
            name = next((name for name in _OFFICE if name in archive.namelist()), "")
            if not name:
                return ""
            return "\n".join(
                _without_tags(_SHAPED.sub(r"\g<said></w:p>", _unpacked(archive, part)))
                for part in (name, *_beside(archive))
            )
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError):
        return ""


_HEAD_OR_FOOT = re.compile(r"word/(?:header|footer)\d*\.xml")
_MOST_BESIDE = 12
_SHAPED = re.compile(r"<v:textpath\s[^<>]*?\bstring=\"(?P<said>[^\"<>]{1,200})\"[^<>]*>")
"""a watermark, which is drawn as a shape"""


def _beside(archive: zipfile.ZipFile) -> list[str]:
    """Parts of a document in Office Open XML with what stands on every page."""
    return [name for name in archive.namelist() if _HEAD_OR_FOOT.fullmatch(name)][:_MOST_BESIDE]


def _unpacked(archive: zipfile.ZipFile, name: str) -> str:
    with archive.open(name) as file:
        return file.read(5 * READ).decode("utf-8", "replace")


_ELEMENT = re.compile(
    r"<(?P<name>[A-Za-z][\w:.-]*)(?P<held>(?:\s[^<>]*)?)(?:/>|>(?:(?P<said>[^<>]{1,200})</)?)"
)
_ATTRIBUTE = re.compile(r"(?P<name>[A-Za-z][\w-]*)\s*=\s*[\"'](?P<said>[^\"'<>]{1,200})[\"']")
_STATES = ("status", "state")
"""attributes of single tests, which are not the state of the document"""


_OF_TEST = re.compile(
    r"<(?:test|testcase|case|check|step)\s[^<>]*\bstatus\s*=\s*[\"'](?P<said>[^\"'<>]{1,40})[\"']|"
    r"<status\s[^<>]*\bstatus\s*=\s*[\"'](?P<last>[^\"'<>]{1,40})[\"'][^<>]*(?:/>|>[^<]*</status>)\s*</test>",
    re.I,
)
"""the state of a single test: an attribute of it (CTest), or of its last element (Robot Framework)"""
_CAME_OUT = re.compile(r"(?:pass(?:ed)?|ok|fail(?:ed)?|error|nok)", re.I)


def _of_xml(text: str) -> str:
    """Elements that hold words and nothing else, and attributes, one line each as ``name: words``."""
    outcomes = [match["said"] or match["last"] for match in _OF_TEST.finditer(text)]
    lines = [f"outcome: {said.lower()}" for said in outcomes if _CAME_OUT.fullmatch(said)]
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
