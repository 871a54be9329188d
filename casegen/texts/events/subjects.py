"""What a text is about: the words that carry its subject, and whether two texts say different numbers of the same."""

from __future__ import annotations

import re
from functools import lru_cache

from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS
from casegen.texts.events.absolutes import absolute
from casegen.texts.numbers.counts import NUMBER
from casegen.texts.numbers.number_relations import LOWER, UPPER
from casegen.texts.numbers.stated import READ, Stated, stated
from casegen.texts.numbers.units import phrases, stem
from casegen.texts.wording.denials import denies_itself, negations, without_negations
from casegen.texts.wording.event_words import words_of
from casegen.texts.wording.tenses import in_present, of_earlier_state

_WORDS_OF_EVERY_TEXT = """
with that this these those from have which their there every each what when than more most least enough into onto over
under about between within during while where after before until once only also such same other both they them been
were does will shall must should would could cannot without through because since upon per case cases time times rate
probability likelihood chance chances confidence percent mission missions hour hours year years day days
eine einer einem einen eines oder und der die das den dem des dass sich nicht auch nach beim sind wird werden wurde
wurden durch ohne über unter zwischen während jede jeder jedes höchstens mindestens wahrscheinlichkeit konfidenz prozent
einmal zweimal dieser diese dieses diesem diesen
something somebody someone anything anybody etwas jemand jemanden jemandem
"""
_COMMON = frozenset(_WORDS_OF_EVERY_TEXT.split())
_COMMON_STEMS = words_of(_WORDS_OF_EVERY_TEXT)
_RELATION = compiled(rf"(?<![^\W\d_])(?:{LOWER}|{UPPER})(?![^\W\d_])", re.I)
"""whole words: a governor is not *over* anything"""
_COUNTED = compiled(
    r"(?:%\s+(?:of|von|der|aller)|\bof|\bvon|(?<=[\w%‰] )der|\baller?|%|\b[\d.,]+)\s+(?:the\s+|all\s+|der\s+)?[^\W\d]+",
    re.I,
)


@lru_cache(maxsize=MOST_TEXTS)
def stems(text: str) -> frozenset[str]:
    """Words of four letters and more that carry a subject, by their first five letters without a plural s.

    >>> sorted(stems("The range guard fails in at most 1 of 1,000 approaches"))
    ['appro', 'fail', 'guard', 'range']
    """
    words = re.findall(r"[^\W\d_]+", _RELATION.sub(" ", text[:READ]).casefold())
    return frozenset(_stem(w) for w in words if len(w) >= 4 and w not in _COMMON)


_ARTICLES = {"the", "a", "an", "any", "ever", "all", "der", "die", "das", "ein"}
_FUNCTION = frozenset({*_ARTICLES, "do", "did", "is", "are", "be", "was", "it"})


def short_words(text: str) -> frozenset[str]:
    """Numbers, letters and words of up to three letters, without articles and auxiliaries.

    >>> sorted(short_words("The pump 3 of line A is on"))
    ['3', 'a', 'of', 'on']
    """
    words = re.findall(r"\b(?:\w{1,3}|\w*\d\w*)\b", text[:READ])
    named = (w.isupper() and k > 0 for k, w in enumerate(words))  # "line A", but not "A line"
    return frozenset(
        w.casefold() for w, name in zip(words, named, strict=True) if name or w.casefold() not in _FUNCTION
    )


def _stem(word: str) -> str:
    return re.sub("y$", "i", word[:5].removesuffix("s"))  # "carry" and "carries"


def same_subject(a: str, b: str) -> bool:
    """Whether one text speaks of what the other speaks of: all its words, except for what it counts.

    >>> same_subject("The guard fails in 5 % of the tests", "The range guard fails in at most 1 of 1,000 approaches")
    True
    >>> same_subject("The guard is used in 5 % of the tests", "The range guard fails in at most 1 of 1,000 approaches")
    False
    """
    if negations(a) % 2 != negations(b) % 2:
        return False
    one, other = _subject(a), _subject(b)
    return len(one & other) >= 2 and (one <= other or other <= one)


@lru_cache(maxsize=MOST_TEXTS)
def _subject(text: str) -> frozenset[str]:
    return stems(_COUNTED.sub(" ", _RELATION.sub(" ", text[:READ])))


