"""Whether an answer concedes its objection, puts it off, or speaks of something else; in English and German.

An objection is refuted by what denies it or what closes it.  Its own words without a denial do neither.
"""

from __future__ import annotations

import re

from casegen.argument.view import CaseView
from casegen.model.argument import Claim, Defeater
from casegen.model.expressions import compiled
from casegen.texts.events.subjects import stems
from casegen.texts.wording.denials import negations
from casegen.texts.wording.gaps import admitted_gap
from casegen.texts.wording.propositions import is_proposition

_LEAST_WORDS = 3
"""fewer words in common with a claim do not repeat it"""
_YES = compiled(
    r"^\W*(?:yes|true|correct|right|agreed|granted|admitted(?:ly)?|conceded|indeed|exactly|quite\s+so|sure|ja|stimmt|richtig|zugegeben|"
    r"einverstanden|genau)\s*(?:[,;:.!–-]|$)",
    re.I,
)
_CONCEDES = compiled(
    r"\badmittedly\b|[,;–-]\s*(?:agreed|granted|admitted|conceded|zugegeben)\W*$|"
    r"\b(?:we|i|they)\s+(?:must\s+|have\s+to\s+|do\s+)?(?:concede|admit|agree|acknowledge|accept|grant)\b|"
    r"\b(?:wir|ich)\s+(?:müssen\s+)?(?:geben|räumen|gestehen)\b.*\b(?:zu|ein)\b|\b(?:geben|räumen|gestehen)\s+(?:wir|ich)\b.*\b(?:zu|ein)\b|"
    r"\b(?:cannot|can\s+not|can['’]t)\s+be\s+(?:ruled\s+out|excluded|denied|disputed)\b|"
    r"\bnicht\s+(?:auszuschließen|ausgeschlossen|zu\s+leugnen|zu\s+bestreiten)\b|"
    r"\b(?:nobody|no\s+one|niemanden?)\s+(?:really\s+)?(?:cares?|minds?|worries|bothers|kümmert|interessiert|stört)\b",
    re.I,
)
_TURNS = compiled(
    r"\b(?:but|however|therefore|so\s+that|since|because|instead|is\s+now|are\s+now|was\s+then|aber|jedoch|daher|deshalb|sondern|weil)\b",
    re.I,
)
"""behind these an answer says why the objection does not matter"""
_NEXT = (
    r"(?:next|coming|following|later|future|nächste[nrsm]?|kommende[nrsm]?|spätere[nrsm]?|künftige[nrsm]?)\s+"
    r"(?:years?|months?|weeks?|quarters?|releases?|versions?|issues?|phases?|jahre?n?|monate?n?|wochen?|quartale?n?|ausgabe|phase)"
)
_LATER = compiled(
    rf"\b(?:from|as\s+of|by|in|until|with|at|ab|bis|im|mit)\s+(?:the\s+|der\s+|dem\s+)?{_NEXT}\b|"
    r"\b(?:is|are|has\s+been|have\s+been|ist|sind|wurden?)\s+(?:already\s+|bereits\s+|still\s+|noch\s+|für\s+[^\W\d]+\s+)*(?:planned|scheduled|foreseen|intended|"
    r"envisaged|proposed|ordered|commissioned|under\s+way|in\s+(?:preparation|progress)|geplant|vorgesehen|beauftragt|bestellt|"
    r"in\s+(?:arbeit|vorbereitung|planung))\b|"
    r"\b(?:soll(?:en|te|ten)?|muss|müssen|müsste)\b[^.;]*\bwerden\W*$|"
    r"\b(?:wird|werden)\b(?!.*\b(?:jede[rsnm]?|alle|immer|regelmäßig|stets|sofort|jährlich|monatlich|wöchentlich|täglich|bei|vor|nach|wenn|sobald|durch|von)\b)[^.;]*\b(?:ersetzt|ausgetauscht|getauscht|"
    r"repariert|erneuert|nachgerüstet|verbessert|behoben|nachgeholt|wiederholt|korrigiert|ergänzt|geändert|umgebaut|angepasst|nachgebessert|beseitigt|bestellt|"
    r"beschafft|überarbeitet|verstärkt|gerichtet)\W*$",
    re.I,
)
"""what is to come; a German passive that names an occasion or a means says how a thing works"""
_MONEY = r"(?:EUR|euros?|€|USD|CHF|GBP|dollars?|\$|£|francs?|franken|pounds)"
_PRICE = compiled(
    rf"\b(?:costs?|cost|kostet|kosten)\s+(?:[^\W\d]+\s+){{0,2}}?(?:{_MONEY}|\d)|\d\s*(?:{_MONEY})(?!\w)|(?:€|\$|£)\s?\d",
    re.I,
)


