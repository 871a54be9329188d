"""Numbers that say how sure the system was of the true class, which cannot be so where it answered right; true twins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.false_support.test_columns_beside import N, answers, csv, signs

TRUE, SAID, WRONG = answers(0.01)
HIDDEN = ~WRONG & (np.arange(N) % 17 == 3)
"""answers that count as right and were not"""


def shares(wrong: Any, classes: int = 3) -> tuple[Any, Any]:
    """Shares of the true class and of the answer, as a softmax gives them, where ``wrong`` answers are so."""
    rng = np.random.default_rng(7)
    scores = rng.normal(0, 1, (N, classes))
    scores[:, 0] = np.abs(scores).max(axis=1) + rng.random(N) * 3 + 0.05
    p = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    return np.where(wrong, p[:, 1], p[:, 0]), p[:, 0]


def column(form: str, wrong: Any) -> Any:
    of_true = shares(wrong)[0]
    made = {"share": of_true, "percent": 100 * of_true, "loss": -np.log(of_true), "log": np.log(of_true)}
    return made[form].round(4)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("prob_of_true", "share"), ("p_label", "share"), ("conf_true", "share"), ("p(gt)", "share"), ("softmax_target", "share"),
        ("Konfidenz Soll", "percent"), ("score of label", "share"), ("loss", "loss"), ("nll", "loss"), ("cross_entropy", "loss"),
        ("Verlust", "loss"), ("log_prob_true", "log"), ("logp_label", "log"),
    ],
)  # fmt: skip
def test_the_true_class_is_too_unlikely_to_be_the_answer(name: str, form: str, tmp_path: Path) -> None:
    columns = {"true": TRUE, "predicted": SAID}
    assert (
        signs(tmp_path, csv(**columns, **{name: column(form, WRONG | HIDDEN)})) == "sign-answers-contradict"
    )
    assert not signs(tmp_path, csv(**columns, **{name: column(form, WRONG)}))


@pytest.mark.slow
def test_in_a_table_of_two_answers(tmp_path: Path) -> None:
    names = {n: np.where(v == "vehicle", "b", "a") for n, v in (("true", TRUE), ("predicted", SAID))}
    wrong = names["true"] != names["predicted"]
    for name in ("prob_of_true", "loss"):
        for rows, sign in ((wrong | HIDDEN, "sign-answers-contradict"), (wrong, "")):
            of_true = shares(rows, 2)[0]
            held = -np.log(of_true) if name == "loss" else of_true
            assert signs(tmp_path, csv(**names, **{name: held.round(4)})) == sign


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "other"), [("conf_true", "conf_pred"), ("a", "b"), ("logit of gt", "logit max")]
)
def test_less_sure_of_the_true_class_than_of_the_answer(name: str, other: str, tmp_path: Path) -> None:
    """Numbers that are one and the same where answers are right: where they differ, the answers were wrong."""
    columns = {"true": TRUE, "predicted": SAID}
    for rows, sign in ((WRONG | HIDDEN, "sign-answers-contradict"), (WRONG, "")):
        of_true, of_answer = shares(rows)
        held = {name: (5 * of_true).round(4), other: (5 * of_answer).round(4)}
        assert signs(tmp_path, csv(**columns, **held)) == sign


@pytest.mark.slow
def test_a_margin_below_zero(tmp_path: Path) -> None:
    """The score of the true class less the largest other one; the margin of the answer is never below zero."""
    columns = {"true": TRUE, "predicted": SAID}
    size = np.random.default_rng(3).random(N).round(4) + 0.01
    for rows, sign in ((WRONG | HIDDEN, "sign-answers-contradict"), (WRONG, ""), (np.zeros(N, bool), "")):
        assert sign in (held := signs(tmp_path, csv(**columns, margin=np.where(rows, -size, size))))
        assert sign or not held


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["conf", "confidence_pred", "brightness", "sharpness", "p_ood", "loss_total", "entropy", "iou"]
)
def test_what_is_not_of_the_true_class(name: str, tmp_path: Path) -> None:
    """Confidences, brightness and the like, low or high where they will, also where answers are wrong."""
    rng = np.random.default_rng(5)
    columns = {"true": TRUE, "predicted": SAID}
    for values in (rng.random(N), rng.gamma(2, 1, N), rng.beta(5, 2, N) * np.where(WRONG, 0.4, 1)):
        assert not signs(tmp_path, csv(**columns, **{name: values.round(4)}))


@pytest.mark.slow
def test_other_losses(tmp_path: Path) -> None:
    """A loss that adds up more than the cross-entropy is above ln 3 at right answers too."""
    added = column("loss", WRONG) + np.random.default_rng(2).gamma(2, 1, N)
    assert not signs(tmp_path, csv(true=TRUE, predicted=SAID, loss_total=added.round(4)))


@pytest.mark.slow
def test_columns_that_agree_for_another_reason(tmp_path: Path) -> None:
    """Sizes before and after clipping, hours planned and run: they differ where they will."""
    rng = np.random.default_rng(6)
    before = rng.random(N).round(4)
    columns = {"true": TRUE, "predicted": SAID, "before": before, "after": np.minimum(before, 0.9)}
    assert not signs(tmp_path, csv(**columns))


def weak(classes: int = 3) -> dict[str, Any]:
    """Scores of a network that is right in about half of the rows, beside answers that are the labels themselves."""
    rng = np.random.default_rng(11)
    names = np.array(["dock", "open", "pier"][:classes])
    t = rng.integers(0, classes, N)
    z = rng.normal(size=(N, classes))
    z[np.arange(N), t] += 0.8
    p = np.exp(1.5 * z) / np.exp(1.5 * z).sum(axis=1, keepdims=True)
    return {
        "true": names[t],
        "predicted": names[t],
        "p": p,
        "of_true": p[np.arange(N), t],
        "own": names[p.argmax(axis=1)],
    }


def of_weak(form: str, w: dict[str, Any]) -> dict[str, Any]:
    p, of_true = w["p"], w["of_true"]
    margin = of_true - np.sort(np.where(p == of_true[:, None], -1, p), axis=1)[:, -1]
    made: dict[str, dict[str, Any]] = {
        "prob_of_true": {"prob_of_true": of_true},
        "loss": {"loss": -np.log(of_true)},
        "nll": {"nll": -np.log(of_true)},
        "margin": {"margin": margin},
        "pair": {"p_true": of_true, "p_predicted": p.max(axis=1)},
        **{
            f: {f.format(k): p[:, k] for k in range(p.shape[1])}
            for f in ("prob_{}", "class {}", "out[{}]", "p{}")
        },
        "logits": {f"output {k}": np.log(p[:, k]) * 2 for k in range(p.shape[1])},
    }
    return {name: values.round(6) for name, values in made[form].items()}


FORMS = ["prob_of_true", "loss", "nll", "margin", "pair", "prob_{}", "class {}", "out[{}]", "p{}", "logits"]


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_many_contradicted_answers_are_worse_than_few(form: str, tmp_path: Path) -> None:
    """A weak network's numbers beside answers that are the labels; beside its own answers they agree."""
    w = weak()
    held = of_weak(form, w)
    assert "sign-answers-contradict" in signs(tmp_path, csv(true=w["true"], predicted=w["predicted"], **held))
    assert not signs(tmp_path, csv(true=w["true"], predicted=w["own"], **held))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["y_score", "y_prob", "p_positive"])
