"""Fault-tree commands on model files, called in this process: every question, every refusal."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from casegen.fta import nodes_within
from tests.conftest import Ran

HOUSE = Path(__file__).parent / "house.xml"
BAD = Path(__file__).parent.parent / "bad" / "fta"

MODEL = """<opsa-mef name="m">
  <define-fault-tree name="plant">
    <define-gate name="top"><or><gate name="trains"/><gate name="shared"/></or></define-gate>
    <define-gate name="trains"><and><gate name="one"/><gate name="two"/></and></define-gate>
    <define-gate name="one"><or><basic-event name="p1"/><basic-event name="v1"/><gate name="shared"/></or></define-gate>
    <define-gate name="two"><or><basic-event name="p2"/><basic-event name="v2"/></or></define-gate>
    <define-gate name="shared"><and><basic-event name="power"/><not><house-event name="diesel"/></not></and></define-gate>
    <define-house-event name="diesel"><constant value="true"/></define-house-event>
  </define-fault-tree>
  <define-fault-tree name="alarm"><define-gate name="silent"><xor><basic-event name="v1"/><gate name="two"/></xor></define-gate></define-fault-tree>
  <define-alignment name="yearly"><define-phase name="service" time-fraction="0.01">
    <set-house-event name="diesel"><constant value="false"/></set-house-event></define-phase></define-alignment>
</opsa-mef>"""
DATA = """<opsa-mef><model-data>
  <define-basic-event name="p1"><lognormal-deviate><float value="0.01"/><float value="3"/><float value="0.95"/></lognormal-deviate></define-basic-event>
  <define-basic-event name="p2"><exponential><float value="1e-4"/><system-mission-time/></exponential></define-basic-event>
  <define-basic-event name="v1"><float value="0.02"/></define-basic-event>
  <define-basic-event name="v2"><float value="0.03"/></define-basic-event>
  <define-basic-event name="power"><float value="0.05"/></define-basic-event>
