"""Findings and sign-offs: who may do what, what a change opens again, a history that shows tampering."""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.io import load
from casegen.model.diagnostic import InputError
from casegen.review import add_finding, create, decide, find, respond, review_state, sign_off, verify
from casegen.review.chain import HEAD
from casegen.review.eligibility import part_named
from casegen.review.events import Decision, FindingSeverity, FindingStatus, Independence, Person
from casegen.review.journal import history as lines_of
from casegen.review.journal import read_journal
from tests.review.conftest import ANN, BOB, edit


@pytest.fixture
def reviewed(rover: Path) -> Path:
    """The rover with a baseline."""
    create(rover, "v1", author="Dan Developer", reason="first")
    return rover


def finding(
    folder: Path, target: str = "C1", severity: FindingSeverity = FindingSeverity.MINOR, by: Person = BOB
) -> str:
    return add_finding(folder, target=target, severity=severity, text="why?", by=by).finding


def status(folder: Path, id: str = "F1") -> FindingStatus:
    return next(f.status for f in review_state(load(folder)).findings if f.finding.id == id)


@pytest.mark.slow
def test_the_life_of_a_finding(reviewed: Path) -> None:
    id = finding(reviewed, severity=FindingSeverity.MAJOR)
    assert (id, status(reviewed)) == ("F1", FindingStatus.OPEN)
    respond(reviewed, id, text="first answer", by=ANN, evidence=["records/wheels.md"])
    assert status(reviewed) is FindingStatus.ANSWERED
    decide(reviewed, id, status="rejected", text="not enough", by=BOB)
    assert status(reviewed) is FindingStatus.REJECTED
    respond(reviewed, id, text="second answer", by=ANN)
    decide(reviewed, id, status="accepted", by=BOB)
    assert status(reviewed) is FindingStatus.ACCEPTED
    decide(reviewed, id, status="closed", evidence=["records/wheels.md"], by=BOB)
    assert status(reviewed) is FindingStatus.CLOSED
    decide(reviewed, id, status="open", text="seen again in operation", by=BOB)
    assert status(reviewed) is FindingStatus.OPEN
    assert len(list((reviewed / "review" / "F1").glob("*.yaml"))) == 7


def test_every_event_is_a_text_file_that_says_it_all(reviewed: Path) -> None:
    text = "Line one: with a colon\n  'quotes', [lists] & *stars\n\u00fcber \u2026 no: yes"
    add_finding(
        reviewed,
        target="A1:C1",
        severity=FindingSeverity.MAJOR,
        text=text,
        category="reasoning",
        clause="UL 4600 5",
        by=BOB,
    )
    [result] = read_journal(reviewed).findings
    assert result.raised.text == text
    assert (result.raised.category, result.raised.clause, result.raised.target) == (
        "reasoning",
        "UL 4600 5",
        "A1:C1",
    )
    assert result.raised.by == BOB
    assert result.raised.baseline.root == find(reviewed, "v1").root
    [file] = (reviewed / "review" / "F1").iterdir()
    assert "Line one: with a colon" in file.read_text()


@pytest.mark.parametrize("text", ["a\x85b", "a\u2028b", "a\x85b\nc", "=1+1", "no", "- a", "\u200bx"])
def test_odd_texts_come_back_as_they_were(reviewed: Path, text: str) -> None:
    add_finding(reviewed, target="C1", severity=FindingSeverity.MINOR, text=text, by=BOB)
    assert read_journal(reviewed).findings[0].raised.text == text


@pytest.mark.parametrize("text", ["a real remark\x00 here", "\x1b[2Jcleared", "rung\x07"])
def test_control_characters_are_no_text_of_a_review(reviewed: Path, text: str) -> None:
    with pytest.raises(InputError, match=r"text: holds U\+00"):
        add_finding(reviewed, target="C1", severity=FindingSeverity.MINOR, text=text, by=BOB)
    assert read_journal(reviewed).findings == ()


@pytest.mark.parametrize(
    "target", ["TOP", "A1", "A1:C1", "E1", "W1", "B2", "G2", "FT", "EV", "rover", "document:Fault trees"]
)
def test_whatever_has_an_id_can_be_a_target(reviewed: Path, target: str) -> None:
    assert finding(reviewed, target) == "F1"


