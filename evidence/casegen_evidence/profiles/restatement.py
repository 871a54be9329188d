"""A mean over labelled points restated for operation, by strata of likeness: masses from inputs, rates from labels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.bounds.betting import betting_lower, betting_upper
from casegen_evidence.bounds.binomial import clopper_pearson
from casegen_evidence.bounds.stratified import stratified_lower, stratified_upper
from casegen_evidence.bounds.weighted import fay_feuer
from casegen_evidence.method import InputProblem, Table
from casegen_evidence.own_arithmetic import in_own_arithmetic
from casegen_evidence.profiles.features import Behind, behind
from casegen_evidence.profiles.recurring import Recurring, compare_recurring
from casegen_evidence.profiles.shapes import KINDS, Shapes, compare_shapes
from casegen_evidence.profiles.strata import Index, stratify
from casegen_evidence.profiles.thin_places import beyond
from casegen_evidence.profiles.two_sample import (
    REJECTED,
    REJECTED_WITHIN,
    Scan,
    gap_rows,
    gap_test,
    scan,
    separation_test,
    window_test,
)
from casegen_evidence.profiles.vacant import NOWHERE, Vacant, vacant_places
from casegen_evidence.streams import stream

Array = NDArray[np.float64]
MASS_SHARE = 0.2
"""Share of the error probability that the limits of the strata's operational masses get."""
PILOT_SHARE = 0.2
"""Share of the inputs from operation that fits the strata and counts for nothing else."""
FEWEST_INPUTS = 50
STRATUM_SLACK = 0.02
"""area beyond one half by which the score may tell the samples apart within strata: a stratum has a width, along which
operation lies a little nearer to its own end, however alike the failures are; large samples would always show it"""
TESTED_ROWS = 8_000
"""Rows of each sample that the tests look at, at most."""


