"""Conservative Bayesian inference: what failure-free operation adds to a partial prior belief."""

from __future__ import annotations

from math import ceil, exp, expm1, inf, log, log1p


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

    The worst prior has mass φ at ε and 1-φ at a single q > ε; the mean is the chance to fail on the next demand.  With
    ``t = (q-ε)/(1-ε)`` the likelihoods have the ratio ``(1-t)ⁿ``, and the mean is ``ε + (1-ε) t s(t)`` where
    ``s = 1 / (1 + φ/(1-φ) (1-t)⁻ⁿ)`` is the belief that is left in q.  ``t s(t)`` is largest where
    ``1-t = n t (1-s(t))``: the left side falls and the right side rises, so there is one such t.
    """
    from scipy.optimize import brentq
    from scipy.special import expit

    if not 0 <= at < 1 or not 0 < prior < 1 or trials < 0:
        raise ValueError("expected 0 <= at < 1, 0 < prior < 1 and trials >= 0")
    if trials == 0:
        return at + (1 - at) * (1 - prior)
    odds = log1p(-prior) - log(prior)

    def logit(t: float) -> float:
        return odds + trials * log1p(-t) if t < 1 else -inf

    def slope(t: float) -> float:
        return float((1 - t) - trials * t * expit(-logit(t)))

    # there s <= exp(-20) and n t >= 20, or t is 1: the slope has changed its sign
    width = min(1.0, (20 + max(0.0, odds)) / trials)
    worst = float(brentq(slope, 0.0, width, xtol=1e-12 * width))
    return float(at + (1 - at) * worst * expit(logit(worst)))


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
