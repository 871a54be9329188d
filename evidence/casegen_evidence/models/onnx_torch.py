"""An ONNX network as operations of torch, for its gradients: what it computes is still asked of onnxruntime.

Only the search of an attack goes by these gradients, and only where both compute the same scores: a wrong gradient could
make an attack weaker, never a number other than the network's own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from casegen_evidence.method import InputProblem
from casegen_evidence.models.onnx_graph import needed, read_graph
from casegen_evidence.models.onnx_softmax import logarithm_of, softmax_behind
from casegen_evidence.models.onnx_windows import Attributes, Operation, convolution, pool


def torch_function(content: bytes) -> Callable[[Any, str], tuple[Any, bool]]:
    """``f(x, output)``: the value ``output`` of the network of an ONNX file, as a torch tensor of doubles that can be
    differentiated by ``x``, and whether its logarithm is given instead.

    It is where ``output`` is a softmax, or hardly another (:mod:`casegen_evidence.models.onnx_softmax`), of which
    nothing can be differentiated once it is rounded to 0 and 1.

    Raises :class:`InputProblem` that names what the network holds and is not known here; ``ModuleNotFoundError`` without
    torch.
    """
    import torch

    graph = read_graph(content)
    unknown = sorted({node.operation for node in graph.nodes if node.operation not in _OPERATIONS})
    if unknown or not graph.inputs:
        raise InputProblem(
            f"no gradients are known of {', '.join(unknown[:6]) or 'a network without input'} in the ONNX network"
        )
    constants = {name: _double(torch.as_tensor(array.copy())) for name, array in graph.constants.items()}

    def run(x: Any, output: str) -> tuple[Any, bool]:
        values: dict[str, Any] = {**constants, graph.inputs[0]: x, "": None}
        nodes = needed(graph, output)
        softmax = softmax_behind(nodes, output, {*constants})
        for node in nodes:
            inputs = [values[i] for i in node.inputs]
            results = _applied(node.operation, inputs, node.attributes, graph.opset)
            values.update(zip(node.outputs, results, strict=False))
        if softmax is None:
            return values[output], False
        inputs = [values[i] for i in softmax.inputs]
        (logarithm,) = _applied("LogSoftmax", inputs, softmax.attributes, graph.opset)
        logarithm = logarithm_of(values[output], logarithm)
        return (values[output], False) if logarithm is None else (logarithm, True)

    return run


def _applied(operation: str, inputs: Sequence[Any], attributes: Attributes, opset: int) -> tuple[Any, ...]:
    """Results of an operation; raises :class:`InputProblem` that names it where torch does not take its inputs."""
    try:
        results = _OPERATIONS[operation](inputs, attributes, opset)
    except InputProblem:
        raise
    except (RuntimeError, IndexError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputProblem(
            f"no gradients are known of {operation} as the ONNX network uses it: {type(error).__name__}: "
            f"{str(error)[:200]}"
        ) from error
    return results if isinstance(results, tuple) else (results,)


def _double(value: Any) -> Any:
    return value.double() if value.is_floating_point() else value


def _numbers(value: Any) -> list[int]:
    return [int(v) for v in value.reshape(-1).tolist()]


def _axes(inputs: Sequence[Any], attributes: Attributes) -> list[int] | None:
    """Axes, an attribute up to opset 12 (or 17) and an input since."""
    if "axes" in attributes:
        return list(attributes["axes"])
    return _numbers(inputs[1]) if len(inputs) > 1 and inputs[1] is not None else None


def _gemm(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
    a, b = inputs[0], inputs[1]
    a = a.transpose(0, 1) if attributes.get("transA", 0) else a
    b = b.transpose(0, 1) if attributes.get("transB", 0) else b
    result = attributes.get("alpha", 1.0) * (a @ b)
    bias = inputs[2] if len(inputs) > 2 else None
    return result if bias is None else result + attributes.get("beta", 1.0) * bias


def _normalised(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
    if attributes.get("training_mode", 0):
        raise InputProblem("the network was exported in training mode: its batch normalisation is not fixed")
    x, scale, shift, mean, variance = inputs[:5]
    shape = (1, -1, *([1] * (x.ndim - 2)))
    unit = (variance + attributes.get("epsilon", 1e-5)).rsqrt() * scale
    return (x - mean.reshape(shape)) * unit.reshape(shape) + shift.reshape(shape)


def _reshape(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
    shape = _numbers(inputs[1])
    if not attributes.get("allowzero", 0):
        shape = [inputs[0].shape[i] if n == 0 else n for i, n in enumerate(shape)]
    return inputs[0].reshape(shape)


def _flatten(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
    x, axis = inputs[0], attributes.get("axis", 1)
    axis = axis + x.ndim if axis < 0 else axis
    return x.reshape(math.prod(x.shape[:axis]), -1)


def _softmax(log: bool) -> Operation:
    def softmax(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
        import torch

        x, axis = inputs[0], attributes.get("axis", 1 if opset < 13 else -1)
        function = torch.log_softmax if log else torch.softmax
        if opset < 13 and x.ndim > 2:  # until then over all axes from this one on
            flat = x.reshape(math.prod(x.shape[:axis]), -1)
            return function(flat, dim=1).reshape(x.shape)
        return function(x, dim=axis)

    return softmax


def _clip(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
    low, high = (
        attributes.get(name, inputs[k] if len(inputs) > k else None) for k, name in ((1, "min"), (2, "max"))
    )
    x = inputs[0]
    x = x if low is None else x.clamp(min=float(low))
    return x if high is None else x.clamp(max=float(high))


def _transpose(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
    x = inputs[0]
    return x.permute(*attributes.get("perm", list(range(x.ndim))[::-1]))


def _squeeze(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
    axes = _axes(inputs, attributes)
    return inputs[0].squeeze() if axes is None else inputs[0].squeeze(tuple(axes))


def _unsqueeze(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
    x, axes = inputs[0], _axes(inputs, attributes) or []
    total = x.ndim + len(axes)
    for axis in sorted(a % total for a in axes):
        x = x.unsqueeze(axis)
    return x


def _reduced(name: str) -> Operation:
    def reduce(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
        axes = _axes(inputs, attributes)
        if axes is None and attributes.get("noop_with_empty_axes", 0):
            return inputs[0]
        every = list(range(inputs[0].ndim)) if axes is None else axes
        return getattr(inputs[0], name)(dim=every, keepdim=bool(attributes.get("keepdims", 1)))

    return reduce


def _resized(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
    """To a stated size or by stated scales; other coordinates than torch's show in the scores, and are not used then."""
    import torch

    x, mode = inputs[0], attributes.get("mode", b"nearest")
    if x.ndim != 4 or mode not in (b"nearest", b"linear") or len(inputs) < 3:
        raise InputProblem(
            f"no gradients are known of resizing {x.ndim - 2} axes by the mode {mode.decode()}"
        )
    if len(inputs) > 3 and inputs[3] is not None:
        size = _numbers(inputs[3])[2:]
    else:
        size = [int(k * s) for k, s in zip(x.shape[2:], inputs[2].tolist()[2:], strict=True)]
    corners = attributes.get("coordinate_transformation_mode", b"half_pixel") == b"align_corners"
    how = {"mode": "nearest"} if mode == b"nearest" else {"mode": "bilinear", "align_corners": corners}
    return torch.nn.functional.interpolate(x, size=size, **how)


