"""Tables and figures of dependability evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.dependability.comparison import ModeComparison, observed_shares
from casegen_evidence.dependability.domain import Numeric
from casegen_evidence.dependability.findings import (
    Range,
    Voxel,
    conditions_to_test,
    ranges,
    where_failures_sit,
)
from casegen_evidence.dependability.prediction import Prediction, Share, Shift, alternatives, simultaneous
from casegen_evidence.dependability.safety import Candidate, Gain
from casegen_evidence.dependability.scenarios import MODES, ScenarioTests
from casegen_evidence.method import Figure, Table

Row = list[str | float | int | None]
SHORT = ("D", "U^T", "U^H")
TITLES = ("ML dependability", "task undependability", "harmful undependability")
FEW = 20
"""Of fewer failures the whole range is stated, not the middle."""
POINTS = 800
"""Most points drawn per mode in a scatter of tests; in one of operation, a third of it."""


def short(number: float) -> float:
    """Four significant digits, for documents."""
    return float(f"{number:.4g}")


def limits_row(name: str, share: Share) -> Row:
    """Name, value, lower and upper limit."""
    return [name, short(share.value), short(share.lower), short(share.upper)]


def tested(tests: ScenarioTests, confidence: float) -> Table:
    """Modes in the tests as they were run."""
    counts = tests.counts()
    rows: list[Row] = [
        [TITLES[m], counts[m], *limits_row("", s)[1:]]
        for m, s in enumerate(observed_shares(counts, confidence))
    ]
    columns = ["measure", "scenarios", "share", "lower", "upper"]
    note = f"{sum(counts)} scenarios, tests aimed at single values included; Clopper–Pearson limits."
    return Table("Modes in the tests, as run", columns, rows, note)


def intervals(tests: ScenarioTests, prediction: Prediction) -> Table:
    """The prediction's limits beside those of other methods, and those that hold together."""
    rows: list[Row] = [
        [TITLES[m], "Fay–Feuer (for claims)", *limits_row("", s)[1:]] for m, s in enumerate(prediction.modes)
    ]
    together = [(f"all three together: {name}", limits) for name, limits in simultaneous(tests, prediction)]
    others = [*alternatives(tests, prediction), *together]
    for name, limits in others:
        for m, (low, high) in enumerate(limits):
            rows.append([TITLES[m], name, short(prediction.modes[m].value), short(low), short(high)])
    note = (
        f"Each limit alone holds with {100 * prediction.confidence:g} %, those marked together jointly. Effective sample "
        f"size {prediction.effective:.0f} (Kish). Only the first rows carry every allowance."
    )
    return Table(
        "Predicted probabilities per task", ["measure", "method", "value", "lower", "upper"], rows, note
    )


def partition(prediction: Prediction) -> Table:
    """What the partition looks like and how much of operation it covers."""
    w = prediction.weights
    used = (w.mass > 0) & (w.tests > 0)
    rows: list[Row] = [
        ["kind", w.partition.kind],
        ["voxels", len(w.partition)],
        ["voxels with operating mass", int(np.sum(w.mass > 0))],
        ["fewest tests in a voxel that has any", int(w.tests[used].min()) if used.any() else 0],
        ["operating mass without tests", short(w.uncovered)],
        ["of it outside the domain", short(w.outside)],
        ["tests weighted within voxels", "by density ratio" if w.by_density else "equally"],
        ["limits widened for uneven rates within voxels by", short(prediction.allowance)],
    ]
    return Table("Partition and coverage", ["what", "found"], rows, "Mass without tests counts as harmful.")


def halving(shifts: Sequence[Shift]) -> Table:
    """Change of each mode when voxels are halved, per dimension and in all."""
    rows: list[Row] = [
        [", ".join(s.dimensions), *(short(float(c)) for c in s.change), *(short(float(e)) for e in s.error)]
        for s in shifts
    ]
    columns = ["halved along", *SHORT, *(f"standard error, {m}" for m in SHORT)]
    note = "A change of many standard errors means that rates differ within voxels: use smaller ones there."
    return Table("Bias check by halving voxels", columns, rows, note)


def failures(tests: ScenarioTests, prediction: Prediction) -> list[Table]:
    """Where failures sit: ranges in the tests, and the voxels that matter in operation."""
    rows: list[Row] = [
        [r.mode, r.dimension, r.count, *(short(x) for x in (r.least, r.low, r.high, r.most, r.enriched))]
        for r in ranges(tests)
    ]
    columns = ["mode", "dimension", "scenarios", "least", "5 %", "95 %", "most", "times likelier within"]
    results = [Table("Where failures sit in the tests", columns, rows)]
    voxels = where_failures_sit(tests, prediction)
    if voxels:
        rows = [[v.text, short(v.mass), v.tests, short(v.rate), short(v.share)] for v in voxels]
        columns = ["voxel", "operating mass", "tests", "harmful share", "share of U^H"]
        results.append(Table("Voxels that contribute most to harmful undependability", columns, rows))
    return results


