"""Git revisions that hold more than can be opened, and repositories that git cannot read."""

from __future__ import annotations

import os
import shutil
import subprocess
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.model.diagnostic import InputError
from casegen.review.resolve import opened

Git = Callable[..., str]


@pytest.fixture
def git(rover: Path, monkeypatch: pytest.MonkeyPatch) -> Git:
    """Git in the folder around the rover, which is committed."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    monkeypatch.chdir(rover.parent)
    who = {
        f"GIT_{role}_{part}": "ann@example.org"
        for role in ("AUTHOR", "COMMITTER")
        for part in ("NAME", "EMAIL")
    }

    def call(*arguments: str, given: str = "") -> str:
        done = subprocess.run(
            ["git", *arguments], input=given, check=True, capture_output=True, text=True, env=os.environ | who
        )
        return done.stdout.strip()

    call("init", "-q", "-b", "main")
    call("add", "-A")
    call("commit", "-q", "-m", "first")
    return call


def bomb(git: Git, core: str) -> str:
    """A folder of ten folders of ten folders …, ten deep."""
    tree = core
    for _ in range(10):
        tree = git("mktree", given="".join(f"040000 tree {tree}\td{i}\n" for i in range(10)))
    return tree


def with_folder(git: Git, name: str, tree: str) -> None:
    """Branch ``more``: the rover with one folder more."""
    lines = [*git("ls-tree", "HEAD:rover").splitlines(), f"040000 tree {tree}\t{name}"]
    case = git("mktree", given="\n".join(lines) + "\n")
    root = git("mktree", given=f"040000 tree {case}\trover\n")
    git("branch", "-f", "more", git("commit-tree", "-m", "more", root))


@pytest.mark.slow
@pytest.mark.parametrize("holds", ["a file", "nothing", "a submodule", "a link"])
def test_folders_within_folders_without_end(git: Git, holds: str) -> None:
    blob = git("hash-object", "-w", "--stdin", given="x")
    commit = git("rev-parse", "HEAD")
    core = {"a file": f"100644 blob {blob}\tf\n", "nothing": "", "a submodule": f"160000 commit {commit}\tf\n",
            "a link": f"120000 blob {blob}\tf\n"}  # fmt: skip
    with_folder(git, "zz", bomb(git, git("mktree", given=core[holds])))
    with (
        pytest.raises(InputError, match="more than 40,000 files and folders: too much to open"),
        opened("more:rover"),
    ):
        pass


@pytest.mark.slow
def test_names_that_take_too_much(git: Git, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casegen.review.git_objects.MAX_LISTED_BYTES", 2**20)
    blob = git("hash-object", "-w", "--stdin", given="x")
    with_folder(
        git, "zz", git("mktree", given="".join(f"100644 blob {blob}\t{'n' * 4000}{i}\n" for i in range(400)))
    )
    with (
        pytest.raises(InputError, match="names of the revision's files take more than 1 MiB"),
        opened("more:rover"),
    ):
        pass


@pytest.mark.slow
def test_many_names_at_the_root(git: Git) -> None:
    blob = git("hash-object", "-w", "--stdin", given="x")
    lines = git("ls-tree", "HEAD:rover").splitlines()
    lines += [f"100644 blob {blob}\tn{i}.txt" for i in range(1200)]
    lines += [f"100644 blob {blob}\t{name}" for name in ("-r", "a*", "ü")]
    root = git("mktree", given="\n".join(lines) + "\n")
    git("tag", "wide", git("commit-tree", "-m", "wide", root))
    with opened("wide:") as result:
        names = {p.name for p in result.case.root.iterdir()}
    assert len([name for name in names if name.startswith("n")]) == 1200
    assert {"-r", "a*", "ü", "case.yaml"} <= names


@pytest.mark.slow
def test_baselines_count_for_nothing(git: Git) -> None:
    blob = git("hash-object", "-w", "--stdin", given="x")
    many = git("mktree", given="".join(f"100644 blob {blob}\tf{i}\n" for i in range(41_000)))
    with_folder(git, "baselines", git("mktree", given=f"040000 tree {many}\tv1\n"))
    with opened("more:rover") as result:
        assert result.case.header.id == "rover"
        assert not (result.case.root / "baselines").exists()


def test_a_folder_that_is_not_in_the_repository(git: Git) -> None:
    name = git("rev-parse", "HEAD:rover/data")
    (Path(".git") / "objects" / name[:2] / name[2:]).unlink()
    with pytest.raises(InputError, match="git cannot list the revision"), opened("HEAD:rover"):
        pass


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [("config", "[core\n", "bad config line 1"), ("config", "[core]\n\trepositoryformatversion = 99\n", "repo version"),
     ("config", "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tnovel = true\n", "novel")],
)  # fmt: skip
def test_a_configuration_that_git_cannot_read(git: Git, file: str, text: str, words: str) -> None:
    (Path(".git") / file).write_text(text)
    with pytest.raises(InputError, match=f"git cannot read the repository: .*{words}"), opened("HEAD:rover"):
        pass


def test_no_repository(rover: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(rover)
    with (
        pytest.raises(InputError, match="there is no git repository around the working folder"),
        opened("HEAD:rover"),
    ):
        pass


def test_a_repository_that_git_cannot_read_beside_one_that_it_can(
    git: Git, rover: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(elsewhere := tmp_path_factory.mktemp("elsewhere"))
    git("init", "-q")
    (elsewhere / ".git" / "config").write_text("[core\n")
    with opened("HEAD:rover", str(rover)) as result:
        assert result.case.header.id == "rover"


def test_a_file_of_a_revision_is_unpacked_in_pieces(git: Git, tmp_path: Path) -> None:
    large = tmp_path / "zeros.bin"
    with large.open("wb") as file:
        file.truncate(64 * 2**20)
    blob = git("hash-object", "-w", str(large))
    large.unlink()
    with_folder(
        git, "zz", git("mktree", given=f"100644 blob {blob}\tzeros.bin\n100755 blob {blob}\tsame.bin\n")
    )
    tracemalloc.start()
    try:
        with opened("more:rover") as resolved:
            unpacked = resolved.case.root / "zz" / "zeros.bin"
            assert unpacked.stat().st_size == 64 * 2**20
        assert tracemalloc.get_traced_memory()[1] < 24 * 2**20
    finally:
        tracemalloc.stop()


def test_a_file_that_is_damaged_is_named(git: Git, rover: Path) -> None:
    blob = git("rev-parse", "HEAD:rover/case.yaml")
    place = rover.parent / ".git" / "objects" / blob[:2] / blob[2:]
    place.chmod(0o644)
    place.write_bytes(place.read_bytes()[:40])
    with pytest.raises(InputError, match=r"not whole|damaged"), opened("HEAD:rover"):
        pass


def with_entry(git: Git, line: str) -> None:
    """Branch ``other``: the rover with another entry in place of its own, or one more."""
    name = line.partition("\t")[2]
    lines = [one for one in git("ls-tree", "HEAD:rover").splitlines() if one.partition("\t")[2] != name]
    case = git("mktree", given="\n".join([*lines, line]) + "\n")
    root = git("mktree", given=f"040000 tree {case}\trover\n")
    git("branch", "-f", "other", git("commit-tree", "-m", "other", root))


def test_a_case_file_that_is_a_link_is_said_of_the_revision(git: Git) -> None:
    blob = git("hash-object", "-w", "--stdin", given="/etc/passwd")
    with_entry(git, f"120000 blob {blob}\tcase.yaml")
    with (
        pytest.raises(InputError, match="links in a revision are not followed") as refused,
        opened("other:rover"),
    ):
        pass
    assert refused.value.diagnostics[0].location.file == "other:rover"


def test_a_revision_without_a_case_names_itself(git: Git) -> None:
    with pytest.raises(InputError, match=r"expected `case.yaml`") as refused, opened("HEAD:"):
        pass
    assert refused.value.diagnostics[0].location.file == "HEAD:"


@pytest.mark.slow
def test_a_long_name_is_refused_shortly(git: Git) -> None:
    blob = git("hash-object", "-w", "--stdin", given="x")
    tree = git("mktree", given=f"100644 blob {blob}\tf\n")
    for _ in range(600):
        tree = git("mktree", given=f"040000 tree {tree}\td\n")
    for line in (f"040000 tree {tree}\tdeep", f"100644 blob {blob}\t{'n' * 300}"):
        with_entry(git, line)
        with pytest.raises(InputError, match="too long to be unpacked") as refused, opened("other:rover"):
            pass
        assert len(refused.value.diagnostics[0].message) < 350
