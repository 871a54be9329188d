"""Tables of a case that rules of installed packages are handed cannot be changed, down to the lists in them."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from casegen.argument.view import CaseView
from casegen.io import load
from casegen.model.evidence import EvidenceSpec
from casegen.model.read_only import ReadOnly

EXAMPLE = Path(__file__).parents[2] / "examples" / "auv"
APART = {"locations"}
"""found by place, not read by rules"""


def changeable(value: Any, name: str, seen: set[int]) -> Iterator[str]:
    """Names of the dicts, lists and sets below a value that can be changed."""
    if id(value) in seen:
        return
    seen.add(id(value))
    if type(value) in (list, set, dict):
        yield f"{name}: {type(value).__name__}"
    if isinstance(value, Mapping):
        below = [(f"{name}[…]", member) for member in value.values()]
    elif isinstance(value, tuple | list):
        below = [(f"{name}[…]", member) for member in value]
    elif isinstance(value, BaseModel):
        below = [(f"{type(value).__name__}.{n}", getattr(value, n)) for n in type(value).model_fields]
    elif is_dataclass(value):
        below = [(f"{type(value).__name__}.{f.name}", getattr(value, f.name)) for f in fields(value)]
    else:
        below = []
    for inner, member in below:
        if inner.rpartition(".")[2] not in APART:
            yield from changeable(member, inner, seen)


def test_no_table_of_a_view_can_be_changed() -> None:
    view, seen = CaseView(load(EXAMPLE)), set[int]()
    tables = {n: getattr(view, n) for n in dir(view) if n[0] != "_" and not callable(getattr(view, n))}
    assert isinstance(tables["support"], ReadOnly)
    assert sorted({one for n, table in tables.items() for one in changeable(table, n, seen)}) == []


def test_lists_of_parameters_equal_what_a_result_records() -> None:
    """As tuples they differed from the record, and a frozen result was called stale."""
    spec = EvidenceSpec(id="E", method="m", parameters={"domain": [[0, 1]]}, totals=["all"])
    assert spec.parameters == {"domain": [[0, 1]]}
    assert spec.reading == {"totals": ["all"]}
    with pytest.raises(TypeError, match="read only"):
        spec.parameters["domain"].append(1)
    assert pickle.loads(pickle.dumps(spec)) == copy.deepcopy(spec) == spec
