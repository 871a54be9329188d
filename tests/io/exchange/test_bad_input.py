"""One file for each mistake: reported at its place, with exit code 2, and nothing written."""

from __future__ import annotations

import csv
import io
import os
import signal
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich_case import rich

from casegen.io.exchange import FORMATS, exchange_format
from casegen.io.exchange.merge import as_new
from casegen.model.diagnostic import InputError

BAD = Path(__file__).parents[2] / "bad" / "exchange"
FOUND = {
    "a-list.gsn.yaml": ("1:1", "expected GSN elements"),
    "alias.gsn.yaml": ("3:5", "alias"),
    "bad-word.csv": ("2:5", "H1: guide_word: expected one of 'no'"),
    "dangling-link.ltac": ("3:3", "Link 'E2': there is no such element"),
    "deep.json": ("1:401", "nested deeper than 400"),
    "defeats-nothing.tea.json": ("3:3", "b defeats c, which is no element"),
    "empty.csv": ("1:1", "the table is empty"),
    "entity.sacm.xml": ("2:39", "entities, which is refused"),
    "goal-challenges.gsn.yaml": ("5:3", "on a counter element"),
    "half-character.json": ("1:36", "half of a surrogate pair"),
    "jump.ltac": ("2:7", "deeper than the line above allows"),
    "latin-1.ltac": ("1:15", "expected UTF-8 text"),
    "laughs.sacm.xml": ("2:12", "entities, which is refused"),
    "list-for-a-kind.gsn.yaml": ("4:1", "cannot tell what kind of element"),
    "nan.json": ("2:34", "NaN is no number that can be held"),
    "no-claim.sacm.xml": ("1:1", "holds no claim"),
    "no-id.csv": ("1:1", "no column `id`"),
    "not-a-zip.xlsx": ("1:1", "expected an .xlsx workbook"),
    "not-closed.sacm.xml": ("3:1", "not well-formed XML"),
    "not-json.tea.json": ("2:10", "not valid JSON"),
    "odd-indent.ltac": ("2:4", "indented by 3 blanks"),
    "old-version.tea.json": ("1:1", "found no version"),
    "open-quote.csv": ("2:1", "not readable as CSV"),
    "prose.ltac": ("1:1", "expected `- Type Id: text`"),
    "reference-is-a-number.gsn.yaml": ("3:3", "supportedBy names elements, found 3"),
    "row-without-id.csv": ("2:1", "the row has no id"),
    "starts-with-evidence.ltac": ("1:1", "a package starts with"),
    "strategy-circle.sacm.xml": ("2:50", "in a circle"),
    "twice.csv": ("3:1", "id 'H1' is duplicated; first in row 2"),
    "twice.gsn.yaml": ("3:1", "key 'G1' is duplicated"),
    "twice.ltac": ("2:3", "C1 is duplicated"),
    "twice.tea.json": ("1:20", "key 'version' is duplicated"),
    "unknown-column.csv": ("1:3", "did you mean 'attribute'"),
    "unknown-key.json": ("3:15", "did you mean 'text'"),
    "unknown-kind.gsn.yaml": ("3:1", "cannot tell what kind"),
    "unknown-reference.gsn.yaml": ("3:3", "did you mean 'G2'"),
    "unknown-type.ltac": ("2:3", "did you mean 'Claim'"),
    "unknown-type.tea.json": ("2:22", "unknown type 'GAOL'"),
    "uses-outside.gsn.yaml": ("3:10", "leaves the folder of the file"),
    "web-page.sacm.xml": ("1:1", "expected a SACM"),
    "option-inside.ltac": ("2:3", "the option '{defeated}' stands where none is read"),
    "option-before-colon.ltac": ("2:3", "the option '{defeated}' stands where none is read"),
    "option-not-closed.ltac": ("2:3", "the option '{defeated' stands where none is read"),
    "unseen-line-end.ltac": ("2:29", "U+2028"),
    "defeater-in-quotes.tea.json": ("4:1", "expected true or false as `isDefeater`"),
    "one-id-twice.tea.json": ("4:1", "the id 'b' is duplicated, and says something else"),
    "context-is-an-object.tea.json": ("4:1", "expected texts as `context`"),
    "link-without-ends.tea.json": ("2:19", "expected a link with claimId and evidenceId"),
    "children-in-flat-form.tea.json": ("2:1", "have a `parentId`, and no children"),
    "zero-byte.csv": ("2:1", "zero byte"),
}


def kind(name: str) -> str:
    parts = name.split(".")
    return parts[-2] if parts[-2] in ("sacm", "gsn", "tea") else parts[-1]


def read(name: str, path: Path) -> Any:
    reader = exchange_format(name).read
    assert reader is not None
    return as_new(reader([path]))


def test_every_bad_file_is_expected() -> None:
    assert {p.name for p in BAD.iterdir()} == set(FOUND)


@pytest.mark.parametrize("name", sorted(FOUND))
def test_mistakes_are_reported_at_their_place(name: str) -> None:
    place, words = FOUND[name]
    with pytest.raises(InputError) as caught:
        read(kind(name), BAD / name)
    first = caught.value.diagnostics[0]
    assert words in first.message + first.hint
    assert f"{first.location.line}:{first.location.column}" == place
    assert first.location.file.endswith(name)


