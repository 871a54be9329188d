"""Whether what stands as the answer to an objection answers anything."""

from __future__ import annotations

import re

from casegen.argument.acceptance import is_accepted, no_name, owner_of
from casegen.argument.reading.answer_references import HOLDS, claims_over, holds_above, pointed_at
from casegen.argument.reading.concessions import (
    concedes,
    grants,
    grants_outright,
    put_off_or_priced,
    repeats_claim,
    reports_failure,
    shrugs,
    speaks_of_nothing,
)
from casegen.argument.view import CaseView
from casegen.io.sentences import sentence
from casegen.model.argument import Argument, Claim, Defeater, EvidenceNode, Node, ResidualDoubt
from casegen.model.expressions import compiled
from casegen.model.sentence import NOTHING, Sentence
from casegen.texts.acceptances.failed_checks import failed_check
from casegen.texts.acceptances.person import named_in
from casegen.texts.acceptances.reasons import is_placeholder, put_off
from casegen.texts.documents.failures import is_expired
from casegen.texts.documents.lasting_faults import lasting_fault
from casegen.texts.reservations.settling import undone
from casegen.texts.reservations.weakenings import weakened, weakened_or_undone
from casegen.texts.wording.denials import denies_itself, negations

_WORDS_OF_NOTHING = """
no yes not nope fine ok okay done wrong right true false agreed disagreed disagree agree we i it he she they you is
are was were has have had be been this that these those the a an so nothing never mind none see above below noted
known understood irrelevant nonsense unfounded invalid refuted rejected dismissed closed solved resolved settled
handled addressed fixed ignored ignore objection defeater claim answer response point considered accepted because since
therefore just simply does do did will would should can matter apply applies all good sure really very of course think
trust trusted confident convinced hope
relevant looks look looked seems seem feeling feels obvious obviously
evident selfevident clear clearly offensichtlich klar selbstverständlich
believe know later soon tbd tba follows follow pending nein ja nicht nichts falsch richtig wahr stimmt gut passt schon
erledigt gelöst geklärt das dies ist sind wir ich es unbegründet unsinn egal zurückgewiesen abgelehnt widerlegt siehe
oben unten bekannt kein problem problems issue issues einwand trifft zu gilt wird später folgt
indeed also still already consider rare rarely unlikely improbable negligible minor small acceptable
usual usually normal normally common typical üblich
tolerable insignificant selten unwahrscheinlich vernachlässigbar out scope außerhalb by in to and or for at
on with as from von durch und oder mit für
said stated mentioned described reported written again like wie gesagt genannt erwähnt beschrieben berichtet
geschrieben wieder
"""
_EMPTY = frozenset(_WORDS_OF_NOTHING.split())
_PROMISE = compiled(
    r"^\W*(?:(?:this|it|that|evidence|a\s+\w+|the\s+\w+|tests?|analysis|nachweis|dies|das|es)\s+)?"
    r"(?:(?:will|shall|is\s+to|are\s+to|wird|werden|has\s+to|needs?\s+to|must)\s+(?:still\s+|noch\s+)?be\s|"
    r"(?:wird|werden)\s+(?:noch|später|nachgereicht)\b|to\s+be\s+|not\s+yet\s+|noch\s+nicht\s+|"
    r"(?:planned|scheduled|foreseen|intended|postponed|geplant|vorgesehen|verschoben)\b|"
    r"(?:wird|werden)\s+(?:[^\W\d]+\s+){0,2}(?:ge|über|unter|be|ana)[^\W\d]+t\W*$|"
    r"(?:is\s+|are\s+|ist\s+|sind\s+)?(?:(?:still\s+|noch\s+)?(?:in|under|im|unter)\s+(?:work|progress|review|investigation|analysis|test|"
    r"arbeit|bearbeitung|prüfung|klärung|untersuchung)|wip|work\s+in\s+progress|ongoing|underway|(?:still\s+)?being\s+[^\W\d]+ed|läuft(?:\s+noch)?)\W*$)",
    re.I,
)
"""an answer that is still to come"""


