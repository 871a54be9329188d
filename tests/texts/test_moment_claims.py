"""Sentences that an unavailability may answer, and those with words of a rate, a count or a time beside them."""

from __future__ import annotations

import pytest

from casegen.texts.unavailability.how_often import words_of_how_often
from casegen.texts.unavailability.moment_claims import (
    beside_the_moment,
    named_rate,
    names_the_moment,
    unread_beside,
)

ANSWERED = """\
The PFD of the pump is at most 0.02
The PFDavg of the pump is at most 2e-2
The average probability of failure on demand of the pump is at most 2 %
The probability of failure on demand of the pump does not exceed 2 %
The probability that the pump fails on demand is at most 2 %
The unavailability of the pump is at most 2 %
The mean unavailability of the pump is at most 2 %
The availability of the pump is at least 98 %
The probability that the pump is unavailable at the end of the mission is at most 2 %
At any time the pump is unavailable with a probability of at most 2 %
When needed, the pump fails with a probability of at most 2 %
On demand, the pump does not respond with a probability of at most 2 %
In at most 2 of 100 demands the pump fails
The pump fails in at most 2 of 100 demands
The pump works in at least 98 of 100 demands
The pump is down for at most 2 % of the time
The fraction of time during which the pump is unavailable is at most 2 %
The pump is out of service with a probability of at most 2 % when it is called for
The pump fails to start on demand with a probability of at most 2 %
Die PFD der Pumpe ist höchstens 0,02
Die mittlere PFD der Pumpe beträgt höchstens 2 %
Die PFDavg der Pumpe ist höchstens 0,02
Die Nichtverfügbarkeit der Pumpe ist höchstens 2 %
Die mittlere Nichtverfügbarkeit der Pumpe beträgt höchstens 2 %
Die Nichtverfügbarkeit der Pumpe am Ende der Mission ist höchstens 2 %
Die Verfügbarkeit der Pumpe ist mindestens 98 %
Die Pumpe versagt bei Anforderung mit höchstens 2 %
Die Pumpe versagt bei höchstens 2 von 100 Anforderungen
Die Pumpe versagt in höchstens 2 % der Anforderungen
Die Pumpe ist zu jedem Zeitpunkt mit höchstens 2 % nicht verfügbar
Die Pumpe ist zu jedem Zeitpunkt der Mission mit einer Wahrscheinlichkeit von höchstens 2 % ausgefallen
Die Pumpe ist am Ende der Mission mit höchstens 2 % nicht verfügbar
Die Pumpe ist höchstens 2 % der Zeit nicht verfügbar
Der Anteil der Zeit, in der die Pumpe nicht verfügbar ist, beträgt höchstens 2 %
Die Wahrscheinlichkeit, dass die Pumpe bei Bedarf versagt, ist höchstens 2 %
Wenn sie gebraucht wird, versagt die Pumpe mit höchstens 2 %
Die mittlere Wahrscheinlichkeit, dass die Pumpe nicht verfügbar ist, beträgt höchstens 2 %
Die mittlere Wahrscheinlichkeit eines Ausfalls der Pumpe bei Anforderung beträgt höchstens 2 %
Die Pumpe ist betriebsbereit mit mindestens 98 %
Im Mittel ist die Pumpe mit höchstens 2 % nicht verfügbar
The cooling is down at most 5 % of the time
The cooling is unavailable for at most 438 hours a year
The proportion of the mission during which the cooling is unavailable is at most 5 %
The probability that the cooling is unavailable at time t is at most 5 % for each t of the mission
The probability that the cooling is unavailable in the last hour of the mission is at most 5 %
Just before each proof test the cooling is unavailable with a probability of at most 5 %
The cooling refuses to start when commanded with a probability of at most 5 %
The cooling does not respond to a signal with a probability of at most 5 %
The cooling is dormant-failed with a probability of at most 5 %
The cooling is lost at the time of need with a probability of at most 5 %
The cooling is expected to be unavailable for at most 5 % of the operating time
Der Anteil der Ausfallzeit der Kühlung ist höchstens 5 %
Die Wahrscheinlichkeit, dass die Kühlung nicht bereit ist, ist höchstens 5 %
Die Kühlung ist am Ende der Mission mit höchstens 5 % ausgefallen
The pump, tested every three months, fails on demand with a probability of at most 2 %
The pump, which is inspected monthly, is unavailable with a probability of at most 2 %
With yearly proof tests the PFD of the pump is at most 2 %
With a proof test interval of one year, the PFDavg of the pump is at most 0.02
The pump is repaired within 8 hours and is unavailable at any time with a probability of at most 2 %
Averaged over the proof test interval the PFD of the pump is at most 2 %
The mean unavailability of the pump over the test interval is at most 2 %
The mean unavailability of the pump over the mission is at most 2 %
The mean unavailability of the pump over a year is at most 2 %
The average unavailability of the pump during the mission is at most 2 %
The unavailability of the pump at the end of the year is at most 2 %
The unavailability of the pump after 8760 h is at most 2 %
The unavailability of the pump at any time during the mission is at most 2 %
At any time during the flight the pump is unavailable with a probability of at most 2 %
At no time of the mission is the pump unavailable with a probability above 2 %
At every instant of the mission the unavailability of the pump is at most 2 %
At a random point in time the pump is unavailable with a probability of at most 2 %
The steady-state unavailability of the two pumps is at most 2 %
Both pumps are unavailable at the same time with a probability of at most 2 %
At any time at least one of the two pumps is available with a probability of at least 98 %
At any time at least 2 of 3 pumps are available with a probability of at least 98 %
The pump is unavailable for at most 2 % of the year
The pump is unavailable for at most 175 hours per year
The pump is unavailable for no more than 7 days a year
The downtime of the pump is at most 2 % of the mission
The downtime of the pump is at most 2 % of the time
The uptime of the pump is at least 98 % of the time
The annual downtime of the pump is at most 175 hours
Per demand, the pump fails with a probability of at most 2 %
The pump fails with a probability of at most 0.02 per demand
The pump fails at most twice in 100 demands
The pump fails at most once in 50 demands
In at least 98 % of demands the pump starts
In no more than 2 % of all demands the pump does not start
The pump fails to start in at most 2 of 100 starts
The pump does not start in at most 2 of 100 emergencies
On average the pump fails in at most 2 of 100 demands
On average the pump is unavailable with a probability of at most 2 %
The mean probability that the pump is not ready is at most 2 %
The time-averaged probability of the pump being failed is at most 2 %
The pump is in its failed state with a probability of at most 2 %
The pump is not operable when the reactor trips with a probability of at most 2 %
The safety function meets SIL 1
The safety function meets SIL 2 in low demand mode
The pump does not respond to a fire alarm with a probability of at most 2 %
When the alarm sounds, the pump does not start with a probability of at most 2 %
In an emergency the pump fails with a probability of at most 2 %
When the operator presses the button, the pump is unavailable with a probability of at most 2 %
In case of a fire the sprinkler system is unavailable with a probability of at most 2 %
The flow rate sensor is unavailable with a probability of at most 2 %
The frequency converter fails on demand with a probability of at most 2 %
The heart rate monitor is unavailable at any time with a probability of at most 2 %
The first-aid alarm is unavailable with a probability of at most 2 %
The flight control computer is unavailable at any time with a probability of at most 2 %
The mission computer is not available when needed with a probability of at most 2 %
The life support fails when needed with a probability of at most 2 %
The cooling of unit 2 of the plant is unavailable with a probability of at most 2 %
The pump of the reactor is unavailable in at most 2 of 100 demands
The pump starts within 10 s of a demand with a probability of at least 98 %
The valve closes within two minutes when needed with a probability of at least 98 %
The standby generator does not start within an hour of the demand with a probability of at most 2 %
The pump is needed once a year and fails on demand with a probability of at most 2 %
The pump fails when needed during the mission with a probability of at most 2 %
The probability that the pump is failed just before a proof test is at most 2 %
Between two tests the pump is unavailable with a probability of at most 2 % on average
The probability that the monitor has an undetected fault is at most 2 %
The fractional dead time of the trip system is at most 2 %
The safety shut-down system is unavailable with a probability of at most 2 % at the moment of a demand
Die monatlich getestete Pumpe versagt bei Anforderung mit höchstens 2 %
Die Pumpe, die jährlich geprüft wird, versagt bei Anforderung mit höchstens 2 %
Die Pumpe wird einmal im Jahr geprüft und versagt bei Bedarf mit höchstens 2 %
Bei einem Prüfintervall von einem Jahr ist die PFD der Pumpe höchstens 2 %
Die über das Prüfintervall gemittelte Nichtverfügbarkeit der Pumpe ist höchstens 2 %
Die mittlere Nichtverfügbarkeit der Pumpe über die Mission ist höchstens 2 %
Die Ausfallzeit der Pumpe beträgt höchstens 2 % der Mission
Die Stillstandszeit der Pumpe beträgt höchstens 2 % des Jahres
Die Pumpe ist höchstens 2 % der Mission nicht verfügbar
Die Pumpe ist an höchstens 2 % der Zeit außer Betrieb
Die Pumpe springt bei mindestens 98 von 100 Anforderungen an
Im Notfall ist die Pumpe mit höchstens 2 % nicht verfügbar
Bei einem Alarm springt die Pumpe mit höchstens 2 % nicht an
Zum Zeitpunkt einer Anforderung ist die Pumpe mit höchstens 2 % nicht verfügbar
Der Frequenzumrichter ist mit höchstens 2 % nicht verfügbar
Die Sicherheitsfunktion erfüllt SIL 1
Die Sicherheitsfunktion erfüllt SIL 2 bei niedriger Anforderungsrate
Die stationäre Verfügbarkeit der Pumpe ist mindestens 98 %
Pro Anforderung versagt die Pumpe mit höchstens 2 %
Die Pumpe ist in jedem Augenblick der Mission mit höchstens 2 % ausgefallen
Die Pumpe ist am Ende des Jahres mit höchstens 2 % ausgefallen
""".splitlines()

