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
from casegen.texts.acceptances.under_way import is_no_person, on_its_way
from casegen.texts.reservations.unfinished import unfinished
from casegen.texts.times.written_days import ahead, days_alone
from casegen.texts.wording.open_words import MARKS

Accepting = Claim | ContextNode | EvidenceNode | ResidualDoubt
"""nodes with ``accepted_by``"""
Waivable = Node | EvidenceSpec | BasicEvent | FaultTree
"""parts that may set a rule aside on which a status depends"""

_NAMES_NOBODY = """
nobody noone none na nil null tbd tba tbc tbs todo fixme xxx unknown unnamed someone somebody anyone anybody
everyone everybody pending open name assessorsname placeholder dummy later yes ok true accepted approved done
niemand keiner keine jemand irgendwer unbekannt offen spaeter später folgt ausstehend nn nomennescio ja
tobedetermined tobedecided tobeconfirmed tobedefined tobeannounced notassigned unassigned notyet notapplicable
we us ourselves me myself self team theteam thegroup thecompany author theauthor owner theowner wir ich selbst
dasteam derautor projectteam theprojectteam cipipeline thepipeline pipeline buildserver
chatgpt gpt copilot llm ai theai ki bot jenkins ci automatic automated automatically tool thetool casegen
script skript thescript makefile cronjob thescripts program theprogram software thesoftware
computer thecomputer rechner machine themachine server
reason because noreason noneneeded notneeded nocondition noconditions asagreed obviously
johndoe janedoe maxmustermann erikamustermann musterfrau mustermann mickeymouse testuser anonymous anonym ghost admin
administrator root user user1 abc foo bar foobar
system thesystem dassystem outstanding acceptanceoutstanding inprogress stehtaus stehtnochaus inklärung inprüfung entfällt
waived formality exempt exempted skipped notrequired nochoffen nochzuklären zuklären wirdnochbenannt okay fine passt
"""
_PLACEHOLDERS = frozenset(_NAMES_NOBODY.split())
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
_STUDIED = (
    r"(?:done|decided|determined|defined|clarified|analy[sz]ed|assessed|considered|discussed|looked\s+at|reviewed|studied|"
    r"examined|checked|investigated|evaluated)"
)
_PUT_OFF = compiled(
    rf"\bto\s+be\s+{_STUDIED}\b|\bwill\s+be\s+{_STUDIED}\b|\b(?:not|never)\s+(?:yet|been)\s+(?:\w+\s+)?{_STUDIED}\b|"
    rf"\b(?:not|never)\s+(?:been\s+)?{_STUDIED}\s+(?:yet|so\s+far)\b|^\W*(?:not|never)\s+(?:been\s+)?{_STUDIED}\W*$|"
    r"\b(?:ran|run)\s+out\s+of\s+time\b|\bno(?:body)?\s+(?:had\s+)?(?:the\s+)?time(?:\s+left)?\W*$|"
    r"\b(?:skipped|deferred|postponed)\b|\bnoch\s+(?:nicht|zu|offen)\b|\bwird\s+(?:noch|später)\b|"
    r"\b(?:in|at|for)\s+(?:the|our)\s+next\s+(?:session|workshop|meeting|review|release|revision|version|phase|step)\b|"
    r"^\W*(?:low(?:est)?|no|small)\s+priority\W*$|^\W*(?:geringe|niedrige|keine)\s+priorität\W*$|\bin\s+der\s+nächsten\s+(?:sitzung|besprechung|runde)\b|"
    r"\b(?:vertagt|verschoben|vorerst)\b|\bfor\s+(?:now|the\s+moment)\b|\bopen\s+(?:point|issue|action|item|question)\b|"
    r"\b(?:no\s+idea|no\s*(?:one|body)\s+knows|tb[dc]|todo|unclear|not\s+known|keine\s+ahnung|offener\s+punkt|unklar)\b|"
    r"\b(?:look|see|decide|check|analy[sz]e|discuss|do|address|consider|study)\b(?:\s+\w+){0,3}\s+later\b",
    re.I,
)
_POINTER = compiled(
    r"\W*(?:(?:see|cf|ref|refer\s+to|as\s+per|per|under|siehe|vgl|s|gemäß)\b\W*)?(?:the\s+|an?\s+|open\s+|offene[rns]?\s+)*"
    r"(?:actions?(?:\s+items?)?(?:\s+lists?)?|ap|ai|to-?do|issues?|tickets?|points?|items?|comments?|remarks?|notes?|minutes|workshop|"
    r"discussion|meeting|rows?|entry|entries|above|below|elsewhere|previous|(?:the\s+)?same(?:\s+as\s+\w+)?|ditto|dito|idem|"
    r"as\s+(?:above|before|discussed|agreed)|maßnahmen?|aktion(?:en)?|punkte?|zeilen?|oben|unten|protokoll|besprechung|"
    r"wie\s+(?:oben|besprochen|vereinbart)|s\W*o)\b\W*(?:no\b\W*|nr\b\W*)?(?:\w*\d[\w.-]*)?\W*(?:open|pending|raised|closed)?\W*",
    re.I,
)
_SEE = compiled(r"\W*(?:see|cf|ref|refer\s+to|siehe|vgl)\b[^:;,–—]*", re.I)
_BARE = compiled(
    r"\W*(?:it\s+|is\s+|this\s+)*(?:not\s+relevant|irrelevant|does\s+not\s+apply|not\s+needed|no\s+deviation|no\s+issue|nothing|(?:(?:the\s+)?risk\s+(?:is\s+)?)?(?:tolerable|acceptable|accepted|akzeptabel|tragbar)|no|nein|agreed(?:\s+(?:in|by|with|at)\s+(?:the\s+)?\w+)?|entfällt|"
    r"trifft\s+nicht\s+zu|nicht\s+(?:relevant|anwendbar|nötig))\W*",
    re.I,
)
_WORDS = """
    a an the this that it its we i our us my their they them somebody someone nobody no one else others other
    another people person team is are was were be been being has have had do does did will would should can could
    may might must not never ever and or so of in on at to by with for from within here there as if any all too
    very rather quite extremely highly fairly really just only still already out outside beyond scope study
    session workshop meeting project case revision document analysis elsewhere separate supplier suppliers
    customer customers client maker manufacturer vendor subcontractor responsibility responsible job task business
    left referred delegated up handled treated covered addressed dealt considered excluded skipped dropped omitted
    ignored taken care probability likelihood likely unlikely probable improbable rare rarely seldom low small
    high negligible minor insignificant risk concern concerns issue problem harmless safe acceptable uncritical ok
    okay fine good assumed believed thought deemed presumed seems seem appears think believe assume feel guess
    know experience happened happen occurred occur seen observed reported far yet before until now year years
    month months decade decades ten five twenty obvious obviously trivial clear clearly self evident course time
    present available der die das ein eine es ist sind war wird werden wurde hat wir nicht nie kein keine bisher
    noch selten sehr unwahrscheinlich gering geringes risiko außerhalb des umfangs unkritisch harmlos sicher
    offensichtlich nachgereicht nachgeliefert nachgeholt lieferant hersteller kunde sache aufgabe vorgekommen
    passiert beobachtet aufgetreten none contract budget takes take hard difficult say tell assess judge probably
    perhaps maybe presumably later operation unser unsere gewerk vermutlich wahrscheinlich schwer schwierig zu
    sagen beurteilen
"""
_SAYS_NOTHING = frozenset(_WORDS.split())
"""words that hand a question to others, or judge it, and name nothing of the system"""
_AHEAD = (
    rf"{MARKS}|placeholder|dummy|(?:still\s+)?to\s+be\s+{_STUDIED}|"
    rf"not\s+(?:yet\s+)?{_STUDIED}(?:\s+yet)?|noch\s+(?:offen|nicht\s+\w+)|folgt"
)
_UNWRITTEN = compiled(rf"\W*(?:{_AHEAD}|n\W?a|not\s+applicable)?\W*", re.I)
_TO_COME = compiled(
    rf"\W*(?:{_AHEAD}|pending|later|unknown|ausstehend|später|unbekannt)(?:[:;,.–—]\s|\s[-–—]\s|\W*$)", re.I
)
"""how a reason begins that is still to come"""
_IN_BRACKETS = compiled(r"([(\[<{])([^()\[\]<>{}]*)[)\]>}]")
_CITED = compiled(r"\[[^\[\]]*\]|<[^<>]*>|\{[^{}]*\}")
_OF_A_FORM = compiled(
    r"x+|n{2,}|y{2,}|m{2,}|d{2,}|the|your|of|and|here|insert|add|enter|fill|in|sources?|ref|references?|citations?|needed|names?|"
    r"numbers?|no|dates?|years?|titles?|authors?|makers?|manufacturers?|documents?|reports?|links?|urls?|pages?|versions?|"
    r"quelle|nummer|datum|jahr|titel|autor|hersteller|seite"
)
"""words of a bracket that is to be filled in: ``[insert source here]``, ``<YYYY>``"""
_TAG = compiled(r"/?\s*(?:sub|sup|em|strong|code|span|small|br|tt)\s*/?", re.I)
"""marks of HTML, which set what they enclose; they hold no place"""
_TO_FILL_IN = compiled(r"^\W*?(?:\[[ _]?\]|☐|□)\s*\w|(?:^|[\s:])_{3,}(?!\w)")
"""a box without a tick before what is to be accepted, or a line to be written on"""
_TICK = compiled(r"^\s*\[[xX]\]\s+(?=\w+\s+\w)")
_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK")


