"""Vital signs of answers, pictures and layers: classes without data, attacks that change nothing, dead layers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.expressions import compiled
from casegen_evidence.method import InputProblem
from casegen_evidence.nnmetrics.class_order import HINT, as_by_guessing, check_classes, judge_order
from casegen_evidence.nnmetrics.sorted_columns import sorted_apart
from casegen_evidence.signs import Intake
from casegen_evidence.tables.data_table import DataTable, Names, pairs_of
from casegen_evidence.tables.labels import alike, label

if TYPE_CHECKING:
    from casegen_evidence.nnmetrics.confusion import WeightedConfusion


BY_CONFIDENCE = ("confidence_loss", "interpretation_precision", "occlusion_covering")
"""measures that go by how sure a network is"""


def common_classes(true: Names, predicted: Names, file: str, intake: Intake) -> None:
    """Labels and answers speak of the same classes, and some answer is right; look-alikes are refused."""
    check_classes(true.words, predicted.words, len(true.codes), file)
    for group in alike([*true.words, *predicted.words]):
        raise InputProblem(
            f"{file}: the labels have {', '.join(map(repr, set(group) & set(true.words)))}, the answers "
            f"{', '.join(map(repr, set(group) & set(predicted.words)))}: one name in two spellings. Write them alike, or "
            f"declare `labels: {{{group[0]}: {group[1]}}}`"
        )
    if not set(true.words) & set(predicted.words):
        intake.fails(
            "no-common-class",
            f"{file}: labels ({_few(true.words)}) and answers ({_few(predicted.words)}) have no name in common",
            hint="declare `labels`, such as `{0: pedestrian, 1: vehicle}`, so that both speak of the same classes",
        )
    elif len(true.codes) >= 20 and not any(a == b for a, b in pairs_of(true, predicted)):
        intake.fails(
            "never-right", f"{file}: none of {len(true.codes):,} answers is right; are the columns shifted?"
        )

    _judge_answers(true, predicted, file, intake)


def _judge_answers(true: Names, predicted: Names, file: str, intake: Intake) -> None:
    """Labels that are none; answers that are all the same, or sorted beside sorted labels."""
    if len(true.words) == len(predicted.words) == 1 and len(true.codes) >= 20:
        intake.suspects(
            "one-answer",
            f"{file}: all {len(true.codes):,} rows have the label {true.words[0]!r} and the answer "
            f"{predicted.words[0]!r}: a system that always answers so is as right",
            hint="give rows of every class that operation has; or say in the waiver why it has this one only",
        )
    none = [k for k, word in enumerate(true.words) if _NO_CLASS.fullmatch(word)]
    if none and len(true.words) > len(none):
        rows = int(np.isin(true.codes, none).sum())
        intake.suspects(
            "label-of-no-class",
            f"{file}: {rows:,} of {len(true.codes):,} rows have the label {true.words[none[0]]!r}, which is no class: "
            "whatever was answered to them counts",
            hint="leave these rows out if the system need not answer to them, or label them",
        )
    if len(true.words) > 1 and len(predicted.words) == 1 and len(true.codes) >= 20:
        intake.suspects(
            "one-answer",
            f"{file}: all {len(true.codes):,} answers are {predicted.words[0]!r}, whatever the label",
            hint="are they the answers of the system in use? Say in the waiver why one answer is enough",
        )
    names = sorted({*true.words, *predicted.words})
    judge_order(true.codes_in(names), predicted.codes_in(names), names, file, intake)
    if sorted_apart(true, predicted):
        intake.suspects(
            "sorted-apart",
            f"{file}: the labels are sorted, and so are the answers, among them wrong ones: was each column sorted "
            "by itself?",
            hint="give the rows as they were recorded",
        )


_NO_CLASS = compiled(
    r"(?i)ignored?|void|don'?t[ _-]?care|un[ _-]?label?led|not[ _-]label?led|difficult|ambiguous|uncertain|"
    r"no[ _-]?label|tbd"
)


def _few(words: Sequence[str]) -> str:
    return ", ".join(words[:4]) + (", …" if len(words) > 4 else "")


def severity_table(
    severities: Mapping[str, Mapping[str, float]], table: DataTable, intake: Intake
) -> dict[str, dict[str, float]]:
    """The severities with names in their one spelling; classes that the data lack bar what rests on them."""
    result: dict[str, dict[str, float]] = {}
    for true, row in severities.items():
        if label(true) in result:
            raise InputProblem(
                f"expected each class once in the severities; {true!r} is there in two spellings"
            )
        result[label(true)] = {label(answer): value for answer, value in row.items()}
    stated = {*result, *(answer for row in result.values() for answer in row)}
    data = {*table.names("true").words, *table.names("predicted").words}
    for group in alike([*stated, *data]):
        raise InputProblem(
            f"{table.file}: the data have {', '.join(sorted(map(repr, set(group) & data)))}, the severities "
            f"{', '.join(sorted(map(repr, set(group) & stated)))}: one name in two spellings. Write them alike, or "
            "declare "
            "`labels`"
        )
    weighted = ("weighted_confusion", "critical_confusion")
    known = (table.names("true").words, table.names("predicted").words)
    missing = [true for true in result if true not in known[0]]
    if missing:
        intake.fails(
            "class-without-data",
            f"{table.file}: no row has the true class {', '.join(map(repr, missing))}, whose errors the severities "
            "weigh; "
            f"its classes: {_few(table.names('true').words)}",
            (*weighted, "accuracy"),
            "add rows of the class, take it out of the severities, or declare `labels` if it is spelled in another way",
        )
    _answers_never_given(result, known, table.file, intake, weighted)
    unlisted = [a for a in table.names("predicted").words if a not in stated | set(table.names("true").words)]
    if unlisted and result:
        intake.suspects(
            "unlisted-answer",
            f"{table.file}: the answer {', '.join(map(repr, unlisted))} is neither a class of the data nor of the "
            "severities "
            "and takes the default severity",
            weighted,
            "list it in the severities",
        )
    return result


def _answers_never_given(
    severities: Mapping[str, Mapping[str, float]],
    known: tuple[Sequence[str], Sequence[str]],
    file: str,
    intake: Intake,
    weighted: Sequence[str],
) -> None:
    """An answer of the severities that is no word of the data: in another spelling there, or the largest of them."""
    words = {*known[0], *known[1]}
    worst = max((value for row in severities.values() for value in row.values()), default=0.0)
    listed = {*severities, *(answer for row in severities.values() for answer in row)}
    for true, row in severities.items():
        never = [answer for answer in row if answer not in words]
        if never and (words - listed or max(row[a] for a in never) == worst):
            intake.fails(
                "class-without-data",
                f"{file}: the severities list the answer {', '.join(map(repr, never))} to {true!r}, which is no label "
                f"and no answer of the data; its answers: {_few(known[1])}",
                weighted,
                "declare `labels` if it is spelled in another way there, or take it out of the severities",
            )


def unweighed(result: WeightedConfusion, intake: Intake, confidence: float | None = None) -> None:
    """Confusions that occurred and cost nothing.

    With a ``confidence`` they are doubted only at claims on weighted confusion that do not hold if they cost the most.
    """
    free = (result.counts > 0) & (result.weights == 0) & ~np.eye(len(result.classes), dtype=bool)
    if not free.any():
        return
    names, places = result.classes, np.argwhere(free)
    pairs = ", ".join(f"{names[i]} as {names[j]} ({result.counts[i, j]:,})" for i, j in places[:4].tolist())
    message = f"{len(places)} kinds of confusion occurred and have severity 0: {pairs}"
    hint = "list their severities, or state in the waiver why they are harmless"
    if confidence is None:
        intake.suspects("free-confusion", message, hint=hint)
    else:
        worst = replace(result, weights=np.where(free, result.worst, result.weights))
        intake.suspects_beyond("free-confusion", message, _limits(worst, confidence), hint)


def _limits(result: WeightedConfusion, confidence: float) -> dict[str, float]:
    """The unfavourable limit of each measure that severities weigh."""
    from casegen_evidence.bounds.betting import betting_lower
    from casegen_evidence.bounds.binomial import clopper_pearson

    critical = clopper_pearson(result.critical, int(result.counts.sum()), confidence)[1]
    least = betting_lower(1 - result.losses, confidence)
    return {"weighted_confusion": float(least), "critical_confusion": float(critical)}


def stand_in(kind: str, intake: Intake) -> None:
    """What is measured of a network that the method trained says nothing of the network in use."""
    intake.fails(
        "stand-in",
        f"the measured network is of kind {kind} and was trained by the method: a stand-in for the network in use",
        hint="give the network as the input `model` (ONNX) or by a provider; or state `classifier: {deployed: true}` if "
        "the network in use is trained by just this recipe",
    )


def better_than_guessing(
    labels: NDArray[np.int64], answers: NDArray[np.int64], names: Sequence[str], file: str, intake: Intake
) -> None:
    """A network whose labels, layout or preprocessing are not its own guesses: it has no confidence to lose."""
    right, n, classes = int((labels == answers).sum()), len(labels), len(names)
    if n >= 20 and as_by_guessing(labels, answers, classes):
        intake.fails(
            "guessing",
            f"{file}: {right:,} of {n:,} answers are the label, as by guessing among {classes} classes",
            BY_CONFIDENCE,
            hint=HINT,
        )
    judge_order(labels, answers, names, file, intake)


def masks(on_object: NDArray[Any], intake: Intake) -> None:
    """Masks that cover everything, or the border instead of the middle."""
    o = np.asarray(on_object).astype(bool)
    everything = float((o.mean(axis=(1, 2)) > 0.98).mean())
    if everything > 0.5:
        intake.fails(
            "mask-of-everything",
            f"the mask of {everything:.0%} of the pictures covers all positions: whatever is hot is on the object",
            hint="give the segmentation of the object, without the background",
        )
        return
    border = np.concatenate([o[:, 0], o[:, -1], o[:, :, 0], o[:, :, -1]], axis=1).mean(axis=1)
    rows, columns = o.shape[1:]
    middle = o[:, rows // 4 : rows - rows // 4, columns // 4 : columns - columns // 4].mean(axis=(1, 2))
    inverted = float(((border > 0.8) & (middle < border) & (o.mean(axis=(1, 2)) > 0.5)).mean())
    if inverted > 0.5:
        intake.fails(
            "mask-of-everything",
            f"the mask of {inverted:.0%} of the pictures covers the border and less of the middle: it looks inverted",
            hint="true marks the object, false the background",
        )


def own_maps(heat: NDArray[Any], on_object: NDArray[Any], file: str, intake: Intake) -> None:
    """Maps that a network gave vary within the object and beside it, and from picture to picture."""
    from casegen_evidence.tables.arrays import no_copies

    # maps that are only near each other may be those of pictures that are not
    no_copies(heat, f"{file}, heatmaps", intake, near=False)
    on = np.asarray(on_object).astype(bool)
    flat = [
        np.ptp(h[o]) == 0 and np.ptp(h[~o]) == 0
        for h, o in zip(heat, on, strict=True)
        if o.any() and not o.all()
    ]
    if len(flat) >= 5 and np.mean(flat) > 0.5:
        intake.suspects(
            "maps-are-masks",
            f"{file}: {np.mean(flat):.0%} of the maps have one value on the object and one beside it: were they made "
            "from the masks?",
            hint="give the probabilities that the network gave under occlusion",
        )


def hot_positions(hot: NDArray[Any], positions: int, intake: Intake) -> None:
    """A threshold on the wrong side: everything is hot, or nothing."""
    full = float((hot > 0.95 * positions).mean())
    if full > 0.5:
        intake.fails(
            "hot-everywhere",
            f"occluding nearly anywhere makes {full:.0%} of the pictures hot: the threshold lies above the classifier's "
            "probabilities",
            ["occlusion_covering", "interpretation_precision"],
            "state a threshold below the probability that the classifier gives the whole picture",
        )
    cold = float((hot == 0).mean())
    if cold > 0.5:
        intake.suspects(
            "mostly-cold",
            f"{cold:.0%} of the pictures have no hot position: their covering counts as 0, and the precision speaks "
            "of the "
            "others only",
            ["occlusion_covering", "interpretation_precision"],
            "take a larger patch, or a higher threshold",
        )


def better_than_chance(precision: NDArray[np.float64], on_object: NDArray[Any], intake: Intake) -> None:
    """Hot positions lie on the object more often than positions at large, else the maps say nothing of it."""
    known = np.isfinite(precision)
    if known.sum() < 20:
        return
    share = np.asarray(on_object).astype(bool).mean(axis=(1, 2))[known]
    gain = precision[known] - share
    if float(gain.mean()) <= 2 * float(gain.std()) / len(gain) ** 0.5:
        intake.suspects(
            "hot-by-chance",
            f"{precision[known].mean():.0%} of the hot positions lie on the object, which has {share.mean():.0%} of all "
            "positions: hot ones lie there as by chance",
            ["interpretation_precision", "occlusion_covering"],
            "take masks that follow the object more closely; or say in the waiver what the maps show all the same",
        )


def living_layer(active: NDArray[np.bool_], what: str, measures: Sequence[str], intake: Intake) -> None:
    """Whether enough neurons change their state for patterns to say anything."""
    share = active.mean(axis=0)
    live = int(((share > 0.005) & (share < 0.995)).sum())
    if live < max(2, 0.05 * share.size):
        intake.fails(
            "dead-layer",
            f"{what}: {live} of {share.size} neurons change between on and off; the threshold lies on one side of the "
            "others, "
            "or the layer is dead",
            measures,
            "state a threshold within the range of the outputs, or name a layer that is alive",
        )


def able_to_deviate(majority: int, groups: int, margin: int, intake: Intake) -> None:
    """An input deviates if its group lies further than the margin from the fullest: some group must."""
    if max(majority, groups - 1 - majority) <= margin:
        intake.fails(
            "cannot-deviate",
            f"group {majority + 1} of {groups} is the fullest, and none lies further than {margin} from it: no input can "
            "deviate",
            ["pattern_deviation", "pattern_deviation_all"],
            "take more groups, or a smaller margin",
        )


def another_sample(data: NDArray[Any], scenario: NDArray[Any], intake: Intake) -> None:
    """The inputs of one scenario may be some of the data, not all of them in another order."""
    from casegen_evidence.tables.overlap import shared_rows
    from casegen_evidence.tables.resaved import saved_again

    shared = max(shared_rows(scenario, data), saved_again(scenario, data))
    if shared >= 0.9 * max(len(scenario), len(data)):
        intake.fails(
            "scenario-is-the-data",
            f"about {shared:,} of {len(scenario):,} inputs of the scenario are the {len(data):,} of the data, in "
            "whatever order: no scenario was looked at",
            ["pattern_deviation", "pattern_deviation_all"],
            "give the activations of the inputs of one scenario",
        )


def same_layer(active: NDArray[np.bool_], scenario: NDArray[np.bool_], intake: Intake) -> None:
    """Neurons that are mostly on in the data should not be mostly off in a scenario of it."""
    if active.shape[1] != scenario.shape[1]:
        raise InputProblem(
            f"expected activations and scenario of one layer; they have {active.shape[1]} and {scenario.shape[1]} neurons"
        )
    a, b = active.mean(axis=0), scenario.mean(axis=0)
    if len(a) < 10 or not (a.std() > 0.05 and b.std() > 0.05):
        return
    r = float(np.corrcoef(a, b)[0, 1])
    if r < 2.5 / np.sqrt(len(a)):
        intake.suspects(
            "another-layer",
            f"how often each neuron is on in the scenario has nothing to do with how often it is on in the data (r = "
            f"{r:.2f}): "
            "activations of another layer or network?",
            ["pattern_deviation", "pattern_deviation_all"],
            "record both files with the same network and layer",
        )
