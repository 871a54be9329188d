"""How pictures stand in an array and what a network is fed: one order of axes inside, the network's own outside."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, model_validator

from casegen_evidence.archives import names_in
from casegen_evidence.method import InputProblem, Parameters
from casegen_evidence.nnmetrics.networks import Network

Array = NDArray[np.float64]
Layout = Literal["NHWC", "NCHW"]
OUTPUT = "name of the ONNX network's output that holds the scores, where several can be that"
CHANNELS = (1, 2, 3, 4)
"""numbers of channels that make an axis look like one"""


DIVIDED, DARK = 8.0, 0.01
"""a divisor from here on is the range of the pixels, of which pictures that were not divided use more than this share,
and more than the range 0 to 1 that those have which were"""


class Preprocessing(BaseModel):
    """What stands between a picture's pixels and the network: ``(pixel / divide - mean) / std``, by channel."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    divide: Annotated[float, Field(gt=0)] = Field(
        1.0, description="pixels are divided by this first, such as 255"
    )
    mean: list[float] = Field(
        default_factory=list, description="then this is subtracted, one number per channel or one"
    )
    std: list[Annotated[float, Field(gt=0)]] = Field(
        default_factory=list, description="then it is divided by this, one number per channel or one"
    )

    @model_validator(mode="after")
    def _alike(self) -> Self:
        if self.mean and self.std and len(self.mean) != len(self.std):
            raise ValueError("expected mean and std of one length")
        return self

    def channels(self, values: list[float], default: float, channels: int) -> Array:
        """One number per channel; raises :class:`InputProblem` for another number of them."""
        if len(values) not in (0, 1, channels):
            raise InputProblem(
                f"expected one number for preprocessing, or one for each of {channels} channels; found {len(values)}"
            )
        return np.asarray(values or [default], dtype=float)


def holds_pictures(path: Path) -> bool:
    """Whether an npz file holds images or inputs, which a network is asked of, rather than outputs of its layers."""
    return not {"images.npy", "inputs.npy"}.isdisjoint(names_in(path))


class PictureInput(Parameters):
    """How pictures of a file become the input of a network."""

    layout: Layout | None = Field(
        None,
        description="order of the axes of pictures and of the network's input, where pictures have channels",
    )
    preprocessing: Preprocessing = Field(
        Preprocessing(), description="what is done to the pixels before the network sees them"
    )
    output: str | None = Field(None, description=OUTPUT)


def as_pictures(images: NDArray[Any], layout: Layout | None, file: str) -> Array:
    """Pictures ``(n, rows, columns)`` or ``(n, rows, columns, channels)``, whatever the file's order of axes.

    Raises :class:`InputProblem` for four axes whose order is not stated and not plain.
    """
    x = np.asarray(images, dtype=float)
    if x.ndim == 3:
        return x
    if x.ndim != 4:
        raise InputProblem(f"expected pictures with three or four axes in {file}; found shape {x.shape}")
    first, last = x.shape[1] in CHANNELS, x.shape[3] in CHANNELS
    if layout is None and (first or not last):
        raise InputProblem(
            f"{file}: pictures of shape {x.shape}: which axis holds the channels? Declare `layout: NCHW` or `NHWC`"
        )
    if layout == "NCHW":
        x = np.moveaxis(x, 1, 3)
    if x.shape[3] not in CHANNELS:
        raise InputProblem(
            f"{file}: with layout {layout} the pictures have {x.shape[3]} channels; is it the other layout?"
        )
    return np.ascontiguousarray(x)


def not_twice(x: Array, preprocessing: Preprocessing, file: str) -> None:
    """Refuse pixels ``x`` of a whole file that were divided before.

    A network without biases answers them alike, and is sure of nothing.
    """
    largest = float(np.abs(x).max(initial=0.0))
    if preprocessing.divide >= DIVIDED and 0 < largest <= max(1.0, DARK * preprocessing.divide):
        raise InputProblem(
            f"{file}: pixels go up to {largest:.3g}, and preprocessing divides them by {preprocessing.divide:g}: was "
            "that done before they were written? Leave `divide` out; where they are that dark, write them as the network "
            "gets them"
        )


def inputs_of_file(
    inputs: NDArray[Any], layout: Layout | None, preprocessing: Preprocessing, file: str
) -> Array:
    """Pictures, or rows of features ``(n, d)``, of a whole file as the network takes them."""
    x = np.asarray(inputs, dtype=float) if inputs.ndim == 2 else as_pictures(inputs, layout, file)
    not_twice(x, preprocessing, file)
    return network_input(x, layout, preprocessing)


def network_input(x: Array, layout: Layout | None, preprocessing: Preprocessing) -> Array:
    """Pictures (channels last) or rows of features as the network takes them: its order of axes, its scale."""
    channels = x.shape[3] if x.ndim == 4 else 1
    mean = preprocessing.channels(preprocessing.mean, 0.0, channels)
    y = (x / preprocessing.divide - mean) / preprocessing.channels(preprocessing.std, 1.0, channels)
    return np.ascontiguousarray(np.moveaxis(y, 3, 1)) if layout == "NCHW" and x.ndim == 4 else y


def fed(network: Network, layout: Layout | None, preprocessing: Preprocessing) -> Network:
    """``network`` as a function of pictures with channels last and pixels as in the file."""

    def logits(x: Array) -> Array:
        return network.logits(network_input(x, layout, preprocessing))

    if network.pullback is None:
        return Network(logits, None, network.outputs_only)
    inner, before = network.pullback, network.unrounded

    def pullback(x: Array, v: Array) -> Array:
        g = inner(network_input(x, layout, preprocessing), v)
        if layout == "NCHW" and x.ndim == 4:
            g = np.moveaxis(g, 1, 3)
        std = preprocessing.channels(preprocessing.std, 1.0, x.shape[3] if x.ndim == 4 else 1)
        return np.asarray(g / (std * preprocessing.divide))

    def unrounded(x: Array) -> Array:
        return network.sought(network_input(x, layout, preprocessing))

    return Network(logits, pullback, unrounded=None if before is None else unrounded)
