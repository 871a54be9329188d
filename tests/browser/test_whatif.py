"""What-if in the page equals the tool's own on every shipped example: tops and bounds to 1e-12, and every status."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from casegen.assessment import documents
from casegen.assessment.assess import Session
from casegen.assessment.whatif import change, compare
from casegen.render import write_html
from casegen.render.whatif import whatif_model

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parent.parent.parent
EXAMPLES = sorted(path.parent for path in (ROOT / "examples").glob("*/case.yaml"))
ALL_AT_ONCE = """(all) => all.map((changes) => { const found = casegen.run(changes), a = casegen.model.argument;
  return { trees: found.trees, supported: found.supported,
    statuses: a.claims.map((n) => [a.ids[n], casegen.WhatIf.STATUS[found.rank[n]]]),
    importance: casegen.model.trees.map((tree, i) => casegen.Diagram.importance(tree.diagram, found.bound[i].p).rows) }; })"""


def settable(model: dict) -> list[str]:
    result = set()
    for tree in model["trees"]:
        result |= {tree["diagram"]["events"][i] for i in tree["inputs"]["settable"]} | set(
            tree["inputs"]["groups"]
        )
    return sorted(result)


def random_changes(model: dict, draw: random.Random) -> dict[str, float]:
    """Events, and measures within their range: some at their ends, some near where they are."""
    events, measures = settable(model), {m["id"]: m for m in model["measures"]}
    results = {
        name: draw.choice([0.0, 1.0, 10 ** draw.uniform(-8, 0)])
        for name in draw.sample(events, min(len(events), draw.choice([0, 1, 1, 2, 4])))
    }
    for name in draw.sample(sorted(measures), min(len(measures), draw.choice([0, 1, 2, 3]))):
        results[name] = draw.choice([measures[name]["value"], draw.random(), 10 ** draw.uniform(-6, 0)])
    return results or {events[0]: 0.5}


def agree(model: dict, theirs: dict, ours: dict) -> None:
    for told, result, tree, rows in zip(
        theirs["trees"], ours["trees"], model["trees"], ours["importance"], strict=True
    ):
        assert result["value"] == pytest.approx(told["after"], rel=1e-12, abs=1e-300)
        assert (told["after_upper"] is None) == (result["confidence"] is None)
        if result["confidence"] is not None and not result["kept"]:
            assert result["upper"] == pytest.approx(told["after_upper"], rel=1e-12, abs=1e-300)
        for row in told["importance"]:
            mine = rows[tree["diagram"]["events"].index(row["event"])]
            for name in ("birnbaum", "criticality", "raw"):
                if isinstance(row.get(name), float):
                    # differences of probabilities near the top's, so that the last digits of the top's show
                    assert mine[name] == pytest.approx(row[name], rel=1e-9, abs=1e-14)
    assert {row["id"]: row["after"] for row in theirs["claims"]} == dict(ours["statuses"])
    assert ours["supported"] == theirs["supported"]["after"]


@pytest.mark.parametrize(
    "folder",
    [pytest.param(p, id=p.name, marks=[pytest.mark.slow] if p.name == "auv" else []) for p in EXAMPLES],
)
def test_random_changes_agree_with_the_tool(open_page, tmp_path, folder) -> None:
    import casegen

    case = casegen.load(folder)
    session = Session.open(case)
    before = session.assess()
    model = whatif_model(before, session=session)
    if not settable(model):
        pytest.skip("the example has no basic event to change")
    page = open_page(write_html(before, tmp_path / "case.html"))
    draw = random.Random(11)
    changes = [random_changes(model, draw) for _ in range(100)]
    shown = page.evaluate(ALL_AT_ONCE, changes)
    flips = 0
    for wanted, ours in zip(changes, shown, strict=True):
        parsed = [change(case, session, name, number) for name, number in wanted.items()]
        theirs = documents.comparison(compare(session, parsed, before=before))
        flips += sum(row["flipped"] for row in theirs["claims"])
        agree(model, theirs, ours)
    assert flips > 50


UNCERTAIN = """
casegen: 1
case: {id: u, title: Uncertain inputs of every kind, roots: [TOP]}
claims:
  - id: TOP
    text: The top event is rare
    requirement: {measure: {tree: T}, bound: 0.05, kind: probability-per-mission, confidence: 0.9}
  - {id: SUB, text: It rests on this, undeveloped: true}
