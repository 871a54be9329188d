"""The simulator as what evidence measures: which modules it is, and how an evidence item names them as inputs."""

from __future__ import annotations

from collections.abc import Mapping

MODULES: Mapping[str, str] = {
    "scenes": "casegen_underwater.scenes",
    "shapes": "casegen_underwater.shapes",
    "renderer": "casegen_underwater.render",
}
SIMULATOR: Mapping[str, tuple[bool, str]] = {
    "scenes": (
        True,
        "source of the scenes, sites and the mission plan: the module `scenes.py` of this package",
    ),
    "shapes": (True, "source of the assets' shapes: the module `shapes.py` of this package"),
    "renderer": (True, "source of the renderer of frames: the module `render.py` of this package"),
}
