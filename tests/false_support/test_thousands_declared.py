"""Records with a declared separator of thousands: each number in that form, or the record supports nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import measured
from tests.false_support.test_records import HOURS, ITEM

GERMAN = HOURS | {f"{ITEM}.decimal": ",", f"{ITEM}.thousands": "."}
ENGLISH = HOURS | {f"{ITEM}.decimal": ".", f"{ITEM}.thousands": ","}
SWISS = HOURS | {f"{ITEM}.decimal": ".", f"{ITEM}.thousands": "'"}
HEAD = "entry;hours;failures\n"

FALSE: dict[str, tuple[str, dict[str, Any], str]] = {
    "hours-below-one": (HEAD + "P1;2500.500;0\nP2;0.980;0\nP3;0.990;0\n", GERMAN, "record.csv:2, column hours"),
    "a-leading-zero": (HEAD + "P1;2.500;0\nP2;0.980;0\n", GERMAN, "contradicts `thousands"),
    "two-decimals": (HEAD + "P1;2.500;0\nP2;12.25;0\n", GERMAN, "found '12.25'"),
    "an-exponent": (HEAD + "P1;2.500;0\nP2;1.8e3;0\n", GERMAN, "found '1.8e3'"),
    "an-exponent-of-two-digits": (HEAD + "P1;2.500;0\nP2;1.80e+03;0\n", GERMAN, "found '1.80e+03'"),
    "an-exponent-of-three-digits": (HEAD + "P1;2.500;0\nP2;1.800e+03;0\n", GERMAN, "found '1.800e+03'"),
    "a-decimal-comma": (HEAD + "P1;2,500;0\nP2;0,980;0\n", ENGLISH, "contradicts `thousands"),
    "a-comma-and-an-exponent": (HEAD + "P1;2,500;0\nP2;1,8e3;0\n", ENGLISH, "found '1,8e3'"),
    "an-apostrophe": (HEAD + "P1;2'500;0\nP2;0'980;0\n", SWISS, "contradicts `thousands"),
}  # fmt: skip

TRUE: dict[str, tuple[str, dict[str, Any]]] = {
    "german": (HEAD + "P1;2.500,5;0\nP2;12.980;1\nP3;970,25;0\nP4;1800;0\n", GERMAN),
    "german-with-exponents": (HEAD + "P1;1,8e4;1\nP2;2e3;0\n", GERMAN),
    "english": (HEAD + "P1;2,500.5;0\nP2;12,980;1\nP3;0.98;0\n", ENGLISH),
    "swiss": (HEAD + "P1;2'500.5;0\nP2;12'980;1\nP3;0.98;0\n", SWISS),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
def test_numbers_in_another_form_support_nothing(name: str, tmp_path: Path) -> None:
    content, edits, because = FALSE[name]
    must_not_hold(folder(tmp_path / name, measured(), edits, {"record.csv": content}), because)


@pytest.mark.parametrize("name", TRUE)
def test_numbers_as_declared_support(name: str, tmp_path: Path) -> None:
    content, edits = TRUE[name]
    must_hold(folder(tmp_path / name, measured(), edits, {"record.csv": content}))