def _split(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
    x, axis = inputs[0], attributes.get("axis", 0)
    if "split" in attributes or (len(inputs) > 1 and inputs[1] is not None):
        sizes = list(attributes["split"]) if "split" in attributes else _numbers(inputs[1])
        return tuple(x.split(sizes, dim=axis))
    if "num_outputs" not in attributes:
        raise InputProblem("no gradients are known of Split into a number of parts that is not stated")
    return tuple(x.split(-(-x.shape[axis] // attributes["num_outputs"]), dim=axis))


def _pad(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
    import torch

    x = inputs[0]
    if attributes.get("mode", b"constant") != b"constant":
        raise InputProblem("no gradients are known of padding other than by a constant")
    given = list(attributes["pads"]) if "pads" in attributes else _numbers(inputs[1])
    axes = _numbers(inputs[3]) if len(inputs) > 3 and inputs[3] is not None else list(range(x.ndim))
    fill = float(inputs[2]) if len(inputs) > 2 and inputs[2] is not None else attributes.get("value", 0.0)
    ends = [0] * 2 * x.ndim
    for k, axis in enumerate(axes):
        ends[axis % x.ndim], ends[axis % x.ndim + x.ndim] = given[k], given[k + len(axes)]
    flat = [e for i in reversed(range(x.ndim)) for e in (ends[i], ends[i + x.ndim])]
    return torch.nn.functional.pad(x, flat, value=fill)


def _layer_normalised(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
    import torch

    x, axis = inputs[0], attributes.get("axis", -1)
    bias = inputs[2] if len(inputs) > 2 else None
    return torch.nn.functional.layer_norm(
        x, x.shape[axis % x.ndim :], inputs[1], bias, attributes.get("epsilon", 1e-5)
    )


def _gelu(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
    import torch

    return torch.nn.functional.gelu(inputs[0], approximate=attributes.get("approximate", b"none").decode())


def _filled(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
    import torch

    value = attributes.get("value")
    number = _double(torch.as_tensor([0.0] if value is None else value.copy()))
    return number.reshape(1).expand(_numbers(inputs[0])).clone()


def _concatenated(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
    import torch

    return torch.cat(list(inputs), dim=attributes["axis"])


def _shape(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
    import torch

    if "start" in attributes or "end" in attributes:
        raise InputProblem("no gradients are known of Shape with start or end")
    return torch.tensor(list(inputs[0].shape))


def _gather(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
    x, index, axis = inputs[0], inputs[1], attributes.get("axis", 0)
    axis = axis % x.ndim
    picked = x.index_select(axis, index.reshape(-1).long() % x.shape[axis])
    return picked.reshape((*x.shape[:axis], *index.shape, *x.shape[axis + 1 :]))


def _slice(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
    import torch

    x = inputs[0]
    rest: list[list[int]] = [[] if i is None else _numbers(i) for i in inputs[1:]]
    starts, ends = rest[:2] if rest else (attributes["starts"], attributes["ends"])
    axes = (rest[2] if len(rest) > 2 else []) or attributes.get("axes") or list(range(len(starts)))
    steps = (rest[3] if len(rest) > 3 else []) or [1] * len(starts)
    for axis, start, end, step in zip(axes, starts, ends, steps, strict=True):
        chosen = range(x.shape[axis])[start:end:step]  # torch itself cannot step backwards
        x = x.index_select(axis % x.ndim, torch.tensor(list(chosen), dtype=torch.long))
    return x


def _constant(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
    import torch

    for name in ("value", "value_float", "value_int", "value_floats", "value_ints"):
        if name in attributes:
            value = attributes[name]
            return _double(torch.as_tensor(value.copy() if hasattr(value, "copy") else value))
    raise InputProblem("no gradients are known of a constant that is no number")


def _cast(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
    if attributes["to"] in _DECIMAL:
        return inputs[0].double()
    if inputs[0].requires_grad:
        raise InputProblem("no gradients are known of Cast to whole numbers in the ONNX network")
    return inputs[0].long()


_DECIMAL = (1, 10, 11, 16)
"""types of ONNX: float, float16, double, bfloat16"""


def _plain(name: str) -> Operation:
    """A function of torch of the same name, of all inputs and without attributes."""

    def apply(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
        import torch

        return getattr(torch, name)(*inputs)

    return apply


def _functional(name: str, **defaults: tuple[str, float]) -> Operation:
    """A function of ``torch.nn.functional``; its keywords by ONNX's attribute and default."""

    def apply(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
        import torch

        more = {word: attributes.get(own, value) for word, (own, value) in defaults.items()}
        return getattr(torch.nn.functional, name)(inputs[0], **more)

    return apply


def _first(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
    if len(inputs) > 2 and inputs[2] is not None and bool(inputs[2]):
        raise InputProblem("the network was exported in training mode: its dropout is at work")
    return inputs[0]


_OPERATIONS: Mapping[str, Operation] = {
    "Add": _plain("add"), "Sub": _plain("sub"), "Mul": _plain("mul"), "Div": _plain("true_divide"),
    "MatMul": _plain("matmul"), "Gemm": _gemm, "Conv": convolution, "BatchNormalization": _normalised,
    "MaxPool": pool("max"), "AveragePool": pool("avg"),
    "GlobalAveragePool": lambda i, a, o: i[0].mean(dim=list(range(2, i[0].ndim)), keepdim=True),
    "Relu": _plain("relu"), "Sigmoid": _plain("sigmoid"), "Tanh": _plain("tanh"), "Exp": _plain("exp"),
    "Sqrt": _plain("sqrt"), "Erf": _plain("erf"), "Neg": _plain("neg"), "Abs": _plain("abs"), "Log": _plain("log"),
    "LeakyRelu": _functional("leaky_relu", negative_slope=("alpha", 0.01)),
    "Elu": _functional("elu", alpha=("alpha", 1.0)), "Softplus": _functional("softplus"),
    "HardSwish": _functional("hardswish"),
    "HardSigmoid": lambda i, a, o: (a.get("alpha", 0.2) * i[0] + a.get("beta", 0.5)).clamp(0, 1),
    "Max": _plain("maximum"), "Min": _plain("minimum"), "Where": _plain("where"), "Equal": _plain("eq"),
    "Greater": _plain("gt"), "GreaterOrEqual": _plain("ge"), "Less": _plain("lt"), "LessOrEqual": _plain("le"),
    "PRelu": lambda i, a, o: i[0].clamp(min=0) + i[1] * i[0].clamp(max=0),
    "Softmax": _softmax(log=False), "LogSoftmax": _softmax(log=True), "Clip": _clip,
    "Identity": lambda i, a, o: i[0], "Dropout": _first, "Reshape": _reshape, "Flatten": _flatten,
    "Transpose": _transpose, "Squeeze": _squeeze, "Unsqueeze": _unsqueeze, "ReduceMean": _reduced("mean"),
    "ReduceSum": _reduced("sum"), "ReduceMax": _reduced("amax"), "ReduceMin": _reduced("amin"), "Resize": _resized,
    "GlobalMaxPool": lambda i, a, o: i[0].amax(dim=list(range(2, i[0].ndim)), keepdim=True), "Split": _split,
    "Pad": _pad, "LayerNormalization": _layer_normalised, "Gelu": _gelu,
    "ConstantOfShape": _filled, "Pow": _plain("pow"),
    "Concat": _concatenated, "Shape": _shape, "Gather": _gather, "Slice": _slice, "Constant": _constant, "Cast": _cast,
}  # fmt: skip
