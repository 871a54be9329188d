"""Every pattern, instantiated with random parameters, checks clean but for undeveloped claims."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casegen.argument import check, status
from casegen.argument.patterns.instantiation import instantiate
from casegen.argument.patterns.library import library
from casegen.argument.patterns.pattern import PatternParameter
from casegen.model.evidence import EvidenceSpec

PLAIN = st.from_regex(r"[A-Z][b-df-hj-np-tv-z]{2,8}( [A-Z0-9][b-df-hj-np-tv-z]{1,6}){0,2}", fullmatch=True)
AWKWARD = [
    "all-round pilot",
    "safe ferry (no. 2)",
    "every-day robot",
    "0x10",
    "off",  # not "no": in a sentence it denies
    "Müller's pump",
    "on: yes # off",
]
NAMES = st.one_of(PLAIN, st.sampled_from(AWKWARD))
IDS = st.from_regex(r"[A-Z]{1,3}-[0-9]{1,3}", fullmatch=True)


def value(parameter: PatternParameter) -> st.SearchStrategy[Any]:
    match parameter.type:
        case "set":
            items = st.dictionaries(IDS, NAMES, min_size=max(parameter.min, 1), max_size=5)
            return items.map(lambda d: [{"id": k, "text": v} for k, v in d.items()])
        case "choice":
            return st.sampled_from(parameter.choices)
        case "flag":
            return st.booleans()
        case "probability":
            return st.floats(0.5, 0.999)
        case "number":
            return st.floats(-1e3, 1e3).filter(lambda x: x not in (0.0, 1.0))  # as bounds they cannot fail
    return NAMES


@pytest.mark.slow
@pytest.mark.parametrize("name", library())
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_instantiate_then_check_is_clean(name: str, data: st.DataObject) -> None:
    pattern = library()[name]
    outside = {
        "evidence",
        "record",
        "measure",
        "tree",
        "event",
        "required",
        "rows",
    }  # name parts of the rest of a case
    free = [p for p in pattern.parameters if p.name not in outside]
    chosen = data.draw(st.lists(st.sampled_from(free), unique_by=lambda p: p.name))
    prefix = data.draw(st.one_of(st.just(""), IDS))
    given_ = {p.name: data.draw(value(p)) for p in chosen}
    items: tuple[EvidenceSpec, ...] = ()
    if (
        "evidence" in pattern.parameter
        and len(given_.get("components", "1")) == 1
        and data.draw(st.booleans())
    ):
        given_ |= {"evidence": "EV", "required": data.draw(st.floats(1e-6, 0.49))}
        items = (EvidenceSpec(id="EV", method="any", owner="tester"),)
    instance = instantiate(name, given_, prefix)
    case = replace(instance.case(), evidence_items=items)
    assert [d for d in check(case) if d.rule != "claim-undeveloped"] == []
    assert all(claim.pattern is not None for claim in case.claims)
    assert instance.top in case.claim
    assert not status(case, {}, {}, {}).supported
