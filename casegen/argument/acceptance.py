"""Who may answer for what is taken without support: somebody who has a name, and who is not the owner."""

from __future__ import annotations

import re
import unicodedata

from casegen.model.argument import Claim, ContextNode, EvidenceNode, Node, ResidualDoubt
from casegen.model.case import Case

Accepting = Claim | ContextNode | EvidenceNode | ResidualDoubt
"""nodes with ``accepted_by``"""

_NAMES_NOBODY = """
nobody noone none na nil null tbd tba tbc tbs todo fixme xxx unknown unnamed someone somebody anyone anybody
everyone everybody pending open name assessorsname placeholder dummy later yes ok true accepted approved done
niemand keiner keine jemand irgendwer unbekannt offen spaeter später folgt ausstehend nn nomennescio ja
tobedetermined tobedecided tobeconfirmed tobedefined tobeannounced notassigned unassigned notyet notapplicable
nochoffen nochzuklären zuklären wirdnochbenannt
"""
_PLACEHOLDERS = frozenset(_NAMES_NOBODY.split())


def is_placeholder(text: str) -> bool:
    """Whether a name or a reason stands for one that is still to come.

    >>> [is_placeholder(t) for t in ("TBD", "?", "{assessor}", "<name>", "n/a", "x", "B. Judge", "Team 7")]
    [True, True, True, True, True, True, False, False]
    """
    if (
        re.search(r"[{}<>\[\]]", text)
        or "???" in text
        or "..." in text.strip(".")[-3:]
        or text.strip() == "…"
    ):
        return True
    letters = "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())
    return sum(c.isalpha() for c in letters) < 2 or letters in _PLACEHOLDERS


def same_person(a: str, b: str) -> bool:
    """Whether two names are one, except for case, punctuation, spaces and what stands in brackets.

    >>> same_person("A. Author", "a author (safety)"), same_person("A. Author", "B. Judge")
    (True, False)
    """
    return bool(_plain(a)) and _plain(a) == _plain(b)


def _plain(name: str) -> str:
    name = re.sub(r"\([^)]*\)", "", unicodedata.normalize("NFKC", name)).casefold()
    words = sorted(re.findall(r"\w+", name))
    return " ".join(words)


def owner_of(node: Node, case: Case) -> str:
    """Who owns the node: as it says, else the case's author where there is only one."""
    authors = case.header.authors
    return node.owner or (authors[0] if len(authors) == 1 else "")


def objection(node: Accepting, case: Case) -> str:
    """Why the acceptance of ``node`` does not count; empty where it does, or where there is none."""
    if not node.accepted_by:
        return ""
    if is_placeholder(node.accepted_by):
        return f"{node.accepted_by!r} names nobody"
    owner = owner_of(node, case)
    if owner and same_person(owner, node.accepted_by):
        return f"{node.accepted_by} owns it, and nobody accepts what they own"
    return ""


def is_accepted(node: Node, case: Case) -> bool:
    """Whether somebody other than its owner, with a name, accepted the node."""
    return isinstance(node, Accepting) and bool(node.accepted_by) and not objection(node, case)
