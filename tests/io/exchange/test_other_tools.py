"""Against the other tools' own rules and files: samples import clean, exports hold their formats' rules."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml
from rich_case import rich

from casegen.argument import check
from casegen.io import load
from casegen.io.case_writer import write_case
from casegen.io.exchange import exchange_format
from casegen.io.exchange.merge import as_new, located
from casegen.io.exchange.references import without_dangling
from casegen.model.case import Case
from casegen.model.diagnostic import Severity

ROOT = Path(__file__).parents[3]
SAMPLES = [
    ("sacm", "sacm/sample.sacm.xml", 4), ("sacm", "sacm/sacm_example_core_argument.xml", 4),
    ("gsn", "gsn2x/example.gsn.yaml", 7), ("gsn", "gsn2x/bullet_lists.gsn.yaml", 1),
    ("gsn", "gsn2x/confidence.gsn.yaml", 3),
    ("gsn", "gsn2x/entangled.gsn.yaml", 2), ("gsn", "gsn2x/modular/index.gsn.yaml", 3),
    ("gsn", "gsn2x/dialectic/first.gsn.yaml", 9), ("gsn", "gsn2x/dialectic/second.gsn.yaml", 9),
    ("gsn", "gsn2x/template/template.gsn.yaml gsn2x/template/instance.gsn.yaml", 4),
    ("ltac", "ltac/badgeapp-top.ltac", 10), ("ltac", "ltac/badgeapp-doc.ltac", 10),
    ("ltac", "ltac/ltac.txt", 4), ("ltac", "ltac/ltac-extended.txt", 5),
    ("tea", "tea/design-reference-case.json", None), ("tea", "tea/fair-recruitment-ai.json", None),
    ("tea", "tea/model-verification-validation.json", None), ("tea", "tea/stage-7-complete.json", 7),
]  # fmt: skip


@pytest.mark.parametrize(("name", "files", "claims"), SAMPLES, ids=[s[1].split()[0] for s in SAMPLES])
def test_samples_import_without_errors(
    name: str, files: str, claims: int | None, reference_data: Path, tmp_path: Path
) -> None:
    read = exchange_format(name).read
    assert read is not None
    result = without_dangling(read([reference_data / "exchange" / f for f in files.split()]), {})
    case, _ = located(as_new(result), tmp_path)
    added = [c for c in case.claims if c.note.startswith("Added on import")]
    if claims is not None:
        assert len(case.claims) - len(added) == claims
    write_case(case, tmp_path / "case")
    errors = [d for d in check(load(tmp_path / "case")) if d.severity is Severity.ERROR]
    assert [f"{d.rule}: {d.message}" for d in errors] == []
    everything = "\n".join(
        [
            *(n.text + n.note for _, _, n in case.nodes()),
            *(str(i) for i in (*result.left_out, *result.decided)),
        ]
    )
    for file in files.split():
        for text in _texts(name, reference_data / "exchange" / file):
            assert text in everything


def _texts(name: str, path: Path) -> list[str]:
    """Every statement of a sample, found without the readers under test."""
    raw = path.read_text("utf-8")
    if name == "tea":
        return [t.strip() for t in re.findall(r'"description": "([^"\\]+)"', raw)[1:]]
    if name == "gsn":
        return [
            line.strip()
            for element in yaml.safe_load(raw).values()
            for line in str((element or {}).get("text", "")).splitlines()
        ]
    if name == "sacm":
        return re.findall(r'<(?:claim|argumentReasoning)[^>]* content="([^"]+)"', raw) + re.findall(
            r"<(?:Claim|ArgumentReasoning|ArtifactReference)\b.*?<content[^>]*>([^<]+)</content>", raw, re.S
        )
    return []


@pytest.mark.parametrize("which", ["rich", "auv"])
def test_tea_exports_are_valid_against_the_schema(which: str, reference_data: Path, tmp_path: Path) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    case = rich(tmp_path) if which == "rich" else load(ROOT / "examples" / "inspection")
    schema = json.loads((reference_data / "exchange" / "tea" / "json-schema-v1.0.json").read_text())
    document = json.loads(_written("tea", case))
    checker = jsonschema.Draft7Validator(schema, format_checker=jsonschema.FormatChecker())
    assert [e.message for e in checker.iter_errors(document)] == []
    assert [e.message for e in checker.iter_errors({**document, "version": "2"})] != []
    ids = Counter(_ids(document["tree"]))
    assert max(ids.values()) == 1


def _ids(node: dict[str, Any]) -> list[str]:
    return [node["id"], *(i for c in node["children"] for i in _ids(c))]


def _written(name: str, case: Case) -> bytes:
    write = exchange_format(name).write
    assert write is not None
    return next(iter(write(case, "out.gsn.yaml").files.values()))


BELOW = {"Goal", "Strategy", "Solution", "CounterGoal", "CounterSolution"}


@pytest.mark.parametrize("which", ["rich", "auv"])
def test_gsn_exports_hold_the_checks_of_gsn2x(which: str, tmp_path: Path) -> None:
    """The checks V01 to V06, V10, V12 and C01 to C04, C07, C13, C14, C16 of gsn2x's documentation."""
    case = rich(tmp_path) if which == "rich" else load(ROOT / "examples" / "inspection")
    write = exchange_format("gsn").write
    assert write is not None
    files = {name: yaml.safe_load(raw) for name, raw in write(case, "index.gsn.yaml").files.items()}
    first = next(iter(files.values()))
    assert set(first["module"].get("uses", [])) == set(files) - {"index.gsn.yaml"}
    modules = [f.pop("module")["name"] for f in files.values()]
    assert len(set(modules)) == len(modules)
    every = [i for f in files.values() for i in f]
    assert len(set(every)) == len(every)
    nodes = {i: n for f in files.values() for i, n in f.items()}
    kind = {i: n["nodeType"] for i, n in nodes.items()}
    for own, node in nodes.items():
        below, contexts = node.get("supportedBy", []), node.get("inContextOf", [])
        assert len(set(below)) == len(below)
        assert len(set(contexts)) == len(contexts)
        assert own not in (*below, *contexts)
        assert all(kind[i] in BELOW for i in below)
        assert all(kind[i] in ("Context", "Assumption", "Justification") for i in contexts)
        assert not (below or contexts) or kind[own] in ("Goal", "Strategy", "CounterGoal")
        assert not (below and node.get("undeveloped"))
        if kind[own] in ("Goal", "Strategy"):
            assert below or node.get("undeveloped")
        if "challenges" in node:
            assert kind[own].startswith("Counter")
            ends = [e.strip() for e in node["challenges"].split("->")]
            assert all(e in nodes and e != own for e in ends)
            if len(ends) == 2:
                assert ends[1] in nodes[ends[0]]["supportedBy"]
        if node.get("defeated"):
            assert any(n.get("challenges") == own for n in nodes.values())
    referenced = {i for n in nodes.values() for i in (*n.get("supportedBy", []), *n.get("inContextOf", []))}
    tops = [i for i in nodes if i not in referenced and "challenges" not in nodes[i]]
    assert [kind[t] for t in tops] == ["Goal"]


