"""Numbers that pipelines write under names which say that they are no share of failures: accuracies, losses, times."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from casegen_evidence.tables.meaning import parts, sense

_MERIT = {
    "accuracy", "acc", "precision", "recall", "sensitivity", "specificity", "fscore", "auc", "auroc", "roc", "auprc",
    "map", "ap", "iou", "miou", "dice", "kappa", "mcc", "tp", "tn", "tpr", "tnr", "ppv", "npv", "availability",
    "reliability", "coverage", "balanced", "bleu", "ssim", "psnr", "genauigkeit", "verfügbarkeit",
}  # fmt: skip
_NUMBERED = re.compile(r"(?i)(?<![a-z])(f[-_ ]?(1|2|0\.5|beta)|r[-_ ]?(2|squared)|top[-_ ]?\d)(?![a-z0-9])")
"""names of which the digit makes the score: an f alone may be a failure"""
_QUANTITY = {
    "loss", "entropy", "mse", "rmse", "mae", "latency", "duration", "seconds", "ms", "epoch", "epochs", "step", "steps",
    "lr", "perplexity", "nll", "brier", "ece", "timestamp", "support", "memory", "fps",
}  # fmt: skip
_FAILS = {
    "fn", "fp", "fnr", "fpr", "fdr", "pfd", "pfh", "pfm", "inaccuracy", "unavailability", "unreliability", "risk",
    "lambda",
}  # fmt: skip
_TURNED = {"one", "minus", "complement", "inverse", "loss", "drop", "not", "no", "non", "lack", "below", "un"}


_PLAIN = {
    "value", "mean", "median", "estimate", "point", "lower", "upper", "low", "high", "ci", "limit", "bound", "test",
    "val", "overall", "total", "avg", "average", "macro", "micro", "weighted", "result", "latest",
}  # fmt: skip
"""words of a name that leave it to the name above what a number is"""


def no_failure(names: Sequence[str]) -> Literal["merit", "quantity", ""]:
    """What ``names``, of a place and those above it, call a number, where that is no failure; empty where it may be one.

    >>> [no_failure(n.split("/")) for n in ("test/accuracy", "accuracy/error", "val/f1-score", "val_loss", "fnr", "p")]
    ['merit', '', 'merit', 'quantity', '', '']
    >>> [no_failure(n.split("/")) for n in ("recall/ci/0", "step 3/share", "recall/site 4")]
    ['merit', '', '']
    >>> [no_failure([n]) for n in ("f1", "f", "R2", "top-1", "top event", "f1 error")]
    ['merit', '', 'merit', 'merit', '', '']
    """
    for name in reversed(names):
        held, said = set(parts(name)), sense(name)
        merit, quantity = (
            bool(held & _MERIT or _NUMBERED.search(name)) or said == "good",
            bool(held & _QUANTITY),
        )
        if said in ("bad", "harm") or held & _FAILS or (merit and held & _TURNED):
            return ""
        if merit:
            return "merit"
        if quantity:
            return "quantity"
        if not held <= _PLAIN:
            return ""
    return ""
