"""Networks from ONNX files, run by onnxruntime (extra ``onnx``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.models.classifier import Classifier
from casegen_evidence.models.own_labels import Labels, judge_labels, labels_among
from casegen_evidence.models.ties import answers
from casegen_evidence.short_precision import as_printed

NUMBERS: Mapping[str, type[np.generic]] = {
    "tensor(float)": np.float32, "tensor(double)": np.float64, "tensor(float16)": np.float16,
    "tensor(uint8)": np.uint8, "tensor(int8)": np.int8, "tensor(uint16)": np.uint16, "tensor(int16)": np.int16,
    "tensor(uint32)": np.uint32, "tensor(int32)": np.int32, "tensor(int64)": np.int64, "tensor(uint64)": np.uint64,
}  # fmt: skip
"""types of an input that numbers can be given to"""
WHOLE = 1e-4
"""from a whole number, which division and multiplication leave"""


_NEAR = 1e-3
"""difference, of the largest score, up to which scores of two programs are the same in 32 bits"""
_NEAR_HALF = 2.0**-5
"""as :data:`_NEAR`, in 16 bits: 32 times their rounding, which sums of many numbers multiply (up to 13 times was seen)"""
_MOST_AT_ONCE = 1_000_000
"""inputs of a network with a fixed first dimension; a larger one would fill the memory with copies of the last"""


class OnnxNetwork:
    """A network by its file's content, so that it travels to other processes; the session starts on first use.

    ``scores`` maps points ``(n, d)`` to scores ``(n, classes)``: the output ``output`` where it is named, else the one
    that can be it.  ``classes`` are the names that are stated for the scores, in their order: labels that the network
    gives itself have to be these (:mod:`casegen_evidence.models.own_labels`).  Logits serve rare failures better than
    probabilities, which 32 bits round to 0 and 1.
    """

    def __init__(
        self, content: bytes, device: str = "cpu", output: str | None = None, classes: Sequence[str] = ()
    ) -> None:
        self.content, self.device, self.output = content, device, output
        self.classes = tuple(classes)
        self._numbers_seen: dict[str, set[int]] = {}
        self._session: Any = None
        self._function: Any = None
        self._near = _NEAR

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_session": None, "_function": None}

    @property
    def session(self) -> Any:
        if self._session is None:
            import onnxruntime

            from casegen_evidence.models.onnx_graph import complete

            content = complete(self.content)
            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = 1
            options.log_severity_level = 4
            kinds = ["CPUExecutionProvider"]
            if self.device == "cuda" and "CUDAExecutionProvider" in onnxruntime.get_available_providers():
                kinds.insert(0, "CUDAExecutionProvider")
            try:
                session = onnxruntime.InferenceSession(
                    content, options, providers=kinds, enable_fallback=int(len(kinds) > 1)
                )
                [(one.name, one.shape) for one in session.get_inputs()]  # what is no text shows here
            except Exception as error:  # onnxruntime's own classes, one per status
                message = (str(error) or type(error).__name__).splitlines()[0]
                raise InputProblem(
                    f"expected a network in ONNX format; onnxruntime says: {message}"
                ) from error
            self._session = session
        return self._session

    def scores(self, points: NDArray[Any]) -> NDArray[np.float32]:
        """The output that has one column per class, of points ``(n, d)`` or inputs in the network's own shape.

        Axes of length 1 behind the classes are left out.
        """
        answers = self._run(points, None)
        scores = np.asarray(answers[self._scored(answers, len(points))], dtype=np.float32).reshape(
            len(points), -1
        )
        if self.output is None:
            self._agreeing(answers, scores)
        return scores

    def _agreeing(self, answers: Sequence[Any], scores: NDArray[np.float32]) -> None:
        """Refuse labels that the network gives itself, and that its scores or the stated classes deny."""
        for place, answer in enumerate(answers):
            own = labels_among(answer, len(scores))
            if own is None:
                continue
            name = self.session.get_outputs()[place].name
            seen = self._numbers_seen.setdefault(name, set())
            if own.dtype.kind in "iu":
                seen |= {int(v) for v in np.unique(own)}
            scored = self.session.get_outputs()[self._scored(answers, len(scores))].name
            judge_labels(Labels(name, scored, own, seen), scores, self.classes)

    def scored_output(self, points: NDArray[Any]) -> str:
        """Name of the output that ``scores`` takes, by its answers to ``points``."""
        return str(self.session.get_outputs()[self._scored(self._run(points, None), len(points))].name)

    def pullback(self, points: NDArray[Any], towards: Callable[[Any], Any]) -> NDArray[np.float64]:
        """Gradient of ``towards(scores)``, a torch scalar, at each point, in the shape of ``points``.

        ``towards`` gets the logarithms of probabilities that the network's last operation, a softmax, gives.

        By torch's differentiation of the same graph (:mod:`casegen_evidence.models.onnx_torch`), only where that gives
        the scores of onnxruntime, as near as the network's own rounding: raises :class:`InputProblem` else.
        """
        import torch

        from casegen_evidence.models.onnx_graph import in_half_precision
        from casegen_evidence.models.onnx_torch import torch_function

        if self._function is None:
            self._function = torch_function(self.content)
            half = self.input.type == "tensor(float16)" or in_half_precision(self.content)
            self._near = _NEAR_HALF if half else _NEAR
        answers = self._run(points, None)
        place = self._scored(answers, len(points))
        x = torch.tensor(np.asarray(points, dtype=np.float64), requires_grad=True)
        shaped = x.reshape(self._shaped(points).shape)
        with _refusing():
            scores, logarithm = self._differentiable(shaped, self.session.get_outputs()[place].name)
        own = np.asarray(answers[place], dtype=float).reshape(len(points), -1)
        scores = scores.reshape(own.shape) if scores.numel() == own.size else scores
        other = (scores.exp() if logarithm else scores).detach().numpy()
        near = self._near
        if own.shape != other.shape or not np.allclose(own, other, rtol=near, atol=near * np.abs(own).max()):
            raise InputProblem(
                "the ONNX network computes other scores in onnxruntime than where it is differentiated; its gradients "
                "are not used"
            )
        if not scores.requires_grad:
            raise InputProblem(
                "no gradients are known of the ONNX network: comparisons or whole numbers stand between its input and "
                "its scores"
            )
        with _refusing():
            towards(scores).backward()
        return np.asarray(x.grad.numpy())

    def _differentiable(self, shaped: Any, output: str) -> tuple[Any, bool]:
        """Torch scores of ``shaped``, or their logarithms and True, as many inputs at a time as the graph takes."""
        import torch

        size = self.input.shape[0]
        if not isinstance(size, int) or size == len(shaped):
            return cast("tuple[Any, bool]", self._function(shaped, output))
        places = torch.arange(len(shaped))
        parts = [
            self._function(shaped[(places[i] + torch.arange(size)).clamp(max=len(shaped) - 1)], output)
            for i in range(0, len(shaped), size)
        ]
        return torch.cat([part for part, _ in parts])[: len(shaped)], parts[0][1]

    def _scored(self, answers: Sequence[Any], rows: int) -> int:
        """Place of the output that has one score per class.

        Raises :class:`InputProblem` where no output can be that, and where several can and say different things.
        """
        one = [i for i in self._looked_at() if _per_class(answers[i])]
        places = [i for i in one if answers[i].shape[1] > 1] or one
        if not places:
            raise InputProblem(
                "expected an output with one score per class, an array (n, classes) of decimal numbers; found "
                f"{', '.join(self._output(i, answers[i]) for i in self._looked_at())}"
                + (
                    ". Export it with options={'zipmap': False}"
                    if any(isinstance(a, list) for a in answers)
                    else ""
                )
            )
        if any(len(answers[i]) != rows for i in places):
            raise InputProblem(
                f"expected a row of scores for each of {rows} inputs; found "
                f"{', '.join(self._output(i, answers[i]) for i in places)}. The number of inputs is fixed in the "
                "network: export it with a free first dimension"
            )
        if len(places) == 1:
            return places[0]
        shown = [np.asarray(answers[i], dtype=float).reshape(len(answers[i]), -1) for i in places]
        if any(r.shape != shown[0].shape or not _same_scores(r, shown[0]) for r in shown):
            raise InputProblem(
                "expected one output with a score for each class; "
                f"{' and '.join(self._output(i, answers[i]) for i in places)} can be that. Name the right one, "
                f"such as `output: {self.session.get_outputs()[places[0]].name}`, or keep it alone: "
                f"onnx.utils.extract_model('this.onnx', 'new.onnx', ['{self.input.name}'], ['NAME'])"
            )
        return max(
            places, key=lambda i: float(np.ptp(answers[i]))
        )  # logits rather than the probabilities made of them

    def _looked_at(self) -> list[int]:
        """Places of the outputs that may be the scores; raises :class:`InputProblem` for a name that none has."""
        names = [one.name for one in self.session.get_outputs()]
        if self.output is None:
            return list(range(len(names)))
        if self.output not in names:
            raise InputProblem(
                f"expected an output among {', '.join(names[:40])} of the network; found {self.output!r}"
            )
        return [names.index(self.output)]

    def _output(self, place: int, answer: Any) -> str:
        form = f"{answer.dtype} {answer.shape}" if isinstance(answer, np.ndarray) else type(answer).__name__
        return f"output {self.session.get_outputs()[place].name} ({form})"

    def layers(self, points: NDArray[Any], names: Sequence[str]) -> dict[str, NDArray[np.float64]]:
        """Values ``(n, neurons)`` that nodes of the graph named ``names`` give; flattened.

        Raises :class:`InputProblem` with the names that the graph has.
        """
        from casegen_evidence.models.onnx_graph import node_outputs, with_outputs

        known = node_outputs(self.content)
        strange = [name for name in names if name not in known]
        if strange:
            raise InputProblem(
                f"expected values among {', '.join(known[:40])} of the network's graph; found {', '.join(strange)}"
            )
        shown = OnnxNetwork(with_outputs(self.content, names), self.device)
        answers = shown._run(points, list(names))
        return {name: as_printed(a).reshape(len(points), -1) for name, a in zip(names, answers, strict=True)}

    @property
    def input(self) -> Any:
        """The one input, by name, type and shape; raises :class:`InputProblem` where there are others."""
        inputs = self.session.get_inputs()
        if len(inputs) != 1:
            words = ", ".join(f"{one.name} {one.shape}" for one in inputs) or "none"
            raise InputProblem(
                f"expected a network with one input; found {words}. Export it with the others as constants"
            )
        return inputs[0]

    def _run(self, points: NDArray[Any], names: list[str] | None) -> list[Any]:
        x, size = self._shaped(points), self.input.shape[0]
        if not isinstance(size, int) or size == len(x):
            return self._asked(x, names)
        if not 0 < size <= _MOST_AT_ONCE:
            raise InputProblem(
                f"expected a network that takes any number of inputs at once; it takes {size:,}. Export it with a free "
                "first dimension"
            )
        # a first dimension that is fixed: as many at a time, the last ones filled up
        parts = [
            self._asked(x[np.minimum(np.arange(i, i + size), len(x) - 1)], names)
            for i in range(0, len(x), size)
        ]
        if any(not isinstance(a, np.ndarray) or a.shape[:1] != (size,) for a in parts[0]):
            raise InputProblem(
                f"expected a network that takes any number of inputs at once; it takes {size}, and an output does not "
                "have one row for each. Export it with a free first dimension"
            )
        return [np.concatenate(whole)[: len(x)] for whole in zip(*parts, strict=True)]

    def _asked(self, x: NDArray[Any], names: list[str] | None) -> list[Any]:
        try:
            return list(self.session.run(names, {self.input.name: x}))
        except Exception as error:  # as above
            message = (str(error) or type(error).__name__).splitlines()[0]
            raise InputProblem(
                f"expected a network that takes inputs of shape {x.shape[1:]}; its input {self.input.name} is of "
                f"{self.input.shape}, and onnxruntime says: {message}. Look at the size of the inputs and their `layout`"
            ) from error

    def _shaped(self, points: NDArray[Any]) -> NDArray[Any]:
        """The points in the shape and precision of the network's input."""
        wanted = self.input
        x = self._numbers(np.asarray(points))
        fixed = [k for k in wanted.shape[1:] if isinstance(k, int)]
        if len(fixed) == len(wanted.shape) - 1 and np.prod(fixed) == x[:1].size:
            # a network of vectors takes pictures flattened in their stated order
            if (
                x.ndim > 2
                and len(fixed) > 1
                and [k for k in x.shape[1:] if k > 1] != [k for k in fixed if k > 1]
            ):
                raise _other_order(fixed, x)
            return x.reshape(len(x), *fixed)
        if len(fixed) == len(wanted.shape) - 1 or x.ndim != len(wanted.shape):
            raise InputProblem(
                f"expected points of {x[:1].size} features to fit the network's input; it takes "
                f"{wanted.shape}. Export the network for these features, with a free first dimension"
            )
        if any(
            isinstance(k, int) and k != size for k, size in zip(wanted.shape[1:], x.shape[1:], strict=True)
        ):
            raise _other_order(wanted.shape[1:], x)
        return x

    def _numbers(self, x: NDArray[Any]) -> NDArray[Any]:
        """The values in the type of the network's input; raises :class:`InputProblem` where it cannot hold them."""
        wanted = self.input
        if wanted.type not in NUMBERS:
            raise InputProblem(
                f"expected a network that takes numbers; its input {wanted.name} takes {wanted.type}. Export it with an "
                "input of 32-bit floats"
            )
        kind = np.dtype(NUMBERS[wanted.type])
        if kind.kind == "f":
            if x.size and kind == np.float16 and np.abs(x).max() > np.finfo(kind).max:
                raise InputProblem(
                    f"the network's input {wanted.name} takes 16-bit floats, up to {np.finfo(kind).max:g}; the inputs go "
                    f"up to {np.abs(x).max():g}. Look at `preprocessing`, or export it with an input of 32-bit floats"
                )
            return x.astype(kind)
        whole, limits = np.rint(x), np.iinfo(kind)
        bad = (np.abs(whole - x) > WHOLE) | (whole < float(limits.min)) | (whole > float(limits.max))
        if bad.any():
            raise InputProblem(
                f"the network's input {wanted.name} takes whole numbers from {limits.min} to {limits.max} ({kind.name}); "
                f"here it would get {x[bad][0]:g}. Leave `preprocessing` out where the network scales the pixels itself; "
                "for changes of less than one step (attacks, RAM) export it with an input of 32-bit floats"
            )
        return np.asarray(whole.astype(kind))


