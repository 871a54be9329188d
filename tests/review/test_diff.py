"""Semantic diff: a script of edits, each with exactly the impact it must have; folders, baselines, git revisions."""

from __future__ import annotations

import hashlib
import json
import math
import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from casegen.io import load
from casegen.model.diagnostic import InputError
from casegen.review import create, diff, opened
from casegen.store.run import run
from tests.review.conftest import BOB, copy, edit

Changed = set[tuple[str, str]]
Flips = dict[str, tuple[str, str]]


@dataclass(frozen=True)
class Step:
    """One edit and everything that must follow, no more and no less."""

    name: str
    make: Callable[[Path], object]
    changed: frozenset[tuple[str, str]] = frozenset()
    added: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()
    renamed: frozenset[tuple[str, str]] = frozenset()
    stale: frozenset[str] = frozenset()
    claims: tuple[tuple[str, str, str], ...] = ()
    trees: frozenset[str] = frozenset()
    touched: frozenset[str] = frozenset()
    problem: bool = False


def sub(name: str, old: str, new: str) -> Callable[[Path], object]:
    return lambda folder: edit(folder, name, old, new)


def append(name: str, text: str) -> Callable[[Path], object]:
    def make(folder: Path) -> None:
        with (folder / name).open("a") as stream:
            stream.write(text)

    return make


def rename_everywhere(folder: Path) -> None:
    for path in (folder / "trees.yaml", folder / "argument" / "top.yaml"):
        path.write_text(path.read_text().replace("B2", "WHEEL"))


def rerun_with_more_data(folder: Path) -> None:
    with (folder / "data" / "counts.csv").open("a") as stream:
        stream.write("1\n" * 25)
    assert [o.what for o in run(load(folder))] == ["computed"]


def swap_events(folder: Path) -> None:
    path = folder / "trees.yaml"
    head, first, second, *rest = path.read_text().splitlines(keepends=True)
    path.write_text("".join((head, second, first, *rest)))


def move_to_another_file(folder: Path) -> None:
    text = (folder / "argument" / "top.yaml").read_text()
    head, sign, tail = text.partition("evidence:\n")
    (folder / "argument" / "top.yaml").write_text(head)
    (folder / "argument" / "z.yaml").write_text(sign + tail)


def new_record(folder: Path) -> None:
    text = "Five wheels inspected.\n"
    (folder / "records" / "wheels.md").write_text(text)
    old = hashlib.sha256(b"Four wheels inspected, nothing found.\n").hexdigest()
    edit(folder, "argument/top.yaml", old, hashlib.sha256(text.encode()).hexdigest())