@pytest.mark.slow
def test_refusals(reviewed: Path) -> None:
    with pytest.raises(InputError, match="did you mean 'C1'"):
        finding(reviewed, "C11")
    with pytest.raises(InputError, match="needs its text"):
        add_finding(reviewed, target="C1", severity=FindingSeverity.MINOR, text="  ", by=BOB)
    with pytest.raises(InputError, match="is the organisation of the case"):
        finding(reviewed, by=BOB.model_copy(update={"organisation": "rovers  ltd"}))
    with pytest.raises(InputError, match="needs the organisation"):
        finding(reviewed, by=BOB.model_copy(update={"organisation": ""}))
    with pytest.raises(InputError, match="no finding 'F9'"):
        respond(reviewed, "F9", text="explained", by=ANN)
    with pytest.raises(InputError, match="no finding"):
        respond(reviewed, "../F1", text="explained", by=ANN)
    assert not (reviewed / "review").exists()
    finding(reviewed)
    with pytest.raises(InputError, match="only an answer can be accepted"):
        decide(reviewed, "F1", status="accepted", by=BOB)
    with pytest.raises(InputError, match="raised F1"):
        respond(reviewed, "F1", text="explained", by=BOB.model_copy(update={"name": " bob  ASSESSOR "}))
    decide(reviewed, "F1", status="closed", by=BOB)
    with pytest.raises(InputError, match="closed already"):
        decide(reviewed, "F1", status="closed", by=BOB)
    with pytest.raises(InputError, match="F1 is closed"):
        respond(reviewed, "F1", text="explained", by=ANN)
    assert len(list((reviewed / "review" / "F1").glob("*.yaml"))) == 2


def test_without_a_baseline_nothing_is_reviewed(rover: Path) -> None:
    with pytest.raises(InputError, match="no baseline") as caught:
        finding(rover)
    assert "casegen baseline create" in caught.value.diagnostics[0].hint


@pytest.mark.slow
def test_an_author_does_not_settle(reviewed: Path) -> None:
    finding(reviewed)
    respond(reviewed, "F1", text="explained", by=ANN)
    independent = {"independence": Independence.ORGANISATION, "organisation": "Assessors Ltd"}
    for person, words in (
        (ANN.model_copy(update=independent), "answered F1"),
        (Person(name="Ann Author", **independent), "answered F1"),
        (Person(name="Eve", role="Perception", **independent), "answers for C1"),
        (Person(name="Eve", role="assessor"), "needs at least that"),
        (Person(name="Eve", independence=Independence.DEPARTMENT), "needs at least that"),
    ):
        with pytest.raises(InputError, match=words):
            decide(reviewed, "F1", status="closed", by=person)
    finding(reviewed, "TOP")
    with pytest.raises(InputError, match="answers for the case"):
        decide(reviewed, "F2", status="closed", by=ANN.model_copy(update=independent))
    assert status(reviewed) is FindingStatus.ANSWERED


def test_a_major_one_needs_evidence(reviewed: Path) -> None:
    finding(reviewed, severity=FindingSeverity.MAJOR)
    with pytest.raises(InputError, match="closing it needs evidence"):
        decide(reviewed, "F1", status="closed", by=BOB)


@pytest.mark.slow
def test_sign_off_rules(reviewed: Path) -> None:
    def sign(by: Person, decision: Decision = Decision.ACCEPT, target: str = "", **more: object) -> str:
        return sign_off(reviewed, target=target, decision=decision, by=by, **more).sign_off  # type: ignore[arg-type]

    person = Independence.PERSON
    for by, words in (
        (ANN.model_copy(update={"independence": person}), "answers for the case"),
        (Person(name="dan developer", independence=person), "froze the baseline"),
        (Person(name="Eve", role="workshop", independence=person), "answers for"),
        (Person(name="Eve"), "needs independence"),
        (ANN, "answers for the case"),  # whatever independence is stated: none is asked for
        (Person(name="dan developer"), "froze the baseline"),
    ):
        with pytest.raises(InputError, match=words):
            sign(by)
    with pytest.raises(InputError, match="conditions belong"):
        sign(BOB, Decision.CONDITIONS)
    with pytest.raises(InputError, match="conditions belong"):
        sign(BOB, conditions=["x"])
    finding(reviewed, "C1", FindingSeverity.MAJOR)
    with pytest.raises(InputError, match="F1 on C1 is open"):
        sign(BOB)
    assert sign(BOB, target="C2") == "S1"  # C1 is no part of what C2 rests on
    assert sign(BOB, Decision.CONDITIONS, conditions=["answer F1"]) == "S2"
    assert sign(BOB, Decision.REJECT, text="too early") == "S3"
    assert len(read_journal(reviewed).sign_offs) == 3