def next_tests(tests: ScenarioTests, prediction: Prediction, budget: int) -> Table | None:
    """Which conditions to test next."""
    voxels: list[Voxel] = conditions_to_test(tests, prediction, budget)
    if not voxels:
        return None
    rows: list[Row] = [[v.text, short(v.mass), v.tests, short(v.rate), short(v.share), v.add] for v in voxels]
    columns = [
        "voxel",
        "operating mass",
        "tests so far",
        "harmful share",
        "share of the width",
        "tests to add",
    ]
    note = (
        f"Voxels that widen the interval of harmful undependability most; untested ones first. {budget} further tests "
        "are split half in proportion to operation, half after Neyman (1934)."
    )
    return Table("Conditions to test next", columns, rows, note)


def scatter(tests: ScenarioTests, title: str) -> Figure | None:
    """Failures over the first numeric dimensions (paper 000, Figs. 2 and 4): three, or two where there are no more."""
    chosen = []
    for mode in (1, 2):
        rows = np.flatnonzero(tests.modes == mode)
        chosen.append(rows[:: max(1, -(-len(rows) // POINTS))])
    _, task, harm = tests.counts()
    words = f"Scatter of {task} task failures and {harm} harmful failures, at most {POINTS} of each drawn"
    return _scatter(tests, chosen, title, words)


def operation_scatter(tests: ScenarioTests, prediction: Prediction) -> Figure | None:
    """Failures as operation meets them: failed tests drawn in proportion to their weight."""
    chosen = []
    for mode in (1, 2):
        part = np.cumsum(np.where(tests.modes == mode, prediction.weights.test, 0.0))
        if part[-1] <= 0:
            chosen.append(np.zeros(0, dtype=np.int64))
            continue
        at = (np.arange(POINTS // 3) + 0.5) / (POINTS // 3) * part[-1]
        chosen.append(np.unique(np.searchsorted(part, at)))
    words = "Scatter of failures, drawn as often as the operating conditions meet them"
    return _scatter(tests, chosen, "Failures as operation meets them", words)


def _scatter(
    tests: ScenarioTests, chosen: Sequence[NDArray[np.int64]], title: str, words: str
) -> Figure | None:
    numeric = [k for k, d in enumerate(tests.domain.dimensions) if isinstance(d, Numeric)][:3]
    if len(numeric) < 2:
        return None
    series = []
    for mode, rows in zip((1, 2), chosen, strict=True):
        data: dict[str, object] = {"name": MODES[mode]}
        for axis, k in zip("xyz", numeric, strict=False):
            data[axis] = [short(float(v)) for v in tests.scenarios[rows, k]]
        series.append(data)
    names = [tests.domain.dimensions[k].title for k in numeric]
    alt = f"{words}, over {', '.join(names)}. {_where(tests)}"
    data_of = {"series": series, **({"z_label": names[2]} if len(names) > 2 else {})}
    return Figure(title, "scatter", data_of, alt, names[0], names[1])


def _where(tests: ScenarioTests) -> str:
    """The range that tells most about each failing mode, in words."""
    best: dict[str, Range] = {}
    for r in ranges(tests):
        if r.mode not in best or r.enriched > best[r.mode].enriched:
            best[r.mode] = r
    texts = [
        f"90 % of the {r.mode}s have {r.dimension} between {r.low:.3g} and {r.high:.3g}"
        if r.count >= FEW
        else f"{r.mode}s ({r.count}) have {r.dimension} between {r.least:.3g} and {r.most:.3g}"
        for r in best.values()
    ]
    return f"In the tests, {'; '.join(texts)}." if texts else "The tests have no failures."


def predicted_bars(prediction: Prediction, comparison: Sequence[ModeComparison] | None) -> Figure:
    """Predicted modes with limits, beside observed ones where there are any (paper 000, Fig. 3)."""
    series = [_bars("predicted", prediction.modes)]
    alt = "Predicted: " + _in_words(prediction.modes)
    if comparison:
        observed = [c.observed for c in comparison]
        series.append(_bars("observed", observed))
        alt += ". Observed: " + _in_words(observed)
    return Figure(
        "Predicted performance in the operating conditions",
        "bars",
        {"categories": list(TITLES), "series": series},
        alt + ".",
        "measure",
        "probability per task",
    )


def _bars(name: str, shares: Sequence[Share]) -> dict[str, object]:
    return {
        "name": name,
        "values": [short(s.value) for s in shares],
        "lower": [short(s.lower) for s in shares],
        "upper": [short(s.upper) for s in shares],
    }


def _in_words(shares: Sequence[Share]) -> str:
    return ", ".join(f"{title} {s.value:.3g}" for title, s in zip(TITLES, shares, strict=True))


def condition_bars(results: Mapping[str, Sequence[ModeComparison]]) -> list[Figure]:
    """Predicted and observed modes of several conditions (paper 000, Fig. 3): success, and both ways to fail."""
    worst = max((abs(c.difference.value), n, c.mode) for n, modes in results.items() for c in modes)
    alt = (
        f"in {len(results)} operating conditions. The largest difference of all is {worst[0]:.3g}, of {worst[2]} in "
        f"{worst[1]}."
    )
    figures = []
    for title, chosen in (("dependability", (0,)), ("task and harmful undependability", (1, 2))):
        rows = [(n, modes[m]) for n, modes in results.items() for m in chosen]
        data = {
            "categories": [n if chosen == (0,) else f"{n} {c.mode}" for n, c in rows],
            "series": [
                _bars("predicted", [c.predicted for _, c in rows]),
                _bars("observed", [c.observed for _, c in rows]),
            ],
        }
        figures.append(
            Figure(
                f"Predicted and observed {title}",
                "bars",
                data,
                f"Bars of predicted and observed {title} {alt}",
                "operating condition",
                "probability per task",
            )
        )
    return figures


def comparison_table(results: Mapping[str, Sequence[ModeComparison]], adjusted: Sequence[float]) -> Table:
    """Predicted against observed with both intervals, the difference, and Holm's p-values."""
    rows: list[Row] = []
    flat = [(name, m, c) for name, modes in results.items() for m, c in enumerate(modes)]
    for (name, m, c), p in zip(flat, adjusted, strict=True):
        numbers = (
            c.predicted.value, c.predicted.lower, c.predicted.upper,
            c.observed.value, c.observed.lower, c.observed.upper,
            c.difference.value, c.difference.lower, c.difference.upper,
        )  # fmt: skip
        rows.append([name, SHORT[m], *(short(x) for x in numbers), short(p)])
    columns = ["condition", "measure", "predicted", "lower", "upper", "observed", "lower", "upper",
               "difference", "lower", "upper", "p (Holm)"]  # fmt: skip
    note = (
        "Observed limits: Clopper–Pearson. Limits of the difference: Zou & Donner (2008). p: two-sided, twice "
        "the error probability at which both limits no longer meet (after Berger & Boos 1994), adjusted for all rows "
        "together (Holm 1979); a small one says that prediction and observation differ by more than chance."
    )
    return Table("Predicted against observed", columns, rows, note)


def gain_table(gain: Gain) -> Table:
    """Modes without and with the safety function (paper 000, Fig. 4c)."""
    rows: list[Row] = []
    for m, (before, after) in enumerate(zip(gain.before, gain.after, strict=True)):
        rows.append([TITLES[m], *limits_row("", before)[1:], *limits_row("", after)[1:]])
    rows.append(["harm after over harm before", None, None, None, *limits_row("", gain.remaining)[1:]])
    columns = ["measure", "without", "lower", "upper", "with", "lower", "upper"]
    note = (
        "Clopper–Pearson limits; the ratio's are exact given all harmful runs (Przyborowski & Wilenski 1940)."
    )
    return Table("Without and with the safety function", columns, rows, note)


def gain_bars(gain: Gain) -> Figure:
    """Modes without and with the safety function (paper 000, Fig. 4c)."""
    alt = f"Without: {_in_words(gain.before)}. With: {_in_words(gain.after)}."
    data = {
        "categories": list(TITLES),
        "series": [
            _bars("without safety function", gain.before),
            _bars("with safety function", gain.after),
        ],
    }
    return Figure(
        "Performance without and with the safety function", "bars", data, alt, "measure", "share of tasks"
    )


def candidate_table(rows: Sequence[tuple[Candidate, Sequence[int] | None]], chosen: Candidate) -> Table:
    """The limits that were considered, and what each did to the learning scenarios."""
    body: list[Row] = []
    for c, counts in rows:
        n = sum(counts) if counts else 0
        tried: Row = [short(k / n) for k in counts] if counts else [None, None, None]
        body.append([c.limit.describe(), short(c.clipped), *tried, "chosen" if c is chosen else ""])
    columns = ["limit", "scenarios it changes", *SHORT, ""]
    return Table(
        "Limits considered on the learning scenarios",
        columns,
        body,
        "Learning scenarios are used for nothing else.",
    )
