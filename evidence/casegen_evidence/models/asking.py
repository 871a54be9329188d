"""What an estimator of a model file says against the inputs that it is asked about, as a fault of the file."""

from __future__ import annotations

from contextlib import ContextDecorator
from dataclasses import dataclass
from typing import Any

from casegen_evidence.error_words import said
from casegen_evidence.method import InputProblem


@dataclass(frozen=True, slots=True)
class asking(ContextDecorator):  # noqa: N801 - used as a context, and to decorate what travels to workers
    """An error of ``model`` within is an :class:`InputProblem` that names it."""

    model: Any

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        passed = (InputProblem, MemoryError, ModuleNotFoundError)
        if not isinstance(error, Exception) or isinstance(error, passed):
            return
        name = type(self.model).__name__
        raise InputProblem(
            f"expected an answer of the {name} to each input; it raised {said(error)}. Check that it was trained on "
            "the same features, and saved by the same versions of its packages"
        ) from error
