"""What follows from the papers' printed numbers alone: whether they agree with each other, and what they support.

No data and no network are needed: every number stands in the text, and so do those that it is held against.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import exp

from casegen_evidence.bounds import clopper_pearson

from examples.paper_tables.reliability import PUBLISHED
from examples.paper_tables.row import PublishedComparison, Row

CONFIDENCE = 0.975
TESTS = 100_000
"""Runs behind every share of paper 000."""
PRINTED = "from the printed numbers alone"


def _share(
    quantity: str, paper: float | None, k: int, n: int, note: str, confidence: float = CONFIDENCE
) -> Row:
    """``k`` of ``n`` with exact limits."""
    lower, upper = (float(limit) for limit in clopper_pearson(k, n, confidence))
    return Row(quantity, paper, k / n, lower, upper, confidence, note=note)


def dependability() -> list[Row]:
    """Paper 000: sums of the modes, Eqn 12 for the conditions that are slices of testing, and the atoms of Table 1."""
    from casegen_robot.plan import TABLE_1

    no_number = f"Eqn 12 {PRINTED}; Fig. 3 is a drawing without numbers"
    v, _, y = TABLE_1["OC4"].marginals
    atom = "mass that clipping puts on one value, which no uniform test meets: Table 1's note"
    return [
        Row("D + U^T + U^H without the safety function", 1.0, 0.9035 + 0.0418 + 0.0547, note=PRINTED),
        Row("D + U^T + U^H with it", 1.0, 0.9519 + 0.0481 + 0.00007, note=f"{PRINTED}; within rounding"),
        # harm was seen at y >= 38.47 only, and y is uniform: 60 % of the tests have y < 30
        _share("OC1: U^H, y up to 30 in", None, 0, 60_000, f"{no_number}; no harm below 38.47 in"),
        _share("OC2: U^H, y from 30 in", None, 5_470, 40_000, f"{no_number}; 5.47 % of all tests over 40 % of them"),
        Row("OC3, OC4: Pr(v = 0)", None, v.atoms()[0.0], note=atom),
        Row("OC4: Pr(y = 50)", None, y.atoms()[50.0], note=atom),
    ]  # fmt: skip


def table_1() -> Iterator[Row]:
    """Paper 003, Table 1: its limits follow from its estimates if the column V[λ] holds standard deviations."""
    from scipy.special import ndtri

    z = float(ndtri(CONFIDENCE))
    for name, (_, cells, printed) in PUBLISHED.items():
        _, _, mean, spread, limit, _ = printed
        yield Row(f"{name}: limit by Eqn 13, V[λ] read as a standard deviation", limit, mean + z * spread,
                  note=f"{PRINTED}; rounding explains 2·10⁻⁶")  # fmt: skip
        yield Row(f"{name}: limit by Eqn 13, V[λ] read as a variance", limit, mean + z * spread**0.5,
                  note=f"{PRINTED}: the column is no variance")  # fmt: skip
        side = {250: 0.004, 500: 0.002}[cells]
        yield Row(
            f"{name}: side of a cell", side, 1 / cells, note=f"{cells} × {cells} cells of the unit square"
        )


LAYERS = {
    "Fig. 19: MNIST network": (203_530, [(784, 256), (256, 10)]),
}
"""Printed number of parameters, and (inputs, outputs) of each affine layer."""
AUTO_ENCODER = (224, 16, 1168, 32, 4640, 8208, 8208, 8704, 8208, 32, 2056, 16, 387)
"""Parameters of the layers of Fig. 20."""


def appendices() -> Iterator[Row]:
    """Paper 003, Figs. 19 and 20 and Tables 5 and 6: sizes of the networks, and what the smallest λ are."""
    for name, (total, layers) in LAYERS.items():
        yield Row(
            f"{name}, parameters",
            total,
            sum((a + 1) * b for a, b in layers),
            note="affine layers with ReLU; benchmarks.mnist trains this network",
        )
    yield Row(
        "Fig. 20: auto-encoder, parameters", 41_899, sum(AUTO_ENCODER), note=f"sum over its layers, {PRINTED}"
    )
    floor = "is e⁻⁵⁰, {}, which looks like the level at which the sampler stops: at most that, no estimate"
    yield Row("Table 5: λ, MNIST adversarial", 1.93e-22, exp(-50), note=floor.format("rounded"))
    yield Row("Table 5: λ, CIFAR10 adversarial", 1.92e-22, exp(-50), note=floor.format("cut to two decimals"))
    for name, normal, adversarial in (("MNIST", 4.74e-4, 1.77e-4), ("CIFAR10", 0.3152, 0.0968)):
        yield Row(f"Table 6: {name}, pmi normal over adversarial", None, normal / adversarial, note=PRINTED)
    for name, normal, adversarial in (("MNIST", 0.1979, 0.5141), ("CIFAR10", 0.0318, 0.3368)):
        yield Row(
            f"Table 6: {name}, least change adversarial over normal", None, adversarial / normal, note=PRINTED
        )


PRECISIONS = {
    "AUV, normal, train": (0.90603, (0.98343, 0.85765, 0.87230, 0.98930, 0.84578, 0.88771)),
    "AUV, normal, test": (0.91688, (0.97131, 0.90912, 0.87406, 0.99346, 0.84258, 0.91076)),
    "AUV, adversarial, train": (0.84746, (0.92225, 0.83785, 0.83245, 0.93623, 0.82811, 0.72786)),
    "AUV, adversarial, test": (0.85368, (0.91380, 0.88291, 0.84319, 0.93769, 0.82973, 0.71478)),
    "UGV, normal, train": (0.98808, (0.97958, 0.98182, 0.99911, 0.99067, 0.98921)),
    "UGV, normal, test": (0.98836, (0.99471, 0.98158, 0.98648, 0.98878, 0.99023)),
    "UGV, adversarial, train": (0.81381, (0.76873, 0.84459, 0.92750, 0.98850, 0.53972)),
    "UGV, adversarial, test": (0.80083, (0.79065, 0.82143, 0.88669, 0.98496, 0.52041)),
}
"""Table 3 of paper 003: mAP, and the average precision of each class."""


def table_3() -> list[Row]:
    """Paper 003, Table 3: mAP is the mean over the classes, whatever their share in operation."""
    note = f"mean over {{}} classes, {PRINTED}; the images and weights are not part of our reference data"
    return [
        Row(f"{name}: mAP", printed, sum(classes) / len(classes), note=note.format(len(classes)))
        for name, (printed, classes) in PRECISIONS.items()
    ]


IMAGES, SIMULATIONS = 20_000, 53
"""Paper 004: CIFAR10's 10,000 test images and as many with modified brightness (§III-A); simulations (§III-B)."""
MONITORS_CONFIDENCE = 0.95