def test_a_tampered_baseline_is_not_signed(reviewed: Path) -> None:
    path = reviewed / "baselines" / "v1" / "files" / "trees.yaml"
    path.chmod(0o644)
    path.write_text(path.read_text() + "#")
    with pytest.raises(InputError, match="does not verify"):
        sign_off(reviewed, target="", decision=Decision.ACCEPT, by=BOB)


@pytest.mark.slow
def test_a_change_opens_again_what_it_touches_and_says_why(reviewed: Path) -> None:
    for target in ("C1", "C2", "TOP"):
        finding(reviewed, target)
    for id in ("F1", "F2", "F3"):
        decide(reviewed, id, status="closed", by=BOB)
    sign_off(reviewed, target="C2", decision=Decision.ACCEPT, by=BOB)
    sign_off(reviewed, target="", decision=Decision.ACCEPT, by=BOB)
    assert review_state(load(reviewed)).settled
    edit(reviewed, "argument/top.yaml", "bound: 0.2", "bound: 0.3")
    state = review_state(load(reviewed))
    assert not state.settled
    assert [(f.finding.id, f.status.value) for f in state.findings] == [
        ("F1", "open"),
        ("F2", "closed"),
        ("F3", "open"),
    ]
    assert state.findings[0].reopened == ("claim C1: requirement.bound was 0.2, is 0.3",)
    assert state.findings[2].reopened == ("claim C1: requirement.bound was 0.2, is 0.3 (TOP → A1 → C1)",)
    assert [s.stands for s in state.sign_offs] == [True, False]
    edit(reviewed, "argument/top.yaml", "bound: 0.3", "bound: 0.2")
    assert review_state(load(reviewed)).settled


@pytest.mark.slow
def test_closed_again_at_a_new_baseline(reviewed: Path) -> None:
    finding(reviewed)
    decide(reviewed, "F1", status="closed", by=BOB)
    edit(reviewed, "argument/top.yaml", "bound: 0.2", "bound: 0.3")
    assert status(reviewed) is FindingStatus.OPEN
    respond(reviewed, "F1", text="the bound was agreed", by=ANN)
    create(reviewed, "v2", author="Dan Developer", reason="bound")
    decide(reviewed, "F1", status="closed", by=BOB)
    assert status(reviewed) is FindingStatus.CLOSED


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda f: (f / "data" / "counts.csv").write_text("failed\n0\n1\n"),
            "content of inputs.counts has changed",
        ),
        (lambda f: edit(f, "case.yaml", "seed: 3", "seed: 4"), "seed was 3, is 4"),
        (lambda f: next((f / "results").glob("EV-*")).unlink(), "measures.rate.value was 0.05, is gone"),
    ],
)
def test_evidence_below_opens_again(reviewed: Path, change: Callable[[Path], object], words: str) -> None:
    finding(reviewed, "TOP")
    decide(reviewed, "F1", status="closed", by=BOB)
    change(reviewed)
    assert any(words in why for why in review_state(load(reviewed)).findings[0].reopened)


@pytest.mark.slow
def test_a_baseline_that_is_gone_or_another_settles_nothing(reviewed: Path) -> None:
    finding(reviewed)
    decide(reviewed, "F1", status="closed", by=BOB)
    shutil.rmtree(reviewed / "baselines" / "v1")
    assert "cannot be read" in review_state(load(reviewed)).findings[0].reopened[0]
    create(reviewed, "v1", author="Dan Developer", reason="made anew")
    assert "its root differs" in review_state(load(reviewed)).findings[0].reopened[0]


def history(reviewed: Path) -> list[Path]:
    finding(reviewed)
    respond(reviewed, "F1", text="first", by=ANN)
    decide(reviewed, "F1", status="rejected", text="no", by=BOB)
    return sorted((reviewed / "review" / "F1").iterdir())


@pytest.mark.parametrize("index", [0, 1])
@pytest.mark.parametrize("how", ["edited", "removed"])
def test_an_event_edited_or_removed_afterwards_shows(reviewed: Path, index: int, how: str) -> None:
    path = history(reviewed)[index]
    assert read_journal(reviewed).problems == ()
    if how == "edited":
        path.write_text(path.read_text().replace("text: ", "text: not "))
    else:
        path.unlink()
    assert any("changed, or removed" in p.message for p in read_journal(reviewed).problems)
    assert not review_state(load(reviewed)).settled


