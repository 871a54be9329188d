"""Records that can be continued: the limit of a measure as a function of their growth, and how likely it is to work."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from pydantic import ValidationError

from casegen.assessment.assess import Session
from casegen.assessment.looks import once_grown, spending
from casegen.assessment.planning.sharing import Share
from casegen.model.ledger import error_probability
from casegen.model.quantity import MeasureKind

if TYPE_CHECKING:
    from casegen_evidence.bounds.records import Counts

    from casegen.fta.events.expressions import Input

UNITS = {MeasureKind.PER_HOUR: "hour", MeasureKind.PER_MISSION: "mission", MeasureKind.PER_DEMAND: "demand"}
MOST_MORE = 1e12
"""units beyond which nothing is planned"""
SIZES = tuple(float(round(10 ** (x / 2))) for x in range(2, 2 * 12 + 1))
"""growths among which the best is sought where a bound need not fall with each further unit"""
MOST_WEIGHTED = 0.5
"""shares up to which failures are planned as those of a Poisson process"""

Limit = Callable[[float, float, int], "float | None"]
"""the measure's upper limit by its own method: of confidence, further units and failures in them"""


Within = Callable[[float, float, int, float], "bool | None"]
"""whether that limit is at most the last argument; None where only the limit itself tells"""


@dataclass(frozen=True, slots=True)
class PlannedRecord:
    """One record to be continued by ``more`` units; ``failures`` in ``now`` units today."""

    evidence: str
    measure: str
    unit: str
    now: float
    failures: int
    more: float
    cost: float
    approximate: bool = False
    """the measure is no plain count: planned as a record of weighted failures with its estimate and limits"""
    entry: bool = False
    """planned by its own method, the further units as one more entry of the record"""


@dataclass(frozen=True, slots=True)
class OpenRecord:
    """A record that can be continued.  ``falls``: a larger measure is better, and its successes are no failures."""

    key: str
    one: Input
    counts: Counts
    falls: bool
    price: float
    units: float = 1.0
    """units of the measure that stand for one of ``counts``: 1 of a plain record"""
    heaviest: float | None = None
    """weight of the heaviest unit in those of ``counts``, where the measure weights them"""
    method: Limit | None = None
    """the limit as the measure's method computes it; without one it is the exact limit of ``counts``"""
    test: Within | None = None
    """the same, tested against a limit: a search of fifty steps less"""
    _known: dict[tuple[float, int], float] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def limit(self, more: float, failures: int = 0) -> float:
        """The limit of the measure on its unfavourable side with ``more`` units and ``failures`` in them."""
        if (more, failures) not in self._known:
            self._known[more, failures] = self._limit(more, failures)
        return self._known[more, failures]

    def within_limit(self, more: float, failures: int, most: float) -> bool | None:
        """Whether :meth:`limit` is at most ``most``; None where only that tells."""
        if self.test is None or self.method is None or more <= 0.0 or (more, failures) in self._known:
            return None
        return self.test(self.confidence, more, failures, most)

    def _limit(self, more: float, failures: int) -> float:
        if self.method is None:
            grown = self.grown(more, failures)
            if self.heaviest is None:
                bound = float(grown.upper(1.0 - self.confidence))
            else:
                bound = _fay_feuer(grown.failures, grown.size, self.heaviest, 1.0 - self.confidence)
                bound = min(1.0, bound)
            return 1.0 - bound if self.falls else bound
        if more <= 0.0 and self.one.upper is not None:
            return self.one.upper
        limit = self.method(self.confidence, more, failures)
        if limit is None:
            return math.inf if self.counts.hours else 1.0
        return limit

    @property
    def confidence(self) -> float:
        """Of the limit, as it is and once the record has grown."""
        return self.one.confidence or 0.0

    def at(self, confidence: float) -> OpenRecord:
        """The record with limits of this confidence, as it is and once it has grown."""
        limited = self.one.upper if self.method is None else None  # else the method says what it is today
        return replace(self, one=replace(self.one, confidence=confidence, upper=limited))

    def grown(self, more: float, failures: int) -> Counts:
        """The counts with what was added."""
        c = self.counts
        return replace(c, size=c.size + self.within(more), failures=c.failures + failures)

    def stays_plain(self) -> bool:
        """Whether the grown record's limit is still the exact one of its counts."""
        if self.method is None:
            return self.units == 1.0
        limit = self.method(self.confidence, self.counts.size, 0)
        exact = float(self.grown(self.counts.size, 0).upper(1.0 - self.confidence))
        return limit is not None and math.isclose(limit, exact, rel_tol=1e-9)

    def endless(self, failures: int) -> float:
        """The growth with the best limit: all there can be, or for entries that differ the best of many sizes."""
        if self.method is None:
            return MOST_MORE
        sizes = [x for x in SIZES if x >= failures]
        return min(sizes, key=lambda x: (self.limit(x, failures), -x))

    def within(self, more: float) -> float:
        """Units of ``counts`` that ``more`` units of the measure stand for."""
        return more / self.units if self.units == 1.0 or self.counts.hours else float(int(more / self.units))

    def planned(self, more: float) -> PlannedRecord:
        """A row of the plan."""
        assert self.one.measured is not None
        unit = UNITS.get(self.one.kind or MeasureKind.FRACTION, "case")
        c = self.counts
        exact = self.units == 1.0
        now = c.size if exact else float(self.one.n or 0)
        return PlannedRecord(*self.one.measured, unit, now, c.failures, more, more * self.price, not exact,
                             self.method is not None)  # fmt: skip

    def chance(self, more: float, most: int, least: int = 0) -> float:
        """Probability of ``least`` to ``most`` further failures in ``more`` units if today's estimate is exact."""
        return self._chance(more, most) - (self._chance(more, least - 1) if least else 0.0)

    def predictive(self, more: float, most: int, least: int = 0) -> float:
        """The same with the estimate's uncertainty: beta-binomial, or negative binomial for hours, Jeffreys' prior."""
        return self._predictive(more, most) - (self._predictive(more, least - 1) if least else 0.0)

    def _chance(self, more: float, most: int) -> float:
        share, more = self.counts.failures / self.counts.size, self.within(more)
        future = replace(self.counts, failures=0, size=more) if more > 0 else None
        return 1.0 if future is None else float(future.at_most(most, np.asarray(share)))

    def _predictive(self, more: float, most: int) -> float:
        from scipy.special import betaln, gammaln

        k, n, more = self.counts.failures, self.counts.size, self.within(more)
        if self.counts.hours:
            shape = k + 0.5
            odds = n / (n + more)
            terms = (
                math.exp(gammaln(shape + j) - gammaln(shape) - gammaln(j + 1) + shape * math.log(odds)
                         + (j * math.log1p(-odds) if j else 0.0))
                for j in range(most + 1)
            )  # fmt: skip
            return float(min(1.0, math.fsum(terms)))
        a, b, m = k + 0.5, n - k + 0.5, int(more)
        chances = (
            math.exp(
                gammaln(m + 1) - gammaln(j + 1) - gammaln(m - j + 1) + betaln(a + j, b + m - j) - betaln(a, b)
            )
            for j in range(min(most, m) + 1)
        )
        return float(min(1.0, math.fsum(chances)))


