"""Numbers in words from a small grammar, each with its true value: refused where the requirement is weaker, or asked."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

import pytest

from casegen.model.quantity import Comparison, MeasureKind
from casegen.texts.frequencies.agreement import disagreement
from casegen.texts.numbers.counts import plain
from casegen.texts.numbers.quantity_words import written_out
from casegen.texts.numbers.stated import half_read, stated

PARTS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10, "hundredth": 100}
TEILE = {"drittel": 3, "viertel": 4, "fünftel": 5, "zehntel": 10, "hundertstel": 100}
UNITS = {"percent": 100, "per cent": 100, "per mille": 1000, "permille": 1000, "%": 100, "‰": 1000}
EINHEITEN = {"Prozent": 100, "Promille": 1000}
EXPONENTS = {3: ("3", "three", "third"), 4: ("4", "four", "fourth"), 5: ("5", "five", "fifth")}
MANY = {
    "twenty-five thousand": 25_000, "two and a half thousand": 2500, "two thousand five hundred": 2500,
    "half a million": 500_000, "ten dozen": 120, "three hundred and twenty": 320, "a hundred thousand": 100_000,
    "zweitausendfünfhundert": 2500, "fünfundzwanzigtausend": 25_000, "anderthalbtausend": 1500,
    "eine halbe Million": 500_000, "zweieinhalbtausend": 2500,
}  # fmt: skip


def phrases() -> Iterator[tuple[str, Fraction]]:
    numerators = (("a ", 1), ("one ", 1), ("", 1), ("three ", 3))
    for (n, few), (m, many), of, (unit, size) in itertools.product(
        numerators, PARTS.items(), (" of a ", " of one ", " a ", " "), UNITS.items()
    ):
        if few < many:
            yield f"in at most {n}{m}{'s' * (few > 1)}{of}{unit} of the demands", Fraction(few, many * size)
    for n, (m, many), of, (unit, size) in itertools.product(
        ("einem ", "ein ", "drei ", ""), TEILE.items(), (" ", " eines ", ""), EINHEITEN.items()
    ):
        yield f"in höchstens {n}{m}{of}{unit if of else unit.lower()} der Anforderungen", Fraction(3 if n == "drei " else 1, many * size)  # fmt: skip
    for one, (e, words), ten in itertools.product(
        ("one in", "1 in", "one out of every", "one of"), EXPONENTS.items(), ("ten", "10")
    ):
        forms = (
            f"to the power of {words[0]}",
            f"to the power {words[1]}",
            f"to the {words[2]}",
            f"to the {words[0]}",
            f"to the {words[2]} power",
        )
        for form in forms:
            yield f"on at most {one} {ten} {form} demands", Fraction(1, 10**e)
    for m, size in MANY.items():
        yield f"on at most one in {m} demands", Fraction(1, size)
        yield f"bei höchstens einer von {m} Anforderungen", Fraction(1, size)


def outcome(text: str, limit: float) -> str:
    if disagreement(f"The horn fails {text}", Comparison.AT_MOST, limit, MeasureKind.PER_DEMAND, None):
        return "refused"
    return "asked" if half_read(text) else "silent"


@pytest.mark.slow
def test_a_quantity_of_several_words_is_read_whole() -> None:
    weak = {text: value for text, value in phrases() if outcome(text, 4 * float(value)) == "silent"}
    assert not weak
    alarms = [text for text, value in phrases() if outcome(text, float(value)) == "refused"]
    assert not alarms
    assert all(len(plain(text)) == len(text) for text, _ in phrases())


def test_a_word_with_a_superscript_is_a_power() -> None:
    assert [number.readings for number in stated("at most one in ten²")] == [(0.01,)]


def test_a_mantissa_before_a_power_is_a_part_of_it() -> None:
    (number,) = stated("at most five by ten to the minus six")
    assert number.readings == pytest.approx((5e-6,))


@pytest.mark.parametrize(
    "text",
    ["at most half of 3 %", "at most one in ten times a hundred", "1 in 100 hoch zwei",
     "at most one in ten squared", "at most one in a thousand cubed", "at most one in three gross", "½ ‰", "2½ %", "at most 1 % of 1 %"],
)  # fmt: skip
def test_a_quantity_beside_a_number_leaves_it_unread(text: str) -> None:
    assert half_read(text)
    assert not stated(text)


@pytest.mark.parametrize(
    "text",
    ["at most 1 of 1,000 runs", "between 1 and 2 % of the runs", "fails one in ten times", "at most 0.1 % in the third quarter",
     "1e-4 per hour in phase 2", "at most once in two years", "in at most 1 of 1,000 approaches and 3 of 4 runs"],
)  # fmt: skip
def test_ordinary_words_beside_a_number_are_none(text: str) -> None:
    assert stated(text)
    assert not half_read(text)
    assert written_out(text) == text
