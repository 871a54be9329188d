"""Operations of ONNX on windows of pictures and signals, as those of torch: convolution and pooling."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from casegen_evidence.method import InputProblem

Attributes = Mapping[str, Any]
Operation = Callable[[Sequence[Any], Attributes, int], Any]


def _padded(x: Any, attributes: Attributes, spatial: int, kernel: Sequence[int], fill: float) -> Any:
    """``x`` with the zeros (or ``fill``) that a convolution or pooling asks for around it."""
    import torch

    mode = attributes.get("auto_pad", b"NOTSET").decode()
    ends = list(attributes.get("pads", [0] * 2 * spatial))
    if mode.startswith("SAME"):
        strides = attributes.get("strides", [1] * spatial)
        dilations = attributes.get("dilations", [1] * spatial)
        ends = [0] * 2 * spatial
        for i in range(spatial):
            size, reach = x.shape[2 + i], (kernel[i] - 1) * dilations[i] + 1
            total = max(0, (math.ceil(size / strides[i]) - 1) * strides[i] + reach - size)
            ends[i], ends[i + spatial] = (
                (total // 2, total - total // 2) if mode == "SAME_UPPER" else (total - total // 2, total // 2)
            )
    flat = [e for i in reversed(range(spatial)) for e in (ends[i], ends[i + spatial])]
    return torch.nn.functional.pad(x, flat, value=fill) if any(flat) else x


def convolution(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
    """Conv of ONNX, of one to three spatial axes."""
    import torch

    x, weight = inputs[0], inputs[1]
    spatial = x.ndim - 2
    x = _padded(x, attributes, spatial, weight.shape[2:], 0.0)
    convolve = (torch.nn.functional.conv1d, torch.nn.functional.conv2d, torch.nn.functional.conv3d)[
        spatial - 1
    ]
    return convolve(
        x,
        weight,
        inputs[2] if len(inputs) > 2 else None,
        stride=tuple(attributes.get("strides", [1] * spatial)),
        dilation=tuple(attributes.get("dilations", [1] * spatial)),
        groups=attributes.get("group", 1),
    )


def pool(kind: str) -> Operation:
    """MaxPool or AveragePool of ONNX, by torch's name of the ``kind``; some paddings raise :class:`InputProblem`."""

    def pooled(inputs: Sequence[Any], attributes: Attributes, opset: int) -> Any:
        import torch

        x, kernel = inputs[0], attributes["kernel_shape"]
        spatial = x.ndim - 2
        ends = list(attributes.get("pads", [0] * 2 * spatial))
        even = ends[:spatial] == ends[spatial:] and attributes.get("auto_pad", b"NOTSET") == b"NOTSET"
        more: dict[str, Any] = {"ceil_mode": bool(attributes.get("ceil_mode", 0))}
        dilations = tuple(attributes.get("dilations", [1] * spatial))
        if kind == "max":
            more["dilation"] = dilations
        else:
            more["count_include_pad"] = bool(attributes.get("count_include_pad", 0))
        if (kind == "avg" and set(dilations) > {1}) or (
            not even and (more["ceil_mode"] or not more.get("count_include_pad", True))
        ):
            raise InputProblem("no gradients are known of pooling with such padding")
        if not even:
            x = _padded(x, attributes, spatial, kernel, -math.inf if kind == "max" else 0.0)
        pooling = getattr(torch.nn.functional, f"{kind}_pool{spatial}d")
        strides = tuple(attributes.get("strides", [1] * spatial))
        return pooling(x, tuple(kernel), strides, tuple(ends[:spatial]) if even else 0, **more)

    return pooled