def open_records(
    session: Session, wanted: Sequence[tuple[Input, bool]], prices: Mapping[str, float]
) -> list[OpenRecord]:
    """The measures that are records of counts, with the price of a unit, at the confidence that each states."""
    from casegen.assessment.joint import counts_of, successes_of

    result = []
    for one, falls in wanted:
        if one.measured is None:
            continue
        counts, units = successes_of(one) if falls else counts_of(one), 1.0
        heaviest: float | None = None
        method, test = (None, None) if falls else _method_limit(session, one)
        if method is not None:
            counts = counts or _recorded(session, one)
        if counts is None:
            counts, units, heaviest = _equivalent(one, falls)
        if counts is None:
            continue
        item = one.measured[0]
        stated = session.case.evidence_item[item].unit_cost if item in session.case.evidence_item else None
        price = prices.get(item) or stated or 1.0
        result.append(OpenRecord(one.key, one, counts, falls, price, units, heaviest, method, test))
    return result


def share_of(session: Session, one: Input) -> Share:
    """What the limit errs with and its looks spend: as they are, and once the item runs with more data."""
    assert one.measured is not None
    item, name = one.measured
    state, own = session.evidence[item], error_probability(one.confidence or 0.0)
    return Share(own, spending(state, name), spending(once_grown(state), name))


def _method_limit(session: Session, one: Input) -> tuple[Limit | None, Within | None]:
    """The limit by the method itself, where it says how its bound goes on and the measure is the one that does.

    And a test of it, where the method has one.
    """
    from casegen_evidence.method import Measure

    from casegen.store.methods import ask, method, registered

    assert one.measured is not None
    item, name = one.measured
    document = session.evidence[item].document
    recipe = (document or {}).get("recipe", {})
    if document is None or recipe.get("method") not in registered():
        return None, None
    known = method(recipe["method"])
    if not hasattr(known, "continued") or name != getattr(known, "measure", None):
        return None, None
    if not _as_recorded(known, document):
        return None, None

    def limit(confidence: float, more: float, failures: int) -> float | None:
        at = recipe["parameters"], document, confidence, more, failures
        measure = ask(known, "continued", Measure | None, *at)
        return None if measure is None or measure.upper is None else float(measure.upper)

    def test(confidence: float, more: float, failures: int, most: float) -> bool | None:
        if not hasattr(known, "continued_within"):
            return None
        at = recipe["parameters"], document, confidence, more, failures, most
        return cast(bool | None, ask(known, "continued_within", bool | None, *at))

    return limit, test


