"""The RAM in high dimension as a registered evidence method (paper 003 §5.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from casegen_evidence.method import Kind, Parameters, Result, Run
from casegen_evidence.ram.high_report import presented
from casegen_evidence.ram.likeness import SIGNS, judge_likeness
from casegen_evidence.ram.refuted import refuted_balls
from casegen_evidence.ram.specs import (
    BESIDE_POINTS,
    COUNTED_ONCE,
    DRAWN_AGAIN,
    GROUP_SIZES,
    REPEATS,
    RESTATED,
    SIZES_IGNORED,
    ClassifierSpec,
    FailureSpec,
    GroupSizes,
    Name,
    Repeats,
    severities,
    ungraded,
)
from casegen_evidence.ram.vital_signs import FURTHER, POINTS
from casegen_evidence.signs import Direction, directions


class HighDimensionalParameters(Parameters):
    """Parameters of ``ram-high-dimensional``."""

    classifier: ClassifierSpec = Field(
        ClassifierSpec(kind="mlp"), description="classifier that is trained and assessed"
    )
    label: str | None = Field(None, description="csv column of the label; default: the last")
    group: str | None = Field(
        None,
        description="csv column of what a row belongs to (a video, a patient), if rows of one depend on each other",
    )
    group_sizes: GroupSizes = Field("count", description=GROUP_SIZES)
    repeats: Repeats = Field("copies", description=REPEATS)
    evaluation_share: Annotated[float, Field(gt=0, lt=1)] = Field(
        0.5, description="share of the points kept from the classifier; balls are drawn from it"
    )
    radius: Annotated[float, Field(gt=0)] | None = Field(
        None, description="of the L∞ norm balls; default: just below r̂, half the distance of unlike labels"
    )
    scale: Literal["none", "range", "sd"] | None = Field(
        None,
        description="unit of the radius along a feature: none (the features' own), its range, or its standard deviation; "
        "left out: none, and features of unlike spread put the result in doubt",
    )
    radii: dict[Name, Annotated[float, Field(gt=0)]] = Field(
        default_factory=dict, description="radius along a feature in its own unit, by its name"
    )
    held: list[Name] = Field(
        default_factory=list, description="features that do not vary within a ball: counts, categories"
    )
    disturbance: Name = Field(
        "uniform",
        description="inputs within a ball: uniform, toward-others (natural variation: toward points of the same class), "
        "or a generator of the entry point group casegen.disturbances",
    )
    sweep: Annotated[list[Annotated[float, Field(gt=0)]], Field(max_length=20)] = Field(
        default_factory=list,
        description="further radii, in the unit of `radius`, at which pmi is shown beside it; for no claim",
    )
    domain: tuple[float, float] | None = Field(
        None, description="interval of every feature; default: the range of the data"
    )
    balls: Annotated[int, Field(gt=1)] = Field(500, description="norm balls to estimate at most")
    estimator: Name = Field(
        "smc",
        description="smc (simple Monte Carlo), amls (adaptive multilevel splitting, for rare failures), or an "
        "evaluator of the entry point group casegen.ball_evaluators",
    )
    samples: Annotated[int, Field(gt=0)] = Field(
        1000, description="per ball, for smc and installed evaluators"
    )
    particles: Annotated[int, Field(ge=20)] = Field(200, description="per ball, for amls")
    moves: Annotated[int, Field(gt=0)] = Field(20, description="random-walk moves per level, for amls")
    floor: Annotated[float, Field(gt=0, lt=1)] = Field(
        1e-9, description="amls gives a ball up below this and counts it as this"
    )
    encoder: Literal["pca", "vae"] = Field("pca", description="of the latent profile; vae needs torch")
    latent: Annotated[int, Field(gt=0)] = Field(8, description="latent dimensions")
    requirement: Annotated[float, Field(gt=0, lt=1)] | None = Field(
        None, description="stop as soon as the limits of pmi tell whether it is at most this"
    )
    failures: Annotated[list[FailureSpec], Field(min_length=1)] | None = Field(
        None, description="misclassifications that count; default: every one, with severity 1"
    )


HIGH_SIGNS = {"unlike-operation", "unscaled", "unlike-within-strata", "thin-places", *POINTS}
EVALUATOR_SIGNS = {
    "evaluator-contradicted": "an installed evaluator finds fewer failures in balls than plain Monte Carlo does"
}


class HighDimensional:
    """Registered as ``ram-high-dimensional``."""

    name = "ram-high-dimensional"
    version = 9
    summary = "Probability of misclassification per random input (pmi), by norm balls around sampled inputs"
    source = (
        "paper 003 §5.3, Eqns 14–16; Webb et al. (2019), Bréhier et al. (2016); Waudby-Smith & Ramdas (2024), "
        "Hoeffding (1963), Kish (1965)"
    )
    parameters: type[Parameters] = HighDimensionalParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        "points": (True, "labelled points: csv with a header and the label last, or npz (points, labels)"),
        **BESIDE_POINTS,
    }
    measures: Mapping[str, tuple[Kind, str]] = {
        "pmi": ("probability-per-demand", "pmi with a bound for independent balls; for claims"),
        **RESTATED,
        "pmi_eqn15": ("probability-per-demand", "pmi by the paper's Eqns 13–15; for reproduction only"),
        "acu": ("fraction", "average unastuteness of the balls, Eqn 16"),
        "test_error": ("probability-per-demand", "misclassified evaluation points, any kind"),
        "proven_share": ("fraction", "share of balls whose unastuteness is proven"),
        "floored_share": ("fraction", "share of balls where splitting gave up below its floor"),
    }
    better: Mapping[str, Direction] = directions(
        lower=("pmi", "pmi_as_drawn", "pmi_eqn15", "acu", "test_error", "floored_share", "conceded_mass"),
        higher=("proven_share", "p_alike", "p_alike_within"),
    )
    signs: Mapping[str, str] = {
        **EVALUATOR_SIGNS,
        **FURTHER,
        **{k: v for k, v in {**SIGNS, **POINTS}.items() if k in HIGH_SIGNS},
    }
    distinct: Sequence[Sequence[str]] = (("points", "operation"),)
    stages: Mapping[str, str] = {"balls": "norm balls"}
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-4)

    def run(self, run: Run) -> Result:
        """Train, draw balls, estimate, bound; see :func:`casegen_evidence.ram.high.assess_high`."""
        from casegen_evidence.blocks import Workers
        from casegen_evidence.models import computing_on
        from casegen_evidence.ram.copies import copied, judge_balls
        from casegen_evidence.ram.data import read
        from casegen_evidence.ram.evaluators import compared_with_sampling
        from casegen_evidence.ram.high import assess_high
        from casegen_evidence.ram.prepared import in_order_of_features, judged_inputs, trained_split
        from casegen_evidence.ram.vital_signs import judge_scale

        p: HighDimensionalParameters = run.parameters
        data = read(run.inputs["points"], p.label, p.group, declared=run.reading, intake=run.intake)
        data = in_order_of_features(run, data, p.classifier)
        inputs, again = judged_inputs(run, data, p.repeats)
        if p.scale is None and not p.radii:
            judge_scale(data, set(p.held), run.intake)
        made = trained_split(run, data, p)
        plan = replace(_plan(p, made.data, made.design), device=run.device)
        part = 1 / (1 + len(p.sweep))
        workers = Workers(
            run.jobs, run.scratch, lambda share, what: run.progress(part * share, what), device=run.device
        )
        result = assess_high(
            made.data,
            made.classifier,
            made.design,
            plan,
            severity=ungraded(severities(p.failures, made.data.classes)),
            confidence=run.confidence,
            seed=run.seed,
            inputs=inputs,
            workers=workers,
        )
        judge_likeness(run.intake, result.comparison, result.possible)
        if plan.estimation.evaluator is not None:
            compared_with_sampling(result, made.classifier, plan, run.seed, workers, run.intake)
        run.progress(1.0, "done")
        shown = _shown(result, made.classifier, plan, run, workers)
        refuted_balls(result, shown.measures, run.intake)
        once: tuple[str, ...] = ()
        if p.repeats == "copies":
            judge_balls(result, made, shown.measures, run.intake)
            once = (COUNTED_ONCE,) if again or copied(data) else ()
        used = computing_on(made.classifier) or (run.device if p.encoder == "vae" else None)
        notes = (*made.notes, *again, *shown.notes)
        assumed, signs = (*shown.assumptions, *once), tuple(run.intake.signs)
        return replace(
            shown, device=used, notes=notes, assumptions=assumed, signs=signs, read=tuple(run.intake.read)
        )


def _shown(result: Any, model: Any, plan: Any, run: Run, workers: Any) -> Result:
    """The result with its sweep, and with what its measures assume because of the parameters."""
    from casegen_evidence.ram.evaluators import ASSUMED
    from casegen_evidence.ram.low_measures import assuming
    from casegen_evidence.ram.sweep import swept, with_sweep

    p: HighDimensionalParameters = run.parameters
    shown = presented(result, run.confidence)
    if p.sweep:
        shown = with_sweep(shown, swept(result, model, plan, p.sweep, run.seed, workers), run.confidence)
    if plan.estimation.evaluator is not None:
        shown = replace(shown, measures=assuming(shown.measures, ASSUMED.format(p.estimator)))
    if p.repeats == "draws":
        shown = replace(shown, measures=assuming(shown.measures, DRAWN_AGAIN))
    if p.group is not None and p.group_sizes == "ignored":
        shown = replace(shown, measures=assuming(shown.measures, SIZES_IGNORED))
    return shown


def _disturbance(p: HighDimensionalParameters, data: Any, design: Any) -> Any:
    """The generator that the parameters name; None for uniform."""
    from casegen_evidence.installed import installed
    from casegen_evidence.method import InputProblem
    from casegen_evidence.ram.disturbances import EXPECTED, GROUP, toward_others

    if p.disturbance == "uniform":
        return None
    if p.estimator != "smc":
        raise InputProblem(
            f"expected estimator smc for another disturbance than uniform; found {p.estimator}"
        )
    if p.disturbance == "toward-others":
        return toward_others(data.points[design], data.labels[design])
    return installed(GROUP, p.disturbance, EXPECTED)


def _plan(p: HighDimensionalParameters, data: Any, design: Any) -> Any:
    from math import log

    from casegen_evidence.ram.high import HighPlan
    from casegen_evidence.ram.splitting import Splitting

    splitting = Splitting(p.particles, moves=p.moves, log_floor=log(p.floor))
    return HighPlan(
        radius=p.radius,
        scale=p.scale or "none",
        radii=p.radii,
        held=tuple(p.held),
        domain=p.domain,
        balls=p.balls,
        estimation=_estimation(p, splitting, _disturbance(p, data, design)),
        encoder=p.encoder,
        latent=p.latent,
        requirement=p.requirement,
    )


def _estimation(p: HighDimensionalParameters, splitting: Any, disturb: Any) -> Any:
    from casegen_evidence.installed import installed
    from casegen_evidence.ram.balls import Estimation
    from casegen_evidence.ram.evaluators import EXPECTED, GROUP

    if p.estimator == "smc":
        return Estimation("smc", p.samples, splitting, disturb)
    if p.estimator == "amls":
        return Estimation("amls", p.samples, splitting)
    evaluator = installed(GROUP, p.estimator, EXPECTED)
    return Estimation("installed", p.samples, splitting, disturb, evaluator)


HIGH_DIMENSIONAL = HighDimensional()
