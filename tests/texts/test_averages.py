"""A limit is one on an average only where the sentence says so of what it limits."""

from __future__ import annotations

import pytest

from casegen.texts.events.named_things import Names
from casegen.texts.frequencies.averages import foreign_words_on_average, is_on_average

WORST = (
    "The valve's PFD is at most 0.007 at all times",
    "The valve's worst-case PFD is at most 0.007",
    "The last hour's PFD is at most 0.007",
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
    "The PFD of the valve is always at most 0.007",
    "The peak of the PFD of the valve is at most 0.007",
    "The PFD of the valve never exceeds 0.007",
    "The PFD of the valve at no time exceeds 0.007",
    "Zu keiner Zeit übersteigt die PFD des Ventils 0.007",
    "Die PFD des Ventils ist stets höchstens 0.007",
    "Die PFD des Ventils ist in jedem Augenblick höchstens 0.007",
    "Der Spitzenwert der PFD des Ventils ist höchstens 0.007",
    "The PFD of the valve never rises above 0.007",
    "The PFD of the valve is at most 0.007 for the entire mission, without exception",
    "The PFD of the valve is at most 0.007 just before each test",
    "Die PFD des Ventils ist immer höchstens 0.007",
    "The PFD of the valve at its peak is at most 0.007",
    "The PFD of the valve is at its peak at most 0.007",
    "The PFD of the valve peaks at 0.007",
    "The PFD of the valve is at no point above 0.007",
    "The PFD of the valve is all the time at most 0.007",
    "The PFD of the valve is at most 0.007 all the time",
    "The PFD of the valve is constantly at most 0.007",
    "The PFD of the valve is permanently at most 0.007",
    "The PFD of the valve is in every hour at most 0.007",
    "In every hour the PFD of the valve is at most 0.007",
    "No demand meets a PFD above 0.007",
    "The mean probability of failure is always at most 0.007",
    "The valve fails on demand with a probability of at most 0.007 for ships of on average 20 years",
    "The valve fails with a probability of at most 0.007, although the crew is on average small",
    "The valve fails with a probability of at most 0.007 in water of on average 4 degrees",
    "With on average two demands a year the valve fails with a probability of at most 0.007",
    "Das im Mittel alle 1000 h geprüfte Ventil versagt mit höchstens 0.007",
    "The valve fails with a probability of at most 0.007 even though its PFD is claimed elsewhere",
    "The valve always meets SIL 2",
    "The valve meets SIL 2 at every moment",
    "Even just before a test the valve meets SIL 2",
    "The PFD of the valve in the last hour is at most 0.007",
    "On average small crews lose the valve in at most 1 of 100 missions",
    "The valve fails in at most 1 of 100 missions of on average 20 days",
    "The valve, on average 20 years old, fails with at most 0.007",
    "The PFD of every valve is at most 0.007 whenever it is asked",
    "Die PFD des Ventils bleibt durchgehend unter 0.007",
    "Die PFD des Ventils übersteigt 0.007 nie",
    "The worst PFD of the valve is at most 0.007",
    "The PFD of the valve forever is at most 0.007",
    "On average the valve fails always with at most 0.007",
    "The PFDavg of the valve is at most 0.007 in each test interval",
    "The valve fails with at most 0.007 in missions which are on average short",
    "An average crew loses the valve with a probability of at most 0.007",
    "On average over the worst hour, the valve fails in at most 1 of 100 missions",
    "The PFD of the valve after 10,000 h is at most 0.007",
    "The PFD of the valve is at most 0.007 and never larger",
    "The PFD of the valve until its test is at most 0.007",
    "The valve meets SIL 2 not only on average",
    "The mean age of the ships is 20 years and the valve fails with at most 0.007",
    "The PFD is at most 0.007 at worst",
    "The valve has a PFD of at most 0.007 on each demand",
    "The valve has at any age a PFD of at most 0.007",
    "The valve under the average load fails with at most 0.007",
    "The valve with the average probability of a leak fails with at most 0.007",
    "On average, the crew is small and the valve fails in at most 1 of 100 missions",
    "The PFD averaged over the fleet is at most 0.007",
    "The PFD of the valve over the whole mission is at most 0.007",
    "The PFD of the valve is at most 0.007 throughout",
    "The PFD of the valve stays below 0.007",
    "The PFD of the valve is at most 0.007 during the mission",
    "The PFD of the valve is at most 0.007 at the end of the mission",
    "The PFD of the oldest valve is at most 0.007",
    "Die PFD des ältesten Ventils ist höchstens 0.007",
    "Die PFD des Ventils kurz vor der Prüfung ist höchstens 0.007",
    "Die PFD des Ventils liegt zu jeder Stunde unter 0.007",
    "Die PFD des Ventils ist dauerhaft unter 0.007",
    "Die PFD des Ventils ist ausnahmslos höchstens 0.007",
    "The valve meets SIL 2 at its peak",
    "The PFD of the valve is without exception at most 0.007",
    "The PFD of the valve is at most 0.007 in the last hour",
    "The maximum of the mean PFD of the valve is at most 0.007",
    "The mean PFD of the valve before each test is at most 0.007",
    "The PFD of the valve is at most 0.007 day and night",
    "Bei keiner Anforderung ist die PFD des Ventils über 0.007",
    "Höchstens 0.007 beträgt die PFD des Ventils im ungünstigsten Augenblick",
    "The PFD of the valve, even of a worn one, is at most 0.007",
    "The valve invariably has a PFD of at most 0.007",
    "The PFD of the valve has a ceiling of 0.007",
    "The supremum of the PFD is at most 0.007",
    "For ships of on average 20 years the valve fails in at most 1 of 100 missions",
    "The valve of the on average small crew fails in at most 1 of 100 missions",
    "The valve fails in at most 1 of 100 missions, which last on average 20 days",
    "Ein Ventil, das im Mittel zehn Jahre alt ist, versagt mit höchstens 0.007",
    "Das Ventil versagt mit höchstens 0.007 in Wasser von im Mittel 4 Grad",
    "With an average of two demands a year the valve fails in at most 1 of 100 missions",
    "The valve fails with at most 0.007 at an average load",
    "The valve fails with at most 0.007 at average temperature",
    "The valve whose mean probability of a leak is claimed elsewhere fails with at most 0.007",
)
MEAN = (
    "The valve's PFD is at most 0.007",
    "The mean probability of the top event is at most 5.32255601e-05 in a mission",
    "The mean probability that the valve fails is at most 0.007 during one mission",
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
    "The PFD of the valve is at most 0.007",
    "The PFDavg of the valve is at most 0.007",
    "PFDavg ≤ 0.007",
    "The average PFD of the valve is at most 0.007",
    "The mean probability of failure on demand of the valve is at most 0.007",
    "The mean unavailability of the valve is below 0.7 %",
    "On average the valve fails on at most 0.7 % of the demands",
    "The valve fails on demand with an average probability of at most 0.007",
    "The valve fails on average with a probability of at most 0.007",
    "The valve fails on average in at most 7 of 1,000 demands",
    "The valve fails to close on at most 7 of 1,000 demands on average",
    "The valve meets SIL 2",
    "The valve reaches SIL 2 in low demand mode",
    "Das Ventil erfüllt SIL 2",
    "Die PFD des Ventils ist höchstens 0.007",
    "Die mittlere PFD des Ventils beträgt höchstens 0,007",
    "Die mittlere Ausfallwahrscheinlichkeit des Ventils ist höchstens 0.007",
    "Das Ventil versagt im Mittel mit höchstens 0.007",
    "Im Mittel versagt das Ventil bei höchstens 7 von 1.000 Anforderungen",
    "Das Ventil versagt mit einer mittleren Wahrscheinlichkeit von höchstens 0.007",
    "The valve has a PFD of at most 0.007",
    "The PFD of the valve does not exceed 0.007",
    "The probability that the valve fails is on average at most 0.007",
    "The mean probability that the valve fails to close is at most 0.007",
    "The PFD of the valve, averaged over a year, is at most 0.007",
    "The PFD of the shut-off valve of the tank is less than 7e-3",
    "The average probability of a dangerous failure on demand is no more than 0.007",
    "The probability of failure on demand (PFDavg) of the valve is at most 0.007",
    "Die PFD der Pumpe liegt unter 0.007",
    "Die Nichtverfügbarkeit des Ventils ist im Mittel höchstens 0.007",
    "The PFD of the final element is at most 0.007",
    "The mean probability of the top event is at most 0.007",
    "The PFD of the limit switch of valve 3 is at most 0.007",
    "The interlock at the north gate meets SIL 2",
    "The protection against overpressure of the reactor meets the requirements of SIL 2",
    "The stop meets SIL 2 according to IEC 61508",
    "Das Ventil hält SIL 2 ein",
    "SIL 2 is met by the valve",
    "The lift starts with an open door with a probability of at most 19 % on average over the year",
    "The unavailability of the valve is on average at most 0.007",
)


