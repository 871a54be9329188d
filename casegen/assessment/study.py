"""What documents tell of a case beyond its status: spread of every top event, one input at a time, what-ifs."""

from __future__ import annotations

import math
import os
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from casegen.assessment.drawn_course import drawn_course
from casegen.io.folder import inside
from casegen.io.sentences import sentence
from casegen.io.source_map import parse, read_text
from casegen.model.case import Case, Location
from casegen.model.diagnostic import Diagnostic, InputError
from casegen.model.results import Assessment

if TYPE_CHECKING:
    from casegen.assessment.assess import Session
    from casegen.assessment.planning.plan import ClaimPlan
    from casegen.assessment.scenario_file import Scenarios
    from casegen.assessment.trees import BoundTree
    from casegen.assessment.whatif import WhatIfComparison
    from casegen.fta.study.propagation import Uncertainty
    from casegen.fta.study.sensitivity import Swing

SCENARIOS = "whatif.yaml"
"""the file of a case folder whose what-ifs every document tells"""
TRIALS = 10_000
SEED = 1
WIDEST = 8
"""inputs shown of each tree, widest swing first"""
_NORMAL_95 = 1.959963984540054
BINS = 36
"""of the histogram of a top event, of equal width on a logarithmic axis"""


@dataclass(frozen=True, slots=True)
class Bin:
    """Trials whose top lies in [``low``, ``high``)."""

    low: float
    high: float
    count: int


@dataclass(frozen=True, slots=True)
class Quantile:
    """A sampled quantile of the top event with the interval that the number of trials leaves (95 %)."""

    level: float
    value: float
    lower: float
    upper: float


@dataclass(frozen=True, slots=True)
class Spread:
    """Distribution of a top event over its uncertain inputs, by plain Monte Carlo.

    ``mean_error`` is the standard error of ``mean``.  ``fixed`` counts events without a stated uncertainty,
    ``clipped`` trials of any event that left [0, 1].
    """

    mean: float
    mean_error: float
    error_factor: float
    quantiles: tuple[Quantile, ...]
    point: float
    trials: int
    seed: int
    fixed: int
    clipped: int
    bins: tuple[Bin, ...] = ()
    """histogram of the positive samples; none where they are all the same"""


@dataclass(frozen=True, slots=True)
class TreeStudy:
    """One tree.  ``spread`` is None where no input states an uncertainty; ``problem`` says why nothing was done."""

    tree: str
    spread: Spread | None = None
    swings: tuple[Swing, ...] = ()
    inputs: int = 0
    """how many inputs there are, of which ``swings`` are the widest"""
    problem: str = ""
    curve: tuple[tuple[float, float], ...] = ()
    """hours and the top event up to them; empty where it does not depend on the mission's length"""
    curve_parts: int = 0
    """parts of the mission of which ``curve`` has the highest and the lowest only; 0 where it has all"""


@dataclass(frozen=True, slots=True)
class ComputedStudy:
    """Every tree's study, and the what-ifs of the case's own file."""

    trees: tuple[TreeStudy, ...] = ()
    comparisons: tuple[WhatIfComparison, ...] = ()
    plans: tuple[ClaimPlan, ...] = ()
    """further evidence for claims whose requirement fails"""
    awaiting: Mapping[str, str] = field(default_factory=dict)
    """by its name, what each what-if waits for that changes a measure without a result"""


OfTrees = tuple[tuple[TreeStudy, ...], "tuple[ClaimPlan, ...]"]


def study(
    session: Session, assessed: Assessment, of_trees: Callable[[], OfTrees] | None = None
) -> ComputedStudy:
    """Study every tree of the case, plan what fails, and assess each what-if of ``whatif.yaml``, if there is one.

    ``of_trees`` gives what :func:`study_of_trees` does of the same session, where that was begun before.

    Raises:
        InputError: the file holds no what-ifs, or one of an unknown event.
    """
    from casegen.assessment.whatif import compare

    named = read_whatifs(session)
    compared = tuple(
        compare(session, changes, name, assessed) for name, changes in named.changes.items() if changes
    )
    awaiting = {
        name: sentence(session.evidence[error.item].freshness.value, item=error.item)
        for name, error in named.awaiting.items()
    }
    trees, plans = of_trees() if of_trees else study_of_trees(session, assessed)
    return ComputedStudy(trees, compared, plans, awaiting)


