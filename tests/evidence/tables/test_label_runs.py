"""Labels that follow each other in runs, a block of one class in mixed rows, and the score of one class alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.method import Result, Run
from casegen_evidence.nnmetrics.confusion_method import WEIGHTED_CONFUSION

CLASSES = ("background", "car", "pedestrian")
Rows = list[tuple[object, ...]]


def judged(folder: Path, rows: Iterable[Sequence[object]], *columns: str) -> list[str]:
    """The signs of a table of answers."""
    path = folder / "p.csv"
    head = ",".join(("true", "predicted", *columns))
    path.write_text(head + "\n" + "".join(",".join(map(str, row)) + "\n" for row in rows), encoding="utf-8")
    parameters = WEIGHTED_CONFUSION.parameters.model_validate(
        {"severities": {"pedestrian": {"background": 1}}, "default": 0.1}
    )
    result: Result = WEIGHTED_CONFUSION.run(Run({"predictions": path}, parameters, 0, 0.95, folder))
    return [s.name for s in result.signs]


def mixed(n: int, seed: int = 1, classes: Sequence[str] = CLASSES, wrong: float = 0.01) -> Rows:
    """Rows in no order, a few of them wrong."""
    draw = np.random.default_rng(seed)
    rows: Rows = []
    for label in draw.choice(classes, n).tolist():
        other = draw.choice([c for c in classes if c != label])
        rows.append((label, str(other) if draw.random() < wrong else label))
    return rows


def film(n: int, seed: int, classes: Sequence[str], length: int, wrong: float = 0.0) -> Rows:
    """Rows of a film: each class stays for about ``length`` frames."""
    draw = np.random.default_rng(seed)
    rows: Rows = []
    while len(rows) < n:
        label = str(draw.choice(classes))
        for _ in range(int(draw.integers(length // 2, 2 * length))):
            other = next(c for c in classes if c != label)
            rows.append((label, other if draw.random() < wrong else label))
    return rows[:n]


@pytest.mark.parametrize(
    "rows",
    [
        film(3000, 1, CLASSES, 80),
        film(3000, 2, CLASSES, 12, 0.01),
        film(2000, 3, ("background", "pedestrian"), 40, 0.01),
        film(2000, 4, ("background",) * 9 + ("pedestrian",), 30, 0.002),
    ],
    ids=range(4),
)
def test_frames_of_a_film_are_known_by_runs_of_their_labels(tmp_path: Path, rows: Rows) -> None:
    assert "sign-rows-in-sequence" in judged(tmp_path, rows)
    numbered = [(*row, k) for k, row in enumerate(rows)]
    assert "sign-rows-in-sequence" in judged(tmp_path, numbered, "frame")


def by(*keys: int, rows: Rows) -> Rows:
    return sorted(rows, key=lambda row: tuple(str(row[k]) for k in keys))


def _with(rows: Rows, *columns: Sequence[object]) -> Rows:
    return [(*row, *(column[k] for column in columns)) for k, row in enumerate(rows)]


LIGHT = [("day", "night")[k % 2] for k in range(3000)]
WEATHER = [("dry", "rain", "snow", "fog")[k % 7 % 4] for k in range(3000)]
FOLDERS = [f"{LIGHT[k]}/{row[0]}/{k * 37 % 3001:05d}.png" for k, row in enumerate(mixed(3000))]
SCORES = [
    round(0.6 - 0.5 * (row[0] == "background") + 0.3 * (k * 61 % 997) / 997, 4)
    for k, row in enumerate(mixed(3000))
]
ROTATED = [row for k in range(6) for row in by(0, rows=mixed(500, k + 9))]


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        (mixed(3000), ()),
        (by(0, rows=mixed(3000)), ()),
        (by(1, rows=mixed(3000)), ()),
        (by(1, 0, rows=mixed(3000)), ()),
        (by(2, 0, rows=_with(mixed(3000), LIGHT)), ("light",)),
        (by(3, 2, 0, rows=_with(mixed(3000), LIGHT, WEATHER)), ("light", "weather")),
        (by(2, 3, 1, rows=_with(mixed(3000), LIGHT, WEATHER)), ("light", "weather")),
        (by(2, rows=_with(mixed(3000), FOLDERS)), ("image",)),
        (by(2, rows=_with(mixed(3000), SCORES)), ("score",)),
        (ROTATED, ()),  # six lists, each sorted by class
        (mixed(2000, 3, ("background",) * 60 + ("pedestrian",)), ()),
        (by(0, rows=mixed(900, 5)) + by(0, rows=mixed(900, 6)), ()),
    ],
    ids=range(12),
)
def test_sorted_and_mixed_rows_are_no_film(tmp_path: Path, rows: Rows, columns: tuple[str, ...]) -> None:
    signs = judged(tmp_path, rows, *columns)
    assert not {"sign-rows-in-sequence", "sign-padded-rows"} & set(signs), signs


@pytest.mark.parametrize("where", [0, 1200, 3000])
@pytest.mark.parametrize("label", ["pedestrian", "background"])
@pytest.mark.parametrize("size", [60, 3000])
def test_a_block_of_one_class_in_mixed_rows_is_doubted(
    tmp_path: Path, where: int, label: str, size: int
) -> None:
    rows = mixed(3000)
    assert "sign-padded-rows" in judged(tmp_path, [*rows[:where], *[(label, label)] * size, *rows[where:]])


def test_a_block_that_is_harder_than_the_others_fills_nothing_up(tmp_path: Path) -> None:
    block: Rows = [("pedestrian", "background" if k % 9 == 4 else "pedestrian") for k in range(300)]
    assert "sign-padded-rows" not in judged(tmp_path, [*mixed(3000), *block])


def scored(rows: Rows, low: tuple[float, float], high: tuple[float, float], name: str = "pedestrian") -> Rows:
    """With a score of one class: from ``high`` where it is the answer, from ``low`` elsewhere."""
    draw = np.random.default_rng(7)
    return [(*row, round(float(draw.uniform(*(high if row[1] == name else low))), 3)) for row in rows]


@pytest.mark.parametrize("column", ["p_pedestrian", "pedestrian_score", "P(pedestrian)", "conf_Pedestrian"])
@pytest.mark.parametrize("scale", [1, 100])
def test_the_score_of_one_class_contradicts_the_answers(tmp_path: Path, column: str, scale: int) -> None:
    rows = scored(mixed(3000), (0.4 * scale, 0.9 * scale), (0.0, 0.3 * scale))
    assert "sign-answers-contradict" in judged(tmp_path, rows, column)


def test_a_few_answers_that_the_score_of_their_class_contradicts(tmp_path: Path) -> None:
    rows = scored(mixed(3000), (0.01, 0.3), (0.6, 0.99))
    changed = [
        (*row[:2], 0.04) if k % 25 == 3 and row[1] == "pedestrian" else row for k, row in enumerate(rows)
    ]
    changed = [(*row[:2], 0.92) if k % 25 == 4 and row[1] == "car" else row for k, row in enumerate(changed)]
    assert "sign-answers-contradict" in judged(tmp_path, changed, "p_pedestrian")


@pytest.mark.parametrize(
    ("column", "low", "high"),
    [
        ("p_pedestrian", (0.01, 0.3), (0.4, 0.99)),
        ("p_pedestrian", (0.01, 0.49), (0.34, 0.99)),  # the largest of three
        ("p_pedestrian", (0.0, 0.1), (0.1, 0.99)),  # answered from .1 on, to be careful
        ("p_pedestrian", (0.0, 0.8), (0.8, 0.99)),  # answered from .8 on, to be sure
        ("pedestrian_distance", (5, 90), (1, 4)),
        ("logit_pedestrian", (-9, 1), (-1, 8)),
        ("p_pedestrian_crossing", (0.4, 0.9), (0, 0.3)),
    ],
)
def test_a_score_that_decides_contradicts_nothing(
    tmp_path: Path, column: str, low: tuple[float, float], high: tuple[float, float]
) -> None:
    assert "sign-answers-contradict" not in judged(tmp_path, scored(mixed(3000), low, high), column)
