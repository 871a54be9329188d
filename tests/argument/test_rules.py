"""Every rule against malformed cases with the findings expected of each, and against the same cases fixed.

A folder of ``tests/bad/argument`` holds a case, whose second line names the rules it breaks, the exact
findings in ``expected.txt``, and where a rule is broken alone, the case ``fixed``.
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


def describe(diagnostics: list[Diagnostic]) -> str:
    return "".join(f"{d.location}: {d.severity} [{d.rule}] {d.message}\n" for d in diagnostics)


def declared(folder: Path) -> set[str]:
    line = (folder / "case.yaml").read_text(encoding="utf-8").splitlines()[1]
    return {rule.strip() for rule in line.removeprefix("# expect:").split(",")}


@pytest.mark.parametrize("name", FOLDERS)
def test_malformed_case_yields_the_expected_findings(name: str) -> None:
    diagnostics = check(load(BAD / name))
    assert {d.rule for d in diagnostics} == declared(BAD / name)
    assert describe(diagnostics) == (BAD / name / "expected.txt").read_text(encoding="utf-8")
    assert all(d.hint and d.source for d in diagnostics)


@pytest.mark.parametrize("rule", RULES)
def test_rule_is_broken_alone_and_holds_once_fixed(rule: str) -> None:
    broken = check(load(BAD / rule))
    assert {d.rule for d in broken} == {rule}
    assert {d.severity for d in broken} == {RULES[rule].severity}
    assert check(load(BAD / rule / "fixed")) == []


def test_a_target_may_be_allocated_to_a_group_of_its_own_tree() -> None:
    """One rule took the group's measure, and another knew no such event."""
    rules = {d.rule for d in check(load(BAD / "allocated-member" / "fixed"))}
    assert rules == {"tree-unused"}  # the other tree, which no claim names any more


def test_the_corpus_is_large() -> None:
    assert len(FOLDERS) >= 60


def test_a_cycle_a_missing_reference_and_an_unsupported_claim_are_all_reported() -> None:
    results = {d.rule for d in check(load(BAD / "everything-at-once"))}
    assert results == {"support-cycle", "reference-missing", "claim-unsupported"}


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
def test_a_rule_states_what_where_from_and_the_fix(rule: object) -> None:
    assert rule.says.endswith(".")  # type: ignore[attr-defined]
    assert rule.source  # type: ignore[attr-defined]
    assert rule.hint  # type: ignore[attr-defined]
    assert not rule.hint.endswith(".")  # type: ignore[attr-defined]
    assert rule.find.__doc__  # type: ignore[attr-defined]


WAIVED_PARTS = """casegen: 1
case: {{id: c, title: C, roots: [TOP]}}
claims: [{{id: TOP, text: The line stops within 2 s, undeveloped: true}}]
hazop:
  - {{id: H1, item: belt, attribute: speed, guide_word: more{hazop}}}
events:
  - {{id: B1, text: Brake fails, model: {{type: constant, probability: 0.1}}{events}}}
  - {{id: B2, text: Belt tears, model: {{type: constant, probability: 0.1}}{events}}}
trees:
  - {{id: FT, title: T, top: G, target: {{probability: 0.5}}, gates: [{{id: G, type: or, inputs: [B1]}}]{trees}}}
evidence_items:
  - {{id: EV, method: ram-low-dimensional, inputs: {{points: p.csv}}{evidence_items}}}
"""


@pytest.mark.parametrize(
    ("section", "rule", "waived"),
    [("hazop", "hazard-unanswered", ["H1"]), ("events", "event-unsourced", ["B1", "B2"]),
     ("trees", "tree-unused", ["FT"]), ("evidence_items", "evidence-unused", ["EV"])],
)  # fmt: skip
def test_parts_beside_the_nodes_waive_too(tmp_path: Path, section: str, rule: str, waived: list[str]) -> None:
    def matches(text: str) -> list[tuple[str, Severity, str]]:
        fill = dict.fromkeys(("hazop", "events", "trees", "evidence_items"), "") | {section: text}
        (tmp_path / "case.yaml").write_text(WAIVED_PARTS.format(**fill))
        return [(d.rule, d.severity, d.target) for d in check(load(tmp_path))]

    before = matches("")
    after = matches(f", waive: [{{rule: {rule}, reason: by design, by: A. Assessor}}]")
    assert {t for r, _, t in before if r == rule} == set(waived)
    assert sorted(after) == sorted((r, Severity.WAIVED if r == rule else s, t) for r, s, t in before)
    assert "waiver-known" in {r for r, _, _ in matches(", waive: [{rule: no-such, reason: x, by: y}]")}
    structural = matches(", waive: [{rule: reference-unknown, reason: x, by: y}]")
    assert "waiver-known" in {r for r, _, _ in structural}


def test_an_untested_event_has_its_own_hours_or_those_of_the_mission(tmp_path: Path) -> None:
    """Hours of 17,520 were called the end of a mission of 8,760."""
    case = """casegen: 1
case: {{id: C, title: Pumps}}
trees: [{{id: FT, top: G, mission_time: 8760, gates: [{{id: G, type: or, inputs: [E]}}]}}]
events: [{{id: E, text: The pump fails, source: manual, model: {{type: periodic-test, failure_rate: 1.0e-5, interval: 17520, first: 17520{hours}}}}}]
"""
    ends = {
        ", hours: 17520": "its `hours:` end after 17520 h",
        "": "the mission of tree FT ends after 8760 h",
    }
    for hours, words in ends.items():
        (tmp_path / "case.yaml").write_text(case.format(hours=hours))
        messages = [d.message for d in check(load(tmp_path)) if d.rule == "first-test-after-mission"]
        assert messages == [
            f"basic event E is tested for the first time after 17520 h, and {words}: it is never tested"
        ]
