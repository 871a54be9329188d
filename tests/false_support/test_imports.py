"""What another tool's file says against its own argument stays when it is read."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tests.false_support import DUMPER, LOADER, call, folder, must_replay, verdict
from tests.false_support.bases import calculation

SACM = """
<ARM:Argumentation xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ARM="http://schema.omg.org/SACM/1.0/Argumentation" id="Lift">
  <argumentElement xsi:type="ARM:Claim" id="G1" content="The door contact opens before the door does"/>
  <argumentElement xsi:type="ARM:InformationElement" id="Sn1" content="Record of the review" url="https://example.org/3/review.pdf"/>
  <argumentElement xsi:type="ARM:AssertedEvidence" id="AE1" source="//@argumentElement.1" target="//@argumentElement.0" {link}/>
</ARM:Argumentation>
"""
GSN = {
    "G1": {"text": "The door contact opens before the door does", "supportedBy": ["Sn1"]},
    "Sn1": {"text": "Record of the review", "url": "https://example.org/3/review.pdf"},
}


def accepted(at: Path) -> Path:
    """The imported folder, its evidence accepted, its strictness and warrants left as they came."""
    for name in ("argument.yaml", "case.yaml"):
        path = at / name
        data = yaml.load(path.read_text("utf-8"), LOADER) if path.exists() else {}
        for node in data.get("evidence", ()):
            node |= {"owner": "R. Reader", "accepted_by": "B. Judge", "version": "1", "date": "2026-03-03"}
        if path.exists():
            path.write_text(yaml.dump(data, sort_keys=False, Dumper=DUMPER), "utf-8")
    return at


def imported(tmp_path: Path, form: str, text: str) -> Path:
    source = tmp_path / ("lift.xml" if form == "sacm" else "lift.yaml")
    source.write_text(text, "utf-8")
    code, out, err = call("import", tmp_path / "case", "--format", form, source)
    assert code == 0, out + err
    at = accepted(tmp_path / "case")
    must_replay(at)
    return at


@pytest.mark.parametrize("declared", ["defeated", "needsSupport"])
def test_a_sacm_link_that_speaks_against_itself(tmp_path: Path, declared: str) -> None:
    at = imported(tmp_path, "sacm", SACM.format(link=f'assertionDeclaration="{declared}"'))
    result = verdict(at)
    assert not result.holds
    assert result.claims["G1"] == "challenged"


@pytest.mark.parametrize("link", ["", 'assertionDeclaration="asserted"'])
def test_a_sacm_link_that_stands(tmp_path: Path, link: str) -> None:
    assert verdict(imported(tmp_path, "sacm", SACM.format(link=link))).holds


CONTEXT = SACM.replace(
    "</ARM:Argumentation>",
    """  <argumentElement xsi:type="ARM:InformationElement" id="J1" content="Doors of the series of 2026"/>
  <argumentElement xsi:type="ARM:AssertedContext" id="AC1" source="//@argumentElement.3" target="//@argumentElement.0" {context}/>
</ARM:Argumentation>
""",
)


@pytest.mark.parametrize("declared", ["defeated", "needsSupport"])
def test_a_sacm_context_link_that_speaks_against_itself(tmp_path: Path, declared: str) -> None:
    text = CONTEXT.format(link="", context=f'assertionDeclaration="{declared}"')
    result = verdict(imported(tmp_path, "sacm", text))
    assert not result.holds
    assert result.claims["G1"] == "challenged"


def test_a_sacm_context_link_that_stands(tmp_path: Path) -> None:
    at = imported(tmp_path, "sacm", CONTEXT.format(link="", context='assertionDeclaration="asserted"'))
    assert verdict(at).holds


def test_a_gsn_goal_that_is_undeveloped_though_supported(tmp_path: Path) -> None:
    goal = {**GSN, "G1": {**GSN["G1"], "undeveloped": True}}
    result = verdict(imported(tmp_path, "gsn", yaml.dump(goal, Dumper=DUMPER)))
    assert result.claims["G1"] == "challenged"


def test_a_gsn_relation_that_is_defeated(tmp_path: Path) -> None:
    goal = {**GSN, "G1": {**GSN["G1"], "defeatedRelation": ["Sn1"]}}
    result = verdict(imported(tmp_path, "gsn", yaml.dump(goal, Dumper=DUMPER)))
    assert result.claims["G1"] == "challenged"


def test_a_gsn_goal_that_stands(tmp_path: Path) -> None:
    assert verdict(imported(tmp_path, "gsn", yaml.dump(GSN, Dumper=DUMPER))).holds


@pytest.mark.parametrize("form", ["sacm", "gsn", "ltac"])
def test_a_number_that_a_format_leaves_behind_is_not_shown(tmp_path: Path, form: str) -> None:
    own = folder(tmp_path / "own", calculation(), {"events.E1.model.probability": 0.4})
    assert verdict(own).claims["C1"] == "challenged"
    assert call("export", own, "--format", form, "-o", tmp_path / "x.txt")[0] == 0
    assert call("import", tmp_path / "new", "--format", form, tmp_path / "x.txt")[0] == 0
    result = verdict(tmp_path / "new")
    assert not result.holds
    assert result.claims["C1"] == "challenged"


@pytest.mark.parametrize("form", ["sacm", "gsn", "ltac"])
def test_a_number_that_the_folder_has_needs_no_objection(tmp_path: Path, form: str) -> None:
    own = folder(tmp_path / "own", calculation())
    assert verdict(own).holds
    assert call("export", own, "--format", form, "-o", tmp_path / "x.txt")[0] == 0
    code, out, err = call("import", own, "--format", form, "--on-conflict", "keep", tmp_path / "x.txt")
    assert code == 0, out + err
    assert verdict(own).holds
