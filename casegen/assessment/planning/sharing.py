"""What limits may err with together, and what of it is left to the records that grow.

A record that stays as it is spends what it has spent so far, at its own confidence.  One that grows is looked at once
more, and only that look has to be paid for: the fewer records grow, the more is left to each.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from casegen.assessment.looks import Spending
from casegen.model.digits import round_outward

DIGITS = 4
"""of an error probability that is to be stated, rounded down"""
NOTHING = 1e-9
"""share of the budget below which nothing is left to err with"""
ROUNDING = 1e-10
"""relative error of sums and differences of error probabilities"""
SAME = 1e-3
"""relative difference up to which a confidence is left as it is stated"""


@dataclass(frozen=True, slots=True)
class Share:
    """What one limit may err with: its ``own`` at present, what its looks spend ``now`` and once it has ``grown``.

    It never errs with more than its own: a confidence that is lowered after the data are seen is no further evidence.
    """

    own: float
    now: Spending
    grown: Spending

    @property
    def is_looked_at_again(self) -> bool:
        """Whether growing is a further look that its own error probability does not pay for."""
        return self.grown.before > 0.0

    @property
    def as_if_paid(self) -> float:
        """The share of its own error probability that the next look would have beside those so far."""
        return self.own * self.own / (self.own + self.grown.before)

    def error(self, beyond: float) -> float:
        """What the next look may err with where ``beyond`` what was spent before it is left; in few digits."""
        alpha = min(self.grown.affordable(self.grown.before + beyond), self.own * (1.0 + SAME))
        if self.own <= alpha <= self.own * (1.0 + SAME):
            return self.own
        alpha *= 1.0 + ROUNDING  # of 0.0125 no digit is lost to a difference
        return max(0.0, round_outward(alpha, upper=False, digits=DIGITS)) if alpha > 0.0 else 0.0


@dataclass(frozen=True, slots=True)
class Room:
    """The error probability ``budget`` of all limits together, and the share of each by its key."""

    budget: float
    shares: Mapping[str, Share]

    def looked_at_again(self, grown: Iterable[str]) -> list[str]:
        """Of the limits that grow those that have to be paid for again."""
        return [key for key in grown if self.shares[key].is_looked_at_again]

    def left(self, grown: Sequence[str]) -> float:
        """What the further looks at ``grown`` may err with together; 0 where the looks so far have used it up."""
        again = set(self.looked_at_again(grown))
        spent = [
            one.grown.before if key in again else (one.grown if key in grown else one.now).at(one.own)
            for key, one in self.shares.items()
        ]
        left = self.budget - math.fsum(spent)
        return left if left > self.budget * NOTHING else 0.0

    def proportional(self, grown: Sequence[str]) -> dict[str, float]:
        """What each further look gets of what is left, in proportion to what the limits err with now."""
        again, left = self.looked_at_again(grown), self.left(grown)
        total = math.fsum(self.shares[key].own for key in again)
        return {key: left * self.shares[key].own / total for key in again}

    def errors(self, beyond: Mapping[str, float]) -> dict[str, float]:
        """The error probabilities of the further looks by what each gets."""
        return {key: self.shares[key].error(x) for key, x in beyond.items()}
