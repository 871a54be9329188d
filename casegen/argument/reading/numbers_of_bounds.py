"""Numbers of a sentence that no rule compares, and that may yet be the limit of its requirement in other words."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from casegen.model.argument import Requirement, TreeTarget
from casegen.model.case import Case
from casegen.model.expressions import compiled
from casegen.model.quantity import MeasureKind
from casegen.texts.numbers.calendar_periods import PERIOD
from casegen.texts.numbers.counts import count_of

_SHARE = r"(?:%|percent\b|per\s+cent\b|prozent\b|points?\b|punkte?n?\b)"
_GOES_ON = (
    r"(?:of|in|on|at|with|for|from|by|to|per|and|or|but|if|when|where|while|during|over|under|as|is|are|was|were|not|confidence|"
    r"der|die|das|des|dem|den|von|bei|im|am|mit|für|auf|aus|zu|je|pro|und|oder|aber|wenn|falls|während|über|unter|ist|sind|wird|"
    r"nicht|aller|alle|konfidenz)\b"
)
_WITHOUT_UNIT = compiled(
    rf"\s*(?:$|[.,;:!?)\]}}\"'»“”](?!\d)|[-–—]\s|{_SHARE}|(?!(?:{PERIOD})\b){_GOES_ON})", re.I
)
"""behind a number: nothing that it would be counted in, or a unit of shares"""


def not_required(case: Case, requirement: Requirement, text: str, quotes: Sequence[str]) -> list[str]:
    """Numbers of a sentence that are neither the limit of its requirement nor the rest of it.

    Only a number without a unit, or with one of shares, may be either: 50 hours are no 50 % of anything.
    """
    bound = requirement.bound if isinstance(requirement.bound, float | int) else None
    tree = case.tree.get(requirement.bound.target_of) if isinstance(requirement.bound, TreeTarget) else None
    bound = tree.target.probability if tree is not None and tree.target is not None else bound
    if bound is None:
        return list(quotes)
    exact = (bound, -bound) if requirement.kind is MeasureKind.SCORE else ()
    same = (bound, -bound, 1.0 - bound, 100.0 * bound, 100.0 * (1.0 - bound))
    return [
        quote
        for quote in quotes
        if not _is_one(quote, exact) and not (_is_one(quote, same) and _is_without_unit(quote, text))
    ]


def _is_one(quote: str, values: Sequence[float]) -> bool:
    return any(math.isclose(n, value, rel_tol=1e-9) for n in count_of(quote) for value in values)


def _is_without_unit(quote: str, text: str) -> bool:
    """Whether a number stands in a text without what it would be counted in, wherever it does."""
    places = list(re.finditer(rf"(?<![\w.,]){re.escape(quote)}(?!\w|[.,]\d)", text))
    return bool(places) and all(_WITHOUT_UNIT.match(text, place.end()) for place in places)
