"""Numbers of more digits than are kept are refused, or listed: what is compared is what was typed."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

import casegen
from casegen.api import CaseBuilder
from casegen.io.galileo.read import import_galileo
from casegen.io.openpsa.read import import_openpsa
from casegen.io.source_map import parse
from casegen.model.diagnostic import InputError
from casegen.model.evidence import EvidenceSpec
from casegen.model.truth_values import validated
from tests.false_support import call, edited, folder
from tests.false_support.bases import calculation

MORE = "0.24999999999999999"
SAID = f"{MORE} has more digits than are kept: read as 0.25"


def test_in_a_case_with_its_place() -> None:
    (problem,) = parse(f"a: 0.25\nbound: {MORE}\n", "case.yaml").problems
    assert str(problem.location) == "case.yaml:2:8"
    assert problem.message == SAID
    assert problem.hint == "write 0.25, or fewer digits"


@pytest.mark.parametrize(
    "text",
    ["0.2500000000000000000", "0.30000000000000004", "1.2345678901234568e-10", "5e-324", '"0.24999999999999999"',
     "123456789012345678", "000000000000000000.5"],
)  # fmt: skip
def test_what_is_kept_as_it_is_written(text: str) -> None:
    assert parse(f"a: {text}\n", "case.yaml").problems == ()


@pytest.mark.parametrize(
    "text", [MORE, "1.00000000000000000001", "3.14159265358979323846", "0.99999999999999999", "4.9e-324"]
)
def test_what_is_not(text: str) -> None:
    (problem,) = parse(f"a: {text}\n", "case.yaml").problems
    assert "more digits than are kept" in problem.message


def test_set_on_the_command_line(tmp_path: Path) -> None:
    at = folder(tmp_path, calculation())
    for command in (("whatif", at), ("fta", "quantify", at)):
        code, _, said = call(*command, "--set", f"E1={MORE}")
        assert code != 0
        assert SAID in " ".join(said.split())


def test_given_in_python(tmp_path: Path) -> None:
    case = casegen.open(folder(tmp_path, edited(calculation(), {})))
    for more in (Decimal(MORE), Fraction(MORE)):
        with pytest.raises(InputError, match=r"more digits than are kept: read as 0\.25"):
            case.what_if({"E1": more})
        with pytest.raises(InputError, match=r"more digits than are kept: read as 0\.25"):
            CaseBuilder("x", title="t").tree("T", top="G", target=more)  # type: ignore[arg-type]
    for kept in (Decimal("0.25"), Fraction(1, 4), Fraction(1, 3)):
        assert case.what_if({"E1": kept}).top("FT") is not None


def test_a_fraction_is_the_nearest_number_and_leaves_a_limit_beside_it_undecided(tmp_path: Path) -> None:
    """A third is read as 0.3333333333333333, which may have been typed for less."""
    for limit, met in ((0.3333333333333333, False), (0.333333333333334, True)):
        edits = {
            "trees.FT.gates.TOP.inputs": ["E1"], "trees.FT.gates.TOP.type": "or",
            "trees.FT.target.probability": limit, "claims.C1.text": "The lift rarely starts with an open door",
        }  # fmt: skip
        case = casegen.open(folder(tmp_path / str(met), edited(calculation(), edits)))
        after = case.what_if({"E1": Fraction(1, 3)}).after
        assert after.requirements["C1"].holds is met


def test_listed_where_trees_are_imported(tmp_path: Path) -> None:
    dft = tmp_path / "a.dft"
    dft.write_text(f'toplevel "T";\n"T" or "A" "B";\n"A" prob={MORE};\n"B" prob=0.25;\n')
    assert [line for line in import_galileo(dft).left_out if MORE in line] == [f"{dft}:3:5: {SAID}"]
    xml = tmp_path / "a.xml"
    events = "".join(
        f'<define-basic-event name="B{i}"><float value="{MORE}"/></define-basic-event>' for i in range(5)
    )
    xml.write_text(
        '<opsa-mef><define-fault-tree name="F"><define-gate name="T"><or>'
        + "".join(f'<basic-event name="B{i}"/>' for i in range(5))
        + f"</or></define-gate>{events}</define-fault-tree></opsa-mef>"
    )
    left = [line for line in import_openpsa(xml).left_out if "digits" in line]
    assert len(left) == 4
    assert left[0].endswith(SAID)
    assert left[3] == "2 more numbers have more digits than are kept"


WHOLE = 2**53 + 1
"""the first whole number that no floating-point number is"""


@pytest.mark.parametrize(
    "model",
    [
        {"type": "exponential", "rate": 1e-20, "hours": WHOLE},
        {"type": "constant", "probability": {"op": "div", "args": [1, WHOLE]}},
        {
            "type": "constant",
            "probability": {"distribution": "lognormal", "mean": 1e-3, "error_factor": WHOLE},
        },
        {"type": "exponential", "rate": 1e-20, "hours": 123456789012345678},
        {"type": "weibull", "scale": -WHOLE, "shape": 1, "hours": 1},
    ],
)
def test_a_whole_number_where_a_number_is_expected(tmp_path: Path, model: object) -> None:
    at = folder(tmp_path, calculation(), {"events.E1.model": model})
    code, _, said = call("check", at)
    assert code == 2
    assert "has more digits than are kept: read as" in said


@pytest.mark.parametrize("hours", [2**53, 2**53 + 2, 10**18, 10**23])
def test_a_whole_number_that_is_kept(tmp_path: Path, hours: int) -> None:
    model = {"type": "exponential", "rate": 1e-30, "hours": hours}
    assert call("check", folder(tmp_path, calculation(), {"events.E1.model": model}))[0] != 2


def test_a_whole_number_in_python(tmp_path: Path) -> None:
    case = casegen.open(folder(tmp_path, calculation()))
    with pytest.raises(InputError, match="more digits than are kept: read as 9007199254740992"):
        case.what_if({"E1": WHOLE})
    tree = CaseBuilder("x", title="t").tree("T", top="G")
    with pytest.raises(InputError, match="more digits than are kept"):
        tree.event("A", {"type": "exponential", "rate": 1e-20, "hours": WHOLE})
    assert tree.event("A", {"type": "exponential", "rate": 1e-20, "hours": 2**53}) == "A"


def test_a_seed_may_be_of_any_size() -> None:
    fields = {"id": "E", "method": "m", "inputs": {}, "seed": WHOLE, "parameters": {"seed": WHOLE}}
    spec = validated(EvidenceSpec, fields)
    assert (spec.seed, spec.parameters["seed"]) == (WHOLE, WHOLE)


def test_whole_numbers_are_listed_where_a_tree_is_imported(tmp_path: Path) -> None:
    xml = tmp_path / "a.xml"
    xml.write_text(
        '<opsa-mef><define-fault-tree name="F"><define-gate name="T"><or><basic-event name="B"/><basic-event name="C"/></or>'
        f'</define-gate><define-basic-event name="B"><div><int value="1"/><int value="{WHOLE}"/></div></define-basic-event>'
        '<define-basic-event name="C"><float value="0.1"/></define-basic-event></define-fault-tree></opsa-mef>'
    )
    assert [x for x in import_openpsa(xml).left_out if str(WHOLE) in x and "read as 9007199254740992" in x]
