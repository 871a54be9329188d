"""Sentences that allow no failure at all: words such as *never*, and the denial that anything of a kind is so.

A denied subject (``No evacuation finds …``), occasion (``at no time``) or failure (``shows no failures``) asks for 0,
as *never* does, unless the sentence limits a number, or reports what was seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from casegen.model.expressions import compiled
from casegen.texts.numbers.counts import COUNT, ORDINAL, count_of
from casegen.texts.numbers.number_relations import LOWER, UPPER, never_more
from casegen.texts.numbers.occasions import FAILURES, OCCASION
from casegen.texts.numbers.stated import CLAUSE, READ, Stated, stated
from casegen.texts.wording.denials import without_limits

_ABSOLUTE = compiled(
    r"(?<![\w-])(?:never|always|impossible|under\s+no\s+circumstances|unter\s+keinen\s+umständen|(?:failure|fault|error|accident|defect|incident)-free|(?:fehler|ausfall|störungs|unfall)frei|infallible|flawless(?:ly)?|faultless(?:ly)?|invariably|unfehlbar|fehlerlos|"
    r"non-?existent|"
    r"(?:perfectly|completely|absolutely|totally|entirely|wholly)\s+(?:reliable|safe|correct|dependable)|(?:vollkommen|absolut|völlig)\s+(?:sicher|zuverlässig)|100\s?%\s+(?:reliable|safe|correct|dependable)|(?:is|are)\s+nil|(?:certain|sure|bound)\s+to|"
    r"(?:nobody|nothing|no\s?one)\s+(?:is\s+)?ever|it\s+does\s+not\s+happen|"
    r"there\s+(?:is|are)\s+no\s+(?:[^\W\d]+\s+)?(?:failures?|faults?|errors?|accidents?)(?=\s*[.,;]?\s*$)|"
    r"without\s+(?:any\s+)?(?:exceptions?|fail(?:ures?)?)|in\s+none\s+of|"
    rf"no\s+(?:[^\W\d]+\s+){{1,2}}ever|at\s+no\s+(?:{OCCASION})|(?:is|are|was|were)\s+(?:excluded|eliminated|precluded)(?!\s+(?:from|in|by\s+definition)\b)|"
    r"in\s+(?:zero|0|no(?:\s+single)?)\s+(?!(?:to|or|bis|oder|and|und)\s|more|less|fewer|longer|later|way|order|time|particular|need|position|doubt|single)"
    r"[^\W\d]+|guaranteed(?:\s+that)?|(?:is|equals)\s+zero|ist\s+(?:gleich\s+)?null|(?:ist|sind)\s+ausgeschlossen|is\s+ruled\s+out|niemals|nie|unmöglich|ausnahmslos|ohne\s+(?:jede\s+)?ausnahme|"
    r"immer(?!\s+(?:noch|wenn|dann|mehr|wieder|dort|wo))|"
    r"cannot(?=\s+(?!be\s+(?:excluded|ruled)|exceed|only|but)[^\W\d])|not\s+(?:even\s+)?once|not\s+a\s+single\s+time|kein\s+einziges\s+mal|"
    rf"(?:in|during|bei|an)\s+(?:every|each|all|jede[rmn]|alle[n]?)\s+(?:single\s+|of\s+the\s+|the\s+)?(?:{OCCASION}|fahrt|flug|einsatz|anforderung)|"
    r"(?:has|have|there\s+(?:is|are))\s+no(?=\s+(?!more|less|fewer|other|further)[^\W\d]+\s+(?:with|of|in|into|from)\b)|"
    r"in\s+keine[rmns]?\s+(?!weise|hinsicht)[^\W\d]+)(?![\w-])",
    re.I,
)
_NONE = (
    r"(?:no|zero|none\s+of|not\s+(?:one|a(?:ny)?\s+single)|keine?[rmns]?|nicht\s+eine?[rmns]?|null)"
    r"(?:\s+(?:single|einzige[rmns]?))?"
)
_IDIOM = (
    r"(?!(?:more|less|fewer|longer|later|earlier|sooner|worse|better|higher|lower|greater|smaller|other|further|additional|extra|"
    r"new|only|doubt|need|matter|way|means|claims?|order|particular|position|cost|charge|reason|load|wind|light|power|current|voltage|"
    r"mehr|weniger|länger|später|früher|andere\w*|weitere\w*|zusätzliche\w*|zweifel|weise|hinsicht|grund|last|strom)\b)"
)
"""behind *no*: a comparison, a saying, a state or the case itself, and no denial of what is claimed"""
_HARM = (
    rf"(?:{FAILURES}|defects?|incidents?|injur(?:y|ies)|deaths?|fatalit(?:y|ies)|casualt(?:y|ies)|"
    r"unfälle?|verletzte\w*|zwischenfälle?)"
)
_DENIED = compiled(
    rf"(?:^\W*|[,;:]\s+|\b(?:that|dass|daß)\s+|^\W*(?:in|at|on|during|under|bei|im|am|während)\s+"
    rf"(?:(?!(?:with|of|without|that|which|where|if|when|than|mit|ohne|von|wenn)\b)[^\W\d]+\s+){{1,5}}?)"
    rf"(?:{_NONE}\s+{_IDIOM}[^\W\d]{{2,}}|nobody|no\s?one|nothing|niemand|nichts)(?=\s+{_IDIOM}[^\W\d])|"
    rf"^\W*(?:bei|in|im|am|an|auf|während|unter)\s+(?:(?!(?:mit|ohne|von|wenn)\b)[^\W\d]+\s+){{1,5}}?keine?[rmns]?\s+{_IDIOM}[^\W\d]+\W*$|"
    rf"\b(?:in|on|during|for|upon|bei|zu|an|auf|während|unter|für)\s+{_NONE}\s+(?!time\b){_IDIOM}[^\W\d]+|\bat\s+{_NONE}\s+{_IDIOM}[^\W\d]+|"
    rf"\b(?:has|have|shows?|suffers?|causes?|produces?|makes?|leads?\s+to|results?\s+in|(?:there|it)\s+(?:is|are)|hat|haben|zeig(?:t|en)|"
    rf"verursach(?:t|en)|gibt)\s+{_NONE}\s+(?:[^\W\d]+\s+){{0,4}}?{_HARM}(?![\w-])|\b(?:zero|0|no|null)\s+times\b|"
    r"\b(?:do|does)\s+not\s+(?:occur|happen|exist|arise)\b|\b(?:kommt|kommen|tritt|treten)\s+nicht\s+(?:vor|auf)\b|"
    rf"\b(?:harms?|hurts?|injures?|kills?|endangers?|lets?|verletzt|gefährdet|tötet)\s+(?:no|nobody|no\s?one|nothing|niemand\w*|keine\w*)\b(?!\s+(?:longer|more)\b)|"
    rf"\bzero[-\s](?:harm|{_HARM})(?![\w-])|\b(?:unfall|ausfall|verletzungs|fehler|versagens)frei\w*\b|"
    rf"\bfree\s+(?:of|from)\s+(?:any\s+|all\s+)?{_HARM}(?![\w-])",
    re.I,
)
"""the denial that anything of a kind is so"""
_PAST = (
    r"was|were|has\s+been|have\s+been|had|seen|observed|recorded|occurred|happened|found|failed|showed|wurden?|gab|trat(?:en)?|"
    r"war(?:en)?|hatte[n]?|beobachtet|gesehen|aufgezeichnet"
)
_REPORTED = compiled(rf"\b(?:{_PAST})\b", re.I)
"""what was seen is no claim that nothing else comes"""
_COMPARED = compiled(rf"\bthan\s+(?!{COUNT})|\b(?:mehr|weniger|[^\W\d]{{3,}}er)\s+als\s+(?!{COUNT})", re.I)
"""``no property is violated more often than in …``"""
_COMPLETE = compiled(
    r"^[^.;:]*?\b(?:is|are|ist|sind|wird|werden)\s+(?:left\s+out|omitted|disregarded|neglected|ausgelassen|weggelassen|vernachlässigt)\b",
    re.I,
)
"""``no mass is left out`` says that an analysis is whole, not that nothing fails"""
_PERSONS = compiled(
    r"\b(?:nobody|no\s?one|niemand|persons?|people|pedestrians?|passengers?|patients?|workers?|child(?:ren)?)\b",
    re.I,
)
_TO_A_DEGREE = compiled(r"\bso\s+(?:(?!(?:that|dass|daß)\b)[^\W\d]+,?\s+){1,3}(?:that|dass|daß)?\s*$", re.I)
"""``so seldom that nobody minds``"""
_HEDGED = compiled(
    r"(?:\b(?:not|cannot|almost|nearly|hardly|practically|virtually|nicht|kaum|fast|beinahe|nahezu|quasi|noch)|n't)\s+"
    r"(?:be\s+)?$",
    re.I,
)
_LIMITED = compiled(rf"(?:{LOWER}|{UPPER})\s+(?:{COUNT})", re.I)
_NONE_IN = compiled(
    rf"\b(?:no|zero|not\s+(?:a|one)(?:\s+single)?|keine?n?|kein\s+einzige[rs]?)\s+"
    r"(?!(?:[^\W\d]+\s+){1,3}?than\b)"  # "no more often than once in 50 years"
    rf"(?:[^\W\d]+\s+){{1,8}}?"
    rf"(?:in|within|of|out\s+of|during|bei|auf|über)\s+(?P<m>{COUNT})\s+(?:[^\W\d]+\s+)?(?:{OCCASION})\b|"
    rf"\b(?:none|not\s+one|keine[rmns]?)\s+(?:out\s+)?(?:of|von|aus)\s+(?:the\s+|den\s+)?(?P<all>{COUNT})",
    re.I,
)
_SEEN = compiled(
    rf"\b(?:{_PAST}|did|(?:test|trial|record|log|sample|campaign|versuchs?|prüf)\w*)\b",
    re.I,
)


_PLACES = (
    r"(?!(?:floors?|sides?|levels?|halls?|stations?|rooms?|lines?|lanes?|doors?|cars?|cabins?|vehicles?|decks?|wheels?|axles?|channels?|sensors?|sites?|"
    r"tracks?|machines?|units?|parts?|page|sheet|etage|seite|ebene|halle|station|raum|linie|tür|spur|fahrzeug|kanal|maschine|blatt)\b)"
)
_NTH = rf"(?!{ORDINAL})"
"""not before ``every thousandth demand``"""
_EVERY_TIME = compiled(
    r"\b(?:every|each)\s+(?:single\s+)?time\b|\bno\s+matter\s+(?:what|how|when|where|which|who|why)\b|\bwhen(?:so)?ever\b|"
    rf"\b(?:on|upon|after)\s+(?:every|each|any)\s+(?:single\s+)?{_NTH}{_PLACES}[^\W\d]{{3,}}|\bjedes\s*mal\b|\bimmer\s+wenn\b|\bgleich(?:gültig|viel)?\s*,?\s+(?:was|wie|wann|ob)\b|"
    rf"\b(?:bei|nach|auf)\s+jede[rmn]?\s+{_NTH}{_PLACES}[^\W\d]{{3,}}",
    re.I,
)
"""said of every occasion, in a sentence without a number"""
_FAILING = compiled(
    r"\b(?:not|no|never|fails?|failed|misses|nothing|nobody|cannot|without|nicht|kein\w*|nie|versagt|ohne)\b|n['’]t\b",
    re.I,
)


def _of_every_time(text: str) -> str:
    """Words by which a sentence says of every occasion that something succeeds; empty where a number is beside them."""
    match = _EVERY_TIME.search(text)
    if match is None or stated(text) or none_in(text) or _LIMITED.search(text) or _REPORTED.search(text):
        return ""
    rest = text.replace(match[0], " ")
    return "" if _FAILING.search(rest) or _HEDGED.search(text[: match.start()]) else match[0]


def absolute(text: str) -> str:
    """The word by which a text allows no failure at all; empty where there is none.

    >>> [absolute(t) for t in ("It never fails", "It is never wrong in more than 1 of 1000 runs", "Not always right")]
    ['never', '', '']
    """
    text = without_limits(text)
    limits = [m.span() for m in never_more(text)]
    for match in (*_ABSOLUTE.finditer(text), *_denials(text)):
        if any(start <= match.start() < end for start, end in limits):
            continue
        clause = CLAUSE.split(text[match.end() :])[0]
        if not _HEDGED.search(text[: match.start()]) and not _LIMITED.search(clause):
            return match[0].strip(" ,;:")
    return _of_every_time(text)


_VAGUE = compiled(
    r"\b(?:(?:almost|nearly|practically|virtually|hardly|scarcely)\s+(?:never|ever|always)|(?:only\s+)?once\s+in\s+a\s+blue\s+moon|alle\s+jubeljahre|mostly|usually|as\s+a\s+rule|"
    r"(?:fast|beinahe|nahezu|praktisch|kaum)\s+(?:nie|immer|je|jemals)|meist(?:ens)?|in\s+der\s+regel)\b",
    re.I,
)


def vague_frequency(text: str) -> str:
    """Words for how often that are no number: ``almost never``; empty without them.

    >>> vague_frequency("The lift almost never fails to stop"), vague_frequency("The lift stops")
    ('almost never', '')
    """
    match = _VAGUE.search(text[:READ])
    return match[0] if match else ""


def _denials(text: str) -> Iterator[re.Match[str]]:
    """Denials that anything of a kind is so; none in a report, or where the text says in how many there is none."""
    if not _REPORTED.search(text) and not none_in(text):
        denials = _DENIED.finditer(text)
        yield from (m for m in denials if not _is_otherwise_meant(text, m))


def _is_otherwise_meant(text: str, denial: re.Match[str]) -> bool:
    """Whether a denial compares, says that an analysis is whole, or how much something is so."""
    rest = text[denial.end() :]
    whole = _COMPLETE.match(rest) is not None and _PERSONS.search(denial[0] + rest) is None
    degree = _TO_A_DEGREE.search(re.sub(r"[^\W\d]+$", "", text[: denial.end()].removesuffix(" ")))
    return _compares(CLAUSE.split(rest)[0]) or whole or degree is not None


def _compares(clause: str) -> bool:
    """Whether the rest of a denial says how often, or than what: ``exceeds the limit of 1 of 1,000``."""
    return _COMPARED.search(clause) is not None or bool(stated(clause))


def limits_a_count(text: str) -> bool:
    """Whether a relation limits a count: ``at most one failure per decade``.

    >>> limits_a_count("At most one failure per decade"), limits_a_count("The one failure of 2019")
    (True, False)
    """
    return _LIMITED.search(text[:READ]) is not None


def none_in(text: str) -> list[Stated]:
    """``No failure in 10 million approaches`` claims less than one in so many; a report of what was seen does not."""
    match = _NONE_IN.search(text[:READ])
    if match is None or _SEEN.search(text[:READ]):
        return []
    total = tuple(1.0 / n for n in count_of(match["m"] or match["all"], whole=True) if n >= 20)
    return [Stated(match[0], total, "upper", "share", at=match.start())] if total else []


_UNIVERSAL = compiled(
    r"\b(?<![%‰\d] of )(?<![%‰\d] )(?:every|each|all|any|always|both|at\s+all\s+times|wherever|whenever|"
    r"entire(?:ly)?|whole|complete(?:ly)?|"
    r"jede[rmns]?|alle[rmns]?|sämtliche[rmns]?|immer|stets|jederzeit|überall|ganze[rmns]?|vollständig|beide[rmns]?)\b",
    re.I,
)


def wider(text: str, claim: str) -> str:
    """The words by which a repetition says a thing of all, or always, where its claim says it of none; else empty.

    >>> wider("Every hook always holds", "The hook holds"), wider("All hooks hold", "Each hook holds")
    ('Every', '')
    >>> wider("The hook holds in 99 % of all lifts", "The hook holds in 99 % of the lifts")
    ''
    """
    match = _UNIVERSAL.search(text)
    return match[0] if match is not None and _UNIVERSAL.search(claim) is None else ""
