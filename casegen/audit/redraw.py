"""Everything in a pack that follows from the rest of it: documents, state of the review, compliance.

Both who writes a pack and who verifies one draw it from the same content: the frozen files, the events of the review,
the evidence its decisions name, and the other baselines.  An edited page is then found whatever hashes are beside it.
"""

from __future__ import annotations

import datetime
import importlib.metadata
import json
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from casegen.assessment.assess import Session
from casegen.assessment.checks.case import checked
from casegen.io import load
from casegen.io.regular import read_bytes
from casegen.model.case import Case, Location
from casegen.model.diagnostic import InputError, MissingDependencyError, Severity
from casegen.model.plural import counted
from casegen.model.results import Assessment
from casegen.review.baseline import ABOUT, FILES, Baseline, find
from casegen.review.compliance import matrix
from casegen.review.documents import matrix_document, review_document
from casegen.review.frozen_again import unread_records
from casegen.review.journal import read_journal
from casegen.review.manifest import BASELINES, REVIEW, members
from casegen.review.points import settlement
from casegen.review.questions import unread_parts
from casegen.review.reopening import review_state
from casegen.review.signing import not_installed

DOCUMENTS = "documents"
EVIDENCE = "evidence"
TOOLS = "documents/tools.json"
_DRAWING = ("casegen", "graphviz-pure", "typst", "fonttools", "pikepdf", "pillow", "jinja2")


def tools() -> dict[str, str]:
    """Versions of what decides how a document looks."""
    return {name: importlib.metadata.version(name) for name in _DRAWING}


@contextmanager
def staged(top: Path, name: str) -> Iterator[Path]:
    """The case folder of the baseline ``name`` of the pack unpacked in ``top``, with the review as it is in the pack."""
    with tempfile.TemporaryDirectory(prefix="casegen-pack-") as scratch:
        frozen = Path(scratch) / "baseline"
        shutil.copytree(top / "baseline", frozen, symlinks=True)
        root = frozen / FILES
        shutil.rmtree(root / REVIEW, ignore_errors=True)
        for folder, target in ((REVIEW, root / REVIEW), (EVIDENCE, root), (BASELINES, root / BASELINES)):
            if (top / folder).is_dir():
                shutil.copytree(top / folder, target, symlinks=True, dirs_exist_ok=True)
        shutil.copytree(top / "baseline", root / BASELINES / name, symlinks=True)
        yield root


NOT_ASKED_FOR = "No documents were asked for."


def derived(root: Path, name: str, formats: Sequence[str]) -> tuple[dict[str, bytes], str]:
    """Every derived file of a pack by name, drawn from the staged case; and why there are no documents, if so.

    Raises:
        MissingDependencyError: a document cannot be drawn because an outside part is missing.
    """
    case = load(root)
    if unread := unread_records(case):
        raise MissingDependencyError(unread[0])
    match, opened = checked(case)
    errors = sum(d.severity in (Severity.ERROR, Severity.INPUT) for d in match)
    session = None if errors else opened
    assessed = session.assess(diagnostics=match) if session is not None else None
    journal = read_journal(root)
    if journal.unchecked:
        raise not_installed(f"{journal.unchecked[0].location}: the act is signed, and where it stands needs")
    state = review_state(case, journal)
    points = settlement(case, state, assessed, errors)
    result = {
        "review.json": _json(
            review_document(state, points, unread_parts(assessed, state.journal), journal.last)
        ),
        "compliance.json": _json({"standards": [matrix_document(one) for one in matrix(case)]}),
    }
    if session is None or assessed is None:
        return result, f"There are no documents: the frozen case has {counted(errors, 'rule error')}."
    if not formats:
        return result, NOT_ASKED_FOR
    result |= _documents(session, assessed, name, formats)
    result[TOOLS] = _json(tools())
    return result, ""


def _documents(session: Session, assessed: Assessment, name: str, formats: Sequence[str]) -> dict[str, bytes]:
    from casegen.render.formats import write_documents
    from casegen.render.layout import layout_of_the_wheel
    from casegen.review.dossier import gather

    case = session.case
    frozen = find(case.root, name)
    dossier = replace(
        gather(assessed, session=session, shown=frozen), files=_addresses(frozen), day=_day(case, frozen)
    )
    with tempfile.TemporaryDirectory(prefix="casegen-pack-") as scratch, layout_of_the_wheel():
        written = write_documents(assessed, Path(scratch), formats, dossier)
        here, there = str(case.root).encode(), f"baseline/{FILES}".encode()  # as it lies in the unpacked pack
        return {
            f"{DOCUMENTS}/{path.relative_to(scratch).as_posix()}": read_bytes(path).replace(here, there)
            for path in written
        }


def _day(case: Case, frozen: Baseline) -> datetime.date:
    """The date that the documents bear: of the header, else of the baseline, never of where they are drawn."""
    created = frozen.about.created
    try:
        return case.header.date or datetime.date.fromisoformat(created[:10])
    except ValueError:
        raise InputError.at(
            Location(f"baseline/{ABOUT}"), f"`created` should begin with a date, found {created!r}"
        ) from None


def _addresses(frozen: Baseline) -> dict[str, str]:
    """Every frozen file as a document of the pack finds it."""
    paths, _ = members(frozen.folder / FILES)
    return {path: f"../baseline/{FILES}/{quote(path)}" for path in paths}


def _json(data: Any) -> bytes:
    return (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode("utf-8")
