"""The words of ``VERIFY.txt`` in packs that were written: ``baseline verify`` has to know them as its own."""

from __future__ import annotations

import hashlib
from types import SimpleNamespace
from typing import Any, cast

import pytest

from casegen.audit.pack import verify_text
from casegen.review.baseline import Baseline

WORDS = {
    (True, False): "e5aed8e2168855c4",
    (True, True): "ed84298f738fa46c",
    (False, False): "004fbf9071e3076e",
    (False, True): "06613555f0a36e3b",
}


def frozen(signer: str) -> Baseline:
    about = SimpleNamespace(
        case="rover", created="2026-11-20T10:00:00", author="Ann Author", reason="Review", signer=signer
    )
    return cast("Baseline", SimpleNamespace(about=cast("Any", about), name="v1", root="ab" * 32))


@pytest.mark.parametrize(("quotes", "signed"), WORDS)
def test_words_that_packs_bear_are_kept(quotes: bool, signed: bool) -> None:
    """Whoever changes them keeps these as another form, as those without quotes are: packs of before bear them."""
    signer = "cd" * 32 if signed else ""
    text = verify_text(frozen(signer), "", signer or None, quotes=quotes)
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == WORDS[quotes, signed]
