"""Every rule against malformed cases with the findings expected of each, and against the same cases mended.

A folder of ``tests/bad/argument`` holds a case, whose second line names the rules it breaks, the exact
findings in ``expected.txt``, and where a rule is broken alone, the case ``mended``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.argument import RULES, check
from casegen.argument.rules_page import page
from casegen.io import load
from casegen.model.diagnostic import Diagnostic, Severity

ROOT = Path(__file__).parents[2]
BAD = ROOT / "tests" / "bad" / "argument"
FOLDERS = sorted(folder.name for folder in BAD.iterdir() if folder.is_dir())


def told(found: list[Diagnostic]) -> str:
    return "".join(f"{d.location}: {d.severity} [{d.rule}] {d.message}\n" for d in found)


def declared(folder: Path) -> set[str]:
    line = (folder / "case.yaml").read_text(encoding="utf-8").splitlines()[1]
    return {rule.strip() for rule in line.removeprefix("# expect:").split(",")}


@pytest.mark.parametrize("name", FOLDERS)
def test_malformed_case_yields_the_expected_findings(name: str) -> None:
    found = check(load(BAD / name))
    assert {d.rule for d in found} == declared(BAD / name)
    assert told(found) == (BAD / name / "expected.txt").read_text(encoding="utf-8")
    assert all(d.mend and d.source for d in found)


@pytest.mark.parametrize("rule", RULES)
def test_rule_is_broken_alone_and_holds_once_mended(rule: str) -> None:
    broken = check(load(BAD / rule))
    assert {d.rule for d in broken} == {rule}
    assert {d.severity for d in broken} == {RULES[rule].severity}
    assert check(load(BAD / rule / "mended")) == []


def test_the_corpus_is_large() -> None:
    assert len(FOLDERS) >= 60


def test_a_cycle_a_missing_reference_and_an_unsupported_claim_are_all_reported() -> None:
    found = {d.rule for d in check(load(BAD / "everything-at-once"))}
    assert found == {"support-cycle", "reference-missing", "claim-unsupported"}


def test_a_waiver_sets_a_warning_aside_and_no_error() -> None:
    waived = check(load(BAD / "waived"))
    assert [(d.rule, d.severity) for d in waived] == [("claim-qualifier", Severity.WAIVED)]
    assert "A. Assessor: fixed by the plant rules" in waived[0].message
    kept = {d.rule: d.severity for d in check(load(BAD / "waiver-structural"))}
    assert kept["claim-unsupported"] is Severity.ERROR


def test_the_page_of_rules_is_current() -> None:
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert text == page(), "write it anew: python -m casegen.argument.rules_page > docs/rules.md"


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_rule_says_what_where_from_and_how_to_mend(rule: object) -> None:
    assert rule.says.endswith(".")  # type: ignore[attr-defined]
    assert rule.source  # type: ignore[attr-defined]
    assert rule.mend  # type: ignore[attr-defined]
    assert not rule.mend.endswith(".")  # type: ignore[attr-defined]
    assert rule.find.__doc__  # type: ignore[attr-defined]
