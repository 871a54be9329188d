"""Confidence bounds on probabilities, each saying what it assumes; coverage measured in ``benchmarks/coverage``."""

from evidence.bounds.binomial import clopper_pearson, jeffreys, wilson, zero_failures
from evidence.bounds.bounded import chernoff_lower, chernoff_upper
from evidence.bounds.weighted import fay_feuer, kish

__all__ = [
    "chernoff_lower",
    "chernoff_upper",
    "clopper_pearson",
    "fay_feuer",
    "jeffreys",
    "kish",
    "wilson",
    "zero_failures",
]
