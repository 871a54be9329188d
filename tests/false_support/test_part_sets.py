"""Parts of a decomposition along days, places, sizes or a listed set: what none of them covers is asked about."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from casegen.argument.reading.part_names import unnamed
from casegen.argument.view import CaseView
from casegen.io import load
from tests.false_support import folder


class Step(NamedTuple):
    """A decomposition of a claim, and what else the case says."""

    whole: str
    parts: list[str]
    side: str = "The parts do not bear on each other"
    environment: str = "A hall"
    context: str = "The hall is that of sheet 4"
    number: str = " in at most 1 of 1,000 evacuations"


def locked(*where: str) -> list[str]:
    return [f"A door stays locked {one}" for one in where]


DOOR = "A door stays locked"
GAPS: dict[str, tuple[Step, str]] = {
    "numbered": (Step("All five doors stay locked", [f"Door {k} stays locked" for k in (1, 2, 4, 5)]), "3"),
    "numbered-no-count": (Step("Each door stays locked", [f"Door {k} stays locked" for k in (1, 2, 4)]), "3"),
    "counted": (Step("Each of the five doors locks", [f"Door {k} locks" for k in (1, 2, 3, 4)]), "five"),
    "temperatures": (Step(f"{DOOR} from -20 °C to 40 °C", locked("from -20 °C to 0 °C", "from 10 °C to 40 °C")), "10"),
    "temperatures-of-the-header": (
        Step(DOOR, locked("from -20 °C to 0 °C", "from 10 °C to 40 °C"), environment="Halls from -20 °C to 40 °C"), "10"),
    "temperatures-no-whole": (Step(DOOR, locked("from -20 °C to 0 °C", "from 10 °C to 40 °C")), "10"),
    "temperatures-end": (Step(f"{DOOR} at -20 to 40 °C", locked("at -20 to 0 °C", "at 0 to 30 °C")), "30"),
    "weekdays": (Step(f"{DOOR} on each day of the week", locked("on Monday", "on Tuesday", "on Wednesday")), "sunday"),
    "weekdays-german": (Step("Eine Tür klemmt an jedem Tag", [f"Eine Tür klemmt am {d}" for d in ("Montag", "Dienstag")]),
                        "sonntag"),
    "weekend": (Step(f"{DOOR} on any day", locked("from Monday to Friday", "on Saturday")), "sunday"),
    "workdays": (Step(f"{DOOR} on every weekday", locked("on Mondays", "on Tuesdays and Wednesdays")), "friday"),
    "months": (Step(f"{DOOR} all year", locked("from January to June", "from August to December")), "july"),
    "seasons": (Step(DOOR, locked("in spring", "in summer", "in autumn")), "winter"),
    "shifts": (Step(DOOR, locked("in the early shift", "in the late shift")), "night"),
    "context": (Step(DOOR, locked("in sun", "in rain"), context="Weathers: sun, rain, snow, fog"), "snow"),
    "modes": (Step(DOOR, locked("in normal operation", "in maintenance"),
                   context="Modes: normal operation, maintenance, emergency"), "emergency"),
    "modes-of-a-side-claim": (Step(DOOR, locked("in normal operation", "in maintenance"),
                                   side="The modes are normal operation, maintenance and emergency"), "emergency"),
    "halls": (Step("A door of hall A or hall B stays locked", ["A door of hall A stays locked"]), "hall B"),
    "sites": (Step("A door of sites A to D stays locked", [f"A door of site {x} stays locked" for x in "ABD"]), "C"),
    "speeds": (Step("The train stops from 0 to 120 km/h", ["The train stops from 0 to 50 km/h",
                    "The train stops from 80 km/h to 120 km/h"]), "80"),
    "speeds-open": (Step("The train stops at all speeds", ["The train stops below 50 km/h", "The train stops above 80 km/h"]),
                    "80"),
    "ages": (Step("Persons aged 18 to 80 leave", ["Persons aged 18 to 40 leave", "Persons aged 50 to 80 leave"]), "50"),
    "ages-years": (Step("Persons of 18 to 80 years leave", ["Persons of 18 to 40 years leave",
                        "Persons of 50 to 80 years leave"]), "50"),
    "axes": (Step("The arm stops in each axis", ["The arm stops in axis X", "The arm stops in axis Z"]), "Y"),
    "lanes": (Step("The car keeps each of lanes 1-4", [f"The car keeps lane {k}" for k in (1, 2, 4)]), "3"),
    "compass": (Step("The mast stands in winds from all directions", [f"The mast stands in winds from the {d}" for d in
                     ("north", "south", "east")]), "west"),
    "levels": (Step("All floors are lit", ["Floor 1 is lit", "Floor 2 is lit", "Floor 4 is lit"]), "3"),
}  # fmt: skip
WHOLE: dict[str, Step] = {
    "numbered": Step("All five doors stay locked", [f"Door {k} stays locked" for k in range(1, 6)]),
    "numbered-named-whole": Step("Doors 1, 2 and 4 lock", [f"Door {k} locks" for k in (1, 2, 4)]),
    "numbered-explained": Step("All four doors lock", [f"Door {k} locks" for k in (1, 2, 4, 5)], side="Door 3 was walled up"),
    "numbers-apart": Step("All pumps start", ["Pump 101 starts", "Pump 205 starts"]),
    "temperatures": Step(f"{DOOR} from -20 °C to 40 °C", locked("from -20 °C to 0 °C", "from 0 °C to 40 °C")),
    "temperatures-narrow": Step(f"{DOOR} from -10 °C to 40 °C", locked("from -20 °C to 0 °C", "from 0 °C to 40 °C")),
    "temperatures-open": Step(DOOR, locked("below 0 °C", "above 0 °C")),
    "temperatures-or": Step(f"{DOOR} below 0 °C or above 30 °C", locked("below 0 °C", "above 30 °C")),
    "temperatures-unlike": Step(DOOR, ["A motor stops from -20 °C to 0 °C", "The oil thickens from -20 °C to 10 °C"]),
    "weekdays": Step(f"{DOOR} on each day of the week", locked("from Monday to Friday", "at the weekend")),
    "workdays": Step(f"{DOOR} on every weekday", locked("from Monday to Thursday", "on Friday")),
    "named-days": Step(f"{DOOR} on Monday and Tuesday", locked("on Monday", "on Tuesday")),
    "open-days": Step(DOOR, locked("on Monday", "on Tuesday"), environment="A hall open on Monday and Tuesday"),
    "closed-days": Step(DOOR, locked("from Monday to Friday", "on Saturday"), side="The hall is closed on Sunday"),
    "months": Step(f"{DOOR} all year", locked("from January to June", "from July to December")),
    "months-over-the-year": Step(f"{DOOR} all year", locked("from October to March", "from April to September")),
    "may": Step(DOOR, ["A motor may stop", "A lock may march on"]),
    "seasons": Step(DOOR, locked("in spring", "in summer", "in autumn", "in winter")),
    "spring": Step(DOOR, ["The spring breaks", "The second spring breaks", "It may fall"]),
    "shifts": Step(DOOR, locked("in the early shift", "in the late shift", "in the night shift")),
    "context": Step(DOOR, locked("in sun", "in rain", "in snow and fog"), context="Weathers: sun, rain, snow, fog"),
    "context-other": Step(DOOR, ["The motor stops", "The lock jams"], context="Rooms: hall, kitchen, motor room, store"),
    "context-elsewhere": Step(DOOR, locked("in sun", "in rain"), context="Weathers: sun, rain, snow",
                              side="The hall is closed in snow"),
    "halls": Step("A door of hall A or hall B stays locked", [f"A door of hall {x} stays locked" for x in "AB"]),
    "sites": Step("A door of sites A to D stays locked", ["A door of sites A to C stays locked", "A door of site D stays locked"]),
    "speeds": Step("The train stops from 0 to 120 km/h", ["The train stops up to 50 km/h", "The train stops above 50 km/h"]),
    "speeds-metres": Step("The train stops from 0 to 36 km/h", ["The train stops up to 5 m/s", "The train stops at 5 to 10 m/s"]),
    "ages": Step("Persons aged 18 to 80 leave", ["Persons aged 18 to 40 leave", "Persons aged 41 to 80 leave"]),
    "axes": Step("The arm stops in each axis", [f"The arm stops in axis {x}" for x in "XYZ"]),
    "lanes": Step("The car keeps each of lanes 1-4", [f"The car keeps lane {k}" for k in (1, 2, 3, 4)]),
    "standards": Step("The train meets its standards", ["The train meets EN 50126", "The train meets EN 50129"]),
    "day-and-night": Step(DOOR, locked("by day", "by night")),
    "times": Step("The train stops", ["The brake closes within 2 s", "The motor cuts out within 1 s"]),
    "hazards": Step("All hazards are controlled", ["Hazard H-1 is controlled", "Hazard H-3 is controlled"]),
}  # fmt: skip


def asked(at: Path, step: Step) -> str:
    """What is asked of a step, in one line."""
    names = [f"P{k}" for k in range(len(step.parts))]
    data: dict[str, Any] = {
        "casegen": 1,
        "case": {"id": "c", "title": "c", "roots": ["C"], "environment": step.environment},
        "claims": [{"id": "C", "text": step.whole + step.number},
                   {"id": "W", "text": step.side, "assumed": "read"},
                   *({"id": n, "text": t + step.number} for n, t in zip(names, step.parts, strict=True))],
        "contexts": [{"id": "X", "kind": "context", "text": step.context}],
        "arguments": [{"id": "A", "text": "By part", "supports": "C", "block": "decomposition", "from": names,
                       "side_claims": ["W"], "context": ["X"]}],
    }  # fmt: skip
    case = load(folder(at / "x", data))
    return ", ".join(unnamed(CaseView(case), case.arguments[0]))


@pytest.mark.parametrize("name", GAPS)
def test_a_gap_is_asked_about(tmp_path: Path, name: str) -> None:
    step, missing = GAPS[name]
    assert missing.casefold() in asked(tmp_path, step).casefold()


@pytest.mark.parametrize("name", WHOLE)
def test_parts_that_cover_the_whole_ask_nothing(tmp_path: Path, name: str) -> None:
    assert asked(tmp_path, WHOLE[name]) == ""
