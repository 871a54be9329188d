"""Patterns: parameters, repetition, composition, records, upgrade, new cases."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path

import pytest

from casegen.argument import check
from casegen.argument.patterns.case_text import case_text
from casegen.argument.patterns.hazard_step import hazard_step, keep_in_step, start_hazard_module
from casegen.argument.patterns.instantiation import instantiate
from casegen.argument.patterns.library import find_pattern, library, read_pattern
from casegen.argument.patterns.new_case import new_case
from casegen.argument.patterns.upgrade import upgrade
from casegen.io import load
from casegen.io.source_map import parse
from casegen.model.argument import Block
from casegen.model.diagnostic import Diagnostic, InputError, Severity
from casegen.model.evidence import EvidenceSpec
from casegen.model.fault_tree import BasicEvent, FaultTree, Gate, Target

SHIPPED = {
    "amlas", "hazard-directed", "les-overall", "ml-component", "ml-dependability", "nn-metrics",
    "ram-high-dimensional", "ram-low-dimensional", "risk-criteria", "runtime-monitor", "sace",
}  # fmt: skip


def but_undeveloped(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    return [d for d in diagnostics if d.rule != "claim-undeveloped"]


def test_the_patterns_listed_are_shipped() -> None:
    assert set(library()) >= SHIPPED
    assert all(pattern.pattern == name for name, pattern in library().items())
    assert all(pattern.text and pattern.source and pattern.title for pattern in library().values())


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_every_pattern_checks_clean_but_for_undeveloped_claims(name: str) -> None:
    case = instantiate(name).case()
    assert but_undeveloped(check(case)) == []
    assert len(case.claims) > 2


@pytest.mark.parametrize(
    "name", ["les-overall", "ml-component", "ram-low-dimensional", "ram-high-dimensional"]
)
def test_bound_to_evidence_the_steps_incorporate_it(name: str) -> None:
    case = instantiate(name, {"evidence": "EV", "required": "1e-3"}).case()
    case = replace(case, evidence_items=(EvidenceSpec(id="EV", method="any", owner="Ann Lee"),))
    assert but_undeveloped(check(case)) == []
    required = [c.requirement for c in case.claims if c.requirement is not None]
    assert [(r.measure.evidence, r.bound, r.confidence) for r in required] == [("EV", 0.001, 0.975)]
    assert {e.evidence for e in case.evidence} == {"EV"}


NOT_IN_A_DEFAULT_BOUND = (
    "density estimate",
    "bandwidth",
    "latent",
    "encoder",
    "weighted sum",
    "weighted by",
    "domain is counted",
)
"""what neither method uses for ``pmi`` unless somebody asks for it: a step that cites the run may not say that it did"""


@pytest.mark.parametrize("name", ["ram-low-dimensional", "ram-high-dimensional"])
def test_the_steps_of_the_profile_and_the_bound_say_what_the_run_did(name: str) -> None:
    case = instantiate(name, {"evidence": "EV", "required": "1e-3"}).case()
    steps = ("C2", "C4", "E-C2", "E-C4")
    texts = {n.id: n.text for n in (*case.claims, *case.evidence) if n.id.startswith(steps)}
    assert {"C2-FIT", "C4-BOUND", "E-C2-FIT"} <= set(texts)
    said = {
        (key, word) for key, text in texts.items() for word in NOT_IN_A_DEFAULT_BOUND if word in text.lower()
    }
    assert not said
    assert any("restated for operation" in text for text in texts.values()), "what it does do is said"


def test_a_target_is_compared_with_the_record_of_what_is_in_use() -> None:
    """Paper 003 §4.2, GALE: the lower limit of the reference's risk has to lie at or above the target."""
    given = {"tree": "FT", "record": "EV", "criteria": "SE=the risk is that of the device on the market"}
    case = instantiate("risk-criteria", given).case()
    target = Target(probability=1e-4, confidence=0.9, source="risk criteria")
    tree = FaultTree(
        id="FT", title="t", top="TOP", target=target, gates=(Gate(id="TOP", type="or", inputs=("A", "B")),)
    )
    events = tuple(BasicEvent(id=i, text=i, model={"type": "constant", "probability": 1e-5}) for i in "AB")
    evidence = (EvidenceSpec(id="EV", method="any", owner="Ann Lee"),)
    case = replace(case, trees=(tree,), events=events, evidence_items=evidence)
    results = [d for d in but_undeveloped(check(case)) if d.target not in ("TOP", "A", "B", "FT")]
    assert results == []
    required = case.claim["RC-MEASURED"].requirement
    assert required is not None
    assert (required.comparison, required.confidence) == (">=", 0.95)
    assert required.bound.model_dump() == {"target_of": "FT"}
    assert case.argument_for["RC"][0].premises == ("RC-SE", "RC-MEASURED")


