"""A name that a result states for its input, chosen so that other texts of it become something else: never verified."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from casegen.io import load
from casegen.model.results import Freshness
from casegen.store.entries import place, read_entry, result_name, results_of, write_entry
from casegen.store.run import run
from casegen.store.store import Store
from casegen.store.stored_result import result_text
from casegen.store.verify import recompute
from tests.false_support.forged import rewritten

PRESS = Path(__file__).parents[2] / "examples" / "press"
TEXTS = ("assumptions", "notes", "read", "tables", "figures")
Change = Callable[[dict[str, Any]], object]


def measured(at: Path, file: str, one_rate: bool = False) -> Path:
    """The press whose record of the brake has another name, measured so."""
    shutil.copytree(PRESS, at, ignore=shutil.ignore_patterns(".casegen"))
    (at / "records" / "brake.csv").rename(at / "records" / file)
    head, brake, rest = (at / "evidence.yaml").read_text("utf-8").partition("EV-BRAKE")
    rest = rest.replace("entries: recorded", "entries: one-rate") if one_rate else rest
    text = f"{head}{brake}{rest}".replace("records/brake.csv", f"records/{file}")
    (at / "evidence.yaml").write_text(text, "utf-8")
    assert [o.what for o in run(load(at), ["EV-BRAKE"], force=True)] == ["computed"]
    return at


def renamed(press: Path, old: str, new: str) -> Path:
    """The press after its record of the brake was given another name, also in the item."""
    (press / "records" / old).rename(press / "records" / new)
    text = (press / "evidence.yaml").read_text("utf-8")
    (press / "evidence.yaml").write_text(text.replace(f"records/{old}", f"records/{new}"), "utf-8")
    return press


def called(name: str, changes: Callable[[str], str] = str) -> Change:
    """The input had this name, and so had every text that holds it; ``changes`` is made to these texts."""

    def change(document: dict[str, Any]) -> None:
        ((now, digest),) = document["provenance"]["inputs"].items()
        document["provenance"]["inputs"] = {f"records/{name}": digest}
        document.update(json.loads(changes(json.dumps({part: document[part] for part in TEXTS}))))
        for table in document["read"]:
            table["file"] = name
        for sign in document["signs"]:
            sign["message"] = sign["message"].replace(Path(now).name, name)

    return change


def moved_sign(document: dict[str, Any]) -> None:
    """The sign that bars the measure of the claim is about another one, and the file was called like that."""
    word, other = "probability", "homogeneity_p_value"
    called(other, lambda text: re.sub(rf"(?<!\\w){word}(?!\\w)", other, text))(document)
    document["signs"][0]["measures"] = [other]


def other_kind(document: dict[str, Any]) -> None:
    called("mission")(document)
    document["measures"]["probability"]["kind"] = "probability-per-mission"


def no_doubt(document: dict[str, Any]) -> None:
    called("harmless")(document)
    document["signs"][0]["severity"] = "harmless"


def replaced(old: str, new: str, name: str) -> Change:
    def swap(text: str) -> str:
        assert old in text
        return text.replace(old, new)

    return called(name, swap)


def outcome(folder: Path) -> tuple[str, tuple[str, ...]]:
    [one] = recompute(load(folder), ["EV-BRAKE"])
    return one.outcome, one.differences


@pytest.mark.parametrize(
    ("file", "forgery"),
    [
        ("probability", moved_sign),
        ("demand", other_kind),
        ("suspicious", no_doubt),
        ("98", replaced("98.4 %", "99.4 %", "99")),
        ("itself", replaced("the press itself", "the press and all presses", "and all presses")),
        ("8", replaced("98.4 %", "99.4 %", "9")),
    ],
)
def test_a_stated_name_of_an_input_changes_no_other_text(file: str, forgery: Change, tmp_path: Path) -> None:
    press = measured(tmp_path / "press", file, one_rate=forgery in (moved_sign, no_doubt))
    assert outcome(press) == ("bit-equal", ())
    rewritten(press, "EV-BRAKE", forgery)
    what, why = outcome(press)
    assert what in ("different", "not recomputable"), why


@pytest.mark.parametrize("name", ["homogeneity_p_value", "99", "and all presses", "brake record"])
def test_the_true_twin_that_was_only_renamed_is_bit_equal(name: str, tmp_path: Path) -> None:
    press = renamed(measured(tmp_path / "press", name, one_rate=True), name, "probability")
    assert outcome(press) == ("bit-equal", ())


DESCRIBED = {
    ("provenance", "environment"), ("provenance", "seconds"), ("provenance", "started"),
    ("provenance", "code", "packages"), ("provenance", "looks"),
}  # fmt: skip
"""what a recomputation cannot know: noted where it is not as here; the length of the run; looks, of which the entry has
the greater number and the worse limits as well"""


def _leaves(part: Any, place: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if isinstance(part, dict | list):
        for key, inner in part.items() if isinstance(part, dict) else enumerate(part):
            yield from _leaves(inner, (*place, key))
    elif part is not None:
        yield place


def _edited(part: Any) -> Any:
    """Another value; of a text the one that the old and the new name of the input would make of it."""
    if isinstance(part, bool):
        return not part
    if isinstance(part, str):
        return part.replace("e", "x") if "e" in part else f"{part}x"
    return part * 0.9 + 1e-3 if isinstance(part, float) else part + 1


@pytest.mark.slow
@pytest.mark.parametrize("is_renamed", [False, True])
def test_no_field_of_a_result_can_be_edited_unnoticed(is_renamed: bool, tmp_path: Path) -> None:
    """Every number and text of a shipped result, its hashes made anew: stale, refused, different or not recomputable."""
    press = measured(tmp_path / "press", "x", one_rate=True)
    press = renamed(press, "x", "e") if is_renamed else press
    assert outcome(press) == ("bit-equal", ())
    entry = read_entry(press, "EV-BRAKE")
    assert entry is not None
    document = json.loads(place(press, result_name("EV-BRAKE", entry.result)).read_text("utf-8"))
    unnoticed = []
    for where in _leaves(document):

        def edit(part: Any, where: tuple[str | int, ...] = where) -> None:
            for step in where[:-1]:
                part = part[step]
            part[where[-1]] = _edited(part[where[-1]])

        rewritten(press, "EV-BRAKE", edit)
        state = Store(load(press)).states()["EV-BRAKE"]
        if state.freshness is Freshness.FRESH and outcome(press)[0] in ("bit-equal", "within tolerance"):
            unnoticed.append(where)
        for path in results_of(press, "EV-BRAKE"):
            path.unlink()
        place(press, result_name("EV-BRAKE", entry.result)).write_bytes(result_text(document).encode())
        write_entry(press, "EV-BRAKE", entry)
    assert not [where for where in unnoticed if not any(where[: len(d)] == d for d in DESCRIBED)]
