"""Times within rounding of a periodic test: before or after it, which the decimals decide as they were typed."""

from __future__ import annotations

from casegen.fta.events import models
from casegen.fta.events.decimals import exact_number
from casegen.fta.events.enclosures import Ruled
from casegen.fta.events.expressions import Apply, Expression, Moment, Range, mean_draw

_PARAMETERS = {"failure_rate": "rate", "repair_rate": "repair", "test_duration": "duration"}
"""of :func:`~casegen.fta.events.models.periodic_test_phases`, by the model's names"""
_AROUND = 2.0
"""instants before and after a time beside a test, of which the one is before the test, and the other behind it"""


def beside_a_test(expression: Expression) -> bool:
    """Whether a periodic test in or below ``expression`` is so near its time that the order of the two is not known.

    A time that is exactly at a test, as the decimals were typed, is known to be so.
    """
    return any(isinstance(part, Apply) and test_sides(part) is not None for part in expression.parts())


def test_sides(expression: Apply) -> Range | None:
    """Least and largest number of a periodic test beside its time; None of other functions and times.

    Where a repair takes time and the test none, nothing changes at once, and either side has the same number.
    """
    function = expression.function
    names = [name for name, _ in function.limits] if isinstance(function, Ruled) else []
    if "interval" not in names or ("repair_rate" in names and "test_duration" not in names):
        return None
    arguments = dict(zip(names, expression.arguments, strict=True))
    a = {name: float(argument.value(mean_draw)) for name, argument in arguments.items()}
    if not models.near_test(a["interval"], a["first"], a["hours"], a.get("test_duration")):
        return None
    if _exactly_at_a_test(arguments):
        return None
    around = [a["hours"] * (1.0 + k * models.INSTANT) for k in (-_AROUND, 0.0, _AROUND)]
    if "test_duration" not in names:
        tested = a["failure_rate"], a["interval"], a["first"]
        return 0.0, max(float(models.periodic_test(*tested, t)) for t in around)
    phases = {_PARAMETERS.get(name, name): x for name, x in a.items()}
    numbers = [
        float(models.periodic_test_phases(**{**phases, "hours": t}, beside=side))
        for t in around
        for side in (0, 1)
    ]
    # what changes by and by while the time passes the test
    drift = (
        2.0
        * _AROUND
        * models.INSTANT
        * a["hours"]
        * (a["failure_rate"] + a["rate_in_test"] + a["repair_rate"])
    )
    return max(0.0, min(numbers) - drift), min(1.0, max(numbers) + drift)


def _exactly_at_a_test(arguments: dict[str, Expression]) -> bool:
    """Whether the time is that of a test, or of the end of one, by the decimals as they were typed.

    A moment is, where one of these has too many digits to tell: tests that coincide, as those of 8760 / 7 hours and of
    twice that, are then all as just before it, and whoever looks for the worst time looks behind it as well.
    """
    interval, first, hours = (exact_number(arguments[name]) for name in ("interval", "first", "hours"))
    duration = exact_number(arguments["test_duration"]) if "test_duration" in arguments else 0
    if interval is None or first is None or hours is None:
        return isinstance(arguments["hours"], Moment)
    if hours < first or interval <= 0:
        return False
    since = (hours - first) % interval
    if duration is None:  # the end is at no known time, the start is, however long the test takes
        return since == 0 or isinstance(arguments["hours"], Moment)
    return since in (0, duration)
