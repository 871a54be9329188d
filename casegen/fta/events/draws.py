"""Random numbers for many trials: counted, so that a trial's draws depend on its number alone, and fast.

Uniform numbers come from SplitMix64 (Steele, Lea & Flood 2014) read at a position: input ``k``, trial ``i`` is a hash
of ``key[k] + (i + 1) * odd constant``.  However the trials are cut into blocks and threads, every one has the same
bits.  Normal quantiles follow Giles (2010): ``z = (2u - 1) P(w)`` with ``w = -log(4u(1 - u))``; the polynomials here
interpolate ``z / (2u - 1)`` at Chebyshev nodes, computed with 50 digits; relative error below 2e-11, 3e-14 in the centre.
The arithmetic stands in ``compiled/draws.c``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from casegen.fta.core import kernels

Vector = NDArray[np.float64]


def keys_of(seed: int, inputs: int) -> NDArray[np.uint64]:
    """One stream per input (inputs,): numpy's seed sequence spreads the seed over them."""
    return np.random.SeedSequence(seed).generate_state(max(1, inputs), np.uint64)[:inputs].astype(np.uint64)


def uniforms(keys: NDArray[np.uint64], begin: int, out: Vector) -> None:
    """Uniform numbers in (0, 1) into ``out`` (inputs, some), from trial ``begin`` on."""
    room = out if out.flags.c_contiguous else np.empty(out.shape)
    kernels.fill_uniforms(np.ascontiguousarray(keys), begin, room)
    if room is not out:
        out[:] = room


def normal_quantiles(u: Vector, out: Vector, work: Vector) -> None:
    """Quantiles of the standard normal distribution at ``u`` in (0, 1) into ``out``; ``work`` is scratch, alike."""
    np.subtract(1.0, u, out=work)
    work *= u
    work *= 4.0
    np.log(work, out=work)
    np.negative(work, out=work)
    for row, waits, result in zip(u, work, out, strict=True):
        kernels.quantiles_at(row, waits, result)
