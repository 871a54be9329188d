"""Use case 2 as a registered method: a monitored emergency brake in simulation (paper 004 §III-B)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

from casegen_evidence.method import Figure, Kind, Measure, Parameters, Result, Run, Table
from casegen_evidence.monitors.names import PerturbationName
from casegen_evidence.signs import Direction, directions
from pydantic import AfterValidator, Field

if TYPE_CHECKING:
    from casegen_monitored_worlds.braking import Braking

Share = Annotated[float, Field(gt=0, lt=1)]
COLOURED = ("channel-shuffle", "channel-dropout")
"""perturbations of pictures in colour, which the camera's grey frames are not"""


def _grey(name: PerturbationName) -> PerturbationName:
    if name in COLOURED:
        raise ValueError(f"the camera's frames are grey: {name} needs pictures in colour")
    return name


GreyPerturbation = Annotated[PerturbationName, AfterValidator(_grey)]


class BrakingParameters(Parameters):
    """Parameters of ``monitor-braking``."""

    episodes: Annotated[int, Field(ge=20, le=5000)] = Field(600, description="episodes to simulate")
    perturbations: list[GreyPerturbation] = Field(
        ["fog", "darkness", "contrast", "blur"], min_length=1, description="how frames are perturbed"
    )
    perturbed: Share = Field(0.1, description="share of the episodes with a perturbed camera")
    pedestrians: Annotated[float, Field(ge=0, le=1)] = Field(
        0.5, description="share of the episodes in which a pedestrian steps into the way"
    )
    frame_alarms: Annotated[float, Field(gt=0, lt=0.5)] = Field(
        0.002, description="share of clean calibration frames that the contrast module may stop"
    )
    hazard_removed: Share = Field(0.3, description="criterion of the verdict: share of the hazard to remove")
    cost_at_most: Share = Field(0.15, description="criterion of the verdict: availability cost")


class MonitorBraking:
    """Registered as ``monitor-braking``."""

    name = "monitor-braking"
    version = 3
    summary = "A monitored pedestrian detector in an emergency brake: frames against accidents"
    source = "paper 004 §III-B, Eqns 7–9, 14–17; simulator of this package"
    parameters: type[Parameters] = BrakingParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        "world": (
            True,
            "source of the simulator (street, pedestrians, frames): the module `braking.py` of this package",
        ),
    }
    simulators: Mapping[str, str] = {"world": "casegen_monitored_worlds.braking"}
    measures: Mapping[str, tuple[Kind, str]] = {
        "accident": ("probability-per-demand", "an accident per episode without the monitor (E2's SG + RH)"),
        "safety_gain": ("probability-per-demand", "E2: an accident that the monitor prevents, per episode"),
        "residual_hazard": ("probability-per-demand", "E2: an accident per episode with the monitor"),
        "miss_rate": (
            "fraction",
            "E2: accidents that the monitor does not prevent, for trees: given the accident",
        ),
        "availability_cost": ("fraction", "E2: share of the drive lost because of the monitor"),
        "needless_stop": (
            "probability-per-demand",
            "the monitor stops an episode that f alone would have driven without an accident",
        ),
        "frame_safety_gain": ("fraction", "E1: frames with a detector error and an alarm"),
        "frame_residual_hazard": ("fraction", "E1: frames with a detector error and no alarm"),
        "frame_availability_cost": ("fraction", "E1: frames without an error and with an alarm"),
        "frame_miss_rate": (
            "score",
            "E1: share of the error frames without an alarm",
        ),
    }
    better: Mapping[str, Direction] = directions(
        lower=tuple(m for m in measures if not m.endswith("safety_gain")),
        higher=("safety_gain", "frame_safety_gain"),
    )
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-6)

    def run(self, run: Run) -> Result:
        """Train the detector, simulate, judge under both schemes."""
        from casegen_evidence.monitors.schemes import Criterion, bars, side_by_side

        from casegen_monitored_worlds import braking

        p: BrakingParameters = run.parameters
        run.progress(0.05, "training and simulating")
        outcome = braking.run(
            episodes=p.episodes,
            perturbations=p.perturbations,
            perturbed=p.perturbed,
            pedestrians=p.pedestrians,
            frame_alarms=p.frame_alarms,
            confidence=run.confidence,
            seed=run.seed,
        )
        criterion = Criterion(p.hazard_removed, p.cost_at_most)
        schemes = {"E1 detector errors": outcome.e1, "E2 accidents": outcome.e2}
        tables = [side_by_side(schemes, criterion, run.confidence, run.seed), _conditions(outcome)]
        run.progress(1.0, "done")
        return Result(
            _measures(outcome, run.confidence),
            tables,
            [bars(schemes, criterion), _survival(outcome)],
            _ASSUMPTIONS,
            (_note(outcome, criterion.verdict(outcome.e1), criterion.verdict(outcome.e2)),),
        )


_ASSUMPTIONS = (
    "The simulator's frames, pedestrians and perturbations stand for the road; they are generated, not recorded.",
    "The car stops from one frame to the next, and an alarm stops it (the paper's simplifications).",
    "Episodes are independent; frames of one episode are not, so that intervals are over episodes.",
)


def _measures(result: Braking, confidence: float) -> dict[str, Measure]:
    from casegen_evidence.bounds.measures import proportion

    e1, e2 = result.e1.named(), result.e2.named()
    names = ("safety_gain", "residual_hazard", "availability_cost", "miss_rate")
    measures = {"accident": e2["hazard"]} | {name: e2[name] for name in names}
    measures |= {f"frame_{name}": e1[name] for name in names}
    measures["needless_stop"] = proportion(
        int(result.needless.sum()),
        len(result.needless),
        confidence,
        "probability-per-demand",
        "stopped by the monitor in an episode that f alone would have driven without an accident",
    )
    return measures


def _conditions(result: Braking) -> Table:
    scene = result.recording.scene
    rows: list[list[str | float | int | None]] = []
    for k in range(-1, len(scene.perturbations)):
        mine = scene.kind == k
        name = "none" if k < 0 else scene.perturbations[k]
        counts = [result.accident_f, result.accident_monitored, result.needless]
        rows.append([name, int(mine.sum()), *(int(c[mine].sum()) for c in counts)])
    columns = ["perturbation", "episodes", "accidents without", "accidents with monitor", "needless stops"]
    return Table("Episodes by perturbation", columns, rows)


def _survival(result: Braking) -> Figure:
    import numpy as np

    from casegen_monitored_worlds.braking import NEVER, STEPS

    ends = np.minimum(result.recording.scene.contact, NEVER)
    x = list(range(STEPS + 1))
    series = []
    for name, stop in (("f alone", result.stop_f), ("f with monitor", result.stop_monitored)):
        standing = np.minimum(stop, ends)
        series.append({"name": name, "x": x, "y": [float((standing >= t).mean()) for t in x]})
    last = [s["y"][-1] for s in series]
    alt = f"Share of the cars still driving: at the end {last[0]:.0%} without the monitor, {last[1]:.0%} with it."
    return Figure("Still driving", "lines", {"series": series}, alt, "frame", "share of episodes")


def _note(result: Braking, e1: str, e2: str) -> str:
    frame, drive = result.e1.availability_cost.value, result.e2.availability_cost.value
    change = "The scheme changes the verdict" if e1 != e2 else "The verdict is the same under both schemes"
    return (
        f"{change}: E1 {e1}, E2 {e2}. An alarm in {frame:.1%} of the harmless frames costs {drive:.1%} of the drive, "
        "because one alarm ends an episode."
    )


BRAKING = MonitorBraking()
