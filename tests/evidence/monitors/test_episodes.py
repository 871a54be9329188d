"""A monitor over whole episodes: counts, groups, severities, tables that say nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.bounds import clopper_pearson
from casegen_evidence.method import InputProblem, Method, Result, Run
from casegen_evidence.monitors.episodes_method import EPISODES

HEAD = "accident_f,accident_monitored,success_f,success_monitored"
KINDS = [("1,0,0,1", 30), ("1,1,0,0", 10), ("0,0,1,1", 140), ("0,0,1,0", 15), ("0,1,1,0", 5)]
ROWS = [row for row, n in KINDS for _ in range(n)]


def call(folder: Path, rows: list[str], head: str = HEAD, **parameters: Any) -> Result:
    path = folder / "episodes.csv"
    path.write_text("\n".join([head, *rows]) + "\n", "utf-8")
    return EPISODES.run(
        Run({"episodes": path}, EPISODES.parameters.model_validate(parameters), 0, 0.95, folder)
    )


def test_counts_with_exact_limits(tmp_path: Path) -> None:
    assert isinstance(EPISODES, Method)
    assert set(EPISODES.measures) == set(EPISODES.tolerance) == set(EPISODES.better)
    result = call(tmp_path, ROWS)
    expected = {"hazard": 40, "residual_hazard": 15, "prevented": 30, "induced": 5, "lost_mission": 20}
    for name, count in expected.items():
        m = result.measures[name]
        assert (m.value, m.kind) == (count / 200, "probability-per-mission")
        assert (m.lower, m.upper) == pytest.approx(tuple(map(float, clopper_pearson(count, 200, 0.95))))
    assert result.measures["safety_gain"].value == pytest.approx(25 / 200)
    assert result.measures["availability_cost"].value == pytest.approx(
        (155 + 5 - 170) / 200 * -1 + 0.0, abs=1
    )
    assert result.signs == []


def test_gain_is_what_is_prevented_minus_what_is_induced(tmp_path: Path) -> None:
    m = {name: x.value for name, x in call(tmp_path, ROWS).measures.items()}
    assert m["safety_gain"] == pytest.approx(m["prevented"] - m["induced"])
    assert m["safety_gain"] + m["residual_hazard"] == pytest.approx(m["hazard"])


def test_episodes_of_one_group_are_one_unit(tmp_path: Path) -> None:
    rows = [f"{row},{k // 20}" for k, row in enumerate(np.random.default_rng(0).permutation(ROWS))]
    alone = call(tmp_path, ROWS).measures["residual_hazard"]
    together = call(tmp_path, rows, HEAD + ",group").measures["residual_hazard"]
    assert together.n == 10
    assert together.value == pytest.approx(alone.value)
    assert (together.upper or 0) > (alone.upper or 1)


def test_accidents_in_long_campaigns_stand_in_doubt(tmp_path: Path) -> None:
    """Forty campaigns of three episodes without an accident, and four of thirty with many; equal ones are in no doubt."""
    calm, rough = "0,0,1,1", ["1,1,0,0", "1,0,0,1", "0,0,1,1"]
    rows = [f"{calm},c{k // 3}" for k in range(120)] + [f"{rough[k % 3]},r{k // 30}" for k in range(120)]
    result = call(tmp_path, rows, HEAD + ",group")
    sign = next(s for s in result.signs if s.name == "sign-large-groups")
    assert sign.possible["hazard"] > 80 / 240
    assert sign.possible["residual_hazard"] > 40 / 240
    even = [f"{row},{k // 20}" for k, row in enumerate(np.random.default_rng(0).permutation(ROWS))]
    assert call(tmp_path, even, HEAD + ",group").signs == []


def test_accidents_count_from_the_severity_asked_for(tmp_path: Path) -> None:
    head = HEAD + ",severity_f,severity_monitored"
    rows = ["1,1,0,0,5,2", "1,0,0,1,1,0", "0,0,1,1,0,0"] * 10
    measures = call(tmp_path, rows, head, severe_from=3).measures
    assert (measures["hazard"].value, measures["residual_hazard"].value) == pytest.approx((1 / 3, 0))
    with pytest.raises(InputProblem, match="expected a column severity_f"):
        call(tmp_path, ROWS, severe_from=3)
    with pytest.raises(
        InputProblem, match=r"episodes\.csv:2, column severity_monitored: expected the severity"
    ):
        call(tmp_path, ["1,1,0,0,5,0"], head, severe_from=3)
    with pytest.raises(InputProblem, match="what counts as an accident was decided at a higher severity"):
        call(tmp_path, [*rows, "1,0,0,1,5,4"], head, severe_from=3)


@pytest.mark.parametrize(
    ("rows", "sign"),
    [
        (["1,1,0,0"] * 5 + ["0,0,1,1"] * 20, "sign-no-difference"),
        (["0,0,1,0"] + ["0,0,1,1"] * 30, "sign-no-hazard"),
    ],
)
def test_episodes_that_say_nothing(tmp_path: Path, rows: list[str], sign: str) -> None:
    assert sign in [s.name for s in call(tmp_path, rows).signs if s.severity == "fails"]


def test_an_episode_counts_once(tmp_path: Path) -> None:
    with pytest.raises(InputProblem, match="duplicated"):
        call(tmp_path, [f"{row},7" for row in ROWS], HEAD + ",episode")


def signs(
    folder: Path, name: str, values: list[Any], other: str = "", others: list[Any] | None = None
) -> list[str]:
    """Names of the signs of the episodes with one or two more columns."""
    more = [
        f"{row},{a}" + (f",{b}" if other else "")
        for row, a, b in zip(ROWS, values, others or values, strict=True)
    ]
    return [s.name for s in call(folder, more, HEAD + f",{name}" + (f",{other}" if other else "")).signs]


@pytest.mark.slow
def test_rows_that_are_steps(tmp_path: Path) -> None:
    number = list(range(len(ROWS)))
    for name in ("step", "frame", "time_step", "timestep"):
        assert "sign-rows-are-steps" in signs(tmp_path, name, number)
    assert (
        signs(tmp_path, "episode", number, "step", [k % 37 for k in number]) == []
    )  # when the accident came
    assert signs(tmp_path, "steps", [40 + k % 7 for k in number]) == []


@pytest.mark.slow
def test_pairs_that_did_not_start_alike(tmp_path: Path) -> None:
    seeds, later = list(range(7, 7 + len(ROWS))), list(range(8, 8 + len(ROWS)))
    assert "sign-other-start" in signs(tmp_path, "seed_f", seeds, "seed_monitored", later)
    assert signs(tmp_path, "seed_f", seeds, "seed_monitored", seeds) == []
    assert signs(tmp_path, "steps_f", seeds, "steps_monitored", later) == []


def test_differences_without_an_alarm(tmp_path: Path) -> None:
    differ = [int(row[0] != row[2] or row[4] != row[6]) for row in ROWS]
    assert signs(tmp_path, "alarms", differ) == []
    assert "sign-no-alarm" in signs(tmp_path, "alarm", [0 for _ in ROWS])
    assert signs(tmp_path, "alarms", [3 for _ in ROWS]) == []
