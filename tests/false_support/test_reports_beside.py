"""Test and coverage reports that say more than their counts, and pictures of one moment; each with a true twin."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import Run
from casegen_evidence.reports.cobertura import COVERAGE_REPORT
from casegen_evidence.reports.junit import TEST_REPORT
from casegen_evidence.reports.junit_file import read_report

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import measured
from tests.false_support.test_columns_beside import answers, csv
from tests.false_support.test_columns_beside import signs as table_signs
from tests.false_support.test_reports import NONE_FAILS


def signs(method: Any, folder: Path, content: str) -> set[str]:
    (path := folder / "report.xml").write_text(content, encoding="utf-8")
    result = method.run(Run({"report": path}, method.parameters.model_validate({}), 0, 0.95, folder))
    return {sign.name + "!" * (sign.severity == "fails") for sign in result.signs}


def suite(inside: str, attributes: str = "") -> str:
    return f'<testsuite name="s" tests="2" failures="0" {attributes}><testcase name="a"/><testcase name="b">{inside}</testcase></testsuite>'


OUTPUT = "<system-out>{}</system-out>"
PROPERTY = '<properties><property name="{}" value="{}"/></properties>'


@pytest.mark.parametrize(
    "text",
    ["3 checks failed", "==== 1 failed, 5 passed in 3 s ====", "Tests run: 5, Failures: 2, Errors: 0", "AssertionError: late",
     "brake.c:31: Assertion `v &lt; 2' failed."],
)  # fmt: skip
def test_output_that_counts_failures(text: str, tmp_path: Path) -> None:
    assert signs(TEST_REPORT, tmp_path, suite(OUTPUT.format(text))) == {"sign-failure-in-output"}


@pytest.mark.parametrize(
    "text",
    ["2 passed, 0 failed. Failures: 0", "test_failed_login ok", "3 failures injected", "retry after 1 failed attempt",
     "expects 2 failed", "failed: none"],
)  # fmt: skip
def test_output_of_tests_that_passed(text: str, tmp_path: Path) -> None:
    assert not signs(TEST_REPORT, tmp_path, suite(OUTPUT.format(text)))


@pytest.mark.parametrize(
    ("name", "value", "sign"),
    [("result", "FAIL", "failure-in-output"), ("verdict", "failed", "failure-in-output"), ("failures", "3", "failure-in-output"),
     ("dry_run", "true", "run-broken-off")],
)  # fmt: skip
def test_properties_that_say_otherwise(name: str, value: str, sign: str, tmp_path: Path) -> None:
    assert signs(TEST_REPORT, tmp_path, suite(PROPERTY.format(name, value))) == {"sign-" + sign}
    fine = {"3": "0", "true": "false"}.get(value, "passed")
    assert not signs(TEST_REPORT, tmp_path, suite(PROPERTY.format(name, fine)))


@pytest.mark.parametrize(
    ("name", "value", "fine"),
    [
        ("command", "pytest -k 'not fog'", "pytest tests"), ("command", "python -m pytest -m slow", "python -m pytest -q"),
        ("mode", "collect-only", "full"), ("mode", "dry-run", "plan"), ("xfail", "the brake is weak in rain", "false"), ("xfail", "true", ""),
        ("muted", "brake", "no"), ("args", "--deselect tests/a.py", "--maxfail 3"), ("env.MAVEN_CMD_LINE_ARGS", "-Dtest=BrakeTest test", "clean test"),
        ("invocation", "ctest -R brake", "ctest -j 4"), ("cmd", "./tests --gtest_filter=Brake.*", "./tests --gtest_filter=*"),
        ("command line", "pytest --collect-only", "pytest --color=no"), ("keyword", "not fog", "all"), ("how", "go test -run Brake ./...", "go test ./..."),
        ("argv", "pytest tests/test_a.py::test_b", "pytest tests/test_a.py"),
    ],
)  # fmt: skip
def test_properties_of_a_run_that_left_tests_out(name: str, value: str, fine: str, tmp_path: Path) -> None:
    assert signs(TEST_REPORT, tmp_path, suite(PROPERTY.format(name, value))) == {"sign-run-broken-off"}
    assert not signs(TEST_REPORT, tmp_path, suite(PROPERTY.format(name, fine)))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("java.class.path", "/home/ci/.gradle/caches/junit.jar"), ("os.arch", "-m64"), ("description", "checks that -k is refused"),
        ("xfail_strict", "true"), ("pytest_version", "8.3"), ("command", "python -m casegen check"), ("requirement", "REQ-12 --filter"),
    ],
)  # fmt: skip
def test_properties_of_a_whole_run(name: str, value: str, tmp_path: Path) -> None:
    assert not signs(TEST_REPORT, tmp_path, suite(PROPERTY.format(name, value)))


def test_a_suite_that_failed_without_a_failed_test(tmp_path: Path) -> None:
    for word in ("fail", "FAILED", "error"):
        assert signs(TEST_REPORT, tmp_path, suite("", f'status="{word}"')) == {"sign-report-contradicts!"}
    assert not signs(TEST_REPORT, tmp_path, suite("", 'status="passed" result="ok"'))


@pytest.mark.slow
def test_a_claim_on_a_suite_that_failed(tmp_path: Path) -> None:
    false, true = suite("", 'result="failed"'), suite("", 'result="passed"')
    must_not_hold(
        folder(tmp_path / "false", measured(), NONE_FAILS, {"report": false}), "sign-report-contradicts"
    )
    must_hold(folder(tmp_path / "true", measured(), NONE_FAILS, {"report": true}))
    must_not_hold(
        folder(tmp_path / "set-up", measured(), NONE_FAILS, {"report": whole("<error/>", 'errors="1"')}), ""
    )


TRACEBACK = (
    'Traceback (most recent call last):\n  File "run.py", line 3, in main\n    stop()\nValueError: no port\n'
)


def whole(inside: str, attributes: str = "") -> str:
    """Two tests that pass, and what else a suite holds."""
    return f'<testsuite name="s" tests="2" failures="0" {attributes}><testcase name="a"/><testcase name="b"/>{inside}</testsuite>'


FAILED_SUITES: dict[str, tuple[str, str]] = {
    "an-error-of-the-suite": ('<error message="set-up"/>', "sign-report-contradicts!"),
    "a-traceback-of-the-suite": (f"<system-err>{TRACEBACK}more\n</system-err>", "sign-failure-in-output"),
    "a-panic": ("<system-err>panic: index out of range</system-err>", "sign-failure-in-output"),
}


@pytest.mark.parametrize("name", FAILED_SUITES)
def test_what_a_suite_says_of_itself(name: str, tmp_path: Path) -> None:
    inside, said = FAILED_SUITES[name]
    assert said in signs(TEST_REPORT, tmp_path, whole(inside, 'errors="0"'))
    assert not signs(
        TEST_REPORT, tmp_path, whole("<system-err>warning: slow</system-err><properties/>", 'errors="0"')
    )


def test_a_failure_of_a_suite_is_counted(tmp_path: Path) -> None:
    (path := tmp_path / "report.xml").write_text(
        '<testsuites><testsuite name="s" tests="1" failures="1" errors="1"><failure/><error/><testcase name="a"/></testsuite></testsuites>'
    )
    run = Run({"report": path}, TEST_REPORT.parameters.model_validate({}), 0, 0.95, tmp_path)
    result = TEST_REPORT.run(run)
    assert result.measures["failed"].value == 2
    assert not result.signs


@pytest.mark.parametrize("attribute", ["timeouts", "num_timeouts", "crashed", "aborted", "broken"])
def test_other_counts_of_what_went_wrong(attribute: str, tmp_path: Path) -> None:
    assert signs(TEST_REPORT, tmp_path, whole("", f'{attribute}="1"')) == {"sign-report-contradicts!"}
    assert not signs(TEST_REPORT, tmp_path, whole("", f'{attribute}="0" retries="3" expectedFailures="2"'))


@pytest.mark.parametrize("attribute", ["blocked", "inconclusive", "notrun", "deselected"])
def test_other_counts_of_what_did_not_run(attribute: str, tmp_path: Path) -> None:
    assert signs(TEST_REPORT, tmp_path, whole("", f'{attribute}="2"')) == {"sign-run-broken-off"}
    assert not signs(TEST_REPORT, tmp_path, whole("", f'{attribute}="0"'))


@pytest.mark.parametrize(
    ("inside", "values"),
    [("<timeout/>", (1, 0)), ("<aborted/>", (1, 0)), ("<steps><step><failure/></step></steps>", (1, 0)), ("<notRun/>", (0, 1)),
     ("<flakyFailure><error/></flakyFailure>", (0, 0)), ("<attachments><file/></attachments>", (0, 0))],
)  # fmt: skip
def test_elements_of_other_runners(inside: str, values: tuple[int, int], tmp_path: Path) -> None:
    (path := tmp_path / "report.xml").write_text(
        f'<testsuite name="s"><testcase name="a"/><testcase name="b">{inside}</testcase></testsuite>'
    )
    report = read_report(path)
    assert (report.count("failed", "error"), report.count("skipped")) == values
    assert not report.unclear


@pytest.mark.parametrize(
    ("attribute", "fine", "values"),
    [('failed="true"', 'failed="false"', (1, 0)), ('passed="false"', 'passed="true"', (1, 0)),
     ('exitcode="1"', 'exitcode="0"', (1, 0)), ('executed="False"', 'executed="True"', (0, 1)), ('run="notrun"', 'run="run"', (0, 1))],
)  # fmt: skip
def test_attributes_of_other_runners(
    attribute: str, fine: str, values: tuple[int, int], tmp_path: Path
) -> None:
    for said, counts in ((attribute, values), (fine, (0, 0))):
        (path := tmp_path / "report.xml").write_text(
            f'<testsuite name="s"><testcase name="errors" {said}/></testsuite>'
        )
        report = read_report(path)
        assert (report.count("failed", "error"), report.count("skipped")) == counts


@pytest.mark.parametrize(
    "text",
    [
        "MemoryError",
        "thread 'main' panicked at src/x.rs:1",
        "died with SIGSEGV",
        "exited with code 3",
        "test run timed out",
    ],
)
def test_output_of_a_suite_that_ended_badly(text: str, tmp_path: Path) -> None:
    assert "sign-failure-in-output" in signs(TEST_REPORT, tmp_path, whole(f"<system-err>{text}</system-err>"))
    assert not signs(
        TEST_REPORT, tmp_path, suite(f"<system-err>{text}</system-err>")
    )  # a test may provoke it
    assert not signs(TEST_REPORT, tmp_path, whole("<system-err>exited with code 0, no timeouts</system-err>"))


@pytest.mark.parametrize("said", ['aborted="true"', 'exitcode="1"', 'interrupted="true"'])
def test_a_suite_that_was_broken_off(said: str, tmp_path: Path) -> None:
    assert signs(TEST_REPORT, tmp_path, whole("", said)) == {"sign-run-broken-off"}
    assert not signs(TEST_REPORT, tmp_path, whole("", said.replace("true", "false").replace("1", "0")))


def test_an_error_of_all_suites(tmp_path: Path) -> None:
    (path := tmp_path / "report.xml").write_text(f'<testsuites errors="1"><error/>{whole("")}</testsuites>')
    assert read_report(path).count("error") == 1


def test_an_element_that_nobody_knows(tmp_path: Path) -> None:
    assert signs(TEST_REPORT, tmp_path, suite("<mystery/>")) == {"sign-status-unclear"}


def test_a_traceback_that_a_test_handled(tmp_path: Path) -> None:
    assert signs(TEST_REPORT, tmp_path, suite(f"<system-err>{TRACEBACK}</system-err>")) == {
        "sign-failure-in-output"
    }
    assert not signs(TEST_REPORT, tmp_path, suite(f"<system-err>{TRACEBACK}handled, going on\n</system-err>"))


def covered(*files: str) -> str:
    line = '<line number="1" hits="1"/>'
    classes = "".join(f'<class filename="{name}"><lines>{line}</lines></class>' for name in files)
    return f'<coverage line-rate="1.0">{classes}</coverage>'


@pytest.mark.parametrize(
    "foreign",
    ["/usr/lib/python3/site-packages/numpy/core.py", "third_party/x.c", "node_modules/x.js", "build/generated/a.c", "a_pb2.py",
     "external/zlib/inflate.c", "src/lex.yy.c", "src/y.tab.c", "ui/Form.Designer.cs", "api/a.pb.go", "deps/zlib/inflate.c",
     "Pods/x.swift", "extern/x.c", "subprojects/x.c", "vendor/x.go", "/home/u/.cargo/registry/src/serde/lib.rs",
     "/go/pkg/mod/x.go", "build/_deps/fmt/a.cc", "C:\\Python311\\Lib\\json\\decoder.py", "/usr/lib/python3.11/json/x.py"],
)  # fmt: skip
def test_lines_of_others(foreign: str, tmp_path: Path) -> None:
    assert signs(COVERAGE_REPORT, tmp_path, covered("src/a.c", foreign)) == {"sign-foreign-code"}


def test_lines_of_tests(tmp_path: Path) -> None:
    for names in (
        ("src/a.py", "conftest.py"),
        ("src/a.c", "unittest/a.c"),
        ("tests/a.py", "tests/b.py"),
        ("a.ts", "a.test.ts"),
        ("src/Reader.java", "src/TestReader.java"),
        ("Reader/Reader.cs", "Reader.Tests/Steps.cs"),
        ("Reader.swift", "ReaderTests.swift"),
        ("Reader.scala", "ReaderSpec.scala"),
        ("Reader.java", "ReaderIT.java"),
        ("a.cc", "gtest/gtest-all.cc"),
    ):
        assert signs(COVERAGE_REPORT, tmp_path, covered(*names)) == {"sign-tests-counted"}
    assert not signs(
        COVERAGE_REPORT, tmp_path, covered("src/contest.py", "src/latest.py", "src/vendors.py", "generate.py")
    )
    own = (
        "src/deps.py",
        "Contests.cs",
        "Latest.swift",
        "extern.c",
        "lexer.c",
        "src/designer.py",
        "python3/reader.py",
    )
    assert not signs(
        COVERAGE_REPORT, tmp_path, covered(*own, "Attestation.java", "Audit.java", "lib/python/own.py")
    )


@pytest.mark.parametrize(
    ("names", "asked"),
    [(("src/reader.c", "src/gen.c"), "lines of src/gen.c"), (("src/reader.c", "table/a.c", "table/b.c"), "lines of table"),
     (("src/a.c", "src/b.c"), "")],
)  # fmt: skip
def test_a_file_that_hides_what_the_others_are_like(
    names: tuple[str, ...], asked: str, tmp_path: Path
) -> None:
    """Whatever a file is called: without it the coverage is far less, so that a person reads of it at every claim."""
    classes = []
    for k, name in enumerate(names):
        whole = k and asked
        lines = "".join(f'<line number="{i}" hits="{int(bool(whole) or i % 3 > 0)}"/>' for i in range(1, 100))
        classes.append(f'<class filename="{name}"><lines>{lines}</lines></class>')
    path = tmp_path / "c.xml"
    path.write_text(f"<coverage>{''.join(classes)}</coverage>")
    run = Run({"report": path}, COVERAGE_REPORT.parameters(), 1, 0.95, tmp_path)
    result = COVERAGE_REPORT.run(run)
    held = [entry for report in result.read for entry in report.get("asked", ())]
    assert [entry.partition(":")[0] for entry in held] == ([asked] if asked else [])
    assert f"{len(names)} files are counted" in result.tables[0].note


BURSTS = {
    "ten-shots-each": lambda k: f"IMG_{1000 + k // 10 * 137 + k % 10}.jpg",
    "milliseconds": lambda k: f"cam_{1_700_000_000_000 + k // 20 * 3_600_000 + k % 20 * 100}.png",
    "dates": lambda k: f"PXL_202401{1 + k // 100:02d}_{k // 5 % 20:02d}30{k % 5:02d}.jpg",
}  # fmt: skip
DRAWN = np.random.default_rng(3).permutation(580_000)
SINGLE = {
    "an-index": lambda k: f"IMG_{1000 + k}.jpg",
    "drawn-from-more": lambda k: f"{DRAWN[k]:012d}.jpg",
    "minutes-apart": lambda k: f"cam_{1_700_000_000 + 731 * k}.png",
    "some-left-out": lambda k: f"{k + k // 50:06d}.png",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("form", BURSTS)
def test_pictures_of_one_moment(form: str, tmp_path: Path) -> None:
    true, said, _ = answers(0.01)
    names = [BURSTS[form](k) for k in range(len(true))]
    assert "sign-grouped-rows" in table_signs(tmp_path, csv(file_name=names, true=true, predicted=said))


@pytest.mark.parametrize("form", SINGLE)
def test_pictures_of_moments_of_their_own(form: str, tmp_path: Path) -> None:
    true, said, _ = answers(0.01, n=300)
    names = [SINGLE[form](k) for k in range(len(true))]
    assert not table_signs(tmp_path, csv(file_name=names, true=true, predicted=said))


@pytest.mark.slow
def test_files_that_are_there_again(tmp_path: Path) -> None:
    true, said, _ = answers(0.01)
    for name, files, copied in (("sha256", 1500, True), ("md5", len(true), False)):
        hashes = [f"{k % files * 7919:064x}" for k in range(len(true))]
        seen = table_signs(tmp_path, csv(**{name: hashes, "true": true, "predicted": said}))
        assert ("sign-grouped-rows" in seen) == copied


def of_pytest(tests: int, failures: int, body: str, skipped: int = 0) -> str:
    """A report as pytest 9.2 writes it: the suite counts subtests, which have no element of their own unless they fail."""
    head = f'errors="0" failures="{failures}" skipped="{skipped}" tests="{tests}"'
    return f'<testsuites name="pytest tests"><testsuite name="pytest" {head}>{body}</testsuite></testsuites>'


FAILED_SUBTEST = (
    '<testcase name="b"><failure message="i"/>{more}<failure message="contains 1 failed subtest"/></testcase>'
)


@pytest.mark.parametrize(
    ("report", "values"),
    [
        (of_pytest(7, 0, '<testcase name="a"/><testcase name="b"/>'), (0, 0, 1)),
        (of_pytest(9, 2, '<testcase name="a"/>' + FAILED_SUBTEST.format(more="")), (1, 0, 0.5)),
        (of_pytest(11, 2, '<testcase name="a"/>' + FAILED_SUBTEST.format(more="<skipped/>" * 2), 2), (1, 0, 0.5)),
    ],
)  # fmt: skip
def test_subtests_of_pytest_are_counted_by_the_suite_alone(report: str, values: Any, tmp_path: Path) -> None:
    assert signs(TEST_REPORT, tmp_path, report) == set()
    held = read_report(tmp_path / "report.xml")
    share = held.count("passed") / (held.ran + held.count("skipped"))
    assert (held.count("failed", "error"), held.count("skipped"), share) == values


@pytest.mark.parametrize(
    "report",
    [
        of_pytest(7, 1, '<testcase name="a"/><testcase name="b"/>'),
        of_pytest(7, 0, '<testcase name="a"/>', skipped=1),
        of_pytest(1, 0, '<testcase name="a"/><testcase name="b"/>'),
        of_pytest(7, 0, '<testcase name="a"/>' + FAILED_SUBTEST.format(more="")),
        of_pytest(7, 0, '<testcase name="a"/>').replace("pytest", "ctest"),
    ],
)
def test_a_report_of_pytest_that_was_cut_or_edited(report: str, tmp_path: Path) -> None:
    assert "sign-report-contradicts!" in signs(TEST_REPORT, tmp_path, report)


def _asked(content: str, folder: Path) -> list[str]:
    (path := folder / "report.xml").write_text(content, encoding="utf-8")
    result = COVERAGE_REPORT.run(
        Run({"report": path}, COVERAGE_REPORT.parameters.model_validate({}), 0, 0.95, folder)
    )
    return [entry for one in result.read for entry in one.get("asked", [])]


@pytest.mark.parametrize(
    ("source", "asks"),
    [
        ("/home/ci/project/src", False), (".", False), ("", False), ("C:\\work\\my project\\src", False), ("src", False),
        ("/home/ci/project/tests", True), ("/w/mocks", True), ("without the drivers", True), ("/w/unit_test", False),
    ],
)  # fmt: skip
def test_the_folders_of_a_coverage_report(source: str, asks: bool, tmp_path: Path) -> None:
    text = covered("a.py", "b.py").replace("<class", f"<sources><source>{source}</source></sources><class", 1)
    assert bool(_asked(text, tmp_path)) is asks


@pytest.mark.parametrize(
    ("more", "asks"),
    [
        ('<class filename="brake.py" line-rate="0"><lines/></class>', True), ('<class name="Brake" line-rate="0.0"/>', True),
        ('<class filename="brake.py" line-rate="1"><lines/></class>', False), ('<class filename="a.py" name="I" line-rate="0"><lines/></class>', False),
        ('<class filename="brake.py"><lines/></class>', False),
    ],
)  # fmt: skip
def test_a_class_of_which_nothing_ran_and_no_line_is_listed(more: str, asks: bool, tmp_path: Path) -> None:
    said = _asked(covered("a.py", "b.py").replace("</coverage>", f"{more}</coverage>"), tmp_path)
    assert (
        any(entry.startswith("classes without lines: 1 class states line-rate = 0") for entry in said) is asks
    )


@pytest.mark.parametrize(
    ("stated", "own", "silent"),
    [("0", "", 4), ("3", "", 1), ("4", "", 0), ("9", "", 0), ("", "", 0), ("0", "2", 0)],
)
def test_a_suite_with_fewer_assertions_than_tests(stated: str, own: str, silent: int, tmp_path: Path) -> None:
    """A suite may count the assertions of all its tests; tests that count their own are judged by these."""
    of_test = f' assertions="{own}"' if own else ""
    cases = "".join(f'<testcase name="reads {k}"{of_test}/>' for k in ("a", "b", "c", "d"))
    said = f' assertions="{stated}"' if stated else ""
    (path := tmp_path / "r.xml").write_text(f'<testsuite name="s" tests="4"{said}>{cases}</testsuite>')
    assert len(read_report(path).asserts_nothing) == silent
