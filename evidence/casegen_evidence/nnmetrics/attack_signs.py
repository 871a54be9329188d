"""Vital signs of changes to inputs: attacks that are none, confidences in columns that do not belong together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.signs import Intake

HARDLY = 0.005
"""change of a confidence below which an attack is hardly one"""

UNTOUCHED = 0.2
"""share of rows that no change moved, from which on the attack may not have run on them"""
SURE = 0.999
"""confidence from which on a change may leave every digit that is written"""


def attack_strength(
    names: Sequence[str], change: NDArray[np.float64], epsilon: float | None, span: float, intake: Intake
) -> None:
    """A change that is none: no transformer but the identity, a tiny epsilon, or no confidence that moves."""
    measures = ("confidence_loss", "adversarial_error")
    hint = "name attacks, and state epsilon in the units of the pixels"
    if all(name == "identity" for name in names):
        intake.fails("no-attack", "no change is tried: the only transformer is the identity", measures, hint)
    elif epsilon is not None and epsilon < 0.002 * span and set(names) & {"FGSM", "PGD", "DeepFool", "noise"}:
        message = f"epsilon is {epsilon:g} on pixels that span {span:g}, less than half a grey level"
        intake.fails("no-attack", message, measures, hint)
    elif not np.abs(change).max(initial=0.0) > 1e-6:
        intake.fails(
            "no-attack", "no change moves any confidence: the attack equals no attack", measures, hint
        )


def confidences_apart(
    clean: NDArray[np.float64], columns: Mapping[str, NDArray[np.float64]], file: str, intake: Intake
) -> None:
    """Doubt columns that each rise or fall from row to row, and changes that hardly change or raise confidences."""

    def ordered(values: NDArray[np.float64]) -> bool:
        steps = np.diff(values)
        return bool(len(np.unique(values)) > 10 and (np.all(steps >= 0) or np.all(steps <= 0)))

    if ordered(clean) and any(ordered(v) and np.any(v != clean) for v in columns.values()):
        intake.suspects(
            "sorted-apart",
            f"{file}: the confidences are sorted with and without the change: was each column sorted by itself?",
            hint="give the rows as they were recorded",
        )
    worst = np.min(np.stack(list(columns.values())), axis=0) - clean
    hint = "give the confidences in the class of the unchanged input, before and after the change"
    if len(worst) < 20 or float(clean.std()) < HARDLY:
        return
    if 0 < np.abs(worst).max() < HARDLY:
        message = (
            f"{file}: no change moves a confidence by more than {np.abs(worst).max():.2g}: is the attack one?"
        )
        intake.suspects("no-attack", message, ("confidence_loss", "adversarial_error"), hint)
    elif (share := _untouched(clean, columns)) > UNTOUCHED:
        message = (
            f"{file}: {share:.0%} of the confidences have every digit of the unchanged one under all changes"
        )
        intake.suspects(
            "no-attack",
            message,
            ("confidence_loss", "adversarial_error"),
            "change every input, or give only those",
        )
    elif float((worst > 0).mean()) > 0.5:
        message = (
            f"{file}: the worst change raises {(worst > 0).mean():.0%} of the confidences: columns mixed up?"
        )
        intake.suspects("no-attack", message, ("confidence_loss", "adversarial_error"), hint)


def _untouched(clean: NDArray[np.float64], columns: Mapping[str, NDArray[np.float64]]) -> float:
    """Share of unsaturated confidences that all changes leave as they are; 0 of coarse ones, such as votes."""
    tried = [v for v in columns.values() if np.any(v != clean)]
    free = (clean > 1 - SURE) & (clean < SURE)
    if not tried or len(np.unique(clean[free])) < 0.5 * max(1, int(free.sum())):
        return 0.0
    return float(np.logical_and.reduce([v == clean for v in tried])[free].mean())
