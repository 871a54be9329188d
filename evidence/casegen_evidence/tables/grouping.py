"""Numbers such as 1.510 that are 1510 to one program and 1.51 to another: which of both a file means, if it says.

A point with three digits behind it and one to three before it may stand between thousands.  One number in the file that
can have decimals only (``0.5``, ``1510.250``, ``12.25``) decides for all of its columns, since no program writes both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.tables.spec import Number, Problems, Reading

if TYPE_CHECKING:
    from casegen_evidence.signs import Intake
    from casegen_evidence.tables.columns import Cells

_HEAD = 64
"""numbers of a block that are looked at before all of them: most files are decided there"""


@dataclass(slots=True)
class Grouping:
    """What the numbers of one column say so far."""

    decimal: bool = False
    """whether one of them has decimals for certain"""
    dotted: int = 0
    """numbers that can be read in both ways"""
    plain: int = 0
    """numbers without a point"""
    line: int = 0
    text: str = ""
    """the first of those that can be read in both ways"""
    least: float = np.inf
    most: float = -np.inf

    def within(self, values: NDArray[np.float64]) -> None:
        """Note between which numbers those of the column lie."""
        if len(values):
            self.least = min(self.least, float(values.min()))
            self.most = max(self.most, float(values.max()))

    def see(self, values: NDArray[np.bytes_], line: int) -> None:
        """Look at numbers as text, the first of which stands in ``line``."""
        if self.decimal or not len(values):
            return
        if self._decided(values[:_HEAD]):
            self.decimal = True
            return
        signs = _signs(values)
        if self._decided(values):
            self.decimal = True
            return
        dotted = (signs == ord(".")).any(axis=1)
        count = int(dotted.sum())
        if count and not self.dotted:
            row = int(dotted.argmax())
            self.line, self.text = line + row, values[row].decode(errors="replace")
        self.dotted += count
        self.plain += len(values) - count

    @staticmethod
    def _decided(values: NDArray[np.bytes_]) -> bool:
        signs = _signs(values)
        points = signs == ord(".")
        has = points.any(axis=1)
        if np.isin(signs, np.frombuffer(b"eE", dtype=np.uint8)).any():
            return True
        signs, points = signs[has], points[has]
        if not len(signs):
            return False
        at = points.argmax(axis=1)
        behind = (signs != 0).sum(axis=1) - at - 1
        start = np.isin(signs[:, 0], np.frombuffer(b"+-", dtype=np.uint8)).astype(np.int64)
        before = at - start
        first = signs[np.arange(len(signs)), np.minimum(start, signs.shape[1] - 1)]
        return bool(((behind != 3) | (before < 1) | (before > 3) | (first == ord("0"))).any())


def _signs(values: NDArray[np.bytes_]) -> NDArray[np.uint8]:
    return np.ascontiguousarray(values).view(np.uint8).reshape(len(values), -1)


def check_grouping(cells: Sequence[Cells], reading: Reading, problems: Problems, intake: Intake) -> None:
    """Ask for ``decimal`` or ``thousands`` where the numbers of a column can be read in both ways, and it matters.

    Numbers that all have a point and no unit of the method's are features in one scale, whatever it is, unless another
    table of the item writes the same column in whole numbers, or holds numbers a thousand times larger.
    """
    if reading.decimal or reading.thousands:
        return
    numbers = [one for one in cells if isinstance(one.kind, Number)]
    decided = any(one.grouping.decimal for one in numbers)
    for one in numbers:
        assert isinstance(one.kind, Number)
        seen, form = one.grouping, ""
        if decided or one.kind.whole or (one.kind.most is not None and one.kind.most < 1000):
            form = "decimal" if one.grouping.decimal else ""
        elif seen.dotted and (seen.plain or one.kind.unit):
            problems.add(_ambiguous(one))
            continue
        elif seen.dotted or seen.plain:
            form = "dotted" if seen.dotted else "whole"
        other, least, most = intake.written.setdefault(one.name, (form, seen.least, seen.most))
        if (other, form) == ("decimal", "dotted") and least <= 1000 * seen.least and 1000 * seen.most <= most:
            problems.add(_ambiguous(one, "; another table of the item has numbers a thousand times larger"))
        if {other, form} == {"dotted", "whole"}:
            if seen.dotted:
                problems.add(_ambiguous(one, "; another table of the item has whole numbers there"))
            else:
                problems.add(
                    f"{one.file}, column {one.spelled}: whole numbers, and another table of the item has such as "
                    '1.510, which may be 1510; declare `decimal: "."`, or `thousands: "."` with `decimal: ","`'
                )


def _ambiguous(one: Cells, more: str = "") -> str:
    text = one.grouping.text
    return (
        f"{one.place(one.grouping.line)}: {text!r} may be {text.replace('.', '')} or {float(text):g}, and none of the "
        f'column decides{more}; declare `decimal: "."`, or `thousands: "."` with `decimal: ","`'
    )
