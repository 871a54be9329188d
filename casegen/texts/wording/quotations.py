"""What a text quotes is said by others: readings of what it says itself leave it out."""

from __future__ import annotations

from casegen.model.expressions import compiled

_QUOTED = compiled(r"\"[^\"\n]*\"|“[^”\n]*”|„[^“\n]*“|«[^»\n]*»")


def without_quotations(text: str) -> str:
    """The text with a blank in place of what stands in double quotation marks.

    >>> without_quotations('The text “not closed” is gone')
    'The text   is gone'
    """
    return _QUOTED.sub(" ", text)