@pytest.mark.slow
def test_the_last_event_removed_shows_against_a_later_baseline(reviewed: Path) -> None:
    last = history(reviewed)[-1]
    second = create(reviewed, "v2", author="Dan Developer", reason="second")
    finding(reviewed)  # a new event is no tampering
    assert verify(second.folder, reviewed).holds
    last.unlink()
    assert [(d.kind, d.path) for d in verify(second.folder, reviewed).working] == [
        ("history", last.relative_to(reviewed).as_posix())
    ]


def test_files_that_are_no_events_are_named_and_the_rest_is_read(reviewed: Path) -> None:
    history(reviewed)
    folder = reviewed / "review"
    (folder / "F1" / "notes.txt").write_text("x")
    for number, text in enumerate(
        ("", "a: [", "casegen_review: 1\nentry: {event: raised}\n", "!!python/object:os.system x", "x" * 5), 2
    ):
        (folder / f"F{number}").mkdir()
        (folder / f"F{number}" / "01-raised-00000000.yaml").write_text(text)
    (folder / "F7").mkdir()
    journal = read_journal(reviewed)
    assert [f.id for f in journal.findings] == ["F1"]
    assert {p.location.file.split("/")[1] for p in journal.problems} == {f"F{n}" for n in range(1, 7)}
    assert finding(reviewed) == "F7"  # nothing was ever written there


def test_a_kill_between_folder_and_file_leaves_no_finding(reviewed: Path) -> None:
    (reviewed / "review" / "F1").mkdir(parents=True)
    (reviewed / "review" / "F1" / ".01-raised.yaml.x.part").write_text("half")
    assert read_journal(reviewed).findings == ()
    assert finding(reviewed) == "F1"  # numbers have no gaps, so that a record taken away shows


def _write(folder: Path, writer: int) -> None:
    person = BOB.model_copy(update={"name": f"Reviewer {writer}"})
    for number in range(5):
        add_finding(folder, target="C1", severity=FindingSeverity.MINOR, text=f"{writer}/{number}", by=person)
        respond(
            folder,
            "F1",
            text=f"answer {writer}/{number}",
            by=person.model_copy(update={"name": f"Author {writer}"}),
        )


@pytest.mark.slow
def test_concurrent_writers_lose_nothing(reviewed: Path) -> None:
    finding(reviewed)
    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=_write, args=(reviewed, number)) for number in range(6)]
    for process in writers:
        process.start()
    for process in writers:
        process.join(120)
    assert [process.exitcode for process in writers] == [0] * 6
    journal = read_journal(reviewed)
    assert journal.problems == ()
    assert [f.id for f in journal.findings] == [f"F{n}" for n in range(1, 32)]
    said = [f.raised.text for f in journal.findings[1:]]
    assert sorted(said) == sorted(f"{w}/{n}" for w in range(6) for n in range(5))
    answers = [event.text for event in journal.findings[0].events[1:]]
    assert sorted(answers) == sorted(f"answer {text}" for text in said)


def _close(folder: Path) -> None:
    try:
        decide(folder, "F1", status="closed", by=BOB)
    except InputError:
        raise SystemExit(7) from None


@pytest.mark.slow
def test_of_many_that_close_at_once_one_closes(reviewed: Path) -> None:
    """The rules are checked under the lock, on the journal as it is then."""
    finding(reviewed)
    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=_close, args=(reviewed,)) for _ in range(6)]
    for process in writers:
        process.start()
    for process in writers:
        process.join(120)
    assert sorted(process.exitcode for process in writers) == [0, 7, 7, 7, 7, 7]
    assert len(read_journal(reviewed).findings[0].events) == 2