OTHER = """\
The average frequency of a dangerous failure of the cooling per hour is at most 0.05
The mean failure rate of the cooling is at most 0.05
The average hazard rate of the cooling is at most 0.05
The mean outage rate is at most 0.05
The mean accident rate is at most 0.05
The average failure frequency is at most 0.05
The mean failure intensity of the cooling is at most 0.05
The average probability of cooling failure per hour is at most 0.05
On demand the cooling fails with at most 0.05 per hour
When needed the cooling fails with at most 0.05/h
At any time the cooling fails with at most 0.05 per hour
When needed the cooling fails with at most 0.05 per operating hour
On demand the cooling fails with at most 0.05 per flight hour
On demand the cooling fails with at most 0.05 per reactor year
When needed the cooling fails with at most 0.05 per mission
When needed the cooling fails with at most 5 % in a year
On demand the cooling fails within a year with at most 5 %
Im Mittel fällt die Kühlung höchstens 0,05-mal im Jahr aus
Bei Bedarf fällt die Kühlung innerhalb eines Jahres mit höchstens 5 % aus
Bei Anforderung fällt die Kühlung mit höchstens 0,05 je Stunde aus
Die mittlere Ausfallrate der Kühlung ist höchstens 0,05
Die mittlere Ausfallhäufigkeit der Kühlung ist höchstens 0,05
Die mittlere Wahrscheinlichkeit eines Ausfalls der Kühlung pro Stunde ist höchstens 0,05
Die Nichtverfügbarkeit der Kühlung tritt höchstens 0,05-mal pro Stunde ein
The cooling is unavailable with at most 0.05 per reactor year
The cooling is unavailable with at most 0.05/h
The cooling is unavailable with at most 0.05 per flight hour
The cooling is unavailable with at most 5 % annually
The cooling is unavailable at most 0.05 times
The cooling is unavailable on at most 5 occasions per century
The probability of the first unavailability of the cooling is at most 5 %
The cooling becomes unavailable in at most 5 % of the missions
The probability that the cooling has failed by the end of the year is at most 5 %
The frequency with which the cooling is unavailable is at most 0.05
The cooling is unavailable during the mission with a probability of at most 5 %
The cooling is unavailable in at most 5 of 100 missions
The cooling fails at any moment of the mission with a probability of at most 5 %
The cooling fails at any point during the mission with a probability of at most 5 %
The cooling fails at any instant of the mission with a probability of at most 5 %
The cooling fails at any time of the year with a probability of at most 5 %
The cooling fails at any time over a year with a probability of at most 5 %
The cooling fails at any time before the overhaul with a probability of at most 5 %
The cooling is unavailable at one time or another with a probability of at most 5 %
The cooling is failed at least at one moment with a probability of at most 5 %
The failure rate of the cooling is at most 0.05
The failure frequency of the cooling is at most 0.05
The hazard rate of the cooling is at most 0.05
The failure intensity of the cooling is at most 0.05
The cooling fails with at most 0.05 per hour
The number of outages of the cooling is at most 0.05
The cooling fails in at most 5 of 100 batches
The cooling fails in at most 5 of 100 shifts
The cooling fails in at most 5 of 100 campaigns
The cooling fails in at most 1 of 20 seasons
The cooling fails in at most 5 % of plants
The cooling is unavailable in at most 5 % of plants
The cooling fails until the next overhaul with at most 5 %
The lifetime probability of cooling failure is at most 5 %
The cumulative probability of cooling failure is at most 5 %
Die Ausfallrate der Kühlung ist höchstens 0,05
Die Kühlung fällt pro Jahr mit 5 % aus
Die Kühlung fällt je Betriebsjahr mit höchstens 5 % aus
Die Kühlung fällt in höchstens 5 von 100 Schichten aus
Die Kühlung fällt in höchstens 5 von 100 Fahrten aus
Die Wahrscheinlichkeit, dass die Kühlung zu irgendeinem Zeitpunkt ausfällt, ist höchstens 5 %
Die Kühlung fällt bis zur Revision mit höchstens 5 % aus
Die Kühlung läuft durchgehend mit mindestens 95 %
When needed within a year the cooling fails with a probability of at most 5 %
The cooling fails when needed in a year with a probability of at most 5 %
When called in a season, the cooling fails with at most 5 %
The cooling fails when needed per year with at most 5 %
The cooling is unavailable with at most 0.05 per start-up campaign
The cooling is unavailable in at most 3 of 60 campaigns
On demand the cooling fails in at most 1 of 20 winters
The cooling is unavailable in at most 5 % of the buildings
Of 100 plants at most 5 have an unavailable cooling
The average yearly frequency of unavailability is at most 0.05
The mean annual number of demands that fail is at most 0.05
On average 0.05 failures of the cooling occur each year
The cooling fails on average at most 0.05 times
On average there is at most one failure in 20 years
The mean time between unavailabilities is at least 20 years
The unavailability of the cooling arises at a rate of at most 0.05
The probability that the cooling becomes unavailable during the year is at most 5 %
The probability that the cooling is lost on demand during the year is at most 5 %
The probability that the cooling is unavailable at some point of the mission is at most 5 %
The probability that the cooling is unavailable at least once is at most 5 %
The probability that the cooling is unavailable during any mission is at most 5 %
The cooling is unavailable over the year with a probability of at most 5 %
The cooling is unavailable within 8760 hours with a probability of at most 5 %
The cooling is unavailable by the end of the mission with a probability of at most 5 %
The cooling is unavailable before the next overhaul with a probability of at most 5 %
The cooling is unavailable until the overhaul with a probability of at most 5 %
The cooling is unavailable at most five times a century
The cooling goes out of service on demand with at most 0.05 per year
The cooling fails on demand with an intensity of at most 0.05
The PFD of the cooling is at most 0.05 per hour
The PFDavg of the cooling is at most 0.05/h
The PFD of the cooling is at most 5 % a year
The availability of the cooling is lost at most 0.05 times per year
The cooling is down in at most 1 of 20 months
The cooling is down on at most 5 % of the days
The cooling is unavailable in at most 5 % of flights
The cooling is unavailable on at most 1 of 20 flights
The cooling is unavailable when needed in at most 5 % of the flights
The cooling meets SIL 1 with a dangerous failure rate of at most 0.05
The average probability of a dangerous failure in an hour is at most 0.05
The average probability of a dangerous failure within one hour is at most 0.05
The mean probability of an outage per flight hour is at most 0.05
The average probability of a loss of cooling each year is at most 5 %
The average likelihood of a loss per mission is at most 5 %
The mean likelihood of losing the cooling before the end of the mission is at most 5 %
On average the cooling is lost in at most 5 % of missions
On average one of 20 voyages sees a loss of cooling
Im Mittel gibt es höchstens 0,05 Ausfälle im Jahr
Im Mittel fällt die Kühlung in höchstens 5 von 100 Jahren aus
Im Mittel fällt die Kühlung in höchstens 5 von 100 Anlagen aus
Die Kühlung ist in höchstens 5 % der Anlagen nicht verfügbar
Die Kühlung ist im Laufe eines Jahres mit höchstens 5 % nicht verfügbar
Die Kühlung ist während der Mission mit höchstens 5 % nicht verfügbar
Die Kühlung ist bis zum Ende der Mission mit höchstens 5 % ausgefallen
Die Kühlung ist im Jahr höchstens fünfmal nicht verfügbar
Die Kühlung ist höchstens 0,05-mal nicht verfügbar
Bei Anforderung versagt die Kühlung höchstens einmal in 20 Jahren
Bei Anforderung versagt die Kühlung mit höchstens 5 % pro Flugstunde
Bei Anforderung versagt die Kühlung mit höchstens 0,05/h
Bei Bedarf versagt die Kühlung in höchstens 5 von 100 Schichten
Die PFD der Kühlung ist höchstens 0,05 pro Jahr
Die Kühlung ist mit höchstens 5 % je Mission nicht verfügbar
Die Ausfallintensität der Kühlung ist höchstens 0,05
Die mittlere Zahl der Ausfälle ist höchstens 0,05
Die Wahrscheinlichkeit, dass die Kühlung mindestens einmal nicht verfügbar ist, ist höchstens 5 %
Die Wahrscheinlichkeit, dass die Kühlung erstmals nicht verfügbar ist, ist höchstens 5 %
Die Wahrscheinlichkeit, dass die Kühlung in der Mission nicht verfügbar ist, ist höchstens 5 %
Die Wahrscheinlichkeit, dass die Kühlung zu irgendeinem Zeitpunkt nicht verfügbar ist, ist höchstens 5 %
Die Wahrscheinlichkeit, dass die Kühlung zu irgendeiner Zeit nicht verfügbar ist, ist höchstens 5 %
Die Lebensdauerwahrscheinlichkeit eines Ausfalls ist höchstens 5 %
Die mittlere jährliche Ausfallwahrscheinlichkeit ist höchstens 5 %
Die mittlere Eintrittshäufigkeit ist höchstens 0,05
Die Kühlung wird mit höchstens 5 % nicht verfügbar
""".splitlines()

