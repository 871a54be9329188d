"""Numbers of a claim that are part of the event of its tree, and say nothing of how often: *the slip exceeds 15 %*."""

from __future__ import annotations

import re
from collections.abc import Sequence

from casegen.model.expressions import compiled
from casegen.texts.numbers.occasions import OF_OCCASIONS
from casegen.texts.numbers.stated import READ, Stated, stated

_HOW_OFTEN = compiled(
    r"\b(?:in|on|at|for|per|with|once|only|bei|mit|nur|auf|pro|je|probability|chance|rate|frequency|wahrscheinlichkeit|häufigkeit|quote)\b"
    r"(?:\s+(?!(?:and|or|und|oder)\b)[^\W\d]+){0,4}\s*$",
    re.I,
)
"""before a number that says how often, and no size: ``in at most``, ``with a probability of``"""
_TOLERANCE = compiled(r"(?:±|\+/-|\bplus\s+or\s+minus)\s*$", re.I)
_OFTEN_NOUN = compiled(r"^\s*(?:probab|chance|likel|wahrschein)", re.I)


def without_thresholds(numbers: Sequence[Stated], text: str, events: Sequence[str]) -> list[Stated]:
    """The numbers of a claim without those that stand in it as part of an event of its tree, word for word.

    ``events``: title and top event of the tree.  What an event says of how often it happens is no part of it, and one
    number that says how often has to be left, behind a relation.

    >>> text = "The slip exceeds 15 % in at most 1 of 1,000 demands"
    >>> [n.quote for n in without_thresholds(stated(text), text, ["The slip exceeds 15 %"])]
    ['1 of 1,000']
    >>> text = "The slip is seen in at most 15 % of the runs"
    >>> [n.quote for n in without_thresholds(stated(text), text, ["The slip exceeds 15 %"])]
    ['15 %']
    """
    spans = [span for event in events for span in _copies(text[:READ], event)]
    left = [n for n in numbers if not any(a <= n.at and n.at + len(n.quote) <= b for a, b in spans)]
    limits = any(n.side == "upper" and n.what != "confidence" for n in left)
    return left if limits else list(numbers)


def _copies(text: str, event: str) -> list[tuple[int, int]]:
    """Where a claim has the words of an event, from its first up to each of its numbers that is a size."""
    event = event[:READ].strip()
    spans = []
    for number in stated(event):
        end = number.at + len(number.quote)
        if not number.side and not _TOLERANCE.search(event[: number.at]):
            continue
        if number.what == "confidence" or _HOW_OFTEN.search(event[: number.at]):
            continue
        if OF_OCCASIONS.match(event[end:]) or _OFTEN_NOUN.match(event[end:]):
            continue
        words = r"\s+".join(map(re.escape, event[:end].split()))
        if len(event[:end].split()) > 2:
            spans += [m.span() for m in re.finditer(rf"(?<!\w){words}(?!\w)", text, re.I)]
    return spans
