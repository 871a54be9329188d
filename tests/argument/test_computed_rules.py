"""Rules that are found where numbers are known are in one list: of the page, of ``check --rule`` and of waivers."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import casegen
from casegen.argument.checking import RULES
from casegen.argument.computed_rules import COMPUTED
from casegen.argument.rules_page import page
from tests.false_support import call, folder
from tests.false_support.bases import calculation


def reported(at: Path) -> dict[str, list[tuple[str, str]]]:
    result: dict[str, list[tuple[str, str]]] = {}
    for row in json.loads(call("check", at, "--json")[1])["diagnostics"]:
        result.setdefault(row["rule"], []).append((row["severity"], row["message"]))
    return result


def waived(tmp_path: Path, rule: str, part: str, more: dict[str, Any]) -> dict[str, list[tuple[str, str]]]:
    waiver = {"rule": rule, "reason": "Drawing 12 shows two houses", "by": "R. Reviewer"}
    return reported(folder(tmp_path / "x", calculation(), {**more, f"{part}.waive": [waiver]}))


def test_a_warning_of_a_tree_is_waived_on_it(tmp_path: Path) -> None:
    more = {"trees.FT.independent_events": "W1", "claims.W1.text": "The walk-through took a day"}
    result = waived(tmp_path, "independent-events", "trees.FT", more)
    assert [severity for severity, _ in result["independent-events"]] == ["waived"]
    assert "waiver-known" not in result


@pytest.mark.parametrize(("rule", "part", "why"), [
    ("independent-events", "claims.C1", "which is waived on its fault tree"),
    ("file-unread", "claims.C1", "which is settled in the case, and not waived"),
    ("unit-mismatch", "claims.C1", "a structural rule, which cannot be waived"),
    ("requirement-weakest", "claims.C1", "which is no rule (did you mean 'requirement-weaker'?)"),
])  # fmt: skip
def test_a_waiver_where_it_has_no_effect(tmp_path: Path, rule: str, part: str, why: str) -> None:
    (entry,) = waived(tmp_path, rule, part, {})["waiver-known"]
    assert entry[1].endswith(why)


def test_every_computed_rule_is_on_the_page() -> None:
    text = page()
    assert all(f"`{rule}`" in text for rule in COMPUTED)
    assert not set(COMPUTED) & set(RULES)


def test_findings_beside_the_rules_are_in_the_list() -> None:
    """Every finding of the checks of numbers and files has a rule of one of both lists."""
    assessment = Path(casegen.__file__).parent / "assessment"
    texts = [path.read_text("utf-8") for path in assessment.rglob("*.py")]
    written = {
        rule for text in texts for rule in re.findall(r'(?:Diagnostic|_error)\(\s*"([a-z]+-[a-z-]+)"', text)
    }
    assert len(written) > 10
    assert written <= {*RULES, *COMPUTED}
