"""A report in JUnit XML, read: the outcome of each test, of each suite by itself, and what the report says of the run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from casegen_evidence.expressions import compiled
from casegen_evidence.method import InputProblem
from casegen_evidence.reports.left_unread import entries_of_xml
from casegen_evidence.reports.named_tests import name_of, named_for_others, unasserted
from casegen_evidence.reports.run_state import says_unfinished
from casegen_evidence.reports.xml_report import XmlReport, own_text, read_xml
from casegen_evidence.tables.signs.column_names import parts
from casegen_evidence.tables.signs.meaning import sense

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_FAILED = {"failed", "failure", "fail", "nok", "ko", "false", "broken", "unsuccessful"}
_ERROR = {
    "error", "errored", "crashed", "crash", "aborted", "timeout", "timedout", "killed", "interrupted", "incomplete",
}  # fmt: skip
_SKIPPED = {
    "skipped", "skip", "notrun", "not run", "disabled", "suppressed", "ignored", "ignore", "pending", "blocked",
    "filtered", "inconclusive", "notexecuted", "not executed", "xfail", "xfailed", "untested", "deselected",
    "canceled", "cancelled", "muted", "quarantined",
}  # fmt: skip
_PASSED = {
    "passed", "pass", "ok", "success", "successful", "succeeded", "run", "completed", "complete", "true",
    "executed", "done", "xpass",
}  # fmt: skip
_AGAIN = {"flakyFailure", "flakyError", "rerun"}
_UNSTABLE = {"unstable", "flaky", "flakes", "flake"}
_EXIT = {"exitstatus", "exitcode", "returncode", "exit", "rc"}
_LEFT_OUT = {
    "deselected", "notrun", "notexecuted", "excluded", "filteredout", "uncollected", "muted", "quarantined",
    "knownfailures", "expectedfailures",
}  # fmt: skip
_MUTED = {"muted", "quarantined", "knownfailure", "expectedfailure", "xfail"}
_CHOSEN = {
    "filter", "testfilter", "markexpr", "gtestfilter", "keyword", "keywords", "k", "includetags", "excludetags",
    "tagexpression", "grep", "testnamepattern", "testselection",
}  # fmt: skip
_NOT_SO = {"", "0", "false", "no", "none", "off", "nein", "null", "n/a"}
_COMMANDS = {
    "command", "cmd", "commandline", "cmdline", "args", "argv", "arguments", "invocation", "addopts", "options",
    "cmdlineargs", "envmavencmdlineargs", "mavencmdlineargs", "pytestaddopts", "envpytestaddopts",
}  # fmt: skip
_RUNNER = compiled(
    r"(?i)(?<![\w.-])(?:py\.?test|ctest|go test|mvnw?|gradlew?|jest|mocha|cargo test|dotnet test|unittest)(?![\w.-])"
)
_OF_A_COMMAND = compiled(
    r"(?<!\S)(?:-k|-m|--deselect|--ignore(?:-glob)?|--lf|--last-failed|"
    r"--gtest_filter(?!=\*\s*$)|--(?:tests|filter|grep|only|exclude|skip|include|testNamePattern|exclude-label|label-regex|"
    r"exclude-regex|tests-regex)|-Dtest|-(?:R|L|LE|E|run)(?=\s+\S)|"
    r"--(?:collect-only|co|dry-run|list-tests|gtest_list_tests))(?=[\s=]|$)|\.py::\w"
)
"""options that choose tests or run none, and the name of one test"""
_MODULE = compiled(r"(?i)(?<!\w)py(?:thon)?[\d.]*(?:\.exe)?\s+-m\s+\S+")
_MODES = {"mode", "runmode", "testmode", "action", "runtype"}
_EVERY = {"", "*", "none", "all", "false"}
_VERDICTS = {"status", "result", "outcome", "state", "verdict"}
_NOT_RUN = {"dryrun", "collectonly", "listonly", "norun", "justprint"}
_SUITES = ("testsuites", "testsuite")
_TESTS = ("testsuite", "testcase")
_COUNTED = {"failures", "failed", "errors", "failedtests", "testsfailed", "numfailed", "nfailed"}
_SUMMARY = compiled(
    r"(?i)^(?!(?!\s*(?-i:XFAIL)).*\b(?:inject|expect|simulat|retr|deliberate)).*?(?P<said>"
    r"\b[1-9]\d*\s+(?:(?:tests?|checks?|assertions?|cases?|steps?|specs?|examples?)\s+)?(?:failed|failures?)\b|"
    r"\b[1-9]\d*\s+(?:known|muted|accepted|quarantined)\s+(?:failures?|errors?|tests?)\b|^\s*(?-i:XFAIL)\b.*|"
    r"\b[1-9]\d*\s+(?:tests?\s+)?(?:deselected|muted|quarantined)\b|"
    r"\b(?:failures?|failed)\s*[:=]\s*[1-9]\d*\b|\bassertion\b.{0,80}\bfailed\b|^\s*AssertionError\b)",
    re.MULTILINE,
)
"""a summary of a test runner, or an assertion, in what a test wrote; not of failures that the test is about"""
_CRASH = compiled(
    r"(?im)segmentation fault|core dumped|stack smashing|^fatal error.*|^\s*(?:\[\s*)?FAIL(?:ED|URE)?(?:\s*\])?\s*$|"
    r"^\s*(?-i:FAILED)\b(?!\s*[:=]?\s*(?:0|none)).*|"
    r"^not ok \d+.*|AddressSanitizer|double free or corruption|^Killed\s*$|^panic: .*|terminate called .*|"
    r"^Exception in thread .*|un(?:handled|caught) exception.*"
)
_OF_THE_RUN = compiled(
    r"(?m)^Traceback \(most recent call last\):|^(?:[\w.]+\.)?[A-Z]\w*(?:Error|Exception)\b.*|\bpanicked at\b.*|"
    r"\bSIG(?:SEGV|ABRT|KILL|BUS|ILL|FPE)\b|(?i:\bexit(?:ed)?(?: with)? (?:code|status) [1-9]\d*|\btimed out\b.*)"
)
"""what a suite as a whole does not write where its run came to a good end; a test may provoke it"""
_UNCAUGHT = compiled(
    r"(?:^|\n)Traceback \(most recent call last\):\n(?:[ \t].*\n|\n)*[ \t]*[\w.]+(?::.*)?\s*$"
)
"""a traceback that ends what was written: a test that handles an error may write one and go on"""


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
    beside: list[str] = field(default_factory=list)
    """what the report says beside its tests"""

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
    what = "a test report in JUnit XML (testsuites or testsuite)"
    read = read_xml(path, what, (*_SUITES, "testcase"))
    root = read.root
    if root.tag not in _SUITES:
        raise InputProblem(f"{path.name}: expected {what}, found <{root.tag[:60]}>")
    report = ReportedTests(beside=[*entries_of_xml(read), *_elsewhere(root), *named_for_others(root)])
    suites = [one for one in root.iter() if one.tag in _SUITES]
    for suite in suites:
        for outcome in _of_the_suite(suite):
            report.outcomes[outcome].append(f"{suite.get('name') or suite.tag} (the suite itself)")
    for case in root.iter("testcase"):
        name = name_of(case)
        outcome = _outcome(case)
        report.outcomes[outcome].append(name)
        if outcome == "passed" and {child.tag for child in case} & _AGAIN:
            report.flaky.append(name)
        if outcome == "passed" and case.get("assertions") == "0":
            report.asserts_nothing.append(name)
        if outcome == "passed" and (words := _statuses(case) - _PASSED or _unknown_parts(case)):
            report.unclear[name] = sorted(words)[0]
        if outcome != "skipped":
            report.groups |= {name, case.get("classname") or "", case.get("name") or ""}
    _whole_run(root, report)
    _remarks(read, report)
    for suite in suites:
        _compare(suite, path, report, subtests=root.get("name") == "pytest tests")
        passed = [c for c in suite.iter("testcase") if _outcome(c) == "passed"]
        report.asserts_nothing += [n for n in unasserted(suite, passed) if n not in report.asserts_nothing]
        words = _statuses(suite) & (_FAILED | _ERROR)
        if words and not any(_outcome(c) in ("failed", "error") for c in suite.iter("testcase")):
            report.verdicts.append((suite.get("name") or suite.tag, sorted(words)[0]))
        if suite.tag == "testsuite" and any(_outcome(c) != "skipped" for c in suite.iter("testcase")):
            report.groups.add(suite.get("name") or "")
    return report


def _outcome(case: Element) -> str:
    """By the elements within a test, however deep (steps have results of their own), and by its attributes."""
    tags = _tags(case)
    statuses = _statuses(case)
    marked = any(says_unfinished(k, v) for k, v in case.items() if k not in (*_VERDICTS, "name", "classname"))
    if (
        tags & {"failure", "rerunFailure"}
        or statuses & _FAILED
        or marked
        or any(_said_by(t) == "failed" for t in tags)
    ):
        return "failed"
    if tags & {"error", "rerunError"} or statuses & _ERROR or any(_said_by(t) == "error" for t in tags):
        return "error"
    not_run = case.get("executed", "").casefold() in ("false", "no", "0")
    if "skipped" in tags or not_run or statuses & _SKIPPED or any(_said_by(t) == "skipped" for t in tags):
        return "skipped"
    return "passed"


def _tags(case: Element) -> set[str]:
    """Names of the elements within one, without what was an earlier attempt."""
    tags = set[str]()
    waiting = list(case)
    while waiting:
        element = waiting.pop()
        tags.add(element.tag.rpartition("}")[2])
        if element.tag not in _AGAIN:
            waiting.extend(element)
    return tags


_KNOWN = {
    "failure", "error", "skipped", "rerunFailure", "rerunError", "flakyFailure", "flakyError", "rerun", "system-out",
    "system-err", "properties", "property", "stackTrace",
}  # fmt: skip
_HARMLESS = {
    "attachment", "attachments", "description", "comment", "tag", "tags", "label", "labels", "link", "links", "url",
    "steps", "step", "duration", "time", "measurement", "measurements", "category", "categories", "parameter",
    "parameters", "requirement", "requirements", "assertions", "passed", "success", "ok", "output", "stdout", "stderr",
    "log", "name", "value", "file", "line", "owner", "id", "metadata", "data", "text", "param", "params",
    "argument", "arguments",
}  # fmt: skip
"""what runners add to a test that says nothing of its outcome"""


def _said_by(tag: str) -> str:
    """The outcome that an element of another runner's own says by its name: ``<timeout/>``, ``<notRun/>``; or empty."""
    word = "".join(parts(tag))
    if tag in _KNOWN:
        return ""
    return (
        "skipped" if word in _SKIPPED else "failed" if word in _FAILED else "error" if word in _ERROR else ""
    )