def study_of_trees(session: Session, assessed: Assessment) -> OfTrees:
    """Every tree's study, and the plans of what fails: what asks for the case's own numbers only."""
    from casegen.assessment.planning.plan import brief_plan

    numbers = session.numbers()
    trees = tuple(
        TreeStudy(tree.id, problem=problem) if (problem := assessed.trees[tree.id].problem)
        else _tree(numbers.trees[tree.id].at(None))
        for tree in session.case.trees
    )  # fmt: skip
    return trees, brief_plan(session, assessed.requirements)


def read_whatifs(session: Session) -> Scenarios:
    """The named changes of the case's ``whatif.yaml``; none where there is no such file."""
    from casegen.assessment.scenario_file import Scenarios, parse_scenarios

    path = whatif_file(session.case)
    if path is None:
        return Scenarios()
    parsed = parse(read_text(path, SCENARIOS), SCENARIOS)
    if parsed.problems:
        raise InputError(parsed.problems)
    return parse_scenarios(session.case, session, parsed.data, SCENARIOS, parsed.places)


def whatif_problems(session: Session) -> tuple[Diagnostic, ...]:
    """What is wrong with the case's ``whatif.yaml``, whatever results come; empty where there is no such file."""
    if not os.path.lexists(session.case.root / SCENARIOS):
        return ()
    try:
        read_whatifs(session)
    except InputError as error:
        return error.diagnostics
    return ()


def whatif_file(case: Case) -> Path | None:
    """The what-if file of the case folder; raises :class:`InputError` where it is a link out of the folder."""
    if inside(case.root, SCENARIOS) is None:
        raise InputError.at(
            Location(SCENARIOS), "the file is a link that leaves the case folder", hint="put a file there"
        )
    path = case.root / SCENARIOS
    return path if path.is_file() else None


def _tree(bound: BoundTree) -> TreeStudy:
    from casegen.fta.study.propagation import uncertainty
    from casegen.fta.study.sensitivity import tornado

    swings = tornado(bound.compiled, bound.values)
    curve, parts = drawn_course(bound)
    spread = None
    if bound.values.inputs:
        spread = _spread(uncertainty(bound.compiled, bound.values, trials=TRIALS, seed=SEED))
    return TreeStudy(bound.id, spread, tuple(swings[:WIDEST]), len(swings), curve=curve, curve_parts=parts)


def _bins(ordered: Sequence[float]) -> tuple[Bin, ...]:
    """Bins of equal width in the logarithm over the positive samples, which are in order."""
    positive = [x for x in ordered if x > 0.0]
    if not positive or positive[-1] <= positive[0] * (1.0 + 1e-9):
        return ()
    step = math.log(positive[-1] / positive[0]) / BINS
    edges = [positive[0] * math.exp(step * i) for i in range(BINS)] + [positive[-1]]
    places = [0, *(bisect_left(positive, edge) for edge in edges[1:-1]), len(positive)]
    return tuple(
        Bin(low, high, b - a) for (low, high), (a, b) in zip(pairwise(edges), pairwise(places), strict=True)
    )


def _spread(result: Uncertainty) -> Spread:
    assert result.mean_error is not None
    ordered = sorted(result.samples.tolist())
    return Spread(
        mean=result.mean,
        mean_error=result.mean_error,
        error_factor=result.error_factor,
        quantiles=tuple(_quantile(ordered, level, value) for level, value in result.quantiles.items()),
        point=result.point,
        trials=result.trials,
        seed=result.seed,
        fixed=len(result.fixed),
        clipped=sum(result.clipped.values()),
        bins=_bins(ordered),
    )


def _quantile(ordered: Sequence[float], level: float, value: float) -> Quantile:
    """Distribution-free interval from order statistics; ranks by the normal approximation, rounded outwards.

    David & Nagaraja, *Order Statistics*, 3rd ed., section 7.1; good for n·level·(1-level) above about 10.
    """
    n = len(ordered)
    reach = _NORMAL_95 * math.sqrt(n * level * (1.0 - level))
    low = max(0, math.floor(n * level - reach) - 1)
    high = min(n - 1, math.ceil(n * level + reach))
    return Quantile(level, value, ordered[low], ordered[high])
