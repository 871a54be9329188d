"""Tests named as placeholders, and coverage of files that are not the system's own, or are there again."""

from __future__ import annotations

from pathlib import Path

import pytest
from casegen_evidence.method import Result, Run
from casegen_evidence.reports.cobertura import COVERAGE_REPORT
from casegen_evidence.reports.junit import TEST_REPORT


def report_of(folder: Path, *names: str) -> Result:
    path = folder / "report.xml"
    cases = "".join(f'<testcase classname="t.brake" name="{name}" time="0.2"/>' for name in names)
    path.write_text(f'<testsuite name="brakes" tests="{len(names)}">{cases}</testsuite>', encoding="utf-8")
    return TEST_REPORT.run(Run({"report": path}, TEST_REPORT.parameters(), 0, 0.95, folder))


def asked(result: Result) -> list[str]:
    return [entry for read in result.read for entry in read.get("asked", [])]


REAL = [f"test_stops_from_{speed}_km_h" for speed in range(30, 130)]


@pytest.mark.parametrize(
    "name",
    [
        "test_todo", "test_tbd_stop", "test_wip_stop", "test_placeholder_stop", "test_noop", "test_no_op",
        "test_not_implemented", "test_not_yet_implemented", "test_always_passes", "test_stub", "TestDummy", "TodoStop",
        "test_pass", "test_nothing", "work in progress: stop", "test_fixme_stop", "test_platzhalter",
        "test_stop_placeholder", "test_brake_todo",
    ],
)  # fmt: skip
def test_one_placeholder_among_many_tests_is_asked_about(tmp_path: Path, name: str) -> None:
    result = report_of(tmp_path, *REAL, name)
    assert len(asked(result)) == 1
    assert name in asked(result)[0]
    assert not result.signs


@pytest.mark.parametrize(
    "name",
    [
        "test_passes_the_barrier", "test_not_implemented_error_is_raised", "test_two_dogs_on_the_road",
        "test_raises_not_implemented", "test_all_wheels_pass", "test_nothing_is_lost_at_restart", "test_stands_in_front",
        "test_stop_always_holds", "test_stubborn_wheel", "test_todo_list_is_cleared", "test_placeholder_text_is_shown",
        "test_noop_returns_at_once",
    ],
)  # fmt: skip
def test_words_that_say_what_is_tested_are_no_placeholders(tmp_path: Path, name: str) -> None:
    assert not asked(report_of(tmp_path, *REAL, name))


def test_placeholders_in_many_are_a_sign(tmp_path: Path) -> None:
    result = report_of(tmp_path, "test_not_implemented", "test_wip_stop", "test_always_passes", *REAL[:3])
    assert [s.name for s in result.signs] == ["sign-placeholder-tests"]


def covered(folder: Path, **files: tuple[int, int, int]) -> Result:
    """A report of ``files``: lines executed, lines, and the step between their numbers."""
    classes = "".join(
        f'<class name="{name}" filename="{name}"><methods/><lines>'
        + "".join(f'<line number="{1 + step * k}" hits="{int(k < hit)}"/>' for k in range(lines))
        + "</lines></class>"
        for name, (hit, lines, step) in files.items()
    )
    path = folder / "coverage.xml"
    path.write_text(
        f"<coverage><packages><package><classes>{classes}</classes></package></packages></coverage>"
    )
    return COVERAGE_REPORT.run(Run({"report": path}, COVERAGE_REPORT.parameters(), 0, 0.95, folder))


@pytest.mark.parametrize(
    ("name", "sign"),
    [
        ("mocks/hw.py", "tests-counted"),
        ("src/fakes/motor.py", "tests-counted"),
        ("src/mock_motor.c", "tests-counted"),
        ("src/motor_stub.cpp", "tests-counted"),
        ("src/FakeMotor.java", "tests-counted"),
        ("examples/demo.py", "foreign-code"),
        ("src/samples/hello.c", "foreign-code"),
        ("docs/conf.py", "foreign-code"),
        ("benchmarks/speed.py", "foreign-code"),
        (".tox/py312/lib/brake.py", "foreign-code"),
    ],
)
def test_what_is_not_the_system_is_not_covered_with_it(tmp_path: Path, name: str, sign: str) -> None:
    result = covered(tmp_path, **{"brake.py": (20, 200, 1), name: (3000, 3000, 1)})
    assert [s.name for s in result.signs] == [f"sign-{sign}"]
    assert name in result.signs[0].message


@pytest.mark.parametrize(
    "name", ["src/mockingbird.py", "src/example.py", "src/sampler.py", "src/demonstrator/x.py"]
)
def test_names_that_only_begin_alike_are_the_system(tmp_path: Path, name: str) -> None:
    assert not covered(tmp_path, **{"brake.py": (20, 200, 1), name: (3000, 3000, 1)}).signs


@pytest.mark.parametrize(
    ("one", "other", "step"),
    [
        ("src/util.py", "build/lib/util.py", 1),
        ("src/util.py", "lib/util.py", 1),
        ("src/util.py", "src/util_old.py", 3),
    ],
)
def test_files_that_are_there_again_are_doubted(tmp_path: Path, one: str, other: str, step: int) -> None:
    result = covered(tmp_path, **{"brake.py": (20, 200, 2), one: (800, 800, step), other: (800, 800, step)})
    assert "sign-repeated-files" in [s.name for s in result.signs]


def test_short_files_and_files_of_one_size_are_no_copies(tmp_path: Path) -> None:
    files = {
        "brake.py": (20, 200, 1),
        "motor.py": (20, 200, 1),  # whole files written without a gap
        "a/__init__.py": (4, 4, 1),
        "b/__init__.py": (4, 4, 1),
        "a/io.py": (40, 50, 1),
        "b/io.py": (44, 51, 1),
    }
    assert not covered(tmp_path, **files).signs