TREE = Names(
    ("The shut-off valve of the tank does not close", "The flow stops", "A lift starts with an open door"),
    ("Das Ventil oder die Pumpe versagt", "Die Bremse versagt", "The limit switch of valve 3 sticks", "PFD of the pumps",
     "The interlock at the north gate fails", "Protection against overpressure of the reactor"),
)  # fmt: skip


@pytest.mark.parametrize("text", WORST)
def test_the_worst_time_is_meant(text: str) -> None:
    assert not is_on_average(text, TREE)
    assert not is_on_average(text, Names((text,)))


@pytest.mark.parametrize("text", MEAN)
def test_the_mean_is_meant(text: str) -> None:
    assert is_on_average(text, TREE)


FORMS = (
    ("On average, {the} fails in at most 1 of 100 missions", "Im Mittel versagt {der} in höchstens 1 von 100 Einsätzen"),
    ("{The} fails in at most 1 % of the missions on average", "{Der} versagt in höchstens 1 % der Einsätze im Mittel"),
    ("{The} fails on average with a probability of at most 0.01", "{Der} versagt im Mittel mit höchstens 0.01"),
    ("{The} fails with a probability of on average at most 0.01", "{Der} versagt mit einer Wahrscheinlichkeit von im Mittel höchstens 0.01"),
    ("The probability that {the} fails is on average at most 0.01", "Die Nichtverfügbarkeit von {der} ist im Mittel höchstens 0.01"),
    ("The loss of {the} is rare on average, at most 0.01", "Der Ausfall von {der} ist gering im Mittel, höchstens 0.01"),
    ("The PFD of {the} is at most 0.01", "Die PFD von {der} ist höchstens 0.01"),
    ("The mean probability that {the} fails is at most 0.01", "Die mittlere PFD von {der} liegt unter 0.01"),
    ("{The} fails with an average probability of at most 0.01", "{Der} versagt mit einer mittleren Wahrscheinlichkeit von höchstens 0.01"),
    ("{The} has a PFD of at most 0.01", "{Der} hat eine PFD von höchstens 0.01"),
    ("{The} meets SIL 2", "{Der} erfüllt SIL 2"),
    ("SIL 2 is met by {the}", "SIL 2 wird von {der} erreicht"),
)  # fmt: skip
"""each form in both languages; ``{the}``: its subject"""
SUBJECTS = (
    ("the shutdown", "the shutdown function", "the emergency shutdown", "the shutdown of the boiler"),
    (
        "die Abschaltung",
        "die Abschaltung des Kessels",
        "die Sicherheitsfunktion Abschaltung",
        "die Notabschaltung",
    ),
)
BOILER = Names(
    ("The boiler is not shut down", "Emergency shutdown of the boiler", "Die Notabschaltung des Kessels versagt", "Abschaltung"),
    ("The proof test overlooks the sticking valve", "Aged seal", "Valve not tested", "Ventil nicht geprüft"),
)  # fmt: skip
BEHIND = (
    ("at the proof test", "at proof test", "at a test", "at test", "at inspection", "at overhaul", "at retirement", "at delivery",
     "right up to proof test", "up to test", "due for test", "overdue for inspection", "untested", "long untested", "at its oldest",
     "at the next visit", "on the eve of the test", "in old age", "upon overhaul", "at turnaround", "at hand-over", "at scrapping",
     "by the proof test", "prior to test", "ahead of the test", "in a stale state", "at full age", "for the test"),
    ("zur Prüfung", "bei der Prüfung", "bei Prüfung", "zum Test", "im Alter", "bei Außerbetriebnahme", "bei Auslieferung",
     "zur Revision", "am Prüftermin", "bei fälliger Prüfung", "im ungeprüften Zustand", "mit fälliger Prüfung", "beim Ausbau", "auf Lager"),
)  # fmt: skip
BEFORE = (
    ("overdue", "untested", "long untested", "stale", "aged", "old", "worn", "tested", "retired", "proof-tested", "unserviced", "end-of-interval",
     "year-old", "neglected", "rusted", "forgotten"),
    ("ungeprüfte", "gealterte", "überfällige", "fällige", "alte", "verschlissene", "lange ungeprüfte", "ungewartete", "abgelaufene"),
)  # fmt: skip


