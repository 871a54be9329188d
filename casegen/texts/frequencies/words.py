"""Words for how often something happens, held against a limit that says the opposite, or next to nothing."""

from __future__ import annotations

import math
import re

from casegen.model.digits import ALL_DIGITS
from casegen.model.expressions import compiled
from casegen.model.quantity import PROBABILITY_KINDS, Comparison, MeasureKind
from casegen.texts.numbers.stated import READ, Stated, stated

_ALMOST_NEVER = (
    r"negligibl[ey]|(?:almost|nearly|practically|virtually|hardly)\s+(?:never|ever|excluded|impossible)|"
    r"(?:extremely|exceptionally|vanishingly|exceedingly)\s+(?:rare(?:ly)?|unlikely|improbable|seldom)|remotely\s+possible|"
    r"vernachlässigbar|(?:fast|beinahe|nahezu|praktisch|so\s+gut\s+wie)\s+(?:nie|ausgeschlossen|unmöglich)|"
    r"(?:äußerst|extrem|überaus)\s+(?:selten|unwahrscheinlich)"
)
_VERY_RARE = (
    r"(?:very|highly)\s+(?:rare(?:ly)?|unlikely|improbable|seldom)|sehr\s+(?:selten|unwahrscheinlich)|hardly\s+any|scarcely\s+any|"
    r"kaum\s+eine?[rmn]?|(?:tiny|minute|vanishing|verschwindend\w*|winzig\w*)\s+(?:\w+\s+)?(?:probability|chance|risk|share|wahrscheinlichkeit)|"
    r"(?:probability|chance|risk|wahrscheinlichkeit)\b[^.;]{0,80}?\b(?:is|ist)\s+(?:tiny|minute|vanishingly\s+small|verschwindend\w*|winzig)"
)
_RARE = (
    r"seldom|rare(?:ly)?|unlikely|improbable|infrequently|scarcely|hardly\s+ever|(?:almost|nearly)\s+never|negligible|"
    r"safe(?:ly)?|selten|unwahrscheinlich|kaum|vernachlässigbar|(?:fast|beinahe|nahezu)\s+nie|sicher|"
    r"occasional(?:ly)?|sporadic(?:ally)?|exceptional(?:ly)?|once\s+in\s+a\s+(?:blue\s+moon|while)|now\s+and\s+then|from\s+time\s+to\s+time|"
    r"(?:very|only|in)\s+(?:a\s+)?few|few|minority|gelegentlich\w*|vereinzelt\w*|sporadisch|ausnahmsweise|ausnahmef\w+|ab\s+und\s+zu|"
    r"hin\s+und\s+wieder|(?:nur|sehr|in)\s+(?:ganz\s+|sehr\s+)?wenigen?|minderheit|"
    r"(?:not|n't|no\s+more)\s+(?:[^\W\d_]+\s+){0,3}?(?:often|frequent(?:ly)?)|(?:nicht|kein)\s+(?:[^\W\d_]+\s+)?(?:oft|häufig\w*)|"
    r"(?:low|small|slight|minor|little|gering|klein|niedrig)(?:e[mnrs]?)?\s+(?:[^\W\d_]+\s+)?"
    r"(?:probability|chance|risk|share|rate|fraction|part|portion|[\w]*(?:wahrscheinlichkeit|risiko|rate|anteil|teil))"
)
_UNLIKELY = r"unlikely|improbable|unwahrscheinlich"
_OFTEN = (
    r"mostly|usual(?:ly)?|(?:almost|nearly)\s+always|reliabl[ey]|dependabl[ey]|trustworth(?:y|ily)|meist(?:ens)?|überwiegend|zuverlässig|"
    r"verlässlich|vertrauenswürdig|(?:fast|beinahe|nahezu)\s+immer|(?:in|nearly|almost)\s+(?:the\s+|by\s+far\s+)*most|most\s+of(?:\s+the)?|majority|"
    r"typically|normally|generally|predominantly|largely|regularly|as\s+a\s+rule|in\s+general|for\s+the\s+most\s+part|robustly|"
    r"(?:is|are|stays?|remains?|ist|sind|bleibt)\s+(?:[^\W\d_]+\s+)?robust|(?:den|der|die)\s+(?:aller)?meisten|mehrheit|mehrzahl|großteil|"
    r"in\s+der\s+regel|im\s+regelfall|gewöhnlich|üblicherweise|normalerweise|im\s+allgemeinen"
)
_SEEN_FROM = {
    True: compiled(rf"(?<![\w-])(?:{_RARE}|{_OFTEN})(?![\w-])", re.I),
    False: compiled(rf"(?<![\w-])(?:{_OFTEN})(?![\w-])", re.I),
}
"""by whether the limit is an upper one: what is at least so probable may be a failure that somebody else has"""
_DENIED = compiled(
    r"(?:\b(?:not|never|nicht|kaum|how)|n't)\s+(?:(?!(?:only|just|merely|less|nur|bloß|weniger|minder)\b)[^\W\d]+\s+)?$",
    re.I,
)
"""Not unlikely.  No comparison with what is needed (rare enough, as safe as required): what is needed is the limit."""
_DIGITS = compiled(r"\d+(?:\.\d+)?")
HALF = 0.5
"""what happens more often than not is neither rare nor done reliably"""
_GRADES = ((_ALMOST_NEVER, 0.05), (_VERY_RARE, 0.1), (_UNLIKELY, 1.0 / 3.0))
"""words with the largest probability that they may stand for, after the calibrated language of the IPCC
(Mastrandrea et al., 2010): unlikely up to a third, very unlikely up to 0.1, extremely unlikely up to 0.05"""
HARDLY = 0.1
"""a limit within this of saying nothing needs its number also in a sentence that denies such a word"""


