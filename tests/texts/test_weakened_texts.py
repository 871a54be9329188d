"""Words by which a text denies, doubts or narrows what it stands for, and what people write who do not."""

from __future__ import annotations

import pytest

from casegen.texts.reservations.weakenings import empties, unlike, weakened, weakened_or_undone

UNLIKE = [
    "Tests and use differ in speed", "The tests differ from use", "The test guard is different from the guard in use",
    "The tests are unlike use", "Die Prüfungen weichen vom Einsatz ab", "Die Prüfungen unterscheiden sich vom Einsatz",
    "The tests are not representative of use", "The tests do not represent use", "Tests and use have next to nothing in common",
    "The failure of the tests is another than that of the claim", "The tests say little about the guard in use",
    "The tests were easier than use, and their failure is a different one", "The tests were made otherwise than the guard is used",
    "What the tests call failure differs from what the claim counts", "Die Prüfungen gleichen dem Einsatz kaum",
    "The tests resemble use no more than a drill resembles a fire", "The bench is not comparable with the plant",
    "The record is not of this guard", "The test data are not reliable", "Die Versuche sind nicht repräsentativ",
    "The simulation does not match the plant", "The trials were shorter than those of a shift",
]  # fmt: skip
NOT_ASSERTED = [
    "Whether the tests were made as the guard is used is a matter for the customer", "Whether tests and use are alike",
    "It would be good if the tests were made as the guard is used", "The tests were to be made as the guard is used",
    "Only a person without hands would say that tests and use are alike", "Results of bench B have been questioned",
    "The comparison of the two is disputed", "If only the tests had been made as the guard is used",
    "Nothing here is verified", "The claim is untested for presses in use", "Untested", "All numbers are aspirations",
    "The numbers are design goals, to be shown later", "For demonstration purposes", "The record is about another machine",
    "Rita withdrew her acceptance on 3 November", "The approval was revoked in May", "Speed was raised after the tests",
    "The wiring matched the drawings before the rebuild of 20 October", "Tests of the guard (predecessor)",
]  # fmt: skip
SELECTED = [
    "Runs with a failure were left out", "Outliers were removed", "Only successful closings were recorded",
    "Failures were corrected before they were counted", "Runs were repeated until they succeeded",
    "Failures of the first day do not count", "Fehlversuche wurden gestrichen", "The best four of twenty guards",
    "four guards, the fifth was taken out after it failed", "guards tested with the press switched off",
    "Only demands by day are counted", "Hand-picked runs", "Ausreißer wurden entfernt",
]  # fmt: skip
KEPT = [
    "The simulation holds what differs between conditions",
    "Tests and use do not differ", "Tests and use differ in nothing that the guard can see", "The tests do not differ from use",
    "The bench differs from the press in colour only", "No run with a failure was left out", "No outliers were removed",
    "The tests differ from use in light, which makes them harder", "The tests were no easier than use",
    "The benches differ in speed by less than 2 %", "Die Prüfungen weichen nicht vom Einsatz ab",
    "The tests are representative of use", "The tests were made as the guard is used", "The two channels differ in maker and principle",
    "Each door has a contact of a different make", "Failures of all days count", "All runs were recorded, failed ones too",
    "Whether the door is shut is measured by two contacts", "The tests are harder than use", "The results are not disputed",
    "The valve is removed for cleaning", "Runs with a failure were kept", "Every failed run was recorded",
    "The runs were shorter than 2 s", "The supply was changed before the tests", "The acceptance test of May was witnessed",
    "Unverified inputs are rejected by the parser", "A fault is removed within one shift", "The best estimate of the rate is 2 of 1,000",
    "A failed start is repeated at most once", "The draft of TR-3 was withdrawn; TR-4 stands", "Data of the field and of the bench agree",
    "Only trained staff use the press", "The guard works with the lamp switched off", "The pumps are of different makers",
    "For training see manual 7", "The limit values are those of the standard", "It would trip before the limit",
]  # fmt: skip
EMPTIED = [
    "The press is switched off", "The statements below apply to the press at standstill", "The battery is taken out",
    "At most means on average", "1,000 stands for one hundred", "Applies where no hand is in the press",
    "Stands still while a hand is near", "The guard was bypassed", "Die Presse ist ausgeschaltet", "The claims hold when nobody is near",
]  # fmt: skip
NOT_EMPTIED = [
    "The press is switched off during cleaning", "The press is switched off when the hood is open", "A pump at rest is no failure",
    "Closing: one stroke of the press", "The battery is taken out for transport only", "The guard is mounted on the left",
    "The limit applies to each closing", "The hall is heated", "The belt runs by day and by night", "Stop means standstill within 200 ms",
    "A standstill is safe", "The old guard was removed in May",
]  # fmt: skip
UNDONE = ["The guard has never been tested", "No tests were compared", "The record could not be checked", "The log was not read"]  # fmt: skip


