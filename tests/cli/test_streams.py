"""Standard output of any encoding, full or closed: the same verdict, and no internal error."""

from __future__ import annotations

import errno
import io
import json
import os
import sys
from pathlib import Path

import pytest

from casegen.cli.entry import main
from tests.false_support import folder
from tests.false_support.bases import calculation

FULL = Path("/dev/full")


@pytest.fixture
def case(tmp_path: Path) -> Path:
    """A case with signs that no encoding of the West has."""
    content = calculation()
    content["claims"][0]["text"] = "Käfer ≤ 3 – 試験 𝛽"
    return folder(tmp_path / "case", content, {})


def ended(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr("sys.argv", ["casegen", *words])
    with pytest.raises(SystemExit) as done:
        main()
    assert isinstance(done.value.code, int | None)
    return done.value.code or 0


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-8"])
def test_any_encoding_takes_the_output(encoding: str, case: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = {}
    for words in (("assess", "--all"), ("assess", "--json"), ("assess", "--why", "C1"), ("check", "--json")):
        out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        monkeypatch.setattr(sys, "stdout", out)
        assert ended(monkeypatch, words[0], str(case), *words[1:]) in (0, 1)
        out.seek(0)
        said[words] = out.read()
    assert "Käfer ≤ 3 – 試験 𝛽" in json.dumps(json.loads(said["assess", "--json"]), ensure_ascii=False)
    if encoding == "cp1252":
        assert "Käfer \\u2264 3 – \\u8a66" in said["assess", "--all"]


@pytest.mark.skipif(not FULL.exists(), reason="no device that is always full")
@pytest.mark.parametrize(
    "words", [["assess"], ["assess", "--json"], ["check", "--json"], ["assess", "--why", "C1"]]
)
def test_a_full_disk_is_reported(
    words: list[str], case: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with FULL.open("w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert ended(monkeypatch, words[0], str(case), *words[1:]) == 2
        full.flush()  # as at the end of the program
    said, fix = capsys.readouterr().err.strip().splitlines()
    assert said == "casegen: No space left on device"
    assert fix.strip().startswith("fix: ")


@pytest.mark.parametrize("gone", ["stdout", "stderr"])
def test_closed_streams_leave_the_verdict(
    gone: str, case: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    usual = ended(monkeypatch, "assess", str(case), "--json")
    monkeypatch.setattr(sys, gone, None)
    for words in (["--json"], ["--all"], ["--why", "C1"]):
        assert ended(monkeypatch, "assess", str(case), *words) == usual
    monkeypatch.undo()
    capsys.readouterr()


@pytest.mark.skipif(not FULL.exists(), reason="no device that is always full")
def test_a_refusal_stays_one_on_a_full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    with FULL.open("w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert ended(monkeypatch, "assess", "no-such-folder", "--json") == 2


CALLS = (["assess"], ["assess", "--json"], ["check"], ["assess", "--no-such-option"], ["evidence", "list"])
"""of the case that does not hold, and of no case"""


class Gone(io.StringIO):
    """A pipe whose reader went away, or a full disk."""

    def __init__(self, error: OSError) -> None:
        super().__init__()
        self.error, self.sink = error, os.open(os.devnull, os.O_WRONLY)

    def write(self, text: str) -> int:
        raise self.error

    def fileno(self) -> int:
        return self.sink


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("stdout", BrokenPipeError()),
        ("stderr", BrokenPipeError()),
        ("stderr", OSError(errno.ENOSPC, "No space left on device")),
    ],
)
@pytest.mark.parametrize("words", CALLS)
@pytest.mark.parametrize("there", [True, False])
def test_who_reads_has_no_say_in_the_exit_code(
    name: str, error: OSError, words: list[str], there: bool, case: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A verdict piped to `head` is no other one, nor one whose warnings cannot be written."""
    claims = case / "case.yaml"
    claims.write_text(claims.read_text().replace("bound: ", "bound: 1e-9 #"))
    words = [words[0], str(case if there else case / "none"), *words[1:]]
    if words[0] == "evidence":
        words = ["evidence", "list", words[1]]
    usual = ended(monkeypatch, *words)
    gone = Gone(error)
    monkeypatch.setattr(sys, name, gone)
    assert ended(monkeypatch, *words) == usual
    assert getattr(sys, name) is gone


@pytest.mark.skipif(not FULL.exists(), reason="no device that is always full")
def test_a_message_that_no_disk_takes_leaves_the_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    with FULL.open("w", encoding="utf-8") as out, FULL.open("w", encoding="utf-8") as err:
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "stderr", err)
        assert ended(monkeypatch, "assess", "no-such-folder", "--json") == 2
