"""Lines of protocols whose verdict stands before what was tested: ``FAIL: wet start``, ``**Failed:** wet start``.

English and German.  A verdict that is explained (``FAIL = below 2 bar``), counted as none (``Failed: 0``), or given
anew further down for the same test is no failure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from casegen.model.expressions import compiled

_LONGEST = 500
"""characters of a line that are looked at"""
_DAY = r"(?:(?:19|20)\d\d-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./](?:\d\d){1,2}|[A-Z][a-z]{2} {1,2}\d{1,2})"
_CLOCK = r"\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?"
_STAMP = (
    rf"(?:[\[(]?(?:{_DAY}(?:[ T]{_CLOCK})?|{_CLOCK})[\])]?[ \t|,;:-]{{1,9}}"
    r"(?:\[?[\w.-]{1,20}\]?:?[ \t]+(?=[\[(*_|]{0,3}[A-Z]{3}))?)?"
)
"""day and time of a line of a log, and who wrote it"""
_BEFORE = (
    rf"^(?:[-*+•][ \t]+)?{_STAMP}(?:\d{{1,4}}(?:\.\d{{1,3}}){{0,4}}[.):]?[ \t]+)?(?:---[ \t]+)?"
    r"[\[(*_|]{0,3}[ \t]{0,9}"
)
_BEHIND = r"[\])*_|!]{0,4}"
_GOOD = r"(?:PASS(?:ED)?|OK|SUCCESS|BESTANDEN|ERFOLGREICH)"
_SURE = r"FAIL(?:ED|URES?)?|NOK|NG|NOT[ \t]+(?:OK|PASSED)|FEHLGESCHLAGEN|DURCHGEFALLEN|NICHT[ \t]+BESTANDEN"
_BROKEN_OFF = r"ERROR|ABORT(?:ED)?|ABGEBROCHEN|TIME(?:D[ \t]+)?OUT|CRASH(?:ED)?"
_LOUD = compiled(
    rf"{_BEFORE}(?:(?P<bad>{_SURE}|(?P<broken>{_BROKEN_OFF}))|{_GOOD})(?![\w/]|-\w){_BEHIND}(?P<sign>[ \t]*(?::|;|"
    rf"[-–—](?=\s)))?(?P<of>[^\n]*)$",
    re.M,
)
"""in capitals, with or without a sign behind"""
_TESTS = (
    r"(?:[ \t]+(?:tests?|checks?|cases?|runs?|steps?|items?|requirements?|prüfung(?:en)?|versuche?|tests?))?"
)
_QUIET = compiled(
    rf"{_BEFORE}(?:(?P<bad>fail(?:ed|ing|ures?)?{_TESTS}|not[ \t]+(?:passed|ok|met|fulfilled|accepted){_TESTS}|"
    rf"nicht[ \t]+(?:bestanden|erfüllt){_TESTS}|"
    rf"durchgefallen|fehlgeschlagen(?:e\w{{0,2}})?{_TESTS}|gescheitert|abgebrochen|aborted{_TESTS}|timed[ \t]+out|"
    rf"crashed|rejected|unsuccessful|nok|n\.?[ \t]?i\.?[ \t]?o\.?)|"
    rf"(?:pass(?:ed)?|ok|(?:nicht[ \t]+)?bestanden|erfüllt|met|accepted){_TESTS})[\])*_]{{0,4}}"
    r"[ \t]*(?::|[-–—](?=\s)|(?=[^\n]*\[\d+[ \t]?m?s\])|(?=\([^()\n]*\)[ \t.]*$))(?P<of>[^\n]*)$",
    re.I | re.M,
)
"""with a colon or a dash behind, or with the time that it took: ``Failed wet [14 ms]``"""
_HEADED = compiled(
    rf"^(?:#{{1,6}}[ \t]*)?(?:\d{{1,2}}(?:(?:\.\d{{1,2}})+|[.)])[ \t]+)?[*_✅✔✓❌✗✘ ]{{0,4}}(?:(?P<bad>fail(?:ed|ing|"
    rf"s|ures(?=[*_]{{0,3}}(?:[ \t]*\([1-9]\d*\))?[ \t]*:)){_TESTS}|"
    rf"nicht[ \t]+bestanden{_TESTS}|fehlgeschlagen{_TESTS}|durchgefallen)|(?:pass(?:ed|ing|es)|bestanden){_TESTS})"
    r"[*_!.]{0,3}(?:[ \t]*\([1-9]\d*\))?[ \t]*:?[*_]{0,3}$",
    re.I,
)
"""alone on a line, above what failed, or at the end"""
_LISTED = compiled(r"^[\W\d]*failures\b", re.I)
"""above a list of what failed, or of what may fail"""
_MODES = compiled(
    r"\b(?:failure[ \t]+(?:modes?|effects?|analys[ie]s|causes?|rates?)|fmea|fmeca|hazop|fault[ \t]+trees?|considered|"
    r"may[ \t]+(?:occur|fail))\b",
    re.I,
)
_TITLE = 60
"""characters of a title"""
_NONE = compiled(
    r"^\W*(?:(?:0+|none|nothing|nil|null|zero|no|not\s+one|n/?a|kein\w*|nichts|entfällt)\b(?!\s+(?:start|flow|stop|"
    r"signal|answer|response|reaction|start\w*)\b).*)?$|"
    r"[:=]\s*(?:0+|none|nil|no|kein\w*)\W*$",
    re.I,
)
"""what did not occur: ``Failed: none``, ``FAILED tests: 0``"""
_NAMED = compiled(r"^\W*(?!(?:yes|no|none|true|false|ja|nein|kein\w*)\W*$)[^\W\d]|^\W*\d+[^\d\s]", re.I)
"""words of what passed: neither a count nor an answer"""
_MATTER = compiled(
    r"^\W*(?:safe|silent|open|closed?|over|soft|operational|criteri\w+|rates?|modes?|analysis|states?|definitions?|"
    r"detections?|"
    r"responses?|handling|report\w*|budget|codes?|counts?|messages?|effects?|causes?|probabilit\w+|of\s+the\s+mains|"
    r"if\b|when\b|whenever|unless|otherwise|means?|is|are|wenn|falls|"
    r"bedeutet|see\b(?=.*\bdefinition)|siehe\b)",
    re.I,
)
"""behind the word: it is no verdict"""
_TOLD = compiled(
    r"\b(?:expected|as\s+(?:required|intended|specified|planned)|on\s+purpose|injected|otherwise|not\s+as\s+\w+|"
    r"absichtlich|wie\s+(?:erwartet|gefordert))\b|"
    r"\b(?:pass(?:ed|es)?|bestanden|succeeded)\b",
    re.I,
)
"""it was to be so, or was put right in the same line"""
_TESTED = compiled(r"\w\s+(?:START|STOP|TEST|RUN|CHECK|CYCLE|TRIAL)S?\W*$")
"""``FAILED WET START``: the name of a test in capitals"""
_KEY = compiled(
    r"^\W*(?:legend|key|meanings?|verdicts|criteria|criterion|abbreviations?|scale|legende|bedeutung|kriteri\w+|"
    r"abkürzungen)\W*$",
    re.I,
)
_OF_FAILURES = compiled(
    r"^\W*(?:(?:failure\s+)?(?:effects?|causes?|modes?|mechanisms?)|severity|occurrence|mitigation|measures?|"
    r"detection|auswirkung\w*|ursachen?|maßnahmen?)\b[^:\n]{0,30}:",
    re.I | re.M,
)
"""a line of a form about failures that may occur"""
_MAY_OCCUR = compiled(r"failures?", re.I)
_FORM = 8
"""lines between a legend's title and its last line"""
_NAME = re.compile(r"[^\W_]+")


