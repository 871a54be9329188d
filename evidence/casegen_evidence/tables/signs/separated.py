"""Numbers that decide between two answers at a threshold: which rows lie on the wrong side of the best one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.tables.signs.beside import Rows

MOST_OTHERS = 0.5
"""rows on the wrong side, as a share of the rarer answer, from which on the numbers decide nothing"""


def wrong_side(values: NDArray[np.float64], flags: Rows, most: float = MOST_OTHERS) -> Rows:
    """Rows ``(n,)`` that no threshold on ``values`` gives their flag, with those above it set; none if it decides little.

    It does where more rows than a share ``most`` of the rarer flag are left on the wrong side.

    >>> wrong_side(np.arange(6.0), np.array([0, 0, 1, 0, 1, 1]) > 0).tolist()
    [False, False, False, True, False, False]
    """
    order = np.argsort(values, kind="stable")
    sorted_, held = values[order], flags[order]
    missed = np.concatenate([[0], np.cumsum(held)])
    false = np.concatenate([np.cumsum(~held[::-1])[::-1], [0]])
    cuts = np.flatnonzero(np.concatenate([[True], np.diff(sorted_) > 0, [True]]))
    errors = (missed + false)[cuts]
    cut, rarer = int(cuts[np.argmin(errors)]), min(int(flags.sum()), int((~flags).sum()))
    if errors.min() > most * rarer:
        return np.zeros(len(flags), dtype=bool)
    above = np.zeros(len(flags), dtype=bool)
    above[order[cut:]] = True
    wrong: Rows = above != flags
    return wrong
