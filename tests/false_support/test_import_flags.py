"""Whatever an imported file says against one of its own elements or links keeps its goal from being supported.

Every flag is put on every element and link of a small argument, in three formats.  What is read is then finished as a
willing person would: evidence, assumptions and judgements accepted.  No flag may be lost by that.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.false_support import DUMPER, LOADER, Verdict, call, replayed

POSITIONS = ("G1", "S1", "G2", "G3", "Sn2", "Sn3", "C1", "A1")
LINKS = ("L1", "L2", "L3", "L4", "L5")
TEXTS = {
    "G1": "The door contact opens before the door does", "S1": "Over both contacts",
    "G2": "The left door contact opens before the door does", "G3": "The right door contact opens before the door does",
    "Sn2": "Record of the left door contact", "Sn3": "Record of the right door contact",
    "C1": "Doors of the series of 2026", "A1": "Doors are adjusted every month",
}  # fmt: skip
KIND = {"S1": "ArgumentReasoning", "Sn2": "ArtifactReference", "Sn3": "ArtifactReference"}
URL = "https://example.org/3/review.pdf"


def sacm(at: str = "", flag: str = "") -> str:
    """The argument in SACM, with an attribute on one element or link."""
    rows = []
    for name in POSITIONS:
        kind = {"C1": "ArtifactReference"}.get(name, KIND.get(name, "Claim"))
        more = f'url="{URL}" ' if name.startswith("Sn") else ""
        more += (
            'assertionDeclaration="assumed" '
            if name == "A1" and "assertionDeclaration" not in (flag if at == "A1" else "")
            else ""
        )
        rows.append((name, f'xsi:type="S:{kind}" xmi:id="{name}" {more}', f'<name content="{TEXTS[name]}"/>'))
    ends = {
        "L1": ("AssertedInference", 'source="G2 G3" target="G1" reasoning="S1"'), "L2": ("AssertedEvidence", 'source="Sn2" target="G2"'),
        "L3": ("AssertedEvidence", 'source="Sn3" target="G3"'), "L4": ("AssertedContext", 'source="C1" target="G1"'),
        "L5": ("AssertedContext", 'source="A1" target="G1"'),
    }  # fmt: skip
    rows += [
        (name, f'xsi:type="S:{kind}" xmi:id="{name}" {where} ', "") for name, (kind, where) in ends.items()
    ]
    body = "\n".join(
        f"<argumentElement {head}{flag if name == at else ''}>{inner}</argumentElement>"
        for name, head, inner in rows
    )
    return (
        '<S:ArgumentPackage xmlns:S="http://www.omg.org/spec/SACM/20220301" xmlns:xmi="http://www.omg.org/spec/XMI/20131001"'
        f' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmi:id="p">{body}</S:ArgumentPackage>'
    )


def gsn(at: str = "", **flags: Any) -> str:
    """The argument as gsn2x YAML, with keys on one element."""
    case: dict[str, dict[str, Any]] = {name: {"text": text} for name, text in TEXTS.items()}
    case["G1"] |= {"supportedBy": ["S1"], "inContextOf": ["C1", "A1"]}
    case["S1"] |= {"supportedBy": ["G2", "G3"]}
    for name in ("2", "3"):
        case[f"G{name}"] |= {"supportedBy": [f"Sn{name}"]}
        case[f"Sn{name}"] |= {"url": URL}
    if at:
        case[at] |= flags
    return yaml.dump(case, sort_keys=False, Dumper=DUMPER)


def ltac(at: str = "", option: str = "") -> str:
    """The argument in LTAC, with an option on one element, or on one relation."""

    def line(depth: int, kind: str, name: str, more: str = "") -> str:
        return f"{'  ' * depth}- {kind} {name}: {TEXTS[name]}{f' {{{option}}}' if name == at else ''}{more}\n"

    def relation(depth: int, name: str) -> str:
        return f"{'  ' * depth}- Relation {name}:{f' {{{option}}}' if name == at else ''}\n"

    return (
        line(0, "Claim", "G1") + line(1, "Context", "C1") + line(1, "Assumption", "A1") + line(1, "Strategy", "S1")
        + line(2, "Claim", "G2") + relation(3, "L2") + line(4, "Evidence", "Sn2", f" ({URL})")
        + line(2, "Claim", "G3") + line(3, "Evidence", "Sn3", f" ({URL})")
    )  # fmt: skip


def judged(tmp_path: Path, form: str, text: str) -> Verdict:
    """The verdict on what was imported, after somebody has accepted whatever can be accepted."""
    source = tmp_path / f"lift.{ {'sacm': 'xml', 'gsn': 'yaml', 'ltac': 'ltac'}[form] }"
    source.write_text(text, "utf-8")
    code, out, err = call("import", tmp_path / "case", "--format", form, source)
    assert code == 0, out + err
    for path in (tmp_path / "case").glob("*.yaml"):
        data = yaml.load(path.read_text("utf-8"), LOADER) or {}
        for node in data.get("evidence", ()):
            node |= {"owner": "R. Reader", "accepted_by": "B. Judge", "version": "1", "date": "2026-03-03"}
        for node in (*data.get("claims", ()), *data.get("contexts", ())):
            if node.get("assumed") or node.get("kind") == "assumption":
                node |= {"owner": "A. Author", "accepted_by": "B. Judge"}
        for node in data.get("defeaters", ()):
            node.setdefault("refuted_by", "B. Judge")
        path.write_text(yaml.dump(data, sort_keys=False, allow_unicode=True, Dumper=DUMPER), "utf-8")
    return replayed(tmp_path / "case")


@pytest.mark.parametrize(("form", "text"), [("sacm", sacm()), ("gsn", gsn()), ("ltac", ltac())])
def test_without_a_flag_it_holds(tmp_path: Path, form: str, text: str) -> None:
    result = judged(tmp_path, form, text)
    assert result.holds, result.text


@pytest.mark.parametrize("flag", [
    'assertionDeclaration="defeated"', 'assertionDeclaration="Defeated"', 'assertionDeclaration="needsSupport"',
    'isCounter="true"', 'defeated="true"', 'isAbstract="true"', 'uninstantiated="true"', 'undeveloped="true"', 'toBeSupported="true"',
    'assertionDeclaration="disputed"',
])  # fmt: skip
@pytest.mark.parametrize("at", POSITIONS)
def test_a_sacm_element_that_speaks_against_itself(tmp_path: Path, at: str, flag: str) -> None:
    assert not judged(tmp_path, "sacm", sacm(at, flag)).holds


@pytest.mark.parametrize("at", ["G1", "G2", "G3"])
@pytest.mark.parametrize("flag", [
    'assertionDeclaration="assumed"', 'assertionDeclaration="axiomatic"', 'assumed="true"', 'toBeSupportedByContract="true"',
    'assertionDeclaration="asCited" isCitation="true"',
])  # fmt: skip
def test_a_sacm_claim_that_is_supported_and_says_otherwise(tmp_path: Path, at: str, flag: str) -> None:
    assert not judged(tmp_path, "sacm", sacm(at, flag)).holds


@pytest.mark.parametrize("flag", ['assertionDeclaration="assumed"', 'isCitation="true"'])
@pytest.mark.parametrize("at", ["S1", "Sn2"])
def test_a_sacm_mark_on_what_is_no_assertion(tmp_path: Path, at: str, flag: str) -> None:
    assert not judged(tmp_path, "sacm", sacm(at, flag)).holds


def test_evidence_against_its_claim_keeps_what_it_carried(tmp_path: Path) -> None:
    tags = "".join(
        f'<taggedValue><key><value content="casegen.{k}"/></key><content><value content="{v}"/></content></taggedValue>'
        for k, v in (
            ("owner", "lab"),
            ("accepted_by", "R. Reviewer"),
            ("version", "1"),
            ("artefact", "report.md"),
        )
    )
    turned = sacm("L2", 'isCounter="true"').replace(
        f'<name content="{TEXTS["Sn2"]}"/>', f'<name content="{TEXTS["Sn2"]}"/>{tags}'
    )
    result = judged(tmp_path, "sacm", turned)
    assert not result.holds
    (defeater,) = [
        d
        for p in (tmp_path / "case").glob("*.yaml")
        for d in (yaml.load(p.read_text("utf-8"), LOADER) or {}).get("defeaters", ())
    ]
    assert {"accepted_by: R. Reviewer", "version: 1"} <= set(defeater["note"].splitlines())


@pytest.mark.parametrize("flag", [
    'assertionDeclaration="defeated"', 'assertionDeclaration="needsSupport"', 'assertionDeclaration="assumed"',
    'assertionDeclaration="axiomatic"', 'assertionDeclaration="asCited"', 'isCounter="true"', 'isAbstract="true"',
    'isCitation="true"', 'isCitation="true" citedElement="G2"', 'assertionDeclaration="disputed"',
])  # fmt: skip
@pytest.mark.parametrize("at", LINKS)
def test_a_sacm_link_that_speaks_against_itself(tmp_path: Path, at: str, flag: str) -> None:
    assert not judged(tmp_path, "sacm", sacm(at, flag)).holds


@pytest.mark.parametrize(
    "flag", ['assertionDeclaration="asserted"', 'isAbstract="false"', 'isCounter="false"', 'undeveloped="0"']
)
@pytest.mark.parametrize("at", ["G1", "G2", "Sn3", "L1", "L2", "L5"])
def test_a_sacm_flag_that_says_nothing(tmp_path: Path, at: str, flag: str) -> None:
    result = judged(tmp_path, "sacm", sacm(at, flag))
    assert result.holds, result.text


@pytest.mark.parametrize("flags", [
    {"undeveloped": True}, {"undeveloped": "true"}, {"defeated": True}, {"defeated": "yes"}, {"uninstantiated": True},
])  # fmt: skip
@pytest.mark.parametrize("at", POSITIONS)
def test_a_gsn_element_that_speaks_against_itself(tmp_path: Path, at: str, flags: dict[str, Any]) -> None:
    assert not judged(tmp_path, "gsn", gsn(at, **flags)).holds


@pytest.mark.parametrize(
    ("at", "below"), [("G1", "S1"), ("S1", "G2"), ("S1", "G3"), ("G2", "Sn2"), ("G1", "C1"), ("G1", "A1")]
)
def test_a_gsn_relation_that_is_defeated(tmp_path: Path, at: str, below: str) -> None:
    for number, relation in enumerate(([below], below)):
        here = tmp_path / str(number)
        here.mkdir()
        assert not judged(here, "gsn", gsn(at, defeatedRelation=relation)).holds


@pytest.mark.parametrize("challenges", [*POSITIONS, "G1 -> S1", "S1 -> G2", "G2 -> Sn2"])
def test_a_gsn_counter_goal(tmp_path: Path, challenges: str) -> None:
    counter = yaml.dump({"CG1": {"text": "The contact was bent", "challenges": challenges}}, Dumper=DUMPER)
    assert not judged(tmp_path, "gsn", gsn() + counter).holds


@pytest.mark.parametrize("option", ["defeated", "needsSupport", "abstract"])
@pytest.mark.parametrize("at", [*POSITIONS, "L2"])
def test_an_ltac_element_that_speaks_against_itself(tmp_path: Path, at: str, option: str) -> None:
    assert not judged(tmp_path, "ltac", ltac(at, option)).holds


@pytest.mark.parametrize("at", ["G1", "Sn2", "L2"])
def test_an_ltac_element_that_is_asserted(tmp_path: Path, at: str) -> None:
    assert judged(tmp_path, "ltac", ltac(at, "asserted")).holds


LEAF = """<argumentElement xsi:type="S:Claim" xmi:id="G4" {flags}><name content="The left door contact is bent by nobody"/>
<taggedValue><key><value content="casegen.assumed"/></key><content><value content="The contact is behind a cover"/></content></taggedValue>
</argumentElement><argumentElement xsi:type="S:AssertedInference" xmi:id="L9" source="G2 G3{more}" target="G1" reasoning="S1"{side}/>"""


def assumed_leaf(flags: str, side: bool) -> str:
    """The argument with one more claim, as part or as side-claim, that a tag calls assumed."""
    where = (' metaClaim="G4"', "") if side else ("", " G4")
    text = sacm()
    start = text.index('<argumentElement xsi:type="S:AssertedInference"')
    end = text.index("</argumentElement>", start) + len("</argumentElement>")
    return text[:start] + LEAF.format(flags=flags, side=where[0], more=where[1]) + text[end:]


@pytest.mark.parametrize("side", [True, False])
@pytest.mark.parametrize("flags", [
    'assertionDeclaration="needsSupport"', "", 'assertionDeclaration="asserted"', 'assertionDeclaration="defeated"',
    'assertionDeclaration="assumed" isCounter="true"', 'assertionDeclaration="assumed" defeated="true"',
    'assertionDeclaration="assumed" undeveloped="true"',
])  # fmt: skip
def test_where_tag_and_declaration_disagree_the_worse_counts(tmp_path: Path, flags: str, side: bool) -> None:
    assert not judged(tmp_path, "sacm", assumed_leaf(flags, side)).holds


@pytest.mark.parametrize("side", [True, False])
@pytest.mark.parametrize("declared", ["assumed", "axiomatic", "Assumed"])
def test_where_tag_and_declaration_agree(tmp_path: Path, declared: str, side: bool) -> None:
    result = judged(tmp_path, "sacm", assumed_leaf(f'assertionDeclaration="{declared}"', side))
    assert result.holds, result.text


def test_a_disagreement_is_listed(tmp_path: Path) -> None:
    source = tmp_path / "lift.xml"
    source.write_text(assumed_leaf('assertionDeclaration="needsSupport"', True), "utf-8")
    err = call("import", tmp_path / "case", "--format", "sacm", source)[2]
    assert "The contact is behind a cover" in err
    assert "marked undeveloped" in err


@pytest.mark.parametrize(("form", "text"), [("sacm", sacm()), ("gsn", gsn()), ("ltac", ltac())])
def test_a_document_that_is_not_there_shows_nothing(tmp_path: Path, form: str, text: str) -> None:
    assert not judged(tmp_path, form, text.replace(URL, "review.pdf")).holds
