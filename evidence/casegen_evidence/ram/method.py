"""The RAM as a registered evidence method, low dimension (paper 003 §5.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from casegen_evidence.method import Kind, Measure, Parameters, Result, Run
from casegen_evidence.ram.high_method import HIGH_DIMENSIONAL
from casegen_evidence.ram.likeness import ALIKE, SAME, SIGNS, judge_likeness
from casegen_evidence.ram.specs import (
    ClassifierSpec,
    DataSpec,
    FailureSpec,
    Name,
    distinct_inputs,
    severities,
    split,
    trained,
)
from casegen_evidence.ram.stated import Known, OfData, Profile, Reweighted
from casegen_evidence.ram.vital_signs import POINTS
from casegen_evidence.signs import Direction, directions

__all__ = ["HIGH_DIMENSIONAL", "LOW_DIMENSIONAL", "LowDimensional", "LowDimensionalParameters"]


class LowDimensionalParameters(Parameters):
    """Parameters of ``ram-low-dimensional``."""

    data: DataSpec | None = Field(
        None, description="labelled points of an installed package, instead of a file"
    )
    label: Name | None = Field(None, description="csv column of the label; default: the last")
    group: Name | None = Field(
        None,
        description="csv column of what a row belongs to (a video, a patient), if rows of one depend on each other",
    )
    profile: Profile = Field(
        OfData(), description="operational profile: of the data, classes reweighted, or a known density"
    )
    sampling: Known | None = Field(
        None, description="density that the labelled points were drawn from, beside a known profile"
    )
    total_variation: Annotated[float, Field(ge=0, lt=1)] = Field(
        0.0,
        description="the profile may differ by this much from the evaluated one: bounds hold for the worst",
    )
    classifier: ClassifierSpec = Field(
        ClassifierSpec(), description="classifier that is trained and assessed"
    )
    evaluation_share: Annotated[float, Field(gt=0, lt=1)] = Field(
        0.5, description="share of the points kept from the classifier, for the bound"
    )
    domain: list[tuple[float, float]] | None = Field(
        None, description="interval per feature; default: the range of the design points, a tenth wider"
    )
    cells: Annotated[int, Field(gt=0)] | list[Annotated[int, Field(gt=0)]] | None = Field(
        None, description="cells per feature; default: as many as r-separation asks for"
    )
    most_cells: Annotated[int, Field(gt=0)] = Field(
        1_000_000, description="where the domain has more, only the densest are stored, at most so many"
    )
    left_out: Annotated[float, Field(gt=0, lt=1)] = Field(
        0.001, description="operational mass that cells not stored may hold at most; it counts as failing"
    )
    memory: Annotated[float, Field(ge=0.5)] = Field(4.0, description="GiB of memory that the cells may take")
    bandwidth: Annotated[float, Field(gt=0)] | None = Field(
        None, description="of the kernel estimate, as a share of the domain's width; default: cross-validated"
    )
    band: Annotated[list[Annotated[float, Field(gt=0)]], Field(min_length=1)] = Field(
        [1.0, 0.5, 0.25], description="multiples of the bandwidth over which the bound is the largest"
    )
    samples: Annotated[int, Field(gt=0)] = Field(
        1_000_000, description="Monte Carlo samples over all cells (not used for tree ensembles)"
    )
    floor: Annotated[int, Field(gt=0)] = Field(8, description="Monte Carlo samples in every cell at least")
    votes: Annotated[int, Field(gt=0)] = Field(
        15, description="predictions that vote on an empty cell's label"
    )
    halvings: Annotated[int, Field(ge=0, le=8)] = Field(
        4,
        description="times that a cell crossed by a boundary is halved along each feature to prove its parts",
    )
    empty_cells: Literal["vote", "nearest", "worst-case"] = Field(
        "vote", description="label of a cell without points: by vote, of the nearest point, or all failing"
    )
    failures: list[FailureSpec] | None = Field(
        None, description="misclassifications that count; default: every one, with severity 1"
    )


_RIGHT_LABELS = "The recorded labels of the evaluation points are right."
_DRAWS: Mapping[Any, str] = {
    OfData: "The evaluation points are independent draws of the operational profile the claim is about (RAM "
    "Assumption 2).",
    Reweighted: "Within each class, the evaluation points are independent draws of its inputs in operation, "
    "and the classes occur there with the stated shares.",
    Known: "The operational profile is the stated one",
}
_SMOOTH = "the density of the operational profile changes little within the smallest bandwidth of the band"
_UNIFORM = "inputs are uniform within each cell (RAM Assumption 5)"
_RIGHT_CELLS = "the label of every cell is right at every input in it (RAM Assumptions 1, 3, 4)"


class LowDimensional:
    """Registered as ``ram-low-dimensional``."""

    name = "ram-low-dimensional"
    version = 4
    summary = "Probability of misclassification per random input (pmi), by cells of a low-dimensional domain"
    source = (
        "paper 003 §5.2, Eqns 3–13, 16; Clopper & Pearson (1934), Hoeffding (1963), Fay & Feuer (1997), "
        "Waudby-Smith & Ramdas (2024)"
    )
    parameters: type[Parameters] = LowDimensionalParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        "points": (
            False,
            "labelled points (unless `data` names a provider): csv with a header and the label last, or npz "
            "(points, labels)",
        ),
        "operation": (False, "inputs drawn in operation, without labels: csv with the same header, or npz"),
        "model": (False, "network in ONNX format, for classifier kind onnx; any file, for a provider"),
    }
    measures: Mapping[str, tuple[Kind, str]] = {
        "pmi": ("probability-per-demand", "pmi, restated for operation where that is given; for claims"),
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
        "pmi_smooth": ("probability-per-demand", "pmi with the RAM's bound, if the profile is smooth"),
        "pmi_voted": ("probability-per-demand", "the same if, besides, the cells' labels are right"),
        "pmi_eqn13": ("probability-per-demand", "pmi by the paper's Eqns 11–13; for reproduction only"),
        "acu": ("fraction", "average cell unastuteness, Eqn 16"),
        "test_error": ("probability-per-demand", "misclassified evaluation points, any kind"),
        "test_failure": ("probability-per-demand", "failures of evaluation points that count, by severity"),
        "voted_share": ("fraction", "share of λ in cells that hold no design point"),
        "mass_outside": ("fraction", "operational mass outside the domain, a failure for the RAM's bounds"),
        "left_out": ("fraction", "operational mass in cells that are not stored, a failure for the same"),
    }
    better: Mapping[str, Direction] = directions(
        lower=tuple(m for m in measures if not m.startswith("p_")), higher=("p_alike", "p_alike_within")
    )
    signs: Mapping[str, str] = {**SIGNS, **POINTS}
    distinct: Sequence[Sequence[str]] = (("points", "operation"),)
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-6)

    def run(self, run: Run) -> Result:
        """Train, partition, estimate, bound; see :func:`casegen_evidence.ram.low.assess`."""
        from casegen_evidence.models import computing_on
        from casegen_evidence.ram import figures, low, report
        from casegen_evidence.ram.blocks import Workers
        from casegen_evidence.ram.data import points_of, read_inputs
        from casegen_evidence.ram.vital_signs import judge_points

        p: LowDimensionalParameters = run.parameters
        data, origin = points_of(
            run.inputs.get("points"),
            p.data,
            run.seed,
            p.label,
            p.group,
            declared=run.reading,
            intake=run.intake,
        )
        judge_points(data, run.intake)
        inputs: Any = None
        again: tuple[str, ...] = ()
        if "operation" in run.inputs:
            inputs, again = distinct_inputs(
                read_inputs(run.inputs["operation"], data.features, declared=run.reading, intake=run.intake)
            )
        data, design, counted = split(data, p.evaluation_share, run.seed)
        classifier = trained(p.classifier, data, design, run.seed, run.inputs.get("model"), run.device)
        assessment = low.assess(
            data,
            classifier,
            design,
            _plan(p, data.points.shape[1]),
            severity=severities(p.failures, data.classes),
            confidence=run.confidence,
            seed=run.seed,
            inputs=inputs,
            workers=Workers(run.jobs, run.scratch, run.progress),
        )
        measures = _measures(assessment, run.confidence)
        judge_likeness(run.intake, assessment.held.comparison, p.sampling is not None)
        run.progress(0.95, "tables and figures")
        drawn = figures.figures(assessment, measures, classifier, run.seed)
        run.progress(1.0, "done")
        notes = (*origin, *counted, *again, *_notes(assessment))
        tables, used = report.tables(assessment, measures), computing_on(classifier)
        signs = tuple(run.intake.signs)
        return Result(
            measures, tables, drawn, _assumptions(assessment), notes, used, signs, tuple(run.intake.read)
        )


def _assumptions(result: Any) -> tuple[str, ...]:
    exact = result.held.evaluation.exact is not None
    return (
        f"pmi: {_basis(result).rstrip('.')}. {_RIGHT_LABELS}",
        f"pmi_smooth, in addition: {_UNIFORM if exact else _SMOOTH}.",
        f"pmi_voted, in addition: {_RIGHT_CELLS}.",
    )


def _basis(result: Any) -> str:
    """What the bound of pmi rests on, about the profile."""
    stated = _DRAWS[type(result.plan.profile)]
    held = result.held
    if held.evaluation.restated is held.comparison and held.comparison is not None:
        known = f"{stated}, and " if isinstance(result.plan.profile, Known) else ""
        return f"{known}{ALIKE}"
    if held.comparison is not None:
        return f"{stated}, and the labelled points are independent draws of the stated sampling density"
    return stated


def _notes(result: Any) -> tuple[str, ...]:
    """What a reader should know of the data, the profile and the partition."""
    from casegen_evidence.ram.data import conflicting

    notes = []
    grid, b = result.cells.grid, result.bound
    if conflict := conflicting(result.data):
        notes.append(f"{conflict} points coincide with a point of another label.")
    if max(grid.side) >= result.separation.radius:
        notes.append(
            f"Cells are not smaller than r̂ = {result.separation.radius:.3g}: some may hold two labels."
        )
    if grid.cells < grid.whole:
        notes.append(
            f"Of {grid.whole:,} cells the {grid.cells:,} densest are stored; the others hold {result.left_out:.2g} of "
            "the operational mass, which counts as failing."
        )
    ratio = result.held.evaluation.restated
    if hasattr(ratio, "ceiling"):
        notes.append(
            f"Evaluation points are weighted by the stated densities, up to {ratio.ceiling:.3g}; mass "
            f"{ratio.missing:.2g}, of which they say too little, counts as failing."
        )
    elif result.held.evaluation.missing > 0:
        notes.append(
            f"Classes of share {result.held.evaluation.missing:.3g} have no evaluation point and count as failing."
        )
    if result.plan.shift:
        notes.append(
            f"A shift of the profile by a total variation of {result.plan.shift:g} is inside every bound."
        )
    if b.inputs and result.held.evaluation.restated is None:
        notes.append(f"The bound of pmi counts {b.way}: decided on a tenth of the inputs.")
    return tuple(notes)


def _plan(p: LowDimensionalParameters, dimension: int) -> Any:
    from casegen_evidence.ram.low import Plan
    from casegen_evidence.ram.partition import Budget

    shape = (p.cells,) * dimension if isinstance(p.cells, int) else p.cells and tuple(p.cells)
    return Plan(
        domain=p.domain and tuple(p.domain),  # type: ignore[arg-type]
        shape=shape or None,
        budget=Budget(p.most_cells, p.memory, p.left_out),
        profile=p.profile,
        sampling=p.sampling,
        shift=p.total_variation,
        bandwidth=p.bandwidth,
        band=tuple(p.band),
        samples=p.samples,
        floor=p.floor,
        votes=p.votes,
        halvings=p.halvings,
        empty=p.empty_cells,
    )


def _measures(result: Any, confidence: float) -> dict[str, Measure]:
    import numpy as np

    from casegen_evidence.bounds import clopper_pearson
    from casegen_evidence.ram.cells import CellKind
    from casegen_evidence.ram.report import shares
    from casegen_evidence.ram.sound import failure_limits

    most = float(result.severity.max())
    wrong = result.data.labels[result.evaluation] != result.answers
    n = len(wrong)
    lower, upper = (float(v) for v in clopper_pearson(int(wrong.sum()), n, confidence))
    error = Measure(
        float(wrong.mean()), "probability-per-demand", lower, upper, confidence, n=n, estimator=EXACT
    )
    low, high = failure_limits(result.failures, most, confidence)
    held = result.held.evaluation
    beyond = np.where(result.cells.grid.inside(held.points), 0.0, 1.0)
    share = held.limits(beyond, 1.0, confidence)
    acu, voted = float(result.unastuteness.value.mean()), shares(result)[CellKind.EMPTY][2]
    return {
        **_rungs(result, confidence),
        **_likeness(result, confidence),
        "pmi_eqn13": _reproduced(result, confidence),
        "acu": Measure(acu, "fraction", text="average cell unastuteness", estimator="paper 003 Eqn 16"),
        "test_error": error,
        "test_failure": replace(error, value=float(result.failures.mean()), lower=low, upper=high),
        "voted_share": Measure(min(1.0, voted), "fraction", estimator="share of Σ Op_i λ_i"),
        "mass_outside": Measure(
            share.value,
            "fraction",
            share.lower,
            share.upper,
            confidence,
            n=len(beyond),
            estimator=_counting(held),
        ),
        "left_out": Measure(result.left_out, "fraction", estimator="1 - Σ Op_i within the domain"),
    }


EXACT = "Clopper–Pearson"


def _counting(held: Any) -> str:
    names = {
        "Restatement": "failures by strata of likeness to operation, Buehler with Chernoff's tail",
        "KnownShares": "failures by class, Buehler with Chernoff's tail",
        "DensityRatio": "betting on weight × loss",
    }
    return EXACT if held.restated is None else names[type(held.restated).__name__]


def _rungs(result: Any, confidence: float) -> dict[str, Measure]:
    """The pmi with the bound of each rung of :mod:`casegen_evidence.ram.sound`, and what each assumes.

    Every estimate is the one that its bound is about: failures counted, or the RAM's sum over cells.
    """
    bound, held = result.bound, result.held.evaluation
    exact = held.exact is not None
    profile = "" if isinstance(result.plan.profile, OfData) and held.restated is None else _basis(result)
    smooth = "exact profile" if exact else "Chernoff–Hoeffding over the bandwidth band"
    right = [profile.rstrip("."), _UNIFORM if exact else _SMOOTH, _RIGHT_CELLS]
    counted = f"{bound.way}; bound: {_counting(held)}"
    low, name = bound.sound.lower, "probability of misclassification per random input"
    by_cells = "RAM Eqn 4{}; bound: " + smooth
    return {
        "pmi": _rung(result, bound.sound.value, low, bound.sound.upper, name, counted, right[:1], confidence),
        "pmi_smooth": _rung(
            result, bound.value, None, bound.smooth, "pmi, if the profile is smooth",
            by_cells.format(" with the hidden failures") + f"; {_counting(held)}", right[:2], confidence,
        ),
        "pmi_voted": _rung(
            result, bound.seen, None, bound.voted, "pmi, if besides the cells' labels are right", by_cells.format(""),
            right, confidence,
        ),
    }  # fmt: skip


def _rung(
    result: Any,
    value: float,
    lower: float | None,
    upper: float,
    text: str,
    estimator: str,
    assumed: list[str],
    confidence: float,
) -> Measure:
    from casegen_evidence.bounds.distribution import beta_of

    return Measure(
        value,
        "probability-per-demand",
        lower,
        upper,
        confidence,
        beta_of(value, upper, confidence),
        result.bound.points,
        text,
        estimator,
        assumes="; ".join(a for a in assumed if a),
    )


def _likeness(result: Any, confidence: float) -> dict[str, Measure]:
    """How like operation the labelled points are, and the bound that takes them for its draws."""
    compared = result.held.comparison
    if compared is None:
        return {}
    lower, upper, value = result.as_drawn.lower, result.as_drawn.upper, result.as_drawn.value
    text = "pmi of the labelled points' own profile"
    return {
        "pmi_as_drawn": _rung(result, value, lower, upper, text, EXACT, [SAME], confidence),
        "p_alike": Measure(compared.p_apart, "score", estimator="permutation scan, gaps, classifier"),
        "p_alike_within": Measure(compared.p_within, "score", estimator="the same within strata"),
        "conceded_mass": Measure(
            compared.conceded, "fraction", estimator="inputs in strata without labelled points"
        ),
    }


def _reproduced(result: Any, confidence: float) -> Measure:
    eqns = result.paper
    return Measure(
        eqns.mean,
        "probability-per-demand",
        None,
        min(1.0, eqns.upper),
        confidence,
        n=len(result.data.points),
        text="the paper's estimate and bound",
        estimator="paper 003 Eqns 11–13",
        reproduction_only=True,
    )


LOW_DIMENSIONAL = LowDimensional()
