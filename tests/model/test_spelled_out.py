"""A verdict is read also where its letters or parts are set apart, quoted, marked or struck out; headings are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen.io.document_text import document_text
from casegen.model.spelled_out import in_whole_words
from casegen.model.spelling import plainly_spelled
from casegen.texts.documents.failures import reported_failures
from casegen.texts.documents.reported_outcomes import failed_verdict

GAPS = (" ", "  ", "\u00a0", "\u2009", ".", ". ", "-", "_", "·", "*")


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize(
    "word", ["failed", "FAILED", "Void", "rejected", "durchgefallen", "ungültig", "FAIL"]
)
def test_letters_set_apart_are_one_word(gap: str, word: str) -> None:
    assert failed_verdict(plainly_spelled(f"Result: {gap.join(word)}"))


@pytest.mark.parametrize(("text", "whole"), [
    ("n o t   v a l i d", "not valid"), ("n o t v a l i d", "not valid"), ("N O T  P A S S E D", "NOT PASSED"),
    ("n i c h t   b e s t a n d e n", "nicht bestanden"), ("| fai | led |", "| failed |"), ("| 3 | fai- |\n|   | led |", "| 3 | failed|\n |"),
    ("The bolts fai\nled.", "The bolts failed\n."),
])  # fmt: skip
def test_parts_set_apart_are_put_together(text: str, whole: str) -> None:
    assert in_whole_words(text) == whole


@pytest.mark.parametrize("text", [
    "R E S U L T S", "P R Ü F B E R I C H T", "A B C D E F", "| A | B | C | D |", "A. B. C. Diehl", "x - y - z", "N O T E", "V A L I D A T I O N",
    "| in | valid |", "| not | passed |", "with\ndrawn steel", "a pass\nrate", "a fail\nsafe brake", "i. e. the bolt", "I. II. III. IV.", "fai l",
])  # fmt: skip
def test_initials_and_headings_stay_as_they_are(text: str) -> None:
    assert in_whole_words(text) == text


def _failures(at: Path, text: str, name: str = "r.md") -> tuple[str, ...]:
    (at / name).write_text(text, "utf-8")
    return reported_failures(document_text(at / name))


@pytest.mark.parametrize("text", [
    "60 % of the bolts f a i l e d.", "60 % of the bolts fai**led**.", "60 % of the bolts **f**ailed.", "60 % of the bolts _failed_.",
    "> 60 % of the bolts failed.", ">> 60 % of the bolts\n>> fai-\n>> led.", "Test 3: ~~passed~~", "~~All bolts passed.~~", "<s>All bolts passed.</s>",
    "Test 3: p\u0336a\u0336s\u0336s\u0336e\u0336d\u0336", "The certificate is v o i d.", "This record is not valid.", "Der Bericht ist ungültig.",
])  # fmt: skip
def test_a_hidden_failure_is_found(tmp_path: Path, text: str) -> None:
    assert _failures(tmp_path, f"# Bolts\n\n{text}\n")


def test_a_hidden_failure_is_found_in_a_web_page(tmp_path: Path) -> None:
    for word in ("f&nbsp;a&nbsp;i&nbsp;l&nbsp;e&nbsp;d", "fai<wbr>led", "<b>f</b>ailed", "fai-<br>led"):
        assert _failures(tmp_path, f"<html><body><p>60 % of the bolts {word}.</p></body></html>", "r.html")
    assert _failures(tmp_path, "<html><body><p>Test 3: <del>passed</del></p></body></html>", "r.html")


@pytest.mark.parametrize("text", [
    "R E S U L T S\n\nAll bolts passed.", "~~11~~ 12 bolts passed.", "~~passed~~ passed on 4 May", "> All bolts passed.", "All bolts *pass*ed.",
    "V E R D I C T:  P A S S E D", "| A | B | C |\n|---|---|---|\n| 1 | 2 | 3 |\n\nAll bolts passed.", "No bolt was re-\njected.", "No bolt f a i l e d.",
    "The certificate is not valid without a signature.", "This report is void if it is copied in part.", "Field `not_valid_before`: 2026-03-01",
    "The coating has no voids.", "The bolts were in-\nspected and passed.",
])  # fmt: skip
def test_honest_records_report_nothing(tmp_path: Path, text: str) -> None:
    assert not _failures(tmp_path, f"# Bolts\n\n{text}\n")
    assert not failed_verdict(document_text(tmp_path / "r.md"))
