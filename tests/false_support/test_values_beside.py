"""Columns known by what they hold, not by their names: scores by class, names of files, what follows an alarm."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.detection.evaluation import _named_frames
from casegen_evidence.method import Run
from casegen_evidence.monitors.episodes_method import EPISODES
from casegen_evidence.monitors.evaluation_method import MonitorEvaluation
from casegen_evidence.reports.cobertura import COVERAGE_REPORT
from casegen_evidence.signs import Intake
from casegen_evidence.tables.spec import Flag

from tests.false_support.test_columns_beside import CLASSES, PAIR, N, answers, csv, signs

TRUE, SAID, WRONG = answers(0.03)
ROWS = np.arange(N)
OTHER = ~WRONG & (ROWS % 17 == 0)
AT = np.searchsorted(np.sort(CLASSES), SAID)
SHOWN = np.where(OTHER, (AT + 1) % 3, AT)
RNG = np.random.default_rng(8)
U, V = RNG.random(N), RNG.random(N)


def table(**more: Any) -> str:
    return csv(true=TRUE, predicted=SAID, **more)


@pytest.mark.slow
@pytest.mark.parametrize(
    "form", ["{c}_score", "logit[{c}]", "{c} %", "P({c})", "{c}_prob", "prob_{k}", "out{k}", "{k}"]
)
def test_scores_by_class_under_any_name(form: str, tmp_path: Path) -> None:
    def scores(largest: Any) -> str:
        values = np.outer(1 - U, [0.2, 0.2, 0.2]).round(5)
        values[ROWS, largest] = (0.5 + U / 2).round(5)
        heads = [form.format(c=name, k=k) for k, name in enumerate(np.sort(CLASSES))]
        return table(**{head: values[:, k] for k, head in enumerate(heads)})

    assert "sign-answers-contradict" in signs(tmp_path, scores(SHOWN))
    assert not signs(tmp_path, scores(AT))


@pytest.mark.slow
def test_numbers_of_each_class_that_are_no_scores(tmp_path: Path) -> None:
    """Areas of the objects of each class agree with the answers now and then."""
    assert not signs(tmp_path, table(**{f"area_{c}": RNG.random(N).round(5) for c in CLASSES}))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["y_score", "y_prob", "p_positive"])
def test_one_score_for_two_answers(name: str, tmp_path: Path) -> None:
    true, positive = ROWS % 2, np.where(WRONG, 1 - ROWS % 2, ROWS % 2)

    def scores(at: Any) -> str:
        return csv(true=true, predicted=positive, **{name: np.where(at, 0.5 + U / 2, 0.49 * U).round(5)})

    assert "sign-answers-contradict" in signs(tmp_path, scores(np.where(OTHER, 1 - positive, positive)))
    assert not signs(tmp_path, scores(positive))
    sure = csv(true=true, predicted=positive, **{name: (0.5 + U / 2).round(5)})
    assert "sign-answers-contradict" not in signs(tmp_path, sure)  # that of the answer, whichever it is


@pytest.mark.slow
@pytest.mark.parametrize("form", ["test/{}/{:05d}.png", "{}_{:05d}.jpg", "out\\pred_{}\\{:05d}.png"])
def test_classes_in_names_of_files(form: str, tmp_path: Path) -> None:
    def named(at: Any) -> str:
        return table(path=[form.format(np.sort(CLASSES)[k], i * 7919 % 100003) for i, k in enumerate(at)])

    assert "sign-answers-contradict" in signs(tmp_path, named(SHOWN))
    assert not signs(tmp_path, named(AT))
    assert not signs(tmp_path, named(np.searchsorted(np.sort(CLASSES), TRUE)))
    assert "sign-answers-contradict" not in signs(tmp_path, named(ROWS * 7 % 3))  # of something else


def test_codes_of_the_answers_are_no_names_of_rows(tmp_path: Path) -> None:
    codes = {"true_id": np.searchsorted(np.sort(CLASSES), TRUE)}
    assert not signs(tmp_path, table(**codes, pred_id=AT))
    assert signs(tmp_path, table(**codes, pred_id=SHOWN)) == "sign-answers-contradict"


@pytest.mark.slow
def test_a_time_to_a_collision_is_no_collision(tmp_path: Path) -> None:
    assert not signs(tmp_path, table(time_to_collision_s=(1 + 5 * U).round(3)))
    hit = np.where(OTHER, (20 * U).round(3), "")
    assert "sign-unread-failures" in signs(tmp_path, table(collision_speed=hit))


ALARM = np.where(WRONG, U < 0.98, U < 0.03)
WATCHED = {**PAIR, "alarm": Flag()}


@pytest.mark.parametrize(
    ("name", "yes", "no", "denied"),
    [("delivered", "yes", "", "no"), ("Alarmtext", "Stopp", "", "kein Alarm"), ("braked", "1", "0", ""), ("action", "stop", "go", "")],
)  # fmt: skip
def test_what_follows_an_alarm(name: str, yes: str, no: str, denied: str, tmp_path: Path) -> None:
    def watched(at: Any) -> str:
        return table(alarm=ALARM.astype(int), **{name: at})

    done = np.where(ALARM, yes, no)
    assert not signs(tmp_path, watched(done), WATCHED)
    if denied:
        late = np.where(ALARM & WRONG & (V < 0.6), denied, done)
        assert "sign-unread-failures" in signs(tmp_path, watched(late), WATCHED)


@pytest.mark.slow
def test_alarms_that_came_too_late(tmp_path: Path) -> None:
    for late in (True, False):
        delay = np.where(ALARM, (0.1 + U + 5 * (late & WRONG & (V < 0.6))).round(3), "")
        text = table(alarm=ALARM.astype(int), alarm_delay_s=delay, time_to_collision_s=(2 + V).round(3))
        assert signs(tmp_path, text, WATCHED) == ("sign-unread-failures" if late else "")
    at = np.where(ALARM, (ROWS * 10 - 1 + 4 * (WRONG & (V < 0.6))), "")
    assert signs(
        tmp_path, table(alarm=ALARM.astype(int), t_alarm=at, t_hazard=(ROWS * 10 + U).round(3)), WATCHED
    )


def monitored(tmp_path: Path, score: Any, alarm: Any = ALARM) -> list[str]:
    path = tmp_path / "m.csv"
    path.write_text(table(alarm=alarm.astype(int), score=score.round(4)), "utf-8")
    method = MonitorEvaluation()
    run = Run({"outcomes": path}, method.parameters.model_validate({}), 0, 0.95, tmp_path)
    return [sign.name for sign in method.run(run).signs]


@pytest.mark.slow
def test_alarms_that_no_threshold_gives(tmp_path: Path) -> None:
    assert not monitored(tmp_path, np.where(ALARM, 0.5 + V / 2, 0.49 * V))
    kept = ALARM & ~(WRONG & (U < 0.5))
    assert monitored(tmp_path, np.where(kept, 0.5 + V / 2, 0.49 * V)) == ["sign-alarms-contradict"]
    assert "sign-alarms-contradict" not in monitored(tmp_path, V)  # of another thing


@pytest.mark.slow
def test_a_second_source_of_alarms_does_not_know_what_is_hazardous(tmp_path: Path) -> None:
    score = np.where(ALARM, 0.5 + V / 2, 0.49 * V)
    assert not monitored(tmp_path, score, ALARM | (U < 0.02))
    assert not monitored(tmp_path, score, ALARM & (U > 0.05))
    assert monitored(tmp_path, score, ALARM & (WRONG | (V > 0.3))) == ["sign-alarms-contradict"]


@pytest.mark.slow
@pytest.mark.parametrize("sign", [1, -1])
def test_alarms_changed_by_the_label_beside_a_score_of_any_name(sign: int, tmp_path: Path) -> None:
    """The monitor stops on its energy; alarms at wrong answers were added, or at right ones taken away."""
    energy = (sign * np.where(V < 0.1, 4 + 3 * U, 4 * U)).round(4)
    own = energy > 4 if sign > 0 else energy < -4

    def seen(alarm: Any, values: Any) -> list[str]:
        path = tmp_path / "m.csv"
        path.write_text(table(alarm=alarm.astype(int), energy=values), "utf-8")
        method = MonitorEvaluation()
        run = Run({"outcomes": path}, method.parameters.model_validate({}), 0, 0.95, tmp_path)
        return [s.name for s in method.run(run).signs if "alarms-contradict" in s.name]

    assert seen(own | (WRONG & (U < 0.6)), energy)
    assert seen(own & (WRONG | (U > 0.4)), energy)
    assert not seen(own, energy)
    assert not seen(own | (U < 0.02), energy)  # another source, that knows no label
    assert not seen(own & (U > 0.05), energy)
    assert not seen(ALARM, energy)


def episodes(tmp_path: Path, **more: Any) -> list[str]:
    before, after = V < 0.1, V < 0.01
    path = tmp_path / "e.csv"
    flags = {
        "accident_f": before,
        "accident_monitored": after,
        "success_f": ~before,
        "success_monitored": V > 0.15,
    }
    path.write_text(csv(**{n: v.astype(int) for n, v in flags.items()}, **more), "utf-8")
    run = Run({"episodes": path}, EPISODES.parameters.model_validate({}), 0, 0.95, tmp_path)
    return [sign.name for sign in EPISODES.run(run).signs]


@pytest.mark.parametrize(
    ("name", "harm"),
    [("severity_monitored", 2.5), ("impact_speed_monitored_kmh", 23.5), ("collisions_monitored", 1), ("Unfälle mit Monitor", 1),
     ("injuries_monitored", 2), ("min_distance_monitored_m", -0.05)],
)  # fmt: skip
def test_harm_in_episodes_without_an_accident(name: str, harm: float, tmp_path: Path) -> None:
    none = (0.2 + 2 * U).round(3) if harm < 0 else np.zeros(N)
    assert "sign-unread-failures" in episodes(tmp_path, **{name: np.where(V < 0.06, harm, none)})
    assert not episodes(tmp_path, **{name: np.where(V < 0.01, harm, none)})


def test_what_counts_as_no_accident_may_be_slight(tmp_path: Path) -> None:
    assert not episodes(tmp_path, severity_monitored=np.where(V < 0.01, 3.0, np.where(V < 0.2, 0.5, 0)))
    assert not episodes(tmp_path, interventions_monitored=(V < 0.15).astype(int))


@pytest.mark.slow
def test_distances_that_are_negative_at_accidents(tmp_path: Path) -> None:
    exponential = RNG.exponential(size=N)
    for depth, gap in ((-0.1 * U, 0.2 + 2 * U), (-0.2 * exponential, 0.02 + exponential)):
        pair = {
            f"min_distance_{run}_m": np.where(p > V, depth, gap).round(3)
            for run, p in (("f", 0.1), ("monitored", 0.01))
        }
        assert not episodes(tmp_path, **pair)


@pytest.mark.parametrize(
    ("form", "grouped"), [("drive{0}/frame_{1:06d}.jpg", True), ("site{2:04d}/a.jpg", False)]
)
def test_frames_by_their_names(form: str, grouped: bool, tmp_path: Path) -> None:
    intake = Intake()
    _named_frames([form.format(k // 150, k % 150, k) for k in range(600)], intake)
    assert [sign.name for sign in intake.signs] == ["sign-frames-of-a-video"] * grouped


@pytest.mark.parametrize(
    ("more", "inside", "sure"),
    [('line-rate="0.95"', "", True), ('line-rate="0.3"', "", False), ("", '<line number="3" hits="1"/>', True),
     ("", '<line number="300" hits="0"/>', False)],
)  # fmt: skip
def test_a_class_that_states_less_than_its_lines(more: str, inside: str, sure: bool, tmp_path: Path) -> None:
    lines = "".join(f'<line number="{k}" hits="{int(k > 5)}"/>' for k in range(1, 101))
    methods = f"<methods><method name='m'><lines>{inside}</lines></method></methods>"
    path = tmp_path / "coverage.xml"
    path.write_text(
        f'<coverage><packages><package><classes><class name="g" filename="g.py" {more}>{methods}<lines>{lines}</lines>'
        "</class></classes></package></packages></coverage>",
        "utf-8",
    )
    run = Run({"report": path}, COVERAGE_REPORT.parameters.model_validate({}), 0, 0.95, tmp_path)
    assert [s.name for s in COVERAGE_REPORT.run(run).signs] == ([] if sure else ["sign-report-contradicts"])
