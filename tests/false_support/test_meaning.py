"""Codes and words that mean the contrary, or nothing that the item states: each is refused, or stands at the claim."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import edited, folder, must_hold, must_not_hold
from tests.false_support.bases import measured
from tests.false_support.test_answers import ITEM, monitor, performance
from tests.false_support.test_scenario_tables import MODES, X, base, table, worded

EACH = "entry,demands,{name}\n" + "".join(f"run {k},1,{int(k == 7)}\n" for k in range(9000))


def flagged(name: str, fine: str, bad: str, share: int = 60) -> str:
    """Answers in two lights; one in ``share`` is wrong."""
    return f"light,{name}\n" + "".join(
        f"{light},{bad if k % share == 7 else fine}\n" for light in ("day", "night") for k in range(600)
    )


def graded(
    name: str, fine: str, bad: str, labels: Any = None, share: int = 60
) -> tuple[dict[str, Any], dict[str, str]]:
    edits = {f"{ITEM}.columns": {"correct": name}} | ({f"{ITEM}.labels": labels} if labels else {})
    return edited(performance(), edits), {"p.csv": flagged(name, fine, bad, share)}


UNSTATED = "nothing says which of them"
FALSE: dict[str, tuple[tuple[dict[str, Any], dict[str, str]], str]] = {
    "status": (graded("status", "1", "0"), UNSTATED),
    "status-of-a-shell": (graded("exit code", "0", "1"), UNSTATED),
    "result": (graded("Result", "true", "false"), UNSTATED),
    "state-that-is-only-renamed": (graded("state", "1", "0", {0: False, 1: True}), UNSTATED),
    "one-of-two-stated": (graded("outcome", "1", "0", {1: "correct"}), UNSTATED),
    "failed": (graded("failed", "1", "0"), "its name says the contrary"),
    "no-hit": (graded("no_hit", "1", "0"), "its name says the contrary"),
    "turned-round-by-labels": (
        (edited(performance(), {f"{ITEM}.labels": {1: "not correct", 0: "correct"}}), {"p.csv": flagged("correct", "0", "1")}),
        "the contrary of what the column's name says"),
    "declared-and-wrong-too-often": (graded("status", "0", "1", {0: "wrong", 1: "correct"}), "challenged"),
}  # fmt: skip
TRUE: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "correct": (performance(), {"p.csv": flagged("correct", "1", "0")}),
    "is-correct": graded("is_correct", "1", "0"),
    "hit": graded("hit", "True", "False"),
    "stated": graded("status", "0", "1", {0: "correct", 1: "not correct"}),
    "stated-in-other-words": graded("exit code", "0", "1", {0: "ok", 1: "failed"}),
    "words": graded("verdict", "ok", "nok", {"ok": "correct", "nok": "wrong"}),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_code_whose_meaning_nobody_states(name: str, tmp_path: Path) -> None:
    (case, files), because = FALSE[name]
    must_not_hold(folder(tmp_path / name, case, {}, files), because)


@pytest.mark.parametrize("name", TRUE)
def test_a_code_whose_meaning_is_stated(name: str, tmp_path: Path) -> None:
    case, files = TRUE[name]
    must_hold(folder(tmp_path / name, case, {}, files))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "because"), [("status", UNSTATED), ("passed", "the contrary"), ("failed", "")]
)
def test_one_row_for_each_demand(name: str, because: str, tmp_path: Path) -> None:
    columns = {f"{ITEM}.columns": {"failures": name}, "claims.C1.requirement.bound": 0.01,
               "claims.C1.text": "The range guard fails rarely enough"}  # fmt: skip
    at = folder(tmp_path / name, measured(), columns, {"record.csv": EACH.format(name=name)})
    if because:
        must_not_hold(at, because)
    else:
        must_hold(at)


@pytest.mark.parametrize(("name", "because"), [("ok", "the contrary"), ("status", UNSTATED)])
def test_errors_of_a_detector_under_another_name(name: str, because: str, tmp_path: Path) -> None:
    rows = "".join(f"{int(k % 9 == 0)},{int(k % 3 == 0)}\n" for k in range(900))
    case = edited(monitor(scheme="detector-errors"), {f"{ITEM}.columns": {"error": name}})
    must_not_hold(folder(tmp_path / "x", case, {}, {"o.csv": f"{name},alarm\n{rows}"}), because)


WORDS: dict[str, tuple[dict[str, str], bool]] = {
    "collision-as-success": ({"ok": "success", "stopped": "task failure", "collision": "success"}, False),
    "collision-as-task-failure": ({"ok": "success", "stopped": "task failure", "collision": "task failure"}, False),
    "failed-as-success": ({"ok": "success", "failed": "success", "collision": "harmful failure"}, False),
    "injury-in-german": ({"ok": "success", "Abbruch": "task failure", "Verletzung": "task failure"}, False),
    "as-they-say": ({"ok": "success", "aborted": "task failure", "collision": "harmful failure"}, True),
    "none-happened": ({"goal reached": "success", "no collision, goal missed": "task failure", "collision": "harmful failure"}, True),
    "avoided": ({"collision avoided": "success", "timeout": "task failure", "crash": "harmful failure"}, True),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("declared", ["labels", "outcomes"])
@pytest.mark.parametrize("name", WORDS)
def test_words_that_count_for_better_than_they_say(name: str, declared: str, tmp_path: Path) -> None:
    words, holds = WORDS[name]
    files = {"tests.csv": table(X, [f'"{w}"' for w in worded(MODES, tuple(words))])}
    if declared == "labels":
        edits: dict[str, Any] = {f"{ITEM}.labels": words}
    else:
        modes = {m.replace(" ", "-"): [w for w, of in words.items() if of == m] for m in words.values()}
        edits = {f"{ITEM}.parameters.outcomes": modes}
    at = folder(tmp_path / "x", base(), edits, files)
    if holds:
        must_hold(at)
    else:
        must_not_hold(at, "sign-labels-contradict")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("word", "holds"), [("DNF", False), ("contact", False), ("no contact", True), ("passed", True)]
)
def test_words_that_count_as_success_beside_one_that_says_so(word: str, holds: bool, tmp_path: Path) -> None:
    said = worded(MODES, ("ok", "aborted", "collision"))
    said[::9] = [word if one == "ok" else one for one in said[::9]]
    modes = {"success": ["ok", word], "task-failure": ["aborted"], "harmful-failure": ["collision"]}
    edits: dict[str, Any] = {f"{ITEM}.parameters.outcomes": modes}
    at = folder(tmp_path / "x", base(), edits, {"tests.csv": table(X, said)})
    if holds:
        must_hold(at)
    else:
        must_not_hold(at, "sign-labels-merge")
