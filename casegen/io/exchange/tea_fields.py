"""The fields of one element of a TEA export: each of the type that the platform's schema says, and none overlooked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

Element = Mapping[str, Any]
Refuse = Callable[[str, str], None]
"""takes the key of a field and what is wrong with it"""

KNOWN = frozenset({
    "id", "type", "elementType", "name", "description", "inSandbox", "children", "parentId", "role", "level", "url",
    "comments", "context", "justification", "assumption", "isDefeater", "defeatsElementId", "fromPattern",
    "modifiedFromPattern", "moduleReferenceId", "moduleEmbedType", "modulePublicSummary",
})  # fmt: skip
NOTE_BY = "casegen"
"""author of the comment that is the note of a part, as the case has it"""
_OF_THE_PLACE = frozenset({"id", "children", "role", "level", "parentId"})
"""what an element that is shown twice may say otherwise"""
_AGAINST = re.compile(
    r"(?<!un)defeat|undevelop|needs?.?support|unsupport|reject|refut|retract|withdr[ae]w|invalid|obsolete|(?<!un)challeng|false",
    re.IGNORECASE,
)
_LONGEST = 60


def flag(element: Element, key: str, refuse: Refuse) -> bool:
    """Whether a mark is set; one that is neither true nor false is refused, as nobody knows what it says."""
    value = element.get(key)
    if value is not None and not isinstance(value, bool):
        refuse(key, f"expected true or false as `{key}`, found {value!r:.60}")
    return value is True


def text(element: Element, key: str, refuse: Refuse) -> str:
    """A text, empty where there is none; a number is its digits."""
    value = element.get(key)
    if isinstance(value, bool) or not isinstance(value, str | int | float | None):
        refuse(key, f"expected a text as `{key}`, found {value!r:.60}")
        return ""
    return "" if value is None else str(value)


def texts(element: Element, key: str, refuse: Refuse) -> list[str]:
    """The texts of a list, or one that stands alone; blank ones are none."""
    value = element.get(key)
    given = [value] if isinstance(value, str) else value or []
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        refuse(key, f"expected texts as `{key}`, found {value!r:.60}")
        return []
    return [one for one in given if one.strip()]


def comments(element: Element, refuse: Refuse) -> Iterator[str]:
    """Each comment in a line, with author and date where they are stated."""
    given = element.get("comments") or []
    for one in given if isinstance(given, list) else [given]:
        if isinstance(one, Mapping) and one.get("author") == NOTE_BY:
            yield str(one.get("content"))
        elif isinstance(one, Mapping):
            yield f"Comment by {one.get('author')}, {one.get('createdAt')}: {one.get('content')}"
        elif isinstance(one, str):
            yield f"Comment: {one}"
        else:
            refuse("comments", f"expected comments, found {one!r:.60}")


def meaning(element: Element) -> dict[str, Any]:
    """What an element says wherever it is shown."""
    return {
        key: value
        for key, value in element.items()
        if key not in _OF_THE_PLACE and value not in (None, False, "", [])
    }


def unread(element: Element) -> dict[str, Any]:
    """Fields that the schema does not know and that say something, by key."""
    return {key: value for key, value in element.items() if key not in KNOWN and value not in (None, "", [])}


def says_against(key: str, value: Any) -> bool:
    """Whether an unknown field may say that the element does not hold, as ``defeated: true`` or ``status: rejected``.

    >>> says_against("defeated", True), says_against("defeated", False), says_against("status", "REJECTED")
    (True, False, True)
    >>> says_against("colour", "red"), says_against("approved", False)
    (False, False)
    """
    if isinstance(value, str):
        return len(value) <= _LONGEST and bool(_AGAINST.search(value) or _AGAINST.search(key))
    return bool(value) and bool(_AGAINST.search(key))
