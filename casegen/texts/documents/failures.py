"""Lines of a document that report a failure among what passed: what no verdict of the whole document says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from casegen.model.dates import latest_date
from casegen.model.expressions import compiled
from casegen.texts.documents.answered_verdicts import denied_verdicts, with_ticked_words_alone
from casegen.texts.documents.blank_forms import left_blank, without_other_answers
from casegen.texts.documents.denied_results import denied_results
from casegen.texts.documents.given_answers import with_given_answers
from casegen.texts.documents.lasting_faults import lasting_faults
from casegen.texts.documents.made_good import done_again, made_good, without_others
from casegen.texts.documents.numbered_outcomes import failed_numbers
from casegen.texts.documents.partial_outcomes import partial_outcomes
from casegen.texts.documents.partly_done import partly_done
from casegen.texts.documents.reported_outcomes import counted_outcomes
from casegen.texts.documents.reserves import listed_defects, reserves
from casegen.texts.documents.result_tables import failed_rows, without_titles
from casegen.texts.documents.runner_lines import failed_lines

MOST_SENTENCES = 1000
"""sentences of a document that are compared with those behind them"""
MOST = 6
"""lines that are quoted"""
LONGEST = 2000
"""characters of a sentence or row that are looked at"""
_N = r"(?<![\w.,/-])(?P<k>\d{1,7})\s*(?:of|out\s+of|/|von)\s*(?:the\s+|den\s+)?(?P<n>\d{1,7})(?![\w/])"
_GOOD = r"(?:pass(?:ed|es)?|succeeded|successful|ok|bestanden|erfolgreich|i\.\s?O\.)(?!\w)"
_BAD = (
    r"(?:fail(?:ed|s|ures?)?(?!-\w)|nok|not\s+(?:ok|passed|met|reached|fulfilled)|rejected|(?:did|do|does)\s+not|broken?|cracked|leaked|loose|"
    r"missed|(?:waren|sind|war|ist)?\s*nicht\s+(?:bestanden|erfüllt|erreicht|in\s+Ordnung)|n\.\s?i\.\s?O\.|durchgefallen|versagt(?:en)?|"
    r"ausgefallen|lose|gebrochen)(?!\w)"
)
_COUNTED_GOOD = compiled(rf"{_N}[^.;\n|\d]{{0,50}}?\b{_GOOD}", re.I)
_GOOD_COUNTED = compiled(rf"\b{_GOOD}\W{{1,3}}{_N}", re.I)
_COUNTED_BAD = compiled(rf"{_N}[^.;\n|\d]{{0,50}}?(?<!\w){_BAD}", re.I)
_BAD_COUNTED = compiled(rf"(?<!\w){_BAD}[^.;\n|\d]{{0,30}}?\bin\s+{_N}", re.I)
_OF_SOME = compiled(
    rf"\b(?:of|von)\s+(?:the\s+)?\d+\s[^.;\n|]{{1,40}}?,\s*(?:[1-9]\d*|one|two|three|four|five|six|several)\b[^.;\n|]{{0,30}}?(?<!\w){_BAD}",
    re.I,
)
_SHARE_BAD = compiled(
    rf"(?<![\w.,])0*(?!0+(?:[.,]0+)?\s*%)\d+(?:[.,]\d+)?\s*%(?:(?!\b{_GOOD})[^.;\n|]){{0,40}}?(?<!\w){_BAD}",
    re.I,
)
_SHARE_GOOD = compiled(
    rf"(?<![\w.,])(?!100(?:[.,]0+)?\s*%)\d{{1,2}}(?:[.,]\d+)?\s*%[^.;\n|]{{0,40}}?\b{_GOOD}", re.I
)
_SOME_FAILED = compiled(
    rf"(?=.*\b{_GOOD})^.*(?<![\w.,/])(?<!of )(?<!von )(?<!step\s)(?<!test\s)(?<!run\s)(?<!case\s)"
    r"(?<!check\s)(?<!item\s)(?<!pump\s)(?<!trial\s)(?<!schritt\s)[1-9]\d{0,6}\s+(?:(?:tests?|checks?|runs?)\s+)?"
    r"(?:failed|failures?|errors?|durchgefallen)\b(?!\s*[:=])|"
    rf"(?=.*\b{_GOOD})^.*\b(?:failed|failures?|errors?|durchgefallen|nicht\s+bestanden)\s*[:=]\s*[1-9]\d{{0,6}}\b|"
    r"^not\s+ok\s+\d",
    re.I,
)
"""``11 passed, 1 failed``, ``passed: 3, failed: 7``, and a line of a protocol in TAP"""
_LAST_WORD = compiled(r"(?:\b(?:FAIL(?:ED)?|NOK|NOT OK)|n\.\s?i\.\s?O\.|[✗✘❌👎])\W*$")
"""the verdict of a line of a log, in capitals, or its sign"""
_RATE = compiled(
    rf"\b(?:pass|success|erfolgs?)[\s-]*(?:rate|quote|share)\s*[:=]?\s*(?!100(?:[.,]0+)?\s*%)\d{{1,2}}(?:[.,]\d+)?\s*%|"
    rf"\bvon\s+(?:den\s+)?\d+\s[^.;\n|\d]{{1,40}}?\b(?:waren|sind|haben)\s+[1-9]\d*[^.;\n|\d]{{0,30}}?(?<!\w){_BAD}",
    re.I,
)
_ALL_BUT = compiled(
    r"\b(?:all|every|each|alle[rns]?|jede[rs]?)\b[^.;\n|]{0,80}?\b(?:except|apart\s+from|other\s+than|but\s+(?:for|not|one|two|three)|"
    r"außer|ausser|bis\s+auf|ausgenommen)\b|^\W*(?:not\s+(?:all|every|each)|nicht\s+(?:alle|jede))\b|"
    r"\b(?:could|can)\s?not\s+be\s+(?:\w+ed|shown|done|met|run)\b|\bkonnten?\s+nicht\s+\w+\s+werden\b",
    re.I,
)
"""what was not so of all, or could not be done"""
_WORK = (
    r"(?:test|run|trial|measure|check|inspect|verif|valid|exchang|replac|repair|correct|(?:ge|über)?prüf|gemess|getestet|"
    r"(?:aus)?getausch|ersetz|repar)\w*"
)
_LEFT = compiled(
    r"\b(?:was|were|had\s+to\s+be|wurden?|mussten?)\s+(?:\w+\s+){0,2}?(?:aborted|abandoned|cut\s+short|stopped\s+early|interrupted|"
    r"discontinued|broken\s+off|abgebrochen|unterbrochen)\b|"
    r"\b(?:tests?|trials?|runs?|checks?|inspections?|measurements?|prüfung|versuch|messung)\s+(?:aborted|stopped|abandoned|cut\s+short|abgebrochen)\s+"
    r"(?:early|vorzeitig|(?:after|nach)\s+\d)|"
    r"\b(?:is|was|are|were|wurden?|ist|sind)\s+(?:waived|left\s+out|discarded|disregarded|weggelassen)\b|"
    r"^(?!.*\b(?:no|none|never|not|kein\w*|nicht)\b).*\b(?:out\s+of|outside|beyond|außerhalb)\s+(?:the\s+|its\s+|der\s+)?(?:tolerance|spec(?:ification)?|limits?|range|toleranz|grenzen)\b|"
    r"\b(?:criteri(?:on|a)|limits?|requirements?|kriteri\w+|grenzwert\w*)\s+(?:was|were|wurden?)\s+(?:\w+\s+)?(?:lowered|relaxed|weakened|changed|gesenkt|gelockert|geändert)\b|"
    r"\b(?:safety|protective|monitoring)\s+(?:function|device|circuit)s?\s+(?:\w+\s+)?(?:switched\s+off|disabled|bridged|bypassed|removed)\b|"
    r"\b(?:report|test|document|bericht)\s+(?:says\s+nothing\s+(?:about|of|on)|does\s+not\s+(?:cover|apply\s+to|concern)|gilt\s+nicht)\b|"
    rf"\b(?:will|shall|(?:is|are)\s+(?:still\s+)?to|planned\s+to)\s+(?:be\s+)?{_WORK}|"
    rf"\b(?:wird|werden)\s+(?:\w+\s+){{1,3}}?{_WORK}|\b(?:is|are|ist|sind)\s+(?:planned|scheduled|geplant|vorgesehen)\b|"
    r"\b(?:pass(?:ed)?|accept(?:ed|able)|approved|released|bestanden|freigegeben|genehmigt|abgenommen)\b[^.;|]{0,40}?"
    r"\b(?:provided|on\s+condition|subject\s+to|only\s+if|unless|until|vorausgesetzt|sofern|vorbehalt\w*|unter\s+auflagen|mit\s+auflagen)\b",
    re.I,
)
"""what was broken off, is still to be done, or holds under a condition"""
_VOID = compiled(
    r"^\W*(?:this|the|our|diese[rs]?|der|die|das)\s+(?:[\w-]+\s+){0,2}?(?:record|report|certificate|document|test|measurement|protocol|"
    r"result|approval|bericht|protokoll|zertifikat|prüfung|messung|nachweis|ergebnis)s?\s+(?:is|are|was|were|ist|sind|war|wurde)\s+"
    r"(?:therefore\s+|now\s+|thus\s+|daher\s+|damit\s+)?(?:void|(?:not\s+|in)valid|invalidated|null\s+and\s+void|no\s+longer\s+valid|"
    r"withdrawn|ungültig|nicht\s+(?:mehr\s+)?gültig|zurückgezogen|hinfällig)\W*$",
    re.I,
)
"""what a record says of itself; ``not valid without a signature`` is a rule for its use"""
_WITHHELD = compiled(
    r"\b(?:regret(?:s|ted)?|unfortunately|sadly|probably|presumably|perhaps|apparently|supposedly|postponed|put\s+off|adjourned|deferred|leider|"
    r"bedauer\w*|vermutlich|wahrscheinlich|vertagt|\w+\s+(?:seems?|appears?)\s+to|in\s+(?:my|our)\s+(?:view|opinion))\b|"
    r"\b(?:i|we|nobody|no\s+one|wir|ich|niemand)\s+(?:have|has|had|did|do|could|were|was|haben|konnten)\s*(?:not|n't|nicht)\b",
    re.I,
)
"""what an author takes back, leaves open, or did not do"""
_IN_FORCE = compiled(
    r"\b(?:valid|calibrated|certified|licen[cs]ed|accepted|approved|in\s+force|gültig|kalibriert|zugelassen|genehmigt)\s+(?:only\s+|nur\s+)?(?:\w+\s+)?(?:until|till|to|through|bis|"
    r"for\s+(?:the\s+)?years?|für\s+das\s+jahr)\b|"
    r"\bexpir(?:es|y|ed|ation)\b|\bläuft\b[^.;|]{0,20}\bab\b|\bvalable\s+jusqu\w*|\bválido\s+hasta\b",
    re.I,
)
_UNFILLED = compiled(
    r"\b(?:signed|signature|approved|checked|inspected|verified|unterschrift|unterzeichnet|freigegeben|geprüft)"
    r"\b[^\n:]{0,20}:[ \t]*(?:_{2,}|\.{3,}|…+)[ \t_.…]*$|"
    r"<(?:date|name|number|value|result|datum|insert\b[^>\n]{0,30})>(?!.*</)|\[(?:date|name|datum|insert\b[^\]\n]{0,30})\](?!\()",
    re.I,
)
"""a form that nobody filled in"""
_YEAR = compiled(r"(?<!\d)(?:19|20)\d\d(?!\d)")
SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")
_NO_FAILURE = compiled(
    r"\b(?:no|none|nothing|never|not|neither|nor|nobody|zero|without|if|whether|should|when|whenever|where|unless|before|until|that|which|can|could|(?<!\d\s)(?<!\d\.\s)may(?!\s+\d)|might|"
    r"would|injected|simulated|expected|supposed|on\s+purpose|kein\w*|nie\w*|nicht|ohne|wenn|falls|ob|sobald|absichtlich|"
    r"to\s+fail|safe)\b|(?<![\w.,])0+\s+(?:(?:out\s+)?(?:of|von)\s+\d+\s+)?(?:\w+\s+)?$|"
    r"\b(?:analysis|cause|mode|rate|list|probability|number)s?\b",
    re.I,
)
"""a failure that did not occur, or that is only spoken of"""
_FAILS = compiled(
    r"\b(?:failed|fails|FAIL|(?:did|does)\s+not\s+pass|(?:(?:was|were|is|are)\s+)?not\s+(?:passed|met|fulfilled|reached)|NOK|rejected|"
    r"(?:wurden?|ist|sind|war|waren)\s+nicht\s+(?:bestanden|erfüllt|erreicht)|nicht\s+bestanden|durchgefallen|fehlgeschlagen|gescheitert|versagten?)"
    r"(?!\s*:\s*[-–—]\W*$)(?=\W*$|\W*\s(?:again|once|twice|on|at|in(?!\s+\d)|after|because|due|with|by|for|too|erneut|wieder|am|im|bei|wegen|nach)\b)",
    re.I,
)
_PASSES = compiled(
    rf"\b{_GOOD}|\b(?:repaired|replaced|exchanged|corrected|fixed|remedied|resolved|rewritten|removed|adjusted|now\s+(?:meets|runs|works|holds)|"
    r"repariert|ersetzt|getauscht|ausgetauscht|behoben|korrigiert|beseitigt)(?!\w)",
    re.I,
)
"""what passed, or was put right"""
_FAILED_BEFORE = compiled(
    r"\b(?:after|although|though|which|that)\s+(?:(?:it|they|step|test)\s+)?(?:had\s+)?(?:first\s+|before\s+)?failed\b[^,.;]*|"
    r"\bhad\s+(?:first\s+|before\s+)?failed\b[^,.;]*",
    re.I,
)
"""an earlier outcome: ``Step 4 passed after it had failed on 3 May``"""
_SUCCEEDS = compiled(rf"\b{_GOOD}", re.I)
_DAY = compiled(r"(?<!\d)((?:19|20)\d\d-\d\d-\d\d)(?!\d)")


def reported_failures(document: str) -> tuple[str, ...]:
    """The sentences and rows that report a failure, as they are written, at most :data:`MOST`.

    >>> reported_failures("# Bolts\\n\\n3 of 40 bolts passed the torque test."), reported_failures("12 of 12 passed.")
    (('3 of 40 bolts passed the torque test.',), ())
    >>> reported_failures("| 1 | pass |\\n| 2 | fail |"), reported_failures("2 of 40 failed; on 4 May all 40 passed.")
    (('| 2 | fail |',), ())
    >>> reported_failures("All tests passed on 1 October. On 2 November the test was repeated and failed.")
    ('On 2 November the test was repeated and failed.',)
    """
    document = with_ticked_words_alone(with_given_answers(document))
    blanks = [" ".join(text.split())[:160] for text in left_blank(document)]
    answered = denied_verdicts(document)
    document = without_other_answers(document)
    counted = (quote for quote, said in (*counted_outcomes(document), *answered) if said != "passed")
    again = made_good(document)
    lasting = lasting_faults(document[max(0, again) :])
    repeated = done_again(document)
    noted = (*failed_rows(document, repeated), *failed_lines(without_titles(document), repeated))
    partial = (*partial_outcomes(document, again), *failed_numbers(without_others(document)))
    document = without_titles(document)
    every = (*_failures(document), *noted, *lasting, *counted, *_beyond_limits(document), *_last_failure(document),
             *_other_tests(document), *_struck_out(document), *listed_defects(document), *partly_done(document),
             *partial, *denied_results(document, repeated), *blanks)  # fmt: skip
    return tuple(islice(dict.fromkeys(every), MOST))


def passed_at_last(document: str) -> bool:
    """Whether the last outcome that a sentence reports is that something passed, without any reserve.

    >>> [passed_at_last(t) for t in ("Failed. Then it passed.", "It passed. Then it failed.", "None passed.")]
    [True, False, False]
    """
    last = _last_outcome(without_other_answers(document))
    return (
        last is not None
        and not last[2]
        and not _NO_FAILURE.search(last[1])
        and _SUCCEEDS.search(last[1]) is not None
    )


def _last_failure(document: str) -> Iterator[str]:
    """The sentence with the last outcome, where it is a failure."""
    last = _last_outcome(without_others(document))
    if last is not None and last[2]:
        yield last[1]


_OF_TEST = compiled(
    r"^\W*(?:(?:the|der|die|das)\s+)?(?P<of>(?:[^\W\d_][\w-]*\s+){1,3}?)(?P<head>start|stop|run|test|trial|check|cycle|\w*(?:lauf|start|prüfung|versuch|fahrt))\s*"
    r"(?::\s*|(?:(?:has|was|hat|ist|wurde)\s+)?)(?:(?P<bad>failed|fail|not\s+passed|nicht\s+bestanden|fehlgeschlagen|durchgefallen)|passed|pass|ok|bestanden)\W*$",
    re.I,
)
"""``The wet start failed.``, ``Dry start: passed``"""


def _other_tests(document: str) -> Iterator[str]:
    """The sentences that name a test that failed, where all that is named behind them are other tests that passed."""
    named = [(part, _OF_TEST.match(part)) for part in SENTENCE.split(document) if len(part) <= LONGEST]
    good = [(k, one) for k, (part, one) in enumerate(named) if _last(_PASSES, part) >= 0]
    for k, (part, failed) in enumerate(named[:MOST_SENTENCES]):
        if failed is None or not failed["bad"]:
            continue
        later = [one for at, one in good if at > k]
        if later and all(one is not None and _is_another(one, failed) for one in later):
            yield " ".join(part.split())[:160]


def _is_another(one: re.Match[str], failed: re.Match[str]) -> bool:
    """Whether two tests of the same kind have different names: *dry start* and *wet start*."""
    names = [match["of"].casefold().split() for match in (one, failed)]
    again = re.search(
        r"again|repeat|second|next|new|later|last|final|wiederhol|zweit|neu|letzt", one["of"], re.I
    )
    return one["head"].casefold() == failed["head"].casefold() and names[0] != names[1] and again is None


def _last_outcome(document: str) -> tuple[str, str, bool] | None:
    """The last sentence that reports an outcome, by day where each has one: the day, the sentence, whether it failed."""
    outcomes: list[tuple[str, str, bool]] = []
    for part in SENTENCE.split(document):
        line = part.strip()[:LONGEST]
        if _PASSES.search(line):
            line = _FAILED_BEFORE.sub(" ", line)
        bad = -1 if line.startswith("#") or _is_only_spoken_of(line) else _last(_FAILS, line)
        good = _last(_PASSES, line)
        if max(bad, good) >= 0:
            day = _DAY.search(line)
            outcomes.append((day[0] if day else "", " ".join(line.split())[:160], bad >= good))
    if all(day for day, _, _ in outcomes):
        outcomes.sort(key=lambda one: one[0])
    return outcomes[-1] if outcomes else None


def _is_only_spoken_of(line: str) -> bool:
    """Whether the failures in a sentence did not occur, or are its matter: ``0 failed``, ``if a sensor failed``."""
    return any(_NO_FAILURE.search(part) for part in _FAILS.split(line))


def _last(form: re.Pattern[str], line: str) -> int:
    """Where the last match ends; -1 where there is none."""
    return max((match.end() for match in form.finditer(line)), default=-1)


_HEADS = {
    "upper": compiled(r"(?:limit|max(?:imum)?|at\s+most|allowed|permitted|grenzwert|höchstens|zulässig)\b.*", re.I),
    "lower": compiled(r"(?:min(?:imum)?|at\s+least|mindestens|mindestwert)\b.*", re.I),
    "measured": compiled(r"(?:measured|actual|found|result|value|gemessen|messwert|istwert|ist)\b.*", re.I),
}  # fmt: skip
"""how columns of limits, and of what was measured, are called"""
_SIZE = compiled(r"[-+]?\d+(?:[.,]\d+)?(?=\s?(?P<unit>[^\d\s]\S*)?$)")


def _beyond_limits(document: str) -> Iterator[str]:
    """Rows of tables whose measured number lies beyond the limit beside it, in the same unit."""
    heads: dict[str, int] = {}
    for line in document.splitlines():
        cells = [cell.strip(' "*_') for cell in re.split(r"[|;\t]", line.strip().strip("|"))]
        named = {
            what: k for what, form in _HEADS.items() for k, cell in enumerate(cells) if form.fullmatch(cell)
        }
        if len(cells) < 2 or ("measured" in named and len(named) > 1):
            heads = named if len(cells) > 1 else {}
            continue
        read = {
            what: _SIZE.fullmatch(cells[k]) or _SIZE.match(cells[k])
            for what, k in heads.items()
            if k < len(cells)
        }
        if any(_is_beyond(read.get("measured"), read.get(side), side) for side in ("upper", "lower")):
            yield " ".join(line.split())[:160]


def _is_beyond(measured: re.Match[str] | None, limit: re.Match[str] | None, side: str) -> bool:
    """Whether what was measured lies beyond a limit in the same unit."""
    if measured is None or limit is None or measured["unit"] != limit["unit"]:
        return False
    number, most = (float(size[0].replace(",", ".")) for size in (measured, limit))
    return number > most if side == "upper" else number < most


def _failures(document: str) -> Iterator[str]:
    again = made_good(document)
    read = 0
    for part in SENTENCE.split(document):
        at, line = document.index(part, read), part.strip()[:LONGEST]
        read = at + len(part)
        if at > again and line and not line.startswith("#") and _reports_failure(line):
            yield " ".join(line.split())[:160]


def _reports_failure(line: str) -> bool:
    """Whether a sentence or row does."""
    return (
        _counts_failures(line)
        or _LAST_WORD.search(line) is not None
        or _LEFT.search(line) is not None
        or _VOID.match(line) is not None
        or _WITHHELD.search(line) is not None
        or _UNFILLED.search(line) is not None
        or is_expired(line)
        or reserves(line)
    )


_STRUCK = re.compile(r"~~(?P<said>[^~\n]+)~~")


def _struck_out(document: str) -> Iterator[str]:
    """Lines that cross out that something passed, where no line says so in their place."""
    if "~~" in document and not _SUCCEEDS.search(_STRUCK.sub(" ", document)):
        for line in document.splitlines():
            if any(_SUCCEEDS.search(match["said"]) for match in _STRUCK.finditer(line)):
                yield " ".join(line.split())[:160]


_MONTHS = r"jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez"
_DATED = compiled(
    rf"(?<!\d)(?P<year>(?:19|20)\d\d)-\d\d-\d\d(?!\d)|(?<!\d)\d{{1,2}}\.?\s*(?:(?:{_MONTHS})\w*|\d{{1,2}}\.)\s*(?P<last>(?:19|20)\d\d)(?!\d)",
    re.I,
)
_OLD = 2
"""calendar years between a document and the date that is stated of it, from which on they are of two documents"""


def older_than_stated(document: str, year: int) -> str:
    """The latest date in a document that is stated to be of ``year``, where all its dates are years before that.

    >>> older_than_stated("Issued on 4 May 2019", 2026), older_than_stated("3 March 2019; tested on 2026-04-29", 2026)
    ('4 May 2019', '')
    """
    years = [int(match[0]) for match in _YEAR.finditer(document)]
    dates = [(int(match["year"] or match["last"]), match[0]) for match in _DATED.finditer(document)]
    return max(dates)[1] if dates and max(years) <= year - _OLD else ""


def is_expired(line: str) -> bool:
    """Whether a line says until when something is in force, and that was in an earlier year.

    >>> is_expired("Valid until 31 March 2019"), is_expired("Accepted for the year 2019"), is_expired("Tested in 2019")
    (True, True, False)
    """
    years = [int(year[0]) for year in _YEAR.finditer(line)] if _IN_FORCE.search(line) else []
    return bool(years) and max(years) < latest_date().year


def _counts_failures(line: str) -> bool:
    """Whether a sentence says of some, in numbers or shares, that they did not pass."""
    good = any(
        int(m["k"]) < int(m["n"]) for form in (_COUNTED_GOOD, _GOOD_COUNTED) for m in form.finditer(line)
    )
    bad = any(
        0 < int(m["k"]) <= int(m["n"]) for form in (_COUNTED_BAD, _BAD_COUNTED) for m in form.finditer(line)
    )
    return (
        good
        or bad
        or any(
            form.search(line) for form in (_OF_SOME, _SHARE_BAD, _SHARE_GOOD, _RATE, _ALL_BUT, _SOME_FAILED)
        )
    )
