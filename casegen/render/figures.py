"""Plots of evidence results: figures as data become SVG, the same for page and PDF."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import io
import json
import os
import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from casegen.io.atomic import write_bytes
from casegen.render.fonts import printable
from casegen.render.wording import number

COLOURS = ("#1f5fbf", "#c25a00", "#17703a", "#6b3fa0", "#7a5200", "#4d5a6b")
MARKERS = ("o", "s", "^", "D", "v", "P")
DASHES = ("-", "--", "-.", ":")
HATCHES = ("", "///", "...", "xxx", "\\\\\\", "++")
LARGE = 2500
"""More marks than this are drawn as a raster inside the SVG."""
RASTER_DPI = 150
WIDTH, HEIGHT = 4.6, 3.3
"""inches; two stand side by side on A4 at 0.73 of this, where text of ``SIZE`` points keeps 6 pt"""
SIZE = 8.6


def draw_figure(figure: Mapping[str, Any]) -> str:
    """A figure (``casegen_evidence.method.Figure`` as stored) as SVG text; text is drawn as outlines.

    The same figure gives the same bytes.  A figure whose data cannot be drawn says so in its place.
    Drawings are kept in the user's cache folder, so that an unchanged figure is not drawn again.
    """
    key = json.dumps(figure, sort_keys=True, default=str)
    return _kept(key)


@lru_cache(maxsize=512)
def _kept(key: str) -> str:
    place = _cache_folder() / f"{hashlib.sha256((_edition() + key).encode()).hexdigest()}.svg"
    with contextlib.suppress(OSError, UnicodeDecodeError):
        return place.read_text("utf-8")
    drawn = _draw(key)
    with contextlib.suppress(OSError):
        write_bytes(place, drawn.encode("utf-8"))
    return drawn


def _cache_folder() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(home).expanduser() / "casegen" / "figures"


@cache
def _edition() -> str:
    """What besides its data decides how a figure looks: this module, and matplotlib's version."""
    own = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
    return f"{own} {importlib.metadata.version('matplotlib')} "


def _draw(key: str) -> str:
    figure = _plain_text(json.loads(key))
    import matplotlib as mpl

    mpl.use("svg", force=False)
    settings = {
        "svg.fonttype": "path", "svg.hashsalt": hashlib.sha256(key.encode()).hexdigest()[:16],
        "font.family": "DejaVu Sans", "font.size": SIZE, "axes.spines.top": False, "axes.spines.right": False,
        "axes.grid": True, "grid.color": "#d9dee6", "grid.linewidth": 0.6, "axes.axisbelow": True,
        "axes.edgecolor": "#6a7688", "legend.frameon": False, "text.usetex": False,
    }  # fmt: skip
    with mpl.rc_context():
        mpl.rcdefaults()  # a `matplotlibrc` in the folder or the user's home has no say
        mpl.rcParams.update(settings)
        return _on_canvas(figure)


