"""What stands beside the numbers that are read and speaks against them: other columns, names, ids, what a report states."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import measured
from tests.false_support.test_answers import answers, base, confusion, interpretation, npz
from tests.false_support.test_ordinary_files import columns, detected, scene
from tests.false_support.test_records import HOURS
from tests.false_support.test_reports import ALL_LINES, reported
from tests.false_support.test_scenario_tables import X as DRIVEN
from tests.false_support.test_scenario_tables import base as scenarios

Case = tuple[dict[str, Any], dict[str, Any], dict[str, "str | bytes"]]
R = np.random.default_rng(17)
HEAD = "entry,demands,failures"
OBJECT = np.zeros((300, 8, 8), bool)
OBJECT[:, 3:5, 3:5] = True
CLEAN = R.beta(9, 1, 4000)
ROWS = [row.split(",") for row in answers(90).splitlines()[1:]]


def record(text: str, edits: dict[str, Any] | None = None) -> Case:
    return measured(), edits or {}, {"record.csv": text}


def beside(name: str, values: str) -> Case:
    one, other = values.split()
    return record(f"{HEAD},{name}\na,5000,0,{one}\nb,4000,1,{other}\n")


def report(text: str, **parameters: str) -> Case:
    return measured(), reported(**parameters), {"report": text}


def labelled(head: str, row: str) -> Case:
    text = "".join(row.format(k=k, t=t, p=p, wrong=int(t != p)) + "\n" for k, (t, p) in enumerate(ROWS))
    return confusion(), {}, {"p.csv": f"{head}\n{text}"}


def confidences(**changed: Any) -> Case:
    names = {"clean": CLEAN, **changed}
    rows = zip(*names.values(), strict=True)
    text = ",".join(names) + "\n" + "".join(",".join(f"{v:.9g}" for v in row) + "\n" for row in rows)
    case = base("nn-adversarial-loss", {"confidences": "c.csv"}, "confidence_loss", -0.1, {}, "score", ">=")
    return case, {}, {"c.csv": text}


def maps(heat: Any) -> Case:
    return interpretation(), {}, {"m.npz": npz(heatmaps=heat, occluding=OBJECT)}


def without_missed() -> Case:
    """A third of the objects is missed; their annotations are gone."""
    truth, result = scene(400, missed=0.3)
    kept = {(d["image_id"], round(d["bbox"][2], 3)) for d in result}
    left = [a for a in truth["annotations"] if (a["image_id"], round(1.02 * a["bbox"][2], 3)) in kept]
    return detected({**truth, "annotations": left}, result)


def labelled_again() -> Case:
    rows = answers(3).splitlines()[1:]
    return (
        confusion(),
        {},
        {"p.csv": "image,true,predicted\n" + "".join(f"i{k % 600}.png,{r}\n" for k, r in enumerate(rows))},
    )


def turned() -> Case:
    rows = answers(3).splitlines()[1:]
    text = "".join(f"{('orig', 'flip')[k % 2]}/i{k // 2}.png,{r}\n" for k, r in enumerate(rows))
    return confusion(), {}, {"p.csv": f"file,true,predicted\n{text}"}


def harmed() -> Case:
    text = "".join(
        f"{v:.6f},{y:.6f},success,{'collision with pier' if k % 50 == 3 else ''}\n"
        for k, (v, y) in enumerate(DRIVEN)
    )
    return scenarios(), {}, {"tests.csv": f"v,y,outcome,remark\n{text}"}


FEW = '<coverage line-rate="1.0" lines-valid="{valid}" lines-covered="2"><class filename="a.py"><lines><line number="1" hits="1"/><line number="2" hits="3"/></lines></class></coverage>'
FALSE: dict[str, tuple[Case, str]] = {
    "german-failures": (beside("Störungen", "7 5"), "sign-unread-failures"),
    "malfunctions": (beside("malfunctions", "7 5"), "sign-unread-failures"),
    "errors": (beside("errors", "70 50"), "sign-unread-failures"),
    "aborted": (beside("aborted", "70 50"), "sign-unread-failures"),
    "not-completed": (beside("not completed", "40 30"), "sign-unread-failures"),
    "one-month-in-two-ways": (record(f"{HEAD}\n2024-01,4100,0\nJan 2024,4120,0\n2024-02,2000,1\n"), "or a part of it"),
    "weeks-that-meet": (record(f"{HEAD}\n2024-01-01..2024-01-31,4000,0\n2024-01-15..2024-02-15,4100,0\n"), "or a part of it"),
    "days-that-meet": (record(f"{HEAD}\n1.1.2024 - 31.1.2024,4000,0\n15.1.2024 - 15.2.2024,4100,0\n"), "or a part of it"),
    "calendar-hours": ((measured(), HOURS | columns(hours="calendar hours"), {"record.csv": "entry,calendar hours,failures\na,8760,0\nb,8760,1\n"}), "'calendar' is not all"),
    "demands-as-estimated": (record("entry,demands (est.),failures\na,9000,0\nb,4000,1\n", columns(demands="demands (est.)")), "'est' is not all"),
    "files-taken-out": ((measured(), ALL_LINES, {"report": FEW.format(valid=2000)}), "sign-report-contradicts"),
    "planned-pictures": (report('{"wrong": 0, "images_planned": 8000, "images": 80}', count="/wrong", trials="/images_planned"), "sign-of-something-else"),
    "previous-version": (report('{"previous": {"wrong": 0, "n": 8000}}', count="/previous/wrong", trials="/previous/n"), "sign-of-something-else"),
    "another-model": (report('{"models": [{"name": "oracle", "wrong": 0, "n": 8000}]}', count="/models/0/wrong", trials="/models/0/n"), "sign-of-something-else"),
    "after-review": (report('{"errors": 50, "errors_after_review": 0, "n": 8000}', count="/errors_after_review", trials="/n"), "sign-of-something-else"),
    "augmented-pictures": (report('{"wrong": 0, "n_augmented": 8000}', count="/wrong", trials="/n_augmented"), "sign-of-something-else"),
    "percentages": (report('{"error_percent": 0.0001, "upper": 0.0005}', value="/error_percent", upper="/upper"), "is a percentage by its name"),
    "three-rows-of-each-picture": (labelled_again(), "sign-grouped-rows"),
    "pictures-flipped-in-a-folder": (turned(), "sign-grouped-rows"),
    "harm-in-a-remark": (harmed(), "sign-unread-failures"),
    "labels-that-are-not-read": (labelled("image,gt,true,predicted", "i{k}.png,{t},{p},{p}"), "sign-other-labels"),
    "a-second-annotator": (labelled("image,true,label_2,predicted", "i{k}.png,{p},{t},{p}"), "sign-other-labels"),
    "answers-withheld": (labelled("image,true,predicted,abstained", "i{k}.png,{t},{t},{wrong}"), "sign-marked-rows"),
    "maps-from-masks": (maps(np.where(OBJECT, R.uniform(0, 0.1, (300, 1, 1)), R.uniform(0.8, 1, (300, 1, 1)))), "sign-maps-are-masks"),
    "one-map-for-all": (maps(np.repeat(np.where(OBJECT[:1], 0.2, 0.9) + 0.01 * R.random((1, 8, 8)), 300, axis=0)), "sign-repeated-rows"),
    "attack-is-rounding": (confidences(fgsm=np.round(CLEAN, 3)), "sign-no-attack"),
    "attack-is-noise": (confidences(fgsm=np.clip(CLEAN + 1e-5 * R.normal(size=4000), 0, 1)), "sign-no-attack"),
    "attack-that-helps": (confidences(fgsm=np.minimum(1, CLEAN + 0.02)), "sign-no-attack"),
    "annotations-of-the-missed-gone": (without_missed(), "sign-left-out-rows"),
}  # fmt: skip
TRUE: dict[str, Case] = {
    "crew": beside("crew", "4 5"),
    "near-misses": beside("near misses", "3 1"),
    "months-apart": record(f"{HEAD}\n2024-01,4100,0\nFeb 2024,4120,0\n2024-03,2000,1\n"),
    "weeks-apart": record(f"{HEAD}\n2024-01-01..2024-01-31,4000,0\n2024-02-01..2024-02-15,4100,1\n"),
    "two-places": record(f"{HEAD}\nnorth 2024-01-01..2024-01-31,4000,0\nsouth 2024-01-10..2024-02-15,4100,1\n"),
    "days-of-one-month": record(f"{HEAD}\nJan 5 2024,4000,0\nJan 12 2024,4100,1\n"),
    "operating-hours": (measured(), HOURS | columns(hours="operating hours"), {"record.csv": "entry,operating hours,failures\na,8760,0\nb,8760,1\n"}),
    "all-lines-listed": (measured(), ALL_LINES, {"report": FEW.format(valid=2)}),
    "our-model": report('{"models": [{"name": "yolo v8", "wrong": 0, "n": 8000}]}', count="/models/0/wrong", trials="/models/0/n"),
    "confidence-beside": (confusion(), {}, {"p.csv": "image,true,predicted,light\n" + "".join(f"i{k}.png,{row},day\n" for k, row in enumerate(answers(3).splitlines()[1:]))}),
    "another-network-beside": (confusion(), {}, {"p.csv": "image,true,predicted,predicted_old\n" + "".join(f"i{k}.png,{row},{'vehicle' if k % 9 else 'background'}\n" for k, row in enumerate(answers(3).splitlines()[1:]))}),
    "two-annotators-agree": (confusion(), {}, {"p.csv": "image,true,label_2,predicted\n" + "".join(f"i{k}.png,{row.split(',')[0]},{row}\n" for k, row in enumerate(answers(3).splitlines()[1:]))}),
    "an-attack": confidences(fgsm=np.clip(CLEAN - 0.05 * R.random(4000), 0, 1)),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
def test_what_stands_beside_is_seen(name: str, tmp_path: Path) -> None:
    (case, edits, files), because = FALSE[name]
    must_not_hold(folder(tmp_path / name, case, edits, files), because)


@pytest.mark.slow
@pytest.mark.parametrize("name", TRUE)
def test_what_stands_beside_and_says_nothing(name: str, tmp_path: Path) -> None:
    case, edits, files = TRUE[name]
    must_hold(folder(tmp_path / name, case, edits, files))