arguments: [{id: A, supports: TOP, block: calculation, from: [SUB], tree: T}]
parameters:
  - {id: rate, value: {distribution: lognormal, mean: 1e-3, error_factor: 3}}
events:
  - {id: E1, text: a, model: {type: exponential, rate: {parameter: rate}}}
  - {id: E2, text: b, model: {type: exponential, rate: {parameter: rate}}}
  - {id: E3, text: c, model: {type: constant, probability: {distribution: beta, alpha: 2, beta: 50}, kind: probability-per-mission}}
  - {id: E4, text: d, model: {type: constant, probability: 0.01, kind: probability-per-mission}}
  - {id: M1, text: m}
  - {id: M2, text: n}
common_cause:
  - {id: G, members: [M1, M2], model: beta-factor, factors: [0.1], total: {type: constant, probability: 0.02, kind: probability-per-mission}}
trees:
  - id: T
    top: G0
    kind: probability-per-mission
    mission_time: 10
    target: {probability: 0.05, confidence: 0.95}
    gates:
      - {id: G0, type: or, inputs: [E1, G1, E4]}
      - {id: G1, type: and, inputs: [G2, G3]}
      - {id: G2, type: or, inputs: [E2, E3]}
      - {id: G3, type: or, inputs: [M1, M2]}
  - id: X
    top: X0
    kind: probability-per-mission
    mission_time: 10
    gates:
      - {id: X0, type: xor, inputs: [E1, E3]}
"""


def test_shared_parameters_common_causes_and_trees_that_are_not_coherent(open_page, tmp_path) -> None:
    import casegen

    (tmp_path / "case.yaml").write_text(UNCERTAIN)
    case = casegen.load(tmp_path)
    session = Session.open(case)
    before = session.assess()
    page = open_page(write_html(before, tmp_path / "case.html"))
    model = whatif_model(before, session=session)
    assert settable(model) == ["E1", "E2", "E3", "E4", "G"]
    draw = random.Random(4)
    changes = [random_changes(model, draw) for _ in range(60)]
    for wanted, ours in zip(changes, page.evaluate(ALL_AT_ONCE, changes), strict=True):
        parsed = [change(case, session, name, number) for name, number in wanted.items()]
        agree(model, documents.comparison(compare(session, parsed, before=before)), ours)
        assert not any(tree["kept"] for tree in ours["trees"])


STRANGE = """
casegen: 1
case: {id: constructor, title: Names that mean something to a script, roots: [__proto__]}
claims:
  - id: __proto__
    text: Rare
    requirement: {measure: {tree: toString}, bound: 0.05, kind: probability-per-mission}
  - {id: "javascript:window.pwned=1", text: Below, assumed: so, accepted_by: me}
arguments: [{id: hasOwnProperty, text: t, supports: __proto__, block: calculation, from: ["javascript:window.pwned=1"]}]
events:
  - {id: valueOf, text: a, model: {type: constant, probability: 0.01, kind: probability-per-mission}}
  - {id: "$(touch x);`y`", text: b, model: {type: constant, probability: 0.01, kind: probability-per-mission}}
trees:
  - id: toString
    top: length
    kind: probability-per-mission
    gates: [{id: length, type: or, text: g, inputs: [valueOf, "$(touch x);`y`"]}]
"""


def test_ids_that_mean_something_to_a_script_or_a_shell(open_page, tmp_path) -> None:
    import casegen
    from casegen.review.dossier import gather

    (tmp_path / "case.yaml").write_text(STRANGE)
    (tmp_path / "whatif.yaml").write_text("scenarios: {__proto__: {valueOf: 0.5}, constructor: {valueOf: 1}}")
    case = casegen.load(tmp_path)
    session = Session.open(case)
    before = session.assess()
    page = open_page(write_html(before, tmp_path / "case.html", gather(before, session=session)))
    page.select_option("#whatif-scenario", "__proto__")
    assert "__proto__ is no longer met" in page.inner_text("#whatif-said")
    page.get_by_label("Probability of $(touch x);`y`").fill("1")
    page.keyboard.press("Tab")
    assert page.inner_text("#whatif-command").endswith("--set valueOf=0.5 --set '$(touch x);`y`=1'")
    page.fill("#query", "javascript")
    page.locator("#found a b", has_text="javascript:window.pwned=1").first.click()
    page.get_by_role("button", name="Raise a finding").click()
    assert page.input_value("#act-target") == "javascript:window.pwned=1"
    assert page.evaluate("window.pwned") is None
