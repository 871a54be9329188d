"""Shapes that tools write beside the standard: links upside down, reasoning that names its inference, forerunners."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from test_sacm_dialects import OMG, XSI, sacm

from casegen.io.exchange import Imported, exchange_format

UPSIDE_DOWN = f"""
<arm:Argument xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" {XSI} xmlns:arm="http://www.omg.org/ARM" identifier="Kettle">
  <containsArgumentElement xsi:type="arm:Claim" identifier="G1" description="" content="The kettle is safe"/>
  <containsArgumentElement xsi:type="arm:Claim" identifier="G2" description="None" content="It switches itself off"/>
  <containsArgumentElement xsi:type="arm:InformationElement" identifier="Def" description="" content="Safe: nobody is hurt"/>
  <containsArgumentElement xsi:type="arm:InformationElement" identifier="Report" content="Tests" url="https://example.org/r"/>
  <containsArgumentLink xsi:type="arm:AssertedContext" identifier="AC1" source="//@containsArgumentElement.0" target="//@containsArgumentElement.2"/>
  <containsArgumentLink xsi:type="arm:AssertedInference" identifier="AI1" source="//@containsArgumentElement.0" target="//@containsArgumentElement.1"/>
  <containsArgumentLink xsi:type="arm:AssertedEvidence" identifier="AE1" source="//@containsArgumentElement.1" target="//@containsArgumentElement.3"/>
</arm:Argument>
"""


def directions(imported: Imported) -> list[str]:
    return [item.why for item in imported.decided if item.what == "direction of links"]


def test_the_forerunner_of_sacm_with_links_from_conclusion_to_premise(tmp_path: Path) -> None:
    result = sacm(tmp_path, UPSIDE_DOWN)
    assert result.case.header.roots == ("G1",)
    assert [(a.supports, a.premises) for a in result.case.arguments] == [("G1", ("G2",)), ("G2", ("Report",))]
    assert result.case.claim["G1"].context == ("Def",)
    assert result.case.claim["G2"].note == ""
    assert directions(result) == ["in this file they point from conclusion to premise; read that way"]
    assert result.left_out == ()


def test_gsn_links_that_point_as_sacm_does(tmp_path: Path) -> None:
    element = '<argumentationElement xsi:type="gsn_:'
    place = "//@argumentPackage.0/@argumentationElement."
    result = sacm(
        tmp_path,
        f'<a:AssuranceCasePackage xmlns:a="http://omg.sacm/2.3/assurancecase" xmlns:gsn_="http://acwg.org/3.0/gsn" {XSI}>'
        f'<name content="Kettle"/><argumentPackage xsi:type="gsn_:Module">{element}Goal"><name content="G1"/></argumentationElement>'
        f'{element}Goal"><name content="G2"/></argumentationElement>{element}Solution"><name content="Sn1"/></argumentationElement>'
        f'{element}SupportedBy" source="{place}1" target="{place}0"/>{element}SupportedBy" source="{place}2" target="{place}1"/>'
        "</argumentPackage></a:AssuranceCasePackage>",
    )
    assert result.case.header.roots == ("G1",)
    assert [(a.supports, a.premises) for a in result.case.arguments] == [("G1", ("G2",)), ("G2", ("Sn1",))]
    assert directions(result) == ["in this file they point from premise to conclusion; read that way"]


REASONING = f"""
<ARM:Argumentation {XSI} xmlns:ARM="http://schema.omg.org/SACM/1.0/Argumentation" id="Kettle">
  <argumentElement xsi:type="ARM:Claim" id="G1" content="The kettle is safe"/>
  <argumentElement xsi:type="ARM:Claim" id="G2" content="It switches itself off"/>
  <argumentElement xsi:type="ARM:Claim" id="G3" content="It does not leak" toBeSupported="true"/>
  <argumentElement xsi:type="ARM:ArgumentReasoning" id="S1" content="By hazard" {{}}/>
  <argumentElement xsi:type="ARM:InformationElement" id="H" content="Hazards: burn, shock"/>
  <argumentElement xsi:type="ARM:AssertedInference" id="AI1" source="//@argumentElement.1 //@argumentElement.2" target="//@argumentElement.0"/>
  <argumentElement xsi:type="ARM:AssertedContext" id="AC1" source="//@argumentElement.4" target="//@argumentElement.5"/>
  {{}}
