"""Simulated worlds are packages of the examples: the library measures none, and lives without them."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest

import casegen.store.methods as methods
from casegen import load, plugins
from casegen.assessment.checks.case import check
from casegen.model.diagnostic import InputError
from casegen.model.results import Freshness
from casegen.store.canonical import canonical
from casegen.store.entries import Entry, results_of, write_entry
from casegen.store.run import run
from casegen.store.store import State, Store
from casegen.store.stored_result import result_text
from tests.false_support import call, folder
from tests.false_support.bases import RECORD, measured

ROOT = Path(__file__).resolve().parents[2]
WORLDS = ("casegen_underwater", "casegen_robot", "casegen_monitored_worlds")


@pytest.fixture
def without_worlds(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if only casegen were installed."""
    before = plugins.points
    monkeypatch.setattr(
        plugins,
        "points",
        lambda group: {n: p for n, p in before(group).items() if not p.value.startswith(WORLDS)},
    )
    methods.method.cache_clear()
    yield
    methods.method.cache_clear()


def copy(name: str, to: Path) -> Path:
    ignored = shutil.ignore_patterns("baselines", ".casegen", "__pycache__")
    return Path(shutil.copytree(ROOT / "examples" / name, to / name, ignore=ignored))


def test_the_library_brings_no_world() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    points = text.split('[project.entry-points."casegen.evidence_methods"]')[1].split("[tool")[0]
    assert not [word for word in (*WORLDS, "underwater", "robot", "braking", "landing") if word in points]
    for name, point in methods.registered().items():
        if point.value.startswith("casegen_evidence."):
            assert methods.method(name).inputs, f"{name} measures no file"


def test_an_item_without_inputs_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "crane"
    folder.mkdir()
    (folder / "case.yaml").write_text(
        "casegen: 1\ncase: {id: crane, title: My harbour crane}\n"
        "evidence_items:\n  - {id: EV-1, method: monitor-landing}\n"
    )
    case = load(folder)
    (actual,) = [d for d in check(case) if "names no input" in d.message]
    assert (actual.severity, actual.location.line) == ("input", 4)
    with pytest.raises(InputError, match="names no input"):
        list(run(case))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "item", "module"),
    [
        ("monitor", "EV-LAND", "casegen_monitored_worlds.landing"),
        ("robot", "EV-SAFETY", "casegen_robot.task"),
        ("auv", "EV-METRICS-A", "casegen_underwater.render"),
        ("auv", "EV-TRAIN-A", "casegen_underwater.scenes"),
    ],
)
def test_a_simulator_must_be_the_one_that_is_installed(
    tmp_path: Path, name: str, item: str, module: str
) -> None:
    folder = copy(name, tmp_path)
    world = folder / "world" / f"{module.replace('.', '/')}.py"
    world.write_text(world.read_text("utf-8") + "\n# mine\n", "utf-8")
    case = load(folder)
    assert Store(case).states()[item].freshness is Freshness.STALE
    (outcome,) = run(case, [item])
    assert outcome.what == "failed"
    assert module in outcome.message


def test_every_method_of_a_world_names_its_simulator() -> None:
    """Or measures a file of its own: pictures, tables."""
    for name, point in methods.registered().items():
        if point.value.startswith(WORLDS):
            value = methods.method(name)
            assert any(required for required, _ in value.inputs.values()), name
            assert set(getattr(value, "simulators", {})) <= set(value.inputs)
            if not point.value.startswith("casegen_monitored_worlds.classification"):
                assert getattr(value, "simulators", {}), name


@pytest.mark.slow
@pytest.mark.usefixtures("without_worlds")
@pytest.mark.parametrize("name", ["auv", "robot", "monitor"])
def test_shipped_results_are_usable_without_their_methods(name: str) -> None:
    case = load(ROOT / "examples" / name)
    assert not [d for d in check(case) if d.severity == "input"]
    states = Store(case).states()
    assert {state.freshness for state in states.values()} == {Freshness.FRESH}
    missing = [s for s in case.evidence_items if s.method not in methods.registered()]
    assert missing
    for spec in missing:
        assert any("is not installed" in why for why in states[spec.id].why), spec.id
    assert {outcome.what for outcome in run(case)} == {"fresh"}


@pytest.mark.slow
@pytest.mark.usefixtures("without_worlds")
def test_checking_looks_at_each_result_once(monkeypatch: pytest.MonkeyPatch) -> None:
    case = load(ROOT / "examples" / "auv")
    looked: list[int] = []
    state = Store.state

    def noted(self: Store, index: int) -> State:
        looked.append(index)
        return state(self, index)

    monkeypatch.setattr(Store, "state", noted)
    check(case)
    assert sorted(looked) == list(range(len(case.evidence_items)))