_HINT = compiled(
    r"fail|nok|ng|not|fehl|durchg|nicht|err|abort|abge|time|crash|pass|ok|suc|best|met|accept|gesch|reject|n\.? ?i",
    re.I,
)


class Verdict(NamedTuple):
    """A line with its verdict in front."""

    at: int
    """where it starts, characters from the start of the document"""
    said: str
    passed: bool
    sure: bool
    """of a word that is used of verdicts alone: not ``ERROR``"""
    of: str
    """what was tested"""


def verdicts_first(document: str) -> list[Verdict]:
    """The lines of a document that begin with a verdict, in their order; what passes later for the same test counts.

    >>> [(v.said, v.passed) for v in verdicts_first("PASS: dry start\\nFAIL: wet start")]
    [('PASS: dry start', True), ('FAIL: wet start', False)]
    >>> verdicts_first("Failed: 0"), verdicts_first("FAIL-SAFE: the valve closes"), verdicts_first("Failure rate: 1e-6")
    ([], [], [])
    """
    lines = list(_lines(document))
    verdicts: list[Verdict] = []
    for number, (at, line) in enumerate(lines):
        verdict = None
        for form in (_LOUD, _QUIET) if _HINT.search(line) else ():
            match = form.match(line)
            verdict = verdict or (_read(match, at, lines, number) if match is not None else None)
        verdicts += filter(None, [verdict or _headed(at, line, lines[number + 1 : number + 2])])
    return _at_last(verdicts)


