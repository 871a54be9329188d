"""Whether a total of a common-cause group that is set on the page is a change."""

from __future__ import annotations

import json

import pytest

from tests.page_scripts import run_script

MODEL = {"totals": {"CCF": 0.001}, "measures": [], "argument": {"trees": []}, "trees": []}


@pytest.mark.parametrize(
    ("name", "number", "known"),
    [("CCF", 0.001, True), ("CCF", 0.0010000001, False), ("OTHER", 0.001, False), ("constructor", 0.001, False)],
)  # fmt: skip
def test_only_a_plain_total_set_to_itself_is_none(name: str, number: float, known: bool) -> None:
    asked = f"Requirements.has({json.dumps(MODEL)}, {json.dumps(name)}, {number!r})"
    assert run_script(f"console.log({asked})") == str(known).lower()
