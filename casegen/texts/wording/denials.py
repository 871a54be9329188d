"""What a sentence does with what it says: asserts it, denies it, or leaves it open; in five languages.

Words of negation are counted in English and German always, in French, Spanish and Italian only where the words around
them are of that language: ``pas`` is also the name of a specification, ``sin`` an English word.
"""

from __future__ import annotations

import re
from functools import lru_cache

from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS
from casegen.model.spelling import plainly_spelled
from casegen.texts.numbers.number_relations import without_comparisons, without_denied_excess
from casegen.texts.numbers.stated import READ, stated

_FRENCH = """
le la les l des du une un est sont et dans pour sur avec par que qui ce cette au aux d il elle
"""
_SPANISH = """
el la los las un una es son y en para sobre con por que se del al lo su está antes
"""
_ITALIAN = """
il lo la gli le un una è sono e in per su con di che del della dei al alla si prima
"""
_OTHERS = """
the of and is are with that this to at by for on has der die das ist und mit nicht ein eine dem den von zu
"""
_ENGLISH_GERMAN = frozenset(_OTHERS.split())
_FOREIGN: dict[str, tuple[str, str]] = {
    "fr": (
        _FRENCH,
        r"\b(?:ne|n(?=['’])|sans)(?![\w-])",
    ),
    "es": (
        _SPANISH,
        r"\b(?:no|nunca|jamás|sin|tampoco)\b",
    ),
    "it": (
        _ITALIAN,
        r"\b(?:non|senza)\b",
    ),
}
_WORDS_OF = {name: frozenset(common.split()) for name, (common, _) in _FOREIGN.items()}
_LEAST_WORDS = 3
"""so many words of a language make a sentence one of it"""
_NEGATION = compiled(
    r"\b(?:not|no(?!\.\s*\d)|never|none|neither|nor|cannot|without|nicht|kein\w*|nie|niemals|ohne|weder|"
    r"(?:nothing|nobody|nichts|niemand\w*)(?!\s+(?:else|but|other|anderes?|andere[mnrs]?|als|außer)\b))\b|n't\b",
    re.I,
)
_FALSE = r"(?:false|untrue|wrong|incorrect|not\s+true|not\s+the\s+case|a\s+lie)"
_FALSCH = r"(?:falsch|unwahr|nicht\s+wahr|nicht\s+richtig|nicht\s+der\s+fall|unrichtig)"
_OPEN_ENGLISH = (
    r"(?:it\s+(?:is|remains|was)\s+)?(?:not\s+(?:yet\s+)?(?:known|clear|certain|sure|decided|settled|established|shown|proven)|"
    r"unknown|unclear|uncertain|undecided|doubtful|questionable|open|disputed|debatable)\s+"
    r"(?:whether|if|that|which|what|who|whose|where|when|how)\b"
)
_OPEN = compiled(
    rf"^\W*(?:{_OPEN_ENGLISH}|"
    r"(?:nobody|no\s+one|none\s+of\s+us)\s+(?:knows|can\s+(?:say|tell))\s+(?:whether|if)\b|"
    r"(?:nobody|no\s+one)\s+(?:has\s+)?(?:yet\s+|ever\s+)?(?:reviewed|checked|verified|tested|validated|inspected|confirmed)\b|"
    r"(?:niemand|keiner)\s+hat\b.*\b(?:geprüft|getestet|bestätigt|nachgewiesen|gelesen)\b|"
    r"(?:we|i)\s+(?:do\s+not|don't|cannot|can't)\s+(?:know|say|tell|show|prove)\s+(?:whether|if|that)\b|"
    r"(?:we|i|they)\s+doubt\s+(?:whether|that|if)\b|there\s+is\s+(?:some\s+|much\s+)?doubt\s+(?:whether|that)\b|"
    r"it\s+(?:has|had)\s+(?:not|never)\s+(?:yet\s+)?been\s+(?:\w+\s+)?(?:that|whether|if)\b|"
    r"it\s+(?:is|remains)\s+(?:still\s+)?to\s+be\s+(?:seen|shown|proved|proven|demonstrated|verified|checked)\b|"
    r"it\s+(?:cannot|can\s+not)\s+be\s+(?:said|shown|excluded|ruled\s+out|proved|proven|determined)\s+(?:whether|that|if)\b|"
    r"it\s+is\s+an?\s+open\s+question\b|there\s+is\s+no\s+(?:evidence|proof|reason\s+to\s+(?:believe|think))\s+that\b|"
    r"nothing\s+(?:shows|proves)\s+that\b|(?:one|we|nobody)\s+(?:cannot|can't|can\s+not|can)\s+(?:claim|say|show|prove)\s+that\b|"
    r"the\s+claim\s+that\b.*\b(?:is|was)\s+(?:unfounded|unproven|refuted|disproved|wrong|false)\b|we\s+failed\s+to\s+(?:show|prove)\b|"
    r"it\s+(?:was|is|has\s+been)\s+(?:disproved|disproven|refuted)\s+that\b|contrary\s+to\s+(?:the\s+)?facts\b|"
    r"(?:not(?:\s+true)?|false|wrong|unproven|falsch|unwahr)\s*:\s|(?:in\s+theory|ideally)\b|"
    r"es\s+gibt\s+keine[nr]?\s+(?:nachweis|beleg|beweis|grund)\b|rien\s+ne\s+(?:prouve|montre)\s+que\b|"
    r"no\s+hay\s+(?:pruebas?|evidencias?)\s+de\s+que\b|het\s+is\s+niet\s+bekend\s+of\b|não\s+se\s+sabe\s+se\b|nie\s+wiadomo\b|"
    r"(?:perhaps|maybe|possibly|hopefully|supposedly|allegedly|presumably)\b|it\s+is\s+(?:hoped|alleged|rumoured|possible)\s+that\b|"
    r"es\s+(?:ist|bleibt|war)\s+(?:\w+\s+)?(?:nicht\s+(?:bekannt|klar|sicher|erwiesen|gezeigt|nachgewiesen)|unbekannt|unklar|"
    r"ungewiss|unsicher|offen|fraglich|zweifelhaft|strittig)\s*,?\s*(?:ob|dass)\b|"
    r"(?:unbekannt|unklar|offen|fraglich|zweifelhaft)\s+(?:ist|bleibt)\s*,?\s*(?:ob|dass)\b|"
    r"es\s+steht\s+(?:noch\s+)?nicht\s+fest\b|(?:niemand|keiner)\s+(?:weiß|kann\s+sagen)\s*,?\s*ob\b|"
    r"wir\s+(?:wissen\s+nicht|bezweifeln)\b|man\s+weiß\s+nicht\b|(?:vielleicht|möglicherweise|hoffentlich|angeblich|vermutlich)\b|"
    r"on\s+(?:ne\s+sait\s+pas|ignore)\s+si\b|nul\s+ne\s+sait\s+si\b|personne\s+ne\s+sait\s+si\b|"
    r"il\s+n['’]est\s+pas\s+(?:connu|établi|certain|sûr|clair|démontré)\s+(?:si|que)\b|il\s+est\s+(?:douteux|possible)\s+que\b|"
    r"(?:peut-être|apparemment)\b|"
    r"no\s+se\s+(?:sabe|conoce)\s+si\b|se\s+(?:desconoce|ignora)\s+si\b|nadie\s+sabe\s+si\b|"
    r"no\s+está\s+(?:claro|demostrado|probado)\s+(?:si|que)\b|es\s+dudoso\s+que\b|(?:quizás?|tal\s+vez|a\s+lo\s+mejor)\b|"
    r"non\s+(?:si\s+sa|è\s+(?:noto|chiaro|dimostrato))\s+(?:se|che)\b|nessuno\s+sa\s+se\b|forse\b)",
    re.I,
)
_DENIED_AT_START = compiled(
    r"^\W*(?:to\s+be\s+(?:decided|confirmed|shown|verified|defined|checked)|tb[cd]|todo)\s*:|"
    rf"^\W*(?:(?:it|this)\s+is\s+(?:simply\s+|plainly\s+)?{_FALSE}\s+that\b|(?:we|i)\s+deny\s+that\b|"
    rf"(?:es|das)\s+ist\s+{_FALSCH}\s*,?\s*(?:dass|daß)\b|es\s+(?:stimmt|trifft)\s+nicht(?:\s+zu)?\s*,?\s*(?:dass|daß)\b|"
    r"il\s+est\s+(?:faux|inexact|erroné)\s+que\b|il\s+n['’]est\s+pas\s+(?:vrai|exact)\s+que\b|"
    r"es\s+(?:falso|mentira|incorrecto)\s+que\b|no\s+es\s+(?:cierto|verdad)\s+que\b|"
    r"(?:è\s+falso|non\s+è\s+vero)\s+che\b)",
    re.I,
)
_DENIED_AT_END = compiled(
    rf"^(?:that\b.*\b(?:is|was|has\s+been)\s+(?:refuted|disproved|disproven|falsified|not\s+shown)|"
    r"dass\b.*\b(?:ist|wurde|gilt\s+als)\s+(?:widerlegt|nicht\s+gezeigt)(?:\s+worden)?)\W*$|"
    rf"(?:^that\b.*\bis|^dass\b.*\bist|[,;:–—-]\s*(?:this\s+is|which\s+is|das\s+ist))\s*(?:{_FALSE}|{_FALSCH})\W*$|"
    r"[,;:–—-]\s*(?:false|untrue|not\s+true|refuted|disproved|falsch|unwahr|widerlegt)\W*$|"
    r"[\[(](?:todo|tbd|fixme)\b[^()\[\]]*[\])]\W*$|"
    r"[\[(](?:not\s+true|false|unverified|unproven|not\s+(?:yet\s+)?(?:shown|verified|proven)|tbc|planned|citation\s+needed|to\s+be\s+(?:confirmed|verified|shown)|geplant|nicht\s+wahr|falsch|ungeprüft)[\])]\W*$|"
    r"[,;–—-]\s*(?:we\s+hope|hopefully|maybe|perhaps|possibly|allegedly|if\s+we\s+are\s+lucky|(?:as|so)\s+far\s+as\s+(?:we|i)\s+know|to\s+(?:our|my)\s+knowledge|"
    r"(?:we|i)\s+(?:believe|think|guess|suppose)|hoffentlich|vielleicht|soweit\s+(?:wir\s+wissen|bekannt)|glauben\s+wir)\W*$|\bor\s+not\W*$|"
    r"[,;:–—-]\s*to\s+be\s+(?:confirmed|verified|shown|demonstrated)\W*$|"
    r"[,;:–—-]\s*(?:this\s+|which\s+)?is\s+not\s+(?:known|true|shown|proven)\W*$|"
    rf"[.;]\s+(?:this|that|the\s+(?:claim|statement)|das|dies|die\s+aussage)\s+(?:is|ist)\s+(?:{_FALSE}|{_FALSCH})\b",
    re.I,
)
_IS_FALSE = compiled(rf"^(?P<said>.+?)\s+(?:is|ist)\s+(?:{_FALSE}|{_FALSCH})\W*$", re.I)
_FEW = compiled(r"^\W*(?:no|none|not|few|fewer|less|at\s+most|only|kein\w*|höchstens|weniger|nur|\d)\b", re.I)
_VERB = compiled(
    r"\b(?:fails|keeps|meets|stops|opens|starts|holds|misses|is|are|has|does|occurs|happens|works|detects|reaches|stays|"
    r"versagt|hält|erfüllt|erreicht|öffnet|startet|fährt|ist|hat|kollidiert|erkennt|bleibt)\b",
    re.I,
)


