"""The Aralia benchmark (openpra-org/aralia-fault-tree-dataset): exact probabilities and cut-set counts.

Expected values: SCRAM 0.16.2, confirmed by an independent engine (README beside the data).
"""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from casegen.fta import compile_tree, event_values
from casegen.io.openpsa.read import read_openpsa

ROOT = Path(__file__).resolve().parent.parent.parent
DATA = Path(os.environ.get("CASEGEN_REFERENCE_DATA", ROOT.parent / "shared" / "data")) / "aralia"
LARGE = {"cea9601", "das9701", "edf9203", "edf9204", "edfpa14b", "edfpa14o", "edfpa14p", "edfpa14r", "das9601", "jbd9601",
         "das9207", "edfpa15b", "edfpa15p", "edfpa15r"}  # fmt: skip


def _rows() -> list[dict[str, str]]:
    if not (DATA / "expected.csv").exists():
        return []
    with (DATA / "expected.csv").open() as file:
        return [row for row in csv.DictReader(file) if row["probability"]]


ROWS = _rows()
pytestmark = pytest.mark.skipif(not ROWS, reason=f"no Aralia models in {DATA}: set CASEGEN_REFERENCE_DATA")


@pytest.mark.parametrize(
    "row",
    [pytest.param(r, id=r["model"], marks=[pytest.mark.slow] if r["model"] in LARGE else []) for r in ROWS],
)
def test_probability_and_number_of_cut_sets(row: dict[str, str]) -> None:
    case = read_openpsa(DATA / f"{row['model']}.xml")
    tree_id = case.trees[0].id
    tree = compile_tree(case, tree_id)
    p = event_values(case, tree_id, {}).probability
    assert tree.probability(p) == pytest.approx(float(row["probability"]), rel=1e-5)
    assert tree.cut_set_count() == int(row["minimal_cut_sets"])
    by_order = tree.cut_sets(p, top=1).by_order
    assert sum(by_order.values()) == int(row["minimal_cut_sets"])
