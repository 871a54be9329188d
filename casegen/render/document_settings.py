"""The case's own say in its documents: ``document.yaml``, its logo and its language, checked when they are read.

All of it is data.  Nothing of a case is ever run or read as markup, so that a stranger's folder can be drawn.
"""

from __future__ import annotations

import base64
import re
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from casegen.io.folder import inside
from casegen.io.model_file import read_model
from casegen.io.regular import found_instead
from casegen.io.source_map import Parsed
from casegen.model.case import Location
from casegen.model.diagnostic import Diagnostic, InputError, Severity
from casegen.model.document import ANNEXES, CHAPTERS, KEPT, DocumentFile, Settings
from casegen.model.sentence import fill, holes
from casegen.model.suggestions import nearest
from casegen.render import language as tongue
from casegen.render.fixed_words import is_fixed
from casegen.render.fonts import is_font
from casegen.render.language import Language
from casegen.render.sanitize_svg import clean_svg

FILE = "document.yaml"
LARGEST_LOGO = 2**20
LARGEST_SIDE = 10_000
LARGEST_FONT = 32 * 2**20
_CODE = re.compile(r"[a-z]{2,3}")
_OF_A_VERDICT = re.compile(
    r"\b(?:supported|holds?|fresh|accepted|approved|valid|verified|proven|met|passed|released|(?:un|ge)stützt|belegt|"
    r"hält|gilt|frisch|akzeptiert|angenommen|anerkannt|gültig|erfüllt|bestanden|freigegeben|geprüft|nachgewiesen)\b",
    re.IGNORECASE,
)
"""words that read as a verdict beside the title, where a case writes what it likes"""
_PNG = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class Custom:
    """What a case asks of its documents, ready for use.  ``logo`` is SVG text, empty without one."""

    settings: Settings
    language: Language
    logo: str = ""
    fonts: tuple[Path, ...] = ()

    @property
    def own_words(self) -> str:
        """Which words of the documents are the case's own, by file and key; empty where all are casegen's."""
        own = [self.settings.language] if self.settings.language.endswith((".yaml", ".yml")) else []
        for name in ("subtitle", "classification"):
            text = getattr(self.settings, name)
            own += [f"{name} ({text})"] if _OF_A_VERDICT.search(text) else []
        own += sorted(f"{group}.{key}" for group, words in self.settings.wording.items() for key in words)
        return ", ".join(own)

    @property
    def own_words_note(self) -> str:
        """The sentence that says so on the first page, in words that no case can replace; empty where there are none."""
        if not self.own_words:
            return ""
        code = self.language.code if self.language.code in tongue.shipped() else tongue.ENGLISH
        return fill(tongue.shipped_language(code).words["title.own_words"], {"words": self.own_words})

    @property
    def chapters(self) -> tuple[str, ...]:
        """Chapters to be printed, in order, annexes last."""
        wanted = self.settings.chapters
        order = [*wanted, *(name for name in CHAPTERS if name not in wanted)]
        return tuple(name for name in order if name not in self.left_out)

    @property
    def annexes(self) -> tuple[str, ...]:
        """Those of them that are annexes: an annex that the case orders among its chapters is one of them."""
        return tuple(n for n in self.chapters if n in ANNEXES and n not in self.settings.chapters)

    @property
    def left_out(self) -> tuple[str, ...]:
        """Chapters that are not printed, in order."""
        settings = self.settings
        kept_back = () if settings.annexes else [n for n in ANNEXES if n not in settings.chapters]
        return tuple(n for n in CHAPTERS if n in settings.leave_out or n in kept_back)


def plain() -> Custom:
    """What a case without ``document.yaml`` gets."""
    return Custom(Settings(), tongue.shipped_language(tongue.ENGLISH))


def read_custom(root: Path) -> Custom:
    """The case folder's ``document.yaml`` with its logo and language; the plain one where there is none.

    Raises:
        InputError: every finding with its file and line: an unknown key or chapter, a path that leaves the
            folder, a logo that is neither SVG nor PNG or too large, a language that is not complete.
    """
    path = inside(root, FILE)
    if path is None:
        raise InputError.at(
            Location(FILE), "the file is a link that leaves the case folder", hint="put a file there"
        )
    if not path.is_file():
        return plain()
    file, parsed = read_model(path, FILE, DocumentFile)
    settings = file.document
    problems = list(_chapter_findings(settings, parsed))
    language, logo = tongue.shipped_language(tongue.ENGLISH), ""
    try:
        language = _language(root, settings, parsed)
    except InputError as error:
        problems += error.diagnostics
    try:
        logo = _logo(root, settings, parsed)
    except InputError as error:
        problems += error.diagnostics
    fonts: list[Path] = []
    for index, name in enumerate(settings.fonts):
        try:
            fonts.append(_font(root, name, _place(parsed, "fonts", index)))
        except InputError as error:
            problems += error.diagnostics
    if problems:
        raise InputError(problems)
    return Custom(settings, language, logo, tuple(fonts))


def _missing(path: Path, name: str) -> str:
    what = found_instead(path)
    return (
        f"{name!r}: expected a file, found {what}"
        if what
        else f"there is no file {name!r} in the case folder"
    )


