"""Data of a file as a model: every finding at its place, `true` is no number."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from casegen.io.source_map import Parsed, parse, read_text
from casegen.model.case import Location
from casegen.model.diagnostic import InputError
from casegen.model.explain import Path_, explain
from casegen.model.truth_values import validated

Model = TypeVar("Model", bound=BaseModel)


def read_model(path: Path, name: str, model: type[Model]) -> tuple[Model, Parsed]:
    """The model in a YAML file that messages call ``name``, with the place of every part.

    Raises:
        InputError: every finding with its line.
    """
    parsed = parse(read_text(path, name), name)
    if parsed.problems:
        raise InputError(parsed.problems)
    return as_model(model, parsed.data, parsed.places, name), parsed


def as_model(model: type[Model], data: Any, places: Mapping[Path_, Location], name: str) -> Model:
    """``data`` as a model; raises :class:`InputError` with every finding at its place."""
    try:
        return validated(model, data)
    except ValidationError as error:
        raise InputError(explain(error, model, data, places, name)) from None
