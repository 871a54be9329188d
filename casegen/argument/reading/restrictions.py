"""What a sentence takes out of what it says, by a condition or an exception, and whether the case speaks of it elsewhere.

``The gate stays shut except at night`` and ``provided that the operator is trained`` show nothing of the night and of
other operators.  That is honest where another part answers for it, and where the intended use leaves it out as well.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from casegen.argument.view import CaseView
from casegen.model.argument import Claim, ContextNode
from casegen.model.expressions import compiled
from casegen.texts.events.matters import sentences
from casegen.texts.events.polarity import polarity
from casegen.texts.events.ranges import ranges
from casegen.texts.events.subjects import stems
from casegen.texts.numbers.stated import READ, stated
from casegen.texts.times.exposure import periods
from casegen.texts.wording.denials import negations

_REST = r"(?P<clause>[^,;.:()]+(?:[.,]\d[^,;.:()]*)?)"
_CONDITION = compiled(
    r"\b(?:provided(?:\s+that|(?=\s+(?:the|all|no|every|it)\b))|assuming(?:\s+that)?|on\s+(?:the\s+)?condition\s+that|(?:as|so)\s+long\s+as|subject\s+to|"
    r"(?:only|solely)\s+(?:if|when|while|where|by|in|at|on|with|during|for)|given\s+that|sofern|solange|vorausgesetzt(?:\s*,\s*dass)?|"
    rf"nur\s+(?:wenn|falls|bei|in|am|mit))\s+{_REST}",
    re.I,
)
_EXCEPTION = compiled(
    r"(?:\b(?:except(?:ing)?(?:\s+(?:for|that))?|excluding|with\s+the\s+exception\s+of|"
    r"save(?=\s+(?:for|in|at|when|where|on)\b)|unless|not\s+counting|disregarding|leaving\s+(?:out|aside)|außer|ausgenommen|"
    r"abgesehen\s+von|mit\s+ausnahme|es\s+sei\s+denn)|"
    r"(?:^|,\s*|\b(?:all|any|each|every|always|never|no|nothing|none)\b[^,;.]*?\s)(?:other\s+than|apart\s+from))\s*,?\s+"
    rf"{_REST}",
    re.I,
)
_ALONE = compiled(
    r"\b(?:in|at|by|on|for|during|with|under|bei|im|am|mit|für)\s+(?P<clause>[^\W\d_]+(?:\s+[^\W\d_]+)?)\s+(?:only|alone|nur|allein)\b",
    re.I,
)
"""``in summer only``"""
_WORKING = compiled(rf"\b(?:if|when|while|where|wenn|falls|wo)\s+{_REST}", re.I)
_NOT_COUNTED = compiled(
    r"\b(?:(?:do|does|is|are|was|were|will|shall|need)\s+not\s+(?:be\s+)?(?:count(?:ed)?|regarded|considered|included|classed|treated|recorded|meant)|"
    r"(?:is|are)\s+(?:no(?:t\s+an?)?\s+(?:failures?|faults?|errors?|hazards?|accidents?|collisions?|incidents?)\b|ignored|disregarded|left\s+out)|"
    r"only\s+(?!(?:if|when|while|where|by|once|one|two|\d)\b)[^,;.:]+\s(?:counts?|(?:is|are)\s+counted)(?=\W*$)|nur\s+(?!(?:wenn|falls)\b)[^,;.:]+\s(?:zähl(?:t|en)|(?:wird|werden)\s+gezählt)(?=\W*$)|"
    r"zähl(?:t|en)\s+nicht|(?:gilt|gelten)\s+nicht\s+als|(?:wird|werden)\s+nicht\s+(?:gezählt|betrachtet|gewertet))\b",
    re.I,
)
"""by which a definition of what goes wrong takes out what its own words name"""
_BEYOND = compiled(
    r"(?<!no )(?<!not )\b(?:wid|long|larg|bigg|high|deep|heavi|fast|hott|thick|tall|great|hard|loud|strong|"
    r"breit|läng|größ|höh|tief|schwer|schnell|dick)"
    r"er\s+(?:than|als)\s+\d",
    re.I,
)
"""a definition that counts only what is beyond a size"""
_SHORT = """
the and for are was not nor but its his her our out off any all can may has had who how one two per
von der die das den dem ein und mit bei aus auf nur ist war als des
"""
_FUNCTION = frozenset(_SHORT.split())
_WORD = re.compile(r"(?<![^\W_])[^\W\d_]{3}(?![^\W_])")


class Restriction(NamedTuple):
    """Words that are taken out, or required, and which of both."""

    clause: str
    quote: str
    is_exception: bool


def restrictions(text: str, *, is_definition: bool = False, of_size: bool = True) -> Iterator[Restriction]:
    """Conditions and exceptions of a text; what limits a number (``all but 1 of 1,000``) is none.

    ``is_definition``: of what goes wrong, so that what does not count, or (``of_size``) counts only
    beyond a size, is left out.

    >>> [r.clause for r in restrictions("The gate stays shut except at night, provided that the guard is trained")]
    ['the guard is trained', 'at night']
    >>> [[r.clause for r in restrictions(t)] for t in ("It stops if a person comes near", "It is safe if it works")]
    [[], ['it works']]
    """
    text = text[:READ]
    for form in (_CONDITION, _EXCEPTION, _ALONE, _WORKING):
        for match in form.finditer(text):
            clause = match["clause"].strip()
            if form is _WORKING and polarity(clause) != "success":
                continue
            if clause and not stated(clause):
                yield Restriction(clause, match[0].strip(), form is _EXCEPTION)
    for sentence in sentences(text) if is_definition and not stated(text) else ():
        aside = _NOT_COUNTED.search(sentence)
        if aside is not None or (of_size and _is_of_size(sentence)):
            only = aside is not None and aside[0][:3].casefold() in ("onl", "nur")
            clause = sentence if only else _NOT_COUNTED.sub(" ", sentence)
            yield Restriction(clause, sentence.strip(), is_exception=True)


def _is_of_size(sentence: str) -> bool:
    """Whether a definition counts only what is beyond a size; how long a mission lasts is no size of what goes wrong."""
    if any(period.of_mission for period in periods(sentence)):
        return False
    beyond = any(math.isinf(one.high) for one in ranges(sentence, times=True))
    return beyond or _BEYOND.search(sentence) is not None


def unspoken(view: CaseView, supported: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Supported claims and their contexts, by id, with what they take out and nothing else of the case speaks of.

    A claim above that has the same words, or the step from it, does not answer for them; a claim beside it may.
    """
    case = view.case
    done: set[frozenset[str]] = set()
    for id in sorted(supported, key=lambda id: (len(view.used_by.get(id, ())), id)):  # top claims first
        claim = case.claim[id]
        contexts = [case.node[name] for name in view.contexts_above(id)]
        for node in (claim, *(c for c in contexts if isinstance(c, ContextNode) and c.kind != "assumption")):
            definition = not isinstance(node, Claim)
            upper = claim.requirement is not None and claim.requirement.comparison.is_upper
            counts = isinstance(node, ContextNode) and node.kind in ("definition", "context") and upper
            sizes = isinstance(node, ContextNode) and node.kind == "definition"
            for one in restrictions(node.text, is_definition=counts, of_size=sizes):
                words = subject_words(one.clause) - (subject_words(claim.text) if definition else frozenset())
                if words in done:
                    continue
                done.add(words)
                if not _answered(view, claim, node.id, one, words):
                    yield node.id, one.quote


