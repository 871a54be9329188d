"""Operational profile in a latent space (paper 003 §5.3): an encoder, and a kernel density of codes."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.own_arithmetic import in_own_arithmetic
from casegen_evidence.ram.profile import choose_bandwidth

Array = NDArray[np.float64]
Encoder = Callable[[Array], Array]
"""Maps points ``(n, d)`` to codes ``(n, latent)``."""
ROUNDING = 1e-12
"""of the largest standard deviation of a code: a smaller one is rounding, whatever the unit of the features"""
FEWEST = 10
"""Design points that a bandwidth can be chosen by: two for each of five folds."""


def pca(points: Array, dimension: int) -> Encoder:
    """Principal components of ``points`` (n, d), by singular values; signs fixed so that it repeats."""
    mean = points.mean(axis=0)
    _, _, axes = np.linalg.svd(points - mean, full_matrices=False)
    axes = axes[:dimension]
    axes = axes * np.sign(axes[np.arange(len(axes)), np.abs(axes).argmax(axis=1)])[:, None]
    return lambda x: np.asarray((x - mean) @ axes.T)


def vae(
    points: Array, dimension: int, seed: int, hidden: int = 128, epochs: int = 60, device: str = "cpu"
) -> Encoder:
    """A variational auto-encoder with one hidden layer, trained on ``points`` scaled to [0, 1]; needs torch.

    The encoder returned is the mean of the code.  Bernoulli likelihood, Adam, batches of 128.  Random numbers are
    drawn on the processor, so that ``device`` changes no more than rounding.
    """
    import torch
    from torch import nn

    low, span = points.min(), float(np.ptp(points)) or 1.0
    x = torch.as_tensor((points - low) / span, dtype=torch.float32, device=device)
    generator = torch.Generator().manual_seed(seed)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        body = nn.Sequential(nn.Linear(x.shape[1], hidden), nn.ReLU(), nn.Linear(hidden, 2 * dimension))
        decoder = nn.Sequential(nn.Linear(dimension, hidden), nn.ReLU(), nn.Linear(hidden, x.shape[1]))
    body, decoder = body.to(device), decoder.to(device)
    optimiser = torch.optim.Adam([*body.parameters(), *decoder.parameters()], lr=1e-3)
    for _ in range(epochs):
        for batch in torch.randperm(len(x), generator=generator).split(128):
            loss = _negative_elbo(body, decoder, x[batch], generator)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()

    def encode(values: Array) -> Array:
        with torch.no_grad():
            scaled = torch.as_tensor((values - low) / span, dtype=torch.float32, device=device)
            codes = body(scaled)[:, :dimension]
        return np.asarray(codes.cpu().numpy(), dtype=float)

    return encode


def _negative_elbo(body: Any, decoder: Any, x: Any, generator: Any) -> Any:
    import torch
    from torch.nn import functional

    mean, log_variance = body(x).chunk(2, dim=1)
    noise = torch.randn(mean.shape, generator=generator).to(mean.device)
    code = mean + noise * (log_variance / 2).exp()
    likelihood = functional.binary_cross_entropy_with_logits(decoder(code), x, reduction="sum")
    divergence = -0.5 * (1 + log_variance - mean**2 - log_variance.exp()).sum()
    return (likelihood + divergence) / len(x)


def log_density(codes: Array, at: Array, bandwidth: float, block: int = 512) -> Array:
    """Natural log of the Gaussian kernel density of ``codes`` (n, l) at points ``at`` (m, l), ``(m,)``.

    ``bandwidth`` in the units of the codes; in blocks, by log-sum-exp, so that nothing underflows.
    """
    from scipy.special import logsumexp

    n, dimension = codes.shape
    parts = []
    for first in range(0, len(at), block):
        some = at[first : first + block]
        square = (some**2).sum(axis=1)[:, None] + (codes**2).sum(axis=1)[None] - 2 * some @ codes.T
        parts.append(logsumexp(-np.maximum(square, 0) / (2 * bandwidth**2), axis=1))
    constant = np.log(n) + dimension * np.log(bandwidth * np.sqrt(2 * np.pi))
    return np.asarray(np.concatenate(parts) - constant)


@in_own_arithmetic
def latent_profile(design: Array, at: Array, seed: int) -> tuple[Array, float]:
    """Log-density at codes ``at`` of the profile fitted to codes ``design``, and its bandwidth.

    Codes are scaled to unit standard deviation; the bandwidth (in that unit) by cross-validation.
    """
    if len(design) < FEWEST:
        raise InputProblem(
            f"expected at least {FEWEST} design points for the latent profile, found {len(design)}. Label more points, "
            "or state a smaller `evaluation_share`"
        )
    spread = design.std(axis=0)
    scale = np.maximum(spread, ROUNDING * float(spread.max()) or 1.0)
    bandwidth = _bandwidth(design / scale, seed)
    return log_density(design / scale, at / scale, bandwidth), bandwidth


def _bandwidth(codes: Array, seed: int) -> float:
    """By cross-validation: over the widths of plain codes, then over those of clumps, such as the frames of a scene."""
    for low, high in ((0.02, 5.0), (1e-5, 50.0)):
        with contextlib.suppress(InputProblem):
            return choose_bandwidth(codes, seed, low=low, high=high).value
    places = len(np.unique(codes, axis=0))
    raise InputProblem(
        f"expected design points of which a density can be estimated in the latent space; {len(codes)} points stand on "
        f"{places} places there. Balls are for features that vary continuously: assess points on a grid by "
        "ram-low-dimensional, with cells that hold one place each"
    )
