"""What a conclusion names and its step does not: a counted or listed part, a type, a version.

A step that shows three of four doors, or valve A for valve B, is whole in form.  Whether the rest is covered by other
words, no program knows; that nothing of the step names it, it does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from casegen.argument.reading.part_ranges import uncovered
from casegen.argument.reading.part_sets import gaps, named_members, without_limits
from casegen.argument.reading.restrictions import subject_words
from casegen.argument.view import CaseView
from casegen.model.argument import Argument, Block, Claim, EvidenceNode
from casegen.model.expressions import compiled
from casegen.texts.numbers.counts import SPELT, count_of
from casegen.texts.numbers.stated import READ, stated
from casegen.texts.numbers.units import phrases

_WORD = r"[^\W_]+(?:-[^\W_]+)*"
_SMALL = (
    r"(?:(?:the|a|an|its|their|by|in|at|on|of|from|for|to|with|der|die|das|den|dem|des|ein|eine[mnrs]?|bei|im|am|von|zu|"
    r"mit)\s+)*"
)
_LIST = compiled(
    rf"(?P<first>{_WORD}(?:,\s+{_SMALL}{_WORD})*),?\s+(?:and|und|sowie|as\s+well\s+as)\s+"
    rf"(?!(?:not|no|nicht|kein\w*)\b){_SMALL}(?P<last>{_WORD})",
    re.I,
)
_COUNTED = compiled(
    rf"(?<![\w.,])(?P<n>\d{{1,2}}|both|beide[nrms]?|dozen|dutzend|{SPELT})\s+(?P<of>{_WORD}(?:\s+{_WORD})?)",
    re.I,
)
_RANGE = compiled(
    r"\b(?P<a>[A-Z]{1,3}[ -]?)?(?P<i>\d{1,2})\s*(?:–|-|to|bis|through)\s*(?P<b>[A-Z]{1,3}[ -]?)?(?P<j>\d{1,2})\b"
    r"(?!\s*(?:%|°)|[.,]\d)"
)
_NAMED = compiled(
    r"\b(?P<noun>[^\W\d_]{2,})\s+(?:no\.?\s*|nr\.?\s*|number\s+)?"
    r"(?P<name>[A-Z](?!\w)|[A-Z]{0,3}-?\d[\w.]*(?<![.])\b)"
)
_NOT_NAMED = """
of in at on to by than most least within after before from and or every each about under above over until per up with
for the a is are as not between only more less exactly some all any
von bei am im zu bis mit als höchstens mindestens nach vor innerhalb ab aus und oder unter über je alle nur mehr weniger
january february march april may june july august september october november december januar februar märz mai juni juli
oktober dezember
"""
_NO_NOUN = frozenset(_NOT_NAMED.split())
"""before a number or a letter these make it no name of something"""
_BRACKETS = compiled(r"\([^()]*\)")
_COLLECTIVE = {"both": 2.0, "beide": 2.0, "dozen": 12.0, "dutze": 12.0}
"""how many, by the first letters"""
_MOST = 20
"""parts that somebody lists one by one"""
_DIFFERS = compiled(
    r"\b(?:differs?|differ(?:ed|ent(?:ly)?)|unlike|not\s+(?:the\s+same|alike|equal|equivalent|comparable|similar)|"
    r"unterscheide[nt]\b.*|anders|verschieden\w*|nicht\s+(?:gleich\w*|vergleichbar|ähnlich))\b",
    re.I,
)
_HARMLESS = compiled(
    r"\b(?:only|solely|merely|not\s+differ|no(?:where|thing|t\s+in)?|never|nur|nicht\s+unter\w*|allein|lediglich)\b",
    re.I,
)


def unnamed(view: CaseView, step: Argument) -> Iterator[str]:
    """What the conclusion of a step names and nothing of the step does, in words that quote it."""
    claim = view.case.claim.get(step.supports)
    if claim is None or step.tree is not None:
        return
    parts = [text for name in step.premises if (text := _text(view, name))]
    data = [text for name in step.premises for text in _of_item(view, name)]
    warrants = [step.text, *(_text(view, name) for name in step.side_claims)]
    if step.block is Block.DECOMPOSITION:
        yield from _listed(claim.text, parts, warrants)
        yield from _counted(claim.text, parts)
        yield from _in_range(claim.text, parts)
        header = view.case.header
        around = [
            *(c.text for c in view.case.contexts),
            header.environment,
            header.intended_use,
            header.system,
        ]
        yield from gaps(claim.text, parts, warrants, around)
        yield from uncovered(claim.text, parts, around)
    elif step.block is Block.EVIDENCE_INCORPORATION:
        yield from _of_another_component(view, claim, step)
    if step.block not in (Block.DECOMPOSITION, Block.CALCULATION):
        yield from _of_another_name(claim.text, [*parts, *data], warrants)
    if step.block is Block.SUBSTITUTION:
        yield from _unwarranted(claim, parts, warrants)
    if step.block is Block.CONCRETION:
        warrants += [view.case.node[name].text for name in view.contexts_above(claim.id)]
        yield from _unspoken_of(claim.text, parts, warrants)


def unexplained(view: CaseView, step: Argument) -> str:
    """What the premises of a concretion name, and neither its conclusion nor a side-claim does; empty without such words.

    What makes ``injured`` precise by ``killed`` has to say so; a side-claim that has words of one side only does not.  Of
    a risk that names no event, the event is that of the tree which the premise is measured by.
    """
    claim = view.case.claim.get(step.supports)
    if claim is None or step.tree is not None or step.block is not Block.CONCRETION:
        return ""
    parts = [text for name in step.premises if (text := _text(view, name))]
    warrants = [step.text, *(_text(view, name) for name in step.side_claims)]
    warrants += [view.case.node[name].text for name in view.contexts_above(claim.id)]
    here, there, beside = (subject_words(text) for text in (claim.text, " ".join(parts), " ".join(warrants)))
    mine, theirs = here - there, there - here
    if not mine or not theirs or mine - beside or theirs & beside:
        return ""
    header, limits = view.case.header, " ".join(_of_limits(parts))
    system = subject_words(" ".join((_RISK, header.title, header.system, header.intended_use)))
    event = subject_words(" ".join((limits, *_of_trees(view, step))))
    if mine & subject_words(_RISK) and mine <= system and theirs <= event:
        return ""
    return repr(" ".join(word for word in " ".join(parts).split() if subject_words(word) & theirs))


_RISK = """
risk risks residual tolerable acceptable safe safety safely low hazard hazards dependable reliable enough sufficiently
Risiko Restrisiko tolerierbar vertretbar akzeptabel tragbar sicher Sicherheit Gefahr Gefährdung gering genügend
"""
"""what names a risk and no event"""


def _of_limits(texts: Iterable[str]) -> Iterator[str]:
    """What numbers of texts are, and what they are per."""
    for text in texts:
        yield from (number.quote for number in stated(text))
        yield from phrases(text)


def _of_trees(view: CaseView, step: Argument) -> Iterator[str]:
    """Title and text of the top of the trees by which premises are measured."""
    for name in step.premises:
        premise = view.repeated(name)
        id = (
            premise.requirement.measure.tree
            if premise is not None and premise.requirement is not None
            else None
        )
        if (tree := view.case.tree.get(id or "")) is not None:
            yield from (tree.title, *(gate.text for gate in tree.gates if gate.id == tree.top))


def _of_another_component(view: CaseView, claim: Claim, step: Argument) -> Iterator[str]:
    """The component that a conclusion names, where its evidence names another one of the case's trees in its place."""
    known = {event.component.casefold() for event in view.case.events if event.component}
    named = {name for name in known if name in claim.text.casefold()}
    for text in (_said_of_evidence(view, name) for name in step.premises) if named else ():
        said = {name for name in known if name in text}
        if said and not any(a in b or b in a for a in named for b in said):
            yield f"{min(named)!r}, not {min(said)!r}"