@dataclass(frozen=True, slots=True)
class Restatement:
    """Labelled evaluation points sorted into strata, and how often operation falls into each.

    ``stratum`` (n,) of the labelled points; ``inputs`` (K,) counts of operation's inputs.  ``apart`` compares both
    samples as they are, ``within`` compares them inside the strata; ``auc`` and two more p-values are those of the score.
    ``behind`` compares features that the strata do not know, where strata are by latent codes.
    """

    stratum: Index
    inputs: Array
    names: tuple[str, ...]
    apart: Scan
    within: Scan
    auc: float
    score_apart: float
    score_within: float
    gap_apart: tuple[float, int, float, float]
    gap_within: tuple[float, int, float, float]
    window_within: float = 1.0
    """p-value of the window in which the rows that fit the strata differ most, within the strata"""
    behind: Behind | None = None
    features: tuple[str, ...] = ()
    tested: tuple[int, int] = (0, 0)
    """labelled rows, and rows of operation, that the tests saw"""
    shapes: tuple[Shapes, Shapes] | None = None
    """bands, balls and shells, compared as they are and within strata, where there are two features or more"""
    recurring: tuple[Recurring, Recurring] | None = None
    """places that recur along a feature, the same way"""
    vacant: Vacant = NOWHERE
    """places of labelled points without operation: the last stratum where there are any"""

    @property
    def strata(self) -> int:
        return len(self.inputs)

    @property
    def p_apart(self) -> float:
        """p-value that labelled points and inputs are alike: of all tests together."""
        further = [] if self.behind is None else [self.behind.p_apart]
        further += [] if self.shapes is None else self.shapes[0].p_values
        further += [] if self.recurring is None else [self.recurring[0].p_value]
        tests = (self.apart.p_value, self.score_apart, self.gap_apart[0], *further)
        return float(min(1.0, len(tests) * min(tests)))

    @property
    def p_within(self) -> float:
        """The same within the strata."""
        further = [] if self.behind is None else [self.behind.p_within]
        further += [] if self.shapes is None else self.shapes[1].p_values
        further += [] if self.recurring is None else [self.recurring[1].p_value]
        tests = (self.within.p_value, self.score_within, self.gap_within[0], self.window_within, *further)
        return float(min(1.0, len(tests) * min(tests)))

    @property
    def unlike(self) -> bool:
        """Whether the labelled points do not look like draws of operation."""
        return self.p_apart < REJECTED

    @property
    def unlike_within(self) -> bool:
        """Whether they do not look so within the strata either."""
        return self.p_within < REJECTED_WITHIN

    @property
    def trials(self) -> Array:
        return np.bincount(self.stratum, minlength=self.strata).astype(float)

    @property
    def share(self) -> Array:
        """Estimated operational mass of each stratum."""
        return np.asarray(self.inputs / self.inputs.sum())

    @property
    def conceded(self) -> float:
        """Estimated operational mass of strata without labelled points; it counts as failing."""
        return float(self.share[self.trials == 0].sum())

    def masses(self, confidence: float) -> Array:
        """Upper limits of the strata's masses that hold together (Bonferroni, Clopper–Pearson)."""
        alpha = (1 - confidence) / self.strata
        result = np.asarray(clopper_pearson(self.inputs, self.inputs.sum(), 1 - alpha)[1])
        if self.vacant.spans:
            result[-1] = self.vacant.mass(alpha)
        return result

    def limits(self, values: Array, most: float, confidence: float) -> tuple[float, float, float]:
        """Mean of ``values`` (n,) in [0, ``most``] over operation: estimate, lower and upper limit.

        If values are alike within strata the upper limit covers for every distribution: a fifth of the error probability
        for the masses, the rest for the rates (:func:`casegen_evidence.bounds.stratified_upper`).
        """
        totals = np.bincount(self.stratum, weights=values / most, minlength=self.strata)
        trials, alpha = self.trials, 1 - confidence
        rate = np.divide(totals, trials, out=np.ones(self.strata), where=trials > 0)
        upper = stratified_upper(
            self.masses(1 - MASS_SHARE * alpha),
            totals,
            trials,
            1 - (1 - MASS_SHARE) * alpha,
            counts=_counts(values, most),
        )
        each = 1 - alpha / (2 * self.strata)
        low_mass = clopper_pearson(self.inputs, self.inputs.sum(), each)[0]
        plain = np.bincount(self.stratum, weights=values >= most, minlength=self.strata)
        low_rate = clopper_pearson(plain, trials, each)[0]
        value = min(1.0, float(self.share @ rate)) * most
        return value, float(low_mass @ low_rate) * most, min(1.0, upper) * most

    def possible(self, values: Array, most: float, confidence: float) -> float:
        """The largest mean of ``values`` over operation if what reaches ``most`` lies in a place that the labelled points
        met too seldom, as far as the tests cannot see it; of strata whose masses are as estimated.
        """
        totals, trials = np.bincount(self.stratum, weights=values / most, minlength=self.strata), self.trials
        seen = trials > 0
        counted = fay_feuer(self.share[seen], totals[seen], trials[seen], confidence)[1] + self.conceded
        exact = KnownShares(self.stratum, self.share).limits(values, most, confidence)[2] / most
        return self.beyond(min(counted, exact)) * most

    def beyond(self, upper: float) -> float:
        """What a place of which the labelled points show ``upper`` may hold, as far as the tests cannot see it."""
        return beyond(upper, *self.tested)

    def table(self, values: Array, most: float) -> Table:
        """What the bound is made of, stratum by stratum."""
        totals, trials = np.bincount(self.stratum, weights=values / most, minlength=self.strata), self.trials
        rows: list[list[str | float | int | None]] = [
            [
                k + 1,
                int(trials[k]),
                _short(trials[k] / max(trials.sum(), 1)),
                _short(self.share[k]),
                _short(totals[k]),
            ]
            for k in range(self.strata)
        ]
        columns = ["stratum", "labelled points", "share of them", "share of operation", "failures"]
        note = (
            "Strata by the score of a classifier that tells operation from the labelled points, least like operation "
            f"first. Strata without labelled points hold {self.conceded:.3g} of operation and count as failing."
        )
        if self.vacant.spans:
            note += " The last stratum holds labelled points of places without operation."
        return Table("Labelled points restated for operation", columns, rows, note)

    def tests(self) -> Table:
        """The two-sample tests."""
        rows: list[list[str | float | int | None]] = [
            ["all axes and windows together", _short(self.apart.p_value), _short(self.within.p_value)],
            [
                "gaps: operation where no labelled point lies",
                _short(self.gap_apart[0]),
                _short(self.gap_within[0]),
            ],
            [
                "a classifier that tells the samples apart",
                _short(self.score_apart),
                _short(self.score_within),
            ],
        ]
        rows.append(["the window in which other rows of both differ most", None, _short(self.window_within)])
        if self.behind is not None:
            rows.append(
                [
                    "features that the latent codes leave out",
                    _short(self.behind.p_apart),
                    _short(self.behind.p_within),
                ]
            )
        if self.shapes is not None:
            for what, p, q in zip(KINDS, *(s.p_values for s in self.shapes), strict=True):
                rows.append([what, _short(p), _short(q)])
        if self.recurring is not None:
            rows.append(["places that recur along a feature", *(_short(r.p_value) for r in self.recurring)])
        for name, p, q in zip(self.names, self.apart.axes, self.within.axes, strict=True):
            rows.append([f"along {name}", _short(p), _short(q)])
        note = (
            f"Area under the classifier's curve: {self.auc:.3f}. {self.difference()} A p-value below {REJECTED} (within "
            f"strata {REJECTED_WITHIN}) rejects likeness; none proves it."
        )
        return Table(
            "Are the labelled points like operation? (p-values)",
            ["test", "as they are", "within strata"],
            rows,
            note,
        )

    def difference(self, within: bool = False) -> str:
        """The largest difference along an axis, in a sentence."""
        s, gap = (self.within, self.gap_within) if within else (self.apart, self.gap_apart)
        if within and self.behind is not None and self.behind.p_within < min(s.p_value, gap[0]):
            return self.behind.difference(self.features)
        if self.shapes is not None and self.shapes[within].worst.p_value < min(s.p_value, gap[0]):
            return self.shapes[within].worst.difference(self.names)
        if self.recurring is not None and self.recurring[within].p_value < min(s.p_value, gap[0]):
            return self.recurring[within].difference(self.names)
        if gap[0] < s.p_value:
            name = self.names[gap[1]]
            return f"Operation lies between {gap[2]:.4g} and {gap[3]:.4g} of {name}, where no labelled point does."
        where = " and between ".join(f"{a:.4g} and {b:.4g} of {self.names[k]}" for k, a, b in s.spans)
        return (
            f"The largest difference: between {where} lie {s.first} "
            f"labelled points where likeness lets expect {s.expected:.3g}."
        )