</ARM:Argumentation>
"""
OF_LINK = '<argumentElement xsi:type="ARM:AssertedContext" id="AC2" source="//@argumentElement.3" target="//@argumentElement.5"/>'


def test_reasoning_that_names_its_inference(tmp_path: Path) -> None:
    for item in (
        sacm(tmp_path, REASONING.format('describedInference="//@argumentElement.5"', "")),
        sacm(tmp_path, REASONING.format("", OF_LINK)),
    ):
        argument = item.case.arguments[0]
        assert (argument.id, argument.supports, argument.premises) == ("S1", "G1", ("G2", "G3"))
        assert argument.context == ("H",)
        assert item.left_out == ()


def test_the_context_of_an_inference_without_reasoning_goes_to_what_it_supports(tmp_path: Path) -> None:
    result = sacm(tmp_path, REASONING.format("", ""))
    assert result.case.claim["G1"].context == ("H",)
    assert "context H: it belongs to a link in the source; moved to G1" in map(str, result.decided)
    assert [item.what for item in result.left_out] == ["strategy S1"]


def test_opencert(tmp_path: Path) -> None:
    result = sacm(
        tmp_path,
        f"""<arg:Case xmlns:arg="http://www.eclipse.org/opencert/sam/arg/1.0" {XSI}>
  <argument xsi:type="arg:Claim" id="G1" description="The kettle is safe"/>
  <argument xsi:type="arg:InformationElementCitation" id="C1" description="The kettle of 2014" type="Context"/>
  <argument xsi:type="arg:InformationElementCitation" id="Sn1" description="Tests" url="https://example.org/r" type="Solution"/>
  <argument xsi:type="arg:AssertedContext" id="K1" source="//@argument.0" target="//@argument.1"/>
  <argument xsi:type="arg:AssertedEvidence" id="E1" source="//@argument.0" target="//@argument.2"/>
</arg:Case>""",
    )
    case = result.case
    assert (case.claim["G1"].context, case.arguments[0].premises) == (("C1",), ("Sn1",))
    assert (case.contexts[0].kind, case.evidence[0].artefact) == ("context", "https://example.org/r")


def test_what_is_not_read_is_listed(tmp_path: Path) -> None:
    result = sacm(
        tmp_path,
        f"""<S:AssuranceCasePackage {OMG}><name content="Kettle"/>
  <artifactPackage><artifactElement xsi:type="S:Artifact" xmi:id="a" date="2026-01-15"><name content="Report"/></artifactElement></artifactPackage>
  <argumentPackage xmi:id="p"><name content="Heating"/>
   <argumentElement xsi:type="S:Claim" xmi:id="G1" colour="red" isAbstract="false"><name content="Safe"/></argumentElement>
   <argumentElement xsi:type="S:ArtifactReference" xmi:id="E1" referencedArtifactElement="a"/>
   <argumentElement xsi:type="S:AssertedEvidence" xmi:id="l" source="E1" target="G1"><description><content><value content="Weak"/></content></description></argumentElement>
   <argumentElement xsi:type="S:AssertedContext" xmi:id="k" source="E1" target="G1"><name content="K"/><description><content><value content="AssertedContext K"/></content></description></argumentElement>
   <argumentElement xsi:type="S:ArgumentGroup" argumentElement="G1 E1"><name content="Core"/></argumentElement>
  </argumentPackage>
</S:AssuranceCasePackage>""",
    )
    assert [str(item) for item in result.left_out] == [
        "Artifact Report: date: it has no place in CAE; it says: 2026-01-15",
        "Claim Safe: colour: it has no place in CAE; it says: red",
        "ArgumentGroup Core: groups are not carried; its members: G1 E1",
    ]
    assert (result.case.arguments[0].text, result.case.arguments[0].note) == ("Weak", "")  # of the link
    assert "package Heating: the only one that holds claims; no module is made of it" in map(
        str, result.decided
    )


def test_an_added_argument_with_words_of_its_own_is_no_addition_any_more(tmp_path: Path) -> None:
    case = sacm(tmp_path, UPSIDE_DOWN).case
    write = exchange_format("sacm").write
    assert write is not None
    [plain] = write(case, "x").files.values()
    assert b"ArgumentReasoning" not in plain
    first = case.arguments[0].model_copy(update={"text": "Whatever heats is switched off"})
    [worded] = write(replace(case, arguments=(first, *case.arguments[1:])), "x").files.values()
    assert worded.count(b"sacm:ArgumentReasoning") == 1
    assert b"Whatever heats is switched off" in worded
