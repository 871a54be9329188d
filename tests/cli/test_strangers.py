"""What strangers' folders and files bring: other names, masses, and places that are nobody's business."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.io.openpsa.read import read_openpsa
from casegen.model.diagnostic import InputError
from casegen.model.explain import MOST
from tests.conftest import ROOT, Ran

Call = Callable[..., Ran]


@pytest.fixture
def press(tmp_path: Path) -> Path:
    folder = tmp_path / "press"
    shutil.copytree(ROOT / "examples" / "press", folder, ignore=shutil.ignore_patterns(".casegen"))
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("other", [b"other.csv", b"\xff.csv"])
@pytest.mark.parametrize("given", ["press", "./press", "../FOLDER/press", "absolute"])
def test_an_input_that_bears_another_name_is_named_wherever_the_case_lies(
    casegen: Call, press: Path, given: str, other: bytes
) -> None:
    records = os.fsencode(press / "records")
    Path(os.fsdecode(records + b"/relay.csv")).rename(os.fsdecode(records + b"/" + other))
    shown = {"absolute": str(press)}.get(given, given.replace("FOLDER", press.parent.name))
    ran = casegen("evidence", "verify", shown, cwd=press.parent)
    assert "has this content" in ran.out
    assert "EV-BRAKE bit-equal" in ran.out


@pytest.mark.slow
def test_documents_say_nothing_of_where_the_case_lay(casegen: Call, press: Path, tmp_path: Path) -> None:
    far = tmp_path / "some" / "private" / "place" / "press"
    shutil.copytree(press, far)
    kinds = ("--html", "--markdown", "--svg", "--text", "--docx")
    casegen("build", press, "--no-run", "-o", tmp_path / "one", *kinds)
    casegen("build", ".", "--no-run", "-o", tmp_path / "other", *kinds, cwd=far)
    files = sorted(p.relative_to(tmp_path / "one") for p in (tmp_path / "one").rglob("*") if p.is_file())
    assert len(files) > 5
    for name in files:
        one, other = (tmp_path / "one" / name).read_bytes(), (tmp_path / "other" / name).read_bytes()
        assert one == other, name
        assert str(tmp_path).encode() not in one, name


def test_a_million_findings_of_a_model_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "model.xml"
    file.write_text(f"<opsa-mef>{'<x/>' * 2_000}</opsa-mef>")
    with pytest.raises(InputError) as refused:
        read_openpsa(file)
    assert len(refused.value.diagnostics) == MOST + 1
    assert refused.value.diagnostics[-1].message == f"and {2_000 - MOST:,} more findings in this file"


MASSES = {
    "ltac": "".join(f"{'  ' * i}- Claim C{i}: x\n" for i in range(700)),
    "csv": ",".join(f"c{i}" for i in range(3_000)) + "\n" + "," * 2_999 + "\n",
    "gsn": "".join(
        f"G{i}: {{text: x, supportedBy: [S{i}]}}\nS{i}: {{text: y, supportedBy: [G{i + 1}]}}\n"
        for i in range(1, 600)
    )
    + "G600: {text: z, undeveloped: true}\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", MASSES)
def test_what_an_import_says_stays_readable(casegen: Call, press: Path, tmp_path: Path, kind: str) -> None:
    file = tmp_path / f"in.{'yaml' if kind == 'gsn' else kind}"
    file.write_text(MASSES[kind])
    ran = casegen("import", press if kind == "csv" else tmp_path / "new", "-f", kind, file)
    assert len((ran.out + ran.err).splitlines()) < 2 * MOST + 30
    assert "more" in ran.err
    assert max(map(len, ran.err.splitlines())) < 300


@pytest.mark.slow
def test_a_long_list_is_whole_in_json(casegen: Call, tmp_path: Path) -> None:
    file = tmp_path / "in.yaml"
    file.write_text(MASSES["gsn"])
    ran = casegen("import", tmp_path / "new", "-f", "gsn", file, "--json")
    assert len(ran.json["decided"]) >= 599


def test_places_in_one_long_line_of_json_are_those_of_many(tmp_path: Path) -> None:
    from casegen.io.exchange.json_text import parse_json

    one, many = tmp_path / "one.json", tmp_path / "many.json"
    one.write_text('{"a": [1, {"b": 2}], "c": 3}')
    many.write_text('{"a": [1,\n {"b":\n\n 2}],\n"c": 3}')
    assert [str(parse_json(one)[1].at(*p)).rpartition("json:")[2] for p in (("a", 1, "b"), ("c",))] == [
        "1:12",
        "1:22",
    ]
    assert [str(parse_json(many)[1].at(*p)).rpartition("json:")[2] for p in (("a", 1, "b"), ("c",))] == [
        "2:3",
        "5:1",
    ]


def test_a_row_of_a_table_has_an_end(casegen: Call, tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    file.write_text("id,item\n" + "," * 20_000 + "\n")
    ran = casegen("import", tmp_path / "new", "-f", "csv", file)
    assert ran.code == 2
    assert "in.csv:2:1: input [input] a row of 20,001 cells; a table has at most 16,384" in ran.err


def test_a_document_of_empty_space_is_none(casegen: Call, press: Path) -> None:
    with (press / "report.pdf").open("wb") as file:
        file.truncate(2**36)
    text = (press / "case.yaml").read_text()
    (press / "case.yaml").write_text(
        text.replace("text: Record of the relay,", "text: Record of the relay, artefact: report.pdf,")
    )
    ran = casegen("check", press)
    assert ran.code == 1
    assert "artefact 'report.pdf' is a sparse file: 64 GiB with next" in ran.out
