"""Limits under which a case argues, held against the operation that its header promises: speed, temperature, persons."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.argument.reading.relied_on import relied_on
from casegen.argument.reading.step import ReadingStep
from casegen.argument.view import view_of
from casegen.model.results import Assessment
from casegen.texts.events.ranges import Range, ranges, same_thing

_SLACK = 1e-6


def narrower_than_use(assessed: Assessment) -> Iterator[ReadingStep]:
    """Contexts and claims that argue for less than the header's use and environment, where none goes as far.

    ``At most 4 persons`` of a cabin for 12, ``up to 5 m/s`` of a vehicle of 10 m/s.  Parts of a range, each with a claim
    or context of its own, are held together.
    """
    case, view = assessed.case, view_of(assessed.case)
    argued: list[tuple[str, Range]] = []
    relied = relied_on(case, assessed.claims)
    for claim in (c for c in case.claims if c.id in relied):
        for name in (claim.id, *view.contexts_above(claim.id)):
            limits = ranges(case.node[name].text)
            argued += [(name, one) for one in limits if name != claim.id or one.low < one.high]
    header = case.header
    for text in (header.intended_use, header.environment, header.system):
        for promised in ranges(text):
            of_it = [(name, one) for name, one in argued if same_thing(promised, one)]
            if of_it and (short := _short(promised, [one for _, one in of_it])):
                name = next(name for name, one in of_it if one is short)
                texts = (case.node[name].text, short.quote, promised.quote)
                yield ReadingStep(name, "context", texts, asks=True)


def _short(promised: Range, argued: list[Range]) -> Range | None:
    """The range that goes farthest and still ends within what is promised, on either side; None where one covers it."""
    widest, lowest = max(argued, key=lambda r: r.high), min(argued, key=lambda r: r.low)
    if abs(promised.high) != float("inf") and widest.high < promised.high - _SLACK * abs(promised.high):
        return widest
    if abs(promised.low) != float("inf") and lowest.low > promised.low + _SLACK * abs(promised.low):
        return lowest
    return None
