"""Numbers and words for how often, in the ways that sentences say them: none is weaker than the sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import RECORD, calculation, measured

TEXT = "claims.C1.text"
STRONGER = [
    "There is no failure of the range guard in 10 million approaches",
    "Every 1,000,000 approaches the range guard fails at most once",
    "Der Bereichswächter versagt alle 1.000.000 Annäherungen höchstens einmal",
    "Less than one failure of the range guard is expected in 10 million approaches",
    "La garde échoue dans au plus 1 approche sur 1 000 000",
    "La garde échoue dans moins de 0,01 pour cent des approches",
    "El guardia falla en como máximo 1 de cada 1 000 000 aproximaciones",
    "La guardia fallisce in al massimo 1 approccio su 1 000 000",
    "Der Bereichswächter versagt höchstens 1-mal in 1.000.000 Annäherungen",
    "Der Bereichswächter versagt in höchstens einem halben Promille der Annäherungen",
    "The range guard fails in at most every 50,000th approach",
    "Der Bereichswächter versagt bei höchstens jeder 50.000. Annäherung",
    "A failure of the range guard happens every 50,000 approaches at most",
    "La garde échoue au plus une fois sur 50 mille approches",
    "El guardia falla en como máximo 1 de 1 000 000 aproximaciones",
    "The range guard fails in at most 1 basis point of the approaches",
]
AS_STRONG = [
    "Every 1,000 approaches the range guard fails at most once",
    "Der Bereichswächter versagt alle 1.000 Annäherungen höchstens einmal",
    "At most one failure of the range guard is expected in 1,000 approaches",
    "La garde échoue dans au plus 1 approche sur 1 000",
    "La garde échoue au plus une fois sur mille approches",
    "Der Bereichswächter versagt höchstens 1-mal in 1.000 Annäherungen",
    "The range guard fails in at most every thousandth approach",
    "A failure of the range guard happens every 1,000 approaches at most",
    "The range guard, serviced every 50,000 approaches, fails in at most 1 of 1,000 approaches",
    "The range guard fails in at most 1 of 1,000 approaches, as no failure of it was seen in 30,000 approaches",
]


@pytest.mark.parametrize("number", range(len(STRONGER)))
def test_a_sentence_that_says_more(tmp_path: Path, number: int) -> None:
    at = folder(tmp_path / "x", measured(), {TEXT: STRONGER[number]}, {"record.csv": RECORD})
    must_not_hold(at, "text-number")


@pytest.mark.parametrize("number", range(len(AS_STRONG)))
def test_a_sentence_that_says_as_much(tmp_path: Path, number: int) -> None:
    at = folder(tmp_path / "x", measured(), {TEXT: AS_STRONG[number]}, {"record.csv": RECORD})
    must_hold(at)


@pytest.mark.parametrize(("words", "most"), [
    ("It is negligible how often the lift starts open", 0.05), ("It is extremely unlikely that the lift starts open", 0.05),
    ("A start with an open door is practically excluded", 0.05), ("It is very unlikely that the lift starts open", 0.1),
    ("It is unlikely that the lift starts with an open door", 1 / 3), ("Dass der Aufzug offen anfährt, ist praktisch ausgeschlossen", 0.05),
    ("Der Aufzug fährt äußerst selten offen an", 0.05),
])  # fmt: skip
def test_words_of_likelihood_have_a_largest_number(tmp_path: Path, words: str, most: float) -> None:
    for limit, holds in ((1.2 * most, False), (0.9 * most, True)):
        edits = {TEXT: words, "trees.FT.target.probability": limit, "events.E1.model.probability": 0.5 * most}
        at = folder(tmp_path / f"{holds}", calculation(), edits)
        if holds:
            must_hold(at)
        else:
            must_not_hold(at, "bound-says-little")


@pytest.mark.parametrize("source", ["TBD", "none", "made up", "to be asked"])
def test_a_target_has_a_source_that_is_one(tmp_path: Path, source: str) -> None:
    must_not_hold(
        folder(tmp_path / "x", calculation(), {"trees.FT.target.source": source}), "names no source"
    )
