"""Every text of every kind of chart lies within the drawing and beside its neighbours, whatever the numbers are."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from casegen.render.charts.frame import TEXT
from casegen.render.charts.intervals import Band, IntervalPoint, interval_rows
from casegen.render.charts.stored import draw_stored
from casegen.render.diagrams import standalone
from casegen.render.diagrams.diagram import Diagram
from casegen.render.figures import figure_diagram
from casegen.render.fonts import BOLD, REGULAR, metrics

SPACE = "{http://www.w3.org/2000/svg}text"
SIZES = (1e-300, 3.3e-9, 1.25e-3, 0.9375, 1.0, 2000.0, 1.23456e7, 9e15)
SHAPES = ((1, 50), (2, 50), (50, 1), (20, 40), (40, 20), (60, 20), (7, 7), (1, 1))


def spans(chart: Diagram) -> Iterator[tuple[str, float, float, float]]:
    """Each upright text with its left and right end and its height."""
    for part in ET.fromstring(standalone(chart)).iter(SPACE):
        if "transform" in part.attrib:
            continue
        words, classes = "".join(part.itertext()), part.attrib["class"].split()
        width = metrics(BOLD if {"b", "limt"} & set(classes) else REGULAR).width(words, TEXT)
        anchor = next((c for c in classes if c in ("m", "e")), "")
        left = float(part.attrib["x"]) - {"m": width / 2, "e": width}.get(anchor, 0.0)
        yield words, left, left + width, float(part.attrib["y"])


def check(chart: Diagram) -> None:
    texts = list(spans(chart))
    assert texts
    for words, left, right, y in texts:
        assert left >= -1.5, words
        assert right <= chart.width + 1.5, words
        assert 0 <= y <= chart.height, words
    for one, other in combinations(texts, 2):
        apart = abs(one[3] - other[3]) >= 6 or one[1] >= other[2] - 1 or other[1] >= one[2] - 1
        assert apart, (one, other)


def drawn(form: str, data: dict[str, Any], **labels: str) -> Diagram:
    chart = figure_diagram({"title": "t", "alt": "a", "form": form, "data": data, **labels})
    assert "cannot be drawn" not in chart.body
    return chart


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("log", [False, True])
def test_maps(shape: tuple[int, int], size: float, log: bool) -> None:
    draw = random.Random(3)
    z = [[draw.random() * size for _ in range(shape[0])] for _ in range(shape[1])]
    data = {"z": z, "extent": [0, 2000, 0, 1e6], "log": log}
    check(drawn("heatmap", data, x_label="speed", y_label="load"))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [1, 2, 5])
def test_galleries(size: float, count: int) -> None:
    panels = [{"name": f"{k}", "z": [[size * (i + k), size * 0.3] for i in (1, 2)]} for k in range(count)]
    check(drawn("gallery", {"panels": panels}))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("n", [1, 5, 40, 41, 120, 900])
@pytest.mark.parametrize("bounded", [False, True])
def test_bars(n: int, size: float, bounded: bool) -> None:
    draw = random.Random(5)
    values = [0.0 if k % 3 else size * draw.random() for k in range(n)]
    series: dict[str, Any] = {"name": "s", "values": values}
    if bounded:
        series |= {
            "lower": [v * 0.5 for v in values],
            "upper": [v * 1.5 + size * 10.0 ** -(k % 6) for k, v in enumerate(values)],
        }
    names = [f"campaign {k:03d} of the long record" for k in range(n)]
    check(drawn("bars", {"categories": names, "series": [series]}, x_label="entry", y_label="probability"))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("form", ["lines", "scatter"])
@pytest.mark.parametrize("log", [False, True])
def test_curves_and_clouds(form: str, size: float, log: bool) -> None:
    xs = [size * 10.0**-k for k in range(6)]
    chart = figure_diagram(
        {"title": "t", "alt": "a", "form": form, "data": {"series": [{"name": "a", "x": xs, "y": xs}]},
         "x_label": "x", "y_label": "y", "log_x": log, "log_y": log}
    )  # fmt: skip
    check(chart)


def test_a_zero_stands_apart_from_the_first_label_of_the_axis_beside_long_names() -> None:
    """Entries (1000, 0) to (5000, 4): the axis is short, and 2 × 10⁻⁵ is its first label."""
    bands = []
    for k in range(5):
        n = 1000 * (k + 1)
        lower = 0.0 if not k else 2.1e-5 * k
        bands.append(
            Band(
                "campaign in the northern hall, part of the record",
                (IntervalPoint(0, k / n, lower, (k + 3) / n, "2.4 × 10⁻⁴"),),
            )
        )
    body, height = interval_rows(bands, ["s"], "probability")
    check(Diagram("n", "figure", "t", "a", 400.0, height, body))


@pytest.mark.parametrize("n", [20, 40, 41, 60, 300])
def test_limits_are_drawn_for_any_number_of_entries(n: int) -> None:
    values = [0.0 if k % 5 else 10.0 ** -(k % 4 + 1) for k in range(n)]
    upper = [v * 2 + 10.0 ** -(k % 4 + 1) for k, v in enumerate(values)]
    series = [{"name": "p", "values": values, "lower": [v / 2 for v in values], "upper": upper}]
    data = {"categories": [f"e{k}" for k in range(n)], "series": series}
    body, _ = draw_stored({"form": "bars", "data": data}, {})
    lines = re.findall(r'<path d="M ([\d.]+) ([\d.]+) L ([\d.]+) ([\d.]+)" class="err', body)
    across = [line for line in lines if (line[1] == line[3]) == (n <= 40)]
    assert len(across) >= n