def _said(form: str, subject: str) -> str:
    capital = subject[0].upper() + subject[1:]
    return form.format(the=subject, The=capital, der=subject, Der=capital)


@pytest.mark.parametrize("forms", FORMS, ids=lambda forms: forms[0])
@pytest.mark.parametrize("language", [0, 1])
def test_the_subject_is_named_in_words_of_the_tree(forms: tuple[str, str], language: int) -> None:
    form = forms[language]
    for subject in SUBJECTS[language]:
        assert is_on_average(_said(form, subject), BOILER), subject
        article, noun = subject.split(" ", 1)
        moments = [f"{subject} {words}" for words in BEHIND[language]]
        moments += [f"{article} {words} {noun}" for words in BEFORE[language]]
        for moment in moments:
            said = _said(form, moment)
            assert not is_on_average(said, BOILER), said


def test_the_words_that_are_not_of_the_tree_are_named() -> None:
    for said, words in {
        "The PFD of the shutdown at the proof test is at most 0.01": "at the proof test",
        "The overdue shutdown meets SIL 2": "overdue", "The PFD of the shutdown is always at most 0.01": "",
        "On average the shutdown fails in at most 1 of 100 tests": "tests",
        "The shutdown meets SIL 2": "",
    }.items():  # fmt: skip
        assert foreign_words_on_average(said, BOILER) == words


