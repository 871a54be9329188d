"""Sentences that report a fault that is there: ``the valve still sticks``, ``it leaks in 3 of 10 trials``.

In English and German. A fault that is denied, provided for, within a limit, made on purpose or put right is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS
from casegen.model.spelling import plainly_spelled
from casegen.texts.numbers.counts import COUNT, count_of
from casegen.texts.numbers.stated import READ

_SAFE = (
    r"(?!\s+(?:safe(?:ly)?|closed|open|silent(?:ly)?|operational|passive(?:ly)?|soft|over|back|gracefully|to\s+(?:an?|the|its)\s+(?:\w+\s+)?"
    r"(?:safe|closed|defined)|in\s+(?:the|a)\s+safe)\b)"
)
_SINGULAR = (
    rf"(?:fails{_SAFE}|sticks(?!\s+to\b)|malfunctions|overheats|misfires|collides|seizes|errs|ruptures|"
    rf"klemmt|versagt|leckt|hakt|überhitzt|kollidiert|stürzt\s+(?:\w+\s+)*ab|fällt\s+(?:\w+\s+)*aus)"
)
"""words that are a verb wherever they stand"""
_OR_NOUN = r"(?:leaks|jams|crashes|stalls|freezes|breaks(?!\s+(?:the|an?|its)\b))"
_PLURAL = rf"(?:stick(?!\s+to\b)|fail{_SAFE}|leak|jam|crash|stall|freeze|overheat|collide|break|klemmen|versagen|lecken)"
_PAST = (
    rf"(?:stuck|failed{_SAFE}|leaked|jammed|crashed|stalled|froze|broke|overheated|collided|seized|erred|hits?|missed|misses|drops|dropped|drifts|drifted|slips|"
    rf"slipped|lost|loses|klemmten?|versagten?|leckten?|kollidierten?|fiel(?:en)?\s+(?:\w+\s+)*aus)"
)
"""what counts only with a number of occasions: in the past a fault may be over"""
_ONGOING = (
    r"(?:sticking|failing|leaking|jamming|crashing|stalling|freezing|breaking|overheating|seizing|misfiring)"
)
_STATE = (
    r"(?:stuck|jammed|seized|sticky|defective|faulty|leaky|broken|cracked|unreliable|"
    rf"undicht|defekt|kaputt|verklemmt|{_ONGOING})"
)
_FAULT = (
    r"(?:leak(?:age)?|crack|fault|failure|error|defect|problem|noise|jam|malfunction|damage|deviation|play|bug|issue|it|they|"
    r"leck|riss|fehler|defekt|schaden|mangel|problem|geräusch|es)s?"
)
_WORK = (
    r"(?:close|open|start|stop|work|function|hold|seal|respond|react|engage|release|move|turn|trigger|lock|latch|detect|see|reach|keep|meet|"
    r"pass|read|fit|brake|steer|charge|connect|answer|transmit|switch)"
)
_BEHIND = (
    r"(?=\W*$|\s+(?:in|at|on|under|during|with|by|from|after|before|as|to|the|its|too|again|often|once|twice|sometimes|occasionally|"
    r"intermittently|regularly|frequently|repeatedly|every|each|when|while|if|and|or|because|due|below|above|for|a\s+(?:little|bit)|slightly|badly|somewhat|less|more|"
    r"bei|im|in|am|auf|unter|mit|immer|noch|oft|manchmal|wieder|weiterhin|nach|jede[rsnm]?)\b)"
)
_STILL = r"(?:still|immer\s+noch|noch\s+immer|nach\s+wie\s+vor|weiterhin|continually|constantly)"
_ADVERBS = (
    rf"(?:(?:{_STILL}|sometimes|occasionally|often|again|now|intermittently|"
    r"regularly|frequently|repeatedly|always|even|manchmal|oft|noch)\s+)*"
)
_NAME = r"(?:[^\W_][\w/-]*\s+)"
_DETERMINED = (
    r"(?:the|this|that|our|its|their|one|both|all|some|der|die|das|diese[rs]?|unser\w*)\s+"
    rf"{_NAME}{{1,5}}?|it\s+|he\s+|she\s+|es\s+"
)
_PLURAL_SUBJECT = (
    rf"(?:they|both|some|many|most|several|sie|{_NAME}{{0,4}}?[^\W\d_]+(?<![sui])s|beide\s+\w+)\s+"
)
_PUT_RIGHT = (
    r"(?:fixed|repaired|replaced|exchanged|corrected|remedied|resolved|removed|rewritten|adjusted|changed|sealed|tightened|redesigned|"
    r"repariert|ersetzt|getauscht|ausgetauscht|behoben|korrigiert|beseitigt|abgedichtet|geändert)"
)
_PASSED = (
    r"(?:pass(?:ed|es)|succeeded|0\s+(?:out\s+)?(?:of|in|von)\s+\d+|"
    r"now\s+(?:meets|runs|works|holds|opens|closes|passes)|no\s+longer|bestanden|erfolgreich)"
)
_BE = r"(?:is|are|gets?|becomes?|remains?|stays?|ist|sind|bleibt|bleiben)"
_HARM = rf"(?:{_SINGULAR}|{_OR_NOUN}|{_PLURAL}|{_PAST}|(?:{_BE}|was|were|war|waren)\s+(?:\w+\s+)?{_STATE})"
_SEEN_AGAIN = (
    r"(?:(?:was|were|is|are)\s+)?(?:seen|observed|found|measured|reproduced)\s+(?:again|once\s+more)"
)
_FORMS = (
    rf"{_NAME}{{0,8}}?{_ADVERBS}{_SINGULAR}{_BEHIND}",
    rf"(?:{_DETERMINED}){_ADVERBS}{_OR_NOUN}{_BEHIND}(?!.*\b(?:is|are|was|were|has|have|had|been)\b)",
    rf"(?:[^\W\d_]+(?<![sdg])\s+)?{_OR_NOUN}(?=\W*$|\s+(?:again|as\s+before|sometimes)\W*$)",
    rf"{_NAME}{{0,8}}?{_STILL}\s+(?:{_OR_NOUN}|{_PLURAL}){_BEHIND}",
    rf"{_PLURAL_SUBJECT}{_ADVERBS}{_PLURAL}{_BEHIND}",
    rf"{_NAME}{{0,8}}?{_BE}\s+{_ADVERBS}{_STATE}{_BEHIND}",
    rf"{_NAME}{{0,8}}?(?:has|have)\s+{_ADVERBS}(?:stuck|failed{_SAFE}|leaked|jammed|crashed|stalled|frozen|broken|overheated){_BEHIND}",
    rf"{_NAME}{{0,8}}?(?:keeps?(?:\s+on)?|continues?\s+to|continues)\s+(?:{_ONGOING}|{_PLURAL})\b",
    rf"{_NAME}{{0,4}}?{_STILL}\s+(?:{_STATE}|stuck){_BEHIND}",
    rf"{_NAME}{{0,4}}?{_FAULT}\s+(?:persists?|recurs?|reappears?|(?:comes?|is|are)\s+back|happens?\s+again|occurs?\s+again|"
    rf"{_STILL}\s+(?:occurs?|happens?|exists?|appears?|persists?)|(?:is|are)\s+{_STILL}\s+(?:there|present|visible|audible|reproducible)|"
    rf"(?:ist|sind)\s+(?:immer\s+)?noch\s+(?:immer\s+)?(?:da|vorhanden)|{_SEEN_AGAIN}|"
    rf"(?:besteht|bestehen|existiert|existieren)\s+(?:{_STILL}|fort)|(?:tritt|treten)\s+(?:{_STILL}|wieder)\s+auf){_BEHIND}",
    rf"(?:{_STILL}\s+)?{_NAME}{{0,4}}?(?<!risk )"
    r"(?:leak(?:age)?|crack|fault|failure|error|defect|malfunction|bug)s?\s+remains?(?=\W*$)",
    rf"there\s+(?:is|are)\s+{_STILL}\s+(?:{_NAME}{{1,2}}?)?{_FAULT}\b",
)
_THERE = compiled(rf"^\W*(?:and\s+)?(?:{'|'.join(_FORMS)})", re.I)
"""the clause begins with a subject, and says a fault of it"""
_NOT = r"(?:(?:do|does|is|are|can|could|will|would)(?:n['’]t|\s*not)|won['’]t)"
_NOT_WELL = compiled(
    rf"^\W*(?:and\s+)?(?P<who>{_NAME}{{0,8}}?)(?:{_STILL}\s+{_NOT}\s+(?:be\s+)?(?!(?:{_PLURAL}|{_ONGOING}|{_STATE}|exceed|open\s+issue)\b)[^\W\d]+|"
    rf"{_NOT}\s+(?:always|fully|properly|reliably|completely|correctly)\s+(?:be\s+)?{_WORK}(?:e?d)?\b|"
    rf"{_NOT}\s+(?:be\s+)?(?:close|open|hold|seal|respond|engage|lock|latch|read|fit|work|function)(?:e?d)?\W*$|"
    rf"(?:schließt|öffnet|hält|arbeitet|reagiert)\s+nicht\W*$|"
    rf"(?:{_FAULT}|{_ONGOING})\s+(?:(?:is|are|ist|sind)\s+)?(?:{_STILL}\s+)?(?:not|nicht)\s+(?:yet\s+)?{_PUT_RIGHT}\W*$)",
    re.I,
)
"""what it is there for is not done: ``still does not close``"""
_COUNTED = compiled(
    rf"(?<![\w.,/-])(?P<k>{COUNT})\s*(?:(?:times|mal)\s+)?(?:(?:out\s+)?of|in|/|von)\s*(?:(?:the|its|den)\s+)?(?P<n>{COUNT})(?![\w/])"
    r"|(?<![\w.,])(?P<share>\d+(?:[.,]\d+)?)\s?(?:%|percent\b|prozent\b)"
    r"|\b(?:every|each|jede[rsnm]?)\s+(?:second|third|fourth|fifth|tenth|zweite\w*|dritte\w*|vierte\w*|zehnte\w*|other)\b",
    re.I,
)
_FAULT_VERB = compiled(
    rf"(?<!\bto\s)\b{_HARM}(?!\w)|\b{_FAULT}\s+(?:(?:was|were)\s+)?(?:reproduced|observed|seen|measured|occurred)\b|\b(?:(?:does|do|did|could|can|would|will)(?:n['’]t|\s*not)|failed\s+to)\s+(?:be\s+)?(?:{_WORK}|\w+ed)\b",
    re.I,
)
_DENIED = compiled(
    r"\b(?:no|not|none|nothing|never|nobody|neither|nor|without|zero|hardly|cannot|kein\w*|nie\w*|nicht|ohne|weder)\b|n['’]t\b|(?<![\w.,])0\b",
    re.I,
)
_SPOKEN_OF = compiled(
    r"\b(?:if|whether|when|whenever|where|while|until|unless|before|because|why|how|that|which|who|whose|should|can|could|may|might|would|"
    r"wenn|falls|ob|wo|während|bis|bevor|weil|warum|wie|dass|kann|könnte\w*|würde\w*|assum\w*|suppos\w*|record|report|list|analysis|count|number|"
    r"rate|probability|cause|mode|risk|liste|bericht)s?\b",
    re.I,
)
"""before a fault: it is provided for, or the matter of something"""
_WITHIN = compiled(
    r"\b(?:at\s+most|(?:less|fewer|no\s+more|not\s+more)\s+than|up\s+to|within\s+(?:the|its)\s+(?:\w+\s+)?(?:limit|bound|tolerance)|"
    r"below\s+(?:the|its)\s+(?:limit|bound)|höchstens|weniger\s+als|no\s+(?:more|longer)|any\s+(?:more|longer)|nicht\s+mehr|"
    r"as\s+(?:is\s+)?(?:allowed|permitted|expected|intended|planned|specified|designed|required|stated|claimed|it\s+should)|"
    r"as\s+(?:the|its)\s+(?:data\s+sheet|bound|limit|claim|requirement|specification|plan)\s+\w+|wie\s+(?:erlaubt|erwartet|vorgesehen|gefordert))\b|[≤<]|"
    r"\b(?:injected|injection|simulated|deliberately|on\s+purpose|provoked|absichtlich|eingespeist\w*)\b",
    re.I,
)
"""in the sentence: a fault that a limit allows, that is over, or that was brought about"""
_SUCCESS = compiled(rf"\b{_PASSED}\b", re.I)
_NOT_YET = compiled(
    rf"\b(?:not|never|nicht|nie|to\s+be|will\s+be|shall\s+be|must\s+be|n['’]t|wird|werden|muss|müssen)\s+(?:\w+\s+){{0,2}}?(?:{_PUT_RIGHT}|{_PASSED})\b",
    re.I,
)
_REPAIR = compiled(rf"\b{_PUT_RIGHT}\b", re.I)
_REMEDY = compiled(rf"\b(?:{_PUT_RIGHT}|{_PASSED})\b", re.I)
_CRITERION = compiled(
    r"^.*\bfails\s+(?:if|unless)\b|^.*\b(?:tests?|runs?|checks?|trials?|steps?|inspections?|starts?)\s+(?:also\s+)?fails\s+(?:when(?:ever)?|below|above)\b",
    re.I,
)
"""by what a test is failed: ``The test fails if the pressure is below 2 bar``"""
_QUOTED = compiled(r"(?<!\w)(?:\"[^\"\n]*\"|“[^”\n]*”|„[^“\n]*“|«[^»\n]*»|'[^'\n]*'(?!\w)|‘[^’\n]*’(?!\w))")
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
_CLAUSE = re.compile(r"[;:]\s|,\s+(?:but|and|aber|und)\s|\s(?:but|aber)\s|,\s", re.I)
_HINT = compiled(
    r"stick|stuck|fail|jam|leak|crash|stall|freez|froze|bre?[oa]k|overheat|misfir|malfunc|colli[ds]|seiz|err|ruptur|hit|miss|still|noch|wie\s+vor|weiterhin|"
    r"persist|recur|reappear|remain|back|again|keeps?|continu|not\b|n['’]t|klemm|versag|leck|hak|überhitz|kollid|ab\b|aus\b|defe|fault|crack|unrel|undicht|kaputt|drop|drift|slip|los[et]|reprod|seen|observ|occur|nicht",
    re.I,
)
_LASTS = compiled(rf"\b{_STILL}\b", re.I)
_NONE = compiled(r"\b(?:none|zero|nicht|keine[mnr]?)\b|(?<![\w.,])0\b", re.I)
_NICHT = compiled(r"^\s*(?:\w+\s+)?(?:nicht|nie|niemals|kein\w*)\b", re.I)
_QUOTES_TEXT = compiled(
    r"^[^:]*\b(?:added|changed\s+(?:in)?to|reworded|restated|recounted|corrected|(?:is|was)\s+(?:right|correct)|(?:now\s+)?(?:says|reads|states)|"
    r"ergänzt|geändert\s+in|berichtigt)\b[^:]*:",
    re.I,
)
"""``text changed to: …``"""
_ACCOUNTED = compiled(
    r"\b(?:bound|limit|tolerance|allowance|claim|requirement|schranke|grenzwert|anforderung)s?\b|\btakes?\s+over\b|"
    r"\bin\s+all\s+of\s+them\b|\b(?:each|every|all)\b.{0,40}\b(?:detected|noticed|caught|stopped|alarmed|handled)\b",
    re.I,
)
"""beside a number of failures: what takes them into account"""
_BEYOND = compiled(
    r"\b(?:beyond|above|over|exceed\w*|violat\w*|more\s+than|against)\s+(?:the|its|what\s+the)\s+(?:\w+\s+)?(?:bound|limit|tolerance|claim|requirement)s?\b",
    re.I,
)
_LONGEST = 400
"""characters of a sentence that are looked at"""


@lru_cache(maxsize=MOST_TEXTS)
def lasting_fault(text: str) -> str:
    """The first sentence that reports a fault after which nothing was put right, or passed; empty without one.

    >>> lasting_fault("Seal fitted. The valve still sticks."), lasting_fault("It leaks in 3 of 10 trials")
    ('The valve still sticks.', 'It leaks in 3 of 10 trials')
    >>> [lasting_fault(t) for t in ("The valve no longer sticks", "It fails safe", "It stuck in 3 of 10 runs; repaired")]
    ['', '', '']
    """
    return next(_faults(plainly_spelled(text[:READ]), _REMEDY), "")


def lasting_faults(document: str) -> Iterator[str]:
    """The full sentences of a document that report a fault after which it names no repair.

    Rows, headings and notes without a full stop are no reports: a list of failure modes names faults that may occur.
    """
    for sentence in _faults(document, _REPAIR):
        if sentence.endswith((".", "!", ";")) and not sentence.startswith(("#", "|", "-", "*")):
            yield sentence


def _faults(text: str, remedy: re.Pattern[str]) -> Iterator[str]:
    plain = _QUOTED.sub(_blank, text)
    right = max((match.start() for match in remedy.finditer(_NOT_YET.sub(_blank, plain))), default=-1)
    for start, sentence in _parts(plain, _SENTENCE):
        if start + len(sentence) > right and _HINT.search(sentence):
            at = _fault_at(sentence[:_LONGEST])
            if at is not None and start + at > right:
                yield " ".join(text[start : start + len(sentence)].split())[:160]


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _parts(text: str, between: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Each part with where it begins."""
    start = 0
    for match in between.finditer(text):
        yield start, text[start : match.start()]
        start = match.end()
    yield start, text[start:]


