"""What a build says of files in its folders that it did not write."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran


def test_a_build_names_the_drawings_of_parts_that_are_gone(
    casegen: Callable[..., Ran], tmp_path: Path
) -> None:
    """A tree with another id: the drawing of the old one stood beside the new, and looked current."""
    press = Path(__file__).parents[2] / "examples" / "press"
    shutil.copytree(press, at := tmp_path / "press")
    build = ("build", at, "-o", tmp_path / "out", "--text", "--no-run")
    assert "not of this build" not in casegen(*build).err
    for path in at.glob("*.yaml"):
        path.write_text(path.read_text().replace("FT-PRESS", "FT-NEW"))
    ran = casegen(*build)
    assert ran.err.count("not of this build") == 2
    assert "tree-FT-PRESS.dot" in ran.err
    assert (tmp_path / "out" / "press-text" / "tree-FT-PRESS.dot").exists()
    assert len(casegen(*build, "--json").json["not_of_this_build"]) == 2


SMALL = """
casegen: 1
case: {id: first, title: Small, roots: [C1], authors: [Ann]}
claims: [{id: C1, text: The record is complete, assumed: workshop, accepted_by: Carl}]
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    (tmp_path / "case").mkdir()
    (tmp_path / "case/case.yaml").write_text(SMALL)
    return tmp_path / "case"


def rename(case: Path) -> None:
    (case / "case.yaml").write_text(SMALL.replace("first", "second"))


@pytest.mark.slow
def test_a_build_names_the_documents_of_another_case_id(
    casegen: Callable[..., Ran], small: Path, tmp_path: Path
) -> None:
    """The page and the report of the id before stood beside the new ones, and looked current."""
    every = ("--html", "--pdf", "--docx", "--markdown", "--svg", "--text")
    build = ("build", small, "-o", out := tmp_path / "out", *every)
    assert "not of this build" not in casegen(*build).err
    assert "not of this build" not in casegen(*build).err
    rename(small)
    lines = [line for line in casegen(*build).err.splitlines() if "not of this build" in line]
    named = {Path(line.split(": ", 1)[1]).name for line in lines}
    assert named == {
        *(f"first{end}" for end in (".html", ".pdf", ".docx", ".md")),
        *(f"first-{end}" for end in ("diagrams", "pictures", "text")),
    }
    assert len(lines) == 7
    listed = {Path(path) for path in casegen(*build, "--json").json["not_of_this_build"]}
    assert listed == {path for path in out.rglob("first*") if path.is_file()} | {
        path for folder in out.glob("first-*") for path in folder.iterdir()
    }


@pytest.mark.slow
def test_a_build_names_no_file_of_others_and_no_format_that_was_not_asked_for(
    casegen: Callable[..., Ran], small: Path, tmp_path: Path
) -> None:
    import pikepdf

    out = tmp_path / "out"
    casegen("build", small, "-o", out, "--html", "--pdf", "--markdown", "--text")
    assert "not of this build" not in casegen("build", small, "-o", out, "--html").err
    shutil.rmtree(out)
    rename(small)
    (out / "first-diagrams").mkdir(parents=True)
    (out / "index.html").write_text("<html><head><title>casegen for beginners</title></head></html>")
    (out / "README.md").write_text('<a id="top"></a>\n# Written by casegen 0.1.0\n')
    (out / "first.docx").write_bytes(b"PK\x03\x04 no archive")
    (out / "broken.pdf").write_bytes(b"%PDF-1.7 casegen")
    with pikepdf.new() as empty:
        empty.add_blank_page()
        empty.save(out / "paper.pdf")
    with zipfile.ZipFile(out / "letter.docx", "w") as packed:
        packed.writestr("word/document.xml", "<w:t>casegen 0.1.0</w:t>")
    (out / "first-diagrams/logo.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    (out / "link.html").symlink_to(out / "nowhere.html")
    ran = casegen("build", small, "-o", out, "--html", "--json")
    assert ran.json["not_of_this_build"] == []


@pytest.mark.slow
def test_documents_in_the_folder_of_the_case_are_replaced_by_the_next_build(
    casegen: Callable[..., Ran], small: Path
) -> None:
    """A report was taken for somebody else's: nothing in its packed objects said whose it is."""
    build = ("build", small, "-o", small, "--html", "--pdf", "--docx", "--markdown", "--svg", "--text")
    assert casegen(*build).code == 0
    (small / "case.yaml").write_text(SMALL.replace("complete", "whole"))
    assert casegen(*build).code == 0
    for name in ("first.html", "first.pdf", "first.docx", "first.md"):
        (small / name).write_text('<a id="x"></a> casegen')
        ran = casegen(*build)
        assert ran.code == 2
        assert "is no document of casegen" in ran.err
        (small / name).unlink()


@pytest.mark.parametrize(
    ("kind", "ending"), [("markdown", "pictures"), ("svg", "diagrams"), ("text", "text")]
)
def test_a_folder_of_drawings_that_is_a_link_is_refused(
    casegen: Callable[..., Ran], small: Path, tmp_path: Path, kind: str, ending: str
) -> None:
    """Drawings were written into the folder that it led to; a folder of its own, or a linked parent, is as before."""
    (other := tmp_path / "other").mkdir()
    (out := tmp_path / "out").mkdir()
    (link := out / f"first-{ending}").symlink_to(other)
    build = ("build", small, "-o", out, f"--{kind}", "--no-run")
    ran = casegen(*build)
    assert ran.code == 2
    assert "is a link" in ran.err
    assert list(out.iterdir()) == [link]
    assert not list(other.iterdir())
    (linked := tmp_path / "linked").symlink_to(other)
    assert "is a link" not in casegen(*build[:3], linked, *build[4:]).err
    assert list(other.iterdir())
