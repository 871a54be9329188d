"""Plots: every form, text as outlines, no script, the same bytes twice, bad data said in place."""

from __future__ import annotations

import os
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from fixture_case import evidence_states

from casegen.render import figures


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    figures._kept.cache_clear()


FIGURES = evidence_states()["ram-detector"].document["figures"]


@pytest.mark.parametrize("figure", FIGURES, ids=[figure["form"] for figure in FIGURES])
def test_forms(figure) -> None:
    drawn = figures.draw_figure(figure)
    root = ET.fromstring(drawn)
    assert root.tag.endswith("svg")
    assert "<script" not in drawn
    assert "<text" not in drawn
    figures._kept.cache_clear()
    assert figures._draw(__import__("json").dumps(figure, sort_keys=True)) == drawn


def test_large_maps_are_rasters() -> None:
    z = [[float(i * j) for i in range(300)] for j in range(300)]
    drawn = figures.draw_figure(
        {"form": "heatmap", "data": {"z": z, "extent": [0, 1, 0, 1]}, "title": "t", "alt": "a"}
    )
    assert "data:image/png;base64" in drawn
    assert len(drawn) < 300_000


@pytest.mark.parametrize(
    "figure", [{"form": "pie", "data": {}}, {"form": "lines", "data": {"series": [{"x": [1], "y": [1, 2]}]}}]
)
def test_data_that_cannot_be_drawn_is_said(figure) -> None:
    assert figures.draw_figure({"title": "t", "alt": "a", **figure}).startswith("<svg")


def test_dollar_signs_are_words() -> None:
    figure = {"form": "bars", "data": {"categories": ["$\\frac{", "a_b"], "series": [{"name": "x", "values": [1, 2]}]},
              "x_label": "cost in $", "title": "t", "alt": "a"}  # fmt: skip
    assert figures.draw_figure(figure).startswith("<svg")


def test_a_kept_drawing_is_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first = figures.draw_figure(FIGURES[0])
    figures._kept.cache_clear()
    monkeypatch.setattr(figures, "_draw", lambda key: pytest.fail("drawn again"))
    assert figures.draw_figure(FIGURES[0]) == first


def test_a_plot_holds_no_digit_or_space_that_no_reader_sees() -> None:
    drawn = figures.draw_figure(
        {"form": "scatter", "data": {"series": [{"name": "a", "x": [0.1234567, 0.3], "y": [1 / 3, 0.7]}]}}
    )
    ET.fromstring(drawn)
    assert "<metadata>" not in drawn
    assert "\n" not in drawn.strip()
    assert not figures._LONG.search(" ".join(figures._PLACES.findall(drawn)))


def test_a_matplotlibrc_in_the_folder_has_no_say(tmp_path: Path) -> None:
    import subprocess
    import sys

    code = (
        "from casegen.render.figures import draw_figure\n"
        "print(draw_figure({'title': 't', 'form': 'lines', 'alt': 'a', 'x_label': 'x', 'y_label': 'y',"
        " 'data': {'series': [{'name': 's', 'x': [0, 1], 'y': [0, 1]}]}}))"
    )
    drawn = []
    for name in ("plain", "hostile"):
        folder = tmp_path / name
        folder.mkdir()
        if name == "hostile":
            (folder / "matplotlibrc").write_text(
                "axes.facecolor: red\nlines.linewidth: 20\nxtick.labelsize: 30\n"
            )
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True,
            env={**os.environ, "XDG_CACHE_HOME": str(folder / "cache")},
        )  # fmt: skip
        drawn.append(done.stdout)
    assert drawn[0] == drawn[1]
