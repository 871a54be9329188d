"""Findings through a spreadsheet: raised and answered under a name, never edited, nothing half done."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from casegen.cli import findings
from casegen.io.exchange import exchange_format
from casegen.model.diagnostic import InputError
from casegen.review.events import Independence, Person
from casegen.review.journal import read_journal

REVIEWER = Person(name="R. Viewer", role="assessor", independence=Independence.PERSON)
AUTHOR = Person(name="A. Author", role="author")


@pytest.fixture
def frozen(auv: Path) -> Path:
    """The vehicle example with a baseline, which a finding needs."""
    from casegen.review.baseline import create

    create(auv, "B1", author="A. Author", reason="review")
    return auv


def table(text: str, folder: Path) -> Any:
    path = folder.parent / "findings.csv"
    path.write_text(text, "utf-8")
    read = exchange_format("csv").read
    assert read is not None
    return read([path]).tables["findings"]


def exported(folder: Path, **changes: str) -> str:
    """The exported table, with cells of the first finding changed."""
    from casegen.io import load

    write = exchange_format("csv").write
    assert write is not None
    raw = write(load(folder), "f.csv", findings=findings.rows(folder)).files["f.csv"].decode("utf-8-sig")
    lines = list(csv.DictReader(io.StringIO(raw)))
    lines[0] |= changes
    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(lines[0]))
    writer.writeheader()
    writer.writerows(lines)
    return stream.getvalue()


NEW = "target,severity,category,text\nTLC1,minor,wording,The claim names no release\nE-HAZOP,question,,Who took part?\n"


@pytest.mark.slow
def test_rows_become_findings_and_answers_once(frozen: Path) -> None:
    assert findings.merge(frozen, table(NEW, frozen), REVIEWER) == ["raised F1", "raised F2"]
    assert findings.merge(frozen, table(NEW, frozen), REVIEWER) == []
    answered = exported(frozen, response="=SUM: release 0.1")
    assert findings.merge(frozen, table(answered, frozen), AUTHOR) == ["answered F1"]
    assert findings.merge(frozen, table(answered, frozen), AUTHOR) == []
    journal = read_journal(frozen)
    assert [(f.id, f.target, f.recorded.value) for f in journal.findings] == [
        ("F1", "TLC1", "answered"),
        ("F2", "E-HAZOP", "open"),
    ]
    assert findings.rows(frozen)[0]["answers"] == "A. Author: =SUM: release 0.1"
    assert findings.merge(frozen, table(exported(frozen), frozen), None) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("text", "F1: text was edited"),
        ("severity", "F1: severity was edited"),
        ("status", "casegen review close"),
    ],
)
def test_a_finding_is_never_edited(frozen: Path, cell: str, words: str) -> None:
    findings.merge(frozen, table(NEW, frozen), REVIEWER)
    with pytest.raises(InputError) as caught:
        findings.merge(frozen, table(exported(frozen, **{cell: "closed"}), frozen), REVIEWER)
    first = caught.value.diagnostics[0]
    assert words in first.message + first.hint
    assert first.location.line == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "words"),
    [
        (NEW + "NOWHERE,minor,,No such node\n", "NOWHERE"),
        (NEW + "TLC1,mnor,,Gravity\n", "did you mean 'minor'"),
        (NEW + "TLC1,minor,,\n", "needs its text"),
        ("id,target,severity,text\nF9,TLC1,minor,x\n", "there is no finding 'F9'"),
    ],
)
def test_a_refused_row_leaves_nothing_behind(frozen: Path, text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        findings.merge(frozen, table(text, frozen), REVIEWER)
    assert read_journal(frozen).findings == ()


@pytest.mark.slow
def test_the_commands(frozen: Path, casegen: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "new.csv").write_text(NEW)
    ran = casegen(
        "import",
        frozen,
        tmp_path / "new.csv",
        "--format",
        "csv",
        "--by",
        "R. Viewer",
        "--independence",
        "person",
    )
    assert (ran.code, ran.out.splitlines()) == (0, ["raised F1", "raised F2"])
    assert casegen("export", frozen, "--format", "csv", "--findings", "-o", tmp_path / "f.csv").code == 0
    assert "Who took part?" in (tmp_path / "f.csv").read_text("utf-8-sig")
