"""SVG as PNG, for formats that take no SVG: typst draws it with the fonts that the documents embed.

A drawing has few colours, so it is stored with a palette; it has as many dots as its size on paper asks for.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from casegen.model.diagnostic import MissingDependencyError
from casegen.render.resources import document_file, fallback_fonts_folder, fonts_folder, typesetter

DOTS_PER_INCH = 160.0
"""on paper: text of 6 pt, the smallest, is 13 dots high"""
MOST_COLOURS = 48
"""in a palette: the colours of a drawing, and the steps between them at the edges of letters and lines"""
DRAWN = 4096
"""A picture with more colours than this is a photograph or a map of values and keeps every one."""
_BOX = re.compile(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"')


@dataclass(frozen=True, slots=True)
class Raster:
    """A drawn picture with its size in pixels."""

    png: bytes
    width: int
    height: int


def picture_size(picture: str) -> tuple[float, float]:
    """Width and height of an SVG text in its own units, from its ``viewBox``; raises ValueError without one."""
    result = _BOX.search(picture)
    if result is None:
        raise ValueError("an SVG picture without a viewBox has no size")
    return float(result[1]), float(result[2])


def rasters(pictures: Sequence[tuple[str, float]], fonts: Sequence[Path] = ()) -> list[Raster]:
    """Every picture, an SVG text and its width on paper in points, as PNG with ``DOTS_PER_INCH``.

    ``fonts`` are those of the case.

    Raises:
        MissingDependencyError: typst failed.
    """
    if not pictures:
        return []
    typst = typesetter()
    folders = dict.fromkeys((fonts_folder(), fallback_fonts_folder(), *(font.parent for font in fonts)))
    given = [{"svg": svg, "width": round(width, 3)} for svg, width in pictures]
    try:
        made = typst.compile(
            str(document_file("pictures.typ")),
            root=str(document_file("")),
            font_paths=[str(folder) for folder in folders if folder],
            ignore_system_fonts=True,
            format="png",
            ppi=DOTS_PER_INCH,
            sys_inputs={"pictures": json.dumps(given, ensure_ascii=False)},
        )
    except typst.TypstError as problem:
        raise MissingDependencyError(f"typst could not draw a picture: {problem.diagnostic}") from problem
    return [_lean(bytes(page)) for page in (made if isinstance(made, list) else [made])]


def _lean(png: bytes) -> Raster:
    """The picture on white without transparency, with a palette when it is a drawing."""
    import numpy as np
    from PIL import Image

    with Image.open(io.BytesIO(png)) as drawn:
        image = Image.new("RGB", drawn.size, "white")
        image.paste(drawn, mask=drawn.getchannel("A") if "A" in drawn.getbands() else None)
    dots = np.asarray(image).astype(np.uint32)
    packed = (dots[..., 0] << 16) | (dots[..., 1] << 8) | dots[..., 2]
    colours, where, counts = np.unique(packed, return_inverse=True, return_counts=True)
    out = io.BytesIO()
    stored: Any = image
    if len(colours) <= DRAWN:
        # the frequent colours exactly, each of the others as the nearest of them
        kept = np.sort(np.argsort(-counts.astype(np.int64), kind="stable")[:MOST_COLOURS])
        parts = np.stack([(colours >> shift) & 255 for shift in (16, 8, 0)], axis=1).astype(np.int64)
        nearest = ((parts[:, None, :] - parts[kept][None]) ** 2).sum(axis=2).argmin(axis=1).astype(np.uint8)
        stored = Image.fromarray(nearest[where].reshape(packed.shape))
        stored.putpalette(parts[kept].astype(np.uint8).tobytes())
    stored.save(out, "PNG", compress_level=9)
    return Raster(out.getvalue(), *image.size)
