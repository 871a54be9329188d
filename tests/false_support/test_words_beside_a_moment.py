"""An unavailability beside words of missions, of an interval, of a beginning, of all demands or of a count; words unread."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import call, edited, folder, must_hold, must_not_hold
from tests.false_support.test_over_the_mission import case, constant

RULE = "unavailability-as-frequency"
MOMENT = "the probability of being failed at one moment"
PUMP = {"type": "glm", "on_demand": 0, "failure_rate": 1e-3, "repair_rate": 0.05}
UNAVAILABLE = "The pump is unavailable at any time with a probability of at most 2 %"


def claim(text: str, title: str = "The pump does not deliver", **more: Any) -> dict[str, Any]:
    """A claim on a pump that fails at 1e-3/h and is repaired at .05/h: .0196 at a moment, .99984 at all in a year."""
    base = case(PUMP, constant(0.0), 0.02, "or", **{"claims.C1.text": text, "trees.FT.title": title, **more})
    return edited(base, {"trees.FT.gates.TOP.text": title})


OTHER_NUMBERS = """\
The share of missions in which the pump is unavailable is at most 2 %
The share of days with an unavailable pump is at most 2 %
The mean share of missions in which the pump is unavailable is at most 2 %
The pump is unavailable at most every 50 sorties
The pump is unavailable every fiftieth sortie at most
One mission in fifty at most finds the pump unavailable
Der Anteil der Fahrten mit unverfügbarer Pumpe ist höchstens 2 %
The pump remains available with a probability of at least 98 %
The pump is available without a break with a probability of at least 98 %
The pump is available from start to finish with a probability of at least 98 %
The pump is available nonstop with a probability of at least 98 %
Die Pumpe ist pausenlos mit einer Wahrscheinlichkeit von mindestens 98 % verfügbar
Die Pumpe bleibt mit einer Wahrscheinlichkeit von mindestens 98 % verfügbar
The pump has no downtime with a probability of at least 98 %
The probability of downtime of the pump is at most 2 %
Die Wahrscheinlichkeit eines Stillstands der Pumpe ist höchstens 2 %
The probability that the pump is unavailable even for a moment is at most 2 %
The pump is unavailable at one or more moments with a probability of at most 2 %
The pump is unavailable repeatedly with a probability of at most 2 %
The probability that the pump is unavailable between two services is at most 2 %
The probability that the pump is unavailable within its guarantee is at most 2 %
Die Wahrscheinlichkeit, dass die Pumpe auch nur einen Augenblick nicht verfügbar ist, ist höchstens 2 %
The probability that the pump turns unavailable is at most 2 %
The probability that the pump enters a failed state is at most 2 %
The probability that an unavailability of the pump sets in is at most 2 %
The pump delivers on all demands with a probability of at least 98 %
The probability that no demand fails is at least 98 %
The pump fails on one or more demands with a probability of at most 2 %
Die Pumpe versagt bei mindestens einer Anforderung mit einer Wahrscheinlichkeit von höchstens 2 %
The PFD of the pump, taken over all demands of a campaign, is at most 0.02
The mean unavailability of the pump is at most 2 % with at most two failures
Die mittlere Unverfügbarkeit der Pumpe ist höchstens 2 % bei höchstens zwei Unterbrechungen
The downtime events of the pump are at most 0.02
""".splitlines()


@pytest.mark.parametrize("text", OTHER_NUMBERS)
def test_another_number_beside_a_known_form(text: str, tmp_path: Path) -> None:
    """Each was supported without a question: the pump stops in the year with a probability of .99984."""
    verdict = must_not_hold(folder(tmp_path / "false", claim(text)), MOMENT)
    assert verdict.rules >= {RULE}
    must_hold(folder(tmp_path / "true", claim(UNAVAILABLE)))


ASKED = {
    "tomorrow": "The probability of an unavailable pump tomorrow is at most 2 %",
    "Sundays": "The probability of an unavailable pump on Sundays is at most 2 %",
    "cruise": "The PFD of the pump is at most 0.02 over a cruise",
    "seldom": "The pump, which seldom halts, is unavailable with a probability of at most 2 %",
    "Feiertagen": "Die Wahrscheinlichkeit, dass die Pumpe an Feiertagen nicht verfügbar ist, ist höchstens 2 %",
}


@pytest.mark.parametrize("word", ASKED)
def test_a_word_that_no_rule_reads_is_asked_about(word: str, tmp_path: Path) -> None:
    title = "Die Pumpe fördert nicht" if word == "Feiertagen" else "The pump does not deliver"
    at = folder(tmp_path, claim(ASKED[word], title))
    output = call("check", at)[1]
    assert RULE in output
    assert f'"{word}"' in output


HONEST = """\
Under normal thermal conditions the pump is unavailable at any time with a probability of at most 2 %
The steady-state unavailability of the pump as of IEC 61508-6, annex B, is at most 2 %
The unavailability of the pump stays below 2 % at all times
The pump is unavailable for at most 2 % of the mission
When the operator presses the button, the pump does not deliver with a probability of at most 2 %
The pump, repaired within 20 h, is unavailable at any time with a probability of at most 2 %
At the worst moment between two tests the pump is unavailable with a probability of at most 2 %
With at most 10 demands per year, the PFD of the pump is at most 0.02
In low-demand mode (at most one demand per year) the PFDavg of the pump is at most 0.02
The PFDavg of the pump is at most 0.02 at up to one demand per year
""".splitlines()


@pytest.mark.parametrize("text", HONEST)
def test_no_word_of_an_honest_claim_is_asked_about(text: str, tmp_path: Path) -> None:
    at = folder(tmp_path, claim(text))
    must_hold(at)
    assert RULE not in call("check", at)[1]


DEMANDS_THAT_FAIL = "The pump fails on at most 10 demands per year with a probability of at most 2 %"


def test_demands_that_fail_are_no_mode_of_operation(tmp_path: Path) -> None:
    assert must_not_hold(folder(tmp_path, claim(DEMANDS_THAT_FAIL))).rules >= {RULE}


NAMES = (
    "mean time between stops, 50 years",
    "number of stops",
    "stop frequency of the plant, sheet 3",
    "share of missions with a stop: 2 %",
    "one stop every 50 sorties",
    "at most every 50 missions",
    "Häufigkeit der Stillstände",
)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("place", ["trees.FT.target.source", "trees.FT.title", "trees.FT.gates.TOP.text"])
def test_a_count_in_the_texts_of_the_tree(name: str, place: str, tmp_path: Path) -> None:
    base = claim(UNAVAILABLE)
    assert must_not_hold(folder(tmp_path / "false", base, {place: name}), MOMENT).rules >= {RULE}


def test_the_text_of_a_tree_bars_where_it_says_what_the_top_is(tmp_path: Path) -> None:
    base = claim(UNAVAILABLE)
    counts = {"trees.FT.text": "One stop every 50 sorties"}
    assert must_not_hold(folder(tmp_path / "false", base, counts), MOMENT).rules >= {RULE}
    must_hold(folder(tmp_path / "true", base, {"trees.FT.text": "Failure rates from data sheet 12"}))


IN_GERMAN = (
    "Die Pumpe startet bei Anforderung mit einer Wahrscheinlichkeit von {} nicht",
    "Bei Anforderung startet die Pumpe mit einer Wahrscheinlichkeit von {} nicht",
    "Die Pumpe startet bei Bedarf mit einer Wahrscheinlichkeit von {} nicht",
    "Die Pumpe startet auf Anforderung mit einer Wahrscheinlichkeit von {} nicht",
)


@pytest.mark.parametrize("text", IN_GERMAN)
def test_a_german_denial_behind_the_number(text: str, tmp_path: Path) -> None:
    """It was refused as the contrary of the tree's title, of which it has every word."""
    title = "Die Pumpe startet nicht"
    must_hold(folder(tmp_path / "true", claim(text.format("höchstens 2 %"), title)))
    contrary = must_not_hold(folder(tmp_path / "false", claim(text.format("mindestens 98 %"), title)))
    assert "requirement-direction" in contrary.rules


OF_YEARS = (
    "One year in 50 at most sees the pump stop",
    "In one year in 50 at most the pump stops",
    "The pump delivers in all but 2 % of the years",
)


@pytest.mark.parametrize("text", OF_YEARS)
def test_a_share_of_years_with_its_relation_behind(text: str, tmp_path: Path) -> None:
    """Each was held by a limit of 40 % a year, without a question."""
    stays = claim(text, **{"events.E1.model": {"type": "exponential", "rate": 2e-6}})
    must_hold(folder(tmp_path / "true", stays))
    weak = folder(tmp_path / "weak", stays, {"trees.FT.target.probability": 0.4})
    assert "text-number" in must_not_hold(weak).rules