def _unknown_parts(case: Element) -> set[str]:
    """Elements of a test of which nobody knows what they say of its outcome."""
    return {
        f"<{child.tag}>"
        for child in case
        if child.tag not in _KNOWN and child.tag.casefold() not in _HARMLESS
    }


def _of_the_suite(suite: Element) -> Iterator[str]:
    """Failures and errors of a suite by itself, such as a set-up that broke before any test ran."""
    for child in suite:
        if child.tag in ("failure", "error") or (
            child.tag not in {*_KNOWN, "testcase", "testsuite"} and _said_by(child.tag) in ("failed", "error")
        ):
            yield "failed" if child.tag == "failure" else "error"


def _statuses(case: Element) -> set[str]:
    """What the attributes of a test say of its outcome, in small letters."""
    held = (case.get(name) for name in ("status", "result", "outcome", "state", "verdict", "run"))
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
            or (key in _MUTED and value.casefold() not in _NOT_SO)
            or (key in _MODES and re.sub(r"[ _.\-]", "", value).casefold() in {*_NOT_RUN, "dry", "collect"})
            or (key in _CHOSEN and value.casefold() not in _EVERY)
            or _chooses(key, value)
        ):
            report.ended.append(f"{item.get('name')} = {value}")
        if (key in _COUNTED or key.removesuffix("s") in _ERROR) and counted:
            report.output.append(f"{item.get('name')} = {value}"[:60])
        elif says_unfinished(item.get("name") or "", value) and key not in _EXIT | _VERDICTS:
            report.ended.append(f"{item.get('name')} = {value}"[:60])
        if key in _VERDICTS and value.casefold() in _FAILED | _ERROR:
            report.output.append(f"{item.get('name')} = {value}"[:60])
    for suite in (one for one in root.iter() if one.tag in _SUITES):
        report.ended += [
            f"{k} = {v}"
            for k, v in suite.items()
            if k != "name" and k not in _VERDICTS and says_unfinished(k, v)
        ]
        for output in (*suite.findall("system-out"), *suite.findall("system-err")):
            if trace := _OF_THE_RUN.search(own_text(output)):
                report.output.append(trace[0].strip()[:60])
    for tag in ("system-out", "system-err", "testcase", *_SUITES):  # some runners write into the test itself
        for element in root.iter(tag):
            text = own_text(element)
            if hit := _CRASH.search(text):
                report.output.append(hit.group(0).strip()[:60])
            elif said := _SUMMARY.search(text):
                report.output.append(said["said"].strip()[:60])
            elif trace := _UNCAUGHT.search(text):
                report.output.append(trace[0].strip()[-60:])


