"""Whether evidence says of itself that what it is to show was not done or not met: its text, its name, its document."""

from __future__ import annotations

import re
from functools import lru_cache

from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS
from casegen.model.spelling import plainly_spelled
from casegen.texts.documents.answered_verdicts import denied_verdicts
from casegen.texts.documents.verdicts import counted_verdicts
from casegen.texts.documents.verdicts_first import verdicts_first
from casegen.texts.numbers.stated import READ

OPPOSITE_RULE = "evidence-opposite"
_WORK = (
    r"(?:(?:acceptance|safety|system|unit|field|bench|drive|flight|load|type|final|site|factory|regression)[\s-]+)?"
    r"(?:tests?|trials?|inspections?|reviews?|audits?|checks?|verification|validation|analysis|analyses|assessment|proof|"
    r"calibration|certification|qualification|acceptance|approval|measurements?|campaign|simulation|runs?|experiments?|"
    r"maintenance|servicing|overhaul|wartung(?:en)?|prüfung(?:en)?|versuche?|inspektion(?:en)?|abnahme|messung(?:en)?|nachweis|begehung|kalibrierung|zulassung|freigabe|"
    r"validierung|verifikation|begutachtung|erprobung|essais?|contrôles?|vérification|inspección|prueba|ensayos?|revisión)"
)
_DONE = (
    r"(?:passed|run|done|performed|carried\s+out|executed|completed|conducted|held|finished|started|begun|made|successful|"
    r"satisfied|released|signed|approved|granted|available|taken\s+place|happened|stattgefunden|bestanden|durchgeführt|abgeschlossen|erfolgt|gemacht|begonnen|"
    r"erfolgreich|unterschrieben|freigegeben|erteilt|vorhanden|réussis?|effectués?|superad[oa]s?|realizad[oa]s?)"
)
_ALONE = (
    r"(?=\W*$|\s*[,;.:)]|\s+(?:by|because|due|until|since|yet|again|on|in|at|and|but|wegen|am|und|aber)\b)"
)
"""no noun behind it: ``review of the planned routes`` was done"""
_NOUN = (
    r"(?!(?:detection|detector|response|reaction|mode|handling|simulation|injection|behaviou?r|recovery|shutdown|of|for|on|in|at|by|with|"
    r"under|during|and|or|the|an?|to|from|as|after|before)\b)[^\W\d]+(?<!s)\s+"
)
"""a noun between ``failed`` and the test: not what a failed part is tested for, nor several parts"""
_PAPER = r"(?:records?|reports?|protocols?|certificates?)"
_NOT_SO = (
    r"(?:failed|not\s+(?:passed|accepted|done|met)|rejected|aborted|unsuccessful|fehlgeschlagen|gescheitert|durchgefallen|abgebrochen|abgelehnt|"
    r"nicht\s+(?:bestanden|durchgeführt|erfüllt))"
)
_OPPOSITE = compiled(
    rf"\b(?<!after a )(?<!after the )(?<!with a )(?<!to a )(?<!under a )(?<!on a )"
    rf"(?:failed|unsuccessful|aborted|cancelled|canceled|rejected)\s+(?:{_NOUN}){{1,3}}?(?:{_WORK}|{_PAPER})\b"
    rf"(?!\s+(?:detection|response|mode|handling))|"
    rf"\b(?:fehlgeschlagene|gescheiterte|abgebrochene|abgelehnte|erfolglose|nicht\s+bestandene)\w*\s+(?:[^\W\d]+\s+)??"
    r"[^\W\d]*(?:prüfung|versuch|test|messung|wartung|inspektion|abnahme|protokoll|bericht|nachweis)(?:en|e|s|es)?\b|"
    rf"(?:\b(?:{_WORK}|{_PAPER})|[^\W\d]+(?:prüfung|versuch|test|messung|wartung|inspektion|abnahme|protokoll|bericht))"
    r"(?:\s+(?:of|for|on|der|des|von|für)\s+(?:[\w-]+\s+){0,5}?[\w-]+)?"
    rf"\s*(?:[,:–—]|\s-\s)\s*(?:(?:was|is|wurde|ist)\s+)?{_NOT_SO}(?=\W*$|\s*[;.)]|\s+(?:by|because|due|on|in|at|wegen|am)\b)|"
    rf"\b(?:failed|unsuccessful|aborted|cancelled|canceled|rejected|withdrawn|incomplete|missing|pending|outstanding|unfinished|"
    rf"fehlgeschlagene\w*|gescheiterte\w*|abgebrochene\w*|ausstehende\w*|abgelehnte\w*|nicht\s+bestandene\w*)\s+{_WORK}\b|"
    rf"\b(?:superseded|withdrawn|retracted|revoked|rescinded|obsolete|invalid|void|expired|fictitious|fabricated|forged|faked?|invented|made-up|"
    rf"empty|blank|ungültige\w*|zurückgezogene\w*|widerrufene\w*|erfundene\w*|gefälschte\w*|leere\w*)"
    rf"\s+(?:\w+\s+){{0,2}}?(?:{_WORK}|records?|reports?|certificates?|protocols?|logs?|templates?|forms?|documents?|protokolle?|berichte?|zertifikate?|aufzeichnung(?:en)?|dokumente?)\b|"
    r"\((?:invalid|void|superseded|obsolete|expired|withdrawn|retracted|revoked|forged|not\s+valid|fictitious|ungültig|zurückgezogen)\)|"
    r"^\W*(?:agenda|invitation|template|einladung|tagesordnung|vorlage)\s+(?:of|for|to|der|des|für|zu)\b|"
    rf"\b{_WORK}\s+(?:(?:of|for|on|der|des|von|für|du|de|del|della)\s+(?:(?!(?:no|none|kein\w*)\s)[\w-]+:?\s+){{1,6}}?)?"
    r"(?:(?:result|report|record|verdict|ergebnis|bericht)\s*)?[:,–(]?\s*"
    r"(?:(?:has|have|had|was|were|is|are|did|does|do|wurden?|ist|sind|war|waren|hat|haben)\s+)?"
    rf"(?:(?:been\s+)?(?:not|never|nicht|nie|noch\s+nicht|no|non)\s+(?:yet\s+|been\s+|noch\s+)*{_DONE}|not\s+pass|"
    rf"(?:failed|pending|outstanding|planned|aborted|cancelled|rejected|withdrawn|incomplete){_ALONE}|"
    r"still\s+(?:outstanding|open|pending|missing|to\s+be\b)|yet\s+to\s+be\b|steht\s+(?:noch\s+)?aus|stehen\s+(?:noch\s+)?aus|"
    rf"(?:fehlgeschlagen|gescheitert|durchgefallen|abgebrochen|ausstehend){_ALONE}|échoués?\b|fallid[oa]s?\b|"
    r"(?:n['’]a|n['’]ont|no\s+ha|no\s+han|no\s+fue(?:ron)?|non\s+è\s+stat[oa])\s+\w+)|"
    r"\b(?:not|never|nicht|noch\s+nicht)\s+(?:yet\s+)?(?:tested|run|verified|validated|inspected|reviewed|passed|executed|approved|"
    r"getestet|geprüft|bestanden|durchgeführt|freigegeben)\b(?:\s+yet)?\W*$|"
    r"\b(?:result|verdict|outcome|conclusion|status|ergebnis|urteil|résultat|resultado)\s*[:=–]\s*(?:fail\w*|not\s+\w+|negative|"
    r"rejected|nicht\s+\w+|negativ|échec|pending|open|offen)\b|"
    rf"\b(?:did|does|do)\s+not\s+pass\b|\bfail(?:s|ed)\s+(?:in\s+)?(?:the|its|their|every|each)\s+{_WORK}\b|\bnot\s+ok\b|\bNOK\b|"
    rf"\b{_WORK}\s+(?:report\s*)?[-–:]\s*fail(?:ed|ure)?\W*$|\bstopped\s+after\s+(?:a|the|one)\s+failure\b|\b{_WORK}\s+interrupted\b|"
    rf"\b(?<!next )(?<!further )(?<!nächste ){_WORK}\s+"
    r"(?:(?:is|are|was|were|ist|sind)\s+)?(?:planned|scheduled|foreseen|geplant|vorgesehen)\s+"
    r"(?:for|in|im|für)\s+(?:(?!each|every|jede)\w+\s+){0,2}?(?:19|20)\d\d\b|"
    r"\b(?:zero|none|0)\s+of\s+\w+(?:\s+\w+)?\s+passed\b|\b0\s?%\s+passed\b|\brejected\s+by\b|\brefusal\s+of\s+(?:the\s+)?(?:approval|acceptance)\b|"
    r"\b(?:numbers?|data|results?|values?|figures?|counts?|zahlen|daten|ergebnisse)\s+(?:(?:are|were|is|was|sind|wurden)\s+)?(?:\w+\s+)?"
    r"(?:invented|made[\s-]up|fabricated|fictitious|forged|erfunden|gefälscht|(?:invalid|void|unusable|ungültig|unbrauchbar)"
    r"(?!\s+(?:if|where|unless|when|for|in|wenn|falls)\b))\b|"
    r"\b(?:requirement|criterion|criteria|limit|target|anforderung|kriterium)\s+(?:is|was|are|were|has\s+been|ist|wurde)\s+(?:not|nicht)\s+"
    r"(?:met|fulfilled|reached|satisfied|kept|erfüllt|erreicht|eingehalten)\b|"
    r"\b(?:record|report|document|file|certificate|original|protocol|aufzeichnung|bericht|dokument|protokoll)\s+(?:could\s+not\s+be\s+found|"
    r"cannot\s+be\s+found|(?:is|was|got)\s+(?:lost|missing)|is\s+not\s+available|ist\s+(?:verloren|verschwunden|nicht\s+auffindbar))\b|"
    r"^\W*all\s+(?:[\w-]+\s+){1,4}failed\b|\bhat\s+(?:die|den|das)\s+(?:\w+\s+)?\w+\s+nicht\s+bestanden\b|\bpas\s+réussi\b|\bno\s+ha(?:n)?\s+superado\b|"
    r"\b(?:authenticity|provenance|origin|authorship|echtheit|herkunft)\s+(?:is\s+|ist\s+)?(?:unknown|unclear|disputed|doubtful|unbekannt|unklar|fraglich)\b|"
    r"\b(?:nobody|no\s+one)\s+has\s+(?:\w+\s+)?(?:read|seen|checked|reviewed|verified)\b|\b(?:has|have)\s+not\s+(?:yet\s+)?(?:read|seen|checked|reviewed|verified)\s+(?:it|this|the)\b|"
    r"\bcould\s+not\s+(?:show|prove|demonstrate|confirm)\b|\b(?:is|was|are|were|wurde|ist)\s+(?:refuted|widerlegt)\b|"
    r"\b(?:release|use|operation|freigabe)\s+(?:is|was|wird)\s+(?:not|nicht)\s+(?:recommended|empfohlen)\b|\bdo\s+not\s+release\s*[.!]|"
    r"\blehnt\s+(?:die|den|das)\s+(?:freigabe|abnahme|zulassung)\s+ab\b|\b(?:versuch|test)\s+ist\s+(?:gescheitert|misslungen)\b|"
    r"^\W*(?:draft|entwurf|todo|to\s+do|tbd|placeholder|outline\s+only)\b",
    re.I,
)
_AND_YET = compiled(
    r"\b(?:none(?!\s+of\s+\w+(?:\s+\w+)?\s+passed)|no\s+(?:\w+\s+)?(?:tests?|trials?|runs?|fail\w*|open|defects?|faults?|inspections?|reviews?)|(?:0|zero)(?!\s+of\b|\s?%\s+passed)|never|without|list|analysis|analyses|disposition\w*|cause\w*|repetition|repeated|retest\w*|re-test\w*|"
    r"correct\w*|fixed|resolved|closed|since\s+passed|and\s+passed|then\s+passed|later\s+passed|now\s+pass\w*|passed\s+after|injected|"
    r"injection|simulated|response\s+to|behaviour|handl(?:ing|ed|es)|with\s+(?:a|one|the)\s+failed|kein\w*|liste|auswertung|ursachen?|"
    r"wiederhol\w*|behoben|nachgeprüft|of\s+\d|von\s+\d|\d+\s+of)\b",
    re.I,
)


