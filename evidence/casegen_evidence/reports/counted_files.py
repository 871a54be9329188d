"""Files of coverage reports that are not of the system: by their names, and where others hide what is not covered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from casegen_evidence.expressions import compiled
from casegen_evidence.plural import plural
from casegen_evidence.signs import Intake

if TYPE_CHECKING:
    from casegen_evidence.reports.cobertura import Covered

TEST = compiled(
    r"(?i)(^|[/\\])((unit)?tests?|specs?|__tests__|g(oogle)?test|g(oogle)?mock|[\w.]+\.(unit)?tests?)[/\\]|"
    r"(^|[/\\])test[_\-][^/\\]*$|_(unit)?tests?\.\w+$|(?-i:(^|[/\\]|[a-z\d])(Tests?|Specs?|IT|TestCase))\.\w+$|"
    r"(?-i:(^|[/\\])Test[A-Z][^/\\]*\.(java|kt|scala|cs|groovy|swift)$)|\.(spec|test)\.\w+$|(^|[/\\])conftest\.py$|"
    r"(^|[/\\])(mock(ed|s)?|fakes?|stubs?|test[_\-]?doubles?)[/\\]|"
    r"(^|[/\\])(mock|fake|stub)[_\-][^/\\]*$|[_\-](mock|fake|stub)s?\.\w+$|(?-i:(^|[/\\])(Mock|Fake|Stub)[A-Z][^/\\]*$)"
)
"""of the tests, or of what stands for parts of the system in them"""
_FOREIGN = compiled(
    r"(?i)(^|[/\\])(site-packages|dist-packages|node_modules|bower_components|third[_\-]?party|3rd[_\-]?party|vendor(ed|s)?|"
    r"externals?|extern|_?deps|pods|carthage|subprojects|\.cargo|\.rustup|go[/\\]pkg[/\\]mod|\.m2|\.nuget|\.conan2?|vcpkg|"
    r"generated|\.venv|venv|\.tox|\.nox|\.eggs|build[/\\]lib|examples?|samples|demos?|tutorials?|docs?|"
    r"benchmarks?)[/\\]|_pb2\w*\.py$|\.pb(\.gw)?\.(cc|h|go|dart|swift)$|(^|[/\\])(moc|ui|qrc)_[^/\\]*$|"
    r"[._](generated|designer|g|g\.i)\.(?=\w+$)(?!py$|c$|h$)|\.generated\.\w+$|(^|[/\\])(zz_generated[^/\\]*|lex\.\w+\.\w+|[\w.]+\.(tab|yy)\.\w+)$|"
    r"^/usr/(local/)?(include|lib)/|(^|[/\\])python\d[\d.]*[/\\]lib[/\\]|[/\\]lib[/\\]python\d[\d.]*[/\\]"
)
TESTS_ONLY = compiled(r"(?i)(unit)?tests?[/\\]")
_PARTS = compiled(r"[/\\]+")
RAISED = 0.05
"""how far the coverage falls without one file or folder, from which on it hides what the others are like"""


def judge_names(files: Mapping[str, Covered], intake: Intake) -> None:
    """Tests execute themselves: their own lines say nothing of the lines that they are to test."""
    tests = [name for name in files if TEST.search(name) and files[name].all_lines]
    lines = sum(files[name].all_lines for name in tests)
    if tests and (len(tests) < len(files) or all(TESTS_ONLY.match(name) for name in files)):
        intake.suspects(
            "tests-counted",
            f"{lines:,} lines of {len(tests)} files are of the tests themselves or of stand-ins, the first {tests[0]}",
            ["line_coverage", "branch_coverage"],
            "leave them out where the coverage is measured; or say in the waiver why they count",
        )
    foreign = [
        name for name in files if _FOREIGN.search(name) and files[name].all_lines and name not in tests
    ]
    if foreign and len(foreign) < len(files):
        lines = sum(files[name].all_lines for name in foreign)
        intake.suspects(
            "foreign-code",
            f"{lines:,} of {sum(c.all_lines for c in files.values()):,} lines are of third-party, generated or "
            f"example code, by the names of {len(foreign)} files, the first {foreign[0]}",
            ["line_coverage", "branch_coverage"],
            "leave them out where the coverage is measured; or say in the waiver why they count",
        )


def raised_by_one(files: Mapping[str, Covered]) -> Iterator[str]:
    """The file or folder without which the lines of the others are executed least, where that is far less."""
    executed, lines = (sum(getattr(c, n) for c in files.values()) for n in ("lines", "all_lines"))
    held: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    for name, c in files.items():
        steps = _PARTS.split(name)
        for place in ("/".join(steps[:k]) for k in range(1, len(steps) + 1)):
            held[place][0] += c.lines
            held[place][1] += c.all_lines
    rest = {p: (executed - a) / (lines - n) for p, (a, n) in held.items() if p and n < lines}
    least = min(rest.values(), default=1.0)
    if rest and least < executed / lines - RAISED:
        place = max((p for p in rest if rest[p] == least), key=len)
        share = held[place][1] / lines
        yield (
            f"lines of {place}: {share:.0%} of all; of the others, {rest[place]:.1%} are executed, not "
            f"{executed / lines:.1%}"
        )


def share_of_whole(files: Mapping[str, Covered]) -> str:
    """How many files a report counts, and how many lines are in those of which every line was executed."""
    counted = {name: c for name, c in files.items() if c.all_lines}
    lines = sum(c.all_lines for c in counted.values())
    whole = sum(c.all_lines for c in counted.values() if c.lines == c.all_lines)
    return (
        f"{len(counted):,} {plural(len(counted), 'file is', 'files are')} counted; {whole / lines:.0%} of the lines are "
        "in files of which every line was executed"
    )