def says_nothing(text: str) -> bool:
    """Whether a reason consists of words without content: ``because``, ``yes``, ``assumed``, ``we hope so``."""
    words = re.findall(r"\w+", text.casefold())
    return all(word in _EMPTY or word in _HOPES or (len(word) == 1 and not word.isdigit()) for word in words)


_HOPES = (
    "assumed", "assumption", "assume", "hope", "hopefully", "angenommen", "annahme", "hoffentlich", "weil",
    "safe",
)  # fmt: skip


_WHO = (
    r"(?:(?:the|our|der|die|das|unser\w*)\s+)?(?:customers?|clients?|boss|management|managers?|project(?:\s+lead(?:er)?)?|sales|marketing|directors?|"
    r"kunden?|chef\w*|leitung|vertrieb|projektleit\w*|vorstand)"
)
_NO_GROUND = compiled(
    rf"\b{_WHO}\s+(?:wants?|wanted|wish(?:es|ed)?|insists?|demands?|prefers?|expects?|möchte|wünscht|verlangt|besteht|fordert)\b|"
    rf"\b(?:laut|according\s+to)\s+{_WHO}\b|\b(?:gut\s+feeling|bauchgefühl|intuition|aus\s+dem\s+bauch)\b|"
    r"\b(?:otherwise|else|sonst)\b.*\b(?:late|delay\w*|deadline|spät\w*|verzug|termin)\b|\bwird\s+(?:schon|wohl)\s+\w+|"
    r"\b(?:should|will)\s+be\s+(?:fine|ok|okay|alright|all\s+right)\b|"
    r"\b(?:did|has|have|had)\s+not\s+(?:yet\s+)?(?:answer|repl|respond|object|complain)\w*|\bhat\s+nicht\s+(?:geantwortet|widersprochen)\b|"
    r"\b(?:nobody|no\s+one|niemand)\s+(?:has\s+|hat\s+)?(?:objected|complained|protested|answered|widersprochen)\b|"
    r"\b(?:is|was|were|worked|held|went|war)\s+(?:so|fine|well|the\s+same|like\s+(?:this|that))\s+(?:in|on|at|im|beim)\s+(?:the\s+|our\s+)?"
    r"(?:last|previous|former|earlier|letzten|vorigen)\b|"
    r"\b(?:is|are|ist|sind)\s+(?:not|nicht)\s+(?:tolerable|acceptable|tolerierbar|akzeptabel|hinnehmbar|tragbar)\b(?!\s+(?:if|wenn))|"
    r"\b(?:is|are|ist|sind)\s+(?:intolerable|unacceptable|untragbar|inakzeptabel)\b|"
    r"\bno\s+(?:time|budget|money|staff|capacity|resources)\s+(?:left\s+)?(?:to|for)\s+(?!lose\b)[^\W\d]+|\bkeine\s+(?:zeit|mittel|leute)\s+(?:für|um|zu[mr]?)\s+[^\W\d]+|"
    r"\b(?:time|budget|money)\s+(?:is|was)\s+(?:short|tight)\b|\bfollows\s+from\s+(?:the\s+|this\s+)?(?:claim|conclusion)\b|"
    r"(?<!page )(?<!sheet )(?<!part )(?<!step )(?<!table )(?<!seite )(?<!blatt )(?<![\d.,/-])"
    r"\b(?P<k>\d{1,4})\s+(?:of|von|out\s+of)\s+(?:the\s+)?(?!(?P=k)\b)\d{1,4}\s+"
    r"(?!(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*)[^\W\d]+|"
    r"^(?!.*\b(?:no|not|only|never|nothing|nur|nicht|kein\w*)\b).*\b(?:they|these|both|sie|beide)\s+(?:differ|unterscheiden)\b",
    re.I,
)
"""said of who wants something to be taken, or of nobody's having objected: nothing that could be checked"""


