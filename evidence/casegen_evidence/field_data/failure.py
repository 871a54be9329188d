"""What a record counts as a failure, and where a belief comes from: without words for these, a number means nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from pydantic import AfterValidator, Field

from casegen_evidence.expressions import compiled

_FEWEST_LETTERS = 3
_STANDS_FOR_WORDS = compiled(
    r"(?i)(?:t\.?\s*b\.?\s*[dcan]\.?|to be (?:defined|determined|decided|confirmed|stated|agreed|done)|to ?do|fix ?me|"
    r"n\.?\s*/?\s*a\.?|none|null|nil|nan|unknown|undefined|not (?:defined|stated|known|applicable|decided)|open|"
    r"placeholder|dummy|example|test|text|(.)\1{2,}|lorem ipsum.*|failures?|fails?|failed|yes|true|offen|unbekannt|folgt|"
    r"siehe unten|see (?:below|text)|noch (?:offen|zu \w+)|nicht (?:bekannt|definiert|festgelegt)|kein\w*|fehler|ausfall|"
    r"ausfälle)"
)


_SURROUND = "<>[](){}.?!…-–—*_ \t'\""
_PARTS = compiled(r"[,;:()|\s]+")
_PUT_OFF = compiled(
    r"(?i)(?:(?:source|quelle|reference|prior|belief)\b\W*)?(?:"
    r"(?:t\.?\s*b\.?\s*[dcaps]\b|to be \w+|to ?do\b|fix ?me\b|will (?:be|follow)\b|no (?:source|reference|basis)\b|"
    r"not (?:yet|known|stated|defined|decided)\b|noch (?:nicht|offen|\w*zu\w*)\b|wird (?:noch|nach\w+|später|ergänzt)\b|"
    r"kein\w* (?:quelle|angabe)n?\b).*|"
    r"(?:none|open|missing|pending|unknown|undefined|fehlt|folgt|offen|unbekannt)\b"
    r"(?:\W*|\s+(?:yet|at|so|now|as yet|until|for now|noch|später)\b.*))"
)
"""a source that begins so: that it comes later or that there is none, whatever follows"""


def _stands_for_words(text: str, count: Callable[[str], bool]) -> bool:
    """Whether a text is none: a placeholder, or fewer than three characters that ``count``."""
    bare = text.strip().strip(_SURROUND)
    return sum(map(count, bare)) < _FEWEST_LETTERS or bool(_STANDS_FOR_WORDS.fullmatch(bare))


def _in_words(text: str) -> str:
    if _stands_for_words(text, str.isalpha):
        raise ValueError(
            f"state in words what counts as a failure, such as 'no stop within 2 s'; found {text!r}"
        )
    return text


def _of_something(text: str) -> str:
    """A source may be a number, such as that of a report."""
    parts = [bare for part in _PARTS.split(text) if (bare := part.strip(_SURROUND))]
    empty = _stands_for_words(text, str.isalnum) or all(map(_STANDS_FOR_WORDS.fullmatch, parts))
    if empty or _PUT_OFF.fullmatch(text.strip().strip(_SURROUND)):
        raise ValueError(
            f"state where the prior belief comes from, such as 'proof report 12 of 2024'; found {text!r}"
        )
    return text


FailureText = Annotated[
    str,
    AfterValidator(_in_words),
    Field(description="what counts as a failure, decided before the record was read"),
]
"""A text that says what counts as a failure; a placeholder is refused."""

SourceText = Annotated[
    str,
    Field(
        min_length=10,
        description="where the prior belief comes from: proof, inspection, an earlier assessment",
    ),
    AfterValidator(_of_something),
]
"""A text that says where a belief comes from; a placeholder is refused."""
