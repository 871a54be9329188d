"""A runtime monitor of the classifier of underwater frames: what it gains, leaves and costs (paper 004)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from casegen_evidence.method import Kind, Measure, Parameters, Result, Run
from casegen_evidence.monitors.evaluation_method import EVALUATION
from casegen_evidence.monitors.names import MonitorName
from casegen_evidence.signs import Direction, directions
from pydantic import Field

from casegen_underwater.simulator import MODULES, SIMULATOR

if TYPE_CHECKING:
    import numpy as np
    from casegen_evidence.monitors.detectors import Detector, View
    from numpy.typing import NDArray

    from casegen_underwater.data import Drawn

Profile = Literal["mission", "clear-water", "turbid-harbour", "night"]
Hazard = Literal["safety-related", "any"]
Share = Annotated[float, Field(gt=0, lt=1)]


class MonitorParameters(Parameters):
    """Parameters of ``underwater-monitor``."""

    monitor: MonitorName = Field("max-softmax", description="the monitor")
    hazard: Hazard = Field("safety-related", description="misclassifications that are hazardous")
    profile: Profile = Field("mission", description="the mission plan, or one site")
    cost_at_most: Share = Field(0.05, description="availability cost allowed on the calibration frames")
    hazard_removed: Share = Field(0.5, description="criterion of the verdict: share of the hazard to remove")
    fit: Annotated[int, Field(ge=100, le=1_000_000)] = Field(
        6_000, description="frames the monitor learns from"
    )
    calibration: Annotated[int, Field(ge=100, le=1_000_000)] = Field(
        20_000, description="other frames that the threshold is chosen on"
    )
    frames: Annotated[int, Field(ge=100, le=10_000_000)] = Field(
        50_000, description="further frames that the monitor is judged on"
    )
    truth: Annotated[int, Field(ge=0, le=100_000_000)] = Field(
        100_000, description="frames that the true miss rate is simulated on"
    )


class UnderwaterMonitor:
    """Registered as ``underwater-monitor``."""

    name = "underwater-monitor"
    version = 1
    summary = "Safety gain, residual hazard and availability cost of a monitor of the classifier of frames"
    source = EVALUATION.source
    parameters: type[Parameters] = MonitorParameters
    inputs: Mapping[str, tuple[bool, str]] = {**SIMULATOR, "network": (True, "npz of the network's weights")}
    simulators: Mapping[str, str] = MODULES
    measures: Mapping[str, tuple[Kind, str]] = {
        **EVALUATION.measures,
        "true_miss_rate": ("fraction", "hazardous frames without an alarm, simulated on many more frames"),
        "true_residual_hazard": ("probability-per-demand", "a hazardous frame without an alarm, simulated"),
    }
    better: Mapping[str, Direction] = {
        **EVALUATION.better,
        **directions(lower=("true_miss_rate", "true_residual_hazard")),
    }
    signs: Mapping[str, str] = EVALUATION.signs
    stages: Mapping[str, str] = {"truth": "frames of the simulated truth"}
    extra: str | None = "torch"
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 0.05)

    def run(self, run: Run) -> Result:
        """Fit, choose the threshold, judge: three disjoint sets of frames; then simulate many more."""
        from casegen_underwater.data import CALIBRATE, EVALUATE, network_of
        from casegen_underwater.training import one_thread
        from casegen_underwater.truth_comparison import TRUTH_ASSUMPTION, beside

        p: MonitorParameters = run.parameters
        with one_thread():
            watched = _fitted(network_of(run), p, run)
            run.progress(0.3, "calibrating")
            calibration = watched.judged(p, run.seed, CALIBRATE, p.calibration)
            run.progress(0.4, "judging")
            outcomes = watched.judged(p, run.seed, EVALUATE, p.frames)
            base = EVALUATION.run(_call(run, p, outcomes, calibration))
            measures = dict(base.measures)
            tables = list(base.tables)
            if p.truth:
                true = _true(watched, p, run, _threshold(calibration, p, run.confidence))
                measures |= true
                names = ("miss_rate", "residual_hazard")
                rows = [(n.replace("_", " "), measures[n], true[f"true_{n}"]) for n in names]
                tables.insert(0, beside(rows))
        run.progress(1.0, "done")
        return Result(
            measures, tables, base.figures, (*base.assumptions, TRUTH_ASSUMPTION), (*base.notes, _note(p)),
            signs=base.signs, read=base.read,
        )  # fmt: skip


def _note(p: MonitorParameters) -> str:
    return (
        f"Monitor {p.monitor}, fitted on {p.fit} frames of the training distribution; hazardous is a {p.hazard} "
        f"misclassification of a frame of profile {p.profile}."
    )


@dataclass(frozen=True, slots=True)
class _Outcomes:
    """Scores, and whether the answer is hazardous or wrong at all, per frame."""

    score: NDArray[np.float64]
    hazard: NDArray[np.bool_]
    truth: NDArray[np.int64]
    said: NDArray[np.int64]

    def columns(self) -> dict[str, Any]:
        """As ``monitor-evaluation`` reads them."""
        from casegen_underwater.scenes import ASSETS

        names = [[ASSETS[k] for k in part] for part in (self.truth, self.said)]
        flags = self.hazard.astype(int)
        return {"true": names[0], "predicted": names[1], "error": flags, "score": self.score}


@dataclass(frozen=True, slots=True)
class _Watched:
    module: Any
    detector: Detector

    def judged(self, p: MonitorParameters, seed: int, purpose: int, n: int) -> _Outcomes:
        """Draw new frames, answer, score."""
        from casegen_underwater.data import drawn

        return self.outcomes(drawn(p.profile, seed, purpose, n), p)

    def outcomes(self, frames: Drawn, p: MonitorParameters) -> _Outcomes:
        """Answer and score frames."""
        import numpy as np

        from casegen_underwater.training import failures

        scores, said = [], []
        for first in range(0, len(frames.truth), 8192):
            seen = view_of(self.module, frames.images[first : first + 8192])
            scores.append(self.detector.score(seen))
            said.append(seen.predictions)
        answer = np.concatenate(said)
        hazard = failures(answer, frames.truth, p.hazard) > 0
        return _Outcomes(np.concatenate(scores), hazard, frames.truth, answer)


def view_of(module: Any, images: Any) -> View:
    """What a monitor sees of frames ``(n, SIDE, SIDE)``: pixels, the last hidden layer, probabilities."""
    from casegen_evidence.monitors.detectors import View
    from casegen_evidence.nnmetrics.layers import layer_outputs
    from casegen_evidence.nnmetrics.networks import network

    from casegen_underwater.network import FEATURES

    features = layer_outputs(module, [FEATURES], images)[FEATURES]
    probabilities = network(module).probabilities(images)
    return View(images.reshape(len(images), -1).astype(float), features, probabilities)


def _fitted(weights: Any, p: MonitorParameters, run: Run) -> _Watched:
    from casegen_evidence.monitors.detectors import detector

    from casegen_underwater.data import FIT, drawn
    from casegen_underwater.network import module_of

    module, chosen = module_of(weights), detector(p.monitor)
    frames = drawn("mission", run.seed, FIT, p.fit)
    run.progress(0.1, "fitting the monitor")
    chosen.fit(view_of(module, frames.images), frames.truth, run.seed)
    return _Watched(module, chosen)


def _call(run: Run, p: MonitorParameters, outcomes: _Outcomes, calibration: _Outcomes) -> Run:
    """The call of ``monitor-evaluation`` on these frames."""
    from casegen_evidence.monitors.evaluation_method import EvaluationParameters

    from casegen_underwater.described import write_csv

    folder = Path(run.scratch)
    parameters = EvaluationParameters(
        scheme="detector-errors",
        compare=["model-errors"],
        cost_at_most=p.cost_at_most,
        hazard_removed=p.hazard_removed,
    )
    inputs = {
        "outcomes": write_csv(folder / "outcomes.csv", outcomes.columns()),
        "calibration": write_csv(folder / "calibration.csv", calibration.columns()),
    }
    return replace(run, inputs=inputs, parameters=parameters, progress=lambda done, what: None)


def _threshold(calibration: _Outcomes, p: MonitorParameters, confidence: float) -> float:
    """The same operating point as ``monitor-evaluation`` chooses on the calibration frames."""
    from casegen_evidence.monitors.operating import choose
    from casegen_evidence.monitors.returns import detector_errors

    return choose(calibration.score, lambda alarm: detector_errors(calibration.hazard, alarm), p.cost_at_most)


def _true(watched: _Watched, p: MonitorParameters, run: Run, threshold: float) -> dict[str, Measure]:
    """Miss rate and residual hazard on many more frames."""
    import numpy as np
    from casegen_evidence.blocks import Workers
    from casegen_evidence.bounds.measures import proportion

    from casegen_underwater.data import PART, TRUTH, drawn
    from casegen_underwater.training import one_thread

    def work(number: int) -> dict[str, Any]:
        frames = drawn(p.profile, run.seed, 1000 * TRUTH + number, min(PART, p.truth - number * PART))
        with one_thread():
            result = watched.outcomes(frames, p)
        return {
            "counts": np.array([result.hazard.sum(), (result.hazard & ~(result.score > threshold)).sum()])
        }

    workers = Workers(run.jobs, run.scratch, run.progress, 0.5, 1.0)
    parts = workers.run("truth", range(-(-p.truth // PART)), work, "simulating the truth")
    hazards, missed = (int(n) for n in np.sum([part["counts"] for part in parts], axis=0))
    words = ("hazardous frames without an alarm, simulated", "a hazardous frame without an alarm, simulated")
    return {
        "true_miss_rate": proportion(missed, hazards, run.confidence, "fraction", words[0], "simulation"),
        "true_residual_hazard": proportion(
            missed, p.truth, run.confidence, "probability-per-demand", words[1], "simulation"
        ),
    }


MONITOR = UnderwaterMonitor()
