"""What stands where a person is to be named: grammar, a pointer or a sentence is nobody; any word may be a surname."""

from __future__ import annotations

from pathlib import Path

import pytest

import casegen
from casegen.assessment.points import reading_steps
from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.bases import calculation

NOBODY = [
    "nobody yet", "same as owner", "see owner", "the owner of this claim", "to be named", "as above", "ditto", "s. o.",
    "noch niemand", "wie Besitzer", "signature missing", "Otto Operator will decide", "no one has", "a person", "name withheld",
    "authors", "vacant", "one of us", "each of them", "wird noch benannt", "zu bestimmen", "whoever signs", "the person who owns it", "the undersigned", "will be named", "not Otto Operator",
    "Otto Operator did not sign", "without acceptance", "role to be filled", "wird benannt",
    "my boss", "n. n. (tbd)", "unbekannter Prüfer", "some reviewer", "ein Prüfer", "an assessor", "the new guy", "former assessor",
    "external reviewer (to be appointed)", "Rita Reviewer (did not sign)", "First Last", "Name, Vorname", "accepted by default",
    "self-assessment", "asdf", "maybe Rita", "TODO Rita", "pas encore nommé", "por definir", "da definire", "the team itself", "somebody from safety", "will follow",
    "our reviewer", "unser Chef", "instead of Rita Reviewer", "in place of Rita Reviewer", "anstelle von Rita Reviewer", "script", "the script", "software",
    "Rita Reviewer (on condition that the speed is tested)", "Rita Reviewer with reservations", "Rita Reviewer, under protest",
    "Rita Reviewer for now", "Rita Reviewer (reluctantly)", "Rita Reviewer (unread)", "Rita Reviewer, without reading it",
    "Rita Reviewer until further notice", "Rita Reviewer, in principle", "Rita Reviewer mit Bedenken", "Rita Reviewer (unter Protest)",
    "Rita Reviewer (partly)", "Rita Reviewer, only on dry days", "Rita Reviewer for hall 1 only", "Rita Reviewer, with conditions",
    "Rita Reviewer, not for cranes", "Rita Reviewer, except cranes", "Rita Reviewer, until tests are done", "Rita Reviewer (verbally)",
    "deferred", "Rita Reviewer (on hold)", "Rita Reviewer, undecided", "returned for rework", "Rita Reviewer (tentatively)", "i. V.",
    "ehemaliger Gutachter", "Ehemalige Gutachterin", "früherer Prüfer", "Former assessor", "Name, date", "Name, Datum", "Date, signature",
    "zurückgestellt", "Rita Reviewer, nicht entschieden", "kommissarisch", "Rita Reviewer, contingent on TN 4",
    "Rita Reviewer, nur für Halle 1", "Rita Reviewer, außer Krane", "Rita Reviewer (mit Auflagen)", "Rita Reviewer, mündlich",
]  # fmt: skip
SOMEBODY = [
    "J. Same", "Q. Yet", "M. Pending", "Ms. Owner", "Dr. Open", "Will Smith", "head of operations", "author of TN-12",
    "plant manager, works 2", "the assessor", "team 7 of operations", "TÜV Süd", "S. Point", "李明", "Hans Noch", "Sasha Same", "the head of operations", "Kim Lee, who signed TR-7",
    "Will Must", "Mai Pending", "Hugo Boss", "Ed Auto", "Bob Default", "A. Unbekannt", "Dana Offen", "An Nguyen", "Anonyma Weiß",
    "Rita Reviewer (TÜV)", "the operator's safety manager", "New York Rail Safety Board", "Lee Former",
    "our safety board", "unser Prüfausschuss", "temporary works manager", "Rita Reviewer, for the safety board", "Rita Reviewer for TÜV Nord",
    "Rita Reviewer (with B. Judge)", "Rita Reviewer, until 2025 at TÜV", "head of the trial unit", "B. Reserve", "Otto Protest", "Ms. Principle",
    "Rita Reviewer, in person", "R. Only", "Dr. Except", "A. Until", "Otto Nur", "Rita Reviewer, oral surgeon", "Rita Reviewer, head of hall 1",
    "Rita Reviewer (not the owner)", "ehemaliger Gutachter Max Müller", "Manuel Neuer", "Sophie Datum", "Ort, M.", "Neue Direktion Süd",
    "Rita Reviewer, the only reviewer of hall 1", "our independent safety assessment panel", "Will Follow",
    "Anna Open", "Open, Anna", "Max Pending (TÜV)", "J. Conditional", "Responsible person (MDR article 15)", "Petra Entwurf",
    "R. Script", "Rita Reviewer on behalf of TÜV Nord",
]  # fmt: skip
OBJECTION = {
    "defeaters": [
        {"id": "D1", "text": "Wheels were left out", "target": "A1", "kind": "undercutting", "owner": "D. Doubt",
         "state": "refuted", "response": "Wheels are part of event E1, sheet 3", "refuted_by": "B. Judge"},
    ],
}  # fmt: skip
DOUBT = {
    "residual_doubts": [
        {"id": "R1", "text": "Wet floors were not part of the tests", "target": "C2", "owner": "A. Author",
         "reason": "Floors of the hall are kept dry, rule 12 of the site", "accepted_by": "B. Judge"},
    ],
}  # fmt: skip


