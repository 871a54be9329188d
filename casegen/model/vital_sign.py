"""Vital signs: what a method, or the store, saw in data against using a measure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from casegen.model.quantity import Comparison
from casegen.model.waiver import Waiver

LOOKS = "sign-looked-again"
SEEDS = "sign-seeds-tried"
"""the sign that the store gives where a seed was searched"""
LOST_FIX = (
    "restore the file of that name from version control, or say in the waiver why that run does not count"
)
STATED = "sign-stated-otherwise"
_NONE: Mapping[str, str] = MappingProxyType({})
OF_BOTH_SIDES = ("sign-large-groups", "sign-crowded-frames")
"""signs that a method notes for each side of a measure that it doubts: one of them says nothing of the other"""


@dataclass(frozen=True, slots=True)
class VitalSign:
    """What a method saw in its data: ``fails`` bars ``measures`` from claims (all, if empty), else it is suspicious.

    A suspicious sign may be set aside by a waiver on the evidence item: ``waived_by`` and ``reason``.  ``possible`` is by
    measure the worst value that it may have as far as the sign goes.
    """

    name: str
    evidence: str
    fails: bool
    message: str
    measures: tuple[str, ...] = ()
    hint: str = ""
    waived_by: str = ""
    reason: str = ""
    possible: Mapping[str, float] = field(default_factory=dict, hash=False)

    def speaks_of(self, measure: str) -> bool:
        """Whether the sign is about the measure."""
        return not self.measures or measure in self.measures

    def counts(self, measure: str, comparison: Comparison, limit: float | None) -> bool:
        """Whether the sign stands at a requirement: not where the worst value that the measure may have meets it."""
        worst = self.possible.get(measure)
        return worst is None or limit is None or not comparison.holds(worst, limit)


def lost_words(item: str, lost: tuple[str, ...]) -> str:
    """What is wrong where results of earlier looks at the item are gone: each may be one that did not pass."""
    ends = ", ".join(f"`…-{digest[:12]}.json`" for digest in lost)
    return (
        f"the result of an earlier run of {item} with other data, reading, parameters or seed ({ends}) was gone or not "
        "readable when the next one came: its numbers are not known, and it counts as one that did not pass"
    )


def stored_sign(
    evidence: str,
    stored: Mapping[str, Any],
    waivers: Mapping[str, Waiver],
    renamed: Mapping[str, str] = _NONE,
) -> VitalSign:
    """A sign as a result holds it, with the waiver that sets it aside, if it may be set aside.

    ``renamed``: to the name of a measured file the one that it has now.
    """
    message, hint = str(stored.get("message", "")), str(stored.get("hint", ""))
    name, fails = str(stored["name"]), stored.get("severity") == "fails"
    waiver = None if fails else waivers.get(name)
    return VitalSign(
        name,
        evidence,
        fails,
        message + _names_now(f"{message} {hint}", renamed),
        tuple(str(m) for m in stored.get("measures", ())),
        hint,
        waiver.by if waiver else "",
        waiver.reason if waiver else "",
        stored.get("possible", {}),
    )


def _names_now(texts: str, renamed: Mapping[str, str]) -> str:
    """How each of the files that the texts name is called now, to stand behind them.

    In the texts themselves nothing is replaced: a file may be called like a number or a word.
    """
    return "".join(
        f"; the file {then} is called {now} now"
        for then, now in renamed.items()
        if re.search(rf"(?<![\w.-]){re.escape(then)}(?![\w-])", texts)
    )
