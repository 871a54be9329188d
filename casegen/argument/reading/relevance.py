"""Whether the sentences of a step speak of one subject, as far as their words tell."""

from __future__ import annotations

import re
from collections.abc import Iterator

from casegen.argument.view import CaseView
from casegen.model.argument import Argument, Block, Claim, EvidenceNode, Node
from casegen.model.expressions import compiled
from casegen.texts.events.kept_states import as_denial_of
from casegen.texts.events.subjects import short_words, stems

_DOCUMENT = compiled(
    r"\b(?:record|report|minutes|protocol|certificate|log|result|measurement|campaign|test|trial|run|review|inspection|audit|"
    r"analys[ei]s|stud(?:y|ies)|survey|simulation|proof|data|sheet|drawing|list|table|plan|specification|assessment|metric|"
    r"calculation|experiment|evaluation|recording|repetition|observation|statistic|score|comparison|session|sample|set|"
    r"flight|drive|dive|ride|trip|voyage|sortie|passage|landing|operation|exercise|drill|check|card|visit|interview|"
    r"questionnaire|workshop|"
    r"decision|resolution|permit|licen[cs]e|approval|order|letter|contract|photo|film|video|map|file|export|import|coverage|verification|validation|checklist|matrix|history|database|"
    r"protokoll|bericht|prüfung|versuch|messung|aufzeichnung|nachweis|gutachten|daten|zertifikat|auswertung|"
    r"untersuchung|liste|plan|tabelle|ergebnis|studie|abnahme|inspektion|begehung|erprobung)(?:s|es|e|en|n|ung|ungen)?\b|"
    r"(?:protokoll|bericht|beschluss|bescheid|genehmigung|zulassung|prüfung|versuche?|messung|daten|nachweis|gutachten|aufzeichnung|auswertung|fahrten|test)s?\b|"
    r"\b(?:january|february|march|april|june|july|august|september|october|november|december|januar|februar|märz|juni|juli|"
    r"oktober|dezember|(?:in|of|from|vom|von)\s+may|(?:im|vom)\s+mai|(?:19|20)\d\d)\b",
    re.I,
)
"""names of documents, data and dates: a text that has one names its source, and need not repeat the subject"""
_SUBJECT_STEPS = (Block.EVIDENCE_INCORPORATION, Block.CONCRETION)


def unrelated(view: CaseView, argument: Argument) -> Iterator[tuple[int, str]]:
    """Premises, by index and id, that share no word with the conclusion, in a step whose side-claims speak of neither.

    What makes a vague word precise need not repeat it; then it is the side-claim that connects the two.
    """
    claim = view.case.claim.get(argument.supports)
    if claim is None or argument.block not in _SUBJECT_STEPS:
        return
    subject = stems(claim.text)
    warrants = [stems(n.text) for name in argument.side_claims if (n := view.case.node.get(name)) is not None]
    for k, name in enumerate(argument.premises):
        node = view.case.node.get(name)
        if node is None or not isinstance(node, EvidenceNode | Claim):
            continue
        words = stems(node.text).union(*(stems(text) for text in _more(view, node)))
        if not subject or not words or (isinstance(node, EvidenceNode) and _DOCUMENT.search(node.text)):
            continue
        if words & subject or _compound(words, subject):
            continue
        if not any(not w or w & (words | subject) or _compound(w, words | subject) for w in warrants):
            yield k, name


_LANGUAGES = tuple(
    compiled(rf"\b(?:{words})\b", re.I)
    for words in ("the|of|is|are|and|with|to", "der|die|das|dem|den|eine?|ist|und|mit|bei|höchstens")
)
"""words of every text: a claim in one language and a tree in another are not compared"""


def unrelated_tree(view: CaseView, argument: Argument) -> str:
    """The tree of a calculation that shares no word with the conclusion, directly or through a side-claim; else empty."""
    claim, tree = view.case.claim.get(argument.supports), view.case.tree.get(argument.tree or "")
    if claim is None or tree is None:
        return ""
    subject = stems(claim.text)
    parts = view.parts_of.get(tree.id, frozenset())
    texts = [tree.title, tree.text, argument.text, *(g.text for g in tree.gates)]
    texts += [f"{e.text} {e.component}" for e in view.case.events if e.id in parts]
    words = frozenset[str]().union(*(stems(text) for text in texts))
    warrants = [stems(n.text) for name in argument.side_claims if (n := view.case.node.get(name)) is not None]
    if any(
        _repeats(claim.text, text) for text in (tree.title, *(g.text for g in tree.gates if g.id == tree.top))
    ):
        return ""
    if _keeps_from(claim.text, tree.title):
        return ""
    one_language = any(p.search(claim.text) and p.search(" ".join(texts)) for p in _LANGUAGES)
    if not subject and one_language:
        named = " ".join(
            (*texts, *(view.case.node[name].text for name in argument.side_claims if name in view.case.node))
        )
        return tree.id if _short_subject_unnamed(claim.text, named) else ""
    if not one_language or not words or words & subject or _compound(words, subject):
        return ""
    connected = any(_joins(w, words) and _joins(w, subject) for w in warrants)
    return "" if connected else tree.id


_SHORT_SUBJECT = compiled(
    r"^(?:the|an?|no|each|every|any|der|die|das|dem|eine?|keine?|jede[rs]?)\s+(?!(?:top|sil|pl|pfd|pfh|one|two|six|ten|it)\b)(\w{2,3})\b",
    re.I,
)
"""the subject of a sentence of short words, which have no stem to compare"""


def _keeps_from(claim: str, title: str) -> bool:
    """Whether a claim says of the subject of a tree that it stays as it is: ``The fan keeps running``."""
    one, other = _SHORT_SUBJECT.match(claim), _SHORT_SUBJECT.match(title)
    same = one is not None and other is not None and one[1].casefold() == other[1].casefold()
    return same and as_denial_of(claim, title) != claim


def _short_subject_unnamed(claim: str, texts: str) -> bool:
    """Whether a claim of short words has a subject that the texts do not name: ``The vat is dry``."""
    subject = _SHORT_SUBJECT.match(claim)
    return subject is not None and not re.search(rf"\b{re.escape(subject[1])}(?:e?s)?\b", texts, re.I)


def _repeats(claim: str, event: str) -> bool:
    """Whether a claim has all words of an event, one behind the other, however short they are: ``The lid is off``."""
    words, own = (" ".join(re.findall(r"\w+", text.casefold())) for text in (claim, event))
    carries = " " in own and bool(short_words(event) or stems(event))
    return carries and f" {own} " in f" {words} "


def _joins(words: frozenset[str], others: frozenset[str]) -> bool:
    return bool(words & others) or _compound(words, others)


def _more(view: CaseView, node: Node) -> Iterator[str]:
    """What else names the subject of an evidence node: its item, its document."""
    if isinstance(node, EvidenceNode):
        item = view.case.evidence_item.get(node.evidence or "")
        yield from (item.title, item.text, item.method.replace("-", " ")) if item is not None else ()
        yield re.sub(r"[/._-]", " ", node.artefact)
    if isinstance(node, Claim) and node.requirement is not None:
        m = node.requirement.measure
        tree = view.case.tree.get(m.tree or "")
        yield from (tree.title, tree.text) if tree is not None else (str(m.measure).replace("_", " "),)


def _compound(words: frozenset[str], subject: frozenset[str]) -> bool:
    """Whether a short word begins a longer one: ``Boot`` and ``Boots``."""
    return any(a.startswith(b) or b.startswith(a) for a in words for b in subject)
