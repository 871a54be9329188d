"""What a builder is given is taken at the call: nothing is lost that is read once, and nothing changes with the caller's."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import casegen
from casegen.api import CaseBuilder, InputError
from casegen.model.case_file import held_in
from casegen.model.fault_tree import Formula, Operation

HUGE = 10**5000


class Unprintable:
    def __repr__(self) -> str:
        raise RuntimeError


class Once:
    """Read once, and no iterator by its type."""

    def __init__(self, values: Iterable[Any]) -> None:
        self.values = iter(values)

    def __iter__(self) -> Iterator[Any]:
        return self.values


Made = Callable[[list[Any]], Any]
WAYS: dict[str, Made] = {
    "list": list, "tuple": tuple, "generator": lambda rows: (row for row in rows), "iterator": iter,
    "map": lambda rows: map(copy, rows), "view": lambda rows: dict(enumerate(rows)).values(),
    "read once": Once, "array": lambda rows: np.array(rows, dtype=object),
}  # fmt: skip


def _lamp(way: Made, authors: list[str]) -> CaseBuilder:
    case = CaseBuilder("lamp", title="A lamp", authors=way(authors), roots=way(["T"]), date="2026-11-01",
                       limitations=way(["Only dry rooms", "Only by day"]), study={"guide_words": way(["no"])})  # fmt: skip
    case.claim("T", "The lamp fails in at most 1 of 100 missions",
               requirement={"measure": {"tree": "FT"}, "bound": {"target_of": "FT"}, "kind": "probability-per-mission"})  # fmt: skip
    tree = case.tree(
        "FT", top="G", target={"probability": 0.01, "source": "law"}, title="The lamp fails",
        allocation=way([{"event": "A", "at_least": 0.001}]), independent={"evidence": way(["E1", "E2"]), "claim": "W"},
        waive=way([{"rule": "tree-unused", "reason": "next release", "by": "R. R."}]), properties=way(["MP"]))  # fmt: skip
    tree.event("A", 0.001, text="The bulb fails", source="maker")
    tree.or_("G", "A", text="The lamp fails")
    case.claim("W", "The tree is complete", assumed="Walked through", accepted_by="Ann Author")
    case.argument("AR", supports="T", block="calculation", premises=way(["W"]), tree="FT", text="One of two")
    case.measured("E", "demand-record", inputs={"record": "r.csv"}, parameters={"entries": way(["a", "b"])},
                  totals=way(["Total"]))  # fmt: skip
    return case


@pytest.mark.parametrize("name", WAYS)
def test_every_way_to_give_a_list_is_that_list(name: str) -> None:
    made, wanted = _lamp(WAYS[name], ["Ann Author"]), _lamp(list, ["Ann Author"]).model()
    for _ in range(2):  # a second look sees the same
        assert made.model() == wanted
    assert wanted.header.authors == ("Ann Author",)
    assert any("accepted by Ann Author" in one.message for one in made.check())


def test_what_was_given_is_copied() -> None:
    limits, target = ["Only dry rooms"], {"probability": 0.1}
    words = {"guide_words": ["no"]}
    model = {"type": "constant", "probability": 0.1}
    case = CaseBuilder("lamp", title="A lamp", limitations=limits, study=words)
    tree = case.tree("FT", top="G", target=target, properties=limits)
    tree.or_("G", tree.event("A", model))
    before = case.model()
    limits.append("5")
    target["nonsense"] = 1
    words["guide_words"].append("more")
    model["probability"] = 0.9
    assert case.model() == before


@pytest.mark.parametrize("kind", [str, object])
@pytest.mark.parametrize("rows", [["C1", "C2"], ["C1"], []])
def test_roots_may_be_an_array(tmp_path: Path, kind: type, rows: list[str]) -> None:
    case = CaseBuilder("c", title="C", roots=np.array(rows, dtype=kind))
    case.claim("C1", "one claim", undeveloped=True)
    case.claim("C2", "two claims", undeveloped=True)
    case.check()
    case.save(tmp_path / "c")
    assert casegen.open(tmp_path / "c").model.header.roots == tuple(rows or ["C1", "C2"])


def _case() -> CaseBuilder:
    case = CaseBuilder("c", title="C")
    tree = case.tree("FT", top="G")
    tree.or_("G", tree.event("A", 0.1, source="s"))
    return case


def _nested(depth: int) -> Formula:
    part: Any = "A"
    for _ in range(depth):
        part = Formula(type="not", inputs=[part])
    return part  # type: ignore[no-any-return]


def _sum(depth: int) -> Operation:
    value: Any = 0.1
    for _ in range(depth):
        value = Operation(op="add", args=[value])
    return value  # type: ignore[no-any-return]


REFUSED: dict[str, tuple[Callable[[CaseBuilder], Any], str]] = {
    "seed": (lambda c: c.measured("E", "demand-record", inputs={"r": "r"}, seed=HUGE), "at most 4,300 digits"),
    "id": (lambda c: c.claim(HUGE, "x"), "at most 4,300 digits"),  # type: ignore[arg-type]
    "key": (lambda c: c.claim("C", "x", foo={HUGE: 1}), "at most 4,300 digits"),
    "title": (lambda c: CaseBuilder("c", title=HUGE), "at most 4,300 digits"),  # type: ignore[arg-type]
    "target": (lambda c: c.tree("T", top="G", target=HUGE), "at most 4,300 digits"),
    "event": (lambda c: c.tree("T", top="G").event("B", HUGE), "at most 4,300 digits"),
    "gate": (lambda c: c.tree("T", top="G").or_(HUGE, "A"), "at most 4,300 digits"),  # type: ignore[arg-type]
    "number of inputs": (lambda c: c.tree("T", top="G").at_least("G", HUGE, "A"), "at most 4,300 digits"),
    "what-if": (lambda c: c.open().what_if({"A": {"distribution": "lognormal", "mean": HUGE}}), "4,300 digits"),
    "parameter": (lambda c: c.measured("E", "m", parameters={"x": 10**400}), "parameter x: expected a number of at most"),
    "unprintable title": (lambda c: CaseBuilder("c", title=Unprintable()), "title: expected a text"),  # type: ignore[arg-type]
    "unprintable target": (lambda c: c.tree("T", top="G", target=Unprintable()), "found Unprintable"),  # type: ignore[arg-type]
    "unprintable change": (lambda c: c.open().what_if({"A": Unprintable()}), "A: expected a number, or .* found Unprintable"),  # type: ignore[dict-item]
    "unprintable in a sweep": (lambda c: c.open().sweep("A", [Unprintable()]), "found Unprintable"),  # type: ignore[list-item]
    "bytes of numpy": (lambda c: c.tree("T", top=np.void(b"aa")), "top: expected a text that a file can hold"),  # type: ignore[arg-type]
    "deep gate": (lambda c: c.tree("T", top="G").or_("G", _nested(600)), "at most 250 deep"),
    "deep value": (lambda c: c.tree("T", top="G").event("B", {"type": "constant", "probability": _sum(600)}), "250 deep"),
    "deep iterators": (lambda c: CaseBuilder("c", title="C", authors=_deep_iterators()), "at most 60 levels"),
    "empty input": (lambda c: c.measured("E", "demand-record", inputs={"record": ""}), "inputs.record: expected a text, found none"),
    "day in seconds": (lambda c: CaseBuilder("c", title="C", date=1e-320), "date: expected a date"),
    "almost a day": (lambda c: CaseBuilder("c", title="C", date=86400.0000000001), "date: expected a date"),
}  # fmt: skip


def _deep_iterators() -> Any:
    value: Any = iter(["a"])
    for _ in range(100):
        value = iter([value])
    return value


@pytest.mark.parametrize("name", REFUSED)
def test_what_no_file_holds_is_refused_in_words(name: str) -> None:
    make, words = REFUSED[name]
    with pytest.raises(InputError, match=words):
        make(_case())


def test_a_formula_of_some_levels_is_taken() -> None:
    case = _case()
    tree = case.tree("T", top="G2")
    tree.or_("G2", _nested(100), "A")
    case.check()


def test_a_long_text_in_a_message_is_shortened() -> None:
    for ask in (lambda c, text: c.tree(text), lambda c, text: c.what_if({text: 0.1})):
        with pytest.raises(InputError) as caught:
            ask(_case().open(), "a b " * 30_000)
        assert len(str(caught.value)) < 2_000
        assert "characters" in str(caught.value)


def test_a_member_of_an_enumeration_of_texts_is_its_text(tmp_path: Path) -> None:
    folder = enum.StrEnum("Folders", {"LAMP": str(tmp_path / "lamp")}).LAMP  # type: ignore[attr-defined]

    class Named(str, enum.Enum):  # noqa: UP042  # whose str() is its name
        LAMP = str(tmp_path / "second")

    for where in (folder, Named.LAMP):
        _case().save(where)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["lamp", "second"]


ROW = re.compile(r"^\| `(\w+)` \| `(\w+)` \| `from ([\w.]+) import (\w+)` \|$", re.M)


def test_the_page_says_how_every_other_part_is_made() -> None:
    text = (Path(__file__).parents[2] / "docs/python.md").read_text("utf-8")
    rows = {section: (name, module, imported) for section, name, module, imported in ROW.findall(text)}
    made_by_methods = {
        "claims", "arguments", "evidence", "evidence_items", "contexts", "trees", "events", "house_events"
    }  # fmt: skip
    assert rows.keys() == held_in().keys() - made_by_methods
    for section, (name, module, imported) in rows.items():
        kind = held_in()[section]
        assert (kind.__name__, kind.__module__) == (name, module)
        assert imported == name
        with pytest.raises(InputError, match=f"from {module} import {name}"):
            _case().add(section, {"id": "X"})  # type: ignore[arg-type]
