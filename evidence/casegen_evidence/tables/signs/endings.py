"""Columns that nobody reads and whose names say that they tell how a run ended, or mark what should not happen in it."""

from __future__ import annotations

from casegen_evidence.expressions import compiled
from casegen_evidence.tables.signs.column_names import parts
from casegen_evidence.tables.signs.meaning import NEARLY, OUTCOMES, TURNS, helped, sense

_ENDS = {
    "ended",
    "ending",
    "end",
    "until",
    "termination",
    "terminated",
    "removal",
    "removed",
    "stopped",
    "beendet",
    "ende",
}
_BY_FORCE = compiled(
    r"(?i)\b(?:emergency|forced)[\s_-]?(?:stop(?:ped)?|brak\w+|shut\s?down)|\be-?stop\b|\bnot-?(?:halt|aus|stopp)\b|"
    r"\bbreak-?downs?\b|\bbroke(?:n)? down\b"
)
_EVENTS = {
    "damage", "damages", "touched", "touches", "contacts", "reset", "resets", "emergency", "estop", "kontakt",
    "berührt", "schaden", "schäden", "impact", "impacts", "aufprall", "missed", "verpasst", "übersehen", "undetected",
}  # fmt: skip
"""words of marks of what should not happen in a run that counts as good"""
_CLEARANCE = {"clearance", "gap", "separation", "abstand", "ttc"}
_WITHOUT_CONTACT = {"clearance", "separation"}
"""distances that are above zero wherever nothing was touched; a gap to the best, or a distance to the goal, is not"""
_LEAST = {"min", "minimum", "least", "smallest", "closest", "kleinster"}


def names_an_end(name: str) -> bool:
    """Whether a column may say in words how, or by what, something came to its end: ``ended by``, ``observed until``."""
    return bool(set(parts(name)) & (OUTCOMES | _ENDS)) or bool(sense(name))


def names_a_clearance(name: str) -> bool:
    """Whether a column holds the least distance to something, which is below zero only where it was touched."""
    words = set(parts(name))
    return bool(words & _CLEARANCE or ("distance" in words and words & _LEAST))


def touched(name: str, least: float) -> bool:
    """Whether the least distance in a column that :func:`names_a_clearance` says that something was touched.

    >>> touched("min clearance", 0.0), touched("gap", 0.0), touched("gap", -0.2)
    (True, False, True)
    """
    return least < 0 or (least == 0 and bool(set(parts(name)) & _WITHOUT_CONTACT))


def tells_of_an_end(name: str) -> bool:
    """Whether a column that is not asked for is looked at because it may say that something ended badly."""
    return names_an_end(name) or names_a_harm(name) or names_a_clearance(name)


def ended_badly(words: str) -> bool:
    """Whether words say that a run ended in a failure, in harm, or by somebody's hand.

    >>> [ended_badly(w) for w in ("breakdown", "removed after a fault", "emergency stop", "goal", "no fault", "planned")]
    [True, True, True, False, False, False]
    """
    if set(parts(words)) & TURNS:
        return False
    return sense(words) in ("bad", "harm") or helped(words) or _BY_FORCE.search(words) is not None


def names_a_harm(name: str) -> bool:
    """Whether a column marks runs in which something bad happened, or in which a person did what the system should.

    >>> [names_a_harm(n) for n in ("collision", "driver took over", "damage EUR", "hazard", "near miss")]
    [True, True, True, False, False]
    """
    words = set(parts(name))
    if words & (TURNS | NEARLY) or any(word.startswith("hazard") for word in words):
        return False
    return (
        sense(name) == "harm" or helped(name) or bool(words & _EVENTS) or _BY_FORCE.search(name) is not None
    )
