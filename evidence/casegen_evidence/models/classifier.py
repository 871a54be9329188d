"""One face for callables, scikit-learn estimators and torch modules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.error_words import said
from casegen_evidence.installed import faults_of
from casegen_evidence.method import InputProblem
from casegen_evidence.models.asking import asking
from casegen_evidence.models.feature_names import in_order
from casegen_evidence.models.ties import answers
from casegen_evidence.own_arithmetic import computes_by_itself
from casegen_evidence.process_settings import same_settings
from casegen_evidence.returned import labels, numbers

Points = NDArray[np.float64]
Labels = NDArray[np.int64]


@computes_by_itself
@dataclass(frozen=True, slots=True)
class Classifier:
    """A classifier over ``classes``; calling it maps points ``(n, d)`` to indices ``(n,)`` into them.

    ``answers`` says what ``predict`` returns: names of classes, or indices into ``classes``.  ``model`` is
    what stands behind it, for methods that can look inside (tree ensembles, networks).  ``plug_in`` is the title of the
    provider that returned it, for messages about its faults.
    """

    predict: Callable[[Points], NDArray[Any]]
    classes: tuple[str, ...]
    model: Any = None
    answers: Literal["names", "indices"] = "names"
    batch: int = 1_000_000
    plug_in: str = ""
    _index: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._index.update({name: i for i, name in enumerate(self.classes)})

    def __call__(self, points: Points) -> Labels:
        """Predict copies of batches, as a model may write into them; :class:`InputProblem` for faults and shapes."""
        with faults_of(self.plug_in):
            parts = [self._batch(points[i : i + self.batch]) for i in range(0, len(points), self.batch)]
        return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)

    def _batch(self, points: Points) -> Labels:
        try:
            with in_order(), same_settings():
                given = self.predict(points.copy())
            answer = labels(given, "the model's answers")
        except (InputProblem, MemoryError):
            raise
        except Exception as error:
            raise InputProblem(
                f"expected a label for each of {len(points)} points of dimension {points.shape[1]}; the model "
                f"raised {said(error)}. Check that it was trained on the same features"
            ) from error
        if answer.shape != (len(points),):
            raise InputProblem(
                f"expected one label per point, an array of shape ({len(points)},); the model returned shape "
                f"{answer.shape}. Return class labels, not scores"
            )
        return self._indices(answer)

    def confidence(self, points: Points) -> Points | None:
        """The largest probability ``(n, 1)`` that the model gives each point; None where it gives none."""
        if not hasattr(self.model, "predict_proba"):
            return None
        with faults_of(self.plug_in):
            with asking(self.model), in_order():
                p = numbers(self.model.predict_proba(points.copy()), "the model's probabilities")
            if p.ndim != 2 or len(p) != len(points) or np.isnan(p).any():
                raise InputProblem(
                    f"expected probabilities of shape ({len(points)}, classes), found shape {p.shape} or nan"
                )
            return np.asarray(p.max(axis=1, keepdims=True))

    def _indices(self, answer: NDArray[Any]) -> Labels:
        if self.answers == "indices":
            codes = numbers(answer, "label indices").astype(np.int64)
            if (codes != answer).any():
                raise InputProblem("expected label indices as whole numbers; the model returned others")
            if len(codes) and (codes.min() < 0 or codes.max() >= len(self.classes)):
                raise InputProblem(
                    f"expected label indices 0 to {len(self.classes) - 1}; the model returned "
                    f"{int(codes.min())} to {int(codes.max())}. Give the model the classes of the data"
                )
            return codes
        if answer.dtype == object:  # of several kinds, which have no order
            answer = np.array([str(plain(v)) for v in answer.tolist()], dtype=str)
        names, inverse = np.unique(answer, return_inverse=True)
        strange = [str(plain(n)) for n in names if str(plain(n)) not in self._index]
        if strange:
            raise InputProblem(
                f"expected labels among {', '.join(self.classes)}; the model answered "
                f"{', '.join(strange[:5])}, which the data does not know. Train it on the data's "
                "labels, or state all that it knows in `classes`"
            )
        return np.array([self._index[str(plain(n))] for n in names], dtype=np.int64)[inverse]


def of_scikit_learn(model: Any) -> bool:
    """Whether a model's class is scikit-learn's own: one derived from it may answer otherwise than its numbers say."""
    return type(model).__module__.startswith("sklearn.")


def plain(label: Any) -> Any:
    """A label as users write it: ``1.0`` from a table of numbers is ``1``."""
    if isinstance(label, np.generic):
        label = label.item()
    return int(label) if isinstance(label, float) and label.is_integer() else label


def adapt(model: Any, classes: Sequence[str]) -> Classifier:
    """Wrap a model: a scikit-learn estimator, a torch module (scores per class), or a callable.

    Estimators and callables answer with names of ``classes`` (``1`` and ``1.0`` name class "1"); a torch
    module's largest output is its answer, in the order of ``classes``; of tied ones the first.
    """
    names = tuple(str(c) for c in classes)
    if isinstance(model, Classifier):
        return model
    if hasattr(model, "named_parameters") and hasattr(model, "forward"):
        return Classifier(_torch_predict(model, len(names)), names, model, "indices")
    if hasattr(model, "predict"):
        return Classifier(model.predict, names, model)
    if callable(model):
        return Classifier(model, names, model)
    raise InputProblem(
        f"expected a classifier (an estimator with predict, a torch module or a callable), found "
        f"{type(model).__name__}"
    )


def tensor_options(module: Any) -> dict[str, Any]:
    """Type and device of the inputs of a torch module: those of its first parameter, buffer or other tensor of its own.

    Without any of these, torch's default type, in which it makes weights.
    """
    import torch

    held = (
        value for part in module.modules() for value in vars(part).values() if isinstance(value, torch.Tensor)
    )
    tensors = (t for t in (*module.parameters(), *module.buffers(), *held) if t.is_floating_point())
    first = next(tensors, torch.empty(0))
    return {"dtype": first.dtype, "device": first.device}


def _torch_predict(module: Any, classes: int) -> Callable[[Points], NDArray[Any]]:
    def predict(points: Points) -> NDArray[Any]:
        import torch

        module.eval()
        with torch.no_grad():
            scores = module(torch.as_tensor(points, **tensor_options(module)))
        if scores.ndim != 2 or scores.shape[1] != classes:
            raise InputProblem(
                f"expected scores of shape ({len(points)}, {classes}), one column per class; the network "
                f"returned {tuple(scores.shape)}. State `classes` in the order of its scores, "
                "also those that the data lack"
            )
        wide = scores if scores.dtype in (torch.float32, torch.float64) else scores.float()
        return answers(wide.cpu().numpy())

    return predict
