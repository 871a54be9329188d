"""What stands around a number of a text: the side that words name, and whether it is one of a condition."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.numbers.counts import count_of
from casegen.texts.numbers.integrity_levels import LEVELS
from casegen.texts.numbers.limits_behind import behind as limit_behind
from casegen.texts.numbers.number_readings import Near
from casegen.texts.numbers.number_relations import DENIAL, side_of
from casegen.texts.numbers.occasions import (
    OCCASION,
    OF_ANYTHING,
    OF_COUNTED,
    OF_OCCASIONS,
    PER_ANYTHING,
    SINGLE,
)
from casegen.texts.numbers.shares_of_time import is_share_of_time

_CONDITION = compiled(
    r"(?:\b(?:(?P<with>with|mit)|under|given|unter|(?P<for>for|(?<!liegt )(?<!liegen )bei|für))\s+)$", re.I
)
_OF_MANY = ("ratio", "share", "part", "slash", "decimal")
_ONE = rf"(?:[^\W\d]+\s+)?(?:{OCCASION}|{SINGLE})\b"
_PER_OCCASION = compiled(rf"\s*(?:per|pro|je|a|an|every|each|jede[rmns]?)\s+{_ONE}", re.I)
_NOUN = compiled(r"\s+[^\W\d]")
_MANY = 10.0
"""of so many on a share counts occasions: of fewer it may count pumps or sensors"""
_DENIED = compiled(rf"(?:\s+(?:probability|chance|likelihood|wahrscheinlichkeit))?\s+{DENIAL}\b", re.I)
"""``mit höchstens 1 % kein Wasser``: of the event, which no circumstance denies"""
_LIKELY = compiled(
    r"\s+(?:probability|chance|likelihood|(?:[^\W\d]+)?wahrscheinlichkeit)\b(?!\s+(?:of|for|that|von|für|des|der|eine[rs]|dass)\b)",
    re.I,
)
"""``mit höchstens 1 % Wahrscheinlichkeit``, and not *of rain*"""
_DEMANDED = compiled(
    r"\b(?:demand|demanded|needed|required|requested|anforderung|bedarf|bedarfsfall|anforderungsfall)\s+(?:with|mit)\s+$",
    re.I,
)
_ENDS = compiled(r"\W*$")
"""``fails on demand with at most 1 %``"""
_LAST_OCCASION = compiled(rf"\s*{_ONE}\W*$", re.I)


def around(what: str, match: re.Match[str], text: str) -> Near:
    """What stands before and behind a match of a form, the side that it names, and whether the number is a condition.

    ``what``: the name of the form.
    """
    before, after = text[: match.start()], text[match.end() :]
    side, start = side_of(text, *match.span())
    if not side and what not in LEVELS and (side := limit_behind(after).side):
        start = len(before)
    given = _CONDITION.search(before[:start])
    happens = given is not None and _says_how_often(what, match, given, after)
    return Near(before, after, side, given is not None and not happens)


def _says_how_often(what: str, match: re.Match[str], given: re.Match[str], after: str) -> bool:
    """Whether a number behind *with*, *for* or *under* is still one of what is claimed.

    ``bei höchstens 1 von 1.000 Bremsungen``, ``with at most 1e-4 per run`` and ``bei höchstens 0,1 % der Stopps`` say how
    often, whatever is counted; ``bei höchstens 2 von 4 Pumpen`` and ``with at most 5 % of the pixels`` when.
    """
    if what == "ratio" and match["share"] and _NOUN.match(after):
        return max(count_of(match["m"], whole=True), default=0.0) >= _MANY or (
            given["for"] is not None and OF_OCCASIONS.match(after) is not None
        )
    behind = OF_OCCASIONS if what in ("ratio", "slash") else OF_COUNTED
    if given["for"] or given["with"]:
        if _PER_OCCASION.match(after) or (what == "decimal" and PER_ANYTHING.match(after)):
            return True
        if what in ("share", "decimal") and (_DENIED.match(after) or _LIKELY.match(after)):
            return True
        if what == "share" and _ENDS.match(after) and _DEMANDED.search(given.string[: given.end()]):
            return True
        if what == "share of time" or is_share_of_time(match.string[: match.start()], after):
            return True
        if given["with"]:
            return what == "ratio" and _LAST_OCCASION.match(after) is not None
        of = what in _OF_MANY and (behind.match(after) or (what == "share" and OF_ANYTHING.match(after)))
        return what == "nth" or bool(of)
    return False
