"""No command writes over what a case is made of, nor into the folders where casegen records; earlier outputs it replaces."""

from __future__ import annotations

import hashlib
import os
import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from casegen import documents_of
from casegen.assessment.assess import assess
from casegen.io import load
from casegen.io.outputs import refuse_output
from casegen.model.diagnostic import InputError
from casegen.review import create
from tests.review.conftest import edit

Call = Callable[..., Any]


@pytest.fixture
def frozen(rover: Path) -> Path:
    """A case with results, a baseline, a template and a mapping."""
    create(rover, "v1", author="Ann Author", reason="first")
    (rover / "document.yaml").write_text("document: {language: en}\n")
    return rover


def content(root: Path) -> dict[str, str]:
    files = (path for path in root.rglob("*") if path.is_file() and path.suffix != ".lock")
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


RECORDS = [
    "baselines/v1/ROOT",
    "baselines/v1/files/new.csv",
    "results/new.json",
    "review/new.yaml",
    ".casegen/new",
]
MADE_OF = ["case.yaml", "trees.yaml", "data/counts.csv", "records/wheels.md", "document.yaml", "document/new.svg", "whatif.yaml"]  # fmt: skip


@pytest.mark.parametrize("name", [*RECORDS, *MADE_OF, "data/../trees.yaml", "./case.yaml"])
def test_nothing_of_a_case_is_replaced_by_an_export(frozen: Path, casegen: Call, name: str) -> None:
    before = content(frozen)
    for command in (("export", frozen, "-f", "json"), ("review", "pack", frozen, "--no-documents")):
        ran = casegen(*command, "-o", frozen / name)
        assert (ran.code, "this is not written" in ran.err + ran.out) == (2, True), ran.err
        assert content(frozen) == before


@pytest.mark.parametrize("name", ["trees.yaml", "results/new.xml"])
def test_nor_by_a_model_or_drawings(frozen: Path, casegen: Call, name: str) -> None:
    before = content(frozen)
    xml = frozen / name
    for command in (("fta", "convert", frozen, "-o", xml), ("fta", "draw", frozen, "-o", frozen / "review")):
        ran = casegen(*command)
        assert ran.code == 2, ran.out
        assert content(frozen) == before


@pytest.mark.parametrize(
    "folder", ["baselines/v1/files", "baselines/new", "results", "review", ".casegen/x", "document"]
)
def test_documents_are_not_built_into_the_records(frozen: Path, casegen: Call, folder: str) -> None:
    before = content(frozen)
    ran = casegen("build", frozen, "-o", frozen / folder, "--markdown", "--no-run")
    assert ran.code == 2, ran.out
    assert "this is not written" in ran.err
    assert content(frozen) == before
    with pytest.raises(InputError, match="this is not written"):
        documents_of(assess(load(frozen)), frozen / folder, ("markdown",))


@pytest.mark.slow
def test_a_document_that_the_case_has_as_its_artefact(frozen: Path) -> None:
    """Of the name of a document, which nobody typed."""
    name = f"{load(frozen).header.id}.md"
    (frozen / "records" / "wheels.md").rename(frozen / name)
    edit(frozen, "argument/top.yaml", "records/wheels.md", name)
    before = content(frozen)
    with pytest.raises(InputError, match="which the case is made of"):
        documents_of(assess(load(frozen)), frozen, ("markdown",))
    assert content(frozen) == before


@pytest.mark.slow
def test_a_file_of_the_case_folder_that_is_no_document_stays(frozen: Path, tmp_path: Path) -> None:
    name = f"{load(frozen).header.id}.md"
    (frozen / name).write_text("# Read me\n")
    with pytest.raises(InputError, match="is no document of casegen"):
        documents_of(assess(load(frozen)), frozen, ("markdown",))
    assert (frozen / name).read_text() == "# Read me\n"
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / name).write_text("# Read me\n")
    documents_of(assess(load(frozen)), tmp_path / "out", ("markdown",))


def test_links_lead_nowhere_else(frozen: Path, tmp_path: Path) -> None:
    case = load(frozen)
    (tmp_path / "link").symlink_to(frozen / "results")
    (tmp_path / "here").symlink_to(frozen)
    for path in (tmp_path / "link" / "a", tmp_path / "here" / "trees.yaml", tmp_path / "link"):
        with pytest.raises(InputError, match="this is not written"):
            refuse_output(path, case)
    (tmp_path / "file.csv").symlink_to(frozen / "data" / "counts.csv")
    refuse_output(tmp_path / "file.csv", case)  # the link is replaced
    os.link(frozen / "data" / "counts.csv", frozen / "same.csv")
    with pytest.raises(InputError, match="this is not written"):
        refuse_output(frozen / "same.csv", case)


