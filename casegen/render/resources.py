"""The document templates and the fonts that every document embeds."""

from __future__ import annotations

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


def fallback_fonts_folder() -> Path:
    """The folder with DejaVu Sans 2.37 (Bitstream Vera licence), for glyphs that Inter's subset lacks."""
    return fonts_folder() / "fallback"


def typesetter() -> Any:
    """The module ``typst``.

    Raises:
        MissingDependencyError: it is not installed, or cannot be loaded.
    """
    try:
        import typst
    except ImportError as error:
        raise MissingDependencyError(
            f"typst cannot be loaded: {error}", "pip install --upgrade typst"
        ) from error
    return typst
