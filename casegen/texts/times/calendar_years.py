"""Whether a number from 1900 to 2099 is a year of the calendar or a count: ``of 2026``, ``2000 cycles``."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.numbers.calendar_periods import PERIOD
from casegen.texts.numbers.number_relations import LOWER, UPPER
from casegen.texts.numbers.occasions import FAILURES, OCCASION
from casegen.texts.numbers.thousands import thousands_sign

_FORM = compiled(r"(?:19|20)\d\d", re.A)
_MONTH = (
    r"jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|ma[iy]|june?|juni|july?|juli|aug(?:ust)?|sep(?:t(?:ember)?)?|o[ck]t(?:ober)?|"
    r"nov(?:ember)?|de[cz](?:ember)?|spring|summer|autumn|fall|winter|frühjahr|frühling|sommer|herbst|q[1-4]"
)
_DATED = compiled(
    rf"(?:\b(?:{_MONTH})\.?,?\s|\d\d?\.\s?|\b(?:years?|jahre?s?|edition|version|revision|issue|ausgabe|fassung|stand|baujahr)\s)$",
    re.I,
)
"""a month, a date, an edition: a year stands behind it"""
_SET_OFF = compiled(
    r"(?:[(\[:/–-]\s?|\b(?:ISO|IEC|EN|DIN|VDE|UL|NFPA|ANSI|IEEE|SAE|DO|MIL|ASTM|API)(?:[\s/-]*(?:[A-Z]+|[\d.:-]+))*\s|\b[A-Z]{1,5}-\d[\w.-]*\s)$"
)
"""a bracket, a standard, a document: a year, or a count, may stand behind it"""
_IN_TIME = compiled(
    r"\b(?:in|since|of|from|to|until|till|by|before|after|than|im|seit|ab|von|vom|bis|vor|nach|aus|und|and|or|oder)\s$",
    re.I,
)
"""what stands before years, and before counts"""
_AMONG = compiled(
    r"(?:\b(?:any|each|every|one|all|none|some|most|part|half|je(?:de[rsmn]?)?|eine[rsm]?)|\d|\b(?:an?|one|each|every|eine[rsm]?|je(?:de[rsmn]?)?)\s+\w+),?"
    r"\s+(?:of|von|aus)\s+(?:(?:the|our|its|den|these)\s+)?$",
    re.I,
)
"""``each of 2000 pallets``, ``a mission of 2000 pallets``"""
_RELATED = compiled(rf"(?:{LOWER}|(?P<upper>{UPPER}))\s*$", re.I)
_LATER = compiled(
    r"\b(?:later|earlier|sooner|newer|older|later|früher|später|jünger|älter|neuer)\s+(?:than|als)\s*$", re.I
)
_NEXT = compiled(r"\s?-?(?P<word>[^\W\d_]+)\b(?P<rest>.*)", re.S)
_TIMES = compiled(rf"(?:{PERIOD}|times|mal|fold|fach)", re.I)
_COUNTED = compiled(rf"(?:{OCCASION}|{FAILURES})", re.I)
_PLURAL = compiled(r"(?:[^\W\d_]{2,}[^s\W\d_]s|people|persons|aircraft|men)")
_GERMAN_PLURAL = compiled(r"[A-ZÄÖÜ][a-zäöüß]{2,}")
_WORK = compiled(
    r"runs|starts|stops|turns|tests|moves|uses|drives|lifts|calls|orders|rides|shifts|presses|pushes|trips|delivers|operates",
    re.I,
)
"""verbs as well as what is counted"""
_MADE = compiled(
    r"\bof\s$|\b(?:built|made|bought|sold|\w{3,}ed|gebaut|gekauft)\s+(?:in|since|from|until|before|after|im|seit)\s$",
    re.I,
)
"""``built in 2026``"""
_ENDS = compiled(
    r"\W*$|\s*[,;:.)]|\s+(?:in|per|of|without|with|each|and|or|is|are|were|at|on|between|no|none)\b", re.I
)
_OF_A_YEAR = compiled(
    r"(?:test|figure|rule|result|record|edition|report|campaign|audit|guideline|standard|requirement|inspection|version|finding|value|cost|price|budget|"
    r"plan|drawing|regulation|review|survey|measurement|amendment|model)s|(?:has|is|was|does|its|this|plus|as)",
    re.I,
)
"""``the 2026 figures``"""


def is_year(before: str, written: str, after: str) -> bool:
    """Whether a number is a calendar year by the words around it: not where something counted stands behind it.

    >>> is_year("The pump of ", "2026", " holds"), is_year("each of ", "2000", " cycles")
    (True, False)
    >>> is_year("In May ", "2026", " tests ran"), is_year("at least ", "2000", " kh"), is_year("The ", "2026", " issue")
    (True, False, True)
    """
    if not _FORM.fullmatch(written):
        return False
    if _DATED.search(before):
        return True
    related = _RELATED.search(before)
    match = _NEXT.match(after)
    if related and not _LATER.search(before):
        return bool(related["upper"]) and not match
    if re.match(r"\s{3,}", after):  # "2000-mal" with its word left out
        return False
    if not match:
        return True
    word, rest = match["word"], match["rest"]
    if _TIMES.fullmatch(word):
        return False
    if _AMONG.search(before):
        return not _is_plural(word, before + after)
    if not _IN_TIME.search(before) and not _SET_OFF.search(before):
        return not _is_plural(word, before + after) or _OF_A_YEAR.fullmatch(word) is not None
    if _WORK.fullmatch(word):
        return _MADE.search(before) is not None or not _ENDS.match(rest)
    return not (_COUNTED.fullmatch(word) and _is_plural(word, before + after))


def _is_plural(word: str, text: str) -> bool:
    """Whether a word behind a number may be several of something."""
    if _GERMAN_PLURAL.fullmatch(word) and thousands_sign(text) == ".":
        return True
    return _PLURAL.fullmatch(word.lower()) is not None and word.lower() not in (
        "has",
        "was",
        "does",
        "this",
        "plus",
    )