def _plain_text(value: Any) -> Any:
    """Texts of the data as words: dollar signs start no formula, and every character has a glyph."""
    if isinstance(value, str):
        return printable(value).replace("$", r"\$")
    if isinstance(value, dict):
        return {key: part if key == "png" else _plain_text(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_plain_text(part) for part in value]
    return value


def _on_canvas(figure: Mapping[str, Any]) -> str:
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure as Canvas

    data = figure.get("data") or {}
    solid = any("z" in series for series in data.get("series", ()))
    canvas = Canvas(figsize=(WIDTH, HEIGHT), dpi=RASTER_DPI, layout="constrained")
    axes = canvas.add_subplot(projection="3d" if solid and figure.get("form") == "scatter" else None)
    try:
        _FORMS[str(figure.get("form"))](axes, data, figure)
    except (KeyError, ValueError, TypeError, IndexError) as problem:
        axes.clear()
        axes.set_axis_off()
        axes.text(
            0.5, 0.5, f"This figure's data cannot be drawn:\n{problem}", ha="center", va="center", wrap=True
        )
    axes.set_xlabel(str(figure.get("x_label", "")))
    axes.set_ylabel(str(figure.get("y_label", "")))
    for logarithmic, scale, axis in (
        (figure.get("log_x"), axes.set_xscale, axes.xaxis),
        (figure.get("log_y"), axes.set_yscale, axes.yaxis),
    ):
        if logarithmic:
            scale("log")
            axis.set_major_formatter(lambda value, position: number(value))
            axis.set_minor_formatter(lambda value, position: "")
    out = io.StringIO()
    FigureCanvasSVG(canvas).print_svg(out, metadata={"Date": None, "Creator": None})
    drawn = re.sub(r"^.*?(?=<svg)", "", out.getvalue(), count=1, flags=re.DOTALL)
    return _spare(drawn)


def _spare(drawn: str) -> str:
    """The drawing without what no reader sees: empty metadata, indentation, digits below 0.01 pt."""
    drawn = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", drawn, flags=re.DOTALL)
    drawn = re.sub(r">\s+<", "><", re.sub(r"\s+", " ", drawn)).replace(";base64, ", ";base64,")
    return _PLACES.sub(lambda place: _LONG.sub(_hundredths, place[0]), drawn).strip() + "\n"


_PLACES = re.compile(r' (?:d|x|y)="[^"]*"|translate\([^)]*\)|-opacity: [0-9.]+')
_LONG = re.compile(r"-?\d+\.\d{3,}")


def _hundredths(long: re.Match[str]) -> str:
    """A coordinate to 0.01 pt, an opacity to 0.01."""
    return f"{float(long[0]):.2f}".rstrip("0").rstrip(".")


def _series(data: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    return list(data["series"])


def _legend(axes: Any, series: Sequence[Mapping[str, Any]]) -> None:
    """Above the axes, so that it hides no data."""
    if len(series) > 1:
        axes.figure.legend(loc="outside upper center", ncols=2 if len(series) in (2, 4) else 3)


def _lines(axes: Any, data: Mapping[str, Any], figure: Mapping[str, Any]) -> None:
    for index, series in enumerate(_series(data)):
        colour = COLOURS[index % len(COLOURS)]
        large = len(series["x"]) > LARGE
        axes.plot(series["x"], series["y"], DASHES[index % len(DASHES)], color=colour, linewidth=1.6,
                  label=str(series.get("name", "")), rasterized=large)  # fmt: skip
        if "lower" in series or "upper" in series:
            axes.fill_between(series["x"], series.get("lower", series["y"]), series.get("upper", series["y"]),
                              color=colour, alpha=0.16, linewidth=0, rasterized=large)  # fmt: skip
    _legend(axes, _series(data))


def _bars(axes: Any, data: Mapping[str, Any], figure: Mapping[str, Any]) -> None:
    categories = [str(c) for c in data["categories"]]
    series = _series(data)
    width = 0.8 / max(1, len(series))
    for index, one in enumerate(series):
        places = [i - 0.4 + width * (index + 0.5) for i in range(len(categories))]
        values = one["values"]
        spread = None
        if one.get("lower") is not None or one.get("upper") is not None:
            low, high = one.get("lower") or values, one.get("upper") or values
            spread = [
                [v - a for v, a in zip(values, low, strict=True)],
                [b - v for v, b in zip(values, high, strict=True)],
            ]
        axes.bar(places, values, width * 0.92, yerr=spread, label=str(one.get("name", "")), capsize=3,
                 color=COLOURS[index % len(COLOURS)], hatch=HATCHES[index % len(HATCHES)], edgecolor="white",
                 ecolor="#1c2430")  # fmt: skip
    long = max(map(len, categories), default=0) * len(categories) > 45
    turned = (
        {"rotation": 60 if len(categories) > 6 else 30, "ha": "right", "rotation_mode": "anchor"}
        if long
        else {}
    )
    axes.set_xticks(range(len(categories)), categories, **turned)
    _legend(axes, series)


def _heatmap(axes: Any, data: Mapping[str, Any], figure: Mapping[str, Any]) -> None:
    import numpy as np
    from matplotlib.colors import LogNorm

    z = np.asarray(data["z"], dtype=float)
    positive = z[z > 0]
    norm = LogNorm(positive.min(), positive.max()) if data.get("log") and positive.size else None
    if norm is not None:
        z = np.where(z > 0, z, np.nan)
    drawn = axes.imshow(z, origin="lower", extent=data.get("extent"), aspect="auto", cmap="viridis", norm=norm,
                        interpolation="nearest")  # fmt: skip
    axes.grid(False)
    axes.figure.colorbar(drawn, ax=axes)


def _scatter(axes: Any, data: Mapping[str, Any], figure: Mapping[str, Any]) -> None:
    for index, series in enumerate(_series(data)):
        places = [series["x"], series["y"]] + ([series["z"]] if "z" in series else [])
        axes.scatter(*places, s=12, marker=MARKERS[index % len(MARKERS)], color=COLOURS[index % len(COLOURS)],
                     label=str(series.get("name", "")), rasterized=len(series["x"]) > LARGE, alpha=0.8,
                     linewidths=0)  # fmt: skip
    if data.get("z_label"):
        axes.set_zlabel(str(data["z_label"]))
    _legend(axes, _series(data))


def _image(axes: Any, data: Mapping[str, Any], figure: Mapping[str, Any]) -> None:
    import base64

    from matplotlib.image import imread

    axes.imshow(imread(io.BytesIO(base64.b64decode(data["png"])), format="png"))
    axes.set_axis_off()


_FORMS = {"lines": _lines, "bars": _bars, "heatmap": _heatmap, "scatter": _scatter, "image": _image}