@lru_cache(maxsize=MOST_TEXTS)
def reports_opposite(text: str) -> str:
    """Words by which evidence says that what it is to show was not done or not met; empty where there are none.

    >>> [bool(reports_opposite(t)) for t in ("Failed test of the contact", "The acceptance test was not passed",
    ...     "Tests not run yet", "Record of the review", "None of the tests failed", "Analysis of failed tests")]
    [True, True, True, False, False, False]
    """
    text = plainly_spelled(text[:READ])
    match = _OPPOSITE.search(text)
    return "" if match is None or _AND_YET.search(text) else match[0].strip(" ,;:(")


@lru_cache(maxsize=MOST_TEXTS)
def reports_opposite_alone(sentence: str) -> str:
    """As :func:`reports_opposite`, of a claim that says nothing else: ``The acceptance test was not passed``."""
    sentence = plainly_spelled(sentence[:READ]).strip()
    match = _OPPOSITE.search(sentence)
    whole = (
        match is not None
        and not sentence[match.end() :].strip(" .!")
        and len(sentence[: match.start()].split()) <= 2
    )
    return match[0] if match is not None and whole and not _AND_YET.search(sentence) else ""


_VERDICT = compiled(
    r"^\W*(?:(?:overall|final|test|gesamt)[\s-]*)?(?:result|verdict|outcome|conclusion|decision|ergebnis|gesamtergebnis|fazit|"
    r"urteil|entscheidung|résultat|resultado|esito|risultato|grade|approval|acceptance|recommendation|freigabe|abnahme|empfehlung)"
    r"(?:\s+(?:of\s+the\s+|de\s+l['’]|de\s+la\s+|du\s+|des?\s+|del\s+|della\s+|der\s+)\w+)?\W*?(?:[:=|–—]|\s-\s)\W*(?P<is>[^\n|]{1,60})|"
    r"^\W*(?:requirement|criterion|anforderung|kriterium)\b[^\n:|]{0,60}:\W*(?P<of>[^\n|]{1,60})",
    re.I | re.M,
)
_FAILED = compiled(
    r"^(?:fail\w*|nok\b|not\s+(?:passed|accepted|acceptable|met|fulfilled|approved|granted|released|recommended|ok)|reject(?:ed|ion)?|negative|(?:not\s+|in)valid|void(?:ed)?|ungültig|nicht\s+gültig|withdrawn|zurückgezogen|"
    r"unsuccessful|unsatisf\w+|inadequate|deficient|poor|unbefriedigend|unzureichend|nicht\s+ausreichend|inconclusive|nicht\s+freigegeben|insufficient|denied|refused|violated|no[\s-]go|unsafe|unacceptable|nicht\s+(?:bestanden|erfüllt|erteilt)|"
    r"negat[iy][vw]\w*|durchgefallen|abgelehnt|verweigert|verletzt|mangelhaft|ungenügend|échec|no\s+superado|fallido)\b|"
    r"^(?:abort(?:ed)?|cancell?ed|abgebrochen|storniert|non-?(?:compliant|compliance|conform\w*)|not\s+(?:compliant|conform\w*|complied)|nicht\s+konform)\b|"
    r"^(?:(?:the|it|they|die|der|das)\s+)?(?:[^\W\d]+\s+)?(?:do(?:es)?|did)\s+not\s+(?:comply|conform|pass|meet|fulfil\w*|satisfy)\b|"
    r"^(?:no|nein|n|f|false|n/?a)\W*$|^n\W{0,2}o\.?k\b|^n\.?\s?i\.?\s?o\b|^(?:red|rot)\W*$|^[❌✗✘🔴]|"
    r"^(?:(?:still\s+)?(?:to\s+follow|pending|open|outstanding|planned|tb[acd]|not\s+yet\b.*)|folgt(?:\s+noch)?|offen|geplant|"
    r"steht\s+(?:noch\s+)?aus|ausstehend)\W*$|^$",
    re.I,
)


