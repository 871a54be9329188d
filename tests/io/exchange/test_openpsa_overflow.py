"""Expressions whose value is beyond the largest number: an error in words, without a warning of numpy's before it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

MODEL = (
    '<opsa-mef><define-fault-tree name="t"><define-gate name="g"><or><basic-event name="e"/></or></define-gate>'
    '</define-fault-tree><model-data><define-basic-event name="e">{}</define-basic-event></model-data></opsa-mef>'
)
BIG = '<float value="1e300"/>'


@pytest.mark.parametrize(
    "expression",
    [
        f'<pow>{BIG}<float value="9e9"/></pow>',
        f"<mul>{BIG}{BIG}</mul>",
        f"<exp>{BIG}</exp>",
        f'<div>{BIG}<float value="1e-300"/></div>',
        f"<add><mul>{BIG}{BIG}</mul><neg><mul>{BIG}{BIG}</mul></neg></add>",
        f'<pow><uniform-deviate><float value="1e299"/>{BIG}</uniform-deviate><float value="9e9"/></pow>',
    ],
)
@pytest.mark.filterwarnings("error")
def test_an_expression_beyond_the_largest_number_warns_of_nothing(
    expression: str, tmp_path: Path, casegen: Callable[..., Any]
) -> None:
    (tmp_path / "m.xml").write_text(MODEL.format(expression), "utf-8")
    ran = casegen("import", tmp_path / "c", tmp_path / "m.xml", "-f", "openpsa")
    assert "Warning" not in ran.err
    checked = casegen("check", tmp_path / "c")
    assert checked.code != 0
    assert "Warning" not in checked.err + checked.out
    assert "internal error" not in ran.err + checked.err + checked.out
