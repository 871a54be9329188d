"""Ordinals of one and of several words as parts of one: a cardinal before a singular ``thousandth`` multiplies it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from casegen.model.quantity import Comparison, MeasureKind
from casegen.texts.frequencies.agreement import disagreement
from casegen.texts.frequencies.unread import unread
from casegen.texts.numbers.counts import plain
from casegen.texts.numbers.quantity_words import value_of
from casegen.texts.numbers.stated import half_read, stated

TENS = {
    20: "twenty",
    30: "thirty",
    40: "forty",
    50: "fifty",
    60: "sixty",
    70: "seventy",
    80: "eighty",
    90: "ninety",
}
UNITS = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
         "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]  # fmt: skip
EINER = ["", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf", "dreizehn",
         "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn"]  # fmt: skip
ZEHNER = ["", "", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"]
SIZES = {"hundredth": 100, "thousandth": 1000, "millionth": 10**6}


def spelt(n: int) -> str:
    if n >= 100:
        rest = f" and {spelt(n % 100)}" if n % 100 else ""
        return f"{UNITS[n // 100]} hundred{rest}"
    if n < 20:
        return UNITS[n]
    return TENS[n - n % 10] + (f"-{UNITS[n % 10]}" if n % 10 else "")


def auf_deutsch(n: int) -> str:
    if n >= 100:
        return f"{EINER[n // 100]}hundert{auf_deutsch(n % 100) if n % 100 else ''}"
    if n < 20:
        return EINER[n]
    return f"{EINER[n % 10]}und{ZEHNER[n // 10]}" if n % 10 else ZEHNER[n // 10]


CARDINALS = (2, 3, 5, 7, 10, 12, 15, 20, 25, 30, 48, 50, 90, 99, 100, 120, 250, 500, 725, 999)


def english() -> Iterator[tuple[str, Fraction]]:
    for n in CARDINALS:
        for word, size in SIZES.items():
            if size == 100 and n >= 100:
                continue
            for gap in (" ", "-"):
                nth = f"{spelt(n)}{gap}{word}"
                share = Fraction(1, n * size)
                for article in ("a", "one", "a single", "1"):
                    yield f"in at most {article} {nth} of the demands", share
                yield f"on at most every {nth} demand", share
                yield f"on at most each {nth} demand", share
                yield f"on at most one demand in every {nth} part", share
            yield (
                f"in at most three {spelt(n).replace(' ', '-')}-{word}s of the demands",
                Fraction(3, n * size),
            )
    for digits, n in (
        ("20,000", 20_000),
        ("20 000", 20_000),
        ("20000", 20_000),
        ("2,500", 2500),
        ("25", 25),
        ("101", 101),
    ):
        end = "st" if n == 101 else "th"
        yield f"on at most every {digits}{end} demand", Fraction(1, n)
        yield f"in at most one {digits}{end} of the demands", Fraction(1, n)
        yield f"in at most a {digits}{end} of the demands", Fraction(1, n)
    yield "in at most 1/20,000th of the demands", Fraction(1, 20_000)
    yield "on at most every three hundred and twentieth demand", Fraction(1, 320)
    yield "on at most every twenty-fifth demand", Fraction(1, 25)


def german() -> Iterator[tuple[str, Fraction]]:
    for n in (1, *CARDINALS):
        for word, size in (("hundert", 100), ("tausend", 1000), ("million", 10**6)):
            if size == 100 and n >= 100:
                continue
            one = auf_deutsch(n) if n > 1 else ""
            share = Fraction(1, n * size)
            yield f"höchstens bei jeder {one}{word}sten Anforderung", share
            yield f"höchstens jede {one}{word}ste Anforderung", share
            yield f"bei höchstens einem {(one + word).capitalize()}stel der Anforderungen", share
            yield f"bei höchstens drei {(one + word).capitalize()}steln der Anforderungen", 3 * share
            if one:
                yield f"bei höchstens einem {one} {word.capitalize()}stel der Anforderungen", share
    yield "höchstens bei jeder 20.000. Anforderung", Fraction(1, 20_000)
    yield "höchstens bei jeder fünfundzwanzigsten Anforderung", Fraction(1, 25)


def outcome(text: str, limit: float) -> str:
    subject = "Das Horn versagt" if "Anforderung" in text else "The horn fails"
    text = f"{subject} {text}"
    if disagreement(text, Comparison.AT_MOST, limit, MeasureKind.PER_DEMAND, None):
        return "refused"
    return "asked" if half_read(text) else "silent" if stated(text) or not unread(text) else "asked"


PHRASES = [*english(), *german()]


@pytest.mark.slow
def test_an_ordinal_of_several_words_is_one_part_of_so_many() -> None:
    weak = {text: value for text, value in PHRASES if outcome(text, 4 * float(value)) != "refused"}
    assert not weak
    alarms = [text for text, value in PHRASES if outcome(text, float(value)) != "silent"]
    assert not alarms
    assert all(len(plain(text)) == len(text) for text, _ in PHRASES)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("at most five thousandths of the demands", 5 / 1000), ("at most twenty thousandths of the demands", 20 / 1000),
        ("at most two hundredths of the demands", 2 / 100), ("at most one thousandth of the demands", 1 / 1000),
        ("höchstens zwei Tausendstel der Anforderungen", 2 / 1000), ("at most every thousandth demand", 1 / 1000),
        ("höchstens zwanzig Tausendstel der Anforderungen", 20 / 1000),
    ],
)  # fmt: skip
def test_a_plural_counts_the_parts(text: str, value: float) -> None:
    assert [n.readings for n in stated(text)] == [pytest.approx((value,))]


@pytest.mark.parametrize(
    "text", ["at most five hundred thousandths", "at most two hundred thousandths of the runs"]
)
def test_a_plural_that_may_be_either_is_asked_about(text: str) -> None:
    assert half_read(text)
    assert not stated(text)


@pytest.mark.parametrize(
    "text",
    ["The horn of the twenty-first century fails in at most 1 of 1,000 demands", "The horn on the twenty-third floor is loud",
     "In the third quarter at most 1 of 1,000 horns fails", "On the 21st of May the horn fails in at most 1 of 1,000 demands"],
)  # fmt: skip
def test_an_ordinal_that_names_a_place_in_a_row_is_no_number(text: str) -> None:
    assert plain(text) == text
    assert not half_read(text)
    assert not unread(text)


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("At most one demand in twenty-five thousand fails", "one demand in twenty-five thousand"),
        ("One of twenty-five thousand starts", "One of twenty-five thousand"),
        ("At most a twenty thousandth of the demands", "a twenty thousandth"),
        ("At most every twenty thousandth demand", "every twenty thousandth demand"),
        ("Höchstens einem Fünftausendstel der Fälle", "einem Fünftausendstel"),
        ("At most 5e-3 1/h", "5e-3 1/h"), ("At most one in ten to the power of four runs", "one in ten to the power of four"),
        ("At most three quarters of a percent", "three quarters of a percent"),
    ],
)  # fmt: skip
def test_a_quote_has_the_words_of_the_text(text: str, quote: str) -> None:
    (number,) = stated(text)
    assert number.quote == quote
    assert text[number.at : number.at + len(quote)] == quote


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("The stop function has a risk reduction factor of at least {}", "1,000"), ("RRF ≥ {}", "1000"),
        ("Der Risikominderungsfaktor beträgt mindestens {}", "1.000"),
        ("The odds against a failure on a demand are at least {} to 1", "999"),
    ],
)  # fmt: skip
def test_how_much_rarer_a_failure_is_than_a_demand(text: str, limit: str) -> None:
    kind = MeasureKind.PER_DEMAND
    for said, agrees in (
        (limit, True),
        ("500", True),
        (limit.replace("1", "5", 1) if "1" in limit else "5000", False),
    ):
        said = text.format(said)
        assert (disagreement(said, Comparison.AT_MOST, 1e-3, kind, 0.95) == "") is agrees, said
    assert not any(n.readings[0] != 0.3 for n in stated("A risk reduction of 30 % is reached"))


@pytest.mark.parametrize("text", ["at most 7e-2 in twenty-five thousand times a hundred", "at most a half of twenty-five thousandths of 2 %"])  # fmt: skip
def test_what_stands_beside_a_number_is_quoted_from_the_text(text: str) -> None:
    for said in (*half_read(text), *unread(text)):
        assert "  " not in said
        for part in said.rstrip(")").split(" ("):
            assert part in text


def test_values_of_the_grammar_itself() -> None:
    assert [value_of(spelt(n)) for n in CARDINALS] == list(CARDINALS)
