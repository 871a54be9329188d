"""Conservative Bayesian inference: what failure-free operation adds to a partial prior belief."""

from __future__ import annotations

from math import ceil, exp, expm1, log, log1p


def posterior_confidence(trials: int, bound: float, prior: float, at: float = 0.0) -> float:
    """Least Pr(Θ <= bound | ``trials`` without failure) over every prior with Pr(Θ <= at) = ``prior``.

    ``φ(1-ε)ⁿ / [φ(1-ε)ⁿ + (1-φ)(1-p)ⁿ]`` with φ = prior, ε = at, p = bound: the worst prior puts all
    belief of being good exactly at ε and the rest just above p (Bishop, Bloomfield, Littlewood,
    Povyakalo & Wright 2011).  Needs 0 <= at <= bound < 1.
    """
    if not 0 <= at <= bound < 1 or not 0 < prior < 1 or trials < 0:
        raise ValueError("expected 0 <= at <= bound < 1, 0 < prior < 1 and trials >= 0")
    ratio = (1 - prior) / prior * exp(trials * (log1p(-bound) - log1p(-at)))
    return 1.0 / (1.0 + ratio)


def trials_needed(bound: float, confidence: float, prior: float, at: float = 0.0) -> int:
    """Fewest failure-free trials for ``posterior_confidence(...) >= confidence``."""
    if not 0 <= at < bound < 1 or not 0 < prior < 1 or not 0 < confidence < 1:
        raise ValueError("expected 0 <= at < bound < 1, 0 < prior < 1 and 0 < confidence < 1")
    odds = log(confidence / (1 - confidence)) - log(prior / (1 - prior))
    return max(0, ceil(odds / (log1p(-at) - log1p(-bound)) - 1e-9))


def worst_mean(trials: int, prior: float, at: float = 0.0) -> float:
    """Largest posterior mean of Θ after ``trials`` failure-free, over every prior with Pr(Θ <= at) = prior.

    The worst prior has mass φ at ε and 1-φ at a single q > ε, the q that maximises
    ``[φ ε (1-ε)ⁿ + (1-φ) q (1-q)ⁿ] / [φ(1-ε)ⁿ + (1-φ)(1-q)ⁿ]``; it is the chance to fail on the next demand.
    """
    from scipy.optimize import minimize_scalar

    good = exp(trials * log1p(-at))

    def negative(q: float) -> float:
        bad = (1 - q) ** trials
        return -(prior * at * good + (1 - prior) * q * bad) / (prior * good + (1 - prior) * bad)

    width = max(at, min(1.0 - 1e-12, 20.0 / (trials + 1)))
    result = minimize_scalar(negative, bounds=(at, width), method="bounded", options={"xatol": 1e-14})
    return float(max(-result.fun, -negative(at)))


def credible_limit(trials: int, confidence: float, prior: float, at: float = 0.0) -> float:
    """Least p with ``posterior_confidence(trials, p, prior, at) >= confidence``; 1 where no p below 1 reaches it.

    From ``φ(1-ε)ⁿ / [φ(1-ε)ⁿ + (1-φ)(1-p)ⁿ] >= c``: ``p = 1 - (1-ε) [φ(1-c) / (c(1-φ))]^(1/n)``, at least ε.
    """
    if not 0 <= at < 1 or not 0 < prior < 1 or not 0 < confidence < 1 or trials < 0:
        raise ValueError("expected 0 <= at < 1, 0 < prior and confidence < 1, and trials >= 0")
    odds = log(prior / (1 - prior)) - log(confidence / (1 - confidence))
    if odds >= 0:
        return at
    return 1.0 if trials == 0 else min(1.0, max(at, -expm1(log1p(-at) + odds / trials)) * (1 + 1e-12))
