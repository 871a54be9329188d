"""The tutorial, followed to the letter: every file written, every command typed, every output compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.blocks import ROOT, Block, blocks, mismatch, shell

TUTORIAL = ROOT / "docs" / "tutorial.md"


def steps() -> list[Block]:
    return [b for b in blocks(TUTORIAL) if not b.not_run]


@pytest.mark.slow
def test_the_tutorial_shows_what_happens(tmp_path: Path) -> None:
    printed, code = "", 0
    for block in steps():
        if block.title:
            path = tmp_path / block.title
            path.write_text(block.text, "utf-8")
        elif block.language == "sh":
            done = shell(block.text, tmp_path)
            printed, code = done.stdout, done.returncode
            assert code == 0, f"{block.name}: exit code {code}\n{done.stdout}"
            assert "Traceback" not in done.stdout
        else:
            assert block.language == "text", f"{block.name}: neither a file, commands, nor their output"
            assert mismatch(block.text, printed) == "", block.name
    assert (tmp_path / "out" / "reader.pdf").read_bytes().startswith(b"%PDF")


def test_what_is_shown_is_compared() -> None:
    assert mismatch("a …\n…\nz\n", "a 1\nb\nc\nz\n") == ""
    assert mismatch("a\n…\nz\n", "a\nz\n") == ""
    assert mismatch("a\nb\n", "a\n") != ""
    assert mismatch("0.0080\n", "0.0081\n") != ""


@pytest.mark.parametrize("word", ["check", "evidence run", "assess", "allocate", "whatif", "build", "baseline create",
                                  "diff", "review add", "review respond", "review close", "review sign"])  # fmt: skip
def test_every_step_of_the_way_is_in_it(word: str) -> None:
    assert any(f"casegen {word}" in b.text for b in steps() if b.language == "sh")