@pytest.mark.parametrize("name", ["entity.sacm.xml", "uses-outside.gsn.yaml", "not-a-zip.xlsx"])
def test_the_command_says_so_and_writes_nothing(
    name: str, casegen: Callable[..., Any], tmp_path: Path
) -> None:
    ran = casegen("import", tmp_path / "new", BAD / name, "--format", kind(name))
    assert ran.code == 2
    assert f"{name}:{FOUND[name][0]}" in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["import", "new", "nowhere.xml", "--format", "sacm"], "cannot read the file"),
        (["import", "new", "nowhere.xml", "--format", "sacmm"], "did you mean 'sacm'"),
        (["export", "nowhere", "--format", "gsn", "-o", "x.yaml"], "there is no such folder"),
    ],
)
def test_calls_that_cannot_be_meant(
    arguments: list[str], words: str, casegen: Callable[..., Any], tmp_path: Path
) -> None:
    ran = casegen(*arguments, cwd=tmp_path)
    assert ran.code == 2
    assert words in ran.err
    assert list(tmp_path.iterdir()) == []


# --- workbooks ---------------------------------------------------------------------------------------


def workbook(folder: Path) -> bytes:
    write = exchange_format("xlsx").write
    assert write is not None
    return write(rich(folder), "x.xlsx").files["x.xlsx"]


def repacked(raw: bytes, edit: Callable[[str, bytes], bytes], extra: dict[str, bytes] | None = None) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for member in old.namelist():
            new.writestr(member, edit(member, old.read(member)))
        for member, content in (extra or {}).items():
            new.writestr(member, content)
    return stream.getvalue()


def test_a_packed_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casegen.io.exchange.xlsx.MAX_UNPACKED", 2**20)
    path = tmp_path / "bomb.xlsx"
    path.write_bytes(repacked(workbook(tmp_path), lambda _, c: c, {"xl/media/x.bin": b"\0" * (2 * 2**20)}))
    assert path.stat().st_size < 2**16
    with pytest.raises(InputError, match="unpacks to"):
        read("xlsx", path)


def test_entities_in_a_workbook_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "entity.xlsx"
    bad = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]>'
    path.write_bytes(repacked(workbook(tmp_path), lambda n, c: bad + c if n.endswith("sheet1.xml") else c))
    with pytest.raises(InputError, match="declares entities"):
        read("xlsx", path)


def test_a_formula_is_refused_at_its_cell(tmp_path: Path) -> None:
    import openpyxl

    book = openpyxl.load_workbook(io.BytesIO(workbook(tmp_path)))
    book["HAZOP"]["F2"] = '=HYPERLINK("http://example.org","x")'
    path = tmp_path / "formula.xlsx"
    book.save(path)
    with pytest.raises(InputError, match="the cell holds a formula") as caught:
        read("xlsx", path)
    assert str(caught.value.diagnostics[0].location).endswith("[HAZOP]:2:6")


@pytest.mark.slow
def test_members_outside_the_archive_are_never_written(tmp_path: Path) -> None:
    path = tmp_path / "slip.xlsx"
    path.write_bytes(repacked(workbook(tmp_path), lambda _, c: c, {"../../slip.txt": b"x"}))
    before = set(tmp_path.parent.rglob("*"))
    with pytest.raises(InputError, match="leads out of the archive"):
        read("xlsx", path)
    assert set(tmp_path.parent.rglob("*")) == before


def test_a_huge_cell_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "huge.csv"
    path.write_text("id,item,attribute,guide_word\nH1," + "x" * 100_001 + ",y,no\n")
    with pytest.raises(InputError, match="more than 100000 characters"):
        read("csv", path)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("sacm", b"<x>" + b"<a/>" * 400_001 + b"</x>", "tags; an argument"),
        pytest.param(
            "json", b"[" + b"1," * 400_001 + b"1]", "more than 800000 tokens", marks=pytest.mark.slow
        ),
        ("gsn", b"G1: {text: a}\n#" + b"x" * (4 * 2**20), "a module holds at most"),
        ("ltac", b"- Claim C: " + b"x" * (17 * 2**20), "at most 16 MiB"),
    ],
)
def test_masses_are_refused_before_they_fill_the_memory(
    name: str, content: bytes, words: str, tmp_path: Path
) -> None:
    import tracemalloc

    path = tmp_path / "big"
    path.write_bytes(content)
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match=words):
            read(name, path)
        assert tracemalloc.get_traced_memory()[1] < 100 * 2**20
    finally:
        tracemalloc.stop()


NO_FILES: dict[str, Callable[[Path], object]] = {
    "a named pipe": os.mkfifo,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "MiB": lambda path: (path.write_bytes(b"") and None) or os.truncate(path, 2**37),
}


@pytest.mark.parametrize("words", NO_FILES)
@pytest.mark.parametrize("name", sorted(name for name in FORMATS if exchange_format(name).read is not None))
def test_what_is_no_file_is_refused_at_once_in_every_format(name: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "f.dat"
    NO_FILES[words](path)

    def hangs(*_: object) -> None:
        raise AssertionError("it waits, or reads without end")

    before = signal.signal(signal.SIGALRM, hangs)
    signal.alarm(10)
    try:
        with pytest.raises(InputError) as refused:
            exchange_format(name).read([path])  # type: ignore[misc]
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    assert words in str(refused.value) or "sparse" in str(refused.value)


@pytest.mark.parametrize("name", ["no-id.csv", "open-quote.csv", "empty.csv"])
def test_a_table_leaves_the_limit_of_values_to_other_readers(name: str) -> None:
    before = csv.field_size_limit()
    read = exchange_format("csv").read
    assert read is not None
    with pytest.raises(InputError):
        read([BAD / name])
    assert csv.field_size_limit() == before