def says_little(text: str, comparison: Comparison, limit: float, kind: MeasureKind) -> str:
    """Why a sentence without a number says more than its limit; empty where it does not.

    What is more likely than not, of rates within an hour, needs its number in the sentence: *rare enough* and *as safe
    as required* are the limit itself, whatever they say.

    >>> says_little("The guard fails seldom", Comparison.AT_MOST, 0.98, MeasureKind.PER_DEMAND)
    "the text says 'seldom', the requirement is met by what happens in 98 of 100 cases"
    """
    rate = kind is MeasureKind.PER_HOUR
    if not (rate or kind in PROBABILITY_KINDS) or any(_is_said(number, limit) for number in stated(text)):
        return ""
    if rate and any(float(digits) == limit for digits in _DIGITS.findall(text[:READ])):
        return ""  # 50 times per hour: counts of an hour are no frequencies that are read
    slack = math.exp(-limit) if rate else 1.0 - limit if comparison.is_upper else limit
    if slack >= HALF:
        return _graded(text, limit) if comparison.is_upper and not rate else ""
    share = f"{limit:.6g} times an hour" if rate else f"in {_of_hundred(limit)} of 100 cases"
    allowed = f"the requirement is met by what {'happens' if comparison.is_upper else 'succeeds'} {share}"
    word = frequency_word(text, comparison)
    if word:
        return f"the text says {word!r}, {allowed}"
    denied = _SEEN_FROM[comparison.is_upper].search(text[:READ])  # not unlikely
    hardly = slack <= HARDLY * (1 + 1e-9)
    near = comparison.is_upper and (hardly or denied is None)
    return f"{allowed}, and the text does not say so" if near else ""


def _of_hundred(share: float) -> str:
    """So many of 100 cases: never 100 for a share below 1.

    >>> _of_hundred(0.98), _of_hundred(0.99999999), _of_hundred(1.0)
    ('98', '99.999999', '100')
    """
    digits = 6
    while share < 1.0 and digits < ALL_DIGITS and float(f"{100.0 * share:.{digits}g}") == 100.0:
        digits += 1
    return f"{100.0 * share:.{digits}g}"


def _graded(text: str, limit: float) -> str:
    """The word of a text that stands for less than its upper limit; empty where there is none."""
    for words, most in _GRADES:
        for match in re.finditer(rf"(?<![\w-])(?:{words})(?![\w-])", text[:READ], re.I):
            said = not _DENIED.search(text[: match.start()])
            if said and limit > most * (1 + 1e-9):
                share = f"{_of_hundred(limit)} of 100 cases"
                return f"the text says {match[0]!r}, the requirement is met by what happens in {share}"
    return ""


def _is_said(number: Stated, limit: float) -> bool:
    """Whether a text states a number that its limit is held against, or the limit itself in a condition."""
    if number.what == "confidence" or not number.condition:
        return number.what != "confidence"
    return any(abs(reading - x) <= 1e-9 for reading in number.readings for x in (limit, 1.0 - limit))


def frequency_word(text: str, comparison: Comparison = Comparison.AT_MOST) -> str:
    """The word by which a text calls a failure rare, or a success usual; empty where there is none.

    >>> [frequency_word(t) for t in ("It fails seldom", "It is not unlikely to fail", "It is safe enough")]
    ['seldom', '', 'safe']
    """
    text = text[:READ]
    for match in _SEEN_FROM[comparison.is_upper].finditer(text):
        if not _DENIED.search(text[: match.start()]):
            return match[0]
    return ""


_DEPENDABLE = compiled(
    r"\b(?:is|are|stays?|remains?)\s+(?:[^\W\d]+ly\s+)?safe(?!\s+(?:states?|modes?|positions?|distances?|areas?|sides?|speeds?)\b)|"
    r"\b(?:safely|dependabl[ey]|reliabl[ey]|trustworth(?:y|ily)|adequate(?:ly)?|satisfactor(?:y|ily)|acceptabl[ey]|tolerabl[ey])\b|"
    r"\b(?:ist|sind|bleibt|bleiben)\s+sicher\b|\b(?:zuverlässig|verlässlich|vertrauenswürdig|angemessen|zufriedenstellend|annehmbar|tragbar)\b",
    re.I,
)


def dependability(text: str) -> str:
    """The word by which a text calls something safe, dependable or adequate; empty where there is none.

    >>> [dependability(t) for t in ("It dependably stops", "It is safe for a hand", "It reaches the safe state")]
    ['dependably', 'is safe', '']
    """
    matches = (m for m in _DEPENDABLE.finditer(text[:READ]) if not _DENIED.search(text[: m.start()]))
    return next((m[0] for m in matches), "")