def _as_recorded(known: Any, document: Mapping[str, Any]) -> bool:
    """Whether a result says what its method goes on from: parameters that it takes, and the entries of its record."""
    try:
        known.parameters.model_validate(document["recipe"]["parameters"])
    except ValidationError:
        return False
    rows = (document.get("read") or [{}])[0].get("accumulates", {}).values()
    return bool(rows) and all(len(row) == 2 for row in rows)


def _recorded(session: Session, one: Input) -> Counts:
    """All failures and units of a record of entries."""
    from casegen_evidence.bounds.records import Counts

    assert one.measured is not None
    rows = (session.evidence[one.measured[0]].document or {})["read"][0]["accumulates"].values()
    hours = one.kind is MeasureKind.PER_HOUR
    return Counts(int(sum(k for _, k in rows)), math.fsum(n for n, _ in rows), hours)


def _equivalent(one: Input, falls: bool) -> tuple[Counts | None, float, float | None]:
    """The record that has a measure's estimate and limits, the measure's inputs per unit of it, and its ``heaviest``.

    For plans only: how the bound of a method that is no count of failures shrinks is known to the method alone.  Taken
    are failures of equal weight that explain how far the estimate may lie off on its favourable side, and one more of
    the ``heaviest`` weight (in theirs) that explains the other (Fay & Feuer 1997); where that is not so, the record
    whose exact limit is the measure's (``heaviest`` None).
    """
    value, low, high = (one.point, one.lower, one.upper)
    if falls:
        value, low, high = 1.0 - value, _complement(one.upper), _complement(one.lower)
    if high is None or not one.n or one.confidence is None or one.kind is MeasureKind.PER_HOUR:
        return None, 1.0, None
    if not 0.0 <= value < high < 1.0:
        return None, 1.0, None
    from casegen_evidence.bounds.records import Counts

    weighted = _weighted(value, low or 0.0, high, one.confidence)
    if weighted is not None and weighted[0] / value <= one.n:
        failures, heaviest = weighted
        size = max(failures, round(failures / value))
        return Counts(failures, float(size)), one.n / size, heaviest
    plain = _plain(value, high, one.confidence)
    if plain is None:
        return None, 1.0, None
    return Counts(math.ceil(value * plain - 1e-9), float(plain)), one.n / plain, None


def _complement(limit: float | None) -> float | None:
    return None if limit is None else 1.0 - limit


def _plain(value: float, limit: float, confidence: float) -> int | None:
    """The size of the record with the estimate ``value`` whose exact upper limit is ``limit``."""
    from scipy.special import betaincinv

    def gap(log_size: float) -> float:
        n = math.exp(log_size)
        return float(betaincinv(value * n + 1.0, n - value * n, confidence)) - limit

    ends = 0.0, math.log(1e12)
    return math.ceil(math.exp(_falling(gap, *ends))) if gap(ends[0]) > 0.0 > gap(ends[1]) else None


def _weighted(value: float, low: float, high: float, confidence: float) -> tuple[int, float] | None:
    """Failures of equal weight, and the weight of the heaviest, that give both limits of a small share; else None."""
    from scipy.special import gammaincinv

    if not 0.0 < low < value <= MOST_WEIGHTED:
        return None

    def below(log_failures: float) -> float:
        k = math.exp(log_failures)
        return value * (1.0 - float(gammaincinv(k, 1.0 - confidence)) / k) - (value - low)

    ends = math.log(1.0), math.log(1e9)
    if not below(ends[0]) > 0.0 > below(ends[1]):
        return None
    failures = max(1, round(math.exp(_falling(below, *ends))))
    size = failures / value

    def above(log_weight: float) -> float:
        return high - _fay_feuer(failures, size, math.exp(-log_weight), 1.0 - confidence)

    ends = -math.log(size), 0.0
    return (
        (failures, math.exp(-_falling(lambda w: -above(w), *ends)))
        if -above(ends[0]) > 0.0 > -above(0.0)
        else None
    )


def _falling(f: Callable[[float], float], low: float, high: float) -> float:
    """Where the falling ``f`` is no longer above 0; a library for it takes longer to import than the plan."""
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if f(middle) > 0.0 else (low, middle)
    return high


def _fay_feuer(failures: float, size: float, heaviest: float, alpha: float) -> float:
    """Upper limit of the share of failures of weight 1, with one more of weight ``heaviest``."""
    from scipy.special import gammaincinv

    scale = (failures + heaviest**2) / (failures + heaviest)
    shape = (failures + heaviest) / scale
    return float(scale * gammaincinv(shape, 1.0 - alpha) / size)
