"""A claim of very many parts, each with an argument: several of them share a sheet, and every node is drawn once."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from casegen.assessment.assess import assess
from casegen.io.folder import load
from casegen.render.diagrams import all_diagrams
from casegen.render.paging import Page, cut_pages, share_sheets


def wide_case(folder: Path, parts: int) -> None:
    """Parts with an argument and a claim of their own below one claim."""
    names = [f"W{n}" for n in range(parts)]
    below = ", ".join(names)
    lines = ["casegen: 1", "case: {id: wide, title: Wide, roots: [TOP]}", "claims:"]
    lines += ["  - {id: TOP, text: All parts are whole, owner: A}"]
    lines += [f"  - {{id: {n}, text: Part {n} is whole}}" for n in names]
    lines += [f"  - {{id: {n}-SEEN, text: Part {n} was looked at, undeveloped: true}}" for n in names]
    lines += [
        "arguments:",
        f"  - {{id: A-TOP, supports: TOP, text: Part by part, block: decomposition, from: [{below}]}}",
    ]
    lines += [
        f"  - {{id: A-{n}, supports: {n}, text: By looking, block: substitution, from: [{n}-SEEN]}}"
        for n in names
    ]
    (folder / "case.yaml").write_text("\n".join([*lines, ""]), "utf-8")


@pytest.mark.slow
def test_three_hundred_parts_with_arguments_share_sheets(tmp_path: Path) -> None:
    wide_case(tmp_path, 300)
    case = assess(load(tmp_path))
    drawn = [one for one in all_diagrams(case) if one.kind == "argument"]
    assert len(drawn) < 45
    assert "300 inputs" in drawn[0].body
    shown = Counter(name for one in drawn for name in one.shown)
    assert set(shown) >= set(case.case.claim)
    assert max(shown[name] for name in case.case.claim) == 1
    names = {one.name for one in drawn}
    assert all(link.name in names for one in drawn for link in one.continuations)
    said = [one.title for one in drawn if "of 300" in one.title]
    assert "1" in said[0]
    assert "300 of 300" in said[-1]
    leads = {link.name for link in drawn[0].continuations}
    assert leads >= {one.name for one in drawn[1:]}


def pages_of(children: dict[str, list[str]], limit: int) -> list[Page]:
    return cut_pages(["T"], lambda n: children.get(n, []), lambda n: n[0] in "Tc", limit=limit)


@pytest.mark.parametrize(("parts", "shared"), [(4, False), (40, True)])
def test_only_a_node_with_more_pages_than_it_can_refer_to_has_them_shared(parts: int, shared: bool) -> None:
    children = {"T": [f"c{n}" for n in range(parts)]} | {f"c{n}": [f"x{n}", f"y{n}"] for n in range(parts)}
    given = pages_of(children, 4)
    joined = share_sheets(given, 5, 8)
    assert (len(joined) < len(given)) is shared
    nodes = [node for page in joined for node in (page.nodes if page.part is None else page.nodes[1:])]
    assert sorted(nodes) == sorted(node for page in given for node in page.nodes)
    spans = [page.part for page in joined if page.part]
    assert all(after[0] == before[1] + 1 for before, after in pairwise(spans))
    assert share_sheets(given, 5, 8, apart=lambda n: True) == given


def wide_tree(folder: Path, gates: int) -> None:
    """A gate over many gates of three events; the last two of the gates share an event with a tree beside."""
    names = [f"E{n}-{k}" for n in range(gates) for k in range(3)]
    lines = [
        "casegen: 1",
        "case: {id: wide, title: Wide, roots: [C]}",
        "claims: [{id: C, text: c, undeveloped: true}]",
    ]
    lines += [
        "events:",
        *(
            f"  - {{id: {n}, text: {n}, source: s, model: {{type: constant, probability: 1.0e-4}}}}"
            for n in names
        ),
    ]
    top = ", ".join(f"G{n}" for n in range(gates))
    lines += [
        "trees:",
        "  - id: T",
        "    top: TOP",
        "    gates:",
        f"      - {{id: TOP, type: or, inputs: [{top}]}}",
    ]
    lines += [f"      - {{id: G{n}, type: and, inputs: [E{n}-0, E{n}-1, E{n}-2]}}" for n in range(gates)]
    lines += ["  - id: U", "    top: U-TOP", "    gates: [{id: U-TOP, type: or, inputs: [G1, E0-0]}]"]
    (folder / "case.yaml").write_text("\n".join([*lines, ""]), "utf-8")


@pytest.mark.slow
def test_a_hundred_gates_below_one_share_sheets_and_transfers_lead_to_where_they_are_drawn(
    tmp_path: Path,
) -> None:
    wide_tree(tmp_path, 100)
    drawn = [one for one in all_diagrams(assess(load(tmp_path))) if one.kind == "tree"]
    own, beside = ([one for one in drawn if one.subject == name] for name in "TU")
    assert len(own) < 40
    assert "100 inputs" in own[0].body
    assert "inputs 1 to 3 of 100" in own[1].body
    assert not any(" inputs<" in one.body for one in beside)
    shown = Counter(name for one in own for name in one.shown)
    assert {f"G{n}" for n in range(100)} | {f"E{n}-2" for n in range(100)} | {"TOP"} <= set(shown)
    assert max(shown[f"E{n}-2"] for n in range(100)) == 1
    assert {link.name for link in own[0].continuations} >= {one.name for one in own[1:]}
    (called,) = [one for one in own if "G1" in one.shown and "E1-2" in one.shown]
    assert called.name in {link.name for link in beside[0].continuations}
    assert beside[0].name in {link.name for link in called.continuations if link.upwards}
