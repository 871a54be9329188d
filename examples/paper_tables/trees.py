"""Paper 003, Fig. 23: a decision tree's pmi over the radius of the norm balls, and against plain Monte Carlo.

CORONET's model and its patients' data are not public.  Instead: a decision tree on the wine data of scikit-learn
(13 features, three classes; CORONET's has 11 and three).
"""

from __future__ import annotations

from math import hypot

import numpy as np

from examples.paper_tables.row import PublishedComparison, Row

CONFIDENCE, SEED, SAMPLES = 0.975, 1, 100_000
RADII = (0.01, 0.02, 0.05, 0.1, 0.2)
"""Radii of the balls, as shares of each feature's range."""
TOGETHER = 1 - (1 - CONFIDENCE) / len(RADII)
"""Confidence of each difference, so that those of all radii hold together (Bonferroni)."""


def figure_23() -> list[Row]:
    """(a) pmi at rising radius, by the RAM; (b) the same by plain Monte Carlo of as many samples as the paper took."""
    from casegen_evidence.models import adapt
    from casegen_evidence.ram.balls import Estimation
    from casegen_evidence.ram.data import labelled
    from casegen_evidence.ram.high import HighPlan, assess_high
    from sklearn.datasets import load_wine
    from sklearn.tree import DecisionTreeClassifier

    raw, kinds = load_wine(return_X_y=True)
    data = labelled((raw - raw.min(axis=0)) / np.ptp(raw, axis=0), kinds)
    rng = np.random.default_rng([SEED, 23])
    design = rng.random(len(data.points)) < 0.5
    model = DecisionTreeClassifier(random_state=SEED).fit(data.points[design], data.labels[design])
    classifier = adapt(model, data.classes)
    frame = np.flatnonzero(~design)
    rows: list[Row] = []
    for radius in RADII:
        plan = HighPlan(radius, domain=(0.0, 1.0), balls=len(frame), estimation=Estimation("smc", 2000))
        result = assess_high(data, classifier, design, plan, confidence=CONFIDENCE, seed=SEED)
        drawn = frame[rng.integers(len(frame), size=SAMPLES)]
        low, high = (np.clip(data.points[drawn] + sign * radius, 0, 1) for sign in (-1, 1))
        spots = low + rng.random(low.shape) * (high - low)
        wrong = int(np.sum(classifier(spots) != data.labels[drawn]))
        bound = result.bound
        rows.append(
            Row(f"(a) pmi at radius {radius:g}", None, bound.value, bound.lower, bound.upper, CONFIDENCE,
                note=f"wine data, not CORONET; {result.k} balls, sound limits for new wines")
        )  # fmt: skip
        rows.append(_difference(radius, bound.value, result.noise, wrong))
    return rows


def _difference(radius: float, ram: float, noise: float, wrong: int) -> Row:
    """RAM less Monte Carlo on the same wines; limits are the square-root sum of both arms (Zou & Donner 2008)."""
    from casegen_evidence.bounds import clopper_pearson
    from scipy.special import ndtri

    least, most = (float(v) for v in clopper_pearson(wrong, SAMPLES, TOGETHER))
    share, arm = wrong / SAMPLES, float(ndtri(TOGETHER)) * noise
    note = f"the paper: equivalent; the same wines, {SAMPLES:,} Monte Carlo samples; limits hold for all radii at once"
    return Row(
        f"(b) RAM less Monte Carlo at radius {radius:g}", 0.0, ram - share, ram - share - hypot(most - share, arm),
        ram - share + hypot(share - least, arm), TOGETHER, note=note,
    )  # fmt: skip


COMPARISONS = (
    PublishedComparison(
        "003-figure23", "Paper 003, Fig. 23: a decision tree, by radius and against Monte Carlo", figure_23
    ),
)
