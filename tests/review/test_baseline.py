"""Baselines: every byte counts.  Each tampering with each file is found and named."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.audit.inspection import inspect
from casegen.io import load
from casegen.model.diagnostic import InputError
from casegen.review import add_finding, baselines, create, find, verify
from casegen.review.events import FindingSeverity
from casegen.review.manifest import listing, read_listing
from tests.review.conftest import BOB, edit


@pytest.fixture
def frozen(rover: Path) -> Path:
    """The folder of a baseline of the rover."""
    return create(rover, "v1", author="Ann Author", reason="first review").folder


def plain_files(folder: Path) -> list[Path]:
    return sorted(p for p in folder.rglob("*") if p.is_file())


def one_bit(path: Path, byte: int, bit: int) -> None:
    raw = bytearray(path.read_bytes())
    raw[byte] ^= 1 << bit
    path.chmod(0o644)
    path.write_bytes(bytes(raw))


def names_found(rover: Path, frozen: Path) -> set[str]:
    """Paths, relative to the baseline, that `verify` names."""
    result = verify(frozen, rover)
    assert not result.holds
    return {one.path for one in result.frozen}


def test_a_baseline_holds_and_standard_tools_agree(rover: Path, frozen: Path) -> None:
    assert verify(frozen, rover).holds
    done = subprocess.run(
        "sha256sum -c ROOT && sha256sum -c SHA256SUMS",
        shell=True,
        cwd=frozen,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    sums = read_listing((frozen / "SHA256SUMS").read_bytes(), "SHA256SUMS")
    assert {f"files/{p}" for p in ("case.yaml", "trees.yaml", "argument/top.yaml", "data/counts.csv", "records/wheels.md",
                                   "results/EV.lock")} <= sums.keys()  # fmt: skip
    assert {"baseline.json", "assessment.json", "provenance/EV.intoto.json"} <= sums.keys()
    about = find(rover, "v1").about
    assert (about.author, about.reason) == ("Ann Author", "first review")
    assert about.tool["casegen"]
    assert about.roles["data/counts.csv"] == "input"
    assert about.roles["records/wheels.md"] == "artefact"


def test_the_frozen_copy_is_a_case_by_itself(rover: Path, frozen: Path) -> None:
    from casegen import assess

    shutil.rmtree(rover / "data")
    assessed = assess(find(rover, "v1").load())
    assert assessed.supported


def replace(path: Path, content: bytes) -> None:
    path.chmod(0o644)
    path.write_bytes(content)


def link(path: Path) -> None:
    """The same content, but a link to it elsewhere."""
    elsewhere = next(p for p in path.parents if p.name == "rover").parent / "moved"
    shutil.move(path, elsewhere)
    path.symlink_to(elsewhere)


ATTACKS: dict[str, Callable[[Path], object]] = {
    "first bit": lambda p: one_bit(p, 0, 0),
    "last bit": lambda p: one_bit(p, -1, 6),
    "middle bit": lambda p: one_bit(p, p.stat().st_size // 2, 3),
    "cut": lambda p: replace(p, p.read_bytes()[:-1]),
    "grown": lambda p: replace(p, p.read_bytes() + b"\n"),
    "emptied": lambda p: replace(p, b""),
    "removed": lambda p: p.unlink(),
    "linked": link,
    "renamed": lambda p: p.rename(p.with_name("renamed.txt")),
    "added": lambda p: p.with_name("added.txt").write_text("x"),
    "added hidden": lambda p: p.with_name(".added").write_text("x"),
}
NAMED = {"renamed": "renamed.txt", "added": "added.txt", "added hidden": ".added"}


@pytest.mark.slow
@pytest.mark.parametrize("attack", ATTACKS)
def test_every_tampering_with_every_file_is_named(rover: Path, frozen: Path, attack: str) -> None:
    original = rover.parent / "original"
    shutil.copytree(frozen, original)
    missed = []
    for file in plain_files(original):
        shutil.rmtree(frozen)
        shutil.copytree(original, frozen)
        target = frozen / file.relative_to(original)
        ATTACKS[attack](target)
        named = {Path(path).name for path in names_found(rover, frozen)}
        expected = NAMED.get(attack, target.name)
        if expected not in named and not (attack == "renamed" and target.name in named):
            missed.append(target)
        if target.is_symlink():
            target.resolve().unlink()
    assert missed == []


def test_standard_tools_find_every_changed_file(frozen: Path) -> None:
    for path in plain_files(frozen):
        raw = path.read_bytes()
        one_bit(path, len(raw) // 2, 3)
        done = subprocess.run(
            "sha256sum -c ROOT && sha256sum -c SHA256SUMS",
            shell=True,
            cwd=frozen,
            capture_output=True,
            check=False,
        )
        assert done.returncode != 0, path
        path.write_bytes(raw)


@pytest.mark.slow
def test_every_bit_of_the_small_files_counts(rover: Path, frozen: Path) -> None:
    for name in ("ROOT", "files/records/wheels.md"):
        raw = (frozen / name).read_bytes()
        for byte in range(len(raw)):
            one_bit(frozen / name, byte, byte % 8)
            assert name in names_found(rover, frozen)
            (frozen / name).write_bytes(raw)
    assert verify(frozen, rover).holds


def test_reordered_lines_are_found(rover: Path, frozen: Path) -> None:
    sums = frozen / "SHA256SUMS"
    lines = sums.read_text().splitlines(keepends=True)
    sums.chmod(0o644)
    sums.write_text("".join(reversed(lines)))
    result = verify(frozen).frozen
    assert any(one.path == "SHA256SUMS" and "not in order" in one.message for one in result)


def test_two_files_exchanged_are_found(rover: Path, frozen: Path) -> None:
    a, b = frozen / "files/trees.yaml", frozen / "files/records/wheels.md"
    first, second = a.read_bytes(), b.read_bytes()
    for path, content in ((a, second), (b, first)):
        path.chmod(0o644)
        path.write_bytes(content)
    assert {"files/trees.yaml", "files/records/wheels.md"} <= names_found(rover, frozen)


def test_the_changed_byte_is_named(rover: Path, frozen: Path) -> None:
    one_bit(frozen / "files/trees.yaml", 100, 0)
    message = next(d.message for d in verify(frozen, rover).frozen if d.path == "files/trees.yaml")
    assert "byte 101 (line" in message


def test_a_baseline_made_anew_as_a_whole_is_found_by_its_root(rover: Path, frozen: Path) -> None:
    """Hashes that bring their own hash prove nothing: the root, or a key, must come from elsewhere."""
    root = find(rover, "v1").root
    edit(rover, "trees.yaml", "probability: 0.001}", "probability: 0.0001}")
    shutil.rmtree(frozen)
    create(rover, "v1", author="Ann Author", reason="first review")
    assert verify(frozen, rover).holds
    result = verify(frozen, rover, expected_root=root)
    assert [one.kind for one in result.frozen] == ["root"]


@pytest.mark.slow
def test_the_verdict_says_that_it_does_not_show_who_made_the_baseline(
    rover: Path, frozen: Path, command: Callable[..., tuple[int, str]]
) -> None:
    """Unless the assessor gives what they have from elsewhere."""
    words = "baseline v1 holds, which does not show who made it"
    code, out = command("baseline", "verify", rover)
    assert (code, words in " ".join(out.split())) == (0, True)
    assert json.loads(command("baseline", "verify", rover, "--json")[1])["authenticated"] is False
    given = ("--root", find(rover, "v1").root)
    code, out = command("baseline", "verify", rover, *given)
    assert (code, "baseline v1 holds;" in " ".join(out.split())) == (0, True)
    assert json.loads(command("baseline", "verify", rover, *given, "--json")[1])["authenticated"] is True
    one_bit(frozen / "files/data/counts.csv", 9, 0)
    assert "who made it" not in command("baseline", "verify", rover)[1].partition("not noticed")[0]


def test_the_case_folder_is_compared_too(rover: Path, frozen: Path) -> None:
    edit(rover, "trees.yaml", "probability: 0.001}", "probability: 0.002}")
    (rover / "notes.txt").write_text("new")
    (rover / "records" / "wheels.md").rename(rover / "records" / "wheel.md")
    (rover / "data" / "counts.csv").unlink()
    result = verify(frozen, rover)
    assert result.frozen == ()
    assert {(d.kind, d.path) for d in result.working} == {
        ("changed", "trees.yaml"), ("added", "notes.txt"), ("renamed", "records/wheel.md"),
        ("missing", "data/counts.csv"),
    }  # fmt: skip
    assert verify(frozen).holds


def test_each_baseline_vouches_for_the_one_before(rover: Path, frozen: Path) -> None:
    edit(rover, "trees.yaml", "probability: 0.001}", "probability: 0.002}")
    second = create(rover, "v2", author="Ann Author", reason="second review")
    assert [b.name for b in baselines(rover)] == ["v1", "v2"]
    assert all(one.holds for one in inspect(rover))
    create(rover, "v3", author="Ann Author", reason="third review")
    shutil.rmtree(frozen)
    assert [d.kind for d in verify(second.folder, rover).frozen] == ["previous"]
    assert [[d.kind for d in one.frozen] for one in inspect(rover)] == [["previous"], []]
    assert [d.kind for d in inspect(rover, "v2", frozen_only=True)[0].frozen] == ["previous"]


def test_a_name_is_used_once_and_said_in_words(rover: Path, frozen: Path) -> None:
    with pytest.raises(InputError, match="none is ever edited"):
        create(rover, "v1", author="Ann", reason="again")
    for name in ("", "../v2", ".v2", "v 2", "a/b", "x" * 101):
        with pytest.raises(InputError, match="name"):
            create(rover, name, author="Ann", reason="again")
    with pytest.raises(InputError, match="needs an author"):
        create(rover, "v2", author=" ", reason="again")
    with pytest.raises(InputError, match="did you mean 'v1'"):
        find(rover, "v11")
    assert sorted(p.name for p in (rover / "baselines").iterdir()) == [".gitattributes", "v1"]


def test_what_is_no_case_is_not_frozen(rover: Path) -> None:
    edit(rover, "trees.yaml", "top: G1", "tip: G1")
    with pytest.raises(InputError):
        create(rover, "v1", author="Ann", reason="first")
    assert not (rover / "baselines").exists()


def test_links_that_leave_the_folder_are_left_out_by_name(rover: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    (rover / "stolen.txt").symlink_to(secret)
    (rover / "folder").symlink_to(tmp_path)
    (rover / "inner.md").symlink_to(rover / "records" / "wheels.md")
    result = create(rover, "v1", author="Ann", reason="first")
    assert result.about.left_out == {
        "folder": "a link to a folder",
        "stolen.txt": "a link that leaves the case folder",
    }
    assert not [p for p in plain_files(result.folder) if p.read_bytes() == b"secret"]
    assert not (result.case_folder / "inner.md").is_symlink()


def test_a_strangers_list_of_hashes_cannot_lead_out_of_the_folder() -> None:
    digest = "0" * 64
    for path in ("../x", "/etc/passwd", "a/../../x", "a\\b", "c:x", "./x", "a//b", ""):
        with pytest.raises(InputError):
            read_listing(f"{digest}  {path}\n".encode(), "SHA256SUMS")
    with pytest.raises(InputError, match="is duplicated"):
        read_listing(f"{digest}  a\n{digest}  a\n".encode(), "SHA256SUMS")
    assert read_listing(listing({"a b": digest}), "x") == {"a b": digest}


def test_provenance_is_an_in_toto_statement(frozen: Path) -> None:
    statement = json.loads((frozen / "provenance" / "EV.intoto.json").read_text())
    assert statement["_type"] == "https://in-toto.io/Statement/v1"
    assert statement["predicateType"] == "https://slsa.dev/provenance/v1"
    sums = read_listing((frozen / "SHA256SUMS").read_bytes(), "SHA256SUMS")
    [subject] = statement["subject"]
    assert sums[f"files/{subject['name']}"] == subject["digest"]["sha256"]
    definition = statement["predicate"]["buildDefinition"]
    assert definition["externalParameters"]["seed"] == 3
    assert definition["externalParameters"]["parameters"] == {"scale": 1.0, "noise": 0.0}
    [data] = [d for d in definition["resolvedDependencies"] if d["name"] == "data/counts.csv"]
    assert sums["files/data/counts.csv"] == data["digest"]["sha256"]


def test_what_was_computed_then_is_kept(rover: Path, frozen: Path) -> None:
    kept = json.loads((frozen / "assessment.json").read_text())
    assert kept["assess"]["supported"] is True
    assert str(rover.parent) not in (frozen / "assessment.json").read_text()


def test_the_command_line_tells_it(
    rover: Path, frozen: Path, command: Callable[..., tuple[int, str]]
) -> None:
    code, out = command("baseline", "verify", rover, "--json")
    assert (code, json.loads(out)["holds"]) == (0, True)
    one_bit(frozen / "files/data/counts.csv", 9, 0)
    code, out = command("baseline", "verify", rover, "v1")
    assert code == 1
    assert "files/data/counts.csv" in out
    code, out = command("baseline", "show", rover, "--json")
    assert json.loads(out)["author"] == "Ann Author"
    assert command("baseline", "verify", rover, "v7")[0] == 2
    assert load(rover).header.id == "rover"


def test_a_half_made_baseline_of_a_killed_run_is_swept_away(rover: Path) -> None:
    left = rover / "baselines" / ".v1.abc.part"
    left.mkdir(parents=True)
    (left / "half").write_text("x")
    create(rover, "v1", author="Ann", reason="first")
    assert sorted(p.name for p in (rover / "baselines").iterdir()) == [".gitattributes", "v1"]
    left.mkdir()
    with pytest.raises(InputError, match="there is a baseline 'v1' already"):
        create(rover, "v1", author="Ann", reason="again")
    assert not left.exists(), "also by a run that is refused"


@pytest.mark.parametrize("pattern", ["'**/*.yaml'", "'*.yaml', 'argument/*.yaml'", "'*/*.yaml', '*.y*'"])
def test_patterns_of_the_case_do_not_mean_what_lies_beside_it(rover: Path, pattern: str) -> None:
    edit(rover, "case.yaml", "[trees.yaml, argument/*.yaml]", f"[{pattern}]")
    (rover / "compliance.yaml").write_text("compliance: []\n")
    create(rover, "v1", author="Ann", reason="first")
    add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text="why?", by=BOB)
    assert set(load(rover).files) == {"case.yaml", "trees.yaml", "argument/top.yaml"}
    assert set(find(rover).load().files) == {"case.yaml", "trees.yaml", "argument/top.yaml"}


@pytest.mark.parametrize("root", ["", " ", "0" * 63, "0" * 65, "x" * 64])
def test_a_root_that_is_none_is_refused(
    rover: Path, command: Callable[..., tuple[int, str]], root: str
) -> None:
    create(rover, "v1", author="Ann", reason="first")
    code, out = command("baseline", "verify", rover, "--root", root)
    assert code == 2
    assert "expected a root of 64 hexadecimal digits" in out


@pytest.mark.parametrize("name", ["SHA256SUMS", "ROOT", "baseline.json", "assessment.json"])
def test_a_pipe_in_a_baseline_is_named(rover: Path, name: str) -> None:
    import os

    frozen = create(rover, "v1", author="Ann", reason="first").folder
    frozen.chmod(0o755)
    (frozen / name).unlink()
    os.mkfifo(frozen / name)
    assert name in {one.path for one in verify(frozen, rover).frozen}


def test_baselines_are_ordered_by_their_chain_whatever_the_clock_said(
    rover: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import datetime

    from casegen.review import baseline as module

    class Clock(datetime.datetime):
        year_now = 2030

        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> datetime.datetime:
            cls.year_now -= 1
            return datetime.datetime(cls.year_now, 1, 1, tzinfo=tz)

    monkeypatch.setattr(module.datetime, "datetime", Clock)
    for name in ("v1", "v2", "v3"):
        create(rover, name, author="Ann", reason="next")
    monkeypatch.undo()
    assert [one.name for one in baselines(rover)] == ["v1", "v2", "v3"]
    assert module.find(rover).name == "v3"


def test_the_latest_baseline_cannot_go_unnoticed_once_the_review_was_held_at_it(rover: Path) -> None:
    from casegen.review import add_finding
    from casegen.review.events import FindingSeverity
    from tests.review.conftest import BOB

    create(rover, "v1", author="Ann", reason="first")
    second = create(rover, "v2", author="Ann", reason="second")
    add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text="why?", by=BOB)
    assert all(one.holds for one in inspect(rover, frozen_only=True))
    shutil.rmtree(second.folder)
    reported = [d.message for one in inspect(rover, frozen_only=True) for d in one.frozen]
    assert "the review was held at the baseline v2, which is gone" in reported


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Notes.txt", "notes.txt"), "'Notes.txt' and 'notes.txt'"),
        (("\u00e9.txt", "e\u0301.txt"), r"'e\u0301.txt' and '\xe9.txt'"),  # as they are, they look alike
        (("stra\u00dfe.txt", "STRASSE.txt"), "'STRASSE.txt' and 'stra\u00dfe.txt'"),
        (("x", "x."), "'x' and 'x.'"),
    ],
)
def test_names_that_another_system_takes_for_one_are_not_frozen(
    rover: Path, names: tuple[str, str], shown: str
) -> None:
    """The pack of such a baseline could be verified nowhere."""
    (rover / names[0]).write_text("1")
    create(rover, "v1", author="Ann", reason="one of them is fine")
    (rover / names[1]).write_text("2")
    with pytest.raises(InputError, match=re.escape(f"{shown} are one name on systems")):
        create(rover, "v2", author="Ann", reason="twins")
    assert [one.name for one in baselines(rover)] == ["v1"]


def test_names_of_baselines_differ_on_every_system(rover: Path, frozen: Path) -> None:
    for name in ("V1", "v1."):
        with pytest.raises(InputError, match="there is a baseline 'v1' already"):
            create(rover, name, author="Ann", reason="again")


@pytest.mark.parametrize("what", ["input", "include", "artefact"])
def test_a_hidden_part_of_the_case_is_named(rover: Path, what: str) -> None:
    """The baseline would lack it."""
    old, file = {
        "input": ("data/counts.csv", "case.yaml"),
        "include": ("trees.yaml", "case.yaml"),
        "artefact": ("records/wheels.md", "argument/top.yaml"),
    }[what]
    new = f".hidden/{Path(old).name}"
    (rover / ".hidden").mkdir()
    (rover / old).rename(rover / new)
    edit(rover, file, old, new)
    with pytest.raises(
        InputError,
        match=re.escape(f"{new!r} is part of the case and in the folder '.hidden', which is hidden"),
    ):
        create(rover, "v1", author="Ann", reason="first")
    assert baselines(rover) == ()


@pytest.mark.parametrize("name", ["baseline.json", "files/case.yaml"])
def test_a_case_may_have_a_file_named_as_a_baseline_s(name: str, rover: Path) -> None:
    (rover / name).parent.mkdir(exist_ok=True)
    (rover / name).write_text('{"accuracy": 0.9}')
    create(rover, "v1", author="Ann", reason="first")
    assert [(one.name, one.holds) for one in inspect(rover)] == [("v1", True)]
    shutil.copy(rover / "case.yaml", rover / "baselines" / "v1")
    (one,) = inspect(rover / "baselines" / "v1")
    assert not one.holds  # a baseline with a case beside its list is a baseline still
