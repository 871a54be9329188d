"""SACM as found in the wild: namespaces, class spellings, identities and references of several tools."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.io.exchange import Imported, exchange_format
from casegen.model.diagnostic import InputError

XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
OMG = (
    f'xmlns:S="http://www.omg.org/spec/SACM/20220301" xmlns:xmi="http://www.omg.org/spec/XMI/20131001" {XSI}'
)


def sacm(folder: Path, text: str) -> Imported:
    path = folder / "case.xml"
    path.write_text(f'<?xml version="1.0" encoding="UTF-8"?>\n{text}', "utf-8")
    read = exchange_format("sacm").read
    assert read is not None
    return read([path])


EMF_POSITIONS = f"""
<assuranceCase_:AssuranceCasePackage xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" {XSI}
    xmlns:argumentation_="http://omg.sacm/2.3/argumentation" xmlns:assuranceCase_="http://omg.sacm/2.3/assurancecase"
    xmlns:gsn_="http://acwg.org/3.0/gsn">
  <name content="Heater"/>
  <argumentPackage xsi:type="gsn_:Module">
    <name content="Main"/>
    <argumentationElement xsi:type="gsn_:Goal">
      <name content="G1"/><description><content><value lang="" content="The heater never overheats"/></content></description>
    </argumentationElement>
    <argumentationElement xsi:type="gsn_:Strategy"><name content="S1"/><description><content><value content="Over causes"/></content></description></argumentationElement>
    <argumentationElement xsi:type="gsn_:Goal" undeveloped="true"><name content="G2"/></argumentationElement>
    <argumentationElement xsi:type="gsn_:Solution"><name content="Sn1"/></argumentationElement>
    <argumentationElement xsi:type="gsn_:Context"><name content="C1"/></argumentationElement>
    <argumentationElement xsi:type="gsn_:Assumption"><name content="A1"/></argumentationElement>
    <argumentationElement xsi:type="gsn_:Goal"><name content="G3"/></argumentationElement>
    <argumentationElement xsi:type="gsn_:SupportedBy" source="//@argumentPackage.0/@argumentationElement.0" target="//@argumentPackage.0/@argumentationElement.1"/>
    <argumentationElement xsi:type="gsn_:SupportedBy" source="//@argumentPackage.0/@argumentationElement.1" target="//@argumentPackage.0/@argumentationElement.2 //@argumentPackage.0/@argumentationElement.6"/>
    <argumentationElement xsi:type="gsn_:SupportedBy" source="//@argumentPackage.0/@argumentationElement.6" target="//@argumentPackage.0/@argumentationElement.3"/>
    <argumentationElement xsi:type="gsn_:InContextOf" source="//@argumentPackage.0/@argumentationElement.0" target="//@argumentPackage.0/@argumentationElement.4"/>
    <argumentationElement xsi:type="gsn_:InContextOf" source="//@argumentPackage.0/@argumentationElement.1" target="//@argumentPackage.0/@argumentationElement.5"/>
  </argumentPackage>
</assuranceCase_:AssuranceCasePackage>
"""


def test_positions_and_gsn_classes(tmp_path: Path) -> None:
    result = sacm(tmp_path, EMF_POSITIONS)
    case = result.case
    assert case.header.title == "Heater"
    assert case.header.roots == ("G1",)
    assert {c.id: c.text for c in case.claims} == {"G1": "The heater never overheats", "G2": "G2", "G3": "G3"}
    assert [(a.id, a.supports, a.premises) for a in case.arguments] == [
        ("S1", "G1", ("G2", "G3")), ("A-G3", "G3", ("Sn1",)),
    ]  # fmt: skip
    assert case.claim["G1"].context == ("C1",)
    assert case.arguments[0].context == ("A1",)
    assert {c.id: c.kind for c in case.contexts} == {"C1": "context", "A1": "assumption"}
    assert [e.id for e in case.evidence] == ["Sn1"]
    assert result.left_out == ()


CITATIONS = f"""
<xmi:XMI {OMG} xmi:version="2.0">
 <S:AssuranceCasePackage xmi:id="acp">
  <name content="Two modules"/>
  <argumentPackage xmi:id="p1"><name content="Vehicle"/>
   <argumentElement xsi:type="S:Claim" xmi:id="G1"><name lang="en" content="The vehicle is safe"/></argumentElement>
   <argumentElement xsi:type="S:Claim" xmi:id="AG1" isCitation="true" citedElement="G2"/>
   <argumentElement xsi:type="S:Claim" xmi:id="W"><name content="The platform is all of the vehicle"/></argumentElement>
   <argumentElement xsi:type="S:ArgumentReasoning" xmi:id="R"><name content="R"/></argumentElement>
   <argumentElement xsi:type="S:AssertedInference" xmi:id="i1" source="AG1" target="G1" reasoning="R" metaClaim="W"/>
   <argumentElement xsi:type="S:Claim" xmi:id="OBJ"><name content="Platforms differ"/></argumentElement>
   <argumentElement xsi:type="S:AssertedInference" xmi:id="i2" source="OBJ" target="i1" isCounter="true"/>
  </argumentPackage>
  <argumentPackage xmi:id="p2"><name content="Platform"/>
   <argumentElement xsi:type="S:Claim" xmi:id="G2"><name lang="ja" content="台"/><description><content>
     <value lang="ja" content="台は安全"/><value lang="en" content="The platform is safe"/></content></description></argumentElement>
   <argumentElement xsi:type="S:ArtifactReference" xmi:id="E1" referencedArtifactElement="ART"><name content="Report"/></argumentElement>
   <argumentElement xsi:type="S:AssertedEvidence" xmi:id="i3" source="E1" target="G2"/>
   <argumentElement xsi:type="S:Claim" xmi:id="F" assertionDeclaration="defeated"><name content="It floats"/></argumentElement>
   <argumentElement xsi:type="S:Claim" xmi:id="Ax" assertionDeclaration="axiomatic"><name content="Water is wet"/></argumentElement>
   <argumentElement xsi:type="S:AssertedInference" xmi:id="i4" source="F Ax" target="G2"/>
  </argumentPackage>
  <artifactPackage xmi:id="p3"><artifactElement xsi:type="S:Artifact" xmi:id="ART" version="7"><name content="Test report"/>
    <taggedValue><key><value content="location"/></key><content><value content="https://example.org/r"/></content></taggedValue>
  </artifactElement></artifactPackage>
 </S:AssuranceCasePackage>