def test_sacm_exports_refer_to_elements_that_are_there(tmp_path: Path) -> None:
    from defusedxml.ElementTree import fromstring

    root = fromstring(_written("sacm", rich(tmp_path)))
    xmi, xsi = "{http://www.omg.org/spec/XMI/20131001}", "{http://www.w3.org/2001/XMLSchema-instance}"
    ids = [e.get(f"{xmi}id") for e in root.iter() if e.get(f"{xmi}id")]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[A-Za-z_][\w.-]*", i) for i in ids)
    kinds = {e.get(f"{xmi}id"): e.get(f"{xsi}type") for e in root.iter("argumentElement")}
    for element in root.iter("argumentElement"):
        for feature in ("source", "target", "reasoning", "metaClaim", "citedElement"):
            for name in (element.get(feature) or "").split():
                assert name in kinds
    inference = next(e for e in root.iter("argumentElement") if e.get("reasoning") == "S1")
    assert (inference.get("source"), inference.get("target"), inference.get("metaClaim")) == (
        "C1 SC1 C_2 C3",
        "TOP",
        "W1",
    )
    assert kinds["S2"] == "sacm:ArgumentReasoning"
    assert kinds["E1"] == "sacm:ArtifactReference"


def test_ltac_exports_hold_its_grammar(tmp_path: Path) -> None:
    """Indentation by two, known types, one root a package, links to what was defined above or elsewhere."""
    lines = _written("ltac", rich(tmp_path)).decode().split("\n")
    depth, defined, cited = -1, set(), set()
    for line in filter(None, lines):
        result = re.fullmatch(
            r"((?:  )*)- (Claim|Strategy|Evidence|Justification|Context|Assumption|Link) (\^?)([^:^]+?)(?:: (.+))?",
            line,
        )
        assert result, line
        level = len(result[1]) // 2
        assert level <= depth + 1
        depth = level
        if result[3] or result[2] == "Link":
            cited.add(result[4])
        else:
            assert result[4] not in defined
            defined.add(result[4])
        assert level or result[2] == "Claim"
    assert cited <= defined


def test_flat_tea_files_are_read(tmp_path: Path) -> None:
    a, b, c = (f"00000000-0000-4000-8000-00000000000{i}" for i in "123")
    element = {"parentId": None, "inSandbox": False}
    document = {
        "version": "2.0", "exportedAt": "2026-01-01T00:00:00Z", "case": {"name": "Flat", "description": ""},
        "elements": [
            {**element, "id": a, "elementType": "GOAL", "name": "G1", "description": "It works"},
            {**element, "id": b, "elementType": "PROPERTY_CLAIM", "name": "P1", "description": "It is tested",
             "parentId": a},
            {**element, "id": c, "elementType": "EVIDENCE", "name": "E1", "description": "Test", "url": "https://example.org"},
        ],
        "evidenceLinks": [{"evidenceId": c, "claimId": b}],
    }  # fmt: skip
    path = tmp_path / "flat.json"
    path.write_text(json.dumps(document))
    read = exchange_format("tea").read
    assert read is not None
    case = read([path]).case
    assert {a.supports: a.premises for a in case.arguments} == {"G1": ("P1",), "P1": ("E1",)}


