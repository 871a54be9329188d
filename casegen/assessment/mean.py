"""The mean of a top event over its mission, with an end that is proved: what the top may reach between two times.

A quadrature's own estimate of its error is none where the top rises or falls within a short part of a piece, as after a
test that repairs at once.  Here each piece counts with the largest area that the first and second derivatives of its
events allow, and the piece that leaves the most open is halved next.
"""

from __future__ import annotations

import heapq
import math
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from casegen.assessment.over_mission import AFTER

if TYPE_CHECKING:
    from casegen.assessment.bounds import ConfidenceBox
    from casegen.assessment.over_mission import OverMission

TOLERANCE = 1e-4
"""distance of the proved end from the mean, relative, within which no more pieces are halved"""


class Mean(NamedTuple):
    """A mean over the mission as it was integrated, and its ``end`` with the error of that, which is compared."""

    integrated: float
    end: float
    hours: float
    """the time from the beginning over which it is the mean"""


class _Piece(NamedTuple):
    """A span of time: what the area below the top is at ``most``, and how far below that it may be (``open``)."""

    begin: float
    until: float
    most: float
    open: float


def mean_over(over: OverMission, corners: ConfidenceBox, side: int, hours: float) -> Mean:
    """The mean, until ``hours``, of the largest top over the joint set (``side`` 1), or of the least (-1)."""
    search = _Search(over, corners, side, hours)
    most = over.most_pieces(len(search.pieces))
    while len(search.pieces) < most and not search.is_close():
        search.halve()
    return search.mean()


class _Search:
    """The pieces of a mission, of which the one with the most left open is halved; areas are ``side`` times those."""

    def __init__(self, over: OverMission, corners: ConfidenceBox, side: int, hours: float) -> None:
        self.over, self.corners, self.side, self.hours = over, corners, side, hours
        self.seen: dict[float, float] = {}
        self.pieces: list[tuple[float, _Piece]] = []
        self.behind = 0.0
        """area of the instants behind jumps, and of pieces that cannot be halved, at most"""
        self.most = self.open = 0.0
        for begin, until in pairwise([*(t for t in over.cuts if t < hours), hours]):
            behind = min(until, begin * (1.0 + AFTER))
            if behind > begin:
                self.behind += (behind - begin) * self._reach(begin, behind)
            self._add(begin=behind, until=until)

    def is_close(self) -> bool:
        """Whether what is left open is within the tolerance."""
        return self.open <= TOLERANCE * abs(self.most)

    def halve(self) -> None:
        """Split the piece that leaves the most open."""
        _, piece = heapq.heappop(self.pieces)
        self.most, self.open = self.most - piece.most, self.open - piece.open
        middle = 0.5 * (piece.begin + piece.until)
        if piece.begin < middle < piece.until:
            self._add(piece.begin, middle)
            self._add(middle, piece.until)
        else:
            self.behind += piece.most

    def mean(self) -> Mean:
        """What the pieces give: by Simpson's rule, and at most."""
        whole = self.hours
        pieces = [piece for _, piece in self.pieces]
        most = math.fsum([self.behind, *(one.most for one in pieces)]) / whole
        rule = math.fsum([self.behind, *(self._by_simpson(one) for one in pieces)]) / whole
        return Mean(self.side * min(rule, most), self.side * most, whole)

    def _by_simpson(self, piece: _Piece) -> float:
        begin, until = piece.begin, piece.until
        middle = self._at(0.5 * (begin + until))
        return (until - begin) * (self._at(begin) + 4.0 * middle + self._at(until)) / 6.0

    def _at(self, hours: float) -> float:
        if hours not in self.seen:
            self.seen[hours] = self.over.far_end(self.corners, (hours, hours), self.side)
        return self.seen[hours]

    def _reach(self, begin: float, until: float) -> float:
        return self.over.far_end(self.corners, (begin, until), self.side)

    def _add(self, begin: float, until: float) -> None:
        width = until - begin
        if width <= 0.0:
            return
        ends = self._at(begin), self._at(until)
        least, most = width * 0.5 * sum(ends), width * self._reach(begin, until)
        speed = self.over.speed(self.corners, (begin, until))
        if speed is not None:
            own = speed if self.side > 0 else speed.reverse
            low, high = own.area(*ends, width)
            most = min(most, high)
            # where wear of a shape below 1 begins, the slope has no limit: what is left open is estimated as without it
            least = low if math.isfinite(low) else min(least, most)
        left = max(0.0, most - least)
        self.most, self.open = self.most + most, self.open + left
        heapq.heappush(self.pieces, (-left, _Piece(begin, until, most, left)))
