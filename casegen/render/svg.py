"""Building SVG text: escaped always, rounded numbers, classes instead of inline styles."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from casegen.model.legible import legible


def text(content: str) -> str:
    """``content`` escaped for an XML text node or a quoted attribute."""
    return escape(legible(content), quote=True)


def number(value: float) -> str:
    """A coordinate with a tenth of a unit's precision, without trailing zeros."""
    rounded = f"{value:.1f}"
    return rounded[:-2] if rounded.endswith(".0") else rounded


def element(name: str, *children: str, **attributes: str | float | None) -> str:
    """One element.  Attribute ``class_`` writes ``class``; ``_`` in a name writes ``-``; None is left out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{number(value) if isinstance(value, int | float) else text(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    inner = "".join(children)
    return f"<{name}{written}>{inner}</{name}>" if inner else f"<{name}{written}/>"


def path(*commands: str | float) -> str:
    """Path data from letters and coordinates."""
    return " ".join(c if isinstance(c, str) else number(c) for c in commands)


def full(identifier: str, shown: Iterable[str]) -> str:
    """The whole id as the title of a group, where it does not stand on one line as it is; else nothing."""
    return "" if tuple(shown) == (legible(identifier),) else element("title", text(identifier))


def lines(content: Iterable[str], x: float, y: float, leading: float, class_: str) -> str:
    """Lines of text, the first baseline at ``y``; ``class_`` decides size, weight and anchor."""
    return "".join(
        element("text", text(line), x=x, y=y + index * leading, class_=class_)
        for index, line in enumerate(content)
    )
