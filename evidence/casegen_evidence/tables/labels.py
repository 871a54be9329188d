"""Class names and categories: one normalisation for every table and for every name stated in a case."""

from __future__ import annotations

import difflib
import math
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from casegen_evidence.expressions import compiled
from casegen_evidence.method import InputProblem

_DEFAULT_IGNORABLE = (
    ("\u00ad", "\u00ad"), ("\u034f", "\u034f"), ("\u061c", "\u061c"), ("\u115f", "\u1160"), ("\u17b4", "\u17b5"),
    ("\u180b", "\u180f"), ("\u200b", "\u200f"), ("\u202a", "\u202e"), ("\u2060", "\u206f"), ("\u3164", "\u3164"),
    ("\ufe00", "\ufe0f"), ("\ufeff", "\ufeff"), ("\uffa0", "\uffa0"), ("\ufff0", "\ufff8"),
    ("\U0001bca0", "\U0001bca3"), ("\U0001d173", "\U0001d17a"), ("\U000e0000", "\U000e0fff"),
)  # fmt: skip
"""Default_Ignorable_Code_Point of Unicode's DerivedCoreProperties.txt, which Python's own tables lack: kept unassigned
ones too, so that no later version of Unicode adds to it"""
_DRAWN_BLANK = frozenset("\u2800\U00013441\U00013442\U00016fe4\U0001d159")
"""signs of scripts, of Braille and of music of which nothing is drawn, though Unicode does not ignore them"""
_SEEN_FORMAT = frozenset(
    map(
        chr,
        (*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD, *range(0x13430, 0x13440)),
    )
)
"""format characters that are seen: Prepended_Concatenation_Mark of Unicode's PropList.txt, and those of hieroglyphs"""
_NOT_ZERO = compiled(r"[+-]?(?=[\d.]*[1-9])(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_NUMERAL = compiled(r"[+-]?(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]?\d+)?", re.ASCII)
_APART = compiled(r"[\s_\-]+")
_BETWEEN = compiled(r"(?<!\d) | (?!\d)")
"""a blank that does not part two numbers"""
_LEADING_ZEROS = compiled(r"(?<![\w.,:/])0+(?=\d+(?![\w.,:/]\w|\w))")
"""of a whole number that stands by itself, as in `unit 09`; not of a decimal, a time, a date or a code"""
_FOOTNOTE = compiled(r"(?<=\w\w\w)\s*\(?[*†‡¹²³⁰⁴-⁹]+\)?\s*$")
"""behind a name of three letters and more; ``A*`` is a grade"""

_LOOK_ALIKE = str.maketrans(
    "\u0410\u0412\u0415\u0405\u0406\u0408\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u04ae"
    "\u0430\u0435\u0455\u0456\u0458\u043e\u0440\u0441\u0443\u0445"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bf",
    "ABESIJKMHOPCTYXY" + "aesijopcyx" + "ABEZHIKMNOPTYXo",
)
"""Cyrillic and Greek letters that look as Latin ones do"""


@lru_cache(maxsize=2**16)
def label(word: str) -> str:
    """The one spelling of a class name: blanks around it gone, and ``1.0``, ``1`` and ``1e0`` the same.

    Case is kept: names that differ in nothing but case are reported (:func:`alike`), not merged.

    >>> label(" 1.0 "), label("-0"), label("2.50"), label("007"), label("Site ")
    ('1', '0', '2.5', '007', 'Site')
    """
    text = unicodedata.normalize("NFC", visible(word)).strip()
    if not _NUMERAL.fullmatch(text):
        return text
    value = float(text)
    if math.isinf(value) or vanishes(text):
        return text
    if value == int(value) if abs(value) < 1e15 else False:
        return str(int(value))
    return repr(value)


def visible(word: str) -> str:
    """A name without characters that nobody sees: controls, format (joiners, marks of direction), selectors, fillers.

    An accent in front, which stands on no letter, is none of the name either.

    >>> [visible(f"ma{c}rina") for c in "\\u200b\\u200e\\u2060\\ufe0f\\u00ad"] == ["marina"] * 5
    True
    >>> visible("\\u0301marina"), visible("ma\\u0301rina") == "ma\\u0301rina"
    ('marina', True)
    """
    if word.isascii() and word.isprintable():
        return word
    kept = "".join(c for c in word if not is_invisible(c)).strip()
    at = next((k for k, c in enumerate(kept) if unicodedata.category(c) != "Mn"), len(kept))
    return kept[at:]


def is_invisible(character: str) -> bool:
    """Whether nobody sees a character of a name: no blank, and nothing is drawn of it.

    By Unicode's properties: a control, a format character, one that is ignored where it is not supported, or none at all.

    >>> [is_invisible(c) for c in "a \\t\\u0600"], [is_invisible(c) for c in "\\x1b\\u061c\\u1160\\u2065\\ufff0"]
    ([False, False, False, False], [True, True, True, True, True])
    """
    if character.isspace():
        return False
    if unicodedata.category(character) in ("Cc", "Cf"):
        return character not in _SEEN_FORMAT
    if character in _DRAWN_BLANK or any(low <= character <= high for low, high in _DEFAULT_IGNORABLE):
        return True
    return ord(character) & 0xFFFE == 0xFFFE or "\ufdd0" <= character <= "\ufdef"  # Noncharacter_Code_Point