_MAY_BE = compiled(
    r"^\W*(?:(?!(?:if|when|whenever|where|while|because|as|that|which|who|since|unless|wenn|weil|da|dass|falls|wo)\b)[^\W\d]+\W+){0,6}?"
    r"(?:should|would|might|may|could|must|ought\s+to|needs?\s+to|ha(?:s|ve)\s+to|will|shall|(?:is|are)\s+(?:going|supposed|meant|expected|likely|"
    r"bound|unlikely)\s+to|sollten?|müss(?:en|te)|muss|könnte[n]?|dürfte[n]?|würde[n]?)\b",
    re.I,
)
"""a reason that says what is to be, or may be, and not what is"""
_BELIEVED = compiled(
    r"\b(?:we|i|they|you|one|everyone|everybody|nobody|people|most|all|experts?|management|team|wir|ich|sie|man|jeder|alle)\s+(?:\w+ly\s+|all\s+)?"
    r"(?:know|knows|want|wish|hope|trust|believe|think|feel|expect|prefer|need|like|intend|suppose|presume|assume|rely|agree|"
    r"weiß|wissen|will|wollen|hoffen|glauben|denken|meinen|vertrauen|brauchen)s?\b|"
    r"\b(?:seems?|seemed|appears?|appeared|looks|looked|sounds?|sounded|feels?|felt|promis(?:es|ed)|told|heard|rumou?r\w*|hearsay|advertis\w+|scheint|schien|verspricht)\b|"
    r"\b(?:as\s+(?:usual|always|ever)|common\s+(?:sense|knowledge)|goes\s+without\s+saying|"
    r"wie\s+(?:immer|üblich)|selbstredend|liegt\s+auf\s+der\s+hand)\b",
    re.I,
)
"""what somebody holds, or everybody knows"""
_MOTIVE = compiled(
    r"\b(?:costs?|cheap\w*|expens\w*|budget\w*|money|price\w*|schedules?|deadlines?|delay\w*|milestones?|tender\w*|contracts?|sales|profit\w*|"
    r"markets?|marketing|launch\w*|competitors?|press|politic\w*|kosten|teuer|billig\w*|termin\w*|frist\w*|auftrag\w*|"
    r"vertrag\w*|vertrieb|wettbewerb\w*)\b",
    re.I,
)
"""why somebody would like a thing to be taken, which says nothing of whether it is so"""
_CONVENIENT = compiled(
    r"\bno\s+(?:reason|cause|grounds?|need)\s+(?:to|for)\s+(?:any\s+)?(?:doubt|question|worry|suspect|think\s+otherwise)\w*|"
    r"\b(?:management|board|business|leadership|customer|project)(?:['’]s)?\s+(?:decision|decree|order|wish|directive)\b|"
    r"\bdecision\s+of\s+(?:the\s+)?(?:management|board|customer|project)\b|"
    r"\b(?:for|in\s+the\s+interest\s+of)\s+(?:the\s+sake\s+of\s+|reasons\s+of\s+)?(?:simplicity|convenience|brevity|speed|ease)\b|"
    r"\bto\s+(?:keep\s+(?:it|things|the\s+\w+)\s+simple|simplify|save\s+(?:time|effort|work))\b|"
    r"\bkein(?:en)?\s+(?:grund|anlass)\s+(?:zu[mr]?|für|an)\s+\w*(?:zweifel\w*|sorge)\b|\b(?:entscheidung|beschluss|vorgabe)\s+de[rs]\s+(?:leitung|geschäftsführung|vorstand\w*|"
    r"kunden)\b|\bder\s+einfachheit\s+halber\b|\bzur\s+vereinfachung\b|\bmanagemententscheidung\b",
    re.I,
)
"""who decided it, or for whose ease"""
_CONJECTURE = compiled(
    r"^\W*(?:(?:an?|the|only|just|mere|pure|our|own|best|nur|eine?|die|der|bloße|reine|unsere|eigene)\s+)*(?:guess(?:work)?|conjecture|supposition|suspicion|speculation|hunch|belief|"
    r"presumption|assumption|rumou?r|vermutung(?:en)?|mutmaßung(?:en)?|spekulation|annahme|einschätzung)(?:\s+(?:of|by|from|des|der|von|vom|seitens)\s+[^\d,;:.]+)?\W*$|"
    r"^\W*(?:most\s+)?(?:probably|presumably|perhaps|likely|wahrscheinlich|vermutlich|trust\s+(?:me|us)|common\s+practice|gängige\s+praxis|(?:our\s+)?experience|erfahrung(?:swerte?)?)\W*$",
    re.I,
)
"""what somebody takes to be so: ``Vermutung des Herstellers``"""
_LOOKED_AT = compiled(
    r"\d|\b(?:checked|compared|measured|reviewed|tested|read|inspected|verified|counted|analy[sz]ed|calculated|recorded|observed|"
    r"documented|shown|walked|confirmed|certified|audited|signed|surveyed|sampled|simulated|proved|proven|seen|listed|logged|named|"
    r"geprüft|verglichen|gemessen|gelesen|getestet|gezählt|berechnet|gezeigt)\b|"
    r"\b(?:by|in|from|after|per|to|against|with|laut|nach|im|aus)\s+(?:the\s+|an?\s+|der\s+|dem\s+)?(?:[^\W\d]+\s+)?(?:law|standard|minutes|"
    r"data\s+sheet|manual|drawings?|reports?|records?|protocol|log|certificate|specification|list|gesetz|norm|protokoll|bericht|"
    r"liste|datenblatt|zeichnung|zertifikat)\b",
    re.I,
)
"""a date, a number, a document or what was done: something that another person could look at as well"""


