"""Claims on a tree that limit from above what the tree's parts are for, instead of what goes wrong."""

from __future__ import annotations

from casegen.argument.view import view_of
from casegen.model.case import Case
from casegen.model.fault_tree import FaultTree
from casegen.texts.events.denied_verbs import beside_denial, denied_otherwise
from casegen.texts.events.functions import denied_in, limited_function, named_in
from casegen.texts.events.kept_states import as_denial_of, contrary_states, in_words_of, noticed
from casegen.texts.events.polarity import counts_the_rest
from casegen.texts.events.sentences import event_sentence, of_what_works, other_verb, says
from casegen.texts.events.served_demands import served_beside
from casegen.texts.numbers.stated import stated
from casegen.texts.wording.denials import negations, without_negations
from casegen.texts.wording.event_words import event_of, words_of

_HALF = 0.5
_KEPT_OR_LOST = frozenset(
    (kept, lost)
    for kepts, losts in (
        ("stays remains keeps", "leaves"),
        ("holds keeps retains", "loses drops"),
        ("bleibt", "verlässt"),
        ("hält behält", "verliert"),
    )
    for kept in kepts.split()
    for lost in losts.split()
)
"""verbs of one thing of which one is that the other does not happen"""
_OF_NUMBER = words_of("mission missions demand demands einsatz anforderung probability wahrscheinlichkeit")


def denied_function(case: Case, tree: str, text: str) -> str:
    """The text of the tree that denies what a sentence limits from above; empty where none does, or one says it happens.

    ``The pump starts in at most 1 of 100 demands``, of a tree with ``The pump does not start``.
    """
    function = limited_function(text)
    if function is None or tree not in case.tree:
        return ""
    said = _said(case, tree)
    if any(named_in(function, one) for one in said):
        return ""
    return next((one for one in said if denied_in(function, one)), "")


def rare_function(case: Case, tree: str, text: str) -> str:
    """How often something does at most what it is for, where no text of the tree says that this is what goes wrong.

    Of other sentences with a number: their verb and that of the tree's top event, where one subject does two things.
    """
    function = limited_function(text)
    if tree not in case.tree:
        return ""
    if any(counts_the_rest(text, number) for number in stated(text)):
        return ""
    if function is None:
        return _other_verb(case, tree, text)
    if contrary := _contrary(case, tree, text):
        return contrary
    happens = any(named_in(function, one) and function.words & words_of(one) for one in _said(case, tree))
    return "" if happens else function.quote


def _other_verb(case: Case, tree: str, text: str) -> str:
    if not any(n.what in ("share", "decimal", "rate") and not n.condition for n in stated(text)):
        return ""
    tops, works = tops_of(case.tree[tree]), of_what_works(text)
    if works and tops and all(_same_event(text, top) for top in tops):
        return ""  # "starts in at least 999 of 1,000 demands", where it "does not start"
    if contrary := _contrary(case, tree, text):
        return contrary
    same = [in_words_of(as_denial_of(text, top) if works else text, top) for top in tops]
    if otherwise := _denied_otherwise(case, tree, text):
        return otherwise
    tops = tuple(map(noticed, tops))
    verbs = [other_verb(one, top) for one, top in zip(same, tops, strict=True)]
    if works and any(_kept(one, top, verb) for one, top, verb in zip(same, tops, verbs, strict=True)):
        return ""
    if verbs and all(verbs) and not _happens(case, tree, verbs[0].partition(",")[0]):
        return verbs[0]
    if served := next(
        filter(None, (served_beside(one, top) for one, top in zip(same, tops, strict=True))), ""
    ):
        return served
    if works and any(_same_event(one, top) for one, top in zip(same, tops, strict=True)):
        return ""
    beside = next(filter(None, (beside_denial(one, top) for one, top in zip(same, tops, strict=True))), "")
    verb = beside.partition(",")[0]
    return beside if beside and not _happens(case, tree, without_negations(verb), negations(verb) > 0) else ""


def _same_event(text: str, top: str) -> bool:
    """Whether a sentence has all words of a top event, and one of both is denied: ``does not stop``, ``stops``."""
    event = event_sentence(text)
    same = words_of(top) <= words_of(event) <= words_of(top) | _OF_NUMBER
    return same and negations(event) % 2 != negations(top) % 2


def _kept(text: str, top: str, verbs: str) -> bool:
    """Whether a sentence is of the same things as a top event, and keeps what that loses."""
    kept, _, lost = verbs.partition(", ")
    own, others = words_of(event_sentence(text)) - words_of(kept), words_of(top) - words_of(lost)
    return (kept, lost) in _KEPT_OR_LOST and own - _OF_NUMBER == others


def _contrary(case: Case, tree: str, text: str) -> str:
    """States of a sentence and of a top event that are contraries; else empty."""
    said = (text, event_sentence(text))
    tops = tops_of(case.tree[tree])
    return next(filter(None, (contrary_states(one, top) for top in tops for one in said)), "")


def _denied_otherwise(case: Case, tree: str, text: str) -> str:
    """What a sentence with an upper limit denies, and no text of its tree does; else empty."""
    if any(n.side == "lower" or min(n.readings) > _HALF for n in stated(text) if not n.condition):
        return ""
    denials = [
        denied_otherwise(in_words_of(event_sentence(text), top), noticed(top))
        for top in tops_of(case.tree[tree])
    ]
    if not denials or not all(denials):
        return ""
    event = event_of(event_sentence(text))
    same = any(event.behind and event.behind <= event_of(one).behind for one in _said(case, tree))
    return "" if same else denials[0]


def _happens(case: Case, tree: str, verb: str, denied: bool = False) -> bool:
    """Whether a text of the tree has a verb, and denies it or does not as asked."""
    return any(says(one, verb) and event_of(one).negated == denied for one in _said(case, tree))


def tops_of(tree: FaultTree) -> tuple[str, ...]:
    """What a tree is of: its title, and the text of its top gate."""
    return tuple(filter(None, (tree.title, *(gate.text for gate in tree.gates if gate.id == tree.top))))


def _said(case: Case, tree: str) -> tuple[str, ...]:
    """Title, gates and events of a tree."""
    below = view_of(case).parts_of.get(tree, frozenset())
    texts = [
        case.tree[tree].title,
        *(gate.text for one in case.trees for gate in one.gates if gate.id in below),
    ]
    return tuple(filter(None, (*texts, *(event.text for event in case.events if event.id in below))))
