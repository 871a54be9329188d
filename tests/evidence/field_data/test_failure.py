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


NO_SOURCE = [
    "TBD", "?", "none", "??????????", "to be determined", "To be stated later", "TBD TBD TBD", "TBD, by the safety team", "n/a, n/a, n/a",
    "not applicable", "not yet known", "unknown at this time", "source: TBD (A. Author)", "- - - - - - -", "placeholder", "xxxxxxxxxx",
    "lorem ipsum dolor", "noch festzulegen", "folgt später noch", "none so far", "no source yet", "will follow in May",
]  # fmt: skip
SOURCES = [
    "inspection report 17",
    "10.1109/5.771073",
    "2019-04-12/0017",
    "Open-source proof of the controller, release 3",
    "proof of the controller that none of its states is unsafe",
    "Test report 12, to be read with its annex",
    "Prüfbericht 4711, Abschnitt 3",
    "None of 40 earlier products of this maker failed (assessment of 2019)",
    "assessment of an earlier model; unknown faults are counted as failures",
    "§ 3 of QA 7, HQ",
    "Pending patent 17 of the maker, annex B: proof",
]


@pytest.mark.parametrize("text", NO_SOURCE)
def test_a_placeholder_is_no_source_of_a_belief(text: str) -> None:
    belief = {"failure": "does not stop", "prior": 0.9, "source": text}
    with pytest.raises(InputError, match=r"state where the prior belief comes from|at least 10 characters"):
        casegen.measure("conservative-bayes", {"record": RECORD}, parameters=belief)


@pytest.mark.parametrize("text", SOURCES)
def test_a_source_of_a_belief_is_taken(text: str) -> None:
    record = {"entry": ["a", "b"], "demands": [3000, 2000], "failures": [0, 0]}
    casegen.measure("conservative-bayes", {"record": record}, parameters={
        "failure": "does not stop", "prior": 0.9, "source": text,
    })  # fmt: skip
