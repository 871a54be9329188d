"""Whether a text is a sentence that can be true or false: a verb, a relation, or a number; English and German."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.numbers.stated import READ, stated
from casegen.texts.wording.denials import foreign_language

MAX_LABEL_WORDS = 10
"""a longer text has a verb that is not on the list"""

_WORD = compiled(r"[^\W\d_][\w'’-]*")
_RELATION = compiled(r"[≤≥<>=∈⊆]")
_FINITE_WORDS = """
is are was were be been has have had does do did can could will would shall should may might must
cannot isn't aren't doesn't
looked looks listened walked climbed crawled heard wore rode flew swam ate sat thought talked dealt sought glanced
peered dug
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
analysed analyzed discuss evaluate examine inspect investigate
transmit undock unfold unlock vibrate withdraw
"""
_FINITE = frozenset(_FINITE_WORDS.split())
_VERBS = frozenset(_VERB_STEMS.split())
_GERMAN = compiled(
    r"\b(?:der|die|das|den|dem|ein|eine[rnms]?|und|nicht|bei|von|vom|auf|mit|zum|zur|im|nur|kein\w*|ist|sind)\b",
    re.I,
)
_GERMAN_VERB = compiled(
    r"\b(?:ist|sind|war|waren|wird|werden|hat|haben|kann|können|darf|dürfen|muss|müssen|soll|sollen)\b|\b[a-zäöüß]{2,}(?:t|en|te|ten)\b|"
    r"\b(?!(?:sondern|gestern|sofern|insofern|inwiefern|modern|extern|intern|fern|gern|ungern)\b)[a-zäöüß]{2,}(?:eln|ern)\b"
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


_ENDS_AS_NOUN = (
    r"(?!\w*(?:[ts]ions?|ments?|ures?|(?<!\bsw)ings?|(?<!\blow)ers?|ors?|i?ties|ances?|ences?|isms?|(?<!\btw)ists?|ages?|ships?|odes?|ics?|als?|logs?|grams?|graphs?|"
    r"nesses|ives?|ants?|ents?|ysis|yses|us|sis)\b)"
    r"(?!(?:results?|tests?|trials|records|reports|rules|data|values|limits|levels|faults|defects|losses|tables|pages|sheets|parts|sets|"
    r"lines|points|lists|plans|maps|marks|rows|doors|files|rates|costs|times|days|hours|weeks|months|years|parts|names|ids|counts|speeds|"
    r"loads|tracks|cases|claims|events|gates|trees|runs|types|units|means|models|samples|images|frames|tools|cars|rooms|walls|sites|ways|"
    r"demands|requests|sources|states|modes|ranges|zones|areas|codes|inputs|outputs|sizes|scores|causes|effects|hazards|risks|checks|"
    r"details|tasks|roles|steps|goals|needs|aims|notes|forms|links|plots|bounds|arguments|always|perhaps|besides|towards|upwards|downwards|"
    r"afterwards|forwards|backwards|outdoors|indoors|across|minus|versus|bars|bolts|wires|pipes|pumps|valves|tyres|wheels|brakes|lamps|"
    r"ropes|keys|pins|lids|rails|blades|beams|tanks|cables|belts|nuts|screws|plates|discs|seals|alarms|exits|contacts|gusts|grades|ends)\b)"
)
"""endings and words of nouns in the plural, which no verb has"""
_SUBJECT_VERB = compiled(
    rf"^\W*(?:the|an?|this|that|each|every|its|our)\s+(?:(?!(?:of|for|in|on|at|to|by|with|from|and|or|per)\b)[^\W\d][\w'-]*\s+){{0,2}}?"
    rf"[^\W\d][\w'-]*[^\Ws]\s+{_ENDS_AS_NOUN}[^\W\d][\w-]+[^\Wsu]s"
    r"\s+(?:below|above|under|over|at|in|on|by|with|without|from|to|into|through|along|around|between|beyond|behind|before|after|"
    r"during|within|until|when|while|if|only|just|once|twice|for|against|across|near|past|up|down|off|out|back|away|again|then|[^\W\d]+ly)\b",
    re.I,
)
"""a subject in the singular, a word in -s that ends as no noun does, and how or where: ``The hook blinks in rain``"""


_PAST = compiled(
    r"^\W*(?:the|an?|each|every|all|both|our)\s+(?:(?!(?:of|for|in|on|at|to|by|with|from|and|or|per)\b)[^\W\d][\w'-]*\s+){1,3}?[^\W\d]\w*ed\s+"
    r"(?:the|an?|its|their|all|each|every|both|no|none|this|these|that|whether|when)\b",
    re.I,
)
"""a subject, a word in -ed and an object: a verb that is not on the list (``the site scrubbed the floors``)"""
_PERSONS_DO = compiled(
    r"^\W*(?:(?:the|all|both|our)\s+)?(?:[^\W\d][\w'-]*\s+)?(?:staff|crews?|teams?|people|persons|visitors|workers|operators|drivers|pilots|passengers|"
    r"nurses|guards|members|personnel)\s+(?:(?:always|never|only|then)\s+)?(?:wear|hear|load|test|park|help|eat|ride|rest|step|swim|walk|fly)s?\s+"
    r"(?!(?:of|and|or|tests?|time)\b)[^\W\d]",
    re.I,
)
"""persons with a verb that is a noun elsewhere: ``the staff wear vests``"""


def is_proposition(text: str) -> bool:
    """Whether a text states something that could be false, as far as its words tell.

    >>> [is_proposition(t) for t in ("The door opens in time", "Door of the hall", "p ≤ 0.01")]
    [True, False, True]
    """
    text = text[:READ]
    words = _WORD.findall(text)
    return bool(
        len(words) > MAX_LABEL_WORDS
        or any(_is_verb(word) for word in words)
        or _RELATION.search(text)
        or _PREDICATE.search(text)
        or _THIRD_PERSON.search(text)
        or _SUBJECT_VERB.search(text)
        or _PAST.search(text)
        or _PERSONS_DO.search(text)
        or (_GERMAN.search(text) and _GERMAN_VERB.search(text))
        or stated(text)
        or foreign_language(text)
    )


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
    if low.endswith("ied"):
        stems.add(f"{low[:-3]}y")
    stems |= {stem[2:] for stem in stems if stem.startswith("re")}
    return not stems.isdisjoint(_VERBS)