UP = (("TOP", "supported", "stale"), ("C1", "supported", "stale"))
MEASURES = frozenset(("EV", f"measures.rate.{field}") for field in ("value", "upper"))
TOP, ALL = "argument/top.yaml", frozenset({"TOP", "rover"})
MEASURED = "  - {id: E1, evidence: EV, text: Measured miss rate, owner: perception}\n"
OBJECTION = (
    "defeaters:\n  - {id: D1, target: C1, kind: rebutting, text: Fog was not measured, owner: safety}\n"
)
STEPS = [
    Step("nothing", lambda folder: None),
    Step("a comment", append("trees.yaml", "# looked at\n")),
    Step("an evidence node removed", sub(TOP, MEASURED, ""),
         removed=frozenset({"E1"}), touched=frozenset({"TOP", "rover", "C1"}), problem=True),
    Step("the order of parts", swap_events),
    Step("a part moved to another file", move_to_another_file),
    Step("an event's number", sub("trees.yaml", "probability: 0.001}", "probability: 0.002}"),
         changed=frozenset({("B2", "model.probability")}), trees=frozenset({"FT"}), touched=ALL),
    Step("an event's number beyond the target", sub("trees.yaml", "probability: 0.001}", "probability: 0.02}"),
         changed=frozenset({("B2", "model.probability")}), trees=frozenset({"FT"}), touched=ALL,
         claims=(("TOP", "supported", "challenged"),)),
    Step("an event's text", sub("trees.yaml", "Wheel is blocked", "A wheel is blocked"),
         changed=frozenset({("B2", "text")}), touched=ALL),
    Step("a gate's type", sub("trees.yaml", "id: G2, type: and", "id: G2, type: or"),
         changed=frozenset({("G2", "type")}), trees=frozenset({"FT"}), touched=ALL,
         claims=(("TOP", "supported", "challenged"),)),
    Step("a gate's inputs", sub("trees.yaml", "inputs: [G2, B2]", "inputs: [G2]"),
         changed=frozenset({("G1", "inputs")}), trees=frozenset({"FT"}), touched=ALL),
    Step("the target", sub("trees.yaml", "target: {probability: 0.01", "target: {probability: 0.001"),
         changed=frozenset({("FT", "target.probability")}), touched=ALL, claims=(("TOP", "supported", "challenged"),)),
    Step("the exposure", sub("trees.yaml", "demands: 2", "demands: 4"),
         changed=frozenset({("B1", "model.exposure.demands")}), trees=frozenset({"FT"}), touched=ALL),
    Step("a claim's bound", sub(TOP, "bound: 0.2", "bound: 0.1"), changed=frozenset({("C1", "requirement.bound")}),
         claims=(("TOP", "supported", "challenged"), ("C1", "supported", "challenged")), touched=ALL | {"C1"}),
    Step("a claim's text", sub(TOP, "The wheels were inspected", "All four wheels were inspected"),
         changed=frozenset({("C2", "text")}), touched=ALL),
    Step("the data", append("data/counts.csv", "1\n"), changed=frozenset({("EV", "inputs.counts (content)")}),
         stale=frozenset({"EV"}), claims=UP, touched=ALL | {"C1"}),
    Step("a method's parameter", sub("case.yaml", "scale: 1.0", "scale: 1.5"),
         changed=frozenset({("EV", "parameters.scale")}), stale=frozenset({"EV"}), claims=UP, touched=ALL | {"C1"}),
    Step("the data, and run again", rerun_with_more_data,
         changed=MEASURES | {("EV", "inputs.counts (content)"), ("EV", "looks")}, trees=frozenset({"FT"}), touched=ALL | {"C1"},
         claims=(("TOP", "supported", "challenged"), ("C1", "supported", "challenged"))),
    Step("an artefact judged again", new_record,
         changed=frozenset({("E2", "artefact (content)"), ("E2", "sha256")}), touched=ALL),
    Step("an artefact behind the judge's back", lambda f: (f / "records/wheels.md").write_text("other\n"),
         changed=frozenset({("E2", "artefact (content)")}), touched=ALL, problem=True),
    Step("an objection", append(TOP, OBJECTION),
         added=frozenset({"D1"}), claims=(("TOP", "supported", "challenged"), ("C1", "supported", "challenged")),
         touched=ALL | {"C1"}),
    Step("an acceptance withdrawn", sub(TOP, "assumed: By plan, accepted_by: Cat Checker", "assumed: By plan"),
         changed=frozenset({("W2", "accepted_by")}),
         claims=(("TOP", "supported", "assumed"), ("C1", "supported", "assumed")),
         touched=ALL | {"C1"}),
    Step("an event renamed", rename_everywhere, added=frozenset({"WHEEL"}), removed=frozenset({"B2"}),
         renamed=frozenset({("B2", "WHEEL")}), changed=frozenset({("G1", "inputs")}), touched=ALL),
    Step("something new beside", append("trees.yaml", "parameters:\n  - {id: P1, value: 0.5, text: Not used yet}\n"),
         added=frozenset({"P1"}), touched=frozenset({"rover"})),
    Step("document control", sub("case.yaml", 'version: "1"', 'version: "2"'),
         changed=frozenset({("rover", "version")}), touched=frozenset({"rover"})),
]  # fmt: skip


def test_there_are_twenty_edits() -> None:
    assert len(STEPS) >= 20


@pytest.mark.slow
@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_each_edit_has_exactly_its_impact(rover: Path, step: Step) -> None:
    from casegen.review import add_finding, decide, respond, sign_off
    from casegen.review.events import Decision, FindingSeverity
    from tests.review.conftest import ANN

    create(rover, "v1", author="Dan Developer", reason="first")
    for target in ("TOP", "C1"):
        results = add_finding(rover, target=target, severity=FindingSeverity.MINOR, text="why?", by=BOB)
        respond(rover, results.finding, text="the drawing shows it", by=ANN)
        decide(rover, results.finding, status="closed", by=BOB)
    sign_off(rover, target="", decision=Decision.ACCEPT, by=BOB)
    after = copy(rover, "after")
    step.make(after)
    result = diff(load(rover), load(after), reviewed=after).document()
    impact = result["impact"]
    assert {(c["id"], c["field"]) for c in result["changed"]} == step.changed
    assert set(result["added"]) == step.added
    assert set(result["removed"]) == step.removed
    assert {(r["old"], r["new"]) for r in result["renamed"]} == step.renamed
    assert set(impact["stale_evidence"]) == step.stale
    assert [(c["id"], c["before"], c["after"]) for c in impact["claims"]] == list(step.claims)
    assert {t["tree"] for t in impact["trees"]} == step.trees
    touched = {one["target"] for one in (*impact["findings"], *impact["sign_offs"])}
    assert touched == step.touched
    assert bool(impact["problem"]) == step.problem
    assert all(one["why"] for one in (*impact["findings"], *impact["sign_offs"]))


