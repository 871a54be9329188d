"""Figures of evidence: every form, as vectors with the text of the documents, the same twice, bad data said in place."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from typing import Any

import pytest
from fixture_case import build_assessment, evidence_states

from casegen.model.results import EvidenceState, Freshness
from casegen.render import figures
from casegen.render.charts.frame import LimitLine
from casegen.render.charts.scale import scale_of, wide
from casegen.render.diagrams import standalone
from casegen.render.fonts import printable

FIGURES = evidence_states()["ram-detector"].document["figures"]


def as_svg(figure: Mapping[str, Any], limits: figures.Limits | None = None) -> str:
    """A figure as an SVG file."""
    return standalone(figures.figure_diagram(figure, limits=limits))


def drawn(form: str, data: object, **about: object) -> str:
    return as_svg({"title": "t", "alt": "a", "form": form, "data": data, **about})


def texts(svg: str) -> list[str]:
    root = ET.fromstring(svg)
    return ["".join(part.itertext()) for part in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("figure", FIGURES, ids=[figure["form"] for figure in FIGURES])
def test_forms(figure) -> None:
    svg = as_svg(figure)
    assert ET.fromstring(svg).tag.endswith("svg")
    assert "cannot be drawn" not in svg
    assert "<script" not in svg
    assert "style=" not in svg
    assert as_svg(figure) == svg


@pytest.mark.slow
def test_maps_are_one_picture_however_many_cells_they_have() -> None:
    z = [[float(i * j) for i in range(300)] for j in range(300)]
    svg = drawn("heatmap", {"z": z, "extent": [0, 1, 0, 1]})
    assert "data:image/png;base64" in svg
    assert len(svg) < 300_000


@pytest.mark.parametrize(
    ("form", "data"),
    [
        ("pie", {}),
        ("lines", {"series": [{"x": [1], "y": [1, 2]}]}),
        ("bars", {"categories": ["a"], "series": [{"name": "s", "values": [1, 2]}]}),
        ("heatmap", {"z": [[1, 2], [3]]}),
        ("heatmap", {"z": []}),
        ("image", {"png": "bm8gcGljdHVyZQ=="}),
        ("scatter", {"series": [{"name": "s", "x": ["far"], "y": [1]}]}),
        ("lines", None),
    ],
)
def test_data_that_cannot_be_drawn_is_said(form: str, data: object) -> None:
    assert any("cannot be drawn" in line for line in texts(drawn(form, data)))


@pytest.mark.parametrize("value", [0.0, 1e-300, 1e300, -5.0, float("nan"), float("inf"), 1.0])
@pytest.mark.parametrize("form", ["lines", "bars", "scatter"])
def test_any_number_is_drawn(form: str, value: float) -> None:
    series = {"name": "s", "x": [1.0, 2.0], "y": [value, 0.5], "values": [value, 0.5], "upper": [1.0, 1.0]}
    svg = drawn(form, {"categories": ["a", "b"], "series": [series]}, log_y=True)
    places = re.findall(
        r"-?\d+(?:\.\d+)?", " ".join(re.findall(r' (?:d|x|y|cx|cy|width|height)="([^"]*)"', svg))
    )
    assert "nan" not in svg
    assert "inf" not in svg.lower().replace("infer", "")
    assert all(abs(float(place)) < 5000 for place in places)


def test_texts_of_the_data_stay_texts() -> None:
    svg = drawn("bars", {"categories": ["$\\frac{", "<b>"], "series": [{"name": "x", "values": [1, 2]}]},
                x_label="cost in $")  # fmt: skip
    assert {"$\\frac{", "<b>", "cost in $"} <= set(texts(svg))


def test_other_scripts_stay_as_they_are_where_the_reader_has_fonts() -> None:
    """The page's reader has fonts; documents with embedded fonts write code points, or take the case's own fonts."""
    svg = drawn(
        "bars", {"categories": ["系统", "عربى"], "series": [{"name": "x", "values": [1, 2], "upper": [2, 3]}]}
    )
    assert {"系统", "عربى"} <= set(texts(svg))
    assert "[U+7CFB][U+7EDF]" in printable(svg)


@pytest.mark.parametrize(
    ("form", "data"),
    [
        ("gallery", {"panels": []}),
        ("lines", {"series": [{"name": "s", "x": [0, 1], "y": [1e308, -1e308]}]}),
        ("lines", {"series": [{"name": "s", "x": [], "y": []}]}),
        ("lines", {"series": [{"name": "s", "x": [1, None], "y": [None, 2]}]}),
        ("heatmap", {"z": [[0, 0], [0, 0]], "log": True}),
        ("heatmap", {"z": [[None, None], [None, 1]]}),
        (
            "bars",
            {
                "categories": [str(n) for n in range(3000)],
                "series": [{"name": "s", "values": list(range(3000))}],
            },
        ),
        ("bars", {"categories": [], "series": []}),
        ("scatter", {"series": [{"name": "s", "x": [1] * 50_000, "y": list(range(50_000))}]}),
    ],
)
def test_odd_data_never_stop_a_document(form: str, data: object) -> None:
    svg = drawn(form, data)
    ET.fromstring(svg)
    assert len(svg) < 400_000


def test_values_decades_apart_stand_on_a_logarithmic_axis_with_their_numbers() -> None:
    """A bar of .987 beside one of .0009 shows nothing of the small one."""
    series = {"name": "s", "values": [0.987, 0.0009], "lower": [0.98, 0.0002], "upper": [0.99, 0.002]}
    svg = drawn("bars", {"categories": ["works", "harms"], "series": [series]})
    assert {"0.987", "9\u202f×\u202f10⁻⁴", "0.001", "0.01", "0.1"} <= set(texts(svg))
    marks = [float(x) for x in re.findall(r'd="M([\d.]+) [\d.]+a', svg)]
    assert marks[0] - marks[1] > 100
    assert len(re.findall(r'class="err c1"', svg)) == 6


def test_zero_has_a_place_of_its_own_beside_a_logarithmic_axis() -> None:
    series = {"name": "s", "values": [0.0, 0.02, 0.9], "lower": [0.0, 0.01, 0.8], "upper": [0.003, 0.04, 1.0]}
    svg = drawn("bars", {"categories": ["a", "b", "c"], "series": [series]})
    axis = float(re.search(r'<path d="M ([\d.]+) [\d.]+ L [\d.]+ [\d.]+" class="axis"', svg)[1])
    first = float(re.findall(r'd="M([\d.]+) [\d.]+a', svg)[0]) + 3.4
    assert first < axis - 10
    assert texts(svg).count("0") == 2


def test_three_dimensions_are_two_views_with_axes() -> None:
    points = {"name": "s", "x": [1, 2], "y": [3, 4], "z": [5, 6]}
    svg = drawn("scatter", {"series": [points], "z_label": "depth [m]"}, x_label="v [m/s]", y_label="t [s]")
    assert {"depth [m]", "v [m/s]", "t [s]"} <= set(texts(svg))
    assert svg.count("cloud c1") == 2


def test_a_limit_stands_where_its_number_is_shown_and_nowhere_else() -> None:
    limit = LimitLine(0.01, "limit ≤ 0.01", measured=0.0093128)
    data = {
        "categories": ["harm", "task"],
        "series": [{"name": "s", "values": [0.009313, 0.03], "upper": [0.02, 0.04]}],
    }
    figure = {"title": "t", "alt": "a", "form": "bars", "data": data}
    assert "limit ≤ 0.01" in texts(as_svg(figure, {"harm": limit}))
    assert "limit ≤ 0.01" not in texts(as_svg(figure, {"task": limit}))
    assert "limit ≤ 0.01" not in texts(as_svg(figure, {"other": limit}))


def test_requirements_of_the_case_stand_in_its_figures() -> None:
    assessment = build_assessment()
    items = [item.id for item in assessment.case.evidence_items]
    asked = {item: figures.limits_of(assessment, item) for item in items}
    named = {(claim.requirement.measure.evidence, claim.requirement.measure.measure.replace("_", " "))
             for claim in assessment.case.claims
             if claim.requirement and claim.requirement.measure.evidence
             and assessment.claims[claim.id].requirement.bound is not None}  # fmt: skip
    assert {(item, name) for item, limits in asked.items() for name in limits} == named
    assert named


def test_the_chosen_threshold_is_marked_only_on_a_curve_that_holds_it() -> None:
    curve = {"title": "t", "alt": "a", "form": "lines", "x_label": "cost", "y_label": "gain",
             "data": {"series": [{"name": "m", "x": [0.0, 0.1, 0.4], "y": [0.0, 0.2, 0.3]}]}}  # fmt: skip
    estimate = next(iter(evidence_states()["ram-detector"].measures.values()))

    def state(x: float, y: float) -> EvidenceState:
        both = {"cost": estimate.model_copy(update={"value": x, "lower": None, "upper": None}),
                "gain": estimate.model_copy(update={"value": y, "lower": None, "upper": None})}  # fmt: skip
        return EvidenceState("E", Freshness.FRESH, measures=both)

    assert "chosen" in figures.with_chosen(curve, state(0.1, 0.2))["data"]
    assert "chosen" not in figures.with_chosen(curve, state(0.1, 0.9))["data"]
    assert "chosen threshold" in texts(as_svg(figures.with_chosen(curve, state(0.1, 0.2))))


def test_maps_of_one_kind_share_a_gallery_and_its_colour_scale() -> None:
    maps = [{"title": f"Occlusion map of picture {n}", "alt": f"a{n}", "form": "heatmap", "data": {"z": [[0, n], [1, 2]]}}
            for n in (3, 70, 120)]  # fmt: skip
    other = {"title": "Profile", "alt": "p", "form": "heatmap", "data": {"z": [[0, 1], [1, 2]]}}
    matches = figures._galleries([*maps, other])
    assert [one["title"] for one in matches] == ["Occlusion map of picture", "Profile"]
    assert {"3", "70", "120"} <= set(texts(as_svg(matches[0])))
    assert as_svg(matches[0]).count("<image") == 4
    assert matches[0]["alt"] == "a3 a70 a120"


def test_axes_have_round_ticks_and_hold_their_values() -> None:
    linear = scale_of([0.03, 0.97], 0, 100)
    assert [value for value, _ in linear.ticks()] == [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    log = scale_of([3e-7, 0.2], 0, 100, log=True)
    assert log.low <= 3e-7
    assert log.high >= 0.2
    assert all(f"{value:e}".startswith("1.0") for value, _ in log.ticks())
    assert wide([0.9, 0.001])
    assert not wide([0.9, -0.001])
    assert not wide([0.9, 0.5])
    assert not wide([0.0])


@pytest.mark.slow
def test_a_figure_needs_no_plotting_library() -> None:
    import subprocess
    import sys

    code = (
        "import sys; from casegen.render.figures import figure_diagram\n"
        "figure_diagram({'title': 't', 'form': 'heatmap', 'alt': 'a', 'data': {'z': [[1, 2], [3, 4]]}})\n"
        "assert not {'matplotlib', 'numpy', 'PIL'} & set(sys.modules), 'heavy'"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def stored_png(columns: int = 2, rows: int = 2) -> str:
    """A grey picture as results store it."""
    from casegen.render.charts.colour_map import png

    return png(columns, rows, (b"\0" + b"\x80" * (3 * columns)) * rows).rpartition(",")[2]


def over_picture(number: int = 1) -> dict:
    """A map of 1 × 1 positions in the middle of a picture of 4 × 4, with the object and the hot position."""
    cells = [[0, 0, 0, 0], [0, 1, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0]]
    data = {
        "z": [[0.2]], "extent": [1, 3, 1, 3], "picture": {"png": stored_png(4, 4), "extent": [0, 4, 0, 4]},
        "outlines": [{"name": "object", "cells": cells, "extent": [0, 4, 0, 4]},
                     {"name": "hot", "cells": [[1]], "extent": [1, 3, 1, 3]}],
    }  # fmt: skip
    return {"title": f"Map of picture {number}", "alt": f"a{number}", "form": "heatmap", "data": data}


def test_a_map_stands_under_its_picture_with_both_outlines_and_their_names() -> None:
    svg = as_svg(over_picture())
    images = re.findall(
        r'<image href="(?:[^"]+)" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', svg
    )
    picture, values, _scale = [tuple(map(float, one)) for one in images]
    assert {"object", "hot"} <= set(texts(svg))
    # one position over the middle half of the picture: a quarter of the side further in, half of it wide
    assert values[0] - picture[0] == pytest.approx(picture[2] / 4, abs=0.1)
    assert values[2] == pytest.approx(picture[2] / 2, abs=0.1)
    assert values[1] >= picture[1] + picture[3]
    assert svg.count('class="rim dashed"') - 1 == svg.count('class="rim"') - 1 == 2
    assert svg.count('class="halo"') == 6


def test_the_rim_of_an_object_follows_its_cells() -> None:
    """The lower left cell of two by two: four edges, below and left in the drawing."""
    from casegen.render.charts.maps import _outline

    outline = {"cells": [[1, 0], [0, 0]], "extent": [0, 2, 0, 2]}
    d = re.search(r'd="([^"]+)" class="rim"', _outline(outline, lambda a, b: (a, 2 - b), "rim"))
    assert d is not None
    points = [tuple(map(float, pair)) for pair in re.findall(r"(\d+) (\d+)", re.sub("[ML,]", " ", d[1]))]
    assert set(points) == {(0, 1), (1, 1), (0, 2), (1, 2)}
    assert len(points) == 8


def test_maps_over_pictures_share_a_gallery_and_others_stay_out_of_it() -> None:
    bare = {"title": "Map of picture 9", "alt": "b", "form": "heatmap", "data": {"z": [[0.5]]}}
    titles = [one["title"] for one in figures._galleries([over_picture(1), over_picture(2), bare])]
    assert titles == ["Map of picture", "Map of picture 9"]


def test_a_gallery_shows_every_picture_with_its_words() -> None:
    members = [
        {"png": stored_png(), "name": f"picture {n}", "text": "8 read as 3, 0.92"} for n in range(1, 7)
    ]
    svg = drawn("pictures", {"pictures": members})
    assert svg.count("<image") == 6
    assert {f"picture {n}" for n in range(1, 7)} <= set(texts(svg))
    assert texts(svg).count("8 read as 3, 0.92") == 6


@pytest.mark.parametrize(
    "data",
    [
        {"pictures": []},
        {"pictures": [{"png": "bm8gcGljdHVyZQ==", "name": "a"}]},
        {"pictures": [{"name": "a"}]},
    ],
)
def test_a_gallery_that_cannot_be_drawn_is_said(data: object) -> None:
    assert any("cannot be drawn" in line for line in texts(drawn("pictures", data)))


@pytest.mark.parametrize(
    "change",
    [
        {"picture": {"png": "bm8=", "extent": [0, 4, 0, 4]}},
        {"picture": {"png": stored_png(), "extent": [0, 0, 0, 4]}},
        {"picture": {"png": stored_png(), "extent": [0, 1e308, 0, 4]}},
        {"picture": {"png": stored_png(), "extent": [0, 1e6, 0, 1]}},
        {"extent": [-1e6, 3, 1, 3]},
        {"outlines": [{"name": "o", "cells": [[1], [1, 0]], "extent": [0, 4, 0, 4]}]},
        {"outlines": [{"name": "o", "cells": [], "extent": [0, 4, 0, 4]}]},
    ],
)
def test_a_map_over_what_is_no_picture_is_said(change: dict) -> None:
    figure = over_picture()
    svg = as_svg(figure | {"data": figure["data"] | change})
    assert any("cannot be drawn" in line for line in texts(svg))
