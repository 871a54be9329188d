"""Galileo statements that do not end, and numbers that cannot be: the first line named is the one to correct."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.io.galileo.read import import_galileo, read_galileo
from casegen.model.diagnostic import InputError
from tests.conftest import Ran

BAD = Path(__file__).parent.parent / "bad" / "fta"


@pytest.mark.parametrize(
    ("name", "lines", "message"),
    [
        ("no-semicolon.dft", [3], "the statement of A does not end"),
        ("gate-without-semicolon.dft", [1, 2], "the statement of toplevel does not end"),
        ("weibull-shape-negative.dft", [3], "A: shape must be above 0, found -1.5"),
        ("rate-too-small.dft", [3], "A: scale must be finite, found inf"),
        ("other-digits.dft", [3], "prob needs a number"),
    ],
)
def test_the_line_to_correct_is_named(name: str, lines: list[int], message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_galileo(BAD / name)
    assert [d.location.line for d in caught.value.diagnostics] == lines
    assert re.search(message, caught.value.diagnostics[0].message)


@pytest.mark.parametrize(
    "text",
    [
        'toplevel\n"T"\n;"T"\nor\n"A"\n"B";\n"A"\nprob=0.1\n;"B" lambda=0.2\ndorm=0\ncov=0;\n',
        'toplevel T;T or A\nB\n;A prob=0.1;B lambda=0.2\n dorm=0;',
        'toplevel "T";\n"T" or "and"\n"or"; "and" prob=0.1;\n"or" prob=0.2;\n',
        'TOPLEVEL "T";\n"T" OR "A" "B";\n"A" PROB=0.1;\n"B" Lambda=0.2 DORM=0;\n',
        'toplevel TopLevel;\nTopLevel or A B;\nA prob=0.1;\nB prob=0.2;\n',
        'toplevel T;\nT or TOPLEVEL B;\nTOPLEVEL prob=0.1;\nB prob=0.2;\n',
    ],
)  # fmt: skip
def test_statements_may_take_several_lines(tmp_path: Path, text: str) -> None:
    path = tmp_path / "t.dft"
    path.write_text(text)
    assert len(read_galileo(path).events) == 2


def test_names_that_ids_have_no_place_for_are_renamed_and_listed(tmp_path: Path) -> None:
    """As those of Open-PSA files are; blanks inside a name stay."""
    path = tmp_path / "t.dft"
    path.write_text(
        'toplevel "T/1";\n"T/1" and "pump & valve" "b 1" a\'s "<c>";\n"pump & valve" prob=0.1;\n"b 1" prob=0.2;\n'
        'a\'s prob=0.5;\n"<c>" lambda=1e-3;\n'
    )
    result = import_galileo(path)
    assert result.case.trees[0].top == "T_1"
    assert result.case.gate["T_1"].inputs == ("pump _ valve", "b 1", "a_s", "_c_")
    assert [event.id for event in result.case.events] == ["pump _ valve", "b 1", "a_s", "_c_"]
    assert set(result.left_out) == {
        "renamed: 'T/1' is T_1 here",
        "renamed: 'pump & valve' is pump _ valve here",
        'renamed: "a\'s" is a_s here',
        "renamed: '<c>' is _c_ here",
    }


def test_a_quoted_name_that_ends_in_a_blank_is_renamed_where_it_is_used(tmp_path: Path) -> None:
    """An id has no blank at its end: "T names 'a ', which is not defined"."""
    path = tmp_path / "t.dft"
    path.write_text('toplevel "T ";\n"T " and "a " "g ";\n"g " or "a " "a";\n"a " prob=0.1;\n"a" prob=0.2;\n')
    result = import_galileo(path)
    assert result.case.gate["T_"].inputs == ("a_", "g_")
    assert [event.id for event in result.case.events] == ["a_", "a"]
    assert "renamed: 'T ' is T_ here" in result.left_out


def test_two_names_stay_two(tmp_path: Path) -> None:
    path = tmp_path / "t.dft"
    path.write_text('toplevel T;\nT and "a/b" a_b;\n"a/b" prob=0.1;\na_b prob=0.2;\n')
    assert read_galileo(path).gate["T"].inputs == ("a-b", "a_b")


def test_renamed_names_are_said_by_commands_and_import(tmp_path: Path, casegen: Callable[..., Ran]) -> None:
    path = tmp_path / "t.dft"
    path.write_text('toplevel T;\nT and "a/b" c;\n"a/b" prob=0.1;\nc prob=0.2;\n')
    ran = casegen("fta", "quantify", path, "--json")
    assert json.loads(ran.out)["left_out"] == ["renamed: 'a/b' is a_b here"]
    ran = casegen("import", tmp_path / "case", path, "--format", "galileo", "--json")
    assert "renamed: 'a/b' is a_b here" in json.dumps(json.loads(ran.out)["not_carried"])
