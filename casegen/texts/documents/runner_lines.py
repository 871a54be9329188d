"""Lines by which programs that run tests, and people who note what came of them, report a failure.

CTest, Automake, Go, JUnit, Surefire, Gradle, dotnet, Jest, Mocha, PHPUnit, RSpec and unittest; sentences (``The pump
failed to start``) and labels (``Wet start: aborted``) in English and German.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from casegen.model.expressions import compiled
from casegen.texts.documents.verdicts_first import failed_first

_LONGEST = 500
"""characters of a line that are looked at"""
_SOME = r"[1-9]\d{0,6}"
_RUNNER = compiled(
    r"\*{3}(?:Failed|Timeout|Exception|Not[ ]Run)\b|<<<[ ](?:FAILURE|ERROR)!|\bBUILD[ ]FAIL(?:URE|ED)\b|"
    rf"^#[ ]*(?:FAIL|ERROR|XPASS|fail|not[ ]ok):?[ \t]+{_SOME}\b|"
    rf"^(?=.*\b(?:tests?|passed|total|assertions?|skipped|failed|failures|errors)\b(?!.*\|)).*"
    rf"\b(?:failures?|errors?|failed|failing|aborted)[ \t]*[:=][ \t]*{_SOME}\b(?![.,]\d)(?=.*\b(?:errors|skipped|"
    rf"passed|total)\b|[ \t).]*$)|"
    rf"^[^\w\n]*{_SOME}[ \t]+(?:(?:tests?|containers?|checks?|specs?|scenarios?|steps?|suites?)[ \t]+)?(?:failed|"
    rf"failing|aborted)\W*$|"
    rf"\b(?:examples?|assertions?),[ ]{_SOME}[ ](?:failure|error)s?\b|^\W*(?:tests?|suites?|"
    rf"test[ ]suites?):[ ]+{_SOME}[ ]failed\b|^There[ ]w(?:as|ere)[ ]{_SOME}[ ](?:failure|error)s?:",
    re.I,
)
"""what only such programs write"""
_NUMBER_ALONE = compiled(
    r"^\W*(?:failed[ \t]+(?:tests?|checks?|cases?|runs?|steps?))[ \t]*[:=][ \t]*[1-9]\d{0,6}\W*$", re.I
)
_AT_START = compiled(r"^[ \t>|├└─│'`]*(?:[-*+•][ \t]+)?[✗✘❌✕🔴👎][ \t]*(?![=:])[^\W_]")
_WITHIN = compiled(r"[✗✘❌✕👎][ \t]*(?![=:])\w")
_TICKED = compiled(r"[✓✔✅√👍]")
_CROSSED = compiled(r"^[ \t]*×[ \t]+[^\W\d]")
_TICK_FIRST = compiled(r"^[ \t]*[✓✔✅√👍][ \t]", re.M)
_HINT = compiled(
    r"fail|nok|not|n['’]t|abort|cancel|stall|interrupt|tripp|suc|no\b|nein|no-go|fehl|crash|time|hung|jam|stuck|err|"
    r"compl|unsat|unacc|inadeq|NG|KO|skip|"
    r": ?0\b|pass|withdr|repeat|done|abge|nicht|block|refus|unable|[✗✘❌✕👎🔴×]|\d\)|\[X\]|: ?F$|exception",
    re.I,
)
"""what every line that reports a failure has"""
_LETTER_P = compiled(r": ?P$", re.M)
_LETTER_F = compiled(r": ?F$")
_JUNIT_OK, _JUNIT_X = "[OK]", "[X]"
_MOCHA = compiled(r"^(?P<in>[ \t]+)\d{1,3}\)[ \t]+(?=[^\W\d])")
_CAPITALS = compiled(
    r"^(?=.*[a-z])(?!.*\b(?:if|when|shows?|showed|shown|display\w*|reports?|reported|indicates?|says|output|means|"
    r"writes?|written|as|or|unless|criterion)\b.*\bFAIL)"
    r".*\w[):\].…-]*[ \t]+(?:[-–—][ \t]+)?(?:FAIL(?:ED)?|NOK)\b(?![-/\w]|[ \t]*=)[ \t]*(?:[\[(]|\d|[.:–—-](?:\s|$)|"
    r"$|(?:after|at|because|due)\b)"
)
"""``wet start FAIL 14 s``"""
_BAD_END = (
    r"(?:(?:the[ \t]+)?(?:[^\W\d]+[ \t]+)?(?:did|does|do)[ \t]*(?:not|n['’]t)[ \t]+[^\W\d]+(?:[ \t]+[^\W\d]+){0,2}|"
    r"abort(?:ed)?|cancell?ed|stalled|interrupted|tripped|unsuccessful|no-go|fehler|"
    r"crash(?:ed)?|timed?[ \t-]*out|hung|jammed|stuck|error|not[ \t]+(?:acceptable|satisfactory|as[ \t]+expected|"
    r"run|done|tested|executed|started|reached|compliant)|non-?compliant|"
    r"unsatisfactory|unacceptable|inadequate|NG|KO|skipped|partly[ \t]+passed|partially[ \t]+passed|incomplete|"
    r"withdrawn|to[ \t]+be[ \t]+(?:repeated|done)|"
    r"abgebrochen|nicht[ \t]+(?:erfüllt|erreicht|gestartet|durchgeführt|geprüft|in[ \t]+ordnung)|"
    r"startete[ \t]+nicht|blockiert)"
)
BAD_RESULT = compiled(rf"\W*{_BAD_END}\W*", re.I)
"""an outcome that is none of success; as a cell of results, or behind the name of a test"""
_DASHED = compiled(
    r"^[ \t>]*(?:[-*+•][ \t]+|\d{1,3}[.)][ \t]+)?(?P<label>[^\W\d_][^:\n|=]{1,50}?)[ \t]+[-–—][ \t]+"
    r"(?:fail(?:ed)?|nok|nicht[ \t]+bestanden|durchgefallen)[ \t]+[-–—][ \t]+(?!(?:safe|open|closed?|silent|"
    r"operational|soft)\b)[^\n]*$",
    re.I,
)
"""``wet start - Fail - no flow``"""
_NONE_OF = compiled(
    r"^[ \t>]*(?:[-*+•][ \t]+|\d{1,3}[.)][ \t]+)?(?P<label>[^\W\d_][^:\n|=]{1,50}?)[ \t]*[:=][ \t]*"
    r"0[ \t]*(?:of|out[ \t]+of|/|von)[ \t]*[1-9]\d{0,6}[ \t.]*$",
    re.I,
)
"""``Wet start: 0 of 3``"""
_GERMAN_NOT = compiled(
    r"^\W*(?:die|der|das)[ \t]+[A-ZÄÖÜ][\w-]+[ \t]+(?:(?:startete|öffnete|schloss|stoppte|bremste|förderte|reagierte|"
    r"funktionierte|"
    r"antwortete|auslöste)|(?P<apart>lief|sprang|hielt|schaltete|löste))(?:[ \t]+(?!bei|ohne|mit|trotz|nach|vor|"
    r"während|wegen|unter|im|in|auf|an|von)"
    r"[^\W\d_]+){0,2}[ \t]+nicht(?(apart)[ \t]+(?:an|aus|ab|ein))[.!]?\W*$",
    re.I,
)
"""``Die Pumpe startete nass nicht.``: nothing is said of a condition under which it is not to"""
_LABEL = compiled(
    rf"^[ \t>]*(?:[-*+•][ \t]+|\d{{1,3}}[.)][ \t]+)?(?P<label>[^\W\d_][^:\n|=]{{1,50}}?)[ \t]*[:=][ \t]*[\"']?"
    rf"(?P<is>{_BAD_END}|fail(?:ed|ure)?\b(?![^\n]*\b(?:pass\w*|repeated|fixed|replaced|repaired)\b)[^\n]{{0,60}}|"
    rf"(?P<no>no|nein))[ \t.!*_\"']*$",
    re.I,
)
_OF_ACTION = compiled(
    r"\b(?:start|stop|run|function|operation|response|reaction|opening|closing|works?|holds?|seals?|starts?|stops?|"
    r"opens?|closes?|responds?|passed|"
    r"closed|locked|tight|clean|complete|legible|available|present|intact|working|functional|"
    r"stoppt|startet|läuft|hält|öffnet|schließt|reagiert|funktioniert|vorhanden|vollständig|dicht|geschlossen|lesbar|sauber|funktionsfähig|"
    r"anlauf|\w*start|\w*stopp|funktion)$",
    re.I,
)
"""names of what is to happen: ``Wet start: no``"""
_NO_TEST = compiled(
    r"\b(?:modes?|causes?|effects?|hazards?|scenarios?|expected|injected|simulated|events?|faults?|failures?|"
    r"conditions?|state|trigger|symptoms?|previous|"
    r"before|first|history|remarks?|initial|unintended|unwanted|spurious|false|unexpected|uncommanded|premature|"
    r"inadvertent|without|guard|"
    r"criteri\w+|kriteri\w+|locked|off|open|shall|must|if|when|needed|required|optional|messages?|codes?|not|no|"
    r"ohne|fehlerart|ursache|erwartet|ungewollt\w*|ungewollter)\b",
    re.I,
)
"""in a label: what follows is no outcome of a test that was to succeed"""
_DID_NOT_SUCCEED = compiled(
    r"\b(?:fail(?:ed|s)?|refused|(?:was|were)[ \t]+unable)[ \t]+to[ \t]+(?!safe\b|a\b|an\b|the\b)[^\W\d]+|"
    r"\bschlug(?:en)?[ \t]+(?:[^\W\d]+[ \t]+){0,3}fehl\b",
    re.I,
)
_IN_NONE = compiled(r"\bin[ \t]+(?:0|none|zero)[ \t]+of\b", re.I)
_ONE_SAYS = compiled(
    r"^\W*(?:the|this|that|it|its|when|in|on|at|during|after|our|both|one|two|three|all)\b|[.!;]\W*$", re.I
)
_WHEN = compiled(r"^\W*(?:when|while|during|after|on|in|at)\b[^,.;]{1,60},", re.I)
_NOT_SO = compiled(
    r"\b(?:no|not|none|nothing|never|nobody|neither|nor|without|zero|hardly|if|whether|should|when|whenever|where|"
    r"unless|until|before|because|"
    r"that|which|who|can|could|(?<!\d\s)(?<!\d\.\s)may(?!\s+\d)|might|would|will|must|shall|injected|simulated|expected|supposed|on\s+purpose|"
    r"counts?|counted|recorded|old|earlier|"
    r"19\d\d)\b|n['’]t\b|[=|]|(?<![\w.,])0\b",
    re.I,
)
"""before the words: it did not occur, or is spoken of"""
_PUT_RIGHT = compiled(
    r"\b(?:fixed|repaired|replaced|exchanged|corrected|remedied|resolved|rewritten|adjusted|again|retest\w*|"
    r"repeated|second\s+attempt|now|since\s+then|"
    r"repariert|ersetzt|getauscht|behoben|korrigiert)\b",
    re.I,
)


_ERRORS = compiled(
    r"^[ \t>*_-]*(?:errors?|fehler|ausfälle)[*_]{0,2}:[ \t*_]*(?!(?:no|none|nil|nothing|see|siehe|kein\w*|nichts|in|"
    r"of|code|if|[-–—])\b)"
    r"(?P<of>[^\W\d_][^\n|:]{1,60})$",
    re.I,
)
"""``Errors: wet start``, in a document in which something passed"""


def failed_lines(document: str, after: int) -> Iterator[str]:
    """The lines of a document behind ``after`` that report a failure, as they are written.

    >>> list(failed_lines("2/2 Test #2: wet ....***Failed    0.01 sec", -1))
    ['2/2 Test #2: wet ....***Failed 0.01 sec']
    >>> list(failed_lines("Dry start: passed\\nThe pump failed to start when wet.\\nWet stop: aborted", -1))
    ['The pump failed to start when wet.', 'Wet stop: aborted']
    >>> list(failed_lines("The pump never failed to start.\\nFailure mode: stalled\\nUnintended start: no", -1))
    []
    """
    yield from failed_first(document, after)
    put_right = max((match.start() for match in _PUT_RIGHT.finditer(document)), default=-1)
    signs = _Signs(document)
    tested = re.search(r":[ \t*_]*(?:pass(?:ed)?|ok|bestanden)\b", document, re.I) is not None
    at = 0
    for whole in document.split("\n"):
        line = whole.rstrip()[:_LONGEST]
        if not _HINT.search(line):
            at += len(whole) + 1
            continue
        noted = _of_runner(line) or signs.failed(line) or _is_label(line)
        failed = _did_not(line) or (tested and _ERRORS.match(line) is not None)
        if at > after and (noted or (at + len(line) > put_right and failed)):
            yield " ".join(line.split())[:160]
        at += len(whole) + 1


def _of_runner(line: str) -> bool:
    return any(form.search(line) for form in (_RUNNER, _NUMBER_ALONE, _CAPITALS))


class _Signs:
    """How a document marks what passed, by which its other marks are known."""

    def __init__(self, document: str) -> None:
        ticked = _TICK_FIRST.search(document)
        self.ticked = _TICKED.search(document) is not None
        self.first = ticked is not None
        self.depth = re.match(r"[ \t]*", ticked[0])[0] if ticked is not None else None  # type: ignore[index]
        self.junit = _JUNIT_OK in document
        self.letters = _LETTER_P.search(document) is not None

    def failed(self, line: str) -> bool:
        """Whether a line bears a mark of failure."""
        if _AT_START.match(line) or (self.ticked and "|" not in line and _WITHIN.search(line)):
            return True
        if self.letters and _LETTER_F.search(line):
            return True
        if (self.first and _CROSSED.match(line)) or (self.junit and _JUNIT_X in line):
            return True
        numbered = _MOCHA.match(line)
        return numbered is not None and numbered["in"] == self.depth and not _TICKED.search(line)


def _is_label(line: str) -> bool:
    """Whether a line is the name of a test with a bad outcome behind it."""
    match = _LABEL.match(line) or _DASHED.match(line)
    if match is None:
        none = _NONE_OF.match(line)
        named = none is not None and not _NO_TEST.search(none["label"])
        return none is not None and named and _OF_ACTION.search(none["label"].strip(" *_")) is not None
    if _NO_TEST.search(match["label"]):
        return False
    return match.groupdict().get("no") is None or _OF_ACTION.search(match["label"].strip(" *_")) is not None


def _did_not(line: str) -> bool:
    """Whether a sentence of a line says that something failed to do what it is there for."""
    if len(line) >= _LONGEST or line.lstrip().startswith(("#", "|")) or not _ONE_SAYS.search(line):
        return False
    for sentence in re.split(r"(?<=[.!?;])\s+", line):
        if _GERMAN_NOT.match(sentence):
            return True
        match = _DID_NOT_SUCCEED.search(sentence)
        none = match is not None and _IN_NONE.search(sentence, match.end())
        if match is not None and not none and not _NOT_SO.search(_WHEN.sub(" ", sentence[: match.start()])):
            return True
    return False
