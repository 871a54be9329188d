"""Functions that compute as numpy does in a process where nobody set anything, whatever their caller has set.

Source: the default of ``numpy.seterr``: what is too small for a number is 0, without a word (IEEE 754, binary64).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

import numpy as np

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def in_own_arithmetic(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """``function`` under numpy's settings as they begin; afterwards they are as before.

    >>> import numpy as np
    >>> with np.errstate(all="raise"):
    ...     in_own_arithmetic(lambda: float(np.float64(1e-200) * 1e-200))()
    0.0
    """

    @wraps(function)
    def compute(*given: Given.args, **named: Given.kwargs) -> Answer:
        with np.errstate(divide="warn", over="warn", under="ignore", invalid="warn"):
            return function(*given, **named)

    return compute
