"""A contact sheet of frames as a small PNG, to see what the network is shown."""

from __future__ import annotations

import base64
import struct
import zlib

import numpy as np
from numpy.typing import NDArray

from casegen_underwater.render import SIDE, render
from casegen_underwater.scenes import ASSETS, DOMAIN, Array

CONDITIONS: tuple[tuple[str, dict[str, float]], ...] = (
    ("near, clear day", {"distance": 2.4, "turbidity": 0.06, "light": 0.8}),
    ("far, clear day", {"distance": 5.5, "turbidity": 0.1, "light": 0.8}),
    ("seabed", {"distance": 3.0, "turbidity": 0.1, "light": 0.7, "background": 1, "angle": 20}),
    ("structure", {"distance": 3.0, "turbidity": 0.15, "light": 0.6, "background": 2}),
    ("turbid harbour", {"distance": 4.0, "turbidity": 0.25, "light": 0.5, "background": 2}),
    ("night", {"distance": 3.5, "turbidity": 0.15, "light": 0.02}),
    ("motion blur", {"distance": 3.0, "turbidity": 0.1, "light": 0.7, "blur": 4.5}),
)
"""Columns of the sheet: name and scene variables."""


def sheet_scenes() -> Array:
    """Scenes ``(6 · conditions, 7)``, one row of assets after the other."""
    rows = []
    for asset in range(len(ASSETS)):
        for _, given in CONDITIONS:
            values = {"asset": float(asset), "background": 0.0, "angle": 5.0, "blur": 0.3, **given}
            rows.append([values[name] for name in DOMAIN.names])
    return np.array(rows)


def contact_sheet(seed: int = 0, scale: int = 2) -> bytes:
    """PNG of the six assets (rows) in the conditions of :data:`CONDITIONS` (columns), tinted like water."""
    images = render(sheet_scenes(), (seed, 0x5EE7)).images
    gap, count = 1, len(CONDITIONS)
    grid = np.ones((len(ASSETS) * (SIDE + gap) - gap, count * (SIDE + gap) - gap), dtype=np.float32)
    for number, image in enumerate(images):
        row, column = divmod(number, count)
        top, left = row * (SIDE + gap), column * (SIDE + gap)
        grid[top : top + SIDE, left : left + SIDE] = image
    levels = np.rint(grid * 31).astype(np.uint8).repeat(scale, axis=0).repeat(scale, axis=1)
    return indexed_png(levels, tint())


def encoded(png: bytes) -> str:
    """Base64 text, as figures of form ``image`` carry it."""
    return base64.b64encode(png).decode("ascii")


def tint() -> NDArray[np.uint8]:
    """Palette ``(32, 3)`` from deep blue to white: the camera is monochrome, the colour is for the eye."""
    x = np.linspace(0, 1, 32)[:, None]
    stops = np.array([[2, 16, 38], [10, 92, 124], [112, 190, 196], [255, 255, 250]], dtype=float)
    at = np.array([0.0, 0.4, 0.75, 1.0])
    return np.concatenate([np.interp(x, at, stops[:, k]) for k in range(3)], axis=1).round().astype(np.uint8)


def indexed_png(levels: NDArray[np.uint8], palette: NDArray[np.uint8]) -> bytes:
    """An indexed PNG of eight bits per pixel."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    height, width = levels.shape
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    lines = np.concatenate([np.zeros((height, 1), dtype=np.uint8), levels], axis=1).tobytes()
    parts = [
        (b"IHDR", header),
        (b"PLTE", palette.tobytes()),
        (b"IDAT", zlib.compress(lines, 9)),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(name, data) for name, data in parts)