def no_ground(reason: str) -> str:
    """Words by which a reason names a wish, a feeling or a silence in place of what was looked at; empty without them.

    Also a fault that it says is there.
    What is to be, what somebody believes and why it would be welcome are no grounds, unless something was looked at.

    >>> no_ground("The customer wants it so"), no_ground("The customer checked the list of 3 May")
    ('The customer wants', '')
    >>> [no_ground(t) for t in ("Everybody knows that", "It must not cost more", "Oil does not burn in nitrogen")]
    ['Everybody knows', 'It must', '']
    """
    if match := _NO_GROUND.search(reason):
        return match[0]
    if fault := lasting_fault(reason):
        return fault
    if _LOOKED_AT.search(reason):
        return ""
    match = next(
        (m for form in (_BELIEVED, _CONVENIENT, _CONJECTURE, _MAY_BE, _MOTIVE) if (m := form.search(reason))),
        None,
    )
    return match[0].strip() if match else ""


_NOTHING_SEEN = compiled(
    r"\bno\s+(?:other\s+|real\s+)?(?:alternative|choice|option|other\s+way)\b|\balways\s+(?:been\s+)?(?:done|so|this\s+way|handled)\b|"
    r"\bso\s+that\b[^.;]*\b(?:closed|finished|released|shipped|signed|submitted|delivered)\b|\b(?:coin|dice|lots?)\s+(?:was|were)\s+\w+|\b(?:took|by|put\s+to)\s+a\s+vote\b|"
    r"\basked\s+[^.;]{1,30}?\s+to\s+(?:accept|sign|approve|agree)\b|"
    r"\b(?:did|do|does|could|has|have|had)\s*(?:not|n['’]t)\s+(?:yet\s+)?(?:look|read|see|seen|compared?|open(?:ed)?|visit(?:ed)?|ask(?:ed)?)\b|"
    r"\b(?:logs?|records?|data|reports?|drawings?|files?|documents?|minutes|protocols?|protokolle?|daten|berichte?)\s+(?:of\s+[^.;]{1,30}?\s+)?(?:(?:is|are|was|were|got|has\s+been|have\s+been|"
    r"ist|sind|war(?:en)?)\s+)?(?:(?:not|nicht)\s+(?:available|at\s+hand|to\s+hand|accessible|found|kept|verfügbar|auffindbar|vorhanden)|unavailable|inaccessible|lost|missing|gone|"
    r"verloren|verschwunden)\b|"
    r"\b(?:accepted|approved|valid|taken|assumed|agreed)\s+(?:only\s+)?(?:for|during|in)\s+(?:the\s+|an?\s+)?(?:trial|pilot|interim|demo\w*|test)(?:\s+(?:phase|period|operation|run))?\b|"
    r"\b(?:nobody|no\s+one|niemand)\s+(?:had|has|found|hatte|hat)\s+(?:the\s+)?(?:time|zeit)\b|\bexpired\b|\babgelaufen\b",
    re.I,
)
"""a reason by which nothing was looked at, or by which it is over"""