def _answered(view: CaseView, claim: Claim, own: str, one: Restriction, words: frozenset[str]) -> bool:
    above = _above(view, claim.id) | {own, claim.id}
    case = view.case
    texts = [c.text for c in case.claims if c.id not in above]
    texts += [
        c.text for c in case.contexts if c.id != own and (c.kind == "assumption" or not one.is_exception)
    ]
    texts += [event.text for event in case.events]
    header = case.header
    use = [*sentences(header.intended_use), *sentences(header.environment)]
    texts += [s for s in use if not one.is_exception or negations(s) or any(restrictions(s))]
    texts += header.limitations
    return any(_speaks(text, one, words) for text in texts)


def _speaks(text: str, one: Restriction, words: frozenset[str]) -> bool:
    """Whether a text has half of the words or more, and does not merely take them out itself."""
    itself = one.quote.casefold() in text.casefold()
    return bool(words) and not itself and 2 * len(words & subject_words(text)) >= len(words)


def _above(view: CaseView, claim: str) -> set[str]:
    """Claims that rest on a claim, and sub-cases that repeat it."""
    result: set[str] = set()
    waiting = [claim]
    while waiting:
        name = waiting.pop()
        for one in (name, *view.sub_cases_of.get(name, ())):
            for step in view.used_by.get(one, ()):
                if step.supports not in result:
                    result.add(step.supports)
                    waiting.append(step.supports)
    return result


def subject_words(text: str) -> frozenset[str]:
    """Words that carry a subject, those of three letters among them (``ice``, ``sea``), by their first five letters."""
    return stems(text) | {w for w in _WORD.findall(text[:READ].casefold()) if w not in _FUNCTION}
