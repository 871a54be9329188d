"""The words that documents put around a case's own texts, in the language that the case asks for.

A language is data: ``templates/documents/language/CODE.yaml``, or a file of the case.  Braces are filled by plain
replacement, never by a format language, so that no file can reach into the program.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TypeVar

from casegen.io.source_map import parse, read_text
from casegen.model.case import Location
from casegen.model.diagnostic import Diagnostic, InputError, Severity
from casegen.model.number_text import number
from casegen.model.sentence import Sentence, fill, holes
from casegen.model.suggestions import nearest
from casegen.render.fixed_words import clashes
from casegen.render.resources import document_file

GLOSSARY = "glossary"
_SMALL_OR_LARGE = re.compile(r"\d(?:\.\d+)?e[+-]\d+|0\.000\d+")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class Language:
    """``words`` by ``group.key``; ``glossary`` in alphabetical order, as it is printed."""

    code: str
    words: Mapping[str, str]
    glossary: tuple[tuple[str, str], ...] = field(default=())


def shipped() -> tuple[str, ...]:
    """Codes of the languages that come with casegen."""
    return tuple(sorted(path.stem for path in document_file("language").glob("*.yaml")))


@cache
def shipped_language(code: str) -> Language:
    """One of the languages that come with casegen; raises :class:`InputError` for an incomplete file."""
    return read_language(document_file("language") / f"{code}.yaml", f"{code}.yaml", code)


def read_language(path: Path, name: str, code: str, *, of_case: bool = False) -> Language:
    """A language from its file; ``name`` is what errors call the file.

    One ``of_case`` is also refused where its words for two verdicts or statuses could be taken for each other.

    Raises:
        InputError: an unknown key, a text that is missing or none, or braces other than English has, each
            with its line.
    """
    parsed = parse(read_text(path, name), name)
    problems = list(parsed.problems)
    words: dict[str, str] = {}
    glossary: list[tuple[str, str]] = []
    here = Location(name)
    for group, entries in parsed.data.items() if isinstance(parsed.data, dict) else ():
        if not isinstance(entries, dict):
            place = parsed.places.get((group,), here)
            problems.append(_finding(f"{group}: expected `key: text`, found {entries!r:.40}", place))
            continue
        for key, text in entries.items():
            place = parsed.places.get((group, key), here)
            if not isinstance(text, str) or not text.strip():
                problems.append(_finding(f"{group}.{key}: expected a text, found {text!r:.40}", place))
            elif group == GLOSSARY:
                glossary.append((str(key), text))
            else:
                words[f"{group}.{key}"] = text
    places = {f"{p[0]}.{p[1]}": x for p, x in parsed.places.items() if len(p) == 2}
    if code != ENGLISH or name != f"{ENGLISH}.yaml":
        problems += _against_english(words, places, name)
    if of_case:
        problems += _ambiguous(words, places, name)
    if problems:
        raise InputError(problems)
    return Language(code, words, tuple(sorted(glossary, key=lambda entry: alphabetical(entry[0]))))


def alphabetical(word: str) -> str:
    """The key that puts words in alphabetical order: neither case nor accents count.

    >>> sorted(["Zweig", "Über", "Ast"], key=alphabetical)
    ['Ast', 'Über', 'Zweig']
    """
    return "".join(c for c in unicodedata.normalize("NFKD", word.casefold()) if not unicodedata.combining(c))


def _against_english(
    words: Mapping[str, str], places: Mapping[str, Location], name: str
) -> Iterator[Diagnostic]:
    english = shipped_language(ENGLISH).words
    for key, text in words.items():
        place = places.get(key, Location(name))
        if key not in english:
            yield _finding(f"unknown key {key}{nearest(key, english)}", place)
        elif holes(text) != holes(english[key]):
            wanted = ", ".join(f"{{{hole}}}" for hole in sorted(holes(english[key]))) or "none"
            yield _finding(f"{key}: expected the braces {wanted}, as English has", place)
    missing = [key for key in english if key not in words]
    if missing:
        shown = ", ".join(missing[:8]) + (f" and {len(missing) - 8} more" if len(missing) > 8 else "")
        yield _finding(f"the language is not complete: {shown}", Location(name))


def _ambiguous(words: Mapping[str, str], places: Mapping[str, Location], name: str) -> Iterator[Diagnostic]:
    for key, other in clashes(words, [shipped_language(code).words for code in shipped()]):
        message = f"{key}: {words[key]!r} is what {other} is called, here or in a language of casegen"
        yield _finding(
            f"{message}: a document could be read the other way round", places.get(key, Location(name))
        )


def _finding(message: str, place: Location) -> Diagnostic:
    return Diagnostic("document", Severity.INPUT, message, place)


_CURRENT: ContextVar[Language | None] = ContextVar("language", default=None)


@contextmanager
def use_language(language: Language) -> Iterator[None]:
    """Say everything in ``language`` for the length of the context."""
    before = _CURRENT.set(language)
    try:
        yield
    finally:
        _CURRENT.reset(before)


def current_language() -> Language:
    """The language of the context: English unless :func:`use_language` says otherwise."""
    return _CURRENT.get() or shipped_language(ENGLISH)


def language_of_methods() -> str:
    """The language of texts that methods store with their results, where it is not the document's; else empty.

    >>> language_of_methods()
    ''
    """
    return "" if current_language().code == ENGLISH else ENGLISH


def translate(key: str, /, **values: object) -> str:
    """The words of ``key`` with what stands in braces filled in.

    >>> translate("page.of", page=1, pages=9)
    'page 1 of 9'
    """
    return fill(current_language().words[key], values)


def in_words(text: str) -> str:
    """A sentence of casegen's in the current language; a text that is none (a quotation) as it stands.

    >>> in_words("a quotation")
    'a quotation'
    """
    if not isinstance(text, Sentence) or not text.key:
        return text
    return translate(text.key, **{name: _value_in_words(value) for name, value in text.values.items()})


def thousands_apart(text: str) -> str:
    """A number with the thousands apart as documents have them: a comma there is one of decimals in other languages.

    >>> thousands_apart("1,440"), thousands_apart("1.25")
    ('1\u202f440', '1.25')
    """
    return text.replace(",", "\u202f")


def _value_in_words(value: str) -> str:
    """A value of a sentence: in words, and a number as all documents have it.

    >>> _value_in_words("1.46455e-05"), _value_in_words("0.000775"), _value_in_words("0.0012")
    ('1.46455\u202f×\u202f10⁻⁵', '7.75\u202f×\u202f10⁻⁴', '0.0012')
    """
    if _SMALL_OR_LARGE.fullmatch(value):
        digits = value.partition("e")[0].replace(".", "").lstrip("0")
        return number(float(value), max(3, len(digits)))
    return thousands_apart(value) if _THOUSANDS.fullmatch(value) else in_words(value)


def counted(key: str, n: int, **values: object) -> str:
    """``n`` with its noun, from a text that holds singular and plural; ``values`` fill other braces.

    >>> counted("change.tops_moved", 1), counted("change.tops_moved", 2)
    ('1 top event changed', '2 top events changed')
    """
    return translate(key, n=n, **values)


def key_of(value: str) -> str:
    """The key of an enumeration's value.

    >>> key_of("not evaluated"), key_of("probability-per-demand")
    ('not_evaluated', 'probability_per_demand')
    """
    return re.sub(r"[^a-z0-9]+", "_", value.lower())


E = TypeVar("E", bound=StrEnum)


class Spoken(Mapping[E, str]):
    """Words of an enumeration, in the language of the context at the time they are asked for."""

    def __init__(self, group: str, values: Iterable[E]) -> None:
        self._group, self._values = group, tuple(values)

    def __getitem__(self, value: E) -> str:
        if value not in self._values:
            raise KeyError(value)
        return translate(f"{self._group}.{key_of(value.value)}")

    def __iter__(self) -> Iterator[E]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)
