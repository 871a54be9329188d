"""Changes in words: each kind of value, exactly; nothing a person reads is a program's own notation."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from casegen.model.digits import apart, digits_apart
from casegen.review.change_text import sentence
from casegen.review.changes import FieldChange, Key
from tests.repetitions import tried

LONG = "The vehicle is flooded with water that is neither fresh nor clean, and it is brought up before the seals fail"


def describe(old: Any, new: Any, field: str = "f") -> str:
    return sentence(FieldChange(Key("claims", "C1"), field, old, new)).removeprefix("claim C1: ")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (0.0004, 0.001, "f was 0.0004, is 0.001"),
        (0.12345678, 0.12345679, "f was 0.12345678, is 0.12345679"),
        (
            0.02977168588463006, 0.02977168588463007,
            "f, 0.0297717, differs in digits that rounding leaves, less than 1e-9 of it",
        ),
        (0.029771685884630, 0.029771685984630, "f was 0.02977168588463, is 0.02977168598463"),
        (None, 0.5, "f is now 0.5"),
        (False, True, "f was false, is true"),
        ("", "why not", "f is now “why not”"),
        ("why", "", "f was why, is gone"),
        ("a b", "a  b", "f differs in white space only"),
        ("0" * 64, "1" * 64, "f was 000000000000…, is 111111111111…"),
        (["A", "B"], ["B", "A"], "f: in another order, now B, A"),
        (["A"], ["A", "B"], "f: added B"),
        (None, ["A", "B"], "f: added A, B"),
        (["A", "A", "B"], ["A", "B"], "f: removed A"),
        (["A", "B", "C"], ["C", "D", "A"], "f: added D; removed B; the others in another order, now C, A"),
        ([0.1, 0.2], [0.1, 0.3], "f: entry 2 was 0.2, is 0.3"),
        ([0.1], [0.1, 0.3], "f: was 1 number, 0.1, are 2, 0.1, 0.3"),
        (["water gets in"], ["water gets out"], "f: an entry was “water gets in”, is “water gets out”"),
        (["water gets in"], ["fire breaks"], "f: added “fire breaks”; removed “water gets in”"),
        ([{"text": "seal it", "refs": []}], [{"text": "seal it", "refs": ["G1"]}], "f: “seal it”: refs: added G1"),
        ([], [{"text": "seal it", "refs": ["G1"]}], "f: added “seal it” (refs G1)"),
        (["A"], ["A", {"type": "and", "inputs": ["B", "C"]}], "f: added and(B, C)"),
        ([f"X{i}" for i in range(30)], [], "f: removed " + ", ".join(f"X{i}" for i in range(12)) + " and 18 more"),
    ],
)  # fmt: skip
def test_each_kind_of_value(old: Any, new: Any, words: str) -> None:
    assert describe(old, new) == words


def test_long_texts_are_shown_where_they_differ() -> None:
    one = describe(f"{LONG}. {LONG}.", f"{LONG}. {LONG.replace('seals', 'bolts')}.")
    assert one == ("f was “…brought up before the seals fail.”, is “…brought up before the bolts fail.”")
    assert describe(LONG, f"{LONG}. Now.").endswith("seals fail”, is “…before the seals fail. Now.”")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=40),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.sampled_from(["id", "text", "event", "refs", "n"]), inner, max_size=3)
    ),
    max_leaves=12,
)


@pytest.mark.slow
@tried(VALUES, VALUES, often=400)
@example(False, [])
def test_whatever_differs_is_reported_and_short(old: Any, new: Any) -> None:
    if old == new:
        return
    words = sentence(FieldChange(Key("claims", "C1"), "f", old, new))
    assert words.startswith("claim C1: f")
    assert words.strip(": ") != "claim C1: f", "something is said"


@pytest.mark.slow
@tried(st.lists(st.text(max_size=200), max_size=30), st.lists(st.text(max_size=200), max_size=30), often=400)
def test_lists_of_texts_end_in_bounded_words(old: list[str], new: list[str]) -> None:
    if old != new:
        assert len(describe(old, new)) < 40 * 130


@example(0.0, -0.0)
@given(st.floats(allow_nan=False), st.floats(allow_nan=False))
def test_two_numbers_that_differ_look_different(a: float, b: float) -> None:
    assert (apart(a, b)[0] == apart(a, b)[1]) == (a == b)
    assert digits_apart(a, b) >= 3


@pytest.mark.parametrize(
    ("old", "new"),
    [({"k_max": 2}, {"k_max": 3}), ({"k": 1}, {"k": 2}), ({"condition": "H1"}, {"condition": "H2"}), ({"condition": "H1"}, {})],
)  # fmt: skip
def test_gates_without_a_name_differ_in_what_they_count_and_need(
    old: dict[str, Any], new: dict[str, Any]
) -> None:
    """Else the text would be the same before and after."""
    gate = {"type": "cardinality", "inputs": ["A", "B", "C"]}
    outer = [{"type": "and", "inputs": [{**gate, **one}, "D"]} for one in (old, new)]
    for before, after in (({**gate, **old}, {**gate, **new}), tuple(outer)):
        added, _, removed = describe([before, "E"], [after, "E"], "inputs").partition("; removed ")
        assert removed
        assert added.removeprefix("inputs: added ") != removed