def test_other_cases_keep_their_records(frozen: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    (other / "results").mkdir(parents=True)
    refuse_output(other / "results" / "a", load(frozen))  # no case yet
    (other / "case.yaml").write_text("")
    with pytest.raises(InputError, match="this is not written"):
        refuse_output(other / "results" / "a", load(frozen))


@pytest.mark.parametrize("name", ["case.yaml", "data/counts.csv", "document.yaml"])
def test_other_cases_keep_their_files(rover: Path, tmp_path: Path, casegen: Call, name: str) -> None:
    shutil.copytree(rover, other := tmp_path / "other")
    (other / "document.yaml").write_text("document: {language: en}\n", "utf-8")
    before = (other / name).read_bytes()
    ran = casegen("export", rover, "-f", "json", "-o", other / name)
    assert (ran.code, (other / name).read_bytes()) == (2, before)
    assert f"it is {name}, which the case in" in ran.err
    assert casegen("export", rover, "-f", "json", "-o", other / "new.json").code == 0
    (other / "case.yaml").write_text("casegen: [", "utf-8")
    assert "which cannot be read" in casegen("export", rover, "-f", "json", "-o", other / name).err


@pytest.mark.slow
def test_earlier_outputs_are_replaced(frozen: Path, casegen: Call, tmp_path: Path) -> None:
    for place in (tmp_path, frozen, frozen / "out"):
        for _ in range(2):
            assert casegen("export", frozen, "-f", "json", "-o", place / "rover.json").code == 0
            assert casegen("review", "pack", frozen, "--no-documents", "-o", place / "pack.zip").code == 0
            assert casegen("fta", "convert", frozen, "-o", place / "rover.xml").code == 0
            ran = casegen("build", frozen, "-o", place, "--markdown", "--html", "--no-run")
            assert ran.code == 0, ran.err


def socket_at(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as bound:
        here = Path.cwd()
        os.chdir(path.parent)  # names of sockets are short
        try:
            bound.bind(path.name)
        finally:
            os.chdir(here)


def link_to_pipe(path: Path) -> None:
    os.mkfifo(path.with_name("pipe"))
    path.symlink_to("pipe")


NO_FILES: dict[str, Callable[[Path], object]] = {
    "a named pipe": os.mkfifo,
    "a socket": socket_at,
    "a link to a named pipe": link_to_pipe,
    "a link that leads nowhere": lambda path: path.symlink_to("nowhere"),
    "a link in a circle": lambda path: path.symlink_to(path.name),
    "a link to an open file of a process": lambda path: path.symlink_to("/proc/self/fd/1"),
}


@pytest.mark.parametrize("kind", NO_FILES)
def test_nothing_but_a_file_is_replaced(frozen: Path, casegen: Call, tmp_path: Path, kind: str) -> None:
    place = tmp_path / "place.xml"
    NO_FILES[kind](place)
    before = place.lstat()
    for command in (
        ("export", frozen, "-f", "json"),
        ("review", "pack", frozen, "--no-documents"),
        ("fta", "convert", frozen),
        ("fta", "draw", frozen),
        ("build", frozen, "--markdown", "--no-run"),
    ):
        ran = casegen(*command, "-o", place)
        assert (ran.code, f"found {kind}, which is not replaced" in ran.err) == (2, True), ran.err
        assert place.lstat() == before


def test_a_link_to_a_file_is_replaced(frozen: Path, casegen: Call, tmp_path: Path) -> None:
    (tmp_path / "old").write_text("old")
    (tmp_path / "rover.json").symlink_to("old")
    assert casegen("export", frozen, "-f", "json", "-o", tmp_path / "rover.json").code == 0
    assert ((tmp_path / "old").read_text(), (tmp_path / "rover.json").is_symlink()) == ("old", False)


def test_standard_output_is_no_file(
    frozen: Path, casegen: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for command in (("export", frozen, "-f", "json"), ("fta", "draw", frozen), ("build", frozen, "--no-run")):
        ran = casegen(*command, "-o", "-")
        assert (ran.code, "no output goes to standard output" in ran.err) == (2, True), ran.err
    assert not (tmp_path / "-").exists()


def test_drawings_need_a_folder(frozen: Path, casegen: Call, tmp_path: Path) -> None:
    (tmp_path / "there").write_text("")
    ran = casegen("fta", "draw", frozen, "-o", tmp_path / "there")
    assert (ran.code, "need a folder, and this is a file" in ran.err) == (2, True), ran.err
