"""Code coverage as Cobertura XML, which coverage.py, gcovr, JaCoCo converters and others write."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from casegen_evidence.expressions import compiled
from casegen_evidence.method import InputProblem, Kind, Parameters, Result, Run, Table
from casegen_evidence.plural import plural
from casegen_evidence.reports.counted_files import TEST, judge_names, raised_by_one, share_of_whole
from casegen_evidence.reports.left_unread import entries_of_xml, note_entries
from casegen_evidence.reports.xml_report import XmlReport, read_xml
from casegen_evidence.signs import Direction, directions
from casegen_evidence.tables.labels import vanishes

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_BRANCHES = compiled(r"\((\d+)/(\d+)\)")
_PATH = compiled(r"\.?|(?:[A-Za-z]:)?[\w.@~+-]*(?:[/\\]+[\w.@~+ -]*)*")
"""a folder: with blanks only behind a slash"""
LEAST_NAMED, LEAST = 10, 30
"""lines of a file that is there again, under its name or under another one"""
_COUNTED = ("coverage", "package", "packages", "class", "classes", "line", "lines", "method", "methods")
STATED = 0.006
"""difference between a rate that a report states, mostly in two or four digits, and the rate of its lines"""
SHOWN = 30


class CoverageReportParameters(Parameters):
    """``coverage-report`` has no parameters."""


@dataclass(slots=True)
class Covered:
    """Lines and branches: covered, and in all."""

    lines: int = 0
    all_lines: int = 0
    branches: int = 0
    all_branches: int = 0
    numbers: frozenset[int] = frozenset()
    """the lines of one file"""

    def add(self, line: Element, place: str) -> None:
        """Count one ``<line>``."""
        from casegen_evidence.reports.report_files import whole

        self.all_lines += 1
        self.lines += whole(line.get("hits"), f"{place}, line {line.get('number')}, hits") > 0
        stated = _BRANCHES.search(line.get("condition-coverage") or "")
        if stated:
            covered, total = int(stated[1]), int(stated[2])
            if covered > total:
                raise InputProblem(
                    f"{place}, line {line.get('number')}: {covered} of {total} branches covered"
                )
            self.branches += covered
            self.all_branches += total


def read_coverage(path: Path) -> tuple[Covered, dict[str, Covered], XmlReport]:
    """The counts of all lines, those by file, and the report with what it states.

    A line that stands in several classes of one file counts once, by its largest number of hits.
    Raises :class:`InputProblem` for a file that is no Cobertura report.
    """
    from casegen_evidence.reports.report_files import whole

    what = "a coverage report in Cobertura XML (coverage)"
    report = read_xml(path, what, _COUNTED)
    root = report.root
    if root.tag != "coverage":
        raise InputProblem(f"{path.name}: expected {what}, found <{root.tag[:60]}>")
    lines: dict[str, dict[str, Element]] = {}
    for cls in root.iter("class"):
        own = lines.setdefault(cls.get("filename") or cls.get("name") or "without a name", {})
        for line in (line for group in cls.findall("lines") for line in group.findall("line")):
            number = line.get("number") or ""
            before = own.get(number)
            place = f"{path.name}: line {number}, hits"
            if before is None or whole(line.get("hits"), place) > whole(before.get("hits"), place):
                own[number] = line
    total, files = Covered(), {}
    for name, own in sorted(lines.items()):
        files[name] = Covered(numbers=frozenset(int(number) for number in own if number.isdecimal()))
        for line in own.values():
            total.add(line, name)
            files[name].add(line, name)
    return total, files, report


class CoverageReportMethod:
    """Registered as ``coverage-report``."""

    name = "coverage-report"
    version = 1
    summary = "Share of lines and branches that the tests executed, from a report in Cobertura XML"
    source = "Cobertura XML as coverage.py, gcovr and others write it"
    parameters: type[Parameters] = CoverageReportParameters
    inputs: Mapping[str, tuple[bool, str]] = {"report": (True, "Cobertura XML: coverage")}
    measures: Mapping[str, tuple[Kind, str]] = {
        "line_coverage": ("score", "executed lines among all"),
        "branch_coverage": ("score", "executed branches among all"),
        "least_covered_file": ("score", "line coverage of the file with the least"),
    }
    better: Mapping[str, Direction] = directions(higher=tuple(measures))
    signs: Mapping[str, str] = {
        "nothing-measured": "a report without lines or branches",
        "tests-counted": "lines of the tests themselves, or of stand-ins that they use",
        "foreign-code": "lines of third-party, generated or example code",
        "repeated-files": "files that are there again under another name or in another folder",
        "report-contradicts": "rates that are not those of the lines",
    }
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 0.0)

    def run(self, run: Run) -> Result:
        """Count lines and branches, compare with the rates that the report states."""
        from casegen_evidence.bounds.measures import exact

        path = run.inputs["report"]
        total, files, report = read_coverage(path)
        root = report.root
        if not total.all_lines:
            raise InputProblem(f"{path.name}: the report holds no line; was anything measured?")
        shares = {name: c.lines / c.all_lines for name, c in files.items() if c.all_lines}
        least = min(shares, key=lambda name: shares[name])
        values = {"line_coverage": (total.lines / total.all_lines, total.all_lines, "executed lines among all"),
                  "least_covered_file": (shares[least], files[least].all_lines, f"line coverage of {least}")}  # fmt: skip
        if total.all_branches:
            share = total.branches / total.all_branches
            values["branch_coverage"] = (share, total.all_branches, "executed branches among all")
        measures = {
            name: exact(value, "score", run.confidence, f"{text}, of this report", "report", n=n)
            for name, (value, n, text) in values.items()
        }
        for attribute, name in (("line-rate", "line_coverage"), ("branch-rate", "branch_coverage")):
            _compare(root, attribute, name, values, run)
        _listed(root, total, run)
        _classes(root, run)
        _in_comments(report, run)
        judge_names(files, run.intake)
        _repeated(files, run)
        entries = [
            *entries_of_xml(report),
            *_without_lines(root, files),
            *_unlisted(root),
            *raised_by_one(files),
        ]
        note_entries("report", path, entries, run.intake, plain=_plain_sources(root))
        run.progress(1.0, "done")
        return Result(
            measures, [_table(files)], [], _ASSUMPTIONS, signs=run.intake.signs, read=run.intake.read
        )


def _number(text: str | None) -> float:
    """A stated number; not a number where there is none."""
    try:
        return float("nan" if not text or vanishes(text) else text)
    except ValueError:
        return float("nan")


def _compare(
    root: Element, attribute: str, name: str, values: Mapping[str, tuple[float, int, str]], run: Run
) -> None:
    stated = _number(root.get(attribute))
    if name in values and abs(stated - values[name][0]) > STATED:
        run.intake.fails(
            "report-contradicts",
            f"the report states {attribute} = {stated:g}, its lines give {values[name][0]:.4g}",
            [name],
            "give the report as the coverage tool wrote it",
        )


def _classes(root: Element, run: Run) -> None:
    """A class that states fewer executed lines than it lists, or has methods with lines that it does not list."""
    for cls in root.iter("class"):
        lines = {line.get("number"): line.get("hits") != "0" for line in cls.findall("lines/line")}
        unlisted = sum(
            line.get("hits") == "0" and line.get("number") not in lines
            for line in cls.findall("methods/method/lines/line")
        )
        rate, held = _number(cls.get("line-rate")), sum(lines.values()) / max(len(lines), 1)
        said = (
            f"{unlisted:,} lines of its methods are not executed, and not among its own" if unlisted else ""
        )
        if lines and rate < held - STATED:
            said = f"it states line-rate = {rate:g}, its lines give {held:.4g}"
        if said:
            run.intake.suspects(
                "report-contradicts",
                f"class {cls.get('name') or cls.get('filename')!r}: {said}",
                ["line_coverage", "least_covered_file"],
                "give the report as the coverage tool wrote it; or say in the waiver why its lines differ",
            )
            return


def _without_lines(root: Element, files: Mapping[str, Covered]) -> Iterator[str]:
    """Classes of which nothing ran, by the rate that they state, and of which the report lists no line."""
    names = [
        cls.get("filename") or cls.get("name") or "without a name"
        for cls in root.iter("class")
        if _number(cls.get("line-rate")) == 0 and cls.find("lines/line") is None
    ]
    if empty := [name for name in names if not files[name].all_lines]:
        yield (
            f"classes without lines: {len(empty):,} {plural(len(empty), 'class states', 'classes state')} "
            f"line-rate = 0 and {plural(len(empty), 'lists', 'list')} no line, the first {empty[0]!r}"
        )


def _unlisted(root: Element) -> Iterator[str]:
    """Lines that stand in no list of a class or a method, and are not counted."""
    lists = [*root.iterfind(".//class/lines/line"), *root.iterfind(".//method/lines/line")]
    if more := sum(1 for _ in root.iter("line")) - len(lists):
        yield f"lines outside of the lists of classes: {more:,}"


def _in_comments(report: XmlReport, run: Run) -> None:
    """Classes or lines within a comment or a text are not counted, and no coverage tool writes them there."""
    if held := report.elements_in_asides(_COUNTED, _COUNTED):
        run.intake.suspects(
            "report-contradicts",
            f"{held[0]}: was a part of the report taken out?",
            ["line_coverage", "branch_coverage", "least_covered_file"],
            "give the report as the coverage tool wrote it; or say in the waiver why the part does not count",
        )


def _plain_sources(root: Element) -> frozenset[str]:
    """Why entries for the folders of the source files ask nothing: each is a path, and none one of tests or examples."""
    texts = [" ".join((element.text or "").split()) for element in root.findall("sources/source")]
    plain = all(_PATH.fullmatch(text) and not TEST.search(f"{text}/") for text in texts)
    return frozenset({"source"} if plain else ())


def _listed(root: Element, total: Covered, run: Run) -> None:
    """The report states how many lines there are: those that it does not list are not counted."""
    for attribute, held in (
        ("lines-valid", total.all_lines),
        ("lines-covered", total.lines),
        ("branches-valid", total.all_branches),
        ("branches-covered", total.branches),
    ):
        stated = root.get(attribute) or ""
        if stated.isdecimal() and abs(int(stated) - held) > held * STATED + 1:
            run.intake.fails(
                "report-contradicts",
                f"the report states {attribute} = {int(stated):,}, it lists {held:,}: were files taken out, or "
                "lines edited?",
                ["branch_coverage"]
                if attribute.startswith("branches")
                else ["line_coverage", "least_covered_file"],
                "give the report as the coverage tool wrote it",
            )


def _repeated(files: Mapping[str, Covered], run: Run) -> None:
    """Files whose lines have the numbers of another one's: copies count what is executed once for each of them.

    Under another name, the numbers have to leave some out: files of one length without comments are frequent.
    """
    first: dict[tuple[frozenset[int], str], str] = {}
    copies: list[tuple[str, str]] = []
    for name, numbers in ((name, file.numbers) for name, file in files.items()):
        own = re.split(r"[/\\]", name)[-1].casefold()
        gaps = len(numbers) >= LEAST and max(numbers) - min(numbers) >= len(numbers)
        keys = [(numbers, own)] * (len(numbers) >= LEAST_NAMED) + [(numbers, "")] * gaps
        before = next((first[key] for key in keys if key in first), "")
        if before:
            copies.append((name, before))
        for key in keys:
            first.setdefault(key, name)
    if copies:
        lines = sum(files[name].all_lines for name, _ in copies)
        run.intake.suspects(
            "repeated-files",
            f"{lines:,} lines of {len(copies)} {plural(len(copies), 'file')} have the numbers of the lines of another "
            f"one, the first {copies[0][0]} those of {copies[0][1]}: is it a copy?",
            ["line_coverage", "branch_coverage"],
            "leave copies out where the coverage is measured; or say in the waiver how the files differ",
        )


def _table(files: Mapping[str, Covered]) -> Table:
    order = sorted(files, key=lambda n: (files[n].lines / max(files[n].all_lines, 1), n))
    rows: list[list[str | float | int | None]] = [
        [n, files[n].lines, files[n].all_lines, files[n].branches, files[n].all_branches]
        for n in order[:SHOWN]
    ]
    more = f"{len(order) - SHOWN} more files are covered better. " if len(order) > SHOWN else ""
    return Table(
        "Files by coverage",
        ["file", "lines executed", "lines", "branches executed", "branches"],
        rows,
        f"{more}{share_of_whole(files)}.",
    )


_ASSUMPTIONS = (
    "Executed is not checked: a line counts that a test ran, whatever the test looked at.",
    "The report is of the version of the system that the case is about.",
)
COVERAGE_REPORT = CoverageReportMethod()