_REPORTED = compiled(
    r"^\W*(?:[^\W\d]+\s+){1,4}(?:says?|claims?|believes?|thinks?|hopes?|assumes?|alleges?|pretends?|suspects?|supposes?|fears?|"
    r"behauptet|glaubt|hofft|meint|vermutet|befürchtet|prétend|pense|dice|cree)\s*,?\s+(?:that|dass|que)\b",
    re.I,
)
_EXPECTED_SHARE = (
    r"expected\s+to\s+be\s+(?:unavailable|available|down|up|failed|out\s+of\s+(?:service|order|action))\s+(?:for\s+|during\s+)?"
    r"(?:at\s+(?:most|least)|no\s+(?:more|less)\s+than|less\s+than|up\s+to)\s+[\d.,]+"
)
"""an expectation of probability theory: ``is expected to be unavailable for at most 5 % of the time``"""
_WISHED = compiled(
    r"^\W*(?:according\s+to|laut)\s+(?:the\s+|our\s+|dem\s+)?(?:supplier|manufacturer|vendor|maker|customer|marketing|hersteller|lieferant(?:en)?)\b|"
    r"^\W*(?:(?!when\b|than\b|what(?:ever)?\b|that\b|where\b|as\b|if\b|which(?:ever)?\b)[^\W\d]+\W+){1,8}(?:should|might|ought\s+to|sollten?|(?:is|are|was|were)\s+"
    rf"(?!{_EXPECTED_SHARE})(?:meant|supposed|expected|hoped)\s+to)\s+(?!not\W*$)[^\W\d]+|"
    r"\b(?:seldom|rarely|hardly(?:\s+ever)?|selten|kaum)\s+(?:works|functions|succeeds|funktioniert)\b|\b(?:funktioniert)\s+(?:selten|kaum|nie)\b|"
    r"\b(?:will|shall)\s+(?:still\s+)?be\s+(?:shown|demonstrated|proved|proven|argued)\b|"
    r"\bwird\s+noch\s+(?:gezeigt|nachgewiesen|belegt)\b",
    re.I,
)
_LIMIT = (
    r"(?:\w+\s+){0,4}?(?:limits?|targets?|requirements?|standards?|goals?|criteri\w+|grenzwerte?n?|zielwerte?n?|"
    r"anforderung\w*|vorgaben?)\b"
)
_ASIDE = (
    r"(?!(?:when(?:ever)?|where(?:ver)?|if|once|before|after|until|till|unless|while|as|than|that|which|who|whose|whether|because|lest|"
    r"never|not|no|none|neither|nor|cannot|without|rarely|seldom|hardly|scarcely|unlikely|wenn|falls|sobald|bevor|ehe|bis|dass|damit|"
    r"solange|nie|niemals|nicht|kaum|selten|kein\w*)\b|[^\W\d]+n['’]t\b)"
)
"""not these before the verb: in a subordinate clause, or denied, nothing is asserted (``trips before it exceeds``)"""
_HOW_OFTEN = (
    r"(?!.*(?:\b(?:at\s+most|no\s+more|not\s+more|fewer|less|up\s+to|höchstens|maximal|weniger)\b|[≤<]))"
)
_MISSED = compiled(
    rf"^\W*(?:{_ASIDE}[^\W\d]+\W+){{1,8}}(?:(?:no\s+longer|fails?\s+to|does\s+not|do\s+not|doesn't|cannot|did\s+not)\s+"
    rf"(?:keeps?|meets?|satisf\w+|fulfil\w*|reach(?:es)?|compl(?:y|ies)\s+with|achieves?)|misses|violates?|exceeds?|breaks)\s+{_LIMIT}"
    rf"{_HOW_OFTEN}|"
    rf"^\W*(?:{_ASIDE}[^\W\d]+\W+){{1,8}}(?:erfüllt|erreicht|hält)\s+{_LIMIT}\s+(?:\w+\s+){{0,3}}?nicht\b{_HOW_OFTEN}|"
    r"^\W*(?!no\b|none\b|kein)(?:(?!when\b|where\b|that\b|which\b|if\b|no\b|wenn\b|wo\b|die\b|der\b(?=\s+\w+\s+\w+\s+\w+,))[^\W\d]+\W+){1,8}?"
    r"(?:is|are|remains?|ist|sind|bleibt)\s+(?:[^\W\d]+ly\s+)?(?:unsafe|unreliable|undependable|unzuverlässig|not\s+(?:\w+ly\s+)?(?:safe|acceptable|tolerable)|unacceptable|"
    r"intolerable|unsicher|unzulässig|nicht\s+(?:\w+\s+)?(?:sicher|zulässig|tolerierbar))\b",
    re.I,
)


