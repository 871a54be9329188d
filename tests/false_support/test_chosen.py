"""What was chosen, interpolated, scaled away or done by somebody else; each beside a true twin that holds."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import measured
from tests.false_support.test_answers import (
    SEVERITIES,
    answers,
    base,
    confusion,
    interpretation,
    npz,
    performance,
)
from tests.false_support.test_beside import record, report
from tests.false_support.test_ordinary_files import detected, scene
from tests.false_support.test_points import base as points
from tests.false_support.test_points import table as point_table
from tests.false_support.test_reading import workbook
from tests.false_support.test_records import HOURS
from tests.false_support.test_reports import NONE_FAILS
from tests.false_support.test_scenario_tables import base as scenarios
from tests.false_support.test_scenario_tables import rows, table, worded

Case = tuple[dict[str, Any], dict[str, Any], dict[str, "str | bytes"]]
ITEM = "evidence_items.EV"
R = np.random.default_rng(2026)
Array = np.ndarray[Any, Any]


def drift(reference: Array, operation: Array) -> Case:
    case = base(
        "operation-drift", {"reference": "r.csv", "operation": "o.csv"}, "largest_shift", 0.2, {}, "score"
    )
    text = {
        name: "a,b\n" + "".join(f"{p:.7g},{q:.7g}\n" for p, q in values)
        for name, values in (("r.csv", reference), ("o.csv", operation))
    }
    return case, {}, {**text}


def standardised(x: Array, by: Array) -> Array:
    return np.asarray((x - by.mean(axis=0)) / by.std(axis=0))


def stretched(x: Array, by: Array) -> Array:
    return np.asarray((x - by.min(axis=0)) / np.ptp(by, axis=0))


def oversampled(smote: bool) -> Case:
    """A rare class of 25 points with labels of chance, and 475 rows more of it: between its points, or measured."""
    r = np.random.default_rng(0)
    common, rare = r.uniform(size=(500, 2)), r.uniform(size=(25, 2))
    more = r.uniform([0, 0], [1, 1], (475, 2))
    if smote:
        for k in range(475):
            one = rare[r.integers(25)]
            near = rare[r.choice(np.argsort(np.linalg.norm(rare - one, axis=1))[1:6])]
            more[k] = one + r.random() * (near - one)
    x, y = np.r_[common, rare, more], np.repeat([0, 1], 500)
    if not smote:
        y = (x[:, 0] > 0.5).astype(int)
    order = r.permutation(1000)
    return (
        points(),
        {"claims.C1.requirement.bound": 0.4 if smote else 0.1},
        {**point_table(x[order], y[order])},
    )


def helped(word: str, counts: str) -> Case:
    x, modes = rows(4000, 0.002, 3)
    said = worded(modes)
    said[::17] = [word] * len(said[::17])
    edits = {f"{ITEM}.labels": {word: counts}, "claims.C1.requirement.bound": 0.01}
    return scenarios(), edits, {"tests.csv": table(x, said)}


def truth_with_noise(pixels: float) -> Case:
    truth, _ = scene(200)
    boxes = [
        {
            "image_id": a["image_id"],
            "category_id": 1,
            "bbox": [v + pixels * R.normal() for v in a["bbox"]],
            "score": 0.9,
        }
        for a in truth["annotations"]
    ]
    return detected(truth, boxes)


def covered(unknown: str) -> Case:
    case = base("nn-scenario-coverage", {"scenarios": "s.csv"}, "scenario_coverage", 0.95,
                {"conditions": {"light": ["day", "night"], "road": ["dry", unknown]}, "k": 2}, comparison=">=")  # fmt: skip
    text = "light,road\n" + "".join(f"{a},{b}\n" for a in ("day", "night") for b in ("dry", unknown)) * 20
    return case, {}, {"s.csv": text}


def mapped(low: int, high: int, beside: float) -> Case:
    """Objects from ``low`` to ``high`` along each axis, hot at a third of their positions and at ``beside`` of others."""
    objects = np.zeros((300, 8, 8), bool)
    objects[:, low:high, low:high] = True
    hot = R.random((300, 8, 8)) < np.where(objects, 0.3, beside)
    heat = np.where(hot, 0.2, 0.9) + 0.01 * R.random((300, 8, 8))
    return interpretation(), {}, {"m.npz": npz(heatmaps=heat, occluding=objects)}


def runs(place: str, document: dict[str, Any]) -> Case:
    return report(json.dumps(document), count=f"{place}/wrong", trials=f"{place}/n")


def suite(*names: str) -> Case:
    cases = "".join(f'<testcase name="{name}"/>' for name in names)
    return (
        measured(),
        NONE_FAILS,
        {"report": f'<testsuite name="s" tests="{len(names)}" failures="0">{cases}</testsuite>'},
    )


def of(wrong: int, **more: Any) -> dict[str, Any]:
    return {"wrong": wrong, "n": 8000, **more}


def beside_answers(head: str, row: Callable[[int], str]) -> Case:
    """Good answers, beside which every row has something more."""
    text = "".join(f"{line},{row(k)}\n" for k, line in enumerate(answers(3).splitlines()[1:]))
    return confusion(), {}, {"p.csv": f"true,predicted,{head}\n{text}"}


def weighed(name: str, weight: Callable[[int], int]) -> Case:
    return beside_answers(name, lambda k: str(weight(k)))


def labelled_as(name: str, severities: Any = None) -> Case:
    """Answers of which 90 that should worry are to objects of another label."""
    return (
        confusion(severities),
        {},
        {"p.csv": answers(90).replace("pedestrian,background", f"{name},background") + f"{name},vehicle\n"},
    )


def renamed(name: str) -> Case:
    return confusion(), {f"{ITEM}.inputs.predictions": name}, {name: answers(3)}


def sheets(*names: str) -> Case:
    """The first sheet has a good record; the others have the same columns."""
    head: list[Any] = ["entry", "demands", "failures"]
    more = {name: [head, ["a", 300, 30]] for name in names[1:]}
    first = {names[0]: [head, ["a", 9000, 1]]}
    edits = {f"{ITEM}.inputs.record": "record.xlsx", f"{ITEM}.sheet": names[0]}
    return measured(), edits, {"record.xlsx": workbook([["x"]], first | more)}


DRIVEN = "v,y,outcome,{}\n" + "".join(
    f"{v:.6f},{y:.6f},success,{0.5 + k % 7}\n" for k, (v, y) in enumerate(rows(4000)[0])
)
REFERENCE, OPERATION = (
    R.normal(size=(3000, 2)) * [2, 5] + [10, 3],
    R.normal(size=(3000, 2)) * [3, 7] + [14, 9],
)
SIX = np.random.default_rng(2).normal(size=(3000, 2))
SIX[1, 0], SIX[3, 1] = SIX[0, 0], SIX[2, 1]  # one value in each column comes twice, by chance
LIKE = R.normal(size=(3000, 2)) * [2, 5] + [10, 3]
POWERED = "entry,hours {},hours powered,failures\na,8760,400,0\nb,8760,380,1\n"
FALSE: dict[str, tuple[Case, str]] = {
    "standardised-each-by-itself": (drift(standardised(REFERENCE, REFERENCE), standardised(OPERATION, OPERATION)), "sign-scaled-apart"),
    "stretched-each-by-itself": (drift(stretched(REFERENCE, REFERENCE), stretched(OPERATION, OPERATION)), "sign-scaled-apart"),
    "the-reference-in-another-order": (drift(REFERENCE, REFERENCE[::-1]), "sign-reference-in-operation"),
    "six-digits-in-another-order": (drift(np.round(SIX, 6), np.round(SIX[::-1], 6)), "sign-reference-in-operation"),
    "rows-between-rows": (oversampled(True), "sign-between-rows"),
    "taken-over": (helped("operator took over", "success"), "sign-labels-contradict"),
    "disengaged": (helped("disengagement", "success"), "sign-labels-contradict"),
    "rescued": (helped("Rescued by hand", "success"), "sign-labels-contradict"),
    "truth-with-a-little-noise": (truth_with_noise(0.3), "sign-copied-truth"),
    "category-of-the-unknown": (covered("n.k."), "sign-category-of-unknown"),
    "category-not-recorded": (covered("not recorded"), "sign-category-of-unknown"),
    "masks-of-nearly-everything": (mapped(1, 8, 0.3), "sign-hot-by-chance"),
    "the-one-scenario": ((performance(), {}, {"p.csv": "light,correct\n" + "day,1\n" * 400 + "day,0\n"}), "sign-single-scenario"),
    "the-best-seed": (runs("/seeds/0", {"seeds": [of(0), of(40), of(35)]}), "sign-one-of-several"),
    "the-best-fold": (runs("/fold_3", {"fold_1": of(40), "fold_2": of(31), "fold_3": of(0)}), "sign-one-of-several"),
    "the-best-epoch": (runs("/log/epoch-12/test", {"log": {f"epoch-{k}": {"test": of(12 - k)} for k in range(1, 13)}}), "sign-one-of-several"),
    "the-easy-part": (runs("/subset_easy", {"subset_easy": of(0), "subset_hard": of(400)}), "sign-of-something-else"),
    "placeholders": (suite("test_todo", "test_brake_placeholder", "test_brake"), "sign-placeholder-tests"),
    "weights-of-the-rows": (weighed("sample_weight", lambda k: 1 + k % 20), "sign-unread-weights"),
    "weights-of-one-and-fifty": (weighed("weight", lambda k: 50 if k % 97 == 5 else 1), "sign-unread-weights"),
    "likelihood-ratios-of-scenarios": ((scenarios(), {}, {"tests.csv": DRIVEN.format("likelihood_ratio")}), "sign-unread-weights"),
    "labels-to-be-ignored": (labelled_as("DontCare"), "sign-label-of-no-class"),
    "labels-that-are-none": (labelled_as("unlabelled"), "sign-label-of-no-class"),
    "fewer-evaluated": (report('{"wrong": 0, "n": 8000, "n_evaluated": 80}', count="/wrong", trials="/n"), "sign-left-aside"),
    "some-left-out": (report('{"wrong": 0, "n": 8000, "timeouts": 70}', count="/wrong", trials="/n"), "sign-left-aside"),
    "a-plan": (renamed("test_plan.csv"), "sign-planned-file"),
    "a-template": (renamed("template predictions.csv"), "sign-planned-file"),
    "second-quarter-on-another-sheet": (sheets("Q1", "Q2"), "sign-unread-sheets"),
    "february-on-another-sheet": (sheets("January 2026", "February 2026"), "sign-unread-sheets"),
    "pixels-of-pictures": (beside_answers("x,y", lambda k: f"{k % 60},{k // 60}"), "sign-grouped-rows"),
    "crops-of-scans": (beside_answers("crop", lambda k: f"scan{k // 90}_crop{k % 90}.png"), "sign-grouped-rows"),
    "two-models": (beside_answers("model", lambda k: f"v{1 + k % 2}"), "sign-several-systems"),
    "several-models": (beside_answers("model", lambda k: ("resnet50", "vit", "ours")[k % 3]), "sign-several-systems"),
    "two-versions-of-the-software": (beside_answers("software version", lambda k: f"{1 + k % 2}.4.0"), "sign-several-systems"),
    "tried-again": ((scenarios(), {}, {"tests.csv": DRIVEN.format("attempts").replace(".5\n", "\n")}), "sign-retried-rows"),
    "retries": (beside_answers("retries", lambda k: str(int(k % 9 == 4))), "sign-retried-rows"),
    "only-what-was-detected": (beside_answers("detected", lambda k: "1"), "sign-left-out-rows"),
    "only-what-overlaps": (beside_answers("iou", lambda k: f"{0.5 + 0.5 * ((k * 37) % 1000) / 1000:.4f}"), "sign-cut-by-score"),
    "log-without-its-errors": (record("entry,demands,failures,level\n" + "".join(f"run {k},{100 + k % 7},0,INFO\n" for k in range(90))), "sign-left-out-rows"),
    "retries-of-a-record": (record("entry,demands,failures,retries\na,9000,0,14\nb,4000,1,3\n"), "sign-retried-rows"),
    "a-part-so-far": (report('{"status": "partial", "wrong": 0, "n": 8000}', count="/wrong", trials="/n"), "sign-of-something-else"),
    "hours-installed": ((measured(), HOURS | {f"{ITEM}.columns": {"hours": "hours installed"}}, {"record.csv": POWERED.format("installed")}), "'installed' is not all"),
}  # fmt: skip
TRUE: dict[str, Case] = {
    "scaled-by-the-reference": drift(standardised(REFERENCE, REFERENCE), standardised(LIKE, REFERENCE)),
    "tenths": drift(np.round(REFERENCE), np.round(LIKE)),
    "unscaled": drift(REFERENCE, LIKE),
    "measured-rows": oversampled(False),
    "taken-over-is-a-failure": helped("operator took over", "task failure"),
    "no-takeover": helped("no intervention", "success"),
    "detector-like-others": detected(*scene(200)),
    "category-that-is-known": covered("wet"),
    "masks-of-the-object": mapped(3, 6, 0.01),
    "one-scenario-that-is-stated": (performance(conditions={"light": ["day"]}, k=1), {}, {"p.csv": "light,correct\n" + "day,1\n" * 400 + "day,0\n"}),
    "the-worst-seed": runs("/seeds/1", {"seeds": [of(0), of(1), of(0)]}),
    "classes-by-name": runs("/classes/0", {"classes": [of(0, name="pedestrian"), of(40, name="vehicle")]}),
    "day-and-night": runs("/day", {"day": of(0), "night": of(30)}),
    "one-of-equal-folds": runs("/fold_1", {"fold_1": of(1), "fold_2": of(1)}),
    "tests-with-names": suite("test_empty_list", "test_stub_axle", "test_brake", "test_door"),
    "weights-in-kilograms": weighed("weight", lambda k: 900 + 7 * (k % 90)),
    "equal-weights": weighed("sample_weight", lambda k: 1),
    "labels-that-are-classes": labelled_as("bicycle", SEVERITIES | {"bicycle": {"background": 0.3}}),
    "all-evaluated": report('{"wrong": 0, "n": 8000, "n_evaluated": 8000, "skipped": 0}', count="/wrong", trials="/n"),
    "evaluated-of-all": report('{"wrong": 0, "n": 90000, "n_evaluated": 8000}', count="/wrong", trials="/n_evaluated"),
    "explanations-of-planes": renamed("airplanes floor plan.csv"),
    "other-sheets": sheets("Results", "Notes"),
    "places-of-objects": beside_answers("x,y", lambda k: f"{k * 37 % 640},{k * 91 % 480}"),
    "crops-numbered-through": beside_answers("crop", lambda k: f"crop_{k:05}.png"),
    "models-of-cars": beside_answers("model", lambda k: ("Golf", "Corsa", "Clio")[k % 3]),
    "one-version": beside_answers("software version", lambda k: "1.4.0"),
    "tried-once": beside_answers("attempts", lambda k: "1"),
    "detected-or-not": beside_answers("detected", lambda k: str(int(k % 9 > 0))),
    "some-warnings": record("entry,demands,failures,level\na,9000,0,INFO\nb,4000,1,ERROR\n"),
    "attempts-of-a-record": record("entry,demands,failures,attempts\na,9000,0,9000\nb,4000,1,4000\n"),
    "finished": report('{"status": "finished", "wrong": 0, "n": 8000}', count="/wrong", trials="/n"),
    "hours-powered": (measured(), HOURS | {f"{ITEM}.columns": {"hours": "hours powered"}}, {"record.csv": POWERED.format("installed").replace("400", "8400").replace("380", "8380")}),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", FALSE)
def test_what_was_chosen_supports_nothing(name: str, tmp_path: Path) -> None:
    (case, edits, files), because = FALSE[name]
    must_not_hold(folder(tmp_path / name, case, edits, files), because)


@pytest.mark.parametrize("name", TRUE)
def test_what_was_not_chosen_supports(name: str, tmp_path: Path) -> None:
    case, edits, files = TRUE[name]
    must_hold(folder(tmp_path / name, case, edits, files))


@pytest.mark.slow
def test_a_category_that_the_rules_take_out(tmp_path: Path) -> None:
    """Nobody has data of the night; a rule says that there is none, and somebody else agrees."""
    rules = [{"when": {"road": ["dry", "wet"]}, "then": {"light": "day"}}]
    case = base("nn-scenario-coverage", {"scenarios": "s.csv"}, "scenario_coverage", 0.95,
                {"conditions": {"light": ["day", "dusk", "night"], "road": ["dry", "wet"]}, "k": 1, "rules": rules},
                comparison=">=")  # fmt: skip
    files = {"s.csv": "light,road\n" + "day,dry\nday,wet\n" * 20}
    must_not_hold(folder(tmp_path / "false", case, {}, files), "sign-category-ruled-out")
    agreed = {
        "evidence_items.EV.waive": [
            {
                "rule": f"sign-{rule}",
                "reason": "The shuttle runs by day only (timetable 3)",
                "by": "S. Safety",
            }
            for rule in ("category-ruled-out", "mostly-excluded")
        ]
    }
    must_hold(folder(tmp_path / "true", case, agreed, files))


@pytest.mark.slow
def test_steps_that_count_as_missions(tmp_path: Path) -> None:
    """One simulated drive of 2,000 steps, and 2,000 drives."""
    case = base(
        "monitor-episodes", {"episodes": "e.csv"}, "residual_hazard", 0.01, {}, "probability-per-mission"
    )
    case["claims"][0]["text"] = "In a mission the shuttle has an accident rarely"
    rows = "".join(f"{k},{int(k % 200 == 7)},0,1,1\n" for k in range(2000))
    head = ",accident_f,accident_monitored,success_f,success_monitored\n"
    must_not_hold(folder(tmp_path / "false", case, {}, {"e.csv": f"step{head}{rows}"}), "sign-rows-are-steps")
    must_hold(folder(tmp_path / "true", case, {}, {"e.csv": f"episode{head}{rows}"}))
