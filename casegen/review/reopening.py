"""Which settled findings and sign-offs a change has opened again, and why.

A change is one of what the target rests on, or of the evidence that closed the finding.
Nothing is stored: what was settled at a baseline is compared with the case as it is, so that a change
cannot be forgotten, and one that is taken back re-opens nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from casegen.io.sentences import named
from casegen.io.sentences import sentence as worded
from casegen.model.case import Case
from casegen.model.diagnostic import Diagnostic, InputError
from casegen.model.results import EvidenceState
from casegen.model.sentence import Sentence
from casegen.review.added_parts import recorded_meanings
from casegen.review.baseline import find
from casegen.review.baseline_chain import with_baselines
from casegen.review.change_text import part_name, sentence
from casegen.review.changes import Changes, Key, compare
from casegen.review.decision_text import unsettled
from casegen.review.dependencies import JUDGED_IN, Upstream, shortest_path
from casegen.review.events import (
    SETTLED,
    AtBaseline,
    Decision,
    Discharged,
    Disposed,
    FindingStatus,
    person_name,
)
from casegen.review.evidence_hashes import changed_files, moved, rests_on
from casegen.review.journal import Journal, ReviewFinding, SignOff, read_journal
from casegen.review.signing import INSTALL
from casegen.review.verification import frozen_mismatches
from casegen.texts.acceptances.person import same_person, untitled

MOST_REASONS = 12


@dataclass(frozen=True, slots=True)
class FindingState:
    """A finding with its effective status: open again where what it rests on has changed."""

    finding: ReviewFinding
    status: FindingStatus
    reopened: tuple[str, ...] = ()
    """what changed since it was settled, in words"""


@dataclass(frozen=True, slots=True)
class SignOffState:
    """A sign-off; ``stands`` is False where what was signed has changed since.

    ``superseded_by``: a later sign-off of the same person on the same target, which replaces this one.
    ``discharged``: for each condition, the person who found it met; empty while it is open.
    ``said``: for each condition, the words with which it was found met; empty while it is open.
    ``undone``: for each condition, who found it met, and why that counts no longer; empty where it was never found met.
    """

    sign_off: SignOff
    stands: bool
    reopened: tuple[str, ...] = ()
    superseded_by: str = ""
    discharged: tuple[str, ...] = ()
    undone: tuple[tuple[str, str], ...] = ()
    said: tuple[str, ...] = ()

    @property
    def open_conditions(self) -> tuple[int, ...]:
        """Numbers, from 1, of the conditions that nobody has found met."""
        return tuple(k for k, who in enumerate(self.discharged, 1) if not who)

    @property
    def accepts(self) -> bool:
        """It stands, accepts, and no condition of it is open."""
        return (
            self.stands
            and not self.superseded_by
            and self.sign_off.decision is not Decision.REJECT
            and not self.open_conditions
        )


@dataclass(frozen=True, slots=True)
class ReviewState:
    """Everything a page or a command shows of a review."""

    findings: tuple[FindingState, ...]
    sign_offs: tuple[SignOffState, ...]
    problems: tuple[Diagnostic, ...]
    journal: Journal = field(default_factory=Journal)
    """what was read, answers to questions among it"""
    compared: Mapping[AtBaseline, tuple[Case, Changes]] = field(
        default_factory=dict, compare=False, repr=False
    )
    """each baseline that was decided at: the case as it was then, and what differs from it"""

    @property
    def settled(self) -> bool:
        """No finding asks for anything, every sign-off that counts accepts, the history is whole.

        Whether the case holds is another question: :mod:`casegen.review.points` answers both.
        """
        return (
            not self.problems
            and all(one.status is FindingStatus.CLOSED for one in self.findings)
            and all(one.accepts for one in self.sign_offs if not one.superseded_by)
        )


def review_state(
    case: Case, journal: Journal | None = None, folder: Path | None = None, *, files: bool = False,
    evidence: Mapping[str, EvidenceState] | None = None,
) -> ReviewState:  # fmt: skip
    """Findings and sign-offs of ``case`` with what has re-opened them since their baselines.

    ``folder`` holds journal and baselines: the case's own, unless given.  With ``files`` every file of the baselines is
    compared with what was frozen, also where nobody has read anything.  ``evidence``: the state of the case's results
    where it is known.
    """
    place = folder if folder is not None else case.root
    result = with_baselines(place, journal if journal is not None else read_journal(place), files=files)
    since = _Since(case, place, evidence)
    return ReviewState(
        tuple(_finding(one, since, place) for one in result.findings),
        tuple(_sign_off(one, since, place, result.sign_offs) for one in result.sign_offs),
        result.problems,
        result,
        since.compared,
    )


def verified_state(case: Case, journal: Journal | None = None) -> ReviewState:
    """:func:`review_state`; every file of the baselines is compared with what was frozen, too."""
    return review_state(case, journal, files=True)


def touches(
    old: Case, new: Case, changes: Changes, *, signed: bool = False
) -> Callable[[str], tuple[str, ...]]:
    """For any target: why it is not what it was, each change of it or of what it rests on, in words.

    ``signed``: of a target that was accepted.
    """
    before, after = Upstream(old), Upstream(new)
    return lambda target: _touched((target,), before, after, changes, signed=signed)


def _touched(
    targets: tuple[str, ...], before: Upstream, after: Upstream, changes: Changes, *, signed: bool = False
) -> tuple[str, ...]:
    """Each change of what the targets are computed from; ``signed``: and of what decides whether they hold."""
    then, now = (
        graph.below((key for t in targets for key in graph.find(t)), judged=signed)
        for graph in (before, after)
    )
    reasons = [worded("field.not_then", part=target) for target in targets if not before.find(target)]

    def ways(keys: tuple[Key, ...]) -> Iterator[str]:
        """The way to the first of ``keys`` that the targets rest on."""
        for key in keys:
            if key in then or key in now:
                yield _path_text(shortest_path(then if key in then else now, key))
                return

    for change in changes.changed:
        message = [_by_way(sentence(change), way) for way in ways(before.aspects(change.key, change.field))]
        judged = signed and change.key.section == "case" and change.field in JUDGED_IN
        reasons += message or ([sentence(change)] if judged else [])
    for keys, what in ((changes.added, "field.part_new"), (changes.removed, "field.part_gone")):
        for key in keys:
            part = named(part_name(key), key.id)
            reasons += [_by_way(worded(what, part=part), way) for way in ways(before.aspects(key))]
    reasons += _of_nobody(before, after, {*then, *now})
    if len(reasons) > MOST_REASONS:
        reasons[MOST_REASONS:] = [worded("field.more_changes", n=f"{len(reasons) - MOST_REASONS:,}")]
    return tuple(reasons)


def _of_nobody(before: Upstream, after: Upstream, rests_on: set[Key]) -> Iterator[Sentence]:
    """Trees that claims elsewhere began or ceased to use: the risk of one that no claim uses counts for every root."""
    then, now = before.unused, after.unused
    if then is None or now is None or rests_on.isdisjoint(before.roots | after.roots):
        return
    for key in sorted(key for key in then - now if after.find(key.id)):
        yield worded("field.used_now", part=named(part_name(key), key.id))
    for key in sorted(key for key in now - then if before.find(key.id)):
        yield worded("field.unused_now", part=named(part_name(key), key.id))


def _by_way(change: Sentence, way: str) -> Sentence:
    """The change, and the way from the target to it; the change alone where the target itself changed."""
    return worded("field.by_way", change=change, way=way) if way else change


def _path_text(keys: tuple[Key, ...]) -> str:
    ids = list(dict.fromkeys(key.id for key in keys))
    if len(ids) < 2:
        return ""
    shown = ids if len(ids) <= 6 else [*ids[:3], "…", *ids[-2:]]
    return " → ".join(shown)


class _Since:
    """The case against each baseline, compared once per baseline."""

    def __init__(self, case: Case, folder: Path, evidence: Mapping[str, EvidenceState] | None) -> None:
        self.case, self._folder, self._evidence = case, folder, evidence
        self._after = Upstream(case)
        self._known: dict[AtBaseline, tuple[Upstream, Changes] | str] = {}

    def __call__(
        self, at: AtBaseline, target: str, evidence: Iterable[str] = (), *, signed: bool = False
    ) -> tuple[str, ...]:
        """What changed of the target, and of those parts that are named as ``evidence``, since then.

        ``signed``: the target was accepted, so that what it was judged in counts, whatever part it is.
        """
        result = self._known.get(at)
        if result is None:
            result = self._known[at] = self._compare(at)
        if isinstance(result, str):
            return (result,)
        parts = (name for name in evidence if result[0].find(name) or self._after.find(name))
        signed = signed or target in self.case.header.roots
        return _touched((target, *parts), result[0], self._after, result[1], signed=signed)

    @property
    def compared(self) -> dict[AtBaseline, tuple[Case, Changes]]:
        """The baselines that can be read, so far as they were asked for."""
        return {at: (one[0].case, one[1]) for at, one in self._known.items() if not isinstance(one, str)}

    def parts(self, at: AtBaseline, evidence: Iterable[str]) -> tuple[str, ...]:
        """What changed since then of the parts of the case that are named as evidence."""
        return tuple(
            why
            for name in evidence
            if self._after.find(name) or self._before(at, name)
            for why in self(at, name)
        )

    def other_case(self, at: AtBaseline) -> Iterator[str]:
        """That the baseline is of another case, from which its review was copied, or whose id this one had."""
        self(at, "")
        known, now = self._known[at], self.case.header.id
        if not isinstance(known, str) and known[0].case.header.id != now:
            yield f"the baseline {at.name} is of the case {known[0].case.header.id}, and this is the case {now}"

    def _before(self, at: AtBaseline, name: str) -> bool:
        self(at, name)
        known = self._known[at]
        return isinstance(known, str) or bool(known[0].find(name))

    def _compare(self, at: AtBaseline) -> tuple[Upstream, Changes] | str:
        try:
            baseline = find(self._folder, at.name)
            if baseline.root != at.root:
                return f"the baseline {at.name} is not the one that was reviewed: its root differs"
            if (altered := next(frozen_mismatches(baseline.folder), None)) is not None:
                return f"the baseline {at.name} is not what was frozen: {altered.message}"
            old = baseline.load()
        except InputError as error:
            return f"the baseline {at.name} cannot be read: {error.diagnostics[0].message}"
        meanings = recorded_meanings((baseline,), old)
        return Upstream(old), compare(old, self.case, self._evidence, (meanings, {}))


def _finding(finding: ReviewFinding, since: _Since, folder: Path) -> FindingState:
    """A settled finding rests on its target, and on what its answer and its decision name as evidence."""
    if finding.recorded not in SETTLED:
        return FindingState(finding, finding.recorded)
    why = (
        *_unchecked(any(finding.claimed)),
        *_denied(finding),
        *_by_another_key(finding),
        *since(finding.baseline, finding.target, rests_on(finding)),
        *moved(folder, finding).values(),
    )
    return FindingState(finding, FindingStatus.OPEN if why else finding.recorded, why)


def _unchecked(there: bool) -> Iterator[str]:
    """That a signature could not be checked, on which what was decided depends."""
    if there:
        yield worded("field.unchecked", install=INSTALL)


def _denied(finding: ReviewFinding) -> Iterator[str]:
    """That the text which closed it, perhaps before such a text was refused, does not say so."""
    last = finding.events[-1]
    if (
        finding.recorded is FindingStatus.CLOSED
        and isinstance(last, Disposed)
        and (problem := unsettled(last.text))
    ):
        yield f"the text {last.text.strip()!r} of the closing {problem}"


def _by_another_key(finding: ReviewFinding) -> Iterator[str]:
    """That it was decided in the name of its raiser, and not with the key that signed the raising."""
    last, known = finding.events[-1], next(iter(finding.signers), None)
    if (
        isinstance(last, Disposed)
        and known is not None
        and finding.signers[-1] != known
        and same_person(last.by.name, finding.raised.by.name)
    ):
        yield worded("field.other_key", name=last.by.name)


def _sign_off(sign_off: SignOff, since: _Since, folder: Path, all_of_them: Sequence[SignOff]) -> SignOffState:
    at = sign_off.signed.baseline
    why = (
        *_unchecked(sign_off.unchecked),
        *since.other_case(at),
        *since(at, sign_off.target, signed=True),
    )
    met = [""] * len(sign_off.signed.conditions)
    said = [""] * len(met)
    undone = [("", "")] * len(met)
    for event in sign_off.discharged:
        if event.condition <= len(met):
            why_open = _open_again(sign_off, event, since, folder)
            met[event.condition - 1] = "" if why_open else event.by.name
            said[event.condition - 1] = "" if why_open else event.text.strip()
            undone[event.condition - 1] = (event.by.name, why_open) if why_open else ("", "")
    replaced = superseding(sign_off, all_of_them)
    return SignOffState(sign_off, not why, why, replaced, tuple(met), tuple(undone), tuple(said))


def _open_again(sign_off: SignOff, event: Discharged, since: _Since, folder: Path) -> str:
    """Why a condition that was found met is open all the same; empty where it is met."""
    if problem := unsettled(event.text, _condition(sign_off, event)):
        return f"the text {event.text.strip()!r} {problem}"
    changed = changed_files(folder, event.sha256 or {})
    return "; ".join(changed.values() or since.parts(event.baseline, event.evidence))


def _condition(sign_off: SignOff, event: Discharged) -> str:
    """The condition that the event finds met; empty where there is none of its number."""
    return next(iter(sign_off.signed.conditions[event.condition - 1 : event.condition]), "")


def superseding(sign_off: SignOff, all_of_them: Sequence[SignOff]) -> str:
    """The last sign-off that supersedes this one; empty where none does."""
    later = [one for one in all_of_them if _supersedes(one, sign_off)]
    last = max(later, key=lambda one: (len(one.before), one.signed.at), default=None)
    return last.id if last is not None else ""


def _supersedes(later: SignOff, earlier: SignOff) -> bool:
    """Whether a sign-off is a later act of the same person on the same target, as independent and signed as strongly.

    An organisation that is stated for the first time makes no other person.  Of two that were signed in branches
    without knowing of each other neither is the later one.
    """
    return (
        later.is_after(earlier)
        and later.target == earlier.target
        and untitled(later.by.name) == untitled(earlier.by.name)
        and person_name(earlier.by.organisation) in ("", person_name(later.by.organisation))
        and later.by.independence.rank >= earlier.by.independence.rank
        and earlier.claimed is None
        and (earlier.signer is None or later.signer == earlier.signer)
    )
