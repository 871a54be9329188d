"""Who may answer for what is taken without support: somebody who has a name, and who is not the owner."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from casegen.io.sentences import sentence
from casegen.model.argument import Claim, ContextNode, EvidenceNode, Node, ResidualDoubt
from casegen.model.case import Case
from casegen.model.evidence import EvidenceSpec
from casegen.model.expressions import compiled
from casegen.model.fault_tree import BasicEvent, FaultTree
from casegen.model.limits import MOST_TEXTS
from casegen.model.sentence import NOTHING, Sentence
from casegen.model.waiver import Waiver
from casegen.texts.acceptances.named_person import is_surname, names_nobody
from casegen.texts.acceptances.not_accepted import not_accepted
from casegen.texts.acceptances.open_acceptances import left_open, stands_in_alone, without_full_name
from casegen.texts.acceptances.person import includes, named_in, readable, without_address
from casegen.texts.acceptances.reasons import is_placeholder, no_reason
from casegen.texts.acceptances.under_way import is_no_person, on_its_way
from casegen.texts.times.written_days import ahead, days_alone

Accepting = Claim | ContextNode | EvidenceNode | ResidualDoubt
"""nodes with ``accepted_by``"""
Waivable = Node | EvidenceSpec | BasicEvent | FaultTree
"""parts that may set a rule aside on which a status depends"""

_REFUSED = compiled(
    r"\b(?:not|never|nicht|nie|noch\s+nicht)\s+(?:\w+\s+)?(?:accepted|approved|agreed|signed|akzeptiert|angenommen|"
    r"genehmigt|freigegeben)\b|\b(?:rejected|refused|declined|denied|disapproved|unaccepted|abgelehnt|verweigert|"
    r"zurückgewiesen|withdrawn|withdrew|withdraws|revoked|revokes|retracted|rescinded|cancell?ed|annulled|expired|lapsed|voided|invalid|superseded|"
    r"disagree[sd]?|dissent(?:s|ed)|objects|objected|opposes|opposed|protests|protested|no\s+longer|zurückgezogen|widerrufen|widerrief|abgelaufen|"
    r"ungültig|erloschen|hinfällig|überholt|annulliert|storniert|widerspricht|widersprochen|nicht\s+(?:mehr\s+)?einverstanden|nicht\s+mehr)\b|"
    r"\(\s*(?:against|void|dagegen)\s*\)|"
    r"(?-i:\S\s+(?:rejects?|refuses?|declines?|denies|vetoe[sd]|disapproves?|dissents?|abstain(?:s|ed)?|(?:enthält|enthielt|enthalten)\s+sich|zieht(?=\s[\w\s]*\bzurück\b)|zog(?=\s[\w\s]*\bzurück\b)|doubts(?=\W*$|\s+(?:it|this|that)\b)|(?:is|was|ist|war)\s+(?:against|dagegen)|votes?\s+(?:no|against)|voted\s+(?:no|against)|"
    r"says?\s+no|said\s+no|lehnte?(?=\s[\w\s]*\bab\b)|verweigerte?|weigerte?\s+sich|verneinte?|bestreitet|zweifelt|"
    r"stimmte?\s+dagegen|sagte?\s+nein)(?![\w-]))|"
    r"(?-i:[^\W_][.)]?\s+(?:[a-zß-ÿ]+\s+)*(?:not|never|nicht|niemals|nein|keine?[mnrs]?)(?![\w-]))|[,:;–-]\s*(?:no|nein|never|nie)\W*$",
    re.I,
)
"""also a negation or a verb in small letters behind a name; what is written large may be one"""
_RESERVED = compiled(
    r"\b(?:if|unless|provided|provisional(?:ly)?|conditional(?:ly)?|pending|draft|preliminary|subject\s+to|under\s+review|tbc|"
    r"to\s+(?:be\s+(?:confirmed|signed|asked)|decide|sign|accept|confirm)|not\s+yet|on\s+(?:the\s+)?condition|with(?:\s+(?:some|many|great|serious))?\s+(?:reserv\w+|doubts?|"
    r"concerns|misgivings|hesitation)|reluctant(?:ly)?|grudging(?:ly)?|unwilling(?:ly)?|under\s+(?:protest|duress|pressure|objection)|for\s+(?:now|the\s+(?:moment|"
    r"time\s+being))|temporarily|un(?:read|seen)|without\s+(?:reading|having\s+read|seeing|having\s+seen|looking)|until\s+(?:further|20\d\d\W*$|the)|in\s+principle|"
    r"partly|partially|(?:unter|mit)\s+(?:protest|zwang|bedenken|zweifeln)|widerwillig|ungelesen|ungesehen|bis\s+auf\s+weiteres|vorerst|teilweise|"
    r"(?:a)?waiting(?:\s+for)?|requested|asked|absent|deceased|(?-i:(?<=\S\s)(?:hesitates|wonders|thinks|considers|überlegt|zögert|still\s+[a-z]+s|[a-zß-ÿ]+t\s+noch|(?:has|hat)\s+(?:her\s+|his\s+|some\s+)?(?:concerns|doubts|objections|Bedenken|Zweifel|"
    r"Einwände))(?![\w-]))|"
    r"(?-i:outstanding)|in\s+progress|steht\s+(?:noch\s+)?aus|in\s+(?:klärung|prüfung|bearbeitung)|unnamed|unbenannt|namenlos|entfällt|"
    r"angefragt|verstorben|noch\s+nicht|falls|sofern|wenn|vorbehalt\w*|vorläufig\w*|bedingt|entwurf|ausstehend)\b|\?\s*$|[-–(:]\s*(?:open|offen)\W*$",
    re.I,
)
_PART = (
    r"(?:for|on|in|at|if|when|where|while|with|by|during|within|as|to|from|until|"
    r"für|auf|bei|im|am|an|zur|zum|mit|wenn|während)"
)
_LIMITED = compiled(
    rf"\b(?:only|solely|nur)\s+{_PART}\b|\b{_PART}\s+[^,;()]+\s(?:only|alone)\s*\)?\W*$|"
    rf"\b(?:but\s+)?(?:not|nicht)\s+(?:valid\s+|gültig\s+)?{_PART}\b|\b(?:except(?:ing)?|excluding|ausgenommen|außer)\s+[^\W\d_]|\bbis\s+auf\s+(?!weiteres)[^\W\d_]|"
    r"\b(?:with|under)\s+(?:[^\W\d_]+\s+)?(?:conditions?|restrictions?|limitations?|caveats?|exceptions?|objections?|provisos?)\b|"
    r"\b(?:mit|unter)\s+(?:[^\W\d_]+\s+)?(?:auflagen?|einschränkung(?:en)?|bedingung(?:en)?|ausnahmen?|einwänden?)\b|"
    r"\buntil\s+[^\W\d_]|\bbis\s+(?:zum|zur|die|der|das)\s|[,;(]\s*(?:but\s+)?(?:verbal(?:ly)?|oral(?:ly)?|by\s+word\s+of\s+mouth|mündlich)\W*$",
    re.I,
)
"""what is accepted in part, or for a while, or was only spoken"""
_OF_SOMEBODY = compiled(r"\b(?:of|for|to|under|with|von|für|bei|unter)\s+", re.I)
"""``trainee of A. Author``: who accepts is of the owner"""
_LEADS = compiled(
    r"\W*(?:the\s+)?(?:head|director|chief|chair\w*|manager|lead(?:er)?|vp|leiter(?:in)?|direktor(?:in)?)\s+(?:of|von|für)\b",
    re.I,
)
"""``Head of safety``, where *safety* owns it"""
_IN_PLACE_OF = compiled(
    r"\b(?:for|on\s+behalf\s+of|in\s+place\s+of|instead\s+of|in\s+the\s+name\s+of|für|im\s+auftrag(?:\s+von)?|in\s+vertretung(?:\s+von)?|anstelle\s+von)\s+",
    re.I,
)
_FOR_ANOTHER = compiled(
    r"^(?!.*:)\W*(?:(?:on\s+behalf\s+of|instead\s+of|in\s+place\s+of|in\s+lieu\s+of|for|für|im\s+auftrag|in\s+vertretung|anstelle|anstatt|statt)\b|(?-i:p\.\s?p\.|ppa\.|i\.\s?[AV]\.))",
    re.I,
)
_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK")


@lru_cache(maxsize=MOST_TEXTS)
def no_name(text: str) -> Sentence:
    """Why what stands for a person's acceptance names nobody who accepts; empty where it does.

    >>> [bool(no_name(t)) for t in ("TBD", "not accepted by B. Judge", "B. Judge (rejected)", "B. Judge", "Б. Судья")]
    [True, True, True, False, False]
    """
    if is_placeholder(text) or is_no_person(text) or re.search(r"[{}<>\[\]]", without_address(text)):
        return sentence("is_placeholder")
    if problem := names_nobody(text):
        return sentence(f"is_{problem}")
    if _REFUSED.search(text):
        return sentence("is_refusal")
    beside = without_full_name(text)
    reserved = _RESERVED.search(beside) or _LIMITED.search(beside) or left_open(text) or not_accepted(beside)
    if (reserved or on_its_way(text)) and not is_surname(text):
        return sentence("is_reservation")
    if _FOR_ANOTHER.match(text) or stands_in_alone(text):
        return sentence("is_for_another")
    if ahead(text):
        return sentence("is_dated_ahead")
    if len(_scripts(text)) > 1:
        return sentence("is_of_two_scripts")
    return NOTHING


def _scripts(name: str) -> set[str]:
    """Of Latin, Cyrillic and Greek, those that the name is written in; what stands in brackets is another name."""
    letters = (c for c in re.sub(r"\([^)]*\)", "", name) if c.isalpha())
    return {unicodedata.name(c, "").split(" ")[0] for c in letters}.intersection(_SCRIPTS)


def owner_of(node: Node, case: Case) -> str:
    """Who owns the node: as it says, else (also where it names nobody) the case's author where there is only one."""
    authors = case.header.authors
    named = node.owner if not no_name(node.owner) else ""
    return named or (authors[0] if len(authors) == 1 else "")


