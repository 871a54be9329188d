"""Parameters that both registered methods of the RAM share, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from casegen_evidence.method import Kind
from casegen_evidence.tables.labels import different

if TYPE_CHECKING:
    from casegen_evidence.method import Run
    from casegen_evidence.models import Classifier
    from casegen_evidence.ram.data import LabelledPoints
    from casegen_evidence.signs import Intake

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


BESIDE_POINTS: Mapping[str, tuple[bool, str]] = {
    "operation": (False, "inputs drawn in operation, without labels: csv with the same header, or npz"),
    "model": (
        False,
        "network in ONNX format or estimator saved by skops, for these kinds of classifier; any file, for a provider",
    ),
}
"""inputs of both methods beside their points"""
RESTATED: Mapping[str, tuple[Kind, str]] = {
    "pmi_as_drawn": (
        "probability-per-demand",
        "pmi of the labelled points' own profile, where operation is given beside them",
    ),
    "p_alike": ("score", "p-value that labelled points and operation are alike"),
    "p_alike_within": ("score", "the same within the strata by which pmi is restated"),
    "conceded_mass": (
        "fraction",
        "operational mass in strata without labelled points; it counts as failing",
    ),
}
"""measures of both methods where operation is given"""


class ClassifierSpec(BaseModel):
    """A classifier by name: one of the kinds of :data:`casegen_evidence.models.NAMED` and its hyper-parameters.

    Kind ``provider`` asks an installed package: entry point ``provider`` of the group ``casegen.providers``,
    a function of (points, labels, classes, seed, options) that returns a model.  The path of the item's input `model`,
    if there is one, is its option ``model``: so that the file counts by its content, and is found elsewhere too.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal[
        "decision-tree",
        "extra-trees",
        "gaussian-naive-bayes",
        "gradient-boosting",
        "k-nearest-neighbours",
        "logistic-regression",
        "mlp",
        "random-forest",
        "svm",
        "onnx",
        "skops",
        "provider",
    ] = Field(
        "random-forest",
        description="kind of classifier; trained by the method, except for onnx and skops: the input `model` as it is",
    )
    provider: Name | None = Field(None, description="entry point in the group casegen.providers")
    options: dict[str, bool | int | float | str | list[int | float] | None] = Field(
        default_factory=dict, description="hyper-parameters as scikit-learn names them"
    )
    classes: list[Name] = Field(
        default_factory=list,
        description="of kinds onnx and provider: labels in the order of the network's scores, also those that no point "
        "has; of onnx needed unless they are 0, 1, …",
    )
    output: Name | None = Field(
        None, description="of kind onnx: name of the output that holds the scores, where several can be that"
    )


class DataSpec(BaseModel):
    """Labelled points by name: entry point ``provider`` of the group ``casegen.data`` of an installed package.

    A function of (options, seed) that returns (points, labels) or (points, labels, names of the features).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    provider: Name = Field(description="entry point in the group casegen.data")
    options: dict[str, bool | int | float | str | list[int | float] | None] = Field(
        default_factory=dict, description="given to the provider"
    )


class FailureSpec(BaseModel):
    """One kind of misclassification that counts, with its severity."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    true: Name = Field(description="label in the data")
    predicted: Name = Field(description="answer of the classifier")
    severity: Annotated[float, Field(gt=0, le=1)] = Field(1.0, description="how much it counts")

    @model_validator(mode="after")
    def _differ(self) -> Self:
        different(self.true, self.predicted)
        return self


def judge_answers(
    data: LabelledPoints, design: Any, classifier: Classifier, spec: ClassifierSpec, intake: Intake
) -> None:
    """Doubt a network from outside whose answers on the evaluation points are guesses, or in another order of classes."""
    import numpy as np

    from casegen_evidence.nnmetrics.class_order import judge_network

    if spec.kind in ("onnx", "skops", "provider"):
        names = np.array(data.classes)
        answers = names[classifier(data.points[~design])]
        judge_network(names[data.labels[~design]].tolist(), answers.tolist(), "points", intake)


def trained(
    spec: ClassifierSpec,
    data: LabelledPoints,
    design: Any,
    seed: int,
    model: Path | None = None,
    device: str = "cpu",
) -> Classifier:
    """The classifier of ``spec``, trained on the points that ``design`` marks; ``model`` is the file of onnx, skops.

    What torch or ONNX computes is computed on ``device``.
    """
    from casegen_evidence.method import InputProblem
    from casegen_evidence.models import on_device, provided, train, with_file
    from casegen_evidence.models.feature_names import refuse_other_order
    from casegen_evidence.models.model_file import classifier_in, only_of_networks

    if spec.kind in ("onnx", "skops"):
        if model is None:
            raise InputProblem(
                f"expected a file as the input `model` for classifier kind {spec.kind}; the item names none. Add it "
                "to its inputs"
            )
        return classifier_in(model, data.classes, device, spec.output)
    only_of_networks(spec.output, f"kind {spec.kind}")

    points, labels = data.points[design], data.labels[design]
    if spec.kind == "provider":
        result = provided(
            spec.provider or "", with_file(spec.options, model), points, labels, data.classes, seed
        )
        refuse_other_order(result.model, data.features, f"provider {spec.provider}")
        return on_device(result, device)
    return train(spec.kind, spec.options, points, labels, data.classes, seed)