_PASSED = compiled(
    r"(?<!not )(?<!nicht )(?<!\w)(?:pass(?:ed|es)?|succeeded|successful(?:ly)?|bestanden|erfolgreich|ok)(?!\w)",
    re.I,
)
_LINE = compiled(
    r"^\W*(?:run|test|trial|check|step|case|lauf|versuch|prüfung|fahrt)\b[^\n:|]{0,40}:\s*(?P<is>(?:pass|fail)(?:ed|ure)?|n?ok|not\s+(?:ok|passed|valid)|void|invalid|ungültig|"
    r"(?:nicht\s+)?bestanden|durchgefallen)[\s.*_]*$",
    re.I | re.M,
)
"""``Run 1: FAIL``"""
_SAYS = compiled(
    r"^\W*[^\W\d_][\w /()-]{1,50}[:=][\s*_]*(?P<is>(?:not[ \t]+)?(?:pass|fail)(?:ed)?|n?ok|not[ \t]+ok|"
    r"(?:n\.?[ \t]?)?i\.[ \t]?o\.?|"
    r"(?:nicht[ \t]+)?bestanden|durchgefallen|mangelhaft|ungenügend|negat[iy][vw]\w*)[ \t.*_]*$",
    re.I | re.M,
)
"""a verdict alone behind any label: ``Overall: FAILED``, ``Start: i.O.``"""
_COLUMN = compiled(r"\W*(?:(?:overall|final|test)\s+)?(?:result|verdict|outcome|ergebnis|urteil)\W*", re.I)
_GOOD_COLUMN = compiled(
    r"\W*(?:passed|pass|ok|success|accepted|approved|fulfilled|met|conform(?:s|ing|ant)?|compl(?:ies|iant)|bestanden|erfüllt|konform|i\.?\s?o)\W*",
    re.I,
)
_NO = ("no", "false", "0", "nein", "n", "❌", "✗", "✘")
_EXPECTED = compiled(r"\b(?:expected|injected|erwartet\w*)\b", re.I)
_SUITE = compiled(r"<testsuite\s[^>]*>", re.I)
_COUNT = compiled(r"\b(?P<of>tests|failures|errors|skipped)\s*=\s*[\"'](?P<n>\d{1,9})[\"']", re.I)


