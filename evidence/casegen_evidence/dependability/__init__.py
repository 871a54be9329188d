"""ML dependability: success, task failure and harm predicted in conditions never tested (paper 000).

>>> import numpy as np
>>> from casegen_evidence.dependability.conditions import Product
>>> from casegen_evidence.dependability.domain import Domain, Numeric
>>> from casegen_evidence.dependability.marginals import Uniform
>>> from casegen_evidence.dependability.partition import grid
>>> from casegen_evidence.dependability.prediction import predict
>>> from casegen_evidence.dependability.scenarios import ScenarioTests
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
