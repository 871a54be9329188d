"""The eight network metrics on underwater frames, whose scenarios and segmentation are known (paper 002)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from casegen_evidence.method import Kind, Measure, Parameters, Result, Run
from casegen_evidence.nnmetrics.metrics_method import NETWORK_METRICS
from casegen_evidence.signs import Direction
from pydantic import Field

from casegen_underwater.simulator import MODULES, SIMULATOR

if TYPE_CHECKING:
    from casegen_evidence.nnmetrics.adversarial import ConfidenceLoss
    from casegen_evidence.nnmetrics.metrics_method import MetricsParameters

    from casegen_underwater.data import Drawn

Profile = Literal["mission", "clear-water", "turbid-harbour", "night"]
HARMLESS = 0.2
"""Severity, in metres, of a confusion that does not shorten the stand-off distance: the inspection fails."""


class FrameMetricsParameters(Parameters):
    """Parameters of ``underwater-metrics``."""

    profile: Profile = Field("mission", description="the mission plan, or one site")
    training_frames: Annotated[int, Field(ge=100, le=1_000_000)] = Field(
        20_000, description="scenes of the training data whose coverage is counted"
    )
    frames: Annotated[int, Field(ge=100, le=1_000_000)] = Field(
        20_000, description="frames for performance and confusion"
    )
    attacked: Annotated[int, Field(ge=10, le=10_000)] = Field(300, description="frames that are attacked")
    explained: Annotated[int, Field(ge=10, le=10_000)] = Field(200, description="frames that are occluded")
    epsilon: Annotated[float, Field(gt=0, lt=1)] = Field(0.03, description="largest change of a pixel (L∞)")
    patch: Annotated[int, Field(ge=1, le=16)] = Field(6, description="side of the occluding patch, in pixels")
    threshold: Annotated[float, Field(gt=0, le=1)] = Field(0.5, description="hot below this probability")
    layer: Literal["active"] = Field("active", description="layer whose activation is counted")


class UnderwaterMetrics:
    """Registered as ``underwater-metrics``."""

    name = "underwater-metrics"
    version = 2
    summary = "Eight dependability metrics of the classifier of underwater frames, with the RICC summary"
    source = NETWORK_METRICS.source
    parameters: type[Parameters] = FrameMetricsParameters
    inputs: Mapping[str, tuple[bool, str]] = {**SIMULATOR, "network": (True, "npz of the network's weights")}
    simulators: Mapping[str, str] = MODULES
    measures: Mapping[str, tuple[Kind, str]] = NETWORK_METRICS.measures
    better: Mapping[str, Direction] = NETWORK_METRICS.better
    signs: Mapping[str, str] = NETWORK_METRICS.signs
    stages: Mapping[str, str] = {"attacks": "frames attacked"}
    extra: str | None = "torch"
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 0.01)

    def run(self, run: Run) -> Result:
        """Draw frames, describe, attack and occlude them; the metrics are those of :mod:`casegen_evidence.nnmetrics`."""
        from casegen_underwater.data import network_of
        from casegen_underwater.network import module_of
        from casegen_underwater.training import one_thread
        from casegen_underwater.truth_comparison import TRUTH_ASSUMPTION

        p: FrameMetricsParameters = run.parameters
        with one_thread():
            made = _prepare(module_of(network_of(run)), p, run)
        run.progress(0.8, "metrics")
        quiet = replace(run, inputs=made.inputs, parameters=_parameters(p), progress=lambda done, what: None)
        base = NETWORK_METRICS.run(quiet)
        measures = {**base.measures, **_errors(made.loss, run.confidence)}
        run.progress(1.0, "done")
        return Result(
            measures,
            base.tables,
            base.figures,
            (*base.assumptions, TRUTH_ASSUMPTION),
            (
                *base.notes,
                f"Frames of profile {p.profile}; severities are metres of lost stand-off distance.",
            ),
            signs=base.signs,
            read=base.read,
        )


@dataclass(frozen=True, slots=True)
class _Prepared:
    inputs: dict[str, Path]
    loss: ConfidenceLoss


def _prepare(module: Any, p: FrameMetricsParameters, run: Run) -> _Prepared:
    """Files that the metrics read, in the run's scratch folder."""
    from casegen_underwater.data import ACTIVATION, METRICS, drawn
    from casegen_underwater.described import described, write_csv
    from casegen_underwater.network import answers
    from casegen_underwater.scenes import ASSETS
    from casegen_underwater.training import Settings, training_scenes

    folder = Path(run.scratch)
    frames = drawn(p.profile, run.seed, METRICS, p.frames)
    learnt = training_scenes(run.seed, Settings().frames, Settings().mission)[: p.training_frames]
    said = answers(module, frames.images)
    run.progress(0.2, "activations")
    names = [ASSETS[k] for k in frames.truth], [ASSETS[k] for k in said]
    predictions: dict[str, Any] = {**described(frames.scenes), "true": names[0], "predicted": names[1]}
    inputs = {
        "scenarios": write_csv(folder / "scenarios.csv", described(learnt)),
        "operation": write_csv(folder / "operation.csv", described(frames.scenes)),
        "predictions": write_csv(folder / "predictions.csv", predictions),
    }
    other = drawn("turbid-harbour", run.seed, ACTIVATION, 2000)
    inputs |= _activations(module, frames, other, p.layer, folder)
    run.progress(0.3, "attacking")
    loss = _attack(module, frames, p, run)
    columns = {"clean": loss.clean, **{name: loss.lowest[:, k] for k, name in enumerate(loss.names)}}
    inputs["confidences"] = write_csv(folder / "confidences.csv", columns)
    run.progress(0.6, "occluding")
    inputs["maps"] = _maps(module, frames, p, folder)
    return _Prepared(inputs, loss)


