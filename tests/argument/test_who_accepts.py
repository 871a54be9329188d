"""Who has left, or signs in the future, accepts nothing; a title and a surname make nobody else."""

from __future__ import annotations

import pytest

from casegen.argument.acceptance import is_accepted, no_name
from casegen.model.argument import Claim
from casegen.texts.acceptances.person import same_person
from tests.argument.arguments import case


@pytest.mark.parametrize(
    "name",
    [
        "Rita Reviewer (left the company)", "Rita Reviewer, retired", "Rita Reviewer (has left)", "Rita Reviewer 2097-01-01",
        "Rita Reviewer (2097-01-01)", "R. Reviewer (ausgeschieden)", "Rita Reviewer (hat die Firma verlassen)",
    ],
)  # fmt: skip
def test_nobody_who_answers(name: str) -> None:
    assert no_name(name)


@pytest.mark.parametrize(
    "name",
    ["Rita Reviewer (head of safety)", "Rita Reviewer 2024-01-01", "Rita Left", "Ms. Left", "R. Reviewer (left wing)",
     "Rita Reviewer, 4 May 2024", "Rita Reviewer, TN-2097-01"],
)  # fmt: skip
def test_somebody(name: str) -> None:
    assert not no_name(name)


@pytest.mark.parametrize(
    "name", ["Mrs Author", "Frau Author", "Dr. Author", "Prof. Dr. Author", "mrs. author (safety)"]
)
def test_a_title_makes_nobody_else(name: str) -> None:
    assert same_person(name, "Ann Author")
    assert same_person("Author, Ann", name)
    assert not is_accepted(
        Claim(id="C", text="The lift stops", owner="Ann Author", assumed="seen", accepted_by=name), case()
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [("Mrs Author", "Ann Auditor"), ("Mrs Ann", "Ann Author"), ("Mrs B. Author", "Ann Author"), ("Mrs Author", "safety"),
     ("Author", "Ann Author"), ("Mrs Bea Author", "Ann Author")],
)  # fmt: skip
def test_somebody_else(one: str, other: str) -> None:
    assert not same_person(one, other)


@pytest.mark.parametrize("name", [
    "acceptance outstanding", "outstanding", "in progress", "steht noch aus", "steht aus", "in Klärung", "in Prüfung",
    "entfällt", "Rita Reviewer abstained", "Rita Reviewer enthielt sich", "Rita Reviewer zieht ihre Zustimmung zurück",
    "the system", "deputy, unnamed", "R. Reviewer: acceptance outstanding", "Das System", "Rita Reviewer, in Prüfung",
])  # fmt: skip
def test_words_of_an_acceptance_that_is_still_to_come(name: str) -> None:
    assert no_name(name)


@pytest.mark.parametrize("name", [
    "Otto Outstanding", "R. System, TÜV", "Progress Ltd, A. Smith", "B. Judge, Prüfstelle", "I. Klärung", "S. Zog",
    "System Safety Board: A. Meier", "B. Judge (system safety)", "A. Unnamed-Smith",
])  # fmt: skip
def test_names_that_look_like_such_words(name: str) -> None:
    assert not no_name(name)


@pytest.mark.parametrize("name", [
    "Board (no decision)", "Board, item postponed", "Board, carried over to June", "R. Reviewer, not before May",
    "R. Reviewer asks for more time", "Board, referred back", "R. Reviewer, once the rig is back", "R. Prüfer nach Nachbesserung",
    "Board, 2 for, 5 against", "R. Reviewer (0/3 votes)", "R. Reviewer ✗", "Board, not quorate", "silence", "by default",
    "auto-approved", "R. Reviewer or somebody", "Board (vertagt)", "Ausschuss, nicht beschlussfähig", "Board, 3 for, 3 against",
])  # fmt: skip
def test_nobody_accepted_yet(name: str) -> None:
    assert no_name(name)


@pytest.mark.parametrize("name", [
    "Safety board, minutes of 3 May, 5 for, 2 against", "Board (after review of TN-4)", "R. Reviewer, after inspection on 3 May",
    "Board (without objections)", "Silence Dogood", "Anna Default", "Works council (nach Sitzung vom 3. Mai)", "P. Once",
    "R. Reviewer, after the rework of 3 May", "Board, item 4, 12 May", "Otto Vertagt", "Head of safety (2/3 votes)",
])  # fmt: skip
def test_somebody_accepted_after_something(name: str) -> None:
    assert not no_name(name)


@pytest.mark.parametrize(("owner", "by", "counts"), [
    ("safety", "Head of safety", True), ("safety", "Director of Safety", True), ("safety", "Safety manager", True),
    ("safety", "safety", False), ("safety", "trainee of safety", False), ("Ann Author", "Head of Ann Author", False),
    ("quality", "Head of quality", True), ("safety", "for safety", False),
])  # fmt: skip
def test_who_leads_a_department_is_not_the_department(owner: str, by: str, counts: bool) -> None:
    claim = Claim(id="C", text="The lift stops", owner=owner, assumed="Seen on drawing 4", accepted_by=by)
    assert is_accepted(claim, case()) is counts
