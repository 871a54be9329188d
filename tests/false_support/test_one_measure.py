"""One record under two claims of different things, and copies of a record without a failure."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casegen.argument.reading.one_measure import of_another_thing
from casegen.argument.reading.same_data import CountTable, recorded_again
from casegen.argument.view import view_of
from casegen.io.folder import load
from tests.false_support import folder
from tests.false_support.bases import RECORD, measured

_ABOUT = ("demands", "no stop", "test vehicle 2")


def _asked(tmp_path: Path, one: str, other: str, title: str = "Tests of the range guard") -> str:
    base = measured()
    second: dict[str, Any] = {**base["claims"][0], "id": "C9", "text": other}
    edits: dict[str, Any] = {"claims.C1.text": one, "claims.+": second, "evidence_items.EV.title": title}
    case = load(folder(tmp_path, base, edits, files={"record.csv": RECORD}))
    return of_another_thing(view_of(case), case.claim["C9"])


@pytest.mark.parametrize(
    ("one", "other", "title"),
    [
        (
            "The valve stays shut in 1 of 100 start-ups",
            "The valve stays shut in 1 of 100 shut-downs",
            "Start-ups",
        ),
        ("Channel A fails in 1 of 100 runs", "Channel B fails in 1 of 100 runs", "Tests of the channel"),
        ("The pump fails in 1 of 100 runs", "The alarm fails in 1 of 100 runs", "Tests of the pump"),
        ("The left door sticks in 1 of 100 runs", "The right door sticks in 1 of 100 runs", "Tests of doors"),
        ("It fails by day in 1 of 100 runs", "It fails at night in 1 of 100 runs", "Tests by day"),
        ("Pump 3 fails in 1 of 100 runs", "Pump 4 fails in 1 of 100 runs", "Tests of pumps"),
        ("The lift stops late in 1 of 100 runs", "The lift starts early in 1 of 100 runs", "Late stops"),
        ("The tank leaks in 1 of 100 fillings", "The tank bursts in 1 of 100 fillings", "Leaks in fillings"),
        ("Brake A slips in 1 of 100 stops", "Brake C slips in 1 of 100 stops", "Stops with brake A"),
        (
            "Die Pumpe versagt in 1 von 100 Fällen",
            "Die Klappe versagt in 1 von 100 Fällen",
            "Versuche der Pumpe",
        ),
    ],
)
def test_one_number_for_two_things(tmp_path: Path, one: str, other: str, title: str) -> None:
    assert _asked(tmp_path, one, other, title) == one


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The guard fails in 1 of 100 runs", "The guard fails in 1 of 100 runs"),
        ("The guard fails in 1 of 100 runs", "The range guard fails in 1 of 1,000 runs"),
        ("The range guard fails in 1 of 100 runs", "The guard fails in 1 of 100 runs"),
        ("The guard fails in 1 of 100 runs", "A fault of the guard: 1 of 100 runs"),
        ("The range guard fails in 1 of 100 runs", "The range guard fails in 1 of 100 tests"),
    ],
)
def test_one_thing_in_other_words(tmp_path: Path, one: str, other: str) -> None:
    assert not _asked(tmp_path, one, other)


def _table(
    sizes: tuple[float, ...], failures: tuple[int, ...], about: tuple[str, ...] = _ABOUT
) -> CountTable:
    return CountTable(tuple(f"rig {k}" for k in range(len(sizes))), sizes, failures, about)


@pytest.mark.parametrize("sizes", [(3000.0, 2500.0), (2500.0, 3000.0)])
def test_all_rows_without_a_failure_are_one_record(sizes: tuple[float, ...]) -> None:
    assert recorded_again(_table((3000.0, 2500.0), (0, 0)), _table(sizes, (0, 0)))


@pytest.mark.parametrize(
    "other",
    [
        _table((3000.0, 2500.0), (0, 0), ("demands", "no stop", "test vehicle 3")),
        _table((3000.0, 2400.0), (0, 0)),
        _table((3000.0, 2500.0, 10.0), (0, 0, 0)),
        _table((3000.0, 2500.0), (0, 0), ("demands", "no start", "test vehicle 2")),
        _table((3000.0, 2500.0), (0, 0), ("hours", "no stop", "test vehicle 2")),
    ],
)
def test_records_of_other_things_or_numbers(other: CountTable) -> None:
    assert not recorded_again(_table((3000.0, 2500.0), (0, 0)), other)


def test_records_of_which_nothing_is_said() -> None:
    one = _table((3000.0,), (0,), ("demands", "", ""))
    assert not recorded_again(one, one)
