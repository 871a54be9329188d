"""Wording: what a program can see of how claims are put.

Every rule cites the guideline of the Safety Case Core Guidelines (CC BY 4.0) that it looks for signs of.
The signs are words and forms; a finding is a question to a person, who may waive it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from casegen.argument.acceptance import is_accepted
from casegen.argument.reading.part_numbers import weaker_part
from casegen.argument.reading.written_bounds import unevaluated
from casegen.argument.rule import Finding, Place, warning
from casegen.argument.view import CaseView
from casegen.model.argument import Block, Claim
from casegen.model.expressions import compiled
from casegen.texts.denials import foreign_language
from casegen.texts.numbers import stated as says_a_number

FAMILY = "Wording"
MAX_WORDS = 40
MAX_COMMAS = 5
MAX_LABEL_WORDS = 10
READ = 2_000
"""so many characters of a text are read for signs: a longer claim is refused by its length already"""
MAX_DIGITS = 4

_WORD = compiled(r"[^\W\d_][\w'’-]*")
_RELATION = compiled(r"[≤≥<>=∈⊆]")
_FINITE_WORDS = """
is are was were be been has have had does do did can could will would shall should may might must
cannot isn't aren't doesn't
"""
_VERB_STEMS = """
accept accompany accumulate achieve act add address affect agree aim alert align allow answer apply
approve approximate arise arrive ask assess assume avoid bear became become began begin behave
belong bind bore bound break broke brought build built call cancel capture carry cause change choose
chose cite classify close collect come compare complete comply compute conclude confirm conform
connect consider constitute contain control converge cope correspond count cover cut decide decline
decrease define degrade delay deliver demand demonstrate depart depend describe detect determine
differ disagree distinguish dominate draw drew drive drop drove enable end ensure enter estimate exceed execute
exercise exist explain express extend fail fall fell find fit fix follow found fulfil fulfill
function fuse gave generalise generalize give go grew grow guard guide halt handle happen held help
hid hide hinder hit hold identify ignore imply improve include increase inform invoke issue justify
keep kept knew know last lead learn leave led left lie lies limit live load localise localize lock
log lose lost made maintain make map match matter mean measure meet merge met miss mitigate move
name need note observe obtain occur offer omit open operate overestimate overlap own partition pass
perform pick place plan point pose possess preclude predict preempt preserve prevent process produce
propagate protect prove provide put quantify raise ran rank rate reach receive record recover reduce
reflect refuse reject release rely remain remove repeat replace report represent reproduce require
resist resolve respect respond rest restore result return review rose rule run sample satisfy saw
read score search see select send sent separate serve set share shield show shown shut sign signal slow
solve sound span speak specify spoke spread stand start state stay steer stem stood stop store
succeed suffice suit sum supply support surface survive sustain switch take tell tend test told
tolerate took trace track train transfer translate treat trigger trust turn underestimate understand
understood update use validate vary verify violate visit wait warn watch weigh went withstand won
work write wrote yield
accelerate ascend authenticate decelerate decrypt deploy descend disengage eject encrypt engage extinguish freeze
hover ignite inflate inhibit insulate isolate melt navigate reboot recharge regulate retract rotate settle spin
transmit undock unfold unlock vibrate withdraw
"""
_FINITE = frozenset(_FINITE_WORDS.split())
_VERBS = frozenset(_VERB_STEMS.split())
_GERMAN = compiled(
    r"\b(?:der|die|das|den|dem|ein|eine[rnms]?|und|nicht|bei|von|vom|auf|mit|zum|zur|im|nur|kein\w*)\b", re.I
)
_GERMAN_VERB = compiled(
    r"\b(?:ist|sind|war|waren|wird|werden|hat|haben|kann|können|darf|dürfen|muss|müssen|soll|sollen)\b|\b[a-zäöüß]{2,}(?:t|en|te|ten)\b"
)
"""a finite verb; in German a word with a small letter is no noun"""
_PREDICATE = compiled(
    r"^\W*\w[\w'-]*\s.*?\b\w+(?<!s)s\s+(?:the|an?|its|their|this|that|these|those|no|each|every|all|to|as|not|only|"
    r"within|whether|when|what|than|after|before|until|while|if|(?:(?:in|on|by|for)\s+)?(?:at least|at most))\b",
    re.I,
)
"""some word in -s with an object after it: a verb that is not on the list"""


_THIRD_PERSON = compiled(
    r"^\W*(?:(?:an?|each|every)\s+(?:(?!(?:of|for|in|on|at|to|by|with|from|and|or|per)\b)[^\W\d][\w'-]*\s+){1,3}?"
    r"(?!always\b|perhaps\b)[^\W\d][\w-]*[^\Ws]s\b|"
    r"the\s+(?:[^\W\d][\w'-]*\s+){0,2}?[^\W\d][\w'-]*[^\Ws]\s+[^\W\d][\w-]*[^\Wsu]s\s+"
    r"(?:on|into|onto|out|up|down|off|back|away|by\s+itself|seldom|often|never|always|once|twice|too|early|late|again|\w{3,}ly)\b)",
    re.I,
)
"""a subject in the singular with a word in -s behind it: a verb that is not on the list (``a sail unfurls``)"""


def stated(view: CaseView) -> Iterator[tuple[Place, Claim, str]]:
    """Every claim with its place and the text that is read."""
    for place, claim in view.claims():
        yield place, claim, claim.text[:READ]


def _is_verb(word: str) -> bool:
    low = word.casefold()
    if low in _FINITE or low.endswith("n't"):
        return True
    stems = {low}
    if low.endswith("s"):
        stems.add(low[:-1])
    if low.endswith("es"):
        stems.add(low[:-2])
    if low.endswith("ies"):
        stems.add(f"{low[:-3]}y")
    if low.endswith("ed"):
        stems |= {low[:-1], low[:-2], low[:-3]}
    stems |= {stem[2:] for stem in stems if stem.startswith("re")}
    return not stems.isdisjoint(_VERBS)


@warning(
    "claim-proposition",
    FAMILY,
    "A claim is a sentence that can be true or false.",
    source="SCCG CL.1",
    hint="say what is true of what: subject, verb, property",
)
def claim_proposition(view: CaseView) -> Iterator[Finding]:
    """No verb and no relation: a label or heading.  A question is no proposition either."""
    for place, claim, text in stated(view):
        if not text:
            continue
        words = _WORD.findall(text)
        if text.endswith("?"):
            message = f"claim {claim.id} is a question"
        elif not (
            len(words) > MAX_LABEL_WORDS
            or any(_is_verb(word) for word in words)
            or _RELATION.search(text)
            or _PREDICATE.search(text)
            or _THIRD_PERSON.search(text)
            or (_GERMAN.search(text) and _GERMAN_VERB.search(text))
            or says_a_number(text)
            or foreign_language(text)
        ):
            message = f"claim {claim.id} states nothing that could be false: {quoted(text)}"
        else:
            continue
        yield Finding((*place, "text"), message, claim.id)


_PROPERTY = (
    r"(?:safe|secure|reliable|correct|complete|available|robust|valid|accurate|consistent|trustworthy|"
    r"maintainable|timely|verified|validated|tested|reviewed|implemented|effective|explainable|interpretable|fair|private)"
)
_TWO_PROPERTIES = compiled(
    rf"\b(?:is|are|be|remains?)\s+(?:\w+\s+){{0,2}}?{_PROPERTY}(?:\s*,\s*{_PROPERTY})*\s*,?\s+"
    rf"(?:and|as well as)\s+(?:\w+\s+)?{_PROPERTY}\b",
    re.I,
)
_TWO_SENTENCES = compiled(
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\bcf)(?<!\bFig)(?<!\bNo)(?<!\bvs)(?<!\bDr)[.;!]\s+(?=[A-Z])"
)
_TWO_CLAUSES = compiled(
    r"\b(?:is|are|has|have|does|do|meets?|satisf(?:y|ies))\b.*?(?:,|;)?\s\band\b\s+(?:the|its|each|it|they)\s+"
    r"(?:[\w-]+\s+){1,4}?(?:is|are|has|have|does|do|meets?|satisf(?:y|ies))\b",
    re.I,
)


@warning(
    "claim-single",
    FAMILY,
    "One claim says one thing.",
    source="SCCG CL.2",
    hint="make each its own claim, and decompose",
)
def claim_single(view: CaseView) -> Iterator[Finding]:
    """Two sentences, two properties joined by `and`, or two clauses."""
    for place, claim, text in stated(view):
        if (
            _TWO_PROPERTIES.search(text)
            or _TWO_SENTENCES.search(text)
            or (" and " in text and _TWO_CLAUSES.search(text))
        ):
            message = f"claim {claim.id} makes more than one claim: {quoted(text)}"
            yield Finding((*place, "text"), message, claim.id)


_STEPS = compiled(
    r"\b(identified|analysed|analyzed|specified|implemented|mitigated|tested|verified|validated|monitored)\b",
    re.I,
)


@warning(
    "claim-steps",
    FAMILY,
    "One claim takes one step: to identify, to implement and to verify are three.",
    source="SCCG CL.6",
    hint="make each step a sub-claim",
)
def claim_steps(view: CaseView) -> Iterator[Finding]:
    """Three or more steps of a process, or two joined by `and`, in one claim."""
    for place, claim, text in stated(view):
        steps = list(dict.fromkeys(step.casefold() for step in _STEPS.findall(text)))
        if len(steps) > 1 and not _TWO_PROPERTIES.search(text):
            message = f"claim {claim.id} mixes steps: {', '.join(steps)}"
            yield Finding((*place, "text"), message, claim.id)


@warning(
    "claim-long",
    FAMILY,
    f"A claim has at most {MAX_WORDS} words, and lists at most {MAX_COMMAS} topics.",
    source="SCCG CL.3",
    hint="move scope into context, and topics into sub-claims",
)
def claim_long(view: CaseView) -> Iterator[Finding]:
    """An essay in the box: by its words, or by the commas of its list."""
    for place, claim in view.claims():
        count = len(claim.text.split())
        if count > MAX_WORDS:
            yield Finding((*place, "text"), f"claim {claim.id} has {count} words", claim.id)
        elif claim.text.count(",") >= MAX_COMMAS:
            message = f"claim {claim.id} lists {claim.text.count(',') + 1} topics: {quoted(claim.text)}"
            yield Finding((*place, "text"), message, claim.id)


_VAGUE = compiled(
    r"\b(adequate(?:ly)?|sufficient(?:ly)?|appropriate(?:ly)?|acceptabl[ey]|suitabl[ey]|reasonabl[ey]|"
    r"robust(?:ly)?|timely|effective(?:ly)?|normal(?:ly)?|safe|enough|properly|satisfactor(?:y|ily)|"
    r"all(?!\s+that\b)|every|always|never)\b",
    re.I,
)

_UNIVERSAL = ("all", "every", "always", "never")


@warning(
    "claim-qualifier",
    FAMILY,
    "A vague or universal word has something that fixes what it means here.",
    source="SCCG CL.5, AR.6, RD.2",
    hint="add `context:` that defines it, a `requirement:`, or a concretion below the claim",
)
def claim_qualifier(view: CaseView) -> Iterator[Finding]:
    """Fixed by a context of the claim, of its argument or of the argument and claim above; by a
    requirement, named hazards or properties; or by a substitution or concretion below.  That ``every`` or ``all`` holds
    of what is assumed is answered for by whoever accepted it."""
    for place, claim, text in stated(view):
        result = _VAGUE.search(text)
        if result is None or claim.context or claim.requirement or claim.hazards or claim.properties:
            continue
        if claim.assumed and result[0].casefold() in _UNIVERSAL and is_accepted(claim, view.case):
            continue
        if _explained_below(view, claim.id) or _context_above(view, claim.id):
            continue
        message = f"claim {claim.id}: nothing fixes what {result[0]!r} means: {quoted(text)}"
        yield Finding((*place, "text"), message, claim.id)


def _explained_below(view: CaseView, claim: str) -> bool:
    explaining = (Block.SUBSTITUTION, Block.CONCRETION)
    return any(
        argument.context or argument.block in explaining for _, argument in view.arguments_for.get(claim, ())
    )


def _context_above(view: CaseView, claim: str) -> bool:
    for argument in view.used_by.get(claim, ()):
        above = view.case.claim.get(argument.supports)
        if argument.context or (above is not None and above.context):
            return True
    return False


_MEMBER = r"hazard|requirement|component|function|condition|scenario|phase|part|mode|cause|step|subsystem|failure|class"
_SET = compiled(
    rf"\b(?:all|over|across)\b.{{0,80}}?\b(?:(?:{_MEMBER})(?:s|es)|properties|criteria)\b|"
    rf"\b(?:each|every)\b.{{0,40}}?\b(?:{_MEMBER}|property|criterion)\b",
    re.I,
)


@warning(
    "decomposition-set",
    FAMILY,
    "What a decomposition runs over is defined by a context.",
    source="SCCG AR.2, AR.6",
    hint="add a context that lists the set, to the argument or its claim, or name the hazards on the sub-claims",
)
def decomposition_set(view: CaseView) -> Iterator[Finding]:
    """A decomposition whose text names a set that no context, hazard list or fault tree defines."""
    for place, argument in view.arguments():
        if argument.block is not Block.DECOMPOSITION or argument.context:
            continue
        result = _SET.search(argument.text[:READ])
        claim = view.case.claim.get(argument.supports)
        if result is None or claim is None or claim.context or claim.hazards or claim.properties:
            continue
        parts = [view.case.claim.get(premise) for premise in argument.premises]
        if any(part is not None and (part.hazards or part.properties) for part in parts):
            continue
        message = f"argument {argument.id}: no context defines the set it runs over: {quoted(argument.text)}"
        yield Finding((*place, "text"), message, argument.id)


@warning(
    "claim-restated",
    FAMILY,
    "A claim is not supported by its own words.",
    source="SCCG LF.1",
    hint="say in the sub-claim what makes the claim true",
)
def claim_restated(view: CaseView) -> Iterator[Finding]:
    """A premise or side-claim with the text of the claim above it."""
    for place, argument in view.arguments():
        above = view.case.claim.get(argument.supports)
        if above is None or not above.text:
            continue
        same = _plain(above.text)
        for key, ids in (("from", argument.premises), ("side_claims", argument.side_claims)):
            for k, id in enumerate(ids):
                below = view.case.claim.get(id)
                if below is None or below is above or below.assumed:
                    continue  # an assumption with these words is an error of its own
                if _plain(below.text) == same:
                    message = f"claim {above.id} is supported by {below.id}, which says the same"
                    yield Finding((*place, key, k), message, argument.id)


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold())) or text


_NUMBER = compiled(r"(?<![\w.])(\d+(?:\.\d+)*)(?:[eE][-+]?\d+)?(?![\w.]*\d)")


@warning(
    "pseudo-precision",
    FAMILY,
    f"A number in a claim has at most {MAX_DIGITS} significant digits.",
    source="SCCG LF.6",
    hint="round to what the interval supports; a `requirement:` keeps the exact bound",
)
def pseudo_precision(view: CaseView) -> Iterator[Finding]:
    """Counts significant digits of decimals; whole numbers are counts, years or names of standards."""
    for place, claim, text in stated(view):
        for item in _NUMBER.finditer(text):
            grouped = re.fullmatch(r"[1-9]\d{0,2}(?:\.\d{3})+", item[0])  # German: 10.000
            exact = grouped or (
                "." not in item[0] and "e" not in item[0].casefold()
            )  # a count, a year, a standard
            if not exact and _significant(item[1]) > MAX_DIGITS:
                message = f"claim {claim.id} states {item[0]}, {_significant(item[1])} significant digits"
                yield Finding((*place, "text"), message, claim.id)


def _significant(number: str) -> int:
    whole, point, fraction = number.partition(".")
    digits = (whole + fraction).lstrip("0")
    return len(digits) if point else len(digits.rstrip("0"))


@warning(
    "number-unevaluated",
    FAMILY,
    "A bound in a claim's text is a requirement that the tool evaluates.",
    source="SCCG AR.4, LF.6",
    hint="add `requirement:` with measure, bound, kind and confidence; or `assumed:`, where somebody answers for it",
)
def number_unevaluated(view: CaseView) -> Iterator[Finding]:
    """A probability, percentage or rate bound that is only written down, of a claim that is no assumption.

    Where the support comes to other numbers, none of which is as strong, or a part of a decomposition allows more than
    the whole, the claim is not evaluated until then.
    """
    for place, claim, _ in stated(view):
        quote = unevaluated(view, claim)
        message = (
            f"claim {claim.id}: nothing evaluates the bound {quote!r}" if quote else weaker_part(view, claim)
        )
        if message:
            yield Finding((*place, "text"), message, claim.id)


def quoted(text: str) -> str:
    return f"“{text if len(text) <= 80 else text[:79] + '…'}”"
