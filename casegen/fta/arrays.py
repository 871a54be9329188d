"""numpy, imported at its first use: a small tree is solved without it, and importing it takes longer than that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["ArrayLike", "NDArray", "Vector", "np"]

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Vector = NDArray[np.float64]
else:

    class _AtFirstUse:
        """Stands for the module; what was asked for once is at hand from then on."""

        def __getattr__(self, name: str) -> Any:
            import numpy

            match = getattr(numpy, name)
            setattr(self, name, match)
            return match

    np = _AtFirstUse()
    ArrayLike = NDArray = Vector = Any
