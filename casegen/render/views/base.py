"""What every view is made of: places, and things with a status."""

from __future__ import annotations

from typing import TypedDict

Classed = TypedDict("Classed", {"class": str})
"""``class``: a class of the style sheet, which gives a status its colour and sign"""


class Reference(TypedDict):
    """An id with the place it leads to: a fragment, id of the page and label of the PDF alike; empty for none."""

    id: str
    href: str


class Placed(TypedDict):
    """What has a place of its own: the fragment ``anchor``."""

    anchor: str


class StateView(Classed):
    """A state in a word."""

    word: str