@pytest.mark.slow
def test_the_command_line(
    reviewed: Path, command: Callable[..., tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    bob = ("--by", "Bob", "--independence", "organisation", "--organisation", "Assessors Ltd")
    assert (
        command("review", "add", reviewed, "--target", "C1", "--severity", "major", "--text", "why?", *bob)[0]
        == 0
    )
    assert (
        command("review", "add", reviewed, "--target", "C1", "--severity", "grave", "--text", "why?", *bob)[0]
        == 2
    )
    assert command("review", "add", reviewed, "--target", "C1", "--text", "why?")[0] == 2
    monkeypatch.setenv("CASEGEN_AUTHOR", "Ann Author")
    assert command("review", "respond", reviewed, "F1", "--text", "the drawing shows it")[0] == 0
    monkeypatch.delenv("CASEGEN_AUTHOR")
    assert command("review", "status", reviewed, "--strict")[0] == 1
    assert command("review", "close", reviewed, "F1", "--evidence", "records/wheels.md", *bob)[0] == 0
    assert (
        command("review", "sign", reviewed, "--decision", "conditions", "--condition", "keep", *bob)[0] == 0
    )
    assert command("review", "status", reviewed, "--strict")[0] == 1
    (reviewed / "records" / "brakes.md").write_text("tested")
    met = ("--condition", "1", "--evidence", "records/brakes.md")
    assert command("review", "discharge", reviewed, "S1", "--condition", "1", *bob)[0] == 2
    assert command("review", "discharge", reviewed, "S1", *met, *bob)[0] == 0
    assert command("review", "status", reviewed, "--strict")[0] == 0
    listed = json.loads(command("review", "list", reviewed, "--json")[1])["findings"]
    assert [(f["id"], f["status"], len(f["history"])) for f in listed] == [("F1", "closed", 3)]
    result = json.loads(command("review", "status", reviewed, "--json")[1])
    assert (result["settled"], result["sign_offs"][0]["stands"]) == (True, True)
    assert "closed by “Bob" in command("review", "list", reviewed)[1]


@pytest.mark.slow
def test_evidence_of_a_decision_is_a_file_with_its_hash(reviewed: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.md").write_text("x")
    finding(reviewed, severity=FindingSeverity.MAJOR)
    for name, words, hint in (
        ("records/weels.md", "did you mean 'records/wheels.md'", "inside the case folder"),
        ("records", "is a folder", "name the file in it"),
        ("../outside.md", "not inside the case folder", "copy the file"),
        (str(tmp_path / "outside.md"), "not inside the case folder", "copy the file"),
        ("C:\\x.md", "not inside the case folder", "copy the file"),
        ("EV9", "there is no evidence 'EV9'", "the id of a part"),
    ):
        for act in (
            lambda given: respond(reviewed, "F1", text="explained", by=ANN, evidence=[given]),
            lambda given: decide(reviewed, "F1", status="closed", by=BOB, evidence=[given]),
        ):
            with pytest.raises(InputError, match=words) as caught:
                act(name)
            assert hint in caught.value.diagnostics[0].hint
    assert status(reviewed) is FindingStatus.OPEN
    named = ["records/wheels.md", "https://example.org/report", "doi:10.1000/182", "EV"]
    digest = hashlib.sha256((reviewed / "records/wheels.md").read_bytes()).hexdigest()
    for event in (
        respond(reviewed, "F1", text="explained", by=ANN, evidence=named),
        decide(reviewed, "F1", status="closed", by=BOB, evidence=named),
    ):
        assert event.evidence == tuple(named)
        assert event.sha256 == {"records/wheels.md": digest}
    journal = read_journal(reviewed)
    assert not journal.problems
    assert f"“records/wheels.md” (sha256 {digest[:12]}…)" in list(lines_of(journal.findings[0]))[-1]


def test_an_accent_written_in_another_way_is_the_same_person(reviewed: Path) -> None:
    jose = BOB.model_copy(update={"name": "Jos\u00e9 Asesor"})
    finding(reviewed, by=jose)
    with pytest.raises(InputError, match="somebody else answers it"):
        respond(reviewed, "F1", text="explained", by=jose.model_copy(update={"name": "JOSE\u0301  Asesor"}))


def test_an_old_event_played_again_changes_nothing_and_is_named(reviewed: Path) -> None:
    finding(reviewed)
    decide(reviewed, "F1", status="closed", by=BOB)
    decide(reviewed, "F1", status="open", text="seen again", by=BOB)
    folder = reviewed / "review" / "F1"
    [closed] = folder.glob("02-*.yaml")
    shutil.copy(closed, folder / "04-disposed-00000000.yaml")
    journal = read_journal(reviewed)
    assert ["is duplicated" in problem.message for problem in journal.problems] == [True]
    assert journal.findings[0].recorded is FindingStatus.OPEN
    assert len(journal.findings[0].files) == len(journal.findings[0].events) == 3


def test_a_record_taken_away_is_named(reviewed: Path) -> None:
    for target in ("C1", "C2", "TOP"):
        finding(reviewed, target)
    shutil.rmtree(reviewed / "review" / "F2")
    gap, chain = read_journal(reviewed).problems
    assert (gap.location.file, gap.message) == ("review/F2", "the record is gone: a later one exists")
    assert chain.location.file.startswith("review/F3/01-raised-")
    assert "which came before this one, was changed or is gone" in chain.message
    (reviewed / "review" / "F4").mkdir()  # left by a kill before its event was written
    assert finding(reviewed) == "F4"


@pytest.mark.slow
def test_evidence_that_changes_after_a_decision_opens_the_finding_again(reviewed: Path) -> None:
    notes = reviewed / "notes.md"
    notes.write_text("first")
    finding(reviewed, "C2", FindingSeverity.MAJOR)
    respond(reviewed, "F1", text="inspected again", by=ANN, evidence=["notes.md"])
    notes.write_text("second")
    decide(reviewed, "F1", status="closed", by=BOB, evidence=["notes.md", "https://example.org/x"])
    assert status(reviewed) is FindingStatus.CLOSED  # the decision was made on the second
    notes.write_text("third")
    [state] = review_state(load(reviewed)).findings
    assert state.status is FindingStatus.OPEN
    reported = ", ".join(
        f"{verb} {hashlib.sha256(text).hexdigest()[:12]}…"
        for verb, text in (("was", b"second"), ("is", b"third"))
    )
    assert state.reopened == (f"evidence notes.md: SHA-256 {reported}",)
    create(reviewed, "later", author="Ann Author", reason="x")
    differ = verify(find(reviewed, "later").folder, reviewed).working
    assert [(one.kind, one.path) for one in differ] == [("evidence", "notes.md")]
    assert differ[0].message.startswith("F1 was closed on other grounds: evidence notes.md")
    notes.unlink()
    [state] = review_state(load(reviewed)).findings
    assert state.reopened[-1].startswith("evidence notes.md is gone")
    notes.write_text("second")
    assert status(reviewed) is FindingStatus.CLOSED


def test_a_part_named_as_evidence_opens_the_finding_when_it_changes(reviewed: Path) -> None:
    finding(reviewed, "C2")
    decide(reviewed, "F1", status="closed", by=BOB, evidence=["B3"])
    edit(reviewed, "trees.yaml", "probability: 0.01}", "probability: 0.02}")
    [state] = review_state(load(reviewed)).findings
    assert state.reopened == ("basic event B3: model.probability was 0.01, is 0.02",)


def test_journals_without_hashes_stay_readable(reviewed: Path) -> None:
    finding(reviewed)
    decide(reviewed, "F1", status="closed", by=BOB, evidence=["records/wheels.md"])
    shutil.rmtree(reviewed / "baselines" / ".review-head")
    digest = ""
    for file in sorted((reviewed / "review" / "F1").glob("*.yaml")):
        text = re.sub(r"  follows:(\n    - .*| .*)\n", "", file.read_text())
        if "after:" in text:
            text = re.sub("after: .*", f"after: {digest}", text[: text.index("  sha256:")])
        file.write_text(text)
        digest = hashlib.sha256(text.encode()).hexdigest()
    journal = read_journal(reviewed)
    assert not journal.problems
    assert journal.findings[0].events[1].evidence == ("records/wheels.md",)


@pytest.mark.slow
def test_a_refusal_names_the_place_that_speaks_against_it(reviewed: Path) -> None:
    finding(reviewed)
    respond(reviewed, "F1", text="explained", by=ANN)
    outsider = {"independence": Independence.ORGANISATION, "organisation": "Assessors Ltd"}

    def line(act: Callable[[], object]) -> str:
        with pytest.raises(InputError) as caught:
            act()
        place = caught.value.diagnostics[0].location
        if place.file == "command line":
            assert str(place) == "command line"
            return place.file
        return (reviewed / place.file).read_text().splitlines()[place.line - 1].strip()

    assert line(lambda: respond(reviewed, "F1", text="explained", by=BOB)) == "name: Bob Assessor"
    ann = ANN.model_copy(update=outsider)
    assert line(lambda: decide(reviewed, "F1", status="closed", by=ann)) == "name: Ann Author"
    cat = Person(name="Cat", independence=Independence.PERSON)
    assert line(lambda: decide(reviewed, "F1", status="closed", by=cat)) == "independence: organisation"
    eve = Person(name="Eve", role="perception", **outsider)
    assert line(lambda: decide(reviewed, "F1", status="closed", by=eve)).startswith("- {id: C1, ")
    assert line(lambda: decide(reviewed, "F1", status="rejected", by=BOB)) == "command line"
    decide(reviewed, "F1", status="closed", by=BOB)
    assert line(lambda: decide(reviewed, "F1", status="closed", by=BOB)) == "status: closed"
    assert line(lambda: respond(reviewed, "F1", text="explained", by=ANN)) == "status: closed"
    assert line(lambda: finding(reviewed, "C99")) == "command line"
    finding(reviewed, "TOP", FindingSeverity.MAJOR)
    accept = lambda by: sign_off(reviewed, target="", decision=Decision.ACCEPT, by=by)  # noqa: E731
    assert line(lambda: accept(BOB)) == "severity: major non-conformity"
    assert line(lambda: accept(ann)).startswith("authors: [Ann Author]")


@pytest.mark.parametrize("text", [".", "TBD", "n/a", "<answer>", "?"])
def test_an_answer_says_something(reviewed: Path, text: str) -> None:
    finding(reviewed)
    with pytest.raises(InputError, match="says nothing"):
        respond(reviewed, "F1", text=text, by=ANN)
    respond(reviewed, "F1", text="the rate is < 1e-3 [report 4]", by=ANN)
    assert status(reviewed) is FindingStatus.ANSWERED


@pytest.mark.parametrize("name", ["case.yaml", "records/../trees.yaml", "baselines/v1/baseline.json"])
def test_a_case_does_not_close_findings_on_itself(reviewed: Path, name: str) -> None:
    finding(reviewed, severity=FindingSeverity.MAJOR)
    with pytest.raises(InputError, match="is part of the case itself"):
        decide(reviewed, "F1", status="closed", by=BOB, evidence=["records/wheels.md", name])
    decide(reviewed, "F1", status="closed", by=BOB, evidence=["records/wheels.md"])


def test_two_blanks_in_a_name_make_no_other_person(reviewed: Path) -> None:
    rita = BOB.model_copy(update={"name": "Rita Reviewer"})
    finding(reviewed, by=rita)
    with pytest.raises(InputError, match="somebody else answers it"):
        respond(reviewed, "F1", text="explained", by=rita.model_copy(update={"name": "Rita  reviewer"}))


def test_what_a_killed_act_left_is_removed(reviewed: Path) -> None:
    add_finding(reviewed, target="C1", severity=FindingSeverity.MINOR, text="Why so?", by=ANN)
    left = [reviewed / "review" / "F1", reviewed / HEAD, reviewed / "baselines"]
    for folder in left:
        (folder / ".01-raised.yaml.ab_12xyz.part").write_text("half")
    add_finding(reviewed, target="C1", severity=FindingSeverity.MINOR, text="Why not?", by=ANN)
    create(reviewed, "v2", author="Dan Developer", reason="second")
    assert [p.name for folder in left for p in folder.iterdir() if p.name.endswith(".part")] == []


@pytest.mark.parametrize("target", ["case", "Case"])
def test_the_case_as_a_whole_is_a_target_by_that_name(reviewed: Path, target: str) -> None:
    id = load(reviewed).header.id
    assert (
        add_finding(reviewed, target=target, severity=FindingSeverity.MINOR, text="why?", by=BOB).target == id
    )
    signed = sign_off(reviewed, target=target, decision=Decision.REJECT, text="not enough", by=BOB)
    assert signed.target == id


def test_a_part_that_is_called_case_is_that_part(rover: Path) -> None:
    for path in rover.rglob("*.yaml"):
        path.write_text(re.sub(r"\bC1\b", "case", path.read_text("utf-8")), "utf-8")
    known = load(rover)
    assert "case" in known.node
    assert part_named(known, "case") == "case"


@pytest.mark.parametrize("target", ["C-NONE", "the case", "", " "])
def test_a_refused_target_says_which_there_are(reviewed: Path, target: str) -> None:
    with pytest.raises(InputError) as refused:
        finding(reviewed, target)
    hint = refused.value.diagnostics[0].hint
    assert f"`case` for the case as a whole, whose id is {load(reviewed).header.id}" in hint
