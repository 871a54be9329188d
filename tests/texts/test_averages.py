"""A limit is one on an average only where the sentence says so of what it limits."""

from __future__ import annotations

import pytest

from casegen.texts.averages import is_on_average

WORST = (
    "At any time the probability that the flow stops is at most 0.0002, not only on average",
    "The flow stops with a probability of at most 0.0002 at the worst time, rather than on average",
    "The largest, not the mean probability that the flow stops is at most 0.0002",
    "The peak probability that flow stops is at most 0.0002; its mean probability is lower",
    "The maximum PFD of the pumps is at most 0.0002",
    "The instantaneous PFD(t) of the pumps never exceeds 0.0002",
    "With on average 3 tests a year, the flow stops in at most 1 of 5,000 missions",
    "With pumps loaded on average by 60 %, the flow stops in at most 1 of 5,000 missions",
    "The flow stops in at most 1 of 5,000 missions; the mean probability of a leak is treated elsewhere",
    "The pumps, of which each has a PFD of 0.01, stop in at most 1 of 5,000 missions",
    "The pumps, of which each has a PFD of 0.01, are lost in at most 1 of 5,000 missions",
    "With on average 3 tests a year, at most 1 of 5,000 missions ends in a stop",
    "The flow, protected by a SIL 3 controller, stops in at most 1 of 5,000 missions",
    "The flow stops in at most 1 of 5,000 missions although the valve meets SIL 2",
    "The guard meets SIL 2 in high demand mode",
    "The guard reaches SIL 3 in continuous mode",
    "Der Fluss endet zu jeder Zeit in höchstens 1 von 5.000 Einsätzen, nicht nur im Mittel",
    "Der Fluss endet in höchstens 1 von 5.000 Einsätzen; im Mittel wird dreimal im Jahr geprüft",
)
MEAN = (
    "The flow stops in at most 1 of 5,000 missions on average",
    "On average over the year, the lift starts with an open door in at most 1 of 100 trips",
    "The lift starts with an open door in at most 1 of 100 trips, averaged over 8,760 h.",
    "The loss is rare on average, at most 5e-4 per mission",
    "The stop fails seldom on average, at most 1 of 5,000 missions.",
    "The PFDavg of the pumps is at most 0.0002",
    "PFDavg of the stop, averaged over a year, is at most 0.01",
    "The mean probability over the mission, that flow stops, is at most 0.001",
    "The time-averaged unavailability of the pumps is at most 0.0002",
    "The averaged probability that flow stops is at most 0.0002",
    "The guard meets SIL 2",
    "The guard meets SIL 2 in low demand mode",
    "The guard meets SIL 2, with at most 1 of 100 demands lost",
    "Im Mittel über das Jahr versagt die Bremse in höchstens 1 von 100 Anforderungen",
)


@pytest.mark.parametrize("text", WORST)
def test_the_worst_time_is_meant(text: str) -> None:
    assert not is_on_average(text)


@pytest.mark.parametrize("text", MEAN)
def test_the_mean_is_meant(text: str) -> None:
    assert is_on_average(text)
