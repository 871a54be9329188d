"""What a response to an objection points to: a part that the case does not have, or what the objection is against."""

from __future__ import annotations

import re
from collections.abc import Set
from pathlib import PurePosixPath

from casegen.argument.view import CaseView
from casegen.io.sentences import sentence
from casegen.model.argument import Argument, Defeater, EvidenceNode, ResidualDoubt
from casegen.model.expressions import compiled
from casegen.model.sentence import NOTHING, Sentence

_POINTING_WORDS = """
see shown shows show by in of the a an as from with it this that is are was so because since claim claims argument
step node evidence item event tree report reports document file record proves proven proved proof answers answered
says said covers covered demonstrates demonstrated confirms confirmed refutes refuted handled addressed holds already
cf per above also itself siehe gezeigt zeigt von der die das dem den es ist durch behauptung schritt nachweis bericht
dokument belegt beweist widerlegt laut steht dort
"""
_POINTING = frozenset(_POINTING_WORDS.split())
"""words by which a response points somewhere, and says nothing itself"""
_NAMED = compiled(
    r"\b(?:claims?|arguments?|steps?|nodes?|evidence|sub-?cases?|events?|items?|behauptung|argument|schritt|nachweis|ereignis)\s+"
    r"(?P<id>[A-Z][\w.-]*\d[\w.-]*|[A-Z]{2,}[\w-]*)(?<![.-])(?![\w/])"
)
_FILE = compiled(
    r"(?<![\w/.])(?P<file>[\w./-]*\w\.(?:md|txt|pdf|docx?|odt|csv|xlsx?|ods|ya?ml|json|xml|html?|tex|png|jpe?g))(?![\w/])",
    re.I,
)
_SHOWS = (
    r"\s+(?:shows?|proves?|demonstrates?|answers?|refutes?|covers?|confirms?|settles?|says|zeigt|belegt|beweist|widerlegt|sagt)\s+"
    r"(?:it|this|that|so|the\s+(?:opposite|contrary)|otherwise|es|das|dies|das\s+gegenteil)\W*(?:$|[.;,])"
)

HOLDS = (
    r"\s+(?:holds?|stands?|(?:is|are|was|were|has\s+been|have\s+been)\s+(?:already\s+)?(?:true|supported|shown|proven|proved|met|valid|accepted)|gilt|steht|"
    r"ist\s+(?:gestützt|wahr|gezeigt))\b"
)
"""said of a claim that is taken as given"""


def pointed_at(view: CaseView, defeater: Defeater, above: Set[str]) -> Sentence:
    """What a response points to that cannot answer it; empty where it says something, or points to what stands.

    ``above``: what the objection is against, and the claims above that.
    """
    response = defeater.response
    for match in _NAMED.finditer(response):
        if match["id"] not in view.place and _is_id(view, match["id"]):
            return sentence("missing_part", part=repr(match["id"]))
    files = {PurePosixPath(name).name for name in _files(view)}
    for match in _FILE.finditer(response):
        if PurePosixPath(match["file"]).name not in files:
            return sentence("missing_part", part=repr(match["file"]))
    words = re.findall(r"[\w.-]*\w", response)
    named = [word for word in words if word in view.place and word != defeater.id]
    rest = [word for word in words if word not in named and word.casefold() not in _POINTING]
    if len(rest) == 1 and not named and _is_id(view, rest[0]) and rest[0] != defeater.id:
        return sentence("missing_part", part=repr(rest[0]))
    for name in named:
        points = not rest and all(one in above for one in named)
        if name in above and (points or re.search(rf"(?<![\w-]){re.escape(name)}{_SHOWS}", response, re.I)):
            return sentence("resting_part", part=view.label(name))
    return NOTHING


def _is_id(view: CaseView, word: str) -> bool:
    """Whether a word is written as ids of the case are: ``C9`` beside ``C1`` and ``C2``."""
    form = _form(word)
    return bool(form) and any(_form(id) == form for id in view.place)


def _form(id: str) -> str:
    return re.sub(r"\d+", "0", id) if re.search(r"\d", id) else ""


def _files(view: CaseView) -> set[str]:
    """Paths of all files that the case names."""
    documents = {
        node.artefact for _, _, node in view.nodes if isinstance(node, EvidenceNode) and node.artefact
    }
    return documents | {path for item in view.case.evidence_items for path in item.inputs.values()}


def holds_above(view: CaseView, text: str, above: Set[str]) -> str:
    """The claim among ``above`` of which a text says that it holds; empty where there is none."""
    claims = sorted(above & view.case.claim.keys())
    return next((id for id in claims if re.search(rf"(?<![\w-]){re.escape(id)}{HOLDS}", text)), "")


def claims_over(view: CaseView, defeater: Defeater | ResidualDoubt) -> frozenset[str]:
    """What an objection is against, and all claims that rest on it."""
    above: set[str] = set()
    waiting = [view.challenged_node(defeater.target) or ""]
    while waiting:
        name = waiting.pop()
        if name in above:
            continue
        above.add(name)
        node = view.case.node.get(name)
        if isinstance(node, Argument):
            waiting.append(node.supports)
        for one in (name, *view.sub_cases_of.get(name, ())):
            waiting += [step.supports for step in view.used_by.get(one, ())]
    return frozenset(above)
