"""The RAM on underwater frames, with the simulated truth beside its bound (paper 003 §6.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from casegen_evidence.method import Kind, Parameters, Result, Run, Table
from casegen_evidence.ram.high_method import HIGH_DIMENSIONAL
from casegen_evidence.signs import Direction, directions
from pydantic import Field

from casegen_underwater.simulator import MODULES, SIMULATOR

if TYPE_CHECKING:
    from casegen_evidence.ram.high import HighDimensional

    from casegen_underwater.data import Truth

DEMAND: Kind = "probability-per-demand"
Failures = Literal["any", "safety-related"]
Profile = Literal["mission", "clear-water", "turbid-harbour", "night"]


class RamParameters(Parameters):
    """Parameters of ``underwater-ram``."""

    failures: Failures = Field(
        "safety-related",
        description="misclassifications that count: any, or those that shorten the stand-off",
    )
    profile: Profile = Field("mission", description="the mission plan, or one site")
    design: Annotated[int, Field(ge=200, le=100_000)] = Field(
        1_500, description="frames of the profile that the latent profile is fitted to"
    )
    balls: Annotated[int, Field(ge=30, le=100_000)] = Field(
        3_000, description="further frames of the profile, the centres of the norm balls"
    )
    radius: Annotated[float, Field(gt=0, lt=1)] = Field(0.06, description="of the L∞ balls (paper 003 §6.3)")
    estimator: Literal["smc", "amls"] = Field(
        "amls", description="simple Monte Carlo, or multilevel splitting"
    )
    samples: Annotated[int, Field(gt=0)] = Field(200, description="per ball, for smc")
    particles: Annotated[int, Field(ge=20)] = Field(40, description="per ball, for amls")
    moves: Annotated[int, Field(gt=0)] = Field(10, description="random-walk moves per level, for amls")
    floor: Annotated[float, Field(gt=0, lt=1)] = Field(1e-4, description="amls gives a ball up below this")
    encoder: Literal["vae", "pca"] = Field("vae", description="of the latent profile")
    latent: Annotated[int, Field(gt=0)] = Field(8, description="latent dimensions (paper 003 §6.3)")
    attacked: Annotated[int, Field(ge=10)] = Field(400, description="balls attacked by projected gradient")
    truth: Annotated[int, Field(ge=1_000, le=100_000_000)] = Field(
        100_000, description="frames that the truth is simulated on"
    )


class UnderwaterRam:
    """Registered as ``underwater-ram``."""

    name = "underwater-ram"
    version = 2
    summary = (
        "Probability of misclassification per frame by the RAM, and the simulated truth beside its bound"
    )
    source = f"{HIGH_DIMENSIONAL.source}; paper 003 §6.3"
    parameters: type[Parameters] = RamParameters
    inputs: Mapping[str, tuple[bool, str]] = {**SIMULATOR, "network": (True, "npz of the network's weights")}
    simulators: Mapping[str, str] = MODULES
    measures: Mapping[str, tuple[Kind, str]] = {
        **HIGH_DIMENSIONAL.measures,
        "true_pmi": (DEMAND, "the same probability simulated: new frames, disturbed within the ball"),
        "true_pmi_frames": (DEMAND, "simulated on frames as they are, not disturbed"),
        "bound_over_truth": ("score", "upper limit of pmi over the simulated truth"),
        "attacked_share": (
            "fraction",
            "balls in which projected gradient finds a misclassification of any kind",
        ),
    }
    signs: Mapping[str, str] = HIGH_DIMENSIONAL.signs
    better: Mapping[str, Direction] = {
        **HIGH_DIMENSIONAL.better,
        **directions(lower=("true_pmi", "true_pmi_frames", "attacked_share")),
    }
    stages: Mapping[str, str] = {**HIGH_DIMENSIONAL.stages, "truth": "frames of the simulated truth"}
    extra: str | None = "torch"
    tolerance: Mapping[str, float] = {
        **dict.fromkeys(measures, 0.1),
        "pmi_eqn15": 0.5,
        "attacked_share": 0.05,
        "true_pmi": 0.02,
        "true_pmi_frames": 0.02,
    }

    def run(self, run: Run) -> Result:
        """Draw frames, run the RAM of :mod:`casegen_evidence.ram` on them, simulate the truth."""
        from casegen_evidence.blocks import Workers
        from casegen_evidence.ram.high_report import presented

        from casegen_underwater.data import network_of, truth
        from casegen_underwater.training import one_thread
        from casegen_underwater.truth_comparison import TRUTH_ASSUMPTION, beside, factor

        p: RamParameters = run.parameters
        weights = network_of(run)
        with one_thread():
            result, attacked = _assess(weights, p, run)
        base = presented(result, run.confidence)
        workers = Workers(run.jobs, run.scratch, run.progress, 0.6, 0.8)
        near = truth(weights, p.profile, run.seed, p.truth, p.radius, workers)
        workers = Workers(run.jobs, run.scratch, run.progress, 0.8, 1.0)
        plain = truth(weights, p.profile, run.seed, p.truth, 0.0, workers)
        measures = dict(base.measures)
        within = (
            f"simulated truth: {p.failures} misclassification of new frames disturbed within {p.radius:g}"
        )
        measures["true_pmi"] = near.measure(p.failures, run.confidence, within)
        measures["true_pmi_frames"] = plain.measure(
            p.failures, run.confidence, "the same of frames as they are"
        )
        measures["bound_over_truth"] = factor(
            measures["pmi"], measures["true_pmi"], "upper limit of pmi over its simulated truth"
        )
        measures["attacked_share"] = attacked
        rows = [
            (f"pmi, disturbed frames ({p.failures})", measures["pmi"], measures["true_pmi"]),
            (f"pmi against frames as they are ({p.failures})", measures["pmi"], measures["true_pmi_frames"]),
        ]
        tables = [beside(rows), *base.tables, _confused(near)]
        return Result(
            measures, tables, base.figures, (*base.assumptions, TRUTH_ASSUMPTION), (*base.notes, _note(p)),
            signs=run.intake.signs,
        )  # fmt: skip


def _assess(weights: Any, p: RamParameters, run: Run) -> tuple[HighDimensional, Any]:
    """The RAM's finding, and the share of balls in which an attack succeeds."""
    import numpy as np
    from casegen_evidence.blocks import Workers
    from casegen_evidence.ram.balls import Estimation
    from casegen_evidence.ram.data import LabelledPoints
    from casegen_evidence.ram.high import HighPlan, assess_high
    from casegen_evidence.ram.splitting import Splitting
    from casegen_evidence.ram.vital_signs import judge_points

    from casegen_underwater.data import BALLS, drawn
    from casegen_underwater.network import classifier_of, module_of
    from casegen_underwater.scenes import ASSETS, severity

    frames = drawn(p.profile, run.seed, BALLS, p.design + p.balls)
    points = frames.flat
    data = LabelledPoints(points, frames.truth, ASSETS, tuple(f"pixel{k}" for k in range(points.shape[1])))
    judge_points(data, run.intake)
    splitting = Splitting(p.particles, moves=p.moves, log_floor=float(np.log(p.floor)))
    plan = HighPlan(
        radius=p.radius,
        domain=(0.0, 1.0),
        balls=p.balls,
        estimation=Estimation(p.estimator, p.samples, splitting),
        encoder=p.encoder,
        latent=p.latent,
    )
    module = module_of(weights)
    result = assess_high(
        data,
        classifier_of(module),
        np.arange(len(points)) < p.design,
        plan,
        severity=severity(p.failures),
        confidence=run.confidence,
        seed=run.seed,
        workers=Workers(run.jobs, run.scratch, run.progress, 0.0, 0.5),
    )
    run.progress(0.55, "attacking the balls")
    return result, _attack(module, result, p, run)


