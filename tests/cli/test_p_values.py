"""A p-value that is stored as 0 is smaller than a computer has numbers for: it is not shown as 0."""

from __future__ import annotations

from typing import Any

import pytest

from casegen.cli.evidence_view import show_item
from casegen.model.results import EvidenceState, Freshness
from casegen.render.report.evidence import _table


def state(name: str, value: float) -> EvidenceState:
    measure = {"value": value, "lower": None, "upper": None, "confidence": None, "kind": "score"}
    return EvidenceState("EV", Freshness.FRESH, document={"measures": {name: measure}})


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("p_value", 0.0, "< 1e-300"),
        ("cells_p_value", 0.0, "< 1e-300"),
        ("smallest_p", 0.0, "< 1e-300"),
        ("p_value", 1e-9, "1e-09"),
        ("failures", 0.0, " 0 "),
    ],
)
def test_the_terminal_shows_no_p_value_of_zero(capsys: Any, name: str, value: float, shown: str) -> None:
    show_item(state(name, value), {})
    [row] = [line for line in capsys.readouterr().out.splitlines() if name in line]
    assert shown in f"{row} "


def test_the_tables_of_documents_show_none_either() -> None:
    table = _table({"columns": ["column", "p-value", "rows"], "rows": [["a", 0.0, 0.0], ["b", 0.5, 3]]})
    assert table["rows"] == [["a", "< 10⁻³⁰⁰", "0"], ["b", "0.5", "3"]]