REFUSALS = [
    *(f"Rita Reviewer {words}" for words in (
        "rejects", "says no", "lehnt ab", "stimmt nicht zu", "hat nicht zugestimmt", "entscheidet noch", "vetoed", "does not accept",
        "votes against", "ist dagegen", "hat Bedenken", "still thinks")),
    "waived", "computer", "minutes of 3 May", "Protokoll vom 3. Mai", "Rita Reviewer: no",
]  # fmt: skip
ROLES = [
    "Safety board, minutes 12 of 3 May", "Minutes of the safety board, 3 May", "Rita Reviewer hat zugestimmt", "Rita Reviewer, signed on 3 May", "Otto Still",
    "Anna Nein", "Panel no. 3", "Server team lead", "Review board of 3 May", "Rita Reviewer (still in office)",
]  # fmt: skip


@pytest.mark.parametrize("name", REFUSALS)
def test_who_refuses_accepts_nothing(tmp_path: Path, name: str) -> None:
    edits = {"claims.W1.accepted_by": name}
    assert "acceptance-name" in must_not_hold(folder(tmp_path / "case", calculation(), edits)).rules


@pytest.mark.parametrize("name", ROLES)
def test_a_role_or_a_body_accepts(tmp_path: Path, name: str) -> None:
    must_hold(folder(tmp_path / "case", calculation(), {"claims.W1.accepted_by": name}))


@pytest.mark.parametrize(
    "note", ["Withdrawn 3 May", "was refuted in the session of May", "Rita disagrees", "Withdrawn 12/05"]
)
@pytest.mark.parametrize("part", ["claims.C1", "claims.W1", "arguments.A1"])
def test_a_note_takes_back_what_it_stands_at(tmp_path: Path, part: str, note: str) -> None:
    must_not_hold(folder(tmp_path / "case", calculation(), {f"{part}.note": note}))


@pytest.mark.parametrize("reason", ["was refuted in the session of May", "Rita disagrees"])
def test_a_reason_that_says_who_turned_it_down(tmp_path: Path, reason: str) -> None:
    must_not_hold(folder(tmp_path / "case", calculation(), {"claims.W1.assumed": reason}))


@pytest.mark.parametrize("note", [
    "Rita disagreed, but withdrew it on 3 May", "The pump was withdrawn from service", "Rejected parts are sorted out",
    "It was disputed in May; answered by report 4",
])  # fmt: skip
def test_a_note_on_something_else(tmp_path: Path, note: str) -> None:
    must_hold(folder(tmp_path / "case", calculation(), {"claims.W1.note": note}))


@pytest.mark.parametrize("name", NOBODY)
def test_nobody_accepts(tmp_path: Path, name: str) -> None:
    edits = {"claims.W1.accepted_by": name}
    assert "acceptance-name" in must_not_hold(folder(tmp_path / "case", calculation(), edits)).rules


