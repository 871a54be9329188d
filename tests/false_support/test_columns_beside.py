"""Columns that nobody reads and what they say of right and wrong answers, names in two spellings: files and true twins."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.detection.coco import read_truth
from casegen_evidence.detection.totals import contradicted_totals
from casegen_evidence.method import InputProblem
from casegen_evidence.nnmetrics.default_severity import judge_default
from casegen_evidence.reports.junit import JUnitMethod, read_report
from casegen_evidence.reports.junit import _signs as judge_report
from casegen_evidence.signs import Intake
from casegen_evidence.tables.reader import read_table
from casegen_evidence.tables.spec import Flag, Label

CLASSES = np.array(["pedestrian", "vehicle", "background"])
PAIR = {"true": Label(), "predicted": Label()}
N = 2000


def answers(rate: Any, seed: int = 1, n: int = N) -> tuple[Any, Any, Any]:
    """True classes, answers and which are wrong; ``rate`` is the share of wrong ones, or one for each row."""
    rng = np.random.default_rng(seed)
    true = rng.integers(0, 3, n)
    wrong = rng.random(n) < rate
    return CLASSES[true], CLASSES[np.where(wrong, (true + 1) % 3, true)], wrong


def csv(**columns: Any) -> str:
    rows = zip(*(map(str, v) for v in columns.values()), strict=True)
    return "\n".join([",".join(columns), *(",".join(row) for row in rows)]) + "\n"


def signs(tmp_path: Path, text: str, wanted: Any = None, **declared: Any) -> str:
    """Names of the signs that a table shows."""
    path, intake = tmp_path / "p.csv", Intake()
    path.write_text(text, encoding="utf-8")
    read_table(path, wanted or PAIR, declared=declared, intake=intake, draws=True)
    return " ".join(sorted(sign.name for sign in intake.signs))


def parted(name: str, one: str, other: str, low: float = 0.003, high: float = 0.05) -> str:
    first = np.random.default_rng(5).random(N) < 0.8
    true, said, _ = answers(np.where(first, low, high))
    names = [(one if f else other).format(i=i * 7919 % 10007) for i, f in enumerate(first)]
    return csv(**{name: names, "true": true, "predicted": said})


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("set", "tr", "te"), ("split", "0", "2"), ("is_train", "1", "0"), ("Satz", "Lern", "Prüf"), ("usage", "A", "H"),
        ("part", "fit", "holdout"), ("Phase", "Entwicklung", "Abnahme"), ("sample", "in", "out"), ("source", "CARLA", "car 3"),
        ("origin", "gan", "camera"), ("directory", "train2017", "val2017"), ("image", "train/{i:05d}.png", "test/{i:05d}.png"), ("file", "data/fit/{i}.png", "data/eval/{i}.png"),
    ],
)  # fmt: skip
def test_rows_of_two_kinds(name: str, one: str, other: str, tmp_path: Path) -> None:
    """One part is hardly ever wrong, and by its name it may be that of the training."""
    assert "sign-parted-rows" in signs(tmp_path, parted(name, one, other))
    alike = signs(tmp_path, parted(name, one, other, 0.02, 0.025))
    assert "sign-parted-rows" not in alike


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [("weather", "dry", "rain"), ("kind of error", "none", "wrong"), ("image", "a{i:05d}.png", "b{i:05d}.png"),
     ("range", "near", "far"), ("id", "{i}", "{i}")],
)  # fmt: skip
def test_conditions_part_nothing(name: str, one: str, other: str, tmp_path: Path) -> None:
    """Rows are wrong more often in rain, or by name of the error: that is what such columns are for."""
    high = 1.0 if "error" in name else 0.03
    assert not signs(tmp_path, parted(name, one, other, 0.01, high))


@pytest.mark.parametrize("form", ["drive_{d}.bag", "F{d}", "W0L{d}", "2026-05-{d:02d}", "slide{d}_x{k}_y7"])
def test_wrong_answers_keep_to_one_stretch(form: str, tmp_path: Path) -> None:
    block = np.arange(N) // 100
    names = [form.format(d=1 + b, k=k % 100) for k, b in enumerate(block)]
    true, said, _ = answers(np.where(block == 3, 0.3, 0.001))
    assert "sign-grouped-rows" in signs(tmp_path, csv(Abschnitt=names, true=true, predicted=said))
    true, said, _ = answers(0.02)
    assert not signs(tmp_path, csv(Abschnitt=names, true=true, predicted=said))


def reviewed(share: float) -> str:
    """Answers of which a ``share`` of the wrong ones was put right, beside the system's own."""
    true, said, wrong = answers(0.05)
    put_right = wrong & (np.random.default_rng(2).random(N) < share)
    return csv(true=true, net=said, final=np.where(put_right, true, said))