RATES = (
    "once in 20 years", "one failure in 20 years", "one in 20 years", "tolerable hazard rate 0.05/h", "0.05 per hour", "PFH 0.05",
    "mean failure rate", "average frequency of dangerous failure per hour 0.05", "Mean failure frequency", "PFH of the cooling",
    "Average frequency of a dangerous failure per hour (PFH)", "Failure rate of the cooling", "Cooling failures per year", "Failures of the lift per year", "Ausfälle der Kühlung pro Jahr",
    "once a century", "ein Ausfall in 20 Jahren", "Kühlungsausfälle pro Jahr", "lifetime risk", "Probability per hour", "0.05 h-1",
)  # fmt: skip
NO_RATES = (
    "IEC 61508-1, table 2", "HARA of 3 March 2026", "Requirement R-17, agreed in 2025", "Frequency converter fails", "IEC 61511 (PFDavg)",
    "Loss of the flow rate signal", "the operator's rule, reviewed every year", "SIL 1, low demand", "Mission failure", "Annual report 2025",
)  # fmt: skip


@pytest.mark.parametrize("text", ANSWERED)
def test_a_known_form_alone(text: str) -> None:
    assert words_of_how_often(text) == beside_the_moment(text) == ""
    assert names_the_moment(text)


@pytest.mark.parametrize("text", OTHER)
def test_no_other_word_beside_it(text: str) -> None:
    assert words_of_how_often(text) or beside_the_moment(text) or not names_the_moment(text)


