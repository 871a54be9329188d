"""Sentences of the header and the claims that are about the same matter."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.events.subjects import within_subject
from casegen.texts.numbers.stated import Stated, stated
from casegen.texts.times.exposure import counted

_END = compiled(r"[.;]\s+(?=[^\W\da-z])|;|\n")


def sentences(text: str) -> list[str]:
    """The sentences of a text; a full stop within a number or an abbreviation ends none.

    >>> sentences("After IEC 61508. At most 1 of 1.000 runs; SIL 2")
    ['After IEC 61508', 'At most 1 of 1.000 runs', 'SIL 2']
    """
    return _END.split(text)


def plain_words(text: str) -> tuple[str, ...]:
    """The words and numbers of a text, without case and punctuation.

    >>> plain_words("The door, 2 m wide.")
    ('the', 'door', '2', 'm', 'wide')
    """
    return tuple(re.findall(r"\w+", text.casefold()))


def same_matter(sentence: str, claim: str) -> bool:
    """Whether a sentence of the header counts what the claim counts, and speaks of nothing else."""
    noun = counted(sentence)
    return (not noun or noun[:4] == counted(claim)[:4]) and within_subject(sentence, claim)


def repeats(claim: str, sentence: str) -> bool:
    """Whether a claim repeats every number of a sentence with its unit, in whatever words.

    >>> repeats("The drone leaves its area in at most 1 of 1,000 flights", "Tolerable: 1 departure in 1,000 flights.")
    True
    >>> repeats("The drone leaves it in at most 1 of 1,000 flights", "At most 1 of 1,000 flights, 1 of 9,000 by night")
    False
    """
    nouns = counted(sentence)[:4], counted(claim)[:4]
    if all(nouns) and nouns[0] != nouns[1]:
        return False
    wanted = [n for n in stated(sentence) if n.what != "confidence"]
    return bool(wanted) and all(any(_same(n, other) for other in stated(claim)) for n in wanted)


def _same(a: Stated, b: Stated) -> bool:
    opposite = {a.side, b.side} == {"upper", "lower"}
    return a.what == b.what and not opposite and bool(set(a.readings) & set(b.readings))