def test_answers_that_were_corrected(tmp_path: Path) -> None:
    declared = {"columns": {"predicted": "final"}}
    assert "sign-corrected-answers" in signs(tmp_path, reviewed(0.9), **declared)
    assert not signs(tmp_path, reviewed(0.9), columns={"predicted": "net"})
    true, said, _ = answers(0.05)
    slips = (
        np.random.default_rng(4).random(N) < 0.06
    )  # another model: other slips, most of the hard rows alike
    older = np.where(slips, np.roll(CLASSES, 1)[[list(CLASSES).index(c) for c in true]], said)
    older = np.where(np.random.default_rng(6).random(N) < 0.5, older, true)
    assert not signs(tmp_path, csv(true=true, predicted=said, previous=older))


def cut(name: str, value: Any, keep: Any, n: int = 6000) -> str:
    rng = np.random.default_rng(4)
    doubt = rng.beta(0.7, 3, n)
    true, said, _ = answers(np.minimum(1, 0.3 * doubt), n=n)
    held = value(doubt)
    rows = keep(held)
    return csv(**{"true": true[rows], "predicted": said[rows], name: [f"{v:.4f}" for v in held[rows]]})


CUTS: dict[str, tuple[Any, Any]] = {
    "entropy": (lambda q: q, lambda v: v <= 0.2),
    "range_m": (lambda q: 100 * q, lambda v: v <= 20),
    "occlusion": (lambda q: q, lambda v: v < 0.2),
    "logit": (lambda q: np.log((1 - q + 1e-6) / (q + 1e-6)), lambda v: v > 1.386),
    "box height": (lambda q: 200 * (1 - q), lambda v: v >= 160),
    "agreement": (lambda q: 1 - q, lambda v: v >= 0.8),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CUTS)
