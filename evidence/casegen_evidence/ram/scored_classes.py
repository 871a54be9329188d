"""Classes in the order of a classifier's scores: all that it knows, also those that no labelled point has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from casegen_evidence.method import InputProblem
from casegen_evidence.models.classifier import plain
from casegen_evidence.signs import Intake

if TYPE_CHECKING:
    from casegen_evidence.ram.data import LabelledPoints
    from casegen_evidence.ram.specs import ClassifierSpec, FailureSpec

SHOWN = 12


def in_order_of_scores(
    data: LabelledPoints, spec: ClassifierSpec, model: Path | None = None, device: str = "cpu"
) -> LabelledPoints:
    """The points with the classes of the classifier: an ONNX network's or a provider's as stated or numbered, an
    estimator's by name; as they are for a classifier that is trained on them.

    Raises :class:`InputProblem` where that order is nobody's guess, and for labels that the classifier does not know.
    """
    own = _own(data, spec, model, device)
    if own == data.classes:
        return data
    if len({*own}) < len(own):
        raise InputProblem(f"expected each class once in `classes`; found {_few(own)}")
    strange = [name for name in data.classes if name not in own]
    if strange:
        stated = "stated" if spec.classes else "of a network whose order is not stated"
        raise InputProblem(
            f"expected labels among the {len(own)} classes {_few(own)} {stated}; found {_few(strange)}. State "
            "`classifier: {classes: […]}`: a label for each of the network's scores, in their order, also those that no "
            "point has"
        )
    place = {name: k for k, name in enumerate(own)}
    labels = np.array([place[name] for name in data.classes], dtype=np.int64)[data.labels]
    return replace(data, labels=labels, classes=own)


def _own(data: LabelledPoints, spec: ClassifierSpec, model: Path | None, device: str) -> tuple[str, ...]:
    if spec.kind == "onnx":
        return tuple(spec.classes) or tuple(str(k) for k in range(_scores(data, spec, model, device)))
    if spec.kind == "provider":
        return tuple(spec.classes) or data.classes
    if spec.classes:
        raise InputProblem(
            f"expected `classes` with classifier kinds onnx and provider only, found {spec.kind}, which knows its "
            "classes by name"
        )
    if spec.kind == "skops" and model is not None:
        from casegen_evidence.models.model_file import model_in

        names = [str(plain(c)) for c in getattr(model_in(model, device, spec.output), "classes_", ())]
        return (*data.classes, *(name for name in names if name not in data.classes))
    return data.classes


def _scores(data: LabelledPoints, spec: ClassifierSpec, model: Path | None, device: str) -> int:
    """How many scores the network gives; without a file, as many as there are labels."""
    from casegen_evidence.models.model_file import model_in
    from casegen_evidence.models.onnx import OnnxNetwork

    network = None if model is None else model_in(model, device, spec.output)
    if not isinstance(network, OnnxNetwork):
        return len(data.classes)
    return int(network.scores(data.points[:1]).shape[1])


def judge_classes(data: LabelledPoints, failures: Sequence[FailureSpec] | None, intake: Intake) -> None:
    """Doubt points that leave out a class that the classifier may answer: of its inputs nothing was seen.

    Failures of such a class that count bar the result: none of them could be met.
    """
    held = {data.classes[k] for k in np.unique(data.labels)}
    missing = [name for name in data.classes if name not in held]
    counted = [one.true for one in failures or () if one.true in missing]
    if missing:
        note = intake.fails if counted else intake.suspects
        note(
            "class-not-evaluated",
            f"points: none is of class {_few(missing)}, which the classifier knows",
            hint="add points of every class, or state in the waiver why operation has none",
        )


def _few(names: Sequence[str]) -> str:
    return ", ".join(names[:SHOWN]) + (", …" if len(names) > SHOWN else "")