@contextmanager
def _refusing() -> Iterator[None]:
    """Errors of torch in operations of a graph that it takes otherwise: the gradients are not known."""
    try:
        yield
    except InputProblem:
        raise
    except (RuntimeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise InputProblem(
            f"the gradients of the ONNX network cannot be computed: {type(error).__name__}: {str(error)[:200]}"
        ) from error


def _per_class(answer: Any) -> bool:
    """Whether an output can be scores: rows of decimal numbers, and nothing behind the classes but axes of length 1."""
    return bool(
        isinstance(answer, np.ndarray)
        and answer.dtype.kind == "f"
        and answer.ndim >= 2
        and all(k == 1 for k in answer.shape[2:])
    )


def _same_scores(one: NDArray[Any], other: NDArray[Any]) -> bool:
    """Whether scores are the same, or one the probabilities of the other."""
    shares = []
    for z in (one, other):
        p = np.exp(z - z.max(axis=1, keepdims=True))
        probable = z.min() >= 0 and np.allclose(z.sum(axis=1), 1.0, atol=1e-3)
        shares.append(z if probable else p / p.sum(axis=1, keepdims=True))
    return bool(np.allclose(shares[0], shares[1], atol=1e-3))


def _other_order(expected: Sequence[Any], x: NDArray[Any]) -> InputProblem:
    shown = ", ".join(str(k) for k in expected)
    return InputProblem(
        f"expected inputs of shape ({shown}), as the network takes them; found {x.shape[1:]}: another order of the axes, "
        "or another size. Declare `layout`, NCHW or NHWC"
    )


def onnx_classifier(
    path: Path, classes: Sequence[str], device: str = "cpu", output: str | None = None
) -> Classifier:
    """The network in the file ``path`` as a classifier over ``classes``, in the order of its scores.

    Raises :class:`InputProblem` for a file that is no network, or one with another number of scores;
    ``ModuleNotFoundError`` without onnxruntime.
    """
    names = tuple(str(c) for c in classes)
    network = OnnxNetwork(Path(path).read_bytes(), device, output, names)
    network.input  # noqa: B018 - a network with several is refused before it is asked

    def predict(points: NDArray[np.float64]) -> NDArray[Any]:
        scores = network.scores(points)
        if scores.shape != (len(points), len(names)):
            raise InputProblem(
                f"expected {len(names)} scores per point, one for each of {', '.join(names)}; the network gives "
                f"{scores.shape[1]}. State `classes` in the order of its scores, also those that the data lack"
            )
        return answers(scores)

    return Classifier(predict, names, network, "indices")
