"""Test results as JUnit XML, which most test runners write: how many ran, failed, or did not run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from casegen_evidence.method import Kind, Parameters, Result, Run, Table
from casegen_evidence.plural import plural
from casegen_evidence.reports.junit_file import ReportedTests, read_report
from casegen_evidence.reports.left_unread import note_entries
from casegen_evidence.reports.named_tests import is_placeholder
from casegen_evidence.signs import Direction, Intake, directions

SHOWN = 30
"""failed tests listed at most"""


class JUnitParameters(Parameters):
    """Parameters of ``test-report``."""

    requires: Annotated[list[str], Field(max_length=1000)] = Field(
        default_factory=list,
        description="tests that must have run, as suite, class or name; each bars the result if it did not",
    )


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
        note_entries("report", path, report.beside, run.intake)
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
    empty = [name for name in passed if is_placeholder(name)]
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
