"""Drawings of hazard scenarios: the line from row to row ends at the next event, and runs behind no card."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from casegen import load
from casegen.assessment.assess import assess
from casegen.model.hazard import HazardScenario, ScenarioStep
from casegen.model.results import Assessment
from casegen.render.diagrams import Diagram, all_diagrams
from casegen.render.page_size import OVERLAP, tiles

TEXT = """
casegen: 1
case: {{id: robot, title: Robot}}
events:
{events}
scenarios:
  - id: HS
    title: A long way to harm
    chain:
{steps}
"""


def segments(data: str) -> list[tuple[float, float, float, float]]:
    places = [(float(x), float(y)) for x, y in re.findall(r"[ML] ([\d.-]+) ([\d.-]+)", data)]
    return [(*a, *b) for a, b in pairwise(places)]


def crosses(segment: tuple[float, float, float, float], box: tuple[float, float, float, float]) -> bool:
    """Whether an upright or level line runs through the inside of a box."""
    x0, y0, x1, y1 = segment
    x, y, w, h = box
    return min(x0, x1) < x + w - 1 and max(x0, x1) > x + 1 and min(y0, y1) < y + h - 1 and max(y0, y1) > y + 1


@pytest.mark.parametrize("words", [3, 60])
def test_the_line_to_the_next_row_leads_to_the_next_event_around_every_card(
    words: int, tmp_path: Path
) -> None:
    names = [f"E{i}" for i in range(13)]
    events = "\n".join(
        f"  - {{id: {n}, text: {'word ' * (words if i % 3 else 2)}}}" for i, n in enumerate(names)
    )
    steps = "\n".join(
        f"      - {{event: {n}{', joined_by: [E12], gate: and' if i in (1, 5, 6) else ''}}}"
        for i, n in enumerate(names[:12])
    )
    (tmp_path / "case.yaml").write_text(TEXT.format(events=events, steps=steps), "utf-8")
    (drawn,) = [d for d in all_diagrams(assess(load(tmp_path))) if d.kind == "scenario"]
    cards = [
        tuple(map(float, matches))
        for matches in re.findall(
            r'<rect x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)"', drawn.body
        )
    ]
    turns = [d for d in re.findall(r'<path d="([^"]+)" class="flow"/>', drawn.body) if d.count("L") == 5]
    assert len(turns) == 2  # twelve events stand in three rows
    for turn, head in zip(turns, ("E5", "E10"), strict=True):
        assert not [(s, card) for s in segments(turn) for card in cards if crosses(s, card)]
        matches = re.search(rf'<text x="([\d.]+)" y="([\d.]+)" class="b m">{head}<', drawn.body)
        assert matches is not None
        x, y = float(matches[1]), float(matches[2])
        (box,) = [
            card for card in cards if card[0] < x < card[0] + card[2] and card[1] < y < card[1] + card[3]
        ]
        *_, end_x, end_y = segments(turn)[-1]
        assert end_x == pytest.approx(box[0] - 7, abs=0.2)
        assert end_y == pytest.approx(box[1] + box[3] / 2, abs=0.2)
    assert drawn.width >= max(x + w for x, _, w, _ in cards)


@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_every_event_that_joins_has_an_arrow_of_its_own_to_the_step(
    tmp_path: Path, long: bool, count: int
) -> None:
    others = [f"J{i}" for i in range(count)]
    chain = [f"E{i}" for i in range(7 if long else 3)]
    step = "E5" if long else "E0"  # it starts a row
    events = "\n".join(f"  - {{id: {n}, text: {'word ' * 2}}}" for n in (*chain, *others))
    joined = f", joined_by: [{', '.join(others)}], gate: and"
    steps = "\n".join(f"      - {{event: {n}{joined if n == step else ''}}}" for n in chain)
    (tmp_path / "case.yaml").write_text(TEXT.format(events=events, steps=steps), "utf-8")
    (drawn,) = [d for d in all_diagrams(assess(load(tmp_path))) if d.kind == "scenario"]
    cards = [
        tuple(map(float, matches))
        for matches in re.findall(
            r'<rect x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)"', drawn.body
        )
    ]
    lines = re.findall(r'<path d="([^"]+)" class="flow"/>', drawn.body)
    assert len(lines) == len(re.findall('class="flowtip"', drawn.body)) == len(chain) - 1 + count
    around = [segments(line) for line in lines if line.count("L") == 3]
    assert len(around) == count
    assert len({way[0][:2] for way in around}) == len({way[-1][2:] for way in around}) == count
    for way in around:
        assert not [(s, card) for s in way for card in cards if crosses(s, card)]
    assert min(x for way in around for x, *_ in way) >= 0
    assert not [
        (a, b)
        for one in around for other in around if one is not other for a in one for b in other
        if a[1] == a[3] and b[0] == b[2] and min(a[0], a[2]) < b[0] < max(a[0], a[2])
        and min(b[1], b[3]) < a[1] < max(b[1], b[3])
    ]  # fmt: skip


def test_a_measured_event_and_the_consequence_show_their_bounds() -> None:
    (drawn,) = [d for d in all_diagrams(scenario_of_press()) if d.kind == "scenario"]
    words = re.sub(r"<[^>]+>", " ", drawn.body)
    assert "P = 0" in words
    assert re.findall(r"\[0, ([\d.]+)\], ([\d.]+)", words) == [("0.00138", "98.4")]
    assert re.search(r"≤ 0.00104 at 95.*the\s+bound compared", words)


def scenario_of_press() -> Assessment:
    """The press, of which no failure was seen, with a scenario from its relay to a hand that it closes on."""
    given = assess(load(Path(__file__).parents[2] / "examples/press"))
    chain = (ScenarioStep(event="BE-RELAY", text=""), ScenarioStep(event=given.case.trees[0].top, text=""))
    scenario = HazardScenario(id="HS", title="A hand", tree=given.case.trees[0].id, chain=chain)
    return replace(given, case=replace(given.case, scenarios=(scenario,)))


def test_a_top_event_of_which_nothing_was_seen_is_not_drawn_as_never() -> None:
    drawn = [
        d
        for d in all_diagrams(assess(load(Path(__file__).parents[2] / "examples/press")))
        if d.kind == "tree"
    ]
    words = re.sub(r"<[^>]+>", " ", drawn[0].body)
    assert re.search(r"HAND .*?P = 0  ≤ 0.00104 at 95", words)


def test_a_long_step_of_a_scenario_is_drawn_whole() -> None:
    given = scenario_of_press()
    words = " ".join(f"word{n}" for n in range(80))
    chain = (ScenarioStep(event="BE-RELAY", text=words), *given.case.scenarios[0].chain[1:])
    long = replace(given.case, scenarios=(given.case.scenarios[0].model_copy(update={"chain": chain}),))
    (drawn,) = [d for d in all_diagrams(replace(given, case=long)) if d.kind == "scenario"]
    assert words in " ".join(re.sub(r"<[^>]+>", " ", drawn.body).split())


def test_a_long_chain_stands_on_one_sheet_where_longer_rows_make_it_fit(tmp_path: Path) -> None:
    """Eleven tall steps in rows of five would be cut over two sheets, of which half is empty."""
    names = [f"E{i}" for i in range(22)]
    events = "\n".join(f"  - {{id: {n}, text: {'word ' * 30}}}" for n in names)
    steps = "\n".join(
        f"      - {{event: E{i}{f', joined_by: [E{i + 11}], gate: and' if i else ''}}}" for i in range(11)
    )
    (tmp_path / "case.yaml").write_text(TEXT.format(events=events, steps=steps), "utf-8")
    (drawn,) = [d for d in all_diagrams(assess(load(tmp_path))) if d.kind == "scenario"]
    assert tiles(drawn) == ()
    assert drawn.width > 1000


def test_parts_of_a_drawing_share_a_strip_and_no_more() -> None:
    drawn = Diagram("d", "scenario", "t", "a", 900.0, 1200.0, "")
    first, second = tiles(drawn)
    assert first.y + first.height - second.y == pytest.approx(OVERLAP)
    assert second.y + second.height == pytest.approx(drawn.height)
