"""Test results as JUnit XML, which most test runners write: how many ran, failed, or did not run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from casegen_evidence.method import InputProblem, Kind, Parameters, Result, Run, Table
from casegen_evidence.plural import plural
from casegen_evidence.signs import Direction, Intake, directions
from casegen_evidence.tables.meaning import parts

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_FAILED = {"failed", "failure", "fail", "nok", "ko", "false", "broken", "unsuccessful"}
_ERROR = {
    "error", "errored", "crashed", "crash", "aborted", "timeout", "timedout", "killed", "interrupted", "incomplete",
}  # fmt: skip
_SKIPPED = {
    "skipped", "skip", "notrun", "not run", "disabled", "suppressed", "ignored", "ignore", "pending", "blocked",
    "filtered", "inconclusive", "notexecuted", "not executed", "xfail", "xfailed", "untested", "deselected",
    "canceled", "cancelled",
}  # fmt: skip
_PASSED = {
    "passed", "pass", "ok", "success", "successful", "succeeded", "run", "completed", "complete", "true",
    "executed", "done", "xpass",
}  # fmt: skip
_AGAIN = {"flakyFailure", "flakyError", "rerun"}
_EXIT = {"exitstatus", "exitcode", "returncode", "exit", "rc"}
_LEFT_OUT = {"deselected", "notrun", "notexecuted", "excluded", "filteredout", "uncollected"}
_VERDICTS = {"status", "result", "outcome", "state", "verdict"}
_NOT_RUN = {"dryrun", "collectonly", "listonly", "norun", "justprint"}
_COUNTED = {"failures", "failed", "errors", "failedtests", "testsfailed", "numfailed", "nfailed"}
_SUMMARY = re.compile(
    r"(?i)^(?!.*\b(?:inject|expect|simulat|retr|deliberate)).*?(?P<said>"
    r"\b[1-9]\d*\s+(?:(?:tests?|checks?|assertions?|cases?|steps?|specs?|examples?)\s+)?(?:failed|failures?)\b|"
    r"\b(?:failures?|failed)\s*[:=]\s*[1-9]\d*\b|\bassertion\b.{0,80}\bfailed\b|^\s*AssertionError\b)",
    re.MULTILINE,
)
"""a summary of a test runner, or an assertion, in what a test wrote; not of failures that the test is about"""
_CRASH = re.compile(
    r"(?im)segmentation fault|core dumped|stack smashing|^fatal error.*|^\s*(?:\[\s*)?FAIL(?:ED|URE)?(?:\s*\])?\s*$|"
    r"^\s*(?-i:FAILED)\b(?!\s*[:=]?\s*(?:0|none)).*|"
    r"^not ok \d+.*|AddressSanitizer|double free or corruption"
)
SHOWN = 30
"""failed tests listed at most"""


class JUnitParameters(Parameters):
    """Parameters of ``test-report``."""

    requires: Annotated[list[str], Field(max_length=1000)] = Field(
        default_factory=list,
        description="tests that must have run, as suite, class or name; each bars the result if it did not",
    )


@dataclass(slots=True)
class ReportedTests:
    """Tests by outcome, each as ``class::name``."""

    outcomes: dict[str, list[str]] = field(
        default_factory=lambda: {"passed": [], "failed": [], "error": [], "skipped": []}
    )
    groups: set[str] = field(default_factory=set)
    """names of suites and classes with a test that ran"""
    flaky: list[str] = field(default_factory=list)
    """tests that failed first and passed when they were run again"""
    asserts_nothing: list[str] = field(default_factory=list)
    """tests that passed without an assertion, by the report"""
    unclear: dict[str, str] = field(default_factory=dict)
    """tests that count as passed although their status is a word of its own, with that word"""
    ended: list[str] = field(default_factory=list)
    """what the report says of the run as a whole: that it was broken off, or left tests out"""
    output: list[str] = field(default_factory=list)
    """lines of output that speak of a crash, or a failure, where none is counted"""
    verdicts: list[tuple[str, str]] = field(default_factory=list)
    """suites that are said to have failed, with the word, and hold no test that did"""
    stated: list[tuple[str, str, int, int]] = field(default_factory=list)
    """suite, attribute, count stated, count found: where they differ"""

    def count(self, *outcomes: str) -> int:
        """Number of tests with one of ``outcomes``."""
        return sum(len(self.outcomes[o]) for o in outcomes)

    @property
    def ran(self) -> int:
        """Tests that were executed."""
        return self.count("passed", "failed", "error")


def read_report(path: Path) -> ReportedTests:
    """Count the test cases themselves; what the suites state of them is compared.

    Raises :class:`InputProblem` for a file that is no JUnit report.
    """
    from casegen_evidence.reports.report_files import xml_root

    root = xml_root(path, "a test report in JUnit XML")
    if root.tag not in ("testsuites", "testsuite"):
        raise InputProblem(
            f"{path.name}: expected a test report (testsuites or testsuite), found <{root.tag[:60]}>"
        )
    report = ReportedTests()
    suites = [*([root] if root.tag == "testsuites" else []), *root.iter("testsuite")]
    for case in root.iter("testcase"):
        name = "::".join(x for x in (case.get("classname"), case.get("name")) if x) or "without a name"
        outcome = _outcome(case)
        report.outcomes[outcome].append(name)
        if outcome == "passed" and {child.tag for child in case} & _AGAIN:
            report.flaky.append(name)
        if outcome == "passed" and case.get("assertions") == "0":
            report.asserts_nothing.append(name)
        if outcome == "passed" and (words := _statuses(case) - _PASSED):
            report.unclear[name] = sorted(words)[0]
        if outcome != "skipped":
            report.groups |= {name, case.get("classname") or "", case.get("name") or ""}
    _whole_run(root, report)
    for suite in suites:
        _compare(suite, path, report)
        words = _statuses(suite) & (_FAILED | _ERROR)
        if words and not any(_outcome(c) in ("failed", "error") for c in suite.iter("testcase")):
            report.verdicts.append((suite.get("name") or suite.tag, sorted(words)[0]))
        if suite.tag == "testsuite" and any(_outcome(c) != "skipped" for c in suite.iter("testcase")):
            report.groups.add(suite.get("name") or "")
    return report


def _outcome(case: Element) -> str:
    tags = {child.tag for child in case}
    statuses = _statuses(case)
    if tags & {"failure", "rerunFailure"} or statuses & _FAILED:
        return "failed"
    if tags & {"error", "rerunError"} or statuses & _ERROR:
        return "error"
    if "skipped" in tags or statuses & _SKIPPED:
        return "skipped"
    return "passed"


def _statuses(case: Element) -> set[str]:
    """What the attributes of a test say of its outcome, in small letters."""
    held = (case.get(name) for name in ("status", "result", "outcome", "state", "verdict"))
    return {word.strip().casefold() for word in held if word and word.strip()}


def _whole_run(root: Element, report: ReportedTests) -> None:
    """What properties and output say of the run: an exit status, tests left out, a crash."""
    for item in root.iter("property"):
        key, value = (
            re.sub(r"[ _.\-]", "", item.get("name") or "").casefold(),
            (item.get("value") or "").strip(),
        )
        counted = value.isdecimal() and int(value) > 0
        if (
            (key in _EXIT and value not in ("", "0"))
            or (key in _LEFT_OUT and counted)
            or (key in _NOT_RUN and value.casefold() in ("true", "1", "yes", "on"))
        ):
            report.ended.append(f"{item.get('name')} = {value}")
        if (key in _COUNTED and counted) or (key in _VERDICTS and value.casefold() in _FAILED | _ERROR):
            report.output.append(f"{item.get('name')} = {value}"[:60])
    for tag in ("system-out", "system-err"):
        for text in root.iter(tag):
            if hit := _CRASH.search(text.text or ""):
                report.output.append(hit.group(0).strip()[:60])
            elif said := _SUMMARY.search(text.text or ""):
                report.output.append(said["said"].strip()[:60])


def _compare(suite: Element, path: Path, report: ReportedTests) -> None:
    from casegen_evidence.reports.report_files import whole

    counted = Counter(_outcome(case) for case in suite.iter("testcase"))
    counts = {
        "tests": sum(counted.values()),
        "failures": counted["failed"],
        "errors": counted["error"],
    }
    aside = [a for a in ("skipped", "disabled", "ignored") if suite.get(a) is not None]
    if aside:
        counts["/".join(aside)] = counted["skipped"]
    name = suite.get("name") or suite.tag
    for attribute, number in counts.items():
        parts = [part for part in attribute.split("/") if suite.get(part) is not None]
        if parts:
            stated = sum(whole(suite.get(part), f"{path.name}: suite {name}, {part}") for part in parts)
            if stated != number:
                report.stated.append((name, attribute, stated, number))


class JUnitMethod:
    """Registered as ``test-report``."""

    name = "test-report"
    version = 1
    summary = "Tests that ran, failed or were skipped, from a report in JUnit XML"
    source = "JUnit XML as pytest, Maven, Gradle, CTest and GoogleTest write it"
    parameters: type[Parameters] = JUnitParameters
    inputs: Mapping[str, tuple[bool, str]] = {"report": (True, "JUnit XML: testsuites or testsuite")}
    measures: Mapping[str, tuple[Kind, str]] = {
        "failed": ("score", "tests that failed or ended with an error"),
        "skipped": ("score", "tests that did not run"),
        "passed_share": ("score", "passed tests among all in the report, skipped ones included"),
    }
    better: Mapping[str, Direction] = directions(lower=("failed", "skipped"), higher=("passed_share",))
    signs: Mapping[str, str] = {
        "nothing-ran": "a report without a test that ran",
        "required-test-missing": "a required test that did not run",
        "report-contradicts": "suites that state other numbers than the tests they hold",
        "asserts-nothing": "tests that passed without an assertion",
        "status-unclear": "tests whose status is a word that says neither passed nor failed",
        "run-broken-off": "a run that ended with an error, or left tests out, by what the report says of it",
        "failure-in-output": "output or a property that speaks of a crash or a failure where none is counted",
        "flaky-tests": "tests that passed only when they were run again",
        "repeated-tests": "passed tests that are there again",
        "skipped-tests": "tests that did not run",
        "placeholder-tests": "tests that stand for others, by their names",
    }
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 0.0)

    def run(self, run: Run) -> Result:
        """Read, count, compare with what the report states of itself."""
        from casegen_evidence.bounds.measures import exact

        path = run.inputs["report"]
        report = read_report(path)
        _signs(report, run.parameters, run.intake)
        total = report.ran + report.count("skipped")
        bad, skipped = report.count("failed", "error"), report.count("skipped")
        share = report.count("passed") / total if total else 0.0
        only = "of this report only: no statement on tests that were not written"
        values = {
            "failed": (float(bad), f"tests that failed or ended with an error, {only}"),
            "skipped": (float(skipped), f"tests that did not run, {only}"),
            "passed_share": (share, f"passed tests among all, {only}"),
        }
        measures = {
            name: exact(value, "score", run.confidence, text, "report", n=total)
            for name, (value, text) in values.items()
        }
        run.progress(1.0, "done")
        return Result(
            measures, [_table(report)], [], _ASSUMPTIONS, signs=run.intake.signs, read=run.intake.read
        )


_PASSES = ("failed", "passed_share")
"""measures that doubt in a passed test puts in doubt"""
_PLACEHOLDERS = {"placeholder", "todo", "dummy", "noop", "stub", "tbd"}


def _signs(report: ReportedTests, p: JUnitParameters, intake: Intake) -> None:
    _contradictions(report, p, intake)
    _run_signs(report, intake)
    _doubted_passes(report, intake)
    if skipped := report.outcomes["skipped"]:
        intake.suspects(
            "skipped-tests",
            f"{len(skipped)} of {report.ran + len(skipped)} tests did not run: {', '.join(skipped[:5])}",
            _PASSES,
            "run them; or say why the claim does not need them",
        )


def _contradictions(report: ReportedTests, p: JUnitParameters, intake: Intake) -> None:
    """What bars the report: nothing ran, a required test did not, its suites state other numbers than they hold."""
    if not report.ran:
        intake.fails(
            "nothing-ran",
            "no test of the report was executed",
            hint="give the report of a run that executed tests",
        )
    missing = [name for name in p.requires if name not in report.groups]
    if missing:
        intake.fails(
            "required-test-missing",
            f"{len(missing)} required {plural(len(missing), 'test')} did not run: {', '.join(missing[:5])}",
            hint="run them, or take them out of `requires`",
        )
    for suite, attribute, stated, held in report.stated[:5]:
        intake.fails(
            "report-contradicts",
            f"suite {suite} states {attribute}={stated} and holds {held}: was the report cut or edited?",
            hint="give the report as the test runner wrote it",
        )
    for suite, word in report.verdicts[:5]:
        intake.fails(
            "report-contradicts",
            f"suite {suite} states {word!r} and holds no test that failed: was the report cut or edited?",
            hint="give the report as the test runner wrote it, with the test that failed",
        )


def _doubted_passes(report: ReportedTests, intake: Intake) -> None:
    """Passed tests that show little: at the second try, without an assertion, there again, or a placeholder."""
    passed = report.outcomes["passed"]
    if report.flaky:
        intake.suspects(
            "flaky-tests",
            f"{len(report.flaky)} {plural(len(report.flaky), 'test')} failed first and passed when run again: "
            f"{', '.join(report.flaky[:5])}",
            _PASSES,
            "repair them; or say why the first failure does not count",
        )
    if silent := report.asserts_nothing:
        intake.suspects(
            "asserts-nothing",
            f"{len(silent)} {plural(len(silent), 'test')} passed without an assertion: {', '.join(silent[:5])}",
            _PASSES,
            "let them assert something; or say what a pass of them shows",
        )
    if copies := len(passed) - len(set(passed)):
        intake.suspects(
            "repeated-tests",
            f"{copies} passed {plural(copies, 'test bears', 'tests bear')} the name of another one, such as "
            f"{Counter(passed).most_common(1)[0][0]!r}",
            ["passed_share"],
            "give each run once",
        )
    empty = [name for name in passed if set(parts(name)) & _PLACEHOLDERS]
    if empty and 2 * len(empty) >= len(passed):
        intake.suspects(
            "placeholder-tests",
            f"{len(empty)} of {len(passed)} passed tests are named as placeholders: {', '.join(empty[:5])}",
            _PASSES,
            "give the report of the tests themselves; or say in the waiver what these check",
        )


def _run_signs(report: ReportedTests, intake: Intake) -> None:
    """What the report says beside its counts."""
    if report.unclear:
        name, word = next(iter(report.unclear.items()))
        intake.suspects(
            "status-unclear",
            f"{len(report.unclear)} {plural(len(report.unclear), 'test')} count as passed although the status is "
            f"{word!r}: {name}",
            _PASSES,
            "let the test runner write failure, error or skipped elements; or say in the waiver what the word means",
        )
    if report.ended:
        intake.suspects(
            "run-broken-off",
            f"the report states {', '.join(report.ended[:3])}: tests may have been left out",
            _PASSES,
            "give the report of a whole run; or say in the waiver why the others need not run",
        )
    if report.output and not report.count("failed", "error"):
        intake.suspects(
            "failure-in-output",
            f"no test failed, and the output or a property says {report.output[0]!r}",
            _PASSES,
            "look whether the run came to its end, and what failed; say in the waiver what the words mean",
        )


def _table(report: ReportedTests) -> Table:
    rows: list[list[str | float | int | None]] = [
        [outcome, len(names)] for outcome, names in report.outcomes.items()
    ]
    bad = report.outcomes["failed"] + report.outcomes["error"]
    more = f" and {len(bad) - SHOWN} more" if len(bad) > SHOWN else ""
    note = f"Failed: {', '.join(bad[:SHOWN])}{more}." if bad else ""
    return Table("Tests by outcome", ["outcome", "tests"], rows, note)


_ASSUMPTIONS = (
    "The tests are those that the claim needs: passing tests say nothing of what no test asks.",
    "The report is of the version of the system that the case is about.",
)
TEST_REPORT = JUnitMethod()
