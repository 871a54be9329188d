"""Whether what stands for an organisation names one, and another than that of the case."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from casegen.review.events import person_name
from casegen.texts.acceptances.named_person import names_nobody
from casegen.texts.acceptances.reasons import is_placeholder, is_unwritten

_LEGAL_WORDS = """
gmbh ag kg se inc ltd limited llc plc co corp corporation company bv nv sa srl the
"""
_LEGAL_FORMS = frozenset(_LEGAL_WORDS.split())
_NO_OTHER_WORDS = """
the a an our ours us we my mine your yours their theirs and of same own self none no not unknown internal
inhouse in house
third external independent another other different separate party organisation organization company firm
department team unit
employer assessor assessors reviewer customer supplier manufacturer
die der das eine eigene eigenes eigener gleiche selbe keine unbekannt intern extern externe uns unser unsere
unseres unsrige
unabhängige andere firma unternehmen abteilung hausintern hauseigen
"""
_NO_OTHER = frozenset(_NO_OTHER_WORDS.split())
"""words that alone name no organisation: `own`, `same company`, `third party`"""
_DEPARTMENT_WORDS = """
of at in within for by from and the a an our my own s internal independent
qa qc qm qs hse ehs qhse rams it r d v quality assurance control management safety security reliability
functional product
project risk compliance audit inspection verification validation test testing engineering development design research
production manufacturing operations maintenance service services software hardware systems legal
department dept division group holding team unit section branch office board committee staff headquarters hq
site plant
central corporate subsidiary
von vom der des dem bei im in für und die das eigene interne zentrale unabhängige
abteilung bereich gruppe konzern ressort referat stabsstelle stelle sicherheit sicherheitsabteilung
funktionale arbeitssicherheit
qualität qualitätssicherung qualitätsmanagement qualitätsabteilung prüfung revision innenrevision entwicklung
konstruktion technik
produktion fertigung betrieb instandhaltung standort werk leitung zentrale tochter
"""
_DEPARTMENT = frozenset(_DEPARTMENT_WORDS.split())
"""words that make a department, or the group of companies, of the name beside them: `Lift Works QA`"""
_OF = frozenset(["of", "at", "within", "von", "vom", "der", "des", "bei"])
_LEAST_OF_NAME = 2
"""words of a name by which whatever stands before `of` is a part of it: `of Leeds` is where a university is"""
_BRACKETS = re.compile(r"\([^()]*\)")
_PARTS_OF_NAME = re.compile(r"[,;:/()]|\s[-–—]\s")
"""what stands between an organisation and its department"""
_DIGIT_AND_LETTER = re.compile(r"\d[A-Z]")
"""``3M``"""


def names_no_organisation(text: str) -> bool:
    """Whether what stands for an organisation names none: still to come, nobody, or `third party`.

    >>> [names_no_organisation(t) for t in ("TBD", "ours", "another company", "TÜV Süd", "3M")]
    [True, True, True, False, False]
    """
    if _DIGIT_AND_LETTER.fullmatch(text.strip()):
        return False
    words = re.findall(r"\w+", text.casefold())
    if _LEGAL_FORMS.difference(_NO_OTHER, ("company",)).intersection(words):  # `Another Ltd` is in a register
        return is_placeholder(_joined(text))
    return (
        all(word in _NO_OTHER for word in words)
        or is_placeholder(text)
        or is_unwritten(text)
        or bool(names_nobody(text))
    )


def is_part_of(text: str, own: str) -> bool:
    """Whether a text names the organisation ``own``, a department of it or the group that it belongs to.

    >>> [is_part_of(t, "Lift Works") for t in ("Lift Works Ltd", "QA of Lift Works", "Lift Works Group", "TÜV Süd")]
    [True, True, True, False]
    """
    names = {_joined(own), _joined(_BRACKETS.sub(" ", own))} - {""}
    pieces = {_joined(one) for one in (text, _BRACKETS.sub(" ", text), *_PARTS_OF_NAME.split(text))}
    return bool(names & pieces) or any(_is_department(_words(text), name) for name in names)


def _is_department(words: Sequence[str], name: str) -> bool:
    """Whether ``words`` are the name, its words run together, with words of a department around it."""
    return any(
        all(word in _DEPARTMENT for word in (*before, *after))
        or (
            not after and _OF.intersection(before[-2:]) and (size >= _LEAST_OF_NAME or _speaks_of_one(before))
        )
        for before, after, size in _around(words, name)
    )


def _speaks_of_one(words: Sequence[str]) -> bool:
    """Whether a word other than an article or preposition is that of a department."""
    return any(word in _DEPARTMENT and len(word) > 3 for word in words)


def _around(words: Sequence[str], name: str) -> Iterator[tuple[Sequence[str], Sequence[str], int]]:
    """The words before and after each place where the name stands, and of how many words it is there."""
    for start in range(len(words)):
        for end in range(start + 1, len(words) + 1):
            if "".join(words[start:end]) == name:
                yield words[:start], words[end:], end - start


def _words(text: str) -> list[str]:
    """The words of a name without its legal form."""
    return [word for word in re.findall(r"\w+", person_name(text)) if word not in _LEGAL_FORMS]


def _joined(text: str) -> str:
    """An organisation for comparison: its legal form makes no other one."""
    return "".join(_words(text)) or "".join(re.findall(r"\w+", person_name(text)))
