"""A finished drawing, and its two wrappings: inside the page, and as a file of its own."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from string import Template

from casegen.io.templates import templates_folder
from casegen.render import svg
from casegen.render.diagrams.symbols import HATCHING
from casegen.render.language import translate

MARGIN = 8.0
PAPER: tuple[tuple[float, float], ...] = ((1780.0, 620.0), (830.0, 1090.0))
"""Drawing units that half of A3 on its side, and A4, hold while the smallest text stays at 6 pt."""


def fits_paper(width: float, height: float) -> bool:
    """Whether a drawing is readable on one page."""
    return any(width <= w and height <= h for w, h in PAPER)


@dataclass(frozen=True, slots=True)
class Continuation:
    """Where a drawing goes on, or where it comes from: the sheet's name and what is found there."""

    name: str
    label: str
    upwards: bool


@dataclass(frozen=True, slots=True)
class Diagram:
    """One drawing.  ``body`` is SVG content in units of which 11 make the text's height.

    ``name`` is its file name and fragment; ``shown`` lists the parts drawn in full; ``alt`` says what it
    shows to those who cannot see it.
    """

    name: str
    kind: str
    title: str
    alt: str
    width: float
    height: float
    body: str
    shown: tuple[str, ...] = ()
    continuations: tuple[Continuation, ...] = ()
    subject: str = ""


@cache
def palette() -> Mapping[str, tuple[str, str]]:
    """Colour by name: in light, in dark."""
    raw = json.loads((templates_folder("diagrams") / "palette.json").read_text("utf-8"))
    return {name: (light, dark) for name, (light, dark) in raw.items()}


@cache
def _style_template() -> Template:
    return Template((templates_folder("diagrams") / "diagram.css").read_text("utf-8"))


def page_style() -> str:
    """The diagram style for the page: colours are custom properties, so that dark mode changes them."""
    return _style_template().substitute({_key(name): f"var(--{name})" for name in palette()})


@cache
def print_style() -> str:
    """The diagram style with the light colours written in, for files and print."""
    return _style_template().substitute({_key(name): light for name, (light, _) in palette().items()})


def _key(name: str) -> str:
    return name.replace("-", "_")


def marked_words(marks: Mapping[str, str], shown: Sequence[str]) -> str:
    """Which of the parts shown bear a tag, for those who cannot see it; empty when none does."""
    said = [
        translate(f"alt.{mark}", names=", ".join(dict.fromkeys(results))) + " "
        for mark in ("added", "changed")
        if (results := [name for name in shown if marks.get(name) == mark])
    ]
    return "".join(said)


def standalone(diagram: Diagram, *, described: bool = True) -> str:
    """The drawing as an SVG file: its own style, title and description, no link that leads nowhere."""
    body = re.sub(r'<a href="[^"]*"', "<g", diagram.body).replace("</a>", "</g>")
    head = (
        svg.element("title", svg.text(diagram.title)) + svg.element("desc", svg.text(diagram.alt))
        if described
        else ""
    )
    width, height = svg.number(diagram.width), svg.number(diagram.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">{head}<style>{print_style()}</style>{HATCHING}{body}</svg>\n'
    )


def inline(diagram: Diagram, scale: float = 1.0) -> str:
    """The drawing for the page, whose style sheet and hatching it shares, at ``scale``."""
    width, height = svg.number(diagram.width), svg.number(diagram.height)
    shown = f'width="{svg.number(diagram.width * scale)}" height="{svg.number(diagram.height * scale)}"'
    title, alt = f"{diagram.name}~t", f"{diagram.name}~d"
    return (
        f'<svg class="drawing" role="group" aria-labelledby="{title}" aria-describedby="{alt}" '
        f'{shown} viewBox="0 0 {width} {height}">'
        f'<title id="{title}">{svg.text(diagram.title)}</title><desc id="{alt}">{svg.text(diagram.alt)}</desc>'
        f"{diagram.body}</svg>"
    )
