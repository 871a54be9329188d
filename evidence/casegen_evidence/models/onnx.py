"""Networks from ONNX files, run by onnxruntime (extra ``onnx``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.models.classifier import Classifier
from casegen_evidence.models.ties import answers


class OnnxNetwork:
    """A network by its file's content, so that it travels to other processes; the session starts on first use.

    ``scores`` maps points ``(n, d)`` to scores ``(n, classes)``.  Logits serve rare failures better than
    probabilities, which 32 bits round to 0 and 1.
    """

    def __init__(self, content: bytes, device: str = "cpu") -> None:
        self.content, self.device = content, device
        self._session: Any = None
        self._function: Any = None

    def __getstate__(self) -> dict[str, Any]:
        return {"content": self.content, "device": self.device, "_session": None, "_function": None}

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
        """The output that has one column per class, of points ``(n, d)`` or inputs in the network's own shape."""
        answers = self._run(points, None)
        return np.asarray(answers[self._scored(answers)], dtype=np.float32)

    def pullback(self, points: NDArray[Any], towards: Callable[[Any], Any]) -> NDArray[np.float64]:
        """Gradient of ``towards(scores)``, a torch scalar, at each point, in the shape of ``points``.

        By torch's differentiation of the same graph (:mod:`casegen_evidence.models.onnx_torch`), only where that gives
        the scores of onnxruntime: raises :class:`InputProblem` else.
        """
        import torch

        from casegen_evidence.models.onnx_torch import torch_function

        if self._function is None:
            self._function = torch_function(self.content)
        answers = self._run(points, None)
        place = self._scored(answers)
        x = torch.tensor(np.asarray(points, dtype=np.float64), requires_grad=True)
        shaped = x.reshape(self._shaped(points).shape)
        try:
            scores = self._function(shaped, self.session.get_outputs()[place].name)
        except InputProblem:
            raise
        except (RuntimeError, IndexError, KeyError, TypeError, ValueError) as error:
            raise InputProblem(
                f"the gradients of the ONNX network cannot be computed: {type(error).__name__}: {str(error)[:200]}"
            ) from error
        own, other = np.asarray(answers[place], dtype=float), scores.detach().numpy()
        if own.shape != other.shape or not np.allclose(own, other, rtol=1e-3, atol=1e-3 * np.abs(own).max()):
            raise InputProblem(
                "the ONNX network computes other scores in onnxruntime than where it is differentiated; its gradients "
                "are not used"
            )
        towards(scores).backward()
        return np.asarray(x.grad.numpy())

    @staticmethod
    def _scored(answers: Sequence[Any]) -> int:
        """Place of the output that has one score per class."""
        for i, answer in enumerate(answers):
            if isinstance(answer, np.ndarray) and answer.ndim == 2 and answer.dtype.kind == "f":
                return i
        raise InputProblem(
            "expected an output with one score per class, an array (n, classes) of numbers; found "
            f"{[getattr(a, 'shape', type(a).__name__) for a in answers]}"
        )

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
        return {
            name: np.asarray(a, dtype=np.float64).reshape(len(points), -1)
            for name, a in zip(names, answers, strict=True)
        }

    def _run(self, points: NDArray[Any], names: list[str] | None) -> list[Any]:
        wanted = self.session.get_inputs()[0]
        x = self._shaped(points)
        try:
            return list(self.session.run(names, {wanted.name: x}))
        except Exception as error:  # as above
            message = (str(error) or type(error).__name__).splitlines()[0]
            raise InputProblem(
                f"expected a network that takes {len(points)} points at once; onnxruntime says: {message}. Export it "
                "with a free first dimension"
            ) from error

    def _shaped(self, points: NDArray[Any]) -> NDArray[Any]:
        """The points in the shape and precision of the network's input."""
        wanted = self.session.get_inputs()[0]
        kinds = {"tensor(double)": np.float64, "tensor(float16)": np.float16}
        x = np.asarray(points, dtype=kinds.get(wanted.type, np.float32))
        fixed = [k for k in wanted.shape[1:] if isinstance(k, int)]
        if len(fixed) == len(wanted.shape) - 1 and np.prod(fixed) == x[:1].size:
            if x.ndim > 2 and [k for k in x.shape[1:] if k > 1] != [k for k in fixed if k > 1]:
                raise InputProblem(
                    f"expected inputs of shape {tuple(fixed)}, as the network takes them; found {x.shape[1:]}: another "
                    "order of the axes. Declare `layout`, NCHW or NHWC"
                )
            x = x.reshape(len(x), *fixed)
        elif len(fixed) == len(wanted.shape) - 1 or x.ndim != len(wanted.shape):
            raise InputProblem(
                f"expected points of {x[:1].size} features to fit the network's input; it takes "
                f"{wanted.shape}. Export the network for these features, with a free first dimension"
            )
        return x


def onnx_classifier(path: Path, classes: Sequence[str], device: str = "cpu") -> Classifier:
    """The network in the file ``path`` as a classifier over ``classes``, in the order of its scores.

    Raises :class:`InputProblem` for a file that is no network, or one with another number of scores;
    ``ModuleNotFoundError`` without onnxruntime.
    """
    names = tuple(str(c) for c in classes)
    network = OnnxNetwork(Path(path).read_bytes(), device)
    network.session.get_inputs()

    def predict(points: NDArray[np.float64]) -> NDArray[Any]:
        scores = network.scores(points)
        if scores.shape != (len(points), len(names)):
            raise InputProblem(
                f"expected {len(names)} scores per point, one for each of {', '.join(names)}; the network gives "
                f"{scores.shape[1]}"
            )
        return answers(scores)

    return Classifier(predict, names, network, "indices")
