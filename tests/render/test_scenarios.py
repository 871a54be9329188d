"""Drawings of hazard scenarios: the line from row to row ends at the next event, and runs behind no card."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from casegen import load
from casegen.assessment.assess import assess
from casegen.render.diagrams import all_diagrams

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
