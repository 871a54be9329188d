"""A number that somebody typed without a source is taken, not shown: what rests on it is assumed, at the claim."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import Change, Session
from casegen.io import load
from casegen.model.results import Status
from tests.false_support import DROP, call, edited, folder, must_hold, must_not_hold
from tests.false_support.bases import calculation

SOURCE, MODEL = "events.E1.source", "events.E1.model"
Q = {"id": "q", "value": 1e-4, "text": "chance of a bent contact"}
GROUP = {"id": "CC", "model": "beta-factor", "members": ["E1", "E2"], "factors": [0.1],
         "total": {"type": "constant", "probability": 1e-4}}  # fmt: skip
SHARED = {**GROUP, "total": {"type": "constant", "probability": {"parameter": "q"}}}


def computed(value: Any, **parameter: Any) -> dict[str, Any]:
    """The first event's probability as an expression of a parameter, the event without a source."""
    return {
        SOURCE: DROP,
        MODEL: {"type": "constant", "probability": value},
        "parameters.+": {**Q, **parameter},
    }


def scaled(op: str, *args: Any) -> dict[str, Any]:
    return computed({"op": op, "args": list(args)}, source="data sheet")


UNSOURCED: dict[str, dict[str, Any]] = {
    "an-event": {SOURCE: DROP},
    "a-parameter": computed({"parameter": "q"}),
    "one-of-two-parameters": {
        **scaled("mul", {"parameter": "q"}, {"parameter": "r"}), "parameters": [
            {**Q, "source": "data sheet"}, {"id": "r", "value": 0.01, "text": "share of open doors"}]},
    "a-sourced-parameter-made-rarer": scaled("mul", {"parameter": "q"}, 1e-6),
    "a-sourced-parameter-divided": scaled("div", {"parameter": "q"}, 1000),
    "a-rate": {SOURCE: DROP, MODEL: {"type": "exponential", "rate": 1e-6}, "trees.FT.mission_time": 10},
    "a-common-cause-group": {
        SOURCE: DROP, "events.E2.source": DROP, MODEL: DROP, "events.E2.model": DROP, "common_cause.+": GROUP},
    "the-factor-of-a-group": {
        SOURCE: DROP, "events.E2.source": DROP, MODEL: DROP, "events.E2.model": DROP, "common_cause.+": SHARED,
        "parameters.+": {**Q, "source": "data sheet"}},
}  # fmt: skip


@pytest.mark.parametrize("name", UNSOURCED)
def test_a_number_that_comes_from_nowhere(tmp_path: Path, name: str) -> None:
    result = must_not_hold(folder(tmp_path / name, calculation(), UNSOURCED[name]), "has no source")
    assert result.claims["C1"] == "assumed"
    assert "event-unsourced" in result.rules


def test_a_waiver_by_nobody(tmp_path: Path) -> None:
    waiver = {"rule": "event-unsourced", "reason": "old", "by": "TBD"}
    at = folder(tmp_path / "x", calculation(), {SOURCE: DROP, "events.E1.waive": [waiver]})
    must_not_hold(at, "self-waiver")


SOURCED: dict[str, dict[str, Any]] = {
    "a-parameter": computed({"parameter": "q"}, source="data sheet"),
    "a-parameter-of-a-parameter": {
        **computed({"parameter": "p"}), "parameters": [
            {**Q, "source": "data sheet"}, {"id": "p", "value": {"parameter": "q"}, "text": "chance of a bent contact"}]},
    "the-complement": scaled("sub", 1, {"op": "sub", "args": [1, {"parameter": "q"}]}),
    "made-rarer-with-a-source": {**scaled("mul", {"parameter": "q"}, 0.5), SOURCE: "half of the contacts are doubled"},
    "a-common-cause-group": {SOURCE: DROP, MODEL: DROP, "events.E2.model": DROP, "common_cause.+": GROUP},
    "the-factor-of-a-group": {
        SOURCE: DROP, "events.E2.source": DROP, MODEL: DROP, "events.E2.model": DROP,
        "common_cause.+": {**SHARED, "source": "beta after IEC 61508-6, table D.4"},
        "parameters.+": {**Q, "source": "data sheet"}},
}  # fmt: skip


@pytest.mark.parametrize("name", SOURCED)
def test_a_number_that_has_a_source(tmp_path: Path, name: str) -> None:
    must_hold(folder(tmp_path / name, calculation(), SOURCED[name]))


def test_waived_by_a_person_with_a_reason(tmp_path: Path) -> None:
    waiver = {
        "rule": "event-unsourced",
        "reason": "the contact is certified at this number",
        "by": "B. Judge",
    }
    at = folder(tmp_path / "waived", calculation(), {SOURCE: DROP, "events.E1.waive": [waiver]})
    assert call("assess", at)[0] == 0


