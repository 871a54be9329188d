"""A model file is answered without a parser of commands: the same answer, and nothing drawn otherwise."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casegen.cli import output
from casegen.cli.case_verdict import answered
from tests.false_support import folder
from tests.false_support.bases import calculation

MODEL = """<?xml version="1.0"?>
<opsa-mef>
  <define-fault-tree name="FT">
    <define-gate name="top"><or><event name="a"/><event name="b"/></or></define-gate>
  </define-fault-tree>
  <model-data>
    <define-basic-event name="a"><float value="0.1"/></define-basic-event>
    <define-basic-event name="b"><float value="0.2"/></define-basic-event>
  </model-data>
</opsa-mef>
"""


def test_the_quick_answer_is_the_parsed_one(tmp_path: Path, casegen: Callable[..., Any]) -> None:
    (tmp_path / "m.xml").write_text(MODEL)
    quick = casegen("fta", "quantify", tmp_path / "m.xml", "--json").json
    parsed = casegen("fta", "quantify", tmp_path / "m.xml", "--json", "--tree", "FT").json
    for document in (quick, parsed):
        del document["seconds"]
    assert quick == parsed
    assert (
        casegen("fta", "quantify", tmp_path / "m.xml").out
        == casegen("fta", "quantify", tmp_path / "m.xml", "--tree", "FT").out
    )


def test_wrong_files_and_options_are_reported_as_ever(tmp_path: Path, casegen: Callable[..., Any]) -> None:
    (tmp_path / "bad.xml").write_text("<opsa-mef><define")
    assert casegen("fta", "quantify", tmp_path / "bad.xml").code == 2
    assert "bad.xml:1" in casegen("fta", "quantify", tmp_path / "bad.xml").err
    assert casegen("fta", "quantify", tmp_path / "none.xml").code == 2
    (tmp_path / "m.xml").write_text(MODEL)
    assert casegen("fta", "quantify", tmp_path / "m.xml", "--jsn").code == 2


@pytest.mark.parametrize("command", ["assess", "check"])
@pytest.mark.parametrize("words", [(), ("--all",), ("--json",)])
@pytest.mark.parametrize("bound", [1e-3, 1e-9, "much"])
def test_a_verdict_without_a_parser_is_the_parsed_one(
    tmp_path: Path, casegen: Callable[..., Any], command: str, words: tuple[str, ...], bound: object
) -> None:
    """Supported, not supported, and no case at all."""
    case = folder(tmp_path, calculation(), {"claims.C1.requirement.bound": bound})
    parsed_words = (*words, "--all", "--all") if "--json" in words else (*words, *words)
    quick, parsed = casegen(command, case, *words), casegen(command, case, *parsed_words)
    if not words:  # nothing that can be said twice
        parsed = casegen(command, "--", case)
    assert (quick.code, quick.out, quick.err) == (parsed.code, parsed.out, parsed.err)


def test_what_is_no_plain_call_is_left_to_the_parser(tmp_path: Path, casegen: Callable[..., Any]) -> None:
    case = folder(tmp_path, calculation(), {})
    assert answered([]) is None
    for words in ((), ("--jsn",), ("--why", "C1"), (case, case), ("--help",), (str(tmp_path / "none"),)):
        assert answered(["assess", *map(str, words)]) is None
    assert answered(["build", str(case)]) is None
    assert casegen("assess", case, "--jsn").code == 2
    assert casegen("assess", tmp_path / "none").code == 2


@pytest.mark.slow
def test_a_verdict_needs_no_parser_of_commands(tmp_path: Path) -> None:
    case = folder(tmp_path, calculation(), {})
    script = (
        "import sys; sys.argv = ['casegen', 'assess', sys.argv[1], '--json']\n"
        "from casegen.cli import main\n"
        "try: main()\n"
        "except SystemExit: print(sorted({'typer', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(case)], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.slow
def test_no_parser_and_no_drawing_is_imported(tmp_path: Path) -> None:
    (tmp_path / "m.xml").write_text(MODEL)
    script = (
        "import sys; sys.argv = ['casegen', 'fta', 'quantify', sys.argv[1]]\n"
        "from casegen.cli import main; main()\n"
        "print(sorted({'typer', 'rich', 'numpy', 'casegen.model.argument'} & set(sys.modules)))"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "m.xml")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


cells = st.text(st.characters(min_codepoint=32, max_codepoint=126, exclude_characters="[\\"), max_size=20)


@pytest.mark.slow
@given(st.lists(st.tuples(cells, cells, cells), max_size=5))
def test_a_plain_table_is_drawn_as_rich_draws_it(rows: list[tuple[str, str, str]]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    columns = ("tree", "", "basic events")
    drawn = Table(title=None, box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        drawn.add_column(column, overflow="fold")
    for row in rows:
        drawn.add_row(*row)
    text = io.StringIO()
    Console(file=text, highlight=False, emoji=False, width=160).print(drawn)
    assert output._plain_table(columns, rows, 160) == text.getvalue()