def unfounded(claim: Claim) -> str:
    """Words by which the reason of an assumption gives none; empty where it names what was looked at.

    The same is read of it as of every text: denied, put off, weakened, expired; or it says what the assumption says.

    >>> [bool(unfounded(Claim(id="W", text="Tests are like use", assumed=t))) for t in ("see W", "Log lost", "Log read")]
    [True, True, False]
    """
    reason = claim.assumed
    if said := no_ground(reason):
        return said
    if match := _NOTHING_SEEN.search(reason):
        return match[0]
    names_itself = re.fullmatch(rf"\W*(?:see|siehe|as|cf)?\W*{re.escape(claim.id)}\W*", reason, re.I)
    if put_off(reason) or is_expired(reason) or names_itself or repeats_claim(claim, reason):
        return reason
    return failed_check(reason) or weakened_or_undone(reason)


_CONCEDES = compiled(
    r"\?\W*$|\bwe\s+(?:do\s+not|don't|cannot)\s+(?:know|say|tell)\b|\bwe\s+(?:ignore|disregard)\b|\b(?:is|are|was|were)\s+(?:ignored|disregarded)\b|"
    r"^\W*(?:see|in|with)\s+(?:the\s+)?next\s+(?:release|version)\W*$|\bwir\s+wissen\s+(?:es\s+)?nicht\b|"
    r"\b(?:known|accepted|inherent|bekannte[rs]?)\s+(?:weakness|issue|problem|limitation|defect|bug|flaw|schwäche|problem|mangel|fehler)\b|"
    r"\btoo\s+(?:expensive|costly|late|difficult|hard|much\s+work)\b|\bno\s+(?:budget|time|money|resources|staff)\b|"
    r"\bzu\s+(?:teuer|spät|aufwendig|schwierig)\b|\bkeine\s+(?:zeit|mittel)\b|"
    r"\b(?:we|i|users?|operators?|customers?)\s+(?:can\s+|have\s+to\s+|must\s+|will\s+)?(?:live|put\s+up|cope)\s+with\s+(?:it|that|this)\b|"
    r"\b(?:outside|beyond|not)\s+(?:our|my)\s+(?:remit|task|mandate|responsibility|duty)\b|\b(?:has|have)\s+(?:since\s+)?left\s+the\s+(?:company|project|firm|team)\b|"
    r"\btrust\s+(?:us|me)\b|\bnot\s+(?:our|my)\s+(?:problem|job|concern)\b|\bnoted\s+and\s+filed\b|^\W*see\s+(?:the\s+)?e-?mails?\W*$|"
    r"\balways\s+been\s+so\b|\bdoes\s+not\s+mind\b|\bwill\s+(?:not|never)\s+happen\b|\bexperts?\s+disagree\b|\bby\s+management\W*$|"
    r"\b(?:objection|point|einwand)\s+(?:is|was|ist)\s+(?:right|correct|true|valid|justified|richtig|berechtigt)\b|\bwill\s+be\s+\w+ed\s+(?:in|next|later|with)\b|"
    r"^\W*(?:the\s+)?\S+(?:\s+\S+)?\s+(?:was|is)\s+wrong\W*$|^\W*\S+(?:\s+\S+)?\s+disagrees\W*$",
    re.I,
)
"""said of an objection that is right, or that nobody answers"""
_UNCHECKED = compiled(
    r"\b(?:nobody|no\s+one)\s+(?:has\s+)?(?:checked|verified|looked|tested|knows)\b|\b(?:not|never)\s+(?:yet\s+|been\s+)*(?:checked|verified|confirmed)\b|"
    r"\bniemand\s+(?:hat|weiß)\b",
    re.I,
)


