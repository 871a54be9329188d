"""Words by which a text denies, doubts or narrows what it is there to show; one reading for every kind of text.

A side-claim, the reason of an assumption, a limitation, a note, the text of an item and an answer to an objection all
weaken a step by the same words: what was tested is unlike what is used, was selected, is disputed, or holds elsewhere.
A text that says why that does no harm (``in light, which makes the tests harder``) is left to its reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from casegen.model.expressions import compiled
from casegen.model.spelling import plainly_spelled
from casegen.texts.numbers.stated import READ
from casegen.texts.reservations.settling import undone
from casegen.texts.wording.denials import foreign_language
from casegen.texts.wording.quotations import without_quotations

_TESTED = (
    r"\b(?:tests?|tested|testing|testers?|trials?|bench(?:es)?|rigs?|samples?|sampling|records?|recordings?|recorded|data|simulat\w+|"
    r"measurements?|runs|campaigns?|drills?|experiments?|prüf\w*|versuch\w*|erprob\w*|messung\w*|daten|stichprobe\w*|aufzeichnung\w*)\b"
)
_NOT = r"(?:\b(?:not|never|hardly|scarcely|barely|nowise|nicht|nie|kaum)\b|n['’]t\b)"
_DEGREE = (
    r"(?:\s+(?:at\s+all|really|quite|necessarily|always|fully|entirely|very|truly|in\s+any\s+way|yet|any\s+longer|ganz|wirklich|mehr|unbedingt))*"
    r"\s+"
)
_EASIER = (
    r"(?:easier|milder|gentler|softer|slower|shorter|weaker|cooler|simpler|lighter|calmer|less\s+[^\W\d]+|fewer\s+[^\W\d]+|"
    r"leichter|milder|kürzer|schwächer|langsamer|einfacher|schonender|weniger\s+[^\W\d]+)"
)
_LITTLE = r"(?:little|nothing|hardly\s+anything|next\s+to\s+nothing|not\s+much|wenig|nichts|kaum\s+etwas)"
_UNLIKE = compiled(
    r"\b(?:differ(?:s|ed)?|unterscheiden?\s+sich|(?:is|are|was|were|ist|sind|war|waren)\s+(?:[^\W\d]+\s+)??(?:different|dissimilar|unlike|verschieden|anders)|"
    r"(?:is|are|was|were)\s+(?:another|a\s+different)(?=\s+(?:one|than)\b)|unlike|otherwise\s+than|anders\s+als)\b|"
    rf"\b(?:weich(?:t|en)|wich(?:en)?)\b.*\bab\b|\b{_EASIER}\s+(?:than|als)\s+(?!\d)",
    re.I,
)
_OF_TESTS = compiled(_TESTED, re.I)
_NO_MATTER = compiled(
    r"\bwhat\s+differs?\b(?!\s+from)|\b(?:only|merely|nur|lediglich)\b|\b(?:in|by)\s+(?:name|nothing)\b|\b(?:less|no\s+more|not\s+more)\s+than\b|\bat\s+most\b|\bwithin\b|"
    r"\b(?:no|not|never|neither|none|nothing|hardly|kein\w*|nicht|nie|kaum|weder)\b|n['’]t\b",
    re.I,
)
"""in a clause with a word for unlike: a difference of no weight, or none"""
_UNFIT = compiled(
    rf"{_NOT}{_DEGREE}(?:representative|comparable|transferable|trustworthy|meaningful|repräsentativ|vergleichbar|übertragbar|aussagekräftig|belastbar)\b|"
    r"\b(?:unrepresentative|incomparable|atypical\s+of|not\s+typical\s+of|nicht\s+typisch\s+für|unvergleichbar)\b|"
    rf"\b(?:do|does|did)\s*(?:not|n['’]t){_DEGREE}(?:represent|reflect|resemble|mirror|stand\s+for)\b|"
    rf"\b(?:bilde[nt]|spiegel[nt]|repräsentier(?:t|en))\b[^.;]*\bnicht\b|"
    r"\b(?:resembles?|equals?|gleich(?:t|en)|entsprech(?:en)?|entspricht|ähnel[nt])\s+[^.;]*?\b(?:no\s+more\s+than|hardly|kaum|nicht|wenig)\b|"
    rf"\b{_LITTLE}\s+(?:in\s+common|gemein(?:sam)?)\b|"
    rf"\b(?:says?|said|tells?|told|shows?|showed|proves?|sag(?:t|en)|zeig(?:t|en)|beweis(?:t|en))\s+(?:us\s+|me\s+|very\s+|so\s+|only\s+)*{_LITTLE}\s+(?:about|of|on|über)\b",
    re.I,
)
_LOOKED_AT = (
    r"(?:verified|tested|checked|validated|measured|reviewed|inspected|confirmed|proven|shown|demonstrated|examined|analy[sz]ed|"
    r"geprüft|getestet|nachgewiesen|bestätigt|gemessen)"
)
_UNTESTED = compiled(
    rf"\b(?:nothing|none\s+of\s+(?:it|this|these|the\s+[^\W\d]+)|nichts)\s+(?:here\s+|of\s+it\s+|of\s+this\s+|hier\s+|davon\s+)?"
    rf"(?:is|are|was|were|has\s+been|have\s+been|ist|sind|wurden?)\s+(?:ever\s+|really\s+|je\s+)?{_LOOKED_AT}\b|"
    r"\b(?:is|are|was|were|remains?|stays?|ist|sind|bleib(?:t|en)|war(?:en)?)\s+(?:still\s+|so\s+far\s+|noch\s+)?"
    r"(?:untested|unverified|unvalidated|unchecked|unreviewed|ungeprüft|ungetestet)\b|^\W*(?:untested|unverified|unvalidated|unchecked|ungeprüft|ungetestet)\b(?!\s+[^\W\d]+s\b)",
    re.I,
)
_UNFIT_TESTS = compiled(
    rf"{_NOT}{_DEGREE}(?:valid|reliable|sufficient|adequate|suitable|applicable|gültig|zuverlässig|ausreichend|geeignet|anwendbar)\b|"
    rf"\b(?:do|does|did)\s*(?:not|n['’]t){_DEGREE}(?:match|correspond|apply|agree|suffice|count)\b|\b(?:invalid|unreliable|insufficient|inadequate)\b|"
    rf"{_NOT}{_DEGREE}(?:of|on|with|from|about|for|von|mit)\s+(?:this|the|our|dies\w+|de[mnr]|unser\w*)\s+[^\W\d]+",
    re.I,
)
"""said of tests and data; of other things these words describe how they work"""
_DOUBTED = compiled(
    r"\b(?:is|are|was|were|been|be|remains?|ist|sind|wurden?|bleibt)\s+(?:still\s+|now\s+|often\s+|also\s+|[^\W\d]+ly\s+)*(?:questioned|disputed|doubted|contested|"
    r"doubtful|questionable|dubious|debatable|unproven|unfounded|in\s+(?:doubt|dispute|question)|under\s+dispute|umstritten|zweifelhaft|"
    r"angezweifelt|bezweifelt|fraglich|strittig)\b|"
    r"\b(?:is|ist)\s+(?:a\s+matter\s+for|sache\s+de[rs])\b",
    re.I,
)
_WISHED = compiled(
    r"^\W*(?:it\s+would\s+be|es\s+wäre)\s+(?:good|nice|better|best|desirable|helpful|preferable|great|gut|schön|besser|wünschenswert)\b|"
    r"^\W*(?:whether|ob)\b(?!.*\b(?:known|decided|shown|checked|measured|tested|recorded|read|detected|monitored|stated|bekannt|geprüft|gemessen)\b)|"
    r"^\W*(?:if\s+only|wenn\s+nur)\b|^\W*(?:only|nobody|no\s+one|few)\b.*\bwould\s+(?:say|claim|believe|think|maintain)\s+that\b|"
    r"\b(?:was|were)\s+(?:still\s+)?(?:to|meant\s+to|supposed\s+to|intended\s+to|planned\s+to)\s+(?:have\s+been|be)\s+[^\W\d]+",
    re.I,
)
_ONLY_AIMED = compiled(
    r"^\W*(?:(?:all|the|these|our|its|alle|die|diese)\s+)*(?:numbers?|figures?|values?|bounds?|limits?|results?|claims?|zahlen|werte|grenzen|ergebnisse)\s+[^.;]*?\b(?:is|are|sind|ist)\s+(?:only\s+|merely\s+|nur\s+|but\s+)?"
    r"(?:an?\s+|eine?\s+)?(?:aspirations?|(?:design\s+)?(?:goals?|aims?)|guesses|guessed|placeholders?|examples?|illustrati\w+|invented|made\s+up|wishes|"
    r"hopes|fictitious|fictional|erfunden|geraten|platzhalter|beispiele?|wünsche|ziele)\b|"
    r"\bfor\s+(?:demonstration|illustration|illustrative|training|teaching|demo)(?:\s+purposes?)?(?:\s+only)?\s*\W*$|"
    r"\b(?:only|just|nur)\s+(?:an?|ein)\s+(?:example|illustration|demo(?:nstration)?|beispiel)\b|\bzu\s+(?:demonstrations|übungs|schulungs)zwecken\b",
    re.I,
)
_OF_ANOTHER = compiled(
    r"\b(?:is|are|was|were|comes?|came|speaks?|reports?)\s+(?:about|of|from|on|for)\s+(?:an?other|a\s+different|(?:the|a|its|our)\s+(?:old(?:er)?|previous|former|earlier)|"
    r"(?:the|a|its|our)\s+predecessor)\b|"
    r"\b(?:stammt|stammen|handelt|handeln)\s+von\s+(?:eine[rmn]\s+ander|de[rmn]\s+(?:alten|früheren|vorigen|vorgänger))|"
    r"\((?:the\s+)?(?:predecessor|(?:previous|old|former)\s+[^\W\d]+|vorgänger\w*)\)|"
    r"\bnot\s+the\s+(?:subject|matter|object)\s+of\s+(?:this|the)\b|\bnicht\s+gegenstand\s+(?:dies|de[rs]\b)",
    re.I,
)
_CHANGED_SINCE = compiled(
    r"\b(?:before|prior\s+to|until|vor|bevor|bis)\s+(?:[^.;]*?\s)?(?:(?:was|were|wurden?)\s+)?(?:rebuilt|rebuild|re-?designed|redesign|modified|modification|retrofit(?:ted)?|overhaul(?:ed)?|"
    r"umbau|umgebaut)\b|"
    r"\b(?:was|were|has\s+been|have\s+been|got|wurden?)\s+(?:[^\W\d]+\s+)?(?:raised|rebuilt|changed|redesigned|modified|lowered|erhöht|umgebaut|geändert)\s+"
    r"(?:after|since|nach|seit)\s+(?:the\s+|den\s+|der\s+)?(?:tests?|trials?|record\w*|measurements?|campaigns?|versuche?n?|prüfung(?:en)?)\b",
    re.I,
)
_WITHDRAWN = compiled(
    r"\b(?:withdrew|withdrawn|revoked|retracted|rescinded|took\s+back|taken\s+back|widerrufen|widerrief|zurückgezogen)\b[^.;]*?\b(?:acceptance|approval|"
    r"consent|agreement|signature|sign-off|statement|zustimmung|freigabe|unterschrift)\b|"
    r"\b(?:acceptance|approval|consent|agreement|signature|sign-off|zustimmung|freigabe)\s+(?:was|is|has\s+been|wurde|ist)\s+(?:withdrawn|revoked|retracted|"
    r"rescinded|widerrufen|zurückgezogen)\b",
    re.I,
)
_ACCEPTED = r"(?:accepted|agreed|approved|signed|akzeptiert|angenommen|genehmigt|zugestimmt|unterschrieben|freigegeben)"
_RESERVED = compiled(
    rf"\b{_ACCEPTED}\b[^.;]*?\b(?:with|mit)\s+(?:[^\W\d]+\s+)?(?:reservations?|doubts?|concerns|misgivings|hesitation|bedenken|zweifeln?)\b|"
    rf"\b{_ACCEPTED}\b[^.;]*?\b(?:under\s+(?:protest|duress|pressure)|reluctantly|grudgingly|widerwillig)\b|"
    r"\b(?:nur\s+)?unter\s+(?:vorbehalt|protest)\b|\bonly\s+under\s+(?:protest|reserve)\b",
    re.I,
)
"""an acceptance that is none"""
_BAD = (
    r"(?:fail(?:ed|ures?)|errors?|outliers?|misses|crash(?:es|ed)?|bad|faulty|fehl\w+|ausreißer|versager|ausfälle\w*|"
    r"unsuccessful|accidents?|incidents?)"
)
_TAKEN_OUT = (
    r"(?:left\s+out|removed|excluded|discarded|dropped|omitted|deleted|struck(?:\s+out)?|ignored|disregarded|filtered(?:\s+out)?|taken\s+out|weeded\s+out|"
    r"sorted\s+out|gestrichen|weggelassen|entfernt|aussortiert|gelöscht|bereinigt|ausgeschlossen)"
)
_SELECTED = compiled(
    rf"\b{_BAD}\b[^.;]*?\b(?:is|are|was|were|been|ist|sind|wurden?)\s+(?:then\s+|all\s+|later\s+|mostly\s+|simply\s+)?{_TAKEN_OUT}\b(?!\s+by\s+(?:the\s+)?(?:design|guard|barrier))|"
    rf"\b{_BAD}\b[^.;]*?\b(?:was|were|wurden?)\s+(?:then\s+|all\s+|later\s+)?(?:corrected|repeated|cleaned|wiederholt|korrigiert)\b|"
    rf"\b{_BAD}\b[^.;]*?(?:\b(?:do|does|did|are|were|is|was)\s*(?:not|n['’]t)\s+(?:be\s+)?count(?:ed)?\b|\bzähl(?:t|en)\s+nicht\b)|"
    rf"\b{_TAKEN_OUT}\b[^.;]*?\b(?:after|because|since|when|where|if|nachdem|weil|wenn)\b[^.;]*?\b(?:failed|broke|crashed|missed|versagten?|ausfiel(?:en)?)\b|"
    r"\b(?:repeated|retried|re-?run|wiederholt)\s*,?\s*(?:until|till|bis)\b|"
    r"\b(?:the\s+)?(?:best|luckiest|cleanest|nicest|besten|schönsten)\s+(?:[^\W\d]+\s+)?(?:out\s+)?(?:of|from|von|aus)\s+(?:the\s+)?(?:\d|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|hundred|all|many|several|zwanzig|zehn)|"
    r"\b(?:hand[- ]?picked|cherry[- ]?picked|handverlesen\w*)\b",
    re.I,
)
_ONLY_COUNTED = compiled(
    r"^\W*(?:only|solely|nur)\s+(?P<what>[^.;,]+?)\s+(?:is|are|was|were|wird|werden|wurden?)\s+(?:here\s+|then\s+)?(?:counted|recorded|kept|used|considered|included|logged|"
    r"regarded|evaluated|reported|gezählt|aufgezeichnet|betrachtet|gewertet|berücksichtigt)\b|"
    r"^\W*(?:(?:failures?|demands?|closings?|runs?|trials?|tests?)\s+(?:is|are|was|were)\s+)?(?:counted|recorded|logged|gezählt|erfasst)\s+(?:only|nur)\b",
    re.I,
)
_DISABLED = compiled(
    r"\b(?:with|while|mit|bei)\s+(?:the\s+|its\s+|de[rmn]\s+)?(?:[^\W\d]+\s+){1,3}?(?:is\s+|was\s+|were\s+)?(?:switched\s+off|disconnected|unplugged|unpowered|disabled|removed|bypassed|"
    r"ausgeschaltet\w*|abgeschaltet\w*)\s*\W*$",
    re.I,
)
_HARMLESS = compiled(
    r"\b(?:harder|harsher|tougher|heavier|stricter|severer|more\s+(?:severe|demanding|difficult|critical)|worse\s+than|conservative\w*|cautious\w*|safe\s+side|"
    r"worst\s+case|(?:of\s+)?no\s+(?:influence|effect|importance|bearing)|does\s+not\s+matter|makes\s+no\s+difference|härter|strenger|konservativ\w*|"
    r"sicheren\s+seite|ohne\s+einfluss|however|therefore|instead|jedoch|daher|sondern)\b|"
    r"\bbut\s+(?!of\s+one\b|of\s+another\b)",
    re.I,
)
"""what says that it does no harm, or what was done about it: a reader judges that"""
_NEGATED = compiled(
    r"(?:\b(?:no|not|never|neither|none|nothing|nobody|without|kein\w*|nicht|nie|niemand|ohne)\b|n['’]t\b)(?:\s+[^\W\d]+){0,3}\s*$",
    re.I,
)
_SENTENCE = compiled(r"[.;!?](?:\s+|$)")
_CLAUSE = compiled(r"[.;:!?](?:\s+|$)|,\s+|\s+[–—-]\s+|\s+\b(?:because|although|weil|obwohl)\b\s+", re.I)


class _Form(NamedTuple):
    says: re.Pattern[str]
    of_tests: bool = False
    """it weakens only where the clause speaks of tests or data"""
    spared: re.Pattern[str] | None = None
    """words of the clause beside which it weakens nothing"""
    deniable: bool = True
    """whether a negation before its words takes them back"""


_FORMS = (
    _Form(_UNLIKE, of_tests=True, spared=_NO_MATTER, deniable=False),
    _Form(_UNFIT, deniable=False),
    _Form(_UNTESTED),
    _Form(_UNFIT_TESTS, of_tests=True, deniable=False),
    _Form(_DOUBTED),
    _Form(_WISHED),
    _Form(_ONLY_AIMED),
    _Form(_OF_ANOTHER),
    _Form(_CHANGED_SINCE),
    _Form(_WITHDRAWN),
    _Form(_RESERVED),
    _Form(_SELECTED),
    _Form(_ONLY_COUNTED),
    _Form(_DISABLED, of_tests=True),
)


def weakened(text: str) -> str:
    """Words by which a text weakens what it stands for; empty where it has none, or says why they do no harm.

    >>> weakened("The tests are not representative of use"), weakened("Runs with a failure were left out")
    ('not representative', 'failure were left out')
    >>> [weakened(t) for t in ("Tests and use do not differ", "No run with a failure was left out", "Tested as used")]
    ['', '', '']
    >>> weakened("The tests differ from use in light, which makes them harder")
    ''
    """
    text = plainly_spelled(text[:READ])
    if foreign_language(text) or _HARMLESS.search(text):
        return ""
    return next(_weakenings(text), "")


def weakened_or_undone(text: str) -> str:
    """As :func:`weakened`; also that what was to be done was not: ``never tested``, ``could not be checked``."""
    text = plainly_spelled(text)
    said = weakened(text)
    return said or (" ".join(text.split())[:160] if undone(text) else "")


def _weakenings(text: str) -> Iterator[str]:
    for sentence in _SENTENCE.split(without_quotations(text)):
        tested = _OF_TESTS.search(sentence) is not None
        for clause in _CLAUSE.split(sentence):
            for form in _FORMS:
                if (form.of_tests and not tested) or (form.spared and form.spared.search(clause)):
                    continue
                match = form.says.search(clause)
                if match and not (form.deniable and _NEGATED.search(clause[: match.start()])):
                    yield match[0].strip(" ,;:")


_SAME_WAY = (
    r"(?:in|on|auf)\s+(?:the\s+same|dieselbe|die\s+gleiche|gleiche[rn]?)\s+(?:ways?|manner|fashion|weise|art)"
)
_ALIKE = r"(?:alike|the\s+same|equal|equivalent|similar|identical|gleich|ähnlich|dieselben?|identisch|vergleichbar)"
_NOT_ALIKE = compiled(
    rf"{_NOT}{_DEGREE}{_ALIKE}\W*$|{_NOT}[^,]*\b{_SAME_WAY}\b|"
    r"\b(?:unequal|dissimilar|ungleich)\W*$",
    re.I,
)
_ANOTHER = compiled(
    rf"\b(?:is|are|was|were|ist|sind)\s+{_NOT}\s+(?:the\s+ones?|that|those|de[rn]|die|das|diejenigen?)\s+(?:of|in|from|des|der|aus|im)\b",
    re.I,
)
_DIFFERENT = compiled(
    r"\b(?:in|on|auf)\s+(?:two\s+|quite\s+|very\s+|zwei\s+)?(?:different|verschiedene[rn]?|unterschiedliche[rn]?|andere[rn]?)\s+(?:ways?|manners?|fashions?|weisen?|art(?:en)?)\b|"
    r"\bdifferently\b|\b(?:is|are|was|were|ist|sind|war(?:en)?)\s+(?:[^\W\d]+ly\s+)?(?:different|unlike|verschieden|unterschiedlich|anders)\W*$|"
    r"\bdiffer(?:s|ed)?\W*$|\bunterscheiden\s+sich\W*$",
    re.I,
)
_DENIED = compiled(rf"{_NOT}|\b(?:no|none|nothing|neither|nobody|nowhere|kein\w*|weder|nirgends)\b", re.I)
_APART = compiled(
    r"\b(?:persons?|people|teams?|crews?|authors?|reviewers?|owners?|assessors?|makers?|makes?|suppliers?|supplies|channels?|principles?|technolog\w+|software|"
    r"algorithms?|sensors?|networks?|methods?|cables?|routes?|lines?|rooms?|causes?|divers\w+|redundan\w+|independen\w+|records?|data|personen|gruppen|prüfer|"
    r"hersteller|kanäle|prinzip\w*|verfahren|leitungen|räume|ursachen|unabhängig\w*|daten)\b",
    re.I,
)
"""what is better different: nothing has to be shown of two channels by one of them"""


def unlike(text: str) -> str:
    """Words by which a side-claim says that two things differ of which it is to show that they do not; else empty.

    >>> unlike("Rig and hall ask for a stop in different ways"), unlike("The lift is not the one of the data sheets")
    ('in different ways', 'is not the one of')
    >>> [unlike(t) for t in ("Rig and hall do not differ", "The two channels are different", "Rigs differ in colour")]
    ['', '', '']
    """
    text = text[:READ]
    if foreign_language(text) or _HARMLESS.search(text):
        return ""
    if (another := _ANOTHER.search(text)) or _APART.search(text):
        return another[0] if another else ""
    for clause in _CLAUSE.split(without_quotations(text)):
        match = _NOT_ALIKE.search(clause)
        differs = _DIFFERENT.search(clause) if match is None else None
        match = match or (differs if differs and not _DENIED.search(clause[: differs.start()]) else None)
        if match and not re.search(r"\b(?:no|none|nothing|kein\w*)\b", clause[: match.start()], re.I):
            return match[0].strip(" ,;:.")
    return ""


_AT_REST = (
    r"(?:switched\s+off|shut\s+down|taken\s+out|taken\s+away|out\s+of\s+(?:service|use|order)|at\s+(?:a\s+)?standstill|not\s+(?:in\s+use|running|used|"
    r"operated)|removed|disconnected|disabled|bypassed|decommissioned|ausgeschaltet|abgeschaltet|ausgebaut|außer\s+betrieb|stillgelegt|überbrückt)"
)
_NOT_OPERATED = compiled(
    rf"^\W*(?:the|an?|all|our|die|der|das|alle)\s+(?:[^\W_][\w-]*\s+){{1,4}}(?:is|are|was|were|stays?|remains?|ist|sind|bleib(?:t|en)|war(?:en)?|wurden?)\s+"
    rf"(?:[^\W\d]+ly\s+|still\s+|now\s+)?{_AT_REST}\W*$|"
    r"\b(?:appl(?:y|ies)|holds?|(?:is|are)\s+valid|gilt|gelten)\b[^.;]*?\b(?:at\s+(?:a\s+)?standstill|(?:where|when|while|as\s+long\s+as)\s+(?:no|nobody|nothing)|"
    r"im\s+stillstand|bei\s+stehende[rmn])|"
    r"^\W*(?:[^\W\d]+\s+){0,2}?(?:stands|stays|steht|bleibt)\s+(?:still|shut\s+down|switched\s+off|still)\s+(?:while|when|as\s+long\s+as|solange|wenn)\b|"
    r"^\W*(?:\d[\d.,]*|(?:at\s+most|at\s+least|never|always|höchstens|mindestens|nie|immer)[\"”“']?|"
    r"(?<=[\"“„'])(?:supported|gestützt)[\"”“'])\s+(?:(?:is\s+)?(?:here|hier)\s+)?"
    r"(?:stands\s+for|means|is\s+short\s+for|denotes|(?:is\s+)?(?:read|taken|understood)\s+as|heißt|bedeutet|steht\s+für)\b"
    r"(?!\s+(?:(?:here|hier)\s+)?(?:[\"“„']?(?:no|not|nicht|nie|never)\s+(?:more|less|fewer|mehr|weniger)|[\"“„']?(?:at\s+(?:most|least)|up\s+to|höchstens|mindestens|maximal|minimal)\b|[≤≥<>]))",
    re.I,
)
"""of a context: what the claims are about is at rest, or their own numbers mean another"""


def empties(text: str) -> str:
    """Words by which a context leaves a claim nothing to say: the thing is at rest, its numbers mean others.

    >>> [bool(empties(t)) for t in ("The press is switched off", "At most means on average")]
    [True, True]
    >>> [bool(empties(t)) for t in ("The press is switched off during cleaning", "A pump at rest is no failure")]
    [False, False]
    """
    match = _NOT_OPERATED.search(text[:READ])
    return match[0].strip(" ,;:.") if match else ""
