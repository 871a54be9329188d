"""A sheet of views as a small PNG: what the detector is shown, where the assets are, and where it says they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen_underwater.scenes import Array
from casegen_underwater.sheet import indexed_png, tint
from casegen_underwater.views import BORN, VIEW, Approaches, Views

if TYPE_CHECKING:
    from casegen_underwater.detector import Detected

ROWS, COLUMNS, SCALE, GAP = 4, 5, 2, 2


def view_sheet(shown: Approaches, views: Views, detected: Detected, score: float) -> bytes:
    """PNG of the first approaches, evenly spaced views of each, tinted; white boxes are true, black ones detected."""
    side = VIEW * SCALE + GAP
    sheet = np.full((ROWS * side, COLUMNS * side), 31, dtype=np.uint8)
    for row in range(min(ROWS, len(shown))):
        for column, at in enumerate(np.linspace(0, shown.frames - 1, COLUMNS).round().astype(int)):
            i = row * shown.frames + int(at)
            levels = (
                np.rint(views.images[i] * 31).astype(np.uint8).repeat(SCALE, axis=0).repeat(SCALE, axis=1)
            )
            for box in views.boxes[i][views.pixels[i] >= BORN]:
                _outline(levels, box, 31)
            for box in detected.boxes[(detected.view == i) & (detected.scores >= score)]:
                _outline(levels, box, 0)
            top, left = row * side, column * side
            sheet[top : top + VIEW * SCALE, left : left + VIEW * SCALE] = levels
    return indexed_png(sheet, tint())


def _outline(levels: NDArray[np.uint8], box: Array, level: int) -> None:
    x, y = (np.clip(np.rint(box[:2] * SCALE), 0, VIEW * SCALE - 1)).astype(int)
    right, bottom = (np.clip(np.rint((box[:2] + box[2:]) * SCALE), 1, VIEW * SCALE)).astype(int)
    levels[y:bottom, [x, right - 1]] = level
    levels[[y, bottom - 1], x:right] = level
