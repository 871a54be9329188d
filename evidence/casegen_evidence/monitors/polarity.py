"""Which way a monitor's column counts: an alarm is a 1 and a high score, whatever the pipeline called its column."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from casegen_evidence.expressions import compiled
from casegen_evidence.method import InputProblem

if TYPE_CHECKING:
    from casegen_evidence.signs import Intake
    from casegen_evidence.tables.data_table import DataTable

INVERTED = "alarms that come more often at harmless inputs than at hazardous ones"
FEWEST = 5
"""hazardous inputs from which on their alarms show a direction"""
CHANCE = 1e-3
"""probability by chance, where alarms and hazards have nothing to do with each other, below which a direction shows"""
_PASSES = {
    "accept", "accepted", "accepts", "trust", "trusted", "valid", "keep", "kept", "go", "allowed", "released", "normal",
    "inlier", "nominal", "known", "covered", "supported", "usable", "healthy", "frei",
}  # fmt: skip
"""words of a flag that is set where a monitor has nothing against an input"""
_CERTAIN = {"confidence", "confident", "certain", "certainty", "sure", "reliable", "sicher"}
_OF_WHAT = {"is", "high", "very", "model", "network", "system", "answer", "prediction", "classifier"}
"""a flag of nothing but these is set where an answer is sure; `confidence_monitor` may be one of alarms"""
_DENIED = compiled(
    r"\b(?:not|non|without|kein|keine|ohne) (?:alarm|alert|warn|flag|raised|triggered|ausgelöst)|"
    r"\b(?:alarm|alert|warning) free\b"
)
"""names of a flag that is set where there is no alarm; `alarm_no` may be its number"""
_SURE = {
    "confidence", "confidences", "conf", "certainty", "softmax", "trust", "reliability", "likelihood", "loglikelihood",
    "normality", "similarity", "quality", "health", "margin", "logit",
}  # fmt: skip
"""words of a score that is high where a monitor has nothing against an input"""
_OF_LABELS = {"true", "truth", "gt", "label", "labels", "actual", "gold", "wahr", "wahrheit", "groundtruth"}
"""words of a number that is computed from the label"""
_ALWAYS = {"gt", "truth", "groundtruth"}
"""those that a number never bears that is computed without the label"""
_COMPARED = {"margin", "logp", "logprob", "error", "iou", "giou", "residual", "overlap", "deviation", "dice"}
_WRITTEN = 5e-3
"""by how much a loss may differ as it is written"""
_DOUBT = {
    "anomaly", "ood", "novelty", "outlier", "uncertainty", "un", "one", "minus", "neg", "negative", "inverse", "inverted",
    "low", "lack", "out", "loss", "entropy", "threat", "alarm", "risk", "distance", "doubt", "drop", "variance",
    "stop", "halt", "brake", "fallback", "human", "handover", "mode", "state",
}  # fmt: skip
"""words that turn such a name, or leave open what it means"""


def check_direction(table: DataTable, labels: Mapping[str, str]) -> None:
    """Refuse a column of alarms or scores whose own name says that it is high where all is well.

    ``labels`` are those declared: a column whose every word has one says its direction so.
    """
    from casegen_evidence.tables.signs.column_names import parts
    from casegen_evidence.tables.signs.meaning import sense

    for name, words in (("alarm", _PASSES), ("score", _SURE)):
        cells = table.cells.get(name)
        if cells is None or cells.spelled == name:
            continue
        if name == "alarm" and set(cells.words()[1]) <= set(labels):
            continue
        held = set(parts(cells.spelled))
        turned = held & _DOUBT or sense(cells.spelled) in ("bad", "harm") or held & {"not", "no", "non"}
        denied = name == "alarm" and _DENIED.search(" ".join(parts(cells.spelled)))
        certain = name == "alarm" and held & _CERTAIN and held <= _CERTAIN | _OF_WHAT
        if not denied and (turned or not (held & words or certain or sense(cells.spelled) == "good")):
            continue
        hint = (
            "1 where the monitor raises an alarm" if name == "alarm" else "one that is high where it doubts"
        )
        raise InputProblem(
            f"{table.file}: column {cells.spelled!r} is read as {name!r}, and its name says the contrary; write a column "
            f"of {hint}, such as 1 − {cells.spelled}"
        )


def check_knowledge(table: DataTable) -> None:
    """Refuse a column of scores whose own name says that it was computed from the label, which no monitor knows."""
    from casegen_evidence.tables.signs.class_scores import SCORES
    from casegen_evidence.tables.signs.column_names import parts
    from casegen_evidence.tables.signs.own_confidence import LOSSES

    cells = table.cells.get("score")
    held = set() if cells is None else set(parts(cells.spelled))
    unseen = held & {"without", "no", "not", "free", "ohne"}
    compared = held & _OF_LABELS and held & (SCORES | LOSSES | _COMPARED)
    if cells is not None and not unseen and (compared or held & _ALWAYS):
        raise InputProblem(
            f"{table.file}: column {cells.spelled!r} is read as 'score', and its name says that it is of the true class, "
            "which no monitor knows in operation; write a score that is computed without the label"
        )


def judge_knowledge(table: DataTable, wrong: Any, classes: int, intake: Intake) -> None:
    """Doubt a score named as a loss that is one of the label: ``wrong`` ``(n,)`` marks answers that are not the label.

    The cross-entropy of the label is ln 2 or more where another class was likelier, and ln K or less where none was.  A
    loss of reconstruction, which needs no label, is seldom so.
    """
    import numpy as np

    from casegen_evidence.tables.signs.column_names import parts
    from casegen_evidence.tables.signs.own_confidence import LOSSES

    cells = table.cells.get("score")
    if cells is None or not set(parts(cells.spelled)) & LOSSES:
        return
    loss = np.asarray(table.numbers("score"))
    least = min(int(wrong.sum()), int((~wrong).sum()))
    if least < FEWEST or loss.min() < 0:
        return
    if loss[wrong].min() >= np.log(2) - _WRITTEN and loss[~wrong].max() <= np.log(max(classes, 2)) + _WRITTEN:
        intake.suspects(
            "alarm-is-the-error",
            f"{table.file}: {cells.spelled!r} is at least ln 2 at all wrong answers and at most ln {classes} at all "
            "right ones, as the loss of the label is: a monitor does not know the label",
            hint="write a score that is computed without the label; or say in the waiver how this one is",
        )


def judge_direction(hazardous: Any, alarm: Any, file: str, intake: Intake) -> None:
    """Doubt alarms that come less often at hazardous inputs ``(n,)`` than at others, where chance does not explain it."""
    from scipy.stats import hypergeom

    n, wrong, alarms = len(alarm), int(hazardous.sum()), int(alarm.sum())
    seen = int((hazardous & alarm).sum())
    if min(wrong, n - wrong) < FEWEST or hypergeom.cdf(seen, n, wrong, alarms) >= CHANCE:
        return
    intake.suspects(
        "alarms-inverted",
        f"{file}: an alarm comes at {seen / wrong:.1%} of the hazardous inputs and at "
        f"{(alarms - seen) / (n - wrong):.1%} of the others: does 0, or a low score, stand for the alarm?",
        hint="write alarms as 1 and doubt as a high score; or say in the waiver why it alarms where all is well",
    )
