"""What a sentence says beside the number that its requirement holds: other numbers, and kinds of what is counted."""

from __future__ import annotations

import re
from collections.abc import Sequence

from casegen.argument.view import CaseView
from casegen.model.argument import Claim
from casegen.model.expressions import compiled
from casegen.model.quantity import MeasureKind
from casegen.texts.frequencies.counted_kinds import other_kinds
from casegen.texts.numbers.integrity_levels import LEVELS
from casegen.texts.numbers.occasions import OCCASION
from casegen.texts.numbers.stated import Stated

_NUMERAL = (
    r"[1-9]|1\d|one|two|three|four|five|six|seven|eight|eine?[rnms]?|zwei|drei|vier|fünf|sechs|sieben|acht"
)
_PARTS_OF = compiled(
    rf"(?:{_NUMERAL})\s+(?P<of>[^\W\d]+\s+)??(?:out\s+of|of|von|aus)\s+(?:the\s+|its\s+|den\s+)?(?:{_NUMERAL})",
    re.I,
)
"""``two horns of three``: a number of parts"""
_NO_OCCASION = compiled(
    rf"(?!(?:{OCCASION}|in|at|by|on|when|if|during|while|for|under|with|and|or|bei|im|an|auf|mit|und|oder)\b)"
    r"[^\W\d]{3,}",
    re.I,
)


def other_limits(text: str, said: Sequence[Stated]) -> list[str]:
    """Numbers beside the strictest that a sentence demands, or states: one requirement holds one number.

    A level of integrity is compared by itself, and a number of parts is no limit.
    """
    demanded = [n for n in said if n.side] or said
    if not demanded:
        return []
    first = min(demanded, key=lambda n: min(n.readings, default=1.0) * (-1 if n.side == "lower" else 1))
    others = [n for n in said if n is not first and not set(n.readings) & set(first.readings)]
    return [n.quote for n in others if not _is_no_limit(text, n)]


_TOLERANCE = compiled(r"(?:±|\+/[-−]|plus\s+or\s+minus)\s*$", re.I)


def _is_no_limit(text: str, number: Stated) -> bool:
    if number.side:
        return number.what in LEVELS and not number.attribute
    if _TOLERANCE.search(text[: number.at]):
        return True
    if number.what == "rate" and min(number.readings) >= 1.0:
        return True  # once an hour or more: work, as "an air exchange of 6 1/h"
    parts = _PARTS_OF.fullmatch(number.written)
    behind = text[number.at + len(number.quote) :].lstrip()
    return parts is not None and _NO_OCCASION.match(parts["of"] or behind) is not None


def kinds_counted(view: CaseView, claim: Claim, subject: str) -> tuple[str, ...]:
    """Kinds of missions, demands and stretches of time that a claim counts, and no text of the header or its tree names.

    ``subject``: what the measure and the definitions say of them.
    """
    requirement = claim.requirement
    if requirement is None or requirement.kind not in (MeasureKind.PER_MISSION, MeasureKind.PER_DEMAND):
        return ()
    header, tree = view.case.header, requirement.measure.tree
    parts = view.parts_of.get(tree, frozenset()) if tree is not None else frozenset()
    gates = (gate.text for one in view.case.trees for gate in one.gates if gate.id in parts)
    events = (event.text for event in view.case.events if event.id in parts)
    contexts = (context.text for context in view.case.contexts)
    said = (header.title, header.system, header.intended_use, header.environment, *contexts, *gates, *events)
    return other_kinds(claim.text, " ".join((subject, *said)))
