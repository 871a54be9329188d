"""A column that names the classes in words is held against what `labels` makes of their codes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.signs import Intake
from casegen_evidence.tables.reader import read_table
from casegen_evidence.tables.spec import Kind, Label

CLASSES = {0: "quay", 1: "buoy", 2: "boat", 3: "swimmer"}
ROWS = 400
RNG = np.random.default_rng(4)
TRUE = RNG.integers(0, 4, ROWS)
SAID = np.where(RNG.random(ROWS) < 0.1, (TRUE + 1) % 4, TRUE)
Name = Callable[[int], object]


def read(at: Path, name: Name, labels: Mapping[int, str] = CLASSES, head: str = "name") -> Intake:
    """What is seen of answers with one more column."""
    rows = (f"{TRUE[k]},{SAID[k]},{name(k)}" for k in range(ROWS))
    (at / "t.csv").write_text(f"true,predicted,{head}\n" + "\n".join(rows) + "\n")
    intake = Intake()
    wanted: dict[str, Kind] = {"true": Label(), "predicted": Label()}
    read_table(at / "t.csv", wanted, intake=intake, draws=True, declared={"labels": dict(labels)})
    return intake


def of(words: Mapping[int, str], codes: np.ndarray = TRUE) -> Name:
    """The words of the codes."""
    return lambda k: words[int(codes[k])]


TURNED = dict(zip(CLASSES, reversed(CLASSES.values()), strict=True))
TWO = {**CLASSES, 2: "swimmer", 3: "boat"}
AGAINST: dict[str, tuple[Name, Mapping[int, str]]] = {
    "all": (of(TURNED), CLASSES),
    "two of them": (of(TWO), CLASSES),
    "in other letters": (of({k: w.upper() for k, w in TURNED.items()}), CLASSES),
    "of the answers": (of(TURNED, SAID), CLASSES),
    "a class that no row has": (of({**CLASSES, 3: "whale"}), {**CLASSES, 3: "diver", 9: "whale"}),
    "where it says anything": (lambda k: TURNED[int(TRUE[k])] if k % 3 else "", CLASSES),
}


@pytest.mark.parametrize("name", AGAINST)
def test_names_of_other_classes_bar_the_measures(tmp_path: Path, name: str) -> None:
    said, labels = AGAINST[name]
    signs = [sign for sign in read(tmp_path, said, labels).signs if sign.name == "sign-labels-contradict"]
    assert len(signs) == 1
    assert signs[0].severity == "fails"
    assert "column 'name' says" in signs[0].message


QUIET: dict[str, Name] = {
    "the same": of(CLASSES),
    "the same in other letters": of({k: w.title() for k, w in CLASSES.items()}),
    "of the answers": of(CLASSES, SAID),
}


@pytest.mark.parametrize("name", QUIET)
def test_the_same_names_say_nothing_new(tmp_path: Path, name: str) -> None:
    intake = read(tmp_path, QUIET[name])
    assert intake.signs == []
    assert intake.read[-1]["asked"] == []


def test_other_words_stand_beside_the_classes_that_labels_makes_of_the_codes(tmp_path: Path) -> None:
    words = {0: "Kai", 1: "Boje", 2: "Boot", 3: "Schwimmer"}
    intake = read(tmp_path, of(words))
    assert intake.signs == []
    assert intake.read[-1]["asked"] == ["name"]
    note = next(note for note in intake.read[-1]["notes"] if "'name'" in note)
    assert "'Kai' where `labels` makes 0 'quay'" in note
    assert "'Schwimmer' where `labels` makes 3 'swimmer'" in note


OTHERS: dict[str, Name] = {
    "a coarser class": of({0: "fixed", 1: "fixed", 2: "moves", 3: "moves"}),
    "of no class": lambda k: ("cam 1", "cam 2")[k % 2],
    "a neighbour in the scene": lambda k: CLASSES[int(RNG.integers(0, 4))],
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_columns_are_no_names_of_the_classes(tmp_path: Path, name: str) -> None:
    intake = read(tmp_path, OTHERS[name], head="scene")
    assert [sign for sign in intake.signs if sign.name == "sign-labels-contradict"] == []
    assert not any("`labels` makes" in note for note in intake.read[-1]["notes"])


def test_names_that_differ_in_some_rows_are_asked_about(tmp_path: Path) -> None:
    names = [CLASSES[int(code)] for code in TRUE]
    names[5] = "quay" if names[5] != "quay" else "boat"
    assert read(tmp_path, lambda k: names[k]).read[-1]["asked"] == ["name"]