def accepted_early(node: Node) -> Sentence:
    """That a document was accepted before the day that it is of; empty where it was not, or no day stands by the name."""
    if not isinstance(node, EvidenceNode) or node.date is None:
        return NOTHING
    early = any(day.last < node.date for day in days_alone(node.accepted_by))
    return sentence("is_dated_before") if early else NOTHING


def objection(node: Accepting, case: Case) -> Sentence:
    """Why the acceptance of ``node`` does not count; empty where it does, or where there is none."""
    if not node.accepted_by:
        return NOTHING
    quote = repr(node.accepted_by)
    if problem := no_name(node.accepted_by):
        return sentence("says", what=quote, that=problem)
    if problem := accepted_early(node):
        return sentence("says", what=quote, that=problem)
    owner = owner_of(node, case)
    if owner and named_in(owner, node.accepted_by):
        return sentence("owns_it", by=node.accepted_by)
    if owner and named_in(owner, _IN_PLACE_OF.split(node.accepted_by)[0].strip(" ,(")):
        return sentence("owns_it", by=node.accepted_by)
    if owner and not _leads(node.accepted_by, owner) and _of(node.accepted_by, owner):
        return sentence("for_owner", by=quote, owner=owner)
    for author in case.header.authors:
        if any(named_in(piece, author) for piece in _IN_PLACE_OF.split(node.accepted_by)[1:]):
            return sentence("for_author", by=quote, author=author)
    return NOTHING