def test_the_number_of_a_tree_is_the_calculated_one(rover: Path) -> None:
    after = copy(rover, "after")
    edit(after, "trees.yaml", "probability: 0.001}", "probability: 0.002}")
    [tree] = diff(load(rover), load(after)).document()["impact"]["trees"]
    camera = 1 - 0.95**2
    before, now = (1 - (1 - camera * 0.01) * (1 - wheel) for wheel in (0.001, 0.002))
    assert math.isclose(tree["before"], before, rel_tol=1e-12)
    assert math.isclose(tree["after"], now, rel_tol=1e-12)
    assert math.isclose(tree["ratio"], now / before, rel_tol=1e-12)


def git(folder: Path, *arguments: str) -> None:
    identity = {
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@b",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@b",
    }
    subprocess.run(
        ["git", "-C", folder, *arguments], check=True, capture_output=True, env={**os.environ, **identity}
    )


@pytest.fixture
def repository(rover: Path) -> Path:
    """The rover under git, with an edit after the first commit."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    root = rover.parent
    git(root, "init", "-q", "-b", "main")
    (root / ".gitignore").write_text(".casegen/\nbaselines/\n")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "first")
    git(root, "tag", "first")
    edit(rover, "trees.yaml", "probability: 0.001}", "probability: 0.02}")
    return rover


@pytest.mark.slow
def test_every_way_to_name_a_case_gives_the_same_difference(
    repository: Path, command: Callable[..., tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(repository, "trees.yaml", "probability: 0.02}", "probability: 0.001}")
    create(repository, "v1", author="Ann", reason="first")
    edit(repository, "trees.yaml", "probability: 0.001}", "probability: 0.02}")
    monkeypatch.chdir(repository.parent)
    results: list[Any] = []
    for old in ("HEAD:rover", "first:rover/", "main:./rover", "rover/baselines/v1", "rover@v1", "v1"):
        code, out = command("diff", old, "rover", "--json")
        assert code == 0, out
        document = json.loads(out)
        assert [(c["id"], c["field"], c["old"], c["new"]) for c in document["changed"]] == [
            ("B2", "model.probability", 0.001, 0.02)
        ]
        results.append(document["impact"])
    assert all(one == results[0] for one in results)
    assert command("diff", "v1", "rover", "--strict")[0] == 1
    assert command("diff", "rover", "v1", "--strict")[0] == 0
    assert command("diff", "HEAD:rover", "HEAD:rover")[0] == 0


def test_git_is_found_around_the_other_case(
    repository: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: Any
) -> None:
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    with opened("HEAD:rover", str(repository)) as result:
        assert result.case.header.id == "rover"


@pytest.mark.parametrize(
    ("given", "words"),
    [("nowhere", "no such case"), ("HEAD:nowhere", "has no folder"), ("HAED:rover", "knows no revision"),
     ("--output=x:rover", "is no revision"), ("HEAD:rover/case.yaml", "has no folder"), ("rover@v9", "no baseline 'v9'"),
     ("HEAD:../..", "has no folder"), (":rover", "knows no revision")],
)  # fmt: skip
def test_what_is_not_there(repository: Path, monkeypatch: pytest.MonkeyPatch, given: str, words: str) -> None:
    monkeypatch.chdir(repository.parent)
    with pytest.raises(InputError, match=words), opened(given):
        pass
    assert not (repository.parent / "x").exists()


def test_a_hostile_repository_runs_nothing(
    repository: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Filters, monitors, hooks and export attributes of a stranger's repository have no say."""
    root = repository.parent
    trap = tmp_path / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\ncat\n")
    trap.chmod(0o755)
    for key in (
        "core.fsmonitor",
        "filter.trap.smudge",
        "filter.trap.clean",
        "core.sshCommand",
        "diff.external",
    ):
        git(root, "config", key, str(trap))
    (root / ".git" / "info").mkdir(exist_ok=True)
    (root / ".git" / "info" / "attributes").write_text("*.yaml filter=trap export-ignore export-subst\n")
    (tmp_path / "sprung").unlink(missing_ok=True)
    monkeypatch.chdir(root)
    with opened("HEAD:rover") as result:
        assert result.case.event["B2"].model is not None
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize("part", ["HEAD:rover", "HEAD:rover/data", "HEAD:rover/case.yaml"])
@pytest.mark.parametrize("way", ["ext", "upload"])
def test_a_missing_object_is_fetched_from_nowhere(
    repository: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, part: str, way: str
) -> None:
    """Git fetches what a partial clone lacks by a command that the repository names."""
    root = repository.parent
    trap = tmp_path / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\n")
    trap.chmod(0o755)
    name = subprocess.run(
        ["git", "rev-parse", part], cwd=root, check=True, capture_output=True, text=True
    ).stdout.strip()
    (root / ".git" / "objects" / name[:2] / name[2:]).unlink()
    config = {
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "evil",
        "remote.evil.promisor": "true",
        "remote.evil.url": f"ext::{trap}" if way == "ext" else str(tmp_path),
        "remote.evil.uploadpack": str(trap),
        "protocol.ext.allow": "always",
        "protocol.file.allow": "always",
    }
    for key, value in config.items():
        git(root, "config", key, value)
    monkeypatch.chdir(root)
    with pytest.raises(InputError), opened("HEAD:rover"):
        pass
    assert not (tmp_path / "sprung").exists()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["HEAD", "config", "packed-refs", "objects/info/alternates"])
