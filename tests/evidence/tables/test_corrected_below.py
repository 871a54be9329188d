"""Answers that are all right below a confidence, as corrected ones are; and networks of every kind that nobody corrected."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.signs import Intake
from casegen_evidence.tables.reader import read_table
from casegen_evidence.tables.signs.corrected_below import right_below
from casegen_evidence.tables.spec import Label


def network(
    n: int, rng: np.random.Generator, classes: int = 3, apart: float = 1.4, sharp: float = 1.5
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Confidences, answers and true classes, ``(n,)`` each."""
    true = rng.integers(0, classes, n)
    logits = rng.normal(size=(n, classes))
    logits[np.arange(n), true] += apart
    shares = np.exp(sharp * (logits - logits.max(axis=1, keepdims=True)))
    return np.round((shares / shares.sum(axis=1, keepdims=True)).max(axis=1), 4), logits.argmax(axis=1), true


@pytest.mark.parametrize("cut", [0.55, 0.6, 0.65, 0.7])
@pytest.mark.parametrize("seed", range(3))
def test_corrected_answers_are_seen(cut: float, seed: int) -> None:
    sure, said, true = network(600, np.random.default_rng(seed))
    said = np.where(sure < cut, true, said)
    least = right_below(sure, said, said != true)
    assert least is not None
    assert cut <= least < cut + 0.05


@pytest.mark.parametrize("rows", [30, 200, 1000])
@pytest.mark.parametrize("sharp", [0.3, 1.0, 3.0, 10.0])
def test_answers_that_nobody_corrected(rows: int, sharp: float) -> None:
    for k in range(10):
        rng = np.random.default_rng([rows, round(10 * sharp), k])
        sure, said, true = network(rows, rng, int(rng.choice([2, 3, 10])), rng.uniform(0.3, 5), sharp)
        assert right_below(sure, said, said != true) is None
        order = np.argsort(sure)
        assert right_below(sure[order], said[order], (said != true)[order]) is None
        wrong = rng.random(rows) < rng.uniform(0.02, 0.4)  # a confidence that says nothing
        assert right_below(sure, said, wrong) is None


def test_a_class_that_is_easy_and_has_low_confidences() -> None:
    for k in range(20):
        rng = np.random.default_rng(k)
        easy = rng.random(800) < 0.3
        sure = np.where(easy, rng.uniform(0.4, 0.6, 800), rng.uniform(0.6, 1, 800))
        wrong = ~easy & (rng.random(800) > sure)
        assert right_below(sure, easy.astype(np.int64), wrong) is None


def test_errors_in_few_stretches_are_few_draws() -> None:
    rng = np.random.default_rng(5)
    sure = np.repeat(rng.uniform(0.5, 0.7, 20), 40) + rng.uniform(0, 0.02, 800)
    wrong = np.zeros(800, dtype=bool)
    wrong[200:240] = True
    sure[200:240] += 0.2
    assert right_below(sure, np.zeros(800, dtype=np.int64), wrong) is None


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("confidence", lambda s: s),
        ("Konfidenz", lambda s: np.round(100 * s, 2)),
        ("uncertainty", lambda s: np.round(1 - s, 4)),
        ("max_softmax", lambda s: s),
    ],
)
def test_in_a_table(name: str, made: object, tmp_path: Path) -> None:
    sure, said, true = network(500, np.random.default_rng(8))

    def signs(answers: np.ndarray, column: str = name) -> set[str]:
        values = made(sure)  # type: ignore[operator]
        rows = [
            f"{k}.png,c{t},c{p},{v}" for k, (t, p, v) in enumerate(zip(true, answers, values, strict=True))
        ]
        (tmp_path / "p.csv").write_text("\n".join([f"image,true,predicted,{column}", *rows]) + "\n")
        wanted = {"true": Label(), "predicted": Label()}
        read_table(tmp_path / "p.csv", wanted, intake=(intake := Intake()), role="predictions", draws=True)
        return {sign.name for sign in intake.signs}

    assert "sign-corrected-answers" in signs(np.where(sure < 0.6, true, said))
    assert "sign-corrected-answers" not in signs(said)
    assert "sign-corrected-answers" not in signs(np.where(sure < 0.6, true, said), "brightness")
