"""Test and coverage reports that say more than their counts, and pictures of one moment; each with a true twin."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import Run
from casegen_evidence.reports.cobertura import COVERAGE_REPORT
from casegen_evidence.reports.junit import TEST_REPORT

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


def test_a_suite_that_failed_without_a_failed_test(tmp_path: Path) -> None:
    for word in ("fail", "FAILED", "error"):
        assert signs(TEST_REPORT, tmp_path, suite("", f'status="{word}"')) == {"sign-report-contradicts!"}
    assert not signs(TEST_REPORT, tmp_path, suite("", 'status="passed" result="ok"'))


def test_a_claim_on_a_suite_that_failed(tmp_path: Path) -> None:
    false, true = suite("", 'result="failed"'), suite("", 'result="passed"')
    must_not_hold(
        folder(tmp_path / "false", measured(), NONE_FAILS, {"report": false}), "sign-report-contradicts"
    )
    must_hold(folder(tmp_path / "true", measured(), NONE_FAILS, {"report": true}))


def covered(*files: str) -> str:
    line = '<line number="1" hits="1"/>'
    classes = "".join(f'<class filename="{name}"><lines>{line}</lines></class>' for name in files)
    return f'<coverage line-rate="1.0">{classes}</coverage>'


@pytest.mark.parametrize(
    "foreign",
    ["/usr/lib/python3/site-packages/numpy/core.py", "third_party/x.c", "node_modules/x.js", "build/generated/a.c", "a_pb2.py",
     "external/zlib/inflate.c"],
)  # fmt: skip
def test_lines_of_others(foreign: str, tmp_path: Path) -> None:
    assert signs(COVERAGE_REPORT, tmp_path, covered("src/a.c", foreign)) == {"sign-foreign-code"}


def test_lines_of_tests(tmp_path: Path) -> None:
    for names in (
        ("src/a.py", "conftest.py"),
        ("src/a.c", "unittest/a.c"),
        ("tests/a.py", "tests/b.py"),
        ("a.ts", "a.test.ts"),
    ):
        assert signs(COVERAGE_REPORT, tmp_path, covered(*names)) == {"sign-tests-counted"}
    assert not signs(
        COVERAGE_REPORT, tmp_path, covered("src/contest.py", "src/latest.py", "src/vendors.py", "generate.py")
    )


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


def test_files_that_are_there_again(tmp_path: Path) -> None:
    true, said, _ = answers(0.01)
    for name, files, copied in (("sha256", 1500, True), ("md5", len(true), False)):
        hashes = [f"{k % files * 7919:064x}" for k in range(len(true))]
        seen = table_signs(tmp_path, csv(**{name: hashes, "true": true, "predicted": said}))
        assert ("sign-grouped-rows" in seen) == copied
