"""What `docs/security.md` claims of a folder from a stranger: it is data, and stays where it is."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen import assess, load
from casegen.audit.inspection import inspect
from casegen.model.diagnostic import InputError
from casegen.review import add_finding, create, diff, find, matrix, opened, review_state
from casegen.review.events import FindingSeverity
from casegen.review.journal import read_journal
from tests.review.conftest import BOB, Counting, copy, edit

BAD = Path(__file__).parent.parent / "bad" / "review"


@pytest.mark.slow
def test_nothing_but_evidence_run_and_verify_runs_a_method(
    rover: Path, counting: Counting, monkeypatch: pytest.MonkeyPatch, command: Callable[..., tuple[int, str]]
) -> None:
    def run(self: Counting, call: object) -> None:
        raise AssertionError("a method was run")

    monkeypatch.setattr(type(counting), "run", run)
    edit(rover, "case.yaml", "seed: 3", "seed: 4")
    case = load(rover)
    assess(case)
    create(rover, "v1", author="Ann", reason="first")
    add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text="why?", by=BOB)
    diff(find(rover, "v1").load(), case)
    review_state(case)
    matrix(case)
    for call in (
        ("check",),
        ("assess",),
        ("evidence", "list"),
        ("evidence", "show"),
        ("baseline", "verify"),
        ("review", "status"),
    ):
        assert command(*call, rover)[0] in (0, 1)
    assert "a method was run" in command("evidence", "run", rover)[1]
    edit(rover, "case.yaml", "seed: 4", "seed: 3")
    assert "a method was run" in command("evidence", "verify", rover)[1]


def test_a_method_that_is_not_registered_never_runs(
    rover: Path, command: Callable[..., tuple[int, str]]
) -> None:
    edit(rover, "case.yaml", "method: counting", "method: os.system")
    code, out = command("evidence", "run", rover)
    assert code == 2
    assert "no method 'os.system' is registered" in out


@pytest.mark.parametrize(
    "text", ["!!python/object/apply:os.system ['touch sprung']", "!!python/name:os.system ''", "!exec x"]
)
def test_tags_of_yaml_make_nothing(rover: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.chdir(rover)
    for name in ("argument/bad.yaml", "compliance.yaml"):
        (rover / name).write_text(f"claims: {text}\ncompliance: {text}\n")
        with pytest.raises(InputError, match="tag"):
            matrix(load(rover))
        (rover / name).unlink()
    assert not (rover / "sprung").exists()


def test_billion_laughs_in_yaml_are_refused_at_once(rover: Path) -> None:
    (rover / "argument" / "bad.yaml").write_text((BAD / "billion-laughs.yaml").read_text())
    start = time.process_time()
    with pytest.raises(InputError, match=r"alias|anchor"):
        load(rover)
    assert time.process_time() - start < 120


@pytest.mark.parametrize("sign", ["[", "{a: "])
def test_deep_nesting_cannot_exhaust_the_stack(rover: Path, sign: str) -> None:
    for name in ("argument/bad.yaml", "compliance.yaml"):
        (rover / name).write_text(sign * 200_000)
        with pytest.raises(InputError):
            matrix(load(rover))
        (rover / name).unlink()
    create(rover, "v1", author="Ann", reason="first")
    for name in ("baselines/v1/baseline.json", "results/EV.lock"):
        (rover / name).chmod(0o644)
        (rover / name).write_text('{"items": ' + "[" * 200_000)
        assert not all(one.holds for one in inspect(rover))


@pytest.mark.parametrize("name", ["entity-file.xml", "entity-laughs.xml"])
def test_entities_of_xml_are_refused(name: str, command: Callable[..., tuple[int, str]]) -> None:
    code, out = command("fta", "quantify", BAD / name)
    assert code == 2
    assert "root:" not in out


@pytest.mark.parametrize("name", ["review", "baselines", "compliance.yaml"])
def test_no_link_leads_the_review_out_of_the_folder(rover: Path, tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret").write_text("secret")
    if name != "baselines":
        create(rover, "v1", author="Ann", reason="first")
    (rover / name).symlink_to(outside)
    act = {
        "review": lambda: add_finding(
            rover, target="C1", severity=FindingSeverity.MINOR, text="why?", by=BOB
        ),
        "baselines": lambda: create(rover, "v1", author="Ann", reason="first"),
        "compliance.yaml": lambda: matrix(load(rover)),
    }[name]
    with pytest.raises(InputError, match="leaves the case folder"):
        act()
    assert [p.name for p in outside.iterdir()] == ["secret"]


def test_a_record_that_is_a_link_is_no_record(rover: Path, tmp_path: Path) -> None:
    create(rover, "v1", author="Ann", reason="first")
    add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text="why?", by=BOB)
    (rover / "review" / "F1").rename(tmp_path / "F1")
    (rover / "review" / "F1").symlink_to(tmp_path / "F1")
    assert read_journal(rover).findings == ()


def test_inputs_and_artefacts_stay_inside(rover: Path, tmp_path: Path) -> None:
    from casegen.assessment.checks.case import check

    (tmp_path / "outside.csv").write_text("failed\n0\n")
    (rover / "data" / "link.csv").symlink_to(tmp_path / "outside.csv")
    for path in ("../outside.csv", str(tmp_path / "outside.csv"), "data/link.csv"):
        other = copy(rover, "other")
        edit(other, "case.yaml", "data/counts.csv", path)
        assert any("leaves the case folder" in d.message for d in check(load(other)))
        edit(other, "argument/top.yaml", "records/wheels.md", path)
        assert sum("leaves the case folder" in d.message for d in check(load(other))) == 2
        shutil.rmtree(other)


@pytest.mark.parametrize("path", sorted((BAD / "events").glob("*.yaml")), ids=lambda p: p.stem)
def test_bad_events_are_named_and_harm_nothing(rover: Path, path: Path) -> None:
    create(rover, "v1", author="Ann", reason="first")
    add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text="why?", by=BOB)
    folder = rover / "review" / "F2"
    folder.mkdir()
    (folder / "01-raised-00000000.yaml").write_bytes(path.read_bytes())
    journal = read_journal(rover)
    assert journal.findings[0].id == "F1"
    assert journal.problems
    assert all(p.location.file.startswith("review/F2") for p in journal.problems)
    assert not review_state(load(rover)).settled


def test_control_characters_do_not_reach_the_terminal(
    rover: Path, command: Callable[..., tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    create(rover, "v1", author="Ann", reason="first")
    hostile = "\x1b[2J\x1b]0;owned\x07 [bold]no markup[/]"
    with pytest.raises(InputError, match="holds U\\+001B"):
        add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text=hostile, by=BOB)
    with monkeypatch.context() as patch:  # recorded by another program
        patch.setattr("casegen.review.journal._refuse_controls", lambda *_: None)
        add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text=hostile, by=BOB)
    code, out = command("review", "list", rover)
    assert code == 0
    assert "\x1b" not in out
    assert "[bold]no markup[/]" in out


@pytest.mark.slow
def test_text_of_a_case_is_text_in_the_page(rover: Path, tmp_path: Path) -> None:
    from casegen import documents_of
    from casegen.model.diagnostic import MissingDependencyError

    attack = "<script>alert(1)</script><img src=x onerror=alert(1)>"
    edit(rover, "argument/top.yaml", "text: The wheels were inspected", f"text: '{attack}'")
    try:
        [page] = documents_of(assess(load(rover)), tmp_path / "out", ["html"])
    except MissingDependencyError as missing:
        pytest.skip(str(missing))
    text = page.read_text()
    assert "<script>alert" not in text
    assert "<img src=x" not in text


def test_a_baseline_of_a_stranger_is_opened_as_a_case_like_any_other(rover: Path) -> None:
    frozen = create(rover, "v1", author="Ann", reason="first").folder
    (frozen / "files" / "argument" / "bad.yaml").write_text("include: [../../../../../etc/passwd]\n")
    with pytest.raises(InputError, match="leaves the case folder"), opened(str(frozen)):
        pass


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _sparse(path: Path) -> None:
    with path.open("wb") as stream:
        stream.truncate(40 * 2**30)


@pytest.mark.slow
@pytest.mark.parametrize("plant", [_pipe, _endless, pytest.param(_sparse, marks=pytest.mark.slow)])
def test_what_is_no_event_is_named_at_once(rover: Path, plant: Callable[[Path], None]) -> None:
    """A pipe would wait for ever, an endless or a sparse file fill the memory."""
    create(rover, "v1", author="Ann", reason="first")
    add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text="why?", by=BOB)
    plant(rover / "review" / "F1" / "02-responded-00000000.yaml")
    done = subprocess.run(
        [sys.executable, "-m", "casegen", "review", "status", "--json", str(rover)],
        capture_output=True, text=True, timeout=120, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (6 * 2**30, 6 * 2**30)),
    )  # fmt: skip
    assert done.returncode in (0, 1, 2), done.stderr
    assert "Traceback" not in done.stderr
    assert "internal error" not in done.stderr
    assert [p for p in read_journal(rover).problems if "02-responded" in p.location.file]
