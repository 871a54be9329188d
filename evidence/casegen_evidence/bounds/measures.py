"""Counted and averaged quantities as :class:`~casegen_evidence.method.Measure`, each with the interval that covers."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from casegen_evidence.bounds.betting import betting_lower, betting_upper
from casegen_evidence.bounds.binomial import clopper_pearson
from casegen_evidence.method import Kind, Measure
from casegen_evidence.own_arithmetic import in_own_arithmetic


@in_own_arithmetic
def proportion(
    count: int,
    trials: int,
    confidence: float,
    kind: Kind,
    text: str,
    source: str = "",
    unknown: float = 1.0,
) -> Measure:
    """``count`` of ``trials`` independent trials, with Clopper–Pearson limits.

    Without trials nothing is known: the value is ``unknown`` (1 is the unfavourable end for a probability of
    failure, 0 for one of success) and the limits are 0 and 1; ``text`` then says so.
    """
    from casegen_evidence.bounds.distribution import beta_of

    lower, upper = (float(x) for x in clopper_pearson(count, trials, confidence))
    value = count / trials if trials else unknown
    words = text if trials else f"{text} (no trials: nothing is known)"
    estimator = f"{source}, Clopper–Pearson" if source else "Clopper–Pearson"
    return Measure(
        value,
        kind,
        lower,
        upper,
        confidence,
        distribution=beta_of(value, upper, confidence),
        n=trials,
        text=words,
        estimator=estimator,
    )


def exact(
    value: float, kind: Kind, confidence: float, text: str, source: str, n: int | None = None
) -> Measure:
    """A number that the data set has by counting: nothing is estimated, so both limits are the value itself.

    ``text`` has to say that it speaks of this data set only.
    """
    return Measure(value, kind, value, value, confidence, n=n, text=text, estimator=f"{source}, exact count")


def bounded_mean(
    values: ArrayLike, low: float, high: float, confidence: float, kind: Kind, text: str, source: str = ""
) -> Measure:
    """Mean of independent ``values`` that lie in [``low``, ``high``] by what they are, with betting limits.

    ``low`` and ``high`` must be known without looking at the values; no distribution is assumed.
    """
    x = np.asarray(values, dtype=float)
    if not len(x):
        raise ValueError("a mean needs at least one value")
    width = high - low
    scaled = np.clip((x - low) / width, 0.0, 1.0)
    value = float(x.mean())
    lower = low + width * betting_lower(scaled, confidence)
    upper = low + width * betting_upper(scaled, confidence)
    estimator = f"{source}, betting" if source else "betting"
    return Measure(
        value,
        kind,
        lower,
        upper,
        confidence,
        n=len(x),
        text=text,
        estimator=estimator,
    )
