"""The report as PDF/A-3a and PDF/UA-1, set by typst from a fixed template and data."""

from __future__ import annotations

import datetime
import io
import json
import logging
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any, Literal

import pikepdf

from casegen.model.diagnostic import MissingDependencyError
from casegen.model.plural import some as some_of
from casegen.model.results import Assessment
from casegen.render.attachments import Attachment, attachments
from casegen.render.document_settings import read_custom
from casegen.render.fonts import all_drawn, boxed, family, has_marks, missing, printable, spelled, use_fonts
from casegen.render.language import Language, use_language
from casegen.render.pdf_pictures import detached, put_in_place, set_ahead
from casegen.render.prose import pieces_of
from casegen.render.prose.pieces import status
from casegen.render.prose.places import places
from casegen.render.prose.typeset import typeset
from casegen.render.report import Report, build_report
from casegen.render.resources import document_file, fallback_fonts_folder, fonts_folder, typesetter
from casegen.render.views import Sections, VerdictView
from casegen.render.views.audit import ControlView
from casegen.review.dossier import Dossier

Data = dict[str, Any]
"""JSON for the typesetter's script"""
_LOG = logging.getLogger("casegen")
MOST_NAMED = 12
"""signs that the warning names; the others are counted"""
_LINES = re.compile(r"(?<=>)[^<>]+(?=<)")
"""texts of a drawing between its tags: one for each line that is drawn"""
_WORD = re.compile(r"\S+")
STANDARDS: list[Literal["a-3a", "ua-1"]] = ["a-3a", "ua-1"]


def begin_pdf(assessment: Assessment, dossier: Dossier | None = None) -> Callable[[], bytes]:
    """Begin to set the PDF as the case's ``document.yaml`` asks for it, in a thread that the result's call awaits.

    Raises:
        InputError: ``document.yaml``, its logo or its language is wrong.
        MissingDependencyError: no Graphviz layout program was found, or typst failed, this when the result is called.
    """
    custom = read_custom(assessment.case.root)
    return begun(assessment, build_report(assessment, dossier, custom), custom.language, custom.fonts)


def begun(
    assessment: Assessment, report: Report, language: Language, fonts: Sequence[Path] = ()
) -> Callable[[], bytes]:
    """As :func:`begin_pdf`, of a report that is built already; ``fonts`` are those of the case.

    Signs that no font has are written as their code points, and named in a warning of the log.
    """
    typst = typesetter()
    with use_language(language):
        files = attachments(assessment)
    day = datetime.date.fromisoformat(report.sections["document"]["date"])
    with use_fonts(fonts), use_language(language):
        data = _data(report, files, language, day)
    data["fonts"] = ["Inter", "DejaVu Sans", *dict.fromkeys(map(family, fonts))]
    folders = dict.fromkeys((fonts_folder(), fallback_fonts_folder(), *(font.parent for font in fonts)))

    searched = [str(folder) for folder in folders if folder]
    at = datetime.datetime(day.year, day.month, day.day, tzinfo=datetime.UTC)

    def begun(given: Data) -> Callable[[], bytes]:
        pictures: list[tuple[str, float]] = []
        text = detached(given, pictures)
        setting = _beside(
            typst.compile,
            str(document_file("report.typ")),
            root=str(document_file("")),
            font_paths=searched,
            ignore_system_fonts=True,
            format="pdf",
            sys_inputs={"data": json.dumps(text, ensure_ascii=False)}
            | {f"file{index}": file.text for index, file in enumerate(files)},
            pdf_standards=[*STANDARDS],
            timestamp=at,
        )

        def packed() -> bytes:
            ahead = set_ahead(pictures, searched, at)
            return _packed(
                bytes(setting.result()),
                lambda document: put_in_place(document, pictures, searched, at, ahead),
            )

        return packed

    first = begun(data)
    return lambda: _finished(first, data, lambda given: begun(given)())


