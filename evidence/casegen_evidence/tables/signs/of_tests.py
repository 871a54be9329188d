"""Scenarios of operation that are those that were tested: nothing was seen of operation itself."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.signs import Intake
from casegen_evidence.tables.overlap import shared_rows
from casegen_evidence.tables.report import fine
from casegen_evidence.tables.resaved import saved_again

Array = NDArray[np.float64]
MOSTLY, WHOLE = 0.5, 0.9
"""share of operation that may be tests, and of the tests from which on operation is all of them"""
PART, FEWEST = 0.1, 20
"""share of operation, and scenarios, from which on tests among them are asked about"""
LONGER, MOST_OF = 3.0, 0.6
"""times as long as the tests a record of operation is that they were chosen from, and the share of them seen in it"""
HINT = (
    "give scenarios that were recorded in operation; state in the waiver if these were recorded there and run again as "
    "tests"
)


def judge_scenarios(file: str, operation: Array, tests: Array, intake: Intake) -> None:
    """Note that scenarios of ``operation`` ``(n, d)`` are among the ``tests`` ``(m, d)``: most of them, or a tenth.

    A part is looked for among the different ones, where a column has many digits in both.  Tests that are most of a
    record of operation :data:`LONGER` times as long may have been chosen from it.
    """
    one, other = np.unique(operation, axis=0), np.unique(tests, axis=0)
    if not any(_measured(one[:, k]) and _measured(other[:, k]) for k in range(one.shape[1])):
        judge_of_tests(file, shared_rows(operation, tests), len(operation), len(tests), intake)
        return
    again, recorded = max(shared_rows(one, other), with_noise(one, other)), len(one)
    if again > MOSTLY * recorded:
        judge_of_tests(file, again, recorded, len(tests), intake)
        return
    chosen = MOST_OF * len(tests) <= again <= recorded / LONGER
    if again < max(FEWEST, PART * recorded) or chosen:
        return
    intake.suspects(
        "operation-of-tests",
        f"{file}: about {again:,} of {recorded:,} operating scenarios are tested ones too: they draw operation towards "
        "what was tested",
        hint=HINT,
    )


def with_noise(operation: Array, tests: Array) -> int:
    """About how many different scenarios of ``operation`` ``(n, d)`` are ``tests`` ``(m, d)`` with a little noise.

    Such a scenario lies far nearer to its test than to another one, and the test far nearer to it than to another
    scenario, which those of a slow journey past a test do not.  Along a line neighbours of all distances are met.
    """
    if int((np.ptp(operation, axis=0) > 0).sum()) < 2:
        return 0
    return min(saved_again(operation, tests, shapes=False), saved_again(tests, operation, shapes=False))


def _measured(values: Array) -> bool:
    return len(values) > 0 and fine(values) and len(np.unique(values)) > 0.5 * len(values)


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
