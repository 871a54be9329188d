"""Networks as the metrics see them: probabilities, gradients of the logits, outputs of named layers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.expressions import compiled
from casegen_evidence.installed import faults_of
from casegen_evidence.method import InputProblem
from casegen_evidence.models.asking import asking
from casegen_evidence.models.classifier import of_scikit_learn, tensor_options
from casegen_evidence.models.feature_names import in_order
from casegen_evidence.models.onnx import OnnxNetwork
from casegen_evidence.models.rounding import sum_alike, sum_to_one
from casegen_evidence.models.steady import UNSTEADY, asked_again
from casegen_evidence.models.ties import COMPARED, contradicting, first_of_own, settled
from casegen_evidence.nnmetrics.kinds_of_scores import as_logits, log_of_probabilities
from casegen_evidence.returned import labels, numbers, numeric

Array = NDArray[np.float64]
BATCH = 512


@dataclass(frozen=True, slots=True)
class Network:
    """A classifier of inputs ``(n, …)``.

    ``logits`` gives scores ``(n, K)``, ``pullback(x, v)`` the gradient of Σ_k v_k logit_k at each input (same
    shape as ``x``), or None where only outputs can be had, for the reason ``outputs_only``: then attacks that need a
    gradient refuse.  ``unrounded`` gives the scores before a softmax at the end rounds them, where there are such.
    """

    logits: Callable[[Array], Array]
    pullback: Callable[[Array, Array], Array] | None = None
    outputs_only: str = "only its outputs can be had"
    unrounded: Callable[[Array], Array] | None = None

    def scores(self, x: Array) -> Array:
        """The logits ``(n, K)``, computed in batches."""
        parts = [self.logits(x[i : i + BATCH]) for i in range(0, len(x), BATCH)]
        return np.concatenate(parts) if parts else np.zeros((0, 1))

    def sought(self, x: Array) -> Array:
        """The scores ``(n, K)`` that a search by gradients goes by: those that ``gradient`` differentiates.

        Of probabilities that are rounded to 0 none is the nearest; they say nothing of where another answer lies.
        """
        if self.unrounded is None:
            return self.scores(x)
        parts = [self.unrounded(x[i : i + BATCH]) for i in range(0, len(x), BATCH)]
        return np.concatenate(parts) if parts else np.zeros((0, 1))

    def probabilities(self, x: Array) -> Array:
        """Softmax of the logits, ``(n, K)``, computed in batches."""
        return softmax(self.scores(x))

    def gradient(self, x: Array, v: Array) -> Array:
        """``pullback`` in batches; raises :class:`InputProblem` where there is none."""
        if self.pullback is None:
            raise InputProblem(
                f"expected a network with gradients for FGSM, PGD and DeepFool: {self.outputs_only}. Give a torch "
                "module or an MLPClassifier, or take the transformer square, which needs outputs only"
            )
        parts = [self.pullback(x[i : i + BATCH], v[i : i + BATCH]) for i in range(0, len(x), BATCH)]
        return np.concatenate(parts)


def softmax(z: Array) -> Array:
    """Probabilities ``(n, K)`` of logits."""
    p = np.exp(z - z.max(axis=1, keepdims=True))
    return np.asarray(p / p.sum(axis=1, keepdims=True))


def network(model: Any, classes: Sequence[str] = (), plug_in: str = "") -> Network:
    """Wrap a torch module (its output are logits), a scikit-learn classifier, or a callable to probabilities.

    An estimator that knows its classes by name is brought into the order of ``classes``.  Faults of what ``plug_in``
    returned are named as its own.
    """
    with faults_of(plug_in):
        face = _face(model, classes)
    fault, pullback = faults_of(plug_in), face.pullback

    @fault
    def logits(x: Array) -> Array:
        return face.logits(np.array(x))  # a copy: a model may scale what it is given in place

    return replace(face, logits=logits, pullback=None if pullback is None else fault(pullback))


def _face(model: Any, classes: Sequence[str] = ()) -> Network:
    if classes and hasattr(model, "classes_"):
        return _in_order(_face(model), model.classes_, classes)
    if isinstance(model, Network):
        return model
    if hasattr(model, "named_modules"):
        return _torch_network(model)
    if hasattr(model, "coefs_") and hasattr(model, "predict_proba") and of_scikit_learn(model):
        return _mlp_network(model)
    if isinstance(model, OnnxNetwork):
        return _onnx_network(model)
    if hasattr(model, "predict_proba"):
        return _from_probabilities(_of_estimator(model))
    if callable(model):
        return _from_probabilities(model)
    raise InputProblem(
        f"expected a torch module, a scikit-learn classifier with probabilities or a callable, found "
        f"{type(model).__name__}"
    )


def steady(face: Network, inputs: Array, together: Array) -> None:
    """A network's answer to an input does not depend on the others that it gets at once.

    ``together`` are its probabilities ``(n, K)`` for all ``inputs``; raises :class:`InputProblem`.
    """
    for i, most in asked_again(together).items():
        if np.abs(face.probabilities(inputs[i : i + 1])[0] - together[i]).max() > most:
            raise InputProblem(UNSTEADY)


def differentiable(face: Network, example: Array) -> Network:
    """``face``, without gradients where they cannot be computed at ``example`` (1, …)."""
    if face.pullback is None:
        return face
    try:
        face.gradient(example, np.ones_like(face.logits(example)))
    except InputProblem as problem:
        return Network(face.logits, None, str(problem))
    return face


def _in_order(own: Network, names: Any, classes: Sequence[str]) -> Network:
    """``own``, whose scores are of ``names`` (or of indices into ``classes``), with the scores of ``classes``."""
    from casegen_evidence.tables.labels import label

    known = [label(str(name)) for name in labels(names, "the classes of an estimator").tolist()]
    if not set(known) <= set(classes) or len(set(known)) < len(known):
        if known == [str(k) for k in range(len(classes))]:
            return own
        raise InputProblem(
            f"expected an estimator of the classes {', '.join(classes[:12])}; found one of {', '.join(known[:12])}"
        )
    if known == list(classes):
        return own
    places = [list(classes).index(name) for name in known]

    def logits(x: Array) -> Array:
        known_scores = first_of_own(own.logits(x))
        z = np.repeat(known_scores.min(axis=1, keepdims=True) - NEVER, len(classes), axis=1)
        z[:, places] = known_scores
        return z

    pullback = own.pullback
    return Network(logits, None if pullback is None else lambda x, v: pullback(x, v[:, places]))


NEVER = 700.0
"""so far below the smallest logit is that of a class that the estimator does not know, and never answers"""


def _onnx_network(model: OnnxNetwork) -> Network:
    """Scores of an ONNX network, with gradients where torch can differentiate its operations."""
    try:
        from casegen_evidence.models.onnx_softmax import can_round
        from casegen_evidence.models.onnx_torch import torch_function

        torch_function(model.content)
    except ModuleNotFoundError:
        return Network(
            _scores_of(model), None, "gradients of an ONNX network need torch, pip install 'casegen[torch]'"
        )
    except InputProblem as problem:
        return Network(_scores_of(model), None, str(problem))

    def pullback(x: Array, v: Array) -> Array:
        import torch

        def towards(scores: Any) -> Any:
            z = log_of_probabilities(scores)
            return (z * torch.as_tensor(v, dtype=z.dtype)).sum()

        return model.pullback(x, towards)

    def unrounded(x: Array) -> Array:
        kept: list[Array] = []

        def towards(scores: Any) -> Any:
            z = log_of_probabilities(scores)
            kept.append(np.array(z.detach().numpy(), dtype=float))
            return z.sum()

        model.pullback(x, towards)
        return kept[0]

    return Network(_scores_of(model), pullback, unrounded=unrounded if can_round(model.content) else None)


def _scores_of(model: OnnxNetwork) -> Callable[[Array], Array]:
    return lambda x: as_logits(np.asarray(settled(model.scores(x)), dtype=float))


def _of_estimator(model: Any) -> Callable[[Array], Any]:
    """Probabilities of an estimator whose own answers are the classes of the largest ones.

    The answers to the first inputs are compared; raises :class:`InputProblem` where they differ.
    """
    left = COMPARED

    def predict(x: Array) -> Any:
        nonlocal left
        flat = x.reshape(len(x), -1)
        with asking(model), in_order():
            p = numeric(model.predict_proba(flat.copy()), "the model's probabilities")
            asked = bool(left and len(x) and p.ndim == 2)
            own = labels(model.predict(flat[:left]), "the model's answers") if asked else np.zeros((0, 0))
        left -= len(own)
        wrong = contradicting(own, p[: len(own)]) if own.ndim == 1 else 0
        if own.ndim == 1 and len(own) and not wrong:
            wrong = _other_class(own, p[: len(own)], getattr(model, "classes_", ()))
        if wrong:
            raise InputProblem(
                f"own answers of the {type(model).__name__} are not the class of its largest probability in {wrong:,} "
                f"of {len(own):,} inputs, as of an SVC or of a threshold that was tuned. Where the system goes by the "
                "probabilities, give a function to them by a provider; else write the answers to a table"
            )
        return p

    return predict


def _other_class(own: Any, p: Any, classes: Any) -> int:
    """How many own answers are another of the ``classes`` than that of the largest probability; 0 where these differ."""
    names = [str(c) for c in classes]
    if len(names) != p.shape[1] or len({*names}) < len(names):
        return 0
    places = {name: k for k, name in enumerate(names)}
    level = settled(p)
    largest = level == level.max(axis=1, keepdims=True)
    return sum(not largest[row, places[str(a)]] for row, a in enumerate(own.tolist()) if str(a) in places)


def _from_probabilities(predict: Callable[[Array], Any]) -> Network:
    def logits(x: Array) -> Array:
        p = numbers(predict(x), "the model's probabilities")
        if p.ndim != 2 or len(p) != len(x):
            raise InputProblem(f"expected probabilities of shape ({len(x)}, classes), found shape {p.shape}")
        if len(p) and not sum_to_one(p):
            hint = "Apply softmax to logits"
            if p.min() >= 0:
                alike = f"Divide them by {np.median(p.sum(axis=1)):.4g}"
                hint = (
                    alike if sum_alike(p) else "Give shares of one whole: a sigmoid for each class gives none"
                )
            sums = p.sum(axis=1)
            raise InputProblem(
                f"expected probabilities that sum to 1; found {p.shape[1]} in a row, {p.min():.4g} to {p.max():.4g}, "
                f"rows that sum to {sums.min():.4g} to {sums.max():.4g}. {hint}"
            )
        return np.asarray(np.log(np.maximum(p, 1e-300)))

    return Network(logits)


_TYPES = compiled(r"(?i)dtype|scalar type|\b(?:double|float|half|bfloat16)\b")


def _how_to_fit(error: str) -> str:
    """What to do about torch's ``error`` of inputs that a module does not take."""
    if _TYPES.search(error):
        return (
            "Register its weights as parameters or buffers (`register_buffer`): inputs have the type of the first, or "
            "torch's default type without any"
        )
    return "State in `layout`, NCHW or NHWC, how the network takes pictures"


