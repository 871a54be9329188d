"""A number that is not 0 is never read as 0, whatever holds it."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from casegen.io import load
from casegen.io.exchange.json_text import parse_json
from casegen.io.galileo.read import import_galileo
from casegen.io.openpsa.read import import_openpsa
from casegen.io.source_map import typed
from casegen.model.diagnostic import InputError
from casegen.model.given import plain
from casegen.model.setting import stated_number

VANISHING = ("1e-400", "-1e-5000", "0." + "0" * 400 + "1", "2E-324")
HELD = ("0", "-0.0", "0e-400", "0.000e+00", "5e-324", "1e-310", "1e-300")


@pytest.mark.parametrize("text", VANISHING)
def test_a_number_that_would_be_read_as_0_is_none_of_a_case(text: str) -> None:
    assert typed(text) == text
    assert stated_number(text) is None


@pytest.mark.parametrize("text", HELD)
def test_zero_and_the_smallest_numbers_are_read(text: str) -> None:
    assert typed(text) == float(text) == stated_number(text)


@pytest.mark.parametrize("value", [Decimal("1e-400"), Fraction(1, 10**400)], ids=str)
def test_python_s_own_numbers_do_not_vanish(value: object) -> None:
    with pytest.raises(InputError, match=r"bound: .* is too small for a number"):
        plain(value, "bound")
    assert plain(Decimal(0), "bound") == 0.0


@pytest.mark.parametrize("text", ["1e-400", "'1e-400'"])
def test_a_file_s_number_that_would_be_0_is_too_small(tmp_path: Path, text: str) -> None:
    (tmp_path / "case.yaml").write_text(
        "casegen: 1\ncase: {id: c, title: C}\nevents:\n"
        f"- {{id: E, text: A, source: s, model: {{type: constant, probability: {text}}}}}\n"
    )
    with pytest.raises(InputError, match="1e-400 is too small for a number, and would be read as 0"):
        load(tmp_path)


def test_json_of_other_tools_does_not_vanish(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{\n "p": 1e-400}')
    with pytest.raises(InputError, match="1e-400"):
        parse_json(path)
    path.write_text('{"p": [0.0, 5e-324]}')
    assert parse_json(path)[0] == {"p": [0.0, 5e-324]}


def test_models_of_other_tools_do_not_vanish(tmp_path: Path) -> None:
    dft, mef = tmp_path / "x.dft", tmp_path / "x.xml"
    dft.write_text('toplevel "T";\n"T" or "A" "B";\n"A" prob=1e-400;\n"B" prob=0.1;\n')
    with pytest.raises(InputError, match="1e-400"):
        import_galileo(dft)
    mef.write_text("""<opsa-mef><define-fault-tree name="F"><define-gate name="T"><or><basic-event name="A"/>
<basic-event name="B"/></or></define-gate><define-basic-event name="A"><float value="1e-400"/></define-basic-event>
<define-basic-event name="B"><float value="0.1"/></define-basic-event></define-fault-tree></opsa-mef>""")
    with pytest.raises(InputError, match="1e-400"):
        import_openpsa(mef)