_NOT_RUN_SAID = compiled(
    r"(?i)\b(?:(?P<number>[1-9]\d*)|some|several|many|most|these|those|the (?:other|slow|flaky)|other|flaky|slow)\s+"
    r"(?:(?:[\w-]+\s+){0,3}(?:tests?|cases?|suites?|checks?|specs?)\s+)?(?:(?:were|was|are|is|have been)\s+)?"
    r"(?:skipped|deselected|excluded|omitted|left out|removed|disabled|ignored|filtered out|not (?:run|executed))\b|"
    r"\b(?:skipped|deselected|excluded|omitted|removed|disabled|ignored|not run)\s*[:=]\s*(?P<count>[1-9]\d*)\b"
)
"""tests that did not run, in the words of a comment"""


def _remarks(read: XmlReport, report: ReportedTests) -> None:
    """What comments and texts between elements say of the run: tests within do not count, and no runner writes them."""
    if held := read.elements_in_asides(_OUT_OF_A_REPORT, (*_HOLDERS, "testcase")):
        report.ended.append(held[0])
    for place, text in read.asides(_HOLDERS):
        said = _NOT_RUN_SAID.search(text)
        if said and int(said["number"] or said["count"] or 2**30) > report.count("skipped"):
            report.ended.append(f"in {place}: {said[0][:60]}")
        if failed := _CRASH.search(text) or _SUMMARY.search(text):
            words = failed.groupdict().get("said", failed[0]).strip()[:60]
            report.output += [words] * (words not in report.output)