def _activations(module: Any, frames: Drawn, other: Drawn, layer: str, folder: Path) -> dict[str, Path]:
    import numpy as np
    from casegen_evidence.nnmetrics.layers import layer_outputs

    results = {}
    for name, images in (("activations", frames.images), ("scenario", other.images)):
        results[name] = folder / f"{name}.npz"
        np.savez(results[name], **layer_outputs(module, [layer], images))  # type: ignore[arg-type]
    return results


def _attack(module: Any, frames: Drawn, p: FrameMetricsParameters, run: Run) -> ConfidenceLoss:
    from casegen_evidence.blocks import Workers
    from casegen_evidence.nnmetrics.adversarial import confidence_loss
    from casegen_evidence.nnmetrics.adversarial_method import AdversarialParameters, transformers

    kinds = transformers(AdversarialParameters(epsilon=p.epsilon, degrees=10.0, pixels=2.0, sigma=0.7))
    images, truth = frames.images[: p.attacked].astype(float), frames.truth[: p.attacked]
    workers = Workers(run.jobs, run.scratch, run.progress, 0.3, 0.6)
    return confidence_loss(module, images, truth, kinds, seed=run.seed, workers=workers)


def _maps(module: Any, frames: Drawn, p: FrameMetricsParameters, folder: Path) -> Path:
    """Occlusion maps of the first frames whose asset shows, by a patch of the camera's mean grey."""
    import numpy as np
    from casegen_evidence.nnmetrics.occlusion import Patch, occluding, occlusion_maps

    shown = np.flatnonzero(frames.masks.any(axis=(1, 2)))[: p.explained]
    patch = Patch(p.patch, p.patch, 2, 0.4)
    maps = occlusion_maps(module, frames.images[shown], frames.truth[shown], patch)
    path = folder / "maps.npz"
    np.savez(path, heatmaps=maps, occluding=occluding(frames.masks[shown], patch))
    return path


def _parameters(p: FrameMetricsParameters) -> MetricsParameters:
    from casegen_evidence.nnmetrics.metrics_method import MetricsParameters

    from casegen_underwater.described import conditions
    from casegen_underwater.scenes import ASSETS, shortening

    metres = shortening()
    severities = {
        a: {b: float(max(metres[i, j], HARMLESS)) for j, b in enumerate(ASSETS) if i != j}
        for i, a in enumerate(ASSETS)
    }
    return MetricsParameters.model_validate(
        {
            "coverage": {"conditions": conditions()},
            "activation": {"threshold": 0.0},
            "adversarial": {},
            "performance": {"by": ["turbidity", "light"], "conditions": conditions()},
            "interpretation": {"threshold": p.threshold},
            "confusion": {"severities": severities},
        }
    )


def _errors(loss: ConfidenceLoss, confidence: float) -> dict[str, Measure]:
    """Frames answered wrongly as they are, and under some change."""
    from casegen_evidence.bounds.measures import proportion

    assert loss.flipped is not None
    assert loss.wrong is not None
    words = {
        "adversarial_error": ("frames answered wrongly under some change", loss.flipped),
        "clean_error": ("frames answered wrongly without any change", loss.wrong),
    }
    return {
        name: proportion(int(flags.sum()), len(flags), confidence, "fraction", text, "paper 002 §II-D")
        for name, (text, flags) in words.items()
    }


METRICS_OF_FRAMES = UnderwaterMetrics()
