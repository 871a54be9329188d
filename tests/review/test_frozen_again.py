"""Statements of a baseline that were edited, and every hash made anew: they do not follow from the frozen files."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from casegen.audit.inspection import inspect
from casegen.audit.pack import write_pack
from casegen.review import create
from casegen.review.baseline import ROOT, SUMS, root_line
from casegen.review.manifest import hashes, listing
from casegen.review.verification import Verified
from tests.review.test_pack import unzipped, zipped_again


def reseal(folder: Path) -> None:
    """Make list and root of a baseline anew, as whoever can write the folder could."""
    (folder / SUMS).chmod(0o644)
    (folder / ROOT).chmod(0o644)
    rows = {path: digest for path, digest in hashes(folder).items() if path not in (SUMS, ROOT)}
    (folder / SUMS).write_bytes(listing(rows))
    (folder / ROOT).write_bytes(root_line(listing(rows)))


def changed(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    path.chmod(0o644)
    document = json.loads(path.read_text())
    change(document)
    path.write_text(json.dumps(document, indent=1, ensure_ascii=False, sort_keys=True) + "\n")


def verified(folder: Path) -> Verified:
    (one,) = inspect(folder)
    return one


@pytest.fixture
def frozen(rover: Path) -> Path:
    return create(rover, "v1", author="Fred", reason="review").folder


def supported(document: dict[str, Any]) -> None:
    document["assess"]["supported"] = not document["assess"]["supported"]
    for claim in document["assess"]["claims"]:
        claim["status"] = "supported" if claim["status"] != "supported" else "challenged"


def seed(document: dict[str, Any]) -> None:
    document["predicate"]["buildDefinition"]["externalParameters"]["seed"] = 7


def other_code(document: dict[str, Any]) -> None:
    document["tool"]["code"] = "0" * 64


def test_what_was_frozen_follows_from_its_files(frozen: Path) -> None:
    one = verified(frozen)
    assert (one.holds, one.notes) == (True, ())
    reseal(frozen)
    assert verified(frozen).holds


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        ("assessment.json", supported, "assess.claims[0].status"),
        ("assessment.json", lambda d: d["assess"].pop("trees"), "assess.trees"),
        ("assessment.json", lambda d: d["check"].update(errors=3), "check.errors"),
        ("provenance/EV.intoto.json", seed, "externalParameters.seed: stored 7"),
        ("baseline.json", lambda d: d.update(created="2099-01-01T00:00:00+00:00"), "lies in the future"),
        ("baseline.json", lambda d: d.update(created="soon"), "should begin with a date"),
        ("baseline.json", lambda d: d.update(version="9.9"), "version: '9.9', where"),
        ("baseline.json", lambda d: d.update(case="other"), "case: 'other', where"),
        ("baseline.json", lambda d: d.update(roles={}), "roles: "),
        ("baseline.json", lambda d: d.update(left_out={"secret.md": "hidden"}), "left_out: 'secret.md'"),
        (
            "baseline.json",
            lambda d: d.update(left_out={"case.yaml": "a link to a folder"}),
            "left_out: 'case",
        ),
        ("baseline.json", lambda d: d.update(stale={"EV9": "old"}), "stale: 'EV9'"),
    ],
)
def test_an_edited_statement_is_named_with_its_place(
    frozen: Path, name: str, change: Callable[[dict[str, Any]], object], words: str
) -> None:
    changed(frozen / name, change)
    reseal(frozen)
    one = verified(frozen)
    assert not one.holds
    assert any(words in d.message and name in (d.path, d.message.split(",")[0]) for d in one.frozen), (
        one.frozen
    )


def test_a_statement_that_is_gone_or_of_no_result_is_named(frozen: Path) -> None:
    statement = frozen / "provenance" / "EV.intoto.json"
    statement.rename(statement.with_name("EV9.intoto.json"))
    reseal(frozen)
    paths = {d.path for d in verified(frozen).frozen}
    assert paths == {"provenance/EV.intoto.json", "provenance/EV9.intoto.json"}


def test_of_other_code_the_assessment_is_not_covered_and_what_differs_is_named(frozen: Path) -> None:
    """An old baseline holds, since rules grow; that it is not made again is said."""
    changed(frozen / "baseline.json", other_code)
    changed(frozen / "assessment.json", supported)
    reseal(frozen)
    one = verified(frozen)
    assert one.holds
    assert one.notes[0] == "not covered: assessment.json, since other code of casegen froze the case"
    assert any(note.startswith("assessment.json: claim ") for note in one.notes)


def early(document: dict[str, Any]) -> None:
    document["tool"].pop("code")
    document.pop("stale")


def test_an_early_baseline_that_states_neither_code_nor_stale_results_holds(frozen: Path) -> None:
    changed(frozen / "baseline.json", early)
    reseal(frozen)
    assert verified(frozen).holds


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda d: d["tool"].update(code=""), "tool: `code` should be a SHA-256"),
        (lambda d: d["tool"].pop("code"), "tool: `code` is missing"),
        (lambda d: d.pop("stale"), "tool: `stale` is missing beside it"),
    ],
)
def test_a_baseline_that_hides_which_code_froze_it_is_named(
    frozen: Path, change: Callable[[dict[str, Any]], object], words: str
) -> None:
    changed(frozen / "baseline.json", change)
    reseal(frozen)
    one = verified(frozen)
    assert any(words in d.message for d in one.frozen), one.frozen


def all_supported(document: dict[str, Any]) -> None:
    document["assess"]["supported"] = True
    for claim in document["assess"]["claims"]:
        claim["status"] = "challenged"


def stale_then(document: dict[str, Any]) -> None:
    document["assess"]["evidence"][0].update(status="stale", why=["stale when it was frozen: code changed"])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (dict.clear, "the number of errors is missing"),
        (lambda d: d.pop("assess"), "the verdict is missing"),
        (lambda d: d["assess"].pop("supported"), "`supported` is missing"),
        (lambda d: d["assess"]["claims"].pop(0), "of the frozen case is missing"),
        (lambda d: d["assess"]["evidence"].pop(0), "evidence EV of the frozen case is missing"),
        (all_supported, "the case is supported, and its top claim"),
        (stale_then, "evidence EV was stale when it was frozen, and baseline.json does not say so"),
    ],
)
def test_what_no_code_writes_is_named_of_other_code_too(
    frozen: Path, change: Callable[[dict[str, Any]], object], words: str
) -> None:
    changed(frozen / "baseline.json", other_code)
    changed(frozen / "assessment.json", change)
    reseal(frozen)
    one = verified(frozen)
    assert not one.holds
    assert any(words in d.message for d in one.frozen), one.frozen


def test_an_input_that_was_exchanged_is_named_of_other_code_too(frozen: Path) -> None:
    changed(frozen / "baseline.json", other_code)
    about = json.loads((frozen / "baseline.json").read_text())
    name = next(path for path, role in about["roles"].items() if role == "input")
    (frozen / "files" / name).chmod(0o644)
    with (frozen / "files" / name).open("a") as stream:
        stream.write("\n")
    reseal(frozen)
    assert any("input " in d.message and name in d.message for d in verified(frozen).frozen)


def test_a_statement_that_is_gone_is_named_of_other_code_too(frozen: Path) -> None:
    changed(frozen / "baseline.json", other_code)
    (frozen / "provenance" / "EV.intoto.json").unlink()
    reseal(frozen)
    assert [d.message for d in verified(frozen).frozen] == ["provenance/EV.intoto.json is gone"]


def test_a_review_that_is_overdue_today_was_not_when_it_was_frozen(
    frozen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A baseline says what held on its day."""
    import casegen.model.dates as dates

    class Later(datetime.date):
        @classmethod
        def today(cls) -> datetime.date:
            return datetime.date(2090, 1, 1)

    monkeypatch.setattr(dates.datetime, "date", Later)
    assert verified(frozen).holds