def denies(text: str, other: str) -> bool:
    """Whether one text says with a negation what the other says without, except for what they count.

    >>> denies("The pump delivers in at most 1 of 10 missions", "The pump does not deliver")
    True
    >>> denies("The pump delivers too late in at most 1 of 10 missions", "The pump does not deliver")
    False
    """
    # "pays" is a word of four letters, "pay" is none
    one, rest = ({stem for stem in _subject(without_negations(t)) if len(stem) > 3} for t in (text, other))
    if negations(text) % 2 == negations(other) % 2:
        return False
    return (len(one) > 1 and one == rest) or _event(text) == _event(other)


def _event(text: str) -> frozenset[str]:
    """Words of an event, of any length, without what is counted."""
    bare = _COUNTED.sub(" ", _RELATION.sub(" ", without_negations(text)))
    return frozenset(word for word in words_of(bare) if word not in _COMMON_STEMS)


def within_subject(text: str, of: str) -> bool:
    """Whether ``text`` speaks of nothing else than ``of`` does, except for what it counts; of nothing at all, too.

    >>> within_subject("At most one overfilling in 100 fillings", "The tank is overfilled in at most 1 of 100 fillings")
    True
    >>> within_subject("A cart hurts a person in 1 of 10,000 runs", "The cart leaves its track in 1 of 1,000 runs")
    False
    """
    return _subject(text) <= stems(of)


def same_words(a: str, b: str) -> bool:
    """Whether two texts have the same subject and nothing else, except for what they count.

    >>> same_words("The speed is at most 30 km/h", "The speed of it is at least 50 km/h")
    True
    """
    return bool(_subject(a)) and _subject(a) == _subject(b) and negations(a) % 2 == negations(b) % 2


def contradiction(conclusion: str, premise: str, precise: bool = False) -> str:
    """The number of a premise that the conclusion, which speaks of the same, excludes; empty where there is none.

    ``precise``: the premise stands for the conclusion, so that a weaker limit contradicts as well.  A premise may report
    (``stayed shut in 3 of 10 runs``), but not of what was so before a change.

    >>> contradiction("The door stays shut in at most 1 of 1,000 runs", "The door stayed shut in 3 of 10 runs")
    '3 of 10'
    """
    return "" if of_earlier_state(premise) else excluded_number(conclusion, premise, precise)


def excluded_number(conclusion: str, premise: str, precise: bool = False) -> str:
    """The number of a premise, whenever it was so, that the conclusion excludes; empty where there is none."""
    subjects = in_present(conclusion), in_present(premise)
    if not same_subject(*subjects):
        return ""
    whole = _subject(subjects[0]) <= _subject(subjects[1])
    limits = [n for n in stated(conclusion) if n.side and not n.condition and n.what in _KINDS]
    for number in stated(premise):
        if number.condition or number.what not in _KINDS:
            continue
        for limit in limits:
            if (limit.what == "rate") == (number.what == "rate") and _excluded(limit, number, precise, whole):
                return number.quote
    return ""


def opposite(conclusion: str, premise: str) -> bool:
    """Whether one text denies the other, in the same words except for the denial; numbers are judged by themselves.

    >>> opposite("The contact opens before the door does", "The contact does not open before the door")
    True
    >>> opposite("The contact opens before the door does", "The contact does not open in winter")
    False
    """
    same_numbers = [n.readings for n in stated(premise)] == [n.readings for n in stated(conclusion)]
    if (stated(premise) and not (same_numbers and denies_itself(premise))) or is_denied(
        conclusion
    ) == is_denied(premise):
        return False
    one, other = (stems(undenied(text)) for text in (conclusion, premise))
    return len(one) >= 2 and one == other


@lru_cache(maxsize=MOST_TEXTS)
def is_denied(text: str) -> bool:
    """Whether an odd number of words denies; a denial of the whole sentence (``it is false that``) counts as one.

    >>> [is_denied(t) for t in ("It opens", "It does not open", "It is false that it does not open")]
    [False, True, False]
    """
    said = denies_itself(text)
    count = negations(text.replace(said, " ")) + 1 if said else negations(text)
    return count % 2 == 1


