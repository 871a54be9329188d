"""What stands in one argument with a claim: above it, beside it and below it; and what there denies it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from casegen.argument.graph import reachable
from casegen.argument.view import CaseView
from casegen.model.argument import Argument, Claim, Node
from casegen.model.expressions import compiled
from casegen.texts.events.subjects import (
    contradiction,
    excluded_number,
    is_denied,
    short_words,
    stems,
    undenied,
)
from casegen.texts.numbers.stated import numbers, stated
from casegen.texts.wording.denials import denies_itself

_LEAST = 2
"""fewer words in common are no common subject"""

_Sense = tuple[frozenset[str], frozenset[str], bool, frozenset[tuple[float, ...]]]
"""Words that carry a subject, the short ones (``pump 3`` is not ``pump 4``), whether they are denied, and numbers."""


def around(view: CaseView, claim: Claim) -> frozenset[str]:
    """Nodes that a claim stands with: contexts that it inherits, side-claims of the steps above, and what is below it.

    Its own contexts and side-claims, and those of its own steps, are left out: they are judged with it.
    """
    steps = [step for _, step in view.arguments_for.get(claim.id, ())]
    own = {claim.id, *claim.context, *(n for a in steps for n in (*a.context, *a.side_claims, *a.premises))}
    names: set[str] = set()
    seen, waiting = {claim.id}, [claim.id, *view.sub_cases_of.get(claim.id, ())]
    while waiting:
        one = waiting.pop()
        names.update(view.case.node[one].context if one in view.case.node else ())
        for step in view.used_by.get(one, ()):
            names |= {step.id, *step.context, *step.side_claims}
            above = [step.supports, *view.sub_cases_of.get(step.supports, ())]
            waiting += [id for id in above if id not in seen]
            seen.update(above)
    below = reachable([claim.id], view.support)
    names |= seen | below | {c for id in below if id in view.case.node for c in view.case.node[id].context}
    return frozenset(names - own)


def denied_around(view: CaseView) -> Iterator[tuple[Claim, str, str]]:
    """Claims, the nodes around them that deny them, and what these say; in the order of the claims.

    Contexts and side-claims that deny a claim in its own words, or state a worse number of the same; every node that
    names the claim and says that it does not hold.
    """
    said = [view.case.node[c.id] for c in view.case.contexts]
    said += [
        view.case.node[name]
        for name in sorted(view.side_claims)
        if isinstance(view.case.node.get(name), Claim)
    ]
    denials: dict[_Sense, list[str]] = {}
    for node in said:
        sense = _sense(node.text)
        if len(sense[0]) >= _LEAST and (not stated(node.text) or denies_itself(node.text)):
            denials.setdefault(sense, []).append(node.id)
    counts: _Counts = {}
    for node in said:
        if stated(node.text):
            for stem in stems(node.text):
                counts.setdefault((_names(node.text), stem), []).append(node)
    named = _named(view)
    for _, claim in view.claims():
        denied = [(name, "") for name in denials.get(_sense(claim.text, denied=True), ())]
        denied += named.get(claim.id, [])
        denied += [
            (node.id, quote)
            for node in _sharing(counts, claim)
            if (quote := contradiction(claim.text, node.text))
        ]
        if denied:
            names = around(view, claim)
            yield from ((claim, name, quote) for name, quote in denied if name in names)


def _sense(text: str, denied: bool = False) -> _Sense:
    """``denied``: the sense of the opposite."""
    words = undenied(text)
    readings = frozenset(number.readings for number in stated(text))
    return stems(words), short_words(words), is_denied(text) != denied, readings


_Counts = dict[tuple[frozenset[str], str], list[Node]]
"""Nodes with a number, by the names of things in their text and by each word."""
_NAME = compiled(r"(?<!^)\b(?:[A-Z]{0,3}-?\d\w*|[A-Z])\b")


def _names(text: str) -> frozenset[str]:
    """What tells things of one kind apart, beside the numbers of a text: ``4`` of ``pump 4``, ``B``.

    >>> sorted(_names("Pump 4 of line B fails in at most 1 of 1,000 runs"))
    ['4', 'B']
    """
    for number in stated(text):
        text = text.replace(number.quote, " ")
    return frozenset(_NAME.findall(text))


def _sharing(counts: _Counts, claim: Claim) -> list[Node]:
    """Nodes with a number that have names and words in common with a claim that limits one."""
    if not any(number.side for number in numbers(claim.text)):
        return []
    often: dict[str, int] = {}
    nodes: dict[str, Node] = {}
    names = _names(claim.text)
    for stem in stems(claim.text):
        for node in counts.get((names, stem), ()):
            nodes[node.id] = node
            often[node.id] = often.get(node.id, 0) + 1
    return [nodes[id] for id, many in often.items() if many >= _LEAST and id != claim.id]


def _named(view: CaseView) -> dict[str, list[tuple[str, str]]]:
    """By claim: the nodes that say of it, by its id, that it does not hold."""
    result: dict[str, list[tuple[str, str]]] = {}
    for section, _, node in view.nodes:
        if section not in ("contexts", "claims", "sub_cases", "arguments", "evidence"):
            continue
        for name in dict.fromkeys(re.findall(r"[\w.-]*\w", node.text)):
            others = name in view.case.claim and name != node.id
            if others and (quote := named_as_false(node.text, name)):
                result.setdefault(name, []).append((node.id, quote))
    return result


_OPEN = compiled(
    r"\b(?:if|when(?:ever)?|where|unless|until|once|whether|should|even\s+if|wenn|falls|sobald|solange|sollte|ob)\s[^.;,]*$",
    re.I,
)
_FALSE = (
    r"(?:(?:is|was|ist|war|remains?|bleibt)\s+(?:(?:simply|known\s+to\s+be|found|shown|proved|proven)\s+(?:to\s+be\s+)?)?"
    r"(?:not\s+(?:true|supported|shown|met|valid|the\s+case|satisfied|fulfilled)|no\s+longer\s+\w+|nicht\s+\w+|false|untrue|wrong|invalid|incorrect|refuted|"
    r"disproved|disproven|contradicted|violated|falsch|unwahr|widerlegt|verletzt)|"
    r"(?:has|have|hat)\s+(?:failed|been\s+(?:refuted|disproved|violated)|not\s+been\s+\w+)|cannot\s+(?:be\s+(?:true|shown|supported|met)|hold)|"
    r"(?:does|did)\s+(?:not|no\s+longer)\s+hold|doesn['’]t\s+hold|no\s+longer\s+holds|gilt\s+nicht|stimmt\s+nicht|trifft\s+nicht\s+zu|hält\s+nicht|fails?|failed)"
)
_UNLESS = r"(?!\s+(?:if|where|when|unless|wenn|falls|to|in|on|of)\b)"
_DENIED_FIRST = (
    r"(?:it\s+is\s+(?:not\s+true|false|wrong|untrue|not\s+the\s+case)\s+that|"
    r"es\s+(?:stimmt\s+nicht|ist\s+(?:falsch|nicht\s+wahr)|trifft\s+nicht\s+zu)\s*,?\s+dass)"
)


def named_as_false(text: str, claim: str) -> str:
    """The words by which a text denies a claim that it names; empty where it does not, or only on a condition.

    >>> named_as_false("Claim C2 does not hold", "C2"), named_as_false("If C2 fails, the brake acts", "C2")
    ('C2 does not hold', '')
    """
    if claim not in text:
        return ""
    match = _denied_after(text, claim)
    if not match and (first := _DENIAL.search(text)):
        named = rf"{_DENIED_FIRST}\s+(?:(?:the\s+)?claim\s+|die\s+behauptung\s+)?{_id(claim)}"
        hit = re.compile(named, re.I).search(text, first.start())
        match = hit.span() if hit else None
    return text[slice(*match)] if match and not _OPEN.search(text[: match[0]]) else ""


_IS_FALSE = compiled(rf"\s+{_FALSE}\b{_UNLESS}", re.I)
_DENIAL = compiled(_DENIED_FIRST, re.I)


def _id(claim: str) -> str:
    return rf"(?<![\w-]){re.escape(claim)}(?![\w-])"


def _denied_after(text: str, claim: str) -> tuple[int, int] | None:
    """Where a text names a claim and goes on that it does not hold.

    Few texts deny anything: an expression of a claim and all denials, for each pair of a claim and a text that names
    it, takes longer than all else.
    """
    if not _IS_FALSE.search(text):
        return None
    id, at = re.compile(_id(claim), re.I), 0
    while hit := id.search(text, at):
        if denied := _IS_FALSE.match(text, hit.end()):
            return hit.start(), denied.end()
        at = hit.start() + 1
    return None


_CONDITION = compiled(
    r"\b(?:only\s+(?:if|when|while)|if|provided(?:\s+that)?|as\s+long\s+as|when|while|given\s+that|nur\s+wenn|wenn|falls|sofern|"
    r"solange|vorausgesetzt\s*,?\s+dass)\s+(?P<said>[^.;]+)$",
    re.I,
)


_PRONOUN = compiled(r"^(?:it|they|this|er|sie|es|dies)\b", re.I)
_SUBJECT = 3
"""so many words of a sentence are taken for its subject, where a condition only points to it"""


def unmet_condition(view: CaseView, step: Argument, text: str) -> tuple[str, str]:
    """A premise of a step, and its number, that is weaker than the number of a text's condition; empty where none is."""
    match = _CONDITION.search(text)
    for name in step.premises if match else ():
        node = view.repeated(name)
        named = _PRONOUN.sub(" ".join(text.split()[:_SUBJECT]), match["said"]) if match else ""
        for said in dict.fromkeys((match["said"], named) if match else ()):
            same = node is not None and (_names(said) == _names(node.text) or not _names(said))
            if node is not None and same and (quote := excluded_number(said, node.text, precise=True)):
                return name, quote
    return "", ""