@pytest.mark.slow
def test_a_verdict_says_which_results_nothing_here_was_held_against(tmp_path: Path) -> None:
    """A stranger may name a method that nobody has beside a result that nobody computed."""
    at = folder(tmp_path, measured(), files={"record.csv": RECORD})
    assert call("evidence", "run", at)[0] == 0
    code, out, _ = call("assess", at)
    assert (code, "as recorded" in out) == (0, False)
    (path,) = results_of(at, "EV")
    document = json.loads(path.read_text("utf-8"))
    document["method"] = document["recipe"]["method"] = "invented"
    document["measures"]["probability"].update(value=0.0, lower=0.0, upper=1e-9, distribution=None)
    raw = result_text(document).encode()
    digest = hashlib.sha256(raw).hexdigest()
    path.unlink()
    (at / "results" / f"EV-{digest[:12]}.json").write_bytes(raw)
    write_entry(at, "EV", Entry(hashlib.sha256(canonical(document["recipe"])).hexdigest(), digest))
    case = at / "case.yaml"
    case.write_text(case.read_text("utf-8").replace("demand-record", "invented"), "utf-8")
    code, out, _ = call("assess", at)
    assert code == 0
    assert "as recorded, not held against code that is installed here: EV" in " ".join(out.split())
    assert call("evidence", "verify", at)[0] == 1


@pytest.mark.slow
@pytest.mark.usefixtures("without_worlds")
@pytest.mark.parametrize(
    ("old", "new", "reported"),
    [
        (
            "parameters: {failures: safety-related}",
            "parameters: {}",
            "parameter failures was 'safety-related'",
        ),
        (
            "parameters: {failures: any}",
            "parameters: {failures: any, members: 9}",
            "parameter members was None",
        ),
        ("method: underwater-ram\n", "method: underwater-ram\n    seed: 99\n", "seed was"),
    ],
)
def test_a_changed_statement_is_seen_without_the_method(
    tmp_path: Path, old: str, new: str, reported: str
) -> None:
    folder = copy("auv", tmp_path)
    path = folder / "evidence.yaml"
    text = path.read_text("utf-8")
    if "seed" in new:
        import re

        text = re.sub(r"(method: underwater-ram\n(?:.*\n)*?    seed: )\d+", r"\g<1>99", text, count=1)
    else:
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text, "utf-8")
    case = load(folder)
    stale = [s for s in Store(case).states().values() if s.freshness is Freshness.STALE]
    assert len(stale) == 1
    assert any(reported in why for why in stale[0].why)
    with pytest.raises(InputError, match="is registered"):
        list(run(case, [stale[0].id]))


@pytest.mark.slow
@pytest.mark.usefixtures("without_worlds")
def test_a_changed_input_is_seen_without_the_method(tmp_path: Path) -> None:
    folder = copy("robot", tmp_path)
    with (folder / "data" / "network.npz").open("ab") as stream:
        stream.write(b"x")
    states = Store(load(folder)).states()
    assert states["EV-TRAINING"].freshness is Freshness.STALE
    assert "input network" in states["EV-TRAINING"].why[0]


@pytest.mark.slow
@pytest.mark.usefixtures("without_worlds")
def test_an_old_result_that_does_not_say_what_was_stated_is_stale(tmp_path: Path) -> None:
    folder = copy("robot", tmp_path)
    case = load(folder)
    store = Store(case)
    state = store.states()["EV-TRAINING"]
    assert state.document is not None
    old = json.loads(json.dumps(state.document))
    del old["provenance"]["stated"]
    _keep(store, old)
    after = Store(case).states()["EV-TRAINING"]
    assert after.freshness is Freshness.STALE
    assert "it is not recorded which parameters were stated" in after.why[0]


def _keep(store: Store, document: dict[str, object]) -> None:
    import hashlib

    from casegen.store.entries import Entry, read_entry, result_name, write_entry
    from casegen.store.stored_result import result_text

    raw = result_text(document).encode()
    digest = hashlib.sha256(raw).hexdigest()
    item = str(document["id"])
    root = store.case.root
    (root / "results" / result_name(item, digest)).write_bytes(raw)
    before = read_entry(root, item)
    assert before is not None
    write_entry(root, item, Entry(before.key, digest))


@pytest.mark.usefixtures("without_worlds")
def test_a_frozen_case_is_judged_by_what_it_froze() -> None:
    states = Store(load(ROOT / "examples" / "auv" / "baselines" / "r0.1" / "files")).states()
    assert {state.freshness for state in states.values()} == {Freshness.FRESH}


@pytest.mark.usefixtures("without_worlds")
def test_a_method_that_nobody_has_and_no_result_is_an_error(tmp_path: Path) -> None:
    folder = copy("monitor", tmp_path)
    shutil.rmtree(folder / "results")
    matches = [d.message for d in check(load(folder)) if d.severity == "input"]
    assert len(matches) == 4
    assert all("is registered" in message for message in matches)


def test_a_method_that_forgets_to_hand_on_its_signs_hides_none(tmp_path: Path) -> None:
    """A world that calls another method hands on its measures; what was seen and read goes with them all the same."""
    from dataclasses import replace

    from casegen_evidence.method import Measure, Result, Run

    from casegen.store.measuring import measured

    class Forgetful:
        name = "forgetful"
        measures: ClassVar = {"x": ("fraction", "x")}

        def run(self, call: Run) -> Result:
            inner = replace(call, parameters=None)
            inner.intake.fails("never-right", "no answer is right")
            inner.intake.read.append({"file": "a.csv", "rows": 3})
            return Result({"x": Measure(0.5, "fraction")})

    call = Run(inputs={}, parameters=None, seed=0, confidence=0.95, scratch=tmp_path)
    result = measured(Forgetful(), call)  # type: ignore[arg-type]
    assert [sign.name for sign in result.signs] == ["sign-never-right"]
    assert [table["file"] for table in result.read] == ["a.csv"]
