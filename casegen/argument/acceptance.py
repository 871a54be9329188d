"""Who may answer for what is taken without support: somebody who has a name, and who is not the owner."""

from __future__ import annotations

import re
import unicodedata
from itertools import permutations

from casegen.model.argument import Claim, ContextNode, EvidenceNode, Node, ResidualDoubt
from casegen.model.case import Case
from casegen.model.evidence import EvidenceSpec
from casegen.model.waiver import Waiver

Accepting = Claim | ContextNode | EvidenceNode | ResidualDoubt
"""nodes with ``accepted_by``"""

_NAMES_NOBODY = """
nobody noone none na nil null tbd tba tbc tbs todo fixme xxx unknown unnamed someone somebody anyone anybody
everyone everybody pending open name assessorsname placeholder dummy later yes ok true accepted approved done
niemand keiner keine jemand irgendwer unbekannt offen spaeter später folgt ausstehend nn nomennescio ja
tobedetermined tobedecided tobeconfirmed tobedefined tobeannounced notassigned unassigned notyet notapplicable
nochoffen nochzuklären zuklären wirdnochbenannt okay fine passt
"""
_PLACEHOLDERS = frozenset(_NAMES_NOBODY.split())
_REFUSED = re.compile(
    r"\b(?:not|never|nicht|nie|noch\s+nicht)\s+(?:\w+\s+)?(?:accepted|approved|agreed|signed|akzeptiert|angenommen|"
    r"genehmigt|freigegeben)\b|\b(?:rejected|refused|declined|denied|disapproved|unaccepted|abgelehnt|verweigert|"
    r"zurückgewiesen)\b",
    re.I,
)
_RESERVED = re.compile(
    r"\b(?:if|unless|provided|provisional(?:ly)?|conditional(?:ly)?|pending|draft|preliminary|subject\s+to|under\s+review|tbc|"
    r"to\s+be\s+confirmed|falls|sofern|wenn|vorbehalt\w*|vorläufig\w*|bedingt|entwurf|ausstehend)\b",
    re.I,
)
_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK")
_MOST_WORDS = 4
"""so many words of two names are tried against each other as initials"""


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


def no_name(text: str) -> str:
    """Why what stands for a person's acceptance names nobody who accepts; empty where it does.

    >>> [bool(no_name(t)) for t in ("TBD", "not accepted by B. Judge", "B. Judge (rejected)", "B. Judge", "Б. Судья")]
    [True, True, True, False, False]
    """
    if is_placeholder(text):
        return "stands for something that is still to come"
    if _REFUSED.search(text):
        return "says that it was not accepted"
    if _RESERVED.search(text):
        return "accepts with a reservation: a condition is a claim of its own, or a residual doubt"
    if len(_scripts(text)) > 1:
        return "mixes letters of two scripts in one name"
    return ""


def _scripts(name: str) -> set[str]:
    """Of Latin, Cyrillic and Greek, those that the name is written in; what stands in brackets is another name."""
    letters = (c for c in re.sub(r"\([^)]*\)", "", name) if c.isalpha())
    return {unicodedata.name(c, "").split(" ")[0] for c in letters}.intersection(_SCRIPTS)


def same_person(a: str, b: str) -> bool:
    """Whether two names are one, except for case, punctuation, spaces, what stands in brackets, and initials.

    >>> same_person("A. Author", "a author (safety)"), same_person("A. Author", "B. Judge")
    (True, False)
    >>> same_person("Otto Operator", "O. Operator"), same_person("Otto Operator", "P. Operator")
    (True, False)
    """
    one, other = _words(a), _words(b)
    return bool(one) and (one == other or _by_initials(one, other))


def _words(name: str) -> list[str]:
    name = re.sub(r"\([^)]*\)", "", unicodedata.normalize("NFKC", name)).casefold()
    return sorted(re.findall(r"\w+", name))


def _by_initials(one: list[str], other: list[str]) -> bool:
    """Whether two names share a word, and each other word is written in full in one and as an initial in the other."""
    shared = {word for word in one if word in other and len(word) > 1}
    mine, theirs = ([word for word in words if word not in shared] for words in (one, other))
    if not shared or len(mine) != len(theirs) or len(mine) > _MOST_WORDS:
        return False
    return any(all(map(_initial, mine, order)) for order in permutations(theirs))


def _initial(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) == 1 and short.isalpha() and long.startswith(short))


def owner_of(node: Node, case: Case) -> str:
    """Who owns the node: as it says, else the case's author where there is only one."""
    authors = case.header.authors
    return node.owner or (authors[0] if len(authors) == 1 else "")


def objection(node: Accepting, case: Case) -> str:
    """Why the acceptance of ``node`` does not count; empty where it does, or where there is none."""
    if not node.accepted_by:
        return ""
    problem = no_name(node.accepted_by)
    if problem:
        return f"{node.accepted_by!r} {problem}"
    owner = owner_of(node, case)
    if owner and same_person(owner, node.accepted_by):
        return f"{node.accepted_by} owns it, and nobody accepts what they own"
    return ""


def is_accepted(node: Node, case: Case) -> bool:
    """Whether somebody other than its owner, with a name, accepted the node."""
    return isinstance(node, Accepting) and bool(node.accepted_by) and not objection(node, case)


def waiver_objection(waiver: Waiver, item: EvidenceSpec, case: Case) -> str:
    """Why a waiver of what an item's data show does not count; empty where it does."""
    problem = no_name(waiver.by)
    if problem:
        return f"`by: {waiver.by}` {problem}"
    if is_placeholder(waiver.reason):
        return f"`reason: {waiver.reason}` is no reason"
    if item.owner and same_person(item.owner, waiver.by):
        return f"{waiver.by} owns it"
    authors = case.header.authors
    if len(authors) == 1 and same_person(authors[0], waiver.by):
        return f"{waiver.by} is the case's only author"
    return ""
