"""Whether a text that is to settle something denies that it was done, or leaves it for later; in English and German.

A text is read clause by clause.  What was done excuses what stands before it (``it was not locked; it is now``), and what
was done and goes on excuses what is still to come (``tested, and will be tested each year``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from casegen.model.expressions import compiled
from casegen.texts.events.shortfalls import falls_short, left_in_part
from casegen.texts.events.subjects import stems
from casegen.texts.numbers.stated import READ
from casegen.texts.wording.denials import negations
from casegen.texts.wording.quotations import without_quotations

Unsettled = Literal["denies it", "puts it off", "says it of a part", ""]

_STEMS = """
lock verif test check inspect review measur nam fix repair mount install fit connect seal document record train implement
validat calibrat confirm complet correct clarif resolv replac remov add assess analy[sz] examin investigat demonstrat
approv sign label mark tighten latch bolt shield ground weld guard insulat protect updat finish address settl satisf
fulfil perform execut conduct stat specif defin list justif compar audit certif discuss compil submit deliver attach
cover clos secur commission answer
"""
_WORK = rf"(?:{'|'.join(_STEMS.split())})(?:[bdgmnprt]?(?:e|ed|ied|y|fy|fied|d|ing)?|led)"
_IRREGULAR = (
    r"(?:done|made|met|shown|proven|written|carried\s+out|put\s+(?:in|on|right)|"
    r"set\s+up|built|shut|taught|begun|held|run|read)"
)
_BASE = r"(?:do|make|meet|show|prove|write|carry\s+out|shut|build)"
_DEED = rf"(?:(?:re-?)?{_WORK}|{_IRREGULAR})"
_ARBEIT = (
    r"(?:(?:ver|be|er|ent|ab|an|auf|ein|um|nach|zu)*(?:ge)?(?:riegelt|schlossen|prüft|testet|messen|sperrt|sichert|baut|montiert|"
    r"schraubt|dichtet|kontrolliert|schult|klärt|gänzt|setzt|hoben|füllt|nannt|stellt|legt|schrieben|führt|arbeitet|lesen|wiesen)|"
    r"(?:\w+-)?(?:installiert|dokumentiert|validiert|verifiziert|kalibriert|repariert|korrigiert|bestätigt|erledigt|gemacht))"
)
_INFINITIV = (
    r"(?:(?:ver|be|er|ab|an|auf|ein|um|nach|zu)*(?:riegeln|schließen|prüfen|testen|messen|sperren|sichern|bauen|montieren|dichten|"
    r"kontrollieren|schulen|klären|gänzen|setzen|heben|füllen|nennen|zuriegeln|zuprüfen|zumessen)|installieren|reparieren|erledigen)"
)
_LITTLE = (
    r"(?:(?:yet|ever|really|fully|properly|completely|actually|even|been|being|be|then|quite|noch|ganz|richtig|vollständig|je|worden|"
    r"überhaupt)\s+){0,3}"
)
_NEGATED = (
    rf"(?:not|never)\s+{_LITTLE}(?!only\b){_DEED}\b|"
    rf"n['’]t\s+{_LITTLE}{_DEED}\b|\b(?:nicht|nie|niemals)\s+{_LITTLE}{_ARBEIT}\b"
)
_NOBODY = (
    r"(?:nobody|no[\s-]one|none(?:\s+of\s+(?:the\s+|it|them|us)\s*[\w-]*)?|neither(?:\s+of\s+\w+)?|"
    r"niemand|keine[rs]?(?:\s+der\s+\w+)?)"
)
_SEEN = r"(?:seen|observed|recorded|reported|noted|detected|measured|found)"
_NOBODY_DID = (
    rf"\b{_NOBODY}\s+(?:(?:has|have|had|is|was|are|were|got|hat|ist|wurde)\s+)?{_LITTLE}(?!{_SEEN}\b)(?:{_DEED}|(?:\w+\s+)?{_ARBEIT})\b|"
    rf"^\W*no\s+[\w-]+\s+(?:(?:has|have|had|is|was|are|were)\s+)?{_LITTLE}(?!{_SEEN}\b){_DEED}\s*$|"
    rf"^\W*kein\w*\s+\w+\s+(?:ist|sind|wurden?|war|waren)\s+{_LITTLE}{_ARBEIT}\b"
)
_UNABLE = (
    rf"\b(?:(?:could|can)(?:\s*not|n['’]t)|(?:not|never)\s+able\s+to|unable\s+to|impossible\s+to|fail(?:ed|s)?\s+to|not\s+possible\s+to)\s+"
    rf"{_LITTLE}(?:{_DEED}|{_BASE})\b|"
    rf"\b(?:kann|können|konnten?)\b.*\bnicht\s+(?:\w+\s+)?(?:{_ARBEIT}|{_INFINITIV})\b"
)
_UNDONE = rf"\bun{_DEED}(?=\s*$|\s+(?:yet|still|on|in|at|and|when|since|so\s+far|by)\b)|\bun{_ARBEIT}\b"
_NOT_YET = (
    r"\b(?:not|never)\s+yet\s+(?:in\s+(?:force|place|use|effect|operation)|effective|active|available|ready|there|valid|running|complete)\b|"
    rf"\bnoch\s+nicht\s+(?:in\s+\w+|wirksam|aktiv|da|fertig|vorhanden|gültig|bereit)\b|^\W*(?:\w+\s+){{0,3}}?{_DEED}\s+(?:never|nie)\W*$"
)
_WE_DID_NOT = r"\b(?:we|i)\s+(?:have|had)\s*(?:not|n['’]t)\s+(?:yet\s+)?(?:looked|started|begun)\b"
_DENIED = compiled(rf"{_NEGATED}|{_NOT_YET}|{_WE_DID_NOT}|{_NOBODY_DID}|{_UNABLE}|{_UNDONE}", re.I)
_NOT_ALONE = compiled(
    r"^\W*(?:still\s+|noch\s+)?(?:not|nicht|never|nie)\s+(?:yet\s+)?(?!(?:any|only|just|the|an?|at|in|on|by|for|if|to|less|more|"
    r"applicable|relevant|needed|required|necessary|affected|involved|used|possible|open|concerned|nur|mehr|nötig|relevant|"
    r"anwendbar|betroffen|erforderlich|möglich)\b)[\w-]+(?:ed|en|t)\b",
    re.I,
)
"""the clause begins with its denial: ``Not named``"""
_MODAL = (
    r"(?:will|shall|must|should|would|ought\s+to|ha(?:s|ve)\s+to|needs?\s+to|(?:is|are|am)\s+(?:still\s+|yet\s+)?(?:about\s+|going\s+|due\s+|supposed\s+|"
    r"expected\s+|planned\s+|scheduled\s+|meant\s+)?to|(?:intends?|plans?|hopes?|promises?|wants?)\s+to|(?:still\s+|yet\s+)?to(?=\s+be\b)|going\s+to|['’]ll)"
)
_TO_COME = (
    r"(?:next\b|nächste[nrs]?\b|(?:in|on|from|at|ab|im|am|zum)\s+(?:the\s+|dem\s+)?(?:next|nächsten|jan\w*|feb\w*|mar(?:ch)?|märz|apr\w*|may|mai|june?|"
    r"juni?|july?|juli|aug\w*|sep\w*|o[ck]t\w*|nov\w*|de[cz]\w*|spring|summer|autumn|fall|winter|frühjahr|sommer|herbst|q[1-4]|20\d\d|\d{1,2}\.)\b)"
)
_LATER = compiled(
    r"\b(?:will|shall|wird|werden)\s+(?:\w+\s+){0,2}?(?:start|begin|commence|go\s+live|starten|beginnen)\b|"
    rf"\b(?:starts?|begins?|commences?|follows?|beginnt|beginnen|startet|starten|folgt|folgen)\s+{_TO_COME}|"
    rf"(?:^|\s|(?=['’]ll)){_MODAL}\s+(?!not\b|never\b)(?:(?:still|then|soon|also|later|yet)\s+)*(?:be\s+)?(?:re-?)?(?:{_DEED}|{_BASE})\b|"
    r"\b(?:we|i|they|he|she|somebody|someone|the\s+(?:team|author|owner|supplier|department|manufacturer)s?)(?:['’]ll|\s+(?:shall|will|(?:am|are|is)\s+going\s+to|"
    r"(?:intend|plan|promise|hope|want|agree)s?\s+to|have\s+to|has\s+to|need\s+to|must))\s+(?!not\b)\w+|"
    r"\b(?:wir|ich|sie|er)\s+(?:werden?|wird|wollen|will|müssen|muss|sollen|soll)\s+\w+|"
    rf"\b(?:wird|werden|soll|sollen|muss|müssen|wollen|will)\b(?!.*\b(?:nicht|jährlich|täglich|wöchentlich|monatlich|jede[nrs]?|jetzt|nun|stets|immer)\b)"
    rf".*\b(?:{_ARBEIT}|{_INFINITIV})\b|^(?!.*\bleicht\b).*\b(?:ist|sind|bleibt)\s+(?:noch\s+)?(?:\w+\s+)?(?:zu\s+)?{_INFINITIV}\b|"
    r"\b(?:is|are|remains?|stays?|still)\s+(?:still\s+|an?\s+|yet\s+)?(?:pending|outstanding|due|overdue|ahead|open\s+(?:item|point|issue|question|action))\b|"
    r"^\W*(?:pending|outstanding|due\b|to\s+follow|awaiting|open\s+(?:item|point|issue|question|action)\s*$)|"
    r"\b(?:steht|stehen)\s+(?:noch\s+)?aus\b|\b(?:ausstehend|fällig)\s*$|"
    r"^\W*(?:[\w-]+\s+){0,5}?(?:(?:is|are|was|were|has\s+been|have\s+been|ist|sind|wurde)\s+)?(?:ordered|scheduled|planned|requested|postponed|deferred|delayed|"
    r"commissioned\s+from|foreseen|intended|bestellt|geplant|beauftragt|vorgesehen|verschoben)\b(?=\s*$|\s+(?:for|in|on|at|to|until|next|with|für|im|am|bis)\b)",
    re.I,
)
_CONDITION = compiled(
    r"\b(?:when|whenever|while|if|unless|until|as\s+soon\s+as|before|once|wenn|falls|sobald|solange|bevor|bis)\b",
    re.I,
)
"""what is to happen in a case that is provided for is how the thing works, not a plan"""
_AFFIRMED = compiled(
    r"\b(?:is|are|was|were|has\s+been|have\s+been|been)\s+(?:(?:now|then|since|all|both|also|already|fully|properly|since\s+\d\w*|"
    r"[a-z]+ly)\s+)*"
    r"(?!un|(?:scheduled|planned|needed|required|expected|ordered|requested|intended|postponed|deferred|delayed|foreseen|supposed|meant|asked|told|"
    r"informed|agreed|opened)\b)(?:\w{2,}(?:ed|lt)\b|(?:done|made|met|shown|proven|written|built|shut|held|run|put|set|kept|taken|fit|seen|gone|"
    r"locked|there|in\s+(?:place|force|effect|use)|welded)\b)|"
    rf"^\W*(?:(?:now|then|and|but|since|both|all|later|aber|dann|jetzt|nun)\s+)*(?:{_DEED})(?<!ing)(?<!y)\b(?!\s+(?:is|are)\b)|"
    rf"^\W*(?:(?:the|a|an)\s+)?(?:[\w-]+\s+){{1,3}}?(?:re-?)?{_WORK}(?<=ed)(?=\s*$|\s+(?:on|in|at|by|with|since|to|and|again)\b)|"
    rf"\b(?:ist|sind|wurden?|war|waren|worden)\b.*\b{_ARBEIT}\b|^\W*(?:am\s+\S+\s+\w+\s+)?(?:\w+\s+){{0,3}}?{_ARBEIT}(?=\s*$|\s+(?:am|mit|seit|durch|von|worden)\b)|"
    r"\b(?:took\s+place|passe[sd]|works\s+now|now\s+works|is\s+so\s+now|it\s+is(?=\s*$)|ist\s+es\s+(?:jetzt\s+|nun\s+|seit\b)|bestanden)",
    re.I,
)
_SETTLED = compiled(
    r"\b(?:met|fulfilled|satisfied|resolved|fixed|done|implemented|solved|settled|corrected|repaired|addressed|completed?|finished|closed|"
    r"replaced|removed|rewritten|clarified|added|adds|decided|analy[sz]ed|moved|meets|runs|passed|changed|erfüllt|behoben|gelöst|erledigt|umgesetzt|beseitigt|abgeschlossen|"
    r"geschlossen|korrigiert|bestanden|ersetzt|entfernt|geklärt|ergänzt)\b",
    re.I,
)
"""words that say by themselves that something was settled: ``Seal replaced``"""
_NO = compiled(
    r"\b(?:not|never|nobody|no|none|nothing|cannot|unable|nicht|nie|niemand|kein\w*)\b|n['’]t\b", re.I
)
_CLAUSE = compiled(
    r"[.;:!?](?:\s+|$)|,\s+|\s+[–—-]\s+|\s+\b(?:but|and|because|although|aber|und|sondern|weil|obwohl)\b\s+|[()\[\]]",
    re.I,
)
_NOT_BUT = compiled(
    r"\b(?:not|nicht)\b(?=[^.;]*?\b(?:but|sondern)\s+(?:by|with|in|through|durch|mit)\b)", re.I
)
"""``not by change 11, but by change 12``"""
_RELATIVE = compiled(
    r"[\w,]\s+(?:which|that|who|where|when|whenever|while|if|unless|until|wenn|falls|solange|die|der|das)\s",
    re.I,
)
"""before a denial: what is denied belongs to something that is spoken of, or to a case that is provided for"""
_OPPOSITES = tuple(
    (compiled(rf"\b(?:{one})\b", re.I), compiled(rf"\b(?:{other})\b", re.I))
    for one, other in (
        (r"(?:un)?locked|closed|shut|latched|verriegelt|geschlossen|zu", r"open|opened|offen|geöffnet"),
        (
            r"fitted|installed|mounted|present|there|in\s+place|montiert|eingebaut|vorhanden",
            r"missing|absent|removed|gone|lost|fehlt|fehlend",
        ),
        (r"on|enabled|active|running|ein|aktiv", r"off|disabled|inactive|stopped|aus|inaktiv"),
        (r"tight|sealed|dicht", r"leaking|leaky|leaks|loose|undicht|lose"),
        (r"complete|vollständig", r"incomplete|partial|unvollständig"),
        (r"safe|sicher", r"unsafe|dangerous|unsicher|gefährlich"),
        (r"correct|right|richtig", r"wrong|incorrect|falsch"),
        (r"empty|leer", r"full|voll"),
        (r"dry|trocken", r"wet|nass"),
        (r"clean|sauber", r"dirty|schmutzig"),
        (r"passed|bestanden", r"failed|durchgefallen"),
    )
)  # fmt: skip
_STILL = (
    r"(?:(?:still|now|always|again|found|left|often|wide|only|partly|noch|wieder|weiterhin|immer)\s+){0,2}"
)
_IS = r"(?:is|are|was|were|remains?|stays?|stands|found|left|still|ist|sind|war|waren|bleibt|steht)"


_ALL_BUT = compiled(r"\b(?:all|every(?:thing|one)?)\s+but(?!\s+not\b)", re.I)
"""``but`` ends a clause, and not here"""
_ENDED_OTHERWISE = compiled(
    r"\b(?:done|met|closed|fulfilled|implemented|replaced|repaired|fixed|answered|fitted|resolved)\s+(?:only\s+)?in\s+part\b(?!\s+(?:\d|[A-Z]\b))|"
    r"\b(?:waives?|waived|waiving|drops?|dropped|revokes?|revoked)\s+(?:(?:this|the|that|our|its|her|his)\s+)?(?:condition|requirement|finding|demand)s?\b|"
    r"\b(?:condition|requirement|finding)\s+(?:is|was|has\s+been)\s+(?:waived|dropped|revoked)\b|\bverzichtet\s+auf\s+(?:diese|die)\s+(?:auflage|bedingung)\b|"
    r"^(?!.*\b(?:if|when|where|who|that|which)\b)\W*(?:[\w-]+\s+){1,4}?(?:was|were|has\s+been|have\s+been)\s+(?:not|never)\s+(?:yet\s+)?"
    r"(?:asked|consulted|involved|informed|contacted|heard|invited|questioned)\b|"
    r"\b(?:wurden?|wird)\s+(?:noch\s+)?(?:nicht|nie)\s+(?:gefragt|befragt|beteiligt|informiert|angehört)\b|"
    r"\b(?:stays?|remains?|is|are|bleibt|ist)\s+(?:still\s+|weiterhin\s+|noch\s+)*(?:disputed|contested|contentious|controversial|in\s+dispute|strittig|umstritten)\b",
    re.I,
)
"""``the operator waives this condition``, ``the operator was not asked``, ``the severity stays disputed``"""


def undone(text: str, about: str = "") -> Unsettled:
    """Why a text leaves undone what it is to settle; empty where it does not.

    ``about``: what is to be so, such as a condition: a clause with the opposite of its word denies it.

    >>> [undone(t) for t in ("Not locked", "It will be locked", "The guard was found unlocked", "Could not be checked")]
    ['denies it', 'puts it off', 'denies it', 'denies it']
    >>> undone("The guard is open"), undone("The guard is open", "The guard is locked in the hall")
    ('', 'denies it')
    >>> [undone(t) for t in ("Locked after the test", "It cannot be opened", "Not locked in v1, now locked")]
    ['', '', '']
    """
    clauses = clauses_of(text)
    denied = [k for k, clause in enumerate(clauses) if _denies(clause) or _contradicts(clause, about)]
    done = [k for k, clause in enumerate(clauses) if k not in denied and _says_done(clause)]
    if denied and not any(k > denied[-1] for k in done):
        return "denies it"
    if about and left_in_part(clauses_of(_ALL_BUT.sub("all except", text)), about):
        return "says it of a part"
    if any(map(_ENDED_OTHERWISE.search, clauses)) and not _ENDED_OTHERWISE.search(about):
        return "denies it"
    return "puts it off" if not done and postponed(clauses) else ""


def says_done(text: str) -> bool:
    """Whether a clause says that something was done.

    >>> says_done("Lock fitted"), says_done("Lock not fitted"), says_done("It will be fitted")
    (True, False, False)
    """
    return any(map(_says_done, clauses_of(text)))


def postponed(clauses: Iterable[str]) -> str:
    """The words by which a clause leaves for later what is to be done; empty where none does."""
    for clause in clauses:
        match = _LATER.search(clause)
        if match and not _CONDITION.search(clause):
            return match[0].strip()
    return ""


def clauses_of(text: str) -> list[str]:
    """The clauses of a text, without what it quotes."""
    plain = _NOT_BUT.sub(" ", without_quotations(text[:READ]))
    return [part.strip() for part in _CLAUSE.split(plain) if part.strip()]


def _denies(clause: str) -> bool:
    if _CONDITION.match(clause):
        return False
    match = _DENIED.search(clause) or _NOT_ALONE.match(clause)
    if match is None or _RELATIVE.search(clause[: match.start()]) or _AFFIRMED.search(clause[match.end() :]):
        return False
    return not (match[0].casefold().startswith("un") and _NO.search(clause[: match.start()]))


def _contradicts(clause: str, about: str) -> bool:
    """Whether a clause asserts the opposite of a word of ``about``, or a word that ``about`` denies."""
    if not about or _CONDITION.search(clause):
        return False
    if _nobody_does(clause, about) or _is_rarer(clause, about) or falls_short(clause, about):
        return True
    denied, negated = negations(about) > 0, _NO.search(clause) is not None
    if denied and negated:
        return False
    for one, other in (pair for both in _OPPOSITES for pair in (both, both[::-1])):
        named, rest = (other, one) if denied else (one, other)
        if named.search(about) and not rest.search(about):
            asserted = rf"^\W*(?:{other.pattern})\W*$|\b{_IS}\s+{_STILL}(?:{other.pattern})"
            lacking = rf"\b{_IS}\s+(?:not|never|no\s+longer|nicht)\s+{_STILL}(?!un)(?:{one.pattern})"
            if compiled(lacking if negated else asserted, re.I).search(clause):
                return True
    return False


def _nobody_does(clause: str, about: str) -> bool:
    """``Nobody inspects it``, where it is to be inspected."""
    match = _NOBODY_DOES.match(clause)
    return match is not None and re.search(rf"(?i)\b(?:un)?{match['stem']}", about) is not None


def _is_rarer(clause: str, about: str) -> bool:
    """``inspected monthly``, where it is to be so each week."""
    asked, said = _days_between(about), _days_between(clause)
    return bool(asked and said) and min(said) > min(asked) and bool(stems(clause) & stems(about))


def _days_between(text: str) -> list[int]:
    return [days for words, days in _HOW_OFTEN if words.search(text)]


_NOBODY_DOES = compiled(rf"^\W*{_NOBODY}\s+(?:[a-z]+ly\s+)?(?P<stem>{'|'.join(_STEMS.split())})\w*s\b", re.I)
_HOW_OFTEN = tuple(
    (compiled(rf"\b(?:{words})\b", re.I), days)
    for words, days in (
        (r"hourly|(?:every|each)\s+hour|stündlich|jede\s+stunde", 0),
        (r"daily|(?:every|each)\s+(?:day|shift)|per\s+day|täglich|jeden\s+tag", 1),
        (r"weekly|(?:every|each)\s+week|per\s+week|wöchentlich|jede\s+woche", 7),
        (r"monthly|(?:every|each)\s+month|per\s+month|monatlich|jeden\s+monat", 30),
        (r"quarterly|(?:every|each)\s+quarter|per\s+quarter|vierteljährlich", 91),
        (r"(?:half|bi)[\s-]?(?:yearly|annually)|halbjährlich|every\s+six\s+months", 182),
        (
            r"(?<!half-)(?<!half )(?:yearly|annually)|(?:every|each)\s+year|per\s+year|jährlich|jedes\s+jahr",
            365,
        ),
    )
)
"""words of how often something is done, and the days between"""


def denies_the_opposite(text: str, about: str) -> bool:
    """Whether a text denies the opposite of a word of ``about``: that is what ``about`` asks for.

    >>> denies_the_opposite("The guard is not open", "The guard is closed")
    True
    >>> denies_the_opposite("The guard is not open", "The guard is locked")
    False
    """
    if not about or not _NO.search(text) or _SECURED.search(about):
        return False
    denied = negations(about) > 0
    for one, other in (pair for both in _OPPOSITES for pair in (both, both[::-1])):
        named, rest = (other, one) if denied else (one, other)
        if named.search(about) and not rest.search(about) and other.search(text) and not one.search(text):
            return True
    return False


_SECURED = compiled(r"\b(?:un)?(?:locked|latched|bolted|verriegelt)\b", re.I)
"""more than shut"""


def _says_done(clause: str) -> bool:
    done = _AFFIRMED.search(clause) or _SETTLED.search(clause)
    return done is not None and not _LATER.search(clause) and not _NO.search(clause)
