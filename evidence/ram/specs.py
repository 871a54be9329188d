"""Parameters that both registered methods of the RAM share, and what follows from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

if TYPE_CHECKING:
    from evidence.models import Classifier
    from evidence.ram.data import LabelledPoints

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class ClassifierSpec(BaseModel):
    """A classifier by name: one of the kinds of :data:`evidence.models.NAMED` and its hyper-parameters.

    Kind ``provider`` asks an installed package: entry point ``provider`` of the group ``casegen.providers``,
    a function of (points, labels, classes, seed, options) that returns a model.
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
        "provider",
    ] = "random-forest"
    provider: Name | None = Field(None, description="entry point in the group casegen.providers")
    options: dict[str, bool | int | float | str | list[int | float] | None] = Field(
        default_factory=dict, description="hyper-parameters as scikit-learn names them"
    )


class FailureSpec(BaseModel):
    """One kind of misclassification that counts, with its severity."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    true: Name
    predicted: Name
    severity: Annotated[float, Field(gt=0, le=1)] = 1.0


def trained(spec: ClassifierSpec, data: LabelledPoints, design: Any, seed: int) -> Classifier:
    """The classifier of ``spec``, trained on the points that ``design`` marks."""
    from evidence.models import provided, train

    points, labels = data.points[design], data.labels[design]
    if spec.kind == "provider":
        return provided(spec.provider or "", spec.options, points, labels, data.classes, seed)
    return train(spec.kind, spec.options, points, labels, data.classes, seed)


def design_mask(n: int, share: float, seed: int) -> Any:
    """True for the design points of ``n``; the rest, ``share`` of all, are for evaluation."""
    import numpy as np

    order = np.random.default_rng([seed, 0xD5]).permutation(n)
    design = np.ones(n, dtype=bool)
    design[order[: max(1, round(share * n))]] = False
    return design


def severities(failures: Sequence[FailureSpec] | None, classes: Sequence[str]) -> Any:
    """Severity matrix (true, predicted) of the failures that count."""
    from evidence.ram.low import severity_matrix

    pairs = None if failures is None else [(f.true, f.predicted, f.severity) for f in failures]
    return severity_matrix(classes, pairs)
