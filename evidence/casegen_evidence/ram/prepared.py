"""What both registered methods of the RAM do before they estimate: judge the points, split them, train the classifier."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from casegen_evidence.models.device import computing_on
from casegen_evidence.models.held_rows import judge_held
from casegen_evidence.models.steady import require_steady
from casegen_evidence.ordering import canonical_order
from casegen_evidence.ram.scored_classes import in_order_of_scores, judge_classes
from casegen_evidence.ram.specs import (
    ClassifierSpec,
    FailureSpec,
    GroupSizes,
    Repeats,
    distinct_inputs,
    judge_answers,
    refuse_unused_of_classifier,
    split,
    trained,
)
from casegen_evidence.tables.signs.training_names import judge_training_name

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casegen_evidence.method import Run
    from casegen_evidence.models import Classifier
    from casegen_evidence.ram.data import LabelledPoints


ROUNDED = (
    "The network answers in few digits (32 bits as a rule): another program that computes it, torch or onnxruntime, may "
    "answer a point that lies within rounding of a boundary otherwise, which moves what is sampled by about 10⁻⁶."
)

FROM_OUTSIDE = ("onnx", "skops", "provider")
"""kinds of classifier that this run does not train, or need not"""


class SplitParameters(Protocol):
    """The parameters that both methods share."""

    @property
    def classifier(self) -> ClassifierSpec: ...
    @property
    def evaluation_share(self) -> float: ...
    @property
    def failures(self) -> Sequence[FailureSpec] | None: ...
    @property
    def repeats(self) -> Repeats: ...
    @property
    def group_sizes(self) -> GroupSizes: ...


@dataclass(frozen=True, slots=True)
class TrainedSplit:
    """The points that count, which of them are for ``design``, and the classifier that was trained on these.

    ``whole`` are all points, with those that count once or not at all; a classifier ``from_outside`` need not have seen
    those for design.
    """

    data: LabelledPoints
    design: Any
    classifier: Classifier
    notes: tuple[str, ...]
    whole: LabelledPoints
    from_outside: bool


def judged_inputs(run: Run, data: LabelledPoints, repeats: Repeats) -> tuple[Any, tuple[str, ...]]:
    """The inputs of operation without copies (None where none are given), and notes on them; both sets are judged."""
    from casegen_evidence.ram.data import read_inputs
    from casegen_evidence.ram.vital_signs import (
        judge_operation,
        judge_points,
        judge_recurring,
        judge_repeated,
    )

    judge_points(data, run.intake, copies=repeats == "copies")
    judge_repeated(data, repeats == "copies", run.intake)
    if repeats == "copies":
        judge_recurring(data.points, "points", run.intake)
    if "operation" not in run.inputs:
        return None, ()
    inputs = read_inputs(
        run.inputs["operation"],
        data.features,
        declared=run.reading,
        intake=run.intake,
        places=data.places,
    )
    inputs = inputs[canonical_order(inputs)]
    judge_operation(data.points, inputs, data.features, run.intake, copies=repeats == "copies")
    if repeats == "copies":
        judge_recurring(inputs, "operation", run.intake)
    return distinct_inputs(inputs, repeats)


def in_order_of_features(run: Run, data: LabelledPoints, spec: ClassifierSpec) -> LabelledPoints:
    """The points with their features in the order of the estimator in the item's file, where it states their names.

    Raises :class:`InputProblem` for features of other names.
    """
    from casegen_evidence.models.feature_names import places
    from casegen_evidence.models.model_file import model_in

    if spec.kind != "skops" or "model" not in run.inputs:
        return data
    return data.in_order(places(model_in(run.inputs["model"], run.device), data.features, "points"))


def _order(data: LabelledPoints) -> tuple[str, ...]:
    """A note, where the features are not in the order of the file."""
    names = ", ".join(data.features[:12]) + (", …" if len(data.features) > 12 else "")
    return (f"Features are in the order of the estimator, by their names: {names}.",) if data.places else ()


def _refuse_none(design: NDArray[np.bool_], share: float) -> None:
    """Refuse a ``share`` for evaluation that leaves nothing for design; raises :class:`InputProblem`."""
    from casegen_evidence.method import InputProblem

    if not design.any():
        raise InputProblem(
            f"expected points for design beside those for evaluation; `evaluation_share` {share:g} of {len(design)} "
            "points leaves none. State a smaller `evaluation_share`, or label more points"
        )


def trained_split(run: Run, data: LabelledPoints, p: SplitParameters) -> TrainedSplit:
    """Split ``data`` as the parameters say, train on the one part, and judge the answers on the other."""
    data = in_order_of_scores(data, p.classifier, run.inputs.get("model"), run.device)
    refuse_unused_of_classifier(run, p.classifier)
    judge_classes(data, p.failures, run.intake)
    whole = data
    data, design, notes = split(data, p.evaluation_share, run.seed, p.repeats, p.group_sizes)
    _refuse_none(design, p.evaluation_share)
    classifier = trained(p.classifier, data, design, run.seed, run.inputs.get("model"), run.device)
    require_steady(classifier, data.points)
    if "model" in run.inputs:
        estimator = getattr(classifier, "model", None)
        if "points" in run.inputs:
            judge_training_name(run.inputs["points"].name, run.intake)
        judge_held(run.inputs["model"], data.points[~design], "points", run.intake, estimator)
    judge_answers(data, design, classifier, p.classifier, run.intake)
    rounded = () if computing_on(classifier) is None else (ROUNDED,)
    outside = p.classifier.kind in FROM_OUTSIDE
    said = (*_order(data), *notes, *rounded)
    return TrainedSplit(data, design, classifier, said, whole, outside)
