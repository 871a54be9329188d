"""Interpretation precision and occlusion sensitivity covering as a registered method (paper 002 §§II-F, II-G)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from casegen_evidence.method import Figure, InputProblem, Kind, Measure, Parameters, Result, Run, Table
from casegen_evidence.nnmetrics.declared_signs import MAPS
from casegen_evidence.nnmetrics.picture_layout import holds_pictures
from casegen_evidence.nnmetrics.pictures import FILE, MODEL, PictureParameters, refuse_unused_of_pictures
from casegen_evidence.signs import Direction, directions

if TYPE_CHECKING:
    from casegen_evidence.nnmetrics.occlusion import Interpretation
    from casegen_evidence.nnmetrics.pictures import Pictures

SHOWN = 3


class InterpretationParameters(PictureParameters):
    """Parameters of ``nn-interpretation``."""

    threshold: Annotated[float, Field(gt=0, le=1)] = Field(
        0.5, description="a position is hot where occluding it drops the class probability below this"
    )
    patch: Annotated[int, Field(ge=1)] = Field(2, description="side of the square patch, in pixels")
    stride: Annotated[int, Field(ge=1)] = Field(1, description="step of the patch, in pixels")
    fill: float = Field(0.0, description="value of the patch's pixels")
    limit: Annotated[int, Field(ge=1)] = Field(
        200, description="evaluate at most this many pictures, drawn at random"
    )


class InterpretationMetrics:
    """Registered as ``nn-interpretation``."""

    name = "nn-interpretation"
    version = 4
    summary = "Does the network look at the object, and how much of the object must it see"
    source = "paper 002 §§II-F, II-G; occlusion maps: Zeiler & Fergus 2014"
    parameters: type[Parameters] = InterpretationParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        "images": (False, FILE),
        "model": (False, MODEL),
        "maps": (
            False,
            "npz instead of images: heatmaps (n, H, W) of probabilities and occluding (n, H, W), true where the "
            "patch overlaps the object",
        ),
    }
    measures: Mapping[str, tuple[Kind, str]] = {
        "interpretation_precision": ("fraction", "hot positions on the object, mean over pictures with any"),
        "occlusion_covering": ("fraction", "positions on the object that are hot, mean over pictures"),
    }
    better: Mapping[str, Direction] = directions(
        lower=("occlusion_covering",), higher=("interpretation_precision",)
    )
    signs: Mapping[str, str] = MAPS
    unused: Mapping[str, Sequence[str]] = {
        "maps": tuple(name for name in InterpretationParameters.model_fields if name != "threshold"),
        "model": ("classifier",),
    }
    asks: Mapping[str, Callable[[Path], bool]] = {"images": holds_pictures}
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 0.05)

    def run(self, run: Run) -> Result:
        """Occlude, compare with the masks, bound the means."""
        from casegen_evidence.nnmetrics.occlusion import interpretation
        from casegen_evidence.nnmetrics.vital_signs import better_than_chance, hot_positions, masks, own_maps

        if ("images" in run.inputs) == ("maps" in run.inputs):
            raise InputProblem(
                f"expected one of the inputs images and maps; found {', '.join(run.inputs) or 'neither'}"
            )
        p: InterpretationParameters = run.parameters
        refuse_unused_of_pictures(run, self.unused, "maps")
        maps, on_object, notes, pictures = _read(run) if "maps" in run.inputs else _compute(run, p)
        result = interpretation(maps, on_object, p.threshold)
        masks(on_object, run.intake)
        if "maps" in run.inputs:
            own_maps(maps, on_object, run.inputs["maps"].name, run.intake)
        if pictures is not None:
            _judge_scale(run, p, pictures, on_object)
        hot_positions(result.hot, maps.shape[1] * maps.shape[2], run.intake)
        better_than_chance(result.precision, on_object, run.intake)
        measures = _measures(result, run.confidence)
        cold = int((result.hot == 0).sum())
        if cold:
            notes.insert(
                0,
                f"{cold} of {len(result.hot)} pictures have no hot position: occluding them anywhere keeps the class "
                f"above {p.threshold:g}. They count for covering (0) and not for precision (0/0).",
            )
        run.progress(1.0, "done")
        return Result(measures, [_table(result)], _figures(result, maps, on_object, p, pictures), _ASSUMPTIONS, notes,
                      signs=run.intake.signs, read=run.intake.read)  # fmt: skip


_ASSUMPTIONS = (
    "Pictures are independent draws of the operational profile; their segmentation is correct.",
    "What is hot depends on the patch and the threshold; both are stated with the result.",
)


def _read(run: Run) -> tuple[Any, Any, list[str], None]:
    from casegen_evidence.tables.arrays import aligned, read_arrays

    path = run.inputs["maps"]
    arrays = read_arrays(path, ["heatmaps"], intake=run.intake, role="maps", others=["occluding"])
    if "occluding" not in arrays:
        raise InputProblem(
            f"expected an array occluding in {path.name}, true where the patch overlaps the object's mask; found "
            f"{', '.join(arrays)}. Segmentation masks are needed for these metrics"
        )
    aligned({n: arrays[n] for n in ("heatmaps", "occluding")}, path.name)
    return (
        arrays["heatmaps"],
        arrays["occluding"],
        ["Maps were computed outside: the patch and the network are theirs."],
        None,
    )


def _compute(run: Run, p: InterpretationParameters) -> tuple[Any, Any, list[str], Pictures]:
    from casegen_evidence.nnmetrics.occlusion import Patch, occluding, occlusion_maps
    from casegen_evidence.nnmetrics.pictures import measured

    run.progress(0.1, "training")
    pictures = measured(run, p, p.limit)
    if pictures.masks is None:
        raise InputProblem(
            f"expected an array masks in {run.inputs['images'].name}, the segmentation of each evaluated picture; "
            "found none. Add the masks: without them it cannot be said what the network should look at"
        )
    patch = Patch(p.patch, p.patch, p.stride, p.fill)
    run.progress(0.4, "occluding")
    maps = occlusion_maps(pictures.network, pictures.images, pictures.labels, patch)
    return maps, occluding(pictures.masks, patch), [pictures.note], pictures


def _judge_scale(run: Run, p: InterpretationParameters, pictures: Pictures, on_object: Any) -> None:
    """Hold what the confidences deny of the answers against the maps of the scale that agrees with them."""
    from casegen_evidence.nnmetrics.confidence_scale import hold_against, on_scale
    from casegen_evidence.nnmetrics.occlusion import Patch, interpretation, occlusion_maps

    def limits_at(factor: float) -> dict[str, float]:
        patch = Patch(p.patch, p.patch, p.stride, p.fill)
        face = on_scale(pictures.network, factor)
        maps = occlusion_maps(face, pictures.images, pictures.labels, patch)
        measures = _measures(interpretation(maps, on_object, p.threshold), run.confidence)
        ends = {
            name: m.upper if INTERPRETATION.better[name] == "lower" else m.lower
            for name, m in measures.items()
        }
        return {name: float(end) for name, end in ends.items() if end is not None}

    hold_against(pictures.scale, tuple(INTERPRETATION.better), limits_at, run.intake)


def _measures(interpretation: Interpretation, confidence: float) -> dict[str, Measure]:
    import numpy as np

    from casegen_evidence.bounds.measures import bounded_mean

    precision = interpretation.precision[np.isfinite(interpretation.precision)]
    measures = {
        "occlusion_covering": bounded_mean(
            interpretation.covering,
            0.0,
            1.0,
            confidence,
            "fraction",
            "positions on the object whose occlusion loses it",
            "paper 002 §II-G",
        )
    }
    if len(precision):
        measures["interpretation_precision"] = bounded_mean(
            precision, 0.0, 1.0, confidence, "fraction", "hot positions on the object", "paper 002 §II-F"
        )
    return measures


def _table(interpretation: Interpretation) -> Table:
    import numpy as np

    rows: list[list[str | float | int | None]] = []
    quantities = {
        "interpretation precision": interpretation.precision,
        "occlusion covering": interpretation.covering,
    }
    for name, values in quantities.items():
        known = values[np.isfinite(values)]
        spread = [None, None, None] if not len(known) else [float(q) for q in np.quantile(known, [0, 0.5, 1])]
        rows.append([name, len(known), *spread])
    return Table("Spread over pictures", ["metric", "pictures", "smallest", "median", "largest"], rows)


def _figures(
    interpretation: Interpretation,
    maps: Any,
    on_object: Any,
    p: InterpretationParameters,
    pictures: Pictures | None,
) -> list[Figure]:
    """The maps of the lowest precision, with what is hot and the object; over the picture where there is one."""
    import numpy as np

    order = np.argsort(
        np.where(np.isfinite(interpretation.precision), interpretation.precision, np.inf), kind="stable"
    )
    figures = []
    for i in [int(i) for i in order[:SHOWN] if np.isfinite(interpretation.precision[i])]:
        number = i + 1 if pictures is None else int(pictures.numbers[i])
        alt = (
            f"Probability of the class with the patch at each position of picture {number}; "
            f"of {interpretation.hot[i]} hot "
            f"positions {interpretation.both[i]} lie on the object, which has {interpretation.occluding[i]}."
        )
        data = _map(maps[i], on_object[i], p) if pictures is None else _map_over(maps[i], i, pictures, p)
        figures.append(Figure(f"Occlusion map of picture {number}", "heatmap", data, alt, "column", "row"))
    return figures


def _map(values: Any, on_object: Any, p: InterpretationParameters) -> dict[str, Any]:
    """A map by itself, in positions of the patch."""
    import numpy as np

    extent = [0, values.shape[1], 0, values.shape[0]]
    outlines = [_outline("on the object", on_object, extent), _outline("hot", values < p.threshold, extent)]
    return {"z": np.round(values[::-1], 4).tolist(), "extent": extent, "log": False, "outlines": outlines}


def _map_over(values: Any, index: int, pictures: Pictures, p: InterpretationParameters) -> dict[str, Any]:
    """A map over its picture, in pixels from the lower left: each value at the middle of its patch."""
    from casegen_evidence.nnmetrics.picture_figures import png, thinned

    picture = pictures.images[index]
    rows, columns = picture.shape[:2]
    low, across, down = (p.patch - p.stride) / 2, values.shape[1] * p.stride, values.shape[0] * p.stride
    extent = [low, low + across, rows - low - down, rows - low]
    whole = [0, columns, 0, rows]
    assert pictures.masks is not None  # _compute refuses pictures without masks
    shown = _map(values, values < p.threshold, p) | {"extent": extent}
    outlines = [
        _outline("object", thinned(pictures.masks[index]), whole),
        _outline("hot", values < p.threshold, extent),
    ]
    drawn = {"png": png(picture, float(picture.min()), float(picture.max())), "extent": whole}
    return shown | {"picture": drawn, "outlines": outlines}


def _outline(name: str, cells: Any, extent: list[float]) -> dict[str, Any]:
    return {"name": name, "cells": cells[::-1].astype(int).tolist(), "extent": extent}


INTERPRETATION = InterpretationMetrics()
