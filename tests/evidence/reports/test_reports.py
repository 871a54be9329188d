"""Test results, coverage and reported numbers: counts of the reports themselves, contradictions, bad files."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from casegen_evidence.bounds import clopper_pearson
from casegen_evidence.method import InputProblem, Method, Result, Run
from casegen_evidence.reports.cobertura import COVERAGE_REPORT
from casegen_evidence.reports.junit import TEST_REPORT
from casegen_evidence.reports.report_files import number_at
from casegen_evidence.reports.reported_measure import REPORTED_MEASURE
from pydantic import ValidationError

METHODS: list[Any] = [TEST_REPORT, COVERAGE_REPORT, REPORTED_MEASURE]

SUITE = """<?xml version="1.0"?>
<testsuites><testsuite name="brakes" tests="4" failures="1" errors="1" skipped="1">
<testcase classname="t.Stop" name="dry"/>
<testcase classname="t.Stop" name="wet"><failure message="3 m too far">AssertionError</failure></testcase>
<testcase classname="t.Stop" name="ice"><skipped/></testcase>
<testcase classname="t.Start" name="cold"><error message="no port"/></testcase>
</testsuite></testsuites>"""
# what coverage.py 7.6 writes of a module of four lines, with one branch of two taken
COVERED = """<?xml version="1.0" ?>
<coverage version="7.6.1" line-rate="0.75" branch-rate="0.5"><packages><package name="."><classes>
<class name="a.py" filename="a.py"><methods/><lines>
<line number="1" hits="1"/><line number="2" hits="1" branch="true" condition-coverage="50% (1/2)"/>
<line number="3" hits="0"/><line number="4" hits="1"/></lines></class></classes></package></packages></coverage>"""
METRICS = {"test": {"error": 0.03, "upper": 0.047, "wrong": 15, "images": 500}, "auc": 0.99}


def call(method: Any, content: str, folder: Path, /, **parameters: Any) -> Result:
    path = folder / "report"
    path.write_text(content, encoding="utf-8")
    checked = method.parameters.model_validate(parameters)
    result: Result = method.run(Run({"report": path}, checked, 0, 0.95, folder))
    return result


def values(result: Result) -> dict[str, float]:
    return {name: m.value for name, m in result.measures.items()}


@pytest.mark.parametrize("method", METHODS, ids=lambda m: m.name)
def test_declared_parts_are_whole(method: Any) -> None:
    assert isinstance(method, Method)
    assert set(method.tolerance) == set(method.measures)
    assert set(method.better) <= set(method.measures)


def test_tests_are_counted_by_outcome(tmp_path: Path) -> None:
    result = call(TEST_REPORT, SUITE, tmp_path)
    assert values(result) == {"failed": 2, "skipped": 1, "passed_share": 0.25}
    assert [s.name for s in result.signs] == ["sign-skipped-tests"]
    assert "t.Stop::wet" in result.tables[0].note


def test_a_report_of_nested_suites_counts_each_test_once(tmp_path: Path) -> None:
    nested = '<testsuite name="all" tests="2"><testsuite name="a" tests="2"><testcase name="x"/><testcase name="y"/></testsuite></testsuite>'
    assert values(call(TEST_REPORT, nested, tmp_path)) == {"failed": 0, "skipped": 0, "passed_share": 1}


@pytest.mark.parametrize(
    ("content", "sign"),
    [
        (SUITE.replace('failures="1"', 'failures="0"'), "sign-report-contradicts"),
        (SUITE.replace('tests="4"', 'tests="40"'), "sign-report-contradicts"),
        ('<testsuite name="s" tests="0"></testsuite>', "sign-nothing-ran"),
        ('<testsuite><testcase name="x"><skipped/></testcase></testsuite>', "sign-nothing-ran"),
    ],
)
def test_a_report_that_says_nothing_bars_its_measures(tmp_path: Path, content: str, sign: str) -> None:
    assert sign in [s.name for s in call(TEST_REPORT, content, tmp_path).signs if s.severity == "fails"]


@pytest.mark.parametrize(("disabled", "barred"), [(1, False), (3, True)])
def test_disabled_tests_are_counted_apart_from_those_that_skip_themselves(
    tmp_path: Path, disabled: int, barred: bool
) -> None:
    """GoogleTest counts the disabled ones over all suites, and both kinds in each suite."""
    report = (
        f'<testsuites tests="3" failures="0" disabled="{disabled}" errors="0" name="AllTests">'
        '<testsuite name="Brake" tests="3" failures="0" disabled="1" skipped="1" errors="0">'
        '<testcase name="Stops" status="run" result="completed" classname="Brake"/>'
        '<testcase name="DISABLED_Ice" status="notrun" result="suppressed" classname="Brake"/>'
        '<testcase name="Snow" status="run" result="skipped" classname="Brake"><skipped message="dry"/></testcase>'
        "</testsuite></testsuites>"
    )
    result = call(TEST_REPORT, report, tmp_path)
    assert values(result) == {"failed": 0, "skipped": 2, "passed_share": 1 / 3}
    assert ("sign-report-contradicts" in {s.name for s in result.signs}) is barred


def test_a_namespace_changes_no_report(tmp_path: Path) -> None:
    for method, content, root in ((TEST_REPORT, SUITE, "testsuites"), (COVERAGE_REPORT, COVERED, "coverage")):
        named = content.replace(f"<{root}", f'<{root} xmlns="http://example.org/report"', 1)
        plain = content.replace(f"<{root}", f'<j:{root} xmlns:j="http://example.org/report"', 1)
        plain = plain.replace(f"</{root}>", f"</j:{root}>")
        for changed in (named, plain):
            assert changed != content
            assert values(call(method, changed, tmp_path)) == values(call(method, content, tmp_path))


@pytest.mark.parametrize(
    ("attribute", "doubted"), [('unstable="2"', True), ('flaky="1"', True), ('flaky="0"', False)]
)
def test_tests_that_passed_when_they_were_run_again_by_a_count_of_the_suite(
    tmp_path: Path, attribute: str, doubted: bool
) -> None:
    tests = '<testcase name="x"/><testcase name="y"/><testcase name="z"/>'
    result = call(TEST_REPORT, f'<testsuite name="s" tests="3" {attribute}>{tests}</testsuite>', tmp_path)
    assert [s.name for s in result.signs] == (["sign-flaky-tests"] if doubted else [])


@pytest.mark.parametrize(("confidence", "lower"), [("one sigma", True), ("1-sigma", True), ("2σ", False)])
def test_a_confidence_in_standard_deviations(tmp_path: Path, confidence: str, lower: bool) -> None:
    document = {"error": 0.03, "upper": 0.047, "confidence level": confidence}
    result = call(REPORTED_MEASURE, json.dumps(document), tmp_path, value="/error", upper="/upper", kind="fraction",
                  method="evaluate.py")  # fmt: skip
    assert ("sign-lower-confidence" in [s.name for s in result.signs if s.severity == "fails"]) is lower


def test_required_tests_must_have_run(tmp_path: Path) -> None:
    names = ["brakes", "t.Stop", "wet", "t.Stop::dry"]
    assert "fails" not in [s.severity for s in call(TEST_REPORT, SUITE, tmp_path, requires=names).signs]
    (sign,) = [s for s in call(TEST_REPORT, SUITE, tmp_path, requires=["ice"]).signs if s.severity == "fails"]
    assert (sign.name, "ice" in sign.message) == ("sign-required-test-missing", True)


def test_lines_and_branches_are_counted(tmp_path: Path) -> None:
    result = call(COVERAGE_REPORT, COVERED, tmp_path)
    assert values(result) == {"line_coverage": 0.75, "branch_coverage": 0.5, "least_covered_file": 0.75}
    assert result.signs == []


def test_a_rate_that_is_not_that_of_the_lines_is_barred(tmp_path: Path) -> None:
    (sign,) = call(COVERAGE_REPORT, COVERED.replace('line-rate="0.75"', 'line-rate="0.99"'), tmp_path).signs
    assert (sign.name, sign.severity, sign.measures) == (
        "sign-report-contradicts",
        "fails",
        ("line_coverage",),
    )


def test_a_line_of_two_classes_of_one_file_counts_once(tmp_path: Path) -> None:
    twice = '<coverage><class filename="a.py"><lines><line number="1" hits="0"/></lines></class>' * 2
    again = twice.replace("<coverage>", "", 1).replace('hits="0"', 'hits="2"', 1)
    text = "<coverage>" + again.replace("<coverage>", "") + "</coverage>"
    assert values(call(COVERAGE_REPORT, text, tmp_path))["line_coverage"] == 1


def test_counts_are_bounded_here(tmp_path: Path) -> None:
    result = call(REPORTED_MEASURE, json.dumps(METRICS), tmp_path, kind="probability-per-demand", method="ours 1.2",
                  count="/test/wrong", trials="/test/images", value="/test/error")  # fmt: skip
    measure = result.measures["probability_per_demand"]
    assert measure.value == 0.03
    assert (measure.lower, measure.upper) == pytest.approx(tuple(map(float, clopper_pearson(15, 500, 0.95))))
    assert result.signs == []


def test_stated_limits_wait_for_a_person(tmp_path: Path) -> None:
    result = call(REPORTED_MEASURE, json.dumps(METRICS), tmp_path, kind="fraction", method="ours 1.2",
                  value="/test/error", upper="/test/upper")  # fmt: skip
    measure = result.measures["fraction"]
    assert (measure.value, measure.lower, measure.upper, measure.confidence) == (0.03, None, 0.047, 0.95)
    assert [(s.name, s.severity) for s in result.signs] == [("sign-computed-elsewhere", "suspicious")]


def test_a_metric_as_mlflow_writes_it(tmp_path: Path) -> None:
    text = json.dumps([{"key": "val_error", "value": 0.04, "timestamp": 1, "step": 0}])
    result = call(REPORTED_MEASURE, text, tmp_path, kind="score", method="MLflow 3", value="/0")
    assert result.measures["score"].value == 0.04


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"value": "/test/missing"}, "at /test there is"),
        ({"value": "/test"}, "expected a number"),
        ({"value": "/test/images"}, "from 0 to 1"),
        ({"value": "/test/error", "upper": "/zero"}, "lower ≤ value ≤ upper"),
        ({"count": "/test/images", "trials": "/test/wrong"}, "0 ≤ count ≤ trials"),
        ({"count": "/test/error", "trials": "/test/images"}, "whole counts"),
        ({"count": "/test/wrong", "trials": "/test/images", "value": "/auc"}, "of one run"),
        ({"value": "/list/7"}, "2 entries"),
        ({"value": "/true"}, "expected a number"),
    ],
)
def test_wrong_places_are_named(tmp_path: Path, more: dict[str, str], words: str) -> None:
    text = json.dumps(METRICS | {"zero": 0.0, "list": [1, 2], "true": True})
    with pytest.raises(InputProblem, match=words):
        call(REPORTED_MEASURE, text, tmp_path, kind="fraction", method="ours", **more)


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"count": "/a"},
        {"value": "/a", "count": "/a", "trials": "/a", "upper": "/b"},
        {"count": "/a", "trials": "/b", "kind": "score"},
        {"value": "a"},
    ],
)
def test_parameters_that_leave_something_open(tmp_path: Path, more: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        call(REPORTED_MEASURE, "{}", tmp_path, **({"kind": "fraction", "method": "ours"} | more))


@pytest.mark.parametrize(
    ("method", "content", "words"),
    [
        (TEST_REPORT, "<html/>", "expected a test report"),
        (TEST_REPORT, "a,b\n1,2\n", "report:1:1"),
        (TEST_REPORT, '<!DOCTYPE t [<!ENTITY x "y">]><testsuite name="&x;"/>', "entities"),
        (TEST_REPORT, '<testsuite tests="many"><testcase name="x"/></testsuite>', "expected a count"),
        (COVERAGE_REPORT, "<testsuite/>", "Cobertura"),
        (COVERAGE_REPORT, "<coverage/>", "no line"),
        (COVERAGE_REPORT, COVERED.replace('hits="0"', 'hits="-1"'), "expected a count"),
        (COVERAGE_REPORT, COVERED.replace("(1/2)", "(3/2)"), "3 of 2 branches"),
    ],
)
def test_files_that_are_no_report(tmp_path: Path, method: Any, content: str, words: str) -> None:
    with pytest.raises(InputProblem, match=words):
        call(method, content, tmp_path)


@pytest.mark.parametrize("text", ['{"a": 1, "a": 2}', "{", '{"a": NaN}', '{"a": Infinity}', "[" * 100000])
def test_json_that_is_ambiguous_or_none(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputProblem):
        call(REPORTED_MEASURE, text, tmp_path, kind="score", method="ours", value="/a")


@pytest.mark.parametrize("count", ["inf", "nan", "1e400", "1e300"])
def test_what_is_no_count_is_refused(tmp_path: Path, count: str) -> None:
    with pytest.raises(InputProblem, match="expected a count"):
        call(TEST_REPORT, SUITE.replace('tests="4"', f'tests="{count}"'), tmp_path)
    with pytest.raises(InputProblem, match="expected a count"):
        call(COVERAGE_REPORT, COVERED.replace('hits="0"', f'hits="{count}"'), tmp_path)


STATED = {"kind": "score", "method": "counted"}


@pytest.mark.parametrize("digits", [400, 5000])
def test_numbers_of_hundreds_of_digits_are_refused(tmp_path: Path, digits: int) -> None:
    with pytest.raises(InputProblem, match="digits"):
        call(REPORTED_MEASURE, '{"a": ' + "9" * digits + "}", tmp_path, value="/a", **STATED)


@pytest.mark.slow
def test_reports_that_are_long_rather_than_wrong_are_refused_at_once(tmp_path: Path) -> None:
    start = time.process_time()
    deep = "<testsuite>" * 20_000 + "<testcase/>" + "</testsuite>" * 20_000
    with pytest.raises(InputProblem, match="nested deeper"):
        call(TEST_REPORT, deep, tmp_path)
    keys = ",".join(f'"k{n}": 1' for n in range(100_000))
    with pytest.raises(InputProblem, match="'k7' is duplicated"):
        call(REPORTED_MEASURE, f'{{{keys}, "k7": 2}}', tmp_path, value="/k1", **STATED)
    assert time.process_time() - start < 60


NAMED = {"test": {"accuracy": 0.04, "f1-score": 0.1, "val_loss": 0.02, "latency_ms": 0.9, "fnr": 0.03, "tp": 3, "n": 100,
                  "accuracy_drop": 0.01, "hazard": 0.001, "p": 0.02, "recall": {"value": 0.1, "error": 0.02}},
         "logged": [{"key": "accuracy", "value": 0.04}, {"key": "error", "value": 0.04}]}  # fmt: skip


@pytest.mark.parametrize("kind", ["probability-per-demand", "probability-per-mission", "rate-per-hour"])
@pytest.mark.parametrize(
    "place",
    ["/test/accuracy", "/test/f1-score", "/test/val_loss", "/test/latency_ms", "/test/recall/value", "/logged/0/value"],
)  # fmt: skip
def test_what_is_called_an_accuracy_or_a_loss_is_no_failure(tmp_path: Path, place: str, kind: str) -> None:
    with pytest.raises(InputProblem, match="by its name"):
        call(REPORTED_MEASURE, json.dumps(NAMED), tmp_path, kind=kind, method="eval 1", value=place)
    assert call(REPORTED_MEASURE, json.dumps(NAMED), tmp_path, kind="score", method="eval 1", value=place)


@pytest.mark.parametrize(
    "place",
    ["/test/fnr", "/test/accuracy_drop", "/test/hazard", "/test/p", "/test/recall/error", "/logged/1/value"],
)  # fmt: skip
def test_what_may_be_a_share_of_failures_is_taken(tmp_path: Path, place: str) -> None:
    more = {"kind": "probability-per-demand", "method": "eval 1", "value": place}
    result = call(REPORTED_MEASURE, json.dumps(NAMED), tmp_path, **more)
    assert [s.name for s in result.signs] == ["sign-computed-elsewhere"]


def test_right_answers_are_no_count_of_failures(tmp_path: Path) -> None:
    more = {"kind": "probability-per-demand", "method": "eval 1", "count": "/test/tp", "trials": "/test/n"}
    with pytest.raises(InputProblem, match="counts what went well"):
        call(REPORTED_MEASURE, json.dumps(NAMED), tmp_path, **more)


def test_inputs_are_no_missions(tmp_path: Path) -> None:
    held = json.dumps({"wrong": 2, "images": 20000, "missions": 20000})
    more = {"kind": "probability-per-mission", "method": "eval 1", "count": "/wrong"}
    with pytest.raises(InputProblem, match="are images, by their name, and a mission has more than one"):
        call(REPORTED_MEASURE, held, tmp_path, trials="/images", **more)
    assert call(REPORTED_MEASURE, held, tmp_path, trials="/missions", **more).signs == []


@pytest.mark.parametrize("place", ["/a/01", "/a/١", "/a/²", "/a/-1", "/a/-", "/a/3"])
def test_only_json_pointers_lead_to_a_number(place: str) -> None:
    with pytest.raises(InputProblem, match="nothing stands at"):
        number_at({"a": [1.0, 2.0, 3.0]}, place, "m.json")
    assert number_at({"a": [1.0, 2.0, 3.0]}, "/a/1", "m.json") == 2.0


COUNTED: dict[str, Any] = {"kind": "probability-per-demand", "method": "counted"}


@pytest.mark.parametrize(
    "other",
    ["wrong ", " wrong", "Wrong", "WRONG", "wrong\u200b", "wr\u00adong", "\uff57rong", "wrong\t", "wrong_"],
)
@pytest.mark.parametrize("chosen", ["own", "other"])
def test_a_key_beside_its_own_name_in_another_spelling_is_refused(
    tmp_path: Path, other: str, chosen: str
) -> None:
    held = {"wrong": 3, other: 0, "images": 500}
    for document, above in ((held, ""), ({"test": held}, "/test")):
        place = f"{above}/{'wrong' if chosen == 'own' else other}"
        with pytest.raises(InputProblem, match="the same name spelt otherwise"):
            call(
                REPORTED_MEASURE,
                json.dumps(document),
                tmp_path,
                count=place,
                trials=f"{above}/images",
                **COUNTED,
            )


@pytest.mark.parametrize(
    "document",
    [
        {"wrong": 3, "Wrong": 3, "images": 500},
        {"wrong": 3, "images": 500, "n": 1, "N": 2, "a b": 1, "a  b": 2},
        {"wrong": 3, "images": 500, "wrong_share": 0.006, "not wrong": 497},
    ],
)
def test_names_that_say_the_same_or_something_else_are_read(tmp_path: Path, document: Any) -> None:
    result = call(
        REPORTED_MEASURE, json.dumps(document), tmp_path, count="/wrong", trials="/images", **COUNTED
    )
    assert result.measures["probability_per_demand"].value == 0.006


def test_letters_of_two_cases_are_two_quantities(tmp_path: Path) -> None:
    result = call(
        REPORTED_MEASURE, '{"wrong": 3, "n": 10, "N": 500}', tmp_path, count="/wrong", trials="/N", **COUNTED
    )
    assert result.measures["probability_per_demand"].n == 500


@pytest.mark.parametrize("key", ["", " ", "\u200b", "\t\n"])
def test_a_number_without_a_name_is_refused(tmp_path: Path, key: str) -> None:
    for document, place in (({key: 0.03}, f"/{key}"), ({"error": {key: 0.03}}, f"/error/{key}")):
        with pytest.raises(InputProblem, match="has no name"):
            call(REPORTED_MEASURE, json.dumps(document), tmp_path, value=place, **STATED)


def test_a_part_without_a_name_is_read_exactly(tmp_path: Path) -> None:
    text = '{"": {"error": 0.03}, "error": 0.5}'
    assert call(REPORTED_MEASURE, text, tmp_path, value="//error", **STATED).measures["score"].value == 0.03


@pytest.mark.parametrize("text", ['{"a": {"": 1, "": 2}}', '[{"a": 1}, {"\\u0061": 1, "a": 1}]'])
def test_duplicated_keys_are_refused_at_any_depth(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputProblem, match="is duplicated"):
        call(REPORTED_MEASURE, text, tmp_path, value="/a", **STATED)


@pytest.mark.parametrize("place", ["/a~b", "/a~", "/a~2", "", "a", "/a/~/b"])
def test_a_place_has_one_spelling(tmp_path: Path, place: str) -> None:
    with pytest.raises(ValidationError, match="value"):
        call(REPORTED_MEASURE, '{"a~b": 1}', tmp_path, value=place, **STATED)
    assert (
        call(REPORTED_MEASURE, '{"a~b/c": 1}', tmp_path, value="/a~0b~1c", **STATED).measures["score"].value
        == 1
    )