def _of(by: str, owner: str) -> bool:
    return any(named_in(piece, owner) for piece in _OF_SOMEBODY.split(by)[1:])


def _leads(by: str, owner: str) -> bool:
    """Whether who accepts leads the department that owns: a role like *safety manager*, and no assistant of a person."""
    return (
        _LEADS.match(readable(by)) is not None
        and re.fullmatch(r"[a-zß-ÿ]+(?: [a-zß-ÿ]+)*", owner) is not None
    )


def is_accepted(node: Node, case: Case) -> bool:
    """Whether somebody other than its owner, with a name, accepted the node."""
    return isinstance(node, Accepting) and bool(node.accepted_by) and not objection(node, case)


BEARING = frozenset({
    "event-text-number", "target-text-number", "tree-unfinished", "event-unsourced", "exposure-unexplained",
    "mission-time-short", "evidence-opposite",
})  # fmt: skip
"""rules whose waiver bears on a status, beside the vital signs (``sign-…``)"""
RISK_INTOLERABLE, RISK_UNRATED = "risk-intolerable", "risk-unrated"
"""rules of a tree that are known where numbers are; a waiver of the first accepts a risk"""


def bears(waiver: Waiver) -> bool:
    """Whether a status depends on what the waiver sets aside."""
    return waiver.rule.startswith("sign-") or waiver.rule in BEARING


def waivable(case: Case) -> tuple[tuple[str, tuple[Waivable, ...]], ...]:
    """Sections with parts whose waivers may bear on a status."""
    return (
        ("evidence_items", case.evidence_items), ("events", case.events), ("trees", case.trees),
        ("evidence", case.evidence),
    )  # fmt: skip


def waives(part: Waivable, rule: str, case: Case) -> bool:
    """Whether somebody with a name, neither owner nor only author, set the rule aside on this part, with a reason."""
    return any(w.rule == rule and not waiver_objection(w, part, case) for w in part.waive)


def waiver_objection(waiver: Waiver, part: Waivable, case: Case) -> str:
    """Why a waiver that bears on a status does not count; empty where it does."""
    problem = no_name(waiver.by)
    if problem:
        return f"`by: {waiver.by}` {problem}"
    if no_reason(waiver.reason) or waiver.reason.strip().casefold() == waiver.rule.casefold():
        return f"`reason: {waiver.reason}` is no reason"
    owner = getattr(part, "owner", "")
    if owner and named_in(owner, waiver.by):
        return f"{waiver.by} owns it"
    authors = case.header.authors
    if len(authors) == 1 and includes(waiver.by, authors[0]):
        return f"{waiver.by} is the case's only author"
    return ""
