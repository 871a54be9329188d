"""Pictures in figures: what the network saw, as small PNGs that need no library."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from casegen_evidence.method import Figure

LONGEST = 128
"""dots of a picture's longer side at most; of a larger one every second, third, … dot is shown"""
SHOWN = 8
"""pictures of a gallery at most"""


def thinned(picture: NDArray[Any]) -> NDArray[Any]:
    """A picture or mask ``(rows, columns[, channels])`` of at most :data:`LONGEST` dots a side."""
    step = -(-max(picture.shape[:2]) // LONGEST)
    return picture[::step, ::step]


def png(picture: ArrayLike, low: float, high: float) -> str:
    """A picture ``(rows, columns[, channels])`` as the base64 text of a PNG: ``low`` is black, ``high`` white.

    Three channels are red, green, blue; of any other number the mean is shown in grey.
    """
    x = thinned(np.asarray(picture, dtype=float))
    if x.ndim == 3 and x.shape[2] != 3:
        x = x.mean(axis=2)
    share = (x - low) / (high - low) if high > low else np.full_like(x, 0.5)
    levels = np.rint(np.clip(share, 0, 1) * 255).astype(np.uint8)
    rows, columns = levels.shape[:2]
    head = struct.pack(">IIBBBBB", columns, rows, 8, 2 if levels.ndim == 3 else 0, 0, 0, 0)
    lines = levels.reshape(rows, -1)
    body = np.concatenate([np.zeros((rows, 1), dtype=np.uint8), lines], axis=1).tobytes()
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(body, 9)), (b"IEND", b""))
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in parts)).decode("ascii")


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def gallery(title: str, alt: str, pictures: Sequence[tuple[NDArray[Any], str, str]]) -> Figure:
    """Pictures side by side, each with its name and a line of text; one scale of brightness for all of them."""
    low = min(float(picture.min()) for picture, _, _ in pictures)
    high = max(float(picture.max()) for picture, _, _ in pictures)
    shown = [{"png": png(picture, low, high), "name": name, "text": text} for picture, name, text in pictures]
    return Figure(title, "pictures", {"pictures": shown}, alt)