def test_an_event_of_another_tree_is_no_matter(tmp_path: Path) -> None:
    more = {
        "events.+": {
            "id": "R1",
            "text": "The radio fails",
            "model": {"type": "constant", "probability": 0.1},
        },
        "trees.+": {"id": "RADIO", "top": "NO", "gates": [{"id": "NO", "type": "or", "inputs": ["R1"]}]},
    }
    assert call("assess", folder(tmp_path / "other", edited(calculation(), more)))[0] == 0


def test_a_what_if_is_no_source(tmp_path: Path) -> None:
    session = Session.open(load(folder(tmp_path / "x", calculation(), {SOURCE: DROP})))
    assert session.assess().claims["C1"].status is Status.ASSUMED
    assert session.assess((Change(1e-5, event="E1"),)).claims["C1"].status is Status.ASSUMED


@pytest.mark.parametrize("edit", [
    {SOURCE: "back-calculated from the target"}, {SOURCE: "set so that the target is met"}, {SOURCE: "because we need it"},
    {SOURCE: "data sheet, 3 %"}, {"events.E1.text": "The door contact usually sticks"},
    {"events.E1.text": "The door contact often sticks in winter"},
])  # fmt: skip
def test_a_source_or_text_that_speaks_against_its_number(tmp_path: Path, edit: dict[str, Any]) -> None:
    result = must_not_hold(folder(tmp_path / "x", calculation(), edit), "event")
    assert result.claims["C1"] == "not evaluated"


def with_factor(factor_source: str, **group: Any) -> dict[str, Any]:
    """The group of two events with a factor from a parameter, and no source of the members."""
    factor = {"id": "b", "value": 0.1, "text": "share of common causes", "source": factor_source}
    return {
        SOURCE: DROP, "events.E2.source": DROP, MODEL: DROP, "events.E2.model": DROP,
        "parameters": [{**Q, "source": "data sheet"}, factor],
        "common_cause.+": {**SHARED, "factors": [{"parameter": "b"}], **group},
    }  # fmt: skip


@pytest.mark.parametrize("source", ["TBD", "unknown", "to be determined", "??"])
@pytest.mark.parametrize("group", [{}, {"source": "scored after IEC 61508-6"}])
def test_a_factor_whose_parameter_s_source_is_none(
    tmp_path: Path, source: str, group: dict[str, str]
) -> None:
    result = must_not_hold(folder(tmp_path / "x", calculation(), with_factor(source, **group)), "parameter b")
    assert result.claims["C1"] == "not evaluated"


@pytest.mark.parametrize("group", [{}, {"source": "scored after IEC 61508-6"}])
def test_a_factor_whose_parameter_has_a_source(tmp_path: Path, group: dict[str, str]) -> None:
    must_hold(folder(tmp_path / "x", calculation(), with_factor("IEC 61508-6, table D.4", **group)))


@pytest.mark.parametrize("source", ["TBD", "set so that the target is met"])
def test_a_source_of_a_group_that_is_none(tmp_path: Path, source: str) -> None:
    edit = {**SOURCED["the-factor-of-a-group"], "common_cause.+": {**SHARED, "source": source}}
    result = must_not_hold(folder(tmp_path / "x", calculation(), edit), "common-cause group CC")
    assert result.claims["C1"] == "not evaluated"


@pytest.mark.parametrize("edit", [
    {SOURCE: "data sheet, 0.01 %"}, {SOURCE: "data sheet, 3 % resistance drift"}, {SOURCE: "maker's records to 2025"},
    {"events.E1.text": "The usually closed door contact sticks"}, {"events.E1.text": "An often used contact sticks"},
])  # fmt: skip
def test_a_source_or_text_that_fits_its_number(tmp_path: Path, edit: dict[str, Any]) -> None:
    must_hold(folder(tmp_path / "x", calculation(), edit))


NO_ESTIMATES = [
    "estimated", "geschätzt", "geschätzter Wert", "estimated value", "an estimate", "our own estimate", "rough estimate", "Schätzwert",
    "eigene Schätzung", "grob geschätzt", "Wert geschätzt", "value estimated", "estimated by us", "ballpark figure",
]  # fmt: skip
ESTIMATES = [
    "estimated by J. Doe, minutes 4", "estimated from 12 years of records", "geschätzt von A. Beer", "expert estimate, panel of 3 May",
    "Schätzung aus Felddaten, Bericht 7", "data sheet 12, estimated", "estimate of the manufacturer",
]  # fmt: skip


@pytest.mark.parametrize("source", NO_ESTIMATES)
def test_estimated_alone_names_no_source(tmp_path: Path, source: str) -> None:
    must_not_hold(folder(tmp_path / "x", calculation(), {SOURCE: source}), "names no source")


@pytest.mark.parametrize("source", ESTIMATES)
def test_an_estimate_by_somebody_or_from_something(tmp_path: Path, source: str) -> None:
    must_hold(folder(tmp_path / "x", calculation(), {SOURCE: source}))