</xmi:XMI>
"""


def test_citations_warrants_counters_and_artefacts(tmp_path: Path) -> None:
    result = sacm(tmp_path, CITATIONS)
    case = result.case
    assert {m.id for m in case.modules} == {"Vehicle", "Platform"}
    assert [(s.id, s.claim, s.module) for s in case.sub_cases] == [("AG1", "G2", "Vehicle")]
    assert case.claim["G2"].public
    assert case.claim["G2"].text == "The platform is safe"
    argument = next(a for a in case.arguments if a.id == "R")
    assert (argument.premises, argument.side_claims) == (("AG1",), ("W",))
    assert next((d.id, d.target, d.kind) for d in case.defeaters) == ("OBJ", "R", "undercutting")
    assert [(d.target, d.state) for d in case.defeaters][1] == ("F", "accepted")
    assert case.claim["Ax"].assumed == "Declared axiomatic in the source"
    evidence = case.evidence[0]
    assert (evidence.artefact, evidence.version) == ("https://example.org/r", "7")
    assert any("ja" in i.what for i in result.left_out)


NESTED_CAE = f"""
<cae:Claim xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" {XSI} xmlns:cae="http://www.certware.net/cae"
   identifier="C1" content="The valve closes">
  <strategy identifier="A1" content="By parts">
    <claims identifier="C2" content="The spring pushes"><solution identifier="E1" content="Bench test"/></claims>
    <claims identifier="C3" content="The seat seals" toBeSupported="true"/>
    <justification identifier="J1" content="Two parts only"/>
  </strategy>
  <context identifier="X1" content="At 20 bar"/>
</cae:Claim>
"""


def test_elements_inside_what_they_support(tmp_path: Path) -> None:
    case = sacm(tmp_path, NESTED_CAE).case
    assert {c.id for c in case.claims} == {"C1", "C2", "C3"}
    assert next((a.id, a.supports, a.premises, a.context) for a in case.arguments) == (
        "A1",
        "C1",
        ("C2", "C3"),
        ("J1",),
    )
    assert case.claim["C1"].context == ("X1",)
    assert case.evidence[0].id == "E1"


SACM_1 = f"""
<ARM:Argumentation xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" {XSI} xmlns:ARM="http://schema.omg.org/SACM/1.0/Argumentation"
   id="arg" content="Old style">
  <argumentElement xsi:type="ARM:Claim" id="c1" content="Top"/>
  <argumentElement xsi:type="ARM:Claim" id="c2" content="Below" assumed="true"/>
  <argumentElement xsi:type="ARM:InformationElement" id="e1" content="Log" url="https://example.org/log"/>
  <argumentElement xsi:type="ARM:AssertedInference" id="r1" source="c2" target="c1"/>
  <argumentElement xsi:type="ARM:AssertedEvidence" id="r2" source="e1" target="c1"/>
  <argumentElement xsi:type="ARM:Claim" id="o1" content="No"/>
  <argumentElement xsi:type="ARM:AssertedChallenge" id="r3" source="o1" target="c2"/>
