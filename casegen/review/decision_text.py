"""Whether the text of an act that settles something says so: not the opposite, not later, and not nothing."""

from __future__ import annotations

import re
from collections.abc import Callable

from casegen.model.expressions import compiled
from casegen.model.spelling import plainly_spelled
from casegen.texts.acceptances.dissent import dissents
from casegen.texts.acceptances.person import readable
from casegen.texts.acceptances.reasons import is_unwritten, no_reason
from casegen.texts.documents.lasting_faults import lasting_fault
from casegen.texts.documents.reported_outcomes import failed_verdict, reports_opposite_alone
from casegen.texts.reservations.settling import denies_the_opposite, says_done, undone
from casegen.texts.wording.denials import denies_itself

_DONE = (
    r"(?:met|fulfilled|satisfied|resolved|fixed|done|implemented|solved|settled|corrected|repaired|addressed|answered|completed?|finished|"
    r"closed|erfüllt|behoben|gelöst|erledigt|umgesetzt|beseitigt|abgeschlossen|geschlossen|korrigiert|beantwortet)\b"
)
_RECORD = (
    r"\b(?:(?:condition|finding|issue|point|defect|fault|problem|remark|requirement|work|action|bedingung|befund|auflage|mangel|"
    r"fehler|punkt|maßnahme)s?(?:\s+(?:no\.?\s*)?\d+)?(?:\s+of\s+s\d+)?|it|this|es|dies|das|[fs]\d+)"
)
_NO_IF = "".join(
    rf"(?<!\b{word} )(?<!\b{word} {article} )"
    for words, article in (("if when while until where", "the"), ("wenn falls bis", "die"))
    for word in words.split()
)
"""a case that is provided for is no news: ``if the condition is not met, the lift stops``"""
_ADVERB = (
    r"(?:(?:yet|fully|completely|been|being|really|quite|actually|noch|ganz|vollständig|wirklich|worden)\s+)*"
)
_NOT_BUT = r"(?!\s+\w.*\b(?:but|sondern)\s+(?:by|with|in|through|durch|mit)\b)"
_NOT_DONE = rf"(?:not|never|nicht|nie)\s+{_ADVERB}{_DONE}{_NOT_BUT}"
_OPEN = r"(?:open|offen)(?=\W*$|\s*[.,;:]|\s+(?:and|but|until|und|aber|bis)\b)"
_UNDONE = (
    rf"(?:(?:only\s+)?(?:partly|partially|almost|nearly|teilweise|fast)\s+{_DONE}|{_OPEN}|(?:yet\s+)?to\s+be\s+{_DONE}|"
    r"(?:unmet|unresolved|unfulfilled|unsolved|unerfüllt|ungelöst|pending|outstanding|reproducible\W*$)\b)"
)
_IS = r"(?:is|are|remains?|stays?|has|have|ist|sind|bleibt|wurde|wird)"
_DENIED = compiled(
    rf"(?:^|[.;!]\s+)\W*(?:{_IS}\s+)?(?:still\s+|immer\s+|noch\s+)*{_NOT_DONE}|"
    rf"{_NO_IF}{_RECORD}\s+{_IS}\s+(?:still\s+|immer\s+|noch\s+)*(?:{_NOT_DONE}|{_UNDONE})|{_NO_IF}{_RECORD}\s+{_NOT_DONE}\W*$|"
    rf"^\W*(?:nothing|none\s+of\s+(?:it|them|the\s+\w+)|no\s+condition)\s+(?:is|was|are|were|has\s+been)\s+{_DONE}|"
    r"\b(?:condition|finding|bedingung|befund|mangel)\s+(?:\d+\s+)?(?:still\s+)?(?:fails|stands|persists|besteht|is\s+false)\b(?!\s+corrected)|"
    rf"{_NO_IF}{_RECORD}\s+(?:isn['’]t|hasn['’]t|cannot|can['’]t|could\s+not)\s+(?:yet\s+)?(?:be\s+|been\s+)?{_DONE}|"
    rf"^\W*(?:(?:still|immer|noch|remains?|bleibt)\s+)*(?:{_OPEN}|unmet|unresolved|pending|offen|no|nein)\W*$",
    re.I,
)
_AGREES = compiled(
    r"\W*(?:ok|okay|yes|ja|fine|passt|agreed|einverstanden|accepted|approved|seen|checked|done)\W*", re.I
)
_NO_SUBJECT = (
    r"(?!(?:no|not|none|nothing|nobody|neither|nor|never|cannot|without|if|when|where|while|that|which|before|after|against|nichts?|"
    r"nie|niemand|kein\w*|ohne|wenn|falls|dass)\b)[\w-]+"
)
_ARTICLE = r"(?:the|a|this|that|our|der|die|das|dies\w*|ein\w*|unser\w*)"
_SUBJECT = rf"(?:(?:{_ARTICLE}\s+)?(?:{_NO_SUBJECT}\s+){{1,2}}?)?"
_STATE = (
    r"(?:broken|worn(?:\s+(?:through|out|down|off))?|cracked|torn|frayed|corroded|rust(?:y|ed)|rotten|bent|burnt|ruptured|snapped|jammed|stuck|damaged|defective|faulty|leak(?:ing|y)|missing|wrong|unsafe|bad|too\s+\w+|crashing|fail(?:s|ing|ed)|worse|loose|blocked|overdue|incomplete|inconsistent|contradictory|unstable|unclear|"
    r"(?:verschlissen|abgenutzt|gerissen|gebrochen|verrostet|korrodiert|beschädigt|verbogen|durchgescheuert)|kaputt|defekt|undicht|falsch|fehlerhaft|unsicher|lose|unvollständig|widersprüchlich|unklar|zu\s+(?:hoch|niedrig|klein|groß|lang|kurz|viel|wenig|früh|spät)|"
    r"(?:does|do|did|will|is|can)(?:\s+not|n['’]t)\s+(?:work(?:ing)?|function(?:ing)?|help|hold|pass|fit|comply|suffice|ok)|"
    r"(?:funktioniert|geht|hält|hilft|passt|reicht|genügt|stimmt)\s+(?:\w+\s+)?nicht)"
)
_LEFT = (
    r"(?:left\s+out|omitted|ignored|neglected|forgotten|overlooked|disregarded|unaccounted\s+for|"
    r"weggelassen|vergessen|unberücksichtigt|nicht\s+berücksichtigt)"
)
_LASTS = r"(?:still|yet|immer\s+noch|noch\s+immer|nach\s+wie\s+vor|weiterhin)"
_FAULTY = compiled(
    r"(?!.*\b(?:finding|remark|comment|objection|befund|einwand|bemerkung)\b)(?:"
    rf"\W*{_SUBJECT}(?:(?:is|are|gets?|ist|sind)\s+)?(?:(?:{_LASTS}|noch|even)\s+)*{_STATE}(?:\s+(?:{_LASTS}|than\s+\w+|als\s+\w+))?\W*|"
    rf"\W*{_SUBJECT}(?:persists?|recurs|besteht\s+{_LASTS})\W*|"
    rf"\W*{_SUBJECT}(?:of\s+{_SUBJECT})?(?:(?:is|are|ist|sind|wird|werden)\s+{_LASTS}|{_LASTS}|remains?|stays?|bleibt|bleiben)\s+{_LEFT}\W*|\W*(?:it|{_ARTICLE}\s+[\w-]+)\s+(?:{_LASTS}\s+)?(?:leaks|crashes)\W*)",
    re.I,
)
"""the whole sentence is that a fault is there, or lasts (``the lock is still loose``); words of praise are let through"""
_NOTHING_DONE = compiled(
    r"\W*(?:(?:no|without|keine?|ohne)\s+(?:change|action|progress|answer|änderung|maßnahme|antwort)s?|"
    r"(?:nothing|nichts)\s+(?:\w+\s+)?(?:done|changed|happened|passiert|geschehen|geändert|getan|unternommen)|unchanged|unverändert|"
    r"(?:the\s+)?(?:same\s+)?as\s+before|wie\s+(?:zuvor|bisher|vorher|gehabt)|never\s+mind|(?:we\s+)?(?:won['’]t|will\s+not)\s+(?:fix|do|change)(?:\s+\w+)?|"
    r"(?:(?:it|this|work|es)\s+(?:is\s+|ist\s+)?|we\s+are\s+|wir\s+(?:sind\s+)?)?(?:still\s+|noch\s+)?(?:(?:work\s+)?in\s+(?:progress|arbeit|bearbeitung)|"
    r"working\s+on\s+\w+|arbeiten\s+daran|dran|(?:a?waiting|warten)\b.*|planned(?:\s+for\b.*)?|geplant(?:\s+für\b.*)?)|"
    r"(?:nobody|no\s+one|niemand)\s+(?:has\s+|hat\s+)?(?:looked|checked|tested|done|geprüft|es|sich)\b.*)\W*",
    re.I,
)
"""the whole sentence is that nothing was done, or not yet"""
_ALTHOUGH = compiled(
    r"\b(?:al)?though\b|\bdespite\b|\bin\s+spite\s+of\b|\bnotwithstanding\b|\b(?:obwohl|obgleich|trotz|wenngleich)\b",
    re.I,
)
_FAILS = compiled(
    r"\b(?:fail(?:s|ed|ures?|ing)?|(?:did|does|do)\s+not\s+(?:pass|work|hold)|not\s+(?:passed|met|fulfilled|done|fixed|tested)|faulty|broken|"
    r"scheitert\w*|versagt\w*|fehlgeschlagen\w*|durchgefallen|nicht\s+(?:bestanden|erfüllt|behoben|getestet))\b",
    re.I,
)
_OF_WORK = compiled(
    r"\b(?:re-?)?(?:tests?|trials?|checks?|runs?|inspections?|reviews?|audits?|measurements?|verification|validation|repairs?|requirements?|criteri(?:on|a)|"
    r"conditions?|it|this|prüfung(?:en)?|versuche?s?|messung(?:en)?|nachweis\w*|anforderung(?:en)?|bedingung(?:en)?|es|dies)\b",
    re.I,
)
_REMEDIED = compiled(
    r"\b(?:fixed|repaired|replaced|exchanged|corrected|removed|rewritten|implemented|adjusted|changed|added|passe[sd]|pass|"
    r"repeated|behoben|repariert|ersetzt|getauscht|korrigiert|entfernt|umgesetzt|bestanden|wiederholt)\b",
    re.I,
)
"""what was done about a failure; that something is closed is the act itself"""
_BRACKETS = re.compile(r"[<>{}\[\]]")
_SENTENCE = re.compile(r"[.;!]\s+")
_NONE_IS = re.compile(r"\W*(?:no|none|kein\w*)\s", re.I)
"""``No record is missing``"""
_AGAIN = re.compile(r"\s+(?:again|twice|erneut|wieder)\W*$", re.I)


