"""SARIF 2.1.0 output."""

from __future__ import annotations

from pathlib import Path

from casegen.argument import check, to_sarif
from casegen.io import load

BAD = Path(__file__).parents[1] / "bad" / "argument"


def test_each_finding_is_a_result_at_its_line() -> None:
    diagnostics = check(load(BAD / "everything-at-once"))
    log = to_sarif(diagnostics, "cases/harbour one")
    assert log["version"] == "2.1.0"
    run = log["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert rules == sorted({d.rule for d in diagnostics})
    assert len(run["results"]) == len(diagnostics)
    for result, diagnostic in zip(run["results"], diagnostics, strict=True):
        assert rules[result["ruleIndex"]] == result["ruleId"] == diagnostic.rule
        assert result["level"] == "error"
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == "cases/harbour%20one/case.yaml"
        assert place["region"]["startLine"] == diagnostic.location.line


def test_waived_findings_are_suppressed() -> None:
    result = to_sarif(check(load(BAD / "waived")))["runs"][0]["results"][0]
    assert (result["level"], result["suppressions"]) == ("note", [{"kind": "inSource"}])


def test_fingerprints_do_not_depend_on_the_line() -> None:
    case = load(BAD / "claim-long")
    moved = load(BAD / "claim-long")
    for key, place in list(moved.locations.items()):
        moved.locations[key] = type(place)(place.file, place.line + 7, place.column)
    one, two = (to_sarif(check(c))["runs"][0]["results"][0] for c in (case, moved))
    assert one["locations"] != two["locations"]
    assert one["partialFingerprints"] == two["partialFingerprints"]
