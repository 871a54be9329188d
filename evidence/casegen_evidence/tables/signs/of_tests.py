"""Scenarios of operation that are those that were tested: nothing was seen of operation itself."""

from __future__ import annotations

from collections.abc import Collection

from casegen_evidence.signs import Intake

MOSTLY, WHOLE = 0.5, 0.9
"""share of operation that may be tests, and of the tests from which on operation is all of them"""
HINT = (
    "give scenarios that were recorded in operation; state in the waiver if these were recorded there and run again as "
    "tests"
)


def judge_of_tests(
    file: str, again: int, operation: int, tests: int, intake: Intake, what: str = "tested ones",
    measures: Collection[str] = (),
) -> None:  # fmt: skip
    """Note that about ``again`` of the scenarios of ``operation`` are among the ``tests``, if these are most of them."""
    if again <= MOSTLY * operation:
        return
    note = intake.fails if again >= WHOLE * tests else intake.suspects
    note(
        "operation-of-tests",
        f"{file}: about {again:,} of {operation:,} operating scenarios are {what} too, of which there are {tests:,}: "
        "nothing was seen of operation itself",
        measures,
        HINT,
    )
