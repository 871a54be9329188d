"""The robot's network: two linear layers with a rectifier between (paper 000), evaluated with numpy.

Running a trained network needs no torch; only training does.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from casegen_evidence.method import InputProblem
from numpy.typing import NDArray

Single = NDArray[np.float32]
NAMES = ("w1", "b1", "w2", "b2")


@dataclass(frozen=True, slots=True)
class QNetwork:
    """Weights ``w1 (4, h)``, ``b1 (h,)``, ``w2 (h, 2)``, ``b2 (2,)``; outputs are values of back and forward.

    Calling it decides: True where forward has the larger value.
    """

    w1: Single
    b1: Single
    w2: Single
    b2: Single

    def values(self, seen: Single) -> Single:
        """Action values ``(n, 2)`` of observations ``(n, 4)``."""
        return self._hidden(seen) @ self.w2 + self.b2

    def __call__(self, seen: Single) -> NDArray[np.bool_]:
        advantage = self._hidden(seen) @ (self.w2[:, 1] - self.w2[:, 0])
        forward: NDArray[np.bool_] = advantage > self.b2[0] - self.b2[1]
        return forward

    def _hidden(self, seen: Single) -> Single:
        hidden = seen @ self.w1
        hidden += self.b1
        rectified: Single = np.maximum(hidden, 0, out=hidden)
        return rectified

    def save(self, path: Path) -> None:
        """Write the weights as npz (plain arrays)."""
        np.savez(path, **{name: getattr(self, name) for name in NAMES})


def load(path: Path) -> QNetwork:
    """Read weights written by :meth:`QNetwork.save`; raises :class:`InputProblem` for anything else."""
    try:
        with np.load(path, allow_pickle=False) as file:
            missing = [name for name in NAMES if name not in file.files]
            if missing:
                raise InputProblem(
                    f"expected arrays {', '.join(NAMES)} in {path.name}, found {', '.join(file.files)}"
                )
            results = {name: np.asarray(file[name], dtype=np.float32) for name in NAMES}
    except (OSError, ValueError, EOFError) as error:
        if isinstance(error, InputProblem):
            raise
        raise InputProblem(f"expected a network as npz of plain arrays at {path.name}: {error}") from error
    hidden = results["b1"].shape[-1] if results["b1"].ndim else 0
    wanted = {"w1": (4, hidden), "b1": (hidden,), "w2": (hidden, 2), "b2": (2,)}
    for name, shape in wanted.items():
        if results[name].shape != shape or not np.isfinite(results[name]).all():
            raise InputProblem(
                f"expected {name} of finite numbers with shape {shape} in {path.name}, found shape {results[name].shape}"
            )
    return QNetwork(**results)
