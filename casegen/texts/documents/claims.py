"""Sentences of a document held against the claim that it is to show: its denial, a number beyond it, another subject."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from casegen.model.expressions import compiled
from casegen.texts.documents.failures import LONGEST, MOST, SENTENCE
from casegen.texts.events.ranges import Range, limits_of, ranges, same_thing
from casegen.texts.events.subjects import contradiction, denies, opposite
from casegen.texts.numbers.counts import COUNT, count_of
from casegen.texts.wording.denials import negations

_LEAST = 2
"""words that sentence and claim have in common, where a size is held against a limit"""


def against_claim(document: str, claim: str) -> tuple[str, ...]:
    """Sentences of a document that deny its claim, or report what is beyond it, at most :data:`MOST`.

    >>> against_claim("The doors closed in 1.9 s. Door 3 closed in 2.6 s.", "Every door closes within 2 s of a trip")
    ('Door 3 closed in 2.6 s.',)
    >>> against_claim("The railing does not carry a crowd.", "The railing carries a crowd")
    ('The railing does not carry a crowd.',)
    """
    limits = list(limits_of(claim))
    said = [line for part in SENTENCE.split(document) if (line := part.strip()[:LONGEST])]
    against = (line for line in said if not line.startswith("#") and _is_against(line, claim, limits))
    quotes = islice((" ".join(line.split())[:160] for line in (*against, *_falls_short(said, claim))), MOST)
    return tuple(dict.fromkeys(quotes))


def _falls_short(said: Sequence[str], claim: str) -> Iterator[str]:
    """Sentences with sizes of what a claim states without a relation (``carries 3 kN``), where none reaches it."""
    for wanted in ranges(claim):
        sizes = [(line, one) for line in said for one in ranges(line) if same_thing(one, wanted)]
        if wanted.low == wanted.high and sizes and max(one.high for _, one in sizes) < wanted.low:
            yield from (line for line, _ in sizes)


_EVERY = compiled(r"\b(?:every|each|all|jede[mnrs]?|alle[nr]?)\b", re.I)
_SOME_OF = compiled(
    r"(?<!page )(?<!sheet )(?<!part )(?<!step )(?<!any )(?<!least )(?<![\d.,/-])"
    rf"\b(?P<k>{COUNT})\s+(?:[^\W\d]+\s+)?(?:out\s+of|of|von)\s+(?:the\s+|den\s+)?(?P<n>{COUNT})\b",
    re.I,
)
"""``two bolts of forty``"""


def _looks_at_some(line: str) -> bool:
    """Whether a sentence speaks of fewer than there are."""
    pairs = ((count_of(m["k"], whole=True), count_of(m["n"], whole=True)) for m in _SOME_OF.finditer(line))
    return any(k and n and max(k) < min(n) and min(n) >= _LEAST for k, n in pairs)


def _is_against(line: str, claim: str, limits: list[Range]) -> bool:
    if _EVERY.search(claim) and not negations(line) and _looks_at_some(line):
        return True
    if opposite(claim, line) or denies(line, claim) or contradiction(claim, line):
        return True
    return any(
        _beyond(size, limit) for size in (ranges(line, times=True) if limits else ()) for limit in limits
    )


def _beyond(size: Range, limit: Range) -> bool:
    """Whether a sentence reports a size of the same thing that the claim excludes; a limit of its own is no report."""
    reported = size.low > float("-inf") and size.high < float("inf")
    same = size.of == limit.of and len(size.words & limit.words) >= min(_LEAST, len(limit.words))
    return reported and same and (size.high > limit.high or size.low < limit.low)
