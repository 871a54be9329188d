"""Other programs' reports as evidence: what they state is not taken for what they show; each has a true twin."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import measured

GOOD = '<testsuite name="s" tests="2" failures="0"><testcase name="a"/><testcase name="b"/></testsuite>'
CODE = '<coverage line-rate="{rate}"><class filename="a.py"><lines><line number="1" hits="1"/><line number="2" hits="{hits}"/></lines></class></coverage>'
STATED = '{"error": 0.0001, "upper": 0.0005, "wrong": 0, "images": 8000, "few": 80}'


def item(method: str, measure: str, requirement: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Edits of the measured base: its item is another method's, its requirement on ``measure``."""
    return {
        "evidence_items.EV": {"id": "EV", "title": "Report", "method": method, "inputs": {"report": "report"},
                              "confidence": 0.95, "owner": "T. Tester", **more},
        "claims.C1.requirement": {"measure": {"evidence": "EV", "measure": measure}, **requirement},
    }  # fmt: skip


NONE_FAILS = item(
    "test-report", "failed", {"comparison": "<=", "bound": 0, "kind": "score", "confidence": 0.95}
) | {"claims.C1.text": "No test of the braking suite fails"}
ALL_LINES = item(
    "coverage-report", "line_coverage", {"comparison": ">=", "bound": 1, "kind": "score", "confidence": 0.95}
) | {"claims.C1.text": "The tests execute every line"}
RARE = {"comparison": "<=", "bound": 1e-3, "kind": "probability-per-demand", "confidence": 0.95}


def reported(**parameters: str) -> dict[str, Any]:
    known = {"kind": "probability-per-demand", "method": "our script 1.2", **parameters}
    return item("reported-measure", "probability_per_demand", RARE, parameters=known)


CHECKED = {
    "evidence_items.EV.waive": [
        {"rule": "sign-computed-elsewhere", "reason": "The script was recomputed by hand", "by": "S. Safety"}
    ]
}
LIMIT = reported(value="/error", upper="/upper")
COUNTS = reported(count="/wrong", trials="/images")

FALSE: dict[str, tuple[str, dict[str, Any], str]] = {
    "a-test-fails": (GOOD.replace('<testcase name="b"/>', '<testcase name="b"><failure/></testcase>').replace('failures="0"', 'failures="1"'), NONE_FAILS, ""),
    "failure-edited-away": (GOOD.replace('<testcase name="b"/>', ""), NONE_FAILS, "sign-report-contradicts"),
    "nothing-ran": ('<testsuite name="s"></testsuite>', NONE_FAILS, "sign-nothing-ran"),
    "the-failing-one-was-skipped": (GOOD.replace('<testcase name="b"/>', '<testcase name="b"><skipped/></testcase>'), NONE_FAILS, "sign-skipped-tests"),
    "required-suite-is-not-there": (GOOD, NONE_FAILS | {"evidence_items.EV.parameters": {"requires": ["night"]}}, "sign-required-test-missing"),
    "a-line-is-not-run": (CODE.format(rate="0.5", hits=0), ALL_LINES, ""),
    "the-rate-is-edited": (CODE.format(rate="1.0", hits=0), ALL_LINES, "sign-report-contradicts"),
    "a-limit-that-somebody-states": (STATED, LIMIT, "sign-computed-elsewhere"),
    "a-limit-that-its-owner-checks": (STATED, LIMIT | {"evidence_items.EV.waive": [{"rule": "sign-computed-elsewhere", "reason": "The script is right", "by": "T. Tester"}]}, "self-waiver"),
    "an-estimate-without-limits": (STATED, reported(value="/error") | CHECKED, ""),
    "a-limit-of-lower-confidence": (STATED, LIMIT | CHECKED | {"evidence_items.EV.confidence": 0.9}, ""),
    "an-estimate-above-its-limit": ('{"error": 0.0619, "upper": 0.0005}', LIMIT | CHECKED, ""),
    "an-estimate-just-above-its-limit": ('{"error": 0.00051, "upper": 0.0005}', LIMIT | CHECKED, ""),
    "too-few-trials": (STATED, reported(count="/wrong", trials="/few"), "exceeds"),
}  # fmt: skip
TRUE: dict[str, tuple[str, dict[str, Any]]] = {
    "every-test-passes": (GOOD, NONE_FAILS),
    "required-tests-ran": (GOOD, NONE_FAILS | {"evidence_items.EV.parameters": {"requires": ["s", "b"]}}),
    "every-line-is-run": (CODE.format(rate="1.0", hits=3), ALL_LINES),
    "a-limit-that-somebody-else-checked": (STATED, LIMIT | CHECKED),
    "an-estimate-just-below-its-limit": ('{"error": 0.00049, "upper": 0.0005}', LIMIT | CHECKED),
    "counts": (STATED, COUNTS),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_report_that_does_not_show_it(tmp_path: Path, name: str) -> None:
    content, edits, because = FALSE[name]
    must_not_hold(folder(tmp_path / name, measured(), edits, {"report": content}), because)


@pytest.mark.slow
@pytest.mark.parametrize("name", TRUE)
def test_a_report_that_shows_it(tmp_path: Path, name: str) -> None:
    content, edits = TRUE[name]
    must_hold(folder(tmp_path / name, measured(), edits, {"report": content}))


@pytest.mark.parametrize(
    ("content", "edits"), [(GOOD, NONE_FAILS), (CODE.format(rate="1.0", hits=3), ALL_LINES)]
)
def test_what_is_counted_in_a_report_needs_no_confidence(
    tmp_path: Path, content: str, edits: dict[str, Any]
) -> None:
    bare = {**edits["claims.C1.requirement"]}
    del bare["confidence"]
    must_hold(
        folder(tmp_path / "c", measured(), edits | {"claims.C1.requirement": bare}, {"report": content})
    )
