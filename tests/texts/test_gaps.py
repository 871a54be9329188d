"""Sentences that admit that something is left out, beside those that deny it or speak of something else."""

from __future__ import annotations

import pytest

from casegen.texts.gaps import admitted_gap


@pytest.mark.parametrize(
    "text",
    [
        "Night is not covered by the parts", "The HAZOP study left out two hazards of the doors", "The HAZOP study is not complete",
        "The study leaves night out", "The tree omits fire", "Two causes are missing", "The list is incomplete", "The parts do not cover rain",
        "Night and rain were not considered", "No rain is covered by the parts", "It is known that night is left out",
        "Der Baum lässt Feuer aus", "Die Nacht ist nicht abgedeckt", "Zwei Ursachen fehlen", "Nobody is sure; night is left out",
        "The table has gaps", "The study skipped the fire doors", "Fire is still missing from the tree",
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
    ],
)  # fmt: skip
def test_nothing_is_left_out(text: str) -> None:
    assert not admitted_gap(text)
