"""Every figure of a row of the tornado has four digits of those at high precision, or is named.

Trees of parameters near 1, tiny ones and distributions, in expressions that cancel, that have complements or not.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import strategies as st
from mpmath import mp, mpf

from casegen.fta import Swing, compile_tree, event_values, tornado
from casegen.fta.errors import NumberOutside
from casegen.model.case import Case, Header
from casegen.model.fault_tree import (
    BasicEvent,
    Constant,
    Exponential,
    FaultTree,
    Operation,
    Parameter,
    ParameterRef,
)
from casegen.model.quantity import Uniform
from tests.fta.small_trees import gate, holds, worlds
from tests.repetitions import tried

DIGITS = 150
Numbers = Mapping[str, Any]
X = ParameterRef(parameter="x")
NEAR = st.integers(8, 17).map(lambda nines: "0." + "9" * nines)
SMALL = st.tuples(st.integers(1, 99), st.integers(4, 25)).map(lambda x: f"{x[0]}e-{x[1]}")
SPREADS = st.sampled_from(
    [
        ("0.042", "0.05"),
        ("1e-17", "3e-16"),
        ("0.99999999", "0.999999999"),
        ("0.01", "0.2"),
        ("3e-19", "6e-18"),
    ]
)
VALUES = st.one_of(NEAR, SMALL, st.just("0.05"), SPREADS)


def of(op: str, *args: Any) -> Any:
    return Operation(op=op, args=args)  # type: ignore[arg-type]


FORMS: dict[str, tuple[Any, Callable[[Any], Any]]] = {
    "plain": (Constant(probability=X), lambda x: x),
    "rest": (Constant(probability=of("sub", 1, X)), lambda x: 1 - x),
    "cancels": (Constant(probability=of("sub", 1, of("exp", of("neg", X)))), lambda x: 1 - mp.exp(-x)),
    "survives": (Constant(probability=of("exp", of("neg", X))), lambda x: mp.exp(-x)),
    "thrice": (Constant(probability=of("sub", 1, of("pow", of("sub", 1, X), 3))), lambda x: 1 - (1 - x) ** 3),
    "rate": (Exponential(type="exponential", rate=X, hours=1000.0), lambda x: 1 - mp.exp(-1000 * x)),
    "steady": (Constant(probability=of("max", X, 0.3)), lambda x: max(x, mpf("0.3"))),
}


def case_of(value: Any, forms: list[str], kinds: tuple[str, str]) -> Case:
    """Events of these forms and one of a tenth, below two gates."""
    stated = (
        Uniform(distribution="uniform", lower=float(value[0]), upper=float(value[1]))
        if isinstance(value, tuple)
        else float(value)
    )
    names = [f"e{i}" for i in range(len(forms))]
    events = [BasicEvent(id=e, model=FORMS[f][0]) for e, f in zip(names, forms, strict=True)]
    gates = (gate("g", kinds[0], "h", names[0]), gate("h", kinds[1], "a", *names))
    return Case(
        header=Header(id="c", title="c"),
        parameters=(Parameter(id="x", value=stated),),
        events=(*events, BasicEvent(id="a", model=Constant(probability=0.1))),
        trees=(FaultTree(id="t", top="g", gates=gates),),
    )


def top_of(case: Case, p: Numbers) -> Any:
    true = [w for w in worlds(list(p)) if holds(case, "g", w)]
    return mp.fsum(mp.fprod(x if w[e] else 1 - x for e, x in p.items()) for w in true)


class _Truth:
    """What a row should show, at :data:`DIGITS` digits."""

    def __init__(self, case: Case, value: Any, forms: list[str]) -> None:
        self.case, self.value = case, value
        self.forms = {f"e{i}": FORMS[form][1] for i, form in enumerate(forms)}
        self.lower, self.upper = (mpf(x) for x in (value if isinstance(value, tuple) else (value, value)))
        self.point = (self.lower + self.upper) / 2

    def at(self, x: Any) -> Numbers:
        numbers = {e: min(mpf(1), max(mpf(0), form(x))) for e, form in self.forms.items()}
        return {**numbers, "a": mpf("0.1")}

    def ends(self, row: Swing) -> tuple[Any, Any]:
        here = self.at(self.point)
        if row.id.endswith(" x") or "quantiles" in row.basis:
            width = self.upper - self.lower
            low, high = (
                (self.lower + width / 20, self.upper - width / 20)
                if "quantiles" in row.basis
                else (self.point / 10, self.point * 10)
            )
            return top_of(self.case, self.at(low)), top_of(self.case, self.at(high))
        q = here[row.id]
        ends = (q / 10, min(mpf(1), q * 10))
        return tuple(top_of(self.case, {**here, row.id: x}) for x in ends)  # type: ignore[return-value]

    def elasticity(self, row: Swing) -> Any:
        here = self.at(self.point)
        if row.id.endswith(" x"):
            step = self.point * mpf(10) ** -50
            up, down = (top_of(self.case, self.at(self.point + way)) for way in (step, -step))
            return (up - down) / (2 * step) * self.point / top_of(self.case, here)
        given, without = (top_of(self.case, {**here, row.id: mpf(x)}) for x in (1, 0))
        return (given - without) * here[row.id] / top_of(self.case, here)


def is_right(shown: float, true: Any, error: str = "5e-5") -> bool:
    return math.isnan(shown) or bool(abs(mpf(shown) - true) <= mpf(error) * abs(true) + mpf("1e-90"))


@tried(
    VALUES,
    st.lists(st.sampled_from(sorted(FORMS)), min_size=1, max_size=3),
    st.tuples(*[st.sampled_from(["and", "or", "nand", "nor", "xor"])] * 2),
    often=2000,
)
def test_every_figure_of_a_row_has_four_digits_or_is_named(
    value: Any, forms: list[str], kinds: tuple[str, str]
) -> None:
    case = case_of(value, forms, kinds)
    try:
        rows = tornado(compile_tree(case, "t"), event_values(case, "t", {}))
    except NumberOutside:
        return
    with mp.workdps(DIGITS):
        truth = _Truth(case, value, forms)
        for row in rows:
            ends = truth.ends(row)
            tops = ((row.known_low, row.low_range), (row.known_high, row.high_range))
            for order in itertools.permutations(ends):
                if all(_holds(top, span, true) for (top, span), true in zip(tops, order, strict=True)):
                    break
            else:
                raise AssertionError((row, ends))
            assert is_right(row.known_swing, abs(ends[1] - ends[0])), (row, ends)
            if top_of(case, truth.at(truth.point)) > 0:
                assert is_right(row.known_elasticity, truth.elasticity(row)), (row, truth.elasticity(row))


def _holds(top: float, span: tuple[float, float] | None, true: Any) -> bool:
    if span is None:
        return is_right(top, true, "2e-9")
    return bool(span[0] * (1 - mpf("1e-12")) <= true <= span[1] * (1 + mpf("1e-12")))
