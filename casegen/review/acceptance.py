"""Signing off the case or a part of it, and discharging the conditions of a sign-off.

The rules: nobody signs what they answer for, froze, accepted parts of or waived rules on; nobody accepts over an
open major finding, over a review with a broken history, or what does not hold, unless a reason is given that is
shown wherever the sign-off is.  A condition is a claim: it stays open until somebody other than those who answer for
the case has found it met, with evidence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from casegen.io import load
from casegen.model.case import Case, Location
from casegen.model.plural import counted
from casegen.review.baseline import ABOUT, Baseline, find
from casegen.review.baseline_chain import altered, broken_chain
from casegen.review.dependencies import Upstream
from casegen.review.eligibility import (
    ANOTHER,
    WHOLE,
    acceptor_of,
    at_baseline,
    checkable,
    checked,
    not_in_question,
    not_of_own_case,
    now,
    owner_of,
    part_named,
    plausible,
    refused,
    says_what,
    settles,
    shows_something,
    signer_of_key,
)
from casegen.review.events import (
    Decision,
    Discharged,
    FindingSeverity,
    FindingStatus,
    Independence,
    Person,
    Signed,
)
from casegen.review.evidence_hashes import grounds
from casegen.review.journal import Journal, append, place, read_journal
from casegen.review.manifest import BASELINES
from casegen.review.persons import known_persons
from casegen.review.reopening import review_state, superseding
from casegen.review.target_verdict import HOLDS, parts_hold, target_verdict
from casegen.review.verification import find_verified
from casegen.texts.acceptances.person import includes
from casegen.texts.acceptances.reasons import no_reason


def sign_off(
    root: Path,
    *,
    target: str,
    decision: Decision,
    by: Person,
    conditions: Sequence[str] = (),
    text: str = "",
    override: str = "",
    baseline: str = "",
    key: Path | None = None,
) -> Signed:
    """Sign off ``target`` (empty: the whole case) at a baseline that is verified first.

    ``override`` is the reason to accept a target that does not hold; target and reason stand in the event.

    Raises:
        InputError: the baseline does not verify, the person answers for something in it, accepted a part of it
            or claims no independence, conditions are missing or superfluous, major findings are open, the
            history of the review is not whole, or the target does not hold and there is no reason.
    """
    seen = find_verified(root, baseline)
    case = seen.load()
    wanted = part_named(case, target or WHOLE)
    plausible(by, case)
    journal = read_journal(root)
    checkable(journal, "a sign-off")
    signer = signer_of_key(key)
    _no_author(case, seen, wanted, signer, known_persons(root, journal).every(by, signer), "sign off")
    if (decision is Decision.CONDITIONS) != bool(conditions):
        raise refused("conditions belong to, and are needed by, the decision `accept with conditions`")
    for text_of in conditions:
        if no_reason(text_of):
            raise refused(f"the condition `{text_of.strip()}` says nothing", "say what has to be met")
    verdict = target_verdict(case, wanted, journal)
    _may_accept(seen, wanted, decision, verdict, override)
    _may_sign(by)  # last: who may not sign at all need not state an independence

    def make(record: str, last: str | None, journal: Journal) -> Signed:
        if decision is not Decision.REJECT:
            _whole(root, journal)
        if decision is Decision.ACCEPT:
            _no_major(case, root, wanted, journal)
        return checked(
            Signed,
            at=now(), by=by, after=last, sign_off=record, baseline=at_baseline(seen), target=wanted,
            decision=decision, conditions=tuple(conditions), text=text, verdict=verdict,
            override=override.strip() if verdict != HOLDS else "",
        )  # fmt: skip

    event = append(root, "S", make, key)
    assert isinstance(event, Signed)
    return event


def discharge(
    root: Path,
    sign_off: str,
    *,
    condition: int,
    by: Person,
    evidence: Sequence[str],
    text: str = "",
    baseline: str = "",
    key: Path | None = None,
) -> Discharged:
    """Find condition number ``condition`` (from 1) of a sign-off met, on ``evidence``.

    Raises:
        InputError: no such sign-off or condition, no evidence, the person answers for the target or is less
            independent than who signed, the text denies it, or the history of the review is not whole.
    """
    seen = find(root, baseline)
    case = seen.load()
    plausible(by, case)
    journal = read_journal(root)
    checkable(journal, "a discharge")
    signed = _with_condition(journal, sign_off, condition)
    if not evidence:
        raise refused(f"condition {condition} of {sign_off} needs evidence that it is met", "give --evidence")
    wanted = signed.conditions[condition - 1]
    settles(text, "discharge", "leave the condition open, or say what meets it", wanted)
    says_what(text, "discharge")
    signer = signer_of_key(key)
    names = known_persons(root, journal).every(by, signer)
    _no_author(case, seen, signed.target, signer, names, "discharge a condition on it")
    if by.independence.rank < signed.by.independence.rank:
        raise refused(
            f"{sign_off} was signed with the independence `{signed.by.independence}`; to discharge its"
            f" conditions needs at least that, found `{by.independence}`",
            "give --independence, or let somebody of that independence decide",
        )
    hashes = grounds(root, case, evidence) or None
    not_of_own_case(root, case, evidence)
    not_in_question(root, case, signed.target, signed.baseline, evidence)
    shows_something(root, evidence)
    if failing := parts_hold(case, evidence):
        raise refused(f"what is named as evidence does not hold at the baseline {seen.name}: {failing}")

    def make(record: str, last: str | None, journal: Journal) -> Discharged:
        _whole(root, journal)
        return checked(
            Discharged,
            at=now(), by=by, after=last, sign_off=sign_off, baseline=at_baseline(seen), condition=condition,
            text=text, evidence=tuple(evidence), sha256=hashes,
        )  # fmt: skip

    event = append(root, sign_off, make, key)
    assert isinstance(event, Discharged)
    return event


def _with_condition(journal: Journal, name: str, number: int) -> Signed:
    """The sign-off, which counts and has this condition."""
    one = journal.sign_off(name)
    if not 1 <= number <= len(one.signed.conditions):
        message = (
            f"{name} has {counted(len(one.signed.conditions), 'condition')}, there is no number {number}"
        )
        raise refused(message, "`casegen review status CASE` shows them")
    if later := superseding(one, journal.sign_offs):
        raise refused(f"{name} is superseded by {later}: its conditions need not be met any more")
    return one.signed


def _may_sign(by: Person) -> None:
    if by.independence is Independence.NONE:
        raise refused(
            "a sign-off needs independence of at least `person`",
            f"--independence, one of: {', '.join(Independence)}",
        )


def _no_author(
    case: Case,
    seen: Baseline,
    target: str,
    signer: str | None,
    names: Iterable[tuple[Person, str]],
    act: str,
) -> None:
    """Refuse who froze the baseline, or answers for a part of the target, accepted it or waived a rule on it, under
    any of their ``names``.
    """
    where = Location(f"{BASELINES}/{seen.name}/{ABOUT}")
    if signer is not None and signer == seen.about.signer:
        message = f"the key {signer[:16]}… signed the baseline {seen.name}, frozen by {seen.about.author}"
        raise refused(f"{message}: an author does not {act}", ANOTHER, where)
    for by, named in names:
        if includes(by.name, seen.about.author):
            message = f"{named} froze the baseline {seen.name}: an author does not {act}"
            raise refused(message, ANOTHER, where)
        if owner := owner_of(case, target, by):
            message = f"{named} answers for {owner[0]}: an author does not {act}"
            raise refused(message, ANOTHER, owner[1])
        if taken := acceptor_of(case, target, by):
            message = f"{named} {taken[0]}: who accepted or waived something in the argument does not {act}"
            raise refused(message, ANOTHER, taken[1])


def _may_accept(seen: Baseline, target: str, decision: Decision, verdict: str, override: str) -> None:
    """Refuse to accept what does not hold without a reason."""
    if decision is not Decision.ACCEPT or verdict == HOLDS:
        return
    if override.strip():
        if no_reason(override):
            raise refused(f"`{override.strip()}` is no reason to accept what does not hold", "say why")
        return
    raise refused(
        f"{target} does not hold at the baseline {seen.name}: {verdict}",
        "reject, accept with conditions that make it hold, or give the reason with --override; it is recorded"
        " and shown wherever the sign-off is",
    )


def _whole(root: Path, journal: Journal) -> None:
    """Refuse while the history of the review, or a baseline of it, is not what was written."""
    for problem in journal.problems[:1]:
        raise refused(
            f"the history of the review is not whole: {problem.message}",
            "restore CASE/review as it was; until then a sign-off can only reject",
            problem.location,
        )
    for one in (*broken_chain(root, journal), *altered(root)):
        raise refused(
            f"the baselines of the review are not whole: {one.message}",
            "restore CASE/baselines as it was; until then a sign-off can only reject",
            Location(one.path),
        )


def _no_major(case: Case, root: Path, target: str, journal: Journal) -> None:
    graph = Upstream(case)
    for state in review_state(load(root), journal).findings:
        if (
            state.finding.raised.severity is not FindingSeverity.MAJOR
            or state.status is FindingStatus.CLOSED
            or not _concerns(graph, target, state.finding.target)
        ):
            continue
        gone = "" if graph.find(state.finding.target) else ", which is no part of the baseline any more,"
        raise refused(
            f"{state.finding.id} on {state.finding.target}{gone} is {state.status}: a major non-conformity"
            f" stands against {target}",
            "close it first, sign `accept with conditions`, or reject",
            place(root, state.finding, state.finding.raised, "severity"),
        )


def _concerns(graph: Upstream, target: str, about: str) -> bool:
    """Whether a finding on ``about`` stands against ``target``.

    One on the case as a whole, on its documents, or on a part that is gone stands against everything; every
    finding stands against a root claim.
    """
    header, keys = graph.case.header, graph.find(about)
    whole = not keys or any(key.section == "case" for key in keys)
    if whole or target == header.id or target in header.roots or target.startswith("document:"):
        return True
    scope = graph.below(graph.find(target))
    modules = {key.id for key in keys if key.section == "modules"}
    return any(key in scope for key in keys) or any(
        getattr(graph.case.node.get(key.id), "module", None) in modules for key in scope if modules
    )
