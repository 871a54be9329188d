"""Forms that nobody filled in, beside forms that somebody did."""

from __future__ import annotations

import pytest

from casegen.texts.acceptances.reasons import no_reason
from casegen.texts.documents.blank_forms import left_blank
from casegen.texts.documents.failures import reported_failures

HEAD = "# Acceptance\n\nThe brake was inspected on 2026-03-04.\n\n"
BLANK = [
    "[ ] Accepted", "- [ ] Released for operation", "Result: [ ] accepted", "☐ accepted", "□ freigegeben", "[] accepted", "( ) accepted",
    "[_] accepted", "Brake: [ ] yes [ ] no", "[x] wheels\n[ ] accepted", "Name:\nDate:\nSignature:", "Name: ____  Date: ____",
    "Accepted by: ........\n\nAll ways are in the tree.", "Accepted by ________ on ________", "Name:\n\nDatum:\n", "Unterschrift:",
    "| Name | Date | Signature |\n|---|---|---|\n|  |  |  |",
]  # fmt: skip
FILLED = [
    "[x] Accepted", "[x] accepted [ ] rejected", "[x] passed\n[ ] failed", "- [x] ja\n- [ ] nein", "☑ accepted ☐ not accepted",
    "Name: B. Judge\nDate: 2026-03-04\nSignature: B. Judge", "Name:\nB. Judge\nDate:\n2026-03-04", "Name:\nDate:\nB. Judge\n2026-03-04",
    "Name: ___B. Judge___", "| Name | Date |\n|---|---|\n| B. Judge | 2026-03-04 |", "Results:\n\n- all bolts tight",
    "The register x[ ] holds the sum; values: [1, 2].", "Contents: .......... 3", "____\n\nDate: 2026-03-04", "Place and date: Bonn, 4 March 2026",
]  # fmt: skip


@pytest.mark.parametrize("text", BLANK)
def test_a_form_left_blank_is_reported(text: str) -> None:
    assert list(left_blank(HEAD + text))
    assert reported_failures(HEAD + text)


@pytest.mark.parametrize("text", FILLED)
def test_a_form_that_was_filled_in_is_not(text: str) -> None:
    assert not list(left_blank(HEAD + text))
    assert not reported_failures(HEAD + text)


@pytest.mark.parametrize(
    "text", ["[ ] Accepted by the board", "Accepted by ______ on ______", "☐ reviewed with the operator"]
)
def test_a_blank_form_is_no_reason(text: str) -> None:
    assert no_reason(text)


@pytest.mark.parametrize(
    "text",
    ["[x] Reviewed with the operator", "The form has a box [ ] for each wheel", "Judged by snake_case names"],
)
def test_a_ticked_box_or_a_text_about_boxes_may_be_a_reason(text: str) -> None:
    assert not no_reason(text)
