"""From the kind of a measure to the kind of the tree, enclosed: exposures of known and of any dependence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from casegen.fta.arrays import np
from casegen.fta.events.expressions import Range, Signs
from casegen.model.quantity import Dependence, Exposure, MeasureKind, convert


@dataclass(frozen=True, slots=True, eq=False)
class Conversion:
    """A number of ``kind`` as one of ``target``; with an exposure of any dependence, or of a share, an upper end.

    Of n demands that depend on each other in any way, at least one fails with a probability between p and n p (the
    union bound); given a part of the profile with share s, the probability lies between 0 and p / s.  The value is the
    upper end.
    """

    kind: MeasureKind
    target: MeasureKind
    exposure: Exposure | None
    complement: bool = False

    @property
    def trivial(self) -> bool:
        """Whether nothing is done to the number."""
        return self.exposure is None and not self.complement

    @property
    def a_set(self) -> bool:
        """Whether the result is known to lie in a set only, even for a known number."""
        e = self.exposure
        return e is not None and (e.share is not None or e.dependence is Dependence.ANY)

    def __call__(self, a: list[Any]) -> Any:
        x = 1.0 - a[0] if self.complement else a[0]
        if not isinstance(x, int | float):
            return self._many(x)
        possible = x >= 0.0 and (x <= 1.0 or self.kind is MeasureKind.PER_HOUR)
        return convert(x, self.kind, self.target, self.exposure) if possible else x

    def signs(self, ranges: Sequence[Range]) -> Signs:
        return (-1 if self.complement else 1,)

    def enclose(self, ranges: Sequence[Range]) -> Range:
        low, high = ranges[0]
        if self.kind is not MeasureKind.PER_HOUR:
            low, high = min(1.0, max(0.0, low)), min(1.0, max(0.0, high))
        ends = sorted((float(self([low])), float(self([high]))))
        return (self._least(1.0 - high if self.complement else low) if self.a_set else ends[0]), ends[1]

    def _least(self, x: float) -> float:
        e = self.exposure
        assert e is not None
        if e.share is not None or e.demands is None or e.demands < 1.0:
            return 0.0
        return x

    def _many(self, x: Any) -> Any:
        e = self.exposure
        if e is None:
            return x
        x = x / e.share if e.share is not None else x
        if e.demands is not None:
            if e.dependence is Dependence.ANY:
                return np.clip(e.demands * x, 0.0, 1.0)
            return np.asarray(-np.expm1(e.demands * np.log1p(-np.clip(x, 0.0, 1.0 - 1e-16))))
        assert e.hours is not None
        if e.dependence is Dependence.ANY:
            return np.clip(np.multiply(x, e.hours), 0.0, 1.0)
        return np.asarray(-np.expm1(-np.multiply(x, e.hours)))
