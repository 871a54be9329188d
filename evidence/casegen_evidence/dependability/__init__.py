"""ML dependability: success, task failure and harm predicted in conditions never tested (paper 000).

>>> import numpy as np
>>> from casegen_evidence.dependability import Domain, Numeric, Product, ScenarioTests, Uniform, grid, predict
>>> domain = Domain((Numeric("speed", 0, 10, "m/s"),))
>>> x = np.linspace(0.005, 9.995, 1000)[:, None]
>>> tests = ScenarioTests(domain, x, np.where(x[:, 0] > 9, 2, 0).astype("i1"))
>>> slow, fast = Product(domain, (Uniform(0, 5),)), Product(domain, (Uniform(5, 10),))
>>> tested = Product(domain, (Uniform(0, 10),))
>>> success, task_failure, harm = predict(tests, grid(domain, 10), fast, 0.95, tested).modes
>>> harm.lower < 0.2 <= harm.upper
True
>>> predict(tests, grid(domain, 10), slow, 0.95, tested).modes[2].value
0.0
"""

from casegen_evidence.dependability.comparison import compare, holm
from casegen_evidence.dependability.conditions import (
    Conditions,
    Product,
    Sampled,
    by_sampler,
    gaussian_copula,
)
from casegen_evidence.dependability.domain import Categorical, Domain, Numeric
from casegen_evidence.dependability.findings import conditions_to_test, ranges, where_failures_sit
from casegen_evidence.dependability.marginals import (
    Clipped,
    Discrete,
    Marginal,
    Normal,
    Truncated,
    Uniform,
    categories,
    empirical,
)
from casegen_evidence.dependability.partition import Partition, grid, k_d, quantile
from casegen_evidence.dependability.prediction import Prediction, Share, paper_estimate, predict, simultaneous
from casegen_evidence.dependability.safety import Limit, candidates, gain
from casegen_evidence.dependability.scenarios import MODES, ScenarioTests, from_simulator, read

__all__ = [
    "MODES",
    "Categorical",
    "Clipped",
    "Conditions",
    "Discrete",
    "Domain",
    "Limit",
    "Marginal",
    "Normal",
    "Numeric",
    "Partition",
    "Prediction",
    "Product",
    "Sampled",
    "ScenarioTests",
    "Share",
    "Truncated",
    "Uniform",
    "by_sampler",
    "candidates",
    "categories",
    "compare",
    "conditions_to_test",
    "empirical",
    "from_simulator",
    "gain",
    "gaussian_copula",
    "grid",
    "holm",
    "k_d",
    "paper_estimate",
    "predict",
    "quantile",
    "ranges",
    "read",
    "simultaneous",
    "where_failures_sit",
]