def refuse_unused_of_classifier(run: Run, spec: ClassifierSpec) -> None:
    """A file or parameters of a classifier that one of its kind does not have."""
    from casegen_evidence.replaced import refuse_replaced

    by = f"a classifier of kind {spec.kind}"
    in_file = spec.kind in ("onnx", "skops")
    unused = [] if spec.kind == "provider" else ["classifier.provider"]
    refuse_replaced(
        run,
        by,
        inputs=() if in_file or spec.kind == "provider" else ("model",),
        parameters=[*unused, *(["classifier.options"] if in_file else [])],
        fix=", or state the kind that uses it",
    )


Repeats = Literal["copies", "draws"]
REPEATS = "what equal rows are: copies, of which one counts, or independent draws (stated at claims)"
DRAWN_AGAIN = "rows of equal values are independent draws, not copies of one another"
COUNTED_ONCE = "Equal rows are copies of one another, not inputs that recur in operation: they count once."

GroupSizes = Literal["count", "ignored"]
GROUP_SIZES = (
    "whether a group counts with its rows, so that pmi is that of the next row (of smaller groups fewer count), or each "
    "alike, as if rows of small and large groups failed equally often (stated at claims)"
)
SIZES_IGNORED = "rows of small and of large groups fail equally often"


def split(
    data: LabelledPoints,
    share: float,
    seed: int,
    repeats: Repeats = "copies",
    group_sizes: GroupSizes = "count",
) -> tuple[LabelledPoints, Any, tuple[str, ...]]:
    """The points that count, which of them are for design, and notes; ``share`` of them is for evaluation.

    Rows that repeat an earlier one count once, unless ``repeats`` says that they are draws; rows of one group, or of
    equal features, stay on one side, and of those for evaluation one of each group counts
    (:mod:`casegen_evidence.profiles.rows`).  Where ``group_sizes`` count, a group is kept with a probability in
    proportion to its rows, so that what counts are independent draws of a row, not of a group.
    """
    import numpy as np

    from casegen_evidence.profiles.rows import by_size, one_of_each, repeated, units

    notes = []
    if repeats == "draws" and data.groups is None:
        return data, design_mask(len(data.points), share, seed), ()
    labels = data.labels if data.groups is None else np.unique(data.groups, return_inverse=True)[1]
    extra = repeated(data.points, data.labels, labels)
    if extra.any() and repeats == "copies":
        notes.append(f"{int(extra.sum())} of {len(extra)} rows repeat an earlier one and are counted once.")
        data = data.part(~extra)
    unit = units(data.points, data.groups, repeats == "copies")
    count = int(unit.max()) + 1
    if count == len(unit):
        return data, design_mask(count, share, seed), tuple(notes)
    chosen = design_mask(count, share, seed)
    design = chosen[unit]
    own = np.flatnonzero(~design)
    one = one_of_each(unit[own], np.random.default_rng([seed, 0xD6]))
    units_kept = one.sum()
    if data.groups is not None and group_sizes == "count":
        one &= by_size(unit[own], np.random.default_rng([seed, 0xD7]))
    kept = design.copy()
    kept[own[one]] = True
    notes.append(
        f"Rows of one group, or of equal features, stay together: {count} units of {len(unit)} rows; for evaluation "
        f"one row of each counts, {int(units_kept)} in all."
    )
    if one.sum() < units_kept:
        notes.append(
            f"Groups differ in their rows: so that pmi is that of the next row, {int(one.sum())} of these count, by "
            "chance in proportion to the rows of their groups."
        )
    return data.part(kept), design[kept], tuple(notes)


def distinct_inputs(inputs: Any, repeats: Repeats = "copies") -> tuple[Any, tuple[str, ...]]:
    """Inputs from operation without rows that repeat an earlier one, and a note if there were some.

    If ``repeats`` says that equal rows are draws, all of them.
    """
    from casegen_evidence.profiles.rows import repeated

    extra = repeated(inputs)
    if repeats == "draws" or not extra.any():
        return inputs, ()
    return inputs[~extra], (
        f"{int(extra.sum())} of {len(extra)} inputs from operation repeat an earlier one and count once.",
    )


def design_mask(n: int, share: float, seed: int) -> Any:
    """True for the design ones of ``n``; the rest, ``share`` of all, are for evaluation."""
    import numpy as np

    order = np.random.default_rng([seed, 0xD5]).permutation(n)
    design = np.ones(n, dtype=bool)
    design[order[: max(1, round(share * n))]] = False
    return design


def severities(failures: Sequence[FailureSpec] | None, classes: Sequence[str]) -> Any:
    """Severity matrix (true, predicted) of the failures that count."""
    from casegen_evidence.ram.low import severity_matrix

    pairs = None if failures is None else [(f.true, f.predicted, f.severity) for f in failures]
    return severity_matrix(classes, pairs)


def ungraded(severity: Any) -> Any:
    """``severity`` if every failure counts 1; raises InputProblem else, since a pmi is a probability."""
    from casegen_evidence.method import InputProblem

    if bool(((severity > 0) & (severity < 1)).any()):
        raise InputProblem(
            "expected failures that count 1 each: pmi is a probability, and severities below 1 would make it another "
            "number. Leave `severity` out, and list the failures that count"
        )
    return severity