_ASSUMING = compiled(
    r"^\W*suppose\b|\b(?:we|i|one|it)\s+(?:\w+\s+)?(?:assumes?|presumes?|supposes?|take\s+it)\b|\b(?:is|are|was|were|be|been)\s+(?:\w+\s+)?"
    r"(?:assumed|presumed|supposed|taken\s+(?:for\s+granted|as\s+(?:given|read|true)))\b|\bassuming(?:\s+that)?\b|"
    r"\b(?:the\s+|an?\s+)?assumption\s*(?:is|:|that\b)|\b(?:wir|man)\s+(?:nehmen?|nimmt|setz(?:en|t)|unterstell(?:en|t))\b.*\b(?:an|voraus|dass)\b|"
    r"\b(?:wird|werden|ist|sind)\s+(?:\w+\s+)?(?:angenommen|vorausgesetzt|unterstellt)\b|\bannahme\s*(?:ist|:|,\s*dass)|"
    r"\b(?:vorausgesetzt|angenommen|unter\s+der\s+annahme)\s*,?\s+dass\b|\bon\s+suppose\b|\bse\s+supone\b|\bsi\s+(?:assume|suppone)\b",
    re.I,
)


def assumes(text: str) -> str:
    """Words by which a text takes something for granted; empty where it states it.

    >>> assumes("We assume that no door is bent"), assumes("The load of the standard is 300 kg")
    ('We assume', '')
    """
    match = _ASSUMING.search(plainly_spelled(text[:READ]))
    return match[0] if match else ""


