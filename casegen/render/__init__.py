"""Documents and diagrams from an assessment.  Computes no number: every figure shown was assessed before.

Importing this package loads nothing heavy; each writer loads what it needs when it is called.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from casegen.model.results import Assessment

if TYPE_CHECKING:
    from casegen.review.dossier import Dossier

__all__ = ["write_docx", "write_html", "write_markdown", "write_pdf", "write_svgs", "write_texts"]


def write_html(
    assessment: Assessment, path: Path | str, dossier: Dossier | None = None, *, live: bool = False
) -> Path:
    """Write the case as one self-contained page that works offline; returns its path.

    ``dossier`` is what stands beside the assessment (:func:`casegen.review.dossier.gather`).

    ``live`` adds the reload channel that a local server answers; a page to be passed on has none.
    The date is ``SOURCE_DATE_EPOCH``, else the case's date, else today; with a fixed date the same
    assessment gives the same bytes.

    Raises:
        MissingDependencyError: no Graphviz layout program was found.
        OSError: the path cannot be written.
    """
    from casegen.io.atomic import write_bytes
    from casegen.render.html import html_page

    return write_bytes(Path(path), html_page(assessment, dossier, live=live).encode("utf-8"))


def write_pdf(assessment: Assessment, path: Path | str, dossier: Dossier | None = None) -> Path:
    """Write the case as one PDF/A-3a and PDF/UA-1 file with the case's data attached; returns its path.

    Raises:
        MissingDependencyError: no Graphviz layout program was found, or typst failed.
        OSError: the path cannot be written.
    """
    return begin_pdf(assessment, path, dossier)()


def begin_pdf(assessment: Assessment, path: Path | str, dossier: Dossier | None = None) -> Callable[[], Path]:
    """Begin :func:`write_pdf`: the call of the result ends it, and other documents may be written before."""
    from casegen.io.atomic import write_bytes
    from casegen.render.pdf import begin_pdf as begin

    finished = begin(assessment, dossier)
    return lambda: write_bytes(Path(path), finished())


def write_svgs(
    assessment: Assessment, folder: Path | str, dossier: Dossier | None = None
) -> tuple[Path, ...]:
    """Write every diagram as a single SVG file into ``folder``; returns the paths in reading order.

    Raises:
        MissingDependencyError: no Graphviz layout program was found.
        OSError: the folder cannot be written.
    """
    from casegen.io.atomic import write_bytes
    from casegen.render.diagrams import all_diagrams, standalone
    from casegen.render.document_settings import read_custom
    from casegen.render.language import use_language

    target = Path(folder)
    with use_language(read_custom(assessment.case.root).language):
        return tuple(
            write_bytes(target / f"{diagram.name}.svg", standalone(diagram).encode("utf-8"))
            for diagram in all_diagrams(assessment, dossier.marks if dossier else None)
        )


def write_texts(assessment: Assessment, folder: Path | str) -> tuple[Path, ...]:
    """Write argument and fault trees as DOT and Mermaid text into ``folder``, in the case's language; returns the paths.

    Raises:
        OSError: the folder cannot be written.
    """
    from casegen.render.document_settings import read_custom
    from casegen.render.dot_mermaid import write_texts as write
    from casegen.render.language import use_language

    with use_language(read_custom(assessment.case.root).language):
        return write(assessment, Path(folder))


def write_markdown(
    assessment: Assessment, path: Path | str, dossier: Dossier | None = None
) -> tuple[Path, ...]:
    """Write the whole report as one Markdown file and its pictures beside it; returns the paths.

    Raises:
        MissingDependencyError: no Graphviz layout program was found.
        OSError: a path cannot be written.
    """
    from casegen.render.prose.markdown import write_markdown as write

    return write(assessment, Path(path), dossier)


def write_docx(assessment: Assessment, path: Path | str, dossier: Dossier | None = None) -> Path:
    """Write the whole report as a DOCX file; returns its path.

    Raises:
        MissingDependencyError: python-docx is not installed, or no Graphviz layout program was found.
        OSError: the path cannot be written.
    """
    from casegen.render.prose.docx import write_docx as write

    return write(assessment, Path(path), dossier)