def test_the_bound_can_be_allocated_by_a_tree() -> None:
    case = instantiate("ram-low-dimensional", {"evidence": "EV", "tree": "FT", "event": "E"}).case()
    bound = next(c.requirement for c in case.claims if c.requirement).bound
    assert bound.model_dump() == {"allocated": {"tree": "FT", "event": "E"}}


def test_the_overall_pattern_follows_the_figure() -> None:
    case = instantiate("les-overall", {"system": "AUV-1", "components": "ML=the object detection"}).case()
    blocks = {a.supports: a.block for a in case.arguments}
    assert blocks["TLC1"] is Block.SUBSTITUTION
    assert blocks["TLC2"] is blocks["TLC3"] is Block.DECOMPOSITION
    assert blocks["ML-LLC1"] is Block.SUBSTITUTION
    assert blocks["ML-LLC3"] is Block.CONCRETION
    assert blocks["ML-SubC11"] is Block.CALCULATION
    assert {s.id: s.claim for s in case.sub_cases} == {"SC-ML": "ML-LLC1", "ML-SC-SubC11": "ML-SubC11"}
    assert {m.id for m in case.modules} == {"SYSTEM", "ML-DETECTION", "ML-RAM"}


def test_sets_repeat_nodes_and_prefixes_keep_instances_apart() -> None:
    case = instantiate(
        "les-overall", {"components": "A=the detection; B=the steering", "hazards": "H1=late"}
    ).case()
    assert {"A-LLC1", "B-LLC1", "A-SubC11", "B-SubC11", "HC-H1"} <= set(case.claim)
    assert but_undeveloped(check(case)) == []


def test_records_tell_what_made_a_node() -> None:
    case = instantiate("hazard-directed", {"system": "AUV-1", "hazards": "H1=late; H2=wrong"}, "X").case()
    record = case.claim["X-HC-H2"].pattern
    assert record is not None
    assert (record.pattern, record.version, record.node) == ("hazard-directed", 1, "HC-{hazard.id}")
    assert record.parameters == {"hazards": "H2", "hazards.text": "wrong", "prefix": "X"}


@pytest.mark.parametrize(
    ("given", "reported"),
    [
        ({"sytem": "AUV"}, "no parameter 'sytem' (did you mean 'system'?)"),
        ({"confidence": "1.3"}, "expected a probability in [0, 1], found '1.3'"),
        ({"ram": "ram-mid"}, "expected one of ram-low-dimensional, ram-high-dimensional, found 'ram-mid'"),
        ({"components": ""}, "expected at least 1 item, found 0"),
        ({"components": "A=x; A=y"}, "items share the id 'A'"),
        ({"system": "the {x}"}, "no braces"),
        ({"system": "a\x00b"}, "no control characters"),
        ({"system": "x" * 61}, "at most 60 characters"),
        ({"tree": "a/b"}, "expected an identifier"),
        ({"evidence": "EV"}, "parameter 'evidence' needs 'required' or 'event' too"),
        ({"evidence": "EV", "required": 0.1, "components": "A=x; B=y"}, "is for one item of 'components'"),
    ],
)
def test_wrong_parameters_are_refused_by_name(given: dict[str, object], reported: str) -> None:
    with pytest.raises(InputError) as refused:
        instantiate("les-overall", given)
    assert reported in str(refused.value)


def test_all_wrong_parameters_are_reported_at_once() -> None:
    with pytest.raises(InputError) as refused:
        instantiate("les-overall", {"sytem": "AUV", "confidence": "x", "ram": 3})
    assert len(refused.value.diagnostics) == 3
    assert {d.severity for d in refused.value.diagnostics} == {Severity.INPUT}


def test_an_unknown_template_is_refused_with_the_nearest() -> None:
    with pytest.raises(InputError, match="did you mean 'ml-component'"):
        find_pattern("ml-componet")


