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

            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = 1
            options.log_severity_level = 4
            kinds = ["CPUExecutionProvider"]
            if self.device == "cuda" and "CUDAExecutionProvider" in onnxruntime.get_available_providers():
                kinds.insert(0, "CUDAExecutionProvider")
            try:
                self._session = onnxruntime.InferenceSession(self.content, options, providers=kinds)
            except Exception as error:  # onnxruntime's own classes, one per status
                told = str(error).splitlines()[0]
                raise InputProblem(f"expected a network in ONNX format; onnxruntime says: {told}") from error
        return self._session

    def scores(self, points: NDArray[Any]) -> NDArray[np.float32]:
        """The output that has one column per class."""
        wanted = self.session.get_inputs()[0]
        shape = [len(points), *wanted.shape[1:]]
        if any(not isinstance(k, int) for k in shape[1:]) or np.prod(shape[1:]) != points.shape[1]:
            raise InputProblem(
                f"expected points of {points.shape[1]} features to fit the network's input; it takes "
                f"{wanted.shape}. Export the network for these features, with a free first dimension"
            )
        x = np.asarray(points, dtype=np.float64 if "double" in wanted.type else np.float32).reshape(shape)
        try:
            answers = self.session.run(None, {wanted.name: x})
        except Exception as error:  # as above
            told = str(error).splitlines()[0]
            raise InputProblem(
                f"expected a network that takes {len(points)} points at once; onnxruntime says: {told}. Export it "
                "with a free first dimension"
            ) from error
        for answer in answers:
            if isinstance(answer, np.ndarray) and answer.ndim == 2 and answer.dtype.kind == "f":
                return np.asarray(answer, dtype=np.float32)
        raise InputProblem(
            "expected an output with one score per class, an array (n, classes) of numbers; found "
            f"{[getattr(a, 'shape', type(a).__name__) for a in answers]}"
        )


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
