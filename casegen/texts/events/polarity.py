"""Whether a sentence counts what goes wrong or what goes right, as far as its verb says so; English and German.

``Works in at most 1 of 1,000 runs`` has the number of ``fails in at most 1 of 1,000 runs`` and says the opposite.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS
from casegen.texts.events.failure_definitions import of_failing_clause
from casegen.texts.numbers.mean_times import RECIPROCAL
from casegen.texts.numbers.number_relations import LOWER, UPPER, without_denied_excess
from casegen.texts.numbers.stated import CLAUSE, READ, Stated, stated
from casegen.texts.wording.denials import negations, without_limits

Polarity = Literal["failure", "success", ""]

_WELL = (
    r"(?:correctly|properly|successfully|safely|normally|reliably|as\s+(?:intended|specified|designed|required|planned|it\s+should)|"
    r"richtig|korrekt|erfolgreich|sicher|zuverlässig|wie\s+(?:vorgesehen|geplant|gefordert))"
)
_BE = r"(?:is|are|was|were|be|been|being|remains?|stays?|ist|sind|war|waren|bleibt|bleiben)"
_AFTER = (
    r"(?=\s*(?:$|[,.;:]|(?:in|at|with|on|during|for|is|of|no|not|never|only|mit|bei|in|während|zu|nur|nicht|höchstens|mindestens|"
    r"weniger|more|fewer|less|up|under|below)\b))"
)
_RIGHT = compiled(
    rf"(?<!\bthe\s)\b(?:works|worked|working|functions|functioned|succeeds|succeeded|(?<=not\s)(?:work|function|succeed)|funktioniert|funktionieren|arbeitet|arbeiten|gelingt|gelingen)"
    rf"(?:\s+{_WELL})?{_AFTER}|"
    rf"\b(?:operates?|performs?|behaves?|acts?|reacts?|responds?|runs?|stops?|starts?|arbeitet|arbeiten|verhält\s+sich|reagiert)\s+{_WELL}\b|"
    rf"\b{_BE}\s+(?:\w+\s+)?(?:right|correct|successful|available|operational|accurate|safe|working|richtig|korrekt|erfolgreich|"
    rf"verfügbar|einsatzbereit|sicher|erfüllt){_AFTER}|"
    rf"\b{_BE}\s+{_WELL}\s+[^\W\d]+(?:ed|t|n)\b|\b{_BE}\s+[^\W\d]+(?:ed|t|n)\s+{_WELL}\b|"
    r"\b(?:success(?:ful)?\s+(?:probability|rate|fraction|share)|probability\s+of\s+success|reliability|availability|dependability|accuracy|"
    r"zuverlässigkeit|verfügbarkeit|erfolgs(?:quote|rate|wahrscheinlichkeit))\b|"
    rf"\b(?:has|have|hat|haben)\s+(?:\w+\s+){{0,3}}?recht\b|"
    r"\b(?:does|do|tut|tun)\s+(?:its|their|seine?n?|ihre?n?)\s+(?:job|duty|work|dienst)\b",
    re.I,
)
_WRONG = compiled(
    rf"\b(?:fails?|failed|errs?|versagt|versagen|irrt|irren)\b|\bfällt\b.*\baus\b|\bmisses\b|"
    r"\b(?:failure|error|fault|miss)\s+(?:probability|rate|fraction|share)\b|\bprobability\s+of\s+(?:a\s+)?(?:failure|error)\b|"
    r"\b(?:ends?|results?)\s+(?:with|in)\s+(?:an?\s+)?(?:failure|collision|accident|crash|error)\b|"
    r"\b(?:ausfall|fehler|versagens)(?:wahrscheinlichkeit|rate|quote)\b|"
    rf"\b{_BE}\s+(?:\w+\s+)?(?:wrong|incorrect|unavailable|unsafe|mistaken|lost|missed|useless|unusable|defective|broken|unbrauchbar|defekt|falsch|verloren|unsicher){_AFTER}",
    re.I,
)
_HARM = compiled(
    r"\b(?:in|un|mis|dis|non-?)?(?:fail\w*|error\w*|fault\w*|wrong\w*|incorrect\w*|falsely|false|miss(?:ed|es|ing)|loss(?:es)?|lost|"
    r"hazard\w*|accident\w*|colli\w+|crash\w*|harm\w*|injur\w*|damage\w*|violat\w*|exceed\w*|reject\w*|suppress\w*|needless\w*|"
    r"attack\w*|intru\w*|advers\w*|hack\w*|spoof\w*|thie\w*|thefts?|steal\w*|burgl\w*|robber\w*|sabot\w*|breach\w*|fraud\w*|phish\w*|tamper\w*|infiltrat\w*|unauthori\w*|versag\w*|ausfall\w*|ausfäll\w*|fehl\w*|falsch\w*|"
    r"unfall\w*|unfäll\w*|kolli\w+|schad\w*|verlust\w*|verletz\w*|diebstahl\w*|einbruch\w*|betrug\w*|angr\w*|angreif\w*|überschreit\w*|unnötig\w*|unbefugt\w*)\b",
    re.I,
)
_ALL_BUT = compiled(
    r"\b(?:(?:all|any|every|each)(?:\s+[^\W\d]+)?\s+(?:but|save|except|bar)|save(?:\s+for)?|except(?:\s+for)?|with\s+the\s+exception\s+of|"
    r"mit\s+ausnahme\s+von|apart\s+from|other\s+than|alle[nr]?\s+bis\s+auf|bis\s+auf|außer|ausgenommen)\b",
    re.I,
)
_ASIDE = compiled(
    r"\b(?:which|who|whose|where|when|whenever|while|if|unless|although|wenn|wo|während|falls|obwohl|"
    r"(?<!probability\s)(?<!likelihood\s)(?<!chance\s)that)\b",
    re.I,
)
"""from here on the sentence speaks of something else"""


_WITHOUT = compiled(
    r"\b(?:without|ohne)\s+(?:(?:an?|any|the|its|single|ever|having|eine?[nmrs]?|einzige[nmrs]?|jede[nmrs]?)\s+){0,2}",
    re.I,
)
"""``without a failed start`` takes the failure out; ``without preheating`` is a circumstance"""
_RELATION = compiled(rf"(?<![^\W\d_])(?:{LOWER}|{UPPER})(?![^\W\d_])", re.I)
"""words, and no parts of them: a *governor* is not *over* anything"""


@lru_cache(maxsize=MOST_TEXTS)
def polarity(text: str) -> Polarity:
    """What the sentence counts: ``failure`` or ``success``; empty where its words do not tell, or tell both.

    >>> [polarity(t) for t in ("It works in at most 1 of 1,000 runs", "It fails in 5 % of the runs", "It does not work")]
    ['success', 'failure', 'failure']
    >>> [polarity(t) for t in ("It works in all but 1 of 1,000 runs", "An attacker succeeds in 1 % of the runs")]
    ['success', '']
    """
    text = without_limits(text)
    clauses = CLAUSE.split(_ASIDE.split(text)[0])
    said = {_of_clause(_RELATION.sub(" ", without_denied_excess(part))) for part in clauses} - {None}
    return said.pop() or "" if len(said) == 1 else ""


def _of_clause(clause: str) -> Polarity | None:
    """None where the clause has no verb that tells; empty where it tells both."""
    right, wrong = _RIGHT.search(clause), _WRONG.search(clause)
    if not right and not wrong:
        return None
    spots = {match.start() for match in (right, wrong) if match}
    denials = negations(_WITHOUT.sub(lambda match: match[0] if match.end() in spots else " ", clause))
    if (right and (wrong or _HARM.search(clause))) or denials > 1:
        return ""
    return "failure" if bool(wrong) != (denials == 1) else "success"


def names_harm(text: str) -> bool:
    """Whether words of a text are of faults, harm or attacks.

    >>> [names_harm(t) for t in ("The alarm sounds falsely", "An intruder opens the door", "The pump starts")]
    [True, True, False]
    """
    return _HARM.search(text[:READ]) is not None


def says_contrary(text: str, upper: bool, counts_failures: bool, of_top: bool = False) -> str:
    """The number that a sentence states on the other side than the requirement; empty where it states none.

    ``upper``: the requirement limits its measure from above.  ``counts_failures``: its measure is of what goes wrong.
    ``of_top``: the sentence is that of a top event, so that it counts what goes wrong whatever its verb.

    >>> says_contrary("It works in at most 1 of 1,000 runs", upper=True, counts_failures=True)
    '1 of 1,000'
    >>> says_contrary("It works in at least 99.9 % of the runs", upper=True, counts_failures=True)
    ''
    >>> says_contrary("The start succeeds, with at most 1 of 100 demands failing", upper=True, counts_failures=True)
    ''
    """
    what = polarity(text) or ("failure" if of_top else "")
    if not what:
        return ""
    counted = "failure" if counts_failures else "success"
    numbers = [n for n in stated(text) if _counts(n)]
    related = [n for n in numbers if n.side]
    for number in related or numbers:
        rest = _all_but(text, number)
        if rest is None:
            return ""
        failing = of_failing_clause(text[: number.at], text[number.at + len(number.quote) :])
        wanted = upper == (("failure" if failing else what) == counted)
        side = number.side or ("upper" if max(number.readings) <= 0.5 else "lower")
        if ((side == "upper") != rest) == wanted:
            return ""
    return (related or numbers)[0].quote if numbers else ""


def _all_but(text: str, number: Stated) -> bool | None:
    """Whether the number is of the rest (``all but 1 of 1,000``); None where such words stand elsewhere."""
    match = _ALL_BUT.search(text[:READ])
    if match is None:
        return False
    between = text[match.end() : number.at]
    rest = re.sub(r"\b(?:in|for|bei|of)\b", " ", _RELATION.sub(" ", between))
    return True if match.end() <= number.at and not rest.strip() else None


def counts_the_rest(text: str, number: Stated) -> bool:
    """Whether a number is of what the sentence takes out: ``in all but 1 of 1,000 runs``.

    >>> text = "It works in all but 1 of 1,000 runs"
    >>> counts_the_rest(text, stated(text)[0])
    True
    """
    return bool(_all_but(text, number))


def _counts(number: Stated) -> bool:
    """Whether it says how often: no condition, no confidence, no mean time (which is a limit by itself)."""
    if number.condition or number.what not in ("share", "decimal", "rate"):
        return False
    return number.what != "rate" or not (RECIPROCAL.search(number.quote) or "FIT" in number.quote)
