"""Inputs of a fault tree that may be worse than they are today: by an earlier run, or as far as a vital sign goes.

Where the top event would then not meet its limit, the doubt stands at the requirement."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from casegen.assessment.looks import FIX, declared_looks, earlier_end, earlier_ends
from casegen.assessment.tree_spending import is_paid, sides_of
from casegen.assessment.trees import bind, measured
from casegen.model.argument import AllocatedBound, Requirement
from casegen.model.case import Case
from casegen.model.digits import outward
from casegen.model.quantity import Estimate
from casegen.model.results import EvidenceState
from casegen.model.vital_sign import LOOKS, OF_BOTH_SIDES, VitalSign
from casegen.model.waiver import Waiver

if TYPE_CHECKING:
    from casegen.assessment.requirements import Numbers


@dataclass(frozen=True, slots=True)
class OtherLimit:
    """A measure that enters a tree, and its limit over today's run and the earlier ones, or what ``sign`` makes possible.

    ``move``: how the top moves with the measure: 1 up, -1 down, 0 both ways or unknown.
    ``better``: whether today's limit is nearer, so that the other one counts.
    """

    item: str
    measure: str
    move: int
    lower: float
    upper: float
    other: float
    """the limit of the earlier runs, or of the sign, on the side that raises the top event"""
    better: bool
    sign: VitalSign | None = None

    @property
    def end(self) -> float:
        """The limit on the side that raises the top event."""
        return self.lower if self.move < 0 else self.upper


Asked = Mapping[str, float | None]
"""trees whose top events count, and the confidence that is asked of each"""


def asked_of(case: Case, requirement: Requirement, numbers: Numbers) -> dict[str, float | None]:
    """The quantified trees that a requirement is about: the one it measures, the one whose target it is allocated."""
    bound = requirement.bound
    allocated = bound.allocated.tree if isinstance(bound, AllocatedBound) else None
    asked = {} if allocated is None or allocated not in numbers.trees else confidences(case, (allocated,))
    if requirement.measure.tree in numbers.trees:
        asked[str(requirement.measure.tree)] = requirement.confidence
    return asked


def confidences(case: Case, trees: Iterable[str]) -> dict[str, float | None]:
    """The confidence of each tree's target, at which its top event is shown."""
    targets = {tree: case.tree[tree].target for tree in trees}
    return {tree: None if target is None else target.confidence for tree, target in targets.items()}


def other_limits(
    asked: Asked, numbers: Numbers, *, waived: bool = False, both: bool = False
) -> tuple[OtherLimit, ...]:
    """Of the measures in the trees: limits of earlier runs that the confidence does not pay for, and values that a vital
    sign makes possible.

    Those that a person has set aside only with ``waived``.  ``both``: on both sides, where more is asked than how likely
    the top event is at most.
    """
    if not any(has_others(state) for state in numbers.evidence.values()):
        return ()
    results: dict[tuple[str, str, VitalSign | None], OtherLimit] = {}
    for tree, confidence in asked.items():
        bound = numbers.trees[tree]
        moves = sides_of(bound)
        sides = dict.fromkeys(moves, 0) if both else moves
        paid = is_paid(bound, confidence, numbers.evidence)
        earlier = () if paid else _earlier(numbers.evidence, sides)
        for one in (*earlier, *_possible(numbers.evidence, sides)):
            if waived or not _set_aside(one, numbers.evidence):
                results[one.item, one.measure, one.sign] = one
    return tuple(results.values())


def doubts(
    case: Case, asked: Asked, numbers: Numbers, unmet: Callable[[Numbers], str], *, both: bool = False
) -> tuple[VitalSign, ...]:
    """The signs of inputs of the trees with whose other limits a conclusion would be another: those of earlier runs, or
    what a sign makes possible.

    ``unmet`` says of such numbers why it would; empty where it stands.  Where a person has set the doubt aside for some,
    the rest decides by itself.
    """
    unmet_by: list[tuple[VitalSign, ...]] = []
    for waived in (True, False):
        limits = tuple(one for one in other_limits(asked, numbers, waived=waived, both=both) if one.better)
        text = unmet(with_limits(case, asked, numbers, limits)) if limits else ""
        if not text:
            break
        unmet_by.append(tuple(signs_of(limits, numbers.evidence, text)))
    if not unmet_by:
        return ()
    set_aside = tuple(sign for sign in unmet_by[0] if sign.waived_by)
    return (*set_aside, *unmet_by[1]) if len(unmet_by) == 2 else set_aside


def has_others(state: EvidenceState) -> bool:
    """Whether a measure of the item may be worse than it is: by another run, or as far as a sign goes."""
    return state.looks > state.seeds or any(sign.possible for sign in state.signs)


def _set_aside(one: OtherLimit, evidence: Mapping[str, EvidenceState]) -> bool:
    return bool(one.sign.waived_by) if one.sign is not None else waiver_of(evidence[one.item]) is not None


