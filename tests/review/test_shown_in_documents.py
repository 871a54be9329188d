"""Documents on paper and the page say of a review what ``review status`` says: every act with its reason, and what is left."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import casegen
from casegen.render import write_markdown
from casegen.render.prose.annexes import Sections
from casegen.render.prose.audit import control, review
from casegen.render.prose.pieces import TableBlock
from casegen.render.report import build_report
from casegen.review import add_finding, create, decide, discharge, respond, sign_off
from casegen.review.dossier import gather
from casegen.review.events import Decision, FindingSeverity, Independence, Person
from casegen.review.points import PointKind
from tests.review.conftest import ANN, BOB, edit

EVE = Person(name="Eve Examiner", role="examiner", independence=Independence.DEPARTMENT)
KAY = Person(name="Kay Keeper", role="assessor", independence=Independence.DEPARTMENT)
pytestmark = pytest.mark.slow


@pytest.fixture
def frozen(rover: Path) -> Path:
    """C1 is challenged, and with it the case."""
    edit(rover, "argument/top.yaml", "bound: 0.2", "bound: 0.01")
    create(rover, "v1", author="Dan Developer", reason="first")
    return rover


def sections(folder: Path) -> Sections:
    assessed = casegen.assess(casegen.load(folder))
    return build_report(assessed, gather(assessed)).sections


def cells(pieces: object) -> dict[str, str]:
    """The text of each row of the tables, by that of its first cell."""
    rows = [row for piece in pieces if isinstance(piece, TableBlock) for row in piece.rows]  # type: ignore[attr-defined]
    texts = [[" ".join(span.text for span in cell) for cell in row] for row in rows]
    return {first: " | ".join(rest) for first, *rest in texts}


def steps(folder: Path) -> dict[str, str]:
    """Each open action with its places and reasons."""
    return {
        row["what"]: " ".join([*(ref["id"] for ref in row["refs"]), *row["why"]])
        for row in sections(folder)["actions"]["rows"]
    }


def signed(folder: Path) -> None:
    """S1 accepts what does not hold, S2 rejects and is superseded by S3, S4 rejects, S5 accepts what holds."""
    for target, decision, by, override in (
        ("C1", Decision.ACCEPT, BOB, "needed before Monday"),
        ("", Decision.REJECT, EVE, ""),
        ("", Decision.ACCEPT, EVE, "the fleet waits"),
        ("C2", Decision.REJECT, KAY, ""),
        ("C2", Decision.ACCEPT, BOB, ""),
    ):
        sign_off(folder, target=target, decision=decision, by=by, override=override, text="As seen.")


def test_every_sign_off_stands_with_its_text_and_override_under_a_sign_of_its_own(frozen: Path) -> None:
    signed(frozen)
    data = sections(frozen)
    rows = cells(review(data, None))  # type: ignore[arg-type]
    assert "Accepted although C1 is challenged: needed before Monday" in rows["S1"]
    assert all("As seen." in rows[name] for name in ("S1", "S2", "S3", "S4", "S5"))
    assert [name for name in rows if "✓" in rows[name]] == ["S5"]
    assert "superseded by S3" in rows["S2"]
    assert "✗ reject" in rows["S4"]
    assert "valid, and rejects" in rows["S4"]
    assert "valid, although it did not hold" in rows["S1"]


def test_title_and_verdict_state_the_open_findings_by_severity(rover: Path, tmp_path: Path) -> None:
    """The case holds by its numbers, and a person has found a major non-conformity in its top claim."""
    create(rover, "v1", author="Dan Developer", reason="first")
    title = "\n".join(_title_and_verdict(rover, tmp_path))
    assert "Review findings open" not in title
    for severity, target in (
        (FindingSeverity.MINOR, "C1"),
        (FindingSeverity.MAJOR, "TOP"),
        (FindingSeverity.MINOR, "C1"),
    ):
        add_finding(rover, target=target, severity=severity, text="why?", by=BOB)
    words = "Review findings open: 3 of 3 (major non-conformity: 1, minor: 2)."
    title, verdict = _title_and_verdict(rover, tmp_path)
    assert words in title
    assert verdict.count(words) == 2
    assert verdict.index("What to watch") < verdict.rindex(words) < verdict.index("Nothing prevents support")
    assert sections(rover)["verdict"]["findings"] == words
    (rover / "records" / "answer.md").write_text("The wheels were measured again.\n", "utf-8")
    for one in ("F1", "F2", "F3"):
        respond(rover, one, text="so", by=ANN)
        decide(rover, one, status="closed", evidence=["records/answer.md"], by=BOB)
    assert sections(rover)["verdict"]["findings"] == ""


def _title_and_verdict(folder: Path, at: Path) -> tuple[str, str]:
    """The text before the chapter of the verdict, and that chapter."""
    assessed = casegen.assess(casegen.load(folder))
    write_markdown(assessed, at / "out.md", gather(assessed))
    title, _, rest = (at / "out.md").read_text("utf-8").partition("## Verdict")
    return title, rest.partition("\n## ")[0]


def test_document_control_marks_no_rejection_or_override_as_well(frozen: Path) -> None:
    signed(frozen)
    rows = [
        row
        for piece in control(sections(frozen), None)  # type: ignore[arg-type]
        if isinstance(piece, TableBlock)
        for row in piece.rows
    ]
    texts = [" ".join(span.text for cell in row for span in cell) for row in rows]
    [superseded, accepted] = [text for text in texts if "Eve Examiner" in text]
    assert "superseded by S3" in superseded
    assert "although it did not hold" in accepted
    assert "✓" not in superseded + accepted


def test_open_actions_hold_every_row_that_review_status_leaves(frozen: Path) -> None:
    signed(frozen)
    said = steps(frozen)
    assert "S4 C2 Kay Keeper" in said["Remove the reason of the rejection, then the same person signs again"]
    assert not any("S2" in text for text in said.values())
    data = sections(frozen)
    text = " ".join([*said, *said.values()])
    for point in data["review"]["points"]:
        if not point["done"] and point["kind"] not in (PointKind.VERDICT, PointKind.ACCEPTANCE):
            assert point["subject"] in text, point


def test_that_nobody_accepted_the_case_is_an_open_action(frozen: Path) -> None:
    sign_off(frozen, target="", decision=Decision.REJECT, by=EVE)
    assert "Have the case accepted: nobody has accepted it" in steps(frozen)


def damaged(folder: Path) -> None:
    add_finding(folder, target="C1", severity=FindingSeverity.MAJOR, text="why?", by=BOB)
    [file] = (folder / "review").glob("F1/01-*.yaml")
    file.write_text(file.read_text("utf-8")[:200], "utf-8")


@pytest.mark.parametrize("annexes", [True, False])
def test_a_damaged_history_is_said_beside_the_verdict_and_is_an_open_action(
    rover: Path, annexes: bool, tmp_path: Path
) -> None:
    create(rover, "v1", author="Dan Developer", reason="first")
    if not annexes:
        (rover / "document.yaml").write_text("document: {annexes: false}\n")
    damaged(rover)
    assert "review/F1" in steps(rover)["Restore the history of the review as it was"]
    assessed = casegen.assess(casegen.load(rover))
    assert assessed.supported
    written = casegen.documents_of(assessed, tmp_path / "out", ["markdown", "html"])
    for file in (one for one in written if one.suffix in (".md", ".html")):
        text = " ".join(re.sub(r"<[^>]*>", "", file.read_text("utf-8")).split())
        said = "The history of the review is damaged: readings and acceptances do not count"
        assert (
            said in text[: text.index("Requirements and the bounds used")] if file.suffix == ".html" else text
        )
        if file.suffix == ".md":
            assert text.count(said) >= 2, "beside the verdict and in the document control"
            assert "Restore the history of the review as it was" in text


def test_documents_have_the_review_of_the_case_unless_another_is_given(frozen: Path, tmp_path: Path) -> None:
    signed(frozen)
    add_finding(frozen, target="C1", severity=FindingSeverity.MINOR, text="Where is it?", by=BOB)
    assessed = casegen.assess(casegen.load(frozen))
    casegen.documents_of(assessed, tmp_path, ["markdown"])
    text = (tmp_path / "rover.md").read_text("utf-8")
    assert "Where is it?" in text
    for denied in ("No finding was raised", "Nobody has signed off", "no baseline was frozen"):
        assert denied not in text


def test_a_finding_that_is_open_again_asks_for_what_review_status_asks(rover: Path) -> None:
    (rover / "records" / "seen.md").write_text("seen\n")
    create(rover, "v1", author="Dan Developer", reason="first")
    add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text="Where is it?", by=BOB)
    respond(rover, "F1", text="It is here", by=ANN, evidence=("records/seen.md",))
    decide(rover, "F1", status="closed", by=BOB, text="Seen")
    (rover / "records" / "seen.md").write_text("something else\n")
    said = steps(rover)
    assert not any(what.startswith("Answer the finding") for what in said)
    again = said["Look at the finding again, which was closed (minor), at a new baseline"]
    assert "records/seen.md: SHA-256 was" in again


def test_a_discharged_condition_that_is_undone_says_why(
    rover: Path, command: Callable[..., tuple[int, str]]
) -> None:
    create(rover, "v1", author="Dan Developer", reason="first")
    sign_off(rover, target="C2", decision=Decision.CONDITIONS, conditions=("test brakes",), by=BOB)
    record = rover / "records" / "brakes.md"
    record.write_text("tested")
    discharge(rover, "S1", condition=1, by=BOB, evidence=["records/brakes.md"])
    record.write_text("something else")
    said = steps(rover)["Meet the condition of the sign-off"]
    assert "test brakes" in said
    assert "was met, says Bob Assessor; open again: evidence records/brakes.md: SHA-256 was" in said
    text = " ".join(command("review", "status", rover)[1].split())
    assert "was met, says “Bob Assessor”; open again: evidence records/brakes.md: SHA-256 was" in text
