"""Reports in XML: comments, processing instructions, names of elements and namespaces, none of which may hide a test."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from casegen_evidence.method import InputProblem, Result, Run
from casegen_evidence.reports.cobertura import COVERAGE_REPORT
from casegen_evidence.reports.junit import TEST_REPORT

PASSES = '<testcase classname="t.Stop" name="dry"/><testcase classname="t.Stop" name="wet"/>'
LINES = '<line number="1" hits="1"/><line number="2" hits="1"/>'


def suite(tests: str = PASSES, before: str = "", behind: str = "") -> str:
    return f'{before}<testsuite name="brakes">{tests}</testsuite>{behind}'


def covered(lines: str = LINES, beside: str = "") -> str:
    within = f'<class name="a.py" filename="a.py"><methods/><lines>{lines}</lines></class>{beside}'
    return f"<coverage><packages><package><classes>{within}</classes></package></packages></coverage>"


def call(method: Any, content: str, folder: Path) -> Result:
    path = folder / "report"
    path.write_text(content, encoding="utf-8")
    result: Result = method.run(Run({"report": path}, method.parameters.model_validate({}), 0, 0.95, folder))
    return result


def signs(result: Result) -> set[str]:
    return {sign.name for sign in result.signs}


def asked(result: Result) -> set[str]:
    return {entry for table in result.read for entry in table.get("asked", [])}


REMOVED = '<testcase classname="t.Stop" name="ice"><failure/></testcase>'


@pytest.mark.parametrize(
    ("remark", "sign"),
    [
        (REMOVED, "sign-run-broken-off"),
        ("< j:testcase name='ice' />", "sign-run-broken-off"),
        ("<skipped/>", "sign-run-broken-off"),
        ("3 tests skipped", "sign-run-broken-off"),
        ("the flaky tests were removed", "sign-run-broken-off"),
        ("Skipped: 2", "sign-run-broken-off"),
        ("2 tests failed before the fix", "sign-failure-in-output"),
        ("AssertionError: 3 m too far", "sign-failure-in-output"),
        ("Segmentation fault", "sign-failure-in-output"),
        ("the last lines:\nnot ok 7 - stops on ice", "sign-failure-in-output"),
    ],
)
@pytest.mark.parametrize("place", ["before", "behind", "within", "between", "instruction"])
def test_what_a_comment_says_of_the_run_is_read(tmp_path: Path, remark: str, sign: str, place: str) -> None:
    comment = f"<?note {remark}?>" if place == "instruction" else f"<!-- {remark} -->"
    texts = {"within": suite(comment + PASSES), "between": suite(f"{PASSES}<testcase name='a'>{comment}</testcase>"),
             "before": suite(before=comment), "behind": suite(behind=comment), "instruction": suite(comment + PASSES)}  # fmt: skip
    result = call(TEST_REPORT, texts[place], tmp_path)
    assert sign in signs(result)
    assert result.measures["failed"].value == 0  # a comment is no test
    assert any(remark[:9] in entry for entry in asked(result))


TEXTS = {"cdata": "<![CDATA[{}]]>", "spelt": "{}"}


def _as_text(remark: str, form: str) -> str:
    shown = remark if form == "cdata" else remark.replace("<", "&lt;").replace(">", "&gt;")
    return TEXTS[form].format(shown)


@pytest.mark.parametrize("form", TEXTS)
@pytest.mark.parametrize("place", ["suite", "suites", "test", "properties"])
@pytest.mark.parametrize("remark", [REMOVED, "<j:testcase name='ice' />", "<skipped/>"])
def test_tests_in_a_text_between_the_elements_were_taken_out(
    tmp_path: Path, remark: str, place: str, form: str
) -> None:
    """To XML a section CDATA is text: a failed test in it was one question among others, in a comment it barred."""
    text = _as_text(remark, form)
    inner = {"suite": text, "test": f"<testcase name='a'>{text}</testcase>", "properties": f"<properties>{text}</properties>"}  # fmt: skip
    report = suite(PASSES + inner.get(place, ""))
    if place == "suites":
        report = f"<testsuites>{text}{report}</testsuites>"
    result = call(TEST_REPORT, report, tmp_path)
    assert "sign-run-broken-off" in signs(result)
    assert result.measures["failed"].value == 0


@pytest.mark.parametrize("form", TEXTS)
@pytest.mark.parametrize(
    ("remark", "sign"),
    [("3 tests skipped", "sign-run-broken-off"), ("2 tests failed", "sign-failure-in-output"),
     ("Segmentation fault", "sign-failure-in-output")],
)  # fmt: skip
def test_what_a_text_between_the_elements_says_of_the_run_is_read(
    tmp_path: Path, remark: str, sign: str, form: str
) -> None:
    for report in (
        suite(PASSES + _as_text(remark, form)),
        suite(f"{PASSES}<properties>{_as_text(remark, form)}</properties>"),
    ):
        assert sign in signs(call(TEST_REPORT, report, tmp_path))


def test_output_and_reasons_in_cdata_are_text(tmp_path: Path) -> None:
    """A failure counts whatever its text is written as; output may hold the XML that a test is about."""
    failed = '<testcase name="c"><failure><![CDATA[3 < 4 <testcase name="x"/>]]></failure></testcase>'
    result = call(TEST_REPORT, suite(PASSES + failed), tmp_path)
    assert result.measures["failed"].value == 1
    assert "sign-run-broken-off" not in signs(result)
    for output in ("<testcase name='x'><failure/></testcase>", "all is well", "3 tests skipped"):
        written = f'<testcase name="c"><system-out><![CDATA[{output}]]></system-out></testcase>'
        assert not signs(call(TEST_REPORT, suite(PASSES + written), tmp_path)), output
    assert "sign-failure-in-output" in signs(
        call(TEST_REPORT, suite(PASSES + "<system-out><![CDATA[1 failed, 2 passed]]></system-out>"), tmp_path)
    )


@pytest.mark.parametrize("form", TEXTS)
def test_lines_in_a_text_of_a_coverage_report_were_taken_out(tmp_path: Path, form: str) -> None:
    text = _as_text('<line number="3" hits="0"/>', form)
    assert "sign-report-contradicts" in signs(call(COVERAGE_REPORT, covered(LINES + text), tmp_path))
    assert not signs(call(COVERAGE_REPORT, covered(LINES + _as_text("  ", form)), tmp_path))


@pytest.mark.parametrize(
    "comment",
    [
        "<!-- Generated by coverage.py: https://coverage.readthedocs.io/en/7.4.0 -->",
        "<!-- Based on https://raw.githubusercontent.com/cobertura/web/master/htdocs/xml/coverage-04.dtd -->",
        "<!-- Created with gcovr 7.0 -->",
        "<!--This file represents the results of running a test suite-->",
        '<?xml-stylesheet type="text/xsl" href="report.xsl"?>',
        "<!---->",
    ],
)
def test_a_program_that_names_itself_asks_nothing(tmp_path: Path, comment: str) -> None:
    for method, text in ((TEST_REPORT, suite()), (COVERAGE_REPORT, covered())):
        result = call(method, comment + text, tmp_path)
        assert not result.signs
        assert not asked(result)


@pytest.mark.parametrize(
    "comment", ["generated by hand", "generated by Ann from the good runs", "the rig of May"]
)
def test_other_comments_are_asked_about_and_count_nothing(tmp_path: Path, comment: str) -> None:
    result = call(TEST_REPORT, suite(f"<!-- {comment} -->" + PASSES), tmp_path)
    assert not result.signs
    assert asked(result) == {f"comment: {comment}"}


@pytest.mark.parametrize("comment", ["no tests were skipped", "0 tests failed", "Skipped: 0, failed: 0"])
def test_a_comment_that_nothing_failed_or_was_skipped_is_no_sign(tmp_path: Path, comment: str) -> None:
    assert not call(TEST_REPORT, suite(f"<!-- {comment} -->" + PASSES), tmp_path).signs


def test_skipped_tests_that_a_comment_counts_again_raise_one_sign(tmp_path: Path) -> None:
    text = suite(f"<!-- 1 test skipped -->{PASSES}<testcase name='ice'><skipped/></testcase>")
    assert signs(call(TEST_REPORT, text, tmp_path)) == {"sign-skipped-tests"}


def test_a_comment_within_a_text_divides_no_words(tmp_path: Path) -> None:
    text = suite(PASSES + "<system-out>2 tests <!-- sic -->failed</system-out>")
    assert "sign-failure-in-output" in signs(call(TEST_REPORT, text, tmp_path))


@pytest.mark.parametrize("place", ["suite", "test", "output"])
def test_text_behind_an_element_is_read_as_the_text_before(tmp_path: Path, place: str) -> None:
    words = "<properties/>\n2 tests failed\n"
    texts = {"suite": PASSES + words, "test": PASSES + f"<testcase name='a'>{words}</testcase>",
             "output": f"{PASSES}<system-out><b/>2 tests failed</system-out>"}  # fmt: skip
    result = call(TEST_REPORT, suite(texts[place]), tmp_path)
    assert "sign-failure-in-output" in signs(result)
    assert any("2 tests failed" in entry for entry in asked(result))


@pytest.mark.parametrize("root", ["html", "test-run", "tests", "report", "assemblies", "coverage"])
def test_another_root_is_refused_by_its_name(tmp_path: Path, root: str) -> None:
    with pytest.raises(InputProblem, match=rf"\(testsuites or testsuite\), found <{root}>"):
        call(TEST_REPORT, f"<{root}>{suite()}</{root}>", tmp_path)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (suite().replace("testsuite", "TestSuite"), "testsuite"),
        (suite().replace("testsuite", "test-suites"), "testsuites"),
        (suite(PASSES + "<TestCase name='ice'><failure/></TestCase>"), "testcase"),
        (suite(PASSES + "<test_case name='ice'><failure/></test_case>"), "testcase"),
        (suite(PASSES + "<x:test-case xmlns:x='urn:x' name='ice'/>"), "testcase"),
    ],
)
def test_names_that_are_spelt_otherwise_are_refused(tmp_path: Path, text: str, meant: str) -> None:
    with pytest.raises(InputProblem, match=f"would not be counted. Write <{meant}>"):
        call(TEST_REPORT, text, tmp_path)


@pytest.mark.parametrize(
    ("method", "text"),
    [
        (TEST_REPORT, suite(PASSES + "<x:testcase xmlns:x='urn:x' name='more'/>")),
        (TEST_REPORT, suite(PASSES + "<testcase xmlns='urn:x' name='more'/>")),
        (COVERAGE_REPORT, covered("<x:line xmlns:x='urn:x' number='3' hits='1'/>" + LINES)),
        (COVERAGE_REPORT, covered(beside="<x:class xmlns:x='urn:x' filename='b.py'><lines/></x:class>")),
    ],
)  # fmt: skip
def test_elements_of_two_namespaces_are_refused(tmp_path: Path, method: Any, text: str) -> None:
    with pytest.raises(InputProblem, match=r"Write all of the report in one"):
        call(method, text, tmp_path)


def test_other_elements_and_attributes_may_have_a_namespace_of_their_own(tmp_path: Path) -> None:
    schema = (
        'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="surefire.xsd"'
    )
    tests = PASSES + "<testcase name='a'><x:attachment xmlns:x='urn:x'/></testcase>"
    result = call(TEST_REPORT, suite(tests).replace('name="brakes"', f'name="brakes" {schema}'), tmp_path)
    assert result.measures["passed_share"].value == 1
    assert not result.signs


def test_a_failure_in_a_namespace_of_its_own_fails(tmp_path: Path) -> None:
    text = suite("<testcase name='a'><x:failure xmlns:x='urn:x'/></testcase>")
    assert call(TEST_REPORT, text, tmp_path).measures["failed"].value == 1


def test_tests_within_what_is_no_suite_are_asked_about(tmp_path: Path) -> None:
    result = call(TEST_REPORT, suite(f"{PASSES}<previousRun>{REMOVED}</previousRun>"), tmp_path)
    assert "tests within: <previousRun>" in asked(result)
    assert result.measures["failed"].value == 1
    nested = call(TEST_REPORT, f"<testsuites>{suite(suite())}</testsuites>", tmp_path)
    assert not asked(nested)


def test_suites_within_suites_fail_by_themselves(tmp_path: Path) -> None:
    text = f"<testsuites><testsuites><error/>{suite()}</testsuites></testsuites>"
    assert call(TEST_REPORT, text, tmp_path).measures["failed"].value == 1


def test_lines_in_a_comment_are_doubted_and_not_counted(tmp_path: Path) -> None:
    result = call(COVERAGE_REPORT, covered(LINES + "<!-- <line number='3' hits='0'/> -->"), tmp_path)
    assert result.measures["line_coverage"].value == 1
    assert signs(result) == {"sign-report-contradicts"}


@pytest.mark.parametrize("name", ["Line", "LINE", "li-ne"])
def test_lines_that_are_spelt_otherwise_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputProblem, match="Write <line>"):
        call(COVERAGE_REPORT, covered(LINES + f"<{name} number='3' hits='0'/>"), tmp_path)


def test_lines_that_no_class_lists_are_asked_about(tmp_path: Path) -> None:
    text = covered(beside="<class filename='b.py'><line number='1' hits='0'/><lines/></class>")
    result = call(COVERAGE_REPORT, text, tmp_path)
    assert asked(result) == {"lines outside of the lists of classes: 1"}
    method = "<class filename='b.py'><methods><method><lines><line number='1' hits='0'/></lines></method></methods><lines/></class>"
    assert not asked(call(COVERAGE_REPORT, covered(beside=method), tmp_path))
