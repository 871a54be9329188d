"""Vital signs of changes to inputs: attacks that are none, confidences in columns that do not belong together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.nnmetrics.adversarial import ConfidenceLoss
from casegen_evidence.signs import Intake

HARDLY = 0.005
"""change of a confidence below which an attack is hardly one"""

UNTOUCHED = 0.2
"""share of rows that no change moved, from which on the attack may not have run on them"""
MOST_SURE = 0.9
"""the same share of sure confidences among all, whether or not their digits would show a change"""
LAST_DIGITS = 10
"""units of the last place of the file between such a confidence and 1"""
COARSE = 0.01
"""distance from 1 up to which confidences of whatever digits are sure"""
STEP = 0.002
"""half a grey level, as a share of the range of the pixels"""
MISSED = 0.05
"""share of the inputs that one step along the gradient turns, and the listed attacks do not, that is left alone"""
FEWEST, CAPPED = 20, 0.5
"""confidences from which on none above so much looks like a scale of its own: of two classes, the likelier has as much"""
MEASURES = ("confidence_loss", "adversarial_error")
BY_GRADIENT = frozenset({"FGSM", "PGD", "DeepFool"})
BY_EPSILON = BY_GRADIENT | {"square", "noise", "brightness"}


def attack_strength(loss: ConfidenceLoss, epsilon: float | None, span: float, intake: Intake) -> None:
    """A change that is none: no transformer but the identity, one of less than a grey level, no confidence that moves.

    ``epsilon`` is the limit of each pixel in a range of ``span``; None where confidences were computed outside.
    """
    names, hint = set(loss.names), "name attacks, and state epsilon in the units of the pixels"
    furthest = max(loss.reach.values(), default=span)
    if names == {"identity"}:
        intake.fails("no-attack", "no change is tried: the only transformer is the identity", MEASURES, hint)
    elif epsilon is not None and epsilon < STEP * span and names & BY_EPSILON:
        message = f"epsilon is {epsilon:g} on pixels that span {span:g}, less than half a grey level"
        intake.fails("no-attack", message, MEASURES, hint)
    elif not np.abs(loss.change).max(initial=0.0) > 1e-6:
        intake.fails(
            "no-attack", "no change moves any confidence: the attack equals no attack", MEASURES, hint
        )
    elif furthest < STEP * span:
        message = (
            f"no change moves a pixel by more than {furthest:.2g}, less than half a grey level of {span:g}"
        )
        intake.fails("no-attack", message, MEASURES, "state larger limits of the changes")
    elif loss.still is not None and loss.flipped is not None:
        count = int((loss.still & ~loss.flipped).sum())
        if count > UNTOUCHED * len(loss.clean):
            message = (
                f"{count:,} of {len(loss.clean):,} pictures keep every digit of their scores under all changes, as "
                "where scores are rounded"
            )
            intake.suspects("no-attack", message, MEASURES, "export the network with its scores unrounded")


def without_gradient(
    blind: NDArray[np.bool_], loss: ConfidenceLoss, confidence: float, intake: Intake
) -> None:
    """Attacks by gradients on pictures that have none: ``blind`` ``(n,)`` marks those that are answered rightly.

    Nothing is doubted where the attack ``square`` looks at them too, or where it does not matter how they were answered.
    """
    from casegen_evidence.bounds.measures import bounded_mean, proportion

    if loss.flipped is None or not set(loss.names) & BY_GRADIENT or "square" in loss.names:
        return
    unseen = blind & ~loss.flipped
    n, count = len(blind), int(unseen.sum())
    message = (
        f"at {count:,} of {n:,} pictures the network has no gradient, as where probabilities are rounded to 0 and 1, or "
        "inputs to few values: FGSM, PGD and DeepFool do not move there"
    )
    hint = (
        "export the network with logits as its output; or add the transformer square, which needs no gradient"
    )
    if count > UNTOUCHED * n:
        intake.fails("no-attack", message, MEASURES, hint)
    elif count:
        worst = bounded_mean(
            np.where(unseen, -loss.clean, loss.change), -1.0, 1.0, confidence, "score", message
        )
        error = proportion(int(loss.flipped.sum()) + count, n, confidence, "fraction", message)
        possible = {"confidence_loss": worst.lower, "adversarial_error": error.upper}
        intake.suspects_beyond(
            "no-attack", message, {k: float(v) for k, v in possible.items() if v is not None}, hint
        )


def missing_gradients(names: Sequence[str]) -> bool:
    """Whether the attacks are only such as flat scores weaken: DeepFool and ``square``, without FGSM and PGD."""
    return bool({"DeepFool", "square"} & {*names}) and not {"FGSM", "PGD"} & {*names}


def missed_by_all(loss: ConfidenceLoss, one_step: ConfidenceLoss, confidence: float, intake: Intake) -> None:
    """Doubt attacks that miss answers that one step along the gradient, ``one_step``, turns within the same limit.

    Sigmoids of each class are flat where they are near 1: DeepFool goes by how steep the scores are, and ``square`` by
    whether they move, so that both end early.
    """
    from casegen_evidence.bounds.measures import bounded_mean, proportion

    if loss.flipped is None or one_step.flipped is None:
        return
    n, count = len(loss.clean), int((one_step.flipped & ~loss.flipped).sum())
    if count <= MISSED * n:
        return
    attacks = " and ".join(name for name in loss.names if name in ("DeepFool", "square"))
    message = (
        f"one step along the gradient (FGSM) turns {count:,} of {n:,} answers that {attacks} leave as they are, as where "
        "sigmoids of each class are near 1 and flat"
    )
    worst = bounded_mean(
        np.minimum(loss.change, one_step.change), -1.0, 1.0, confidence, "score", message
    ).lower
    error = proportion(int(loss.flipped.sum()) + count, n, confidence, "fraction", message).upper
    possible = {"confidence_loss": worst, "adversarial_error": error}
    intake.suspects_beyond(
        "no-attack",
        message,
        {name: float(v) for name, v in possible.items() if v is not None},
        "add FGSM or PGD, or export the network with logits as its output",
    )


def capped(loss: ConfidenceLoss, confidence: float, file: str, intake: Intake) -> None:
    """Doubt confidences in the true class of which none is above a half, as where they were divided.

    What they lose is divided, too: the doubt stands at claims that would be false if the surest one were 1.
    """
    from casegen_evidence.bounds.measures import bounded_mean

    highest = float(loss.clean.max())
    if len(loss.clean) < FEWEST or not 0 < highest <= CAPPED:
        return
    message = (
        f"{file}: none of {len(loss.clean):,} confidences in the true class is above {highest:.3g}: were they divided, "
        "by 3 or by the number of classes?"
    )
    change = np.clip(loss.change / highest, -1.0, 1.0)
    lower = bounded_mean(change, -1.0, 1.0, confidence, "score", message).lower
    if lower is not None:
        intake.suspects_beyond(
            "confidence-scale",
            f"{message} If the largest were 1, the limit of confidence_loss would be {lower:.3g}",
            {"confidence_loss": float(lower)},
            "give the probabilities that the system uses; or say in the waiver why it is so unsure",
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
    if len(worst) < 20:
        return
    varied = float(clean.std()) >= HARDLY
    if varied and 0 < np.abs(worst).max() < HARDLY:
        message = (
            f"{file}: no change moves a confidence by more than {np.abs(worst).max():.2g}: is the attack one?"
        )
        intake.suspects("no-attack", message, MEASURES, hint)
    elif (share := _untouched(clean, columns)) > 0:
        message = (
            f"{file}: {share:.0%} of the confidences have every digit of the unchanged one under all changes"
        )
        intake.suspects(
            "no-attack",
            message,
            MEASURES,
            "change every input, or give only those",
        )
    elif varied and float((worst > 0).mean()) > 0.5:
        message = (
            f"{file}: the worst change raises {(worst > 0).mean():.0%} of the confidences: columns mixed up?"
        )
        intake.suspects("no-attack", message, MEASURES, hint)


def _untouched(clean: NDArray[np.float64], columns: Mapping[str, NDArray[np.float64]]) -> float:
    """Share of the confidences that all changes leave as they are, where it is too large; else 0.

    That is a share of :data:`UNTOUCHED` where their digits would show a change, and of :data:`MOST_SURE` of all.
    Confidences of few values, such as votes, show none, unless nearly all of them are sure (:data:`COARSE`).
    """
    tried = [v for v in columns.values() if np.any(v != clean)]
    if not tried:
        return 0.0
    same = np.logical_and.reduce([v == clean for v in tried])
    near = min(LAST_DIGITS * _last_place(clean), COARSE)
    shown = (clean > near) & (clean < 1 - near)
    if shown.any() and len(np.unique(clean[shown])) >= 0.5 * int(shown.sum()):
        share = float(same[shown].mean())
        if share > UNTOUCHED and shown.mean() > UNTOUCHED:
            return share
    share = float((same & (clean >= 1 - COARSE)).mean())
    return share if share > MOST_SURE else 0.0


def _last_place(values: NDArray[np.float64]) -> float:
    """Unit of the last decimal place that ``values`` are written to, at least that of 32 bits below 1."""
    places = next((d for d in range(1, 7) if np.allclose(values, values.round(d), rtol=0, atol=1e-12)), 7)
    return float(10.0**-places)
