"""Galileo statements that do not end, and numbers that cannot be: the first line named is the one to correct."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from casegen.io.galileo.read import read_galileo
from casegen.model.diagnostic import InputError

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
    ],
)  # fmt: skip
def test_statements_may_take_several_lines(tmp_path: Path, text: str) -> None:
    path = tmp_path / "t.dft"
    path.write_text(text)
    assert len(read_galileo(path).events) == 2
