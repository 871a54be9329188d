"""The tops of `fta sensitivity` have their digits, or are shown with the interval in which they lie."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import strategies as st

from casegen.fta import Swing, compile_tree, event_values, tornado
from casegen.fta.study import moved_tops
from casegen.fta.study.sensitivity import LOST_GRADIENT, LOST_SWING, OF_LOST_TOP
from casegen.model.case import Case, Header
from casegen.model.fault_tree import (
    BasicEvent,
    Constant,
    Exponential,
    FaultTree,
    Operation,
    Parameter,
    ParameterRef,
)  # fmt: skip
from casegen.model.quantity import MeasureKind
from tests.conftest import Ran
from tests.fta.small_trees import EVENTS, case_of, gate, random_cases
from tests.fta.tree.test_exact_digits import near_one, near_zero, ordinary, true_top, typed
from tests.repetitions import tried

NOTHING = Fraction(1, 10**290)
"""far above the smallest number with all its digits"""
FOUR = Fraction(1, 10_000)


def rows_of(case: Case) -> dict[str, Swing]:
    return {row.id: row for row in tornado(compile_tree(case, "t"), event_values(case, "t", {}))}


def swings(kind: str, p: Mapping[str, float], *inputs: str) -> dict[str, Swing]:
    """Of a tree of one gate over events, or their complements (``not a``)."""
    gates = [gate("g", kind, *(x.replace("not ", "n") for x in inputs))]
    gates += [gate(f"n{x[4:]}", "not", x[4:]) for x in inputs if x.startswith("not ")]
    return rows_of(case_of(gates, p))


@pytest.mark.parametrize("b", [1e-16, 1e-17, 1e-300])
def test_an_event_that_is_moved_to_1_leaves_the_others_their_digits(b: float) -> None:
    """The differences of a sweep left 1.11e-16 of 1e-16, and 0 of 1e-17, without a word."""
    row = swings("iff", {"a": 0.1, "b": b}, "a", "b")["a"]
    assert (row.high, row.high_range, row.note) == (pytest.approx(b, rel=1e-13), None, "")
    row = swings("or", {"w": 0.95, "x": b}, "not w", "x")["w"]
    assert (row.high, row.high_range, row.note) == (pytest.approx(b, rel=1e-13), None, "")


def test_tops_beside_a_certain_event_are_shown_with_their_interval() -> None:
    """1 is read of more nines than fit, too: low and high were 0 beside a swing of 9.9e-20."""
    rows = swings("or", {"a": 1.0, "b": 1e-20}, "not a", "b")
    row = rows["b"]
    assert (row.low, row.high, row.swing) == tuple(pytest.approx(x) for x in (1e-21, 1e-19, 9.9e-20))
    for top, span in ((1e-21, row.low_range), (1e-19, row.high_range)):
        assert span is not None
        assert span[0] <= top
        assert 1.1e-16 < span[1] < 1.2e-16
    assert "its top at low is between 9.999e-22 and 1.111e-16, its top at high is between" in row.note
    assert LOST_SWING not in row.note
    assert OF_LOST_TOP in row.note
    assert [math.isnan(x) for x in (row.known_low, row.known_high, row.known_elasticity)] == [True] * 3
    # the low end of the certain event is .1, of which every digit is known
    assert (rows["a"].low_range, rows["a"].known_low) == (None, 0.9)


def test_the_swing_of_a_top_that_is_lost_at_one_end_has_its_digits() -> None:
    row = swings("or", {"a": 1.0, "b": 1e-20}, "not a", "b")["a"]
    assert (row.swing, LOST_SWING in row.note) == (pytest.approx(0.9), False)
    assert row.high_range is not None


def of_parameter(p: float, hours: list[float], kind: str = "and", **others: float) -> dict[str, Swing]:
    """A rate that enters events after these hours, and other events, below one gate."""
    events = [
        BasicEvent(
            id=f"x{i}", model=Exponential(type="exponential", rate=ParameterRef(parameter="r"), hours=h)
        )
        for i, h in enumerate(hours)
    ]
    events += [BasicEvent(id=e, model=Constant(probability=x)) for e, x in others.items()]
    top = gate("g", kind, *(e.id for e in events))
    case = Case(
        header=Header(id="c", title="c"), parameters=(Parameter(id="r", value=p),), events=tuple(events),
        trees=(FaultTree(id="t", top="g", gates=(top,)),),
    )  # fmt: skip
    return rows_of(case)


@pytest.mark.parametrize(
    ("hours", "gradient", "elasticity"),
    [(100.0, 9.357622968839302e-12, 5.614573781303e-12), (150.0, 4.293770e-18, 2.576262e-18)],
)
def test_the_gradient_by_a_rate_of_nearly_certain_events(
    hours: float, gradient: float, elasticity: float
) -> None:
    """The differences of 1 - 1e-13 left 9.684e-12, and 0 of 4.29e-18, without a word."""
    row = of_parameter(0.3, [hours, hours], b=0.5)["parameter r"]
    assert row.note == ""
    assert row.gradient == pytest.approx(gradient, rel=1e-6)
    assert row.elasticity == pytest.approx(elasticity, rel=1e-6)


def test_a_rate_at_whose_end_a_complement_is_lost() -> None:
    """Ten times the rate leaves exp(-30) of each complement, of which 1 - p has three digits."""
    row = of_parameter(0.03, [100.0, 100.0], "nand")["parameter r"]
    true = 2 * math.exp(-30) - math.exp(-60)
    assert row.high_range is not None
    assert row.high_range[0] <= true <= row.high_range[1]
    assert math.isnan(row.known_high)
    assert "its top at high is between" in row.note
    assert row.known_low == row.low == pytest.approx(1 - (1 - math.exp(-0.3)) ** 2)


def test_tops_of_rates_are_sums() -> None:
    rate = MeasureKind.PER_HOUR
    case = case_of([gate("g", "or", "a", "b")], {}, kind=rate)
    events = tuple(
        BasicEvent(id=e, model=Constant(probability=x, kind=rate)) for e, x in (("a", 1e-9), ("b", 2e-9))
    )
    row = rows_of(replace(case, events=events))["a"]
    assert (row.low, row.high, row.note) == (pytest.approx(2.1e-9), pytest.approx(1.2e-8), "")


def test_without_work_left_the_interval_is_wider(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moved_tops, "_WORK", 0)
    row = swings("or", {"a": 0.9999999999999, "b": 1e-20}, "not a", "b")["b"]
    assert row.low_range is not None
    assert row.low_range[0] <= 1e-13 <= row.low_range[1] < 2e-13


def test_the_command_shows_intervals(tmp_path: Path, casegen: Callable[..., Ran]) -> None:
    constant = {"a": 1.0, "b": 1e-20}
    written = {
        "casegen": 1, "case": {"id": "t", "title": "T", "roots": ["C"]},
        "events": [{"id": e, "text": e, "source": "sheet", "model": {"type": "constant", "probability": x}} for e, x in constant.items()],
        "trees": [{"id": "t", "title": "T", "top": "g", "gates": [
            {"id": "g", "type": "or", "inputs": ["n", "b"], "text": "g"},
            {"id": "n", "type": "not", "inputs": ["a"], "text": "n"}]}],
        "claims": [{"id": "C", "text": "It works", "undeveloped": True}],
    }  # fmt: skip
    (tmp_path / "case.yaml").write_text(json.dumps(written), encoding="utf-8")
    shown = casegen("fta", "sensitivity", tmp_path)
    assert "[9.999e-22, 1.111e-16]" in shown.out
    (a, b) = casegen("fta", "sensitivity", tmp_path, "--json").json["inputs"]
    assert (a["low_range"], a["high_range"]["lower"]) == (None, pytest.approx(1e-20))
    assert b["low_range"]["upper"] == pytest.approx(1.1102e-16, rel=1e-4)


def check(shown: float, true: Fraction, error: Fraction) -> bool:
    return abs(Fraction(shown) - true) <= error * abs(true) + NOTHING


def check_row(
    row: Swing, top: Callable[[Fraction], Fraction], point: Fraction, slope: Fraction, high: Fraction
) -> None:
    """Against the ``top`` by the input's number, ``slope`` at its ``point``; ``high``: its number at high."""
    ends = top(point / 10), top(high)
    for shown, true, span in zip((row.low, row.high), ends, (row.low_range, row.high_range), strict=True):
        if span is None:
            assert check(shown, true, Fraction(2, 10**9)), (row, float(true))
        else:
            slack = true / 10**12
            assert Fraction(span[0]) - slack <= true <= Fraction(span[1]) + slack, (row, float(true))
    if LOST_SWING not in row.note:
        assert check(row.swing, abs(ends[1] - ends[0]), FOUR), (row, float(ends[1] - ends[0]))
    if LOST_GRADIENT not in row.note:
        assert check(row.gradient, slope, FOUR / 2), (row, float(slope))
        if "elasticity" not in row.note and top(point) > NOTHING:
            assert check(row.elasticity, slope * point / top(point), FOUR), row


