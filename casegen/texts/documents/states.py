"""Lines by which a document says that it is not finished, not released, not in force or not for use; English and German.

What a later verdict says of the tests settles none of these: only a later line of the same label does
(``Status: draft`` above ``Status: released``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from casegen.model.expressions import compiled
from casegen.texts.documents.answered_verdicts import with_ticked_words_alone
from casegen.texts.documents.blank_forms import without_other_answers
from casegen.texts.documents.given_answers import with_given_answers
from casegen.texts.wording.open_words import IN_WORK

_LONGEST = 300
"""characters of a line that are looked at"""
_HEAD = 40
"""lines, of those that are not blank, in which a document speaks of itself"""
_YET = r"(?:(?:is|are|was|has|ist|wurde|still|yet|been|currently|only|noch|derzeit|nur|als|as|an?|the|eine?)\s+)*"
_DRAFT = (
    r"(?:draft(?:ed)?|pre-?draft|(?:vor)?entwurf|preliminary|provisional|vorläufige?[rsn]?|vorabzug|"
    r"vorab(?:version|fassung)|rohfassung|wip)"
)
_GONE = (
    r"(?:superseded|withdrawn|retracted|revoked|rescinded|annulled|cancell?ed|obsolete|outdated|deprecated|expired|lapsed|invalid|void|retired|"
    r"überholt|zurückgezogen|widerrufen|veraltet|ungültig|hinfällig|abgelaufen|erloschen|obsolet|storniert|annulliert|außer\s+kraft|abgelöst)"
)
_ACT = (
    r"(?:released?|approved?|issued?|signed?|checked|reviewed|verified|validated|valid|final|finali[sz]ed|finished|complete[d]?|accepted|authori[sz]ed|"
    r"in\s+force|confirmed|granted|given|received|done|ready|agreed|published|freigegeben|genehmigt|unterschrieben|geprüft|gültig|fertig|erteilt|"
    r"abgenommen|abgeschlossen|bestätigt|erfolgt|vorhanden|in\s+kraft|vollständig)"
)
_NOT = (
    rf"(?:(?:not|never|nicht)\s+(?:yet\s+|noch\s+|been\s+|fully\s+|formally\s+|mehr\s+)*{_ACT}(?:\s+yet)?|"
    rf"noch\s+nicht(?:\s+{_ACT})?|not\s+yet|un(?:released|approved|signed|issued|finished|checked|reviewed|"
    rf"confirmed|vollständig|fertig))"
)
_AHEAD = (
    r"(?:pending|outstanding|awaited|awaiting(?:\s+\w+)?|requested|applied\s+for|on\s+hold|suspended|proposed|proposal|planned|to\s+follow|in\s+preparation|"
    r"tb[acd]|to\s+be\s+\w+ed|undecided|incomplete|ausstehend|offen|beantragt|folgt|geplant|steht\s+(?:noch\s+)?aus|ausgesetzt|zurückgestellt|"
    r"(?:under|in|for|im|zur|unter)\s+(?:internal\s+|technical\s+|der\s+)?(?:review|revision|work|progress|approval|preparation|discussion|construction|comments?|change|"
    r"arbeit|bearbeitung|prüfung|überarbeitung|abstimmung|freigabe|genehmigung|vorbereitung|diskussion|ansicht|klärung|entwurf|draft))"
)
_REFUSED = r"(?:rejected|refused|denied|disapproved|abgelehnt|verweigert|versagt)"
_OPEN = rf"(?:{_DRAFT}|{_GONE}|{_NOT}|{_AHEAD}|{_REFUSED}|{IN_WORK})"
_SHUT = rf"^[^\w\n]*{_YET}{_OPEN}(?![\w-])(?!\s*(?:→|->))"
_LABEL = (
    r"(?P<label>(?:(?:document|report|release|issue|revision|approval|current|this|dokument(?:en)?|dok\.?|freigabe|bearbeitungs|prüf)[\s.-]*)?"
    r"(?:status|state|stand|zustand)(?:\s+of\s+(?:this\s+|the\s+)?(?:document|report|record)|\s+des\s+(?:dokuments|berichts))?|"
    r"approval|approved(?:\s+by)?|release[d]?(?:\s+by)?|signed(?:\s+by)?|signature|issued|validity|maturity|life\s?cycle(?:\s+state)?|version|revision|issue|edition|"
    r"freigabe|freigegeben(?:\s+(?:von|durch))?|genehmigung|genehmigt(?:\s+(?:von|durch))?|unterschrift|gültigkeit|reifegrad|ausgabe|fassung|classification|"
    r"klassifikation)"
)
_LABELLED = compiled(
    rf"^(?P<marks>[^\w\n\"']{{0,20}}[\"']?){_LABEL}[\"'*_]*(?:\s*(?P<by>[:=|])|\s+[-–—](?=\s))[\s\"'*_|]*(?P<is>[^\n|]{{1,80}}?)[\s\"'*_|,]*$",
    re.I,
)
_ALONE_LABEL = compiled(rf"^[\W_]{{0,20}}{_LABEL}[\s*_:]*$", re.I)
_SPACED = re.compile(r"(?<!\w)(?:[^\W\d_] ){3,}[^\W\d_](?!\w)")
_BAD_STATE = compiled(_SHUT, re.I)
_BAD_ISSUE = compiled(
    rf"^(?:[\w.-]+\s+){{0,2}}[(\[,–-]?\s*(?:{_DRAFT}|{_GONE}|{_NOT})(?:\s+[\w.]{{1,4}})?[)\]]?\W*$|^{_DRAFT}\b",
    re.I,
)
"""behind a version, an issue or a classification: ``0.3 (draft)``, ``draft C``"""
_OF_ISSUE = compiled(r"version|revision|issue|edition|ausgabe|fassung|classification|klassifikation", re.I)
_OF_PERSON = compiled(
    r"(?:approved|released|signed|issued|freigegeben|genehmigt)\b|signature|unterschrift", re.I
)
_STATUS = compiled(
    r".*\b(?:document|report|release|approval|dokument(?:en)?|freigabe|bearbeitungs)[\s.-]*(?:status|stand)\b|status(?:\s+(?:of|des)\b.*)?|maturity|reifegrad|life\s?cycle.*",
    re.I,
)
_GOOD = compiled(
    r"^[^\w\n]*(?:(?:is|has|been|was|now|fully|formally|ist|wurde|as)\s+)*(?:released?|approved?|issued?|final\w*|valid(?:ated)?|in\s+(?:force|kraft)|effective|current|active|"
    r"accepted|adopted|agreed|signed|published|baselined?|frozen|stable|recommend\w*|standard|live|operational|working|available|enabled|authori[sz]ed|reviewed|checked|verified|confirmed|closed?|completed?|done|finished|pass(?:ed)?|ok(?:ay)?|"
    r"success\w*|good|green|freigegeben|gültig|genehmigt|abgeschlossen|abgenommen|erledigt|fertig\w*|endgültig|endfassung|bestanden|geprüft|unterschrieben|"
    r"veröffentlicht|verabschiedet|bestätigt|i\.?\s?o\.?|in\s+ordnung|yes|ja|true|new|neu|none|n/?a|public|confidential|internal|fail\w*|nok|not\s+ok|durchgefallen|"
    r"nicht\s+bestanden|red|rot|[✓✔✅❌✗✘])(?!\w)|^\W*\d|^\W*$|[→]|->",
    re.I,
)
"""states of a document that is in force, and verdicts, which are read elsewhere"""
_OF_OTHER = compiled(
    r"\b(?:replaces|supersedes|in\s+place\s+of|former\w*|previous\w*|old|earlier|history|predecessor|ersetzt(?!\s+durch)|früher\w*|vorherige\w*|alte[rsnm]?|"
    r"historie|verlauf|vorgänger\w*)\b",
    re.I,
)
_REPLACED = compiled(
    r"(?:^[^\w\n]*|[.;|]\s+)(?P<what>superseded|replaced|obsoleted|ersetzt|abgelöst|überholt)\s+(?:by|durch)\b[\s:=|*_]*(?P<by>[^\n|]+)",
    re.I,
)
_NONE = compiled(
    r"^\W*$|^\W*(?:none|nothing|no|n/?a|not\s+applicable|nil|keine?\w*|nichts|entfällt|hand|a\s+like\b)(?!\w)",
    re.I,
)
_NAMED = (
    r"(?:(?-i:[A-Z]{1,6}[\s-]?\d[\w./-]*)|(?:report|issue|version|revision|document|bericht|ausgabe|fassung|"
    r"dokument|protokoll)\b)"
)
_PAPER = (
    r"(?:[\w-]*(?:report|record|certificate|document|protocol|statement|paper|analysis|version|issue|revision|edition|draft|sheet|"
    r"bericht|protokoll|zertifikat|dokument|nachweis|analyse|fassung|ausgabe|datenblatt))"
)
_ITSELF = (
    rf"(?:(?:this|the\s+present|diese[rsm]?|(?:der|die|das)\s+vorliegende)\s+(?:[\w-]+\s+){{0,3}}?{_PAPER}|"
    r"(?:the|der|die|das)\s+(?:[\w-]+\s+){0,2}?(?:report|document|bericht|dokument|protokoll))(?:\s+(?-i:[A-Z]{1,6}[\s-]?\d[\w./-]*))?"
)
_UNLESS = (
    r"(?!\W*\s(?:if|when|unless|without|wenn|falls|sofern|ohne|in\s+part|outside|except|until|after|once|sobald|"
    r"for\s+(?:other|any\s+other))\b)"
)
_DAY = (
    r"(?:\s+(?:now|since|meanwhile|already|therefore|hereby|formally|inzwischen|bereits|hiermit|daher|seit|am|on|"
    r"in|as\s+of)(?:\s+\d[\w.,-]*(?:\s+[^\W\d_]+)?(?:\s+\d{4})?)?)*"
)
_USE = (
    r"(?:used?(?=\W*$|\s+(?:as|for\s+(?:any|safety|approval|release|acceptance|certification|evidence|design|decisions?)|any\s+(?:more|longer))\b)|relied\s+(?:up)?on|"
    r"cited|quoted)"
)
_SAYS = compiled(
    rf"^\W*(?:(?:note|remark|important|attention|warning|notice|hinweis|achtung|wichtig|warnung)\W+)?{_ITSELF}\s+(?:(?:is|are|was|has(?:\s+been)?|had\s+been|ist|wurde|gilt|gilt\s+als){_DAY}\s+{_YET}"
    rf"(?:{_OPEN}|replaced\s+by\b.*|(?:durch\b[^,;.]*\b(?:ersetzt|abgelöst))|(?:not|nicht)\s+(?:for\s+use|to\s+be\s+{_USE}|zu\s+verwenden)|no\s+longer\s+(?:valid|in\s+force|current|applicable))(?![\w-])|"
    rf"(?:has\s+)?(?:expired|lapsed)\b|(?:must|may|shall|should|can)(?:\s+not|not)\s+(?:any\s+longer\s+|anymore\s+)?be\s+{_USE}|"
    rf"(?:darf|soll|kann)\s+nicht\s+(?:mehr\s+)?(?:[^\W\d_]+\s+){{0,4}}?(?:verwendet|benutzt|herangezogen)\b|(?:gilt|lief|läuft)\s+(?:nicht\s+mehr|ab\b)|needs\s+(?:approval|review|release)\b){_UNLESS}|"
    rf"^\W*(?:this|it|dies|das|es)\s+(?:is|ist)\s+(?:still\s+|only\s+|just\s+|noch\s+|nur\s+|erst\s+)*(?:an?\s+|the\s+|eine?\s+|der\s+|die\s+)?(?:first\s+|early\s+|working\s+|erste[rs]?\s+)?"
    rf"(?:draft|(?:preliminary|provisional|vorläufige?[rsn]?)\s+{_PAPER}|(?:vor)?entwurf|vorabzug|template|specimen)(?![\w-])",
    re.I,
)
_TWICE = (
    r"(?:\s+(?:only|nur|v?\d[\w.]*|(?:test|inspection)?\s*report|version|issue|edition|revision|copy|document|"
    r"bericht|fassung|ausgabe|prüfbericht|protokoll))"
)
_MORE = (
    r"(?:\s*[,;:(–—-]+\s*(?:stand|version|v\.?\s?\d|rev|date|as\s+of|vom|not|nicht|do\s+not|for|zur|nur|only|page|"
    r"seite|by|durch|see|siehe)\b[^\n|]*)"
)
_ALONE = compiled(
    rf"^(?:[^\w\n|#<]|_){{0,20}}(?:(?:{_DRAFT}|working\s+draft|superseded|withdrawn|obsolete|überholt|zurückgezogen|veraltet|ersetzt|rejected|abgelehnt|ungültig|{_NOT})"
    rf"(?:{_TWICE}{{0,2}}|{_MORE}|\s+by\s+the\s+\w+)?|{IN_WORK}|work\s+in\s+progress|(?:for|zur)\s+(?:review|comments?|discussion|approval|prüfung|abstimmung|freigabe)(?:\s+(?:only|nur))?|"
    r"not\s+(?:for|to\s+be)\s+(?:use|used|release|approval)(?:\s+(?:as|in|for)\s+[\w ]{1,40})?|"
    r"do\s+not\s+use|nicht\s+(?:zu\s+)?verwenden|example\s+only|nur\s+(?:als\s+)?beispiel|"
    r"(?-i:SAMPLE|SPECIMEN|TEMPLATE|MUSTER|EXAMPLE)|(?:sample|specimen|template|muster)|copy\s+of\s+(?:an?\s+)?(?:withdrawn|superseded|obsolete)\s+\w+)\W{0,20}$",
    re.I,
)
"""a line of its own, without the sign of a heading or a list of values"""
_SIZE = compiled(
    r"^[^\w\n]*(?:[^\W\d_]+\s*[:=]?\s*)?[-+]?\d[\d.,]*\s*(?:m|cm|mm|ft|in|%|bar|kg|t)?\W*$", re.I
)
_SHIP = compiled(
    r"\b(?:ship|vessel|beam|hull|trim|heel|keel|freeboard|displacement|length\s+over\s+all|schiff|tiefgang|load\s?line)\b",
    re.I,
)
_IN_TITLE = compiled(
    rf"(?:{_PAPER}|\b(?:rev|version|issue|v)\.?\s?\w|\b[A-Z]{{1,6}}-?\d).*[,;–—-]\s*(?:{_DRAFT}|{_GONE}|in\s+(?:arbeit|work|bearbeitung|prüfung))\W*$",
    re.I,
)
_LINES_OF_TITLE = 4
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[^\W\d_])")


def states_in_doubt(document: str) -> Iterator[str]:
    """The lines and sentences by which a document says that it is not finished, released, in force or for use.

    >>> list(states_in_doubt("Status: in work\\nResult: ok")), list(states_in_doubt("Status: draft\\nStatus: final"))
    (['Status: in work'], [])
    >>> list(states_in_doubt("| Status | Draft |")), list(states_in_doubt("# Ship\\n\\nDraft\\n\\n2.1 m"))
    (['| Status | Draft |'], [])
    >>> list(states_in_doubt("This report has been superseded by IR-10. All passed."))
    ['This report has been superseded by IR-10.']
    """
    document = without_other_answers(with_ticked_words_alone(with_given_answers(document)))
    lines = [line for line in document.splitlines() if line.strip()]
    of_ship = _SHIP.search(document) is not None
    labelled: dict[str, tuple[str, bool]] = {}
    for n, line in enumerate(lines):
        if len(line) > _LONGEST:
            continue
        behind = lines[n + 1] if n + 1 < len(lines) else ""
        quote, label, bad = _labelled(line, behind, in_head=n < _HEAD)
        if label:
            labelled[label] = (quote, bad)
        elif _alone(line, behind, of_ship) or _titled(line, n) or _replaced(line, n):
            yield _quoted(line)
        yield from (_quoted(said) for said in _SENTENCE.split(line) if _SAYS.search(said))
    yield from (_quoted(quote) for quote, bad in labelled.values() if bad)


def _labelled(line: str, behind: str, *, in_head: bool) -> tuple[str, str, bool]:
    """A line whose label asks for the state of the document: the quote, the label, and whether the state is a bad one."""
    line = _SPACED.sub(lambda match: match[0].replace(" ", ""), line)
    match = _LABELLED.match(line)
    if match is None:
        alone = _ALONE_LABEL.match(line)
        said = behind.strip(" \t*_\"'")
        if alone is None or not _BAD_STATE.fullmatch(said) or len(said.split()) > 3:
            return "", "", False
        return f"{line.strip()} {said}", _plain(alone["label"]), True
    label, said = match["label"], match["is"]
    if _OF_OTHER.search(line[: match.start("is")]):
        return "", "", False
    if _OF_ISSUE.fullmatch(label):
        return line, _plain(label), _BAD_ISSUE.search(said) is not None and not _OF_OTHER.search(said)
    is_unknown = (
        in_head and match["by"] == ":" and not set(match["marks"]) & set("\"'|,")
        and _STATUS.fullmatch(label) is not None and not _GOOD.search(said)
    )  # fmt: skip
    bad = _BAD_STATE.search(said) is not None or is_unknown
    if bad and _OF_PERSON.match(label) and re.match(r"\W*[A-ZÄÖÜ][\w.'’-]*\s+[A-ZÄÖÜ]", said):
        bad = False  # a person's name
    return line, _plain(label), bad


def _plain(label: str) -> str:
    """What a label asks for, without the words by which the same is asked: one line of the same answers it."""
    text = " ".join(label.casefold().split())
    return "status" if _STATUS.fullmatch(text) or text in ("state", "stand", "zustand") else text


def _alone(line: str, behind: str, of_ship: bool) -> bool:
    match = _ALONE.match(line)
    ship = re.match(r"\W*draft\W*$", line, re.I) and (of_ship or _SIZE.match(behind))
    return match is not None and not ship


def _titled(line: str, n: int) -> bool:
    """Whether a title ends in what the document is: ``Report IR-9, Rev. A, draft``."""
    return (
        n < _LINES_OF_TITLE
        and not _OF_OTHER.search(line)
        and not _SHIP.search(line)
        and bool(_IN_TITLE.search(line))
    )


def _replaced(line: str, n: int) -> bool:
    """Whether a line names what stands in place of the document."""
    match = _REPLACED.search(line)
    if match is None or _NONE.match(match["by"]):
        return False
    named = re.match(rf"\W*{_NAMED}", match["by"], re.I) is not None
    return match["what"].casefold() == "superseded" or (n < _HEAD and named)


def _quoted(text: str) -> str:
    return " ".join(text.split())[:160]
