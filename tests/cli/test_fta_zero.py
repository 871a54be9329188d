"""What the commands say of a top event that cannot happen, and of events that a tree does not use."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.api import CaseBuilder
from tests.conftest import Ran


@pytest.mark.parametrize("never", [True, False])
def test_the_curve_of_what_cannot_happen_has_no_level(
    never: bool, tmp_path: Path, casegen: Callable[..., Ran]
) -> None:
    """A AND NOT A had the average 0, and SIL 4 on demand."""
    built = CaseBuilder("c", title="x", version="1")
    tree = built.tree("FT", top="G", title="T", mission_time=10.0)
    event = tree.event("A", {"type": "exponential", "rate": 1e-8})
    other = tree.gate("N", "not", event) if never else tree.event("B", {"type": "exponential", "rate": 1e-8})
    tree.gate("G", "and", event, other)
    built.save(tmp_path / "case")
    shown = casegen("fta", "curve", tmp_path / "case", "--hours", "10")
    assert ("SIL" in shown.out) != never
    assert ("cannot happen as the tree is modelled" in shown.out) == never
    document = casegen("fta", "curve", tmp_path / "case", "--hours", "10", "--json").json
    assert document["sil_demand"] == (0 if never else 4)
    assert ("cannot happen" in document["note"]) == never


def test_an_event_that_no_gate_uses_is_said_to_be_so(tmp_path: Path, casegen: Callable[..., Ran]) -> None:
    built = CaseBuilder("c", title="x", version="1")
    tree = built.tree("FT", top="G", title="T")
    for event in ("A", "B", "X"):
        tree.event(event, {"type": "constant", "probability": 0.1})
    tree.gate("G", "and", "A", "B")
    built.save(tmp_path / "case")
    for event, said in (("X", "no gate that tree FT reaches uses X"), ("Y", "has no basic event 'Y'")):
        result = casegen("allocate", tmp_path / "case", "--target", "1e-3", "--event", event)
        assert result.code == 2
        assert said in result.err
