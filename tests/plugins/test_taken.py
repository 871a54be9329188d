"""A part of a package takes nothing that another part has: words of formats, and files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.io.galileo.read import read_galileo
from casegen.model.gates import GateType
from tests.conftest import Ran
from tests.plugins.conftest import DOCUMENT, Call


@pytest.mark.parametrize(
    ("names", "has"),
    [
        ('galileo="or"', "galileo='or', which the gate or has"),
        ('openpsa="and"', "openpsa='and', which the gate and has"),
        ('openpsa="own", flavour="inhibit"', "flavour='inhibit', which the gate inhibit has"),
        ('openpsa="imply"', "openpsa='imply', which the format has"),
        ('galileo="2of3"', "galileo='2of3', which the format has"),
        ('galileo="OR"', "galileo='OR', which is no word of small letters"),
    ],
)
def test_a_gate_takes_no_word_of_a_format_that_another_has(call: Call, names: str, has: str) -> None:
    ran, _ = call(
        "gate",
        f"from casegen.model.gates import *\nPART = GateRow(operator=Operator.ALL, shape=Shape.AND, {names})",
    )
    assert ran.code == 3, ran.out
    assert "the plug-in 'own' (casegen.gates) of the package stranger" in ran.err
    assert has in ran.err


def test_a_new_word_of_a_format_is_read_and_written(
    call: Call, casegen: Callable[..., Ran], tmp_path: Path
) -> None:
    row = "GateRow(operator=Operator.ALL, shape=Shape.AND, galileo='both', openpsa='both')"
    ran, _ = call("gate", f"from casegen.model.gates import *\nPART = {row}")
    assert ran.code == 0, ran.err
    written = tmp_path / "t.dft"
    assert casegen("fta", "convert", tmp_path / "case", "--tree", "T", "-o", written).code == 0
    assert '"g" both "a" "b";' in written.read_text("utf-8")
    assert read_galileo(written).trees[0].gates[0].type == "own"
    written.write_text('toplevel "T"; "T" or "a" "b"; "a" prob=0.1; "b" prob=0.2;\n', "utf-8")
    assert read_galileo(written).trees[0].gates[0].type is GateType.OR


def test_a_document_replaces_and_deletes_no_file_of_another(
    call: Call, casegen: Callable[..., Ran], tmp_path: Path
) -> None:
    ran, _ = call("document", "(folder / f'{name}.md').write_text('x'); return [folder / f'{name}.md']")
    assert ran.code == 0, ran.err
    assert [path.name for path in (tmp_path / "x").iterdir()] == ["c.md"]
    both = (
        "build",
        tmp_path / "case",
        "--format",
        "own",
        "--format",
        "markdown",
        "--no-run",
        "-o",
        tmp_path / "both",
    )
    ran = casegen(*both)
    assert ran.code == 3, ran.out
    assert "the document 'own' of the package stranger" in ran.err
    assert "c.md, which the document 'markdown' wrote" in ran.err
    assert "Answers" in (tmp_path / "both" / "c.md").read_text("utf-8")


def test_a_document_has_a_folder_of_its_own(call: Call, casegen: Callable[..., Ran], tmp_path: Path) -> None:
    body = "[f.unlink() for f in folder.iterdir() if f.is_file()]; (folder / 'a').mkdir(); (folder / 'a/b').write_text('x'); return [folder / 'a/b']"
    call("document", body)
    ran = casegen(
        "build",
        tmp_path / "case",
        "--format",
        "own",
        "--format",
        "markdown",
        "--no-run",
        "-o",
        tmp_path / "y",
    )
    assert ran.code == 0, ran.err
    assert (tmp_path / "y" / "c.md").is_file()
    assert (tmp_path / "y" / "a" / "b").read_text() == "x"


def test_a_document_that_begins_is_refused(call: Call) -> None:
    source = DOCUMENT.replace("BODY", "pass").replace('"Own", write)', '"Own", write, write)')
    ran, path = call("document", source)
    assert ran.code == 3, ran.out
    for words in ("the document 'own' of the package stranger", "no `begin`", f"{path}:"):
        assert words in ran.err


CHANGES = {
    "verdict": "object.__setattr__(assessment, 'supported', True)",
    "status": "c = assessment.claims['A']; object.__setattr__(c, 'status', type(c.status)('supported'))",
    "case": "assessment.case.claims[0].__dict__['text'] = 'Other'",
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_a_document_changes_reaches_no_verdict(
    call: Call, casegen: Callable[..., Ran], tmp_path: Path, change: str
) -> None:
    """A document that wrote into the assessment made `build --strict` end with 0, supported."""
    written = "(folder / 'a').write_text('x'); return [folder / 'a']"
    ran, _ = call("document", f"{CHANGES[change]}; {written}")
    assert ran.code == 0, ran.err
    build = (
        "build",
        tmp_path / "case",
        "--format",
        "own",
        "--format",
        "markdown",
        "--no-run",
        "--strict",
        "--json",
    )
    ran = casegen(*build, "-o", tmp_path / "y")
    assert ran.code == 1, ran.out
    document = json.loads(ran.out)
    assert document["supported"] is False
    assert document["claims"] == {"A": "undeveloped"}
    assert "Other" not in (tmp_path / "y" / "c.md").read_text("utf-8")


@pytest.mark.parametrize(
    "given",
    [
        "folder.parent.parent / 'case' / 'case.yaml'",
        "folder / '..' / '..' / 'case' / 'case.yaml'",
        "(folder / 'l').symlink_to(folder.parent.parent / 'case' / 'case.yaml') or folder / 'l'",
    ],
)
def test_a_document_names_files_of_its_folder_only(call: Call, tmp_path: Path, given: str) -> None:
    """A file of another folder was listed as written."""
    ran, _ = call("document", f"return [{given}]")
    assert ran.code == 3, ran.out
    assert "the paths of the files that it wrote into its folder" in ran.err
    assert list((tmp_path / "x").iterdir()) == []


def test_a_document_may_name_its_files_in_any_way(call: Call, tmp_path: Path) -> None:
    body = "(folder / 'a').write_text('x'); return [folder / '..' / folder.name / 'a']"
    ran, _ = call("document", body)
    assert ran.code == 0, ran.err
    assert (tmp_path / "x" / "a").read_text() == "x"


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("operator=Operator.ALL, conditional=True", "gate of type own needs a condition"),
        ("operator=Operator.BETWEEN", "gate of type own needs k"),
    ],
)
def test_a_gate_that_lacks_a_key_is_named_by_its_type(call: Call, more: str, words: str) -> None:
    """The message spoke of the one type of casegen's own that takes the key."""
    ran, _ = call("gate", f"from casegen.model.gates import *\nPART = GateRow({more}, shape=Shape.AND)")
    assert ran.code == 2
    assert words in ran.err
    assert "inhibit" not in ran.err