def test_what_the_tree_is_named_after_may_be_said_of_the_mean() -> None:
    tree = Names(("The test valve at the north gate sticks",))
    assert is_on_average("The PFD of the test valve at the north gate is at most 0.01", tree)
    assert not is_on_average("The PFD of the valve at the test is at most 0.01", tree)
    assert not is_on_average(
        "The PFD of the valve at test is at most 0.01", Names(("The valve sticks at test",))
    )


def test_a_standard_behind_a_level_names_no_moment() -> None:
    for behind, mean in {"to IEC 61508": True, "(IEC 61511-1:2016)": True, "according to DIN EN ISO 13849": True,
                         "to IEC 61508 at proof test": False, "to IEC when overdue": False}.items():  # fmt: skip
        assert is_on_average(f"The shutdown meets SIL 2 {behind}", BOILER) is mean


def test_a_compound_of_a_word_of_the_tree_and_a_component() -> None:
    tank = Names(("Tankanlage", "Überfüllung des Tanks"), ("Prüfung übersieht Fehler",))
    for subject, mean in {"Überfüllsicherung": True, "Tanksicherung": True, "Prüfsicherung": False,
                          "Altsicherung": False, "Überfüllung bei Prüfung": False}.items():  # fmt: skip
        assert is_on_average(f"Die PFD der {subject} ist höchstens 0,01", tank) is mean, subject
    curtain = Names(("The light curtain does not stop the press",))
    assert is_on_average("The mean probability that the light curtain does so is at most 0.01", curtain)