def test_a_rate_by_its_name_in_a_title_or_a_source() -> None:
    assert [text for text in RATES if not named_rate(text)] == []
    assert [text for text in NO_RATES if named_rate(text)] == []


SUBJECTS = (
    "The cooling pump of the reactor does not deliver", "Die Kühlung fällt aus", "The valve of the sprinkler sticks",
    "The flight control computer fails", "The flow sensor drifts", "First-aid and life support of the mission computer",
    "Der Frequenzumrichter versagt", "The generator does not start", "The frequency converter trips",
    "The heart rate monitor and the flow rate sensor drift",
)  # fmt: skip


def test_no_word_of_an_honest_claim_is_left() -> None:
    """Where the words of its subject stand in the texts of the tree."""
    assert {text: left for text in ANSWERED if (left := unread_beside(text, SUBJECTS))} == {}


def test_words_that_no_rule_reads_are_left() -> None:
    texts = {
        "The pump is unavailable on Sundays with a probability of at most 2 %": ("Sundays",),
        "The mean unavailability of the pump is at most 2 % in three shifts": ("shifts",),
        "Die Pumpe ist feiertags mit höchstens 2 % nicht verfügbar": ("feiertags",),
    }
    assert {text: unread_beside(text, ("The pump stops", "Die Pumpe steht")) for text in texts} == texts
