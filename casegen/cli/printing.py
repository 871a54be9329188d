"""Plain lines for people: text of a case cannot steer the terminal."""

from __future__ import annotations

import sys

from casegen.model.legible import joins, one_line

_BLANKS = "\u00a0\u2009\u202f"
"""blanks that numbers are written with"""


def echo(text: object = "", *, err: bool = False) -> None:
    """One line on standard output, or standard error with ``err``; what is not printable shows as �."""
    print(seen(text), file=sys.stderr if err else sys.stdout, flush=True)


def seen(text: object) -> str:
    """The text in one line, without control characters, direction overrides and whatever else is no character to be seen.

    >>> seen("a\\x1b[2Jb\\nc")
    'a�[2Jb c'
    """
    shown = str(text)
    if shown.isprintable():
        return shown
    shown = one_line(shown).replace("\t", " ")
    return "".join(
        c if c.isprintable() or c in _BLANKS or joins(shown, at) else "�" for at, c in enumerate(shown)
    )
