"""What every part of a case is: immutable, checked as its file is, with numbers as they are printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, ValidationError

from casegen.model.truth_values import are_plain, refuse_misread, validated

LONGEST = 20_000
"""characters of a text of a case; what reads texts for their meaning is made for sentences"""


class Part(BaseModel):
    """Base of every model: immutable, and a key it does not know is an error."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", str_strip_whitespace=True, defer_build=True, str_max_length=LONGEST
    )

    def __init__(self, /, **data: Any) -> None:
        """A part of what is given: numbers of NumPy, ``Decimal`` and ``Fraction`` are the numbers that they print.

        Raises:
            WrongPart: values that no file may hold there, each with its place.
            InputError: a value that is masked or has a unit, or that is no text, number, list or mapping.
        """
        plain = data if are_plain(data) else _as_in_a_file(type(self), data)
        try:
            super().__init__(**plain)
            refuse_misread(self, plain)
        except ValidationError as error:
            from casegen.model.given_parts import wrong_part

            raise wrong_part(error, type(self), plain) from None

    __init__.__pydantic_base_init__ = True  # type: ignore[attr-defined]
    """parts of files, and parts within parts, are validated without a call of it"""

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """A copy, in which what ``update`` changes is checked as when the part is made.

        Raises:
            WrongPart, InputError: as when the part is made; also for a name that is no field.
        """
        if not update:
            return super().model_copy(deep=deep)
        names = {name: field.alias or name for name, field in type(self).model_fields.items()}
        base = super().model_copy(deep=True) if deep else self
        data = {names[name]: getattr(base, name) for name in base.model_fields_set}
        return type(self)(**data | {names.get(name, name): value for name, value in update.items()})

    def altered(self, *, update: Mapping[str, Any]) -> Self:
        """A copy with other values, which are not checked: for values that casegen computed or read from another part."""
        return super().model_copy(update=update)

    @classmethod
    def model_validate(cls, obj: Any, **options: Any) -> Self:
        """As :func:`~casegen.model.truth_values.validated`, numbers of other libraries as when a part is made."""
        plain = _as_in_a_file(cls, obj) if isinstance(obj, Mapping) and not are_plain(obj) else obj
        if options:
            return super().model_validate(plain, **options)
        return validated(cls, plain)


def _as_in_a_file(model: type[BaseModel], data: Mapping[str, Any]) -> Any:
    from casegen.model.given_parts import given_to_part

    return given_to_part(data, model)
