"""Papers 001 and 003: reliability assessment."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from examples.paper_tables import mnist
from examples.paper_tables.row import PublishedComparison, Row

ROOT = Path(__file__).parents[2]
CONFIDENCE = 0.975
TRAINING = {"running example": 0.0005, "synthetic DS-1": 0.0037, "synthetic DS-2": 0.0004}
"""Table 1 of paper 003: errors on the training points."""
PUBLISHED = {
    "running example": (
        "running-example.csv",
        250,
        (0.0180, 0.002982, 0.004891, 0.000004, 0.004899, 0.004013),
    ),
    "synthetic DS-1": ("synthetic-ds-1.csv", 250, (0.0800, 0.008025, 0.008290, 0.000014, 0.008319, 0.004392)),
    "synthetic DS-2": ("synthetic-ds-2.csv", 500, (0.0079, 0.004739, 0.005249, 0.000002, 0.005252, 0.002001)),
}
"""Table 1 of paper 003: file of the data, cells per side, and test error, ACU, E[λ], V[λ], limit, r-separation."""
SHEETS = {"synthetic-ds-1.csv": "trainingdata_a.xls", "synthetic-ds-2.csv": "trainingdata_c.xls"}
AUTHORS = "the authors' repository github.com/havelhuang/ReAsDL"


def data_folder() -> Path:
    """Reference data that may not be redistributed: ``CASEGEN_REFERENCE_DATA``."""
    return Path(os.environ.get("CASEGEN_REFERENCE_DATA", ROOT.parent / "shared" / "data")) / "siemens"


def table_1() -> list[Row]:
    """Paper 003, Table 1: three data sets in a plane, two of pictures."""
    rows: list[Row] = []
    for name, (file, cells, printed) in PUBLISHED.items():
        path = data_folder() / file
        rows += _plane(name, path, cells, printed) if path.is_file() else _absent(name, path, printed)
    for name, (train, test, apart) in OF_PICTURES.items():
        data, training = name.split(", ")
        if data == "MNIST":
            rows += [*mnist.errors(training, train, test), mnist.separation(training, apart)]
            continue
        for column, value in (("training error", train), ("test error", test), ("r-separation", apart)):
            rows.append(Row(f"{name}: {column}", value, missing=PICTURES))
    return rows


OF_PICTURES = {
    "MNIST, normal": (0.0051, 0.0235, 0.369),
    "MNIST, adversarial": (0.0173, 0.0212, 0.369),
    "CIFAR10, normal": (0.0190, 0.0854, 0.106),
    "CIFAR10, adversarial": (0.0013, 0.1628, 0.106),
}
"""Table 1 of paper 003, pictures: training error, test error, r-separation; the rest are curves."""


PICTURES = (
    f"the published networks and encoders are pickles in {AUTHORS} (loading one runs code), and the pictures are not "
    "ours to pass on"
)


COLUMNS = (
    "test error",
    "ACU (Eqn 16)",
    "E[λ] (Eqn 11)",
    "V[λ] as printed",
    "97.5 % limit (Eqn 13)",
    "r-separation",
)
"""Of ``PUBLISHED``, in its order."""


def _absent(name: str, path: Path, printed: tuple[float, ...]) -> Iterator[Row]:
    sheet = SHEETS.get(path.name)
    where = (
        f"save {sheet} of {AUTHORS} as csv there (x_i1, x_i2, l_i)" if sheet else "set CASEGEN_REFERENCE_DATA"
    )
    why = f"data may not be redistributed, and {path.parent.name}/{path.name} is absent: {where}"
    yield Row(f"{name}: training error", TRAINING[name], missing=why)
    for column, value in zip(COLUMNS, printed, strict=True):
        yield Row(f"{name}: {column}", value, missing=why)


def _plane(name: str, path: Path, cells: int, printed: tuple[float, ...]) -> Iterator[Row]:
    from casegen_evidence.ram.data import read

    from benchmarks.ram.table1 import Settings, row

    result = row(read(path), Settings(cells=(cells,)))
    lower, upper = result.test_lower, result.test_upper
    error, acu, mean, spread, limit, apart = printed
    comes_out = abs(result.distance / apart - 1) < 0.05
    excluded = (
        "the test set by itself excludes Eqn 13's limit"
        if lower > result.upper
        else "agrees with Eqn 13's limit"
    )
    yield Row(
        f"{name}: training error", TRAINING[name], result.train_error, note="on four fifths of the points"
    )
    yield Row(
        f"{name}: test error", error, result.test_error, lower, upper, CONFIDENCE, note="Clopper–Pearson"
    )
    yield Row(f"{name}: ACU (Eqn 16)", acu, result.acu, note="10⁴ common samples in every cell, as published")
    yield Row(
        f"{name}: E[λ] (Eqn 11)", mean, result.mean, upper=result.upper, confidence=CONFIDENCE,
        note="limit by Eqn 13, which does not cover",
    )  # fmt: skip
    yield Row(f"{name}: V[λ] as printed", spread, result.sd, note="the column holds the standard deviation")
    yield Row(f"{name}: 97.5 % limit (Eqn 13)", limit, result.upper, note="does not cover: docs/bounds.md")
    yield Row(f"{name}: pmi, sound limit", None, result.test_error, lower, upper, CONFIDENCE, note=excluded)
    yield Row(
        f"{name}: r-separation", apart, result.distance,
        note="smallest L∞ distance of different labels" + ("" if comes_out else "; the printed number does not come out"),
    )  # fmt: skip


def figures() -> list[Row]:
    """Paper 003, Figs. 9, 10, 16 and 18 and Table 4: pmi over the number of norm balls, and the auto-encoders."""
    return [
        Row("Fig. 9: pmi over k, MNIST", missing="curves only, no numbers; with networks of our own: docs/ram.md"),
        Row("Fig. 10: pmi over k, CIFAR10", missing=f"curves only, no numbers printed; {PICTURES}"),
        Row("Fig. 16: pmi over k, AUV", missing="curves only, no numbers printed; pictures of the simulated vehicle "
            "and the YOLOv3 weights are not part of our reference data"),
        Row("Table 4: reconstruction loss, AUV, test", 0.003048, missing="pictures of the simulated vehicle are not part "
            "of our reference data"),
        Row("Table 4: reconstruction loss, ground vehicle, test", 0.016665, missing="pictures of the vehicle's camera "
            "are not public"),
        Row("Fig. 18: pmi over k, ground vehicle", missing="curves only, no numbers printed; pictures of the vehicle's "
            "camera are not public"),
        *_same_estimators(),
    ]  # fmt: skip


def _same_estimators() -> Iterator[Row]:
    """The estimators of those figures on pictures that everybody has."""
    import tempfile

    from casegen_evidence.method import Run
    from casegen_evidence.ram.method import HIGH_DIMENSIONAL
    from sklearn.datasets import load_digits

    pictures, digits = load_digits(return_X_y=True)
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "digits.npz"
        np.savez(file, points=pictures / 16.0, labels=digits)
        parameters = HIGH_DIMENSIONAL.parameters.model_validate(
            {"classifier": {"kind": "mlp", "options": {"max_iter": 600}}, "radius": 0.05}
        )
        outcome = HIGH_DIMENSIONAL.run(Run({"points": file}, parameters, 1, CONFIDENCE, Path(name)))
    for measure, reported in (("pmi", "norm balls, sound limit"), ("pmi_eqn15", "Eqns 13–15, do not cover")):
        m = outcome.measures[measure]
        yield Row(
            f"scikit-learn's digits: {measure}",
            None,
            m.value,
            m.lower,
            m.upper,
            m.confidence,
            False,
            reported,
        )


COMPARISONS = (
    PublishedComparison("003-table1", "Paper 003 (and 001), Table 1: reliability of classifiers", table_1),
    PublishedComparison(
        "003-figures", "Papers 001 and 003, figures: pmi over the number of norm balls", figures
    ),
)