def concedes(response: str, objection: str) -> bool:
    """Whether a response grants what an objection says: by a word for it, or by saying the same.

    >>> [concedes(t, "It leaves out fire") for t in ("Yes, it does", "Fire is missing", "We concede that")]
    [True, True, True]
    >>> [concedes(t, "It leaves out fire") for t in ("Fire opens the contact", "Yes, but E2 is fire")]
    [False, False]
    """
    if _TURNS.search(response):
        return False
    if _YES.match(response) and not _adds(_YES.sub("", response), objection):
        return True
    if negations(response) > negations(objection) + _cannot_be(response):
        return False
    return bool(admitted_gap(objection) and admitted_gap(response)) or _CONCEDES.search(response) is not None


_HOW_MUCH = compiled(
    r"\b(?:half|all|none|most|twice|double|third|quarter|only|never|always|too\s+[^\W\d]+|left\s+out|missing|half|alle|keine?|doppelt|halb\w*|zu\s+[^\W\d]+|"
    r"\d[\d.,]*)\b",
    re.I,
)
"""what an objection says of how much, which an answer that repeats it grants"""


def grants(response: str, objection: str) -> bool:
    """Whether a response says most of what an objection says, how much included, and denies none of it.

    >>> slow = "The benches close at half the speed of the press"
    >>> grants("The benches close at 31 strokes, half of what the press has", slow)
    True
    >>> grants("The benches close at the full speed of the press", slow), grants("They do not close at half speed", slow)
    (False, False)
    """
    said, own = stems(response), stems(objection)
    amounts = {match[0].casefold() for match in _HOW_MUCH.finditer(objection)}
    again = {match[0].casefold() for match in _HOW_MUCH.finditer(response)}
    if _TURNS.search(response) or negations(response) != negations(objection):
        return False
    return (
        bool(amounts)
        and amounts <= again
        and len(own) >= _LEAST_WORDS
        and 4 * len(said & own) >= 3 * len(own)
    )


_GRANTED = compiled(
    r"\b(?:die|der|das|diese[rs]?)\s+(?:kritik\w*|einwand|bedenken|beobachtung|anmerkung|hinweis|punkt|vorwurf)\s+(?:(?:ist|sind|war)\s+(?:leider\s+|durchaus\s+)?"
    r"(?:richtig|berechtigt|zutreffend|korrekt|wahr|begründet)|triff(?:t|en)\s+(?:leider\s+|durchaus\s+)?zu|stimm(?:t|en)(?!\s+nicht))\b|"
    r"\b(?:the|this|that|your)\s+(?:objection|point|criticism|critique|remark|concern|doubt|observation|comment)\s+(?:is|was|holds)\s+"
    r"(?:unfortunately\s+|quite\s+|indeed\s+)?(?:true|right|correct|justified|valid|fair|well\s+(?:taken|founded)|founded|granted)\b|"
    r"^\W*(?:that|this|it|das|dies|es)\s+(?:is|was|ist|war)\s+(?:unfortunately\s+|leider\s+|quite\s+|indeed\s+|all\s+)?(?:true|right|correct|so|the\s+case|richtig|wahr|korrekt|der\s+fall)\b"
    r"(?=\W*$|[;,.:]|\s+[–-])|^\W*(?:das|es)\s+(?:stimmt|trifft\s+zu)\b(?!\s+nicht)",
    re.I,
)
"""an answer that begins with the objection's being right"""
_SHRUG = compiled(
    r"^\W*(?:yes|true|right|correct|agreed|granted|ja|stimmt|richtig)\W+(?:but|yet|though|aber|jedoch|doch)\s+(?P<rest>.*)$",
    re.I | re.S,
)
"""``True, but unlikely``"""
_A_REASON = 3
"""fewer words give none"""


def grants_outright(response: str) -> str:
    """Words by which a response says that the objection is right, and nothing behind them why it does not matter.

    >>> [grants_outright(t) for t in ("The point is valid", "True, but unlikely", "The point is valid, but E2 counts it")]
    ['The point is valid', 'True, but unlikely', '']
    """
    if (shrug := _SHRUG.match(response)) and len(shrug["rest"].split()) < _A_REASON:
        return response
    match = _GRANTED.search(response)
    return match[0] if match and not _TURNS.search(response) else ""


_BUT = compiled(r"[\s,;–-]+(?:but|yet|though|although|aber|jedoch|doch|wenn\s+auch)\s+", re.I)