_OUT_OF_A_REPORT = ("testcase", "testsuite", "failure", "error", "skipped")
_HOLDERS = (*_SUITES, "properties")
"""elements that hold no text of their own; into a test some runners write what it wrote"""


def _elsewhere(root: Element) -> Iterator[str]:
    """Elements that hold tests and are no suites: tests of an earlier run, say, which count with the others."""
    holders = {e.tag for e in root.iter() if e.tag not in _SUITES and any(c.tag in _TESTS for c in e)}
    if holders:
        yield f"tests within: {', '.join(f'<{tag[:40]}>' for tag in sorted(holders))}"


def _chooses(key: str, value: str) -> bool:
    """Whether a property holds the command of a run with an option that chooses tests, or runs none."""
    runner = _RUNNER.search(value)
    options = value[runner.end() :] if runner else value if key in _COMMANDS else ""
    return _OF_A_COMMAND.search(_MODULE.sub(" ", options)) is not None


def _compare(suite: Element, path: Path, report: ReportedTests, *, subtests: bool) -> None:
    """Note where a suite states other counts than its tests give; ``subtests``: passed ones count, without an element."""
    from casegen_evidence.reports.report_files import whole

    counted = Counter(_outcome(case) for case in suite.iter("testcase"))
    tests = sum(counted.values())
    counted.update(o for one in suite.iter() if one.tag in _SUITES for o in _of_the_suite(one))
    counts = {
        "tests": tests,
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
            most = max(number, *(_elements(suite, part) for part in parts))
            if attribute == "tests" and subtests:
                most = max(number, stated)
            # a runner that counts only its disabled tests says nothing of those that skipped themselves
            some = attribute in ("disabled", "ignored")
            if stated > most or (stated < number and not some):
                report.stated.append((name, attribute, stated, number))
    report.flaky += [f"one of suite {name}"] * (_passed_later(suite) - len(report.flaky))
    for attribute, stated, bad in _other_counts(suite):
        number = counted["failed"] + counted["error"]
        if bad and stated > number:
            report.stated.append((name, attribute, stated, number))
        elif stated > number + counted["skipped"]:
            report.ended.append(f"{attribute} = {stated}")


def _elements(suite: Element, attribute: str) -> int:
    """Elements by which the tests of a suite say what an attribute counts: pytest counts them, one of each subtest."""
    tag = {"failures": "failure", "errors": "error", "skipped": "skipped"}.get(attribute, "")
    return sum(1 for case in suite.iter("testcase") for _ in case.findall(tag)) if tag else 0


def _passed_later(suite: Element) -> int:
    """Tests of a suite that, by a count of it, passed only when they were run again; no more than it holds."""
    counts = [
        int(text)
        for attribute, text in suite.items()
        if set(parts(attribute)) & _UNSTABLE and text.isdecimal() and len(text) < 10
    ]
    return min(max(counts, default=0), sum(1 for _ in suite.iter("testcase")))


def _other_counts(suite: Element) -> Iterator[tuple[str, int, bool]]:
    """Counts of a suite under other names, and whether of what went wrong (``timeouts``) or did not run (``blocked``)."""
    for attribute, text in suite.items():
        words = [word for word in parts(attribute) if word not in ("num", "n", "number", "of", "count")]
        known = attribute in ("tests", "failures", "errors", "skipped", "disabled", "ignored")
        if known or len(words) != 1 or not text.isdecimal() or len(text) > 9:
            continue
        one = words[0].removesuffix("s")
        bad = sense(words[0]) in ("bad", "harm") or one in _ERROR | _FAILED
        if bad or one in _SKIPPED | _LEFT_OUT:
            yield attribute, int(text), bad
