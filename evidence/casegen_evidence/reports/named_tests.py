"""Tests by their names: those that stand for something else, and those of a suite that asserts less than it tests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from casegen_evidence.expressions import compiled
from casegen_evidence.tables.signs.column_names import parts

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

LONG = 120
"""characters of a name that are shown"""
_STAND_IN = compiled(
    r"\b(?:mock(?:ed|s)?|stub(?:bed|s)?|fake[ds]?|dummy|simulat(?:ed|ion|or)|emulat(?:ed|ion|or))\b"
)
"""in place of the system, or of its world"""
_PLACEHOLDER = compiled(
    r"\b(?:placeholders?|platzhalter|todo|tb[da]|wip|work in progress|fixme|no ?op|dummy|stub|unimplemented|"
    r"(?<!raises )(?<!raise )not (?:yet )?(?:implemented|written)(?! error| exception| raise)|"
    r"always (?:pass(?:es|ed)?|true|green|ok|succeeds?))\b|^(?:pass|passes|nothing|empty test|example|sample|to do)$"
)
"""in place of a test"""
_STATES = compiled(
    r" (?:is|are|was|were|has|have|can|cannot|does|do|must|should|shows?|returns?|raises?|keeps?|stays?) "
)
"""what says of a thing what it does: the test of a list of to-dos is no test to be written"""


def is_placeholder(name: str) -> bool:
    """Whether a test is by its name one that was not written yet, or that checks nothing.

    >>> [is_placeholder(n) for n in ("t.brake::test_todo", "test_not_implemented", "TestDummy", "test_stops_in_time")]
    [True, True, True, False]
    """
    plain = [_plain(part) for part in name.split("::")]
    return any(_PLACEHOLDER.search(words) and not _STATES.search(words) for words in plain)


def _plain(name: str) -> str:
    """The words of the last part of a dotted name, without `test` at its ends.

    >>> _plain("t.brake.TestStop"), _plain("test_todo_stop")
    ('stop', 'todo stop')
    """
    words = " ".join(parts(re.sub(r"^.*\.(?=\w)", "", name)))
    return re.sub(r"^tests? | tests?$", "", words)


def named_for_others(root: Element) -> Iterator[str]:
    """What to ask of a report whose suites or tests are named for a stand-in or a placeholder, be it one of many."""
    names = [
        (e.get("classname") or "", e.get("name") or "")
        for e in root.iter()
        if e.tag in ("testsuite", "testcase")
    ]
    named = [
        name
        for group, name in names
        if _STAND_IN.search(_plain(name)) or is_placeholder(name) or is_placeholder(group)
    ]
    if named:
        yield (
            f"named for a stand-in or a placeholder: {len(named)} of {len(names)} suites and tests, such as "
            f"{named[0][:LONG]!r}"
        )


def name_of(case: Element) -> str:
    """How a test is called, with its class."""
    return "::".join(x for x in (case.get("classname"), case.get("name")) if x) or "without a name"


def unasserted(suite: Element, passed: Sequence[Element]) -> list[str]:
    """As many of the ``passed`` tests as have no assertion, where their suite states fewer than there are tests.

    Which of them have none is not known.  Tests that state their own number are left to that.
    """
    stated = suite.get("assertions") or ""
    if not stated.isdecimal():
        return []
    own = [int(n) for case in passed if (n := case.get("assertions") or "").isdecimal()]
    rest = [name_of(case) for case in passed if not (case.get("assertions") or "").isdecimal()]
    return rest[: max(0, len(rest) - max(0, int(stated) - sum(own)))]
