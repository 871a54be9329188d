"""Words of a sentence by which its number is no part of what it allows: ``below 0.001``, ``weniger als 1 von 1.000``."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from casegen.model.expressions import compiled
from casegen.model.quantity import PROBABILITY_KINDS, MeasureKind
from casegen.texts.numbers.counts import plain
from casegen.texts.numbers.number_relations import SIDE
from casegen.texts.numbers.stated import READ, Stated

_BELOW = compiled(
    r"(?:less|fewer|rarer|smaller|lower|less\s+often)\s+than|below|under|<|unter|"
    r"(?:weniger|seltener|kleiner)\s+als|moins\s+(?:souvent\s+)?(?:de|que|d['’])|menos\s+de|meno\s+di",
    re.I,
)
_ABOVE = compiled(
    r"more\s+(?:often\s+|frequently\s+|likely\s+)?than|(?:greater|higher|larger|bigger|oftener)\s+than|above|over|beyond|"
    r"in\s+excess\s+of|exceed(?:s|ed|ing)?|>|(?:mehr|öfter|häufiger|größer|grösser|höher)\s+als|über|oberhalb\s+von|"
    r"jenseits\s+von",
    re.I,
)
_WITHIN = compiled(r"(?<!no\s)(?<!not\s)(?<!nicht\s)\b(?:(?:less|fewer)\s+than|weniger\s+als)\b", re.I)
"""``of 1,000 missions fewer than one``"""
_NOT_STRICT = compiled(
    r"\b(?:(?:at|on|equals?|equal\s+to|exactly|gleich|genau|bei)\s+(?:or|oder)|"
    r"not|never|no|no\s+longer|not\s+even|nicht|nie|niemals|nicht\s+mehr)\s+$",
    re.I,
)
"""``at or below``, and what denies the comparison"""
_EQUAL_AFTER = compiled(
    r"\W*(?:or|oder)\s+(?:is\s+|ist\s+)?(?:equal|equals|exactly|at\s+most|just|gleich|genau|höchstens)\b",
    re.I,
)
_HALF = 0.5
_SAME = 1e-12
"""what multiplying by a unit may round"""


def strictly_at(text: str, numbers: Iterable[Stated], upper: bool, limit: float, kind: MeasureKind) -> str:
    """The words of a strict limit of a sentence that equals the ``limit`` of its requirement; empty without one.

    ``numbers``: those of the text, in the unit of the requirement.
    """
    for number in numbers:
        same = (number.side == "upper") == upper
        if not number.side or number.condition or not (same or kind in PROBABILITY_KINDS):
            continue
        for value in number.readings:
            if not same and upper and value < _HALF and limit < _HALF:
                continue  # "in more than 1 of 1,000" is no limit from above
            compared = value if same else 1.0 - value
            if math.isclose(compared, limit, rel_tol=_SAME) and (words := _strict_words(text, number)):
                return words
    return ""


def _strict_words(text: str, number: Stated) -> str:
    """A number with the strict comparison directly before it; empty where another stands there, or one that is denied."""
    before, after = plain(text[:READ])[: number.at], text[number.at + len(number.quote) :]
    if _EQUAL_AFTER.match(after):
        return ""
    if number.side == "upper" and _WITHIN.search(number.quote):
        return number.quote
    relation = SIDE.search(before)
    if relation is None or _NOT_STRICT.search(before[: relation.start()]):
        return ""
    word, strict = (relation["lower"], _ABOVE) if number.side == "lower" else (relation["upper"], _BELOW)
    return f"{word} {number.quote}" if word and strict.fullmatch(word) else ""
