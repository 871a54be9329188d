"""The documents that can be made of an assessment: one entry each, installed packages add theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING

from casegen import plugins, render
from casegen.expected_types import is_text
from casegen.io.atomic import clear_leftovers, scratch_folder
from casegen.io.outputs import guarded, refuse_irregular, refuse_output
from casegen.model.case import Location
from casegen.model.diagnostic import InputError
from casegen.model.results import Assessment
from casegen.model.suggestions import nearest
from casegen.render.own_files import OWN_DOCUMENTS, is_own, own_in

if TYPE_CHECKING:
    from casegen.review.dossier import Dossier

Write = Callable[[Assessment, Path, str, "Dossier | None"], Sequence[Path]]
"""(assessment, folder, name of the files without suffix, what stands beside the assessment) to the paths written"""
Begin = Callable[[Assessment, Path, str, "Dossier | None"], Callable[[], Sequence[Path]]]


@dataclass(frozen=True, slots=True)
class Document:
    """One kind of document: ``name`` for ``build --format``, what it is, and what writes it."""

    name: str
    title: str
    write: Write
    begin: Begin | None = None
    """where most of the work is done by other code in a thread: begins it, and its result ends it; casegen's own only"""


def _listed(finish: Callable[[], Path]) -> Callable[[], list[Path]]:
    return lambda: [finish()]


DOCUMENTS: dict[str, Document] = {
    document.name: document
    for document in (
        Document("html", "one page", lambda a, to, name, d: [render.write_html(a, to / f"{name}.html", d)]),
        Document(
            "pdf",
            "the report",
            lambda a, to, name, d: [render.write_pdf(a, to / f"{name}.pdf", d)],
            lambda a, to, name, d: _listed(render.begin_pdf(a, to / f"{name}.pdf", d)),
        ),
        Document(
            "docx",
            "for word processors",
            lambda a, to, name, d: [render.write_docx(a, to / f"{name}.docx", d)],
        ),
        Document(
            "markdown", "for wikis", lambda a, to, name, d: render.write_markdown(a, to / f"{name}.md", d)
        ),
        Document(
            "svg", "every diagram", lambda a, to, name, d: render.write_svgs(a, to / f"{name}-diagrams", d)
        ),
        Document(
            "text", "DOT and Mermaid", lambda a, to, name, d: render.write_texts(a, to / f"{name}-text")
        ),
    )
}


_FOLDER_OF = {"svg": "-diagrams", "markdown": "-pictures", "text": "-text"}
_FOLDERS = tuple(_FOLDER_OF.values())
"""endings of the folders that documents write beside their own files"""


def known() -> list[str]:
    """Names of all kinds of document, those of installed packages last."""
    return [*DOCUMENTS, *plugins.added(plugins.DOCUMENTS, DOCUMENTS)]


def document_format(name: str) -> Document:
    """The kind of document of that name; raises :class:`InputError` that lists the known ones."""
    names = known()
    if name in DOCUMENTS:
        return DOCUMENTS[name]
    if name not in names:
        raise InputError.call(
            f"there is no document format {name!r}{nearest(name, names)}",
            hint=f"one of {', '.join(names)}",
        )
    plugin: Document = plugins.load(plugins.DOCUMENTS, name, Document)
    what = f"the document {name!r}"
    if plugin.begin is not None:
        raise plugins.wrong_result(what, plugin.write, "no `begin`, which only casegen's own have", "one")

    @wraps(plugin.write)
    def write(assessment: Assessment, folder: Path, file: str, dossier: Dossier | None) -> Sequence[Path]:
        folder.mkdir(parents=True, exist_ok=True)
        # a copy: what a package writes into what it is shown must not reach the verdict
        shown = deepcopy((assessment, dossier))
        written = plugins.call(
            what, plugin.write, Sequence[Path], shown[0], folder, file, shown[1], files=[folder]
        )
        home = folder.resolve()
        other = [path for path in written if not (path.is_file() and path.resolve().is_relative_to(home))]
        if other or not written:
            expected = "the paths of the files that it wrote into its folder"
            raise plugins.wrong_result(what, plugin.write, expected, ascii(other or written))
        if not any(path.stat().st_size for path in written):
            raise plugins.wrong_result(what, plugin.write, "a file with content", "none but empty ones")
        return written

    return replace(plugin, write=write)


def write_documents(
    assessed: Assessment, output: Path, formats: Sequence[str], dossier: Dossier | None = None
) -> list[Path]:
    """Write the documents of ``formats`` into ``output``, named by the case's id; see :func:`casegen.documents_of`.

    What a build that was killed left in the folder is removed first.  What can be begun is, and ends after the others
    are written; those of installed packages come last, and replace no file of another.
    """
    name = _file_name(assessed)
    documents = [document_format(wanted) for wanted in formats]
    refuse_file(output)
    _refuse_linked(output / f"{name}{_FOLDER_OF[wanted]}" for wanted in formats if wanted in _FOLDER_OF)
    clear_leftovers(output.resolve(), *output.glob(f"{name}-*"))
    with guarded(assessed.case, partial(_keep_others, assessed.case.root.resolve())):
        return _written(assessed, output, name, documents, dossier)


