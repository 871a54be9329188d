"""What the RAM in high dimension measured, as measures, tables, figures and notes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from casegen_evidence.method import Figure, Kind, Measure, Result, Table
from casegen_evidence.ram.likeness import ALIKE, OWN_PROFILE, SAME

_ASSUMPTIONS = (
    "The evaluation points are independent draws of the operational profile (RAM Assumption 2) and correctly "
    "labelled; with operation inputs, they are so within every stratum of likeness to operation.",
    "An input in operation is such a point disturbed uniformly within its norm ball (Assumption 5).",
    "Every input in a ball has the label of its centre (Assumptions 1 and 3: the radius is below r̂).",
)


_BOUNDS = {"betting": "betting bound", "chernoff": "Chernoff–Hoeffding"}


def presented(result: Any, confidence: float) -> Result:
    """What :func:`casegen_evidence.ram.high.assess_high` computed, as measures, tables and figures."""
    measures = _measures(result, confidence)
    notes = (*result.data.notes, *_notes(result))
    return Result(measures, _tables(result, measures), _figures(result), _ASSUMPTIONS, notes)


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
    finite = [at for at, (mean, _, _) in enumerate(old) if np.isfinite(mean)]  # that of all balls is
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
            "x": [x[at] for at in finite],
            "y": [short(old[at][0]) for at in finite],
            "upper": [short(old[at][2]) for at in finite],
        },
    ]
    if result.requirement is not None:
        series.append({"name": "requirement", "x": [x[0], x[-1]], "y": [result.requirement] * 2})
    alt = (
        f"The estimate settles at {sound[-1].value:.3g} with upper limit {sound[-1].upper:.3g} after {result.k} balls; "
        f"by the paper's weights it is {old[-1][0]:.3g} with upper limit {old[-1][2]:.3g}."
    )
    flat = [eqns_14_15(values[:k], np.ones(k), result.confidence) for k in ks]
    edges = [0.0, *np.logspace(-9, 0, 10).tolist()]
    counts = [int(np.sum(values <= 0)), *(int(c) for c in np.histogram(values, bins=edges)[0])]
    counts[1] -= counts[0]
    names = ["0", *(f"≤ {e:.0e}" for e in edges[1:])]
    large = float(np.mean(values > 0.5))
    return [
        Figure("Convergence over the balls", "lines", {"series": series}, alt, "balls", "pmi", log_x=True),
        *_paired(
            [x[at] for at in finite],
            [old[at] for at in finite],
            [flat[at] for at in finite],
            result.confidence,
        ),
        Figure(
            "Unastuteness of the balls",
            "bars",
            {"categories": names, "series": [{"name": "balls", "values": counts}]},
            f"{counts[0]} of {result.k} balls show no failure; {large:.1%} fail on more than half of their volume.",
            "unastuteness λ",
            "balls",
        ),
    ]


def _paired(
    x: list[int],
    pmi: list[tuple[float, float, float]],
    acu: list[tuple[float, float, float]],
    confidence: float,
) -> list[Figure]:
    """pmi and ACU over the balls as the paper draws them: mean, variance and upper limit (003 Figs. 9, 10, 16, 18)."""
    from casegen_evidence.ram.report import short

    curves = {"pmi (Eqn 14)": pmi, "ACU (Eqn 16)": acu}
    means = [
        {"name": name, "x": x, "y": [short(m) for m, _, _ in rows], "upper": [short(u) for _, _, u in rows]}
        for name, rows in curves.items()
    ]
    variances = [
        {"name": name, "x": x, "y": [short(sd**2) for _, sd, _ in rows]} for name, rows in curves.items()
    ]
    last = f"After {x[-1]} balls pmi is {pmi[-1][0]:.3g} and ACU {acu[-1][0]:.3g}"
    return [
        Figure(
            "pmi and ACU over the balls, by the paper's equations (for reproduction)", "lines", {"series": means},
            f"{last}; with upper limits of {100 * confidence:g} % by Eqn 13, which are for no claim.", "balls", "mean",
            log_x=True,
        ),
        Figure(
            "Variance of both (Eqn 15)", "lines", {"series": variances},
            f"{last}, with variances of {pmi[-1][1] ** 2:.3g} and {acu[-1][1] ** 2:.3g}.", "balls", "variance",
            log_x=True, log_y=min(sd for rows in curves.values() for _, sd, _ in rows) > 0,
        ),
    ]  # fmt: skip


def _notes(result: Any) -> tuple[str, ...]:
    notes = _constant(result)
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


def _constant(result: Any) -> list[str]:
    """Which features are the same in all points, though a ball varies them."""
    import numpy as np

    same = (np.ptp(result.data.points, axis=0) == 0) & (result.radii > 0)
    names = [name for name, constant in zip(result.data.features, same, strict=True) if constant]
    if not names:
        return []
    shown = ", ".join(names[:4]) + (", …" if len(names) > 4 else "")
    if len(names) == 1:
        return [f"{shown} is the same in all points, and varies within a ball as the other features do."]
    return [
        f"{len(names)} features are the same in all points ({shown}), and vary within a ball as the others do."
    ]


def _verdict(result: Any) -> str:
    from casegen_evidence.ram.high import decides

    outcome = {True: "is met", False: "is not met", None: "is left open"}[
        decides(result.bound, result.requirement)
    ]
    left = result.looks[-1] - result.k
    return f"After {result.k} balls the requirement {outcome}" + (
        f"; {left} more were not needed." if left else "."
    )