@pytest.mark.parametrize(
    "name", ["A. Author on behalf of Rita Reviewer", "A. Author, im Auftrag von Rita Reviewer"]
)
def test_an_owner_accepts_for_nobody(tmp_path: Path, name: str) -> None:
    at = folder(tmp_path / "case", calculation(), {"claims.W1.accepted_by": name})
    assert "self-acceptance" in must_not_hold(at).rules


@pytest.mark.parametrize("name", SOMEBODY)
def test_somebody_accepts(tmp_path: Path, name: str) -> None:
    must_hold(folder(tmp_path / "case", calculation(), {"claims.W1.accepted_by": name}))


def test_nobody_judges_an_answer(tmp_path: Path) -> None:
    edits = {**OBJECTION, "defeaters.D1.refuted_by": "same as owner"}
    must_not_hold(folder(tmp_path / "case", calculation(), edits), "defeater-own")
    must_hold(folder(tmp_path / "twin", calculation(), OBJECTION))


RESERVED = ["B. Judge, only on dry days", "B. Judge, except cranes", "B. Judge (verbally)"]


@pytest.mark.parametrize("name", RESERVED)
def test_an_answer_or_a_doubt_with_a_reservation(tmp_path: Path, name: str) -> None:
    edits = {**OBJECTION, "defeaters.D1.refuted_by": name}
    must_not_hold(folder(tmp_path / "answer", calculation(), edits), "reservation")
    edits = {**DOUBT, "residual_doubts.R1.accepted_by": name}
    must_not_hold(folder(tmp_path / "doubt", calculation(), edits), "reservation")
    waived = {
        "waive": [{"rule": "tree-unfinished", "reason": "Both causes are drawn", "by": name}],
        "text": "Draft: two causes",
    }
    edits = {"trees.FT.waive": waived["waive"], "trees.FT.text": waived["text"]}
    must_not_hold(folder(tmp_path / "waiver", calculation(), edits), "tree-unfinished")


def test_nobody_owns_a_residual_doubt(tmp_path: Path) -> None:
    edits = {**DOUBT, "residual_doubts.R1.owner": "nobody yet"}
    must_not_hold(folder(tmp_path / "case", calculation(), edits), "residual-doubt-record")
    must_hold(folder(tmp_path / "twin", calculation(), DOUBT))


def test_an_owner_who_is_nobody_leaves_the_part_to_the_author(tmp_path: Path) -> None:
    edits = {"case.authors": ["B. Judge"], "claims.W1.owner": "same as above"}
    must_not_hold(folder(tmp_path / "case", calculation(), edits), "self-acceptance")
    must_hold(folder(tmp_path / "twin", calculation(), edits | {"claims.W1.owner": "A. Author"}))


def test_nobody_signs(tmp_path: Path) -> None:
    at = folder(tmp_path / "case", calculation(), {"case.authors": ["A. Author"]})
    assert call("baseline", "create", at, "v1", "--author", "A. Author", "--reason", "first")[0] == 0
    sign = ("review", "sign", at, "--decision", "accept", "--independence", "person", "--by")
    assert call(*sign, "nobody yet")[0] == 2
    assert call(*sign, "R. Reader")[0] == 0


@pytest.mark.parametrize(
    "name",
    ["B. Judge for Ann Author", "B. Judge on behalf of Ann Author", "B. Judge, im Auftrag von Ann Author"],
)
def test_nobody_accepts_for_an_author(tmp_path: Path, name: str) -> None:
    edits = {
        "case.authors": ["Ann Author", "Bo Builder"],
        "claims.W1.accepted_by": name,
        "claims.W1.owner": "T. Tester",
    }
    must_not_hold(folder(tmp_path / "case", calculation(), edits))


JOINT = [
    "Ann Author for Rolf Reader", "pp Ann Author", "Ann Author and Rolf Reader", "Rolf Reader, Ann Author", "Rolf Reader & Ann Author",
    "Rolf Reader / Ann Author", "Rolf Reader via Ann Author", "Author, Ann; Reader, Rolf", "Rolf Reader Ann Author",
]  # fmt: skip
OTHERS = [
    "Rolf Reader",
    "Ann Author-Smith",
    "Anna Reader, Rolf Author",
    "Rolf Reader and Rita Reviewer",
    "Mary Ann Author",
]


