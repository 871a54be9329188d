"""The pictures of a PDF, set apart from its text: typst keeps what it laid out, gigabytes where drawings are many.

The report is set with a placeholder for each picture, an image of four dots that holds its number.  The pictures are set
in small batches; each then takes the place of its placeholder as a form XObject, drawn in the same unit square, inside
the same tag with its alternative text (ISO 32000-1, 8.10 and 14.7.4).
"""

from __future__ import annotations

import datetime
import io
import json
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Literal

import pikepdf

from casegen.render.resources import document_file, typesetter

DOTS = 4
"""dots of a placeholder: three that no picture of a case has, and the number of the picture"""
MARK = bytes((199, 3, 151, 7, 211, 13, 101, 17, 89))
BATCH = 500_000
"""characters of SVG that are set at once"""
AHEAD = 3
"""batches that are set while the report is: nothing is forgotten meanwhile"""
REMEMBERED = 10
"""runs for which typst keeps what it laid out"""
WIDEST = 2_000.0
"""points of a picture's own page; in the report a picture has the size of its placeholder"""
UNICODE: list[Literal["a-3u"]] = ["a-3u"]
"""fonts and colours of PDF/A-3, and text that can be searched; the tags are the report's"""


def detached(value: Any, pictures: list[tuple[str, float]]) -> Any:
    """The data with a placeholder for each picture; appends the pictures, SVG and width, to ``pictures``."""
    if isinstance(value, list):
        return [detached(part, pictures) for part in value]
    if not isinstance(value, dict):
        return value
    if "svg" not in value or "onwards" not in value:  # the logo of the title page stays
        return {key: detached(part, pictures) for key, part in value.items()}
    number = len(pictures)
    pictures.append((value["svg"], value["width"]))
    dots = [*MARK, *number.to_bytes(3, "big")]
    return {key: part for key, part in value.items() if key != "svg"} | {"dots": dots}


def set_ahead(
    pictures: Sequence[tuple[str, float]], fonts: Sequence[str], day: datetime.datetime
) -> list[bytes]:
    """The first batches, to be set while the report is; raises what typst raises for a picture that it cannot set."""
    return [_set(batch, fonts, day) for batch in islice(_batches(pictures), AHEAD)]


def put_in_place(
    document: pikepdf.Pdf, pictures: Sequence[tuple[str, float]], fonts: Sequence[str], day: datetime.datetime,
    ahead: Sequence[bytes] = (),
) -> None:  # fmt: skip
    """Every placeholder of ``document`` becomes its picture; raises what typst raises for one that it cannot set.

    ``ahead`` are the batches that are set already.
    """
    if not pictures:
        return
    forms: list[pikepdf.Object] = []
    for n, batch in enumerate(_batches(pictures)):
        if n < len(ahead):
            written = ahead[n]
        else:  # what was laid out before, the report first, makes room
            _forget()
            written = _set(batch, fonts, day)
        with pikepdf.open(io.BytesIO(written)) as drawn:
            forms += [document.copy_foreign(_form(page)) for page in drawn.pages]
    for page in document.pages:
        objects = page.resources.get("/XObject", {})
        for name in list(objects.keys()):
            number = _number(objects[name])
            if number is not None:
                objects[name] = forms[number]


def _batches(pictures: Sequence[tuple[str, float]]) -> Iterator[list[tuple[str, float]]]:
    batch: list[tuple[str, float]] = []
    length = 0
    for picture in pictures:
        if batch and length + len(picture[0]) > BATCH:
            yield batch
            batch, length = [], 0
        batch.append(picture)
        length += len(picture[0])
    if batch:
        yield batch


def _set(batch: Sequence[tuple[str, float]], fonts: Sequence[str], day: datetime.datetime) -> bytes:
    """A document with a picture on each page."""
    given = [{"svg": svg, "width": round(min(width, WIDEST), 3)} for svg, width in batch]
    written = typesetter().compile(
        str(document_file("pictures.typ")),
        root=str(document_file("")),
        font_paths=list(fonts),
        ignore_system_fonts=True,
        format="pdf",
        sys_inputs={"pictures": json.dumps(given, ensure_ascii=False)},
        pdf_standards=[*UNICODE],
        pdf_tags=False,
        timestamp=day,
    )
    return bytes(written)


def _forget() -> None:
    """Have typst forget what it laid out before: an empty document for each run that it remembers."""
    for _ in range(REMEMBERED):
        typesetter().compile(b" ", ignore_system_fonts=True, format="svg")


def _form(page: pikepdf.Page) -> pikepdf.Object:
    """A page as a form XObject that fills the unit square, as an image does."""
    left, bottom, right, top = (float(side) for side in page.mediabox)
    width, height = right - left, top - bottom
    form = page.as_form_xobject()
    form["/Matrix"] = pikepdf.Array([1 / width, 0, 0, 1 / height, -left / width, -bottom / height])
    return form


def _number(image: pikepdf.Object) -> int | None:
    """The number in a placeholder; None for any other object."""
    if image.get("/Subtype") != "/Image" or image.get("/Width") != DOTS or image.get("/Height") != 1:
        return None
    dots = image.read_bytes()
    return int.from_bytes(dots[len(MARK) :], "big") if dots[: len(MARK)] == MARK else None