def worst_end(requirement: Requirement, state: EvidenceState | None) -> float | None:
    """The worst limit of the measure that a requirement names: of earlier runs that count, or that a sign makes possible.

    None where there is none, or where a person has set the doubt aside.
    """
    measure = str(requirement.measure.measure)
    signs = () if state is None else (s for s in state.signs if measure in s.possible and not s.waived_by)
    earlier = earlier_end(requirement, state)
    ends = [*([] if earlier is None else [earlier]), *(sign.possible[measure] for sign in signs)]
    return (max if requirement.comparison.is_upper else min)(ends, default=None)


def with_limits(case: Case, asked: Asked, numbers: Numbers, limits: tuple[OtherLimit, ...]) -> Numbers:
    """The numbers with the measures as wide as their other limits, and the trees with them."""
    evidence = dict(numbers.evidence)
    for one in limits:
        state = evidence[one.item]
        wide = _reaching(state.measures[one.measure], one)
        evidence[one.item] = replace(state, measures={**state.measures, one.measure: wide})
    values = measured(evidence)
    trees = dict(numbers.trees)
    for tree in asked:
        old = trees[tree]
        trees[tree] = bind(case, tree, values, old.settings, old.prepared).through.worst
    return replace(numbers, evidence=evidence, trees=trees)


def signs_of(
    limits: tuple[OtherLimit, ...], evidence: Mapping[str, EvidenceState], text: str
) -> Iterator[VitalSign]:
    """The signs that the limits are of, each of these measures alone, and one for each item's earlier runs.

    ``text`` says what the limits make of the requirement.
    """
    for sign in dict.fromkeys(one.sign for one in limits if one.sign is not None):
        yield replace(sign, measures=tuple(dict.fromkeys(one.measure for one in limits if one.sign == sign)))
    runs = [one for one in limits if one.sign is None]
    for item in dict.fromkeys(one.item for one in runs):
        mine = [one for one in runs if one.item == item]
        ends = ", ".join(f"{one.measure} {outward(one.end, upper=one.move >= 0, digits=3)}" for one in mine)
        waiver = waiver_of(evidence[item])
        sign = VitalSign(
            LOOKS,
            item,
            False,
            f"{evidence[item].looks} runs with other data, reading, parameters or seed gave other numbers, and with "
            f"the limit of an earlier one ({ends}) {text}: the confidence of one run does not hold for the one that "
            "passed",
            tuple(one.measure for one in mine),
            FIX,
        )
        yield sign if waiver is None else replace(sign, waived_by=waiver.by, reason=waiver.reason)


def waiver_of(state: EvidenceState) -> Waiver | None:
    """Who set the doubt of earlier runs aside."""
    return next((waiver for waiver in state.waivers if waiver.rule == LOOKS), None)


def _earlier(
    evidence: Mapping[str, EvidenceState], sides: Mapping[tuple[str, str], int]
) -> Iterator[OtherLimit]:
    """Limits of earlier runs of the measures that enter a tree."""
    for (item, measure), move in sides.items():
        state = evidence.get(item)
        ends = None if state is None or state.looks <= state.seeds else earlier_ends(state, measure)
        if state is None or ends is None:
            continue
        if declared_looks(state, measure) >= state.looks or measure not in state.measures:
            continue
        now, (low, high) = state.measures[measure], ends
        lower, upper = _ends(now)
        better = (move >= 0 and high > upper) or (move <= 0 and low < lower)
        end = high if move >= 0 else low
        yield OtherLimit(item, measure, move, min(low, lower), max(high, upper), end, better)


def _possible(
    evidence: Mapping[str, EvidenceState], sides: Mapping[tuple[str, str], int]
) -> Iterator[OtherLimit]:
    """What vital signs make possible of the measures that enter a tree."""
    for (item, measure), move in sides.items():
        state = evidence.get(item)
        for sign in state.signs if state is not None else ():
            if state is None or measure not in sign.possible or measure not in state.measures:
                continue
            worst, (lower, upper) = sign.possible[measure], _ends(state.measures[measure])
            low, high = min(_least(sign, measure, move, lower), lower), max(worst, upper)
            better = (move >= 0 and high > upper) or (move <= 0 and low < lower)
            yield OtherLimit(item, measure, move, low, high, low if move < 0 else worst, better, sign)


def _least(sign: VitalSign, measure: str, move: int, lower: float) -> float:
    """The least value that the sign makes possible.

    Of one that looks at one side, nothing is known of the other: where the top takes the complement, the measure may be
    as small as any probability or rate.
    """
    worst = sign.possible[measure]
    return 0.0 if move <= 0 and worst > lower and sign.name not in OF_BOTH_SIDES else worst


def _ends(estimate: Estimate) -> tuple[float, float]:
    """Limits of an estimate; its value where it has none."""
    return (
        estimate.value if estimate.lower is None else estimate.lower,
        estimate.value if estimate.upper is None else estimate.upper,
    )


def _reaching(old: Estimate, one: OtherLimit) -> Estimate:
    """The estimate with the limits that it has as wide as the earlier ones, on the sides that raise the top event."""
    update = {}
    if one.move >= 0 and old.upper is not None:
        update["upper"] = max(one.upper, old.upper)
    if one.move <= 0 and old.lower is not None:
        update["lower"] = min(one.lower, old.lower)
    return old.altered(update=update)