def monitors() -> list[Row]:
    """Paper 004, Tables I to III: normalised forms, counts that the rounded shares stand for, and their limits."""
    rows = list(_classification())
    saved, lost = round(0.075 * SIMULATIONS), round(0.075 * SIMULATIONS)
    cl = MONITORS_CONFIDENCE
    rows += [
        Row("Table II, E2: 4 of 53 simulations", 0.075, saved / SIMULATIONS, note="SG and RH alike: 4 episodes each"),
        _share("Table II, E2: SG + RH, scenarios with an accident", 0.15, saved + lost, SIMULATIONS,
               "8 of 53; the text says 15 %", cl),
        _share("Table II, E2: SG / (SG + RH), accidents avoided", 0.5, saved, saved + lost,
               "4 of 8: the text's half is anything from a fifth to four fifths", cl),
        Row("Table II, E1: SG / (SG + RH), recall", None, 0.187 / 0.247, note=f"{PRINTED}; frames of one episode are "
            "not independent, so that no limits follow"),
        Row("Table III, E1: SG + RH", None, 0.805 + 0.195, note="exactly 1: either every candidate was unsafe, or the "
            "numbers are SG and RH over their sum, recall and miss rate"),
        Row("Table III, E2: SG / (SG + RH)", None, 0.108 / 0.320, note=f"{PRINTED}; E1 has .805"),
    ]  # fmt: skip
    return rows


def _classification() -> Iterator[Row]:
    """Recall and false alarms of Table I (Eqns 7 to 13), with limits where the images behind them are independent."""
    pairs = f"{PRINTED}; an image and its modified copy are not independent, so that no limits follow"
    for monitor, gain, hazard, cost in (
        ("auto-encoder", 0.184, 0.140, 0.304),
        ("classifier", 0.074, 0.251, 0.154),
    ):
        what = f"Table I, {monitor}, E1"
        yield Row(f"{what}: SG / (SG + RH), recall", None, gain / (gain + hazard), note=pairs)
        yield Row(
            f"{what}: AC over the harmless share, false alarms", None, cost / (1 - gain - hazard), note=pairs
        )
    images = f"{PRINTED}, {IMAGES // 2:,} images"
    for monitor, gain, hazard, cost in (
        ("auto-encoder", 0.344, 0.156, 0.144),
        ("classifier", 0.086, 0.414, 0.142),
    ):
        what = f"Table I, {monitor}, E2"
        caught, missed, needless = (round(share * IMAGES) for share in (gain, hazard, cost))
        yield Row(f"{what}: SG + RH, share of modified images", 0.5, gain + hazard,
                  note="as many modified as unmodified images")  # fmt: skip
        yield _share(
            f"{what}: SG / (SG + RH), recall", None, caught, caught + missed, images, MONITORS_CONFIDENCE
        )
        yield _share(f"{what}: AC over the harmless share, false alarms", 0.3, needless, IMAGES - caught - missed,
                     f"{images}; the threshold discards 30 % of the training images", MONITORS_CONFIDENCE)  # fmt: skip


COMPARISONS = (
    PublishedComparison("000-printed", "Paper 000, what its printed numbers say of each other", dependability),
    PublishedComparison("003-printed", "Paper 003, Table 1: what its printed numbers say of each other",
               lambda: list(table_1())),
    PublishedComparison("003-table3", "Paper 003, Table 3: average precision of the detectors", table_3),
    PublishedComparison("003-appendices", "Paper 003, Appendices B and C: what the printed numbers say of each other",
               lambda: list(appendices())),
    PublishedComparison("004-printed", "Paper 004, Tables I to III: normalised, with the limits that the counts support",
               monitors),
)  # fmt: skip
