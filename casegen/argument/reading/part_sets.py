"""Members of a set that no part of a decomposition covers: days, months, numbered doors, a list of a context.

Parts that name members of one set say along what the whole was split.  A member that none of them names, and nothing
of the step or the case explains, is a gap of which a person has to say where it is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from casegen.argument.reading.restrictions import subject_words
from casegen.model.expressions import compiled
from casegen.texts.numbers.stated import READ, stated
from casegen.texts.numbers.units import stem

_SETS: tuple[tuple[tuple[str, str], ...], ...] = (
    (("Monday", "Montag"), ("Tuesday", "Dienstag"), ("Wednesday", "Mittwoch"), ("Thursday", "Donnerstag"),
     ("Friday", "Freitag"), ("Saturday", "Samstag|Sonnabend"), ("Sunday", "Sonntag")),
    (("January", "Januar"), ("February", "Februar"), ("March", "März"), ("April", "April"), ("May", "Mai"),
     ("June", "Juni"), ("July", "Juli"), ("August", "August"), ("September", "September"), ("October", "Oktober"),
     ("November", "November"), ("December", "Dezember")),
    (("[Ss]pring", "Frühling|Frühjahr"), ("[Ss]ummer", "Sommer"), ("[Aa]utumn", "Herbst"), ("[Ww]inter", "Winter")),
    (("(?:early|morning|first)[ -]shift", "Frühschicht"), ("(?:late|afternoon|evening|second)[ -]shift", "Spätschicht"),
     ("(?:night|third)[ -]shift", "Nachtschicht")),
    (("north", "Norden?"), ("east", "Osten?"), ("south", "Süden?"), ("west", "Westen?")),
)  # fmt: skip
"""each set in its order, every member in English and in German; a range may run over the end: October to March"""
_TOGETHER = (
    (compiled(r"\bweekends?\b|\bWochenende\w*", re.I), ("Saturday", "Sunday")),
    (
        compiled(r"\b(?:every|each|any|on|all)\s+weekdays?\b|\bwork(?:ing)?[\s-]?days?\b", re.I),
        ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday"),
    ),
)
_TO = r"\s*(?:–|-|\bto\b|\bthrough\b|\bbis\b)\s*"
_NAME = r"(?:[A-Z](?!\w|-\d)|\d{1,2}(?!\w|[.,]\d|\s?[%°/]))"
_SEPARATOR = rf"(?:{_TO}|\s*(?:,|/|&|\b(?:and|or|und|oder)\b)\s*(?:(?:and|or|und|oder)\s+)?)"
_NAMES = compiled(
    r"\b(?P<noun>[^\W\d_]{2,})\s+(?:[Nn]o\.?\s*|[Nn]r\.?\s*|number\s+)?"
    rf"(?P<names>{_NAME}(?:{_SEPARATOR}(?:(?P=noun)\s+)?{_NAME})*)"
)
_RANGE_SIGN = compiled(rf"{_TO}(?:[^\W\d_]{{2,}}\s+)?$")
_NO_NOUN = """
of in at on to by than most least within after before from and or every each about under above over until per up with
for the a is are as not between only more less exactly some all any table sheet section figure clause version release
page chapter note annex appendix standard part sil asil pl dal level category class year day grade hazard requirement
von bei am im zu bis mit als nach vor ab aus und oder unter über je tabelle blatt abschnitt bild version seite kapitel
anhang norm teil stufe kategorie klasse jahr tag gefährdung anforderung january february march april may june july
august september october november december januar februar märz mai juni juli oktober dezember
"""
_NO_MEMBERS = frozenset(_NO_NOUN.split())
"""before a number or a letter these name no member of a row"""
_MOST = 20
"""members that somebody lists one by one"""
_RESTRICTS = compiled(
    r"\b(?:only|open|operat\w*|runs?|used?|in\s+use|nur|geöffnet|betrieb\w*|benutzt|genutzt)\b", re.I
)
_LISTED = compiled(r"(?::|\b(?:are|sind)\b)\s*(?P<items>[^.:]+)", re.I)
_ITEMS = compiled(r"\s*(?:[,;]|\b(?:and|or|und|oder|sowie)\b)\s*", re.I)
_LONGEST_ITEM = 4
"""words; more are a sentence"""


def gaps(
    conclusion: str, parts: Sequence[str], beside: Sequence[str], contexts: Sequence[str]
) -> Iterator[str]:
    """Members of a set that the parts are split along, and that none of them covers, as they would be named.

    ``beside``: what step and side-claims say; ``contexts``: what contexts and the header do.
    """
    parts = [without_limits(part) for part in parts]
    whole = without_limits(conclusion)
    yield from _of_known_sets(whole, parts, beside, contexts)
    yield from _of_names(whole, parts, [*beside, *contexts])
    yield from _of_lists(whole, parts, beside, contexts)


def without_limits(text: str) -> str:
    """A text without the numbers by which it says how often: they are names of nothing."""
    text = text[:READ]
    for number in reversed(stated(text)):
        text = f"{text[: number.at]} … {text[number.at + len(number.quote) :]}"
    return text


def _of_known_sets(
    whole: str, parts: Sequence[str], beside: Sequence[str], contexts: Sequence[str]
) -> Iterator[str]:
    for members in _SETS:
        named = [said for part in parts if (said := _members(part, members))]
        shown = set[int]().union(*named)
        if len(named) < 2 or len(shown) < 2 or all(said == named[0] for said in named):
            continue
        limits = [*contexts, *(text for text in beside if _RESTRICTS.search(text))]
        wanted = _members(whole, members) or next(
            (said for text in limits if (said := _members(text, members)) >= shown), set(range(len(members)))
        )
        elsewhere = set[int]().union(*(_members(text, members) for text in (*beside, *contexts)))
        german = not any(re.search(rf"\b{english}", part) for part in parts for english, _ in members)
        for k in sorted(wanted - shown - elsewhere):
            yield repr(_plain_name(members[k][german]))


def _plain_name(pattern: str) -> str:
    """``night shift`` of the pattern of a member."""
    first = re.sub(r"\[(\w)\w\]|\[ -\]", lambda m: m[1].lower() if m[1] else " ", pattern)
    return re.sub(r"\(\?:(\w+)[^)]*\)", r"\1", first).split("|", maxsplit=1)[0].rstrip("?")


def _members(text: str, members: Sequence[tuple[str, str]]) -> set[int]:
    """Places in a set of what a text names of it, ranges filled in."""
    matches = [
        (m.start(), m.end(), k)
        for k, names in enumerate(members)
        for m in re.finditer(rf"(?<![^\W_])(?:{'|'.join(names)})(?:e?s)?(?![^\W_])", text)
    ]
    matches.sort()
    result = {k for _, _, k in matches}
    for (_, end, first), (start, _, last) in pairwise(matches):
        if re.fullmatch(_TO, text[end:start]):
            count = (last - first) % len(members)
            result |= {(first + k) % len(members) for k in range(count + 1)}
    days = [english for english, _ in members]
    for words, names in _TOGETHER:
        if names[0] in days and words.search(text):
            result |= {days.index(name) for name in names}
    return result


def named_members(text: str) -> dict[str, dict[str, str]]:
    """By the stem of a noun the numbers and letters behind it, ranges filled in, each with noun and name as written.

    >>> named_members("Doors 1, 2 and 4 of halls A-C lock")
    {'door': {'1': 'Doors 1', '2': 'Doors 2', '4': 'Doors 4'}, 'hall': {'A': 'halls A', 'B': 'halls B', 'C': 'halls C'}}
    """
    result: dict[str, dict[str, str]] = {}
    for match in _NAMES.finditer(text[:READ]):
        if match["noun"].casefold() in _NO_MEMBERS:
            continue
        names = _listed_names(match["names"])
        if names:
            noun = match["noun"]
            result.setdefault(stem(noun), {}).update({name: f"{noun} {name}" for name in names})
    return result


def _listed_names(text: str) -> list[str]:
    """``1, 2 and 4`` or ``A to C`` one by one; none where a range is too long to be one of names."""
    names: list[str] = []
    end = 0
    for match in re.finditer(_NAME, text):
        if names and _RANGE_SIGN.search(text[end : match.start()]):
            between = _between(names[-1], match[0])
            if between is None:
                return []
            names += between
        names.append(match[0])
        end = match.end()
    return names


def _between(first: str, last: str) -> list[str] | None:
    """Names between two of one kind; None where they are of two kinds, or too far apart."""
    if first.isdigit() != last.isdigit():
        return None
    a, b = (int(x) if x.isdigit() else ord(x) for x in (first, last))
    if not 0 < b - a < _MOST:
        return None
    return [str(k) if first.isdigit() else chr(k) for k in range(a + 1, b)]


def _of_names(whole: str, parts: Sequence[str], beside: Sequence[str]) -> Iterator[str]:
    """Names that the whole lists and no part has, or that are left out of a row which the parts make up."""
    here, there = named_members(whole), [named_members(part) for part in parts]
    joined = " ".join(beside)
    for noun in dict.fromkeys(noun for names in there for noun in names):
        shown = dict(pair for names in there for pair in names.get(noun, {}).items())
        wanted = here.get(noun, {})
        if not wanted and sum(noun in names for names in there) > 1:
            label = next(iter(shown.values())).split()[0]
            row = [*shown]
            low, high = min(row, key=_place), max(row, key=_place)
            wanted = {name: f"{label} {name}" for name in _between(low, high) or ()}
        elif len(wanted) < 2:
            continue
        for name, said in wanted.items():
            if name not in shown and not re.search(rf"(?<!\w){name}(?!\w)", joined):
                yield repr(said)


def _place(name: str) -> tuple[bool, int]:
    return (not name.isdigit(), int(name) if name.isdigit() else ord(name))


def _of_lists(
    whole: str, parts: Sequence[str], beside: Sequence[str], contexts: Sequence[str]
) -> Iterator[str]:
    """Items of a list (``Modes: normal, maintenance, emergency``) of which the parts name others; listing shows none."""
    words = [subject_words(part) for part in parts]
    lists = {text: _items(text) for text in (*contexts, *beside)}
    for items in filter(None, lists.values()):
        shown = {item for item in items if any(subject_words(item) <= said for said in words)}
        by_part = [k for k, said in enumerate(words) if any(subject_words(item) <= said for item in items)]
        if len(shown) < 2 or len(by_part) < len(parts):
            continue
        others = [whole, *(text for text, listed in lists.items() if not shown & set(listed))]
        named = frozenset[str]().union(*(subject_words(text) for text in others))
        yield from (repr(item) for item in items if item not in shown and not subject_words(item) <= named)


def _items(text: str) -> list[str]:
    """What a text lists behind a colon or ``are``; none where that is no list of three and more short names."""
    match = _LISTED.search(text[:READ])
    items = [item.strip() for item in _ITEMS.split(match["items"])] if match else []
    items = [item for item in items if subject_words(item)]
    short = all(len(item.split()) <= _LONGEST_ITEM for item in items)
    return items if short and 3 <= len(items) <= _MOST else []
