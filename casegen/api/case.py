"""An open case: its findings, claims, evidence and trees, what-ifs, allocation and documents."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from casegen.api.arguments import (
    Known,
    chosen,
    listed,
    loaded,
    mapping,
    name,
    names,
    of_the_call,
    path,
    truth,
    whole,
    within,
)
from casegen.assessment.assess import Session
from casegen.model.arithmetic import computes_by_itself
from casegen.model.case import Case, Location
from casegen.model.diagnostic import Diagnostic, InputError, Severity
from casegen.model.given import plain, refused
from casegen.model.given_parts import plain_parts
from casegen.model.limits import MOST_JOBS
from casegen.model.plural import counted
from casegen.model.suggestions import nearest

if TYPE_CHECKING:
    from casegen.api.tree import OpenTree
    from casegen.api.what_if import Setting, WhatIf
    from casegen.assessment.allocation.breakdown import Breakdown
    from casegen.model.output.case import AssessmentDocument
    from casegen.model.results import Assessment, ClaimResult, EvidenceState, Status
    from casegen.store.outcome import Outcome

Rows = Literal["claims", "requirements", "events", "evidence"]


def open_case(folder: str | Path) -> OpenCase:
    """Open a case folder (or its ``case.yaml``).

    Nothing is computed before it is asked for, and no evidence method runs unless :meth:`OpenCase.run` is called.
    Raises :class:`~casegen.model.diagnostic.InputError` with every place at which the folder is no case.
    """
    from casegen.io import load

    return OpenCase(load(path(folder, "folder").absolute()))


@computes_by_itself
class OpenCase:
    """A case as it stands on disk when it was opened, with everything that follows from it.

    An edit of the files is seen by opening the folder again; evidence computed by :meth:`run` is seen at once.  What it
    returns is to be read: a part that is changed in place leaves the others as they are.
    """

    def __init__(self, model: Case) -> None:
        self.model = loaded(model)
        """the case as typed data: claims, arguments, trees, …"""

    # --- what it says ------------------------------------------------------------------------------

    def check(self) -> tuple[Diagnostic, ...]:
        """Findings of all rules, in the order of files and lines."""
        return self._diagnostics

    @cached_property
    def _checked(self) -> tuple[tuple[Diagnostic, ...], Session]:
        from casegen.assessment.checks.case import checked

        self._refuse_without_folder()
        return checked(self.model)

    @property
    def _diagnostics(self) -> tuple[Diagnostic, ...]:
        return self._checked[0]

    @property
    def _session(self) -> Session:
        return self._checked[1]

    @cached_property
    def assessment(self) -> Assessment:
        """The whole assessment.  Raises :class:`InputError` where the case has errors: nothing is assessed then."""
        bad = [d for d in self._diagnostics if d.severity in (Severity.INPUT, Severity.ERROR)]
        if bad:
            raise InputError(bad)
        from casegen.assessment.assess import assess_checked

        return assess_checked(self._diagnostics, self._session)

    def document(self) -> AssessmentDocument:
        """``casegen assess --json``: verdict, claims, ledger, evidence, trees, what prevents support."""
        from casegen.assessment import documents
        from casegen.review.questions import steps_read

        return documents.assessment(self.assessment, steps_read(self.assessment))

    @property
    def supported(self) -> bool:
        """Whether every root claim is supported."""
        return self.assessment.supported

    @property
    def claims(self) -> Mapping[str, ClaimResult]:
        """Every claim by id: ``status``, ``reasons``, and ``requirement`` as evaluated."""
        return Known("claim", self.assessment.claims)

    @property
    def status(self) -> Mapping[str, Status]:
        """Status of every claim by id."""
        return Known("claim", {id: claim.status for id, claim in self.assessment.claims.items()})

    @property
    def evidence(self) -> Mapping[str, EvidenceState]:
        """Every measured item by id: ``freshness``, ``why``, ``versions``, ``measures`` and the stored ``document``."""
        states = self.assessment.evidence.items()
        return Known(
            "measured item",
            {id: replace(state, measures=Known("measure", state.measures)) for id, state in states},
        )

    @property
    def trees(self) -> Mapping[str, OpenTree]:
        """Every fault tree by id."""
        return Known("fault tree", {tree.id: self.tree(tree.id) for tree in self.model.trees})

    def tree(self, id: str) -> OpenTree:
        """The fault tree ``id``; raises :class:`InputError` that names the nearest where there is none."""
        from casegen.api.tree import OpenTree

        if name(id, "tree") not in self.model.tree:
            known = list(self.model.tree)
            raise refused(
                f"the case has no fault tree {id!r}{nearest(id, known)}",
                f"its trees: {', '.join(known) or 'none'}",
            )
        if id not in self._trees:
            self._trees[id] = OpenTree(self._session, self.assessment.trees[id])
        return self._trees[id]

    @cached_property
    def _trees(self) -> dict[str, OpenTree]:
        return {}

    # --- what would be -----------------------------------------------------------------------------

    def what_if(self, changes: Mapping[str, Setting]) -> WhatIf:
        """Everything recomputed with ``changes``, beside what it is today.

        Keys: a basic event or the total of a common-cause group (a probability in the tree's kind, or a distribution
        such as ``{"distribution": "lognormal", "mean": 1e-4, "error_factor": 3}``), a house event (``True`` or
        ``False``), a measure as ``"EVIDENCE.MEASURE"``.  Raises :class:`InputError` that names everything unknown or
        out of range.
        """
        from casegen.api.what_if import WhatIf, stated

        settings = {
            name(subject, "changes"): plain_parts(plain(value, subject), subject)
            for subject, value in mapping(changes, "changes").items()
        }
        before = self.assessment
        with of_the_call():
            return WhatIf.of(self._session, before, stated(self.model, self._session, settings))

    def sweep(self, subject: str, values: Sequence[float]) -> tuple[WhatIf, ...]:
        """One :meth:`what_if` for each of ``values`` of one event, house event or measure; an unknown one is refused."""
        name(subject, "subject")
        results = tuple(
            self.what_if({subject: value}) for value in listed(values, "values", "a list of numbers")
        )
        if not results:
            raise refused("values: expected at least one, found none")
        return results

    def allocate(
        self,
        tree: str | None = None,
        target: float | None = None,
        events: Sequence[str] = (),
        method: str = "proportional",
    ) -> Breakdown:
        """Break a top-event target down to events: what each may cost, and whether today's evidence meets it.

        ``target`` is the tree's own if left out, in the tree's kind; ``method`` equal, proportional or cost.
        """
        from casegen.assessment.allocation.breakdown import break_down

        if tree is not None:
            self.tree(tree)
        elif len(self.model.trees) > 1:
            raise refused(
                "tree: expected the one to break down, found none", f"one of {', '.join(self.model.tree)}"
            )
        wanted = None if target is None else within(target, "target", 0.0, 1.0, ends=True)
        with of_the_call():
            return break_down(
                self._session, tree or "", wanted, names(events, "events"), name(method, "method")
            )

    # --- what it writes ----------------------------------------------------------------------------

    def run(self, *ids: str, force: bool = False, jobs: int = 1) -> tuple[Outcome, ...]:
        """Compute evidence that is missing or stale (all of it with ``force``); the assessment follows."""
        from casegen.store.run import run, unknown_ids

        whole(jobs, "jobs", least=1, most=MOST_JOBS)
        truth(force, "force")
        self._refuse_without_folder()
        problems = unknown_ids(self.model, names(ids, "ids"))
        if problems:
            with of_the_call():
                raise InputError(problems)
        outcomes = tuple(run(self.model, ids, force=force, jobs=jobs))
        self._assess_anew()
        return outcomes

    def _assess_anew(self) -> None:
        for kept in ("assessment", "_checked", "_trees"):
            self.__dict__.pop(kept, None)

    def build(self, output: str | Path, formats: Sequence[str] = ("html", "pdf")) -> tuple[Path, ...]:
        """Write the documents of the case as it is assessed now; returns their paths.

        ``formats``: html, pdf, docx, markdown, svg, text.  Evidence is not run: call :meth:`run` before; what has become
        stale since the case was opened is stale in them.  Raises :class:`InputError` where its files say
        something else than when it was opened.
        """
        from casegen import documents_of
        from casegen.render.formats import document_format
        from casegen.review.dossier import gather

        place = path(output, "output")
        with of_the_call():
            for format in names(formats, "formats", least=1):
                document_format(format)
        self._compare_with_files()
        dossier = gather(self.assessment, session=self._session)
        return tuple(documents_of(self.assessment, place, formats, dossier))

    def _compare_with_files(self) -> None:
        """Take evidence and findings as they are now; a document of files that are gone would pass for one of today."""
        from casegen.assessment.checks.case import checked
        from casegen.io import load

        if not self._has_folder:
            return
        if load(self.model.root) != self.model:
            raise InputError.at(
                Location(os.fspath(self.model.root)),
                "the content of the case's files changed after it was opened",
                rule="call",
                hint="open the folder again and build what is in it",
            )
        findings, session = checked(self.model)
        if findings != self._diagnostics or dict(session.evidence) != dict(self._session.evidence):
            self._assess_anew()
            self._checked = findings, session

    def _refuse_without_folder(self) -> None:
        """Evidence that is no longer there would pass for evidence that never was."""
        if self._has_folder and not self.model.root.is_dir():
            raise refused(
                f"the folder of the case, {self.model.root}, is no longer there", "open it where it is now"
            )

    def __getstate__(self) -> dict[str, Case]:
        return {"model": self.model}  # what follows from it is computed where it is asked for

    @property
    def _has_folder(self) -> bool:
        """False of a case that was made in Python."""
        return ("case",) in self.model.locations

    def save(self, folder: str | Path) -> tuple[str, ...]:
        """Write the case as a new folder of YAML files; returns their names.  Comments of the files are not kept.

        What lies beside the case comes with it: inputs, results, artefacts, reviews, baselines, what-if scenarios,
        settings of documents; hidden files do not.  Raises :class:`InputError` that lists what cannot be copied.
        """
        from casegen.io.case_writer import write_case
        from casegen.review.manifest import files_beside

        self._refuse_without_folder()
        return write_case(
            self.model, path(folder, "folder"), files_beside(self.model) if self._has_folder else {}
        )

    # --- tables ------------------------------------------------------------------------------------

    def rows(self, what: Rows = "claims") -> list[dict[str, Any]]:
        """Plain rows: of ``claims``, ``requirements``, ``events`` (one a tree and event) or ``evidence`` measures."""
        from casegen.api.rows import OF_TREES, WRITERS

        if chosen(what, "rows", (*WRITERS, OF_TREES)) == OF_TREES:
            return [row for tree in self.trees.values() for row in tree.rows()]
        return list(WRITERS[what](self.assessment))

    def to_frame(self, what: Rows = "claims") -> Any:
        """:meth:`rows` as a data frame of pandas, or of polars where pandas is not installed.

        Raises :class:`~casegen.model.diagnostic.MissingDependencyError` where neither is.
        """
        from casegen.api.rows import frame

        return frame(self.rows(what))

    def __iter__(self) -> Iterator[str]:
        return iter(self.model.claim)

    def __repr__(self) -> str:
        m = self.model
        parts = (
            f"{counted(len(m.claims), 'claim')}, {counted(len(m.trees), 'fault tree')}, "
            f"{counted(len(m.evidence_items), 'measured item')}"
        )
        return f"<casegen case {m.header.id!r}: {parts}>"

    def _repr_html_(self) -> str:
        from casegen.api.notebook import case_html

        return case_html(self)
