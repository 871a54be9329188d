"""The header: what has to be read of it, what it demands that no claim holds, and texts that take back their part."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from casegen.argument.reading.hazard_rows import rows_named
from casegen.argument.reading.requirement_limits import limit_of, weaker
from casegen.argument.reading.step import ReadingStep
from casegen.argument.reading.used_numbers import Used
from casegen.argument.reading.weak_texts import limitations_that_deny
from casegen.argument.view import CaseView
from casegen.model.argument import Claim
from casegen.model.expressions import compiled
from casegen.texts.events.absolutes import absolute, limits_a_count, none_in
from casegen.texts.events.matters import repeats, same_matter, sentences
from casegen.texts.numbers.stated import stated
from casegen.texts.reservations.unfinished import taken_back, unfinished
from casegen.texts.reservations.weakenings import weakened

_NOT_IN_FORCE = compiled(
    r"(?<![^\W\d_])(?:superseded|withdrawn|retracted|revoked|obsolete|void|rejected|draft|wip|unfinished|incomplete|preliminary|ersetzt|zurückgezogen|"
    r"ungültig|entwurf|unfertig|vorläufig\w*)(?![^\W\d_])",
    re.I,
)
"""of a version, alone or beside a number: ``0.3-draft``, ``draft2``"""
_APART = compiled(r"\s[–—-]\s|[:;,.()\[\]/]")
"""what sets a part of a title apart: ``Doors: withdrawn``, ``Doors (draft)``"""
_FIRST_OR_LAST = compiled(r"^\W*(?-i:[A-ZÄÖÜ]{3,})(?=\s)")
"""``DRAFT Doors of the hall``"""
_NONE = r"(?:no(?!\s+(?:more|less|fewer|later|longer|claims?|other)\b)|zero|not\s+(?:a\s+single|a|one)|kein\w*|null)"
_NONE_AT_ALL = compiled(
    rf"^\W*{_NONE}\s+(?:(?!(?:than|als)\b)[^\W\d]+\s+)*?(?:(?:is|are|ist|sind|be|werden|wird)\s+(?:tolera\w+|accept\w+|allowed|permitted|"
    r"admissible|permissible|zulässig|erlaubt|tolerier\w+|akzept\w+|hinnehmbar)|(?:may|shall|must|can|darf|dürfen)\s+[^\W\d]+)\b"
    r"(?!.*\b(?:than|als)\b)|"
    rf"^\W*{_NONE}\s+(?:(?!(?:is|are|has|have|does|do|ist|sind|hat|haben|than|als)\b)[^\W\d]+\W*){{1,6}}$",
    re.I,
)
"""``no … is tolerable``, ``zero …``; not ``no more … than``"""


def demands_of_header(view: CaseView, supported: Set[str]) -> Iterator[ReadingStep]:
    """Sentences of the risk criteria and of the title with a limit that no supported claim holds in its own unit."""
    header = view.case.header
    held = [c for c in view.case.claims if c.id in supported and c.requirement is not None]
    for text in (header.risk_criteria, header.title):
        for sentence in map(str.strip, sentences(text)):
            if _limits(sentence) and not any(_holds(view, claim, sentence) for claim in held):
                yield ReadingStep(header.id, "criterion", (sentence,), asks=True)


def _limits(sentence: str) -> bool:
    """Whether a sentence states a number, limits a count, or demands that there is none."""
    return bool(
        stated(sentence)
        or none_in(sentence)
        or limits_a_count(sentence)
        or absolute(sentence)
        or _NONE_AT_ALL.search(sentence)
    )


def _holds(view: CaseView, claim: Claim, sentence: str) -> bool:
    """Whether a claim says what a sentence demands: its words, its numbers, or at least as much of the same."""
    if sentence.casefold().rstrip(".") in claim.text.casefold() or repeats(claim.text, sentence):
        return True
    if claim.requirement is None or not same_matter(sentence, claim.text):
        return False
    if _NONE_AT_ALL.search(sentence) or _count_unread(sentence):
        return limit_of(view.case, claim.requirement) == 0.0
    return not weaker(view.case, sentence, claim.requirement)


def _count_unread(sentence: str) -> bool:
    """Whether a sentence limits a count (``at most one start … in 10 years``), and no number of it has a relation."""
    numbers = (*stated(sentence), *none_in(sentence))
    return limits_a_count(sentence) and not any(number.side for number in numbers)


def header_read(view: CaseView, supported: Set[str], used: Used) -> Iterator[ReadingStep]:
    """What the header says of the system, its use and the limits of the case, and the properties that claims and the
    rows of claims name."""
    if not supported:
        return
    header = view.case.header
    said = (header.title, header.system, header.environment, header.intended_use, header.risk_criteria)
    yield ReadingStep(header.id, "header", (*filter(None, said), *header.limitations))
    named = {name for claim in view.case.claims if claim.id in supported for name in claim.properties}
    named |= {name for tree in view.case.trees if tree.id in used.trees for name in tree.properties}
    rows = rows_named(view, supported)
    named |= {name for row in view.case.hazop if row.id in rows for name in row.properties}
    for one in view.case.properties:
        if one.id in named:
            yield ReadingStep(
                one.id, "property", tuple(filter(None, (one.title, one.text, *one.stakeholders)))
            )


def texts_taken_back(view: CaseView, supported: Set[str]) -> Iterator[ReadingStep]:
    """Limitations, titles and versions that say that the case, or a module, is not in force or does not hold."""
    if not supported:
        return
    header = view.case.header
    denied = list(limitations_that_deny(view))
    titles = [text for module in view.case.modules for text in (module.title, module.text)]
    denied += [text for text in titles if unfinished(text) or taken_back(text) or weakened(text)]
    denied += [text for text in (header.title,) if _not_in_force(text)]
    denied += [f"version: {header.version}"] if _NOT_IN_FORCE.search(header.version) else []
    for text in denied:
        yield ReadingStep(header.id, "context", (text,), asks=True)


def _not_in_force(title: str) -> bool:
    """Whether a title, or a part of it that is set apart, says that the case is no longer, or not yet, in force."""
    parts: Sequence[str] = [part for part in map(str.strip, _APART.split(title)) if part]
    capitals = _FIRST_OR_LAST.match(title)
    apart = [part for part in parts if _NOT_IN_FORCE.match(part) and len(part.split()) == 1]
    said = unfinished(title) or next((said for part in parts if (said := taken_back(part))), "")
    return bool(said or apart or (capitals and _NOT_IN_FORCE.search(capitals[0])))
