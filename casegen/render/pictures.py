"""SVG as PNG, for formats that take no SVG: typst draws it with the fonts that the documents embed."""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from dataclasses import dataclass

from casegen.model.diagnostic import OutsidePartMissing
from casegen.render.resources import document_file, fallback_fonts_folder, fonts_folder, typesetter

DOTS_PER_UNIT = 2.0
_UNITS_PER_INCH = 72.0


@dataclass(frozen=True, slots=True)
class Raster:
    """A drawn picture with its size in drawing units."""

    png: bytes
    width: float
    height: float


def rasters(pictures: Sequence[str]) -> list[Raster]:
    """Every SVG text as PNG, ``DOTS_PER_UNIT`` dots to a drawing unit.

    Raises:
        OutsidePartMissing: typst failed.
    """
    if not pictures:
        return []
    typst = typesetter()
    try:
        made = typst.compile(
            str(document_file("pictures.typ")),
            root=str(document_file("")),
            font_paths=[str(folder) for folder in (fonts_folder(), fallback_fonts_folder()) if folder],
            ignore_system_fonts=True,
            format="png",
            ppi=DOTS_PER_UNIT * _UNITS_PER_INCH,
            sys_inputs={"pictures": json.dumps(list(pictures), ensure_ascii=False)},
        )
    except typst.TypstError as problem:
        raise OutsidePartMissing(f"typst could not draw a picture: {problem.diagnostic}") from problem
    pages = [bytes(page) for page in (made if isinstance(made, list) else [made])]
    return [
        Raster(page, *(side / DOTS_PER_UNIT for side in struct.unpack(">II", page[16:24]))) for page in pages
    ]
