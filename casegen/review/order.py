"""Which act of a review came after which: by the acts that each names as those before it, not by number or clock.

Two branches that each add acts know nothing of each other: neither act is the later one until a third follows both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from casegen.review.events import Disposed, Event, FindingStatus, Responded
from casegen.review.records import Entry

_LEAST_SETTLED = (
    FindingStatus.OPEN,
    FindingStatus.REJECTED,
    FindingStatus.ANSWERED,
    FindingStatus.ACCEPTED,
    FindingStatus.CLOSED,
)
"""what asks for most first: of two acts that do not know of each other, that one counts"""


@dataclass(frozen=True, slots=True)
class Order:
    """The acts of a review by the SHA-256 of each, with those that it names as the acts before it."""

    named: Mapping[str, tuple[str, ...]]

    def before(self, digest: str) -> frozenset[str]:
        """SHA-256 of every act before this one, directly or through others."""
        results: set[str] = set()
        left = list(self.named.get(digest, ()))
        while left:
            one = left.pop()
            if one not in results:
                results.add(one)
                left.extend(self.named.get(one, ()))
        return frozenset(results)

    def arranged(self, entries: Sequence[Entry]) -> list[Entry]:
        """The events of a record in order; where branches each added some, the one that asks for most is the last."""
        if all(after.event.after == one.digest for one, after in pairwise(entries)):
            return list(entries)
        before = {one.digest: self.before(one.digest) for one in entries}
        followed = frozenset().union(*before.values())

        def place(one: Entry) -> tuple[bool, int, int, str, str]:
            last = one.digest not in followed
            settled = _LEAST_SETTLED.index(status_after(one.event))
            return last, -settled if last else 0, len(before[one.digest]), one.event.at, one.digest

        return [entries[0], *sorted(entries[1:], key=place)]


def order_of(entries: Sequence[Entry]) -> Order:
    """The order of all events of a review."""
    return Order({e.digest: (*(e.event.follows or ()), *_one(e.event.after)) for e in entries})


def status_after(event: Event) -> FindingStatus:
    """The status of a finding whose last event this is."""
    if isinstance(event, Disposed):
        return FindingStatus(event.status)
    return FindingStatus.ANSWERED if isinstance(event, Responded) else FindingStatus.OPEN


def _one(digest: str | None) -> tuple[str, ...]:
    return () if digest is None else (digest,)