@lru_cache(maxsize=MOST_TEXTS)
def undenied(text: str) -> str:
    """The text without the words by which it denies what it says."""
    said = denies_itself(text)
    return without_negations(text.replace(said, " ") if said else text)


_KINDS = ("share", "decimal", "rate")
_SLACK = 1e-6


def _excluded(limit: Stated, number: Stated, precise: bool, whole: bool) -> bool:
    """``whole``: the premise has every word of the conclusion; else 99 % of something shorter may be its complement."""
    same_side = number.side == limit.side
    if limit.side == "upper":
        beyond = min(number.readings) > max(limit.readings) * (
            1 + (-_SLACK if number.side == "lower" else _SLACK)
        )
        near = whole or limit.what == "rate" or (max(limit.readings) < 0.5 and min(number.readings) < 0.5)
    else:
        beyond = max(number.readings) < min(limit.readings) * (
            1 + (_SLACK if number.side == "upper" else -_SLACK)
        )
        near = whole or limit.what == "rate" or (min(limit.readings) >= 0.5 and max(number.readings) >= 0.5)
    return beyond and near and (precise or not same_side)


_QUANTITY = compiled(rf"(?<![\w.,])(?P<n>{NUMBER})\s?(?P<unit>%|‰|°C?|[^\W\d_]{{1,3}}\b)?")
_OPPOSITE = ("un", "in", "im", "dis", "non", "ir", "miss")


def strays(text: str, claim: str) -> str:
    """What a repetition says that its claim (``{}``) does not; empty where it repeats it, in whole or in part.

    >>> strays("The pump stops within 20 s", "The pump stops within 2 s of a trip")
    "states '20 s', which {} does not"
    >>> strays("The pump stops", "The pump stops within 2 s of a trip")
    ''
    """
    readings = {(r, n.what, n.side) for n in stated(claim) for r in n.readings}
    for number in stated(text):
        if not any((r, number.what, number.side) in readings for r in number.readings):
            return f"states {number.quote!r}, which {{}} does not"
    quantities = _quantities(claim)
    for quantity, quote in _quantities(text).items():
        if quantity not in quantities:
            return f"states {quote!r}, which {{}} does not"
    if unit := _other_unit(text, claim):
        return f"counts {unit!r}, which {{}} does not"
    if stated(claim) and (every := absolute(text)) and not absolute(claim):
        return f"says {every!r}, which {{}} does not"
    if negations(text) % 2 != negations(claim) % 2:
        return "denies what {} says, or does not deny what it denies"
    words, said = _words(text), _words(claim)
    for word in words - said:
        if any(f"{prefix}{word}" in said for prefix in _OPPOSITE):
            return f"says {word!r}, the opposite of a word of {{}}"
    for word in said - words:
        if any(f"{prefix}{word}" in words for prefix in _OPPOSITE):
            return f"says the opposite of {word!r} in {{}}"
    if stems(text) and not stems(text) & stems(claim):
        return "has no word in common with {}"
    return ""


def _other_unit(text: str, claim: str) -> str:
    """What the numbers of a repetition are per in place of what those of its claim are per; empty where it is the same.

    >>> _other_unit("It starts in 99 % of years", "It starts in 99 % of demands"), _other_unit("It starts", "1 of 9 runs")
    ('years', '')
    """
    own, other = ({w for phrase in phrases(t) for w in phrase.split()} for t in (text, claim))
    added = {w for w in own if stem(w) not in _stems_of(claim)}
    dropped = {w for w in other if stem(w) not in _stems_of(text)}
    return min(added, key=text.casefold().find) if added and dropped else ""


def _stems_of(text: str) -> set[str]:
    return {stem(word) for word in re.findall(r"[^\W\d_]+", text.casefold())}


def _words(text: str) -> set[str]:
    return {w for w in re.findall(r"[^\W\d_]+", text.casefold()) if len(w) >= 4}


def _quantities(text: str) -> dict[tuple[str, str], str]:
    """Numbers with the short word behind them, as written: digits alone are compared, so that ``2 s`` is not ``20 s``."""
    return {
        (re.sub(r"[ ,.'’\s]", "", m["n"]), (m["unit"] or "")): m[0].strip()
        for m in _QUANTITY.finditer(text[:READ])
    }
