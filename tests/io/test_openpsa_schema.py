"""What is written as Open-PSA passes the format's grammar, and SCRAM itself reads the same number from it."""

from __future__ import annotations

import math
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from casegen.fta import compile_tree, event_values
from casegen.io import load
from casegen.io.openpsa.read import read_openpsa
from casegen.io.openpsa.write import write_openpsa
from casegen.model.case import Case, Header
from casegen.model.fault_tree import (
    BasicEvent,
    CommonCauseGroup,
    Constant,
    Exponential,
    FaultTree,
    Glm,
    MissionTime,
    Operation,
    Parameter,
    ParameterRef,
    PeriodicTest,
    Weibull,
)
from casegen.model.quantity import Beta, Exposure, Gamma, Histogram, Lognormal, Normal, Uniform
from tests.fta.small_trees import gate, random_cases

GRAMMAR = Path("/usr/share/scram/input.rng")
EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"
needs_grammar = pytest.mark.skipif(
    not GRAMMAR.exists(), reason="the Open-PSA grammar is not here: apt-get install scram"
)
needs_scram = pytest.mark.skipif(shutil.which("scram") is None, reason="apt-get install scram")


def faults(path: Path) -> str:
    """What the grammar says against a file."""
    etree: Any = pytest.importorskip("lxml.etree")
    grammar = etree.RelaxNG(etree.parse(str(GRAMMAR)))
    return "" if grammar.validate(etree.parse(str(path))) else str(grammar.error_log)


def by_scram(path: Path, *options: str) -> dict[str, float]:
    """Top-event probabilities by gate, as SCRAM finds them."""
    out = path.with_suffix(".report")
    subprocess.run(["scram", "--bdd", "--probability", "1", "--ccf", "1", *options, "-o", str(out), str(path)],
                   check=True, capture_output=True)  # fmt: skip
    result = re.findall(
        r'<sum-of-products name="([^"]+)"[^>]*? probability="([^"]+)"', out.read_text(), re.DOTALL
    )
    return {name: float(p) for name, p in result}


def everything() -> Case:
    """Every model, operation and distribution that the writer knows."""
    spreads = {
        "uniform": Uniform(distribution="uniform", lower=0.1, upper=0.2),
        "normal": Normal(distribution="normal", mean=0.1, sd=0.01),
        "log-mean": Lognormal(distribution="lognormal", mean=0.01, error_factor=3.0),
        "log-median": Lognormal(distribution="lognormal", median=0.013, error_factor=2.9, level=0.99),
        "gamma": Gamma(distribution="gamma", shape=2.0, scale=0.01),
        "beta": Beta(distribution="beta", alpha=2.0, beta=30.0),
        "histogram": Histogram(distribution="histogram", edges=(0.0, 0.1, 0.2), weights=(3.0, 1.0)),
    }
    time = MissionTime(time="mission")
    choice = Operation(op="ite", args=(Operation(op="lt", args=(time, 100.0)), 0.1, 0.2))
    part = {"rate_in_test": 4e-4, "failure_at_test": 0.1, "test_duration": 10.0, "available_in_test": 1.0,
            "detection": 0.9, "failure_at_restart": 0.1}  # fmt: skip
    models: dict[str, Any] = {
        **{name: Constant(probability=d) for name, d in spreads.items()},
        "shared": Constant(probability=ParameterRef(parameter="rate per hour")),
        "exponential": Exponential(type="exponential", rate=1e-3, hours=Operation(op="mul", args=(2.0, time))),
        "weibull": Weibull(type="weibull", scale=900.0, shape=1.7, location=20.0),
        "glm": Glm(type="glm", on_demand=0.01, failure_rate=1e-3, repair_rate=0.02),
        "tested": PeriodicTest(type="periodic-test", failure_rate=1e-3, interval=168.0, first=100.0),
        "repaired": PeriodicTest(type="periodic-test", failure_rate=1e-3, interval=168.0, first=100.0, repair_rate=0.02),
        "phases": PeriodicTest(type="periodic-test", failure_rate=1e-3, interval=168.0, first=100.0, repair_rate=0.02, **part),
        "demands": Constant(probability=0.01, kind="probability-per-demand", exposure=Exposure(demands=3)),
        "choice": Constant(probability=choice),
        "2 blanks": Constant(probability=0.1), "2_blanks": Constant(probability=0.2),
    }  # fmt: skip
    group = CommonCauseGroup(id="group 1", model="mgl", members=("p1", "p2", "p3"), total=Constant(probability=0.1),
                             factors=(0.3, 0.4))  # fmt: skip
    gates = (
        gate("top", "or", "counted", "order", "condition", "either", "same", "among"),
        gate("counted", "atleast", *list(models)[:9], k=3),
        gate("order", "priority-and", *list(models)[9:12]),
        gate("condition", "inhibit", *list(models)[12:14], condition="given"),
        gate("either", "xor", *list(models)[14:17]),
        gate("same", "iff", "2 blanks", "2_blanks"),
        gate("among", "cardinality", "p1", "p2", "p3", "given", k=2, k_max=3),
    )
    events = [BasicEvent(id=name, model=model, text=name) for name, model in models.items()]
    events.append(BasicEvent(id="given", model=Constant(probability=0.05), conditional=True))
    return Case(
        header=Header(id="c 1", title="every construct"), events=(*events, *(BasicEvent(id=f"p{i}") for i in (1, 2, 3))),
        parameters=(Parameter(id="rate per hour", value=Uniform(distribution="uniform", lower=0.01, upper=0.03)),),
        common_cause=(group,), trees=(FaultTree(id="t", title="t", top="top", gates=gates),),
    )  # fmt: skip


