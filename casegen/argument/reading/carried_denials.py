"""What a conceded objection or a residual doubt says of the claims above what it is against."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.argument.reading.surroundings import named_as_false
from casegen.argument.view import CaseView
from casegen.model.argument import Argument, Claim, Defeater, ResidualDoubt
from casegen.texts.events.subjects import is_denied, stems, undenied
from casegen.texts.numbers.stated import stated

_LEAST = 2
"""fewer words in common with a claim do not deny it"""


def claims_above(view: CaseView, objection: Defeater | ResidualDoubt) -> list[Claim]:
    """The claims that what an objection is against supports.

    A claim that a defeater is against is left out: while that is conceded, the claim is assumed.  An objection to an
    answer counts as one against what is answered for.
    """
    target, seen, one = view.challenged_node(objection.target), {objection.id}, objection
    rebuts = isinstance(objection, Defeater)
    while target is not None and view.section(target) in ("defeaters", "residual_doubts"):
        node = view.case.node[target]
        if target in seen or not isinstance(node, Defeater | ResidualDoubt):
            return []
        seen.add(target)
        one, target = node, view.challenged_node(node.target)
        rebuts = rebuts or isinstance(one, Defeater)
    if target is None:
        return []
    above = [view.case.claim[id] for id in _above(view, target) if id in view.case.claim]
    return [claim for claim in above if claim.id != target or not rebuts]


def _above(view: CaseView, node: str) -> Iterator[str]:
    """The node, and all that rests on it, or stands in it as a context."""
    seen, waiting = {node}, [node]
    while waiting:
        name = waiting.pop()
        yield name
        part = view.case.node.get(name)
        over = [part.supports] if isinstance(part, Argument) else []
        over += [step.id for step in view.used_by.get(name, ())]
        over += view.sub_cases_of.get(name, ())
        if view.section(name) == "contexts":
            over += [id for id, attached in view.attached.items() if name in attached]
        waiting += [id for id in over if id not in seen]
        seen.update(over)


def denied_by(view: CaseView, objection: Defeater | ResidualDoubt) -> str:
    """The text of a claim above that an objection denies in some of its words or by its id; else nothing."""
    above = claims_above(view, objection)
    return next(
        (
            c.text
            for c in above
            if denies_in_part(objection.text, c.text) or named_as_false(objection.text, c.id)
        ),
        "",
    )


def denies_in_part(text: str, claim: str) -> bool:
    """Whether a text is the denial of a claim, in at least half of its words and no others.

    >>> denies_in_part("The brake is not tight", "The brake of the lift is tight")
    True
    >>> denies_in_part("The brake is not tight in frost", "The brake of the lift is tight")
    False
    """
    if stated(text) or is_denied(text) == is_denied(claim):
        return False
    said, own = stems(undenied(text)), stems(undenied(claim))
    return len(said) >= _LEAST and said <= own and 2 * len(said) >= len(own)