@pytest.mark.parametrize("name", JOINT)
def test_a_name_beside_another_is_still_that_person(tmp_path: Path, name: str) -> None:
    """Who owns or wrote a part neither accepts it, nor waives a rule, nor signs together with somebody."""
    edits: dict[str, object] = {
        "case.authors": ["Ann Author"],
        "claims.W1.owner": "Ann Author",
        "claims.W1.accepted_by": name,
    }
    must_not_hold(folder(tmp_path / "case", calculation(), edits))
    waive = [{"rule": "tree-unfinished", "reason": "Both causes are drawn", "by": name}]
    edits = {"case.authors": ["Ann Author"], "trees.FT.waive": waive, "trees.FT.text": "Draft: two causes"}
    must_not_hold(folder(tmp_path / "waiver", calculation(), edits))


@pytest.mark.parametrize("name", OTHERS)
def test_a_homonym_is_another_person(tmp_path: Path, name: str) -> None:
    edits = {"case.authors": ["Ann Author"], "claims.W1.owner": "Ann Author", "claims.W1.accepted_by": name}
    must_hold(folder(tmp_path / "case", calculation(), edits))


@pytest.mark.slow
def test_an_author_does_not_sign_beside_another(tmp_path: Path) -> None:
    at = folder(tmp_path / "case", calculation(), {"case.authors": ["Ann Author"]})
    assert call("baseline", "create", at, "v1", "--author", "Ann Author", "--reason", "first")[0] == 0
    sign = ("review", "sign", at, "--decision", "accept", "--independence", "person", "--by")
    assert [call(*sign, name)[0] for name in JOINT] == [2] * len(JOINT)
    assert call(*sign, "Ann Author-Smith")[0] == 0


COUNTED = [
    "Ann Author 2",
    "Ann Author II",
    "Ann Author no. 2",
    "ann.author2@example.org",
    "Author, Ann 2",
]
APART = ["Bo Author 2", "Bo Author", "Ann Reader", "Shift Lead 2", "team 7", "Rita Reviewer", "Ann Author-Smith", "R. Author"]  # fmt: skip


def _namesakes(at: Path) -> list[tuple[str, str]]:
    return [(one.id, one.by) for one in reading_steps(casegen.open(at).assessment) if one.kind == "namesake"]


@pytest.mark.parametrize("name", COUNTED)
def test_a_name_that_is_the_owners_but_for_a_count_is_asked_about(tmp_path: Path, name: str) -> None:
    """Two people of one name are possible, and so is one under two names: nobody but who knows them can tell."""
    owned = {"claims.W1.owner": "Ann Author", "claims.W1.accepted_by": name}
    at = folder(tmp_path / "case", calculation(), owned)
    must_hold(at)
    assert _namesakes(at) == [("W1", name)]


@pytest.mark.parametrize("name", APART)
def test_other_names_are_not_asked_about(tmp_path: Path, name: str) -> None:
    at = folder(
        tmp_path / "case", calculation(), {"claims.W1.owner": "Ann Author", "claims.W1.accepted_by": name}
    )
    must_hold(at)
    assert _namesakes(at) == []


def test_answers_doubts_and_waivers_of_a_namesake_are_asked_about(tmp_path: Path) -> None:
    edits = {**OBJECTION, **DOUBT, "claims.C1.owner": "Ann Author", "defeaters.D1.refuted_by": "Ann Author 2",
             "residual_doubts.R1.owner": "Ann Author", "residual_doubts.R1.accepted_by": "Ann Author II",
             "trees.FT.text": "Draft: two causes", "case.authors": ["Ann Author"],
             "trees.FT.waive": [{"rule": "tree-unfinished", "reason": "Both causes are drawn", "by": "Ann Author 2"}]}  # fmt: skip
    at = folder(tmp_path / "case", calculation(), edits)
    assert sorted(_namesakes(at)) == [("D1", "Ann Author 2"), ("FT", "Ann Author 2"), ("R1", "Ann Author II")]