def _verdicts(document: str) -> list[tuple[str, str]]:
    """Every verdict of a document: as it is written, and what it says."""
    lines = [(m[0].strip(), m["is"] or m["of"]) for m in _VERDICT.finditer(document)]
    lines += [(m[0].strip(), m["is"]) for form in (_LINE, _SAYS) for m in form.finditer(document)]
    heads = [(quote, said) for quote, said in lines if not _COLUMN.fullmatch(quote.split("|")[-1])]
    return [
        *heads,
        *_in_front(document),
        *_of_tables(document),
        *_of_suites(document),
        *counted_verdicts(document),
        *denied_verdicts(document),
    ]


def _in_front(document: str) -> list[tuple[str, str]]:
    """Lines that begin with a verdict; failures only where nothing in the document passed, in whatever words."""
    verdicts = verdicts_first(document)
    passed = _PASSED.search(document) is not None
    return [
        (" ".join(one.said.split()), "passed" if one.passed else "failed")
        for one in verdicts
        if one.passed or (one.sure and not passed)
    ]


def _of_tables(document: str) -> list[tuple[str, str]]:
    """Cells of columns named ``verdict``, ``result`` or ``passed``, of tables in Markdown, CSV and TSV."""
    result: list[tuple[str, str]] = []
    for sign in "|,;\t":
        column, width, by_no = -1, 0, False
        for line in document.splitlines():
            cells = [cell.strip(' "*_') for cell in line.strip().strip("|").split(sign)]
            if len(cells) < 2 or (0 < width != len(cells)):
                column, width = -1, 0
            named = [k for k, cell in enumerate(cells) if _COLUMN.fullmatch(cell)] if len(cells) > 1 else []
            good = (
                [k for k, cell in enumerate(cells) if _GOOD_COLUMN.fullmatch(cell)] if len(cells) > 1 else []
            )
            if width == 0 and (named or good):
                column, width = (-1 if _EXPECTED.search(line) else (named or good)[-1]), len(cells)
                by_no = not named
            elif column >= 0 and cells[column].strip("-: "):
                said = cells[column]
                if by_no:
                    said = "failed" if said.casefold() in _NO else "passed"
                result.append((f"{cells[0]}: {cells[column]}", said))
    return result


