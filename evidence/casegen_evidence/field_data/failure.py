"""What a record counts as a failure: without words for it, the number counts nothing."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, Field

_FEWEST_LETTERS = 3
_STANDS_FOR_WORDS = re.compile(
    r"(?i)(?:t\.?\s*b\.?\s*[dcan]\.?|to be (?:defined|determined|decided|confirmed|stated|agreed|done)|to ?do|fix ?me|"
    r"n\.?\s*/?\s*a\.?|none|null|nil|nan|unknown|undefined|not (?:defined|stated|known|applicable|decided)|open|"
    r"placeholder|dummy|example|test|text|(.)\1{2,}|lorem ipsum.*|failures?|fails?|failed|yes|true|offen|unbekannt|folgt|"
    r"siehe unten|see (?:below|text)|noch (?:offen|zu \w+)|nicht (?:bekannt|definiert|festgelegt)|kein\w*|fehler|ausfall|"
    r"ausfälle)"
)


def _in_words(text: str) -> str:
    said = text.strip().strip("<>[](){}.?!…-–—*_ \t'\"")
    if sum(map(str.isalpha, said)) < _FEWEST_LETTERS or _STANDS_FOR_WORDS.fullmatch(said):
        raise ValueError(
            f"state in words what counts as a failure, such as 'no stop within 2 s'; found {text!r}"
        )
    return text


FailureText = Annotated[
    str,
    AfterValidator(_in_words),
    Field(description="what counts as a failure, decided before the record was read"),
]
"""A text that says what counts as a failure; a placeholder is refused."""