</ARM:Argumentation>
"""


def test_the_first_version(tmp_path: Path) -> None:
    case = sacm(tmp_path, SACM_1).case
    assert case.claim["c2"].assumed
    assert case.evidence[0].artefact == "https://example.org/log"
    assert [(d.id, d.target) for d in case.defeaters] == [("o1", "c2")]


def test_one_reasoning_for_two_claims_is_repeated(tmp_path: Path) -> None:
    body = "".join(
        f'<argumentElement xsi:type="S:Claim" xmi:id="{i}"><name content="{i} holds"/></argumentElement>'
        for i in "ABCD"
    )
    result = sacm(tmp_path, f"""<S:ArgumentPackage {OMG} xmi:id="p">{body}
      <argumentElement xsi:type="S:ArgumentReasoning" xmi:id="R"><name content="Because"/></argumentElement>
      <argumentElement xsi:type="S:AssertedInference" xmi:id="i" source="B" target="A" reasoning="R"/>
      <argumentElement xsi:type="S:AssertedInference" xmi:id="j" source="D" target="C" reasoning="R"/></S:ArgumentPackage>""")  # fmt: skip
    assert [(a.supports, a.premises) for a in result.case.arguments] == [("A", ("B",)), ("C", ("D",))]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<html/>", "expected a SACM"),
        (f"<xmi:XMI {OMG}><x/></xmi:XMI>", "holds no SACM package"),
        (f"<S:ArgumentPackage {OMG}/>", "holds no claim"),
        ("<S:ArgumentPackage", "not well-formed"),
    ],
)
def test_what_is_no_sacm(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        sacm(tmp_path, text)


def test_entities_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "case.xml"
    path.write_text('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><claim name="x">&a;</claim>')
    read = exchange_format("sacm").read
    assert read is not None
    with pytest.raises(InputError, match="refused"):
        read([path])


def test_references_to_nothing_are_listed(tmp_path: Path) -> None:
    result = sacm(tmp_path, f"""<S:ArgumentPackage {OMG} xmi:id="p"><argumentElement xsi:type="S:Claim" xmi:id="A"><name content="A"/></argumentElement>
      <argumentElement xsi:type="S:AssertedInference" xmi:id="i" source="//@argumentElement.99 Z #Y" target="A"/></S:ArgumentPackage>""")  # fmt: skip
    assert len([i for i in result.left_out if "no such element" in i.why]) == 3


def test_packages_in_a_circle_become_one_module(tmp_path: Path) -> None:
    def claim(own: str) -> str:
        return f'<argumentElement xsi:type="S:Claim" xmi:id="{own}"><name content="{own} holds"/></argumentElement>'

    def support(below: str, above: str) -> str:
        return f'<argumentElement xsi:type="S:AssertedInference" xmi:id="i-{below}" source="{below}" target="{above}"/>'

    cited = '<argumentElement xsi:type="S:Claim" xmi:id="Y2" isCitation="true" citedElement="B2"/>'
    result = sacm(tmp_path, f"""<S:AssuranceCasePackage {OMG} xmi:id="c">
      <argumentPackage xmi:id="P">{claim("A1")}{claim("A2")}{claim("A3")}{support("B1", "A1")}{support("A3", "A2")}</argumentPackage>
      <argumentPackage xmi:id="Q">{claim("B1")}{support("A2", "B1")}{claim("B2")}{support("C1", "B2")}</argumentPackage>
      <argumentPackage xmi:id="R">{claim("C1")}{claim("C2")}{support("C2", "C1")}</argumentPackage>
      <argumentPackage xmi:id="T">{claim("D1")}{cited}{support("Y2", "D1")}</argumentPackage></S:AssuranceCasePackage>""")  # fmt: skip
    case = result.case
    assert [m.id for m in case.modules] == ["P", "R", "T"]
    assert {c.module for c in case.claims if c.id[0] in "AB"} == {"P"}
    assert [(s.id, s.claim) for s in case.sub_cases] == [("Y2", "B2")]
    assert [str(i) for i in result.decided if i.what == "module Q"] == [
        "module Q: joined with P: they use each other in a circle"
    ]


def test_the_context_of_a_strategy_that_supports_nothing_is_listed(tmp_path: Path) -> None:
    result = sacm(tmp_path, f"""<S:ArgumentPackage {OMG} xmi:id="p"><argumentElement xsi:type="S:Claim" xmi:id="A"><name content="A"/></argumentElement>
      <argumentElement xsi:type="S:ArgumentReasoning" xmi:id="R"><name content="Why"/></argumentElement>
      <argumentElement xsi:type="S:ArtifactReference" xmi:id="X"><name content="Where"/></argumentElement>
      <argumentElement xsi:type="S:AssertedContext" xmi:id="i" source="X" target="R"/></S:ArgumentPackage>""")  # fmt: skip
    assert result.case.contexts == ()
    assert {i.what for i in result.left_out} == {"strategy R", "context X"}