_TOTAL = compiled(
    r"^\W*(?:(?:tests?|checks?|cases)\s+)?(?:fail(?:ed|ures)|errors|nok|fehler|durchgefallen)\W*[:=|]\W*[1-9]\d{0,8}[\s|*]*$",
    re.I | re.M,
)
"""``failed: 5`` on a line of its own, as a report in JSON has it too"""


def counted_outcomes(document: str) -> list[tuple[str, str]]:
    """Totals of reports of tests: as they are written, and ``passed`` or ``failed`` where one failed.

    >>> counted_outcomes('<testsuite tests="12" failures="5">'), counted_outcomes("failed: 5\\npassed: 7")
    ([('5 of 12 tests failed', 'failed')], [('failed: 5', 'failed')])
    """
    suites = [(said, "passed" if said.startswith("0 ") else "failed") for said, _ in _of_suites(document)]
    return [*suites, *((m[0].strip(), "failed") for m in _TOTAL.finditer(document))]


def _of_suites(document: str) -> list[tuple[str, str]]:
    """Totals of JUnit reports: a suite passes where one of its tests does."""
    result: list[tuple[str, str]] = []
    for match in _SUITE.finditer(document):
        counts = {m["of"].casefold(): int(m["n"]) for m in _COUNT.finditer(match[0])}
        tests, bad = counts.get("tests", 0), counts.get("failures", 0) + counts.get("errors", 0)
        skipped = counts.get("skipped", 0)
        if "tests" in counts:
            said = f"{bad} of {tests} tests failed" + (f", {skipped} skipped" if skipped else "")
            result.append((said, "failed" if bad + skipped >= tests else "passed"))
    return result


def has_verdict(document: str) -> bool:
    """Whether a document states a verdict in so many words (``Result: passed``)."""
    return bool(_verdicts(document))


def failed_verdict(document: str) -> str:
    """The verdict of a document all of whose verdicts are failures; empty where one is not, or there is none.

    >>> failed_verdict("Test 12\\n\\nResult: FAILED"), failed_verdict("Test 1: Result: failed\\nResult: passed")
    ('Result: FAILED', '')
    >>> failed_verdict("Run 1: FAIL\\nRun 2: FAIL"), failed_verdict("run,verdict\\n1,fail\\n2,pass")
    ('Run 1: FAIL', '')
    """
    verdicts = _verdicts(document)
    return (
        verdicts[0][0] if verdicts and all(_FAILED.match(said.strip(" *_")) for _, said in verdicts) else ""
    )
