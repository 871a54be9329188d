"""The robot's safety function: a limit on the goal the network is shown, learned by trying (paper 000)."""

from __future__ import annotations

from dataclasses import dataclass

from casegen_evidence.blocks import Workers
from casegen_evidence.dependability.prediction import HARM, SUCCESS
from casegen_evidence.dependability.safety import Candidate, candidates
from casegen_evidence.method import InputProblem

from casegen_robot.network import QNetwork
from casegen_robot.plan import LEARN, run_tests, simulated

MARGIN = 0.5
"""δ of paper 000 in inches."""


@dataclass(frozen=True, slots=True)
class Learned:
    """The chosen limit, and every one tried with its counts per mode on the learning scenarios."""

    chosen: Candidate
    tried: tuple[tuple[Candidate, tuple[int, int, int]], ...]
    harmful: int


def learn(
    network: QNetwork, seed: int, scenarios: int, margin: float = MARGIN, workers: Workers | None = None
) -> Learned:
    """Choose the limit on y with the least harm, then the most successes, on scenarios used for nothing else."""
    learning = run_tests(network, seed, scenarios, 0, purpose=LEARN, workers=workers)
    options = candidates(learning, margin, ["y"])
    if not options:
        raise InputProblem(
            "expected harmful failures that leave part of the goals clear; they span the whole range of y. A limit on "
            "the goal cannot help this network"
        )
    tried = []
    for k, option in enumerate(options):
        modes = simulated(network, learning.scenarios, (seed, LEARN), option.limit, workers, f"-limit-{k}")
        counts = tuple(int((modes == m).sum()) for m in range(3))
        tried.append((option, (counts[0], counts[1], counts[2])))
    chosen = min(tried, key=lambda t: (t[1][HARM], -t[1][SUCCESS]))[0]
    return Learned(chosen, tuple(tried), learning.counts()[HARM])
