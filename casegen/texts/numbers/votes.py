"""The ``k of n`` by which a text names a voting gate, which says how many, and not how often."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.numbers.counts import COUNT, count_of

_VOTE = compiled(
    rf"(?<![\w.,])(?P<k>{COUNT})\s+(?:[^\W\d]+\s+)?(?:out\s+of|of|von|aus)\s+(?:(?:the|its|all|den|allen)\s+)?(?P<n>{COUNT})(?!\w)",
    re.I,
)
_OCCASIONS = compiled(
    r"\s*(?:\w+\s+)?(?:demands?|missions?|runs?|trips?|times|tests?|trials?|hours?|years?|anforderungen|fahrten|fällen|cases|einsätze\w*)\b",
    re.I,
)
"""of these a share is how often"""


def without_vote(text: str, k: int, n: int) -> str:
    """The text without each ``k of n`` of parts.

    >>> without_vote("Two of three pumps stop in 1 of 50 runs", 2, 3)
    ' pumps stop in 1 of 50 runs'
    >>> without_vote("It fails in 2 of 3 demands", 2, 3), without_vote("1 of 3 pumps stops", 2, 3)
    ('It fails in 2 of 3 demands', '1 of 3 pumps stops')
    """
    left, at = [], 0
    for match in _VOTE.finditer(text):
        named = k in count_of(match["k"]) and n in count_of(match["n"])
        if named and not _OCCASIONS.match(text, match.end()):
            left.append(text[at : match.start()])
            at = match.end()
    return "".join((*left, text[at:]))
