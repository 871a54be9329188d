"""One walk over the parameters behind a value serves rules, references, trees and the report."""

from __future__ import annotations

import doctest

import pytest

from casegen.model import parameters
from casegen.model.event_model import Operation, Parameter, ParameterRef
from casegen.model.parameters import parameters_behind


def test_the_examples_in_the_text() -> None:
    assert doctest.testmod(parameters).failed == 0


def of(*names: str, op: str = "add") -> Operation:
    return Operation(op=op, args=tuple(ParameterRef(parameter=name) for name in names))


KNOWN = {
    p.id: p
    for p in (
        Parameter(id="A", value=of("B", "C", op="sub")),
        Parameter(id="B", value=0.5),
        Parameter(id="C", value=of("A", "D", op="sub")),
        Parameter(id="D", value=0.1),
    )
}


@pytest.mark.parametrize("falls", [False, True])
def test_each_is_named_once_in_order_and_what_is_taken_away_twice_is_added(falls: bool) -> None:
    behind = parameters_behind(KNOWN, [of("A", "B", "NONE"), 0.5], falls=falls)
    assert [(p.id, less ^ falls) for p, less in behind] == [
        ("A", False),
        ("B", False),
        ("C", True),
        ("D", False),
    ]
