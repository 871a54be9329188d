"""Measures of a low-dimensional RAM run, each with what its bound rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from casegen_evidence.method import Measure
from casegen_evidence.ram.likeness import ALIKE, OWN_PROFILE, SAME
from casegen_evidence.ram.stated import Known, OfData, Reweighted

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
_RIGHT_CELLS = (
    "every input of operation lies in the domain, and the label of every cell is right at every input in it "
    "(RAM Assumptions 1, 3, 4)"
)


def assumptions(result: Any) -> tuple[str, ...]:
    """What the bounds rest on, one by one."""
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


def measured(result: Any, severity: Any, confidence: float) -> dict[str, Measure]:
    """All measures; ``severity`` (true, predicted) is as stated, while pmi counts every failure alike."""
    from casegen_evidence.bounds import clopper_pearson
    from casegen_evidence.ram.cells import CellKind
    from casegen_evidence.ram.report import shares
    from casegen_evidence.ram.sound import failure_limits

    most = float(result.severity.max())
    wrong = result.data.labels[result.evaluation] != result.answers
    n = len(wrong)
    lower, upper = (float(v) for v in clopper_pearson(int(wrong.sum()), n, confidence))
    error = Measure(
        float(wrong.mean()), "probability-per-demand", lower, upper, confidence, n=n, estimator=EXACT,
        not_for_claims="" if result.held.evaluation.restated is None else OWN_PROFILE,
    )  # fmt: skip
    low, high = failure_limits(result.failures, most, confidence)
    acu, voted = float(result.unastuteness.value.mean()), shares(result)[CellKind.EMPTY][2]
    return {
        **_rungs(result, confidence),
        **_likeness(result, confidence),
        **_graded(result, severity, confidence),
        **_reproduced(result, confidence),
        "acu": Measure(acu, "fraction", text="average cell unastuteness", estimator="paper 003 Eqn 16"),
        "test_error": error,
        "test_failure": replace(error, value=float(result.failures.mean()), lower=low, upper=high),
        "voted_share": Measure(voted, "fraction", estimator="share of Σ Op_i λ_i"),
        "mass_outside": _mass_outside(result, confidence),
        "left_out": Measure(result.left_out, "fraction", estimator="1 - Σ Op_i within the domain"),
    }


def assuming(measures: Mapping[str, Measure], what: str) -> dict[str, Measure]:
    """``measures`` whose limits also rest on ``what``."""
    return {
        name: replace(m, assumes="; ".join(part for part in (m.assumes, what) if part))
        if m.upper is not None
        else m
        for name, m in measures.items()
    }


EXACT = "Clopper–Pearson"


def _mass_outside(result: Any, confidence: float) -> Measure:
    """Operational mass outside the domain: counted on inputs of operation, where there are any."""
    import numpy as np

    from casegen_evidence.bounds.measures import proportion
    from casegen_evidence.ram.sound import unlabelled_outside

    grid, held = result.cells.grid, result.held.evaluation
    beyond, inputs = unlabelled_outside(grid, held)
    if inputs:
        return proportion(beyond, inputs, confidence, "fraction", "operational mass outside the domain")
    outside = np.where(grid.inside(held.points), 0.0, 1.0)
    share = held.limits(outside, 1.0, confidence)
    return Measure(
        share.value,
        "fraction",
        share.lower,
        share.upper,
        confidence,
        n=len(outside),
        estimator=_counting(held),
    )


def outside_domain(result: Any) -> tuple[int, int]:
    """Inputs that lie outside the domain, and how many were seen: those of operation, or the evaluation points."""
    from casegen_evidence.ram.sound import unlabelled_outside

    beyond, inputs = unlabelled_outside(result.cells.grid, result.held.evaluation)
    return (beyond, inputs) if inputs else (result.bound.outside, result.bound.points)


def possible(result: Any, measures: Mapping[str, Measure], severity: Any) -> dict[str, float]:
    """The worst values of the restated measures, where no test sees in which places points were met too seldom."""
    held, own = result.held, result.evaluation
    compared = held.comparison
    if compared is None or held.evaluation.restated is not compared:
        return {}
    graded = severity[result.data.labels[own], result.answers]
    worst = {"pmi": compared.possible(graded > 0, 1.0, result.confidence)}
    if "mean_severity" in measures:
        worst["mean_severity"] = compared.possible(graded, float(severity.max()), result.confidence)
    worst |= {name: compared.beyond(measures[name].upper) for name in ("pmi_smooth", "pmi_voted")}
    # what labelled points cannot say of the cells' labels in operation: conceded in pmi_smooth, assumed in pmi_voted
    worst["pmi_voted"] = max(worst["pmi_voted"], measures["pmi_smooth"].upper or 0.0)
    return {name: max(value, measures[name].upper) for name, value in worst.items()}


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
        "pmi_as_drawn": replace(
            _rung(result, value, lower, upper, text, EXACT, [SAME], confidence), not_for_claims=OWN_PROFILE
        ),
        "p_alike": Measure(compared.p_apart, "score", estimator="permutation scan, gaps, classifier"),
        "p_alike_within": Measure(compared.p_within, "score", estimator="the same within strata"),
        "conceded_mass": Measure(
            compared.conceded, "fraction", estimator="inputs in strata without labelled points"
        ),
    }


def _graded(result: Any, severity: Any, confidence: float) -> dict[str, Measure]:
    """The mean severity, where severities differ from 1: no probability, and no other measure counts them."""
    graded = severity[severity > 0]
    if bool((graded == 1).all()):
        return {}
    held, own = result.held.evaluation, result.evaluation
    limits = held.limits(severity[result.data.labels[own], result.answers], float(graded.max()), confidence)
    shift = result.plan.shift * float(graded.max())
    upper = min(float(graded.max()), limits.upper + shift)
    how = _counting(held) if held.restated is not None else "betting bound of the mean"
    assumed = (
        ""
        if isinstance(result.plan.profile, OfData) and held.restated is None
        else _basis(result).rstrip(".")
    )
    return {
        "mean_severity": Measure(
            limits.value, "score", limits.lower, upper, confidence, n=result.bound.points,
            text="mean severity of the failure at a random input", estimator=how, assumes=assumed,
        )
    }  # fmt: skip


def _reproduced(result: Any, confidence: float) -> dict[str, Measure]:
    """The paper's estimate; none where its profile, taken at the centres of the cells, is 0 in all of them."""
    eqns = result.paper
    if eqns.mass_inside <= 0:
        return {}
    return {
        "pmi_eqn13": Measure(
            eqns.mean, "probability-per-demand", None, min(1.0, eqns.upper), confidence, n=len(result.data.points),
            text="the paper's estimate and bound", estimator="paper 003 Eqns 11–13", reproduction_only=True,
        )
    }  # fmt: skip
