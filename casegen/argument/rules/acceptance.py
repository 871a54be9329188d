"""Acceptance: a person with a name, other than the owner, answers for what is taken without support."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from casegen.argument.acceptance import (
    accepted_early,
    bears,
    no_name,
    objection,
    owner_of,
    waivable,
    waiver_objection,
)
from casegen.argument.leaf_status import is_assumption
from casegen.argument.reading.answers import says_nothing
from casegen.argument.rule import Finding, error, warning
from casegen.argument.rules.citations import ASSURANCE_2, GSN
from casegen.argument.view import CaseView
from casegen.model.argument import MOST_DOUBT, Claim, ContextNode, EvidenceNode, ResidualDoubt
from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS
from casegen.texts.acceptances.reasons import is_placeholder
from casegen.texts.events.subjects import strays
from casegen.texts.wording.denials import assumes

FAMILY = "Acceptance"
_MEANT = {
    "assumed": "why it may be taken as true without support",
    "reason": "the reason",
    "response": "the response",
}
"""what belongs in each key"""


def _accepting(
    view: CaseView,
) -> Iterator[tuple[str, int, Claim | ContextNode | EvidenceNode | ResidualDoubt]]:
    for section, index, node in view.nodes:
        if isinstance(node, Claim | ContextNode | EvidenceNode | ResidualDoubt):
            yield section, index, node


@error(
    "acceptance-name",
    FAMILY,
    "Who accepts has a name, and a reason is given.",
    source=f"{ASSURANCE_2}; SCCG SU.3, RD.5",
    hint="name the person or the role that answers for it, or leave the key out until somebody does",
)
def acceptance_name(view: CaseView) -> Iterator[Finding]:
    """``nobody``, ``TBD``, ``?``, ``{assessor}`` as acceptance, reason, response or ground of an assumption.

    As acceptance also ``not accepted by …``, ``… (rejected)``, ``deemed accepted``, a name of Latin and Cyrillic or Greek
    letters, one with a day that is still to come, and with one before the day of the document.
    """
    for section, index, node in view.nodes:
        name = getattr(node, "accepted_by", "")
        problem = (no_name(name) or accepted_early(node)) if name else ""
        if problem:
            message = f"{view.label(node.id)}: `accepted_by: {name}` {problem}"
            yield Finding((section, index, "accepted_by"), message, node.id)
        for key in _MEANT:
            value = getattr(node, key, "")
            empty = isinstance(value, str) and bool(value) and key != "response" and says_nothing(value)
            if isinstance(value, str) and value and (empty or is_placeholder(value)):
                what = "gives no reason" if empty else "is a placeholder"
                message = f"{view.label(node.id)}: `{key}: {value}` {what}"
                fix = f"write {_MEANT[key]}, or leave the key out until that is known"
                yield Finding((section, index, key), message, node.id, fix)


@error(
    "self-acceptance",
    FAMILY,
    "Nobody accepts what they own.",
    source=f"{ASSURANCE_2}; SCCG SU.3, EV.2",
    hint="have somebody else accept it; a node without `owner:` belongs to the case's author where there is only one",
)
def self_acceptance(view: CaseView) -> Iterator[Finding]:
    """Owner and acceptance are one person: of an assumption, an artefact or a residual doubt."""
    for section, index, node in _accepting(view):
        named = bool(node.accepted_by) and not (no_name(node.accepted_by) or accepted_early(node))
        if named and objection(node, view.case):
            message = f"{view.label(node.id)} is owned and accepted by {owner_of(node, view.case)}"
            yield Finding((section, index, "accepted_by"), message, node.id)


@error(
    "self-waiver",
    FAMILY,
    "What keeps a number or a document from supporting is set aside by somebody else, with a reason.",
    source=f"{ASSURANCE_2}; SCCG SU.3, EV.2",
    hint="have somebody waive it who neither owns the part nor is the case's only author, and who says why",
)
def self_waiver(view: CaseView) -> Iterator[Finding]:
    """A waiver by owner or only author, by nobody, or without a reason: it has no effect where a status depends on it.

    That is of vital signs (``sign-…``), numbers against their text, missing sources, documents that report a failure.
    """
    for section, parts in waivable(view.case):
        for index, part in enumerate(parts):
            for k, waiver in enumerate(part.waive):
                problem = waiver_objection(waiver, part, view.case) if bears(waiver) else ""
                if problem:
                    what = f"{section.replace('_', ' ').removesuffix('s')} {part.id}"
                    message = f"the waiver of {waiver.rule} on {what} has no effect: {problem}"
                    yield Finding((section, index, "waive", k), message, part.id)


@warning(
    "context-unaccepted",
    FAMILY,
    "Somebody answers for an assumption that nothing measures.",
    source=f"{ASSURANCE_2}; SCCG SU.2",
    hint="add `accepted_by:` with the name of who accepts it, or a `requirement:` that evidence can break",
)
def context_unaccepted(view: CaseView) -> Iterator[Finding]:
    """Of any kind of context that says ``we assume``.  Until then whatever uses it is no better than assumed."""
    for index, context in enumerate(view.case.contexts):
        open_ = is_assumption(context) and context.state == "valid" and context.requirement is None
        if open_ and not context.accepted_by:
            words = f" ({assumes(context.text)!r})" if context.kind != "assumption" else ""
            message = f"{context.kind} {context.id} is taken as valid{words}, and nobody has accepted it"
            yield Finding(("contexts", index), message, context.id)


@error(
    "context-restates",
    FAMILY,
    "A context does not say what a claim is there to show.",
    source="SCCG LF.1",
    hint="support the claim, or assume it openly (`assumed:` with `accepted_by:`)",
)
def context_restates(view: CaseView) -> Iterator[Finding]:
    """The words of a claim as an assumption, context, definition or justification."""
    claims = {_plain(claim.text): claim.id for claim in view.case.claims if _plain(claim.text)}
    for index, context in enumerate(view.case.contexts):
        same = claims.get(_plain(context.text))
        if same is not None:
            message = f"{context.kind} {context.id} says the same as claim {same}"
            yield Finding(("contexts", index, "text"), message, context.id)


@error(
    "assumption-restates",
    FAMILY,
    "A claim is not assumed in order to support the same claim.",
    source="SCCG LF.1",
    hint="support the claim that is to be shown, or assume that claim itself, openly",
)
def assumption_restates(view: CaseView) -> Iterator[Finding]:
    """An assumed claim with the words of one that is to be shown, or taken because of what rests on it."""
    shown = {_plain(claim.text): claim.id for claim in view.case.claims if not claim.assumed}
    by_words = {_by_words(text): id for text, id in shown.items()}
    for index, claim in enumerate(view.case.claims):
        if not claim.assumed:
            continue
        framed = _FRAME.match(claim.text)
        same = shown.get(_plain(claim.text)) or (
            by_words.get(_by_words(_plain(claim.text[framed.end() :]))) if framed else None
        )
        if same is not None and _plain(claim.text):
            message = f"claim {claim.id} is assumed and says the same as claim {same}"
            yield Finding(("claims", index, "text"), message, claim.id)
        circle = _because_of(view, claim)
        if circle:
            message = f"claim {claim.id} is assumed because of claim {circle}, which rests on it"
            yield Finding(("claims", index, "assumed"), message, claim.id)


def _because_of(view: CaseView, claim: Claim) -> str:
    """The claim above that the reason of an assumption names, or repeats; empty where there is none."""
    named, said = set(re.findall(r"[\w.-]*\w", claim.assumed)), _plain(claim.assumed)
    above, waiting = {claim.id}, [claim.id]
    while waiting:
        name = waiting.pop()
        for step in (a for n in (name, *view.sub_cases_of.get(name, ())) for a in view.used_by.get(n, ())):
            holder = view.case.claim.get(step.supports)
            if holder is None or holder.id in above:
                continue
            words = _plain(holder.text)
            if holder.id in named or (len(words.split()) > 2 and words in said):
                return holder.id
            above.add(holder.id)
            waiting.append(holder.id)
    return ""


_FRAME = compiled(
    r"\W*(?:it\s+is\s+(?:\w+ly\s+)?(?:true|so|a\s+fact|certain|clear|evident|given|known|the\s+case)|(?:the|a)\s+fact\s+is|"
    r"we\s+(?:know|hold|state|claim|maintain|assert|say|assume|take\s+it)|(?:it\s+)?holds?|es\s+(?:ist\s+(?:wahr|so|klar|sicher|gegeben|(?:eine\s+)?tatsache)|gilt|stimmt)|"
    r"wir\s+(?:wissen|behaupten|sagen))\s*[,:]?\s*(?:that|dass|daß)\b\s*",
    re.I,
)
"""words before a sentence that say no more than the sentence"""


def _by_words(plain: str) -> tuple[str, ...]:
    """The words of a sentence in any order, which a frame changes in German."""
    return tuple(sorted(plain.split()))


@lru_cache(maxsize=MOST_TEXTS)
def _plain(text: str) -> str:
    return " ".join("".join(c if c.isalnum() else " " for c in text.casefold()).split())


@warning(
    "leaf-doubted",
    FAMILY,
    "Nothing rests on what its author takes to be wrong.",
    source=ASSURANCE_2,
    hint="remove it from the argument, or state the doubt that is meant",
)
def leaf_doubted(view: CaseView) -> Iterator[Finding]:
    """A stated doubt above one half challenges the part, whoever accepted it."""
    for section, index, node in view.nodes:
        doubt = getattr(node, "doubt", None)
        if doubt is not None and doubt > MOST_DOUBT:
            message = (
                f"{view.label(node.id)} is stated with a doubt of {doubt:g}: more likely wrong than right"
            )
            yield Finding((section, index, "doubt"), message, node.id)


@error(
    "sub-case-text",
    FAMILY,
    "A sub-case says what its claim says.",
    source=f"{GSN}: away goals",
    hint="repeat the claim's text",
)
def sub_case_text(view: CaseView) -> Iterator[Finding]:
    """No word in common with the claim; a number, unit or relation that it does not state; a negation more or less.

    A shorter wording is let through: whether it means the same is for a reader to judge.
    """
    for index, sub in enumerate(view.case.sub_cases):
        claim = view.case.claim.get(sub.claim)
        what = strays(sub.text, claim.text) if claim is not None and sub.text else ""
        if claim is not None and what:
            hint = f"write `text: {claim.text}`"
            message = f"sub-case {sub.id} {what.format(f'claim {claim.id}')}"
            yield Finding(("sub_cases", index, "text"), message, sub.id, hint)
