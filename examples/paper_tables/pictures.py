"""Paper 003, Tables 5 and 6, on pictures that everybody has: scikit-learn's digits instead of MNIST and CIFAR10.

Two networks of one shape are trained in the same way, one on pictures as they are, one on what projected gradient
makes of them.  Of each, the RAM's pmi stands beside the mean least change that DeepFool finds and the share of balls
that bound propagation proves: three answers to three questions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from examples.paper_tables import mnist
from examples.paper_tables.reliability import PICTURES
from examples.paper_tables.row import PublishedComparison, Row

CONFIDENCE, SEED, BALLS = 0.975, 1, 600
EPOCHS, BATCH, HIDDEN, EPSILON = 60, 64, 64, 0.15
"""Training; ``EPSILON`` is the radius of the attacks in it, in pixel values from 0 to 1."""
ON = "8 × 8 digits of scikit-learn, not MNIST"


@dataclass(frozen=True, slots=True)
class Assessed:
    """One network on the evaluation digits: the RAM's finding, the least changes, and the balls that are proven right.

    ``assessment`` is a :class:`casegen_evidence.ram.high.HighDimensional`; arrays are per ball, ``(balls,)``.
    """

    assessment: Any
    least: NDArray[np.float64]
    verified: NDArray[np.bool_]
    right: NDArray[np.bool_]


def _train(x: NDArray[np.float64], y: NDArray[np.int64], adversarial: bool) -> Any:
    """A network of scikit-learn, trained batch by batch; every picture attacked first if ``adversarial``."""
    from casegen_evidence.nnmetrics.networks import network
    from casegen_evidence.nnmetrics.transformers import AttackTarget, Pgd
    from sklearn.neural_network import MLPClassifier

    model = MLPClassifier((HIDDEN,), random_state=SEED)
    rng = np.random.default_rng([SEED, int(adversarial)])
    model.partial_fit(x[:BATCH], y[:BATCH], classes=np.arange(10))
    for _ in range(EPOCHS):
        for batch in np.array_split(rng.permutation(len(x)), len(x) // BATCH):
            some = x[batch]
            if adversarial:
                *_, some = Pgd(EPSILON, 5).candidates(AttackTarget(network(model), some, y[batch]), rng)
            model.partial_fit(some, y[batch])
    return model


@cache
def _assessed(adversarial: bool) -> Assessed:
    from casegen_evidence.models import adapt
    from casegen_evidence.nnmetrics.least_change import least_change
    from casegen_evidence.ram import affine, intervals
    from casegen_evidence.ram.balls import Estimation
    from casegen_evidence.ram.data import labelled
    from casegen_evidence.ram.high import HighPlan, assess_high
    from sklearn.datasets import load_digits

    pictures, digits = load_digits(return_X_y=True)
    data = labelled(pictures / 16.0, digits)
    design = np.random.default_rng([SEED, 7]).random(len(data.points)) < 0.5
    model = _train(data.points[design], data.labels[design], adversarial)
    classifier = adapt(model, data.classes)
    plan = HighPlan(domain=(0.0, 1.0), balls=BALLS, estimation=Estimation("amls"))
    result = assess_high(data, classifier, design, plan, confidence=CONFIDENCE, seed=SEED)
    centres, labels = data.points[result.order], data.labels[result.order]
    low, high = np.maximum(centres - result.radius, 0), np.minimum(centres + result.radius, 1)
    layers = affine.layers(classifier)
    assert layers is not None
    proven = intervals.decided_boxes(layers, (low + high) / 2, (high - low) / 2)
    least = least_change(model, centres, labels).size
    return Assessed(result, least, proven == labels, classifier(centres) == labels)


def table_5() -> list[Row]:
    """One seed, locally: λ, least change (L∞), and whether no failure is within the ball."""
    rows = [
        Row(f"{name}: {what}", value, missing=PICTURES)
        for name, values in (("CIFAR10, normal", (0.4177, 0.0189, 0)), ("CIFAR10, adversarial", (1.92e-22, 0.2145, 0)))
        for what, value in zip(("λ", "least change by DeepFool", "verified by AI2"), values, strict=True)
    ]  # fmt: skip
    printed = {"normal": (5.85e-19, 0.3151, 0.0), "adversarial": (1.93e-22, 0.7912, 0.0)}
    for name, (unastute, change, verified) in printed.items():
        a = _assessed(name == "adversarial")
        seed = int(np.flatnonzero(_assessed(False).right & _assessed(True).right)[0])
        at_most = "at most: the floor of the splitting" if a.assessment.runs.floored[seed] else "by splitting"
        where = f"{ON}; the first digit drawn that both networks know, radius {a.assessment.radius:.3g}"
        rows += [
            _other(f"{name}: λ", unastute, float(a.assessment.runs.value[seed]), f"{at_most}; {where}"),
            _other(f"{name}: least change by DeepFool", change, float(a.least[seed]), f"L∞, an upper limit; {where}"),
            _other(f"{name}: verified", verified, float(a.verified[seed]), f"by bound propagation, not AI2; {where}"),
        ]  # fmt: skip
    return rows


def table_6() -> list[Row]:
    """All balls: pmi beside the mean least change, for normal and for adversarial training."""
    printed = {"normal": (4.74e-4, 0.1979), "adversarial": (1.77e-4, 0.5141)}
    rows = [row for name, (pmi, change) in printed.items() for row in mnist.reliability(name, pmi, change)]
    for name, (pmi, change) in printed.items():
        a = _assessed(name == "adversarial")
        rows += _network(name, pmi, change, a)
    normal, adversarial = _assessed(False), _assessed(True)
    ratio = normal.assessment.bound.value / max(adversarial.assessment.bound.value, 1e-12)
    rows += [
        _other("pmi, normal over adversarial", 4.74e-4 / 1.77e-4, ratio, ON),
        _other("mean least change, adversarial over normal", 0.5141 / 0.1979,
               float(np.nanmean(adversarial.least) / np.nanmean(normal.least)), ON),
    ]  # fmt: skip
    for name, value, change in (("normal", 0.3152, 0.0318), ("adversarial", 0.0968, 0.3368)):
        rows.append(Row(f"CIFAR10, {name}: pmi", value, missing=PICTURES))
        rows.append(Row(f"CIFAR10, {name}: mean least change", change, missing=PICTURES))
    return rows


def _network(name: str, pmi: float, change: float, a: Assessed) -> Iterator[Row]:
    from casegen_evidence.bounds import chernoff_lower, chernoff_upper, clopper_pearson
    from casegen_evidence.ram.high import eqns_14_15

    values, k = a.assessment.runs.value, a.assessment.k
    about = f"{ON}; {k} balls of radius {a.assessment.radius:.3g}"
    bound = a.assessment.bound
    yield Row(
        f"{name}: pmi, sound limits", pmi, bound.value, bound.lower, bound.upper, CONFIDENCE, False, about
    )
    mean, _, upper = eqns_14_15(values, a.assessment.density, CONFIDENCE)
    yield Row(f"{name}: pmi by Eqns 13–15", pmi, mean, None, upper, CONFIDENCE, False,
              f"{about}; the limit does not cover")  # fmt: skip
    # a change of more than 1 leaves the pixels' range: the sizes lie in [0, 1]
    sizes = np.where(np.isnan(a.least), 1.0, a.least)
    lower, upper = (float(f(sizes, CONFIDENCE, 1.0)) for f in (chernoff_lower, chernoff_upper))
    yield Row(f"{name}: mean least change by DeepFool", change, float(sizes.mean()), lower, upper, CONFIDENCE, False,
              f"{about}; L∞, each an upper limit of the least that exists")  # fmt: skip
    low, high = (float(v) for v in clopper_pearson(int(a.verified.sum()), k, CONFIDENCE))
    yield Row(f"{name}: balls proven right", None, float(a.verified.mean()), low, high, CONFIDENCE,
              note=f"{about}; the paper left AI2 out at this level for its cost")  # fmt: skip
    yield from _generalises_and_is_robust(name, a)


def _generalises_and_is_robust(name: str, a: Assessed) -> Iterator[Row]:
    """§8: reliability = generalisability × robustness, as shares: centres known × of their balls what is known.

    What the product leaves out is reliability around centres that the network does not know.
    """
    from casegen_evidence.bounds import chernoff_lower, chernoff_upper

    reliable = 1 - a.assessment.runs.value
    known = a.assessment.runs.value[a.right]
    lower, upper = (float(f(known, CONFIDENCE, 1.0)) for f in (chernoff_lower, chernoff_upper))
    yield Row(f"{name}: mean λ around centres answered correctly", None, float(known.mean()), lower, upper, CONFIDENCE,
              note=f"{ON}; {len(known)} of {len(a.right)} balls")  # fmt: skip
    general, robust = float(a.right.mean()), float(reliable[a.right].mean())
    left = float((reliable * ~a.right).mean())
    yield Row(f"{name}: generalisability × robustness − (1 − pmi)", 0.0, general * robust - float(reliable.mean()),
              note=f"§8; {general:.4f} × {robust:.4f}: centres answered correctly × correct answers around those; "
              f"{left:.2g} lies around centres answered wrongly")  # fmt: skip


def _other(quantity: str, paper: float, ours: float, note: str) -> Row:
    return Row(quantity, paper, ours, comparable=False, note=note)


COMPARISONS = (
    PublishedComparison(
        "003-table5",
        "Paper 003, Table 5: one norm ball, seen in three ways",
        table_5,
    ),
    PublishedComparison(
        "003-table6", "Paper 003, Table 6: pmi and least change of picture classifiers", table_6
    ),
)
