"""Open-PSA files that say more than can be read, or numbers that cannot be: refused at their line, one file each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from casegen.fta import FaultTreeError, event_values
from casegen.io.openpsa.contents import content_faults
from casegen.io.openpsa.read import import_openpsa, read_openpsa
from casegen.io.openpsa.xml_places import parse_xml
from casegen.model.diagnostic import InputError

BAD = Path(__file__).parent.parent / "bad" / "fta"


@pytest.mark.parametrize(
    ("name", "line", "message"),
    [
        ("test-interval-negative.xml", 7, "interval must be above 0, found -5"),
        ("test-interval-zero.xml", 7, "interval must be above 0, found 0"),
        ("first-test-negative.xml", 7, "first must be at least 0, found -7"),
        ("weibull-shape-negative.xml", 7, "shape must be above 0, found -2"),
        ("weibull-shape-zero.xml", 7, "shape must be above 0, found 0"),
        ("weibull-scale-zero.xml", 7, "scale must be above 0, found 0"),
        ("glm-failure-rate-negative.xml", 7, "failure_rate must be at least 0, found -0.1"),
        ("glm-repair-rate-negative.xml", 7, "repair_rate must be at least 0, found -0.1"),
        ("exponential-hours-negative.xml", 7, "hours must be at least 0, found -10"),
        ("two-formulae.xml", 4, "T takes one formula, found <or>, <and>"),
        ("two-expressions.xml", 7, "A takes one expression"),
        ("two-parameter-expressions.xml", 8, "p takes one expression"),
        ("two-house-states.xml", 8, "H takes one constant"),
        ("two-members.xml", 6, "takes one <members>, found another"),
        ("reference-with-content.xml", 4, "'X' is not defined"),
        ("text-in-gate.xml", 4, "<or> holds the text 'junk'"),
        ("underscore.xml", 7, "needs value=\"a number\", found '1_0e-3'"),
        ("other-digits.xml", 7, 'needs value="a number", found'),
        ("alpha-factors-zero.xml", 6, "alpha factors of CCF group G sum to 0"),
        ("gate-without-inputs.xml", 4, "<or> has no inputs: a gate needs at least one"),
        ("histogram-weight.xml", 7, "weights should be greater than or equal to 0, found -1$"),
    ],
)
def test_bad_files_are_refused_at_their_line(name: str, line: int, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_openpsa(BAD / name)
    first = caught.value.diagnostics[0]
    assert any(re.search(message, d.message) for d in caught.value.diagnostics)
    assert (first.location.line, first.location.file.rpartition("/")[2]) == (line, name)


MODEL = """<opsa-mef>
<define-fault-tree name="F"><define-gate name="T"><or><basic-event name="A"/><basic-event name="B"/></or></define-gate>
</define-fault-tree>
<model-data>
<define-basic-event name="A">{}</define-basic-event>
<define-basic-event name="B"><float value="0.2"/></define-basic-event>
<define-parameter name="none"><sub><float value="1"/><float value="1"/></sub></define-parameter>
<define-parameter name="less"><sub><float value="1"/><float value="2"/></sub></define-parameter>
</model-data>
</opsa-mef>"""
NONE, LESS = '<parameter name="none"/>', '<parameter name="less"/>'


def floats(*numbers: float) -> str:
    return "".join(f'<float value="{x}"/>' for x in numbers)


@pytest.mark.parametrize(
    ("expression", "because"),
    [
        (f"<Weibull>{NONE}{floats(2, 0, 10)}</Weibull>", "scale must be above 0, found 0"),
        (f"<Weibull>{floats(5)}{LESS}{floats(0, 10)}</Weibull>", "shape must be above 0, found -1"),
        (f"<GLM>{floats(0.1)}{LESS}{floats(0.1, 10)}</GLM>", "failure_rate must be at least 0, found -1"),
        (f"<exponential>{LESS}{floats(0)}</exponential>", "rate must be at least 0, found -1"),
        (f"<exponential>{LESS}{LESS}</exponential>", "rate must be at least 0, found -1"),
        (
            f"<periodic-test>{floats(0.1)}{NONE}{floats(0, 10)}</periodic-test>",
            "interval must be above 0, found 0",
        ),
        (
            f"<periodic-test>{floats(0.1, 2, 5)}{LESS}{floats(10)}</periodic-test>",
            "first must be at least 0, found -1",
        ),
        (
            f"<mul>{floats(0.5)}<GLM>{floats(0.1, 1)}{LESS}{floats(10)}</GLM></mul>",
            "repair_rate must be at least 0",
        ),
    ],
)
def test_computed_parameters_are_in_their_range(tmp_path: Path, expression: str, because: str) -> None:
    path = tmp_path / "m.xml"
    path.write_text(MODEL.format(expression))
    case = read_openpsa(path)
    with pytest.raises(FaultTreeError, match=f"event A: {because}") as caught:
        event_values(case, "F", {})
    assert case.locate(*caught.value.element).line == 5


def test_a_branch_not_taken_may_hold_a_model_without_a_number(tmp_path: Path) -> None:
    path = tmp_path / "m.xml"
    never = f"<Weibull>{NONE}{floats(2, 0, 10)}</Weibull>"
    path.write_text(MODEL.format(f'<ite><bool value="false"/>{never}{floats(0.3)}</ite>'))
    assert event_values(read_openpsa(path), "F", {}).points == [0.3, 0.2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<opsa-mef>stray</opsa-mef>", "holds the text 'stray'"),
        ("<opsa-mef><define-fault-tree name='F'><label>a</label><label>b</label></define-fault-tree></opsa-mef>", "one <label>"),
        ("<opsa-mef><define-event-tree name='E'><initial-state/><initial-state/></define-event-tree></opsa-mef>", "another"),
        ("<opsa-mef><define-event-tree name='E'><other/></define-event-tree></opsa-mef>", "found <other>"),
        ("<opsa-mef><define-CCF-group name='G'><members><gate name='x'/></members></define-CCF-group></opsa-mef>", "found <gate>"),
        ("<opsa-mef><model-data><label>a text</label></model-data></opsa-mef>", ""),
        ("<opsa-mef><float value='1'><float value='2'/></float></opsa-mef>", "holds nothing, found <float>"),
    ],
)  # fmt: skip
def test_every_element_holds_what_it_may(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "m.xml"
    path.write_text(text)
    faults = [said for _, said in content_faults([parse_xml(path)])]
    assert message in " ".join(faults)
    assert bool(faults) is bool(message)


def test_a_count_in_other_digits_is_no_count(tmp_path: Path) -> None:
    path = tmp_path / "m.xml"
    two = "\N{ARABIC-INDIC DIGIT TWO}"
    text = MODEL.format(floats(0.1)).replace("<or>", f'<atleast min="{two}">').replace("</or>", "</atleast>")
    path.write_text(text)
    with pytest.raises(InputError, match="a whole number"):
        read_openpsa(path)


ATLEAST = """<opsa-mef><define-fault-tree name="F"><define-gate name="T"{gate}><atleast min="1"{most}><basic-event name="A"/>
<basic-event name="B"/></atleast></define-gate></define-fault-tree><model-data>
<define-basic-event name="A"><float value="0.1"{unit}/></define-basic-event>
<define-basic-event name="B"><float value="0.2"{unit}/></define-basic-event></model-data></opsa-mef>"""


def test_xml_attributes_that_nothing_reads_are_listed(tmp_path: Path) -> None:
    """They were passed over in silence."""
    path = tmp_path / "m.xml"
    path.write_text(ATLEAST.format(gate=' colour="red"', most="", unit=' unit="hours-1"'))
    left = "\n".join(import_openpsa(path).left_out)
    assert "colour='red' of <define-gate> T" in left
    assert "unit='hours-1' of <float>, and 1 more" in left
    path.write_text(ATLEAST.format(gate=' role="private"', most="", unit=""))
    assert not import_openpsa(path).left_out


@pytest.mark.parametrize(
    ("own", "message"),
    [
        ({"gate": ' role="foo"', "most": ""}, "a role is public or private"),
        ({"gate": "", "most": ' max="1"'}, "<cardinality"),
    ],
)
def test_xml_attributes_that_would_make_another_model_are_refused(
    tmp_path: Path, own: dict[str, str], message: str
) -> None:
    path = tmp_path / "m.xml"
    path.write_text(ATLEAST.format(unit="", **own))
    with pytest.raises(InputError, match=message):
        import_openpsa(path)