def test_a_pattern_of_the_users_own(tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    file.write_text(
        "pattern: own\nversion: 1\ntitle: Own\ntext: Own\ntop: P\nmodule: {id: OWN, title: Own}\n"
        "parameters: [{name: pump, type: name}]\n"
        "claims:\n  - {id: P, text: '{pump} stops', undeveloped: true}\n",
        encoding="utf-8",
    )
    assert instantiate(str(file), {"pump": "Pump 7"}).case().claim["P"].text == "Pump 7 stops"
    with pytest.raises(InputError, match="parameter 'pump' is needed"):
        instantiate(str(file))
    file.write_text(
        file.read_text(encoding="utf-8").replace("'{pump} stops'", "'{pmup} stops'"), encoding="utf-8"
    )
    with pytest.raises(InputError, match="pmup"):
        instantiate(str(file), {"pump": "Pump 7"})
    file.write_text("pattern: own\nversoin: 1\n", encoding="utf-8")
    with pytest.raises(InputError, match="versoin"):
        read_pattern(file)


def test_patterns_that_include_each_other_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "loop.yaml"
    file.write_text(
        "pattern: loop\nversion: 1\ntitle: L\ntext: L\ntop: P\nmodule: {id: L, title: L}\n"
        f"include: [{{pattern: '{file}', as: again}}]\nclaims: []\n",
        encoding="utf-8",
    )
    with pytest.raises(InputError, match="in a circle"):
        instantiate(str(file))


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_a_new_case_loads_and_checks_clean_but_for_undeveloped_claims(name: str, tmp_path: Path) -> None:
    written = new_case(tmp_path / "demo", name, {})
    assert written[0].name == "case.yaml"
    case = load(tmp_path / "demo")
    diagnostics = check(case)
    assert but_undeveloped(diagnostics) == []
    assert case.header.id == "demo"
    expected = instantiate(name).case()
    assert case.claim == expected.claim
    assert case.argument_for == expected.argument_for
    assert case.hazop == expected.hazop


def test_a_new_case_overwrites_nothing(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="not empty"):
        new_case(tmp_path, "sace", {})
    with pytest.raises(InputError):
        new_case(tmp_path / "new", "sace", {"sytem": "x"})
    assert not (tmp_path / "new").exists()


def test_texts_that_look_like_something_else_stay_texts(tmp_path: Path) -> None:
    odd = "1e-3: no # yes"
    new_case(tmp_path / "demo", "sace", {"environment": odd, "system": "0x10"})
    case = load(tmp_path / "demo")
    assert case.contexts[0].text == f"0x10, operated autonomously in {odd}"
    assert case_text({"case": {"version": "1e-3"}}) == 'case: {version: "1e-3"}\n'
    assert parse(case_text({"note": "one\x85two"}), "x").data == {"note": "one\x85two"}


def test_an_upgrade_shows_the_difference() -> None:
    case = instantiate("hazard-directed", {"system": "AUV-1", "hazards": "H1=late; H2=wrong"}).case()
    assert upgrade(case) == ()
    old = library()["hazard-directed"]
    claims = [dict(c) for c in old.claims]
    claims[2]["text"] = "Hazard {hazard.id} ({hazard.text}) is under control"
    claims.append({"id": "HC-NEW", "undeveloped": True, "text": "The controls of {system} do not interact"})
    new = old.model_copy(update={"version": 2, "claims": tuple(claims), "contexts": ()})
    results = {(c.node, c.field): (c.old, c.new) for c in upgrade(case, {"hazard-directed": new})}
    assert results[("HC-H1", "text")] == (
        "Hazard H1 is controlled: late",
        "Hazard H1 (late) is under control",
    )
    assert results[("HC-NEW", "")] == (None, "The controls of AUV-1 do not interact")
    assert results[("CTX-HAZOP", "")][1] is None
    assert len(results) == 4


def row(id: str) -> str:
    return f"  - {{id: {id}, item: thruster, attribute: thrust, guide_word: too late, deviation: Thrust too late}}\n"


def test_a_new_hazard_row_appears_as_an_undeveloped_claim(tmp_path: Path) -> None:
    new_case(tmp_path / "demo", "hazard-directed", {"system": "AUV-1", "hazards": "H1=late; H2=wrong"})
    assert hazard_step(load(tmp_path / "demo")) is None
    table = tmp_path / "demo" / "hazards.yaml"
    table.write_text(table.read_text(encoding="utf-8") + row("H3"), encoding="utf-8")
    assert {d.rule for d in check(load(tmp_path / "demo"))} == {"claim-undeveloped", "hazard-unanswered"}
    step = keep_in_step(tmp_path / "demo")
    assert step is not None
    assert (step.added, step.removed) == (("HC-H3",), ())
    case = load(tmp_path / "demo")
    assert case.claim["HC-H3"].undeveloped
    assert case.claim["HC-H3"].text == "Hazard H3 is controlled: Thrust too late"
    assert case.arguments[0].premises == ("HC-H1", "HC-H2", "HC-H3")
    assert but_undeveloped(check(case)) == []
    assert keep_in_step(tmp_path / "demo") is None


def test_a_row_that_is_gone_takes_its_undeveloped_claim_along(tmp_path: Path) -> None:
    new_case(tmp_path / "demo", "hazard-directed", {"system": "AUV-1", "hazards": "H1=late; H2=wrong"})
    table = tmp_path / "demo" / "hazards.yaml"
    table.write_text(f"casegen: 1\nhazop:\n{row('H2')}", encoding="utf-8")
    step = keep_in_step(tmp_path / "demo")
    assert step is not None
    assert (step.added, step.removed) == ((), ("HC-H1",))
    case = load(tmp_path / "demo")
    assert case.claim["HC-H2"].text == "Hazard H2 is controlled: wrong"
    assert but_undeveloped(check(case)) == []


def test_the_pages_of_patterns_are_current() -> None:
    docs = Path(__file__).parents[2] / "docs" / "patterns"
    spec = importlib.util.spec_from_file_location("write_pages", docs / "write_pages.py")
    assert spec is not None
    assert spec.loader is not None
    writer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(writer)
    for name, text in writer.pages().items():
        assert (docs / name).read_text(encoding="utf-8") == text, "run python docs/patterns/write_pages.py"
    for name in SHIPPED:
        assert (docs / "diagrams" / f"{name}-1.svg").is_file()


def test_the_pattern_in_the_documentation_works(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "argument.md").read_text(encoding="utf-8")
    example = next(block for block in text.split("```") if block.startswith("yaml\npattern:"))
    file = tmp_path / "pumps.yaml"
    file.write_text(example.removeprefix("yaml\n"), encoding="utf-8")
    case = instantiate(str(file), {"pumps": "P1=Main pump; P2=Bilge pump"}).case()
    assert case.claim["P-P2"].text == "Bilge pump stops in time"
    assert but_undeveloped(check(case)) == []


def test_a_pattern_that_makes_no_readable_case_writes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    file.write_text(
        "pattern: own\nversion: 1\ntitle: Own\ntext: Own\ntop: P\nmodule: {id: OWN, title: Own}\n"
        "claims:\n  - {id: P, txet: It stops, undeveloped: true}\n",
        encoding="utf-8",
    )
    with pytest.raises(InputError, match="did you mean 'text'"):
        new_case(tmp_path / "demo", str(file), {})
    assert not (tmp_path / "demo").exists()


def test_a_hazard_module_for_a_table_that_stands(tmp_path: Path) -> None:
    root = tmp_path / "demo"
    root.mkdir()
    (root / "case.yaml").write_text(
        "casegen: 1\ncase: {id: demo, title: Rover follows its track, roots: [HC]}\n"
        "include: ['argument/*.yaml', hazards.yaml]\n",
        encoding="utf-8",
    )
    (root / "hazards.yaml").write_text(f"hazop:\n{row('H1')}{row('H2')}", encoding="utf-8")
    (root / "argument").mkdir()
    (root / "argument" / "notes.yaml").write_text("casegen: 1\n", encoding="utf-8")
    file = start_hazard_module(root)
    assert file == root / "argument" / "hazards.yaml"
    case = load(root)
    assert {"HC", "HC-H1", "HC-H2"} <= set(case.claim)
    assert but_undeveloped(check(case)) == []
    assert hazard_step(case) is None
    with pytest.raises(InputError, match="has a hazard-directed argument"):
        start_hazard_module(root)
    new_case(tmp_path / "other", "sace", {})
    with pytest.raises(InputError, match="no HAZOP table"):
        start_hazard_module(tmp_path / "other")