@lru_cache(maxsize=MOST_TEXTS)
def is_placeholder(text: str) -> bool:
    """Whether a name or a reason stands for one that is still to come.

    A bracket within a text that says something else is a citation, unless its words are those of a form.

    >>> [is_placeholder(t) for t in ("TBD", "?", "{assessor}", "<name>", "n/a", "x", "B. Judge", "R. R.", "Team 7")]
    [True, True, True, True, True, True, False, False, False]
    >>> [is_placeholder(t) for t in ("[Smith, 2003]", "Report [draft]", "Maker (TBD)", "Smith [2003]", "NSWC > 7")]
    [True, True, True, False, False]
    """
    text = without_address(text).strip() or text
    if _TO_FILL_IN.search(text):
        return True
    text = _TICK.sub("", text)
    if any(_is_slot(*said) for said in _IN_BRACKETS.findall(text)):
        return True
    text = _CITED.sub(" ", text)
    if "???" in text or "..." in text.strip(".")[-3:] or text.strip() == "…":
        return True
    letters = "".join(c for c in readable(text).casefold() if c.isalnum())
    words = re.findall(r"\w+", readable(text))
    initials = len(words) > 1 and all(len(word) == 1 for word in words) and "x" not in letters
    alike = len(set(letters)) == 1 and not initials
    return sum(c.isalpha() for c in letters) < 2 or alike or letters in _PLACEHOLDERS


