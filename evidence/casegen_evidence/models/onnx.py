"""Networks from ONNX files, run by onnxruntime (extra ``onnx``)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.models.classifier import Classifier


class OnnxNetwork:
    """A network by its file's content, so that it travels to other processes; the session starts on first use.

    ``scores`` maps points ``(n, d)`` to scores ``(n, classes)``.  Logits serve rare failures better than
    probabilities, which 32 bits round to 0 and 1.
    """

    def __init__(self, content: bytes, device: str = "cpu") -> None:
        self.content, self.device = content, device
        self._session: Any = None

    def __getstate__(self) -> dict[str, Any]:
        return {"content": self.content, "device": self.device, "_session": None}

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
                self._session = onnxruntime.InferenceSession(content, options, providers=kinds)
            except Exception as error:  # onnxruntime's own classes, one per status
                message = str(error).splitlines()[0]
                raise InputProblem(
                    f"expected a network in ONNX format; onnxruntime says: {message}"
                ) from error
        return self._session

    def scores(self, points: NDArray[Any]) -> NDArray[np.float32]:
        """The output that has one column per class, of points ``(n, d)`` or inputs in the network's own shape."""
        answers = self._run(points, None)
        for answer in answers:
            if isinstance(answer, np.ndarray) and answer.ndim == 2 and answer.dtype.kind == "f":
                return np.asarray(answer, dtype=np.float32)
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
        x = np.asarray(points, dtype=np.float64 if "double" in wanted.type else np.float32)
        fixed = [k for k in wanted.shape[1:] if isinstance(k, int)]
        if len(fixed) == len(wanted.shape) - 1 and np.prod(fixed) == x[:1].size:
            x = x.reshape(len(x), *fixed)
        elif len(fixed) == len(wanted.shape) - 1 or x.ndim != len(wanted.shape):
            raise InputProblem(
                f"expected points of {x[:1].size} features to fit the network's input; it takes "
                f"{wanted.shape}. Export the network for these features, with a free first dimension"
            )
        try:
            return list(self.session.run(names, {wanted.name: x}))
        except Exception as error:  # as above
            message = str(error).splitlines()[0]
            raise InputProblem(
                f"expected a network that takes {len(points)} points at once; onnxruntime says: {message}. Export it "
                "with a free first dimension"
            ) from error


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
        codes: NDArray[Any] = scores.argmax(axis=1)
        return codes

    return Classifier(predict, names, network, "indices")
