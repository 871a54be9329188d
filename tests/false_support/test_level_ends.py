"""Integrity levels end strictly below the limit of their standard (IEC 61508-1, tables 2 and 3): at it they are not met."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import ACCEPTED, calculation
from tests.false_support.test_numbers_in_sight import asked

TEXT, REQUIREMENT = "claims.C1.text", "claims.C1.requirement"
ENDS = "lies strictly below this limit"


def _both(one: float, other: float, limit: float, text: str, **edits: Any) -> dict[str, Any]:
    """Both events are needed, so that the top event is their product, as decimals give it."""
    return {
        "trees.FT.gates.TOP.type": "and", "trees.FT.target.probability": limit, TEXT: text,
        "events.E1.model.probability": one, "events.E2.model.probability": other,
    } | {key.replace("__", "."): value for key, value in edits.items()}  # fmt: skip


def _continuous(one: float, other: float, limit: float, text: str, hours: float) -> dict[str, Any]:
    return {**_both(one, other, limit, text), "trees.FT.mission_time": hours}


AT_THE_END: dict[str, dict[str, Any]] = {
    "sil-1": _both(0.25, 0.4, 0.1, "The lift controller reaches SIL 1"),
    "sil-2": _both(0.1, 0.1, 0.01, "The lift controller reaches SIL 2"),
    "sil-3": _both(0.01, 0.1, 0.001, "The lift controller reaches SIL 3"),
    "sil-4": _both(0.01, 0.01, 0.0001, "The lift controller reaches SIL 4"),
    "at-least": _both(0.1, 0.1, 0.01, "The lift controller reaches at least SIL 2"),
    "or-better": _both(0.1, 0.1, 0.01, "The lift controller reaches SIL 2 or better"),
    "german": _both(0.1, 0.1, 0.01, "Die Steuerung erreicht mindestens SIL 2"),
    "in-words": _both(0.1, 0.1, 0.01, "The lift controller reaches a safety integrity level of 2"),
    "typed-decimals": _both(0.3, 0.1, 0.03, "The lift controller reaches SIL 2")
    | {REQUIREMENT + ".bound": 0.01, "events.E1.model.probability": 0.2, "events.E2.model.probability": 0.05},
    "of-its-own-limit": _both(0.1, 0.1, 0.01, "The lift controller reaches SIL 2") | {REQUIREMENT + ".bound": 0.01},
    "continuous": _continuous(0.001, 0.001, 1e-6, "The lift controller reaches SIL 3 in continuous mode", 10.0),
    "continuous-of-a-product": _continuous(0.01, 0.01, 1e-4, "The lift controller reaches SIL 3 in continuous mode", 1000.0),
    "pl-d": _continuous(0.001, 0.01, 1e-5, "The lift controller reaches PL d", 10.0),
    "asil-d": _continuous(0.0001, 0.001, 1e-7, "The lift controller reaches ASIL D", 10.0),
    "named-in-the-title": _both(0.1, 0.1, 0.01, "The lift starts with an open door in at most 1 of 100 missions")
    | {"trees.FT.title": "The lift starts with an open door (SIL 2)"},
    "named-by-the-source": _both(0.1, 0.1, 0.01, "The lift starts with an open door in at most 1 of 100 missions")
    | {"trees.FT.target.source": "SIL 2 of the hazard analysis"},
}  # fmt: skip


@pytest.mark.parametrize("name", AT_THE_END)
def test_the_end_of_a_level_is_no_part_of_it(tmp_path: Path, name: str) -> None:
    must_not_hold(folder(tmp_path / name, calculation(), AT_THE_END[name]), ENDS)


@pytest.mark.parametrize("name", AT_THE_END)
def test_below_its_end_a_level_is_met(tmp_path: Path, name: str) -> None:
    edits = {**AT_THE_END[name]}
    edits["events.E1.model.probability"] = 0.99 * edits["events.E1.model.probability"]
    must_hold(folder(tmp_path / name, calculation(), edits))


ABOVE: dict[str, Any] = {
    "claims.+": {"id": "C3", "text": "The lift controller reaches SIL 2", "owner": "A. Author"},
    "arguments.+": {"id": "A3", "text": "It is what the tree computes", "supports": "C3", "block": "concretion",
                    "from": ["C1"], "side_claims": ["W3"]},
    "case.roots": ["C3"],
}  # fmt: skip


def _above(probability: float) -> dict[str, Any]:
    case = calculation()
    case["claims"].append(
        {"id": "W3", "text": "Of the controller nothing else is said", "owner": "A. Author", **ACCEPTED}
    )
    both = _both(probability, 0.1, 0.01, "The lift starts with an open door in at most 1 of 100 missions")
    return {"case": case, "edits": both | ABOVE}


def test_a_claim_above_without_a_requirement_names_the_level(tmp_path: Path) -> None:
    at_it, below = _above(0.1), _above(0.099)
    must_not_hold(folder(tmp_path / "at-it", at_it["case"], at_it["edits"]), ENDS)
    must_hold(folder(tmp_path / "twin", below["case"], below["edits"]))


def test_where_a_part_is_named_by_its_level_the_number_decides(tmp_path: Path) -> None:
    text = "The lift starts with the SIL 2 door open in at most 1 of 100 missions"
    must_hold(folder(tmp_path / "attribute", calculation(), _both(0.1, 0.1, 0.01, text)))
    text = "The lift starts with an open door in at most 1 of 100 missions"
    must_hold(folder(tmp_path / "no-level", calculation(), _both(0.1, 0.1, 0.01, text)))


def test_a_dal_has_an_inclusive_number(tmp_path: Path) -> None:
    """AMC 25.1309 speaks of the order of 10⁻⁷ or less."""
    edits = _continuous(0.001, 0.001, 1e-6, "The lift controller meets DAL B", 10.0)
    must_hold(folder(tmp_path / "dal", calculation(), edits))


def test_a_limit_beyond_the_level_by_its_last_digit_is_an_error(tmp_path: Path) -> None:
    edits = _both(0.1, 0.0999, 0.0100000000001, "The lift controller reaches SIL 2")
    must_not_hold(folder(tmp_path / "beyond", calculation(), edits), "text-number")


def test_the_limit_of_a_level_over_hours_is_printed_as_the_decimals_give_it(tmp_path: Path) -> None:
    edits = _continuous(0.01, 0.01, 2e-4, "The lift controller reaches SIL 3 in continuous mode", 1000.0)
    said = must_not_hold(folder(tmp_path / "hours", calculation(), edits), "text-number").text
    assert "(below 0.0001)" in said


def test_a_requirement_that_is_strict_of_itself_needs_no_words(tmp_path: Path) -> None:
    edits = _both(0.1, 0.1, 0.01, "The lift controller reaches SIL 2") | {REQUIREMENT + ".comparison": "<"}
    assert ENDS not in must_not_hold(folder(tmp_path / "strict", calculation(), edits)).text


SEVERAL = {
    "The lift controller reaches SIL 2/3": "SIL 2 (/3)",
    "The lift controller reaches SIL 2 or 3": "SIL 2 (or 3)",
    "The lift controller reaches SIL 2 to 3": "SIL 2 (to 3)",
    "The lift controller reaches SIL2-3": "SIL2 (-3)",
    "The lift controller reaches SIL II or III": "SIL II (or III)",
    "Die Steuerung erreicht SIL 2 bis 3": "SIL 2 (bis 3)",
    "Die Steuerung erreicht SIL 2 bzw. 3": "SIL 2 (bzw. 3)",
    "The lift controller is better than SIL 2": "SIL 2 (better than)",
    "Die Steuerung ist besser als SIL 2": "SIL 2 (besser als)",
    "Die Steuerung übertrifft SIL 2": "SIL 2 (übertrifft)",
    "The lift controller exceeds SIL 2": "SIL 2 (exceeds)",
    "SIL 2 is exceeded by the lift controller": "SIL 2 (is exceeded)",
    "The lift controller reaches SIL 2, and SIL 5 by its maker's count": "SIL 5",
    "The lift controller reaches SIL 2.5": "SIL 2 (.5)",
}


@pytest.mark.parametrize("text", SEVERAL)
def test_several_levels_in_one_are_a_question(tmp_path: Path, text: str) -> None:
    assert SEVERAL[text] in asked(tmp_path, text, _both(0.1, 0.05, 0.01, text))


def test_several_performance_levels_in_one_are_a_question(tmp_path: Path) -> None:
    for text, quote in {
        "PL d/e": "PL d (/e)",
        "PL c to d": "PL c (to d)",
        "ASIL B or C": "ASIL B (or C)",
    }.items():
        edits = _continuous(1e-5, 1e-5, 1e-9, f"The lift controller reaches {text}", 10.0)
        assert quote in asked(tmp_path / text[:4], edits[TEXT], edits)


ONE = {
    "at-least": "The lift controller reaches at least SIL 2",
    "or-better": "The lift controller reaches SIL 2 or better",
    "mindestens": "Die Steuerung erreicht mindestens SIL 2",
    "no-worse": "The lift controller is no worse than SIL 2",
    "equal-or-better": "The lift controller is equal to or better than SIL 2",
    "channels": "The lift controller reaches SIL 2 and 3 channels share the load",
    "standard": "The lift controller reaches SIL 2 to IEC 61508",
    "capable": "The lift controller is SIL-2-capable",
}


@pytest.mark.parametrize("name", ONE)
def test_one_level_is_read(tmp_path: Path, name: str) -> None:
    edits = _both(0.1, 0.05, 0.01, ONE[name])
    assert asked(tmp_path, ONE[name], edits) == []
    must_not_hold(
        folder(tmp_path / f"{name}-weaker", calculation(), _both(0.1, 0.05, 0.02, ONE[name])), "text-number"
    )
