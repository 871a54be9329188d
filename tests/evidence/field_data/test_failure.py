"""A record says in words what it counts; a placeholder is refused where it stands."""

from __future__ import annotations

import pytest

import casegen
from casegen.api import InputError

RECORD = {"entry": ["a", "b"], "demands": [3000, 2000], "failures": [0, 1]}
NOTHING = [
    "", "   ", "x", "TBD", "t.b.d.", "n/a", "N.A.", "?", "...", "<TBD>", "todo", "to be defined", "unknown", "xxx", "None", "-",
    "failure", "Fehler", "noch offen", "see below",
]  # fmt: skip
SOMETHING = [
    "no stop",
    "link lost for 3 s",
    "does not start",
    "Schranke bleibt offen",
    "lost",
    "test not passed",
    "t > 2 s late",
]


@pytest.mark.parametrize("method", ["demand-record", "conservative-bayes"])
@pytest.mark.parametrize("text", NOTHING)
def test_a_placeholder_is_no_failure(method: str, text: str) -> None:
    prior = {"prior": 0.9, "source": "inspection report 17"} if method == "conservative-bayes" else {}
    with pytest.raises(InputError, match="state in words what counts as a failure"):
        casegen.measure(method, {"record": RECORD}, parameters={"failure": text, **prior})


@pytest.mark.parametrize("text", SOMETHING)
def test_words_are_taken(text: str) -> None:
    assert casegen.measure("demand-record", {"record": RECORD}, parameters={"failure": text})
