"""The numbers of an event, of a gate and of a top event in drawings, with the mark of those that are out of date."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from casegen.model.results import JointBound, TreeResult
from casegen.model.sentence import is_impossible
from casegen.render.fonts import REGULAR, wrap
from casegen.render.language import translate
from casegen.render.wording import bound, bounds, confidence, number

BOUND_LINES = 5
"""of bounds with their confidence at most: long numbers take more lines, and none is cut"""


def probability_text(result: TreeResult | None, name: str, top: str, limits: Sequence[float]) -> str:
    """``P = 0.01`` of an event or a gate, in digits that tell it from the ``limits``; nothing where it is not known."""
    event = result.events.get(name) if result else None
    if name == top and result is not None and is_impossible(result.problem):
        return translate("trees.no_number")
    value = event.probability if event is not None else result.gates.get(name) if result else None
    if result is None or value is None:
        return ""
    shown = f"P = {number(value, beside=limits)}"
    return translate("trees.ranged", number=shown) if name in result.ranged_gates else shown


def bound_lines(
    result: TreeResult | None,
    name: str,
    top: str,
    width: float,
    limits: Sequence[float],
    joint: JointBound | None = None,
) -> tuple[str, ...]:
    """The bounds of an event or of the ``top`` in lines of this width; nothing where none are known.

    ``limits``: what the top is compared with.
    ``joint``: the bound of the top that a claim compares instead.
    """
    if result is None:
        return ()
    if name == top and joint is not None and joint.upper is not None:
        upper, level = bound(joint.upper, upper=True, beside=limits), confidence(joint.confidence)
        return wrap(
            translate("figure.together", high=upper, confidence=level), width, 10, REGULAR, BOUND_LINES
        )
    known = result.top if name == top else result.events.get(name)
    if known is None:
        return ()
    text = bounds(known.lower, known.upper, known.confidence, short=True, beside=limits)
    return () if text == "–" else wrap(text, width, 10, REGULAR, BOUND_LINES)


def aged(shown: str, *, old: bool) -> str:
    """A number in words, with the mark of those that come from stale evidence."""
    return f"{shown} {translate('figure.out_of_date')}" if shown and old else shown


def age_lines(result: TreeResult | None, name: str, width: float) -> tuple[str, ...]:
    """``(out of date)`` below the numbers of a part that come from stale evidence; nothing below others."""
    if result is None or not result.is_stale(name):
        return ()
    return wrap(translate("figure.out_of_date"), width, 10, REGULAR, 2)


def number_lines(
    result: TreeResult | None,
    name: str,
    top: str,
    width: float,
    limits: Sequence[float],
    joint: JointBound | None = None,
    *,
    sides: int | None = 2,
) -> tuple[str, ...]:
    """Probability, bounds and age of an event or a gate in lines of this width; nothing where it has no number.

    ``sides``: lines of the probability at most; None: one line, whatever its width.
    """
    shown = probability_text(result, name, top, limits)
    if not shown:
        return ()
    first = (shown,) if sides is None else wrap(shown, width, 10, REGULAR, sides)
    return (*first, *bound_lines(result, name, top, width, limits, joint), *age_lines(result, name, width))


def aged_title(title: str, result: TreeResult | None, parts: Collection[str]) -> str:
    """The title of a drawing; where a number of one of its ``parts`` is out of date it says so."""
    old = result is not None and any(result.is_stale(name) for name in parts)
    return translate("chart.out_of_date", title=title) if old else title