def _fault_at(sentence: str) -> int | None:
    """Where a clause of a sentence ends that reports a fault; None where none does."""
    if _WITHIN.search(sentence) or _QUOTES_TEXT.match(sentence) or sentence.rstrip().endswith("?"):
        return None
    counts = _counts(sentence)
    if counts and not _LASTS.search(sentence) and _ACCOUNTED.search(_BEYOND.sub(" ", sentence)):
        return None
    for start, clause in _parts(sentence, _CLAUSE):
        at = _there(clause)
        if at is None and counts:
            at = _counted(clause)
        if at is not None:
            return start + at
    return None


def _there(clause: str) -> int | None:
    """Where a clause has said that a fault is there."""
    match = _NOT_WELL.match(clause)
    if match and not (_DENIED.search(match["who"]) or _SPOKEN_OF.search(match["who"])):
        return match.end()
    match = _THERE.match(clause)
    if match is None:
        return None
    said, rest = _LASTS.sub(" ", match[0]), clause[match.end() :]
    if _CRITERION.match(clause):
        return None
    none = _NONE.search(rest) if _COUNTED.search(rest) else _NICHT.search(rest)
    return None if _DENIED.search(said) or _SPOKEN_OF.search(said) or none else match.end()


def _counts(sentence: str) -> bool:
    """Whether a sentence has a number of occasions above none."""
    for match in _COUNTED.finditer(sentence):
        if match["share"]:
            if float(match["share"].replace(",", ".")) > 0:
                return True
        elif not match["k"]:
            return True
        else:
            few, many = count_of(match["k"], whole=True), count_of(match["n"], whole=True)
            if few and many and 0 < max(few) <= max(many) and max(many) > 1:
                return True
    return False


def _counted(clause: str) -> int | None:
    """Where a clause has its verb of failing, that is neither denied nor only spoken of."""
    for match in _FAULT_VERB.finditer(clause):
        before, behind = clause[: match.start()], clause[match.end() :]
        aside = _DENIED.search(before) or _SPOKEN_OF.search(before) or _NONE.search(behind)
        if not (aside or _SUCCESS.search(before)):
            return match.end()
    return None
