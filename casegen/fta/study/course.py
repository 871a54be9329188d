"""How a tree's events go through time: where they may jump, and whether what has failed comes back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from casegen.fta.tree.compiled_tree import CompiledTree
from casegen.model.case import Case
from casegen.model.event_model import (
    EventModel,
    Glm,
    MissionTime,
    Operation,
    ParameterRef,
    PeriodicTest,
    Value,
    Weibull,
)

MOST_TESTS = 500
"""tests within the time shown that the average follows one by one"""
_BETWEEN = "the average is that of the points shown, and no SIL is given"
TESTS_UNFOLLOWED = f"periodic tests fall between the times: {_BETWEEN}"
JUMPS_UNFOLLOWED = f"an expression of the mission time may jump between the times: {_BETWEEN}"
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
    time moves; ``repaired``: those whose failures end by themselves; ``unfollowed``: why the jumps are not known.
    """

    jumps: tuple[float, ...]
    tested: bool
    changing: frozenset[str]
    computed: frozenset[str]
    repaired: tuple[str, ...]
    unfollowed: str = ""


def course_of(case: Case, tree: CompiledTree, end: float, settled: Mapping[str, float]) -> Course:
    """The course of the tree's events up to ``end`` hours; those ``settled`` by hand stand still."""
    models = {name: case.event[name].model for name in tree.events if name in case.event}
    models |= {group.id: group.total for group in case.common_cause if group.id in tree.groups}
    jumps: set[float] = set()
    unfollowed, tested, changing, computed, repaired = "", False, [], [], []
    for name, model in models.items():
        if model is None or name in settled or not _moves(case, model):
            continue
        changing.append(name)
        operations = {op for above in _above_time(case, model) for op in above}
        if operations or any(_above_time(case, model)):
            computed.append(name)
        if isinstance(model, PeriodicTest) and model.repair_rate is None:
            tested = True
        if _is_repaired(model) or operations & {"glm", "periodic-test"}:
            repaired.append(name)
        if operations & _JUMPING:
            unfollowed = unfollowed or JUMPS_UNFOLLOWED
        own = _jumps(model, end)
        if own is None:
            unfollowed = TESTS_UNFOLLOWED
        jumps |= own or set()
    if len(jumps) > 2 * MOST_TESTS:
        unfollowed = TESTS_UNFOLLOWED
    return Course(
        tuple(sorted(t for t in jumps if 0.0 < t < end)), tested, frozenset(changing), frozenset(computed),
        tuple(repaired), unfollowed,
    )  # fmt: skip


def _moves(case: Case, model: EventModel) -> bool:
    """Whether the model's number moves with the mission time: its hours are not stated, or computed from it."""
    timed = "hours" in type(model).model_fields
    return (timed and getattr(model, "hours", None) is None) or next(
        _above_time(case, model), None
    ) is not None


def _above_time(case: Case, model: EventModel) -> Iterator[tuple[str, ...]]:
    """Of each place in the model's fields that names the mission time, the operations it goes through."""
    for _, value in model:
        yield from _through(case, value, ())


def _through(case: Case, value: Value, above: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    match value:
        case MissionTime():
            yield above
        case ParameterRef():
            yield from _through(case, case.parameter[value.parameter].value, above)
        case Operation():
            for argument in value.args:
                yield from _through(case, argument, (*above, value.op))
        case _:
            return


def _is_repaired(model: EventModel) -> bool:
    match model:
        case Glm():
            return model.repair_rate != 0.0
        case PeriodicTest():
            return model.repair_rate is not None
        case _:
            return False


def _jumps(model: EventModel, end: float) -> set[float] | None:
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
    begins = [first + k * interval for k in range(int(max(0.0, (end - first) / interval)) + 1)]
    return {*begins, *(t + duration for t in begins)}
