"""Whether the one earlier run of records that meet a limit together met it too.

Of an earlier run the limits of each measure are kept.  Of a share from a planned record of trials these tell failures and
trials: the exact limits of no two records are the same.  The limit of the records together then follows as it did then.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from casegen.assessment.looks import is_constant
from casegen.model.argument import AllocatedBound, Requirement
from casegen.model.case import Case
from casegen.model.ledger import error_probability
from casegen.model.results import EvidenceState

if TYPE_CHECKING:
    from casegen_evidence.bounds.records import Counts

    from casegen.assessment.requirements import Numbers

MOST_FAILURES, MOST_TRIALS = 100, 10**6
"""of a record that is recovered: of a longer one the limits are too close to each other"""
MOST_RECORDS = 3
"""with an earlier run, each of which may have been judged beside either run of the others"""
_SAME = 1e-9
_NEAR_ONE = 1e-11
"""of a lower limit that is the complement of an upper one"""


def earlier_met(
    case: Case, requirement: Requirement, numbers: Numbers, worse: Numbers, limit: float | None
) -> bool:
    """Whether ``requirement`` was met by the records together as ``worse``, with an earlier run of some, has them.

    False also where nobody can tell: several earlier runs, another confidence, limits of no count of trials.
    """
    from casegen.assessment.joint import joint_limit, records_of, top_of

    tree = str(requirement.measure.tree)
    declared = case.tree[tree].independent if tree in case.tree else None
    if declared is None or limit is None or isinstance(requirement.bound, AllocatedBound):
        return False
    records = records_of(numbers.trees[tree], declared.evidence)
    now = {key: counts for key, (_, counts) in records.items()}
    before: dict[str, Counts] = {}
    changed = {item for item, state in worse.evidence.items() if state is not numbers.evidence.get(item)}
    for key, (one, _) in records.items():
        item, measure = one.measured or ("", "")
        if item in changed:
            recovered = _recovered(worse.evidence[item], measure)
            if recovered is None:
                return False
            before[key] = recovered
    if not before or len(before) < len(changed) or len(before) > MOST_RECORDS:
        return False
    bound = worse.trees[tree]
    upper = bound.box(requirement.confidence).upper
    for size in range(1, len(before) + 1):
        for earlier in combinations(before, size):
            counts = now | {key: before[key] for key in earlier}
            points = np.array([[c.failures / c.size] for c in counts.values()])
            value = float(top_of(bound, upper, list(counts))(points)[0])
            if not requirement.comparison.holds(max(value, joint_limit(bound, upper, counts).upper), limit):
                return False
    return True


def _recovered(state: EvidenceState, measure: str) -> Counts | None:
    """The record of the one earlier run of a measure, from its limits; None where they are not those of one."""
    estimate, ends = state.measures.get(measure), state.earlier.get(measure)
    named = len(state.history) == state.looks == 2 and state.seeds == 1 and not state.lost
    if estimate is None or ends is None or estimate.confidence is None or estimate.upper is None or not named:
        return None
    if not is_constant(state, measure) or not math.isclose(estimate.upper, ends[1], rel_tol=_SAME):
        return None  # the widened limit is that of a sign
    return counts_with(*ends, error_probability(estimate.confidence))


def counts_with(low: float, high: float, alpha: float) -> Counts | None:
    """The failures in trials whose exact limits at ``alpha`` on each side are these; None where there are no such.

    >>> counts_with(0.0, 1 - 0.05 ** (1 / 1000), 0.05)
    Counts(failures=0, size=1000.0, hours=False)
    >>> counts_with(0.0, 0.003, 0.05) is None
    True
    """
    from casegen_evidence.bounds.records import Counts

    if not 0.0 <= low < high < 1.0:
        return None
    for failures in range(MOST_FAILURES + 1 if low > 0.0 else 1):
        counts = Counts(failures, float(_least_trials(failures, high, alpha)))
        if counts.size < MOST_TRIALS and _same(float(counts.upper(alpha)), high):
            missed = replace(counts, failures=round(counts.size) - failures)
            if failures == 0 or math.isclose(1.0 - float(missed.upper(alpha)), low, abs_tol=_NEAR_ONE):
                return counts
    return None


def _same(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=_SAME)


def _least_trials(failures: int, high: float, alpha: float) -> int:
    """The number of trials, nearest from above, with which the limit is no larger than ``high``."""
    from casegen_evidence.bounds.records import Counts

    least, most = failures, MOST_TRIALS
    while most - least > 1:
        middle = (least + most) // 2
        above = float(Counts(failures, float(middle)).upper(alpha)) > high * (1.0 + _SAME)
        least, most = (middle, most) if above else (least, middle)
    return most