def _said_of_evidence(view: CaseView, name: str) -> str:
    """What node and item say together: a condition of the tests (``with the brake``) may stand in one of them alone."""
    return " ".join((_text(view, name), *_of_item(view, name))).casefold()


def _of_item(view: CaseView, name: str) -> list[str]:
    """Title, text and sentences of the parameters of a measured item, which name what was measured."""
    node = view.case.node.get(name)
    item = view.case.evidence_item.get((node.evidence if isinstance(node, EvidenceNode) else None) or "")
    said = [value for value in item.parameters.values() if isinstance(value, str)] if item is not None else []
    return [item.title, item.text, *said] if item is not None else []


def _text(view: CaseView, name: str) -> str:
    node = view.repeated(name) or view.case.node.get(name)
    return node.text if node is not None else ""


def _stems(text: str) -> set[str]:
    return {_stem(word) for word in re.findall(r"[^\W_]+", text[:READ].casefold())}


def _stem(word: str) -> str:
    return word.casefold()[:5].rstrip("s") if len(word) > 3 else word.casefold()


def _listed(conclusion: str, parts: list[str], warrants: Iterable[str]) -> Iterator[str]:
    """Words of a list (``left and right``) that no part names, where a part names another of the same list."""
    in_parts = _stems(" ".join(parts))
    shown = list(map(_stems, parts))
    for match in _LIST.finditer(_BRACKETS.sub(" ", conclusion[:READ])):
        before = [item.split()[-1] for item in match["first"].split(",") if item.split()]
        items = [*before, match["last"]]
        stems = set(map(_stem, items))
        # else a part may show one in other words
        fewer = len(items) > len(parts) or all(stems & said for said in shown)
        anywhere = in_parts.union(*(_stems(text) for text in warrants if not _lists(text, stems)))
        if fewer and any(_stem(item) in in_parts for item in items):
            yield from (repr(item) for item in items if _stem(item) not in anywhere)


