"""Assurance cases as code, with measured evidence.

>>> import casegen
>>> case = casegen.open("examples/auv")  # doctest: +SKIP

:func:`open` gives a case to ask and to change (:class:`casegen.api.OpenCase`); :func:`measure` runs an evidence
method on arrays.  ``load``, ``check``, ``assess`` and ``documents_of`` are the steps that an open case takes when it is
asked; to build a case: ``casegen.open(folder)``, ``run()``, ``build(output)``.
"""

# nothing is imported here that is not built into Python: see `casegen.module_path`
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Any

    from casegen.api import Measured, OpenCase
    from casegen.model.case import Case
    from casegen.model.diagnostic import Diagnostic
    from casegen.model.results import Assessment
    from casegen.review.dossier import Dossier

__version__ = "0.1.0"
__all__ = ["assess", "check", "documents_of", "load", "measure", "open"]


def open(folder: "str | Path") -> "OpenCase":
    """Open a case folder: see :func:`casegen.api.open_case`."""
    from casegen.api.case import open_case

    return open_case(folder)


def measure(
    method: str, inputs: "Mapping[str, Any]", *, parameters: "Mapping[str, Any] | None" = None, seed: int = 1,
    confidence: float = 0.95, jobs: int = 1,
) -> "Measured":  # fmt: skip
    """Run an evidence method on arrays, data frames or files: see :func:`casegen.api.measure`."""
    from casegen.api.measurement import measure as run_method

    return run_method(method, inputs, parameters=parameters, seed=seed, confidence=confidence, jobs=jobs)


def load(folder: "str | Path") -> "Case":
    """Read a case folder; raises ``casegen.model.diagnostic.InputError`` with every finding."""
    from casegen.api.arguments import path
    from casegen.io import load as load_folder

    return load_folder(path(folder, "folder"))


def check(case: "Case") -> "tuple[Diagnostic, ...]":
    """Findings of all rules, in the order of files and lines; of a folder: ``casegen.open(folder).check()``."""
    from casegen.api.arguments import loaded
    from casegen.assessment.checks.case import check as check_case
    from casegen.model.arithmetic import own_arithmetic

    with own_arithmetic():
        return check_case(loaded(case))


def assess(case: "Case") -> "Assessment":
    """Status of every claim on the evidence in the case's store."""
    from casegen.api.arguments import loaded
    from casegen.assessment.assess import assess_checked
    from casegen.assessment.checks.case import checked
    from casegen.model.arithmetic import own_arithmetic

    with own_arithmetic():
        return assess_checked(*checked(loaded(case)))


def documents_of(
    assessed: "Assessment", output: "str | Path", formats: "Sequence[str]", dossier: "Dossier | None" = None
) -> "list[Path]":
    """Write ``<case id>.html``, ``.pdf``, ``.docx``, ``.md``, and folders of diagrams, drawn (``svg``) or as ``text``.

    ``formats``: those, and the documents of installed packages (:mod:`casegen.render.formats`).

    ``dossier`` is what stands beside the assessment: changes, review, compliance, study; that of the case's folder
    (:func:`casegen.review.dossier.gather`), unless another is given.
    """
    from casegen.api.arguments import instance, names, of_the_call, path
    from casegen.model.arithmetic import own_arithmetic
    from casegen.model.results import Assessment
    from casegen.render.formats import write_documents
    from casegen.review.dossier import Dossier, gather

    instance(assessed, "assessed", Assessment, "what `casegen.assess(case)` returns")
    place, wanted = path(output, "output"), names(formats, "formats", least=1)
    if dossier is not None:
        instance(dossier, "dossier", Dossier, "what `casegen.review.dossier.gather` returns, or None")
    with of_the_call(), own_arithmetic():
        return write_documents(assessed, place, wanted, dossier if dossier is not None else gather(assessed))


def __getattr__(name: str) -> "Any":
    """``casegen.api``, the classes and errors of the interface, imported when it is first asked for."""
    if name == "api":
        import importlib

        return importlib.import_module("casegen.api")
    raise AttributeError(f"module 'casegen' has no attribute {name!r}")