def _attack(module: Any, assessment: HighDimensional, p: RamParameters, run: Run) -> Any:
    """Share of balls in which ten steps of projected gradient find a misclassification."""
    import numpy as np
    import torch
    from casegen_evidence.bounds.measures import proportion

    from casegen_underwater.network import answers
    from casegen_underwater.training import attacked

    which = assessment.order[: p.attacked]
    x = torch.from_numpy(assessment.data.points[which].astype(np.float32))
    y = assessment.data.labels[which]
    worst = attacked(module, x, torch.from_numpy(y), p.radius, 10, np.random.default_rng([run.seed, 0xAD]))
    hit = (answers(module, worst.numpy()) != y) | (answers(module, x.numpy()) != y)
    text = "balls in which an attack finds a misclassification; others may hold one that was not found"
    return proportion(int(hit.sum()), len(which), run.confidence, "fraction", text, "projected gradient")


def _confused(near: Truth) -> Table:
    """Simulated confusions per true asset, so that a reader sees which of them count."""
    from casegen_underwater.scenes import ASSETS, STAND_OFF, severity

    counted = severity("safety-related")
    rows: list[list[str | float | int | None]] = []
    for i, a in enumerate(ASSETS):
        total = int(near.counts[i].sum())
        for j, b in enumerate(ASSETS):
            share = near.counts[i, j] / max(near.frames, 1)
            if i != j and near.counts[i, j]:
                metres = f"{STAND_OFF[a]:g} m → {STAND_OFF[b]:g} m"
                related = "yes" if counted[i, j] else "no"
                rows.append([a, b, metres, related, int(near.counts[i, j]), float(f"{share:.3g}"), total])
    rows.sort(key=lambda r: -float(r[4] or 0))
    columns = [
        "true",
        "answered",
        "stand-off",
        "safety-related",
        "frames",
        "per frame",
        "frames of the asset",
    ]
    return Table("Confusions in the simulated truth", columns, rows)


def _note(p: RamParameters) -> str:
    return (
        f"pmi and true_pmi speak of the same event: a frame of profile {p.profile}, disturbed uniformly within "
        f"{p.radius:g} per pixel, gets an answer that counts ({p.failures})."
    )


RAM = UnderwaterRam()
