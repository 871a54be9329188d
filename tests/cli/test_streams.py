"""Standard output of any encoding, full or closed: the same verdict, and no internal error."""

from __future__ import annotations

import io
import json
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
def test_a_full_disk_is_told(
    words: list[str], case: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with FULL.open("w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert ended(monkeypatch, words[0], str(case), *words[1:]) == 2
        full.flush()  # as at the end of the program
    assert capsys.readouterr().err.strip() == "casegen: No space left on device"


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