chances = st.one_of(near_zero, near_one, ordinary, st.sampled_from([0.0, 1.0]))


@tried(random_cases(), st.lists(chances, min_size=6, max_size=6), often=300)
def test_events_of_random_trees(case: Case, stated: list[float]) -> None:
    case = case_of(case.trees[0].gates, dict(zip(EVENTS, stated, strict=True)), {"h0": False, "h1": True})
    p = {e: typed(x) for e, x in zip(EVENTS, stated, strict=True)}
    for row in rows_of(case).values():

        def top(x: Fraction, of: str = row.id) -> Fraction:
            return true_top(case, {**p, of: x})

        slope = top(Fraction(1)) - top(Fraction(0))
        check_row(row, top, p[row.id], slope, min(Fraction(1), p[row.id] * 10))


@tried(
    random_cases(), st.lists(chances, min_size=6, max_size=6), st.one_of(ordinary, near_one, near_zero).filter(bool),
    st.lists(st.sampled_from([1, 2, 3, 10]), min_size=2, max_size=3), often=200,
)  # fmt: skip
def test_a_parameter_of_several_events_of_random_trees(
    case: Case, stated: list[float], q: float, powers: list[int]
) -> None:
    """Some events are powers of it."""
    case = case_of(case.trees[0].gates, dict(zip(EVENTS, stated, strict=True)), {"h0": False, "h1": True})
    ref = ParameterRef(parameter="q")
    moved = {
        e: BasicEvent(id=e, model=Constant(probability=Operation(op="pow", args=(ref, n))))
        for e, n in zip(EVENTS, powers, strict=False)
    }
    case = Case(
        header=case.header, parameters=(Parameter(id="q", value=q),), house_events=case.house_events,
        events=tuple(moved.get(e.id, e) for e in case.events), trees=case.trees,
    )  # fmt: skip
    p = {e: typed(x) for e, x in zip(EVENTS, stated, strict=True)}

    def top(x: Fraction) -> Fraction:
        return true_top(
            case, {**p, **{e: min(Fraction(1), x**n) for e, n in zip(moved, powers, strict=True)}}
        )

    point = typed(q)
    if point >= 1:
        return
    slope = sum(
        (n * point ** (n - 1) * (true_top(case, at | {e: Fraction(1)}) - true_top(case, at | {e: Fraction(0)}))
         for e, n in zip(moved, powers, strict=True)),
        start=Fraction(0),
    ) if (at := {**p, **{e: point**n for e, n in zip(moved, powers, strict=True)}}) else Fraction(0)  # fmt: skip
    rows = rows_of(case)
    if "parameter q" in rows:
        check_row(rows["parameter q"], top, point, slope, point * 10)


