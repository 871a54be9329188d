"""What claims spend of confidence, as summed up by an assessment: statements, and who rests on which."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from casegen.model.decimals import in_own_context

ROUNDING = 1e-9
"""relative error of a sum of error probabilities"""


def is_within(spent: float, allowed: float) -> bool:
    """Whether error probabilities that add up to ``spent`` are no more than is ``allowed``, apart from rounding.

    >>> is_within(0.1 + 0.2, 0.3), is_within(0.31, 0.3)
    (True, False)
    """
    return spent <= allowed * (1 + ROUNDING)


@dataclass(frozen=True, slots=True)
class Spend:
    """One statement that may be wrong: ``source`` in words, ``alpha`` of the present look, the number of ``looks``."""

    source: str
    alpha: float
    looks: int = 1
    measured: bool = True
    """False: a doubt that somebody stated"""
    draws_on: frozenset[str] = frozenset()
    """evidence items, basic events and parameters behind a bound: bounds that share one err together"""
    earlier: float = 0.0
    """what the earlier looks spent"""

    @property
    def total(self) -> float:
        """The error probability spent, at most 1."""
        return min(1.0, added((self.alpha, self.earlier)))


@dataclass(frozen=True, slots=True)
class Account:
    """What one claim, or several together, spend.

    ``by_value`` names what is compared by its value, without confidence, and ``unstated`` counts leaves whose
    doubt nobody stated: both are outside the sums.
    """

    spends: tuple[Spend, ...]
    by_value: tuple[str, ...] = ()
    unstated: int = 0
    argued: str = ""
    """claim, among what the account is of, that argues why bounds on different data err independently of each other"""

    @property
    def statistical(self) -> float:
        """Sum of the error probabilities of measured statements."""
        return added(spend.total for spend in self.spends if spend.measured)

    @property
    def doubts(self) -> float:
        """Sum of the stated doubts."""
        return added(spend.total for spend in self.spends if not spend.measured)

    @property
    def total(self) -> float:
        """Both together; 1 and more says nothing."""
        return added(spend.total for spend in self.spends)

    @property
    def confidence(self) -> float:
        """Everything in the account is right together with at least this: whatever the dependence, or as argued."""
        certain = max(0.0, error_probability(self.total))
        return max(certain, self.if_independent) if self.argued else certain

    def reaches(self, wanted: float) -> bool:
        """Whether everything in the account is right together with ``wanted``: by the sum, or as argued."""
        return self.total <= error_probability(wanted) or self.confidence >= wanted

    @property
    @in_own_context
    def if_independent(self) -> float:
        """The same where independence is argued: a product over bounds that share no data, less the stated doubts.

        Errors of bounds that share data, and stated doubts, are summed all the same.
        """
        groups: list[tuple[set[str], list[float]]] = []
        for spend in (spend for spend in self.spends if spend.measured):
            data, errors = set(spend.draws_on), [spend.total]
            apart = []
            for known in groups:
                if data.isdisjoint(known[0]):
                    apart.append(known)
                else:
                    data |= known[0]
                    errors += known[1]
            groups = [*apart, (data, errors)]
        certain = (1 - min(Decimal(1), _exactly(errors)) for _, errors in groups)
        bounds = math.prod(certain, start=Decimal(1))
        return max(0.0, float(bounds - Decimal(repr(self.doubts))))


@dataclass(frozen=True, slots=True, repr=False)
class Ledger:
    """The accounts of all claims of a case; each is summed when it is asked for.

    ``statements`` are spends, what is compared by its value (in words), and an empty text for a leaf whose doubt
    nobody stated.  ``masks`` has, by node, a bit for each statement that the node rests on.
    """

    statements: tuple[Spend | str, ...]
    masks: Mapping[str, int]
    argued: str = ""
    """claim that argues the independence of errors, and ``resting``, the nodes that rest on it while it stands"""
    resting: frozenset[str] = frozenset()

    def account(self, nodes: str | Iterable[str]) -> Account:
        """What a node, or several together, rest on; each statement once.

        One bound asked for at several confidences is spent once, at the lowest: the wider limits hold then too.
        """
        mask = 0
        names = (nodes,) if isinstance(nodes, str) else tuple(nodes)
        for node in names:
            mask |= self.masks.get(node, 0)
        largest: dict[tuple[str, bool], Spend] = {}
        by_value: list[str] = []
        unstated = 0
        for entry in _entries(mask, self.statements):
            if isinstance(entry, Spend):
                name = (entry.source, entry.measured)
                largest[name] = max(largest.get(name, entry), entry, key=lambda one: one.total)
            elif entry:
                by_value.append(entry)
            else:
                unstated += 1
        spends = sorted(largest.values(), key=lambda spend: (not spend.measured, -spend.total, spend.source))
        argued = self.argued if names and self.resting.issuperset(names) else ""
        return Account(tuple(spends), tuple(by_value), unstated, argued)


def _entries(mask: int, statements: tuple[Spend | str, ...]) -> Iterator[Spend | str]:
    while mask:
        low = mask & -mask
        yield statements[low.bit_length() - 1]
        mask ^= low


@in_own_context
def error_probability(confidence: float) -> float:
    """1 − confidence as it is written: 0.05 of 0.95."""
    return float(1 - Decimal(repr(confidence)))


def added(numbers: Iterable[float]) -> float:
    """The sum of numbers as they are written: 0.05 and 0.025 are 0.075."""
    return float(_exactly(numbers))


@in_own_context
def remainder(whole: float, numbers: Iterable[float]) -> float:
    """What ``numbers`` leave of ``whole``, all as they are written: 0.02 and 0.05 leave nothing of 0.07."""
    return float(Decimal(repr(whole)) - _exactly(numbers))


@in_own_context
def _exactly(numbers: Iterable[float]) -> Decimal:
    return sum((Decimal(repr(number)) for number in numbers), Decimal(0))
