"""Rigorous bounds on Aralia models: around the exact value where it is known, within a factor of 2 on nus9601."""

from __future__ import annotations

import pytest

from casegen.fta import bound, build_structure, structure_values
from casegen.io.openpsa.read import read_openpsa
from tests.reference.test_aralia import DATA, ROWS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not ROWS, reason=f"no Aralia models in {DATA}: set CASEGEN_REFERENCE_DATA"),
]


@pytest.mark.parametrize("model", ["edfpa15b", "edf9204", "jbd9601", "das9701", "nus9601"])
def test_bounds(model: str) -> None:
    case = read_openpsa(DATA / f"{model}.xml")
    structure = build_structure(case, case.trees[0].id)
    result = bound(structure, structure_values(case, structure, {}).probability)
    assert result.lower is not None
    assert result.upper is not None
    assert not result.exact
    if model == "nus9601":
        assert result.upper <= 2.0 * result.lower
    else:
        exact = {row["model"]: float(row["probability"]) for row in ROWS}[model]
        # the expected values carry six digits
        assert result.lower <= exact * (1 + 5e-6)
        assert result.upper >= exact * (1 - 5e-6)
