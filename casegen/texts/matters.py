"""Sentences of the header and the claims that are about the same matter."""

from __future__ import annotations

from casegen.model.expressions import compiled
from casegen.texts.subjects import within_subject
from casegen.texts.times import counted

_END = compiled(r"[.;]\s+(?=[^\W\da-z])|;|\n")


def sentences(text: str) -> list[str]:
    """The sentences of a text; a full stop within a number or an abbreviation ends none.

    >>> sentences("After IEC 61508. At most 1 of 1.000 runs; SIL 2")
    ['After IEC 61508', 'At most 1 of 1.000 runs', 'SIL 2']
    """
    return _END.split(text)


def same_matter(sentence: str, claim: str) -> bool:
    """Whether a sentence of the header counts what the claim counts, and speaks of nothing else."""
    noun = counted(sentence)
    return (not noun or noun[:4] == counted(claim)[:4]) and within_subject(sentence, claim)