def weakly_asserts(text: str) -> str:
    """Words by which a top claim, or one that holds a number, reports, wishes or gives up what it is there to assert.

    >>> weakly_asserts("The supplier says that it holds"), weakly_asserts("The lift exceeds its limit")
    ('The supplier says that', 'The lift exceeds its limit')
    >>> weakly_asserts("The lift stops when it should"), weakly_asserts("No lift exceeds its limit")
    ('', '')
    """
    text = plainly_spelled(text[:READ]).strip()
    match = next((m for pattern in (_REPORTED, _WISHED, _MISSED) if (m := pattern.search(text))), None)
    return match[0].strip() if match else ""


@lru_cache(maxsize=MOST_TEXTS)
def foreign_language(text: str) -> str:
    """The language other than English and German that a text is in; empty where it is in none of those known."""
    words = re.findall(r"[^\W\d_]+", text.casefold())
    counts = {name: sum(word in common for word in words) for name, common in _WORDS_OF.items()}
    best = max(counts, key=counts.__getitem__)
    others = _ENGLISH_GERMAN.intersection(words)
    return best if counts[best] >= _LEAST_WORDS and counts[best] > len(others) else ""


def negations(text: str) -> int:
    """How many words of a text deny something else than that a number is exceeded.

    *No more than*, before how often something happens, is a comparison and denies nothing.

    >>> negations("It does not open in no more than 1 of 100 runs")
    1
    >>> [negations(t) for t in ("It does not open", "Il ne s'ouvre pas avant la porte de l'ascenseur", "ISO PAS 8800")]
    [1, 1, 0]
    >>> negations("The probability that it does not open never exceeds 0.02")
    1
    """
    text = plainly_spelled(text)
    return len(_pattern(text).findall(without_denied_excess(without_limits(text))))