def left_beside(output: Path, written: Sequence[Path], assessed: Assessment) -> list[Path]:
    """Files beside ``written`` that were not written now, documents first.

    These are all in folders of drawings and texts that hold something written, and casegen's own documents, drawings
    and texts of another case id.  They may be of an earlier build, of parts that the case no longer has, of another
    case or somebody's own: none is removed.  Other formats of the same id are left out: they were not asked for.
    """
    home, known, name = output.resolve(), {path.resolve() for path in written}, _file_name(assessed)
    folders = {path.parent for path in known if path.parent != home and path.is_relative_to(home)}
    of_others = {
        path
        for path in home.iterdir()
        if path.is_dir()
        and path.name.endswith(_FOLDERS)
        and path.name not in {name + end for end in _FOLDERS}
    }
    documents = [path for path in own_in(home) if path.suffix in OWN_DOCUMENTS and path.stem != name]
    below = [path for folder in folders for path in folder.iterdir() if path.is_file()]
    below += [path for folder in of_others - folders for path in own_in(folder)]
    return [path for some in (documents, below) for path in sorted(some) if path not in known]


def _file_name(assessed: Assessment) -> str:
    """The name of the files of documents, without ending: the id of the case."""
    return "".join(c if c.isalnum() or c in "._-" else "_" for c in assessed.case.header.id)


def refuse_file(output: Path) -> None:
    """Refuse a place for documents that is a file, or lies below one."""
    refuse_irregular(output)
    there = next((place for place in (output, *output.parents) if place.exists()), output)
    if there.exists() and not there.is_dir():
        raise InputError.at(
            Location(str(there)),
            "documents and drawings need a folder, and this is a file",
            hint="name a folder, or a new one",
        )


def _refuse_linked(folders: Iterable[Path]) -> None:
    """Refuse folders of drawings and texts that are links: nobody named here what they lead to."""
    for folder in folders:
        if folder.is_symlink():
            raise InputError.at(
                Location(str(folder)),
                "this folder of a document is a link, and nothing is written where it leads",
                hint="remove the link, or name another folder",
            )


def _written(
    assessed: Assessment, output: Path, name: str, documents: Sequence[Document], dossier: Dossier | None
) -> list[Path]:
    asked = (assessed, output, name, dossier)
    early = [n for n, document in enumerate(documents) if document.begin is not None and len(documents) > 1]
    ends = {n: _begun(documents[n], *asked) for n in early}
    own = [n for n, document in enumerate(documents) if document.name in DOCUMENTS]
    files = {n: documents[n].write(*asked) for n in own if n not in ends}
    files |= {n: end() for n, end in ends.items()}
    writers = {path.resolve(): documents[n].name for n in files for path in files[n]}
    files |= {n: _placed(d, writers, *asked) for n, d in enumerate(documents) if n not in files}
    return [path for n in range(len(documents)) for path in files[n]]


def _keep_others(home: Path, path: Path) -> None:
    """Refuse to replace a file of the case folder that bears a document's name and is none: nobody named it here."""
    if path.suffix not in OWN_DOCUMENTS or not path.is_file() or not path.resolve().is_relative_to(home):
        return
    if not is_own(path):
        raise InputError.at(
            Location(str(path)),
            "this file is no document of casegen, and is not replaced",
            hint="name another folder",
        )


def _placed(
    document: Document, writers: dict[Path, str], assessment: Assessment, folder: Path, name: str,
    dossier: Dossier | None,
) -> list[Path]:  # fmt: skip
    """The files of a package's document, written in a folder of their own and moved from there.

    ``writers`` says which document wrote each file so far.
    """
    with scratch_folder(folder) as scratch:
        written = [path.resolve() for path in document.write(assessment, scratch, name, dossier)]
        moves = {path: folder / path.relative_to(scratch) for path in scratch.rglob("*") if not path.is_dir()}
        what = f"the document {document.name!r}"
        if hidden := [str(path.relative_to(scratch)) for path in moves if not _is_printable(path.name)]:
            expected = "files with names that can be printed"
            raise plugins.wrong_result(what, document.write, expected, ascii(hidden[0]))
        for target in moves.values():
            other = writers.setdefault(target.resolve(), document.name)
            if other != document.name:
                expected = "files that no other document writes"
                actual = f"{target}, which the document {other!r} wrote"
                raise plugins.wrong_result(what, document.write, expected, actual)
        for target in moves.values():
            refuse_output(target, assessment.case)
        for path, target in moves.items():
            target.parent.mkdir(parents=True, exist_ok=True)
            path.replace(target)
    return [moves[path] for path in written]


def _is_printable(name: str) -> bool:
    """Whether a name stands on one line, and is a text: others go into messages, and into lists of files."""
    return is_text(name) and name.isprintable()


def _begun(
    document: Document, assessment: Assessment, folder: Path, name: str, dossier: Dossier | None
) -> Callable[[], Sequence[Path]]:
    """The end of a document that is begun; what fails at the beginning is raised at the end, after the others."""
    assert document.begin is not None
    try:
        return document.begin(assessment, folder, name, dossier)
    except Exception as error:
        failed = error

    def fail() -> Sequence[Path]:
        raise failed

    return fail