def _finished(first: Callable[[], bytes], data: Data, again: Callable[[Data], bytes]) -> bytes:
    """What ``first`` gives; where PDF/A refuses joined signs, what ``again`` gives with those texts spelled that hold
    marks, or at last with all that join or turn.
    """
    import typst

    wanted: list[Callable[[str], bool]] = [has_marks, bool]
    attempt = first
    while True:
        try:
            return attempt()
        except typst.TypstError as problem:
            refused = any(said in str(problem.diagnostic) for said in ("codepoints", "displayed"))
            if not refused or not wanted:
                raise MissingDependencyError(
                    f"typst could not set the report: {problem.diagnostic}"
                ) from problem
        attempt = partial(_again, again, data, wanted.pop(0))


def _again(again: Callable[[Data], bytes], data: Data, wanted: Callable[[str], bool]) -> bytes:
    return again(_spelled_out(data, wanted))


def _spelled_out(data: Data, wanted: Callable[[str], bool]) -> Data:
    """The data with the words that are ``wanted`` spelled; a warning names the signs, and where the first stand."""
    changed = [text for text in dict.fromkeys(_texts(data)) if _by_words(text, wanted) != text]
    texts = [text for text in changed if not text.lstrip().startswith("<")]
    written = "".join(texts)  # most of what drawings say is repeated there
    for drawing in (text for text in changed if text.lstrip().startswith("<")):
        lines = (unescape(line) for line in _LINES.findall(drawing))
        texts += [line for line in lines if _by_words(line, wanted) != line and line not in written]
    words = (word for text in texts for word in text.split() if wanted(word))
    signs = dict.fromkeys(c for word in words for c in word if spelled(c) != c)
    some = ", ".join(f"{unicodedata.name(c, 'sign')} (U+{ord(c):04X})" for c in list(signs)[:MOST_NAMED])
    _LOG.warning(
        "the PDF cannot hold some joined signs as searchable text, which PDF/A asks for, and writes them as code points: "
        "%s%s; they stand in %s; fix: put a font that has them joined into the case folder and name it in document.yaml "
        "(document: fonts: [fonts/NAME.ttf]), or write signs without marks",
        some, " and others" if len(signs) > MOST_NAMED else "", _some_texts(texts),
    )  # fmt: skip
    result: Data = _spelled(data, wanted)
    return result


def _some_texts(texts: Sequence[str]) -> str:
    """The first texts, each cut to what tells where it stands."""
    return some_of([repr(text if len(text) <= 60 else f"{text[:59]}…") for text in texts])


def _beside(call: Callable[..., Any], *arguments: Any, **named: Any) -> Future[Any]:
    """One call of compiled code, which needs the interpreter at its ends only, in a thread of its own."""
    pool = ThreadPoolExecutor(1)
    try:
        return pool.submit(call, *arguments, **named)
    finally:
        pool.shutdown(wait=False)


def _parted(shown: str, given: str) -> str:
    """A text whose signs became code points may break before each: in a row they would run out of their column."""
    return shown if shown == given else shown.replace("[U+", "\u200b[U+")


def _by_words(text: str, wanted: Callable[[str], bool], instead: str = "") -> str:
    """``text`` with its ``wanted`` words spelled: what cannot be held takes no other word of the text with it."""
    if text.isascii():
        return text
    return _WORD.sub(lambda word: spelled(word[0], instead) if wanted(word[0]) else word[0], text)


def _spelled(value: Any, wanted: Callable[[str], bool]) -> Any:
    """The data with marks and letters that join or turn written as code points, in the words that are ``wanted``.

    In a drawing they are empty squares.
    """
    if isinstance(value, str):
        return _parted(_by_words(value, wanted), value)
    if isinstance(value, dict):
        return {
            key: _LINES.sub(lambda line: _by_words(line[0], wanted, "□"), part)
            if key == "svg"
            else _spelled(part, wanted)
            for key, part in value.items()
        }
    if isinstance(value, list):
        return [_spelled(part, wanted) for part in value]
    return value