def _lists(text: str, stems: set[str]) -> bool:
    """Whether a side-claim merely lists things of which several are among ``stems``: it says nothing of each."""
    lists = [_stems(match[0]) & stems for match in _LIST.finditer(text[:READ])]
    return any(len(one) > 1 for one in lists)


def _counted(conclusion: str, parts: list[str]) -> Iterator[str]:
    """A count of things (``all four doors``) of which fewer are named, one in each part."""
    text = conclusion[:READ]
    limits = [(n.at, n.at + len(n.quote)) for n in stated(text)]
    for match in _COUNTED.finditer(text):
        n = _COLLECTIVE.get(match["n"].lower()[:5]) or max(count_of(match["n"]), default=0.0)
        if not 2 <= n <= _MOST or any(a <= match.start("n") < b for a, b in limits):
            continue
        for noun in match["of"].split():
            naming = [part for part in parts if _stem(noun) in _stems(part)]
            alone = naming and not any(re.search(rf"\b{re.escape(noun)}\b", part, re.I) for part in naming)
            bare = map(without_limits, naming)
            names = {name for part in bare for name in re.findall(r"\b(?:\d+|[A-Z])\b", part)}
            if alone and max(len(naming), len(names)) < n:
                yield f"{match['n']} {noun}"
                break


def _in_range(conclusion: str, parts: Iterable[str]) -> Iterator[str]:
    """Members of a range (``K1 to K5``) that no part names, where a part names another of them."""
    said = " ".join(parts)
    rows = [names.keys() for names in named_members(conclusion).values()]
    for match in _RANGE.finditer(conclusion[:READ]):
        mark, first, last = (match["a"] or "").strip(" -"), int(match["i"]), int(match["j"])
        if not 0 < last - first < _MOST or (match["b"] or "").strip(" -") not in ("", mark):
            continue
        if not mark and any({str(first), str(last)} <= row for row in rows):
            continue  # of a noun, which the gaps are named with
        members = {
            f"{mark}{k}": re.search(rf"(?<!\w){mark}[ -]?{k}(?!\w)", said) for k in range(first, last + 1)
        }
        if any(members.values()) and _RANGE.search(said) is None:
            yield from (repr(name) for name, named in members.items() if named is None)


def _of_another_name(conclusion: str, parts: Iterable[str], warrants: Iterable[str]) -> Iterator[str]:
    """``line 1`` shown by ``line 2``, where no side-claim names both."""
    here, there, beside = (_names(text) for text in (conclusion, " ".join(parts), " ".join(warrants)))
    joined = " ".join(warrants)
    for noun, names in here.items():
        others = there.get(noun, {})
        if not others or names.keys() & others.keys():
            continue
        both = all(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", joined) for name in (*names, *others))
        if not both and not beside.get(noun, {}).keys() >= {*names, *others}:
            yield f"{next(iter(names.values()))!r}, {next(iter(others.values()))!r}"


def _names(text: str) -> dict[str, dict[str, str]]:
    """By the stem of a noun the names behind it, with the words as written."""
    by_noun: dict[str, dict[str, str]] = {}
    for one in _NAMED.finditer(text[:READ]):
        if one["noun"].casefold() not in _NO_NOUN:
            by_noun.setdefault(_stem(one["noun"]), {})[one["name"]] = one[0]
    return by_noun


def _unwarranted(claim: Claim, parts: Iterable[str], warrants: list[str]) -> Iterator[str]:
    """What one sentence says and the other does not, where no side-claim speaks of either, or says that they differ."""
    here, there, beside = (_stems(text) for text in (claim.text, " ".join(parts), " ".join(warrants)))
    for text in warrants:
        if (differs := _DIFFERS.search(text)) and not _HARMLESS.search(text):
            yield repr(differs[0])
    mine, theirs = here - there, there - here
    if mine and theirs and not (mine | theirs) & beside:
        yield repr(" ".join(word for word in claim.text.split() if _stems(word) & mine))


def _unspoken_of(conclusion: str, parts: Iterable[str], warrants: Iterable[str]) -> Iterator[str]:
    """Words that a vague sentence has and neither its precise one nor a side-claim."""
    here, there, beside = (subject_words(text) for text in (conclusion, " ".join(parts), " ".join(warrants)))
    mine, theirs = here - there, there - here
    missing = mine - beside
    if missing and theirs and (missing == mine or not theirs & beside):
        yield repr(" ".join(word for word in conclusion.split() if subject_words(word) & missing))