RESERVED = [
    "Accepted with great doubts after the review of 3 March", "The board signed it under protest", "B. Judge agreed reluctantly",
    "Nur unter Vorbehalt im Protokoll vom 3. März", "Am 3. März mit Bedenken: freigegeben mit großen Bedenken",
]  # fmt: skip
UNRESERVED = [
    "Accepted without doubts on 3 March", "Accepted; the doubts of the first review were settled", "Freigegeben ohne Vorbehalt",
    "Signed with the drawings of the release", "Agreed with the maker on 3 March",
]  # fmt: skip


@pytest.mark.parametrize("text", RESERVED)
def test_an_acceptance_that_is_none(text: str) -> None:
    assert weakened(text)


@pytest.mark.parametrize("text", UNRESERVED)
def test_an_acceptance_without_reserve(text: str) -> None:
    assert not weakened(text)


@pytest.mark.parametrize("text", [*UNLIKE, *NOT_ASSERTED, *SELECTED])
def test_a_text_that_weakens_what_it_stands_for(text: str) -> None:
    assert weakened(text)


@pytest.mark.parametrize("text", KEPT)
def test_a_text_that_does_not(text: str) -> None:
    assert not weakened(text)


@pytest.mark.parametrize("text", EMPTIED)
def test_a_context_that_leaves_nothing(text: str) -> None:
    assert empties(text)


@pytest.mark.parametrize("text", NOT_EMPTIED)
def test_a_context_that_describes(text: str) -> None:
    assert not empties(text)


@pytest.mark.parametrize("text", UNDONE)
def test_what_was_not_done(text: str) -> None:
    assert weakened_or_undone(text)


DIFFERENT = [
    "Rig and hall ask for a stop in different ways", "Rig and hall are not alike", "The two lifts are different",
    "The lift is not the one of the data sheets", "Rig and press hall do not ask for a stop in the same way", "Rig and hall differ",
    "The lifts are not the same", "Rig and hall stop differently", "Prüfstand und Halle fordern auf verschiedene Weise an",
    "Die zwei Aufzüge sind nicht gleich", "Prüfstand und Halle unterscheiden sich", "Der Aufzug ist nicht der des Datenblatts",
]  # fmt: skip
ALIKE = [
    "Rig and hall ask for a stop in the same way", "Rig and hall do not differ", "The two channels are different", "The two persons are not the same",
    "Rig and hall differ in colour only", "Rig and hall are not alike, but the rig is harder", "The lift is the one of the data sheets",
    "Nothing in rig and hall is different", "No part of the rig is in another record", "The rig does not ask in different ways",
    "A stop differs from a brake", "Der Aufzug ist der des Datenblatts", "The pumps differ in make and principle",
]  # fmt: skip


@pytest.mark.parametrize("text", DIFFERENT)
def test_a_side_claim_that_two_things_differ(text: str) -> None:
    assert unlike(text)


@pytest.mark.parametrize("text", ALIKE)
def test_a_side_claim_that_they_do_not(text: str) -> None:
    assert not unlike(text)