def _torch_network(module: Any) -> Network:
    def tensor(x: Array) -> Any:
        import torch

        module.eval()
        return torch.as_tensor(x, **tensor_options(module))

    def logits(x: Array) -> Array:
        import torch

        with torch.no_grad():
            try:
                z = module(tensor(x))
            except (RuntimeError, ValueError, TypeError, IndexError) as error:
                raise InputProblem(
                    f"expected a network that takes inputs of shape {x.shape}; it raised {type(error).__name__}: "
                    f"{str(error).splitlines()[0][:200]}. {_how_to_fit(str(error))}"
                ) from error
        if not isinstance(z, torch.Tensor) or z.is_complex() or z.ndim != 2 or len(z) != len(x):
            shape = tuple(z.shape) if isinstance(z, torch.Tensor) else type(z).__name__
            raise InputProblem(f"expected a tensor of logits ({len(x)}, classes); the network gave {shape}")
        wide = z if z.dtype in (torch.float32, torch.float64) else z.float()
        return as_logits(np.asarray(settled(wide.cpu().numpy()), dtype=float))

    def pullback(x: Array, v: Array) -> Array:
        import torch

        inputs = tensor(x).requires_grad_(True)
        z = log_of_probabilities(module(inputs))
        if z.requires_grad:
            (z * torch.as_tensor(v, dtype=z.dtype, device=z.device)).sum().backward()
        if inputs.grad is None:
            raise InputProblem(
                "no gradients are known of the network: comparisons or whole numbers stand between its input and its "
                "scores"
            )
        return np.asarray(inputs.grad.double().cpu().numpy())

    return Network(logits, pullback)


