"""``assess --why CLAIM``: the derivation of a status, as lines a reader can replay, or as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, cast

from casegen.argument.derivation import RULES, Line, derivation
from casegen.assessment.documents import number
from casegen.model.case import COMMAND_LINE, Location
from casegen.model.diagnostic import InputError
from casegen.model.plural import counted
from casegen.model.results import Assessment
from casegen.model.suggestions import KnownNames

if TYPE_CHECKING:
    from casegen.model.output.case import LineRow, WhyDocument


def lines_of(assessed: Assessment, claim: str) -> tuple[Line, ...]:
    """The derivation; an unknown claim is an input error that names the nearest one."""
    try:
        return derivation(assessed, claim)
    except LookupError:
        hint = KnownNames(assessed.case.claim).hint(claim)
        here = Location(COMMAND_LINE)
        raise InputError.at(
            here, f"--why {claim}: there is no such claim{hint}", hint="name a claim"
        ) from None


def document(assessed: Assessment, claim: str) -> WhyDocument:
    """Rules and lines as JSON-able data."""
    lines = lines_of(assessed, claim)
    asked = _asked_below(assessed, lines)
    return {
        "claim": claim,
        "questions_open": asked,
        "rules": RULES,
        "lines": [_row(line) for line in lines],
    }


def _row(line: Line) -> LineRow:
    """The line with facts that JSON can hold: what is allocated may be no limit at all."""
    row = cast("LineRow", asdict(line))
    for ground in row["grounds"]:
        facts = ground["facts"].items()
        ground["facts"] = {name: number(x) if isinstance(x, float) else x for name, x in facts}
    return row


def _asked_below(assessed: Assessment, lines: Sequence[Line]) -> list[str]:
    """Parts that the derivation rests on with a question that nobody has answered."""
    from casegen.review.questions import unread_below

    return list(dict.fromkeys(one.step.id for one in unread_below(assessed, lines[-1].node)))


def text(assessed: Assessment, claim: str) -> list[str]:
    """Numbered lines, each after those it is derived from, then the rules that were applied."""
    lines = lines_of(assessed, claim)
    number = {line.node: k for k, line in enumerate(lines, 1)}
    result: list[str] = []
    used: dict[str, None] = {}
    for k, line in enumerate(lines, 1):
        node = assessed.case.node[line.node]
        seen = "" if line.seen is line.status else f", counts as {line.seen.value} above"
        result.append(
            f"{k:3}. {line.node}: {line.status.value}{seen}" + (f"  “{node.text}”" if node.text else "")
        )
        for ground in line.grounds:
            used.setdefault(ground.rule)
            result.append(f"       {ground.rule}: {ground.message} → {ground.status.value}")
        origins = [
            f"{number[i]} ({i})" for i in (*line.below, *line.contexts, *line.objections) if i in number
        ]
        if origins or line.grounds:
            used.setdefault("worst")
            own = ["its own grounds"] if line.grounds else []
            result.append(f"       worst of {', '.join([*own, *origins])}")
    if asked := _asked_below(assessed, lines):
        result += ["", f"{counted(len(asked), 'part')} with questions to be read: {', '.join(asked)}"]
    result += ["", "Rules applied:", *(f"  {rule}: {RULES[rule]}" for rule in used)]
    return result
