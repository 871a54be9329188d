"""Where the templates and fonts lie, in a wheel and in an editable checkout alike."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path


@cache
def templates_folder() -> Path:
    """The folder of argument patterns, document templates and diagram styles.

    In a wheel it lies inside the package (``casegen/templates``); in an editable checkout it is
    ``templates`` at the repository's root.

    Raises:
        FileNotFoundError: neither exists, which means a broken installation.
    """
    package = Path(__file__).resolve().parent.parent
    for candidate in (package / "templates", package.parent / "templates"):
        if (candidate / "documents").is_dir():
            return candidate
    raise FileNotFoundError(f"casegen's templates are missing beside {package}: install casegen again")


def document_file(name: str) -> Path:
    """The file ``name`` of the document templates."""
    return templates_folder() / "documents" / name


def fonts_folder() -> Path:
    """The folder with the fonts that every document embeds (Inter, SIL Open Font License 1.1)."""
    return templates_folder() / "documents" / "fonts"


@cache
def fallback_fonts_folder() -> Path | None:
    """DejaVu, as matplotlib ships it: glyphs that Inter's subset lacks.  Found without importing it."""
    spec = find_spec("matplotlib")
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf"
    return folder if folder.is_dir() else None
