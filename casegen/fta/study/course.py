"""How a tree's events go through time: where they may jump, and whether what has failed comes back."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from fractions import Fraction

from casegen.fta.events.decimals import typed
from casegen.fta.events.over_time import OverTime, above_time, through_time, values_above_time
from casegen.fta.events.values import Evidence
from casegen.fta.gates.structure import common_cause_parts
from casegen.fta.tree.compiled_tree import CompiledTree
from casegen.model.case import Case
from casegen.model.event_model import (
    EventModel,
    Glm,
    PeriodicTest,
    Weibull,
)
from casegen.model.plural import plural, some

MOST_TESTS = 500
"""tests within the time shown that the average follows one by one"""
TESTS_UNFOLLOWED = (
    "periodic tests are not followed one by one: the average is that of the points shown, and no SIL is given"
)
JUMPS_UNFOLLOWED = (
    "an expression of the mission time may jump, or rise and fall, between the times looked at: the average is an"
    " estimate, and no SIL is given"
)
UNFOLLOWED = (TESTS_UNFOLLOWED, JUMPS_UNFOLLOWED)
_PLACES = ("first", "interval", "test_duration")
"""parameters of models that say when tests are made"""
_JUMPING = frozenset(
    ("mod", "ceil", "floor", "sin", "cos", "tan", "ite", "not", "and", "or", "eq", "df", "lt", "gt", "leq", "geq",
     "periodic-test")
)  # fmt: skip
"""operations that may jump, or return, between two times however near they are"""


@dataclass(frozen=True, slots=True)
class Course:
    """What the events of a tree do until the end of a curve.

    ``jumps``: times at which the top may jump or bend; ``tested``: whether tests restore events at once; ``changing``:
    events and common-cause groups that move with time; ``computed``: those of them that an expression of the mission
    time moves; ``repaired``: those whose failures end by themselves; ``unfollowed``: what that means for an average,
    where not all jumps are known, and ``cause``: which event it is, and why.
    """

    jumps: tuple[float, ...]
    tested: bool
    changing: frozenset[str]
    computed: frozenset[str]
    repaired: tuple[str, ...]
    unfollowed: str = ""
    cause: str = ""


def course_of(
    case: Case, tree: CompiledTree, evidence: Evidence, end: float, settled: Mapping[str, float],
    clocked: frozenset[str] = frozenset(), *, at_points: bool = False,
) -> Course:  # fmt: skip
    """The course of the tree's events up to ``end`` hours; those ``settled`` by hand stand still.

    ``clocked``: events that are followed up to hours of their own, which others stand at.  ``at_points``: every input
    is looked at at its point alone, so that tests whose times are uncertain are made at known ones.
    """
    models = models_of(case, tree)
    models |= {name: model.altered(update={"hours": None}) for name in clocked if (model := models[name])}
    models = placed(case, tree, models, settled, at_points=at_points)
    jumps: set[float] = set()
    tested, changing, computed, repaired = False, [], [], []
    unplaced: set[str] = set()
    unfollowed: dict[str, str] = {}
    factors = factors_over_time(case, tree)
    for name, model in models.items():
        still = model is None or name in settled or not _moves(case, model)
        if model is None or (still and name not in factors):
            continue
        changing.append(name)
        through = [*factors.get(name, ()), *(() if still else above_time(case, model))]
        operations = {op for above in through for op in above}
        if through:
            computed.append(name)
            unplaced.add(name)
        if (not still and _is_repaired(model)) or operations & {"glm", "periodic-test"}:
            repaired.append(name)
        if operations & _JUMPING:
            by = ", ".join(sorted(operations & _JUMPING))
            why = f"{name} is computed from the time by {by}, and may jump, or rise and fall, at any time"
            unfollowed.setdefault(JUMPS_UNFOLLOWED, why)
        if still:
            continue
        if _begins_anywhere(model):
            unplaced.add(name)
        tested |= isinstance(model, PeriodicTest) and model.repair_rate is None
        own = jumps_of(model, end)
        if own is None:
            unfollowed.setdefault(TESTS_UNFOLLOWED, _untimed(name, model))
        jumps |= own or set()
    if unplaced and not unfollowed and not _one_way(case, tree, evidence, end, settled, unplaced, clocked):
        who = some(sorted(unplaced))
        unfollowed[JUMPS_UNFOLLOWED] = f"it is not proved that {who} moves the top one way only, up or down"
    if len(jumps) > 2 * MOST_TESTS:
        unfollowed.setdefault(TESTS_UNFOLLOWED, f"events are tested more than {MOST_TESTS} times")
    note = next((note for note in UNFOLLOWED if note in unfollowed), "")
    return Course(
        tuple(sorted(t for t in jumps if 0.0 < t < end)), tested, frozenset(changing), frozenset(computed),
        tuple(repaired), note, unfollowed.get(note, ""),
    )  # fmt: skip


def _untimed(name: str, model: EventModel) -> str:
    """Why the tests of an event are not followed one by one."""
    computed = [
        key
        for key in ("first", "interval", "test_duration")
        if not isinstance(getattr(model, key) or 0, int | float)
    ]
    if computed:
        they = plural(len(computed), "is no plain number", "are no plain numbers")
        return f"the {' and '.join(computed)} of the tests of {name} {they}"
    if getattr(model, "hours", None) is not None:
        return f"{name}, which is tested, has hours of its own"
    return f"{name} is tested more than {MOST_TESTS} times"


def models_of(case: Case, tree: CompiledTree) -> dict[str, EventModel | None]:
    """The models behind the events of a tree, and the totals of its common-cause groups, by their names."""
    models = {name: case.event[name].model for name in tree.events if name in case.event}
    return models | {group.id: group.total for group in case.common_cause if group.id in tree.groups}


def placed(
    case: Case, tree: CompiledTree, models: Mapping[str, EventModel | None], settled: Mapping[str, float], *,
    at_points: bool = False,
) -> dict[str, EventModel | None]:  # fmt: skip
    """The models with the times of their tests as plain numbers, where parameters and operations come to such.

    ``at_points``: also of distributions, at their means.
    """
    resolver = OverTime(case, case.tree[tree.id], {}, None, dict(settled))
    results = dict(models)
    for name, model in models.items():
        if model is None or name in settled:
            continue
        named = {
            key: value
            for key in _PLACES
            if not isinstance(value := getattr(model, key, None), int | float | None)
        }
        numbers = {
            key: resolver.known(value, f"{name}/{key}", at_points=at_points) for key, value in named.items()
        }
        known = {key: number for key, number in numbers.items() if number is not None}
        results[name] = model.altered(update=known) if known else model
    return results


def factors_over_time(case: Case, tree: CompiledTree) -> dict[str, list[tuple[str, ...]]]:
    """Common-cause groups of the tree with factors that name the mission time, and the operations it goes through.

    Such a group moves with time also where its total stands still.
    """
    groups = {
        g.id: list(values_above_time(case, g.factors)) for g in case.common_cause if g.id in tree.groups
    }
    return {group: through for group, through in groups.items() if through}


def jumps_anywhere(case: Case, tree: CompiledTree, name: str, model: EventModel | None) -> bool:
    """Whether an event or group may change all at once at any time, since its number is computed from the time so."""
    through = [*factors_over_time(case, tree).get(name, ()), *(above_time(case, model) if model else ())]
    return model is None or any(not _JUMPING.isdisjoint(operations) for operations in through)


def _begins_anywhere(model: EventModel) -> bool:
    """Whether the model may change all at once, at a time that is no plain number."""
    return isinstance(model, Weibull) and not all(
        isinstance(x, int | float) for x in (model.location, model.scale)
    )


def _one_way(
    case: Case, tree: CompiledTree, evidence: Evidence, end: float, settled: Mapping[str, float],
    unplaced: Set[str], clocked: frozenset[str],
) -> bool:  # fmt: skip
    """Whether it is proved that the ``unplaced`` events move the top in one direction, up or down, through the time.

    Only then does no change hide between two times at which the top is the same: what rises and falls, however briefly,
    does.  A single event that only rises may move the top as it likes, since the top is linear in it.
    """
    groups = {part: g.id for g in case.common_cause if g.id in tree.groups for part in common_cause_parts(g)}
    resolver = OverTime(case, case.tree[tree.id], evidence, end, dict(settled))
    resolver.clocked = clocked
    values = resolver.run(tree.structure)
    moved: list[tuple[int, int]] = []
    for i, name in enumerate(tree.events):
        if not unplaced.isdisjoint((groups.get(name, name), *tree.structure.orders.get(name, ()))):
            moved.append((through_time(values.expression(i))[1] or 0, tree.signs[i]))
    if len(moved) == 1:
        return moved[0][0] != 0
    return len({own * above for own, above in moved}) == 1 and 0 not in {own * above for own, above in moved}


def _moves(case: Case, model: EventModel) -> bool:
    """Whether the model's number moves with the mission time: its hours are not stated, or computed from it."""
    timed = "hours" in type(model).model_fields
    return (timed and getattr(model, "hours", None) is None) or next(
        above_time(case, model), None
    ) is not None