def _is_slot(bracket: str, said: str) -> bool:
    """Whether what stands in brackets is to be filled in; a citation has a number or a name: ``[12]``, ``<NPRD>``."""
    if said.strip() and (is_unwritten(said) or unfinished(said)):
        return True
    words = re.findall(r"\w+", said.casefold())
    if bracket == "(" or not words or said != said.strip():
        return False
    named = any(len(word) > 1 for word in words) and not _TAG.fullmatch(said)
    lower = bracket in "<{" and named and not re.search(r"[A-ZÄÖÜ\d]", said)
    return lower or "".join(words) in _PLACEHOLDERS or all(_OF_A_FORM.fullmatch(word) for word in words)


def no_reason(text: str) -> bool:
    """Whether what stands for a reason is a placeholder or begins with one, repeats one word, points to an action or
    another row, or says `not relevant`.

    >>> [no_reason(t) for t in ("see action 12", "-", "as above", "TBC: ask Ann", "fine fine")]
    [True, True, True, True, True]
    >>> [no_reason(t) for t in ("The wire goes one way", "see TN-12, section 3", "n/a: no rider on board")]
    [False, False, False]
    """
    plain = readable(text)
    words = plain.split()
    return (
        is_placeholder(text)
        or any(pattern.fullmatch(plain) is not None for pattern in (_POINTER, _BARE))
        or (len(words) > 1 and len(set(words)) == 1)
        or _TO_COME.match(plain) is not None
    )


def is_unwritten(text: str) -> bool:
    """Whether a description is still to come; words that may describe something (`open`, `none`) are let through.

    >>> [is_unwritten(t) for t in ("TBD", "n/a", "?", "not analysed yet", "open", "0", "frame skipped")]
    [True, True, True, True, False, False, False]
    """
    return _UNWRITTEN.fullmatch(readable(text)) is not None


def points_elsewhere(text: str) -> bool:
    """Whether a text is nothing but a pointer, such as `refer to hazard log`.

    >>> [points_elsewhere(t) for t in ("see FMEA", "refer to hazard log", "see TN-12: one sender", "late frames drop")]
    [True, True, False, False]
    """
    return _SEE.fullmatch(readable(text)) is not None


def put_off(text: str) -> bool:
    """Whether a reason says that the work is still to be done.

    >>> [put_off(t) for t in ("not analysed yet", "to be done", "The flow goes one way only", "Nobody had time")]
    [True, True, False, True]
    """
    return _PUT_OFF.search(readable(text)) is not None


def declines(text: str) -> bool:
    """Whether a reason hands a question to others, or only judges it, and names nothing that would answer it.

    >>> [declines(t) for t in ("out of scope of this study", "unlikely", "never seen so far", "left to the supplier")]
    [True, True, True, True]
    >>> [declines(t) for t in ("unlikely: the wire goes one way", "out of scope: no rider on board")]
    [False, False]
    """
    words = re.findall(r"[^\W_]+", readable(text).casefold())
    return bool(words) and _SAYS_NOTHING.issuperset(words)


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
