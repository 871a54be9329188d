"""Sentences that admit that something is left out, beside those that deny it or speak of something else."""

from __future__ import annotations

import pytest

from casegen.texts.wording.gaps import admitted_gap, set_aside, without_rejected_measures


@pytest.mark.parametrize(
    "text",
    [
        "Night is not covered by the parts", "The HAZOP study left out two hazards of the doors", "The HAZOP study is not complete",
        "The study leaves night out", "The tree omits fire", "Two causes are missing", "The list is incomplete", "The parts do not cover rain",
        "Night and rain were not considered", "No rain is covered by the parts", "It is known that night is left out",
        "Der Baum lässt Feuer aus", "Die Nacht ist nicht abgedeckt", "Zwei Ursachen fehlen", "Nobody is sure; night is left out",
        "The table has gaps", "The study skipped the fire doors", "Fire is still missing from the tree",
        "Governor or gear fails; the rope is not included", "Governor or gear fails; other causes are ignored",
        "Governor or gear fails; rope not addressed", "Not all causes are in the tree", "The rope is not part of the tree",
        "The rope is not in this analysis", "Some causes are neglected", "Not every hazard is known", "Rope not considered",
        "Das Seil ist nicht enthalten", "Nicht alle Ursachen sind im Baum", "Weitere Ursachen werden vernachlässigt", "Das Seil ist nicht Teil des Baums",
        "The tree does not include the rope",
    ],
)  # fmt: skip
def test_something_is_left_out(text: str) -> None:
    assert admitted_gap(text)


@pytest.mark.parametrize(
    "text",
    [
        "Nothing is missing from the tree", "No cause was left out", "No hazard is not covered", "The parts cover day and night",
        "The tree leaves nothing out", "The study is complete", "Hazards that are not covered here are those of another case",
        "The lock opens when power is missing", "A missing row counts as a failure", "Der Baum lässt nichts aus", "Es fehlt keine Ursache",
        "Recovery is left out, which is conservative", "Hazard 7, left out in 2019, was added", "The list no longer lacks fire",
        "The record does not contain runs of other doors", "The door left the factory in 2019", "0 causes are missing",
        "Not all doors are open at once", "All causes are included", "No cause is neglected", "The rope is part of the tree", "Readings of no sense are ignored",
        "Other readings are ignored by the filter", "Not all causes are of equal weight", "Doors not covered are locked", "The door is not in the hall",
        "Nicht alle Türen sind offen", "Es sind alle Ursachen enthalten",
    ],
)  # fmt: skip
def test_nothing_is_left_out(text: str) -> None:
    assert not admitted_gap(text)


@pytest.mark.parametrize("text", [
    "Governor or gear fails, rope excluded", "Governor or gear fails; the rope is neglected", "The rope is excluded", "Wrong readings are ignored",
    "Das Seil wird vernachlässigt", "Regler oder Fang versagt, Seil ausgenommen", "The hall is disregarded",
])  # fmt: skip
def test_something_is_set_aside(text: str) -> None:
    assert set_aside(text)
    assert not admitted_gap(text)


@pytest.mark.parametrize("text", [
    "All other causes are excluded", "No cause is excluded", "The rope is excluded by design", "The rope is neglected, which is conservative",
    "Nothing is ignored", "Andere Ursachen sind ausgeschlossen", "Excluded areas are fenced", "A stop is never ignored",
])  # fmt: skip
def test_nothing_is_set_aside(text: str) -> None:
    assert not set_aside(text)


@pytest.mark.parametrize("text", [
    "The rarity of stops and the measures left out are all that makes the pump acceptable",
    "Rare stops and the measures left out at a disproportionate cost are the two criteria of the plant",
    "The measures against risk left out are out of proportion", "The risk reduction measures omitted cost too much",
    "The omitted measures cost too much", "Measures are left out only at a disproportionate cost", "Options left out cost too much",
    "Each measure the plant omits costs too much", "Seltene Ausfälle und die nicht ergriffenen Maßnahmen sind die Kriterien",
    "Die weggelassenen Maßnahmen kosten zu viel", "Maßnahmen sind weggelassen, wo ihr Aufwand unverhältnismäßig ist",
])  # fmt: skip
def test_measures_that_a_plant_does_without_are_no_gap(text: str) -> None:
    assert not admitted_gap(without_rejected_measures(text))


@pytest.mark.parametrize("text", [
    "The night cases are left out", "Rare stops and the measures left out are all; the night cases are left out",
    "The measures left out of the list are two", "Two measures are left out of the list", "Two measures are left out",
    "The list of measures is incomplete", "The list omits two measures", "The list of measures omitted two of them",
    "The night measures left out are few", "The measures left out and the night cases left out", "In der Liste fehlen zwei Maßnahmen",
    "Zwei Maßnahmen fehlen", "The measures left out two causes",
])  # fmt: skip
def test_a_gap_beside_measures_stays_one(text: str) -> None:
    assert admitted_gap(without_rejected_measures(text))
