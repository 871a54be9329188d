"""Maps of values as pictures: a colour scale that the colour-blind can read, and a PNG without any library."""

from __future__ import annotations

import base64
import math
import struct
import zlib
from collections.abc import Callable, Sequence

# nine points of matplotlib's viridis (van der Walt, Smith 2015; CC0): even steps of lightness, no red against green
_VIRIDIS = (
    (68, 1, 84), (72, 40, 120), (62, 74, 137), (49, 104, 142), (38, 130, 142), (31, 158, 137), (53, 183, 121),
    (110, 206, 88), (181, 222, 43), (253, 231, 37),
)  # fmt: skip
NOTHING = (214, 219, 227)
"""where there is no value, or none that a logarithmic scale can show"""
SHADES = 64
"""of the scale as it is drawn"""
DOTS = 360
"""of a map's longer side at least: programs that smooth pictures then leave the cells' edges sharp"""


def colour(share: float) -> tuple[int, int, int]:
    """The colour at ``share`` of the scale, from 0 (dark) to 1 (light)."""
    place = min(1.0, max(0.0, share)) * (len(_VIRIDIS) - 1)
    index = min(int(place), len(_VIRIDIS) - 2)
    rest = place - index
    red, green, blue = (
        round(a + (b - a) * rest) for a, b in zip(_VIRIDIS[index], _VIRIDIS[index + 1], strict=True)
    )
    return red, green, blue


def map_picture(rows: Sequence[Sequence[float]], share: Callable[[float], float | None]) -> str:
    """A ``data:`` address of the map as PNG; ``rows[0]`` is the lowest.

    ``share`` gives a value's place on the colour scale, or None where it has none.
    """
    wide = len(rows[0])
    if any(len(row) != wide for row in rows) or not wide:
        raise ValueError("the rows of a map differ in length")
    times = max(1, -(-DOTS // max(wide, len(rows))))
    lines = []
    for row in reversed(rows):
        dots = b"".join(bytes(_dot(value, share)) * times for value in row)
        lines.append((b"\0" + dots) * times)
    return png(wide * times, len(rows) * times, b"".join(lines))


def _dot(value: float, share: Callable[[float], float | None]) -> tuple[int, int, int]:
    place = share(value) if value is not None and math.isfinite(value) else None
    return NOTHING if place is None else colour(place)


def scale_picture() -> str:
    """The colour scale as a picture, its largest value at the top."""
    lines = [b"\0" + bytes(colour(1 - index / (SHADES - 1))) for index in range(SHADES)]
    return png(1, SHADES, b"".join(lines))


def png(width: int, height: int, filtered: bytes) -> str:
    """A ``data:`` address of a picture with 8-bit colours; ``filtered`` holds its rows, each after a zero byte."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    written = (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(filtered, 9))
        + chunk(b"IEND", b"")
    )
    return "data:image/png;base64," + base64.b64encode(written).decode("ascii")
