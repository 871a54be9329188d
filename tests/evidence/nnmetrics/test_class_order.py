"""Labels and answers that number the classes otherwise, and networks that guess; sensible classifiers are not doubted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import Result
from casegen_evidence.monitors.detectors_method import DETECTORS
from casegen_evidence.monitors.evaluation_method import EVALUATION
from casegen_evidence.nnmetrics.class_order import as_by_guessing, judge_network
from casegen_evidence.nnmetrics.confusion_method import WEIGHTED_CONFUSION
from casegen_evidence.nnmetrics.performance_method import SCENARIO_PERFORMANCE
from casegen_evidence.signs import Intake

from tests.evidence.monitors.test_detectors_method import parts
from tests.evidence.nnmetrics.test_nnmetrics_methods import call

RENUMBERED, GUESSES = "sign-classes-renumbered", "sign-network-guesses"


def answers(
    classes: int, rows: int, accuracy: float, seed: int = 0
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    rng = np.random.default_rng(seed)
    true = rng.integers(0, classes, rows)
    return true, np.where(rng.random(rows) < accuracy, true, rng.integers(0, classes, rows))


def judged(true: Any, said: Any) -> dict[str, str]:
    intake = Intake()
    judge_network([str(v) for v in true], [str(v) for v in said], "p.csv", intake)
    return {s.name: s.message for s in intake.signs}


@pytest.mark.parametrize(
    ("classes", "rows", "accuracy"), [(10, 300, 0.9), (10, 100, 0.4), (3, 60, 0.8), (100, 2000, 0.6)]
)
@pytest.mark.parametrize("step", [1, -1])
def test_classes_numbered_from_one(classes: int, rows: int, accuracy: float, step: int) -> None:
    true, said = answers(classes, rows, accuracy)
    assert judged(true, said) == {}
    moved = judged(true + 1, said) if step < 0 else judged(true, said + 1)
    words = "labels are numbered from 1, answers from 0" if step < 0 else "numbered from 0, answers from 1"
    assert words in moved[RENUMBERED]
    assert f"and {int((true == said).sum()):,} would be" in moved[RENUMBERED]


def test_classes_in_another_order() -> None:
    true, said = answers(10, 500, 0.9)
    turned = judged(true, (said + 3) % 10)
    assert "stood for" in turned[RENUMBERED]
    flipped = judged(*(lambda t, a: (t, 1 - a))(*answers(2, 60, 0.9)))
    assert RENUMBERED in flipped
    swapped = np.where(said < 8, said, 17 - said)  # two of ten change places
    assert "'9' stood for '8'" in judged(true, swapped)[RENUMBERED]


def test_sensible_classifiers_are_not_doubted() -> None:
    """Confusions that pile up on few pairs, rare classes, two classes of which one is hard: 200 classifiers."""
    rng = np.random.default_rng(1)
    doubted = 0
    for _ in range(200):
        classes, rows = int(rng.choice([2, 3, 5, 10, 30, 100])), int(rng.choice([20, 50, 200, 1000]))
        share = rng.dirichlet(np.full(classes, rng.choice([0.3, 1, 5])))
        true = rng.choice(classes, rows, p=share)
        missed = rng.random(rows) > rng.uniform(0.7, 1) * np.where(rng.random(classes) < 0.1, 0.6, 1)[true]
        piled = rng.dirichlet(np.full(classes, 0.3), size=classes).argmax(axis=1)
        doubted += bool(judged(true, np.where(missed, piled[true], true)))
    assert doubted == 0


def test_guessing_is_seen_whatever_the_shares_of_the_classes() -> None:
    rng = np.random.default_rng(0)
    rare = (rng.random(1000) < 0.1).astype(np.int64)
    assert (rare == rng.permutation(rare)).mean() > 0.75
    assert as_by_guessing(rare, rng.permutation(rare), 2)
    assert not as_by_guessing(rare, np.where(rng.random(1000) < 0.2, 1 - rare, rare), 2)
    few = np.zeros(1000, dtype=np.int64)
    few[:4] = 1
    assert not as_by_guessing(
        few, np.roll(few, 10), 2
    )  # four objects, all missed: too few to call it guessing


def test_agreement_by_chance_has_the_moments_that_are_used() -> None:
    """Mean and variance over permutations, against 4,000 of them: the rate at which guessing is not recognised."""
    rng = np.random.default_rng(2)
    true = rng.choice(4, 400, p=[0.7, 0.1, 0.1, 0.1])
    said = rng.choice(4, 400, p=[0.6, 0.2, 0.1, 0.1])
    seen = np.mean([as_by_guessing(true, rng.permutation(said), 4) for _ in range(4000)])
    assert 0.96 < seen < 0.99


def table(folder: Path, true: Any, said: Any, **more: Any) -> Path:
    path = folder / "answers.csv"
    columns = {"true": true, "predicted": said} | more
    path.write_text(
        ",".join(columns)
        + "\n"
        + "".join(",".join(map(str, row)) + "\n" for row in zip(*columns.values(), strict=True))
    )
    return path


@pytest.mark.parametrize(
    ("method", "role", "parameters"),
    [
        (SCENARIO_PERFORMANCE, "predictions", {"by": ["light"]}),
        (EVALUATION, "outcomes", {"threshold": 0.5}),
        (WEIGHTED_CONFUSION, "predictions", {"severities": {}, "default": 1}),
    ],
)
def test_tables_of_answers(tmp_path: Path, method: Any, role: str, parameters: dict[str, Any]) -> None:
    true, said = answers(10, 400, 0.85)
    rng = np.random.default_rng(0)
    more = {"score": rng.random(400).round(4), "light": np.where(rng.random(400) < 0.5, "day", "night")}

    def signs(labels: Any) -> set[str]:
        result: Result = call(method, tmp_path, {role: table(tmp_path, labels, said, **more)}, parameters)
        return {s.name for s in result.signs}

    assert RENUMBERED not in signs(true)
    assert RENUMBERED in signs(true + 1)


@pytest.mark.slow
def test_monitors_of_a_network_that_guesses(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 5, 1700)
    good = rng.normal(size=(1700, 5)) + 4 * np.eye(5)[labels]
    for logits, doubts in (
        (good, set()),
        (rng.permutation(good), {GUESSES}),
        (good[:, [1, 2, 3, 4, 0]], {GUESSES, RENUMBERED}),
    ):
        p = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
        files = parts(
            tmp_path, inputs=rng.normal(size=(1700, 6)), labels=labels, features=logits, probabilities=p
        )
        result = call(DETECTORS, tmp_path, files, {"monitor": "max-softmax"})
        assert {s.name for s in result.signs} & {GUESSES, RENUMBERED} == doubts  # fmt: skip