_TO_COME = compiled(
    r"\b(?:records?|tests?|reports?|analys[ie]s|reviews?|inspections?|measurements?|proofs?|stud(?:y|ies)|evidence|documents?|certificates?|updates?|"
    r"releases?|versions?|fix|corrections?|nachweise?|prüfung|berichte?|messung(?:en)?)\s+(?:will|shall|(?:is|are)\s+(?:still\s+)?to|wird|werden)\b|"
    r"\b(?:would\s+cost|costs?\s+too|expensive|budgets?|deadlines?|teuer|kosten\s+zu|terminplan)\b",
    re.I,
)
"""what is to show it one day, or would be too dear"""
_RIGHT = compiled(
    r"\b(?:objection|point|critic|objector|critique|einwand|kritik\w*)\s+(?:is|was|ist|war)?\s*(?:right|correct|true|valid|justified|richtig|"
    r"berechtigt|stimmt)\b|\bhat\s+recht\b",
    re.I,
)


def half_answer(view: CaseView, defeater: Defeater) -> str:
    """Words by which a response concedes, promises or names a price, where it names nothing that was looked at.

    Also a fault that it says is there, and a response that speaks of nothing in the case.
    """
    response = defeater.response
    if (
        said := reports_failure(response)
        or lasting_fault(response)
        or put_off_or_priced(response)
        or grants_outright(response)
        or _unsettled(response)
    ):
        return said
    if grants(response, defeater.text) or shrugs(response, defeater.text):
        return response
    if _LOOKED_AT.search(response):
        return ""
    match = next((m for form in (_RIGHT, _TO_COME) if (m := form.search(response))), None)
    return match[0] if match else response if speaks_of_nothing(view, defeater) else ""


_BEGS = compiled(
    r"\b(?:passed|held|worked|succeeded|holds|works)\b\s*[,;]?\s*(?:hence|so|thus|therefore|which\s+shows)\b[^.;]*\b(?:is|are|was|were)\s+(?:right|fine|ok|okay|correct|enough)\b|"
    r"\b(?:it|this|that)\s+(?:happens|occurs|happened|occurred)\b[^.;]*\b(?:only|rarely|seldom)\b",
    re.I,
)
"""a result that is in doubt taken as proof; an objection granted, but seldom"""
_DESCRIBES = compiled(r"\b(?:wird|werden)\b(?!.*\b(?:noch|bald|später|demnächst|nächste\w*|künftig)\b)", re.I)
"""the German passive of the present says how a thing works, too"""


def _unsettled(response: str) -> str:
    """Words by which a response denies, weakens or puts off what is to answer the objection: as any text that settles."""
    if match := _NOTHING_SEEN.search(response) or _BEGS.search(response):
        return match[0]
    problem = undone(response)
    if problem and not (problem == "puts it off" and _DESCRIBES.search(response)):
        return response
    return weakened(response)


def answers_nothing(defeater: Defeater) -> bool:
    """Whether the response has no content, or none that the objection does not have itself."""
    text = defeater.response
    for name in filter(None, (defeater.id, defeater.refuted_by)):  # "D1 is refuted by B. Judge" says nothing
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", text)
    if concedes(text, defeater.text) or denies_itself(text) or _UNCHECKED.search(text):
        return True
    if no_answer(text) or (_CONCEDES.search(text) and not _ELSE.search(text)):
        return True
    rest = _AGREES.sub("", text)
    new = _words(rest) - _words(defeater.text) - _EMPTY
    return not new and negations(rest) <= negations(defeater.text)


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))


