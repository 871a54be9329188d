"""Items of the examples come out the same from every backend; all of them: `python -m benchmarks.same_bytes`."""

from __future__ import annotations

import pytest

from benchmarks.same_bytes import CASES, SMALLER, blocked, compared
from casegen.store.methods import method


def test_every_item_that_computes_in_blocks_is_compared() -> None:
    items = {(root.name, spec.id): spec for root, spec in blocked()}
    assert {root for root, _ in items} == set(CASES)
    assert ("auv", "EV-RAM-A") in items
    for spec in items.values():  # smaller ones are still parameters of their method
        method(spec.method).parameters.model_validate({**spec.parameters, **SMALLER.get(spec.method, {})})


@pytest.mark.slow
@pytest.mark.parametrize(("case", "item"), [("robot", "EV-SAFETY"), ("monitor", "EV-LAND")])
def test_backends_agree_on_items_of_the_examples(case: str, item: str) -> None:
    pytest.importorskip("distributed", reason="needs the extra casegen[dask]")
    ((root, spec),) = blocked([case], [item])
    made = compared(root, spec, ["loky", "dask"])
    assert int(made.pop("blocks")) > 2
    assert set(made) == {"serial", "loky", "dask"}
    assert len(set(made.values())) == 1