@dataclass(frozen=True, slots=True)
class KnownShares:
    """Labelled points in strata (``stratum`` (n,)) whose operational ``masses`` (K,) are stated, such as classes."""

    stratum: Index
    masses: Array

    def limits(self, values: Array, most: float, confidence: float) -> tuple[float, float, float]:
        """As :meth:`Restatement.limits`; the masses are exact."""
        trials = np.bincount(self.stratum, minlength=len(self.masses)).astype(float)
        totals = np.bincount(self.stratum, weights=values / most, minlength=len(self.masses))
        rate = np.divide(totals, trials, out=np.ones(len(self.masses)), where=trials > 0)
        counts = _counts(values, most)
        upper = stratified_upper(self.masses, totals, trials, confidence, counts=counts)
        lower = stratified_lower(self.masses, totals, trials, confidence, counts=counts)
        return min(1.0, float(self.masses @ rate)) * most, lower * most, min(1.0, upper) * most


def _counts(values: Array, most: float) -> bool:
    """Whether ``values`` (n,) say of each row whether it fails, not how badly."""
    return bool(np.all((values == 0) | (values == most)))


@dataclass(frozen=True, slots=True)
class DensityRatio:
    """Weights (n,) of independent draws of a stated density, cut at ``ceiling``; ``missing`` bounds the mass cut off.

    ``spent`` is the share of the error probability that ``missing`` has used up.
    """

    weights: Array
    ceiling: float
    missing: float
    spent: float

    def limits(self, values: Array, most: float, confidence: float) -> tuple[float, float, float]:
        """As :meth:`Restatement.limits`, by betting on weight times value, whose ceiling is known.

        Weights have mean 1 in expectation only: an estimate above ``most``, which no mean of values can be, is cut there.
        """
        level = 1 - (1 - confidence) * (1 - self.spent)
        products, top = self.weights * values, self.ceiling * most
        upper = betting_upper(products, level, top) + self.missing * most
        lower = betting_lower(products, level, top)
        value = float(products.mean()) + self.missing * most
        return min(most, value), lower, min(most, upper)


