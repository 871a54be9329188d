"""Where what casegen ships as data lies, in a wheel and in an editable checkout alike."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def templates_folder(name: str) -> Path:
    """The folder ``name`` of the templates: ``arguments``, ``compliance``, ``documents`` or ``diagrams``.

    In a wheel the templates lie inside the package (``casegen/templates``); in an editable checkout at the
    repository's root.  Raises :class:`FileNotFoundError` for a broken installation.
    """
    package = Path(__file__).resolve().parent.parent
    for place in (package / "templates", package.parent / "templates"):
        if (place / name).is_dir():
            return place / name
    raise FileNotFoundError(f"casegen's templates are missing beside {package}: install casegen again")
