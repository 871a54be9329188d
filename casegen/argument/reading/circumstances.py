"""Circumstances of a conclusion that nothing of its step speaks of: ``in heavy rain``, ``at sea``, ``of every lift``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from casegen.argument.reading.rare_functions import tops_of
from casegen.argument.reading.restrictions import restrictions, subject_words
from casegen.argument.view import CaseView
from casegen.model.argument import Argument, Block, Claim, EvidenceNode
from casegen.model.expressions import compiled
from casegen.model.quantity import MeasureKind
from casegen.texts.events.kept_states import as_denial_of, in_words_of
from casegen.texts.events.polarity import polarity
from casegen.texts.events.sentences import of_what_works
from casegen.texts.events.subjects import stems
from casegen.texts.numbers.amounts import amounts
from casegen.texts.numbers.calendar_periods import hours_of_word
from casegen.texts.numbers.counts import COUNT
from casegen.texts.numbers.integrity_levels import without_mode
from casegen.texts.numbers.measurement_units import is_inch
from casegen.texts.numbers.number_relations import AS_LIMITED, LOWER, UPPER
from casegen.texts.numbers.stated import READ, stated
from casegen.texts.numbers.units import nouns
from casegen.texts.times.exposure import periods
from casegen.texts.wording.denials import without_limits

_PHRASE = compiled(
    r"(?:\b(?:in|at|during|near|beyond|bei|im|während|(?:of|von)\s+(?=(?:every|each|all|any|jede[mnrs]?|alle[nr]?)\b))|"
    r"(?:^|(?<=,\s))(?:on|under|auf|unter))\s+"
    rf"(?!(?:denen|welche[mnr]?|deren|dessen|which|whom|whose)\b)(?!(?:{UPPER}|{LOWER}|most|least|worst|best|{COUNT})\b)(?:(?:the|a|an|its|their|every|each|all|any|der|den|dem|das|die|eine[mr]|jede[mnrs]?|"
    r"alle[nr]?)\s+)*(?P<of>[^\W\d_]+(?:[\s-]+[^\W\d_]+){0,3})",
    re.I,
)
_OBJECT = compiled(
    r"in\s+(?!(?:the|an?|its|their|every|each|all|any|de[rnms]|das|die|eine[mr])\b)[^\W\d_]+$", re.I
)
"""what something is in, by one word: a matter that the system handles is no circumstance"""
_EACH = compiled(r"every|each|all|any|jede[mnrs]?|alle[nr]?", re.I)
"""before a number: *bei jedem 1.000. Einsatz*"""
_EVEN = compiled(
    r"\b(?:(?:even|also|auch|selbst)\s+(?:with|after|where|when|if|in|without|at|by|mit|nach|wenn|bei|ohne|wo)|whatever|whichever|regardless\s+of|"
    r"irrespective\s+of|no\s+matter\s+(?:what|which|how)|until(?:\s+the\s+year)?(?=\s+\d{4}\b)|ungeachtet|unabhängig\s+vo[nm]|gleich\s+welche[rs]?)\s+"
    r"(?:(?:the|a|an|its|one|two|any|der|die|das|de[mn]|eine[mrn]?)\s+)*(?P<of>[^,;.:()]{1,60})|"
    r"(?:^|,\s*)(?P<in>[^\W\d]+)\s+(?:included|eingeschlossen|inbegriffen)\b|,\s*(?:including|einschließlich)\s+(?P<with>[^,;.:()]{1,40})",
    re.I,
)
"""what a claim extends itself to: ``even with one beam broken``, ``tampering included``"""
_NEXT = compiled(
    r"\b(?:in|at|during|under|near|beyond|of|on|with|to|by|from|for|and|or|is|are|was|than|as|that|which|when|while|has|have|fails?|no|not|"
    r"the|an?|be|stops?|starts?|ist|sind|wird|hat|von|mit|zu|auf|und|oder|der|die|das)\b",
    re.I,
)
"""words behind a phrase"""
_LEFT_OUT = compiled(r"\b(?:except|excluding|unless|not|nor|never|außer|nicht)\W+$", re.I)
_IDIOM = compiled(
    r"(?:number|row|order|addition|total|time|case|cases|view|sum|fact|particular|turn|general|operation|use|practice|service|course|"
    r"accordance|average|worst\s+case|(?:schlimmsten|ungünstigsten)\s+fall|principle|betrieb|fall|fällen|allgemeinen|mittel|zeit)\b",
    re.I,
)
"""behind ``in``: no circumstance, or that of every claim"""
_SECOND = compiled(
    rf"\b(?:or|oder)\s+(?P<what>[^,;.:]+?)(?=\s+(?:in|at|with|bei|mit)\s+(?:{UPPER}|{LOWER}|{COUNT})|\s*[,;.:]|$)",
    re.I,
)
"""a second event of a sentence, that its tree may not have"""
_ANOTHER_THING = compiled(r"(?:the|an?|its|der|die|das|eine?)\s+[^\W\d_]+\s+[^\W\d_]+(?:s|t|en)\b", re.I)
"""``or the pump stops``: another subject of one verb"""
_ON_DEMAND = compiled(
    r"(?:on|at|bei|auf|im)\s+(?:(?:an?|each|every|jeder|einer)\s+)?"
    r"(?:demand|request|anforderung|bedarf|(?:bedarfs|anforderungs)fall)",
    re.I,
)
_ANY_MOMENT = compiled(
    r"at\s+(?:any|each|every|all)\s+(?:given\s+)?(?:moments?|instants?|times?|points?\s+in\s+time)\b(?!\s+of\b)|"
    r"zu\s+jede[rm]\s+(?:zeitpunkt|zeit)\b(?!\s+(?:des|der)\b)",
    re.I,
)
"""what a limit without it says as well"""
_SIDE = compiled(rf"(?<![^\W\d_])(?:{UPPER}|{LOWER})(?![^\W\d_])", re.I)
_OR_LESS = compiled(
    r",?\s*\b(?:or|oder)\s+(?:less|fewer|rarer|more\s+rarely|weniger|seltener)(?:\s+often)?(?=\W*$|\s*[,;.])",
    re.I,
)
"""``in 1 of 1,000 demands or less``: no second event"""
_OTHER_WORDS = 2
"""so many words of a claim that nothing of its tree has make it one of another event: one may be another word for it"""


def unmet(view: CaseView, step: Argument, document: str = "") -> Iterator[str]:
    """Circumstances that a conclusion names and nothing of its step does; ``document``: what its artefacts say."""
    claim = view.case.claim.get(step.supports)
    if claim is None or step.block not in (Block.EVIDENCE_INCORPORATION, Block.CALCULATION):
        return
    limited = without_mode(claim.text)
    phrases = list(_phrases(limited))
    extended = list(_extensions(limited))
    of_top = (
        claim.requirement is not None
        and step.tree is not None
        and claim.requirement.measure.tree == step.tree
    )
    if not phrases and not extended and not of_top:
        return
    said = frozenset[str]().union(
        *(subject_words(text) | _years(text) for text in _texts(view, claim, step, document))
    )
    starts = {word[:4] for word in said}
    header = view.case.header
    handled = subject_words(_PHRASE.sub(" ", f"{header.system}. {header.intended_use}"))
    on_demand = claim.requirement is not None and claim.requirement.kind is MeasureKind.PER_DEMAND
    for phrase, words in phrases:
        if on_demand and _ON_DEMAND.fullmatch(phrase):
            continue
        if _OBJECT.match(phrase) and words <= handled:
            continue  # metal pieces in bread, of a line that packs bread
        if not words & said and not any(word[:4] in starts for word in words):
            yield repr(phrase)
    promised = subject_words(" ".join((header.system, header.environment, header.intended_use)))
    for phrase, words in extended:
        if amounts(phrase) and words & promised:
            continue  # how far the header goes is compared as an operating limit
        if 2 * sum(word in said or word[:4] in starts for word in words) <= len(words):
            yield repr(phrase)
    sentence = _OR_LESS.sub(" ", limited)
    for top in tops_of(view.case.tree[step.tree]) if of_top and step.tree is not None else ():
        sentence = in_words_of(sentence, top)
        sentence = as_denial_of(sentence, top) if of_what_works(claim.text) else sentence
    other = (
        _own_words(without_limits(sentence), starts) if of_top and polarity(claim.text) != "success" else []
    )
    if len(other) >= _OTHER_WORDS:
        yield repr(" ".join(other))
    for match in _SECOND.finditer(sentence[:READ]) if of_top and len(other) < _OTHER_WORDS else ():
        own = _own_words(match["what"], starts)
        another = own and _ANOTHER_THING.match(match["what"])
        if own and (another or len(own) == len(stems(match["what"]))):
            yield repr(match["what"])


_PLACE = (
    r"(?:clause|section|sheet|table|page|annex|chapter|abschnitt|blatt|tabelle|seite|anhang|kapitel|ziffer)"
)
_REFERENCE = compiled(
    rf"\((?:(?:see|siehe|target\s+of|ziel\s+nach|per|nach|gemäß|as\s+in|of)\s+)(?:[\w.-]*\d[\w.-]*,?\s+|[A-Z]{{2,}},?\s+)?{_PLACE}\s+[\d.]+\)|"
    r"\b(?:as|wie)\s+(?:required|demanded|gefordert|verlangt)\s+(?:by|in|von)\s+[A-Z][\w.-]*\d|\bwie\s+in\s+[A-Z][\w.-]*\d\s+(?:gefordert|verlangt)|"
    r"(?:^|(?<=,\s))(?:laut|gemäß|nach|according\s+to|as|wie)\s+(?:the\s+|der\s+|dem\s+)?(?:fault\s+tree|fehlerbaum)(?:\s+(?:shows|zeigt))?\b",
    re.I,
)
"""where a limit stands or comes from: no circumstance"""
_PER = compiled(
    r"\b(?:beträgt|liegt\s+(?:bei|unter)|missions?|einsatz(?:es)?|einsätzen?|anforderung(?:en)?|demands?|"
    r"(?:un(?:availability|reliability)|nichtverfügbarkeit)(?=\s)|"
    r"(?:mean|average|mittlere)\s+(?=(?:probability|unavailability|frequency|rate|PF[DH]\w*|wahrscheinlichkeit|nichtverfügbarkeit|"
    r"häufigkeit|\w*rate)\b)|PFD[\s_]?avg|PF[DH]\b|(?:frequency|rate|probability)\s+(?=of\s)|"
    r"(?:dangerous|hazardous|gefährliche[nr]?)\s+(?=(?:failures?|ausfalls?|ausfälle|versagens?)\b))",
    re.I,
)
"""what a number is, or is per"""
_NUMBER_BEFORE = compiled(r"(?<=\d)[\s-]$")


def _of_size(text: str, match: re.Match[str]) -> bool:
    """Whether *in* is the unit of a number before it: ``a 3 in pipe``."""
    blank = _NUMBER_BEFORE.search(text[: match.start()])
    return blank is not None and is_inch(text[blank.start() :])


def _without_lengths(text: str) -> str:
    """A text with blanks for how long its missions last, which is compared by itself: ``an eight-hour duty``."""
    for period in periods(text, nouns(text)):
        if period.of_mission:
            text = text.replace(period.quote, " " * len(period.quote))
    return text


def _own_words(text: str, starts: set[str]) -> list[str]:
    """Words of a sentence without beginnings among ``starts``, its conditions, exceptions, limit and counts left out."""
    for one in restrictions(text):
        text = text.replace(one.quote, " ")
    counted = stems(" ".join(nouns(text)))
    text = _without_lengths(_REFERENCE.sub(" ", text))
    for number in reversed(stated(text)):
        text = f"{text[: number.at]} {text[number.at + len(number.quote) :]}"
    text = _SIDE.sub(" ", _PER.sub(" ", _ANY_MOMENT.sub(" ", AS_LIMITED.sub(" ", text))))
    text = " ".join(word for word in text.split() if hours_of_word(word.strip(",;.").casefold()) is None)
    words = [word for word in text.split() if (stem := stems(word) - counted) and min(stem)[:4] not in starts]
    return list(dict.fromkeys(words))


def _years(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"(?<!\d)(?:19|20)\d\d(?!\d)", text[:READ]))


def _extensions(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """What a claim extends itself to, of whose words a step has to speak of more than half."""
    for match in _EVEN.finditer(text[:READ]):
        of = (match["of"] or match["in"] or match["with"]).strip()
        if words := subject_words(of) | _years(of):
            yield match[0].strip(" ,"), words


def _phrases(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    text = text[:READ]
    counted = set(nouns(text))
    read = [(n.at, n.at + len(n.quote)) for n in stated(text)]  # "twice in the year" is how often
    text = _without_lengths(_REFERENCE.sub(lambda match: " " * len(match[0]), text))
    for match in _PHRASE.finditer(text):
        if (
            _of_size(text, match)
            or any(at <= match.start() and match.start("of") < end for at, end in read)
            or _ANY_MOMENT.match(text, match.start())
            or _LEFT_OUT.search(text[: match.start()])
        ):
            continue
        of = _NEXT.split(match["of"])[0].strip()
        of = of.split()[0] if of[:1].isupper() else of  # "at Altstadt carries"
        if (
            of
            and not _IDIOM.match(of)
            and not _EACH.fullmatch(of)
            and not counted & set(of.casefold().split())
            and (words := subject_words(of))
        ):
            yield f"{match[0][: match.start('of') - match.start()]}{of}", words


def _texts(view: CaseView, claim: Claim, step: Argument, document: str) -> Iterator[str]:
    """What stands below a claim or defines its words: its step, tree, data and documents, every item and context."""
    case = view.case
    yield step.text
    for name in (*step.premises, *step.side_claims):
        node = view.repeated(name) or case.node.get(name)
        yield f"{node.text} {node.note}" if node is not None else ""
        yield re.sub(r"[/._-]", " ", node.artefact) if isinstance(node, EvidenceNode) else ""
    for context in case.contexts:
        yield context.text
    for item in case.evidence_items:
        said = (*item.inputs.values(), *item.columns.values(), str(dict(item.parameters)), item.method)
        yield f"{item.title} {item.text} {re.sub(r'[/._-]', ' ', ' '.join(said))}"
    if claim.requirement is not None:
        yield str(claim.requirement.measure.measure or "").replace("_", " ")
    if step.tree in case.tree:
        tree = case.tree[step.tree]
        yield f"{tree.title} {tree.text}"
        for name in view.parts_of[tree.id]:
            part = case.event.get(name) or case.gate.get(name) or case.house_event.get(name)
            yield part.text if part is not None else ""
    for k in range(0, len(document), READ - 50):
        yield document[k : k + READ]
