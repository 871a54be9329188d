"""The plan of a run: what it says beforehand, and that items side by side keep its promises."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from casegen.cli import evidence_progress
from casegen.io import load
from casegen.store import side_by_side as pool
from casegen.store.environment import computed_by
from casegen.store.identity import own_modules
from casegen.store.item_process import raised_by_a_part
from casegen.store.methods import method
from casegen.store.outcome import Computing, Outcome
from casegen.store.run import run, run_tasks
from casegen.store.schedule import Task, duration, ordered, schedule
from casegen.store.scratch import checkpoints
from tests.false_support import call, folder
from tests.false_support.bases import RECORD, calculation
from tests.store import stand_in
from tests.store.test_backends import ITEM, points


def record(name: str, **more: Any) -> dict[str, Any]:
    """An item that takes no time, whose work is not in blocks."""
    return {"id": name, "title": name, "method": "demand-record", "inputs": {"record": "r.csv"}, "seed": 1,
            "confidence": 0.95, "owner": "T. Tester",
            "parameters": {"failure": "no stop", "stopping": "planned"}} | more  # fmt: skip


def case_of(at: Path, items: Sequence[dict[str, Any]]) -> Path:
    files: dict[str, str | bytes] = {"r.csv": RECORD, "p.npz": points()}
    made = folder(at, calculation(), files=files)
    text = (made / "case.yaml").read_text()
    rows = "".join(f"- {json.dumps(item)}\n" for item in items)
    (made / "case.yaml").write_text(f"{text}evidence_items:\n{rows}")
    return made


def apart(*names: str, **more: Any) -> list[dict[str, Any]]:
    """Items of different recipes."""
    return [record(name, seed=k, **more) for k, name in enumerate(names, start=1)]


# --- the plan -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_dry_run_says_what_would_be_computed_and_computes_nothing(tmp_path: Path) -> None:
    at = case_of(tmp_path / "case", [record("A"), record("B", seed=2)])
    list(run(load(at), ["A"]))
    before = sorted(p.name for p in (at / "results").iterdir())
    code, out, _ = call("evidence", "run", at, "--dry-run", "--json", "--jobs", "2")
    document = json.loads(out)
    assert (code, document["without_earlier_time"]) == (0, 1)
    assert [(t["id"], t["outcome"]) for t in document["tasks"]] == [("A", "fresh"), ("B", "compute")]
    assert "never computed" in document["tasks"][1]["why"][0]
    assert document["tasks"][0]["seconds"] is not None
    assert sorted(p.name for p in (at / "results").iterdir()) == before
    code, out, _ = call("evidence", "run", at, "--dry-run", "--force", "A")
    assert (code, "asked for again" in out, "1 of 1 item to compute" in out) == (0, True, True)


def test_a_plan_counts_the_blocks_that_an_interrupted_run_has_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    at = case_of(tmp_path / "case", [ITEM])
    (task,) = schedule(load(at))
    assert set(task.stages) >= {"balls"}
    assert task.kept == {}
    assert task.wanted is not None
    code = computed_by(own_modules(type(method(ITEM["method"])).__module__))
    kept = checkpoints(task.wanted.key, code)
    assert kept is not None
    kept.mkdir(parents=True)
    for name in ("balls-0.npz", "balls-1.npz", "other-1.npz", "balls-2.7.part"):
        (kept / name).touch()
    (again,) = schedule(load(at))
    assert again.kept == {}  # nothing says what they rest on: a run computes them again
    record = kept.with_suffix(".json")
    record.write_text('{"modules": {"casegen_evidence": "0"}, "read": {}, "packages": {}}')
    (again,) = schedule(load(at))
    assert again.kept == {}  # they rest on other code
    record.write_text('{"modules": {}, "read": {}, "packages": {}}')
    late = record.stat().st_mtime_ns + 1
    (kept / "balls-2.npz").touch()
    os.utime(kept / "balls-2.npz", ns=(late, late))  # kept after the last record
    (again,) = schedule(load(at))
    assert again.kept == {"balls": 2}
    assert "balls (2 kept)" in call("evidence", "run", at, "--dry-run")[1]


def test_checkpoints_of_other_versions_are_not_gone_on_from(monkeypatch: pytest.MonkeyPatch) -> None:
    from casegen.store import environment

    modules = own_modules(type(method(ITEM["method"])).__module__)
    before = {computed_by(modules)}
    own = environment.environment
    for name, other in (("numpy", "1.0"), ("instructions", "sse4_2")):
        monkeypatch.setattr(environment, "environment", lambda name=name, other=other: own() | {name: other})
        before.add(computed_by(modules))
    assert len(before) == 3


@pytest.mark.slow
def test_stages_are_those_that_the_run_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from casegen_evidence.blocks import Workers

    seen: set[str] = set()
    monkeypatch.setattr(Workers, "_keep", lambda self, name, block, result: seen.add(name.split("-")[0]))
    at = case_of(tmp_path / "case", [ITEM])
    list(run(load(at)))
    assert seen
    assert seen <= set(method(ITEM["method"]).stages)  # type: ignore[attr-defined]


def task(name: str, seconds: float | None, *, blocks: bool = False, after: tuple[str, ...] = ()) -> Task:
    from casegen.model.evidence import EvidenceSpec
    from casegen.model.results import EvidenceState, Freshness

    spec = EvidenceSpec(id=name, method="demand-record")
    state = EvidenceState(name, Freshness.MISSING, ())
    return Task(0, spec, state, None, True, {"b": "parts"} if blocks else {}, {}, seconds, 0, after)


def test_the_longest_starts_first_and_blocks_fill_up_the_end() -> None:
    tasks = [
        task("S", 1),
        task("B", 50, blocks=True),
        task("L", 30),
        task("X", 99, after=("L",)),
        task("U", None),
    ]
    assert [t.id for t in ordered(tasks)] == ["U", "L", "S", "B", "X"]


def test_expected_time_is_that_of_the_earlier_results_spread_over_the_processes() -> None:
    assert duration([task("A", 10), task("B", 4), task("C", 5)], 1) == (19, 0)
    assert duration([task("A", 10), task("B", 4), task("C", 5)], 2) == (10, 0)
    assert duration([task("A", 10), task("B", 30, blocks=True)], 2) == (20, 0)
    assert duration([task("A", None)], 2) == (0, 1)


# --- side by side -------------------------------------------------------------------------------------


@pytest.fixture
def stood_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_MAIN", "from tests.store.stand_in import main; main()")


def outcomes(at: Path, jobs: int, memory: int | None = None) -> dict[str, Outcome]:
    case = load(at)
    return {o.id: o for o in run_tasks(case, schedule(case), Computing(jobs, jobs), memory=memory)}


def lines(at: Path) -> list[str]:
    return (at / "log").read_text().splitlines()


@pytest.mark.slow
@pytest.mark.usefixtures("stood_in")
def test_two_items_are_computed_at_the_same_time(tmp_path: Path) -> None:
    items = [record("A", text="until B"), record("B", seed=2, text="until A")]
    at = case_of(tmp_path / "case", items)
    claims = [{"id": f"L{k}", "text": "x" * 19_000} for k in range(16)]  # a case that fills more than a pipe
    (at / "long.yaml").write_text(json.dumps({"claims": claims}))
    text = (at / "case.yaml").read_text()
    (at / "case.yaml").write_text(f"include: [long.yaml]\n{text}")
    assert {o.what for o in outcomes(at, 2).values()} == {"computed"}
    assert {line.split()[0] for line in lines(at)[:2]} == {"begun"}


@pytest.mark.slow
@pytest.mark.usefixtures("stood_in")
def test_items_wait_for_memory_and_for_one_another(tmp_path: Path) -> None:
    at = case_of(tmp_path / "case", apart("A", "B", "C", text="for 0.3"))
    outcomes(at, 3, memory=1)  # less than one states: one at a time, all the same
    assert [line.split()[0] for line in lines(at)] == ["begun", "ended"] * 3
    at = case_of(tmp_path / "same", [record("A", text="for 0.3"), record("B", text="for 0.3")])
    assert [t.after for t in schedule(load(at))] == [(), ("A",)]  # one recipe: they would share checkpoints
    outcomes(at, 2)
    assert [line.split()[:2] for line in lines(at)] == [
        ["begun", "A"],
        ["ended", "A"],
        ["begun", "B"],
        ["ended", "B"],
    ]


@pytest.mark.slow
@pytest.mark.usefixtures("stood_in")
def test_work_in_blocks_gets_the_processes_that_are_free(tmp_path: Path) -> None:
    at = case_of(tmp_path / "case", [ITEM, *apart("A", "B", text="for 0.5")])
    outcomes(at, 4)
    assert sorted(line for line in lines(at) if line.startswith("begun")) == [
        "begun A 1",
        "begun B 1",
        "begun EV 2",
    ]


@pytest.mark.slow
@pytest.mark.usefixtures("stood_in")
def test_a_process_that_dies_is_started_once_more(tmp_path: Path) -> None:
    items = [record("A", text="dies 1"), record("B", seed=2, text="dies 2"), record("C", seed=3)]
    result = outcomes(case_of(tmp_path / "case", items), 2)
    assert {name: o.what for name, o in result.items()} == {"A": "computed", "B": "failed", "C": "computed"}
    assert "signal 9" in result["B"].message
    assert "finished blocks are kept" in result["B"].message


@pytest.mark.slow
@pytest.mark.usefixtures("stood_in")
def test_a_process_that_dies_while_it_reports_is_noticed(tmp_path: Path) -> None:
    items = [record("A", text="cut"), record("B", seed=2)]
    result = outcomes(case_of(tmp_path / "case", items), 2)
    assert {name: o.what for name, o in result.items()} == {"A": "failed", "B": "computed"}
    assert "signal 9" in result["A"].message


def test_an_interrupt_that_a_part_raises_is_an_error_of_it() -> None:
    """A traceback came twice, and then *signal 2, as where memory runs out*."""
    interrupt = KeyboardInterrupt()
    interrupt.add_note("in the provider 'mine'")
    assert (
        str(raised_by_a_part(interrupt))
        == "interrupted in the provider 'mine', which raised KeyboardInterrupt"
    )
    assert "in its method" in str(raised_by_a_part(KeyboardInterrupt()))


@pytest.mark.slow
@pytest.mark.usefixtures("stood_in")
def test_an_item_whose_code_fails_leaves_the_others_to_be_computed(tmp_path: Path) -> None:
    items = [record("A", text="raises no"), *(record(name, seed=n) for n, name in enumerate("BCD", 2))]
    reports: list[tuple[str, str, str]] = []
    outcomes = ((o.id, o.what, o.message) for o in run(load(case_of(tmp_path / "case", items)), jobs=2))
    with pytest.raises(RuntimeError, match="no"):
        reports.extend(outcomes)
    assert sorted(reports) == [("A", "failed", "no"), *((name, "computed", "") for name in "BCD")]


_PARENT = """
import signal, sys
from casegen.io import load
from casegen.store import side_by_side
from casegen.store.run import run
side_by_side._MAIN = "from tests.store.stand_in import main; main()"
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it, and so would this one
list(run(load(sys.argv[1]), jobs=2))
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="signals")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_processes_end_with_the_one_that_started_them(tmp_path: Path, how: signal.Signals) -> None:
    at = case_of(tmp_path / "case", apart("A", "B", text="for 600"))
    path = os.pathsep.join(entry for entry in sys.path if entry)
    parent = subprocess.Popen(
        [sys.executable, "-c", _PARENT, str(at)], env={**os.environ, "PYTHONPATH": path},
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    for name in "AB":
        stand_in.until(at / "log", f"begun {name} ")
    parent.send_signal(how)
    assert parent.stderr is not None
    parent.stderr.read()  # ends when every process that has it is gone
    assert parent.wait() != 0
    assert len(lines(at)) == 2


@pytest.mark.slow
def test_an_item_that_fails_or_is_wrong_is_reported_as_without_processes(tmp_path: Path) -> None:
    items = [record("A"), record("B", inputs={"record": "bad.csv"}), record("C", seed=3)]
    at = case_of(tmp_path / "case", items)
    (at / "bad.csv").write_text("entry,demands,failures\na,3,5\n")
    (alone,) = list(run(load(at), ["B"]))
    beside = {o.id: o for o in run(load(at), jobs=2, force=True)}
    assert {name: o.what for name, o in beside.items()} == {"A": "computed", "B": "failed", "C": "computed"}
    assert beside["B"].message == alone.message


# --- the same bytes -----------------------------------------------------------------------------------


def results(at: Path) -> dict[str, Any]:
    documents = [json.loads(path.read_bytes()) for path in (at / "results").glob("*.json")]
    for document in documents:
        for volatile in ("started", "seconds"):
            document["provenance"].pop(volatile)
    return {document["id"]: document for document in documents}


@pytest.mark.slow
def test_results_are_the_same_whatever_ran_beside_or_before(tmp_path: Path) -> None:
    items = [ITEM, record("A"), record("B", seed=2)]
    made = []
    for name, arguments in (
        ("serial", [[]]), ("beside", [["--jobs", "2"]]), ("other order", [["B"], ["A"], ["EV"]]),
        ("one by one", [["EV", "--jobs", "2"], ["A", "B", "--jobs", "3"]]),
    ):  # fmt: skip
        at = case_of(tmp_path / name, items)
        for words in arguments:
            code, _, err = call("evidence", "run", at, *words)
            assert code == 0, err
        made.append(results(at))
    assert made[0].keys() == {"EV", "A", "B"}
    assert made[0] == made[1] == made[2] == made[3]


# --- progress -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_progress_is_lines_where_nobody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence_progress, "EVERY", 0.0)
    at = case_of(tmp_path / "case", [ITEM, record("A")])
    code, _, err = call("evidence", "run", at)
    reported = [line for line in err.splitlines() if line.startswith("evidence: ")]
    assert code == 0
    assert reported[-1].startswith("evidence: 2 of 2 items, 100%, about 0 s left")
    assert any("EV " in line and "balls" in line for line in reported)
    assert "\x1b" not in err


def test_the_whole_is_weighed_by_the_time_that_items_took(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic", lambda: 125.0)
    whole = evidence_progress.Whole({"A": 30.0, "B": 10.0}, begun=100.0)
    whole.done["B"] = 1.0
    whole.done["A"] = 0.5
    assert whole.share == pytest.approx(25 / 40)
    assert whole.words() == "1 of 2 items, 62%, about 15 s left"


@pytest.mark.parametrize(
    ("share", "passed", "words"),
    [
        (0.0, 300.0, "0 of 1 item, 0%"),
        (0.01, 15.0, "0 of 1 item, 1%"),
        (0.01, 300.0, "0 of 1 item, 1%"),
        (0.09, 20.0, "0 of 1 item, 9%"),
        (0.1, 2.0, "0 of 1 item, 10%, about 18 s left"),
        (0.05, 600.0, "0 of 1 item, 5%, about 3.2 h left"),
    ],
)
def test_no_time_is_named_before_the_speed_is_known(
    monkeypatch: pytest.MonkeyPatch, share: float, passed: float, words: str
) -> None:
    monkeypatch.setattr(evidence_progress.time, "monotonic", lambda: 100.0 + passed)
    whole = evidence_progress.Whole({"A": 1.0}, begun=100.0, done={"A": share})
    assert whole.words() == words
