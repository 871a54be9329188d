"""A step that leaves out what its conclusion names, or shows one type for another, is asked about; true twins are not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casegen.argument.reading.part_names import unexplained, unnamed
from casegen.argument.view import CaseView
from casegen.io import load
from tests.false_support import folder

Step = tuple[str, str, list[str], str]
"""block, conclusion, premises, side-claim"""
ALL = "There are no other parts"
LEFT_OUT: dict[str, Step] = {
    "counted": ("decomposition", "All four doors lock", ["Door 1 locks", "Door 2 locks", "Door 3 locks"], ALL),
    "counted-german": ("decomposition", "Alle drei Ventile schließen", ["Ventil 1 schließt", "Ventil 2 schließt"], ALL),
    "both": ("decomposition", "Both pumps start", ["The main pump starts"], ALL),
    "pair": ("decomposition", "The left and the right flap close", ["The left flap closes"], ALL),
    "list": ("decomposition", "The robot stops in x, y and z", ["The robot stops in x", "The robot stops in y"], ALL),
    "numbers": ("decomposition", "The valve closes at 20, 60 and 100 bar", ["The valve closes at 20 bar"], ALL),
    "dozen": ("decomposition", "The dozen lamps are lit", ["Lamp 1 is lit", "Lamp 2 is lit"], ALL),
    "range": ("decomposition", "Relays K1 to K5 open", ["Relay K1 opens", "Relay K2 opens"], ALL),
    "version": ("substitution", "The controller of version 2.0 stops", ["The controller of version 1.3 stops"],
                "The versions are known"),
    "type": ("substitution", "Valve type B closes", ["Valve type A closes"], "Valve type A was tested"),
    "other-line": ("evidence-incorporation", "The pump of line 1 starts", ["Report on the pump of line 2"],
                   "The report was read"),
    "nothing-said": ("substitution", "The seal is tight at 200 degrees", ["The seal is tight at 20 degrees"],
                     "Rubber is black"),
    "differ": ("substitution", "The product stops", ["The prototype stops"],
               "Prototype and product differ in their brakes"),
}  # fmt: skip
WHOLE: dict[str, Step] = {
    "counted": ("decomposition", "All four doors lock", [f"Door {k} locks" for k in range(1, 5)], ALL),
    "in-pairs": ("decomposition", "All four doors lock", ["Doors 1 and 2 lock", "Doors 3 and 4 lock"], ALL),
    "both": ("decomposition", "Both pumps start", ["The main pump starts", "The spare pump starts"], ALL),
    "list": ("decomposition", "The robot stops in x, y and z", [f"The robot stops in {k}" for k in "xyz"], ALL),
    "list-elsewhere": ("decomposition", "The flap opens and closes", ["The flap opens"], "It closes by its own weight"),
    "range": ("decomposition", "Relays K1 to K3 open", [f"Relay K{k} opens" for k in range(1, 4)], ALL),
    "other-words": ("decomposition", "The plant is safe and clean", ["Nobody is hurt", "Nothing is spilt"], ALL),
    "limit": ("decomposition", "The lift stops in 3 of 4 floors", ["The lift stops at a floor", "The door opens"], ALL),
    "as-many-parts": ("decomposition", "Crew and equipment are ready", ["The crew is trained", "Tools are calibrated"], ALL),
    "numbers": ("decomposition", "The valve closes at 20 and 60 bar", ["The valve closes at 20 bar", "It closes at 60 bar"], ALL),
    "no-list": ("decomposition", "It decides by the asset and not by its surroundings", ["The asset decides"], ALL),
    "in-brackets": ("decomposition", "It stops (obstacles and goals are slow)", ["Obstacles stop it"], ALL),
    "version": ("substitution", "The controller of version 1.4 stops", ["The controller of version 1.3 stops"],
                "Versions 1.3 and 1.4 differ in the logo only"),
    "alike": ("substitution", "The product stops", ["The prototype stops"],
              "Prototype and product have the same brakes"),
    "report-number": ("evidence-incorporation", "The pump of line 1 starts", ["Report 12 on the pump of line 1"], ALL),
    "time": ("concretion", "The rover stops in 3 s", ["The rover stops in 2 s"], ALL),
}  # fmt: skip


def left_out(at: Path, step: Step) -> list[str]:
    """What is asked of a step."""
    block, text, below, side = step
    names = [f"P{k}" for k in range(len(below))]
    kind = "evidence" if block == "evidence-incorporation" else "claims"
    data: dict[str, Any] = {
        "casegen": 1,
        "case": {"id": "c", "title": "c", "roots": ["C"]},
        "claims": [{"id": "C", "text": text}, {"id": "W", "text": side, "assumed": "read"}],
        "arguments": [{"id": "A", "text": "By part", "supports": "C", "block": block, "from": names, "side_claims": ["W"]}],
    }  # fmt: skip
    data.setdefault(kind, []).extend({"id": n, "text": t} for n, t in zip(names, below, strict=True))
    case = load(folder(at / "x", data))
    view, argument = CaseView(case), case.arguments[0]
    return [*unnamed(view, argument), *filter(None, [unexplained(view, argument)])]


@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_is_left_out_is_asked_about(tmp_path: Path, name: str) -> None:
    assert left_out(tmp_path, LEFT_OUT[name])


@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_step_asks_nothing(tmp_path: Path, name: str) -> None:
    assert left_out(tmp_path, WHOLE[name]) == []