def _is_repaired(model: EventModel) -> bool:
    match model:
        case Glm():
            return model.repair_rate != 0.0
        case PeriodicTest():
            return model.repair_rate is not None
        case _:
            return False


def jumps_of(model: EventModel, end: float) -> set[float] | None:
    """Times at which the model's number jumps or bends; None where they are no plain numbers, or many."""
    match model:
        case PeriodicTest():
            return _tests(model, end)
        case Weibull(location=int() | float() as location):
            # wear begins; around the scale, all at once where the shape is large
            scale = model.scale
            return {float(location), *([location + scale] if isinstance(scale, int | float) else [])}
        case _:
            return set()


def _tests(model: PeriodicTest, end: float) -> set[float] | None:
    first, interval, duration, hours = model.first, model.interval, model.test_duration or 0.0, model.hours
    if hours is not None or not all(isinstance(x, int | float) for x in (first, interval, duration)):
        return None
    assert isinstance(first, int | float)
    assert isinstance(interval, int | float)
    assert isinstance(duration, int | float)
    if interval <= 0.0 or (end - first) / interval > MOST_TESTS:
        return None
    # as decimals where they are: 0.3, and not 0.1 + 0.2, is at a test
    one, step, lasts = (
        Fraction(x) if (known := typed(x)) is None else known for x in (first, interval, duration)
    )
    begins = [one + k * step for k in range(int(max(0.0, (end - first) / interval)) + 1)]
    return {float(t) for begin in begins for t in (begin, begin + lasts)}
