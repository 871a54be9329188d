"""Plain lines for people: text of a case cannot steer the terminal."""

from __future__ import annotations

import sys
import unicodedata

from casegen.model.legible import JOINERS, UNUSUAL_BLANKS, belongs, is_all_drawn, joins, one_line


def echo(text: object = "", *, err: bool = False) -> None:
    """One line on standard output, or standard error with ``err``; what is not printable shows as �."""
    print(seen(text), file=sys.stderr if err else sys.stdout, flush=True)


def seen(text: object) -> str:
    """The text in one line, without control characters, direction overrides and whatever else is no character to be seen.

    >>> seen("a\\x1b[2Jb\\nc")
    'a�[2Jb c'
    """
    shown = str(text)
    if shown.isprintable() and is_all_drawn(shown):
        return shown
    shown = one_line(shown).replace("\t", " ")
    return "".join(c if _is_seen(shown, at) else "�" for at, c in enumerate(shown))


def _is_seen(text: str, at: int) -> bool:
    sign = text[at]
    if sign == "\u200c":
        return joins(text, at)
    if sign in JOINERS or not is_all_drawn(sign):
        return belongs(text, at)
    return sign.isprintable() or (unicodedata.category(sign) == "Zs" and sign not in UNUSUAL_BLANKS)