def _lines(document: str) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, without blanks around them and signs of quoting, and where they start."""
    at = 0
    for line in document.split("\n"):
        text = line[:_LONGEST].strip().lstrip("> \t")
        if text:
            yield at, text
        at += len(line) + 1


def _headed(at: int, line: str, below: list[tuple[int, str]]) -> Verdict | None:
    """A verdict alone on a line: of what is listed below, or of the whole document at its end."""
    match = _HEADED.match(line) if len(line) <= _TITLE else None
    of = below[0][1] if below else ""
    if match is None or of.startswith("#") or (of and (_NONE.search(of) or _TOLD.search(of))):
        return None
    if not of and line.startswith("#"):
        return None
    return Verdict(at, f"{line} {of}".strip(), match["bad"] is None, _LISTED.match(line) is None, of)


def failed_first(document: str, after: int) -> Iterator[str]:
    """Lines behind ``after`` whose verdict in front is a failure, as they are written."""
    verdicts = verdicts_first(document)
    of_a_runner = any(verdict.passed for verdict in verdicts)
    for verdict in verdicts:
        listed = _LISTED.match(verdict.said) is not None and not _MODES.search(document)
        if not verdict.passed and verdict.at > after and (verdict.sure or of_a_runner or listed):
            yield " ".join(verdict.said.split())[:160]


def _read(match: re.Match[str], at: int, lines: list[tuple[int, str]], number: int) -> Verdict | None:
    """What a line says; None where its word is no verdict."""
    parts, of, said = match.groupdict(), match["of"], match[0].strip()
    bad = parts["bad"]
    if bad is None or (bad.casefold() == "nicht bestanden" and not of.strip()):
        named = bad is None and (_NAMED.search(of) is not None or not of.strip()) and not _is_matter(of)
        return Verdict(at, said, True, True, of) if named else None
    loud = "sign" in parts
    joined = loud and not parts["sign"] and not re.search(r"[\])*_|!]", said[: len(said) - len(of.strip())])
    if _NONE.search(of) and (of.strip() or not bad.isupper() or (bad[-1] == "S" and "!" not in said)):
        return None
    if _is_matter(of) or _TOLD.search(of) or (joined and _is_title(bad, of)):
        return None
    if _MAY_OCCUR.fullmatch(bad) and any(_OF_FAILURES.match(line) for _, line in lines):
        return None
    if _below_key([line for _, line in lines[max(0, number - _FORM) : number]]):
        return None
    return Verdict(at, said, False, not parts.get("broken"), of)


def _is_matter(of: str) -> bool:
    """Whether a word is explained, or belongs to the next one: ``FAIL = …``, ``FAIL SAFE``."""
    return of.lstrip().startswith(("=", "≙", "/")) or _MATTER.search(of) is not None


def _is_title(bad: str, of: str) -> bool:
    """Whether a word in capitals goes on as a title in capitals, or is none of a verdict without a sign behind."""
    title = bool(of.strip()) and bad not in ("FAIL", "NOK") and not any(c.islower() for c in of)
    return title and not (bad == "FAILED" and _TESTED.search(of))


def _below_key(before: list[str]) -> bool:
    """Whether a line stands in a legend of verdicts: below its title, and below verdicts alone."""
    for line in reversed(before):
        if _KEY.match(line):
            return True
        if not (_LOUD.match(line) or _QUIET.match(line)):
            return False
    return False


def _at_last(verdicts: list[Verdict]) -> list[Verdict]:
    """Without the failures after which the same test passes."""
    last = {name: verdict.at for verdict in verdicts if verdict.passed and (name := _name(verdict.of))}
    return [one for one in verdicts if one.passed or last.get(_name(one.of), -1) < one.at]


def _name(of: str) -> str:
    """A test by its words, without times and remarks in brackets."""
    return " ".join(_NAME.findall(re.sub(r"[(\[][^()\[\]]*[)\]]", " ", of).casefold()))
