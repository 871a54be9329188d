"""Check and status at size: linear in nodes, and a stranger's text cannot hold them up."""

from __future__ import annotations

import importlib.util
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from casegen.argument import check, status
from casegen.model.argument import Argument, Block, Claim
from casegen.model.case import Case, Header

HANGS = 20.0
"""seconds of CPU that none of this comes near on any machine"""


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    file = Path(__file__).parents[2] / "benchmarks" / "argument.py"
    spec = importlib.util.spec_from_file_location("argument_benchmark", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def seconds(call: Callable[[], object], runs: int = 3) -> float:
    best = float("inf")
    for _ in range(runs):
        start = time.process_time()
        call()
        best = min(best, time.process_time() - start)
    return best


@pytest.mark.slow
def test_checking_grows_with_the_nodes_and_no_faster(benchmark: ModuleType) -> None:
    """Four times the nodes take four times as long if each counts alike, sixteen times if each meets each."""
    case = benchmark.balanced(4_000)
    assert 3_600 < sum(1 for _ in case.nodes()) < 4_400
    assert check(case) == []
    quarter = benchmark.balanced(1_000)
    assert seconds(lambda: check(case)) < 10 * seconds(lambda: check(quarter))
    assert status(case, {}, {}, {}).supported


@pytest.mark.parametrize(
    "text", ["is the ", "over all ", "test a b ", "is safe, ", "no all each ", "1", "s ", "a", "{x", "A. "]
)
def test_a_strangers_text_cannot_hold_the_check_up(text: str) -> None:
    long = (text * 20_000)[:20_000].strip()
    case = Case(
        header=Header(id="x", title="x", roots=("C0",)),
        claims=tuple(Claim(id=f"C{k}", text=long) for k in range(6)),
        arguments=tuple(
            Argument(
                id=f"A{k}", text=long, supports=f"C{k}", block=Block.DECOMPOSITION, **{"from": [f"C{k + 1}"]}
            )
            for k in range(5)
        ),
    )
    assert seconds(lambda: check(case), 1) < HANGS  # a hang guard, not a measurement


@pytest.mark.parametrize("step", [1, 0])
def test_long_circles_and_many_circles_stay_cheap(step: int) -> None:
    n = 3_000
    case = Case(
        header=Header(id="x", title="x", roots=("C0",)),
        claims=tuple(Claim(id=f"C{k}", text="It works") for k in range(n)),
        arguments=tuple(
            Argument(
                id=f"A{k}", text="Why", supports=f"C{k}", block=Block.DECOMPOSITION,
                **{"from": [f"C{(k + step) % n}"]},
            )
            for k in range(n)
        ),
    )  # fmt: skip
    results = [d for d in check(case) if d.rule == "support-cycle"]
    assert len(results) == (1 if step else n)
    assert seconds(lambda: (check(case), status(case, {}, {}, {})), 1) < HANGS
