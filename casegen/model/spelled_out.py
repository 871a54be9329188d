"""Words of a verdict or a denial whose letters or parts are set apart: ``f a i l e d``, ``F.A.I.L.E.D``, ``fai | led``.

Only words of one closed list are put together, so that initials, columns of letters and headings stay as they are.
"""

from __future__ import annotations

import re
from re import Match

from casegen.model.expressions import compiled

_WORDS = """
fail fails failed failing failure failures not void voided valid invalid pass passed passes met done reject rejected
refused refuse denied withdrawn superseded obsolete expired revoked cancelled canceled retracted draft accept accepted
approved released unsafe unacceptable unsuccessful incomplete insufficient aborted deferred never none
nicht kein keine bestanden durchgefallen ungültig gültig abgelehnt verweigert zurückgezogen entwurf abgelaufen widerrufen
erfüllt fehlgeschlagen gescheitert versagt mangelhaft ungenügend unzureichend abgebrochen freigegeben nie niemals
"""
_KNOWN = frozenset(_WORDS.split())
_LONGEST = max(map(len, _KNOWN))
_BLANK = " \u00a0\u2002\u2003\u2009\u202f"
_APART = compiled(
    rf"(?<![\w.|/-])[^\W\d_](?P<gap>[{_BLANK}]{{1,3}}|\.[{_BLANK}]?|[-_·*–~]|[{_BLANK}]?\|[{_BLANK}]?)[^\W\d_](?:(?P=gap)[^\W\d_])+"
    rf"(?:[{_BLANK}]{{2,6}}[^\W\d_](?:(?P=gap)[^\W\d_])+)*(?![\w/])"
)
"""letters one by one, with the same between them; words of them further apart"""
_CELLS = compiled(r"(?<![^\W\d_])(?P<a>[^\W\d_]{2,12})[ \t]*\|[ \t]*(?P<b>[^\W\d_]{2,12})(?![^\W_])")
_ROWS = compiled(
    r"(?<![^\W\d_])(?P<a>[^\W\d_]{2,12})(?P<hyphen>-?)[ \t]*(?P<end>\|?)[ \t]*\r?\n[ \t|>]*"
    r"(?P<b>[^\W\d_]{2,12})(?![^\W_])"
)
_OWN = frozenset(
    [
        "in",
        "un",
        "re",
        "with",
        "not",
        "no",
        "fail",
        "pass",
        "accept",
        "reject",
        "void",
        "done",
        "super",
        "be",
        "ab",
        "an",
        "er",
    ]
)
"""beginnings of words of the list that are words, or parts of a word, of their own"""


def in_whole_words(text: str) -> str:
    """The text with the words of the list in one piece; everything else, and every line, stays as it is.

    >>> in_whole_words("Test 3: F A I L E D"), in_whole_words("It was n o t   v a l i d.")
    ('Test 3: FAILED', 'It was not valid.')
    >>> in_whole_words("R E S U L T S: A B C D"), in_whole_words("| 3 | fai | led |")
    ('R E S U L T S: A B C D', '| 3 | failed |')
    """
    text = _APART.sub(_joined, text)
    text = _CELLS.sub(_one_cell, text) if "|" in text else text
    return _ROWS.sub(_one_line, text) if "\n" in text else text


def _joined(match: Match[str]) -> str:
    parts = re.split(rf"(?<=[^\W\d_])[{_BLANK}]{{2,6}}(?=[^\W\d_])", match[0])
    blanks = match["gap"].strip(_BLANK) == ""
    words = [re.sub(r"[\W_]+", "", part) for part in parts]
    if blanks and len(match["gap"]) > 1:
        words = [re.sub(r"[\W_]+", "", match[0])]
    words_of = [_in_words(word.casefold()) for word in words]
    if not all(words_of):
        return match[0]
    whole, at = [], 0
    letters = "".join(words)
    for word in (one for ones in words_of for one in ones):
        whole.append(letters[at : at + len(word)])
        at += len(word)
    return " ".join(whole)


def _in_words(letters: str) -> list[str]:
    """The words of the list that letters without gaps consist of; none where they do not."""
    if letters in _KNOWN:
        return [letters]
    for cut in range(3, min(len(letters) - 2, _LONGEST + 1)):
        if letters[:cut] in _KNOWN and (rest := _in_words(letters[cut:])):
            return [letters[:cut], *rest]
    return []


def _one_cell(match: Match[str]) -> str:
    return match["a"] + match["b"] if _is_cut(match) else match[0]


def _one_line(match: Match[str]) -> str:
    whole = match["a"] + match["b"]
    if match["hyphen"] and whole.casefold() in _KNOWN and match["a"].casefold() not in ("in", "un", "re"):
        return f"{whole}{match['end']}\n"
    return f"{whole}\n" if not match["hyphen"] and not match["end"] and _is_cut(match) else match[0]


def _is_cut(match: Match[str]) -> bool:
    """Whether two parts without a hyphen are one word of the list, and the first is none by itself."""
    a, b = match["a"].casefold(), match["b"]
    return (
        (a + b.casefold()) in _KNOWN
        and a not in _OWN
        and (b.islower() or (b.isupper() and match["a"].isupper()))
    )