@lru_cache(maxsize=MOST_TEXTS)
def without_limits(text: str) -> str:
    """The text without *no more than* and *not … exceeding* before how often something happens, or how likely it is.

    >>> without_limits("It opens with a probability that does not exceed 0.1").split()
    ['It', 'opens', 'with', 'a', 'probability', 'that', '0.1']
    """
    text = text[:READ]
    if not _NEGATION.search(text):
        return text
    often = [n for n in stated(text) if n.what in ("share", "rate", "decimal")]
    for is_condition in (False, True):
        spans = [(n.at, n.at + len(n.quote)) for n in often if n.condition == is_condition]
        text = without_comparisons(text, spans, beside=is_condition)
    return text


def without_negations(text: str) -> str:
    """The text without the words that deny."""
    rest = _pattern(text).sub(" ", without_limits(text))
    return (
        re.sub(r"\b(?:pas|point|plus)\b", " ", rest, flags=re.I) if foreign_language(text) == "fr" else rest
    )


def _pattern(text: str) -> re.Pattern[str]:
    language = foreign_language(text[:READ])
    return _FOREIGN_NEGATION[language] if language else _NEGATION


_FOREIGN_NEGATION = {name: compiled(pattern, re.I) for name, (_, pattern) in _FOREIGN.items()}


def denied_whole(text: str) -> str:
    """The words by which a sentence says of all that follows that it is not so; empty where it does not.

    >>> denied_whole("It is false that the lamps are lit"), denied_whole("Wrong: the lane is off by 30 cm")
    ('It is false that', '')
    """
    match = _DENIED_AT_START.match(plainly_spelled(text[:READ]).strip())
    return match[0].strip(" ,;:") if match and ":" not in match[0] else ""


@lru_cache(maxsize=MOST_TEXTS)
def denies_itself(text: str) -> str:
    """The words by which a sentence denies, or leaves open, what it says; empty where it asserts it.

    >>> denies_itself("It is not known whether the lift starts with an open door")
    'It is not known whether'
    >>> denies_itself("The lift never starts with an open door is false")
    'is false'
    >>> [denies_itself(t) for t in ("No alarm is false", "Doors of unknown make are replaced", "A fault is not possible")]
    ['', '', '']
    """
    text = plainly_spelled(text[:READ]).strip()
    for pattern in (_OPEN, _DENIED_AT_START, _DENIED_AT_END):
        match = pattern.search(text)
        if match:
            return match[0].strip(" ,;:–—-")
    match = _IS_FALSE.match(text)
    said = match["said"] if match else ""
    if match and (_VERB.search(said) or stated(said)) and not _FEW.match(text):
        return text[match.end("said") :].strip(" .")
    return ""
