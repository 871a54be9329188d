"""Days that two entries of a record share count twice; columns that say nothing new are not asked about."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.bases import measured

TEXT = "claims.C1.text"
TWICE = {
    "days with a month in words": (["rig 3 (1-31 Jan 2026)", "rig 3 (15 Jan - 14 Feb 2026)"], ""),
    "days without a year": (["3 March to 9 March", "7 March to 15 March"], ""),
    "german days": (["quay 3.3.-9.3.2026", "quay 7.3.-15.3.2026"], ""),
    "month first": (["March 3 - March 9", "March 8 - March 20"], ""),
    "a column of periods": (["a", "b"], ",period,vehicle;2026-03-02 to 2026-03-20,V2;2026-03-10 to 2026-03-30,V2"),
    "one logger": (["a", "b"], ",from,to,source;2026-01-01,2026-01-31,logger 3;2026-01-15,2026-02-15,logger 3"),
}  # fmt: skip
ONCE = {
    "days with a month in words": (["rig 3 (1-14 Jan 2026)", "rig 3 (15 Jan - 14 Feb 2026)"], ""),
    "days without a year": (["3 March to 9 March", "9 March to 15 March"], ""),
    "german days": (["quay 3.3.-9.3.2026", "buoy 7.3.-15.3.2026"], ""),
    "numbers of units": (["pumps 1-20", "pumps 15-30"], ""),
    "another logger": (["a", "b"], ",from,to,logger no;2026-01-01,2026-01-31,3;2026-01-15,2026-02-15,4"),
}


def record(entries: list[str], beside: str) -> dict[str, str | bytes]:
    """A record of two entries, with columns beside them."""
    head, *more = beside.split(";") if beside else ["", "", ""]
    rows = [f"{name},{4000 + 71 * k},{k}{',' if beside else ''}{more[k]}" for k, name in enumerate(entries)]
    return {"record.csv": "\n".join([f"entry,demands,failures{head}", *rows]) + "\n"}


@pytest.mark.parametrize("name", TWICE)
def test_days_that_two_entries_share(name: str, tmp_path: Path) -> None:
    must_not_hold(folder(tmp_path / "c", measured(), {}, record(*TWICE[name])), "count")


@pytest.mark.slow
@pytest.mark.parametrize("name", ONCE)
def test_days_that_follow_each_other_or_are_of_others(name: str, tmp_path: Path) -> None:
    must_hold(folder(tmp_path / "c", measured(), {}, record(*ONCE[name])))


def _within(seconds: str) -> dict[str, Any]:
    return {TEXT: f"In at most 1 of 1,000 approaches the range guard fails to stop within {seconds} s"}


FROST = {TEXT: "In frost the range guard fails in at most 1 of 1,000 approaches"}
BESIDE: dict[str, tuple[str, dict[str, Any], bool]] = {
    "places": (",place;north pier;quay", {}, False),
    "a place of tests": (",place;north pier;test hall", {}, True),
    "from and to": (",from,to;Kiel,Oslo;Oslo,Kiel", {}, False),
    "product as the case calls it": (",product;range guard;range guard", {}, False),
    "another product": (",product;range guard 1;range guard 1", {}, True),
    "temperature": (",ambient_C;17;21.5", {}, False),
    "temperature of a claim about frost": (",ambient_C;17;21.5", FROST, True),
    "time of two words beyond the claim": (",t_total_s;0.1;0.9", _within("0.5"), True),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BESIDE)
def test_columns_that_name_places_systems_and_weather(name: str, tmp_path: Path) -> None:
    beside, edits, asks = BESIDE[name]
    at = folder(tmp_path / "c", measured(), edits, record(["a", "b"], beside))
    must_hold(at)
    assert bool(json.loads(call("assess", at, "--json")[1])["questions"]) == asks


def test_a_time_of_two_words_is_held_against_the_claim(tmp_path: Path) -> None:
    at = folder(tmp_path / "c", measured(), _within("0.5"), record(["a", "b"], ",t_total_s;0.1;0.9"))
    assert "t_total_s holds 0.1 to 0.9 s, beside 0.5 s" in call("assess", at, "--json")[1]
