"""Names that differ in nothing that is seen are one name, whichever character nobody sees stands in them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from casegen_evidence.tables.labels import is_invisible, label

from casegen.model.legible import legible
from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import measured

UNSEEN = (
    "\x01\x08\x0e\x1b\x7f\x80\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u180b\u200b\u200e\u202e\u2060\u2065\u2066\u206f"
    "\u2800\u3164\ufdd0\ufe0f\ufeff\uffa0\ufff0\ufff8\ufff9\uffff\U000e0001\U000e0100\U000e0fff\U0001d159\U0010ffff"
)
SEEN = "-_'´\u0301\u0600\u06dd\u070f\u0e01\u25a0\u3042\u4e00\ue000\ufffd\U00013430\U0001f680"


@pytest.mark.parametrize("sign", UNSEEN, ids=ascii)
def test_an_unseen_character_is_no_part_of_a_name(sign: str) -> None:
    assert label(f"qu{sign}ay") == label(f"{sign}quay") == label(f"quay{sign}") == "quay"
    assert label(f"2{sign}0") == "20"


@pytest.mark.parametrize("sign", SEEN, ids=ascii)
def test_a_character_that_is_seen_is_one(sign: str) -> None:
    assert label(f"qu{sign}ay") != "quay"


def test_tables_and_documents_know_the_same_unseen_characters() -> None:
    """What a document shows as its code point is dropped in a name, and the other way about."""
    every = map(chr, (*range(0xD800), *range(0xE000, sys.maxunicode + 1)))
    signs = [c for c in every if not c.isspace() and not _is_no_character(c)]
    assert [c for c in signs if is_invisible(c)] == [c for c in signs if legible(f"1{c}1") != f"1{c}1"]


def _is_no_character(sign: str) -> bool:
    """Neither fonts nor most documents hold any of them."""
    return ord(sign) & 0xFFFE == 0xFFFE or "\ufdd0" <= sign <= "\ufdef"


@pytest.mark.parametrize("sign", "\u061c\u115f\u2065\ufff0\x1b", ids=ascii)
def test_one_entry_twice(sign: str, tmp_path: Path) -> None:
    rows = "entry,demands,failures\nquay,4013,0\nqu{}ay,4013,1\n"
    must_not_hold(folder(tmp_path / "f", measured(), {}, {"record.csv": rows.format(sign)}), "quay")
    seen = "entry,demands,failures\nquay,4013,0\nq{}uay,4213,1\n"
    must_hold(folder(tmp_path / "t", measured(), {}, {"record.csv": seen.format("\u00fc")}))