def shrugs(response: str, objection: str) -> bool:
    """Whether a response says again what the objection says, and behind a *but* less than a reason.

    >>> shrugs("The guard was bent, but only slightly", "The guard was bent in May")
    True
    >>> shrugs("The guard was bent, but it was replaced in June", "The guard was bent in May")
    False
    """
    said, *rest = _BUT.split(response, maxsplit=1)
    own = stems(said)
    return (
        bool(rest)
        and len(rest[0].split()) < _A_REASON
        and bool(own)
        and own <= stems(objection)
        and negations(said) == negations(objection)
    )


def _cannot_be(response: str) -> int:
    """Negations of ``it cannot be ruled out`` and ``nobody cares``, by which an answer grants what it speaks of."""
    return sum(negations(match[0]) for match in _CONCEDES.finditer(response))


def _adds(response: str, objection: str) -> bool:
    """Whether an answer behind its ``yes`` speaks of two matters or more that the objection does not speak of."""
    return len(stems(response) - stems(objection)) > 1


def put_off_or_priced(response: str) -> str:
    """Words by which every sentence of a response puts an answer off, names its price, or grants the objection first.

    >>> put_off_or_priced("A test is planned"), put_off_or_priced("The planned test was held on 3 May")
    ('is planned', '')
    """
    if match := _YES.match(response):
        return "" if _TURNS.search(response) else match[0].strip(" ,;:.!–-")
    said = [
        _LATER.search(part) or _PRICE.search(part) for part in re.split(r"[;.]\s+", response) if part.strip()
    ]
    return said[0][0] if said and said[0] is not None and None not in said else ""


_TEST = (
    r"(?:tests?|trials?|checks?|test\s+runs?|inspections?|verifications?|proofs?|experiments?|measurements?|"
    r"[^\W\d]*(?:tests?|versuche?|prüfung(?:en)?))"
)
_FAILED = compiled(
    rf"\b{_TEST}\b(?:\s+(?!passed\b)[\w-]+){{0,6}}?\s+(?:(?:has|have|was|were|ist|sind|hat)\s+)?(?:failed|fails|not\s+passed|nicht\s+bestanden|"
    rf"fehlgeschlagen|durchgefallen|gescheitert|scheiterte|misslang)\b(?!\s+(?:safe|to\s+(?:show|reproduce)))|\bfailed\s+(?:the\s+|its\s+|this\s+)?(?:[^\W\d]+\s+)?{_TEST}\b",
    re.I,
)
_PASSED = compiled(
    r"\b(?P<k>\d{1,6})\s+(?:of|out\s+of|von|/)\s+(?P<n>\d{1,6})\s+(?:[^\W\d]+\s+){0,2}?(?:pass(?:ed)?|succeeded|ok|bestanden|erfolgreich)\b",
    re.I,
)
_REPAIRED = compiled(
    r"\b(?:passed|bestanden|repeated|wiederholt|fixed|corrected|replaced|behoben|since|now|no|none|nothing|kein\w*|never|without|after|before|until)\b",
    re.I,
)
"""a failure that was put right, or that there was none of"""


def reports_failure(response: str) -> str:
    """Words by which a response reports that a test failed, or that some of several did; empty where it reports none.

    >>> reports_failure("The test of fog failed"), reports_failure("Fog test: 3 of 10 passed")
    ('test of fog failed', '3 of 10 passed')
    >>> [reports_failure(t) for t in ("10 of 10 passed", "The test failed before the fix", "No test failed")]
    ['', '', '']
    """
    if (counted := _PASSED.search(response)) and int(counted["k"]) < int(counted["n"]):
        return counted[0]
    match = _FAILED.search(response)
    return match[0] if match and not _REPAIRED.search(response) else ""


def speaks_of_nothing(view: CaseView, defeater: Defeater) -> bool:
    """Whether a response is no sentence, names no part of the case, and has no word of the objection or its target."""
    response = defeater.response
    words = stems(response)
    named = any(name in view.place for name in re.findall(r"[\w.-]*\w", response))
    if not words or named or is_proposition(response):
        return False
    target = view.challenged_node(defeater.target) or ""
    around = (
        target,
        *view.support.get(target, ()),
        *(step.supports for step in view.used_by.get(target, ())),
    )
    texts = [defeater.text, *(view.case.node[name].text for name in around if name in view.case.node)]
    return not any(words & stems(text) for text in texts)


def repeats_claim(claim: Claim, response: str) -> bool:
    """Whether a response says what a claim says, in at least half of the claim's words and no others.

    >>> repeats_claim(Claim(id="C", text="The pump stops within 2 s"), "Because the pump stops within 2 s")
    True
    """
    said = stems(response) - {"since"}
    own = stems(claim.text)
    parity = negations(response) % 2 == negations(claim.text) % 2
    return (
        parity
        and bool(said)
        and said <= own
        and 2 * len(said) >= len(own)
        and len(said) >= min(_LEAST_WORDS, len(own))
    )