@needs_grammar
def test_everything_passes_the_grammar(tmp_path: Path) -> None:
    write_openpsa(everything(), tmp_path / "all.xml")
    assert not faults(tmp_path / "all.xml")


@needs_scram
def test_scram_finds_the_same_number_in_what_is_written(tmp_path: Path) -> None:
    path = tmp_path / "all.xml"
    case = everything()
    write_openpsa(case, path)
    values = event_values(case, "t", {}, mission_time=700.0)
    # the order of a priority-AND is lost on other tools, so that it counts as AND
    p = [
        1.0 if name.endswith(" in order") else x
        for name, x in zip(values.events, values.probability, strict=True)
    ]
    ours = compile_tree(case, "t").probability(p)
    assert by_scram(path, "--mission-time", "700")["top"] == pytest.approx(ours, rel=1e-5)


@pytest.mark.slow
@needs_grammar
@needs_scram
@settings(max_examples=12)
@given(random_cases())
def test_any_tree_passes_the_grammar_and_scram_agrees(case: Case) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.xml"
        write_openpsa(case, path)
        assert not faults(path)
        theirs = by_scram(path)
    top = case.trees[0].top
    ours = compile_tree(case, "t").probability(event_values(case, "t", {}).probability)
    assert theirs[top] == pytest.approx(ours, rel=1e-5, abs=1e-12)


@needs_grammar
@pytest.mark.parametrize("name", ["auv", "robot", "monitor"])
def test_examples_pass_the_grammar(name: str, tmp_path: Path) -> None:
    write_openpsa(load(EXAMPLES / name), tmp_path / "example.xml")
    assert not faults(tmp_path / "example.xml")


def test_a_model_read_again_is_the_same_to_the_last_bit(tmp_path: Path) -> None:
    write_openpsa(everything(), tmp_path / "first.xml")
    first = read_openpsa(tmp_path / "first.xml")
    write_openpsa(first, tmp_path / "second.xml")
    second = read_openpsa(tmp_path / "second.xml")
    for section in ("events", "house_events", "parameters", "common_cause", "trees"):
        assert getattr(first, section) == getattr(second, section)
    by_id = {e.id: e.model for e in everything().events}
    for event in first.events:
        if event.id in by_id and event.id != "demands" and not event.id.startswith(("shared", "2")):
            assert event.model == by_id[event.id]
    order = {g.id: g.type.value for g in first.trees[0].gates}
    assert (order["order"], order["condition"], order["same"]) == ("priority-and", "inhibit", "iff")


@pytest.mark.parametrize("p", [1e-300, 1e-17, 1e-15, 1e-13, 1e-6, 0.3, 1.0])
@pytest.mark.parametrize("demands", [1, 2, 1e6])
def test_demands_of_a_small_probability_keep_their_digits(p: float, demands: float, tmp_path: Path) -> None:
    def exposed(value: Any) -> Case:
        model = Constant(probability=value, kind="probability-per-demand", exposure=Exposure(demands=demands))
        tree = FaultTree(id="t", title="t", top="top", gates=(gate("top", "or", "a"),))
        return Case(
            header=Header(id="c", title="c"),
            events=(BasicEvent(id="a", model=model),),
            parameters=(Parameter(id="q", value=p),),
            trees=(tree,),
        )

    left_out = write_openpsa(exposed(p), tmp_path / "a.xml")
    again = read_openpsa(tmp_path / "a.xml")
    (probability,) = event_values(again, again.trees[0].id, {}).probability
    exact = p if demands == 1 else -math.expm1(demands * math.log1p(-p)) if p < 1 else 1.0
    assert probability == pytest.approx(exact, rel=1e-15, abs=0.0)
    assert not any("lose" in line for line in left_out)
    of_parameter = write_openpsa(exposed(ParameterRef(parameter="q")), tmp_path / "b.xml")
    assert any("a p below 1e-8 loses half of its digits" in line for line in of_parameter)