def test_a_column_that_stops_where_errors_begin(name: str, tmp_path: Path) -> None:
    value, keep = CUTS[name]
    assert "sign-cut-by-score" in signs(tmp_path, cut(name, value, keep))
    assert not signs(tmp_path, cut(name, value, lambda v: np.isfinite(v)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_columns_that_end_by_themselves(seed: int, tmp_path: Path) -> None:
    """Designs between two ends, tails, shares: errors grow along each of them, and nothing was left out."""
    rng = np.random.default_rng(seed)
    speed, tail, fog = rng.uniform(5, 30, N), rng.gamma(3, 8, N), rng.beta(2, 5, N)
    true, said, _ = answers(0.002 * speed + 0.0005 * tail + 0.02 * fog, seed)
    text = csv(
        true=true, predicted=said, speed=np.round(speed, 3), gap=np.round(tail, 3), fog=np.round(fog, 4)
    )
    assert not signs(tmp_path, text)


FLAG = {"correct": Flag(sense="good")}
FLAGS = np.random.default_rng(3).random(N) < 0.98
OTHER_NAMES = [
    "done",
    "answered",
    "detected_any",
    "valid",
    "plausible",
    "label_ok",
    "sensor ok",
    "correct in top 5",
]


@pytest.mark.parametrize("name", OTHER_NAMES)
def test_a_name_that_does_not_say_right(name: str, tmp_path: Path) -> None:
    text = csv(**{name: FLAGS.astype(int), "lane": np.arange(N) % 3})
    with pytest.raises(InputProblem, match="declare `labels`"):
        signs(tmp_path, text, FLAG, columns={"correct": name})
    coded = {"columns": {"correct": name}, "labels": {"1": "correct", "0": "not correct"}}
    assert not signs(tmp_path, text, FLAG, **coded)


@pytest.mark.parametrize("name", ["is_correct", "answer right", "Antwort richtig", "prediction_ok", "hit"])
def test_a_name_that_says_right(name: str, tmp_path: Path) -> None:
    assert not signs(
        tmp_path, csv(**{name: FLAGS.astype(int), "lane": np.arange(N) % 3}), FLAG, columns={"correct": name}
    )


def test_marks_that_another_column_has_more_of(tmp_path: Path) -> None:
    right = FLAGS & (np.random.default_rng(7).random(N) < 0.9)
    coded = {"columns": {"correct": "done"}, "labels": {"1": "correct", "0": "not correct"}}
    text = csv(done=FLAGS.astype(int), answer_right=right.astype(int))
    assert "sign-unread-failures" in signs(tmp_path, text, FLAG, **coded)
    unrelated = csv(correct=FLAGS.astype(int), lane_ok=(np.random.default_rng(8).random(N) < 0.9).astype(int))
    assert not signs(tmp_path, unrelated, FLAG)


@pytest.mark.parametrize(
    "word", ["late", "no answer", "abstain", "close", "rejected", "warn", "Grenzfall", "timeout"]
)
def test_a_word_that_counts_as_right_beside_another(word: str, tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    text = csv(result=rng.choice(["ok", word, "wrong"], N, p=[0.9, 0.08, 0.02]))
    labels = {"ok": "correct", word: "correct", "wrong": "not correct"}
    seen = signs(tmp_path, text, FLAG, columns={"correct": "result"}, labels=labels)
    assert "sign-labels-" in seen
    text = csv(result=rng.choice(["TP", "TN", "FP"], N))
    labels = {"TP": "correct", "TN": "correct", "FP": "not correct"}
    assert not signs(tmp_path, text, FLAG, columns={"correct": "result"}, labels=labels)


def alarms(**more: Any) -> str:
    score, error = np.random.default_rng(2).normal(size=N), np.random.default_rng(3).random(N) < 0.1
    columns = {"error": error.astype(int), "alarm_offline": (score > 0).astype(int)}
    return csv(**columns, **{n: (score > t).astype(int) for n, t in more.items()})


def test_alarms_under_a_name_of_their_own(tmp_path: Path) -> None:
    wanted = {"error": Flag(sense="bad"), "alarm": Flag()}
    declared = {"columns": {"alarm": "alarm_offline"}}
    assert "sign-unread-namesake" in signs(tmp_path, alarms(alarm_online=1.2), wanted, **declared)
    assert not signs(tmp_path, alarms(low_light=1.2), wanted, **declared)


def by_default(label: str, said: str = "", severities: Any = None) -> Intake:
    """The signs where ``label`` stands for 30 pedestrians taken for background, and is answered ``said`` once."""

    class Data:
        file = "p.csv"

        def names(self, name: str) -> Any:
            true = ["pedestrian", "vehicle", "background"] * 300 + [label] * 30
            predicted = (
                ["pedestrian", "vehicle", "background"] * 300 + ["background"] * 29 + [said or "vehicle"]
            )
            words = tuple(dict.fromkeys(true if name == "true" else predicted))
            rows = true if name == "true" else predicted
            from casegen_evidence.tables.data_table import Names

            return Names(np.array([words.index(w) for w in rows], dtype=np.int32), words)

    intake = Intake()
    table: Any = Data()
    judge_default(severities or {"pedestrian": {"background": 1.0}}, 0.1, table, intake)
    return intake


@pytest.mark.parametrize(
    "label", ["pedestrain", "pedestrians", "pedestrian (child)", "pedestrian?", "Pedestrin"]
)
def test_a_class_in_another_spelling_is_no_class_by_default(label: str) -> None:
    assert [(s.name, s.severity) for s in by_default(label).signs] == [("sign-class-by-default", "fails")]


@pytest.mark.parametrize("label", ["person", "Fußgänger", "ped"])
def test_a_class_under_another_name_is_doubted(label: str) -> None:
    assert [(s.name, s.severity) for s in by_default(label).signs] == [
        ("sign-class-by-default", "suspicious")
    ]
    assert not by_default(label, said=label).signs
    assert not by_default(
        label, severities={"pedestrian": {"background": 1.0}, label: {"background": 0.4}}
    ).signs


def test_a_condition_that_is_misspelt(tmp_path: Path) -> None:
    light = np.random.default_rng(1).choice(["day", "night", "nigth"], N)
    wanted = {"light": Label()} | FLAG
    assert "sign-near-spellings" in signs(tmp_path, csv(light=light, correct=FLAGS.astype(int)), wanted)
    light = np.random.default_rng(1).choice(["light", "night", "right", "dawn", "dusk"], N)
    assert not signs(tmp_path, csv(light=light, correct=FLAGS.astype(int)), wanted)


@pytest.mark.parametrize(
    ("slip", "word", "rows"),
    [("nght", "night", 9), ("nigt", "night", 5), ("niight", "night", 9), ("nightt", "night", 60), ("fogg", "fog", 60), ("f0g", "fog", 60), ("ra1n", "rain", 5)],
)  # fmt: skip
def test_a_letter_more_or_less_or_a_digit_for_it(slip: str, word: str, rows: int, tmp_path: Path) -> None:
    named = np.array([word, "clear"] * (N // 2), dtype=object)
    named[: 2 * rows : 2] = slip
    wanted = {"weather": Label()} | FLAG
    assert "sign-near-spellings" in signs(tmp_path, csv(weather=named, correct=FLAGS.astype(int)), wanted)


@pytest.mark.parametrize(
    "pair", ["house hose", "trail tail", "bot boot", "fog frog", "P0 PO", "be bee", "A10 A1O"]
)
def test_two_words_that_differ_in_a_letter(pair: str, tmp_path: Path) -> None:
    named = np.array([*pair.split(), "clear"])[np.arange(N) % 3]
    wanted = {"weather": Label()} | FLAG
    assert not signs(tmp_path, csv(weather=named, correct=FLAGS.astype(int)), wanted)


@pytest.mark.parametrize("word", ["Total", "Summe", "all", "Grand total"])
def test_a_last_row_that_adds_up_the_others(word: str, tmp_path: Path) -> None:
    true, said, _ = answers(0.01)
    rows = csv(**{"true": true, "predicted": said})
    assert "sign-marked-rows" in signs(tmp_path, f"{rows}{word},{word}\n")
    beside = csv(**{"row": np.arange(len(true)).astype(str), "true": true, "predicted": said})
    assert "sign-marked-rows" in signs(tmp_path, f"{beside}{word},{true[0]},{true[0]}\n")
    named = rows.replace(str(true[0]), word)  # a class of this name
    assert "sign-marked-rows" not in signs(tmp_path, named)


def suite(case: str, head: str = "", more: str = "") -> str:
    return f'<testsuite name="s" {head}>{more}<testcase name="a"/>{case}</testsuite>'


def of_report(tmp_path: Path, text: str) -> str:
    path, intake = tmp_path / "r.xml", Intake()
    path.write_text(text)
    report = read_report(path)
    judge_report(report, JUnitMethod.parameters(), intake)
    return " ".join([f"failed={report.count('failed', 'error')}", *sorted(s.name for s in intake.signs)])


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        (suite('<testcase name="b" status="fail"/>'), "failed=1"),
        (suite('<testcase name="b" status="run" result="suppressed"/>'), "sign-skipped-tests"),
        (suite('<testcase name="b" status="red"/>'), "sign-status-unclear"),
        (suite("", more='<properties><property name="exitstatus" value="2"/></properties>'), "sign-run-broken-off"),
        (suite("", more='<properties><property name="deselected" value="45"/></properties>'), "sign-run-broken-off"),
        (suite("", more="<system-err>Segmentation fault (core dumped)</system-err>"), "sign-failure-in-output"),
        (suite('<testcase name="b"><system-out>stop took 35 ms\nFAILED</system-out></testcase>'), "sign-failure-in-output"),
        (suite('<testcase name="b"><rerun message="x"/></testcase>'), "sign-flaky-tests"),
        (suite("", head='tests="1" errors="1"'), "sign-report-contradicts"),
    ],
)  # fmt: skip
def test_reports_that_hide_a_failure(text: str, seen: str, tmp_path: Path) -> None:
    assert seen in of_report(tmp_path, text)


@pytest.mark.parametrize(
    "text",
    [
        suite('<testcase name="b" status="run" result="completed"/>', head='tests="2" failures="0" disabled="0"'),
        suite('<testcase name="b" status="passed"><system-out>3 passed, 0 failed; FAILED would be red</system-out></testcase>'),
        suite("", more='<properties><property name="exitstatus" value="0"/><property name="os" value="2"/></properties>'),
    ],
)  # fmt: skip
def test_reports_that_hide_nothing(text: str, tmp_path: Path) -> None:
    assert of_report(tmp_path, text) == "failed=0"


def coco(tmp_path: Path, names: tuple[str, str], info: Any = None) -> Any:
    boxes = [
        {"id": k, "image_id": k, "category_id": 1 + k % 2, "bbox": [k, k, 20, 20], "iscrowd": 0}
        for k in range(40)
    ]
    document = {
        "info": info, "images": [{"id": k} for k in range(40)], "annotations": boxes,
        "categories": [{"id": 1, "name": names[0]}, {"id": 2, "name": names[1]}],
    }  # fmt: skip
    path = tmp_path / "t.json"
    path.write_text(json.dumps(document))
    return read_truth(path)


def test_categories_in_two_spellings(tmp_path: Path) -> None:
    with pytest.raises(InputProblem, match="'Person' and 'person'"):
        coco(tmp_path, ("person", "Person"))
    assert len(coco(tmp_path, ("person", "Persona"), {"num_images": 40, "year": 2026}).images) == 40


def test_totals_of_a_file_of_boxes(tmp_path: Path) -> None:
    with pytest.raises(InputProblem, match="num_annotations = 55, the list annotations holds 40"):
        coco(tmp_path, ("person", "car"), {"num_annotations": 55})
    lists = {"images": [], "annotations": [1], "categories": []}
    assert contradicted_totals({**lists, "info": {"image_count": 3}})
    assert not contradicted_totals({**lists, "info": {"images_from": 3, "version": 2, "num_annotations": 1}})


def test_a_fold_line_is_no_fold(tmp_path: Path) -> None:
    true, said, _ = answers(0.01)
    for name, sign in (
        ("fold_line", ""),
        ("fold", "sign-cross-validated"),
        ("test fold id", "sign-cross-validated"),
    ):
        held = signs(tmp_path, csv(**{"true": true, "predicted": said, name: np.arange(N) % 5}))
        assert sign in held
        assert bool(sign) == ("cross-validated" in held)
