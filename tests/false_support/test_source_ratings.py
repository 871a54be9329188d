"""Sources that rate an event in a form of their own, and pairs of numbers in a source that are no share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.bases import calculation

RARE = {"events.E1.model": {"type": "exponential", "rate": 1e-9}, "trees.FT.mission_time": 10}
ON_DEMAND = {"events.E1.model": {"type": "constant", "probability": 1e-5}}
RATES = [
    "maker: fails monthly", "data sheet: fails twelve times a year", "Datenblatt: fällt zwölfmal im Jahr aus", "fails 12 x per year",
    "mittlere Zeit bis zum Ausfall 2.000 h", "MTTF 2,000 h", "ISO 13849-1: PL b", "PL c", "PL d", "fällt monatlich aus",
]  # fmt: skip
SHARES = [
    "SIL 1 (low demand)", "SIL 1 (niedrige Anforderungsrate)", "availability 99 %", "uptime 99 %", "Verfügbarkeit 99 %", "1 in 300",
    "1:300", "1/300", "data sheet: 1/300", "maker 1/300", "Lamport 1/300", "contractor 1/300", "fails 1:300", "risk of 1/300",
]  # fmt: skip
ASKED = [
    "B10 = 100 h",
    "B10d 1,000 cycles",
    "L10 life 500 h",
    "Lebensdauer L10 500 h",
    "EN 954, Cat. 1",
    "Kategorie 1",
    "Kat. B",
]
NO_SHARES = [
    "drawing 1/250", "supply 230 V ± 10 %, sheet 4", "batch 2/300", "page 3/12", "scale 1:50", "pipe DN 1/2\"", "Rev. 1/2",
    "EN 50129:2018 clause 7/2", "Zeichnung 1/250", "Maßstab 1:50", "Charge 2/300", "sheet 3 of 12", "lab report 17/300", "TN 12/300",
    "gear ratio 1:50", "map 1:25,000", "certificate 3/400", "supply of 24 V DC -15 %/+20 %", "230 V +/- 10 %, data sheet",
]  # fmt: skip
QUIET = [
    "Cat. 5e cable, sheet 3",
    "Cat. 3, PL e, sheet 2",
    "tested twelve times a year",
    "used twice a day, sheet 2",
    "B10d 20,000,000 cycles",
]


IN_OTHER_FORMS = [
    "DS-4, R(t)=0.95",
    "R(8 h) = 0.99, sheet 3",
    "log10 P = -1.5",
    "log P: −2",
]
NOT_BEYOND = [
    "reliability of 0.999999",
    "log10 P = -6",
    "reliability handbook, table 0.95",
    "R(t), sheet 5",
]


def _asked(at: Path) -> list[list[str]]:
    questions: list[dict[str, Any]] = json.loads(call("assess", at, "--json")[1])["questions"]
    return [question["texts"] for question in questions if question["id"] == "FT"]


@pytest.mark.parametrize("source", RATES)
def test_a_rate_beyond_the_event(tmp_path: Path, source: str) -> None:
    must_not_hold(
        folder(tmp_path / "x", calculation(), {**RARE, "events.E1.source": source}), "event-text-number"
    )


@pytest.mark.parametrize("source", SHARES)
def test_a_share_beyond_the_event(tmp_path: Path, source: str) -> None:
    must_not_hold(
        folder(tmp_path / "x", calculation(), {**ON_DEMAND, "events.E1.source": source}), "event-text-number"
    )


@pytest.mark.parametrize("source", ASKED)
@pytest.mark.parametrize(
    "model", [RARE, {**ON_DEMAND, "events.E1.model": {"type": "constant", "probability": 1e-7}}]
)
def test_a_life_or_a_category_is_asked_about(tmp_path: Path, source: str, model: dict[str, Any]) -> None:
    at = folder(tmp_path / "x", calculation(), {**model, "events.E1.source": source})
    must_hold(at)
    assert any(source in texts for texts in _asked(at))


def test_a_rate_without_a_time_is_asked_about(tmp_path: Path) -> None:
    at = folder(tmp_path / "x", calculation(), {**ON_DEMAND, "events.E1.source": "maker: fails monthly"})
    must_hold(at)
    assert _asked(at) == [["maker: fails monthly", "monthly"]]


@pytest.mark.parametrize("source", [*NO_SHARES, *QUIET, *NOT_BEYOND])
def test_what_names_a_thing_is_no_share(tmp_path: Path, source: str) -> None:
    at = folder(tmp_path / "x", calculation(), {**ON_DEMAND, "events.E1.source": source})
    must_hold(at)
    assert not _asked(at)


@pytest.mark.parametrize("source", IN_OTHER_FORMS)
def test_a_reliability_or_a_logarithm_is_asked_about(tmp_path: Path, source: str) -> None:
    at = folder(tmp_path / "x", calculation(), {**ON_DEMAND, "events.E1.source": source})
    must_hold(at)
    assert any(source in texts for texts in _asked(at))