_ELSE = compiled(
    r"\b(?:but|however|therefore|so\s+that|is\s+now|was\s+then|aber|jedoch|daher|deshalb)\b", re.I
)
_AGREES = compiled(r"^\W*(?:correct|right|true|yes|agreed|indeed|richtig|stimmt|ja)\b[\s,.:;!]*", re.I)


def no_answer(text: str) -> bool:
    """Whether a response answers nothing: empty, a placeholder, words without content, or a promise.

    >>> [no_answer(t) for t in ("no", "Fine.", "We disagree", "Will be tested", "Doors are replaced", "Fixed in 2.1")]
    [True, True, True, True, False, False]
    """
    if is_placeholder(text) or _PROMISE.match(text):
        return True
    words = re.findall(r"\w+", text.casefold())
    return all(word in _EMPTY or (len(word) == 1 and not word.isdigit()) for word in words)


def unjudged(view: CaseView, defeater: Defeater) -> Sentence:
    """Why nobody's judgement stands behind a refutation; empty where somebody's does.

    Who judges the response has a name, did not raise the objection, and does not own what it is against.
    """
    judge = defeater.refuted_by
    if not judge:
        return sentence("by_nobody")
    if problem := no_name(judge):
        return sentence("by_no_name", by=repr(judge), problem=problem)
    if defeater.owner and named_in(defeater.owner, judge):
        return sentence("by_critic", by=judge)
    target = _defended(view, defeater)
    if target is None:
        return NOTHING
    if isinstance(target, Argument) and not target.owner:  # a step is its claim's
        target = view.case.claim.get(target.supports, target)
    owner = owner_of(target, view.case)
    if owner and named_in(owner, judge):
        return sentence("by_owner", by=judge, part=view.label(target.id))
    return NOTHING


def _defended(view: CaseView, defeater: Defeater) -> Node | None:
    """What an objection is against in the end: past the defeaters and doubts whose answers it doubts."""
    seen = {defeater.id}
    target = view.case.node.get(view.challenged_node(defeater.target) or "")
    while isinstance(target, Defeater | ResidualDoubt) and target.id not in seen:
        seen.add(target.id)
        target = view.case.node.get(view.challenged_node(target.target) or "")
    return None if isinstance(target, Defeater | ResidualDoubt) else target


def weak_ground(view: CaseView, defeater: Defeater) -> Sentence:
    """What a response refers to although it does not stand by itself; empty where it names nothing, or what stands.

    A part or file that the case does not have, a claim without argument or a document that nobody accepted, another
    open objection, its target in its own words, or that the case, its target or a claim above holds: that is what the
    objection doubts.
    """
    if circle := _from_above(view, defeater):
        return circle
    target = view.case.claim.get(defeater.target)
    if target is not None and repeats_claim(target, defeater.response):
        return sentence("own_words", part=view.label(target.id))
    for name in re.findall(r"[\w.-]*\w", defeater.response):
        node = view.case.node.get(name)
        if node is None or name == defeater.id:
            continue
        if isinstance(node, Claim) and name not in view.arguments_for and not is_accepted(node, view.case):
            return sentence("unsupported_part", part=view.label(name))
        if isinstance(node, EvidenceNode) and node.evidence is None and not is_accepted(node, view.case):
            return sentence("unaccepted_part", part=view.label(name))
        if isinstance(node, Defeater) and node.state == "open":
            return sentence("open_part", part=view.label(name))
    return NOTHING


_THE_CASE = compiled(
    rf"\b(?:the|this|our|der|die|diese[rs]?)\s+(?:case|claim|argument|step|conclusion|fall|behauptung){HOLDS}",
    re.I,
)


def _from_above(view: CaseView, defeater: Defeater) -> Sentence:
    """That a response takes the claim as given that its objection is against, or one above."""
    if match := _THE_CASE.search(defeater.response):
        return sentence("doubted_words", quote=repr(match[0]))
    above = claims_over(view, defeater)
    if name := holds_above(view, defeater.response, above):
        return sentence("resting_part", part=view.label(name))
    return pointed_at(view, defeater, above)
