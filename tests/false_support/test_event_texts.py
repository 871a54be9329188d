"""The number of an event, a parameter or a target is the one that the text beside it states."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.bases import RECORD, calculation, measured
from tests.false_support.test_requirements import _allocated

MODEL, TEXT, SOURCE = "events.E1.model", "events.E1.text", "events.E1.source"
HOURS = "trees.FT.mission_time"
RATE = {"type": "exponential", "rate": 1e-6}
PRODUCT = {"type": "constant", "probability": {"op": "mul", "args": [{"parameter": "q"}, 1e-2]}}
Q = {"id": "q", "value": 1e-3, "text": "share of doors with a bent contact", "source": "survey"}

CASES: dict[str, dict[str, Any]] = {
    **{f"text-{k}": {TEXT: text} for k, text in enumerate([
        "The door contact sticks in 5 % of the missions", "The door contact sticks in one of 20 starts", "The door contact misses one door in fifty",
        "The door contact sticks (1 of 1,000 doors)", "The door contact sticks with a probability of 0.01",
        "The door contact sticks, p = 0.2", "Der Türkontakt klemmt bei 2 % der Fahrten",
        "Der Türkontakt klemmt mit einer Wahrscheinlichkeit von 0,01", "The door contact sticks in half a percent of the trips",
        "The door contact opens in time in 99 % of the lifts", "The door contact sticks in a quarter of the starts", "The door contact sticks in every tenth start: 10 % of starts",
    ])},
    **{f"source-{k}": {SOURCE: text} for k, text in enumerate([
        "data sheet: 1e-2", "field data: 40 of 2,000 demands", "data sheet, failure rate 3 % of the starts",
        "Datenblatt: 5·10⁻³ je Anforderung", "hand book: 1e-2 to 1e-1", "Handbuch: Wahrscheinlichkeit 10⁻³ bis 10⁻²",
        "0 failures in 30 tests", "no failure in 20 tests", "hand book: probability between 10⁻³ and 10⁻²", "SIL 1", "estimate, 1 in 50 missions",
        "log book: 12 of 400", "data sheet: 0.01 per demand", "0,01 Ausfälle je Anforderung",
        "maker 0.2 %", "test report: 0.2 %", "EN 81, 0.2 %", "data sheet 12: 0.002", "maker: 2000 ppm", "2000 ppm according to data sheet 12",
        "half a percent, data sheet", "3 failures, 1500 trips", "1500 trips with 3 failures", "mail of the seller of 3 March, 0.2 %",
        "EN 81 table 4: 0.002", "0.002 (maker)", "0.2 per cent from the maker", "Herstellerangabe 0,2 %", "Prüfbericht: 0,002",
        "2000 ppm laut Datenblatt 12", "3 Ausfälle, 1500 Fahrten", "3 failed, 1500 tests",
    ])},
    **{f"text-again-{k}": {TEXT: text} for k, text in enumerate([
        "The door contact sticks: odds of 19 to 1 against it", "The odds that the door contact sticks are 1 to 19", "Der Türkontakt klemmt, die Chancen stehen 19 zu 1 dagegen",
        "The door contact fails in 0.05 of the missions", "Der Türkontakt klemmt in jeder dritten Fahrt", "The door contact sticks in 50,000 ppm of the starts",
        "The door contact sticks in 5'000 ppm of the starts", "The door contact sticks in 5 ‱ of the starts",
    ])},
    **{f"time-{k}": {HOURS: 10, MODEL: RATE, TEXT: text} for k, text in enumerate([
        "The door contact fails daily", "The door contact fails twice weekly", "Der Türkontakt fällt einmal am Tag aus", "Der Türkontakt fällt monatlich aus",
        "The door contact has yearly failures",
    ])},
    **{f"fit-{k}": {HOURS: 10, MODEL: RATE, SOURCE: text} for k, text in enumerate([
        "data sheet: 100,000 FIT", "data sheet: 12 000 FIT", "Datenblatt laut Hersteller: 100.000 FIT",
    ])},
    "fit": {HOURS: 10, MODEL: RATE, SOURCE: "data sheet: 100000 FIT"},
    "mean-time": {HOURS: 10, MODEL: RATE, SOURCE: "data sheet: MTBF 1,000 h"},
    "mean-time-to-danger": {HOURS: 10, MODEL: RATE, SOURCE: "data sheet: MTTFd 57 a"},
    "mean-time-to-danger-in-years": {HOURS: 10, MODEL: RATE, SOURCE: "Datenblatt: MTTFD = 57 Jahre"},
    "per-hour": {HOURS: 10, MODEL: RATE, SOURCE: "field data, 2e-4 per hour"},
    "once-a-month": {HOURS: 10, MODEL: RATE, TEXT: "The door contact sticks once a month"},
    "rate-of-a-constant": {HOURS: 10, SOURCE: "field data, 1e-3 per hour"},
    "scenario-step": {
        "scenarios.+": {"id": "S1", "title": "Door", "tree": "FT", "chain": [
            {"event": "E1", "text": "The door contact sticks in 10 % of the rides"}, {"event": "TOP", "text": "It starts"}]}},
    "parameter": {MODEL: PRODUCT, "parameters.+": {**Q, "value": 1e-4, "source": "survey: 2 % of the doors, probability 0.02"}},
    "lognormal": {MODEL: {"type": "constant", "probability": {"distribution": "lognormal", "mean": 1e-5, "error_factor": 3}},
                  SOURCE: "data sheet: probability 1e-3"},
    "scenario-of-the-top": {"scenarios.+": {"id": "S1", "title": "The lift starts open in 10 % of the missions", "tree": "FT", "chain": [
        {"event": "E1", "text": "sticks"}, {"event": "TOP", "text": "starts"}]}},
    "title-of-the-tree": {"trees.FT.title": "The lift starts with an open door in 5 % of the missions"},
    "gate": {"trees.FT.gates.TOP.text": "The lift starts in 5 % of the missions"},
    "weibull": {HOURS: 10, MODEL: {"type": "weibull", "scale": 1e9, "shape": 1}, SOURCE: "MTTF of 20,000 h"},
    "group": {
        "common_cause.+": {"id": "G", "model": "beta-factor", "members": ["E1", "E2"], "factors": [0.1],
                           "total": {"type": "constant", "probability": 1e-4}, "text": "Contacts stick in 3 % of the starts"},
        "events.E1.model": None, "events.E2.model": None},
}  # fmt: skip


P = {"id": "p", "value": 0.5, "text": "share of contacts", "source": "survey"}
COMPUTED = {
    "pow": ({"op": "pow", "args": [{"parameter": "p"}, 20]}, {"op": "pow", "args": [{"parameter": "p"}, 10]}),
    "sub": (
        {"op": "sub", "args": [{"parameter": "p"}, 0.4999]},
        {"op": "sub", "args": [{"parameter": "p"}, 0.499]},
    ),
    "min": (
        {"op": "min", "args": [{"parameter": "p"}, 1e-6]},
        {"op": "min", "args": [{"parameter": "p"}, 1e-3]},
    ),
    "exp": ({"op": "exp", "args": [-20]}, {"op": "exp", "args": [-6.9]}),
    "sqrt": ({"op": "sqrt", "args": [1e-12]}, {"op": "sqrt", "args": [1e-6]}),
}


@pytest.mark.parametrize("op", COMPUTED)
def test_a_number_that_is_computed_by_any_operation(tmp_path: Path, op: str) -> None:
    """The text says 1 of 1,000: the first value is less, the second is it."""
    texts = {TEXT: "The door contact sticks in 1 of 1,000 starts", "trees.FT.target.probability": 2e-3, "parameters.+": P,
             "claims.C1.text": "The lift starts with an open door in at most 2 of 1,000 missions"}  # fmt: skip
    less, same = ({MODEL: {"type": "constant", "probability": value}, **texts} for value in COMPUTED[op])
    must_not_hold(folder(tmp_path / "less", calculation(), less), "event-text-number")
    must_hold(folder(tmp_path / "same", calculation(), same))


@pytest.mark.parametrize(
    ("probability", "text", "holds"),
    [(0.99, "The siren is silent in 2 of 4,000 tests", False), (0.9995, "The siren sounds in 3,998 of 4,000 tests", True),
     (0.98, "The siren sounds, odds of 49 to 1 against", False), (0.98, "The siren sounds, odds of 49 to 1 against a failure", True),
     (0.98, "The siren sounds, odds of 49 to 1 for it", True), (0.98, "Die Sirene heult, die Chancen stehen 49 zu 1 dagegen", False),
     (0.9995, "The siren is silent in 2 of 4,000 tests", True), (0.99999, "The siren sounds in 3,998 of 4,000 tests", False)],
)  # fmt: skip
def test_more_than_the_text_says_is_not_cautious_under_a_negation(
    tmp_path: Path, probability: float, text: str, holds: bool
) -> None:
    gate = {"id": "TOP", "type": "nor", "inputs": ["E1", "E2"], "text": "The lift starts"}
    edits = {"trees.FT.gates.TOP": gate, TEXT: text, "trees.FT.target.probability": 0.02, "events.E1.model.probability": probability,
             "claims.C1.text": "The lift starts with an open door in at most 2 of 100 missions"}  # fmt: skip
    at = folder(tmp_path / "case", calculation(), edits)
    must_hold(at) if holds else must_not_hold(at, "event-text-number")


def _clean(edits: dict[str, Any]) -> dict[str, Any]:
    from tests.false_support import DROP

    return {k: DROP if v is None else v for k, v in edits.items()}


WORN = {TEXT: "The door contact is worn through in 12 % of the missions"}


@pytest.mark.parametrize("model", [
    {"scale": 1000, "shape": 3, "hours": 10}, {"scale": 1000, "shape": 3, "location": 990, "hours": 1000},
    {"scale": 1000, "shape": 3, "location": 990, "hours": 900},
], ids=["from-the-start", "from-its-location", "before-its-location"])  # fmt: skip
def test_wear_counts_from_the_location(tmp_path: Path, model: dict[str, float]) -> None:
    """12 % by 1,000 h would need a location near 500 h: 10 h of wear are 1e-6."""
    edits = {**WORN, MODEL: {"type": "weibull", **model}}
    must_not_hold(folder(tmp_path / "case", calculation(), edits), "its text says")


@pytest.mark.parametrize("command", ["check", "assess"])
def test_wear_beyond_the_largest_number_is_certain(tmp_path: Path, command: str) -> None:
    at = folder(
        tmp_path / "case",
        calculation(),
        {MODEL: {"type": "weibull", "scale": 50, "shape": 100, "hours": 100000}},
    )
    assert call(command, at)[0] in (0, 1)


@pytest.mark.parametrize("where", [TEXT, SOURCE, "trees.FT.target.source"])
@pytest.mark.parametrize(
    ("said", "quote"),
    [("in 0.05 bips of the starts", "0.05 (bips)"), ("in 0.05/100 of the starts", "0.05 (/100)"), ("1.500 FIT by the sheet", "1.500 FIT (1500 or 1.5)")],
)  # fmt: skip
def test_a_number_in_an_unknown_unit_is_asked_about(
    tmp_path: Path, where: str, said: str, quote: str
) -> None:
    at = folder(tmp_path / "case", calculation(), {where: f"The door contact sticks {said}"})
    assert quote in call("assess", at, "--json")[1]


@pytest.mark.parametrize("name", CASES)
def test_an_event_is_as_rare_as_its_text(tmp_path: Path, name: str) -> None:
    must_not_hold(folder(tmp_path / name, calculation(), _clean(CASES[name])), "its text says")


@pytest.mark.parametrize(
    "text",
    [
        "standard: 10⁻⁹ per mission, probability",
        "lift standard, 1 of 1,000,000 missions",
        "contract: at most 0.01 %",
        "limit of 0.01 %",
        "at most 0.01 percent",
        "contract: 100 ppm",
        "contract: 0.0001",
        "Vertrag: höchstens 0,01 %",
        "Vertrag 0,0001",
    ],
)
def test_a_target_is_that_of_its_source(tmp_path: Path, text: str) -> None:
    must_not_hold(
        folder(tmp_path / "source", calculation(), {"trees.FT.target.source": text}), "target-text-number"
    )
    titles = "in 1 of 1,000,000 missions", ", at most 0.01 %", "(höchstens 0,01 %)"
    for k, said in enumerate(titles):
        title = {"trees.FT.title": f"The lift starts with an open door {said}"}
        must_not_hold(folder(tmp_path / f"title-{k}", calculation(), title), "target-text-number")


@pytest.mark.slow
def test_a_measured_event_is_as_rare_as_its_text(tmp_path: Path) -> None:
    said = {"events.E1.text": "The guard misses 5 % of the approaches"}
    must_not_hold(folder(tmp_path / "said", _allocated(), said, {"record.csv": RECORD}), "its text says")
    twin = {"events.E1.text": "The guard misses about 1 of 8,000 approaches"}
    must_hold(folder(tmp_path / "twin", _allocated(), twin, {"record.csv": RECORD}))


TWINS: dict[str, dict[str, Any]] = {
    **{f"text-{k}": {TEXT: text} for k, text in enumerate([
        "The door contact sticks in 0.01 % of the missions", "The door contact sticks in 1 of 100,000 starts",
        "The door opens 10 % too fast", "Two of three contacts stick", "More than 5 % of the spring force is lost",
        "The contact, tested once a year, sticks", "The door contact opens in time in 99.99 % of the lifts",
        "The friction is above 0.3", "Contact pressure below 1e-3 mbar", "Der Türkontakt klemmt; Temperatur unter 20 %",
        "The contact of the SIL 1 controller sticks", "The contact sticks above 90 % humidity", "The contact, which is cleaned daily, sticks",
        "The contact beside the 19 to 1 gear sticks", "The contact sticks after a daily check fails", "The contact of 0.3 mm gold sticks below 0.5 N/mm",
    ])},
    **{f"source-{k}": {SOURCE: text} for k, text in enumerate([
        "data sheet, p. 0.3", "field data: 1 of 12,000 demands", "2 of 40,000 tests, 95 % upper bound",
        "1e-3 in all, of which 10 % of the cases with a passenger", "generic 1e-2, reduced by a factor of 100 after tests",
        "IEC 61508-6, table B.2, β = 2 %", "Datenblatt, diagnostic coverage 90 %", "data sheet (SIL 2 certified)",
        "SIL 3", "99 % confidence, 30,000 tests", "inspection every 2 years", "no failure in 3,000 tests", "data sheet: 0.0001 per demand", "uses 0.5 A per start", "hand book: 1e-5 to 1e-4",
        "maker 0.01 %", "100 ppm according to data sheet 12", "data sheet, rev. 0.02", "data sheet 0.02-b", "tolerance 0.2 %, data sheet",
        "data sheet: at 2 % slope", "data sheet: 0.0001", "Herstellerangabe 0,01 %", "data sheet, section 0.05", "1 failure, 15,000 trips",
        "Datenblatt, Feuchte bis 20 %", "maker; steel of 0.02 % carbon", "data sheet 4.02", "VDE 0.05 part 2", "data sheet, diagnostic coverage of 2 %",
    ])},
    "fit": {HOURS: 10, MODEL: RATE, SOURCE: "data sheet: 1000 FIT"},
    "mean-time": {HOURS: 10, MODEL: RATE, SOURCE: "data sheet: MTBF 1,000,000 h"},
    "part-of-a-rate": {HOURS: 10, MODEL: RATE, SOURCE: "1e-5 per hour, 10 % of the cases unnoticed"},
    "cautious": {SOURCE: "field data, 1 of 1,000,000 starts"},
    "lognormal": {MODEL: {"type": "constant", "probability": {"distribution": "lognormal", "median": 1e-4, "error_factor": 3}},
                  SOURCE: "data sheet: mean probability 1.2e-4"},
    "parameter": {MODEL: PRODUCT, "parameters.+": {**Q, "value": 1e-2, "source": "survey: 1 % of the starts"}},
    "gate-limit": {"trees.FT.gates.TOP.text": "The lift starts in at most 5 % of the missions"},
    "waived": {TEXT: "The door contact sticks in 5 % of the missions", "events.E1.waive": [
        {"rule": "event-text-number", "reason": "5 % before the change of the spring, see record 12", "by": "B. Judge"}]},
    **{f"target-source-{k}": {"trees.FT.target.source": text} for k, text in enumerate([
        "contract: at most 0.1 %", "contract: 0.001", "contract, rev. 0.0001", "contract: 1000 ppm", "standard for slopes of at most 0.01 %"])},
    "target-source": {"trees.FT.target.source": "lift standard, at most 1 of 1,000 missions"},
}  # fmt: skip


@pytest.mark.parametrize("name", TWINS)
def test_an_event_that_its_text_covers(tmp_path: Path, name: str) -> None:
    at = folder(tmp_path / name, calculation(), TWINS[name])
    must_hold(at)
    assert "whose units are not read" not in call("assess", at, "--json")[1]


def test_the_bases_are_clean(tmp_path: Path) -> None:
    must_hold(folder(tmp_path / "m", measured(), files={"record.csv": RECORD}))


EACH = "Each of two door contacts sticks in at most 1 of 100 starts; both have to"


@pytest.mark.parametrize(
    ("value", "holds"),
    [
        ({"op": "pow", "args": [0.01, 2]}, True), ({"op": "mul", "args": [0.01, 0.01]}, True),
        ({"op": "pow", "args": [0.001, 2]}, False), ({"op": "pow", "args": [0.01, 40]}, False), (1e-4, False),
    ],
)  # fmt: skip
def test_a_product_of_the_numbers_of_each_part(tmp_path: Path, value: Any, holds: bool) -> None:
    edits = {MODEL: {"type": "constant", "probability": value}, TEXT: EACH}
    at = folder(tmp_path / "case", calculation(), edits)
    must_hold(at) if holds else must_not_hold(at, "event-text-number")


PAIR = {"type": "constant", "probability": {"op": "mul", "args": [0.01, 0.01]}}


@pytest.mark.parametrize(
    "source",
    [
        "Test report: 1 of 1,000 starts", "data sheet, 0.3 % of the starts together", "Log book: both at once in 1 of 100 starts",
        "Prüfbericht: zusammen bei 1 % der Starts",
    ],
)  # fmt: skip
def test_a_product_does_not_answer_for_what_other_texts_say_of_all_parts(tmp_path: Path, source: str) -> None:
    at = folder(tmp_path / "case", calculation(), {MODEL: PAIR, TEXT: EACH, SOURCE: source})
    must_not_hold(at, "event-text-number")


@pytest.mark.parametrize(
    "source",
    [
        "data sheet of the contact: 0.01 per demand", "test report: 8 of 1,000 starts", "data sheet",
        "log book: both at once in 1 of 10,000 starts",
    ],
)  # fmt: skip
def test_what_another_text_says_of_a_part_or_of_the_product_agrees(tmp_path: Path, source: str) -> None:
    must_hold(folder(tmp_path / "case", calculation(), {MODEL: PAIR, TEXT: EACH, SOURCE: source}))


def test_a_text_of_each_part_and_of_both_at_once_agrees(tmp_path: Path) -> None:
    text = "Each contact sticks in 1 of 100 starts, both at once in 1 of 10,000 starts"
    edits = {MODEL: PAIR, TEXT: text, SOURCE: "data sheet of the contact: 0.01 per demand"}
    must_hold(folder(tmp_path / "case", calculation(), edits))


def test_the_largest_number_of_a_distribution_is_said_without_noise(tmp_path: Path) -> None:
    """2e-5 times 3 is 6.000000000000001e-05 in binary."""
    case = calculation()
    case["parameters"] = [
        {"id": "P", "text": "Fails in 10 of 1,000 hours", "source": "data sheet",
         "value": {"distribution": "lognormal", "median": 2e-5, "error_factor": 3, "level": 0.95}},
    ]  # fmt: skip
    case["events"][0]["model"] = {"type": "exponential", "rate": {"parameter": "P"}, "hours": 1}
    _, out, err = call("check", folder(tmp_path / "c", case), "--all")
    assert "parameter P is 6e-05, its text says" in " ".join((out + err).split())