_SLOPES: Mapping[str, Callable[[Array], Array]] = {
    "relu": lambda h: (h > 0).astype(float),
    "identity": lambda h: np.ones_like(h),
    "tanh": lambda h: 1 - h * h,
    "logistic": lambda h: h * (1 - h),
}
"""Derivative of scikit-learn's activations, as a function of the activation's output."""


def mlp_layers(model: Any, x: Array) -> list[Array]:
    """Outputs ``(n, neurons)`` of every layer of a trained ``MLPClassifier`` or ``MLPRegressor``.

    The hidden layers come after their activation, the last layer before its own (logits).
    """
    h = np.asarray(x, dtype=float).reshape(len(x), -1)
    outputs: list[Array] = []
    last = len(model.coefs_) - 1
    for i, (weights, bias) in enumerate(zip(model.coefs_, model.intercepts_, strict=True)):
        if h.shape[1] != weights.shape[0]:
            raise InputProblem(
                f"expected inputs of {weights.shape[0]} numbers, as the network was trained on; found {h.shape[1]}"
            )
        h = h @ weights + bias
        if i < last:
            h = _activate(model.activation, h)
        outputs.append(h)
    return outputs


def _activate(name: str, h: Array) -> Array:
    if name == "relu":
        return np.maximum(h, 0)
    if name == "tanh":
        return np.tanh(h)
    if name == "logistic":
        from scipy.special import expit

        return np.asarray(expit(h))
    return h


def _mlp_network(model: Any) -> Network:
    single = len(model.classes_) == 2
    slope = _SLOPES[model.activation]

    def logits(x: Array) -> Array:
        z = mlp_layers(model, x)[-1]
        return np.hstack([np.zeros_like(z), z]) if single else z

    def pullback(x: Array, v: Array) -> Array:
        outputs = mlp_layers(model, x)
        back = v[:, 1:] if single else v
        for i in range(len(model.coefs_) - 1, -1, -1):
            back = back @ model.coefs_[i].T
            if i:
                back = back * slope(outputs[i - 1])
        return back.reshape(x.shape)

    return Network(logits, pullback)
