"""What stands beside an assessment in its documents: baselines, changes, review, compliance, study.

One value, gathered once, from which the page, the PDF and the other formats draw the same chapters.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from casegen.assessment.study import ComputedStudy, OfTrees, TreeStudy, study
from casegen.io import sentences
from casegen.model.results import Assessment
from casegen.review.baseline import Baseline, baselines
from casegen.review.change_text import field_sentence, part_name
from casegen.review.changes import Key
from casegen.review.compliance import ClauseCoverage, ComplianceMatrix, matrix, read_mapping
from casegen.review.difference import Difference, SettledPoint, diff
from casegen.review.points import PointKind, ReviewPoint, settlement
from casegen.review.questions import readings_of
from casegen.review.reopening import FindingState, ReviewState, SignOffState, review_state
from casegen.review.resolve import opened
from casegen.review.verification import unchanged

if TYPE_CHECKING:
    from casegen.assessment.assess import Session
    from casegen.assessment.whatif import WhatIfComparison

__all__ = [
    "Baseline", "ClauseCoverage", "ComplianceMatrix", "ComputedStudy", "Difference", "Dossier", "FindingState",
    "Key", "PointKind", "ReviewPoint", "ReviewState", "SettledPoint", "SignOffState", "TreeStudy", "WhatIfComparison",
    "field_sentence", "gather", "part_name", "readings_of",
]  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Dossier:
    """What documents tell beside the assessment itself.  The empty one tells that there is nothing.

    ``shown`` is the baseline whose files are exactly those that were assessed, if there is one; ``since`` the
    older state, and ``difference`` what has changed from it.
    """

    baselines: tuple[Baseline, ...] = ()
    shown: Baseline | None = None
    since: Baseline | None = None
    difference: Difference | None = None
    review: ReviewState = field(default_factory=lambda: ReviewState((), (), ()))
    points: tuple[ReviewPoint, ...] = ()
    """what a review looks at, and what is left to do of it; empty where nothing was reviewed"""
    matrices: tuple[ComplianceMatrix, ...] = ()
    """standards of which the case maps at least one clause"""
    study: ComputedStudy = field(default_factory=ComputedStudy)
    session: Session | None = None
    """the trees compiled, and the what-ifs assessed, so far: the page asks for the same again"""
    files: Mapping[str, str] = field(default_factory=dict)
    """in an audit pack, where the documents have the case's files beside them: the address of each by its path"""
    day: datetime.date | None = None
    """in an audit pack, the date that its documents bear wherever and whenever they are drawn"""

    @property
    def marks(self) -> dict[str, str]:
        """Ids that drawings mark as ``added`` or ``changed``."""
        return self.difference.marks() if self.difference is not None else {}


Compared = Callable[[], Difference | None]


def _at_once(call: Compared) -> Compared:
    answer = call()
    return lambda: answer


def gather(
    assessed: Assessment,
    *,
    session: Session | None = None,
    since: str = "",
    shown: Baseline | None = None,
    of_trees: Callable[[], OfTrees] | None = None,
    begin: Callable[[Compared], Compared] = _at_once,
) -> Dossier:
    """Gather the dossier of an assessed case.

    ``since`` names what to compare with, as ``casegen diff`` takes it (a baseline's name, a folder, a pack,
    ``REV:PATH``); left out, it is the latest baseline that differs from the case, byte for byte.
    ``shown`` is the baseline of a frozen copy.  ``session`` keeps the trees that were compiled already.  ``of_trees`` is
    as :func:`casegen.assessment.study.study` takes it.  ``begin`` begins the comparison with the older state, which the
    rest does not wait for.

    Raises:
        InputError: ``since`` is nothing that can be compared with, or a baseline, ``compliance.yaml`` or
            ``whatif.yaml`` cannot be read.
    """
    from casegen.assessment.assess import Session

    case = assessed.case
    known = baselines(case.root)
    shown = shown or (known[-1] if known and unchanged(known[-1], case.root) else None)
    older = _older(known, shown) if not since else next((b for b in known if b.name == since), None)
    state = review_state(case, evidence=session.evidence if session is not None else None)
    session = session or Session(case, assessed.evidence)
    points = settlement(case, state, assessed)
    # after the points, whose sentences it then need not read again
    difference = begin(partial(_difference, assessed, since, older, state))
    standards = dict.fromkeys(standard for standard, _ in read_mapping(case))
    return Dossier(
        baselines=known,
        shown=shown,
        since=older,
        review=state,
        points=points,
        matrices=matrix(case, tuple(standards), assessed) if standards else (),
        study=study(session, assessed, of_trees),
        session=session,
        difference=difference(),
    )


def _older(known: tuple[Baseline, ...], shown: Baseline | None) -> Baseline | None:
    """The latest baseline, or the one before the baseline that is shown."""
    names = [one.name for one in known]
    before = known[: names.index(shown.name)] if shown is not None and shown.name in names else known
    return before[-1] if before else None


def _difference(
    assessed: Assessment, since: str, older: Baseline | None, state: ReviewState
) -> Difference | None:
    case = assessed.case
    if older is not None:
        labels: tuple[str, str] = (sentences.sentence("of_baseline", name=older.name), case.header.title)
        seen = next(
            (s for at, s in state.compared.items() if (at.name, at.root) == (older.name, older.root)), None
        )
        frozen, changes = seen or (older.load(), None)
        return diff(
            frozen,
            case,
            labels=labels,
            reviewed=case.root,
            assessed=assessed,
            state=state,
            changes=changes,
            frozen=[older],
        )
    if not since:
        return None
    with opened(since, str(case.root)) as old:
        names = (old.label, case.header.title)
        kept = [old.baseline] if old.baseline is not None else []
        return diff(
            old.case, case, labels=names, reviewed=case.root, assessed=assessed, state=state, frozen=kept
        )