@pytest.mark.slow
def test_a_pack_names_its_documents_and_which_are_not_among_them(rover: Path, tmp_path: Path) -> None:
    create(rover, "v1", author="Fred", reason="review")
    pack = write_pack(rover, tmp_path / "pack.zip").path
    assert any("documents in the pack: rover.html, rover.pdf" in note for note in verified(pack).notes)
    top = unzipped(pack, tmp_path)
    next(top.rglob("*.pdf")).unlink()
    note = next(n for n in verified(zipped_again(top, tmp_path / "less.zip")).notes if "documents" in n)
    assert note == "documents in the pack: rover.html; among them no report (PDF)"


def test_words_that_the_case_chose_are_named(rover: Path) -> None:
    (rover / "document.yaml").write_text("document: {wording: {web: {reset: Again}}}\n")
    create(rover, "v1", author="Fred", reason="review")
    assert verified(rover / "baselines" / "v1").notes == (
        "its documents use words that the case chose: web.reset",
    )


@pytest.mark.parametrize(
    "text", ["language: xx", "nonsense: 1", "wording: {status: {challenged: Supported}}"]
)
def test_a_broken_document_is_refused_before_it_is_frozen(
    rover: Path, command: Callable[..., tuple[int, str]], text: str
) -> None:
    (rover / "document.yaml").write_text(f"document:\n  {text}\n")
    for arguments in (("check",), ("baseline", "create")):
        more = ("v1", "--by", "Fred", "--reason", "x") if arguments[0] == "baseline" else ()
        code, reported = command(*arguments, rover, *more)
        assert (code, "document.yaml:2" in reported) == (2, True), reported
    assert not (rover / "baselines").exists()


def test_check_names_the_words_that_the_case_chose(
    rover: Path, command: Callable[..., tuple[int, str]]
) -> None:
    note = "its documents use words that the case chose: web.reset"
    before = command("check", rover)
    (rover / "document.yaml").write_text("document: {wording: {web: {reset: Again}}}\n")
    code, reported = command("check", rover)
    assert code == before[0]
    assert note in reported
    assert note in command("check", rover, "--severity", "error")[1]
    assert note not in before[1]
