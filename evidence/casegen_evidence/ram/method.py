"""The RAM as a registered evidence method, low dimension (paper 003 §5.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from casegen_evidence.method import Kind, Parameters, Result, Run
from casegen_evidence.plural import plural
from casegen_evidence.ram.high_method import HIGH_DIMENSIONAL
from casegen_evidence.ram.likeness import SIGNS, judge_likeness, judge_outside
from casegen_evidence.ram.refuted import refuted_cells
from casegen_evidence.ram.specs import (
    BESIDE_POINTS,
    COUNTED_ONCE,
    DRAWN_AGAIN,
    GROUP_SIZES,
    REPEATS,
    RESTATED,
    SIZES_IGNORED,
    ClassifierSpec,
    DataSpec,
    FailureSpec,
    GroupSizes,
    Name,
    Repeats,
    severities,
)
from casegen_evidence.ram.stated import Known, OfData, Profile
from casegen_evidence.ram.vital_signs import FURTHER, POINTS
from casegen_evidence.signs import Direction, directions

if TYPE_CHECKING:
    from casegen_evidence.ram.data import LabelledPoints

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
    group_sizes: GroupSizes = Field("count", description=GROUP_SIZES)
    repeats: Repeats = Field("copies", description=REPEATS)
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
        None,
        description="of the kernel estimate, as a share of the domain's width, flat from 3 on; default: cross-validated",
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
    failures: Annotated[list[FailureSpec], Field(min_length=1)] | None = Field(
        None, description="misclassifications that count; default: every one, with severity 1"
    )


class LowDimensional:
    """Registered as ``ram-low-dimensional``."""

    name = "ram-low-dimensional"
    version = 8
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
        **BESIDE_POINTS,
    }
    measures: Mapping[str, tuple[Kind, str]] = {
        "pmi": ("probability-per-demand", "pmi, restated for operation where that is given; for claims"),
        **RESTATED,
        "pmi_smooth": ("probability-per-demand", "pmi with the RAM's bound, if the profile is smooth"),
        "pmi_voted": ("probability-per-demand", "the same if, besides, the cells' labels are right"),
        "pmi_eqn13": ("probability-per-demand", "pmi by the paper's Eqns 11–13; for reproduction only"),
        "acu": ("fraction", "average cell unastuteness, Eqn 16"),
        "test_error": ("probability-per-demand", "misclassified evaluation points, any kind"),
        "test_failure": ("probability-per-demand", "failures of evaluation points that count"),
        "mean_severity": (
            "score",
            "mean severity of the failure at the next input, where severities differ from 1",
        ),
        "voted_share": ("fraction", "share of λ in cells that hold no design point"),
        "mass_outside": ("fraction", "operational mass outside the domain, a failure for the RAM's bounds"),
        "left_out": ("fraction", "operational mass in cells that are not stored, a failure for the same"),
    }
    better: Mapping[str, Direction] = directions(
        lower=tuple(m for m in measures if not m.startswith("p_")), higher=("p_alike", "p_alike_within")
    )
    signs: Mapping[str, str] = {**SIGNS, **POINTS, **FURTHER}
    distinct: Sequence[Sequence[str]] = (("points", "operation"),)
    stages: Mapping[str, str] = {"votes": "open cells", "failures": "open cells"}
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-6)

    def run(self, run: Run) -> Result:
        """Train, partition, estimate, bound; see :func:`casegen_evidence.ram.low.assess`."""
        from casegen_evidence.blocks import Workers
        from casegen_evidence.models import computing_on
        from casegen_evidence.ram import figures, low, report
        from casegen_evidence.ram.copies import copied, judge_cells
        from casegen_evidence.ram.low_measures import (
            assuming,
            assumptions,
            measured,
            outside_domain,
            possible,
        )
        from casegen_evidence.ram.prepared import in_order_of_features, judged_inputs, trained_split

        p: LowDimensionalParameters = run.parameters
        data, origin = _points(run)
        data = in_order_of_features(run, data, p.classifier)
        inputs, again = judged_inputs(run, data, p.repeats)
        made = trained_split(run, data, p)
        severity = severities(p.failures, made.data.classes)
        assessment = low.assess(
            made.data,
            made.classifier,
            made.design,
            _plan(p, made.data),
            severity=(severity > 0).astype(float),
            confidence=run.confidence,
            seed=run.seed,
            inputs=inputs,
            workers=Workers(run.jobs, run.scratch, run.progress),
        )
        measures = measured(assessment, severity, run.confidence)
        if p.repeats == "draws":
            measures = assuming(measures, DRAWN_AGAIN)
        if p.group is not None and p.group_sizes == "ignored":
            measures = assuming(measures, SIZES_IGNORED)
        worst = possible(assessment, measures, severity)
        judge_likeness(run.intake, assessment.held.comparison, worst, p.sampling is not None)
        judge_outside(run.intake, *outside_domain(assessment))
        refuted_cells(assessment, measures, run.intake)
        if p.repeats == "copies":
            judge_cells(assessment, made, measures, severity, run.intake)
        run.progress(0.95, "tables and figures")
        drawn = figures.figures(assessment, measures, made.classifier, run.seed)
        run.progress(1.0, "done")
        notes = (*origin, *made.notes, *again, *_notes(assessment))
        tables, used = report.tables(assessment, measures), computing_on(made.classifier)
        once = (COUNTED_ONCE,) if p.repeats == "copies" and (again or copied(data)) else ()
        assumed, read = (*assumptions(assessment), *once), tuple(run.intake.read)
        return Result(measures, tables, drawn, assumed, notes, used, tuple(run.intake.signs), read)


def _points(run: Run) -> tuple[LabelledPoints, tuple[str, ...]]:
    """The labelled points, of a file or a provider, and notes on where they come from."""
    from casegen_evidence.ram.data import points_of

    p: LowDimensionalParameters = run.parameters
    given = run.inputs.get("points")
    return points_of(given, p.data, run.seed, p.label, p.group, declared=run.reading, intake=run.intake)


def _notes(result: Any) -> tuple[str, ...]:
    """What a reader should know of the data, the profile and the partition."""
    from casegen_evidence.ram.data import conflicting

    notes = []
    grid, b = result.cells.grid, result.bound
    if result.paper.mass_inside <= 0:
        notes.append(
            "Eqns 11–13 give no number here: the kernels are so narrow beside the cells that none reaches a "
            "cell's centre."
        )
    if conflict := conflicting(result.data):
        notes.append(
            f"{conflict} {plural(conflict, 'point coincides', 'points coincide')} with a point of another label."
        )
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


def _plan(p: LowDimensionalParameters, data: LabelledPoints) -> Any:
    from casegen_evidence.ram.low import CellPlan
    from casegen_evidence.ram.partition import Budget

    each = (p.cells,) * len(data.features) if isinstance(p.cells, int) else p.cells
    shape = each and data.stated_in_order(each)
    return CellPlan(
        domain=p.domain and data.stated_in_order(p.domain),  # type: ignore[arg-type]
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


LOW_DIMENSIONAL = LowDimensional()