Restated = Restatement | KnownShares | DensityRatio


@dataclass(frozen=True, slots=True)
class Features:
    """What the rows of :func:`restate` are codes of: ``labelled`` (n, d), ``pilot`` (m, d), ``operation`` (N, d)."""

    labelled: Array
    pilot: Array
    operation: Array
    names: tuple[str, ...]


@in_own_arithmetic
def restate(
    labelled: Array,
    pilot: Array,
    operation: Array,
    names: tuple[str, ...],
    seed: int,
    features: Features | None = None,
) -> Restatement:
    """Sort ``labelled`` evaluation rows (n, a) into strata of likeness to the rows ``operation`` (N, a).

    ``pilot`` are labelled rows that are not for evaluation; they and a fifth of ``operation`` fit the strata.  ``names``
    are those of the axes.  Labelled rows in places without operation are a stratum of their own.  Where the rows are
    codes, their ``features`` are compared too: codes may leave out in what operation differs.
    """
    _enough(operation)
    rng = np.random.default_rng([seed, 0x2A])
    order = rng.permutation(len(operation))
    fifth = max(10, round(PILOT_SHARE * len(operation)))
    fitted, rest = operation[order[:fifth]], operation[order[fifth:]]
    vacant = vacant_places(labelled, pilot, rest)
    aside = vacant.inside(labelled)
    met = pilot[~vacant.inside(pilot)]
    strata = stratify(met, fitted, int(np.sum(~aside)), seed)
    everything = np.concatenate([labelled, pilot])
    everything = everything[rng.permutation(len(everything))[:TESTED_ROWS]]
    tested = rest[:TESTED_ROWS]
    own, other = strata.score(labelled), strata.score(rest)
    gap = gap_rows(everything, rest)
    count = len(strata) + bool(gap.any()) + bool(vacant.spans)
    place = np.where(aside, count - 1, strata.of(own)), np.where(gap, len(strata), strata.of(other))
    unmet = vacant.inside(everything)
    inside = np.where(unmet, count - 1, strata.of(strata.score(everything))), place[1][:TESTED_ROWS]
    auc, score_apart = separation_test(own, other)
    _, score_within = separation_test(own, other, place, STRATUM_SLACK)
    most = scan(met, fitted, rng, permutations=0)
    window = window_test(labelled, rest, place, most.spans)
    further = None if features is None else _behind_codes(features, order[:fifth], order[fifth:], place)
    return Restatement(
        place[0],
        np.bincount(place[1], minlength=count).astype(float),
        names,
        scan(everything, tested, rng),
        scan(everything, tested, rng, inside),
        auc,
        score_apart,
        score_within,
        gap_test(everything, tested),
        gap_test(everything, tested, inside),
        window,
        further,
        features.names if features is not None else (),
        (int(np.sum(~unmet)), len(tested)),
        compare_shapes(everything, tested, stream(seed, 0x5A), inside),
        compare_recurring(everything, tested, stream(seed, 0x5B), inside),
        vacant,
    )


def _enough(operation: Array) -> None:
    if len(operation) < FEWEST_INPUTS:
        raise InputProblem(
            f"expected at least {FEWEST_INPUTS} inputs from operation, found {len(operation)}. Collect more of them"
        )


def _behind_codes(features: Features, fitted: Index, rest: Index, place: tuple[Index, Index]) -> Behind:
    """What the codes leave out, compared within the strata ``place``; ``fitted`` rows of operation choose it."""
    some = place[0][:TESTED_ROWS], place[1][:TESTED_ROWS]
    compared = features.operation[rest][:TESTED_ROWS]
    return behind(features.labelled[:TESTED_ROWS], features.pilot, features.operation[fitted], compared, some)


def _short(number: float) -> float:
    return float(f"{number:.4g}")