def agrees(text: str) -> bool:
    """Whether a text is a word of consent alone, such as ``ok``."""
    return _AGREES.fullmatch(readable(plainly_spelled(text))) is not None


def unsettled(text: str, about: str = "") -> str:
    """Why a text does not say that something is settled; empty where it may, and where there is none.

    ``about``: the condition that it is to say is met.

    >>> [unsettled(t) for t in ("The condition is not met", "TBD", "to be done later", "the test failed")]
    ['denies it', 'says nothing', 'puts it off', 'reports a failure']
    >>> [unsettled(t) for t in ("We shall do it.", "closed although the test failed")]
    ['puts it off', 'reports a failure']
    >>> [unsettled(t) for t in ("Although the first test failed, the seal was replaced", "Fixed; we will watch it")]
    ['', '']
    >>> [unsettled(t) for t in ("The condition is met: lock fitted", "no longer open", "The open point is closed", "")]
    ['', '', '', '']
    """
    seen = readable(plainly_spelled(text))
    if not seen or agrees(seen):
        return ""
    if _DENIED.search(seen) or denies_itself(seen) or dissents(seen):
        return "denies it"
    whole = seen[0] in "<{[" and seen[-1] in ">}]"
    plain = seen if whole else _BRACKETS.sub(" ", seen)
    if no_reason(plain) or is_unwritten(plain):
        return "says nothing"
    failed = _alone(seen, _is_failure) or _in_spite_of_failure(seen) or lasting_fault(seen)
    if failed and not denies_the_opposite(seen, about):
        return "reports a failure"
    if _alone(seen, _NOTHING_DONE.fullmatch):
        return "says that nothing was done"
    problem = undone(seen, about)
    return "" if problem == "puts it off" and says_done(seen) else problem


def _alone(text: str, says: Callable[[str], object]) -> bool:
    """Whether a sentence says no more than that, and no later one what was done then."""
    sentences = _SENTENCE.split(text)
    return any(
        says(sentence) and not any(map(says_done, sentences[k:])) for k, sentence in enumerate(sentences, 1)
    )


def _in_spite_of_failure(text: str) -> bool:
    """Whether a failure is conceded (``closed although the test failed``), and nothing says what was done about it."""
    for match in _ALTHOUGH.finditer(text):
        clause = re.split(r"[,.;!]", text[match.end() :], maxsplit=1)[0]
        others = text[: match.start()] + " " + text[match.end() + len(clause) :]
        fails = _FAILS.search(clause) and _OF_WORK.search(clause)
        if fails and not _REMEDIED.search(others) and not _REMEDIED.search(_FAILS.sub(" ", clause)):
            return True
    return False


def _is_failure(sentence: str) -> bool:
    once = _AGAIN.sub("", sentence)
    said = reports_opposite_alone(once)
    denied = _NONE_IS.match(once) and not _NONE_IS.match(said)
    failed = (said and not denied and not says_done(sentence)) or _FAULTY.fullmatch(once)
    return bool(failed or (" " not in once and failed_verdict(f"Result: {once}")))
