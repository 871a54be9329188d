"""Confidence bounds on probabilities, each saying what it assumes; coverage measured in ``benchmarks/coverage``."""

from casegen_evidence.bounds.allocation import neyman, proportional
from casegen_evidence.bounds.anytime import anytime_hours, anytime_mean, anytime_trials
from casegen_evidence.bounds.bayes import credible_limit, posterior_confidence, trials_needed, worst_mean
from casegen_evidence.bounds.betting import betting_lower, betting_upper
from casegen_evidence.bounds.binomial import clopper_pearson, jeffreys, wilson, zero_failures
from casegen_evidence.bounds.bounded import chernoff_lower, chernoff_upper
from casegen_evidence.bounds.multinomial import goodman
from casegen_evidence.bounds.profiles import zero_failures_profiles
from casegen_evidence.bounds.ratio import ratio_limits
from casegen_evidence.bounds.stratified import stratified_lower, stratified_upper
from casegen_evidence.bounds.weighted import fay_feuer, kish, linearised
from casegen_evidence.own_arithmetic import in_own_arithmetic

__all__ = [
    "anytime_hours",
    "anytime_mean",
    "anytime_trials",
    "betting_lower",
    "betting_upper",
    "chernoff_lower",
    "chernoff_upper",
    "clopper_pearson",
    "credible_limit",
    "fay_feuer",
    "goodman",
    "jeffreys",
    "kish",
    "linearised",
    "neyman",
    "posterior_confidence",
    "proportional",
    "ratio_limits",
    "stratified_lower",
    "stratified_upper",
    "trials_needed",
    "wilson",
    "worst_mean",
    "zero_failures",
    "zero_failures_profiles",
]

for _name in __all__:
    _bound = in_own_arithmetic(globals()[_name])
    _bound.__module__ = __name__  # where the function that is called is, as a worker process looks for it
    globals()[_name] = _bound
