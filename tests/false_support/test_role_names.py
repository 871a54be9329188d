"""A column that `columns` names for what a method asks for, and whose own name says that it holds something else."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from casegen_evidence.field_data.method import DEMANDS, HOURS, MISSIONS
from casegen_evidence.method import InputProblem, Run
from casegen_evidence.monitors.evaluation_method import EVALUATION
from casegen_evidence.nnmetrics.confusion_method import WEIGHTED_CONFUSION
from casegen_evidence.nnmetrics.performance_method import SCENARIO_PERFORMANCE

from tests.false_support.role_names import HONEST, OTHERS

CLASSES = ["dock", "buoy", "none"]
DRAW = random.Random(1)
TRUE = [DRAW.choice(CLASSES) for _ in range(300)]
SAID = [t if DRAW.random() > 0.06 else CLASSES[CLASSES.index(t) - 1] for t in TRUE]
WRONG = [t != p for t, p in zip(TRUE, SAID, strict=True)]
ALARM = [int((w and DRAW.random() < 0.8) or DRAW.random() < 0.05) for w in WRONG]
SCORE = [f"{DRAW.gauss(3 * w, 1):.4f}" for w in WRONG]
RIGHT = [int(DRAW.random() > 0.04) for _ in TRUE]
WEATHER = [DRAW.choice(["dry", "rain"]) for _ in TRUE]
COUNTS, NONE = [913, 977, 1055, 941, 1201, 888], [0, 1, 0, 0, 0, 0]
STATED: dict[str, Any] = {"failure": "does not stop within 2 s"}
SEVERE: dict[str, Any] = {"severities": {"dock": {"none": 1}}, "default": 1}
ROLES: dict[str, tuple[Any, dict[str, Any], dict[str, list[Any]]]] = {
    "alarm": (EVALUATION, {}, {"true": TRUE, "predicted": SAID, "alarm": ALARM}),
    "score": (EVALUATION, {"threshold": 1}, {"true": TRUE, "predicted": SAID, "score": SCORE}),
    "correct": (SCENARIO_PERFORMANCE, {"by": ["weather"]}, {"correct": RIGHT, "weather": WEATHER}),
    "predicted": (WEIGHTED_CONFUSION, SEVERE, {"true": TRUE, "predicted": SAID}),
    "true": (WEIGHTED_CONFUSION, SEVERE, {"true": TRUE, "predicted": SAID}),
    "failures": (DEMANDS, STATED, {"demands": COUNTS, "failures": NONE}),
    "demands": (DEMANDS, STATED, {"demands": COUNTS, "failures": NONE}),
    "missions": (MISSIONS, STATED, {"missions": COUNTS, "failures": NONE}),
    "hours": (HOURS, STATED, {"hours": COUNTS, "failures": NONE}),
}  # fmt: skip
ENTRIES = [f"site {c}" for c in "ABCDEF"]


def seen(folder: Path, role: str, name: str) -> list[str]:
    """What is said against a column of this name."""
    method, stated, columns = ROLES[role]
    first = {"entry": ENTRIES} if method in (DEMANDS, MISSIONS, HOURS) else {}
    held = {f'"{name if key == role else key}"': values for key, values in (first | columns).items()}
    lines = [",".join(held), *(",".join(map(str, row)) for row in zip(*held.values(), strict=True))]
    (folder / "t.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    reading: dict[str, Any] = {
        "columns": {role: name},
        **({"units": {"hours": "h"}} if role == "hours" else {}),
    }
    given = {next(iter(method.inputs)): folder / "t.csv"}
    checked = method.parameters.model_validate(stated)
    try:
        result = method.run(Run(given, checked, 0, 0.95, folder, reading=reading))
    except InputProblem as problem:
        return [str(problem)]
    return [f"{sign.name}: {sign.message}" for sign in result.signs if name in sign.message]


@pytest.mark.parametrize("role", OTHERS)
def test_a_name_that_says_another_thing_is_doubted(tmp_path: Path, role: str) -> None:
    names = OTHERS[role].split("|")
    assert [name for name in names if not seen(tmp_path, role, name)] == []


@pytest.mark.parametrize("role", HONEST)
def test_a_name_in_order_is_read(tmp_path: Path, role: str) -> None:
    assert [said for name in HONEST[role].split("|") for said in seen(tmp_path, role, name)] == []