def _font(root: Path, name: str, place: Location) -> Path:
    path = inside(root, name)
    if path is None:
        raise _refused(
            f"the font {name!r} leaves the case folder", place, "put the font into the case folder"
        )
    if not path.is_file():
        raise _refused(_missing(path, name), place)
    if path.stat().st_size > LARGEST_FONT:
        raise _refused(f"the font {name!r} is larger than {LARGEST_FONT // 2**20} MiB", place)
    if not is_font(path):
        raise _refused(f"{name!r} is no font file that can be read", place, "use a TTF or OTF file")
    return path


def _chapter_findings(settings: Settings, parsed: Parsed) -> Iterator[Diagnostic]:
    for index, name in enumerate(settings.leave_out):
        if name in KEPT:
            yield _finding(
                f"the chapter `{name}` cannot be left out: it tells the verdict, or what was left out",
                _place(parsed, "leave_out", index),
            )
    for index, name in enumerate(settings.chapters):
        if name in settings.chapters[:index]:
            yield _finding(f"the chapter `{name}` is duplicated", _place(parsed, "chapters", index))


def _place(parsed: Parsed, *path: str | int) -> Location:
    full = ("document", *path)
    for end in range(len(full), 0, -1):
        if full[:end] in parsed.places:
            return parsed.places[full[:end]]
    return Location(FILE)


def _finding(message: str, place: Location, hint: str = "") -> Diagnostic:
    return Diagnostic("document", Severity.INPUT, message, place, hint=hint)


def _refused(message: str, place: Location, hint: str = "") -> InputError:
    return InputError([_finding(message, place, hint)])


def _language(root: Path, settings: Settings, parsed: Parsed) -> Language:
    wanted, place = settings.language, _place(parsed, "language")
    known = tongue.shipped()
    if wanted in known:
        result = tongue.shipped_language(wanted)
    elif not wanted.endswith((".yaml", ".yml")):
        hint = f"one of {', '.join(known)}, or a file of the case such as document/fr.yaml"
        raise _refused(f"there is no language {wanted!r}{nearest(wanted, known)}", place, hint)
    else:
        path = inside(root, wanted)
        if path is None:
            raise _refused(f"{wanted!r} leaves the case folder", place, "put the file into the case folder")
        if not path.is_file():
            raise _refused(_missing(path, wanted), place)
        if not _CODE.fullmatch(path.stem):
            hint = "name it by its code, such as document/fr.yaml: readers aloud need to know the language"
            raise _refused(f"{wanted!r} is not named by a language code", place, hint)
        result = tongue.read_language(path, wanted, path.stem, of_case=True)
    return _reworded(result, settings.wording, parsed)


def _reworded(result: Language, wording: Mapping[str, Mapping[str, str]], parsed: Parsed) -> Language:
    words, problems = dict(result.words), []
    for group, entries in wording.items():
        for key, text in entries.items():
            name, place = f"{group}.{key}", _place(parsed, "wording", group, key)
            if is_fixed(name):
                hint = "verdicts, statuses and what persons decided are called the same in every document"
                problems.append(_finding(f"{name} cannot be replaced: it states a result", place, hint))
            elif name not in words:
                problems.append(_finding(f"no word is called {name}{nearest(name, words)}", place))
            elif not text or holes(text) != holes(words[name]):
                problems.append(
                    _finding(f"{name}: expected a text with the braces of {words[name]!r}", place)
                )
            else:
                words[name] = text
    if problems:
        raise InputError(problems)
    return replace(result, words=words)


def _logo(root: Path, settings: Settings, parsed: Parsed) -> str:
    if settings.logo is None:
        return ""
    name, place = settings.logo.file, _place(parsed, "logo", "file")
    path = inside(root, name)
    if path is None:
        raise _refused(
            f"the logo {name!r} leaves the case folder", place, "put the picture into the case folder"
        )
    if not path.is_file():
        raise _refused(_missing(path, name), place)
    if path.stat().st_size > LARGEST_LOGO:
        raise _refused(f"the logo {name!r} is larger than {LARGEST_LOGO // 2**20} MiB", place)
    raw = path.read_bytes()
    if raw.startswith(_PNG):
        return _png(raw, name, place)
    cleaned = clean_svg(raw)
    if cleaned is None:
        raise _refused(f"the logo {name!r} is neither a PNG nor a readable SVG picture", place)
    return cleaned


def _png(raw: bytes, name: str, place: Location) -> str:
    """The picture inside an SVG, so that every document draws logos one way."""
    if len(raw) < 33 or raw[12:16] != b"IHDR":
        raise _refused(f"the logo {name!r} is no whole PNG picture", place)
    width, height = struct.unpack(">II", raw[16:24])
    if not 0 < width <= LARGEST_SIDE or not 0 < height <= LARGEST_SIDE:
        raise _refused(
            f"the logo {name!r} is {width} × {height} pixels; at most {LARGEST_SIDE} a side", place
        )
    coded = base64.b64encode(raw).decode("ascii")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f'<image width="{width}" height="{height}" href="data:image/png;base64,{coded}"/></svg>'
    )
