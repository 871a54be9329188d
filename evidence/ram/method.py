"""The RAM as a registered evidence method, low dimension (paper 003 §5.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from evidence.method import Kind, Measure, Parameters, Result, Run
from evidence.ram.high_method import HIGH_DIMENSIONAL
from evidence.ram.specs import ClassifierSpec, FailureSpec, design_mask, severities, trained

__all__ = ["HIGH_DIMENSIONAL", "LOW_DIMENSIONAL", "LowDimensional", "LowDimensionalParameters"]


class LowDimensionalParameters(Parameters):
    """Parameters of ``ram-low-dimensional``."""

    classifier: ClassifierSpec = ClassifierSpec()
    evaluation_share: Annotated[float, Field(gt=0, lt=1)] = Field(
        0.5, description="share of the points kept from the classifier, for the bound"
    )
    domain: list[tuple[float, float]] | None = Field(
        None, description="interval per feature; default: the range of the design points, a tenth wider"
    )
    cells: Annotated[int, Field(gt=0)] | list[Annotated[int, Field(gt=0)]] | None = Field(
        None, description="cells per feature; default: as many as r-separation asks for"
    )
    most_cells: Annotated[int, Field(gt=0)] = Field(1_000_000, description="more cells are refused")
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
    empty_cells: Literal["vote", "nearest", "worst-case"] = Field(
        "vote", description="label of a cell without points: by vote, of the nearest point, or all failing"
    )
    failures: list[FailureSpec] | None = Field(
        None, description="misclassifications that count; default: every one, with severity 1"
    )


_ASSUMPTIONS = (
    "pmi: the evaluation points are independent draws of the operational profile the claim is about (RAM "
    "Assumption 2), and their recorded labels are right.",
    "pmi_smooth, in addition: the density of the operational profile changes little within the smallest "
    "bandwidth of the band.",
    "pmi_voted, in addition: the label of every cell is right at every input in it (RAM Assumptions 1, 3, 4).",
)


class LowDimensional:
    """Registered as ``ram-low-dimensional``."""

    name = "ram-low-dimensional"
    version = 1
    summary = "Probability of misclassification per random input (pmi), by cells of a low-dimensional domain"
    source = "paper 003 §5.2, Eqns 3–13, 16; Clopper & Pearson (1934), Hoeffding (1963), Fay & Feuer (1997)"
    parameters: type[Parameters] = LowDimensionalParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        "points": (True, "labelled points: csv with a header and the label last, or npz (points, labels)"),
        "operation": (False, "inputs drawn in operation, without labels: csv with the same header, or npz"),
    }
    measures: Mapping[str, tuple[Kind, str]] = {
        "pmi": ("probability-per-demand", "pmi; its bound rests on independent draws alone; for claims"),
        "pmi_smooth": ("probability-per-demand", "pmi with the RAM's bound, if the profile is smooth"),
        "pmi_voted": ("probability-per-demand", "the same if, besides, the cells' labels are right"),
        "pmi_eqn13": ("probability-per-demand", "pmi by the paper's Eqns 11–13; for reproduction only"),
        "acu": ("fraction", "average cell unastuteness, Eqn 16"),
        "test_error": ("probability-per-demand", "misclassified evaluation points, any kind"),
        "test_failure": ("probability-per-demand", "failures of evaluation points that count, by severity"),
        "voted_share": ("fraction", "share of λ in cells that hold no design point"),
        "mass_outside": ("fraction", "operational mass outside the domain, a failure for the RAM's bounds"),
    }
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-6)

    def run(self, run: Run) -> Result:
        """Train, partition, estimate, bound; see :func:`evidence.ram.low.assess`."""
        from evidence.ram import low, report
        from evidence.ram.blocks import Workers
        from evidence.ram.data import read, read_inputs

        p: LowDimensionalParameters = run.parameters
        data = read(run.inputs["points"])
        inputs = read_inputs(run.inputs["operation"], data.features) if "operation" in run.inputs else None
        design = design_mask(len(data.points), p.evaluation_share, run.seed)
        classifier = trained(p.classifier, data, design, run.seed)
        found = low.assess(
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
        measures = _measures(found, run.confidence)
        run.progress(1.0, "done")
        tables, figures = report.tables(found, measures), report.figures(found)
        return Result(measures, tables, figures, _ASSUMPTIONS, _notes(found))


def _notes(found: Any) -> tuple[str, ...]:
    """What a reader should know of the data and the partition."""
    from evidence.ram.data import conflicting

    notes = []
    if conflict := conflicting(found.data):
        notes.append(f"{conflict} points coincide with a point of another label.")
    if max(found.cells.grid.side) >= found.separation.radius:
        notes.append(
            f"Cells are not smaller than r̂ = {found.separation.radius:.3g}: some may hold two labels."
        )
    return tuple(notes)


def _plan(p: LowDimensionalParameters, dimension: int) -> Any:
    from evidence.ram.low import Plan

    shape = (p.cells,) * dimension if isinstance(p.cells, int) else p.cells and tuple(p.cells)
    return Plan(
        domain=p.domain and tuple(p.domain),  # type: ignore[arg-type]
        shape=shape or None,
        most_cells=p.most_cells,
        bandwidth=p.bandwidth,
        band=tuple(p.band),
        samples=p.samples,
        floor=p.floor,
        votes=p.votes,
        empty=p.empty_cells,
    )


def _measures(found: Any, confidence: float) -> dict[str, Measure]:
    import numpy as np

    from evidence.bounds import clopper_pearson
    from evidence.ram.cells import CellKind
    from evidence.ram.report import shares
    from evidence.ram.sound import failure_limits

    n = found.bound.points

    def share(count: int) -> Measure:
        lower, upper = (float(v) for v in clopper_pearson(count, n, confidence))
        return Measure(count / n, "probability-per-demand", lower, upper, confidence, n=n, estimator=EXACT)

    low, high = failure_limits(found.failures, float(found.severity.max()), confidence)
    failure = Measure(
        float(found.failures.mean()), "probability-per-demand", low, high, confidence, n=n, estimator=EXACT
    )
    acu, voted = float(found.unastuteness.value.mean()), shares(found)[CellKind.EMPTY][2]
    return {
        **_rungs(found, confidence),
        "pmi_eqn13": _reproduced(found, confidence),
        "acu": Measure(acu, "fraction", text="average cell unastuteness", estimator="paper 003 Eqn 16"),
        "test_error": share(int(np.sum(found.data.labels[found.evaluation] != found.answers))),
        "test_failure": failure,
        "voted_share": Measure(voted, "fraction", estimator="share of Σ Op_i λ_i"),
        "mass_outside": replace(share(found.bound.outside), kind="fraction"),
    }


EXACT = "Clopper–Pearson"


def _rungs(found: Any, confidence: float) -> dict[str, Measure]:
    """The pmi with the bound of each rung of :mod:`evidence.ram.sound`."""
    from evidence.bounds.distribution import beta_of

    bound = found.bound
    sound = EXACT if not bound.inputs else "Clopper–Pearson, on failures or on seen and hidden ones"
    smooth = "Chernoff–Hoeffding over the bandwidth band"
    rungs = {
        "pmi": (bound.sound.upper, "probability of misclassification per random input", sound),
        "pmi_smooth": (bound.smooth, "pmi, if the profile is smooth", f"{smooth}; {EXACT}"),
        "pmi_voted": (bound.voted, "pmi, if the profile is smooth and cell labels are right", smooth),
    }
    found_measures = {}
    for name, (upper, text, estimator) in rungs.items():
        value = min(bound.value, upper)
        found_measures[name] = Measure(
            value,
            "probability-per-demand",
            min(bound.sound.lower, value),
            upper,
            confidence,
            beta_of(value, upper, confidence),
            bound.points,
            text,
            f"RAM Eqn 4 with the hidden failures found; bound: {estimator}",
        )
    return found_measures


def _reproduced(found: Any, confidence: float) -> Measure:
    eqns = found.paper
    return Measure(
        eqns.mean,
        "probability-per-demand",
        None,
        min(1.0, eqns.upper),
        confidence,
        n=len(found.data.points),
        text="the paper's estimate and bound",
        estimator="paper 003 Eqns 11–13",
        reproduction_only=True,
    )


LOW_DIMENSIONAL = LowDimensional()
