"""Claims on a tree that limit from above what the tree's parts are for, instead of what goes wrong."""

from __future__ import annotations

from casegen.argument.view import view_of
from casegen.model.case import Case
from casegen.model.fault_tree import FaultTree
from casegen.texts.denials import negations, without_negations
from casegen.texts.denied_verbs import beside_denial
from casegen.texts.event_sentences import other_verb, says
from casegen.texts.event_words import event_of, words_of
from casegen.texts.functions import denied_in, limited_function, named_in
from casegen.texts.numbers import stated
from casegen.texts.polarity import counts_the_rest
from casegen.texts.served_demands import served_beside


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
    happens = any(named_in(function, one) and function.words & words_of(one) for one in _said(case, tree))
    return "" if happens else function.quote


def _other_verb(case: Case, tree: str, text: str) -> str:
    if not any(n.what in ("share", "decimal", "rate") and not n.condition for n in stated(text)):
        return ""
    tops = tops_of(case.tree[tree])
    verbs = [other_verb(text, top) for top in tops]
    if verbs and all(verbs) and not _happens(case, tree, verbs[0].partition(",")[0]):
        return verbs[0]
    if served := next(filter(None, (served_beside(text, top) for top in tops)), ""):
        return served
    beside = next(filter(None, (beside_denial(text, top) for top in tops)), "")
    verb = beside.partition(",")[0]
    return beside if beside and not _happens(case, tree, without_negations(verb), negations(verb) > 0) else ""


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
