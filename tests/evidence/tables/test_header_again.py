"""Two files of answers that were put together with both headers."""

from __future__ import annotations

from pathlib import Path

import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.tables.reader import read_table
from casegen_evidence.tables.spec import Label

ROWS = "dock,dock\nbuoy,dock\nnone,none\n"


def test_a_header_among_the_rows_is_refused(tmp_path: Path) -> None:
    wanted = {"true": Label(), "predicted": Label()}
    path = tmp_path / "p.csv"
    path.write_text("true,predicted\n" + ROWS + "true,predicted\n" + ROWS)
    with pytest.raises(InputProblem, match=r"p.csv:5: the row is the header again"):
        read_table(path, wanted)
    path.write_text("true,predicted\n" + ROWS + "true,dock\n" + ROWS)
    assert read_table(path, wanted).rows == 7
