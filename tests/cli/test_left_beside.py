"""What a build says of files in its folders that it did not write."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from tests.conftest import Ran


def test_a_build_names_the_drawings_of_parts_that_are_gone(
    casegen: Callable[..., Ran], tmp_path: Path
) -> None:
    """A tree with another id: the drawing of the old one stood beside the new, and looked current."""
    press = Path(__file__).parents[2] / "examples" / "press"
    shutil.copytree(press, at := tmp_path / "press")
    build = ("build", at, "-o", tmp_path / "out", "--text", "--no-run")
    assert "not of this build" not in casegen(*build).err
    for path in at.glob("*.yaml"):
        path.write_text(path.read_text().replace("FT-PRESS", "FT-NEW"))
    ran = casegen(*build)
    assert ran.err.count("not of this build") == 2
    assert "tree-FT-PRESS.dot" in ran.err
    assert (tmp_path / "out" / "press-text" / "tree-FT-PRESS.dot").exists()
    assert len(casegen(*build, "--json").json["not_of_this_build"]) == 2