@tried(
    st.sampled_from(["and", "or", "nand", "nor", "xor", "iff"]), st.floats(1e-6, 0.5).map(lambda x: float(f"{x:.3g}")),
    st.lists(st.sampled_from([0.1, 1.0, 10.0, 100.0, 300.0]), min_size=2, max_size=2), often=200,
)  # fmt: skip
def test_a_rate_of_two_events(kind: str, rate: float, hours: list[float]) -> None:
    """Complements down to exp(-1500), in decimals of 800 digits."""
    row = of_parameter(rate, hours, kind)["parameter r"]

    def survival(x: Fraction) -> list[Fraction]:
        with localcontext(Context(prec=800)):
            exponents = [Decimal(x.numerator) / Decimal(x.denominator) * Decimal(h) for h in hours]
            return [Fraction((-e).exp()) for e in exponents]

    def top(x: Fraction) -> Fraction:
        return true_top(GATES[kind], dict(zip("ab", (1 - s for s in survival(x)), strict=True)))

    point = typed(rate)
    left = survival(point)
    slope = Fraction(0)
    for e, h, s in zip("ab", hours, left, strict=True):
        at = dict(zip("ab", (1 - s for s in left), strict=True))
        ends = [true_top(GATES[kind], {**at, e: Fraction(state)}) for state in (1, 0)]
        slope += Fraction(h) * s * (ends[0] - ends[1])
    check_row(row, top, point, slope, point * 10)


GATES = {
    kind: case_of([gate("g", kind, "a", "b")], {"a": 0.5, "b": 0.5})
    for kind in ("and", "or", "nand", "nor", "xor", "iff")
}
