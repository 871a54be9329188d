"""Events whose source rates them by a life, a category, or a rate without a time: numbers that only a person compares."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.argument.reading.event_texts import Stands, model_of, stands_of
from casegen.argument.view import CaseView
from casegen.model.fault_tree import FromEvidence
from casegen.texts.frequencies.described_frequencies import NEAR, cited_frequencies
from casegen.texts.frequencies.source_ratings import ratings

_ONE_HOUR = 1.0
"""a demand or a mission without a time is taken for no longer than this [h]"""


def below_ratings(view: CaseView, tree: str) -> tuple[str, ...]:
    """Sources of a tree's events that speak of more failures than the event's number, each followed by these words.

    Of what is no contradiction for certain: a life is one of wear, a category says nothing of a part alone, and of a rate
    without a time of the mission nothing says how long the event is at risk.
    """
    stated, below = view.case.tree[tree], view.parts_of.get(tree, frozenset())
    result: dict[str, None] = {}
    for event in view.case.events:
        model = model_of(view, event, stated, {}) if event.id in below else None
        if event.source and model is not None and not isinstance(model, FromEvidence):
            quotes = tuple(_beyond(event.source, stands_of(view.case, model, stated)))
            result |= dict.fromkeys((event.source, *quotes)) if quotes else {}
    return tuple(result)


def _beyond(source: str, stands: Stands) -> Iterator[str]:
    for rating in ratings(source):
        own = stands.rate if rating.per_hour else stands.probability
        if own is None and stands.probability is not None:
            own = stands.probability / _ONE_HOUR
        if own is not None and own < NEAR * rating.value:
            yield rating.quote
    if stands.rate is None and stands.probability is not None:
        for rate in cited_frequencies(source):
            if (
                rate.is_rate
                and not rate.of_level
                and stands.probability < NEAR * min(rate.values) * _ONE_HOUR
            ):
                yield rate.quote
