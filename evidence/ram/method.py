"""The RAM as a registered evidence method, low dimension (paper 003 §5.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from evidence.method import Kind, Measure, Parameters, Result, Run

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class ClassifierSpec(BaseModel):
    """A classifier by name: one of the kinds of :data:`evidence.models.NAMED` and its hyper-parameters."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal[
        "decision-tree",
        "extra-trees",
        "gaussian-naive-bayes",
        "gradient-boosting",
        "k-nearest-neighbours",
        "logistic-regression",
        "mlp",
        "random-forest",
        "svm",
    ] = "random-forest"
    options: dict[str, bool | int | float | str | list[int | float] | None] = Field(
        default_factory=dict, description="hyper-parameters as scikit-learn names them"
    )


class FailureSpec(BaseModel):
    """One kind of misclassification that counts, with its severity."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    true: Name
    predicted: Name
    severity: Annotated[float, Field(gt=0, le=1)] = 1.0


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
    failures: list[FailureSpec] | None = Field(
        None, description="misclassifications that count; default: every one, with severity 1"
    )


_ASSUMPTIONS = (
    "The evaluation points are independent draws of the operational profile the claim is about (Assumption 2).",
    "The density of the operational profile changes little within the smallest bandwidth of the band.",
    "The recorded label of every evaluation point is its true label.",
)
_NOT_ASSUMED = (
    "Not assumed by the bound on pmi: that cells hold one label (Assumptions 1 and 3), that the vote of the model "
    "is right (Assumption 4), independence of the cells (Assumption 6). What breaks them is counted."
)


class LowDimensional:
    """Registered as ``ram-low-dimensional``."""

    name = "ram-low-dimensional"
    version = 1
    summary = (
        "Probability of misclassification per random input (pmi) by partition of a low-dimensional domain"
    )
    source = (
        "paper 003 §5.2, Eqns 3–13, 16; bound: Hoeffding (1963), Clopper & Pearson (1934), Fay & Feuer (1997)"
    )
    parameters: type[Parameters] = LowDimensionalParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        "points": (
            True,
            "labelled points: csv with a header and the label last, or npz with points and labels",
        ),
    }
    measures: Mapping[str, tuple[Kind, str]] = {
        "pmi": ("probability-per-demand", "pmi with the bound that covers; for claims"),
        "pmi_eqn13": ("probability-per-demand", "pmi by the paper's Eqns 11–13; for reproduction only"),
        "acu": ("fraction", "average cell unastuteness, Eqn 16"),
        "test_error": ("probability-per-demand", "misclassified evaluation points, any kind"),
        "test_failure": ("probability-per-demand", "misclassified evaluation points that count, by severity"),
        "voted_share": ("fraction", "share of λ in cells whose label rests on a vote"),
        "mass_outside": ("fraction", "operational mass outside the domain, counted as failure in pmi"),
    }
    extra: str | None = None
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 1e-06)

    def run(self, run: Run) -> Result:
        """Train, partition, estimate, bound; see :func:`evidence.ram.low.assess`."""
        from evidence.models import train
        from evidence.ram import low, report
        from evidence.ram.data import conflicting, read

        p: LowDimensionalParameters = run.parameters
        data = read(run.inputs["points"])
        design = _split(len(data.points), p.evaluation_share, run.seed)
        options = p.classifier.options
        classifier = train(
            p.classifier.kind, options, data.points[design], data.labels[design], data.classes, run.seed
        )
        pairs = None if p.failures is None else [(f.true, f.predicted, f.severity) for f in p.failures]
        found = low.assess(
            data,
            classifier,
            design,
            _plan(p, data.points.shape[1]),
            severity=low.severity_matrix(data.classes, pairs),
            confidence=run.confidence,
            seed=run.seed,
            progress=run.progress,
        )
        measures = _measures(found, run.confidence)
        notes = [_NOT_ASSUMED]
        if conflict := conflicting(data):
            notes.append(f"{conflict} points coincide with a point of another label.")
        if max(found.cells.grid.side) >= found.separation.radius:
            notes.append(
                f"Cells are not smaller than r̂ = {found.separation.radius:.3g}: some may hold two labels."
            )
        run.progress(1.0, "done")
        return Result(
            measures, report.tables(found, measures), report.figures(found), _ASSUMPTIONS, tuple(notes)
        )


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
    )


def _split(n: int, share: float, seed: int) -> Any:
    """True for the design points; the rest, ``share`` of all, are for evaluation."""
    import numpy as np

    order = np.random.default_rng([seed, 0xD5]).permutation(n)
    design = np.ones(n, dtype=bool)
    design[order[: max(1, round(share * n))]] = False
    return design


def _measures(found: Any, confidence: float) -> dict[str, Measure]:
    import numpy as np

    from evidence.bounds import clopper_pearson
    from evidence.ram.cells import CellKind
    from evidence.ram.distribution import beta_of
    from evidence.ram.report import shares
    from evidence.ram.sound import failure_limits

    bound, eqns, n = found.bound, found.paper, found.bound.points
    wrong = int(np.sum(found.data.labels[found.evaluation] != found.answers))
    lower, upper = clopper_pearson(wrong, n, confidence)
    fail_lower, fail_upper = failure_limits(found.failures, float(found.severity.max()), confidence)
    outside = clopper_pearson(bound.outside, n, confidence)
    exact = "Clopper–Pearson"
    value = min(max(bound.value, fail_lower), bound.upper)
    return {
        "pmi": Measure(
            value,
            "probability-per-demand",
            fail_lower,
            bound.upper,
            confidence,
            beta_of(value, bound.upper, confidence),
            n,
            "probability of misclassification per random input",
            "RAM on held-out points with measured vote errors; Chernoff–Hoeffding + Clopper–Pearson",
        ),
        "pmi_eqn13": Measure(
            eqns.mean,
            "probability-per-demand",
            None,
            min(1.0, eqns.upper),
            confidence,
            n=len(found.data.points),
            text="the paper's estimate and bound",
            estimator="paper 003 Eqns 11–13",
            reproduction_only=True,
        ),
        "acu": Measure(
            float(found.unastuteness.value.mean()),
            "fraction",
            text="average cell unastuteness",
            estimator="paper 003 Eqn 16",
        ),
        "test_error": Measure(
            wrong / n, "probability-per-demand", float(lower), float(upper), confidence, n=n, estimator=exact
        ),
        "test_failure": Measure(
            float(found.failures.mean()),
            "probability-per-demand",
            fail_lower,
            fail_upper,
            confidence,
            n=n,
            estimator=exact,
        ),
        "voted_share": Measure(shares(found)[CellKind.EMPTY][2], "fraction", estimator="share of Σ Op_i λ_i"),
        "mass_outside": Measure(
            bound.outside / n,
            "fraction",
            float(outside[0]),
            float(outside[1]),
            confidence,
            n=n,
            estimator=exact,
        ),
    }


LOW_DIMENSIONAL = LowDimensional()
