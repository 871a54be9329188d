"""The softmax that an ONNX network ends in, also behind operations that hardly change it."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any

from casegen_evidence.models.onnx_graph import OnnxOperation, read_graph

_SAME = 1e-4
"""by how much probabilities behind a softmax may be other than its own: limits such as 1e-7 keep logarithms finite"""
_BEHIND = frozenset({"Identity", "Cast", "Clip", "Dropout", "Reshape", "Flatten", "Squeeze", "Unsqueeze", "Mul", "Div",
                     "Add", "Sub", "Max", "Min"})  # fmt: skip
"""operations that may leave its values nearly as they are"""
_ROUNDING = frozenset({"Softmax", "Exp", "Sigmoid"})


def can_round(content: bytes) -> bool:
    """Whether an ONNX file holds operations by which scores are rounded to 0: a softmax, also written out, or sigmoids.

    Raises :class:`InputProblem` for a file that is no network.
    """
    return any(node.operation in _ROUNDING for node in read_graph(content).nodes)


def softmax_behind(nodes: Sequence[OnnxOperation], output: str, constants: Set[str]) -> OnnxOperation | None:
    """The softmax that ``output`` is, or comes from by operations that may hardly change it; None where there is none.

    Whether they do shows in the values: :func:`logarithm_of`.
    """
    made = {name: node for node in nodes for name in node.outputs}
    while output in made and made[output].operation != "Softmax":
        node = made[output]
        computed = [
            name
            for name in node.inputs
            if name and name not in constants and not (name in made and made[name].operation == "Constant")
        ]
        if node.operation not in _BEHIND or not computed:
            return None
        output = computed[0]
    return made.get(output)


def logarithm_of(scores: Any, logarithm: Any) -> Any:
    """``logarithm``, a tensor of a softmax, in the shape of ``scores``; None where these are other probabilities."""
    if scores.numel() != logarithm.numel():
        return None
    logarithm = logarithm.reshape(scores.shape)
    return logarithm if bool(((logarithm.exp() - scores).abs() <= _SAME).all()) else None
