"""An order of rows that is the same however a file is sorted: what is drawn or split by position depends on no order."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def canonical_order(*columns: NDArray[Any]) -> NDArray[np.int64]:
    """Indices that put rows, given by arrays ``(n,)`` or ``(n, …)``, into one mixed order that their values alone give.

    The rows are sorted by their values and then mixed by a fixed permutation, so that a part of them is a random one.

    >>> rows = np.array([[3.0, 1.0], [1.0, 2.0], [1.0, 1.0]])
    >>> bool((rows[canonical_order(rows)] == rows[::-1][canonical_order(rows[::-1])]).all())
    True
    """
    keys = np.concatenate([column.reshape(len(column), -1) for column in columns], axis=1)
    mixed = np.random.default_rng([0x0D3, len(keys)]).permutation(len(keys))
    return np.asarray(np.lexsort(keys.T[::-1])[mixed], dtype=np.int64)
