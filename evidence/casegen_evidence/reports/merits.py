"""Numbers that pipelines write under names which say that they are no share of failures: accuracies, losses, times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from casegen_evidence.expressions import compiled
from casegen_evidence.tables.signs.column_names import no_count, parts
from casegen_evidence.tables.signs.meaning import sense

_MERIT = {
    "accuracy", "acc", "precision", "recall", "sensitivity", "specificity", "fscore", "auc", "auroc", "roc", "auprc",
    "map", "ap", "iou", "miou", "dice", "kappa", "mcc", "tp", "tn", "tpr", "tnr", "ppv", "npv", "availability",
    "reliability", "coverage", "balanced", "bleu", "ssim", "psnr", "genauigkeit", "verfügbarkeit",
}  # fmt: skip
_NUMBERED = compiled(r"(?i)(?<![a-z])(f[-_ ]?(1|2|0\.5|beta)|r[-_ ]?(2|squared)|top[-_ ]?\d)(?![a-z0-9])")
"""names of which the digit makes the score: an f alone may be a failure"""
_QUANTITY = {
    "loss", "entropy", "mse", "rmse", "mae", "latency", "duration", "seconds", "ms", "epoch", "epochs", "step", "steps",
    "lr", "perplexity", "nll", "brier", "ece", "timestamp", "support", "memory", "fps", "pvalue", "pval", "alpha",
    "confidence", "significance", "std", "stdev", "stderr", "variance", "threshold", "seed",
}  # fmt: skip
_MEAN_TIMES = {"mtbf", "mttf", "mtbr", "mttr", "mtbo"}
TIMES = {
    "hours", "hour", "hrs", "h", "seconds", "second", "sec", "secs", "s", "ms", "minutes", "mins", "days", "weeks",
    "months", "years", "duration", "time", "runtime", "uptime", "elapsed", "km", "miles", "mileage", "distance",
}  # fmt: skip
_SETTINGS = {
    "seed", "epoch", "epochs", "batch", "batches", "batchsize", "workers", "threads", "gpus", "folds", "classes",
    "features", "layers", "parameters", "params", "version", "year", "threshold", "confidence", "timestamp",
    "port", "lr", "bytes", "id", "width", "height", "fps", "loss", "latency",
}  # fmt: skip
"""what a report has numbers of that are tried by nobody"""
_TRIED = {
    "images", "pictures", "frames", "samples", "inputs", "objects", "demands", "rows", "runs", "missions", "trials",
    "cases", "tests", "examples", "instances", "items", "episodes", "queries", "requests",
}  # fmt: skip
_ASIDE = {
    "skipped", "excluded", "dropped", "ignored", "discarded", "disabled", "deselected", "pending", "queued", "planned",
    "scheduled", "unlabelled", "unlabeled", "retried", "rerun", "reruns", "retries", "duplicates", "blocked",
}  # fmt: skip
_ANOTHER = {
    "log", "ln", "delta", "diff", "difference", "reduction", "improvement", "relative", "normalised", "normalized", "std",
    "stdev", "stddev", "sd", "variance", "var", "sem", "slope", "gradient",
}  # fmt: skip
"""words that make another quantity of a share of failures"""
_HANDLED = {
    "detected", "recognised", "recognized", "matched", "handled", "processed", "evaluated", "completed", "accepted",
    "served", "answered", "solved", "avoided", "prevented",
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
            bool(held & _MERIT or _NUMBERED.search(name) or _right(held)) or said == "good",
            bool(held & _QUANTITY or (held & TIMES - {"h", "s", "time"} and "per" not in held)),
        )
        if _mean_time(held) or {"p", "value"} <= held or held & _ANOTHER:
            return "quantity"
        if said in ("bad", "harm") or held & _FAILS or (merit and held & _TURNED):
            return ""
        if merit:
            return "merit"
        if quantity:
            return "quantity"
        if not held <= _PLAIN:
            return ""
    return ""


def _right(held: set[str]) -> bool:
    """Whether the words of a name are those of true positives, or negatives."""
    return "true" in held and bool(held & {"positive", "positives", "negative", "negatives"})


def _mean_time(held: set[str]) -> bool:
    """Whether the words of a name are those of a time, or way, between failures."""
    return bool(held & _MEAN_TIMES or (held & TIMES and held & {"between", "to", "until", "since"}))


def no_failures(names: Sequence[str]) -> str:
    """What a count counts by its names, where that is not what failed; empty where it may be.

    >>> [no_failures([n]) for n in ("true_positives", "skipped", "images", "objects_detected", "faults detected", "k")]
    ['went well', 'did not run', 'was tried', 'went well', '', '']
    """
    for name in reversed(names):
        held, plain = set(parts(name)), _PLAIN | {"n", "num", "number", "of", "count", "all"}
        if sense(name) in ("bad", "harm") or held & _FAILS:
            return ""
        if (
            _right(held)
            or no_failure([name]) == "merit"
            or (held & _HANDLED and held <= _HANDLED | _TRIED | plain)
        ):
            return "went well"
        if held & _ASIDE:
            return "did not run"
        if held & {"warnings", "warning"}:
            return "was only warned of"
        if held & _TRIED and held <= _TRIED | plain:
            return "was tried"
        if not held <= plain:
            return ""
    return ""


def no_trials(names: Sequence[str]) -> str:
    """The word that says what a number is, where that is no number of trials; empty where it may be one.

    >>> [no_trials([n]) for n in ("operating_hours", "seed", "n_batches", "images", "n_seeds", "night_time_runs", "n")]
    ['hours', 'seed', 'batches', '', '', '', '']
    >>> no_trials(["hours", "total"]), no_trials(["errors", "n"]), no_trials(["error_rate", "n"])
    ('hours', 'failures', '')
    """
    for name in reversed(names):
        held = set(parts(name))
        if held & _TRIED or no_count(name):  # those of a rate or a share
            return ""
        if sense(name) in ("bad", "harm"):
            return "failures"
        if any(c.isdigit() for c in name):  # one of several, such as epoch 12, whose trials these are
            return ""
        if other := sorted(held & (TIMES | _SETTINGS)):
            return other[0]
        if not held <= _PLAIN | {"n", "num", "number", "of", "count", "all"}:
            return ""
    return ""
