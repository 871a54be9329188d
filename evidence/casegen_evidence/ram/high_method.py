"""The RAM in high dimension as a registered evidence method (paper 003 §5.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from casegen_evidence.method import Figure, Kind, Measure, Parameters, Result, Run, Table
from casegen_evidence.ram.likeness import ALIKE, OWN_PROFILE, SAME, SIGNS, judge_likeness
from casegen_evidence.ram.specs import (
    DRAWN_AGAIN,
    REPEATS,
    ClassifierSpec,
    FailureSpec,
    Name,
    Repeats,
    distinct_inputs,
    severities,
    split,
    trained,
    ungraded,
)
from casegen_evidence.ram.vital_signs import POINTS
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
    domain: tuple[float, float] | None = Field(
        None, description="interval of every feature; default: the range of the data"
    )
    balls: Annotated[int, Field(gt=1)] = Field(500, description="norm balls to estimate at most")
    estimator: Literal["smc", "amls"] = Field(
        "smc", description="simple Monte Carlo, or adaptive multilevel splitting for rare failures"
    )
    samples: Annotated[int, Field(gt=0)] = Field(1000, description="per ball, for smc")
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
    failures: list[FailureSpec] | None = Field(
        None, description="misclassifications that count; default: every one, with severity 1"
    )


_ASSUMPTIONS = (
    "The evaluation points are independent draws of the operational profile (RAM Assumption 2) and rightly "
    "labelled; with operation inputs, they are so within every stratum of likeness to operation.",
    "An input in operation is such a point disturbed uniformly within its norm ball (Assumption 5).",
    "Every input in a ball has the label of its centre (Assumptions 1 and 3: the radius is below r̂).",
)


HIGH_SIGNS = {"unlike-operation", "unscaled", "unlike-within-strata", *POINTS}
_BOUNDS = {"betting": "betting bound", "chernoff": "Chernoff–Hoeffding"}


class HighDimensional:
    """Registered as ``ram-high-dimensional``."""

    name = "ram-high-dimensional"
    version = 6
    summary = "Probability of misclassification per random input (pmi), by norm balls around sampled inputs"
    source = (
        "paper 003 §5.3, Eqns 14–16; Webb et al. (2019), Bréhier et al. (2016); Waudby-Smith & Ramdas (2024), "
        "Hoeffding (1963), Kish (1965)"
    )
    parameters: type[Parameters] = HighDimensionalParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        "points": (True, "labelled points: csv with a header and the label last, or npz (points, labels)"),
        "operation": (False, "inputs drawn in operation, without labels: csv with the same header, or npz"),
        "model": (
            False,
            "network in ONNX format or estimator saved by skops, for these kinds of classifier; any file, for a provider",
        ),
    }
    measures: Mapping[str, tuple[Kind, str]] = {
        "pmi": ("probability-per-demand", "pmi with a bound for independent balls; for claims"),
        "pmi_as_drawn": (
            "probability-per-demand",
            "pmi of the labelled points' own profile, where operation is given beside them",
        ),
        "p_alike": ("score", "p-value that labelled points and operation are alike"),
        "p_alike_within": ("score", "the same within the strata by which pmi is restated"),
        "conceded_mass": (
            "fraction",
            "operational mass in strata without labelled points; it counts as failing",
        ),
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
    signs: Mapping[str, str] = {k: v for k, v in {**SIGNS, **POINTS}.items() if k in HIGH_SIGNS}
    distinct: Sequence[Sequence[str]] = (("points", "operation"),)
    stages: Mapping[str, str] = {"balls": "norm balls"}
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-4)

    def run(self, run: Run) -> Result:
        """Train, draw balls, estimate, bound; see :func:`casegen_evidence.ram.high.assess_high`."""
        from casegen_evidence.blocks import Workers
        from casegen_evidence.models import computing_on
        from casegen_evidence.ram.data import read, read_inputs
        from casegen_evidence.ram.high import assess_high
        from casegen_evidence.ram.low_measures import assuming
        from casegen_evidence.ram.vital_signs import (
            judge_operation,
            judge_points,
            judge_recurring,
            judge_scale,
        )

        p: HighDimensionalParameters = run.parameters
        data = read(run.inputs["points"], p.label, p.group, declared=run.reading, intake=run.intake)
        judge_points(data, run.intake)
        if p.repeats == "copies":
            judge_recurring(data.points, "points", run.intake)
        inputs: Any = None
        again: tuple[str, ...] = ()
        if "operation" in run.inputs:
            inputs = read_inputs(
                run.inputs["operation"], data.features, declared=run.reading, intake=run.intake
            )
            judge_operation(data.points, inputs, run.intake)
            if p.repeats == "copies":
                judge_recurring(inputs, "operation", run.intake)
            inputs, again = distinct_inputs(inputs, p.repeats)
        if p.scale is None and not p.radii:
            judge_scale(data, set(p.held), run.intake)
        data, design, counted = split(data, p.evaluation_share, run.seed, p.repeats)
        model = trained(p.classifier, data, design, run.seed, run.inputs.get("model"), run.device)
        result = assess_high(
            data,
            model,
            design,
            replace(_plan(p, data, design), device=run.device),
            severity=ungraded(severities(p.failures, data.classes)),
            confidence=run.confidence,
            seed=run.seed,
            inputs=inputs,
            workers=Workers(run.jobs, run.scratch, run.progress, device=run.device),
        )
        judge_likeness(run.intake, result.comparison)
        run.progress(1.0, "done")
        used = computing_on(model) or (run.device if p.encoder == "vae" else None)
        shown = presented(result, run.confidence)
        notes = (*counted, *again, *shown.notes)
        if p.repeats == "draws":
            shown = replace(shown, measures=assuming(shown.measures, DRAWN_AGAIN))
        return replace(
            shown, device=used, notes=notes, signs=tuple(run.intake.signs), read=tuple(run.intake.read)
        )


def presented(result: Any, confidence: float) -> Result:
    """What :func:`casegen_evidence.ram.high.assess_high` found, as measures, tables and figures."""
    measures = _measures(result, confidence)
    notes = (*result.data.notes, *_notes(result))
    return Result(measures, _tables(result, measures), _figures(result), _ASSUMPTIONS, notes)


def _disturbance(p: HighDimensionalParameters, data: Any, design: Any) -> Any:
    """The generator that the parameters name; None for uniform."""
    from casegen_evidence.method import InputProblem
    from casegen_evidence.ram.disturbances import provided, toward_others

    if p.disturbance == "uniform":
        return None
    if p.estimator == "amls":
        raise InputProblem("expected estimator smc for another disturbance than uniform; found amls")
    if p.disturbance == "toward-others":
        return toward_others(data.points[design], data.labels[design])
    return provided(p.disturbance)


def _plan(p: HighDimensionalParameters, data: Any, design: Any) -> Any:
    from math import log

    from casegen_evidence.ram.balls import Estimation
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
        estimation=Estimation(p.estimator, p.samples, splitting, _disturbance(p, data, design)),
        encoder=p.encoder,
        latent=p.latent,
        requirement=p.requirement,
    )


def _measures(result: Any, confidence: float) -> dict[str, Measure]:
    import numpy as np

    from casegen_evidence.bounds import clopper_pearson
    from casegen_evidence.bounds.distribution import beta_of
    from casegen_evidence.ram.high import eqns_14_15

    demand: Kind = "probability-per-demand"
    bound, values, k = result.bound, result.runs.value, result.k
    how = f"{_BOUNDS[result.how]} over the balls"
    mean, _, upper = eqns_14_15(values, result.density, confidence)
    wrong, n = int(np.sum(result.data.labels[~result.design] != result.answers)), len(result.answers)
    low, high = (float(v) for v in clopper_pearson(wrong, n, confidence))
    shape = beta_of(bound.value, bound.upper, confidence)
    text = "probability of misclassification per random input disturbed within its ball"
    assumed = "" if result.comparison is None else ALIKE
    if assumed:
        how = "balls by strata of likeness to operation, Buehler with Chernoff's tail"
    return {
        "pmi": Measure(
            bound.value, demand, bound.lower, bound.upper, confidence, shape, k, text, how, assumes=assumed
        ),
        **_likeness(result, confidence),
        "pmi_eqn15": Measure(
            mean,
            demand,
            None,
            min(1.0, upper),
            confidence,
            n=k,
            text="the paper's estimate and bound",
            estimator="paper 003 Eqns 13–15",
            reproduction_only=True,
        ),
        "acu": Measure(
            float(values.mean()), "fraction", n=k, text=_acu(result), estimator="paper 003 Eqn 16"
        ),
        "test_error": Measure(
            wrong / n,
            demand,
            low,
            high,
            confidence,
            n=n,
            estimator="Clopper–Pearson",
            not_for_claims=OWN_PROFILE if assumed else "",
        ),
        "proven_share": Measure(float(result.runs.proven.mean()), "fraction", n=k),
        "floored_share": Measure(float(result.runs.floored.mean()), "fraction", n=k),
    }


def _acu(result: Any) -> str:
    same = "the same number as pmi, since balls are drawn from the profile: each counts alike"
    return same if result.comparison is None else "each ball counts alike, whatever operation is like"


def _likeness(result: Any, confidence: float) -> dict[str, Measure]:
    if result.comparison is None:
        return {}
    b, compared = result.as_drawn, result.comparison
    how = f"{_BOUNDS[result.how]} over the balls"
    text = "pmi of the labelled points' own profile"
    return {
        "pmi_as_drawn": Measure(
            b.value, "probability-per-demand", b.lower, b.upper, confidence, n=result.k, text=text, estimator=how,
            assumes=SAME, not_for_claims=OWN_PROFILE,
        ),
        "p_alike": Measure(compared.p_apart, "score", estimator="permutation scan, gaps, classifier"),
        "p_alike_within": Measure(compared.p_within, "score", estimator="the same within strata"),
        "conceded_mass": Measure(compared.conceded, "fraction", estimator="inputs in strata without labelled points"),
    }  # fmt: skip


def _tables(result: Any, measures: Mapping[str, Measure]) -> list[Table]:
    from casegen_evidence.bounds import kish
    from casegen_evidence.ram.report import short

    names = {
        "pmi": "pmi",
        "pmi_as_drawn": "pmi of the labelled points' own profile",
        "pmi_eqn15": "pmi, paper's Eqns 13–15 (for reproduction)",
        "acu": "ACU",
        "test_error": "test error",
    }
    rows: list[list[str | float | int | None]] = []
    for name, title in names.items():
        if name not in measures:
            continue
        m = measures[name]
        ends = [None if v is None else short(v) for v in (m.lower, m.upper)]
        rows.append([title, short(m.value), *ends, m.estimator])
    varied = len({*result.radii.tolist()}) > 1 and len(result.radii) <= 40
    pairs = zip(result.data.features, result.radii.tolist(), strict=True) if varied else ()
    by_feature = ", ".join(f"{name} {short(r):g}" for name, r in pairs)
    along: list[list[str | float | int | None]] = (
        [["radius along each feature", by_feature]] if by_feature else []
    )
    frame: list[list[str | float | int | None]] = [
        ["smallest L∞ distance of points with different labels", short(result.distance)],
        ["radius of the balls", short(result.radius)],
        *along,
        ["balls estimated", result.k],
        ["of them proven without sampling", int(result.runs.proven.sum())],
        ["of them at most the floor", int(result.runs.floored.sum())],
        ["standard deviation of pmi from sampling within the balls", short(result.noise)],
        ["effective number under Eqn 14's weights (Kish)", short(kish(result.density))],
        ["bandwidth of the latent profile (standard deviations)", short(result.bandwidth)],
        ["looks at the requirement", ", ".join(str(v) for v in result.looks) or "none"],
    ]
    columns = ["measure", "estimate", "lower", "upper", "estimator"]
    compared = result.comparison
    restated = [] if compared is None else [compared.tests(), compared.table(result.runs.value, result.most)]
    return [
        Table("Test error, ACU and pmi side by side", columns, rows),
        *restated,
        Table("Norm balls", ["what", "found"], frame),
    ]


def _figures(result: Any) -> list[Figure]:
    import numpy as np

    from casegen_evidence.ram.high import eqns_14_15
    from casegen_evidence.ram.report import short

    ks = np.unique(np.geomspace(min(10, result.k), result.k, 25).astype(int))
    values = result.runs.value
    sound = [result.limits(k, 1 - result.confidence) for k in ks]
    old = [eqns_14_15(values[:k], result.density[:k], result.confidence) for k in ks]
    x = [int(k) for k in ks]
    series = [
        {
            "name": "pmi",
            "x": x,
            "y": [short(s.value) for s in sound],
            "lower": [short(s.lower) for s in sound],
            "upper": [short(s.upper) for s in sound],
        },
        {
            "name": "Eqns 13–15 (for reproduction)",
            "x": x,
            "y": [short(m) for m, _, _ in old],
            "upper": [short(u) for _, _, u in old],
        },
    ]
    if result.requirement is not None:
        series.append({"name": "requirement", "x": [x[0], x[-1]], "y": [result.requirement] * 2})
    alt = (
        f"The estimate settles at {sound[-1].value:.3g} with upper limit {sound[-1].upper:.3g} after {result.k} balls; "
        f"by the paper's weights it is {old[-1][0]:.3g} with upper limit {old[-1][2]:.3g}."
    )
    edges = [0.0, *np.logspace(-9, 0, 10).tolist()]
    counts = [int(np.sum(values <= 0)), *(int(c) for c in np.histogram(values, bins=edges)[0])]
    counts[1] -= counts[0]
    names = ["0", *(f"≤ {e:.0e}" for e in edges[1:])]
    large = float(np.mean(values > 0.5))
    return [
        Figure("Convergence over the balls", "lines", {"series": series}, alt, "balls", "pmi", log_x=True),
        Figure(
            "Unastuteness of the balls",
            "bars",
            {"categories": names, "series": [{"name": "balls", "values": counts}]},
            f"{counts[0]} of {result.k} balls show no failure; {large:.1%} fail on more than half of their volume.",
            "unastuteness λ",
            "balls",
        ),
    ]


def _notes(result: Any) -> tuple[str, ...]:
    notes = []
    if result.radius >= result.distance / 2:
        notes.append(f"The radius is not below r̂ = {result.distance / 2:.3g}: a ball may hold two labels.")
    if result.runs.floored.any():
        notes.append(
            f"{int(result.runs.floored.sum())} balls are counted at the floor of the splitting, "
            f"≤ {result.runs.value[result.runs.floored].max():.0e}: at most that."
        )
    if result.requirement is not None:
        notes.append(_verdict(result))
    return tuple(notes)


def _verdict(result: Any) -> str:
    from casegen_evidence.ram.high import decides

    outcome = {True: "is met", False: "is not met", None: "is left open"}[
        decides(result.bound, result.requirement)
    ]
    left = result.looks[-1] - result.k
    return f"After {result.k} balls the requirement {outcome}" + (
        f"; {left} more were not needed." if left else "."
    )


HIGH_DIMENSIONAL = HighDimensional()