</model-data></opsa-mef>"""


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """``casegen fta …`` in this process."""
    from casegen.cli import main

    def run(*arguments: object) -> Ran:
        monkeypatch.setattr(sys, "argv", ["casegen", "fta", *map(str, arguments)])
        capsys.readouterr()
        try:
            main()
            code = 0
        except SystemExit as done:
            code = int(done.code or 0)
        answered = capsys.readouterr()
        return Ran(code, answered.out, answered.err)

    return run


@pytest.fixture
def model(tmp_path: Path) -> tuple[Path, Path]:
    """A model in two files: its trees, and its data."""
    paths = (tmp_path / "trees.xml", tmp_path / "data.xml")
    for path, text in zip(paths, (MODEL, DATA), strict=True):
        path.write_text(text)
    return paths


TIME = ("--mission-time", 100)
P2 = 0.00995016625


@pytest.mark.parametrize("hours", ["inf", "1e400", "nan"])
def test_a_curve_without_end_is_refused(
    call: Callable[..., Ran], model: tuple[Path, Path], hours: str
) -> None:
    ran = call("curve", *model, "--hours", hours)
    assert ran.code == 2
    assert "--hours" in ran.err


def test_every_tree_of_several_files(call: Callable[..., Ran], model: tuple[Path, Path]) -> None:
    ran = call("quantify", *model, *TIME, "--json")
    assert ran.code == 0, ran.err
    rows = {t["tree"]: t for t in ran.json["trees"]}
    one, two = 1 - 0.99 * 0.98, 1 - (1 - P2) * 0.97
    assert rows["plant"]["probability"] == pytest.approx(one * two)
    assert rows["alarm"]["probability"] == pytest.approx(0.02 * (1 - two) + 0.98 * two)
    assert "phase service of alignment yearly" in ran.err
    assert "--house diesel=false" in ran.json["left_out"][0]


def test_house_events_and_probabilities_can_be_set(
    call: Callable[..., Ran], model: tuple[Path, Path]
) -> None:
    ran = call("quantify", *model, "--tree", "plant", "--house", "diesel=false", "--set", "p2=0.5", "--json")
    assert ran.json["probability"] == pytest.approx(1 - 0.95 * (1 - (1 - 0.99 * 0.98) * (1 - 0.5 * 0.97)))
    for wrong, words in (
        (("--house", "diesle=true"), "did you mean 'diesel'"),
        (("--house", "diesel=1"), "takes true or false"),
        (("--set", "v3=0.1"), "there is no event 'v3'"),
        (("--set", "v1=x"), "expected EVENT=PROBABILITY"),
        (("--set", "v1=2"), "no probability"),
    ):
        refused = call("quantify", *model, *TIME, *wrong)
        assert refused.code == 2
        assert words in refused.err


def test_gates_have_importance(call: Callable[..., Ran], model: tuple[Path, Path]) -> None:
    rows = call("importance", *model, *TIME, "--tree", "plant", "--gates", "--json").json["gates"]
    results = {r["id"]: r for r in rows}
    one, two = 1 - 0.99 * 0.98, 1 - (1 - P2) * 0.97
    assert results["two"]["birnbaum"] == pytest.approx(one)
    assert results["one"]["raw"] == pytest.approx(two / (one * two))
    assert results["trains"]["rrw"] == "inf"
    shown = call("importance", *model, *TIME, "--tree", "plant", "--gates").out
    assert "gate" in shown
    assert "trains" in shown


def test_importance_has_a_spread(call: Callable[..., Ran], model: tuple[Path, Path]) -> None:
    ran = call(
        "importance", *model, *TIME, "--tree", "plant", "--uncertainty", "--trials", 200, "--json"
    ).json
    p1 = next(e for e in ran["events"] if e["id"] == "p1")
    quantiles = p1["quantiles"]["criticality"]
    assert quantiles["0.05"] < p1["mean"]["criticality"] < quantiles["0.95"]
    assert ran["trials"] == 200
    assert (
        "leads in"
        in call("importance", *model, *TIME, "--tree", "plant", "--uncertainty", "--trials", 50).out
    )
    assert call("importance", *model, *TIME, "--gates", "--uncertainty").code == 2


def test_prime_implicants_hold_absences(call: Callable[..., Ran], model: tuple[Path, Path]) -> None:
    ran = call("cutsets", *model, *TIME, "--tree", "alarm", "--prime", "--json").json
    assert ran["kind"] == "prime implicants"
    assert {frozenset(c["events"]) for c in ran["cut_sets"]} == {
        frozenset({"v1", "not p2", "not v2"}), frozenset({"p2", "not v1"}), frozenset({"v2", "not v1"})
    }  # fmt: skip
    assert "--prime also lists absences" in call("cutsets", *model, *TIME, "--tree", "alarm").out
    cut = call("cutsets", *model, *TIME, "--tree", "alarm", "--prime", "--limit-order", 2, "--json").json
    assert not cut["complete"]
    assert "above order 2 left out" in cut["truncation"]


def test_cut_sets_of_every_tree_shortest_first(call: Callable[..., Ran], model: tuple[Path, Path]) -> None:
    ran = call(
        "cutsets", *model, *TIME, "--house", "diesel=false", "--sort", "order", "--top", 3, "--json"
    ).json
    plant = ran["trees"][0]
    assert [c["order"] for c in plant["cut_sets"]] == [1, 2, 2]
    assert plant["cut_sets"][0]["events"] == ["power"]
    assert plant["by_order"] == {"1": 1, "2": 4}
    cut = call("cutsets", *model, *TIME, "--tree", "plant", "--cutoff", 5e-4)
    assert "below probability 0.0005 left out" in cut.out


@pytest.mark.parametrize("method", ["rare-event", "mcub", "bounds", "cutoff"])
def test_approximations_by_either_name(
    call: Callable[..., Ran], model: tuple[Path, Path], method: str
) -> None:
    exact = call("quantify", *model, *TIME, "--tree", "alarm", "--json").json["probability"]
    ran = call("quantify", *model, *TIME, "--tree", "alarm", "--approximation", method, "--json").json
    assert ran["method"] == method
    assert ran["exact"] is False
    assert ran["label"]
    if method == "bounds":
        assert ran["lower"] * (1 - 1e-12) <= exact <= ran["upper"] * (1 + 1e-12)
    else:
        assert "not coherent" in ran["label"]


@pytest.mark.slow
def test_a_tree_above_the_nodes_allowed_gets_bounds(call: Callable[..., Ran], tmp_path: Path) -> None:
    """Pairs of events joined at random: no order keeps the diagram small."""
    n, rng = 60, random.Random(1)
    pairs = [rng.sample(range(n), 2) for _ in range(150)]
    gates = "".join(
        f'<define-gate name="g{k}"><and><basic-event name="e{i}"/><basic-event name="e{j}"/></and></define-gate>'
        for k, (i, j) in enumerate(pairs)
    )
    inputs = "".join(f'<gate name="g{k}"/>' for k in range(len(pairs)))
    events = "".join(
        f'<define-basic-event name="e{i}"><float value="0.0{i % 5 + 1}"/></define-basic-event>'
        for i in range(n)
    )
    path = tmp_path / "large.xml"
    path.write_text(f'<opsa-mef><define-fault-tree name="t"><define-gate name="top"><or>{inputs}</or></define-gate>'
                    f"{gates}{events}</define-fault-tree></opsa-mef>")  # fmt: skip
    ran = call("quantify", path, "--max-nodes", 20_000, "--json")
    assert ran.code == 0, ran.err
    assert ran.json["method"] == "bounds"
    assert ran.json["exact"] is False
    assert 0.0 < ran.json["lower"] <= ran.json["upper"] < 0.6
    reordered = call("quantify", path, "--max-memory", 0.01, "--json").json
    assert (
        reordered["exact"] is True
    )  # the last resort finds an order that fits where the others take several times more
    assert reordered["bdd_nodes"] <= nodes_within(0.01e9)
    assert ran.json["lower"] <= reordered["probability"] <= ran.json["upper"]
    assert "rigorous bounds" in call("quantify", path, "--max-nodes", 8_000).out
    refused = call("importance", path, "--max-nodes", 20_000)
    assert refused.code == 2
    assert "raise --max-nodes" in refused.err


def test_uncertainty_sensitivity_and_curve_of_model_files(
    call: Callable[..., Ran], model: tuple[Path, Path]
) -> None:
    spread = call("uncertainty", *model, *TIME, "--trials", 500, "--json").json["trees"]
    assert [t["tree"] for t in spread] == ["plant", "alarm"]
    swings = call("sensitivity", *model, *TIME, "--tree", "plant", "--json").json["inputs"]
    assert {"v2", "p1"} <= {row["id"].removeprefix("event ").split("/")[0] for row in swings}
    curve = call("curve", *model, "--tree", "plant", "--hours", 100, "--points", 3)
    assert "SIL" in curve.out
    assert "average" in curve.out


def test_galileo_out_and_in(call: Callable[..., Ran], model: tuple[Path, Path], tmp_path: Path) -> None:
    file = tmp_path / "alarm.dft"
    ran = call("convert", *model, *TIME, "--tree", "alarm", "-o", file, "--json")
    assert ran.code == 0, ran.err
    before = call("quantify", *model, *TIME, "--tree", "alarm", "--json").json["probability"]
    assert call("quantify", file, *TIME, "--json").json["probability"] == pytest.approx(before, rel=1e-12)
    assert "cannot tell what .txt is" in call("convert", *model, "-o", tmp_path / "x.txt").err


def test_convert_to_open_psa_without_numbers(
    call: Callable[..., Ran], model: tuple[Path, Path], tmp_path: Path
) -> None:
    """A tree without a mission time is written all the same: the format has a symbol for it."""
    ran = call("convert", *model, "-o", tmp_path / "again.xml", "--json")
    assert ran.code == 0, ran.err
    assert any("tree plant has no numbers" in item for item in ran.json["not_carried"])
    a = call("quantify", *model, *TIME, "--json").json["trees"]
    b = call("quantify", tmp_path / "again.xml", *TIME, "--json").json["trees"]
    assert [t["probability"] for t in a] == [t["probability"] for t in b]


def test_drawings_of_one_tree_only(
    call: Callable[..., Ran], model: tuple[Path, Path], tmp_path: Path
) -> None:
    ran = call("draw", *model, *TIME, "--tree", "alarm", "-o", tmp_path / "drawn")
    assert ran.code == 0, ran.err
    drawn = sorted(p.name for p in (tmp_path / "drawn").glob("sheet-*.svg"))
    assert drawn == ["sheet-tree-alarm-1.svg"]


@pytest.mark.parametrize("file", sorted(BAD.iterdir()), ids=lambda f: f.name)
def test_bad_files_exit_with_2_and_their_place(call: Callable[..., Ran], file: Path) -> None:
    ran = call("quantify", file, "--json")
    assert ran.code == 2
    assert "Traceback" not in ran.err
    result = ran.json["diagnostics"]
    assert result
    for d in result:
        assert d["file"].endswith(file.name)
        assert d["line"] >= 1
        assert d["column"] >= 1
        assert f"{d['line']}:{d['column']}" in ran.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("quantify", "nowhere.xml"), "no such file"),
        (("quantify", __file__), "cannot tell what .py is"),
        (("quantify", BAD / "spare.dft", BAD / "probability.dft"), "only if all are Open-PSA"),
        (("cutsets", BAD / "cycle.xml", "--sort", "length"), "methods: probability, order"),
        (("quantify", HOUSE, "--house", "h=true", "--house", "h=false"), "given as true and as false"),
        (("quantify", HOUSE, "--set", "e=.1", "--set", "e=.2"), "given two probabilities"),
    ],
)
def test_calls_that_make_no_sense(call: Callable[..., Ran], arguments: tuple[Any, ...], words: str) -> None:
    ran = call(*arguments)
    assert ran.code == 2
    assert words in ran.err


HEARS = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
"""A job started in the background ignores interrupts, and so do its children unless they say otherwise."""


@pytest.mark.slow
def test_an_interrupt_ends_without_a_traceback(tmp_path: Path) -> None:
    """A large uncertainty analysis, stopped as a user stops it."""
    path = tmp_path / "model.xml"
    path.write_text(MODEL)
    data = tmp_path / "data.xml"
    data.write_text(DATA)
    command = [sys.executable, "-c", f"{HEARS}; from casegen.cli import main; main()", "fta", "uncertainty", str(path), str(data),
               "--mission-time", "100", "--trials", "40000000"]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        process.stderr.readline()  # what was left out: the model is read
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "interrupted" in err
    assert "Traceback" not in err


@pytest.mark.slow
def test_an_interrupt_stops_the_threads_of_a_long_analysis(tmp_path: Path) -> None:
    """Two hundred uncertain events and sixty million trials: without a stop between blocks, minutes."""
    names = [f"e{i}" for i in range(200)]
    spread = (
        '<lognormal-deviate><float value="0.001"/><float value="3"/><float value="0.95"/></lognormal-deviate>'
    )
    events = "".join(f'<define-basic-event name="{n}">{spread}</define-basic-event>' for n in names)
    inputs = "".join(f'<basic-event name="{n}"/>' for n in names)
    path = tmp_path / "wide.xml"
    path.write_text(
        f'<opsa-mef><define-fault-tree name="T"><define-gate name="top"><or>{inputs}</or></define-gate>'
        f"</define-fault-tree><model-data>{events}</model-data></opsa-mef>"
    )
    script = f"{HEARS}; import sys; from casegen.fta import uncertainty; sys.stderr.write('ready\\n'); from casegen.cli import main; main()"
    command = [sys.executable, "-c", script, "fta", "uncertainty", str(path), "--trials", "60000000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        process.stderr.readline()
        time.sleep(3.0)
        assert process.poll() is None, "the analysis was over before it could be stopped"
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert time.monotonic() - begin < 30.0


@pytest.mark.slow
def test_house_events_in_what_if_scenarios(auv: Path, casegen: Callable[..., Any], tmp_path: Path) -> None:
    text = (auv / "trees.yaml").read_text()
    gate = "inputs: [BE-0-3, BE-CAMERA"
    assert gate in text
    text = text.replace(gate, gate.replace("[", "[NO-NAME, "), 1)
    (auv / "trees.yaml").write_text(
        f"{text}\nhouse_events:\n  - {{id: NO-NAME, state: false, text: No name is right}}\n"
    )
    file = tmp_path / "scenarios.yaml"
    file.write_text("scenarios:\n  no name:\n    NO-NAME: true\n  better:\n    BE-CAMERA: 1.0e-6\n")
    ran = casegen("whatif", auv, "--scenario", file, "--json")
    assert ran.code == 0, ran.err
    by_name = {s["scenario"]: s for s in ran.json["scenarios"]}
    lost = next(t for t in by_name["no name"]["trees"] if t["tree"] == "FT-MISS")
    assert lost["after"] > 5 * lost["before"]
    assert by_name["no name"]["changes"] == [{"set": "NO-NAME", "to": 1.0}]
    assert any(c["flipped"] for c in by_name["no name"]["claims"])
    once = casegen("whatif", auv, "--set", "NO-NAME=true", "--json")
    assert next(t for t in once.json["trees"] if t["tree"] == "FT-MISS")["after"] == lost["after"]
    wrong = casegen("whatif", auv, "--set", "NO-NAME=0.5")
    assert wrong.code == 2
    assert "true or false" in wrong.err


@pytest.mark.slow
def test_scenarios_become_a_tree(auv: Path, casegen: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "tree.yaml"
    ran = casegen("fta", "scenarios", auv, "HS1", "HS2", "--as", "FT-NEW", "-o", file, "--json")
    assert ran.code == 0, ran.err
    assert ran.json["top"] == "TE-SD (FT-NEW)"  # the case has a gate of that name
    assert 0 < ran.json["probability"] < 1
    assert "FT-NEW" in file.read_text()
    assert "no hazard scenario 'HS11'" in casegen("fta", "scenarios", auv, "HS11").err
    assert "has a tree FT-SD already" in casegen("fta", "scenarios", auv, "--as", "FT-SD").err


def test_what_is_set_for_a_group_of_common_cause_is_written(call: Callable[..., Ran], tmp_path: Path) -> None:
    """The file kept the total that the model states, and nothing was listed."""
    (tmp_path / "m.xml").write_text(GROUP)
    for ending in ("xml", "dft"):
        file = tmp_path / f"again.{ending}"
        assert call("convert", tmp_path / "m.xml", "--set", "pumps=0.3", "-o", file).code == 0
        asked = call("quantify", tmp_path / "m.xml", "--set", "pumps=0.3", "--json").json["probability"]
        assert asked == pytest.approx(0.9 * 0.3 * 0.9 * 0.3 + 0.03 - 0.9 * 0.3 * 0.9 * 0.3 * 0.03)
        assert call("quantify", file, "--json").json["probability"] == pytest.approx(asked)


GROUP = """<opsa-mef><define-fault-tree name="t"><define-gate name="g"><and><basic-event name="a"/><basic-event name="b"/></and>
  </define-gate></define-fault-tree><define-CCF-group name="pumps" model="beta-factor"><members><basic-event name="a"/>
  <basic-event name="b"/></members><distribution><float value="0.01"/></distribution><factors><factor level="2">
  <float value="0.1"/></factor></factors></define-CCF-group></opsa-mef>"""


def test_no_number_below_one_is_shown_as_one(call: Callable[..., Ran], tmp_path: Path) -> None:
    """0.999999999999 stood as ``1 exact``."""
    numbers = {"a": "0.99999", "b": "0.9999999"}
    events = "".join(
        f'<define-basic-event name="{e}"><float value="{p}"/></define-basic-event>'
        for e, p in numbers.items()
    )
    (tmp_path / "m.xml").write_text(
        '<opsa-mef><define-fault-tree name="t"><define-gate name="g"><or><basic-event name="a"/><basic-event name="b"/></or>'
        f"</define-gate></define-fault-tree><model-data>{events}</model-data></opsa-mef>"
    )
    shown = call("quantify", tmp_path / "m.xml").out
    assert "0.999999999999 " in shown
    assert "0.99999 " in call("importance", tmp_path / "m.xml").out


def test_names_with_a_sign_of_equality_can_be_set(call: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "m.dft").write_text('toplevel "g";\n"g" or "x=1" "b";\n"x=1" prob=0.1;\n"b" prob=0.1;\n')
    ran = call("quantify", tmp_path / "m.dft", "--set", "x=1=0.5", "--json")
    assert ran.json["probability"] == pytest.approx(0.55), ran.err
    assert call("quantify", tmp_path / "m.dft", "--set", "b=1_0e-3").code == 2


def test_a_mission_is_finite(call: Callable[..., Ran], model: tuple[Path, Path]) -> None:
    """A periodic test without end was no number, with a line of Python on stderr."""
    refused = call("quantify", *model, "--mission-time", "inf")
    assert refused.code == 2
    assert "finite" in refused.err


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("p1=nan", "p1: a number must be finite, found nan"),
        ("p1=-inf", "p1: a number must be finite, found -inf"),
        ("p1=1e-400", "p1: 1e-400 is too small for a number"),
        ("p1", "expected EVENT=PROBABILITY, found 'p1'"),
        ("=0.1", "expected EVENT=PROBABILITY, found '=0.1'"),
        ("p1=1_0e-3", "expected EVENT=PROBABILITY, found 'p1=1_0e-3'"),
        ("p1=3%", "3 % is written 0.03"),
    ],
)
def test_a_setting_that_is_no_number(
    call: Callable[..., Ran], model: tuple[Path, Path], setting: str, message: str
) -> None:
    ran = call("quantify", *model, *TIME, "--set", setting)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