def _packed(written: bytes, complete: Callable[[pikepdf.Pdf], None]) -> bytes:
    """The file, made ``complete``, with its small objects, most of all the tags, compressed together: half its size.

    Object streams are part of PDF 1.5, and of PDF/A from its second part on (ISO 19005-3, 6.1.4).
    """
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(written)) as document:
        complete(document)
        # false is what absence says (ISO 32000-1, table 321), and poppler's pdfinfo calls a written false an error
        if "/Suspects" in document.Root.MarkInfo:
            del document.Root.MarkInfo.Suspects
        document.save(
            out,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            min_version="1.7",
            deterministic_id=True,
        )
    return out.getvalue()


def _data(report: Report, files: Sequence[Attachment], language: Language, day: datetime.date) -> Data:
    sections: Sections = {
        **report.sections,
        "digest": files[0].sha256,
        "attached": {file.evidence: file.name for file in files if file.evidence},
    }
    pieces = list(pieces_of(replace(report, sections=sections), title=False))
    rows = typeset(pieces)
    cut = next((n for n, row in enumerate(rows) if row["is"] == "annexes"), len(rows))
    data: Data = {
        "document": sections["document"], "layout": sections["layout"],
        "verdict": _verdict(sections["verdict"]), "control": _control(sections["control"]),
        "pieces": rows[:cut], "annexes": rows[cut + 1 :],
        "labels": {name: str(page) for name, page in places(pieces).items()},
        "date": {"year": day.year, "month": day.month, "day": day.day}, "words": dict(language.words),
        "files": [
            {"name": file.name, "input": f"file{index}", "description": file.description}
            for index, file in enumerate(files)
        ],
    }  # fmt: skip
    if all_drawn(json.dumps(data, ensure_ascii=False)):
        return data
    _warn_of_missing(data)
    drawn: Data = _printable(data)
    return drawn


def _verdict(row: VerdictView) -> Data:
    """What the title page says: statuses with their signs."""
    roots = [{**root, "signed": _signed(root["class"], root["status"])} for root in row["roots"]]
    return {
        "class": row["class"], "word": row["word"], "sentence": row["sentence"], "findings": row["findings"],
        "damaged": row["damaged"], "facts": row["facts"],
        "signed": _signed(row["class"], row["word"]), "roots": roots,
    }  # fmt: skip


def _control(row: ControlView) -> Data:
    css = "supported" if row["frozen"] else "stale"
    return {"frozen": row["frozen"], "baseline": row["baseline"], "signed": _signed(css, row["state"])}


def _signed(css: str, word: str) -> str:
    return "".join(span.text for span in status(css, word))


def _warn_of_missing(sections: Data) -> None:
    """Tell which signs the PDF writes as code points, and what helps."""
    lacking = missing("".join(dict.fromkeys(_texts(sections))))
    if not lacking:
        return
    some = ", ".join(f"{c} (U+{ord(c):04X})" for c in lacking[:MOST_NAMED])
    more = f" and {len(lacking) - MOST_NAMED} more" if len(lacking) > MOST_NAMED else ""
    _LOG.warning(
        "the PDF writes signs that its fonts lack as code points: %s%s; fix: put a font that has them into the case "
        "folder and name it in document.yaml (document: fonts: [fonts/NAME.ttf])", some, more,
    )  # fmt: skip


def _texts(value: Any) -> Iterator[str]:
    """Every text in the data, in its order."""
    pending = [value]
    while pending:
        one = pending.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            pending += reversed(one.values())
        elif isinstance(one, list):
            pending += reversed(one)


def _printable(value: Any) -> Any:
    if isinstance(value, str):
        return _parted(printable(value), value)
    if isinstance(value, dict):
        return {key: boxed(part) if key == "svg" else _printable(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_printable(part) for part in value]
    return value