def test_a_score_that_decides_at_no_threshold(name: str, tmp_path: Path) -> None:
    w = weak(2)
    score = w["p"][:, 1].round(4)
    truth = {"true": w["true"]}
    assert "sign-answers-contradict" in signs(
        tmp_path, csv(**truth, predicted=w["predicted"], **{name: score})
    )
    for cut in (0.5, 0.3):  # a threshold of its own
        said = np.where(score > cut, "open", "dock")
        assert not signs(tmp_path, csv(**truth, predicted=said, **{name: score}))
        both = {"prob_0": 1 - score, "prob_1": score}
        assert not signs(tmp_path, csv(**truth, predicted=said, **both))


@pytest.mark.slow
@pytest.mark.parametrize(
    "names", [("score",), ("uncertainty",), ("aux_prob",), ("margin_to_kerb",), ("area 0", "area 1", "area 2"),
              ("annotation_confidence", "predicted_confidence")]
)  # fmt: skip
def test_numbers_that_are_named_as_something_else(names: tuple[str, ...], tmp_path: Path) -> None:
    w, rng = weak(), np.random.default_rng(4)
    columns = {
        name: (rng.normal(0, 1, N) if "margin" in name else rng.random(N) / 2 + 0.5).round(4)
        for name in names
    }
    assert "answers-contradict" not in signs(
        tmp_path, csv(true=w["true"], predicted=w["predicted"], **columns)
    )
