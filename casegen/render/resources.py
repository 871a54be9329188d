"""The document templates and the fonts that every document embeds."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from casegen.io.templates import templates_folder
from casegen.model.diagnostic import MissingDependencyError


def document_file(name: str) -> Path:
    """The file ``name`` of the document templates."""
    return templates_folder("documents") / name


def fonts_folder() -> Path:
    """The folder with the fonts that every document embeds (Inter, SIL Open Font License 1.1)."""
    return templates_folder("documents") / "fonts"


@cache
def fallback_fonts_folder() -> Path | None:
    """DejaVu, as matplotlib ships it: glyphs that Inter's subset lacks.  Found without importing it."""
    spec = find_spec("matplotlib")
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf"
    return folder if folder.is_dir() else None


def typesetter() -> Any:
    """The module ``typst``.

    Raises:
        OutsidePartMissing: it is not installed, or cannot be loaded.
    """
    try:
        import typst
    except ImportError as error:
        raise MissingDependencyError(
            f"typst cannot be loaded: {error}", "pip install --upgrade typst"
        ) from error
    return typst
