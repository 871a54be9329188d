"""Which way a tree's top moves through the mission: where it only rises, its end is its worst time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from casegen.fta.events.over_time import above_time, through_time, values_over_time
from casegen.fta.events.values import EventValues, Evidence
from casegen.fta.study.course import MOST_TESTS, factors_over_time, jumps_of, models_of, placed
from casegen.fta.tree.compiled_tree import CompiledTree
from casegen.model.case import Case
from casegen.model.digits import hours_text
from casegen.model.event_model import EventModel, Exponential, Glm, PeriodicTest, Value, Weibull
from casegen.model.plural import some


@dataclass(frozen=True, slots=True)
class Mission:
    """The time from 0 to ``end``, in which the top moves in one ``direction``: 1 up (or not at all), -1 down, 0 both.

    ``jumps``: times at which it may jump, as far as they are plain numbers; ``clocked``: events with hours of their own
    that are followed up to these (:class:`casegen.fta.events.over_time.OverTime`); ``unplaced``: those whose hours are
    shorter than the mission, and may begin at any time of it.
    """

    end: float
    direction: int = 1
    jumps: tuple[float, ...] = ()
    clocked: frozenset[str] = frozenset()
    unplaced: frozenset[str] = frozenset()
    tests: tuple[float, ...] = ()
    """those of the jumps that are periodic tests"""


def plainly_rises(case: Case, tree: CompiledTree) -> bool:
    """Whether it is known from the models and gates alone that the top only rises, or stands still."""
    if factors_over_time(case, tree):
        return False
    for name, model in models_of(case, tree).items():
        own = None if model is None else direction_in(case, tree, name, model)
        if own is not None and any(own * sign != 1 for sign in signs_of(tree, name)):
            return False
    return True


def mission_of(case: Case, tree: CompiledTree, evidence: Evidence, settled: Mapping[str, float]) -> Mission:
    """The mission of a tree whose numbers are known; events ``settled`` by hand stand still."""
    end = case.tree[tree.id].mission_time
    models = {k: m for k, m in models_of(case, tree).items() if m is not None and k not in settled}
    moves = {
        name: own
        for name, model in models.items()
        if (own := direction_in(case, tree, name, model)) is not None
    }
    stated = frozenset(name for name in moves if _stated(models[name]) is not None)
    unplaced = frozenset(name for name in stated if _is_unplaced(case, models[name], end))
    clocked = stated - unplaced
    moves |= dict.fromkeys(factors_over_time(case, tree), 0)
    if not moves:
        return Mission(end or 0.0)
    over = [end or 0.0, *(number_of_hours(case, _stated(models[name])) for name in stated)]
    unknown = {name for name, own in moves.items() if own == 0}
    towards = {own * sign for name, own in moves.items() if own for sign in signs_of(tree, name)}
    if unknown and len(towards) < 2:
        values = values_over_time(case, tree.structure, evidence, settled, clocked, unplaced=unplaced)
        for name in unknown:
            towards |= {
                (through_time(values.expression(tree.index[part]))[1] or 0) * sign
                for part, sign in zip(parts_of(tree, name), signs_of(tree, name), strict=True)
            }
    direction = towards.pop() if len(towards) == 1 else 0
    followed = {name: models[name] for name in moves if name in models and name not in unplaced}
    plain = [
        model.altered(update={"hours": None})
        for model in placed(case, tree, followed, settled).values()
        if model is not None and "hours" in type(model).model_fields
    ]
    jumps = {t for model in plain for t in jumps_of(model, max(over)) or () if 0.0 < t < max(over)}
    tests = {
        t for model in plain if isinstance(model, PeriodicTest) for t in jumps_of(model, max(over)) or ()
    }
    if len(jumps) > 2 * MOST_TESTS:
        jumps = set()
    return Mission(max(over), direction, tuple(sorted(jumps)), clocked, unplaced, tuple(sorted(tests)))


def values_at(
    case: Case, tree: CompiledTree, evidence: Evidence, settled: Mapping[str, float], hours: float
) -> EventValues:
    """The numbers of the tree's events at one time of its mission."""
    return _values(mission_of(case, tree, evidence, settled), case, tree, evidence, settled, hours)


def _values(
    mission: Mission, case: Case, tree: CompiledTree, evidence: Evidence, settled: Mapping[str, float], hours: float
) -> EventValues:  # fmt: skip
    return values_over_time(
        case, tree.structure, evidence, settled, mission.clocked, hours, unplaced=mission.unplaced
    )


def values_anywhere(
    case: Case, tree: CompiledTree, evidence: Evidence, settled: Mapping[str, float]
) -> EventValues | None:
    """The events' numbers at the end where hours of their own may begin at any time: from none to all; else None.

    The number after all hours is then one of those that are possible, and not called exact.
    """
    models = (case.event[event].model for event in tree.events if event in case.event)
    if all(getattr(model, "hours", None) is None for model in models):
        return None
    mission = mission_of(case, tree, evidence, settled)
    return _values(mission, case, tree, evidence, settled, mission.end) if mission.unplaced else None