def test_a_repository_that_keeps_its_readers_waiting_is_refused(
    name: str, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """git waits for ever for a writer of the pipe; with any limit the answer is the same."""
    monkeypatch.setattr("casegen.review.git_objects.GIT_SECONDS", 1)
    monkeypatch.chdir(repository.parent)
    (file := repository.parent / ".git" / name).unlink(missing_ok=True)
    os.mkfifo(file)
    with pytest.raises(InputError, match="git did not answer within 1 s"), opened("HEAD:rover"):
        pass


def test_replacement_objects_are_ignored(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = repository.parent
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "second")
    git(root, "replace", "HEAD~1:rover/trees.yaml", "HEAD:rover/trees.yaml")
    monkeypatch.chdir(root)
    with opened("first:rover") as old, opened("HEAD:rover") as new:
        assert [c.field for c in diff(old.case, new.case).changes.changed] == ["model.probability"]


def test_links_in_a_revision_are_not_followed(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (repository / "passwd.yaml").symlink_to("/etc/passwd")
    git(repository.parent, "add", "-A")
    git(repository.parent, "commit", "-q", "-m", "link")
    monkeypatch.chdir(repository.parent)
    with opened("HEAD:rover") as result:
        assert not (result.case.root / "passwd.yaml").exists()


def test_the_working_tree_is_left_alone(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repository.parent)
    before = {p: (p.read_bytes(), p.stat().st_mtime_ns) for p in repository.parent.rglob("*") if p.is_file()}
    with opened("HEAD:rover") as first, opened("rover") as second:
        diff(first.case, second.case, reviewed=repository)
    assert {
        p: (p.read_bytes(), p.stat().st_mtime_ns) for p in repository.parent.rglob("*") if p.is_file()
    } == before


def test_what_a_drawing_marks_and_a_chapter_tells(rover: Path) -> None:
    after = copy(rover, "after")
    rename_everywhere(after)
    edit(after, "argument/top.yaml", "bound: 0.2", "bound: 0.1")
    result = diff(load(rover), load(after))
    assert result.marks() == {"WHEEL": "added", "G1": "changed", "C1": "changed"}
    assert result.sentences() == (
        "added: basic event WHEEL",
        "removed: basic event B2",
        "renamed: basic event B2 is now WHEEL",
        "gate G1: inputs: added WHEEL; removed B2",
        "claim C1: requirement.bound was 0.2, is 0.1",
    )


def test_an_unchanged_case_differs_in_nothing(
    repository: Path, command: Callable[..., tuple[int, str]]
) -> None:
    code, out = command("diff", repository, repository)
    assert code == 0
    assert "no semantic difference" in out


def decided_at(folder: Path, name: str) -> None:
    """A finding on C1, raised at the baseline before and closed at ``name``, and a sign-off at ``name``."""
    from casegen.review import decide, sign_off
    from casegen.review.events import Decision

    create(folder, name, author="Dan Developer", reason="mended")
    decide(folder, "F1", status="closed", by=BOB, baseline=name)
    sign_off(folder, target="C1", decision=Decision.ACCEPT, by=BOB, baseline=name)


@pytest.mark.slow
def test_what_was_decided_at_a_baseline_that_holds_the_change_is_not_touched(
    rover: Path, command: Callable[..., tuple[int, str]]
) -> None:
    from casegen.review import add_finding
    from casegen.review.events import FindingSeverity

    create(rover, "v1", author="Dan Developer", reason="first")
    for target in ("C1", "TOP"):
        add_finding(rover, target=target, severity=FindingSeverity.MINOR, text="why?", by=BOB)
    edit(rover, "argument/top.yaml", "bound: 0.2", "bound: 0.19")
    decided_at(rover, "v2")

    def differences(
        old: str | Path, new: str | Path
    ) -> tuple[list[str], list[tuple[str, str, bool]], list[str]]:
        code, out = command("diff", old, new, "--json")
        assert code == 0
        impact = json.loads(out)["impact"]
        still = [(f["id"], f["status"], bool(f["changed"])) for f in impact["open_findings"]]
        return [f["id"] for f in impact["findings"]], still, [s["id"] for s in impact["sign_offs"]]

    frozen = (f"{rover}@v1", f"{rover}@v2")
    assert differences(frozen[0], rover) == ([], [("F2", "open", True)], [])
    assert differences(*frozen) == ([], [("F2", "open", True)], [])
    assert differences(frozen[1], rover) == ([], [("F2", "open", False)], [])
    edit(rover, "argument/top.yaml", "bound: 0.19", "bound: 0.18")
    for old in frozen:
        assert differences(old, rover) == (["F1"], [("F2", "open", True)], ["S1"])
    why = diff(load(rover / "baselines/v1/files"), load(rover), reviewed=rover).review.findings[0].why
    assert why == ("claim C1: requirement.bound was 0.19, is 0.18",), "since the decision, not since OLD"
    create(rover, "v3", author="Dan Developer", reason="third")
    assert differences(f"{rover}@v3", rover) == ([], [("F1", "open", False), ("F2", "open", False)], [])
    assert "finding F1 on C1 is open" in command("diff", f"{rover}@v3", rover)[1]
    edit(rover, "argument/top.yaml", "bound: 0.18", "bound: 0.19")
    assert differences(f"{rover}@v3", rover) == ([], [("F2", "open", True)], []), (
        "taken back, nothing is open again"
    )


def test_a_sign_off_that_does_not_accept_is_listed_whatever_changed(
    rover: Path, command: Callable[..., tuple[int, str]]
) -> None:
    """A rejection stands, and a condition is open, also where nothing differs; what accepts asks nobody for anything."""
    from casegen.review import sign_off
    from casegen.review.events import Decision

    create(rover, "v1", author="Dan Developer", reason="first")
    sign_off(rover, target="C1", decision=Decision.ACCEPT, by=BOB, baseline="v1")

    def listed(old: str) -> list[tuple[str, str, str, bool]]:
        code, out = command("diff", old, rover, "--json", "--strict")
        document = json.loads(out)
        assert code == (document["supported"]["after"] is not True), "it is the case that holds or does not"
        rows = document["impact"]["open_sign_offs"]
        return [(row["id"], row["target"], row["status"], bool(row["changed"])) for row in rows]

    old = f"{rover}@v1"
    assert listed(old) == []
    sign_off(rover, target="C2", decision=Decision.CONDITIONS, by=BOB, baseline="v1", conditions=["weigh it"])
    sign_off(rover, target="TOP", decision=Decision.REJECT, by=BOB, baseline="v1")
    rows = [
        ("S2", "C2", "accept with conditions by “Bob Assessor”: 1 of 1 condition open: 1", False),
        ("S3", "TOP", "reject by “Bob Assessor”: stands", False),
    ]
    assert listed(old) == rows
    said = command("diff", old, rover)[1]
    assert "sign-off S3 on TOP, reject by “Bob Assessor”: stands" in " ".join(said.split())
    edit(rover, "argument/top.yaml", "bound: 0.2", "bound: 0.19")
    assert listed(old) == [rows[0]], "what the change made invalid is listed as that"
