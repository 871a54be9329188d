"""What a number counts: another kind of missions or periods, several of them, so many or more, and missions of another length."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from casegen.texts.frequencies.counted_kinds import other_kinds
from casegen.texts.numbers.stated import stated
from casegen.texts.numbers.units import phrases
from casegen.texts.times.exposure import periods
from casegen.texts.times.mission_lengths import longer_beside
from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.test_comparison_phrases import base, edits

PERIODS = [
    "1 of 1,000 reactor years", "1 in 1,000 plant years", "1 of 1,000 unit-years", "1 of 1,000 summer months",
    "1 of 1,000 wet weeks", "0.1 % of the summer months", "one in a thousand reactor years",
]  # fmt: skip
GERMAN_PERIODS = [
    "heißen Wochen",
    "langen Monaten",
    "ganzen Jahren",
    "Sommermonaten",
    "Winterwochen",
    "Reaktorjahren",
]
KINDS = [
    "1 of 1,000 double missions", "1 of 1,000 twin missions", "1 of 1,000 consecutive missions", "1 of 1,000 long missions",
    "1 of 1,000 pairs of missions", "1 of 1,000 back-to-back missions", "1 of 1,000 rainy days", "0.001 per double mission",
    "0.1 % of the linked missions", "1 of 1,000 nested missions", "1 von 1.000 Doppelmissionen",
    "1 von 1.000 doppelten Missionen", "1 von 1.000 Zwölfstundenschichten",
]  # fmt: skip
PLAIN = [
    "1 of 1,000 missions", "1 of 1,000 planned missions", "0.1 % of all its missions", "1 of 1,000 individual missions",
    "1 of 1,000 days", "1 of 1,000 missions of 24 h", "1 of 1,000 such missions", "0.001 per mission", "1 of 1,000 safety demands",
    "1 von 1.000 Missionen", "1 von 1.000 geplanten Einsätzen", "1 von 1.000 Sicherheitsanforderungen",
    "1 of 1,000 production missions", "1 of 1,000 missions in rainy weeks",
]  # fmt: skip
MORE = [
    "two or more of 1,000", "one or more per 1,000", "1 or more in 1,000", "50 or more of 1,000", "one and more of 1,000",
    "one at least of 1,000", "1 und mehr von 1.000", "1 aufwärts von 1.000", "einer oder mehr von 1.000",
]  # fmt: skip
LONGER = [
    "A mission comprises two days", "A mission consists of 2 days", "A mission covers 48 h", "A mission spans two days",
    "A mission extends over 3 days", "A mission is made up of 2 days", "Missions run for 48 h", "A mission goes on for a week",
    "A mission ends after 100 h", "A mission is over after 48 h", "Eine Mission umfasst 48 h", "Eine Mission besteht aus zwei Tagen",
    "Eine Mission erstreckt sich über drei Tage", "Eine Mission läuft 48 h", "Missions of 8 to 48 h",
]  # fmt: skip
BESIDE = [
    "Mission: Monday to Friday", "A mission needs 2 days", "Eine Mission braucht 2 Tage", "Two days make a mission",
    "A mission is from 6 am on Monday to 6 pm on Friday", "Eine Mission geht von Montag bis Freitag",
]  # fmt: skip
OF_ONE_DAY = [
    "A mission lasts 24 h", "Missions last 20 h to 24 h", "Between two missions the lift rests for 48 h", "Missions start at 6 am",
    "The lift is serviced every 30 days, between missions", "After a mission the lift is stored for 3 days",
    "Missions are planned a week ahead", "The records of 12 missions were observed over two years", "Eine Mission dauert einen Tag",
]  # fmt: skip
TOP = "The rope breaks"


def _at(at: Path, text: str, context: str = "") -> Path:
    """A folder whose tree is for missions of 24 h."""
    changes = edits(text, TOP, "probability-per-mission") | {"trees.0.mission_time": 24}
    if context:
        changes |= {
            "contexts": [{"id": "X1", "kind": "definition", "text": context}],
            "claims.C1.context": ["X1"],
        }
    return folder(at, base(), changes)


def _questions(at: Path, text: str, context: str = "") -> object:
    made = _at(at, text, context)
    must_hold(made)
    return json.loads(call("assess", made, "--json")[1])["questions"]


@pytest.mark.parametrize("share", [*PERIODS, *(f"1 of 1,000 {unit}" for unit in GERMAN_PERIODS)])
def test_a_word_before_a_period_leaves_it_a_period(tmp_path: Path, share: str) -> None:
    must_not_hold(_at(tmp_path, f"{TOP} in at most {share}"), "text-number")


@pytest.mark.parametrize("share", KINDS)
def test_another_kind_of_what_is_counted_is_named(share: str) -> None:
    assert other_kinds(f"It breaks in at most {share}", "")


@pytest.mark.parametrize("share", PLAIN)
def test_a_kind_that_leaves_it_what_it_is(share: str) -> None:
    assert other_kinds(f"It breaks in at most {share}", "production of the site") == ()


def test_kinds_that_the_case_speaks_of_are_its_own() -> None:
    assert other_kinds("It stops in 1 of 1,000 survey missions", "surveys of the sea floor") == ()
    assert other_kinds("It stops in 1 of 1,000 double missions", "a double mission lasts 24 h") == ()
    assert other_kinds("It stops in 1 of 1,000 long missions", "two long rails") == ("long missions",)


def test_kinds_are_asked_about(tmp_path: Path) -> None:
    assert _questions(tmp_path / "false", f"{TOP} in at most 1 of 1,000 twin missions")
    assert not _questions(tmp_path / "true", f"{TOP} in at most 1 of 1,000 planned missions")


@pytest.mark.parametrize("share", MORE)
def test_so_many_or_more_is_a_lower_limit(share: str) -> None:
    assert [n.side for n in stated(f"It breaks in {share} demands")] == ["lower"]


def test_so_many_or_fewer_is_an_upper_limit(tmp_path: Path) -> None:
    assert [n.side for n in stated("It breaks in 1 or fewer of 1,000 demands")] == ["upper"]
    must_not_hold(_at(tmp_path / "false", f"{TOP} in one or more of 1,000 missions"), "text-number")
    must_hold(_at(tmp_path / "true", f"{TOP} in at most one of 1,000 missions"))


@pytest.mark.parametrize("text", LONGER)
def test_how_long_a_mission_is_in_other_words(text: str) -> None:
    assert max(period.hours for period in periods(text) if period.of_mission) >= 48.0


def test_a_context_of_longer_missions(tmp_path: Path) -> None:
    claim = f"{TOP} in at most 1 of 1,000 missions"
    must_not_hold(_at(tmp_path / "false", claim, LONGER[0]), "text-time")
    assert _questions(tmp_path / "asked", claim, BESIDE[0])
    assert not _questions(tmp_path / "true", claim, OF_ONE_DAY[0])


@pytest.mark.parametrize("text", BESIDE)
def test_a_longer_time_beside_a_mission(text: str) -> None:
    assert longer_beside(text, 24.0)


@pytest.mark.parametrize("text", OF_ONE_DAY)
def test_a_time_that_is_none_of_a_mission(text: str) -> None:
    assert longer_beside(text, 24.0) == ""


def test_a_noun_before_the_last_word_of_a_german_sentence() -> None:
    assert phrases("Das Ventil bleibt in höchstens 1 von 1.000 Kurven offen") == ("kurven",)