def own_hours(
    case: Case, tree: CompiledTree, settled: Mapping[str, float], mission_time: float | None = None
) -> str:
    """Which events have the number after hours of their own, and not after the mission's; empty where none has.

    Events ``settled`` by hand have no hours.  ``mission_time``: that of the command [h]; else the tree's.
    """
    end = case.tree[tree.id].mission_time if mission_time is None else mission_time
    after = []
    for name, model in models_of(case, tree).items():
        stated = None if model is None or name in settled else _stated(model)
        if stated is None or (hours := number_of_hours(case, stated)) == end:
            continue
        after.append(
            f"{name} after its own {hours_text(hours)} h" if hours else f"{name} after hours of its own"
        )
    if not after:
        return ""
    return f"{some(after)} ({'no mission time' if end is None else f'mission: {hours_text(end)} h'})"


def direction_in(case: Case, tree: CompiledTree, name: str, model: EventModel) -> int | None:
    """As :func:`_direction`, in a tree: what rises for hours of its own may stand at its largest number only where the
    top can but rise with it; else its smaller numbers are followed, or allowed for where its hours begin at any time."""
    end = case.tree[tree.id].mission_time
    own = _direction(case, model, end)
    if own is not None or _stated(model) is None or all(sign == 1 for sign in signs_of(tree, name)):
        return own
    return 0 if _is_unplaced(case, model, end) else 1


def _is_unplaced(case: Case, model: EventModel, end: float | None) -> bool:
    """Whether a model's own hours may begin at any time: the mission is longer, or not stated.

    Tests and repair are followed up to hours of their own where no mission is stated that is longer.
    """
    stated, own = _stated(model), _direction(case, model, end)
    if own == 0 and isinstance(model, Glm | PeriodicTest) and not any(True for _ in above_time(case, model)):
        return end is not None and number_of_hours(case, stated) < end
    if own is not None:
        return False
    return end is None or not isinstance(stated, int | float) or stated < end


def _direction(case: Case, model: EventModel, end: float | None) -> int | None:
    """How a model's number moves with the mission time: 1 up, -1 down, 0 not known here, None where it stands still."""
    stated = _stated(model)
    if not isinstance(model, Exponential | Weibull | Glm | PeriodicTest):
        return 0 if any(True for _ in above_time(case, model)) else None
    computed = any(True for _ in above_time(case, model.altered(update={"hours": None})))
    still = stated is not None and not any(True for _ in above_time(case, model))
    if isinstance(model, Exponential | Weibull):
        return None if still and not computed else 1 if not computed and stated is None else 0
    own = (
        0
        if computed
        else _of_tested(model, stated, end)
        if isinstance(model, PeriodicTest)
        else _of_repaired(model)
    )
    if stated is None:
        return own
    return None if own == 1 and still else 0


def _of_tested(model: PeriodicTest, stated: Value | None, end: float | None) -> int:
    """A test that comes after the end changes nothing before it.

    Hours of its own that no test falls into are the worst; but tests that take time may themselves make it fail.
    """
    last = end if stated is None else stated
    if model.test_duration is not None and end is not None and isinstance(last, int | float):
        last = max(last, end)
    plain = isinstance(model.first, int | float) and isinstance(last, int | float)
    return int(plain and model.first >= last)  # type: ignore[operator]


def _of_repaired(model: Glm) -> int:
    """It moves from its probability on demand to that of the long run."""
    demand, fails, works = model.on_demand, model.failure_rate, model.repair_rate
    if demand == 0.0 or works == 0.0:
        return 1
    if not all(isinstance(x, int | float) for x in (demand, fails, works)):
        return 0
    return 1 if demand * (fails + works) <= fails else -1  # type: ignore[operator]


def _stated(model: EventModel) -> Value | None:
    return getattr(model, "hours", None)


def number_of_hours(case: Case, value: Value | None) -> float:
    """Hours that are stated, as far as they are a number; those of an expression end nowhere before the mission."""
    seen: set[str] = set()
    while (name := getattr(value, "parameter", None)) is not None and name not in seen:
        seen.add(name)
        value = case.parameter[name].value
    return float(value) if isinstance(value, int | float) else 0.0


def parts_of(tree: CompiledTree, name: str) -> tuple[str, ...]:
    return tree.groups.get(name, (name,))


def signs_of(tree: CompiledTree, name: str) -> list[int]:
    """How the top moves with an event, or with each part of a common-cause group."""
    return [tree.signs[tree.index[part]] for part in parts_of(tree, name)]
