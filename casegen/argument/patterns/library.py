"""The patterns that are shipped, and patterns of the user's own."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from casegen.argument.patterns.pattern import Pattern
from casegen.io.templates import templates_folder
from casegen.model.case import Location
from casegen.model.diagnostic import InputError
from casegen.model.suggestions import KnownNames


@cache
def library() -> dict[str, Pattern]:
    """Every shipped pattern by its name, in order of the names."""
    return {path.stem: read_pattern(path) for path in sorted(templates_folder("arguments").glob("*.yaml"))}


def read_pattern(path: Path) -> Pattern:
    """The pattern in a YAML file, or :class:`InputError` with what is wrong with it."""
    from casegen.io.model_file import as_model
    from casegen.io.source_map import parse, read_text

    parsed = parse(read_text(path, path.name), path.name)
    if parsed.problems:
        raise InputError(parsed.problems)
    if not isinstance(parsed.data, dict):
        raise InputError.at(Location(path.name), "expected a pattern with `pattern:`, `version:` and nodes")
    return as_model(Pattern, parsed.data, parsed.places, path.name)


def find_pattern(name: str) -> Pattern:
    """The shipped pattern of that name, or the one in the file of that path; :class:`InputError` otherwise."""
    known = library()
    if name in known:
        return known[name]
    if name.endswith((".yaml", ".yml")) and Path(name).is_file():
        return read_pattern(Path(name))
    raise InputError.at(
        Location(name),
        f"there is no template {name!r}{KnownNames(known).hint(name)}",
        hint=f"known: {', '.join(known)}; or give the path of a pattern file",
    )
