"""Check and status at size: linear in nodes, and a stranger's text cannot hold them up."""

from __future__ import annotations

import importlib.util
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import FrameType, ModuleType

import pytest

from casegen.argument import check, status
from casegen.assessment.points import failing_roots
from casegen.assessment.questions.weak_limits import weak_limits
from casegen.model.argument import Argument, Block, Claim, ContextNode
from casegen.model.case import Case, Header

HANGS = 120.0
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


def seconds(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def calls(call: Callable[[], object]) -> int:
    """How many functions of casegen a call runs, and what they call: the same number on any machine, however busy.

    What libraries do within is left out: patterns are compiled anew whenever Python has forgotten them.
    """
    count = 0

    def event(frame: FrameType, kind: str, _argument: object) -> None:
        nonlocal count
        count += kind in ("call", "c_call") and "casegen" in frame.f_globals.get("__name__", "")

    sys.setprofile(event)
    try:
        call()
    finally:
        sys.setprofile(None)
    return count


def _about(case: Case, thing: str) -> Case:
    """The case with texts of its own, of which nothing is known from an earlier check."""
    return replace(
        case,
        claims=tuple(c.model_copy(update={"text": c.text.replace("part", thing)}) for c in case.claims),
        arguments=tuple(a.model_copy(update={"text": a.text.replace("part", thing)}) for a in case.arguments),
    )


@pytest.mark.slow
def test_checking_grows_with_the_nodes_and_no_faster(benchmark: ModuleType) -> None:
    """Three times the nodes run three times the functions if each counts alike, nine times if each meets each."""
    small, large = _about(benchmark.balanced(500), "pump"), _about(benchmark.balanced(1_500), "valve")
    check(benchmark.balanced(100))  # what is made once is not counted
    assert calls(lambda: check(large)) < 4 * calls(lambda: check(small))


@pytest.mark.slow
def test_a_thousand_contexts_that_all_say_the_opposite_are_no_million_comparisons() -> None:
    """Contexts of claims elsewhere, in the words of every claim: none reaches any of them."""

    def case(n: int) -> Case:
        return Case(
            header=Header(id="x", title="x", roots=("C0",)),
            claims=tuple(Claim(id=f"C{k}", text="The contact opens before the door does") for k in range(n)),
            contexts=tuple(
                ContextNode(id=f"X{k}", text="The contact does not open before the door does")
                for k in range(n)
            ),
        )

    small, large = case(100), case(400)
    check(small)
    assert calls(lambda: check(large)) < 6 * calls(lambda: check(small))


@pytest.mark.slow
def test_a_large_argument_is_sound_and_supported(benchmark: ModuleType) -> None:
    case = benchmark.balanced(4_000)
    assert 3_600 < sum(1 for _ in case.nodes()) < 4_400
    assert check(case) == []
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
    assert seconds(lambda: check(case)) < HANGS  # a hang guard, not a measurement


@pytest.mark.slow
@pytest.mark.parametrize("n", [1_000, pytest.param(3_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("step", [1, 0])
def test_long_circles_and_many_circles_stay_cheap(step: int, n: int) -> None:
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
    assert seconds(lambda: (check(case), status(case, {}, {}, {}))) < HANGS


class _Counted:
    """An assessment of many top claims that counts how often the supported ones are gathered."""

    def __init__(self, roots: int) -> None:
        ids = tuple(f"C{i}" for i in range(roots))
        claims = tuple(Claim(id=one, text="The lamp works") for one in ids)
        self.case = Case(Header(id="c", title="t", roots=ids), claims=claims)
        self.gathered = 0

    @property
    def supported_claims(self) -> frozenset[str]:
        self.gathered += 1
        return frozenset()


def test_the_supported_claims_are_gathered_once_for_all_roots() -> None:
    assessed = _Counted(50)
    assert len(failing_roots(assessed)) == 50  # type: ignore[arg-type]
    assert list(weak_limits(assessed)) == []  # type: ignore[arg-type]
    assert assessed.gathered == 2