def is_blank(word: str) -> bool:
    """Whether a class has no name: nothing of it is seen, or it is what a missing number is written as.

    >>> [is_blank(word) for word in ("", " \\t", "\\u200b", "NaN", "n/a", "0")]
    [True, True, True, True, False, False]
    """
    return visible(word).strip().casefold() in ("", "nan")


def different(true: str, predicted: str) -> None:
    """A confusion is an answer that is wrong: raises ``ValueError`` where both names are one class.

    >>> different("stop", "80")
    """
    if label(true) == label(predicted):
        raise ValueError(
            f"expected two different classes in a confusion; found {true!r} answered as {predicted!r}, which is right. "
            "Name as predicted the class that is answered in its place"
        )


def vanishes(text: str) -> bool:
    """Whether a number that is not 0 is written so small that it would be read as 0; false for other text.

    >>> vanishes("1e-400"), vanishes("0e-400"), vanishes("5e-324"), vanishes("-0.0"), vanishes("e")
    (True, False, False, False, False)
    """
    return _NOT_ZERO.fullmatch(text.strip()) is not None and float(text) == 0.0


def key_of(word: str) -> str:
    """What two spellings of one name have in common."""
    name = _FOOTNOTE.sub("", word)
    folded = _APART.sub(" ", unicodedata.normalize("NFKC", name).translate(_LOOK_ALIKE).casefold()).strip()
    if re.fullmatch(r"0\d+", folded):
        return folded.lstrip("0") or "0"
    if not any(c.isalpha() for c in folded):
        return word
    return _BETWEEN.sub("", _LEADING_ZEROS.sub("", folded))


def alike(words: Iterable[str]) -> list[tuple[str, ...]]:
    """Groups of different names that differ only in case, blanks, hyphens, leading zeros, or the mark of a footnote.

    Or in nothing that can be seen: letters of other scripts that look as Latin ones do.

    >>> alike(["site", "Site", "yard", "3", "03", "lane*", "lane", "A", "A*", "pump 04", "pump-4"])
    [('Site', 'site'), ('03', '3'), ('lane', 'lane*'), ('pump 04', 'pump-4')]
    >>> alike(["north quay", "northquay", "unit 1 1", "unit 11", "run 3-1", "run 31"])
    [('north quay', 'northquay')]
    >>> len(alike(["rig A", "rig \\u0410", "\\u0430\\u0432", "\\u0430\\u0431"]))
    1
    """
    groups: dict[str, set[str]] = {}
    for word in words:
        groups.setdefault(key_of(word), set()).add(word)
    return [tuple(sorted(group)) for group in groups.values() if len(group) > 1]


def one_number(words: Iterable[str]) -> list[tuple[str, ...]]:
    """Groups of different texts that are one number: of a single column, two classes perhaps.

    >>> one_number(["1", "1.0", "2", "007", "x"])
    [('1', '1.0')]
    """
    groups: dict[str, set[str]] = {}
    for word in words:
        text = visible(word).strip()
        if _NUMERAL.fullmatch(text):
            groups.setdefault(label(text), set()).add(text)
    return [tuple(sorted(group)) for group in groups.values() if len(group) > 1]


def judge_numbers(words: Iterable[str], where: str) -> None:
    """Raises :class:`InputProblem` where the labels of one array hold a number in two spellings."""
    for group in one_number(words):
        raise InputProblem(f"{where}: {ONE_NUMBER.format(' and '.join(map(repr, group)))}")


ONE_NUMBER = "{} are one number, so one class; write them alike, or as other names where they are two classes"


def stated(words: Iterable[str]) -> dict[str, str]:
    """Names as a case states them, by their one spelling; a name stated twice keeps its last."""
    return {label(str(word)): word for word in words}


def translation(labels: Mapping[str, str]) -> dict[str, str]:
    """The item's ``labels:`` with both sides normalised."""
    return {label(word): label(name) for word, name in labels.items()}


def merging(words: Sequence[str], translate: Mapping[str, str]) -> str:
    """What `labels` does to the names of one column beyond translating: two become one, or they change places."""
    held: dict[str, list[str]] = {}
    for word in words:
        held.setdefault(translate.get(word, word), []).append(word)
    for name, sources in held.items():
        if len(sources) > 1 and len({key_of(word) for word in sources}) > 1:
            together = " and ".join(map(repr, sources[:4]))
            return (
                f"`labels` makes {together} one class, {name!r}: what is confused among them no longer counts"
            )
    moved = {w: translate[w] for w in words if translate.get(w, w) != w and not _NUMERAL.fullmatch(w)}
    turned = [w for w, name in moved.items() if name in moved]
    if turned:
        return f"`labels` calls {turned[0]!r} {translate[turned[0]]!r}, which is a class of the table too"
    return ""


def overlooked(
    labels: Mapping[str, str], used: Collection[str], plain: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Keys of `labels` that no row has, with the name of the table that each may mean."""
    others = [word for word in plain if word not in {label(name) for name in labels.values()}]
    for key in (key for key in map(label, labels) if key not in used):
        same = [word for word in others if key_of(word) == key_of(key)]
        close = (
            difflib.get_close_matches(key, others, n=1, cutoff=0.85) if len(key) > 4 and key.isalpha() else []
        )
        if same or close:
            yield key, (same or close)[0]