def _tea(*children: dict[str, Any]) -> dict[str, Any]:
    top = {"id": "u", "type": "GOAL", "name": "G1", "description": "The door locks", "children": [*children]}
    return {"version": "1.0", "case": {"name": "Door"}, "tree": top}


def _claim(name: str, text: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "type": "PROPERTY_CLAIM", "name": name, "description": text, "children": [], **more}


@pytest.mark.parametrize(
    ("second", "defeaters", "listed"),
    [
        (_claim("P2", "The key turns", id=None), [], ""),
        (_claim("P2", "The key turns", id=""), [], ""),
        (_claim("P1", "The bolt holds", id="other", isDefeater=True), ["P1-2"], ""),
        (_claim("P2", "The key turns", defeated=True), ["D-P2"], "key `defeated` of P2"),
        (_claim("P2", "The key turns", status="Rejected"), ["D-P2"], "key `status` of P2"),
        (_claim("P2", "The key turns", undeveloped=True), ["D-P2"], "key `undeveloped` of P2"),
        (_claim("P2", "The key turns", colour="red"), [], "key `colour` of P2"),
        (_claim("P2", "The key turns", defeated=False), [], "key `defeated` of P2"),
        (_claim("P2", "The key turns", context="only in summer"), [], ""),
        (_claim("P2", "The key turns", context=None, assumption="dry"), [], ""),
        (_claim("P2", "The key turns", children=None, level=3, role=None), [], ""),
    ],
)
def test_nothing_of_a_tea_element_is_dropped_unseen(
    tmp_path: Path, second: dict[str, Any], defeaters: list[str], listed: str
) -> None:
    path = tmp_path / "case.json"
    path.write_text(json.dumps(_tea(_claim("P1", "The bolt holds"), second)))
    read = exchange_format("tea").read
    assert read is not None
    result = read([path])
    assert [one.id for one in result.case.defeaters] == defeaters
    assert len(result.case.claims) + len(defeaters) >= 3
    assert listed in "; ".join(item.what for item in result.left_out)
    assert bool(result.left_out) is bool(listed)
    texts = "; ".join(one.text for one in result.case.contexts)
    assert all(word in texts for word in (second.get("context"), second.get("assumption")) if word)


def test_a_tea_element_shown_twice_with_its_own_id_is_one(tmp_path: Path) -> None:
    path = tmp_path / "case.json"
    shared = _claim("P3", "The spring is new", level=2)
    above = [
        _claim(name, f"Part {name} holds", children=[{**shared, "level": k}])
        for k, name in enumerate(("P1", "P2"))
    ]
    path.write_text(json.dumps(_tea(*above)))
    read = exchange_format("tea").read
    assert read is not None
    assert [claim.id for claim in read([path]).case.claims] == ["G1", "P1", "P3", "P2"]


@pytest.mark.parametrize("line", ["{defeated} {needsSupport}", "{needsSupport} {defeated}"])
def test_ltac_options_one_after_another_all_count(tmp_path: Path, line: str) -> None:
    path = tmp_path / "case.ltac"
    path.write_text(f"- Claim C1: The door locks\n  - Claim C2: The set {{a, b}} is closed {line}\n")
    read = exchange_format("ltac").read
    assert read is not None
    case = read([path]).case
    assert [one.id for one in case.defeaters] == ["D-C2"]
    assert case.claim["C2"].undeveloped
    assert case.claim["C2"].text == "The set {a, b} is closed"


@pytest.mark.parametrize(
    "text", ["The set {a, b} is closed", "In {x | x > 0}", "{name} is defeated", "open {", "} {"]
)
def test_braces_that_are_no_option_stay_in_an_ltac_text(tmp_path: Path, text: str) -> None:
    path = tmp_path / "case.ltac"
    path.write_text(f"- Claim C1: The door locks\n  - Claim C2: {text} today\n")
    read = exchange_format("ltac").read
    assert read is not None
    assert read([path]).case.claim["C2"].text == f"{text} today"


def test_the_longer_description_of_a_gsn2x_module_is_carried(tmp_path: Path) -> None:
    path = tmp_path / "a.gsn.yaml"
    module = {"name": "A", "brief": "The pump", "extendedDescription": "Pumps on dry days only"}
    goal = {"text": "The pump runs", "undeveloped": True, "extendedDescription": "Not at night"}
    path.write_text(yaml.safe_dump({"module": module, "G1": goal}))
    read = exchange_format("gsn").read
    assert read is not None
    case = read([path]).case
    assert case.header.system == "Pumps on dry days only"
    assert case.claims[0].note == "extendedDescription: Not at night"
