"""What an estimator of a model file says against the inputs that it is asked about, as a fault of the file."""

from __future__ import annotations

from typing import Any

from casegen_evidence.error_words import said
from casegen_evidence.method import InputProblem
from casegen_evidence.process_settings import same_settings


class asking(same_settings):  # noqa: N801 - used as a context
    """An error of ``model`` within is an :class:`InputProblem` that names it; what it sets of the process is set back."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.model = model

    def _recreate_cm(self) -> asking:
        return asking(self.model)

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        super().__exit__(kind, error, trace)
        passed = (InputProblem, MemoryError, ModuleNotFoundError)
        if not isinstance(error, Exception) or isinstance(error, passed):
            return
        name = type(self.model).__name__
        raise InputProblem(
            f"expected an answer of the {name} to each input; it raised {said(error)}. Check that it was trained on "
            "the same features, and saved by the same versions of its packages"
        ) from error
