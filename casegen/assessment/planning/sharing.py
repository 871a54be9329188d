"""What limits may err with together, and whether that pays for a further look at the records that grow.

A record that stays as it is spends what it has spent so far, at its own confidence.  One that grows is looked at once
more, at the same confidence: the fewer records grow, the less is spent.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from casegen.assessment.looks import Spending
from casegen.model.ledger import is_within


@dataclass(frozen=True, slots=True)
class Share:
    """What one limit may err with: its ``own`` at present, what its looks spend ``now`` and once it has ``grown``.

    A further look errs with its own too: no confidence that is stated after the data pays for it.
    """

    own: float
    now: Spending
    grown: Spending

    @property
    def is_looked_at_again(self) -> bool:
        """Whether growing is a further look that its own error probability does not pay for."""
        return self.grown.before > 0.0


@dataclass(frozen=True, slots=True)
class Room:
    """The error probability ``budget`` of all limits together, and the share of each by its key."""

    budget: float
    shares: Mapping[str, Share]

    def looked_at_again(self, grown: Iterable[str]) -> list[str]:
        """Of the limits that grow those that have to be paid for again."""
        return [key for key in grown if self.shares[key].is_looked_at_again]

    def pays(self, grown: Sequence[str]) -> bool:
        """Whether the confidences pay for the further looks at ``grown``; for none there is nothing to pay."""
        spent = ((one.grown if key in grown else one.now).at(one.own) for key, one in self.shares.items())
        return not self.looked_at_again(grown) or is_within(math.fsum(spent), self.budget)
