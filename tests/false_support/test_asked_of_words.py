"""Words against the part they stand at: gates, lists, answers, definitions, forms that nobody filled in; true twins."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.false_support import call, edited, folder, must_hold
from tests.false_support.bases import ACCEPTED, calculation
from tests.false_support.test_sensible import FILES, OWNED, RECORDED, _step, documents

TOP = "trees.FT.gates.TOP"
AND: dict[str, Any] = {f"{TOP}.type": "and"}


def asked(at: Path) -> str:
    """The questions of a case that holds."""
    must_hold(at)
    return json.dumps(json.loads(call("assess", at, "--json")[1])["questions"], ensure_ascii=False)


GATES: dict[str, tuple[dict[str, Any], str]] = {
    "either alone": (AND | {f"{TOP}.text": "Either fault alone lets the lift start"}, "type of the gate"),
    "one by itself": (AND | {f"{TOP}.text": "One of these faults by itself opens the way"}, "type of the gate"),
    "clauses with or": (AND | {f"{TOP}.text": "The lift starts: the contact sticks or the controller misses it"}, "type of the gate"),
    "clauses with oder": (AND | {"events.E1.text": "Der Kontakt der Tür klebt", "events.E2.text": "Die Steuerung übersieht den Kontakt",
                                 f"{TOP}.text": "Anfahrt: der Kontakt klebt oder die Steuerung übersieht ihn"}, "type of the gate"),
    "nouns with or": (AND | {f"{TOP}.text": "Contact or controller"}, "type of the gate"),
    "nouns with or and a verb": (AND | {f"{TOP}.text": "The contact or the controller fails"}, "type of the gate"),
    "both in an or": ({f"{TOP}.text": "Both the contact and the controller fail"}, "type of the gate"),
    "all together in an or": ({f"{TOP}.text": "Contact and controller fail together"}, "type of the gate"),
    "both and, of words within words": (
        {"events.E1.text": "The governor does not trip", "events.E2.text": "The gear does not grip", "claims.W1.text": "Governor and gear are all",
         f"{TOP}.text": "A start needs both governor and gear to fail"}, "type of the gate"),
    "both in german": ({"events.E1.text": "Der Kontakt der Tür klebt", "events.E2.text": "Die Steuerung übersieht ihn",
                        f"{TOP}.text": "Sowohl Kontakt als auch Steuerung versagen"}, "type of the gate"),
    "all of three": ({"events.+": {"id": "E3", "text": "The rope breaks", "source": "data sheet", "model": {"type": "constant", "probability": 1e-5}},
                      f"{TOP}.inputs": ["E1", "E2", "E3"], f"{TOP}.text": "All of door, controller and rope fail"}, "type of the gate"),
    "both in an inner or": ({f"{TOP}.inputs": ["G2"], "trees.FT.gates.+": {
        "id": "G2", "type": "or", "inputs": ["E1", "E2"], "text": "Both contact and controller fail"}}, "type of the gate"),
    "each alone": (AND | {f"{TOP}.text": "Each fault alone lets the lift start"}, "type of the gate"),
    "side-claim that two things differ": ({"claims.W1.text": "The two lifts are different"}, "different"),
    "side-claim of another lift": ({"claims.W1.text": "The lift is not the one of the data sheets"}, "not the one of"),
    "of one supply": (AND | {"events.E1.text": "Channel A of the shared power supply fails", "events.E2.text": "Channel B of the shared power supply fails"}, "independently"),
    "one common valve": (AND | {"events.E1.text": "Pump A is starved by the common valve", "events.E2.text": "Pump B is starved by the common valve"}, "independently"),
    "a second hazard": ({"claims.C1.text": "The lift starts with an open door or falls in at most 1 of 1,000 missions"}, "falls"),
}  # fmt: skip
QUIET: dict[str, dict[str, Any]] = {
    "neither sees it": AND | {f"{TOP}.text": "The open door is not seen by contact or controller"},
    "all causes": {f"{TOP}.text": "All starts with an open door: contact or controller"},
    "one fault of two words": AND | {"events.E1.text": "Fire in cabin or hold", "events.E2.text": "The detector is silent", f"{TOP}.text": "Fire in cabin or hold stays undetected"},
    "list of an or": {f"{TOP}.text": "The contact sticks and the controller misses it"},
    "three of an or": {"events.+": {"id": "E3", "text": "The rope breaks", "source": "data sheet", "model": {"type": "constant", "probability": 1e-5}},
                       f"{TOP}.inputs": ["E1", "E2", "E3"], f"{TOP}.text": "All starts: contact, controller or rope"},
    "each of both": AND | {f"{TOP}.text": "Each of contact and controller fails"},
    "side-claim of sameness": {"claims.W1.text": "The tree of the lift does not differ from the table"},
    "both": AND | {f"{TOP}.text": "Both the contact and the controller miss the door"},
    "alone is an or": {f"{TOP}.text": "Either fault alone lets the lift start"},
    "neither alone": AND | {f"{TOP}.text": "Neither fault alone lets the lift start"},
    "two supplies": AND | {"events.E1.text": "Power supply A fails", "events.E2.text": "Power supply B fails"},
    "common cause": AND | {"events.E1.text": "Valve A sticks without a common cause", "events.E2.text": "Valve B sticks without a common cause"},
    "two words for one": {"claims.C1.text": "The lift starts or moves with an open door in at most 1 of 1,000 missions", f"{TOP}.text": "The lift starts or moves"},
    "or in a list of the tree": {"claims.C1.text": "The door contact sticks or the controller misses it in at most 1 of 1,000 missions"},
}  # fmt: skip


@pytest.mark.parametrize("name", GATES)
def test_gates_and_claims_on_trees(name: str, tmp_path: Path) -> None:
    edits, words = GATES[name]
    assert words in asked(folder(tmp_path / "c", calculation(), edits))


@pytest.mark.parametrize("name", QUIET)
def test_gates_and_claims_on_trees_that_ask_nothing(name: str, tmp_path: Path) -> None:
    assert asked(folder(tmp_path / "c", calculation(), QUIET[name])) == "[]"


def parts(whole: str, first: str, second: str, side: str) -> dict[str, Any]:
    """A decomposition of two parts, each shown by a document."""
    base = documents()
    base["case"]["roots"] = ["C0"]
    base["claims"][0]["text"] = first
    base["claims"] += [
        {"id": "C0", "text": whole, **OWNED},
        {"id": "C2", "text": second, **OWNED},
        {"id": "W0", "text": side, **ACCEPTED},
    ]
    base["evidence"].append({**RECORDED, "id": "N2"})
    base["arguments"] += [
        _step("A0", "C0", "decomposition", "C1", "C2", side=("W0",)), _step("A2", "C2", "evidence-incorporation", "N2", side=("W0",)),
    ]  # fmt: skip
    return base


RAIL, DECK = "The railing carries a crowd", "The deck carries a crowd"
LISTS: dict[str, tuple[dict[str, Any], str]] = {
    "a part that the side-claim merely lists": (
        parts("The railing, the deck and the stairs carry a crowd", RAIL, DECK, "The bridge has railing, deck and stairs"), "'stairs'"),
    "one side twice": (
        parts("The left and the right railing carry a crowd", "The left railing carries a crowd", "The left railing carries a crowd of persons", "Each side is covered"), "'right'"),
    "a side-claim of its own": (
        parts("The railing, the deck and the stairs carry a crowd", RAIL, DECK, "The stairs are closed to crowds by a gate"), ""),
    "as strong as another": (
        parts("The railing, the deck and the stairs carry a crowd", RAIL, DECK, "The stairs carry what the deck carries"), ""),
    "all parts": (parts("The railing and the deck carry a crowd", RAIL, DECK, "The bridge has a railing and a deck"), ""),
    "in other words": (parts("The railing and the deck carry a crowd", RAIL, "The planks carry a crowd", "The deck is made of planks"), ""),
}  # fmt: skip


@pytest.mark.parametrize("name", LISTS)
def test_lists_of_parts(name: str, tmp_path: Path) -> None:
    base, left = LISTS[name]
    said = asked(folder(tmp_path / "c", base, {}, FILES))
    assert left in said if left else said == "[]"


ANSWERS = {
    "The critic is right, but the bridge opens in June": True,
    "Der Einwand stimmt, aber die Brücke wird im Juni geöffnet": True,
    "A new record will be made after the opening": True,
    "A repetition would cost too much": True,
    "Die Prüfung wird nachgeholt": True,
    "The press stops by its own brake": False,
    "A lamp tells the driver, who looks at the canal": False,
    "Its photographs show the canal bridge": False,
    "The inspector must sign at the bridge itself, and signed": False,
    "The record was compared with the drawing; a second inspection will follow": False,
    "The contractor of the canal has one bridge": False,
}


@pytest.mark.parametrize("response", ANSWERS)
def test_answers_that_promise_concede_or_name_a_price(response: str, tmp_path: Path) -> None:
    at = folder(tmp_path / "c", documents(), {"defeaters.D1.response": response}, FILES)
    assert ("D1" in asked(at)) == ANSWERS[response]


DEFINITIONS = {
    "Open: the gap is wider than 30 cm": True, "Open: a door that stays so longer than 10 s": True,
    "Offen: der Spalt ist breiter als 30 cm": True, "Open: the gap is no wider than a finger": False,
    "Open: the car stands closer than 2 m to the door": False,
}  # fmt: skip


@pytest.mark.parametrize("text", DEFINITIONS)
def test_definitions_that_count_only_beyond_a_size(text: str, tmp_path: Path) -> None:
    context = {"claims.C1.context": ["K1"], "contexts": [{"id": "K1", "kind": "definition", "text": text}]}
    assert ("K1" in asked(folder(tmp_path / "c", calculation(), context))) == DEFINITIONS[text]


PAGES = {
    "Inspection of 4 May: all twelve bolts tightened.\nSigned: ________\n": True,
    "Inspection of 4 May: all twelve bolts tightened.\nGeprüft von: .......\n": True,
    "Inspection of <date>: all twelve bolts tightened.\n": True,
    "Inspection of [insert date]: all twelve bolts tightened.\n": True,
    "All twelve bolts tightened? [ ] yes [ ] no\nInspected on 4 May.\n": True,
    "Certificate of the railing, issued on 4 May 2019: all twelve bolts tightened.\n": True,
    "Inspection of 4 May 2026: all twelve bolts tightened.\nSigned: T. Tester\n": False,
    "All twelve bolts tightened? [x] yes [ ] no\nInspected on 4 May.\n": False,
    "Inspection of 2026-04-29, after the drawing of 3 March 2019: all twelve bolts tightened.\n": False,
    "Inspection: all twelve bolts tightened.\n\n<date>4 May 2026</date>\n": False,
}


@pytest.mark.parametrize("text", PAGES)
def test_forms_that_nobody_filled_in_and_older_documents(text: str, tmp_path: Path) -> None:
    node: Mapping[str, Any] = {**RECORDED, "sha256": hashlib.sha256(text.encode()).hexdigest()}
    at = folder(
        tmp_path / "c",
        edited(documents(), {"evidence.N9": dict(node)}),
        {},
        {**FILES, "records/inspection.md": text},
    )
    assert ("N9" in asked(at)) == PAGES[text]
