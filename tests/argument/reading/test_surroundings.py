"""Words by which a text denies a claim that it names: the same as one expression of all would find, without one for
each claim."""

from __future__ import annotations

import itertools
import re

import pytest

from casegen.argument.reading import surroundings
from casegen.argument.reading.surroundings import named_as_false

NAMES = ("C2", "W-C2", "C2.C2", "c2", "ß-1", "C")
SAYINGS = (
    "{} does not hold", "It is false that the claim {} holds", "If {} fails, the brake acts", "{} fails to open",
    "Es ist nicht wahr, dass {} gilt", "{} ist nicht erfüllt", "{}x fails", "x-{} fails", "{}  was found to be untrue",
    "The part {} meets its requirement", "{}.{} fails", "{}.{}.{} failed", "{} has failed on C2", "{}",
    "C2 holds; {} has been refuted", "It is not true that it rains, and it is wrong that {} holds", "{} FAILS",
    "{} fails. {} is false",
)  # fmt: skip


def by_one_expression(text: str, claim: str) -> str:
    """The definition."""
    if claim not in text:
        return ""
    id = rf"(?<![\w-]){re.escape(claim)}(?![\w-])"
    match = re.search(rf"{id}\s+{surroundings._FALSE}\b{surroundings._UNLESS}", text, re.I) or re.search(
        rf"{surroundings._DENIED_FIRST}\s+(?:(?:the\s+)?claim\s+|die\s+behauptung\s+)?{id}", text, re.I
    )
    return match[0] if match and not surroundings._OPEN.search(text[: match.start()]) else ""


@pytest.mark.parametrize("said", SAYINGS)
def test_denials_are_those_of_one_expression(said: str) -> None:
    for name, asked in itertools.product(NAMES, NAMES):
        for text in (said.format(*[name] * 3), f"{name} holds. {said.format(*[asked] * 3)} or {name} fails"):
            assert named_as_false(text, asked) == by_one_expression(text, asked), (text, asked)


def test_no_expression_is_made_for_a_claim_that_nothing_denies(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*arguments: object) -> None:
        raise AssertionError(arguments)

    monkeypatch.setattr(re, "compile", never)
    monkeypatch.setattr(re, "search", never)
    assert not named_as_false("The part C4711 meets its requirement", "C4711")
