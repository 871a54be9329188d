"""A sign-off knows the verdict and the whole review: what is removed, renamed or forgotten never helps."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.assessment.assess import assess
from casegen.io import load
from casegen.model.diagnostic import InputError
from casegen.render.report import build_report
from casegen.review import add_finding, create, decide, diff, respond, review_state, sign_off
from casegen.review.acceptance import discharge
from casegen.review.dossier import gather
from casegen.review.events import Decision, FindingSeverity, Independence, Person
from casegen.review.journal import read_journal
from tests.review.conftest import ANN, BOB, copy, edit

MAJOR = FindingSeverity.MAJOR
SECOND = "records/second.md"
EVE = Person(
    name="Eve Second", role="reviewer", independence=Independence.ORGANISATION, organisation="Assessors Ltd"
)


@pytest.fixture
def frozen(rover: Path) -> Path:
    """The rover, which holds, with a baseline, and a document that no part rests on."""
    (rover / SECOND).write_text("Four wheels inspected again by another, nothing found.\n")
    create(rover, "v1", author="Dan Developer", reason="first")
    return rover


@pytest.fixture
def broken(rover: Path) -> Path:
    """The rover with a target that it misses, with a baseline."""
    edit(rover, "trees.yaml", "target: {probability: 0.01,", "target: {probability: 0.0001,")
    create(rover, "v1", author="Dan Developer", reason="first")
    return rover


def accept(folder: Path, target: str = "", **more: str) -> str:
    return sign_off(folder, target=target, decision=Decision.ACCEPT, by=BOB, **more).sign_off


def refused(folder: Path, words: str | None, target: str = "") -> None:
    with pytest.raises(InputError, match=words):
        accept(folder, target)


def raise_major(folder: Path, target: str = "C1") -> str:
    return add_finding(folder, target=target, severity=MAJOR, text="why?", by=BOB).finding


# --- what is removed ------------------------------------------------------------------------------


def _reviewed(folder: Path) -> None:
    """Three findings, the second a major that was closed and opened again by the last event."""
    for target in ("C1", "C2", "TOP"):
        add_finding(folder, target=target, severity=FindingSeverity.MINOR, text="why?", by=BOB)
    respond(folder, "F1", text="the drawing shows it", by=ANN)
    raise_major(folder, "C2")
    decide(folder, "F4", status="closed", by=BOB, evidence=[SECOND])
    decide(folder, "F4", status="open", text="seen again", by=BOB)


@pytest.mark.slow
def test_removing_any_file_or_folder_of_the_review_never_turns_a_refusal_into_acceptance(
    frozen: Path,
) -> None:
    _reviewed(frozen)
    refused(frozen, "F4 on C2 is open")
    anything = sorted(
        path for top in ("review", "baselines/.review-head") for path in (frozen / top).rglob("*")
    )
    assert len([p for p in anything if p.is_file()]) == 8
    for number, path in enumerate([*anything, frozen / "review", frozen / "baselines" / ".review-head"]):
        again = copy(frozen, f"again-{number}")
        gone = again / path.relative_to(frozen)
        shutil.rmtree(gone) if gone.is_dir() else gone.unlink()
        refused(again, None)
        assert not review_state(load(again)).settled, gone
        # nor does an act after it
        add_finding(again, target="C1", severity=FindingSeverity.OBSERVATION, text="x", by=BOB)
        refused(again, None)


@pytest.mark.slow
def test_the_whole_review_gone_with_its_record_is_seen_by_a_later_baseline(frozen: Path) -> None:
    raise_major(frozen)
    create(frozen, "v2", author="Dan Developer", reason="second")
    shutil.rmtree(frozen / "review")
    shutil.rmtree(frozen / "baselines" / ".review-head")
    refused(frozen, "which the baseline v2 holds")


@pytest.mark.slow
def test_a_review_deleted_without_a_trace_is_noticed_by_a_hash_from_elsewhere(
    frozen: Path, command: Callable[..., tuple[int, str]]
) -> None:
    assert "leaves no trace in this folder" in command("review", "status", frozen)[1]
    raise_major(frozen)
    add_finding(frozen, target="C2", severity=FindingSeverity.MINOR, text="second", by=BOB)
    shown = command("review", "status", frozen)[1]
    assert "leaves no trace in this folder" in " ".join(shown.split())
    (last,) = read_journal(frozen).last
    first = next(digest for digest, name in read_journal(frozen).hashes.items() if "/F1/" in name)
    assert last[:16] in shown
    for reported in (last, last[:16], last[:20].upper() + "…", first):
        assert command("review", "status", frozen, "--last", reported)[0] == 0
    shutil.rmtree(frozen / "review")
    shutil.rmtree(frozen / "baselines" / ".review-head")
    code, shown = command("review", "status", frozen)
    assert code == 0, "nothing in the folder tells"
    assert "no event of a review is here" in shown
    for reported in (last, last[:16], first):
        code, shown = command("review", "status", frozen, "--last", reported, "--json")
        assert code == 1
        (problem,) = json.loads(shown)["problems"]
        assert "which you named, is not in this review" in problem["message"]
    assert command("review", "status", frozen, "--last", "abc")[0] == 2


@pytest.mark.slow
def test_a_whole_history_is_accepted(frozen: Path) -> None:
    _reviewed(frozen)
    for id in ("F1", "F2", "F3", "F4"):
        decide(frozen, id, status="closed", by=BOB, evidence=[SECOND])
    assert accept(frozen) == "S1"
    assert review_state(load(frozen)).settled
    create(frozen, "v2", author="Dan Developer", reason="second")
    assert read_journal(frozen / "baselines" / "v2" / "files").problems == ()


def test_two_branches_merge(frozen: Path) -> None:
    """Each adds an event to the same state; git would keep the files of both."""
    add_finding(frozen, target="C1", severity=FindingSeverity.MINOR, text="first", by=BOB)
    add_finding(frozen, target="C2", severity=FindingSeverity.MINOR, text="second", by=BOB)
    other = copy(frozen, "other")
    respond(frozen, "F1", text="here", by=ANN)
    respond(other, "F2", text="there", by=ANN)
    before = {p.name for p in (frozen / "baselines" / ".review-head").iterdir()}
    shutil.copytree(other / "review", frozen / "review", dirs_exist_ok=True)
    shutil.copytree(
        other / "baselines" / ".review-head", frozen / "baselines" / ".review-head", dirs_exist_ok=True
    )
    assert len({p.name for p in (frozen / "baselines" / ".review-head").iterdir()} - before) == 1
    assert read_journal(frozen).problems == ()
    decide(frozen, "F1", status="closed", by=BOB)
    assert len(list((frozen / "baselines" / ".review-head").iterdir())) == 1
    assert read_journal(frozen).problems == ()


@pytest.mark.slow
def test_diff_tells_of_a_frozen_finding_that_is_gone(
    frozen: Path, command: Callable[..., tuple[int, str]]
) -> None:
    raise_major(frozen)
    create(frozen, "v2", author="Dan Developer", reason="second")
    old = load(frozen / "baselines" / "v2" / "files")
    assert diff(old, load(frozen), reviewed=frozen).sentences() == ()
    shutil.rmtree(frozen / "review")
    reported = diff(old, load(frozen), reviewed=frozen).sentences()
    assert len(reported) == 1
    assert "(F1: major non-conformity on C1, open)" in reported[0]
    shown = command("diff", f"{frozen}@v2", frozen)[1]
    assert "deleted from the review: review/F1/01-raised-" in shown
    assert "no semantic difference" not in shown


# --- what a major non-conformity stands against ------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("target", ["rover", "document:Fault trees", "B2", "EV"])
def test_a_major_on_anything_stands_against_the_root(frozen: Path, target: str) -> None:
    raise_major(frozen, target)
    refused(frozen, "F1 on")
    refused(frozen, "F1 on", "TOP")


@pytest.mark.slow
def test_a_major_on_a_hazop_row_stands_against_the_root(rover: Path) -> None:
    edit(
        rover,
        "trees.yaml",
        "events:",
        "hazop:\n  - {id: HZ, item: wheel, attribute: speed, guide_word: more, deviation: too fast,"
        " consequences: [off the track], causes: [slope],"
        " mitigations: [{text: guard, refs: [B3]}], severity: marginal, owner: safety}\nevents:",
    )
    edit(rover, "argument/top.yaml", "5 frames, owner", "5 frames, hazards: [HZ], owner")
    create(rover, "v1", author="Dan Developer", reason="first")
    raise_major(rover, "HZ")
    refused(rover, "F1 on HZ", "TOP")
    refused(rover, "F1 on HZ")
    assert accept(rover, "C2") == "S1"


@pytest.mark.slow
def test_a_target_that_was_renamed_counts_against_everything(frozen: Path) -> None:
    raise_major(frozen, "C2")
    text = (frozen / "argument" / "top.yaml").read_text()
    (frozen / "argument" / "top.yaml").write_text(text.replace("C2", "C22"))
    create(frozen, "v2", author="Dan Developer", reason="second")
    refused(frozen, "no part of the baseline any more")
    refused(frozen, "no part of the baseline any more", "C1")


def test_a_major_elsewhere_does_not_stand_against_a_part(frozen: Path) -> None:
    raise_major(frozen, "C2")
    assert accept(frozen, "C1") == "S1"


# --- what it was judged in, who signs, conditions ---------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("target", ["", "TOP", "C1"])
@pytest.mark.parametrize("field", ["environment", "intended_use", "risk_criteria"])
def test_another_environment_ends_a_sign_off(frozen: Path, target: str, field: str) -> None:
    accept(frozen, target)
    assert review_state(load(frozen)).sign_offs[0].stands
    edit(frozen, "case.yaml", "  roots:", f"  {field}: everywhere, at night\n  roots:")
    [state] = review_state(load(frozen)).sign_offs
    assert not state.stands
    assert field in state.reopened[0]


@pytest.mark.slow
@pytest.mark.parametrize("target", ["C1", "TOP", "FT", "EV", ""])
def test_a_sign_off_copied_from_another_case_does_not_count(
    frozen: Path, tmp_path: Path, target: str
) -> None:
    """With all that belongs to it: the head of its chain, and the baseline at which it was given."""
    other = tmp_path / "other"
    shutil.copytree(frozen, other, ignore=shutil.ignore_patterns("review", "baselines"))
    edit(other, "case.yaml", "id: rover", "id: mower")
    sign_off(frozen, target=target, decision=Decision.ACCEPT, by=BOB)
    assert review_state(load(frozen)).sign_offs[-1].stands
    for folder in ("review", "baselines"):
        shutil.copytree(frozen / folder, other / folder)
    (state,) = review_state(load(other)).sign_offs
    assert not state.stands
    assert "the baseline v1 is of the case rover, and this is the case mower" in state.reopened
    edit(other, "case.yaml", "id: mower", "id: rover")  # a copy of the case itself
    assert review_state(load(other)).sign_offs[-1].stands


def test_a_new_version_number_ends_no_sign_off_of_a_claim(frozen: Path) -> None:
    accept(frozen, "TOP")
    edit(frozen, "case.yaml", 'version: "1"', 'version: "2"')
    assert review_state(load(frozen)).sign_offs[0].stands


@pytest.mark.parametrize("name", ["Cat Checker", "cat  checker", "Checker, Cat", "Cat Checker (assessor)"])
@pytest.mark.parametrize("target", ["", "TOP", "C2"])
def test_who_accepted_a_part_does_not_sign(frozen: Path, name: str, target: str) -> None:
    cat = Person(name=name, role="assessor", independence=Independence.PERSON)
    with pytest.raises(InputError, match="accepted"):
        sign_off(frozen, target=target, decision=Decision.ACCEPT, by=cat)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Cat Catcher", "Checker", "Cat"])
def test_a_similar_name_is_another_person(frozen: Path, name: str) -> None:
    cat = Person(name=name, role="assessor", independence=Independence.PERSON)
    assert sign_off(frozen, target="", decision=Decision.ACCEPT, by=cat).sign_off == "S1"


@pytest.mark.slow
def test_conditions_stay_open_until_they_are_discharged(frozen: Path) -> None:
    sign_off(frozen, target="", decision=Decision.CONDITIONS, conditions=("test brakes", "train"), by=BOB)
    state = review_state(load(frozen))
    assert (state.settled, state.sign_offs[0].open_conditions) == (False, (1, 2))
    (frozen / "records" / "brakes.md").write_text("tested")
    discharge(frozen, "S1", condition=1, by=BOB, evidence=["records/brakes.md"])
    assert review_state(load(frozen)).sign_offs[0].open_conditions == (2,)
    assessed = assess(load(frozen))
    report = build_report(assessed, gather(assessed))
    assert ["train"] in [step["why"] for step in report.sections["actions"]["rows"]]
    ann = ANN.model_copy(update={"independence": Independence.DEPARTMENT})
    with pytest.raises(InputError, match="answers for the case"):
        discharge(frozen, "S1", condition=2, by=ann, evidence=["records/brakes.md"])
    with pytest.raises(InputError, match="needs at least that"):
        discharge(frozen, "S1", condition=2, by=Person(name="Zoe"), evidence=["records/brakes.md"])
    with pytest.raises(InputError, match="no number 3"):
        discharge(frozen, "S1", condition=3, by=BOB, evidence=["records/brakes.md"])
    cat = Person(
        name="Cat Checker", role="assessor", independence=BOB.independence, organisation=BOB.organisation
    )
    with pytest.raises(InputError, match="accepted or waived something in the argument does not discharge"):
        discharge(frozen, "S1", condition=2, by=cat, evidence=["records/brakes.md"])
    with pytest.raises(InputError, match="no sign-off 'S9'"):
        discharge(frozen, "S9", condition=1, by=BOB, evidence=["records/brakes.md"])
    discharge(frozen, "S1", condition=2, by=BOB, evidence=["records/brakes.md"])
    assert review_state(load(frozen)).settled
    (frozen / "records" / "brakes.md").write_text("tested, in part")
    assert review_state(load(frozen)).sign_offs[0].open_conditions == (1, 2)


# --- the verdict -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_does_not_hold_is_accepted_with_conditions_or_with_a_reason(
    broken: Path, command: Callable[..., tuple[int, str]]
) -> None:
    refused(broken, "rover does not hold at the baseline v1: TOP is challenged")
    refused(broken, "TOP is challenged", "TOP")
    assert accept(broken, "C1") == "S1"
    assert accept(broken, override="trial on a closed track") == "S2"
    signed = read_journal(broken).sign_offs[-1].signed
    assert (signed.verdict.split(" (")[0], signed.override) == (
        "TOP is challenged",
        "trial on a closed track",
    )
    sign_off(broken, target="", decision=Decision.CONDITIONS, conditions=("fix it",), by=EVE)
    shown = command("review", "status", broken)[1]
    assert "trial on a closed track" in shown
    code, text = command("review", "status", broken, "--strict", "--json")
    assert code == 1
    assert {p["subject"] for p in json.loads(text)["points"] if not p["done"]} == {"verdict", "S3"}


@pytest.mark.parametrize("reason", ["TBD", "reason", "because", "none needed", "as agreed", "-"])
def test_an_override_that_is_no_reason(broken: Path, reason: str) -> None:
    with pytest.raises(InputError, match="is no reason"):
        accept(broken, override=reason)


def test_rule_errors_are_no_verdict(frozen: Path) -> None:
    edit(frozen, "argument/top.yaml", "from: [C1, C2]", "from: [C1, C9]")
    create(frozen, "v2", author="Dan Developer", reason="second")
    refused(frozen, "rule error")


def test_a_needless_override_is_not_recorded(frozen: Path) -> None:
    accept(frozen, override="just in case")
    assert read_journal(frozen).sign_offs[0].signed.override == ""
    assert read_journal(frozen).sign_offs[0].signed.verdict == "holds"


@pytest.mark.slow
def test_a_later_act_of_the_same_person_supersedes(frozen: Path) -> None:
    accept(frozen)
    sign_off(frozen, target="", decision=Decision.REJECT, text="no", by=BOB)
    first, second = review_state(load(frozen)).sign_offs
    assert (first.superseded_by, second.superseded_by, first.accepts) == ("S2", "", False)
    assert not review_state(load(frozen)).settled
    accept(frozen)
    assert review_state(load(frozen)).settled


@pytest.mark.slow
def test_a_later_act_supersedes_only_one_of_no_more_independence(frozen: Path) -> None:
    """Nobody takes a rejection back as less independent; an organisation that is stated later makes no other person."""
    less = BOB.model_copy(update={"independence": Independence.DEPARTMENT, "organisation": ""})
    for by in (less, BOB, less):
        sign_off(frozen, target="", decision=Decision.REJECT, text="no", by=by)
    assert [one.superseded_by for one in review_state(load(frozen)).sign_offs] == ["S3", "", ""]


@pytest.mark.slow
def test_nobody_supersedes_the_act_of_another(frozen: Path) -> None:
    sign_off(frozen, target="", decision=Decision.REJECT, text="no", by=BOB)
    sign_off(frozen, target="", decision=Decision.ACCEPT, by=EVE)
    other = BOB.model_copy(update={"organisation": "Another Ltd"})
    sign_off(frozen, target="", decision=Decision.ACCEPT, by=other)
    sign_off(frozen, target="C2", decision=Decision.ACCEPT, by=BOB)
    assert [one.superseded_by for one in review_state(load(frozen)).sign_offs] == [""] * 4
    assert not review_state(load(frozen)).settled


@pytest.mark.slow
def test_strict_looks_at_verdict_acts_findings_and_staleness(
    frozen: Path, command: Callable[..., tuple[int, str]]
) -> None:
    def left() -> set[str]:
        code, text = command("review", "status", frozen, "--strict", "--json")
        points = json.loads(text)["points"]
        assert code == (0 if all(p["done"] for p in points) else 1)
        return {p["subject"] for p in points if not p["done"]}

    assert left() == {"sign-off"}
    accept(frozen)
    assert left() == set()
    edit(frozen, "data/counts.csv", "0\n", "1\n")
    assert left() == {"verdict", "EV", "S1", "sign-off"}
    edit(frozen, "data/counts.csv", "1\n", "0\n")
    add_finding(frozen, target="C1", severity=FindingSeverity.QUESTION, text="why?", by=BOB)
    assert left() == {"F1"}
