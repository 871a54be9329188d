"""The condition of an inhibit gate as drawn: an oval with its id and number, its text and the other numbers below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from casegen.render import svg
from casegen.render.diagrams import symbols
from casegen.render.fonts import BOLD, REGULAR, wrap, wrap_id

OVAL = 50.0
"""half the width of the oval"""
LOW = 19.0
"""half the height of an oval with two lines"""
APART = 14.0
"""from the gate's symbol to the oval"""
LEAD = 12.0
GAP = 4.0


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition in lines: its id, ``value`` (probability, or the state of a house event) and what stands below."""

    identifier: str
    heading: tuple[str, ...]
    value: str
    words: tuple[str, ...]
    numbers: tuple[str, ...]

    @property
    def half(self) -> float:
        """Half the height of the oval: more lines come nearer to its narrow ends."""
        return LOW + 10.0 * max(0, len(self.heading) + bool(self.value) - 2)

    @property
    def centre(self) -> float:
        """How far the middle of the oval is below the upper edge of the gate's symbol."""
        return max(symbols.HEIGHT / 2, self.half)

    @property
    def height(self) -> float:
        """What it takes below the upper edge of the gate's symbol."""
        below = len(self.words) + len(self.numbers)
        return self.centre + self.half + (GAP + LEAD * below if below else 0.0)


REACH = symbols.WIDTH / 2 + APART + 2 * OVAL
"""from the middle of the gate's symbol to the end of the oval"""


def condition_of(identifier: str, value: str, text: str, numbers: Sequence[str]) -> Condition:
    """A condition in lines that fit its oval and the room below it."""
    wide = 2 * OVAL
    return Condition(
        identifier,
        wrap_id(identifier, wide - 18, 10, BOLD),
        value,
        wrap(text, wide, 10, REGULAR, 4),
        tuple(line for number in numbers for line in wrap(number, wide, 10, REGULAR, 2)),
    )


def draw_condition(condition: Condition, cx: float, top: float) -> str:
    """The condition beside the gate's symbol around ``cx``, whose upper edge is at ``top``."""
    left = cx + symbols.WIDTH / 2 + APART
    x, y, side = left + OVAL, top + condition.centre, top + symbols.HEIGHT / 2
    start = ("M", cx + symbols.WIDTH / 2, side)
    turn = () if side == y else ("L", left - APART / 2, side, "L", left - APART / 2, y)
    wire = svg.element("path", d=svg.path(*start, *turn, "L", left, y), class_="wire")
    inside = len(condition.heading) + bool(condition.value)
    base = y + 4 - LEAD * (inside - 1) / 2 + (1 if condition.value else 0)
    heading = svg.lines(condition.heading, x, base, LEAD, "b s m")
    value = svg.lines([condition.value] if condition.value else [], x, base + LEAD * len(condition.heading),
                      LEAD, "s m q")  # fmt: skip
    below = y + condition.half + GAP + 9
    words = svg.lines(condition.words, x, below, LEAD, "s m")
    numbers = svg.lines(condition.numbers, x, below + LEAD * len(condition.words), LEAD, "s m q")
    drawn = wire + symbols.condition_oval(x, y, OVAL, condition.half) + heading + value + words + numbers
    return svg.element("g", svg.full(condition.identifier, condition.heading), drawn)
