"""Weighted confusion and performance by scenario."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.method import InputProblem, Run
from casegen_evidence.nnmetrics.class_order import check_classes
from casegen_evidence.nnmetrics.confusion import weighted_confusion
from casegen_evidence.nnmetrics.confusion_method import WEIGHTED_CONFUSION
from casegen_evidence.nnmetrics.performance import by_scenario
from casegen_evidence.tables.data_table import Names, pairs_of

TRAFFIC = {
    "pedestrian": {"vehicle": 3.0, "background": 5.0},
    "vehicle": {"pedestrian": 2.0, "background": 4.0},
    "background": {"pedestrian": 1.0, "vehicle": 1.0},
}
"""an example table in the spirit of the paper's Table I (its grades are words): pedestrian → background is worst."""


def test_weighted_confusion_by_hand() -> None:
    true = ["pedestrian"] * 4 + ["vehicle"] * 4 + ["background"] * 2
    said = ["pedestrian"] * 3 + ["background"] + ["vehicle"] * 3 + ["pedestrian"] + ["background", "vehicle"]
    result = weighted_confusion(true, said, TRAFFIC)
    assert result.value == pytest.approx(1 - (5 + 2 + 1) / (5 * 10))
    assert result.accuracy == pytest.approx(0.7)
    assert result.critical == 1
    assert 1 - result.losses.mean() == pytest.approx(result.value)


def test_equal_severities_are_accuracy() -> None:
    true, said = list("aabbc"), list("abbbc")
    result = weighted_confusion(true, said, {}, default=7.0)
    assert result.value == pytest.approx(result.accuracy) == pytest.approx(0.8)


def test_pedestrian_as_background_is_worst() -> None:
    errors = [(a, b) for a in TRAFFIC for b in TRAFFIC[a]]
    values = {e: weighted_confusion([e[0], "vehicle"], [e[1], "vehicle"], TRAFFIC).value for e in errors}
    assert min(values, key=lambda e: values[e]) == ("pedestrian", "background")


@pytest.mark.parametrize(
    ("true", "said", "table", "message"),
    [
        (["a"], ["a", "b"], {"a": {"b": 1.0}}, "misaligned"),
        ([], [], {"a": {"b": 1.0}}, "at least one"),
        (["a"], ["c"], {"a": {"b": 1.0}}, "severity for a answered as c"),
        (["a"], ["b"], {"a": {"b": -1.0}}, "at least 0"),
        (["a"], ["b"], {"a": {"b": 0.0}}, "at least one severity above 0"),
        (["a"], ["b"], {"a": {"a": 1.0, "b": 1.0}}, "correct answer"),
    ],
)
def test_bad_confusion(
    true: list[str], said: list[str], table: dict[str, dict[str, float]], message: str
) -> None:
    with pytest.raises(InputProblem, match=message):
        weighted_confusion(true, said, table)


def test_scenarios_are_sorted_worst_first_with_joint_limits() -> None:
    rows = [{"light": "day"}] * 100 + [{"light": "night"}] * 20
    result = by_scenario(rows, [True] * 98 + [False] * 2 + [True] * 12 + [False] * 8, ["light"], 0.95)
    assert [r.scenario for r in result] == ["light = night", "light = day"]
    assert result[0].value == pytest.approx(0.6)
    single = by_scenario(rows[100:], [True] * 12 + [False] * 8, ["light"], 0.95)
    assert result[0].lower < single[0].lower < 0.6 < single[0].upper < result[0].upper


def test_misaligned_outcomes() -> None:
    with pytest.raises(InputProblem, match="one outcome for each of 2 rows"):
        by_scenario([{"a": "1"}] * 2, [True], ["a"], 0.95)


def test_a_regression_is_refused_and_many_classes_are_not() -> None:
    numbers = np.random.default_rng(0).normal(size=(2, 60)).round(4)
    true, said = ([str(v) for v in row] for row in numbers)
    with pytest.raises(InputProblem, match="a quantity, and no classes"):
        check_classes(true, said, 60, "answers.csv")
    for names in (
        ["3", "4.0"] * 30,
        ["0.5", "1", "1.5", "2", "2.5"],
        [f"n{k}" for k in range(60)],
        list(map(str, range(60))),
    ):
        check_classes(names, names, 60, "answers.csv")


def test_the_largest_severity_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a thousand classes there are a million pairs: none of them may look through all others."""
    from casegen_evidence.nnmetrics.confusion import WeightedConfusion
    from casegen_evidence.nnmetrics.confusion_method import _critical_pairs, _pairs

    names = [f"c{k}" for k in range(40)]
    result = weighted_confusion(names, names[1:] + names[:1], {}, default=2.0)
    looks: list[int] = []
    monkeypatch.setattr(WeightedConfusion, "worst", property(lambda self: looks.append(1) or 2.0))
    assert _critical_pairs(result).endswith(f" and {40 * 39 - 6:,} more".replace(",", ""))
    assert len(_pairs(result).rows) == 40
    assert len(looks) < 5


def test_pairs_are_counted_as_row_by_row() -> None:
    """Rows per pair are those that a walk over the rows counts, whatever the order of the names."""
    rng = np.random.default_rng(5)
    words, said = ("b", "a", "c"), ("c", "d", "a")
    true, predicted = rng.integers(0, 3, 500), rng.integers(0, 3, 500)
    one, other = Names(true.astype(np.int32), words), Names(predicted.astype(np.int32), said)
    assert pairs_of(one, other) == Counter(zip(one.list(), other.list(), strict=True))


@pytest.mark.parametrize(("said", "other"), [("open", "open"), ("open", "dock")])
def test_a_class_of_the_severities_without_a_row_bars_the_accuracy(
    said: str, other: str, tmp_path: Path
) -> None:
    """Rows of one class only say nothing of how often the other classes are right; and one answer is as right."""
    rows = [f"open,{said}"] * 300 + [f"{other},{other}"] * 300
    (tmp_path / "p.csv").write_text("true,predicted\n" + "\n".join(rows) + "\n")
    p = WEIGHTED_CONFUSION.parameters.model_validate({"severities": {"dock": {"open": 1}}, "default": 0.1})
    run = Run({"predictions": tmp_path / "p.csv"}, p, 1, 0.95, tmp_path)
    signs = {s.name: s for s in WEIGHTED_CONFUSION.run(run).signs}
    if other == "open":
        assert "accuracy" in signs["sign-class-without-data"].measures
        assert "the label 'open'" in signs["sign-one-answer"].message
    else:
        assert not {"sign-class-without-data", "sign-one-answer"} & signs.keys()
